//! Tests batches: runs that are resumed or killed lose nothing, answers are recorded and compared, reports for CI are
//! valid, and limits hold. `docs/trust.md` describes tests of larger batches by hand.

use crate::children::{self, keymove, run};
use crate::files::{read, root, temporary, write};
use crate::lines::{cooked, sound};
use std::fs;
use std::process::Stdio;
use std::time::Duration;

/// A problem whose search every limit cuts: helpmates with a great many lines, in which checks never end.
const LONG: &str = "3qkr2/8/8/8/8/8/8/QQ2K2R w - - stip \"h+3\"; id \"long\";\n";

// ── folders ──────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn a_folder_is_read_with_all_that_is_below_it_sorted_by_name() {
    let folder = temporary();
    for name in ["b/two.epd", "b/one.fen", "a/z.epd", "c.inp", "b/not.txt", "a/x.epd.answers"] {
        let popeye = "beginproblem\npieces white Kf7 Ra1 black Kh8\nstip #1\nendproblem\n";
        let text = if name.ends_with("inp") { popeye.to_string() } else { sound("p") };
        write(folder.path(), name, if name.ends_with("answers") { "" } else { &text });
    }
    let (out, err, status) = run(folder.path(), ["check", ".", "--reproducible"]);
    let places: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(places, ["./a/z.epd:1", "./b/one.fen:1", "./b/two.epd:1", "./c.inp:1", "sound,"], "{out}{err}");
    assert_eq!(status, 0);
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    let (_, err, status) = run(folder.path(), ["check", "empty"]);
    assert!(status == 2 && err.contains("the folder contains no problem file"), "{err}");
}

#[test]
fn the_summary_counts_every_problem_and_why() {
    let folder = temporary();
    let undecided = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - stip \"s#9\";\n";
    let text = sound("a") + &cooked("b") + &cooked("c") + "rubbish\n" + undecided;
    write(folder.path(), "x.epd", &text);
    let (out, _, status) = run(folder.path(), ["check", "x.epd", "--time", "0.3", "--reproducible"]);
    assert!(out.ends_with("        2 problems: cook\n1 sound, 2 unsound, 1 undecided, 1 invalid\n"), "{out}");
    assert_eq!(status, 2);
}

// ── what limits cut ──────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn what_a_limit_cuts_never_prints_as_complete() {
    let folder = temporary();
    write(folder.path(), "x.epd", LONG);
    let cut = [("--memory", "1"), ("--time", "0.05"), ("--max-solutions", "2")];
    for (limit, value) in cut {
        let with = |arguments: &[&str]| {
            let mut all = arguments.to_vec();
            // Without the limit there would be far too many lines.
            all.extend(["x.epd", limit, value, "--reproducible"]);
            run(folder.path(), &all)
        };
        let (text, _, status) = with(&["solve"]);
        assert!(status == 3 && text.contains("\nUndecided: ") && !text.contains("was complete"), "{limit}: {text}");
        let (popeye, _, status) = with(&["solve", "--format", "popeye"]);
        let is_cut = popeye.contains("\nPartial solution\n") || popeye.contains("\nsolving interrupted.\n");
        assert!(is_cut, "{limit}: {popeye}");
        assert!(status == 3 && !popeye.contains("finished"), "{limit}");
        let (json, _, status) = with(&["solve", "--format", "jsonl"]);
        assert!(status == 3 && json.contains("\"cut\":\"") && !json.contains("\"cut\":null"), "{limit}");
        assert!(json.contains("\"verdict\":\"un"), "{limit}: neither sound nor invalid");
        let (json, _, status) = with(&["check", "--format", "jsonl", "--junit", "x.xml"]);
        assert!((status == 3 || status == 1) && json.contains("\"cut\":\""), "{limit}");
        let report = read(folder.path(), "x.xml");
        assert!(!report.contains("time=\"0\"/>\n") && report.contains("message="), "{limit}: {report}");
        let (out, _, status) = with(&["check", "-v", "--annotations", "github"]);
        assert!(status == 3 || status == 1, "{limit}: {out}");
        assert!(out.contains("undecided") && out.contains("\n::") && !out.contains("1 sound"), "{limit}: {out}");
    }
    let (out, _, status) = run(folder.path(), ["solve", "--no=table", "--memory", "1", "--format", "jsonl", "x.epd"]);
    assert!(status == 3 && out.contains("\"cut\":\"memory\""), "{}", &out[..200]);
}

