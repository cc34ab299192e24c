//! How many moves a side needs at least to bring its men to given squares: the bound that proof games live on.
//!
//! Relaxations, each of which can only make the number smaller: men move among the *fixed* pawns only (those that the
//! target has on their home squares: no other pawn can get there, so they never move and are never captured), every
//! square of the target is filled by a different man, and a capture needs a square that the capturing side can visit
//! and the other side can give a man up on. When even this takes more moves than are left, no play reaches the
//! target, whatever the rules of check, paralysis or observation.

use super::bitboard::{self, Sq, attacks, bit, squares};
use super::board::{Board, RIGHTS};
use crate::units::{Color, Piece, Placement};

/// More moves than any play has.
const NEVER: u32 = 1 << 16;

/// The position to be reached, and how far it is from everywhere to everywhere on its way.
#[derive(Clone, Debug)]
pub struct Target {
    board: Board,
    distances: Box<Distances>,
}

#[derive(Clone, Debug)]
struct Distances {
    /// Moves of a man of one kind from square to square, by `[color][piece][from][to]`; only pawns differ by colour.
    plain: [[[[u8; 64]; 64]; 6]; 2],
    /// Moves of a pawn that promotes on its way, by `[color][piece][from][to]`.
    promoted: [[[[u8; 64]; 64]; 6]; 2],
}

const FAR: u8 = u8::MAX;

impl Target {
    pub fn new(placement: &Placement) -> Target {
        let board = Board::new(placement, Color::White);
        let fixed = board.men(Color::White, Piece::PAWN) & 0xff00 | board.men(Color::Black, Piece::PAWN) & 0xff << 48;
        Target { board, distances: Distances::among(fixed) }
    }

    /// No play in which White makes `moves[0]` and Black `moves[1]` moves leads from `board` to the target.
    pub fn is_out_of_reach(&self, board: &Board, moves: [u32; 2]) -> bool {
        let excess = |color: Color| board.of(color).count_ones().checked_sub(self.board.of(color).count_ones());
        let (Some(white), Some(black)) = (excess(Color::White), excess(Color::Black)) else { return true };
        // Each side makes as many captures as the other has men too many.
        let captures = [black, white];
        let mut sides = Vec::with_capacity(2);
        for color in Color::ALL {
            let (moves, captures) = (moves[color as usize], captures[color as usize]);
            let ways = ways_to_castle(board, color)
                .into_iter()
                .map(|(spent, men)| Needs::new(self, color, spent, men, captures));
            let feasible: Vec<Needs> =
                ways.filter(|needs| captures <= moves && needs.cheapest_assignment(moves) <= moves).collect();
            if feasible.is_empty() {
                return true;
            }
            sides.push(feasible);
        }
        let possible = |by: &Needs, of: &Needs| {
            let captures = captures[by.color as usize];
            captures == 0 || can_capture(by, of, moves)
        };
        !sides[0].iter().any(|white| sides[1].iter().any(|black| possible(white, black) && possible(black, white)))
    }
}

/// Some square exists on which `by` could capture a man of the other side within the moves of both.
fn can_capture(by: &Needs, of: &Needs, moves: [u32; 2]) -> bool {
    let (own, theirs) = (moves[by.color as usize], moves[of.color as usize]);
    (0..64).any(|sq| {
        // En passant the captured pawn stands behind the square of arrival.
        let behind = match by.color {
            Color::White if sq >> 3 == 5 => Some(sq - 8),
            Color::Black if sq >> 3 == 2 => Some(sq + 8),
            _ => None,
        };
        let given = of.give_up_on(sq).min(behind.map_or(NEVER, |sq| of.give_up_on(sq)));
        given <= theirs && by.visit(sq, own) <= own
    })
}

/// A side's men as they are, and as after each castling that it still may; with the moves that takes.
/// What stands in the way now may leave: the men are a list, so it does no harm.
fn ways_to_castle(board: &Board, color: Color) -> Vec<(u32, Vec<(Piece, Sq)>)> {
    let men: Vec<(Piece, Sq)> = squares(board.of(color)).map(|sq| (board.piece_at(sq), sq)).collect();
    let mut ways = vec![(0, men.clone())];
    for right in RIGHTS.iter().filter(|right| right.color == color && board.castling() & right.flag != 0) {
        let mut castled = men.clone();
        for (_, sq) in &mut castled {
            if *sq == right.king {
                *sq = right.king_to;
            } else if *sq == right.rook {
                *sq = right.rook_to;
            }
        }
        ways.push((1, castled));
    }
    ways
}

