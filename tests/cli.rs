//! Tests the program as users see it: commands, exit status, errors, limits, and equal output for any number of
//! threads.

use crate::children::{self, Printed, words};
use crate::files::{root, temporary};
use keymove::solve::Technique;
use std::fs;

fn run(arguments: &[&str]) -> Printed {
    children::run(root(), arguments)
}

fn run_on(arguments: &[&str], input: impl AsRef<[u8]>) -> Printed {
    children::run_on(root(), arguments, input)
}

fn check(line: &str) -> Printed {
    run_on(&["check", "-v"], line)
}

const MADRASI: &str = "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - -";

#[test]
fn every_command_of_the_readme_works() {
    let readme = fs::read_to_string(root().join("README.md")).expect("README.md");
    let mut count = 0;
    for line in readme.lines() {
        let line = line.split(" # ").next().unwrap_or(line).trim_end();
        // `.ci/run` runs the cargo commands; the first one is a problem with arguments after `--`.
        let Some(arguments) = line.strip_prefix("keymove ").or_else(|| line.strip_prefix("cargo run --release -- "))
        else {
            continue;
        };
        let words = words(arguments);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // It runs until it is ended; `tests/studio.rs` asks it.
        if words == ["serve"] {
            continue;
        }
        let (out, err, status) = run(&words);
        assert!(status == 0 || words[0] == "check" && status == 1, "{line}: {status}\n{out}\n{err}");
        // `explore` notes problems without finds.
        let has_notes_only = err.lines().all(|line| words[0] == "explore" && line.starts_with("note: "));
        assert!(!out.is_empty() && has_notes_only, "{line}\n{err}");
        count += 1;
    }
    assert!(count >= 8, "{count} commands");
}

#[test]
fn a_typed_problem_is_solved() {
    let (out, _, status) =
        run(&["solve", MADRASI, "#2", "-c", "Madrasi", "-O", "Variations NoBoard", "--format", "popeye"]);
    assert_eq!(out, "\n   1.Ba1-e5 + !\n      1...Rh4-c4\n          2.b3*c4 #\n\n\nsolution finished.\n\n\n");
    assert_eq!(status, 0);
}

#[test]
fn a_whole_line_is_a_problem_with_the_board_that_is_wanted() {
    let line = r##"6k1/6p1/8/6N1/8/7n/8/4K2R b ? - stip "h#2"; twin "b) move h3 h4"; author "A. Composer";"##;
    let (out, err, status) = run(&["solve", line]);
    assert!(out.starts_with("A. Composer\n\n  +-a-b-") && out.contains("b) bSh3-->h4"), "{out}");
    assert_eq!((err.as_str(), status), ("", 0));
    let (out, ..) = run(&["solve", "--diagram", "unicode", line]);
    assert!(out.contains("  1 . . . . ♔ . . ♖ 1"), "{out}");
    let (out, ..) = run(&["solve", "--diagram", "none", line]);
    assert!(out.starts_with("A. Composer\n\n  h#2"), "{out}");
    let (_, err, status) = run(&["solve", line, "-c", "Madrasi"]);
    assert!(err.contains("write them in the line itself"), "{err}");
    assert_eq!(status, 2);
}

#[test]
fn verdicts_and_exit_status() {
    let cond = "stip \"#2\"; cond \"Madrasi\";";
    let rows = [
        (format!("{MADRASI} {cond} sol \"1.Be5!\";"), "sound", 0),
        (format!("{MADRASI} {cond} sol \"1.Bb2!\";"), "unsound", 1),
        (format!("{MADRASI} {cond} nsol 2;"), "unsound", 1),
        ("7k/8/5K2/8/8/8/8/R7 w - - stip \"#2\";".to_string(), "unsound", 1),
        ("7k/8/8/8/8/8/8/KR5R w - - stip \"#2\";".to_string(), "invalid", 2),
        ("7k/8/5K2/8/8/8/8/R7 b - - stip \"exact-h#2\"; opt \"MaxSolutions 1\";".to_string(), "undecided", 3),
    ];
    for (line, word, code) in rows {
        let (out, err, status) = check(&line);
        assert!(out.starts_with(word) && status == code, "{line}\n{status} {out}{err}");
    }
}

