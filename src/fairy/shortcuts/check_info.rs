//! Facts about a position by which its moves are quickly tested for giving check or leaving their side in check.
//!
//! 1. If the rules let a man's attack on a king depend only on the squares that its way of moving examines
//!    ([`crate::fairy::rules::stages::Stages::sight_is_local`]), a move that changes none of these squares does not
//!    affect the attack.
//! 2. So the attacks of men that stay are known if the move changes no square that they examine.
//! 3. Only men on changed squares must be tested again.
//!
//! Under other rules, attacks also depend on rules that paralyse men, restrict steps or play the capture of a king to
//! its end. These rules only take attacks away. So if no man could capture a king by its way of moving alone, the same
//! holds for the squares on which that depends ([`CheckInfo::is_at_best`]).

use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::{Effect, Step};
use crate::fairy::moves::move_builder::MoveBuilder;
use crate::fairy::moves::wanted::Wanted;
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::stages::{Way, WayList};
use crate::fairy::steps::range::{Capture, Range, between, capturing};
use crate::fairy::steps::walk::Walk;
use crate::pieces::{Mode, Piece};
use crate::units::Color;
use smallvec::{SmallVec, smallvec};

/// Whether a man of one side attacks an enemy king, and the squares on whose content this depends.
pub struct CheckInfo {
    /// Whether one of the side's men attacks an enemy king.
    pub attacks: bool,
    /// If a man attacks a king: its square, the king's square and the squares between that matter for the attack.
    /// Otherwise, the squares on which it depends that no man attacks a king, including the squares of all men that
    /// could attack one if other men were placed favourably.
    pub squares: Squares,
    /// Whether this was found without the rules that only take attacks away, so that no slot matters either. If so,
    /// `attacks` is `false`.
    pub is_at_best: bool,
}

impl CheckInfo {
    pub fn is_touched(&self, from: Sq, step: &Step) -> bool {
        let squares = &self.squares;
        squares.has(from) || squares.has(step.to) || step.taken.is_some_and(|sq| squares.has(sq))
    }
}

/// The result of a test whether a man could capture on a target.
pub(in crate::fairy) struct Look {
    /// Whether the man could capture on the target.
    pub arrives: bool,
    /// Whether the man could capture on the target if all other men were placed favourably.
    pub is_in_range: bool,
    /// Squares whose content the test depends on, except the man's own and the target.
    pub at: Squares,
}

impl FairyPosition<'_> {
    pub fn range(&self, piece: Piece, side: Color) -> &Range {
        self.book().ranges.of(&self.book().geometry, piece, side)
    }

    /// Whether `man` can capture on `target` only if `target` is in its range ([`FairyPosition::captures_in_range`]):
    /// shortcuts are enabled, no condition changes the way in which the man moves, and the man on `target` cannot be
    /// captured en passant.
    pub fn is_ranged(&self, man: Man, target: Sq) -> bool {
        self.captures_in_range(target) && self.book().stages.goes_as_it_is(man)
    }

    /// Whether a man that moves as `piece` from `origin` might capture on the target. `false` is proved by the range
    /// of the piece.
    pub fn might_capture(&self, side: Color, piece: Piece, origin: Sq, target: Sq) -> bool {
        !self.captures_in_range(target) || self.range(piece, side).captures(origin).has(target)
    }

    /// Returns the squares of the men of `side` that might capture on `target` when they move as `piece`, if all other
    /// men were placed favourably. All men of `side` if this does not limit their captures on `target`
    /// ([`FairyPosition::captures_in_range`]).
    pub fn sources_within(&self, side: Color, piece: Piece, target: Sq) -> Squares {
        let men = self.board().of(side);
        if self.captures_in_range(target) { men.and(self.range(piece, side).sources(target)) } else { *men }
    }

    /// Whether a man cannot capture on `target` unless `target` is in the man's range, the set of squares on which it
    /// could capture if all other men were placed favourably. True if shortcuts are enabled and the man on `target`
    /// cannot be captured en passant.
    pub fn captures_in_range(&self, target: Sq) -> bool {
        self.book().shortcuts && self.passing().pawn().is_none_or(|pawn| pawn != target)
    }

    /// Finds out whether a man of `by` attacks an enemy king, and on which squares this depends. `None` if the rules
    /// let it depend on anything else.
    fn sight(&self, by: Color) -> Option<CheckInfo> {
        let stages = &self.book().stages;
        if stages.has_planes {
            return None;
        }
        let is_at_best = !stages.sight_is_local(self);
        let mut squares = Squares::NONE;
        for target in self.board().royals(!by).iter() {
            for from in self.in_range(by, target).filter(|&from| from != target) {
                let look = self.look(by, from, target, !is_at_best)?;
                // Ways of moving may depend on what the other rules let men observe.
                if is_at_best && (look.arrives || !stages.goes_as_it_is(self.board().man(from))) {
                    return None;
                }
                if look.arrives {
                    let mut squares = look.at;
                    squares.add(from);
                    squares.add(target);
                    return Some(CheckInfo { attacks: true, squares, is_at_best });
                }
                squares = squares.or(&look.at);
                squares.set(from, squares.has(from) || look.is_in_range);
            }
        }
        Some(CheckInfo { attacks: false, squares, is_at_best })
    }

    /// Tests whether the man on `from` could capture on the target, and returns the squares examined; `None` if the
    /// result depends on anything else. Restrictions apply only if `is_restricted` is set.
    pub(in crate::fairy) fn look(&self, by: Color, from: Sq, target: Sq, is_restricted: bool) -> Option<Look> {
        let stages = &self.book().stages;
        let man = self.board().man(from);
        let mut allowed = |step: Step| {
            !is_restricted || stages.restrictions.iter().all(|stage| stage.allows(self, by, from, man, &step))
        };
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
        let is_aim_needed = wanted == Wanted::Checks || self.book().judges_checks();
        let aim = if is_aim_needed { self.sight(side).filter(|aim| !aim.attacks) } else { None };
        Outlook { aim, guard: self.sight(!side) }
    }
}

