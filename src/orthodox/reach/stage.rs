//! How far a side has come, and what keeps the answers to questions about that apart.

use super::army::Army;

/// Where one side is, and what it may still do.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    pub army: Army,
    /// At most so many captures may still be made.
    pub captures: u32,
    pub moves: u32,
    /// It makes all of the moves, not fewer.
    pub exactly: bool,
}

impl Stage {
    pub fn salt(&self, question: u32) -> u128 {
        salt(self.captures, self.moves, question + u32::from(self.exactly))
    }
}

pub const MIX: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// Keeps the answers to different questions about an army apart.
pub fn salt(captures: u32, moves: u32, question: u32) -> u128 {
    let n = u128::from(captures) << 40 | u128::from(moves) << 8 | u128::from(question);
    n.wrapping_mul(MIX)
}
