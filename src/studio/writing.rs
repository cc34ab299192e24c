//! Writes problems as text and as pictures, and explains words.

use super::parts::Parts;
use super::reading::{named, whole};
use super::refused;
use crate::catalogue::explain;
use crate::exchange::{self, FileBuilder, Format};
use crate::input::ProblemReader;
use crate::report::svg;
use serde_json::{Value, json};

const NOT_READ: &str = "the problem has errors";

/// Returns the problem as text in the format with this name, and what the format cannot express.
pub fn write(parts: &Parts, format: &str) -> Value {
    let format = match named(format) {
        Ok(format) => format,
        Err(error) => return refused(&error),
    };
    let entry = parts.entry();
    let Some(problem) = whole(&entry) else { return refused(NOT_READ) };
    match exchange::write(problem, format) {
        Ok(written) => json!({ "text": written.text, "lost": written.lost }),
        Err(error) => refused(&format!("{} cannot express: {error}", format.name())),
    }
}

/// Returns the problems of these lines as the text of one file. `lost` lists what the format cannot express, and the
/// problems that cannot be written at all, each with the number of its line.
pub fn export(lines: &[String], format: &str) -> Value {
    let format = match named(format) {
        Ok(format) => format,
        Err(error) => return refused(&error),
    };
    let (mut series, mut text, mut lost) = (FileBuilder::new(format), String::new(), Vec::new());
    for (number, line) in (1..).zip(lines) {
        let mut reader = ProblemReader::of("the collection", line.as_bytes(), Some(Format::Epd));
        let entry = reader.next_entry().ok().flatten();
        let Some(problem) = entry.as_ref().and_then(whole) else {
            lost.push(format!("problem {number}: {NOT_READ}"));
            continue;
        };
        match exchange::write(problem, format) {
            Ok(written) => {
                lost.extend(written.lost.iter().map(|what| format!("problem {number}: {what}")));
                text.push_str(&series.next(&written.text));
            }
            Err(error) => lost.push(format!("problem {number}, which is left out: {error}")),
        }
    }
    text.push_str(series.end());
    json!({ "text": text, "lost": lost, "ending": format.endings()[0] })
}

/// Returns the diagram with its captions as SVG. A stipulation is not needed.
pub fn picture(parts: &Parts) -> Value {
    whole(&parts.entry()).map_or_else(|| refused(NOT_READ), |problem| json!({ "svg": svg(problem) }))
}

/// Returns the meaning of a word, or the message that it has none.
pub fn explained(words: &str) -> Value {
    match explain(words) {
        Ok(text) => json!({ "text": text }),
        Err(error) => refused(&error),
    }
}
