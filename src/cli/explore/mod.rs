//! `keymove explore`: changes each problem of the input (the base) in many ways, judges the resulting problems (the
//! variants), and prints those that were looked for.

pub mod args;
mod plans;
mod printer;
mod progress;
mod records;
mod task;

pub use plans::{is_plan, merge, work};

use super::each_problem::each_problem;
use super::files::{self, Uses};
use super::hash::hash;
use super::output::OutputPlace;
use super::status::{Status, complain};
use super::{inputs, signals};
use crate::explore::{Chunk, Limits, Progress, Status as Judgement, TABLE_BYTES, explore};
use crate::input::Entry;
use crate::problem::Problem;
use crate::solve::{Solver, Threads};
use crate::syntax;
use args::{ExploreArgs, Show, What};
use printer::Printer;
use progress::{grouped, shown};
use records::{Records, left};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;
use task::{Refused, Task};

/// Number of variants above which the number of variants and the estimated time are printed at the beginning.
const ANNOUNCED: u64 = 5_000;

/// Number of variants that are judged to estimate the whole time.
const SAMPLE: u64 = 48;

/// Explores the problems of the input, or writes a plan if `--plan` is given.
pub fn run(wanted: &ExploreArgs) -> io::Result<Status> {
    let common = wanted.what.common();
    let uses = Uses {
        output: common.plan.as_deref().or(common.output.as_deref()),
        junit: None,
        resume: common.resume.as_deref(),
        inputs: if inputs::is_typed(&common.given) { &[] } else { &common.given.inputs },
        answers: false,
        update: false,
        kept: &[],
    };
    if let Some(conflict) = files::conflict(&uses) {
        return Err(io::Error::other(conflict));
    }
    let show = show(&wanted.what)?;
    if let (Some(path), Some(units)) = (&common.plan, common.units) {
        return plans::plan(wanted, path, units);
    }
    let mut records = common.resume.as_deref().map(|path| Records::open(path, "")).transpose()?;
    let all = |_: &Task, len: u64| -> Vec<Range<u64>> { std::iter::once(0..len).collect() };
    written(&wanted.what, show, common.output.as_deref(), &mut |explorer, printer| {
        explorer.each(records.as_mut(), &all, &mut |task, chunk, place| match chunk {
            None => printer.unsound(task, place),
            Some(chunk) => printer.base(task, chunk, place),
        })
    })
}

/// Returns the form of the output. If none is requested, the ending of the output file decides. Without an output file,
/// it is a list on a terminal, and otherwise lines of problems.
fn show(what: &What) -> io::Result<Show> {
    let common = what.common();
    let ending =
        common.output.as_deref().map(|path| path.extension().unwrap_or_default().to_string_lossy().to_lowercase());
    match (common.show, ending.as_deref()) {
        (Some(show), _) => Ok(show),
        (None, None) if io::stdout().is_terminal() => Ok(Show::List),
        (None, None | Some("epd")) => Ok(Show::Epd),
        (None, Some("jsonl")) => Ok(Show::Jsonl),
        (None, Some("html")) => Ok(Show::Page),
        (None, Some("svg")) => Ok(Show::Board),
        (None, Some("txt")) => Ok(Show::List),
        (None, Some(_)) => Err(io::Error::other(
            "--output: cannot tell the form from the name; expected .epd, .jsonl, .html, .svg or .txt, or use --show",
        )),
    }
}

/// Opens the output, calls `f` with an explorer and a printer for this output, and closes the output.
fn written(
    what: &What,
    show: Show,
    output: Option<&Path>,
    f: &mut dyn FnMut(&Explorer, &mut Printer) -> io::Result<Status>,
) -> io::Result<Status> {
    let explorer = Explorer::new(what);
    let is_svg = output.is_some_and(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg")));
    let mut print = |out: &mut dyn Write| {
        let mut printer = Printer::new(what, show, is_svg, out);
        printer.head()?;
        let status = f(&explorer, &mut printer)?;
        printer.foot()?;
        Ok::<Status, io::Error>(status)
    };
    match output {
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            let status = print(&mut out)?;
            out.flush()?;
            Ok(status)
        }
        Some(path) => {
            let mut out = BufWriter::new(OutputPlace::find(path)?.begin()?);
            let status = print(&mut out)?;
            out.into_inner().map_err(|error| error.into_error())?.finish()?;
            Ok(status)
        }
    }
}

