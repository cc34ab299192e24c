//! Sieges: which moves of the side to move might mate, told from the lines of the position before any is played.
//!
//! The other side has one royal man, the king, on `t`. A siege knows, for `t` and for the squares next to it, the men
//! that attack the square and the lines that are closed. A line is closed by witnesses: the men on it, or the missing
//! hurdle. For squares other than `t` the king counts as gone from `t`.
//!
//! *A step without consequences* changes its departure and its target only. It mates only if
//!
//! 1. another man attacks `t`, or a line to `t` is opened: its only witness leaves, or the man becomes the missing
//!    hurdle; or the man attacks `t` from its target;
//! 2. the same holds for each square to which the rules let the king go ([`FairyPosition::kings_steps`]) and that is
//!    empty or left by the man, and, if no rule concerns captures, for each such square with a man of the mover's side,
//!    which the king could capture, but not for the square from which the man is captured itself.
//!
//! So each man has a set of squares on which its step must end, [`Attacker::ends`].
//!
//! *A step with consequences* changes at most what its [`Touch`] says. Men that are not in the touch attack afterwards
//! what they attacked before, or what a line lets them attack all witnesses of which the touch removes or supplies. The
//! moving man attacks as one of the men and from one of the squares that the touch names, and so do other men that come.
//! So the same two tests apply, with two differences: the king's flights must be granted after any move
//! ([`Siege::flights_for`]), and only empty squares outside the touch are flights.
//!
//! Rules that paralyse men, restrict steps, or play the capture of a king to its end only take attacks away, so they do
//! not spoil the tests. Rules that add attacks are excluded ([`FairyPosition::siege`]): men that move in other ways,
//! planes, checks without an attack, squares that have vanished. Rules about the moves of the mated side matter only to
//! the king's flights. A rule that chooses among the moves of that side always leaves one.

use super::check_info::Outlook;
use super::effect::Step;
use super::man::Man;
use super::move_builder::{MoveBuilder, TrialBoard};
use super::position::FairyPosition;
use super::range::{Capture, Range, between, capturing};
use super::squares::{Sq, Squares};
use super::touch::Touch;
use super::wanted::Wanted;
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
    /// The squares on which its step must end, if the step has no consequences and captures at most on its target.
    ends: Squares,
}

/// Facts about the attacks on one square.
#[derive(Clone, Copy, Default)]
struct Attacks {
    /// The number of men that attack the square, and one of them.
    count: u32,
    by: Sq,
    /// Men each of which is the only witness of a line.
    sole: Squares,
    /// A man of each line with several witnesses.
    one_of: Squares,
    /// Squares each of which is the missing hurdle of a line.
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

    /// Whether the touch may open a line.
    fn are_opened(&self, touch: &Touch) -> bool {
        self.sole.meets(&touch.vacates)
            || self.hurdles.meets(&touch.fills)
            || self.hurdles.meets(&touch.landings)
            || self.one_of.meets(&touch.vacates) && touch.vacates.count() > 1
    }
}

/// The squares of certain and of possible men after a touch.
struct Standing {
    certain: Squares,
    possible: Squares,
}

/// A reason why a move does not mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refutation {
    NoCheck,
    /// The king can go to this square.
    Flight(Sq),
}

pub(super) struct Siege<'p, 'r> {
    position: &'p FairyPosition<'r>,
    side: Color,
    king: Sq,
    occupied: Squares,
    men: SmallVec<[Attacker<'r>; 16]>,
    /// Squares within the range of some man of the side to move.
    in_range: Squares,
    /// The attacks on the king.
    check: Attacks,
    /// The attacks on other squares, with the king gone, as far as they have been asked for.
    others: RefCell<SmallVec<[(Sq, Attacks); 8]>>,
    /// Squares to which the king in place may go after any move, if they are empty and unattacked.
    flights: OnceCell<Squares>,
}

impl<'r> FairyPosition<'r> {
    /// Whether the rules let a siege tell which moves might mate here.
    fn may_be_besieged(&self, king: Sq) -> bool {
        let (book, board, side) = (self.book(), self.board(), self.side());
        let stages = &book.stages;
        book.shortcuts
            && book.sieges
            && stages.prelude.is_none()
            && !book.remembers_past
            && !stages.has_planes
            && self.is_whole()
            && stages.immobility.is_empty()
            && stages.checks.iter().all(|rule| rule.needs_attack())
            && board.man(king).is_only_of(!side)
            && self.all_may_be_played()
            && (stages.ways.is_empty() || board.of(side).iter().all(|sq| stages.goes_as_it_is(board.man(sq))))
    }

