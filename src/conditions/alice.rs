use super::ConditionDef;
use crate::fairy::two_planes;

pub const DEF: ConditionDef = ConditionDef::new(
    "AliceChess",
    "there are two boards, A and B; men are on board A unless the problem puts them on board B. A man moves on its \
     own board, to a square that is empty on the other board, and passes to the other board with the move. A king's \
     move must also be legal on the board that the king leaves",
    |_, book| two_planes(book),
)
.called("AliceSchach", "Alice");
