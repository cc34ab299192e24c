use super::ConditionDef;
use super::turncoats::turn;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Draft, Sq};

pub const DEF: ConditionDef = ConditionDef::new(
    "Masand",
    "when a unit gives check by its move, all units (not kings) of either side that it observes change their colour",
    |_, book| {
        book.stages.follow(Moment::Elsewhere, Masand { generalised: false });
        Ok(())
    },
);

pub const GENERALISED: ConditionDef = ConditionDef::new(
    "MasandGeneralised",
    "after a move, all units (not kings) of either side that are observed by a unit giving check change their colour",
    |_, book| {
        book.stages.follow(Moment::Elsewhere, Masand { generalised: true });
        Ok(())
    },
);

struct Masand {
    generalised: bool,
}

impl Aftermath for Masand {
    fn follow(&self, draft: &mut Draft, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
        let board = draft.after.board();
        let gives_check =
            |at: &Sq| board.royals(!draft.side).iter().any(|king| draft.after.observes(draft.side, *at, king));
        let checking: Vec<Sq> = if self.generalised {
            board.of(draft.side).iter().filter(gives_check).collect()
        } else {
            draft.at.into_iter().filter(gives_check).collect()
        };
        let observed: Vec<Sq> = board
            .occupied()
            .iter()
            .filter(|&sq| !board.man(sq).is_royal() && !board.man(sq).is_neutral())
            .filter(|&sq| checking.iter().any(|&at| at != sq && draft.after.observes(draft.side, at, sq)))
            .collect();
        for sq in observed {
            let man = draft.after.board().man(sq);
            turn(draft, sq, man);
        }
        next(draft)
    }
}
