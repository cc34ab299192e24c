use super::ConditionDef;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, FairyPosition, Man, MoveBuilder, Sq, StepKind, Why};
use crate::pieces::Vector;
use crate::units::{Piece, Traits};

pub const DEF: ConditionDef = ConditionDef::new(
    "Influencer",
    "the enemy men (not kings) next to the square where a man arrives become pawns; on the first or last rank they \
     become men of its kind",
    |_, book| {
        book.stages.follow(Moment::Beside, Influence);
        Ok(())
    },
)
.called("Influencer", "Influenceur");

struct Influence;

/// Whether the man is royal. Under a rule by which a king is royal only if its side has no other king, one of several
/// kings is not royal.
fn is_royal(position: &FairyPosition, man: Man) -> bool {
    let alone = || position.board().royals(man.color()).count() == 1;
    man.is_royal() && (!position.book().stages.kings_are_royal_alone || alone())
}

/// The directions to the adjacent squares, in the order of Popeye's output.
const NEIGHBOURS: [Vector; 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)];

impl Influence {
    /// Changes the men of the other side that are adjacent to the square `at`, which the moved man has reached.
    fn spread(draft: &mut MoveBuilder, at: Sq) {
        let mover = draft.after.board().man(at);
        if is_royal(&draft.after, mover) {
            return;
        }
        let geometry = &draft.before.book().geometry;
        for vector in NEIGHBOURS {
            let Some(sq) = geometry.step(at, vector) else { continue };
            let man = draft.after.board().man(sq);
            if !man.is_only_of(!draft.side) || is_royal(draft.before, man) {
                continue;
            }
            let rank = geometry.rank_for(draft.side, sq);
            let piece = if rank == 0 || rank == geometry.ranks - 1 { mover.piece() } else { Piece::PAWN };
            // A king that was one of several loses its royalty.
            let common = man.without_traits(Traits::ROYAL).with_piece(piece);
            let changed = if piece.is_royal() { common.with_traits(Traits::ROYAL) } else { common };
            draft.change(sq, changed, Why::Apart);
        }
    }
}

impl Aftermath for Influence {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some(at) = draft.at {
            Influence::spread(draft, at);
        }
        if let StepKind::Castling(index) = draft.step.kind {
            Influence::spread(draft, draft.before.book().geometry.castlings[usize::from(index)].rook_to);
        }
        promote(draft, next)
    }
}

/// Continues the move with the promotions of men that it has changed into pawns and that are on their last rank. They
/// promote one after the other, in the order of these changes.
fn promote(draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
    let book = draft.before.book();
    let board = draft.after.board();
    let side = !draft.side;
    let changed = draft.effects.iter().filter_map(|effect| match effect {
        Effect::Change { sq, why: Why::Apart, .. } => Some(*sq),
        _ => None,
    });
    let Some(sq) = changed.into_iter().find(|&sq| book.promotes(side, board.man(sq), sq)) else {
        return next(draft);
    };
    let man = board.man(sq);
    book.promotions.iter().any(|&piece| {
        let mut promoted = draft.clone();
        promoted.apply(Effect::Change { sq, man: book.promoted(man, piece), why: Why::Apart });
        promote(&mut promoted, next)
    })
}
