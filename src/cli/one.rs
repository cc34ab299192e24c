//! One problem of a batch: solved, judged, told.

use super::Status;
use super::answers;
use super::args::{OutputFormat, Work};
use super::batch::Task;
use super::check::{failure_line, verdict_line};
use super::json_members::{self, Purpose};
use super::outcome::{Done, Form, Solved, Text};
use super::progress::Display;
use super::resume::hash;
use super::work_queue::{Job, WorkQueue};
use crate::input::Entry;
use crate::mishap::{self, Places};
use crate::problem::Problem;
use crate::report::{INTERNAL_ERROR, RecordMark, TextStyle};
use crate::solution::{
    Cut, Finding, FindingKind, FindingSeverity, Judgement, Solution, Verdict, judge, settings_for_check,
    settings_for_reading,
};
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
    pub color: bool,
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
        let task = match self.task {
            Task::Solve => "solve",
            Task::Check { allow_duals: false, .. } => "check",
            Task::Check { allow_duals: true, .. } => "check, duals allowed",
        };
        hash(&format!("{} {task}\n{text}", env!("CARGO_PKG_VERSION")))
    }

    fn solver(&self, job: &Job) -> Solver {
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
        let mut outcome = match (self.solve)(&self.solver(job), &problem) {
            Ok(outcome) => outcome,
            Err(error) => {
                let err = format!("{err}error: {error}\n --> {}\n", place(entry));
                return self.faulty(job, err, &error.to_string());
            }
        };
        let mut judgement = judge(&problem, &outcome.solution);
        let answer = job.with_answer.then(|| answers::answer(&problem, &outcome.solution, &judgement));
        if matches!(self.task, Task::Check { allow_duals: true, .. }) {
            judgement = judgement.allowing_duals(&outcome.solution);
        }
        let status = self.status(judgement.verdict, &outcome.solution);
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
            is_cut: twins.iter().any(|twin| is_cut(twin.cut)),
            is_interrupted: twins.iter().any(|twin| twin.cut == Some(Cut::Interrupted)),
            ..at(&entry)
        };
        let mark = self.mark(job, done.status, done.is_cut);
        let solved = Arc::new(Solved { entry, problem, outcome, judgement });
        let out = self.told(&solved);
        Done { out, record: mark.map(|mark| self.text(&solved, Form::Json(Purpose::Record(mark)))), ..done }
    }

    fn faulty(&self, job: &Job, err: String, message: &str) -> Done {
        let entry = &job.entry;
        let out = match (self.work.format, self.task) {
            (OutputFormat::Jsonl, _) => json_members::faulty(entry, message, None) + "\n",
            (OutputFormat::Popeye, Task::Solve) => "\nproblem ignored\n\nsolution finished.\n".to_string(),
            (_, Task::Check { .. }) => verdict_line(entry, None, message, false, self.color),
            (OutputFormat::Text, Task::Solve) => String::new(),
        };
        let mark = self.mark(job, Status::BadInput, false);
        let mut messages: Vec<String> =
            entry.diagnostics.iter().filter(|d| d.is_error()).map(|diagnostic| diagnostic.message.clone()).collect();
        if messages.is_empty() {
            messages.push(message.to_string());
        }
        Done {
            status: Status::BadInput,
            out: Text::Made(out),
            err,
            record: mark.map(|mark| Text::Made(json_members::faulty(entry, message, Some(&mark)))),
            messages,
            ..at(entry)
        }
    }

    /// The program is at fault: nothing is known of the problem.
    fn failed(&self, job: &Job, message: &str) -> Done {
        let entry = &job.entry;
        let told = format!("{INTERNAL_ERROR}: {message}");
        let out = match (self.work.format, self.task) {
            (OutputFormat::Jsonl, _) => json_members::failed(entry, &told, None) + "\n",
            (OutputFormat::Popeye, Task::Solve) => format!("\n{told}\n\nPartial solution\n"),
            (_, Task::Check { .. }) => failure_line(entry, message, self.color),
            (OutputFormat::Text, Task::Solve) => String::new(),
        };
        let mark = self.mark(job, Status::Internal, false);
        Done {
            status: Status::Internal,
            out: Text::Made(out),
            err: format!(
                "error: {told}\n --> {}\n  = keymove {} is at fault, not the problem: please report these lines and the problem\n",
                place(entry),
                env!("CARGO_PKG_VERSION"),
            ),
            record: mark.map(|mark| Text::Made(json_members::failed(entry, &told, Some(&mark)))),
            messages: vec![told],
            answer: entry
                .sound_problem()
                .filter(|_| job.with_answer)
                .map(|problem| answers::unknown(&self.as_wanted(problem))),
            is_cut: true,
            ..at(entry)
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

    /// Variations are shown where people or programs read the whole tree; in Popeye's format as the options say.
    fn as_wanted(&self, problem: &Problem) -> Problem {
        match (self.task, self.work.format) {
            (Task::Solve, OutputFormat::Popeye) => problem.clone(),
            (Task::Solve, _) => settings_for_reading(problem),
            (Task::Check { .. }, _) => settings_for_check(problem),
        }
    }

    fn told(&self, solved: &Arc<Solved>) -> Text {
        let style = TextStyle { color: self.color, ..TextStyle::default() };
        match (self.work.format, self.task) {
            (OutputFormat::Jsonl, _) => {
                self.text(solved, Form::Json(Purpose::Output { reproducible: self.work.reproducible }))
            }
            (_, Task::Check { verbose, .. }) => {
                let Solved { entry, problem, judgement, .. } = &**solved;
                Text::Made(verdict_line(entry, Some((problem, judgement)), "", verbose, self.color))
            }
            (OutputFormat::Popeye, Task::Solve) => self.text(solved, Form::Popeye),
            (OutputFormat::Text, Task::Solve) => self.text(solved, Form::Reading(style)),
        }
    }

    /// A large solution is written from the tree, when its turn comes; its text would take many times the memory.
    fn text(&self, solved: &Arc<Solved>, form: Form) -> Text {
        if solved.outcome.told_bytes > self.allowance.free / 8 {
            return Text::Of(solved.clone(), form);
        }
        Text::Made(solved.text(&form))
    }

    fn status(&self, verdict: Verdict, solution: &Solution) -> Status {
        match self.task {
            Task::Check { .. } => Status::from(verdict),
            Task::Solve => {
                if verdict == Verdict::Invalid {
                    Status::BadInput
                } else if solution.twins.iter().any(|twin| is_cut(twin.cut)) {
                    Status::Undecided
                } else {
                    Status::Good
                }
            }
        }
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

/// By a limit; what an option leaves out was not asked for.
fn is_cut(cut: Option<Cut>) -> bool {
    cut.is_some_and(|cut| !matches!(cut, Cut::MoveNumbers | Cut::ShortSolutions))
}

fn place(entry: &Entry) -> String {
    format!("{}:{}", entry.source.name, entry.source.line_and_column(0).0)
}

/// What is known of a problem before it is solved.
pub fn at(entry: &Entry) -> Done {
    let error = entry.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
    let (line, column) = entry.source.line_and_column(error.map_or(0, |diagnostic| diagnostic.span.start));
    let heading = entry.problem.as_ref().map(|problem| &problem.heading);
    let stipulation = entry.problem.as_ref().and_then(|problem| problem.stipulation.as_ref());
    Done {
        file: entry.source.name.clone(),
        line,
        column,
        label: heading.and_then(|heading| heading.id.clone()).unwrap_or_else(|| "-".to_string()),
        stipulation: stipulation.map(ToString::to_string).unwrap_or_default(),
        ..Done::default()
    }
}