/// Check information about a position, computed before its moves are generated. A field is `None` if its facts are not
/// needed or cannot be had under the rules.
#[derive(Default)]
pub struct Outlook {
    /// Attacks of the side to move on enemy kings. `None` unless no enemy king is attacked yet, and only checking moves
    /// are wanted or a rule judges them.
    pub aim: Option<CheckInfo>,
    /// Attacks of the other side on the kings of the side to move. `None` if the rules let them depend on more than the
    /// content of certain squares.
    pub guard: Option<CheckInfo>,
}

impl Outlook {
    /// Whether a completely played move gives check.
    pub fn gives_check(&self, draft: &MoveBuilder) -> bool {
        is_in_check(self.aim.as_ref(), draft, !draft.before.side())
    }

    /// Whether a completely played move leaves the side that made it in check.
    pub fn leaves_in_check(&self, draft: &MoveBuilder) -> bool {
        is_in_check(self.guard.as_ref(), draft, draft.before.side())
    }
}

/// Whether `side` is in check after the move. Uses `sight`, the enemy's attacks before the move, if this decides it.
fn is_in_check(sight: Option<&CheckInfo>, draft: &MoveBuilder, side: Color) -> bool {
    match sight.and_then(|sight| answer(sight, draft, !side)) {
        Some(attacked) => draft.after.is_in_check_when(side, attacked),
        None => draft.after.is_in_check(side),
    }
}

/// Whether men of `by` attack enemy kings after the move; `None` if `sight`, their attacks before it, does not decide
/// this.
fn answer(sight: &CheckInfo, draft: &MoveBuilder, by: Color) -> Option<bool> {
    let slots_matter = !sight.is_at_best && !draft.before.book().stages.restrictions.is_empty();
    let changed = changed(draft, slots_matter)?;
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

/// Returns the squares whose men the move changes, some perhaps twice; `None` if the move changes anything besides men
/// on squares and, unless `slots_matter`, slots.
fn changed(draft: &MoveBuilder, slots_matter: bool) -> Option<SmallVec<[Sq; 8]>> {
    let mut squares = SmallVec::new();
    for effect in draft.effects.iter() {
        match *effect {
            Effect::Remove { sq, .. } | Effect::Put { sq, .. } | Effect::Change { sq, .. } => squares.push(sq),
            Effect::Go { from: a, to: b, .. } | Effect::Swap { a, b } => squares.extend([a, b]),
            Effect::Nothing | Effect::Unmoved { .. } | Effect::Origin { .. } => {}
            Effect::Slot { .. } if !slots_matter => {}
            _ => return None,
        }
    }
    Some(squares)
}
