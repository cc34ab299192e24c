//! Solving: settings, and runs that other threads can observe and cancel.

use crate::pool::Pool;
use crate::problem::Problem;
use crate::solution::{
    Finding, Judgement, Listener, Solution, Verdict, judge, settings_for_check, settings_for_reading,
};
use crate::solve::{Allowance, Control, SolveError, Solver as Search, Threads};
use crate::themes::{asked_for, settings_for_themes, themes, without_additions};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::found::{Finder, Found};

/// Settings for solving: time, memory, threads.
///
/// ```
/// use keymove::{Problem, Solver};
/// use std::time::Duration;
///
/// let problem = Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?.into_problem();
/// let solution = Solver::new().time(Duration::from_secs(10)).threads(1).solve(&problem)?;
/// assert!(solution.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Solver {
    time: Option<Duration>,
    memory: Option<usize>,
    threads: usize,
    max_solutions: Option<u32>,
    variations: bool,
}

impl Solver {
    /// Returns the default settings: no limits, 64 MB for the transposition table, a thread for each core.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Limits the time for each problem, including its twins. If the limit cuts the search, the verdict of a check is
    /// undecided.
    pub fn time(self, time: Duration) -> Solver {
        Solver { time: Some(time), ..self }
    }

    /// Limits the memory in bytes for each problem. Half of it is for the transposition table; the solution and other
    /// tables share the rest. If a solution needs more memory, the search is cut and the verdict of a check is
    /// undecided.
    pub fn memory(self, bytes: usize) -> Solver {
        Solver { memory: Some(bytes), ..self }
    }

    /// Sets the number of threads that search; 0 means the number of cores.
    pub fn threads(self, threads: usize) -> Solver {
        Solver { threads, ..self }
    }

    /// Stops the search of each phase (set play or actual play) after this number of solutions.
    pub fn max_solutions(self, solutions: u32) -> Solver {
        Solver { max_solutions: Some(solutions), ..self }
    }

    /// Also searches the variations of battle play if the problem does not have the option `Variation`, as `keymove
    /// solve` does. A check always searches them.
    ///
    /// ```
    /// use keymove::{Problem, Solver};
    ///
    /// let line = r##"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi";"##;
    /// let solution = Solver::new().variations().solve(Problem::parse(line)?.problem())?;
    /// assert_eq!(solution.keys().next().unwrap().defences().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn variations(self) -> Solver {
        Solver { variations: true, ..self }
    }

    /// Solves a problem with all its twins. The options of the problem apply.
    ///
    /// # Errors
    /// Returns an error if the problem has no stipulation, or if its conditions and options cannot be combined.
    pub fn solve(&self, problem: &Problem) -> Result<Solution, SolveError> {
        self.run(problem).solve()
    }

    /// Solves a problem and compares the solution with what its author intended.
    ///
    /// # Errors
    /// The errors of [`Solver::solve`].
    pub fn check(&self, problem: &Problem) -> Result<Checked, SolveError> {
        self.run(problem).check()
    }

    /// Prepares a run for the problem. The search starts with [`Run::solve`] or [`Run::check`].
    pub fn run(&self, problem: &Problem) -> Run {
        let mut search = Search {
            time: self.time,
            max_solutions: self.max_solutions,
            threads: Arc::new(Threads::new(self.threads)),
            ..Search::default()
        };
        if let Some(bytes) = self.memory {
            search.table_bytes = bytes / 2;
            search.allowance = Allowance {
                most: bytes / 8 * 3,
                thread: bytes / 8 / search.threads.number(),
                pool: Arc::new(Pool::of_bytes(bytes / 16)),
                ..search.allowance
            };
        }
        let problem = if self.variations { settings_for_reading(problem) } else { problem.clone() };
        Run { search, control: Control::default(), problem, nodes: AtomicU64::new(0) }
    }
}

impl Problem {
    /// Solves the problem with all its twins, on all cores. The options of the problem apply. For limits, progress and
    /// cancellation, see [`Solver`] and [`Run`].
    ///
    /// ```
    /// let text = r##"8/8/8/8/8/5K2/7R/7k w - - stip "#2"; opt "SetPlay Try";"##;
    /// let solution = keymove::Problem::parse(text)?.problem().solve()?;
    /// assert!(solution.is_complete());
    /// for key in solution.keys() {
    ///     println!("{key}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the problem has no stipulation, or if its conditions and options cannot be combined.
    pub fn solve(&self) -> Result<Solution, SolveError> {
        Solver::new().solve(self)
    }

    /// Solves the problem and compares the solution with what its author intended.
    ///
    /// The check finds cooks, short solutions, duals, and differences from the author's solution. It also searches
    /// variations if no option asks for them.
    ///
    /// ```
    /// use keymove::{Problem, Verdict};
    ///
    /// let checked = Problem::parse(r##"7k/5K2/8/8/8/8/R7/R7 w - - stip "#1";"##)?.problem().check()?;
    /// assert_eq!(checked.verdict, Verdict::Unsound);
    /// assert_eq!(checked.findings[0].kind.slug(), "cook");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Problem::solve`].
    pub fn check(&self) -> Result<Checked, SolveError> {
        Solver::new().check(self)
    }
}

/// The result of a check: the solution, the verdict and its reasons.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// The solution. It includes the variations and, if the author's solution has tries, the tries.
    pub solution: Solution,
    /// The verdict: sound, unsound, undecided (a limit cut the search), or invalid (nothing could be solved).
    pub verdict: Verdict,
    /// The reasons for the verdict, each with the moves that lead to it.
    pub findings: Vec<Finding>,
}

