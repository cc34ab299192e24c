use super::{Game, GameDef};
use crate::fairy::stages::Legality;
use crate::fairy::{Castling, Effect, Geometry, MoveBuilder, RuleBook, Why, at};
use crate::pieces::Piece;
use crate::units::{Color, Diagram, Shape, Traits};

pub const DEF: GameDef = GameDef {
    name: "Megalomachy",
    aliases: &[],
    doc: "sixteen by sixteen squares and thirty-three kinds of pieces. Pawns may move up to three squares from the \
          fifth rank (Black's from the twelfth), Warriors always two; both promote on the last rank to one of \
          twenty-four pieces and can be captured en passant on each square that they pass. The king castles from i1 \
          (i16) to any empty square between it and an unmoved Dragon King on the a- or p-file, even if squares \
          between are occupied or attacked, and the Dragon King moves to the king's square. A Terror or an Eagle \
          captures a Terror only if it ends on a square where its own king could be. A check by an Eagle may not \
          repeat a position of the play",
    variants: &[],
    prefix: "MM",
    shape: || Shape::new(16, 16),
    board,
    install,
    array: None,
};

/// The pieces to which pawns promote. Kings, Terrors, birds, pieces that stop birds and pieces that promote themselves
/// are excluded.
const PROMOTIONS: [&str; 24] = [
    "Q", "MM.AM", "MM.MA", "MM.AB", "MM.LI", "MM.GR", "MM.RH", "LE", "R", "B", "N", "MM.DK", "MM.DH", "MM.S", "MM.CN",
    "VA", "MM.GU", "MM.EL", "MM.WM", "MM.FR", "CA", "Z", "MM.SC", "MM.RM",
];

fn board(_: &Game, geometry: &mut Geometry) {
    geometry.double_step = [geometry.row(4), geometry.row(11)];
    // Warriors capture backwards too, and move on from their first rank.
    geometry.first_rank = geometry.row(0).or(&geometry.row(15));
    let Some(partner) = DEF.own("DK") else { return };
    for (color, rank) in [(Color::White, 0), (Color::Black, 15)] {
        for (rook, between) in [(0, 1..8), (15, 9..15)] {
            for file in between {
                if let (Some(king), Some(king_to), Some(rook)) = (at(8, rank), at(file, rank), at(rook, rank)) {
                    let (royal, rook_to, is_fast) = (Piece::KING, king, true);
                    geometry.castlings.push(Castling { color, king, king_to, rook, rook_to, royal, partner, is_fast });
                }
            }
        }
    }
}

fn install(_: &Game, diagram: &Diagram, book: &mut RuleBook) {
    let (Some(terror), Some(eagle)) = (DEF.own("TE"), DEF.own("EG")) else { return };
    book.promotions = PROMOTIONS.iter().filter_map(|code| Piece::from_code(code)).collect();
    book.stages.legality.push(Box::new(TerrorsAreProtected { terror, eagle }));
    // No man becomes an Eagle, so the diagram decides whether there is one.
    if diagram.placement.iter().any(|(_, unit)| unit.piece == eagle) {
        book.remembers_past = true;
        book.stages.legality.push(Box::new(EagleChecksDoNotRepeat(eagle)));
    }
}

/// Forbids a Terror or an Eagle to capture a Terror if it would then be on a square guarded by the other side.
struct TerrorsAreProtected {
    terror: Piece,
    eagle: Piece,
}

impl Legality for TerrorsAreProtected {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        let captured = draft.captured.is_some_and(|(man, _)| man.piece() == self.terror);
        if !captured || ![self.terror, self.eagle].contains(&draft.mover.piece()) {
            return true;
        }
        let Some((man, sq)) = draft.arrived() else { return true };
        // A square is guarded if a king would be in check there. Therefore a king replaces the man for this test, so
        // that conditions whose effect depends on the attacked piece apply, too.
        let mut with_king = draft.after.clone();
        let king = man.with_piece(Piece::KING).with_traits(Traits::ROYAL);
        with_king.apply(Effect::Change { sq, man: king, why: Why::Silent });
        !with_king.is_attacked(sq, !draft.side)
    }
}

/// Forbids a move of the Eagle that gives check and repeats a position since the diagram.
struct EagleChecksDoNotRepeat(Piece);

impl Legality for EagleChecksDoNotRepeat {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        draft.mover.piece() != self.0 || !draft.after.would_repeat() || !draft.after.is_in_check(!draft.side)
    }
}