#[test]
fn the_worst_of_a_batch_counts_and_the_rest_is_still_solved() {
    let sound = format!("{MADRASI} stip \"#2\"; cond \"Madrasi\"; id \"good\";");
    let unsound = format!("{MADRASI} stip \"#2\"; cond \"Madrasi\"; nsol 2; id \"two\";");
    let bad = format!("{MADRASI} stip \"#2\"; cond \"Madrassi\"; id \"bad\";");
    for (lines, code) in [(vec![&sound, &unsound], 1), (vec![&unsound, &bad, &sound], 2), (vec![&sound], 0)] {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let (out, err, status) = check(&text);
        assert_eq!(status, code, "{out}{err}");
        assert_eq!(out.lines().filter(|line| line.contains("<stdin>:")).count(), lines.len(), "{out}");
    }
}

#[test]
fn errors_point_into_the_input() {
    let (_, err, status) = check(&format!("# a comment\n\n{MADRASI} stip \"#2\"; cond \"Madrassi\";\n"));
    assert_eq!(status, 2);
    insta::assert_snapshot!(err);
}

#[test]
fn malformed_input_is_a_located_error() {
    let long = format!("{}\n", "x".repeat(10 << 20));
    let many = "not a problem\n".repeat(100_000);
    let rows: Vec<(&str, Vec<u8>)> = vec![
        ("empty", Vec::new()),
        ("short row", b"8/8/8/8/8/8/8/7 w - - stip \"#2\";".to_vec()),
        ("long row", b"9/8/8/8/8/8/8/8 w - - stip \"#2\";".to_vec()),
        ("seven rows", b"8/8/8/8/8/8/8 w - - stip \"#2\";".to_vec()),
        ("side", b"8/8/8/8/8/8/8/8 x - - stip \"#2\";".to_vec()),
        ("length 0", b"7k/8/8/8/8/8/8/K7 w - - stip \"#0\";".to_vec()),
        ("negative", b"7k/8/8/8/8/8/8/K7 w - - stip \"#-1\";".to_vec()),
        ("huge", b"7k/8/8/8/8/8/8/K7 w - - stip \"#99999999999\";".to_vec()),
        ("look-alike", "7к/8/8/8/8/8/8/K7 w - - stip \"#2\";".as_bytes().to_vec()),
        ("NUL", b"7k/8/8\0/8/8/8/8/K7 w - - stip \"#2\";".to_vec()),
        ("UTF-16", b"\xff\xfe7\0k\0".to_vec()),
        ("not UTF-8", b"7k/8/8/8/8/8/8/K7 w - - stip \"#2\"; id \"\xff \xc3\xbf\";".to_vec()),
        ("unterminated", b"7k/8/8/8/8/8/8/K7 w - - stip \"#2".to_vec()),
        ("no stipulation", b"7k/8/8/8/8/8/8/K7 w - -".to_vec()),
        ("10 MB line", long.into_bytes()),
        ("many bad lines", many.into_bytes()),
    ];
    for (what, bytes) in rows {
        let (out, err, status) = run_on(&["solve"], bytes);
        assert_eq!(status, 2, "{what}: {out}{err}");
        assert!(err.contains("error: ") && err.len() < 200_000, "{what}: {} bytes", err.len());
    }
    for arguments in [
        &["solve", "no-such-file"][..],
        &["solve", "src"],
        &["solv"],
        &["check", "--threads", "many"],
        &["perft", "x", "1"],
    ] {
        let (_, err, status) = run(arguments);
        assert!(status == 2 && err.contains("error"), "{arguments:?}: {status} {err}");
    }
}

