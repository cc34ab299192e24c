//! Writes a page as Markdown: diagrams in chess characters or as pictures, and the play as text.

use super::super::picture::{Board, Caption, Figures, svg, unicode_board};
use super::super::style::BoardStyle;
use super::super::text::play_text;
use super::super::words::Words;
use super::{PageProblem, ProblemInfo, ProblemNames};
use crate::problem::Problem;
use crate::solution::{Verdict, gathered};
use std::fmt::Write;

pub const HEAD: &str = "# Chess problems\n";

pub fn solved(about: &ProblemInfo, caption: &Caption, shown: PageProblem) -> String {
    let mut text = heading(about, caption, shown.style.words().verdict(shown.judgement.verdict));
    match picture(shown.problem, shown.board) {
        Some(picture) => {
            let _ = writeln!(text, "\n![{}]({picture})", escaped(&caption.name()));
        }
        None => diagram(&mut text, caption, shown),
    }
    if !shown.judgement.findings.is_empty() {
        text.push('\n');
    }
    for finding in gathered(&shown.judgement.findings, usize::MAX) {
        let _ = writeln!(text, "* {}: {}", finding.severity.word(), escaped(&shown.style.finding(&finding)));
    }
    if let Some(themes) = shown.themes.filter(|themes| !themes.found.is_empty()) {
        text.push_str("\nThemes:\n\n");
        for theme in &themes.found {
            let _ = writeln!(text, "* {}", escaped(&theme.line()));
        }
    }
    text.push_str("\n```text\n");
    let mut play = String::new();
    let _ = play_text(&mut play, shown.problem, shown.solution, &shown.style);
    text.push_str(play.trim_start_matches('\n'));
    text.push_str("```\n");
    text + &place(about, caption)
}

/// Writes the diagram of a problem in chess characters, and the captions below it.
fn diagram(text: &mut String, caption: &Caption, shown: PageProblem) {
    let figures = Figures::of_problem(shown.problem);
    let boards = shown.problem.diagram.start.iter().chain([&shown.problem.diagram.placement]);
    if shown.board != BoardStyle::None {
        text.push_str("\n```text\n");
        for placement in boards {
            for line in unicode_board(&Board::of(placement, &shown.problem.rules).placement, &figures) {
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
        text.push_str("```\n");
    }
    let foot = format!("**{}** {}", escaped(&caption.stipulation), escaped(&caption.count));
    let below = caption.below.iter().chain(&caption.twins).map(|line| escaped(line));
    // A backslash at the end of a line is a line break.
    let lines: Vec<String> = std::iter::once(foot).chain(below).collect();
    let _ = writeln!(text, "\n{}", lines.join("\\\n"));
}

/// Returns the diagram as a data URL, so that the page needs no other file; `None` if the board style is not a
/// picture.
fn picture(problem: &Problem, board: BoardStyle) -> Option<String> {
    let (kind, bytes) = match board {
        BoardStyle::Svg => ("svg+xml", svg(problem).into_bytes()),
        #[cfg(feature = "png")]
        BoardStyle::Png => ("png", super::super::picture::png(problem).ok()?),
        _ => return None,
    };
    Some(format!("data:image/{kind};base64,{}", base64(&bytes)))
}

/// Encodes bytes in Base64: four letters for three bytes.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().enumerate().fold(0, |bits, (i, &byte)| bits | u32::from(byte) << (16 - 8 * i));
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

pub fn refused(about: &ProblemInfo, caption: &Caption, why: &str, words: &Words) -> String {
    let mut text = heading(about, caption, words.verdict(Verdict::Invalid));
    text.push('\n');
    let _ = writeln!(text, "* error: {}", escaped(why));
    text + &place(about, caption)
}

pub fn changed(difference: &str) -> String {
    format!("\n```diff\n{difference}\n```\n")
}

pub fn foot(summary: &str) -> String {
    let lines: Vec<String> = summary.lines().map(|line| escaped(line.trim())).collect();
    if lines.is_empty() { String::new() } else { format!("\n## Summary\n\n{}\n", lines.join("\\\n")) }
}

fn heading(about: &ProblemInfo, caption: &Caption, verdict: &str) -> String {
    let names = ProblemNames::of(about, caption);
    let mut text = format!("\n## {} — {}\n", escaped(&names.first), verdict);
    let quoted = names.title.map(|title| format!("“{title}”"));
    let remarks = caption.remarks.iter().map(|remark| format!("({remark})"));
    let source = (!caption.source.is_empty()).then(|| caption.source.clone());
    for line in source.into_iter().chain(quoted).chain(remarks) {
        let _ = writeln!(text, "\n*{}*", escaped(&line));
    }
    text
}

fn place(about: &ProblemInfo, caption: &Caption) -> String {
    let place = escaped(&ProblemNames::of(about, caption).place);
    match about.seconds {
        Some(seconds) => format!("\n{place} · {seconds:.2} s\n"),
        None => format!("\n{place}\n"),
    }
}

/// Escapes the special characters of Markdown.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the examples of RFC 4648.
    #[test]
    fn bytes_in_letters() {
        let rows =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (bytes, letters) in rows {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
    }
}
