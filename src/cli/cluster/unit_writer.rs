//! Writes the results of a unit that consists of undivided problems to the result file of the unit.

use super::plan::{Plan, WorkUnit};
use super::result_file::{Opened, ResultFile};
use super::results::ResultLine;
use crate::cli::destination::Destination;
use crate::cli::outcome::Done;
use crate::cli::problems::RemainingInput;
use crate::cli::status::{Status, complain};
use crate::input::Entry;
use std::io;
use std::path::Path;

pub struct UnitWriter {
    file: ResultFile,
    /// How many problems and how many messages the file contains from earlier runs, still to be skipped. They are not
    /// solved or written again.
    known: [usize; 2],
    /// The number of problems with complete results, including those from earlier runs.
    problems: usize,
    wanted: usize,
    /// The files of problems that have recorded answers to compare with.
    with_answers: Vec<String>,
    /// Whether no further results are written, because a signal has cut the search of a problem. A later run solves
    /// that problem and all that follow.
    is_closed: bool,
}

impl UnitWriter {
    /// Opens the result file of a unit. If there is nothing to do, returns the inner `Err`, which says why: the results
    /// are complete, or another run is writing them.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be created or the file cannot be written.
    pub fn open(folder: &Path, plan: &Plan, unit: &WorkUnit) -> io::Result<Result<UnitWriter, Opened>> {
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

    /// Returns `false`: all messages are stored, and `merge` decides which of them are shown.
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

    fn finish(self: Box<Self>, error: Option<io::Error>, _: RemainingInput) -> io::Result<Status> {
        let is_whole = error.is_none() && !self.is_closed && self.problems == self.wanted;
        let ended = match error {
            Some(error) => Err(error),
            None if is_whole => self.file.seal(),
            None => Ok(()),
        };
        if let Err(error) = ended {
            // The cause may be temporary, such as a full disk or an unavailable file server.
            complain(&format!("error: {error}\n"));
            return Ok(Status::Again);
        }
        Ok(if is_whole { Status::Good } else { Status::Again })
    }
}
