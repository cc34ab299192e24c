//! The destination of the results of a run: the console and files, or the result file of a cluster unit.

use super::outcome::Done;
use super::problems::RemainingInput;
use super::status::Status;
use crate::input::Entry;
use std::io;
use std::path::Path;

/// Receives the results of a run in the order of the input. A method that returns an error ends the run.
pub trait Destination: Send {
    /// Returns `Ok` with the result of the problem if an earlier run has recorded it, so that it is not solved.
    /// Otherwise returns `Err` with the key under which the new result is recorded, or with 0 if results are not
    /// recorded. The key is `_key(_entry)`.
    fn recall(&mut self, _entry: &Entry, _key: &dyn Fn(&Entry) -> u128) -> Result<Done, u128> {
        Err(0)
    }

    /// Whether the run compares the answers to the problems of the file `name` with recorded answers, or records them.
    fn wants_answers(&self, name: &str) -> bool;

    /// Whether the errors of further faulty problems are not shown, because enough have been shown.
    fn shown_faults_are_enough(&self) -> bool;

    /// Called before the first problem of the file `_name`.
    fn begin(&mut self, _name: &str) -> io::Result<()> {
        Ok(())
    }

    /// Called after the last problem of a file.
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Sets the total number of problems for the progress display, once it is known.
    fn expect(&self, _problems: usize) {}

    /// Whether the output of a problem may be written in several portions by [`Destination::write_now`].
    fn takes_pieces(&self) -> bool {
        false
    }

    /// Writes a portion of the output of the problem whose result is passed next.
    fn write_now(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    fn problem(&mut self, done: Done) -> io::Result<()>;

    /// Writes messages about text between problems that is no problem.
    fn remark(&mut self, text: &str) -> io::Result<()>;

    /// Reports `message`, an error about an input that cannot be read. The default ends the run with this error.
    fn trouble(&mut self, message: &str) -> io::Result<()> {
        Err(io::Error::other(message.to_string()))
    }

    /// Starts to write the output of the following problems also to this file, the protocol file of Popeye's input.
    fn protocol(&mut self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Ends the run and returns its exit status. `error` is the error that ended the run early, or `None`. `left` is
    /// the part of the input that was not solved because of an interrupt.
    fn finish(self: Box<Self>, error: Option<io::Error>, left: RemainingInput) -> io::Result<Status>;
}
