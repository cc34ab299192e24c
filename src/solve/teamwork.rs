//! The moves of one position tried by several threads.
//!
//! First moves and what is told are shared out whole. Below that, the moves of a position are offered to other threads
//! where many half-moves are left: in battle play not before the first of them has failed to decide, since most often
//! it does. Whoever finds a move that decides calls the others off. What is called off is undecided, never a fact; and
//! what a thread proves is true whoever asked for it. So answers do not depend on threads.
//!
//! A thread with nothing to do takes up the oldest offer. One that has offered moves and waits for the last of them helps
//! with what has been split off from these, and with nothing else: something unrelated would keep it too long. Nobody
//! waits for an answer that another thread is about to find: positions under search are marked, and moves to them are
//! left to the end.

use super::limit::Interrupted;
use super::offers::Offer;
use super::split::Split;
use super::task::CompiledBranch;
use super::threads::{Threads, with_threads};
use super::turn::Turn;
use super::worker::{Plight, Shared, Worker};
use crate::position::Oracle;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::thread;

/// Work of fewer half-moves than this is done sooner than offered.
pub const OFFER_LENGTH: u16 = 4;
/// Further from the diagram nothing is offered: long series would hold hundreds of open offers, each looked at again whenever
/// one ends.
const OFFER_DEPTH: usize = 24;
/// A search of fewer half-moves than this is done twice sooner than marked.
const MARK_LENGTH: u16 = 4;
/// Runs `work`, and lets those help who are free.
pub fn with_helpers<P: Oracle, R>(shared: &Shared<'_, P>, work: impl FnOnce() -> R) -> R {
    let teamwork = &shared.teamwork;
    let worked = with_threads(|threads| {
        call_helper(shared, threads, shared.limits.permits.threads() - 1);
        let worked = teamwork.panicked.caught(shared.limits, work);
        // The helpers are sent away.
        teamwork.offers().over = true;
        teamwork.changed.notify_all();
        worked
    });
    teamwork.panicked.pass_on();
    worked.expect("what it panicked with was passed on")
}

/// One more thread that helps when there is something to do, and calls for the next one; `most` in all.
fn call_helper<'scope, P: Oracle>(shared: &'scope Shared<'_, P>, threads: &Arc<Threads<'scope, '_>>, most: usize) {
    if most == 0 {
        return;
    }
    let help = move |threads: &Arc<Threads<'scope, '_>>| {
        let mut permit = None;
        let mut called = false;
        while let Some(offer) = shared.teamwork.next_offer(&shared.limits.permits, &mut permit) {
            if !std::mem::replace(&mut called, true) {
                call_helper(shared, threads, most - 1);
            }
            work_at(shared, &offer);
        }
    };
    // Where no thread can be had, the others go on alone.
    let _ = threads.begin(help);
}

fn work_at<P: Oracle>(shared: &Shared<'_, P>, offer: &Offer<P>) {
    // Counted before looking: who waits for the helpers must not overlook one that has taken a move.
    offer.helpers.fetch_add(1, Relaxed);
    if offer.has_moves_left() {
        let worked = shared.teamwork.panicked.caught(shared.limits, || {
            let mut worker = Worker::new(shared, offer.path.clone());
            worker.deciders.clone_from(&offer.deciders);
            worker.scopes.clone_from(&offer.scopes);
            worker.meter.work_for(Some(offer.split.clone()));
            worker.try_moves(offer);
            offer.visited.fetch_add(worker.meter.visited(), Relaxed);
        });
        if worked.is_none() {
            offer.cut.store(true, Relaxed);
            offer.split.over.store(true, Relaxed);
        }
    }
    offer.helpers.fetch_sub(1, Release);
}

/// Marks a position as under search until it is dropped.
pub struct Mark<'a>(Option<&'a AtomicU64>);

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        if let Some(mark) = self.0 {
            mark.store(0, Relaxed);
        }
    }
}

/// Nearer to the diagram than so many plies, nobody asks whether there are lines before they are looked for.
const SPLIT_DEPTH: usize = 2;
/// Work of fewer half-moves than this is done sooner than split.
const SPLIT_LENGTH: u16 = 4;

