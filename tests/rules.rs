//! The rules, row by row: move counts and small positions with answers that do not come from this program.

use keymove::orthodox::OrthodoxPosition;
use keymove::position::{Position, perft};
use keymove::problem::{Goal, Options, Problem};
use keymove::report::{Letters, long_algebraic, popeye_text};
use keymove::solve::Solver;
use keymove::syntax;
use rayon::prelude::*;

fn rows(text: &str, fields: usize) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let row: Vec<&str> = line.split('|').map(str::trim).collect();
            assert_eq!(row.len(), fields, "{line}");
            row
        })
        .collect()
}

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
fn madrasi_and_isardam_rows() {
    let table = rows(include_str!("rules/madrasi_isardam.txt"), 6);
    assert_eq!(table.len(), 114);
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
        position.told_moves().into_iter().filter(|&(m, _)| position.with_move(m, |after| after.reached(goal, &[m])));
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
