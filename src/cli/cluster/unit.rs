//! `keymove work`: runs one unit of a plan.

use super::parts::{PartMoves, PartWriter};
use super::plan::{Plan, WorkUnit};
use super::result_file::Opened;
use super::results::{place, unit_of};
use super::unit_feed::UnitFeed;
use super::unit_writer::UnitWriter;
use crate::cli::args::UnitArgs;
use crate::cli::batch::BatchRun;
use crate::cli::destination::Destination;
use crate::cli::one::Solve;
use crate::cli::status::{Status, complain};
use crate::mishap::PanicPlaces;
use crate::problem::Problem;
use crate::solve::{Control, Solver};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs a unit, or prints the numbers of the units without complete results. Does nothing if the results of the unit
/// are complete.
///
/// # Errors
///
/// Returns an error if the plan cannot be read or its problems have changed.
pub fn work(arguments: &UnitArgs, places: PanicPlaces) -> io::Result<Status> {
    let mut plan = Plan::read(&arguments.plan)?;
    let folder = arguments.results.clone().unwrap_or_else(|| folder_of(&arguments.plan));
    let Some(number) = arguments.unit.filter(|_| !arguments.left) else { return print_remaining(&plan, &folder) };
    let Some(unit) = number.checked_sub(1).and_then(|i| plan.units.get(i)).cloned() else {
        return Err(io::Error::other(format!(
            "there is no unit {number}; expected a number from 1 to {}",
            plan.units.len()
        )));
    };
    UnitFeed::is_as_planned(&plan, &unit)?;
    plan.head.work.limits.threads = arguments.threads;
    let run = UnitRun { plan: &plan, unit: &unit, places };
    let done = match unit.part {
        None => UnitWriter::open(&folder, &plan, &unit)?.map(|writer| run.problems(writer)),
        Some(part) => {
            let moves = PartMoves::open(&folder, &plan, (&unit, part), !arguments.no_shared_facts)?;
            moves.map(|moves| run.part(moves))
        }
    };
    match done {
        Ok(status) => status,
        Err(Opened::Taken) => {
            complain(&format!("note: unit {number}: another run is already working on it\n"));
            Ok(Status::Again)
        }
        Err(_) => Ok(Status::Good),
    }
}

/// Returns the default folder for the results of a plan.
pub fn folder_of(plan: &Path) -> PathBuf {
    PathBuf::from(format!("{}.results", plan.display()))
}

struct UnitRun<'a> {
    plan: &'a Plan,
    unit: &'a WorkUnit,
    places: PanicPlaces,
}

impl UnitRun<'_> {
    /// Solves the problems of a unit that consists of undivided problems.
    fn problems(self, writer: UnitWriter) -> io::Result<Status> {
        self.batch(&Solver::solve_with, Box::new(writer))
    }

    /// Solves the part of a unit that consists of one part of a divided problem.
    fn part(self, moves: PartMoves) -> io::Result<Status> {
        let moves = Arc::new(moves);
        let writer = PartWriter::new(moves.clone());
        let solve = move |solver: &Solver, problem: &Problem, control: &Control| {
            let outcome = Solver { first_moves: Some(moves.clone()), listener: None, ..solver.clone() }
                .solve_with(problem, control)?;
            moves.end(&outcome);
            Ok(outcome)
        };
        self.batch(&solve, Box::new(writer))
    }

    fn batch(self, solve: &Solve, destination: Box<dyn Destination>) -> io::Result<Status> {
        let UnitRun { plan, unit, places } = self;
        let (work, task) = (&plan.head.work, plan.head.task);
        let printer = work.format.printer(&work.render_options(task, false));
        let batch = BatchRun { work, task, printer, places, solve, heeds_signals: true };
        batch.run(|| UnitFeed::new(plan, unit), |_| Ok(destination))
    }
}

fn print_remaining(plan: &Plan, folder: &Path) -> io::Result<Status> {
    let mut out = io::stdout().lock();
    for unit in 1..=plan.units.len() {
        if !unit_of(&place(folder, unit, false), plan).is_ok_and(|found| found == unit) {
            writeln!(out, "{unit}")?;
        }
    }
    Ok(Status::Good)
}
