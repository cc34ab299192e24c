//! Looks at the position under edit: the board, the diagnostics of all parts, and what they mean.

use super::parts::Parts;
use crate::catalogue::explain;
use crate::input::Entry;
use crate::located::refusal;
use crate::pieces::OwnPieces;
use crate::problem::Problem;
use crate::report::{BoardDrawing, definitions};
use crate::rules::RuleSet;
use crate::solve::{Control, Solver, Threads};
use crate::syntax::{self, Diagnostic, PieceLetters, board_in, conditions_in, own_pieces};
use crate::units::{Color, Placement};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Returns the board as far as it can be read, the line, the diagnostics, and the explanation of the stipulation.
pub fn look(parts: &Parts) -> Value {
    let composed = parts.composed();
    let entry = parts.entry();
    let shown = shown(parts);
    let mut diagnostics: Vec<Value> = entry.diagnostics.iter().map(|found| composed.located(found)).collect();
    let problem = entry.sound_problem();
    diagnostics.extend(problem.and_then(|problem| refused(&entry, problem)).map(|found| composed.located(&found)));
    let board = |placement: Option<&Placement>| placement.map(|placement| BoardDrawing::of(placement, &shown));
    let stipulation = parts.values("stip").chain(parts.values("sstip")).next().unwrap_or_default();
    json!({
        "line": composed.line,
        "usual": problem.map(Parts::of),
        "board": board(board_of(parts, &shown.rules).as_ref()),
        "start": board(shown.diagram.start.as_ref()),
        "diagnostics": diagnostics,
        "isSound": problem.is_some(),
        "stipulation": problem.and_then(|problem| problem.stipulation.as_ref()).map(ToString::to_string),
        "begins": problem.and_then(first_mover).map(|side| side.name().to_lowercase()),
        "explained": if stipulation.is_empty() { None } else { explain(stipulation).ok() },
        "men": men(&shown.diagram.placement),
        "definitions": definitions(&shown).iter().map(|said| json!([said.term, said.meaning])).collect::<Vec<_>>(),
    })
}

/// Returns the reason why the solver would refuse the problem; `None` if it would solve it. The search itself is
/// cancelled before it begins.
fn refused(entry: &Entry, problem: &Problem) -> Option<Diagnostic> {
    problem.stipulation.as_ref()?;
    let control = Control::default();
    control.cancelled.store(true, Relaxed);
    let solver = Solver { table_bytes: 0, threads: Arc::new(Threads::new(1)), ..Solver::default() };
    solver.solve_with(problem, &control).err().map(|error| refusal(entry, problem, &error))
}

/// Returns a problem with those parts that a drawing needs and that can be read, whatever errors the others have.
fn shown(parts: &Parts) -> Problem {
    if let Some(problem) = parts.entry().problem {
        return problem;
    }
    let game = parts.values("game").find_map(|text| syntax::game(text).ok().flatten());
    let mut own = OwnPieces::default();
    for text in parts.values("piece") {
        own_pieces(text, game.as_ref(), &mut own);
    }
    let mut rules = RuleSet::default().in_game(game).with_own_pieces(own);
    for text in parts.values("cond") {
        if let Ok(read) = conditions_in(text, &rules) {
            // A condition that contradicts another one is reported, and not drawn.
            let _ = rules.extend(read);
        }
    }
    let mut problem = Problem { rules, ..Problem::default() };
    if let Some(placement) = board_of(parts, &problem.rules) {
        problem.diagram.placement = placement;
    }
    problem
}

fn board_of(parts: &Parts, rules: &RuleSet) -> Option<Placement> {
    board_in(&parts.board, PieceLetters::from(rules)).ok()
}

fn first_mover(problem: &Problem) -> Option<Color> {
    let stipulation = problem.stipulation.as_ref()?;
    Some(problem.diagram.side_to_move.unwrap_or_else(|| stipulation.schedule(&problem.options).first_mover()))
}

/// Returns the number of men of each side, with a third number for neutral men if there are any: `8+5+1`.
fn men(placement: &Placement) -> String {
    let neutral = placement.iter().filter(|(_, unit)| unit.is_neutral()).count();
    let third = if neutral > 0 { format!("+{neutral}") } else { String::new() };
    format!("{}+{}{third}", placement.count(Color::White), placement.count(Color::Black))
}
