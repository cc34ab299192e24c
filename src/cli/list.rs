//! `keymove list`: what is supported, from the same tables that the parsers read.

use super::args::Catalogue;
use super::fold::fold;
use super::status::Status;
use crate::conditions::CONDITIONS;
use crate::games::GAMES;
use crate::problem::{Arguments, KINDS, OPTIONS, SERIES, Traditional};
use crate::units::{Color, GOALS, Goal, GoalDef, Piece, Unit};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

/// What else a stipulation may say, each with an example.
const FORMS: &[(&str, &str)] = &[
    ("exact-#3", "not in fewer moves"),
    ("2->ser-h#3", "after an introductory series of the other side"),
    (PROOF_GAME.0, PROOF_GAME.1),
    (A_TO_B.0, A_TO_B.1),
    (
        "white 3a[#]d",
        "structured: a tree of branches (opcode sstip): a attacks, d defends, h helps, s is a series; [fork] {constraint}",
    ),
];

const PROOF_GAME: (&str, &str) = ("dia4.5", "proof game of 9 half-moves; ser-dia4: a series");
const A_TO_B: (&str, &str) = ("a=>b3", "from position A (opcode start) to position B");

/// What the tables say of the play of a stipulation.
pub fn play_doc(stipulation: &Traditional) -> &'static str {
    match (&stipulation.goal, stipulation.series) {
        (Goal::Diagram(_), _) => PROOF_GAME.1,
        (Goal::AToB(_), _) => A_TO_B.1,
        (_, Some(series)) => series.def().doc,
        (_, None) => stipulation.kind.def().doc,
    }
}

/// A line of a list: what is defined, already padded, and how.
struct Row {
    term: String,
    meaning: String,
}

impl Row {
    fn new(term: String, meaning: impl Into<String>) -> Row {
        Row { term, meaning: meaning.into() }
    }

    /// `Name: what it is`.
    fn definition(name: impl Into<String>, meaning: &str) -> Row {
        Row::new(name.into() + ": ", meaning)
    }

    fn holds(&self, word: &str) -> bool {
        let holds = |text: &str| text.to_lowercase().contains(word);
        holds(&self.term) || holds(&self.meaning)
    }

    /// Where a folded line goes on: below the meaning in a table, else a little to the right of its beginning.
    fn hang(&self) -> usize {
        if self.term.ends_with(": ") {
            self.term.len() - self.term.trim_start().len() + 4
        } else {
            self.term.chars().count()
        }
    }
}

/// Something that is listed: a line of its own, and lines below it.
struct Entry {
    head: Row,
    below: Vec<Row>,
}

impl From<Row> for Entry {
    fn from(head: Row) -> Entry {
        Entry { head, below: Vec::new() }
    }
}

impl Entry {
    /// The lines that are asked for: all when the head holds the words, else the head and the lines that do.
    fn lines(&self, words: &[String]) -> Vec<&Row> {
        let holds = |line: &Row| words.iter().all(|word| line.holds(word));
        if holds(&self.head) {
            return std::iter::once(&self.head).chain(&self.below).collect();
        }
        let below: Vec<&Row> = self.below.iter().filter(|line| holds(line)).collect();
        if below.is_empty() { below } else { std::iter::once(&self.head).chain(below).collect() }
    }
}

/// What stands under one heading, which may be empty.
struct Section {
    heading: &'static str,
    entries: Vec<Entry>,
}

/// Prints one of the lists: a name and its definition a line, only those with all the words when some are given.
pub fn run(what: Catalogue, words: &[String]) -> io::Result<Status> {
    let mut out = io::stdout().lock();
    let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    let width = width.filter(|&width| width > 0 && io::stdout().is_terminal());
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let count = print(what, &words, width, &mut out)?;
    out.flush()?;
    if count == 0 {
        super::complain(&format!("error: nothing in the list holds `{}`\n", words.join(" ")));
        return Ok(Status::BadInput);
    }
    Ok(Status::Good)
}

