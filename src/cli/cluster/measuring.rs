//! Estimates how long a problem takes, by a short search. If the search does not finish, the estimate is based on the
//! first moves that it has searched.

use super::cost::LEAST;
use crate::mishap;
use crate::problem::Problem;
use crate::solution::{Cut, Node};
use crate::solve::{FirstMoveId, FirstMoves, Known, Solver, Threads, can_be_divided};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Receives the beginning and the end of each first move during a search, and measures how long it takes.
#[derive(Debug)]
struct FirstMoveTimer(Mutex<FirstMoveTimes>);

#[derive(Debug)]
struct FirstMoveTimes {
    /// The phase that is being searched (twin, side, set play or not, length), identified by its first move with index
    /// 0.
    phase: Option<FirstMoveId>,
    since: Instant,
    /// The number of first moves of the phase that the search has reached.
    all: u32,
    /// The number of first moves of the phase that have been searched completely.
    done: u32,
    /// The time at which the current first move was begun, or `None` between first moves.
    begun: Option<Instant>,
    /// The longest time of a first move in the phase.
    longest: Duration,
    /// The time spent within first moves, summed over all phases.
    inside: Duration,
    /// Whether the time for the measurement has passed. The search then still counts the other first moves of the
    /// phase, but does not search them.
    is_over: bool,
}

impl FirstMoveTimes {
    fn new(phase: Option<FirstMoveId>, inside: Duration) -> FirstMoveTimes {
        let (since, longest, is_over) = (Instant::now(), Duration::ZERO, false);
        FirstMoveTimes { phase, since, all: 0, done: 0, begun: None, longest, inside, is_over }
    }

    /// Ends the current first move, if there is one, and adds its duration to the measurements.
    fn end_first_move(&mut self) {
        if let Some(begun) = self.begun.take() {
            let took = begun.elapsed();
            self.longest = self.longest.max(took);
            self.inside += took;
        }
    }
}

impl FirstMoveTimer {
    fn watched(&self) -> MutexGuard<'_, FirstMoveTimes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FirstMoves for FirstMoveTimer {
    fn known(&self, first: FirstMoveId) -> Known {
        let mut watched = self.watched();
        let phase = Some(FirstMoveId { index: 0, ..first });
        if watched.phase != phase {
            if watched.is_over {
                return Known::Nothing;
            }
            *watched = FirstMoveTimes::new(phase, watched.inside);
        }
        watched.all += 1;
        watched.begun = Some(Instant::now());
        Known::Nothing
    }

    fn found(&self, _: FirstMoveId, _: &[Node], is_all: bool) {
        let mut watched = self.watched();
        watched.end_first_move();
        watched.done += u32::from(is_all);
        watched.is_over |= !is_all;
    }

    fn cut(&self, _: usize) -> Option<Cut> {
        None
    }
}

/// The measurements from a short search of a problem.
pub struct Measured {
    /// The estimated time with one thread. If the problem was not solved, the estimate assumes that all first moves
    /// take as long as those that were finished. If none was finished, it assumes that each takes as long as the first
    /// one took until the search ended.
    pub seconds: f64,
    /// The number of first moves of the phase in which the search ended.
    pub first_moves: usize,
    /// The time of the longest first move, as a fraction of the whole time.
    pub longest: f64,
    /// The time outside of first moves, as a fraction of the whole time. Each unit repeats this work.
    pub beside: f64,
    /// The work that the transposition table saved, in positions, as a multiple of the positions visited.
    pub saved: f64,
}

/// The assumed ratio of the time for the whole problem to the time of the measurement, if the search reached no first
/// move.
const UNKNOWN: f64 = 16.0;

/// Searches a problem for at most the time `most` and returns the measurements. Returns `None` if the problem cannot be
/// solved: the solver refuses it or panics.
pub fn measured(problem: &Problem, most: Duration) -> Option<Measured> {
    let begun = Instant::now();
    let watch = Arc::new(FirstMoveTimer(Mutex::new(FirstMoveTimes::new(None, Duration::ZERO))));
    let threads = Arc::new(Threads::new(1));
    let solver = Solver { time: Some(most), table_bytes: 16 << 20, threads, ..Solver::default() };
    let outcome = mishap::caught(|| {
        let moves = watch.clone();
        let watched = Solver { first_moves: can_be_divided(problem).then_some(moves), ..solver };
        watched.solve(problem).ok()
    });
    let (outcome, took) = (outcome.ok()??, begun.elapsed().as_secs_f64());
    let watched = watch.watched();
    let is_cut = outcome.solution.twins.iter().any(|twin| twin.cut == Some(Cut::Time));
    let before = watched.since.duration_since(begun).as_secs_f64();
    let in_phase = match watched.phase {
        Some(_) => (took - before) * f64::from(watched.all) / f64::from(watched.done.max(1)),
        None => UNKNOWN * took,
    };
    let seconds = if is_cut { before + in_phase } else { took };
    Some(Measured {
        seconds,
        first_moves: watched.all as usize,
        longest: watched.longest.as_secs_f64() / seconds.max(LEAST),
        beside: (took - watched.inside.as_secs_f64()).max(0.0) / seconds.max(LEAST),
        saved: outcome.stats.saved as f64 / outcome.nodes.max(1) as f64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax;

    fn of(line: &str, most: f64) -> f64 {
        let problem = syntax::line(line).0.expect("a problem");
        measured(&problem, Duration::from_secs_f64(most)).expect("an answer").seconds
    }

    #[test]
    fn what_is_short_is_measured_and_what_is_long_is_estimated() {
        assert!(of("7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";", 60.0) < 10.0);
        let game_array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - stip \"#9\";";
        // The position has twenty first moves, none of which is completely searched.
        let seconds = of(game_array, 0.1);
        assert!((0.5..100.0).contains(&seconds), "{seconds}");
    }
}
