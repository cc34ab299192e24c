use super::{Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, CheckRule, Legality, Moment, Prelude, Promoting, Restriction};
use crate::fairy::{Board, Effect, FairyPosition, Man, MoveBuilder, RuleBook, Sq, Step, Why};
use crate::units::{Color, Piece, Traits};

pub const DEF: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "Type1", aliases: &[], doc: "a pawn that cannot promote does not move to the last rank" },
        VariantDef {
            name: "Type2",
            aliases: &[],
            doc: "a pawn that cannot promote stays a pawn on the last rank, and promotes as soon as a move of the other \
                  side puts a man into the box",
        },
        VariantDef {
            name: "Type3",
            aliases: &[],
            doc: "a pawn that cannot promote stays a pawn on the last rank; once a man is in the box, its side must \
                  promote the pawn before its next move",
        },
    ],
    ..ConditionDef::new(
        "SingleBox",
        "a pawn promotes only to a piece that is left in a single box of chessmen: one queen, two rooks, two bishops \
         and two knights for each side",
        install,
    )
}.called("NurPartiesatzsteine", "SingleBox");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    for color in Color::ALL {
        let men = || book.diagram.iter().map(|(_, unit)| unit).filter(|unit| unit.color == color);
        for (piece, all) in BOX {
            if men().filter(|unit| unit.piece == piece).count() > all {
                return Err(format!(
                    "the diagram has more men of kind {} than a single box contains",
                    piece.def().code
                ));
            }
        }
    }
    let stays = condition.has("Type2") || condition.has("Type3");
    // The consequences of a promotion may return men to the box, or take more out of it than there are.
    let magic = book.diagram.iter().any(|(_, unit)| unit.traits.has(Traits::MAGIC));
    if !stays && (magic || book.stages.has_consequences_beyond_promotion()) {
        book.stages.legality.push(Box::new(Fits));
        book.stages.checks_are_played = true;
        return Ok(());
    }
    book.stages.promoting.push(Box::new(InTheBox { stays }));
    if condition.has("Type3") {
        book.stages.offers_choice = true;
        book.stages.prelude = Some(Box::new(Waiting));
        book.stages.checks.push(Box::new(Waiting));
    } else if stays {
        book.stages.offers_choice = true;
        book.stages.follow(Moment::Elsewhere, Belated);
    } else {
        book.stages.restrictions.push(Box::new(OnlyIfPromoting));
    }
    Ok(())
}

const BOX: [(Piece, usize); 4] = [(Piece::QUEEN, 1), (Piece::ROOK, 2), (Piece::BISHOP, 2), (Piece::KNIGHT, 2)];

/// Forbids a pawn to move or capture to its promotion square if the box (the men of one chess set) has no piece left to
/// which it could promote.
struct OnlyIfPromoting;

impl Restriction for OnlyIfPromoting {
    fn allows(&self, position: &FairyPosition, side: Color, _: Sq, man: Man, step: &Step) -> bool {
        let book = position.book();
        !book.promotes(side, man, step.to)
            || book.promotions.iter().any(|&piece| has_left(position.board(), side, piece))
    }

    fn footprint(&self, position: &FairyPosition) -> Footprint {
        // For pawns of either side and any direction.
        let [white, black] = Color::ALL.map(|side| position.board().royals(side));
        let last_ranks = &position.book().geometry.promotion;
        Footprint {
            is_local: !last_ranks.iter().any(|rank| rank.meets(&white) || rank.meets(&black)),
            settles_plain_steps: true,
            ..Footprint::default()
        }
    }
}

/// Whether a man of this piece and side is left in the box, so that a pawn may promote to it.
fn has_left(board: &Board, side: Color, piece: Piece) -> bool {
    let all = BOX.iter().find(|(other, _)| *other == piece).map_or(0, |(_, all)| *all);
    count(board, side, piece) < all
}

fn count(board: &Board, side: Color, piece: Piece) -> usize {
    board.of(side).iter().filter(|&sq| board.man(sq).piece() == piece).count()
}

/// Whether no side has more men of a piece than one chess set provides.
fn fits(board: &Board) -> bool {
    Color::ALL.into_iter().all(|side| BOX.iter().all(|&(piece, all)| count(board, side, piece) <= all))
}

/// Forbids moves after which a side has more men of a piece than one chess set provides.
struct Fits;

impl Legality for Fits {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        fits(draft.after.board())
    }

    /// A man less still fits.
    fn lets_take_king(&self, position: &FairyPosition, _: Color, _: Sq, _: &Step) -> Option<bool> {
        fits(position.board()).then_some(true)
    }

    fn binds_checks(&self) -> bool {
        true
    }
}

struct InTheBox {
    stays: bool,
}

impl Promoting for InTheBox {
    fn choose(&self, draft: &MoveBuilder, pawn: Man, choices: &mut Vec<Man>) {
        choices.retain(|choice| has_left(draft.after.board(), draft.side, choice.piece()));
        if choices.is_empty() && self.stays {
            choices.push(pawn);
        }
    }
}

/// Returns the promotions that are possible for the side's pawns that wait on their last rank. Each consists of the
/// pawn's square and the promoted man.
fn belated(position: &FairyPosition, side: Color) -> Vec<(Sq, Man)> {
    let (book, board) = (position.book(), position.board());
    let pawns = board.of(side).iter().filter(|&sq| book.promotes(side, board.man(sq), sq));
    pawns
        .flat_map(|sq| {
            let pieces = book.promotions.iter().filter(|&&piece| has_left(board, side, piece));
            pieces.map(move |&piece| (sq, book.promoted(board.man(sq), piece)))
        })
        .collect()
}

/// After each move, lets one pawn of the other side that waits on its last rank promote. If the box has a piece for
/// such a promotion, it is compulsory.
struct Belated;

impl Aftermath for Belated {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let promotions = belated(&draft.after, !draft.side);
        if promotions.is_empty() {
            return next(draft);
        }
        promotions.into_iter().any(|(sq, man)| {
            let mut promoted = draft.clone();
            promoted.apply(Effect::Change { sq, man, why: Why::Condition });
            next(&mut promoted)
        })
    }
}

/// Lets a pawn of the side to move that waits on its last rank promote before the move.
struct Waiting;

impl Prelude for Waiting {
    fn changes(&self, position: &FairyPosition) -> Vec<Effect> {
        let promotions = belated(position, position.side()).into_iter();
        promotions.map(|(sq, man)| Effect::Change { sq, man, why: Why::Before }).collect()
    }
}

/// If enemy pawns that wait on their last rank can promote: a king is in check if it is attacked after one of their
/// possible promotions.
impl CheckRule for Waiting {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let promotions = belated(position, !side);
        if promotions.is_empty() {
            return attacked;
        }
        promotions.into_iter().any(|(sq, man)| {
            let mut promoted = position.clone();
            promoted.apply(Effect::Change { sq, man, why: Why::Before });
            position.board().royals(side).iter().any(|king| promoted.is_attacked(king, !side))
        })
    }
}