/// The delay after the time limit is measured by hand; `tests/interrupts.rs` counts that every play checks the clock
/// often enough.
#[test]
fn time_cuts_every_play_and_batches() {
    let folder = temporary();
    let array = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
    let plays = ["#9", "s#9", "r#9", "h#9", "hs#9", "ser-h#30", "ser-#30", "pser-#30", "reci-h#9", "=9", "h=9"];
    for play in plays {
        write(folder.path(), "x.epd", format!("{array} stip \"{play}\";\n"));
        let (out, _, status) = run(folder.path(), ["check", "x.epd", "--time", "0.1"]);
        // A short solution may be found before the time is over.
        assert!(!out.starts_with("sound") && [1, 3].contains(&status), "{play}: {out}");
    }
    let lines: String = plays.iter().map(|play| format!("{array} stip \"{play}\";\n")).collect();
    write(folder.path(), "all.epd", &lines);
    let (out, _, _) = run(folder.path(), ["check", "all.epd", "--time", "0.1", "--threads", "4"]);
    assert!(out.contains("0 sound, ") && out.contains(", 0 invalid") && !out.contains(", 0 undecided"), "{out}");
}

#[test]
fn long_series_long_lengths_and_long_lines_are_no_trouble() {
    let folder = temporary();
    let blocked = "7k/8/6p1/8/8/1P6/8/K6n w - -";
    for play in ["exact-ser-h=200", "exact-ser-#200", "exact-h#300", "exact-#300", "exact-s#300", "h#128", "#128"] {
        let (out, err, status) = run(folder.path(), ["check", blocked, play, "--time", "0.1", "--no=bounds"]);
        assert!(!out.starts_with("sound") && [1, 3].contains(&status), "{play}: {out}{err}");
    }
    let many = format!("7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; {}\n", "c0 \"\"; ".repeat(100_000));
    write(folder.path(), "many.epd", &many);
    let (out, err, status) = run(folder.path(), ["check", "many.epd"]);
    assert!(status == 0 && out.starts_with("sound"), "{out}{err}");
}

// ── resuming ─────────────────────────────────────────────────────────────────────────────────────────────────

fn batch_of(count: usize) -> String {
    (0..count).map(|i| if i % 7 == 3 { cooked(&format!("p{i}")) } else { sound(&format!("p{i}")) }).collect()
}

#[test]
fn a_batch_is_taken_up_where_it_was_left() {
    let folder = temporary();
    let path = folder.path();
    write(path, "x.epd", &(batch_of(30) + "rubbish\n" + &sound("p0")));
    let check = |results: &str| run(path, ["check", "x.epd", "--resume", results, "--reproducible"]);
    let (_, _, status) = check("whole");
    assert_eq!(status, 2);
    let whole = read(path, "whole");
    assert_eq!(whole.lines().count(), 32, "a line a problem, the same one twice");
    // Every point at which writing may have stopped, including the middle of a line.
    for length in [0, 1, 17, 200, whole.len() / 2, whole.rfind("rubbish").unwrap_or(0) + 3, whole.len() - 1] {
        write(path, "part", &whole[..length]);
        let (out, err, status) = check("part");
        assert_eq!(read(path, "part"), whole, "cut at {length}");
        let torn = length > 0 && !whole[..length].ends_with('\n');
        assert_eq!(err.contains("is incomplete"), torn, "{length}: {err}");
        assert!(status == 2 && out.ends_with("27 sound, 4 unsound, 0 undecided, 1 invalid\n"), "{out}");
    }
    // Nothing is solved twice, except a changed problem or one under other options.
    let (out, _, _) = check("whole");
    assert_eq!(out.lines().count(), 3, "{out}");
    assert_eq!(read(path, "whole"), whole);
    write(path, "x.epd", &(sound("new") + &batch_of(30) + "rubbish\n" + &sound("p0")));
    let (out, _, _) = check("whole");
    assert!(
        out.starts_with(
            "sound      x.epd:1  new  #1\n        4 problems: cook\n       32 problems: known from before\n"
        ),
        "{out}"
    );
    run(path, ["check", "x.epd", "--allow-duals", "--resume", "whole", "--reproducible"]);
    assert_eq!(read(path, "whole").lines().count(), 33 + 33);
}

