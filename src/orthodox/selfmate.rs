//! The last move of a selfmate: which moves can leave the other side with nothing but mates?
//!
//! The other side, were it to move now, has spare moves that do not even give check. A move after which it is forced
//! has to give check or to take every spare move away. Where that is plain from squares and lines, the move is not played.

use super::bitboard::{self, Sq, between, bit, line_through, squares};
use super::board::Board;
use super::isardam;
use super::legal::{legal_batches, legal_moves, snipers, take_judged};
use super::mate::Aim;
use super::movegen::{Batch, BatchKind, pseudo_legal_batches};
use super::moves::Move;
use super::position::OrthodoxPosition;
use super::verdict::Judge;
use crate::conditions::Rules;
use crate::units::{Color, Piece};

/// Calls `take` for the legal moves after which every move of the other side may mate, until it answers `true`; tells
/// whether it did. No move that forces a mate is left out.
pub fn forcing_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
    let passed = position.passed();
    let (Some(aim), Some(theirs)) = (Aim::new(position), Aim::new(&passed)) else {
        return legal_moves(position, take);
    };
    let own_king = theirs.king;
    let occupied = board.occupied();
    let one_king = |color| board.men(color, Piece::KING).is_power_of_two();
    if !one_king(Color::White)
        || !one_king(Color::Black)
        || board.is_attacked(own_king, !board.side(), occupied)
        || position.rules() != Rules::Orthodox && board.is_attacked(aim.king, board.side(), occupied)
    {
        return legal_moves(position, take);
    }
    let mut spares = [Spare::default(); MOST_SPARES];
    let found = find_spares(&passed, &theirs, aim.king, &mut spares);
    let orthodox = position.rules() == Rules::Orthodox;
    let wanted = |piece, from, kind| {
        let spoiling = |piece| spares[..found].iter().fold(!0, |all, spare| all & spare.spoilt_by(board, piece, from));
        match kind {
            // Under conditions kings and what pawns become can do more than is looked at here.
            BatchKind::Normal if piece == Piece::KING && !orthodox => !0,
            BatchKind::Normal | BatchKind::DoubleStep => aim.wanted(piece, from, kind) | spoiling(piece),
            BatchKind::Promotion if orthodox => {
                // Queen and knight together see what any promoted man sees.
                aim.wanted(piece, from, kind) | spoiling(Piece::QUEEN) | spoiling(Piece::KNIGHT)
            }
            BatchKind::Promotion | BatchKind::EnPassant | BatchKind::Castling(_) => !0,
        }
    };
    if orthodox {
        return legal_batches(position, &wanted, &mut |batch| batch.any(take));
    }
    let judge = Judge::new(position);
    pseudo_legal_batches(position, &mut |batch| {
        let to = batch.to & wanted(batch.piece, batch.from, batch.kind);
        let batch = Batch { to, ..batch };
        to != 0 && take_judged(position, batch, judge.sort(&batch), take)
    })
}

const MOST_SPARES: usize = 6;

/// A move that the other side could make, were it to move now, without giving check: it can still make it, and it
/// still does not give check, unless the move in between starts from one of the squares `leaving`, arrives on one of
/// `arriving`, gives check, or guards the flight.
#[derive(Clone, Copy, Default)]
struct Spare {
    leaving: u64,
    arriving: u64,
    /// Of a king's move: where it comes from and goes to.
    flight: Option<(Sq, Sq)>,
    /// Where the king to be mated would be attacked after the move, and so not be left alone by it.
    checking: u64,
    /// Under conditions: what else spoils the move.
    by_like: ByLike,
}

/// Madrasi: a like man can come to paralyse the man. Isardam: it can come to observe the square that the man goes to,
/// and two like line men can come to stand with the man alone between them. Neither king is attacked, not even by
/// paralysed men, and so it stays but for what spoils the move in orthodox chess; so nothing else in the conditions
/// matters.
#[derive(Clone, Copy, Default)]
struct ByLike {
    kind: Option<Piece>,
    /// Squares on which a man of that kind may spoil the move.
    arriving: u64,
    /// Squares on which any line man may.
    line_men_arriving: u64,
    /// Squares from which a departure may open a line that does.
    leaving: u64,
}

