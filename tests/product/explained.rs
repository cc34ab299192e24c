//! What the two programs understand in two ways, with the reasons that docs/trust.md gives.

use super::Case;

/// Which problems, and why.
type Explanation = (fn(&Case) -> bool, &'static str);

const EXPLAINED: &[Explanation] = &[
    (|case| case.goal == "!=", "Popeye finds no autostalemate where a pinned man could move"),
    (|case| case.has("TrivialTriesAvoid") && case.has("Defence"), "Popeye leaves out tries that give no check"),
    (
        |case| case.twins.first().is_some_and(|twin| twin.starts_with("zero")) && case.has("Duplex"),
        "Popeye solves the diagram for the other side too",
    ),
    (|case| case.play.starts_with("exact-s") && case.has("Try"), "Popeye tells tries that the play does not have"),
    (
        |case| case.has_neutral_men() && matches!(case.kind(), "" | "s"),
        "Popeye leaves out first moves of a neutral man that can be taken back, keys and tries",
    ),
];

/// Why an answer may differ from Popeye's; `None` where nothing explains it.
pub fn explanation(case: &Case) -> Option<&'static str> {
    EXPLAINED.iter().find(|(covers, _)| covers(case)).map(|(_, reason)| *reason)
}
