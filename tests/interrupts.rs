//! What ends a search early is asked for often enough in every play: the positions are counted that are still looked at
//! when nobody waits for the answer any more. How much time that is depends on the machine, and is measured by hand.

use keymove::solve::{Outcome, Permits, Solver};
use keymove::syntax;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Solved by one thread, and interrupted before it begins.
fn interrupted(line: &str, bitboards: bool) -> Outcome {
    let (problem, diagnostics) = syntax::line(line);
    let problem = problem
        .filter(|_| !diagnostics.iter().any(|found| found.is_error()))
        .unwrap_or_else(|| panic!("{line}: {diagnostics:?}"));
    let solver = Solver {
        cancelled: Arc::new(AtomicBool::new(true)),
        permits: Arc::new(Permits::new(1)),
        bitboards,
        ..Solver::default()
    };
    let outcome = solver.solve(&problem).unwrap_or_else(|error| panic!("{line}: {error}"));
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

/// Deduction leaves out most moves of a proof game, and takes most of the time: it is asked before each of its questions.
#[test]
fn proof_games_are_interrupted_before_they_deduce() {
    for line in ["8/5k2/8/8/8/8/3K4/6Nb ? ? - stip \"dia18.5\";", "8/5k2/8/8/8/8/3K4/6Nb ? ? - stip \"ser-dia18\";"] {
        for bitboards in [true, false] {
            let nodes = interrupted(line, bitboards).nodes;
            assert!(nodes <= 2, "{nodes} positions: {line}");
        }
    }
}
