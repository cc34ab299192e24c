//! The front end for programs that drive Popeye: `keymove py`, or the program under one of Popeye's names.
//!
//! It accepts Popeye's switches, reads a file or standard input until `EndProblem`, and prints the output of Popeye: a
//! banner at once, each line as it is found, the solving times, and the protocol file. The problems are solved as by
//! `keymove solve`; this module only translates. `docs/popeye.md` lists the remaining differences from Popeye.

mod feed;
mod heartbeat;
mod switches;
mod writer;

use super::args::{Cli, Command, SolveArgs};
use super::batch::BatchRun;
use super::formats::Popeye;
use super::status::{Status, complain};
use super::task::RunTask;
use crate::mishap::PanicPlaces;
use crate::solve::Solver;
use clap::Parser;
use feed::PyFeed;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use switches::{MemoryAmount, Switches};
use writer::PyWriter;

/// The names under which Popeye is installed.
const NAMES: [&str; 5] = ["py", "pywin32", "pywin64", "pymac", "popeye"];

/// Whether the program was started under one of Popeye's names.
pub fn is_name(program: &OsStr) -> bool {
    let stem = Path::new(program).file_stem().and_then(OsStr::to_str).unwrap_or_default();
    NAMES.iter().any(|name| stem.eq_ignore_ascii_case(name))
}

/// Runs the front end with Popeye's arguments and returns the exit status. As in Popeye, the status does not depend on
/// the solutions: it is 0 even for faulty problems. It is 2 if the arguments or the input file are bad, and not 0 after
/// an internal error or a signal.
pub fn run(arguments: &[OsString], places: PanicPlaces) -> io::Result<Status> {
    let switches = match Switches::parse(arguments) {
        Ok(switches) => switches,
        Err(message) => {
            complain(&format!("error: {message}\n"));
            return Ok(Status::BadInput);
        }
    };
    let memory = switches.memory.available();
    let feed = match PyFeed::open(switches.file.as_deref()) {
        Ok(feed) => feed,
        Err(error) => {
            complain(&format!("error opening input file: {error}\n"));
            return Ok(Status::BadInput);
        }
    };
    let banner = if switches.regression { String::new() } else { banner(memory) };
    let mut out = io::stdout().lock();
    out.write_all(banner.as_bytes())?;
    out.flush()?;
    drop(out);
    if let Some(interval) = switches.heartbeat {
        heartbeat::begin(interval)?;
    }
    let work = work(&switches, memory);
    let printer = Arc::new(Popeye { with_times: !switches.regression });
    let batch = BatchRun {
        work: &work,
        task: RunTask::Solve,
        printer,
        places,
        solve: &Solver::solve_with,
        heeds_signals: true,
    };
    batch.run(|| Ok(feed), |display| Ok(Box::new(PyWriter::new(banner, display))))
}

/// The version of Popeye whose interface this front end implements. Clients refuse older versions.
const POPEYE_VERSION: &str = "4.104";

/// Returns the banner, the first line of the output. Clients search it for `Popeye` followed by a word, for a version
/// after `v`, and for an amount of memory.
fn banner(memory: MemoryAmount) -> String {
    format!("Popeye Keymove-{} v{POPEYE_VERSION} ({memory})\n", env!("CARGO_PKG_VERSION"))
}

/// Returns the arguments of `keymove solve` that correspond to Popeye's switches. `memory` is the memory that is used.
fn work(switches: &Switches, memory: MemoryAmount) -> SolveArgs {
    let mut arguments = vec!["keymove".to_string(), "solve".to_string(), "--format=popeye".to_string()];
    arguments.push(format!("--memory={}", memory.megabytes()));
    arguments.extend(switches.seconds.map(|seconds| format!("--time={seconds}")));
    match Cli::parse_from(arguments).command {
        Command::Solve(work) => work,
        _ => unreachable!("the arguments begin with `solve`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn popeyes_names_start_the_front_end() {
        let rows =
            [("py", true), ("/usr/bin/popeye", true), ("PyWin64.exe", true), ("keymove", false), ("python", false)];
        for (program, expected) in rows {
            assert_eq!(is_name(program.as_ref()), expected, "{program}");
        }
    }

    #[test]
    fn switches_become_arguments_of_solve() {
        let switches = Switches::parse(&["-maxmem", "64M", "-maxtime", "3", "x.inp"].map(OsString::from)).unwrap();
        let work = work(&switches, switches.memory);
        assert_eq!((work.limits.memory, work.limits.time.map(|time| time.as_secs())), (64, Some(3)));
        assert!(banner(switches.memory).ends_with(" v4.104 (64 MB)\n"));
    }
}
