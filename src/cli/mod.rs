//! The command line: what was typed, what is done, what the exit status says.

mod annotations;
mod answers;
mod args;
mod batch;
mod check;
mod files;
mod fold;
mod inputs;
mod json_members;
mod junit;
mod list;
mod one;
mod outcome;
mod output;
mod perft;
mod printer;
mod problems;
mod progress;
mod resume;
mod signals;
mod summary;
mod walk;
mod work_queue;

use crate::mishap::{self, Places};
use crate::report::INTERNAL_ERROR;
use args::{Check, Cli, Command};
use clap::Parser;
use std::ffi::OsString;
use std::io::{self, Write};

/// The exit status of a run; of several the worst counts, in the order of `rank`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Status {
    #[default]
    Good = 0,
    Unsound = 1,
    BadInput = 2,
    Undecided = 3,
    /// The program is at fault.
    Internal = 4,
    /// Ended by a signal before all was done.
    Interrupted = 130,
}

impl Status {
    fn rank(self) -> u8 {
        match self {
            Status::Good => 0,
            Status::Undecided => 1,
            Status::Unsound => 2,
            Status::BadInput => 3,
            Status::Internal => 4,
            Status::Interrupted => 5,
        }
    }

    /// As it was recorded. Nothing is recorded of what was interrupted.
    fn from_code(code: u8) -> Status {
        match code {
            0 => Status::Good,
            1 => Status::Unsound,
            2 => Status::BadInput,
            3 => Status::Undecided,
            4 => Status::Internal,
            _ => Status::Interrupted,
        }
    }

    /// The worse of two.
    pub fn and(self, other: Status) -> Status {
        if other.rank() > self.rank() { other } else { self }
    }
}

/// Runs the program with these arguments (the first is its name) and answers the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let places = Places::watch();
    let result = mishap::caught(|| run_command(arguments, places.clone()));
    let result = result.unwrap_or_else(|panic| {
        complain(&format!("error: {INTERNAL_ERROR}: {}\n", places.tell(&*panic)));
        Ok(Status::Internal)
    });
    match result {
        Ok(status) => status as u8,
        // Not a success: what nobody has read may have been bad. But where the reader has gone away (`| head`) nobody wants
        // to hear of it. Only standard output gives this kind of error: others tell which file they are about.
        Err(error) => {
            if error.kind() != io::ErrorKind::BrokenPipe {
                complain(&format!("error: {error}\n"));
            }
            Status::BadInput as u8
        }
    }
}

fn run_command(arguments: impl IntoIterator<Item = OsString>, places: Places) -> io::Result<Status> {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        // Help and version are answers, not errors.
        Err(error) => {
            let printed = error.print();
            return if error.use_stderr() { Ok(Status::BadInput) } else { printed.map(|()| Status::Good) };
        }
    };
    match cli.command {
        Command::Solve(work) => batch::run(&work, batch::Task::Solve, batch::Beside::default(), places),
        Command::Check(check) => {
            let task = batch::Task::Check { verbose: check.verbose, allow_duals: check.allow_duals };
            let Check { update, junit, annotations, .. } = check;
            batch::run(&check.work, task, batch::Beside { update, junit, annotations }, places)
        }
        Command::List { what, words } => list::run(what, &words),
        Command::Perft { fen, depth, condition, game, piece, divide, no_bitboards } => {
            let said = perft::Said { conditions: &condition, game: game.as_deref(), pieces: &piece };
            perft::run(&fen, depth, &said, divide, !no_bitboards, &mut io::stdout().lock())
        }
    }
}

/// Says it on standard error. Where nobody listens, the exit status has to do.
fn complain(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
