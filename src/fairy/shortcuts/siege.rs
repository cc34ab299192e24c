//! Sieges: proofs that moves of the side to move do not mate, made from the lines of the position before any move is
//! played.
//!
//! The other side has one royal man, the king, on `t`. For `t` and for each square next to it, a siege knows the men of
//! the side to move that attack the square, and the lines on which others would attack it if the lines were open. A
//! witness closes a line: a man on a square that must be empty, or the missing hurdle. For squares other
//! than `t` the king counts as gone from `t`.
//!
//! *A step without consequences* changes only its departure and its target. It mates only if
//!
//! 1. `t` is attacked afterwards: by another man; or on a line that the step opens, because the moving man was its only
//!    witness or becomes its missing hurdle; or by the moving man from its target;
//! 2. each square to which the rules let the king go ([`FairyPosition::kings_steps`]) is attacked in one of these ways
//!    if it is empty or left by the moving man. If the royal man is of the piece king and no rule concerns captures,
//!    the same holds for the squares with a man of the side to move, which the king could capture. The square on which
//!    the moving man ends must be attacked by another man.
//!
//! So each man has a set of squares on which its step must end, [`Siege::ends`].
//!
//! *A step with consequences* changes at most what its [`Touch`] says. A man that is not in the touch attacks
//! afterwards only what it attacked before, and squares to which a line opens because the touch removes its witnesses
//! or supplies the hurdle. The moving man, and each other man that comes to a square, attacks as one of the men and
//! from one of the squares that the touch names. So the same two tests apply, with two differences: the rules must let
//! the king go to a flight square after any move ([`Siege::flights_for`]), and only empty squares outside the touch are
//! flights.
//!
//! Rules that paralyse men, restrict steps, or play the capture of a king to its end only take attacks away, so the
//! proofs stay valid. Rules that add attacks are excluded ([`FairyPosition::siege`]): men that move in other ways,
//! planes, checks without an attack, squares that have vanished. Rules about the moves of the mated side matter only to
//! the king's flights. A rule that chooses among the moves of that side always leaves one.

use super::check_info::Outlook;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::{Step, StepKind};
use crate::fairy::moves::move_builder::{MoveBuilder, TrialBoard};
use crate::fairy::moves::wanted::Wanted;
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::touch::Touch;
use crate::fairy::steps::range::{Capture, Range, between, capturing};
use crate::pieces::Piece;
use crate::position::{Position, WithoutParry};
use crate::units::Color;
use smallvec::SmallVec;
use std::cell::{OnceCell, RefCell};

/// A man of the side to move.
struct Attacker<'r> {
    from: Sq,
    piece: Piece,
    range: &'r Range,
}

/// Facts about the attacks on one square.
#[derive(Clone, Copy, Default)]
struct Attacks {
    /// The number of men that attack the square. `by` is one of them.
    count: u32,
    by: Sq,
    /// Men that close a line to the square alone, so that it opens when the man leaves.
    sole: Squares,
    /// For each line to the square that several men close, one of these men.
    one_of: Squares,
    /// Empty squares on which a man would be a hurdle, and would so open a line to the square.
    hurdles: Squares,
}

impl Attacks {
    fn add(&mut self, by: Sq) {
        self.count += 1;
        self.by = by;
    }

    fn are_by_others(&self, than: Sq) -> bool {
        self.count > 1 || self.count == 1 && self.by != than
    }

    /// Whether a step that changes at most what `touch` says may open a line to the square.
    fn are_opened(&self, touch: &Touch) -> bool {
        self.sole.meets(&touch.vacates)
            || self.hurdles.meets(&touch.fills)
            || self.hurdles.meets(&touch.landings)
            || self.one_of.meets(&touch.vacates) && touch.vacates.count() > 1
    }
}

/// The squares that are certainly occupied after a step, and those that are possibly occupied.
#[derive(Clone, Copy)]
struct Standing<'a> {
    certain: &'a Squares,
    possible: &'a Squares,
}

