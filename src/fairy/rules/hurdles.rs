//! Attributes of hoppers with consequences for the hurdle.

use super::footprint::Footprint;
use super::rulebook::{PromotedAttribute, RuleBook};
use super::stages::{Aftermath, Moment, Source, Way};
use super::touch::Touch;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::Sq;
use crate::fairy::moves::effect::{Effect, Step, StepKind, Why};
use crate::fairy::moves::move_builder::MoveBuilder;
use crate::fairy::position::FairyPosition;
use crate::pieces::Mode;
use crate::units::{Color, Diagram, Piece, Traits};
use std::collections::BTreeMap;

/// The attributes whose rules depend on the hurdle.
pub const OF_HOPPERS: [Traits; 3] = [Traits::HURDLE_COLOUR_CHANGING, Traits::BUL, Traits::DOB];

/// Pieces whose moves lead over exactly one man.
const SIMPLE_HOPPERS: &[&str] = &[
    "G", "RH", "BH", "NH", "CH", "ZH", "GH", "G2", "G3", "KH", "KP", "CG", "LI", "RL", "BL", "NL", "M", "RM", "BM",
    "EA", "RE", "BE", "SW", "RW", "BW", "EQ", "NE", "OR", "NO", "QE", "QF", "LE", "PA", "VA", "NA",
];

/// Installs the rules for the attributes of hoppers that men of the diagram have.
///
/// # Errors
///
/// Returns a message if a man with such an attribute is no hopper whose moves lead over exactly one man.
pub fn install(diagram: &Diagram, book: &mut RuleBook) -> Result<(), String> {
    for attribute in OF_HOPPERS {
        let concerned = || diagram.placement.iter().filter(move |(_, unit)| unit.traits.has(attribute));
        if concerned().next().is_none() {
            continue;
        }
        if let Some((square, _)) = concerned().find(|(_, unit)| !SIMPLE_HOPPERS.contains(&unit.piece.def().code)) {
            return Err(format!(
                "the man on {square} is not a simple hopper; this attribute needs one, such as a grasshopper"
            ));
        }
        book.stages.by(Source::Attribute(attribute));
        if attribute == Traits::HURDLE_COLOUR_CHANGING {
            book.stages.follow(Moment::Changed, HurdleColourChange);
        } else {
            book.stages.follow(Moment::Changed, HurdleMove { attribute });
            // If the hurdle cannot move, the hopper cannot capture.
            book.stages.checks_are_played = true;
        }
        book.tells_hurdles = true;
    }
    if book.tells_hurdles {
        book.promoted_attributes.extend(promoted(diagram));
    }
    Ok(())
}

/// Returns, for each piece in the diagram, the sets of hopper attributes that its men have. A pawn may promote to the
/// piece with any of these sets.
fn promoted(diagram: &Diagram) -> impl Iterator<Item = PromotedAttribute> {
    let mut kinds: BTreeMap<Piece, Vec<Traits>> = BTreeMap::new();
    for (_, unit) in diagram.placement.iter() {
        let of_hoppers = OF_HOPPERS.into_iter().filter(|&attribute| unit.traits.has(attribute));
        let attributes = of_hoppers.fold(Traits::NONE, Traits::with);
        let choices = kinds.entry(unit.piece).or_default();
        if !choices.contains(&attributes) {
            choices.push(attributes);
        }
    }
    kinds.into_iter().map(|(piece, choices)| PromotedAttribute { piece, choices })
}

/// Aftermath of colour-changing hoppers: the hurdle, unless neutral or a king, changes sides.
struct HurdleColourChange;

impl Aftermath for HurdleColourChange {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let StepKind::Over(sq) = draft.step.kind
            && draft.mover.has(Traits::HURDLE_COLOUR_CHANGING)
        {
            let man = draft.after.board().man(sq);
            if man.is_some() && !man.is_neutral() && man.piece() != Piece::KING {
                draft.change(sq, man.with_color(!man.color()), Why::Condition);
            }
        }
        next(draft)
    }

    fn spares(&self, _: &FairyPosition, _: Color, _: Sq, _: Man, step: &Step) -> bool {
        step.kind == StepKind::Plain
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        let StepKind::Over(sq) = touch.step.kind else { return true };
        let hurdle = position.board().man(sq);
        if hurdle.is_only_of(!touch.side) {
            touch.comes.push((sq, hurdle.with_color(touch.side)));
        }
        !hurdle.is_royal() || hurdle.piece() == Piece::KING
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_by_man: true, ..Footprint::default() }
    }
}

/// Aftermath of Bul and Dob hoppers: the hurdle moves without capturing, as the hopper does (Bul) or as itself (Dob).
/// If it cannot, the hopper's move is impossible.
struct HurdleMove {
    attribute: Traits,
}

impl Aftermath for HurdleMove {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let StepKind::Over(hurdle) = draft.step.kind else { return next(draft) };
        if !draft.mover.has(self.attribute) {
            return next(draft);
        }
        let man = draft.after.board().man(hurdle);
        let piece = if self.attribute == Traits::BUL { draft.mover.piece() } else { man.piece() };
        let way = Way { origin: hurdle, piece, mode: Mode::Move };
        let mut steps = Vec::new();
        draft.after.steps_as(man.color_or(draft.side), hurdle, way, &mut |step| {
            if step.taken.is_none() && !step.kind.is_castling() {
                steps.push(step);
            }
            false
        });
        steps.into_iter().any(|step| {
            let mut moved = draft.clone();
            moved.apply(Effect::Go { from: hurdle, to: step.to, why: Why::Condition });
            if let StepKind::Passing(squares, count) = step.kind {
                moved.apply(Effect::Passing { squares, count, pawn: step.to });
            }
            promote(&mut moved, man, step.to, next)
        })
    }

    fn spares(&self, _: &FairyPosition, _: Color, _: Sq, _: Man, step: &Step) -> bool {
        step.kind == StepKind::Plain
    }
}

/// Calls `next` with each promotion of `man`, a hurdle that has been moved to `sq`; once without any, if it does not
/// promote there.
fn promote(draft: &mut MoveBuilder, man: Man, sq: Sq, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
    let book = draft.before.book();
    // A neutral pawn has two last ranks, whichever side has moved it.
    let promotes = [Color::White, Color::Black].into_iter().any(|side| man.is_of(side) && book.promotes(side, man, sq));
    if !promotes {
        return next(draft);
    }
    book.promotions_of(man).iter().any(|&piece| {
        let mut promoted = draft.clone();
        let choice = book.promoted(man, piece);
        promoted.apply(Effect::Change { sq, man: choice, why: Why::Condition });
        promoted.with_attributes(sq, choice, next)
    })
}
