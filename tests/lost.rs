//! Tests that nothing is lost: by outputs that would destroy inputs, by interrupted runs, by two runs at once, and by
//! signals while a run waits for input.

#![cfg(unix)]

use crate::children::{self, KEYMOVE, Printed, keymove, printed, run, wait_until};
use crate::files::{read, temporary, write};
use crate::lines::{cooked, sound};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Runs a shell command in which `keymove` is the program.
fn shell(folder: &Path, command: &str) -> Printed {
    let whole = format!("keymove() {{ '{KEYMOVE}' \"$@\"; }}\n{command}");
    let mut command = Command::new("bash");
    printed(children::output(command.args(["-o", "pipefail", "-c", &whole]).current_dir(folder)))
}

fn begin(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = keymove(folder, arguments);
    children::spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))
}

/// Sends the signal (`INT`, `TERM`, `HUP`) to the child and waits for its end. Returns its output, errors and status.
fn signal(child: Child, name: &str) -> Printed {
    let number = child.id().to_string();
    let sent = children::output(Command::new("kill").args(["-s", name, &number]));
    assert!(sent.status.success());
    printed(children::output_of(child))
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

/// A problem whose solution takes far longer than any test.
const ENDLESS: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - stip \"#9\"; id \"endless\";\n";

// ── outputs ──────────────────────────────────────────────────────────────────────────────────────────────────

/// Each of these commands would destroy an input, or would write two outputs to one file. It must be refused.
#[test]
fn no_file_is_written_that_is_read_or_written_otherwise() {
    let folder = temporary();
    let path = folder.path();
    let problem = sound("one");
    for name in ["in.epd", "g.epd", "sub/h.epd"] {
        write(&folder, name, &problem);
    }
    write(&folder, "results", "");
    fs::hard_link(path.join("in.epd"), path.join("hard")).expect("a link");
    symlink("in.epd", path.join("soft")).expect("a link");
    symlink("new", path.join("dangling")).expect("a link");
    symlink("in.epd", path.join("g.epd.answers")).expect("a link");
    let before = names(&folder);
    let rows: &[&[&str]] = &[
        &["in.epd", "--output", "in.epd"],
        &["in.epd", "--output", "./sub/../in.epd"],
        &["in.epd", "--junit", "in.epd"],
        &["in.epd", "--resume", "in.epd"],
        &["in.epd", "--output", "hard"],
        &["in.epd", "--junit", "soft"],
        &["soft", "--output", "in.epd"],
        &["g.epd", "in.epd", "--output", "in.epd"],
        &[".", "--output", "g.epd"],
        &[".", "--junit", "sub/h.epd"],
        &[".", "--output", "not-there-yet.epd"],
        &["sub", "--junit", "sub/new.inp"],
        &["in.epd", "--output", "o", "--junit", "o"],
        &["in.epd", "--output", "o", "--resume", "./o"],
        &["in.epd", "--junit", "sub/../o", "--resume", "o"],
        &["in.epd", "--output", "dangling", "--junit", "new"],
        &["in.epd", "--output", "results", "--resume", "results"],
        &["in.epd", "--update", "--output", "in.epd.answers"],
        &["in.epd", "--update", "--junit", "./in.epd.answers"],
        &["g.epd", "--output", "g.epd.answers"],
        &["g.epd", "in.epd", "--update"],
    ];
    for row in rows {
        let (out, err, status) = run(path, [&["check"], *row].concat());
        assert!(status == 2 && out.is_empty(), "{row:?}: {status} {out}");
        assert!(err.starts_with("error: ") && err.ends_with("; nothing was written\n"), "{row:?}: {err}");
        assert_eq!(names(&folder), before, "{row:?}");
        for name in ["in.epd", "g.epd", "sub/h.epd"] {
            assert_eq!(read(&folder, name), problem, "{row:?}");
        }
    }
    for command in [
        "keymove check - <in.epd --output in.epd",
        "keymove check in.epd >>in.epd",
        "keymove check in.epd 2>>in.epd",
        "keymove check . >>g.epd",
        "keymove check in.epd --junit o >o",
        "keymove check in.epd --resume o 2>o",
    ] {
        let (_, _, status) = shell(path, command);
        assert_eq!(status, 2, "{command}");
        let added = fs::read_to_string(path.join("in.epd")).expect("a file");
        // If errors go into the file, it has one more line.
        assert!(added.starts_with(&problem) && (added == problem || command.contains("2>>")), "{command}: {added}");
        write(&folder, "in.epd", &problem);
    }
}

#[test]
fn what_may_be_written_twice_is() {
    let folder = temporary();
    let path = folder.path();
    write(&folder, "in.epd", sound("one"));
    let rows: &[&[&str]] = &[
        &["in.epd", "--output", "/dev/null", "--junit", "/dev/null"],
        &["in.epd", "./in.epd", "--output", "out"],
        &["in.epd", "in.epd", "--update"],
        &[".", "--output", "out", "--junit", "report.xml", "--resume", "results"],
    ];
    for row in rows {
        let (_, err, status) = run(path, [&["check"], *row].concat());
        assert!(status == 0 && err.is_empty(), "{row:?}: {status} {err}");
    }
    assert_eq!(names(&folder), ["in.epd", "in.epd.answers", "out", "report.xml", "results"]);
    let (out, _, status) =
        shell(path, "echo before >log; keymove check in.epd --reproducible --output /dev/stdout >>log 2>&1; cat log");
    assert_eq!(status, 0);
    assert_eq!(out, "before\nsound      in.epd:1  one  #1\n1 sound, 0 unsound, 0 undecided, 0 invalid\n");
    let (out, _, status) = shell(path, "keymove check in.epd --output /dev/null --junit /dev/stdout | tail -n 1");
    assert_eq!((out.as_str(), status), ("</testsuites>\n", 0), "a pipe cannot be gone back in");
}

/// Checks that the previous file remains until the new one is complete, even if its name is a link, and that the file
/// keeps its permissions.
#[test]
fn outputs_take_their_place_when_they_are_whole() {
    use std::os::unix::fs::PermissionsExt;
    let folder = temporary();
    let path = folder.path();
    write(&folder, "in.epd", sound("one"));
    write(&folder, "sub/out", "before\n");
    symlink("sub/out", path.join("link")).expect("a link");
    fs::set_permissions(path.join("sub/out"), fs::Permissions::from_mode(0o640)).expect("permissions");
    let (_, err, status) = run(path, ["check", "in.epd", "--output", "link", "--reproducible"]);
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(read(&folder, "sub/out").starts_with("sound "));
    assert!(path.join("link").is_symlink());
    let mode = fs::metadata(path.join("sub/out")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(fs::read_dir(path.join("sub")).expect("a folder").count(), 1);
    let (_, err, status) = run(path, ["check", "in.epd", "--output", "sub"]);
    assert!(status == 2 && err.starts_with("error: sub: "), "{err}");
}

#[test]
fn an_interrupted_run_keeps_the_file_from_before_and_what_it_has_found() {
    let folder = temporary();
    let path = folder.path();
    write(&folder, "in.epd", &(sound("one") + ENDLESS + &sound("three")));
    write(&folder, "old", "before\n");
    let parts = || names(&folder).into_iter().filter(|name| name.ends_with(".part")).collect::<Vec<_>>();
    let begun = |output: &str| {
        let child = begin(
            path,
            &["check", "in.epd", "--output", output, "--junit", "j.xml", "--reproducible", "--threads", "1"],
        );
        wait_until(|| parts().iter().any(|name| name.starts_with(output) && read(&folder, name).contains("one")));
        // The output of the first problem does not show that the second has begun.
        std::thread::sleep(Duration::from_millis(100));
        child
    };
    let expected = "sound      in.epd:1  one  #1\nundecided  in.epd:2  endless  #9\n1 sound, 0 unsound, 1 undecided, 0 invalid, 1 not begun\n";
    let (_, err, status) = signal(begun("old"), "INT");
    assert_eq!(status, 130, "{err}");
    assert_eq!(read(&folder, "old"), "before\n");
    let [part] = &parts()[..] else { panic!("{:?}", names(&folder)) };
    assert!(err.contains(part), "{err}");
    assert_eq!(read(&folder, part), expected);
    let report = read(&folder, "j.xml");
    assert!(report.contains("message=\"the run was interrupted: 1 not begun\"") && report.ends_with("</testsuites>\n"));
    assert!(report.contains("tests=\"3\" failures=\"0\" errors=\"2\""), "{report}");
    fs::remove_file(path.join(part)).expect("a file");
    // Without a previous file, nothing can be lost.
    let (_, _, status) = signal(begun("new"), "TERM");
    assert_eq!((status, read(&folder, "new").as_str()), (130, expected));
}

// ── resuming ─────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn after_any_signal_the_file_of_results_is_that_of_a_run_without_one() {
    let folder = temporary();
    let path = folder.path();
    // Slow problems, so that later ones finish first.
    let slow = "8/8/p1p1p1p1/k7/8/8/1R6/K6B b - - stip \"h#3\"; opt \"SetPlay\";";
    let line = |i: usize| if i % 5 == 2 { format!("{slow} id \"p{i}\";\n") } else { sound(&format!("p{i}")) };
    write(&folder, "x.epd", (0..60).map(line).collect::<String>());
    let arguments = |results| ["check", "x.epd", "--threads", "4", "--resume", results];
    run(path, arguments("whole"));
    let whole = read(&folder, "whole");
    assert_eq!(whole.lines().count(), 60);
    for (i, name) in ["INT", "TERM", "HUP", "INT", "TERM", "HUP"].into_iter().enumerate() {
        let _ = fs::remove_file(path.join("part"));
        let child = begin(path, &arguments("part"));
        wait_until(|| fs::read_to_string(path.join("part")).unwrap_or_default().lines().count() > 7 * i);
        let (out, _, status) = signal(child, name);
        assert!([130, 1, 0].contains(&status), "{status} {out}");
        let part = read(&folder, "part");
        assert!(whole.starts_with(&part), "{name}: what is there is right, and nothing is left out");
    }
    run(path, arguments("part"));
    assert!(read(&folder, "part") == whole);
}

#[test]
fn a_second_run_does_not_add_to_the_same_file() {
    let folder = temporary();
    let path = folder.path();
    write(&folder, "x.epd", &(sound("one") + ENDLESS));
    let first = begin(path, &["check", "x.epd", "--resume", "r"]);
    wait_until(|| fs::metadata(path.join("r")).is_ok_and(|about| about.len() > 0));
    let (_, err, status) = run(path, ["check", "x.epd", "--resume", "r"]);
    assert!(
        status == 2 && err == "error: r: another run is writing to the file; nothing was read or written\n",
        "{err}"
    );
    assert_eq!(signal(first, "TERM").2, 130);
    assert_eq!(read(&folder, "r").lines().count(), 1);
}

#[test]
fn what_was_said_is_known_from_before_and_what_contradicts_itself_is_not() {
    let folder = temporary();
    let path = folder.path();
    write(&folder, "x.epd", &(sound("one") + &cooked("two") + "rubbish\n"));
    let check = || run(path, ["check", "x.epd", "--resume", "r", "--junit", "j.xml", "--reproducible"]);
    let (_, _, status) = check();
    let (results, report) = (read(&folder, "r"), read(&folder, "j.xml"));
    let (_, err, again) = check();
    assert_eq!((again, err.matches("error").count()), (status, 0), "{err}");
    assert_eq!(read(&folder, "j.xml"), report, "the report of a run that has nothing left to do is the same");
    assert!(report.contains("message=\"cook: 1.Ra1-h1 is a second key\""), "{report}");
    // Edits to the results: the second problem becomes sound, the first undecided without a limit, or of unknown
    // status.
    for (old, new) in
        [("\"status\":1", "\"status\":0"), ("\"status\":0", "\"status\":3"), ("\"status\":1", "\"status\":9")]
    {
        write(&folder, "r", results.replacen(old, new, 1));
        let (out, err, again) = check();
        assert!(err.starts_with("note: r: 1 line was ignored"), "{err}");
        assert!(again == status && out.contains("2 problems: known from before"), "{out}");
        assert_eq!(read(&folder, "r").lines().count(), 4);
        let (out, _, _) = check();
        assert!(out.contains("3 problems: known from before"), "the line that was added is taken: {out}");
    }
}

// ── signals, pipes and devices ───────────────────────────────────────────────────────────────────────────────

#[test]
fn the_first_signal_ends_it_also_where_nothing_comes() {
    let folder = temporary();
    let path = folder.path();
    write(&folder, "in.epd", sound("one"));
    let made = children::output(Command::new("mkfifo").arg(path.join("pipe")));
    assert!(made.status.success());
    let rows: &[&[&str]] = &[
        &["solve", "pipe"],
        &["check", "in.epd", "pipe", "--junit", "j.xml"],
        &["check", "in.epd", "--output", "pipe", "--junit", "j.xml"],
        &["check", "in.epd", "--junit", "pipe", "--output", "out"],
    ];
    for (i, row) in rows.iter().enumerate() {
        let child = begin(path, row);
        // The program does not report that it waits.
        std::thread::sleep(Duration::from_millis(300));
        let (_, err, status) = signal(child, ["INT", "TERM", "HUP"][i % 3]);
        assert_eq!(status, 130, "{row:?}: {err}");
        assert!(!names(&folder).iter().any(|name| name.ends_with(".part")), "{row:?}");
    }
}

/// `nohup` and shells that start a program in the background make it ignore a signal, and rely on that. The other
/// signals must still end the run.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_at_the_start_stays_ignored() {
    let folder = temporary();
    write(&folder, "x.epd", &(sound("one") + ENDLESS));
    for name in ["HUP", "INT", "TERM"] {
        // Before the first line of output, the run may not have reached the point at which signals matter.
        let command = format!(
            "trap '' {name}; keymove check x.epd --time 2 --resume r-{name} >out & p=$!
             while ! [ -s r-{name} ]; do sleep 0.05; done; kill -s {name} $p; wait $p"
        );
        let (_, err, status) = shell(folder.path(), &command);
        assert_eq!(status, 3, "{name}: {err}");
        assert!(read(&folder, "out").contains("1 sound, 0 unsound, 1 undecided"), "{name}");
    }
    let command = "nohup keymove_program check x.epd --resume r >out & p=$!
         while ! [ -s r ]; do sleep 0.05; done; kill -s HUP $p; sleep 0.2; kill -s TERM $p; wait $p";
    let (_, err, status) = shell(folder.path(), &command.replace("keymove_program", &format!("'{KEYMOVE}'")));
    assert_eq!(status, 130, "{err}");
    assert!(read(&folder, "out").contains("1 sound, 0 unsound, 1 undecided"));
}

