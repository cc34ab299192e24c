//! The consequences of a move in letters: `[+bPc7]`, `=w`, `[wQd6->d1]`, `[+wPa2=b]`. A change of the man mentioned
//! last follows without a bracket of its own.

use super::{Letters, named, owner, unit_letters};
use crate::units::{Consequence, MoveRecord, Square, Traits};

pub fn consequences(record: &MoveRecord, letters: Letters) -> String {
    told_consequences(&record.consequences, destination(record), record, letters)
}

/// Formats the consequences of the null move before a threat.
pub fn idle_consequences(record: &MoveRecord, letters: Letters) -> String {
    told_consequences(&record.idle, record.from, record, letters)
}

/// Formats some consequences; `told` is the square of the man mentioned last.
pub fn told_consequences(list: &[Consequence], told: Square, record: &MoveRecord, letters: Letters) -> String {
    let mut writer = Writer { text: String::new(), is_open: false, told: Some(told) };
    for i in 0..list.len() {
        match form(record, list, i, letters) {
            Form::Before => {}
            Form::Apart => writer.told = None,
            Form::Behind(text) => writer.text.push_str(text),
            Form::Change(square, change) => writer.add_change(square, &change, record),
            Form::Bracket(text, square) => writer.open(&text, square),
            Form::Aside(text) => {
                writer.close();
                writer.text.push_str(&text);
            }
        }
    }
    writer.close();
    writer.text
}

struct Writer {
    text: String,
    is_open: bool,
    /// The square of the man mentioned last.
    told: Option<Square>,
}

impl Writer {
    fn close(&mut self) {
        if self.is_open {
            self.text.push(']');
            self.is_open = false;
        }
    }

    /// Opens a bracket about the man on the square.
    fn open(&mut self, text: &str, square: Square) {
        self.close();
        self.text.push('[');
        self.text.push_str(text);
        (self.is_open, self.told) = (true, Some(square));
    }

    /// Adds a change of the man on the square.
    fn add_change(&mut self, square: Square, change: &str, record: &MoveRecord) {
        // A castling mentions both king and rook.
        if Some(square) != self.told && !(record.is_castling() && square == record.to) {
            self.open(&square.to_string(), square);
        }
        self.text.push('=');
        self.text.push_str(change);
    }
}

/// The square of the man that the move mentions last: for a castling, the rook.
fn destination(record: &MoveRecord) -> Square {
    if let Some(rook) = record.castled_rook() {
        return rook;
    }
    record.arrival()
}

/// The written form of a consequence.
enum Form {
    /// Before the move, and so not here.
    Before,
    /// Not written, but the next change has a bracket of its own.
    Apart,
    /// Appended to the text before.
    Behind(&'static str),
    /// `=` and this text, appended to the man on the square.
    Change(Square, String),
    /// In a bracket, which may continue with changes of the man on the square.
    Bracket(String, Square),
    /// A text on its own.
    Aside(String),
}

/// Returns the form of the consequence with index `i`.
fn form(record: &MoveRecord, list: &[Consequence], i: usize, letters: Letters) -> Form {
    let named = |unit| named(unit, letters);
    match &list[i] {
        Consequence::Before(..) | Consequence::Home(..) | Consequence::Surmised(..) => Form::Before,
        Consequence::Apart => Form::Apart,
        Consequence::Buried(_) => Form::Behind("->v"),
        Consequence::IntoImitator => Form::Aside("=I".to_string()),
        Consequence::Imitators(squares) => {
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            Form::Aside(format!("[I{}]", squares.join(",")))
        }
        Consequence::Partner(unit, from, to) => Form::Aside(format!("/{}{from}-{to}", named(*unit))),
        Consequence::Remark(remark) => Form::Aside(format!(" ({remark})")),
        Consequence::Crossed(unit, _) => {
            Form::Aside(if unit.traits.has(Traits::ALICE_B) { "B" } else { "A" }.to_string())
        }
        Consequence::Revealed(unit, square) => Form::Aside(format!("[{square}={}]", named(*unit))),
        Consequence::RecolouredAside(unit) => {
            let others = unit.traits.without(Traits::NEUTRAL).letters();
            Form::Aside(format!("[={}{others}]", owner(*unit)))
        }
        Consequence::Recoloured(unit, square) => {
            let half = if unit.traits.has(Traits::HALF_NEUTRAL) { "h" } else { "" };
            Form::Change(*square, format!("{}{half}", owner(*unit)))
        }
        Consequence::Changed(unit, square) => {
            // If the piece is mentioned already, only other properties are new.
            let is_promoted = *square == record.to && record.promotion == Some(unit.piece);
            let before = i.checked_sub(1).and_then(|before| list.get(before));
            let is_told =
                matches!(before, Some(Consequence::Changed(man, at)) if at == square && man.piece == unit.piece);
            let piece = if is_promoted || is_told { String::new() } else { letters.of(unit.piece) };
            Form::Change(*square, format!("{}{piece}", unit.traits.letters()))
        }
        Consequence::Created(unit, square) => Form::Bracket(format!("+{}{square}", named(*unit)), *square),
        Consequence::Removed(unit, square) => Form::Bracket(format!("-{}{square}", named(*unit)), *square),
        Consequence::Moved(unit, from, to) => Form::Bracket(format!("{}{from}->{to}", named(*unit)), *to),
        Consequence::MovedAs(unit, from, other, to) => {
            let becoming = format!("{}{}", other.traits.letters(), letters.of(other.piece));
            Form::Bracket(format!("{}{from}->{becoming}{to}", named(*unit)), *to)
        }
        Consequence::Exchanged(a, on_a, b, on_b) => {
            let [a, b] = [a, b].map(|unit| unit_letters(*unit, letters));
            Form::Bracket(format!("{a}{on_a}<->{b}{on_b}"), *on_b)
        }
    }
}
