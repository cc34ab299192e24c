//! Searches in a thread of their own, while Python waits without its lock, hears signals and shows progress.

use crate::arguments::{ProblemArgument, Settings};
use crate::errors::{internal_error, solve_error};
use crate::problem::Problem;
use crate::solution::{Found, Solution};
use keymove::{Checked, Run, SolveError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long the calling thread waits before it looks for signals.
const PATIENCE: Duration = Duration::from_millis(50);
/// The time between two calls of a progress function.
const PROGRESS: Duration = Duration::from_millis(100);

/// Solves a problem with all its twins.
///
/// The problem may be a text. `time` (in seconds) and `memory` (in megabytes) limit the search, `max_solutions` the
/// solutions of each phase; a solution that a limit cuts is not `is_complete`. `threads` is the number of threads, by
/// default that of the cores. Without `variations`, only threats follow a key unless the problem has the option
/// `Variation`. `progress` is called ten times a second with a `Progress`; an exception in it ends the search.
///
/// Other Python threads run meanwhile, and may solve too. Ctrl-C raises `KeyboardInterrupt`. Raises `ParseError`, or
/// `SolveError` if conditions, pieces and options cannot be combined.
///
/// >>> import keymove
/// >>> solution = keymove.solve('7k/8/5K2/8/8/8/8/6R1 w - - stip "#2";', time=10)
/// >>> [str(key) for key in solution.keys]
/// ['Kf7']
#[pyfunction]
#[pyo3(
    signature = (problem, **settings),
    text_signature = "(problem, *, time=None, memory=None, threads=None, max_solutions=None, variations=True, \
        progress=None)"
)]
pub fn solve(py: Python<'_>, problem: ProblemArgument, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Solution> {
    let known = ["time", "memory", "threads", "max_solutions", "variations", "progress"];
    let settings = Settings::read(settings, &known)?;
    Task::begin(py, problem.problem(py)?, &settings, Work::Solve)?.finish(py, settings.progress.as_ref())
}

/// Solves a problem and compares the solution with the author's, or else with the convention: one key, one solution.
///
/// The result has a verdict and findings: cooks, short solutions, duals, differences from the author's solution. With
/// `allow_duals`, duals are only noted. The other arguments are those of `solve`; variations are always solved. A
/// problem that a limit cuts is `undecided`, unless a fault was found before.
///
/// >>> import keymove
/// >>> keymove.check('7k/5K2/8/8/8/8/R7/R7 w - - stip "#1";').verdict
/// 'unsound'
#[pyfunction]
#[pyo3(
    signature = (problem, **settings),
    text_signature = "(problem, *, time=None, memory=None, threads=None, max_solutions=None, allow_duals=False, \
        progress=None)"
)]
pub fn check(py: Python<'_>, problem: ProblemArgument, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Solution> {
    let known = ["time", "memory", "threads", "max_solutions", "allow_duals", "progress"];
    let settings = Settings::read(settings, &known)?;
    let work = Work::Check { allow_duals: settings.allow_duals };
    Task::begin(py, problem.problem(py)?, &settings, work)?.finish(py, settings.progress.as_ref())
}

/// Starts a search and returns an iterator over its solutions, which yields each as soon as it is found.
///
/// The arguments are those of `solve`.
///
/// >>> import keymove
/// >>> for found in keymove.search('7k/5K1p/8/8/8/8/8/7R b - - stip "h#1";'):
/// ...     print(found)
/// h5 Rxh5#
/// h6 Rxh6#
#[pyfunction]
#[pyo3(
    signature = (problem, **settings),
    text_signature = "(problem, *, time=None, memory=None, threads=None, max_solutions=None, variations=True)"
)]
pub fn search(py: Python<'_>, problem: ProblemArgument, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Search> {
    let known = ["time", "memory", "threads", "max_solutions", "variations"];
    let settings = Settings::read(settings, &known)?;
    let task = Task::begin(py, problem.problem(py)?, &settings, Work::Search)?;
    Ok(Search { run: task.run.clone(), state: Mutex::new(State::Running(task)) })
}

