//! The files of problems that the page can open and save.

use crate::cli::output::OutputPlace;
use crate::cli::walk::{ENDINGS, Walk, is_named_as_problems};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

/// The largest number of files that are listed.
const MOST_FILES: usize = 2000;

/// The folder whose files the page can open.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn new(path: &Path) -> Folder {
        Folder { path: path.to_path_buf() }
    }

    /// Returns the names of the files of problems in the folder and below it, relative to the folder. A link that leads
    /// out of the folder is left out.
    pub fn files(&self) -> Vec<String> {
        let files = Walk::new(&[self.path.to_string_lossy().into_owned()]).filter_map(Result::ok);
        let inside = files.filter_map(|name| {
            let path = Path::new(&name).strip_prefix(&self.path).ok()?;
            let is_ours = is_named_as_problems(path) && self.is_inside(Path::new(&name));
            is_ours.then(|| path.to_string_lossy().into_owned())
        });
        inside.take(MOST_FILES).collect()
    }

    /// Returns the text of the file of problems with this name in the folder. Any other name is an error, so that no
    /// file outside of the folder is read.
    pub fn open(&self, name: &str) -> Result<String, String> {
        let path = self.named(name).ok().map(|path| self.path.join(path)).filter(|path| path.is_file());
        let path = path.ok_or_else(|| format!("{name}: the folder contains no such problem file"))?;
        let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        String::from_utf8(bytes).map_err(|_| format!("{name}: the file is not valid UTF-8"))
    }

    /// Writes a file. `before` is the text that the page has read from it, or `None` for a new file.
    ///
    /// # Errors
    ///
    /// The name leads out of the folder or is not that of a file of problems, the file has been changed since it was
    /// read, a new file exists already, or the file cannot be written. Nothing is written then.
    pub fn save(&self, name: &str, text: &str, before: Option<&str>) -> Result<(), String> {
        let path = self.path.join(self.named(name)?);
        let is_free = match before {
            Some(before) => fs::read(&path).map(|now| now == before.as_bytes()),
            // An entry that exists is not read: it may be a file that cannot be read, a folder, or a pipe.
            None => match fs::symlink_metadata(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
                found => found.map(|_| false),
            },
        };
        match (is_free, before) {
            (Ok(true), _) => {}
            (Ok(false), Some(_)) => {
                return Err(format!("{name}: the file has changed since it was opened; open it again"));
            }
            (Ok(false), None) => {
                return Err(format!("{name}: a file of this name exists already; open it, or use another name"));
            }
            (Err(error), _) => return Err(format!("{name}: {error}")),
        }
        let write = || {
            let mut out = OutputPlace::find(&path)?.begin()?;
            out.write_all(text.as_bytes())?;
            out.finish()
        };
        write().map_err(|error| error.to_string())
    }

    /// Returns the name as a path inside the folder, or a message.
    fn named<'a>(&self, name: &'a str) -> Result<&'a Path, String> {
        let path = Path::new(name);
        let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        if name.is_empty() || !is_plain || name.contains(['\\', '\0', ':']) {
            return Err(format!("{name}: expected the name of a file in the folder"));
        }
        if !is_named_as_problems(path) {
            let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
            return Err(format!("{name}: expected a name that ends with one of {endings}"));
        }
        let whole = self.path.join(path);
        // A link may lead out of the folder: that of the file itself, if there is one, or of a folder on the way.
        let is_link = fs::symlink_metadata(&whole).is_ok();
        let place = if is_link { Some(whole.as_path()) } else { whole.parent() };
        match place {
            Some(place) if self.is_inside(place) => Ok(path),
            _ => Err(format!("{name}: the name leads out of the folder, or to a folder that does not exist")),
        }
    }

    /// Whether the path exists and leads into the folder.
    fn is_inside(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        real(path).zip(real(&self.path)).is_some_and(|(path, folder)| path.starts_with(folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_problems_in_the_folder_are_opened_and_saved() {
        let outer = tempfile::tempdir().expect("a folder");
        let inner = outer.path().join("served");
        fs::create_dir_all(inner.join("below")).expect("a folder");
        fs::write(outer.path().join("secret.epd"), "secret").expect("a file");
        fs::write(inner.join("a.epd"), "old").expect("a file");
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(outer.path().join("secret.epd"), inner.join("link.epd")).expect("a link");
            symlink(outer.path().join("new.epd"), inner.join("dangling.epd")).expect("a link");
            symlink(outer.path(), inner.join("up")).expect("a link");
        }
        let folder = Folder::new(&inner);
        assert_eq!(folder.files(), ["a.epd"]);
        let absolute = outer.path().join("secret.epd").to_string_lossy().into_owned();
        let outside =
            ["../secret.epd", "below/../../secret.epd", "link.epd", "dangling.epd", "up/secret.epd", &absolute];
        for name in
            outside.into_iter().chain(["", ".", "..", "a.txt", "a.epd.answers", "missing/a.epd", "..\\secret.epd"])
        {
            assert!(folder.open(name).is_err(), "{name}");
            for before in [None, Some("secret"), Some("old")] {
                assert!(folder.save(name, "written", before).is_err(), "{name}");
            }
        }
        assert_eq!(fs::read_to_string(outer.path().join("secret.epd")).expect("a file"), "secret");
        assert!(!outer.path().join("new.epd").exists());
        folder.save("a.epd", "new", Some("old")).expect("saved");
        assert_eq!(folder.open("a.epd").as_deref(), Ok("new"));
        // Another program has changed the file since the page has read it.
        assert!(folder.save("a.epd", "newer", Some("old")).is_err());
        assert!(folder.save("a.epd", "newer", None).is_err());
        folder.save("below/b.olv", "more", None).expect("saved");
        assert_eq!(folder.files(), ["a.epd", "below/b.olv"]);
    }

    #[test]
    fn a_new_file_never_takes_the_place_of_what_cannot_be_read() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = Folder::new(outer.path());
        fs::create_dir(outer.path().join("folder.epd")).expect("a folder");
        fs::write(outer.path().join("bytes.epd"), [0xff, 0xfe]).expect("a file");
        let mut names = vec!["folder.epd", "bytes.epd"];
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let locked = outer.path().join("locked.epd");
            fs::write(&locked, "locked").expect("a file");
            fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("permissions");
            names.push("locked.epd");
        }
        for name in names {
            let error = folder.save(name, "written", None).expect_err(name);
            assert!(error.ends_with("a file of this name exists already; open it, or use another name"), "{error}");
        }
        assert!(folder.open("folder.epd").expect_err("a folder").ends_with("the folder contains no such problem file"));
        assert!(folder.open("bytes.epd").expect_err("no text").ends_with("the file is not valid UTF-8"));
        assert_eq!(fs::read(outer.path().join("bytes.epd")).expect("a file"), [0xff, 0xfe]);
        #[cfg(unix)]
        {
            let locked = fs::metadata(outer.path().join("locked.epd")).expect("a file");
            assert_eq!(locked.len(), 6);
        }
    }
}
