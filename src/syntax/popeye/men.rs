//! Parses lists of men after the `pieces` command and after *add* in a twin: `White Kd1 Ra1h8 Black Ke8`.

use super::findings::Findings;
use super::keywords::{
    Colour, KeywordMatch, Language, WalkMatch, attribute, colour, colour_names, command_names, man_letters, walk,
};
use super::sections::SectionWord;
use super::squares::{square, squares};
use crate::syntax::{Diagnostic, Span, quoted};
use crate::units::{Color, MOST_INVISIBLE, Piece, Square, Traits, Unit};

/// A man of the list, its square, and the span of the square in the text.
pub struct ListedMan {
    pub square: Square,
    pub unit: Unit,
    pub span: Span,
}

#[derive(Default)]
pub struct Men {
    pub men: Vec<ListedMan>,
    /// Number of total invisible men, whose colour, piece and square are unknown; `None` if the list does not
    /// mention them.
    pub invisible: Option<u8>,
}

/// Side of the men that follow a colour in the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListedSide {
    /// No colour precedes the men in the list. This error is reported once.
    Missing,
    Of(Color),
    Neutral,
}

const EXPECTED_COLOUR: &str = "expected a colour";
const EXPECTED_MEN: &str = "expected men, as in `Ra1h8`, or a colour";

/// Parses a list of men. Men that cannot be placed are reported and left out.
pub fn men(list: &[SectionWord], language: Language, findings: &mut Findings) -> Men {
    let (mut men, mut invisible) = (Vec::new(), None);
    let mut side = None;
    let mut attributes = false;
    let mut traits = Traits::NONE;
    let mut at = 0;
    while let Some(&word) = list.get(at) {
        at += 1;
        let word = without_colon(word, language, findings);
        if side.is_none() || walk(word.text, language) == WalkMatch::Unknown {
            match colour(word.text, language) {
                KeywordMatch::One(colour) => {
                    side = self::side(colour);
                    if colour == Colour::TotalInvisible {
                        // Skip a wrong word in place of the number; it is one mistake only.
                        let next = list
                            .get(at)
                            .filter(|next| matches!(self::colour(next.text, language), KeywordMatch::Nothing));
                        invisible = number(word, next, findings);
                        at += usize::from(next.is_some());
                    }
                    attributes = true;
                    traits = Traits::NONE;
                    continue;
                }
                KeywordMatch::Several(names) if side.is_none() => {
                    findings.ambiguous(word, &names);
                    side = Some(ListedSide::Missing);
                    continue;
                }
                _ => {}
            }
        }
        if attributes {
            match attribute(word.text, language) {
                KeywordMatch::One(name) => {
                    match Traits::named(name) {
                        Some(named) => traits |= named,
                        None => findings.unsupported(word.span(), "attribute", name, EXPECTED_MEN),
                    }
                    continue;
                }
                KeywordMatch::Several(names) => {
                    findings.ambiguous(word, &names);
                    continue;
                }
                KeywordMatch::Nothing => attributes = false,
            }
        }
        if side.is_none() {
            side = Some(ListedSide::Missing);
            findings.unknown(word, language, "colour", EXPECTED_COLOUR, colour_names(language));
            if word.text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                continue;
            }
        }
        if word.text.len() <= 2 {
            if let Some(before) = list.get(at.wrapping_sub(2)).filter(|_| square(word.text).is_some()) {
                findings.add(|| no_man_before(*before, word));
                continue;
            }
            let detached = list.get(at).copied().filter(|next| squares(next.text).is_some());
            at += usize::from(detached.is_some());
            let span = word.start..detached.unwrap_or(word).span().end;
            let problem = format!("{} has no square", quoted(word.text));
            findings.error(span, problem, "expected `Ra1`: squares right after the letter");
            continue;
        }
        let Some((letters, places)) = man(word, language, findings) else { continue };
        let Some(piece) = piece(letters, language, findings) else { continue };
        let unit = match side {
            Some(ListedSide::Of(color)) => Unit::new(color, piece),
            Some(ListedSide::Neutral) => Unit::neutral(piece),
            _ => continue,
        };
        let unit = Unit { traits: unit.traits | traits, ..unit };
        men.extend(places.into_iter().map(|(square, span)| ListedMan { square, unit, span }));
        // Attributes hold until the next colour, but a side has only one royal man.
        traits = traits.without(Traits::ROYAL);
    }
    Men { men, invisible }
}

