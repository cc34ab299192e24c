//! Output files. A file is written under a temporary name in the folder of its final place, and renamed when it is
//! complete. Until then the old file remains, however the run ends, and the new text is in the temporary file.

use super::file_identity::{MOST_LINKS, folder_of, place};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The place of an output file that is not being written yet.
pub struct OutputPlace {
    named: PathBuf,
    /// If the output is a device, a pipe or a file that is already open: the opened file, to which text is written
    /// directly. `None` for a regular file.
    direct: Option<File>,
}

impl OutputPlace {
    /// Returns the place of an output file, or an error if a file with this name exists and must not be written. Waits
    /// if the file is a pipe that no program reads yet.
    pub fn find(named: &Path) -> io::Result<OutputPlace> {
        let open = || match fs::metadata(named) {
            Ok(about) => {
                let file = OpenOptions::new().append(true).open(named)?;
                Ok((!about.is_file() || is_open_already(named)).then_some(file))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        };
        let direct = open().map_err(|error| said(named, error))?;
        Ok(OutputPlace { named: named.to_path_buf(), direct })
    }

    /// Opens the output for writing. A regular file is written under a temporary name.
    pub fn begin(self) -> io::Result<Output> {
        let OutputPlace { named, direct } = self;
        let form = match direct {
            Some(file) => OutputForm::Direct(file),
            None => beside(&place(&named)).map_err(|error| said(&named, error))?,
        };
        Ok(Output { form, named })
    }

    /// Like [`OutputPlace::begin`], but for a writer that goes back to fill reserved space. If the output is a pipe or
    /// a device, the text is collected in a temporary file and copied at the end.
    pub fn begin_with_gaps(self) -> io::Result<Output> {
        let OutputPlace { named, direct } = self;
        let Some(to) = direct else { return OutputPlace { named, direct: None }.begin() };
        let kept = tempfile::tempfile().map_err(|error| said(&named, error))?;
        Ok(Output { form: OutputForm::Later { kept, to }, named })
    }
}

/// Whether the name means a file that is already open, such as `/dev/stdout`. Such a file is never replaced; text is
/// appended to it.
fn is_open_already(named: &Path) -> bool {
    let steps = std::iter::successors(Some(named.to_path_buf()), |path| {
        fs::read_link(path).ok().map(|target| folder_of(path).join(target))
    });
    steps.take(MOST_LINKS).any(|path| path.starts_with("/dev") || path.starts_with("/proc"))
}

enum OutputForm {
    Direct(File),
    Beside { new: NamedTempFile, place: PathBuf },
    Later { kept: File, to: File },
}

/// Creates a temporary file for the output `place`, in the same folder, so that it can be renamed at the end. Its name
/// begins with the name of the output, and it has the same permissions.
fn beside(place: &Path) -> io::Result<OutputForm> {
    /// A length in bytes that is safe for file names. Most systems limit names to 255 bytes.
    const LONGEST: usize = 200;
    let mut name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
    while name.len() > LONGEST {
        name.pop();
    }
    let (prefix, mut builder) = (format!("{name}."), Builder::new());
    builder.prefix(&prefix).suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = folder_of(place);
    let new = builder.tempfile_in(folder).map_err(|error| without_temporary_name(folder, error))?;
    if let Ok(about) = fs::metadata(place) {
        new.as_file().set_permissions(about.permissions())?;
    }
    Ok(OutputForm::Beside { new, place: place.to_path_buf() })
}

/// Converts an error of creating a temporary file to an error that names the folder instead of the temporary file.
fn without_temporary_name(folder: &Path, error: io::Error) -> io::Error {
    let folder = folder.display();
    match error.kind() {
        io::ErrorKind::NotFound => io::Error::other(format!("the folder {folder} does not exist")),
        io::ErrorKind::PermissionDenied => io::Error::other(format!("no permission to write to the folder {folder}")),
        kind => kind.into(),
    }
}

/// Adds the name of the file to the error. Drops the kind of the error, so that a broken pipe of this file is not
/// mistaken for one of standard output. Keeps the kind of an interrupted write, because the caller tries the write
/// again.
pub fn said(named: &Path, error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::Interrupted {
        return error;
    }
    io::Error::other(format!("{}: {error}", named.display()))
}

pub struct Output {
    form: OutputForm,
    named: PathBuf,
}

impl Output {
    fn file(&mut self) -> &mut File {
        match &mut self.form {
            OutputForm::Direct(file) | OutputForm::Later { kept: file, .. } => file,
            OutputForm::Beside { new, .. } => new.as_file_mut(),
        }
    }

    fn said<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| said(&self.named, error))
    }

    /// Completes the file and gives it its final name. Text for a pipe or a device is already written, or is copied
    /// now.
    pub fn finish(self) -> io::Result<()> {
        let named = self.named;
        let finish = || match self.form {
            OutputForm::Direct(_) => Ok(()),
            OutputForm::Later { mut kept, mut to } => {
                kept.rewind()?;
                io::copy(&mut kept, &mut to).map(|_| ())
            }
            OutputForm::Beside { new, place } => {
                // Without this, a power cut might leave an empty file under the final name.
                new.as_file().sync_all()?;
                new.persist(&place).map(|_| ()).map_err(|failed| match failed.file.keep() {
                    Ok((_, path)) => {
                        let error = failed.error;
                        io::Error::new(error.kind(), format!("{error}; the output is in {}", path.display()))
                    }
                    Err(error) => error.error,
                })
            }
        };
        finish().map_err(|error| said(&named, error))
    }

    /// Ends the output at the end of a run. If `is_complete` is set and `written` is no error, gives the file its final
    /// name. Otherwise keeps the old file and the new text. Then also returns a note with the name of the file that has
    /// the new text, unless it could get its final name.
    pub fn end(self, is_complete: bool, written: io::Result<()>) -> (io::Result<()>, Option<String>) {
        if is_complete && written.is_ok() {
            return (self.finish(), None);
        }
        match self.leave() {
            Ok(note) => (written, note),
            Err(error) => (written.and(Err(error)), None),
        }
    }

    /// Ends the output of a run that ended early, so that neither the old file nor the new text is lost. If there is no
    /// old text, gives the file its final name and returns `None`. Otherwise returns a note with the name of the
    /// temporary file, or `None` if it has no text.
    fn leave(self) -> io::Result<Option<String>> {
        match &self.form {
            OutputForm::Beside { new, place } => {
                let is_empty = new.as_file().metadata().is_ok_and(|about| about.len() == 0);
                let is_first = !fs::metadata(place).is_ok_and(|about| about.len() > 0);
                if is_empty {
                    return Ok(None);
                }
                if is_first {
                    return self.finish().map(|()| None);
                }
            }
            OutputForm::Direct(_) | OutputForm::Later { .. } => return self.finish().map(|()| None),
        }
        let OutputForm::Beside { new, .. } = self.form else { return Ok(None) };
        let (_, path) = new.keep().map_err(|error| said(&self.named, error.error))?;
        let named = self.named.display();
        Ok(Some(format!("{named}: unchanged, since the run is incomplete; its results are in {}", path.display())))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.file().write(bytes);
        self.said(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.file().flush();
        self.said(result)
    }
}

impl Seek for Output {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let result = self.file().seek(to);
        self.said(result)
    }
}
