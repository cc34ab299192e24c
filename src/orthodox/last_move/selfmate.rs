//! The last move of a selfmate: the moves after which the other side may have only mating moves.
//!
//! If the other side were to move now, it would have spare moves, some without check. A move that forces it to mate
//! has to give check or to prevent every spare move. In both cases it has to cover every flight of the king. A move
//! that plainly fails to do so, judged by squares and lines, is not played.

use super::mate::{Cover, MateTarget};
use super::spare_moves::{MOST_SPARES, Spare};
use crate::orthodox::Rules;
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::board::moves::Move;
use crate::orthodox::board::pins::snipers;
use crate::orthodox::position::OrthodoxPosition;
use crate::orthodox::rules::isardam;
use crate::orthodox::rules::judge::MoveJudge;
use crate::orthodox::rules::legal::{legal_batches, legal_moves, take_judged};
use crate::orthodox::rules::movegen::{BatchKind, MoveBatch, pseudo_legal_batches};
use crate::units::Piece;
use smallvec::SmallVec;
use std::cell::LazyCell;

/// Calls `take` for each legal move that may force the other side to mate, until `take` returns `true`. Returns
/// whether `take` returned `true`. No move that forces mate is left out.
pub fn forcing_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
    let passed = position.passed();
    let (Some(aim), Some(theirs)) = (MateTarget::new(position), MateTarget::new(&passed)) else {
        return legal_moves(position, take);
    };
    let own_king = theirs.king;
    let occupied = board.occupied();
    if !board.has_one_king_each()
        || board.is_attacked(own_king, !board.side(), occupied)
        || position.rules() != Rules::Orthodox && board.is_attacked(aim.king, board.side(), occupied)
    {
        return legal_moves(position, take);
    }
    let orthodox = position.rules() == Rules::Orthodox;
    let cover = (orthodox && !may_discover(board, aim.king, own_king)).then(|| Cover::new(board, aim.king));
    let covering = |piece, from, kind| match &cover {
        Some(cover) if piece != Piece::KING && !aim.may_open(from) => cover.completing(piece, from, kind),
        _ => !0,
    };
    let spares = LazyCell::new(|| find_spares(&passed, &theirs, aim.king, cover.is_some()));
    let wanted = |piece, from, kind| {
        let covering = covering(piece, from, kind);
        if covering == 0 {
            return 0;
        }
        let spoiling = |piece| spares.iter().fold(!0, |all, spare| all & spare.spoilt_by(board, piece, from));
        covering
            & match kind {
                // Under conditions, kings and promoted men have effects that are not examined here.
                BatchKind::Normal if piece == Piece::KING && !orthodox => !0,
                BatchKind::Normal | BatchKind::DoubleStep => aim.wanted(piece, from, kind) | spoiling(piece),
                BatchKind::Promotion if orthodox => {
                    // A promoted man sees only squares that a queen or a knight sees.
                    aim.wanted(piece, from, kind) | spoiling(Piece::QUEEN) | spoiling(Piece::KNIGHT)
                }
                BatchKind::Promotion | BatchKind::EnPassant | BatchKind::Castling(_) => !0,
            }
    };
    if orthodox {
        return legal_batches(position, &wanted, &mut |batch| batch.any(take));
    }
    let judge = MoveJudge::new(position);
    pseudo_legal_batches(position, &mut |batch| {
        let to = batch.to & wanted(batch.piece, batch.from, batch.kind);
        let batch = MoveBatch { to, ..batch };
        to != 0 && take_judged(position, batch, judge.sort(&batch), take)
    })
}

/// Whether the king on `king` may open a line to the other king on `other`, so that its moves may mate. This is so if
/// it is between `other` and a line man of its side, whatever other men are on that line.
fn may_discover(board: &Board, king: Sq, other: Sq) -> bool {
    squares(snipers(board, other, !board.side())).any(|sniper| between(other, sniper) & bit(king) != 0)
}

/// A move that the other side could make now without giving check. After a move by the side to move, the spare move
/// can still be made without check, except in three cases: the move spoils it, departs from a square in `revealing`,
/// or moves the king to a square on which the spare move attacks it.
#[derive(Clone, Copy, Default)]
struct QuietSpare {
    spare: Spare,
    /// Squares from which a departing man may turn the spare move into a check. These are the arrival square of the
    /// spare move, the squares between it and the king to be mated, and the line through this king and the departure
    /// square.
    revealing: u64,
    /// Squares on which the king to be mated, if it moves there, is attacked after the spare move.
    checking: u64,
    /// Further moves that spoil the spare move under Madrasi and Isardam.
    by_like: ByLike,
}

/// The moves that spoil a spare move under conditions.
///
/// * Madrasi: a man of the other side and of the same kind arrives and paralyses the man of the spare move.
/// * Isardam: a man of the other side and of the same kind comes to observe the arrival square, or two line men of
///   one kind come to have only the man of the spare move between them.
///
/// The conditions have no other effect: no king is attacked, not even by paralysed men, and only moves that spoil the
/// spare move in orthodox chess change that.
#[derive(Clone, Copy, Default)]
struct ByLike {
    kind: Option<Piece>,
    /// Arrival squares on which a man of the kind `kind` may spoil the spare move.
    arriving: u64,
    /// Arrival squares on which any line man may spoil the spare move.
    line_men_arriving: u64,
    /// Squares from which a departing man may open a line that spoils the spare move.
    leaving: u64,
}

