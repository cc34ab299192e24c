//! Arguments that several commands have: the problems of a run, and durations. Doc comments in this file are the text
//! of `--help`.

use crate::exchange::Format;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The problems of a run.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub struct InputArgs {
    /// Problem files and folders of problem files (`-`: standard input), or a position as FEN and a stipulation
    #[arg(value_name = "FILE | FOLDER | FEN STIPULATION", default_value = "-")]
    pub inputs: Vec<String>,
    /// Add a condition to a position given as FEN, for example `Madrasi`
    #[arg(short, long, value_name = "CONDITION")]
    pub condition: Vec<String>,
    /// Set the game of a position given as FEN, instead of chess, for example `Mamra`
    #[arg(short, long, value_name = "GAME")]
    pub game: Option<String>,
    /// Define a piece in XBetza notation for a position given as FEN, for example `X=gQ`
    #[arg(long, value_name = "LETTERS=XBETZA")]
    pub piece: Vec<String>,
    /// Add a solving option, as in Popeye, to a position given as FEN, for example `SetPlay`
    #[arg(short = 'O', long, value_name = "OPTION")]
    pub option: Vec<String>,
    /// Set the format of the input [default: from the file extension]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub from: Option<Format>,
}

/// Reads a duration in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a positive number of seconds".to_string())
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let endings = self.endings().iter().copied().filter(|ending| *ending != self.name());
        Some(PossibleValue::new(self.name()).aliases(endings).help(self.doc()))
    }
}
