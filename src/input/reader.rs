//! Splits the lines of a file into problems and parses them.

use super::lines::{LineFault, LineReader, MAX_LINE, TextLine};
use crate::exchange::{self, Format};
use crate::mishap;
use crate::problem::Problem;
use crate::syntax::popeye::{self, End, Splitter};
use crate::syntax::{self, ConditionSpan, Diagnostic, Source, Span};
use crate::units::Tongue;
use std::borrow::Cow;
use std::io::{self, BufRead};

/// A problem read from a file, with its text and all diagnostics. Also stands for text between problems, which has only
/// a warning.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Number of the problem in the file, counted from 1.
    pub index: usize,
    pub source: Source,
    pub format: Format,
    /// Language of Popeye's keywords in the text; English in all other formats.
    pub language: Tongue,
    /// The problem; `None` if its text could not be parsed.
    pub problem: Option<Problem>,
    pub diagnostics: Vec<Diagnostic>,
    /// The panic message of the parser, or `None` if the parser did not panic.
    pub mishap: Option<String>,
}

impl Entry {
    /// Whether the entry is only a warning about text between problems. Such an entry has no problem and no error.
    pub fn is_remark(&self) -> bool {
        self.problem.is_none() && self.mishap.is_none() && !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Converts a range of bytes in the author's solution, `within`, to the span of the same bytes in the entry's text.
    /// Returns `None` if there is no solution.
    pub fn solution_span(&self, within: Span) -> Option<Span> {
        exchange::solution_span(&self.source.text, self.format, within)
    }

    /// Returns the spans of the conditions in the entry's text.
    pub fn condition_spans(&self) -> Vec<ConditionSpan> {
        exchange::condition_spans(&self.source.text, self.format)
    }

    /// Returns the problem. If it could not be parsed, returns a problem that has only the heading (id, author, title,
    /// …) and the stipulation, as far as they can be read.
    pub fn named(&self) -> Cow<'_, Problem> {
        match &self.problem {
            Some(problem) => Cow::Borrowed(problem),
            None if self.mishap.is_some() => Cow::Owned(Problem::default()),
            None => Cow::Owned(exchange::named(&self.source.text, self.format)),
        }
    }

    /// Returns the problem if its diagnostics contain no error.
    pub fn sound_problem(&self) -> Option<&Problem> {
        self.problem.as_ref().filter(|_| !self.diagnostics.iter().any(Diagnostic::is_error))
    }
}

/// Position of a problem in its file. Reading can be continued at this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FilePosition {
    /// Number of bytes before the problem's line.
    pub bytes: u64,
    /// Number of the problem's line, counted from 1.
    pub line: usize,
    /// Number of the problem in the file, counted from 1.
    pub index: usize,
}

/// Reads the problems of one file.
pub struct ProblemReader<R> {
    name: String,
    lines: LineReader<R>,
    format: Option<Format>,
    splitter: Splitter,
    /// The rest of a line after the end of a problem, or a whole line that was read to detect the end. It is read next.
    rest: Option<TextLine>,
    index: usize,
    /// Whether the latest problem was followed by `endproblem`, which ends a Popeye file.
    after_last: bool,
    /// Whether the current run of skipped lines between problems has already been reported. Only its first line is.
    passed_over: bool,
    ended: bool,
    /// Whether the format is not certain. The line format is assumed, but no line has begun with a board yet.
    is_unproved: bool,
}

/// Largest number of lines of a problem in Popeye's format, YAML or PGN. A longer problem is an error.
const MAX_LINES: usize = 10_000;

impl<R: BufRead> ProblemReader<R> {
    /// Creates a reader that detects the format. If the first word of the file begins a Popeye problem, the format is
    /// Popeye's. Otherwise the line format is assumed.
    pub fn new(name: impl Into<String>, input: R) -> ProblemReader<R> {
        ProblemReader::of(name, input, None)
    }

    /// Creates a reader for `format`. If it is `None`, the format is detected as by [`ProblemReader::new`].
    pub fn of(name: impl Into<String>, input: R, format: Option<Format>) -> ProblemReader<R> {
        ProblemReader {
            name: name.into(),
            lines: LineReader::new(input),
            format,
            splitter: Splitter::default(),
            rest: None,
            index: 0,
            after_last: false,
            passed_over: false,
            ended: false,
            is_unproved: false,
        }
    }

