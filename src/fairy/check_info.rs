//! What a position says beforehand about the checks after its moves.
//!
//! Where rules leave to a man what it observes ([`super::stages::Stages::sight_is_local`]), whether it attacks the king
//! depends on the squares that its way looks at and on nothing else. So a move that changes none of them leaves the men
//! who stay where they are attacking what they attacked; only who stands on a changed square has to be asked again.

use super::effect::{Effect, Step};
use super::man::Man;
use super::move_builder::MoveBuilder;
use super::position::FairyPosition;
use super::range::{Capture, Range, between, capturing};
use super::squares::{Sq, Squares};
use super::stages::{Way, WayList};
use super::walk::Walk;
use super::wanted::Wanted;
use crate::pieces::{Mode, Piece};
use crate::units::Color;
use smallvec::{SmallVec, smallvec};

/// What matters on the ways of the men of a side to the kings of the other.
pub struct CheckInfo {
    /// One of them arrives there.
    pub attacks: bool,
    /// What that one looks at, itself and the king; else all that all look at, and themselves.
    pub squares: Squares,
}

impl CheckInfo {
    pub fn is_touched(&self, from: Sq, step: &Step) -> bool {
        let squares = &self.squares;
        squares.has(from) || squares.has(step.to) || step.taken.is_some_and(|sq| squares.has(sq))
    }
}

/// A man's look at a target.
pub(super) struct Look {
    /// It could capture there.
    pub arrives: bool,
    /// It could, if everything stood as well as it may.
    pub is_in_range: bool,
    /// Where it mattered what stands there, itself and the target aside.
    pub at: Squares,
}

impl FairyPosition<'_> {
    /// What kinds of men could do at best.
    pub fn range(&self, piece: Piece, side: Color) -> &Range {
        self.book().ranges.of(&self.book().geometry, piece, side)
    }

    /// If the man attacks the target, it has that in its range: it goes as what it is, and does not capture en passant.
    pub fn is_ranged(&self, man: Man, target: Sq) -> bool {
        self.captures_in_range(target) && self.book().stages.goes_as_it_is(man)
    }

    /// A man of the side that goes as this piece from `origin` might capture on the target, as far as its range tells.
    pub fn might_capture(&self, side: Color, piece: Piece, origin: Sq, target: Sq) -> bool {
        !self.captures_in_range(target) || self.range(piece, side).captures(origin).has(target)
    }

    /// The men of the side that might capture on the target if they went as this piece, as far as its range tells.
    pub fn sources_within(&self, side: Color, piece: Piece, target: Sq) -> Squares {
        let men = self.board().of(side);
        if self.captures_in_range(target) { men.and(self.range(piece, side).sources(target)) } else { *men }
    }

    /// Every way of attacking the target has it in its range: it does not capture en passant.
    pub fn captures_in_range(&self, target: Sq) -> bool {
        self.book().shortcuts && self.passing().pawn().is_none_or(|pawn| pawn != target)
    }

    /// `None` when sight is not all that matters.
    fn sight(&self, by: Color) -> Option<CheckInfo> {
        let stages = &self.book().stages;
        if !stages.sight_is_local(self) {
            return None;
        }
        let mut squares = Squares::NONE;
        for target in self.board().royals(!by).iter() {
            for from in self.in_range(by, target).filter(|&from| from != target) {
                let look = self.look(by, from, target)?;
                if look.arrives {
                    let mut squares = look.at;
                    squares.add(from);
                    squares.add(target);
                    return Some(CheckInfo { attacks: true, squares });
                }
                squares = squares.or(&look.at);
                squares.set(from, squares.has(from) || look.is_in_range);
            }
        }
        Some(CheckInfo { attacks: false, squares })
    }

    /// How the man of `by` on `from` looks for a way of capturing on the target; `None` when more than that matters.
    pub(super) fn look(&self, by: Color, from: Sq, target: Sq) -> Option<Look> {
        let stages = &self.book().stages;
        let man = self.board().man(from);
        let mut allowed = |step: Step| stages.restrictions.iter().all(|stage| stage.allows(self, by, from, man, &step));
        let mut at = Squares::NONE;
        match self.capture(by, from, target) {
            Capture::Unknown => {}
            Capture::Never => return Some(Look { arrives: false, is_in_range: false, at }),
            Capture::Lines(lines) => {
                let men = self.board().occupied();
                let open = lines.iter().find(|line| line.is_open(&men));
                let at = match open {
                    Some(line) => line.squares(),
                    None => lines.iter().filter_map(|line| line.closed_by(&men)).collect(),
                };
                let arrives = open.is_some() && allowed(capturing(from, target));
                return Some(Look { arrives, is_in_range: !lines.is_empty(), at });
            }
            known => {
                let mut way = if known == Capture::Always { between(from, from) } else { between(from, target) };
                let stopped = way.any(|sq| {
                    at.add(sq);
                    !self.board().is_empty(sq)
                });
                let leads_there = if known == Capture::OverHurdle { stopped && way.next().is_none() } else { !stopped };
                let arrives = leads_there && allowed(capturing(from, target));
                return Some(Look { arrives, is_in_range: true, at });
            }
        }
        let mut ways: WayList = smallvec![Way { origin: from, piece: man.piece(), mode: Mode::Both }];
        for stage in stages.ways.iter().filter(|stage| stage.concerns(man)) {
            at = at.or(&stage.looks_at(self, by, from, man)?);
            stage.ways(self, by, from, man, &mut ways);
        }
        let mut walk = Walk::new(self, by, from, Some(target), &mut allowed).watching();
        let mut is_in_range = false;
        let arrives = ways.into_iter().any(|way| {
            let could = self.might_capture(by, way.piece, way.origin, target);
            is_in_range |= could;
            could && walk.go_as(way.piece, way.origin, way.mode)
        });
        Some(Look { arrives, is_in_range, at: at.or(&walk.looked_at()) })
    }

    /// What is worth knowing before the moves of the side to move.
    pub fn outlook(&self, wanted: Wanted) -> Outlook {
        let side = self.side();
        let aim = if wanted == Wanted::Checks { self.sight(side).filter(|aim| !aim.attacks) } else { None };
        Outlook { aim, guard: self.sight(!side) }
    }
}

