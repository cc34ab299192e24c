//! Problems go from one format to another and come back as the same problem.

use keymove::exchange::{Format, are_one_problem, read, write};
use keymove::problem::Problem;
use keymove::syntax;
use std::fs;
use std::path::{Path, PathBuf};

/// All problem files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "epd"));
    paths.sort();
    paths
}

fn published() -> Vec<(PathBuf, Problem)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a readable file");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let problems = lines.map(|line| syntax::line(line).0.expect(line));
        problems.map(|problem| (path.clone(), problem)).collect::<Vec<_>>()
    };
    files(&root).into_iter().flat_map(read).collect()
}

/// The problem as it is after it was written and read.
fn through(problem: &Problem, format: Format) -> Problem {
    let written = write(problem, format).unwrap_or_else(|refusal| panic!("{:?}: {refusal:?}", problem.heading.id));
    let (read, found) = read(&written.text, format);
    assert!(!found.iter().any(syntax::Diagnostic::is_error), "{}\n{found:?}", written.text);
    let read = read.expect("a problem");
    assert!(are_one_problem(&read, &written.said), "{}", written.text);
    read
}

#[test]
fn published_problems_come_back_from_every_format() {
    let mut refused = Vec::new();
    let mut count = 0;
    for (path, problem) in published() {
        let id = problem.heading.id.clone().unwrap_or_default();
        let own = through(&problem, Format::Epd);
        assert_eq!(own, problem, "{id}");
        assert!(are_one_problem(&through(&problem, Format::Pgn), &problem), "{id}");
        if write(&problem, Format::Yaml).is_err() {
            refused.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
            continue;
        }
        let figures = [Format::Ffen, Format::Xfen].map(|format| through(&problem, format));
        assert_eq!(figures, [problem.clone(), problem.clone()], "{id}");
        // YAML has words for all that is said of these problems.
        let yaml = through(&own, Format::Yaml);
        assert!(are_one_problem(&yaml, &problem), "{id}");
        let popeye = through(&yaml, Format::Popeye);
        let mut back = through(&popeye, Format::Epd);
        back.heading.id = problem.heading.id.clone();
        back.intent = problem.intent.clone();
        assert!(are_one_problem(&back, &problem), "{id}");
        count += 1;
    }
    // Games are not chess; one problem stands in two positions.
    refused.dedup();
    assert_eq!(refused, ["magician", "mamra", "megalomachy"]);
    assert!(count > 120, "{count}");
}

/// What is lost in writing, or why nothing is written.
type Said = Result<&'static [&'static str], &'static [&'static str]>;

