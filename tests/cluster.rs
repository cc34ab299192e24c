//! Tests the division of a run among machines: plans, units and merged results. The merged output must equal that of
//! one run, even if units were interrupted.

use crate::children::{self, KEYMOVE, keymove};
use crate::files::{root, temporary};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const MATES: &str = "\
# two mates in one, and what stands between
7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; id \"one\"; sol \"1.Rh1#\";

7k/5K2/8/8/8/8/2Q5/R7 w - - stip \"#1\";
7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; cond \"Madrassi\";
8/8/8/8/8/2k5/8/K1Q5 w - - stip \"#1\"; sol \"1.Qz9\";
2K5/5k2/8/8/8/1q6/8/2Q5 b - - stip \"h#2\"; cond \"Isardam\"; id \"Isardam\";
7k/5K2/8/8/8/8/8/R7 w - - stip \"#2\"; opt \"SetPlay Variations\"; twin \"b) move a1 b1\";
";

const POPEYE: &str = "\
BeginProblem
pieces white Kf7 Ra1 black Kh8
stip #1
NextProblem
pieces white Kf7 Qa1 black Kh8
stip h#1
NextProblem
pieces white Kf7 Qa1 black Kh8
stip nonsense
EndProblem
a remark of the file's author
BeginProblem
pieces white Kf7 Ba1 Sh6 black Kh8 Ph7
stip #1
EndProblem
";

/// Makes a temporary folder with problems. The last file has recorded answers, one of them wrong.
fn folder() -> TempDir {
    let folder = temporary();
    let path = folder.path();
    fs::create_dir(path.join("p")).expect("a folder");
    fs::write(path.join("p/a.epd"), MATES).expect("a file");
    fs::write(path.join("p/b.inp"), POPEYE).expect("a file");
    fs::write(path.join("p/c.epd"), &MATES[..MATES.len() - 1]).expect("a file");
    assert!(run(path, "check p/c.epd --update --output o").status.code().is_some());
    let answers = fs::read_to_string(path.join("p/c.epd.answers")).expect("answers");
    let changed = answers.replacen("1.Ra1-h1", "1.Ra1-g1", 1);
    assert_ne!(changed, answers, "there is a difference to be found");
    fs::write(path.join("p/c.epd.answers"), changed).expect("a file");
    folder
}

fn command(folder: &Path, line: &str) -> Command {
    keymove(folder, line.split_whitespace())
}

