//! A problem from end to end: twins, the sides in duplex, set play and play, and what is said about the diagram.

use super::SearchSettings;
use super::cutting::{FirstMoves, Root};
use super::error::SolveError;
use super::limit::{Allowance, Limits, Progress};
use super::permits::Permits;
use super::set_up::{notes_on_options, rules_of_sides, set_up, threat_applies};
use super::setting::Setting;
use super::stats::Stats;
use super::threads::STACK_BYTES;
use super::unseen::Unseen;
use super::unsupported::unsupported;
use crate::clock::{Clock, Instant};
use crate::fairy::{FairyPosition, RuleBook};
use crate::orthodox::OrthodoxPosition;
use crate::problem::{BadTwin, Duplex, Options, Problem, Single, Stipulation};
use crate::rules::{Conflict, RuleSet, assemble, assemble_unverified};
use crate::solution::{Cut, Listener, Note, Solution, TwinSolution};
use crate::units::Diagram;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How problems are solved: memory, time, what may interrupt.
///
/// A clone has the same settings, and a cancellation and a progress of its own: when a search has been cancelled, a clone
/// solves the next problem. A handle of `cancelled` or `progress` for another thread is a clone of the `Arc`.
///
/// ```
/// use keymove::{Problem, solve::Solver};
/// use std::sync::atomic::Ordering;
/// let problem = Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?.into_problem();
/// let solver = Solver::default();
/// let cancelled = solver.cancelled.clone();
/// cancelled.store(true, Ordering::Relaxed);
/// assert!(!solver.solve(&problem)?.solution.is_complete());
/// assert!(solver.clone().solve(&problem)?.solution.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    /// Size of the table in bytes; 0 for none.
    pub table_bytes: usize,
    /// Memory for the solution.
    pub allowance: Allowance,
    /// For each problem, twins included.
    pub time: Option<Duration>,
    /// Overrides the problem's own MaxSolutions when it is lower.
    pub max_solutions: Option<u32>,
    /// Skip what lower bounds exclude. Changes how long solving takes and nothing else.
    pub bounds: bool,
    /// Let bounds make final pictures and carry them down the play. As for `bounds`.
    pub pictures: bool,
    /// Look for the games of proof games by what becomes of each man. As for `bounds`.
    pub strategies: bool,
    /// At the last moves look only at those that can reach the goal. As for `bounds`.
    pub checks_only: bool,
    /// With two moves left, leave out first moves that a known reply answers. As for `bounds`.
    pub standing_replies: bool,
    /// With two moves left of a plain direct mate, search without asking anything else. As for `bounds`.
    pub kernel: bool,
    /// Where one solution is enough, look for the key of long play by proof numbers. Of several keys another may be told than
    /// without.
    pub proof_numbers: bool,
    /// Use bitboards where they know the men and the rules. As for `bounds`.
    pub bitboards: bool,
    /// In the engine for fairy chess, answer at once what range and sight answer. As for `bounds`.
    pub shortcuts: bool,
    /// Ends the search when it is set; what has been found is the answer.
    pub cancelled: Arc<AtomicBool>,
    /// How many first moves of the phase under way have been judged, for other threads.
    pub progress: Arc<Progress>,
    /// Who hears of the solution while it is found.
    pub listener: Option<Arc<dyn Listener>>,
    /// The threads, shared by all problems that are solved at the same time.
    pub permits: Arc<Permits>,
    /// Of a problem that is cut ([`can_be_cut`](super::can_be_cut)): which first moves are looked at, and what is known of
    /// the others.
    pub first_moves: Option<Arc<dyn FirstMoves>>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            table_bytes: 64 << 20,
            allowance: Allowance::default(),
            time: None,
            max_solutions: None,
            bounds: true,
            pictures: true,
            strategies: true,
            checks_only: true,
            standing_replies: true,
            kernel: true,
            proof_numbers: true,
            bitboards: true,
            shortcuts: true,
            cancelled: Arc::default(),
            progress: Arc::default(),
            listener: None,
            permits: Arc::default(),
            first_moves: None,
        }
    }
}

