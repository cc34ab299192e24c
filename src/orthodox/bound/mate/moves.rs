//! Selects the moves of the side to be mated that can be part of play that ends in its mate. All moves are judged
//! together, without being played.
//!
//! 1. After a move of this side, the mating side's men are unchanged, or one of them is captured, which does not help
//!    the mating side. So the nets of the mating side around a square are looked up once for all moves.
//! 2. The moves of one man are judged together. After one move, a man reaches in `j` moves only squares that it
//!    reaches in `j + 1` moves now, and it no longer holds its old square.
//! 3. If the bound excludes the mate even when each man is granted all these squares, it excludes the mate after the
//!    move, too.

use super::likes::Likes;
use super::men::Men;
use crate::orthodox::Rules;
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, bit, squares};
use crate::orthodox::bound::cover::{Nets, Ring, allows, beside, can_hold, counted, spread};
use crate::orthodox::bound::distance::{ALL_REACHED, Within, visits_within};
use crate::orthodox::bound::mate::MateMemo;
use crate::units::{Color, Piece};

/// By departure square: the arrival squares of those moves after which the goal may still be reached.
pub type Useful = [u64; 64];

/// The least number of the mated side's moves for which the closer test of [`super::net`] selects moves. With fewer
/// moves it is cheaper to evaluate the bound after each move.
const WORTH_A_CLOSE_LOOK: u8 = 3;

/// Returns, by departure square, the arrival squares of those moves of the side to move after which `mating_side` may
/// still mate it on one of the squares `scope`. White and Black make at most `moves` moves, the next move included.
/// Returns `None` if the side to move is the mating side or has no moves left, if a side may castle, if a side does not
/// have one king, or if a side has more moves than the bound counts.
pub fn useful(
    board: &Board,
    rules: Rules,
    mating_side: Color,
    moves: [u16; 2],
    scope: u64,
    memo: &mut MateMemo,
) -> Option<Useful> {
    let side = board.side();
    if side == mating_side || moves[side as usize] == 0 || board.castling() != 0 || !board.has_one_king_each() {
        return None;
    }
    let moves = counted(moves)?;
    let (mating_moves, mated_moves) = (moves[mating_side as usize], moves[side as usize] - 1);
    let likes = Likes::of(rules, board, mating_side);
    let [mut mating, mated] = [mating_side, side].map(|color| Men::new(board, color, None));
    mating.likes = likes;
    let key = mating.key_with(mating_moves);
    let scope = scope & !memo.hopeless(key);
    let mut ask = MoveQuery { board, parried: rules == Rules::Orthodox, mating, mated, mating_moves, key, scope, memo };
    Some(if mated_moves == 0 { ask.before_the_last() } else { ask.before_more(mated_moves) })
}

struct MoveQuery<'a> {
    board: &'a Board,
    parried: bool,
    mating: Men,
    mated: Men,
    mating_moves: u8,
    key: u64,
    scope: u64,
    memo: &'a mut MateMemo,
}

