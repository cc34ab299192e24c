//! The files of problems that the page can open.

use crate::cli::walk::{Walk, is_named_as_problems};
use std::fs;
use std::path::{Path, PathBuf};

/// The greatest number of files that are listed.
const MOST_FILES: usize = 2000;

/// The folder that the program serves.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn new(path: &Path) -> Folder {
        Folder { path: path.to_path_buf() }
    }

    /// Returns the names of the files of problems in the folder and below it, relative to the folder.
    pub fn files(&self) -> Vec<String> {
        let files = Walk::new(&[self.path.to_string_lossy().into_owned()]).filter_map(Result::ok);
        let inside = files.filter_map(|name| {
            let path = Path::new(&name).strip_prefix(&self.path).ok()?;
            is_named_as_problems(path).then(|| path.to_string_lossy().into_owned())
        });
        inside.take(MOST_FILES).collect()
    }

    /// Returns the text of a file of the list. Any other name is an error, so that no file outside of the folder is
    /// read.
    pub fn open(&self, name: &str) -> Result<String, String> {
        if !self.files().iter().any(|known| known == name) {
            return Err(format!("{name}: the folder contains no such problem file\n"));
        }
        let bytes = fs::read(self.path.join(name)).map_err(|error| format!("{name}: {error}\n"))?;
        String::from_utf8(bytes).map_err(|_| format!("{name}: the file is not valid UTF-8\n"))
    }
}
