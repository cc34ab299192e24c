//! Plans of `keymove explore`. `--plan` divides the variants of each base into units of work, `keymove work` judges the
//! variants of one unit, and `keymove merge` prints the output that one run would have printed.

use super::args::{ExploreArgs, What};
use super::records::{Records, left};
use super::task::Task;
use super::{Explorer, show, written};
use crate::cli::args::{MergeArgs, UnitArgs};
use crate::cli::each_problem::each_problem;
use crate::cli::hash::Hash;
use crate::cli::inputs;
use crate::cli::output::{OutputPlace, said};
use crate::cli::status::{Status, complain};
use crate::explore::Chunk;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::slice;

const FORMAT: &str = "keymove-explore-plan-1";

/// Number of separate ranges of each base's variants that one unit judges. Variants that take long are often near each
/// other in the numbering. With several ranges in each unit, such variants are distributed among the units.
const PIECES: u64 = 16;

/// A plan: the units and the arguments of the run. Its file is one line of JSON.
#[derive(Serialize, Deserialize)]
struct Plan {
    format: String,
    version: String,
    units: u32,
    what: What,
    /// The hash (see [`super::key`]) of each base that is explored, in the order of the input.
    bases: Vec<String>,
}

/// Whether the file is a plan of `keymove explore`.
pub fn is_plan(path: &Path) -> bool {
    let first = || -> io::Result<String> {
        let mut line = String::new();
        BufReader::new(File::open(path)?).read_line(&mut line)?;
        Ok(line)
    };
    first().is_ok_and(|line| line.starts_with(&format!("{{\"format\":\"{FORMAT}\"")))
}

/// Writes a plan with `units` units to the file `path`.
pub fn plan(wanted: &ExploreArgs, path: &Path, units: u32) -> io::Result<Status> {
    let what = &wanted.what;
    let given = &what.common().given;
    if !inputs::is_typed(given) && given.inputs.iter().any(|input| input == "-") {
        return Err(io::Error::other("--plan: expected files or a position; the units cannot read standard input"));
    }
    let explorer = Explorer::new(what);
    let (mut bases, mut variants) = (Vec::new(), 0u64);
    let status = each_problem(inputs::feed(given).map_err(io::Error::other)?, &mut |entry, problem| match Task::new(
        what,
        entry,
        problem,
        &explorer.cancelled,
    ) {
        Ok(task) => {
            bases.push(super::key(what, &task.base));
            variants = variants.saturating_add(task.space.len());
            Ok(Status::Good)
        }
        Err(refused) => {
            complain(refused.text());
            Ok(Status::BadInput)
        }
    })?;
    if bases.is_empty() {
        return Ok(status);
    }
    if variants > what.common().most {
        return Err(io::Error::other(format!("{variants} variants; use --most {variants} to explore all of them")));
    }
    let version = env!("CARGO_PKG_VERSION").to_string();
    let plan = Plan { format: FORMAT.to_string(), version, units, what: what.clone(), bases };
    let mut out = OutputPlace::find(path)?.begin()?;
    writeln!(out, "{}", serde_json::to_string(&plan)?)?;
    out.finish()?;
    complain(&format!("note: {variants} variants in {units} units\n"));
    Ok(status)
}

impl Plan {
    /// Reads a plan. Returns the plan and its hash.
    fn read(path: &Path) -> io::Result<(Plan, String)> {
        let text = fs::read_to_string(path).map_err(|error| said(path, error))?;
        let wrong = |why: &str| said(path, io::Error::other(why.to_string()));
        let plan: Plan = serde_json::from_str(&text).map_err(|_| wrong("the plan is damaged"))?;
        if plan.version != env!("CARGO_PKG_VERSION") {
            return Err(wrong(&format!(
                "the plan was made by keymove {}; make the plan again, or use that version",
                plan.version
            )));
        }
        let mut hash = Hash::default();
        hash.add(text.as_bytes());
        Ok((plan, hash.digits()))
    }

    /// Returns the numbers of the variants that unit `unit` judges, out of `all` variants of a base. The variants are
    /// cut into [`PIECES`] ranges for each unit, and range number `i` belongs to unit `i % units`, counted from 0.
    fn ranges(&self, unit: u32, all: u64) -> Vec<Range<u64>> {
        let (units, all) = (u64::from(self.units), u128::from(all));
        let pieces = u128::from(units * PIECES);
        let bound = |piece: u64| (all * u128::from(piece) / pieces) as u64;
        let of_unit = (0..PIECES).map(|i| i * units + u64::from(unit));
        of_unit.map(|piece| bound(piece)..bound(piece + 1)).filter(|range| !range.is_empty()).collect()
    }

