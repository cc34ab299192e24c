//! Names of the conditions, and of the words that may follow them, in Popeye's three languages.

use super::{CONDITIONS, ConditionDef};
use std::sync::LazyLock;

/// The English, German and French name of each condition, supported or not, sorted by the English name. A missing name
/// is empty.
pub static NAMES: LazyLock<Vec<[&'static str; 3]>> = LazyLock::new(|| {
    let solvable = CONDITIONS.iter().map(|def| [def.name, def.german, def.french]);
    let mut names: Vec<[&str; 3]> = solvable.chain(REFUSED.iter().map(|(names, _)| *names)).collect();
    names.sort_by_key(|names| names[0].to_ascii_lowercase());
    names
});

/// Conditions of Popeye that Keymove does not support, each with its three names and the reason; `docs/trust.md` has
/// examples.
#[rustfmt::skip]
const REFUSED: &[([&str; 3], &str)] = &[
    (["CASTInverse", "CASTInvers", "CASTInverse"], "Popeye rejects this name; write `CASTChess Inverse`"),
    (["CurrentlyUnused", "ZurzeitUnverwendet", "NonUtiliseActuellement"], "this name does not stand for a condition"),
    (["Dummy", "Dummy", "Dummy"], "this name does not stand for a condition"),
    (["PatienceChess", "PatienceSchach", "EchecsPatience"], "it changes none of Popeye's solutions"),
    (["TraitorChess", "TraitorChess", "EchecsTraitor"], "in Popeye, only black men change sides, even the king"),
    (["TransmissionMenace", "TransmissionMenace", "TransmissionMenace"], "no known rule explains Popeye's moves"),
];

/// English, German and French forms of the words that may follow a condition, except squares, numbers and men.
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

/// Returns the reason why Keymove does not support the condition with this English name; `None` if the condition is
/// supported or unknown.
pub fn why_refused(english: &str) -> Option<&'static str> {
    REFUSED.iter().find(|(names, _)| names[0] == english).map(|(_, reason)| *reason)
}

/// Returns the supported condition with this English name or alias, in upper or lower case; `None` if there is none.
pub fn definition(english: &str) -> Option<&'static ConditionDef> {
    CONDITIONS.iter().copied().find(|def| def.is_called(english))
}

/// Returns all German and French names, each with the English name.
fn foreign() -> impl Iterator<Item = (&'static str, &'static str)> {
    let names = NAMES.iter().flat_map(|row| row[1..].iter().map(move |name| (*name, row[0])));
    names.filter(|(name, _)| !name.is_empty())
}

/// Returns the English name for a German or French name in upper or lower case; `None` if the name is unknown.
pub fn in_english(word: &str) -> Option<&'static str> {
    foreign().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, english)| english)
}

/// Returns the English name of the only condition with a German or French name that begins with `word`. Returns `None`
/// if no or several conditions have such a name, or if `word` has fewer than four letters.
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
    fn every_condition_has_its_names_in_all_languages() {
        // Popeye itself has no French name for it.
        let nameless: Vec<&str> = NAMES.iter().filter(|row| row.contains(&"")).map(|row| row[0]).collect();
        assert_eq!(nameless, ["NannaChess"]);
        assert!(REFUSED.iter().all(|(names, _)| definition(names[0]).is_none()));
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
