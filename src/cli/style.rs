//! The settings of the output, as the arguments of the run select them.

use super::args::{Language, MoveNotation, SolveArgs, TextBoard};
use super::formats::RenderOptions;
use super::task::RunTask;
use crate::notation::Letters;
use crate::report::{BoardStyle, Notation, TextStyle};
use crate::units::Tongue;

impl SolveArgs {
    /// Returns the output settings for this task. If `color` is set, text for people is coloured.
    pub fn render_options(&self, task: RunTask, color: bool) -> RenderOptions {
        RenderOptions {
            task,
            style: self.style(color),
            reproducible: self.reproducible,
            no_id: self.no_id,
            positions: self.positions,
            themes_alone: self.themes.is_alone,
        }
    }

    pub fn style(&self, color: bool) -> TextStyle {
        let tongue = match self.lang {
            Language::En => Tongue::English,
            Language::De => Tongue::German,
            Language::Fr => Tongue::French,
        };
        let (notation, letters) = match self.notation {
            MoveNotation::Long => (Notation::Long, Letters::Of(tongue)),
            MoveNotation::Short => (Notation::Short, Letters::Of(tongue)),
            MoveNotation::Figurine => (Notation::Short, Letters::Figurines(tongue)),
        };
        let board = match self.diagram {
            TextBoard::Letters => BoardStyle::Letters,
            TextBoard::Unicode => BoardStyle::Figures,
            TextBoard::Svg => BoardStyle::Svg,
            TextBoard::Png => BoardStyle::Png,
            TextBoard::None => BoardStyle::None,
        };
        TextStyle { color, board, letters, notation }
    }
}
