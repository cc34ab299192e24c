//! The result file of a unit while it is being written. Lines are appended to a temporary file, which is renamed when
//! it is complete. If a run is killed, a later run continues the temporary file.

use super::plan::{Plan, WorkUnit};
use super::results::{FORMAT, ResultHead, ResultLine, ResultLines, Seal, place, unit_of};
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

/// The result of [`ResultFile::open`].
pub enum Opened {
    Open(ResultFile),
    /// The results of the unit are complete already.
    Done,
    /// Another run is working on this unit.
    Taken,
}

impl ResultFile {
    /// Opens the result file of a unit. Passes each complete line that an earlier run has written to `known`, which
    /// returns whether the line is valid. Drops the first invalid line and all lines after it.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be created or the file cannot be written.
    pub fn open(
        folder: &Path,
        plan: &Plan,
        unit: &WorkUnit,
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
            // Some file systems have no locks. If two runs write the same file there, its seal is wrong, so the file is
            // rejected later.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(said(&part, error)),
        }
        // Another run may have completed the file before the lock was taken. The opened file is then the renamed one.
        if is_done() {
            return Ok(Opened::Done);
        }
        let mut file =
            ResultFile { out: BufWriter::with_capacity(1 << 16, file), part, place, hash: Hash::default(), lines: 0 };
        file.take_up(&ResultHead::new(plan, unit.unit), known)?;
        Ok(Opened::Open(file))
    }

    /// Continues the file of an earlier run: keeps its complete lines up to the first one that is invalid, and
    /// truncates the file after them.
    fn take_up(&mut self, head: &ResultHead, known: &mut dyn FnMut(ResultLine) -> bool) -> io::Result<()> {
        let read = ResultLines::open(&self.part).and_then(|mut lines| {
            let mut good = 0;
            while lines.advance()? {
                let is_good = match self.lines {
                    0 => serde_json::from_slice(&lines.line).is_ok_and(|found: ResultHead| found == *head),
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

    /// Writes the [`Seal`], the last line of a complete file, and renames the file to its final name.
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
