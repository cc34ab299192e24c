//! The options. What they mean is said in [`OPTIONS`]; here is how they are spelled in the three languages.

use super::{Found, Language, Spellings, find};
use crate::problem::{OPTIONS, OptionDef};

/// An option of Popeye's.
#[derive(Clone, Copy)]
pub enum PopeyeOption {
    Known(&'static OptionDef),
    Unsupported(&'static str),
}

/// The English spelling is the name in [`OPTIONS`].
const KNOWN: &[Spellings] = &[
    ["Variations", "Varianten", "Variantes"],
    ["SetPlay", "Satzspiel", "Apparent"],
    ["Try", "Verfuehrung", "Essais"],
    ["Defence", "Widerlegung", "Defense"],
    ["TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"],
    ["NoThreat", "OhneDrohung", "SansMenace"],
    ["NoShortVariations", "OhneKurzVarianten", "SansVariantesCourtes"],
    ["PostKeyPlay", "NachSchluessel", "ApresCle"],
    ["NullMoves", "NullZuege", "CoupsVides"],
    ["Threat", "Drohung", "Menace"],
    ["MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"],
    ["NonTrivial", "NichtTrivial", "NonTrivial"],
    ["KeepMatingPiece", "HalteMattsetzendenStein", "RetiensPieceMatante"],
    ["Quodlibet", "Quodlibet", "Quodlibet"],
    ["GoalIsEnd", "ZielIstEnde", "ButEstFin"],
    ["MatesIn1", "MattsIn1", "MatsEn1"],
    ["WhiteToPlay", "WeissBeginnt", "ApparentSeul"],
    ["Duplex", "Duplex", "Duplex"],
    ["HalfDuplex", "HalbDuplex", "DemiDuplex"],
    ["NoWk", "OhneWk", "SansRB"],
    ["NoBk", "OhneSk", "SansRN"],
    ["NoCastling", "KeineRochade", "SansRoquer"],
    ["CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs"],
    ["EnPassant", "EnPassant", "EnPassant"],
    ["MaxSolutions", "MaxLoesungen", "MaxSolutions"],
    ["MaxTime", "MaxZeit", "MaxTemps"],
    ["StopOnShortSolutions", "StopNachKurzLoesungen", "FinApresSolutionsCourtes"],
    ["MoveNumbers", "Zugnummern", "Trace"],
    ["StartMoveNumber", "StartZugnummer", "Enroute"],
    ["UpToMoveNumber", "BisZugnummer", "JusquAuCoup"],
    ["Intelligent", "Intelligent", "Intelligent"],
    ["NoBoard", "OhneBrett", "SansEchiquier"],
    ["Beep", "Pieps", "Bip"],
    ["SuppressGrid", "OhneGitter", "SansGrille"],
    ["WriteGrid", "ZeichneGitter", "AjouteGrille"],
];

const UNSUPPORTED: &[Spellings] = &[
    ["NoSymmetry", "KeineSymmetrie", "NonSymetrique"],
    ["MultiSolutions", "MehrereLoesungen", "MultiSolutions"],
    ["Search", "Suchen", "Search"],
    ["UnpublishedOption", "NichtPublizierteOption", "OptionNonPubliee"],
];

pub fn option(word: &str, language: Language) -> Found<PopeyeOption> {
    let spelling = |names: &Spellings| names[language as usize];
    let known = KNOWN.iter().filter_map(|names| {
        let def = OPTIONS.iter().find(|def| def.name == names[0])?;
        Some((spelling(names), PopeyeOption::Known(def)))
    });
    let unsupported = UNSUPPORTED.iter().map(|names| (spelling(names), PopeyeOption::Unsupported(spelling(names))));
    find(word, known.chain(unsupported))
}

pub fn option_names(language: Language) -> impl Iterator<Item = &'static str> {
    KNOWN.iter().chain(UNSUPPORTED).map(move |names| names[language as usize])
}

/// The English name of an option under its German or French one, or the only one that begins so.
pub fn option_in_english(word: &str) -> Option<&'static str> {
    if word.len() < 4 {
        return None;
    }
    [Language::German, Language::French].into_iter().find_map(|language| match option(word, language) {
        Found::One(PopeyeOption::Known(def)) => Some(def.name),
        _ => None,
    })
}
