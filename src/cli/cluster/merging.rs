//! `keymove merge`: writes the output that one run would have written, from the results of all units.
//!
//! Before anything is written, every result file is checked: it must be complete and belong to this plan. Then the
//! files are read again, one after another and line by line.

use super::parts::{AllMoves, Collected, CollectedItem};
use super::plan::{Plan, Segment, WorkUnit};
use super::results::{ResultLine, ResultLines, unit_of};
use super::unit::folder_of;
use super::unit_feed::UnitFeed;
use crate::cli::args::{MergeArgs, SideOutputArgs};
use crate::cli::batch::BatchRun;
use crate::cli::destination::Destination;
use crate::cli::output::said;
use crate::cli::problems::RemainingInput;
use crate::cli::progress::Display;
use crate::cli::result_writer::ResultWriter;
use crate::cli::status::{Status, complain};
use crate::mishap::PanicPlaces;
use crate::problem::Problem;
use crate::solve::{Control, Outcome, Solver};
use std::fs;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

/// Merges the results of all units.
///
/// # Errors
///
/// Returns an error if the plan cannot be read or the output cannot be written.
pub fn merge(arguments: &MergeArgs, places: PanicPlaces) -> io::Result<Status> {
    let mut plan = Plan::read(&arguments.plan)?;
    let Some(files) = whole_results(arguments, &plan)? else { return Ok(Status::Again) };
    plan.head.work.output = arguments.output.clone();
    let (work, task) = (&plan.head.work, plan.head.task);
    let beside = SideOutputArgs { update: false, junit: arguments.junit.clone(), annotations: arguments.annotations };
    let printer = work.format.printer(&work.render_options(task, false));
    let kept: Vec<&Path> = files.iter().chain([&arguments.plan]).map(PathBuf::as_path).collect();
    let writer = ResultWriter::open(work, task, &beside, printer, Arc::new(Display::new()), &kept)?;
    let mut merging = Merging { plan: &plan, writer: Box::new(writer), places };
    let mut next = 0;
    let result = plan.units.iter().filter(|unit| unit.part.is_none_or(|part| part.part == 1)).try_for_each(|unit| {
        let of = unit.part.map_or(1, |part| part.of);
        let files = &files[next..next + of];
        next += of;
        let written =
            if unit.part.is_some() { merging.cut_problem(unit, files) } else { merging.unit(unit, &files[0]) };
        let is_of_output = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        written.map_err(|error| if is_of_output(&error) { error } else { said(&files[0], error) })
    });
    merging.writer.finish(result.err(), RemainingInput::default())
}

/// Returns the result file of each unit, in the order of the units. If results are missing or faulty, reports this on
/// standard error and returns `None`.
fn whole_results(arguments: &MergeArgs, plan: &Plan) -> io::Result<Option<Vec<PathBuf>>> {
    let mut found: Vec<Option<PathBuf>> = vec![None; plan.units.len()];
    let mut is_good = true;
    let mut complain_of = |text: String| {
        is_good = false;
        complain(&format!("error: {text}\n"));
    };
    for path in candidates(arguments)? {
        match unit_of(&path, plan) {
            // If there are two complete files of one unit, their results are equal.
            Ok(unit) => found[unit - 1] = Some(path),
            Err(fault) => complain_of(format!("{}: {fault}", path.display())),
        }
    }
    for (i, _) in found.iter().enumerate().filter(|(_, path)| path.is_none()) {
        complain_of(format!("unit {}: missing", i + 1));
    }
    Ok(found.into_iter().collect::<Option<Vec<PathBuf>>>().filter(|_| is_good))
}

/// Returns the files that may be result files of units: those named by arguments, and all with the ending `jsonl` in
/// folders. The files of a folder are sorted by name.
fn candidates(arguments: &MergeArgs) -> io::Result<Vec<PathBuf>> {
    let folder = folder_of(&arguments.plan);
    let named = if arguments.results.is_empty() { slice::from_ref(&folder) } else { &arguments.results[..] };
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).map_err(|error| said(path, error))?;
        let mut inside: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        inside.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
        inside.sort_unstable();
        files.extend(inside);
    }
    Ok(files)
}

