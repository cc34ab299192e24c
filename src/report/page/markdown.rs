//! The page as Markdown: diagrams in chess characters, the play as text.

use super::super::picture::{Board, Caption, Figures, unicode_board};
use super::super::text::play_text;
use super::{About, Told, name};
use crate::solution::Verdict;
use std::fmt::Write;

pub const HEAD: &str = "# Chess problems\n";

pub fn solved(about: &About, caption: &Caption, told: Told) -> String {
    let mut text = heading(about, caption, told.judgement.verdict);
    let figures = Figures::of_problem(told.problem);
    text.push_str("\n```text\n");
    for placement in told.problem.diagram.start.iter().chain([&told.problem.diagram.placement]) {
        for line in unicode_board(&Board::of(placement, &told.problem.rules).placement, &figures) {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text.push_str("```\n\n");
    let foot = format!("**{}** {}", escaped(&caption.stipulation), escaped(&caption.count));
    let below = caption.below.iter().chain(&caption.twins).map(|line| escaped(line));
    // A backslash at the end breaks the line.
    let lines: Vec<String> = std::iter::once(foot).chain(below).collect();
    let _ = writeln!(text, "{}", lines.join("\\\n"));
    if !told.judgement.findings.is_empty() {
        text.push('\n');
    }
    for finding in &told.judgement.findings {
        let _ = writeln!(text, "* {}: {}", finding.severity.word(), escaped(&finding.told()));
    }
    text.push_str("\n```text\n");
    let mut play = String::new();
    let _ = play_text(&mut play, told.problem, told.solution, &told.style);
    text.push_str(play.trim_start_matches('\n'));
    text.push_str("```\n");
    text + &place(about)
}

pub fn refused(about: &About, caption: &Caption, why: &str) -> String {
    let mut text = heading(about, caption, Verdict::Invalid);
    text.push('\n');
    let _ = writeln!(text, "* error: {}", escaped(why));
    text + &place(about)
}

pub fn changed(difference: &str) -> String {
    format!("\n```diff\n{difference}\n```\n")
}

pub fn foot(summary: &str) -> String {
    let lines: Vec<String> = summary.lines().map(|line| escaped(line.trim())).collect();
    if lines.is_empty() { String::new() } else { format!("\n---\n\n{}\n", lines.join("\\\n")) }
}

fn heading(about: &About, caption: &Caption, verdict: Verdict) -> String {
    let title = [escaped(&name(about, caption)), escaped(&caption.authors)];
    let title: Vec<&str> = title.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let mut text = format!("\n## {} — {}\n", title.join(", "), verdict.name());
    let quoted = (!caption.title.is_empty()).then(|| format!("“{}”", caption.title));
    let remarks = caption.remarks.iter().map(|remark| format!("({remark})"));
    let source = (!caption.source.is_empty()).then(|| caption.source.clone());
    for line in source.into_iter().chain(quoted).chain(remarks) {
        let _ = writeln!(text, "\n*{}*", escaped(&line));
    }
    text
}

fn place(about: &About) -> String {
    match about.seconds {
        Some(seconds) => format!("\n{}, {seconds:.2} s\n", escaped(&about.place)),
        None => format!("\n{}\n", escaped(&about.place)),
    }
}

/// Text whose signs mean nothing.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '!' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}
