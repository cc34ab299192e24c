//! A variant: the base with some changes.

use crate::problem::{Change, Problem};
use crate::units::{Castling, Color, Diagram, Piece, Placement, Square, Unit};

/// A problem made from the base, with its place in the enumeration.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    pub number: u64,
    /// Number of changes that are combined. A replacement counts as one change, although a twin writes it as two
    /// changes.
    pub steps: usize,
    pub changes: Vec<Change>,
    pub problem: Problem,
}

/// Makes the changes one after another. Returns `None` if one of them is impossible: a man moves from an empty square
/// or to an occupied one, leaves the board, or is needed for a capture en passant.
pub fn made(base: &Problem, changes: &[Change]) -> Option<Problem> {
    let mut problem = base.clone();
    for change in changes {
        let placement = &problem.diagram.placement;
        let is_free = |square: &Square| placement.get(*square).is_none() && placement.shape().has(*square);
        let is_possible = match change {
            Change::Move(_, to) | Change::Add(to, _) => is_free(to),
            _ => true,
        };
        if !is_possible {
            return None;
        }
        problem = problem.changed(std::slice::from_ref(change)).ok()?;
    }
    keep_rights(&mut problem.diagram, &base.diagram);
    en_passant_remains(&problem, base).then_some(problem)
}

/// Removes the castling rights of kings and rooks that are no longer on their squares.
fn keep_rights(diagram: &mut Diagram, before: &Diagram) {
    let Castling::Rooks(rooks) = &mut diagram.castling else { return };
    let color = |rook: Square| if rook.rank() == 0 { Color::White } else { Color::Black };
    let kings = |placement: &Placement, color| placement.squares_of(color, Piece::KING).collect::<Vec<_>>();
    let placement = &diagram.placement;
    rooks.retain(|&rook| {
        let color = color(rook);
        placement.get(rook) == Some(Unit::new(color, Piece::ROOK))
            && kings(placement, color) == kings(&before.placement, color)
    });
}

/// Whether the capture en passant that the base allows is still possible: the pawn is on its square, and the squares
/// that it passed are empty.
fn en_passant_remains(problem: &Problem, base: &Problem) -> bool {
    let now = |square: Option<Square>| square.and_then(|square| problem.diagram.placement.get(square));
    let before = |square: Option<Square>| square.and_then(|square| base.diagram.placement.get(square));
    let steps = |passed: Square, way: i32| [passed.offset(0, way), Some(passed), passed.offset(0, -way)];
    let mut squares: Vec<Option<Square>> = base.options.en_passant.iter().copied().map(Some).collect();
    if let Some(passed) = base.diagram.en_passant {
        squares.extend(steps(passed, if passed.rank() < 4 { 1 } else { -1 }));
    }
    problem.diagram.en_passant == base.diagram.en_passant && squares.into_iter().all(|s| now(s) == before(s))
}
