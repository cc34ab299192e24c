//! Generation of a man's steps: carries out the verbs of the table of pieces ([`Walker`]) on the board of a position.

mod pawns;
mod straight;

use super::line_walk::{BentLine, LineWalk, bent, circle, turns};
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares, file, from_square, rank, to_square};
use crate::fairy::moves::effect::{Effect, Step, StepKind, Why};
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::hurdles::OF_HOPPERS;
use crate::pieces::{
    Distance, Equihop, Hop, Leaps, Line, Mode, Pawn, PawnRange, Piece, Seen, Vector, Walker, bounce, equihop,
};
use crate::units::{Color, Square};
use smallvec::SmallVec;
use std::cell::Cell;

/// A man about to move in a position, and the callback that receives its steps.
pub struct Walk<'a, 'r> {
    position: &'a FairyPosition<'r>,
    side: Color,
    /// Square on which the man is.
    home: Sq,
    /// Square from which the man moves. A condition may let it act from another square than its own.
    origin: Sq,
    mode: Mode,
    /// If set, only captures on this square are reported, as if an enemy man were there.
    target: Option<Sq>,
    /// Whether steps must record the hurdle.
    tells_hurdles: bool,
    /// The piece as which the man moves at present. Some pieces may move as several others, one after the other.
    piece: Piece,
    /// If set, only steps up (1) or down (-1) the board are reported.
    heading: Option<i8>,
    /// Target squares already reported, because several verbs may lead to one square.
    told: Squares,
    take: &'a mut dyn FnMut(Step) -> bool,
    /// Whether the walk has ended, because no more steps are wanted.
    done: bool,
    /// Whether `looked_at` is kept up to date.
    watches: bool,
    /// Squares on whose content the steps reported up to now depend.
    looked_at: Cell<Squares>,
    /// If set, this cell receives the line of each step ([`BentLine`]) before the step is reported.
    line: Option<&'a Cell<BentLine>>,
}

impl<'a, 'r> Walk<'a, 'r> {
    pub fn new(
        position: &'a FairyPosition<'r>,
        side: Color,
        home: Sq,
        target: Option<Sq>,
        take: &'a mut dyn FnMut(Step) -> bool,
    ) -> Walk<'a, 'r> {
        let mode = if target.is_some() { Mode::Capture } else { Mode::Both };
        Walk {
            position,
            side,
            home,
            origin: home,
            mode,
            target,
            tells_hurdles: position.book().tells_hurdles
                && OF_HOPPERS.iter().any(|&attribute| position.board().man(home).has(attribute)),
            piece: position.board().man(home).piece(),
            heading: None,
            told: Squares::NONE,
            take,
            done: false,
            watches: false,
            looked_at: Cell::new(Squares::NONE),
            line: None,
        }
    }

    /// Makes the walk record the squares that it examines, for [`Walk::looked_at`].
    pub fn watching(self) -> Walk<'a, 'r> {
        Walk { watches: true, ..self }
    }

    /// Reports the steps of the man moving as `piece` from `origin`, which need not be its own square. Returns `true`
    /// if no more steps are wanted.
    pub fn go_as(&mut self, piece: Piece, origin: Sq, mode: Mode) -> bool {
        let Some(mode) = mode.and(self.target.map_or(Mode::Both, |_| Mode::Capture)) else { return false };
        if origin != self.origin {
            self.told = Squares::NONE;
        }
        self.origin = origin;
        self.mode = mode;
        self.piece = piece;
        let position = self.position;
        position.book().own_pieces.walk(piece, self);
        self.done
    }

    /// Returns the squares on whose content the steps reported by the walk depended; if the walk ended early, only
    /// those for the last step. The walk would report the same unless something changes on these squares, on the man's
    /// own square or, for pawns, in the right to capture en passant. Only for walks that are
    /// [`watching`](Walk::watching).
    pub fn looked_at(&self) -> Squares {
        debug_assert!(self.watches);
        self.looked_at.get()
    }

    /// Returns the content of a square. All reads of the board use this function, or record the squares that they
    /// examine themselves.
    fn man(&self, sq: Sq) -> Man {
        if self.watches {
            self.looked_at.update(|mut squares| {
                squares.add(sq);
                squares
            });
        }
        self.position.board().man(sq)
    }

