//! Proof games: if the engine can, it searches for all games before the play is printed.

use crate::position::{Oracle, ProofGameBudget, Workers};
use crate::problem::{Mode, Reply};
use crate::solve::limits::Limits;
use crate::solve::setup::task::Stage;
use crate::solve::threads::in_order::map_in_order;
use crate::units::Color;

/// The threads, time and memory that the engine may use in its search for games.
struct SearchWorkers<'a> {
    limits: &'a Limits,
    bytes: usize,
}

impl Workers for SearchWorkers<'_> {
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        let pieces: Vec<usize> = (0..pieces).collect();
        map_in_order(self.limits, &pieces, |&i| work(i));
    }

    fn visited(&self, positions: u64) {
        self.limits.count(positions);
    }

    fn is_late(&self) -> bool {
        self.limits.check().is_err()
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn hands(&self) -> usize {
        self.limits.share.number()
    }
}

/// Lets the engine search for all games of the branch with `bytes` of memory. Returns whether `target` now contains the
/// games.
pub fn seek<P: Oracle>(position: &P, stage: &Stage, target: &mut P::Target, (limits, bytes): (&Limits, usize)) -> bool {
    let branch = &stage.branch;
    let is_plain = branch.mode == Mode::Help && branch.reply == Reply::Moves && !branch.begun_by_reply;
    if !is_plain || stage.plies_to_target != Some(0) {
        return false;
    }
    // Shorter games are solutions too.
    let lengths = (branch.min.max(1)..=branch.max).filter(|&n| stage.can_end_at(0, n)).map(|n| {
        let [first, second] = branch.moves_of_sides(n).map(u32::from);
        let moves = if position.side_to_move() == Color::White { [first, second] } else { [second, first] };
        ProofGameBudget { moves, exactly: true }
    });
    position.seek(target, &lengths.collect::<Vec<_>>(), &SearchWorkers { limits, bytes })
}
