//! How many moves a side needs at least to bring its men to given squares: the bound that proof games live on.
//!
//! Relaxations, each of which can only make the number smaller: men move on an empty board, captures are where they
//! are wanted, every man of the target is brought by a different man. So when even this takes more moves than are
//! left, no play reaches the target, whatever the rules of check, paralysis or observation.

use super::bitboard::{Sq, bit, knight, squares};
use super::board::{Board, RIGHTS};
use crate::units::{Color, Piece, Placement};

/// The position to be reached.
#[derive(Clone, Debug)]
pub struct Target {
    board: Board,
}

/// More moves than any play has.
const NEVER: u32 = 1 << 20;

impl Target {
    pub fn new(placement: &Placement) -> Target {
        Target { board: Board::new(placement, Color::White) }
    }

    pub fn is_reached(&self, board: &Board) -> bool {
        Color::ALL.iter().all(|&color| board.of(color) == self.board.of(color))
            && Piece::all().all(|piece| board.all(piece) == self.board.all(piece))
    }

    /// No play in which White makes `moves[0]` and Black `moves[1]` moves leads from `board` to the target.
    pub fn is_out_of_reach(&self, board: &Board, moves: [u32; 2]) -> bool {
        let excess = |color: Color| board.of(color).count_ones().checked_sub(self.board.of(color).count_ones());
        let (Some(white), Some(black)) = (excess(Color::White), excess(Color::Black)) else { return true };
        // Each side makes as many captures as the other has men too many.
        let captures = [black, white];
        Color::ALL.into_iter().any(|color| {
            let (moves, captures) = (moves[color as usize], captures[color as usize]);
            captures > moves || self.moves_needed(board, color, captures, moves) > moves
        })
    }

    /// A lower bound on the moves of one side, exact enough once it exceeds `enough`.
    fn moves_needed(&self, board: &Board, color: Color, captures: u32, enough: u32) -> u32 {
        let plain = self.assignment(board, color, captures, enough);
        if plain <= enough {
            return plain;
        }
        // Castling brings king and rook in one move.
        let castled =
            RIGHTS.iter().filter(|right| right.color == color && board.castling() & right.flag != 0).map(|right| {
                let mut after = *board;
                after.toggle(color, Piece::KING, right.king);
                after.toggle(color, Piece::ROOK, right.rook);
                if after.of(color) & (bit(right.king_to) | bit(right.rook_to)) != 0 {
                    // Something stands in the way now; it may leave, so this says nothing.
                    return 0;
                }
                after.toggle(color, Piece::KING, right.king_to);
                after.toggle(color, Piece::ROOK, right.rook_to);
                after.set_castling(0);
                1 + self.assignment(&after, color, captures, enough.saturating_sub(1))
            });
        castled.min().map_or(plain, |castled| plain.min(castled))
    }

    /// The least total of moves in which different men come to all squares of the target.
    fn assignment(&self, board: &Board, color: Color, captures: u32, enough: u32) -> u32 {
        let mut costs = [[NEVER; 64]; 64];
        let men: Vec<(Piece, Sq)> = squares(board.of(color)).map(|sq| (board.piece_at(sq), sq)).collect();
        let mut wanted = 0;
        let mut least = 0;
        for to in squares(self.board.of(color)) {
            let piece = self.board.piece_at(to);
            let mut best = NEVER;
            for (i, &(man, from)) in men.iter().enumerate() {
                let cost = moves_between(man, color, from, piece, to, captures);
                costs[wanted][i] = cost;
                best = best.min(cost);
            }
            least += best;
            if least > enough {
                return least;
            }
            wanted += 1;
        }
        cheapest_assignment(&costs, wanted, men.len())
    }
}

/// Moves of one man from square to square, promoted or not, on an empty board with at most so many captures.
fn moves_between(man: Piece, color: Color, from: Sq, piece: Piece, to: Sq, captures: u32) -> u32 {
    if man == piece {
        return if man == Piece::PAWN { pawn_moves(color, from, to, captures) } else { officer_moves(piece, from, to) };
    }
    if man != Piece::PAWN || piece == Piece::KING {
        return NEVER;
    }
    let last_rank = if color == Color::White { 56 } else { 0 };
    (last_rank..last_rank + 8)
        .map(|promotion| {
            let steps = pawn_moves(color, from, promotion, captures);
            if steps >= NEVER { NEVER } else { steps + officer_moves(piece, promotion, to) }
        })
        .min()
        .unwrap_or(NEVER)
}

