//! Replays the moves of a solution on a board. The record of a move names every square that changes, so the rules of
//! chess are not needed here.

use crate::problem::{Man, Men};
use crate::units::{Consequence, Leg, MoveRecord, Piece, Placement, Special, Square, Traits, Unit};
use std::collections::BTreeMap;

/// The board after some moves: its men with their identities, and its imitators.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BoardAfter {
    pub placement: Placement,
    pub imitators: Vec<Square>,
    pub men: Men,
    /// The man that was captured last, with its identity if known. It may be reborn in the same move.
    taken: Option<(Unit, Option<Man>)>,
}

/// The identities of the men that a move affects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// The moving man. `None` for a null move, and for a man that a condition has created.
    pub man: Option<Man>,
    pub captured: Option<Man>,
    /// All other changes that the move makes.
    pub also: Vec<Also>,
}

/// A change that a move makes in addition to its arrival and its capture: the rook's move in castling, a rebirth, a
/// change of colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Also {
    pub man: Option<Man>,
    /// The man after the change or, if it disappears, before the change.
    pub unit: Unit,
    /// The square before the change. `None` if the man appears.
    pub from: Option<Square>,
    /// The square after the change. It equals `from` if only the man's colour or kind changes. `None` if the man
    /// disappears.
    pub to: Option<Square>,
}

impl BoardAfter {
    /// Returns a board on which no move has been played.
    pub fn begin(placement: Placement, men: Men) -> BoardAfter {
        BoardAfter { placement, men, ..BoardAfter::default() }
    }

    /// Returns the board with these imitators.
    pub fn with_imitators(self, imitators: Vec<Square>) -> BoardAfter {
        BoardAfter { imitators, ..self }
    }

    /// Plays a move, and returns the identities of its men.
    pub fn moved(&mut self, record: &MoveRecord) -> Moved {
        if matches!(record.special, Special::Null | Special::RoleExchange | Special::Unseen) {
            self.play(record);
            return Moved::default();
        }
        let man = self.men.get(record.from);
        let captured = record.captured.and_then(|(_, square)| self.men.get(square));
        let is_plain = !record.is_castling() && record.consequences.is_empty() && record.idle.is_empty();
        if is_plain && record.onward.is_empty() && !matches!(record.special, Special::Exchange(_)) {
            self.play(record);
            return Moved { man, captured, also: Vec::new() };
        }
        let before = self.clone();
        self.play(record);
        Moved { man, captured, also: self.also(&before, record, man, captured) }
    }

    /// Returns the changes since the board `before`, except the arrival of `mover` and the capture of `captured`.
    fn also(&self, before: &BoardAfter, record: &MoveRecord, mover: Option<Man>, captured: Option<Man>) -> Vec<Also> {
        let known = |played: &BoardAfter| -> BTreeMap<Man, (Square, Unit)> {
            let unit = |(square, man)| Some((man, (square, played.placement.get(square)?)));
            played.men.iter().filter_map(unit).collect()
        };
        let (old, new) = (known(before), known(self));
        let mut also = Vec::new();
        for (&man, &(square, unit)) in &old {
            let (from, was) = match Some(man) == mover {
                true => (record.arrival(), Unit { piece: record.promotion.unwrap_or(unit.piece), ..unit }),
                false => (square, unit),
            };
            match new.get(&man) {
                Some(&(to, unit)) if (to, unit) != (from, was) => {
                    // A captured man that is on the board again has been reborn.
                    let from = (Some(man) != captured).then_some(from);
                    also.push(Also { man: Some(man), unit, from, to: Some(to) });
                }
                None if Some(man) != captured => also.push(Also { man: Some(man), unit, from: Some(from), to: None }),
                _ => {}
            }
        }
        let created = |&(square, unit): &(Square, Unit)| {
            self.men.get(square).is_none() && before.placement.get(square) != Some(unit) && square != record.arrival()
        };
        let created = self.placement.iter().filter(created);
        also.extend(created.map(|(square, unit)| Also { man: None, unit, from: None, to: Some(square) }));
        also
    }

