//! Splits a line into EPD operations `name operand… ;`, without interpreting the opcodes.

use super::diagnostic::{Diagnostic, quoted};
use super::findings::Findings;
use super::grammar::is_blank;
use super::source::Span;
use std::borrow::Cow;

pub(super) struct Opcode<'a> {
    pub name: &'a str,
    pub span: Span,
    pub operands: Vec<Operand<'a>>,
}

/// An operand of an opcode: a quoted string, or the unquoted words up to the next quote or semicolon.
pub(super) struct Operand<'a> {
    /// The operand with escapes resolved.
    pub text: Cow<'a, str>,
    /// The operand as written, without the quotes.
    raw: &'a str,
    /// Offset of `raw` in the line.
    start: usize,
}

impl Operand<'_> {
    pub fn span(&self) -> Span {
        self.start..self.start + self.raw.len()
    }

    /// Converts the spans of a diagnostic from `text` to the line.
    pub fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.placed(|span| self.located_span(span))
    }

    /// Converts a span in `text` to one in the line.
    pub fn located_span(&self, span: Span) -> Span {
        self.place(span.start)..self.place(span.end)
    }

    /// Converts an offset in `text` to one in the line: adds the start of the operand, and one for each backslash of an
    /// escape before the offset.
    fn place(&self, offset: usize) -> usize {
        if let Cow::Borrowed(_) = self.text {
            return self.start + offset;
        }
        let (mut raw, mut text) = (0, 0);
        let mut characters = self.raw.chars();
        while let (true, Some(c)) = (text < offset, characters.next()) {
            let stands_for = if c == '\\' { characters.next() } else { Some(c) };
            text += stands_for.map_or(0, |c| if c == 'n' || c == 't' { 1 } else { c.len_utf8() });
            raw = self.raw.len() - characters.as_str().len();
        }
        self.start + raw
    }
}

/// Reads operations from `start` to the end of `line` and passes each to `each`. If `is_name` is true for a
/// word inside an operand, a semicolon is missing before the word.
pub(super) fn opcodes<'a>(
    line: &'a str,
    start: usize,
    is_name: impl Fn(&str) -> bool,
    findings: &mut Findings,
    mut each: impl FnMut(Opcode<'a>, &mut Findings),
) {
    let mut at = start;
    loop {
        at += leading_blanks(&line[at..]);
        if at >= line.len() || findings.is_full() {
            return;
        }
        if line[at..].starts_with(';') {
            findings.warning(|| Diagnostic::warning(at..at + 1, "a semicolon without an opcode", "expected an opcode"));
            at += 1;
            continue;
        }
        let length = line[at..].find(|c: char| is_blank(c) || c == ';' || c == '"').unwrap_or(line.len() - at);
        if length == 0 {
            findings.error(|| Diagnostic::error(at..at + 1, "a string without an opcode", "expected an opcode"));
        }
        let name = at..at + length;
        at += length;
        let Some((operands, end)) = operands(line, at, &is_name, findings) else { return };
        at = end;
        if length > 0 {
            each(Opcode { name: &line[name.clone()], span: name, operands }, findings);
        }
    }
}

/// Returns the operands from offset `at` on, and the offset after the semicolon that ends them; `None` after an
/// unterminated string.
fn operands<'a>(
    line: &'a str,
    mut at: usize,
    is_name: &impl Fn(&str) -> bool,
    findings: &mut Findings,
) -> Option<(Vec<Operand<'a>>, usize)> {
    let mut operands = Vec::new();
    let mut after_string = false;
    loop {
        at += leading_blanks(&line[at..]);
        let rest = &line[at..];
        match rest.bytes().next() {
            None => return Some((operands, at)),
            Some(b';') => return Some((operands, at + 1)),
            Some(b'"') => {
                let (operand, end) = string(line, at, findings)?;
                operands.push(operand);
                at = end;
                after_string = true;
            }
            Some(_) if after_string => {
                let length = rest.find(|c: char| is_blank(c) || c == ';' || c == '"').unwrap_or(rest.len());
                findings.error(|| missing_semicolon(at..at + length, &rest[..length]));
                return Some((operands, at));
            }
            Some(_) => {
                let length = rest.find([';', '"']).unwrap_or(rest.len());
                let words = rest[..length].trim_end();
                if rest[length..].starts_with('"') {
                    let last = words.rfind(is_blank).map_or(0, |blank| blank + 1);
                    if last > 0 && is_name(&words[last..]) {
                        let raw = words[..last].trim_end();
                        operands.push(Operand { text: raw.into(), raw, start: at });
                        findings.error(|| missing_semicolon(at + last..at + words.len(), &words[last..]));
                        return Some((operands, at + last));
                    }
                }
                operands.push(Operand { text: words.into(), raw: words, start: at });
                at += length;
            }
        }
    }
}

fn missing_semicolon(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(span, format!("the operation before {} is not closed", quoted(found)), "expected `;` before it")
}

