//! Prints the results of problems in the order of the input.

use crate::cli::destination::Destination;
use crate::cli::outcome::Done;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

/// An item of the output: the result of a problem, or an event between problems. Items are printed in the order of the
/// input.
pub enum OutputItem {
    Begin(String),
    End,
    Remark(String),
    Trouble(String),
    Protocol(PathBuf),
    Problem(Box<Done>),
}

/// Prints items in the order of their numbers. Keeps each item until all items before it have been printed.
pub struct Output {
    /// The destination of the output, or `None` after the run has ended.
    pub destination: Option<Box<dyn Destination>>,
    /// The number of items that have been printed, which is also the number of the next item.
    pub printed: usize,
    waiting: BTreeMap<usize, OutputItem>,
    pub waiting_bytes: usize,
    /// The first error of the destination or of the run, if any.
    pub error: Option<io::Error>,
}

impl Output {
    pub fn new(destination: Box<dyn Destination>) -> Output {
        Output { destination: Some(destination), printed: 0, waiting: BTreeMap::new(), waiting_bytes: 0, error: None }
    }

    /// Adds the item with this number. Then prints all items whose turn has come: those before which no item is
    /// missing.
    pub fn put(&mut self, number: usize, turn: OutputItem) {
        if let OutputItem::Problem(done) = &turn {
            self.waiting_bytes += done.size();
        }
        self.waiting.insert(number, turn);
        let Some(destination) = &mut self.destination else { return };
        let before = self.printed;
        while let Some(turn) = self.waiting.remove(&self.printed) {
            self.printed += 1;
            if self.error.is_some() {
                continue;
            }
            let result = match turn {
                OutputItem::Begin(name) => destination.begin(&name),
                OutputItem::End => destination.end(),
                OutputItem::Remark(text) => destination.remark(&text),
                OutputItem::Trouble(message) => destination.trouble(&message),
                OutputItem::Protocol(path) => destination.protocol(&path),
                OutputItem::Problem(done) => {
                    self.waiting_bytes -= done.size();
                    destination.problem(*done)
                }
            };
            self.error = result.err();
        }
        if self.printed > before && self.error.is_none() {
            self.error = destination.flush().err();
        }
    }
}
