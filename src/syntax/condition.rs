//! Parses the names of conditions: `Madrasi RI`, `Isardam TypeB`. The rules of the conditions are defined in
//! [`crate::conditions`].

use super::diagnostic::{Diagnostic, nearest, quoted};
use super::findings::Findings;
use super::known;
use super::lookalike::check_characters;
use super::piece_letters::PieceLetters;
use super::source::Span;
use super::words::{Word, words};
use crate::conditions::names::{begun_in_english, definition, in_english, why_refused};
use crate::conditions::{Arguments, CONDITIONS, Condition, ConditionDef, is_grid_word, read_length};
use crate::rules::{Conflict, RuleSet};
use crate::units::{Piece, Square};

/// Parses a list of conditions with their variants, separated by commas or blanks, ignoring case. An empty text
/// means orthodox chess.
///
/// ```
/// use keymove::syntax::conditions;
/// assert_eq!(conditions("madrasi ri").unwrap().caption(), "Madrasi RexInclusive");
/// assert_eq!(conditions("Madrassi").unwrap_err()[0].hint.as_deref(), Some("did you mean `Madrasi`?"));
/// ```
pub fn conditions(text: &str) -> Result<RuleSet, Vec<Diagnostic>> {
    conditions_in(text, PieceLetters::default())
}

/// Like [`conditions`], but also accepts the letters of a game's or problem's own pieces in the arguments.
pub fn conditions_in<'a>(text: &str, piece_letters: impl Into<PieceLetters<'a>>) -> Result<RuleSet, Vec<Diagnostic>> {
    let piece_letters = piece_letters.into();
    check_characters(text).map_err(|diagnostic| vec![diagnostic])?;
    let mut findings = Findings::default();
    let mut rules = RuleSet::default();
    let mut words = words(text).peekable();
    while let Some(word) = words.next() {
        if findings.is_full() {
            break;
        }
        let Some(def) = condition(word.text) else {
            findings.error(|| stranger(&word));
            // Skip the arguments of the unknown condition.
            while words.next_if(|next| !next.after_comma && !is_condition(next.text)).is_some() {}
            continue;
        };
        let mut span = word.span.clone();
        let mut condition = Condition::new(def);
        let mut complete = true;
        while let Some(next) = words
            .next_if(|next| !next.after_comma && (takes(def, next.text, piece_letters) || !is_condition(next.text)))
        {
            span.end = next.span.end;
            if !take(&mut condition, next.text, piece_letters) {
                complete = false;
                findings.error(|| unknown_variant(def, &next));
                if findings.is_full() {
                    break;
                }
            }
        }
        if let Some(missing) = condition.missing().filter(|_| complete) {
            findings
                .error(|| Diagnostic::error(span.end..span.end, missing, "expected squares such as `d4` or `a1h8`"));
        } else if complete && let Err(conflict) = rules.add(condition) {
            findings.error(|| refused(&conflict, span, &condition_spans(text)));
        }
    }
    findings.result(rules)
}

/// Returns the diagnostic for two conditions that are incompatible. `span` is the place of the second one; that
/// of the first is looked up in `all`.
pub(super) fn refused(conflict: &Conflict, span: Span, all: &[ConditionSpan]) -> Diagnostic {
    let is_other = |(name, place): &&ConditionSpan| conflict.conditions().contains(name) && place.start < span.start;
    let also = all.iter().rev().find(is_other).map(|(_, place)| place.clone());
    Diagnostic::error(span, conflict.to_string(), "expected conditions that can be combined").with_also(also)
}

