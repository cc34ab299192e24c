//! What is known of chess, for play that is a part of it.
//!
//! Some conditions do nothing but choose among the legal moves of ordinary chess (maximummer, Follow My Leader), and some
//! problems have none. All that can be played then could be played in chess, and who is mated or stalemated is so there:
//! a choice leaves a move whenever there is one. So what no play of chess reaches, this play does not reach either
//! ([`crate::orthodox::bound`]). Where squares of the board are missing, or men stand that never move, that is said of chess
//! on such a board.

use super::position::FairyPosition;
use super::rulebook::RuleBook;
use super::squares::{Sq, file, from_square, rank};
use crate::orthodox::Rules;
use crate::orthodox::board::{Board, RIGHTS};
use crate::orthodox::bound::Ground;
use crate::pieces::Piece;
use crate::units::{Color, Goal, Traits};

impl RuleBook {
    /// Conditions, if any, only choose among moves that are possible without them, or remember something: men go as they
    /// are, attack what they could capture, and nothing follows from moves but promotions.
    pub(super) fn has_plain_consequences(&self) -> bool {
        let stages = &self.stages;
        Color::ALL.into_iter().all(|side| self.keeps_to_steps(side))
            && stages.restrictions.is_empty()
            && stages.checks.is_empty()
            && stages.legality.iter().all(|stage| !stage.binds_parries())
            && stages.aftermath.iter().all(|(_, aftermath)| aftermath.footprint().keeps_to_chess)
            && !stages.checks_are_played
    }

    /// Men go as they are, attack no more than they could capture, kings are in check from attacks alone, if not from all of
    /// them, and those of the side may go wherever nobody attacks them, as far as nothing follows from the move and restrictions
    /// leave it. Other moves may be forbidden that would save from mate.
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

    /// The same of conditions on the men of ordinary chess. A pawn on its own first rank captures nothing there, as a pawn
    /// of chess would.
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

    /// The squares of an ordinary board that are not there.
    pub(super) fn squares_missing(&self) -> u64 {
        !self.geometry.squares.iter().fold(0, |there, sq| there | 1 << number(sq))
    }
}

/// As bitboards number it.
fn number(sq: Sq) -> u8 {
    (rank(sq) * 8 + file(sq)) as u8
}

impl FairyPosition<'_> {
    /// The same men on the board of the other engine, and the squares of dummies beside it; a double step just made is
    /// forgotten.
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

    /// What `f` says of the ground of which [`crate::orthodox::bound`] may be asked; `None` where what is said of chess need
    /// not hold here.
    pub(super) fn in_chess<R>(&self, goal: &Goal, f: impl FnOnce(Ground) -> R) -> Option<R> {
        let is_asked = match goal {
            // Of dummies the bound on mates knows nothing.
            Goal::Mate => !self.book().has_dummies,
            // Moves that are forbidden leave others stalemated than in chess.
            Goal::Stalemate => self.passing().pawn().is_none() && self.book().stages.legality.is_empty(),
            _ => false,
        };
        self.book().only_chooses.filter(|_| is_asked).map(|missing| {
            let (board, dummies) = self.chess_board();
            f(Ground { board: &board, rules: Rules::Orthodox, missing, dummies })
        })
    }
}