/// Checks that children of tests do not inherit ignored signals, so that tests have the same results under a runner
/// that ignores them.
#[cfg(target_os = "linux")]
#[test]
fn children_of_tests_begin_with_default_signals() {
    let folder = temporary();
    if std::env::var_os("KEYMOVE_SIGNALS_ARE_IGNORED").is_some() {
        let (out, _, _) = shell(folder.path(), "grep SigIgn /proc/self/status");
        let mask = u64::from_str_radix(out.trim_start_matches("SigIgn:").trim(), 16).expect("a mask");
        assert_eq!(mask & 0x4003, 0, "SIGHUP, SIGINT and SIGTERM: {out}");
        return;
    }
    let this = std::env::current_exe().expect("this program");
    let again = format!(
        "trap '' HUP INT TERM; KEYMOVE_SIGNALS_ARE_IGNORED=1 '{}' --exact lost::children_of_tests_begin_with_default_signals",
        this.display()
    );
    let (out, err, status) = shell(folder.path(), &again);
    assert!(status == 0 && out.contains("1 passed"), "{out}{err}");
}

/// Some clients write a problem to a pipe, and wait for the answer before they send the next problem.
#[test]
fn a_problem_is_answered_before_the_next_one_has_come() {
    use std::io::Write;
    let folder = temporary();
    let mut command = keymove(&folder, ["check", "-", "--reproducible"]);
    let mut child = children::spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut input = child.stdin.take().expect("a pipe");
    let answers = children::lines(child.stdout.take().expect("a pipe"));
    for i in 1..4 {
        input.write_all(sound("p").as_bytes()).expect("it listens");
        let answer = answers.recv_timeout(children::LIMIT).expect("an answer");
        assert_eq!(answer, format!("sound      <stdin>:{i}  p  #1"));
    }
    drop(input);
    assert!(children::end_of(&mut child).success());
}

