//! The least number of moves that a man needs from one square to another in any position.
//!
//! Distances are those on an empty board, where a pawn may capture on any square. So in no position does a man reach
//! a square in fewer moves of its own. Castling is not included, because it moves two men at once; callers count it
//! separately (see [`castlings`]).

use super::super::board::{Board, RIGHTS};
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, bit, squares};
use crate::units::{Color, Piece};
use std::sync::OnceLock;

/// The distance to a square that cannot be reached.
pub const FAR: u8 = u8::MAX;

pub const PROMOTED: [Piece; 4] = [Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN];

type FromTo = [[u8; 64]; 64];

pub struct Distances {
    /// Distances of men that keep their kind, by kind. Pawns are not included because they differ by colour.
    officers: [FromTo; 6],
    pawns: [FromTo; 2],
    /// Distances of pawns that promote to the kind on their way, by `[color][kind]`.
    promoted: [[FromTo; 6]; 2],
    /// Distances of pawns to a square, before or after promotion, by colour.
    pawn_visits: [FromTo; 2],
}

impl Distances {
    /// Returns the table of all distances, computed at first use (in well below a millisecond).
    pub fn get() -> &'static Distances {
        static TABLE: OnceLock<Box<Distances>> = OnceLock::new();
        TABLE.get_or_init(Distances::new)
    }

    fn new() -> Box<Distances> {
        let far = [[FAR; 64]; 64];
        let mut all =
            Box::new(Distances { officers: [far; 6], pawns: [far; 2], promoted: [[far; 6]; 2], pawn_visits: [far; 2] });
        for piece in Piece::orthodox().filter(|&piece| piece != Piece::PAWN) {
            for from in 0..64 {
                walk(from, &mut all.officers[piece.index()][from as usize], |sq| {
                    bitboard::attacks(piece, Color::White, sq, 0)
                });
            }
        }
        for color in Color::ALL {
            for from in 0..64 {
                walk(from, &mut all.pawns[color as usize][from as usize], |sq| pawn_steps(color, sq));
            }
            all.pawn_visits[color as usize] = all.pawns[color as usize];
            let last_rank = if color == Color::White { RANK_8 } else { RANK_1 };
            for from in 0..64 {
                for on in squares(last_rank) {
                    let steps = all.pawns[color as usize][from][on as usize];
                    // A pawn already on its last rank is a mistake of the diagram, and stays a pawn.
                    if steps == FAR || steps == 0 {
                        continue;
                    }
                    for piece in PROMOTED {
                        for to in 0..64 {
                            let sum = steps.saturating_add(all.officers[piece.index()][on as usize][to]);
                            let least = &mut all.promoted[color as usize][piece.index()][from][to];
                            *least = sum.min(*least);
                            let visit = &mut all.pawn_visits[color as usize][from][to];
                            *visit = sum.min(*visit);
                        }
                    }
                }
            }
        }
        all
    }

    /// Returns the number of moves in which the man reaches `to` without promotion.
    pub fn as_it_is(&self, color: Color, piece: Piece, from: Sq, to: Sq) -> u8 {
        let table = if piece == Piece::PAWN { &self.pawns[color as usize] } else { &self.officers[piece.index()] };
        table[from as usize][to as usize]
    }

    /// Returns the number of moves of a king from `from` to each square.
    pub fn kings(&self, from: Sq) -> &[u8; 64] {
        &self.officers[Piece::KING.index()][from as usize]
    }

    /// Returns the number of moves, promotion included, in which a pawn reaches `to` as a man of kind `becomes`.
    pub fn promoted(&self, color: Color, becomes: Piece, from: Sq, to: Sq) -> u8 {
        self.promoted[color as usize][becomes.index()][from as usize][to as usize]
    }

    /// Returns the number of moves in which the man reaches `to`; a pawn may promote on the way.
    pub fn visit(&self, color: Color, piece: Piece, from: Sq, to: Sq) -> u8 {
        let table =
            if piece == Piece::PAWN { &self.pawn_visits[color as usize] } else { &self.officers[piece.index()] };
        table[from as usize][to as usize]
    }
}

/// Within this number of moves every man has reached all squares that it can reach, if a pawn may promote to any
/// kind. (A pawn on its first rank that has to promote to a knight may take nine moves.)
pub const ALL_REACHED: usize = 8;

/// Sets of squares indexed by number of moves: entry `n` has the squares that are reached within `n` moves.
pub type Within = [u64; ALL_REACHED + 1];

