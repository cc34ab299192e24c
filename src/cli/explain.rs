//! `keymove explain`: prints the meanings of a word of the problem language or of the output.

use super::fold::fold;
use super::status::{Status, complain};
use crate::catalogue::explain;
use std::io::{self, IsTerminal, Write};

/// Prints all meanings of a term, given as one or more words.
pub fn run(words: &[String]) -> io::Result<Status> {
    let explained = match explain(&words.join(" ")) {
        Ok(explained) => explained,
        Err(unknown) => {
            complain(&format!("error: {unknown}\n"));
            return Ok(Status::BadInput);
        }
    };
    let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    let width = width.filter(|&width| width > 0 && io::stdout().is_terminal());
    let mut out = io::stdout().lock();
    for line in explained.lines() {
        let hang = line.len() - line.trim_start().len() + 2;
        match width {
            Some(width) => writeln!(out, "{}", fold(line, hang, width))?,
            None => writeln!(out, "{line}")?,
        }
    }
    out.flush()?;
    Ok(Status::Good)
}
