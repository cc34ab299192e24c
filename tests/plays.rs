//! Plays and options, row by row, with the answers of another program: what options mean in which play, who begins, what is
//! told of short play.

use keymove::report::popeye_text;
use keymove::solve::Solver;
use keymove::syntax::popeye;

/// The lines of an answer without what depends on the version, in order: brothers may stand in any.
fn lines(text: &str) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    // Of parry series Popeye says it beside the move.
    let text = text.replace(" refutes.", "\nrefutes.");
    let mut lines: Vec<String> = text.lines().map(words).filter(|line| !line.is_empty()).collect();
    lines.sort();
    lines
}

#[test]
fn plays_and_options() {
    let rows = include_str!("rules/plays.txt").lines().filter(|line| !line.starts_with('#'));
    let (mut solved, mut wrong) = (0, Vec::new());
    for row in rows {
        let (body, answer) = row.rsplit_once(" |").unwrap_or_else(|| panic!("{row}"));
        let body = body.replace(';', "\n");
        let (problem, findings) = popeye::problem(&format!("beginproblem\n{body}\noption noboard\nendproblem\n"));
        assert!(findings.is_empty(), "{row}: {findings:?}");
        let problem = problem.unwrap_or_else(|| panic!("{row}"));
        let outcome = Solver::default().solve(&problem).unwrap_or_else(|error| panic!("{row}: {error}"));
        // With StartMoveNumber and UpToMoveNumber only a part is asked for; that we say so is our own.
        let leaves_out = body.contains("movenumber");
        let text = popeye_text(&outcome.solution).replace("solution finished.", "");
        let text = if leaves_out { text.replace("Partial solution", "") } else { text };
        let (found, expected) = (lines(&text), lines(&answer.replace(" ; ", "\n")));
        if found != expected {
            wrong.push(format!("{row}\n  found {found:?}"));
        }
        solved += 1;
    }
    assert!(wrong.is_empty(), "{} of {solved} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(solved > 150, "{solved}");
}
