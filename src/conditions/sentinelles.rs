use super::{Arguments, Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, Touch, Why};
use crate::units::{Color, Piece, Traits};

pub const DEF: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "PionAdvers", aliases: &[], doc: "the pawn belongs to the other side" },
        VariantDef { name: "PionNeutre", aliases: &[], doc: "the pawn is neutral" },
        VariantDef {
            name: "ParaSentinelles",
            aliases: &[],
            doc: "a pawn is left only if its side has no more pawns than the other, or at most one more if a pawn was \
                  captured",
        },
        VariantDef { name: "Berolina", aliases: &[], doc: "the pawn is a Berolina pawn" },
        VariantDef { name: "MaximumWhite", aliases: &[], doc: "the greatest number of white pawns (default: eight)" },
        VariantDef { name: "MaximumBlack", aliases: &[], doc: "the greatest number of black pawns (default: eight)" },
        VariantDef { name: "MaximumTotal", aliases: &[], doc: "the greatest number of pawns of both sides" },
    ],
    arguments: Arguments::Numbers,
    ..ConditionDef::new(
        "Sentinelles",
        "a man (not a pawn) leaves a pawn of its side on its square of departure, unless that is on the first or last \
         rank or the side has eight pawns",
        install,
    )
};

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let code = if condition.has("Berolina") { "BP" } else { "P" };
    let pawn = Piece::from_code(code).ok_or("these pawns do not exist")?;
    // The numbers follow the order of the variants that take one.
    let limits: Vec<&str> = condition.variants.iter().copied().filter(|name| name.starts_with("Maximum")).collect();
    if limits.len() != condition.numbers.len() {
        return Err("each `Maximum…` needs a number".into());
    }
    let limit = |name: &str, usual: usize| {
        limits.iter().position(|&other| other == name).map_or(usual, |at| condition.numbers[at] as usize)
    };
    let sentinelles = Sentinelles {
        pawn,
        adverse: condition.has("PionAdvers"),
        neutral: condition.has("PionNeutre"),
        balanced: condition.has("ParaSentinelles"),
        most: [limit("MaximumWhite", 8), limit("MaximumBlack", 8)],
        most_of_all: limit("MaximumTotal", usize::MAX),
    };
    book.stages.follow(Moment::Elsewhere, sentinelles);
    Ok(())
}

struct Sentinelles {
    pawn: Piece,
    adverse: bool,
    neutral: bool,
    /// Whether a move adds a pawn only if the side that gets it does not have more pawns than the other side (variant
    /// `ParaSentinelles`). As in Popeye, a pawn that the move captures still counts for the other side.
    balanced: bool,
    /// The numbers of white and black pawns at which no further pawn of that side is added. `most_of_all` is the same
    /// for the pawns of both sides together.
    most: [usize; 2],
    most_of_all: usize,
}

impl Sentinelles {
    /// Returns the side and the attributes of the pawn that a man of `side` leaves behind when it moves.
    fn owner(&self, side: Color) -> (Color, Traits) {
        match (self.neutral, self.adverse) {
            (true, _) => (side, Traits::NEUTRAL),
            (false, true) => (!side, Traits::NONE),
            (false, false) => (side, Traits::NONE),
        }
    }
}

impl Aftermath for Sentinelles {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
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
        let (color, traits) = self.owner(side);
        let man = Man::new(color, self.pawn, traits);
        let board = draft.after.board();
        let is_pawn =
            |sq: &Sq| board.man(*sq).with_traits(traits) == board.man(*sq) && board.man(*sq).piece() == self.pawn;
        let pawns = board.of(color).iter().filter(is_pawn).count();
        let all = board.occupied().iter().filter(|&sq| board.man(sq).piece() == self.pawn).count();
        let of_side = |side| board.of(side).iter().filter(|&sq| board.man(sq).piece() == self.pawn).count();
        let takes_pawn = draft.captured.is_some_and(|(victim, _)| victim.piece() == self.pawn);
        let is_balanced = || of_side(color) <= of_side(!color) + usize::from(takes_pawn);
        if (!self.balanced || is_balanced()) && pawns < self.most[color as usize] && all < self.most_of_all {
            draft.apply(Effect::Put { sq: from, man, why: Why::Condition });
        }
        next(draft)
    }

    fn spares(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, _: &Step) -> bool {
        let geometry = &position.book().geometry;
        man.piece().is_pawn() || [0, geometry.ranks - 1].contains(&geometry.rank_for(side, from))
    }

    fn touch(&self, _: &FairyPosition, touch: &mut Touch) -> bool {
        let (color, traits) = self.owner(touch.side);
        let pawn = Man::new(color, self.pawn, traits);
        touch.fills.add(touch.from);
        if pawn.is_of(touch.side) {
            touch.comes.push((touch.from, pawn));
        }
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_by_man: true, ..Footprint::default() }
    }
}
