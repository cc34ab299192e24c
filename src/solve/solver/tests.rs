//! Tests that whenever the time limit ends the search, the printed solution is a part of the full solution or is marked
//! as incomplete.

use super::*;
use crate::solution::{Annotation, Node};
use crate::syntax;

/// Small problems of all kinds of play, with rules that require nested queries in the search.
const PROBLEMS: &[&str] = &[
    r##"8/8/8/8/8/1K6/3R4/k7 w - - stip "#2"; cond "AntiCirce"; opt "Variations Try SetPlay";"##,
    r##"8/8/8/8/8/p1K5/P2R4/k7 w - - stip "#2"; cond "Circe"; opt "Variations Try PostKeyPlay";"##,
    r##"8/8/8/8/8/1p1K4/8/k2r4 w - - stip "s#2"; cond "AntiCirce Cheylan"; opt "Variations Defence 9";"##,
    r##"8/8/8/8/8/1K6/1P6/k1r5 ? - - stip "h#1"; cond "SuperCirce RexInclusive"; opt "SetPlay";"##,
    r##"8/8/8/8/8/1K6/1P6/k1r5 ? - - stip "h=1"; cond "AntiCirce Cage"; twin "b) move b2 c2";"##,
    r##"8/8/8/8/8/1KR5/1P6/k1r5 ? - - stip "ser-h#2"; cond "Madrasi"; cond "Masand";"##,
    r##"8/8/8/8/8/1K6/1R6/k1r5 ? - - stip "hs#2"; cond "Wormholes c3 d4";"##,
    r##"8/8/8/8/8/1KR5/8/k1r5 ? - - stip "r#2"; cond "KoeKo"; opt "Variations";"##,
    r##"8/8/8/8/8/1K6/2R5/k7 ? - - stip "semi-r#2"; cond "Isardam"; cond "AndernachChess"; opt "Variations SetPlay";"##,
    r##"8/8/8/8/8/2K5/1p6/k1N5 ? - - stip "reci-h#2"; cond "Take&MakeChess";"##,
    r##"8/8/8/8/8/2K5/1p6/k1N5 ? - - stip "~1"; cond "ExclusiveChess"; opt "Duplex";"##,
    r##"8/8/8/8/8/2K5/1p5R/k1N5 ? - - stip "pser-#2"; cond "ChecklessChess";"##,
];

fn outcome(problem: &str, clock: Clock) -> Solution {
    let (problem, errors) = syntax::line(problem);
    assert!(errors.is_empty(), "{errors:?}");
    let solver = Solver { threads: Arc::new(Threads::new(1)), ..Solver::default() };
    let problem = problem.expect("a problem");
    solver.solve_here(&problem, &Control::default(), &Arc::new(clock)).expect("it can be solved").solution
}

fn are_among(nodes: &[Node], all: &[Node]) -> bool {
    nodes.iter().all(|node| {
        all.iter().any(|whole| {
            (node.part, &node.record, &node.goals, node.violation)
                == (whole.part, &whole.record, &whole.goals, whole.violation)
                && [Annotation::None, whole.annotation].contains(&node.annotation)
                && are_among(&node.children, &whole.children)
        })
    })
}

fn is_part(part: &TwinSolution, whole: &TwinSolution) -> bool {
    part.phases.len() <= whole.phases.len()
        && part.notes.iter().all(|note| whole.notes.contains(note))
        && part.phases.iter().zip(&whole.phases).all(|(part, whole)| {
            let all: Vec<Node> = whole.groups.iter().flat_map(|group| group.nodes.clone()).collect();
            part.groups.iter().all(|group| are_among(&group.nodes, &all))
        })
}

#[test]
fn no_wrong_result_whenever_the_clock_rings() {
    let (mut cut_short, mut some_text) = (0, 0);
    for problem in PROBLEMS {
        let whole = outcome(problem, Clock::default());
        let mut looks = 1;
        loop {
            let text = outcome(problem, Clock::ringing_after(looks));
            let is_cut = text.twins.iter().any(|twin| twin.cut == Some(Cut::Time));
            if !is_cut {
                assert_eq!(text, whole, "{problem} after {looks} looks");
                break;
            }
            cut_short += 1;
            for (text, whole) in text.twins.iter().zip(&whole.twins) {
                some_text +=
                    text.phases.iter().flat_map(|phase| &phase.groups).map(|group| group.nodes.len()).sum::<usize>();
                assert!(is_part(text, whole), "{problem} after {looks} looks:\n{text:#?}\nof {whole:#?}");
            }
            looks += 1 + looks / 5;
        }
    }
    assert!(cut_short > 250 && some_text > 60, "{cut_short} {some_text}");
}

/// Popeye 4.104 also finds no solution of these problems.
#[test]
fn targets_of_fairy_men_and_rules_that_ask_about_checks_within_checks() {
    for problem in [
        r##"8/8/8/8/4k3/8/3{w:G}4/4K3 ? - - stip "dia2.0";"##,
        r##"8/8/8/8/4k3/8/3{n:Q}4/4K3 ? - - stip "dia1.0"; cond "Madrasi";"##,
        r##"{w:G}nbqkbnr/p1pppppp/8/8/8/8/1PPPPPPP/RNBQKBNR ? - - stip "ser-dia5";"##,
        r##"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ? - - stip "dia0.5"; twin "b) add {w:G}a4";"##,
        r##"8/8/8/8/8/K7/3k4/8 ? - - stip "h#1"; cond "Masand"; cond "SuperCirce RI";"##,
        r##"8/8/8/8/8/K7/3k4/8 ? - - stip "h#1"; cond "Masand"; cond "CirceTake&Make RI";"##,
        r##"8/8/8/8/8/K7/3k4/8 ? - - stip "h#1"; cond "MasandGeneralised"; cond "SuperCirce RI";"##,
        r##"8/8/8/8/8/K7/3k4/8 ? - - stip "h#1"; cond "AntiSuperCirce"; cond "CirceAssassin RI";"##,
        r##"8/8/8/8/8/K7/3k4/8 ? - - stip "h#1"; cond "SwappingKings"; cond "Circe RI";"##,
    ] {
        let solution = outcome(problem, Clock::default());
        let nodes = solution.twins.iter().flat_map(|twin| &twin.phases).flat_map(|phase| &phase.groups);
        assert!(nodes.flat_map(|group| &group.nodes).next().is_none(), "{problem}");
        assert!(solution.twins.iter().all(|twin| twin.cut.is_none()), "{problem}");
    }
}

#[test]
fn conditions_that_choose_for_one_side_are_refused() {
    let line =
        r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#1"; cond "WhiteFollowMyLeader, BlackSynchronMover, WhiteMustCapture";"##;
    let messages: Vec<String> = syntax::line(line).1.into_iter().map(|found| found.message).collect();
    assert_eq!(
        messages,
        ["`WhiteFollowMyLeader` cannot be combined with `WhiteMustCapture`: both choose which legal moves the same \
             side may make"]
    );
}
