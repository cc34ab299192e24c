//! Help play in which some men are invisible: a move is told as far as it is known, and a line solves if its goal is
//! reached wherever the invisible men stand, as long as its moves can be played at all.

use super::world::{
    BISHOP, BLACK, KING, KNIGHT, LOCATED, NONE, PAWN, QUEEN, ROOK, Step, UNMOVED, VISIBLE, World, forward, is_man,
    is_of, kind, shifted,
};

/// A move as far as it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    Man {
        from: u8,
        to: u8,
        promotion: u8,
        captures: bool,
        adds: bool,
    },
    Castling {
        from: u8,
        to: u8,
    },
    /// Some invisible man captures here.
    Captures(u8),
    /// An invisible man makes any other move.
    Somewhere,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Revealed {
    pub square: u8,
    pub man: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    pub told: Told,
    /// The man that moves, where it is known; 0 where it is not.
    pub man: u8,
    /// The man that is captured, where it is known.
    pub taken: u8,
    /// The capture is en passant.
    pub passed: bool,
    pub revealed: Vec<Revealed>,
}

/// What the diagram shows, and how many men it hides.
#[derive(Clone, Debug)]
pub struct Hidden {
    pub men: [u8; 64],
    pub count: usize,
    /// The side to move first.
    pub black: bool,
    pub half_moves: usize,
}

fn at_home(square: u8, man: u8) -> bool {
    let rank = if man & BLACK != 0 { 7 } else { 0 };
    square >> 3 == rank
        && match kind(man) {
            KING => square & 7 == 4,
            ROOK => matches!(square & 7, 0 | 7),
            _ => false,
        }
}

