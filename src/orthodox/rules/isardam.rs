//! Isardam on bitboards: which positions are forbidden, and which attacks on a king are checks.
//!
//! A move is illegal if after it a man is observed by an enemy man of its own kind.

use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, between, bit, line_through, squares};
use crate::units::{Color, Piece};

/// The variants of Isardam. The default (type A, kings excluded) is Popeye's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Isardam {
    /// Whether checks are as in orthodox chess (type B). In type A a man gives check only if it could legally capture
    /// the king by the rule of Isardam.
    pub type_b: bool,
    /// Whether the rule applies to kings too: they must not observe each other.
    pub rex_inclusive: bool,
}

/// Whether Isardam allows the board: no man is observed by an enemy man of its kind.
pub fn is_clean(board: &Board, rules: Isardam) -> bool {
    is_clean_but_for_lines(board, rules) && seams(board).is_some()
}

/// Like [`is_clean`], but ignores line men (bishops, rooks and queens).
pub fn is_clean_but_for_lines(board: &Board, rules: Isardam) -> bool {
    // An en passant right is kept only if a pawn attacks the square that was passed over. That pawn observes the pawn
    // that made the double step.
    if board.en_passant_victim().is_some_and(|victim| board.occupied() & bit(victim) != 0) {
        return false;
    }
    let (white, black) = (Color::White, Color::Black);
    let pawns = bitboard::pawns(white, board.men(white, Piece::PAWN)) & board.men(black, Piece::PAWN);
    let knights = board.men(black, Piece::KNIGHT);
    let kings = board.men(black, Piece::KING);
    pawns == 0
        && (knights == 0 || squares(board.men(white, Piece::KNIGHT)).all(|sq| bitboard::knight(sq) & knights == 0))
        && (!rules.rex_inclusive || squares(board.men(white, Piece::KING)).all(|sq| bitboard::king(sq) & kings == 0))
}

/// Returns the men whose departure would let two line men of one kind and different colours observe each other. Each
/// is the only man between two such line men. Returns `None` if two line men already observe each other in this way.
pub fn seams(board: &Board) -> Option<u64> {
    let occupied = board.occupied();
    let mut seams = 0;
    for piece in LINE_MEN {
        let theirs = board.men(Color::Black, piece);
        if theirs == 0 {
            continue;
        }
        for sq in squares(board.men(Color::White, piece)) {
            for other in squares(theirs & lines(piece, sq)) {
                let blockers = between(sq, other) & occupied;
                if blockers == 0 {
                    return None;
                }
                if blockers.is_power_of_two() {
                    seams |= blockers;
                }
            }
        }
    }
    Some(seams)
}

pub const LINE_MEN: [Piece; 3] = [Piece::BISHOP, Piece::ROOK, Piece::QUEEN];

/// Returns the squares that a line man of this kind attacks from `sq` on an empty board.
pub fn lines(piece: Piece, sq: Sq) -> u64 {
    match piece {
        Piece::BISHOP => bitboard::bishop_lines(sq),
        Piece::ROOK => bitboard::rook_lines(sq),
        _ => bitboard::bishop_lines(sq) | bitboard::rook_lines(sq),
    }
}

/// Whether some man of `by` gives check to a king on `sq`. In type A, a man gives check only if the board after its
/// capture of the king would be allowed. `clean`: the present board is known to be allowed.
pub fn is_attacked(board: &Board, sq: Sq, by: Color, rules: Isardam, clean: bool) -> bool {
    let attackers = board.attackers(sq, by, board.occupied());
    attackers != 0
        && (rules.type_b || squares(attackers).any(|from| is_capture_clean(board, from, sq, by, rules, clean)))
}

/// Whether Isardam would allow the board after the man of `by` on `from` has captured the king on `king`. `clean`:
/// the present board is known to be allowed.
pub fn is_capture_clean(board: &Board, from: Sq, king: Sq, by: Color, rules: Isardam, clean: bool) -> bool {
    let piece = board.piece_at(from);
    if piece == Piece::PAWN && bit(king) & (RANK_1 | RANK_8) != 0 {
        return is_promotion_clean(board, from, king, by, rules);
    }
    // First the consequences of the capture itself, which are the most likely reason to forbid it.
    if arrival_is_observed(board, piece, from, king, by, rules) || opens_a_line(board, from) {
        return false;
    }
    if clean {
        return true;
    }
    let mut after = *board;
    if let Some(victim) = board.unit_at(king) {
        after.toggle(victim.color, victim.piece, king);
    }
    after.toggle(by, piece, from);
    after.toggle(by, piece, king);
    // The capture counts as a move, so it ends an en passant right.
    after.set_side(!by);
    after.set_en_passant(None);
    is_clean(&after, rules)
}

