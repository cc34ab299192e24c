//! What the two programs understand in two ways, with the reasons that docs/trust.md gives.

use super::super::popeye::NormalForm;
use super::Case;

/// A problem with its two answers.
pub struct Difference<'a> {
    pub case: &'a Case,
    pub ours: NormalForm,
    pub theirs: NormalForm,
}

/// Which differences, and why.
type Explanation = (fn(&Difference) -> bool, &'static str);

const EXPLAINED: &[Explanation] = &[
    (|of| of.case.goal == "!=", "an autostalemate in which a pinned man could move"),
    (
        |of| of.case.has("TrivialTriesAvoid") && of.case.has("Defence"),
        "TrivialTriesAvoid with tries that have several refutations",
    ),
    (
        |of| of.case.twins.first().is_some_and(|twin| twin.starts_with("zero")) && of.case.has("Duplex"),
        "a zeroposition for both sides",
    ),
    (|of| of.case.play.starts_with("exact-s") && of.case.has("Try"), "tries of exact selfmates"),
    (
        |of| of.case.has_neutral_men() && matches!(of.case.kind(), "" | "s"),
        "first moves of a neutral man that can be taken back",
    ),
    (
        |of| of.case.kind().starts_with("pser") && of.case.has("SetPlay") && of.only_there().is_empty(),
        "parry series with SetPlay, of which Popeye tells the first length only",
    ),
    (
        |of| {
            let lines = [of.only_here(), of.only_there()].concat();
            of.case.has("NullMoves") && lines.iter().all(|line| line.contains(" ..."))
        },
        "null moves, which reach goals in Popeye, and of which it leaves out some",
    ),
    (
        |of| of.case.has("StartMoveNumber") || of.case.has("UpToMoveNumber"),
        "numbers of first moves, which follow the order in which each program makes them",
    ),
    (
        |of| of.case.kind().contains("reci-h") && of.case.conditions.contains("Maximummer"),
        "reciprocal play with a maximummer, whose own goal Popeye looks for with moves that are not the longest",
    ),
];

/// Why an answer may differ from Popeye's; `None` where nothing explains it.
pub fn explanation(case: &Case, ours: &str, theirs: &str) -> Option<&'static str> {
    let difference = Difference { case, ours: NormalForm::new(ours), theirs: NormalForm::new(theirs) };
    EXPLAINED.iter().find(|(covers, _)| covers(&difference)).map(|(_, reason)| *reason)
}

impl Difference<'_> {
    fn only_here(&self) -> Vec<&str> {
        self.ours.lines_not_in(&self.theirs)
    }

    fn only_there(&self) -> Vec<&str> {
        self.theirs.lines_not_in(&self.ours)
    }
}
