//! Small positions under each condition, with each piece, each attribute and each option, with the answers of Popeye
//! 4.104. The tests fail if some condition, piece, attribute or option has no row whose answer depends on it.

use crate::files::root;
use keymove::conditions::{CONDITIONS, Condition};
use keymove::problem::{OPTIONS, Problem};
use keymove::report::popeye_text;
use keymove::rules::RuleSet;
use keymove::solve::Solver;
use keymove::syntax::{self, popeye};
use keymove::units::{Piece, TRAITS, Traits, Unit};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;

/// A problem with Popeye's answer.
struct Row {
    text: String,
    problem: Problem,
    expected: Vec<String>,
}

/// Returns the lines of a solution that contain moves, sorted.
fn answer(text: &str) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let number = |line: &str| line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    let tells = |line: &String| number(line) || line.starts_with("but");
    let mut lines: Vec<String> = text.lines().map(words).filter(tells).collect();
    lines.sort();
    lines
}

fn row(text: &str, men: &str, rest: &str, expected: &str) -> Row {
    let men: String = men.split(';').map(|men| format!(" {}\n", men.trim())).collect();
    let input = format!("beginproblem\npieces\n{men}{rest}\nendproblem\n");
    let (problem, findings) = popeye::problem(&input);
    assert!(findings.is_empty(), "{text}: {findings:?}");
    let expected = answer(&expected.replace("; ", "\n"));
    Row { text: text.to_string(), problem: problem.expect("a problem"), expected }
}

/// Returns the lines of Keymove's answer that contain moves, sorted; `None` if the problem is refused.
fn told(problem: &Problem) -> Option<Vec<String>> {
    let outcome = Solver::default().solve(problem).ok()?;
    Some(answer(&popeye_text(&outcome.solution)))
}

fn compare(rows: &[Row]) {
    let wrong: Vec<String> = rows
        .par_iter()
        .filter_map(|row| {
            let told = told(&row.problem);
            (told.as_ref() != Some(&row.expected)).then(|| format!("{}\n  told: {told:?}", row.text))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} rows differ\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Returns the text of a file of `tests/rules/`.
fn read(name: &str) -> String {
    let path = root().join("tests/rules").join(name).with_extension("txt");
    fs::read_to_string(path).expect("a file of rows")
}

fn fields<const N: usize>(text: &str) -> Vec<(&str, [&str; N])> {
    let lines = text.lines().filter(|line| !line.starts_with("# ") && !line.trim().is_empty());
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            (line, fields.try_into().unwrap_or_else(|_| panic!("{line}")))
        })
        .collect()
}

fn rows_of_conditions() -> Vec<Row> {
    fields(&read("conditions"))
        .into_iter()
        .map(|(line, [condition, white, black, stipulation, expected])| {
            let men = format!("white {white}; black {black}");
            row(line, &men, &format!("stipulation {stipulation}\ncondition {condition}"), expected)
        })
        .collect()
}

/// Parses rows that consist of men, stipulation and answer.
fn rows_of_men(text: &str) -> Vec<Row> {
    fields(text)
        .into_iter()
        .map(|(line, [men, stipulation, expected])| row(line, men, &format!("stipulation {stipulation}"), expected))
        .collect()
}

fn rows_of_attributes() -> Vec<Row> {
    rows_of_men(&read("attributes"))
}

fn rows_of_pieces() -> Vec<Row> {
    rows_of_men(&read("pieces"))
}

/// Returns the name of each option with two problems: one with the option, and the same without it.
fn rows_of_options() -> Vec<(&'static str, Row, Row)> {
    fields(&read("options"))
        .into_iter()
        .map(|(line, [option, others, white, black, stipulation, expected])| {
            // Popeye's names may be shorter.
            let word = option.split_whitespace().next().unwrap_or_default().to_lowercase();
            let def = OPTIONS.iter().find(|def| def.name.to_lowercase().starts_with(&word));
            let of = |options: &str| {
                let options = if options.is_empty() { String::new() } else { format!("\noption {options}") };
                let men = format!("white {white}; black {black}");
                row(line, &men, &format!("stipulation {stipulation}{options}"), expected)
            };
            (def.expect("an option").name, of(&format!("{option} {others}")), of(others))
        })
        .collect()
}

