//! Breaks the lines of a list at blanks, so that they fit into the width of a terminal.

/// The least width that the text of a continuation line needs beside its indent. If there is less, the indent is
/// [`NARROW`].
const LEAST: usize = 20;
/// The indent of continuation lines in a narrow terminal, in columns.
const NARROW: usize = 4;

/// Breaks `line` at blanks into lines of at most `width` columns. All lines except the first one are indented by `hang`
/// blanks, or by [`NARROW`] if the terminal is narrow. A word that is too wide is not broken.
pub fn fold(line: &str, hang: usize, width: usize) -> String {
    let hang = if hang + LEAST <= width { hang } else { NARROW };
    let columns = |text: &str| text.chars().count();
    let (mut folded, mut rest) = (String::new(), line);
    loop {
        let room = width - if folded.is_empty() { 0 } else { hang };
        let fits = rest.char_indices().nth(room).map_or(rest.len(), |(end, _)| end);
        let begun = rest.len() - rest.trim_start().len();
        let last_blank = rest[..fits].rfind(' ').filter(|&at| at > begun);
        let end = match last_blank {
            _ if columns(rest) <= room => rest.len(),
            Some(at) if !rest[fits..].starts_with(' ') => at,
            Some(_) => fits,
            None => rest[begun..].find(' ').map_or(rest.len(), |at| begun + at),
        };
        folded.push_str(rest[..end].trim_end());
        rest = rest[end..].trim_start();
        if rest.is_empty() {
            return folded;
        }
        folded.push('\n');
        folded.extend(std::iter::repeat_n(' ', hang));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_at_blanks() {
        let rows = [
            ("", 4, 30, ""),
            ("short", 4, 30, "short"),
            ("Name: a sentence that goes on and on", 2, 24, "Name: a sentence that\n  goes on and on"),
            ("exactly twenty-four cols", 2, 24, "exactly twenty-four cols"),
            ("exactly twenty-four cols more", 2, 24, "exactly twenty-four cols\n  more"),
            ("  term    what it stands for in a table", 10, 30, "  term    what it stands for\n          in a table"),
            ("a-word-that-is-wider-than-the-terminal b", 2, 24, "a-word-that-is-wider-than-the-terminal\n  b"),
            ("no room for the hanging part", 10, 24, "no room for the hanging\n    part"),
            ("märchenschach für könige und damen", 2, 24, "märchenschach für könige\n  und damen"),
        ];
        for (line, hang, width, expected) in rows {
            assert_eq!(fold(line, hang, width), expected);
        }
    }
}
