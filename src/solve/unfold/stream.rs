//! Reports moves while they are found, in output order.
//!
//! A move, with all moves after it, is reported as soon as everything before it has been reported. Threads find moves
//! in any order, so a finished move waits in its [`Split`]: the moves of one position that are being searched. The
//! moves after a first move are split in the same way ([`DEPTH`]). So the play of a long first move is reported while
//! it is searched. The search does not depend on anything here.
//!
//! If the listener needs no more than the first lines of help play, other lines are dropped after they are reported.
//! Then the memory limits only the moves that wait. If waiting moves take much of the memory, every thread blocks
//! except those that search the move to be reported next.

use crate::solution::{FirstMove, Group, Listener, MOST_LINES, Node, Phase, keep_first_line};
use crate::solve::limits::Limits;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Depth to which moves are reported one by one, in a [`Split`] for each position: first moves, and the moves after a
/// first move.
const DEPTH: usize = 2;
/// Interval at which a waiting thread checks the limits.
const PATIENCE: Duration = Duration::from_millis(20);

/// Reports the play of one group to a listener while it is found.
#[derive(Debug)]
pub struct Stream {
    listener: Arc<dyn Listener>,
    phase: Phase,
    group: Group,
    state: Mutex<State>,
    /// Notified whenever a move has been reported.
    moved: Condvar,
    /// Number of bytes of dropped lines. `None` if reported lines are kept.
    let_go: Option<Arc<AtomicUsize>>,
}

#[derive(Debug, Default)]
struct State {
    splits: Vec<Split>,
    numbers: FirstMoveNumbers,
    /// Number of lines reported. `dropped` of them have been dropped.
    lines: usize,
    dropped: usize,
}

/// The numbered first moves (option MoveNumbers) that are reported together with the moves of the next [`Split`].
#[derive(Debug, Default)]
struct FirstMoveNumbers {
    first_moves: Vec<FirstMove>,
    /// For each searched move, the number of numbered first moves that are reported before it.
    before: Vec<usize>,
    reported: usize,
    split: usize,
}

/// A position whose moves are searched and reported one by one. A finished move waits here until all moves before it
/// are reported.
#[derive(Debug, Default)]
struct Split {
    /// The moves from the root to this position.
    before: Vec<Node>,
    /// The place of the move that leads to this position; `None` for the root.
    outer: Option<MovePlace>,
    moves: Vec<MoveProgress>,
    /// Index of the next move to be reported.
    next: usize,
    /// Whether everything before this position has been reported.
    leads: bool,
}

#[derive(Debug, Default)]
enum MoveProgress {
    #[default]
    NotYet,
    /// The move is being searched, and the moves after it have the split with this index.
    Below(usize),
    /// The move has been searched. Contains the node found, if any, and whether it has been reported.
    Done(Option<Node>, bool),
}

/// The place of a move in the output: its [`Split`] and its index in this split.
#[derive(Clone, Copy, Debug)]
pub struct MovePlace {
    split: usize,
    index: usize,
    depth: usize,
}

/// A position whose moves may be reported while they are found.
#[derive(Debug)]
pub enum OutputSlot {
    Root,
    /// The position after a move. Contains the place of the move and its node.
    Below(MovePlace, Box<Node>),
}

impl Stream {
    pub fn new(listener: Arc<dyn Listener>, phase: Phase, group: Group) -> Stream {
        Stream { listener, phase, group, state: Mutex::default(), moved: Condvar::new(), let_go: None }
    }

    /// Makes the stream drop lines after they are reported, and add their bytes to `bytes`.
    pub fn letting_go(self, bytes: Arc<AtomicUsize>) -> Stream {
        Stream { let_go: Some(bytes), ..self }
    }

    pub fn dropped(&self) -> usize {
        self.state().dropped
    }

    /// Returns a quota for the memory of the moves found at this place, or `None` if reported lines are kept.
    pub fn portion(self: Arc<Self>, place: MovePlace) -> Option<Arc<OutputQuota>> {
        self.let_go.is_some().then(|| Arc::new(OutputQuota { stream: self.clone(), place, bytes: AtomicUsize::new(0) }))
    }