    fn take(&mut self, square: Square) -> Option<(Unit, Option<Man>)> {
        let man = self.men.take(square);
        self.placement.take(square).map(|unit| (unit, man))
    }

    fn put(&mut self, square: Square, (unit, man): (Unit, Option<Man>)) {
        self.placement.put(square, unit);
        self.men.put(square, man);
    }

    pub fn play(&mut self, record: &MoveRecord) {
        self.taken = None;
        for consequence in &record.idle {
            self.follow(consequence, record.from);
        }
        match record.special {
            Special::Null | Special::RoleExchange => return,
            Special::Exchange(_) => self.exchange(record.from, record.to),
            Special::KingSideCastling | Special::QueenSideCastling => self.castle(record),
            // The man that has moved and its squares are not known.
            Special::Unseen => {
                record.captured.and_then(|(_, square)| self.take(square));
            }
            Special::LikeKingSideCastling | Special::LikeQueenSideCastling => {
                self.go(record);
                self.move_partner(record);
            }
            Special::None | Special::EnPassant | Special::InPlace | Special::TakesUnseen => self.go(record),
        }
        for consequence in &record.consequences {
            self.follow(consequence, record.arrival());
        }
    }

    /// Moves the man of `record`, with captures and all further legs of the move.
    fn go(&mut self, record: &MoveRecord) {
        if let Some(Consequence::Before(unit, square)) = record.consequences.first() {
            self.placement.put(*square, *unit);
        }
        let (mut unit, mut man) = self.take(record.from).unwrap_or((record.mover, None));
        if let Some((_, square)) = record.captured {
            self.taken = self.take(square);
        }
        let mut at = record.to;
        for leg in &record.onward {
            match leg {
                Leg::To(square) => at = *square,
                Leg::Taking(_, square) => {
                    self.taken = self.take(*square);
                    at = *square;
                }
                Leg::Becoming(piece) => unit = Unit { piece: *piece, ..unit },
                Leg::With(so_far) => {
                    self.put(at, (unit, man));
                    for consequence in so_far {
                        self.follow(consequence, at);
                        if let Consequence::Moved(_, from, to) | Consequence::MovedAs(_, from, _, to) = consequence
                            && *from == at
                        {
                            at = *to;
                        }
                    }
                    (unit, man) = self.take(at).unwrap_or((unit, man));
                }
            }
        }
        if let Some(piece) = record.promotion {
            unit = Unit { piece, ..unit };
        }
        self.put(at, (unit, man));
    }

    /// Carries out castling. The partner of the king is the first man of its side in the direction of castling. It
    /// moves to the square on the other side of the king.
    fn castle(&mut self, record: &MoveRecord) {
        let mut home = record.from;
        for consequence in &record.consequences {
            if let Consequence::Home(unit, from, to) = consequence {
                let man = self.take(*from).and_then(|(_, man)| man);
                self.put(*to, (*unit, man));
                home = if *from == record.from { *to } else { home };
            }
        }
        let king = self.take(home).unwrap_or((record.mover, None));
        let step = if record.special == Special::KingSideCastling { 1 } else { -1 };
        let beside = std::iter::successors(home.offset(step, 0), |square| square.offset(step, 0));
        let rook =
            beside.take(16).find(|&square| self.placement.get(square).is_some_and(|man| man.color == king.0.color));
        // A man that has been invisible until now is a rook.
        let unseen = || Some((Unit::new(king.0.color, Piece::ROOK), None));
        let partner = rook.and_then(|square| self.take(square)).or_else(unseen);
        self.put(record.to, king);
        if let (Some(partner), Some(square)) = (partner, record.castled_rook()) {
            self.put(square, partner);
        }
    }

