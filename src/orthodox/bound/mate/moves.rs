//! Which moves of the side to be mated can still be part of a play that ends in mate: asked once for all its moves,
//! before any of them is made.
//!
//! The other side's men stand as before after such a move, or one of them is gone, which gives it nothing. So what
//! they can do around a square is looked up once, and a man's moves are judged together: after one move a man comes
//! in `j` moves to no square that it does not come to in `j + 1` moves now, and it holds its old square no longer. What
//! fails even when each man is granted this is excluded by the bound after the move too.

use super::likes::Likes;
use super::men::Men;
use crate::orthodox::Rules;
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, bit, squares};
use crate::orthodox::bound::cover::{Nets, allows, beside, can_hold, spread};
use crate::orthodox::bound::distance::{ALL_REACHED, Within, visits_within};
use crate::orthodox::bound::mate::{MOST_MOVES, MateMemo};
use crate::units::{Color, Piece};

/// By the square from which a man moves: where it may go.
pub type Useful = [u64; 64];

/// With fewer moves than this it is cheaper to ask after each move than to look closely before.
const WORTH_A_CLOSE_LOOK: u8 = 3;

/// The side to move is to be mated by `mover`, with at most so many moves of White and Black, the next one included.
/// `None` where nothing is known about its moves.
pub fn useful(
    board: &Board,
    rules: Rules,
    mover: Color,
    moves: [u16; 2],
    scope: u64,
    memo: &mut MateMemo,
) -> Option<Useful> {
    let side = board.side();
    if side == mover || moves[side as usize] == 0 || board.castling() != 0 || !board.has_one_king_each() {
        return None;
    }
    let white = moves[mover as usize].min(MOST_MOVES) as u8;
    let black = (moves[side as usize] - 1).min(MOST_MOVES) as u8;
    let likes = Likes::of(rules, board, mover);
    let [mut attacker, defender] = [mover, side].map(|color| Men::new(board, color, None));
    attacker.likes = likes;
    let key = attacker.key_with(white);
    let scope = scope & !memo.hopeless(key);
    let mut ask = Ask { board, parried: rules == Rules::Orthodox, attacker, defender, white, key, scope, memo };
    Some(if black == 0 { ask.before_the_last() } else { ask.before_more(black) })
}

struct Ask<'a> {
    board: &'a Board,
    parried: bool,
    attacker: Men,
    defender: Men,
    white: u8,
    key: u64,
    scope: u64,
    memo: &'a mut MateMemo,
}

impl Ask<'_> {
    /// Nothing but the mate follows: the other men of the side stay where they are.
    fn before_the_last(&mut self) -> Useful {
        let mut useful = [0; 64];
        let own = self.board.of(self.defender.color);
        let king = self.defender.king;
        let others = own ^ bit(king);
        let without_king = self.board.occupied() ^ bit(king);
        for t in squares(bitboard::king(king) & self.scope & !own) {
            // What is not legal need not be looked at; only in orthodox chess is this so easily seen.
            let illegal = self.parried && self.board.is_attacked(t, self.attacker.color, without_king);
            if !illegal && self.can_be_mated(t, beside(others, t), None) {
                useful[usize::from(king)] |= bit(t);
            }
        }
        if self.scope & bit(king) == 0 || !allows(&self.nets(king), 0xff) {
            return useful;
        }
        let held = beside(others, king);
        let all_stay = self.can_be_mated(king, held, None);
        for from in squares(others) {
            let piece = self.board.piece_at(from);
            let rest = held & !beside(bit(from), king);
            if all_stay && rest == held || self.can_be_mated(king, rest, Some((piece, from, None))) {
                useful[usize::from(from)] = !0;
                continue;
            }
            let reached = visits_within(self.defender.color, piece, from)[1] & !own & bitboard::king(king);
            for to in squares(reached) {
                let arrives = Some((piece, from, Some(to)));
                if self.can_be_mated(king, rest | beside(bit(to), king), arrives) {
                    useful[usize::from(from)] |= bit(to);
                }
            }
        }
        useful
    }

    fn nets(&mut self, t: Sq) -> Nets {
        self.memo.nets(self.key, &self.attacker, self.white, t)
    }

    /// The king can be mated on `t` while his side holds these squares beside him and makes no more moves, after one
    /// man has left its square, perhaps for another one that matters.
    fn can_be_mated(&mut self, t: Sq, held: u8, gone: Option<(Piece, Sq, Option<Sq>)>) -> bool {
        if !allows(&self.nets(t), held) {
            return false;
        }
        if !self.parried {
            return true;
        }
        let mut defender = self.defender;
        if let Some((piece, from, to)) = gone {
            defender.take_up(piece, from);
            match to {
                // What it has become there is left open.
                Some(to) if piece == Piece::PAWN && (RANK_1 | RANK_8) & bit(to) != 0 => return true,
                Some(to) => defender.put_down(piece, to),
                None => {}
            }
        }
        self.memo.plans(self.key, &self.attacker, self.white, t).can_be_met(&defender, t, self.white, 0, None)
    }

    /// A look at the single man that gives check, as in [`super::net`].
    fn is_met(&mut self, t: Sq, moves: u8, moves_first: Option<Sq>) -> bool {
        !self.parried
            || moves < WORTH_A_CLOSE_LOOK
            || self.memo.plans(self.key, &self.attacker, self.white, t).can_be_met(
                &self.defender,
                t,
                self.white,
                moves,
                moves_first,
            )
    }

    /// After the move the side has so many more.
    fn before_more(&mut self, black: u8) -> Useful {
        let mut useful = [0; 64];
        let mut men: Vec<(Sq, &Within)> = Vec::with_capacity(16);
        self.defender.each(|piece, sq| men.push((sq, visits_within(self.defender.color, piece, sq))));
        let top = usize::from(black).min(ALL_REACHED);
        // Squares that some man holds after so many moves, and those that more than one can hold.
        let (mut once, mut twice) = ([0; ALL_REACHED + 1], [0; ALL_REACHED + 1]);
        for (_, within) in &men {
            for level in 0..=top {
                twice[level] |= once[level] & within[level];
                once[level] |= within[level];
            }
        }
        let king = self.defender.king;
        let mut ring = bit(king);
        let mut scope = self.scope;
        for distance in 0..=black + 1 {
            for t in squares(ring & scope) {
                let nets = self.nets(t);
                // The most moves of the king that leave enough for the others.
                let mut after = |king_moves: u8| {
                    let left = black - king_moves;
                    can_hold(left, &nets, &|moves| beside(once[usize::from(moves).min(top)], t))
                        && self.is_met(t, left, None)
                };
                if !allows(&nets, beside(once[top], t)) && !allows(&nets, 0xff) {
                    continue;
                }
                if let Some(most) = (distance.saturating_sub(1)..=black).take_while(|&moves| after(moves)).last() {
                    useful[usize::from(king)] |= (0..most).fold(bit(t), |near, _| spread(near));
                }
                if distance > black {
                    continue;
                }
                for &(from, within) in &men {
                    if useful[usize::from(from)] != 0 {
                        continue;
                    }
                    let enough = can_hold(black - distance, &nets, &|moves| {
                        let level = usize::from(moves).min(top);
                        let others = twice[level] | once[level] & !within[level];
                        beside(others | within[(level + 1).min(ALL_REACHED)], t)
                    });
                    if enough && self.is_met(t, black - distance, Some(from)) {
                        useful[usize::from(from)] = !0;
                    }
                }
            }
            scope &= !ring;
            if scope == 0 {
                break;
            }
            ring = spread(ring);
        }
        useful
    }
}
