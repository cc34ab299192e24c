//! Compares the boards that `BoardAfter` computes from recorded moves with the boards of the engine.

use crate::conditions::CONDITIONS;
use crate::fairy::{FairyPosition, to_square};
use crate::position::Position;
use crate::problem::{Men, Problem};
use crate::rules::assemble;
use crate::solution::{BoardAfter, Node, settings_for_reading};
use crate::solve::Solver;
use crate::units::{Color, Placement, Unit};

/// Replays all moves of a tree, and asserts that every position equals that of the engine. Returns the number of
/// comparisons.
fn compare(position: &mut FairyPosition, nodes: &[Node], played: &BoardAfter, line: &str) -> usize {
    let mut count = 0;
    for node in nodes {
        if position.side() != node.record.mover.color {
            count += position.with_pass(|passed| compare_node(passed, node, played, line));
        } else {
            count += compare_node(position, node, played, line);
        }
    }
    count
}

fn compare_node(position: &mut FairyPosition, node: &Node, played: &BoardAfter, line: &str) -> usize {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let Some(&m) = moves.iter().find(|&&m| position.record(m) == node.record) else { return 0 };
    let mut after = played.clone();
    after.play(&node.record);
    position.with_move(m, |position| {
        let men = |color| position.board().of(color).iter();
        let mut placement = Placement::on(after.placement.shape().clone());
        for sq in men(Color::White).chain(men(Color::Black)) {
            placement.put(to_square(sq), Unit::from(position.board().man(sq)));
        }
        let seen = |placement: &Placement| placement.to_fen();
        assert_eq!(seen(&after.placement), seen(&placement), "{line}\n{:?}", node.record);
        1 + compare(position, &node.children, &after, line)
    })
}

/// Solves the problem in `line`, and checks that every position of its solution equals the engine's.
/// Returns the number of comparisons.
fn compared(line: &str) -> usize {
    let problem = crate::syntax::line(line).0.expect(line);
    let problem: Problem = settings_for_reading(&problem);
    let solution = Solver::default().solve(&problem).expect(line).solution;
    let mut count = 0;
    for twin in &solution.twins {
        let Problem { diagram, rules, .. } = twin.problem.as_deref().expect("a twin");
        let book = assemble(diagram, rules).expect("rules");
        for group in twin.phases.iter().flat_map(|phase| &phase.groups) {
            let Some(first) = group.nodes.first() else { continue };
            let mut position = FairyPosition::new(&book, diagram, first.record.mover.color);
            let played = BoardAfter::begin(diagram.placement.clone(), Men::default());
            count += compare(&mut position, &group.nodes, &played, line);
        }
    }
    count
}

#[test]
fn boards_are_those_of_the_engine() {
    // Each row plays all moves and all replies.
    let rows = [
        // Castling on both sides, en passant, promotion.
        r##"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - stip "h~1";"##,
        r##"4k3/8/8/1pP5/8/8/6P1/4K3 w - b6 stip "h~1";"##,
        r##"3r1k2/2P5/8/8/8/8/2p5/3R1K2 w - - stip "h~1";"##,
        // Neutral men, hoppers, riders, locusts, royal men and other attributes.
        r##"8/8/4k3/8/{n:Q}2{b:G}4/3{w:G}4/8/4K3 w - - stip "h~1";"##,
        r##"8/3{b:LE}4/4k3/8/{w:L}2p4/8/3{w:N}{w:LI}3/4K3 w - - stip "h~1";"##,
        r##"8/3p4/3{w:kamikaze,Q}4/7k/8/3{b:chameleon,S}4/8/{w:royal,R}7 w - - stip "h~1";"##,
        // Conditions that affect men.
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Circe";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "AntiCirce";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "CirceAssassin";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "PWC";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "EinsteinChess";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "AndernachChess";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Masand";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Take&MakeChess";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Imitator a5";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Sentinelles";"##,
        r##"8/8/2np4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "MessignyChess";"##,
        r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Volage";"##,
        r##"8/8/3p4/4k3/3p4/1N6/3Q4/3K4 w - - stip "h~1"; cond "Breton";"##,
        r##"4k3/8/4B3/7N/3r4/8/8/2N1K3 w - - stip "h~1"; cond "ActuatedRevolvingCentre";"##,
        r##"4k3/8/4B3/7N/3r4/8/8/2N1K3 w - - stip "h~1"; cond "ActuatedRevolvingBoard";"##,
        r##"8/8/3p4/4k3/8/1N6/3{w:protean,Q}4/3K4 w - - stip "h~1"; cond "EinsteinChess";"##,
    ];
    for line in rows {
        let count = compared(line);
        assert!(count > 20, "{line}: {count} positions");
    }
}

#[test]
fn boards_under_every_condition_are_those_of_the_engine() {
    let mut conditions = 0;
    // After a role exchange, the engine turns its board, and the solution does not.
    for def in CONDITIONS.iter().filter(|def| def.name != "RoleExchange") {
        for board in ["8/8/3p4/4k3/3p4/1N6/3Q4/3K4 w - -", "4k3/P7/4B3/7N/3r4/8/3{n:Q}4/R3K3 w Q -"] {
            let line = format!("{board} stip \"h~1\"; cond \"{}\"; opt AllowUnverified;", def.name);
            let (problem, findings) = crate::syntax::line(&line);
            let problem = problem.filter(|_| !findings.iter().any(|finding| finding.is_error()));
            // Some conditions need arguments, and some cannot be combined with neutral men.
            if problem.is_some_and(|problem| assemble(&problem.diagram, &problem.rules).is_ok()) {
                conditions += usize::from(compared(&line) > 0);
            }
        }
    }
    assert!(conditions > 300, "{conditions}");
}