/// Each row has the bytes of a file, its name and the message. The message must appear once and must not quote the
/// bytes.
#[test]
fn files_of_another_kind_are_named_once() {
    let folder = temporary();
    let noise: Vec<u8> = (0..4000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let yaml = b"authors: [A]\nalgebraic:\n  white: [Kf7, Ra1]\n  black: [Kh8]\nstipulation: '#1'\n".to_vec();
    let heading = b"My problems\n===========\n\n7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";\n".to_vec();
    let utf16 = "7k/5K2/8/8/8/8/8/R7\nsecond\nthird".encode_utf16().flat_map(u16::to_le_bytes);
    let rows: [(&str, Vec<u8>, &str, &str); 8] = [
        ("a.epd.gz", [&b"\x1f\x8b\x08\0"[..], &noise].concat(), "compressed with gzip; unpack it first", ""),
        ("b.epd", [&b"BZh91AY"[..], &noise].concat(), "compressed with bzip2; unpack it first", ""),
        ("c.olv", [&b"PK\x03\x04"[..], &noise].concat(), "a zip archive; unpack it first", ""),
        ("d.txt", noise.clone(), "not a problem file: this is not text. Use `--from` to name", ""),
        ("e.inp", noise, "not a problem file: this is not text. Use `--from` to name", ""),
        ("f.txt", yaml, "this does not look like a problem file", "it looks like YAML, which `--from yaml` reads"),
        ("g.txt", heading, "this does not look like a problem file", "use `--from` to name the format"),
        ("h.epd", [vec![0xff, 0xfe], utf16.collect()].concat(), "the text is UTF-16", "iconv"),
    ];
    for (name, bytes, message, hint) in rows {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        let (out, err, status) = run(&["solve", path.to_str().expect("UTF-8")]);
        assert_eq!((status, err.matches("error: ").count()), (2, 1), "{name}: {out}{err}");
        assert!(err.contains(message) && err.contains(hint) && err.contains(name), "{name}: {err}");
        // A valid problem further down is solved.
        assert_eq!(out.contains("Ra1-h1") || out.contains("Rh1#"), name == "g.txt", "{name}: {out}");
    }
}

#[test]
fn old_files_may_be_latin_1() {
    let texts: [(&str, &[u8]); 3] = [
        ("epd", b"# von J\xf6rg\n7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; author \"J\xf6rg\";\n"),
        ("popeye", b"BeginProblem\nauthor J\xf6rg\npieces white Kf7 Ra1 black Kh8\nstip #1\nEndProblem\n"),
        ("yaml", b"authors: [J\xf6rg]\nalgebraic: {white: [Kf7, Ra1], black: [Kh8]}\nstipulation: '#1'\n"),
    ];
    for (format, text) in texts {
        let (out, err, status) = run_on(&["convert", "-", "--from", format, "--to", "olv"], text);
        assert_eq!((status, err.as_str()), (0, ""), "{format}");
        assert!(out.contains("J\u{f6}rg") || out.contains("Jörg"), "{format}: {out}");
    }
}

#[test]
fn windows_line_ends_and_byte_order_marks_do_no_harm() {
    let line = format!("\u{feff}{MADRASI} stip \"#2\"; cond \"Madrasi\";\r\n\r\n");
    assert_eq!(check(&line).2, 0);
}

#[test]
fn popeyes_files_are_read() {
    let text = "beginproblem\npieces white Ka1 Qb6\nblack Ka8\nstipulation #1\nnextproblem\npieces\nwhite Kf7 Ra1 black Kh8\nstip h#1\noption halfdup\nendproblem\n";
    let (out, err, status) = run_on(&["solve", "--format", "popeye"], text);
    assert!(status == 0 && err.is_empty(), "{err}");
    assert_eq!(out.matches("solution finished.").count(), 2, "{out}");
}

#[test]
fn what_a_limit_cuts_is_undecided() {
    let line = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - stip \"#9\";";
    let (out, _, status) = run_on(&["check", "--time", "0.3"], line);
    assert!(out.starts_with("undecided") && status == 3, "{out}");
}

/// Checks that the number of threads and the size of the table change nothing in the output.
#[test]
fn the_same_bytes_for_any_number_of_threads_and_any_table() {
    let files = [
        "problems/direct/twomovers.epd",
        "problems/help/reciprocal.epd",
        "problems/self/selfmates.epd",
        "problems/isardam/isardam.epd",
    ];
    for format in ["popeye", "jsonl", "text"] {
        let output = |threads: &str, memory: &str| {
            let mut arguments =
                vec!["solve", "--reproducible", "--format", format, "--threads", threads, "--memory", memory];
            arguments.extend(files);
            run(&arguments)
        };
        let expected = output("1", "64");
        for (threads, memory) in [("2", "64"), ("8", "64"), ("2", "1"), ("2", "0")] {
            assert!(output(threads, memory) == expected, "{format} with {threads} threads and {memory} MB");
        }
    }
}

/// Checks that printed lines are not kept in memory: all 22,028 would take about 15 MB, and the limit is 11 MB.
#[test]
fn more_lines_than_the_memory_holds_are_told() {
    let output = |threads: &str, memory: &str| {
        let problem = ["solve", "4k3/4p3/8/8/8/8/8/R2QK1Q1 b - -", "h#3", "--diagram", "none"];
        run(&[&problem[..], &["--threads", threads, "--memory", memory]].concat())
    };
    let expected = output("1", "512");
    assert!(expected.0.contains("\n22028 solutions\n") && expected.0.ends_with("The search was complete.\n"));
    for threads in ["1", "2", "8"] {
        assert!(output(threads, "16") == expected, "{threads} threads");
    }
}

#[test]
fn lists_come_from_the_tables() {
    for (what, word) in
        [("conditions", "Isardam"), ("stipulations", "semi-r#2"), ("options", "SetPlay"), ("pieces", "Knight")]
    {
        let (out, _, status) = run(&["list", what]);
        assert!(status == 0 && out.contains(word), "{what}: {out}");
    }
}

#[test]
fn lists_are_filtered_by_word() {
    let (all, _, _) = run(&["list", "conditions"]);
    let (some, err, status) = run(&["list", "conditions", "CIRCE", "clone"]);
    assert!(status == 0 && err.is_empty(), "{err}");
    assert!(some.contains("  Circe Clone: ") && !some.contains("Madrasi"), "{some}");
    // Lines are not wrapped, since the output is not a terminal.
    assert!(some.lines().all(|line| all.lines().any(|other| other == line)), "{some}");
    let (out, err, status) = run(&["list", "pieces", "no-such-piece"]);
    assert_eq!((out.as_str(), err.as_str(), status), ("", "error: no entry of the list contains `no-such-piece`\n", 2));
}

/// The switches that turn off parts of the search are for users who doubt a result. They must come after the usual
/// options.
#[test]
fn switches_for_comparison_stand_at_the_end_of_the_help() {
    for command in ["solve", "check"] {
        let (help, _, status) = run(&[command, "--help"]);
        let (usual, switches) = help.split_once("\nFor benchmarks and cross-checks").expect("a heading");
        assert!(
            status == 0 && !usual.contains("--no ") && Technique::ALL.iter().all(|row| switches.contains(row.1)),
            "{help}"
        );
    }
}

/// Checks that, after a search that a limit has cut, no solution is called missing.
#[test]
fn a_cut_search_does_not_claim_that_there_is_no_solution() {
    let position = "6b1/8/3N1K2/3k4/3pq3/8/4P3/8 b - -";
    let (out, _, status) = run(&["solve", position, "h#5.5", "--no", "bounds,table", "--time", "0.05"]);
    assert!(!out.contains("No solution.") && out.contains("Undecided"), "{out}");
    assert_eq!(status, 3);
}

#[test]
fn statistics_go_to_standard_error_and_switches_change_no_answer() {
    let (plain, _, status) = run(&["solve", MADRASI, "#2", "-c", "Madrasi"]);
    assert_eq!(status, 0);
    let techniques = Technique::ALL.map(|(_, name, _)| format!("--no={name}"));
    for switch in techniques.iter().map(String::as_str).chain(["--stats"]) {
        let (out, err, status) = run(&["solve", MADRASI, "#2", "-c", "Madrasi", switch]);
        assert_eq!((out, status), (plain.clone(), 0), "{switch}");
        assert_eq!(err.contains("positions searched, by half-moves left"), switch == "--stats", "{err}");
    }
}

/// Each row has a line with a problem, the exit status of `check`, its output without `-v`, and the text on standard
/// error.
#[test]
fn what_the_author_says_wrongly_is_seen() {
    const P: &str = "7k/8/5K2/8/8/8/8/6R1";
    let rows = [
        ("w - - stip \"#2\"; sol \"1.Kf7! Kh7 2.Rh1#\";", 0, "#2\n", ""),
        (
            "w - - stip \"#2\"; sol \"complete nonsense\";",
            0,
            "#2  warning: author's solution not read: it contains no move\n",
            "",
        ),
        ("w - - stip \"#2\"; sol \"1.Kf7! Kh7 2.Th1#\";", 0, "#2\n", ""),
        ("w - - stip \"#2\"; sol \"1.Ta6!\";", 1, "#2  author's key not found: 1.Ta6\n", ""),
        ("w - - stip \"#2\"; sol \"1.Rg4? 1.Kf7!\"; id \"x\";", 0, "#2\n", ""),
        (
            "w - - stip \"#2\"; sol \"1.Ra2? 1.Kf7!\";",
            0,
            "#2  warning: author's try not found: 1.Ra2 is not a move that only one defence can refute\n",
            "",
        ),
        (
            "w - - stip \"h#2\";",
            1,
            "h#2  no solution\n",
            "warning: `h#2` begins with Black, the field says White\n --> <stdin>:1:22\n",
        ),
    ];
    for (rest, status, verdict, said) in rows {
        let (out, err, code) = run_on(&["check"], format!("{P} {rest}"));
        assert_eq!(code, status, "{rest}: {out}{err}");
        assert!(out.lines().next().is_some_and(|line| format!("{line}\n").ends_with(verdict)), "{rest}: {out}");
        assert!(if said.is_empty() { err.is_empty() } else { err.starts_with(said) }, "{rest}: {err}");
    }
}

#[test]
fn what_is_typed_in_the_wrong_place_is_said() {
    let fen = "7k/8/5K2/8/8/8/8/6R1 w - -";
    let rows: [(&[&str], &str); 8] = [
        (&["#2", fen], "a position comes before its stipulation: keymove solve '7k/8/5K2/8/8/8/8/6R1 w - -' '#2'\n"),
        (&[fen, "#2", "-c", ""], "error: there is no condition\n"),
        (
            &[fen, "#2", "-o", "SetPlay"],
            "error: --output SetPlay: expected a file; to set the option SetPlay, use `-O SetPlay`\n",
        ),
        (&[fen, "#2", "-O", " "], "error: there is no option\n"),
        (&[fen, "#2", "-c", "Circe; Madrasi"], "= hint: separate several conditions with commas\n"),
        (&[fen, "#2", "-c", "Laengstzueger"], "= hint: use the English name of the condition: `Maximummer`\n"),
        (&["7k/8/5K2/8/8/8/8/6R1 w - - 0 4294967296", "#2"], "error: `4294967296` is too large\n"),
        (&["8/8/8/8/8/8/8/6R1 w - -", "#2"], "error: there is no king on the board\n"),
    ];
    for (arguments, said) in rows {
        let (_, err, status) = run(&[&["solve"], arguments].concat());
        assert!(status == 2 && err.contains(said), "{arguments:?}: {status} {err}");
    }
}

/// Checks input that consists of several files, joined as `cat a.inp b.inp` does. Text between two problems is skipped
/// with a warning.
#[test]
fn files_of_popeyes_one_after_the_other() {
    let file = "beginproblem\npieces white Kf7 Ra1 black Kh8\nstip #1\nendproblem\n";
    for (text, problems, said) in [
        (format!("{file}{file}"), 2, ""),
        (
            format!("{file}notes\nmore notes\n{file}"),
            2,
            "warning: the text after the last problem is not a problem\n --> <stdin>:5:1\n",
        ),
    ] {
        let (out, err, status) = run_on(&["check", "-"], text.clone());
        assert_eq!((out.matches("sound  ").count(), status), (problems, 0), "{text}\n{out}{err}");
        // The second problem repeats the first, which is reported too.
        let warnings = err.replacen("warning: two problems have the same position and stipulation", "", 1);
        assert!(err.starts_with(said) && warnings.matches("warning").count() <= 1, "{err}");
    }
}

#[test]
fn diagrams_show_what_stands_on_the_board() {
    let fairy = "8/3{n:G}4/2{b:G}5/4{n:Q}3/1k6/3{w:royal,G}4/{b:DR}7/4K3 ? - - stip \"h#2\"; author \"A < B\"; \
                 cond \"GridChess\"; cond \"Imitator d4\"; cond \"Hole h8\"; twin \"b) move e1 e2\";";
    let holes = "{}3k/5/5/5/K3R w - - stip \"#3\"; id \"5x5\";";
    let (picture, err, status) = run_on(&["diagram", "--format", "svg"], fairy);
    assert_eq!((err.as_str(), status), ("", 0));
    let figures = ["nQ180", "bQ180", "nQ", "bK", "wQ180", "b-DR", "wK"].map(|id| format!("<use href=\"#{id}\""));
    let captions = ["A &lt; B", "h#2", "(2+3+2n)", "Grasshopper c6, d7", ">r</text>", "b) wKe1--&gt;e2"];
    for part in figures.iter().map(String::as_str).chain(captions).chain(["stroke-width=\"7\"", "<circle r=\"20\""]) {
        assert!(picture.contains(part), "{part}\n{picture}");
    }
    for id in picture.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(picture.contains(&format!("id=\"{id}\"")), "{id}");
    }
    let folder = temporary();
    let to = format!("{}/drawn/", folder.path().display());
    let three = format!("{fairy}\n{holes}\n{holes}");
    let printed = run_on(&["diagram", "--format", "unicode", "--output", &to], three);
    assert_eq!(printed, (String::new(), String::new(), 0));
    let drawn = fs::read_to_string(folder.path().join("drawn/5x5.txt")).expect("a diagram");
    assert!(drawn.contains("5   . . . ♚ 5") && drawn.contains("(2+1)"), "{drawn}");
    assert!(folder.path().join("drawn/5x5-2.txt").exists() && folder.path().join("drawn/stdin-1.txt").exists());
}

