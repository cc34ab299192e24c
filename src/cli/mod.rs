//! The command line: what was typed, what is done, what the exit status says.

mod annotations;
mod answers;
mod args;
mod batch;
mod check;
mod desk;
mod done;
mod feed;
mod junit;
mod list;
mod machine;
mod perft;
mod printer;
mod progress;
mod records;
mod sources;
mod summary;

use args::{Check, Cli, Command};
use clap::Parser;
use std::ffi::OsString;
use std::io::{self, Write};

/// The exit status of a run; of several the worst counts, in the order of [`Status::rank`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Status {
    #[default]
    Good = 0,
    Unsound = 1,
    BadInput = 2,
    Undecided = 3,
}

impl Status {
    fn rank(self) -> u8 {
        match self {
            Status::Good => 0,
            Status::Undecided => 1,
            Status::Unsound => 2,
            Status::BadInput => 3,
        }
    }

    fn from_code(code: u8) -> Status {
        match code {
            0 => Status::Good,
            1 => Status::Unsound,
            3 => Status::Undecided,
            _ => Status::BadInput,
        }
    }

    /// The worse of two.
    pub fn and(self, other: Status) -> Status {
        if other.rank() > self.rank() { other } else { self }
    }
}

/// Runs the program with these arguments (the first is its name) and answers the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, not errors; a reader that has gone away does not matter here.
            let _ = error.print();
            return if error.use_stderr() { Status::BadInput as u8 } else { Status::Good as u8 };
        }
    };
    let result = match cli.command {
        Command::Solve(work) => batch::run(&work, batch::Task::Solve, batch::Beside::default()),
        Command::Check(check) => {
            let task = batch::Task::Check { verbose: check.verbose, allow_duals: check.allow_duals };
            let Check { update, junit, annotations, .. } = check;
            batch::run(&check.work, task, batch::Beside { update, junit, annotations })
        }
        Command::List { what } => list::print(what, &mut io::stdout().lock()).map(|()| Status::Good),
        Command::Perft { fen, depth, condition, game, piece, divide, no_bitboards } => {
            let said = perft::Said { conditions: &condition, game: game.as_deref(), pieces: &piece };
            perft::run(&fen, depth, &said, divide, !no_bitboards, &mut io::stdout().lock())
        }
    };
    match result {
        Ok(status) => status as u8,
        // Not a success: what nobody has read may have been bad.
        Err(error) => {
            complain(&format!("error: {error}\n"));
            Status::BadInput as u8
        }
    }
}

/// Says it on standard error. Where nobody listens, the exit status has to do.
fn complain(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
