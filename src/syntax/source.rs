//! Input texts with their names, and spans in them.

use std::ops::Range;

/// Range of byte offsets in a text.
pub type Span = Range<usize>;

/// An input text, and the name by which diagnostics refer to it (a path, `<stdin>`, `<argument>`).
///
/// `first_line` is the line number of the text's first line in the whole input. A batch is read problem by
/// problem, and diagnostics report line numbers of the file.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub text: String,
    pub first_line: usize,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into(), first_line: 1 }
    }

    /// Returns the line (from 1, in the whole input) and the column (from 1, in characters) of a byte offset.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let (line_start, lines_before) = self.line_start(offset);
        let column =
            String::from_utf8_lossy(&self.text.as_bytes()[line_start..offset.min(self.text.len())]).chars().count();
        (self.first_line + lines_before, column + 1)
    }

    /// Returns the line that contains `offset`, without its line end, and the offset of its first byte.
    pub fn line_at(&self, offset: usize) -> (&str, usize) {
        let (start, _) = self.line_start(offset);
        let rest = &self.text[start..];
        (rest.split(['\n', '\r']).next().unwrap_or(""), start)
    }

    fn line_start(&self, offset: usize) -> (usize, usize) {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        (start, before.iter().filter(|&&byte| byte == b'\n').count())
    }
}
