//! Snek chess: when a man is captured, another man of its side becomes the captured piece.

use super::{Condition, ConditionDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{FairyPosition, Man, MoveBuilder, RuleBook, Sq, Touch, Why};
use crate::units::{Color, Piece};

pub const CHESS: ConditionDef = ConditionDef::new(
    "SnekChess",
    "when a queen, rook, bishop or knight is captured, a rook, bishop, knight or king of its side, respectively, \
     becomes that piece; a king becomes a royal knight, and a king again when a pawn is captured",
    install,
)
.called("SnekSchach", "EchecsSnek");
pub const CIRCLE: ConditionDef = ConditionDef::new(
    "SnekCircleChess",
    "when a queen, rook, bishop or knight is captured, a rook, bishop, knight or queen of its side, respectively, \
     becomes that piece",
    install,
)
.called("SnekZirkulaerSchach", "EchecsSnekCirculaires");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    book.stages.offers_choice = true;
    book.stages.follow(Moment::Elsewhere, Snek { circle: condition.def.name == "SnekCircleChess" });
    Ok(())
}

struct Snek {
    circle: bool,
}

impl Snek {
    /// Whether `man` may change because its side has lost a man of the piece `captured`: it becomes that piece or,
    /// after the loss of a pawn, a king again. A royal man stays royal.
    fn is_heir(&self, captured: Piece, man: Man) -> bool {
        match captured {
            Piece::QUEEN => man.piece() == Piece::ROOK,
            Piece::ROOK => man.piece() == Piece::BISHOP,
            Piece::BISHOP => man.piece() == Piece::KNIGHT,
            Piece::KNIGHT if self.circle => man.piece() == Piece::QUEEN,
            Piece::KNIGHT => man.piece() == Piece::KING,
            // The royal man becomes an ordinary king again.
            Piece::PAWN => !self.circle && man.is_royal() && man.piece() != Piece::KING,
            _ => false,
        }
    }
}

/// Returns the piece that a man becomes because its side has lost a man of the piece `captured`.
fn inheritance(captured: Piece) -> Piece {
    if captured == Piece::PAWN { Piece::KING } else { captured }
}

impl Aftermath for Snek {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let Some((victim, _)) = draft.captured else { return next(draft) };
        let side: Color = victim.color_or(!draft.side);
        let board = draft.after.board();
        let is_heir = |&sq: &Sq| self.is_heir(victim.piece(), board.man(sq));
        let heirs: Vec<Sq> = board.of(side).iter().filter(is_heir).collect();
        if heirs.is_empty() {
            return next(draft);
        }
        let becomes = inheritance(victim.piece());
        heirs.into_iter().any(|sq| {
            let mut changed = draft.clone();
            let man = changed.after.board().man(sq).with_piece(becomes);
            changed.change(sq, man, Why::Apart);
            next(&mut changed)
        })
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        let Some(victim) = touch.victim(position) else { return true };
        let board = position.board();
        let is_heir = |&sq: &Sq| Some(sq) != touch.step.taken && self.is_heir(victim.piece(), board.man(sq));
        let heirs: Vec<Man> = board.of(!touch.side).iter().filter(is_heir).map(|sq| board.man(sq)).collect();
        if let Some(heir) = heirs.iter().find(|heir| heir.is_royal()) {
            if heirs.len() == 1 {
                touch.kings.clear();
            }
            touch.kings.push(heir.with_piece(inheritance(victim.piece())));
        }
        // A neutral heir attacks for both sides.
        victim.color_or(!touch.side) == !touch.side && !heirs.iter().any(|heir| heir.is_neutral())
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, ..Footprint::default() }
    }
}
