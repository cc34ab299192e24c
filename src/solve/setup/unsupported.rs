//! Rejects combinations of options, conditions and kinds of play whose meaning is undefined.

use crate::problem::{Branch, Kind, Mode, Options, Play, Problem, Reply, Series, Stipulation};
use crate::solve::setup::leaves_defender_open;
use crate::units::Goal;

const GOAL_IS_END: &str = "option GoalIsEnd in exact play, in introductory and parry series, in structured play, and \
                           with the goal c81 in ser-hs and ser-hr";

/// Returns a feature of the problem that is not supported, or `None`. The diagram is not examined.
pub fn unsupported(problem: &Problem, stipulation: &Stipulation) -> Option<&'static str> {
    let options = &problem.options;
    let play = stipulation.schedule(options).play;
    if options.white_to_play && !stipulation.can_begin_with_white() {
        return Some("option WhiteToPlay in series play, proof games and structured play");
    }
    if stipulation.is_proof_game() && problem.diagram.castles_elsewhere() {
        return Some("castling from unusual squares in proof games");
    }
    // Popeye takes the squares of the imitators from the position to be reached, and has none in the game array.
    let has_imitators = problem.rules.conditions().iter().any(|condition| condition.def.goes_beyond_diagrams);
    if has_imitators && (stipulation.is_proof_game() || stipulation.is_a_to_b()) {
        return Some("imitators in proof games and with the goal a=>b");
    }
    let numbers = options.start_move_number.len().max(options.up_to_move_number.len());
    if numbers > 1 && !has_numbered_moves(&play, numbers) {
        return Some(
            "options StartMoveNumber and UpToMoveNumber with a second number, except for moves of help and series play",
        );
    }
    if options.null_moves && options.set_play {
        return Some("option NullMoves with SetPlay");
    }
    if options.null_moves && options.goal_is_end {
        return Some("option NullMoves with GoalIsEnd");
    }
    if options.goal_is_end && !is_settled_with_goal_is_end(stipulation) {
        return Some(GOAL_IS_END);
    }
    if matches!(&play, Play::Branch(branch) if is_parried_to_play(branch)) {
        if options.post_key_play {
            return Some("option PostKeyPlay in a parry series that is followed by other play");
        }
        if options.non_trivial.is_some() {
            return Some("option NonTrivial in a parry series that is followed by other play");
        }
    }
    if options.non_trivial.is_some() && options.quodlibet {
        return Some("option NonTrivial with Quodlibet");
    }
    if options.no_short_variations
        && let Stipulation::Traditional(t) = stipulation
    {
        if t.exact && (t.series == Some(Series::Parry) || matches!(t.kind, Kind::Reflex | Kind::SemiReflex)) {
            return Some("option NoShortVariations in exact parry series and exact reflex play");
        }
        if t.series == Some(Series::Parry) && t.kind == Kind::SelfPlay && t.half_moves > 4 {
            return Some("option NoShortVariations in pser-s of three moves or more");
        }
    }
    if problem.rules.bitboards().is_some() && options.passed_otherwise().is_some() {
        return Some("option EnPassant with a move other than a double step in orthodox chess");
    }
    if let Stipulation::Structured { play, .. } = stipulation
        && let Some(option) = in_structured_play(options, play)
    {
        return Some(option);
    }
    leaves_defender_open(problem, &play)
        .then_some("a condition about the defending side, in a stipulation that mixes help play and battle play,")
}

/// Whether the play is help or series play in which at least `moves` moves are made.
fn has_numbered_moves(play: &Play, moves: usize) -> bool {
    let made = |branch: &Branch| match branch.reply {
        Reply::Moves => branch.max,
        Reply::Passes => branch.max.div_ceil(2),
        Reply::Parries => 1,
    };
    matches!(play, Play::Branch(branch) if branch.mode == Mode::Help && moves <= usize::from(made(branch)))
}

/// Whether the meaning of option GoalIsEnd is known for this stipulation. With other stipulations and this option,
/// Popeye omits solutions, prints moves that it calls broken, or fails.
fn is_settled_with_goal_is_end(stipulation: &Stipulation) -> bool {
    let Stipulation::Traditional(t) = stipulation else { return false };
    let helps_to_battle = matches!(t.kind, Kind::HelpSelf | Kind::HelpReflex);
    let is_settled_in_series = || t.series == Some(Series::Plain) && !(helps_to_battle && t.goal == Goal::Chess81);
    t.intro == 0 && !t.exact && (t.series.is_none() || is_settled_in_series())
}

/// Returns an option whose meaning in structured play is unknown, or `None`. With these options Popeye's output follows
/// no known rule, and no problem that uses them has been published.
fn in_structured_play(options: &Options, play: &Play) -> Option<&'static str> {
    let has_set_play = |branch: &Branch| {
        let leads_on = branch.forks.iter().flatten();
        branch.reply == Reply::Moves && leads_on.into_iter().all(tells_no_move)
    };
    match () {
        // Structured play counts the length of the defences differently.
        () if options.non_trivial.is_some() => Some("option NonTrivial in structured play"),
        () if options.stop_on_short_solutions => Some("option StopOnShortSolutions in structured play"),
        () if options.post_key_play => Some("option PostKeyPlay in structured play"),
        () if options.set_play && !matches!(play, Play::Branch(branch) if has_set_play(branch)) => {
            Some("option SetPlay in structured play of several branches")
        }
        () if options.no_short_variations && matches!(play, Play::Branch(branch) if leads_on(branch)) => {
            Some("option NoShortVariations in structured play of several branches")
        }
        () if joins_more_than_play(play) => Some(
            "structured play that is joined by `&` or `|` and has minimum lengths, conditions in braces, or goals \
             after the moves of both sides",
        ),
        () => None,
    }
}