impl Checked {
    /// Changes all duals to notes, and the verdict accordingly: a problem whose only faults are duals becomes sound.
    ///
    /// ```
    /// use keymove::{Problem, Verdict};
    ///
    /// // B. Globel, Aftonbladet 1927.
    /// let text = r##"rk6/p1qQ4/P1Pp3p/P2P1p1P/5p1K/5P2/7P/8 w - - stip "s#=2"; opt "Quodlibet";"##;
    /// let problem = Problem::parse(text)?.into_problem();
    /// let checked = problem.check()?;
    /// assert_eq!(checked.verdict, Verdict::Unsound);
    /// assert_eq!(checked.allowing_duals().verdict, Verdict::Sound);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn allowing_duals(self) -> Checked {
        let Checked { solution, verdict, findings } = self;
        let Judgement { verdict, findings } = Judgement { verdict, findings }.allowing_duals(&solution);
        Checked { solution, verdict, findings }
    }
}

/// A single search for the solution of a problem. Other threads can observe its progress and cancel it.
///
/// ```
/// use keymove::{Problem, Solver};
///
/// let problem = Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?.into_problem();
/// let run = Solver::new().run(&problem);
/// let solution = std::thread::scope(|scope| {
///     let solving = scope.spawn(|| run.solve());
///     while !solving.is_finished() {
///         let progress = run.progress();
///         println!("{} of {} first moves", progress.judged, progress.first_moves);
///         std::thread::sleep(std::time::Duration::from_millis(10));
///     }
///     solving.join().unwrap()
/// })?;
/// assert!(solution.is_complete());
///
/// let run = Solver::new().run(&problem);
/// run.cancel();
/// assert!(!run.solve()?.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Run {
    search: Search,
    control: Control,
    problem: Problem,
    nodes: AtomicU64,
}

/// The progress of a run in the phase (set play or actual play) that it searches now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunProgress {
    /// The twin and the phase that are being solved: `b) set play`. Empty if the problem has only one twin and one
    /// phase, and before the search begins.
    pub phase: String,
    /// Number of first moves of the phase that have been searched.
    pub judged: usize,
    /// Number of first moves of the phase, or 0 while it is not known.
    pub first_moves: usize,
}

impl Run {
    /// Solves the problem. Returns when the search is complete, has been cut by a limit, or has been cancelled.
    ///
    /// # Errors
    /// The errors of [`Solver::solve`].
    pub fn solve(&self) -> Result<Solution, SolveError> {
        self.solved(&self.search, &self.problem)
    }

    /// Like [`Run::solve`], but also calls `found` for each part of the solution as soon as it is certain that no
    /// earlier part is still missing. A part is a first move with the play after it, or a line of help or series play.
    ///
    /// The calls come from threads of the search, one at a time. Their order does not depend on the number of threads.
    ///
    /// # Errors
    /// The errors of [`Solver::solve`].
    pub fn solve_with(&self, found: impl Fn(Found) + Send + Sync + 'static) -> Result<Solution, SolveError> {
        let listener: Arc<dyn Listener> = Arc::new(Finder::new(found));
        let search = Search { listener: Some(listener), ..self.search.clone() };
        self.solved(&search, &self.problem)
    }

    /// Solves the problem and compares the solution with what its author intended.
    ///
    /// # Errors
    /// The errors of [`Solver::solve`].
    pub fn check(&self) -> Result<Checked, SolveError> {
        if !self.problem.intent.themes.is_empty() {
            return self.check_with_themes();
        }
        let problem = settings_for_check(&self.problem);
        let solution = self.solved(&self.search, &problem)?;
        let judgement = judge(&problem, &solution);
        Ok(Checked { solution, verdict: judgement.verdict, findings: judgement.findings })
    }

    /// Like [`Run::check`], for a problem that names its themes. Also searches the set play and the tries from which
    /// the themes are determined. They are part of the solution, but do not affect the verdict.
    fn check_with_themes(&self) -> Result<Checked, SolveError> {
        let wanted = settings_for_themes(&self.problem);
        let solution = self.solved(&self.search, &wanted)?;
        let themes = themes(&wanted, &solution);
        let problem = settings_for_check(&self.problem);
        let judgement = judge(&problem, &without_additions(&self.problem, &solution));
        let judgement = asked_for(&problem, &themes, judgement);
        Ok(Checked { solution, verdict: judgement.verdict, findings: judgement.findings })
    }

    fn solved(&self, search: &Search, problem: &Problem) -> Result<Solution, SolveError> {
        let outcome = search.solve_with(problem, &self.control)?;
        self.nodes.fetch_add(outcome.nodes, Relaxed);
        Ok(outcome.solution)
    }

    /// Cancels the search. [`Run::solve`] then returns the part of the solution that has been found. If the search has
    /// not begun, it ends as soon as it begins.
    pub fn cancel(&self) {
        self.control.cancelled.store(true, Relaxed);
    }

    /// Returns the phase that is being searched, and how many of its first moves have been searched.
    pub fn progress(&self) -> RunProgress {
        let doing = self.control.progress.get();
        RunProgress { phase: doing.what, judged: doing.done, first_moves: doing.total }
    }

    /// Returns the number of positions that the search has visited. Available after the search has ended.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}
