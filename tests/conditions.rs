//! Small positions under each condition with the answers of Popeye 4.104.

use keymove::report::popeye_text;
use keymove::solve::Solver;
use keymove::syntax::popeye;

/// The lines of a solution, in any order.
fn answer(text: &str) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines: Vec<String> = text.lines().map(words).filter(|line| line.starts_with("1.")).collect();
    lines.sort();
    lines
}

#[test]
fn rows_of_conditions() {
    let rows = include_str!("rules/conditions.txt").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let [condition, white, black, stipulation, expected] = row.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{row}")
        };
        let input = format!(
            "beginproblem\npieces\n white {white}\n black {black}\nstipulation {stipulation}\n\
             condition {condition}\nendproblem\n"
        );
        let (problem, findings) = popeye::problem(&input);
        assert!(findings.is_empty(), "{row}: {findings:?}");
        let outcome = Solver::default().solve(&problem.expect("a problem")).expect("solvable");
        let expected = answer(&expected.replace("; ", "\n"));
        assert_eq!(answer(&popeye_text(&outcome.solution)), expected, "{condition}: {white} / {black} {stipulation}");
        count += 1;
    }
    assert!(count >= 150, "{count}");
}
