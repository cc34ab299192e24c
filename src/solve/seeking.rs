//! Proof games: all games are looked for before the play is told, where the engine can find them by themselves.

use super::limit::Limits;
use super::parallel::in_parallel;
use super::task::CompiledBranch;
use crate::position::{Crew, MovesLeft, Position};
use crate::problem::{Mode, Reply};
use crate::units::Color;

/// The threads and the time of a problem.
struct Hands<'a>(&'a Limits);

impl Crew for Hands<'_> {
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        let pieces: Vec<usize> = (0..pieces).collect();
        in_parallel(self.0, &pieces, |&i| work(i));
    }

    fn visited(&self, positions: u64) {
        self.0.count(positions);
    }

    fn is_late(&self) -> bool {
        self.0.check().is_err()
    }
}

/// Looks for all games of the branch from the position; whether the target knows them now.
pub fn seek<P: Position>(position: &P, stretch: &CompiledBranch, target: &mut P::Target, limits: &Limits) -> bool {
    let branch = &stretch.branch;
    let is_plain = branch.mode == Mode::Help && branch.reply == Reply::Moves && branch.min == branch.max;
    if !is_plain || branch.begun_by_reply || stretch.plies_to_target != Some(0) {
        return false;
    }
    let [first, second] = branch.moves_of_letters(branch.max).map(u32::from);
    let moves = if position.side_to_move() == Color::White { [first, second] } else { [second, first] };
    position.seek(target, MovesLeft { moves, exactly: true }, &Hands(limits))
}
