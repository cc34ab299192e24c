//! Shares the moves of one position among several threads.
//!
//! In battle play the first move is tried alone, because it often decides; then the other moves are shared ("young
//! brothers wait"). In help play all moves are shared. A move that decides ends the work on the other moves. Answers do
//! not depend on threads: work that is ended in this way is undecided, never a fact, and a fact is true for every
//! thread.
//!
//! Idle threads take the oldest work first, which is the largest. Positions under search are marked. A thread that
//! finds a move to a marked position tries this move last, so that the position is not searched twice.

use crate::position::Oracle;
use crate::solve::limits::Interrupted;
use crate::solve::prove::{MoverState, Prover, Shared};
use crate::solve::setup::pending_goals::GoalRegions;
use crate::solve::setup::turn::Turn;
use crate::solve::threads::cancellation::Cancellation;
use crate::solve::threads::in_order::ExpireOnPanic;
use crate::solve::threads::marks::Mark;
use rayon::Scope;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Least number of plies left at which the moves of a turn are shared. With fewer plies left, sharing takes longer than
/// searching.
const SHARED_LENGTH: u16 = 4;
/// Greatest number of moves from the diagram at which moves are shared. Without this limit, a long series would have
/// hundreds of unfinished jobs of the thread pool, one inside another.
const SHARED_DEPTH: usize = 24;
/// Least number of plies left at which a position is marked as under search.
const MARK_LENGTH: u16 = 4;

/// The moves of one position, with all data to try them. Several threads try them until one move decides.
struct SharedMoves<'t, P: Oracle> {
    cancellation: Arc<Cancellation>,
    position: P,
    moves: Vec<P::Move>,
    turn: Turn<'t>,
    path: Vec<P::Move>,
    killers: Vec<Option<P::Move>>,
    scopes: GoalRegions<P::Scope>,
    next: AtomicUsize,
    /// Indices of moves that are tried last, because they lead to positions that another thread is searching.
    put_off: Mutex<Vec<usize>>,
    decided: Mutex<Option<P::Move>>,
    cut: AtomicBool,
    /// Number of positions that the helping threads have visited.
    visited: AtomicU64,
}

impl<P: Oracle> SharedMoves<'_, P> {
    fn has_moves_left(&self) -> bool {
        self.next.load(Relaxed) < self.moves.len() && !self.cancellation.is_over()
    }

    /// Returns the index of the next move to try, and whether this move was put off before because another thread was
    /// searching the position after it. Returns `None` if no move is left.
    fn next_move(&self) -> Option<(usize, bool)> {
        let next = self.next.fetch_add(1, Relaxed);
        if next < self.moves.len() {
            return Some((next, false));
        }
        Some((self.put_off().pop()?, true))
    }

    fn put_off(&self) -> MutexGuard<'_, Vec<usize>> {
        self.put_off.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks one idle thread to help with the moves. The helping thread then asks the next one.
    fn call_helper<'scope>(&'scope self, shared: &'scope Shared<'_, P>, scope: &Scope<'scope>) {
        scope.spawn(move |scope| {
            if self.has_moves_left() {
                self.call_helper(shared, scope);
                let mut prover = Prover::new(shared, self.path.clone());
                prover.killers.clone_from(&self.killers);
                prover.scopes.clone_from(&self.scopes);
                prover.meter.work_for(Some(self.cancellation.clone()));
                prover.try_moves(self);
                self.visited.fetch_add(prover.meter.visited(), Relaxed);
            }
        });
    }
}

impl<'a, P: Oracle> Prover<'a, P> {
    /// Whether several threads may try the moves of this turn.
    pub fn shares_moves(&self, turn: Turn<'_>) -> bool {
        turn.n >= SHARED_LENGTH
            && self.path.len() < SHARED_DEPTH
            && !turn.stage.self_check[turn.side_index]
            && self.shared.settings.is_plain()
            && self.shared.limits.share.is_shared()
    }

    /// Marks the position as under search. Does nothing if there is only one thread, or if another position has the
    /// same slot.
    pub fn mark(&self, position: &P, turn: Turn<'_>) -> Mark<'a> {
        if turn.n < MARK_LENGTH || !self.shared.limits.share.is_shared() {
            return Mark::default();
        }
        self.shared.marks.mark(turn.key(position))
    }

    /// Tries the moves together with idle threads. Returns the move that decides the result ([`Prover::decides`]), or
    /// `None` if none does.
    pub fn first_decided_of(
        &mut self,
        position: &P,
        turn: Turn<'_>,
        moves: Vec<P::Move>,
    ) -> Result<Option<P::Move>, Interrupted> {
        let outer = self.meter.cancellation();
        let cancellation = Arc::new(Cancellation { over: AtomicBool::new(false), outer: outer.clone() });
        let all = SharedMoves {
            cancellation: cancellation.clone(),
            position: position.clone(),
            moves,
            turn,
            path: self.path.clone(),
            killers: self.killers.clone(),
            scopes: self.scopes.clone(),
            next: AtomicUsize::new(0),
            put_off: Mutex::default(),
            decided: Mutex::default(),
            cut: AtomicBool::new(false),
            visited: AtomicU64::new(0),
        };
        self.meter.work_for(Some(cancellation));
        let shared = self.shared;
        match shared.limits.share.pool() {
            Some(pool) => pool.install(|| {
                rayon::in_place_scope(|scope| {
                    all.call_helper(shared, scope);
                    self.try_moves(&all);
                    // While this thread waits, it may work for other threads and they may use its tables.
                    self.lend_memos();
                });
            }),
            None => self.try_moves(&all),
        }
        self.meter.work_for(outer);
        self.meter.add_visited(all.visited.into_inner());
        match all.decided.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(decided) => Ok(Some(decided)),
            None if all.cut.into_inner() => Err(Interrupted),
            None => Ok(None),
        }
    }

    /// Takes moves and tries them until none is left.
    fn try_moves(&mut self, all: &SharedMoves<'_, P>) {
        let panicking = ExpireOnPanic(self.shared.limits);
        let mut position = all.position.clone();
        let turn = all.turn;
        while !all.cancellation.is_over()
            && let Some((index, again)) = all.next_move()
        {
            let m = all.moves[index];
            self.path.push(m);
            let answer = position.with_move(m, |after| {
                let next = turn.next();
                if !again && next.n >= MARK_LENGTH && self.shared.marks.has(next.key(after)) {
                    all.put_off().push(index);
                    return Ok(None);
                }
                self.meter.tick()?;
                self.decides(after, turn, false, MoverState::None)
            });
            self.path.pop();
            match answer {
                Ok(Some(true)) => {
                    all.decided.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(m);
                }
                Ok(_) => continue,
                Err(Interrupted) => all.cut.store(true, Relaxed),
            }
            // The other threads have nothing more to do here: a move decides, or the search is cut.
            all.cancellation.over.store(true, Relaxed);
        }
        if all.cancellation.is_over() {
            all.cut.store(true, Relaxed);
        }
        std::mem::forget(panicking);
    }
}
