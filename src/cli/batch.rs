//! Many problems, one after the other in the output, several at a time in the work.

use super::Status;
use super::args::{OutputFormat, When, Work};
use super::check::{Verdicts, verdict_line};
use super::machine;
use super::progress::Display;
use super::sources::{Sources, open};
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::{self, TextStyle};
use crate::solution::{Cut, Judgement, Solution, Verdict, judge, settings_for_check};
use crate::solve::{Outcome, Solver};
use rayon::prelude::*;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is wanted of each problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    Solve,
    Check { verbose: bool, allow_duals: bool },
}

/// What came of one problem, ready for printing.
struct Done {
    out: String,
    err: String,
    status: Status,
}

/// Problems taken in hand at a time.
const CHUNK: usize = 64;
/// Faulty problems that are shown; of the rest only the number is told.
const SHOWN_FAULTS: usize = 200;
/// Search goes down one stack frame a half-move or two, and series may have hundreds.
const STACK_BYTES: usize = 256 << 20;

pub fn run(work: &Work, task: Task) -> io::Result<Status> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = cancelled.clone();
    // The first interrupt ends the search and prints what is known, the second ends the program.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(work.limits.threads))
        .stack_size(STACK_BYTES)
        .build()
        .map_err(io::Error::other)?;
    pool.install(|| Run::new(work, task, cancelled).all())
}

struct Run<'a> {
    work: &'a Work,
    task: Task,
    solver: Solver,
    display: Display,
    color: bool,
    faults: usize,
    verdicts: Verdicts,
}

