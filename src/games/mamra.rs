use super::{Game, GameDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::Restriction;
use crate::fairy::{FairyPosition, Man, RuleBook, Sq, Step};
use crate::pieces::Piece;
use crate::units::{Color, Diagram, Placement, Shape, Square, Unit};

pub const DEF: GameDef = GameDef {
    name: "Mamra",
    aliases: &["MamraChess"],
    doc: "chess with the additional squares i1 and i8, on which a Mamra begins. It moves as a king but is not royal; \
          only pawns can capture it, so it gives check from where no king can capture it. Pawns promote on the last \
          rank, including i1 and i8, also to a Mamra. Castling is as in chess",
    variants: &[],
    prefix: "MR",
    shape,
    board: |_, geometry| geometry.castle_as_usual(),
    install,
    array: Some(array),
};

fn shape() -> Shape {
    Shape::new(9, 8).without((1..7).filter_map(|rank| Square::new(8, rank)))
}

fn array() -> Placement {
    let mut array = Placement::game_array().with_shape(shape());
    for (color, rank) in [(Color::White, 0), (Color::Black, 7)] {
        if let (Some(square), Some(piece)) = (Square::new(8, rank), DEF.own("M")) {
            array.put(square, Unit::new(color, piece));
        }
    }
    array
}

fn install(_: &Game, _: &Diagram, book: &mut RuleBook) {
    let Some(mamra) = DEF.own("M") else { return };
    book.promotions = vec![Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT, mamra];
    book.stages.restrictions.push(Box::new(OnlyPawnsCapture(mamra)));
}

/// Allows only pawns to capture the given piece. Other men do not observe its square either, so a king in check from
/// the piece cannot capture it.
struct OnlyPawnsCapture(Piece);

impl Restriction for OnlyPawnsCapture {
    fn allows(&self, position: &FairyPosition, _: Color, _: Sq, man: Man, step: &Step) -> bool {
        man.piece().is_pawn() || step.taken.is_none_or(|sq| position.board().man(sq).piece() != self.0)
    }

    fn binds_observation(&self) -> bool {
        true
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, settles_plain_steps: true, ..Footprint::default() }
    }
}
