//! Prepares a problem for the search: diagram, rules, compiled play, and notes on the options.

pub mod pending_goals;
pub mod task;
pub mod turn;
pub mod unsupported;

use crate::problem::{Branch, Men, Mode, Play, Problem, Schedule, Single, Stipulation};
use crate::rules::RuleSet;
use crate::solution::{BoardAfter, Note, TwinSolution};
use crate::solve::error::SolveError;
use crate::units::{Color, Diagram, Goal, Placement, Traits, Unit};
use std::sync::Arc;

/// Returns the rules for solving the diagram as given, and the rules for solving with the sides exchanged (duplex).
pub fn rules_of_sides(problem: &Problem) -> [RuleSet; 2] {
    let rules = match problem.options.null_moves {
        true => problem.rules.clone().with_null_moves(),
        false => problem.rules.clone(),
    };
    let exchanged = rules.with_sides_exchanged();
    let stipulation = problem.stipulation.as_ref();
    match stipulation.map(|stipulation| stipulation.defender(&problem.options)) {
        None | Some(Color::Black) => [rules, exchanged],
        Some(Color::White) => [exchanged, rules],
    }
}

/// Whether it is undefined which side defends. This is so if a condition refers to the defending side and, of the
/// branches of the play, some begin as help play and others do not.
pub fn leaves_defender_open(problem: &Problem, play: &Play) -> bool {
    problem.rules.conditions().iter().any(|condition| condition.def.exchanged.is_some())
        && play.begins_with(&|branch| branch.mode == Mode::Help)
        && play.begins_with(&|branch| branch.mode != Mode::Help)
}

/// Returns the placement in which play begins: the game array for a proof game, position A for `a=>b`, otherwise the
/// diagram. Returns `None` if the problem has no stipulation or cannot be set up.
pub fn beginning(problem: &Problem) -> Option<Placement> {
    problem.stipulation.as_ref()?;
    set_up(problem).ok().map(|(diagram, _)| diagram.placement)
}

/// Returns the board on which the play of a twin begins, with an identity for each man. The identity is a square of the
/// game array in a proof game, or of position A in `a=>b`. Returns `None` if the twin was not set up.
pub fn first_board(twin: &TwinSolution) -> Option<BoardAfter> {
    let problem = twin.problem.as_deref()?;
    let placement = beginning(problem)?;
    let is_diagram = problem.stipulation.as_ref().is_some_and(|it| !it.is_proof_game() && !it.is_a_to_b());
    let men = if is_diagram { twin.men.clone() } else { Men::at(placement.iter().map(|(square, _)| square)) };
    Some(BoardAfter::begin(placement, men))
}

/// Returns the position in which play begins and the play, with the target of a proof game filled in.
pub fn set_up(problem: &Problem) -> Result<(Diagram, Schedule), SolveError> {
    let stipulation = problem.stipulation.as_ref().expect("checked by the caller");
    let mut diagram = problem.diagram.clone();
    let mut schedule = stipulation.schedule(&problem.options);
    let target = Arc::new(diagram.placement.clone());
    if stipulation.is_proof_game() {
        diagram.placement = match problem.rules.game() {
            Some(game) => {
                game.def.array.ok_or(SolveError::Unsupported("a proof game of a game without a known array"))?()
            }
            None if target.shape().is_orthodox() => Placement::game_array(),
            None => return Err(SolveError::Unsupported("a proof game on a board that is not 8x8")),
        };
        for condition in problem.rules.conditions() {
            for (square, unit) in diagram.placement.clone().iter() {
                diagram.placement.put(square, Unit { piece: (condition.def.in_array)(unit.piece), ..unit });
            }
        }
        // If the men of the target are on two boards, those of the array are on two boards, too.
        let planes = Traits::ALICE_A.with(Traits::ALICE_B);
        if target.iter().any(|(_, unit)| unit.traits.without(planes) != unit.traits) {
            for (square, unit) in diagram.placement.clone().iter() {
                diagram.placement.put(square, Unit { traits: unit.traits | Traits::ALICE_A, ..unit });
            }
        }
        diagram.side_to_move = None;
    } else if stipulation.is_a_to_b() {
        diagram.placement = diagram.start.clone().unwrap_or_default();
    }
    schedule.play = schedule.play.map_goals(&|goal| match goal {
        Goal::Diagram(_) => Goal::Diagram(target.clone()),
        Goal::AToB(_) => Goal::AToB(target.clone()),
        other => other.clone(),
    });
    Ok((diagram, schedule))
}

pub fn is_traditional_help(problem: &Problem) -> bool {
    matches!(&problem.stipulation, Some(Stipulation::Traditional(t)) if t.kind.is_help())
}

pub fn is_battle(play: &Play) -> bool {
    matches!(play, Play::Branch(branch) if branch.mode != Mode::Help)
}

/// Whether a threat of `threat` moves is shorter than the battle play. Help play before the battle play does not count.
pub fn threat_applies(threat: u16, play: &Play) -> bool {
    if let Play::Branch(branch) = play
        && branch.mode == Mode::Help
        && let Some(then) = branch.forks.iter().flatten().find(|then| matches!(then, Play::Branch(_)))
    {
        return threat_applies(threat, then);
    }
    matches!(play, Play::Branch(branch) if is_battle(play) && threat < moves_of_attacker(branch))
}

/// Returns the length of battle play in moves, as option Threat counts them. If the defender begins, the attacker's
/// move before the play is included.
fn moves_of_attacker(branch: &Branch) -> u16 {
    match branch.mode {
        Mode::Defence => branch.max / 2 + 1,
        _ => branch.max.div_ceil(2),
    }
}

pub fn notes_on_options(single: &Single, ignored: &[&str], play: &Play) -> Vec<Note> {
    let (options, label) = (&single.problem.options, single.label.as_str());
    let mut notes = Vec::new();
    // Popeye prints this note above the board, except without a board or after the label of a twin.
    let note = if options.no_board || !label.is_empty() { Note::OptionIgnored } else { Note::OptionMeaningless };
    notes.extend(ignored.iter().map(|&name| {
        note(match name {
            "Try" | "Defence" => "try play not applicable".to_string(),
            _ => format!("{name} not applicable - ignored"),
        })
    }));
    let battle = is_battle(play) && !is_traditional_help(&single.problem);
    if options.stop_on_short_solutions && battle {
        notes.push(note("Option  StopOnShortSolutions  not supported with direct play.".into()));
    }
    // Popeye never reports a threat of no moves.
    let does_not_apply = |&threat: &u16| threat > 0 && !threat_applies(threat, play);
    if options.threat.as_ref().is_some_and(does_not_apply) {
        let text = "Option \"Threat\" not applicable or indicated maximum threat length too big".to_string();
        // For play in one move Popeye does not report the option.
        let in_one = matches!(play, Play::Branch(branch) if battle && moves_of_attacker(branch) <= 1);
        notes.push(if in_one { Note::OptionMeaningless(text) } else { note(text) });
    }
    notes
}

/// Calls `f` for each branch at the root of the play. There are several if branches are joined by `and` or `or`.
pub fn top_branches(play: &Play, f: &mut impl FnMut(&Branch)) {
    match play {
        Play::Branch(branch) => f(branch),
        Play::And(a, b) | Play::Or(a, b) => {
            top_branches(a, f);
            top_branches(b, f);
        }
        Play::Not(play) => top_branches(play, f),
        Play::Goal(_) => {}
    }
}
