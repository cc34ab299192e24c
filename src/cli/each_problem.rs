//! The loop over the input of commands that do not solve. It reports every error in the text of the problems.

use super::problems::InputItem;
use super::solved::place;
use super::status::{Status, complain};
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::INTERNAL_ERROR;
use std::io;

/// Calls `f` for each problem of `items` that has no errors, and reports the errors of all others on standard error.
/// Returns the worst of all exit statuses.
pub fn each_problem(
    items: impl Iterator<Item = InputItem>,
    f: &mut dyn FnMut(&Entry, &Problem) -> io::Result<Status>,
) -> io::Result<Status> {
    let mut status = Status::Good;
    for item in items {
        match item {
            InputItem::Problem(entry) => {
                complain_of(&entry);
                let came = entry.sound_problem().map_or(Ok(Status::BadInput), |problem| f(&entry, problem))?;
                status = status.and(came);
            }
            InputItem::Remark(text) => complain(&text),
            InputItem::Trouble(message) => {
                complain(&format!("error: {message}\n"));
                status = status.and(Status::BadInput);
            }
            InputItem::Begin(_) | InputItem::Protocol(_) | InputItem::End => {}
        }
    }
    Ok(status)
}

fn complain_of(entry: &Entry) {
    let text: String = entry.diagnostics.iter().map(|diagnostic| diagnostic.render(&entry.source)).collect();
    complain(&text);
    if let Some(message) = &entry.mishap {
        complain(&format!("error: {INTERNAL_ERROR}: {message}\n --> {}\n", place(entry)));
    }
}
