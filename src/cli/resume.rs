//! The result file of `--resume`. Problems whose results are in the file are not solved again.
//!
//! The file has a JSON line for each problem, in the order of the input. So an interrupted and resumed run leaves the
//! same file as an uninterrupted run. Each line has a key, a hash of everything that affects the answer except the
//! limits. An incomplete last line, left by a killed run, is dropped.

use super::hash::hash;
use super::output::said;
use super::status::Status;
use crate::report::{FORMAT, INTERNAL_ERROR};
use crate::solution::FindingKind;
use crate::units::Color;
use hashbrown::HashMap;
use serde::Deserialize;
use std::borrow::Cow;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Those fields of a line of the result file that are needed when it is read.
#[derive(Deserialize)]
struct ResultLineFields<'a> {
    #[serde(borrow)]
    format: Cow<'a, str>,
    #[serde(borrow)]
    key: Cow<'a, str>,
    status: u8,
    #[serde(borrow)]
    verdict: Option<Cow<'a, str>>,
    #[serde(borrow)]
    limits: Option<Cow<'a, str>>,
    #[serde(borrow)]
    findings: Option<Vec<RecordedFinding<'a>>>,
    #[serde(borrow)]
    diagnostics: Option<Vec<RecordedDiagnostic<'a>>>,
}

#[derive(Deserialize)]
struct RecordedFinding<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    severity: Cow<'a, str>,
    #[serde(borrow, default)]
    twin: Cow<'a, str>,
    /// The side that begins, if the problem was solved for both sides.
    #[serde(borrow)]
    side: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    text: Cow<'a, str>,
}

impl RecordedFinding<'_> {
    /// Returns the finding as one line of text, like [`crate::solution::Finding::full_text`].
    fn full_text(&self) -> String {
        let twin = if self.twin.is_empty() { String::new() } else { format!("{} ", self.twin) };
        let is_side = |color: &Color| self.side.as_deref().is_some_and(|side| side.eq_ignore_ascii_case(color.name()));
        let side = Color::ALL.into_iter().find(is_side);
        let side = side.map(|side| format!("{} begins: ", side.name())).unwrap_or_default();
        format!("{twin}{side}{}", self.text)
    }
}

#[derive(Deserialize)]
struct RecordedDiagnostic<'a> {
    #[serde(borrow)]
    severity: Cow<'a, str>,
    #[serde(borrow)]
    message: Cow<'a, str>,
}

#[derive(Clone, Copy)]
pub struct RecordedResult {
    pub status: Status,
    verdict: Option<Status>,
    /// The kinds of errors found, as a set of bits. Bit `i` means the kind with index `i` in [`Records::kinds`].
    pub kinds: u32,
    /// If a limit cut the search: a hash of the values of all limits. Otherwise `None`.
    limits: Option<u64>,
    /// How many more times the result may be used: as often as the file has lines with its key. A problem may occur
    /// several times in the input.
    times: u32,
    /// The offset and the length in bytes of the line in the file.
    line: (u64, u32),
}

/// The kind of the run that wrote the file. It determines the meaning of the statuses: after `solve`, the status does
/// not say whether a problem is sound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RecordedTask {
    Solutions,
    Verdicts,
}

pub struct Records {
    file: File,
    pub path: PathBuf,
    wanted: RecordedTask,
    known: HashMap<u128, RecordedResult>,
    /// The names of the kinds of errors in the file, at most 31. Further kinds count as the last one.
    pub kinds: Vec<String>,
    /// A note about the file, to be printed on standard error.
    pub note: Option<String>,
    /// The number of results that were ignored because their status contradicts their verdict.
    pub contradictory: usize,
    /// Whether no more lines are added. It is set at the first problem whose search a signal has cut. So the file is
    /// always the beginning of the file that an uninterrupted run would write.
    is_closed: bool,
}

impl Records {
    pub fn open(path: &Path, wanted: RecordedTask) -> io::Result<Records> {
        let said = |error| said(path, error);
        if path.exists() && !path.is_file() {
            return Err(said(io::Error::other("expected a regular file")));
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(said)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(said(io::Error::other("another run is writing to the file; nothing was read or written")));
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(said(error)),
        }
        let mut records = Records {
            file,
            path: path.to_path_buf(),
            wanted,
            known: HashMap::new(),
            kinds: Vec::new(),
            note: None,
            contradictory: 0,
            is_closed: false,
        };
        records.read().map_err(said)?;
        Ok(records)
    }

