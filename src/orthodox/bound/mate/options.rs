//! The squares beside a king that a man can cover (attack), and the number of moves that it needs for that. They are
//! computed on an empty board, once for all positions.

use crate::orthodox::board::bitboard::{self, Sq, bit};
use crate::orthodox::bound::cover::{CHECK, COVERS, Cheapest, beside};
use crate::orthodox::bound::distance::{Distances, PROMOTED};
use crate::units::{Color, Piece};
use std::sync::OnceLock;

/// Returns the cover of a man on `sq`: the squares beside `t` that it attacks (eight bits), and [`CHECK`] if it
/// attacks `t` itself.
pub fn cover(piece: Piece, color: Color, sq: Sq, t: Sq) -> u16 {
    let attacked = bitboard::attacks(piece, color, sq, 0);
    let check = if piece != Piece::KING && attacked & bit(t) != 0 { CHECK } else { 0 };
    check | u16::from(beside(attacked, t))
}

/// Returns the covers around `t` that the man on `from` can achieve, as entries `cost << 9 | cover`, cheapest first.
/// An entry is left out if another entry covers the same squares in no more moves.
pub fn options(color: Color, piece: Piece, from: Sq, t: Sq) -> &'static [u16] {
    static TABLE: PerMan<u16> = [const { OnceLock::new() }; MEN_AND_SQUARES];
    TABLE[man_and_square(color, piece, from, t)].get_or_init(|| {
        let keeps_away = piece == Piece::KING;
        find_options(color, piece, from, t, keeps_away, |piece, sq| cover(piece, color, sq, t))
    })
}

/// A table indexed by [`man_and_square`], filled on demand.
pub type PerMan<T> = [OnceLock<Box<[T]>>; MEN_AND_SQUARES];

pub const MEN_AND_SQUARES: usize = 7 * 64 * 64;

/// Returns the index in a [`PerMan`] of a man and the king's square `t`. Colour makes a difference only for pawns.
#[inline]
pub fn man_and_square(color: Color, piece: Piece, from: Sq, t: Sq) -> usize {
    let kind = if piece == Piece::PAWN && color == Color::Black { 6 } else { piece.index() };
    (kind * 64 + usize::from(from)) * 64 + usize::from(t)
}

/// Finds the options of the man on `from`: the covers around `t` that it can achieve, with their costs. If
/// `keeps_away` is set, the man must not be beside `t`. `cover(piece, sq)` returns the cover of a man of kind `piece`
/// on `sq`.
pub fn find_options(
    color: Color,
    piece: Piece,
    from: Sq,
    t: Sq,
    keeps_away: bool,
    cover: impl Fn(Piece, Sq) -> u16,
) -> Box<[u16]> {
    let distances = Distances::get();
    let mut all = Cheapest::default();
    for sq in (0..64).filter(|&sq| sq != t) {
        if keeps_away && bitboard::king(t) & bit(sq) != 0 {
            continue;
        }
        all.add(distances.as_it_is(color, piece, from, sq), cover(piece, sq));
        if piece == Piece::PAWN {
            for becomes in PROMOTED {
                all.add(distances.promoted(color, becomes, from, sq), cover(becomes, sq));
            }
        }
    }
    // A king that covers nothing still needs a square, so its empty covers are kept.
    let needed = |option: u16| option & COVERS != 0 || piece == Piece::KING;
    let mut kept = all.without(|option, other| option & COVERS & !other == 0);
    kept.retain(|&option| needed(option));
    kept.into_boxed_slice()
}
