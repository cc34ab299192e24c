//! Small positions under each condition, and with men of several attributes, with the answers of Popeye 4.104.

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

/// The lines that are told, and those that are to be.
fn compare(row: &str, men: &str, rest: &str, expected: &str) {
    let men: String = men.split(';').map(|men| format!(" {}\n", men.trim())).collect();
    let input = format!("beginproblem\npieces\n{men}{rest}\nendproblem\n");
    let (problem, findings) = popeye::problem(&input);
    assert!(findings.is_empty(), "{row}: {findings:?}");
    let outcome = Solver::default().solve(&problem.expect("a problem")).expect("solvable");
    assert_eq!(answer(&popeye_text(&outcome.solution)), answer(&expected.replace("; ", "\n")), "{row}");
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
        let rest = format!("stipulation {stipulation}\ncondition {condition}");
        compare(row, &format!("white {white}; black {black}"), &rest, expected);
        count += 1;
    }
    assert!(count >= 150, "{count}");
}

#[test]
fn rows_of_attributes() {
    for row in include_str!("rules/attributes.txt").lines().filter(|line| !line.starts_with('#')) {
        let [men, stipulation, expected] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        compare(row, men, &format!("stipulation {stipulation}"), expected);
    }
}
