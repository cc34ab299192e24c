//! Records of moves for the output, made from the list of effects.

use super::effect::{Effect, Move, StepKind, Why};
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, to_square};
use crate::fairy::position::FairyPosition;
use crate::units::{Consequence, Course, Leg, MoveRecord, Piece, Special, Traits, Unit};

impl FairyPosition<'_> {
    /// Returns the record of a legal move: the moving man, its squares, and all consequences.
    pub fn record_of(&self, m: &Move) -> MoveRecord {
        let after = self.after(m);
        let mut start = self.clone();
        if let Some(&change @ Effect::Change { why: Why::Before, .. }) = m.effects(&self.book().long_moves).first() {
            start.apply(change);
        }
        let mover = match m.step.kind {
            StepKind::RoleExchange | StepKind::Null => Unit::new(self.side(), Piece::KING),
            // Neutral men are recorded as men of the side that moves them.
            _ => Unit { color: self.side(), ..start.board().man(m.from).into() },
        };
        let mut record = MoveRecord {
            mover,
            from: to_square(m.from),
            to: to_square(m.step.to),
            captured: m.step.taken.map(|sq| (self.board().man(sq).into(), to_square(sq))),
            promotion: None,
            special: match m.step.kind {
                StepKind::EnPassant => Special::EnPassant,
                StepKind::Castling(index) if self.book().geometry.castlings[usize::from(index)].is_fast => {
                    Special::None
                }
                StepKind::Castling(index) if self.book().geometry.castlings[usize::from(index)].is_king_side() => {
                    Special::KingSideCastling
                }
                StepKind::Castling(_) => Special::QueenSideCastling,
                StepKind::RoleExchange => Special::RoleExchange,
                StepKind::Exchange => Special::Exchange(self.board().man(m.step.to).into()),
                StepKind::InPlace => Special::InPlace,
                StepKind::Null => Special::Null,
                StepKind::Plain | StepKind::Passing(..) | StepKind::Over(_) => Special::None,
            },
            via: (m.step.origin != m.from).then(|| to_square(m.step.origin)),
            onward: Vec::new(),
            consequences: Vec::new(),
            idle: Vec::new(),
            undecided: false,
            check: after.is_in_check(after.side()),
        };
        let recording = &self.book().stages.recording;
        recording.iter().for_each(|stage| stage.begin(self, m, &mut record));
        let mut now = self.clone();
        for &effect in m.effects(&self.book().long_moves).iter() {
            self.record_effect(&now, effect, &mut record);
            now.apply(effect);
        }
        recording.iter().for_each(|stage| stage.end(&after, &mut record));
        record
    }

    /// Returns the moving man and its squares, as [`FairyPosition::record_of`] records them.
    pub fn course_of(&self, m: &Move) -> Course {
        let man = match (m.step.kind, m.effects(&self.book().long_moves).first()) {
            (StepKind::RoleExchange | StepKind::Null, _) => Unit::new(self.side(), Piece::KING),
            (_, Some(&Effect::Change { sq, man, why: Why::Before })) if sq == m.from => man.into(),
            _ => self.board().man(m.from).into(),
        };
        Course { mover: Unit { color: self.side(), ..man }, from: to_square(m.from), to: to_square(m.step.to) }
    }

    fn record_effect(&self, now: &FairyPosition, effect: Effect, record: &mut MoveRecord) {
        let man = |sq| Unit::from(now.board().man(sq));
        let told = match effect {
            // After other consequences, a promotion counts as one more change.
            Effect::Change { sq, man, why: Why::Move } if has_consequences(record) => {
                Some(Consequence::Changed(man.into(), to_square(sq)))
            }
            Effect::Change { man, why: Why::Move, .. } => {
                record.promotion = Some(man.piece());
                None
            }
            Effect::Go { to, why: Why::Onward, .. } => {
                let to = to_square(to);
                let is_told = matches!(record.onward.last(), Some(Leg::Taking(_, square)) if *square == to);
                if !(is_told && record.consequences.is_empty()) {
                    close_leg(record);
                    record.onward.push(Leg::To(to));
                }
                None
            }
            Effect::Remove { sq, why: Why::Onward } => {
                close_leg(record);
                record.onward.push(Leg::Taking(man(sq), to_square(sq)));
                None
            }
            // A man's change on the way to its rebirth is part of that consequence.
            Effect::Change { man: new, why: Why::Reborn, .. } => {
                if let Some(Consequence::Moved(unit, from, to)) = record.consequences.pop() {
                    record.consequences.push(Consequence::MovedAs(unit, from, new.into(), to));
                }
                None
            }
            Effect::Change { sq, man, why: Why::Before } => Some(Consequence::Before(man.into(), to_square(sq))),
            Effect::Change { sq, man: new, why: Why::Apart } => {
                record.consequences.push(Consequence::Apart);
                let before = now.board().man(sq);
                Some(changed(new, sq, before != new && before.piece() == new.piece()))
            }
            Effect::Change { sq, man: new, why: Why::ApartAndOwned } => {
                record.consequences.push(Consequence::Apart);
                let unit = Unit::from(new);
                let traits = unit.traits.without(Traits::NEUTRAL);
                Some(Consequence::Changed(Unit { traits, ..unit }, to_square(sq)))
            }
            Effect::Change { sq, man, why: Why::Crossing } => Some(Consequence::Crossed(man.into(), to_square(sq))),
            Effect::Change { man: new, why: Why::Aside, .. } => Some(Consequence::RecolouredAside(new.into())),
            Effect::Change { sq, man: new, why: Why::PieceAlone } => {
                Some(Consequence::Became(new.into(), to_square(sq)))
            }
            Effect::Cycle { squares } if squares.iter().any(|&sq| !now.board().is_empty(sq)) => {
                Some(Consequence::Turned(squares.map(to_square)))
            }
            Effect::Go { from, to, why: Why::Home } => {
                Some(Consequence::Home(man(from), to_square(from), to_square(to)))
            }
            Effect::Remove { why: Why::IntoImitator, .. } => Some(Consequence::IntoImitator),
            Effect::Go { from, to, why: Why::Partner } => {
                Some(Consequence::Partner(man(from), to_square(from), to_square(to)))
            }
            Effect::Remove { sq, why: Why::Condition } => Some(Consequence::Removed(man(sq), to_square(sq))),
            Effect::Go { from, to, why: Why::Condition } => {
                Some(Consequence::Moved(man(from), to_square(from), to_square(to)))
            }
            Effect::Dive { sq } => Some(Consequence::Buried(to_square(sq))),
            Effect::Put { sq, man, why: Why::Condition | Why::Reborn } => {
                Some(Consequence::Created(man.into(), to_square(sq)))
            }
            Effect::Change { sq, man: new, why: Why::Condition } => {
                let before = now.board().man(sq);
                // A man that has changed sides is no longer volage, which is not printed.
                let alike = |man: Man| man.with_color(new.color()).without_traits(Traits::VOLAGE | Traits::SETTLED);
                Some(changed(new, sq, before != new && alike(before) == alike(new)))
            }
            Effect::Swap { a, b } if !is_the_move(record, a, b) => {
                Some(Consequence::Exchanged(man(a), to_square(a), man(b), to_square(b)))
            }
            _ => None,
        };
        record.consequences.extend(told);
    }
}

