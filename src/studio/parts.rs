//! The parts of a problem that the page edits one by one: the fields of the line format, and its opcodes.

use crate::exchange::Format;
use crate::input::{Entry, ProblemReader};
use crate::problem::Problem;
use crate::syntax::{self, Diagnostic, LineParts};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A problem in parts, each of which may contain errors.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    pub board: String,
    pub side: String,
    pub castling: String,
    pub passant: String,
    /// Opcodes with their operands. An opcode may occur several times.
    pub operations: Vec<(String, String)>,
}

/// Offset in the line of each character of a part, and of its end.
type Offsets = Vec<usize>;

/// The line made of the parts, and where each part is in it.
pub struct Composed {
    pub line: String,
    fields: [Offsets; 4],
    operations: Vec<Offsets>,
}

/// The names of the fields in answers.
const FIELDS: [&str; 4] = ["board", "side", "castling", "passant"];

impl Parts {
    /// Returns the parts of a problem in their usual form. Each condition, option and defined piece is an opcode of its
    /// own.
    pub fn of(problem: &Problem) -> Parts {
        let LineParts { board, side, castling, en_passant, operations } = syntax::line_parts(problem);
        let mut parts = Parts { board, side, castling, passant: en_passant, operations: Vec::new() };
        for (name, value) in operations {
            let values: Vec<String> = match name {
                "cond" => problem.rules.conditions().iter().map(|condition| condition.caption()).collect(),
                "opt" => problem.options.given().map(|(_, words)| words).collect(),
                "piece" => problem.rules.own_pieces().iter().map(|own| own.caption()).collect(),
                _ => vec![value],
            };
            parts.operations.extend(values.into_iter().map(|value| (name.to_string(), value)));
        }
        parts
    }

    /// Returns the operands of an opcode.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.operations.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the problem as one line. A field that is empty or several words is replaced by `?`; [`Parts::entry`]
    /// reports it.
    pub fn composed(&self) -> Composed {
        let mut line = String::new();
        let fields = self.fields().map(|field| {
            let begin = line.len() + usize::from(!line.is_empty());
            if begin > 0 {
                line.push(' ');
            }
            line.push_str(if is_word(field) { field } else { "?" });
            let inside = field.char_indices().map(|(at, _)| begin + at);
            inside.chain([begin + field.len()]).collect()
        });
        let operations = self.operations.iter().map(|(name, value)| {
            let mut written = String::new();
            syntax::operation(&mut written, name, value);
            let begin = line.len() + name.len() + 3;
            line.push_str(&written);
            let mut at = begin;
            let mut offsets = vec![at];
            for c in value.chars() {
                // As `syntax::operation` writes it.
                at += match c {
                    '"' | '\\' | '\n' | '\t' => 2,
                    control if control.is_control() => 1,
                    other => other.len_utf8(),
                };
                offsets.push(at);
            }
            offsets
        });
        let operations = operations.collect();
        Composed { line, fields, operations }
    }

    fn fields(&self) -> [&str; 4] {
        [&self.board, &self.side, &self.castling, &self.passant]
    }

    /// Reads the problem, with the diagnostics of all parts. An opcode without operand is left out.
    pub fn entry(&self) -> Entry {
        let line = self.composed().line;
        let mut reader = ProblemReader::of("the problem", line.as_bytes(), Some(Format::Epd));
        let entry = reader.next_entry().ok().flatten();
        let mut entry = entry.unwrap_or_else(|| empty(&line));
        for (name, field) in FIELDS.into_iter().zip(self.fields()).filter(|(_, field)| !is_word(field)) {
            let at = self.composed().fields[FIELDS.iter().position(|known| *known == name).unwrap_or(0)][0];
            let message = format!("{} is not a single word", syntax::quoted(field));
            entry.diagnostics.insert(0, Diagnostic::error(at..at + 1, message, "expected one word"));
        }
        entry
    }
}

/// Whether the text can be a field of a line.
fn is_word(field: &str) -> bool {
    !field.is_empty() && !field.contains(|c: char| c.is_whitespace() || c.is_control() || c == '"' || c == ';')
}

/// Returns an entry that contains no problem.
fn empty(line: &str) -> Entry {
    let found = Diagnostic::error(0..line.len(), "the text contains no problem", "expected a problem");
    Entry {
        index: 1,
        source: syntax::Source::new("the problem", line),
        format: Format::Epd,
        language: crate::units::Tongue::English,
        problem: None,
        diagnostics: vec![found],
        mishap: None,
    }
}

impl Composed {
    /// Returns a diagnostic about the line with the part that it is about, and the characters of this part, counted in
    /// code points.
    pub fn located(&self, diagnostic: &Diagnostic) -> Value {
        let mut object = super::fault::described(diagnostic);
        let fields = FIELDS.into_iter().map(|name| json!(name)).zip(&self.fields);
        let operations = self.operations.iter().enumerate().map(|(number, offsets)| (json!(number), offsets));
        let span = &diagnostic.span;
        let is_inside = |offsets: &&Offsets| offsets[0] <= span.start && span.start <= offsets[offsets.len() - 1];
        if let Some((part, offsets)) = fields.chain(operations).find(|(_, offsets)| is_inside(offsets)) {
            let index = |at: usize| offsets.partition_point(|offset| *offset < at).min(offsets.len() - 1);
            object["part"] = part;
            object["start"] = json!(index(span.start));
            object["end"] = json!(index(span.end));
        }
        object
    }
}