    fn look(&self, sq: Sq) -> Seen {
        if self.target == Some(sq) {
            return Seen::Adverse;
        }
        let man = self.man(sq);
        if man.is_none() || self.has_left(sq) {
            Seen::Empty
        } else if sq != self.home && (man.is_of(!self.side) || self.position.book().stages.own_men_are_taken) {
            Seen::Adverse
        } else {
            Seen::Own
        }
    }

    fn is_empty(&self, sq: Sq) -> bool {
        self.target != Some(sq) && (self.man(sq).is_none() || self.has_left(sq))
    }

    /// Whether `sq` is the man's own square and counts as empty: a man that moves from another square does not block
    /// its own way.
    fn has_left(&self, sq: Sq) -> bool {
        sq == self.home && self.origin != self.home
    }

    fn next(&self, sq: Sq, vector: Vector) -> Option<Sq> {
        self.position.step(sq, vector)
    }

    /// Whether repeated steps by the vector lead to the target. `true` if there is no target.
    fn aims(&self, vector: Vector) -> bool {
        let Some(target) = self.target else { return true };
        let (files, ranks) = (file(target) - file(self.origin), rank(target) - rank(self.origin));
        let bounds = if vector.0 != 0 { files / vector.0 } else { ranks / vector.1 };
        bounds > 0 && vector.0 * bounds == files && vector.1 * bounds == ranks
    }

    fn pass_on(&mut self, to: Sq, taken: Option<Sq>, kind: StepKind) {
        if self.heading.is_some_and(|heading| (rank(to) - rank(self.origin)).signum() != heading) {
            return;
        }
        let arrives = taken.is_none_or(|taken| taken == to || kind == StepKind::EnPassant);
        if self.target.is_none() && arrives && !matches!(kind, StepKind::Castling(_) | StepKind::Over(_)) {
            if self.told.has(to) {
                return;
            }
            self.told.add(to);
        }
        // Acting from elsewhere, a man that returns to its own square has moved only if it has captured.
        let stays = taken.is_none() && self.has_left(to);
        if !self.done && (self.target.is_none() || taken == self.target) && !stays {
            self.done = (self.take)(Step { origin: self.origin, to, taken, kind });
        }
    }

    fn arrive(&mut self, to: Sq, mode: Mode) {
        self.arrive_over(None, to, mode);
    }

    fn arrive_over(&mut self, hurdle: Option<Sq>, to: Sq, mode: Mode) {
        let Some(mode) = mode.and(self.mode) else { return };
        let kind = hurdle.filter(|_| self.tells_hurdles).map_or(StepKind::Plain, StepKind::Over);
        match self.look(to) {
            Seen::Empty if mode != Mode::Capture => self.pass_on(to, None, kind),
            Seen::Adverse if mode != Mode::Move => self.pass_on(to, Some(to), kind),
            _ => {}
        }
    }

    /// Calls `follow` for each line of the given kind that begins with one of the vectors. Lines that stay straight are
    /// skipped unless they lead to the target. `bends`: the lines may bend at a hurdle.
    fn each_track(&mut self, line: Line, vectors: &[Vector], bends: bool, follow: &mut dyn FnMut(&mut Self, LineWalk)) {
        let straight = matches!(line, Line::Straight | Line::Mao | Line::Moa) && !bends;
        let mut looked_at = LookedAt::before(self);
        for (first, &vector) in vectors.iter().enumerate() {
            if straight && !self.aims(vector) {
                continue;
            }
            for &turn in turns(line, first).iter().flatten() {
                if line == Line::Circle {
                    self.on_line(|from| circle(vectors, first, turn, from));
                }
                follow(self, LineWalk::new(line, vectors, first, turn, self.origin));
                if self.done {
                    return;
                }
                looked_at.next(self);
            }
        }
        looked_at.all(self);
    }
}

/// Keeps apart the squares that a walk examines on different lines. The record of each line starts with the squares
/// examined before the first line. So a walk that ends on a line depends on none of the other lines.
struct LookedAt {
    before: Squares,
    all: Squares,
}

impl LookedAt {
    fn before(walk: &Walk) -> LookedAt {
        let before = walk.looked_at.get();
        LookedAt { before, all: before }
    }

