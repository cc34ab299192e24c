//! Lines of a byte stream with a bound on their length, and what is wrong with their encoding.

use std::io::{self, BufRead};

/// Longer lines are not problems; reading them on would only take memory.
pub const MAX_LINE: usize = 1 << 20;

/// One line without its end.
#[derive(Debug, Default)]
pub struct TextLine {
    pub text: String,
    pub number: usize,
    pub fault: Option<Fault>,
}

/// What is wrong with the bytes of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    Utf16,
    TooLong(usize),
    /// The offset of the first byte that is wrong, and the line read as Latin-1, which old files are written in.
    NotUtf8 {
        at: usize,
        latin1: String,
    },
}

/// Reads lines; an end of line is `\n`, `\r\n` or the end of the input.
pub struct Lines<R> {
    input: R,
    number: usize,
    /// Bytes before the line that was read last, and up to its end.
    begun: u64,
    ended: u64,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Lines<R> {
        Lines { input, number: 0, begun: 0, ended: 0 }
    }

    /// So many lines and bytes stand before what is read next.
    pub fn skip_to(&mut self, number: usize, bytes: u64) {
        (self.number, self.begun, self.ended) = (number, bytes, bytes);
    }

    /// The number of the line that was read last, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Where the line begins that was read last: so many bytes stand before it.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// The next line; `None` at the end.
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

fn decode(mut bytes: Vec<u8>, skipped: usize, number: usize) -> TextLine {
    if number == 1 {
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
            return TextLine { text, number, fault: Some(Fault::Utf16) };
        }
        if bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
            bytes.drain(..3);
        }
    }
    if skipped > 0 {
        bytes.truncate(80);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        return TextLine { text, number, fault: Some(Fault::TooLong(MAX_LINE + skipped)) };
    }
    match String::from_utf8(bytes) {
        Ok(text) => TextLine { text, number, fault: None },
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let latin1 = error.as_bytes().iter().map(|&byte| char::from(byte)).collect();
            TextLine { text, number, fault: Some(Fault::NotUtf8 { at, latin1 }) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways_and_faults_are_kept_apart() {
        let input: &[u8] = b"\xef\xbb\xbfone\r\ntwo\n\nbad \xff byte\nlast";
        let mut lines = Lines::new(input);
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            found.push((line.number, line.text, line.fault.is_some()));
        }
        let expected =
            [(1, "one", false), (2, "two", false), (3, "", false), (4, "bad \u{fffd} byte", true), (5, "last", false)];
        assert_eq!(found, expected.map(|(n, text, fault)| (n, text.to_string(), fault)));
    }

    #[test]
    fn a_line_too_long_is_skipped_in_bounded_memory() {
        let mut input = vec![b'x'; 3 * MAX_LINE];
        input.extend(b"\nnext\n");
        let mut lines = Lines::new(&input[..]);
        let long = lines.next_line().unwrap().unwrap();
        assert!(long.fault.is_some() && long.text.len() <= 80);
        assert_eq!(lines.next_line().unwrap().unwrap().text, "next");
    }
}
