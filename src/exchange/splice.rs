//! Assembles the text of a problem from sections of another text, the source: for example a line in the line format
//! from the tags of a PGN game. Converts the spans of diagnostics about the assembled text to spans in the source.

use crate::problem::Problem;
use crate::syntax::{self, ConditionSpan, Diagnostic, Span};

/// A section of an assembled text, with the place in the source that it comes from.
#[derive(Clone, Debug)]
pub(super) struct TextPiece {
    pub text: String,
    pub place: SourcePlace,
}

/// The place in the source that a section of an assembled text comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SourcePlace {
    /// The section is a copy of the source, byte for byte, from this offset on.
    Exact(usize),
    /// The section comes from this span, but its bytes differ from the source, because it had escapes or folded lines.
    Within(Span),
}

impl SourcePlace {
    /// Converts `part`, a range of bytes in the section, to the span in the source. If the section is no exact copy,
    /// this is the span of the whole section.
    pub fn of(&self, part: Span) -> Span {
        match self {
            SourcePlace::Exact(start) => start + part.start..start + part.end,
            SourcePlace::Within(span) => span.clone(),
        }
    }
}

/// A text assembled from sections of a source.
#[derive(Default)]
pub(super) struct Splice {
    text: String,
    /// For each section, its offset in `text` and the place in the source that it comes from.
    pieces: Vec<(usize, SourcePlace)>,
}

impl Splice {
    /// Appends words that are not in the source. A diagnostic about these words is shown at `about`, a span in the
    /// source.
    pub fn say(&mut self, words: &str, about: &Span) {
        self.pieces.push((self.text.len(), SourcePlace::Within(about.clone())));
        self.text += words;
    }

    /// Appends a section that comes from the source.
    pub fn quote(&mut self, piece: &TextPiece) {
        self.pieces.push((self.text.len(), piece.place.clone()));
        self.text += &piece.text;
    }

    /// Parses the assembled text in the line format. The spans of the returned diagnostics are spans in the source.
    pub fn problem(self) -> (Option<Problem>, Vec<Diagnostic>) {
        self.read_as(syntax::line)
    }

    /// Parses the assembled text with the function `read`. The spans of the returned diagnostics are spans in the
    /// source.
    pub fn read_as(
        self,
        read: impl FnOnce(&str) -> (Option<Problem>, Vec<Diagnostic>),
    ) -> (Option<Problem>, Vec<Diagnostic>) {
        let (problem, found) = read(&self.text);
        let located = found.into_iter().map(|found| found.placed(|span| self.place(&span)));
        (problem, located.collect())
    }

    /// Converts a range of bytes in the author's solution, `within`, to the span in the source. Returns `None` if the
    /// assembled text has no solution.
    pub fn solution_span(&self, within: Span) -> Option<Span> {
        syntax::solution_span(&self.text, within).map(|span| self.place(&span))
    }

    /// Returns a problem that contains only the heading and the stipulation of the assembled text.
    pub fn named(&self) -> Problem {
        syntax::named(&self.text)
    }

    /// Returns the spans in the source of the conditions that the function `find` finds in the assembled text.
    pub fn condition_spans(&self, find: impl FnOnce(&str) -> Vec<ConditionSpan>) -> Vec<ConditionSpan> {
        find(&self.text).into_iter().map(|(name, span)| (name, self.place(&span))).collect()
    }

    /// Returns an empty span at the beginning of the last section's place in the source.
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
