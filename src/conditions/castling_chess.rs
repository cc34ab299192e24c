//! Castling with distant men on any line: CastlingChess and Rokagogo.

use super::ConditionDef;
use crate::fairy::stages::Extra;
use crate::fairy::{Effect, FairyPosition, MoveBuilder, RuleBook, Sq, Step, StepKind, Why};
use crate::pieces::{QUEEN, ROOK, Vector};
use crate::units::Piece;

pub const CASTLING_CHESS: ConditionDef = ConditionDef::new(
    "CastlingChess",
    "a king that is not in check may castle with the nearest man of either side on its rank, file or diagonal, if \
     that man is at least three squares away: the king moves two squares towards the man, not across an attacked \
     square, and the man moves to the square that the king crossed",
    |_, book| install(book, Distant { vectors: QUEEN, rooks_only: false }),
)
.called("RochadeSchach", "EchecsRoque");

pub const ROKAGOGO: ConditionDef = ConditionDef::new(
    "Rokagogo",
    "a king that is not in check may castle with any rook of its side on its rank or file, if at least two squares \
     and no other man are between them: the king moves two squares towards the rook, not across an attacked square, \
     and the rook moves to the square that the king crossed",
    |_, book| install(book, Distant { vectors: ROOK, rooks_only: true }),
);

fn install(book: &mut RuleBook, castling: Distant) -> Result<(), String> {
    book.geometry.castlings.clear();
    book.stages.extra.push(Box::new(castling));
    Ok(())
}

struct Distant {
    vectors: &'static [Vector],
    rooks_only: bool,
}

impl Distant {
    /// Returns the square of the first man from `king` in a direction, if this man is at least three squares away and
    /// of a kind that may castle; `None` otherwise.
    fn partner(&self, position: &FairyPosition, king: Sq, vector: Vector) -> Option<Sq> {
        let mut at = king;
        let mut bounds = 0;
        loop {
            at = position.book().geometry.step(at, vector).filter(|&at| position.has(at))?;
            bounds += 1;
            if !position.board().is_empty(at) {
                break;
            }
        }
        let man = position.board().man(at);
        let suits = !self.rooks_only || man.is_of(position.side()) && man.piece() == Piece::ROOK;
        (bounds >= 3 && suits).then_some(at)
    }
}

impl Extra for Distant {
    fn castlings(&self) -> Option<&'static [Vector]> {
        self.rooks_only.then_some(self.vectors)
    }

    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let side = position.side();
        if position.is_in_check(side) {
            return false;
        }
        let kings = position.board().royals(side);
        kings.iter().filter(|&king| position.board().man(king).piece() == Piece::KING).any(|king| {
            self.vectors.iter().any(|&vector| {
                let Some(partner) = self.partner(position, king, vector) else { return false };
                let step = |from| position.book().geometry.step(from, vector);
                let Some((crossed, to)) = step(king).and_then(|crossed| Some((crossed, step(crossed)?))) else {
                    return false;
                };
                let mut on_its_way = position.clone();
                on_its_way.apply(Effect::Go { from: king, to: crossed, why: Why::Move });
                if on_its_way.is_in_check(side) {
                    return false;
                }
                let step = Step { origin: king, to, taken: None, kind: StepKind::Plain };
                if !position.may_make(side, king, &step) {
                    return false;
                }
                let mut draft = MoveBuilder::new(position, king, step);
                draft.play_step();
                draft.apply(Effect::Go { from: partner, to: crossed, why: Why::Partner });
                next(&mut draft)
            })
        })
    }
}
