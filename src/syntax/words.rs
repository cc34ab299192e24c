//! Splits lists of conditions and options into words, which are separated by blanks and commas.

use super::grammar::{Parsed, is_blank};
use super::source::Span;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while, take_while_m_n};
use nom::combinator::recognize;
use nom::multi::many1_count;
use nom::sequence::preceded;

/// A word of a list, with its span, and whether a comma precedes the word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub span: Span,
    pub after_comma: bool,
}

pub(super) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (after, word) = word(rest).ok()?;
        let start = text.len() - after.len() - word.len();
        let after_comma = text[text.len() - rest.len()..start].contains(',');
        rest = after;
        Some(Word { text: word, span: start..start + word.len(), after_comma })
    })
}

/// Parses one word and the blanks and commas before it. Text in braces is not split: `{n:royal,Q}a7` is one
/// word.
fn word(text: &str) -> Parsed<'_, &str> {
    let part = alt((recognize((tag("{"), take_until("}"), tag("}"))), take_while_m_n(1, 1, |c| !is_separator(c))));
    preceded(take_while(is_separator), recognize(many1_count(part))).parse(text)
}

fn is_separator(c: char) -> bool {
    is_blank(c) || c == ','
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_stand() {
        let found: Vec<_> =
            words(" Madrasi RI ,Isardam").map(|word| (word.text, word.span, word.after_comma)).collect();
        assert_eq!(found, [("Madrasi", 1..8, false), ("RI", 9..11, false), ("Isardam", 13..20, true)]);
        assert_eq!(words(" , ").count(), 0);
        let in_braces: Vec<&str> = words("add {n:royal,Q}a7, b {open").map(|word| word.text).collect();
        assert_eq!(in_braces, ["add", "{n:royal,Q}a7", "b", "{open"]);
    }
}
