use super::{Arguments, Condition, ConditionDef};
use crate::fairy::footprint::{Brings, Footprint};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{
    ChameleonMen, Effect, FairyPosition, Man, MoveBuilder, Promotion, RuleBook, Sq, Squares, Step, Why, from_square,
};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef {
    arguments: Arguments::Squares,
    ..ConditionDef::new(
        "Wormholes",
        "a man that arrives on one of these squares moves on to another of them that is empty, chosen by its side; if \
         there is none, it cannot arrive there",
        install,
    )
}
.called("Wurmloecher", "TrousDeVer");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let holes: Squares = condition.squares.iter().map(|&square| from_square(square)).collect();
    book.geometry.first_rank = holes;
    book.stages.checks_are_played = true;
    book.stages.offers_choice = true;
    book.stages.follow(Moment::Arrived, Wormholes(holes));
    Ok(())
}

struct Wormholes(Squares);

impl Aftermath for Wormholes {
    /// Continues from a wormhole to each other wormhole that is empty. Before this step, a pawn promotes and a
    /// chameleon changes. The man may return to its departure square only if it has captured, promoted or changed:
    /// otherwise the move would change nothing.
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let Some(from) = draft.at.filter(|&sq| self.0.has(sq)) else { return next(draft) };
        become_another(draft, &mut |promoted| {
            let is_played = promoted.captured.is_some()
                || promoted.arrived().is_some_and(|(man, _)| man.piece() != promoted.mover.piece());
            self.0.iter().any(|to| {
                if to == promoted.from && !is_played || !promoted.after.board().is_empty(to) {
                    return false;
                }
                let mut through = promoted.clone();
                through.apply(Effect::Go { from, to, why: Why::Condition });
                if through.after.is_home(to) {
                    through.apply(Effect::Unmoved { sq: to });
                }
                next(&mut through)
            })
        })
    }

    fn footprint(&self) -> Footprint {
        Footprint { brings: Brings::Nothing, ..Footprint::default() }
    }

    fn spares(&self, _: &FairyPosition, _: Color, _: Sq, _: Man, step: &Step) -> bool {
        !self.0.has(step.to)
    }
}

fn become_another(draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
    Promotion.follow(draft, &mut |promoted| ChameleonMen.follow(promoted, next))
}
