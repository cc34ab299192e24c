//! `keymove work`: one unit of a plan.

use super::plan::{Plan, Unit};
use super::results::{place, unit_of};
use super::unit_feed::UnitFeed;
use super::unit_writer::{Opened, UnitWriter};
use crate::cli::args::UnitWork;
use crate::cli::batch::Batch;
use crate::cli::destination::Destination;
use crate::cli::formats::Manner;
use crate::cli::status::{Status, complain};
use crate::mishap::Places;
use crate::solve::Solver;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Works on a unit, unless its results are there, or says which units are left.
///
/// # Errors
///
/// The plan cannot be read, or its problems have changed.
pub fn work(arguments: &UnitWork, places: Places) -> io::Result<Status> {
    let mut plan = Plan::read(&arguments.plan)?;
    let folder = arguments.results.clone().unwrap_or_else(|| folder_of(&arguments.plan));
    let Some(number) = arguments.unit.filter(|_| !arguments.left) else { return tell_left(&plan, &folder) };
    let Some(unit) = number.checked_sub(1).and_then(|i| plan.units.get(i)).cloned() else {
        return Err(io::Error::other(format!("there is no unit {number}; the plan has {}", plan.units.len())));
    };
    UnitFeed::is_as_planned(&plan, &unit)?;
    let writer = match UnitWriter::open(&folder, &plan, &unit)? {
        Opened::Open(writer) => writer,
        Opened::Done => return Ok(Status::Good),
        Opened::Taken => {
            complain(&format!("note: unit {number}: another run is at work on it\n"));
            return Ok(Status::Again);
        }
    };
    plan.head.work.limits.threads = arguments.threads;
    run(&plan, &unit, writer, places)
}

/// Where results are, if nothing else is said.
pub fn folder_of(plan: &Path) -> PathBuf {
    PathBuf::from(format!("{}.results", plan.display()))
}

fn run(plan: &Plan, unit: &Unit, writer: Box<UnitWriter>, places: Places) -> io::Result<Status> {
    let (work, task) = (&plan.head.work, plan.head.task);
    let printer = work.format.printer(&Manner { task, style: work.style(false), reproducible: work.reproducible });
    let batch = Batch { work, task, printer, places, solve: &Solver::solve };
    batch.run(|| UnitFeed::new(plan, unit), |_| Ok(writer as Box<dyn Destination>))
}

fn tell_left(plan: &Plan, folder: &Path) -> io::Result<Status> {
    let mut out = io::stdout().lock();
    for unit in 1..=plan.units.len() {
        if !unit_of(&place(folder, unit, false), plan).is_ok_and(|found| found == unit) {
            writeln!(out, "{unit}")?;
        }
    }
    Ok(Status::Good)
}
