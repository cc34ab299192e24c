//! Positions from public bug reports, in which a solver once gave a wrong answer. The mistakes are typical of such
//! programs.

use crate::lines::problem_of;
use keymove::report::popeye_text;
use keymove::solve::Solver;

#[test]
fn positions_of_bug_threads_are_solved() {
    let rows = include_str!("rules/threads.txt").lines().filter(|line| !line.starts_with('#'));
    let mut solved = 0;
    for row in rows {
        let fields: Vec<&str> = row.splitn(4, '|').map(str::trim).collect();
        let [issue, what, line, answer] = fields[..] else { panic!("{row}") };
        let outcome = Solver::default().solve(&problem_of(line)).unwrap_or_else(|error| panic!("{line}: {error}"));
        let text = popeye_text(&outcome.solution).replace("solution finished.", "");
        let found: Vec<&str> = text.split_whitespace().collect();
        let expected: Vec<&str> = answer.split_whitespace().collect();
        assert_eq!(found, expected, "issue {issue} ({what}): {line}");
        solved += 1;
    }
    assert!(solved >= 25, "{solved}");
}