/// What one side still has to do.
struct Needs<'a> {
    distances: &'a Distances,
    color: Color,
    men: Vec<(Piece, Sq)>,
    goals: Vec<Wanted>,
    /// `costs[goal][man]`: moves that bring the man to the square.
    costs: Vec<[u32; 64]>,
    /// The sum of the least costs of all goals, and of what was spent before.
    least: u32,
    spent: u32,
}

/// A square of the target, and the two cheapest men for it.
struct Wanted {
    piece: Piece,
    sq: Sq,
    least: u32,
    cheapest: usize,
    second: u32,
}

impl<'a> Needs<'a> {
    fn new(target: &'a Target, color: Color, spent: u32, men: Vec<(Piece, Sq)>, captures: u32) -> Needs<'a> {
        let distances = &*target.distances;
        let (mut goals, mut costs, mut total) = (Vec::with_capacity(16), Vec::with_capacity(16), spent);
        for sq in squares(target.board.of(color)) {
            let piece = target.board.piece_at(sq);
            let mut row = [NEVER; 64];
            let (mut least, mut cheapest, mut second) = (NEVER, usize::MAX, NEVER);
            for (i, &(man, from)) in men.iter().enumerate() {
                let cost = distances.to_become(man, color, from, piece, sq, captures);
                row[i] = cost;
                if cost < least {
                    (second, least, cheapest) = (least, cost, i);
                } else {
                    second = second.min(cost);
                }
            }
            total = (total + least).min(NEVER);
            goals.push(Wanted { piece, sq, least, cheapest, second });
            costs.push(row);
        }
        Needs { distances, color, men, goals, costs, least: total, spent }
    }

    fn cheapest_assignment(&self, enough: u32) -> u32 {
        if self.least > enough { self.least } else { self.spent + cheapest_assignment(&self.costs, self.men.len()) }
    }

    /// The least moves when the man does not fill any square of the target.
    fn without(&self, man: usize) -> u32 {
        let rest = self.goals.iter().map(|goal| if goal.cheapest == man { goal.second } else { goal.least });
        (self.spent + rest.sum::<u32>()).min(NEVER)
    }

    /// The least moves of this side if one of its men (not the king) is captured on the square.
    fn give_up_on(&self, sq: Sq) -> u32 {
        let men = self.men.iter().enumerate().filter(|(_, man)| man.0 != Piece::KING);
        men.map(|(i, &(man, from))| self.without(i) + self.distances.to_visit(man, self.color, from, sq))
            .min()
            .unwrap_or(NEVER)
    }

    /// The least moves of this side if one of its men moves to the square on its way; looked for until `enough`.
    fn visit(&self, sq: Sq, enough: u32) -> u32 {
        let mut best = NEVER;
        for (i, &(man, from)) in self.men.iter().enumerate() {
            // A man that stands there has to leave and come back.
            let there = if from == sq { 2 } else { self.distances.to_visit(man, self.color, from, sq) };
            if man != Piece::KING {
                best = best.min(self.without(i) + there);
            }
            for goal in &self.goals {
                let rest = self.least - goal.least;
                let via = self.distances.to_become_via(man, self.color, from, sq, there, goal.piece, goal.sq);
                best = best.min(rest + via);
            }
            if best <= enough {
                return best;
            }
        }
        best
    }
}

impl Distances {
    /// All distances on a board on which only the fixed men stand.
    fn among(fixed: u64) -> Box<Distances> {
        let mut all = Box::new(Distances { plain: [[[[FAR; 64]; 64]; 6]; 2], promoted: [[[[FAR; 64]; 64]; 6]; 2] });
        for color in Color::ALL {
            for piece in Piece::all() {
                for from in 0..64u8 {
                    all.plain[color as usize][piece.index()][from as usize] = walk(piece, color, from, fixed);
                }
            }
            let last_rank = if color == Color::White { 56..64u8 } else { 0..8u8 };
            for piece in [Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN] {
                for from in 0..64 {
                    for to in 0..64 {
                        let by = |on: Sq| {
                            let pawn = all.plain[color as usize][Piece::PAWN.index()][from][on as usize];
                            pawn.saturating_add(all.plain[color as usize][piece.index()][on as usize][to])
                        };
                        let least = last_rank.clone().map(by).min().unwrap_or(FAR);
                        all.promoted[color as usize][piece.index()][from][to] = least;
                    }
                }
            }
        }
        all
    }

    fn plain(&self, piece: Piece, color: Color, from: Sq, to: Sq) -> u32 {
        moves(self.plain[color as usize][piece.index()][from as usize][to as usize])
    }