/// How far a search is.
///
/// >>> import keymove
/// >>> seen = []
/// >>> solution = keymove.solve('7k/8/5K2/8/8/8/8/6R1 w - - stip "#2";', progress=seen.append)
/// >>> seen[-1]
/// <Progress play: 21 of 21 first moves>
#[pyclass(frozen, eq, module = "keymove")]
#[derive(PartialEq)]
pub struct Progress {
    /// The twin and the phase that are being solved, such as `b) set play`.
    #[pyo3(get)]
    phase: String,
    /// Number of first moves of the phase that have been searched.
    #[pyo3(get)]
    judged: usize,
    /// Number of first moves of the phase; 0 until it is known.
    #[pyo3(get)]
    first_moves: usize,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let phase = if self.phase.is_empty() { String::new() } else { format!("{}: ", self.phase) };
        format!("<Progress {phase}{} of {} first moves>", self.judged, self.first_moves)
    }
}

fn progress_of(run: &Run) -> Progress {
    let keymove::RunProgress { phase, judged, first_moves } = run.progress();
    Progress { phase, judged, first_moves }
}

#[derive(Clone, Copy)]
enum Work {
    Solve,
    Check {
        allow_duals: bool,
    },
    /// Like `Solve`, and sends what it finds.
    Search,
}

/// A message from the thread of the search.
enum Event {
    Found(keymove::Found),
    Done(Box<Result<Outcome, SolveError>>),
    /// The search failed with this message.
    Failed(String),
}

struct Outcome {
    solution: keymove::Solution,
    checked: Option<Checked>,
    seconds: f64,
}

/// A search that runs in its own thread.
struct Task {
    problem: Py<Problem>,
    run: Arc<Run>,
    events: Receiver<Event>,
}

impl Drop for Task {
    /// Ends the search if nothing waits for it any longer.
    fn drop(&mut self) {
        self.run.cancel();
    }
}

impl Task {
    fn begin(py: Python<'_>, problem: Py<Problem>, settings: &Settings, work: Work) -> PyResult<Task> {
        let run = Arc::new(settings.solver.run(problem.get().inner()));
        let (sender, events) = mpsc::channel();
        let (running, found) = (run.clone(), sender.clone());
        let search = move || {
            let result = catch_unwind(AssertUnwindSafe(|| done(&running, work, found)));
            let event = match result {
                Ok(result) => Event::Done(Box::new(result)),
                Err(panic) => Event::Failed(message(&*panic)),
            };
            // Nothing receives it if the caller has given up.
            let _ = sender.send(event);
        };
        let named = thread::Builder::new().name("keymove".to_string());
        py.detach(|| named.spawn(search)).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Task { problem, run, events })
    }

    /// Waits for the next event, and calls `progress` meanwhile. Returns an exception if a signal or `progress` raises
    /// one.
    fn next(&mut self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<Event> {
        let mut shown = Instant::now();
        loop {
            let events = &mut self.events;
            let event = py.detach(move || events.recv_timeout(PATIENCE));
            py.check_signals()?;
            match event {
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(internal_error(py, "the search ended without a result"));
                }
            }
            if let Some(progress) = progress.filter(|_| shown.elapsed() >= PROGRESS) {
                shown = Instant::now();
                progress.call1(py, (progress_of(&self.run),))?;
            }
        }
    }

    /// Waits for the end of the search.
    fn finish(mut self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<Solution> {
        loop {
            let event = self.next(py, progress)?;
            if matches!(event, Event::Found(_)) {
                continue;
            }
            if let Some(progress) = progress {
                progress.call1(py, (progress_of(&self.run),))?;
            }
            return self.solution(py, event);
        }
    }

    fn solution(&self, py: Python<'_>, event: Event) -> PyResult<Solution> {
        match event {
            Event::Done(result) => match *result {
                Ok(Outcome { solution, checked, seconds }) => Ok(Solution {
                    problem: self.problem.clone_ref(py),
                    solution: Arc::new(solution),
                    checked,
                    nodes: self.run.nodes(),
                    seconds,
                }),
                Err(error) => Err(solve_error(py, &self.problem.get().parsed, &error)),
            },
            Event::Failed(message) => Err(internal_error(py, &message)),
            Event::Found(_) => Err(internal_error(py, "the search is not over")),
        }
    }
}

