//! The order in which moves are told.

use super::Piece;

const LINE: [(i32, i32); 8] = [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (-1, 0), (0, 1), (1, 0)];
const KNIGHT: [(i32, i32); 8] = [(-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1)];
const PROMOTIONS: [Piece; 4] = [Piece::QUEEN, Piece::KNIGHT, Piece::ROOK, Piece::BISHOP];

/// The place, below 256, of a move among those of a man from one square: the order in which Popeye plays the moves of
/// orthodox men, so that its move numbers mean the same here. Directions come in a fixed order, line men go from far to
/// near. Among men it is that of their squares, from a1 along the ranks. `bounds` are files to the right, ranks up.
pub fn told_order(piece: Piece, (files, ranks): (i32, i32), promotion: Option<Piece>, castles: bool) -> u32 {
    let place =
        |order: &[(i32, i32)], bound| order.iter().position(|&other| other == bound).unwrap_or(order.len()) as u32;
    match piece {
        Piece::KNIGHT => place(&KNIGHT, (files, ranks)),
        Piece::PAWN => {
            let step = if files == 0 { u32::from(ranks.abs() == 1) } else { 2 + u32::from(files < 0) };
            let promotion = promotion.map_or(0, |piece| {
                PROMOTIONS.iter().position(|&other| other == piece).unwrap_or(PROMOTIONS.len()) as u32
            });
            step * 8 + promotion
        }
        Piece::KING if castles => u32::from(files > 0),
        _ => {
            let distance = files.abs().max(ranks.abs()).min(15);
            2 + place(&LINE, (files.signum(), ranks.signum())) * 16 + (15 - distance) as u32
        }
    }
}