    fn next(&mut self, walk: &Walk) {
        if walk.watches {
            self.all = self.all.or(&walk.looked_at.replace(self.before));
        }
    }

    fn all(self, walk: &Walk) {
        if walk.watches {
            walk.looked_at.set(self.all);
        }
    }
}

impl FairyPosition<'_> {
    /// Returns the lines on which the man on `from` observes `target`, for pieces whose lines bend.
    pub fn bent_lines(&self, from: Sq, target: Sq) -> SmallVec<[BentLine; 4]> {
        let man = self.board().man(from);
        let (line, mut lines) = (Cell::new([0; 4]), SmallVec::new());
        let take = &mut |_: Step| {
            lines.push(line.get());
            false
        };
        let walk = Walk::new(self, man.color(), from, Some(target), take);
        Walk { line: Some(&line), ..walk }.go_as(man.piece(), from, Mode::Capture);
        lines
    }

    /// Whether the man on `home`, moving as `piece` from `origin`, could capture on the target.
    fn reaches(&self, side: Color, home: Sq, origin: Sq, piece: Piece, target: Sq) -> bool {
        self.might_capture(side, piece, origin, target)
            && Walk::new(self, side, home, Some(target), &mut |_| true).go_as(piece, origin, Mode::Capture)
    }

    /// Whether the man on `sq`, which has no moves of its own, may borrow the moves of `piece` from a man of `lenders`.
    /// A lender must observe `sq` when moving as `piece`. It must be of that piece, or have borrowed its moves itself.
    /// `asked` holds the men already examined, which are skipped: a chain of loans that returns to a man gives it no
    /// new moves.
    fn is_lent(&self, piece: Piece, sq: Sq, lenders: Color, asked: &mut Squares) -> bool {
        let board = self.board();
        self.sources_within(lenders, piece, sq).iter().any(|lender| {
            let other = board.man(lender).piece();
            let borrows = if other == piece { None } else { other.borrows() };
            if lender == sq || other != piece && (borrows.is_none() || asked.has(lender)) {
                return false;
            }
            if !self.reaches(lenders, lender, lender, piece, sq) {
                return false;
            }
            match borrows {
                None => true,
                Some(from_own) => {
                    asked.add(lender);
                    self.is_lent(piece, lender, if from_own { lenders } else { !lenders }, asked)
                }
            }
        })
    }
}

impl Walker for Walk<'_, '_> {
    fn from(&self) -> Square {
        to_square(self.origin)
    }

