//! The board's side of [`Walker`]: the verbs of the table of pieces, carried out.

use super::effect::{Step, StepKind};
use super::man::Man;
use super::position::FairyPosition;
use super::squares::{Sq, Squares, file, from_square, rank, to_square};
use crate::pieces::{Distance, Hop, Mode, Pawn, PawnRange, Piece, Seen, Vector, Walker};
use crate::units::{Color, Square};

/// A man about to move, and who is told of its steps.
pub struct Walk<'a, 'r> {
    position: &'a FairyPosition<'r>,
    side: Color,
    /// Where the man stands.
    home: Sq,
    /// From where it goes.
    origin: Sq,
    mode: Mode,
    /// Only captures of what stands here are wanted, as if it were adverse.
    target: Option<Sq>,
    /// Men whose observation is being asked about: orphans and friends do not ask them again.
    asked: Squares,
    tell: &'a mut dyn FnMut(Step) -> bool,
    /// Nothing more is wanted.
    done: bool,
}

impl<'a, 'r> Walk<'a, 'r> {
    pub fn new(
        position: &'a FairyPosition<'r>,
        side: Color,
        home: Sq,
        target: Option<Sq>,
        tell: &'a mut dyn FnMut(Step) -> bool,
    ) -> Walk<'a, 'r> {
        let mode = if target.is_some() { Mode::Capture } else { Mode::Both };
        Walk { position, side, home, origin: home, mode, target, asked: Squares::NONE, tell, done: false }
    }

    /// Goes as a piece, from a square that may be another than its own. `true` when nothing more is wanted.
    pub fn go_as(&mut self, piece: Piece, origin: Sq, mode: Mode) -> bool {
        let Some(mode) = both(self.target.map_or(Mode::Both, |_| Mode::Capture), mode) else { return false };
        self.origin = origin;
        self.mode = mode;
        (piece.def().walk)(self);
        self.done
    }

    fn man(&self, sq: Sq) -> Man {
        self.position.board().man(sq)
    }

    fn look(&self, sq: Sq) -> Seen {
        if self.target == Some(sq) {
            return Seen::Adverse;
        }
        let man = self.man(sq);
        if man.is_none() || self.has_left(sq) {
            Seen::Empty
        } else if man.is_of(!self.side) && sq != self.home {
            Seen::Adverse
        } else {
            Seen::Own
        }
    }

    fn is_empty(&self, sq: Sq) -> bool {
        self.target != Some(sq) && (self.man(sq).is_none() || self.has_left(sq))
    }

    /// A man that acts from another square is not in its own way.
    fn has_left(&self, sq: Sq) -> bool {
        sq == self.home && self.origin != self.home
    }

    fn next(&self, sq: Sq, vector: Vector) -> Option<Sq> {
        self.position.step(sq, vector)
    }

    /// How many of the bounds lead to the target; `None` when none do. Without a target any.
    fn aims(&self, vector: Vector) -> Option<i8> {
        let Some(target) = self.target else { return Some(0) };
        let (files, ranks) = (file(target) - file(self.origin), rank(target) - rank(self.origin));
        let bounds = if vector.0 != 0 { files / vector.0 } else { ranks / vector.1 };
        (bounds > 0 && vector.0 * bounds == files && vector.1 * bounds == ranks).then_some(bounds)
    }

    fn tell(&mut self, to: Sq, taken: Option<Sq>, kind: StepKind) {
        if !self.done && (self.target.is_none() || taken == self.target) && !(to == self.home && self.has_left(to)) {
            self.done = (self.tell)(Step { origin: self.origin, to, taken, kind });
        }
    }

    fn arrive(&mut self, to: Sq, mode: Mode) {
        let Some(mode) = both(self.mode, mode) else { return };
        match self.look(to) {
            Seen::Empty if mode != Mode::Capture => self.tell(to, None, StepKind::Plain),
            Seen::Adverse if mode != Mode::Move => self.tell(to, Some(to), StepKind::Plain),
            _ => {}
        }
    }

    /// The first man in a direction, and how many bounds away it stands.
    fn first_man(&self, from: Sq, vector: Vector) -> Option<(Sq, u8)> {
        let mut sq = from;
        let mut bounds = 0;
        loop {
            sq = self.next(sq, vector)?;
            bounds += 1;
            if !self.is_empty(sq) {
                return Some((sq, bounds));
            }
        }
    }

    /// All vectors when nothing is aimed at, or the way may bend; otherwise those that lead to the target.
    fn aligned(&self, vector: Vector, bends: bool) -> bool {
        bends || self.aims(vector).is_some()
    }
}

