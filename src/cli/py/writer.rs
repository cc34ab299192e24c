//! The destination that writes the output of a run to standard output and to the protocol file that the input names.

use crate::cli::destination::Destination;
use crate::cli::outcome::Done;
use crate::cli::problems::RemainingInput;
use crate::cli::progress::Display;
use crate::cli::status::{Status, complain};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

pub struct PyWriter {
    out: Outputs,
    /// The banner, which is the first line of each protocol file.
    banner: String,
    display: Arc<Display>,
    status: Status,
    is_interrupted: bool,
}

/// Writes to standard output and, if there is one, to the current protocol file.
struct Outputs {
    protocol: Option<File>,
}

impl Write for Outputs {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = io::stdout().write(bytes)?;
        if let Some(protocol) = &mut self.protocol {
            protocol.write_all(&bytes[..written])?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

impl PyWriter {
    pub fn new(banner: String, display: Arc<Display>) -> PyWriter {
        PyWriter { out: Outputs { protocol: None }, banner, display, status: Status::Good, is_interrupted: false }
    }

    fn say(&self, text: &str) {
        if !text.is_empty() {
            self.display.suspend(|| complain(text));
        }
    }
}

impl Destination for PyWriter {
    fn wants_answers(&self, _: &str) -> bool {
        false
    }

    fn shown_faults_are_enough(&self) -> bool {
        false
    }

    /// Opens the protocol file, to which all further output is also written. Like Popeye, replaces a file that already
    /// exists.
    fn protocol(&mut self, path: &Path) -> io::Result<()> {
        match File::create(path).and_then(|mut file| file.write_all(self.banner.as_bytes()).map(|()| file)) {
            Ok(file) => self.out.protocol = Some(file),
            Err(error) => self.say(&format!("error: protocol file {}: {error}\n", path.display())),
        }
        Ok(())
    }

    fn expect(&self, problems: usize) {
        self.display.expect(problems);
    }

    fn takes_pieces(&self) -> bool {
        true
    }

    fn write_now(&mut self, text: &str) -> io::Result<()> {
        let out = &mut self.out;
        self.display.suspend(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    fn problem(&mut self, done: Done) -> io::Result<()> {
        self.is_interrupted |= done.is_interrupted;
        if done.status == Status::Internal {
            self.status = Status::Internal;
        }
        self.say(&done.err);
        done.out.write(&mut self.out)
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        self.say(text);
        Ok(())
    }

    fn trouble(&mut self, message: &str) -> io::Result<()> {
        self.status = self.status.and(Status::BadInput);
        self.say(&format!("error: {message}\n"));
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(mut self: Box<Self>, error: Option<io::Error>, left: RemainingInput) -> io::Result<Status> {
        let flushed = self.out.flush();
        error.map_or(flushed, Err)?;
        Ok(if self.is_interrupted || left.is_any() { Status::Interrupted } else { self.status })
    }
}
