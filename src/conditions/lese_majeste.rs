use super::ConditionDef;

pub const DEF: ConditionDef = ConditionDef::new(
    "LeseMajeste",
    "the king of the side that is not to move may be in check in the diagram; it is not captured",
    |_, book| {
        book.stages.kings_are_spared = true;
        Ok(())
    },
);