#[test]
fn output_that_nobody_takes_is_no_success_and_one_that_has_gone_away_is_not_complained_to() {
    let folder = temporary();
    let path = folder.path();
    write(&folder, "in.epd", sound("one").repeat(3000));
    for command in
        ["solve in.epd", "check in.epd", "solve -f jsonl in.epd", "list conditions", "check in.epd --resume r"]
    {
        let (_, err, status) = shell(path, &format!("keymove {command} | head -n 1"));
        assert!(!err.contains("error") && status == 2, "{command}: {status} {err}");
    }
    #[cfg(target_os = "linux")]
    for command in ["--help", "--version", "list pieces", "perft '8/8/8/8/8/8/8/K1k5 w - -' 2", "solve in.epd"] {
        let (_, err, status) = shell(path, &format!("keymove {command} >/dev/full"));
        assert!(err.starts_with("error: standard output: No space left") && status == 2, "{command}: {status} {err}");
        let (_, _, status) = shell(path, &format!("keymove {command} >/dev/full 2>/dev/full"));
        assert_eq!(status, 2, "{command}");
    }
}

#[test]
fn more_memory_than_there_is_is_said() {
    let folder = temporary();
    let (out, err, status) =
        shell(folder.path(), "ulimit -v 8000000; keymove check '7k/5K2/8/8/8/8/8/R7 w - -' '#1' --memory 1048576");
    assert!(status == 2 && out.is_empty(), "{out}{err}");
    assert!(err.starts_with("error: --memory 1048576: too large: the tables take half of it"), "{err}");
}

/// A test by hand covers further time limits: a king that can be captured makes a problem invalid under each of them.
#[test]
fn a_king_that_can_be_captured_is_invalid_under_every_limit() {
    let folder = temporary();
    let limits: &[&[&str]] =
        &[&[], &["--time", "0"], &["--memory", "0"], &["--max-solutions", "1"], &["--time", "0", "--no=bitboards"]];
    for (position, play) in
        [("8/8/8/8/8/5k2/5R2/K7 b - -", "h#2"), ("7k/8/8/8/8/8/8/K6R w - -", "#2"), ("7k/8/8/8/8/8/8/K6R w - -", "s#9")]
    {
        for limit in limits {
            let (out, err, status) = run(folder.path(), [&["check", position, play], *limit].concat());
            assert_eq!(status == 2, play != "h#2", "{play} {limit:?}: {out}{err}");
            assert_eq!(out.starts_with("invalid  "), play != "h#2", "{play} {limit:?}: {out}");
        }
    }
}
