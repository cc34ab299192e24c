//! Results that the bound on stalemates stores between two queries.

use super::guards::{Guards, Open};
use crate::orthodox::board::bitboard::Sq;
use hashbrown::HashMap;

/// Stored results of the bound on stalemates: results about the men of one side, results about positions, and the
/// square of the last stalemate that the bound permitted.
pub struct StalemateMemo {
    /// The most entries of the table of open squares ([`Open`]).
    most_open: usize,
    /// The most positions for which results ([`MemoResult`]) are stored.
    most_found: usize,
    /// If more than this number of [`Guards`] are stored, all of them are discarded.
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

/// The upper limit of [`StalemateMemo::most_open`].
const OPEN: usize = 1 << 12;
/// Bytes of one entry with [`Open`] squares in a full memo.
const OPEN_BYTES: usize = 2 << 10;
/// The upper limit of [`StalemateMemo::most_guards`].
const GUARDS: usize = 1 << 13;
/// Bytes of one entry with [`Guards`].
const GUARDS_BYTES: usize = 384;

/// Results for one position with given numbers of moves left: squares on which the king cannot be stalemated
/// (`excluded`), and squares on which the bound does not exclude a stalemate (`possible`).
#[derive(Clone, Copy, Default)]
pub struct MemoResult {
    key: u64,
    pub excluded: u64,
    pub possible: u64,
}

/// The number of positions for which results are stored: at first, and at most. The table starts small because short
/// play ends before a large table pays.
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
