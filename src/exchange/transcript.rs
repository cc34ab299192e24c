//! A problem of Popeye's put together from pieces of another text: what is found wrong in it is told where the piece
//! stands.

use crate::problem::Problem;
use crate::syntax::{Diagnostic, Span, popeye};

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
pub(super) struct Transcript {
    text: String,
    /// Where each piece begins, and where it stands.
    pieces: Vec<(usize, Place)>,
}

impl Transcript {
    /// Adds words of ours about something at this place.
    pub fn say(&mut self, words: &str, about: &Span) {
        self.pieces.push((self.text.len(), Place::Within(about.clone())));
        self.text += words;
        self.text.push('\n');
    }

    /// Adds words of ours and what was written, on one line.
    pub fn quote(&mut self, words: &str, piece: &Piece) {
        let whole = piece.place.of(0..piece.text.len());
        self.pieces.push((self.text.len(), Place::Within(whole)));
        self.text += words;
        self.text.push(' ');
        self.pieces.push((self.text.len(), piece.place.clone()));
        self.text += &piece.text;
        self.text.push('\n');
    }

    /// The problem, and what is wrong with it in its own text.
    pub fn problem(mut self) -> (Option<Problem>, Vec<Diagnostic>) {
        let end = self.pieces.last().map_or(0..0, |(_, place)| place.of(0..0));
        self.say("endproblem", &end);
        let text = format!("beginproblem\n{}", self.text);
        let before = text.len() - self.text.len();
        let (problem, found) = popeye::problem(&text);
        let located = found.into_iter().map(|found| {
            let span = self.place(found.span.start.saturating_sub(before)..found.span.end.saturating_sub(before));
            Diagnostic { span, ..found }
        });
        (problem, located.collect())
    }

    fn place(&self, span: Span) -> Span {
        let index = self.pieces.partition_point(|(at, _)| *at <= span.start);
        let Some((at, place)) = index.checked_sub(1).map(|index| &self.pieces[index]) else { return 0..0 };
        let end = self.pieces.get(index).map_or(self.text.len(), |(next, _)| *next);
        place.of(span.start - at..span.end.clamp(span.start, end) - at)
    }
}
