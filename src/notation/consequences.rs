//! Formats the consequences of a move, which are changes besides the move itself, such as rebirths and changes of
//! colour: `[+bPc7]`, `=w`, `[wQd6->d1]`, `[+wPa2=b]`. A change of the man that the text mentioned last is appended
//! without a bracket of its own.

use super::{Letters, named, owner, unit_letters};
use crate::units::{Consequence, MoveRecord, Square, Traits};

pub fn consequences(record: &MoveRecord, letters: Letters) -> String {
    write_consequences(&record.consequences, destination(record), record, letters)
}

/// Formats the consequences of the null move that precedes a threat.
pub fn idle_consequences(record: &MoveRecord, letters: Letters) -> String {
    write_consequences(&record.idle, record.from, record, letters)
}

/// Formats a list of consequences. `last_named` is the square of the man that the preceding text mentions last.
pub fn write_consequences(list: &[Consequence], last_named: Square, record: &MoveRecord, letters: Letters) -> String {
    let mut writer = ConsequenceWriter { text: String::new(), is_open: false, last_named: Some(last_named) };
    for i in 0..list.len() {
        match form(record, list, i, letters) {
            ConsequenceForm::Elsewhere => {}
            ConsequenceForm::Apart => writer.last_named = None,
            ConsequenceForm::Behind(text) => writer.text.push_str(text),
            ConsequenceForm::Change(square, change) => writer.add_change(square, &change, record),
            ConsequenceForm::Bracket(text, square) => writer.open(&text, square),
            ConsequenceForm::Aside(text) => {
                writer.close();
                writer.text.push_str(&text);
            }
        }
    }
    writer.close();
    writer.text
}

struct ConsequenceWriter {
    text: String,
    is_open: bool,
    /// The square of the man that the text mentions last.
    last_named: Option<Square>,
}

impl ConsequenceWriter {
    fn close(&mut self) {
        if self.is_open {
            self.text.push(']');
            self.is_open = false;
        }
    }

    /// Opens a bracket with `text`, which is about the man on `square`.
    fn open(&mut self, text: &str, square: Square) {
        self.close();
        self.text.push('[');
        self.text.push_str(text);
        (self.is_open, self.last_named) = (true, Some(square));
    }

    /// Adds a change of the man on `square`: to the current bracket if the text has just mentioned that man,
    /// otherwise in a new one.
    fn add_change(&mut self, square: Square, change: &str, record: &MoveRecord) {
        // A castling mentions both king and rook.
        if Some(square) != self.last_named && !(record.is_castling() && square == record.to) {
            self.open(&square.to_string(), square);
        }
        self.text.push('=');
        self.text.push_str(change);
    }
}

/// Returns the square of the man that the move text mentions last: the arrival square, or the rook's for castling.
fn destination(record: &MoveRecord) -> Square {
    if let Some(rook) = record.castled_rook() {
        return rook;
    }
    record.arrival()
}

/// The way in which one consequence is written.
enum ConsequenceForm {
    /// Written in front of the move text or not at all, so nothing is written here.
    Elsewhere,
    /// Not written itself; the next change gets a bracket of its own.
    Apart,
    /// Appended directly to the preceding text.
    Behind(&'static str),
    /// Written as `=` and this text, after the mention of the man on the square.
    Change(Square, String),
    /// Written in a new bracket, to which changes of the man on the square may be appended.
    Bracket(String, Square),
    /// Written outside of brackets, and closes an open one.
    Aside(String),
}

/// Returns the form of the consequence `list[i]`.
fn form(record: &MoveRecord, list: &[Consequence], i: usize, letters: Letters) -> ConsequenceForm {
    let named = |unit| named(unit, letters);
    match &list[i] {
        Consequence::Before(..) | Consequence::Home(..) | Consequence::Surmised(..) | Consequence::Turned(_) => {
            ConsequenceForm::Elsewhere
        }
        Consequence::Apart => ConsequenceForm::Apart,
        Consequence::Buried(_) => ConsequenceForm::Behind("->v"),
        Consequence::IntoImitator => ConsequenceForm::Aside("=I".to_string()),
        Consequence::Imitators(squares) => {
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            ConsequenceForm::Aside(format!("[I{}]", squares.join(",")))
        }
        Consequence::Partner(unit, from, to) => ConsequenceForm::Aside(format!("/{}{from}-{to}", named(*unit))),
        Consequence::Remark(remark) => ConsequenceForm::Aside(format!(" ({remark})")),
        Consequence::Crossed(unit, _) => {
            ConsequenceForm::Aside(if unit.traits.has(Traits::ALICE_B) { "B" } else { "A" }.to_string())
        }
        Consequence::Revealed(unit, square) => ConsequenceForm::Aside(format!("[{square}={}]", named(*unit))),
        Consequence::RecolouredAside(unit) => {
            let others = unit.traits.without(Traits::NEUTRAL).letters();
            ConsequenceForm::Aside(format!("[={}{others}]", owner(*unit)))
        }
        Consequence::Recoloured(unit, square) => {
            let half = if unit.traits.has(Traits::HALF_NEUTRAL) { "h" } else { "" };
            ConsequenceForm::Change(*square, format!("{}{half}", owner(*unit)))
        }
        Consequence::Changed(unit, square) | Consequence::Became(unit, square) => {
            // If the piece is mentioned already, only other properties are new.
            let is_promoted = *square == record.to && record.promotion == Some(unit.piece);
            let before = i.checked_sub(1).and_then(|before| list.get(before));
            let is_known = matches!(before, Some(Consequence::Changed(man, at) | Consequence::Became(man, at))
                if at == square && man.piece == unit.piece);
            let piece = if is_promoted || is_known { String::new() } else { letters.of(unit.piece) };
            let traits = if matches!(list[i], Consequence::Became(..)) { Traits::NONE } else { unit.traits };
            ConsequenceForm::Change(*square, format!("{}{piece}", traits.letters()))
        }
        Consequence::Created(unit, square) => ConsequenceForm::Bracket(format!("+{}{square}", named(*unit)), *square),
        Consequence::Removed(unit, square) => ConsequenceForm::Bracket(format!("-{}{square}", named(*unit)), *square),
        Consequence::Moved(unit, from, to) => ConsequenceForm::Bracket(format!("{}{from}->{to}", named(*unit)), *to),
        Consequence::MovedAs(unit, from, other, to) => {
            let becoming = format!("{}{}", other.traits.letters(), letters.of(other.piece));
            ConsequenceForm::Bracket(format!("{}{from}->{becoming}{to}", named(*unit)), *to)
        }
        Consequence::Exchanged(a, on_a, b, on_b) => {
            let [a, b] = [a, b].map(|unit| unit_letters(*unit, letters));
            ConsequenceForm::Bracket(format!("{a}{on_a}<->{b}{on_b}"), *on_b)
        }
    }
}
