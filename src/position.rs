//! The seam between the rules of a game and everything that searches: what an engine has to answer.
//!
//! Search, tables, parallelism, printers and verdicts are written against this trait, once.

use crate::clock::Clock;
use crate::pool::Pool;
use crate::units::{Color, Consequence, Course, Goal, MoveRecord, Placement, Square, Unit};
use std::fmt::Debug;
use std::hash::Hash;
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

/// A capture of a king: the man that could make it and the king, each with its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingCapture {
    pub by: (Square, Unit),
    pub king: (Square, Unit),
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

/// What the rules say of a side in check that has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WithoutParry {
    Mate,
    Stalemate,
    /// It cannot move, and that is all.
    Neither,
}

/// A position with its rules and everything that future play depends on.
pub trait Position: Clone + Send + Sync {
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// A position to be reached (proof games), made ready for [`Position::moves_towards`].
    type Target: Send + Sync;

    /// Where a goal is still to be looked for; by default everywhere. What a position excludes is excluded in all play
    /// that goes on from it.
    type Scope: Clone + Default + Send + Sync;

    /// What one thread keeps between two questions of [`Position::within_reach`]; never part of an answer.
    type Memo: Default + Send + Sync;

    /// What one thread keeps between two questions of [`Position::mates_in_two`]; never part of an answer.
    type Kernel: Default + Send + Sync;

    /// Asking whether one move reaches a goal takes longer than asking the table whether it has been asked before.
    const TABLES_LEAVES: bool = false;

    /// [`Position::keys_after`] takes far less than playing the moves.
    const FORESEES_KEYS: bool = false;

    /// A fact for which fewer positions were visited is sooner proved again than told to all who work at other parts of the
    /// problem: each of some tens of them hears of it in about 0.2 µs.
    const LEAST_TOLD: u64 = 1 << 8;

    // ── what an engine implements ────────────────────────────────────────────────────────────────────────

    /// A memo that is content with such means.
    fn memo(_means: &Means) -> Self::Memo {
        Self::Memo::default()
    }

    fn side_to_move(&self) -> Color;

    /// Appends the legal moves of the side to move, in a fixed order.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Appends legal moves: all of them, or at least `most`.
    fn some_legal_moves(&self, _most: usize, out: &mut Vec<Self::Move>) {
        self.legal_moves(out);
    }

    /// Appends the moves that are legal but for leaving the own king in check, and the legal ones.
    fn self_check_moves(&self, out: &mut Vec<Self::Move>);

    fn has_legal_move(&self) -> bool;

    fn count_legal_moves(&self) -> u64;

    /// Some legal move reaches the goal, which must not depend on the way to the position
    /// ([`Goal::depends_on_history`]) nor allow a self-check.
    fn can_reach(&self, goal: &Goal) -> bool;

    /// There is a legal move and every one reaches the goal; for the same goals.
    fn must_reach(&self, goal: &Goal) -> bool;

    /// After some legal move the other side [must reach](Position::must_reach) the goal. `tested` counts the moves
    /// that were played to find out.
    fn can_force(&self, goal: &Goal, tested: &mut u64) -> bool;

    /// The side to move mates in two moves at most, whatever the other side does; `None` where only a search can tell.
    /// `_prunes`: first moves may be left out as in [`Position::moves_unanswered`].
    fn mates_in_two(&self, _prunes: bool, _kernel: &mut Self::Kernel, _played: &mut Played) -> Option<bool> {
        None
    }

    /// The side to move is in check.
    fn is_check(&self) -> bool;

    /// The side to move could capture a king: such a position is not solved.
    fn can_capture_king(&self) -> bool;

    /// Such a capture; `None` if there is none, or if the rules do not say which man makes it.
    fn king_capture(&self) -> Option<KingCapture>;

    /// Calls `f` in the position after the move; `self` is unchanged afterwards.
    fn with_move<R>(&mut self, m: Self::Move, f: impl FnOnce(&mut Self) -> R) -> R;

    /// The same for a move of the same side in another position, if it is a legal move here too; `None` when it is not,
    /// or when finding out takes longer than generating all moves.
    fn with_move_if_legal<R>(&mut self, m: Self::Move, f: impl FnOnce(&mut Self) -> R) -> Option<R>;

    /// The moves, perhaps of different positions, take the same man the same way, whatever else follows from them: a
    /// threat that is carried out.
    fn is_same_way(&self, a: Self::Move, b: Self::Move) -> bool {
        a == b
    }

