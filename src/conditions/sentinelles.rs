use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Draft, Effect, Man, RuleBook, Why};
use crate::units::{Piece, Traits};

pub const DEF: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "PionAdvers", aliases: &[], doc: "the pawn belongs to the other side" },
        VariantDef { name: "PionNeutre", aliases: &[], doc: "the pawn is neutral" },
        VariantDef { name: "Berolina", aliases: &[], doc: "the pawn is a Berolina pawn" },
    ],
    ..ConditionDef::new(
        "Sentinelles",
        "a unit (not a pawn) leaves a pawn of its side on the square from which it moves, unless that lies on the first or \
         the last rank or the side has eight pawns",
        install,
    )
};

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let code = if condition.has("Berolina") { "BP" } else { "P" };
    let pawn = Piece::from_code(code).ok_or("there are no such pawns")?;
    let sentinelles = Sentinelles { pawn, adverse: condition.has("PionAdvers"), neutral: condition.has("PionNeutre") };
    book.stages.follow(Moment::Elsewhere, sentinelles);
    Ok(())
}

struct Sentinelles {
    pawn: Piece,
    adverse: bool,
    neutral: bool,
}

impl Aftermath for Sentinelles {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let (from, side) = (draft.from, draft.side);
        let geometry = &draft.before.book().geometry;
        let rank = geometry.rank_for(side, from);
        if draft.mover.piece().is_pawn()
            || rank == 0
            || rank == geometry.ranks - 1
            || !draft.after.board().is_empty(from)
        {
            return next(draft);
        }
        let (color, traits) = match (self.neutral, self.adverse) {
            (true, _) => (side, Traits::NEUTRAL),
            (false, true) => (!side, Traits::NONE),
            (false, false) => (side, Traits::NONE),
        };
        let man = Man::new(color, self.pawn, traits);
        let board = draft.after.board();
        let pawns = board
            .of(color)
            .iter()
            .filter(|&sq| board.man(sq).with_traits(traits) == board.man(sq) && board.man(sq).piece().is_pawn())
            .count();
        if pawns < 8 {
            draft.apply(Effect::Put { sq: from, man, why: Why::Condition });
        }
        next(draft)
    }
}
