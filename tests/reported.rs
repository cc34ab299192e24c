//! Tests the output of `check`, `solve` and `diagram` for people: notation, lists of cooks, blank lines, and positions
//! without a stipulation.

use crate::children::run_on;
use crate::files::{temporary, write};

const COOKED: &str = "7k/5K2/8/8/8/8/2Q5/R7 w - - stip \"#1\";\n";
/// A helpmate with three solutions.
const HELP: &str = "5R2/3p4/8/3K4/k7/8/8/8 b - - stip \"h#2\";\n";
const SOUND: &str = "7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";\n";

#[test]
fn check_writes_moves_as_asked() {
    let rows: &[(&str, &[&str], &str)] = &[
        (COOKED, &["-v"], "error: 2 cooks: 1.Rh1; 1.Qh2\n"),
        (COOKED, &["-v", "--notation", "long"], "error: 2 cooks: 1.Ra1-h1; 1.Qc2-h2\n"),
        (COOKED, &["-v", "--lang", "de"], "error: 2 cooks: 1.Th1; 1.Dh2\n"),
        (COOKED, &["-v", "--lang", "fr", "--notation", "long"], "error: 2 cooks: 1.Ta1-h1; 1.Dc2-h2\n"),
        (COOKED, &["-v", "--notation", "figurine"], "error: 2 cooks: 1.♖h1; 1.♕h2\n"),
        (COOKED, &[], "  2 cooks: 1.Rh1 and 1 more\n"),
        (COOKED, &["--lang", "de"], "  2 cooks: 1.Th1 and 1 more\n"),
        (HELP, &["-v"], "error: 2 cooks: 1.Ka5 Kc4 2.Ka4 Ra8; 1.Ka5 Kc5 2.d5 Ra8\n"),
        (HELP, &["--lang", "de"], "  2 cooks: 1.Ka5 Kc4 2.Ka4 Ta8 and 1 more\n"),
    ];
    let folder = temporary();
    for (problem, arguments, expected) in rows {
        let arguments = [&["check", "--reproducible"], *arguments].concat();
        let (out, err, status) = run_on(folder.path(), &arguments, problem);
        assert!(out.contains(expected) && status == 1, "{arguments:?}\n{out}{err}");
    }
    // The output for programs does not change.
    let (out, ..) = run_on(folder.path(), ["check", "--lang", "de", "--format", "jsonl"], COOKED);
    assert!(out.contains("cook: 1.Ra1-h1 is a second key") && out.contains("cook: 1.Qc2-h2 is a third key"), "{out}");
}

/// Checks the blank lines for every style of board, and next to a problem that cannot be parsed.
#[test]
fn solved_problems_are_separated_by_a_blank_line() {
    let folder = temporary();
    for board in ["letters", "unicode", "none"] {
        for threads in ["1", "4"] {
            let arguments = ["solve", "--diagram", board, "--threads", threads];
            let alone = |problem| run_on(folder.path(), arguments, problem).0;
            let (out, _, status) = run_on(folder.path(), arguments, format!("{COOKED}rubbish\n{HELP}{SOUND}"));
            assert_eq!(status, 2);
            assert_eq!(out, format!("{}\n{}\n{}", alone(COOKED), alone(HELP), alone(SOUND)), "{board}");
        }
    }
}

#[test]
fn a_position_needs_no_stipulation_for_its_diagram() {
    let folder = temporary();
    let path = folder.path();
    write(path, "x.epd", "7k/5K2/8/8/8/8/8/R7 w - - id \"bare\";\n");
    write(path, "x.inp", "BeginProblem\npieces white Kf7 Ra1 black Kh8\nEndProblem\n");
    write(path, "x.olv", "---\nalgebraic:\n  white: [Kf7, Ra1]\n  black: [Kh8]\n");
    let board = "7k/5K2/8/8/8/8/8/R7";
    let rows: &[&[&str]] = &[
        &["7k/5K2/8/8/8/8/8/R7 w - -"],
        &["7k/5K2/8/8/8/8/8/R7 b - - 0 1"],
        &[board],
        &[board, "w", "-", "-"],
        &[board, "b"],
        &["x.epd"],
        &["x.inp"],
        &["x.olv"],
    ];
    for row in rows {
        let (out, err, status) = run_on(path, [&["diagram", "--format", "unicode"], *row].concat(), "");
        assert_eq!((err.as_str(), status), ("", 0), "{row:?}");
        assert!(out.contains('♔') && out.contains('♖') && out.contains("(2+1)"), "{row:?}\n{out}");
        // Solving requires a stipulation.
        let (_, err, status) = run_on(path, [&["solve"], *row].concat(), "");
        assert!(status == 2 && err.contains("stipulation"), "{row:?}: {err}");
    }
    // Other errors remain errors.
    let (_, err, status) = run_on(path, ["diagram", "7k/5K2/8/8/8/8/8/R7 x - -"], "");
    assert!(status == 2 && err.contains("`x` is not a side to move") && !err.contains("no stipulation"), "{err}");
    let (out, _, status) = run_on(path, ["diagram", "--format", "unicode", "7k/5K2/8/8/8/8/8/R7 w - -", "#1"], "");
    assert!(status == 0 && out.contains("#1"), "{out}");
}
