//! Conditions under which moves change or displace kings.

use super::sides::Sides;
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, FairyPosition, MoveBuilder, RuleBook, Sq, Touch, Why};
use crate::units::{Color, Piece};

pub const KOBUL: ConditionDef = ConditionDef::new(
    "KobulKings",
    "when a man is captured, the king of its side becomes a royal man of the captured kind; when a pawn is captured, \
     it becomes an ordinary king again",
    |_, book| {
        book.stages.follow(Moment::Changed, Kobul);
        Ok(())
    },
)
.called("KobulKoenige", "RoisKobul");

pub const SWAPPING: ConditionDef =
    ConditionDef::new("SwappingKings", "when a move gives check, the kings change places", |_, book| {
        book.stages.follow(Moment::KingsSwapped, Swapping);
        Ok(())
    })
    .called("TauschKoenige", "RoisEchanges");

const TYPES: &[VariantDef] = &[
    VariantDef { name: "TypeA", aliases: &[], doc: "the kings change places after every move of the side (default)" },
    VariantDef {
        name: "TypeB",
        aliases: &[],
        doc: "the move must be legal before the kings change places: it parries any check and exposes its king to none",
    },
    VariantDef { name: "TypeC", aliases: &[], doc: "the kings change places only after a move that gives check" },
];
const OSCILLATING: &str = "after each move of the side, the kings change places";
pub const BLACK_OSCILLATING: ConditionDef =
    oscillating("BlackOscillatingKings").of(Sides::Black).called("SchwarzeOszillierendeKoenige", "NoirRoisOscillant");
pub const WHITE_OSCILLATING: ConditionDef =
    oscillating("WhiteOscillatingKings").of(Sides::White).called("WeisseOszillierendeKoenige", "BlancRoisOscillant");

const fn oscillating(name: &'static str) -> ConditionDef {
    ConditionDef { variants: TYPES, ..ConditionDef::new(name, OSCILLATING, install_oscillating) }
}

fn install_oscillating(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if condition.variants.len() > 1 {
        return Err("only one of `TypeA`, `TypeB` and `TypeC` can be used".into());
    }
    let when = match condition.variants.first() {
        Some(&"TypeB") => Oscillation::OutOfCheck,
        Some(&"TypeC") => Oscillation::GivingCheck,
        _ => Oscillation::Always,
    };
    book.stages.follow(Moment::KingsSwapped, Oscillating { sides: condition.def.sides, when });
    Ok(())
}

/// Returns the square of the side's king, or `None` if the side has no king or several.
fn king(draft: &MoveBuilder, side: Color) -> Option<Sq> {
    let royals = draft.after.board().royals(side);
    royals.first().filter(|_| royals.count() == 1)
}

/// Exchanges the two kings. A king that arrives on its home square may castle again.
fn exchange(draft: &mut MoveBuilder, black: Sq, white: Sq) {
    draft.apply(Effect::Swap { a: black, b: white });
    draft.renew(black);
    draft.renew(white);
}

struct Kobul;

impl Aftermath for Kobul {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((victim, _)) = draft.captured
            && !victim.is_royal()
            && let Some(sq) = king(draft, victim.color_or(!draft.side))
        {
            let man = draft.after.board().man(sq);
            let piece = if victim.piece().is_pawn() { Piece::KING } else { victim.piece() };
            if piece != man.piece() {
                let why = if man.is_neutral() { Why::ApartAndOwned } else { Why::Condition };
                draft.change(sq, man.with_piece(piece), why);
            }
        }
        next(draft)
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        let Some(victim) = touch.victim(position) else { return true };
        let piece = if victim.piece().is_pawn() { Piece::KING } else { victim.piece() };
        touch.kings.iter_mut().for_each(|king| *king = king.with_piece(piece));
        victim.color_or(!touch.side) == !touch.side
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, ..Footprint::default() }
    }
}

struct Swapping;

impl Aftermath for Swapping {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let (Some(black), Some(white)) = (king(draft, Color::Black), king(draft, Color::White))
            && draft.after.is_in_check(!draft.side)
        {
            exchange(draft, black, white);
        }
        next(draft)
    }
}

/// The moves after which the two kings exchange squares.
enum Oscillation {
    Always,
    /// After every move; a move that leaves its side's king in check before the exchange is illegal.
    OutOfCheck,
    GivingCheck,
}

struct Oscillating {
    sides: Sides,
    when: Oscillation,
}

impl Aftermath for Oscillating {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let side = draft.side;
        let (Some(black), Some(white)) = (king(draft, Color::Black), king(draft, Color::White)) else {
            return next(draft);
        };
        if !self.sides.has(side) {
            return next(draft);
        }
        if matches!(self.when, Oscillation::OutOfCheck) && draft.after.is_in_check(side) {
            return false;
        }
        if !matches!(self.when, Oscillation::GivingCheck) || draft.after.is_in_check(!side) {
            exchange(draft, black, white);
        }
        next(draft)
    }
}