fn done(run: &Run, work: Work, found: mpsc::Sender<Event>) -> Result<Outcome, SolveError> {
    let started = Instant::now();
    let (solution, checked) = match work {
        Work::Solve => (run.solve()?, None),
        Work::Search => (run.solve_with(move |part| drop(found.send(Event::Found(part))))?, None),
        Work::Check { allow_duals } => {
            let checked = run.check()?;
            let checked = if allow_duals { checked.allowing_duals() } else { checked };
            (checked.solution.clone(), Some(checked))
        }
    };
    Ok(Outcome { solution, checked, seconds: started.elapsed().as_secs_f64() })
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("the search failed").to_string()
}

/// A running search, an iterator over what it finds.
///
/// After the last solution, `result` returns the whole solution. As a context manager, it ends the search when the
/// block is left.
///
/// >>> import keymove
/// >>> with keymove.search('7k/5K1p/8/8/8/8/8/7R b - - stip "h#1";') as search:
/// ...     first = next(search)
/// >>> first
/// <Found h5 Rxh5#>
/// >>> search.result().is_complete in (True, False)
/// True
#[pyclass(frozen, module = "keymove")]
pub struct Search {
    run: Arc<Run>,
    state: Mutex<State>,
}

enum State {
    Running(Task),
    Over(Py<Solution>),
    /// The exception with which the search ended.
    Failed(PyErr),
}

impl Search {
    /// Locks the state. Another Python thread may hold the lock while it waits for the search.
    fn state<'s>(&'s self, py: Python<'_>) -> MutexGuard<'s, State> {
        loop {
            match self.state.try_lock() {
                Ok(state) => return state,
                Err(std::sync::TryLockError::Poisoned(poisoned)) => return PoisonError::into_inner(poisoned),
                Err(std::sync::TryLockError::WouldBlock) => py.detach(|| thread::sleep(PATIENCE / 10)),
            }
        }
    }

    /// Returns the next part that is found, or `None` at the end of the search.
    fn advance(&self, py: Python<'_>) -> PyResult<Option<keymove::Found>> {
        let mut state = self.state(py);
        let State::Running(task) = &mut *state else { return Ok(None) };
        match task.next(py, None)? {
            Event::Found(found) => Ok(Some(found)),
            end => {
                let result = task.solution(py, end).and_then(|solution| Py::new(py, solution));
                *state = match result {
                    Ok(solution) => State::Over(solution),
                    Err(error) => State::Failed(error),
                };
                match &*state {
                    State::Failed(error) => Err(error.clone_ref(py)),
                    State::Running(_) | State::Over(_) => Ok(None),
                }
            }
        }
    }
}

#[pymethods]
impl Search {
    fn __iter__(search: PyRef<'_, Self>) -> PyRef<'_, Self> {
        search
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Found>> {
        Ok(self.advance(py)?.map(|found| Found { found: Arc::new(found) }))
    }

    /// Waits for the end of the search and returns the whole solution.
    fn result(&self, py: Python<'_>) -> PyResult<Py<Solution>> {
        while self.advance(py)?.is_some() {}
        match &*self.state(py) {
            State::Over(solution) => Ok(solution.clone_ref(py)),
            State::Failed(error) => Err(error.clone_ref(py)),
            State::Running(_) => Err(internal_error(py, "the search is not over")),
        }
    }

    /// Ends the search. `result` then returns the part that has been found.
    fn cancel(&self) {
        self.run.cancel();
    }

    /// How far the search is.
    #[getter]
    fn progress(&self) -> Progress {
        progress_of(&self.run)
    }

    fn __enter__(search: PyRef<'_, Self>) -> PyRef<'_, Self> {
        search
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.run.cancel();
    }
}
