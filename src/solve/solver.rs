//! Solves a whole problem: twins, both sides in duplex, set play and play, and notes on the diagram.

use crate::clock::{Clock, Instant};
use crate::fairy::{FairyPosition, RuleBook};
use crate::orthodox::{OrthodoxPosition, Rules};
use crate::problem::{BadTwin, Duplex, Options, Problem, Single, Stipulation};
use crate::rules::{Conflict, RuleSet, assemble, assemble_unverified};
use crate::solution::{Cut, Listener, Note, Solution, TwinSolution};
use crate::solve::deep_thread::DeepThread;
use crate::solve::division::parts::{FirstMoves, Root};
use crate::solve::error::SolveError;
use crate::solve::invisible::InvisibleProblem;
use crate::solve::limits::{Allowance, Limits, Progress};
use crate::solve::phases::Setting;
use crate::solve::settings::SearchSettings;
use crate::solve::setup::unsupported::unsupported;
use crate::solve::setup::{notes_on_options, rules_of_sides, set_up, threat_applies};
use crate::solve::stats::Stats;
use crate::solve::techniques::{Technique, Techniques};
use crate::solve::threads::{STACK_BYTES, ThreadShare, Threads};
use crate::units::{Color, Diagram};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Settings for solving: memory, time, threads, techniques.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Size of the transposition table in bytes; 0 for none.
    pub table_bytes: usize,
    /// Limits on the memory of the solution.
    pub allowance: Allowance,
    /// Time for each problem, twins included.
    pub time: Option<Duration>,
    /// If lower than the problem's own MaxSolutions, overrides it.
    pub max_solutions: Option<u32>,
    /// Search techniques. They change the time that solving takes and, in the case of proof numbers, which of several
    /// keys is found first. They change nothing else.
    pub techniques: Techniques,
    /// Receives the solution while it is found.
    pub listener: Option<Arc<dyn Listener>>,
    /// The threads. All problems that are solved at the same time share them.
    pub threads: Arc<Threads>,
    /// For a problem divided among several runs ([`can_be_divided`](super::can_be_divided)): decides which first moves
    /// this run searches, and supplies the play of first moves that were searched before. `None` if the problem is not
    /// divided.
    pub first_moves: Option<Arc<dyn FirstMoves>>,
    /// Set if the calling thread has a deep stack and solves the problem itself. Otherwise each problem gets a thread
    /// of its own.
    pub on_this_thread: Option<Arc<DeepThread>>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            table_bytes: 64 << 20,
            allowance: Allowance::default(),
            time: None,
            max_solutions: None,
            techniques: Techniques::all(),
            listener: None,
            threads: Arc::default(),
            first_moves: None,
            on_this_thread: None,
        }
    }
}

/// Lets other threads cancel a running search and read its progress.
///
/// ```
/// use keymove::solve::{Control, Solver};
/// use keymove::syntax;
/// use std::sync::atomic::Ordering;
///
/// let (problem, _) = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##);
/// let control = Control::default();
/// control.cancelled.store(true, Ordering::Relaxed);
/// let outcome = Solver::default().solve_with(&problem.unwrap(), &control).unwrap();
/// assert!(!outcome.solution.is_complete());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Set it to `true` to end the search. The outcome then has everything that was found until then.
    pub cancelled: Arc<AtomicBool>,
    /// Progress of the search: how many first moves of the current phase have been searched.
    pub progress: Arc<Progress>,
}

/// The solution of one problem and the resources it took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    pub solution: Solution,
    pub nodes: u64,
    /// Bytes of memory that the solution takes, as counted against the memory limit.
    pub printed_bytes: usize,
    pub stats: Stats,
    pub seconds: f64,
}

impl Solver {
    pub fn without(self, technique: Technique) -> Solver {
        Solver { techniques: self.techniques.without(technique), ..self }
    }

