//! The arguments of `keymove explore`. Doc comments in this file are the text of `--help`.

use crate::cli::input_args::{InputArgs, seconds};
use crate::explore::{MOST_STEPS, Wanted, usual};
use clap::{Args, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  keymove explore economy problems/help/helpmates.epd
  keymove explore repair cooked.epd --by remove,move,add=PpSs
  keymove explore vary P.epd --by move=Rb1 --show board
  keymove explore matrix '8/8/8/8/8/8/8/7k b - -' 'h#2' --place 'K:* R:*'

docs/explore.md explains how to write changes, men and sets of squares, and when two solutions count as the same.";

/// `keymove explore`.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub struct ExploreArgs {
    #[command(subcommand)]
    pub what: What,
}

#[derive(Subcommand, Clone, Debug, Serialize, Deserialize)]
pub enum What {
    /// Find men that can be removed or replaced by weaker ones without changing the solution
    Economy {
        #[command(flatten)]
        changes: ChangeArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Find the smallest changes that make a problem sound and keep the author's solution (the field `sol`)
    ///
    /// First prints what makes the problem unsound: each cook, dual or short solution.
    Repair {
        #[command(flatten)]
        changes: ChangeArgs,
        /// Choose the solution that a variant must have: `sol`, or `none` for any solution
        #[arg(long, value_enum, default_value_t = Kept::Sol)]
        keep: Kept,
        #[command(flatten)]
        common: Common,
    },
    /// Find sound twins with a different solution
    Twins {
        #[command(flatten)]
        changes: ChangeArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Find all sound variants that the given changes, stipulations and conditions produce
    Vary {
        #[command(flatten)]
        changes: ChangeArgs,
        #[command(flatten)]
        lists: Lists,
        /// List only variants with the same solution as the base
        #[arg(long)]
        keep: bool,
        #[command(flatten)]
        common: Common,
    },
    /// Try all placements of men on given squares, and list the sound positions
    Matrix {
        /// The men to place and their squares (`*`: any), for example `K:* R:a1-d4 p:a2-h7`
        #[arg(long, value_name = "MEN", required = true)]
        place: String,
        /// Choose whether to leave out reflections of positions
        #[arg(long, value_enum, default_value_t = BySymmetry::Auto)]
        symmetry: BySymmetry,
        #[command(flatten)]
        lists: Lists,
        #[command(flatten)]
        common: Common,
    },
}

/// The solution that a repair has to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum Kept {
    /// The author's solution
    Sol,
    /// Any solution
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum BySymmetry {
    /// Skip mirror images if they make no difference to the problem
    Auto,
    /// Keep all positions
    None,
}

/// The changes of the position.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub struct ChangeArgs {
    /// The changes to try, separated by commas: remove, move, add=PpSs, exchange, replace=QRBSP, weaken, colour, shift,
    /// mirror, rotate [default: remove,weaken for economy; remove,move,add=PpSs for repair; move for twins]
    #[arg(long, value_name = "CHANGES")]
    pub by: Option<String>,
    /// Move and add men only on these squares: `a1`, `a1-d4`, `c`, `2`, `light`, `not dark`
    #[arg(long, value_name = "SQUARES")]
    pub at: Option<String>,
    /// Do not change these men, for example `Rb1p`: the white rook on b1 and all black pawns
    #[arg(long, value_name = "MEN")]
    pub fixed: Option<String>,
    /// Make up to N changes at a time
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..=MOST_STEPS as i64))]
    pub steps: u8,
    /// Choose how the moves of changed men are compared with the solution of the base
    #[arg(long, value_enum, default_value_t = SameBy::Squares)]
    pub same: SameBy,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum SameBy {
    /// A move from a different square is a different move
    Squares,
    /// Like `squares`, but the first move of a changed man may start from its new square
    Idea,
}

/// Stipulations and conditions to be tried with each position.
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Lists {
    /// Try each of these stipulations, for example `h#2,h#2.5`
    #[arg(long, value_name = "LIST")]
    pub stip: Option<String>,
    /// Try each of these conditions, for example `none,Circe,Madrasi+Circe`
    #[arg(long, value_name = "LIST")]
    pub cond: Option<String>,
}

