//! The diagram squares of men, kept up to date if the rules need them.

use super::FairyPosition;
use crate::fairy::board::squares::{Sq, at, file, rank};
use crate::fairy::moves::effect::Effect;

impl FairyPosition<'_> {
    /// Returns the diagram square of the man on `sq`; `None` if the man was not in the diagram, or if the rules do not
    /// need diagram squares.
    pub fn origin(&self, sq: Sq) -> Option<Sq> {
        self.origins.iter().find(|(at, _)| *at == sq).map(|(_, origin)| *origin)
    }

    /// Sets the diagram square of the man on `sq`; `None` records that there is none.
    fn set_origin(&mut self, sq: Sq, origin: Option<Sq>) {
        self.origins.retain(|(at, _)| *at != sq);
        if let Some(origin) = origin {
            let index = self.origins.partition_point(|(at, _)| *at < sq);
            self.origins.insert(index, (sq, origin));
        }
    }

    /// Updates the diagram squares of men when the effect is applied.
    pub(super) fn carry_origins(&mut self, effect: Effect) {
        match effect {
            Effect::Remove { sq, .. } | Effect::Put { sq, .. } => self.set_origin(sq, None),
            Effect::Go { from, to, .. } => {
                let origin = self.origin(from);
                self.set_origin(from, None);
                self.set_origin(to, origin);
            }
            Effect::Swap { a, b } => {
                let (first, second) = (self.origin(a), self.origin(b));
                self.set_origin(a, second);
                self.set_origin(b, first);
            }
            Effect::Cycle { squares } => {
                let origins = squares.map(|sq| self.origin(sq));
                for (index, origin) in origins.into_iter().enumerate() {
                    self.set_origin(squares[(index + 1) % squares.len()], origin);
                }
            }
            Effect::Turned => {
                let origins = std::mem::take(&mut self.origins);
                let (files, ranks) = (self.book.geometry.files, self.book.geometry.ranks);
                self.origins = origins
                    .into_iter()
                    .rev()
                    .filter_map(|(sq, origin)| Some((at(files - 1 - file(sq), ranks - 1 - rank(sq))?, origin)))
                    .collect();
            }
            Effect::Origin { sq, origin } => self.set_origin(sq, Some(origin)),
            _ => {}
        }
    }
}
