//! A problem of Popeye's put together from pieces of another text.

use super::splice::{Piece, Splice};
use crate::problem::Problem;
use crate::syntax::{ConditionSpan, Diagnostic, Span, popeye};

/// Popeye's lines, which grow piece by piece.
#[derive(Default)]
pub(super) struct Transcript(Splice);

impl Transcript {
    /// Adds words of ours about something at this place.
    pub fn say(&mut self, words: &str, about: &Span) {
        self.0.say(&format!("{words}\n"), about);
    }

    /// Adds words of ours and what was written, on one line.
    pub fn quote(&mut self, words: &str, piece: &Piece) {
        self.0.say(&format!("{words} "), &piece.place.of(0..piece.text.len()));
        self.0.quote(&Piece { text: format!("{}\n", piece.text), place: piece.place.clone() });
    }

    /// Where its conditions stand in its own text.
    pub fn condition_spans(&self) -> Vec<ConditionSpan> {
        self.0.condition_spans(popeye::condition_spans)
    }

    /// The problem, and what is wrong with it in its own text.
    pub fn problem(mut self) -> (Option<Problem>, Vec<Diagnostic>) {
        const BEGIN: &str = "beginproblem\n";
        let end = self.0.last_place();
        self.say("endproblem", &end);
        self.0.read_as(|text| {
            let (problem, found) = popeye::problem(&format!("{BEGIN}{text}"));
            let below = |span: Span| span.start.saturating_sub(BEGIN.len())..span.end.saturating_sub(BEGIN.len());
            (problem, found.into_iter().map(|found| found.placed(below)).collect())
        })
    }
}
