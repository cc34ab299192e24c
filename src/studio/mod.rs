//! Answers the questions of the studio, a page on which problems are composed, solved and checked.
//!
//! A question is an object in JSON, and so is its answer. The page asks the same questions of the WebAssembly module in
//! the page itself and of the program `keymove serve`; both call [`answer`] and [`solve`]. `docs/studio.md` describes
//! the page.
//!
//! `parts` turns a problem into the parts that the page edits and back, `reading` reads texts, `looking` looks at
//! the position under edit, `solving` solves it, and `exploring` explores its variants.

mod exploring;
mod fault;
mod lists;
mod looking;
mod parts;
mod reading;
mod solving;
#[cfg(test)]
mod tests;
mod writing;

pub use solving::{Host, Resources, Settings};

use exploring::Asked;
use parts::Parts;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A question of the page.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
enum Question {
    /// Asks for the problems of a text.
    Read {
        text: String,
        /// The name of its format; `None` if the text decides.
        format: Option<String>,
        /// The name of the file, whose ending decides if `format` is `None`.
        #[serde(default)]
        file: String,
    },
    /// Asks what is on the board, whether all parts are understood, and what they mean.
    Look { parts: Parts },
    /// Asks for the problem as text.
    Write { parts: Parts, format: String },
    /// Asks for several problems, each as its line, as one text.
    Export { lines: Vec<String>, format: String },
    /// Asks for the diagram as SVG.
    Picture { parts: Parts },
    /// Asks for the meaning of a word.
    Explain { words: String },
    /// Asks for everything that a problem can ask for.
    Lists {},
    /// Asks for the men of the palette, with those of the problem's game and those that it defines.
    Palette { parts: Parts },
}

/// Returns the answer to a question. A question that is not understood gets an answer with the field `error`.
pub fn answer(question: &str) -> String {
    let answer = match serde_json::from_str(question) {
        Ok(Question::Read { text, format, file }) => reading::read(&text, format.as_deref(), &file),
        Ok(Question::Look { parts }) => looking::look(&parts),
        Ok(Question::Write { parts, format }) => writing::write(&parts, &format),
        Ok(Question::Export { lines, format }) => writing::export(&lines, &format),
        Ok(Question::Picture { parts }) => writing::picture(&parts),
        Ok(Question::Explain { words }) => writing::explained(&words),
        Ok(Question::Lists {}) => lists::lists(),
        Ok(Question::Palette { parts }) => lists::palette(&parts),
        Err(error) => refused(&error.to_string()),
    };
    answer.to_string()
}

/// A problem to be solved or explored.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    parts: Parts,
    #[serde(default)]
    settings: Settings,
    /// The variants that are wanted instead of the solution.
    explore: Option<Asked>,
}

/// Solves a problem, or explores its variants. The events are `text` with further text of the solution, `progress`, and
/// at the end `done`, `refused` with diagnostics, or `error`. Exploring also sends `begun` and `find`, and ends with
/// `explored`, or `refused` with a `reason`.
pub fn solve(wanted: &str, host: Arc<dyn Host>, resources: &Resources) {
    let event = match serde_json::from_str(wanted) {
        Ok(Wanted { parts, settings, explore: None }) => solving::solved(&parts, &settings, &host, resources),
        Ok(Wanted { parts, settings, explore: Some(asked) }) => {
            exploring::explored(&parts, &settings, &asked, &host, resources)
        }
        Err(error) => json!({ "event": "error", "error": error.to_string() }),
    };
    host.send(&event.to_string());
}

fn refused(error: &str) -> Value {
    json!({ "error": error })
}
