//! Determines whether two paths lead to one file, and the real path of a file.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// The identity of a file. Two paths lead to the same file if their identities are equal, whatever links they contain.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FileIdentity {
    #[cfg(unix)]
    Inode(u64, u64),
    /// A file that does not exist yet, or on a system without inodes, identified by its real path.
    Place(PathBuf),
}

impl FileIdentity {
    /// Returns the identity of the file. Returns `None` for a terminal or another device, because writing to it
    /// overwrites nothing.
    pub fn of(path: &Path) -> Option<FileIdentity> {
        match fs::metadata(path) {
            Ok(about) if is_device(&about) => None,
            Ok(about) => Some(FileIdentity::of_existing(&about, path)),
            Err(_) => Some(FileIdentity::Place(place(path))),
        }
    }

    #[cfg(unix)]
    pub fn of_existing(about: &Metadata, _path: &Path) -> FileIdentity {
        use std::os::unix::fs::MetadataExt;
        FileIdentity::Inode(about.dev(), about.ino())
    }

    #[cfg(not(unix))]
    pub fn of_existing(_about: &Metadata, path: &Path) -> FileIdentity {
        FileIdentity::Place(place(path))
    }
}

#[cfg(unix)]
fn is_device(about: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    about.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_device(about: &Metadata) -> bool {
    !about.is_file() && !about.is_dir()
}

/// The largest number of symbolic links that are followed one after another, as on common systems.
pub const MOST_LINKS: usize = 40;

/// Returns the path of a file with all links resolved. If the file does not exist yet, returns the path that it will
/// have.
pub fn place(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(target);
    }
    if let Ok(whole) = path.canonicalize() {
        return whole;
    }
    match (folder_of(&path).canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Returns the path of the folder that contains the file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