/// A reason why a move does not mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refutation {
    NoCheck,
    /// The king can go to this square.
    Flight(Sq),
}

pub(in crate::fairy) struct Siege<'p, 'r> {
    position: &'p FairyPosition<'r>,
    side: Color,
    king: Sq,
    occupied: Squares,
    men: SmallVec<[Attacker<'r>; 16]>,
    /// For each man of `men`: the squares on which its step must end in order to mate, if the step has no consequences
    /// and captures nothing except on its target.
    ends: SmallVec<[Squares; 16]>,
    /// Squares that some man of the side to move could attack from its present square if other men were placed
    /// favourably.
    in_range: Squares,
    /// The attacks on the king.
    check: Attacks,
    /// The attacks on squares other than the king's, as if the king had left its square. Computed when first requested.
    others: RefCell<SmallVec<[(Sq, Attacks); 8]>>,
    /// Squares to which the king, if the move does not change it, may go after any move if they are empty and
    /// unattacked. Computed when first requested.
    flights: OnceCell<Squares>,
}

impl<'r> FairyPosition<'r> {
    /// Returns the square of the enemy king for which a siege by the men of `by` can be computed; `None` if the rules
    /// or the position do not permit this.
    pub(in crate::fairy) fn besieged(&self, by: Color) -> Option<Sq> {
        let royals = self.board().royals(!by);
        royals.first().filter(|&king| royals.count() == 1 && self.may_be_besieged(king, by))
    }

    fn may_be_besieged(&self, king: Sq, by: Color) -> bool {
        let (book, board) = (self.book(), self.board());
        let stages = &book.stages;
        book.shortcuts
            && book.sieges
            // It would know nothing of steps of enemy men.
            && stages.extra.iter().all(|extra| !extra.are_enemy_steps())
            && self.has_plain_checks()
            && stages.aftermath.iter().all(|(_, rule)| rule.footprint().is_mostly_declared())
            && board.man(king).is_only_of(!by)
            && (stages.ways.is_empty() || board.of(by).iter().all(|sq| stages.goes_as_it_is(board.man(sq))))
            // A siege by men without lines would exclude too little.
            && board.of(by).iter().all(|sq| self.knows_lines(by, sq, king))
    }

    /// Whether the lines on which the man of `by` on `from` could attack `target` are known, as a siege requires.
    fn knows_lines(&self, by: Color, from: Sq, target: Sq) -> bool {
        let (book, piece) = (self.book(), self.board().man(from).piece());
        match book.ranges.of(&book.geometry, piece, by).capture(from, target) {
            Capture::Never | Capture::Always | Capture::IfClear | Capture::OverHurdle => true,
            _ => self.lines_as(by, from, piece, target).is_some(),
        }
    }

    /// Returns the siege of the other side's king, which proves of moves of the side to move that they do not mate.
    /// `None` if the rules or the position do not permit this.
    pub(in crate::fairy) fn siege(&self) -> Option<Siege<'_, 'r>> {
        let (book, board, side) = (self.book(), self.board(), self.side());
        let king = self.besieged(side).filter(|_| self.all_may_be_played())?;
        let (mut men, mut in_range, mut check) = (SmallVec::new(), Squares::NONE, Attacks::default());
        let occupied = board.occupied();
        for from in board.of(side).iter() {
            let piece = board.man(from).piece();
            let range = book.ranges.of(&book.geometry, piece, side);
            let man = Attacker { from, piece, range };
            in_range = in_range.or(range.captures(from));
            self.note(&man, king, &occupied, &mut check);
            men.push(man);
        }
        let (ends, others, flights) = (SmallVec::new(), RefCell::default(), OnceCell::new());
        let mut siege = Siege { position: self, side, king, occupied, men, ends, in_range, check, others, flights };
        siege.find_ends();
        Some(siege)
    }

