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
    /// Where men of both sides stand that never move again.
    pub standing: u64,
    /// Where own men stand that have to leave their squares, or are captured there.
    pub leaving: u64,
}

/// The questions that are asked about a stage. With [`MARCH`] and [`ARRIVAL`] the next number asks the same of exactly so many
/// moves.
pub const LEAST: u32 = 1;
pub const OUTLOOK: u32 = 2;
pub const MARCH: u32 = 4;
pub const ARRIVAL: u32 = 6;

pub const MIX: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

impl Stage {
    /// Keeps the answers to different questions about an army apart.
    pub fn salt(&self, question: u32) -> u128 {
        let question = question + u32::from(self.exactly);
        let n = u128::from(self.captures) << 40 | u128::from(self.moves) << 8 | u128::from(question);
        n.wrapping_mul(MIX) ^ by_squares(self.standing) ^ by_squares(self.leaving).rotate_left(41)
    }
}

fn by_squares(set: u64) -> u128 {
    u128::from(set).wrapping_mul(MIX) ^ u128::from(set.swap_bytes()).wrapping_mul(MIX >> 7 | 1)
}
