//! One problem of a batch: solved, judged, told.

use super::answers;
use super::args::Work;
use super::formats::{Jsonl, Printer, internal_error};
use super::live::Live;
use super::outcome::{Done, Text};
use super::progress::Display;
use super::resume::hash;
use super::solved::{Solved, place};
use super::status::Status;
use super::task::{Task, is_cut};
use super::work_queue::{Job, WorkQueue};
use crate::input::Entry;
use crate::mishap::{self, Places};
use crate::problem::Problem;
use crate::report::RecordMark;
use crate::solution::{Cut, Finding, FindingKind, FindingSeverity, Judgement, Listener, judge, settings_for_check};
use crate::solve::{Allowance, Crew, Outcome, SolveError, Solver};
use crate::syntax::{self, Diagnostic};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What solves a problem.
pub type Solve = dyn Fn(&Solver, &Problem) -> Result<Outcome, SolveError> + Sync;

/// All that a problem is solved and told with.
pub struct Solving<'a> {
    pub work: &'a Work,
    pub task: Task,
    pub solve: &'a Solve,
    pub printer: Arc<dyn Printer>,
    pub allowance: Allowance,
    pub limits: String,
    pub display: Arc<Display>,
    pub crew: Arc<Crew>,
    pub queue: Arc<WorkQueue>,
    pub cancelled: Arc<AtomicBool>,
    /// Where panics come from.
    pub places: Places,
}

