//! The only place that knows threads: work in parallel, results in order.

use super::worker::Worker;
use crate::position::Position;
use rayon::prelude::*;

/// `f` of every item, in the order of the items, whatever the number of threads.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().map(f).collect()
}

/// Work below this many plies from the diagram is not split further: there is enough of it by then.
const SPLIT_DEPTH: usize = 2;
/// Work of fewer half-moves than this is done sooner than split.
const SPLIT_LENGTH: u16 = 4;

impl<'a, P: Position> Worker<'a, P> {
    /// A worker of its own for another thread, at the same place of the play.
    pub fn for_thread(&self) -> Worker<'a, P> {
        Worker::new(self.shared, self.path.clone())
    }

    /// Solutions are counted one after the other when only some are wanted, else which ones would be chance.
    pub fn is_worth_splitting(&self, n: u16) -> bool {
        n >= SPLIT_LENGTH && self.path.len() < SPLIT_DEPTH && self.shared.settings.max_solutions.is_none()
    }
}
