//! Reads the author's solution in the form that magazines print, and compares it with the solution found.
//!
//! `dialect` has the letters of the pieces, `moves` parses one move, `scan` splits a text into moves, numbers and
//! signs, `read` arranges these in lines, and `compare` looks up the lines in the tree. Nothing is guessed. Pieces have
//! English letters (the knight `N` or `S`). They have German or French letters if the whole text can be read with them,
//! but not with English letters. Text that cannot be read as a move is reported. This module has no rules of chess: a
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
    /// Words that are neither moves nor known signs, in the order of the text. Each word is listed once.
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

/// A line of the author's solution: consecutive moves that begin with the first move of a phase. The line ends where
/// the text returns to an earlier move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuthorLine {
    /// Label of the twin without its bracket: `b` for `b)`. `None` before the first label.
    pub twin: Option<String>,
    /// Whether the text marks the line as set play (`*1...`, `set play:`).
    pub set_play: bool,
    /// Number of moves at the beginning that are taken from an earlier line, because the text does not repeat them.
    pub kept: usize,
    pub moves: Vec<AuthorMove>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthorMove {
    /// Number of plies before the move: 0 for `1.`, 1 for `1...`, 2 for `2.`
    pub ply: u16,
    pub shape: MoveText,
    /// Whether the move is marked `!` but not `?`.
    pub is_praised: bool,
    /// Whether the move is marked `?`.
    pub is_try: bool,
    /// Whether the ply of the move is uncertain, because the move has no number and the preceding text does not
    /// determine the ply.
    pub is_uncertain: bool,
    /// The move as it is written.
    pub text: String,
    /// Offset of the move in the author's text.
    pub at: usize,
    /// Alternatives to the move, as in `fxe5/Sxe5`. In a finished [`AuthorLine`] there are none, because each
    /// alternative has a line of its own.
    pub others: Vec<AuthorMove>,
}

/// The meaning of a move in the text.
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
    /// A wildcard: `~` means any move, `S~` any move of the knight.
    Any(Option<Piece>),
    /// Text where a move is expected, but which cannot be read as a move.
    UnreadWord,
}

impl MoveText {
    /// Whether the written move may be the move `record` of the solution. Capture signs are not compared, because they
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

    /// Whether the text is a definite move, not a wildcard or unreadable text.
    pub fn is_exact(&self) -> bool {
        !matches!(self, MoveText::Any(_) | MoveText::UnreadWord)
    }
}

impl AuthorMove {
    pub fn fits(&self, record: &MoveRecord) -> bool {
        self.shape.fits(record)
    }
}
