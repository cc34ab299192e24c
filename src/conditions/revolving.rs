//! Conditions under which the board or its centre turns by 90 degrees after each move.

use super::ConditionDef;
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{Effect, MoveBuilder, RuleBook, Sq, StepKind, at};

pub const BOARD: ConditionDef = ConditionDef::new(
    "ActuatedRevolvingBoard",
    "after each move the board turns clockwise by 90 degrees with all its men; a pawn that is turned to its first or \
     last rank does not promote",
    |_, book| install(book, Part::Board),
);

pub const CENTRE: ConditionDef = ConditionDef::new(
    "ActuatedRevolvingCentre",
    "after each move to or from one of the four central squares, these turn clockwise by 90 degrees with the men on \
     them",
    |_, book| install(book, Part::Centre),
);

#[derive(PartialEq, Eq)]
enum Part {
    Board,
    Centre,
}

fn install(book: &mut RuleBook, part: Part) -> Result<(), String> {
    let size = book.geometry.files;
    if size != book.geometry.ranks || size % 2 != 0 {
        return Err("only a square board with four central squares can turn".into());
    }
    let middle = size / 2;
    // The squares of one quarter determine all cycles.
    let files = if part == Part::Board { 0..middle } else { middle - 1..middle };
    let ranks = files.clone();
    let cycles = files.flat_map(|file| {
        ranks.clone().filter_map(move |rank| {
            let turned = |(file, rank): (i8, i8)| (rank, size - 1 - file);
            let first = (file, rank);
            let [second, third, fourth] = [turned(first), turned(turned(first)), turned(turned(turned(first)))];
            let squares = [first, second, third, fourth].map(|(file, rank)| at(file, rank));
            let [Some(a), Some(b), Some(c), Some(d)] = squares else { return None };
            Some([a, b, c, d])
        })
    });
    let cycles = cycles.collect();
    book.stages.follow(Moment::Last, Turning { part, cycles });
    Ok(())
}

struct Turning {
    part: Part,
    /// Cycles of squares: a turn moves the man on each square to the next square of its cycle.
    cycles: Vec<[Sq; 4]>,
}

impl Aftermath for Turning {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let turns =
            |cycle: &[Sq; 4]| self.part == Part::Board || cycle.contains(&draft.from) || cycle.contains(&draft.step.to);
        let turning: Vec<[Sq; 4]> = self.cycles.iter().copied().filter(turns).collect();
        let turned = |sq: Sq| {
            let place = |cycle: &[Sq; 4]| cycle.iter().position(|&it| it == sq).map(|at| cycle[(at + 1) % 4]);
            turning.iter().find_map(place).unwrap_or(sq)
        };
        // The squares passed by a pawn turn too.
        if let StepKind::Passing(squares, count) = draft.step.kind {
            draft.apply(Effect::Passing { squares: squares.map(turned), count, pawn: turned(draft.step.to) });
        }
        for &squares in &turning {
            draft.apply(Effect::Cycle { squares });
        }
        next(draft)
    }
}
