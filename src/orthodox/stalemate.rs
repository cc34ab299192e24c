//! "Can one move stalemate?", asked at the last ply of all play for stalemate.
//!
//! The other side, were it to move now, has spare moves. A move that stalemates takes every one of them away: it
//! captures, blocks or pins the man, or guards the flight. Where a move plainly leaves one of a few spare moves alone, it
//! is not played.

use super::bitboard::{self, Sq, between, bit, line_through, squares};
use super::board::Board;
use super::legal::{legal_batches, legal_moves, masks_apply, snipers};
use super::movegen::{Batch, BatchKind};
use super::moves::Move;
use super::position::OrthodoxPosition;
use crate::units::Piece;

/// Calls `take` for the legal moves that may stalemate until it answers `true`; tells whether it did. No move that
/// stalemates is left out.
pub fn stalemating_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
    let passed = position.passed();
    let kings = board.men(!board.side(), Piece::KING);
    if kings.count_ones() != 1 || !masks_apply(position) || !masks_apply(&passed) {
        return legal_moves(position, take);
    }
    let mut spares = [Spare::default(); MOST_SPARES];
    let found = find_spares(&passed, kings.trailing_zeros() as Sq, &mut spares);
    let wanted = |piece, from, kind| {
        spares[..found]
            .iter()
            .fold(!0, |all, spare| if all == 0 { 0 } else { all & spare.spoilt_by(board, piece, from, kind) })
    };
    legal_batches(position, &wanted, &mut |batch| batch.any(take))
}

const MOST_SPARES: usize = 6;

/// A move that the other side could make, were it to move now. It still can, unless the move in between gives check
/// (and so does not stalemate), starts from one of the squares `leaving`, arrives on one of `arriving`, or guards the
/// flight.
#[derive(Clone, Copy, Default)]
struct Spare {
    leaving: u64,
    arriving: u64,
    /// Of a king's move: where it comes from and goes to.
    flight: Option<(Sq, Sq)>,
}

/// A few spare moves: of each man the shortest, of the king as many as fit in.
fn find_spares(passed: &OrthodoxPosition, king: Sq, spares: &mut [Spare; MOST_SPARES]) -> usize {
    let board = passed.board();
    let mut found = 0;
    legal_batches(passed, &|_, _, _| !0, &mut |batch| {
        let mut add = |spare| {
            if found < MOST_SPARES {
                spares[found] = spare;
                found += 1;
            }
        };
        match (batch.kind, batch.piece) {
            (BatchKind::Normal, Piece::KING) => {
                squares(batch.to).take(MOST_FLIGHTS).for_each(|to| add(Spare::of_king(board, batch.from, to)));
            }
            (BatchKind::Normal | BatchKind::Promotion, _) => {
                let nearest = squares(batch.to).min_by_key(|&to| between(batch.from, to).count_ones());
                if let Some(to) = nearest {
                    add(Spare::of_man(&batch, to, king));
                }
            }
            // A double step is a longer way of doing what a single one does; the others are rare.
            (BatchKind::DoubleStep | BatchKind::EnPassant | BatchKind::Castling(_), _) => {}
        }
        found == MOST_SPARES
    });
    found
}

/// Spare moves of the king are the ones that many moves take away at once.
const MOST_FLIGHTS: usize = 3;

impl Spare {
    /// The man can be captured, its way blocked, the man that a pawn would capture spirited away; and it can be pinned, by
    /// what arrives on the line to its king or leaves it. Nothing else touches the move.
    fn of_man(batch: &Batch, to: Sq, king: Sq) -> Spare {
        let from = batch.from;
        let pin = line_through(king, from);
        let (mut leaving, mut arriving) = (pin, bit(from) | between(from, to) | pin);
        if batch.piece == Piece::PAWN {
            let captures = (from ^ to) & 7 != 0;
            *if captures { &mut leaving } else { &mut arriving } |= bit(to);
        }
        Spare { leaving, arriving, flight: None }
    }

    /// The flight can be occupied, and guarded by the man that moves or by a line it opens.
    fn of_king(board: &Board, from: Sq, to: Sq) -> Spare {
        let occupied = board.occupied() & !bit(from);
        let openers = squares(snipers(board, to, !board.side()))
            .map(|sniper| between(to, sniper) & occupied)
            .filter(|men| men.is_power_of_two())
            .fold(0, |all, man| all | man);
        Spare { leaving: bit(to) | openers, arriving: bit(to), flight: Some((from, to)) }
    }

    /// The squares on which a man that comes from `from` may spoil the move. Two men leave their squares when a side
    /// castles or captures en passant: all such moves are wanted.
    fn spoilt_by(&self, board: &Board, piece: Piece, from: Sq, kind: BatchKind) -> u64 {
        if self.leaving & bit(from) != 0 || matches!(kind, BatchKind::EnPassant | BatchKind::Castling(_)) {
            return !0;
        }
        let Some((king, to)) = self.flight else { return self.arriving };
        let occupied = board.occupied() & !bit(king) & !bit(from);
        // From where the man sees the flight is what the flight sees of such a man (pawns look the other way).
        let guarding = match kind {
            BatchKind::Promotion => bitboard::attacks(Piece::QUEEN, board.side(), to, occupied) | bitboard::knight(to),
            _ => bitboard::attacks(piece, !board.side(), to, occupied),
        };
        self.arriving | guarding
    }
}

#[cfg(test)]
mod tests;