impl ByLike {
    fn new(passed: &OrthodoxPosition, batch: &Batch, to: Sq) -> ByLike {
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

/// A few spare moves of different men (of the king as many as fit in).
fn find_spares(passed: &OrthodoxPosition, aim: &Aim, king: Sq, spares: &mut [Spare; MOST_SPARES]) -> usize {
    let board = passed.board();
    let mut found = 0;
    let mut take = |batch: Batch| {
        let plain = match batch.kind {
            BatchKind::Normal => true,
            // In Isardam a pawn could come to observe the square that is passed over.
            BatchKind::DoubleStep => !matches!(passed.rules(), Rules::Isardam(_)),
            BatchKind::Promotion | BatchKind::EnPassant | BatchKind::Castling(_) => false,
        };
        if !plain {
            return false;
        }
        let quiet = batch.to & !aim.wanted(batch.piece, batch.from, batch.kind);
        if batch.piece == Piece::KING {
            for to in squares(quiet) {
                if found < MOST_SPARES {
                    let by_like = ByLike::new(passed, &batch, to);
                    spares[found] = Spare { by_like, ..Spare::of_king(board, batch.from, to, aim.king) };
                    found += 1;
                }
            }
        } else if let Some(to) = squares(quiet).min_by_key(|&to| between(batch.from, to).count_ones()) {
            let by_like = ByLike::new(passed, &batch, to);
            spares[found] = Spare { by_like, ..Spare::of_man(board, &batch, to, king, aim.king) };
            found += 1;
        }
        found == MOST_SPARES
    };
    if passed.rules() == Rules::Orthodox {
        legal_batches(passed, &|_, _, _| !0, &mut take);
    } else {
        let judge = Judge::new(passed);
        pseudo_legal_batches(passed, &mut |batch| take(Batch { to: judge.sort(&batch).legal, ..batch }));
    }
    found
}

impl Spare {
    /// The man can be captured, its way blocked, its capture spirited away; it can be pinned, and a line can be opened
    /// on the king of the other side, through the square it leaves or from the square it reaches. Nothing else
    /// touches the move. `own`: its king; `other`: the king to be mated.
    fn of_man(board: &Board, batch: &Batch, to: Sq, own: Sq, other: Sq) -> Spare {
        let from = batch.from;
        let pin = line_through(own, from);
        let push = if batch.piece == Piece::PAWN && (from ^ to) & 7 == 0 { bit(to) } else { 0 };
        Spare {
            leaving: bit(to) | between(to, other) | line_through(other, from) & !bit(other) | pin,
            arriving: bit(from) | push | between(from, to) | pin,
            flight: None,
            checking: checking(board, batch.piece, from, to, other),
            by_like: ByLike::default(),
        }
    }

    /// The flight can be guarded, by the man that moves or by a line it opens, and the king's departure can come to
    /// give check.
    fn of_king(board: &Board, from: Sq, to: Sq, other: Sq) -> Spare {
        let occupied = board.occupied() & !bit(from);
        let openers = squares(snipers(board, to, !board.side()))
            .map(|sniper| between(to, sniper) & occupied)
            .filter(|men| men.is_power_of_two())
            .fold(0, |all, man| all | man);
        Spare {
            leaving: bit(to) | line_through(other, from) & !bit(other) | openers,
            arriving: bit(to),
            flight: Some((from, to)),
            checking: checking(board, Piece::KING, from, to, other),
            by_like: ByLike::default(),
        }
    }

    /// The squares on which a man that comes from `from` may spoil the move.
    fn spoilt_by(&self, board: &Board, piece: Piece, from: Sq) -> u64 {
        if self.leaving & bit(from) != 0 {
            return !0;
        }
        let guarding = self.flight.map_or(0, |(king, to)| {
            // From where the man sees the flight is what the flight sees of such a man (pawns look the other way).
            bitboard::attacks(piece, !board.side(), to, board.occupied() & !bit(king) & !bit(from))
        });
        let by_king = if piece == Piece::KING { self.checking } else { 0 };
        self.arriving | guarding | by_king | self.by_like.spoilt_by(piece, from)
    }
}

/// Squares on which the other king, coming from `king`, may be attacked after a man has gone `from` one square `to`
/// another: by this man, or by a line man through the square it has left.
fn checking(board: &Board, piece: Piece, from: Sq, to: Sq, king: Sq) -> u64 {
    let side = board.side();
    let behind = bitboard::rook_lines(from) | bitboard::bishop_lines(from);
    let liners = (board.all(Piece::QUEEN) | board.all(Piece::ROOK) | board.all(Piece::BISHOP)) & board.of(side);
    bitboard::attacks(piece, side, to, board.occupied() & !bit(from) & !bit(king))
        | if liners & behind != 0 { behind } else { 0 }
}
