//! Board maps: for one man, the result of the variant on each square where the man is put.

use super::space::{Space, lone_man};
use super::standard::Status;
use crate::units::{Placement, Square, Unit};
use std::collections::BTreeMap;

/// The results of the variants in which one man is on different squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardMap {
    pub unit: Unit,
    /// The square of the man in the base, or `None` if the variants add the man.
    pub from: Option<Square>,
    /// The position without the man.
    pub placement: Placement,
    pub statuses: BTreeMap<Square, Status>,
}

impl BoardMap {
    /// Returns the number of squares with this status.
    pub fn count(&self, status: Status) -> usize {
        self.statuses.values().filter(|&&other| other == status).count()
    }
}

/// Returns a map for each man that some variants move or add without any other change, in the order of the variants. A
/// man has no map if the variants put it on only one square.
pub fn board_maps(space: &Space, statuses: &[(u64, Status)]) -> Vec<BoardMap> {
    let base = &space.base().diagram.placement;
    let mut maps: Vec<BoardMap> = Vec::new();
    let mut sorted = statuses.to_vec();
    sorted.sort_unstable();
    for (number, status) in sorted {
        let Some(variant) = space.variant(number) else { continue };
        let Some((unit, from, to)) = lone_man(base, &variant.changes) else { continue };
        let map = match maps.iter_mut().find(|map| (map.unit, map.from) == (unit, from)) {
            Some(map) => map,
            None => {
                let mut placement = base.clone();
                from.and_then(|from| placement.take(from));
                maps.push(BoardMap { unit, from, placement, statuses: BTreeMap::new() });
                maps.last_mut().expect("just added")
            }
        };
        map.statuses.insert(to, status);
    }
    maps.retain(|map| map.statuses.len() > 1);
    maps
}
