//! The author's solution, as magazines print it: read, and compared with what was found.
//!
//! `dialect` has the letters of the men, `moves` reads one move; `scan` finds moves, numbers and signs in a text, `read` puts them into lines, `compare` looks for the lines in the
//! tree. Nothing is guessed: pieces have the English letters (the knight `N` or `S`), or the German or French ones where
//! the whole text can be read in them and not in English; what is not readable as a move is told. Knows no rules: a move
//! is legal where the tree has it.

mod compare;
mod dialect;
mod moves;
mod read;
mod scan;

pub use compare::{Intended, compare, examine};
pub use read::{names_try, parse};

use crate::units::{Leg, MoveRecord, Piece, Special, Square};

/// What was read of an author's solution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuthorSolution {
    pub lines: Vec<AuthorLine>,
    /// Words that are neither moves nor known signs, in the order of the text, each once.
    pub unread: Vec<Unread>,
}

/// A word of which nothing could be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    pub text: String,
    /// Where it begins in the author's text.
    pub at: usize,
    /// It looks like a move.
    pub is_move: bool,
}

/// Moves that follow one another: from the first move of a phase to where the text goes back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuthorLine {
    /// `b` for everything after `b)`.
    pub twin: Option<String>,
    /// Said to be set play (`*1...`, `set play:`).
    pub set_play: bool,
    /// So many of the moves are not written again, but taken over from what stands before.
    pub kept: usize,
    pub moves: Vec<AuthorMove>,
}

/// A move of the author's solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthorMove {
    /// 0 for `1.`, 1 for `1...`, 2 for `2.`
    pub ply: u16,
    pub shape: MoveText,
    /// `!` stands behind it, and no `?`.
    pub is_praised: bool,
    /// `?` stands behind it.
    pub is_try: bool,
    /// The number was not given, and what stands before does not settle it.
    pub is_uncertain: bool,
    /// As it was written, and where that begins in the author's text.
    pub text: String,
    pub at: usize,
    /// Moves that stand beside it, `fxe5/Sxe5`; each has lines of its own.
    pub others: Vec<AuthorMove>,
}

/// What the text of a move says.
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
    /// `~` or `S~`: any move, any move of the knight.
    Any(Option<Piece>),
    /// Something stands here that cannot be read.
    Unread,
}

impl MoveText {
    /// The move may be the one that is written here. Signs of capture are not compared: they add nothing.
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
            MoveText::Unread => true,
        }
    }

    /// Names a single move, as far as the text can.
    pub fn is_exact(&self) -> bool {
        !matches!(self, MoveText::Any(_) | MoveText::Unread)
    }
}

impl AuthorMove {
    pub fn fits(&self, record: &MoveRecord) -> bool {
        self.shape.fits(record)
    }
}