impl<'a> Run<'a> {
    fn new(work: &'a Work, task: Task, cancelled: Arc<AtomicBool>) -> Run<'a> {
        let solver = Solver {
            table_bytes: match work.limits.no_table {
                true => 0,
                false => usize::try_from(work.limits.memory << 20).unwrap_or(usize::MAX),
            },
            time: work.limits.time,
            max_solutions: work.limits.max_solutions,
            bounds: !work.limits.no_bound,
            checks_only: !work.limits.no_checks_only,
            bitboards: !work.limits.no_bitboards,
            cancelled,
            ..Solver::default()
        };
        let color = match work.color {
            When::Always => true,
            When::Never => false,
            When::Auto => work.output.is_none() && io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        let display = Display::new(solver.progress.clone());
        Run { work, task, solver, display, color, faults: 0, verdicts: Verdicts::default() }
    }

    fn all(mut self) -> io::Result<Status> {
        let mut out: Box<dyn Write + Send> = match &self.work.output {
            Some(path) => Box::new(BufWriter::new(
                std::fs::File::create(path)
                    .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?,
            )),
            None => Box::new(BufWriter::new(io::stdout())),
        };
        let mut status = Status::Good;
        match Sources::new(self.work) {
            Err(message) => return Err(io::Error::other(message)),
            Ok(Sources::Typed(entry)) => {
                let done = self.one(&entry);
                status = status.and(self.print(done, &mut out)?);
            }
            Ok(Sources::Files(names)) => {
                for name in names {
                    status = status.and(self.file(&name, &mut out)?);
                    if self.solver.cancelled.load(Ordering::Relaxed) {
                        break;
                    }
                }
            }
        }
        if self.faults > SHOWN_FAULTS {
            eprintln!("error: {} more faulty problems are not shown", self.faults - SHOWN_FAULTS);
        }
        if self.task != Task::Solve && self.work.format == OutputFormat::Text {
            write!(out, "{}", self.verdicts)?;
        }
        out.flush()?;
        Ok(status)
    }

    fn file(&mut self, name: &str, out: &mut impl Write) -> io::Result<Status> {
        let mut status = Status::Good;
        let complain = |error: io::Error| {
            eprintln!("error: {name}: {error}");
            Status::BadInput
        };
        let mut reader = match open(name) {
            Ok(reader) => reader,
            Err(error) => return Ok(complain(error)),
        };
        let mut found = false;
        loop {
            let mut chunk = Vec::new();
            let mut failed = false;
            while chunk.len() < CHUNK {
                match reader.next_entry() {
                    Ok(Some(entry)) => chunk.push(entry),
                    Ok(None) => break,
                    Err(error) => {
                        status = status.and(complain(error));
                        failed = true;
                        break;
                    }
                }
            }
            if chunk.is_empty() {
                break;
            }
            found = true;
            let done: Vec<Done> = chunk.par_iter().map(|entry| self.one(entry)).collect();
            for done in done {
                status = status.and(self.print(done, out)?);
            }
            out.flush()?;
            if failed || self.solver.cancelled.load(Ordering::Relaxed) {
                break;
            }
        }
        if !found && status == Status::Good {
            eprintln!("error: {name}: there is no problem in it");
            status = Status::BadInput;
        }
        Ok(status)
    }

    fn print(&mut self, done: Done, out: &mut impl Write) -> io::Result<Status> {
        self.verdicts.count(done.status);
        if done.status == Status::BadInput {
            self.faults += 1;
        }
        if !done.err.is_empty() && self.faults <= SHOWN_FAULTS {
            self.display.suspend(|| {
                // Nobody may be listening; the status says it too.
                let _ = io::stderr().write_all(done.err.as_bytes());
            });
        }
        out.write_all(done.out.as_bytes())?;
        Ok(done.status)
    }

    /// Solves one problem and tells it.
    fn one(&self, entry: &Entry) -> Done {
        // What will not be shown need not be made.
        let shown = if self.faults <= SHOWN_FAULTS { &entry.diagnostics[..] } else { &[] };
        let err: String = shown.iter().map(|diagnostic| diagnostic.render(&entry.source)).collect();
        let faulty = |err: String, message: &str| {
            let out = match (self.work.format, self.task) {
                (OutputFormat::Jsonl, _) => machine::faulty(entry, message) + "\n",
                (OutputFormat::Popeye, Task::Solve) => "\nproblem ignored\n\nsolution finished.\n".to_string(),
                (_, Task::Check { .. }) => verdict_line(entry, None, message, false, self.color),
                (OutputFormat::Text, Task::Solve) => String::new(),
            };
            Done { out, err, status: Status::BadInput }
        };
        let Some(problem) = entry.sound_problem() else { return faulty(err, "the problem cannot be read") };
        let problem = self.as_wanted(problem);
        let outcome = match self.solver.solve(&problem) {
            Ok(outcome) => outcome,
            Err(error) => {
                let (line, _) = entry.source.line_and_column(0);
                let err = format!("{err}error: {error}\n --> {}:{line}\n", entry.source.name);
                return faulty(err, &error.to_string());
            }
        };
        self.display.problem_done();
        let mut judgement = judge(&problem, &outcome.solution);
        if matches!(self.task, Task::Check { allow_duals: true, .. }) {
            judgement = judgement.allowing_duals(&outcome.solution);
        }
        let status = self.status(&judgement, &outcome.solution);
        let err = if self.work.limits.stats {
            let (line, _) = entry.source.line_and_column(0);
            format!("{err}{}:{line}: {}", entry.source.name, outcome.stats)
        } else {
            err
        };
        Done { out: self.told(entry, &problem, &outcome, &judgement), err, status }
    }

    /// Variations are shown where people or programs read the whole tree; in Popeye's format as the options say.
    fn as_wanted(&self, problem: &Problem) -> Problem {
        match (self.task, self.work.format) {
            (Task::Solve, OutputFormat::Popeye) => problem.clone(),
            _ => settings_for_check(problem),
        }
    }

    fn told(&self, entry: &Entry, problem: &Problem, outcome: &Outcome, judgement: &Judgement) -> String {
        match (self.work.format, self.task) {
            (OutputFormat::Jsonl, _) => {
                machine::solved(entry, problem, outcome, judgement, self.work.reproducible) + "\n"
            }
            (_, Task::Check { verbose, .. }) => {
                verdict_line(entry, Some((problem, &outcome.solution, judgement)), "", verbose, self.color)
            }
            (OutputFormat::Popeye, Task::Solve) => report::popeye_text(&outcome.solution),
            (OutputFormat::Text, Task::Solve) => {
                report::text(problem, &outcome.solution, &TextStyle { color: self.color, ..TextStyle::default() })
            }
        }
    }

    fn status(&self, judgement: &Judgement, solution: &Solution) -> Status {
        match self.task {
            Task::Check { .. } => Status::from(judgement.verdict),
            Task::Solve => {
                let cut = |cut: &Option<Cut>| matches!(cut, Some(Cut::Time | Cut::Interrupted | Cut::MaxSolutions));
                if judgement.verdict == Verdict::Invalid {
                    Status::BadInput
                } else if solution.twins.iter().any(|twin| cut(&twin.cut)) {
                    Status::Undecided
                } else {
                    Status::Good
                }
            }
        }
    }
}
