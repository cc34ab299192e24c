//! The least number of moves in which a man captures on given squares and goes to its final square.

use super::super::Target;
use super::super::distances::{FAR, files_apart};
use super::{ManEnd, MobileMan};
use crate::orthodox::board::bitboard::Sq;
use crate::units::{Color, Piece};
use smallvec::SmallVec;

/// The squares on which one man captures. There are hardly ever more than eight.
pub(super) type CaptureSquares = SmallVec<[Sq; 8]>;

/// The least length of a man's way: its moves, and the further captures that a pawn has to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Length {
    pub moves: i32,
    /// Number of captures that a pawn needs to change files, in addition to the given ones.
    pub captures: i32,
}

impl Length {
    pub const ENDLESS: Length = Length { moves: 1000, captures: 0 };

    fn or(self, other: Length) -> Length {
        match (self, other) {
            (Length::ENDLESS, way) | (way, Length::ENDLESS) => way,
            (a, b) => Length { moves: a.moves.min(b.moves), captures: a.captures.min(b.captures) },
        }
    }
}

impl Target {
    /// Returns the least length of the man's way over the squares `takes`, on which it captures in any order, to `end`.
    /// If `end` is `None`, the man may end on any square and as any piece.
    pub(super) fn length(&self, man: MobileMan, takes: &[Sq], end: Option<ManEnd>) -> Length {
        if man.piece == Piece::PAWN {
            return self.length_of_pawn(man, takes, end);
        }
        let moves = self.length_of_officer(man, takes, end.map(|end| end.sq));
        Length { moves, captures: 0 }
    }

    fn leg(&self, man: MobileMan, to: Sq) -> i32 {
        match self.distances.from(man.color, man.piece, man.from)[to as usize] {
            FAR.. => Length::ENDLESS.moves,
            moves => i32::from(moves),
        }
    }

    fn length_of_officer(&self, man: MobileMan, takes: &[Sq], end: Option<Sq>) -> i32 {
        let over = |on: Sq, rest: &[Sq]| {
            // A man that is on the square already leaves it, and returns with the capture.
            let first = if on == man.from { 2 } else { self.leg(man, on) };
            if first >= Length::ENDLESS.moves {
                return first;
            }
            (first + self.length_of_officer(MobileMan { from: on, ..man }, rest, end)).min(Length::ENDLESS.moves)
        };
        match takes {
            [] => end.map_or(0, |end| self.leg(man, end)),
            [on] => over(*on, &[]),
            _ => {
                let first = (0..takes.len()).map(|i| {
                    let mut rest = CaptureSquares::from_slice(takes);
                    over(rest.remove(i), &rest)
                });
                first.min().unwrap_or_default()
            }
        }
    }

    /// Returns the least length of a pawn's way over the squares `takes` to `end`. The pawn makes some of these
    /// captures as a pawn, in the order of the ranks, and the others after its promotion.
    fn length_of_pawn(&self, man: MobileMan, takes: &[Sq], end: Option<ManEnd>) -> Length {
        let ahead = |sq: &Sq| if man.color == Color::White { *sq >> 3 } else { 7 - (*sq >> 3) };
        let mut sorted = CaptureSquares::from_slice(takes);
        sorted.sort_by_key(ahead);
        let all = (1u32 << sorted.len()) - 1;
        let stays_pawn = end.is_some_and(|end| end.piece == Piece::PAWN);
        let mut length = Length::ENDLESS;
        for as_pawn in if stays_pawn { all..=all } else { 0..=all } {
            let part = |pawn: bool| {
                sorted.iter().enumerate().filter(move |(i, _)| (as_pawn & 1 << i != 0) == pawn).map(|(_, &on)| on)
            };
            if let Some((at, way)) = self.pawn_over(man, part(true)) {
                length = length.or(self.pawn_from(
                    MobileMan { from: at, ..man },
                    way,
                    &part(false).collect::<CaptureSquares>(),
                    end,
                ));
            }
        }
        length
    }

    /// Returns the least length of a pawn's way over the squares `takes`, on which it captures in this order as a pawn,
    /// together with the last of these squares (its own square if there are none). Returns `None` if there is no such
    /// way.
    fn pawn_over(&self, man: MobileMan, takes: impl Iterator<Item = Sq>) -> Option<(Sq, Length)> {
        let (mut at, mut way) = (man.from, Length::default());
        for on in takes {
            let leg = self.leg(MobileMan { from: at, ..man }, on);
            if on == at || leg >= Length::ENDLESS.moves {
                return None;
            }
            // The pawn reaches the square by a capture. If the square is on its own file, it needs a second capture.
            let captures = if files_apart(at, on) == 0 { 2 } else { files_apart(at, on) as i32 };
            way = Length { moves: way.moves + leg, captures: way.captures + captures - 1 };
            at = on;
        }
        Some((at, way))
    }

    /// Returns the least length of a pawn's whole way. Its first part is `way`, after which the pawn is on `man.from`.
    /// In the rest it makes the captures `takes` after its promotion, and goes to `end`.
    fn pawn_from(&self, man: MobileMan, way: Length, takes: &[Sq], end: Option<ManEnd>) -> Length {
        let Some(end) = end else {
            return Length { moves: way.moves + i32::from(!takes.is_empty()), ..way };
        };
        let legs_to = |on: Sq, rest: i32| {
            let moves = way.moves + if on == man.from { 0 } else { self.leg(man, on) } + rest;
            let captures = way.captures + files_apart(man.from, on) as i32;
            if moves < Length::ENDLESS.moves { Length { moves, captures } } else { Length::ENDLESS }
        };
        if end.piece == Piece::PAWN {
            return legs_to(end.sq, 0);
        }
        let last_rank = if man.color == Color::White { 56..64 } else { 0..8 };
        let promoted = last_rank.map(|on| {
            let officer = MobileMan { piece: end.piece, from: on, ..man };
            legs_to(on, self.length_of_officer(officer, takes, Some(end.sq)))
        });
        promoted.fold(Length::ENDLESS, Length::or)
    }
}
