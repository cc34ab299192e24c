//! `keymove diagram`: draws one problem to standard output or into a file, or several problems into a file each.

use super::args::{DiagramArgs, PictureFormat};
use super::each_problem::each_problem;
use super::files::{self, Uses};
use super::inputs;
use super::output::OutputPlace;
use super::problems::InputItem;
use super::status::Status;
use crate::input::Entry;
use crate::problem::Problem;
use crate::report;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The error message if a build without PNG is asked for PNG.
pub const WITHOUT_PNG: &str =
    "this keymove was built without support for PNG; install it with `cargo install --path . --features png`";

pub fn run(wanted: &DiagramArgs) -> io::Result<Status> {
    let format = format(wanted)?;
    let uses = Uses {
        output: wanted.output.as_deref().filter(|path| !is_folder(path)),
        junit: None,
        resume: None,
        inputs: if inputs::is_typed(&wanted.given) { &[] } else { &wanted.given.inputs },
        answers: false,
        update: false,
        kept: &[],
    };
    if let Some(conflict) = files::conflict(&uses) {
        return Err(io::Error::other(conflict));
    }
    let feed = inputs::feed(&wanted.given).map_err(io::Error::other)?;
    let mut pictures = Pictures { format, to: to(wanted)?, names: BTreeSet::new(), drawn: 0, alone: None };
    let status =
        each_problem(feed.map(drawable), &mut |entry, problem| pictures.draw(entry, problem).map(|()| Status::Good))?;
    if let (PictureDestination::File(path), Some(picture)) = (&pictures.to, &pictures.alone) {
        write(path, picture)?;
    }
    Ok(status)
}

/// Removes the diagnostic about a missing stipulation, because a diagram can be drawn without one.
fn drawable(item: InputItem) -> InputItem {
    match item {
        InputItem::Problem(mut entry) => {
            entry.diagnostics.retain(|diagnostic| !diagnostic.lacks_stipulation);
            InputItem::Problem(entry)
        }
        item => item,
    }
}

/// Returns the requested format of the picture. Without a request, the ending of the output name decides. Without an
/// output name, it is text on a terminal, and otherwise SVG.
fn format(wanted: &DiagramArgs) -> io::Result<PictureFormat> {
    let ending = wanted.output.as_deref().filter(|path| !is_folder(path)).map(|path| path.extension());
    match (wanted.format, ending) {
        (Some(format), _) => Ok(format),
        (None, Some(ending)) => match ending.and_then(|ending| ending.to_str()).map(str::to_lowercase).as_deref() {
            Some("svg") => Ok(PictureFormat::Svg),
            Some("png") => Ok(PictureFormat::Png),
            Some("txt") => Ok(PictureFormat::Unicode),
            _ => Err(io::Error::other(
                "--output: cannot tell the format from the name; expected .svg, .png, .txt or a folder, or use \
                 --format",
            )),
        },
        (None, None) if wanted.output.is_none() && io::stdout().is_terminal() => Ok(PictureFormat::Unicode),
        (None, None) => Ok(PictureFormat::Svg),
    }
}

enum PictureDestination {
    Standard,
    File(PathBuf),
    Folder(PathBuf),
}

/// Returns where pictures are written. An output name that ends in `/` is a folder, which is created if it is
/// missing.
fn to(wanted: &DiagramArgs) -> io::Result<PictureDestination> {
    match &wanted.output {
        None => Ok(PictureDestination::Standard),
        Some(path) if is_folder(path) => {
            fs::create_dir_all(path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
            Ok(PictureDestination::Folder(path.clone()))
        }
        Some(path) => Ok(PictureDestination::File(path.clone())),
    }
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

struct Pictures {
    format: PictureFormat,
    to: PictureDestination,
    /// Names of the files that this run has written, in lower case. So no name is used twice.
    names: BTreeSet<String>,
    drawn: usize,
    /// The picture for a single output file. It is written at the end of the run, because a second problem would be an
    /// error.
    alone: Option<Vec<u8>>,
}

impl Pictures {
    fn draw(&mut self, entry: &Entry, problem: &Problem) -> io::Result<()> {
        let picture = match self.format {
            PictureFormat::Svg => report::svg(problem).into_bytes(),
            PictureFormat::Png => png(problem)?,
            PictureFormat::Unicode => report::unicode(problem).into_bytes(),
        };
        self.drawn += 1;
        let is_first = self.drawn == 1;
        // Text diagrams can follow each other in one output; picture files cannot.
        let follows = is_first || self.format == PictureFormat::Unicode;
        match &self.to {
            PictureDestination::Standard if follows => {
                let mut out = io::stdout().lock();
                out.write_all(if is_first { b"" } else { b"\n" })?;
                out.write_all(&picture)
            }
            PictureDestination::File(_) if is_first => {
                self.alone = Some(picture);
                Ok(())
            }
            PictureDestination::Folder(folder) => {
                let path = folder.join(name(&mut self.names, self.format, entry, problem));
                write(&path, &picture)
            }
            PictureDestination::Standard | PictureDestination::File(_) => {
                Err(io::Error::other("several problems need a folder as output, for example --output diagrams/"))
            }
        }
    }
}

#[cfg(feature = "png")]
fn png(problem: &Problem) -> io::Result<Vec<u8>> {
    report::png(problem).map_err(io::Error::other)
}

#[cfg(not(feature = "png"))]
fn png(_: &Problem) -> io::Result<Vec<u8>> {
    Err(io::Error::other(WITHOUT_PNG))
}

/// Returns a file name for the picture of a problem, made of its id, or of the name of its file and its number. Adds
/// the name to `taken`, the names that are not used again. The name has only characters that every system allows.
fn name(taken: &mut BTreeSet<String>, format: PictureFormat, entry: &Entry, problem: &Problem) -> String {
    let plain = |text: &str| {
        let letters = text.chars().take(100);
        let plain = letters.map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' });
        plain.collect::<String>().trim_matches('-').to_string()
    };
    let stem = Path::new(&entry.source.name).file_stem().map(|stem| plain(&stem.to_string_lossy()));
    let own = problem.heading.id.as_deref().map(plain).filter(|id| !id.is_empty());
    let name = own.unwrap_or_else(|| format!("{}-{}", stem.unwrap_or_default(), entry.index));
    let ending = match format {
        PictureFormat::Svg => "svg",
        PictureFormat::Png => "png",
        PictureFormat::Unicode => "txt",
    };
    let again = (2..).map(|number| format!("{name}-{number}.{ending}"));
    let mut names = std::iter::once(format!("{name}.{ending}")).chain(again);
    let free = names.find(|name| !taken.contains(&name.to_lowercase())).unwrap_or_default();
    taken.insert(free.to_lowercase());
    free
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut output = OutputPlace::find(path)?.begin()?;
    output.write_all(bytes)?;
    output.finish()
}
