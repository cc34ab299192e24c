//! Collects the lines of text above and below a diagram, in the manner of magazines.

use super::super::diagram;
use crate::problem::Problem;
use crate::units::{Color, Piece, Square, Traits, Unit};
use std::collections::BTreeMap;

/// The lines of text around a diagram, without control characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Caption {
    /// Id of the problem: its number or name.
    pub id: String,
    pub title: String,
    pub authors: String,
    pub source: String,
    pub remarks: Vec<String>,
    pub stipulation: String,
    /// Number of men, as in `(8+5)`.
    pub count: String,
    /// Further lines below the diagram: conditions, options, fairy pieces, side to move.
    pub below: Vec<String>,
    pub twins: Vec<String>,
}

impl Caption {
    pub fn of(problem: &Problem) -> Caption {
        let heading = &problem.heading;
        let source: Vec<&str> = [&heading.source, &heading.award].into_iter().flatten().map(String::as_str).collect();
        let text = |text: &Option<String>| printable(text.as_deref().unwrap_or_default());
        let mut below = diagram::captions(problem);
        below.extend(solutions(&problem.intent.counts));
        below.extend(fairy_men(problem));
        below.extend(side_to_move(problem));
        Caption {
            id: text(&heading.id),
            title: text(&heading.title),
            authors: printable(&heading.authors.join(", ")),
            source: printable(&source.join(", ")),
            remarks: heading.remarks.iter().map(|remark| printable(remark)).collect(),
            stipulation: problem.stipulation.as_ref().map(ToString::to_string).unwrap_or_default(),
            count: diagram::count(&problem.diagram.placement),
            below: below.iter().map(|line| printable(line)).collect(),
            twins: twins(problem),
        }
    }

    /// Returns a text that replaces the picture in programs that cannot show it: id, title, authors and stipulation.
    pub fn name(&self) -> String {
        let parts = [&self.id, &self.title, &self.authors, &self.stipulation];
        parts.into_iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the text with spaces in place of control characters, because text from the input must not control the
/// display.
pub fn printable(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim().to_string()
}

/// Returns the number of solutions that the author intends as text, such as `2 solutions`, or `2.1.1` if it is given
/// for each move. Returns `None` if it is one or not given.
fn solutions(counts: &[u32]) -> Option<String> {
    match counts {
        [] | [1] => None,
        [count] => Some(format!("{count} solutions")),
        counts => Some(counts.iter().map(u32::to_string).collect::<Vec<_>>().join(".")),
    }
}

/// Returns the men that are not orthodox, with their squares: `Grasshopper d4, f6; Royal Queen e1`. Returns `None` if
/// all men are orthodox.
fn fairy_men(problem: &Problem) -> Option<String> {
    let mut men: BTreeMap<(Piece, u32), Vec<Square>> = BTreeMap::new();
    for (square, Unit { piece, traits, .. }) in problem.diagram.placement.iter() {
        let traits = traits.without(Traits::NEUTRAL);
        if !piece.is_orthodox() || traits != Traits::NONE {
            men.entry((piece, traits.bits())).or_default().push(square);
        }
    }
    let text = men.iter().map(|((piece, traits), squares)| {
        let name = if piece.is_own() { piece.letters() } else { piece.def().name };
        let words: Vec<&str> = Traits::from_bits(*traits).names().chain([name]).collect();
        let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
        format!("{} {}", words.join(" "), squares.join(", "))
    });
    let text: Vec<String> = text.collect();
    (!text.is_empty()).then(|| text.join("; "))
}

/// Returns `White to move` or `Black to move` if the diagram sets a side to move that is not the first to move in the
/// stipulation. Returns `None` otherwise.
fn side_to_move(problem: &Problem) -> Option<String> {
    let first = problem.stipulation.as_ref()?.schedule(&problem.options).first_mover();
    let side = problem.diagram.side_to_move.filter(|&side| side != first)?;
    Some(if side == Color::White { "White to move" } else { "Black to move" }.to_string())
}

/// Returns a line with the changes of each twin, such as `b) bPf2-->f3`. Leaves out twin a) if it is the diagram
/// itself.
fn twins(problem: &Problem) -> Vec<String> {
    let singles = problem.singles();
    let text = singles.iter().map(|single| match single {
        Ok(single) => printable(&format!("{} {}", single.label, single.changes)),
        Err(error) => printable(&error.reason),
    });
    text.filter(|line| !line.is_empty()).skip(usize::from(!problem.zeroposition)).collect()
}
