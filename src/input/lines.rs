//! Splits a byte stream into lines of bounded length and checks their encoding.

use std::io::{self, BufRead};

/// Largest length of a line in bytes. A longer line is reported as a fault, and most of its text is dropped.
pub const MAX_LINE: usize = 1 << 20;

#[derive(Debug, Default)]
pub struct TextLine {
    pub text: String,
    pub number: usize,
    pub fault: Option<LineFault>,
}

/// A fault that makes a line unreadable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineFault {
    Utf16,
    TooLong(usize),
    /// The line has both letters in UTF-8 and bytes that are invalid in UTF-8. So it is neither UTF-8 nor Latin-1. `at`
    /// is the offset of the first invalid byte, `latin1` is the line decoded as Latin-1.
    NotUtf8 {
        at: usize,
        latin1: String,
    },
}

/// Reads lines from a byte stream. A line ends with `\n`, `\r\n` or the end of the input.
pub struct LineReader<R> {
    input: R,
    number: usize,
    /// Offset in the input at which the last line read begins.
    begun: u64,
    /// Offset in the input after the last line read.
    ended: u64,
}

impl<R: BufRead> LineReader<R> {
    pub fn new(input: R) -> LineReader<R> {
        LineReader { input, number: 0, begun: 0, ended: 0 }
    }

    /// Makes the reader count from `number` lines with `bytes` bytes that precede its input.
    pub fn skip_to(&mut self, number: usize, bytes: u64) {
        (self.number, self.begun, self.ended) = (number, bytes, bytes);
    }

    /// Returns the number of the last line read, counted from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the offset in the input at which the last line read begins.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// Returns the reason why the input is no text (a compressed file, for example), judged by its first bytes. Returns
    /// `None` if it may be text, or if a line has already been read.
    pub fn foreign(&mut self) -> io::Result<Option<&'static str>> {
        if self.ended > 0 {
            return Ok(None);
        }
        loop {
            match self.input.fill_buf() {
                Ok(begin) => return Ok(foreign(begin)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the next line, or `None` at the end of the input.
    pub fn next_line(&mut self) -> io::Result<Option<TextLine>> {
        let mut bytes = Vec::new();
        let mut skipped = 0;
        let mut ended = false;
        self.begun = self.ended;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let piece = &chunk[..end.unwrap_or(chunk.len())];
            let room = MAX_LINE.saturating_sub(bytes.len()).min(piece.len());
            bytes.extend_from_slice(&piece[..room]);
            skipped += piece.len() - room;
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            self.ended += used as u64;
            if end.is_some() {
                ended = true;
                break;
            }
        }
        if bytes.is_empty() && !ended {
            return Ok(None);
        }
        self.number += 1;
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        Ok(Some(decode(bytes, skipped, self.number)))
    }
}

/// The first bytes of compressed files, each with a message that names the kind of compression.
const COMPRESSED: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "compressed with gzip; unpack it first"),
    (b"BZh", "compressed with bzip2; unpack it first"),
    (b"\xfd7zXZ\0", "compressed with xz; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip; unpack it first"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
];

/// Returns the reason why a file that begins with these bytes is no text, or `None` if it may be text.
fn foreign(begin: &[u8]) -> Option<&'static str> {
    if let Some((_, why)) = COMPRESSED.iter().find(|(magic, _)| begin.starts_with(magic)) {
        return Some(why);
    }
    if is_utf16(begin) {
        // [`decode`] reports this encoding with the first line.
        return None;
    }
    let is_control = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace() && **byte != 0x1a;
    let controls = begin.iter().filter(is_control).count();
    // A few control characters may be mistakes. Among random bytes, one in ten is a control character.
    let is_binary = controls > 2 && controls * 20 > begin.len();
    is_binary.then_some("not a problem file: this is not text. Use `--from` to name the format of a text file")
}

fn is_utf16(begin: &[u8]) -> bool {
    begin.starts_with(&[0xff, 0xfe]) || begin.starts_with(&[0xfe, 0xff])
}

fn decode(mut bytes: Vec<u8>, skipped: usize, number: usize) -> TextLine {
    if number == 1 {
        if is_utf16(&bytes) {
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
            return TextLine { text, number, fault: Some(LineFault::Utf16) };
        }
        if bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
            bytes.drain(..3);
        }
    }
    if skipped > 0 {
        bytes.truncate(80);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        return TextLine { text, number, fault: Some(LineFault::TooLong(MAX_LINE + skipped)) };
    }
    match String::from_utf8(bytes) {
        Ok(text) => TextLine { text, number, fault: None },
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let latin1 = error.as_bytes().iter().map(|&byte| char::from(byte)).collect();
            // Old files are Latin-1. A line that also has valid UTF-8 letters is neither.
            let is_mixed = lossy.chars().any(|c| !c.is_ascii() && c != char::REPLACEMENT_CHARACTER);
            match is_mixed {
                true => TextLine { text: lossy, number, fault: Some(LineFault::NotUtf8 { at, latin1 }) },
                false => TextLine { text: latin1, number, fault: None },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways_and_faults_are_kept_apart() {
        let input: &[u8] = b"\xef\xbb\xbfone\r\ntwo\n\nold \xff byte\nmixed \xff \xc3\xbf\nlast";
        let mut lines = LineReader::new(input);
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            found.push((line.number, line.text, line.fault.is_some()));
        }
        let expected = [
            (1, "one", false),
            (2, "two", false),
            (3, "", false),
            (4, "old ÿ byte", false),
            (5, "mixed \u{fffd} ÿ", true),
            (6, "last", false),
        ];
        assert_eq!(found, expected.map(|(n, text, fault)| (n, text.to_string(), fault)));
    }

    #[test]
    fn files_that_are_no_text_are_recognised() {
        let noise: Vec<u8> = (0..999_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let rows: [(&[u8], Option<&str>); 8] = [
            (b"\x1f\x8b\x08\0\0", Some("compressed with gzip; unpack it first")),
            (b"PK\x03\x04\x14\0", Some("a zip archive; unpack it first")),
            (&noise, Some("not a problem file: this is not text")),
            (b"7\0k\0/\x008\0", Some("not a problem file: this is not text")),
            (b"\xff\xfe7\0k\0", None),
            (b"7k/8/8\0/8/8/8/8/K7 w - - stip \"#2\";", None),
            (b"# G\xe1bor\r\n\t7k/8/8/8/8/8/8/K7 w - -\x1a", None),
            (b"", None),
        ];
        for (begin, expected) in rows {
            let found = LineReader::new(begin).foreign().expect("memory can be read");
            let is_expected = |why: &str| expected.is_some_and(|expected| why.starts_with(expected));
            assert!(found.is_none_or(is_expected), "{found:?}");
            assert_eq!(found.is_some(), expected.is_some(), "{expected:?}");
        }
    }

    #[test]
    fn a_line_too_long_is_skipped_in_bounded_memory() {
        let mut input = vec![b'x'; 3 * MAX_LINE];
        input.extend(b"\nnext\n");
        let mut lines = LineReader::new(&input[..]);
        let long = lines.next_line().unwrap().unwrap();
        assert!(long.fault.is_some() && long.text.len() <= 80);
        assert_eq!(lines.next_line().unwrap().unwrap().text, "next");
    }
}