/// Two men are given on one square; the first is beneath the other. It must appear when the other leaves.
#[test]
fn men_beneath_others_come_to_light() {
    for condition in ["GhostChess", "HauntedChess", "Circe Parachute", "Circe Volcanic", "AntiCirce Volcanic"] {
        let men = "pieces black Rb1 white Sb1";
        let input =
            format!("beginproblem\n{men}\nstipulation ~1\ncondition {condition}\noption NoWk NoBk\nendproblem\n");
        let (problem, _) = popeye::problem(&input);
        let expected = answer("1.Sb1-a3[+bRb1] !\n1.Sb1-c3[+bRb1] !\n1.Sb1-d2[+bRb1] !");
        assert_eq!(told(&problem.expect("a problem")), Some(expected), "{condition}");
    }
}

/// Checks that `Maximummer` applies to Black, and to White when the sides are exchanged.
#[test]
fn duplex_exchanges_whom_a_condition_is_about() {
    let rest = "stipulation h~1\ncondition Maximummer\noption Duplex";
    compare(&[row(
        "Maximummer with duplex",
        "white Ka1 Pa2; black Kh8 Ph7",
        rest,
        "1.h7-h5 Ka1-b2; 1.h7-h5 Ka1-b1; 1.h7-h5 a2-a4; 1.h7-h5 a2-a3; 1.a2-a4 h7-h5; 1.a2-a4 h7-h6; 1.a2-a4 Kh8-g7; 1.a2-a4 Kh8-g8",
    )]);
}

