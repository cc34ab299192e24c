//! Parts that both halves of the enumeration of final positions use: the distances of men, and the men that already
//! have a final square.

use super::{Effort, FinalRole, MOST_MEN, Man};
use crate::orthodox::board::bitboard::{self, Sq, bit};
use crate::orthodox::bound::distance::{Distances, PROMOTED};
use crate::orthodox::bound::stalemate::{Force, LONGEST, StalemateQuestion, Within};
use crate::units::Piece;

/// The squares that a man reaches, by number of moves, if it ends as a man of kind `piece`.
pub struct Way {
    pub piece: Piece,
    pub within: Within,
    /// Squares on which this man has already been tried; see [`super::mating_side`].
    pub struck_off: u64,
}

impl Way {
    /// Iterates over the squares of `wanted` that the man reaches in at most `most` moves, the nearest first.
    pub fn nearest(&self, wanted: u64, most: usize) -> Nearest {
        Nearest { farther: wanted & self.within[most.min(LONGEST)], moves: 0, here: 0 }
    }
}

/// Iterator over squares that a man reaches, the nearest first. It does not borrow the [`Way`], so that the caller
/// can change the `Way` during the iteration.
pub struct Nearest {
    /// Squares still to come that take `moves - 1` moves; those in `farther` take more.
    here: u64,
    farther: u64,
    /// One more than the number of moves to the squares `here`.
    moves: usize,
}

impl Nearest {
    /// Returns the number of moves and the next square, or `None` at the end.
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

/// Returns the distances of a man, for each kind as which it may end: several kinds for a pawn, one for any other
/// man.
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

/// A possible final square of a man of the mated side, with the number of moves to it.
#[derive(Clone, Copy)]
pub struct FinalSquare {
    pub man: usize,
    pub cost: u8,
    pub piece: Piece,
    pub sq: Sq,
    /// Squares of the man's first steps on an empty board, without captures.
    pub steps: u64,
    /// The squares between this man and its king, if a man of the mating side may pin it so that it cannot move; they
    /// have to be empty for the pin. `None` if no man can pin it in this way.
    pub line: Option<u64>,
}

impl FinalSquare {
    pub fn may_be_pinned(&self, occupied: u64) -> bool {
        self.line.is_some_and(|line| line & occupied == 0)
    }
}

/// The state of one enumeration, apart from the men placed on the current branch.
pub struct Enumeration<'a, 'e> {
    pub question: &'a StalemateQuestion,
    pub men: Vec<Man>,
    pub mated_count: usize,
    pub ways: Vec<Vec<Way>>,
    /// The number of moves of the mating side, including the moves granted for castling.
    pub own: usize,
    /// The most men that the mating side may capture.
    pub most_doomed: usize,
    pub force: Force,
    /// By square: the fewest moves in which some man of the mating side reaches it.
    pub blocks: [u8; 64],
    pub effort: &'a mut Effort<'e>,
    /// The mated side's men that have a final square on this branch, in the order of placing.
    pub standing: Vec<FinalSquare>,
    pub found: Vec<[FinalRole; MOST_MEN]>,
}

/// Summary of the mated side's men on the current branch of the enumeration, by fate: with a final square, captured,
/// or still open.
#[derive(Clone, Copy)]
pub struct Placed {
    pub king: Sq,
    /// Squares of the placed men, the king included.
    pub occupied: u64,
    pub pawns: u64,
    pub doomed: usize,
    pub rest: usize,
    /// Men that have no fate yet (neither a final square nor captured), one bit for each man.
    pub left: u32,
}

/// Returns the condition among `needs` that can be met in the fewest ways, or `None` if one of them cannot be met.
/// `ways(condition, limit)` counts the ways and may stop counting at `limit`.
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

/// Whether the two squares are on a common rank or file.
pub fn is_straight(a: Sq, b: Sq) -> bool {
    a & 7 == b & 7 || a >> 3 == b >> 3
}

/// Whether a man of this kind on `sq` cannot move at all if it is pinned on its line to `king`, because it does not
/// move along that line.
pub fn can_be_held(piece: Piece, king: Sq, sq: Sq) -> bool {
    let straight = bitboard::rook_lines(king) & bit(sq) != 0;
    let diagonal = bitboard::bishop_lines(king) & bit(sq) != 0;
    match piece {
        Piece::QUEEN => false,
        Piece::ROOK => diagonal,
        Piece::BISHOP => straight,
        // On its file a pawn may still advance, if it is not blocked.
        Piece::PAWN => diagonal || straight && king & 7 != sq & 7,
        _ => straight || diagonal,
    }
}
