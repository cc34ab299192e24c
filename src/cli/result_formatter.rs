//! Judges the solutions of problems and formats the results.

use super::answers;
use super::formats::{Jsonl, Printer, internal_error};
use super::outcome::{Done, OutputText, RecordedAnswer};
use super::solved::{Solved, place};
use super::status::Status;
use super::task::{RunTask, is_cut};
use super::themes::ThemeChoice;
use super::work_queue::Job;
use crate::input::Entry;
use crate::located::{about_rules, bad_twins};
use crate::problem::Problem;
use crate::report::RecordMark;
use crate::solution::{Cut, Judgement, Solution, judge, settings_for_check};
use crate::solve::Outcome;
use crate::themes::{Themes, asked_for, settings_for_themes, themes, without_additions};
use std::sync::Arc;

/// Judges the solutions of the problems of a run and formats their results.
pub struct ResultFormatter {
    pub task: RunTask,
    pub printer: Arc<dyn Printer>,
    /// The largest size in bytes of a solution that is formatted as soon as it is found. A larger one is formatted
    /// while it is written.
    pub most_made: usize,
    /// Whether the run writes the result file of `--resume`.
    pub is_recorded: bool,
    /// The values of all limits that can make a result undecided, as text for the result file.
    pub limits: String,
    /// Whether search statistics are printed on standard error.
    pub stats: bool,
    /// Whether problems with unverified combinations of rules are solved.
    pub allow_unverified: bool,
    /// The themes that are computed and printed.
    pub themes: ThemeChoice,
}

impl ResultFormatter {
    /// Returns the diagnostics of a problem as text for standard error.
    pub fn diagnostics_text(entry: &Entry) -> String {
        entry.diagnostics.iter().map(|diagnostic| diagnostic.render(&entry.source)).collect()
    }

    /// Returns the result of a solved problem. `err` is text for standard error. If the solution was printed while it
    /// was being found, `rest` is the text that is still to be printed.
    pub fn solved(&self, job: &Job, err: String, problem: Problem, mut outcome: Outcome, rest: Option<String>) -> Done {
        let themes = self.with_themes(&problem).then(|| themes(&problem, &outcome.solution));
        let (mut judgement, answer) = self.judged(job, &problem, &outcome.solution, themes.as_ref());
        if self.task.allows_duals() {
            judgement = judgement.allowing_duals(&outcome.solution);
        }
        let status = self.task.status(judgement.verdict, &outcome.solution);
        let err = match self.stats {
            true => format!("{err}{}: {}", place(&job.entry), std::mem::take(&mut outcome.stats)),
            false => err,
        };
        let mut kinds: Vec<String> = Vec::new();
        let mut messages = Vec::new();
        for finding in judgement.findings.iter().filter(|finding| finding.is_error() || status == Status::Undecided) {
            if finding.is_error() && !kinds.iter().any(|kind| kind == finding.kind.name()) {
                kinds.push(finding.kind.name().to_string());
            }
            messages.push(finding.full_text());
        }
        let mut entry = job.entry.clone();
        let mut remarks = bad_twins(&entry, &problem, &outcome.solution);
        let about_rules = about_rules(&entry, &judgement);
        let warnings = about_rules.iter().map(|warning| warning.message.clone()).collect();
        remarks.extend(about_rules);
        let err = remarks.iter().fold(err, |err, remark| err + &remark.render(&entry.source));
        entry.diagnostics.extend(remarks);
        let twins = &outcome.solution.twins;
        let mut done = Done {
            status,
            err,
            kinds,
            messages,
            warnings,
            answer,
            seconds: outcome.seconds,
            is_cut: is_cut(&outcome.solution),
            is_interrupted: twins.iter().any(|twin| twin.cut == Some(Cut::Interrupted)),
            ..Done::at(&entry)
        };
        let mark = self.mark(job, done.status, done.is_cut);
        let themes = themes.filter(|_| self.themes.is_wanted).map(|themes| self.themes.choose(themes));
        let solved = Arc::new(Solved { entry, problem, outcome, judgement, themes });
        done.err += &self.printer.messages(&solved);
        if !self.printer.prints_findings() {
            done.err += &solved.about_the_author();
        }
        let text = |printer: Arc<dyn Printer>| OutputText::new(&solved, printer, self.most_made);
        let record = mark.map(|mark| text(Arc::new(Jsonl::record(mark))));
        let out = rest.map_or_else(|| text(self.printer.clone()), OutputText::Made);
        Done { out, record, ..done }
    }

