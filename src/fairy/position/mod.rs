//! A position of the fairy engine. Men, rights and slots change through [`FairyPosition::apply`].

pub mod goals;
mod keys;
pub mod observation;
mod origins;
pub mod repetition;

use crate::clock::Clock;
use crate::fairy::board::Board;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares, at, file, from_square, rank, to_square};
use crate::fairy::moves::effect::{Effect, Move, Step, StepKind};
use crate::fairy::rules::rulebook::RuleBook;
use crate::pieces::Vector;
use crate::units::{Castling, Color, Diagram, Piece, Placement, Square};
use repetition::Repetition;

/// Greatest number of slots. A slot holds a number that a condition keeps in addition to the men on the board.
pub const SLOTS: usize = 16;

/// Greatest nested-check depth. A test of check may play the capture of a king, and may for that have to play the
/// capture of another king.
///
/// At the greatest depth a man attacks whatever it could capture. Without this limit, rules that bring kings back and
/// then test for checks would never end.
const DEEPEST: u8 = 2;

/// The right to capture en passant: the squares that a pawn has just passed over, their number, and the pawn's square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Passing {
    squares: [Sq; 2],
    count: u8,
    pawn: Sq,
}

impl Passing {
    /// Returns the square of the pawn that can be captured en passant on `sq`, or `None`.
    pub fn victim(&self, sq: Sq) -> Option<Sq> {
        self.squares[..usize::from(self.count)].contains(&sq).then_some(self.pawn)
    }

    /// Returns the square of the pawn that can be captured en passant, or `None`.
    pub fn pawn(&self) -> Option<Sq> {
        (self.count > 0).then_some(self.pawn)
    }
}

/// The last move, as the tests of goals need it.
#[derive(Clone, Copy, Debug)]
pub struct Last {
    pub from: Sq,
    pub step: Step,
    /// Final square of the moving man; `None` if it has vanished.
    pub at: Option<Sq>,
    /// Whether a captured man was reborn in the move.
    pub reborn: bool,
}

/// The state that [`FairyPosition::finish`] overwrites, saved to undo it.
pub struct Unfinished {
    side: Color,
    unmoved: Squares,
    passing: Passing,
    last: Option<Last>,
    past: Repetition,
}

/// A position: men on a board, the side to move, rights and slots, under a rule book.
#[derive(Clone)]
pub struct FairyPosition<'r> {
    book: &'r RuleBook,
    board: Board,
    side: Color,
    /// Home squares of men that count as unmoved: kings and rooks that may still castle, for instance.
    unmoved: Squares,
    passing: Passing,
    /// Squares that have vanished from the board.
    holes: Squares,
    slots: [u32; SLOTS],
    /// Men beneath squares: sorted by square, the uppermost man of a square last.
    beneath: Vec<(Sq, Man)>,
    /// The present and the diagram square of each man, sorted by present square; empty if the rules do not need them.
    origins: Vec<(Sq, Sq)>,
    last: Option<Last>,
    exclusive: &'r [(Square, Square)],
    /// Former positions of the play; empty if the rules do not need them.
    past: Repetition,
    /// Nested-check depth: the number of hypothetical moves, one within the other, that led to this position.
    thought: u8,
    /// Whether this position holds only the men of one of two planes.
    is_one_plane: bool,
    /// The clock with the time limit, at which long computations stop; `None` if there is none.
    clock: Option<&'r Clock>,
}

impl<'r> FairyPosition<'r> {
    pub fn new(book: &'r RuleBook, diagram: &Diagram, side: Color) -> FairyPosition<'r> {
        let mut board = Board::empty();
        for (square, unit) in diagram.placement.iter() {
            board.put(from_square(square), book.man(unit));
        }
        let origins =
            if book.keeps_origins { board.occupied().iter().map(|sq| (sq, sq)).collect() } else { Vec::new() };
        let mut slots = [0; SLOTS];
        slots[..book.stages.slots.len()].copy_from_slice(&book.stages.slots);
        let mut position = FairyPosition {
            book,
            board,
            side,
            unmoved: Squares::NONE,
            passing: Passing::default(),
            holes: Squares::NONE,
            slots,
            beneath: Vec::new(),
            origins,
            last: None,
            exclusive: &[],
            past: Repetition::default(),
            thought: 0,
            is_one_plane: false,
            clock: None,
        };
        for (square, unit) in diagram.beneath.iter().flat_map(Placement::iter) {
            position.put_beneath(from_square(square), book.man(unit));
        }
        position.unmoved = position.at_home();
        if let Castling::Rooks(rooks) = &diagram.castling {
            for castling in &book.geometry.castlings {
                if !rooks.contains(&to_square(castling.rook)) {
                    position.unmoved.remove(castling.rook);
                }
            }
        }
        if let Some(square) = diagram.en_passant {
            position.passing = position.passed_over(from_square(square));
        }
        position
    }

    /// Removes the castling rights of the kings and rooks on these squares.
    pub fn without_castling(mut self, home: &[Square]) -> FairyPosition<'r> {
        for &square in home {
            self.unmoved.remove(from_square(square));
        }
        self
    }