    fn read(&mut self) -> io::Result<()> {
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let (mut line, mut number, mut good) = (Vec::new(), 0, 0);
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)?;
            number += 1;
            if length == 0 {
                break;
            }
            if line.last() != Some(&b'\n') {
                if good == 0 && !b"{\"format\":\"keymove".starts_with(&line[..line.len().min(17)]) {
                    return Err(not_results(number));
                }
                self.note = Some(format!("line {number} is incomplete; its problem is solved again"));
                self.file.set_len(good)?;
                break;
            }
            let read: Option<ResultLineFields> = serde_json::from_slice(&line).ok();
            let Some(read) = read.filter(|line| line.format == FORMAT) else { return Err(not_results(number)) };
            let Ok(key) = u128::from_str_radix(&read.key, 16) else { return Err(not_results(number)) };
            let place = (good, u32::try_from(length).unwrap_or(u32::MAX));
            good += length as u64;
            let status = Status::from_code(read.status);
            let verdict = read.verdict.as_deref().and_then(status_of_verdict);
            let mut kinds = 0;
            for finding in read.findings.unwrap_or_default().iter().filter(|finding| finding.severity == "error") {
                let name = FindingKind::name_of(&finding.kind).unwrap_or(&finding.kind);
                kinds |= 1 << index(&mut self.kinds, name);
            }
            let limits = read.limits.map(|limits| hash(&limits) as u64);
            let times = self.known.get(&key).map_or(0, |known| known.times);
            self.known.insert(key, RecordedResult { status, verdict, kinds, limits, times: times + 1, line: place });
        }
        drop(reader);
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// Returns the recorded result for this key, and counts it as used. Returns `None` if there is no result left that
    /// has not been used, if the result was cut by limits other than the present `limits`, or if it contradicts itself.
    pub fn take(&mut self, key: u128, limits: &str) -> Option<RecordedResult> {
        let known = self.known.get_mut(&key)?;
        if known.times == 0 || known.limits.is_some_and(|before| before != hash(limits) as u64) {
            return None;
        }
        known.times -= 1;
        let known = *known;
        if !known.is_consistent(self.wanted) {
            self.contradictory += 1;
            return None;
        }
        Some(known)
    }

    /// Returns the error messages of a recorded result. They are read from the file.
    pub fn messages(&self, known: &RecordedResult) -> Vec<String> {
        let mut line = vec![0; known.line.1 as usize];
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(known.line.0)).and_then(|_| file.read_exact(&mut line));
        let read: Option<ResultLineFields> = read.ok().and_then(|()| serde_json::from_slice(&line).ok());
        let Some(read) = read else { return Vec::new() };
        let findings = read.findings.unwrap_or_default().into_iter();
        let text = findings
            .filter(|finding| finding.severity == "error" || known.status == Status::Undecided)
            .map(|finding| finding.full_text());
        let diagnostics = read.diagnostics.unwrap_or_default().into_iter();
        let errors =
            diagnostics.filter(|diagnostic| diagnostic.severity == "error").map(|diagnostic| diagnostic.message);
        text.chain(errors.map(Cow::into_owned)).collect()
    }

    /// Makes [`Records::add`] ignore all further lines.
    pub fn close(&mut self) {
        self.is_closed = true;
    }

    /// Adds a line to the file. `write` must write the whole line with its line end.
    pub fn add(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let mut out = io::BufWriter::with_capacity(1 << 16, &self.file);
        let written = write(&mut out).and_then(|()| out.flush());
        written.map_err(|error| said(&self.path, error))
    }
}

/// Returns the status that corresponds to a verdict, or `None` if the text is no verdict.
fn status_of_verdict(verdict: &str) -> Option<Status> {
    Some(match verdict {
        "sound" => Status::Good,
        "unsound" => Status::Unsound,
        "undecided" => Status::Undecided,
        "invalid" => Status::BadInput,
        INTERNAL_ERROR => Status::Internal,
        _ => return None,
    })
}

impl RecordedResult {
    /// Whether status, verdict and limits of the result agree with each other. They may disagree if the file was
    /// edited.
    fn is_consistent(&self, wanted: RecordedTask) -> bool {
        let (Some(verdict), is_cut) = (self.verdict, self.limits.is_some()) else { return false };
        let expected = match (wanted, verdict) {
            (RecordedTask::Solutions, Status::Good | Status::Unsound | Status::Undecided) if is_cut => {
                Status::Undecided
            }
            (RecordedTask::Solutions, Status::Unsound) => Status::Good,
            _ => verdict,
        };
        self.status == expected && (is_cut || expected != Status::Undecided)
    }
}

fn not_results(number: usize) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("line {number} is not a result of Keymove; nothing was written"))
}

/// Returns the index of a name in the list. If the name is new, adds it first, or returns the last index if the list is
/// full.
fn index(names: &mut Vec<String>, name: &str) -> usize {
    let found = names.iter().position(|known| known == name);
    found.unwrap_or_else(|| {
        if names.len() < 31 {
            names.push(name.to_string());
        }
        names.len() - 1
    })
}
