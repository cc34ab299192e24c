//! Checks the files of a run before any file is opened for writing. It is an error if a file would be both read and
//! written, or written for two purposes.

use super::answers;
use super::file_identity::{FileIdentity, place};
use super::walk::{Walk, is_named_as_problems};
use hashbrown::HashMap;
use std::path::Path;

/// The files that a run reads and writes, as its arguments name them.
pub struct Uses<'a> {
    pub output: Option<&'a Path>,
    pub junit: Option<&'a Path>,
    pub resume: Option<&'a Path>,
    /// Files and folders of problems; `-` is standard input.
    pub inputs: &'a [String],
    /// Whether the run reads the recorded answers beside the problem files, for comparison.
    pub answers: bool,
    /// Whether the run writes recorded answers beside the problem files.
    pub update: bool,
    /// Further files that must not be overwritten.
    pub kept: &'a [&'a Path],
}

/// Returns an error message if the run would overwrite a file that it also reads, or would write one file for two
/// purposes. Otherwise returns `None`.
pub fn conflict(uses: &Uses) -> Option<String> {
    let mut written = WrittenFiles::default();
    for (option, path) in [("--output", uses.output), ("--junit", uses.junit), ("--resume", uses.resume)] {
        let Some(path) = path else { continue };
        if path == Path::new("-") {
            return Some(format!("{option}: expected the name of a file, not `-`"));
        }
        let id = FileIdentity::of(path);
        let what = format!("{option} {}", path.display());
        if let Some(conflict) = written.add(id, &what) {
            return Some(conflict);
        }
        if let Some(folder) = uses.inputs.iter().find(|input| will_be_found(path, Path::new(input))) {
            let ending = path.extension().unwrap_or_default().display();
            return Some(format!(
                "{what} would be read as a problem file, like every *.{ending} file in {folder}; nothing was written"
            ));
        }
    }
    // If standard output and standard error are one file, errors may appear between the lines of the output.
    let standard_error = standard("stderr").filter(|id| standard("stdout").as_ref() != Some(id));
    let standard_output = standard("stdout").filter(|_| uses.output.is_none());
    for (id, what) in [(standard_output, "standard output"), (standard_error, "standard error")] {
        if let Some(conflict) = id.and_then(|id| written.add(Some(id), what)) {
            return Some(conflict);
        }
    }
    for path in uses.kept {
        let conflict = FileIdentity::of(path).and_then(|id| written.conflict(&id, &path.display().to_string()));
        if conflict.is_some() {
            return conflict;
        }
    }
    if written.0.is_empty() && !uses.update {
        return None;
    }
    ReadFiles { written, problems: HashMap::new(), answers: HashMap::new() }.conflict(uses)
}

/// Whether a later run would read the file `path` as one of the problem files of the folder `input`. The file need not
/// exist yet.
fn will_be_found(path: &Path, input: &Path) -> bool {
    is_named_as_problems(path)
        && input.is_dir()
        && input.canonicalize().is_ok_and(|folder| place(path).starts_with(folder))
}

/// Returns the identity of the file to which a standard stream is redirected, or `None` if it is not redirected to a
/// file. `name` is `stdin`, `stdout` or `stderr`. (A path such as `/dev/stdout` does not help, because it leads to
/// whatever file is open.)
#[cfg(unix)]
fn standard(name: &str) -> Option<FileIdentity> {
    use std::os::fd::AsFd;
    let owned = match name {
        "stdin" => std::io::stdin().as_fd().try_clone_to_owned(),
        "stdout" => std::io::stdout().as_fd().try_clone_to_owned(),
        _ => std::io::stderr().as_fd().try_clone_to_owned(),
    };
    let about = std::fs::File::from(owned.ok()?).metadata().ok()?;
    about.is_file().then(|| FileIdentity::of_existing(&about, Path::new(name)))
}

#[cfg(not(unix))]
fn standard(_name: &str) -> Option<FileIdentity> {
    None
}

#[derive(Default)]
struct WrittenFiles(Vec<(FileIdentity, String)>);

impl WrittenFiles {
    fn add(&mut self, id: Option<FileIdentity>, what: &str) -> Option<String> {
        let id = id?;
        let conflict = self.conflict(&id, what);
        self.0.push((id, what.to_string()));
        conflict
    }

    fn conflict(&self, id: &FileIdentity, what: &str) -> Option<String> {
        let (_, other) = self.0.iter().find(|(written, _)| written == id)?;
        Some(are_one(other, what))
    }
}

fn are_one(a: &str, b: &str) -> String {
    format!("{a} and {b} are the same file; nothing was written")
}

/// The files that a run reads, collected to compare them with `written`, the files that it writes.
struct ReadFiles {
    written: WrittenFiles,
    problems: HashMap<FileIdentity, String>,
    /// The files of recorded answers. Each has its description for messages, and the identity of the problem file
    /// beside it.
    answers: HashMap<FileIdentity, (String, Option<FileIdentity>)>,
}

impl ReadFiles {
    fn conflict(mut self, uses: &Uses) -> Option<String> {
        // Names that cannot be read are reported later.
        for name in Walk::new(uses.inputs).flatten() {
            if name == "-" {
                let conflict = standard("stdin").and_then(|id| self.written.conflict(&id, "standard input"));
                if conflict.is_some() {
                    return conflict;
                }
                continue;
            }
            let conflict = self.problems(&name).or_else(|| {
                let is_wanted = uses.update || uses.answers && answers::are_recorded(&name);
                if is_wanted { self.answers(&name, uses.update) } else { None }
            });
            if conflict.is_some() {
                return conflict;
            }
        }
        if !uses.update {
            return None;
        }
        let both = self.answers.iter().find_map(|(id, (answers, _))| Some((answers, self.problems.get(id)?)));
        both.map(|(answers, problems)| are_one(answers, problems))
    }

    fn problems(&mut self, name: &str) -> Option<String> {
        let id = FileIdentity::of(Path::new(name))?;
        let what = format!("the problem file {name}");
        let conflict = self.written.conflict(&id, &what);
        self.problems.insert(id, what);
        conflict
    }

    fn answers(&mut self, name: &str, update: bool) -> Option<String> {
        let (path, owner) = (answers::path_beside(name), FileIdentity::of(Path::new(name)));
        let id = FileIdentity::of(&path)?;
        let what = format!("the answers {}", path.display());
        if let Some(conflict) = self.written.conflict(&id, &what) {
            return Some(conflict);
        }
        let (other, owner_of_other) = self.answers.entry(id).or_insert_with(|| (what.clone(), owner.clone()));
        (update && *owner_of_other != owner).then(|| are_one(other, &what))
    }
}
