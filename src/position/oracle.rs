//! What an engine may know without searching, and the words in which the search asks for it.

use super::Position;
use crate::clock::Clock;
use crate::pool::Pool;
use crate::units::{Color, Goal, Placement};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

/// The moves that the sides still have on their way to the position of a proof game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovesLeft {
    /// Of White and Black.
    pub moves: [u32; 2],
    /// They make all of them, not fewer.
    pub exactly: bool,
}

/// Those who work at a question that takes long.
pub trait Crew: Sync {
    /// Does all of so many pieces of work, at the same time where that can be.
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync));

    /// So many positions more have been visited.
    fn visited(&self, positions: u64);

    /// There is no more time.
    fn is_late(&self) -> bool;

    /// Bytes that may be remembered by all together.
    fn bytes(&self) -> usize;

    /// How many may work at the same time.
    fn hands(&self) -> usize;
}

/// What bounds may use.
#[derive(Clone, Debug)]
pub struct Means {
    /// Each thread may remember about so many bytes.
    pub bytes: usize,
    /// How many threads may follow one line of play.
    pub threads: usize,
    /// They may make final pictures, and carry them down the play.
    pub pictures: bool,
    /// Where the memory for these is taken from.
    pub pool: Arc<Pool>,
    /// Looked at where an answer may take long.
    pub clock: Arc<Clock>,
    /// To make pictures of mates, and of stalemates, given by White and by Black.
    pub tries: [[Arc<Tries>; 2]; 2],
}

/// What all threads of a search have done to make final pictures, and without them.
#[derive(Default, Debug)]
pub struct Tries {
    /// The longest play that was asked about, in half-moves.
    pub longest: AtomicUsize,
    /// The pictures of the first position of the longest play were given up: they will be too many further on, too.
    pub has_given_up: AtomicBool,
    /// What questions and attempts took, in steps.
    pub work: AtomicU64,
    /// Steps that the next attempt may take. Whoever makes it takes all of them, and puts back what is left.
    pub credit: AtomicU64,
    /// By half-moves left: so much has to be at hand for another attempt.
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

/// What is left to be played until a goal is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// Of White and Black: at most so many moves.
    pub moves: [u16; 2],
    /// Exactly so many, the sides taking turns, beginning with the one to move.
    pub in_turn: bool,
}

impl Left {
    /// At most so many moves, in any order or turn.
    pub fn at_most(moves: [u16; 2]) -> Left {
        Left { moves, in_turn: false }
    }

    /// The same with the moves that may follow: at most so many in all.
    pub fn and_then(self, all: [u16; 2]) -> Left {
        Left { moves: all, in_turn: self.in_turn && all == self.moves }
    }
}

/// What play is to end with: the goal, reached by a move of `mover` with no more moves than are left.
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

/// Moves that were played to answer a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    pub attacks: u64,
    pub replies: u64,
}

/// What an engine may know without searching.
///
/// Every answer is a fact or "not known". Each method has a default that plays moves or knows nothing, and the search finds
/// the same with it, only later. The associated types may be `()`; Rust has no defaults for them:
///
/// ```ignore
/// impl Oracle for MyPosition {
///     type Target = ();
///     type Scope = ();
///     type Memo = ();
///     type Kernel = ();
/// }
/// ```
pub trait Oracle: Position {
    /// A position to be reached (proof games), prepared for [`Oracle::moves_towards`].
    type Target: Send + Sync;

    /// The region in which a goal is still reachable; by default everywhere. What a position excludes is excluded in all play
    /// that goes on from it.
    type Scope: Clone + Default + Send + Sync;

    /// What one thread keeps between two calls of [`Oracle::within_reach`]. It never changes an answer.
    type Memo: Default + Send + Sync;

    /// What one thread keeps between two calls of [`Oracle::mates_in_two`]. It never changes an answer.
    type Kernel: Default + Send + Sync;

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
    fn mates_in_two(&self, _prunes: bool, _kernel: &mut Self::Kernel, _played: &mut Played) -> Option<bool> {
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
