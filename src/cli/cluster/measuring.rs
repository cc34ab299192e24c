//! How long a problem takes, from a short look at it: it is solved for so long, and where that is not enough its first moves
//! tell how much is left.

use super::cost::LEAST;
use crate::mishap;
use crate::problem::Problem;
use crate::solution::{Cut, Node};
use crate::solve::{FirstMoveId, FirstMoves, Known, Solver, Threads, can_be_divided};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Hears of each first move.
#[derive(Debug)]
struct Watch(Mutex<Watched>);

#[derive(Debug)]
struct Watched {
    /// The phase and the length of the play that is looked at, and when that began.
    phase: Option<FirstMoveId>,
    since: Instant,
    /// Its first moves, and those that have been looked at to the end.
    all: u32,
    done: u32,
    /// When the one under way was begun, and how long the longest has taken.
    begun: Option<Instant>,
    longest: Duration,
    /// What all of them have taken, in all phases.
    inside: Duration,
    /// The time is over: what follows is asked about and not looked at.
    is_over: bool,
}

impl Watched {
    fn new(phase: Option<FirstMoveId>, inside: Duration) -> Watched {
        let (since, longest, is_over) = (Instant::now(), Duration::ZERO, false);
        Watched { phase, since, all: 0, done: 0, begun: None, longest, inside, is_over }
    }

    /// The first move under way has been looked at, or the time is over.
    fn end_first_move(&mut self) {
        if let Some(begun) = self.begun.take() {
            let took = begun.elapsed();
            self.longest = self.longest.max(took);
            self.inside += took;
        }
    }
}

impl Watch {
    fn watched(&self) -> MutexGuard<'_, Watched> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FirstMoves for Watch {
    fn known(&self, first: FirstMoveId) -> Known {
        let mut watched = self.watched();
        let phase = Some(FirstMoveId { index: 0, ..first });
        if watched.phase != phase {
            if watched.is_over {
                return Known::Nothing;
            }
            *watched = Watched::new(phase, watched.inside);
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

/// What a short look has told.
pub struct Measured {
    /// Of one thread. Of a problem that takes longer than it was looked at it is what its first moves would take if each took
    /// as long as those that have been looked at; if none has been, as if each took as long as the first one until then.
    pub seconds: f64,
    /// Of the phase that was under way.
    pub first_moves: usize,
    /// What the longest of the first moves that were looked at takes, in parts of the whole.
    pub longest: f64,
    /// And what is done beside all first moves: each unit does it.
    pub beside: f64,
    /// The work that answers of the table have saved, in parts of that which was done.
    pub saved: f64,
}

/// Where there are no first moves to tell, a problem that takes longer takes so much longer: nobody knows.
const UNKNOWN: f64 = 16.0;

/// Looks at a problem for no longer than `most`; `None` where the program fails.
pub fn measured(problem: &Problem, most: Duration) -> Option<Measured> {
    let begun = Instant::now();
    let watch = Arc::new(Watch(Mutex::new(Watched::new(None, Duration::ZERO))));
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
        // Twenty first moves, of which none comes to an end.
        let seconds = of(game_array, 0.1);
        assert!((0.5..100.0).contains(&seconds), "{seconds}");
    }
}
