//! The interface between the engines and the search: a position with its rules, and what an engine knows without a
//! search.
//!
//! [`Position`] is what a search needs: legal moves, checks, goals, playing, keys. [`Oracle`] is what an engine may
//! know beyond that; all its answers are optional. The search, the transposition table, the parallel search and the
//! reports are written once, for these traits. An engine implements `Position`; an empty `Oracle` implementation then
//! makes the engine searchable.

mod oracle;

pub use oracle::{
    FinalPositionBudget, GoalQuery, Left, Oracle, Played, ProofGameBudget, Resources, TestAfter, Workers,
};

use crate::units::{Color, Consequence, Course, Goal, MoveRecord, Square, Unit};
use std::fmt::Debug;
use std::hash::Hash;

/// A possible capture of a king: the capturing man and the king, each with its square.
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
    /// The side merely cannot move: the position is neither mate nor stalemate.
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

    /// Appends the legal moves, and the moves that are illegal only because they leave a king of their own side in
    /// check.
    fn self_check_moves(&self, out: &mut Vec<Self::Move>);

    /// Whether the side to move has a legal move.
    fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Returns the number of legal moves.
    fn count_legal_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Whether the two moves, perhaps of different positions, move the same man in the same way, and it promotes to the
    /// same piece, if it does. The search uses this to recognise a threat that is carried out.
    fn is_same_way(&self, a: Self::Move, b: Self::Move) -> bool {
        a == b
    }

    /// Whether two moves of the same man in the same way are one threat. If the side chooses among several effects of
    /// one of them (`is_choice`), all effects must be the same. Otherwise effects that follow from the position do not
    /// matter, but what changes before the move, and where the man continues to.
    fn has_same_effects(&self, a: Self::Move, b: Self::Move, _is_choice: bool) -> bool {
        a == b
    }

    /// Returns the number of legal moves of kings of the side to move, castling included.
    fn flights(&self) -> usize;

    // ── play ─────────────────────────────────────────────────────────────────────────────────────────────

    /// Calls `f` in the position after the move, which is legal or one of [`Position::self_check_moves`]. Afterwards
    /// `self` is unchanged.
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

    /// Calls `f` in the position after a pass: the other side is to move, and nothing has been played. Afterwards
    /// `self` is unchanged.
    fn with_pass<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R;

    /// Calls `f` in the position after a null move. Unlike a pass, a null move ends prohibitions that last for one
    /// move. Afterwards `self` is unchanged.
    fn with_null_move<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.with_pass(f)
    }

    /// Returns the consequences that conditions give to a null move.
    fn idle_consequences(&self) -> Vec<Consequence> {
        Vec::new()
    }

    // ── checks and goals ─────────────────────────────────────────────────────────────────────────────────

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool;

    /// Whether the side to move could capture a king, so that the position is illegal and is not solved.
    fn can_capture_king(&self) -> bool;

    /// Returns a possible capture of a king by the side to move. `None` if there is none, or if the rules do not
    /// say which man makes it.
    fn king_capture(&self) -> Option<KingCapture> {
        None
    }

    /// Returns whether the last move reached the goal.
    ///
    /// `path` holds the moves from the diagram to this position, for goals that depend on where a man came from
    /// ([`Goal::depends_on_history`]).
    fn reached(&self, goal: &Goal, path: &[Self::Move]) -> bool;

    /// Whether `color` still has a man that could give mate (option KeepMatingPiece).
    fn has_mating_unit(&self, color: Color) -> bool;

    /// Returns the rules' verdict on a side to move that is in check and has no legal move.
    fn without_parry(&self) -> WithoutParry {
        WithoutParry::Mate
    }

    /// Whether the side to move has no legal move. Conditions may define immobility otherwise.
    fn is_immobile(&self) -> bool {
        !self.has_legal_move()
    }

    /// Whether the side to move is in check and immobile. Conditions may define mate otherwise.
    fn is_mate(&self) -> bool {
        self.is_check() && self.is_immobile() && self.without_parry() == WithoutParry::Mate
    }

    /// Whether the side to move is immobile and either not in check, or stalemated by the verdict of
    /// [`Position::without_parry`]. No engine overrides this.
    fn is_stalemate(&self) -> bool {
        self.is_immobile() && (!self.is_check() || self.without_parry() == WithoutParry::Stalemate)
    }

    // ── keys and records ─────────────────────────────────────────────────────────────────────────────────

    /// Returns a hash key of everything that future play depends on. Equal positions have equal keys, and different
    /// positions have different keys for all practical purposes.
    fn key(&self) -> u128;

    /// Returns a hash key for goals that depend on which man is which, in addition to [`Position::key`]; `None` if
    /// the engine cannot make one.
    ///
    /// Two positions get the same value if their men, and the man captured last, were on the same squares before
    /// the moves of `path`.
    fn key_of_origins(&self, _path: &[Self::Move]) -> Option<u128> {
        None
    }

    /// Returns the move as data for reports. The record is unreliable if the time limit of the
    /// [clock](crate::clock::Clock) has already passed.
    fn record(&self, m: Self::Move) -> MoveRecord;

    /// Returns the man that moves, with its departure and arrival squares.
    fn course(&self, m: Self::Move) -> Course;

    /// Returns a number by which reports sort the moves of one position.
    fn order(&self, m: Self::Move) -> u32;
}

/// Returns the number of legal move sequences of `plies` plies from the position.
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