    /// Solves the problem within the limits. The solution marks each twin whose search a limit has cut.
    ///
    /// ```
    /// use keymove::{solve::Solver, syntax};
    /// let (problem, errors) = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##);
    /// assert!(errors.is_empty());
    /// let outcome = Solver::default().solve(&problem.unwrap()).unwrap();
    /// let keys = &outcome.solution.twins[0].phases[0].groups[0].nodes;
    /// assert_eq!(keys[0].record.to.to_string(), "h1");
    /// ```
    pub fn solve(&self, problem: &Problem) -> Result<Outcome, SolveError> {
        self.solve_with(problem, &Control::default())
    }

    /// Like [`Solver::solve`], but `control` can cancel the search and provides its progress.
    pub fn solve_with(&self, problem: &Problem, control: &Control) -> Result<Outcome, SolveError> {
        let time = [self.time, problem.options.max_time.map(|s| Duration::from_secs(u64::from(s)))];
        let clock = Arc::new(Clock::new(time.into_iter().flatten().min(), control.cancelled.clone()));
        if let Some(deep) = &self.on_this_thread {
            deep.watch(&clock);
            return self.solve_here(problem, control, &clock);
        }
        // Long play needs a deeper stack than the caller's may be. If no thread can be created, the caller's has to do.
        // The waiting thread watches the clock.
        thread::scope(|scope| {
            let (working, done) = mpsc::channel::<()>();
            let solving = clock.clone();
            let deep = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                let _working = working;
                self.solve_here(problem, control, &solving)
            });
            match deep {
                Ok(deep) => {
                    clock.watch(&done);
                    deep.join().unwrap_or_else(|panic| resume_unwind(panic))
                }
                Err(_) => {
                    clock.unwatch();
                    self.solve_here(problem, control, &clock)
                }
            }
        })
    }

    /// Solves the problem on the calling thread, which must have a deep stack.
    fn solve_here(&self, problem: &Problem, control: &Control, clock: &Arc<Clock>) -> Result<Outcome, SolveError> {
        let started = Instant::now();
        let share = Arc::new(ThreadShare::of(self.threads.clone()));
        let mut allowance = self.allowance.clone();
        let mut outcome = Outcome::default();
        if self.listener.is_some() && !problem.twins.is_empty() {
            // The listener receives nothing of a problem that cannot be solved as a whole, so all twins are checked
            // first.
            for single in problem.singles().into_iter().flatten() {
                self.can_be_set_up(&single.problem)?;
            }
        }
        for (number, single) in problem.singles().into_iter().enumerate() {
            let single = match single {
                Ok(single) => single,
                Err(bad) => {
                    outcome.solution.twins.push(self.unsolved(bad));
                    continue;
                }
            };
            let limits = Limits::new(clock.clone(), control.progress.clone(), share.clone(), allowance);
            let root =
                self.first_moves.clone().map(|moves| Root { moves, twin: number, exchanged: false, set_play: false });
            let mut twin = self.solve_single(&single, &limits, root.as_ref())?;
            twin.cut = twin.cut.or_else(|| root?.moves.cut(number));
            outcome.solution.twins.push(twin);
            allowance = limits.rest();
            outcome.printed_bytes += limits.kept();
            outcome.nodes += limits.nodes();
            outcome.stats.add(&limits.stats());
        }
        outcome.seconds = started.elapsed().as_secs_f64();
        Ok(outcome)
    }

    /// Returns the solution of a twin that cannot be made. It has a note with the reason, and no play.
    fn unsolved(&self, bad: BadTwin) -> TwinSolution {
        let notes = vec![Note::CannotBeMade(bad.reason)];
        let twin = TwinSolution { label: bad.label, notes, ..TwinSolution::default() };
        if let Some(listener) = &self.listener {
            listener.twin(&twin);
            listener.end_twin(&twin);
        }
        twin
    }

    /// Returns an error if the solver does not support the stipulation and the options of the problem.
    fn can_be_solved(&self, problem: &Problem) -> Result<(), SolveError> {
        let stipulation = problem.stipulation.as_ref().ok_or(SolveError::NoStipulation)?;
        unsupported(problem, stipulation).map_or(Ok(()), |what| Err(SolveError::Unsupported(what)))
    }

    /// Like [`Solver::can_be_solved`], but also checks that the rules are compatible with each other and with the
    /// diagram.
    fn can_be_set_up(&self, problem: &Problem) -> Result<(), SolveError> {
        self.can_be_solved(problem)?;
        if problem.diagram.invisible > 0 {
            return InvisibleProblem::of(problem).map(|_| ());
        }
        let (diagram, _) = set_up(problem)?;
        let is_for_bitboards = diagram.is_for_bitboards() && problem.diagram.is_for_bitboards();
        let [rules, rules_exchanged] = rules_of_sides(problem);
        if rules.bitboards().filter(|_| self.techniques.has(Technique::Bitboards) && is_for_bitboards).is_none() {
            let both = [Some(&rules), Some(&rules_exchanged).filter(|_| problem.options.duplex != Duplex::No)];
            for rules in both.into_iter().flatten() {
                book_of(&diagram, rules, &problem.options)?;
            }
        }
        Ok(())
    }

    /// Returns the size of the transposition table in bytes, or 0 if that technique is turned off.
    fn table_bytes(&self) -> usize {
        if self.techniques.has(Technique::Table) { self.table_bytes } else { 0 }
    }

    /// Returns the search settings: the options of the problem and the techniques that are on.
    fn settings(&self, options: &Options) -> SearchSettings {
        let of_problem = SearchSettings::from(options);
        SearchSettings {
            // Bounds assume that every move is made by a man.
            techniques: if options.null_moves { self.techniques.without(Technique::Bounds) } else { self.techniques },
            max_solutions: [of_problem.max_solutions, self.max_solutions].into_iter().flatten().min(),
            ..of_problem
        }
    }

    /// Solves a twin with invisible men.
    fn solve_unseen(&self, single: &Single, limits: &Limits) -> Result<TwinSolution, SolveError> {
        let unseen = InvisibleProblem::of(&single.problem)?;
        let mut twin = TwinSolution::of(single);
        twin.notes.extend(single.problem.diagram.irregularities().into_iter().map(Note::IllegalDiagram));
        self.listener.iter().for_each(|listener| listener.twin(&twin));
        let settings = self.settings(&single.problem.options);
        twin.phases.push(unseen.solve(limits, &settings));
        let has_stopped = limits.max_solutions_reached().then_some(Cut::MaxSolutions);
        twin.cut = limits.cut().or(has_stopped).or_else(|| cut_by_options(&settings, limits));
        limits.begin_phase();
        if let Some(listener) = &self.listener {
            twin.phases.iter().for_each(|phase| listener.phase(phase));
            listener.end_twin(&twin);
        }
        Ok(twin)
    }

    fn solve_single(&self, single: &Single, limits: &Limits, root: Option<&Root>) -> Result<TwinSolution, SolveError> {
        let problem = &single.problem;
        let stipulation = problem.stipulation.as_ref().ok_or(SolveError::NoStipulation)?;
        self.can_be_solved(problem)?;
        if problem.diagram.invisible > 0 {
            return self.solve_unseen(single, limits);
        }
        let mut twin = TwinSolution::of(single);
        let (diagram, schedule) = set_up(problem)?;
        let ignored = stipulation.inapplicable_options(&problem.options);
        twin.notes.extend(notes_on_options(single, &ignored, &schedule.play));
        twin.notes.extend(diagram.irregularities().into_iter().map(Note::IllegalDiagram));
        let mut settings = self.settings(&problem.options);
        settings.goal_is_end &= !ignored.contains(&"GoalIsEnd");
        settings.set_play &= !ignored.contains(&"SetPlay");
        settings.leaves_out_in_lines = matches!(stipulation, Stipulation::Traditional(_));
        settings.max_threat = settings.max_threat.filter(|&threat| threat_applies(threat, &schedule.play));
        let first_mover = schedule.first_mover();
        // If the diagram names the side to move, this side makes the first move of the play. Otherwise the convention
        // decides.
        let exchanged_by_diagram =
            diagram.side_to_move.is_some_and(|side| side != first_mover) && !stipulation.is_proof_game();
        let numbered = if exchanged_by_diagram { !schedule.side } else { schedule.side };
        let listener = self.listener.as_ref();
        let table_bytes = self.table_bytes();
        let spare = self.on_this_thread.as_deref().map(|deep| &deep.table);
        let setting = Setting { problem, numbered, settings: &settings, limits, table_bytes, spare, listener, root };
        let options = &problem.options;
        let [rules, rules_exchanged] = rules_of_sides(problem);
        // In a proof game or `a=>b`, the engine also has to support the men of the position to be reached.
        let is_for_bitboards = diagram.is_for_bitboards() && problem.diagram.is_for_bitboards();
        let begin = |twin: &TwinSolution| listener.into_iter().for_each(|listener| listener.twin(twin));
        match rules.bitboards().filter(|_| self.techniques.has(Technique::Bitboards) && is_for_bitboards) {
            Some(rules) => {
                begin(&twin);
                setting.solve_sides(&schedule.play, &mut twin, &|mover, _| orthodox(&diagram, mover, rules, options));
            }
            None => {
                let mut book_for = |rules: &RuleSet| {
                    let (book, unverified) = book_of(&diagram, rules, options)?;
                    let notes = unverified.into_iter().map(|conflict| Note::Unverified(conflict.to_string()));
                    let new: Vec<Note> = notes.filter(|note| !twin.notes.contains(note)).collect();
                    twin.notes.extend(new);
                    Ok(RuleBook {
                        shortcuts: self.techniques.has(Technique::Shortcuts),
                        sieges: self.techniques.has(Technique::Sieges),
                        ..book
                    })
                };
                let book = book_for(&rules)?;
                let exchanged_book = match options.duplex {
                    Duplex::No => None,
                    Duplex::Yes | Duplex::Half => Some(book_for(&rules_exchanged)?),
                };
                begin(&twin);
                setting.solve_sides(&schedule.play, &mut twin, &|mover, exchanged| {
                    let book = exchanged_book.as_ref().filter(|_| exchanged).unwrap_or(&book);
                    fairy(book, &diagram, mover, options, &limits.clock)
                });
            }
        }
        twin.cut =
            limits.cut().or(twin.cut).or_else(|| cut_by_options(&settings, limits)).filter(|_| !twin.is_refused());
        if let Some(listener) = listener {
            listener.end_twin(&twin);
        }
        Ok(twin)
    }
}