/// What two modes allow together.
fn both(a: Mode, b: Mode) -> Option<Mode> {
    match (a, b) {
        (Mode::Both, mode) | (mode, Mode::Both) => Some(mode),
        (a, b) => (a == b).then_some(a),
    }
}

impl Walker for Walk<'_, '_> {
    fn from(&self) -> Square {
        to_square(self.origin)
    }

    fn ahead(&self) -> i8 {
        if self.side == Color::White { 1 } else { -1 }
    }

    fn step(&self, from: Square, vector: Vector) -> Option<Square> {
        self.next(from_square(from), vector).map(to_square)
    }

    fn seen(&self, square: Square) -> Seen {
        self.look(from_square(square))
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        let man = self.man(from_square(square));
        man.is_some().then(|| man.piece())
    }

    fn doors(&self) -> Vec<Square> {
        self.position.book().geometry.doors_from(self.origin).into_iter().map(to_square).collect()
    }

    fn observers(&mut self, own: bool) -> Vec<Piece> {
        let side = if own { self.side } else { !self.side };
        let mut asked = self.asked;
        asked.add(self.home);
        let mut found = Vec::new();
        for sq in self.position.board().of(side).without(&asked).iter() {
            let piece = self.position.board().man(sq).piece();
            let mut tell = |_: Step| true;
            let mut walk = Walk::new(self.position, side, sq, Some(self.home), &mut tell);
            walk.asked = asked;
            // Through a man that borrows its way in the same manner, what that one has borrowed is passed on.
            let pieces = match piece.borrows() {
                Some(from_own) => walk.observers(from_own),
                None => vec![piece],
            };
            for piece in pieces {
                if !found.contains(&piece) && walk.go_as(piece, sq, Mode::Capture) {
                    found.push(piece);
                }
                walk.done = false;
            }
        }
        found
    }

    fn go(&mut self, to: Square, mode: Mode) {
        self.arrive(from_square(to), mode);
    }

    fn take_on(&mut self, victim: Square, to: Square) {
        let (victim, to) = (from_square(victim), from_square(to));
        if self.mode != Mode::Move && self.look(victim) == Seen::Adverse && self.is_empty(to) {
            self.tell(to, Some(victim), StepKind::Plain);
        }
    }

    fn leap(&mut self, vectors: &'static [Vector], mode: Mode) {
        if let Some(target) = self.target {
            let wanted = (file(target) - file(self.origin), rank(target) - rank(self.origin));
            if vectors.contains(&wanted) {
                self.arrive(target, mode);
            }
            return;
        }
        for &vector in vectors {
            if let Some(to) = self.next(self.origin, vector) {
                self.arrive(to, mode);
                if self.done {
                    return;
                }
            }
        }
    }

    fn ride(&mut self, vectors: &'static [Vector], mode: Mode) {
        for &vector in vectors {
            if !self.aligned(vector, false) {
                continue;
            }
            let mut sq = self.origin;
            while let Some(to) = self.next(sq, vector) {
                let empty = self.is_empty(to);
                if !empty || self.target.is_none() {
                    self.arrive(to, mode);
                }
                if self.done {
                    return;
                }
                if !empty {
                    break;
                }
                sq = to;
            }
        }
    }

    fn hop(&mut self, hop: Hop, mode: Mode) {
        let eighths = hop.vectors.len();
        for (i, &vector) in hop.vectors.iter().enumerate() {
            if !self.aligned(vector, hop.turn != 0) {
                continue;
            }
            let Some((hurdle, before)) = self.first_man(self.origin, vector) else { continue };
            if matches!(hop.before, Distance::Exactly(n) if n != before) {
                continue;
            }
            let turn = hop.turn * eighths / 8;
            let bends = [(i + turn) % eighths, (i + eighths - turn) % eighths];
            let ways = if bends[0] == bends[1] { &bends[..1] } else { &bends[..] };
            for &way in ways {
                let beyond = hop.vectors[way];
                let mut sq = hurdle;
                let mut bounds = 0;
                while let Some(to) = self.next(sq, beyond) {
                    bounds += 1;
                    let ends = match hop.after {
                        Distance::Any => true,
                        Distance::Exactly(n) => bounds == n,
                        Distance::Same => bounds == before,
                    };
                    if ends {
                        self.arrive(to, mode);
                        if self.done {
                            return;
                        }
                    }
                    if !self.is_empty(to) || ends && hop.after != Distance::Any {
                        break;
                    }
                    sq = to;
                }
            }
        }
    }

