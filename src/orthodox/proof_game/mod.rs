//! The proof-game bound: excludes moves after which a given position (the target) can no longer be reached.
//!
//! Start with [`Target`]: it holds the target and answers which moves may lead to it. All parts use `army`, `distances`
//! and `assignment`; `strategies` is the other way to find games.
//!
//! The bound ignores some rules and obstacles. So it may keep moves that do not lead to the target, but never excludes
//! a move that does:
//!
//! 1. `march`: the sides are considered separately. The men of the other side obstruct only as *fixed* pawns, those
//!    that the target has on their home squares. No other pawn can get there, so they never move and are never
//!    captured.
//! 2. `abilities`: a capture needs a square that the capturing side can visit and on which the other side can lose a
//!    man. Pawns that change files have to make their captures.
//! 3. `closure`: men that never move again obstruct all others.
//!
//! If the target takes more moves than are left even so, no play reaches it. Rules of check, paralysis or observation
//! do not matter: Madrasi and Isardam only forbid moves.
//!
//! If the fate of each man can be determined beforehand, `strategies` finds all games instead.
//!
//! A move without a capture leaves the other side unchanged, and the abilities of a side depend only on its men. So
//! answers are stored for each army (the men of one side), not for each position: there are far fewer armies.

mod abilities;
mod army;
mod army_budget;
pub mod assignment;
mod closure;
mod distances;
mod march;
mod memory;
mod needs;
mod strategies;

use super::board::Board;
use crate::orthodox::board::bitboard::{RANK_1, RANK_8, bit};
use crate::orthodox::board::moves::{Move, MoveKind};
use crate::position::ProofGameBudget;
use crate::units::{Color, Piece, Placement};
use army::Army;
use army_budget::ArmyBudget;
use distances::Distances;
use memory::{Answers, Sets};
use strategies::Games;

/// The target of a proof game: the position to be reached, the distances on the way to it, and stored results.
#[derive(Debug)]
pub struct Target {
    /// Squares of the men of the target, by `[color][piece]`.
    goals: [[u64; 6]; 2],
    count: [u32; 2],
    /// The pawns of White and Black that never move, because the target has them on their home squares.
    fixed: [u64; 2],
    distances: Box<Distances>,
    answers: Answers,
    sets: Sets,
    /// The positions of all games that lead from the first position to the target, or `None` if these games are not
    /// known.
    games: Option<Games>,
}

/// Decides which moves of one position may lead to the target of a proof game.
pub struct LeadingMoves<'a> {
    target: &'a Target,
    board: &'a Board,
    /// The state of White and of Black before the move. `None` if a pawn is behind its home square: then nothing is
    /// known, and every move may lead to the target.
    before: Option<[ArmyBudget; 2]>,
    /// Squares of men of both sides that never move again and are not captured.
    standing: u64,
}

impl LeadingMoves<'_> {
    /// Whether the target may be reached after the move; only the answer `false` is certain.
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

    /// Whether all games to the target are known, so that no other play leads to it.
    pub fn has_games(&self) -> bool {
        self.games.is_some()
    }

    /// Whether one of the known games contains the position with this key, with `plies_left` plies left.
    pub fn has_game_over(&self, key: u128, plies_left: u32) -> bool {
        self.games.as_ref().is_some_and(|games| games.lead_over(key, plies_left))
    }

    /// Returns the state of White and of Black on their way to the target: their men, and the moves and captures that
    /// they have left. Each side makes as many captures as the other side has more men than in the target. Returns
    /// `None` if a side has fewer men than in the target.
    fn stages(&self, board: &Board, left: ProofGameBudget) -> Option<[ArmyBudget; 2]> {
        let excess = |color: Color| board.of(color).count_ones().checked_sub(self.count[color as usize]);
        let captures = [excess(Color::Black)?, excess(Color::White)?];
        Some(Color::ALL.map(|color| ArmyBudget {
            army: Army::of(board, color),
            captures: captures[color as usize],
            moves: left.moves[color as usize],
            exactly: left.exactly,
            standing: self.fixed[0] | self.fixed[1],
            leaving: 0,
        }))
    }

    /// Whether it is proved that no play with the moves `left` leads from `board` to the target.
    pub fn is_out_of_reach(&self, board: &Board, left: ProofGameBudget) -> bool {
        !has_pawn_behind(board)
            && self.stages(board, left).is_none_or(|stages| {
                stages.iter().any(|stage| !self.may_arrive(stage)) || self.standing(stages).is_none()
            })
    }

    /// Returns a filter for the moves from `board` that may lead to the target with the moves `left`. Returns `None` if
    /// the target is out of reach. The immovable men are determined here, once for all moves of the position;
    /// [`LeadingMoves::contains`] tests whether each side may reach the target after a move.
    pub fn leading<'a>(&'a self, board: &'a Board, left: ProofGameBudget) -> Option<LeadingMoves<'a>> {
        if has_pawn_behind(board) {
            return Some(LeadingMoves { target: self, board, before: None, standing: 0 });
        }
        let before = self.stages(board, left)?;
        let standing = self.standing(before)?;
        Some(LeadingMoves { target: self, board, before: Some(before), standing })
    }

    fn leads(&self, board: &Board, before: &[ArmyBudget; 2], standing: u64, m: Move) -> bool {
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
            let after = ArmyBudget { army: other.army.without(piece, sq), ..*other };
            return self.may_arrive(&after);
        }
        true
    }
}

/// Whether some pawn is on its own first rank, behind its home square, which occurs only in diagrams. It may still
/// reach a home square, so no pawn of the target is fixed.
fn has_pawn_behind(board: &Board) -> bool {
    board.men(Color::White, Piece::PAWN) & RANK_1 | board.men(Color::Black, Piece::PAWN) & RANK_8 != 0
}
