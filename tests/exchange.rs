//! Tests that problems survive conversion from one format to another and back.

use crate::files::root;
use crate::lines::problem_of;
use keymove::exchange::{Format, are_one_problem, read, write};
use keymove::problem::Problem;
use keymove::syntax;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns all files with problems below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "epd"));
    paths.sort();
    paths
}

fn published() -> Vec<(PathBuf, Problem)> {
    let root = root().join("problems");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a readable file");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let problems = lines.map(problem_of);
        problems.map(|problem| (path.clone(), problem)).collect::<Vec<_>>()
    };
    files(&root).into_iter().flat_map(read).collect()
}

/// Returns the problem after writing it in this format and reading it again.
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
        // YAML can express everything in these problems.
        let yaml = through(&own, Format::Yaml);
        assert!(are_one_problem(&yaml, &problem), "{id}");
        let popeye = through(&yaml, Format::Popeye);
        let mut back = through(&popeye, Format::Epd);
        back.heading.id = problem.heading.id.clone();
        back.intent = problem.intent.clone();
        assert!(are_one_problem(&back, &problem), "{id}");
        count += 1;
    }
    // Games other than chess are refused; one problem has two diagrams.
    refused.dedup();
    assert_eq!(refused, ["magician", "mamra", "megalomachy"]);
    assert!(count > 120, "{count}");
}

/// The result of writing a problem: the parts that are lost, or the reasons for a refusal.
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
            Ok(&["line breaks in the remark `a b`"]),
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
        let problem = problem_of(line);
        let said = write(&problem, format);
        let said = said.as_ref().map(|written| written.lost.clone()).map_err(|refusal| refusal.why.clone());
        let owned = |list: &[&str]| list.iter().map(|text| text.to_string()).collect::<Vec<_>>();
        assert_eq!(said, expected.map(owned).map_err(owned), "{line}");
    }
}

#[test]
fn moves_of_a_game_are_the_solution_and_a_comment_alone_is_none() {
    let tags = "[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n[Stipulation \"#2\"]\n";
    // Rows of the text after the tags, the author's solution, remarks and warnings.
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
            Some("the moves are ignored: the tag Solution contains the author's solution"),
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
        let problem = problem_of(line);
        let popeye = through(&problem, Format::Popeye);
        let said: Vec<String> = popeye.options.given().map(|(_, words)| words).collect();
        assert_eq!(said.join(" "), options, "{line}");
    }
}

/// Popeye prints variants in its own order, and reads some of them only in that order. Conditions that are adjacent in
/// a twin stay together.
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

/// Returns a problem with this condition, two kings, and rooks on e1 and e8.
fn under(condition: &str) -> Problem {
    let line = format!(r##"k3r3/8/8/8/8/8/8/K3R3 b - - stip "h#2"; cond "{condition}";"##);
    problem_of(&line)
}

/// Returns the text after `word` on each line that begins with `word`.
fn behind<'a>(word: &'a str, text: &'a str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix(word)).map(str::trim).collect()
}