impl Hidden {
    /// All ways in which the invisible men can stand in the diagram.
    pub fn worlds(&self) -> Vec<World> {
        let mut men = self.men;
        for (square, man) in (0..).zip(&mut men) {
            if is_man(*man) {
                *man |= VISIBLE;
                if at_home(square, *man) {
                    *man |= UNMOVED;
                }
            }
        }
        let mut found = Vec::new();
        self.add(&mut World { men, passed: NONE }, 0, self.count, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// A hidden pawn that has not moved gives check, so that no move can have led here.
    fn is_checked_from_home(&self, world: &World) -> bool {
        let Some(king) = world.king(self.black) else { return false };
        let home = if self.black { 1 } else { 6 };
        [-1, 1].iter().any(|&file| {
            let Some(at) = shifted(king, (file, forward(self.black))) else { return false };
            let man = world.men[at as usize];
            at >> 3 == home && kind(man) == PAWN && is_of(man, !self.black) && man & VISIBLE == 0
        })
    }

    fn add(&self, world: &mut World, from: u8, left: usize, found: &mut Vec<World>) {
        if left == 0 {
            let kings =
                |black| (0..64).filter(|&at| kind(world.men[at]) == KING && is_of(world.men[at], black)).count();
            if kings(false) == 1
                && kings(true) == 1
                && !world.in_check(!self.black)
                && !self.is_checked_from_home(world)
            {
                found.push(*world);
            }
            return;
        }
        for square in from..64 {
            if world.men[square as usize] != 0 {
                continue;
            }
            for code in PAWN..=KING {
                for colour in [0, BLACK] {
                    if code == PAWN && matches!(square >> 3, 0 | 7) || code == KING && world.king(colour != 0).is_some()
                    {
                        continue;
                    }
                    let man = code | colour;
                    world.men[square as usize] = if at_home(square, man) { man | UNMOVED } else { man };
                    self.add(world, square + 1, left - 1, found);
                    world.men[square as usize] = 0;
                }
            }
        }
    }
}

/// What a step is told as, in a world.
fn told_as(world: &World, step: Step) -> Told {
    let man = world.men[step.from as usize];
    if step.castling {
        return Told::Castling { from: step.from, to: step.to };
    }
    let taken = if step.taken == NONE { 0 } else { world.men[step.taken as usize] };
    let known = taken & (VISIBLE | LOCATED) != 0;
    if man & VISIBLE != 0 {
        let pawn = kind(man) == PAWN;
        let adds = pawn && is_man(taken) && !known;
        return Told::Man { from: step.from, to: step.to, promotion: step.promotion, captures: known || adds, adds };
    }
    if known { Told::Captures(step.to) } else { Told::Somewhere }
}

/// What is told of each step of a man, safe for its king or not.
#[cfg(test)]
pub(super) fn each_step(world: &World, from: u8, told: &mut impl FnMut(Told)) {
    world.steps(from, &mut |step| told(told_as(world, step)));
}

/// Every position that a move can lead to in a world when this was told of it.
fn each_after(world: &World, told: Told, black: bool, next: &mut impl FnMut(World)) {
    let mut go = |step: Step| {
        if told_as(world, step) == told {
            let mut after = world.played(step);
            if let Told::Captures(square) = told {
                after.men[square as usize] |= LOCATED;
            }
            if !after.in_check(black) {
                next(after);
            }
        }
    };
    match told {
        Told::Man { from, .. } | Told::Castling { from, .. } => {
            if is_of(world.men[from as usize], black) {
                world.steps(from, &mut go);
            }
        }
        _ => {
            for from in 0..64 {
                let man = world.men[from as usize];
                if is_of(man, black) && man & VISIBLE == 0 {
                    world.steps(from, &mut go);
                }
            }
        }
    }
}

/// The worlds that are left of these when a move was told.
pub(super) fn after(worlds: &[World], told: Told, black: bool) -> Vec<World> {
    let mut left = Vec::new();
    for world in worlds {
        each_after(world, told, black, &mut |after| left.push(after));
        if left.len() > ROOM {
            left.sort_unstable();
            left.dedup();
        }
    }
    left.sort_unstable();
    left.dedup();
    left
}

/// Whether the move mates in this world, however it is played; also where it cannot be played.
fn is_mate_after(world: &World, told: Told, black: bool) -> bool {
    let mut mates = true;
    each_after(world, told, black, &mut |after| mates = mates && after.is_mate(!black));
    mates
}

/// Leaves of these moves only those that mate in every one of these worlds in which they can be played.
fn keep_mates(worlds: &[World], left: &mut Vec<Told>, black: bool) {
    for world in worlds {
        if left.is_empty() {
            return;
        }
        left.retain(|&told| matches!(told, Told::Captures(_) | Told::Somewhere) || is_mate_after(world, told, black));
        let mut unseen: u64 = 0;
        let mut elsewhere = false;
        for told in left.iter() {
            match told {
                Told::Captures(square) => unseen |= 1 << square,
                Told::Somewhere => elsewhere = true,
                _ => {}
            }
        }
        if unseen == 0 && !elsewhere {
            continue;
        }
        for from in 0..64 {
            let man = world.men[from as usize];
            if !is_of(man, black) || man & VISIBLE != 0 {
                continue;
            }
            world.steps(from, &mut |step| {
                let told = told_as(world, step);
                let is_asked = match told {
                    Told::Captures(square) => unseen & 1 << square != 0,
                    Told::Somewhere => elsewhere,
                    _ => false,
                };
                if !is_asked {
                    return;
                }
                let after = world.played(step);
                if !after.in_check(black) && !after.is_mate(!black) {
                    match told {
                        Told::Captures(square) => unseen &= !(1 << square),
                        _ => elsewhere = false,
                    }
                }
            });
        }
        left.retain(|told| match told {
            Told::Captures(square) => unseen & 1 << square != 0,
            Told::Somewhere => elsewhere,
            _ => true,
        });
    }
}

/// Some worlds that refute much: first those in which a queen is hidden.
fn sample_of(worlds: &[World]) -> Vec<World> {
    let hides_queen = |world: &&World| {
        world.men.iter().any(|&man| is_man(man) && man & VISIBLE == 0 && kind(man) == QUEEN && man & BLACK == 0)
    };
    let queens: Vec<World> = worlds.iter().filter(hides_queen).copied().collect();
    let mut sample = thinned(&queens, SAMPLE / 2);
    sample.extend(thinned(worlds, SAMPLE / 2));
    sample
}

fn thinned(worlds: &[World], most: usize) -> Vec<World> {
    let stride = worlds.len().div_ceil(most).max(1);
    worlds.iter().step_by(stride).copied().collect()
}

/// Men on which all worlds agree and that are not visible yet, and makes them visible.
pub(super) fn reveal(worlds: &mut [World]) -> Vec<Revealed> {
    let found = agreed(worlds);
    for world in worlds {
        for &Revealed { square, .. } in &found {
            let man = &mut world.men[square as usize];
            *man = (*man | VISIBLE) & !LOCATED;
        }
    }
    found
}

pub(super) fn agreed(worlds: &[World]) -> Vec<Revealed> {
    let Some(first) = worlds.first() else { return Vec::new() };
    let same = |square: usize| worlds.iter().all(|world| world.men[square] & 15 == first.men[square] & 15);
    let hidden = |square: usize| is_man(first.men[square]) && first.men[square] & VISIBLE == 0;
    (0..64)
        .rev()
        .filter(|&square| hidden(square) && same(square))
        .map(|square| Revealed { square: square as u8, man: first.men[square] & 15 })
        .collect()
}

/// So many worlds are collected before those that are the same are told apart.
const ROOM: usize = 1 << 20;

/// How many of the worlds are looked at first.
const SAMPLE: usize = 128;

struct Node {
    sample: Vec<World>,
    /// All worlds, where they have been asked for.
    all: Option<Vec<World>>,
    told: Option<Told>,
    black: bool,
}

pub struct Search<'a> {
    nodes: Vec<Node>,
    line: Vec<Ply>,
    found: &'a mut dyn FnMut(&[Ply]),
    stop: &'a dyn Fn() -> bool,
    end: usize,
    pub stopped: bool,
}

pub fn solve(hidden: &Hidden, found: &mut dyn FnMut(&[Ply]), stop: &dyn Fn() -> bool) -> bool {
    let mut all = hidden.worlds();
    reveal(&mut all);
    let root = Node { sample: sample_of(&all), all: Some(all), told: None, black: hidden.black };
    let mut search = Search { nodes: vec![root], line: Vec::new(), found, stop, end: 0, stopped: false };
    // Shorter play is told before longer.
    for end in (1..=hidden.half_moves).filter(|end| (hidden.half_moves - end).is_multiple_of(2)) {
        search.end = end;
        search.go();
    }
    !search.stopped
}

impl Search<'_> {
    /// Asks for all worlds of the last node.
    fn complete(&mut self, depth: usize) {
        if self.nodes[depth].all.is_some() {
            return;
        }
        self.complete(depth - 1);
        let told = self.nodes[depth].told.expect("a move led here");
        let black = self.nodes[depth - 1].black;
        let mut all = after(self.nodes[depth - 1].all.as_ref().expect("just asked"), told, black);
        // What was revealed is already told of the line.
        if let Some(ply) = self.line.get(depth - 1) {
            for world in &mut all {
                for &Revealed { square, .. } in &ply.revealed {
                    world.men[square as usize] = (world.men[square as usize] | VISIBLE) & !LOCATED;
                }
            }
        }
        self.nodes[depth].sample = sample_of(&all);
        self.nodes[depth].all = Some(all);
    }