    /// Returns the result of a problem that cannot be solved. Either the diagnostics of `entry` contain an error, or
    /// `message` is the reason. `err` is text for standard error.
    pub fn faulty(&self, job: &Job, entry: &Entry, err: String, message: &str) -> Done {
        let mark = self.mark(job, Status::BadInput, false);
        let mut messages: Vec<String> =
            entry.diagnostics.iter().filter(|d| d.is_error()).map(|diagnostic| diagnostic.message.clone()).collect();
        if messages.is_empty() {
            messages.push(message.to_string());
        }
        Done {
            status: Status::BadInput,
            out: OutputText::Made(self.printer.faulty(entry, message)),
            err: err + &self.printer.refusal(entry),
            record: mark.map(|mark| OutputText::Made(Jsonl::record(mark).faulty(entry, message))),
            messages,
            ..Done::at(entry)
        }
    }

    /// Returns the result of a problem whose solving panicked with `message`.
    pub fn failed(&self, job: &Job, message: &str) -> Done {
        let entry = &job.entry;
        let text = internal_error(message);
        let mark = self.mark(job, Status::Internal, false);
        Done {
            status: Status::Internal,
            out: OutputText::Made(self.printer.failed(entry, message)),
            err: format!(
                "error: {text}\n --> {}\n  = this is a fault in keymove {}, not in the problem: please report these \
                 lines and the problem\n",
                place(entry),
                env!("CARGO_PKG_VERSION"),
            ),
            record: mark.map(|mark| OutputText::Made(Jsonl::record(mark).failed(entry, message))),
            messages: vec![text],
            answer: entry
                .sound_problem()
                .filter(|_| job.with_answer)
                .map(|problem| answers::unknown(&self.wanted(problem))),
            is_cut: true,
            ..Done::at(entry)
        }
    }

    /// Whether the themes of a problem are computed: because they are printed, or because a check compares them with
    /// the themes that the problem names.
    fn with_themes(&self, problem: &Problem) -> bool {
        self.themes.is_wanted || self.task.is_check() && !problem.intent.themes.is_empty()
    }

    /// Returns the verdict on a solution and, if answers are recorded or compared, the answer. Play that was searched
    /// only for the themes affects neither.
    fn judged(
        &self,
        job: &Job,
        problem: &Problem,
        solution: &Solution,
        themes: Option<&Themes>,
    ) -> (Judgement, Option<RecordedAnswer>) {
        let original = job.entry.sound_problem().filter(|_| themes.is_some());
        let asked = original.map(|original| (settings_for_check(original), without_additions(original, solution)));
        let (problem, solution) = asked.as_ref().map_or((problem, solution), |(problem, solution)| (problem, solution));
        let mut judgement = judge(problem, solution);
        if let Some(themes) = themes.filter(|_| self.task.is_check()) {
            judgement = asked_for(problem, themes, judgement);
        }
        let answer = job.with_answer.then(|| answers::answer(problem, solution, &judgement));
        (judgement, answer)
    }

    /// Returns the additional fields of the problem's line in the result file of `--resume`, or `None` if there is no
    /// such file.
    fn mark(&self, job: &Job, status: Status, is_cut: bool) -> Option<RecordMark> {
        self.is_recorded.then(|| RecordMark {
            key: format!("{:032x}", job.key),
            status: status as u8,
            limits: is_cut.then(|| self.limits.clone()),
        })
    }

    /// Returns the problem with the options that the task, the themes and the output format need in addition to its
    /// own.
    pub fn wanted(&self, problem: &Problem) -> Problem {
        let mut wanted = match self.with_themes(problem) {
            true => settings_for_themes(problem),
            false if self.task.is_check() => settings_for_check(problem),
            false => self.printer.wanted(problem),
        };
        wanted.options.allow_unverified |= self.allow_unverified;
        wanted
    }
}
