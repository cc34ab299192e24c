//! Tests with whole problems: each checks the parsed result or the diagnostics.

use super::{End, Language, Splitter, looks_like_popeye, problem, problem_in};
use crate::conditions::Arguments;
use crate::conditions::names::{NAMES, definition};
use crate::problem::{Change, Duplex, Mirror, Problem, Rotation, Stipulation};
use crate::syntax::{Diagnostic, Source};
use crate::units::{Piece, Square};
use proptest::prelude::*;

fn clean(text: &str) -> Problem {
    let (problem, diagnostics) = problem(text);
    assert_eq!(diagnostics, [], "{text}");
    problem.expect("a problem without findings")
}

fn errors(text: &str) -> Vec<String> {
    let found = |diagnostic: &Diagnostic| format!("{}: {}", &text[diagnostic.span.clone()], diagnostic.message);
    problem(text).1.iter().filter(|diagnostic| diagnostic.is_error()).map(found).collect()
}

/// Returns the text of a problem that has a stipulation, two kings and the commands `middle`.
fn with(middle: &str) -> String {
    format!("beginproblem\nstipulation #2\npieces white Ka1 black Ka8\n{middle}\nendproblem\n")
}

#[test]
fn positions() {
    for (commands, fen) in [
        ("pieces White Kd1 Ra1h8 Black Ke8 Sb8", "1n2k2R/8/8/8/8/8/8/R2K4"),
        ("pieces white kD1, Pa2b2; black kE8", "4k3/8/8/8/8/8/PP6/3K4"),
        ("pieces b Ke8 w Kd1\nti x", "4k3/8/8/8/8/8/8/3K4"),
        ("pieces black Ke8\npieces white Kd1", "4k3/8/8/8/8/8/8/3K4"),
        ("forsyth 4k3/8/16/8/P7/8 pieces white Ke1", "4k3/8/8/8/8/P7/8/4K3"),
        ("forsyth 4k3/48/3K", "4k3/8/8/8/8/8/8/3K4"),
        ("forsyth 4s3/8/-Q+q6", "4n3/8/qQ6/8/8/8/8/8"),
        ("initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        ("forsyth rsbqkbsrpppppppp32PPPPPPPPRSBQKBSR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ] {
        let text = format!("begin stip ~1\n{commands}\nend");
        assert_eq!(clean(&text).diagram.placement.to_fen(), fen, "{commands}");
    }
}

#[test]
fn languages() {
    let expected =
        clean(&with("option variations setplay maxtime 7\ncondition isardam typeb rexinclusive\ntwin remove a8"));
    for text in [
        "Anfang Ford #2\nStei Weis Ka1 Schw Ka8\nOpti Vari Satz MaxZ 7\nBedi Isar TypB RexInk\nZwil Entf a8 Ende",
        "debut enonc #2\npieces blan Ra1 noir Ra8\nopti vari apparent maxt 7\ncond isar typeb rexinc\njum ote a8 finp",
        "begin stip #2 piec whit ka1 blac ka8 opt vari set maxti 7 cond isar rexinc typeb twi rem a8 end",
    ] {
        assert_eq!(clean(text), expected, "{text}");
    }
    let again = problem_in("ford #2 stei weis ka1 schw ka8\nweit", Language::German);
    assert_eq!(again.1, []);
}

#[test]
fn the_lines_above_the_diagram() {
    let authors = "author A. Uthor\nauth B. Uthor ";
    let others = "origin Die Schwalbe\norigin 1950\ntitle\ntitle End\ntitle of Endproblem\nremark stip #3";
    let heading = clean(&with(&format!("{authors}\n{others}"))).heading;
    assert_eq!(heading.authors, ["A. Uthor", "B. Uthor"]);
    assert_eq!(heading.source.as_deref(), Some("Die Schwalbe, 1950"));
    assert_eq!(heading.title.as_deref(), Some("End of Endproblem"));
    assert_eq!(heading.remarks, ["stip #3"]);
}

#[test]
fn options() {
    let shown = "option Defence 2 NonTrivial 0 1 Intelligent Duplex start 3:2 upto 4 beep 3";
    let before = "option NoCastling a1h8 h1\n CastlingMut a1h8 castlingmut h1a8\n EnPassant e7e6e5\npieces black Pe5";
    let problem = clean(&with(&format!("{shown}\n{before}")));
    let options = problem.options;
    assert_eq!((options.defences, options.non_trivial, options.duplex), (Some(2), Some((0, 1)), Duplex::Yes));
    assert_eq!(options.no_castling.len(), 3);
    assert_eq!(options.castling_mutually_exclusive.len(), 2);
    assert_eq!((options.start_move_number.clone(), options.intelligent), (vec![3, 2], true));
    assert_eq!(problem.diagram.en_passant, Square::parse("e6"));
}

#[test]
fn twins() {
    let square = |text: &str| Square::parse(text).unwrap();
    let (a1, b1, a8) = (square("a1"), square("b1"), square("a8"));
    for (twin, expected) in [
        ("twin move a1 b1", vec![Change::Move(a1, b1)]),
        ("twin mo a1b1 exch b1 a8", vec![Change::Move(a1, b1), Change::Exchange(b1, a8)]),
        ("twin continued rem a8", vec![Change::Remove(a8)]),
        (
            "twin rotate 90 polish shift a1 b1",
            vec![Change::Rotate(Rotation::By90), Change::PolishType, Change::Shift(a1, b1)],
        ),
        ("twin mirror a1<-->H1", vec![Change::Mirror(Mirror::A1H1)]),
        ("twin substitute r s", vec![Change::Substitute(Piece::ROOK, Piece::KNIGHT)]),
        ("zero stipulation #3", vec![Change::Stipulation(crate::syntax::stipulation("#3").unwrap())]),
        ("twin", vec![]),
    ] {
        let problem = clean(&with(twin));
        assert_eq!(problem.twins.len(), 1, "{twin}");
        assert_eq!(problem.twins[0].changes, expected, "{twin}");
        assert_eq!(problem.twins[0].continued, twin.contains("continued"));
        assert_eq!(problem.zeroposition, twin.contains("zero"));
    }
    let first = "twin add white Qb1c1 black Pd4\n move a1 a2\nremark the last";
    let second = "twin condition madrasi rexi\n sstip black - 4hh[#]";
    let problem = clean(&with(&format!("{first}\n{second}")));
    assert_eq!(problem.twins[0].changes.len(), 4);
    let [Change::Condition { text, .. }, Change::Stipulation(stipulation)] = &problem.twins[1].changes[..] else {
        panic!("{:?}", problem.twins[1]);
    };
    assert_eq!((text.as_str(), stipulation.to_string().as_str()), ("Madrasi RexInclusive", "black -4hh[#]"));
}

#[test]
fn two_positions() {
    let text = "begin piec whit Ka1 blac Ka8 stip a=>b3.5 opt white piec whit Kb1 Qb2 blac Kc8 end";
    let diagram = clean(text).diagram;
    assert_eq!(diagram.start.map(|start| start.to_fen()).as_deref(), Some("k7/8/8/8/8/8/8/K7"));
    assert_eq!(diagram.placement.to_fen(), "2k5/8/8/8/8/8/1Q6/1K6");
    let proof_game = clean("begin initial stip dia4.0 end");
    assert!(proof_game.stipulation.is_some_and(|stipulation| stipulation.is_proof_game()));
}

#[test]
fn stipulations() {
    for (command, expected) in [
        ("stip ser-h#2", "ser-h#2"),
        ("stip zG7 2", "zg72"),
        ("sstip whi 3a[#]d", "white 3a[#]d"),
        ("sstipulation black\n  5h[/1d[x]a{!+}] h\noption vari", "black 5h[/1d[x]a{!+}]h"),
    ] {
        let stipulation = clean(&format!("begin {command}\npieces white Ka1 black Ka8\nend")).stipulation;
        assert_eq!(stipulation.as_ref().map(Stipulation::to_string).as_deref(), Some(expected));
    }
}

#[test]
fn conditions_have_their_names_in_all_languages() {
    let texts = [
        "begin stip #1 piec whit ka1 blac kc8 cond NAME end",
        "anfang ford #1 stei weis ka1 schw kc8 bedi NAME ende",
        "debut enonc #1 pieces blan ra1 noir rc8 condi NAME finp",
    ];
    let mut count = 0;
    for row in NAMES.iter() {
        let Some(def) = definition(row[0]) else { continue };
        for (text, name) in texts.iter().zip(row).filter(|(_, name)| !name.is_empty()) {
            let squares = if def.arguments == Arguments::Squares { " d4" } else { "" };
            let (problem, found) = problem(&text.replace("NAME", &format!("{name}{squares}")));
            assert!(!found.iter().any(Diagnostic::is_error), "{name}: {found:?}");
            let names: Vec<_> = problem.iter().flat_map(|p| p.rules.conditions()).map(|c| c.def.name).collect();
            assert_eq!(names, [def.name], "{name}");
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn abbreviations_and_variants_in_all_languages() {
    let rows = [
        ("anfang ford #1 stei weis ka1 schw kc8 bedi NAME ende", "schwarzerlaeng", "BlackMaximummer"),
        ("anfang ford #1 stei weis ka1 schw kc8 bedi NAME ende", "andernach", "AndernachChess"),
        ("anfang ford #1 stei weis ka1 schw kc8 bedi NAME ende", "madrasi rexinkl", "Madrasi RexInclusive"),
        ("anfang ford #1 stei weis ka1 schw kc8 bedi NAME ende", "isardam typb", "Isardam TypeB"),
        ("anfang ford #1 stei weis ka1 schw kc8 bedi NAME ende", "circe kaefig", "Circe Cage"),
        ("anfang ford #1 stei weis ka1 schw kc8 bedi NAME ende", "uwnur d s", "PromOnly Q S"),
        ("debut enonc #1 pieces blan ra1 noir rc8 condi NAME finp", "echecsandern", "AndernachChess"),
        ("debut enonc #1 pieces blan ra1 noir rc8 condi NAME finp", "noirmaxi", "BlackMaximummer"),
        ("debut enonc #1 pieces blan ra1 noir rc8 condi NAME finp", "promseul d c", "PromOnly Q S"),
        ("debut enonc #1 pieces blan ra1 noir rc8 condi NAME finp", "maximummer", "Maximummer"),
    ];
    for (text, names, caption) in rows {
        let (problem, found) = problem(&text.replace("NAME", names));
        assert_eq!(found, [], "{names}");
        assert_eq!(problem.expect(names).rules.caption(), caption, "{names}");
    }
}

#[test]
fn a_misspelt_command_is_no_part_of_the_stipulation() {
    let text = "begin stip #2 conditon circe piec whit ka1 blac kc8 end";
    assert_eq!(errors(text), ["conditon: unknown command `conditon`"]);
    let hint = |text: &str| problem(text).1.first().and_then(|found| found.hint.clone()).unwrap_or_default();
    assert_eq!(hint(text), "did you mean `Condition`?");
    let german = "anfang ford #2 bedi circe opti setplay stei weis ka1 schw kc8 ende";
    assert_eq!(hint(german), "`setplay` is an English keyword, but the keywords of this problem are German");
}

/// Checks that the name of a rebirth rule, such as `Parrain`, is a variant after a form of Circe, and otherwise
/// abbreviates a condition, as in Popeye.
#[test]
fn names_that_are_variants_elsewhere() {
    for (short, full) in [
        ("madrasi rexincl parrain", "Madrasi RexInclusive\ncondition ParrainCirce"),
        ("circe parrain madrasi", "ParrainCirce\ncondition Madrasi"),
        ("circe contraparrain volage", "ContraParrain Volage"),
        ("grid couscous", "GridChess CouscousCirce"),
        ("isardam einstein", "Isardam EinsteinChess"),
        ("antisupercirce pwc", "AntiSuperCirce\ncondition PWC"),
        ("mirroranticirce diametral", "MirrorAntiCirce\ncondition DiametralCirce"),
    ] {
        let rules = |names: &str| clean(&with(&format!("condition {names}"))).rules;
        assert_eq!(rules(short), rules(full), "{short}");
    }
}

#[test]
fn mistakes_are_located() {
    for (middle, expected) in [
        ("option Variatons Try", &["Variatons: unknown option `Variatons`"][..]),
        ("option t", &["t: `t` is short for several keywords"]),
        ("option maxtime", &["maxtime: the option `MaxTime` has no value"]),
        ("option maxtime 0", &["maxtime 0: invalid values for the option `MaxTime`"]),
        ("option threat 99999999999", &["99999999999: `99999999999` is not a number"]),
        ("option enpassant e2e4", &["enpassant e2e4: invalid values for the option `EnPassant`"]),
        ("option nosymmetry", &["nosymmetry: the option `NoSymmetry` is known, but not supported yet"]),
        ("condition Madrassi", &["Madrassi: unknown condition `Madrassi`"]),
        (
            "condition Madrasi Isardam",
            &[
                "Isardam: `Madrasi` cannot be combined with `Isardam`: Isardam forbids every paralysis that Madrasi could cause",
            ],
        ),
        ("condition madrasi typeb", &["typeb: Madrasi has no variant `typeb`"]),
        ("condition Circe Parrain Cheylan\nopt vari", &["Cheylan: Circe has no variant `Cheylan`"]),
        (
            "condition TransmissionMenace\ntitle x",
            &["TransmissionMenace: the condition `TransmissionMenace` is known, but not supported: no known rule \
               explains Popeye's moves"],
        ),
        ("pieces white Na3 G2b3 black Xb3", &["X: unknown piece `X`"]),
        ("pieces white Kd4/", &["Kd4/: `Kd4/` has no square"]),
        ("pieces white Ri9", &["i9: `i9` in `Ri9` is not a square"]),
        ("pieces white Q a3", &["Q a3: `Q` has no square"]),
        ("pieces Rd4 Rd5", &["Rd4: unknown colour `Rd4`"]),
        ("forsyth 63/kk", &["63: the ranks from 8 down have 63 squares"]),
        ("forsyth 8//k", &["/: there is nothing before the `/`"]),
        ("forsyth 8/-Q+q.xx", &["xx: unknown piece `xx`"]),
        ("forsyth 63k2k", &["2: the board goes on after h1: 66 squares and more"]),
        ("forsyth 62kkk", &["k: the board goes on after h1: 65 squares and more"]),
        ("stipulation #3", &["stipulation: the stipulation is given twice"]),
        ("twin mvoe a1 b1", &["mvoe: unknown command `mvoe`"]),
        ("twin move a1", &["move a1: wrong number of squares for `move`"]),
        ("twin mirror a1 h1", &["a1: `a1` cannot be used here"]),
        ("twin remove a1\noption try", &["option: `option` comes after a twin"]),
        ("twin remove a1 continued", &["continued: this command must come before the changes of the twin"]),
        ("nextproblem stipulation #3", &["stipulation: unexpected text after the end of the problem"]),
        ("beginproblem", &["beginproblem: a new problem begins before this one ends"]),
    ] {
        assert_eq!(errors(&with(middle)), expected, "{middle}");
    }
    assert_eq!(errors("begin piec whit Ka1 blac Ka8\nend"), ["end: there is no stipulation"]);
    assert_eq!(errors("begin stip #1\npiec whit Ka1"), [": the problem does not end"]);
    assert_eq!(errors("start stip #2 end")[0], "start: unknown command `start`");
    for (text, place) in [
        ("begin stip h#2,5 end", ",5"),
        ("anfang sford schwarz 3a[#] ende", ""),
        ("begin sstip whit 3 a[#]d] end", "]"),
        ("begin sstip white end", ""),
        ("begin sstip 3a[#]d end", "3a[#]d"),
    ] {
        let span = problem(text).1[0].span.clone();
        assert_eq!(&text[span], place, "{text}");
    }
    let hint = problem("begin stip #2 piec Weiss Ka1 end").1[0].hint.clone();
    assert_eq!(hint.as_deref(), Some("`Weiss` is a German keyword, but the keywords of this problem are English"));
}

#[test]
fn what_is_ignored_or_replaced_is_said() {
    let protocol = "protocol endproblem.txt\nlatex out.tex\n n SU Nachtreiter\n eq DL Equihopper\n";
    let text = with(&format!("option intelligent 3\n{protocol}\npieces white Qa8"));
    let (problem, warnings) = problem(&text);
    assert_eq!(problem.unwrap().diagram.placement.to_fen(), "Q7/8/8/8/8/8/8/K7");
    let messages: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
    let expected = [
        "the limit for each final position is not applied: all solutions are printed",
        "the command `protocol` is ignored",
        "the command `latex` is ignored",
        "the white queen replaces the black king on a8",
    ];
    assert_eq!(messages, expected);
    assert!(warnings.iter().all(|warning| !warning.is_error()));
}

/// Checks that a warning marks the fields of a FEN after its board, which are ignored as in Popeye. Each row has the
/// words after the board, and the words that the warning marks (`None`: no warning).
#[test]
fn the_fields_of_a_fen_behind_a_board_are_ignored() {
    for (fields, marked) in
        [("w", Some("w")), ("b KQkq - 0 1", Some("b KQkq - 0 1")), ("w - e3", Some("w - e3")), ("\ntitle w", None)]
    {
        let text = with(&format!("forsyth 8/8/8/8/4P3/8/8/6Q1 {fields}"));
        let (read, findings) = problem(&text);
        let spans: Vec<&str> = findings.iter().map(|found| &text[found.span.clone()]).collect();
        assert_eq!(spans, Vec::from_iter(marked), "{fields}");
        let read = read.expect(fields);
        let fen = read.diagram.placement.to_fen();
        assert_eq!((fen.as_str(), read.diagram.side_to_move), ("k7/8/8/8/4P3/8/8/K5Q1", None), "{fields}");
    }
    for fields in ["x", "KQkq", "w x", "w - - 0 1 2"] {
        let text = with(&format!("forsyth 8/8/8/8/4P3/8/8/6Q1 {fields}"));
        assert!(problem(&text).1.iter().any(|found| found.is_error()), "{fields}");
    }
}

/// Checks that the first of two men on a square is beneath the second under conditions that let men reappear.
#[test]
fn men_beneath_others() {
    for condition in ["GhostChess", "HauntedChess", "Circe Volcanic", "AntiCirce Parachute"] {
        let men = "pieces black Sb1 white Qb1";
        let (read, findings) = problem(&with(&format!("condition {condition}\n{men}")));
        let messages: Vec<&str> = findings.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, ["the black knight on b1 is beneath the white queen"], "{condition}");
        let beneath = read.and_then(|problem| problem.diagram.beneath).map(|beneath| beneath.to_fen());
        assert_eq!(beneath.as_deref(), Some("8/8/8/8/8/8/8/1n6"), "{condition}");
        for above in [format!("{men} Rb1"), "pieces white Qa8".to_string()] {
            let (_, findings) = problem(&with(&format!("condition {condition}\n{above}")));
            assert_eq!(findings.iter().filter(|found| found.is_error()).count(), 1, "{condition}: {above}");
        }
    }
}

#[test]
fn where_problems_end() {
    let first = "\u{FEFF}Begin stip #1\ntitle The end\nnextproblem";
    let second = " author Endproblem\ncond promonly s n\nopt en\ntwin rem a1 next stip #2 end more";
    let file = format!("{first}{second}");
    let mut splitter = Splitter::default();
    let mut ends = Vec::new();
    for line in file.lines() {
        let mut rest = line;
        while let Some(ending) = splitter.ending(rest) {
            ends.push((ending.end, &rest[..ending.at]));
            rest = &rest[ending.at..];
        }
    }
    assert_eq!(ends, [(End::Next, "nextproblem"), (End::Next, "twin rem a1 next"), (End::Last, " stip #2 end")]);
    for (lines, expected) in [
        ("\n\n  BEGI", true),
        ("anfangproblem\n", true),
        ("debutprob", true),
        ("8/8/8 w - -", false),
        ("be", false),
        ("", false),
    ] {
        assert_eq!(looks_like_popeye(lines), expected, "{lines}");
    }
}

#[test]
fn a_thousand_mistakes_are_not_reported_one_by_one() {
    let text = with(&format!("pieces white {}", "Xyzzy ".repeat(10_000)));
    assert_eq!(errors(&text).len(), 51);
    assert!(problem(&"x".repeat(2 << 20)).0.is_none());
}

/// Words for random texts that reach all parts of the grammar.
const WORDS: &str = "beginproblem anfang debut nextproblem endproblem stip sstip forderung enonce opt cond bedi \
                     forsyth pieces steine twin zwilling jumeau zero cont add move mirror sub rot white black neutral \
                     royal schwarz Ka1 Pa2b2c9 n N é ü1 a1b2 a1 #2 h#2.5 a=>b3 dia1 3a[#]d [ ] circe madrasi rexi typeb \
                     isar 4k3/8 16 / +. = .é defence 3 -1 3:2 enp e2e3e4 title latex SU \0 \u{FEFF} 99999999999999999999";

fn word() -> impl Strategy<Value = &'static str> {
    let breaks = ["\n", "\r\n", "\t", ",", ";"];
    prop::sample::select(WORDS.split(' ').chain(breaks).collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn no_text_is_too_strange(parts in prop::collection::vec(prop_oneof![
        8 => word().prop_map(str::to_string),
        1 => ".{0,4}",
    ], 0..60), glue in prop::sample::select(vec![" ", "\n", ""])) {
        let text = parts.join(glue);
        for language in Language::ALL {
            let (_, diagnostics) = problem_in(&text, language);
            let source = Source::new("input", text.as_str());
            for diagnostic in diagnostics {
                prop_assert!(text.get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
                diagnostic.render(&source);
            }
        }
    }

    /// Checks that the splitter and the reader find the same end of a problem.
    #[test]
    fn splitter_and_reader_agree(parts in prop::collection::vec(word(), 0..60)) {
        let text = parts.join(" ");
        let mut splitter = Splitter::default();
        let mut problem_text = String::new();
        for line in text.split_inclusive('\n') {
            let mut rest = line;
            while let Some(ending) = splitter.ending(rest) {
                problem_text.push_str(&rest[..ending.at]);
                let (_, diagnostics) = problem_in(&std::mem::take(&mut problem_text), splitter.language());
                for diagnostic in diagnostics {
                    prop_assert!(!diagnostic.message.contains("does not end"), "{diagnostic:?}");
                    prop_assert!(!diagnostic.message.contains("has ended"), "{diagnostic:?}");
                }
                rest = &rest[ending.at..];
            }
            problem_text.push_str(rest);
        }
        let (problem, diagnostics) = problem_in(&problem_text, splitter.language());
        let is_empty = problem == Some(Problem::default());
        let open = diagnostics.iter().any(|diagnostic| diagnostic.message.contains("does not end"));
        let too_many = diagnostics.len() > 50;
        prop_assert!(open || too_many || is_empty, "{problem_text:?}");
    }
}