#[test]
fn what_was_undecided_is_done_again_under_other_limits_only() {
    let folder = temporary();
    let path = folder.path();
    write(path, "x.epd", LONG);
    let solve = |most: &str| {
        let arguments = ["solve", "x.epd", "--format", "jsonl", "--max-solutions", most, "--resume", "r"];
        run(path, [&arguments[..], &["--reproducible"]].concat())
    };
    assert_eq!(solve("2").2, 3);
    let (again, err, status) = solve("2");
    assert!(again.is_empty() && err.contains("1 problem: known from before") && status == 3, "{err}");
    assert!(!solve("3").0.is_empty());
    assert_eq!(read(path, "r").lines().count(), 2);
}

#[test]
fn a_file_of_something_else_is_not_written_to() {
    let folder = temporary();
    let path = folder.path();
    for text in [sound("a"), "no end of line".to_string(), "{\"format\":\"other\"}\n".to_string()] {
        write(path, "x.epd", sound("a"));
        write(path, "results", &text);
        let (_, err, status) = run(path, ["check", "x.epd", "--resume", "results"]);
        assert!(status == 2 && err.contains("is not a result of Keymove"), "{err}");
        assert_eq!(read(path, "results"), text);
    }
}

/// `docs/trust.md` describes a test by hand with many more kills.
#[cfg(unix)]
#[test]
fn killed_in_the_middle_nothing_is_lost() {
    let folder = temporary();
    let path = folder.path();
    let slow = "8/8/p1p1p1p1/k7/8/8/1R6/K6B b - - stip \"h#3\"; opt \"SetPlay\";\n";
    let lines: String = (0..300).map(|i| slow.replace("stip", &format!("id \"p{i}\"; stip"))).collect();
    write(path, "x.epd", &lines);
    let arguments = ["check", "x.epd", "--resume"];
    run(path, [&arguments[..], &["whole"]].concat());
    let whole = read(path, "whole");
    assert_eq!(whole.lines().count(), 300);
    for wait in [5, 20, 35, 60, 90, 120] {
        let mut command = keymove(path, arguments);
        let mut child = children::spawn(command.arg("part").stdout(Stdio::null()).stderr(Stdio::null()));
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().expect("it can be killed");
        children::end_of(&mut child);
        let part = fs::read_to_string(path.join("part")).unwrap_or_default();
        assert!(whole.starts_with(&part), "what is there is right");
    }
    run(path, [&arguments[..], &["part"]].concat());
    assert_eq!(read(path, "part"), whole);
}

// ── recorded answers ─────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn recorded_answers_are_compared() {
    let folder = temporary();
    let path = folder.path();
    write(path, "a/x.epd", &(sound("one") + &cooked("two")));
    let check = |more: &[&str]| run(path, [&["check", "a", "--reproducible"], more].concat());
    assert_eq!(check(&["--update"]).2, 1, "a cook stays one");
    let answers = read(path, "a/x.epd.answers");
    insta::assert_snapshot!("answers", answers);
    let (out, err, _) = check(&[]);
    assert!(!out.contains("changed") && err.is_empty(), "{out}{err}");
    // A different order and a moved problem change nothing.
    write(path, "a/x.epd", &(cooked("two") + "# said in between\n\n" + &sound("one")));
    assert!(!check(&[]).0.contains("changed"));
    // The answer of a problem changes.
    write(path, "a/x.epd", &(cooked("two") + &sound("one").replace("R7", "1R6")));
    let (out, _, status) = check(&["--junit", "j.xml", "--annotations", "github"]);
    insta::assert_snapshot!("changed_answer", out);
    assert_eq!(status, 1);
    assert!(read(path, "j.xml").contains("<failure type=\"changed\""));
    // One problem is new, one has gone.
    write(path, "a/x.epd", &(sound("one") + &sound("three").replace("R7", "1R6")));
    let (out, err, status) = check(&[]);
    assert!(status == 1 && out.contains("    changed: no answer is recorded\n"), "{out}");
    assert_eq!(err, "error: a/x.epd: an answer is recorded for two, but the problem is not in the file\n");
    assert!(out.ends_with("\n2 sound, 0 unsound, 0 undecided, 0 invalid, 1 changed, 1 gone\n"), "{out}");
    // Known results are neither compared nor missed.
    write(path, "a/x.epd", &(sound("one") + &cooked("two")));
    check(&["--resume", "r"]);
    let (_, err, _) = check(&["--resume", "r"]);
    assert!(err.is_empty(), "{err}");
    // The result of a cut search is neither compared nor recorded.
    write(path, "a/x.epd", LONG);
    run(path, ["check", "a", "--update"]);
    let before = read(path, "a/x.epd.answers");
    let limited = ["check", "a", "--max-solutions", "1"];
    let (out, _, status) = run(path, limited);
    assert!([1, 3].contains(&status) && !out.contains("changed"), "{out}");
    let (_, err, _) = run(path, [&limited[..], &["--update"]].concat());
    assert!(err.contains("were not recorded"), "{err}");
    assert_eq!(read(path, "a/x.epd.answers"), before);
}

