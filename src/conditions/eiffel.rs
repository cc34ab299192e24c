use super::ConditionDef;
use crate::fairy::stages::Mobility;
use crate::fairy::{FairyPosition, Man, Sq};
use crate::pieces::Piece;
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "EiffelChess",
    "a man observed by an enemy man of the preceding kind is paralysed: a pawn by a queen, a queen by a rook, a rook \
     by a bishop, a bishop by a knight, a knight by a pawn",
    |_, book| {
        book.stages.mobility.push(Box::new(Paralysis));
        Ok(())
    },
)
.called("EiffelSchach", "EchecsEiffel");

/// Returns the piece that paralyses `piece` by observing it, or `None` if no piece does.
fn master(piece: Piece) -> Option<Piece> {
    match piece {
        Piece::PAWN => Some(Piece::QUEEN),
        Piece::QUEEN => Some(Piece::ROOK),
        Piece::ROOK => Some(Piece::BISHOP),
        Piece::BISHOP => Some(Piece::KNIGHT),
        Piece::KNIGHT => Some(Piece::PAWN),
        _ => None,
    }
}

/// Whether Eiffel chess paralyses `man` of `side` on `sq`.
pub fn is_paralysed(position: &FairyPosition, side: Color, sq: Sq, man: Man) -> bool {
    master(man.piece()).is_some_and(|master| position.is_observed_by_kind(sq, master, !side, true))
}

struct Paralysis;

impl Mobility for Paralysis {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> bool {
        !is_paralysed(position, side, from, man)
    }

    fn spares_kings(&self) -> bool {
        true
    }
}
