//! Recognises known differences from Popeye in random problems of all plays, as the rows of `tests/differences.txt`
//! describe them.

use super::super::differences::{Row, rows};
use super::super::popeye::{Ending, NormalForm};
use super::Case;
use std::collections::BTreeSet;

/// A problem with both programs' answers, which differ.
pub struct Difference<'a> {
    pub case: &'a Case,
    pub ours: NormalForm,
    pub theirs: NormalForm,
}

/// The key of rows in `tests/differences.txt`, and a function that recognises the difference.
type Explanation = (&'static str, fn(&Difference) -> bool);

const EXPLAINED: &[Explanation] = &[
    ("autostalemate", |of| of.case.goal == "!="),
    ("trivial-tries", |of| of.case.has("TrivialTriesAvoid") && of.case.has("Defence")),
    ("zeroposition-duplex", |of| of.case.begins_with_zeroposition() && of.case.has("Duplex")),
    ("exact-selfplay", |of| of.case.play.starts_with("exact-s") && of.keys_only_there() == 0),
    ("exact-any-move", |of| of.case.play.starts_with("exact-") && of.case.goal == "~" && of.only_there().is_empty()),
    ("zeroposition", |of| of.case.begins_with_zeroposition() && of.is_about_messages_alone()),
    ("quodlibet-stretches", |of| of.case.is_structured() && of.case.has("Quodlibet") && of.is_about_messages_alone()),
    ("set-play-alone", |of| {
        let is_illegal = of.ours.messages.iter().any(|message| message.contains("capture the king"));
        let stops = of.case.has("MaxSolutions") || of.case.has("StopOnShortSolutions");
        stops && of.case.has("SetPlay") && is_illegal && of.ours.twins == of.theirs.twins
    }),
    ("quodlibet-introduced", |of| of.case.play.contains("->") && of.case.has("Quodlibet")),
    ("quodlibet-keys", |of| {
        let tells_more = of.case.has("Variation") || of.case.has("SetPlay");
        let tells_variations = of.case.has("Quodlibet") && tells_more;
        of.case.kind() == "s" && tells_variations && of.has_the_same_first_moves()
    }),
    ("max-battle", |of| {
        let is_introduced = of.case.play.contains("->");
        let is_double = of.case.goal.starts_with("##!");
        of.case.has("MaxSolutions") && (is_introduced || is_double || ends_in_battle(of.case.kind()))
    }),
    ("threat-0", |of| of.case.options.iter().any(|option| option == "Threat 0")),
    ("ep-and-00", |of| {
        let of_twin = |twin: &String| twin.contains("stipulation") && (twin.contains("00") || twin.contains("ep"));
        of.case.goal == "00"
            || of.case.twins.iter().any(of_twin)
            || of.case.goal == "ep" && of.case.has("Quodlibet")
            || of.case.is_structured() && ["00", "ep"].iter().any(|goal| of.case.play.contains(goal))
    }),
    ("taken-back", |of| {
        let can_be_taken_back = match of.case.kind() {
            "" | "s" => true,
            "semi-r" => of.case.goal == "ct" && of.case.has("Try") || of.only_there().is_empty(),
            // If the number of solutions is limited, others take their place.
            "ser-s" | "pser-" => of.only_there().is_empty() || of.case.has("MaxSolutions"),
            // Seen only with the goal that every move reaches.
            "pser-s" | "phser-s" => of.case.goal == "~" && of.only_there().is_empty(),
            // With goals for which taking back is itself a circuit or an arrival.
            "hr" => ["ct", "c81"].contains(&&*of.case.goal) || of.case.goal.starts_with('z'),
            "r" => of.case.goal == "ct" || of.only_there().is_empty(),
            // A side that must make the longest move may have to take back the previous one.
            "hs" | "pser-hs" => {
                let is_long = of.case.conditions.contains("Maximummer");
                let is_met = ["ct", "c81", "~"].contains(&&*of.case.goal);
                // If the number of solutions is limited, others take their place.
                (is_met || is_long) && of.only_there().is_empty() || is_met && of.case.has("MaxSolutions")
            }
            "phser-r" if of.case.goal == "c81" => true,
            "ser-r" | "phser-r" | "pser-r" => of.case.goal == "ct" || of.only_there().is_empty(),
            _ => of.case.is_structured() && of.only_there().is_empty(),
        };
        of.case.has_neutral_men() && can_be_taken_back
    }),
    ("parry-set-play", |of| {
        let is_exact = of.case.play.starts_with("exact-");
        let tells_less = is_exact || of.case.has("MaxSolutions") || of.only_there().is_empty();
        of.case.kind().starts_with("pser") && of.case.has("SetPlay") && tells_less
    }),
    ("null-moves", |of| {
        let is_shown_by_the_position = ["#", "=", "==", "#=", "+", "##", "!=", "~"].contains(&&*of.case.goal);
        let is_helped = of.case.kind().starts_with('h') || of.case.kind() == "reci-h";
        of.case.has("NullMoves") && (!is_shown_by_the_position || is_helped && of.case.kind() != "h")
    }),
    ("parry-passes", |of| {
        let reached_by_a_pass = |line: &&str| line.split(' ').rev().take(2).any(|word| word == "...");
        let there = of.only_there();
        of.case.kind().starts_with("pser-s") && !there.is_empty() && there.iter().all(reached_by_a_pass)
    }),
    ("double-stalemates", |of| {
        let may_paralyse = of.case.conditions.contains("Madrasi");
        of.case.goal == "==" && of.case.has("GoalIsEnd") && may_paralyse && of.only_there().is_empty()
    }),
    ("joined-countermates", |of| {
        let joined = ["##!|", "|##!", "##!&", "&##!", "!##!", "!#|", "|!#", "!+|", "|!+", "!#&c81", "!#&%", "!#&k"];
        of.case.is_structured() && joined.iter().any(|goals| of.case.play.contains(goals))
    }),
    ("joined-kisses", |of| {
        let after_a_kiss = of.case.play.split("&k").map(|before| before.split(['[', '&', '|']).next_back());
        of.case.is_structured() && after_a_kiss.flatten().any(|goal| goal.starts_with('k'))
    }),
    ("end-c81", |of| {
        let is_asked = of.case.goal == "c81" || of.case.is_structured() && of.case.play.contains("c81");
        // In Popeye, play continues after a black move to the first rank.
        let is_refuted = |line: &&str| line.starts_with("1...") && line.ends_with("refutes.");
        let here = of.only_here();
        let ends_here = of.case.kind().starts_with("pser") && !here.is_empty() && here.iter().all(is_refuted);
        is_asked && of.case.has("GoalIsEnd") && (of.only_there().is_empty() || ends_here)
    }),
    ("end-threats", |of| {
        let asks_for_squares = of.case.goal.starts_with(['z', 'k']) || of.case.goal == "c81";
        let tells = of.case.has("Variation") || of.case.has("Threat");
        asks_for_squares && of.case.has("GoalIsEnd") && tells && of.has_the_same_first_moves()
    }),
    ("joined-king", |of| {
        let is_illegal = of.ours.messages.iter().any(|message| message.contains("capture the king"));
        of.case.joins_branches() && is_illegal && of.only_here().is_empty()
    }),
    ("joined-choice", |of| {
        let chooses = ["ummer", "MustCapture"].iter().any(|name| of.case.conditions.contains(name));
        of.case.joins_branches() && chooses && of.only_here().is_empty()
    }),
    ("end-set-play", |of| {
        let in_series = of.case.kind() == "ser-hs";
        in_series && of.case.has("GoalIsEnd") && of.case.has("SetPlay") && of.only_here().is_empty()
    }),
    ("reflex-check", |of| {
        let goes_on = of.case.has("SetPlay") || of.case.has("PostKeyPlay");
        let is_reflex = ["r", "semi-r"].contains(&of.case.kind());
        let is_check = of.case.goal == "+" && of.case.has("Quodlibet");
        is_reflex && is_check && goes_on && of.only_here().is_empty()
    }),
    ("reflex-countermates", |of| of.case.kind() == "semi-r" && of.case.goal == "##!" && of.case.has("Quodlibet")),
    ("joined-branches", |of| {
        let is_broken = |line: &&str| line.contains("?!?");
        let (here, there) = (of.only_here(), of.only_there());
        let tells_less = there.is_empty() && here.iter().all(is_broken);
        let tells_more = here.is_empty() && of.keys_only_there() == 0;
        of.case.joins_branches() && (tells_less || tells_more)
    }),
    ("defender-begins", |of| {
        let follows = of.case.play.contains("a[2da[") || of.case.play.contains("a[4da[");
        of.case.is_structured() && follows && of.case.has("Variation") && of.keys_only_there() == of.keys_only_here()
    }),
    ("joined-goals", |of| {
        let joined = |sign: &str| of.case.play.split([' ', '[', ']']).any(|part| part.contains(sign));
        let ends = of.case.play.contains(" & ") && (joined("&~") || joined("~&"));
        of.case.is_structured() && ends && of.only_here().is_empty()
    }),
    ("inner-goals", |of| {
        // Popeye prints lines and keys of all branches in one list.
        let there = of.theirs.moves();
        let is_told_there = of.ours.moves().iter().all(|told| there.contains(told));
        of.case.is_structured() && has_inner_and(&of.case.play) && is_told_there
    }),
    ("hidden-moves", |of| {
        of.case.is_structured() && of.case.play.contains('/') && of.only_there().iter().all(|line| *line == "!")
    }),
    ("denied-kiss", |of| of.case.is_structured() && of.case.play.contains("!k")),
    ("parry-kisses", |of| of.case.goal.starts_with('k') && of.case.kind().starts_with("pser")),
    ("exact-refutations", |of| {
        let is_exact = of.case.play.contains("exact-") && of.case.has("NoShortVariations");
        is_exact
            && of.case.has("Try")
            && of.only_there().is_empty()
            && of.only_here().iter().all(|line| line.ends_with('!'))
    }),
    ("null-isardam", |of| {
        of.case.has("NullMoves") && of.case.conditions.contains("Isardam") && of.only_there().is_empty()
    }),
    ("max-ep", |of| of.case.has("MaxSolutions") && of.case.goal == "ep"),
    ("unhelped-number", |of| {
        let unnumbered = |lines: Vec<&str>| -> BTreeSet<String> { lines.into_iter().map(without_numbers).collect() };
        let is_begun_by_the_other = of.case.is_structured() && of.case.play.contains(" - ");
        is_begun_by_the_other && unnumbered(of.only_here()) == unnumbered(of.only_there())
    }),
    ("ends-before", |of| of.case.is_structured() && of.case.play.contains("[>")),
    ("constraints", |of| {
        let is_broken = |line: &&str| line.contains("?!?");
        of.case.is_structured()
            && (has_inner_constraint(&of.case.play) || of.case.play.contains("{1a["))
            && of.only_there().iter().all(is_broken)
    }),
    ("joined-signs", |of| {
        let joined = of.case.is_structured() && of.case.play.contains(['&', '|']);
        joined && without_signs(of.ours.moves()) == without_signs(of.theirs.moves())
    }),
    ("max-joined", |of| of.case.is_structured() && of.case.has("MaxSolutions")),
    ("end-ep", |of| {
        let asks_both_sides =
            of.case.has("GoalIsEnd") || ["r", "pser-r"].contains(&of.case.kind()) && of.case.has("Quodlibet");
        of.case.goal == "ep" && asks_both_sides && of.only_there().is_empty()
    }),
    ("parry-countermates", |of| {
        let is_parried = ["pser-r", "pser-s"].contains(&of.case.kind());
        of.case.goal == "##!" && is_parried && of.case.has("Quodlibet") && of.only_there().is_empty()
    }),
    ("end-keys", |of| {
        let asks = of.case.has("GoalIsEnd") && of.case.has("SetPlay");
        (of.case.kind().ends_with("semi-r") || of.case.kind() == "s") && asks && of.keys_only_there() == 0
    }),
    ("narrow-refutations", |of| {
        let of_twin = |twin: &String| twin.starts_with("stipulation s");
        let is_last_move = of.case.kind() == "s" && of.case.is_in_one() || of.case.twins.iter().any(of_twin);
        let told = |lines: Vec<&str>| lines.iter().all(|line| line.starts_with("1...") || line.contains('?'));
        let is_narrow = of.case.has_goal(&["ep", "00", "##", "##!"]) && is_last_move;
        let looks_for_refutations = ["PostKeyPlay", "Try", "Defence"].iter().any(|option| of.case.has(option));
        looks_for_refutations && is_narrow && of.only_there().is_empty() && told(of.only_here())
    }),
    ("parry-after-key", |of| {
        let is_after_key = of.case.kind().starts_with("pser") && of.case.has("PostKeyPlay");
        let here: Vec<String> = of.only_here().iter().map(|line| line.replace(" +", "")).collect();
        let there = of.theirs.moves();
        // As a tree, or as lines.
        let is_told_there = |line: &String| {
            let line = line.trim_end_matches("refutes.").trim();
            there.iter().any(|there| there.starts_with(line) && there.ends_with("refutes."))
        };
        is_after_key && (of.only_there().is_empty() || here.iter().all(is_told_there))
    }),
    ("set-play-quodlibet", |of| {
        let is_refuted_there = of.theirs.moves().iter().any(|line| line.ends_with("refutes."));
        of.case.has("SetPlay") && of.case.has("Quodlibet") && !of.case.has("PostKeyPlay") && is_refuted_there
    }),
    ("c81-rebirth", |of| {
        let by_rebirth = |line: &&str| line.contains("->");
        let is_reborn = of.case.has_goal(&["c81"]) || of.case.play.contains("c81");
        is_reborn && of.case.conditions == "AntiCirce" && of.only_there().iter().all(by_rebirth)
    }),
    ("keep-mating-piece", |of| {
        of.case.has("KeepMatingPiece") && (of.keys_only_there() == 0 || of.case.kind() == "pser-s")
    }),
    ("first-double-mate", |of| {
        let begins_with_the_end = of.case.has("SetPlay") || of.case.has("WhiteToPlay");
        let is_double = of.case.goal == "##" || of.case.goal == "##!" && of.case.kind() == "hr";
        is_double && ["s", "hr"].contains(&of.case.kind()) && begins_with_the_end && of.only_there().is_empty()
    }),
    ("end-after-key", |of| of.case.has("GoalIsEnd") && of.case.has("PostKeyPlay") && of.only_there().is_empty()),
    ("short-set-play", |of| {
        let later = of.case.has("StopOnShortSolutions") && !of.case.twins.is_empty();
        later && of.case.has("SetPlay") && of.only_there().is_empty()
    }),
    ("short-introduced", |of| {
        let stops = of.ours.ending == Some(Ending::Partial) && of.ours.ending == of.theirs.ending;
        of.case.play.contains("->") && of.case.has("StopOnShortSolutions") && stops
    }),
    ("move-numbers", |of| of.case.has("StartMoveNumber") || of.case.has("UpToMoveNumber")),
    ("maximummer", |of| {
        let asks_the_other_side = of.case.kind().contains("reci-h")
            || ["!#", "##", "##!"].contains(&&*of.case.goal)
            || of.case.has("Threat")
            || of.case.has("GoalIsEnd");
        let has_maximummer =
            of.case.conditions.contains("Maximummer") || of.case.twins.iter().any(|twin| twin.contains("Maximummer"));
        let looks_for_threats = of.case.has("Quodlibet") && of.case.has("Variation");
        (asks_the_other_side || of.case.has("NonTrivial") || looks_for_threats) && has_maximummer
    }),
];

/// Returns the known reason why Keymove's answer differs from Popeye's, or `None` if there is none.
pub fn explanation(case: &Case, ours: &str, theirs: &str) -> Option<&'static str> {
    let difference = Difference { case, ours: NormalForm::new(ours), theirs: NormalForm::new(theirs) };
    let what = |key: &str| rows().find(|row| row.key == key).map(|row| row.what);
    let reason_of = |of: &Difference| EXPLAINED.iter().find(|(_, covers)| covers(of)).and_then(|(key, _)| what(key));
    reason_of(&difference).or_else(|| {
        // The difference may come from the stipulation of a twin.
        case.with_stipulations_of_twins().iter().find_map(|case| {
            reason_of(&Difference { case, ours: difference.ours.clone(), theirs: difference.theirs.clone() })
        })
    })
}