#[test]
fn a_diagram_goes_where_it_was_meant_to_go() {
    let two = "8/8/8/8/8/8/8/K1k5 w - - stip \"#1\";\n8/8/8/8/8/8/8/K1k5 w - - stip \"#2\";\n";
    let (_, err, status) = run_on(&["diagram"], two);
    assert!(status == 2 && err.contains("--output diagrams/"), "{err}");
    let folder = temporary();
    let path = folder.path().join("problem.epd");
    fs::write(&path, two).expect("a file");
    let name = path.to_str().expect("a name");
    let (_, err, status) = run(&["diagram", name, "--format", "svg", "--output", name]);
    assert!(status == 2 && fs::read_to_string(&path).is_ok_and(|text| text == two), "{err}");
    let picture = folder.path().join("picture.SVG");
    fs::write(&picture, "before").expect("a file");
    let (_, err, status) = run(&["diagram", name, "--output", picture.to_str().expect("a name")]);
    assert!(status == 2 && fs::read_to_string(&picture).is_ok_and(|text| text == "before"), "{err}");
    let (_, err, status) = run(&["solve", name, "--output", "-"]);
    assert!(status == 2 && err.contains("expected the name of a file, not `-`"), "{err}");
    let (_, err, status) = run(&["diagram", name, "--output", "picture.xyz"]);
    assert!(status == 2 && err.contains(".svg"), "{err}");
}

