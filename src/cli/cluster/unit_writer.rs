//! Writes the results of a unit: line by line into a file beside its place, which it takes when it is whole. What a run
//! that was killed has left there is gone on with.

use super::plan::{Plan, Unit};
use super::results::{FORMAT, Head, Line, Lines, Seal, place, unit_of};
use crate::cli::destination::Destination;
use crate::cli::hash::Hash;
use crate::cli::outcome::Done;
use crate::cli::output::said;
use crate::cli::problems::Left;
use crate::cli::status::{Status, complain};
use crate::input::Entry;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

pub struct UnitWriter {
    out: BufWriter<File>,
    part: PathBuf,
    place: PathBuf,
    hash: Hash,
    lines: usize,
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

/// What is to be done for a unit.
pub enum Opened {
    Open(Box<UnitWriter>),
    /// The results are there, whole.
    Done,
    /// Another run is at work on it.
    Taken,
}

impl UnitWriter {
    /// # Errors
    ///
    /// The folder cannot be made, or the file not be written.
    pub fn open(folder: &Path, plan: &Plan, unit: &Unit) -> io::Result<Opened> {
        fs::create_dir_all(folder).map_err(|error| said(folder, error))?;
        let (part, place) = (place(folder, unit.unit, true), place(folder, unit.unit, false));
        let is_done = || unit_of(&place, plan).is_ok_and(|found| found == unit.unit);
        if is_done() {
            return Ok(Opened::Done);
        }
        let options = OpenOptions::new().read(true).append(true).create(true).clone();
        let file = options.open(&part).map_err(|error| said(&part, error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Opened::Taken),
            // Not every file system has locks; then a file that two runs have written is torn, and found to be.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(said(&part, error)),
        }
        // The one that had it may have finished meanwhile: then what was opened is the file in its place.
        if is_done() {
            return Ok(Opened::Done);
        }
        let with_answers = plan.head.files.iter().filter(|file| file.answers).map(|file| file.name.clone()).collect();
        let mut writer = UnitWriter {
            out: BufWriter::with_capacity(1 << 16, file),
            part,
            place,
            hash: Hash::default(),
            lines: 0,
            known: [0; 2],
            problems: 0,
            wanted: unit.problems,
            with_answers,
            is_closed: false,
        };
        writer.take_up(&Head::new(plan, unit.unit))?;
        Ok(Opened::Open(Box::new(writer)))
    }

    /// Goes on with what an earlier run has left, as far as it is whole.
    fn take_up(&mut self, head: &Head) -> io::Result<()> {
        let read = Lines::open(&self.part).and_then(|mut lines| {
            let mut good = 0;
            while lines.advance()? {
                match (self.lines, lines.read()) {
                    (0, _) if serde_json::from_slice(&lines.line).is_ok_and(|found: Head| found == *head) => {}
                    (1.., Some(Line::Problem(_))) => self.known[0] += 1,
                    (1.., Some(Line::Remark(_))) => self.known[1] += 1,
                    _ => break,
                }
                self.hash.add(&lines.line);
                self.lines += 1;
                good += lines.line.len() as u64;
            }
            Ok(good)
        });
        read.and_then(|good| self.out.get_ref().set_len(good)).map_err(|error| said(&self.part, error))?;
        if self.lines == 0 {
            debug_assert_eq!(head.format, FORMAT);
            self.write(|out| Ok(serde_json::to_writer(out, head)?))?;
        }
        Ok(())
    }

    fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        struct Hashed<'a>(&'a mut BufWriter<File>, &'a mut Hash);

        impl Write for Hashed<'_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let written = self.0.write(bytes)?;
                self.1.add(&bytes[..written]);
                Ok(written)
            }

            fn flush(&mut self) -> io::Result<()> {
                self.0.flush()
            }
        }

        let mut out = Hashed(&mut self.out, &mut self.hash);
        let written = write(&mut out).and_then(|()| out.write_all(b"\n"));
        self.lines += 1;
        written.map_err(|error| said(&self.part, error))
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        self.write(|out| Ok(serde_json::to_writer(out, line)?))
    }

    /// Seals the file and puts it in its place.
    fn seal(mut self) -> io::Result<()> {
        let seal = Seal { lines: self.lines, hash: self.hash.digits() };
        self.line(&Line::Seal(seal))?;
        let UnitWriter { out, part, place, .. } = self;
        let finish = || {
            let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.sync_all()?;
            fs::rename(&part, &place)
        };
        finish().map_err(|error| said(&place, error))
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

    fn begin(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn problem(&mut self, done: Done) -> io::Result<()> {
        self.is_closed |= done.is_interrupted;
        if self.is_closed {
            return Ok(());
        }
        self.problems += 1;
        if done.from_before { Ok(()) } else { self.line(&Line::Problem(Box::new(done))) }
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        if self.known[1] > 0 {
            self.known[1] -= 1;
            return Ok(());
        }
        self.line(&Line::Remark(text.to_string()))
    }

    fn trouble(&mut self, message: &str) -> io::Result<()> {
        Err(io::Error::other(message.to_string()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| said(&self.part, error))
    }

    fn finish(self: Box<Self>, error: Option<io::Error>, _: Left) -> io::Result<Status> {
        let is_whole = error.is_none() && !self.is_closed && self.problems == self.wanted;
        let ended = match error {
            Some(error) => Err(error),
            None if is_whole => self.seal(),
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
