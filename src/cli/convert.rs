//! `keymove convert`: converts problems from one format to another.

use super::args::ConvertArgs;
use super::each_problem::each_problem;
use super::files::{self, Uses};
use super::output::OutputPlace;
use super::problems::InputFeed;
use super::solved::place;
use super::status::{Status, complain};
use crate::exchange::{self, FileBuilder, Format};
use crate::input::Entry;
use crate::problem::Problem;
use std::io::{self, BufWriter, Write};

/// Converts all problems to the requested format. Reports on standard error the elements that the format cannot
/// express. A problem that cannot be written counts as an error; the other problems are still written.
pub fn run(wanted: &ConvertArgs) -> io::Result<Status> {
    let by_ending = || Format::of_path(wanted.output.as_deref()?);
    let Some(to) = wanted.to.or_else(by_ending) else {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let message = format!(
            "no output format; use --to with one of {}, or --output with a file name that shows the format by its \
             ending",
            names.join(", ")
        );
        return Err(io::Error::other(message));
    };
    let uses = Uses {
        output: wanted.output.as_deref(),
        junit: None,
        resume: None,
        inputs: &wanted.inputs,
        answers: false,
        update: false,
        kept: &[],
    };
    if let Some(conflict) = files::conflict(&uses) {
        return Err(io::Error::other(conflict));
    }
    let Some(path) = &wanted.output else {
        return written(wanted, to, &mut io::stdout().lock());
    };
    let mut output = BufWriter::new(OutputPlace::find(path)?.begin()?);
    let status = written(wanted, to, &mut output)?;
    output.into_inner().map_err(|error| error.into_error())?.finish()?;
    Ok(status)
}

fn written(wanted: &ConvertArgs, to: Format, out: &mut impl Write) -> io::Result<Status> {
    let mut series = FileBuilder::new(to);
    let status = each_problem(InputFeed::files(&wanted.inputs, wanted.from), &mut |entry, problem| {
        let Some(text) = converted(entry, problem, to, wanted.strict) else { return Ok(Status::BadInput) };
        out.write_all(series.next(&text).as_bytes())?;
        Ok(Status::Good)
    })?;
    out.write_all(series.end().as_bytes())?;
    out.flush()?;
    Ok(status)
}

/// Returns the problem as text in the format `to`, or `None` if it cannot be written. Reports on standard error the
/// elements that the format cannot express. If `strict` is set, a problem with such elements is not written.
fn converted(entry: &Entry, problem: &Problem, to: Format, strict: bool) -> Option<String> {
    let (severity, lost, text) = match exchange::write(problem, to) {
        Ok(written) if written.lost.is_empty() => return Some(written.text),
        Ok(written) if strict => ("error", written.lost, None),
        Ok(written) => ("note", written.lost, Some(written.text)),
        Err(refusal) => ("error", refusal.why, None),
    };
    complain(&format!("{severity}: {} cannot express: {}\n --> {}\n", to.name(), lost.join("; "), place(entry)));
    text
}
