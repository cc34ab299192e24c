//! Characters that look like those of the input formats but are different. Diagnostics name them; they are
//! never replaced silently.

use super::diagnostic::Diagnostic;

/// Foreign characters, each with its replacement and its Unicode name.
const LOOKALIKES: &[(char, &str, &str)] = &[
    ('\u{A0}', " ", "NO-BREAK SPACE"),
    ('\u{2009}', " ", "THIN SPACE"),
    ('\u{202F}', " ", "NARROW NO-BREAK SPACE"),
    ('\u{3000}', " ", "IDEOGRAPHIC SPACE"),
    ('\u{200B}', "", "ZERO WIDTH SPACE"),
    ('\u{200D}', "", "ZERO WIDTH JOINER"),
    ('\u{2060}', "", "WORD JOINER"),
    ('\u{FEFF}', "", "BYTE ORDER MARK"),
    ('\u{AD}', "", "SOFT HYPHEN"),
    ('♯', "#", "MUSIC SHARP SIGN"),
    ('‡', "#", "DOUBLE DAGGER"),
    ('†', "+", "DAGGER"),
    ('×', "x", "MULTIPLICATION SIGN"),
    ('½', ".5", "VULGAR FRACTION ONE HALF"),
    ('≡', "==", "IDENTICAL TO"),
    ('⇒', "=>", "RIGHTWARDS DOUBLE ARROW"),
    ('→', "->", "RIGHTWARDS ARROW"),
    ('↔', "<-->", "LEFT RIGHT ARROW"),
    ('◊', "<>", "LOZENGE"),
    ('‐', "-", "HYPHEN"),
    ('‑', "-", "NON-BREAKING HYPHEN"),
    ('‒', "-", "FIGURE DASH"),
    ('–', "-", "EN DASH"),
    ('—', "-", "EM DASH"),
    ('−', "-", "MINUS SIGN"),
    ('∕', "/", "DIVISION SLASH"),
    ('⁄', "/", "FRACTION SLASH"),
    ('‖', "|", "DOUBLE VERTICAL LINE"),
    ('“', "\"", "LEFT DOUBLE QUOTATION MARK"),
    ('”', "\"", "RIGHT DOUBLE QUOTATION MARK"),
    ('„', "\"", "DOUBLE LOW-9 QUOTATION MARK"),
    ('«', "\"", "LEFT-POINTING DOUBLE ANGLE QUOTATION MARK"),
    ('»', "\"", "RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK"),
    (';', ";", "GREEK QUESTION MARK"),
    ('А', "A", "CYRILLIC CAPITAL LETTER A"),
    ('В', "B", "CYRILLIC CAPITAL LETTER VE"),
    ('Е', "E", "CYRILLIC CAPITAL LETTER IE"),
    ('К', "K", "CYRILLIC CAPITAL LETTER KA"),
    ('М', "M", "CYRILLIC CAPITAL LETTER EM"),
    ('Н', "H", "CYRILLIC CAPITAL LETTER EN"),
    ('О', "O", "CYRILLIC CAPITAL LETTER O"),
    ('Р', "P", "CYRILLIC CAPITAL LETTER ER"),
    ('С', "C", "CYRILLIC CAPITAL LETTER ES"),
    ('Ѕ', "S", "CYRILLIC CAPITAL LETTER DZE"),
    ('Т', "T", "CYRILLIC CAPITAL LETTER TE"),
    ('Х', "X", "CYRILLIC CAPITAL LETTER HA"),
    ('а', "a", "CYRILLIC SMALL LETTER A"),
    ('е', "e", "CYRILLIC SMALL LETTER IE"),
    ('і', "i", "CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I"),
    ('к', "k", "CYRILLIC SMALL LETTER KA"),
    ('о', "o", "CYRILLIC SMALL LETTER O"),
    ('р', "p", "CYRILLIC SMALL LETTER ER"),
    ('с', "c", "CYRILLIC SMALL LETTER ES"),
    ('ѕ', "s", "CYRILLIC SMALL LETTER DZE"),
    ('х', "x", "CYRILLIC SMALL LETTER HA"),
    ('һ', "h", "CYRILLIC SMALL LETTER SHHA"),
    ('ԁ', "d", "CYRILLIC SMALL LETTER KOMI DE"),
    ('ԛ', "q", "CYRILLIC SMALL LETTER QA"),
    ('ԝ', "w", "CYRILLIC SMALL LETTER WE"),
    ('Α', "A", "GREEK CAPITAL LETTER ALPHA"),
    ('Β', "B", "GREEK CAPITAL LETTER BETA"),
    ('Ε', "E", "GREEK CAPITAL LETTER EPSILON"),
    ('Η', "H", "GREEK CAPITAL LETTER ETA"),
    ('Κ', "K", "GREEK CAPITAL LETTER KAPPA"),
    ('Ν', "N", "GREEK CAPITAL LETTER NU"),
    ('Ρ', "P", "GREEK CAPITAL LETTER RHO"),
    ('Χ', "X", "GREEK CAPITAL LETTER CHI"),
    ('ο', "o", "GREEK SMALL LETTER OMICRON"),
    ('α', "a", "GREEK SMALL LETTER ALPHA"),
];