/// Answers how many lines there are.
fn print(what: Catalogue, words: &[String], width: Option<usize>, out: &mut impl Write) -> io::Result<usize> {
    let mut count = 0;
    for section in sections(what) {
        let lines: Vec<&Row> = section.entries.iter().flat_map(|entry| entry.lines(words)).collect();
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

fn sections(what: Catalogue) -> Vec<Section> {
    let plain = |entries| vec![Section { heading: "", entries }];
    match what {
        Catalogue::Stipulations => vec![
            Section { heading: "play, in n moves", entries: plays() },
            Section { heading: "goals", entries: goals() },
        ],
        Catalogue::Conditions => plain(conditions()),
        Catalogue::Games => plain(games()),
        Catalogue::Options => plain(options()),
        Catalogue::Pieces => plain(pieces()),
    }
}

fn plays() -> Vec<Entry> {
    let kinds = KINDS.iter().map(|def| (format!("{}#2", def.word), def.doc));
    let series = SERIES.iter().map(|def| (def.example.to_string(), def.doc));
    let forms = FORMS.iter().map(|&(example, doc)| (example.to_string(), doc));
    kinds.chain(series).chain(forms).map(|(example, doc)| Row::new(format!("  {example:<16}"), doc).into()).collect()
}

fn goals() -> Vec<Entry> {
    let row = |goal: &GoalDef| {
        let symbol = format!("{}{}", goal.symbol, if goal.needs_square() { "<square>" } else { "" });
        Row::new(format!("  {symbol:<16}"), goal.doc).into()
    };
    GOALS.iter().map(row).collect()
}

fn conditions() -> Vec<Entry> {
    let entries = CONDITIONS.iter().map(|condition| {
        let below = condition.variants.iter().map(|variant| {
            let names: Vec<&str> = std::iter::once(variant.name).chain(variant.aliases.iter().copied()).collect();
            Row::definition(format!("  {} {}", condition.name, names.join(" | ")), variant.doc)
        });
        (condition.name, Entry { head: Row::definition(condition.name, condition.doc), below: below.collect() })
    });
    let by_name: BTreeMap<&str, Entry> = entries.collect();
    by_name.into_values().collect()
}

fn games() -> Vec<Entry> {
    let entries = GAMES.iter().map(|game| {
        let board = Row::definition("  board", &(game.shape)().to_string());
        let variants = game.variants.iter();
        let variants =
            variants.map(|variant| Row::definition(format!("  {} {}", game.name, variant.name), variant.doc));
        let own = Piece::all().filter(|piece| game.own(piece.letters()) == Some(*piece));
        let own =
            own.map(|piece| Row::definition(format!("  {:<3} {}", piece.letters(), piece.def().name), piece.def().doc));
        Entry {
            head: Row::definition(game.name, game.doc),
            below: std::iter::once(board).chain(variants).chain(own).collect(),
        }
    });
    entries.collect()
}

fn options() -> Vec<Entry> {
    let row = |option: &crate::problem::OptionDef| {
        let arguments = match option.arguments {
            Arguments::None => "",
            Arguments::Number => " n",
            Arguments::OptionalNumber => " [n]",
            Arguments::TwoNumbers => " m n",
            Arguments::Squares => " squares",
            Arguments::MoveNumber => " m[:n]",
        };
        Row::new(format!("{:<34}", format!("{}{arguments}", option.name)), option.doc).into()
    };
    OPTIONS.iter().map(row).collect()
}

fn pieces() -> Vec<Entry> {
    let row = |piece: Piece| {
        let fen = Unit::new(Color::White, piece).to_fen();
        let def = piece.def();
        Row::new(format!("{:<20} {:<3} FEN {fen:<7} {:<14} ", def.name, def.code, def.xbetza), def.doc).into()
    };
    Piece::all().map(row).collect()
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
        for what in
            [Catalogue::Stipulations, Catalogue::Conditions, Catalogue::Games, Catalogue::Options, Catalogue::Pieces]
        {
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
        // A heading stands above something only.
        assert_eq!(printed(Catalogue::Stipulations, &["castling"], None), "goals:\n  00              castling\n");
        assert_eq!(printed(Catalogue::Options, &["set", "show"], None).lines().count(), 1);
        assert_eq!(printed(Catalogue::Games, &["no such word"], None), "");
    }
}
