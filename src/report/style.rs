//! How the text for people looks.

use super::paint::{Paint, Role};
use crate::notation::{Letters, long_algebraic};
use crate::solution::Node;
use crate::units::{Goal, Special};

/// Columns before the diagram and before first moves.
pub(super) const INDENT: usize = 2;
/// Columns that play stands further to the right for each branching.
pub(super) const STEP: usize = 3;
/// Longer lines are broken where they can be.
pub(super) const WIDTH: usize = 100;

/// How the text is to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// With the colour codes of a terminal.
    pub color: bool,
    pub diagram: bool,
    pub letters: Letters,
}

impl Default for TextStyle {
    fn default() -> TextStyle {
        TextStyle { color: false, diagram: true, letters: Letters::Problem }
    }
}

impl TextStyle {
    pub(super) fn paint(&self) -> Paint {
        Paint(self.color)
    }

    /// The move with its check or goal signs: `Qg5-g2#`, `e4xd3 ep.+`.
    pub(super) fn told(&self, node: &Node) -> String {
        let mut text = match node.record.special {
            Special::Null => "null move".to_string(),
            _ => long_algebraic(&node.record, self.letters, 'x'),
        };
        if node.record.check && !node.goals.iter().any(Goal::hides_check) {
            text.push('+');
        }
        let mut shown: Vec<&str> = Vec::new();
        for goal in &node.goals {
            // Where every line ends in the same square or position there is nothing to mark.
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
            text.push_str(&self.paint().paint(Role::Goal, sign));
        }
        if node.violation {
            text.push_str(&self.paint().paint(Role::Note, "?!?"));
        }
        text
    }
}