/// Explores bases with the arguments of a run. A base is a problem of the input whose variants are judged.
struct Explorer<'a> {
    what: &'a What,
    cancelled: Arc<AtomicBool>,
    threads: usize,
}

/// A function that is called twice for each base, with the prepared base and its place in the input (`FILE:LINE`):
/// before the variants are judged without results, and after it with the results of all variants in one [`Chunk`].
type PrintBase<'t> = dyn FnMut(&Task, Option<&Chunk>, &str) -> io::Result<()> + 't;

impl<'a> Explorer<'a> {
    /// Returns an explorer. The first signal to the program ends its searches, and the second signal ends the program.
    fn new(what: &'a What) -> Explorer<'a> {
        let cancelled = Arc::<AtomicBool>::default();
        let (stop, signals) = (cancelled.clone(), AtomicUsize::new(0));
        signals::at_each(move || {
            stop.store(true, Ordering::Relaxed);
            if signals.fetch_add(1, Ordering::Relaxed) > 0 {
                std::process::exit(i32::from(Status::Interrupted as u8));
            }
        });
        let threads = Threads::new(usize::from(what.common().threads)).number();
        Explorer { what, cancelled, threads }
    }

    /// Explores each base of the input. Judges the variants whose numbers are in `ranges` and whose results are not in
    /// `records`, adds their results to `records`, and passes the results of the base to `print`. Returns the exit
    /// status.
    fn each(
        &self,
        mut records: Option<&mut Records>,
        ranges: &dyn Fn(&Task, u64) -> Vec<Range<u64>>,
        print: &mut PrintBase,
    ) -> io::Result<Status> {
        let feed = inputs::feed(&self.what.common().given).map_err(io::Error::other)?;
        let (mut number, mut refused) = (0, 0u32);
        let status = each_problem(feed, &mut |entry, problem| {
            if self.cancelled.load(Ordering::Relaxed) {
                return Ok(Status::Interrupted);
            }
            number += 1;
            let task = match Task::new(self.what, entry, problem, &self.cancelled) {
                Ok(task) => task,
                Err(Refused::Note(text)) => {
                    complain(&text);
                    return Ok(Status::Good);
                }
                Err(Refused::Error(text)) => {
                    complain(&text);
                    refused += 1;
                    return Ok(Status::BadInput);
                }
            };
            self.base(&task, entry, records.as_deref_mut(), ranges, print)
        })?;
        if self.cancelled.load(Ordering::Relaxed) {
            return Ok(Status::Interrupted);
        }
        if refused > 1 {
            complain(&format!("note: {refused} of {number} problems were not explored\n"));
        }
        Ok(status)
    }

    fn base(
        &self,
        task: &Task,
        entry: &Entry,
        mut records: Option<&mut Records>,
        ranges: &dyn Fn(&Task, u64) -> Vec<Range<u64>>,
        print: &mut PrintBase,
    ) -> io::Result<Status> {
        let (common, all) = (self.what.common(), task.space.len());
        let place = format!("{}:{}", entry.source.name, entry.source.line_and_column(0).0);
        if all > common.most {
            let number = if all == u64::MAX { "more than 10^19".to_string() } else { grouped(all) };
            complain(&format!("error: {number} variants; use --most {all} to explore all of them\n --> {place}\n"));
            return Ok(Status::BadInput);
        }
        print(task, None, &place)?;
        let key = key(self.what, &task.base);
        let known = records.as_ref().map(|records| records.known(&key)).unwrap_or_default();
        let wanted = ranges(task, all);
        let is_wanted = |chunk: &Chunk| covers(&wanted, &(chunk.from..chunk.to));
        let mut chunks: Vec<Chunk> = known.iter().filter(|chunk| is_wanted(chunk)).cloned().collect();
        let ranges = left(&wanted, &known);
        self.announce(task, &ranges, &place);
        let progress = Arc::<Progress>::default();
        let line = shown(name(task, &place), ranges.iter().map(|r| r.end - r.start).sum(), progress.clone());
        let mut failure = None;
        let is_complete = explore(&task.space, &task.standard, &ranges, &self.limits(), &progress, &mut |chunk| {
            if let Some(records) = records.as_deref_mut()
                && failure.is_none()
            {
                failure = records.add(&key, &chunk).err();
            }
            chunks.push(chunk);
        });
        drop(line);
        if let Some(error) = failure {
            return Err(error);
        }
        let mut total = Chunk::joined(&chunks);
        total.finds.truncate(common.first.map_or(usize::MAX, |first| first as usize));
        for failed in &total.failures {
            complain(&format!("error: {}: {failed}\n --> {place}\n", crate::report::INTERNAL_ERROR));
        }
        print(task, Some(&total), &place)?;
        let has_enough = common.first.is_some_and(|first| total.finds.len() >= first as usize);
        Ok(match () {
            () if self.cancelled.load(Ordering::Relaxed) => Status::Interrupted,
            () if !is_complete && !has_enough => Status::Undecided.and(status_of(&total)),
            () => status_of(&total),
        })
    }

    fn limits(&self) -> Limits {
        let common = self.what.common();
        Limits {
            threads: self.threads,
            time: common.time,
            total_time: common.total_time,
            first: common.first.map(|first| first as usize),
            cancelled: self.cancelled.clone(),
            solver: Solver { table_bytes: TABLE_BYTES, ..Solver::default() },
        }
    }

    /// If there are many variants, prints their number and an estimate of the time, measured on a sample.
    fn announce(&self, task: &Task, ranges: &[Range<u64>], place: &str) {
        let number: u64 = ranges.iter().map(|range| range.end - range.start).sum();
        if number < ANNOUNCED {
            return;
        }
        let sample: Vec<Range<u64>> =
            (0..SAMPLE).filter_map(|i| nth(ranges, i * (number / SAMPLE))).map(|n| n..n + 1).collect();
        let begun = Instant::now();
        let limits = Limits { first: None, total_time: Some(std::time::Duration::from_secs(2)), ..self.limits() };
        let progress = Progress::default();
        explore(&task.space, &task.standard, &sample, &limits, &progress, &mut |_| {});
        let done = progress.done.load(Ordering::Relaxed).max(1);
        let seconds = begun.elapsed().as_secs_f64() / done as f64 * number as f64;
        complain(&format!("note: {}: {} variants, about {seconds:.0} s\n", name(task, place), grouped(number)));
    }
}

/// Returns the exit status of a run with these results.
fn status_of(total: &Chunk) -> Status {
    if total.count(Judgement::Failed) > 0 {
        Status::Internal
    } else if total.count(Judgement::Undecided) > 0 {
        Status::Undecided
    } else {
        Status::Good
    }
}

/// Returns the number at position `index` of the list of all numbers in `ranges`.
fn nth(ranges: &[Range<u64>], mut index: u64) -> Option<u64> {
    for range in ranges {
        let length = range.end - range.start;
        if index < length {
            return Some(range.start + index);
        }
        index -= length;
    }
    None
}

fn covers(ranges: &[Range<u64>], inner: &Range<u64>) -> bool {
    ranges.iter().any(|range| range.start <= inner.start && inner.end <= range.end)
}

/// Returns the name of a base for messages: its id, or otherwise its place.
fn name(task: &Task, place: &str) -> String {
    if task.id().is_empty() { place.to_string() } else { task.id().to_string() }
}

/// Returns a hash of the base, the version and all arguments that affect the results of single variants.
fn key(what: &What, base: &Problem) -> String {
    let mut what = what.clone();
    let common = what.common_mut();
    common.given.inputs = Vec::new();
    (common.show, common.best, common.undecided, common.most) = (None, 0, false, 0);
    (common.first, common.total_time) = (None, None);
    let arguments = serde_json::to_string(&what).unwrap_or_default();
    format!("{:032x}", hash(&format!("{} {arguments}\n{}", env!("CARGO_PKG_VERSION"), syntax::epd(base))))
}
