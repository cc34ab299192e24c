//! The loop over problems for commands that do not solve. It reports every error in the text of the problems.

use super::problems::Item;
use super::solved::place;
use super::status::{Status, complain};
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::INTERNAL_ERROR;
use std::io;

/// Calls `f` for each problem without errors. Returns the worst exit status of all calls and of the faulty
/// problems.
pub fn each_problem(
    items: impl Iterator<Item = Item>,
    f: &mut dyn FnMut(&Entry, &Problem) -> io::Result<Status>,
) -> io::Result<Status> {
    let mut status = Status::Good;
    for item in items {
        match item {
            Item::Problem(entry) => {
                complain_of(&entry);
                let came = entry.sound_problem().map_or(Ok(Status::BadInput), |problem| f(&entry, problem))?;
                status = status.and(came);
            }
            Item::Remark(text) => complain(&text),
            Item::Trouble(message) => {
                complain(&format!("error: {message}\n"));
                status = status.and(Status::BadInput);
            }
            Item::Begin(_) | Item::Protocol(_) | Item::End => {}
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