impl<'a, P: Oracle> Worker<'a, P> {
    /// A worker of its own for another thread, at the same place of the play.
    pub fn for_thread(&self) -> Worker<'a, P> {
        let mut worker = Worker::new(self.shared, self.path.clone());
        worker.portion.clone_from(&self.portion);
        worker.window = self.window;
        worker
    }

    /// Solutions are counted one after the other when only some are wanted, else which ones would be chance.
    pub fn is_worth_splitting(&self, stretch: &CompiledBranch, n: u16) -> bool {
        n.saturating_add(stretch.rest) >= SPLIT_LENGTH
            && self.path.len() < SPLIT_DEPTH
            && self.shared.settings.max_solutions.is_none()
            && !self.shared.settings.stop_on_short_solutions
    }

    /// There are threads to tell several things at once, and there is enough to find out about each.
    pub fn tells_in_parallel(&self, stretch: &CompiledBranch, n: u16) -> bool {
        n.saturating_add(stretch.rest) >= SPLIT_LENGTH
            && self.shared.limits.permits.threads() > 1
            && self.shared.settings.max_solutions.is_none()
            // What counts from the diagram on is not known to a worker that begins here.
            && self.shared.settings.non_trivial.is_none()
            // What is told of the play that follows decides how far a stretch before it goes on.
            && !(self.shared.settings.stop_on_short_solutions && stretch.rest > 0)
    }

    /// Several threads may try the moves of this turn.
    pub fn offers(&self, turn: Turn<'_>) -> bool {
        turn.n >= OFFER_LENGTH
            && self.path.len() < OFFER_DEPTH
            && self.shared.limits.permits.threads() > 1
            && !turn.stretch.self_check[turn.letter]
            && self.shared.settings.is_plain()
    }

    /// Marks the position as under search, if there is anybody who should know and room for the mark.
    pub fn mark(&self, position: &P, turn: Turn<'_>) -> Mark<'a> {
        if turn.n < MARK_LENGTH || self.shared.limits.permits.threads() == 1 {
            return Mark(None);
        }
        let key = turn.key(position);
        let mark = self.shared.teamwork.mark(key);
        Mark(mark.compare_exchange(0, (key >> 64) as u64, Relaxed, Relaxed).is_ok().then_some(mark))
    }

    /// Tries the moves together with all threads that have nothing else to do, until one decides.
    pub fn first_decided_of(
        &mut self,
        position: &P,
        turn: Turn<'_>,
        moves: Vec<P::Move>,
    ) -> Result<Option<P::Move>, Interrupted> {
        let outer = self.meter.split();
        let split = Arc::new(Split { over: AtomicBool::new(false), outer: outer.clone() });
        let offer = Arc::new(Offer {
            split: split.clone(),
            position: position.clone(),
            moves,
            task: turn.stretch.id,
            letter: turn.letter,
            n: turn.n,
            least: turn.least,
            path: self.path.clone(),
            deciders: self.deciders.clone(),
            scopes: self.scopes.clone(),
            next: AtomicUsize::new(0),
            put_off: Mutex::default(),
            decided: Mutex::default(),
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            visited: AtomicU64::new(0),
        });
        let teamwork = &self.shared.teamwork;
        teamwork.open(&offer, &self.shared.limits.permits);
        self.meter.work_for(Some(split));
        self.try_moves(&offer);
        self.meter.work_for(outer);
        self.wait_for(&offer);
        teamwork.close(&offer);
        self.meter.add_visited(offer.visited.load(Relaxed));
        match offer.decided.lock() {
            Ok(decided) if decided.is_some() => Ok(*decided),
            Ok(_) if !offer.cut.load(Relaxed) => Ok(None),
            _ => Err(Interrupted),
        }
    }

    /// Tries moves of the offer until none is left.
    fn try_moves(&mut self, offer: &Offer<P>) {
        let mut position = offer.position.clone();
        let stretch = self.tasks().stretch(offer.task);
        let turn = Turn { stretch, letter: offer.letter, n: offer.n, least: offer.least };
        while !offer.split.is_over()
            && let Some((index, again)) = offer.next_move()
        {
            let m = offer.moves[index];
            self.path.push(m);
            let answer = position.with_move(m, |after| {
                let next = turn.next();
                if !again
                    && next.n >= MARK_LENGTH
                    && self.shared.teamwork.is_under_search(next.key(after))
                    && let Ok(mut put_off) = offer.put_off.lock()
                {
                    put_off.push(index);
                    return Ok(None);
                }
                self.meter.tick()?;
                self.decides(after, turn, false, Plight::None)
            });
            self.path.pop();
            match answer {
                Ok(Some(true)) => {
                    if let Ok(mut decided) = offer.decided.lock() {
                        decided.get_or_insert(m);
                    }
                }
                Ok(_) => continue,
                Err(Interrupted) => offer.cut.store(true, Relaxed),
            }
            // Nobody has to go on here: it is decided, or cut for all.
            offer.split.over.store(true, Relaxed);
        }
        if offer.split.is_over() {
            offer.cut.store(true, Relaxed);
        }
    }

    /// Helps with what others have split off from the offer until they are done.
    fn wait_for(&mut self, offer: &Offer<P>) {
        while offer.helpers.load(Acquire) > 0 {
            let part = self.part_of(&offer.split);
            match part {
                Some(part) => {
                    self.lend_memos();
                    work_at(self.shared, &part);
                }
                None => thread::yield_now(),
            }
        }
    }

    fn part_of(&self, split: &Arc<Split>) -> Option<Arc<Offer<P>>> {
        let offers = self.shared.teamwork.offers();
        offers.open.iter().find(|other| other.split.is_part_of(split) && other.has_moves_left()).cloned()
    }
}
