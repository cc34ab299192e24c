//! AllInChess and MainlyInChess: a side may also move enemy men. HalfInChess: a side moves only enemy men.

use super::{Condition, ConditionDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Extra, Legality, Moment};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, TrialBoard};
use crate::units::Color;

pub const ALL_IN: ConditionDef = ConditionDef::new(
    "AllInChess",
    "a side may also move enemy men, as the other side could; a move that neither captures nor promotes may not be \
     taken back at once",
    install,
);
pub const MAINLY_IN: ConditionDef = ConditionDef::new(
    "MainlyInChess",
    "a side may also move enemy men, as the other side could, except the man that moved last",
    install,
);
pub const HALF_IN: ConditionDef = ConditionDef::new(
    "HalfInChess",
    "a side moves the enemy men, as the other side could, instead of its own",
    install,
);

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let slot = book.stages.slot(NOTHING);
    book.stages.lapsing.push((slot, NOTHING));
    book.stages.extra.push(Box::new(OthersMoves));
    let limit = match condition.def.name {
        "AllInChess" => Limit { slot, own: true, returns: Returns::Nowhere },
        "MainlyInChess" => Limit { slot, own: true, returns: Returns::Never },
        _ => Limit { slot, own: false, returns: Returns::Nowhere },
    };
    book.stages.follow(Moment::Last, limit);
    book.stages.legality.push(Box::new(limit));
    Ok(())
}

/// Value of the slot [`Limit::slot`] if the last move restricts no man, and before the first move.
const NOTHING: u32 = u32::MAX;

struct OthersMoves;

impl Extra for OthersMoves {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let (side, board) = (!position.side(), position.board());
        let mut drafts = TrialBoard::default();
        board.of(side).without(board.of(!side)).iter().any(|from| {
            position.steps(side, from, None, &mut |step| {
                let draft = drafts.begin(position, from, step);
                draft.side = side;
                draft.play_step();
                next(draft)
            })
        })
    }

    fn are_enemy_steps(&self) -> bool {
        true
    }
}

/// Restriction on the man that made the last move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Returns {
    /// The man may not return to the square from which it came.
    Nowhere,
    /// The man may not move at all.
    Never,
}

#[derive(Clone, Copy)]
struct Limit {
    /// Index of the slot, a number kept with the position, that holds the departure and arrival squares of the last
    /// move, or [`NOTHING`].
    slot: u8,
    /// Whether a side may move its own men.
    own: bool,
    returns: Returns,
}

impl Aftermath for Limit {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let is_such = |(man, _): &(Man, Sq)| {
            self.returns == Returns::Never || draft.captured.is_none() && man.piece() == draft.mover.piece()
        };
        let moved = draft.arrived().filter(is_such);
        let value = moved.map_or(NOTHING, |(_, at)| u32::from(draft.from) | u32::from(at) << 8);
        draft.apply(Effect::Slot { slot: self.slot, value });
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_kings_taken: true, keeps_to_chess: true, ..Footprint::default() }
    }
}

impl Legality for Limit {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        !self.forbids(draft.before, draft.side, draft.from, Some(&draft.step))
    }

    fn forbids(&self, position: &FairyPosition, by: Color, from: Sq, step: Option<&Step>) -> bool {
        let last = position.slot(self.slot);
        let moved_last = last != NOTHING && last >> 8 == u32::from(from);
        let goes_back = || step.is_some_and(|step| last & 255 == u32::from(step.to));
        !self.own && by == position.side() || moved_last && (self.returns == Returns::Never || goes_back())
    }
}
