//! Tests of batches in which solving one of the problems panics. The solver of these tests panics on purpose.

use super::*;
use crate::cli::args::{Cli, Command};
use crate::problem::Problem;
use crate::report::{SCHEMA, schema_check};
use crate::solve::{Control, Outcome, SolveError};
use clap::Parser;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const LINES: &str = "\
7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; id \"one\";
7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; id \"bad\";
7k/5K2/8/8/8/8/2Q5/R7 w - - stip \"#1\"; id \"three\";
";

fn fails_over_one(solver: &Solver, problem: &Problem, control: &Control) -> Result<Outcome, SolveError> {
    assert!(problem.heading.id.as_deref() != Some("bad"), "a square too many");
    solver.solve_with(problem, control)
}

/// Runs `command` on the problems [`LINES`] with these arguments in the folder, and returns the exit status.
fn run_in(folder: &Path, command: &str, arguments: &[&str]) -> Status {
    let input = folder.join("x.epd");
    fs::write(&input, LINES).unwrap();
    let mut all = vec!["keymove".to_string(), command.to_string(), input.display().to_string()];
    all.extend(arguments.iter().map(|argument| match argument.strip_prefix('@') {
        Some(name) => folder.join(name).display().to_string(),
        None => (*argument).to_string(),
    }));
    let cli = Cli::try_parse_from(all).unwrap();
    let (work, task, beside) = match cli.command {
        Command::Solve(work) => (work, RunTask::Solve, SideOutputArgs::default()),
        Command::Check(check) => {
            let task = check.task();
            (check.work, task, check.beside)
        }
        _ => unreachable!("only these run batches"),
    };
    run_with(&work, task, &beside, PanicPlaces::default(), &fails_over_one).unwrap()
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn it_costs_the_problem_and_not_the_batch() {
    for threads in ["1", "2", "8"] {
        let folder = tempfile::tempdir().unwrap();
        let common = ["--reproducible", "--threads", threads, "--output", "@out"];
        let check = |more: &[&str]| run_in(folder.path(), "check", &[&common[..], more].concat());
        assert_eq!(check(&["--junit", "@j.xml", "--annotations", "github"]), Status::Internal);
        let out = read(&folder, "out");
        assert!(out.contains("internal error  ") && out.contains("  bad  a square too many\n"), "{out}");
        assert!(out.contains("title=bad internal error::internal error: a square too many\n"), "{out}");
        assert!(out.ends_with("1 sound, 1 unsound, 0 undecided, 0 invalid, 1 internal error\n"), "{out}");
        let report = read(&folder, "j.xml");
        assert!(report.contains("<error type=\"internal error\" message=\"internal error: a square too many\">"));
        assert!(report.contains("tests=\"3\" failures=\"1\" errors=\"1\"") && report.ends_with("</testsuites>\n"));
    }
}

#[test]
fn every_format_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let text = |command: &str, format: &str| {
        let arguments = ["--format", format, "--output", "@out"];
        assert_eq!(run_in(folder.path(), command, &arguments), Status::Internal);
        read(&folder, "out")
    };
    let popeye = text("solve", "popeye");
    assert!(popeye.contains("\ninternal error: a square too many\n\nPartial solution\n"), "{popeye}");
    assert_eq!(popeye.matches("solution finished.").count(), 2);
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for command in ["solve", "check"] {
        let lines: Vec<Value> =
            text(command, "jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 3);
        for line in &lines {
            assert_eq!(schema_check::check(&schema, line), Vec::<String>::new());
        }
        assert_eq!(lines[1]["verdict"], "internal error");
        assert_eq!(lines[1]["diagnostics"][0]["message"], "internal error: a square too many");
    }
}

#[test]
fn a_resumed_batch_gets_past_it_and_recorded_answers_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let resumed = ["--resume", "@r", "--reproducible", "--output", "@out"];
    assert_eq!(run_in(path, "check", &resumed), Status::Internal);
    let whole = read(&folder, "r");
    assert_eq!(whole.lines().count(), 3);
    assert_eq!(run_in(path, "check", &resumed), Status::Internal, "it is still not known");
    assert!(read(&folder, "out").starts_with("        1 problem: cook\n        3 problems: known from before\n"));
    assert_eq!(read(&folder, "r"), whole);
    let kept = "\n== bad\nsound\nwhat was recorded\n";
    fs::write(path.join("x.epd.answers"), kept).unwrap();
    run_in(path, "check", &["--update", "--output", "@out"]);
    let answers = read(&folder, "x.epd.answers");
    assert!(answers.contains(kept) && answers.contains("== one\n") && answers.contains("== three\n"), "{answers}");
    run_in(path, "check", &["--output", "@out"]);
    assert!(!read(&folder, "out").contains(" changed"));
}
