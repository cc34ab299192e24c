//! Popeye's names of the conditions and of the words that follow them, in its three languages, including conditions
//! that cannot be solved. A condition's own name is in its definition.

use super::{CONDITIONS, ConditionDef};

/// English, German and French names, sorted by the English one. Empty if a language has no name.
#[rustfmt::skip]
pub const NAMES: &[[&str; 3]] = &[
    ["#C", "#C", "#C"],
    ["ActuatedRevolvingBoard", "ActuatedRevolvingBoard", "ActuatedRevolvingBoard"],
    ["ActuatedRevolvingCentre", "ActuatedRevolvingCentre", "ActuatedRevolvingCentre"],
    ["AliceChess", "AliceSchach", "Alice"],
    ["AllInChess", "AllInChess", "AllInChess"],
    ["AlphabeticChess", "AlphabetischesSchach", "EchecsAlphabetiques"],
    ["AMU", "AMU", "AMU"],
    ["Anda", "Anda", "Anda"],
    ["AndaInverse", "AndaInvers", "AndaInverse"],
    ["AndernachChess", "AndernachSchach", "EchecsAndernach"],
    ["AnnanChess", "AnnanSchach", "AnnanEchecs"],
    ["AntiAndernachChess", "AntiAndernachSchach", "EchecsAntiAndernach"],
    ["AntiCirce", "AntiCirce", "AntiCirce"],
    ["AntiCloneCirce", "AntiCloneCirce", "AntiCloneCirce"],
    ["AntiEinsteinChess", "AntiEinsteinSchach", "EchecsAntiEinstein"],
    ["AntiGuards", "AntiDeckungen", "Antigardes"],
    ["AntiKings", "AntiKoenige", "AntiRois"],
    ["Antikoeko", "AntiKoeko", "AntiKoeko"],
    ["AntiMarsAntipodeanCirce", "AntiMarsAntipodeanCirce", "AntiMarsAntipodeanCirce"],
    ["AntiMarsCirce", "AntiMarsCirce", "AntiMarsCirce"],
    ["AntiMarsMirrorCirce", "AntiMarsMalefiqueCirce", "AntiMarsMalefiqueCirce"],
    ["AntipodeanAntiCirce", "AntiAntipodenCirce", "AntiCirceAntipoden"],
    ["AntipodeanCirce", "AntipodenCirce", "CirceAntipoden"],
    ["AntipodeanImmunChess", "AntipodenImmunSchach", "ImmunAntipoden"],
    ["AntiSuperCirce", "AntiSuperCirce", "AntiSuperCirce"],
    ["AprilChess", "AprilSchach", "EchecsAvril"],
    ["ArgentinianChess", "ArgentinischesSchach", "EchecsArgentins"],
    ["BackHome", "NachHause", "Retour"],
    ["BackToBack", "RueckenAnRuecken", "DosADos"],
    ["BGL", "BGL", "BGL"],
    ["Bicaptures", "Bicaptures", "Bicaptures"],
    ["BichromChess", "BichromesSchach", "Bichromatique"],
    ["Bicolores", "Bicolores", "Bicolores"],
    ["BiHeffalumps", "BiHeffalumps", "BiHeffalumps"],
    ["BiWoozles", "BiWoozles", "BiWoozles"],
    ["BlackAlphabeticChess", "SchwarzesAlphabetischesSchach", "NoirEchecsAlphabetiques"],
    ["BlackAntiSynchronMover", "SchwarzerAntiSynchronZueger", "NoirAntiSynchronCoup"],
    ["BlackChecks", "SchwarzSchaecher", "NoirEchecs"],
    ["BlackConsequentForcedSquare", "SchwarzesKonsequentesZwangsfeld", "NoirCaseForceConsequent"],
    ["BlackEdgemover", "SchwarzerRandzueger", "NoirBordCoup"],
    ["BlackFollowMyLeader", "SchwarzerVerfolgungszueger", "NoirPoursuite"],
    ["BlackForcedSquare", "SchwarzesZwangsfeld", "NoirCaseForce"],
    ["BlackMaxDister", "SchwarzerMaxDister", "NoirMaxDister"],
    ["BlackMaximummer", "SchwarzerLaengstzueger", "NoirMaximum"],
    ["BlackMinDister", "SchwarzerMinDister", "NoirMinDister"],
    ["BlackMinimummer", "SchwarzerKuerzestzueger", "NoirMinimum"],
    ["BlackMustCapture", "SchwarzerSchlagzwang", "NoirPriseForce"],
    ["BlackOscillatingKings", "SchwarzeOszillierendeKoenige", "NoirRoisOscillant"],
    ["BlackPromSquares", "UWFeldSchwarz", "NoirCasePromotion"],
    ["BlackReflectiveKing", "SchwarzerReflektierenderKoenig", "NoirRoiReflecteur"],
    ["BlackRoyalSquare", "SchwarzesKoeniglichesFeld", "NoirCaseRoyal"],
    ["BlackSuperTransmutingKing", "SchwarzerSuperTransmutierenderKoenig", "NoirSuperRoiTransmute"],
    ["BlackSynchronMover", "SchwarzerSynchronZueger", "NoirSynchronCoup"],
    ["BlackTransmutedKing", "SchwarzerTransmutierenderKoenig", "NoirRoiTransmute"],
    ["BlackUltraSchachZwang", "SchwarzerUltraSchachZwang", "NoirUltraSchachZwang"],
    ["BlackVaultingKing", "SchwarzerVaultingKing", "NoirVaultingKing"],
    ["Bolero", "Bolero", "Bolero"],
    ["BoleroInverse", "BoleroInvers", "BoleroInverse"],
    ["Breton", "Breton", "Breton"],
    ["BrunnerChess", "BrunnerSchach", "EchecsBrunner"],
    ["CageCirce", "KaefigCirce", "CirceCage"],
    ["CASTchess", "CASTSchach", "CASTechecs"],
    ["CASTInverse", "CASTInvers", "CASTInverse"],
    ["CastlingChess", "RochadeSchach", "EchecsRoque"],
    ["CavalierMajeur", "CavalierMajeur", "CavalierMajeur"],
    ["CentralChess", "ZentralSchach", "EchecsCentral"],
    ["ChameleonChess", "ChamaeleonSchach", "EchecsCameleon"],
    ["ChameleonCirce", "ChamaeleonCirce", "CirceCameleon"],
    ["ChameleonPursuit", "ChamaeleonVerfolgung", "CameleonPoursuite"],
    ["ChameleonSequence", "ChamaeleonSequenz", "CameleonSequence"],
    ["ChecklessChess", "Ohneschach", "SansEchecs"],
    ["CheekToCheek", "WangeAnWange", "JoueAJoue"],
    ["ChineseChess", "ChinesischesSchach", "Chinoises"],
    ["Circe", "Circe", "Circe"],
    ["CirceAssassin", "AssassinCirce", "CirceAssassin"],
    ["CirceClone", "CirceClone", "CirceClone"],
    ["CirceDoubleAgents", "DoppelAgentenCirce", "CirceDoubleAgents"],
    ["CirceTake&Make", "CirceTake&Make", "CirceTake&Make"],
    ["CirceTurncoats", "TurncoatCirce", "CirceTurncoats"],
    ["ContactGridChess", "KontaktGitter", "ContactGrille"],
    ["ContraParrain", "KontraParrain", "ContraParrain"],
    ["CouscousCirce", "CouscousCirce", "CirceCouscous"],
    ["CurrentlyUnused", "ZurzeitUnverwendet", "NonUtiliseActuellement"],
    ["DangerCirce", "GefahrenCirce", "CirceDanger"],
    ["DarkSide", "DarkSide", "DarkSide"],
    ["DiagramAntiCirce", "AntiDiagrammCirce", "AntiCirceDiagramme"],
    ["DiagramCirce", "DiagrammCirce", "CirceDiagramme"],
    ["DiagramImmunChess", "DiagrammImmunSchach", "ImmunDiagramme"],
    ["DiametralCirce", "DiametralCirce", "CirceDiametrale"],
    ["Disparate", "Disparate", "Disparate"],
    ["DoubleTibet", "DoppelTibetSchach", "DoubleTibet"],
    ["DuellistChess", "DuellantenSchach", "Duelliste"],
    ["Dummy", "Dummy", "Dummy"],
    ["EiffelChess", "EiffelSchach", "EchecsEiffel"],
    ["EinsteinChess", "EinsteinSchach", "EchecsEinstein"],
    ["EquipollentsAntiCirce", "AntiEquipollentsCirce", "AntiCirceEquipollents"],
    ["EquipollentsCirce", "EquipollentsCirce", "CirceEquipollents"],
    ["EquipollentsImmunChess", "EquipollentsImmunSchach", "ImmunEquipollents"],
    ["ExchangeCastling", "PlatzwechselRochade", "EchangeRoque"],
    ["ExclusiveChess", "ExklusivSchach", "EchecsExclusif"],
    ["ExtinctionChess", "AusrottungsSchach", "EchecsExtinction"],
    ["FaceToFace", "AngesichtZuAngesicht", "FaceAFace"],
    ["FileAntiCirce", "AntiFileCirce", "AntiFileCirce"],
    ["FileCirce", "FileCirce", "FileCirce"],
    ["FileImmunChess", "FileImmunSchach", "ImmunFile"],
    ["Football", "Fussball", "Football"],
    ["FrankfurtChess", "FrankfurtSchach", "Francfort"],
    ["FrischaufCirce", "FrischaufCirce", "FrischaufCirce"],
    ["FuddledMen", "FuddledMen", "FuddledMen"],
    ["FunctionaryChess", "BeamtenSchach", "EchecsFonctionnaire"],
    ["GenevaChess", "GenferSchach", "EchecsGeneve"],
    ["GhostChess", "Geisterschach", "EchecsGhost"],
    ["GlasgowChess", "GlasgowSchach", "EchecsGlasgow"],
    ["GridChess", "Gitterschach", "Grille"],
    ["HaanerChess", "HaanerSchach", "Haan"],
    ["HalfInChess", "HalfInChess", "HalfInChess"],
    ["HauntedChess", "SpukSchach", "EchecsHantes"],
    ["Heffalumps", "Heffalumps", "Heffalumps"],
    ["Hole", "Loch", "Trou"],
    ["HorizontalSymmetryAntiCirce", "HorizontaleAntiSymmetrieCirce", "AntiCirceSymetriqueHorizontale"],
    ["HorizontalSymmetryCirce", "HorizontaleSymmetrieCirce", "CirceSymetriqueHorizontale"],
    ["Hypervolage", "Hypervolage", "Hypervolage"],
    ["Imitator", "Imitator", "Imitator"],
    ["Immobilio", "Immobilio", "Immobilio"],
    ["ImmunChess", "Immunschach", "Immun"],
    ["ImmuneHorizontalSymmetry", "ImmuneHorizontaleSymmetrie", "ImmuneSymetriqueHorizontale"],
    ["ImmuneVerticalSymmetry", "ImmuneVertikaleSymmetrie", "ImmuneSymetriqueVerticale"],
    ["Influencer", "Influencer", "Influenceur"],
    ["Isardam", "Isardam", "Isardam"],
    ["KobulKings", "KobulKoenige", "RoisKobul"],
    ["KoeKo", "KoeKo", "Koeko"],
    ["LastCapture", "LetzterSchlag", "DernierePrise"],
    ["Leffie", "Leffie", "Leffie"],
    ["Leofamily", "Leofamily", "Leofamily"],
    ["LeseMajeste", "LeseMajeste", "LeseMajeste"],
    ["LineChameleonChess", "LinienChamaeleonSchach", "EchecsCameleonLigne"],
    ["Lortap", "Elliuortap", "Elliuortap"],
    ["LosingChess", "Schlagschach", "QuiPerdGagne"],
    ["LostPieces", "VerloreneSteine", "PiecesPerdues"],
    ["Madrasi", "Madrasi", "Madrasi"],
    ["MAFF", "MAFF", "MAFF"],
    ["MagicSquares", "MagischeFelder", "CaseMagique"],
    ["MainlyInChess", "MainlyInChess", "MainlyInChess"],
    ["Make&TakeChess", "Make&TakeSchach", "Make&TakeEchecs"],
    ["MarineChess", "MarinesSchach", "EchecsMarins"],
    ["Marscirce", "Marscirce", "MarsCirce"],
    ["MarsMirrorCirce", "MarsSpiegelCirce", "MarsCirceMalefique"],
    ["Masand", "Masand", "Masand"],
    ["MasandGeneralised", "MasandVerallgemeinert", "MasandGeneralise"],
    ["Maximummer", "Laengstzueger", "Maximum"],
    ["MessignyChess", "MessignySchach", "EchecsMessigny"],
    ["MirrorAntiCirce", "AntiSpiegelCirce", "AntiCirceMalefique"],
    ["MirrorCirce", "SpiegelCirce", "CirceMalefique"],
    ["MirrorCirceClone", "SpiegelCirceclone", "CirceCloneMalefique"],
    ["MirrorCouscousCirce", "SpiegelCouscousCirce", "CirceCouscousMalefique"],
    ["MirrorFileAnticirce", "AntiSpiegelFileCirce", "AntiFileCirceMalefique"],
    ["MirrorFileCirce", "SpiegelFileCirce", "FileCirceMalefique"],
    ["MirrorFileImmunChess", "SpiegelFileImmunSchach", "ImmunFileMalefique"],
    ["MirrorImmunChess", "SpiegelImmunSchach", "ImmunMalefique"],
    ["MonochromChess", "MonochromesSchach", "Monochromatique"],
    ["MultiCaptures", "MultiCaptures", "MultiCaptures"],
    ["NannaChess", "NannaSchach", ""],
    ["NewKoeko", "NeuKoeko", "KoekoNouveaux"],
    ["NoBlackCapture", "SchwarzerOhneschlag", "NoirSansPrises"],
    ["NoBlackPromotion", "OhneSchwarzUW", "SansNoirPromotion"],
    ["NoCapture", "Ohneschlag", "SansPrises"],
    ["NoIProm", "OhneIUW", "SansIProm"],
    ["NormalPawn", "NormalBauern", "PionNormale"],
    ["NorskSjakk", "NorskSjakk", "NorskSjakk"],
    ["NoWhiteCapture", "WeisserOhneschlag", "BlancSansPrises"],
    ["NoWhitePromotion", "OhneWeissUW", "SansBlancPromotion"],
    ["OWU", "OWU", "OWU"],
    ["PADChess", "PADSchach", "PADEchecs"],
    ["ParrainCirce", "CirceParrain", "CirceParrain"],
    ["PartialParalysis", "PartielleParalyse", "ParalysePartielle"],
    ["PatienceChess", "PatienceSchach", "EchecsPatience"],
    ["Patrouille", "PatrouilleSchach", "Patrouille"],
    ["Pepo", "Pepo", "Pepo"],
    ["PhantomChess", "PhantomSchach", "EchecsPhantom"],
    ["PlusChess", "PlusSchach", "EchecsPlus"],
    ["PointReflection", "Punktspiegelung", "ReflexionCentrale"],
    ["PowerTransfer", "KraftTransfer", "TransfertPouvoir"],
    ["PromOnly", "UWnur", "PromSeul"],
    ["ProteanChess", "ProteischesSchach", "EchecsProtee"],
    ["ProvocationChess", "ProvokationSchach", "EchecsProvacateurs"],
    ["PWC", "PlatzwechselCirce", "CirceEchange"],
    ["RankCirce", "RankCirce", "RankCirce"],
    ["ReflectiveKings", "ReflektierendeKoenige", "RoisReflecteurs"],
    ["RelegationChess", "Degradierung", "Degradierung"],
    ["RepublicanChess", "RepublikanerSchach", "EchecsRepublicains"],
    ["ReversalEinsteinChess", "ReversesEinsteinSchach", "ReversEchecsEinstein"],
    ["Rokagogo", "Rokagogo", "Rokagogo"],
    ["RoleExchange", "Rollentausch", "EchangeRole"],
    ["RoyalDynasty", "KoenigsDynastie", "DynastieRoyale"],
    ["SAT", "SAT", "SAT"],
    ["Sentinelles", "Sentinelles", "Sentinelles"],
    ["SeriesCapture", "SerienSchlag", "SerieCapture"],
    ["ShieldedKings", "Schutzkoenige", "ShieldedKings"],
    ["SingleBox", "NurPartiesatzsteine", "SingleBox"],
    ["SnekChess", "SnekSchach", "EchecsSnek"],
    ["SnekCircleChess", "SnekZirkulaerSchach", "EchecsSnekCirculaires"],
    ["StrictSAT", "StrictSAT", "StrictSAT"],
    ["SuperCirce", "SuperCirce", "SuperCirce"],
    ["SuperGuards", "SuperDeckungen", "Supergardes"],
    ["SwappingKings", "TauschKoenige", "RoisEchanges"],
    ["SymmetryAntiCirce", "AntiSymmetrieCirce", "AntiCirceSymetrique"],
    ["SymmetryCirce", "SymmetrieCirce", "CirceSymetrique"],
    ["SymmetryImmunChess", "SymmetrieImmunSchach", "ImmunSymmetrique"],
    ["Take&MakeChess", "Take&MakeSchach", "Take&MakeEchecs"],
    ["Tibet", "TibetSchach", "Tibet"],
    ["TraitorChess", "TraitorChess", "EchecsTraitor"],
    ["TransmissionMenace", "TransmissionMenace", "TransmissionMenace"],
    ["TransmutedKings", "TransmutierendeKoenige", "RoisTransmutes"],
    ["UltramarineChess", "UltramarinesSchach", "EchecsUltramarins"],
    ["UltraPatrol", "UltraPatrouille", "UltraPatrouille"],
    ["UltraSchachZwang", "UltraSchachZwang", "UltraSchachZwang"],
    ["VaultingKings", "VaultingKings", "VaultingKings"],
    ["VerticalMirrorCirce", "VertikalesSpiegelCirce", "CirceMalefiqueVerticale"],
    ["VerticalSymmetryAntiCirce", "VertikaleAntiSymmetrieCirce", "AntiCirceSymetriqueVerticale"],
    ["VerticalSymmetryCirce", "VertikaleSymmetrieCirce", "CirceSymetriqueVerticale"],
    ["VogtlaenderChess", "VogtlaenderSchach", "EchecsVogtlaender"],
    ["Volage", "Volage", "Volage"],
    ["WhiteAlphabeticChess", "WeissesAlphabetischesSchach", "BlancEchecsAlphabetiques"],
    ["WhiteAntiSynchronMover", "WeisserAntiSynchronZueger", "BlancAntiSynchronCoup"],
    ["WhiteConsequentForcedSquare", "WeissesKonsequentesZwangsfeld", "BlancCaseForceConsequent"],
    ["WhiteEdgemover", "WeisserRandzueger", "BlancBordCoup"],
    ["WhiteFollowMyLeader", "WeisserVerfolgungszueger", "BlancPoursuite"],
    ["WhiteForcedSquare", "WeissesZwangsfeld", "BlancCaseForce"],
    ["WhiteMaxDister", "WeisserMaxDister", "BlancMaxDister"],
    ["WhiteMaximummer", "WeisserLaengstzueger", "BlancMaximum"],
    ["WhiteMinDister", "WeisserMinDister", "BlancMinDister"],
    ["WhiteMinimummer", "WeisserKuerzestzueger", "BlancMinimum"],
    ["WhiteMustCapture", "WeisserSchlagzwang", "BlancPriseForce"],
    ["WhiteOscillatingKings", "WeisseOszillierendeKoenige", "BlancRoisOscillant"],
    ["WhitePromSquares", "UWFeldWeiss", "BlancCasePromotion"],
    ["WhiteReflectiveKing", "WeisserReflektierenderKoenig", "BlancRoiReflecteur"],
    ["WhiteRoyalSquare", "WeissesKoeniglichesFeld", "BlancCaseRoyal"],
    ["WhiteSuperTransmutingKing", "WeisserSuperTransmutierenderKoenig", "BlancSuperRoiTransmute"],
    ["WhiteSynchronMover", "WeisserSynchronZueger", "BlancSynchronCoup"],
    ["WhiteTransmutedKing", "WeisserTransmutierenderKoenig", "BlancRoiTransmute"],
    ["WhiteUltraSchachZwang", "WeisserUltraSchachZwang", "BlancUltraSchachZwang"],
    ["WhiteVaultingKing", "WeisserVaultingKing", "BlancVaultingKing"],
    ["Woozles", "Woozles", "Woozles"],
    ["Wormholes", "Wurmloecher", "TrousDeVer"],
];

