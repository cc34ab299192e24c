//! Many problems, one after the other in the output, several at a time in the work.

use super::args::{Beside, When, Work};
use super::formats::{Manner, Printer};
use super::one::{Solve, Solving};
use super::outcome::Done;
use super::progress::Display;
use super::result_writer::ResultWriter;
use super::resume::{Known, Records};
use super::status::Status;
use super::task::Task;
use super::work_queue::{Bounds, WorkQueue};
use super::{inputs, signals};
use crate::input::Entry;
use crate::mishap::{self, Places};
use crate::report::INTERNAL_ERROR;
use crate::solve::{Allowance, Crew, STACK_BYTES, Solver};
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Scope};

/// Problems taken and not yet printed, for each thread: so many are done again at most after a kill.
const AHEAD: usize = 8;
/// Bytes of finished work that may wait for its turn.
const WAITING_BYTES: usize = 2 << 20;
/// What solutions under work may take together without waiting for their turn.
const FREE_BYTES: usize = 2 << 20;
/// What all threads may remember for their bounds, however little memory there is.
const MEMO_BYTES: usize = 6 << 20;
/// Any solution may take so much, however little memory there is.
const LEAST_BYTES: usize = 5 << 20;

/// Runs a batch to its end; the status is the worst of its problems.
pub fn run(work: &Work, task: Task, beside: &Beside, places: Places) -> io::Result<Status> {
    run_with(work, task, beside, places, &Solver::solve)
}

/// The same with something else that solves.
pub fn run_with(work: &Work, task: Task, beside: &Beside, places: Places, solve: &Solve) -> io::Result<Status> {
    let (cancelled, begun) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    end_on_signal(cancelled.clone(), begun.clone());
    let feed = inputs::feed(&work.given).map_err(io::Error::other)?;
    let crew = Arc::new(Crew::new(usize::from(work.limits.threads)));
    let threads = crew.threads();
    let memory = usize::try_from(work.limits.memory << 20).unwrap_or(usize::MAX);
    let table_bytes = if work.limits.no_table { 0 } else { memory / 2 };
    can_be_had(table_bytes, work.limits.memory)?;
    let bounds = Bounds { problems: AHEAD * threads, bytes: WAITING_BYTES, table_bytes, threads };
    let display = Arc::new(Display::new());
    let manner = Manner { task, style: work.style(is_coloured(work)), reproducible: work.reproducible };
    let printer = work.format.printer(&manner);
    let telling = nanoseconds_to_tell_a_byte(&*printer, work);
    let writer = ResultWriter::open(work, task, beside, printer.clone(), display.clone())?;
    // From here on an interrupt does not end the program at once, but whatever is under way.
    begun.store(true, Ordering::Relaxed);
    let allowance = Allowance {
        most: memory / 8 * 3 + LEAST_BYTES,
        free: (FREE_BYTES / threads).max(1),
        thread: (memory / 8).max(MEMO_BYTES) / threads,
        telling,
        make_room: None,
    };
    let queue = Arc::new(WorkQueue::new(writer, cancelled.clone(), bounds));
    queue.clone().read(feed)?;
    let solving = Solving {
        work,
        task,
        solve,
        printer,
        allowance,
        limits: limits(work),
        display,
        crew,
        queue: queue.clone(),
        cancelled,
        places,
    };
    let run = Run { solving, at_work: AtomicUsize::new(0) };
    let begun = thread::scope(|scope| run.begin_thread(scope));
    let ended = queue.finish();
    begun.and(ended)
}

/// The first signal ends the search and prints what is known, the second ends the program; so does the first one before
/// there is anything to end.
fn end_on_signal(cancelled: Arc<AtomicBool>, begun: Arc<AtomicBool>) {
    signals::at_each(move || {
        if cancelled.swap(true, Ordering::Relaxed) || !begun.load(Ordering::Relaxed) {
            std::process::exit(i32::from(Status::Interrupted as u8));
        }
    });
}

/// Tables are made when they are needed; whether the system gives so much is asked before anything begins.
fn can_be_had(bytes: usize, megabytes: u64) -> io::Result<()> {
    let mut whole: Vec<u8> = Vec::new();
    whole.try_reserve_exact(bytes).map_err(|_| {
        io::Error::other(format!("--memory {megabytes}: there is not so much (one half is for tables); expected less"))
    })
}

/// The limits that decide what is left undecided.
fn limits(work: &Work) -> String {
    format!("{:?} {} {:?}", work.limits.time, work.limits.memory, work.limits.max_solutions)
}

/// How long telling a solution takes, for each byte of its tree, as measured.
fn nanoseconds_to_tell_a_byte(printer: &dyn Printer, work: &Work) -> u64 {
    // The file of results is JSON.
    printer.nanoseconds_a_byte() + if work.resume.is_some() { 20 } else { 0 }
}

fn is_coloured(work: &Work) -> bool {
    match work.color {
        When::Always => true,
        When::Never => false,
        When::Auto => work.output.is_none() && io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

struct Run<'a> {
    solving: Solving<'a>,
    at_work: AtomicUsize,
}

impl Run<'_> {
    fn begin_thread<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) -> io::Result<()> {
        self.at_work.fetch_add(1, Ordering::Relaxed);
        thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || self.work(scope)).map(|_| ())
    }

    /// Problem after problem; each thread brings in the next one as long as there is more to do. What panics here is not
    /// a problem: it ends the run, but not without an orderly end.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let Solving { queue, places, .. } = &self.solving;
        if let Err(panic) = mishap::caught(|| self.work_on(scope)) {
            queue.fail(io::Error::other(format!("{INTERNAL_ERROR}: {}", places.tell(&*panic))));
        }
    }

    fn work_on<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let Solving { queue, crew, display, limits, .. } = &self.solving;
        let mut is_alone = true;
        while let Some((job, more)) = queue.take(&|entry| self.solving.key(entry), limits, &recalled) {
            if more && std::mem::take(&mut is_alone) && self.at_work.load(Ordering::Relaxed) < crew.threads() {
                // Fewer threads only take longer.
                let _ = self.begin_thread(scope);
            }
            let number = job.number;
            let seat = crew.take();
            let done = self.solving.one(&job);
            drop(seat);
            queue.put(number, done, job.table_bytes);
            display.end(number);
        }
    }
}

/// What the file of results says of a problem. `in_full`: also what was said of it.
fn recalled(entry: &Entry, known: Known, records: &Records, in_full: bool) -> Done {
    let named = |(i, name): (usize, &String)| (known.kinds >> i & 1 == 1).then(|| name.clone());
    let kinds = records.kinds.iter().enumerate().filter_map(named).collect();
    let messages = if in_full { records.messages(&known) } else { Vec::new() };
    Done { status: known.status, kinds, messages, from_before: true, ..Done::at(entry) }
}

#[cfg(test)]
#[path = "batch_tests.rs"]
mod tests;