/// Men that have exchanged squares may not do so again in the next ply. They may after the null move of a threat, which
/// counts as a ply, but not in the next move of a series.
#[test]
fn a_null_move_lets_units_of_messigny_change_places_again() {
    let told = |stipulation: &str, option: &str| {
        let rest = format!("stipulation {stipulation}\ncondition Messigny\noption noboard {option}\nendproblem\n");
        let input = format!("beginproblem\npieces white Kc3 black Kc8\n{rest}");
        let (problem, _) = popeye::problem(&input);
        let outcome = Solver::default().solve(&problem.expect("a problem")).expect("solvable");
        popeye_text(&outcome.solution).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(told("exact-~2", "variation").contains("2.Kc8<->Kc3"), "as Popeye");
    let series = told("ser-h~2", "");
    assert!(series.contains("1.Kc8<->Kc3 2.Kc3-b2") && !series.contains("2.Kc3<->Kc8"), "as Popeye");
}

/// The problem and the solution are Popeye's example of a proof game with nightriders in the array.
#[test]
fn nightriders_stand_in_the_game_array_of_cavalier_majeur() {
    let men = "white Ke1 Qd1 Ra1h1 Bc1f1 Ne5g1 Pa3b2c2d2e2f2g2h2; black Ke8 Qd8 Ra8h8 Bc8f8 Nb8b4 Pa7b7c7d7e7f7g7h7";
    let rest = "stipulation dia2.5\ncondition CavalierMajeur";
    compare(&[row("dia", men, rest, "1.Nb1-a3 Ng8-f6 2.Na3-e5 Nf6-b4 3.a2-a3 dia")]);
}

/// The problem is an example of Popeye.
#[test]
fn pawns_become_hoppers_that_change_hurdles() {
    let men = "white Ph5h7; black Gg2; black HurdleColourChanging Gf4 LIb1";
    let expected = "1.h5-h6 !; 1.h7-h8=Q !; 1.h7-h8=S !; 1.h7-h8=R !; 1.h7-h8=B !; 1.h7-h8=G !; 1.h7-h8=G=hcc !; \
                    1.h7-h8=LI=hcc !";
    compare(&[row("promotion", men, "stipulation ~1", expected)]);
}

/// The problem is an example of Popeye.
#[test]
fn a_half_neutral_king_castles() {
    let men = "white HalfNeutral Ke1; white Rh1 Bf1; neutral Se3";
    let rest = "stipulation h#2\noption WhiteToPlay NoBk";
    let expected = "1...Bf1-h3 2.nSe3-g4 0-0=nh #; 1...Bf1-d3 2.nSe3-c4 hnKe1-d1=nh #";
    compare(&[row("half-neutral king", men, rest, expected)]);
}

/// Berolina pawns can be captured en passant on the square that they have passed diagonally.
#[test]
fn a_berolina_pawn_has_just_made_a_double_step() {
    let rest = "stipulation ep1\noption NoWk NoBk EnPassant f7e6d5";
    compare(&[row("Berolina pawns", "white BPe5; black BPd5", rest, "1.BPe5*e6 ep. !")]);
}

/// A neutral man belongs to both sides, so it also changes places with another neutral man.
#[test]
fn neutral_men_change_places_in_messigny_chess() {
    let rest = "stipulation h~0.5\ncondition Messigny";
    let rows = [
        (
            "white Ka1; black Kh8; neutral Sd5 Se3",
            "1...Ka1-a2; 1...Ka1-b1; 1...Ka1-b2; 1...Ka1<->Kh8; 1...Sd5<->Se3; 1...Se3<->Sd5; 1...nSd5*e3; 1...nSd5-b4; 1...nSd5-b6; 1...nSd5-c3; 1...nSd5-c7; 1...nSd5-e7; 1...nSd5-f4; 1...nSd5-f6; 1...nSe3*d5; 1...nSe3-c4; 1...nSe3-d1; 1...nSe3-f1; 1...nSe3-f5; 1...nSe3-g2; 1...nSe3-g4",
        ),
        (
            "white Ka1 Pa2; black Kh8 Sg6; neutral Sd5",
            "1...Ka1-b1; 1...Ka1-b2; 1...Sd5<->Sg6 +; 1...a2-a3; 1...a2-a4; 1...nSd5-b4; 1...nSd5-b6; 1...nSd5-c3; 1...nSd5-c7; 1...nSd5-e3; 1...nSd5-e7; 1...nSd5-f4; 1...nSd5-f6",
        ),
    ];
    compare(&rows.map(|(men, expected)| row(men, men, rest, expected)));
}

#[test]
fn chameleons_mate_a_king_that_they_put_on_the_board() {
    let men = "white chameleon Rf1 Bc3; white Pg6; black Pg7";
    let expected = "1.cBc3-b2=cR[+bKd1] # !; 1.cBc3-b2=cR[+bKh1] # !; 1.cBc3-d2=cR[+bKa1] # !; 1.cBc3-d2=cR[+bKb1] # !; 1.cBc3-d2=cR[+bKh1] # !; 1.cRf1-f3=cQ[+bKe1] # !; 1.cRf1-f7=cQ[+bKf8] # !; 1.cRf1-f8=cQ[+bKh8] # !";
    compare(&[row("republican chess", men, "stipulation #1\ncondition RepublicanChess", expected)]);
}

#[test]
fn rows_have_popeyes_answers() {
    let with_options = rows_of_options().into_iter().map(|(_, row, _)| row).collect();
    for rows in [rows_of_conditions(), rows_of_attributes(), rows_of_pieces(), with_options] {
        assert!(!rows.is_empty());
        compare(&rows);
    }
}

// ── what the rows are about ──────────────────────────────────────────────────────────────────────────────────

fn under(problem: &Problem, conditions: impl Iterator<Item = Condition>) -> Problem {
    let mut rules = RuleSet::default().with_own_pieces(problem.rules.own_pieces().clone());
    for condition in conditions {
        rules.add(condition).expect("fewer conditions than before go together");
    }
    Problem { rules, ..problem.clone() }
}

/// Returns the conditions of the row, and their variants, without which the answer differs.
fn what_matters(row: &Row) -> Vec<(&'static str, Option<&'static str>)> {
    let conditions = row.problem.rules.conditions();
    let mut matters = Vec::new();
    let mut is_other = |problem: Problem, name: &'static str, variant: Option<&'static str>| {
        if told(&problem).as_ref() != Some(&row.expected) {
            matters.push((name, variant));
        }
    };
    for (i, condition) in conditions.iter().enumerate() {
        let others = conditions.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, other)| other.clone());
        is_other(under(&row.problem, others), condition.def.name, None);
        for &variant in &condition.variants {
            let mut without = condition.clone();
            without.variants.retain(|&other| other != variant);
            let changed = conditions.iter().enumerate().map(|(j, other)| if j == i { &without } else { other });
            is_other(under(&row.problem, changed.cloned()), condition.def.name, Some(variant));
        }
    }
    matters
}

#[test]
fn every_condition_and_every_variant_has_a_row_that_depends_on_it() {
    let rows = rows_of_conditions();
    let covered: BTreeSet<_> = rows.par_iter().flat_map_iter(what_matters).collect();
    let names: BTreeSet<&str> = CONDITIONS.iter().map(|def| def.name).collect();
    assert_eq!(names.len(), CONDITIONS.len(), "a name stands twice");
    // The other variants of a condition whose name implies one do not exist in Popeye's language.
    let all: BTreeSet<_> = CONDITIONS
        .iter()
        .flat_map(|def| {
            let variants = if def.preset.is_empty() { def.variants } else { &[] };
            std::iter::once((def.name, None)).chain(variants.iter().map(|variant| (def.name, Some(variant.name))))
        })
        .collect();
    // Conditions and variants on which no answer of Popeye depends, each with the reason.
    let excepted: BTreeSet<_> = fields::<3>(&read("without"))
        .into_iter()
        .map(|(line, [name, variant, _])| {
            let is_meant = |what: &&(&str, Option<&str>)| what.0 == name && what.1.unwrap_or_default() == variant;
            *all.iter().find(is_meant).unwrap_or_else(|| panic!("there is no such variant: {line}"))
        })
        .collect();
    let missing: Vec<_> = all.difference(&covered).filter(|what| !excepted.contains(*what)).collect();
    assert!(missing.is_empty(), "{} without a row: {missing:?}", missing.len());
    let stale: Vec<_> = excepted.intersection(&covered).collect();
    assert!(stale.is_empty(), "these have rows: {stale:?}");
}

