//! Where what came of the problems goes: to people and files, or into the results of a unit of work.

use super::outcome::Done;
use super::problems::Left;
use super::status::Status;
use crate::input::Entry;
use std::io;
use std::path::Path;

/// Takes what comes in the order of the input. Errors end the run.
pub trait Destination: Send {
    /// What is known of the problem from before, or else the key under which it is to be kept, if it is.
    fn recall(&mut self, _entry: &Entry, _key: &dyn Fn(&Entry) -> u128) -> Result<Done, u128> {
        Err(0)
    }

    /// Answers to the problems of this file are compared or recorded.
    fn wants_answers(&self, name: &str) -> bool;

    /// More faulty problems have been shown than anybody reads.
    fn shown_faults_are_enough(&self) -> bool;

    /// The problems of this file follow.
    fn begin(&mut self, _name: &str) -> io::Result<()> {
        Ok(())
    }

    /// The file has ended.
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// There are so many problems in all.
    fn expect(&self, _problems: usize) {}

    /// Problems are taken piece by piece.
    fn takes_pieces(&self) -> bool {
        false
    }

    /// A piece of what comes of the problem whose turn it is.
    fn write_now(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    /// What came of a problem.
    fn problem(&mut self, done: Done) -> io::Result<()>;

    /// Something is said about what stands between problems.
    fn remark(&mut self, text: &str) -> io::Result<()>;

    /// Something that was named cannot be read.
    fn trouble(&mut self, message: &str) -> io::Result<()> {
        Err(io::Error::other(message.to_string()))
    }

    /// The output of the problems that follow is also written to this file.
    fn protocol(&mut self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Everything after the last problem. `error`: why no more could be taken; `left`: what an interrupt has left.
    fn finish(self: Box<Self>, error: Option<io::Error>, left: Left) -> io::Result<Status>;
}
