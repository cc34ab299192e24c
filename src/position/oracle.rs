//! [`Oracle`]: the optional answers of an engine that need no search, and the types of its parameters.

use super::Position;
use crate::clock::Clock;
use crate::pool::Pool;
use crate::units::{Color, Goal, Placement};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

/// The moves that both sides still make until the target position of a proof game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofGameBudget {
    /// The numbers of moves of White and of Black.
    pub moves: [u32; 2],
    /// Whether both sides make exactly these numbers of moves; if `false`, they may make fewer.
    pub exactly: bool,
}

/// The threads, the time and the memory for one long computation.
pub trait Workers: Sync {
    /// Calls `work` once for each number below `pieces`, in parallel if possible.
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync));

    /// Adds `positions` to the node count.
    fn visited(&self, positions: u64);

    /// Whether the time has run out.
    fn is_late(&self) -> bool;

    /// Returns the memory for all threads together, in bytes.
    fn bytes(&self) -> usize;

    /// Returns the most threads that may work at the same time.
    fn hands(&self) -> usize;
}

/// The memory, time and settings for the bounds on goals.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Memory for the bounds in each thread, in bytes.
    pub bytes: usize,
    /// The most threads that search one line of play.
    pub threads: usize,
    /// Whether bounds may enumerate the possible final positions and keep them for later positions of the play.
    pub pictures: bool,
    /// The pool from which memory for final positions is taken.
    pub pool: Arc<Pool>,
    /// The clock, whose time limit long computations respect.
    pub clock: Arc<Clock>,
    /// The search budgets of final positions: for mates, then for stalemates, by White and by Black.
    pub tries: [[Arc<FinalPositionBudget>; 2]; 2],
}

/// The search budget of final positions, shared by all threads: the steps that enumerations may take, and those spent.
#[derive(Default, Debug)]
pub struct FinalPositionBudget {
    /// The greatest number of plies left in any query so far.
    pub longest: AtomicUsize,
    /// Whether the enumeration for the first position of the longest play was given up. Later positions have too many
    /// final positions too.
    pub has_given_up: AtomicBool,
    /// Steps spent on queries and on enumerations.
    pub work: AtomicU64,
    /// Steps that the next enumeration may take. Its thread takes all of them, and afterwards returns those that it has
    /// not used.
    pub credit: AtomicU64,
    /// The least credit with which another enumeration starts, indexed by plies left.
    pub least: [AtomicU64; 32],
}

impl Default for Resources {
    fn default() -> Resources {
        Resources {
            bytes: usize::MAX,
            threads: 1,
            pictures: true,
            pool: Arc::default(),
            clock: Arc::default(),
            tries: Default::default(),
        }
    }
}

/// The move budgets of both sides until a goal is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// The most moves that White and Black can make.
    pub moves: [u16; 2],
    /// Whether both sides make exactly these numbers of moves, in turn, the side to move first.
    pub in_turn: bool,
}

impl Left {
    /// Returns budgets of at most these moves, in any order.
    pub fn at_most(moves: [u16; 2]) -> Left {
        Left { moves, in_turn: false }
    }

    /// Returns the budgets extended to `all`, which includes moves that may follow these. The result is exact only if
    /// these budgets are exact and nothing is added.
    pub fn and_then(self, all: [u16; 2]) -> Left {
        Left { moves: all, in_turn: self.in_turn && all == self.moves }
    }
}

/// A goal query: play ends with `goal`, reached by a move of `mover` within the move budgets `left`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalQuery<'g> {
    pub goal: &'g Goal,
    pub mover: Color,
    pub left: Left,
}

impl<'g> GoalQuery<'g> {
    pub fn new(goal: &'g Goal, mover: Color, left: Left) -> GoalQuery<'g> {
        GoalQuery { goal, mover, left }
    }
}

/// Numbers of moves that the engine played in order to answer, by attacker and defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    pub attacks: u64,
    pub replies: u64,
}

/// The test of [`Oracle::any_after`]. Its parameters are the key of the position after a move, if it is known, and a
/// function that answers a question about this position.
pub type TestAfter<'a> = dyn FnMut(Option<u128>, &dyn Fn() -> bool) -> bool + 'a;

