use super::{Game, GameDef};
use crate::conditions::VariantDef;
use crate::fairy::stages::{Aftermath, Extra, Moment};
use crate::fairy::{Effect, FairyPosition, Geometry, Man, MoveBuilder, RuleBook, Sq, Step, StepKind, Why, at};
use crate::pieces::Piece;
use crate::units::{Color, Diagram, Placement, Shape};

pub const DEF: GameDef = GameDef {
    name: "Magician",
    aliases: &["TheMagician"],
    doc: "once in the game, a side may as its move replace a bishop that has moved by the Magician (Bd3=M), or \
          promote a pawn to it. When a pawn arrives on its sixth rank, or a pawn promotes to the Magician, the side's \
          Magician is promoted according to the strongest enemy officer: queen to Prime Minister, rook to Chancellor, \
          bishop to Archbishop, knight to High-Priestess; without enemy officers it stays. A bishop off its array \
          square has moved, and a side with one of these men in the diagram has had its Magician",
    variants: &[
        VariantDef {
            name: "Original",
            aliases: &["Unamended"],
            doc: "the rules before the author's amendments: these men also move from edge to opposite edge and from \
                  corner to corner over all men, and without enemy officers the Magician becomes a High-Priestess",
        },
        VariantDef {
            name: "WhiteUsed",
            aliases: &[],
            doc: "White has had the Magician, though the diagram shows none",
        },
        VariantDef {
            name: "BlackUsed",
            aliases: &[],
            doc: "Black has had the Magician, though the diagram shows none",
        },
    ],
    prefix: "MG",
    shape: Shape::default,
    board,
    install,
    array: Some(Placement::game_array),
};

fn board(game: &Game, geometry: &mut Geometry) {
    geometry.has_doors = game.has("Original");
    for file in [2, 5] {
        for (color, rank) in [(Color::White, 0), (Color::Black, 7)] {
            geometry.homes.extend(at(file, rank).map(|sq| (color, Piece::BISHOP, sq)));
        }
    }
}

fn install(game: &Game, diagram: &Diagram, book: &mut RuleBook) {
    let own = ["M", "H", "A", "C", "PM"].map(|letters| DEF.own(letters));
    let [Some(magician), Some(priestess), Some(archbishop), Some(chancellor), Some(minister)] = own else { return };
    let family = [magician, priestess, archbishop, chancellor, minister];
    let is_used = |color: Color, variant: &str| {
        game.has(variant) || diagram.placement.iter().any(|(_, unit)| unit.is_of(color) && family.contains(&unit.piece))
    };
    let used = u32::from(is_used(Color::White, "WhiteUsed")) | u32::from(is_used(Color::Black, "BlackUsed")) << 1;
    let magic = Magic {
        magician,
        ranks: [
            (Piece::QUEEN, minister),
            (Piece::ROOK, chancellor),
            (Piece::BISHOP, archbishop),
            (Piece::KNIGHT, priestess),
        ],
        otherwise: if game.has("Original") { priestess } else { magician },
        used: book.stages.slot(used),
    };
    book.promotions = vec![Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT, magician];
    book.stages.extra.push(Box::new(magic));
    book.stages.follow(Moment::Promoted, magic);
    book.stages.follow(Moment::Changed, PawnOnSixthRank(magic));
}

/// The rules by which the Magician piece comes into play and promotes further.
#[derive(Clone, Copy)]
struct Magic {
    magician: Piece,
    /// Pairs of an officer and a piece. A promoting Magician becomes the piece of the first pair whose officer the
    /// other side has.
    ranks: [(Piece, Piece); 4],
    /// The piece that a promoting Magician becomes if the other side has none of the officers in `ranks`.
    otherwise: Piece,
    /// Slot with one bit for each side that has already had its Magician.
    used: u8,
}

impl Magic {
    fn is_used(&self, position: &FairyPosition, side: Color) -> bool {
        position.slot(self.used) >> side as u32 & 1 != 0
    }

    fn use_up(&self, draft: &mut MoveBuilder) {
        let value = draft.after.slot(self.used) | 1 << draft.side as u32;
        draft.apply(Effect::Slot { slot: self.used, value });
    }

    fn promoted(&self, position: &FairyPosition, side: Color) -> Piece {
        let board = position.board();
        let stands = |officer: Piece| board.of(!side).iter().any(|sq| board.man(sq).piece() == officer);
        let by_rank = self.ranks.iter().find(|(officer, _)| stands(*officer));
        by_rank.map_or(self.otherwise, |(_, promoted)| *promoted)
    }

    fn promote(&self, draft: &mut MoveBuilder, sq: Sq, man: Man) {
        let piece = self.promoted(&draft.after, draft.side);
        if piece != self.magician {
            draft.apply(Effect::Change { sq, man: man.with_piece(piece), why: Why::Condition });
        }
    }
}

/// Adds moves by which a bishop that has already moved becomes the Magician on its square.
impl Extra for Magic {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let side = position.side();
        if self.is_used(position, side) {
            return false;
        }
        let (board, mobility) = (position.board(), &position.book().stages.mobility);
        board.of(side).iter().any(|sq| {
            let man = board.man(sq);
            if man.piece() != Piece::BISHOP
                || position.unmoved().has(sq)
                || !mobility.iter().all(|stage| stage.is_free(position, side, sq, man))
            {
                return false;
            }
            let mut draft =
                MoveBuilder::new(position, sq, Step { origin: sq, to: sq, taken: None, kind: StepKind::InPlace });
            draft.play_step();
            draft.apply(Effect::Change { sq, man: man.with_piece(self.magician), why: Why::Move });
            self.use_up(&mut draft);
            next(&mut draft)
        })
    }
}

/// A pawn that has just promoted to the Magician promotes again at once, according to the officers that the other side
/// has after the move.
impl Aftermath for Magic {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if draft.mover.piece().is_pawn()
            && let Some((man, sq)) = draft.arrived()
            && man.piece() == self.magician
        {
            if self.is_used(&draft.after, draft.side) {
                return false;
            }
            self.use_up(draft);
            self.promote(draft, sq, man);
        }
        next(draft)
    }
}

/// Promotes the Magician of a side when a pawn of that side arrives on its sixth rank.
struct PawnOnSixthRank(Magic);

impl Aftermath for PawnOnSixthRank {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && man.piece().is_pawn()
            && sq != draft.from
            && draft.before.book().geometry.rank_for(draft.side, sq) == 5
        {
            for sq in draft.after.board().of(draft.side).iter() {
                let man = draft.after.board().man(sq);
                if man.piece() == self.0.magician {
                    self.0.promote(draft, sq, man);
                }
            }
        }
        next(draft)
    }
}