    fn go(&mut self) {
        let depth = self.line.len();
        let black = self.nodes[depth].black;
        if depth + 1 == self.end {
            return self.end_lines();
        }
        for told in self.candidates() {
            if self.stopped || (self.stop)() {
                self.stopped = true;
                return;
            }
            let mut sample = after(&self.nodes[depth].sample, told, black);
            let needs_all = sample.is_empty() || !agreed(&sample).is_empty();
            sample = thinned(&sample, SAMPLE);
            self.nodes.push(Node { all: None, sample, told: Some(told), black: !black });
            let mut revealed = Vec::new();
            if needs_all {
                self.complete(depth + 1);
                let node = &mut self.nodes[depth + 1];
                let all = node.all.as_mut().expect("just asked");
                revealed = reveal(all);
                node.sample = sample_of(all);
            }
            if !self.nodes[depth + 1].sample.is_empty() {
                let ply = self.ply(told, revealed);
                self.line.push(ply);
                self.go();
                self.line.pop();
            }
            self.nodes.pop();
        }
    }

    /// The last moves: those that mate in all worlds in which they can be played, if there is one.
    fn end_lines(&mut self) {
        let depth = self.line.len();
        let black = self.nodes[depth].black;
        let mut left = self.candidates();
        keep_mates(&self.nodes[depth].sample, &mut left, black);
        if left.is_empty() {
            return;
        }
        self.complete(depth);
        let all = self.nodes[depth].all.as_ref().expect("just asked");
        keep_mates(all, &mut left, black);
        for told in left {
            let mut worlds = after(self.nodes[depth].all.as_ref().expect("just asked"), told, black);
            if !worlds.is_empty() {
                let ply = self.ply(told, reveal(&mut worlds));
                self.line.push(ply);
                (self.found)(&self.line);
                self.line.pop();
            }
            self.stopped = self.stopped || (self.stop)();
            if self.stopped {
                return;
            }
        }
    }

