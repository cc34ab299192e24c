//! Captures that promote others.

use super::{Condition, ConditionDef};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, RuleBook, Sq, Why};
use crate::units::{Color, Piece};

pub const CHESS: ConditionDef = ConditionDef::new(
    "SnekChess",
    "when a queen, rook, bishop or knight is captured, a unit of its side that is a rook, bishop, knight or king becomes one; \
     a king becomes a royal knight, and a king again when a pawn is captured",
    install,
);
pub const CIRCLE: ConditionDef = ConditionDef::new(
    "SnekCircleChess",
    "when a queen, rook, bishop or knight is captured, a unit of its side that is a rook, bishop, knight or queen becomes one",
    install,
);

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.follow(Moment::Elsewhere, Snek { circle: condition.def.name == "SnekCircleChess" });
    Ok(())
}

struct Snek {
    circle: bool,
}

impl Snek {
    /// Who becomes what has been captured: as what, and whether it is royal.
    fn heir(&self, captured: Piece) -> Option<(Piece, bool)> {
        match captured {
            Piece::QUEEN => Some((Piece::ROOK, false)),
            Piece::ROOK => Some((Piece::BISHOP, false)),
            Piece::BISHOP => Some((Piece::KNIGHT, false)),
            Piece::KNIGHT if self.circle => Some((Piece::QUEEN, false)),
            Piece::KNIGHT => Some((Piece::KING, true)),
            Piece::PAWN if !self.circle => Some((Piece::KNIGHT, true)),
            _ => None,
        }
    }
}

impl Aftermath for Snek {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let Some((victim, _)) = draft.captured else { return next(draft) };
        let Some((piece, royal)) = self.heir(victim.piece()) else { return next(draft) };
        let side: Color = victim.color_or(!draft.side);
        let board = draft.after.board();
        let is_heir = |&sq: &Sq| board.man(sq).piece() == piece && board.man(sq).is_royal() == royal;
        let heirs: Vec<Sq> = board.of(side).iter().filter(is_heir).collect();
        if heirs.is_empty() {
            return next(draft);
        }
        let becomes = if victim.piece() == Piece::PAWN { Piece::KING } else { victim.piece() };
        heirs.into_iter().any(|sq| {
            let mut changed = draft.clone();
            let man = changed.after.board().man(sq).with_piece(becomes);
            changed.apply(Effect::Change { sq, man, why: Why::Apart });
            next(&mut changed)
        })
    }
}