impl Solving<'_> {
    /// Stands for the problem and all that its answer depends on, limits excepted.
    pub fn key(&self, entry: &Entry) -> u128 {
        let written = entry.sound_problem().map(|problem| mishap::caught(|| syntax::epd(&self.as_wanted(problem))));
        let text = match written {
            Some(Ok(text)) => text,
            // Writing it panics, and so will telling it.
            Some(Err(_)) | None => entry.source.text.clone(),
        };
        hash(&format!("{} {}\n{text}", env!("CARGO_PKG_VERSION"), self.task.name()))
    }

    /// Who writes the solution while it is found. A file of results comes first, where there is one.
    fn live(&self, job: &Job, problem: &Problem) -> Option<Arc<Live>> {
        let is_told = !self.task.is_check() && self.work.resume.is_none();
        let teller = self.printer.teller(problem).filter(|_| is_told)?;
        Some(Arc::new(Live::new(self.queue.clone(), job.number, teller)))
    }

    fn solver(&self, job: &Job, live: Option<&Arc<Live>>) -> Solver {
        let name = || place(&job.entry);
        let (queue, crew, number) = (self.queue.clone(), self.crew.clone(), job.number);
        let make_room = Arc::new(move || crew.rest(|| queue.wait_for_turn(number)));
        Solver {
            table_bytes: job.table_bytes,
            allowance: Allowance { make_room: Some(make_room), ..self.allowance.clone() },
            time: self.work.limits.time,
            max_solutions: self.work.limits.max_solutions,
            bounds: !self.work.limits.no_bound,
            checks_only: !self.work.limits.no_checks_only,
            standing_replies: !self.work.limits.no_replies,
            bitboards: !self.work.limits.no_bitboards,
            shortcuts: !self.work.limits.no_shortcuts,
            cancelled: self.cancelled.clone(),
            progress: self.display.begin(job.number, name),
            listener: live.map(|live| live.clone() as Arc<dyn Listener>),
            crew: self.crew.clone(),
        }
    }

    /// Solves one problem and tells it, or tells that the program has failed over it.
    pub fn one(&self, job: &Job) -> Done {
        if let Some(message) = &job.entry.mishap {
            return self.failed(job, message);
        }
        mishap::caught(|| self.solved(job)).unwrap_or_else(|panic| self.failed(job, &self.places.tell(&*panic)))
    }

    fn solved(&self, job: &Job) -> Done {
        let entry = &job.entry;
        // What will not be shown need not be made.
        let is_shown = !entry.diagnostics.is_empty() && !self.queue.shown_faults_are_enough();
        let shown = if is_shown { &entry.diagnostics[..] } else { &[] };
        let err: String = shown.iter().map(|diagnostic| diagnostic.render(&entry.source)).collect();
        let Some(problem) = entry.sound_problem() else {
            return self.faulty(job, err, "the problem cannot be read");
        };
        let problem = self.as_wanted(problem);
        let live = self.live(job, &problem);
        let mut outcome = match (self.solve)(&self.solver(job, live.as_ref()), &problem) {
            Ok(outcome) => outcome,
            Err(error) => {
                let err = format!("{err}error: {error}\n --> {}\n", place(entry));
                return self.faulty(job, err, &error.to_string());
            }
        };
        let mut judgement = judge(&problem, &outcome.solution);
        let answer = job.with_answer.then(|| answers::answer(&problem, &outcome.solution, &judgement));
        if self.task.allows_duals() {
            judgement = judgement.allowing_duals(&outcome.solution);
        }
        let status = self.task.status(judgement.verdict, &outcome.solution);
        let err = match self.work.limits.stats {
            true => format!("{err}{}: {}", place(entry), std::mem::take(&mut outcome.stats)),
            false => err,
        };
        let mut kinds: Vec<String> = Vec::new();
        let mut messages = Vec::new();
        for finding in judgement.findings.iter().filter(|finding| finding.is_error() || status == Status::Undecided) {
            if finding.is_error() && !kinds.iter().any(|kind| kind == finding.kind.name()) {
                kinds.push(finding.kind.name().to_string());
            }
            messages.push(finding.told());
        }
        let mut entry = entry.clone();
        let warnings = about_the_author(&entry, &judgement);
        let err = warnings.iter().fold(err, |err, warning| err + &warning.render(&entry.source));
        entry.diagnostics.extend(warnings);
        let twins = &outcome.solution.twins;
        let done = Done {
            status,
            err,
            kinds,
            messages,
            answer,
            seconds: outcome.seconds,
            is_cut: is_cut(&outcome.solution),
            is_interrupted: twins.iter().any(|twin| twin.cut == Some(Cut::Interrupted)),
            ..Done::at(&entry)
        };
        let mark = self.mark(job, done.status, done.is_cut);
        let solved = Arc::new(Solved { entry, problem, outcome, judgement });
        let text = |printer: &Arc<dyn Printer>| Text::new(&solved, printer, self.allowance.free / 8);
        let record = mark.map(|mark| text(&(Arc::new(Jsonl::record(mark)) as Arc<dyn Printer>)));
        let rest = live.and_then(|live| live.rest(&solved.outcome.solution));
        Done { out: rest.map_or_else(|| text(&self.printer), Text::Made), record, ..done }
    }

    fn faulty(&self, job: &Job, err: String, message: &str) -> Done {
        let entry = &job.entry;
        let mark = self.mark(job, Status::BadInput, false);
        let mut messages: Vec<String> =
            entry.diagnostics.iter().filter(|d| d.is_error()).map(|diagnostic| diagnostic.message.clone()).collect();
        if messages.is_empty() {
            messages.push(message.to_string());
        }
        Done {
            status: Status::BadInput,
            out: Text::Made(self.printer.faulty(entry, message)),
            err,
            record: mark.map(|mark| Text::Made(Jsonl::record(mark).faulty(entry, message))),
            messages,
            ..Done::at(entry)
        }
    }

    /// The program is at fault: nothing is known of the problem.
    fn failed(&self, job: &Job, message: &str) -> Done {
        let entry = &job.entry;
        let told = internal_error(message);
        let mark = self.mark(job, Status::Internal, false);
        Done {
            status: Status::Internal,
            out: Text::Made(self.printer.failed(entry, message)),
            err: format!(
                "error: {told}\n --> {}\n  = keymove {} is at fault, not the problem: please report these lines and the problem\n",
                place(entry),
                env!("CARGO_PKG_VERSION"),
            ),
            record: mark.map(|mark| Text::Made(Jsonl::record(mark).failed(entry, message))),
            messages: vec![told],
            answer: entry
                .sound_problem()
                .filter(|_| job.with_answer)
                .map(|problem| answers::unknown(&self.as_wanted(problem))),
            is_cut: true,
            ..Done::at(entry)
        }
    }

    /// What the file of results, if there is one, says of the problem.
    fn mark(&self, job: &Job, status: Status, is_cut: bool) -> Option<RecordMark> {
        self.work.resume.as_ref().map(|_| RecordMark {
            key: format!("{:032x}", job.key),
            status: status as u8,
            limits: is_cut.then(|| self.limits.clone()),
        })
    }

    /// The problem as it is to be solved.
    fn as_wanted(&self, problem: &Problem) -> Problem {
        if self.task.is_check() { settings_for_check(problem) } else { self.printer.wanted(problem) }
    }
}

/// What of the author's solution could not be read or is not so, at its place in the input.
fn about_the_author(entry: &Entry, judgement: &Judgement) -> Vec<Diagnostic> {
    let told = judgement.findings.iter().filter(|finding| finding.severity != FindingSeverity::Note);
    let place = |finding: &Finding| syntax::solution_span(&entry.source.text, finding.place.clone()?);
    let expected = |finding: &Finding| match finding.kind {
        FindingKind::AuthorNotRead => "expected moves",
        _ => "is not in the play",
    };
    told.filter_map(|finding| Some(Diagnostic::warning(place(finding)?, finding.told(), expected(finding)))).collect()
}
