//! Conditions that compel moves which make the distance between two given men as great, or as small, as possible.

use super::sides::Sides;
use super::{Arguments, Condition, ConditionDef};
use crate::fairy::stages::Selection;
use crate::fairy::{FairyPosition, RuleBook, Sq, Step, StepKind, file, from_square, rank};

const FARTHEST: &str = "plays only those legal moves that leave the two men that stood on these squares in the \
    diagram as far apart as possible; captures one of these men only if there is no other legal move";
const NEAREST: &str = "plays only those legal moves after which the men from these two squares of the diagram are as \
                       close as possible; captures one of them only if it has no other move";

pub const BLACK_MAX: ConditionDef =
    def("BlackMaxDister", FARTHEST, install_farthest).of(Sides::Black).called("SchwarzerMaxDister", "NoirMaxDister");
pub const BLACK_MIN: ConditionDef =
    def("BlackMinDister", NEAREST, install_nearest).of(Sides::Black).called("SchwarzerMinDister", "NoirMinDister");
pub const WHITE_MAX: ConditionDef =
    def("WhiteMaxDister", FARTHEST, install_farthest).of(Sides::White).called("WeisserMaxDister", "BlancMaxDister");
pub const WHITE_MIN: ConditionDef =
    def("WhiteMinDister", NEAREST, install_nearest).of(Sides::White).called("WeisserMinDister", "BlancMinDister");

type Install = fn(&Condition, &mut RuleBook) -> Result<(), String>;

const fn def(name: &'static str, doc: &'static str, install: Install) -> ConditionDef {
    ConditionDef { arguments: Arguments::Men, ..ConditionDef::new(name, doc, install) }
}

fn install_farthest(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    install(condition, book, 1)
}

fn install_nearest(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    install(condition, book, -1)
}

fn install(condition: &Condition, book: &mut RuleBook, sign: i32) -> Result<(), String> {
    let [one, other] = condition.squares[..] else {
        return Err(format!("{} needs the squares of two men", condition.def.name));
    };
    if one == other {
        return Err(format!("{} needs the squares of two men", condition.def.name));
    }
    if let Some(square) = [one, other].into_iter().find(|&square| book.diagram.get(square).is_none()) {
        return Err(format!("{} needs the squares of two men: there is no man on {square}", condition.def.name));
    }
    book.keeps_origins = true;
    let men = [one, other].map(from_square);
    book.stages.selection.push(Box::new(Distance { sides: condition.def.sides, men, sign }));
    Ok(())
}

struct Distance {
    sides: Sides,
    /// The squares of the two given men in the diagram.
    men: [Sq; 2],
    /// 1 if greater distances are preferred, -1 if smaller ones are.
    sign: i32,
}

/// Returns the present square of the man that was on `origin` in the diagram, or `None` if it has been captured.
fn now(position: &FairyPosition, origin: Sq) -> Option<Sq> {
    position.board().occupied().iter().find(|&sq| position.origin(sq) == Some(origin))
}

impl Selection for Distance {
    fn concerns(&self, position: &FairyPosition) -> bool {
        self.sides.has(position.side())
    }

    fn rank(&self, position: &FairyPosition, from: Sq, step: &Step) -> i32 {
        let [Some(one), Some(other)] = self.men.map(|origin| now(position, origin)) else { return 0 };
        if [Some(one), Some(other)].contains(&step.taken) {
            return i32::MIN;
        }
        let castling = match step.kind {
            StepKind::Castling(index) => Some(&position.book().geometry.castlings[usize::from(index)]),
            _ => None,
        };
        let [one, other] = [one, other].map(|sq| match castling {
            _ if sq == from => step.to,
            Some(castling) if sq == castling.rook => castling.rook_to,
            _ => sq,
        });
        let square = |coordinate: fn(Sq) -> i8| i32::from(coordinate(one) - coordinate(other)).pow(2);
        self.sign * (square(file) + square(rank))
    }
}
