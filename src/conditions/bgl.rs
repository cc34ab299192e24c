use super::{Arguments, Condition, ConditionDef};
use crate::fairy::footprint::Footprint;
use crate::fairy::stages::{Aftermath, Moment, Recording, Restriction};
use crate::fairy::{Effect, FairyPosition, Geometry, Man, MoveBuilder, RuleBook, Sq, Step, StepKind, file, rank};
use crate::units::{Color, Consequence, MoveRecord};

pub const DEF: ConditionDef = ConditionDef {
    arguments: Arguments::Lengths,
    ..ConditionDef::new(
        "BGL",
        "black and white geometric length: the total length of a side's moves may not exceed its number (White's \
         comes first; `-` means no limit; a single number is the limit for both sides together; without numbers there \
         is no limit)",
        install,
    )
};

/// Value of the remaining length of a side without a limit.
const ENDLESS: u32 = u32::MAX;

/// Length of a king's longest step (a diagonal step), in hundredths of a square.
const LONGEST_OF_KINGS: u32 = 142;

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let slots = match condition.numbers[..] {
        [both] => [book.stages.slot(both); 2],
        [white, black] => [book.stages.slot(white), book.stages.slot(black)],
        [] => [book.stages.slot(ENDLESS); 2],
        _ => return Err("expected one length for both sides together, or one for each side".into()),
    };
    let lengths = Lengths { slots };
    book.stages.restrictions.push(Box::new(lengths));
    book.stages.follow(Moment::Promoted, lengths);
    book.stages.recording.push(Box::new(lengths));
    Ok(())
}

#[derive(Clone, Copy)]
struct Lengths {
    slots: [u8; 2],
}

/// Returns the length of a step in hundredths of a square, rounded.
fn length(from: Sq, to: Sq) -> u32 {
    LENGTHS[usize::from(file(to).abs_diff(file(from)))][usize::from(rank(to).abs_diff(rank(from)))]
}

/// Lengths of steps in hundredths of a square, indexed by the numbers of files and of ranks covered.
static LENGTHS: [[u32; 16]; 16] = {
    let mut lengths = [[0; 16]; 16];
    let mut at = 0;
    while at < 256 {
        let (files, ranks) = (at / 16, at % 16);
        // Rounded down to half hundredths, then up to whole ones: an odd number of halves means at least one half.
        lengths[files][ranks] = ((40_000 * (files * files + ranks * ranks)).isqrt() as u32).div_ceil(2);
        at += 1;
    }
    lengths
};

/// Returns the length of the longest possible step on the board, in hundredths of a square.
fn longest(board: &Geometry) -> u32 {
    let [files, ranks] = [board.files, board.ranks].map(|squares| usize::from(squares.unsigned_abs()) - 1);
    LENGTHS[files][ranks]
}

fn needed(position: &FairyPosition, step: &Step) -> u32 {
    match step.kind {
        StepKind::Castling(index) => {
            // Only the king's way counts.
            length(position.book().geometry.castlings[usize::from(index)].king, step.to)
        }
        // If a man acts from another square, the length is measured from that square.
        _ => length(step.origin, step.to),
    }
}

impl Lengths {
    fn is_shared(self) -> bool {
        self.slots[0] == self.slots[1]
    }
}

impl Restriction for Lengths {
    fn allows(&self, position: &FairyPosition, side: Color, _: Sq, _: Man, step: &Step) -> bool {
        // If the man goes on after the capture, only its final square counts. A captured king ends the move at
        // once.
        let goes_on = |sq| position.book().stages.men_go_on() && !position.board().man(sq).is_royal();
        step.taken.is_some_and(goes_on) || position.slot(self.slots[side as usize]) >= needed(position, step)
    }

    fn footprint(&self, position: &FairyPosition) -> Footprint {
        let left = position.slot(self.slots[!position.side() as usize]);
        // The move before the king's may use up part of a shared length: at most the way from corner to corner.
        let before = if self.is_shared() { longest(&position.book().geometry) } else { 0 };
        Footprint { spares_quiet_kings: left >= before + LONGEST_OF_KINGS, ..Footprint::default() }
    }
}

impl Aftermath for Lengths {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let slot = self.slots[draft.side as usize];
        let left = draft.after.slot(slot);
        if left != ENDLESS {
            let Some(value) = left.checked_sub(needed(draft.before, &draft.effects.whole(draft.step))) else {
                return false;
            };
            draft.apply(Effect::Slot { slot, value });
        }
        next(draft)
    }

    fn spares(&self, position: &FairyPosition, side: Color, _: Sq, _: Man, _: &Step) -> bool {
        position.slot(self.slots[side as usize]) == ENDLESS
    }

    /// Promises that this object leaves men and moves as in chess: it only subtracts the length of each move from a
    /// stored number. Moves that are too long are forbidden by the [`Restriction`].
    fn footprint(&self) -> Footprint {
        Footprint { keeps_to_chess: true, ..Footprint::default() }
    }
}

impl Recording for Lengths {
    fn end(&self, after: &FairyPosition, record: &mut MoveRecord) {
        let [white, black] = self.slots.map(|slot| after.slot(slot));
        if [white, black][record.mover.color as usize] == ENDLESS {
            return;
        }
        let remark = if self.is_shared() {
            super::length(white)
        } else {
            format!("{}/{}", super::length(white), super::length(black))
        };
        record.consequences.push(Consequence::Remark(remark));
    }
}
