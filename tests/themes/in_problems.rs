//! Tests themes on the command line, themes named in problems, and themes on pages.

use crate::children::{run, run_on};
use crate::files::{root, temporary};

/// A problem by D. Müller and R. Wiehagen (Broodings 50, February 2009, no. 3). A test file of Olive says that it shows
/// a Zilahi.
const ZILAHI: &str = r##"8/8/Kp3p2/p1B1pP2/1r1NPpq1/1rk2p2/1p1p4/1B6 ? ? - stip "h#2"; twin "b) move b4 f3; +c) exchange c3 f4; +d) exchange d2 e4"; id "zilahi"; "##;

fn with(words: &str) -> String {
    format!("{ZILAHI}{words}\n")
}

#[test]
fn a_problem_names_its_themes() {
    let (out, err, status) = run_on(root(), ["check", "-v"], with(r##"theme "Zilahi";"##));
    assert_eq!(status, 0, "{out}{err}");
    let (out, err, status) = run_on(root(), ["check", "-v"], with(r##"theme "Novotny"; theme "zilahi";"##));
    assert_eq!(status, 1, "{out}{err}");
    assert!(out.contains("error: theme not found: Novotny"), "{out}");
}

#[test]
fn an_unknown_theme_is_an_error_at_its_place() {
    let (_, err, status) = run_on(root(), ["check"], with(r##"theme "Zilahy";"##));
    assert_eq!(status, 2);
    assert!(err.contains("unknown theme `Zilahy`; did you mean `Zilahi`?"), "{err}");
    assert!(err.contains("^^^^^^"), "{err}");
    let (_, err, status) = run_on(root(), ["themes", "--only", "Zilahy"], with(""));
    assert_eq!(status, 2);
    assert!(err.contains("--only Zilahy: unknown theme") && err.contains("did you mean `Zilahi`?"), "{err}");
}

#[test]
fn the_command_prints_a_line_for_each_theme() {
    let (out, err, status) = run_on(root(), ["themes"], with(""));
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let wanted = "    Zilahi: Sd4 is captured unmoved in c) and mates in a); Bc5 is captured in a) and mates in c)\n";
    assert!(out.starts_with("<stdin>:1  zilahi  h#2\n") && out.contains(wanted), "{out}");
    assert!(out.contains("    model mate: 4 of 4 mates: "), "{out}");
    // The choice of themes, also by their counts.
    let only = |words: &[&str]| run_on(root(), [&["themes"][..], words].concat(), with("")).0;
    assert_eq!(only(&["--only", "zilahi"]).lines().count(), 2);
    assert_eq!(only(&["--only", "model mate>=4"]).lines().count(), 2);
    assert_eq!(only(&["--only", "model mate>=5"]), "");
    assert!(!only(&["--not", "pure mate"]).contains("pure mate"));
}

#[test]
fn a_check_with_themes_has_the_verdict_of_a_check_without() {
    let file = root().join("problems/direct/twomovers.epd");
    let file = file.to_str().expect("UTF-8");
    let (with, _, status) = run(root(), ["check", "--themes", file]);
    // The last line has the time.
    let verdicts = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.contains(" invalid; "));
        lines.map(|line| line.split_whitespace().take(3).collect::<Vec<_>>().join(" ")).collect()
    };
    let plain = run(root(), ["check", file]);
    assert_eq!((verdicts(&with), status), (verdicts(&plain.0), plain.2));
    let (verbose, _, _) = run(root(), ["check", "-v", "--themes", file]);
    assert!(verbose.lines().any(|line| line.starts_with("    threat problem: ")), "{verbose}");
}

#[test]
fn fairy_play_says_what_is_not_computed() {
    let line = "7k/5K1p/8/8/8/8/8/7R b - - stip \"h#1\"; cond \"Circe\";\n";
    let (out, _, _) = run_on(root(), ["themes"], line);
    assert!(out.contains("    not computed (conditions or fairy pieces): pure mate, "), "{out}");
    assert!(!out.contains("model mate: "), "{out}");
}

#[test]
fn lists_and_explanations_are_made_from_the_rows() {
    let (out, _, _) = run(root(), ["list", "themes", "zilahi"]);
    assert!(
        out.starts_with("help play:\n  Zilahi | Zilahi theme: In one line, a man of the mating side mates"),
        "{out}"
    );
    let (out, _, status) = run(root(), ["explain", "AUW"]);
    assert_eq!(status, 0);
    assert!(out.starts_with("theme Allumwandlung (promotions and special moves)\n  Promotions to queen"), "{out}");
}

#[test]
fn pages_show_themes_as_chips() {
    let folder = temporary();
    let page = folder.path().join("page.html");
    let page = page.to_str().expect("UTF-8");
    let (_, err, _) = run_on(root(), ["report", "--themes", "-o", page, "-"], with(""));
    let text = std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{error}\n{err}"));
    let mut buttons = text.split("<button ").filter_map(|button| button.split_once("</button>"));
    let chip = buttons.find(|(button, _)| button.contains("chip") && button.ends_with(">Zilahi")).map(|(chip, _)| chip);
    let chip = chip.expect("a chip for the Zilahi");
    // The men that mate and are captured, and the four moves of the two lines.
    assert!(chip.contains("data-men=\"d4 c5\""), "{chip}");
    let moves = chip.split("data-moves=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    assert_eq!(moves.split(' ').count(), 4, "{moves}");
    assert!(text.contains("data-themes=\"pure mate=4;"), "{chip}");
}
