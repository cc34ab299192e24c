//! Tests that every play checks often enough whether its search must stop. The tests count the positions that are
//! examined after an interruption. The time depends on the machine, and is measured by hand.

use crate::lines::problem_of;
use keymove::solve::{Control, Outcome, Solver, Technique, Techniques, Threads};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Solves the problem in one thread. The run is interrupted before it begins, so the search should stop at once.
fn interrupted(line: &str, bitboards: bool) -> Outcome {
    let solver = Solver {
        threads: Arc::new(Threads::new(1)),
        techniques: Techniques::all().set(Technique::Bitboards, bitboards),
        ..Solver::default()
    };
    let control = Control { cancelled: Arc::new(AtomicBool::new(true)), ..Control::default() };
    let outcome = solver.solve_with(&problem_of(line), &control).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(outcome.solution.twins.iter().any(|twin| twin.cut.is_some()), "{line} is not cut");
    outcome
}

#[test]
fn every_play_is_interrupted_soon() {
    const PLAYS: &[&str] = &[
        "#9",
        "=9",
        "+9",
        "s#9",
        "r#9",
        "semi-r#9",
        "h#9",
        "h=9",
        "hs#9",
        "hr#9",
        "reci-h#9",
        "ser-#30",
        "ser-h#30",
        "ser-s#30",
        "ser-r#30",
        "pser-#30",
        "pser-h#30",
        "phser-s#30",
        "exact-#9",
        "3->ser-h#9",
        "h#9.5",
        "h##9",
    ];
    let array = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R ? KQkq -";
    for play in PLAYS {
        for options in ["", " opt \"Variations Try SetPlay\";", " opt \"Duplex\";"] {
            for bitboards in [true, false] {
                let line = format!("{array} stip \"{play}\";{options}");
                let nodes = interrupted(&line, bitboards).nodes;
                assert!(nodes <= 64, "{nodes} positions: {line}");
            }
        }
    }
}

/// Proof games spend most of their time in deductions that exclude moves. Each deduction is preceded by a check for an
/// interruption.
#[test]
fn proof_games_are_interrupted_before_they_deduce() {
    for line in ["8/5k2/8/8/8/8/3K4/6Nb ? ? - stip \"dia18.5\";", "8/5k2/8/8/8/8/3K4/6Nb ? ? - stip \"ser-dia18\";"] {
        for bitboards in [true, false] {
            let nodes = interrupted(line, bitboards).nodes;
            assert!(nodes <= 2, "{nodes} positions: {line}");
        }
    }
}

/// The progress counts first moves even if no listener receives the solution. Play that a bound decides has no first
/// moves to count.
#[test]
fn first_moves_are_counted_in_every_play() {
    const PLAYS: &[&str] = &[
        "#2",
        "s#1",
        "h#1",
        "h#1.5",
        "h#2",
        "h#2.5",
        "hs#2",
        "hr#2",
        "reci-h#1",
        "ser-h#2",
        "ser-#2",
        "pser-#2",
        "h~1",
        "exact-h#2",
    ];
    let mut counted = Vec::new();
    for play in PLAYS {
        for bitboards in [true, false] {
            let line = format!("5R2/3p4/8/3K4/k7/8/8/8 ? - - stip \"{play}\";");
            let solver =
                Solver { techniques: Techniques::all().set(Technique::Bitboards, bitboards), ..Solver::default() };
            let control = Control::default();
            let outcome =
                solver.solve_with(&problem_of(&line), &control).unwrap_or_else(|error| panic!("{line}: {error}"));
            let groups = outcome.solution.twins.iter().flat_map(|twin| &twin.phases).flat_map(|phase| &phase.groups);
            let doing = control.progress.get();
            assert_eq!(doing.done, doing.total, "{line}");
            if groups.into_iter().any(|group| !group.nodes.is_empty()) {
                assert!(doing.total > 0, "{line}");
                counted.push(*play);
            }
        }
    }
    assert!(counted.contains(&"h#2") && counted.contains(&"h#2.5") && counted.len() >= 8, "{counted:?}");
}