/// Name of a condition, and the span of its text, with variants and arguments.
pub type ConditionSpan = (&'static str, Span);

pub(super) fn condition_spans(text: &str) -> Vec<ConditionSpan> {
    let mut spans: Vec<ConditionSpan> = Vec::new();
    let mut goes_on = false;
    for word in words(text) {
        // A semicolon ends the conditions of a twin.
        let name = word.text.trim_end_matches(';');
        let is_last = name.len() < word.text.len();
        if let Some(def) = condition(name) {
            spans.push((def.name, word.span.start..word.span.start + name.len()));
            goes_on = !is_last;
            continue;
        }
        goes_on &= !word.after_comma;
        if let Some((_, span)) = spans.last_mut().filter(|_| goes_on) {
            span.end = word.span.start + name.len();
        }
        goes_on &= !is_last;
    }
    spans
}

fn condition(name: &str) -> Option<&'static ConditionDef> {
    CONDITIONS.iter().find(|def| def.is_called(name)).copied()
}

/// Whether the word is a variant or an argument of the condition.
fn takes(def: &'static ConditionDef, word: &str, piece_letters: PieceLetters) -> bool {
    take(&mut Condition::new(def), word, piece_letters)
}

/// Adds the word to the condition as a variant or an argument. Returns `false` if the word is neither.
fn take(condition: &mut Condition, word: &str, piece_letters: PieceLetters) -> bool {
    if let Some(name) = variant(condition.def, word) {
        condition.variants.push(name);
        return true;
    }
    match condition.def.arguments {
        Arguments::Pieces => piece_letters.of_code(word).map(|piece| condition.pieces.push(piece)).is_some(),
        Arguments::Squares | Arguments::Men => squares(word).map(|squares| condition.squares.extend(squares)).is_some(),
        _ => take_plain(condition, word),
    }
}

/// Adds the word to the condition as an argument of a kind that all input formats write alike: a number, a length, a
/// part of a grid, or a man on a square. Returns `false` if the condition takes no such argument or the word is none.
pub(super) fn take_plain(condition: &mut Condition, word: &str) -> bool {
    match condition.def.arguments {
        Arguments::None | Arguments::Pieces | Arguments::Squares | Arguments::Men => false,
        Arguments::Man => {
            let Some(word) = color_or_man(&condition.words, word) else { return false };
            condition.words.push(word);
            true
        }
        Arguments::Grid => {
            let word = word.to_ascii_lowercase();
            is_grid_word(&word).then(|| condition.words.push(word)).is_some()
        }
        Arguments::Lengths => read_length(word).map(|length| condition.numbers.push(length)).is_some(),
        Arguments::Numbers => word.parse().map(|number| condition.numbers.push(number)).is_ok(),
    }
}

/// Returns `word` in its canonical spelling if it continues an argument such as `White Bg4`, a colour and then a man
/// with its square. `before` contains the words of this argument already read. Returns `None` if `word` does not
/// continue it.
fn color_or_man(before: &[String], word: &str) -> Option<String> {
    match before {
        [] => ["White", "Black"].into_iter().find(|color| color.eq_ignore_ascii_case(word)).map(str::to_string),
        [_] => {
            let (code, square) = word.split_at_checked(word.len().checked_sub(2)?)?;
            let (piece, square) = (Piece::from_code(&code.to_ascii_uppercase())?, Square::parse(square)?);
            Some(format!("{}{square}", piece.def().code))
        }
        _ => None,
    }
}

/// Parses a word that consists of squares, such as `a1b2c16`; `None` for any other word.
pub(super) fn squares(word: &str) -> Option<Vec<Square>> {
    let starts: Vec<usize> = word.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        return None;
    }
    let ends = starts.iter().skip(1).copied().chain([word.len()]);
    starts.iter().zip(ends).map(|(&start, end)| Square::parse(&word[start..end])).collect()
}

fn variant(def: &ConditionDef, name: &str) -> Option<&'static str> {
    let called = |known: &&str| known.eq_ignore_ascii_case(name);
    def.variants.iter().find(|variant| called(&variant.name) || variant.aliases.iter().any(called)).map(|v| v.name)
}

pub(super) fn is_condition(name: &str) -> bool {
    condition(name).is_some() || known::condition(name).is_some()
}

pub(super) const LISTED: &str = "`keymove list conditions` lists all";

