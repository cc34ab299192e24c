//! Lists the files that arguments name: single files, and all problem files in a folder and the folders below it.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// The endings of the names of problem files. In folders, only such files are read. Upper and lower case are not
/// distinguished.
pub const ENDINGS: [&str; 4] = ["epd", "fen", "inp", "olv"];

/// Whether the ending of the name is one of [`ENDINGS`].
pub fn is_named_as_problems(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|end| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(end)))
}

enum Pending {
    /// A file or folder that an argument names.
    Named(String),
    Found(PathBuf),
    /// Marks the end of a folder that an argument names. The number is that of the files found before the folder. If it
    /// has not grown, the folder is reported as empty.
    Left(String, usize),
}

pub struct Walk {
    /// The names that are still to be visited. The last one is next.
    pending: Vec<Pending>,
    files: usize,
}

impl Walk {
    pub fn new(names: &[String]) -> Walk {
        Walk { pending: names.iter().rev().cloned().map(Pending::Named).collect(), files: 0 }
    }

    /// Adds the entries of the folder, sorted by name, to be visited next. Links to folders are not followed, because
    /// they may form a cycle.
    fn enter(&mut self, folder: &Path) -> io::Result<()> {
        let mut paths = Vec::new();
        for entry in folder.read_dir()? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() || path.is_file() && is_named_as_problems(&path) {
                paths.push(path);
            }
        }
        paths.sort_unstable_by(|a, b| b.cmp(a));
        self.pending.extend(paths.into_iter().map(Pending::Found));
        Ok(())
    }
}

impl Iterator for Walk {
    /// The name of a file, or an error message about a file or folder that cannot be read.
    type Item = Result<String, String>;

    fn next(&mut self) -> Option<Result<String, String>> {
        loop {
            let (name, path) = match self.pending.pop()? {
                Pending::Left(name, before) if self.files == before => {
                    let endings = ENDINGS.map(|ending| format!("*.{ending}")).join(", ");
                    return Some(Err(format!("{name}: the folder contains no problem file ({endings})")));
                }
                Pending::Left(..) => continue,
                Pending::Named(name) => {
                    let path = PathBuf::from(&name);
                    if path.is_dir() {
                        self.pending.push(Pending::Left(name.clone(), self.files));
                    }
                    (name, path)
                }
                Pending::Found(path) => (path.to_string_lossy().into_owned(), path),
            };
            if path.is_dir() {
                if let Err(error) = self.enter(&path) {
                    self.files += 1;
                    return Some(Err(format!("{name}: {error}")));
                }
                continue;
            }
            self.files += 1;
            return Some(Ok(name));
        }
    }
}