    /// Returns a reason why the step of the side to move certainly does not mate, whatever its consequences are. `None`
    /// if no reason is found, which proves nothing.
    pub fn refutation(&self, from: Sq, step: &Step) -> Option<Refutation> {
        self.siege()?.refutation(from, step)
    }

    /// Records in `attacks` whether the man attacks `target` and, if it does not, what closes the lines on which it
    /// would. `men` are the occupied squares.
    fn note(&self, man: &Attacker<'_>, target: Sq, men: &Squares, attacks: &mut Attacks) {
        let from = man.from;
        let mut close = |witness: Sq, is_alone: bool| {
            if is_alone { attacks.sole.add(witness) } else { attacks.one_of.add(witness) }
        };
        match man.range.capture(from, target) {
            Capture::Never => {}
            Capture::Always => attacks.add(from),
            Capture::IfClear => {
                let mut way = between(from, target).filter(|&sq| men.has(sq));
                match way.next() {
                    None => attacks.add(from),
                    Some(witness) => close(witness, way.next().is_none()),
                }
            }
            Capture::OverHurdle => {
                let (mut witness, mut is_alone, mut hurdle) = (None, true, None);
                for sq in between(from, target) {
                    if let Some(passed) = hurdle.replace(sq).filter(|&passed| men.has(passed)) {
                        is_alone = witness.is_none();
                        witness.get_or_insert(passed);
                    }
                }
                match (witness, hurdle) {
                    (Some(witness), _) => close(witness, is_alone),
                    (None, Some(hurdle)) if men.has(hurdle) => attacks.add(from),
                    (None, hurdle) => hurdle.into_iter().for_each(|hurdle| attacks.hurdles.add(hurdle)),
                }
            }
            _ => {
                // Without lines, the man counts as attacking.
                let Some(lines) = self.lines_as(self.side(), from, man.piece, target) else { return attacks.add(from) };
                if lines.iter().any(|line| line.is_open(men)) {
                    return attacks.add(from);
                }
                for line in lines {
                    let mut witnesses = line.clear().and(men).iter();
                    match witnesses.next() {
                        Some(witness) => {
                            let is_alone = witnesses.next().is_none();
                            if is_alone { attacks.sole.add(witness) } else { attacks.one_of.add(witness) }
                        }
                        None => line.hurdle().into_iter().for_each(|hurdle| attacks.hurdles.add(hurdle)),
                    }
                }
            }
        }
    }

    /// Whether a man of this piece and range might attack `target` from `from`, if the squares of `men` are occupied.
    /// `false` is proved.
    fn might_attack(&self, piece: Piece, range: &Range, from: Sq, target: Sq, men: Standing) -> bool {
        match range.capture(from, target) {
            Capture::Never => false,
            Capture::Always => true,
            Capture::IfClear => between(from, target).all(|sq| !men.certain.has(sq)),
            Capture::OverHurdle => {
                let (mut hurdle, mut is_clear) = (None, true);
                for sq in between(from, target) {
                    is_clear &= hurdle.replace(sq).is_none_or(|passed| !men.certain.has(passed));
                }
                is_clear && hurdle.is_some_and(|hurdle| men.possible.has(hurdle))
            }
            _ => match self.lines_as(self.side(), from, piece, target) {
                None => true,
                Some(lines) => lines.iter().any(|line| line.may_be_open(men.certain, men.possible)),
            },
        }
    }
}

impl Siege<'_, '_> {
    /// Returns the attacks on a square other than the king's, as if the king had left its square.
    fn attacks_on(&self, sq: Sq) -> Attacks {
        if !self.in_range.has(sq) {
            return Attacks::default();
        }
        let mut others = self.others.borrow_mut();
        if let Some((_, known)) = others.iter().find(|(other, _)| *other == sq) {
            return *known;
        }
        let mut men = self.occupied;
        men.remove(self.king);
        let mut attacks = Attacks::default();
        for man in self.men.iter().filter(|man| man.from != sq) {
            self.position.note(man, sq, &men, &mut attacks);
        }
        others.push((sq, attacks));
        attacks
    }

