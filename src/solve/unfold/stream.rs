//! What is found is told at once, in the order in which it stands in the solution.
//!
//! A move and all that follows it is told as soon as everything before it has been told. Threads find moves in any order:
//! so what is complete waits in its [`Split`], the list of moves of one position that are being looked at, until its place
//! has come. The moves after the first ones are split in the same way ([`DEPTH`]), so that a first move after which there is
//! much to find is told while it is looked at. Nothing here is asked by the search.
//!
//! Lines of help play that have been told are let go, but for the first ones, where the listener needs no more. Then the
//! memory bounds what waits for its place and not the solution; and where that is much, all wait but those who look at
//! what is told next.

use crate::solution::{FirstMove, Group, Listener, MOST_LINES, Node, Phase, keep_first_line};
use crate::solve::limits::Limits;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Splits within each other: first moves, and those after them.
const DEPTH: usize = 2;
/// Who waits looks at the limits so often.
const PATIENCE: Duration = Duration::from_millis(20);

/// The play under way, and who hears of it.
#[derive(Debug)]
pub struct Stream {
    listener: Arc<dyn Listener>,
    phase: Phase,
    group: Group,
    state: Mutex<State>,
    /// Something has been told.
    moved: Condvar,
    /// Where it is counted what is let go, if anything is.
    let_go: Option<Arc<AtomicUsize>>,
}

#[derive(Debug, Default)]
struct State {
    splits: Vec<Split>,
    numbers: Numbers,
    /// Lines told so far, and how many of them are not kept.
    lines: usize,
    untold: usize,
}

/// The numbered first moves of the split that comes next.
#[derive(Debug, Default)]
struct Numbers {
    first_moves: Vec<FirstMove>,
    /// By the moves that are looked at: so many are told before.
    before: Vec<usize>,
    told: usize,
    split: usize,
}

/// The moves of one position, each `None` until it has been looked at.
#[derive(Debug, Default)]
struct Split {
    /// The moves that lead here.
    before: Vec<Node>,
    /// The place of the last of them.
    outer: Option<Place>,
    moves: Vec<Looked>,
    /// The first move that has not been told.
    next: usize,
    /// All that stands before this position has been told.
    leads: bool,
}

#[derive(Debug, Default)]
enum Looked {
    #[default]
    NotYet,
    /// What follows is split up.
    Below(usize),
    /// With what was found, unless it is told or nothing.
    Done(Option<Node>, bool),
}

/// One of the moves of a split.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    split: usize,
    index: usize,
    depth: usize,
}

/// Where moves are looked at whose play may be told at once.
#[derive(Debug)]
pub enum Spot {
    Root,
    /// After this move.
    Below(Place, Box<Node>),
}

impl Stream {
    pub fn new(listener: Arc<dyn Listener>, phase: Phase, group: Group) -> Stream {
        Stream { listener, phase, group, state: Mutex::default(), moved: Condvar::new(), let_go: None }
    }

    /// The same, letting go of what has been told; its bytes are counted there.
    pub fn letting_go(self, bytes: Arc<AtomicUsize>) -> Stream {
        Stream { let_go: Some(bytes), ..self }
    }

    /// How many lines have been told and are not kept.
    pub fn untold(&self) -> usize {
        self.state().untold
    }

    /// What is found at this place is counted as a portion of what waits; `None` where all is kept.
    pub fn portion(self: Arc<Self>, place: Place) -> Option<Arc<Portion>> {
        self.let_go.is_some().then(|| Arc::new(Portion { stream: self.clone(), place, bytes: AtomicUsize::new(0) }))
    }

