//! Final positions: the stalemates or mates that are still possible. All statements about stalemates also hold for
//! mates, with the differences listed in [`mod@mates`].
//!
//! The *mating side* makes the last move, the *mated side* is stalemated. All stalemates that the moves allow are
//! enumerated once, as candidates, which are partial descriptions. At each move of the play, candidates that have
//! become unreachable are removed. A position without candidates is not searched, and a move after which none would
//! remain is not played.
//!
//! **A candidate** gives each man of the position in which it was made, kings included, a [`FinalRole`]: a kind and a
//! final square, or nothing. A man of the mated side without a square is *doomed*: it is captured on the way. A man
//! of the mating side without a square is *free*: it may do anything, and may be captured.
//!
//! **No final position is lost.** Take any play from that position that ends in stalemate.
//!
//! 1. Each man of the mated side was captured or has a final square. [`mated_side`] tries all combinations of these
//!    fates that the moves allow, so it tries the true one.
//! 2. [`mating_side`] looks for conditions of the stalemate that are not met. In the final position, each is met by
//!    some man of the mating side that has no square yet. That man is among those tried, on its square. So on some
//!    branch every statement is true of the final position.
//! 3. That branch ends in a candidate, which may state less than is true, but nothing false.
//!
//! **Candidates cost moves.**
//!
//! 1. A man with a square needs at least the moves that it needs on an empty board. Moves of different men are
//!    different moves, so they add up. Each doomed man takes a move of the mating side.
//! 2. Both sums are counted anew in every position of the play, for the men as they moved there.
//! 3. So a lack of moves is a fact about that position: take play that ends in stalemate from there; together with
//!    the moves that led there, it is play from the first position, and has a candidate.
//! 4. This holds for each way in which the men may have come there. So the transposition table may store the fact
//!    without knowing which of two rooks is which.
//! 5. Castling moves two men with one move, which brings king and rook nearer by at most three moves. A side with a
//!    castling right is granted two extra moves as long as it has it.
//! 6. A pawn of the mated side that ends as a pawn on another file has captured free men, one for each change of
//!    file. A pawn of the mating side has captured doomed men in this way. A capture lowers the number of men to be
//!    captured and the number of captures needed equally.
//! 7. En passant is a capture like others, except for the square: see [`candidate_set`].

mod attempts;
mod candidate_set;
mod enumeration;
mod mated_side;
mod mates;
mod mating_men;
mod mating_side;

use super::distance::{Distances, FAR};
use super::stalemate::StalemateQuestion;
use crate::orthodox::board::bitboard::Sq;
use crate::orthodox::board::{Board, RIGHTS};
use crate::pool::Share;
use crate::units::{Color, Piece};
pub use attempts::{Attempts, MATES, STALEMATES};
pub use candidate_set::CandidateSet;
pub use mated_side::stalemates;
pub use mates::mates;

/// The final kind and square of a man, or [`FinalRole::NONE`]. A man of the mated side without a final square is
/// captured on the way, and a man of the mating side without one is free. In candidates for mates, both are free.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FinalRole(u16);

impl FinalRole {
    const NONE: FinalRole = FinalRole(0);

    fn on(piece: Piece, sq: Sq) -> FinalRole {
        FinalRole(64 * (1 + piece.index() as u16) + u16::from(sq))
    }

    fn place(self) -> Option<(Piece, Sq)> {
        (self != FinalRole::NONE).then(|| (Piece::from_index(usize::from(self.0 / 64) - 1), (self.0 % 64) as Sq))
    }

    /// Returns a different integer for each role.
    fn number(self) -> u16 {
        self.0
    }

    /// Returns the least number of moves in which a man of kind `man` on `sq` reaches its final kind and square.
    #[inline]
    fn cost(self, distances: &Distances, color: Color, man: Piece, sq: Sq) -> u8 {
        match self.place() {
            None => 0,
            Some((piece, to)) if piece == man => distances.as_it_is(color, man, sq, to),
            Some((piece, to)) if man == Piece::PAWN => distances.promoted(color, piece, sq, to),
            Some(_) => FAR,
        }
    }

    /// Returns the number of file changes, each by a capture, with which a pawn on `sq` reaches its final square.
    fn files(self, man: Piece, sq: Sq) -> u8 {
        match self.place() {
            Some((Piece::PAWN, to)) if man == Piece::PAWN => (to & 7).abs_diff(sq & 7),
            _ => 0,
        }
    }
}

/// The most men, counting both sides, that can have roles.
const MOST_MEN: usize = 32;

/// A man of the position for which candidates were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    color: Color,
    piece: Piece,
    sq: Sq,
}

/// All candidates (possible final positions) of one position.
pub struct Candidates {
    mating: Color,
    /// Whether men of the mated side without a final square are captured on the way (stalemates); otherwise they
    /// are free (mates).
    doomed: bool,
    /// All men with roles, those of the mated side first.
    men: Vec<Man>,
    /// The number of White's dummies and of Black's. Dummies are men that never move; they may be captured and have
    /// no roles.
    dummies: [u16; 2],
    /// The roles of all men of the first candidate, then those of the second, and so on.
    roles: Vec<FinalRole>,
    /// The memory of the roles, accounted in the memory pool.
    share: Option<Share>,
}

impl Candidates {
    fn roles(&self, picture: u32) -> &[FinalRole] {
        let first = picture as usize * self.men.len();
        &self.roles[first..first + self.men.len()]
    }

    fn count(&self) -> usize {
        self.roles.len() / self.men.len()
    }
}

/// Returns, for White and for Black, the most moves that the men of the side can make in sum: the moves left, and two
/// extra moves if the side may castle.
fn budgets(board: &Board, left: [u16; 2]) -> [u16; 2] {
    Color::ALL.map(|color| {
        let castles = RIGHTS.iter().any(|right| right.color == color && board.castling() & right.flag != 0);
        left[color as usize] + if castles { 2 } else { 0 }
    })
}

/// The limits of one enumeration.
pub struct Effort<'a> {
    /// Steps that may still be taken. In each step, one man is tried on one square.
    pub steps: u64,
    pub most_pictures: usize,
    pub is_over: &'a dyn Fn() -> bool,
}

/// Error: the enumeration exceeded its limits and was given up.
#[derive(Debug)]
struct LimitExceeded;

/// Steps of the enumeration between two checks of the clock.
const STEPS_A_LOOK: u64 = 1 << 12;

impl Effort<'_> {
    fn step(&mut self) -> Result<(), LimitExceeded> {
        if self.steps == 0 || self.steps.is_multiple_of(STEPS_A_LOOK) && (self.is_over)() {
            return Err(LimitExceeded);
        }
        self.steps -= 1;
        Ok(())
    }
}

/// Whether the kind is neither pawn nor king.
fn is_officer(piece: Piece) -> bool {
    piece != Piece::PAWN && piece != Piece::KING
}

/// Returns all men of the position: those of the mated side first, and within each side the king first.
fn men_of(board: &Board, question: &StalemateQuestion) -> Vec<Man> {
    let mated = !question.mating;
    let mut men = vec![Man { color: mated, piece: Piece::KING, sq: question.mated_king }];
    men.extend(question.mated_men.iter().map(|man| Man { color: mated, piece: man.piece, sq: man.sq }));
    men.extend(question.king.map(|sq| Man { color: question.mating, piece: Piece::KING, sq }));
    men.extend(question.mating_men.iter().map(|man| Man { color: question.mating, piece: man.piece, sq: man.sq }));
    debug_assert_eq!(men.len(), board.occupied().count_ones() as usize);
    men
}

#[cfg(test)]
mod tests;
