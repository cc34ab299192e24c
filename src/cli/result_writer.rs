//! The usual destination of results. It writes to standard output or a file, to standard error, and to all other files
//! that the arguments request.

use super::answers::{self, Answers};
use super::args::{Annotations, SideOutputArgs, SolveArgs};
use super::destination::Destination;
use super::duplicates::Duplicates;
use super::files::{self, Uses};
use super::formats::Printer;
use super::inputs;
use super::junit::Junit;
use super::outcome::Done;
use super::output::{Output, OutputPlace};
use super::problems::RemainingInput;
use super::progress::Display;
use super::resume::{RecordedResult, RecordedTask, Records};
use super::status::{Status, complain};
use super::summary::Summary;
use super::task::RunTask;
use crate::input::Entry;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest number of faulty problems whose errors are shown. Further faulty problems are only counted.
const SHOWN_FAULTS: usize = 200;

/// The main output: standard output or a file.
pub enum Sink {
    Standard(BufWriter<Stdout>),
    File(BufWriter<Output>),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Standard(out) => out.write(bytes),
            Sink::File(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Standard(out) => out.flush(),
            Sink::File(out) => out.flush(),
        }
    }
}

impl Sink {
    /// Ends the output. If an output file does not get its final name, also returns a note with the name of the file
    /// that has the text.
    fn finish(mut self, is_complete: bool) -> (io::Result<()>, Option<String>) {
        let written = self.flush();
        match self {
            Sink::Standard(out) => {
                // The buffered text is dropped, because a closed pipe cannot take it.
                let _ = out.into_parts();
                (written, None)
            }
            Sink::File(out) => out.into_parts().0.end(is_complete, written),
        }
    }
}

pub struct ResultWriter {
    out: Sink,
    records: Option<Records>,
    /// The values of all limits that can make a result undecided, as text to compare with the result file.
    limits: String,
    junit: Option<Junit>,
    annotations: Option<Annotations>,
    /// Whether the answers to problems are recorded (`--update`). If not, they are compared with recorded ones.
    update: bool,
    task: RunTask,
    printer: Arc<dyn Printer>,
    display: Arc<Display>,
    summary: Summary,
    duplicates: Duplicates,
    status: Status,
    /// Whether a signal has cut the search of some problem.
    is_interrupted: bool,
    faults: usize,
    /// Whether the text of any problem has been written.
    has_output: bool,
    /// Whether some text of the current problem has been written before its result arrives.
    is_under_way: bool,
    /// The name of the output file if the output is a page in a file, otherwise `None`.
    page: Option<PathBuf>,
    /// The current file of problems: its name and its recorded answers, if any.
    file: Option<(String, Option<Answers>)>,
}

impl ResultWriter {
    /// Opens all outputs. Returns an error before anything is written if one of them cannot be opened, or is also an
    /// input or one of the files `kept`.
    pub fn open(
        work: &SolveArgs,
        task: RunTask,
        beside: &SideOutputArgs,
        printer: Arc<dyn Printer>,
        display: Arc<Display>,
        kept: &[&Path],
    ) -> io::Result<ResultWriter> {
        let junit = beside.junit.as_deref();
        let uses = Uses {
            output: work.output.as_deref(),
            junit,
            resume: work.resume.as_deref(),
            inputs: if inputs::is_typed(&work.given) { &[] } else { &work.given.inputs },
            answers: task.is_check(),
            update: beside.update,
            kept,
        };
        if let Some(conflict) = files::conflict(&uses) {
            return Err(io::Error::other(conflict));
        }
        // Opening may block, so it is done before anything that an interrupt would leave unfinished.
        let output = work.output.as_deref().map(OutputPlace::find).transpose()?;
        let junit = junit.map(OutputPlace::find).transpose()?;
        let wanted = if task.is_check() { RecordedTask::Verdicts } else { RecordedTask::Solutions };
        let records = work.resume.as_deref().map(|path| Records::open(path, wanted)).transpose()?;
        if let (Some(path), Some(note)) = (&work.resume, records.as_ref().and_then(|records| records.note.as_ref())) {
            complain(&format!("note: {}: {note}\n", path.display()));
        }
        let mut out = match output {
            Some(place) => Sink::File(BufWriter::new(place.begin()?)),
            None => Sink::Standard(BufWriter::new(io::stdout())),
        };
        out.write_all(printer.head().as_bytes())?;
        let begin_report = |place: OutputPlace| Junit::begin(place.begin_with_gaps()?, !work.reproducible);
        Ok(ResultWriter {
            out,
            records,
            limits: work.limits.decisive(),
            junit: junit.map(begin_report).transpose()?,
            annotations: beside.annotations,
            update: beside.update,
            task,
            display,
            summary: Summary::new(!work.reproducible),
            duplicates: Duplicates::default(),
            status: Status::Good,
            is_interrupted: false,
            faults: 0,
            has_output: false,
            is_under_way: false,
            page: work.output.clone().filter(|_| printer.is_page()),
            printer,
            file: None,
        })
    }