impl MoveQuery<'_> {
    /// Returns the moves that may lead to the mate if the mated side makes only this one move and is then mated. All
    /// its other men stay where they are.
    fn before_the_last(&mut self) -> Useful {
        let mut useful = [0; 64];
        let own = self.board.of(self.mated.color);
        let king = self.mated.king;
        let others = own ^ bit(king);
        let without_king = self.board.occupied() ^ bit(king);
        for t in squares(bitboard::king(king) & self.scope & !own) {
            // Illegal moves need not be included. The test of legality is cheap only in orthodox chess.
            let illegal = self.parried && self.board.is_attacked(t, self.mating.color, without_king);
            if !illegal && self.can_be_mated(t, beside(others, t), None) {
                useful[usize::from(king)] |= bit(t);
            }
        }
        if self.scope & bit(king) == 0 || !allows(&self.nets(king), Ring::ALL) {
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
            let reached = visits_within(self.mated.color, piece, from)[1] & !own & bitboard::king(king);
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
        self.memo.nets(self.key, &self.mating, self.mating_moves, t)
    }

    /// Whether the mating side can mate the king on `t` if the mated side holds the squares `held` beside it and makes
    /// no more moves. `gone` is the man that has just moved, if it is not the king: its kind, its old square, and its
    /// new square unless that does not matter.
    fn can_be_mated(&mut self, t: Sq, held: Ring, gone: Option<(Piece, Sq, Option<Sq>)>) -> bool {
        if !allows(&self.nets(t), held) {
            return false;
        }
        if !self.parried {
            return true;
        }
        let mut mated = self.mated;
        if let Some((piece, from, to)) = gone {
            mated.take_up(piece, from);
            match to {
                // The kind after promotion is not examined.
                Some(to) if piece == Piece::PAWN && (RANK_1 | RANK_8) & bit(to) != 0 => return true,
                Some(to) => mated.put_down(piece, to),
                None => {}
            }
        }
        self.memo.plans(self.key, &self.mating, self.mating_moves, t).can_be_met(&mated, t, self.mating_moves, 0, None)
    }

    /// Whether the mated side has enough moves, namely `moves`, to let one man mate the king on `t`, by the test of
    /// [`super::net`]. The man on `moves_first`, if any, has already been granted a first move.
    fn is_met(&mut self, t: Sq, moves: u8, moves_first: Option<Sq>) -> bool {
        !self.parried
            || moves < WORTH_A_CLOSE_LOOK
            || self.memo.plans(self.key, &self.mating, self.mating_moves, t).can_be_met(
                &self.mated,
                t,
                self.mating_moves,
                moves,
                moves_first,
            )
    }

    /// Returns the moves that may lead to the mate if the mated side makes up to `mated_moves` more moves after this
    /// one.
    fn before_more(&mut self, mated_moves: u8) -> Useful {
        let mut useful = [0; 64];
        let mut men: Vec<(Sq, &Within)> = Vec::with_capacity(16);
        self.mated.each(|piece, sq| men.push((sq, visits_within(self.mated.color, piece, sq))));
        let top = usize::from(mated_moves).min(ALL_REACHED);
        // By number of moves: squares that some man can hold, and squares that more than one man can hold.
        let (mut once, mut twice) = ([0; ALL_REACHED + 1], [0; ALL_REACHED + 1]);
        for (_, within) in &men {
            for level in 0..=top {
                twice[level] |= once[level] & within[level];
                once[level] |= within[level];
            }
        }
        let king = self.mated.king;
        let mut ring = bit(king);
        let mut scope = self.scope;
        for distance in 0..=mated_moves + 1 {
            for t in squares(ring & scope) {
                let nets = self.nets(t);
                // `after` takes the most moves of the king that leave enough moves for the other men.
                let mut after = |king_moves: u8| {
                    let left = mated_moves - king_moves;
                    can_hold(left, &nets, &|moves| beside(once[usize::from(moves).min(top)], t))
                        && self.is_met(t, left, None)
                };
                if !allows(&nets, beside(once[top], t)) && !allows(&nets, Ring::ALL) {
                    continue;
                }
                if let Some(most) = (distance.saturating_sub(1)..=mated_moves).take_while(|&moves| after(moves)).last()
                {
                    useful[usize::from(king)] |= (0..most).fold(bit(t), |near, _| spread(near));
                }
                if distance > mated_moves {
                    continue;
                }
                for &(from, within) in &men {
                    if useful[usize::from(from)] != 0 {
                        continue;
                    }
                    let enough = can_hold(mated_moves - distance, &nets, &|moves| {
                        let level = usize::from(moves).min(top);
                        let others = twice[level] | once[level] & !within[level];
                        beside(others | within[(level + 1).min(ALL_REACHED)], t)
                    });
                    if enough && self.is_met(t, mated_moves - distance, Some(from)) {
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