    fn promoted(&self, piece: Piece, color: Color, from: Sq, to: Sq) -> u32 {
        moves(self.promoted[color as usize][piece.index()][from as usize][to as usize])
    }

    /// Moves in which a man comes to a square as a man of the given kind.
    fn to_become(&self, man: Piece, color: Color, from: Sq, piece: Piece, to: Sq, captures: u32) -> u32 {
        if man == Piece::PAWN && piece == Piece::PAWN && u32::from((from & 7).abs_diff(to & 7)) > captures {
            NEVER
        } else if man == piece {
            self.plain(man, color, from, to)
        } else if man == Piece::PAWN && piece != Piece::KING {
            self.promoted(piece, color, from, to)
        } else {
            NEVER
        }
    }

    /// Moves in which a man comes to a square, as whatever.
    fn to_visit(&self, man: Piece, color: Color, from: Sq, to: Sq) -> u32 {
        let plain = self.plain(man, color, from, to);
        if man != Piece::PAWN {
            return plain;
        }
        let promoted = [Piece::KNIGHT, Piece::QUEEN].map(|piece| self.promoted(piece, color, from, to));
        plain.min(promoted[0]).min(promoted[1])
    }

    /// Moves in which a man comes to a square as a man of the given kind, over another square, to which it has
    /// `there` moves.
    #[allow(clippy::too_many_arguments)]
    fn to_become_via(&self, man: Piece, color: Color, from: Sq, via: Sq, there: u32, piece: Piece, to: Sq) -> u32 {
        if man == piece {
            there + self.plain(piece, color, via, to)
        } else if man == Piece::PAWN && piece != Piece::KING {
            let before = self.plain(Piece::PAWN, color, from, via) + self.promoted(piece, color, via, to);
            let after = self.promoted(piece, color, from, via) + self.plain(piece, color, via, to);
            before.min(after)
        } else {
            NEVER
        }
    }
}

fn moves(stored: u8) -> u32 {
    if stored == FAR { NEVER } else { u32::from(stored) }
}

/// Moves from a square to all others among fixed men, which nothing passes, captures or replaces.
fn walk(piece: Piece, color: Color, from: Sq, fixed: u64) -> [u8; 64] {
    let mut distance = [FAR; 64];
    let (mut reached, mut frontier, mut steps) = (bit(from), bit(from), 0);
    while frontier != 0 && steps < FAR {
        for sq in squares(frontier) {
            distance[sq as usize] = steps;
        }
        let next = squares(frontier).map(|sq| arrivals(piece, color, sq, fixed)).fold(0, |all, set| all | set);
        frontier = next & !reached & !fixed;
        reached |= frontier;
        steps += 1;
    }
    distance
}

fn arrivals(piece: Piece, color: Color, from: Sq, fixed: u64) -> u64 {
    if piece != Piece::PAWN {
        return attacks(piece, color, from, fixed);
    }
    if bit(from) & (bitboard::RANK_1 | bitboard::RANK_8) != 0 {
        return 0;
    }
    let ahead = |set: u64| if color == Color::White { set << 8 } else { set >> 8 } & !fixed;
    let one = ahead(bit(from));
    let home = if color == Color::White { 1 } else { 6 };
    bitboard::pawn(color, from) | one | if from >> 3 == home { ahead(one) } else { 0 }
}

/// The least total cost of giving each row a column of its own (the Hungarian method).
fn cheapest_assignment(costs: &[[u32; 64]], columns: usize) -> u32 {
    if costs.len() > columns {
        return NEVER;
    }
    let cost = |row: usize, column: usize| i64::from(costs[row - 1][column - 1]);
    let (mut u, mut v) = ([0i64; 65], [0i64; 65]);
    let mut row_of = [0usize; 65];
    for row in 1..=costs.len() {
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
        let at = |text: &str| crate::units::Square::parse(text).and_then(bitboard::from_square).unwrap();
        let distances = Distances::among(0);
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
            assert_eq!(distances.to_become(man, Color::White, at(from), piece, at(to), 1), expected, "{from} {to}");
        }
    }

    #[test]
    fn different_men_go_to_different_squares() {
        let mut costs = [[NEVER; 64]; 3];
        for (row, values) in [[1, 9, 9], [1, 2, 9], [1, 3, 5]].into_iter().enumerate() {
            costs[row][..3].copy_from_slice(&values);
        }
        assert_eq!(cheapest_assignment(&costs, 3), 8);
        assert_eq!(cheapest_assignment(&costs[..2], 3), 3);
        assert_eq!(cheapest_assignment(&costs, 2), NEVER);
    }
}
