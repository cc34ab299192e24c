//! Parses Popeye's Forsyth notation: `4k3/8/16/32`, from a8 to h1, in one word.
//!
//! Popeye skips characters that it cannot read, and men beyond the board. This parser reports both, and also each `/`
//! that is not at the end of a rank. As in Popeye, a number of empty squares may span several ranks, and the last ranks
//! may be missing.

use super::findings::Findings;
use super::keywords::{Language, man_letters};
use super::men::{ListedMan, piece};
use super::sections::SectionWord;
use crate::syntax::{Diagnostic, quoted};
use crate::units::{Color, Piece, Square, Unit};

/// Parses a board and returns its men. Parsing stops at the first mistake in the layout.
pub fn board(word: SectionWord, language: Language, findings: &mut Findings) -> Vec<ListedMan> {
    let mut men = Vec::new();
    let mut filled = 0;
    let mut at = 0;
    let mut rank_begins = true;
    // Offset at which the rank begins, and the number of squares before it.
    let mut rank = (0, 0);
    while let Some(first) = word.text[at..].chars().next() {
        let rest = &word.text[at..];
        if first == '/' {
            if rank_begins {
                let message = "there is nothing before the `/`";
                findings.error(place(word, at, 1), message, "expected a rank of 8 squares");
                return men;
            }
            if filled % 8 != 0 {
                // Several ranks may be written together, such as `16`.
                let (begins, number, squares) = (rank.0, 8 - rank.1 / 8, filled - rank.1);
                let message = match squares {
                    1 => format!("rank {number} has 1 square"),
                    2..=15 => format!("rank {number} has {squares} squares"),
                    _ => format!("the ranks from {number} down have {squares} squares"),
                };
                findings.error(place(word, begins, at - begins), message, "expected 8 squares in each rank");
                return men;
            }
            rank_begins = true;
            at += 1;
            rank = (at, filled);
            continue;
        }
        rank_begins = false;
        let item = item(rest);
        let span = place(word, at, item.length);
        let is_blank = matches!(item.kind, BoardItemKind::Blanks(_));
        match item.kind {
            BoardItemKind::Blanks(0) => {
                findings.error(span, "there are no squares", "expected a number from 1, of at most two digits");
                return men;
            }
            BoardItemKind::Blanks(number) => filled += number,
            BoardItemKind::Man(color, letters) if filled < 64 => {
                let letters = SectionWord { text: letters, start: word.start + at + item.length - letters.len() };
                let piece = piece(letters, language, findings);
                if let (Some(piece), Some(square)) = (piece, square(filled)) {
                    men.push(ListedMan { square, unit: Unit::new(color, piece), span: span.clone() });
                }
                filled += 1;
            }
            BoardItemKind::Man(..) => filled += 1,
            BoardItemKind::Neutral(letters) if filled < 64 => {
                let letters = SectionWord { text: letters, start: word.start + at + item.length - letters.len() };
                let piece = piece(letters, language, findings);
                if let (Some(piece), Some(square)) = (piece, square(filled)) {
                    men.push(ListedMan { square, unit: Unit::neutral(piece), span: span.clone() });
                }
                filled += 1;
            }
            BoardItemKind::Neutral(_) => filled += 1,
            BoardItemKind::Unknown => {
                let message = format!("unexpected {} in the board", quoted(&rest[..item.length]));
                findings.error(span, message, "expected a letter, a number of blanks or `/`");
                return men;
            }
        }
        if filled > 64 && is_blank && at + item.length == word.text.len() {
            findings.warning(span, "there are empty squares after h1", "expected 64 squares");
            return men;
        }
        if filled > 64 {
            let message = format!("the board goes on after h1: {filled} squares and more");
            findings.error(span, message, "expected 64 squares");
            return men;
        }
        at += item.length;
    }
    warn_of_knights(&men, language, findings);
    men
}

/// Warns about a board that a program for games may have written. In Popeye's letters `n` is the nightrider. If
/// a board has no knight and several nightriders, all on the knights' home squares, they are probably meant as
/// knights.
fn warn_of_knights(men: &[ListedMan], language: Language, findings: &mut Findings) {
    let is_at_home = |man: &ListedMan| {
        let home = if man.unit.color == Color::White { 0 } else { 7 };
        man.square.rank() == home && matches!(man.square.file(), 1 | 6)
    };
    let riders: Vec<&ListedMan> = men.iter().filter(|man| Some(man.unit.piece) == Piece::from_code("N")).collect();
    let are_knights = riders.len() > 1 && riders.iter().all(|man| is_at_home(man));
    let [first, ..] = riders[..] else { return };
    if !are_knights || men.iter().any(|man| man.unit.piece == Piece::KNIGHT) {
        return;
    }
    let knight = man_letters(language)[1..2].to_lowercase();
    findings.add_warning(
        Diagnostic::warning(
            first.span.clone(),
            "`n` is the nightrider here, not the knight",
            "it is on the home square of a knight",
        )
        .with_hint(format!("write `{knight}` for the knights")),
    );
}

struct BoardItem<'a> {
    kind: BoardItemKind<'a>,
    /// Length of the item's text in bytes.
    length: usize,
}

enum BoardItemKind<'a> {
    Blanks(usize),
    Man(Color, &'a str),
    Neutral(&'a str),
    Unknown,
}

/// Parses the item at the beginning of `text`. It is a number of empty squares (`16`), or a man: `k`, `+k` with a sign
/// for the side (`+`, `-` or `=`), `.ma` or `-.15` with a dot before a name of two characters.
fn item(text: &str) -> BoardItem<'_> {
    let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return BoardItem { kind: BoardItemKind::Blanks(text[..digits].parse().unwrap_or(0)), length: digits };
    }
    let sign = text.starts_with(['+', '-', '=']);
    let after_sign = &text[usize::from(sign)..];
    let dot = after_sign.starts_with('.');
    let letters = after_sign[usize::from(dot)..].bytes().take(if dot { 2 } else { 1 });
    let count = if dot {
        letters.take_while(u8::is_ascii_alphanumeric).count()
    } else {
        letters.take_while(u8::is_ascii_alphabetic).count()
    };
    let start = usize::from(sign) + usize::from(dot);
    if count < 1 + usize::from(dot) {
        let length = text.chars().next().map_or(0, char::len_utf8);
        return BoardItem { kind: BoardItemKind::Unknown, length };
    }
    let length = start + count;
    let letters = &text[start..length];
    let kind = match text.as_bytes()[0] {
        b'+' => BoardItemKind::Man(Color::White, letters),
        b'-' => BoardItemKind::Man(Color::Black, letters),
        b'=' => BoardItemKind::Neutral(letters),
        _ if letters.as_bytes()[0].is_ascii_uppercase() => BoardItemKind::Man(Color::White, letters),
        _ => BoardItemKind::Man(Color::Black, letters),
    };
    BoardItem { kind, length }
}

fn place(word: SectionWord, at: usize, length: usize) -> std::ops::Range<usize> {
    word.start + at..word.start + at + length
}

/// Returns the square that follows the first `filled` squares, counted from a8 to h1; `None` after h1.
fn square(filled: usize) -> Option<Square> {
    Square::new((filled % 8) as u8, 7 - (filled / 8) as u8)
}
