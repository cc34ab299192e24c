//! Output of `keymove check` as text: one verdict per line, with findings below it.

use super::printer::Printer;
use super::themes::theme_lines;
use crate::cli::solved::{Solved, place};
use crate::input::Entry;
use crate::located::finding_diagnostic;
use crate::report::{INTERNAL_ERROR, TextStyle};
use crate::solution::{Finding, FindingSeverity, Verdict, gathered};
use std::io;

/// Printer of verdicts for human readers.
pub struct Verdicts {
    /// Whether all findings are printed below each verdict. If not, the first one is printed beside it.
    pub verbose: bool,
    /// The style of the text: notation of moves and colours.
    pub style: TextStyle,
    /// Whether the counts of verdicts are printed at the end of the output. If not, they are printed on standard error.
    pub with_summary: bool,
}

impl Printer for Verdicts {
    fn solved(&self, out: &mut dyn io::Write, solved: &Solved) -> io::Result<()> {
        out.write_all(self.verdict_line(solved).as_bytes())
    }

    fn faulty(&self, entry: &Entry, message: &str) -> String {
        let named = entry.named();
        let (id, stipulation) = (named.heading.id.as_deref().unwrap_or("-"), named.stipulation.as_ref());
        let stipulation = stipulation.map(|stipulation| format!("{stipulation}  ")).unwrap_or_default();
        let mut errors = entry.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let why = errors.next().map_or(message, |diagnostic| &diagnostic.message);
        let more = match errors.count() {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        format!("{}  {}  {id}  {stipulation}{why}{more}\n", self.painted(Verdict::Invalid), place(entry))
    }

    fn failed(&self, entry: &Entry, message: &str) -> String {
        let word =
            if self.style.color { format!("\x1b[31m{INTERNAL_ERROR}\x1b[0m") } else { INTERNAL_ERROR.to_string() };
        let id = entry.problem.as_ref().and_then(|problem| problem.heading.id.as_deref()).unwrap_or("-");
        format!("{word}  {}  {id}  {message}\n", place(entry))
    }

    fn foot(&self, summary: &str) -> String {
        if self.with_summary { summary.to_string() } else { String::new() }
    }

    fn prints_summary(&self) -> bool {
        self.with_summary
    }

    fn prints_findings(&self) -> bool {
        true
    }

    fn nanoseconds_a_byte(&self) -> u64 {
        2
    }
}

impl Verdicts {
    /// Returns the line with the verdict on a problem and, with `verbose`, a line for each finding.
    fn verdict_line(&self, solved: &Solved) -> String {
        let Solved { entry, problem, judgement, .. } = solved;
        let id = problem.heading.id.as_deref().unwrap_or("-");
        let stipulation = problem.stipulation.as_ref().map(ToString::to_string).unwrap_or_default();
        let mut text = format!("{}  {}  {id}  {stipulation}", self.painted(judgement.verdict), place(entry));
        if let Some(game) = problem.rules.game() {
            text.push_str(&format!(" {}", game.caption()));
        }
        for own in problem.rules.own_pieces().iter() {
            text.push_str(&format!(" {}", own.caption()));
        }
        let condition = problem.rules.caption();
        if !condition.is_empty() {
            text.push_str(&format!(" {condition}"));
        }
        let themes = solved.themes.as_ref();
        if !self.verbose {
            text.push_str(&self.first_of(&gathered(&judgement.findings, 1)));
            let names = themes.map(|themes| themes.names()).unwrap_or_default();
            let themes = if names.is_empty() { names } else { format!("  [{names}]") };
            return text + &themes + "\n";
        }
        text.push('\n');
        for finding in gathered(&judgement.findings, usize::MAX) {
            text.push_str(&format!("    {}: {}\n", finding.severity.word(), self.style.finding(&finding)));
            // The place in the author's solution. The first line of the message is skipped, because it repeats the
            // finding.
            let rendered =
                finding_diagnostic(entry, &finding).map(|found| found.render(&entry.source)).unwrap_or_default();
            text.extend(rendered.lines().skip(1).map(|line| format!("    {line}\n")));
        }
        text + &themes.map(theme_lines).unwrap_or_default()
    }

    /// Returns the first error with the number of further errors, or without errors the first warning, as text to print
    /// beside the verdict.
    fn first_of(&self, findings: &[Finding]) -> String {
        let errors: Vec<&Finding> = findings.iter().filter(|finding| finding.is_error()).collect();
        let warning = findings.iter().find(|finding| finding.severity == FindingSeverity::Warning);
        match (errors.first(), warning) {
            (Some(first), _) => {
                let more = errors.iter().map(|finding| finding.count).sum::<usize>() - first.count;
                let more = match more {
                    0 => String::new(),
                    1 => " (and 1 more error)".to_string(),
                    more => format!(" (and {more} more errors)"),
                };
                format!("  {}{more}", self.style.finding(first))
            }
            (None, Some(warning)) => format!("  warning: {}", self.style.finding(warning)),
            (None, None) => String::new(),
        }
    }

    /// Returns the name of the verdict, padded and coloured.
    fn painted(&self, verdict: Verdict) -> String {
        let code = match verdict {
            Verdict::Sound => 32,
            Verdict::Unsound => 31,
            Verdict::Undecided => 33,
            Verdict::Invalid => 35,
        };
        let word = self.style.words().verdict(verdict);
        if self.style.color { format!("\x1b[{code}m{word:<9}\x1b[0m") } else { format!("{word:<9}") }
    }
}