    /// Blocks until this place is next to be reported, the memory is no longer half full, or a limit is reached.
    fn wait_to_lead(&self, place: MovePlace, limits: &Limits) {
        let mut state = self.state();
        let leads = |state: &State| {
            let split = &state.splits[place.split];
            split.leads && split.next == place.index
        };
        while !leads(&state) && limits.is_half_full() && !limits.is_expired() {
            // The wait has a timeout, because a limit notifies no thread.
            state = self.moved.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Counts the lines of a move that was just reported. After [`MOST_LINES`] lines, keeps only the first line of each
    /// move.
    fn after_reporting(&self, node: &mut Node, lines: &mut usize, dropped: &mut usize) {
        let Some(let_go) = &self.let_go else { return };
        let before = *lines;
        *lines += node.lines();
        if before >= MOST_LINES {
            let moves = node.count();
            *dropped += keep_first_line(node);
            let_go.fetch_add((moves - node.count()) * Node::PRINTED_BYTES, Relaxed);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports a move that comes before the moves of every [`Split`].
    pub fn report(&self, node: &Node) {
        self.listener.node(&self.phase, &self.group, &[], node);
    }

    /// Sets the numbered first moves that are reported together with the moves of the next [`Split`]. `before` has, for
    /// each searched move, the number of numbered first moves that are reported before it.
    pub fn number(&self, first_moves: &[FirstMove], before: Vec<usize>) {
        let mut state = self.state();
        let split = state.splits.len();
        state.numbers = FirstMoveNumbers { first_moves: first_moves.to_vec(), before, reported: 0, split };
    }

    /// Reports the numbered first moves with indices below `end` that have not been reported.
    fn report_numbers(&self, numbers: &mut FirstMoveNumbers, end: usize) {
        let end = end.min(numbers.first_moves.len());
        while numbers.reported < end {
            self.listener.first_move(&self.phase, &self.group, &numbers.first_moves[numbers.reported]);
            numbers.reported += 1;
        }
    }

    /// Reports the remaining numbered first moves. Called after everything has been searched.
    pub fn end(&self, first_moves: &[FirstMove]) {
        let numbers = &mut self.state().numbers;
        if numbers.first_moves.is_empty() {
            numbers.first_moves = first_moves.to_vec();
        }
        self.report_numbers(numbers, usize::MAX);
    }

    /// Begins a [`Split`] for the position `spot`, whose moves (`moves` in number) are about to be searched one by one.
    /// Returns the places of these moves.
    pub fn split(&self, spot: OutputSlot, moves: usize) -> MovePlaces {
        let mut state = self.state();
        let split = state.splits.len();
        let moves = (0..moves).map(|_| MoveProgress::NotYet).collect();
        let (new, depth) = match spot {
            OutputSlot::Root => (Split { moves, leads: true, ..Split::default() }, 1),
            OutputSlot::Below(MovePlace { split: outer, index, depth }, node) => {
                let mut before = state.splits[outer].before.clone();
                before.push(*node);
                let leads = state.splits[outer].leads && state.splits[outer].next == index;
                state.splits[outer].moves[index] = MoveProgress::Below(split);
                let outer = Some(MovePlace { split: outer, index, depth });
                (Split { before, outer, moves, leads, next: 0 }, depth + 1)
            }
        };
        state.splits.push(new);
        if depth == 1 {
            self.report_next(&mut state, split);
        }
        MovePlaces { split, depth }
    }

    /// Stores the result of the move at `place`, and reports it if it is next.
    pub fn done(&self, place: MovePlace, node: Option<Node>) {
        let mut state = self.state();
        let was_reported = match state.splits[place.split].moves[place.index] {
            // The split below has reported all its moves, because everything before it has been reported.
            MoveProgress::Below(below) => state.splits[below].leads,
            _ => false,
        };
        state.splits[place.split].moves[place.index] = MoveProgress::Done(node, was_reported);
        if state.splits[place.split].leads {
            self.report_next(&mut state, place.split);
        }
    }

    /// Reports the moves of the [`Split`] with index `split` in order, from the next one until one that is not
    /// finished.
    fn report_next(&self, state: &mut State, split: usize) {
        state.splits[split].leads = true;
        loop {
            let State { splits, numbers, lines, dropped } = state;
            if split == numbers.split
                && let Some(&before) = numbers.before.get(splits[split].next)
            {
                self.report_numbers(numbers, before);
            }
            let Split { before, moves, next, .. } = &mut state.splits[split];
            let below = match moves.get_mut(*next) {
                Some(MoveProgress::Done(node, was_reported)) => {
                    *next += 1;
                    if let (Some(node), false) = (node, was_reported) {
                        self.listener.node(&self.phase, &self.group, before, node);
                        self.after_reporting(node, lines, dropped);
                    }
                    self.moved.notify_all();
                    continue;
                }
                Some(MoveProgress::Below(below)) => *below,
                Some(MoveProgress::NotYet) | None => return,
            };
            if state.splits[below].leads {
                return;
            }
            return self.report_next(state, below);
        }
    }

    /// Ends a [`Split`], all of whose moves have been searched. Returns the nodes of its moves in order.
    pub fn taken(&self, places: MovePlaces) -> Vec<Node> {
        let mut state = self.state();
        let Split { outer, moves, leads, .. } = &mut state.splits[places.split];
        let (outer, moves, leads) = (*outer, std::mem::take(moves), *leads);
        // From now on these moves are reported with the move that leads to this position. Other threads wait until that
        // move is done, because this split has nothing more to report.
        if let (Some(outer), false) = (outer, leads) {
            state.splits[outer.split].moves[outer.index] = MoveProgress::NotYet;
        }
        moves
            .into_iter()
            .filter_map(|looked| if let MoveProgress::Done(node, _) = looked { node } else { None })
            .collect()
    }
}

impl MovePlace {
    /// Whether the moves after the move at this place may be reported one by one, too, in a [`Split`] of their own.
    pub fn may_be_split(self) -> bool {
        self.depth < DEPTH
    }
}

/// Counts the memory of the moves that were found at one place and wait to be reported.
#[derive(Debug)]
pub struct OutputQuota {
    stream: Arc<Stream>,
    place: MovePlace,
    bytes: AtomicUsize,
}

impl OutputQuota {
    /// Adds `bytes` to the quota. If the memory is more than half full, blocks until the place is next to be reported.
    pub fn grow(&self, bytes: usize, limits: &Limits) {
        limits.portion_has(self.bytes.fetch_add(bytes, Relaxed) + bytes);
        if limits.is_half_full() {
            self.stream.wait_to_lead(self.place, limits);
        }
    }
}

/// Gives the places of the moves of one [`Split`].
#[derive(Clone, Copy, Debug)]
pub struct MovePlaces {
    split: usize,
    depth: usize,
}

impl MovePlaces {
    pub fn place(self, index: usize) -> MovePlace {
        MovePlace { split: self.split, index, depth: self.depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::{Part, PhaseKind, Style, TwinSolution};
    use crate::units::{Color, MoveRecord};

    /// A listener that records the numbers of each reported move and of the moves that lead to it.
    #[derive(Debug, Default)]
    struct RecordingListener(Mutex<Vec<Vec<u16>>>);

    fn node(number: u16) -> Node {
        // The kind of move does not matter.
        let mut record = MoveRecord::null(Color::White);
        record.consequences = vec![crate::units::Consequence::Remark(number.to_string())];
        Node::new(Part::Help, record)
    }

    fn number(node: &Node) -> u16 {
        match &node.record.consequences[..] {
            [crate::units::Consequence::Remark(text)] => text.parse().expect("a number"),
            other => unreachable!("{other:?}"),
        }
    }

    impl Listener for RecordingListener {
        fn twin(&self, _: &TwinSolution) {}
        fn first_move(&self, _: &Phase, _: &Group, _: &FirstMove) {}
        fn phase(&self, _: &Phase) {}
        fn end_twin(&self, _: &TwinSolution) {}

        fn node(&self, _: &Phase, _: &Group, before: &[Node], node: &Node) {
            self.0.lock().expect("nobody panics").push(before.iter().chain([node]).map(number).collect());
        }
    }

    fn begin() -> (Arc<RecordingListener>, Stream) {
        let heard = Arc::new(RecordingListener::default());
        let phase = Phase::empty(PhaseKind::Play, Color::White);
        let group = Group::empty(Style::Lines);
        let stream = Stream::new(heard.clone(), phase, group);
        (heard, stream)
    }

    #[test]
    fn what_comes_out_of_order_waits_for_its_place() {
        let (heard, stream) = begin();
        let reported = || heard.0.lock().expect("nobody panics").clone();
        let root = stream.split(OutputSlot::Root, 3);
        stream.done(root.place(2), Some(node(3)));
        assert_eq!(reported(), [[0u16; 0]; 0]);
        // The second move gets a split while the first one is searched.
        let below = stream.split(OutputSlot::Below(root.place(1), Box::new(node(2))), 3);
        stream.done(below.place(0), Some(node(21)));
        stream.done(below.place(2), Some(node(23)));
        assert_eq!(reported(), [[0u16; 0]; 0]);
        stream.done(root.place(0), Some(node(1)));
        assert_eq!(reported(), [vec![1], vec![2, 21]]);
        stream.done(below.place(1), None);
        assert_eq!(reported(), [vec![1], vec![2, 21], vec![2, 23]]);
        let children = stream.taken(below);
        stream.done(root.place(1), Some(Node { children, ..node(2) }));
        assert_eq!(reported(), [vec![1], vec![2, 21], vec![2, 23], vec![3]]);
        assert_eq!(stream.taken(root).iter().map(number).collect::<Vec<_>>(), [1, 2, 3]);
    }

    /// The last line is handed over in two steps: first the moves after move 2 are taken, then move 2 itself is done.
    /// Between them, another thread may report everything before move 2.
    #[test]
    fn a_move_taken_already_is_reported_with_the_move_before_it() {
        let (heard, stream) = begin();
        let root = stream.split(OutputSlot::Root, 2);
        let below = stream.split(OutputSlot::Below(root.place(1), Box::new(node(2))), 1);
        stream.done(below.place(0), Some(node(21)));
        let children = stream.taken(below);
        stream.done(root.place(0), Some(node(1)));
        stream.done(root.place(1), Some(Node { children, ..node(2) }));
        assert_eq!(*heard.0.lock().expect("nobody panics"), [vec![1], vec![2]]);
    }
}
