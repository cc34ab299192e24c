//! The positions of a play, for rules that forbid repetition. An empty set costs nothing.

use super::board::mix;
use std::sync::Arc;

/// A set of positions, which shares its elements with its predecessors.
#[derive(Clone, Default)]
pub struct Repetition(Option<Arc<Link>>);

struct Link {
    position: u128,
    /// Key of the set from here back; each position counts once.
    key: u128,
    before: Repetition,
}

impl Repetition {
    pub fn has(&self, position: u128) -> bool {
        let mut past = self;
        while let Some(link) = &past.0 {
            if link.position == position {
                return true;
            }
            past = &link.before;
        }
        false
    }

    /// Returns the set with `position` added.
    pub fn with(&self, position: u128) -> Repetition {
        if self.has(position) {
            return self.clone();
        }
        let mixed = mix(position as u64) ^ mix((position >> 64) as u64).rotate_left(1);
        Repetition(Some(Arc::new(Link { position, key: self.key() ^ mixed, before: self.clone() })))
    }

    /// Returns a key that is equal for equal sets, and zero for the empty set.
    pub fn key(&self) -> u128 {
        self.0.as_ref().map_or(0, |link| link.key)
    }
}