    /// Moves the rook if a man other than the king has castled like a king. The rook arrives on the square beside the
    /// departure square of that man.
    fn move_partner(&mut self, record: &MoveRecord) {
        let step = if record.special == Special::LikeKingSideCastling { 1 } else { -1 };
        let mut beside = std::iter::successors(record.from.offset(step, 0), |square| square.offset(step, 0)).take(16);
        let rook = beside.find(|&square| self.placement.get(square).is_some());
        if let (Some(rook), Some(to)) = (rook.and_then(|square| self.take(square)), record.from.offset(step, 0)) {
            self.put(to, rook);
        }
    }

    fn exchange(&mut self, a: Square, b: Square) {
        let (on_a, on_b) = (self.take(a), self.take(b));
        on_a.into_iter().for_each(|unit| self.put(b, unit));
        on_b.into_iter().for_each(|unit| self.put(a, unit));
    }

    /// Carries out a consequence of a move, a change besides the move itself such as a rebirth. `at` is the present
    /// square of the moving man.
    fn follow(&mut self, consequence: &Consequence, at: Square) {
        let board = &mut self.placement;
        match consequence {
            Consequence::Created(unit, square) => {
                // By its rebirth, a captured man gets its identity back.
                let is_same = |(taken, _): &(Unit, Option<Man>)| (taken.color, taken.piece) == (unit.color, unit.piece);
                let man = self.taken.take_if(|taken| is_same(taken)).and_then(|(_, man)| man);
                self.put(*square, (*unit, man));
            }
            Consequence::Revealed(unit, square)
            | Consequence::Recoloured(unit, square)
            | Consequence::Crossed(unit, square)
            | Consequence::Became(unit, square) => {
                board.put(*square, *unit);
            }
            Consequence::Turned(squares) => {
                let men = squares.map(|square| self.take(square));
                for (man, square) in men.into_iter().zip(squares.iter().cycle().skip(1)) {
                    man.into_iter().for_each(|man| self.put(*square, man));
                }
            }
            Consequence::Changed(unit, square) => {
                // The record does not state that a man remains neutral.
                let before = board.get(*square).filter(|before| before.is_neutral());
                let owned = Unit { traits: unit.traits.with(Traits::NEUTRAL), ..*unit };
                let stays = before.is_some() && !unit.traits.has(Traits::HALF_NEUTRAL);
                board.put(*square, if stays { owned } else { *unit });
            }
            Consequence::RecolouredAside(unit) => {
                board.put(at, *unit);
            }
            Consequence::Removed(_, square) => {
                self.take(*square);
            }
            Consequence::Moved(unit, from, to) | Consequence::Partner(unit, from, to) => {
                let unit = self.take(*from).unwrap_or((*unit, None));
                self.put(*to, unit);
            }
            Consequence::MovedAs(_, from, unit, to) => {
                let man = self.take(*from).and_then(|(_, man)| man);
                self.put(*to, (*unit, man));
            }
            Consequence::Exchanged(_, a, _, b) => self.exchange(*a, *b),
            Consequence::Imitators(squares) => self.imitators.clone_from(squares),
            Consequence::IntoImitator => {
                self.take(at);
            }
            // Consequences before the move have already been carried out, and men beneath others are not visible.
            Consequence::Before(..)
            | Consequence::Surmised(..)
            | Consequence::Home(..)
            | Consequence::Buried(_)
            | Consequence::Apart
            | Consequence::Remark(_) => {}
        }
    }

    /// Iterates over the squares whose contents differ from those on the board `before`, each with its content on this
    /// board.
    pub fn changes_from<'a>(&'a self, before: &'a BoardAfter) -> impl Iterator<Item = (Square, Content)> + 'a {
        let all = (0..16).flat_map(|rank| (0..16).filter_map(move |file| Square::new(file, rank)));
        all.filter(|&square| self.at(square) != before.at(square)).map(|square| (square, self.at(square)))
    }

    pub fn at(&self, square: Square) -> Content {
        match self.placement.get(square) {
            Some(unit) => Content::Man(unit),
            None if self.imitators.contains(&square) => Content::Imitator,
            None => Content::Nothing,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Nothing,
    Man(Unit),
    Imitator,
}
