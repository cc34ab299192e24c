//! Reads the author's solution in the form that magazines print, and compares it with the solution found.
//!
//! `dialect` holds the letters of the pieces, `moves` reads one move, `scan` finds moves, numbers and signs in
//! a text, `read` arranges them in lines, and `compare` looks the lines up in the tree. Nothing is guessed:
//! pieces have English letters (the knight `N` or `S`), or German or French ones if the whole text can be read
//! in them and not in English. Text that cannot be read as a move is reported. This module knows no rules: a
//! move is legal if the tree contains it.

mod compare;
mod dialect;
mod moves;
mod read;
mod scan;

pub use compare::{Intended, compare, examine};
pub use read::{names_try, parse};

use crate::units::{Leg, MoveRecord, Piece, Special, Square};

/// An author's solution as read from its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuthorSolution {
    pub lines: Vec<AuthorLine>,
    /// Words that are neither moves nor known signs, in text order, without duplicates.
    pub unread: Vec<UnreadWord>,
}

/// A word of the author's text that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadWord {
    pub text: String,
    /// Offset of the word in the author's text.
    pub at: usize,
    /// Whether the word looks like a move.
    pub is_move: bool,
}

/// A line of the author's solution: consecutive moves from the first move of a phase on. It ends where the text
/// goes back to an earlier move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuthorLine {
    /// Label of the twin, without the bracket: `b` after `b)`. `None` before the first label.
    pub twin: Option<String>,
    /// Whether the text calls the line set play (`*1...`, `set play:`).
    pub set_play: bool,
    /// Number of leading moves that are taken over from an earlier line, because the text does not repeat them.
    pub kept: usize,
    pub moves: Vec<AuthorMove>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthorMove {
    /// Number of plies before the move: 0 for `1.`, 1 for `1...`, 2 for `2.`
    pub ply: u16,
    pub shape: MoveText,
    /// Whether the move is marked `!` and not `?`.
    pub is_praised: bool,
    /// Whether the move is marked `?`.
    pub is_try: bool,
    /// Whether the ply of the move is uncertain: it has no number, and the text before does not determine the
    /// ply.
    pub is_uncertain: bool,
    /// The move as written; `at` is its offset in the author's text.
    pub text: String,
    pub at: usize,
    /// Alternatives to the move, as in `fxe5/Sxe5`. A line that is stored has none: each alternative has its
    /// own line.
    pub others: Vec<AuthorMove>,
}

/// Meaning of a written move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveText {
    Step {
        piece: Piece,
        file: Option<u8>,
        rank: Option<u8>,
        to: Square,
        promotion: Option<Piece>,
    },
    KingSideCastling,
    QueenSideCastling,
    /// A wildcard: `~` is any move, `S~` any move of the knight.
    Any(Option<Piece>),
    /// Text at the place of a move that cannot be read.
    UnreadWord,
}

impl MoveText {
    /// Whether the written move may be this move of the solution. Capture signs are not compared, since they
    /// add no information.
    pub fn fits(&self, record: &MoveRecord) -> bool {
        match *self {
            MoveText::Step { piece, file, rank, to, promotion } => {
                (matches!(record.special, Special::None | Special::EnPassant)
                    || record.special == Special::InPlace && promotion.is_some())
                    && record.mover.piece == piece
                    && (record.to == to || record.onward.contains(&Leg::To(to)))
                    && file.is_none_or(|file| record.from.file() == file)
                    && rank.is_none_or(|rank| record.from.rank() == rank)
                    && promotion.is_none_or(|piece| record.promotion == Some(piece))
            }
            MoveText::KingSideCastling => record.special == Special::KingSideCastling,
            MoveText::QueenSideCastling => record.special == Special::QueenSideCastling,
            MoveText::Any(piece) => piece.is_none_or(|piece| record.mover.piece == piece),
            MoveText::UnreadWord => true,
        }
    }

    /// Whether the text is that of a definite move, neither a wildcard nor unreadable.
    pub fn is_exact(&self) -> bool {
        !matches!(self, MoveText::Any(_) | MoveText::UnreadWord)
    }
}

impl AuthorMove {
    pub fn fits(&self, record: &MoveRecord) -> bool {
        self.shape.fits(record)
    }
}
