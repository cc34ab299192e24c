//! Solves a single problem of a batch and returns its formatted result.

use super::args::SolveArgs;
use super::hash::hash;
use super::live::Live;
use super::outcome::Done;
use super::progress::Display;
use super::result_formatter::ResultFormatter;
use super::solved::place;
use super::work_queue::{Job, WorkQueue};
use crate::input::Entry;
use crate::located::{refusal, unknown_theme_at};
use crate::mishap::{self, PanicPlaces};
use crate::problem::Problem;
use crate::solution::Listener;
use crate::solve::{Allowance, Control, DeepThread, Outcome, SolveError, Solver, Threads};
use crate::syntax;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A function that solves a problem. It is [`Solver::solve_with`], except in tests and in distributed runs.
pub type Solve = dyn Fn(&Solver, &Problem, &Control) -> Result<Outcome, SolveError> + Sync;

/// Everything that a thread needs to solve problems and format their results.
pub struct Solving<'a> {
    pub work: &'a SolveArgs,
    pub formatter: ResultFormatter,
    pub solve: &'a Solve,
    pub allowance: Allowance,
    pub display: Arc<Display>,
    pub threads: Arc<Threads>,
    pub queue: Arc<WorkQueue>,
    pub cancelled: Arc<AtomicBool>,
    /// The places in the code of recent panics, for messages.
    pub places: PanicPlaces,
}

impl Solving<'_> {
    /// Returns the key of a problem's result in the result file of `--resume`. It is a hash of the problem and of
    /// everything else that affects its answer, except the limits.
    pub fn key(&self, entry: &Entry) -> u128 {
        let written =
            entry.sound_problem().map(|problem| mishap::caught(|| syntax::epd(&self.formatter.wanted(problem))));
        let text = match written {
            Some(Ok(text)) => text,
            // If writing the problem panics, formatting its result panics, too, so the text is used.
            Some(Err(_)) | None => entry.source.text.clone(),
        };
        let themes = if self.formatter.themes.is_wanted { ", themes" } else { "" };
        hash(&format!("{} {}{themes}\n{text}", env!("CARGO_PKG_VERSION"), self.formatter.task.name()))
    }

    /// Returns a listener that prints the solution while it is being found, or `None` if the solution is printed at the
    /// end. It is printed at the end in a check, with a result file (which is written before the output), and if the
    /// format or the destination needs the whole result.
    fn live(&self, job: &Job, problem: &Problem) -> Option<Arc<Live>> {
        let is_live = !self.formatter.task.is_check() && !self.formatter.is_recorded && self.queue.takes_pieces();
        let writer = self.formatter.printer.writer(&job.entry, problem).filter(|_| is_live)?;
        // The comparison with the author's solution needs the whole solution.
        let lets_go = problem.intent.solution.is_none() && !job.with_answer;
        Some(Arc::new(Live::new(self.queue.clone(), job.number, lets_go, writer)))
    }

    fn solver(&self, job: &Job, live: Option<&Arc<Live>>, here: &Arc<DeepThread>) -> Solver {
        let (queue, threads, number) = (self.queue.clone(), self.threads.clone(), job.number);
        let make_room = Arc::new(move || threads.resting(|| queue.wait_for_turn(number)));
        Solver {
            table_bytes: job.table_bytes,
            allowance: Allowance { make_room: Some(make_room), ..self.allowance.clone() },
            time: self.work.limits.time,
            max_solutions: self.work.limits.max_solutions,
            techniques: self.work.limits.techniques(),
            listener: live.map(|live| live.clone() as Arc<dyn Listener>),
            threads: self.threads.clone(),
            first_moves: None,
            on_this_thread: Some(here.clone()),
        }
    }

    /// Solves a problem and returns its formatted result. `here` stands for the calling thread, on which it is solved.
    /// If solving panics, the result reports an internal error.
    pub fn one(&self, job: &Job, here: &Arc<DeepThread>) -> Done {
        if let Some(message) = &job.entry.mishap {
            return self.formatter.failed(job, message);
        }
        mishap::caught(|| self.solved(job, here))
            .unwrap_or_else(|panic| self.formatter.failed(job, &self.places.description(&*panic)))
    }

    fn solved(&self, job: &Job, here: &Arc<DeepThread>) -> Done {
        let entry = &job.entry;
        // Messages that will not be shown are not formatted.
        let is_shown = !entry.diagnostics.is_empty() && !self.queue.shown_faults_are_enough();
        let err = if is_shown { ResultFormatter::diagnostics_text(entry) } else { String::new() };
        let Some(problem) = entry.sound_problem() else {
            return self.formatter.faulty(job, entry, err, "the problem cannot be read");
        };
        if let Some(unknown) = unknown_theme_at(entry, problem) {
            let err = err + &unknown.render(&entry.source);
            let (mut entry, message) = (entry.clone(), unknown.message.clone());
            entry.diagnostics.push(unknown);
            return self.formatter.faulty(job, &entry, err, &message);
        }
        let problem = self.formatter.wanted(problem);
        let live = self.live(job, &problem);
        let progress = self.display.begin(job.number, || place(entry));
        let control = Control { cancelled: self.cancelled.clone(), progress };
        let outcome = match (self.solve)(&self.solver(job, live.as_ref(), here), &problem, &control) {
            Ok(outcome) => outcome,
            Err(error) => {
                let refusal = refusal(entry, &problem, &error);
                let err = err + &refusal.render(&entry.source);
                let mut entry = entry.clone();
                entry.diagnostics.push(refusal);
                return self.formatter.faulty(job, &entry, err, &error.to_string());
            }
        };
        let rest = live.and_then(|live| live.rest(&outcome.solution));
        self.formatter.solved(job, err, problem, outcome, rest)
    }
}
