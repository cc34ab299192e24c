//! Pages with solved problems: an HTML page in a single file, on which the solutions can be played, or a page
//! in Markdown or LaTeX with the same content.
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
use super::words::Words;
use crate::problem::Problem;
use crate::solution::{Judgement, Solution};
use crate::themes::Themes;
use std::collections::BTreeMap;

/// Language in which a page is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    Html,
    Markdown,
    /// LaTeX for the package chess-problem-diagrams.
    Latex,
}

/// Information about a problem that does not come from the problem or its solution.
#[derive(Clone, Debug, Default)]
pub struct ProblemInfo {
    /// Place of the problem in the input: file and line.
    pub place: String,
    /// Solving time in seconds; `None` if all runs must produce the same bytes.
    pub seconds: Option<f64>,
    /// Whether to omit the ids of the problems, for the anonymous report of a tourney.
    pub no_id: bool,
}

/// A solved problem, and how a page shows it.
#[derive(Clone, Copy)]
pub struct PageProblem<'a> {
    pub problem: &'a Problem,
    pub solution: &'a Solution,
    pub judgement: &'a Judgement,
    /// The themes; `None` if they are not shown.
    pub themes: Option<&'a Themes>,
    pub style: TextStyle,
    /// How the board is shown, on pages that offer several styles.
    pub board: BoardStyle,
}

/// SVG drawings of the men on a page, by id. The foot of the page contains them.
pub type ManDrawings = BTreeMap<String, String>;

/// A page is the concatenation of its head, its problems and its foot.
///
/// ```
/// use keymove::report::{ProblemInfo, BoardStyle, ManDrawings, PageKind, TextStyle, PageProblem};
/// use keymove::{solution::judge, solve::Solver, syntax};
/// let problem = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##).0.unwrap();
/// let solution = Solver::default().solve(&problem).unwrap().solution;
/// let judgement = judge(&problem, &solution);
/// let (style, board) = (TextStyle::default(), BoardStyle::default());
/// let shown = PageProblem { problem: &problem, solution: &solution, judgement: &judgement, themes: None, style, board };
/// let (page, mut drawn) = (PageKind::Html, ManDrawings::new());
/// let text = [page.head(), page.solved(&ProblemInfo::default(), shown, &mut drawn), page.foot("", &drawn)].concat();
/// assert!(text.contains("1.Rh1#!") && text.ends_with("</html>\n"));
/// ```
impl PageKind {
    /// Returns the text of a page before the first problem.
    pub fn head(self) -> String {
        match self {
            PageKind::Html => html::head(),
            PageKind::Markdown => markdown::HEAD.to_string(),
            PageKind::Latex => latex::HEAD.to_string(),
        }
    }

    /// Returns the text of a solved problem, and adds the drawings that it needs to `drawn`.
    pub fn solved(self, about: &ProblemInfo, shown: PageProblem, drawn: &mut ManDrawings) -> String {
        let caption = caption_of(about, shown.problem);
        match self {
            PageKind::Html => html::solved(about, &caption, shown, drawn),
            PageKind::Markdown => markdown::solved(about, &caption, shown),
            PageKind::Latex => latex::solved(about, &caption, shown),
        }
    }

    /// Returns the text of a problem that could not be solved: the reason, and what is known of the problem. `words`
    /// has the fixed words in the language of the page.
    pub fn refused(self, about: &ProblemInfo, problem: Option<&Problem>, why: &str, words: &Words) -> String {
        let caption = problem.map(|problem| caption_of(about, problem)).unwrap_or_default();
        match self {
            PageKind::Html => html::refused(about, &caption, why, words),
            PageKind::Markdown => markdown::refused(about, &caption, why, words),
            PageKind::Latex => latex::refused(about, &caption, why, words),
        }
    }

    /// Returns the text below a problem whose answer differs from the recorded answer. `difference` describes the
    /// difference.
    pub fn changed(self, difference: &str) -> String {
        match self {
            PageKind::Html => html::changed(difference),
            PageKind::Markdown => markdown::changed(difference),
            PageKind::Latex => latex::changed(difference),
        }
    }

    /// Returns the text of a page after the last problem. `summary` states the numbers of problems, in several
    /// lines.
    pub fn foot(self, summary: &str, drawn: &ManDrawings) -> String {
        match self {
            PageKind::Html => html::foot(summary, drawn),
            PageKind::Markdown => markdown::foot(summary),
            PageKind::Latex => latex::foot(summary),
        }
    }
}

/// Returns the lines around the diagram in the form that pages show: twins with arrows, and no id if `about.no_id` is
/// set.
fn caption_of(about: &ProblemInfo, problem: &Problem) -> Caption {
    let caption = Caption::of(problem);
    Caption {
        id: if about.no_id { String::new() } else { caption.id },
        twins: caption.twins.iter().map(|twin| with_arrows(twin)).collect(),
        ..caption
    }
}

/// The names under which a page shows a problem.
struct ProblemNames {
    /// The heading: the first one known of author, title, id and place in the input.
    first: String,
    /// The title, if it is not `first` itself.
    title: Option<String>,
    /// The place in the input, and the id if it is not the heading.
    place: String,
}

impl ProblemNames {
    fn of(about: &ProblemInfo, caption: &Caption) -> ProblemNames {
        let Caption { id, title, authors, .. } = caption;
        let known = [authors, title, id, &about.place];
        let first = known.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
        let is_said = |id: &String| id.is_empty() || *id == first;
        let place = std::iter::once(&about.place).chain(Some(id).filter(|id| !is_said(id)));
        ProblemNames {
            title: (*title != first && !title.is_empty()).then(|| title.clone()),
            place: place.map(String::as_str).collect::<Vec<_>>().join(" · "),
            first,
        }
    }
}