    /// Returns the siege of the other side's king; `None` if the rules or the position allow none.
    pub(super) fn siege(&self) -> Option<Siege<'_, 'r>> {
        let (book, board, side) = (self.book(), self.board(), self.side());
        let royals = board.royals(!side);
        let king = royals.first().filter(|&king| royals.count() == 1 && self.may_be_besieged(king))?;
        let (mut men, mut in_range, mut check) = (SmallVec::new(), Squares::NONE, Attacks::default());
        let occupied = board.occupied();
        for from in board.of(side).iter() {
            let piece = board.man(from).piece();
            let range = book.ranges.of(&book.geometry, piece, side);
            let man = Attacker { from, piece, range, ends: Squares::NONE };
            in_range = in_range.or(range.captures(from));
            self.note(&man, king, &occupied, &mut check);
            men.push(man);
        }
        let (others, flights) = (RefCell::default(), OnceCell::new());
        let mut siege = Siege { position: self, side, king, occupied, men, in_range, check, others, flights };
        siege.find_ends();
        Some(siege)
    }

    /// Returns why a step of the side to move does not mate, whatever follows from it, if a siege finds that out from
    /// the step's touch. `None` proves nothing.
    pub fn refutation(&self, from: Sq, step: &Step) -> Option<Refutation> {
        self.siege()?.refutation(from, step)
    }

    /// Notes the attack of the man on a square, or the witnesses of the lines on which it would attack the square. `men`
    /// are the occupied squares.
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
                let Some(lines) = self.lines_as(self.side(), from, man.piece, target) else {
                    return attacks.add(from);
                };
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

    /// Whether a man of this piece and range might attack the target from `from`.
    fn might_attack(&self, piece: Piece, range: &Range, from: Sq, target: Sq, men: &Standing) -> bool {
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
                Some(lines) => lines.iter().any(|line| line.may_be_open(&men.certain, &men.possible)),
            },
        }
    }
}

impl Siege<'_, '_> {
    /// Returns what is known about the attacks on a square other than the king's.
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

    /// Returns those of `ends` from which the man attacks the target when it has left its square.
    fn attacking(&self, man: &Attacker, ends: &Squares, target: Sq, men: Squares) -> Squares {
        let near = man.range.sources(target).and(ends);
        if near.is_empty() {
            return near;
        }
        let men = Standing { certain: men, possible: men };
        let attacks = |&sq: &Sq| self.position.might_attack(man.piece, man.range, sq, target, &men);
        near.iter().filter(attacks).collect()
    }

    /// Returns the occupied squares after the man has left, with or without the king.
    fn men_without(&self, man: &Attacker, is_king_gone: bool) -> Squares {
        let mut men = self.occupied;
        men.remove(man.from);
        men.set(self.king, !is_king_gone);
        men
    }

    /// Finds the squares on which the men's steps must end.
    fn find_ends(&mut self) {
        let (position, king) = (self.position, self.king);
        let (book, board) = (position.book(), position.board());
        let stages = &book.stages;
        // Neutral men may be captured by both sides.
        let own =
            if stages.own_men_are_taken { Squares::NONE } else { board.of(self.side).without(board.of(!self.side)) };
        let mut men = std::mem::take(&mut self.men);
        let mut is_any = false;
        for man in &mut men {
            let mut ends = man.range.ends(man.from).without(&own);
            ends.remove(king);
            let from = man.from;
            if !self.check.are_by_others(from) && !self.check.sole.has(from) {
                let hurdles = ends.and(&self.check.hurdles);
                ends = self.attacking(man, &ends, king, self.men_without(man, false)).or(&hurdles);
            }
            man.ends = ends;
            is_any |= !ends.is_empty();
        }
        self.men = men;
        if is_any {
            self.close_flights();
        }
    }

    /// Removes from the men's ends those that leave the king a flight.
    fn close_flights(&mut self) {
        let position = self.position;
        let (book, board) = (position.book(), position.board());
        let stages = &book.stages;
        let captures = book.spares_captures() && stages.restrictions.is_empty() && stages.legality.is_empty();
        let spares_kings = !stages.legality.is_empty();
        let taken = board.of(self.side);
        let taboo = if captures { board.of(!self.side).or(&board.royals(self.side)) } else { self.occupied };
        let beside = self.steps_of_king_in_place();
        let mut men = std::mem::take(&mut self.men);
        // Most ends are removed by the squares that no man can attack from where it is.
        let (far, near) = (beside.without(&self.in_range), beside.and(&self.in_range));
        for sq in far.iter().chain(near.iter()) {
            // A man on the square that is not the king's prey matters only when it leaves.
            let is_taboo = taboo.has(sq);
            if is_taboo && !taken.has(sq) {
                continue;
            }
            self.men = men;
            let attacks = self.attacks_on(sq);
            men = std::mem::take(&mut self.men);
            if attacks.count > 1 {
                continue;
            }
            let mut is_any = false;
            for man in men.iter_mut().filter(|man| !man.ends.is_empty()) {
                let from = man.from;
                let is_closed = is_taboo && sq != from
                    || attacks.are_by_others(from)
                    || attacks.sole.has(from)
                    || spares_kings && board.man(from).is_royal();
                if !is_closed {
                    let mut ends = self.attacking(man, &man.ends, sq, self.men_without(man, true));
                    ends = ends.or(&man.ends.and(&attacks.hurdles));
                    // The king may be unable to capture the man.
                    ends.set(sq, !captures && man.ends.has(sq));
                    man.ends = ends;
                }
                is_any |= !man.ends.is_empty();
            }
            if !is_any {
                break;
            }
        }
        self.men = men;
    }

