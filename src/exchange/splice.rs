//! Assembles a problem from pieces of another text, and maps the spans of its diagnostics back to that text.

use crate::problem::Problem;
use crate::syntax::{self, ConditionSpan, Diagnostic, Span};

/// A piece of text with its place in the source.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub text: String,
    pub place: Place,
}

/// Place of a piece in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The piece is copied byte for byte from this offset.
    Exact(usize),
    /// The piece differs from the source (escapes, folded lines) and comes from this span.
    Within(Span),
}

impl Place {
    /// Returns the span in the source of a part of the piece.
    pub fn of(&self, part: Span) -> Span {
        match self {
            Place::Exact(start) => start + part.start..start + part.end,
            Place::Within(span) => span.clone(),
        }
    }
}

/// A text assembled from pieces.
#[derive(Default)]
pub(super) struct Splice {
    text: String,
    /// Offset of each piece in `text`, and its place in the source.
    pieces: Vec<(usize, Place)>,
}

impl Splice {
    /// Appends words of our own that refer to the span `about`.
    pub fn say(&mut self, words: &str, about: &Span) {
        self.pieces.push((self.text.len(), Place::Within(about.clone())));
        self.text += words;
    }

    /// Appends a piece of the source.
    pub fn quote(&mut self, piece: &Piece) {
        self.pieces.push((self.text.len(), piece.place.clone()));
        self.text += &piece.text;
    }

    /// Parses the text as a line. The diagnostics refer to the source.
    pub fn problem(self) -> (Option<Problem>, Vec<Diagnostic>) {
        self.read_as(syntax::line)
    }

    /// Parses the text with `read`. The diagnostics refer to the source.
    pub fn read_as(
        self,
        read: impl FnOnce(&str) -> (Option<Problem>, Vec<Diagnostic>),
    ) -> (Option<Problem>, Vec<Diagnostic>) {
        let (problem, found) = read(&self.text);
        let located = found.into_iter().map(|found| found.placed(|span| self.place(&span)));
        (problem, located.collect())
    }

    /// Returns the span in the source of the bytes `within` of the author's solution.
    pub fn solution_span(&self, within: Span) -> Option<Span> {
        syntax::solution_span(&self.text, within).map(|span| self.place(&span))
    }

    /// Returns a problem with only the heading and the stipulation of the text.
    pub fn named(&self) -> Problem {
        syntax::named(&self.text)
    }

    /// Returns the spans in the source of the conditions that `find` finds in the assembled text.
    pub fn condition_spans(&self, find: impl FnOnce(&str) -> Vec<ConditionSpan>) -> Vec<ConditionSpan> {
        find(&self.text).into_iter().map(|(name, span)| (name, self.place(&span))).collect()
    }

    /// Returns the first position in the source of the last piece.
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
