//! Solves many problems in one run, several of them at the same time. The output keeps the order of the input.

use super::args::{SideOutputArgs, SolveArgs, UseColor};
use super::console::enable_colors;
use super::destination::Destination;
use super::diagram::WITHOUT_PNG;
use super::formats::Printer;
use super::one::{Solve, Solving};
use super::problems::InputItem;
use super::progress::Display;
use super::result_formatter::ResultFormatter;
use super::result_writer::ResultWriter;
use super::status::Status;
use super::task::RunTask;
use super::work_queue::{Bounds, WorkQueue};
use super::{inputs, signals};
use crate::mishap::{self, PanicPlaces};
use crate::pool::Pool;
use crate::problem::Options;
use crate::report::{BoardStyle, INTERNAL_ERROR};
use crate::solve::{Allowance, STACK_BYTES, Solver, Technique, Threads};
use crate::syntax;
use std::io::{self, IsTerminal};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Number of problems per thread that threads may have taken although their results are not printed yet. After a kill,
/// at most this number of problems per thread has to be solved again.
const AHEAD: usize = 8;
/// Bytes of output of finished problems that may wait until earlier problems are printed.
const WAITING_BYTES: usize = 2 << 20;
/// Bytes that all solutions in progress may take together, in equal shares. A solution that exceeds its share has to
/// wait until all earlier problems are printed.
const FREE_BYTES: usize = 2 << 20;
/// The least memory in bytes for tables of lower bounds, for all threads together, even if `--memory` is smaller.
const MEMO_BYTES: usize = 6 << 20;
/// The least memory in bytes for enumerated final positions, for all threads together, even if `--memory` is smaller.
const POOL_BYTES: usize = 4 << 20;
/// The least memory in bytes for solving one problem, even if `--memory` is smaller.
const LEAST_BYTES: usize = 5 << 20;

/// Solves all problems of a run and returns the worst exit status of a problem.
pub fn run(work: &SolveArgs, task: RunTask, beside: &SideOutputArgs, places: PanicPlaces) -> io::Result<Status> {
    run_with(work, task, beside, places, &Solver::solve_with)
}

/// Like [`run`], but calls the function `solve` instead of the solver, for tests.
pub fn run_with(
    work: &SolveArgs,
    task: RunTask,
    beside: &SideOutputArgs,
    places: PanicPlaces,
    solve: &Solve,
) -> io::Result<Status> {
    let render_options = work.render_options(task, is_coloured(work));
    let printer = work.format.printer(&render_options);
    let board = render_options.style.board;
    if board.is_picture() && !printer.has_pictures() {
        let message = "--diagram: only --format markdown can contain pictures; use `keymove diagram` for picture files";
        return Err(io::Error::other(message));
    }
    if board == BoardStyle::Png && !cfg!(feature = "png") {
        return Err(io::Error::other(WITHOUT_PNG));
    }
    if let Some(option) = work.output.as_deref().and_then(Path::to_str)
        && syntax::options(option, &mut Options::default()).is_empty()
    {
        let message = format!("--output {option}: expected a file; to set the option {option}, use `-O {option}`");
        return Err(io::Error::other(message));
    }
    let read = || inputs::feed(&work.given).map_err(io::Error::other);
    let open = |display| {
        let writer = ResultWriter::open(work, task, beside, printer.clone(), display, &[])?;
        Ok(Box::new(writer) as Box<dyn Destination>)
    };
    BatchRun { work, task, printer: printer.clone(), places, solve, heeds_signals: true }.run(read, open)
}

/// The settings of a run that solves many problems.
pub struct BatchRun<'a> {
    pub work: &'a SolveArgs,
    pub task: RunTask,
    pub printer: Arc<dyn Printer>,
    pub places: PanicPlaces,
    pub solve: &'a Solve,
    /// Whether this run handles signals: the first signal ends the search, and the results found until then are
    /// printed. If not, the caller handles signals.
    pub heeds_signals: bool,
}

