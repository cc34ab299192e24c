//! Tests that an answer cut by a limit is a part of the full answer, and never makes a sound problem unsound.

use crate::chance::{Chance, cases, seed};
use crate::files::root;
use crate::lines::problem_of;
use keymove::solution::{Node, Solution, Verdict, judge, settings_for_check};
use keymove::solve::{Solver, Threads};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest time that the full answer may take. Slower problems are skipped.
const MOST_TIME: Duration = Duration::from_millis(150);

/// Adds the moves of each path from `nodes` to an end of the play to `found`. Each path begins with the text `before`.
fn paths(nodes: &[Node], before: &str, found: &mut BTreeSet<String>) {
    for node in nodes {
        let path = format!("{before} {:?}", node.record);
        if node.children.is_empty() {
            found.insert(path);
        } else {
            paths(&node.children, &path, found);
        }
    }
}

/// Returns the moves of all lines of help and series play in the solution.
fn lines(solution: &Solution) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (index, twin) in solution.twins.iter().enumerate() {
        for group in twin.phases.iter().flat_map(|phase| &phase.groups) {
            paths(&group.nodes, &format!("{index} {:?}", group.style), &mut found);
        }
    }
    found
}

/// The time limits are random parts of the time that the full answer takes.
#[test]
fn a_cut_answer_is_a_part_of_the_full_one() {
    let mut chance = Chance(seed());
    let files = ["help/reciprocal.epd", "help/helpselfmates.epd", "series/parry.epd", "series/seriesmovers.epd"];
    let texts = files.map(|file| std::fs::read_to_string(root().join("problems").join(file)).expect("a file"));
    let published = texts.iter().flat_map(|text| text.lines()).filter(|line| line.contains("stip"));
    let constructed =
        ["8/3K4/8/1k6/4Q3/6q1/8/8 ? - - stip \"reci-h#2\";", "8/8/8/8/8/6p1/5pr1/5Kbk ? - - stip \"ser-hs#2\";"];
    let (mut cut_answers, mut solved) = (0, 0);
    for line in constructed.into_iter().chain(published) {
        let problem = settings_for_check(&problem_of(line));
        let begin = Instant::now();
        let full = Solver { time: Some(MOST_TIME), ..Solver::default() }.solve(&problem).expect("rules").solution;
        let time = begin.elapsed();
        if !full.is_complete() {
            continue;
        }
        solved += 1;
        let (all, is_sound) = (lines(&full), judge(&problem, &full).verdict == Verdict::Sound);
        for case in 0..cases(20) {
            let limit = time.mul_f64((1 + chance.below(110)) as f64 / 100.0);
            let threads = Arc::new(Threads::new(1 + case % 2));
            let solver = Solver { time: Some(limit), threads, ..Solver::default() };
            let cut = solver.solve(&problem).expect("rules").solution;
            cut_answers += usize::from(!cut.is_complete());
            let extra: Vec<String> = lines(&cut).difference(&all).cloned().collect();
            assert!(extra.is_empty(), "{line} {limit:?}: {extra:?}");
            let verdict = judge(&problem, &cut).verdict;
            assert!(!is_sound || verdict != Verdict::Unsound, "{line} {limit:?}");
        }
    }
    assert!(solved > 10 && cut_answers > 100, "{solved} problems, {cut_answers} cut answers");
}
