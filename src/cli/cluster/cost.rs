//! Estimates how long problems take. The estimates affect only the sizes of units.

use crate::problem::{Mode, Play, Problem, Stipulation};

/// The estimated time of a problem that cannot be read, in seconds.
pub const LEAST: f64 = 1e-5;

/// Returns a rough estimate of the time in seconds that one thread takes to solve the problem. It depends on the number
/// of moves, which grows with the number of men, and on the fraction of the tree that remains after pruning.
pub fn estimate(problem: &Problem) -> f64 {
    let Some(stipulation) = &problem.stipulation else { return LEAST };
    let men = problem.diagram.placement.iter().count() as f64;
    let plies = match &stipulation.schedule(&problem.options).play {
        Play::Branch(branch) => f64::from(branch.max),
        _ => 4.0,
    };
    let moves = 4.0 + 1.3 * men;
    let searched = match (mode(problem), stipulation) {
        // The bounds of proof games refute almost all first moves.
        (_, Stipulation::Traditional(_)) if stipulation.is_proof_game() => moves.powf(0.3 * plies),
        (Mode::Help, _) => moves.powf(0.62 * (plies - 1.0)),
        (Mode::Attack | Mode::Defence, _) => moves.powf(0.6 * plies),
    };
    let engine = if problem.rules.bitboards().is_some() && problem.diagram.is_for_bitboards() { 1.0 } else { 8.0 };
    let twins = problem.singles().len().max(1) as f64;
    (1e-6 * engine * twins * searched).clamp(LEAST, 1e7)
}

/// Returns the kind of play with which the problem begins.
pub fn mode(problem: &Problem) -> Mode {
    match problem.stipulation.as_ref().map(|stipulation| stipulation.schedule(&problem.options).play) {
        Some(Play::Branch(branch)) => branch.mode,
        _ => Mode::Attack,
    }
}

/// Returns the name of the class of problems that are expected to take similar times. It is the stipulation.
pub fn class(problem: &Problem) -> String {
    problem.stipulation.as_ref().map(ToString::to_string).unwrap_or_default()
}
