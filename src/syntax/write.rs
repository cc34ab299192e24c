//! Writes a problem as a line in canonical form. Parsing the line gives the same problem.

use super::condition::conditions_in;
use super::counts::counts_text;
use crate::problem::{Change, Problem, Stipulation, Twin};
use crate::rules::RuleSet;
use crate::units::{Castling, Color, Diagram, Piece, Placement, Shape, Square, Traits, Unit};
use std::fmt::Write;

/// The parts of a problem line: the four fields of a FEN, then opcodes with their operands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineParts {
    pub board: String,
    pub side: String,
    pub castling: String,
    pub en_passant: String,
    pub operations: Vec<(&'static str, String)>,
}

/// Writes a problem as one line that [`super::line`] reads.
///
/// ```
/// use keymove::syntax::{epd, line};
/// let text = r##"4k3/8/8/8/8/8/8/4K3 w - - 0 1 cond madrasi; stip "# 2""##;
/// assert_eq!(epd(&line(text).0.unwrap()), r##"4k3/8/8/8/8/8/8/4K3 w - - stip "#2"; cond "Madrasi";"##);
/// ```
pub fn epd(problem: &Problem) -> String {
    let LineParts { board, side, castling, en_passant, operations } = line_parts(problem);
    let mut text = format!("{board} {side} {castling} {en_passant}");
    operations.iter().for_each(|(name, value)| operation(&mut text, name, value));
    text
}

/// Returns the parts of the line that [`epd`] writes.
pub fn line_parts(problem: &Problem) -> LineParts {
    let game = problem.rules.game();
    let letters = |unit: Unit| game.map_or_else(|| unit.to_fen(), |game| game.fen(unit));
    let options = problem.options.given().map(|(_, words)| words).collect::<Vec<_>>();
    let (men, heading) = (problem.rules.own_pieces().caption(), &problem.heading);
    let board = |placement: &Placement| placement.to_fen_by(&letters);
    let stipulation = problem.stipulation.as_ref().map(|stipulation| match stipulation {
        Stipulation::Traditional(_) => ("stip", stipulation.to_string()),
        Stipulation::Structured { .. } => ("sstip", stipulation.to_string()),
    });
    let invisible = match problem.diagram.invisible {
        0 => String::new(),
        number => number.to_string(),
    };
    let twins = if problem.twins.is_empty() { String::new() } else { twins(&problem.twins, problem.zeroposition) };
    let filled = [
        ("invisible", invisible),
        ("beneath", problem.diagram.beneath.as_ref().map(board).unwrap_or_default()),
        ("start", problem.diagram.start.as_ref().map(board).unwrap_or_default()),
        ("game", game.map(|game| game.caption()).unwrap_or_default()),
        ("piece", men),
        ("cond", problem.rules.caption()),
        ("opt", options.join(" ")),
        ("twin", twins),
    ];
    let mut operations: Vec<(&str, String)> = stipulation.into_iter().collect();
    operations.extend(filled.into_iter().filter(|(_, value)| !value.is_empty()));
    operations.extend(problem.intent.solution.iter().map(|solution| ("sol", solution.clone())));
    operations.extend(Some(("nsol", counts_text(&problem.intent))).filter(|(_, counts)| !counts.is_empty()));
    for (name, values) in [
        ("theme", problem.intent.themes.as_slice()),
        ("id", heading.id.as_slice()),
        ("author", &heading.authors),
        ("source", heading.source.as_slice()),
        ("title", heading.title.as_slice()),
        ("award", heading.award.as_slice()),
        ("remark", &heading.remarks),
    ] {
        operations.extend(values.iter().map(|value| (name, value.clone())));
    }
    let [side, castling, en_passant] = fields(&problem.diagram);
    LineParts { board: board(&problem.diagram.placement), side, castling, en_passant, operations }
}

/// Returns the fields after the board: side to move, castling, en passant.
fn fields(diagram: &Diagram) -> [String; 3] {
    let side = diagram.side_to_move.map_or('?', Color::letter).to_string();
    let castling = match &diagram.castling {
        Castling::AtHome => "?".to_string(),
        Castling::Rooks(rooks) if rooks.is_empty() => "-".to_string(),
        Castling::Rooks(rooks) if diagram.castles_elsewhere() => {
            rooks.iter().map(|&rook| by_side(rook, file_letter(rook))).collect()
        }
        Castling::Rooks(rooks) => rooks.iter().map(|&rook| right(rook, diagram.placement.shape())).collect(),
    };
    [side, castling, diagram.en_passant.map_or("-".to_string(), |square| square.to_string())]
}

