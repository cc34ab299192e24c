use super::ConditionDef;
use crate::fairy::FairyPosition;
use crate::fairy::stages::CheckRule;
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "BrunnerChess",
    "a king is in check only from men that could capture it without exposing their own king to capture: so a king may \
     move next to the enemy king on a square that its own side guards",
    |_, book| {
        book.stages.checks.push(Box::new(Recaptured));
        Ok(())
    },
)
.called("BrunnerSchach", "EchecsBrunner");

/// A king is in check only if an enemy man could capture it without exposing its own king to capture.
struct Recaptured;

impl CheckRule for Recaptured {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let board = position.board();
        attacked
            && board.royals(side).iter().any(|king| {
                board.of(!side).iter().filter(|&from| from != king).any(|from| {
                    position.steps(!side, from, Some(king), &mut |step| {
                        let mut captured = position.to_try_moves();
                        step.plain_effects(from).into_iter().for_each(|effect| captured.apply(effect));
                        let avenged = |own| captured.is_attacked(own, side);
                        !captured.board().royals(!side).iter().any(avenged)
                    })
                })
            })
    }

    fn needs_attack(&self) -> bool {
        true
    }
}
