//! One way in which the invisible men may stand, as a position of chess: how its men move, and whether it is mate.

/// Kinds of men, as they stand in the low three bits of a square.
pub const PAWN: u8 = 1;
pub const KNIGHT: u8 = 2;
pub const BISHOP: u8 = 3;
pub const ROOK: u8 = 4;
pub const QUEEN: u8 = 5;
pub const KING: u8 = 6;
pub const BLACK: u8 = 8;
/// Its kind and its square are known to the reader.
pub const VISIBLE: u8 = 16;
/// Not yet moved: only kings and rooks at home carry it.
pub const UNMOVED: u8 = 32;
/// An invisible man of which it was told where it stands.
pub const LOCATED: u8 = 64;
pub const HOLE: u8 = 128;

pub const NONE: u8 = 64;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct World {
    pub men: [u8; 64],
    /// Where a pawn that has just made a double step can be captured.
    pub passed: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: u8,
    pub to: u8,
    /// Where the captured man stands; `NONE` without a capture.
    pub taken: u8,
    /// The kind that a pawn becomes; 0 for none.
    pub promotion: u8,
    pub castling: bool,
    pub double: bool,
}

pub fn kind(man: u8) -> u8 {
    man & 7
}

pub fn is_man(man: u8) -> bool {
    man & 7 != 0
}

pub fn is_of(man: u8, black: bool) -> bool {
    is_man(man) && (man & BLACK != 0) == black
}

pub fn shifted(square: u8, (file, rank): (i8, i8)) -> Option<u8> {
    let (f, r) = ((square & 7) as i8 + file, (square >> 3) as i8 + rank);
    ((0..8).contains(&f) && (0..8).contains(&r)).then_some((r * 8 + f) as u8)
}

pub const LINES: [(i8, i8); 8] = [(0, -1), (-1, 0), (0, 1), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];
pub const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub fn directions(kind: u8) -> &'static [(i8, i8)] {
    match kind {
        KNIGHT => &JUMPS,
        BISHOP => &LINES[4..],
        ROOK => &LINES[..4],
        _ => &LINES,
    }
}

pub fn forward(black: bool) -> i8 {
    if black { -1 } else { 1 }
}

impl World {
    pub fn king(&self, black: bool) -> Option<u8> {
        let king = KING | if black { BLACK } else { 0 };
        self.men.iter().position(|&man| man & 15 == king).map(|at| at as u8)
    }

    /// Whether men of this side attack the square.
    pub fn attacks(&self, square: u8, black: bool) -> bool {
        let there = |step| shifted(square, step).map_or(0, |at| self.men[at as usize]);
        let is = |man, wanted| is_of(man, black) && kind(man) == wanted;
        if JUMPS.iter().any(|&step| is(there(step), KNIGHT)) {
            return true;
        }
        if [-1, 1].iter().any(|&file| is(there((file, -forward(black))), PAWN)) {
            return true;
        }
        LINES.iter().enumerate().any(|(number, &step)| {
            let slider = if number < 4 { ROOK } else { BISHOP };
            let (mut at, mut first) = (square, true);
            while let Some(next) = shifted(at, step) {
                let man = self.men[next as usize];
                if man == HOLE {
                    return false;
                }
                if is_man(man) {
                    return is_of(man, black)
                        && (kind(man) == slider || kind(man) == QUEEN || first && kind(man) == KING);
                }
                (at, first) = (next, false);
            }
            false
        })
    }

    pub fn in_check(&self, black: bool) -> bool {
        self.king(black).is_some_and(|at| self.attacks(at, !black))
    }

    /// The moves of a man, its king's safety aside.
    pub fn steps(&self, from: u8, told: &mut impl FnMut(Step)) {
        let man = self.men[from as usize];
        let black = man & BLACK != 0;
        let plain = Step { from, to: NONE, taken: NONE, promotion: 0, castling: false, double: false };
        if kind(man) == PAWN {
            let ahead = forward(black);
            let last = if black { 0 } else { 7 };
            let go = |to: u8, taken: u8, told: &mut dyn FnMut(Step)| {
                if to >> 3 == last {
                    for promotion in [QUEEN, KNIGHT, ROOK, BISHOP] {
                        told(Step { to, taken, promotion, ..plain });
                    }
                } else {
                    told(Step { to, taken, ..plain });
                }
            };
            let is_free = |to: &u8| self.men[*to as usize] == 0;
            if let Some(to) = shifted(from, (0, ahead)).filter(is_free) {
                go(to, NONE, told);
                let is_home = from >> 3 == if black { 6 } else { 1 };
                if let Some(to) = shifted(to, (0, ahead)).filter(is_free).filter(|_| is_home) {
                    told(Step { to, double: true, ..plain });
                }
            }
            for file in [-1, 1] {
                if let Some(to) = shifted(from, (file, ahead)) {
                    if is_of(self.men[to as usize], !black) {
                        go(to, to, told);
                    } else if to == self.passed {
                        let taken = shifted(to, (0, -ahead)).unwrap_or(NONE);
                        if taken != NONE && is_of(self.men[taken as usize], !black) {
                            told(Step { to, taken, ..plain });
                        }
                    }
                }
            }
            return;
        }
        for &step in directions(kind(man)) {
            let mut at = from;
            while let Some(to) = shifted(at, step) {
                let there = self.men[to as usize];
                if there == HOLE || is_of(there, black) {
                    break;
                }
                told(Step { to, taken: if is_man(there) { to } else { NONE }, ..plain });
                if is_man(there) || matches!(kind(man), KING | KNIGHT) {
                    break;
                }
                at = to;
            }
        }
        if kind(man) == KING && man & UNMOVED != 0 && !self.attacks(from, !black) {
            for (corner, way) in [(from + 3, 1), (from - 4, -1i8)] {
                let rook = self.men[corner as usize];
                let between = (from.min(corner) + 1..from.max(corner)).all(|at| self.men[at as usize] == 0);
                let over = (from as i8 + way) as u8;
                if rook & UNMOVED != 0
                    && kind(rook) == ROOK
                    && is_of(rook, black)
                    && between
                    && !self.attacks(over, !black)
                {
                    told(Step { to: (from as i8 + 2 * way) as u8, castling: true, ..plain });
                }
            }
        }
    }

    pub fn played(&self, step: Step) -> World {
        let mut after = *self;
        let man = self.men[step.from as usize];
        after.men[step.from as usize] = 0;
        if step.taken != NONE {
            after.men[step.taken as usize] = 0;
        }
        let mut put = man & !(UNMOVED | LOCATED);
        if step.promotion != 0 {
            put = put & !7 | step.promotion;
        }
        after.men[step.to as usize] = put;
        after.passed = if step.double { (step.from + step.to) / 2 } else { NONE };
        if step.castling {
            let short = step.to > step.from;
            let corner = if short { step.from + 3 } else { step.from - 4 };
            let rook = after.men[corner as usize] & !UNMOVED | VISIBLE;
            after.men[corner as usize] = 0;
            after.men[(step.from + step.to) as usize / 2] = rook;
            after.men[step.to as usize] |= VISIBLE;
        }
        after
    }

    /// In check without a legal move.
    pub fn is_mate(&self, black: bool) -> bool {
        self.in_check(black) && !self.can_move(black)
    }

    pub fn can_move(&self, black: bool) -> bool {
        let mut found = false;
        for from in 0..64 {
            if is_of(self.men[from as usize], black) {
                self.steps(from, &mut |step| found = found || !self.played(step).in_check(black));
                if found {
                    return true;
                }
            }
        }
        false
    }
}
