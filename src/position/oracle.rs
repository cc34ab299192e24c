//! [`Oracle`]: the optional answers of an engine that need no search, and the questions that the search puts to it.

use super::Position;
use crate::clock::Clock;
use crate::pool::Pool;
use crate::units::{Color, Goal, Placement};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

/// The move budgets of both sides on the way to the position of a proof game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovesLeft {
    /// Moves of White and Black.
    pub moves: [u32; 2],
    /// Whether both sides make all of them, not fewer.
    pub exactly: bool,
}

/// The threads, the time and the memory for a question that takes long.
pub trait Crew: Sync {
    /// Calls `work` once for each number below `pieces`, in parallel if possible.
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync));

    /// Adds `positions` to the node count.
    fn visited(&self, positions: u64);

    /// Returns whether the time is over.
    fn is_late(&self) -> bool;

    /// Returns the memory for all threads together, in bytes.
    fn bytes(&self) -> usize;

    /// Returns how many threads may work at the same time.
    fn hands(&self) -> usize;
}

/// The resources of the bounds.
#[derive(Clone, Debug)]
pub struct Means {
    /// Memory of each thread, in bytes.
    pub bytes: usize,
    /// Number of threads that may search one line of play.
    pub threads: usize,
    /// Whether bounds enumerate final positions and carry them down the play.
    pub pictures: bool,
    /// Source of the memory for final positions.
    pub pool: Arc<Pool>,
    /// Read during answers that may take long.
    pub clock: Arc<Clock>,
    /// Search budgets of the final positions of mates and of stalemates, by White and by Black.
    pub tries: [[Arc<Tries>; 2]; 2],
}

/// The search budget of final positions, shared by all threads: steps spent on enumerations and without them.
#[derive(Default, Debug)]
pub struct Tries {
    /// The longest play that was asked about, in plies.
    pub longest: AtomicUsize,
    /// Whether the enumeration for the first position of the longest play was given up. Then there are too many final
    /// positions for later positions too.
    pub has_given_up: AtomicBool,
    /// Steps spent on questions and enumerations.
    pub work: AtomicU64,
    /// Steps for the next enumeration. The thread that begins it takes all of them and returns the rest.
    pub credit: AtomicU64,
    /// The least credit for another enumeration, by plies left.
    pub least: [AtomicU64; 32],
}

impl Default for Means {
    fn default() -> Means {
        Means {
            bytes: usize::MAX,
            threads: 1,
            pictures: true,
            pool: Arc::default(),
            clock: Arc::default(),
            tries: Default::default(),
        }
    }
}

/// The move budgets of both sides until a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// The most moves of White and Black.
    pub moves: [u16; 2],
    /// Whether they make exactly these moves, the sides taking turns, beginning with the side to move.
    pub in_turn: bool,
}

impl Left {
    /// Returns the budgets of play with at most these moves, in any order.
    pub fn at_most(moves: [u16; 2]) -> Left {
        Left { moves, in_turn: false }
    }

    /// Returns the budgets with the moves that may follow included: at most `all`.
    pub fn and_then(self, all: [u16; 2]) -> Left {
        Left { moves: all, in_turn: self.in_turn && all == self.moves }
    }
}

/// A goal query: the play ends with the goal, reached by a move of `mover` within the move budgets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending<'g> {
    pub goal: &'g Goal,
    pub mover: Color,
    pub left: Left,
}

impl<'g> Ending<'g> {
    pub fn new(goal: &'g Goal, mover: Color, left: Left) -> Ending<'g> {
        Ending { goal, mover, left }
    }
}

/// Numbers of moves played to answer a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    pub attacks: u64,
    pub replies: u64,
}

/// The optional answers of an engine: facts that it knows without a search.
///
/// Every answer is a fact or "not known". Each method has a default that plays moves or knows nothing, and the search finds
/// the same with it, only later. The associated types may be `()`; Rust has no defaults for them:
///
/// ```ignore
/// impl Oracle for MyPosition {
///     type Target = ();
///     type Scope = ();
///     type Memo = ();
///     type TwoMoverMemo = ();
/// }
/// ```
pub trait Oracle: Position {
    /// A position to be reached (proof games), prepared for [`Oracle::moves_towards`].
    type Target: Send + Sync;

    /// The region in which a goal is still reachable; by default everywhere. The region only shrinks along the play.
    type Scope: Clone + Default + Send + Sync;

    /// The memory of one thread between two calls of [`Oracle::within_reach`]. It never changes an answer.
    type Memo: Default + Send + Sync;

    /// The memory of one thread between two calls of [`Oracle::mates_in_two`]. It never changes an answer.
    type TwoMoverMemo: Default + Send + Sync;

    // ── tuning ───────────────────────────────────────────────────────────────────────────────────────────

    /// Whether asking if one move reaches a goal takes longer than asking the table whether it has been asked before.
    const TABLES_LEAVES: bool = false;

    /// Whether [`Oracle::keys_after`] takes far less time than playing the moves.
    const FORESEES_KEYS: bool = false;

    /// The fewest positions visited for a fact that is shared with other parts of a problem. A cheaper fact is sooner proved
    /// again: some tens of parts take about 0.2 µs each to read it.
    const LEAST_TOLD: u64 = 1 << 8;

