//! Solving: a problem goes in, the tree of its solution comes out. Complete, or marked as cut by a limit.
//!
//! `solver` and `setting` take a problem from end to end; `task` makes the play ready; `worker` answers whether it
//! succeeds, in `battle` and `help` play; `solution_tree`, `lines` and `first_moves` collect what is to be told,
//! `seeking` finds the games of proof games before; `table` remembers facts, `limit` ends what takes too long, `cutting`
//! knows which first moves other runs look at, and `facts`, `others` and `sharing` what they have proved; `permits`,
//! `parallel` and `teamwork` spread the work.

mod ahead;
mod battle;
mod cutting;
mod error;
mod facts;
mod first_move_numbers;
mod first_moves;
mod help;
mod limit;
mod lines;
mod offers;
mod origins;
mod others;
mod parallel;
mod permits;
mod proof_numbers;
mod seeking;
mod set_up;
mod setting;
mod sharing;
mod solution_tree;
mod solver;
mod split;
mod stats;
mod stream;
mod table;
mod task;
mod teamwork;
mod threads;
#[cfg(test)]
mod toy_engine_tests;
mod turn;
mod unseen;
mod unsupported;
mod window;
mod worker;

pub use cutting::{FirstMove, FirstMoves, Known, can_be_cut};
pub use error::SolveError;
pub use facts::{Fact, Proved};
pub use limit::{Allowance, Doing, Limits, Progress};
pub use permits::{Permit, Permits};
pub use set_up::beginning;
pub use solver::{Outcome, Solver};
pub use stats::{Asked, Stats};
pub use threads::{STACK_BYTES, Threads, with_threads};

use crate::problem::Options;
use window::Window;

/// The options that the search itself looks at.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// Positions from which lower bounds say that the goal is out of reach are not searched.
    pub bounds: bool,
    /// One of the bounds may make final pictures and carry them down the play.
    pub pictures: bool,
    /// Games that lead to the target of a proof game are looked for by what becomes of each man.
    pub strategies: bool,
    /// At the last moves only those are looked at that can reach the goal, as far as the engine can tell.
    pub checks_only: bool,
    /// With two moves left first moves are left out that a reply known to be good answers, whatever they do elsewhere.
    pub standing_replies: bool,
    /// What is left of plain direct mates in two moves is searched without asking anything else.
    pub kernel: bool,
    /// Where one solution is enough, the key of long play is looked for by proof numbers.
    pub proof_numbers: bool,
    pub no_threat: bool,
    pub no_short_variations: bool,
    /// Where play is told in lines, what is short is left out as in trees: after an introductory series.
    pub leaves_out_in_lines: bool,
    pub mates_in_1: bool,
    /// A first move with at most so many refutations is a try; `None`: tries are not looked for.
    pub refutations: Option<usize>,
    pub trivial_tries_avoid: bool,
    pub set_play: bool,
    pub max_solutions: Option<u32>,
    pub max_flight_squares: Option<u16>,
    pub max_threat: Option<u16>,
    pub non_trivial: Option<(u16, u16)>,
    pub keep_mating_piece: bool,
    pub goal_is_end: bool,
    pub stop_on_short_solutions: bool,
    pub move_numbers: bool,
    pub start_move_number: Vec<u16>,
    pub up_to_move_number: Vec<u16>,
}

impl From<&Options> for SearchSettings {
    fn from(options: &Options) -> SearchSettings {
        SearchSettings {
            bounds: true,
            pictures: true,
            strategies: true,
            checks_only: true,
            standing_replies: true,
            kernel: true,
            proof_numbers: true,
            no_threat: options.no_threat,
            no_short_variations: options.no_short_variations,
            leaves_out_in_lines: false,
            mates_in_1: options.mates_in_1,
            refutations: options.refutations(),
            trivial_tries_avoid: options.trivial_tries_avoid,
            set_play: options.set_play,
            max_solutions: options.max_solutions,
            max_flight_squares: options.max_flight_squares,
            max_threat: options.threat,
            non_trivial: options.non_trivial,
            keep_mating_piece: options.keep_mating_piece,
            goal_is_end: options.goal_is_end,
            stop_on_short_solutions: options.stop_on_short_solutions,
            move_numbers: options.move_numbers,
            start_move_number: options.start_move_number.clone(),
            up_to_move_number: options.up_to_move_number.clone(),
        }
    }
}

impl SearchSettings {
    /// Options StartMoveNumber and UpToMoveNumber: only some first moves are tried.
    pub fn numbers_first_moves(&self) -> bool {
        !Window::at_root(self).is_open()
    }

    /// So many moves have numbers in the longer one of options StartMoveNumber and UpToMoveNumber.
    pub fn longest_move_number(&self) -> usize {
        self.start_move_number.len().max(self.up_to_move_number.len())
    }

    /// No option asks for more than the stipulation does.
    pub fn is_plain(&self) -> bool {
        !self.goal_is_end
            && self.max_threat.is_none()
            && self.max_flight_squares.is_none()
            && self.non_trivial.is_none()
    }
}
