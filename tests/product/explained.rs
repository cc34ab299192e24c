//! Known differences from Popeye in the product of plays, with the reasons that docs/trust.md gives.

use super::super::popeye::{Ending, NormalForm};
use super::Case;
use std::collections::BTreeSet;

/// A problem with both answers.
pub struct Difference<'a> {
    pub case: &'a Case,
    pub ours: NormalForm,
    pub theirs: NormalForm,
}

/// A test for a difference, and its reason.
type Explanation = (fn(&Difference) -> bool, &'static str);

const EXPLAINED: &[Explanation] = &[
    (|of| of.case.goal == "!=", "an autostalemate in which a pinned man could move"),
    (
        |of| of.case.has("TrivialTriesAvoid") && of.case.has("Defence"),
        "TrivialTriesAvoid with tries that have several refutations",
    ),
    (|of| of.case.begins_with_zeroposition() && of.case.has("Duplex"), "a zeroposition for both sides"),
    (
        |of| of.case.play.starts_with("exact-s") && of.keys_only_there() == 0,
        "exact selfplay, of which Popeye leaves out keys",
    ),
    (
        |of| of.case.play.starts_with("exact-") && of.case.goal == "~" && of.only_there().is_empty(),
        "exact help play and series to any move, which list all play of that length here",
    ),
    (
        |of| of.case.begins_with_zeroposition() && of.is_about_messages_alone(),
        "what is said of the diagram that a zeroposition replaces",
    ),
    (
        |of| of.case.is_structured() && of.case.has("Quodlibet") && of.is_about_messages_alone(),
        "Quodlibet in structured play of several stretches, which Popeye passes over without a word",
    ),
    (
        |of| {
            let is_illegal = of.ours.messages.iter().any(|message| message.contains("capture the king"));
            let stops = of.case.has("MaxSolutions") || of.case.has("StopOnShortSolutions");
            stops && of.case.has("SetPlay") && is_illegal && of.ours.twins == of.theirs.twins
        },
        "MaxSolutions or StopOnShortSolutions where there is set play alone, of which Popeye says that it may not be all",
    ),
    (
        |of| of.case.play.contains("->") && of.case.has("Quodlibet"),
        "Quodlibet after an introductory series, where Popeye passes over it",
    ),
    (
        |of| {
            let tells_more = of.case.has("Variation") || of.case.has("SetPlay");
            let tells_variations = of.case.has("Quodlibet") && tells_more;
            of.case.kind() == "s" && tells_variations && of.has_the_same_first_moves()
        },
        "what follows a key of selfplay with Quodlibet, which depends on the move that Popeye finds first",
    ),
    (
        |of| {
            let is_introduced = of.case.play.contains("->");
            let is_double = of.case.goal.starts_with("##!");
            of.case.has("MaxSolutions") && (is_introduced || is_double || ends_in_battle(of.case.kind()))
        },
        "MaxSolutions where the last moves are battle play, or both sides have an end",
    ),
    (
        |of| of.case.options.iter().any(|option| option == "Threat 0"),
        "a threat of no moves, which forbids some goals in one move there and others not",
    ),
    (
        |of| {
            let of_twin = |twin: &String| twin.contains("stipulation") && (twin.contains("00") || twin.contains("ep"));
            of.case.goal == "00"
                || of.case.twins.iter().any(of_twin)
                || of.case.goal == "ep" && of.case.has("Quodlibet")
                || of.case.is_structured() && ["00", "ep"].iter().any(|goal| of.case.play.contains(goal))
        },
        "the goals 00 and ep, before which nothing but castling and capturing en passant is played there",
    ),
    (
        |of| {
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
        },
        "first moves of a neutral man that can be taken back",
    ),
    (
        |of| {
            let is_exact = of.case.play.starts_with("exact-");
            let tells_less = is_exact || of.case.has("MaxSolutions") || of.only_there().is_empty();
            of.case.kind().starts_with("pser") && of.case.has("SetPlay") && tells_less
        },
        "parry series with SetPlay, of which Popeye tells the first length only, be it exact or not",
    ),
    (
        |of| {
            let is_shown_by_the_position = ["#", "=", "==", "#=", "+", "##", "!=", "~"].contains(&&*of.case.goal);
            let is_helped = of.case.kind().starts_with('h') || of.case.kind() == "reci-h";
            of.case.has("NullMoves") && (!is_shown_by_the_position || is_helped && of.case.kind() != "h")
        },
        "null moves before a goal that the last move decides, or that somebody is forced to reach",
    ),
    (
        |of| {
            let reached_by_a_pass = |line: &&str| line.split(' ').rev().take(2).any(|word| word == "...");
            let there = of.only_there();
            of.case.kind().starts_with("pser-s") && !there.is_empty() && there.iter().all(reached_by_a_pass)
        },
        "a pass in a parry series, which reaches goals in Popeye",
    ),
    (
        |of| {
            let may_paralyse = of.case.conditions.contains("Madrasi");
            of.case.goal == "==" && of.case.has("GoalIsEnd") && may_paralyse && of.only_there().is_empty()
        },
        "double stalemates of paralysed men with GoalIsEnd, of which Popeye loses those that it finds without",
    ),
    (
        |of| {
            let joined = ["##!|", "|##!", "##!&", "&##!", "!##!", "!#|", "|!#", "!+|", "|!+", "!#&c81", "!#&%", "!#&k"];
            of.case.is_structured() && joined.iter().any(|goals| of.case.play.contains(goals))
        },
        "a countermate, an automate or no check that is joined with other goals, or a countermate that is denied",
    ),
    (
        |of| {
            let after_a_kiss = of.case.play.split("&k").map(|before| before.split(['[', '&', '|']).next_back());
            of.case.is_structured() && after_a_kiss.flatten().any(|goal| goal.starts_with('k'))
        },
        "two kisses that are joined, of which Popeye asks for one alone",
    ),
    (
        |of| {
            let is_asked = of.case.goal == "c81" || of.case.is_structured() && of.case.play.contains("c81");
            // In Popeye, play continues after a black move to the first rank.
            let is_refuted = |line: &&str| line.starts_with("1...") && line.ends_with("refutes.");
            let here = of.only_here();
            let ends_here = of.case.kind().starts_with("pser") && !here.is_empty() && here.iter().all(is_refuted);
            is_asked && of.case.has("GoalIsEnd") && (of.only_there().is_empty() || ends_here)
        },
        "GoalIsEnd and the goal c81, which a white man reaches for Black in Popeye by going to the first rank",
    ),
    (
        |of| {
            let asks_for_squares = of.case.goal.starts_with(['z', 'k']) || of.case.goal == "c81";
            let tells = of.case.has("Variation") || of.case.has("Threat");
            asks_for_squares && of.case.has("GoalIsEnd") && tells && of.has_the_same_first_moves()
        },
        "threats with GoalIsEnd and goals on squares, of which Popeye tells those of the shortest keys only",
    ),
    (
        |of| {
            let is_illegal = of.ours.messages.iter().any(|message| message.contains("capture the king"));
            of.case.joins_branches() && is_illegal && of.only_here().is_empty()
        },
        "branches that are joined, in which Popeye does not look whether the king can be captured, as it does in each by itself",
    ),
    (
        |of| {
            let chooses = ["ummer", "MustCapture"].iter().any(|name| of.case.conditions.contains(name));
            of.case.joins_branches() && chooses && of.only_here().is_empty()
        },
        "branches that are joined, in which any move serves Popeye where a condition chooses among them",
    ),
    (
        |of| {
            let in_series = of.case.kind() == "ser-hs";
            in_series && of.case.has("GoalIsEnd") && of.case.has("SetPlay") && of.only_here().is_empty()
        },
        "GoalIsEnd with SetPlay in series of helped selfplay, of whose first move Popeye does not ask whether it reaches the goal",
    ),
    (
        |of| {
            let goes_on = of.case.has("SetPlay") || of.case.has("PostKeyPlay");
            let is_reflex = ["r", "semi-r"].contains(&of.case.kind());
            let is_check = of.case.goal == "+" && of.case.has("Quodlibet");
            is_reflex && is_check && goes_on && of.only_here().is_empty()
        },
        "a check that the diagram has already, in reflex play with Quodlibet, after which Popeye goes on",
    ),
    (
        |of| of.case.kind() == "semi-r" && of.case.goal == "##!" && of.case.has("Quodlibet"),
        "countermates in semi-reflex play with Quodlibet, of which Popeye finds none (not settled)",
    ),
    (
        |of| {
            let is_broken = |line: &&str| line.contains("?!?");
            let (here, there) = (of.only_here(), of.only_there());
            let tells_less = there.is_empty() && here.iter().all(is_broken);
            let tells_more = here.is_empty() && of.keys_only_there() == 0;
            of.case.joins_branches() && (tells_less || tells_more)
        },
        "branches that are joined, of which Popeye tells as much as their last one asks for",
    ),
    (
        |of| {
            let follows = of.case.play.contains("a[2da[") || of.case.play.contains("a[4da[");
            of.case.is_structured()
                && follows
                && of.case.has("Variation")
                && of.keys_only_there() == of.keys_only_here()
        },
        "play that the defender begins after a first move, of which Popeye tells the threats, and not what meets each defence",
    ),
    (
        |of| {
            let joined = |sign: &str| of.case.play.split([' ', '[', ']']).any(|part| part.contains(sign));
            let ends = of.case.play.contains(" & ") && (joined("&~") || joined("~&"));
            of.case.is_structured() && ends && of.only_here().is_empty()
        },
        "joined branches whose goals are joined, too, of which Popeye tells what the other branch asks for",
    ),
    (
        |of| {
            // Popeye prints lines and keys of all branches in one list.
            let there = of.theirs.moves();
            let is_told_there = of.ours.moves().iter().all(|told| there.contains(told));
            of.case.is_structured() && has_inner_and(&of.case.play) && is_told_there
        },
        "goals that are joined in a branch before another one, of which Popeye asks for the first only",
    ),
    (
        |of| of.case.is_structured() && of.case.play.contains('/') && of.only_there().iter().all(|line| *line == "!"),
        "moves that are not to be shown, of which Popeye tells the sign",
    ),
    (
        |of| of.case.is_structured() && of.case.play.contains("!k"),
        "a kiss that is denied, which Popeye finds both there and not there",
    ),
    (
        |of| of.case.goal.starts_with('k') && of.case.kind().starts_with("pser"),
        "kisses in parry series, which Popeye finds in one position and not in its mirror image",
    ),
    (
        |of| {
            let is_exact = of.case.play.contains("exact-") && of.case.has("NoShortVariations");
            is_exact
                && of.case.has("Try")
                && of.only_there().is_empty()
                && of.only_here().iter().all(|line| line.ends_with('!'))
        },
        "refutations in exact play with NoShortVariations, of which Popeye leaves some out, so that a try is refuted by nothing",
    ),
    (
        |of| of.case.has("NullMoves") && of.case.conditions.contains("Isardam") && of.only_there().is_empty(),
        "null moves in Isardam, with which Popeye loses mates that it finds without the option",
    ),
    (
        |of| of.case.has("MaxSolutions") && of.case.goal == "ep",
        "the goal ep, of which Popeye tells more first moves than MaxSolutions lets through, or says nothing of what it leaves out",
    ),
    (
        |of| {
            let unnumbered =
                |lines: Vec<&str>| -> BTreeSet<String> { lines.into_iter().map(without_numbers).collect() };
            let is_begun_by_the_other = of.case.is_structured() && of.case.play.contains(" - ");
            is_begun_by_the_other && unnumbered(of.only_here()) == unnumbered(of.only_there())
        },
        "the number of a first move without any help before it, in play that the other side begins",
    ),
    (
        |of| of.case.is_structured() && of.case.play.contains("[>"),
        "structured play that is to end before other play which is solved already",
    ),
    (
        |of| {
            let is_broken = |line: &&str| line.contains("?!?");
            of.case.is_structured()
                && (has_inner_constraint(&of.case.play) || of.case.play.contains("{1a["))
                && of.only_there().iter().all(is_broken)
        },
        "play that is a constraint, of which Popeye tells as broken what holds; after other play it asks of the move before",
    ),
    (
        |of| {
            let joined = of.case.is_structured() && of.case.play.contains(['&', '|']);
            joined && without_signs(of.ours.moves()) == without_signs(of.theirs.moves())
        },
        "the sign of a check beside goals that are joined, and moves that are told once for each of the goals",
    ),
    (
        |of| of.case.is_structured() && of.case.has("MaxSolutions"),
        "MaxSolutions in structured play, where Popeye counts the lines of joined goals one by one",
    ),
    (
        |of| {
            let asks_both_sides =
                of.case.has("GoalIsEnd") || ["r", "pser-r"].contains(&of.case.kind()) && of.case.has("Quodlibet");
            of.case.goal == "ep" && asks_both_sides && of.only_there().is_empty()
        },
        "a double step that ends the play for the goal ep in Popeye, since the capture is possible now",
    ),
    (
        |of| {
            let is_parried = ["pser-r", "pser-s"].contains(&of.case.kind());
            of.case.goal == "##!" && is_parried && of.case.has("Quodlibet") && of.only_there().is_empty()
        },
        "counter-mates of parry series with Quodlibet, of which Popeye loses those that it finds without",
    ),
    (
        |of| {
            let asks = of.case.has("GoalIsEnd") && of.case.has("SetPlay");
            (of.case.kind().ends_with("semi-r") || of.case.kind() == "s") && asks && of.keys_only_there() == 0
        },
        "selfplay and semi-reflex play with GoalIsEnd, whose keys and set play SetPlay takes away",
    ),
    (
        |of| {
            let of_twin = |twin: &String| twin.starts_with("stipulation s");
            let is_last_move = of.case.kind() == "s" && of.case.is_in_one() || of.case.twins.iter().any(of_twin);
            let told = |lines: Vec<&str>| lines.iter().all(|line| line.starts_with("1...") || line.contains('?'));
            let is_narrow = of.case.has_goal(&["ep", "00", "##", "##!"]) && is_last_move;
            let looks_for_refutations = ["PostKeyPlay", "Try", "Defence"].iter().any(|option| of.case.has(option));
            looks_for_refutations && is_narrow && of.only_there().is_empty() && told(of.only_here())
        },
        "what refutes a try, or after the key, which Popeye looks for among moves that may reach the goal only",
    ),
    (
        |of| {
            let is_after_key = of.case.kind().starts_with("pser") && of.case.has("PostKeyPlay");
            let here: Vec<String> = of.only_here().iter().map(|line| line.replace(" +", "")).collect();
            let there = of.theirs.moves();
            // As a tree, or as lines.
            let is_told_there = |line: &String| {
                let line = line.trim_end_matches("refutes.").trim();
                there.iter().any(|there| there.starts_with(line) && there.ends_with("refutes."))
            };
            is_after_key && (of.only_there().is_empty() || here.iter().all(is_told_there))
        },
        "a parry series after the key that some defences refute, of which Popeye tells the others, too",
    ),
    (
        |of| {
            let is_refuted_there = of.theirs.moves().iter().any(|line| line.ends_with("refutes."));
            of.case.has("SetPlay") && of.case.has("Quodlibet") && !of.case.has("PostKeyPlay") && is_refuted_there
        },
        "set play with Quodlibet in which Popeye tells that a move of the attacker refutes",
    ),
    (
        |of| {
            let by_rebirth = |line: &&str| line.contains("->");
            let is_reborn = of.case.has_goal(&["c81"]) || of.case.play.contains("c81");
            is_reborn && of.case.conditions == "AntiCirce" && of.only_there().iter().all(by_rebirth)
        },
        "a rebirth on the last rank, which reaches the goal c81 in Popeye only where it looks for it among all moves",
    ),
    (
        |of| of.case.has("KeepMatingPiece") && (of.keys_only_there() == 0 || of.case.kind() == "pser-s"),
        "KeepMatingPiece, with which Popeye gives up where a king alone can reach the goal; of parries, too, so that others force",
    ),
    (
        |of| {
            let begins_with_the_end = of.case.has("SetPlay") || of.case.has("WhiteToPlay");
            let is_double = of.case.goal == "##" || of.case.goal == "##!" && of.case.kind() == "hr";
            is_double && ["s", "hr"].contains(&of.case.kind()) && begins_with_the_end && of.only_there().is_empty()
        },
        "a double mate by the first move, which Popeye finds by later moves only",
    ),
    (
        |of| of.case.has("GoalIsEnd") && of.case.has("PostKeyPlay") && of.only_there().is_empty(),
        "GoalIsEnd with PostKeyPlay, with which Popeye leaves out what it finds without it",
    ),
    (
        |of| {
            let later = of.case.has("StopOnShortSolutions") && !of.case.twins.is_empty();
            later && of.case.has("SetPlay") && of.only_there().is_empty()
        },
        "set play of a later position, which Popeye leaves out where an earlier one has some and it stops at short solutions",
    ),
    (
        |of| {
            let stops = of.ours.ending == Some(Ending::Partial) && of.ours.ending == of.theirs.ending;
            of.case.play.contains("->") && of.case.has("StopOnShortSolutions") && stops
        },
        "the first position after an introductory series that has a short solution, which follows the order of moves",
    ),
    (
        |of| of.case.has("StartMoveNumber") || of.case.has("UpToMoveNumber"),
        "numbers of first moves, which follow the order in which each program makes them",
    ),
    (
        |of| {
            let asks_the_other_side = of.case.kind().contains("reci-h")
                || ["!#", "##", "##!"].contains(&&*of.case.goal)
                || of.case.has("Threat")
                || of.case.has("GoalIsEnd");
            let has_maximummer = of.case.conditions.contains("Maximummer")
                || of.case.twins.iter().any(|twin| twin.contains("Maximummer"));
            let looks_for_threats = of.case.has("Quodlibet") && of.case.has("Variation");
            (asks_the_other_side || of.case.has("NonTrivial") || looks_for_threats) && has_maximummer
        },
        "a maximummer who is asked out of turn, or for all his moves, and has moves there that are not the longest",
    ),
];

/// Returns the reason for which an answer may differ from Popeye's, or `None`.
pub fn explanation(case: &Case, ours: &str, theirs: &str) -> Option<&'static str> {
    let difference = Difference { case, ours: NormalForm::new(ours), theirs: NormalForm::new(theirs) };
    let reason_of = |of: &Difference| EXPLAINED.iter().find(|(covers, _)| covers(of)).map(|(_, reason)| *reason);
    reason_of(&difference).or_else(|| {
        // The difference may come from the stipulation of a twin.
        case.with_stipulations_of_twins().iter().find_map(|case| {
            reason_of(&Difference { case, ours: difference.ours.clone(), theirs: difference.theirs.clone() })
        })
    })
}

