//! Solved problems on paper: a page for a browser, on which the solutions can be played and that asks for no other file;
//! the same as Markdown and as LaTeX.
//!
//! `html` puts a problem together, `play` writes its moves, each with what it changes on the board, and `board` draws it.
//! What is told of a problem does not depend on the others: the overview in a browser is made there.

mod board;
mod html;
mod latex;
mod markdown;
mod play;

use super::picture::Caption;
use super::style::{BoardStyle, TextStyle};
use super::surroundings::with_arrows;
use crate::problem::Problem;
use crate::solution::{Judgement, Solution};
use std::collections::BTreeMap;

/// In which language a page is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    Html,
    Markdown,
    /// For the package chess-problem-diagrams.
    Latex,
}

/// What is known of a problem besides its solution.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// File and line.
    pub place: String,
    /// Left out where runs are to give the same bytes.
    pub seconds: Option<f64>,
    /// The ids of problems are left out: the report of a tourney is anonymous.
    pub no_id: bool,
}

/// A problem that was solved, with all that is told of it.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    pub problem: &'a Problem,
    pub solution: &'a Solution,
    pub judgement: &'a Judgement,
    pub style: TextStyle,
    /// Where a page may choose.
    pub board: BoardStyle,
}

/// The drawings of men that a page needs, by their names. The foot has them.
pub type Drawn = BTreeMap<String, String>;

/// A page is its head, its problems and its foot.
///
/// ```
/// use keymove::report::{About, BoardStyle, Drawn, PageKind, TextStyle, Told};
/// use keymove::{solution::judge, solve::Solver, syntax};
/// let problem = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##).0.unwrap();
/// let solution = Solver::default().solve(&problem).unwrap().solution;
/// let judgement = judge(&problem, &solution);
/// let (style, board) = (TextStyle::default(), BoardStyle::default());
/// let told = Told { problem: &problem, solution: &solution, judgement: &judgement, style, board };
/// let (page, mut drawn) = (PageKind::Html, Drawn::new());
/// let text = [page.head(), page.solved(&About::default(), told, &mut drawn), page.foot("", &drawn)].concat();
/// assert!(text.contains("1.Rh1#!") && text.ends_with("</html>\n"));
/// ```
impl PageKind {
    /// What stands before the first problem.
    pub fn head(self) -> String {
        match self {
            PageKind::Html => html::head(),
            PageKind::Markdown => markdown::HEAD.to_string(),
            PageKind::Latex => latex::HEAD.to_string(),
        }
    }

    /// A problem that was solved.
    pub fn solved(self, about: &About, told: Told, drawn: &mut Drawn) -> String {
        let caption = caption_of(about, told.problem);
        match self {
            PageKind::Html => html::solved(about, &caption, told, drawn),
            PageKind::Markdown => markdown::solved(about, &caption, told),
            PageKind::Latex => latex::solved(about, &caption, told),
        }
    }

    /// A problem that could not be solved, and why; as much as is known of it.
    pub fn refused(self, about: &About, problem: Option<&Problem>, why: &str) -> String {
        let caption = problem.map(|problem| caption_of(about, problem)).unwrap_or_default();
        match self {
            PageKind::Html => html::refused(about, &caption, why),
            PageKind::Markdown => markdown::refused(about, &caption, why),
            PageKind::Latex => latex::refused(about, &caption, why),
        }
    }

    /// Below a problem: in what its answer differs from the recorded one.
    pub fn changed(self, difference: &str) -> String {
        match self {
            PageKind::Html => html::changed(difference),
            PageKind::Markdown => markdown::changed(difference),
            PageKind::Latex => latex::changed(difference),
        }
    }

    /// What stands behind the last problem. `summary` counts them, in some lines.
    pub fn foot(self, summary: &str, drawn: &Drawn) -> String {
        match self {
            PageKind::Html => html::foot(summary, drawn),
            PageKind::Markdown => markdown::foot(summary),
            PageKind::Latex => latex::foot(summary),
        }
    }
}

/// The lines around the diagram, as pages have them.
fn caption_of(about: &About, problem: &Problem) -> Caption {
    let caption = Caption::of(problem);
    Caption {
        id: if about.no_id { String::new() } else { caption.id },
        twins: caption.twins.iter().map(|twin| with_arrows(twin)).collect(),
        ..caption
    }
}

/// What is known of a problem by name: author and title, or one of them; without both the id, or the place in the input.
struct Names {
    /// The author; without one the title, the id or the place.
    first: String,
    /// The title below an author.
    title: Option<String>,
    /// The place, and the id where it is no heading.
    place: String,
}

impl Names {
    fn of(about: &About, caption: &Caption) -> Names {
        let Caption { id, title, authors, .. } = caption;
        let known = [authors, title, id, &about.place];
        let first = known.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
        let is_said = |id: &String| id.is_empty() || *id == first;
        let place = std::iter::once(&about.place).chain(Some(id).filter(|id| !is_said(id)));
        Names {
            title: (*title != first && !title.is_empty()).then(|| title.clone()),
            place: place.map(String::as_str).collect::<Vec<_>>().join(" · "),
            first,
        }
    }
}
