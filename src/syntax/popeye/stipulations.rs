//! Reads the commands `stipulation` and `sstipulation`. Their arguments are parsed by the stipulation grammars
//! of [`crate::syntax`].

use super::findings::Findings;
use super::keywords::{Colour, KeywordMatch, Language, colour, colour_names, command_names};
use super::sections::{HeadedSection, SectionWord};
use crate::problem::Stipulation;
use crate::syntax::{Diagnostic, Span, nearest, stipulation, structured};

/// Reads the command `stipulation`, such as `stipulation h#2.5`.
pub fn traditional_stipulation(
    text: &str,
    section: &HeadedSection,
    language: Language,
    findings: &mut Findings,
) -> Option<Stipulation> {
    let mut written = section.written(text);
    // A misspelt command has become part of the stipulation; cut it off.
    let is_slip = |word: &&SectionWord| word.text.len() > 4 && nearest(word.text, command_names(language)).is_some();
    if let Some(&slip) = section.words.iter().skip(1).find(is_slip) {
        findings.unknown(slip, language, "command", "expected a command", command_names(language));
        written.text = text[written.start..slip.start].trim_end();
    }
    if written.text.is_empty() {
        findings.error(
            section.keyword.span(),
            "there is no stipulation after the keyword",
            "expected a stipulation such as `h#2.5`",
        );
        return None;
    }
    with_findings(stipulation(written.text), findings, |span| shifted(span, written.start))
}

/// Reads the command `sstipulation`, such as `sstipulation white 3a[#]d`, with the colour in the language of
/// the problem.
pub fn structured_stipulation(
    text: &str,
    section: &HeadedSection,
    language: Language,
    findings: &mut Findings,
) -> Option<Stipulation> {
    let Some((&first, tree)) = section.words.split_first() else {
        findings.error(section.keyword.span(), "there is no stipulation after the keyword", "expected `white 3a[#]d`");
        return None;
    };
    let side = match colour(first.text, language) {
        KeywordMatch::One(Colour::White) => "white ",
        KeywordMatch::One(Colour::Black) => "black ",
        _ => {
            let names = colour_names(language).take(2);
            findings.unknown(first, language, "colour", "expected the side to move", names);
            return None;
        }
    };
    let end = section.words.last().copied().unwrap_or(first).span().end;
    let begin = tree.first().map_or(end, |word| word.start);
    with_findings(structured(&format!("{side}{}", &text[begin..end])), findings, |span| {
        if span.start < side.len() {
            first.span()
        } else {
            shifted(span.start - side.len()..span.end.max(span.start) - side.len(), begin)
        }
    })
}

fn with_findings(
    result: Result<Stipulation, Diagnostic>,
    findings: &mut Findings,
    place: impl FnOnce(Span) -> Span,
) -> Option<Stipulation> {
    match result {
        Ok(stipulation) => Some(stipulation),
        Err(mut diagnostic) => {
            diagnostic.span = place(diagnostic.span);
            findings.add(|| diagnostic);
            None
        }
    }
}

fn shifted(span: Span, by: usize) -> Span {
    span.start + by..span.end + by
}