    /// Returns those squares of `ends` from which the man attacks `target` after it has stepped there. The king blocks
    /// no line: it is on the target or counts as gone.
    fn attacking(&self, man: &Attacker, ends: &Squares, target: Sq) -> Squares {
        let mut near = man.range.sources(target).and(ends);
        if near.is_empty() {
            return near;
        }
        let mut men = self.occupied;
        men.remove(man.from);
        men.remove(self.king);
        let men = Standing { certain: &men, possible: &men };
        for sq in near.iter() {
            if !self.position.might_attack(man.piece, man.range, sq, target, men) {
                near.remove(sq);
            }
        }
        near
    }

    /// Fills `ends`: finds the squares on which the men's steps must end in order to mate.
    fn find_ends(&mut self) {
        let (book, board) = (self.position.book(), self.position.board());
        // Neutral men may be captured by both sides.
        let mut own = board.of(self.side).without(board.of(!self.side));
        if book.stages.own_men_are_taken {
            own = Squares::NONE;
        }
        own.add(self.king);
        let mut is_any = false;
        for i in 0..self.men.len() {
            let man = &self.men[i];
            let mut ends = man.range.ends(man.from).without(&own);
            if !self.check.are_by_others(man.from) && !self.check.sole.has(man.from) {
                let hurdles = ends.and(&self.check.hurdles);
                ends = self.attacking(man, &ends, self.king).or(&hurdles);
            }
            is_any |= !ends.is_empty();
            self.ends.push(ends);
        }
        if is_any {
            self.close_flights();
        }
    }

    /// Removes from `ends` the squares from which the men leave the king a square to go to.
    fn close_flights(&mut self) {
        let (book, board) = (self.position.book(), self.position.board());
        let stages = &book.stages;
        // Royal men of other pieces may capture in another way than they move.
        let captures = board.man(self.king).piece() == Piece::KING
            && book.spares_captures()
            && stages.restrictions.is_empty()
            && stages.legality.is_empty();
        let spares_kings = !stages.legality.is_empty();
        let own = board.of(self.side);
        let taboo = if captures { board.of(!self.side).or(&board.royals(self.side)) } else { self.occupied };
        // A square from which the king takes no man matters only if a man of the mover leaves it.
        let beside = self.steps_of_king_in_place().without(&taboo.without(own));
        // Most ends are removed by the squares that no man can attack from where it is.
        let (far, near) = (beside.without(&self.in_range), beside.and(&self.in_range));
        for sq in far.iter().chain(near.iter()) {
            let attacks = self.attacks_on(sq);
            if attacks.count > 1 {
                continue;
            }
            let mut is_any = false;
            for i in 0..self.men.len() {
                if self.ends[i].is_empty() {
                    continue;
                }
                let man = &self.men[i];
                let from = man.from;
                let is_closed = taboo.has(sq) && sq != from
                    || attacks.are_by_others(from)
                    || attacks.sole.has(from)
                    || spares_kings && board.man(from).is_royal();
                if !is_closed {
                    let known = &self.ends[i];
                    let mut ends = self.attacking(man, known, sq).or(&known.and(&attacks.hurdles));
                    // The king may be unable to capture the man.
                    ends.set(sq, !captures && known.has(sq));
                    self.ends[i] = ends;
                }
                is_any |= !self.ends[i].is_empty();
            }
            if !is_any {
                break;
            }
        }
    }

    /// Returns squares to which the king may go after a step without consequences, if they are empty and unattacked.
    fn steps_of_king_in_place(&self) -> Squares {
        match self.position.board().man(self.king).piece() {
            Piece::KING => self.position.kings_steps(self.king),
            _ => self.flights_for(self.position.board().man(self.king)),
        }
    }