/// The words that may follow a condition, in the same languages, except squares, numbers and men.
#[rustfmt::skip]
pub const ARGUMENT_NAMES: &[[&str; 3]] = &[
    ["Absolute", "Absolut", "Absolu"],
    ["Adverse", "Advers", "Adverse"],
    ["Antipodes", "Antipoden", "Antipodes"],
    ["April", "April", "Avril"],
    ["Assassin", "Assassin", "Assassin"],
    ["Berolina", "Berolina", "Berolina"],
    ["Cage", "Kaefig", "Cage"],
    ["Calvet", "Calvet", "Calvet"],
    ["CaptureSquare", "Schlagfeld", "CaseDePrise"],
    ["Chameleon", "Chamaeleon", "Cameleon"],
    ["Cheylan", "Cheylan", "Cheylan"],
    ["Chromatic", "Chromatisch", "Chromatique"],
    ["Clone", "Clone", "Clone"],
    ["ContraParrain", "KontraParrain", "ContraParrain"],
    ["Couscous", "Couscous", "Couscous"],
    ["DiagonalShift", "DiagonalVerschieben", "DiagonalDecalage"],
    ["Diagram", "Diagramm", "Diagramme"],
    ["Diametral", "Diametral", "Diametral"],
    ["Einstein", "Einstein", "Einstein"],
    ["Equipollents", "Equipollents", "Equipollents"],
    ["File", "File", "Colonne"],
    ["Frischauf", "Frischauf", "Frischauf"],
    ["GridLine", "GitterLinie", "LigneGrille"],
    ["HorizontalShift", "HorizontalVerschieben", "HorizontalDecalage"],
    ["HorizontalSymmetry", "HorizontaleSymmetrie", ""],
    ["Inverse", "Invers", "Inverse"],
    ["Irregular", "Unregelmaessig", "Irregulier"],
    ["LastMove", "LetzterZug", "CoupDernier"],
    ["MaximumBlack", "MaximumSchwarz", "MaximumNoir"],
    ["MaximumTotal", "MaximumTotal", "MaximumTotal"],
    ["MaximumWhite", "MaximumWeiss", "MaximumBlanc"],
    ["Mirror", "Spiegel", "Malefique"],
    ["Neighbour", "Nachbar", "Voisin"],
    ["Orthogonal", "Orthogonal", "Orthogonal"],
    ["Parachute", "Fallschirm", "Parachute"],
    ["ParaSentinelles", "ParaSentinelles", "ParaSentinelles"],
    ["Parrain", "Parrain", "Parrain"],
    ["PionAdvers", "PionAdvers", "PionAdvers"],
    ["PionNeutre", "PionNeutre", "PionNeutre"],
    ["PWC", "Platzwechsel", "Echange"],
    ["PY", "PY", "PY"],
    ["Rank", "Reihe", "Rangee"],
    ["Relaxed", "Locker", "Relache"],
    ["ReversalEinstein", "ReversesEinstein", "ReversEinstein"],
    ["RexExclusive", "RexExklusive", "RexExclusif"],
    ["RexInclusive", "RexInklusive", "RexInclusif"],
    ["Strict", "Strikt", "Strict"],
    ["Super", "Super", "Super"],
    ["Symmetry", "Symmetrie", "Symetrie"],
    ["Take&Make", "Take&Make", "Take&Make"],
    ["Transmuting", "Transmutierend", "Transmute"],
    ["Turncoat", "Turncoat", ""],
    ["Turncoats", "Turncoats", "Turncoats"],
    ["Type1", "Typ1", "Type1"],
    ["Type2", "Typ2", "Type2"],
    ["Type3", "Typ3", "Type3"],
    ["TypeB", "TypB", "TypeB"],
    ["TypeC", "TypC", "TypeC"],
    ["Ultra", "Ultra", "Ultra"],
    ["VerticalMirror", "VertikalSpiegel", "MalefiqueVerticale"],
    ["VerticalShift", "VertikalVerschieben", "VerticalDecalage"],
    ["VerticalSymmetry", "VertikaleSymmetrie", ""],
    ["Volcanic", "Vulkan", "Volcan"],
    ["WaitCapture", "NaechsterSchlag", "PriseProchaine"],
];

