//! The problems of all files and folders that were named, one after the other, in bounded memory.

use super::sources::open;
use crate::input::{Entry, Reader};
use std::ffi::OsStr;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

/// What comes next.
pub enum Item {
    /// The problems of this file follow.
    Begin(String),
    Problem(Box<Entry>),
    /// Something is said about what stands between problems.
    Remark(String),
    End,
    /// Something named cannot be read; the rest can.
    Trouble(String),
}

/// In a folder, files with these endings hold problems.
pub const ENDINGS: [&str; 3] = ["epd", "fen", "inp"];

enum Pending {
    /// As it was typed.
    Named(String),
    Found(PathBuf),
    /// All that lies below a folder has been read; so many files had been read before it.
    Left(String, usize),
}

pub struct Feed {
    /// What comes first stands last.
    pending: Vec<Pending>,
    reader: Option<(String, Reader<Box<dyn BufRead + Send>>)>,
    /// A problem has been found in the file being read.
    found: bool,
    files: usize,
    next: Option<Item>,
}

impl Feed {
    pub fn files(names: &[String]) -> Feed {
        let pending = names.iter().rev().cloned().map(Pending::Named).collect();
        Feed { pending, reader: None, found: false, files: 0, next: None }
    }

    /// A single problem that stands in no file.
    pub fn typed(entry: Entry) -> Feed {
        Feed { next: Some(Item::Problem(Box::new(entry))), ..Feed::files(&[]) }
    }

    pub fn next(&mut self) -> Option<Item> {
        self.next.take().or_else(|| self.read())
    }

    /// No problem follows.
    pub fn at_end(&mut self) -> bool {
        if self.next.is_none() {
            self.next = self.read();
        }
        match self.next {
            None => true,
            Some(Item::End) => self.pending.iter().all(|pending| matches!(pending, Pending::Left(..))),
            _ => false,
        }
    }

    fn read(&mut self) -> Option<Item> {
        if let Some((name, reader)) = &mut self.reader {
            let trouble = match reader.next_entry() {
                Ok(Some(entry)) if entry.is_remark() => {
                    let told = entry.diagnostics.iter().map(|diagnostic| diagnostic.render(&entry.source));
                    return Some(Item::Remark(told.collect()));
                }
                Ok(Some(entry)) => {
                    self.found = true;
                    return Some(Item::Problem(Box::new(entry)));
                }
                Ok(None) if self.found => None,
                Ok(None) => Some(format!("{name}: there is no problem in it")),
                Err(error) => Some(format!("{name}: {error}")),
            };
            self.reader = None;
            let Some(message) = trouble else { return Some(Item::End) };
            self.next = Some(Item::End);
            return Some(Item::Trouble(message));
        }
        loop {
            let (name, path) = match self.pending.pop()? {
                Pending::Left(name, before) if self.files == before => {
                    let endings = ENDINGS.map(|ending| format!("*.{ending}")).join(", ");
                    return Some(Item::Trouble(format!("{name}: there is no file of problems ({endings}) below it")));
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
                    return Some(Item::Trouble(format!("{name}: {error}")));
                }
                continue;
            }
            self.files += 1;
            match open(&name) {
                Ok(reader) => {
                    self.reader = Some((name.clone(), reader));
                    self.found = false;
                    return Some(Item::Begin(name));
                }
                Err(error) => return Some(Item::Trouble(format!("{name}: {error}"))),
            }
        }
    }

    /// Puts what is in the folder in front, sorted by name. Links to folders are not followed: they may lead back.
    fn enter(&mut self, folder: &Path) -> io::Result<()> {
        let mut paths = Vec::new();
        for entry in folder.read_dir()? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let is_problems = || path.extension().and_then(OsStr::to_str).is_some_and(|end| ENDINGS.contains(&end));
            if kind.is_dir() || path.is_file() && is_problems() {
                paths.push(path);
            }
        }
        paths.sort_unstable_by(|a, b| b.cmp(a));
        self.pending.extend(paths.into_iter().map(Pending::Found));
        Ok(())
    }
}