    /// Returns squares to which the king may go after any move for which a [`Touch`] is known, if they are empty and
    /// unattacked. `royal` is the man that the king is after the move. The result may be incomplete.
    fn flights_for(&self, royal: Man) -> Squares {
        if royal != self.position.board().man(self.king) {
            return self.find_flights(royal);
        }
        *self.flights.get_or_init(|| self.find_flights(royal))
    }

    fn find_flights(&self, royal: Man) -> Squares {
        let (position, side) = (self.position, !self.side);
        let stages = &position.book().stages;
        let is_king = royal.piece() == Piece::KING;
        let spared = |to: Sq| {
            stages.aftermath.iter().all(|(_, rule)| {
                let footprint = rule.footprint();
                footprint.spares_quiet_steps
                    || footprint.keeps_to_chess
                    || footprint.spares_by_man
                        && rule.spares(position, side, self.king, royal, &Step::quiet(self.king, to))
            })
        };
        let is_free = stages.legality.is_empty()
            && stages.goes_as_it_is(royal)
            && stages.mobility.iter().all(|stage| is_king && stage.spares_kings())
            && stages.restrictions.iter().all(|stage| is_king && stage.footprint(position).spares_quiet_kings);
        if !is_free {
            return Squares::NONE;
        }
        let leaps = position.range(royal.piece(), side).free_leaps(self.king);
        leaps.iter().filter(|&to| spared(to)).collect()
    }

    /// Whether a man of the side to move might attack `target` after a step that changes at most what `touch` says.
    /// `attacks` are the attacks on `target` before the step; `men`, the squares occupied after it. `false` is proved.
    fn might_attack_after(&self, touch: &Touch, target: Sq, attacks: &Attacks, men: Standing) -> bool {
        let position = self.position;
        let range = |man: Man| position.range(man.piece(), self.side);
        let sees = |man: Man, from: Sq| position.might_attack(man.piece(), range(man), from, target, men);
        attacks.are_by_others(touch.from)
            || attacks.are_opened(touch)
            || touch.lands_as.iter().any(|&man| {
                let near = touch.landings.and(range(man).sources(target));
                near.iter().any(|from| sees(man, from))
            })
            || touch.comes.iter().any(|&(from, man)| from != target && sees(man, from))
    }

    /// Returns why the step does not mate, whatever follows from it; `None` if it might.
    fn refutation(&self, from: Sq, step: &Step) -> Option<Refutation> {
        let touch = self.position.touch(from, step)?;
        let stages = &self.position.book().stages;
        let comes = touch.comes.iter().map(|&(_, man)| man);
        let is_changed = |man: &Man| *man != touch.man;
        if touch.lands_as.iter().copied().filter(is_changed).chain(comes).any(|man| !stages.goes_as_it_is(man)) {
            return None;
        }
        let mut certain = self.occupied.without(&touch.vacates);
        let mut possible = self.occupied;
        possible.remove(from);
        possible = possible.or(&touch.fills).or(&touch.landings);
        certain.remove(self.king);
        possible.remove(self.king);
        let men = Standing { certain: &certain, possible: &possible };
        if !self.might_attack_after(&touch, self.king, &self.check, men) {
            return Some(Refutation::NoCheck);
        }
        let is_flight = |&sq: &Sq| {
            (!self.occupied.has(sq) || sq == from)
                && !touch.fills.has(sq)
                && !touch.landings.has(sq)
                && !self.might_attack_after(&touch, sq, &self.attacks_on(sq), men)
        };
        let mut flight = None;
        // Each of the men that the king may be needs a flight of its own.
        for &royal in &touch.kings {
            flight = Some(self.flights_for(royal).iter().find(is_flight)?);
        }
        flight.map(Refutation::Flight)
    }

