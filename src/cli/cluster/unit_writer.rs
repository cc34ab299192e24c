//! Writes the results of a unit of whole problems.

use super::plan::{Plan, Unit};
use super::result_file::{Opened, ResultFile};
use super::results::ResultLine;
use crate::cli::destination::Destination;
use crate::cli::outcome::Done;
use crate::cli::problems::Left;
use crate::cli::status::{Status, complain};
use crate::input::Entry;
use std::io;
use std::path::Path;

pub struct UnitWriter {
    file: ResultFile,
    /// Found in the file: so many problems and remarks are not done again.
    known: [usize; 2],
    /// Problems with all that was found, those from before included.
    problems: usize,
    wanted: usize,
    /// The files whose recorded answers are to be compared.
    with_answers: Vec<String>,
    /// A signal has cut a problem; it and what follows is done by a later run.
    is_closed: bool,
}

impl UnitWriter {
    /// The writer, unless there is nothing to do.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, or the file not be written.
    pub fn open(folder: &Path, plan: &Plan, unit: &Unit) -> io::Result<Result<UnitWriter, Opened>> {
        let mut known = [0; 2];
        let opened = ResultFile::open(folder, plan, unit, &mut |line| {
            match line {
                ResultLine::Problem(_) => known[0] += 1,
                ResultLine::Remark(_) => known[1] += 1,
                _ => return false,
            }
            true
        })?;
        let Opened::Open(file) = opened else { return Ok(Err(opened)) };
        let (problems, wanted, with_answers, is_closed) = (0, unit.problems, plan.files_with_answers(), false);
        Ok(Ok(UnitWriter { file, known, problems, wanted, with_answers, is_closed }))
    }
}

impl Destination for UnitWriter {
    fn recall(&mut self, entry: &Entry, _: &dyn Fn(&Entry) -> u128) -> Result<Done, u128> {
        if self.known[0] == 0 {
            return Err(0);
        }
        self.known[0] -= 1;
        Ok(Done { from_before: true, ..Done::at(entry) })
    }

    fn wants_answers(&self, name: &str) -> bool {
        self.with_answers.iter().any(|file| file == name)
    }

    /// Which faults are shown is decided when all results are there.
    fn shown_faults_are_enough(&self) -> bool {
        false
    }

    fn problem(&mut self, done: Done) -> io::Result<()> {
        self.is_closed |= done.is_interrupted;
        if self.is_closed {
            return Ok(());
        }
        self.problems += 1;
        if done.from_before { Ok(()) } else { self.file.line(&ResultLine::Problem(Box::new(done))) }
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        if self.known[1] > 0 {
            self.known[1] -= 1;
            return Ok(());
        }
        self.file.line(&ResultLine::Remark(text.to_string()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    fn finish(self: Box<Self>, error: Option<io::Error>, _: Left) -> io::Result<Status> {
        let is_whole = error.is_none() && !self.is_closed && self.problems == self.wanted;
        let ended = match error {
            Some(error) => Err(error),
            None if is_whole => self.file.seal(),
            None => Ok(()),
        };
        if let Err(error) = ended {
            // A full disk, a file server that is away: it may be better next time.
            complain(&format!("error: {error}\n"));
            return Ok(Status::Again);
        }
        Ok(if is_whole { Status::Good } else { Status::Again })
    }
}
