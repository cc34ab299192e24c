//! The command line: runs the command given by the arguments and returns the exit status.

mod annotations;
mod answers;
mod args;
mod batch;
mod cluster;
mod console;
mod convert;
mod destination;
mod diagram;
mod duplicates;
mod each_problem;
mod explain;
mod explore;
mod file_identity;
mod files;
mod fold;
mod formats;
mod hash;
mod input_args;
mod inputs;
mod junit;
mod list;
mod live;
mod manual;
mod one;
mod outcome;
mod output;
mod perft;
mod problems;
mod progress;
mod py;
mod result_formatter;
mod result_writer;
mod resume;
mod sameness;
mod serve;
mod signals;
mod solved;
mod status;
mod status_line;
mod style;
mod summary;
mod task;
mod themes;
mod version;
mod walk;
mod work_queue;

use crate::mishap::{self, PanicPlaces};
use crate::report::INTERNAL_ERROR;
use args::{Cli, Command, SideOutputArgs};
use clap::Parser;
use status::{Status, complain};
use std::ffi::OsString;
use std::io;
use task::RunTask;

/// Runs the program and returns the exit status. The first argument is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let places = PanicPlaces::watch();
    let result = mishap::caught(|| run_command(arguments, places.clone()));
    let result = result.unwrap_or_else(|panic| {
        complain(&format!("error: {INTERNAL_ERROR}: {}\n", places.description(&*panic)));
        Ok(Status::Internal)
    });
    match result {
        Ok(status) => status as u8,
        // The lost output may have contained a failure, so the status is not success. If the reader has closed the pipe
        // (`| head`), no message is printed. Only errors of standard output have a system error code; other errors
        // already name their file.
        Err(error) => {
            let place = if error.raw_os_error().is_some() { "standard output: " } else { "" };
            if error.kind() != io::ErrorKind::BrokenPipe {
                complain(&format!("error: {place}{error}\n"));
            }
            Status::BadInput as u8
        }
    }
}

fn run_command(arguments: impl IntoIterator<Item = OsString>, places: PanicPlaces) -> io::Result<Status> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let [program, switches @ ..] = &arguments[..]
        && py::is_name(program)
    {
        return py::run(switches, places);
    }
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        // Texts of help and version are normal output, not errors.
        Err(error) => {
            let printed = error.print();
            return if error.use_stderr() { Ok(Status::BadInput) } else { printed.map(|()| Status::Good) };
        }
    };
    match cli.command {
        Command::Solve(work) => batch::run(&work, RunTask::Solve, &SideOutputArgs::default(), places),
        Command::Check(check) => batch::run(&check.work(), check.task(), &check.beside, places),
        Command::Themes(themes) => {
            let work = themes.work().map_err(io::Error::other)?;
            batch::run(&work, RunTask::Solve, &SideOutputArgs::default(), places)
        }
        Command::Report(report) => {
            let work = report.work().map_err(io::Error::other)?;
            batch::run(&work, RunTask::Check { verbose: false, allow_duals: false }, &SideOutputArgs::default(), places)
        }
        Command::Py { arguments } => py::run(&arguments, places),
        Command::Diagram(wanted) => diagram::run(&wanted),
        Command::Explore(wanted) => explore::run(&wanted),
        Command::Plan(plan) => cluster::plan(&plan),
        Command::Work(unit) if explore::is_plan(&unit.plan) => explore::work(&unit),
        Command::Work(unit) => cluster::work(&unit, places),
        Command::Merge(merge) if explore::is_plan(&merge.plan) => explore::merge(&merge),
        Command::Merge(merge) => cluster::merge(&merge, places),
        Command::List { what, words } => list::run(what, &words),
        Command::Convert(wanted) => convert::run(&wanted),
        Command::Explain { words } => explain::run(&words),
        Command::Serve(wanted) => serve::run(&wanted),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { command, dir } => manual::man(command.as_deref(), dir.as_deref()),
        Command::Perft { fen, depth, condition, game, piece, divide, without } => {
            let said = perft::RuleArgs { conditions: &condition, game: game.as_deref(), pieces: &piece };
            perft::run(&fen, depth, &said, divide, without.is_none(), &mut io::stdout().lock())
        }
    }
}