/// Returns the word without a colon at its end, as in `White:`, and reports the colon.
fn without_colon<'a>(word: SectionWord<'a>, language: Language, findings: &mut Findings) -> SectionWord<'a> {
    let text = word.text.trim_end_matches(':');
    if text.len() == word.text.len() || colour(text, language).one().is_none() {
        return word;
    }
    let end = word.span().end;
    findings.add(|| {
        Diagnostic::error(end - 1..end, format!("a colon after {}", quoted(text)), "expected men")
            .with_hint(format!("write {} without the colon", quoted(text)))
    });
    SectionWord { text, ..word }
}

/// Returns the diagnostic for a square without a piece before it, such as `b7` in `Pa7 b7`.
fn no_man_before(before: SectionWord, square: SectionWord) -> Diagnostic {
    let found = Diagnostic::error(
        square.span(),
        format!("there is no man before the square {}", quoted(square.text)),
        "expected `Ra1`: letters and squares in one word",
    );
    let letters = before.text.trim_end_matches(|c: char| c.is_ascii_digit() || ('a'..='h').contains(&c));
    let is_man = !letters.is_empty() && before.text.len() >= letters.len() + 2;
    if !is_man {
        return found;
    }
    found.with_hint(format!("`{}{}` puts `{letters}` on both squares", before.text, square.text))
}

/// Returns the side of the men after a colour; `None` for total invisible men, whose side is unknown.
fn side(colour: Colour) -> Option<ListedSide> {
    match colour {
        Colour::White => Some(ListedSide::Of(Color::White)),
        Colour::Black => Some(ListedSide::Of(Color::Black)),
        Colour::Neutral => Some(ListedSide::Neutral),
        Colour::TotalInvisible => None,
    }
}

fn number(colour: SectionWord, next: Option<&SectionWord>, findings: &mut Findings) -> Option<u8> {
    let number = next.and_then(|next| next.text.parse().ok()).filter(|number| *number <= MOST_INVISIBLE);
    if number.is_none() {
        let message = match next {
            Some(next) => format!("{} does not say how many men are invisible", quoted(next.text)),
            None => format!("{} does not say how many men are invisible: a number is missing", quoted(colour.text)),
        };
        let place = next.unwrap_or(&colour);
        findings.error(
            place.span(),
            message,
            format!("expected a number up to {MOST_INVISIBLE}, as in `TotalInvisible 1`"),
        );
    }
    number
}

/// Splits a word into the letters of a piece and squares. A word of odd length has one letter, otherwise two;
/// `R/Ba1` is a hunter. A word of another form is reported, and gives `None`.
fn man<'a>(
    word: SectionWord<'a>,
    language: Language,
    findings: &mut Findings,
) -> Option<(SectionWord<'a>, Vec<(Square, Span)>)> {
    let text = word.text;
    if text.bytes().all(|byte| byte.is_ascii_alphabetic()) || !text.is_ascii() {
        let names = colour_names(language).chain(command_names(language));
        findings.unknown(word, language, "word", EXPECTED_MEN, names);
        return None;
    }
    // For a hunter, the length of the letters after the slash decides.
    let before = text.find('/').map_or(0, |slash| slash + 1);
    let length = before + if (text.len() - before) % 2 == 1 { 1 } else { 2 };
    if length >= text.len() {
        findings.error(
            word.span(),
            format!("{} has no square", quoted(text)),
            "expected `R/Ba1`: squares right after the letters",
        );
        return None;
    }
    let mut places = Vec::new();
    for at in (length..text.len()).step_by(2) {
        let span = word.start + at..word.start + at + 2;
        match square(&text[at..at + 2]) {
            Some(square) => places.push((square, span)),
            None => {
                let message = format!("{} in {} is not a square", quoted(&text[at..at + 2]), quoted(text));
                findings.error(span, message, "expected a1 to h8");
                return None;
            }
        }
    }
    Some((SectionWord { text: &text[..length], start: word.start }, places))
}

/// Returns the piece with these letters. An unknown or unsupported piece is reported, and gives `None`.
pub fn piece(letters: SectionWord, language: Language, findings: &mut Findings) -> Option<Piece> {
    let span = letters.span();
    match walk(letters.text, language) {
        WalkMatch::Known(piece) => return Some(piece),
        WalkMatch::Unsupported => findings.unsupported(span, "piece", letters.text, expected_letters(language)),
        WalkMatch::Unknown => {
            findings.error(span, format!("unknown piece {}", quoted(letters.text)), expected_letters(language));
        }
    }
    None
}

fn expected_letters(language: Language) -> String {
    let letters: Vec<String> = man_letters(language).chars().rev().map(String::from).collect();
    format!("expected one of {}", letters.join(" "))
}
