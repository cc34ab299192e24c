//! Stipulations as written: traditional (`h#2.5`) or structured (`white 3a[#]d`).

use super::play::Play;
use crate::units::{Color, Goal};
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stipulation {
    Traditional(Traditional),
    /// A structured stipulation (Popeye's `sstipulation`): the side to move, and the tree of play with its text.
    Structured {
        side: Color,
        play: Play,
        text: String,
    },
}

/// A traditional stipulation: `[m->][exact-][ser-|pser-|phser-][reci-][semi-][h|s|r|hs|hr][(goal)]goal n[.5]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traditional {
    /// Number of moves of the introductory series (`m->`); 0 if there is none.
    pub intro: u16,
    /// Whether solutions that are shorter than the given length do not count.
    pub exact: bool,
    pub series: Option<Series>,
    pub kind: Kind,
    /// The goal that Black may reach in reciprocal play, if it differs from `goal`: `=` in `reci-h(=)#3`.
    pub reciprocal_goal: Option<Goal>,
    pub goal: Goal,
    /// Length in plies: 4 for `2`, 5 for `2.5`.
    pub half_moves: u16,
    /// The stipulation as text in canonical form: in lower case, without blanks.
    pub text: String,
}

/// The kind of series play, in which one side makes consecutive moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Series {
    /// `ser-`: the other side does not move.
    Plain,
    /// `pser-`: the other side moves if and only if it is in check.
    Parry,
    /// `phser-`: as `Parry`, but the parrying moves cooperate.
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

/// A row of [`KINDS`]: the notation and the meaning of a kind of play.
pub struct KindDef {
    pub kind: Kind,
    /// The word before the goal; empty for direct play.
    pub word: &'static str,
    pub name: &'static str,
    pub doc: &'static str,
}

const fn kind(kind: Kind, word: &'static str, name: &'static str, doc: &'static str) -> KindDef {
    KindDef { kind, word, name, doc }
}

/// All kinds of play, indexed by [`Kind`]. If several words match a stipulation, the longest is meant.
pub const KINDS: [KindDef; 8] = [
    kind(Kind::Direct, "", "direct play", "direct play: White begins and reaches the goal against every defence"),
    kind(Kind::SelfPlay, "s", "self play", "self play: White forces Black to reach the goal"),
    kind(
        Kind::Reflex,
        "r",
        "reflex play",
        "reflex play: as self play, but a side that can reach the goal in one move must do so",
    ),
    kind(
        Kind::SemiReflex,
        "semi-r",
        "semi-reflex play",
        "semi-reflex play: as reflex play, but only Black must reach the goal if it can",
    ),
    kind(Kind::Help, "h", "help play", "help play: Black begins and helps White to the goal; h#2.5: White begins"),
    kind(
        Kind::HelpSelf,
        "hs",
        "help self play",
        "help play until the last move, with which White forces Black to reach the goal",
    ),
    kind(Kind::HelpReflex, "hr", "help reflex play", "help play with the obligations of reflex play"),
    kind(
        Kind::ReciprocalHelp,
        "reci-h",
        "reciprocal help play",
        "help play in which either side can reach the goal with the last move; reci-h(=)#2: Black reaches another goal",
    ),
];

/// A row of the table of series: the notation, the meaning, and the kinds of play that may be series.
pub struct SeriesDef {
    pub series: Series,
    /// The word before the kind of play, without its hyphen.
    pub word: &'static str,
    pub kinds: &'static [Kind],
    pub example: &'static str,
    pub doc: &'static str,
}

pub const SERIES: [SeriesDef; 3] = [
    SeriesDef {
        series: Series::Plain,
        word: "ser",
        kinds: &[Kind::Direct, Kind::Help, Kind::SelfPlay, Kind::Reflex, Kind::HelpSelf, Kind::ReciprocalHelp],
        example: "ser-#4",
        doc: "series: only White moves (ser-h: only Black, until White's last move; ser-s, ser-r: only White, until \
              Black's last move)",
    },
    SeriesDef {
        series: Series::Parry,
        word: "pser",
        kinds: &[Kind::Direct, Kind::Help, Kind::SelfPlay, Kind::Reflex, Kind::HelpSelf],
        example: "pser-#4",
        doc: "parry series: the other side moves only when it is in check, and then must",
    },
    SeriesDef {
        series: Series::ParryHelp,
        word: "phser",
        kinds: &[Kind::Direct, Kind::SelfPlay, Kind::Reflex],
        example: "phser-s#4",
        doc: "parry series in which the parrying side helps",
    },
];

impl Series {
    pub fn def(self) -> &'static SeriesDef {
        &SERIES[self as usize]
    }
}

impl Kind {
    pub fn def(self) -> &'static KindDef {
        &KINDS[self as usize]
    }

    /// Whether both sides cooperate, at least until the forced end of the play.
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

    /// Whether this is a proof game (`dia`), which leads from the game array to the diagram.
    pub fn is_proof_game(&self) -> bool {
        matches!(self, Stipulation::Traditional(t) if matches!(t.goal, Goal::Diagram(_)))
    }

    /// Whether an introductory series precedes the main play (`3->#2`).
    pub fn is_introduced(&self) -> bool {
        matches!(self, Stipulation::Traditional(t) if t.intro > 0)
    }

    pub fn is_a_to_b(&self) -> bool {
        match self {
            Stipulation::Traditional(traditional) => matches!(traditional.goal, Goal::AToB(_)),
            Stipulation::Structured { play, .. } => {
                let mut is_asked = false;
                play.for_each_goal(&mut |goal| is_asked |= matches!(goal, Goal::AToB(_)));
                is_asked
            }
        }
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
