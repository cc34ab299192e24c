//! Tests that the units of a divided problem share the facts that they have proved. The answers must be those of one
//! run, even if units are killed or their files damaged.

use crate::children::{self, keymove};
use crate::files::temporary;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// Problems by Loyd (1878), Ewald and Lindner. The first and the last are shortened by a move, so that they take only
/// some tenths of a second. The twin has a transposition table of its own.
const PROBLEMS: [&str; 3] = [
    r#"7r/3B4/k7/8/6Qb/8/Kn6/6R1 w - - stip "\#4"; opt "SetPlay Variations Try"; twin "b) move g4 g5";"#,
    r#"1r6/7B/4k3/1p2n3/3b2p1/2p5/5RpP/6Kb b - - stip "h\#4";"#,
    r#"8/8/8/8/3p4/3p2N1/1R1p1pB1/B1kNbK2 w - - stip "s\#4"; opt "Variations";"#,
];

const UNITS: usize = 6;

/// Returns a folder with a plan for the problem, and the output of a run without a plan.
fn planned(problem: &str) -> (TempDir, String) {
    let folder = temporary();
    let path = folder.path();
    fs::write(path.join("x.epd"), format!("{}\n", problem.replace("\\#", "#"))).expect("a file");
    let common = "--reproducible --format jsonl x.epd";
    let plan = run(path, &format!("plan --units {UNITS} --cut-above 0 --probe 0 --output plan {common}"));
    assert_eq!(plan.status.code(), Some(0), "{}", text(&plan.stderr));
    let one = text(&run(path, &format!("solve {common}")).stdout);
    assert!(one.contains("\"solutions\"") || one.contains("\"phases\""), "{one}");
    (folder, one)
}

fn command(folder: &Path, line: &str) -> Command {
    keymove(folder, line.split_whitespace())
}

fn run(folder: &Path, line: &str) -> Output {
    children::output(&mut command(folder, line))
}

fn begin(folder: &Path, unit: usize) -> Child {
    children::spawn(command(folder, &format!("work plan {unit}")).stderr(Stdio::null()))
}