impl BatchRun<'_> {
    /// Solves the problems of the input that `read` opens, and passes the results to the destination that `open` opens.
    /// Returns the exit status.
    pub fn run<Feed: Iterator<Item = InputItem> + Send + 'static>(
        self,
        read: impl FnOnce() -> io::Result<Feed>,
        open: impl FnOnce(Arc<Display>) -> io::Result<Box<dyn Destination>>,
    ) -> io::Result<Status> {
        let BatchRun { work, task, printer, places, solve, heeds_signals } = self;
        let (cancelled, begun) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        if heeds_signals {
            end_on_signal(cancelled.clone(), begun.clone());
        }
        let feed = read()?;
        let threads = Arc::new(Threads::new(usize::from(work.limits.threads)));
        let number = threads.number();
        let memory = usize::try_from(work.limits.memory << 20).unwrap_or(usize::MAX);
        let table_bytes = if work.limits.techniques().has(Technique::Table) { memory / 2 } else { 0 };
        can_be_had(table_bytes, work.limits.memory)?;
        let bounds = Bounds { problems: AHEAD * number, bytes: WAITING_BYTES, table_bytes, threads: number };
        let display = Arc::new(Display::new());
        let destination = open(display.clone())?;
        // From now on, the first interrupt ends the searches instead of the program.
        begun.store(true, Ordering::Relaxed);
        let allowance = Allowance {
            most: memory / 8 * 3 + LEAST_BYTES,
            free: (FREE_BYTES / number).max(1),
            thread: (memory / 8).max(MEMO_BYTES) / number,
            pool: Arc::new(Pool::of_bytes((memory / 16).max(POOL_BYTES))),
            nanoseconds_per_byte: measured_nanoseconds_per_byte(&*printer, work),
            make_room: None,
        };
        let result_formatter = ResultFormatter {
            task,
            printer,
            most_made: allowance.free / 8,
            is_recorded: work.resume.is_some(),
            limits: work.limits.decisive(),
            stats: work.limits.stats,
            allow_unverified: work.limits.allow_unverified,
            themes: work.themes.clone(),
        };
        let queue = Arc::new(WorkQueue::new(destination, cancelled.clone(), bounds));
        let reading = queue.clone().read(feed)?;
        let queued = queue.clone();
        let solving = Solving {
            work,
            formatter: result_formatter,
            solve,
            allowance,
            display,
            threads,
            queue: queued,
            cancelled,
            places,
        };
        let begun = work_with(&solving, number);
        let ended = queue.finish();
        reading.end_if_it_has();
        begun.and(ended)
    }
}

/// Installs the signal handler. The first signal sets `cancelled`, which ends the searches; the run then prints the
/// results found until then. The second signal ends the program. Before `begun` is set, the first signal ends the
/// program, too.
fn end_on_signal(cancelled: Arc<AtomicBool>, begun: Arc<AtomicBool>) {
    signals::at_each(move || {
        if cancelled.swap(true, Ordering::Relaxed) || !begun.load(Ordering::Relaxed) {
            std::process::exit(i32::from(Status::Interrupted as u8));
        }
    });
}

/// Returns an error if the system cannot allocate `bytes` for tables. Tables are allocated only when they are needed,
/// so this is tested when the run starts. `megabytes` is the value of `--memory`, for the message.
fn can_be_had(bytes: usize, megabytes: u64) -> io::Result<()> {
    let mut whole: Vec<u8> = Vec::new();
    whole.try_reserve_exact(bytes).map_err(|_| {
        io::Error::other(format!(
            "--memory {megabytes}: too large: the tables take half of it, and the system cannot allocate that much; \
             use a smaller value"
        ))
    })
}

/// Returns how long it takes to print a solution, as measured: nanoseconds per byte that the solution occupies in
/// memory.
fn measured_nanoseconds_per_byte(printer: &dyn Printer, work: &SolveArgs) -> u64 {
    // The result file of `--resume` is JSON.
    printer.nanoseconds_a_byte() + if work.resume.is_some() { 20 } else { 0 }
}

fn is_coloured(work: &SolveArgs) -> bool {
    match work.color {
        UseColor::Always => {
            enable_colors();
            true
        }
        UseColor::Never => false,
        UseColor::Auto => {
            let is_wanted = work.output.is_none() && std::env::var_os("NO_COLOR").is_none();
            is_wanted && io::stdout().is_terminal() && enable_colors()
        }
    }
}

/// Solves all problems of the queue on at most `most` threads, and joins the threads. Begins with one thread, and adds
/// one whenever the newest thread reports that more problems follow. If the system cannot create a thread, the run only
/// takes longer.
fn work_with(solving: &Solving<'_>, most: usize) -> io::Result<()> {
    let (ask, asked) = mpsc::channel();
    thread::scope(|scope| {
        let begin = || {
            let ask = ask.clone();
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || work(solving, &ask))
        };
        let mut begun = vec![begin()?];
        while begun.len() < most && asked.recv() == Ok(true) {
            let Ok(thread) = begin() else { break };
            begun.push(thread);
        }
        // A scope waits for the work of its threads, but not until they have ended. Some systems then free a large
        // stack too early (glibc, bug 19951), so each thread is joined.
        begun.into_iter().for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        Ok(())
    })
}

/// Solves one problem of the queue after another on this thread. When it has taken its first problem, sends on `ask`
/// whether more problems follow. When it ends, sends `false`. A panic outside of the solving of a problem ends the run
/// with an error.
fn work(solving: &Solving<'_>, ask: &Sender<bool>) {
    let worked = mishap::caught(|| {
        let mut is_first = true;
        let here = Arc::default();
        while let Some((job, more)) = solving.queue.take(&|entry| solving.key(entry)) {
            if std::mem::take(&mut is_first) {
                let _ = ask.send(more);
            }
            let number = job.number;
            let done = solving.one(&job, &here);
            solving.queue.put(number, done, job.table_bytes);
            solving.display.end(number);
        }
    });
    if let Err(panic) = worked {
        solving.queue.fail(io::Error::other(format!("{INTERNAL_ERROR}: {}", solving.places.description(&*panic))));
    }
    let _ = ask.send(false);
}

#[cfg(test)]
#[path = "batch_tests.rs"]
mod tests;
