//! What a file is, and where it stands, whatever it is called.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// What a file is, whatever it is called: links and detours lead to the same one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Identity {
    #[cfg(unix)]
    Inode(u64, u64),
    /// One that is not there yet.
    Place(PathBuf),
}

impl Identity {
    /// `None` for terminals and other devices, which keep nothing.
    pub fn of(path: &Path) -> Option<Identity> {
        match fs::metadata(path) {
            Ok(about) if is_device(&about) => None,
            Ok(about) => Some(Identity::of_existing(&about, path)),
            Err(_) => Some(Identity::Place(place(path))),
        }
    }

    #[cfg(unix)]
    pub fn of_existing(about: &Metadata, _path: &Path) -> Identity {
        use std::os::unix::fs::MetadataExt;
        Identity::Inode(about.dev(), about.ino())
    }

    #[cfg(not(unix))]
    pub fn of_existing(_about: &Metadata, path: &Path) -> Identity {
        Identity::Place(place(path))
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

/// As many links are followed one after the other as systems follow themselves.
pub const MOST_LINKS: usize = 40;

/// Where a file stands or will stand: links are followed, also to a file that is not there yet.
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

/// The folder that the file is in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