struct Merging<'a> {
    plan: &'a Plan,
    writer: Box<ResultWriter>,
    places: PanicPlaces,
}

impl Merging<'_> {
    /// Writes the results of a unit that consists of undivided problems, from its result file `path`.
    fn unit(&mut self, unit: &WorkUnit, path: &Path) -> io::Result<()> {
        let mut segments = unit.segments.iter();
        let mut current: Option<(&Segment, usize)> = None;
        let mut lines = ResultLines::open(path)?;
        lines.advance()?;
        while lines.advance()? {
            if current.is_none() {
                current = self.begin(segments.next())?;
            }
            match lines.read().ok_or_else(|| io::Error::other("a line is not a result of Keymove"))? {
                ResultLine::Problem(done) => {
                    if let Some((segment, 0)) = current {
                        self.end(segment)?;
                        current = self.begin(segments.next())?;
                    }
                    if let Some((_, left)) = &mut current {
                        *left -= 1;
                    }
                    self.writer.problem(*done)?;
                }
                ResultLine::Remark(text) => self.writer.remark(&text)?,
                ResultLine::Move(_) | ResultLine::Part(_) => {
                    return Err(io::Error::other("a line is not the result of a whole problem"));
                }
                ResultLine::Seal(_) => break,
            }
        }
        current.map_or(Ok(()), |(segment, _)| self.end(segment))
    }

    /// Writes the result of a divided problem. `unit` is the unit of its first part, `files` are the result files of
    /// all its parts. The problem is solved once more, with the recorded results of its first moves, which takes little
    /// time.
    fn cut_problem(&mut self, unit: &WorkUnit, files: &[PathBuf]) -> io::Result<()> {
        let plan = self.plan;
        UnitFeed::is_as_planned(plan, unit)?;
        let all = Arc::new(AllMoves::read(files)?);
        let known = all.clone();
        let solve = move |solver: &Solver, problem: &Problem, control: &Control| {
            if let Some(message) = &known.failed {
                resume_unwind(Box::new(message.clone()));
            }
            let outcome = Solver { first_moves: Some(known.clone()), listener: None, time: None, ..solver.clone() }
                .solve_with(problem, control)?;
            Ok(Outcome { seconds: known.seconds, nodes: known.nodes, ..outcome })
        };
        let (work, task, places) = (&plan.head.work, plan.head.task, self.places.clone());
        let printer = work.format.printer(&work.render_options(task, false));
        let batch = BatchRun { work, task, printer, places, solve: &solve, heeds_signals: false };
        let collected = Collected::with_answers(plan.files_with_answers());
        let destination: Box<dyn Destination> = Box::new(collected.clone());
        batch.run(|| UnitFeed::new(plan, unit), |_| Ok(destination))?;
        let segment = self.begin(unit.segments.first())?;
        for came in collected.take() {
            match came {
                CollectedItem::Problem(done) => self.writer.problem(*done)?,
                CollectedItem::Remark(text) => self.writer.remark(&text)?,
            }
        }
        segment.map_or(Ok(()), |(segment, _)| self.end(segment))
    }

    fn begin<'s>(&mut self, segment: Option<&'s Segment>) -> io::Result<Option<(&'s Segment, usize)>> {
        let Some(segment) = segment else { return Err(io::Error::other("the file has more problems than the plan")) };
        if let (true, Some(file)) = (segment.begins, self.plan.name(segment)) {
            self.writer.begin(&file.name)?;
        }
        Ok(Some((segment, segment.problems)))
    }

    fn end(&mut self, segment: &Segment) -> io::Result<()> {
        if segment.ends { self.writer.end() } else { Ok(()) }
    }
}
