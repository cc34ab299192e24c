//! Numbers of moves from square to square on a board with only the fixed men (pawns that never move).

use crate::orthodox::board::bitboard::{Sq, ahead, attacks, bit, pawn, squares};
use crate::units::{Color, Piece};

/// The distance to a square that cannot be reached: longer than any play, and the sum of two still fits into a
/// byte.
pub const FAR: u8 = 100;

/// A number of moves for each square: to it, or from it.
pub type MoveCounts = [u8; 64];
type AllMoveCounts = [MoveCounts; 64];

#[derive(Clone, Debug)]
pub struct Distances {
    /// Moves of a man that keeps its kind, by `[color][piece][from][to]`. The colour matters only for pawns.
    from: [[AllMoveCounts; 6]; 2],
    /// The same numbers transposed: by `[color][piece][to][from]`.
    to: [[AllMoveCounts; 6]; 2],
    /// Moves of a pawn that promotes to `piece` on its way, by `[captures][color][piece][from][to]`; see [`CAPTURES`].
    promoted_from: [[[AllMoveCounts; 6]; 2]; CAPTURES],
    promoted_to: [[[AllMoveCounts; 6]; 2]; CAPTURES],
}

/// Number of classes of promoting pawns, by the captures that they may make: none, at most one, or any number. More
/// classes gain nothing.
const CAPTURES: usize = 3;

pub const PROMOTIONS: [Piece; 4] = [Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN];

impl Distances {
    pub fn among(fixed: u64) -> Box<Distances> {
        let none = [[[FAR; 64]; 64]; 6];
        let mut all = Box::new(Distances {
            from: [none; 2],
            to: [none; 2],
            promoted_from: [[none; 2]; CAPTURES],
            promoted_to: [[none; 2]; CAPTURES],
        });
        for piece in Piece::orthodox() {
            for color in Color::ALL {
                if color == Color::Black && piece != Piece::PAWN {
                    all.from[1][piece.index()] = all.from[0][piece.index()];
                    continue;
                }
                for from in 0..64u8 {
                    all.from[color as usize][piece.index()][from as usize] = walk(piece, color, from, fixed);
                }
            }
        }
        for color in Color::ALL {
            for captures in 0..CAPTURES {
                for piece in PROMOTIONS {
                    all.promote(captures, color, piece);
                }
            }
        }
        all.transpose();
        all
    }

    fn promote(&mut self, captures: usize, color: Color, piece: Piece) {
        let last_rank = if color == Color::White { 56..64usize } else { 0..8usize };
        for from in 0..64usize {
            let mut row = [FAR; 64];
            for on in last_rank.clone() {
                let pawn = self.from[color as usize][Piece::PAWN.index()][from][on];
                if pawn == FAR || captures < CAPTURES - 1 && (from & 7).abs_diff(on & 7) > captures {
                    continue;
                }
                let rest = &self.from[color as usize][piece.index()][on];
                for to in 0..64 {
                    row[to] = row[to].min(pawn + rest[to]);
                }
            }
            self.promoted_from[captures][color as usize][piece.index()][from] = row;
        }
    }

    fn transpose(&mut self) {
        for color in 0..2 {
            for piece in 0..6 {
                turn(&self.from[color][piece], &mut self.to[color][piece]);
                for captures in 0..CAPTURES {
                    let promoted = &self.promoted_from[captures][color][piece];
                    turn(promoted, &mut self.promoted_to[captures][color][piece]);
                }
            }
        }
    }

    pub fn from(&self, color: Color, piece: Piece, from: Sq) -> &MoveCounts {
        &self.from[color as usize][piece.index()][from as usize]
    }

    /// Returns the number of moves in which a man reaches each square if it makes at most `captures` captures as a pawn
    /// and keeps its kind.
    pub fn reached_within(&self, color: Color, piece: Piece, from: Sq, captures: u32) -> MoveCounts {
        let mut row = *self.from(color, piece, from);
        if piece == Piece::PAWN {
            for (to, moves) in row.iter_mut().enumerate() {
                if files_apart(from, to as Sq) > captures {
                    *moves = FAR;
                }
            }
        }
        row
    }

    pub fn to(&self, color: Color, piece: Piece, to: Sq) -> &MoveCounts {
        &self.to[color as usize][piece.index()][to as usize]
    }

    pub fn promoted_from(&self, color: Color, piece: Piece, from: Sq, captures: u32) -> &MoveCounts {
        &self.promoted_from[(captures as usize).min(CAPTURES - 1)][color as usize][piece.index()][from as usize]
    }

    pub fn promoted_to(&self, color: Color, piece: Piece, to: Sq, captures: u32) -> &MoveCounts {
        &self.promoted_to[(captures as usize).min(CAPTURES - 1)][color as usize][piece.index()][to as usize]
    }

    /// Returns the least number of moves in which a pawn promotes, with at most `captures` captures, and then goes on
    /// from its promotion square in `then[square]` moves.
    pub fn promoted_then(&self, color: Color, from: Sq, captures: u32, then: &MoveCounts) -> u8 {
        let pawn = self.from(color, Piece::PAWN, from);
        let last_rank = if color == Color::White { 56..64u8 } else { 0..8u8 };
        let reached = last_rank.filter(|&on| files_apart(from, on) <= captures);
        reached.map(|on| (pawn[on as usize] + then[on as usize]).min(FAR)).min().unwrap_or(FAR)
    }

    /// Returns the number of moves in which a man of kind `man` on `from` becomes a man of kind `piece` on `to`, if its
    /// side makes at most `captures` captures.
    pub fn to_become(&self, color: Color, (man, from): (Piece, Sq), (piece, to): (Piece, Sq), captures: u32) -> u8 {
        if man == Piece::PAWN && piece == Piece::PAWN {
            if files_apart(from, to) > captures { FAR } else { self.to(color, piece, to)[from as usize] }
        } else if man == piece {
            self.to(color, piece, to)[from as usize]
        } else if man == Piece::PAWN && piece != Piece::KING {
            self.promoted_to(color, piece, to, captures)[from as usize]
        } else {
            FAR
        }
    }
}

