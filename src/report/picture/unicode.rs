//! Writes diagrams in Unicode chess characters, for a terminal.

use super::super::diagram::{board_in, count};
use super::caption::Caption;
use super::figures::Figures;
use super::svg::Board;
use crate::notation::Letters;
use crate::problem::Problem;
use crate::units::{Placement, Unit};

/// Returns the diagram of a problem with its captions. A man without a Unicode character is written in letters.
pub fn unicode(problem: &Problem) -> String {
    let figures = Figures::of_problem(problem);
    let caption = Caption::of(problem);
    let mut lines = vec![caption.id.clone(), caption.authors.clone(), caption.source.clone(), caption.title.clone()];
    lines.extend(caption.remarks.iter().map(|remark| format!("({remark})")));
    lines.retain(|line| !line.is_empty());
    if !lines.is_empty() {
        lines.push(String::new());
    }
    if let Some(start) = &problem.diagram.start {
        lines.push(format!("A {}", count(start)));
        lines.extend(unicode_board(&Board::of(start, &problem.rules).placement, &figures));
        lines.push("B".to_string());
    }
    let board = unicode_board(&Board::of(&problem.diagram.placement, &problem.rules).placement, &figures);
    let width = board.first().map_or(0, |line| line.chars().count());
    lines.extend(board);
    let room = width.saturating_sub(caption.count.chars().count());
    lines.push(format!("{:<room$}{}", format!("{} ", caption.stipulation), caption.count));
    lines.extend(caption.below);
    lines.extend(caption.twins);
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Returns the board as text: one line for each rank, and two lines for the names of the files.
pub fn unicode_board(placement: &Placement, figures: &Figures) -> Vec<String> {
    let written = |unit: Unit| match figures.character(unit) {
        Some(character) => format!("{character}{}", super::figures::mark(unit)),
        None => Letters::Problem.on_board(unit),
    };
    board_in(placement, &written)
}