#[test]
fn endings_in_capitals_are_endings() {
    let folder = temporary();
    fs::write(folder.path().join("A.EPD"), "7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";\n").expect("a file");
    let (out, err, status) = run(&["check", folder.path().to_str().expect("a name")]);
    assert!(status == 0 && out.contains("1 sound"), "{out}{err}");
}

#[test]
fn shells_and_manuals_know_every_command() {
    let commands = ["solve", "check", "list", "convert", "perft", "completions", "man"];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (out, err, status) = run(&["completions", shell]);
        assert!(status == 0 && err.is_empty(), "{shell}: {err}");
        assert!(commands.iter().all(|command| out.contains(command)) && out.contains("max-solutions"), "{shell}");
    }
    let (page, _, status) = run(&["man"]);
    assert!(status == 0 && commands.iter().all(|command| page.contains(command)), "{page}");
    let (page, _, status) = run(&["man", "solve"]);
    assert!(status == 0 && page.starts_with(".ie") && page.contains("keymove\\-solve"), "{page}");
    let folder = temporary();
    let path = folder.path().to_str().expect("UTF-8");
    assert_eq!(run(&["man", "--dir", path]).2, 0);
    let pages = fs::read_dir(folder.path()).expect("the folder").count();
    assert!(pages > commands.len(), "{pages} pages");
    let (_, err, status) = run(&["man", "slove"]);
    assert!(status == 2 && err.contains("expected one of solve, check"), "{err}");
}