    /// Creates a reader that continues a file in the line format at `place`, a result of [`ProblemReader::place`].
    /// `input` begins at the line of that problem.
    pub fn from(name: impl Into<String>, input: R, place: FilePosition) -> ProblemReader<R> {
        let mut reader = ProblemReader::new(name, input);
        reader.lines.skip_to(place.line - 1, place.bytes);
        reader.format = Some(Format::Epd);
        reader.index = place.index - 1;
        reader
    }

    /// Whether no line has been read yet.
    pub fn is_at_beginning(&self) -> bool {
        self.lines.number() == 0
    }

    /// Returns the position of the last problem read. Returns `None` if reading cannot be continued there, because the
    /// file is not in the line format.
    pub fn place(&self) -> Option<FilePosition> {
        let place = FilePosition { bytes: self.lines.begun(), line: self.lines.number(), index: self.index };
        (self.format == Some(Format::Epd) && !self.is_unproved).then_some(place)
    }

    /// Whether the last problem of a Popeye file has been read. The input may continue with another file, for example
    /// after `cat`.
    pub fn has_read_last(&self) -> bool {
        self.after_last
    }

    /// Returns the next problem, a warning about lines between problems, or `None` at the end. Returns `Err` if reading
    /// fails or if the input is no text. Errors in a problem are in the diagnostics of its entry.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        if self.ended {
            return Ok(None);
        }
        if let Some(why) = self.lines.foreign()? {
            self.ended = true;
            return Err(io::Error::other(why));
        }
        loop {
            let Some(line) = self.next_line()? else { return Ok(None) };
            if let (Some(LineFault::Utf16), Some(found)) = (&line.fault, fault(&line)) {
                self.ended = true;
                self.index += 1;
                return Ok(Some(self.entry(line.number, line.text, |_| (None, vec![found]))));
            }
            let text = line.text.trim();
            if line.fault.is_none() && (text.is_empty() || text.starts_with('#') && self.format != Some(Format::Popeye))
            {
                continue;
            }
            if self.format.is_none()
                && let Some(word) = popeye::begins_with_command(text).filter(|_| line.fault.is_none())
            {
                let start = line.text.len() - line.text.trim_start().len();
                let found = Diagnostic::error(
                    start..start + word.len(),
                    format!("{} comes before `BeginProblem`", syntax::quoted(word)),
                    "expected `BeginProblem` on a line before it",
                );
                // Without the beginning of a problem, Popeye's commands have no meaning.
                (self.index, self.ended) = (1, true);
                return Ok(Some(self.entry(line.number, line.text, |_| (None, vec![found]))));
            }
            if self.format.is_none() || self.is_unproved {
                let is_popeye = popeye::looks_like_popeye(text);
                self.format = Some(if is_popeye { Format::Popeye } else { Format::Epd });
                self.is_unproved = !is_popeye && line.fault.is_none() && !begins_with_board(text);
                if self.is_unproved {
                    if std::mem::replace(&mut self.passed_over, true) {
                        continue;
                    }
                    self.index += 1;
                    let found = no_problem(&line.text);
                    return Ok(Some(self.entry(line.number, line.text, |_| (None, vec![found]))));
                }
            }
            let Some(format) = self.format else { return Ok(None) };
            if self.after_last && !popeye::looks_like_popeye(text) {
                if std::mem::replace(&mut self.passed_over, true) {
                    continue;
                }
                let message = "the text after the last problem is not a problem";
                let span = line.text.len() - line.text.trim_start().len()..line.text.trim_end().len();
                let found = Diagnostic::warning(span, message, "skipped up to the next `BeginProblem`");
                return Ok(Some(self.entry(line.number, line.text, |_| (None, vec![found]))));
            }
            (self.after_last, self.passed_over) = (false, false);
            self.index += 1;
            return match format {
                Format::Epd => Ok(Some(self.epd(line))),
                Format::Popeye => self.popeye(line).map(Some),
                Format::Ffen | Format::Xfen => Ok(Some(self.one_line(line, format))),
                Format::Yaml | Format::Pgn => match self.section(line, format)? {
                    Some(entry) => Ok(Some(entry)),
                    None => {
                        self.index -= 1;
                        continue;
                    }
                },
            };
        }
    }

    fn epd(&self, line: TextLine) -> Entry {
        match fault(&line) {
            Some(diagnostic) => self.entry(line.number, line.text, |_| (None, vec![diagnostic])),
            None => self.entry(line.number, line.text, syntax::line),
        }
    }

    fn one_line(&self, line: TextLine, format: Format) -> Entry {
        match fault(&line) {
            Some(diagnostic) => self.entry(line.number, line.text, |_| (None, vec![diagnostic])),
            None => self.entry(line.number, line.text, |text| exchange::read(text, format)),
        }
    }

    /// Reads the YAML document or the PGN game whose first line is `first`, already read. Returns `None` if a YAML
    /// document is empty.
    fn section(&mut self, first: TextLine, format: Format) -> io::Result<Option<Entry>> {
        let (first_line, mut text, mut faults) = (first.number, String::new(), Vec::new());
        let mut next = Some(first);
        let mut count = 0;
        let mut has_moves = false;
        while let Some(line) = next {
            let begins_next = match format {
                Format::Pgn => exchange::begins_tags(&line.text) && (has_moves || line.text.starts_with("[Event ")),
                _ => exchange::begins_document(&line.text),
            };
            if count > 0 && begins_next {
                self.rest = Some(line);
                break;
            }
            has_moves |= !line.text.trim().is_empty() && !exchange::begins_tags(&line.text);
            faults.extend(fault(&line).map(|diagnostic| diagnostic.shifted(text.len())));
            text.push_str(&line.text);
            text.push('\n');
            count += 1;
            if count == MAX_LINES {
                let span = text.len() - 1..text.len();
                faults.push(Diagnostic::error(span, "the problem does not end", "expected the next problem"));
                self.ended = true;
                break;
            }
            next = self.lines.next_line()?;
        }
        let says_nothing = |line: &str| line.trim().is_empty() || line.starts_with(['#', '%']) || line == "...";
        let rest = text.strip_prefix("---").unwrap_or(&text);
        if format == Format::Yaml && faults.is_empty() && rest.lines().all(says_nothing) {
            return Ok(None);
        }
        Ok(Some(match faults.is_empty() {
            true => self.entry(first_line, text, |text| exchange::read(text, format)),
            false => self.entry(first_line, text, |_| (None, faults)),
        }))
    }

    fn next_line(&mut self) -> io::Result<Option<TextLine>> {
        match self.rest.take() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next_line(),
        }
    }

    fn popeye(&mut self, first: TextLine) -> io::Result<Entry> {
        let first_number = first.number;
        let mut text = String::new();
        let mut faults = Vec::new();
        let mut next = Some(first);
        let mut count = 0;
        while let Some(mut line) = next {
            if let Some(LineFault::NotUtf8 { latin1, .. }) =
                line.fault.take_if(|fault| matches!(fault, LineFault::NotUtf8 { .. }))
            {
                // Popeye's files are older than UTF-8.
                line.text = latin1;
            }
            faults.extend(fault(&line).map(|diagnostic| diagnostic.shifted(text.len())));
            if let Some(ending) = self.splitter.ending(&line.text) {
                text.push_str(&line.text[..ending.at]);
                let rest = line.text[ending.at..].to_string();
                self.after_last = ending.end == End::Last;
                if !rest.trim().is_empty() {
                    self.rest = Some(TextLine { text: rest, number: line.number, fault: None });
                }
                break;
            }
            text.push_str(&line.text);
            text.push('\n');
            count += 1;
            if count == MAX_LINES {
                let span = text.len() - 1..text.len();
                faults.push(Diagnostic::error(
                    span,
                    "the problem does not end",
                    "expected `nextproblem` or `endproblem`",
                ));
                self.ended = true;
                break;
            }
            next = self.lines.next_line()?;
        }
        if !faults.is_empty() {
            return Ok(self.entry(first_number, text, |_| (None, faults)));
        }
        Ok(self.entry(first_number, text, |text| popeye::problem_in(text, self.splitter.language())))
    }

    fn entry(
        &self,
        first_line: usize,
        text: String,
        parse: impl FnOnce(&str) -> (Option<Problem>, Vec<Diagnostic>),
    ) -> Entry {
        let source = Source { first_line, ..Source::new(self.name.clone(), text) };
        let (read, mishap) = match mishap::caught(|| parse(&source.text)) {
            Ok(read) => (read, None),
            Err(panic) => ((None, Vec::new()), Some(mishap::message(&*panic))),
        };
        let format = self.format.unwrap_or(Format::Epd);
        let language = if format == Format::Popeye { self.splitter.language().into() } else { Tongue::English };
        Entry { index: self.index, source, format, language, problem: read.0, diagnostics: read.1, mishap }
    }
}