/// Returns the diagnostic for a word that is no condition, at a position where a condition is expected.
fn stranger(word: &Word) -> Diagnostic {
    let expected = "expected a condition";
    if let Some(name) = known::condition(word.text) {
        let reason = why_refused(name).unwrap_or("not yet");
        return Diagnostic::error(
            word.span.clone(),
            format!("`{name}` is known but not supported: {reason}"),
            expected,
        )
        .with_hint("`keymove list conditions` shows what is");
    }
    if CONDITIONS.iter().any(|def| variant(def, word.text).is_some()) {
        return Diagnostic::error(
            word.span.clone(),
            format!("{} is a variant of a condition, not a condition", quoted(word.text)),
            expected,
        )
        .with_hint("write a variant after its condition, without a comma");
    }
    let unknown = Diagnostic::error(word.span.clone(), format!("unknown condition {}", quoted(word.text)), expected);
    if let Some(hint) = joined(word.text) {
        return unknown.with_hint(hint);
    }
    let in_english_it_is = |english| {
        let name = definition(english).map_or(english, |def| def.name);
        format!("use the English name of the condition: `{name}`")
    };
    if let Some(english) = in_english(word.text) {
        return unknown.with_hint(in_english_it_is(english));
    }
    let supported = CONDITIONS.iter().map(|def| def.name);
    let unknown = unknown.suggesting(word.text, supported.chain(known::conditions()));
    match begun_in_english(word.text) {
        Some(english) if unknown.hint.is_none() => unknown.with_hint(in_english_it_is(english)),
        _ => unknown.or_hint(|| LISTED.to_string()),
    }
}

/// Returns a hint if `word` separates conditions by something other than commas and blanks, such as `+` or `and`;
/// otherwise `None`.
fn joined(word: &str) -> Option<String> {
    let is_joint = |c: char| matches!(c, ';' | '+' | '/' | '&' | '|' | ':' | '.');
    if word.trim_matches(is_joint).is_empty() || word.eq_ignore_ascii_case("and") {
        return Some("separate several conditions with commas".to_string());
    }
    let parts: Vec<&str> = word.split(is_joint).filter(|part| !part.is_empty()).collect();
    if !word.contains(is_joint) || parts.len() > 9 || !parts.iter().all(|part| is_condition(part)) {
        return None;
    }
    Some(match parts[..] {
        [_] => "separate several conditions with commas".to_string(),
        _ => format!("separate several conditions with commas: `{}`", parts.join(", ")),
    })
}

