//! A line of our own put together from pieces of another text: what is found wrong in it is told where the piece stands.

use super::transcript::{Piece, Place};
use crate::problem::Problem;
use crate::syntax::{self, Diagnostic, Span};

/// A line that grows piece by piece.
#[derive(Default)]
pub(super) struct Splice {
    text: String,
    /// Where each piece begins, and where it stands.
    pieces: Vec<(usize, Place)>,
}

impl Splice {
    /// Adds words of ours about something at this place.
    pub fn say(&mut self, words: &str, about: &Span) {
        self.pieces.push((self.text.len(), Place::Within(about.clone())));
        self.text += words;
    }

    /// Adds what is written there.
    pub fn quote(&mut self, piece: &Piece) {
        self.pieces.push((self.text.len(), piece.place.clone()));
        self.text += &piece.text;
    }

    /// The problem, and what is wrong with it in its own text.
    pub fn problem(self) -> (Option<Problem>, Vec<Diagnostic>) {
        let (problem, found) = syntax::line(&self.text);
        let located = found.into_iter().map(|found| Diagnostic { span: self.place(&found.span), ..found });
        (problem, located.collect())
    }

    /// Where some bytes of the author's solution stand.
    pub fn solution_span(&self, within: Span) -> Option<Span> {
        syntax::solution_span(&self.text, within).map(|span| self.place(&span))
    }

    fn place(&self, span: &Span) -> Span {
        let index = self.pieces.partition_point(|(at, _)| *at <= span.start);
        let Some((at, place)) = index.checked_sub(1).map(|index| &self.pieces[index]) else { return 0..0 };
        let end = self.pieces.get(index).map_or(self.text.len(), |(next, _)| *next);
        place.of(span.start - at..span.end.clamp(span.start, end.max(span.start)) - at)
    }
}