    /// Lets the pawn on the second square of `step` count as having just passed over the first, so that it can be
    /// captured en passant. `None` changes nothing.
    pub fn with_pawn_passed(mut self, step: Option<(Square, Square)>) -> FairyPosition<'r> {
        let Some((passed, to)) = step.map(|(passed, to)| (from_square(passed), from_square(to))) else { return self };
        let man = self.board.man(to);
        if man.is_of(!self.side) && man.piece().is_captured_en_passant() {
            self.passing = Passing { squares: [passed; 2], count: 1, pawn: to };
        }
        self
    }

    /// Makes castlings exclude each other: for each pair of rook squares, castling with one rook ends the right to
    /// castle with the other.
    pub fn with_exclusive_castling(mut self, pairs: &'r [(Square, Square)]) -> FairyPosition<'r> {
        self.exclusive = pairs;
        self
    }

    /// Sets the clock. Once the clock has rung, results are unreliable.
    pub fn with_clock(self, clock: &'r Clock) -> FairyPosition<'r> {
        FairyPosition { clock: Some(clock), ..self }
    }

    /// Returns a copy without a clock, whose results are always reliable.
    pub fn without_clock(&self) -> FairyPosition<'r> {
        FairyPosition { clock: None, ..self.clone() }
    }

    /// Whether the clock has rung, so that results no longer matter.
    pub fn is_late(&self) -> bool {
        self.clock.is_some_and(Clock::has_rung)
    }

    /// Returns the right to capture en passant a pawn that has passed over `first`. The pawn is searched on the squares
    /// beyond; it may have passed over a second square.
    fn passed_over(&self, first: Sq) -> Passing {
        let ahead = if self.side == Color::White { -1 } else { 1 };
        let berolina = Piece::from_code("BP");
        let is_pawn = |sq: Sq, is_berolina: bool| {
            let man = self.board.man(sq);
            let piece = man.piece();
            man.is_some()
                && man.is_of(!self.side)
                && piece.is_captured_en_passant()
                && (Some(piece) == berolina) == is_berolina
        };
        let mut passing = Passing { squares: [first; 2], count: 1, pawn: first };
        while let Some(next) = self.book.geometry.step(passing.pawn, (0, ahead)) {
            passing.pawn = next;
            if is_pawn(next, false) {
                return passing;
            }
            if passing.count == 2 || self.board.man(next).is_some() {
                break;
            }
            passing.squares[1] = next;
            passing.count = 2;
        }
        // Berolina pawns move diagonally.
        let mut beyond = [-1, 1].into_iter().filter_map(|files| self.book.geometry.step(first, (files, ahead)));
        let pawn = beyond.find(|&sq| is_pawn(sq, true));
        pawn.map_or(Passing::default(), |pawn| Passing { squares: [first; 2], count: 1, pawn })
    }

    fn at_home(&self) -> Squares {
        self.board.occupied().iter().filter(|&sq| self.is_home(sq)).collect()
    }

    /// Whether some rule depends on whether the man on the square has moved, as for a king or rook at home that could
    /// castle.
    pub fn is_home(&self, sq: Sq) -> bool {
        let geometry = &self.book.geometry;
        let man = self.board.man(sq);
        let stands = |color: Color, piece: Piece, home: Sq| {
            sq == home && man.is_some() && man.is_of(color) && man.piece() == piece
        };
        geometry.homes.iter().any(|&(color, piece, home)| stands(color, piece, home))
            || geometry.castlings.iter().any(|castling| {
                stands(castling.color, castling.royal, castling.king)
                    || stands(castling.color, castling.partner, castling.rook)
            })
    }

    pub fn book(&self) -> &'r RuleBook {
        self.book
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn side(&self) -> Color {
        self.side
    }

    pub fn passing(&self) -> &Passing {
        &self.passing
    }

    pub fn unmoved(&self) -> &Squares {
        &self.unmoved
    }

    /// Returns the square at `sq` plus the vector; `None` if the board lacks that square or the square has vanished.
    pub fn step(&self, sq: Sq, vector: Vector) -> Option<Sq> {
        self.book.geometry.step(sq, vector).filter(|&to| !self.holes.has(to))
    }

    /// Whether no square has vanished, so that the tables of lines and ranges are exact.
    pub fn is_whole(&self) -> bool {
        self.holes.is_empty()
    }

    pub fn squares_gone(&self) -> &Squares {
        &self.holes
    }

    /// Whether the square is on the board and has not vanished.
    pub fn has(&self, sq: Sq) -> bool {
        self.book.geometry.has(sq) && !self.holes.has(sq)
    }

    pub fn last(&self) -> Option<&Last> {
        self.last.as_ref()
    }

    pub fn slot(&self, slot: u8) -> u32 {
        self.slots[usize::from(slot)]
    }

    /// Returns the uppermost man beneath the square, which surfaces when the square is left; [`Man::NONE`] if there is
    /// none.
    pub fn beneath(&self, sq: Sq) -> Man {
        self.beneath.iter().rfind(|(at, _)| *at == sq).map_or(Man::NONE, |(_, man)| *man)
    }

    pub fn all_beneath(&self) -> impl Iterator<Item = (Sq, Man)> {
        self.beneath.iter().copied()
    }

    pub fn covered(&self) -> Squares {
        self.beneath.iter().map(|(sq, _)| *sq).collect()
    }

    /// Applies one effect to the position. The side to move stays the same.
    pub fn apply(&mut self, effect: Effect) {
        if self.book.keeps_origins {
            self.carry_origins(effect);
        }
        match effect {
            Effect::Nothing | Effect::Origin { .. } => {}
            Effect::Remove { sq, .. } => {
                self.board.put(sq, Man::NONE);
                self.unmoved.remove(sq);
            }
            Effect::Go { from, to, .. } => {
                let man = self.board.man(from);
                self.board.put(from, Man::NONE);
                self.board.put(to, man);
                self.unmoved.remove(from);
                self.unmoved.remove(to);
            }
            Effect::Put { sq, man, .. } | Effect::Change { sq, man, .. } => {
                self.board.put(sq, man);
                self.unmoved.remove(sq);
            }
            Effect::Swap { a, b } => {
                let (first, second) = (self.board.man(a), self.board.man(b));
                self.board.put(a, second);
                self.board.put(b, first);
                self.unmoved.remove(a);
                self.unmoved.remove(b);
            }
            Effect::Cycle { squares } => {
                let men = squares.map(|sq| self.board.man(sq));
                for (index, man) in men.into_iter().enumerate() {
                    self.board.put(squares[(index + 1) % squares.len()], man);
                    self.unmoved.remove(squares[index]);
                }
            }
            Effect::Slot { slot, value } => self.slots[usize::from(slot)] = value,
            Effect::Hole { sq } => self.holes.add(sq),
            Effect::Turned => {
                let (files, ranks) = (self.book.geometry.files, self.book.geometry.ranks);
                let men: Vec<(Sq, Man)> = self.board.occupied().iter().map(|sq| (sq, self.board.man(sq))).collect();
                self.board = Board::empty();
                self.unmoved = Squares::NONE;
                for (sq, man) in men {
                    let turned = at(files - 1 - file(sq), ranks - 1 - rank(sq)).expect("the board has room");
                    let other = if man.is_neutral() { man } else { man.with_color(!man.color()) };
                    self.board.put(turned, other);
                }
            }
            Effect::Under { sq, man } => {
                if man.is_some() {
                    self.put_beneath(sq, man);
                } else {
                    self.take_from_beneath(sq);
                }
            }
            Effect::Cover { sq } => {
                self.put_beneath(sq, self.board.man(sq));
                self.board.put(sq, Man::NONE);
                self.unmoved.remove(sq);
            }
            Effect::Dive { sq } => {
                let (man, beneath) = (self.board.man(sq), self.beneath(sq));
                self.take_from_beneath(sq);
                self.put_beneath(sq, man);
                self.board.put(sq, beneath);
            }
            Effect::Unmoved { sq } => self.unmoved.add(sq),
            Effect::Passing { squares, count, pawn } => self.passing = Passing { squares, count, pawn },
        }
    }

    fn put_beneath(&mut self, sq: Sq, man: Man) {
        let end = self.beneath.partition_point(|(at, _)| *at <= sq);
        self.beneath.insert(end, (sq, man));
    }

    fn take_from_beneath(&mut self, sq: Sq) {
        if let Some(uppermost) = self.beneath.iter().rposition(|(at, _)| *at == sq) {
            self.beneath.remove(uppermost);
        }
    }

    /// Sets the right to capture en passant after a step.
    pub fn pass_by(&mut self, step: Step) {
        self.passing = match step.kind {
            // A man that is not, or no longer, a pawn cannot be captured en passant.
            StepKind::Passing(squares, count) if self.board.man(step.to).piece().is_captured_en_passant() => {
                Passing { squares, count, pawn: step.to }
            }
            _ => Passing::default(),
        };
    }

    /// Ends a move whose effects have been applied: updates rights and the last move, and passes the turn. `at` is the
    /// moving man's final square.
    pub fn finish(&mut self, from: Sq, step: Step, effects: &[Effect], at: Option<Sq>) {
        // A condition may have sent the pawn elsewhere after its double step.
        self.pass_by(step);
        match at {
            Some(at) => self.passing.pawn = at,
            None => self.passing = Passing::default(),
        }
        if let Some(&passed @ Effect::Passing { .. }) = effects.iter().find(|e| matches!(e, Effect::Passing { .. })) {
            self.apply(passed);
        }
        if let StepKind::Castling(index) = step.kind {
            let rook = to_square(self.book.geometry.castlings[usize::from(index)].rook);
            for &(a, b) in self.exclusive {
                if let Some(other) = (a == rook).then_some(b).or((b == rook).then_some(a)) {
                    self.unmoved.remove(from_square(other));
                }
            }
        }
        if step.taken.is_some() && self.book.captures_are_final {
            self.past = Repetition::default();
        }
        self.last = Some(Last { from, step, at, reborn: effects.iter().any(Effect::is_rebirth) });
        self.side = !self.side;
    }

    /// Saves the state that [`FairyPosition::finish`] will overwrite, for [`FairyPosition::take_up`].
    pub fn unfinished(&self) -> Unfinished {
        Unfinished {
            side: self.side,
            unmoved: self.unmoved,
            passing: self.passing,
            last: self.last,
            past: self.past.clone(),
        }
    }

    /// Undoes [`FairyPosition::finish`], given the state saved before.
    pub fn take_up(&mut self, before: Unfinished) {
        (self.side, self.unmoved, self.passing, self.last) = (before.side, before.unmoved, before.passing, before.last);
        self.past = before.past;
    }

    /// Undoes a move: its `effects`, and [`FairyPosition::finish`]. `before` is the position before the move.
    /// Afterwards this position is as [`FairyPosition::about_to_move`] makes it from `before`.
    pub fn restore<'e>(&mut self, before: &FairyPosition<'r>, effects: impl Iterator<Item = &'e Effect>) {
        for effect in effects {
            match *effect {
                Effect::Remove { sq, .. } | Effect::Put { sq, .. } | Effect::Change { sq, .. } => {
                    self.board.put(sq, before.board.man(sq));
                }
                Effect::Go { from: a, to: b, .. } | Effect::Swap { a, b } => {
                    self.board.put(a, before.board.man(a));
                    self.board.put(b, before.board.man(b));
                }
                Effect::Slot { slot, .. } => self.slots[usize::from(slot)] = before.slots[usize::from(slot)],
                Effect::Hole { .. } => self.holes = before.holes,
                Effect::Under { .. } => self.beneath.clone_from(&before.beneath),
                Effect::Cover { sq } | Effect::Dive { sq } => {
                    self.board.put(sq, before.board.man(sq));
                    self.beneath.clone_from(&before.beneath);
                }
                Effect::Cycle { squares } => {
                    squares.into_iter().for_each(|sq| self.board.put(sq, before.board.man(sq)));
                }
                Effect::Turned => self.board.clone_from(&before.board),
                Effect::Nothing | Effect::Unmoved { .. } | Effect::Origin { .. } | Effect::Passing { .. } => {}
            }
        }
        (self.side, self.unmoved, self.passing, self.last) = (before.side, before.unmoved, before.passing, before.last);
        if self.book.keeps_origins {
            self.origins.clone_from(&before.origins);
        }
        if self.book.remembers_past {
            self.past = before.past.with(before.own_key());
        }
    }

    /// Calls `f` in the position after the move, and returns its result. The position itself stays the same.
    pub fn playing<R>(&mut self, m: &Move, f: impl FnOnce(&mut Self) -> R) -> R {
        let mut touched = [(0, Man::NONE); 6];
        let mut count = 0;
        let effects = m.effects(&self.book.long_moves);
        for effect in effects.iter() {
            let Some(squares) = effect.changed_squares() else { return f(&mut self.after(m)) };
            for sq in squares.into_iter().flatten() {
                let Some(place) = touched.get_mut(count) else { return f(&mut self.after(m)) };
                *place = (sq, self.board.man(sq));
                count += 1;
            }
        }
        if self.book.remembers_past || self.book.keeps_origins {
            return f(&mut self.after(m));
        }
        let key = self.board.key();
        let (side, unmoved, passing, last) = (self.side, self.unmoved, self.passing, self.last);
        let slots = self.slots;
        self.play(m);
        let result = f(self);
        self.board.take_back(touched[..count].iter().copied(), key);
        (self.side, self.unmoved, self.passing, self.last) = (side, unmoved, passing, last);
        self.slots = slots;
        result
    }

    /// Returns a copy on which a move can be played. If the rules need former positions, this position becomes one of
    /// those of the copy.
    #[inline]
    pub fn about_to_move(&self) -> FairyPosition<'r> {
        let mut next = self.clone();
        if self.book.remembers_past {
            next.past = self.past.with(self.own_key());
        }
        next
    }

    /// Like [`FairyPosition::about_to_move`], but the copy does not update its hash key with each change. This makes
    /// changes cheaper, but requests of the key more expensive.
    #[inline]
    pub fn to_try_moves(&self) -> FairyPosition<'r> {
        let mut next = self.about_to_move();
        next.board.forget_key();
        next
    }

    /// Whether this position, if the other side were to move, has occurred before.
    pub fn would_repeat(&self) -> bool {
        self.past.has(self.with_side(!self.side).own_key())
    }

    pub fn after(&self, m: &Move) -> FairyPosition<'r> {
        let mut after = self.about_to_move();
        after.play(m);
        after
    }

    fn play(&mut self, m: &Move) {
        let effects = m.effects(&self.book.long_moves);
        let mut at = Some(m.from).filter(|_| m.step.kind.is_made_by_a_man());
        for &effect in effects.iter() {
            at = effect.carry(at);
            self.apply(effect);
        }
        self.finish(m.from, m.step, &effects, at);
    }

    /// Returns the position after a pass of the side to move.
    pub fn passed(&self) -> FairyPosition<'r> {
        let mut after = self.clone();
        // With paralysis, a man that a pawn observes en passant stays paralysed during the pass.
        if self.book.stages.mobility.is_empty() {
            after.passing = Passing::default();
        }
        after.set_slots(&self.book.stages.forgotten);
        after.side = !self.side;
        after
    }

    /// Returns this position with `by` to move, for a hypothetical move that answers a question about it, such as
    /// whether it is check. `None` at the greatest nested-check depth. Rules that try moves while checks or
    /// consequences are computed must use this, so that no combination of rules recurses without end.
    pub fn in_thought(&self, by: Color) -> Option<FairyPosition<'r>> {
        (self.thought < DEEPEST).then(|| FairyPosition { side: by, thought: self.thought + 1, ..self.clone() })
    }

    pub fn thought(&self) -> u8 {
        self.thought
    }

    pub fn is_one_plane(&self) -> bool {
        self.is_one_plane
    }

    /// Returns the part of the position on one plane: only the men on `squares`.
    pub fn one_plane(&self, squares: &Squares) -> FairyPosition<'r> {
        let mut plane = FairyPosition { is_one_plane: true, ..self.clone() };
        plane.board.keep(squares);
        if plane.passing.pawn().is_some_and(|pawn| plane.board.is_empty(pawn)) {
            plane.passing = Passing::default();
        }
        plane
    }

    pub fn after_null_move(&self) -> FairyPosition<'r> {
        let mut after = self.idle_move().map_or_else(|| self.passed(), |m| self.after(&m));
        after.set_slots(&self.book.stages.lapsing);
        after
    }

    fn set_slots(&mut self, values: &[(u8, u32)]) {
        for &(slot, value) in values {
            self.slots[usize::from(slot)] = value;
        }
    }

    pub fn with_side(&self, side: Color) -> FairyPosition<'r> {
        FairyPosition { side, ..self.clone() }
    }
}