    fn ahead(&self) -> i8 {
        self.side.ahead()
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

    fn men(&self) -> Vec<Square> {
        self.looked_at.set(Squares::ALL);
        let mut men = self.position.board().occupied();
        if let Some(target) = self.target {
            men.add(target);
        }
        men.remove(self.home);
        men.remove(self.origin);
        men.iter().map(to_square).collect()
    }

    fn target(&self) -> Option<Square> {
        self.target.map(to_square)
    }

    fn observers(&mut self, own: bool) -> SmallVec<[Piece; 8]> {
        self.looked_at.set(Squares::ALL);
        let board = self.position.board();
        let mut kinds: SmallVec<[Piece; 8]> = SmallVec::new();
        for sq in board.occupied().iter() {
            let piece = board.man(sq).piece();
            if !kinds.contains(&piece) && piece.borrows().is_none() {
                kinds.push(piece);
            }
        }
        let lenders = if own { self.side } else { !self.side };
        // A man that goes elsewhere before capturing is observed there, and blocks others there.
        let has_gone = self.origin != self.home && self.position.book().stages.origins_are_silent;
        let gone = has_gone.then(|| {
            let mut gone = self.position.to_try_moves();
            gone.apply(Effect::Go { from: self.home, to: self.origin, why: Why::Silent });
            gone
        });
        let (position, at) = match &gone {
            Some(gone) => (gone, self.origin),
            None => (self.position, self.home),
        };
        kinds.retain(|&mut piece| {
            // Moves that do not lead to the target are not needed.
            let leads = |target| position.reaches(self.side, at, self.origin, piece, target);
            self.target.is_none_or(leads) && {
                let mut asked = Squares::NONE;
                asked.add(at);
                position.is_lent(piece, at, lenders, &mut asked)
            }
        });
        kinds
    }

    fn bends(&mut self, before: Vector, after: Vector) {
        self.on_line(|_| [before.0, before.1, after.0, after.1]);
    }

    fn go(&mut self, to: Square, mode: Mode) {
        self.arrive(from_square(to), mode);
    }

    fn go_over(&mut self, hurdle: Square, to: Square, mode: Mode) {
        self.arrive_over(Some(from_square(hurdle)), from_square(to), mode);
    }

    fn take_on(&mut self, victim: Square, to: Square) {
        let (victim, to) = (from_square(victim), from_square(to));
        if self.mode != Mode::Move && self.look(victim) == Seen::Adverse && self.is_empty(to) {
            self.pass_on(to, Some(victim), StepKind::Plain);
        }
    }

    fn leap(&mut self, vectors: &[Vector], mode: Mode) {
        if let Some(target) = self.target {
            let wanted = (file(target) - file(self.origin), rank(target) - rank(self.origin));
            if vectors.contains(&wanted) {
                self.arrive(target, mode);
            }
            return;
        }
        let mut looked_at = LookedAt::before(self);
        for &vector in vectors {
            if let Some(to) = self.next(self.origin, vector) {
                self.arrive(to, mode);
                if self.done {
                    return;
                }
                looked_at.next(self);
            }
        }
        looked_at.all(self);
    }

    fn along(&mut self, path: &[(Square, bool)], mode: Mode) {
        for &(to, ends) in path {
            let to = from_square(to);
            if ends {
                self.arrive(to, mode);
            }
            if self.done || !self.is_empty(to) {
                return;
            }
        }
    }

    fn ride_along(&mut self, line: Line, vectors: &[Vector], mode: Mode) {
        if line == Line::Straight && self.position.is_whole() {
            return self.ride_rays(vectors, mode);
        }
        let position = self.position;
        self.each_track(line, vectors, false, &mut |walk, mut track| {
            while let Some((to, ends)) = track.next(position) {
                let empty = walk.is_empty(to);
                if ends && (!empty || walk.target.is_none()) {
                    walk.arrive(to, mode);
                }
                if !empty || walk.done {
                    return;
                }
            }
        });
    }

    fn ride_to(&mut self, vectors: &[Vector], ends: fn(&dyn Walker, Square) -> bool) {
        for &vector in vectors {
            if !self.aims(vector) {
                continue;
            }
            let mut sq = self.origin;
            while let Some(to) = self.next(sq, vector) {
                if ends(self, to_square(to)) {
                    self.arrive(to, Mode::Both);
                }
                if self.done || !self.is_empty(to) {
                    break;
                }
                sq = to;
            }
        }
    }

    fn hop(&mut self, hop: Hop, mode: Mode) {
        if hop.line == Line::Straight && hop.turn == 0 && self.position.is_whole() {
            return self.hop_on_rays(hop, mode);
        }
        let position = self.position;
        self.each_track(hop.line, hop.vectors, hop.turn != 0, &mut |walk, mut track| {
            let (mut hurdle, mut hurdles, mut before) = (walk.origin, 0, 0);
            while hurdles < hop.hurdles {
                let Some((sq, _)) = track.next(position) else { return };
                if !walk.is_empty(sq) {
                    hurdles += 1;
                    hurdle = sq;
                    if hurdles == 1 {
                        before = track.bounds();
                    }
                }
            }
            if matches!(hop.before, Distance::Exactly(n) if n != before) {
                return;
            }
            if hop.turn == 0 {
                walk.land(&mut track, hurdle, before, hop.after, mode);
            } else {
                walk.turn(hop, track.first(), hurdle, before, mode);
            }
        });
    }

    fn locust_along(&mut self, line: Line, vectors: &[Vector], before: Distance) {
        if self.mode == Mode::Move {
            return;
        }
        let position = self.position;
        self.each_track(line, vectors, false, &mut |walk, mut track| {
            let Some(victim) =
                std::iter::from_fn(|| track.next(position)).map(|(sq, _)| sq).find(|&sq| !walk.is_empty(sq))
            else {
                return;
            };
            if matches!(before, Distance::Exactly(n) if n != track.bounds()) || walk.look(victim) != Seen::Adverse {
                return;
            }
            if let Some((to, _)) = track.next(position).filter(|&(to, _)| walk.is_empty(to)) {
                walk.pass_on(to, Some(victim), StepKind::Plain);
            }
        });
    }

    fn bounce(&mut self, vectors: &[Vector]) {
        bounce(self, vectors);
    }

    fn equihop(&mut self, how: Equihop, beyond: fn(Vector) -> Leaps) {
        equihop(self, how, beyond);
    }

    fn pawn(&mut self, pawn: Pawn) {
        let towards = pawn.towards(self.side);
        let geometry = &self.position.book().geometry;
        // A stepping pawn is stuck on its first rank unless a condition lets it go. A marine pawn and the pawn's half of a
        // hunter check from there, as in Popeye. A marine ship and a man that has borrowed a pawn's moves are not stuck.
        let is_marine = pawn.range == PawnRange::Locust;
        let stays = geometry.keeps_pawn(pawn.range, towards, self.origin)
            && (!is_marine || self.piece.is_pawn())
            && self.man(self.home).piece().borrows().is_none();
        let checks = (is_marine || self.heading.is_some()) && self.target.is_some();
        if stays && !checks {
            return;
        }
        let [moves, captures] = pawn.directions(towards);
        if self.mode != Mode::Move && pawn.captures {
            for &vector in captures {
                self.pawn_capture(vector, pawn.range);
            }
        }
        if self.mode != Mode::Capture && !stays {
            for &vector in moves {
                self.pawn_move(vector, pawn.range, towards);
            }
        }
    }

    fn castle(&mut self) {
        if self.target.is_some() || self.mode == Mode::Capture || self.origin != self.home {
            return;
        }
        let position = self.position;
        for index in position.castlings(self.side, self.home) {
            let castling = &position.book().geometry.castlings[usize::from(index)];
            if castling.royal == self.piece {
                self.pass_on(castling.king_to, None, StepKind::Castling(index));
            }
        }
    }

    fn as_piece(&mut self, piece: Piece, mode: Mode) {
        let before = (self.mode, self.piece);
        if let (Some(mode), false) = (mode.and(before.0), self.done) {
            (self.mode, self.piece) = (mode, piece);
            let position = self.position;
            position.book().own_pieces.walk(piece, self);
            (self.mode, self.piece) = before;
        }
    }

    fn as_hunter(&mut self, piece: Piece, heading: i8) {
        let before = self.heading;
        self.heading = Some(heading);
        self.as_piece(piece, Mode::Both);
        self.heading = before;
    }
}

impl Walk<'_, '_> {
    fn on_line(&self, line: impl Fn(Sq) -> BentLine) {
        if let Some(told) = self.line {
            told.set(line(self.origin));
        }
    }