    /// Returns an error if the plan was not made for this base.
    fn has_base(&self, task: &Task) -> io::Result<()> {
        match self.bases.contains(&super::key(&self.what, &task.base)) {
            true => Ok(()),
            false => Err(io::Error::other("the problems have changed since the plan was made; make the plan again")),
        }
    }
}

fn folder_of(plan: &Path, results: Option<&Path>) -> PathBuf {
    results.map_or_else(|| PathBuf::from(format!("{}.results", plan.display())), Path::to_path_buf)
}

fn file_of(folder: &Path, unit: u32) -> PathBuf {
    folder.join(format!("unit-{unit:05}.jsonl"))
}

/// Judges the variants of one unit of a plan, or prints the numbers of the units whose results are incomplete.
pub fn work(arguments: &UnitArgs) -> io::Result<Status> {
    let (mut plan, hash) = Plan::read(&arguments.plan)?;
    let folder = folder_of(&arguments.plan, arguments.results.as_deref());
    let Some(unit) = arguments.unit.filter(|_| !arguments.left) else {
        let mut out = io::stdout().lock();
        for unit in 1..=plan.units {
            let path = file_of(&folder, unit);
            if !path.is_file() || !Records::open(&path, &hash)?.is_complete {
                writeln!(out, "{unit}")?;
            }
        }
        return Ok(Status::Good);
    };
    let Some(unit) = u32::try_from(unit).ok().filter(|unit| (1..=plan.units).contains(unit)) else {
        let text = format!("there is no unit {unit}; expected a number from 1 to {}", plan.units);
        return Err(io::Error::other(text));
    };
    plan.what.common_mut().threads = arguments.threads;
    fs::create_dir_all(&folder).map_err(|error| said(&folder, error))?;
    let mut records = Records::open(&file_of(&folder, unit), &hash)?;
    if records.is_complete {
        return Ok(Status::Good);
    }
    let ranges = |_: &Task, all: u64| plan.ranges(unit - 1, all);
    let explorer = Explorer::new(&plan.what);
    // Refused bases were already reported when the plan was made.
    let status = explorer.each(Some(&mut records), &ranges, &mut |task, _, _| plan.has_base(task))?;
    if matches!(status, Status::Interrupted | Status::Internal) {
        return Ok(status);
    }
    records.complete()?;
    Ok(Status::Good)
}

/// Merges the results of all units: prints the output that one run would have printed.
pub fn merge(arguments: &MergeArgs) -> io::Result<Status> {
    let (mut plan, hash) = Plan::read(&arguments.plan)?;
    let folder = folder_of(&arguments.plan, None);
    let files: Vec<PathBuf> = match &arguments.results[..] {
        [] => (1..=plan.units).map(|unit| file_of(&folder, unit)).collect(),
        [one] if one.is_dir() => (1..=plan.units).map(|unit| file_of(one, unit)).collect(),
        files => files.to_vec(),
    };
    let (mut all, mut missing) = (Vec::new(), false);
    for path in &files {
        let records = if path.is_file() { Some(Records::open(path, &hash)?) } else { None };
        match records.filter(|records| records.is_complete) {
            Some(records) => all.push(records),
            None => {
                complain(&format!("error: {}: the results of the unit are missing or incomplete\n", path.display()));
                missing = true;
            }
        }
    }
    if missing {
        return Ok(Status::Again);
    }
    plan.what.common_mut().output = arguments.output.clone();
    let show = show(&plan.what)?;
    let (mut is_whole, mut found) = (true, Status::Good);
    let status = written(&plan.what, show, arguments.output.as_deref(), &mut |explorer, printer| {
        explorer.each(None, &|_, _| Vec::new(), &mut |task, end, place| {
            plan.has_base(task)?;
            if end.is_none() {
                return printer.unsound(task, place);
            }
            let key = super::key(&plan.what, &task.base);
            let chunks: Vec<Chunk> = all.iter().flat_map(|records| records.known(&key)).collect();
            if !left(slice::from_ref(&(0..task.space.len())), &chunks).is_empty() {
                complain(&format!("error: results of variants are missing\n --> {place}\n"));
                is_whole = false;
            }
            let total = Chunk::joined(&chunks);
            found = found.and(super::status_of(&total));
            printer.base(task, &total, place)
        })
    })?;
    Ok(if is_whole { status.and(found) } else { Status::Again })
}
