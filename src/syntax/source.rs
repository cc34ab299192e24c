//! Where a text comes from, and places in it.

use std::ops::Range;

/// A place in a text: byte offsets from its beginning, `start..end`.
pub type Span = Range<usize>;

/// A text and the name that diagnostics give it (a path, `<stdin>`, `<argument>`).
///
/// `first_line` is the number of the text's first line within the whole input: a batch is read
/// problem by problem, and still every diagnostic tells the line of the file.
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

    /// Line (counted from 1, in the whole input) and column (in characters, from 1) of a byte offset.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let (line_start, lines_before) = self.line_start(offset);
        let column =
            String::from_utf8_lossy(&self.text.as_bytes()[line_start..offset.min(self.text.len())]).chars().count();
        (self.first_line + lines_before, column + 1)
    }

    /// The line that holds `offset`, without its end of line, and the offset where it begins.
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