/// Whether the first word of the text contains a slash, as a board does.
fn begins_with_board(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.contains('/'))
}

/// Returns the diagnostic for `line`, with which a file begins although it begins no problem. A hint names the format
/// that the file may have.
fn no_problem(line: &str) -> Diagnostic {
    let span = line.len() - line.trim_start().len()..line.trim_end().len();
    let expected = "skipped up to a line that begins with a board, or with `BeginProblem`";
    let found = Diagnostic::error(span, "this does not look like a problem file", expected);
    let is_key = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let text = line.trim();
    let is_yaml = exchange::begins_document(text)
        || text.split_once(':').is_some_and(|(key, rest)| is_key(key) && (rest.is_empty() || rest.starts_with(' ')));
    found.with_hint(match () {
        () if is_yaml => "it looks like YAML, which `--from yaml` reads",
        () if exchange::begins_tags(text) => "it looks like PGN, which `--from pgn` reads",
        () => "use `--from` to name the format of a file whose ending does not show it",
    })
}

fn fault(line: &TextLine) -> Option<Diagnostic> {
    let (at, message) = match line.fault.as_ref()? {
        LineFault::Utf16 => (0, "the text is UTF-16".to_string()),
        LineFault::TooLong(length) => (0, format!("a line of {length} bytes")),
        LineFault::NotUtf8 { at, .. } => (*at, "invalid UTF-8 at this point".to_string()),
    };
    let expected = match line.fault {
        Some(LineFault::TooLong(_)) => format!("expected at most {MAX_LINE}"),
        Some(LineFault::Utf16) => "expected UTF-8: `iconv -f UTF-16 -t UTF-8` converts it".to_string(),
        _ => "expected UTF-8, or Latin-1 throughout the line".to_string(),
    };
    Some(Diagnostic::error(at..(at + 1).min(line.text.len()).max(at), message, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all entries of `text`. Returns, for each, the line, whether the problem has no error, and the first
    /// message.
    fn entries(text: &str) -> Vec<(usize, bool, String)> {
        let mut reader = ProblemReader::new("x", text.as_bytes());
        std::iter::from_fn(|| reader.next_entry().expect("memory can be read"))
            .map(|entry| {
                let message = entry.diagnostics.first().map(|found| found.message.clone());
                (entry.source.first_line, entry.sound_problem().is_some(), message.unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn reading_goes_on_in_the_middle() {
        let text = "# one\n7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";\n\nbad\r\n7k/5K2/8/8/8/8/8/Q7 w - - stip \"#1\";";
        let mut reader = ProblemReader::new("x", text.as_bytes());
        let mut whole = Vec::new();
        while let Some(entry) = reader.next_entry().expect("memory can be read") {
            whole.push((reader.place().expect("a line each"), entry));
        }
        assert_eq!(whole.len(), 3);
        for (i, (place, _)) in whole.iter().enumerate() {
            let mut reader = ProblemReader::from("x", &text.as_bytes()[place.bytes as usize..], *place);
            for (place, entry) in &whole[i..] {
                let read = reader.next_entry().expect("memory can be read").expect("a problem");
                let text = |entry: &Entry| (entry.index, entry.source.first_line, entry.source.text.clone());
                assert_eq!(text(&read), text(entry));
                assert_eq!(reader.place(), Some(*place));
            }
            assert!(reader.next_entry().expect("memory can be read").is_none());
        }
    }

    #[test]
    fn several_files_of_popeyes_may_follow_one_another() {
        let english = "BeginProblem\npieces white Kf7 Ra1 black Kh8\nstip #1\nEndProblem\n";
        let german = "Anfang\nSteine Weiss Kf7 Ta1 Schwarz Kh8\nForderung #1\nEnde\n";
        let good = |line| (line, true, String::new());
        let wrong = "the text after the last problem is not a problem".to_string();
        let rows = [
            (english.to_string(), vec![good(1)]),
            (format!("{english}\n{german}{english}"), vec![good(1), good(6), good(10)]),
            (format!("{}{german}", english.replace("\n", " ")), vec![good(1), good(1)]),
            (format!("{english}\n the end\nof it\n{english}"), vec![good(1), (6, false, wrong.clone()), good(8)]),
            (format!("{english}{}", english.replace("BeginProblem", "")), vec![good(1), (6, false, wrong)]),
        ];
        for (text, expected) in rows {
            assert_eq!(entries(&text), expected, "{text}");
        }
    }
}
