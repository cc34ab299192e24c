//! Tests the rules: each row has a position and a number of moves or an answer that does not come from Keymove.

use crate::tables::rows;
use keymove::fairy::{FairyPosition, Sq, Step, StepKind, from_square, to_square};
use keymove::notation::{Letters, long_algebraic};
use keymove::orthodox::OrthodoxPosition;
use keymove::position::{Position, perft};
use keymove::problem::{Options, Problem};
use keymove::report::popeye_text;
use keymove::rules::{RuleSet, assemble};
use keymove::solve::Solver;
use keymove::syntax;
use keymove::units::{Goal, MoveRecord, Piece, Special, Square};
use rayon::prelude::*;

fn position(fen: &str, rules: &str) -> (Problem, OrthodoxPosition) {
    let diagram = syntax::position(fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
    let rules = syntax::conditions(rules).expect("a condition");
    let side = diagram.side_to_move.expect("the rows name the side to move");
    let position = OrthodoxPosition::new(&diagram, side, rules.bitboards().expect("a rule of bitboards"));
    (Problem { diagram, rules, ..Problem::default() }, position)
}

#[test]
fn perft_tables() {
    let table = rows(include_str!("rules/perft.txt"), 4);
    assert!(table.len() >= 70);
    table.par_iter().for_each(|row| {
        let (_, mut position) = position(row[1], row[2]);
        for (depth, count) in (1..).zip(row[3].split_whitespace()) {
            assert_eq!(perft(&mut position, depth).to_string(), count, "{} {} at depth {depth}", row[0], row[2]);
        }
    });
}

#[test]
fn perft_where_kings_and_rooks_castle_from_other_squares() {
    let table = rows(include_str!("rules/chess960.txt"), 3);
    assert_eq!(table.len(), 6);
    table.par_iter().for_each(|row| {
        let diagram = syntax::position(row[1]).unwrap_or_else(|errors| panic!("{}: {errors:?}", row[1]));
        let book = assemble(&diagram, &RuleSet::default()).expect("chess");
        let mut position = FairyPosition::new(&book, &diagram, diagram.side_to_move.expect("it is named"));
        for (depth, count) in (1..).zip(row[2].split_whitespace()) {
            assert_eq!(perft(&mut position, depth).to_string(), count, "{} at depth {depth}", row[0]);
        }
    });
}

#[test]
fn madrasi_and_isardam_rows() {
    let table = rows(include_str!("rules/madrasi_isardam.txt"), 6);
    assert_eq!(table.len(), 119);
    for row in table {
        let [id, fen, rules, stipulation, _, answer] = row[..] else { panic!("{row:?}") };
        if let Some(symbol) = stipulation.strip_suffix('1').filter(|symbol| !symbol.starts_with('h')) {
            let goal = Goal::from_symbol(symbol, None).expect("a goal");
            assert_eq!(moves_that_reach(fen, rules, &goal), sorted(answer.split(' ')), "{id} {fen} {rules}");
        } else {
            assert_eq!(
                solution_words(fen, rules, stipulation),
                sorted(answer.split_whitespace()),
                "{id} {fen} {rules}"
            );
        }
    }
}

fn sorted<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut words: Vec<String> = words.filter(|word| !word.is_empty()).map(String::from).collect();
    words.sort();
    words
}

fn moves_that_reach(fen: &str, rules: &str, goal: &Goal) -> Vec<String> {
    let (_, mut position) = position(fen, rules);
    let reaching =
        position.sorted_moves().into_iter().filter(|&(m, _)| position.with_move(m, |after| after.reached(goal, &[m])));
    let mut words: Vec<String> =
        reaching.map(|(_, record)| long_algebraic(&record, Letters::Problem, '*').replace(" ep.", "")).collect();
    words.sort();
    words
}

fn solution_words(fen: &str, rules: &str, stipulation: &str) -> Vec<String> {
    let (mut problem, _) = position(fen, rules);
    problem.stipulation = Some(syntax::stipulation(stipulation).expect("a stipulation"));
    problem.options = Options { variations: true, ..Options::default() };
    let outcome = Solver::default().solve(&problem).expect("solvable");
    let text = popeye_text(&outcome.solution);
    sorted(text.replace("solution finished.", "").split_whitespace())
}

