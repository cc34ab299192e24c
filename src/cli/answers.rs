//! Recorded answers. The file `twomovers.epd.answers` beside `twomovers.epd` has the verdict, the findings and the play
//! of each problem as text. `check --update` writes this file, and `check` compares with it.
//!
//! The key of an answer is the id of the problem or, without an id, its position and stipulation. So problems can be
//! moved or added, and the answers of other problems do not change.

use super::outcome::RecordedAnswer;
use super::output::{Output, OutputPlace, said};
use crate::problem::{Heading, Intent, Problem};
use crate::report::answer_text;
use crate::solution::{Judgement, Solution};
use crate::syntax;
use hashbrown::HashMap;
use similar::{Algorithm, ChangeTag, TextDiff};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Duration;

const HEAD: &str = "# Answers recorded by `keymove check --update`; `keymove check` compares.\n";
/// Prefix of the line that begins the answer of a problem.
const MARK: &str = "== ";

/// Returns the answer to record for a problem. Duals count as errors in it, even if the run allows duals.
pub fn answer(problem: &Problem, solution: &Solution, judgement: &Judgement) -> RecordedAnswer {
    RecordedAnswer { label: label(problem), text: answer_text(solution, judgement) }
}

/// Returns a placeholder for the answer of a problem over which the program failed. The placeholder is never compared,
/// and an existing recorded answer is kept.
pub fn unknown(problem: &Problem) -> RecordedAnswer {
    RecordedAnswer { label: label(problem), text: String::new() }
}

fn label(problem: &Problem) -> String {
    problem.heading.id.clone().unwrap_or_else(|| {
        let bare = Problem { heading: Heading::default(), intent: Intent::default(), ..problem.clone() };
        syntax::epd(&bare)
    })
}

/// The recorded answers for one file of problems, and the new answers that replace them.
pub struct Answers {
    recorded: Option<AnswerFile>,
    new: Option<BufWriter<Output>>,
    /// Whether some problem of this run had no complete answer to record or compare.
    pub is_partial: bool,
}

/// A file of recorded answers, with the offset and length of each answer, by the label of its problem.
struct AnswerFile {
    file: File,
    places: HashMap<String, VecDeque<(u64, usize)>>,
}

pub fn path_beside(name: &str) -> PathBuf {
    PathBuf::from(format!("{name}.answers"))
}

/// Whether answers are recorded beside the file of problems `name`.
pub fn are_recorded(name: &str) -> bool {
    path_beside(name).is_file()
}

impl Answers {
    /// Opens the answers recorded for a file of problems. With `update`, also begins a new file of answers. Returns
    /// `None` if there are no recorded answers and `update` is false.
    pub fn open(name: &str, update: bool) -> io::Result<Option<Answers>> {
        let path = path_beside(name);
        let said = |error| said(&path, error);
        if path.exists() && !path.is_file() {
            return Err(said(io::Error::other("is not a file")));
        }
        let recorded = match File::open(&path) {
            Ok(file) => Some(AnswerFile::read(file).map_err(said)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(said(error)),
        };
        let new = match update {
            true => {
                let mut new = BufWriter::new(OutputPlace::find(&path)?.begin()?);
                new.write_all(HEAD.as_bytes())?;
                Some(new)
            }
            false => None,
        };
        let is_needed = recorded.is_some() || new.is_some();
        Ok(is_needed.then_some(Answers { recorded, new, is_partial: false }))
    }

    /// Writes the answer to the new file. If a limit has cut the search, writes the previously recorded answer instead.
    pub fn record(&mut self, answer: &RecordedAnswer, is_cut: bool) -> io::Result<()> {
        let before = match is_cut {
            true => self.take(&answer.label)?,
            false => None,
        };
        self.is_partial |= is_cut;
        let text = match (is_cut, &before) {
            (false, _) => &answer.text,
            (true, Some(before)) => before,
            (true, None) => return Ok(()),
        };
        let Some(new) = &mut self.new else { return Ok(()) };
        write!(new, "\n{MARK}{}\n{text}", answer.label)
    }

    /// Returns a message with the differences between the answer and the recorded one. Returns `None` if they are
    /// equal, or if a limit has cut the search.
    pub fn difference(&mut self, answer: &RecordedAnswer, is_cut: bool) -> io::Result<Option<String>> {
        let recorded = self.take(&answer.label)?;
        if is_cut {
            // An incomplete answer does not prove a difference.
            return Ok(None);
        }
        Ok(match recorded {
            None => Some("changed: no answer is recorded".to_string()),
            Some(recorded) if recorded == answer.text => None,
            Some(recorded) => Some(format!(
                "changed: the answer differs from the recorded one:\n{}",
                difference(&recorded, &answer.text)
            )),
        })
    }

    fn take(&mut self, label: &str) -> io::Result<Option<String>> {
        let Some(recorded) = &mut self.recorded else { return Ok(None) };
        let Some((from, length)) = recorded.places.get_mut(label).and_then(VecDeque::pop_front) else {
            return Ok(None);
        };
        let mut bytes = vec![0; length];
        recorded.file.seek(SeekFrom::Start(from))?;
        recorded.file.read_exact(&mut bytes)?;
        Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_string() + "\n"))
    }

    /// Finishes the answers for a file of problems. `is_complete` states whether the run has reached the end of that
    /// file.
    ///
    /// With `update`, replaces the file of answers by the new one if the run is complete, and returns no labels.
    /// Without `update`, returns the labels of recorded answers whose problems are not in the file.
    pub fn finish(self, is_complete: bool) -> io::Result<Vec<String>> {
        if let Some(new) = self.new {
            let new = new.into_inner().map_err(io::IntoInnerError::into_error)?;
            if is_complete {
                new.finish()?;
            }
            // An incomplete new file is dropped, and the recorded answers remain.
            return Ok(Vec::new());
        }
        let is_complete = is_complete && !self.is_partial;
        let places = self.recorded.filter(|_| is_complete).map(|recorded| recorded.places).unwrap_or_default();
        let mut gone: Vec<String> =
            places.into_iter().filter(|(_, places)| !places.is_empty()).map(|(label, _)| label).collect();
        gone.sort_unstable();
        Ok(gone)
    }
}

