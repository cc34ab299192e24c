//! The state of one side on its way to the target of a proof game, and the keys of the stored answers about it.

use super::army::Army;

/// The state of one side on its way to the target: its men, and the numbers of moves and captures that it has left.
#[derive(Clone, Copy, Debug)]
pub struct ArmyBudget {
    pub army: Army,
    /// The most captures that the side may still make.
    pub captures: u32,
    pub moves: u32,
    /// Whether the side makes exactly `moves` moves. If not, it may make fewer.
    pub exactly: bool,
    /// Squares of men of both sides that never move again and are not captured.
    pub standing: u64,
    /// Squares of men of this side that cannot stay: each such man leaves its square (and may return), or is captured
    /// on it.
    pub leaving: u64,
}

/// Numbers of the questions whose answers are stored for an [`ArmyBudget`]. `LEAST` asks how many moves the side needs
/// at least. For [`MARCH`] and [`ARRIVAL`], the next number is the same question about a side that makes exactly its
/// number of moves.
pub const LEAST: u32 = 1;
pub const ABILITIES: u32 = 2;
pub const MARCH: u32 = 4;
pub const ARRIVAL: u32 = 6;

pub const MIX: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

impl ArmyBudget {
    /// Returns a number that, combined with the key of the army, identifies the answer to `question` about this state
    /// of the side.
    pub fn salt(&self, question: u32) -> u128 {
        let question = question + u32::from(self.exactly);
        let n = u128::from(self.captures) << 40 | u128::from(self.moves) << 8 | u128::from(question);
        n.wrapping_mul(MIX) ^ by_squares(self.standing) ^ by_squares(self.leaving).rotate_left(41)
    }
}

fn by_squares(set: u64) -> u128 {
    u128::from(set).wrapping_mul(MIX) ^ u128::from(set.swap_bytes()).wrapping_mul(MIX >> 7 | 1)
}