    fn locust(&mut self, vectors: &'static [Vector], before: Distance) {
        if self.mode == Mode::Move {
            return;
        }
        for &vector in vectors {
            if !self.aligned(vector, false) {
                continue;
            }
            let Some((victim, bounds)) = self.first_man(self.origin, vector) else { continue };
            if matches!(before, Distance::Exactly(n) if n != bounds) || self.look(victim) != Seen::Adverse {
                continue;
            }
            if let Some(to) = self.next(victim, vector).filter(|&to| self.is_empty(to)) {
                self.tell(to, Some(victim), StepKind::Plain);
                if self.done {
                    return;
                }
            }
        }
    }

    fn pawn(&mut self, pawn: Pawn) {
        let ahead = self.ahead();
        let geometry = &self.position.book().geometry;
        // A pawn on the first rank of its side can do nothing, unless a condition lets it.
        let leaves = geometry.pawns_leave_first_rank || geometry.first_rank.has(self.origin);
        if geometry.rank_for(self.side, self.origin) == 0 && !leaves {
            return;
        }
        let diagonal = [(-1, ahead), (1, ahead)];
        let straight = [(0, ahead)];
        let (moves, captures): (&[Vector], &[Vector]) =
            if pawn.berolina { (&diagonal, &straight) } else { (&straight, &diagonal) };
        if self.mode != Mode::Move {
            for &vector in captures {
                self.pawn_capture(vector, pawn.range);
            }
        }
        if self.mode != Mode::Capture {
            for &vector in moves {
                self.pawn_move(vector, pawn.range);
            }
        }
    }

    fn castle(&mut self) {
        if self.target.is_some() || self.mode == Mode::Capture || self.origin != self.home {
            return;
        }
        let position = self.position;
        for index in position.castlings(self.side, self.home) {
            let to = position.book().geometry.castlings[usize::from(index)].king_to;
            self.tell(to, None, StepKind::Castling(index));
        }
    }

    fn as_piece(&mut self, piece: Piece, mode: Mode) {
        let before = self.mode;
        if let (Some(mode), false) = (both(before, mode), self.done) {
            self.mode = mode;
            (piece.def().walk)(self);
            self.mode = before;
        }
    }
}

impl Walk<'_, '_> {
    fn pawn_capture(&mut self, vector: Vector, range: PawnRange) {
        let mut sq = self.origin;
        while let Some(to) = self.next(sq, vector) {
            match range {
                PawnRange::Locust => {
                    if let (Seen::Adverse, Some(beyond)) = (self.look(to), self.next(to, vector))
                        && self.is_empty(beyond)
                    {
                        self.tell(beyond, Some(to), StepKind::Plain);
                    }
                }
                _ => {
                    self.arrive(to, Mode::Capture);
                    let passing = self.position.passing();
                    let takes_passing = matches!(range, PawnRange::Step | PawnRange::Initial(_) | PawnRange::Always(_));
                    if let (Some(victim), true) = (passing.victim(to), takes_passing)
                        && self.is_empty(to)
                        && self.look(victim) == Seen::Adverse
                        // A pawn does not guard one of its own side in this way.
                        && self.man(victim).is_of(!self.side)
                    {
                        self.tell(to, Some(victim), StepKind::EnPassant);
                    }
                }
            }
            if self.done || range != PawnRange::Rider || !self.is_empty(to) {
                return;
            }
            sq = to;
        }
    }

    fn pawn_move(&mut self, vector: Vector, range: PawnRange) {
        let Some(to) = self.next(self.origin, vector).filter(|&to| self.is_empty(to)) else { return };
        self.tell(to, None, StepKind::Plain);
        if range == PawnRange::Rider {
            let mut sq = to;
            while let Some(to) = self.next(sq, vector).filter(|&to| self.is_empty(to)) {
                self.tell(to, None, StepKind::Plain);
                sq = to;
            }
            return;
        }
        let geometry = &self.position.book().geometry;
        let first = geometry.pawns_leave_first_rank && geometry.rank_for(self.side, self.origin) == 0;
        let initial = geometry.double_step[self.side as usize].has(self.origin);
        let most = match range {
            PawnRange::Initial(most) if initial => most,
            PawnRange::Always(most) => most,
            _ if first => 3,
            _ if initial => 2,
            _ => 1,
        };
        let (mut sq, mut passed) = (to, [to; 2]);
        for steps in 1..most.min(3) {
            let Some(further) = self.next(sq, vector).filter(|&further| self.is_empty(further)) else { return };
            passed[usize::from(steps) - 1] = sq;
            self.tell(further, None, StepKind::Passing(passed, steps));
            sq = further;
        }
    }
}