impl AnswerFile {
    fn read(file: File) -> io::Result<AnswerFile> {
        let mut places: HashMap<String, VecDeque<(u64, usize)>> = HashMap::new();
        let mut reader = BufReader::new(&file);
        let (mut line, mut at) = (Vec::new(), 0);
        let mut current: Option<(String, u64)> = None;
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)? as u64;
            let label = line.strip_prefix(MARK.as_bytes());
            if (length == 0 || label.is_some())
                && let Some((label, from)) = current.take()
            {
                places.entry(label).or_default().push_back((from, (at - from) as usize));
            }
            if length == 0 {
                break;
            }
            at += length;
            if let Some(label) = label {
                current = Some((String::from_utf8_lossy(label).trim_end().to_string(), at));
            }
        }
        drop(reader);
        Ok(AnswerFile { file, places })
    }
}

/// The largest number of lines that are shown of a difference.
const MOST_LINES: usize = 40;
/// The number of unchanged lines shown around each change.
const AROUND: usize = 2;
/// The time limit for finding the shortest difference. For very long texts, a longer difference may be shown.
const LONGEST_SEARCH: Duration = Duration::from_millis(200);

/// Returns the lines removed from `old` (`-`) and added in `new` (`+`), with some unchanged lines around them.
fn difference(old: &str, new: &str) -> String {
    let mut config = TextDiff::configure();
    let diff = config.algorithm(Algorithm::Myers).timeout(LONGEST_SEARCH).diff_lines(old, new);
    let mut lines: Vec<String> = Vec::new();
    for (i, group) in diff.grouped_ops(AROUND).iter().enumerate() {
        if i > 0 {
            lines.push("  …".to_string());
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            lines.push(format!("{sign} {}", change.value()).trim_end().to_string());
        }
    }
    let more = lines.len().saturating_sub(MOST_LINES);
    lines.truncate(MOST_LINES);
    if more > 0 {
        lines.push(format!("  … {more} more {}", if more == 1 { "line" } else { "lines" }));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_what_is_gone_and_what_is_new() {
        let rows = [
            ("a\nb\nc\nd\ne\n", "a\nb\nx\nd\ne\n", "  a\n  b\n- c\n+ x\n  d\n  e"),
            ("a\n", "a\nb\n", "  a\n+ b"),
            ("", "a\n", "+ a"),
            ("1\n2\n3\n4\n", "1\n3\n4\n5\n", "  1\n- 2\n  3\n  4\n+ 5"),
            ("1\n2\n3\n4\n5\n6\n7\n", "0\n2\n3\n4\n5\n6\n8\n", "- 1\n+ 0\n  2\n  3\n  …\n  5\n  6\n- 7\n+ 8"),
        ];
        for (old, new, expected) in rows {
            assert_eq!(difference(old, new), expected, "{old:?} {new:?}");
        }
        let (long, other) = ("a\n".repeat(5000), "b\n".repeat(5000));
        assert!(difference(&long, &other).lines().count() <= MOST_LINES + 1);
        // One new line in very long texts is found as exactly that.
        let new = format!("{long}b\n{long}");
        assert_eq!(difference(&long.repeat(2), &new), "  a\n  a\n+ b\n  a\n  a");
    }
}
