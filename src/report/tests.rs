//! Snapshots of the reports of a few problems.

use super::schema_check::check;
use super::*;
use crate::notation::Letters;
use crate::problem::Problem;
use crate::solution::{FindingKind, judge, settings_for_check};
use crate::solve::{Outcome, Solver, Threads};
use crate::syntax::{self, Diagnostic};
use crate::units::Tongue;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// Test problems: name, and line in the line format.
const PROBLEMS: &[(&str, &str)] = &[
    (
        "direct",
        r##"8/8/K2Q4/1r1N1p1p/2pk4/4R3/B7/8 w - - stip "#2"; opt "SetPlay Try Variations"; id "d-1"; title "Pins";
            author "A. Composer"; author "B. Solver"; source "Example Magazine 2001"; award "1st Prize";"##,
    ),
    ("keys_only", r##"7k/8/5K2/8/8/8/8/RR6 w - - stip "#2";"##),
    ("tries", r##"8/8/8/8/2p5/k7/2K5/1R6 w - - stip "#3"; opt "Variations SetPlay Try";"##),
    ("long_threats", r##"2Bk4/8/5K2/R7/4p3/8/8/8 w - - stip "#3"; opt "Variations";"##),
    ("post_key", r##"4k3/8/4K3/8/8/8/8/7R w - - stip "#2"; opt "Variations PostKeyPlay";"##),
    ("help", r##"1b2R3/8/2P5/8/p7/8/8/k4K2 ? - - stip "h#2.5"; opt "SetPlay";"##),
    ("self", r##"8/1bp1p1N1/8/7Q/4Nk2/8/7P/6BK w - - stip "s#2"; opt "Variations";"##),
    ("reflex", r##"8/8/8/8/8/1k6/3r4/K7 w - - stip "r#2"; opt "Variations";"##),
    ("series", r##"8/8/8/8/8/p7/k7/2K5 b - - stip "ser-h=4";"##),
    (
        "twins",
        r##"8/8/8/8/8/2K5/7R/k7 w - - stip "#2"; opt "Variations";
            twin "b) move h2 h3; c) rotate 90; +d) stip h#1.5; e) cond Madrasi";"##,
    ),
    ("duplex", r##"8/P7/8/8/8/1K1p1b2/8/kn6 ? - - stip "h#2"; opt "Duplex";"##),
    ("stalemate", r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "=1"; opt "Variations";"##),
    (
        "madrasi",
        r##"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi"; opt "SetPlay Try Variations";
            id "wiki-madrasi";"##,
    ),
    ("no_solution", r##"8/8/8/8/8/8/8/k1K5 w - - stip "#1";"##),
    ("illegal_set_play", r##"8/8/8/8/8/k7/7R/K5rR w - - stip "#1"; opt "SetPlay";"##),
    ("king_to_capture", r##"8/8/8/8/8/1p6/p1K5/k1B5 b - - stip "h#2.5"; opt "SetPlay";"##),
    ("cut", r##"r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 stip "h~0.5"; opt "MaxSolutions 3 NoCastling a8";"##),
    ("first_moves", r##"r3k3/P7/8/3pP3/8/8/8/4K2R w K d6 stip "~1";"##),
    ("intro", r##"7k/8/5K2/8/8/8/7p/R7 b - - stip "1->ser-#2"; opt "Variations";"##),
    ("a_to_b", r##"7k/8/8/8/8/8/8/1K6 w - - stip "a=>b0.5"; start "7k/8/8/8/8/8/8/K7";"##),
    ("null_move", r##"8/8/8/8/8/1K6/7R/k7 w - - stip "h#1.5"; opt "NullMoves";"##),
    ("magician", r##"k1n1K3/8/B7/1P6/8/8/8/8 w - - stip "#2"; game "Magician"; opt "Variations";"##),
    (
        "megalomachy",
        r##"14k1/16/16/16/16/16/16/16/16/16/16/16/16/16/1{w:TE}p13/{w:DK}7K7 w Q - stip "ser-z(c1)1";
            game "Megalomachy";"##,
    ),
    (
        "own_men",
        r##"8/8/8/8/8/2K5/{b:y2}6{w:X}/k7 w - - stip "#2"; opt "Variations"; piece "X=fsRbW; Y2=mWcyafmQ";
            twin "b) substitute {X} R";"##,
    ),
    ("neutral", r##"7k/8/8/8/{n:P}7/8/{w:G}7/K6{n:N} ? - - stip "h#0.5"; twin "b) remove h1";"##),
    ("several_kings", r##"k6k/PP4pp/2K5/8/8/8/8/4R3 w - - stip "#1";"##),
];

fn problem(line: &str) -> Problem {
    // The lines above are broken to make them readable.
    let line = line.replace('\n', " ");
    let (problem, diagnostics) = syntax::line(&line);
    assert!(!diagnostics.iter().any(Diagnostic::is_error), "{line}: {diagnostics:?}");
    problem.expect("no errors, so a problem")
}

fn solved(line: &str) -> (Problem, Outcome) {
    let problem = problem(line);
    let outcome = Solver { table_bytes: 1 << 20, ..Solver::default() }.solve(&problem);
    (problem, outcome.unwrap_or_else(|error| unreachable!("{line}: {error}")))
}

fn json_of(line: &str) -> String {
    let (problem, outcome) = solved(line);
    json_line(&ProblemIdentity::default(), &problem, &outcome.solution, &ResultExtras::default())
}

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("the schema is JSON")
}

#[test]
fn texts() {
    for (name, line) in PROBLEMS {
        let (problem, outcome) = solved(line);
        insta::assert_snapshot!(format!("text_{name}"), text(&problem, &outcome.solution, &TextStyle::default()));
    }
}

/// Writes each part of a solution as soon as the solver reports it.
#[derive(Debug)]
struct Live(Mutex<(Box<dyn SolutionWriter>, String)>);

impl LiveWriter for Live {
    fn write(&self, write: &dyn Fn(&mut dyn SolutionWriter, &mut String) -> std::fmt::Result) {
        let (writer, text) = &mut *self.0.lock().expect("nobody panics");
        write(&mut **writer, text).expect("memory takes everything");
    }
}

#[test]
fn text_written_during_the_search_is_the_text_written_afterwards() {
    let long = r##"8/8/8/8/8/2k5/8/K1R5 b - - stip "h#3"; opt "SetPlay";"##;
    let numbers = r##"7k/p7/6K1/8/8/8/8/1R6 b - - stip "h#2"; opt "MoveNumbers SetPlay";"##;
    let numbers_of_keys = r##"7k/p7/6K1/8/8/8/8/1R6 w - - stip "#2"; opt "MoveNumbers Try"; twin "b) move a7 a6";"##;
    let more = [("long", long), ("numbers", numbers), ("numbers of keys", numbers_of_keys)];
    for (name, line) in PROBLEMS.iter().chain(&more) {
        let problem = problem(line);
        let writers: [fn(Problem) -> Box<dyn SolutionWriter>; 2] = [
            |problem| Box::new(TextWriter::new(problem, TextStyle::default())),
            |problem| Box::new(PopeyeWriter::new(problem, PopeyeForm::default())),
        ];
        for (i, writer) in writers.into_iter().enumerate() {
            for number in [1, 3] {
                let live = Arc::new(Live(Mutex::new((writer(problem.clone()), String::new()))));
                let threads = Arc::new(Threads::new(number));
                let solver =
                    Solver { table_bytes: 1 << 20, threads, listener: Some(live.clone()), ..Solver::default() };
                let solution = solver.solve(&problem).expect(name).solution;
                live.write(&|writer, out| writer.end(out, &solution));
                let mut whole = String::new();
                if i == 0 {
                    write_text(&mut whole, &problem, &solution, &TextStyle::default()).expect(name);
                } else {
                    write_popeye_text(&mut whole, &problem, PopeyeForm::default(), &solution).expect(name);
                }
                assert_eq!(live.0.lock().expect("nobody panics").1, whole, "{name}, {number} threads");
            }
        }
    }
}

/// Checks the numbers of first moves against those that Popeye 4.104 prints. The times are left out.
#[test]
fn first_moves_have_the_numbers_of_popeye() {
    let help = "
  1  (a7-a5 )
  1.a7-a5 Rb1-b8 #
  2  (a7-a6 )
  1.a7-a6 Rb1-b8 #
  3  (Kh8-g7 + )
  4  (Kh8-h7 + )
  5  (Kh8-g8 )
  1.Kh8-g8 Rb1-b8 #
";
    let direct = "
 10  (Rb1-g1 )
 11  (Rb1-f1 )
   1.Rb1-f1 ? threat:
          2.Rf1-f8 #
    but
      1...Kh8-g8 !

 12  (Rb1-e1 )
   1.Rb1-e1 ! threat:
          2.Re1-e8 #

 13  (Rb1-d1 )
   1.Rb1-d1 ! threat:
          2.Rd1-d8 #

 14  (Rb1-c1 )
   1.Rb1-c1 ! threat:
          2.Rc1-c8 #

 15  (Kg6-f5 )
 16  (Kg6-h5 )
 17  (Kg6-h7 + )
 18  (Kg6-f7 )
   1.Kg6-f7 ! threat:
          2.Rb1-h1 #

 19  (Kg6-g5 )
 20  (Kg6-f6 )
 21  (Kg6-g7 + )
 22  (Kg6-h6 )
   1.Kg6-h6 ? threat:
          2.Rb1-b8 #
    but
      1...Kh8-g8 !
";
    let rows = [
        (r##"7k/p7/6K1/8/8/8/8/1R6 b - - stip "h#1"; opt "MoveNumbers";"##, help),
        (r##"7k/p7/6K1/8/8/8/8/1R6 w - - stip "#2"; opt "MoveNumbers Try Variations StartMoveNumber 10";"##, direct),
    ];
    for (line, expected) in rows {
        let written = popeye_text(&solved(line).1.solution);
        assert!(written.starts_with(expected), "{line}\n{written}");
    }
    let (problem, outcome) = solved(rows[0].0);
    let written = text(&problem, &outcome.solution, &TextStyle::default());
    assert!(written.contains("\nFirst moves\n  1 a5, 2 a6, 5 Kg8\n"), "{written}");
}

#[test]
fn colors_and_figurines() {
    let (problem, outcome) = solved(PROBLEMS[0].1);
    let color = TextStyle { color: true, board: BoardStyle::None, letters: Letters::Game, ..TextStyle::default() };
    let text_in_color = text(&problem, &outcome.solution, &color);
    insta::assert_snapshot!("text_in_color", text_in_color.replace('\x1b', "^"));
    let figurines = TextStyle { letters: Letters::Figurines(Tongue::English), ..TextStyle::default() };
    insta::assert_snapshot!("text_in_figurines", text(&problem, &outcome.solution, &figurines));
}

/// Snapshots of the text in German and French, for problems that print most of the fixed words.
#[test]
fn german_and_french() {
    let names =
        ["direct", "madrasi", "help", "duplex", "no_solution", "illegal_set_play", "cut", "first_moves", "null_move"];
    for (language, tongue) in [("german", Tongue::German), ("french", Tongue::French)] {
        let style = TextStyle { letters: Letters::Of(tongue), board: BoardStyle::None, ..TextStyle::default() };
        let rows = PROBLEMS.iter().filter(|(name, _)| names.contains(name));
        let texts: Vec<String> = rows
            .map(|(_, line)| {
                let (problem, outcome) = solved(line);
                text(&problem, &outcome.solution, &style)
            })
            .collect();
        assert_eq!(texts.len(), names.len());
        insta::assert_snapshot!(format!("text_in_{language}"), texts.join("\n"));
    }
}

#[test]
fn without_color_no_input_steers_the_terminal() {
    let mut problem = problem(PROBLEMS[0].1);
    problem.heading.id = Some("\x1b[2J\nid".into());
    let text = text(&problem, &Default::default(), &TextStyle::default());
    assert!(text.starts_with(" [2J id"), "{text}");
    assert!(!text.contains('\x1b'));
}

/// Snapshot of JSON lines, with line breaks added before every move and every part of the solution for readers.
#[test]
fn json_lines() {
    for name in [
        "direct",
        "help",
        "self",
        "series",
        "twins",
        "duplex",
        "stalemate",
        "madrasi",
        "null_move",
        "first_moves",
        "own_men",
    ] {
        let mut line = json_of(PROBLEMS.iter().find(|(known, _)| *known == name).map_or("", |(_, line)| line));
        for start in ["{\"part\"", "{\"text\"", "{\"kind\"", "{\"label\"", "{\"style\"", "\"heading\"", "\"epd\""] {
            line = line.replace(start, &format!("\n{start}"));
        }
        insta::assert_snapshot!(format!("json_{name}"), line);
    }
}

/// Checks lines with all optional members, and lines with none.
#[test]
fn json_keeps_to_the_schema_and_to_one_line() {
    let schema = schema();
    let full = ResultExtras {
        verdict: Some("unsound".into()),
        findings: json!([{
            "kind": "cook", "severity": "error", "twin": "", "exchanged": true, "side": "white", "count": 1,
            "path": ["Ka1-a2"], "text": "cook: 1.Ka1-a2 is a second key"
        }]),
        nodes: Some(12),
        seconds: Some(0.25),
        diagnostics: json!([]),
        record: Some(RecordMark { key: "0".into(), status: 1, limits: Some("none".into()) }),
        positions: true,
        themes: json!({
            "found": [{
                "name": "Zilahi", "group": "help play", "strength": "exact", "count": 1, "men": ["a1"], "squares": ["a2"],
                "lines": [{ "twin": "", "set_play": false, "exchanged": false, "moves": ["Ka1-a2"] }], "text": "a"
            }],
            "not_computed": [{ "reason": "the search was cut", "names": ["Lacny"] }],
            "complete": true
        }),
    };
    let identity = ProblemIdentity { id: Some("a\nb".into()), file: Some("x.epd".into()), line: Some(3), index: 2 };
    for (name, line) in PROBLEMS {
        for (identity, extra) in [(&identity, &full), (&ProblemIdentity::default(), &ResultExtras::default())] {
            let (problem, outcome) = solved(line);
            let text = json_line(identity, &problem, &outcome.solution, extra);
            assert!(!text.contains('\n'), "{name}");
            let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| unreachable!("{name}: {error}"));
            assert_eq!(check(&schema, &value), Vec::<String>::new(), "{name}");
        }
    }
    for verdict in ["invalid", INTERNAL_ERROR] {
        let text = json_error_line(&identity, verdict, &json!([{ "message": "a\nb" }]), None);
        assert!(!text.contains('\n'));
        assert_eq!(check(&schema, &serde_json::from_str(&text).unwrap_or_default()), Vec::<String>::new());
    }
}

#[test]
fn findings_keep_to_the_schema() {
    let schema = schema();
    let kinds = schema.pointer("/$defs/finding/properties/kind/enum").and_then(Value::as_array).expect("kinds");
    let slugs: Vec<Value> = FindingKind::slugs().map(Value::from).collect();
    assert_eq!(kinds, &slugs);
    let lines = [
        r##"7k/8/8/8/8/8/8/KQQ5 b - - stip "h#2"; sol "1.Zz9";"##,
        r##"8/8/8/R7/4k3/8/7p/1K6 b - - stip "h#2"; opt duplex;"##,
        r##"5k2/8/4K3/8/3R4/8/7P/8 w - - stip "#2"; twin "b) move h2 g2"; sol "b) 1.Rh4! 1.Rg4?";"##,
    ];
    let mut found = Vec::new();
    for line in lines {
        let problem = settings_for_check(&problem(line));
        let solution =
            Solver::default().solve(&problem).unwrap_or_else(|error| unreachable!("{line}: {error}")).solution;
        let judgement = judge(&problem, &solution);
        let findings: Value = judgement.findings.iter().map(finding_json).collect();
        found.push(findings.to_string());
        let extra = ResultExtras { findings, ..ResultExtras::default() };
        let text = json_line(&ProblemIdentity::default(), &problem, &solution, &extra);
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        assert_eq!(check(&schema, &value), Vec::<String>::new(), "{line}");
    }
    let all = found.join("\n");
    for part in [
        r#""count":1,"exchanged":false,"kind":"author-not-read","path":[],"severity":"warning""#,
        r#""kind":"cook""#,
        r#""side":"black""#,
        r#""side":"white""#,
        r#""kind":"author-key-not-found","path":[],"severity":"error","text":"author's key not found: 1.Rh4"#,
        r#""kind":"author-try-not-found""#,
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
}

#[test]
fn the_check_against_the_schema_finds_what_is_wrong() {
    let schema = schema();
    let value: Value = serde_json::from_str(&json_of(PROBLEMS[0].1)).unwrap_or_default();
    let wrong: &[(&str, Value)] = &[
        ("/format", json!("keymove-2")),
        ("/options", json!([1])),
        ("/identity/index", json!(-1)),
        ("/position/side", json!("w")),
        ("/position/castling", json!(["i0"])),
        ("/twins", json!([])),
        ("/twins/0/cut", json!("no")),
        ("/twins/0/phases/0/groups/0/nodes/0/from", json!("e9x")),
        ("/twins/0/phases/0/groups/0/nodes/0/part", json!("cook")),
        ("/twins/0/phases/0/groups/0/nodes/0", json!({ "text": "Ka1-a2" })),
    ];
    for (place, member) in wrong {
        let mut changed = value.clone();
        let found = changed.pointer_mut(place).map(|old| *old = member.clone());
        assert!(found.is_some(), "nothing stands at {place}");
        assert!(!check(&schema, &changed).is_empty(), "{place} {member}");
    }
}

#[test]
fn a_line_of_json_reads_back_as_the_same_problem() {
    for (name, line) in PROBLEMS {
        let value: Value = serde_json::from_str(&json_of(line)).unwrap_or_default();
        let again = syntax::line(value["epd"].as_str().unwrap_or_default()).0;
        assert_eq!(again, Some(problem(line)), "{name}");
    }
}

#[test]
fn a_null_move_is_named() {
    use crate::solution::{Node, Part};
    use crate::units::{Color, MoveRecord};
    let (problem, mut outcome) = solved(r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "=1";"##);
    let null = Node::new(Part::Key, MoveRecord::null(Color::White));
    outcome.solution.twins[0].phases[0].groups[0].nodes = vec![null];
    let written = text(&problem, &outcome.solution, &TextStyle::default());
    assert!(written.contains("\n  1.null move!\n"), "{written}");
    let line = json_line(&ProblemIdentity::default(), &problem, &outcome.solution, &ResultExtras::default());
    assert!(
        line.contains(r#"{"part":"key","text":"null","side":"white","special":"null_move","children":[]}"#),
        "{line}"
    );
    let value = serde_json::from_str(&line).unwrap_or_default();
    assert_eq!(check(&schema(), &value), Vec::<String>::new());
}
