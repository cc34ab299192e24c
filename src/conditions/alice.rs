use super::ConditionDef;
use crate::fairy::two_planes;

pub const DEF: ConditionDef = ConditionDef::new(
    "AliceChess",
    "there are two boards, A and B: a unit goes on its own board, to a square that is empty on the other, and crosses to \
     the other board by its move; a king's move must be legal on the board that he leaves as well. Units are on board A \
     unless they are said to be on board B",
    |_, book| two_planes(book),
).called("AliceSchach", "Alice");
