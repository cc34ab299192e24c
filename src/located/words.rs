//! Finds words in a text. Upper and lower case are not distinguished.

use crate::syntax::Span;

/// Returns the place of the last occurrence of `words` in the text, or `None` if there is none. The occurrence must not
/// be part of longer words; upper and lower case are not distinguished. The last occurrence is the most likely, because
/// titles and authors mostly precede conditions.
pub fn place_of(text: &str, words: &str) -> Option<Span> {
    let (text, words) = (text.to_ascii_lowercase(), words.to_ascii_lowercase());
    let is_apart = |at: usize| {
        let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !in_word(text[..at].chars().next_back()) && !in_word(text[at + words.len()..].chars().next())
    };
    text.rmatch_indices(&*words).map(|(at, _)| at).find(|&at| is_apart(at)).map(|at| at..at + words.len())
}
