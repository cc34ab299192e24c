//! The conditions: the ones that can be solved are in [`CONDITIONS`], of the others Popeye's names are known.

use super::men::colour;
use super::{Found, Language, Spellings, begins, find};
use crate::conditions::{CONDITIONS, ConditionDef};
use std::sync::LazyLock;

/// A condition of Popeye's.
#[derive(Clone, Copy)]
pub enum Condition {
    /// Its name is the same in all languages.
    Known(&'static ConditionDef),
    Unsupported(&'static str),
}

/// What may follow the name of a known condition: the name of the variant, `None` where it says what holds anyway.
const CONDITION_VARIANTS: &[(Option<&str>, Spellings)] = &[
    (Some("RexInclusive"), ["RexInclusive", "RexInklusive", "RexInclusif"]),
    (Some("RexExclusive"), ["RexExclusive", "RexExklusive", "RexExclusif"]),
    (Some("TypeB"), ["TypeB", "TypB", "TypeB"]),
    (None, ["TypeA", "TypA", "TypeA"]),
];

/// The conditions that are not supported, in English, German and French.
const UNSUPPORTED: Spellings = [
    "#C ActuatedRevolvingBoard ActuatedRevolvingCentre AliceChess AllInChess AlphabeticChess AMU Anda AndaInverse \
     AndernachChess AnnanChess AntiAndernachChess AntiCirce AntiCloneCirce AntiEinsteinChess AntiGuards AntiKings \
     Antikoeko AntiMarsAntipodeanCirce AntiMarsCirce AntiMarsMirrorCirce AntipodeanAntiCirce AntipodeanCirce \
     AntipodeanImmunChess AntiSuperCirce AprilChess ArgentinianChess BackHome BackToBack BGL Bicaptures BichromChess \
     Bicolores BiHeffalumps BiWoozles BlackAlphabeticChess BlackAntiSynchronMover BlackChecks \
     BlackConsequentForcedSquare BlackEdgemover BlackFollowMyLeader BlackForcedSquare BlackMaxDister BlackMaximummer \
     BlackMinDister BlackMinimummer BlackMustCapture BlackOscillatingKings BlackPromSquares BlackReflectiveKing \
     BlackRoyalSquare BlackSuperTransmutingKing BlackSynchronMover BlackTransmutedKing BlackUltraSchachZwang \
     BlackVaultingKing Bolero BoleroInverse Breton BrunnerChess CageCirce CASTchess CastlingChess CavalierMajeur \
     CentralChess ChameleonChess ChameleonCirce ChameleonPursuit ChameleonSequence ChecklessChess CheekToCheek \
     ChineseChess Circe CirceAssassin CirceClone CirceDoubleAgents CirceTake&Make CirceTurncoats ContactGridChess \
     ContraParrain CouscousCirce CurrentlyUnused DangerCirce DarkSide DiagramAntiCirce DiagramCirce DiagramImmunChess \
     DiametralCirce Disparate DoubleTibet DuellistChess Dummy EiffelChess EinsteinChess EquipollentsAntiCirce \
     EquipollentsCirce EquipollentsImmunChess ExchangeCastling ExclusiveChess ExtinctionChess FaceToFace FileAntiCirce \
     FileCirce FileImmunChess Football FrankfurtChess FrischaufCirce FuddledMen FunctionaryChess GenevaChess \
     GhostChess GlasgowChess GridChess HaanerChess HalfInChess HauntedChess Heffalumps Hole \
     HorizontalSymmetryAntiCirce HorizontalSymmetryCirce Hypervolage Imitator Immobilio ImmunChess \
     ImmuneHorizontalSymmetry ImmuneVerticalSymmetry Influencer KobulKings KoeKo LastCapture Leffie Leofamily \
     LeseMajeste LineChameleonChess Lortap LosingChess LostPieces MAFF MagicSquares MainlyInChess Make&TakeChess \
     MarineChess Marscirce MarsMirrorCirce Masand MasandGeneralised Maximummer MessignyChess MirrorAntiCirce \
     MirrorCirce MirrorCirceClone MirrorCouscousCirce MirrorFileAnticirce MirrorFileCirce MirrorFileImmunChess \
     MirrorImmunChess MonochromChess MultiCaptures NannaChess NewKoeko NoBlackCapture NoBlackPromotion NoCapture \
     NoIProm NormalPawn NorskSjakk NoWhiteCapture NoWhitePromotion OWU PADChess ParrainCirce PartialParalysis \
     PatienceChess Patrouille Pepo PhantomChess PlusChess PointReflection PowerTransfer PromOnly ProteanChess \
     ProvocationChess PWC RankCirce ReflectiveKings RelegationChess RepublicanChess ReversalEinsteinChess Rokagogo \
     RoleExchange RoyalDynasty SAT Sentinelles SeriesCapture ShieldedKings SingleBox SnekChess SnekCircleChess \
     StrictSAT SuperCirce SuperGuards SwappingKings SymmetryAntiCirce SymmetryCirce SymmetryImmunChess Take&MakeChess \
     Tibet TraitorChess TransmissionMenace TransmutedKings UltramarineChess UltraPatrol UltraSchachZwang VaultingKings \
     VerticalMirrorCirce VerticalSymmetryAntiCirce VerticalSymmetryCirce VogtlaenderChess Volage WhiteAlphabeticChess \
     WhiteAntiSynchronMover WhiteConsequentForcedSquare WhiteEdgemover WhiteFollowMyLeader WhiteForcedSquare \
     WhiteMaxDister WhiteMaximummer WhiteMinDister WhiteMinimummer WhiteMustCapture WhiteOscillatingKings \
     WhitePromSquares WhiteReflectiveKing WhiteRoyalSquare WhiteSuperTransmutingKing WhiteSynchronMover \
     WhiteTransmutedKing WhiteUltraSchachZwang WhiteVaultingKing Woozles Wormholes",
    "#C ActuatedRevolvingBoard ActuatedRevolvingCentre AliceSchach AllInChess AlphabetischesSchach AMU Anda AndaInvers \
     AndernachSchach AngesichtZuAngesicht AnnanSchach AntiAndernachSchach AntiAntipodenCirce AntiCirce AntiCloneCirce \
     AntiDeckungen AntiDiagrammCirce AntiEinsteinSchach AntiEquipollentsCirce AntiFileCirce AntiKoeko AntiKoenige \
     AntiMarsAntipodeanCirce AntiMarsCirce AntiMarsMalefiqueCirce AntipodenCirce AntipodenImmunSchach AntiSpiegelCirce \
     AntiSpiegelFileCirce AntiSuperCirce AntiSymmetrieCirce AprilSchach ArgentinischesSchach AssassinCirce \
     AusrottungsSchach BeamtenSchach BGL Bicaptures BichromesSchach Bicolores BiHeffalumps BiWoozles Bolero \
     BoleroInvers Breton BrunnerSchach CASTSchach CavalierMajeur ChamaeleonCirce ChamaeleonSchach ChamaeleonSequenz \
     ChamaeleonVerfolgung ChinesischesSchach Circe CirceClone CirceParrain CirceTake&Make CouscousCirce DarkSide \
     Degradierung DiagrammCirce DiagrammImmunSchach DiametralCirce Disparate DoppelAgentenCirce DoppelTibetSchach \
     DuellantenSchach Dummy EiffelSchach EinsteinSchach Elliuortap EquipollentsCirce EquipollentsImmunSchach \
     ExklusivSchach FileCirce FileImmunSchach FrankfurtSchach FrischaufCirce FuddledMen Fussball GefahrenCirce \
     Geisterschach GenferSchach Gitterschach GlasgowSchach HaanerSchach HalfInChess Heffalumps \
     HorizontaleAntiSymmetrieCirce HorizontaleSymmetrieCirce Hypervolage Imitator Immobilio ImmuneHorizontaleSymmetrie \
     ImmuneVertikaleSymmetrie Immunschach Influencer KaefigCirce KobulKoenige KoeKo KoenigsDynastie KontaktGitter \
     KontraParrain KraftTransfer Laengstzueger Leffie Leofamily LeseMajeste LetzterSchlag LinienChamaeleonSchach Loch \
     MAFF MagischeFelder MainlyInChess Make&TakeSchach MarinesSchach Marscirce MarsSpiegelCirce Masand \
     MasandVerallgemeinert MessignySchach MonochromesSchach MultiCaptures NachHause NannaSchach NeuKoeko NormalBauern \
     NorskSjakk NurPartiesatzsteine OhneIUW Ohneschach Ohneschlag OhneSchwarzUW OhneWeissUW OWU PADSchach \
     PartielleParalyse PatienceSchach PatrouilleSchach Pepo PhantomSchach PlatzwechselCirce PlatzwechselRochade \
     PlusSchach ProteischesSchach ProvokationSchach Punktspiegelung RankCirce ReflektierendeKoenige RepublikanerSchach \
     ReversesEinsteinSchach RochadeSchach Rokagogo Rollentausch RueckenAnRuecken SAT Schlagschach Schutzkoenige \
     SchwarzeOszillierendeKoenige SchwarzerAntiSynchronZueger SchwarzerKuerzestzueger SchwarzerLaengstzueger \
     SchwarzerMaxDister SchwarzerMinDister SchwarzerOhneschlag SchwarzerRandzueger SchwarzerReflektierenderKoenig \
     SchwarzerSchlagzwang SchwarzerSuperTransmutierenderKoenig SchwarzerSynchronZueger SchwarzerTransmutierenderKoenig \
     SchwarzerUltraSchachZwang SchwarzerVaultingKing SchwarzerVerfolgungszueger SchwarzesAlphabetischesSchach \
     SchwarzesKoeniglichesFeld SchwarzesKonsequentesZwangsfeld SchwarzesZwangsfeld SchwarzSchaecher Sentinelles \
     SerienSchlag SnekSchach SnekZirkulaerSchach SpiegelCirce SpiegelCirceclone SpiegelCouscousCirce SpiegelFileCirce \
     SpiegelFileImmunSchach SpiegelImmunSchach SpukSchach StrictSAT SuperCirce SuperDeckungen SymmetrieCirce \
     SymmetrieImmunSchach Take&MakeSchach TauschKoenige TibetSchach TraitorChess TransmissionMenace \
     TransmutierendeKoenige TurncoatCirce UltramarinesSchach UltraPatrouille UltraSchachZwang UWFeldSchwarz \
     UWFeldWeiss UWnur VaultingKings VerloreneSteine VertikaleAntiSymmetrieCirce VertikalesSpiegelCirce \
     VertikaleSymmetrieCirce VogtlaenderSchach Volage WangeAnWange WeisseOszillierendeKoenige \
     WeisserAntiSynchronZueger WeisserKuerzestzueger WeisserLaengstzueger WeisserMaxDister WeisserMinDister \
     WeisserOhneschlag WeisserRandzueger WeisserReflektierenderKoenig WeisserSchlagzwang \
     WeisserSuperTransmutierenderKoenig WeisserSynchronZueger WeisserTransmutierenderKoenig WeisserUltraSchachZwang \
     WeisserVaultingKing WeisserVerfolgungszueger WeissesAlphabetischesSchach WeissesKoeniglichesFeld \
     WeissesKonsequentesZwangsfeld WeissesZwangsfeld Woozles Wurmloecher ZentralSchach ZurzeitUnverwendet",
    "#C ActuatedRevolvingBoard ActuatedRevolvingCentre Alice AllInChess AMU Anda AndaInverse AnnanEchecs AntiCirce \
     AntiCirceAntipoden AntiCirceDiagramme AntiCirceEquipollents AntiCirceMalefique AntiCirceSymetriqueHorizontale \
     AntiCirceSymetriqueVerticale AntiCloneCirce AntiFileCirce AntiFileCirceMalefique Antigardes AntiKoeko \
     AntiMarsAntipodeanCirce AntiMarsCirce AntiMarsMalefiqueCirce AntiRois AntiSuperCirce BGL Bicaptures Bichromatique \
     Bicolores BiHeffalumps BiWoozles BlancAntiSynchronCoup BlancBordCoup BlancCaseForce BlancCaseForceConsequent \
     BlancCasePromotion BlancCaseRoyal BlancEchecsAlphabetiques BlancMaxDister BlancMaximum BlancMinDister \
     BlancMinimum BlancPoursuite BlancPriseForce BlancRoiReflecteur BlancRoisOscillant BlancRoiTransmute \
     BlancSansPrises BlancSuperRoiTransmute BlancSynchronCoup BlancUltraSchachZwang BlancVaultingKing Bolero \
     BoleroInverse Breton CameleonPoursuite CameleonSequence CaseMagique CASTechecs CavalierMajeur Chinoises Circe \
     CirceAntipoden CirceAssassin CirceCage CirceCameleon CirceClone CirceCloneMalefique CirceCouscous \
     CirceCouscousMalefique CirceDanger CirceDiagramme CirceDiametrale CirceDoubleAgents CirceEchange \
     CirceEquipollents CirceMalefique CirceMalefiqueVerticale CirceParrain CirceSymetriqueHorizontale \
     CirceSymetriqueVerticale CirceTake&Make CirceTurncoats ContactGrille ContraParrain DarkSide Degradierung \
     DernierePrise Disparate DosADos DoubleTibet Duelliste Dummy DynastieRoyale EchangeRole EchangeRoque \
     EchecsAlphabetiques EchecsAndernach EchecsAntiAndernach EchecsAntiEinstein EchecsArgentins EchecsAvril \
     EchecsBrunner EchecsCameleon EchecsCameleonLigne EchecsCentral EchecsEiffel EchecsEinstein EchecsExclusif \
     EchecsExtinction EchecsFonctionnaire EchecsGeneve EchecsGhost EchecsGlasgow EchecsHantes EchecsMarins \
     EchecsMessigny EchecsPatience EchecsPhantom EchecsPlus EchecsProtee EchecsProvacateurs EchecsRepublicains \
     EchecsRoque EchecsSnek EchecsSnekCirculaires EchecsTraitor EchecsUltramarins EchecsVogtlaender Elliuortap \
     FaceAFace FileCirce FileCirceMalefique Football Francfort FrischaufCirce FuddledMen Grille Haan HalfInChess \
     Heffalumps Hypervolage Imitator Immobilio Immun ImmunAntipoden ImmunDiagramme ImmunEquipollents \
     ImmuneSymetriqueHorizontale ImmuneSymetriqueVerticale ImmunFile ImmunFileMalefique ImmunMalefique \
     ImmunSymmetrique Influenceur JoueAJoue Koeko KoekoNouveaux Leffie Leofamily LeseMajeste MAFF MainlyInChess \
     Make&TakeEchecs MarsCirce MarsCirceMalefique Masand MasandGeneralise Maximum Monochromatique MultiCaptures \
     NoirAntiSynchronCoup NoirBordCoup NoirCaseForce NoirCaseForceConsequent NoirCasePromotion NoirCaseRoyal \
     NoirEchecs NoirEchecsAlphabetiques NoirMaxDister NoirMaximum NoirMinDister NoirMinimum NoirPoursuite \
     NoirPriseForce NoirRoiReflecteur NoirRoisOscillant NoirRoiTransmute NoirSansPrises NoirSuperRoiTransmute \
     NoirSynchronCoup NoirUltraSchachZwang NoirVaultingKing NonUtiliseActuellement NorskSjakk OWU PADEchecs \
     ParalysePartielle Patrouille Pepo PiecesPerdues PionNormale PromSeul QuiPerdGagne RankCirce ReflexionCentrale \
     Retour ReversEchecsEinstein RoisEchanges RoisKobul RoisReflecteurs RoisTransmutes Rokagogo SansBlancPromotion \
     SansEchecs SansIProm SansNoirPromotion SansPrises SAT Sentinelles SerieCapture ShieldedKings SingleBox StrictSAT \
     SuperCirce Supergardes Take&MakeEchecs Tibet TransfertPouvoir TransmissionMenace Trou TrousDeVer UltraPatrouille \
     UltraSchachZwang VaultingKings Volage Woozles",
];

/// The words, besides walks, squares and numbers, that may follow conditions that are not supported.
const ARGUMENTS: Spellings = [
    "Absolute Adverse Antipodes April Assassin Berolina Cage Calvet CaptureSquare Chameleon Cheylan Chromatic Clone \
     ContraParrain Couscous DiagonalShift Diagram Diametral Einstein Equipollents File Frischauf GridLine \
     HorizontalShift HorizontalSymmetry Inverse Irregular LastMove MaximumBlack MaximumTotal MaximumWhite Mirror \
     Neighbour Orthogonal Parachute ParaSentinelles Parrain PionAdvers PionNeutre PWC PY Rank Relaxed ReversalEinstein \
     RexExclusive RexInclusive Strict Super Symmetry Take&Make Transmuting Turncoat Turncoats Type1 Type2 Type3 TypeB \
     TypeC Ultra VerticalMirror VerticalShift VerticalSymmetry Volcanic WaitCapture",
    "Absolut Advers Antipoden April Assassin Berolina Calvet Chamaeleon Cheylan Chromatisch Clone Couscous \
     DiagonalVerschieben Diagramm Diametral Einstein Equipollents Fallschirm File Frischauf GitterLinie \
     HorizontaleSymmetrie HorizontalVerschieben Invers Kaefig KontraParrain LetzterZug Locker MaximumSchwarz \
     MaximumTotal MaximumWeiss Nachbar NaechsterSchlag Orthogonal ParaSentinelles Parrain PionAdvers PionNeutre \
     Platzwechsel PY Reihe ReversesEinstein RexExklusive RexInklusive Schlagfeld Spiegel Strikt Super Symmetrie \
     Take&Make Transmutierend Turncoat Turncoats Typ1 Typ2 Typ3 TypB TypC Ultra Unregelmaessig VertikaleSymmetrie \
     VertikalSpiegel VertikalVerschieben Vulkan",
    "Absolu Adverse Antipodes Assassin Avril Berolina Cage Calvet Cameleon CaseDePrise Cheylan Chromatique Clone \
     Colonne ContraParrain CoupDernier Couscous DiagonalDecalage Diagramme Diametral Echange Einstein Equipollents \
     Frischauf HorizontalDecalage Inverse Irregulier LigneGrille Malefique MalefiqueVerticale MaximumBlanc MaximumNoir \
     MaximumTotal Orthogonal Parachute ParaSentinelles Parrain PionAdvers PionNeutre PriseProchaine PY Rangee Relache \
     ReversEinstein RexExclusif RexInclusif Strict Super Symetrie Take&Make Transmute Turncoats Type1 Type2 Type3 \
     TypeB TypeC Ultra VerticalDecalage Voisin Volcan",
];

/// The names of a list, by language; split once, for each word of a problem is looked up here.
type Lists = LazyLock<[Vec<&'static str>; 3]>;

static UNSUPPORTED_NAMES: Lists = LazyLock::new(|| UNSUPPORTED.map(|names| names.split(' ').collect()));
static ARGUMENT_NAMES: Lists = LazyLock::new(|| ARGUMENTS.map(|names| names.split(' ').collect()));

pub fn condition(word: &str, language: Language) -> Found<Condition> {
    find(word, conditions(language))
}

/// All conditions by all of their names, the supported ones first.
fn conditions(language: Language) -> impl Iterator<Item = (&'static str, Condition)> {
    let known = CONDITIONS.iter().flat_map(|&def| {
        std::iter::once(def.name).chain(def.aliases.iter().copied()).map(move |name| (name, Condition::Known(def)))
    });
    let is_known = |name: &str| CONDITIONS.iter().any(|def| def.is_called(name));
    let unsupported = UNSUPPORTED_NAMES[language as usize].iter().filter(move |name| !is_known(name));
    known.chain(unsupported.map(|&name| (name, Condition::Unsupported(name))))
}

pub fn condition_names(language: Language) -> impl Iterator<Item = &'static str> {
    conditions(language).map(|(name, _)| name)
}

pub fn variant(word: &str, language: Language) -> Found<Option<&'static str>> {
    let translated = CONDITION_VARIANTS.iter().map(|&(variant, names)| (names[language as usize], variant));
    let is_translated = |name: &str| CONDITION_VARIANTS.iter().any(|(_, names)| names[0] == name);
    let mut others: Vec<&'static str> = CONDITIONS.iter().flat_map(|def| def.variants.iter().map(|v| v.name)).collect();
    others.sort_unstable();
    others.dedup();
    find(word, translated.chain(others.into_iter().filter(|name| !is_translated(name)).map(|name| (name, Some(name)))))
}

/// Whether a word is, in full, an argument of some condition.
pub fn is_full_condition_argument(word: &str, language: Language) -> bool {
    ARGUMENT_NAMES[language as usize].iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// Whether a word can be an argument of some condition, abbreviated or not.
pub fn is_condition_argument(word: &str, language: Language) -> bool {
    colour(word, language).one().is_some() || ARGUMENT_NAMES[language as usize].iter().any(|name| begins(name, word))
}
