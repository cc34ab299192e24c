//! Output as a page in HTML, Markdown or LaTeX. A page contains solutions and verdicts, both for `solve` and for
//! `check`.

use super::printer::{FormatDef, Printer, RenderOptions, internal_error};
use crate::cli::solved::{Solved, place};
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::{BoardStyle, ManDrawings, PageKind, PageProblem, ProblemInfo, TextStyle};
use crate::solution::settings_for_check;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

pub const HTML: FormatDef = FormatDef {
    name: "html",
    doc: "A web page with playable solutions, in one file that needs no network",
    printer: |options| PagePrinter::of(PageKind::Html, options),
};

pub const MARKDOWN: FormatDef = FormatDef {
    name: "markdown",
    doc: "The page as Markdown",
    printer: |options| PagePrinter::of(PageKind::Markdown, options),
};

pub const LATEX: FormatDef = FormatDef {
    name: "latex",
    doc: "The page as LaTeX, for the package chess-problem-diagrams",
    printer: |options| PagePrinter::of(PageKind::Latex, options),
};

struct PagePrinter {
    kind: PageKind,
    style: TextStyle,
    board: BoardStyle,
    with_seconds: bool,
    no_id: bool,
    /// Whether the foot of the page contains the counts of verdicts. It does for `check`, but not for `solve`.
    with_summary: bool,
    /// The drawings of men that the boards of the page use. The foot of the page defines each of them once. They are a
    /// set, so the order in which problems are finished does not matter.
    drawn: Mutex<ManDrawings>,
}

impl PagePrinter {
    fn of(kind: PageKind, options: &RenderOptions) -> Arc<dyn Printer> {
        Arc::new(PagePrinter {
            kind,
            style: TextStyle { color: false, board: BoardStyle::None, ..options.style },
            board: options.style.board,
            with_seconds: !options.reproducible,
            no_id: options.no_id,
            with_summary: options.task.is_check(),
            drawn: Mutex::default(),
        })
    }

    fn about(&self, entry: &Entry, seconds: Option<f64>) -> ProblemInfo {
        ProblemInfo { place: place(entry), seconds, no_id: self.no_id }
    }

    fn refused(&self, entry: &Entry, problem: Option<&Problem>, message: &str) -> String {
        self.kind.refused(&self.about(entry, None), problem, message, self.style.words())
    }
}

impl Printer for PagePrinter {
    fn head(&self) -> String {
        self.kind.head()
    }

    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()> {
        let seconds = self.with_seconds.then_some(solved.outcome.seconds);
        let shown = PageProblem {
            problem: &solved.problem,
            solution: &solved.outcome.solution,
            judgement: &solved.judgement,
            themes: solved.themes.as_ref(),
            style: self.style,
            board: self.board,
        };
        let mut drawn = ManDrawings::new();
        let text = self.kind.solved(&self.about(&solved.entry, seconds), shown, &mut drawn);
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner).extend(drawn);
        out.write_all(text.as_bytes())
    }

    fn faulty(&self, entry: &Entry, message: &str) -> String {
        let first = entry.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
        // If the problem cannot be read, its board is not shown, and the counts of men are left out.
        let heading = Problem { heading: entry.named().heading.clone(), ..Problem::default() };
        let problem = entry.problem.as_ref().unwrap_or(&heading);
        self.refused(entry, Some(problem), first.map_or(message, |diagnostic| &diagnostic.message))
    }

    /// Prints only the message. The problem is not printed, because printing might panic, too.
    fn failed(&self, entry: &Entry, message: &str) -> String {
        self.refused(entry, None, &internal_error(message))
    }

    fn changed(&self, difference: &str) -> String {
        self.kind.changed(difference)
    }

    fn foot(&self, summary: &str) -> String {
        let drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        self.kind.foot(if self.with_summary { summary } else { "" }, &drawn)
    }

    /// Returns `false`: the foot of the page has drawings for the boards of all problems.
    fn is_joined_of_texts(&self) -> bool {
        false
    }

    fn is_page(&self) -> bool {
        true
    }

    fn has_pictures(&self) -> bool {
        self.kind == PageKind::Markdown
    }

    fn prints_summary(&self) -> bool {
        self.with_summary
    }

    fn prints_findings(&self) -> bool {
        true
    }

    fn wanted(&self, problem: &Problem) -> Problem {
        settings_for_check(problem)
    }

    /// Returns the time per byte for printing the beginning of a large solution. A page shows no more of it.
    fn nanoseconds_a_byte(&self) -> u64 {
        12
    }
}
