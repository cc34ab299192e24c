//! The file of results of a unit while it is written: line by line beside its place, which it takes when it is whole. What a
//! run that was killed has left there is gone on with.

use super::plan::{Plan, Unit};
use super::results::{FORMAT, Head, ResultLine, ResultLines, Seal, place, unit_of};
use crate::cli::hash::Hash;
use crate::cli::output::said;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

pub struct ResultFile {
    out: BufWriter<File>,
    part: PathBuf,
    place: PathBuf,
    hash: Hash,
    lines: usize,
}

/// What is to be done for a unit.
pub enum Opened {
    Open(ResultFile),
    /// The results are there, whole.
    Done,
    /// Another run is at work on it.
    Taken,
}

impl ResultFile {
    /// Opens the file of a unit. `known` takes the lines that an earlier run has left, as far as they are whole and it wants
    /// them.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, or the file not be written.
    pub fn open(
        folder: &Path,
        plan: &Plan,
        unit: &Unit,
        known: &mut dyn FnMut(ResultLine) -> bool,
    ) -> io::Result<Opened> {
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
        let mut file =
            ResultFile { out: BufWriter::with_capacity(1 << 16, file), part, place, hash: Hash::default(), lines: 0 };
        file.take_up(&Head::new(plan, unit.unit), known)?;
        Ok(Opened::Open(file))
    }

    /// Goes on with what an earlier run has left, as far as it is whole.
    fn take_up(&mut self, head: &Head, known: &mut dyn FnMut(ResultLine) -> bool) -> io::Result<()> {
        let read = ResultLines::open(&self.part).and_then(|mut lines| {
            let mut good = 0;
            while lines.advance()? {
                let is_good = match self.lines {
                    0 => serde_json::from_slice(&lines.line).is_ok_and(|found: Head| found == *head),
                    _ => lines.read().is_some_and(&mut *known),
                };
                if !is_good {
                    break;
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

    pub fn line(&mut self, line: &ResultLine) -> io::Result<()> {
        self.write(|out| Ok(serde_json::to_writer(out, line)?))
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| said(&self.part, error))
    }

    /// Seals the file and puts it in its place.
    pub fn seal(mut self) -> io::Result<()> {
        let seal = Seal { lines: self.lines, hash: self.hash.digits() };
        self.line(&ResultLine::Seal(seal))?;
        let ResultFile { out, part, place, .. } = self;
        let finish = || {
            let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.sync_all()?;
            fs::rename(&part, &place)
        };
        finish().map_err(|error| said(&place, error))
    }
}
