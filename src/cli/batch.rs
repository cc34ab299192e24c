//! Many problems, one after the other in the output, several at a time in the work.

use super::args::{Annotations, OutputFormat, When, Work};
use super::check::verdict_line;
use super::desk::{Bounds, Desk, Job};
use super::done::{Done, Form, Solved, Text};
use super::junit::Junit;
use super::machine::{self, Purpose};
use super::printer::Printer;
use super::progress::Display;
use super::records::{Known, Records, hash};
use super::summary::Summary;
use super::{Status, answers, sources};
use crate::input::Entry;
use crate::problem::Problem;
use crate::report::{RecordMark, TextStyle};
use crate::solution::{
    Cut, Finding, FindingKind, FindingSeverity, Judgement, Solution, Verdict, judge, settings_for_check,
    settings_for_reading,
};
use crate::solve::{Allowance, Crew, STACK_BYTES, Solver};
use crate::syntax::{self, Diagnostic};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Scope};

/// What is wanted of each problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    Solve,
    Check { verbose: bool, allow_duals: bool },
}

/// What is to be written beside the output.
#[derive(Default)]
pub struct Beside {
    pub update: bool,
    pub junit: Option<PathBuf>,
    pub annotations: Option<Annotations>,
}

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

pub fn run(work: &Work, task: Task, beside: Beside) -> io::Result<Status> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = cancelled.clone();
    // The first interrupt ends the search and prints what is known, the second ends the program.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    let feed = sources::feed(work).map_err(io::Error::other)?;
    let crew = Arc::new(Crew::new(usize::from(work.limits.threads)));
    let threads = crew.threads();
    let memory = usize::try_from(work.limits.memory << 20).unwrap_or(usize::MAX);
    let bounds = Bounds {
        problems: AHEAD * threads,
        bytes: WAITING_BYTES,
        table_bytes: if work.limits.no_table { 0 } else { memory / 2 },
        threads,
    };
    let display = Arc::new(Display::new());
    let printer = printer(work, task, beside, display.clone())?;
    let allowance = Allowance {
        most: memory / 8 * 3 + LEAST_BYTES,
        free: (FREE_BYTES / threads).max(1),
        thread: (memory / 8).max(MEMO_BYTES) / threads,
        telling: nanoseconds_to_tell_a_byte(work, task),
        make_room: None,
    };
    let run = Run {
        work,
        task,
        color: is_coloured(work),
        allowance,
        limits: limits(work),
        display,
        crew,
        desk: Arc::new(Desk::new(feed, printer, cancelled.clone(), bounds)),
        cancelled,
        at_work: AtomicUsize::new(0),
    };
    thread::scope(|scope| run.begin_thread(scope))?;
    let desk = Arc::into_inner(run.desk).ok_or_else(|| io::Error::other("a thread did not end"))?;
    desk.finish()
}

/// The limits that decide what is left undecided.
fn limits(work: &Work) -> String {
    format!("{:?} {} {:?}", work.limits.time, work.limits.memory, work.limits.max_solutions)
}

/// How long telling a solution takes, for each byte of its tree, as measured.
fn nanoseconds_to_tell_a_byte(work: &Work, task: Task) -> u64 {
    let shown = match (work.format, task) {
        (OutputFormat::Jsonl, _) => 20,
        (_, Task::Check { .. }) => 2,
        (OutputFormat::Popeye, Task::Solve) => 5,
        (OutputFormat::Text, Task::Solve) => 12,
    };
    // The file of results is JSON.
    shown + if work.resume.is_some() { 20 } else { 0 }
}

fn is_coloured(work: &Work) -> bool {
    match work.color {
        When::Always => true,
        When::Never => false,
        When::Auto => work.output.is_none() && io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

fn printer(work: &Work, task: Task, beside: Beside, display: Arc<Display>) -> io::Result<Printer> {
    let records = work.resume.as_deref().map(Records::open).transpose()?;
    if let (Some(path), Some(note)) = (&work.resume, records.as_ref().and_then(|records| records.note.as_ref())) {
        super::complain(&format!("note: {}: {note}\n", path.display()));
    }
    let out: Box<dyn Write + Send> = match &work.output {
        Some(path) => Box::new(BufWriter::new(
            File::create(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?,
        )),
        None => Box::new(BufWriter::new(io::stdout())),
    };
    Ok(Printer {
        out,
        records,
        junit: beside.junit.as_deref().map(|path| Junit::create(path, !work.reproducible)).transpose()?,
        annotations: beside.annotations,
        update: beside.update,
        task,
        format: work.format,
        display,
        summary: Summary::new(!work.reproducible),
        status: Status::Good,
        faults: 0,
        file: None,
    })
}

struct Run<'a> {
    work: &'a Work,
    task: Task,
    color: bool,
    allowance: Allowance,
    limits: String,
    display: Arc<Display>,
    crew: Arc<Crew>,
    desk: Arc<Desk>,
    cancelled: Arc<AtomicBool>,
    at_work: AtomicUsize,
}

impl Run<'_> {
    fn begin_thread<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) -> io::Result<()> {
        self.at_work.fetch_add(1, Ordering::Relaxed);
        thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || self.work(scope)).map(|_| ())
    }

    /// Problem after problem; each thread brings in the next one as long as there is more to do.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let mut is_alone = true;
        while let Some((job, more)) = self.desk.take(&|entry| self.key(entry), &self.limits, &recalled) {
            if more && std::mem::take(&mut is_alone) && self.at_work.load(Ordering::Relaxed) < self.crew.threads() {
                // Fewer threads only take longer.
                let _ = self.begin_thread(scope);
            }
            let number = job.number;
            let seat = self.crew.take();
            let done = self.one(&job);
            drop(seat);
            self.desk.put(number, done, job.table_bytes);
            self.display.end(number);
        }
    }

    /// Stands for the problem and all that its answer depends on, limits excepted.
    fn key(&self, entry: &Entry) -> u128 {
        let text = match entry.sound_problem() {
            Some(problem) => syntax::epd(&self.as_wanted(problem)),
            None => entry.source.text.clone(),
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
        let (desk, crew, number) = (self.desk.clone(), self.crew.clone(), job.number);
        let make_room = Arc::new(move || crew.rest(|| desk.wait_for_turn(number)));
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

    /// Solves one problem and tells it.
    fn one(&self, job: &Job) -> Done {
        let entry = &job.entry;
        // What will not be shown need not be made.
        let is_shown = !entry.diagnostics.is_empty() && !self.desk.shown_faults_are_enough();
        let shown = if is_shown { &entry.diagnostics[..] } else { &[] };
        let err: String = shown.iter().map(|diagnostic| diagnostic.render(&entry.source)).collect();
        let Some(problem) = entry.sound_problem() else {
            return self.faulty(job, err, "the problem cannot be read");
        };
        let problem = self.as_wanted(problem);
        let mut outcome = match self.solver(job).solve(&problem) {
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
            (OutputFormat::Jsonl, _) => machine::faulty(entry, message, None) + "\n",
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
            record: mark.map(|mark| Text::Made(machine::faulty(entry, message, Some(&mark)))),
            messages,
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
fn at(entry: &Entry) -> Done {
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

/// What the file of results says of a problem.
fn recalled(entry: &Entry, known: Known, records: &Records) -> Done {
    let named = |(i, name): (usize, &String)| (known.kinds >> i & 1 == 1).then(|| name.clone());
    let messages: Vec<String> = records.kinds.iter().enumerate().filter_map(named).collect();
    Done { status: known.status, kinds: messages.clone(), messages, from_before: true, ..at(entry) }
}
