//! How long a problem takes, from a short look at it: it is solved for so long, and where that is not enough its first moves
//! tell how much is left.

use crate::mishap;
use crate::problem::Problem;
use crate::solution::{Cut, Node};
use crate::solve::{FirstMove, FirstMoves, Known, Solver, can_be_cut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Hears of each first move.
#[derive(Debug)]
struct Watch(Mutex<Watched>);

#[derive(Debug)]
struct Watched {
    /// The phase and the length of the play that is looked at, and when that began.
    phase: Option<FirstMove>,
    since: Instant,
    /// Its first moves, and those that have been looked at to the end. All are asked about, also when the time is over.
    all: u32,
    done: u32,
}

impl Watch {
    fn watched(&self) -> MutexGuard<'_, Watched> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FirstMoves for Watch {
    fn known(&self, first: FirstMove) -> Known {
        let mut watched = self.watched();
        let phase = Some(FirstMove { index: 0, ..first });
        if watched.phase != phase {
            *watched = Watched { phase, since: Instant::now(), all: 0, done: 0 };
        }
        watched.all += 1;
        Known::Nothing
    }

    fn found(&self, _: FirstMove, _: &[Node], is_all: bool) {
        self.watched().done += u32::from(is_all);
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
    /// Which part of the questions to the table it has answered.
    pub from_table: f64,
}

/// Where there are no first moves to tell, a problem that takes longer takes so much longer: nobody knows.
const UNKNOWN: f64 = 16.0;

/// Looks at a problem for no longer than `most`; `None` where the program fails.
pub fn measured(problem: &Problem, most: Duration) -> Option<Measured> {
    let begun = Instant::now();
    let watch = Arc::new(Watch(Mutex::new(Watched { phase: None, since: begun, all: 1, done: 0 })));
    let solver = Solver { time: Some(most), table_bytes: 16 << 20, ..Solver::default() };
    let outcome = mishap::caught(|| {
        let moves = watch.clone();
        let watched = Solver { first_moves: can_be_cut(problem).then_some(moves), ..solver };
        watched.solve(problem).ok()
    });
    let (outcome, took) = (outcome.ok()??, begun.elapsed().as_secs_f64());
    let (watched, table) = (watch.watched(), outcome.stats.table);
    let is_cut = outcome.solution.twins.iter().any(|twin| twin.cut == Some(Cut::Time));
    let before = watched.since.duration_since(begun).as_secs_f64();
    let in_phase = match watched.phase {
        Some(_) => (took - before) * f64::from(watched.all) / f64::from(watched.done.max(1)),
        None => UNKNOWN * took,
    };
    Some(Measured {
        seconds: if is_cut { before + in_phase } else { took },
        first_moves: watched.all as usize,
        from_table: table.answered as f64 / table.asked.max(1) as f64,
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
        assert!((1.9..100.0).contains(&seconds), "{seconds}");
    }
}
