//! Facts about a position that decide which of its moves give check or leave the king in check.
//!
//! 1. If rules leave to a man what it observes ([`super::stages::Stages::sight_is_local`]), its attack on a king
//!    depends only on the squares that it looks at.
//! 2. So a move that changes none of these does not affect the attacks of men that stay.
//! 3. Only men on changed squares must be tested again.

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

/// The squares that matter for attacks of a side's men on enemy kings.
pub struct CheckInfo {
    /// Whether one of the men attacks.
    pub attacks: bool,
    /// If so, the squares that it looks at, its own and the king's. Otherwise, all squares looked at, and those of
    /// men in range.
    pub squares: Squares,
}

impl CheckInfo {
    pub fn is_touched(&self, from: Sq, step: &Step) -> bool {
        let squares = &self.squares;
        squares.has(from) || squares.has(step.to) || step.taken.is_some_and(|sq| squares.has(sq))
    }
}

/// How a man looks for a capture on a target.
pub(super) struct Look {
    /// Whether it could capture there.
    pub arrives: bool,
    /// Whether it could capture if all others were placed favourably.
    pub is_in_range: bool,
    /// Squares whose content mattered, except its own and the target.
    pub at: Squares,
}

impl FairyPosition<'_> {
    pub fn range(&self, piece: Piece, side: Color) -> &Range {
        self.book().ranges.of(&self.book().geometry, piece, side)
    }

    /// Whether the man can attack the target only within its range: it moves as itself, and not en passant.
    pub fn is_ranged(&self, man: Man, target: Sq) -> bool {
        self.captures_in_range(target) && self.book().stages.goes_as_it_is(man)
    }

    /// Whether a man that moves as this piece from `origin` might capture on the target, by its range.
    pub fn might_capture(&self, side: Color, piece: Piece, origin: Sq, target: Sq) -> bool {
        !self.captures_in_range(target) || self.range(piece, side).captures(origin).has(target)
    }

    /// Returns the men that might capture on the target as this piece, by its range.
    pub fn sources_within(&self, side: Color, piece: Piece, target: Sq) -> Squares {
        let men = self.board().of(side);
        if self.captures_in_range(target) { men.and(self.range(piece, side).sources(target)) } else { *men }
    }

    /// Whether every attack on the target is within a range: it cannot be captured en passant.
    pub fn captures_in_range(&self, target: Sq) -> bool {
        self.book().shortcuts && self.passing().pawn().is_none_or(|pawn| pawn != target)
    }

    /// Collects what the men of `by` look at on their ways to enemy kings; `None` if more than that matters.
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

    /// Returns how the man looks for a capture on the target; `None` if more than that matters.
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

    pub fn outlook(&self, wanted: Wanted) -> Outlook {
        let side = self.side();
        let aim = if wanted == Wanted::Checks { self.sight(side).filter(|aim| !aim.attacks) } else { None };
        Outlook { aim, guard: self.sight(!side) }
    }
}

/// Facts about checks from before the moves of a position; `None` if the rules do not allow them.
#[derive(Default)]
pub struct Outlook {
    /// The side to move against the enemy kings, if checks are wanted and none is attacked yet.
    pub aim: Option<CheckInfo>,
    /// The other side against the kings of the side to move.
    pub guard: Option<CheckInfo>,
}

impl Outlook {
    /// Whether a complete move gives check.
    pub fn gives_check(&self, draft: &MoveBuilder) -> bool {
        is_in_check(self.aim.as_ref(), draft, !draft.before.side())
    }

    /// Whether a complete move leaves its side in check.
    pub fn leaves_in_check(&self, draft: &MoveBuilder) -> bool {
        is_in_check(self.guard.as_ref(), draft, draft.before.side())
    }
}

/// Whether `side` is in check after the move, by the enemy's former sight if that decides it.
fn is_in_check(sight: Option<&CheckInfo>, draft: &MoveBuilder, side: Color) -> bool {
    match sight.and_then(|sight| answer(sight, draft, !side)) {
        Some(attacked) => draft.after.is_in_check_when(side, attacked),
        None => draft.after.is_in_check(side),
    }
}

/// Whether men of `by` attack enemy kings after the move; `None` if their former sight does not decide it.
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
    // Men on changed squares are not part of the former sight.
    let attacks = |&from: &Sq| after.of(by).has(from) && kings.iter().any(|king| draft.after.attacks(by, from, king));
    Some(changed.iter().any(attacks))
}

/// Returns the changed squares, some perhaps twice; `None` if the move changes anything else.
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
