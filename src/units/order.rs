//! The order in which the moves of one man are printed.

use super::Piece;

const LINE: [(i32, i32); 8] = [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (-1, 0), (0, 1), (1, 0)];
const KNIGHT: [(i32, i32); 8] = [(-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1)];
const PROMOTIONS: [Piece; 4] = [Piece::QUEEN, Piece::KNIGHT, Piece::ROOK, Piece::BISHOP];

/// Returns the place of a move in the order of the moves of one man, as a number below 256. `(files, ranks)` are files
/// to the right and ranks up. The order is that of Popeye for orthodox men, so that move numbers agree: directions in a
/// fixed order, and a slider's moves from far to near. (Men themselves are ordered by square, from a1 along the ranks.)
pub fn print_order(piece: Piece, (files, ranks): (i32, i32), promotion: Option<Piece>, castles: bool) -> u32 {
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