/// Whether the play is joined by `and` or `or`, and one of the joined branches has a least length, a constraint, or
/// goals after the moves of both sides.
fn joins_more_than_play(play: &Play) -> bool {
    let is_more = |branch: &Branch| {
        branch.min > 1
            || has_constraint(branch)
            || branch.mode != Mode::Help && branch.forks.iter().all(Option::is_some)
    };
    let is_joined = |play: &Play| matches!(play, Play::Branch(branch) if is_more(branch)) || joins_more_than_play(play);
    match play {
        Play::Goal(_) | Play::Branch(_) => false,
        Play::Not(play) => joins_more_than_play(play),
        Play::And(left, right) | Play::Or(left, right) => is_joined(left) || is_joined(right),
    }
}

fn has_constraint(branch: &Branch) -> bool {
    let follows = |play: &Play| matches!(play, Play::Branch(branch) if has_constraint(branch));
    branch.constraints.iter().any(Option::is_some) || branch.forks.iter().flatten().any(follows)
}

/// Whether other play, not only a goal, follows the branch.
fn leads_on(branch: &Branch) -> bool {
    branch.forks.iter().flatten().any(Play::contains_branch)
}

fn is_parried_to_play(branch: &Branch) -> bool {
    branch.reply == Reply::Parries && leads_on(branch)
}

/// Whether no move of this play is printed, because it is a goal or its moves are hidden.
fn tells_no_move(play: &Play) -> bool {
    !play.begins_with(&|branch| !branch.hidden)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax;

    #[test]
    fn what_is_not_settled_is_refused() {
        // Stipulation, options, unsupported feature.
        let rows = [
            ("ser-#2", "WhiteToPlay", Some("option WhiteToPlay in series play, proof games and structured play")),
            ("#2", "NullMoves", None),
            ("#2", "NullMoves SetPlay", Some("option NullMoves with SetPlay")),
            ("h#2", "NullMoves GoalIsEnd", Some("option NullMoves with GoalIsEnd")),
            ("h#2", "NullMoves", None),
            ("c812", "GoalIsEnd", None),
            ("ser-hc812", "GoalIsEnd", None),
            ("ser-hsct2", "GoalIsEnd", None),
            ("ser-hsc812", "GoalIsEnd", Some(GOAL_IS_END)),
            ("1->x1", "GoalIsEnd", Some(GOAL_IS_END)),
            ("pser-x2", "GoalIsEnd", Some(GOAL_IS_END)),
            ("exact-x2", "GoalIsEnd", Some(GOAL_IS_END)),
            ("pser-#2", "PostKeyPlay", None),
            ("pser-s#2", "PostKeyPlay", Some("option PostKeyPlay in a parry series that is followed by other play")),
            ("pser-s#2", "NonTrivial 0 1", Some("option NonTrivial in a parry series that is followed by other play")),
            ("pser-#2", "NonTrivial 0 1", None),
            ("pser-#3", "NoShortVariations", None),
            ("exact-#3", "NoShortVariations", None),
            (
                "exact-r#3",
                "NoShortVariations",
                Some("option NoShortVariations in exact parry series and exact reflex play"),
            ),
            ("pser-s#2", "NoShortVariations", None),
            ("pser-s#3", "NoShortVariations", Some("option NoShortVariations in pser-s of three moves or more")),
            ("#2", "PostKeyPlay SetPlay NonTrivial 0 1", None),
        ];
        let structured = [
            ("white 3a[#]d", "NonTrivial 0 1", Some("option NonTrivial in structured play")),
            ("white 3a[#]d", "StopOnShortSolutions", Some("option StopOnShortSolutions in structured play")),
            ("white 3a[#]d", "PostKeyPlay", Some("option PostKeyPlay in structured play")),
            ("white 3a[#]d", "SetPlay", None),
            ("white 3a[#]d", "GoalIsEnd", Some(GOAL_IS_END)),
            ("black 4hh[/1d[x]a{!+}]", "SetPlay", None),
            ("black 4hh[2hh[#]]", "SetPlay", Some("option SetPlay in structured play of several branches")),
            ("black 4hh[#] & 2hh[#]", "SetPlay", Some("option SetPlay in structured play of several branches")),
            ("white 3a[#]d & 2hh[=]", "Variations", None),
            (
                "white 3a[#]d | 2hh[=]{!x}",
                "Variations",
                Some(
                    "structured play that is joined by `&` or `|` and has minimum lengths, conditions in braces, or \
                     goals after the moves of both sides",
                ),
            ),
            ("white 3a[#]?+?d", "SetPlay", Some("option SetPlay in structured play of several branches")),
        ];
        let rows = rows.map(|row| ("stip", row)).into_iter().chain(structured.map(|row| ("sstip", row)));
        for (opcode, (stipulation, options, expected)) in rows {
            let line = format!(r##"7k/8/5K2/8/8/8/8/R7 ? - - {opcode} "{stipulation}"; opt "{options}";"##);
            let (problem, findings) = syntax::line(&line);
            assert!(findings.is_empty(), "{line}: {findings:?}");
            let problem = problem.expect("read without findings");
            let stipulation = problem.stipulation.as_ref().expect("it is given");
            assert_eq!(unsupported(&problem, stipulation), expected, "{line}");
        }
    }
}