    /// Returns squares to which the king in place may go after a step without consequences.
    fn steps_of_king_in_place(&self) -> Squares {
        match self.position.board().man(self.king).piece() {
            Piece::KING => self.position.kings_steps(self.king),
            _ => self.flights_for(self.position.board().man(self.king)),
        }
    }

    /// Returns squares to which the king, if it is `royal`, may go after any move that its touch covers, if they are
    /// empty and unattacked. There may be more.
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

    /// Whether the side to move might attack the square after the touch.
    fn might_attack_after(&self, touch: &Touch, target: Sq, attacks: &Attacks, men: &Standing) -> bool {
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
        let mut possible = self.occupied;
        possible.remove(from);
        let possible = possible.or(&touch.fills).or(&touch.landings);
        let mut men = Standing { certain: self.occupied.without(&touch.vacates), possible };
        if !self.might_attack_after(&touch, self.king, &self.check, &men) {
            return Some(Refutation::NoCheck);
        }
        men.certain.remove(self.king);
        men.possible.remove(self.king);
        let is_flight = |&sq: &Sq| {
            (!self.occupied.has(sq) || sq == from)
                && !touch.fills.has(sq)
                && !touch.landings.has(sq)
                && !self.might_attack_after(&touch, sq, &self.attacks_on(sq), &men)
        };
        let mut flight = None;
        // Each of the men that the king may be needs a flight of its own.
        for &royal in &touch.kings {
            flight = Some(self.flights_for(royal).iter().find(is_flight)?);
        }
        flight.map(Refutation::Flight)
    }

    /// Whether some move mates.
    pub(super) fn is_won(&self) -> bool {
        let (position, mut drafts) = (self.position, TrialBoard::default());
        let mates = &mut |end: &mut MoveBuilder| {
            position.is_finished_legally(end, Wanted::Checks, &Outlook::default())
                && !end.after.any_legal_move()
                && end.after.without_parry() == WithoutParry::Mate
        };
        let extra = &position.book().stages.extra;
        if extra.iter().any(|extra| extra.moves(position, &mut |draft| position.follow(draft, 0, mates))) {
            return true;
        }
        self.men.iter().any(|man| {
            if man.ends.is_empty() && !self.may_do_more(man) {
                return false;
            }
            position.steps(self.side, man.from, None, &mut |step| {
                let might_mate = match position.leaves_all_else(man.from, &step) {
                    true => man.ends.has(step.to),
                    false => self.refutation(man.from, &step).is_none(),
                };
                might_mate && {
                    let draft = drafts.begin(position, man.from, step);
                    draft.play_step();
                    position.follow(draft, 0, mates)
                }
            })
        })
    }

    /// Whether the man may have a step that is not excluded, besides those without consequences.
    fn may_do_more(&self, man: &Attacker) -> bool {
        let position = self.position;
        let (book, board, from) = (position.book(), position.board(), man.from);
        let stages = &book.stages;
        let all_quiet_steps_are_plain = stages.aftermath.iter().all(|(_, rule)| {
            let footprint = rule.footprint();
            footprint.spares_quiet_steps || footprint.keeps_to_chess
        });
        let castles = || position.unmoved().has(from) && book.geometry.castlings.iter().any(|c| c.king == from);
        let passing = || man.piece.is_pawn() && position.passing().pawn().is_some();
        let promotes = || {
            let mut last = man.range.ends(from).iter();
            man.piece.is_pawn() && last.any(|sq| book.promotes(self.side, board.man(from), sq))
        };
        if !all_quiet_steps_are_plain || book.tells_hurdles || castles() || passing() || promotes() {
            return true;
        }
        let on_arrival = man.range.captures_on_arrival(from);
        if on_arrival && book.spares_captures() {
            return false;
        }
        let victims = if stages.own_men_are_taken { self.occupied } else { *board.of(!self.side) };
        let men = Standing { certain: self.occupied, possible: self.occupied };
        let mut targets = man.range.captures(from).and(&victims).iter();
        targets.any(|sq| {
            position.might_attack(man.piece, man.range, from, sq, &men)
                && !(on_arrival && self.refutation(from, &capturing(from, sq)).is_some())
        })
    }
}