impl Difference<'_> {
    /// Returns the number of keys and solving lines that only Popeye prints. Tries do not count.
    fn keys_only_there(&self) -> usize {
        self.theirs.lines_not_in(&self.ours).iter().filter(|line| is_key(line)).count()
    }

    fn keys_only_here(&self) -> usize {
        self.ours.lines_not_in(&self.theirs).iter().filter(|line| is_key(line)).count()
    }

    /// Whether the answers differ in messages only: the solutions are equal, and both are complete or both partial.
    fn is_about_messages_alone(&self) -> bool {
        self.ours.twins == self.theirs.twins && self.ours.ending == self.theirs.ending
    }

    /// Whether the first moves of both answers are equal, regardless of the play after them.
    fn has_the_same_first_moves(&self) -> bool {
        let first = |form: &NormalForm| -> BTreeSet<String> {
            let lines = form.moves().into_iter().filter(|line| line.starts_with("1.") && !line.starts_with("1..."));
            lines.map(|line| line.replace(" threat:", "").replace(" zugzwang.", "")).collect()
        };
        first(&self.ours) == first(&self.theirs)
    }

    fn only_here(&self) -> Vec<&str> {
        self.ours.told_not_in(&self.theirs)
    }

    fn only_there(&self) -> Vec<&str> {
        self.theirs.told_not_in(&self.ours)
    }
}