fn run(folder: &Path, line: &str) -> Output {
    children::output(&mut command(folder, line))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Makes a plan and returns its number of units.
fn plan(folder: &Path, line: &str) -> usize {
    let output = run(folder, &format!("plan --reproducible --output plan {line}"));
    assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    left(folder).len()
}

fn left(folder: &Path) -> Vec<String> {
    text(&run(folder, "work plan --left").stdout).lines().map(str::to_string).collect()
}

fn work(folder: &Path, unit: usize) -> i32 {
    let output = run(folder, &format!("work plan {unit}"));
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
    output.status.code().expect("no signal")
}

fn result(folder: &Path, unit: usize) -> PathBuf {
    folder.join(format!("plan.results/unit-{unit:06}.jsonl"))
}

/// Checks that a run on one machine (the command `one`) and the merged results of units (the command `merge`) agree in
/// output, errors and status.
fn assert_same(folder: &Path, one: &str, merge: &str) {
    let (one, merged) = (run(folder, one), run(folder, merge));
    assert_eq!(text(&merged.stdout), text(&one.stdout));
    assert_eq!(text(&merged.stderr), text(&one.stderr));
    assert_eq!(merged.status.code(), one.status.code());
}

#[test]
fn merged_results_are_the_bytes_of_one_run() {
    let folder = folder();
    let path = folder.path();
    let rows = [
        ("solve", "", "text", [4, 4]),
        ("solve", "", "popeye", [4, 4]),
        ("solve", "", "jsonl", [1, 40]),
        ("check", "", "text", [1, 4]),
        ("check", "--verbose", "text", [4, 4]),
        ("check", "--allow-duals", "jsonl", [40, 4]),
    ];
    for (task, options, format, wanted) in rows {
        for wanted in &wanted[usize::from(wanted[0] == wanted[1])..] {
            let _ = fs::remove_dir_all(path.join("plan.results"));
            let common = format!("{options} --format {format} p");
            let units = plan(path, &format!("--task {task} --units {wanted} {common} --probe 0"));
            assert_eq!(units, (*wanted).min(16), "as many as are wanted, or as there are problems");
            // In any order, and some twice.
            for unit in (1..=units).rev().chain([1, units]) {
                assert_eq!(work(path, unit), 0, "whatever is found");
            }
            assert_eq!(left(path), Vec::<String>::new());
            assert_same(path, &format!("{task} --reproducible {common}"), "merge plan");
            if task == "check" {
                run(path, &format!("check --reproducible {common} --junit one.xml"));
                run(path, "merge plan --junit merged.xml --output out");
                let read = |name| fs::read_to_string(path.join(name)).expect("a report");
                assert_eq!(read("merged.xml"), read("one.xml"));
            }
        }
    }
}

/// Problems of every play, each with the number of parts into which a plan of five units divides it.
const CUT: &[(&str, usize)] = &[
    (r#"r3k3/P7/8/3pP3/8/8/8/4K2R w K d6 stip "\#2"; opt "SetPlay Variations Try"; sol "1.Kf2!";"#, 5),
    (
        r#"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "\#2"; cond "Madrasi"; opt "SetPlay Try Variations";"#,
        5,
    ),
    (r#"8/8/8/8/8/2K5/7R/k7 w - - stip "\#3"; opt "Variations SetPlay"; twin "b) move h2 h3; c) stip h\#2";"#, 5),
    (r#"8/8/8/8/8/1k6/8/KR5Q w - - stip "s\#2"; opt "SetPlay Variations";"#, 5),
    (r#"8/8/8/8/8/1k6/7p/KR5Q w - - stip "semi-r\#2"; opt "Variations";"#, 5),
    (r#"8/8/8/8/8/1k6/7p/KR5Q w - - stip "\#2"; cond "Circe"; opt "Duplex Variations";"#, 5),
    (r#"2K5/5k2/8/8/8/1q6/8/2Q5 b - - stip "h\#2"; cond "Isardam"; opt "SetPlay"; nsol "3";"#, 5),
    (r#"7k/8/8/8/8/6K1/8/7R ? - - stip "h\#2.5"; opt "SetPlay Duplex";"#, 5),
    (r#"7k/8/8/8/8/{n:Q}5K1/8/7R ? - - stip "h=2"; opt "SetPlay";"#, 5),
    (r#"7k/8/8/8/5G2/6K1/8/7R ? - - stip "hs\#2";"#, 5),
    (r#"7k/8/8/8/8/6K1/7p/7R ? - - stip "ser-h\#3"; opt "SetPlay";"#, 5),
    (r#"7k/8/8/8/8/6K1/7p/7R ? - - stip "ser-\#3";"#, 5),
    (r#"7k/8/8/8/8/6K1/7p/7R ? - - stip "pser-\#2";"#, 5),
    (r#"7k/8/8/8/8/6K1/7p/7R ? - - stip "reci-h\#2";"#, 5),
    (r#"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R ? - - stip "dia1.5";"#, 5),
    (r#"7k/5K2/8/8/8/8/8/R7 w - - sstip "white 3a[\#]d";"#, 1),
    (r#"7k/8/8/8/8/6K1/8/7R ? - - stip "h\#2.5"; opt "MaxSolutions 2";"#, 1),
];

#[test]
fn a_problem_that_is_cut_gives_the_bytes_of_one_run() {
    let folder = temporary();
    let path = folder.path();
    for (i, (problem, wanted)) in CUT.iter().enumerate() {
        // The text around the problem is written once.
        let problem = problem.replace("\\#", "#").replace("5G2", "5{w:G}2");
        fs::write(path.join("x.epd"), format!("# one\n{problem}\n# no more\n")).expect("a file");
        let _ = fs::remove_dir_all(path.join("plan.results"));
        let task = ["solve", "check"][i % 2];
        let common = format!("--format {} x.epd", ["jsonl", "text", "popeye"][i % 3]);
        let units = plan(path, &format!("--task {task} --units 5 --cut-above 0 --probe 0 {common}"));
        assert_eq!(units, *wanted, "{problem}");
        (1..=units).rev().for_each(|unit| assert_eq!(work(path, unit), 0, "{problem}"));
        assert_same(path, &format!("{task} --reproducible {common}"), "merge plan");
        // Also if no unit uses the facts of others.
        fs::remove_dir_all(path.join("plan.results")).expect("a folder");
        for unit in 1..=units {
            assert_eq!(run(path, &format!("work plan {unit} --no-shared-facts")).status.code(), Some(0), "{problem}");
        }
        let files = fs::read_dir(path.join("plan.results")).expect("a folder");
        assert_eq!(files.count(), units, "results and nothing else");
        assert_same(path, &format!("{task} --reproducible {common}"), "merge plan");
    }
}

/// The test has a longer problem, which is divided, among others, with recorded answers, one of them wrong.
#[test]
fn what_stands_beside_a_problem_that_is_cut_keeps_its_place() {
    let folder = folder();
    let path = folder.path();
    let long = "7k/8/8/8/8/6K1/7p/7R ? - - stip \"h#3\"; id \"long\"; nsol \"7\";\n";
    let texts = ["a", "c"].map(|name| fs::read_to_string(path.join(format!("p/{name}.epd"))).expect("a file"));
    fs::write(path.join("p/a.epd"), format!("{long}{}", texts[0])).expect("a file");
    fs::write(path.join("p/c.epd"), format!("{}\n{long}", texts[1])).expect("a file");
    let units = plan(path, "--task check --units 6 --cut-above 0 --probe 0 p --format text");
    let text = fs::read_to_string(path.join("plan")).expect("a plan");
    assert!(text.matches("\"part\":1").count() >= 2, "{text}");
    (1..=units).for_each(|unit| assert_eq!(work(path, unit), 0));
    assert_same(path, "check --reproducible --format text p", "merge plan");
    // The results of another part do not count.
    fs::copy(result(path, 2), result(path, 1)).expect("a file");
    assert_eq!(left(path), ["1"]);
    assert_eq!(run(path, "merge plan").status.code(), Some(75));
}

#[test]
fn a_part_goes_on_where_it_was_killed_and_what_is_cut_stays_undecided() {
    let folder = temporary();
    let path = folder.path();
    let line = "2K5/8/8/3p4/8/1q3k2/8/2Q5 b - - stip \"h#2\"; cond \"Isardam\";\n";
    fs::write(path.join("x.epd"), line).expect("a file");
    assert_eq!(plan(path, "--units 3 --cut-above 0 --format jsonl x.epd --probe 0"), 3);
    (1..=3).for_each(|unit| assert_eq!(work(path, unit), 0));
    let whole = fs::read(result(path, 2)).expect("results");
    for at in (0..=6).map(|sixth| whole.len() * sixth / 6) {
        fs::remove_file(result(path, 2)).expect("a file");
        fs::write(result(path, 2).with_extension("part"), &whole[..at]).expect("a file");
        assert_eq!(work(path, 2), 0);
        assert_same(path, "solve --reproducible --format jsonl x.epd", "merge plan");
    }
    // One undecided part makes the whole undecided.
    fs::remove_dir_all(path.join("plan.results")).expect("a folder");
    let game_array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - stip \"#9\";\n";
    fs::write(path.join("x.epd"), game_array).expect("a file");
    assert_eq!(plan(path, "--task check --units 3 --cut-above 0 --probe 0 --time 0.2 --format jsonl x.epd"), 3);
    (1..=3).for_each(|unit| assert_eq!(work(path, unit), 0));
    let merged = run(path, "merge plan");
    assert_eq!(merged.status.code(), Some(3), "{}", text(&merged.stderr));
    assert!(text(&merged.stdout).contains("\"cut\":\"time\""));
}

/// In this test, different units examine the keys of one problem.
#[test]
fn a_cook_that_another_unit_finds_makes_the_whole_unsound() {
    let folder = temporary();
    let path = folder.path();
    // 1.Rh1# is a mate, and so is a move of the queen.
    let line = "7k/5K2/8/8/8/8/2Q5/R7 w - - stip \"#1\"; sol \"1.Rh1#\";\n";
    fs::write(path.join("x.epd"), line).expect("a file");
    let units = plan(path, "--task check --units 7 --cut-above 0 --probe 0 --format text x.epd");
    assert_eq!(units, 7);
    (1..=units).for_each(|unit| assert_eq!(work(path, unit), 0, "whatever the verdict is"));
    let with_mates = |unit: &usize| fs::read_to_string(result(path, *unit)).expect("results").contains("\"to\"");
    assert!((1..=units).filter(with_mates).count() >= 2, "the keys are in several units");
    let merged = run(path, "merge plan");
    assert_eq!(merged.status.code(), Some(1));
    assert!(text(&merged.stdout).contains("cook"), "{}", text(&merged.stdout));
    assert_same(path, "check --reproducible --format text x.epd", "merge plan");
}

/// Tests the division of a mate in one, of a long mate, and of a structured stipulation.
#[test]
fn a_problem_is_cut_well_or_not_at_all() {
    let folder = temporary();
    let path = folder.path();
    let rows = [
        ("7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";", "--units 4", 1, ""),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - stip \"#9\";", "--units 4 --probe 0", 4, ""),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sstip \"white 17a[#]d\";",
            "--units 4 --cut-above 0.1",
            1,
            "it cannot be divided at its first moves",
        ),
    ];
    for (problem, options, wanted, said) in rows {
        fs::write(path.join("x.epd"), format!("{problem}\n")).expect("a file");
        let output = run(path, &format!("plan --output plan {options} x.epd"));
        assert_eq!(output.status.code(), Some(0));
        let said_of = text(&output.stderr);
        let counted = format!("1 problem in {wanted} unit{}; ", if wanted == 1 { "" } else { "s" });
        assert!(said_of.contains(&counted) && said_of.contains(said), "{said_of}");
        assert_eq!(said_of.contains("note: x.epd:1: not divided"), !said.is_empty(), "{said_of}");
    }
}

#[test]
fn a_position_that_was_typed_can_be_planned() {
    let folder = temporary();
    let typed = ["7k/5K2/8/8/8/8/8/R7 w - -", "#1"];
    let of = |line: &str| command(folder.path(), line).args(typed).output().expect("the program runs");
    assert_eq!(of("plan --units 2 --output plan --reproducible").status.code(), Some(0));
    assert_eq!(work(folder.path(), 1), 0);
    assert_eq!(text(&run(folder.path(), "merge plan").stdout), text(&of("solve --reproducible").stdout));
}

#[test]
fn results_that_are_missing_torn_or_foreign_are_named() {
    let folder = folder();
    let path = folder.path();
    let units = plan(path, "--units 3 p --format jsonl --probe 0");
    assert_eq!(units, 3);
    (1..=units).for_each(|unit| assert_eq!(work(path, unit), 0));
    let good = fs::read(result(path, 2)).expect("results");
    let end = good.len();
    let with = |at: usize, byte: u8| [&good[..at], &[byte], &good[at + 1..]].concat();
    let rows: &[(&str, Vec<u8>)] = &[
        ("torn", good[..end / 2].to_vec()),
        ("torn", good[..end - 1].to_vec()),
        ("torn", Vec::new()),
        ("torn", with(end / 3, b'#')),
        ("torn", [&good[..], b"{}\n"].concat()),
        ("foreign", text(&good).replacen("\"plan\":\"", "\"plan\":\"0", 1).into_bytes()),
        ("foreign", b"7k/8/8/8/8/8/8/K7 w - -\n".to_vec()),
    ];
    for (word, bytes) in rows {
        fs::write(result(path, 2), bytes).expect("a file");
        let merged = run(path, "merge plan");
        assert_eq!(merged.status.code(), Some(75), "{word}");
        assert!(merged.stdout.is_empty(), "nothing is written that is not whole");
        let said = text(&merged.stderr);
        assert!(said.contains(&format!("unit-000002.jsonl: {word}")) && said.contains("unit 2: missing"), "{said}");
        assert_eq!(left(path), ["2"]);
    }
    fs::remove_file(result(path, 2)).expect("a file");
    assert_eq!(text(&run(path, "merge plan").stderr), "error: unit 2: missing\n");
    assert_eq!(work(path, 2), 0);
    assert_same(path, "solve --reproducible --format jsonl p", "merge plan");
    let named: Vec<String> = (1..=3).rev().map(|unit| result(path, unit).display().to_string()).collect();
    assert_same(path, "solve --reproducible --format jsonl p", &format!("merge plan {}", named.join(" ")));
    // A unit with results from two machines is printed once.
    copy(&path.join("plan.results"), &path.join("again"));
    assert_same(path, "solve --reproducible --format jsonl p", "merge plan plan.results again");
}

#[test]
fn a_unit_goes_on_where_it_was_killed() {
    let folder = folder();
    let path = folder.path();
    plan(path, "--units 1 p --format jsonl --probe 0");
    assert_eq!(work(path, 1), 0);
    let whole = fs::read(result(path, 1)).expect("results");
    let part = result(path, 1).with_extension("part");
    let one = run(path, "solve --reproducible --format jsonl p");
    for at in (0..=12).map(|twelfth| whole.len() * twelfth / 12) {
        fs::remove_file(result(path, 1)).expect("a file");
        fs::write(&part, &whole[..at]).expect("a file");
        assert_eq!(work(path, 1), 0);
        assert!(!part.exists());
        assert_eq!(text(&run(path, "merge plan").stdout), text(&one.stdout), "killed behind {at} bytes");
    }
    // The remains of another plan are not used.
    fs::remove_file(result(path, 1)).expect("a file");
    fs::write(&part, text(&whole).replacen("\"plan\":\"", "\"plan\":\"0", 1)).expect("a file");
    assert_eq!(work(path, 1), 0);
    assert_eq!(text(&run(path, "merge plan").stdout), text(&one.stdout));
}

#[test]
fn killed_workers_lose_nothing() {
    let folder = temporary();
    let path = folder.path();
    let line = "2K5/8/8/3p4/8/1q3k2/8/2Q5 b - - stip \"h#2\"; cond \"Isardam\";\n";
    fs::write(path.join("x.epd"), line.repeat(60)).expect("a file");
    assert_eq!(plan(path, "--units 2 --format jsonl x.epd --probe 0"), 2);
    for unit in [1, 2] {
        for _ in 0..3 {
            let mut worker = children::spawn(&mut command(path, &format!("work plan {unit}")));
            thread::sleep(Duration::from_millis(40));
            worker.kill().expect("it is killed, or has ended");
            children::end_of(&mut worker);
        }
        assert_eq!(work(path, unit), 0);
    }
    assert_same(path, "solve --reproducible --format jsonl x.epd", "merge plan");
}

/// A scheduler of a cluster ends a task with a signal if it needs the machine for another one.
#[cfg(unix)]
#[test]
fn a_unit_that_a_signal_has_ended_is_to_be_tried_again() {
    let folder = temporary();
    let path = folder.path();
    let short = "7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";\n";
    let long = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - stip \"#9\";\n";
    fs::write(path.join("x.epd"), format!("{short}{long}")).expect("a file");
    // In one unit, and in parts.
    for options in ["--units 1", "--units 4 --cut-above 0"] {
        let _ = fs::remove_dir_all(path.join("plan.results"));
        plan(path, &format!("{options} --format jsonl x.epd --probe 0"));
        let unit = left(path).len();
        let mut worker = children::spawn(&mut command(path, &format!("work plan {unit}")));
        let part = result(path, unit).with_extension("part");
        children::wait_until(|| part.exists());
        thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill").args(["-TERM", &worker.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        assert_eq!(children::end_of(&mut worker).code(), Some(75), "{options}");
        assert!(part.exists() && !result(path, unit).exists(), "what it has found is kept, and is not whole");
    }
}

#[test]
fn a_unit_is_worked_on_once_at_a_time() {
    let folder = folder();
    let path = folder.path();
    plan(path, "--units 2 p --probe 0");
    fs::create_dir(path.join("plan.results")).expect("a folder");
    let part = File::create(result(path, 1).with_extension("part")).expect("a file");
    part.lock().expect("a lock");
    assert_eq!(work(path, 1), 75);
    drop(part);
    assert_eq!(work(path, 1), 0);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder();
    let path = folder.path();
    plan(path, "--units 2 p --probe 0");
    let rows = [
        ("work plan 3", "there is no unit 3; expected a number from 1 to 2"),
        ("work plan 0", "there is no unit 0; expected a number from 1 to 2"),
        ("work p/a.epd 1", "this is not a plan of Keymove"),
        ("merge nowhere", "nowhere: "),
        ("plan --units 2 nowhere", "nowhere: "),
        ("plan --units 2 -", "not standard input"),
        ("plan --units 2 p --resume r", "resumes by itself"),
        ("plan --units 2 p --format html", "only a single run can make a page"),
        ("merge plan --output plan", "are the same file; nothing was written"),
    ];
    assert_eq!((work(path, 1), work(path, 2)), (0, 0));
    for (line, expected) in rows {
        let output = run(path, line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(expected), "{line}: {}", text(&output.stderr));
    }
    let (version, of_another) = (format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION")), "\"version\":\"0.0.0\"");
    let planned = fs::read_to_string(path.join("plan")).expect("a plan");
    fs::write(path.join("other"), planned.replacen(&version, of_another, 1)).expect("a file");
    fs::write(path.join("cut"), &planned[..planned.len() - 20]).expect("a file");
    for (line, expected) in [
        ("work other 1", "the plan was made by keymove 0.0.0"),
        ("merge other", "the plan was made by keymove 0.0.0"),
        ("work cut 1", "the plan is incomplete"),
        ("merge cut", "the plan is incomplete"),
    ] {
        let output = run(path, line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(expected), "{line}: {}", text(&output.stderr));
    }
    fs::remove_dir_all(path.join("plan.results")).expect("a folder");
    fs::write(path.join("p/a.epd"), MATES.replace("R7", "Q7")).expect("a file");
    let output = run(path, "work plan 1");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("have changed since the plan was made"));
}

#[test]
fn the_commands_of_the_page_work() {
    let page = fs::read_to_string(root().join("docs/cluster.md")).expect("the page");
    let (_, commands) = page.split_once("```sh\n").expect("commands");
    let (commands, _) = commands.split_once("```").expect("their end");
    let folder = temporary();
    copy(&root().join("problems/madrasi"), &folder.path().join("problems"));
    for line in commands.lines() {
        let output = run(folder.path(), line.strip_prefix("keymove ").expect("a command"));
        assert!(matches!(output.status.code(), Some(0 | 1)), "{line}: {}", text(&output.stderr));
    }
    assert!(folder.path().join("report.xml").is_file());
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("a file");
    }
}

/// Runs only if GNU parallel is installed.
#[test]
fn the_recipe_for_gnu_parallel_works() {
    if !Command::new("parallel").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return;
    }
    let folder = folder();
    let path = folder.path();
    plan(path, "--units 5 p --format jsonl --probe 0");
    let script = root().join("docs/cluster/parallel.sh");
    let programs = Path::new(KEYMOVE).parent().expect("a folder").display().to_string();
    let paths = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    let output = children::output(Command::new(script).args(["plan", "-j2"]).current_dir(path).env("PATH", paths));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_same(path, "solve --reproducible --format jsonl p", "merge plan");
}
