//! The problems that have been read and wait for a thread.

use crate::cli::problems::{Item, Left};
use std::collections::VecDeque;

/// The greatest number of items read ahead, and of their bytes.
const MOST_ITEMS: usize = 64;
const MOST_BYTES: usize = 256 << 10;
/// With more items in hand, no thread waits for the next one.
const NEWS: usize = 4;

/// What has been read and not taken yet. The thread that reads is never joined while it waits for input.
#[derive(Default)]
pub struct Coming {
    items: VecDeque<Item>,
    bytes: usize,
    /// The number of problems read.
    pub problems: usize,
    /// Nothing more will come.
    pub has_ended: bool,
    /// What was read after an interrupt.
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

    /// Takes the next item, and returns with it whether the reading thread may go on now.
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

    /// Returns what was not taken: what was read after an interrupt, and what waits here.
    pub fn left(&self) -> Left {
        let mut left = self.left;
        left.is_open = !self.has_ended;
        self.items.iter().for_each(|item| left.add(item));
        left
    }
}