/// Checks some of our own problems in the repository against their recorded answers; `.ci/run` checks the whole folder.
#[test]
fn answers_stand_beside_our_own_problems() {
    let (out, err, status) = run(root(), ["check", "problems/self", "problems/twins", "--allow-duals"]);
    assert!(status == 0 && err.is_empty() && !out.contains("changed"), "{out}{err}");
    let mut files = 0;
    for entry in fs::read_dir(root().join("problems/self")).expect("problems") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "epd") {
            files += 1;
            assert!(path.with_extension("epd.answers").is_file(), "{}", path.display());
        }
    }
    assert!(files > 0);
}

// ── reports for CI ───────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn the_report_for_ci_is_sound_xml_with_counts() {
    let folder = temporary();
    let path = folder.path();
    write(path, "a.epd", &(sound("<&\u{1}>") + &cooked("two") + "rubbish\n"));
    write(path, "b.epd", LONG);
    let (_, _, status) = run(path, ["check", ".", "--junit", "j.xml", "--max-solutions", "1", "--reproducible"]);
    assert_eq!(status, 2);
    let report = read(path, "j.xml");
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(" +>", " >");
    settings.bind(|| insta::assert_snapshot!("junit", report));
    assert!(is_well_formed(&report), "{report}");
    let (_, err, status) = run(path, ["check", "a.epd", "--junit", "no/such/folder.xml"]);
    assert!(status == 2 && err.contains("no/such/folder.xml"), "{err}");
}

/// Whether the text is well-formed XML: every element is closed in order, and special characters are escaped.
fn is_well_formed(xml: &str) -> bool {
    let mut open = Vec::new();
    for piece in xml.split('<').skip(1) {
        let Some((tag, text)) = piece.split_once('>') else { return false };
        let quoted_well = tag.matches('"').count() % 2 == 0;
        let bare = |text: &str| text.replace("&lt;", "").replace("&gt;", "").replace("&amp;", "").replace("&quot;", "");
        if !quoted_well || bare(text).contains('&') || bare(tag).contains('&') || xml.contains('\u{1}') {
            return false;
        }
        let name = tag.split(' ').next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return false,
            Some(_) => {}
            None if tag.starts_with('?') || tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    open.is_empty()
}

#[test]
fn annotations_point_to_the_place() {
    let folder = temporary();
    let path = folder.path();
    write(path, "a,b.epd", &(sound("one") + &cooked("two: 100%") + &sound("x").replace("#1", "#x1")));
    let (out, _, _) = run(path, ["check", "a,b.epd", "--annotations", "github"]);
    let lines: Vec<&str> = out.lines().filter(|line| line.starts_with("::")).collect();
    assert_eq!(lines.len(), 2, "{out}");
    assert!(lines[0].starts_with("::error file=a%2Cb.epd,line=2,col=1,title=two%3A 100%25 unsound::cook: "), "{out}");
    assert!(lines[1].starts_with("::error file=a%2Cb.epd,line=3,col=34,title=x invalid::"), "{out}");
}

// ── what can go wrong with files ─────────────────────────────────────────────────────────────────────────────

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_pipe_are_said_and_are_no_success() {
    let folder = temporary();
    let path = folder.path();
    write(path, "x.epd", batch_of(300));
    for arguments in [["--output", "/dev/full"], ["--resume", "/dev/full"], ["--junit", "/dev/full"]] {
        let (_, err, status) = run(path, [&["check", "x.epd"], &arguments[..]].concat());
        // The problems of this batch repeat each other, which is reported too.
        let has_error = err.lines().any(|line| line.starts_with("error: "));
        assert!(status == 2 && has_error, "{arguments:?}: {status} {err}");
    }
    let spawn = |out: Stdio| {
        let mut command = keymove(path, ["check", "x.epd", "--resume", "results"]);
        children::spawn(command.stdout(out).stderr(Stdio::piped()))
    };
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let output = children::output_of(spawn(full.into()));
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && err.contains("error: "), "{err}");
    let mut child = spawn(Stdio::piped());
    drop(child.stdout.take());
    let output = children::output_of(child);
    assert_eq!(output.status.code(), Some(2));
    // The results recorded until then are complete, and the rest follows.
    let (out, _, status) = run(path, ["check", "x.epd", "--resume", "results", "--reproducible"]);
    assert!(status == 1 && out.ends_with("257 sound, 43 unsound, 0 undecided, 0 invalid\n"), "{out}");
    assert_eq!(read(path, "results").lines().count(), 300);
}

