use super::{Color, Piece, Square, Unit};

/// A move as it is told: who went where, and what happened. Enough for every notation, without the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRecord {
    pub mover: Unit,
    pub from: Square,
    pub to: Square,
    /// The captured man and where it stood (for en passant not the square of arrival).
    pub captured: Option<(Unit, Square)>,
    pub promotion: Option<Piece>,
    pub special: Special,
    /// The move leaves the other side in check.
    pub check: bool,
}

/// What makes a move more than a man going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    None,
    EnPassant,
    KingSideCastling,
    QueenSideCastling,
    /// A null move that is shown (option NullMoves); `from` and `to` mean nothing.
    Null,
}

impl MoveRecord {
    /// The record of a null move by `color`.
    pub fn null(color: Color) -> MoveRecord {
        let nowhere = Square::new(0, 0).expect("a1 is in the universe");
        MoveRecord {
            mover: Unit { color, piece: Piece::KING },
            from: nowhere,
            to: nowhere,
            captured: None,
            promotion: None,
            special: Special::Null,
            check: false,
        }
    }
}
