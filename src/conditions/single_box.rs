use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Aftermath, Moment, Prelude, Promoting};
use crate::fairy::{Board, Draft, Effect, FairyPosition, Man, RuleBook, Sq, Why};
use crate::units::{Color, Piece};

pub const DEF: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "Type1", aliases: &[], doc: "a pawn does not go to the last rank when it cannot promote" },
        VariantDef {
            name: "Type2",
            aliases: &[],
            doc: "a pawn that cannot promote stays a pawn on the last rank, and promotes as soon as a move of the other \
                  side puts a man into the box",
        },
        VariantDef {
            name: "Type3",
            aliases: &[],
            doc: "a pawn that cannot promote stays a pawn on the last rank; when there is a man in the box, its side must \
                  promote it before its next move",
        },
    ],
    ..ConditionDef::new(
        "SingleBox",
        "a pawn promotes only to what a single box of chessmen has left: one queen, two rooks, bishops and knights for \
         each side",
        install,
    )
};

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let stays = condition.has("Type2") || condition.has("Type3");
    book.stages.promoting.push(Box::new(InTheBox { stays }));
    if condition.has("Type3") {
        book.stages.prelude = Some(Box::new(Waiting));
    } else if stays {
        book.stages.follow(Moment::Elsewhere, Belated);
    }
    Ok(())
}

/// The box has such a man left for the side.
fn has_left(board: &Board, side: Color, piece: Piece) -> bool {
    let all = match piece {
        Piece::QUEEN => 1,
        Piece::ROOK | Piece::BISHOP | Piece::KNIGHT => 2,
        _ => 0,
    };
    board.of(side).iter().filter(|&sq| board.man(sq).piece() == piece).count() < all
}

struct InTheBox {
    stays: bool,
}

impl Promoting for InTheBox {
    fn choose(&self, draft: &Draft, pawn: Man, choices: &mut Vec<Man>) {
        choices.retain(|choice| has_left(draft.after.board(), draft.side, choice.piece()));
        if choices.is_empty() && self.stays {
            choices.push(pawn);
        }
    }
}

/// The promotions of pawns that wait on their last rank.
fn belated(position: &FairyPosition, side: Color) -> Vec<(Sq, Man)> {
    let (book, board) = (position.book(), position.board());
    let pawns = board.of(side).iter().filter(|&sq| book.promotes(side, board.man(sq), sq));
    pawns
        .flat_map(|sq| {
            let pieces = book.promotions.iter().filter(|&&piece| has_left(board, side, piece));
            pieces.map(move |&piece| (sq, book.promoted(board.man(sq), piece)))
        })
        .collect()
}

/// Pawns of the other side that wait.
struct Belated;

impl Aftermath for Belated {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let promotions = belated(&draft.after, !draft.side);
        if promotions.is_empty() {
            return next(draft);
        }
        promotions.into_iter().any(|(sq, man)| {
            let mut promoted = draft.clone();
            promoted.apply(Effect::Change { sq, man, why: Why::Condition });
            next(&mut promoted)
        })
    }
}

/// Pawns of the side to move that wait.
struct Waiting;

impl Prelude for Waiting {
    fn changes(&self, position: &FairyPosition) -> Vec<Effect> {
        let promotions = belated(position, position.side()).into_iter();
        promotions.map(|(sq, man)| Effect::Change { sq, man, why: Why::Before }).collect()
    }
}
