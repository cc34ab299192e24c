//! A stipulation as it was written: the traditional form (`h#2.5`) or the structured one (`white 3a[#]d`).

use super::play::Play;
use crate::units::{Color, Goal};
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stipulation {
    Traditional(Traditional),
    /// Popeye's `sstipulation`: whose move it is, and the tree of play. `text` is the tree as written.
    Structured {
        side: Color,
        play: Play,
        text: String,
    },
}

/// `[m->][exact-][ser-|pser-|phser-][reci-][semi-][h|s|r|hs|hr][(goal)]goal n[.5]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traditional {
    /// Moves of the introductory series (`m->`), 0 without.
    pub intro: u16,
    /// Not in fewer moves.
    pub exact: bool,
    pub series: Option<Series>,
    pub kind: Kind,
    /// The goal of the side that is helped, in reciprocal play: `reci-h(=)#3`.
    pub reciprocal_goal: Option<Goal>,
    pub goal: Goal,
    /// Length in half-moves: 4 for `2`, 5 for `2.5`.
    pub half_moves: u16,
    /// As it was written, spaces removed.
    pub text: String,
}

/// Only one side moves, the other at most to parry checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Series {
    /// `ser-`
    Plain,
    /// `pser-`: the other side moves exactly when it is in check.
    Parry,
    /// `phser-`: the same, and the parrying moves help.
    ParryHelp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Direct,
    SelfPlay,
    Reflex,
    SemiReflex,
    Help,
    HelpSelf,
    HelpReflex,
    ReciprocalHelp,
}

impl Kind {
    /// Both sides work together, at least until the end.
    pub fn is_help(self) -> bool {
        matches!(self, Kind::Help | Kind::HelpSelf | Kind::HelpReflex | Kind::ReciprocalHelp)
    }
}

impl Stipulation {
    pub fn text(&self) -> &str {
        match self {
            Stipulation::Traditional(traditional) => &traditional.text,
            Stipulation::Structured { text, .. } => text,
        }
    }

    /// A proof game (`dia`): the diagram is the end, play starts from the game array.
    pub fn is_proof_game(&self) -> bool {
        matches!(self, Stipulation::Traditional(t) if matches!(t.goal, Goal::Diagram(_)))
    }

    pub fn is_a_to_b(&self) -> bool {
        matches!(self, Stipulation::Traditional(t) if matches!(t.goal, Goal::AToB(_)))
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stipulation::Traditional(traditional) => f.write_str(&traditional.text),
            Stipulation::Structured { side, text, .. } => write!(f, "{} {text}", side.name().to_lowercase()),
        }
    }
}