/// Whether the man of `by` that leaves `from` would be observed by an enemy man of its kind on the king's square.
fn arrival_is_observed(board: &Board, piece: Piece, from: Sq, king: Sq, by: Color, rules: Isardam) -> bool {
    let theirs = board.men(!by, piece) & !bit(king);
    theirs != 0
        && (piece != Piece::KING || rules.rex_inclusive)
        && bitboard::attacks(piece, by, king, board.occupied() & !bit(from)) & theirs != 0
}

/// Whether two line men of one kind and different colours would observe each other if the man on `from` left. The
/// answer holds for every capture by the man: the squares between the two line men are empty except `from`, so the
/// man cannot arrive between them by a capture.
pub fn opens_a_line(board: &Board, from: Sq) -> bool {
    parted_by(board, from).is_some()
}

/// Returns a white and a black line man of one kind that would observe each other if the man on `from` left, or
/// `None`.
fn parted_by(board: &Board, from: Sq) -> Option<(Sq, Sq)> {
    let occupied = board.occupied();
    let straight = board.all(Piece::ROOK) | board.all(Piece::QUEEN);
    let diagonal = board.all(Piece::BISHOP) | board.all(Piece::QUEEN);
    let rook = if straight & bitboard::rook_lines(from) != 0 { bitboard::rook(from, occupied) } else { 0 };
    let bishop = if diagonal & bitboard::bishop_lines(from) != 0 { bitboard::bishop(from, occupied) } else { 0 };
    for piece in LINE_MEN {
        let seen = match piece {
            Piece::ROOK => rook,
            Piece::BISHOP => bishop,
            _ => rook | bishop,
        };
        let theirs = seen & board.men(Color::Black, piece);
        if theirs == 0 {
            continue;
        }
        for sq in squares(seen & board.men(Color::White, piece)) {
            let others = line_through(sq, from) & theirs;
            if others != 0 {
                return Some((sq, others.trailing_zeros() as Sq));
            }
        }
    }
    None
}

/// Returns the squares that explain why the man of `by` on `from` may not capture the king. Returns `None` if the
/// capture is allowed or is a promotion. The present board must be one that Isardam allows.
///
/// After a forbidden capture two men of one kind would observe each other. The capture stays forbidden as long as no
/// man departs from `leaving` and none arrives on `arriving`, because the two men are still there and no man is
/// between them.
pub fn forbidden_because(board: &Board, from: Sq, king: Sq, by: Color, rules: Isardam) -> Option<Forbidden> {
    let piece = board.piece_at(from);
    if piece == Piece::PAWN && bit(king) & (RANK_1 | RANK_8) != 0 {
        return None;
    }
    if piece != Piece::KING || rules.rex_inclusive {
        let theirs = board.men(!by, piece) & !bit(king);
        let observers = bitboard::attacks(piece, by, king, board.occupied() & !bit(from)) & theirs;
        if observers != 0 {
            let observer = observers.trailing_zeros() as Sq;
            return Some(Forbidden { leaving: bit(from), arriving: bit(observer) | between(king, observer) });
        }
    }
    let (white, black) = parted_by(board, from)?;
    let two = bit(white) | bit(black);
    Some(Forbidden { leaving: bit(from) | two, arriving: two | between(white, black) })
}

/// The squares that decide whether a capture of the king stays forbidden: see [`forbidden_because`].
pub struct Forbidden {
    pub leaving: u64,
    pub arriving: u64,
}

fn is_promotion_clean(board: &Board, from: Sq, king: Sq, by: Color, rules: Isardam) -> bool {
    let mut after = *board;
    if let Some(victim) = board.unit_at(king) {
        after.toggle(victim.color, victim.piece, king);
    }
    after.toggle(by, Piece::PAWN, from);
    after.set_side(!by);
    after.set_en_passant(None);
    [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT].into_iter().any(|promoted| {
        let mut after = after;
        after.toggle(by, promoted, king);
        is_clean(&after, rules)
    })
}
