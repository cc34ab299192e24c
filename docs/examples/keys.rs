//! Solves the problems of a file. Prints the keys, tries and lines of each twin, and the progress on standard error:
//!
//! ```sh
//! cargo run --release --example keys -- problems/twins/men.epd
//! ```

use keymove::{Format, Move, Problem, Run, RunProgress, Solution, SolveError, Solver};
use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;
use std::{env, fs, thread};

fn main() -> Result<(), Box<dyn Error>> {
    let name = env::args().nth(1).ok_or("expected the name of a file with problems")?;
    let text = fs::read_to_string(&name)?;
    let show = |progress: &RunProgress| eprint!("\r{} of {} first moves ", progress.judged, progress.first_moves);
    solve_all(&text, Format::of_file(name.as_ref()), &mut io::stdout().lock(), &show)?;
    Ok(())
}

/// Solves the problems of the text one after the other. A problem with an error does not end it.
pub fn solve_all(
    text: &str,
    format: Option<Format>,
    out: &mut dyn Write,
    show: &dyn Fn(&RunProgress),
) -> io::Result<()> {
    for parsed in Problem::parse_each(text, format) {
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                write!(out, "{error}")?;
                continue;
            }
        };
        for warning in parsed.warnings() {
            write!(out, "{}", parsed.render(warning))?;
        }
        let run = Solver::new().time(Duration::from_secs(60)).run(parsed.problem());
        match watched(&run, show) {
            Ok(solution) => print_solution(&solution, out)?,
            Err(refusal) => write!(out, "{}", parsed.render(&parsed.refusal(&refusal)))?,
        }
    }
    Ok(())
}

/// Shows the progress of the run ten times a second, and once at its end.
fn watched(run: &Run, show: &dyn Fn(&RunProgress)) -> Result<Solution, SolveError> {
    thread::scope(|scope| {
        let solving = scope.spawn(|| run.solve());
        while !solving.is_finished() {
            show(&run.progress());
            thread::sleep(Duration::from_millis(100));
        }
        show(&run.progress());
        solving.join().expect("the search does not panic")
    })
}

fn print_solution(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    for twin in &solution.twins {
        // Without twins the label is empty.
        if !twin.label.is_empty() {
            writeln!(out, "{} {}", twin.label, twin.changes)?;
        }
        for phase in &twin.phases {
            for key in phase.keys() {
                writeln!(out, "  1.{key}!{}", moves("  threat: ", key.threats()))?;
            }
            for try_ in phase.tries() {
                writeln!(out, "  1.{try_}?{}", moves("  but: ", try_.refutations()))?;
            }
            for line in phase.lines() {
                writeln!(out, " {}", moves(" ", line.into_iter()))?;
            }
        }
        if twin.cut.is_some() {
            writeln!(out, "  A limit cut the search: there may be more.")?;
        }
    }
    Ok(())
}

/// Returns the moves behind a label, or nothing if there are none.
fn moves<'s>(label: &str, moves: impl Iterator<Item = Move<'s>>) -> String {
    let moves: Vec<String> = moves.map(|move_| move_.to_string()).collect();
    if moves.is_empty() { String::new() } else { format!("{label}{}", moves.join(" ")) }
}
