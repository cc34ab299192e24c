//! Movements that a string says, walked on a board that counts the steps.

use keymove::pieces::{Distance, Hop, Line, Mode, Pawn, Piece, Seen, Vector, Walker};
use keymove::syntax::xbetza;
use keymove::units::Square;
use smallvec::SmallVec;
use std::cell::Cell;

/// A board of 16x16 squares with men here and there, which counts how often somebody steps on it.
struct Counting {
    steps: Cell<u64>,
    told: u64,
}

impl Walker for Counting {
    fn from(&self) -> Square {
        Square::new(7, 7).expect("on the board")
    }

    fn ahead(&self) -> i8 {
        1
    }

    fn step(&self, from: Square, (files, ranks): Vector) -> Option<Square> {
        self.steps.update(|steps| steps + 1);
        assert!(self.steps.get() < 1_000_000, "the same ways are walked again and again");
        let on_board = |at: u8, by: i8| u8::try_from(at as i8 + by).ok().filter(|&at| at < 16);
        Square::new(on_board(from.file(), files)?, on_board(from.rank(), ranks)?)
    }

    fn seen(&self, square: Square) -> Seen {
        match (square.file() * 5 + square.rank() * 3) % 11 {
            0 => Seen::Adverse,
            1 => Seen::Own,
            _ => Seen::Empty,
        }
    }

    fn go(&mut self, _: Square, _: Mode) {
        self.told += 1;
    }

    fn go_over(&mut self, _: Square, _: Square, _: Mode) {
        self.told += 1;
    }

    fn take_on(&mut self, _: Square, _: Square) {
        self.told += 1;
    }

    fn target(&self) -> Option<Square> {
        None
    }

    fn piece_on(&self, _: Square) -> Option<Piece> {
        unreachable!("legs do not ask")
    }

    fn doors(&self) -> Vec<Square> {
        unreachable!("legs do not ask")
    }

    fn men(&self) -> Vec<Square> {
        unreachable!("legs do not ask")
    }

    fn observers(&mut self, _: bool) -> SmallVec<[Piece; 8]> {
        unreachable!("legs do not ask")
    }

    fn leap(&mut self, _: &[Vector], _: Mode) {
        unreachable!("legs do not leap")
    }

    fn ride_along(&mut self, _: Line, _: &[Vector], _: Mode) {
        unreachable!("legs do not ride")
    }

    fn ride_to(&mut self, _: &[Vector], _: fn(&dyn Walker, Square) -> bool) {
        unreachable!("legs do not ride")
    }

    fn hop(&mut self, _: Hop, _: Mode) {
        unreachable!("legs do not hop")
    }

    fn locust_along(&mut self, _: Line, _: &[Vector], _: Distance) {
        unreachable!("legs are no locusts")
    }

    fn pawn(&mut self, _: Pawn) {
        unreachable!("legs are no pawns")
    }

    fn castle(&mut self) {
        unreachable!("legs do not castle")
    }

    fn as_piece(&mut self, _: Piece, _: Mode) {
        unreachable!("legs go as nobody else")
    }

    fn as_hunter(&mut self, _: Piece, _: i8) {
        unreachable!("legs go as nobody else")
    }
}

#[test]
fn ways_of_many_legs_are_not_walked_again_and_again() {
    for text in ["aaaaaaaaK", "aaaaaaaaQ", "caaaaaaamQ", "mpampampampampampampampaQ", "aaaaaaaaNN"] {
        let mut board = Counting { steps: Cell::new(0), told: 0 };
        xbetza(text).expect("a movement").walk(&mut board);
        assert!(board.told > 100, "{text}: {}", board.told);
    }
}
