//! The set of former positions of a play, for rules that forbid repetition. An empty set costs nothing.

use crate::fairy::board::mix;
use std::sync::Arc;

/// A set of positions, by their keys. A set made by adding a position shares its other elements with the original.
#[derive(Clone, Default)]
pub struct Repetition(Option<Arc<Link>>);

struct Link {
    position: u128,
    /// Hash key of the set that ends with this link.
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

    /// Returns the set with the position of this key added.
    pub fn with(&self, position: u128) -> Repetition {
        if self.has(position) {
            return self.clone();
        }
        let mixed = mix(position as u64) ^ mix((position >> 64) as u64).rotate_left(1);
        Repetition(Some(Arc::new(Link { position, key: self.key() ^ mixed, before: self.clone() })))
    }

    /// Returns a hash key of the set: equal for equal sets, and zero for the empty set.
    pub fn key(&self) -> u128 {
        self.0.as_ref().map_or(0, |link| link.key)
    }
}
