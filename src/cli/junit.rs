//! A report for CI servers in the XML format of JUnit: a test suite for each file, a test case for each problem.
//!
//! The report is written during the run. In this format the counts precede the test cases, so space is reserved for the
//! counts and filled at the end.

use super::outcome::Done;
use super::output::Output;
use super::status::Status;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

pub struct Junit {
    out: BufWriter<Output>,
    suite: Option<Suite>,
    total: JunitCounts,
    /// The offset in the file of the space reserved for the counts of the whole report.
    room: u64,
    with_time: bool,
}

struct Suite {
    name: String,
    counts: JunitCounts,
    room: u64,
}

#[derive(Clone, Copy, Default)]
struct JunitCounts {
    tests: usize,
    failures: usize,
    errors: usize,
    seconds: f64,
}

impl JunitCounts {
    fn add(&mut self, done: &Done) {
        self.tests += 1;
        self.failures += usize::from(done.status == Status::Unsound);
        self.errors += usize::from(!matches!(done.status, Status::Good | Status::Unsound));
        self.seconds += done.seconds;
    }

    fn attributes(&self, with_time: bool) -> String {
        let JunitCounts { tests, failures, errors, seconds } = self;
        let mut text = format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\"");
        if with_time {
            let _ = write!(text, " time=\"{seconds:.3}\"");
        }
        text
    }
}

/// The number of bytes reserved for the counts of the report or of a suite. Unused bytes are filled with blanks.
const ROOM: usize = 120;

impl Junit {
    pub fn begin(out: Output, with_time: bool) -> io::Result<Junit> {
        let out = BufWriter::new(out);
        let mut junit = Junit { out, suite: None, total: JunitCounts::default(), room: 0, with_time };
        junit.open()?;
        Ok(junit)
    }

    fn open(&mut self) -> io::Result<()> {
        self.out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"keymove check\"")?;
        self.room = self.leave_room()?;
        self.out.write_all(b">\n")
    }

    fn leave_room(&mut self) -> io::Result<u64> {
        let room = self.out.stream_position()?;
        write!(self.out, "{:ROOM$}", "")?;
        Ok(room)
    }

    pub fn case(&mut self, done: &Done) -> io::Result<()> {
        if self.suite.as_ref().is_none_or(|suite| suite.name != done.file) {
            self.end_suite()?;
            write!(self.out, "  <testsuite name=\"{}\"", escaped(&done.file))?;
            let room = self.leave_room()?;
            self.out.write_all(b">\n")?;
            self.suite = Some(Suite { name: done.file.clone(), counts: JunitCounts::default(), room });
        }
        if let Some(suite) = &mut self.suite {
            suite.counts.add(done);
        }
        self.total.add(done);
        let class = done.file.replace('.', "_");
        // A problem without an id is named by its place.
        let name = match done.label.as_str() {
            "-" => format!("{}:{} {}", done.file, done.line, done.stipulation),
            label => format!("{label} {}", done.stipulation),
        };
        let mut text = format!("    <testcase classname=\"{}\" name=\"{}\"", escaped(&class), escaped(name.trim()));
        let _ = write!(text, " file=\"{}\" line=\"{}\"", escaped(&done.file), done.line);
        if self.with_time {
            let _ = write!(text, " time=\"{:.3}\"", done.seconds);
        }
        let (element, kind) = match done.status {
            Status::Good => ("", ""),
            Status::Unsound if done.is_changed() => ("failure", "changed"),
            Status::Unsound => ("failure", "unsound"),
            Status::BadInput => ("error", "invalid"),
            // An undecided problem is never reported as passed, nor as skipped, because many servers treat skipped as
            // passed.
            Status::Undecided | Status::Again | Status::Interrupted => ("error", "undecided"),
            Status::Internal => ("error", "internal error"),
        };
        let warnings = escaped(&done.warnings.join("\n"));
        if element.is_empty() && warnings.is_empty() {
            text.push_str("/>\n");
        } else if element.is_empty() {
            let _ = writeln!(text, ">\n      <system-out>warning: {warnings}</system-out>\n    </testcase>");
        } else {
            let details = done.details();
            let first = details.lines().next().unwrap_or(kind);
            let _ = write!(text, ">\n      <{element} type=\"{kind}\" message=\"{}\">", escaped(first));
            let _ = writeln!(text, "{}</{element}>\n    </testcase>", escaped(&details));
        }
        self.out.write_all(text.as_bytes())
    }

    fn end_suite(&mut self) -> io::Result<()> {
        let Some(suite) = self.suite.take() else { return Ok(()) };
        self.out.write_all(b"  </testsuite>\n")?;
        self.fill(suite.room, suite.counts)
    }

    fn fill(&mut self, room: u64, counts: JunitCounts) -> io::Result<()> {
        let mut attributes = counts.attributes(self.with_time);
        attributes.truncate(ROOM);
        self.out.seek(SeekFrom::Start(room))?;
        self.out.write_all(attributes.as_bytes())?;
        self.out.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// Adds a test case with an error that states how many problems an interrupted run has not begun. So the report
    /// does not count as a success.
    pub fn not_begun(&mut self, count: &str) -> io::Result<()> {
        self.end_suite()?;
        self.total.tests += 1;
        self.total.errors += 1;
        let message = format!("the run was interrupted: {count}");
        write!(self.out, "  <testsuite name=\"keymove\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n    ")?;
        writeln!(self.out, "<testcase classname=\"keymove\" name=\"problems not begun\">")?;
        write!(
            self.out,
            "      <error type=\"interrupted\" message=\"{0}\">{0}</error>\n    </testcase>\n",
            escaped(&message)
        )?;
        self.out.write_all(b"  </testsuite>\n")
    }

    /// Completes the report, unless `before` is an error. If the run ended early, the report does not get its final
    /// name. Then also returns a note with the name of the file that has the report.
    pub fn finish(mut self, is_complete: bool, before: io::Result<()>) -> (io::Result<()>, Option<String>) {
        let closed = before.and_then(|()| self.close());
        self.out.into_parts().0.end(is_complete, closed)
    }

    fn close(&mut self) -> io::Result<()> {
        self.end_suite()?;
        self.out.write_all(b"</testsuites>\n")?;
        self.fill(self.room, self.total)?;
        self.out.flush()
    }
}

/// Returns the text escaped for XML. Characters that XML does not allow become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() && (c as u32) < 0x80 => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
