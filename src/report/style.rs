//! Settings for the text for people, including the notation of moves.

use super::paint::{Paint, TextRole};
use super::words::Words;
use crate::notation::{Letters, idle_consequences, long_algebraic, random_move, short_algebraic};
use crate::solution::{Finding, Node};
use crate::units::{Goal, MoveRecord, Origin, Special};
use std::fmt::Write;

/// Indentation of the diagram and of first moves, in columns.
pub(super) const INDENT: usize = 2;
/// Additional indentation, in columns, for each branching of the play.
pub(super) const STEP: usize = 3;
/// Greatest width of a line in columns. Longer lines are broken if possible.
pub(super) const WIDTH: usize = 100;

/// Notation of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// Long notation: `Qg5-g2`.
    Long,
    /// Short notation: `Qg2`. File or rank of the departure square are added only where `Qg2` would be ambiguous.
    #[default]
    Short,
}

/// Form in which a board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardStyle {
    /// Men as letters, the same as in the moves.
    #[default]
    Letters,
    /// Men as Unicode chess characters. Fairy pieces have rotated characters, as in printed diagrams.
    Figures,
    /// An SVG picture. Only pages can contain it.
    Svg,
    Png,
    None,
}

impl BoardStyle {
    pub fn is_picture(self) -> bool {
        matches!(self, BoardStyle::Svg | BoardStyle::Png)
    }
}

/// Settings for the text: colours, board, letters, notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// Whether the text contains the colour codes of a terminal.
    pub color: bool,
    pub board: BoardStyle,
    pub letters: Letters,
    pub notation: Notation,
}

impl Default for TextStyle {
    fn default() -> TextStyle {
        TextStyle { color: false, board: BoardStyle::Letters, letters: Letters::Problem, notation: Notation::Short }
    }
}

impl TextStyle {
    /// Returns the fixed words of the text, in the language of the letters.
    pub fn words(&self) -> &'static Words {
        Words::of(self.letters)
    }

    pub(super) fn paint(&self) -> Paint {
        Paint(self.color)
    }

    /// Returns the move in the chosen notation, without signs of check or goal: `Qg5-g2` or `Qg2`. Short notation
    /// prints `origin`, a part of the departure square.
    pub(super) fn written(&self, record: &MoveRecord, origin: Origin) -> String {
        match (record.special, self.notation) {
            (Special::Null, _) => self.words().null_move.to_string(),
            (_, Notation::Long) => long_algebraic(record, self.letters, 'x'),
            (_, Notation::Short) => short_algebraic(record, origin, self.letters, 'x'),
        }
    }

    /// Returns the move in the chosen notation, with its signs of check or goal: `Qg5-g2#`, `e4xd3 ep.+`.
    pub fn move_text(&self, node: &Node) -> String {
        let idle = idle_consequences(&node.record, self.letters);
        self.with_signs(format!("{idle}{}", self.written(&node.record, node.origin)), node)
    }

    /// Returns the text of a finding, with its moves in the chosen notation and letters.
    pub fn finding(&self, finding: &Finding) -> String {
        finding.text_in(|record, origin| self.written(record, origin))
    }

    /// Returns a single text such as `B~` that stands for several moves of one man. `node` is one of these moves, and
    /// `origin` the part of the departure square to print.
    pub(super) fn move_text_with_origin(&self, node: &Node, origin: Origin) -> String {
        self.with_signs(random_move(&node.record, origin, self.letters), node)
    }

    fn with_signs(&self, mut text: String, node: &Node) -> String {
        if node.record.check && !node.goals.iter().any(Goal::hides_check) {
            text.push('+');
        }
        if node.record.undecided {
            let _ = write!(text, " ({})", self.words().undecided_move);
        }
        let mut shown: Vec<&str> = Vec::new();
        for goal in &node.goals {
            // If all lines end at the same square or in the same position, a sign for this goal is superfluous.
            let sign = match goal {
                Goal::Target(_) | Goal::Diagram(_) | Goal::AToB(_) => "",
                other => other.sign(),
            };
            if sign.is_empty() || shown.contains(&sign) {
                continue;
            }
            shown.push(sign);
            if sign.starts_with(|c: char| c.is_alphanumeric() || c == '<') || shown.len() > 1 {
                text.push(' ');
            }
            text.push_str(&self.paint().paint(TextRole::Goal, sign));
        }
        if node.violation {
            text.push_str(&self.paint().paint(TextRole::Note, "?!?"));
        }
        text
    }
}
