//! The items of the input that have been read but not yet taken by a thread.

use crate::cli::problems::{InputItem, RemainingInput};
use std::collections::VecDeque;

/// The largest number of items that are read ahead.
const MOST_ITEMS: usize = 64;
const MOST_BYTES: usize = 256 << 10;
/// Number of items in the queue above which a new item causes no notification: no thread can be waiting for an item
/// then.
const NEWS: usize = 4;

/// A queue of items that the reader thread has read and no thread has taken.
#[derive(Default)]
pub struct ReadAhead {
    items: VecDeque<InputItem>,
    bytes: usize,
    /// The number of problems that have been read.
    pub problems: usize,
    pub has_ended: bool,
    /// The items that were read after an interrupt. They are counted and not kept.
    pub left: RemainingInput,
}

impl ReadAhead {
    /// Adds an item. Returns whether threads must be notified: one may be waiting for an item, or to find out whether a
    /// problem follows.
    pub fn push(&mut self, item: InputItem) -> bool {
        self.bytes += item.size();
        self.problems += usize::from(matches!(item, InputItem::Problem(_)));
        self.items.push_back(item);
        self.items.len() <= NEWS
    }

    /// Takes the next item. Also returns whether the reader thread must be notified, because the queue has just become
    /// half empty.
    pub fn pop(&mut self) -> Option<(InputItem, bool)> {
        let item = self.items.pop_front()?;
        let was_full = !self.is_half_empty();
        self.bytes -= item.size();
        Some((item, was_full && self.is_half_empty()))
    }

    /// Whether a thread has to wait: there is no item now, but more may follow.
    pub fn is_dry(&self) -> bool {
        self.items.is_empty() && !self.has_ended
    }

    pub fn is_full(&self) -> bool {
        self.items.len() >= MOST_ITEMS || self.bytes >= MOST_BYTES
    }

    pub fn is_half_empty(&self) -> bool {
        self.items.len() <= MOST_ITEMS / 2 && self.bytes <= MOST_BYTES / 2
    }

    /// Whether the items in the queue include a problem or the beginning of a file.
    pub fn has_more(&self) -> bool {
        self.items.iter().any(|item| matches!(item, InputItem::Problem(_) | InputItem::Begin(_)))
    }

    /// Returns the part of the input that an interrupted run leaves: the items read after the interrupt, and those in
    /// the queue.
    pub fn left(&self) -> RemainingInput {
        let mut left = self.left;
        left.is_open = !self.has_ended;
        self.items.iter().for_each(|item| left.add(item));
        left
    }
}
