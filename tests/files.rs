//! Paths to files of the project, and files in temporary folders.

use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Returns the folder of the project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Makes a new folder, which is deleted when the value is dropped.
pub fn temporary() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Writes a file in the folder and returns its path; creates the folders that its name needs.
pub fn write(folder: impl AsRef<Path>, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.as_ref().join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, text).expect("a file");
    path
}

pub fn read(folder: impl AsRef<Path>, name: &str) -> String {
    let path = folder.as_ref().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
