//! What both halves of the enumeration of pictures know: men, their ways, and what has been placed so far.

use super::{Effort, MOST_MEN, Man, Role};
use crate::orthodox::board::bitboard::{self, Sq, bit};
use crate::orthodox::bound::distance::{Distances, PROMOTED};
use crate::orthodox::bound::stalemate::{Force, LONGEST, Question, Within};
use crate::units::Piece;

/// How far a man comes in so many moves, as a man of this kind.
pub struct Way {
    pub piece: Piece,
    pub within: Within,
    /// Squares on which it has been tried already; see [`super::movers`].
    pub struck_off: u64,
}

impl Way {
    /// Those of the wanted squares to which the man comes in at most so many moves.
    pub fn nearest(&self, wanted: u64, most: usize) -> Nearest {
        Nearest { farther: wanted & self.within[most.min(LONGEST)], moves: 0, here: 0 }
    }
}

/// Squares to which a man comes, the nearest first. It holds no reference to the way, which may change while they are gone
/// through.
pub struct Nearest {
    /// Those in so many moves that are still to come, and those in more.
    here: u64,
    farther: u64,
    /// Counted from one.
    moves: usize,
}

impl Nearest {
    /// The next one, with the moves that it takes to come there on this way.
    #[inline]
    pub fn next(&mut self, way: &Way) -> Option<(usize, Sq)> {
        while self.here == 0 {
            if self.farther == 0 {
                return None;
            }
            self.here = self.farther & way.within[self.moves];
            self.farther ^= self.here;
            self.moves += 1;
        }
        let sq = self.here.trailing_zeros() as Sq;
        self.here &= self.here - 1;
        Some((self.moves - 1, sq))
    }
}

/// The ways of a man, most of them one.
pub fn ways(man: Man) -> Vec<Way> {
    let distances = Distances::get();
    let way = |piece: Piece, cost: &dyn Fn(Sq) -> u8| {
        let mut within = [0; LONGEST + 1];
        for sq in 0..64 {
            let cost = usize::from(cost(sq));
            within.iter_mut().skip(cost).for_each(|set| *set |= bit(sq));
        }
        Way { piece, within, struck_off: 0 }
    };
    let mut ways = vec![way(man.piece, &|sq| distances.as_it_is(man.color, man.piece, man.sq, sq))];
    if man.piece == Piece::PAWN {
        let last = bitboard::RANK_1 | bitboard::RANK_8;
        ways[0].within.iter_mut().for_each(|set| *set &= !last);
        ways.extend(PROMOTED.map(|piece| way(piece, &|sq| distances.promoted(man.color, piece, man.sq, sq))));
    }
    ways
}

/// A man of the victim may stand here in the end, at such a cost.
#[derive(Clone, Copy)]
pub struct Stand {
    pub man: usize,
    pub cost: u8,
    pub piece: Piece,
    pub sq: Sq,
    /// Its first steps on an empty board, without captures.
    pub steps: u64,
    /// What has to be empty for a man of the mover to pin it so that it cannot move; `None` if nothing can.
    pub line: Option<u64>,
}

impl Stand {
    pub fn may_be_pinned(&self, occupied: u64) -> bool {
        self.line.is_some_and(|line| line & occupied == 0)
    }
}

/// All that is fixed while the victim's men are placed.
pub struct Enumeration<'a, 'e> {
    pub question: &'a Question,
    pub men: Vec<Man>,
    /// How many of them are the victim's.
    pub victims: usize,
    pub ways: Vec<Vec<Way>>,
    /// Moves of the mover, those granted for castling included, and how many men it may capture at most.
    pub own: usize,
    pub most_doomed: usize,
    pub force: Force,
    /// The moves in which the first man of the mover comes to each square.
    pub blocks: [u8; 64],
    pub effort: &'a mut Effort<'e>,
    /// The victim's men that have been placed, in that order.
    pub standing: Vec<Stand>,
    pub found: Vec<[Role; MOST_MEN]>,
}

/// The victim's men as far as they have been placed.
#[derive(Clone, Copy)]
pub struct Placed {
    pub king: Sq,
    /// With the king.
    pub occupied: u64,
    pub pawns: u64,
    pub doomed: usize,
    pub rest: usize,
    /// Those that have no fate yet, as bits.
    pub left: u32,
}

/// The need that can be met in the fewest ways; `None` when one cannot be met at all. `ways` counts them, and may stop at so
/// many as are given.
#[inline]
pub fn narrowest<N>(needs: impl IntoIterator<Item = N>, ways: impl Fn(&N, u32) -> u32) -> Option<N> {
    let mut narrowest = None;
    let mut fewest = u32::MAX;
    for need in needs {
        let count = ways(&need, fewest);
        if count == 0 {
            return None;
        }
        if count < fewest {
            (narrowest, fewest) = (Some(need), count);
        }
    }
    narrowest
}

/// The two squares are on a rank or file.
pub fn is_straight(a: Sq, b: Sq) -> bool {
    a & 7 == b & 7 || a >> 3 == b >> 3
}

/// A pin on the line from the king can keep an officer from moving: one that does not move on it.
pub fn can_be_held(piece: Piece, king: Sq, sq: Sq) -> bool {
    let straight = bitboard::rook_lines(king) & bit(sq) != 0;
    let diagonal = bitboard::bishop_lines(king) & bit(sq) != 0;
    match piece {
        Piece::QUEEN => false,
        Piece::ROOK => diagonal,
        Piece::BISHOP => straight,
        // Along its file it may still go ahead, if it is not blocked.
        Piece::PAWN => diagonal || straight && king & 7 != sq & 7,
        _ => straight || diagonal,
    }
}
