use super::ConditionDef;
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Restriction, WayList, Ways};
use crate::fairy::{FairyPosition, Man, Sq, Squares, Step, StepKind, file, rank};
use crate::units::Color;

pub const DEF: ConditionDef = ConditionDef::new(
    "PointReflection",
    "a man moves as the man, of either side, on the square that is its own square reflected in the centre of the board",
    |_, book| {
        book.stages.ways.push(Box::new(Reflected));
        book.stages.restrictions.push(Box::new(RookIsRook));
        Ok(())
    },
)
.called("Punktspiegelung", "ReflexionCentrale");

/// Returns the man on the square that is point-symmetric to `sq` about the centre; [`Man::NONE`] if there is none.
fn opposite(position: &FairyPosition, sq: Sq) -> Man {
    reflected(position, sq).map_or(Man::NONE, |opposite| position.board().man(opposite))
}

fn reflected(position: &FairyPosition, sq: Sq) -> Option<Sq> {
    let geometry = &position.book().geometry;
    let (files, ranks) = (geometry.files - 1 - 2 * file(sq), geometry.ranks - 1 - 2 * rank(sq));
    geometry.step(sq, (files, ranks))
}

/// Forbids castling with a rook that moves as another piece because of the man on the opposite square.
struct RookIsRook;

impl Restriction for RookIsRook {
    fn allows(&self, position: &FairyPosition, _: Color, _: Sq, _: Man, step: &Step) -> bool {
        let StepKind::Castling(index) = step.kind else { return true };
        let rook = position.book().geometry.castlings[usize::from(index)].rook;
        let man = opposite(position, rook);
        man.is_none() || man.piece() == position.board().man(rook).piece()
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, spares_quiet_kings: true, ..Footprint::default() }
    }
}

struct Reflected;

impl Ways for Reflected {
    fn ways(&self, position: &FairyPosition, _: Color, from: Sq, _: Man, ways: &mut WayList) {
        let man = opposite(position, from);
        if man.is_some() {
            for way in ways {
                way.piece = man.piece();
            }
        }
    }

    fn looks_at(&self, position: &FairyPosition, _: Color, from: Sq, _: Man) -> Option<Squares> {
        Some(reflected(position, from).into_iter().collect())
    }
}
