//! The file of results (`--resume`): what is in it need not be solved again.
//!
//! A line a problem, in JSON, each written whole and in the order of the input, so that a run that was interrupted and
//! taken up again leaves the same file as one that was not. A line stands for a problem by its key: a hash of
//! everything that the answer depends on. What a kill in mid-write has left of a last line is dropped.

use super::Status;
use crate::report::FORMAT;
use crate::solution::FindingKind;
use hashbrown::HashMap;
use serde::Deserialize;
use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a line of results says, as far as it is needed.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    format: Cow<'a, str>,
    #[serde(borrow)]
    key: Cow<'a, str>,
    status: u8,
    #[serde(borrow)]
    limits: Option<Cow<'a, str>>,
    #[serde(borrow)]
    findings: Option<Vec<Finding<'a>>>,
}

#[derive(Deserialize)]
struct Finding<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    severity: Cow<'a, str>,
}

/// A result from before.
#[derive(Clone, Copy)]
pub struct Known {
    pub status: Status,
    /// Which of [`Records::kinds`] were found.
    pub kinds: u32,
    /// For what is undecided: a hash of the limits that cut it.
    limits: Option<u64>,
    /// The same problem may stand in the input several times.
    times: u32,
}

pub struct Records {
    file: File,
    path: PathBuf,
    known: HashMap<u128, Known>,
    /// The names of findings, at most 32.
    pub kinds: Vec<String>,
    /// What is to be said about the file.
    pub note: Option<String>,
}

impl Records {
    pub fn open(path: &Path) -> io::Result<Records> {
        let said = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(said)?;
        let (known, kinds) = (HashMap::new(), Vec::new());
        if !file.metadata().is_ok_and(|about| about.is_file()) {
            let error = io::Error::new(io::ErrorKind::InvalidInput, "is not a file that can be added to");
            return Err(said(error));
        }
        let mut records = Records { file, path: path.to_path_buf(), known, kinds, note: None };
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
                self.note = Some(format!("line {number} was cut short when it was written; its problem is done again"));
                self.file.set_len(good)?;
                break;
            }
            let read: Option<Line> = serde_json::from_slice(&line).ok();
            let Some(read) = read.filter(|line| line.format == FORMAT) else { return Err(not_results(number)) };
            let Ok(key) = u128::from_str_radix(&read.key, 16) else { return Err(not_results(number)) };
            let mut kinds = 0;
            for finding in read.findings.unwrap_or_default().iter().filter(|finding| finding.severity == "error") {
                let name = FindingKind::name_of(&finding.kind).unwrap_or(&finding.kind);
                kinds |= 1 << index(&mut self.kinds, name);
            }
            let status = Status::from_code(read.status);
            let limits = read.limits.map(|limits| hash(&limits) as u64);
            let known = self.known.entry(key).or_insert(Known { status, kinds, limits, times: 0 });
            *known = Known { status, kinds, limits, times: known.times + 1 };
            good += length as u64;
        }
        drop(reader);
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// What was found before, once for each time that it was recorded. What larger limits may decide is not known.
    pub fn take(&mut self, key: u128, limits: &str) -> Option<Known> {
        let known = self.known.get_mut(&key)?;
        if known.times == 0 || known.limits.is_some_and(|before| before != hash(limits) as u64) {
            return None;
        }
        known.times -= 1;
        Some(*known)
    }

    /// Adds a line. `write` writes it without its end.
    pub fn add(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(1 << 16, &self.file);
        write(&mut out)
            .and_then(|()| out.write_all(b"\n"))
            .and_then(|()| out.flush())
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.path.display())))
    }
}

fn not_results(number: usize) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("line {number} is not a result of keymove; nothing was written"))
}

/// The place of a name in a list that grows.
fn index(names: &mut Vec<String>, name: &str) -> usize {
    let found = names.iter().position(|known| known == name);
    found.unwrap_or_else(|| {
        if names.len() < 31 {
            names.push(name.to_string());
        }
        names.len() - 1
    })
}

/// FNV-1a with 128 bits: the same on every machine and in every version.
pub fn hash(text: &str) -> u128 {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    text.bytes().fold(START, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}
