//! Who may still castle in the diagram, where that decides whether rules go together.

use crate::fairy::{Castling, RuleBook, to_square};
use crate::units::{self, Color, Diagram};

/// King and rook of such a side stand as they have to, and nothing is said against it.
pub(super) fn castles(diagram: &Diagram, book: &RuleBook, is_such: impl Fn(Color) -> bool) -> bool {
    let may_castle = |castling: &Castling| {
        let is_allowed = match &diagram.castling {
            units::Castling::Rooks(rooks) => rooks.contains(&to_square(castling.rook)),
            units::Castling::AtHome => true,
        };
        is_allowed
            && book.begins_with(castling.color, castling.royal, castling.king)
            && book.begins_with(castling.color, castling.partner, castling.rook)
    };
    book.geometry.castlings.iter().any(|castling| is_such(castling.color) && may_castle(castling))
}