    // ── moves ────────────────────────────────────────────────────────────────────────────────────────────

    /// Appends legal moves: all of them, or at least `most`.
    fn some_legal_moves(&self, _most: usize, out: &mut Vec<Self::Move>) {
        self.legal_moves(out);
    }

    /// Calls `f` in the position after a move of the same side in another position, if the move is legal here too. Returns
    /// `None` if it is illegal, or if finding out takes longer than generating all moves.
    fn with_move_if_legal<R>(&mut self, _m: Self::Move, _f: impl FnOnce(&mut Self) -> R) -> Option<R> {
        None
    }

    /// Returns the move back, or `None` if there can be none. The search tries it early; it need not be legal.
    fn reversed(_m: Self::Move) -> Option<Self::Move> {
        None
    }

    /// Appends the keys of the positions after the legal moves.
    fn keys_after(&mut self, moves: &[Self::Move], out: &mut Vec<u128>) {
        out.extend(moves.iter().map(|&m| self.with_move(m, |after| after.key())));
    }

    // ── the last moves ───────────────────────────────────────────────────────────────────────────────────

    /// Returns whether some legal move reaches the goal, which must not depend on the way to the position
    /// ([`Goal::depends_on_history`]) nor allow a self-check.
    ///
    /// ```
    /// use keymove::orthodox::{OrthodoxPosition, Rules};
    /// use keymove::position::Oracle;
    /// use keymove::{syntax, units::{Color, Goal}};
    ///
    /// let diagram = syntax::position("7k/8/6K1/8/8/8/8/R7 w - -").unwrap();
    /// let position = OrthodoxPosition::new(&diagram, Color::White, Rules::Orthodox);
    /// assert!(position.can_reach(&Goal::Mate));
    /// assert!(!position.must_reach(&Goal::Mate));
    /// ```
    fn can_reach(&self, goal: &Goal) -> bool {
        any_legal_move(self, |after| after.reached(goal, &[]))
    }

    /// Returns whether there is a legal move and every legal move reaches the goal; for the same goals.
    fn must_reach(&self, goal: &Goal) -> bool {
        self.has_legal_move() && !any_legal_move(self, |after| !after.reached(goal, &[]))
    }

    /// Returns whether after some legal move the other side [must reach](Oracle::must_reach) the goal. Adds the number of
    /// moves played to `tested`.
    fn can_force(&self, goal: &Goal, tested: &mut u64) -> bool {
        any_legal_move(self, |after| {
            *tested += 1;
            after.must_reach(goal)
        })
    }

    /// Returns whether the side to move mates in at most two moves, whatever the other side does, or `None` if only a search
    /// can tell. `_prunes`: first moves may be left out that a reply is proved to answer.
    fn mates_in_two(&self, _prunes: bool, _memo: &mut Self::TwoMoverMemo, _played: &mut Played) -> Option<bool> {
        None
    }

    // ── bounds ───────────────────────────────────────────────────────────────────────────────────────────

    /// Returns an empty memo that takes no more than the means.
    fn memo(_means: &Means) -> Self::Memo {
        Self::Memo::default()
    }

    /// Returns the region in which `ending` is still reachable, or `None` if it is proved unreachable. `scope` is the answer
    /// to the same question earlier in the play.
    fn within_reach(&self, _ending: Ending<'_>, scope: &Self::Scope, _memo: &mut Self::Memo) -> Option<Self::Scope> {
        Some(scope.clone())
    }

    /// Returns whether the scope lists all final positions, so that asking about it again costs little.
    fn is_foreseen(_scope: &Self::Scope) -> bool {
        false
    }

    /// Appends the legal moves, except those of which it is known at little cost that [`Oracle::within_reach`] returns `None`
    /// for one of the endings after them. The moves left are counted before the move.
    fn moves_within_reach<'a>(
        &self,
        _endings: impl Iterator<Item = (Ending<'a>, &'a Self::Scope)> + Clone,
        _memo: &mut Self::Memo,
        out: &mut Vec<Self::Move>,
    ) where
        Self::Scope: 'a,
    {
        self.legal_moves(out);
    }

    // ── proof games ──────────────────────────────────────────────────────────────────────────────────────

    /// Prepares a position to be reached, or returns `None` if the engine knows nothing about such positions.
    fn target(&self, _placement: &Placement) -> Option<Self::Target> {
        None
    }

    /// Looks for all play of one of the lengths, the sides taking turns, that leads from here to the target. If it returns
    /// `true`, the target holds all play that the crew had time to find, and [`Oracle::moves_towards`] leads nowhere else; it
    /// is then to be asked about this play only.
    fn seek(&self, _target: &mut Self::Target, _lengths: &[MovesLeft], _crew: &dyn Crew) -> bool {
        false
    }

    /// Appends the legal moves, except those after which the target is known to be out of reach. `left` is counted before the
    /// move.
    fn moves_towards(&self, _target: &Self::Target, _left: MovesLeft, out: &mut Vec<Self::Move>) {
        self.legal_moves(out);
    }
}

/// Returns whether `f` holds after some legal move.
fn any_legal_move<P: Position>(position: &P, mut f: impl FnMut(&mut P) -> bool) -> bool {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    position.legal_moves(&mut moves);
    moves.into_iter().any(|m| position.with_move(m, &mut f))
}