/// The reasons why conditions in [`NAMES`] cannot be solved, by English name; `docs/trust.md` has examples.
const REFUSED: &[(&str, &str)] = &[
    ("CASTInverse", "Popeye does not know it itself; it is written `CASTChess Inverse`"),
    ("CurrentlyUnused", "it stands for no condition"),
    ("Dummy", "it stands for no condition"),
    ("PatienceChess", "none of Popeye's answers changes with it"),
    ("TraitorChess", "in Popeye black units alone go over to the other side, and the king with them"),
    ("TransmissionMenace", "no rule was found by which all of Popeye's moves come about"),
];

/// Returns the reason why the condition with this English name cannot be solved.
pub fn why_refused(english: &str) -> Option<&'static str> {
    REFUSED.iter().find(|(name, _)| *name == english).map(|(_, reason)| *reason)
}

/// Returns the solvable condition with this English name in [`NAMES`].
pub fn definition(english: &str) -> Option<&'static ConditionDef> {
    CONDITIONS.iter().copied().find(|def| def.is_called(english))
}

/// Pairs of a German or French name and the English one.
fn foreign() -> impl Iterator<Item = (&'static str, &'static str)> {
    let names = NAMES.iter().flat_map(|row| row[1..].iter().map(move |name| (*name, row[0])));
    names.filter(|(name, _)| !name.is_empty())
}

