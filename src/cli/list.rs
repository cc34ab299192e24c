//! `keymove list`: prints the supported stipulations, options, pieces, conditions, games and themes.

use super::fold::fold;
use super::status::Status;
use crate::catalogue::{Catalogue, CatalogueItem, CatalogueKind};
use std::io::{self, IsTerminal, Write};

/// A line of a list: a term, padded with blanks to the width of its column, and the meaning of the term.
struct ListLine {
    term: String,
    meaning: String,
}

impl ListLine {
    /// Returns the line for an item of the catalogue. `is_below` states whether the item belongs to the item above it,
    /// as a variant of a condition does.
    fn of(item: &CatalogueItem, is_below: bool) -> ListLine {
        let name = &item.name;
        let term = match (item.kind, &item.notations[..]) {
            (CatalogueKind::Play | CatalogueKind::Goal, _) => format!("  {name:<16}"),
            (CatalogueKind::Option, _) => format!("{name:<34}"),
            (CatalogueKind::Piece, [letters, ..]) if is_below => format!("  {letters:<3} {name}: "),
            (CatalogueKind::Piece, [letters, fen, xbetza]) => {
                format!("{name:<20} {letters:<3} FEN {fen:<7} {xbetza:<14} ")
            }
            (CatalogueKind::Variant | CatalogueKind::Board, aliases) => {
                let names: Vec<&str> = std::iter::once(name).chain(aliases).map(String::as_str).collect();
                format!("  {}: ", names.join(" | "))
            }
            (CatalogueKind::Theme, aliases) => {
                let names: Vec<&str> = std::iter::once(name).chain(aliases).map(String::as_str).collect();
                format!("  {}: ", names.join(" | "))
            }
            (CatalogueKind::Condition | CatalogueKind::Game | CatalogueKind::Piece, _) => format!("{name}: "),
        };
        ListLine { term, meaning: item.meaning.clone() }
    }

    fn holds(&self, word: &str) -> bool {
        let holds = |text: &str| text.to_lowercase().contains(word);
        holds(&self.term) || holds(&self.meaning)
    }

    /// Returns the indent for the continuation lines of a long line. It is the column in which the meaning begins. If
    /// the meaning has no column of its own, it is a little more than the indent of the term.
    fn hang(&self) -> usize {
        if self.term.ends_with(": ") {
            self.term.len() - self.term.trim_start().len() + 4
        } else {
            self.term.chars().count()
        }
    }
}

/// An entry of a list: its first line, and further lines for the items that belong to it.
struct ListEntry {
    head: ListLine,
    below: Vec<ListLine>,
}

impl From<&CatalogueItem> for ListEntry {
    fn from(item: &CatalogueItem) -> ListEntry {
        let below = item.items.iter().map(|below| ListLine::of(below, true));
        ListEntry { head: ListLine::of(item, false), below: below.collect() }
    }
}

impl ListEntry {
    /// Returns the lines of the entry to print, those that match the search `words`. If the first line contains all
    /// words, these are all lines. Otherwise they are the first line and the further lines that contain all words, or
    /// none if no further line does.
    fn lines(&self, words: &[String]) -> Vec<&ListLine> {
        let holds = |line: &ListLine| words.iter().all(|word| line.holds(word));
        if holds(&self.head) {
            return std::iter::once(&self.head).chain(&self.below).collect();
        }
        let below: Vec<&ListLine> = self.below.iter().filter(|line| holds(line)).collect();
        if below.is_empty() { below } else { std::iter::once(&self.head).chain(below).collect() }
    }
}

/// Prints a list with one name and definition per line. Prints only the entries that contain all `words`.
pub fn run(what: Catalogue, words: &[String]) -> io::Result<Status> {
    let mut out = io::stdout().lock();
    let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    let width = width.filter(|&width| width > 0 && io::stdout().is_terminal());
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let count = print(what, &words, width, &mut out)?;
    out.flush()?;
    if count == 0 {
        super::complain(&format!("error: no entry of the list contains `{}`\n", words.join(" ")));
        return Ok(Status::BadInput);
    }
    Ok(Status::Good)
}

/// Prints the entries of a list that contain all `words` to `out`, in lines of at most `width` columns if it is given.
/// Returns the number of lines before they are broken.
fn print(what: Catalogue, words: &[String], width: Option<usize>, out: &mut impl Write) -> io::Result<usize> {
    let mut count = 0;
    for section in what.sections() {
        let entries: Vec<ListEntry> = section.items.iter().map(ListEntry::from).collect();
        let lines: Vec<&ListLine> = entries.iter().flat_map(|entry| entry.lines(words)).collect();
        if !lines.is_empty() && !section.heading.is_empty() {
            writeln!(out, "{}:", section.heading)?;
        }
        count += lines.len();
        for line in lines {
            let text = format!("{}{}", line.term, line.meaning);
            match width {
                Some(width) => writeln!(out, "{}", fold(&text, line.hang(), width))?,
                None => writeln!(out, "{text}")?,
            }
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(what: Catalogue, words: &[&str], width: Option<usize>) -> String {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        let mut out = Vec::new();
        print(what, &words, width, &mut out).expect("memory can be written to");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn what_is_folded_is_what_is_printed() {
        for what in Catalogue::ALL {
            let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
            let (plain, folded) = (printed(what, &[], None), printed(what, &[], Some(60)));
            assert_eq!(words(&plain), words(&folded));
            let is_narrow = |line: &&str| line.chars().count() <= 60 || !line.trim().contains(' ');
            assert_eq!(folded.lines().find(|line| !is_narrow(line)), None);
        }
    }

    #[test]
    fn lists_are_filtered_by_word() {
        let circe = printed(Catalogue::Conditions, &["circe"], None);
        assert!(circe.contains("\nAntiCirce: ") || circe.starts_with("AntiCirce: "), "{circe}");
        assert!(!circe.contains("\nBreton: "), "{circe}");
        // A heading is printed only if an entry below it is printed.
        assert_eq!(printed(Catalogue::Stipulations, &["castling"], None), "goals:\n  00              castling\n");
        assert_eq!(printed(Catalogue::Options, &["set", "show"], None).lines().count(), 1);
        assert_eq!(printed(Catalogue::Games, &["no such word"], None), "");
    }
}
