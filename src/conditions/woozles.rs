//! Conditions under which men that observe each other cannot capture: men of the same side, or enemy men.

use super::rebirth::includes_kings;
use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::Restriction;
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Step, file, rank};
use crate::units::Color;

const VARIANTS: &[VariantDef] = &[
    VariantDef { name: "RexExclusive", aliases: &[], doc: "kings are exempt" },
    VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings included (default)" },
];

const fn def(name: &'static str, doc: &'static str) -> ConditionDef {
    ConditionDef { variants: VARIANTS, ..ConditionDef::new(name, doc, install) }
}

pub const WOOZLES: ConditionDef =
    def("Woozles", "men of one side that guard each other lose the power to capture and to give check");
pub const BI_WOOZLES: ConditionDef =
    def("BiWoozles", "enemy men that attack each other lose the power to capture and to give check");
pub const HEFFALUMPS: ConditionDef =
    def("Heffalumps", "men of one side that guard each other lose the power to capture and to give check on that line");
pub const BI_HEFFALUMPS: ConditionDef =
    def("BiHeffalumps", "enemy men that attack each other lose the power to capture and to give check on that line");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let name = condition.def.name;
    book.stages.restrictions.push(Box::new(MutualGuard {
        adverse: name.starts_with("Bi"),
        on_the_line: name.to_ascii_lowercase().ends_with("heffalumps"),
        kings: includes_kings(|variant| condition.says(variant), true)?,
    }));
    Ok(())
}

/// Forbids captures by a man that observes, and is observed by, another man: an enemy man if `adverse`, otherwise a man
/// of its own side.
struct MutualGuard {
    adverse: bool,
    /// Whether only captures along the line between these two men are forbidden.
    on_the_line: bool,
    kings: bool,
}

impl Restriction for MutualGuard {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, step: &Step) -> bool {
        if step.taken.is_none() || man.is_royal() && !self.kings {
            return true;
        }
        let by = if self.adverse { !side } else { side };
        let board = position.board();
        !board.of(by).iter().any(|other| {
            other != from
                && (self.kings || !board.man(other).is_royal())
                && (!self.on_the_line || are_parallel(from, other, step.to))
                && position.observes(by, other, from)
                && position.observes(side, from, other)
        })
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { spares_quiet_kings: true, ..Footprint::default() }
    }
}

/// Whether the vectors from `from` to the two squares are parallel, in the same or in opposite directions.
fn are_parallel(from: Sq, one: Sq, other: Sq) -> bool {
    let vector = |to| (i16::from(file(to) - file(from)), i16::from(rank(to) - rank(from)));
    let ((files, ranks), (other_files, other_ranks)) = (vector(one), vector(other));
    files * other_ranks == ranks * other_files
}
