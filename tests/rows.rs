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

/// A maximummer is about Black, and about White when the sides are exchanged.
#[test]
fn duplex_exchanges_whom_a_condition_is_about() {
    let rest = "stipulation h~1\ncondition Maximummer\noption Duplex";
    compare(
        "Maximummer with duplex",
        "white Ka1 Pa2; black Kh8 Ph7",
        rest,
        "1.h7-h5 Ka1-b2; 1.h7-h5 Ka1-b1; 1.h7-h5 a2-a4; 1.h7-h5 a2-a3; 1.a2-a4 h7-h5; 1.a2-a4 h7-h6; 1.a2-a4 Kh8-g7; 1.a2-a4 Kh8-g8",
    );
}

/// Whoever has changed places may do so again after the null move of a threat, which is a move; not at once in a series.
#[test]
fn a_null_move_lets_units_of_messigny_change_places_again() {
    let told = |stipulation: &str, option: &str| {
        let rest = format!("stipulation {stipulation}\ncondition Messigny\noption noboard {option}\nendproblem\n");
        let input = format!("beginproblem\npieces white Kc3 black Kc8\n{rest}");
        let (problem, _) = popeye::problem(&input);
        popeye_text(&Solver::default().solve(&problem.expect("a problem")).expect("solvable").solution)
    };
    assert!(told("exact-~2", "variation").contains("2.Kc8<->Kc3"), "as Popeye");
    let series = told("ser-h~2", "");
    assert!(series.contains("1.Kc8<->Kc3 2.Kc3-b2") && !series.contains("2.Kc3<->Kc8"), "as Popeye");
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

/// Popeye's solution of its example of a proof game with nightriders in the array.
#[test]
fn nightriders_stand_in_the_game_array_of_cavalier_majeur() {
    let men = "white Ke1 Qd1 Ra1h1 Bc1f1 Ne5g1 Pa3b2c2d2e2f2g2h2; black Ke8 Qd8 Ra8h8 Bc8f8 Nb8b4 Pa7b7c7d7e7f7g7h7";
    let rest = "stipulation dia2.5\ncondition CavalierMajeur";
    compare("dia", men, rest, "1.Nb1-a3 Ng8-f6 2.Na3-e5 Nf6-b4 3.a2-a3 dia");
}
