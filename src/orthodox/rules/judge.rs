//! Legality under Madrasi and Isardam. Masks that are made once for a position decide most moves; the other moves are
//! played.
//!
//! The facts below prove moves legal or illegal. A move that they do not decide is *in doubt*.
//!
//! 1. After a move, a man attacks the king by geometry only in three cases: it did so before the move, or the moving
//!    man was alone between the two and left that line, or the king has moved. (Paralysed men and men whose capture
//!    of the king is forbidden count as attackers here.) So if there was no attacker before the move, only moves off
//!    such a line and moves of the king can be self-check. If there was one attacker, the same holds among the moves
//!    that capture it or interpose.
//! 2. Madrasi: if enemy men of its kind observe an attacker, it stays observed until one of them moves or a man comes
//!    between. If no such man observes it, it gives check after the move, except if a man of its kind arrives on a
//!    square from which it observes the attacker, or if a line between two such men is opened. Paralysis by a double
//!    step lapses with the next move, whatever it is.
//! 3. Isardam: a clean position stays clean except in two cases: the moving man arrives where an enemy man of its
//!    kind observes it, or leaves a line on which it was alone between two men of one kind. (A capture opens no line,
//!    because its square stays occupied.) Whether an attacker may capture the king depends on two things: the men of
//!    its kind that would observe it on the king's square, and the lines through the square that it leaves.

use super::movegen::{BatchKind, MoveBatch};
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::board::pins::pinned;
use crate::orthodox::position::OrthodoxPosition;
use crate::orthodox::rules::{isardam, madrasi};
use crate::orthodox::{Isardam, Madrasi, Rules};
use crate::units::{Color, Piece};

/// The arrival squares of a batch of moves that are not known to be illegal: those of legal moves, and those of moves
/// in doubt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchVerdict {
    pub legal: u64,
    pub doubtful: u64,
}

const NONE: BatchVerdict = BatchVerdict { legal: 0, doubtful: 0 };

pub struct MoveJudge<'a> {
    board: &'a Board,
    side: Color,
    rules: Rules,
    /// Whether nothing is known about checks. Then all moves are in doubt.
    is_blind: bool,
    king: Option<Sq>,
    pinned: u64,
    /// Squares that men other than the king may go to if the king is attacked: each of these moves parries every
    /// attack, by capturing or interposing.
    targets: u64,
    elsewhere: Elsewhere,
    /// Isardam: men that are alone between two line men of one kind and different colours.
    seams: u64,
    /// Isardam: whether both sides have line men of one kind.
    has_rivals: bool,
}

/// The verdict on a move of a man other than the king that neither captures a man that attacks the king nor
/// interposes.
enum Elsewhere {
    Legal,
    Illegal,
    Doubtful,
    /// Madrasi: the only attacker is paralysed. Moves from the squares `leaving` and to the squares `arriving` are in
    /// doubt. All other moves are legal.
    Held {
        leaving: u64,
        arriving: u64,
    },
    /// The only attacker gives check. In doubt are moves from the squares `leaving`, moves of men of kind `piece` to
    /// `arriving`, and moves of line men to `between`. All other moves are illegal.
    Checked {
        leaving: u64,
        piece: Piece,
        arriving: u64,
        between: u64,
    },
}

