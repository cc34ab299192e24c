//! Results that the bound on stalemates stores between two queries.

use super::guards::{Guards, Open};
use crate::orthodox::board::bitboard::Sq;
use hashbrown::HashMap;

/// Stored results of the bound on stalemates: results about the men of one side, results about positions, and the
/// square of the last stalemate that the bound permitted.
pub struct StalemateMemo {
    /// The most entries of `open`.
    most_open: usize,
    /// The most entries of `found`.
    most_found: usize,
    /// The number of entries of `guards` at which the map is emptied.
    most_guards: usize,
    guards: HashMap<u32, Guards>,
    open: Vec<(u64, Option<Box<[Open; 2]>>)>,
    found: Vec<MemoResult>,
    looked_up: usize,
    pub(super) witness: [PermittedStalemate; 2],
}

/// A stalemate that the bound permitted: the square of the mated king, and the number of moves of the mating king.
#[derive(Clone, Copy, Default)]
pub struct PermittedStalemate {
    pub on: Sq,
    pub king: usize,
}

/// The most entries of `open`, and below the number of bytes of one entry in a full memo.
const OPEN: usize = 1 << 12;
const OPEN_BYTES: usize = 2 << 10;
/// The most entries of `guards`, and below the number of bytes of one entry.
const GUARDS: usize = 1 << 13;
const GUARDS_BYTES: usize = 384;

/// Results for one position and its moves left: squares on which the king cannot be stalemated, and squares on which
/// the bound is known to permit a stalemate.
#[derive(Clone, Copy, Default)]
pub struct MemoResult {
    key: u64,
    pub excluded: u64,
    pub possible: u64,
}

/// The number of stored positions: first at the start, second at most. Short play ends before a large memory pays.
const FOUND: [usize; 2] = [1 << 8, 1 << 16];

impl Default for StalemateMemo {
    fn default() -> StalemateMemo {
        StalemateMemo::of_bytes(usize::MAX)
    }
}

impl StalemateMemo {
    /// Returns an empty memo that grows to about `bytes`.
    pub fn of_bytes(bytes: usize) -> StalemateMemo {
        let power = |fitting: usize| 1 << fitting.max(1).ilog2();
        StalemateMemo {
            most_open: power((bytes / 2 / OPEN_BYTES).min(OPEN)),
            most_found: power((bytes / 4 / size_of::<MemoResult>()).min(FOUND[1])),
            most_guards: (bytes / 4 / GUARDS_BYTES).min(GUARDS),
            guards: HashMap::new(),
            open: Vec::new(),
            found: Vec::new(),
            looked_up: 0,
            witness: Default::default(),
        }
    }

    pub(super) fn found(&mut self, key: u64) -> &mut MemoResult {
        self.looked_up += 1;
        if self.looked_up > 4 * self.found.len() && self.found.len() < self.most_found {
            let size = (16 * self.found.len()).max(FOUND[0]).min(self.most_found);
            self.found = vec![MemoResult::default(); size];
        }
        let place = (key >> 40) as usize & (self.found.len() - 1);
        let found = &mut self.found[place];
        if found.key != key {
            *found = MemoResult { key, ..MemoResult::default() };
        }
        found
    }

    pub(super) fn open(&mut self, key: u64, make: impl FnOnce(&mut HashMap<u32, Guards>) -> [Open; 2]) -> &[Open; 2] {
        if self.open.is_empty() {
            self.open.resize_with(self.most_open, || (0, None));
        }
        if self.guards.len() > self.most_guards {
            self.guards.clear();
        }
        let (known, open) = &mut self.open[(key >> 40) as usize & (self.most_open - 1)];
        if *known != key {
            (*known, *open) = (key, None);
        }
        open.get_or_insert_with(|| Box::new(make(&mut self.guards)))
    }
}
