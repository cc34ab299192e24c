//! Reads the problems of one input in Popeye's format, from a file or a client, until `EndProblem`.

use crate::cli::problems::InputItem;
use crate::exchange::Format;
use crate::input::{Entry, ProblemReader};
use crate::syntax::popeye;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Iterator over the items of one input. It does not read beyond `EndProblem`, because an interactive client keeps the
/// pipe open, so that reading would block.
pub struct PyFeed {
    reader: Option<ProblemReader<Box<dyn BufRead + Send>>>,
    /// The problem to return next, after the item with its protocol file has been returned.
    waiting: Option<Box<Entry>>,
}

impl PyFeed {
    /// Opens a file, or standard input if `file` is `None`. Errors contain the name of the file.
    pub fn open(file: Option<&Path>) -> io::Result<PyFeed> {
        let (name, input): (String, Box<dyn BufRead + Send>) = match file {
            Some(path) => {
                let named = |error| io::Error::other(format!("{}: {error}", path.display()));
                (path.display().to_string(), Box::new(BufReader::new(File::open(path).map_err(named)?)))
            }
            None => ("<stdin>".to_string(), Box::new(BufReader::new(io::stdin()))),
        };
        Ok(PyFeed { reader: Some(ProblemReader::of(name, input, Some(Format::Popeye))), waiting: None })
    }

    fn problem(&mut self, mut entry: Box<Entry>) -> InputItem {
        let Some(protocol) = popeye::protocol(&entry.source.text, entry.language) else {
            return InputItem::Problem(entry);
        };
        // This front end writes the protocol file, so the warning that it is not written is removed.
        entry.diagnostics.retain(|diagnostic| diagnostic.span != protocol.keyword);
        self.waiting = Some(entry);
        InputItem::Protocol(protocol.path.into())
    }
}

impl Iterator for PyFeed {
    type Item = InputItem;

    fn next(&mut self) -> Option<InputItem> {
        if let Some(entry) = self.waiting.take() {
            return Some(InputItem::Problem(entry));
        }
        let reader = self.reader.as_mut().filter(|reader| !reader.has_read_last())?;
        match reader.next_entry() {
            // Such an input means that a client only requests the banner.
            Ok(Some(entry)) if says_nothing(&entry) => None,
            Ok(Some(entry)) => Some(self.problem(Box::new(entry))),
            Ok(None) => {
                self.reader = None;
                None
            }
            Err(error) => {
                self.reader = None;
                Some(InputItem::Trouble(error.to_string()))
            }
        }
    }
}

/// Whether the input contains nothing but `BeginProblem`. A client sends this to receive the banner.
fn says_nothing(entry: &Entry) -> bool {
    entry.source.text.split_whitespace().count() == 1 && popeye::looks_like_popeye(&entry.source.text)
}
