//! What threads know of each other's work: the moves that are offered, and the positions under search.

use super::ahead::Scopes;
use super::parallel::Panicked;
use super::permits::{Permit, Permits};
use super::split::Split;
use super::task::TaskId;
use crate::position::Oracle;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

/// So often a helper looks for the next offer before it lets others have its place.
const LOOKS: usize = 500;

/// The moves of one position to be tried by several threads until one decides, and all that has to be known for that.
pub struct Offer<P: Oracle> {
    pub split: Arc<Split>,
    pub position: P,
    pub moves: Vec<P::Move>,
    pub task: TaskId,
    pub letter: usize,
    pub n: u16,
    pub least: u16,
    pub path: Vec<P::Move>,
    pub deciders: Vec<Option<P::Move>>,
    pub scopes: Scopes<P::Scope>,
    pub next: AtomicUsize,
    /// Moves to positions that another thread was searching.
    pub put_off: Mutex<Vec<usize>>,
    pub decided: Mutex<Option<P::Move>>,
    pub cut: AtomicBool,
    pub helpers: AtomicUsize,
    /// Positions visited by those who helped.
    pub visited: AtomicU64,
}

impl<P: Oracle> Offer<P> {
    pub fn has_moves_left(&self) -> bool {
        self.next.load(Relaxed) < self.moves.len() && !self.split.is_over()
    }

    /// The next move to be tried, and whether it had been put off.
    pub fn next_move(&self) -> Option<(usize, bool)> {
        let next = self.next.fetch_add(1, Relaxed);
        if next < self.moves.len() {
            return Some((next, false));
        }
        Some((self.put_off.lock().ok()?.pop()?, true))
    }
}

/// What threads know of each other's work.
pub struct Teamwork<P: Oracle> {
    pub offers: Mutex<Offers<P>>,
    pub changed: Condvar,
    /// How many offers there have been.
    pub made: AtomicUsize,
    /// Positions that are under search. A hint and nothing more.
    pub marks: OnceLock<Box<[AtomicU64]>>,
    pub panicked: Panicked,
}

pub struct Offers<P: Oracle> {
    pub open: Vec<Arc<Offer<P>>>,
    pub waiting: usize,
    /// There will be no more.
    pub over: bool,
}

const MARKS: usize = 1 << 12;

impl<P: Oracle> Default for Teamwork<P> {
    fn default() -> Teamwork<P> {
        let offers = Offers { open: Vec::new(), waiting: 0, over: false };
        let (changed, made, marks) = (Condvar::new(), AtomicUsize::new(0), OnceLock::new());
        Teamwork { offers: Mutex::new(offers), changed, made, marks, panicked: Panicked::default() }
    }
}

impl<P: Oracle> Teamwork<P> {
    pub fn offers(&self) -> MutexGuard<'_, Offers<P>> {
        self.offers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn open(&self, offer: &Arc<Offer<P>>, permits: &Permits) {
        let mut offers = self.offers();
        offers.open.push(offer.clone());
        self.made.fetch_add(1, Relaxed);
        if offers.waiting > 0 && permits.has_free() {
            self.changed.notify_one();
        }
    }

    pub fn close(&self, offer: &Arc<Offer<P>>) {
        self.offers().open.retain(|other| !Arc::ptr_eq(other, offer));
    }

    /// Waits for an offer, with a permit or for one; `None` when there will be no more.
    pub fn next_offer<'c>(&self, permits: &'c Permits, permit: &mut Option<Permit<'c>>) -> Option<Arc<Offer<P>>> {
        // There is hardly ever long to wait for the next one.
        let mut made = None;
        for _ in 0..LOOKS {
            if permit.is_none() || permits.is_crowded() {
                break;
            }
            let now = self.made.load(Relaxed);
            if made.replace(now) != Some(now) {
                let offers = self.offers();
                if offers.over {
                    break;
                }
                if let Some(offer) = offers.open.iter().find(|offer| offer.has_moves_left()) {
                    return Some(offer.clone());
                }
            }
            thread::yield_now();
        }
        *permit = None;
        let mut offers = self.offers();
        loop {
            if offers.over {
                return None;
            }
            if let Some(offer) = offers.open.iter().find(|offer| offer.has_moves_left())
                && let Some(free) = permits.take_if_free()
            {
                *permit = Some(free);
                return Some(offer.clone());
            }
            offers.waiting += 1;
            offers = self.changed.wait(offers).unwrap_or_else(PoisonError::into_inner);
            offers.waiting -= 1;
        }
    }

    pub fn mark(&self, key: u128) -> &AtomicU64 {
        &self.marks.get_or_init(|| (0..MARKS).map(|_| AtomicU64::new(0)).collect())[key as usize & (MARKS - 1)]
    }

    pub fn is_under_search(&self, key: u128) -> bool {
        self.mark(key).load(Relaxed) == (key >> 64) as u64
    }
}