fn with_units(problem: &Problem, to: impl Fn(Unit) -> Unit) -> Problem {
    let mut other = problem.clone();
    other.diagram.placement = other.diagram.placement.map_units(to);
    other
}

/// Returns the pieces of games that occur in the rows about games.
fn pieces_of_games() -> BTreeSet<Piece> {
    let mut pieces = BTreeSet::new();
    for (_, [_, fen, rules, ..]) in fields::<6>(&read("games")) {
        let game = syntax::game(rules.split(';').next().unwrap_or_default()).expect("a game");
        let diagram = syntax::position_in(fen, game.as_ref()).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
        pieces.extend(diagram.placement.iter().map(|(_, unit)| unit.piece));
    }
    pieces
}

#[test]
fn every_piece_has_a_row_that_depends_on_it() {
    let rows: Vec<Row> = rows_of_pieces().into_iter().chain(rows_of_attributes()).collect();
    let mut covered: BTreeSet<Piece> =
        rows.par_iter()
            .flat_map_iter(|row| {
                let pieces: BTreeSet<Piece> =
                    row.problem.diagram.placement.iter().map(|(_, unit)| unit.piece).collect();
                pieces.into_iter().filter(move |&piece| {
                    let other = if piece == Piece::QUEEN { Piece::ROOK } else { Piece::QUEEN };
                    let exchanged = with_units(&row.problem, |unit| {
                        if unit.piece == piece { Unit { piece: other, ..unit } } else { unit }
                    });
                    told(&exchanged).as_ref() != Some(&row.expected)
                })
            })
            .collect();
    covered.extend(pieces_of_games().into_iter().filter(|piece| piece.def().code.contains('.')));
    let missing: Vec<&str> =
        Piece::all().filter(|piece| !covered.contains(piece)).map(|piece| piece.def().code).collect();
    assert!(missing.is_empty(), "{} without a row: {missing:?}", missing.len());
}

#[test]
fn every_attribute_has_a_row_that_depends_on_it() {
    let rows: Vec<Row> = rows_of_attributes().into_iter().chain(rows_of_conditions()).collect();
    let has_row = |attribute: Traits| {
        rows.par_iter().any(|row| {
            let has = row.problem.diagram.placement.iter().any(|(_, unit)| unit.traits.has(attribute));
            let without = |unit: Unit| Unit { traits: unit.traits.without(attribute), ..unit };
            has && told(&with_units(&row.problem, without)).as_ref() != Some(&row.expected)
        })
    };
    let neutral = std::iter::once(("Neutral", Traits::NEUTRAL));
    let all = neutral.chain(TRAITS.iter().map(|def| (def.name, def.value)));
    let missing: Vec<&str> = all.filter(|&(_, attribute)| !has_row(attribute)).map(|(name, _)| name).collect();
    assert!(missing.is_empty(), "without a row: {missing:?}");
}

/// Options that need no row, because they do not change the moves in the output, or because there is no answer without
/// them.
const WITHOUT_MOVES: &[&str] = &[
    "MoveNumbers",
    "MaxTime",
    "Intelligent",
    "NoBoard",
    "Beep",
    "SuppressGrid",
    "WriteGrid",
    "NoWk",
    "NoBk",
    "KeepMatingPiece",
    "AllowUnverified",
];

#[test]
fn every_option_has_a_row_that_depends_on_it() {
    let covered: BTreeSet<&str> = rows_of_options()
        .into_par_iter()
        .filter(|(_, with, without)| told(&without.problem).as_ref() != Some(&with.expected))
        .map(|(name, ..)| name)
        .collect();
    let is_missing = |name: &&str| !covered.contains(name) && !WITHOUT_MOVES.contains(name);
    let missing: Vec<&str> = OPTIONS.iter().map(|def| def.name).filter(is_missing).collect();
    assert!(missing.is_empty(), "without a row: {missing:?}");
}