#[test]
fn words_are_explained_with_their_source() {
    let rows: [(&[&str], &[&str]); 12] = [
        (&["h#2.5"], &["stipulation h#2.5", "help play", "length: 2.5 moves", "White moves first", "goal #: mate"]),
        (&["white", "3a[#]d"], &["stipulation white 3a[#]d", "3 plies, against every defence"]),
        (&["ser-hz(a1)3", "is", "nothing"], &[]),
        (&["Circe", "Mirror"], &["condition Circe Mirror", "  Mirror: ", "German", "Popeye 4.104"]),
        (&["Madrasi RI, Circe"], &["condition Madrasi RexInclusive", "condition Circe"]),
        (&["defence", "2"], &["option Defence", "here: Defence 2", "German"]),
        (&["##!"], &["goal ##!", "countermate"]),
        (&["G"], &["piece G (Grasshopper), on the board {w:G}", "XBetza"]),
        (&["nightrider"], &["piece N (Nightrider)"]),
        (&["royal"], &["attribute Royal"]),
        (&["Mamra"], &["game Mamra on 9x8"]),
        (&["K"], &["piece K (King)"]),
    ];
    for (words, expected) in rows {
        let mut arguments = vec!["explain"];
        arguments.extend(words);
        let (out, err, status) = run(&arguments);
        assert_eq!(status == 0, !expected.is_empty(), "{words:?}: {out}{err}");
        for text in expected {
            assert!(out.contains(text), "{words:?}: no `{text}` in\n{out}");
        }
        assert_eq!(out.contains("source: "), !expected.is_empty(), "{out}");
    }
    for (word, said) in
        [("TransmissionMenace", "known but not supported: no known rule"), ("Circee", "did you mean `Circe`?")]
    {
        let (_, err, status) = run(&["explain", word]);
        assert!(status == 2 && err.contains(said), "{err}");
    }
}

