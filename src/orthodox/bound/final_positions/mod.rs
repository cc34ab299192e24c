//! Final pictures: who stands where in a stalemate, or in a mate, that is still possible. What is said here of stalemates holds
//! for mates but for what [`mates`] says.
//!
//! The names are those of the bound: the *mover* makes the last move, the *victim* is stalemated. All stalemates that the
//! moves allow are enumerated once, as far as it matters who does what in them; the pictures found are carried down the
//! play, and thinned out at each move. A position that none of them fits any more is not searched, and neither is a move
//! after which none would.
//!
//! **What a picture says.** For each man of the position in which it was made, the king included, its [`Role`]: a kind and a
//! square on which it ends, or nothing. A man of the victim that has no square is *doomed*: it is captured on the way. A man
//! of the mover that has none is *free*: it may do what it likes, and be captured.
//!
//! **Nothing is lost.** Take any play from that position that ends in a stalemate. Each man of the victim was captured or
//! stands somewhere in the end, which is one way in which [`victims`] places them: it places them all, in all ways that the
//! moves allow. Then [`movers`] asks what the stalemate still lacks and finds it done by some man of the mover that has no
//! square yet: the true one is among those tried, on its true square, so some branch holds nothing but what is true of
//! the final position. That branch ends in a picture, which may say less than is true, and never says what is not.
//!
//! What a picture says costs moves. A man with a square needs at least the moves that it needs on an empty board, and
//! moves of different men are different moves, so they add up; each doomed man takes a move of the mover. Both sums are
//! counted anew from every position of the play, for the men as they went there, so that what does not suffice there
//! is a fact of that position: play that ends in stalemate from there, together with the moves that led there, is play from
//! the first position, and one of the pictures is a picture of it. That holds for each way in which men may have come
//! there, so that it does not matter which of two rooks is which when the table remembers it.
//!
//! Castling moves two men with one move, which brings king and rook at most three moves nearer. A side with a right to castle
//! is granted two moves more as long as it has it.
//!
//! A pawn of the victim that ends as a pawn on another file captured free men on its way, as many as it changed files; one
//! of the mover doomed men. Captures lower what there is to capture and what is to be captured together.
//!
//! En passant is a capture like others, but for the square: see [`living`].

mod attempts;
mod enumeration;
mod living;
mod mates;
mod movers;
mod standing;
mod victims;

use super::distance::{Distances, FAR};
use super::stalemate::Question;
use crate::orthodox::board::bitboard::Sq;
use crate::orthodox::board::{Board, RIGHTS};
use crate::pool::Share;
use crate::units::{Color, Piece};
pub use attempts::{Attempts, MATES, STALEMATES};
pub use living::Living;
pub use mates::mates;
pub use victims::stalemates;

/// Where a man ends and as what; or nothing, which means captured for men of the victim and anything for men of the mover.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Role(u16);

impl Role {
    const NONE: Role = Role(0);

    fn on(piece: Piece, sq: Sq) -> Role {
        Role(64 * (1 + piece.index() as u16) + u16::from(sq))
    }

    fn place(self) -> Option<(Piece, Sq)> {
        (self != Role::NONE).then(|| (Piece::from_index(usize::from(self.0 / 64) - 1), (self.0 % 64) as Sq))
    }

    /// Tells one role from another.
    fn number(self) -> u16 {
        self.0
    }

    /// The moves that a man needs at least for its role.
    #[inline]
    fn cost(self, distances: &Distances, color: Color, man: Piece, sq: Sq) -> u8 {
        match self.place() {
            None => 0,
            Some((piece, to)) if piece == man => distances.as_it_is(color, man, sq, to),
            Some((piece, to)) if man == Piece::PAWN => distances.promoted(color, piece, sq, to),
            Some(_) => FAR,
        }
    }

    /// How often a pawn has to change its file, which it does by capturing.
    fn files(self, man: Piece, sq: Sq) -> u8 {
        match self.place() {
            Some((Piece::PAWN, to)) if man == Piece::PAWN => (to & 7).abs_diff(sq & 7),
            _ => 0,
        }
    }
}

/// At most so many men of both sides have roles.
const MOST_MEN: usize = 32;

/// A man of the position in which pictures were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    color: Color,
    piece: Piece,
    sq: Sq,
}

/// All pictures of a position.
pub struct Pictures {
    mover: Color,
    /// Men of the victim without a place are captured on the way; if not, they are free.
    doomed: bool,
    /// Those of the victim come first.
    men: Vec<Man>,
    /// Men of White and of Black beside these that never move: whoever captures may capture them.
    dummies: [u16; 2],
    /// The roles of all men, picture by picture.
    roles: Vec<Role>,
    /// The memory that they take.
    share: Option<Share>,
}

impl Pictures {
    fn roles(&self, picture: u32) -> &[Role] {
        let first = picture as usize * self.men.len();
        &self.roles[first..first + self.men.len()]
    }

    fn count(&self) -> usize {
        self.roles.len() / self.men.len()
    }
}

/// The moves that each side may still make, counted as single men need them.
fn budgets(board: &Board, left: [u16; 2]) -> [u16; 2] {
    Color::ALL.map(|color| {
        let castles = RIGHTS.iter().any(|right| right.color == color && board.castling() & right.flag != 0);
        left[color as usize] + if castles { 2 } else { 0 }
    })
}

/// What an enumeration may take.
pub struct Effort<'a> {
    /// So many more steps; a step tries one man on one square.
    pub steps: u64,
    pub most_pictures: usize,
    pub is_over: &'a dyn Fn() -> bool,
}

/// An enumeration was given up.
#[derive(Debug)]
struct TooMuch;

/// Steps between two looks at the clock.
const STEPS_A_LOOK: u64 = 1 << 12;

impl Effort<'_> {
    fn step(&mut self) -> Result<(), TooMuch> {
        if self.steps == 0 || self.steps.is_multiple_of(STEPS_A_LOOK) && (self.is_over)() {
            return Err(TooMuch);
        }
        self.steps -= 1;
        Ok(())
    }
}

/// The men other than pawns that stay what they are.
fn is_officer(piece: Piece) -> bool {
    piece != Piece::PAWN && piece != Piece::KING
}

/// The men of a question, those of the victim first, each side's king before its other men.
fn men_of(board: &Board, question: &Question) -> Vec<Man> {
    let victim = !question.mover;
    let mut men = vec![Man { color: victim, piece: Piece::KING, sq: question.prey_king }];
    men.extend(question.prey.iter().map(|man| Man { color: victim, piece: man.piece, sq: man.sq }));
    men.extend(question.king.map(|sq| Man { color: question.mover, piece: Piece::KING, sq }));
    men.extend(question.helpers.iter().map(|man| Man { color: question.mover, piece: man.piece, sq: man.sq }));
    debug_assert_eq!(men.len(), board.occupied().count_ones() as usize);
    men
}

#[cfg(test)]
mod tests;