impl Difference<'_> {
    /// Number of keys and solving lines, without tries.
    fn keys_only_there(&self) -> usize {
        self.theirs.lines_not_in(&self.ours).iter().filter(|line| is_key(line)).count()
    }

    fn keys_only_here(&self) -> usize {
        self.ours.lines_not_in(&self.theirs).iter().filter(|line| is_key(line)).count()
    }

    /// Whether the solutions and their completeness agree.
    fn is_about_messages_alone(&self) -> bool {
        self.ours.twins == self.theirs.twins && self.ours.ending == self.theirs.ending
    }

    /// Regardless of the play after them.
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

/// Whether the line is a solution, not a try.
fn is_key(line: &str) -> bool {
    line.starts_with("1.") && !line.contains('?')
}

/// Removes move numbers, which depend on the side that begins.
fn without_numbers(line: &str) -> String {
    let move_of =
        |word: &str| word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.').to_string();
    line.split_whitespace().map(move_of).collect::<Vec<_>>().join(" ")
}

/// Whether the play ends in battle: the moves after the last free one are forced, both sides have an end of their
/// own, or checks are parried freely.
fn ends_in_battle(kind: &str) -> bool {
    ["r", "semi-r", "hr"].contains(&kind)
        || ["reci-h", "pser-", "phser-r", "ser-r", "ser-hs"].iter().any(|play| kind.starts_with(play))
}

/// The distinct moves of the lines, without signs.
fn without_signs(lines: Vec<&str>) -> BTreeSet<String> {
    let is_move = |word: &&str| *word != "c81" && (word.contains(|c: char| c.is_ascii_digit()) || word.contains("0-0"));
    lines.iter().map(|line| line.split(' ').filter(is_move).collect::<Vec<_>>().join(" ")).collect()
}

/// Whether a stipulation in brackets combines goals, and another branch follows it.
fn has_inner_and(play: &str) -> bool {
    play.rsplit_once(" & ").is_some_and(|(first, _)| first.split('[').skip(1).any(|inner| inner.contains('&')))
}

/// Whether a branch that follows another one has a constraint.
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