#[test]
fn rows_of_games() {
    let table = rows(include_str!("rules/games.txt"), 6);
    assert!(table.len() >= 120);
    let mut wrong = Vec::new();
    for row in table {
        let [id, fen, rules, question, _, answer] = row[..] else { panic!("{row:?}") };
        let found = answer_in_game(fen, rules, question).join(" ");
        let expected = sorted(answer.split(' ')).join(" ");
        if found != expected {
            wrong.push(format!("{id} {question} {fen}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns Keymove's answer to a question about a position of a game, as sorted words.
fn answer_in_game(fen: &str, rules: &str, question: &str) -> Vec<String> {
    let (game, conditions) = rules.split_once(';').unwrap_or((rules, ""));
    let rules: RuleSet = syntax::conditions(conditions).expect("conditions");
    let rules = rules.in_game(syntax::game(game).expect("a game"));
    let diagram = syntax::position_in(fen, rules.game()).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
    let book = assemble(&diagram, &rules).expect("rules that go together");
    let position = FairyPosition::new(&book, &diagram, diagram.side_to_move.expect("a side to move"));
    let mut words = match question.split_once(' ') {
        Some(("from", square)) => steps_from(&position, from_square(Square::parse(square).expect("a square"))),
        _ => moves_as_asked(&position, question),
    };
    words.sort();
    words
}

fn steps_from(position: &FairyPosition, from: Sq) -> Vec<String> {
    let mut words = Vec::new();
    position.steps(position.side(), from, None, &mut |step: Step| {
        let sign = if step.kind == StepKind::EnPassant { "ep" } else { "" };
        words.push(match step.taken {
            Some(taken) if taken != step.to && sign.is_empty() => {
                format!("x{}-{}", to_square(taken), to_square(step.to))
            }
            Some(_) => format!("x{}{sign}", to_square(step.to)),
            None => to_square(step.to).to_string(),
        });
        false
    });
    words
}

fn moves_as_asked(position: &FairyPosition, question: &str) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let takes_king = |record: &MoveRecord| record.captured.is_some_and(|(unit, _)| unit.piece == Piece::KING);
    let records = moves.iter().map(|&m| (m, position.record(m)));
    let records: Vec<_> = records.filter(|(_, record)| !takes_king(record)).collect();
    if let Some((from, victim)) = question.split_once('*') {
        let is_asked = |record: &MoveRecord| {
            record.from.to_string() == from && record.captured.is_some_and(|(_, square)| square.to_string() == victim)
        };
        return records.iter().filter(|(_, r)| is_asked(r)).map(|(_, r)| r.to.to_string()).collect();
    }
    let told = |record| long_algebraic(record, Letters::Problem, '*').replace(" ep.", "");
    match question {
        "castlings" => {
            let castlings = records.iter().filter(|(m, _)| matches!(m.step.kind, StepKind::Castling(_)));
            castlings.map(|(_, record)| record.to.to_string()).collect()
        }
        "in place" => records.iter().filter(|(_, r)| r.special == Special::InPlace).map(|(_, r)| told(r)).collect(),
        _ => {
            let named: Vec<&str> = question.split(' ').skip(1).collect();
            let status = match (position.is_check(), records.is_empty()) {
                (true, true) => "checkmate",
                (true, false) => "check",
                (false, true) => "stalemate",
                (false, false) => "none",
            };
            let is_named = |r: &MoveRecord| {
                named.is_empty() || named.contains(&r.mover.piece.letters()) && r.special != Special::InPlace
            };
            let moves = records.iter().filter(|(_, r)| is_named(r)).map(|(_, r)| told(r));
            std::iter::once(status.to_string()).chain(moves).collect()
        }
    }
}

/// Plays a line of moves and returns the legal moves after it.
fn legal_after(fen: &str, game: &str, line: &str) -> Vec<String> {
    let rules = RuleSet::default().in_game(syntax::game(game).expect("a game"));
    let diagram = syntax::position_in(fen, rules.game()).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
    let book = assemble(&diagram, &rules).expect("rules that go together");
    let mut position = FairyPosition::new(&book, &diagram, diagram.side_to_move.expect("a side to move"));
    let told = |position: &FairyPosition| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let text = |m| long_algebraic(&position.record(m), Letters::Problem, '*');
        moves.into_iter().map(|m| (m, text(m))).collect::<Vec<_>>()
    };
    for wanted in line.split_whitespace() {
        let (m, _) = told(&position).into_iter().find(|(_, text)| text == wanted).expect(wanted);
        position = position.after(&m);
    }
    told(&position).into_iter().map(|(_, text)| text).collect()
}

#[test]
fn an_eagle_does_not_repeat_a_check() {
    let fen = "15k/{w:EG}15/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w - -";
    let has = |line: &str, m: &str| legal_after(fen, "Megalomachy", line).iter().any(|text| text == m);
    let round = "EGa15-a16 Kp16-p15 EGa16-a15 Kp15-p16";
    assert!(has("", "EGa15-a16"));
    assert!(!has(round, "EGa15-a16"), "the check was given before");
    assert!(has(round, "EGa15-b16"), "another check");
    assert!(has(round, "EGa15-a14"), "no check");
}

#[test]
fn the_magician_comes_once() {
    let fen = "7k/8/8/8/4B1B1/8/8/K7 w - -";
    let in_place = |line: &str| {
        let moves = legal_after(fen, "Magician", line);
        moves.into_iter().filter(|text| text.ends_with("=M")).collect::<Vec<_>>()
    };
    assert_eq!(in_place(""), ["Be4=M", "Bg4=M"]);
    assert!(in_place("Be4=M Kh8-g8").is_empty());
    // A bishop that returns to its square of the array has moved.
    let home = "7k/8/8/8/8/8/8/K1B5 w - -";
    assert!(!legal_after(home, "Magician", "").contains(&"Bc1=M".to_string()));
    assert!(legal_after(home, "Magician", "Bc1-d2 Kh8-g8 Bd2-c1 Kg8-h8").contains(&"Bc1=M".to_string()));
}

#[test]
fn moves_over_several_squares_can_be_taken_on_each() {
    // A pawn passes two squares, a Warrior one; only the next move may capture them there.
    let fen = "k15/16/16/16/7p8/6P9/6P9/6P1{b:W}7/16/16/16/16/16/16/16/K15 b - -";
    let taken = |line: &str| {
        let moves = legal_after(fen, "Megalomachy", line);
        moves.into_iter().filter(|text| text.contains('*')).collect::<Vec<_>>()
    };
    assert_eq!(taken("h12-h9"), ["g9*h10 ep.", "g10*h11 ep."]);
    assert_eq!(taken("h12-h10"), ["g9*h10", "g10*h11 ep."]);
    assert!(taken("h12-h9 Ka1-a2 Ka16-a15").iter().all(|text| !text.contains("ep.")));
}