/// An unverified pair of conditions is solved only on request, and every format mentions it.
#[test]
fn rules_that_are_not_verified_together_are_solved_with_a_warning_where_that_is_allowed() {
    let line = |conditions: &str, options: &str| {
        format!(
            "7k/R7/6K1/8/8/8/8/8 w - - stip \"#1\"; cond \"{conditions}\"; {options} sol \"1.Ra8#\"; id \"pair\";\n"
        )
    };
    let pair = "PromOnly Q, NoWhitePromotion";
    let (_, err, status) = run_on(&["solve"], line(pair, ""));
    assert!(err.contains("`PromOnly` with `NoWhitePromotion` is not verified") && status == 2, "{err}");
    assert!(err.contains("--allow-unverified") && err.contains("AllowUnverified"), "{err}");
    let (_, err, _) = run_on(&["solve"], line("PromOnly Q, NoWhitePromotion, Madrasi", ""));
    assert!(err.contains("error: `PromOnly` with `NoWhitePromotion` is not verified"), "{err}");
    // Rows of arguments and text on standard output.
    let rows: [(&[&str], &str); 6] = [
        (&["solve"], "Warning: `PromOnly` with `NoWhitePromotion` is not verified"),
        (&["solve", "--format", "popeye"], ""),
        (&["solve", "--format", "jsonl"], r#""kind":"unverified""#),
        (&["check"], "warning: unverified: `PromOnly` with `NoWhitePromotion`"),
        (&["check", "--format", "jsonl"], r#""kind":"unverified","path":[],"severity":"warning""#),
        (&["report", "--format", "html"], "unverified: `PromOnly` with `NoWhitePromotion`"),
    ];
    for (arguments, expected) in rows {
        let by_switch = run_on(&[arguments, &["--allow-unverified"]].concat(), line(pair, ""));
        let by_option = run_on(arguments, line(pair, "opt \"AllowUnverified\";"));
        for (out, err, status) in [by_switch, by_option] {
            assert!(out.contains(expected) && status == 0, "{arguments:?}: {status}\n{out}{err}");
            assert!(err.contains("warning: unverified: `PromOnly` with `NoWhitePromotion`"), "{arguments:?}: {err}");
        }
    }
    let folder = temporary();
    let report = folder.path().join("report.xml");
    run_on(&["check", "--allow-unverified", "--junit", report.to_str().expect("UTF-8")], line(pair, ""));
    let xml = fs::read_to_string(&report).expect("a report");
    assert!(xml.contains("<system-out>warning: unverified: `PromOnly` with `NoWhitePromotion`"), "{xml}");
    // Undefined combinations remain refused.
    let (_, err, status) = run_on(&["solve", "--allow-unverified"], line("Volage, KobulKings", ""));
    assert!(err.contains("`Volage` cannot be combined with `KobulKings`") && status == 2, "{err}");
}

#[test]
fn the_version_names_commit_and_features() {
    let (short, _, _) = run(&["-V"]);
    assert_eq!(short, format!("keymove {}\n", env!("CARGO_PKG_VERSION")));
    let (long, _, _) = run(&["--version"]);
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[0], short.trim_end());
    assert_eq!(lines[1], format!("commit: {}", option_env!("KEYMOVE_COMMIT").unwrap_or("unknown")));
    assert!(lines[2].starts_with("features: cli, yaml"), "{long}");
    assert_eq!(lines[2].ends_with(", png"), cfg!(feature = "png"), "{long}");
    let (page, _, _) = run(&["man"]);
    assert!(page.contains("VERSION") && !page.contains("commit: "), "{page}");
}

/// Terminals that know no escape sequences, such as that of Emacs, say so in `TERM`.
#[test]
#[cfg(target_os = "linux")]
fn colours_are_for_terminals_that_show_them() {
    let solve = format!("{} solve '{MADRASI}' '#2' -c Madrasi", children::KEYMOVE);
    for (terminal, color, expected) in [
        (Some("xterm"), "auto", true),
        (Some("dumb"), "auto", false),
        (None, "auto", false),
        (Some("dumb"), "always", true),
        (Some("xterm"), "never", false),
    ] {
        let mut command = std::process::Command::new("script");
        command.args(["-q", "-e", "-c", &format!("{solve} --color {color}"), "/dev/null"]);
        command.env_remove("NO_COLOR").env_remove("TERM").envs(terminal.map(|name| ("TERM", name)));
        let (out, _, status) = children::printed(children::output(&mut command));
        assert_eq!((out.contains("\u{1b}[1m1.Be5+!"), status), (expected, 0), "{terminal:?} {color}: {out}");
    }
}
