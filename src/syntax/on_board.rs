//! Squares of a text that the board does not have. The grammars read every square that some board has; here it is seen
//! whether this one has it.

use super::diagnostic::{Diagnostic, quoted};
use crate::problem::{Change, Goal, Stipulation};
use crate::units::{Shape, Square};

/// An error on the first of the squares, as it is written in `text`, that the board does not have.
pub(super) fn check(text: &str, squares: impl IntoIterator<Item = Square>, shape: &Shape) -> Result<(), Diagnostic> {
    match squares.into_iter().find(|&square| !shape.has(square)) {
        Some(stranger) => {
            let name = stranger.to_string();
            let span = written(text, &name).map_or(0..text.len(), |at| at..at + name.len());
            let message = format!("{} is not a square of the board", quoted(&text[span.clone()]));
            Err(Diagnostic::error(span, message, format!("expected {}", shape.range())))
        }
        None => Ok(()),
    }
}

/// Where the square stands in the text: `a1` is not in `a12`.
fn written(text: &str, name: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let ends = |at: usize| !lower[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()) || name.len() == 3;
    let places: Vec<usize> = lower.match_indices(name).map(|(at, _)| at).collect();
    places.iter().copied().find(|&at| ends(at)).or(places.first().copied())
}

/// The squares that a change of a twin names.
pub(super) fn squares_of(change: &Change) -> Vec<Square> {
    match change {
        Change::Move(a, b) | Change::Exchange(a, b) | Change::Shift(a, b) => vec![*a, *b],
        Change::Remove(square) | Change::Add(square, _) => vec![*square],
        _ => Vec::new(),
    }
}

/// The squares that a stipulation's goals name.
pub(super) fn goal_squares(stipulation: &Stipulation) -> Vec<Square> {
    let squares = std::cell::RefCell::new(Vec::new());
    let _ = stipulation.schedule(&Default::default()).play.map_goals(&|goal| {
        if let Goal::Target(square) | Goal::Kiss(square) = goal {
            squares.borrow_mut().push(*square);
        }
        goal.clone()
    });
    squares.into_inner()
}