fn right(rook: Square, shape: &Shape) -> char {
    let letter = match rook.file() {
        0 => 'Q',
        7 if shape.files() < 10 => 'K',
        15 => 'K',
        _ => file_letter(rook),
    };
    by_side(rook, letter)
}

fn file_letter(rook: Square) -> char {
    (b'A' + rook.file()) as char
}

/// Returns the castling letter in the case of the rook's side: upper case on White's first rank, otherwise
/// lower case.
fn by_side(rook: Square, letter: char) -> char {
    if rook.rank() == 0 { letter } else { letter.to_ascii_lowercase() }
}

/// Appends to `text` the opcode `name` with the operand `value`.
pub fn operation(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, " {name} \"");
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            // Other control characters have no escape and no meaning.
            control if control.is_control() => text.push(' '),
            other => text.push(other),
        }
    }
    text.push_str("\";");
}

/// Writes the twins with their labels, which begin with b), or with a) after `zeroposition`.
fn twins(twins: &[Twin], zeroposition: bool) -> String {
    let first = usize::from(!zeroposition);
    let written: Vec<String> = twins
        .iter()
        .enumerate()
        .map(|(index, twin)| {
            let changes = match &twin.changes[..] {
                [] => "unchanged".to_string(),
                made => changes(made),
            };
            let continued = if twin.continued { "+" } else { "" };
            format!("{continued}{}) {}", label(index + first), changes)
        })
        .collect();
    format!("{}{}", if zeroposition { "zeroposition " } else { "" }, written.join("; "))
}

/// Returns the label of the twin with this index: a to z, then z1, z2, …
fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(letter @ 0..=25) => ((b'a' + letter) as char).to_string(),
        _ => format!("z{}", index - 25),
    }
}

/// Writes changes as they are written in a twin: `remove e4, add white Rd4`.
///
/// ```
/// use keymove::syntax::{changes, twins};
/// let text = "remove c3, add white Rc3, move a1 b2";
/// assert_eq!(changes(&twins(text).0[0].changes), text);
/// ```
pub fn changes(changes: &[Change]) -> String {
    changes.iter().map(change).collect::<Vec<_>>().join(", ")
}

fn change(change: &Change) -> String {
    match change {
        Change::Move(from, to) => format!("move {from} {to}"),
        Change::Exchange(a, b) => format!("exchange {a} {b}"),
        Change::Remove(square) => format!("remove {square}"),
        Change::Add(square, unit) => match unit.piece.fen_letter() {
            Some(letter) if unit.traits == Traits::NONE => {
                format!("add {} {letter}{square}", unit.color.name().to_lowercase())
            }
            _ => format!("add {}{square}", unit.to_fen()),
        },
        Change::Substitute(from, to) => format!("substitute {} {}", letters(*from), letters(*to)),
        Change::Rotate(rotation) => format!("rotate {}", rotation.degrees()),
        Change::Mirror(mirror) => format!("mirror {}", mirror.squares()),
        Change::Shift(from, to) => format!("shift {from} {to}"),
        Change::PolishType => "polish".into(),
        Change::Invisible(number) => format!("invisible {number}"),
        Change::Stipulation(stipulation @ Stipulation::Traditional(_)) => format!("stip {stipulation}"),
        Change::Stipulation(stipulation @ Stipulation::Structured { .. }) => format!("sstip {stipulation}"),
        // The text as written is kept only if parsing it gives the same conditions: a semicolon would end the twin,
        // and Popeye's notation for cycles of pieces is not accepted in a line.
        Change::Condition { text, rules } => {
            let is_plain = !text.contains(';') && reads_as(text, rules);
            format!("cond {}", if is_plain { text.clone() } else { rules.caption() })
        }
    }
}

/// Whether parsing `text` gives the conditions of `rules`.
fn reads_as(text: &str, rules: &RuleSet) -> bool {
    conditions_in(text, rules).is_ok_and(|read| read.conditions() == rules.conditions())
}

/// Returns the FEN letter of a piece, or its letters in problem notation in braces if it has no FEN letter.
fn letters(piece: Piece) -> String {
    piece.fen_letter().map_or_else(|| format!("{{{}}}", piece.def().code), String::from)
}
