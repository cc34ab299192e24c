//! What leads to a given position, and what does not: the bound that proof games live on.
//!
//! Start with [`Target`]: it holds the position to be reached and answers which moves lead on. `army`, `distances` and
//! `assignment` are what all parts use; `strategies` is the other way to find games.
//!
//! Relaxations, each of which can only let more through: the sides are looked at one by one (`march`), with the men of
//! the other side obstructing only as *fixed* pawns (those that the target has on their home squares: no other pawn
//! can get there, so they never move and are never captured); a capture needs a square that the capturing side can
//! visit and the other side can give a man up on, and pawns that change files have to make theirs (`outlook`); and men
//! that never move again stand in the way of all others (`closure`). When even this takes more moves than are left, no play
//! reaches the target, whatever the rules of check, paralysis or observation: Madrasi and Isardam only forbid moves.
//!
//! Where what becomes of each man can be settled before, `strategies` finds all games instead.
//!
//! The side that has not moved is as it was, and what a side can do depends on its own men only. So answers are
//! remembered by army, not by position: there are far fewer armies.

mod army;
pub mod assignment;
mod closure;
mod distances;
mod march;
mod memory;
mod needs;
mod outlook;
mod stage;
mod strategies;

use super::board::Board;
use crate::orthodox::board::bitboard::{RANK_1, RANK_8, bit};
use crate::orthodox::board::moves::{Move, MoveKind};
use crate::position::MovesLeft;
use crate::units::{Color, Piece, Placement};
use army::Army;
use distances::Distances;
use memory::{Answers, Sets};
use stage::Stage;
use strategies::Games;

/// The position to be reached, how far it is from everywhere to everywhere on its way, and what is known of the ways.
#[derive(Debug)]
pub struct Target {
    /// The men wanted, by `[color][piece]`.
    goals: [[u64; 6]; 2],
    count: [u32; 2],
    /// The pawns of each side that never move.
    fixed: [u64; 2],
    distances: Box<Distances>,
    answers: Answers,
    sets: Sets,
    /// All games from where play begins, if they have been found.
    games: Option<Games>,
}

/// Tells which moves lead on towards the target.
pub struct Leading<'a> {
    target: &'a Target,
    board: &'a Board,
    /// Both sides before the move; `None` where nothing is known.
    before: Option<[Stage; 2]>,
    /// Who stands there never moves again, nor is he captured.
    standing: u64,
}

impl Leading<'_> {
    /// `false`: the target is out of reach after the move.
    pub fn contains(&self, m: Move) -> bool {
        self.before.as_ref().is_none_or(|before| self.target.leads(self.board, before, self.standing, m))
    }
}

impl Target {
    pub fn new(placement: &Placement) -> Target {
        let board = Board::new(placement, Color::White);
        let fixed = [board.men(Color::White, Piece::PAWN) & 0xff00, board.men(Color::Black, Piece::PAWN) & 0xff << 48];
        let mut goals = [[0; 6]; 2];
        for color in Color::ALL {
            for piece in Piece::orthodox() {
                goals[color as usize][piece.index()] = board.men(color, piece);
            }
        }
        Target {
            goals,
            count: Color::ALL.map(|color| board.of(color).count_ones()),
            fixed,
            distances: Distances::among(fixed[0] | fixed[1]),
            answers: Answers::default(),
            sets: Sets::default(),
            games: None,
        }
    }

    /// Whether all games are known: then there is no other way to the target.
    pub fn has_games(&self) -> bool {
        self.games.is_some()
    }

    /// A game leads over the position with so many half-moves left.
    pub fn has_game_over(&self, key: u128, plies_left: u32) -> bool {
        self.games.as_ref().is_some_and(|games| games.lead_over(key, plies_left))
    }

    /// Both sides, each as it is and with what it may still do. Each makes as many captures as the other has men too
    /// many; `None` when a side has too few.
    fn stages(&self, board: &Board, left: MovesLeft) -> Option<[Stage; 2]> {
        let excess = |color: Color| board.of(color).count_ones().checked_sub(self.count[color as usize]);
        let captures = [excess(Color::Black)?, excess(Color::White)?];
        Some(Color::ALL.map(|color| Stage {
            army: Army::of(board, color),
            captures: captures[color as usize],
            moves: left.moves[color as usize],
            exactly: left.exactly,
            standing: self.fixed[0] | self.fixed[1],
            leaving: 0,
        }))
    }

    /// No play with so many moves leads from `board` to the target.
    pub fn is_out_of_reach(&self, board: &Board, left: MovesLeft) -> bool {
        !has_pawn_behind(board)
            && self.stages(board, left).is_none_or(|stages| {
                stages.iter().any(|stage| !self.may_arrive(stage)) || self.standing(stages).is_none()
            })
    }

    /// The moves from `board` that lead on; `None` when none does. Who stands, and whether captures are possible, is
    /// looked at before the move, once for all of them, whether each side may arrive after it.
    pub fn leading<'a>(&'a self, board: &'a Board, left: MovesLeft) -> Option<Leading<'a>> {
        if has_pawn_behind(board) {
            return Some(Leading { target: self, board, before: None, standing: 0 });
        }
        let before = self.stages(board, left)?;
        let standing = self.standing(before)?;
        Some(Leading { target: self, board, before: Some(before), standing })
    }

    fn leads(&self, board: &Board, before: &[Stage; 2], standing: u64, m: Move) -> bool {
        let side = board.side();
        let (own, other) = (&before[side as usize], &before[!side as usize]);
        let victim = match m.kind {
            MoveKind::EnPassant => board.en_passant_victim(),
            _ => (other.army.all() & bit(m.to) != 0).then_some(m.to),
        };
        let captured = u32::from(victim.is_some());
        let disturbed = bit(m.from) | victim.map_or(0, bit);
        if own.moves == 0 || captured > own.captures || standing & disturbed != 0 {
            return false;
        }
        let (captures, moves) = (own.captures - captured, own.moves - 1);
        if !self.may_arrive_after(own, m, captures, moves) {
            return false;
        }
        if let Some(sq) = victim
            && let Some(piece) = other.army.piece_at(sq)
        {
            let after = Stage { army: other.army.without(piece, sq), ..*other };
            return self.may_arrive(&after);
        }
        true
    }
}

/// A pawn stands behind its home squares, as only diagrams have it: it may still come to one, so that no pawn of the
/// target is fixed.
fn has_pawn_behind(board: &Board) -> bool {
    board.men(Color::White, Piece::PAWN) & RANK_1 | board.men(Color::Black, Piece::PAWN) & RANK_8 != 0
}