    /// Reports the steps of a hop that end beyond its last hurdle, on the rest of its line `track`. `after` is the
    /// required distance beyond the hurdle; `before`, the number of bounds up to the first hurdle, which may be
    /// required again.
    fn land(&mut self, track: &mut LineWalk, hurdle: Sq, before: u8, after: Distance, mode: Mode) {
        let position = self.position;
        let mut bounds = 0;
        while let Some((to, can_end)) = track.next(position) {
            bounds += u8::from(can_end);
            let ends = can_end
                && match after {
                    Distance::Any => true,
                    Distance::Exactly(n) => bounds == n,
                    Distance::Same => bounds == before,
                };
            if ends {
                self.arrive_over(Some(hurdle), to, mode);
            }
            if self.done || !self.is_empty(to) || ends && after != Distance::Any {
                return;
            }
        }
    }

    /// Like [`Walk::land`], but for a hop that bends at the hurdle: reports the steps on each of the lines on which it
    /// may continue.
    fn turn(&mut self, hop: Hop, vector: Vector, hurdle: Sq, before: u8, mode: Mode) {
        for mut beyond in bent(hop, vector, hurdle).into_iter().flatten() {
            self.bends(vector, beyond.first());
            self.land(&mut beyond, hurdle, before, hop.after, mode);
            if self.done {
                return;
            }
        }
    }
}