/// Names of the full-width forms `！`, `＂`, …, in the order of the ASCII characters from `!` on.
const FULLWIDTH: [&str; 16] = [
    "EXCLAMATION MARK",
    "QUOTATION MARK",
    "NUMBER SIGN",
    "DOLLAR SIGN",
    "PERCENT SIGN",
    "AMPERSAND",
    "APOSTROPHE",
    "LEFT PARENTHESIS",
    "RIGHT PARENTHESIS",
    "ASTERISK",
    "PLUS SIGN",
    "COMMA",
    "HYPHEN-MINUS",
    "FULL STOP",
    "SOLIDUS",
    "DIGIT ZERO",
];

/// Returns the replacement for a foreign character that looks like one of the input formats, and the foreign
/// character's name; `None` for any other character.
pub(super) fn lookalike(c: char) -> Option<(String, String)> {
    if let Some((_, instead, name)) = LOOKALIKES.iter().find(|row| row.0 == c) {
        return Some(((*instead).into(), (*name).into()));
    }
    if !('！'..='～').contains(&c) {
        return None;
    }
    let offset = u32::from(c) - u32::from('！');
    let ascii = char::from_u32(u32::from('!') + offset)?;
    let name = match FULLWIDTH.get(offset as usize) {
        Some(name) => format!("FULLWIDTH {name}"),
        None => format!("the FULLWIDTH form of `{ascii}`"),
    };
    Some((ascii.to_string(), name))
}

/// Returns the diagnostic for a character that no grammar accepts; `None` for printable ASCII and blanks.
pub(super) fn foreign_character(c: char, at: usize) -> Option<Diagnostic> {
    if matches!(c, ' '..='~' | '\t' | '\n' | '\r') {
        return None;
    }
    let span = at..at + c.len_utf8();
    let code = u32::from(c);
    Some(match lookalike(c) {
        Some((instead, name)) if instead.trim().is_empty() => {
            Diagnostic::error(span, format!("invisible character U+{code:04X} ({name})"), "not allowed here")
                .with_hint(if instead.is_empty() { "remove it" } else { "write an ordinary space" })
        }
        Some((instead, name)) => {
            Diagnostic::error(span, format!("`{c}` is not `{instead}` but {name}"), format!("expected `{instead}`"))
        }
        None if c.is_control() => {
            Diagnostic::error(span, format!("control character U+{code:04X}"), "not allowed here")
        }
        None => Diagnostic::error(span, format!("`{c}` (U+{code:04X}) has no meaning here"), "expected plain ASCII"),
    })
}

/// Returns an error at the first character of `text` that no grammar accepts.
pub(super) fn check_characters(text: &str) -> Result<(), Diagnostic> {
    match text.char_indices().find_map(|(at, c)| foreign_character(c, at)) {
        Some(diagnostic) => Err(diagnostic),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_character_is_named() {
        let rows = [
            ("＃", "`＃` is not `#` but FULLWIDTH NUMBER SIGN"),
            ("２", "`２` is not `2` but the FULLWIDTH form of `2`"),
            ("♯", "`♯` is not `#` but MUSIC SHARP SIGN"),
            ("К", "`К` is not `K` but CYRILLIC CAPITAL LETTER KA"),
            ("\u{FEFF}", "invisible character U+FEFF (BYTE ORDER MARK)"),
            ("\0", "control character U+0000"),
            ("é", "`é` (U+00E9) has no meaning here"),
        ];
        for (text, message) in rows {
            assert_eq!(check_characters(text).unwrap_err().message, message);
        }
        assert_eq!(check_characters("h#2.5 ~\t{}"), Ok(()));
    }
}
