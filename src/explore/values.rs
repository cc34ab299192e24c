//! The values of men, by which sound variants are ranked.

use crate::units::{Color, Piece, Placement};

/// Returns the usual value of a piece in pawns: 4 for a fairy piece, 0 for a king.
pub fn value(piece: Piece) -> u32 {
    match piece {
        Piece::QUEEN => 9,
        Piece::ROOK => 5,
        Piece::BISHOP | Piece::KNIGHT => 3,
        Piece::PAWN => 1,
        Piece::KING => 0,
        _ => 4,
    }
}

/// Returns the sum of the values of all men.
pub fn material(placement: &Placement) -> u32 {
    placement.iter().map(|(_, unit)| value(unit.piece)).sum()
}

/// Returns the number of men that must be promoted pawns: queens after the first, rooks and knights after the second,
/// bishops after the first on squares of one colour.
pub fn promoted(placement: &Placement) -> usize {
    let of_side = |color: Color| {
        let extra = |piece: Piece, usual: usize| placement.squares_of(color, piece).count().saturating_sub(usual);
        let bishops = |odd: u8| {
            let on = placement.squares_of(color, Piece::BISHOP).filter(|s| (s.file() + s.rank()) % 2 == odd);
            on.count().saturating_sub(1)
        };
        extra(Piece::QUEEN, 1) + extra(Piece::ROOK, 2) + extra(Piece::KNIGHT, 2) + bishops(0) + bishops(1)
    };
    Color::ALL.into_iter().map(of_side).sum()
}
