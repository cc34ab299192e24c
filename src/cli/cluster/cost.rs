//! How long problems may take. Only the sizes of units depend on it.

use crate::problem::{Mode, Play, Problem, Stipulation};

/// A problem that cannot be read takes no longer.
pub const LEAST: f64 = 1e-5;

/// Seconds of one thread, roughly: so many men have so many moves, and so much of the tree is left by what makes the
/// search fast.
pub fn estimate(problem: &Problem) -> f64 {
    let Some(stipulation) = &problem.stipulation else { return LEAST };
    let men = problem.diagram.placement.iter().count() as f64;
    let plies = match &stipulation.schedule(&problem.options).play {
        Play::Branch(branch) => f64::from(branch.max),
        _ => 4.0,
    };
    let moves = 4.0 + 1.3 * men;
    let searched = match (mode(problem), stipulation) {
        // Hardly any first move leads there.
        (_, Stipulation::Traditional(_)) if stipulation.is_proof_game() => moves.powf(0.3 * plies),
        (Mode::Help, _) => moves.powf(0.62 * (plies - 1.0)),
        (Mode::Attack | Mode::Defence, _) => moves.powf(0.6 * plies),
    };
    let engine = if problem.rules.bitboards().is_some() && problem.diagram.is_for_bitboards() { 1.0 } else { 8.0 };
    let twins = problem.singles().len().max(1) as f64;
    (1e-6 * engine * twins * searched).clamp(LEAST, 1e7)
}

/// What kind of play it begins with.
pub fn mode(problem: &Problem) -> Mode {
    match problem.stipulation.as_ref().map(|stipulation| stipulation.schedule(&problem.options).play) {
        Some(Play::Branch(branch)) => branch.mode,
        _ => Mode::Attack,
    }
}

/// Problems of which one says something about the others: they have the same stipulation.
pub fn class(problem: &Problem) -> String {
    problem.stipulation.as_ref().map(ToString::to_string).unwrap_or_default()
}