    /// Whether some move mates.
    pub(in crate::fairy) fn is_won(&self) -> bool {
        let (position, mut drafts) = (self.position, TrialBoard::default());
        // Legality can take longer to test than check.
        let has_legality = !position.book().stages.legality.is_empty();
        let checks = |end: &MoveBuilder| end.after.is_in_check(!self.side);
        let mates = &mut |end: &mut MoveBuilder| {
            (!has_legality || end.when_finished(checks))
                && position.is_lawful(end)
                && position.is_finished_legally(end, Wanted::Checks, &Outlook::default())
                && !end.after.any_legal_move()
                && end.after.without_parry() == WithoutParry::Mate
        };
        let extra = &position.book().stages.extra;
        if extra.iter().any(|extra| extra.moves(position, &mut |draft| position.follow_to(draft, 0, mates))) {
            return true;
        }
        let plain = self.plain_steps();
        self.men.iter().zip(&self.ends).any(|(man, ends)| {
            if ends.is_empty() && !self.may_do_more(man, &plain) {
                return false;
            }
            position.steps(self.side, man.from, None, &mut |step| {
                let might_mate = match self.is_plain(man, &step, &plain) {
                    true => ends.has(step.to),
                    false => self.refutation(man.from, &step).is_none(),
                };
                might_mate && {
                    let draft = drafts.begin(position, man.from, step);
                    draft.play_step();
                    position.follow_to(draft, 0, mates)
                }
            })
        })
    }

    fn plain_steps(&self) -> PlainSteps {
        let book = self.position.book();
        let all_quiet = book.stages.aftermath.iter().all(|(_, rule)| {
            let footprint = rule.footprint();
            footprint.spares_quiet_steps || footprint.keeps_to_chess
        });
        PlainSteps { all_quiet, captures: book.spares_captures() }
    }

    /// Whether the step has no consequences and captures at most on its target.
    fn is_plain(&self, man: &Attacker, step: &Step, plain: &PlainSteps) -> bool {
        let (position, from) = (self.position, man.from);
        let own = position.board().man(from);
        let spares = || {
            let aftermath = &position.book().stages.aftermath;
            aftermath
                .iter()
                .all(|(_, rule)| rule.footprint().keeps_to_chess || rule.spares(position, self.side, from, own, step))
        };
        matches!(step.kind, StepKind::Plain | StepKind::Passing(..))
            && step.to != from
            && match step.taken {
                None => plain.all_quiet || spares(),
                Some(taken) => plain.captures && taken == step.to && plain.all_quiet,
            }
            && !(man.piece.is_pawn() && position.book().promotes(self.side, own, step.to))
    }

    /// Whether the man may have a step that might mate and that `ends` does not cover, because it may have consequences
    /// or captures elsewhere than on its target.
    fn may_do_more(&self, man: &Attacker, plain: &PlainSteps) -> bool {
        let position = self.position;
        let (book, from) = (position.book(), man.from);
        let castles = || position.unmoved().has(from) && book.geometry.castlings.iter().any(|c| c.king == from);
        let passes = || position.passing().pawn().is_some();
        let promotes = || {
            let [white, black] = &book.geometry.promotion;
            man.range.ends(from).meets(&white.or(black))
        };
        if !plain.all_quiet || book.tells_hurdles || castles() || man.piece.is_pawn() && (passes() || promotes()) {
            return true;
        }
        let on_arrival = man.range.captures_on_arrival(from);
        if on_arrival && plain.captures {
            return false;
        }
        let board = position.board();
        let victims = if book.stages.own_men_are_taken { self.occupied } else { *board.of(!self.side) };
        let men = Standing { certain: &self.occupied, possible: &self.occupied };
        let mut targets = man.range.captures(from).and(&victims).iter();
        targets.any(|sq| {
            position.might_attack(man.piece, man.range, from, sq, men)
                && !(on_arrival && self.refutation(from, &capturing(from, sq)).is_some())
        })
    }
}

/// Which kinds of steps never have consequences. Single steps of other kinds may have none, either
/// ([`Aftermath::spares`](crate::fairy::rules::stages::Aftermath::spares)).
struct PlainSteps {
    /// Whether steps that neither capture nor promote nor castle never have consequences.
    all_quiet: bool,
    /// Whether captures that do not promote never have consequences.
    captures: bool,
}