impl<'a> MoveJudge<'a> {
    pub fn new(position: &'a OrthodoxPosition) -> MoveJudge<'a> {
        let board = position.board();
        let side = board.side();
        let rules = position.rules();
        let kings = board.men(side, Piece::KING);
        let mut judge = MoveJudge {
            board,
            side,
            rules,
            is_blind: !kings.is_power_of_two() && kings != 0,
            king: kings.is_power_of_two().then(|| kings.trailing_zeros() as Sq),
            pinned: 0,
            targets: !0,
            elsewhere: Elsewhere::Legal,
            seams: 0,
            has_rivals: false,
        };
        if let Rules::Isardam(rules) = rules {
            match isardam::seams(board) {
                Some(seams) if isardam::is_clean_but_for_lines(board, rules) => judge.seams = seams,
                _ => judge.is_blind = true,
            }
            judge.has_rivals =
                isardam::LINE_MEN.iter().any(|&piece| board.men(side, piece) != 0 && board.men(!side, piece) != 0);
        }
        if let (Some(king), false) = (judge.king, judge.is_blind) {
            judge.pinned = pinned(board, king);
            let attackers = board.attackers(king, !side, board.occupied());
            if attackers != 0 {
                judge.elsewhere = Elsewhere::Doubtful;
                judge.targets = 0;
            }
            if attackers.is_power_of_two() {
                let attacker = attackers.trailing_zeros() as Sq;
                judge.targets = attackers | between(king, attacker);
                judge.elsewhere = match rules {
                    Rules::Madrasi(rules) => judge.elsewhere_in_madrasi(attacker, rules),
                    Rules::Isardam(rules) => judge.elsewhere_in_isardam(attacker, king, rules),
                    Rules::Orthodox => Elsewhere::Illegal,
                };
            }
        }
        judge
    }

    fn elsewhere_in_madrasi(&self, attacker: Sq, rules: Madrasi) -> Elsewhere {
        let board = self.board;
        let piece = board.piece_at(attacker);
        let observers = madrasi::observers(board, attacker, !self.side, rules.rex_inclusive);
        if observers != 0 {
            let lines = squares(observers).fold(0, |all, sq| all | between(attacker, sq));
            return Elsewhere::Held { leaving: observers, arriving: lines };
        }
        if piece == Piece::KING {
            return Elsewhere::Doubtful;
        }
        let mut leaving = 0;
        if isardam::LINE_MEN.contains(&piece) {
            for sq in squares(board.men(self.side, piece) & isardam::lines(piece, attacker)) {
                let blockers = between(attacker, sq) & board.occupied();
                if blockers.is_power_of_two() {
                    leaving |= blockers;
                }
            }
        }
        let arriving = bitboard::attacks(piece, !self.side, attacker, 0);
        Elsewhere::Checked { leaving, piece, arriving, between: 0 }
    }

    fn elsewhere_in_isardam(&self, attacker: Sq, king: Sq, rules: Isardam) -> Elsewhere {
        if rules.type_b {
            return Elsewhere::Illegal;
        }
        let board = self.board;
        let piece = board.piece_at(attacker);
        let promotes = piece == Piece::PAWN && bit(king) & (bitboard::RANK_1 | bitboard::RANK_8) != 0;
        if promotes
            || piece == Piece::KING
            || !isardam::is_capture_clean(board, attacker, king, !self.side, rules, true)
        {
            return Elsewhere::Doubtful;
        }
        let all_lines = |sq| bitboard::rook_lines(sq) | bitboard::bishop_lines(sq);
        let mut leaving = 0;
        let mut between = 0;
        if self.has_rivals {
            between = all_lines(attacker);
            leaving = between;
            if board.men(self.side, piece) != 0 {
                leaving |= all_lines(king);
            }
        }
        Elsewhere::Checked { leaving, piece, arriving: bitboard::attacks(piece, !self.side, king, 0), between }
    }

    /// Sorts the pseudo-legal moves of the batch: returns the legal moves and the moves in doubt. All others are
    /// illegal.
    pub fn sort(&self, batch: &MoveBatch) -> BatchVerdict {
        match batch.kind {
            // Castling is generated only if it is legal.
            BatchKind::Castling(_) => return BatchVerdict { legal: batch.to, doubtful: 0 },
            _ if self.is_blind => return BatchVerdict { legal: 0, doubtful: batch.to },
            BatchKind::EnPassant => return BatchVerdict { legal: 0, doubtful: batch.to },
            BatchKind::Normal | BatchKind::DoubleStep | BatchKind::Promotion => {}
        }
        let verdict = if batch.piece == Piece::KING { self.sort_king(batch) } else { self.sort_by_checks(batch) };
        match self.rules {
            Rules::Isardam(rules) => self.sort_by_observation(batch, verdict, rules),
            Rules::Madrasi(_) | Rules::Orthodox => verdict,
        }
    }

    fn sort_king(&self, batch: &MoveBatch) -> BatchVerdict {
        let occupied = self.board.occupied() ^ bit(batch.from);
        let (mut legal, mut doubtful) = (0, 0);
        for to in squares(batch.to) {
            // A man that the king captures on `to` does not attack it.
            let attackers = self.board.attackers(to, !self.side, occupied);
            if attackers == 0 {
                legal |= bit(to);
            } else if !squares(attackers).any(|sq| self.surely_checks(sq)) {
                doubtful |= bit(to);
            }
        }
        BatchVerdict { legal, doubtful }
    }

    /// Whether the attacker certainly gives check if it attacks the king after the king has moved.
    fn surely_checks(&self, attacker: Sq) -> bool {
        let piece = self.board.piece_at(attacker);
        let has_like = self.board.men(self.side, piece) != 0;
        match self.rules {
            Rules::Orthodox => true,
            Rules::Madrasi(rules) => !has_like || piece == Piece::KING && !rules.rex_inclusive,
            Rules::Isardam(rules) => {
                rules.type_b || piece != Piece::PAWN && piece != Piece::KING && !has_like && !self.has_rivals
            }
        }
    }

    /// Sorts the moves of a man other than the king by whether they leave the king in check. Returns the legal moves
    /// and the moves in doubt.
    fn sort_by_checks(&self, batch: &MoveBatch) -> BatchVerdict {
        let Some(king) = self.king else { return BatchVerdict { legal: batch.to, doubtful: 0 } };
        let from = bit(batch.from);
        let (met, rest) = (batch.to & self.targets, batch.to & !self.targets);
        let mut verdict = match self.elsewhere {
            Elsewhere::Legal => BatchVerdict { legal: rest, doubtful: 0 },
            Elsewhere::Illegal => NONE,
            Elsewhere::Doubtful => BatchVerdict { legal: 0, doubtful: rest },
            Elsewhere::Held { leaving, .. } if leaving & from != 0 => BatchVerdict { legal: 0, doubtful: rest },
            Elsewhere::Held { arriving, .. } => BatchVerdict { legal: rest & !arriving, doubtful: rest & arriving },
            Elsewhere::Checked { leaving, .. } if leaving & from != 0 => BatchVerdict { legal: 0, doubtful: rest },
            Elsewhere::Checked { .. } if batch.kind == BatchKind::Promotion => {
                BatchVerdict { legal: 0, doubtful: rest }
            }
            Elsewhere::Checked { piece, arriving, between, .. } => {
                let mut doubtful = if batch.piece == piece { rest & arriving } else { 0 };
                if !matches!(batch.piece, Piece::PAWN | Piece::KNIGHT) {
                    doubtful |= rest & between;
                }
                BatchVerdict { legal: 0, doubtful }
            }
        };
        verdict.legal |= met;
        if self.pinned & from != 0 {
            let off = verdict.legal & !line_through(king, batch.from);
            verdict.legal &= !off;
            verdict.doubtful |= off;
        }
        verdict
    }

    /// Isardam: removes from `verdict` the moves after which an enemy man of its kind would observe the moving man.
    /// Moves that may open a line become moves in doubt.
    fn sort_by_observation(&self, batch: &MoveBatch, verdict: BatchVerdict, rules: Isardam) -> BatchVerdict {
        let observed = match batch.kind {
            BatchKind::Promotion => return BatchVerdict { legal: 0, doubtful: verdict.legal | verdict.doubtful },
            BatchKind::DoubleStep if self.is_observed_passing(batch) => !0,
            _ => self.observed(batch, rules),
        };
        let (legal, doubtful) = (verdict.legal & !observed, verdict.doubtful & !observed);
        if self.seams & bit(batch.from) != 0 {
            return BatchVerdict { legal: 0, doubtful: legal | doubtful };
        }
        BatchVerdict { legal, doubtful }
    }

    /// Whether an enemy pawn could capture en passant after the double step of the batch.
    fn is_observed_passing(&self, batch: &MoveBatch) -> bool {
        let passed = batch.from.midpoint(batch.to.trailing_zeros() as Sq);
        bitboard::pawn(self.side, passed) & self.board.men(!self.side, Piece::PAWN) != 0
    }

    /// Returns the arrival squares on which an enemy man of its kind would observe the moving man. A man that is
    /// captured on the arrival square does not count.
    fn observed(&self, batch: &MoveBatch, rules: Isardam) -> u64 {
        let theirs = self.board.men(!self.side, batch.piece);
        match batch.piece {
            _ if theirs == 0 => 0,
            Piece::PAWN => bitboard::pawns(!self.side, theirs),
            Piece::KING if !rules.rex_inclusive => 0,
            piece => {
                let occupied = self.board.occupied() ^ bit(batch.from);
                squares(theirs).fold(0, |all, sq| all | bitboard::attacks(piece, !self.side, sq, occupied))
            }
        }
    }
}