/// Returns the diagnostic for a word that is neither a variant of `def` nor another condition.
fn unknown_variant(def: &ConditionDef, word: &Word) -> Diagnostic {
    let names = || def.variants.iter().map(|variant| variant.name);
    let listed: Vec<String> = names().map(|name| format!("`{name}`")).collect();
    let expected = match listed.len() {
        0 => "expected a condition".to_string(),
        1..=6 => format!("expected {} or a condition", listed.join(", ")),
        _ => format!("expected a variant of {} or a condition", def.name),
    };
    let message = format!("{} is neither a variant of {} nor a condition", quoted(word.text), def.name);
    let diagnostic = Diagnostic::error(word.span.clone(), message, expected);
    if let Some(hint) = joined(word.text) {
        return diagnostic.with_hint(hint);
    }
    let conditions = || CONDITIONS.iter().map(|def| def.name).chain(known::conditions());
    match nearest(word.text, names().chain(conditions())) {
        // `TypeA` is one letter away from `TypeB` and means the opposite.
        Some(name) if name.len() == word.text.len() && name.starts_with("Type") => diagnostic,
        _ => {
            let diagnostic = diagnostic.suggesting(word.text, names().chain(conditions()));
            match listed.len() {
                0..=6 => diagnostic,
                _ => diagnostic.or_hint(|| format!("`keymove explain {}` lists its variants", def.name)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_conditions_have_one_caption() {
        let rows = [
            ("", ""),
            ("Madrasi", "Madrasi"),
            (" madrasi  RI ", "Madrasi RexInclusive"),
            ("madrasi rexinclusive", "Madrasi RexInclusive"),
            ("MADRASI NoEpParalysis rooKneedsfreedom", "Madrasi MutualParalysis RookNeedsFreedom"),
            ("Isardam", "Isardam"),
            ("Isardam TypeB RI", "Isardam TypeB RexInclusive"),
            ("Isardam RI B,", "Isardam TypeB RexInclusive"),
        ];
        for (written, caption) in rows {
            let rules = conditions(written).unwrap_or_else(|e| panic!("{written}: {e:?}"));
            assert_eq!(rules.caption(), caption);
            assert_eq!(conditions(caption), Ok(rules));
        }
    }

    #[test]
    fn bad_conditions_say_where_and_what() {
        // Text; offset, message and hint of each error.
        type Row = (&'static str, &'static [(usize, &'static str, &'static str)]);
        let rows: [Row; 16] = [
            ("Madrassi", &[(0, "unknown condition `Madrassi`", "did you mean `Madrasi`?")]),
            (
                "transmissionmenace",
                &[(
                    0,
                    "`TransmissionMenace` is known but not supported: no known rule explains Popeye's moves",
                    "`keymove list conditions` shows what is",
                )],
            ),
            (
                "TransmissionMenace, Madrasi Q",
                &[
                    (
                        0,
                        "`TransmissionMenace` is known but not supported: no known rule explains Popeye's moves",
                        "`keymove list conditions` shows what is",
                    ),
                    (28, "`Q` is neither a variant of Madrasi nor a condition", ""),
                ],
            ),
            ("Circe; Madrasi", &[(0, "unknown condition `Circe;`", "separate several conditions with commas")]),
            (
                "Circe/Madrasi",
                &[(
                    0,
                    "unknown condition `Circe/Madrasi`",
                    "separate several conditions with commas: `Circe, Madrasi`",
                )],
            ),
            (
                "Circe + Madrasi",
                &[(6, "`+` is neither a variant of Circe nor a condition", "separate several conditions with commas")],
            ),
            ("Andernach", &[(0, "unknown condition `Andernach`", "did you mean `AndernachChess`?")]),
            (
                "Laengstzueger",
                &[(0, "unknown condition `Laengstzueger`", "use the English name of the condition: `Maximummer`")],
            ),
            (
                "Mirr",
                &[(
                    0,
                    "unknown condition `Mirr`",
                    "did you mean one of `MirrorAntiCirce`, `MirrorCirce`, `MirrorCirceClone`, `MirrorCouscousCirce`, …?",
                )],
            ),
            ("AntiCrice", &[(0, "unknown condition `AntiCrice`", "did you mean `AntiCirce`?")]),
            (
                "Madrasi RexInclusiv",
                &[(8, "`RexInclusiv` is neither a variant of Madrasi nor a condition", "did you mean `RexInclusive`?")],
            ),
            ("Isardam TypeA", &[(8, "`TypeA` is neither a variant of Isardam nor a condition", "")]),
            (
                "Madrasi, RI",
                &[(
                    9,
                    "`RI` is a variant of a condition, not a condition",
                    "write a variant after its condition, without a comma",
                )],
            ),
            (
                "Madrasi Isardam RI",
                &[(
                    8,
                    "`Madrasi` cannot be combined with `Isardam RexInclusive`: Isardam forbids every paralysis that Madrasi could cause",
                    "",
                )],
            ),
            ("Madrasi Madrasi RI", &[(8, "`Madrasi` is given twice", "")]),
            ("Мadrasi", &[(0, "`М` is not `M` but CYRILLIC CAPITAL LETTER EM", "")]),
        ];
        for (written, expected) in rows {
            let found: Vec<_> = conditions(written).expect_err(written);
            let found: Vec<_> =
                found.iter().map(|d| (d.span.start, d.message.as_str(), d.hint.as_deref().unwrap_or(""))).collect();
            assert_eq!(found, expected, "{written}");
        }
    }
}
