//! The problems that have been read and wait for a thread.

use crate::cli::problems::{Item, Left};
use std::collections::VecDeque;

/// The greatest number of items read ahead, and of their bytes.
const MOST_ITEMS: usize = 64;
const MOST_BYTES: usize = 256 << 10;
/// With more items waiting, no thread waits for the next one, so none needs a notification.
const NEWS: usize = 4;

/// Items read ahead. The reader thread is never joined while it blocks on input.
#[derive(Default)]
pub struct Coming {
    items: VecDeque<Item>,
    bytes: usize,
    /// The number of problems read.
    pub problems: usize,
    /// Whether the input has ended.
    pub has_ended: bool,
    /// The items read after an interrupt.
    pub left: Left,
}

impl Coming {
    /// Adds an item. Returns whether a thread may be waiting for it, or waits to see whether a problem follows.
    pub fn push(&mut self, item: Item) -> bool {
        self.bytes += item.size();
        self.problems += usize::from(matches!(item, Item::Problem(_)));
        self.items.push_back(item);
        self.items.len() <= NEWS
    }

    /// Takes the next item. Also returns whether the reader thread may continue now.
    pub fn pop(&mut self) -> Option<(Item, bool)> {
        let item = self.items.pop_front()?;
        let was_full = !self.is_half_empty();
        self.bytes -= item.size();
        Some((item, was_full && self.is_half_empty()))
    }

    /// Whether nothing can be taken now, although more may come.
    pub fn is_dry(&self) -> bool {
        self.items.is_empty() && !self.has_ended
    }

    pub fn is_full(&self) -> bool {
        self.items.len() >= MOST_ITEMS || self.bytes >= MOST_BYTES
    }

    pub fn is_half_empty(&self) -> bool {
        self.items.len() <= MOST_ITEMS / 2 && self.bytes <= MOST_BYTES / 2
    }

    /// Whether a problem or a file has been read that is not taken yet.
    pub fn has_more(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Problem(_) | Item::Begin(_)))
    }

    /// Returns what the run has left: the items read after an interrupt and those that wait here.
    pub fn left(&self) -> Left {
        let mut left = self.left;
        left.is_open = !self.has_ended;
        self.items.iter().for_each(|item| left.add(item));
        left
    }
}
