use super::ConditionDef;
use crate::fairy::Draft;
use crate::fairy::stages::Legality;
use crate::position::Position;

pub const DEF: ConditionDef = ConditionDef::new(
    "ChecklessChess",
    "neither side may give check but with mate; whether it is mate is asked under the same rule",
    |_, book| {
        book.stages.legality.push(Box::new(NoCheckButMate));
        Ok(())
    },
);

/// No check but mate.
struct NoCheckButMate;

impl Legality for NoCheckButMate {
    /// A move that leaves its own king in check is left to the rule that forbids that: asking about it here would only
    /// lead into positions that cannot arise.
    fn is_legal(&self, draft: &Draft) -> bool {
        let after = draft.finished();
        !after.is_in_check(after.side()) || after.is_in_check(draft.side) || after.is_mate()
    }
}