/// Whether the line begins a solution and not a try.
fn is_key(line: &str) -> bool {
    line.starts_with("1.") && !line.contains('?')
}

/// Removes move numbers, which depend on the side that begins.
fn without_numbers(line: &str) -> String {
    let move_of =
        |word: &str| word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.').to_string();
    line.split_whitespace().map(move_of).collect::<Vec<_>>().join(" ")
}

/// Whether the play ends in battle: the last moves are forced, or each side has a goal of its own, or any parry of a
/// check is allowed.
fn ends_in_battle(kind: &str) -> bool {
    ["r", "semi-r", "hr"].contains(&kind)
        || ["reci-h", "pser-", "phser-r", "ser-r", "ser-hs"].iter().any(|play| kind.starts_with(play))
}

/// Returns the distinct moves of the lines, without the signs of check and goal.
fn without_signs(lines: Vec<&str>) -> BTreeSet<String> {
    let is_move = |word: &&str| *word != "c81" && (word.contains(|c: char| c.is_ascii_digit()) || word.contains("0-0"));
    lines.iter().map(|line| line.split(' ').filter(is_move).collect::<Vec<_>>().join(" ")).collect()
}

/// Whether, in a structured stipulation, goals in brackets are combined by `&`, and a branch follows them.
fn has_inner_and(play: &str) -> bool {
    play.rsplit_once(" & ").is_some_and(|(first, _)| first.split('[').skip(1).any(|inner| inner.contains('&')))
}

/// Whether a branch inside brackets, which follows another branch, has a constraint.
fn has_inner_constraint(play: &str) -> bool {
    let mut depth = 0;
    play.chars().any(|c| {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        c == '{' && depth > 0
    })
}

#[test]
fn each_row_about_plays_has_a_test_for_answers() {
    let is_meant = |row: &Row| row.conditions.is_none() && row.key != "-";
    let listed: BTreeSet<&str> = rows().filter(is_meant).map(|row| row.key).collect();
    assert_eq!(listed, EXPLAINED.iter().map(|(key, _)| *key).collect());
}
