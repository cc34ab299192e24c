//! The seam between the engines and the search: what a game is, and what an engine may know without searching.
//!
//! [`Position`] is a game: legal moves, checks, goals, playing, keys. [`Oracle`] is what an engine may know beyond that; all
//! its answers are optional. The search, the table, the parallel search and the reports are written once, against these
//! traits. An engine implements the first; an `Oracle` without any method of its own makes it searchable.

mod oracle;

pub use oracle::{Crew, Ending, Left, Means, MovesLeft, Oracle, Played, Tries};

use crate::units::{Color, Consequence, Course, Goal, MoveRecord, Square, Unit};
use std::fmt::Debug;
use std::hash::Hash;

/// A capture of a king: the man that could make it and the king, each with its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingCapture {
    pub by: (Square, Unit),
    pub king: (Square, Unit),
}

/// The rules' verdict on a side that is in check and has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WithoutParry {
    Mate,
    Stalemate,
    /// It cannot move, and that is all.
    Neither,
}

/// A position with its rules and everything that future play depends on.
///
/// ```
/// use keymove::orthodox::{OrthodoxPosition, Rules};
/// use keymove::position::Position;
/// use keymove::{syntax, units::Color};
///
/// let diagram = syntax::position("7k/5Q2/6K1/8/8/8/8/8 b - -").unwrap();
/// let position = OrthodoxPosition::new(&diagram, Color::Black, Rules::Orthodox);
/// assert!(!position.is_check());
/// assert!(!position.has_legal_move());
/// assert!(position.is_stalemate());
/// ```
pub trait Position: Clone + Send + Sync {
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    // ── moves ────────────────────────────────────────────────────────────────────────────────────────────

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Appends the legal moves of the side to move, always in the same order.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Appends the legal moves and those that are illegal only because they leave their own king in check.
    fn self_check_moves(&self, out: &mut Vec<Self::Move>);

    /// Returns whether the side to move has a legal move.
    fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Returns the number of legal moves.
    fn count_legal_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Returns whether two moves, perhaps of different positions, take the same man the same way, whatever else follows from
    /// them. A threat is carried out by such a move.
    fn is_same_way(&self, a: Self::Move, b: Self::Move) -> bool {
        a == b
    }

    /// Returns how many legal moves are made by kings of the side to move, castlings included.
    fn flights(&self) -> usize;

    // ── play ─────────────────────────────────────────────────────────────────────────────────────────────

    /// Calls `f` in the position after the move, which is legal or one of [`Position::self_check_moves`]. Afterwards `self` is
    /// unchanged.
    ///
    /// ```
    /// use keymove::orthodox::{OrthodoxPosition, Rules};
    /// use keymove::position::Position;
    /// use keymove::{syntax, units::Color};
    ///
    /// let diagram = syntax::position("7k/8/6K1/8/8/8/8/R7 w - -").unwrap();
    /// let mut position = OrthodoxPosition::new(&diagram, Color::White, Rules::Orthodox);
    /// let mut moves = Vec::new();
    /// position.legal_moves(&mut moves);
    /// let mates = moves.into_iter().filter(|&m| position.with_move(m, |after| after.is_mate())).count();
    /// assert_eq!(mates, 1);
    /// ```
    fn with_move<R>(&mut self, m: Self::Move, f: impl FnOnce(&mut Self) -> R) -> R;

    /// Calls `f` in the position in which the other side is to move and nothing has been played.
    fn with_pass<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R;

    /// Calls `f` in the position after a null move. Unlike a pass it ends whatever the rules forbid for one move alone.
    fn with_null_move<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.with_pass(f)
    }

    /// Returns what follows from a null move.
    fn idle_consequences(&self) -> Vec<Consequence> {
        Vec::new()
    }

    // ── checks and goals ─────────────────────────────────────────────────────────────────────────────────

    /// Returns whether the side to move is in check.
    fn is_check(&self) -> bool;

    /// Returns whether the side to move could capture a king. Such a position is not solved.
    fn can_capture_king(&self) -> bool;

    /// Returns such a capture, or `None` if there is none or the rules do not say which man makes it.
    fn king_capture(&self) -> Option<KingCapture> {
        None
    }

    /// Returns whether the last move reached the goal.
    ///
    /// `path` holds the moves from the diagram to here, for goals that ask where a man came from
    /// ([`Goal::depends_on_history`]).
    fn reached(&self, goal: &Goal, path: &[Self::Move]) -> bool;

    /// Returns whether `color` has a man left that could give mate (option KeepMatingPiece).
    fn has_mating_unit(&self, color: Color) -> bool;

    /// Returns the rules' verdict on the side to move if it is in check and has no legal move.
    fn without_parry(&self) -> WithoutParry {
        WithoutParry::Mate
    }

    /// Returns whether the side to move has no legal move, unless conditions define immobility otherwise.
    fn is_immobile(&self) -> bool {
        !self.has_legal_move()
    }

    /// Returns whether the side to move is in check and immobile, unless conditions define mate otherwise.
    fn is_mate(&self) -> bool {
        self.is_check() && self.is_immobile() && self.without_parry() == WithoutParry::Mate
    }

    /// Returns whether the side to move is immobile and not in check. Final: no engine overrides it.
    fn is_stalemate(&self) -> bool {
        self.is_immobile() && (!self.is_check() || self.without_parry() == WithoutParry::Stalemate)
    }

    // ── keys and records ─────────────────────────────────────────────────────────────────────────────────

    /// Returns 128 bits for everything that future play depends on: equal positions have equal keys, and different ones have
    /// different keys for all practical purposes.
    fn key(&self) -> u128;

    /// Returns what the [key](Position::key) lacks for goals that ask which man is which, or `None` if nothing is enough.
    ///
    /// The 128 bits are equal if the men were on the same squares before the moves of the path, and the man captured last
    /// too.
    fn key_of_origins(&self, _path: &[Self::Move]) -> Option<u128> {
        None
    }

    /// Returns the move as data for reports. Correct in any case if the [clock](crate::clock::Clock) had not rung before.
    fn record(&self, m: Self::Move) -> MoveRecord;

    /// Returns which man the move takes where.
    fn course(&self, m: Self::Move) -> Course;

    /// Returns a number by which reports sort the moves of a position.
    fn order(&self, m: Self::Move) -> u32;
}

/// The number of legal move sequences of the given length.
///
/// ```
/// use keymove::{orthodox::OrthodoxPosition, position::perft, units::{Color, Diagram, Placement}};
/// let diagram = Diagram { placement: Placement::game_array(), ..Diagram::default() };
/// let mut start = OrthodoxPosition::new(&diagram, Color::White, Default::default());
/// assert_eq!(perft(&mut start, 3), 8902);
/// ```
pub fn perft<P: Position>(position: &mut P, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    if plies == 1 {
        return position.count_legal_moves();
    }
    let mut moves = Vec::with_capacity(64);
    position.legal_moves(&mut moves);
    moves.into_iter().map(|m| position.with_move(m, |after| perft(after, plies - 1))).sum()
}
