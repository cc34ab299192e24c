use super::{Arguments, Condition, ConditionDef, Following};
use crate::fairy::stages::{Aftermath, Legality, Moment, Promoting, Recording, Restriction, Way};
use crate::fairy::{
    Effect, FairyPosition, Man, Move, MoveBuilder, RuleBook, Sq, Step, StepKind, Why, file, from_square, rank,
    to_square,
};
use crate::pieces::Mode;
use crate::units::{Color, Consequence, MoveRecord, Piece};

pub const DEF: ConditionDef = ConditionDef {
    arguments: Arguments::Squares,
    goes_beyond_diagrams: true,
    follows: Following::Turns,
    ..ConditionDef::new(
        "Imitator",
        "an imitator moves with each move, as far and in the same direction; like the moving man, it is stopped by \
         the edge and by men in its way. A move that an imitator cannot make is illegal and gives no check; so is a \
         move with a rebirth on an imitator's square. A pawn may promote to a further imitator",
        install,
    )
};

/// Number of imitators whose squares one slot (a number kept with the position) can hold.
const PER_SLOT: usize = 4;
const SLOTS: usize = 4;

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if condition.squares.len() > PER_SLOT * (SLOTS - 1) {
        return Err("there are too many imitators".into());
    }
    // For other pieces, the path of an imitator is not defined.
    if let Some(piece) = book.diagram.iter().map(|(_, unit)| unit.piece).find(|piece| !is_imitated(*piece)) {
        return Err(format!("an imitator cannot follow the moves of the piece {}", piece.def().code));
    }
    let squares: Vec<Sq> = condition.squares.iter().map(|&square| from_square(square)).collect();
    let imitators = Imitators { slots: words(&squares).map(|word| book.stages.slot(word)) };
    book.stages.restrictions.push(Box::new(imitators));
    book.stages.follow(Moment::Arrived, imitators);
    book.stages.follow(Moment::Promoted, Another(imitators));
    book.stages.promoting.push(Box::new(imitators));
    book.stages.legality.push(Box::new(imitators));
    book.stages.recording.push(Box::new(imitators));
    Ok(())
}

pub const NO_PROMOTION: ConditionDef = ConditionDef::new("NoIProm", "pawns do not promote to imitators", |_, book| {
    book.stages.promoting.push(Box::new(NoImitator));
    Ok(())
})
.called("OhneIUW", "SansIProm");

/// Whether imitators support the piece. Imitators repeat the path of a move, so the squares from which and to which the
/// piece moves must determine its path.
fn is_imitated(piece: Piece) -> bool {
    const IMITATED: [&str; 31] = [
        "AM", "BH", "BM", "BR", "CH", "CR", "DU", "EM", "ET", "FR", "G", "GH", "GR", "KH", "KP", "M", "MA", "MO", "N",
        "NE", "NH", "NO", "OR", "PR", "EQ", "RH", "RM", "RR", "WA", "WR", "ZR",
    ];
    // Some leapers do more than leap.
    let leaps = piece.is_leaper() && !matches!(piece.def().code, "BK" | "DR" | "UU");
    piece.is_orthodox() || leaps || IMITATED.contains(&piece.def().code)
}

/// Encodes the squares of imitators as numbers for the slots, in the order in which they are printed: one byte for each
/// square, with the highest bit set.
fn words(squares: &[Sq]) -> [u32; SLOTS] {
    let mut words = [0; SLOTS];
    for (i, &sq) in squares.iter().enumerate() {
        // h8 is 0x77, so the highest bit is free for the mark.
        words[i / PER_SLOT] |= (u32::from(sq) | 0x80) << (8 * (i % PER_SLOT));
    }
    words
}

/// Returns the imitators' squares, decoded from slots that [`words`] has encoded.
fn squares(position: &FairyPosition, slots: [u8; SLOTS]) -> Vec<Sq> {
    let bytes = slots.into_iter().flat_map(|slot| position.slot(slot).to_le_bytes());
    bytes.filter(|byte| byte & 0x80 != 0).map(|byte| byte & 0x7F).collect()
}

#[derive(Clone, Copy)]
struct Imitators {
    slots: [u8; SLOTS],
}

/// Returns the vector by which imitators move: the files and ranks that a step moves its man. For castling, it is the
/// sum of the vectors of king and rook.
fn distance(position: &FairyPosition, from: Sq, step: &Step) -> (i8, i8) {
    let between = |from: Sq, to: Sq| (file(to) - file(from), rank(to) - rank(from));
    let (files, ranks) = between(from, step.to);
    match step.kind {
        StepKind::Castling(index) => {
            let castling = &position.book().geometry.castlings[usize::from(index)];
            let rook = between(castling.rook, castling.rook_to);
            (files + rook.0, ranks + rook.1)
        }
        _ => (files, ranks),
    }
}

