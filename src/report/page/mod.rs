//! Pages with solved problems: an HTML page on which the solutions can be played, in a single file, and the
//! same as Markdown or LaTeX.
//!
//! `html` assembles a problem, `play` writes its moves with their changes to the board, and `board` draws it.
//! The text of a problem does not depend on the other problems; the overview is made in the browser.

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

/// Language of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    Html,
    Markdown,
    /// For the package chess-problem-diagrams.
    Latex,
}

/// Information about a problem besides its solution.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// File and line.
    pub place: String,
    /// `None` if runs must produce the same bytes.
    pub seconds: Option<f64>,
    /// Whether to omit the ids of problems, for the anonymous report of a tourney.
    pub no_id: bool,
}

/// A solved problem with everything that a page shows of it.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    pub problem: &'a Problem,
    pub solution: &'a Solution,
    pub judgement: &'a Judgement,
    pub style: TextStyle,
    /// Board style, for pages that have several.
    pub board: BoardStyle,
}

/// Drawings of men that a page needs, by id. The foot contains them.
pub type Drawn = BTreeMap<String, String>;

/// A page consists of its head, its problems and its foot.
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
    /// Returns the beginning of the page.
    pub fn head(self) -> String {
        match self {
            PageKind::Html => html::head(),
            PageKind::Markdown => markdown::HEAD.to_string(),
            PageKind::Latex => latex::HEAD.to_string(),
        }
    }

    /// Returns a solved problem.
    pub fn solved(self, about: &About, told: Told, drawn: &mut Drawn) -> String {
        let caption = caption_of(about, told.problem);
        match self {
            PageKind::Html => html::solved(about, &caption, told, drawn),
            PageKind::Markdown => markdown::solved(about, &caption, told),
            PageKind::Latex => latex::solved(about, &caption, told),
        }
    }

    /// Returns a problem that could not be solved, with the reason and whatever is known of it.
    pub fn refused(self, about: &About, problem: Option<&Problem>, why: &str) -> String {
        let caption = problem.map(|problem| caption_of(about, problem)).unwrap_or_default();
        match self {
            PageKind::Html => html::refused(about, &caption, why),
            PageKind::Markdown => markdown::refused(about, &caption, why),
            PageKind::Latex => latex::refused(about, &caption, why),
        }
    }

    /// Returns the difference between the answer and the recorded one, which comes below the problem.
    pub fn changed(self, difference: &str) -> String {
        match self {
            PageKind::Html => html::changed(difference),
            PageKind::Markdown => markdown::changed(difference),
            PageKind::Latex => latex::changed(difference),
        }
    }

    /// Returns the end of the page. `summary` counts the problems, in several lines.
    pub fn foot(self, summary: &str, drawn: &Drawn) -> String {
        match self {
            PageKind::Html => html::foot(summary, drawn),
            PageKind::Markdown => markdown::foot(summary),
            PageKind::Latex => latex::foot(summary),
        }
    }
}

/// Returns the lines around the diagram, as pages show them.
fn caption_of(about: &About, problem: &Problem) -> Caption {
    let caption = Caption::of(problem);
    Caption {
        id: if about.no_id { String::new() } else { caption.id },
        twins: caption.twins.iter().map(|twin| with_arrows(twin)).collect(),
        ..caption
    }
}

/// Names of a problem: author and title if known, otherwise the id or the place in the input.
struct Names {
    /// The first one known of author, title, id and place.
    first: String,
    /// The title, below an author.
    title: Option<String>,
    /// The place, and the id if it is not the heading.
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
