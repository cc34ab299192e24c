//! The sink for finished problems: console and files, or the result file of a cluster unit.

use super::outcome::Done;
use super::problems::Left;
use super::status::Status;
use crate::input::Entry;
use std::io;
use std::path::Path;

/// Takes the results in the order of the input. An error ends the run.
pub trait Destination: Send {
    /// Returns the known result of the problem, or the key under which its new result is recorded (0 if it is not
    /// recorded).
    fn recall(&mut self, _entry: &Entry, _key: &dyn Fn(&Entry) -> u128) -> Result<Done, u128> {
        Err(0)
    }

    /// Whether the answers to the problems of this file are compared or recorded.
    fn wants_answers(&self, name: &str) -> bool;

    /// Whether the limit of faulty problems to show has been passed.
    fn shown_faults_are_enough(&self) -> bool;

    /// Begins the problems of this file.
    fn begin(&mut self, _name: &str) -> io::Result<()> {
        Ok(())
    }

    /// Ends the problems of a file.
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Sets the total number of problems, for the progress display.
    fn expect(&self, _problems: usize) {}

    /// Whether [`Destination::write_now`] may write the output of a problem in parts.
    fn takes_pieces(&self) -> bool {
        false
    }

    /// Writes a part of the output of the next problem.
    fn write_now(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    /// Writes the result of a problem.
    fn problem(&mut self, done: Done) -> io::Result<()>;

    /// Writes remarks about the text between problems.
    fn remark(&mut self, text: &str) -> io::Result<()>;

    /// Reports an input that cannot be read.
    fn trouble(&mut self, message: &str) -> io::Result<()> {
        Err(io::Error::other(message.to_string()))
    }

    /// Copies the output of the following problems to this file, too.
    fn protocol(&mut self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Ends the run and returns its status. `error` is what ended it early, if anything did; `left` is what an
    /// interrupt has left.
    fn finish(self: Box<Self>, error: Option<io::Error>, left: Left) -> io::Result<Status>;
}
