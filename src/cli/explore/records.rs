//! The result file of `--resume` and of the units of a plan. It contains finished [`Chunk`]s, each of which has the
//! results of a range of variants.
//!
//! A whole line is written for each chunk as soon as it is finished. An incomplete last line, left by a killed run, is
//! dropped.

use crate::cli::output::said;
use crate::explore::Chunk;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

const FORMAT: &str = "keymove-explore-1";

#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Head {
    format: String,
    version: String,
    /// The hash of the plan if the file has the results of one of its units. Empty for `--resume`.
    plan: String,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Chunk {
        /// The hash of the base, the version and all arguments that affect the results.
        base: String,
        chunk: Chunk,
    },
    /// The last line of the file if it has all results of its unit.
    Complete { complete: bool },
}

pub struct Records {
    file: File,
    path: PathBuf,
    known: HashMap<String, Vec<Chunk>>,
    /// Whether the file has the line [`Line::Complete`], that is, all results of its unit.
    pub is_complete: bool,
}

impl Records {
    /// Opens a result file or creates it. `plan` is the hash of the plan, or empty for `--resume`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read and written, is the result of another plan or version, or is being
    /// written by another run.
    pub fn open(path: &Path, plan: &str) -> io::Result<Records> {
        let said = |error| said(path, error);
        if path.exists() && !path.is_file() {
            return Err(said(io::Error::other("expected a regular file")));
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(said)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(said(io::Error::other("another run is writing to the file; nothing was read or written")));
            }
            // A file system without locks is no error.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => return Err(said(error)),
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut records = Records { file, path: path.to_path_buf(), known: HashMap::new(), is_complete: false };
        records.read(plan).map_err(said)?;
        Ok(records)
    }

    fn read(&mut self, plan: &str) -> io::Result<()> {
        let head = Head { format: FORMAT.into(), version: env!("CARGO_PKG_VERSION").into(), plan: plan.into() };
        let (mut line, mut good) = (Vec::new(), 0);
        let mut reader = BufReader::new(&self.file);
        while reader.read_until(b'\n', &mut line)? > 0 {
            let is_whole = line.ends_with(b"\n");
            if good == 0 && is_whole {
                let found = serde_json::from_slice::<Head>(&line).ok().filter(|found| found.format == FORMAT);
                let found = found.ok_or_else(|| {
                    io::Error::other("the file does not contain results of `keymove explore`; nothing was written")
                })?;
                if found != head {
                    return Err(io::Error::other("the results are of another plan or version; nothing was written"));
                }
            } else if is_whole {
                match serde_json::from_slice(&line) {
                    Ok(Line::Chunk { base, chunk }) => self.known.entry(base).or_default().push(chunk),
                    Ok(Line::Complete { complete }) => self.is_complete = complete,
                    Err(_) => {
                        return Err(io::Error::other(
                            "a line is not a result of `keymove explore`; nothing was written",
                        ));
                    }
                }
            } else if good == 0 {
                return Err(io::Error::other(
                    "the file does not contain results of `keymove explore`; nothing was written",
                ));
            }
            if is_whole {
                good += line.len() as u64;
            }
            line.clear();
        }
        self.file.set_len(good)?;
        self.file.seek(SeekFrom::End(0))?;
        if good == 0 { self.write(&head) } else { Ok(()) }
    }

    fn write(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_string(value)?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| said(&self.path, error))
    }

    /// Returns the results that the file had for a base when it was opened. `base` is the hash of the base.
    pub fn known(&self, base: &str) -> Vec<Chunk> {
        self.known.get(base).cloned().unwrap_or_default()
    }

    pub fn add(&mut self, base: &str, chunk: &Chunk) -> io::Result<()> {
        self.write(&Line::Chunk { base: base.to_string(), chunk: chunk.clone() })
    }

    /// Writes the line [`Line::Complete`], after all results of the unit have been written.
    pub fn complete(&mut self) -> io::Result<()> {
        self.is_complete = true;
        self.write(&Line::Complete { complete: true })
    }
}

/// Returns the parts of `ranges` that none of the chunks `known` covers.
pub fn left(ranges: &[Range<u64>], known: &[Chunk]) -> Vec<Range<u64>> {
    let mut done: Vec<Range<u64>> = known.iter().map(|chunk| chunk.from..chunk.to).collect();
    done.sort_by_key(|range| range.start);
    let mut left = Vec::new();
    for range in ranges {
        let mut from = range.start;
        for known in done.iter().filter(|known| known.end > range.start && known.start < range.end) {
            if known.start > from {
                left.push(from..known.start);
            }
            from = from.max(known.end);
        }
        if from < range.end {
            left.push(from..range.end);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_chunk_covers_is_left() {
        let chunk = |from, to| Chunk { from, to, ..Chunk::default() };
        let known = [chunk(10, 20), chunk(0, 5), chunk(30, 31)];
        let left = |ranges: &[(u64, u64)]| -> Vec<(u64, u64)> {
            let ranges: Vec<Range<u64>> = ranges.iter().map(|&(from, to)| from..to).collect();
            super::left(&ranges, &known).into_iter().map(|range| (range.start, range.end)).collect()
        };
        assert_eq!(left(&[(0, 40)]), [(5, 10), (20, 30), (31, 40)]);
        assert_eq!(left(&[(12, 18), (18, 25)]), [(20, 25)]);
        assert_eq!(left(&[(0, 5)]), []);
    }
}