#[cfg(unix)]
#[test]
fn where_nothing_may_be_written_nothing_is_lost() {
    use std::os::unix::fs::PermissionsExt;
    let folder = temporary();
    let path = folder.path();
    write(path, "a/x.epd", sound("one"));
    run(path, ["check", "a", "--update"]);
    let before = read(path, "a/x.epd.answers");
    fs::set_permissions(path.join("a"), fs::Permissions::from_mode(0o555)).expect("permissions");
    // A file cannot replace a folder.
    fs::create_dir(path.join("folder")).expect("a folder");
    for argument in ["--output", "--resume", "--junit"] {
        let (_, err, status) = run(path, ["check", "a/x.epd", argument, "folder"]);
        assert!(status == 2 && err.contains("error: folder"), "{argument}: {status} {err}");
    }
    // The superuser may write everywhere else.
    if fs::write(path.join("a/probe"), "").is_err() {
        for arguments in [&["--update"][..], &["--output", "a/out"], &["--resume", "a/r"], &["--junit", "a/j.xml"]] {
            let (_, err, status) = run(path, [&["check", "a"], arguments].concat());
            assert!(status == 2 && err.contains("error: a/"), "{arguments:?}: {status} {err}");
        }
    }
    fs::set_permissions(path.join("a"), fs::Permissions::from_mode(0o755)).expect("permissions");
    assert_eq!(read(path, "a/x.epd.answers"), before);
}

// ── order ────────────────────────────────────────────────────────────────────────────────────────────────────

/// Checks that the answer to a problem does not depend on the problems before it, on the number of threads or on the
/// size of the table.
#[test]
fn the_order_of_a_batch_changes_no_answer() {
    let folder = temporary();
    let path = folder.path();
    let mut lines: Vec<String> = Vec::new();
    for name in ["direct/twomovers", "help/helpselfmates", "isardam/isardam", "madrasi/madrasi", "twins/geometry"] {
        let text = fs::read_to_string(root().join(format!("problems/{name}.epd"))).expect("problems");
        lines.extend(text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(String::from));
    }
    let answers = |lines: &[String], threads: &str, memory: &str| {
        write(path, "x.epd", lines.join("\n"));
        let _ = fs::remove_file(path.join("x.epd.answers"));
        run(path, ["check", "x.epd", "--update", "--threads", threads, "--memory", memory]);
        let text = read(path, "x.epd.answers");
        let mut blocks: Vec<String> = text.split("\n== ").skip(1).map(|block| block.trim_end().to_string()).collect();
        blocks.sort_unstable();
        blocks
    };
    let expected = answers(&lines, "1", "64");
    assert_eq!(expected.len(), lines.len());
    for (turn, threads, memory) in [(3, "2", "1024"), (11, "8", "4"), (17, "16", "64")] {
        lines.rotate_left(turn);
        lines.reverse();
        assert!(answers(&lines, threads, memory) == expected, "{threads} threads, {memory} MB");
    }
}