/// The optional answers of an engine: facts that it knows without a search.
///
/// Every answer is a fact or "not known". Each method has a default that plays moves or knows nothing. With the
/// defaults the search finds the same results, but more slowly. The associated types may be `()`; Rust has no defaults
/// for them:
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
    /// A target position of a proof game, prepared for [`Oracle::moves_towards`].
    type Target: Send + Sync;

    /// The region in which a goal is still reachable; by default everything. It only shrinks along the play.
    type Scope: Clone + Default + Send + Sync;

    /// State that a thread keeps between two calls of [`Oracle::within_reach`]. It never changes an answer.
    type Memo: Default + Send + Sync;

    /// State that a thread keeps between two calls of [`Oracle::mates_in_two`]. It never changes an answer.
    type TwoMoverMemo: Default + Send + Sync;

    // ── tuning ───────────────────────────────────────────────────────────────────────────────────────────

    /// Whether the transposition table also stores results for the last move, because a probe is quicker than the test
    /// for the goal.
    const TABLES_LEAVES: bool = false;

    /// Whether [`Oracle::keys_after`] takes far less time than playing the moves.
    const FORESEES_KEYS: bool = false;

    /// The least number of nodes after which a proved fact is shared with the other units of a cluster. Proving a
    /// cheaper fact again is faster than sharing it: with some tens of units, reading it takes about 0.2 µs in each.
    const LEAST_SHARED_NODES: u64 = 1 << 8;

    // ── moves ────────────────────────────────────────────────────────────────────────────────────────────

    /// Appends legal moves: at least `most` of them, or all if there are fewer.
    fn some_legal_moves(&self, _most: usize, out: &mut Vec<Self::Move>) {
        self.legal_moves(out);
    }

    /// Calls `f` in the position after `m`, a move of the same side in another position, if `m` is legal here too.
    /// Returns `None` if it is illegal, or if testing that takes longer than generating all moves.
    fn with_move_if_legal<R>(&mut self, _m: Self::Move, _f: impl FnOnce(&mut Self) -> R) -> Option<R> {
        None
    }

    /// Returns the move that takes the moved man back, legal or not, if any. The search tries it early.
    fn reversed(_m: Self::Move) -> Option<Self::Move> {
        None
    }

    /// Appends the hash keys of the positions after the legal moves `moves`, in the same order.
    fn keys_after(&mut self, moves: &[Self::Move], out: &mut Vec<u128>) {
        out.extend(moves.iter().map(|&m| self.with_move(m, |after| after.key())));
    }

    // ── the last moves ───────────────────────────────────────────────────────────────────────────────────

    /// Returns whether some legal move reaches the goal. The goal must not depend on the path to the position
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

    /// Whether there is a legal move and every legal move reaches the goal. The goal is restricted as for
    /// [`Oracle::can_reach`].
    fn must_reach(&self, goal: &Goal) -> bool {
        self.has_legal_move() && !any_legal_move(self, |after| !after.reached(goal, &[]))
    }

    /// Calls `_test` for each legal move until `_test` returns `true`, and returns whether this happened. Returns
    /// `None` if the search should generate the moves first.
    ///
    /// `_test` receives the key of the position after the move, if a look-up in the table is worth its time. It also
    /// receives a function that returns whether the other side [can reach](Oracle::can_reach) the goal there.
    fn any_after(&self, _goal: &Goal, _test: &mut TestAfter<'_>) -> Option<bool> {
        None
    }

    /// Returns whether some legal move forces the goal: after it, the other side [must reach](Oracle::must_reach)
    /// the goal with any move. Adds the number of moves played to `tested`.
    fn can_force(&self, goal: &Goal, tested: &mut u64) -> bool {
        any_legal_move(self, |after| {
            *tested += 1;
            after.must_reach(goal)
        })
    }

    /// Returns whether the side to move mates in at most two moves, or `None` if only a search can decide. If `_prunes`
    /// is set, first moves that a reply is proved to refute may be left out.
    fn mates_in_two(&self, _prunes: bool, _memo: &mut Self::TwoMoverMemo, _played: &mut Played) -> Option<bool> {
        None
    }

    // ── bounds ───────────────────────────────────────────────────────────────────────────────────────────

    /// Returns an empty memo that stays within the resources.
    fn memo(_means: &Resources) -> Self::Memo {
        Self::Memo::default()
    }

    /// Returns the region in which `_ending` is still reachable, or `None` if it is proved unreachable. `scope` is
    /// the answer to the same query at an earlier position of the play.
    fn within_reach(&self, _ending: GoalQuery<'_>, scope: &Self::Scope, _memo: &mut Self::Memo) -> Option<Self::Scope> {
        Some(scope.clone())
    }

    /// Whether the region lists all possible final positions, so that a further [`Oracle::within_reach`] with it is
    /// cheap.
    fn is_foreseen(_scope: &Self::Scope) -> bool {
        false
    }

    /// Appends the legal moves, except those after which a cheap test proves one of the endings unreachable
    /// ([`Oracle::within_reach`]). The move budgets include the next move.
    fn moves_within_reach<'a>(
        &self,
        _endings: impl Iterator<Item = (GoalQuery<'a>, &'a Self::Scope)> + Clone,
        _memo: &mut Self::Memo,
        out: &mut Vec<Self::Move>,
    ) where
        Self::Scope: 'a,
    {
        self.legal_moves(out);
    }

    // ── proof games ──────────────────────────────────────────────────────────────────────────────────────

    /// Prepares a target position of a proof game. Returns `None` if the engine knows nothing about such positions.
    fn target(&self, _placement: &Placement) -> Option<Self::Target> {
        None
    }

    /// Searches for all play from this position to the target that has one of the lengths, with the sides alternating.
    /// Returns whether the target now stores all such play that was found before the time ran out. If so,
    /// [`Oracle::moves_towards`] returns only moves of the stored play, and must be called only for its positions.
    fn seek(&self, _target: &mut Self::Target, _lengths: &[ProofGameBudget], _crew: &dyn Workers) -> bool {
        false
    }

    /// Appends the legal moves, except those after which the target is known to be unreachable. The moves of `_left`
    /// include the next move.
    fn moves_towards(&self, _target: &Self::Target, _left: ProofGameBudget, out: &mut Vec<Self::Move>) {
        self.legal_moves(out);
    }
}

/// Whether `f` holds in the position after some legal move.
fn any_legal_move<P: Position>(position: &P, mut f: impl FnMut(&mut P) -> bool) -> bool {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    position.legal_moves(&mut moves);
    moves.into_iter().any(|m| position.with_move(m, &mut f))
}