impl Restriction for Imitators {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, step: &Step) -> bool {
        let geometry = &position.book().geometry;
        if !man.piece().is_orthodox() {
            let Some(moved) = self.moved(position, from, step) else { return false };
            // The man no longer blocks the imitators, but is still a hurdle (as in Popeye).
            let mut without = position.to_try_moves();
            without.apply(Effect::Remove { sq: from, why: Why::Silent });
            return squares(position, self.slots).into_iter().zip(moved).all(|(origin, to)| {
                let way = Way { origin, piece: man.piece(), mode: Mode::Move };
                let goes = |on: &FairyPosition| {
                    on.steps_as(side, origin, way, &mut |step| step.to == to && step.taken.is_none())
                };
                goes(&without) || goes(position)
            });
        }
        let legs = match step.kind {
            // The king and the rook are imitated one after the other.
            StepKind::Castling(index) => {
                let castling = &geometry.castlings[usize::from(index)];
                vec![(from, step.to), (castling.rook, castling.rook_to)]
            }
            _ => vec![(from, step.to)],
        };
        squares(position, self.slots).into_iter().all(|imitator| {
            let mut at = imitator;
            legs.iter().all(|&(from, to)| {
                let (files, ranks) = (file(to) - file(from), rank(to) - rank(from));
                // A king that moves as another piece is imitated in one leap, a castling king square by square.
                let leaps = man.piece() == Piece::KING && !step.kind.is_castling();
                let bounds = if leaps { 1 } else { bounds(man.piece(), files, ranks) };
                (0..bounds).all(|_| match geometry.step(at, (files / bounds, ranks / bounds)) {
                    Some(next) => {
                        at = next;
                        next == from || position.board().is_empty(next)
                    }
                    None => false,
                })
            })
        })
    }
}

/// Returns the number of equal leaps in which the piece covers a distance of `files` and `ranks`.
fn bounds(piece: Piece, files: i8, ranks: i8) -> i8 {
    let (mut a, mut b) = (files.abs(), ranks.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if piece == Piece::KNIGHT { 1 } else { a.max(1) }
}

impl Imitators {
    fn set(&self, draft: &mut MoveBuilder, imitators: &[Sq]) {
        for (slot, value) in self.slots.into_iter().zip(words(imitators)) {
            if draft.after.slot(slot) != value {
                draft.apply(Effect::Slot { slot, value });
            }
        }
    }

    /// Returns the squares of the imitators after a step of the man on `from`, or `None` if an imitator would leave the
    /// board.
    fn moved(&self, before: &FairyPosition, from: Sq, step: &Step) -> Option<Vec<Sq>> {
        let vector = distance(before, from, step);
        let geometry = &before.book().geometry;
        squares(before, self.slots).into_iter().map(|sq| geometry.step(sq, vector)).collect()
    }
}

impl Aftermath for Imitators {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let Some(moved) = self.moved(draft.before, draft.from, &draft.step) else { return false };
        self.set(draft, &moved);
        next(draft)
    }

    fn goes_along(&self) -> bool {
        true
    }
}

impl Promoting for Imitators {
    fn choose(&self, draft: &MoveBuilder, _: Man, choices: &mut Vec<Man>) {
        if squares(&draft.after, self.slots).len() < PER_SLOT * SLOTS {
            choices.push(Man::NONE);
        }
    }
}

/// Forbids promotion to an imitator: removes the choice that [`Imitators`] has added. The order of the list of
/// conditions ensures that `Imitators` comes first.
struct NoImitator;

impl Promoting for NoImitator {
    fn choose(&self, _: &MoveBuilder, _: Man, choices: &mut Vec<Man>) {
        choices.retain(|choice| choice.is_some());
    }
}

/// Forbids moves that bring a man and an imitator to the same square.
impl Legality for Imitators {
    fn is_legal(&self, draft: &MoveBuilder) -> bool {
        squares(&draft.after, self.slots).into_iter().all(|sq| draft.after.board().is_empty(sq))
    }

    fn binds_checks(&self) -> bool {
        true
    }
}

/// Adds an imitator on the square on which a pawn has promoted to an imitator.
struct Another(Imitators);

impl Aftermath for Another {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if draft.at.is_none()
            && draft.effects.iter().any(|effect| matches!(effect, Effect::Remove { why: Why::IntoImitator, .. }))
        {
            let mut imitators = squares(&draft.after, self.0.slots);
            imitators.push(draft.step.to);
            self.0.set(draft, &imitators);
        }
        next(draft)
    }
}

impl Recording for Imitators {
    fn begin(&self, before: &FairyPosition, m: &Move, record: &mut MoveRecord) {
        let squares = self.moved(before, m.from, &m.step).into_iter().flatten().map(to_square).collect();
        record.consequences.push(Consequence::Imitators(squares));
    }
}
