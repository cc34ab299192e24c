//! Finds words in a text.

use crate::syntax::Span;

/// Returns the place of the last occurrence of `words` in the text as whole words, in upper or lower case, or
/// `None`. The last one is the most likely, because titles and authors mostly come before conditions.
pub fn place_of(text: &str, words: &str) -> Option<Span> {
    let (text, words) = (text.to_ascii_lowercase(), words.to_ascii_lowercase());
    let is_apart = |at: usize| {
        let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !in_word(text[..at].chars().next_back()) && !in_word(text[at + words.len()..].chars().next())
    };
    text.rmatch_indices(&*words).map(|(at, _)| at).find(|&at| is_apart(at)).map(|at| at..at + words.len())
}