/// Returns the squares that the man reaches, by number of moves; a pawn may promote on its way.
#[inline]
pub fn visits_within(color: Color, piece: Piece, from: Sq) -> &'static Within {
    static TABLE: OnceLock<Box<[[[Within; 64]; 6]; 2]>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table = Box::new([[[[0; ALL_REACHED + 1]; 64]; 6]; 2]);
        let distances = Distances::get();
        for color in Color::ALL {
            for piece in Piece::orthodox() {
                for from in 0..64 {
                    for to in 0..64 {
                        let moves = usize::from(distances.visit(color, piece, from, to));
                        let levels = &mut table[color as usize][piece.index()][from as usize];
                        levels.iter_mut().skip(moves).for_each(|level| *level |= bit(to));
                    }
                }
            }
        }
        table
    });
    &table[color as usize][piece.index()][from as usize]
}

/// Sets `distance` to the number of moves from `from` to every square. `steps(sq)` returns the squares that one move
/// reaches from `sq`.
fn walk(from: Sq, distance: &mut [u8; 64], steps: impl Fn(Sq) -> u64) {
    let (mut reached, mut frontier, mut moves) = (bit(from), bit(from), 0);
    while frontier != 0 {
        for sq in squares(frontier) {
            distance[sq as usize] = moves;
        }
        frontier = squares(frontier).fold(0, |all, sq| all | steps(sq)) & !reached;
        reached |= frontier;
        moves += 1;
    }
}

/// Returns the squares that a pawn may reach in one move, if the squares ahead are free and men to capture are on the
/// squares beside them. On its first rank, which a pawn cannot reach in a game, it has no double step.
fn pawn_steps(color: Color, from: Sq) -> u64 {
    let home = if color == Color::White { 1 } else { 6 };
    let one = bitboard::ahead(color, bit(from));
    bitboard::pawn(color, from) | one | if from >> 3 == home { bitboard::ahead(color, one) } else { 0 }
}

/// Returns the castling moves that a side may still play.
///
/// A bound that adds up the moves of single men has to count castling separately, because it moves two men in one
/// move:
///
/// 1. King and rook have not moved before they castle, and a side castles at most once.
/// 2. A bound on sums of moves does not depend on the order of moves.
/// 3. So such a bound treats play with castling as play without castling, with one move less, from the squares of
///    king and rook after castling.
/// 4. Men that are between king and rook now may be gone by then, so the men have to be treated as a list, not as a
///    board.
fn ways_to_castle(board: &Board, color: Color) -> impl Iterator<Item = Castled> {
    let rights = board.castling();
    RIGHTS.iter().filter(move |right| right.color == color && rights & right.flag != 0).map(|right| Castled {
        king_to: right.king_to,
        rook: right.rook,
        rook_to: right.rook_to,
    })
}

/// A castling move that a side may still play. It counts as one move, and changes the squares of two men.
#[derive(Clone, Copy, Debug)]
pub struct Castled {
    pub king_to: Sq,
    pub rook: Sq,
    pub rook_to: Sq,
}

/// Iterates over the castling choices of a side that makes at most `moves` moves: `None` for play without castling,
/// and each castling move that the side may still play.
pub fn castlings(board: &Board, color: Color, moves: u16) -> impl Iterator<Item = Option<Castled>> {
    let played = (moves > 0).then(|| ways_to_castle(board, color));
    std::iter::once(None).chain(played.into_iter().flatten().map(Some))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_on_an_empty_board() {
        let at = |text: &str| crate::units::Square::parse(text).and_then(bitboard::from_square).unwrap();
        let distances = Distances::get();
        let rows = [
            (Piece::KNIGHT, "a1", "h8", 6),
            (Piece::KNIGHT, "a1", "b2", 4),
            (Piece::BISHOP, "c1", "f1", FAR),
            (Piece::BISHOP, "c1", "e1", 2),
            (Piece::ROOK, "a1", "h8", 2),
            (Piece::QUEEN, "a1", "b3", 2),
            (Piece::KING, "a1", "h7", 7),
            (Piece::PAWN, "a2", "a4", 1),
            (Piece::PAWN, "a2", "b4", 2),
            (Piece::PAWN, "a4", "c5", FAR),
        ];
        for (piece, from, to, expected) in rows {
            assert_eq!(distances.as_it_is(Color::White, piece, at(from), at(to)), expected, "{from} {to}");
        }
        let rows = [("a7", Piece::QUEEN, "a1", 2), ("a7", Piece::KNIGHT, "c6", 2), ("a2", Piece::ROOK, "h8", 6)];
        for (from, becomes, to, expected) in rows {
            assert_eq!(distances.promoted(Color::White, becomes, at(from), at(to)), expected, "{from} {to}");
        }
        assert_eq!(distances.promoted(Color::Black, Piece::KNIGHT, at("a2"), at("c2")), 2);
        assert_eq!(distances.visit(Color::Black, Piece::PAWN, at("a2"), at("c3")), 2);
        assert_eq!(distances.visit(Color::Black, Piece::PAWN, at("a4"), at("a3")), 1);
    }
}
