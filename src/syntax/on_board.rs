//! Checks that the squares named in a text exist on the problem's board. The grammars accept every square of
//! the largest board.

use super::diagnostic::{Diagnostic, quoted};
use crate::problem::{Change, Stipulation};
use crate::rules::RuleSet;
use crate::units::{Goal, Shape, Square};

/// Returns an error at the first of `squares` that the board does not have.
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

/// Returns the offset of a square's name in the text; `None` if the text does not contain the name. `a1` within
/// `a12` counts only if there is no other match.
fn written(text: &str, name: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let ends = |at: usize| !lower[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()) || name.len() == 3;
    let places: Vec<usize> = lower.match_indices(name).map(|(at, _)| at).collect();
    places.iter().copied().find(|&at| ends(at)).or(places.first().copied())
}

pub(super) fn squares_of(change: &Change) -> Vec<Square> {
    match change {
        Change::Move(a, b) | Change::Exchange(a, b) | Change::Shift(a, b) => vec![*a, *b],
        Change::Remove(square) | Change::Add(square, _) => vec![*square],
        _ => Vec::new(),
    }
}

pub(super) fn condition_squares(rules: &RuleSet) -> impl Iterator<Item = Square> {
    rules.conditions().iter().flat_map(|condition| condition.squares.iter().copied())
}

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

#[cfg(test)]
mod tests {
    use crate::syntax::{stipulation, stipulation_on, twins, twins_on};
    use crate::units::Shape;

    #[test]
    fn squares_are_those_of_the_board() {
        let great = Shape::new(12, 12);
        let (read, _, found) = twins_on("move a1 l12; add white Qk10a2; remove a12b1; stip z(h12)3", &great, None);
        assert_eq!((read.len(), found.len()), (4, 0));
        for (text, at, name) in [("move a1 l12", 8, "l12"), ("remove a1 i1", 10, "i1"), ("add black Ra10a1", 11, "a10")]
        {
            let found = &twins(text).2[0];
            assert_eq!(
                (found.span.start, found.message.as_str()),
                (at, format!("`{name}` is not a square of the board").as_str())
            );
        }
        let missing = Shape::new(9, 8).without(crate::units::Square::parse("i4"));
        assert_eq!(twins_on("move a1 i4", &missing, None).2[0].span, 8..10);
    }

    #[test]
    fn a_square_with_two_digits_stands_in_parentheses() {
        let great = Shape::new(16, 16);
        for (text, canonical) in [("zh15", "zh15"), ("z(h15)2", "z(h15)2"), ("h z ( p16 ) 2.5", ""), ("z(a1)2", "za12")]
        {
            let read = stipulation_on(text, &great).map(|read| read.to_string());
            assert_eq!(read.unwrap_or_default(), canonical, "{text}");
        }
        assert_eq!(stipulation("z(h15)2").unwrap_err().span, 2..5);
        assert_eq!(stipulation("zi12").unwrap_err().span, 1..3);
    }
}