    /// Whether all error messages are also reported as annotations or in a JUnit report, in addition to standard error.
    fn prints_all(&self) -> bool {
        self.junit.is_some() || self.annotations.is_some()
    }

    fn end_answers(&mut self, is_complete: bool) -> io::Result<()> {
        let Some((name, Some(answers))) = self.file.take() else { return Ok(()) };
        if self.update && answers.is_partial {
            self.say(&format!("note: {name}: problems cut by a limit were not recorded\n"));
        }
        for label in answers.finish(is_complete)? {
            self.status = self.status.and(Status::Unsound);
            self.summary.count_gone();
            self.say(&format!(
                "error: {name}: an answer is recorded for {label}, but the problem is not in the file\n"
            ));
        }
        Ok(())
    }

    /// Prepares the main output for text of a problem. Before the first text of each problem except the first one,
    /// writes the separator of the format.
    fn begin_output(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_under_way, true) || !std::mem::replace(&mut self.has_output, true) {
            return Ok(());
        }
        self.out.write_all(self.printer.separator().as_bytes())
    }

    /// Writes a message to standard error. Write errors are ignored, because the exit status has the same information.
    fn say(&self, text: &str) {
        if !text.is_empty() {
            self.display.suspend(|| complain(text));
        }
    }

    /// Records the answer to a problem with `--update`, and otherwise compares it with the recorded one. A difference
    /// becomes part of the result.
    fn compare(&mut self, done: &mut Done) -> io::Result<()> {
        let (Some((_, Some(answers))), Some(answer)) = (&mut self.file, &done.answer) else { return Ok(()) };
        if self.update {
            return answers.record(answer, done.is_cut);
        }
        done.difference = answers.difference(answer, done.is_cut)?;
        if done.is_changed() {
            done.status = done.status.and(Status::Unsound);
            self.summary.count_changed();
        }
        Ok(())
    }

    fn print_end(&mut self) -> io::Result<()> {
        if self.shown_faults_are_enough() {
            self.say(&format!("error: {} more faulty problems are not shown\n", self.faults - SHOWN_FAULTS));
        }
        if let Some(more) = self.duplicates.not_shown() {
            self.say(&more);
        }
        if let Some(records) = self.records.as_ref().filter(|records| records.contradictory > 0) {
            let count = records.contradictory;
            let lines = if count == 1 { "line was" } else { "lines were" };
            self.say(&format!(
                "note: {}: {count} {lines} ignored, since status and verdict contradict each other; these problems \
                 are solved again\n",
                records.path.display()
            ));
        }
        let summary = self.summary.to_string();
        self.out.write_all(self.printer.foot(&summary).as_bytes())?;
        match self.task {
            _ if self.printer.prints_summary() => {}
            RunTask::Solve if self.records.is_none() => {
                if let Some(not_begun) = &self.summary.not_begun {
                    self.say(&format!("note: interrupted; {not_begun}\n"));
                }
            }
            _ => self.say(&summary),
        }
        Ok(())
    }
}

impl Destination for ResultWriter {
    fn recall(&mut self, entry: &Entry, key: &dyn Fn(&Entry) -> u128) -> Result<Done, u128> {
        let in_full = self.prints_all();
        let Some(records) = &mut self.records else { return Err(0) };
        let key = key(entry);
        let known = records.take(key, &self.limits).ok_or(key)?;
        Ok(recalled(entry, known, records, in_full))
    }

    fn shown_faults_are_enough(&self) -> bool {
        self.faults > SHOWN_FAULTS
    }

    fn wants_answers(&self, name: &str) -> bool {
        self.task.is_check() && name != "-" && (self.update || answers::are_recorded(name))
    }

    fn begin(&mut self, name: &str) -> io::Result<()> {
        let answers = if self.wants_answers(name) { Answers::open(name, self.update)? } else { None };
        if self.update && answers.is_none() {
            self.trouble(&format!("{name}: answers cannot be recorded; --update needs problem files"))?;
        }
        self.file = Some((name.to_string(), answers));
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.end_answers(true)
    }