/// Returns the diagram as a position of the bitboard engine, with `mover` to move.
pub(super) fn orthodox(diagram: &Diagram, mover: Color, rules: Rules, options: &Options) -> OrthodoxPosition {
    OrthodoxPosition::new(diagram, mover, rules)
        .without_castling(&options.no_castling)
        .with_exclusive_castling(&options.castling_mutually_exclusive)
}

/// Returns the diagram as a position of the fairy engine, with `mover` to move.
pub(super) fn fairy<'b>(
    book: &'b RuleBook,
    diagram: &Diagram,
    mover: Color,
    options: &'b Options,
    clock: &'b Arc<Clock>,
) -> FairyPosition<'b> {
    FairyPosition::new(book, diagram, mover)
        .with_clock(clock)
        .without_castling(&options.no_castling)
        .with_pawn_passed(options.passed_otherwise())
        .with_exclusive_castling(&options.castling_mutually_exclusive)
}

/// Returns the rule book, and the conflicts of unverified combinations if the options allow such combinations. Without
/// this option an unverified combination is an error.
pub(super) fn book_of(
    diagram: &Diagram,
    rules: &RuleSet,
    options: &Options,
) -> Result<(RuleBook, Vec<Conflict>), SolveError> {
    let put_together = match options.allow_unverified {
        true => assemble_unverified(diagram, rules),
        false => assemble(diagram, rules).map(|book| (book, Vec::new())),
    };
    put_together.map_err(SolveError::Rules)
}

/// Returns the option because of which part of the solution was omitted, or `None`.
fn cut_by_options(settings: &SearchSettings, limits: &Limits) -> Option<Cut> {
    match (settings.numbers_first_moves(), limits.has_stopped_short()) {
        (true, _) => Some(Cut::MoveNumbers),
        (false, true) => Some(Cut::ShortSolutions),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests;
