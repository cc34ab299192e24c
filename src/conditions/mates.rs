//! Conditions that redefine mate or stalemate.

use super::ConditionDef;
use crate::fairy::footprint::{Brings, Footprint};
use crate::fairy::stages::{Aftermath, Immobility, Moment};
use crate::fairy::{Effect, FairyPosition, MoveBuilder};
use crate::pieces::QUEEN;

pub const AMU: ConditionDef = ConditionDef::new(
    "AMU",
    "attacked mating unit: a move mates only if exactly one enemy man attacked the moving man",
    |_, book| {
        let slot = book.stages.slot(0);
        book.stages.follow(Moment::Last, CountAttackers { slot });
        book.stages.immobility.push(Box::new(AttackedOnce { slot }));
        Ok(())
    },
);

pub const MAFF: ConditionDef = ConditionDef::new(
    "MAFF",
    "mate with a free field: a side is mated, or stalemated, if its only move is a king's move to a single square",
    |_, book| {
        book.stages.immobility.push(Box::new(OneFlight));
        Ok(())
    },
);

pub const OWU: ConditionDef = ConditionDef::new(
    "OWU",
    "one white unit: it is mate, or stalemate, only if exactly one enemy man is next to the king",
    |_, book| {
        book.stages.immobility.push(Box::new(OneBeside));
        Ok(())
    },
);

/// Stores in a slot, a number kept with the position, how many enemy men observed the moved man on its departure
/// square: 0, 1, or 2 for two or more.
struct CountAttackers {
    slot: u8,
}

impl Aftermath for CountAttackers {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let (before, from) = (draft.before, draft.from);
        let attackers = before.board().of(!draft.side).iter();
        let count = attackers.filter(|&by| before.observes(!draft.side, by, from)).take(2).count();
        draft.apply(Effect::Slot { slot: self.slot, value: count as u32 });
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { brings: Brings::Nothing, keeps_to_chess: true, ..Footprint::default() }
    }
}

struct AttackedOnce {
    slot: u8,
}

impl Immobility for AttackedOnce {
    fn allows_mate(&self, position: &FairyPosition) -> bool {
        position.slot(self.slot) == 1
    }
}

struct OneFlight;

impl Immobility for OneFlight {
    fn is_immobile(&self, position: &FairyPosition, _: bool) -> bool {
        let (mut flights, mut others) = (0, 0);
        position.each_legal_move(&mut |m| {
            let is_made_by_a_king = m.step.kind.is_made_by_a_man() && position.board().man(m.from).is_royal();
            let is_flight = is_made_by_a_king && !m.step.kind.is_castling();
            *if is_flight { &mut flights } else { &mut others } += 1;
            flights + others > 1
        });
        (flights, others) == (1, 0)
    }
}

struct OneBeside;

impl Immobility for OneBeside {
    fn is_immobile(&self, position: &FairyPosition, without_moves: bool) -> bool {
        let (board, side) = (position.board(), position.side());
        without_moves
            && board.royals(side).iter().all(|king| {
                let beside = QUEEN.iter().filter_map(|&vector| position.step(king, vector));
                beside.filter(|&sq| board.man(sq).is_of(!side)).count() == 1
            })
    }
}