    fn problem(&mut self, mut done: Done) -> io::Result<()> {
        let verdict = done.status;
        self.compare(&mut done)?;
        if done.is_interrupted {
            self.is_interrupted = true;
            // A later run solves this problem again, and all following ones.
            if let Some(records) = &mut self.records {
                records.close();
            }
        }
        self.status = self.status.and(done.status);
        self.summary.count(verdict, done.kinds.iter().map(String::as_str));
        if done.status == Status::BadInput {
            self.faults += 1;
        }
        if self.faults <= SHOWN_FAULTS {
            self.say(&done.err);
        }
        if let Some(warning) = self.duplicates.warning(&done) {
            self.say(&warning);
        }
        if done.from_before {
            self.summary.count_from_before();
            if let Some((_, Some(answers))) = &mut self.file {
                answers.is_partial = true;
            }
        }
        // The result file is written before the output, so everything that is printed has been recorded. A problem
        // whose answer differs from its recorded answer is not written to the result file, so that it is solved again.
        if let (Some(records), Some(record), false) = (&mut self.records, &done.record, done.is_changed()) {
            records.add(|out| record.write(out))?;
        }
        if done.out.is_any() {
            self.begin_output()?;
        }
        done.out.write(&mut self.out)?;
        self.is_under_way = false;
        if let Some(difference) = &done.difference {
            self.out.write_all(self.printer.changed(difference).as_bytes())?;
        }
        if let Some(Annotations::Github) = self.annotations {
            self.out.write_all(super::annotations::github(&done).as_bytes())?;
        }
        match &mut self.junit {
            Some(junit) => junit.case(&done),
            None => Ok(()),
        }
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        self.say(text);
        Ok(())
    }

    fn trouble(&mut self, message: &str) -> io::Result<()> {
        self.status = self.status.and(Status::BadInput);
        self.say(&format!("error: {message}\n"));
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn expect(&self, problems: usize) {
        self.display.expect(problems);
    }

    fn takes_pieces(&self) -> bool {
        true
    }

    fn write_now(&mut self, text: &str) -> io::Result<()> {
        let display = self.display.clone();
        display.suspend(|| {
            self.begin_output()?;
            self.out.write_all(text.as_bytes())?;
            self.out.flush()
        })
    }

    fn finish(mut self: Box<Self>, error: Option<io::Error>, left: RemainingInput) -> io::Result<Status> {
        let is_interrupted = error.is_none() && (self.is_interrupted || left.is_any());
        self.summary.not_begun = left.not_begun().filter(|_| error.is_none());
        // If the run was interrupted, the current file of problems is incomplete.
        let mut ended = self.end_answers(false);
        if error.is_none() && ended.is_ok() {
            ended = self.print_end();
        }
        let is_complete = error.is_none() && ended.is_ok() && !is_interrupted;
        let junit = self.junit.take().map(|mut junit| {
            let counted = self.summary.not_begun.as_ref().map_or(Ok(()), |count| junit.not_begun(count));
            junit.finish(is_complete, counted)
        });
        let ResultWriter { out, display, status, page, summary, .. } = *self;
        // Only the first error is returned.
        let mut trouble = error.map_or(ended, Err);
        for (written, note) in [Some(out.finish(is_complete)), junit].into_iter().flatten() {
            trouble = trouble.and(written);
            if let Some(note) = note {
                display.suspend(|| complain(&format!("note: {note}\n")));
            }
        }
        if let (Some(page), true) = (page, is_complete && trouble.is_ok()) {
            display.suspend(|| complain(&format!("wrote {}: {}\n", page.display(), summary.counts())));
        }
        trouble.map(|()| if is_interrupted { Status::Interrupted } else { status })
    }
}

/// Returns the result of a problem as the result file of `--resume` has it, without text to print. The error messages
/// are read only if `in_full` is set.
fn recalled(entry: &Entry, known: RecordedResult, records: &Records, in_full: bool) -> Done {
    let named = |(i, name): (usize, &String)| (known.kinds >> i & 1 == 1).then(|| name.clone());
    let kinds = records.kinds.iter().enumerate().filter_map(named).collect();
    let messages = if in_full { records.messages(&known) } else { Vec::new() };
    Done { status: known.status, kinds, messages, from_before: true, ..Done::at(entry) }
}