/// Whether consequences are recorded that do not precede the move.
fn has_consequences(record: &MoveRecord) -> bool {
    !record.consequences.iter().all(precedes)
}

/// Whether the consequence precedes the move.
fn precedes(consequence: &Consequence) -> bool {
    matches!(consequence, Consequence::Before(..) | Consequence::Home(..))
}

/// Whether the exchange of the men on `a` and `b` is the move itself and no consequence. In castling, too, king and
/// rook can change places.
fn is_the_move(record: &MoveRecord, a: Sq, b: Sq) -> bool {
    match record.special {
        Special::Exchange(_) => record.consequences.is_empty(),
        _ => record.is_castling() && (to_square(a), to_square(b)) == (record.from, record.to),
    }
}

/// Returns the consequence for a man that has become `man` on `sq`. `recoloured`: only the man's side has changed.
fn changed(man: Man, sq: Sq, recoloured: bool) -> Consequence {
    match recoloured {
        true => Consequence::Recoloured(man.into(), to_square(sq)),
        false => Consequence::Changed(man.into(), to_square(sq)),
    }
}

/// Starts a new leg of the record, because the man continues from its target square in the same move. The promotion and
/// the consequences that are already recorded are attached to the leg before.
fn close_leg(record: &mut MoveRecord) {
    record.onward.extend(record.promotion.take().map(Leg::Becoming));
    let (before, so_far): (Vec<_>, Vec<_>) = std::mem::take(&mut record.consequences).into_iter().partition(precedes);
    record.consequences = before;
    if !so_far.is_empty() {
        record.onward.push(Leg::With(so_far));
    }
}
