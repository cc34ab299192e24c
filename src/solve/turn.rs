use super::task::CompiledBranch;
use crate::position::Position;

/// Where in the play a move is made: by which letter, with how many half-moves left, and at least how many.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    pub stretch: &'a CompiledBranch,
    pub letter: usize,
    pub n: u16,
    pub least: u16,
}

impl<'a> Turn<'a> {
    /// The turn after a move.
    pub fn next(self) -> Turn<'a> {
        Turn { letter: 1 - self.letter, n: self.n - 1, least: self.least.saturating_sub(1), ..self }
    }

    pub fn key<P: Position>(self, position: &P) -> u128 {
        let n = u128::from(self.n).wrapping_mul(0xd1b5_4a32_d192_ed03_8cb9_2ba7_2f3d_8dd7);
        position.key() ^ self.stretch.salt(self.letter, self.least) ^ n
    }
}