/// The arguments that all subcommands of `explore` have.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub struct Common {
    #[command(flatten)]
    pub given: InputArgs,
    /// Keep only variants with this number of men, for example `5-7` or `6`
    #[arg(long, value_name = "MIN-MAX", value_parser = men_range, help_heading = FILTERS)]
    pub men: Option<(usize, usize)>,
    /// Keep only variants with at most N promoted men
    #[arg(long, value_name = "N", help_heading = FILTERS)]
    pub promoted: Option<usize>,
    /// Set the intended number of keys or solutions [default: that of the base]
    #[arg(long, value_name = "N", help_heading = FILTERS)]
    pub solutions: Option<u32>,
    /// Leave out variants with duals
    #[arg(long, help_heading = FILTERS)]
    pub no_duals: bool,
    /// Include illegal positions, which cannot arise in a game
    #[arg(long, help_heading = FILTERS)]
    pub any_position: bool,
    /// Set the form of the output [default: from the extension of the output file, `.epd`, `.jsonl`, `.html`, `.svg` or
    /// `.txt`; else `list` on a terminal and `epd` otherwise]
    #[arg(long, value_enum, help_heading = OUTPUT)]
    pub show: Option<Show>,
    /// Write the output to a file
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    #[serde(skip)]
    pub output: Option<PathBuf>,
    /// List the N best results
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = OUTPUT)]
    pub best: usize,
    /// List the variants that a limit left undecided
    #[arg(long, help_heading = OUTPUT)]
    pub undecided: bool,
    /// Stop after N results
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = LIMITS)]
    pub first: Option<u32>,
    /// Refuse to begin if there are more than N variants
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help_heading = LIMITS)]
    pub most: u64,
    /// Limit the time for each variant
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, help_heading = LIMITS)]
    pub time: Duration,
    /// Limit the time for all variants of a problem
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub total_time: Option<Duration>,
    /// Set the number of threads; 0: one for each core
    #[arg(short = 'j', long, default_value_t = 0, help_heading = LIMITS,
        value_parser = clap::value_parser!(u16).range(0..=1024))]
    #[serde(skip)]
    pub threads: u16,
    /// Record results in a file, and skip the variants that it already contains
    #[arg(long, value_name = "FILE", help_heading = LIMITS)]
    #[serde(skip)]
    pub resume: Option<PathBuf>,
    /// Write a plan for `keymove work` and `keymove merge`, without exploring
    #[arg(long, value_name = "FILE", requires = "units", conflicts_with_all = ["resume", "first", "total_time"],
        help_heading = LIMITS)]
    #[serde(skip)]
    pub plan: Option<PathBuf>,
    /// Set the number of units of the plan
    #[arg(long, value_name = "N", requires = "plan", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(skip)]
    pub units: Option<u32>,
}

const FILTERS: &str = "Filters";
const OUTPUT: &str = "Output";
const LIMITS: &str = "Limits";

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum Show {
    /// A line for each variant found: change, men, solution
    List,
    /// A problem for each variant found
    Epd,
    /// A JSON object for each variant found, and one with the counts
    Jsonl,
    /// A web page with diagrams, play and board maps
    Page,
    /// Board maps: for each square, whether the problem is sound with a man on it
    Board,
}

fn men_range(text: &str) -> Result<(usize, usize), String> {
    let expected = || "expected a number of men or a range such as `5-7`".to_string();
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| expected());
    match text.split_once('-') {
        Some((least, most)) => {
            let (least, most) = (number(least)?, number(most)?);
            if least <= most { Ok((least, most)) } else { Err(expected()) }
        }
        None => number(text).map(|men| (men, men)),
    }
}

impl What {
    pub fn common(&self) -> &Common {
        match self {
            What::Economy { common, .. }
            | What::Repair { common, .. }
            | What::Twins { common, .. }
            | What::Vary { common, .. }
            | What::Matrix { common, .. } => common,
        }
    }

    pub fn common_mut(&mut self) -> &mut Common {
        match self {
            What::Economy { common, .. }
            | What::Repair { common, .. }
            | What::Twins { common, .. }
            | What::Vary { common, .. }
            | What::Matrix { common, .. } => common,
        }
    }

    pub fn changes(&self) -> Option<&ChangeArgs> {
        match self {
            What::Economy { changes, .. }
            | What::Repair { changes, .. }
            | What::Twins { changes, .. }
            | What::Vary { changes, .. } => Some(changes),
            What::Matrix { .. } => None,
        }
    }

    pub fn lists(&self) -> Lists {
        match self {
            What::Vary { lists, .. } | What::Matrix { lists, .. } => lists.clone(),
            _ => Lists::default(),
        }
    }

    /// Returns the changes that are made if `--by` is not given, or `None` if it has to be given.
    pub fn usual_changes(&self) -> Option<&'static str> {
        match self {
            What::Economy { .. } => Some(usual::ECONOMY),
            What::Repair { .. } => Some(usual::REPAIR),
            What::Twins { .. } => Some(usual::TWINS),
            What::Vary { .. } | What::Matrix { .. } => None,
        }
    }

    pub fn wanted(&self) -> Wanted {
        match self {
            What::Economy { .. } | What::Vary { keep: true, .. } => Wanted::Same,
            What::Repair { keep: Kept::Sol, .. } => Wanted::Stated,
            What::Twins { .. } => Wanted::Other,
            What::Repair { .. } | What::Vary { .. } | What::Matrix { .. } => Wanted::Any,
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            What::Economy { .. } => "economy",
            What::Repair { .. } => "repair",
            What::Twins { .. } => "twins",
            What::Vary { .. } => "vary",
            What::Matrix { .. } => "matrix",
        }
    }
}