impl Clone for Solver {
    fn clone(&self) -> Solver {
        Solver {
            table_bytes: self.table_bytes,
            allowance: self.allowance.clone(),
            time: self.time,
            max_solutions: self.max_solutions,
            bounds: self.bounds,
            pictures: self.pictures,
            strategies: self.strategies,
            checks_only: self.checks_only,
            standing_replies: self.standing_replies,
            kernel: self.kernel,
            proof_numbers: self.proof_numbers,
            bitboards: self.bitboards,
            shortcuts: self.shortcuts,
            cancelled: Arc::default(),
            progress: Arc::default(),
            listener: self.listener.clone(),
            permits: self.permits.clone(),
            first_moves: self.first_moves.clone(),
        }
    }
}

impl Solver {
    /// The same solver for one more call: other than a clone it is cancelled with this one, and shares its progress.
    pub fn again(&self) -> Solver {
        Solver { cancelled: self.cancelled.clone(), progress: self.progress.clone(), ..self.clone() }
    }
}

/// What solving one problem gave, and what it took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    pub solution: Solution,
    pub nodes: u64,
    /// What the solution counts against the memory that it may take.
    pub told_bytes: usize,
    pub stats: Stats,
    pub seconds: f64,
}

impl Solver {
    /// Solves the problem completely, as far as the limits allow; what they cut is marked in the answer.
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
        let time = [self.time, problem.options.max_time.map(|s| Duration::from_secs(u64::from(s)))];
        let clock = Arc::new(Clock::new(time.into_iter().flatten().min(), self.cancelled.clone()));
        // Long play goes deeper than the stack of the caller may be; where no thread can be had, that has to do. Who
        // waits for the answer watches the clock meanwhile.
        thread::scope(|scope| {
            let (working, done) = mpsc::channel::<()>();
            let solving = clock.clone();
            let deep = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                let _working = working;
                self.solve_here(problem, &solving)
            });
            match deep {
                Ok(deep) => {
                    clock.watch(&done);
                    deep.join().unwrap_or_else(|panic| resume_unwind(panic))
                }
                Err(_) => {
                    clock.unwatch();
                    self.solve_here(problem, &clock)
                }
            }
        })
    }

    fn solve_here(&self, problem: &Problem, clock: &Arc<Clock>) -> Result<Outcome, SolveError> {
        let started = Instant::now();
        let mut allowance = self.allowance.clone();
        let mut outcome = Outcome::default();
        if self.listener.is_some() && !problem.twins.is_empty() {
            // Nobody hears of a problem that cannot be solved as a whole.
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
            let limits = Limits::new(clock.clone(), self.progress.clone(), self.permits.clone(), allowance);
            let root =
                self.first_moves.clone().map(|moves| Root { moves, twin: number, exchanged: false, set_play: false });
            let mut twin = self.solve_single(&single, &limits, root.as_ref())?;
            twin.cut = twin.cut.or_else(|| root?.moves.cut(number));
            outcome.solution.twins.push(twin);
            allowance = limits.rest();
            outcome.told_bytes += limits.kept();
            outcome.nodes += limits.nodes();
            outcome.stats.add(&limits.stats());
        }
        outcome.seconds = started.elapsed().as_secs_f64();
        Ok(outcome)
    }

    /// Returns the solution of a twin that cannot be made: a note.
    fn unsolved(&self, bad: BadTwin) -> TwinSolution {
        let notes = vec![Note::CannotBeMade(bad.reason)];
        let twin = TwinSolution { label: bad.label, notes, ..TwinSolution::default() };
        if let Some(listener) = &self.listener {
            listener.twin(&twin);
            listener.end_twin(&twin);
        }
        twin
    }

    /// Stipulation, options and rules go together.
    fn can_be_solved(&self, problem: &Problem) -> Result<(), SolveError> {
        let stipulation = problem.stipulation.as_ref().ok_or(SolveError::NoStipulation)?;
        unsupported(problem, stipulation).map_or(Ok(()), |what| Err(SolveError::Unsupported(what)))
    }

    /// The same, and the rules go with each other and with the diagram.
    fn can_be_set_up(&self, problem: &Problem) -> Result<(), SolveError> {
        self.can_be_solved(problem)?;
        if problem.diagram.invisible > 0 {
            return Unseen::of(problem).map(|_| ());
        }
        let (diagram, _) = set_up(problem)?;
        let is_for_bitboards = diagram.is_for_bitboards() && problem.diagram.is_for_bitboards();
        let [rules, rules_exchanged] = rules_of_sides(problem);
        if rules.bitboards().filter(|_| self.bitboards && is_for_bitboards).is_none() {
            let both = [Some(&rules), Some(&rules_exchanged).filter(|_| problem.options.duplex != Duplex::No)];
            for rules in both.into_iter().flatten() {
                book_of(&diagram, rules, &problem.options)?;
            }
        }
        Ok(())
    }

    /// What the options say and what is switched off.
    fn settings(&self, options: &Options) -> SearchSettings {
        let of_problem = SearchSettings::from(options);
        SearchSettings {
            // Bounds count on moves that men make.
            bounds: self.bounds && !options.null_moves,
            pictures: self.pictures,
            strategies: self.strategies,
            checks_only: self.checks_only,
            standing_replies: self.standing_replies,
            kernel: self.kernel,
            proof_numbers: self.proof_numbers,
            max_solutions: [of_problem.max_solutions, self.max_solutions].into_iter().flatten().min(),
            ..of_problem
        }
    }

    /// The same with invisible men.
    fn solve_unseen(&self, single: &Single, limits: &Limits) -> Result<TwinSolution, SolveError> {
        let unseen = Unseen::of(&single.problem)?;
        let mut twin =
            TwinSolution { label: single.label.clone(), changes: single.changes.clone(), ..TwinSolution::default() };
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
        let mut twin =
            TwinSolution { label: single.label.clone(), changes: single.changes.clone(), ..TwinSolution::default() };
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
        // A diagram that names the side to move gives it the first move of the play; otherwise the convention does.
        let exchanged_by_diagram =
            diagram.side_to_move.is_some_and(|side| side != first_mover) && !stipulation.is_proof_game();
        let numbered = if exchanged_by_diagram { !schedule.side } else { schedule.side };
        let listener = self.listener.as_ref();
        let setting =
            Setting { problem, numbered, settings: &settings, limits, table_bytes: self.table_bytes, listener, root };
        let options = &problem.options;
        let [rules, rules_exchanged] = rules_of_sides(problem);
        // Of the men of a proof game or `a=>b`, those in the position to be reached have to be known too.
        let is_for_bitboards = diagram.is_for_bitboards() && problem.diagram.is_for_bitboards();
        let begin = |twin: &TwinSolution| listener.into_iter().for_each(|listener| listener.twin(twin));
        match rules.bitboards().filter(|_| self.bitboards && is_for_bitboards) {
            Some(rules) => {
                begin(&twin);
                setting.solve_sides(&schedule.play, &mut twin, &|mover, _| {
                    OrthodoxPosition::new(&diagram, mover, rules)
                        .without_castling(&options.no_castling)
                        .with_exclusive_castling(&options.castling_mutually_exclusive)
                });
            }
            None => {
                let mut book_for = |rules: &RuleSet| {
                    let (book, unverified) = book_of(&diagram, rules, options)?;
                    let notes = unverified.into_iter().map(|conflict| Note::Unverified(conflict.to_string()));
                    let new: Vec<Note> = notes.filter(|note| !twin.notes.contains(note)).collect();
                    twin.notes.extend(new);
                    Ok(RuleBook { shortcuts: self.shortcuts, ..book })
                };
                let book = book_for(&rules)?;
                let exchanged_book = match options.duplex {
                    Duplex::No => None,
                    Duplex::Yes | Duplex::Half => Some(book_for(&rules_exchanged)?),
                };
                begin(&twin);
                setting.solve_sides(&schedule.play, &mut twin, &|mover, exchanged| {
                    let book = exchanged_book.as_ref().filter(|_| exchanged).unwrap_or(&book);
                    FairyPosition::new(book, &diagram, mover)
                        .with_clock(&limits.clock)
                        .without_castling(&options.no_castling)
                        .with_pawn_passed(options.passed_otherwise())
                        .with_exclusive_castling(&options.castling_mutually_exclusive)
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

/// The book of the rules, and the conflicts of those that are not verified together, if the options allow them.
fn book_of(diagram: &Diagram, rules: &RuleSet, options: &Options) -> Result<(RuleBook, Vec<Conflict>), SolveError> {
    let put_together = match options.allow_unverified {
        true => assemble_unverified(diagram, rules),
        false => assemble(diagram, rules).map(|book| (book, Vec::new())),
    };
    put_together.map_err(SolveError::Rules)
}

/// Options that leave something out.
fn cut_by_options(settings: &SearchSettings, limits: &Limits) -> Option<Cut> {
    match (settings.numbers_first_moves(), limits.has_stopped_short()) {
        (true, _) => Some(Cut::MoveNumbers),
        (false, true) => Some(Cut::ShortSolutions),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests;