    /// A move from the last node, with what is known of the men.
    fn ply(&self, told: Told, revealed: Vec<Revealed>) -> Ply {
        let node = &self.nodes[self.line.len()];
        let seen = |square: u8| {
            let man = node.sample.first().map_or(0, |world| world.men[square as usize]);
            if man & VISIBLE != 0 { man & 15 } else { 0 }
        };
        let (man, taken, passed) = match told {
            Told::Man { from, to, captures, adds, .. } => {
                let there = node.sample.first().map_or(0, |world| world.men[to as usize]);
                (seen(from), seen(to), captures && !adds && !is_man(there))
            }
            Told::Castling { from, .. } => (seen(from), 0, false),
            Told::Captures(square) => (0, seen(square), false),
            Told::Somewhere => (0, 0, false),
        };
        Ply { told, man, taken, passed, revealed }
    }

    /// All that can be told of a move here, and more.
    fn candidates(&mut self) -> Vec<Told> {
        let depth = self.line.len();
        let black = self.nodes[depth].black;
        if self.nodes[depth].sample.is_empty() {
            return Vec::new();
        }
        let world = self.nodes[depth].sample[0];
        let located_somewhere = |square: usize| {
            self.nodes[depth].sample.iter().any(|w| is_man(w.men[square]) && w.men[square] & LOCATED != 0)
        };
        let mut found = Vec::new();
        let home = if black { 60 } else { 4 };
        if world.men[usize::from(home)] & (VISIBLE | UNMOVED) == VISIBLE | UNMOVED {
            found.push(Told::Castling { from: home, to: home + 2 });
            found.push(Told::Castling { from: home, to: home - 2 });
        }
        // Lines are open for a visible man as far as visible men and holes leave them open.
        let mut seen = world;
        for man in &mut seen.men {
            if is_man(*man) && *man & VISIBLE == 0 {
                *man = 0;
            }
        }
        let mut visible = Vec::new();
        let mut put = |told| {
            if !visible.contains(&told) {
                visible.push(told);
            }
        };
        for from in 0..64u8 {
            let man = seen.men[from as usize];
            if !is_of(man, black) {
                continue;
            }
            let mut with = seen;
            with.men[from as usize] &= !UNMOVED;
            with.steps(from, &mut |step| {
                let taken = step.taken != NONE;
                put(Told::Man { from, to: step.to, promotion: step.promotion, captures: taken, adds: false });
                if !taken && kind(man) != PAWN && located_somewhere(step.to as usize) {
                    put(Told::Man { from, to: step.to, promotion: step.promotion, captures: true, adds: false });
                }
            });
            if kind(man) == PAWN {
                for file in [-1, 1] {
                    let Some(to) = shifted(from, (file, forward(black))) else { continue };
                    if seen.men[to as usize] != 0 {
                        continue;
                    }
                    let promotions: &[u8] =
                        if matches!(to >> 3, 0 | 7) { &[QUEEN, KNIGHT, ROOK, BISHOP] } else { &[0] };
                    for &promotion in promotions {
                        for adds in [true, false] {
                            put(Told::Man { from, to, promotion, captures: true, adds });
                        }
                    }
                }
            }
        }
        found.append(&mut visible);
        for square in (0..64u8).rev() {
            if is_of(seen.men[square as usize], !black) || located_somewhere(square as usize) {
                found.push(Told::Captures(square));
            }
        }
        found.push(Told::Somewhere);
        found
    }
}