/// What is known before the moves of a position; nothing, where the rules do not allow it.
#[derive(Default)]
pub struct Outlook {
    /// Of the side to move on the other's kings, when none of them is attacked and checks are wanted.
    pub aim: Option<CheckInfo>,
    /// Of the other side on the own kings.
    pub guard: Option<CheckInfo>,
}

impl Outlook {
    /// Whether a move that has been played to the end gives check.
    pub fn gives_check(&self, draft: &MoveBuilder) -> bool {
        is_in_check(self.aim.as_ref(), draft, !draft.before.side())
    }

    /// Whether it leaves the own king in check.
    pub fn leaves_in_check(&self, draft: &MoveBuilder) -> bool {
        is_in_check(self.guard.as_ref(), draft, draft.before.side())
    }
}

/// Whether the side is in check after the move, by what the other's men saw before it as far as that answers.
fn is_in_check(sight: Option<&CheckInfo>, draft: &MoveBuilder, side: Color) -> bool {
    match sight.and_then(|sight| answer(sight, draft, !side)) {
        Some(attacked) => draft.after.is_in_check_when(side, attacked),
        None => draft.after.is_in_check(side),
    }
}

/// Whether the men of `by` attack the other side's kings after the move, if what they saw before it answers that.
fn answer(sight: &CheckInfo, draft: &MoveBuilder, by: Color) -> Option<bool> {
    let changed = changed(draft)?;
    let (before, after) = (draft.before.board(), draft.after.board());
    let kings = after.royals(!by);
    if changed.iter().any(|&sq| sight.squares.has(sq)) || before.royals(!by) != kings {
        return None;
    }
    if sight.attacks {
        return Some(true);
    }
    // Who stands on a changed square was not looked at before.
    let attacks = |&from: &Sq| after.of(by).has(from) && kings.iter().any(|king| draft.after.attacks(by, from, king));
    Some(changed.iter().any(attacks))
}

/// The squares on which a move changes what stands there, some of them perhaps twice; `None` when it changes more than
/// that.
fn changed(draft: &MoveBuilder) -> Option<SmallVec<[Sq; 8]>> {
    let mut squares = SmallVec::new();
    for effect in draft.effects.iter() {
        match *effect {
            Effect::Remove { sq, .. } | Effect::Put { sq, .. } | Effect::Change { sq, .. } => squares.push(sq),
            Effect::Go { from: a, to: b, .. } | Effect::Swap { a, b } => squares.extend([a, b]),
            Effect::Nothing | Effect::Unmoved { .. } | Effect::Origin { .. } => {}
            _ => return None,
        }
    }
    Some(squares)
}