/// Returns the least number of captures with which a pawn gets from one square to the other.
pub fn files_apart(a: Sq, b: Sq) -> u32 {
    u32::from((a & 7).abs_diff(b & 7))
}

fn turn(rows: &AllMoveCounts, columns: &mut AllMoveCounts) {
    for (from, row) in rows.iter().enumerate() {
        for (to, &moves) in row.iter().enumerate() {
            columns[to][from] = moves;
        }
    }
}

/// Returns the number of moves from `from` to every square among fixed men, which are neither passed nor captured.
fn walk(piece: Piece, color: Color, from: Sq, fixed: u64) -> MoveCounts {
    spread(from, fixed, FAR - 1, |sq| arrivals(piece, color, sq, fixed))
}

/// Returns the number of moves from every square to `to`, if men that never move are on the squares `standing`.
pub fn walk_to(piece: Piece, color: Color, to: Sq, standing: u64) -> MoveCounts {
    spread_to(to, standing, FAR - 1, |sq| departures(piece, color, sq, standing))
}

/// Like [`walk_to`], for an officer (a man that is no pawn) and up to `most` moves. `cut` has, for each departure
/// square, squares to which the officer cannot move.
pub fn officer_walk_to(piece: Piece, color: Color, to: Sq, (standing, cut): (u64, &[u64; 64]), most: u8) -> MoveCounts {
    spread_to(to, standing, most, |sq| attacks(piece, color, sq, standing) & !cut[sq as usize])
}

fn spread_to(to: Sq, standing: u64, most: u8, step: impl Fn(Sq) -> u64) -> MoveCounts {
    let is_taken = standing & bit(to) != 0;
    spread(to, standing, most, |sq| if is_taken { 0 } else { step(sq) })
}

/// Returns the number of steps from `start` to every square, or [`FAR`] if it exceeds `most`. `step` returns the
/// squares that are one step away from a square. No way leads over or to a `blocked` square.
fn spread(start: Sq, blocked: u64, most: u8, step: impl Fn(Sq) -> u64) -> MoveCounts {
    let mut distance = [FAR; 64];
    let (mut reached, mut frontier, mut steps) = (bit(start), bit(start), 0);
    while frontier != 0 {
        squares(frontier).for_each(|sq| distance[sq as usize] = steps);
        if steps == most {
            break;
        }
        let next = squares(frontier).map(&step).fold(0, |all, set| all | set);
        frontier = next & !reached & !blocked;
        reached |= frontier;
        steps += 1;
    }
    distance
}

/// Returns the squares from which a man gets to `to` in one move, if men that never move are on the squares `standing`.
fn departures(piece: Piece, color: Color, to: Sq, standing: u64) -> u64 {
    if piece != Piece::PAWN {
        return attacks(piece, color, to, standing);
    }
    let step = |set: u64| ahead(!color, set) & !standing;
    let one = step(bit(to));
    let passed = if color == Color::White { 2 } else { 5 };
    let two = if squares(one).next().is_some_and(|sq| sq >> 3 == passed) { step(one) } else { 0 };
    pawn(!color, to) | one | two
}

/// Returns the squares that a man on `from` can reach in one move, including those that it reaches only by a capture.
/// No line goes beyond a square of `occupied`.
pub fn arrivals(piece: Piece, color: Color, from: Sq, occupied: u64) -> u64 {
    if piece == Piece::PAWN {
        pawn(color, from) | pawn_steps(color, from, occupied)
    } else {
        attacks(piece, color, from, occupied)
    }
}

/// Returns the squares to which a pawn on `from` can move without a capture.
pub fn pawn_steps(color: Color, from: Sq, occupied: u64) -> u64 {
    let step = |set: u64| ahead(color, set) & !occupied;
    let one = step(bit(from));
    let home = if color == Color::White { 1 } else { 6 };
    one | if from >> 3 == home { step(one) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orthodox::board::bitboard::from_square;

    #[test]
    fn moves_on_an_empty_board() {
        let at = |text: &str| crate::units::Square::parse(text).and_then(from_square).unwrap();
        let distances = Distances::among(0);
        let rows = [
            (Piece::KNIGHT, "a1", Piece::KNIGHT, "h8", 1, 6),
            (Piece::KNIGHT, "b1", Piece::KNIGHT, "c3", 1, 1),
            (Piece::BISHOP, "c1", Piece::BISHOP, "f1", 1, FAR),
            (Piece::QUEEN, "a1", Piece::QUEEN, "b3", 1, 2),
            (Piece::PAWN, "a2", Piece::PAWN, "a4", 1, 1),
            (Piece::PAWN, "a2", Piece::PAWN, "b4", 1, 2),
            (Piece::PAWN, "a2", Piece::PAWN, "b4", 0, FAR),
            (Piece::PAWN, "a1", Piece::PAWN, "a2", 0, 1),
            (Piece::PAWN, "a2", Piece::ROOK, "h8", 1, 6),
            (Piece::PAWN, "a2", Piece::BISHOP, "b8", 0, FAR),
            (Piece::PAWN, "a2", Piece::BISHOP, "b8", 1, 5),
            (Piece::PAWN, "a4", Piece::PAWN, "c5", 2, FAR),
        ];
        for (man, from, piece, to, captures, expected) in rows {
            let moves = distances.to_become(Color::White, (man, at(from)), (piece, at(to)), captures);
            assert_eq!(moves, expected, "{from} {to}");
        }
    }
}
