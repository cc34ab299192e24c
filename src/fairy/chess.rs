//! Facts about ordinary chess, for play that is a part of it.
//!
//! 1. Some problems have no conditions, and some conditions only choose among the legal moves of ordinary chess
//!    (maximummer, Follow My Leader). So everything that can be played then could be played in chess.
//! 2. A choice leaves a move whenever there is one. So mate and stalemate are those of chess.
//! 3. Therefore a goal that no play of chess reaches is not reached by this play either
//!    ([`crate::orthodox::bound`]).
//!
//! If squares of the board are missing, or there are men that never move, the statement is about chess on such a
//! board.

use super::position::FairyPosition;
use super::rulebook::RuleBook;
use super::squares::{Sq, file, from_square, rank};
use crate::orthodox::Rules;
use crate::orthodox::board::{Board, RIGHTS};
use crate::orthodox::bound::Ground;
use crate::pieces::Piece;
use crate::units::{Color, Goal, Traits};

impl RuleBook {
    /// Whether the conditions, if any, only choose among moves that are possible without them, or store something:
    /// men move as their own piece, attack what they could capture, and no move has consequences except promotions.
    pub(super) fn has_plain_consequences(&self) -> bool {
        let stages = &self.stages;
        Color::ALL.into_iter().all(|side| self.keeps_to_steps(side))
            && stages.restrictions.is_empty()
            && stages.checks.is_empty()
            && stages.legality.iter().all(|stage| !stage.binds_parries())
            && stages.aftermath.iter().all(|(_, aftermath)| aftermath.footprint().keeps_to_chess)
            && !stages.checks_are_played
    }

    /// Whether the following holds. Men move as their own piece and attack no more than they could capture. Kings
    /// are in check only from attacks, though perhaps not from all of them. The kings of `side` may go to every
    /// unattacked square, as far as the move has no consequences and the restrictions allow it. Other moves that
    /// would save from mate may be forbidden.
    pub(super) fn keeps_to_steps(&self, side: Color) -> bool {
        let stages = &self.stages;
        stages.mobility.is_empty()
            && stages.ways.is_empty()
            && stages.promoting.is_empty()
            && stages.legality.iter().all(|stage| !stage.binds_kings(side))
            && stages.checks.iter().all(|rule| rule.needs_attack())
            && stages.immobility.is_empty()
            && stages.prelude.is_none()
            && stages.extra.is_empty()
            && !stages.kings_are_common
            && !stages.own_men_are_taken
            && !self.paralysis_is_stalemate
    }

    /// Whether [`RuleBook::has_plain_consequences`] holds, on an ordinary board with the men of ordinary chess and
    /// dummies. Pawns on their own first rank are excluded: here they capture nothing from there, while a pawn of
    /// chess would.
    pub(super) fn only_chooses_moves(&self) -> bool {
        let geometry = &self.geometry;
        let usual = [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT];
        self.has_plain_consequences()
            && (geometry.files, geometry.ranks) == (8, 8)
            && !geometry.pawns_leave_first_rank
            && geometry.first_rank.is_empty()
            && geometry.promotion.map(|last| last.and(&geometry.squares)) == [geometry.row(7), geometry.row(0)]
            && self.promotions.iter().all(|piece| usual.contains(piece))
            && self
                .diagram
                .iter()
                .all(|(_, unit)| (unit.piece.is_orthodox() || unit.piece.is_dummy()) && unit.traits == Traits::NONE)
            && !self
                .diagram
                .iter()
                .any(|(at, unit)| unit.piece.is_pawn() && geometry.rank_for(unit.color, from_square(at)) == 0)
    }

    /// Returns the squares missing from the 8x8 board, numbered as in bitboards.
    pub(super) fn squares_missing(&self) -> u64 {
        !self.geometry.squares.iter().fold(0, |there, sq| there | 1 << number(sq))
    }
}

/// The number of the square in bitboards.
fn number(sq: Sq) -> u8 {
    (rank(sq) * 8 + file(sq)) as u8
}

impl FairyPosition<'_> {
    /// Returns the same men on the board of the orthodox engine, and the squares of the dummies by colour. The
    /// right to capture en passant is dropped.
    fn chess_board(&self) -> (Board, [u64; 2]) {
        let (mut board, mut dummies) = (Board::empty(self.side()), [0; 2]);
        for sq in self.board().occupied().iter() {
            let man = self.board().man(sq);
            match self.book().has_dummies && man.piece().is_dummy() {
                true => dummies[man.color() as usize] |= 1 << number(sq),
                false => board.toggle(man.color(), man.piece(), number(sq)),
            }
        }
        let unmoved = self.unmoved().iter().fold(0_u64, |set, sq| set | 1 << number(sq));
        let holds = |square: u8| unmoved >> square & 1 != 0;
        let rights = RIGHTS.iter().filter(|right| holds(right.king) && holds(right.rook));
        board.set_castling(rights.fold(0, |flags, right| flags | right.flag));
        (board, dummies)
    }

    /// Calls `f` with the ground for [`crate::orthodox::bound`]. Returns `None` if facts about chess need not hold
    /// here.
    pub(super) fn in_chess<R>(&self, goal: &Goal, f: impl FnOnce(Ground) -> R) -> Option<R> {
        let is_asked = match goal {
            // The bound on mates does not handle dummies.
            Goal::Mate => !self.book().has_dummies,
            // If moves are forbidden, stalemates differ from those of chess.
            Goal::Stalemate => self.passing().pawn().is_none() && self.book().stages.legality.is_empty(),
            _ => false,
        };
        self.book().only_chooses.filter(|_| is_asked).map(|missing| {
            let (board, dummies) = self.chess_board();
            f(Ground { board: &board, rules: Rules::Orthodox, missing, dummies })
        })
    }
}
