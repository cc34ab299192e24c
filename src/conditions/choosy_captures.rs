//! Conditions under which the legality of a capture depends on the other captures that would be possible.

use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::Restriction;
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Step};
use crate::units::Color;

pub const MULTI_CAPTURES: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "White", aliases: &[], doc: "applies to White's captures only" },
        VariantDef { name: "Black", aliases: &[], doc: "applies to Black's captures only" },
    ],
    ..ConditionDef::new(
        "MultiCaptures",
        "a man can be captured, and a king is in check, only if at least two enemy men attack it; a man that attacks \
         it in two ways counts as two",
        install_multi,
    )
};

fn install_multi(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let both = !condition.has("White") && !condition.has("Black");
    let multi = MultiCaptures { white: both || condition.has("White"), black: both || condition.has("Black") };
    book.stages.restrictions.push(Box::new(multi));
    Ok(())
}

pub const CAST: ConditionDef = ConditionDef {
    variants: &[VariantDef {
        name: "Inverse",
        aliases: &[],
        doc: "a man captures only if it has more than one target",
    }],
    ..ConditionDef::new(
        "CASTChess",
        "a man captures, and gives check, only if it has a single target",
        |condition, book| {
            book.stages.restrictions.push(Box::new(Cast { inverse: condition.has("Inverse") }));
            Ok(())
        },
    )
}
.called("CASTSchach", "CASTechecs");

struct MultiCaptures {
    white: bool,
    black: bool,
}

impl Restriction for MultiCaptures {
    fn allows(&self, position: &FairyPosition, side: Color, _: Sq, _: Man, step: &Step) -> bool {
        let Some(target) = step.taken else { return true };
        if !(if side == Color::White { self.white } else { self.black }) {
            return true;
        }
        let mut ways = 0;
        position.board().of(side).iter().filter(|&other| other != target).any(|other| {
            position.bare_steps(side, other, Some(target), &mut |_| {
                ways += 1;
                ways == 2
            })
        })
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { spares_quiet_kings: true, ..Footprint::default() }
    }
}

struct Cast {
    inverse: bool,
}

impl Restriction for Cast {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, step: &Step) -> bool {
        let Some(target) = step.taken else { return true };
        let another = position.bare_steps(side, from, None, &mut |step| step.taken.is_some_and(|sq| sq != target));
        another == self.inverse
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { spares_quiet_kings: true, ..Footprint::default() }
    }
}
