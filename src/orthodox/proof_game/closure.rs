//! Finds the men that never move again, and tests whether both sides can still reach the target if these men obstruct
//! the others. These conclusions are drawn repeatedly until nothing changes:
//!
//! * A side without spare moves does not move the men that have arrived. They are obstacles until the end.
//! * If a side cannot reach the target while a man stays on its square, that man leaves it. To return costs its side
//!   two moves.
//! * A side that has to capture needs squares on which it can capture and the other side can lose a man.

use super::Target;
use super::abilities::Abilities;
use super::army_budget::ArmyBudget;
use crate::orthodox::board::bitboard::{bit, squares};
use crate::units::Piece;

/// The greatest number of plies left with which the men that never move again are searched for at most once, and not
/// repeatedly, because playing is faster then.
const FEW_MOVES: u32 = 3;
/// The least number of plies left with which the men that have to leave are looked for. With fewer plies, this takes
/// longer than it saves.
const MANY_MOVES: u32 = 20;
const MOST_ROUNDS: u32 = 8;

impl Target {
    /// Returns the squares of men that never move again and are not captured, or `None` if the target is out of reach.
    pub(super) fn standing(&self, stages: [ArmyBudget; 2]) -> Option<u64> {
        self.losses(stages).map(|(_, standing)| standing)
    }

    /// Returns two things: the squares on which White can lose men and those on which Black can; and the squares of men
    /// that never move again and are not captured. Returns `None` if the target is out of reach.
    pub(super) fn losses(&self, mut stages: [ArmyBudget; 2]) -> Option<([u64; 2], u64)> {
        let captures = stages.each_ref().map(|stage| stage.captures);
        let moves = stages[0].moves + stages[1].moves;
        let rounds = if moves > FEW_MOVES { MOST_ROUNDS } else { u32::from(moves > 1) };
        let mut losses = [!0, !0];
        for _ in 0..rounds {
            let white = self.abilities(&stages[0], losses[0])?;
            let black = self.abilities(&stages[1], losses[1])?;
            let next = where_lost(captures, &white, &black);
            if next.contains(&0) {
                return None;
            }
            let standing = stages[0].standing | white.stands | black.stands;
            let is_settled = next == losses && standing == stages[0].standing;
            losses = next;
            stages.iter_mut().for_each(|stage| stage.standing = standing);
            if is_settled && !(moves >= MANY_MOVES && self.find_leaving(&mut stages)) {
                break;
            }
        }
        Some((losses, stages[0].standing))
    }

    /// Marks in `stages` the men that have to leave their squares or be captured, because a side needs more moves
    /// than it has if they stay. Returns whether it found any.
    fn find_leaving(&self, stages: &mut [ArmyBudget; 2]) -> bool {
        let mut found = false;
        for side in 0..2 {
            let ArmyBudget { army, standing, leaving, .. } = stages[side];
            let arrived =
                Piece::orthodox().fold(0, |all, piece| all | army.men(piece) & self.goals[side][piece.index()]);
            for sq in squares(arrived & !standing & !leaving) {
                let standing = standing | bit(sq);
                if stages.iter().any(|stage| self.needs(&ArmyBudget { standing, ..*stage }) > stage.moves) {
                    stages[side].leaving |= bit(sq);
                    found = true;
                }
            }
        }
        found
    }
}

/// Returns the squares on which White may lose men and those on which Black may: one side can lose a man there, and the
/// other side can capture there. A side that loses no man gets all squares. `captures` are the numbers of captures that
/// White and Black make.
fn where_lost(captures: [u32; 2], white: &Abilities, black: &Abilities) -> [u64; 2] {
    // En passant the captured pawn is behind the arrival square.
    let by_white = white.takes | (white.takes & 0xff << 40) >> 8;
    let by_black = black.takes | (black.takes & 0xff << 16) << 8;
    [
        if captures[1] == 0 { !0 } else { white.gives & by_black },
        if captures[0] == 0 { !0 } else { black.gives & by_white },
    ]
}
