//! Tests plays and options. Each row has a problem and another program's answer, about the meaning of options in each
//! play, the side that begins, or the output of short play.

use crate::lines::problem_of;
use keymove::report::popeye_text;
use keymove::solution::Cut;
use keymove::solve::{Solver, Threads};
use keymove::syntax::popeye;
use std::sync::Arc;

/// Returns the sorted lines of an answer. They are sorted because the order of sibling moves does not matter.
fn lines(text: &str) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    // In parry series, Popeye prints this beside the move.
    let text = text.replace(" refutes.", "\nrefutes.");
    let mut lines: Vec<String> = text.lines().map(words).filter(|line| !line.is_empty()).collect();
    lines.sort();
    lines
}

#[test]
fn plays_and_options() {
    let texts = [include_str!("rules/plays.txt"), include_str!("rules/invisible.txt")];
    let rows = texts.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
    let (mut solved, mut wrong) = (0, Vec::new());
    for row in rows {
        let (body, answer) = row.rsplit_once(" |").unwrap_or_else(|| panic!("{row}"));
        let body = body.replace(';', "\n");
        let (problem, findings) = popeye::problem(&format!("beginproblem\noption noboard\n{body}\nendproblem\n"));
        assert!(findings.is_empty(), "{row}: {findings:?}");
        let problem = problem.unwrap_or_else(|| panic!("{row}"));
        let outcome = Solver::default().solve(&problem).unwrap_or_else(|error| panic!("{row}: {error}"));
        // With StartMoveNumber and UpToMoveNumber, only a part is requested; only Keymove prints a remark about
        // that.
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

/// The solutions of the main play, in the order of output, decide where the introductory series ends. Other threads may
/// search ahead, but must not decide it.
#[test]
fn the_first_short_solution_is_the_last_one_for_any_number_of_threads() {
    let text = "beginproblem\npieces white Kh8 Ph6 black Kf5\nstipulation 2->ser-r%2\noption noboard \
                StopOnShortSolutions\nendproblem\n";
    let (problem, _) = popeye::problem(text);
    let problem = problem.expect("it is read");
    for _ in 0..100 {
        let solver = Solver { table_bytes: 1 << 20, threads: Arc::new(Threads::new(4)), ..Solver::default() };
        let found = lines(&popeye_text(&solver.solve(&problem).expect("it is solved").solution));
        assert_eq!(found, ["1.Kf5-g6 1.Kh8-g8 Kg6*h6 %", "Partial solution"]);
    }
}

/// Popeye's examples and tests have the same problems in its three languages. Their answers must be equal.
#[test]
fn invisible_men_in_three_languages() {
    let texts = [
        "beginproblem pieces TotalInvisible 1 white Kf6 Qd5 black Kh6 Ph7 stipulation h#1 endproblem",
        "anfangproblem steine TotalUnsichtbar 1 weiss Kf6 Dd5 schwarz Kh6 Bh7 forderung h#1 endeproblem",
        "debutprobleme pieces TotalInvisible 1 blanc Rf6 Dd5 noir Rh6 Ph7 enonce h#1 finprobleme",
    ];
    let read = |text: &&str| popeye::problem(text);
    let problems: Vec<_> = texts.iter().map(read).collect();
    for (problem, findings) in &problems {
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(problem, &problems[0].0);
    }
    for (text, message) in [
        (
            "beginproblem pieces TotalInvisible white Ka1 black Kc1 stipulation h#1 endproblem",
            "how many men are invisible: a number",
        ),
        (
            "beginproblem pieces TotalInvisible 33 white Ka1 black Kc1 stipulation h#1 endproblem",
            "does not say how many",
        ),
    ] {
        let (_, findings) = popeye::problem(text);
        assert!(findings.iter().any(|found| found.message.contains(message)), "{findings:?}");
    }
}

/// Checks the number of moves that invisible men may make possible against Popeye 4.104. A search for a part of these
/// moves counts as cut.
#[test]
fn moves_with_invisible_men_are_counted() {
    let told = |option: &str| {
        let text = format!(
            "beginproblem\npieces white Ke1 Pe2 Pb7 TotalInvisible 2\nstipulation h#0.5\noption noboard {option}\nendproblem\n"
        );
        let (problem, findings) = popeye::problem(&text);
        assert!(findings.is_empty(), "{findings:?}");
        let outcome = Solver::default().solve(&problem.expect("it is read")).expect("it is solved");
        (lines(&popeye_text(&outcome.solution)), outcome.solution.twins[0].cut)
    };
    let moves = "0-0-0 0-0 Ke1-f2 Ke1-d2 Ke1-d1 Ke1-f1 e2-e4 e2-e3 [+bTIf3]e2*f3 [+bTId3]e2*d3 b7-b8=Q b7-b8=S b7-b8=R \
                 b7-b8=B [+bTIc8]b7*c8=Q [+bTIc8]b7*c8=S [+bTIc8]b7*c8=R [+bTIc8]b7*c8=B [+bTIa8]b7*a8=Q \
                 [+bTIa8]b7*a8=S [+bTIa8]b7*a8=R [+bTIa8]b7*a8=B TI~-~";
    let mut expected: Vec<String> = (1..).zip(moves.split(' ')).map(|(n, m)| format!("{n} ({m} )")).collect();
    expected.push("solution finished.".into());
    expected.sort();
    assert_eq!(told("movenumbers"), (expected, None));
    let part = ["22 ([+bTIa8]b7*a8=B )", "23 (TI~-~ )", "Partial solution"].map(String::from);
    assert_eq!(told("movenumbers startmovenumber 22"), (part.to_vec(), Some(Cut::MoveNumbers)));
}

/// Checks that plays which are not defined with invisible men are refused.
#[test]
fn other_play_with_invisible_men_is_refused() {
    for (stipulation, more) in [
        ("#2", ""),
        ("h=2", ""),
        ("ser-h#2", ""),
        ("h#2", "cond \"Circe\";"),
        ("h#2", "opt \"SetPlay\";"),
        ("h#2", "opt \"NoCastling e1\";"),
        ("h#6.5", ""),
    ] {
        let line = format!("7k/8/8/8/8/8/8/K6R ? ? - stip \"{stipulation}\"; invisible \"2\"; {more}");
        let refused = Solver::default().solve(&problem_of(&line)).expect_err(&line).to_string();
        assert!(refused.ends_with("is not supported yet"), "{line}: {refused}");
    }
}