    /// The move back, where there may be one.
    fn reversed(m: Self::Move) -> Option<Self::Move>;

    /// Calls `f` in the position in which the other side is to move and nothing has been played.
    fn with_pass<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R;

    /// The same after a null move, with which goes by what the rules forbid for one move alone; a pass in series play
    /// is none.
    fn with_null_move<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.with_pass(f)
    }

    /// What follows from a null move.
    fn idle_consequences(&self) -> Vec<Consequence> {
        Vec::new()
    }

    /// The last move reached the goal. `path` holds the moves from the diagram to here, for the goals that ask
    /// where a unit came from ([`Goal::depends_on_history`]).
    fn reached(&self, goal: &Goal, path: &[Self::Move]) -> bool;

    fn target(&self, placement: &Placement) -> Self::Target;

    /// Looks for all play of one of the lengths, the sides taking turns, that leads from here to the target. With `true` the
    /// target knows it, as far as the crew had time, and [`Position::moves_towards`] leads nowhere else; it is to be asked
    /// of this play alone.
    fn seek(&self, _target: &mut Self::Target, _lengths: &[MovesLeft], _crew: &dyn Crew) -> bool {
        false
    }

    /// Appends the legal moves without those after which the target is known to be out of reach. `left` is counted
    /// before the move.
    fn moves_towards(&self, target: &Self::Target, left: MovesLeft, out: &mut Vec<Self::Move>);

    /// Where play may end as it is to end; `None` when none does. `scope` is what was answered to the same question
    /// earlier in the play. Both answers are facts.
    fn within_reach(&self, ending: Ending<'_>, scope: &Self::Scope, memo: &mut Self::Memo) -> Option<Self::Scope>;

    /// It is known in which positions play may end as it is to end, all of them, so that looking at them takes little.
    fn is_foreseen(_scope: &Self::Scope) -> bool {
        false
    }

    /// Appends the legal moves without those of which it is known at little cost that [`Position::within_reach`] answers
    /// `None` after them to one of the questions. What is left is counted before the move.
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

    /// Appends the legal moves without those of which it is known at little cost that they do not lead to the goal with the
    /// next move: one of `replies` is legal after them and leaves no move that reaches it.
    fn moves_unanswered(&self, _goal: &Goal, _replies: &[Self::Move], out: &mut Vec<Self::Move>) {
        self.legal_moves(out);
    }

    /// Everything that future play depends on, in 128 bits: equal positions have equal keys, and different ones
    /// have different keys for all practical purposes.
    fn key(&self) -> u128;

    /// What the [key](Position::key) lacks where goals ask which man is which: 128 bits that are equal where the men
    /// stood on the same squares before the moves of the path, and who was captured last did; `None` where more matters.
    fn key_of_origins(&self, path: &[Self::Move]) -> Option<u128>;

    /// Appends the keys of the positions after the legal moves.
    fn keys_after(&mut self, moves: &[Self::Move], out: &mut Vec<u128>) {
        out.extend(moves.iter().map(|&m| self.with_move(m, |after| after.key())));
    }

    /// The move as it is told. Sure in any case if the [clock](crate::clock::Clock) had rung before.
    fn record(&self, m: Self::Move) -> MoveRecord;

    /// Which man the move takes where.
    fn course(&self, m: Self::Move) -> Course;

    /// Moves are told in the order of this number.
    fn order(&self, m: Self::Move) -> u32;

    /// How many moves kings of the side to move have, castlings included.
    fn flights(&self) -> usize;

    /// A unit that could give mate is left to `color` (option KeepMatingPiece).
    fn has_mating_unit(&self, color: Color) -> bool;

    /// What it is that the side to move, which is in check, has no legal move.
    fn without_parry(&self) -> WithoutParry {
        WithoutParry::Mate
    }

    /// The side to move has no legal move, where conditions do not say otherwise.
    fn is_immobile(&self) -> bool {
        !self.has_legal_move()
    }

    /// The side to move is in check and immobile, where conditions do not say otherwise.
    fn is_mate(&self) -> bool {
        self.is_check() && self.is_immobile() && self.without_parry() == WithoutParry::Mate
    }

    // ── FINAL: the same for every engine ─────────────────────────────────────────────────────────────────

    /// FINAL. The side to move is immobile and not in check, unless the rules say that this is no mate.
    fn is_stalemate(&self) -> bool {
        self.is_immobile() && (!self.is_check() || self.without_parry() == WithoutParry::Stalemate)
    }
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
