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
    (
        |of| of.case.play.starts_with("exact-s") && of.keys_only_there() == 0,
        "exact selfplay, of which Popeye leaves out keys",
    ),
    (
        |of| of.case.play.contains("->") && of.case.has("Quodlibet") && of.keys_only_there() == 0,
        "Quodlibet after an introductory series, where Popeye passes over it",
    ),
    (
        |of| of.case.has("MaxSolutions") && ends_in_battle(of.case.kind()),
        "MaxSolutions where the last moves are battle play, or both sides have an end",
    ),
    (
        |of| of.case.options.iter().any(|option| option == "Threat 0"),
        "a threat of no moves, which forbids some goals in one move there and others not",
    ),
    (
        |of| of.case.goal == "00" || of.case.is_structured() && of.case.play.contains("00"),
        "the goal 00, before which nothing but castling is played there",
    ),
    (
        |of| {
            let can_be_taken_back = match of.case.kind() {
                "" | "s" => true,
                "ser-s" => of.only_there().is_empty(),
                // Where taking back is the circuit that is asked for.
                "r" | "semi-r" | "hs" | "hr" => of.case.goal == "ct" && of.only_there().is_empty(),
                _ => false,
            };
            of.case.has_neutral_men() && can_be_taken_back
        },
        "first moves of a neutral man that can be taken back",
    ),
    (
        |of| {
            let is_exact = of.case.play.starts_with("exact-");
            of.case.kind().starts_with("pser") && of.case.has("SetPlay") && (is_exact || of.only_there().is_empty())
        },
        "parry series with SetPlay, of which Popeye tells the first length only, be it exact or not",
    ),
    (
        |of| {
            let passes = |line: &&str| line.split(' ').any(|word| word == "...");
            of.case.has("NullMoves") && of.only_there().iter().chain(&of.only_here()).all(passes)
        },
        "null moves, which reach goals in Popeye, and of which it leaves out some",
    ),
    (
        |of| {
            let reached_by_a_pass = |line: &&str| line.split(' ').rev().take(2).any(|word| word == "...");
            let there = of.only_there();
            of.case.kind().starts_with("pser-s")
                && of.only_here().is_empty()
                && !there.is_empty()
                && there.iter().all(reached_by_a_pass)
        },
        "a pass in a parry series, which reaches goals in Popeye",
    ),
    (
        |of| of.case.kind().starts_with("pser-s") && of.case.has("Quodlibet") && of.case.has("PostKeyPlay"),
        "a parry series after the key with Quodlibet, of which Popeye tells two moves of the defender on end",
    ),
    (
        |of| {
            let joined = ["##!|", "|##!", "##!&", "&##!", "!#|", "|!#", "!#&", "&!#"];
            of.case.is_structured() && joined.iter().any(|goals| of.case.play.contains(goals))
        },
        "a double mate or a countermate among other goals, which Popeye reads as their denial",
    ),
    (
        |of| of.case.kind() == "semi-r" && of.case.goal == "ep" && of.case.has("GoalIsEnd"),
        "a double step that ends semi-reflex play for the goal ep in Popeye, since the capture is possible now",
    ),
    (
        |of| of.case.has("KeepMatingPiece") && of.keys_only_there() == 0,
        "KeepMatingPiece, with which Popeye gives up where a king alone can reach the goal",
    ),
    (
        |of| of.case.has("StartMoveNumber") || of.case.has("UpToMoveNumber"),
        "numbers of first moves, which follow the order in which each program makes them",
    ),
    (
        |of| {
            let asks_the_other_side =
                of.case.kind().contains("reci-h") || of.case.goal == "!#" || of.case.has("Threat");
            asks_the_other_side && of.case.conditions.contains("Maximummer")
        },
        "a maximummer who is asked out of turn, and has moves there that are not the longest",
    ),
];

/// Why an answer may differ from Popeye's; `None` where nothing explains it.
pub fn explanation(case: &Case, ours: &str, theirs: &str) -> Option<&'static str> {
    let difference = Difference { case, ours: NormalForm::new(ours), theirs: NormalForm::new(theirs) };
    EXPLAINED.iter().find(|(covers, _)| covers(&difference)).map(|(_, reason)| *reason)
}

impl Difference<'_> {
    /// Keys and lines that solve, not tries.
    fn keys_only_there(&self) -> usize {
        self.only_there().iter().filter(|line| line.starts_with("1.") && !line.contains('?')).count()
    }

    fn only_here(&self) -> Vec<&str> {
        self.ours.lines_not_in(&self.theirs)
    }

    fn only_there(&self) -> Vec<&str> {
        self.theirs.lines_not_in(&self.ours)
    }
}

/// What follows the last free move is forced, or both sides have an end of their own.
fn ends_in_battle(kind: &str) -> bool {
    ["r", "semi-r", "hr"].contains(&kind)
        || ["reci-h", "pser-s", "pser-r", "pser-semi-r", "pser-hs", "ser-hs"].iter().any(|play| kind.starts_with(play))
}