#[test]
fn what_cannot_be_said_is_listed_or_refused() {
    let rows: [(&str, Format, Said); 12] = [
        (
            r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; id "x"; sol "1.Rh1#"; nsol 1;"##,
            Format::Popeye,
            Ok(&["the id `x`", "the author's solution", "the intended number of solutions"]),
        ),
        (r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; id "x"; sol "1.Rh1#"; nsol 1;"##, Format::Yaml, Ok(&[])),
        (
            r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; remark "a\nb";"##,
            Format::Popeye,
            Ok(&["line ends of the remark `a b`"]),
        ),
        (
            r##"7k/5K2/8/8/8/8/8/R7 b - - stip "#1";"##,
            Format::Yaml,
            Err(&["Black to move where `#1` begins with White"]),
        ),
        (r##"9/4K4/9/9/9/9/9/9/R7k w - - stip "#1";"##, Format::Popeye, Err(&["a board of 9x9"])),
        (r##"k7/8/8/8/8/8/8/K6{w:X} w - - stip "#1"; piece "X=gQ";"##, Format::Yaml, Err(&["men of its own: X=gQ"])),
        (
            r##"6m1k/6PR{}/4PM1K{}/8{}/8{}/8{}/8{}/9 w - - stip "#2"; game "Mamra";"##,
            Format::Popeye,
            Err(&["the game Mamra", "a board of 9x8 without i2 i3 i4 i5 i6 i7"]),
        ),
        (
            r##"4k3/8/8/8/8/8/8/R3K3 b - - stip "a=>b2"; start "4k3/8/8/8/8/8/8/4K2R";"##,
            Format::Yaml,
            Err(&["position A of `a=>b`"]),
        ),
        (r##"k7/8/1K6/8/8/8/8/3R4 w - - stip "#1";"##, Format::Epd, Ok(&[])),
        (r##"k7/8/1K6/8/8/8/8/3R4 w - - stip "#1";"##, Format::Pgn, Ok(&[])),
        (
            r##"k7/8/1K6/8/8/8/8/3R4 w - - stip "#1"; nsol "a) 1; b) 2"; twin "b) move d1 e1";"##,
            Format::Popeye,
            Ok(&["the intended number of solutions"]),
        ),
        (
            r##"k7/8/1K6/8/8/8/8/3R4 w - - stip "#1"; nsol "a) 1; b) 2"; twin "b) move d1 e1";"##,
            Format::Yaml,
            Ok(&["the numbers of solutions of twins"]),
        ),
    ];
    for (line, format, expected) in rows {
        let problem = syntax::line(line).0.expect(line);
        let said = write(&problem, format);
        let said = said.as_ref().map(|written| written.lost.clone()).map_err(|refusal| refusal.why.clone());
        let owned = |list: &[&str]| list.iter().map(|text| text.to_string()).collect::<Vec<_>>();
        assert_eq!(said, expected.map(owned).map_err(owned), "{line}");
    }
}

#[test]
fn moves_of_a_game_are_the_solution_and_a_comment_alone_is_none() {
    let tags = "[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n[Stipulation \"#2\"]\n";
    // What follows the tags, the author's solution, remarks, what is warned of.
    let rows = [
        ("1. Kf7 $1 {quiet} *", Some("1. Kf7 ! {quiet} "), vec![], None),
        ("1.Kf7{good}Kh7 2.Rh1# 1-0", Some("1.Kf7 {good} Kh7 2.Rh1# "), vec![], None),
        ("1. Kf7 (1. Kf5 {not 1-0 $1}) Kh7 *", Some("1. Kf7 (1. Kf5 {not 1-0 $1} ) Kh7 "), vec![], None),
        ("{}*", None, vec![], None),
        ("{one}{two} *", None, vec!["one two "], None),
        ("{after an old idea} *", None, vec!["after an old idea "], None),
        ("{won 1-0 in play}", None, vec!["won 1-0 in play "], None),
        ("*", None, vec![], None),
        (
            "[Solution \"1.Kf7!\"]\n\n1. Kf7 *",
            Some("1.Kf7!"),
            vec![],
            Some("the moves are not kept: the tag Solution tells the author's"),
        ),
        ("[Solution \"1.Kf7!\"]\n\n{old}", Some("1.Kf7!"), vec!["old "], None),
    ];
    for (moves, solution, remarks, warned) in rows {
        let (problem, found) = keymove::exchange::read(&format!("{tags}{moves}\n"), Format::Pgn);
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, Vec::from_iter(warned), "{moves}");
        let problem = problem.expect(moves);
        assert_eq!(problem.intent.solution.as_deref(), solution, "{moves}");
        assert_eq!(problem.heading.remarks, remarks, "{moves}");
    }
}

#[test]
fn fields_become_options() {
    let rows = [
        (r##"4k3/8/8/8/8/8/8/4K2R w - - stip "#2";"##, "NoCastling h1"),
        (r##"4k3/8/8/8/8/8/8/4K2R w K - stip "#2";"##, ""),
        (r##"4k3/8/8/8/8/8/8/4K2R w ? - stip "#2";"##, ""),
        (r##"4k3/8/8/8/8/8/8/R3K2R w Q - stip "#2"; opt "Try";"##, "Try NoCastling h1"),
        (r##"4k3/8/8/3pP3/8/8/8/4K3 w - d6 stip "#2";"##, "EnPassant d7d6d5"),
        (r##"8/8/8/8/8/8/8/4K1k1 w - - stip "#2"; cond "Circe";"##, "NoCastling h1a1h8a8"),
        (r##"4k3/8/8/8/8/8/7R/4K3 w - - stip "#2"; twin "b) move h2 h1";"##, "NoCastling h1"),
    ];
    for (line, options) in rows {
        let problem = syntax::line(line).0.expect(line);
        let popeye = through(&problem, Format::Popeye);
        let said: Vec<String> = popeye.options.given().map(|(_, words)| words).collect();
        assert_eq!(said.join(" "), options, "{line}");
    }
}

/// Popeye prints variants in an order of its own, and in another order it does not read all of them; conditions of a twin
/// that stand together stay together.
#[test]
fn conditions_come_back_whole_and_in_one_order() {
    let rows = [
        (r##"condition AprilChess B"##, r##"cond "Circe Super April B""##, "Circe Super April B"),
        (r##"condition MirrorFileCirce"##, r##"cond "Circe File Mirror""##, "Circe File Mirror"),
        (r##"condition FileCirce RexInclusive"##, r##"cond "Circe File RexInclusive""##, "Circe File RexInclusive"),
        (r##"twin condition GlasgowChess Circe"##, r##"twin "b) cond GlasgowChess, Circe""##, "GlasgowChess Circe"),
    ];
    for (popeye, own, caption) in rows {
        let text =
            format!("beginproblem\npieces\n  white Kf7 Ra1\n  black Kh8\nstipulation #1\n{popeye}\nendproblem\n");
        let (problem, found) = read(&text, Format::Popeye);
        assert!(found.is_empty(), "{found:?}");
        let problem = problem.expect(popeye);
        let line = syntax::epd(&problem);
        assert!(line.contains(own), "{line}");
        let (again, found) = read(&line, Format::Epd);
        assert!(found.is_empty(), "{line}: {found:?}");
        let again = again.expect(popeye);
        for format in [Format::Popeye, Format::Yaml] {
            let back = through(&again, format);
            assert_eq!(syntax::epd(&back), line, "{}", format.name());
            assert!(write(&again, format).expect(popeye).text.contains(caption), "{popeye} {}", format.name());
        }
    }
}
