//! Who may still castle in the diagram, where that decides whether rules go together.

use super::RuleSet;
use crate::conditions::Condition;
use crate::fairy::{Castling, RuleBook, to_square};
use crate::units::{self, Color, Diagram, Piece};

/// The side that is not held to the longest (or shortest) captures of the king may still castle.
pub(super) fn adversaries_castle(rules: &RuleSet, diagram: &Diagram, book: &RuleBook) -> bool {
    let holds_for = |color: Color| {
        let of = |condition: &Condition| {
            condition.def.name.ends_with("mummer") && condition.says("ultra") && condition.def.sides.has(color)
        };
        rules.conditions().iter().any(of)
    };
    castles(diagram, book, |color| holds_for(!color))
}

pub(super) fn somebody_castles(diagram: &Diagram, book: &RuleBook) -> bool {
    castles(diagram, book, |_| true)
}

/// King and rook of such a side stand as they have to, and nothing is said against it.
fn castles(diagram: &Diagram, book: &RuleBook, is_such: impl Fn(Color) -> bool) -> bool {
    let stands = |color, piece, sq| {
        diagram.placement.get(to_square(sq)).is_some_and(|unit| unit.piece == piece && unit.color == color)
    };
    let may_castle = |castling: &Castling| {
        let is_allowed = match &diagram.castling {
            units::Castling::Rooks(rooks) => rooks.contains(&to_square(castling.rook)),
            units::Castling::AtHome => true,
        };
        is_allowed
            && stands(castling.color, Piece::KING, castling.king)
            && stands(castling.color, castling.partner, castling.rook)
    };
    book.geometry.castlings.iter().any(|castling| is_such(castling.color) && may_castle(castling))
}
