//! AntiCirce with `Parrain` or `ContraParrain`: a capture is followed by the rebirth of the capturer in the next ply.
//! The capturer is then moved by the same vector as the man that makes the next ply, or in the opposite direction.

use super::super::{Condition, circe::carried};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, RuleBook, Sq, Why, at, file, rank};

/// The variants that may be combined with `Parrain` or `ContraParrain`.
const ALONE: [&str; 4] = ["Parrain", "ContraParrain", "RexInclusive", "Strict"];

pub fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if let Some(other) = condition.all_variants().into_iter().find(|other| !ALONE.contains(other)) {
        return Err(format!("no rule says how `Parrain` and `ContraParrain` work with `{other}`"));
    }
    let opposite = condition.says("ContraParrain");
    if opposite && condition.says("Parrain") {
        return Err("`Parrain` and `ContraParrain` cannot be used together".into());
    }
    let square = book.stages.slot(0);
    // The ply after the capture is the null move, so the man is not reborn with a later one.
    book.stages.lapsing.push((square, 0));
    book.geometry.first_rank = book.geometry.row(0).or(&book.geometry.row(book.geometry.ranks - 1));
    book.stages.checks_are_played = true;
    book.stages.follow(Moment::CapturerReborn, Waiting { opposite, square });
    Ok(())
}

pub struct Waiting {
    opposite: bool,
    /// Index of the slot, a number kept with the position, that is 1 plus the number of the capturer's square if the
    /// last ply was a capture, otherwise 0.
    square: u8,
}

impl Aftermath for Waiting {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let before = draft.before.slot(self.square);
        let now = draft.captured.and(draft.at).map_or(0, |sq| u32::from(sq) + 1);
        if before != now {
            draft.apply(Effect::Slot { slot: self.square, value: now });
        }
        let Some(waits) = before.checked_sub(1).map(|sq| sq as Sq) else { return next(draft) };
        let (files, ranks) = carried(draft);
        let sign = if self.opposite { -1 } else { 1 };
        let to = at(file(waits) + sign * files, rank(waits) + sign * ranks);
        let Some(to) = to.filter(|&to| draft.after.has(to) && draft.after.board().is_empty(to)) else { return false };
        // The man now on that square moves, even if it has just captured the waiting man.
        if draft.after.board().is_empty(waits) {
            return next(draft);
        }
        draft.apply(Effect::Go { from: waits, to, why: Why::Condition });
        draft.renew(to);
        let side = draft.after.board().man(to).color_or(!draft.side);
        super::promote(draft, side, to, next)
    }
}