    /// Waits until all before this place has been told, or there is room.
    fn wait_to_lead(&self, place: Place, limits: &Limits) {
        let mut state = self.state();
        let leads = |state: &State| {
            let split = &state.splits[place.split];
            split.leads && split.next == place.index
        };
        while !leads(&state) && limits.is_half_full() && !limits.is_expired() {
            // A limit notifies nobody.
            state = self.moved.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The lines of this move have been told.
    fn has_told(&self, node: &mut Node, lines: &mut usize, untold: &mut usize) {
        let Some(let_go) = &self.let_go else { return };
        let before = *lines;
        *lines += node.lines();
        if before >= MOST_LINES {
            let moves = node.count();
            *untold += keep_first_line(node);
            let_go.fetch_add((moves - node.count()) * Node::TOLD_BYTES, Relaxed);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A move whose place comes before all that is still to be split.
    pub fn tell(&self, node: &Node) {
        self.listener.node(&self.phase, &self.group, &[], node);
    }

    /// What is looked at next are first moves with these numbers; `before`: so many are told before each of those looked at.
    pub fn number(&self, first_moves: &[FirstMove], before: Vec<usize>) {
        let mut state = self.state();
        let split = state.splits.len();
        state.numbers = Numbers { first_moves: first_moves.to_vec(), before, told: 0, split };
    }

    /// Tells the numbers of first moves up to this one.
    fn tell_numbers(&self, numbers: &mut Numbers, end: usize) {
        let end = end.min(numbers.first_moves.len());
        while numbers.told < end {
            self.listener.first_move(&self.phase, &self.group, &numbers.first_moves[numbers.told]);
            numbers.told += 1;
        }
    }

    /// All has been looked at; of these first moves some may not have been told.
    pub fn end(&self, first_moves: &[FirstMove]) {
        let numbers = &mut self.state().numbers;
        if numbers.first_moves.is_empty() {
            numbers.first_moves = first_moves.to_vec();
        }
        self.tell_numbers(numbers, usize::MAX);
    }

    /// So many moves are going to be looked at.
    pub fn split(&self, spot: Spot, moves: usize) -> Places {
        let mut state = self.state();
        let split = state.splits.len();
        let moves = (0..moves).map(|_| Looked::NotYet).collect();
        let (new, depth) = match spot {
            Spot::Root => (Split { moves, leads: true, ..Split::default() }, 1),
            Spot::Below(Place { split: outer, index, depth }, node) => {
                let mut before = state.splits[outer].before.clone();
                before.push(*node);
                let leads = state.splits[outer].leads && state.splits[outer].next == index;
                state.splits[outer].moves[index] = Looked::Below(split);
                let outer = Some(Place { split: outer, index, depth });
                (Split { before, outer, moves, leads, next: 0 }, depth + 1)
            }
        };
        state.splits.push(new);
        if depth == 1 {
            self.tell_on(&mut state, split);
        }
        Places { split, depth }
    }

    /// The move has been looked at.
    pub fn done(&self, place: Place, node: Option<Node>) {
        let mut state = self.state();
        let was_told = match state.splits[place.split].moves[place.index] {
            // What was told of a split that led was told of all its moves.
            Looked::Below(below) => state.splits[below].leads,
            _ => false,
        };
        state.splits[place.split].moves[place.index] = Looked::Done(node, was_told);
        if state.splits[place.split].leads {
            self.tell_on(&mut state, place.split);
        }
    }

    /// Tells what waits, from where the split stands.
    fn tell_on(&self, state: &mut State, split: usize) {
        state.splits[split].leads = true;
        loop {
            let State { splits, numbers, lines, untold } = state;
            if split == numbers.split
                && let Some(&before) = numbers.before.get(splits[split].next)
            {
                self.tell_numbers(numbers, before);
            }
            let Split { before, moves, next, .. } = &mut state.splits[split];
            let below = match moves.get_mut(*next) {
                Some(Looked::Done(node, was_told)) => {
                    *next += 1;
                    if let (Some(node), false) = (node, was_told) {
                        self.listener.node(&self.phase, &self.group, before, node);
                        self.has_told(node, lines, untold);
                    }
                    self.moved.notify_all();
                    continue;
                }
                Some(Looked::Below(below)) => *below,
                Some(Looked::NotYet) | None => return,
            };
            if state.splits[below].leads {
                return;
            }
            return self.tell_on(state, below);
        }
    }

    /// All moves of the split have been looked at: those that were found, in their order.
    pub fn taken(&self, places: Places) -> Vec<Node> {
        let mut state = self.state();
        let Split { outer, moves, leads, .. } = &mut state.splits[places.split];
        let (outer, moves, leads) = (*outer, std::mem::take(moves), *leads);
        // From here on they are told with the move that leads here. Who comes to that move before it is done has to wait for
        // it: in what is left of the split there is nothing to tell.
        if let (Some(outer), false) = (outer, leads) {
            state.splits[outer.split].moves[outer.index] = Looked::NotYet;
        }
        moves.into_iter().filter_map(|looked| if let Looked::Done(node, _) = looked { node } else { None }).collect()
    }
}

impl Place {
    /// What follows may be split up, too.
    pub fn may_be_split(self) -> bool {
        self.depth < DEPTH
    }
}

/// What is found at one place, as long as it waits to be told.
#[derive(Debug)]
pub struct Portion {
    stream: Arc<Stream>,
    place: Place,
    bytes: AtomicUsize,
}

impl Portion {
    /// It takes so many bytes more. Where what waits takes much, only what is told next goes on.
    pub fn grow(&self, bytes: usize, limits: &Limits) {
        limits.portion_has(self.bytes.fetch_add(bytes, Relaxed) + bytes);
        if limits.is_half_full() {
            self.stream.wait_to_lead(self.place, limits);
        }
    }
}

/// The moves of a split.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    split: usize,
    depth: usize,
}

impl Places {
    pub fn place(self, index: usize) -> Place {
        Place { split: self.split, index, depth: self.depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::{Part, PhaseKind, Style, TwinSolution};
    use crate::units::{Color, MoveRecord};

    /// The numbers of the moves that were told, each behind those before it.
    #[derive(Debug, Default)]
    struct Heard(Mutex<Vec<Vec<u16>>>);

    fn node(number: u16) -> Node {
        // Any mark does.
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

    impl Listener for Heard {
        fn twin(&self, _: &TwinSolution) {}
        fn first_move(&self, _: &Phase, _: &Group, _: &FirstMove) {}
        fn phase(&self, _: &Phase) {}
        fn end_twin(&self, _: &TwinSolution) {}

        fn node(&self, _: &Phase, _: &Group, before: &[Node], node: &Node) {
            self.0.lock().expect("nobody panics").push(before.iter().chain([node]).map(number).collect());
        }
    }

    fn begin() -> (Arc<Heard>, Stream) {
        let heard = Arc::new(Heard::default());
        let phase = Phase::empty(PhaseKind::Play, Color::White);
        let group = Group::empty(Style::Lines);
        let stream = Stream::new(heard.clone(), phase, group);
        (heard, stream)
    }

    #[test]
    fn what_comes_out_of_order_waits_for_its_place() {
        let (heard, stream) = begin();
        let told = || heard.0.lock().expect("nobody panics").clone();
        let root = stream.split(Spot::Root, 3);
        stream.done(root.place(2), Some(node(3)));
        assert_eq!(told(), [[0u16; 0]; 0]);
        // The second move is split while the first one is looked at.
        let below = stream.split(Spot::Below(root.place(1), Box::new(node(2))), 3);
        stream.done(below.place(0), Some(node(21)));
        stream.done(below.place(2), Some(node(23)));
        assert_eq!(told(), [[0u16; 0]; 0]);
        stream.done(root.place(0), Some(node(1)));
        assert_eq!(told(), [vec![1], vec![2, 21]]);
        stream.done(below.place(1), None);
        assert_eq!(told(), [vec![1], vec![2, 21], vec![2, 23]]);
        let children = stream.taken(below);
        stream.done(root.place(1), Some(Node { children, ..node(2) }));
        assert_eq!(told(), [vec![1], vec![2, 21], vec![2, 23], vec![3]]);
        assert_eq!(stream.taken(root).iter().map(number).collect::<Vec<_>>(), [1, 2, 3]);
    }

    /// Between the two steps of the last line another thread may tell all that comes before.
    #[test]
    fn what_has_been_taken_is_told_with_the_move_before_it() {
        let (heard, stream) = begin();
        let root = stream.split(Spot::Root, 2);
        let below = stream.split(Spot::Below(root.place(1), Box::new(node(2))), 1);
        stream.done(below.place(0), Some(node(21)));
        let children = stream.taken(below);
        stream.done(root.place(0), Some(node(1)));
        stream.done(root.place(1), Some(Node { children, ..node(2) }));
        assert_eq!(*heard.0.lock().expect("nobody panics"), [vec![1], vec![2]]);
    }
}
