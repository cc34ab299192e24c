//! What conditions added to a move, as it is written: `[+bPc7]`, `=w`, `[wQd6->d1]`, `[+wPa2=b]`. What happens to the
//! man that has just been told of follows without a bracket of its own.

use super::{Letters, named, owner, unit_letters};
use crate::units::{Consequence, MoveRecord, Square, Traits};

pub fn consequences(record: &MoveRecord, letters: Letters) -> String {
    told_consequences(&record.consequences, destination(record), record, letters)
}

/// What followed from doing nothing before the move.
pub fn idle_consequences(record: &MoveRecord, letters: Letters) -> String {
    told_consequences(&record.idle, record.from, record, letters)
}

/// A part of them, when the man on a square has been told of last.
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
    /// A bracket is open.
    is_open: bool,
    /// Where the man stands that has just been told of.
    told: Option<Square>,
}

impl Writer {
    fn close(&mut self) {
        if self.is_open {
            self.text.push(']');
            self.is_open = false;
        }
    }

    /// Begins a bracket about the man on the square.
    fn open(&mut self, text: &str, square: Square) {
        self.close();
        self.text.push('[');
        self.text.push_str(text);
        (self.is_open, self.told) = (true, Some(square));
    }

    /// What the man on the square has become.
    fn add_change(&mut self, square: Square, change: &str, record: &MoveRecord) {
        // Of a castling king and rook are told.
        if Some(square) != self.told && !(record.is_castling() && square == record.to) {
            self.open(&square.to_string(), square);
        }
        self.text.push('=');
        self.text.push_str(change);
    }
}

/// Where the man stands of which the move itself has told last: of a castling, the rook.
fn destination(record: &MoveRecord) -> Square {
    if let Some(rook) = record.castled_rook() {
        return rook;
    }
    record.arrival()
}

/// How a consequence is written.
enum Form {
    /// Before the move.
    Before,
    /// Not at all, but what follows has a bracket of its own.
    Apart,
    /// Behind what stands there.
    Behind(&'static str),
    /// `=` and this, behind the man on the square.
    Change(Square, String),
    /// In a bracket in which changes of the man on the square follow.
    Bracket(String, Square),
    /// By itself.
    Aside(String),
}

/// The form of the consequence with this index.
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
            // Where it is told what the man has become, only what else is true of it is new.
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