fn pawn_moves(color: Color, from: Sq, to: Sq, captures: u32) -> u32 {
    let rank_of = |sq: Sq| i32::from(if color == Color::White { sq >> 3 } else { 7 - (sq >> 3) });
    let ranks = rank_of(to) - rank_of(from);
    let files = (i32::from(from & 7) - i32::from(to & 7)).abs();
    if ranks < files || files as u32 > captures {
        return NEVER;
    }
    let double = rank_of(from) == 1 && ranks - files >= 2;
    (ranks - i32::from(double)) as u32
}

fn officer_moves(piece: Piece, from: Sq, to: Sq) -> u32 {
    if from == to {
        return 0;
    }
    let files = (i32::from(from & 7) - i32::from(to & 7)).unsigned_abs();
    let ranks = (i32::from(from >> 3) - i32::from(to >> 3)).unsigned_abs();
    match piece {
        Piece::KING => files.max(ranks),
        Piece::ROOK => 1 + u32::from(files != 0 && ranks != 0),
        Piece::BISHOP if (files + ranks) % 2 == 1 => NEVER,
        Piece::BISHOP => 1 + u32::from(files != ranks),
        Piece::QUEEN => 1 + u32::from(files != 0 && ranks != 0 && files != ranks),
        _ => knight_moves(from, to),
    }
}

fn knight_moves(from: Sq, to: Sq) -> u32 {
    let (mut reached, mut moves) = (bit(from), 0);
    while reached & bit(to) == 0 {
        reached |= squares(reached).map(knight).fold(0, |all, set| all | set);
        moves += 1;
    }
    moves
}

/// The least total cost of giving each of the first `rows` rows a column of its own (the Hungarian method).
fn cheapest_assignment(costs: &[[u32; 64]; 64], rows: usize, columns: usize) -> u32 {
    if rows > columns {
        return NEVER;
    }
    let cost = |row: usize, column: usize| i64::from(costs[row - 1][column - 1]);
    let (mut u, mut v) = ([0i64; 65], [0i64; 65]);
    let mut row_of = [0usize; 65];
    for row in 1..=rows {
        let (mut least, mut used, mut way) = ([i64::MAX; 65], [false; 65], [0usize; 65]);
        row_of[0] = row;
        let mut column = 0;
        loop {
            used[column] = true;
            let (mut delta, mut next) = (i64::MAX, 0);
            for j in 1..=columns {
                if used[j] {
                    continue;
                }
                let reduced = cost(row_of[column], j) - u[row_of[column]] - v[j];
                if reduced < least[j] {
                    least[j] = reduced;
                    way[j] = column;
                }
                if least[j] < delta {
                    delta = least[j];
                    next = j;
                }
            }
            for j in 0..=columns {
                if used[j] {
                    u[row_of[j]] += delta;
                    v[j] -= delta;
                } else {
                    least[j] = least[j].saturating_sub(delta);
                }
            }
            column = next;
            if row_of[column] == 0 {
                break;
            }
        }
        while column != 0 {
            row_of[column] = row_of[way[column]];
            column = way[column];
        }
    }
    (-v[0]).clamp(0, i64::from(NEVER)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_on_an_empty_board() {
        let at = |text: &str| crate::units::Square::parse(text).and_then(super::super::bitboard::from_square).unwrap();
        let rows = [
            (Piece::KNIGHT, "a1", Piece::KNIGHT, "h8", 6),
            (Piece::KNIGHT, "b1", Piece::KNIGHT, "c3", 1),
            (Piece::BISHOP, "c1", Piece::BISHOP, "f1", NEVER),
            (Piece::QUEEN, "a1", Piece::QUEEN, "b3", 2),
            (Piece::PAWN, "a2", Piece::PAWN, "a4", 1),
            (Piece::PAWN, "a2", Piece::PAWN, "b4", 2),
            (Piece::PAWN, "a2", Piece::ROOK, "h8", 6),
            (Piece::PAWN, "a4", Piece::PAWN, "c5", NEVER),
        ];
        for (man, from, piece, to, expected) in rows {
            assert_eq!(moves_between(man, Color::White, at(from), piece, at(to), 1), expected, "{from} {to}");
        }
    }

    #[test]
    fn different_men_go_to_different_squares() {
        let mut costs = [[NEVER; 64]; 64];
        for (row, values) in [[1, 9, 9], [1, 2, 9], [1, 3, 5]].into_iter().enumerate() {
            costs[row][..3].copy_from_slice(&values);
        }
        assert_eq!(cheapest_assignment(&costs, 3, 3), 8);
        assert_eq!(cheapest_assignment(&costs, 2, 3), 3);
        assert_eq!(cheapest_assignment(&costs, 3, 2), NEVER);
    }
}
