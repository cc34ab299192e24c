//! `keymove check`: a verdict a line, findings below it.

use super::Status;
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::INTERNAL_ERROR;
use crate::solution::{Finding, FindingSeverity, Judgement, Verdict};

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Status {
        match verdict {
            Verdict::Sound => Status::Good,
            Verdict::Unsound => Status::Unsound,
            Verdict::Undecided => Status::Undecided,
            Verdict::Invalid => Status::BadInput,
        }
    }
}

/// The line of one problem, and with `verbose` a line for each finding.
pub fn verdict_line(
    entry: &Entry,
    judged: Option<(&Problem, &Judgement)>,
    message: &str,
    verbose: bool,
    color: bool,
) -> String {
    let (line, _) = entry.source.line_and_column(0);
    let place = format!("{}:{line}", entry.source.name);
    let Some((problem, judgement)) = judged else {
        return format!("{}  {place}  {}  {message}\n", painted(Verdict::Invalid, color), id(entry));
    };
    let id = problem.heading.id.as_deref().unwrap_or("-");
    let stipulation = problem.stipulation.as_ref().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("{}  {place}  {id}  {stipulation}", painted(judgement.verdict, color));
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
    let errors: Vec<&Finding> = judgement.findings.iter().filter(|finding| finding.is_error()).collect();
    if !verbose {
        let warning = judgement.findings.iter().find(|finding| finding.severity == FindingSeverity::Warning);
        match (errors.first(), warning) {
            (Some(first), _) => {
                text.push_str(&format!("  {}", first.told()));
                let more = errors.iter().map(|finding| finding.count).sum::<usize>() - first.count;
                if more > 0 {
                    text.push_str(&format!(" (and {more} more)"));
                }
            }
            (None, Some(warning)) => text.push_str(&format!("  warning: {}", warning.told())),
            (None, None) => {}
        }
        return text + "\n";
    }
    text.push('\n');
    for finding in &judgement.findings {
        text.push_str(&format!("    {}: {}\n", finding.severity.word(), finding.told()));
    }
    text
}

/// The line of a problem over which the program failed.
pub fn failure_line(entry: &Entry, message: &str, color: bool) -> String {
    let (line, _) = entry.source.line_and_column(0);
    let word = if color { format!("\x1b[31m{INTERNAL_ERROR}\x1b[0m") } else { INTERNAL_ERROR.to_string() };
    format!("{word}  {}:{line}  {}  {message}\n", entry.source.name, id(entry))
}

fn id(entry: &Entry) -> &str {
    entry.problem.as_ref().and_then(|problem| problem.heading.id.as_deref()).unwrap_or("-")
}

fn painted(verdict: Verdict, color: bool) -> String {
    let (word, code) = match verdict {
        Verdict::Sound => ("sound", 32),
        Verdict::Unsound => ("unsound", 31),
        Verdict::Undecided => ("undecided", 33),
        Verdict::Invalid => ("invalid", 35),
    };
    if color { format!("\x1b[{code}m{word:<9}\x1b[0m") } else { format!("{word:<9}") }
}
