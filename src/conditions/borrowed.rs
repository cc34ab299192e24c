//! Men that move as their neighbours: AnnanChess, NannaChess, FaceToFace, BackToBack and CheekToCheek.

use super::{Condition, ConditionDef};
use crate::fairy::stages::{Way, WayList, Ways};
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Squares};
use crate::pieces::Vector;
use crate::units::Color;

pub const ANNAN: ConditionDef = ConditionDef::new(
    "AnnanChess",
    "a man directly in front of another man of its side, as seen from that side, moves as that man and not as itself",
    install,
)
.called("AnnanSchach", "AnnanEchecs");
pub const NANNA: ConditionDef = ConditionDef::new(
    "NannaChess",
    "a man directly behind another man of its side, as seen from that side, moves as that man and not as itself",
    install,
)
.called("NannaSchach", "");
pub const FACE_TO_FACE: ConditionDef = ConditionDef::new(
    "FaceToFace",
    "enemy men that face each other on adjacent squares of a file move as each other; they remain men of their own \
     kinds, and observe as such",
    install,
)
.called("AngesichtZuAngesicht", "FaceAFace");
pub const BACK_TO_BACK: ConditionDef = ConditionDef::new(
    "BackToBack",
    "enemy men that are back to back on adjacent squares of a file move as each other; they remain men of their own \
     kinds, and observe as such",
    install,
)
.called("RueckenAnRuecken", "DosADos");
pub const CHEEK_TO_CHEEK: ConditionDef = ConditionDef::new(
    "CheekToCheek",
    "enemy men on adjacent squares of a rank move as each other; they remain men of their own kinds, and observe as \
     such",
    install,
)
.called("WangeAnWange", "JoueAJoue");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    const BEFORE: &[Vector] = &[(0, 1)];
    const BEHIND: &[Vector] = &[(0, -1)];
    const BESIDE: &[Vector] = &[(-1, 0), (1, 0)];
    let (own, neighbours) = match condition.def.name {
        "AnnanChess" => (true, BEHIND),
        "NannaChess" => (true, BEFORE),
        "FaceToFace" => (false, BEFORE),
        "BackToBack" => (false, BEHIND),
        _ => (false, BESIDE),
    };
    book.stages.ways.push(Box::new(Borrowed { own, neighbours }));
    Ok(())
}

/// Lets each man move as its neighbours: men of its own side if `own` is set, otherwise enemy men. `neighbours` has the
/// vectors from a white man to these neighbours; for a black man, the ranks are negated.
struct Borrowed {
    own: bool,
    neighbours: &'static [Vector],
}

impl Borrowed {
    fn neighbours(&self, position: &FairyPosition, side: Color, from: Sq) -> impl Iterator<Item = Sq> {
        let ahead = side.ahead();
        self.neighbours.iter().filter_map(move |&(files, ranks)| position.step(from, (files, ahead * ranks)))
    }
}

impl Ways for Borrowed {
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, _: Man, ways: &mut WayList) {
        let owner = if self.own { side } else { !side };
        let neighbours = self.neighbours(position, side, from).map(|sq| position.board().man(sq));
        let mut lenders = neighbours.filter(|man| man.is_some() && man.is_of(owner)).map(|man| man.piece());
        let Some(first) = lenders.next() else { return };
        let before = ways.len();
        ways.iter_mut().for_each(|way| way.piece = first);
        for piece in lenders {
            for i in 0..before {
                ways.push(Way { piece, ..ways[i] });
            }
        }
    }

    /// Returns whether men observe as their own pieces although they move as others. This is so if they move as enemy
    /// men: otherwise the observations of two such neighbours would depend on each other without end.
    fn leaves_observation(&self) -> bool {
        !self.own
    }

    fn looks_at(&self, position: &FairyPosition, side: Color, from: Sq, _: Man) -> Option<Squares> {
        Some(self.neighbours(position, side, from).collect())
    }
}
