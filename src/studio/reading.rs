//! Reads a text that was typed, pasted or opened.

use super::fault::located;
use super::parts::Parts;
use super::refused;
use crate::exchange::{Format, begins_document, begins_tags};
use crate::input::{Entry, ProblemReader};
use crate::problem::Problem;
use crate::syntax;
use serde_json::{Value, json};
use std::path::Path;

/// Returns the problems of a text, each with its parts and diagnostics.
pub fn read(text: &str, format: Option<&str>, file: &str) -> Value {
    let format = match format {
        None => Format::of_file(Path::new(file)).or_else(|| begun(text)),
        Some(name) => match named(name) {
            Ok(format) => Some(format),
            Err(error) => return refused(&error),
        },
    };
    let mut reader = ProblemReader::of("the text", text.as_bytes(), format);
    let (mut problems, mut remarks, mut kind) = (Vec::new(), Vec::new(), format);
    loop {
        match reader.next_entry() {
            Ok(Some(entry)) if entry.is_remark() => {
                remarks.extend(entry.diagnostics.iter().map(|found| located(&entry.source, found)));
            }
            Ok(Some(entry)) => {
                kind = kind.or(Some(entry.format));
                problems.push(told(&entry));
            }
            Ok(None) => break,
            Err(error) => return refused(&error.to_string()),
        }
    }
    json!({ "format": kind.map(Format::name), "problems": problems, "remarks": remarks })
}

/// Returns the format with this name, or a message with all names.
pub fn named(name: &str) -> Result<Format, String> {
    let found = Format::ALL.into_iter().find(|format| format.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("there is no format {}; expected one of {}", syntax::quoted(name), names.join(", "))
    })
}

/// Returns the format that the first line of the text shows; `None` if it is a problem line or Popeye's.
fn begun(text: &str) -> Option<Format> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let is_key = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let is_field = |(key, rest): (&str, &str)| is_key(key) && (rest.is_empty() || rest.starts_with(' '));
    if begins_document(first) || first.split_once(':').is_some_and(is_field) {
        return Some(Format::Yaml);
    }
    begins_tags(first).then_some(Format::Pgn)
}

/// Returns the problem if nothing of its text is lost: its only error may be that the stipulation is missing. A problem
/// that is read in part would be another one.
pub fn whole(entry: &Entry) -> Option<&Problem> {
    let is_whole = entry.diagnostics.iter().all(|found| !found.is_error() || found.lacks_stipulation);
    entry.problem.as_ref().filter(|_| is_whole)
}

fn told(entry: &Entry) -> Value {
    let named = entry.named();
    let problem = whole(entry);
    json!({
        "parts": problem.map(Parts::of),
        "line": problem.map(syntax::epd),
        "isSound": entry.sound_problem().is_some(),
        "id": named.heading.id,
        "authors": named.heading.authors.join(", "),
        "source": named.heading.source,
        "stipulation": named.stipulation.as_ref().map(ToString::to_string),
        "mishap": entry.mishap,
        "diagnostics": entry.diagnostics.iter().map(|found| located(&entry.source, found)).collect::<Vec<_>>(),
    })
}
