//! A problem put together from pieces of another text: what is found wrong in it is told where the piece stands.

use crate::problem::Problem;
use crate::syntax::{self, ConditionSpan, Diagnostic, Span};

/// A piece of text that stands somewhere.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub text: String,
    pub place: Place,
}

/// Where the text of a piece stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Byte for byte from here on.
    Exact(usize),
    /// In other words (escapes, folded lines): somewhere in there.
    Within(Span),
}

impl Place {
    /// Where a part of the text stands.
    pub fn of(&self, part: Span) -> Span {
        match self {
            Place::Exact(start) => start + part.start..start + part.end,
            Place::Within(span) => span.clone(),
        }
    }
}

/// Text that grows piece by piece.
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

    /// The problem of our own line, and what is wrong with it in the other text.
    pub fn problem(self) -> (Option<Problem>, Vec<Diagnostic>) {
        self.read_as(syntax::line)
    }

    /// The problem as it is read in this way.
    pub fn read_as(
        self,
        read: impl FnOnce(&str) -> (Option<Problem>, Vec<Diagnostic>),
    ) -> (Option<Problem>, Vec<Diagnostic>) {
        let (problem, found) = read(&self.text);
        let located = found.into_iter().map(|found| found.placed(|span| self.place(&span)));
        (problem, located.collect())
    }

    /// Where some bytes of the author's solution stand.
    pub fn solution_span(&self, within: Span) -> Option<Span> {
        syntax::solution_span(&self.text, within).map(|span| self.place(&span))
    }

    /// What the text says of its heading, and of its stipulation.
    pub fn named(&self) -> Problem {
        syntax::named(&self.text)
    }

    /// Where the conditions stand, which `find` finds in the text that was put together.
    pub fn condition_spans(&self, find: impl FnOnce(&str) -> Vec<ConditionSpan>) -> Vec<ConditionSpan> {
        find(&self.text).into_iter().map(|(name, span)| (name, self.place(&span))).collect()
    }

    /// Where the piece stands that was added last.
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
