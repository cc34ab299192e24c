//! Rules for the piece that a man becomes by its rebirth.

use super::super::{Condition, VariantDef};
use super::single;
use crate::fairy::{Man, next_in};
use crate::pieces::Piece;

pub enum AsWhat {
    Itself,
    /// The piece of the other man in the capture: of the capturer for a captured man, of the victim for a capturer.
    Other,
    /// The piece that follows the man's own piece in this cyclic list.
    Next(Vec<Piece>),
    Successor(fn(Piece) -> Piece),
}

pub const AS_WHAT: &[VariantDef] = &[
    VariantDef {
        name: "Clone",
        aliases: &[],
        doc: "a captured man is reborn as the capturing piece, a capturing man as the captured piece",
    },
    VariantDef { name: "Chameleon", aliases: &[], doc: "the man is reborn as the next piece of a cycle" },
    VariantDef {
        name: "Einstein",
        aliases: &[],
        doc: "captured men are reborn one step weaker, capturing men one step stronger",
    },
    VariantDef {
        name: "ReversalEinstein",
        aliases: &[],
        doc: "captured men are reborn one step stronger, capturing men one step weaker",
    },
];

impl AsWhat {
    /// Parses the rule for the piece from the variants. `einstein` and `reversal` map a piece to its successor under
    /// the variants `Einstein` and `ReversalEinstein`.
    pub fn of(
        condition: &Condition,
        has: impl Fn(&str) -> bool,
        einstein: fn(Piece) -> Piece,
        reversal: fn(Piece) -> Piece,
    ) -> Result<AsWhat, String> {
        let mut sequence = vec![Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN];
        if has("Chameleon") && !condition.pieces.is_empty() {
            sequence = condition.cycle();
            if sequence.len() == 1 {
                return Err("a cycle needs at least two pieces".into());
            }
            if sequence.iter().enumerate().any(|(i, piece)| sequence[..i].contains(piece)) {
                return Err("a cycle contains each piece only once".into());
            }
        }
        let said = [
            ("Clone", AsWhat::Other),
            ("Chameleon", AsWhat::Next(sequence)),
            ("Einstein", AsWhat::Successor(einstein)),
            ("ReversalEinstein", AsWhat::Successor(reversal)),
        ];
        Ok(single(said, has, "kind of piece as which men are reborn")?.unwrap_or(AsWhat::Itself))
    }

    /// Returns `man` as the piece that it becomes by rebirth. `other` is the other man of the capture: the capturer of
    /// a reborn victim, or the victim of a reborn capturer.
    pub fn reborn(&self, man: Man, other: Man) -> Man {
        let piece = man.piece();
        man.with_piece(match self {
            AsWhat::Itself => piece,
            AsWhat::Other if other.piece() == Piece::KING || other.is_royal() => piece,
            AsWhat::Other => other.piece(),
            AsWhat::Next(sequence) => next_in(sequence, piece).unwrap_or(piece),
            AsWhat::Successor(successor) => successor(piece),
        })
    }
}