impl ByLike {
    fn new(passed: &OrthodoxPosition, batch: &MoveBatch, to: Sq) -> ByLike {
        let board = passed.board();
        let side = board.side();
        let (piece, from) = (batch.piece, batch.from);
        let is_line_man = isardam::LINE_MEN.contains(&piece);
        let has_like = board.men(!side, piece) != 0;
        let all_lines = |sq| bitboard::rook_lines(sq) | bitboard::bishop_lines(sq);
        match passed.rules() {
            Rules::Orthodox => ByLike::default(),
            Rules::Madrasi(_) => ByLike {
                kind: Some(piece),
                arriving: bitboard::attacks(piece, side, from, 0),
                line_men_arriving: 0,
                leaving: if is_line_man && has_like { isardam::lines(piece, from) } else { 0 },
            },
            Rules::Isardam(_) => {
                let has_rivals = isardam::LINE_MEN
                    .into_iter()
                    .any(|piece| board.men(side, piece) != 0 && board.men(!side, piece) != 0);
                let through = if has_rivals { all_lines(from) } else { 0 };
                ByLike {
                    kind: Some(piece),
                    arriving: bitboard::attacks(piece, side, to, 0),
                    line_men_arriving: through,
                    leaving: through | if is_line_man && has_like { isardam::lines(piece, to) } else { 0 },
                }
            }
        }
    }

    fn spoilt_by(&self, piece: Piece, from: Sq) -> u64 {
        if self.leaving & bit(from) != 0 {
            return !0;
        }
        let like = if self.kind == Some(piece) { self.arriving } else { 0 };
        like | if isardam::LINE_MEN.contains(&piece) { self.line_men_arriving } else { 0 }
    }
}

/// Returns a few spare moves of the other side that give no check: one for each of several men, and further ones of
/// its king. In orthodox chess, moves of the king are left out if its flights are `covered` anyway.
fn find_spares(
    passed: &OrthodoxPosition,
    aim: &MateTarget,
    king: Sq,
    covered: bool,
) -> SmallVec<[QuietSpare; MOST_SPARES]> {
    let board = passed.board();
    let mut spares = SmallVec::new();
    let mut take = |batch: MoveBatch| {
        let plain = match batch.kind {
            BatchKind::Normal => true,
            // In Isardam an enemy pawn could come to observe the square that the double step passes over.
            BatchKind::DoubleStep => !matches!(passed.rules(), Rules::Isardam(_)),
            BatchKind::Promotion | BatchKind::EnPassant | BatchKind::Castling(_) => false,
        };
        if !plain {
            return false;
        }
        let quiet = batch.to & !aim.wanted(batch.piece, batch.from, batch.kind);
        if batch.piece == Piece::KING {
            for to in squares(quiet).take(MOST_SPARES - spares.len()) {
                spares.push(QuietSpare::new(passed, &batch, to, aim.king, Spare::of_king(board, batch.from, to)));
            }
        } else if let Some(to) = squares(quiet).min_by_key(|&to| between(batch.from, to).count_ones()) {
            spares.push(QuietSpare::new(passed, &batch, to, aim.king, Spare::of_man(&batch, to, king)));
        }
        spares.len() == MOST_SPARES
    };
    if passed.rules() == Rules::Orthodox {
        legal_batches(passed, &|piece, _, _| if covered && piece == Piece::KING { 0 } else { !0 }, &mut take);
    } else {
        let judge = MoveJudge::new(passed);
        pseudo_legal_batches(passed, &mut |batch| take(MoveBatch { to: judge.sort(&batch).legal, ..batch }));
    }
    spares
}

impl QuietSpare {
    /// Returns the entry of one spare move. `other` is the square of the king to be mated. A line to it can be opened
    /// through the square that the man leaves or, for all men except kings, from the square that the man reaches.
    fn new(passed: &OrthodoxPosition, batch: &MoveBatch, to: Sq, other: Sq, spare: Spare) -> QuietSpare {
        let from = batch.from;
        let ahead = if batch.piece == Piece::KING { 0 } else { between(to, other) };
        QuietSpare {
            spare,
            revealing: bit(to) | ahead | line_through(other, from) & !bit(other),
            checking: checking(passed.board(), batch.piece, from, to, other),
            by_like: ByLike::new(passed, batch, to),
        }
    }

    /// Returns the arrival squares on which a man that leaves `from` may spoil the spare move.
    fn spoilt_by(&self, board: &Board, piece: Piece, from: Sq) -> u64 {
        if self.revealing & bit(from) != 0 {
            return !0;
        }
        let by_king = if piece == Piece::KING { self.checking } else { 0 };
        self.spare.spoilt_by(board, piece, from, BatchKind::Normal) | by_king | self.by_like.spoilt_by(piece, from)
    }
}

/// Returns the squares on which a king, now on `king`, may be attacked after a man has moved from `from` to `to`. The
/// attack is by this man, or by a line man through the square that it has left.
fn checking(board: &Board, piece: Piece, from: Sq, to: Sq, king: Sq) -> u64 {
    let side = board.side();
    let behind = bitboard::rook_lines(from) | bitboard::bishop_lines(from);
    let liners = (board.all(Piece::QUEEN) | board.all(Piece::ROOK) | board.all(Piece::BISHOP)) & board.of(side);
    bitboard::attacks(piece, side, to, board.occupied() & !bit(from) & !bit(king))
        | if liners & behind != 0 { behind } else { 0 }
}