fn work(folder: &Path, unit: usize) {
    assert_eq!(run(folder, &format!("work plan {unit}")).status.code(), Some(0), "unit {unit}");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn file(folder: &Path, unit: usize, ending: &str) -> PathBuf {
    folder.join(format!("plan.results/unit-{unit:06}.{ending}"))
}

fn assert_merged(folder: &Path, one: &str, what: &str) {
    let merged = run(folder, "merge plan");
    // A comparison of the whole texts would be too long to read.
    assert!(text(&merged.stdout) == one, "{what}: {}", text(&merged.stderr));
}

#[test]
fn units_that_work_at_the_same_time_give_the_bytes_of_one_run() {
    for problem in PROBLEMS {
        let (folder, one) = planned(problem);
        let path = folder.path();
        let units: Vec<Child> = (1..=UNITS).map(|unit| begin(path, unit)).collect();
        for mut unit in units {
            assert_eq!(children::end_of(&mut unit).code(), Some(0));
        }
        assert!((1..=UNITS).all(|unit| file(path, unit, "facts").is_file()));
        assert_merged(path, &one, problem);
    }
}

#[test]
fn whatever_becomes_of_the_files_of_facts_the_answers_are_the_same() {
    let (folder, one) = planned(PROBLEMS[0]);
    let path = folder.path();
    (1..=UNITS).for_each(|unit| work(path, unit));
    let good = fs::read(file(path, 1, "facts")).expect("facts");
    let (other, _) = planned(PROBLEMS[2]);
    work(other.path(), 1);
    let foreign = fs::read(file(other.path(), 1, "facts")).expect("facts");
    let shifted = [&good[..], &[0; 13], &good[..]].concat();
    // Inverts a bit in each part of the shared data.
    let spoiled: Vec<u8> = good.iter().enumerate().map(|(i, byte)| byte ^ u8::from(i % 37 == 0)).collect();
    let rows: [(&str, Vec<u8>); 8] = [
        ("whole", good.clone()),
        ("torn", good[..good.len() / 2 + 7].to_vec()),
        ("of another problem", foreign),
        ("spoiled", spoiled),
        ("a hole", vec![0; good.len()]),
        ("shifted", shifted),
        ("empty", Vec::new()),
        ("a text", b"7k/8/8/8/8/8/8/K7 w - -\n".repeat(1000)),
    ];
    for (what, bytes) in &rows {
        for unit in 1..=UNITS {
            let _ = fs::remove_file(file(path, unit, "facts"));
            fs::write(file(path, unit, "facts"), bytes).expect("a file");
        }
        for unit in [2, 5] {
            fs::remove_file(file(path, unit, "jsonl")).expect("results");
            work(path, unit);
        }
        assert_merged(path, &one, what);
    }
    for unit in 1..=UNITS {
        fs::remove_file(file(path, unit, "facts")).expect("facts");
        fs::remove_file(file(path, unit, "jsonl")).expect("results");
        fs::create_dir(file(path, unit, "facts")).expect("a folder");
    }
    (1..=UNITS).for_each(|unit| work(path, unit));
    assert_merged(path, &one, "none can be written");
}

#[test]
fn units_that_are_killed_keep_nobody_waiting_and_lose_nothing() {
    for problem in PROBLEMS {
        let (folder, one) = planned(problem);
        let path = folder.path();
        for round in 0..4 {
            let mut units: Vec<Child> = (1..=UNITS).map(|unit| begin(path, unit)).collect();
            thread::sleep(Duration::from_millis(30 * (round + 1)));
            for unit in &mut units {
                unit.kill().expect("it is killed, or has ended");
                children::end_of(unit);
            }
        }
        // The files of killed units claim that they are at work; no unit waits for them without end.
        (1..=UNITS).for_each(|unit| work(path, unit));
        assert_merged(path, &one, problem);
    }
}

#[test]
fn a_first_move_whose_results_are_lost_with_those_who_had_taken_it_over_is_looked_at_again() {
    let (folder, one) = planned(PROBLEMS[0]);
    let path = folder.path();
    let mut first = begin(path, 1);
    children::wait_until(|| fs::metadata(file(path, 1, "facts")).is_ok_and(|facts| facts.len() > 0));
    first.kill().expect("it is killed, or has ended");
    children::end_of(&mut first);
    // The first moves of the first unit are taken over, since it seems to be at work.
    (2..=UNITS).for_each(|unit| work(path, unit));
    work(path, 1);
    assert_merged(path, &one, "taken over");
    // Now each unit has only its own results.
    for unit in 2..=UNITS {
        fs::remove_file(file(path, unit, "jsonl")).expect("results");
        assert_eq!(run(path, &format!("work plan {unit} --no-shared-facts")).status.code(), Some(0));
    }
    assert_merged(path, &one, "lost");
}

#[test]
fn with_a_limit_of_time_nobody_is_helped() {
    let (folder, one) = planned(PROBLEMS[2]);
    let path = folder.path();
    let line =
        format!("plan --units {UNITS} --cut-above 0 --probe 0 --output plan --reproducible --format jsonl x.epd");
    assert_eq!(run(path, &format!("{line} --time 600")).status.code(), Some(0));
    let units: Vec<Child> = (1..=UNITS).map(|unit| begin(path, unit)).collect();
    for mut unit in units {
        assert_eq!(children::end_of(&mut unit).code(), Some(0));
    }
    assert_merged(path, &one, "nothing is cut");
    let mut told: Vec<String> = Vec::new();
    for unit in 1..=UNITS {
        let results = fs::read_to_string(file(path, unit, "jsonl")).expect("results");
        let lines = results.lines().filter(|line| line.starts_with("{\"move\":"));
        told.extend(lines.map(|line| line.split("\"nodes\"").next().unwrap_or_default().to_string()));
    }
    let all = told.len();
    told.sort_unstable();
    told.dedup();
    assert_eq!(told.len(), all, "no first move was looked at twice");
}
