//! Use of bounds of orthodox chess for fairy problems whose play is a part of orthodox play.
//!
//! 1. With no conditions, or with conditions that only choose among legal moves of ordinary chess (maximummer, Follow
//!    My Leader), everything that can be played could be played in chess.
//! 2. A choice leaves a move if there is one, so mate and stalemate are those of chess.
//! 3. So a goal that no orthodox play reaches is not reached here either ([`crate::orthodox::bound`]).
//!
//! If squares are missing or there are men that never move, this refers to orthodox chess on such a board.

use crate::fairy::board::squares::{Sq, file, from_square, rank};
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::rulebook::RuleBook;
use crate::orthodox::Rules;
use crate::orthodox::board::{Board, RIGHTS};
use crate::orthodox::bound::Ground;
use crate::pieces::Piece;
use crate::units::{Color, Goal, Traits};

impl RuleBook {
    /// Whether conditions only choose among moves possible without them, or store something. Men then move as their
    /// own piece and attack what they could capture, and moves have no consequences except promotions.
    pub(in crate::fairy) fn has_plain_consequences(&self) -> bool {
        let stages = &self.stages;
        Color::ALL.into_iter().all(|side| self.keeps_to_steps(side))
            && stages.restrictions.is_empty()
            && stages.checks.is_empty()
            && stages.legality.iter().all(|stage| !stage.binds_parries())
            && stages.aftermath.iter().all(|(_, aftermath)| aftermath.footprint().keeps_to_chess)
            && !stages.checks_are_played
    }

    /// Whether men move as their own piece and attack only what they could capture, kings are in check only from
    /// attacks (perhaps not from each), and kings of `side` may go to every unattacked square, apart from consequences
    /// and restrictions. Other parries may be forbidden.
    pub(in crate::fairy) fn keeps_to_steps(&self, side: Color) -> bool {
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

    /// Whether [`RuleBook::has_plain_consequences`] holds and all men are of orthodox pieces or dummies. `false` for
    /// pawns on their own first rank, whose captures differ from those of bitboard pawns.
    pub(in crate::fairy) fn only_chooses_moves(&self) -> bool {
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

    /// Returns the squares that the 8x8 board lacks, as a bitboard.
    pub(in crate::fairy) fn squares_missing(&self) -> u64 {
        !self.geometry.squares.iter().fold(0, |there, sq| there | 1 << number(sq))
    }
}

/// Converts a square to the numbering of bitboards.
fn number(sq: Sq) -> u8 {
    (rank(sq) * 8 + file(sq)) as u8
}

impl FairyPosition<'_> {
    /// Returns the position as a board of the orthodox engine, without the right to capture en passant, and the
    /// squares of dummies by side.
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

    /// Calls `f` with the position in the form that [`crate::orthodox::bound`] takes. Returns `None` if the bounds of
    /// chess need not hold for this goal here.
    pub(in crate::fairy) fn in_chess<R>(&self, goal: &Goal, f: impl FnOnce(Ground) -> R) -> Option<R> {
        let is_asked = match goal {
            // The bound on mates knows no dummies.
            Goal::Mate => !self.book().has_dummies,
            // Bans of moves change which positions are stalemates.
            Goal::Stalemate => self.passing().pawn().is_none() && self.book().stages.legality.is_empty(),
            _ => false,
        };
        self.book().only_chooses.filter(|_| is_asked).map(|missing| {
            let (board, dummies) = self.chess_board();
            f(Ground { board: &board, rules: Rules::Orthodox, missing, dummies })
        })
    }
}
