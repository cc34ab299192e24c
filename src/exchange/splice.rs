//! Assembles the text of a problem from pieces of another text, the source. Maps the spans of diagnostics about the
//! assembled text back to the source.

use crate::problem::Problem;
use crate::syntax::{self, ConditionSpan, Diagnostic, Span};

/// A piece of text with its place in the source.
#[derive(Clone, Debug)]
pub(super) struct TextPiece {
    pub text: String,
    pub place: SourcePlace,
}

/// The place in the source that a piece of text comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SourcePlace {
    /// The piece is a byte-for-byte copy of the source that begins at this offset.
    Exact(usize),
    /// The piece comes from this span, but differs from the source (escapes, folded lines).
    Within(Span),
}

impl SourcePlace {
    /// Returns the span in the source of the bytes `part` of the piece.
    pub fn of(&self, part: Span) -> Span {
        match self {
            SourcePlace::Exact(start) => start + part.start..start + part.end,
            SourcePlace::Within(span) => span.clone(),
        }
    }
}

/// A text assembled from pieces of a source.
#[derive(Default)]
pub(super) struct Splice {
    text: String,
    /// For each piece, its offset in `text` and its place in the source.
    pieces: Vec<(usize, SourcePlace)>,
}

impl Splice {
    /// Appends words that are not in the source. A diagnostic about these words gets the span `about` in the source.
    pub fn say(&mut self, words: &str, about: &Span) {
        self.pieces.push((self.text.len(), SourcePlace::Within(about.clone())));
        self.text += words;
    }

    /// Appends a piece of the source.
    pub fn quote(&mut self, piece: &TextPiece) {
        self.pieces.push((self.text.len(), piece.place.clone()));
        self.text += &piece.text;
    }

    /// Parses the assembled text in the line format. The returned diagnostics have spans in the source.
    pub fn problem(self) -> (Option<Problem>, Vec<Diagnostic>) {
        self.read_as(syntax::line)
    }

    /// Parses the assembled text with `read`. The returned diagnostics have spans in the source.
    pub fn read_as(
        self,
        read: impl FnOnce(&str) -> (Option<Problem>, Vec<Diagnostic>),
    ) -> (Option<Problem>, Vec<Diagnostic>) {
        let (problem, found) = read(&self.text);
        let located = found.into_iter().map(|found| found.placed(|span| self.place(&span)));
        (problem, located.collect())
    }

    /// Converts a range of bytes in the author's solution, `within`, to the span in the source. Returns `None` if there
    /// is no solution.
    pub fn solution_span(&self, within: Span) -> Option<Span> {
        syntax::solution_span(&self.text, within).map(|span| self.place(&span))
    }

    /// Returns a problem that contains only the heading and the stipulation of the assembled text.
    pub fn named(&self) -> Problem {
        syntax::named(&self.text)
    }

    /// Returns the spans in the source of the conditions that `find` finds in the assembled text.
    pub fn condition_spans(&self, find: impl FnOnce(&str) -> Vec<ConditionSpan>) -> Vec<ConditionSpan> {
        find(&self.text).into_iter().map(|(name, span)| (name, self.place(&span))).collect()
    }

    /// Returns an empty span at the place in the source where the last piece begins.
    pub fn last_place(&self) -> Span {
        self.pieces.last().map_or(0..0, |(_, place)| place.of(0..0))
    }

    fn place(&self, span: &Span) -> Span {
        let index = self.pieces.partition_point(|(at, _)| *at <= span.start);
        let Some((at, place)) = index.checked_sub(1).map(|index| &self.pieces[index]) else { return 0..0 };
        let end = self.pieces.get(index).map_or(self.text.len(), |(next, _)| *next);
        place.of(span.start - at..span.end.clamp(span.start, end.max(span.start)) - at)
    }
}