/// Returns the string whose opening quote is at offset `at`, and the offset after its closing quote; `None` if
/// there is no closing quote.
fn string<'a>(line: &'a str, at: usize, findings: &mut Findings) -> Option<(Operand<'a>, usize)> {
    let start = at + 1;
    let mut text = Cow::Borrowed("");
    let mut from = start;
    loop {
        if findings.is_full() {
            return None;
        }
        let Some(length) = line[from..].find(|c: char| c == '"' || c == '\\' || c.is_control()) else {
            findings.error(|| {
                Diagnostic::error(
                    at..line.len(),
                    "the string does not end",
                    "expected a closing `\"` before the end of the line",
                )
            });
            return None;
        };
        let stop = from + length;
        let found = line[stop..].chars().next().unwrap_or('"');
        if found == '"' {
            let raw = &line[start..stop];
            if from == start {
                text = Cow::Borrowed(raw);
            } else {
                text.to_mut().push_str(&line[from..stop]);
            }
            return Some((Operand { text, raw, start }, stop + 1));
        }
        text.to_mut().push_str(&line[from..stop]);
        from = stop + found.len_utf8();
        let meant = if found == '\\' {
            let escaped = line[from..].chars().next();
            from += escaped.map_or(0, char::len_utf8);
            match escaped {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(same @ ('"' | '\\')) => same,
                Some(other) => {
                    let message = format!("{} is not an escape", quoted(&line[stop..from]));
                    findings.error(|| Diagnostic::error(stop..from, message, "expected \\\" \\\\ \\n or \\t"));
                    other
                }
                // The line ends within the string; the next iteration reports it.
                None => continue,
            }
        } else {
            if found != '\t' {
                let message = format!("control character U+{:04X} in a string", u32::from(found));
                findings.error(|| Diagnostic::error(stop..from, message, "expected printable text, or an escape"));
            }
            found
        };
        text.to_mut().push(meant);
    }
}

fn leading_blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(is_blank).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Found = (Vec<(String, Vec<String>)>, Vec<(Span, String)>);

    fn read(line: &str) -> Found {
        let mut findings = Findings::default();
        let mut found = Vec::new();
        opcodes(
            line,
            0,
            |name| name == "stip" || name == "id",
            &mut findings,
            |opcode, _| {
                found.push((
                    opcode.name.to_string(),
                    opcode.operands.iter().map(|operand| operand.text.to_string()).collect(),
                ));
            },
        );
        (found, findings.into_sorted().into_iter().map(|d| (d.span, d.message)).collect())
    }

    #[test]
    fn operations_are_taken_apart() {
        // Line; name and operands of each operation.
        type Row = (&'static str, &'static [(&'static str, &'static [&'static str])]);
        let rows: [Row; 8] = [
            ("", &[]),
            (r##"stip "#2"; id "x";"##, &[("stip", &["#2"]), ("id", &["x"])]),
            ("stip #2; id  a b ;ep;00:00;", &[("stip", &["#2"]), ("id", &["a b"]), ("ep", &[]), ("00:00", &[])]),
            ("stip #2", &[("stip", &["#2"])]),
            (r##"id "x"  "##, &[("id", &["x"])]),
            (r##"author "a" "b";"##, &[("author", &["a", "b"])]),
            (r##"c0 a b "c";"##, &[("c0", &["a b", "c"])]),
            (r##"id "a\"b\\c\nd\te;f";"##, &[("id", &["a\"b\\c\nd\te;f"])]),
        ];
        for (line, expected) in rows {
            let (found, diagnostics) = read(line);
            assert_eq!(diagnostics, [], "{line}");
            let found: Vec<_> = found.iter().map(|(name, operands)| (name.as_str(), operands.clone())).collect();
            let expected: Vec<_> = expected
                .iter()
                .map(|(name, operands)| (*name, operands.iter().map(|s| s.to_string()).collect::<Vec<_>>()))
                .collect();
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn broken_operations_say_where_and_what() {
        let rows: [(&str, Span, &str, usize); 8] = [
            (r##"id "x"##, 3..5, "the string does not end", 0),
            (r##"id "x\"##, 3..6, "the string does not end", 0),
            (r##"stip "#2" id "x";"##, 10..12, "the operation before `id` is not closed", 2),
            (r##"stip #2 id "x";"##, 8..10, "the operation before `id` is not closed", 2),
            (r##""x"; id y;"##, 0..1, "a string without an opcode", 1),
            (r##"; id y;"##, 0..1, "a semicolon without an opcode", 1),
            (r##"id "a\qb";"##, 5..7, "`\\q` is not an escape", 1),
            ("id \"a\0b\";", 5..6, "control character U+0000 in a string", 1),
        ];
        for (line, span, message, operations) in rows {
            let (found, diagnostics) = read(line);
            assert_eq!((diagnostics, found.len()), (vec![(span, message.to_string())], operations), "{line}");
        }
    }

    #[test]
    fn places_in_a_string_with_escapes() {
        let mut findings = Findings::default();
        opcodes(
            r##"x "é\n\"b";"##,
            0,
            |_| false,
            &mut findings,
            |opcode, _| {
                let operand = &opcode.operands[0];
                assert_eq!(operand.text, "é\n\"b");
                // Offsets in the line: é at 3, \n at 5, \" at 7, b at 9.
                for (offset, place) in [(0, 3), (2, 5), (3, 7), (4, 9), (5, 10)] {
                    assert_eq!(operand.located(Diagnostic::error(offset..5, "", "")).span, place..10);
                }
            },
        );
    }
}