/// Returns the English name for a German or French name.
pub fn in_english(word: &str) -> Option<&'static str> {
    foreign().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, english)| english)
}

/// Returns the English name of the only condition whose German or French name begins with `word`.
pub fn begun_in_english(word: &str) -> Option<&'static str> {
    let begins = |name: &str| name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let mut begun = foreign().filter(|(name, _)| word.len() > 3 && begins(name)).map(|(_, english)| english);
    let first = begun.next()?;
    begun.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_solved_has_a_reason() {
        for [english, ..] in NAMES {
            assert_eq!(definition(english).is_none(), why_refused(english).is_some(), "{english}");
        }
        assert!(REFUSED.iter().all(|(name, _)| NAMES.iter().any(|[english, ..]| english == name)));
    }

    #[test]
    fn every_condition_has_its_names_in_all_languages() {
        for def in CONDITIONS {
            assert!(NAMES.iter().any(|[english, ..]| def.is_called(english)), "{}", def.name);
        }
        // Popeye itself has no French name for it.
        let nameless: Vec<&str> = NAMES.iter().filter(|row| row.contains(&"")).map(|row| row[0]).collect();
        assert_eq!(nameless, ["NannaChess"]);
    }

    #[test]
    fn no_name_stands_for_two_conditions() {
        for language in 0..3 {
            for (i, row) in NAMES.iter().enumerate().filter(|(_, row)| !row[language].is_empty()) {
                let same = |other: &[&str; 3]| other[language].eq_ignore_ascii_case(row[language]);
                assert_eq!(NAMES.iter().position(same), Some(i), "{}", row[language]);
                // A name of Keymove's own is no other condition's name in any language.
                if let Some(def) = definition(row[language]) {
                    assert!(def.is_called(row[0]), "{} is {} and {}", row[language], row[0], def.name);
                }
            }
        }
        assert!(NAMES.is_sorted_by_key(|row| row[0].to_ascii_lowercase()));
    }

    #[test]
    fn foreign_names_are_known() {
        // As whole names, and as beginnings.
        let rows = [
            ("Laengstzueger", Some("Maximummer"), Some("Maximummer")),
            ("andernachsch", None, Some("AndernachChess")),
            ("echecsandernach", Some("AndernachChess"), Some("AndernachChess")),
            ("Spiegel", None, None),
            ("Maximummer", None, None),
            ("", None, None),
        ];
        for (word, whole, begun) in rows {
            assert_eq!((in_english(word), begun_in_english(word)), (whole, begun), "{word}");
        }
    }
}