/// Each row has a condition as Popeye or Keymove prints it, and Keymove's input for Popeye. Popeye 4.104 has read each
/// of these inputs without a message and has printed the intended condition.
#[test]
fn conditions_are_written_as_popeye_reads_them() {
    let rows = [
        ("BlackMaxDister e1 e8", "BlackMaxDister e1e8"),
        ("BlackMinDister e1e8", "BlackMinDister e1e8"),
        ("WhiteMaxDister a1 a8", "WhiteMaxDister a1a8"),
        ("WhiteMinDister e1 a8", "WhiteMinDister e1a8"),
        ("GridChess", "GridChess"),
        ("GridChess DiagonalShift", "GridChess DiagonalShift"),
        ("GridChess GridLine ha24 vc61", "GridChess GridLine ha24 vc61"),
        ("GridChess GridLine ha24 DiagonalShift", "GridChess DiagonalShift GridLine ha24"),
        ("GridChess Orthogonal bdf246", "GridChess Orthogonal bdf246"),
        ("GridChess GridLine Orthogonal bdf246 ha24", "GridChess Orthogonal bdf246 GridLine ha24"),
        ("GridChess Irregular a8a7b6 d8e8", "GridChess Irregular a8a7b6 d8e8"),
        ("GridChess Irregular GridLine a8a7b6 d8e8 ha24 vc61", "GridChess Irregular a8a7b6 d8e8 GridLine ha24 vc61"),
        ("GridChess GridLine ha24 Irregular a8a7b6", "GridChess Irregular a8a7b6 GridLine ha24"),
        ("GridChess Irregular GridLine ha24", "GridChess Irregular GridLine ha24"),
        ("MagicSquares d4e5", "MagicSquares d4e5"),
        ("MagicSquares Type2 d4e5", "MagicSquares d4e5 Type2"),
        ("MagicSquares Type1 d4 e5", "MagicSquares d4e5 Type1"),
        ("Imitator d4 e5", "Imitator d4e5"),
        ("Hole d4 e5", "Hole d4e5"),
        ("Wormholes d4 e5 f6", "Wormholes d4e5f6"),
        ("WhiteForcedSquare d4 e5", "WhiteForcedSquare d4e5"),
        ("BlackPromSquares a1 h1", "BlackPromSquares a1h1"),
        ("Woozles RexInclusive", "Woozles"),
        ("BiWoozles RexExclusive", "BiWoozles RexExclusive"),
        ("BiHeffalumps RI", "BiHeffalumps"),
        ("PADChess Strict RexExclusive", "PADChess Strict"),
        ("PADChess RexInclusive", "PADChess RexInclusive"),
        ("PowerTransfer RexExclusive", "PowerTransfer"),
        ("MultiCaptures White", "MultiCaptures White"),
        ("RoleExchange 2", "RoleExchange 2"),
        ("SAT 1", "SAT 1"),
        ("BGL 27.42 -", "BGL 27.42 -"),
        ("BGL 3.5", "BGL 3.5"),
        ("LastCapture White Bg4", "LastCapture White Bg4"),
        ("PromOnly Q R", "PromOnly Q R"),
        ("Immobilio Q G", "Immobilio Q G"),
        ("BlackVaultingKing Q EQ", "BlackVaultingKing Q EQ"),
        ("Circe Super April B", "Circe Super April B"),
        ("Circe Chameleon Q R", "Circe Chameleon Q R"),
        ("ChameleonChess G N", "ChameleonChess G N"),
        ("Sentinelles Berolina MaximumWhite 3 MaximumTotal 6", "Sentinelles Berolina MaximumWhite 3 MaximumTotal 6"),
        ("WhiteMaximummer ultra", "WhiteMaximummer ultra"),
        ("KoeKo Neighbour S", "KoeKo Neighbour S"),
        ("Madrasi RexInclusive", "Madrasi RexInclusive"),
    ];
    for (own, popeye) in rows {
        let problem = under(own);
        for (format, word) in [(Format::Popeye, "condition"), (Format::Yaml, "-")] {
            through(&problem, format);
            let text = write(&problem, format).expect(own).text;
            let told: Vec<&str> = behind(word, &text).iter().map(|told| told.trim_matches('"')).collect();
            assert!(told.contains(&popeye), "{own}: {told:?}");
        }
        // After another condition, in a twin.
        let line = format!(r##"k3r3/8/8/8/8/8/8/K3R3 b - - stip "h#2"; twin "b) cond {own}";"##);
        let text = write(&problem_of(&line), Format::Popeye).expect(own).text;
        assert_eq!(behind("twin", &text), [format!("condition {popeye}")]);
    }
}

#[test]
fn conditions_that_popeye_does_not_know_are_refused() {
    for (condition, why) in [
        ("Madrasi MutualParalysis", "`Madrasi MutualParalysis`, which Popeye does not know"),
        ("Madrasi RexInclusive RookNeedsFreedom", "`Madrasi RookNeedsFreedom`, which Popeye does not know"),
        ("SingleBox Type1 Type2", "`Type1` and `Type2` after `SingleBox`"),
        ("MultiCaptures White Black", "`White` and `Black` after `MultiCaptures`"),
        ("RoleExchange 1 2", "several numbers after `RoleExchange`"),
    ] {
        for format in [Format::Popeye, Format::Yaml] {
            let refusal = write(&under(condition), format).expect_err(condition);
            assert_eq!(refusal.why, [why], "{}", format.name());
        }
        assert_eq!(through(&under(condition), Format::Epd), under(condition));
    }
}

/// Popeye 4.104 has read all of these options without a message, and Olive has the same names.
#[test]
fn options_are_written_as_popeye_and_olive_read_them() {
    for (own, written) in [
        ("Variations", "Variation"),
        ("Try SetPlay", "SetPlay Try"),
        ("Defence 3", "Defence 3"),
        ("NonTrivial 1 2", "NonTrivial 1 2"),
        ("NoCastling a1 h8", "NoCastling a1h8"),
        ("CastlingMutuallyExclusive a1h8", "CastlingMutuallyExclusive a1h8"),
        ("StartMoveNumber 2:3", "StartMoveNumber 2:3"),
        ("UpToMoveNumber 4", "UpToMoveNumber 4"),
        ("MaxFlightsquares 2 Threat 1", "Threat 1 MaxFlightsquares 2"),
        ("MaxSolutions 3 MaxTime 2", "MaxSolutions 3 MaxTime 2"),
        ("Intelligent", "Intelligent"),
    ] {
        let line = format!(r##"k3r3/8/8/8/8/8/8/K3R3 ? ? - stip "#2"; opt "{own}";"##);
        let problem = problem_of(&line);
        assert_eq!(behind("option", &write(&problem, Format::Popeye).expect(own).text), [written]);
        let yaml = write(&problem, Format::Yaml).expect(own).text;
        let listed: Vec<&str> = behind("-", &yaml).into_iter().filter(|item| *item != "--").collect();
        assert_eq!(listed.iter().map(|item| item.trim_matches('"')).collect::<Vec<_>>().join(" "), written);
        assert!(are_one_problem(&through(&problem, Format::Yaml), &problem), "{own}");
    }
}

/// Reads a document of the program Olive with these keys. Returns the problem, if it can be read, and the messages.
fn document(keys: &str) -> (Option<Problem>, Vec<syntax::Diagnostic>) {
    read(&format!("algebraic: {{white: [Kf6, Qd5], black: [Kh6, Ph7]}}\nstipulation: h#1\n{keys}\n"), Format::Yaml)
}

#[test]
fn invisible_men_stand_among_olives_options() {
    for (options, expected) in [("[TotalInvisible 1]", 1), ("[SetPlay, totalinvisible 2]", 2)] {
        let (problem, found) = document(&format!("options: {options}"));
        assert_eq!(found, []);
        let problem = problem.expect(options);
        assert_eq!(problem.diagram.invisible, expected);
        assert!(are_one_problem(&through(&problem, Format::Yaml), &problem));
        let text = write(&problem, Format::Yaml).expect(options).text;
        assert!(text.contains(&format!("  - TotalInvisible {expected}\n")), "{text}");
    }
    for (options, message) in [
        ("[TotalInvisible x]", "`x` does not say how many men are invisible"),
        ("[TotalInvisible]", "`TotalInvisible` does not say how many men are invisible: a number is missing"),
    ] {
        let (_, found) = document(&format!("options: {options}"));
        assert_eq!(found.iter().map(|found| found.message.as_str()).collect::<Vec<_>>(), [message]);
        assert!(found[0].expected.contains("expected a number"), "{found:?}");
    }
}

/// Each row has keys of a document; source, award and remarks as they are read; and lines of the output, as the schema
/// of the database YACPDB requires them.
#[test]
fn publications_survive() {
    type Read<'a> = (Option<&'a str>, Option<&'a str>, &'a [&'a str]);
    let rows: [(&str, Read, &[&str]); 9] = [
        (
            "source: BTSB\ndistinction: 2nd HM\ndate: 1952",
            (Some("BTSB, 1952"), Some("2nd HM"), &[]),
            &["name: BTSB", "date: {year: 1952}", "tourney: ditto", "distinction: \"2nd HM\""],
        ),
        (
            "source: {name: X, date: {year: 1965}}\naward: {tourney: ditto, distinction: Prize}",
            (Some("X, 1965"), Some("Prize"), &[]),
            &["tourney: ditto", "distinction: Prize"],
        ),
        (
            "source: {name: X}\naward: {tourney: {name: X}, distinction: Prize, judges: [A]}",
            (Some("X"), Some("Prize, tourney X, judges A"), &[]),
            &["tourney: {name: \"X\"}", "judges: [A]"],
        ),
        (
            "source: {name: X}\naward: {tourney: {name: Y, date: {year: 1965}}, distinction: Prize}",
            (Some("X"), Some("Prize, tourney Y (1965)"), &[]),
            &["tourney: {name: \"Y\", date: {year: 1965}}"],
        ),
        ("award: {tourney: None, distinction: Prize}", (None, Some("Prize"), &[]), &["tourney: ditto"]),
        (
            "source: None\nsource-id: 12/5\ndate: 1965",
            (Some("no. 12/5, 1965"), None, &[]),
            &["name: \"\"", "problemid: \"12/5\"", "date: {year: 1965}"],
        ),
        ("source: None\nsource-id: 5", (Some("no. 5"), None, &[]), &["name: \"\"", "problemid: \"5\""]),
        ("source: {name: X, pagenumber: 7}", (Some("X, p. 7"), None, &[]), &["pagenumber: 7"]),
        (
            "intended-solutions: 2.1...\nkeywords: [Zilahi]",
            (None, None, &["keywords: [\"Zilahi\"]", "intended-solutions: \"2.1...\""]),
            &["intended-solutions: \"2.1...\"", "keywords: [\"Zilahi\"]"],
        ),
    ];
    for (keys, expected, lines) in rows {
        let (problem, found) = document(keys);
        assert_eq!(found, [], "{keys}");
        let problem = problem.expect(keys);
        let heading = &problem.heading;
        let remarks: Vec<&str> = heading.remarks.iter().map(String::as_str).collect();
        assert_eq!((heading.source.as_deref(), heading.award.as_deref(), &remarks[..]), expected, "{keys}");
        // Also by way of Keymove's own lines.
        let again = through(&through(&problem, Format::Epd), Format::Yaml);
        assert!(are_one_problem(&again, &problem), "{keys}: {again:?}");
        let text = write(&again, Format::Yaml).expect(keys).text;
        for line in lines {
            assert!(text.lines().any(|told| told.trim() == *line), "{line}\n{text}");
        }
        assert_eq!(text.matches("intended-solutions").count(), usize::from(keys.contains("intended")), "{text}");
    }
    let (problem, _) = document("intended-solutions: 2.1...");
    assert_eq!(problem.expect("a problem").intent.counts, [2, 1]);
}
