//! Assembles a problem in Popeye's language from sections of another text, the source, such as a YAML document.

use super::splice::{Splice, TextPiece};
use crate::problem::Problem;
use crate::syntax::{ConditionSpan, Diagnostic, Span, popeye};

#[derive(Default)]
pub(super) struct Transcript(Splice);

impl Transcript {
    /// Appends a line of words that are not in the source. A diagnostic about this line is shown at `about`, a span in
    /// the source.
    pub fn say(&mut self, words: &str, about: &Span) {
        self.0.say(&format!("{words}\n"), about);
    }

    /// Appends a line that consists of `words`, which are not in the source, and of `piece`, which comes from the
    /// source.
    pub fn quote(&mut self, words: &str, piece: &TextPiece) {
        self.0.say(&format!("{words} "), &piece.place.of(0..piece.text.len()));
        self.0.quote(&TextPiece { text: format!("{}\n", piece.text), place: piece.place.clone() });
    }

    /// Returns the spans in the source of the problem's conditions.
    pub fn condition_spans(&self) -> Vec<ConditionSpan> {
        self.0.condition_spans(popeye::condition_spans)
    }

    /// Parses the assembled commands as a problem. The spans of the returned diagnostics are spans in the source.
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
