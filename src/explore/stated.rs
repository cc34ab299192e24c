//! The solution of a find as text, as an author states it.

use crate::solution::{Phase, PhaseKind, Solution};

/// Returns the keys or the lines of a solution, each as text in long notation with move numbers: `1.Qg5-g2!`.
pub fn stated(solution: &Solution) -> Vec<String> {
    let phases = solution.twins.iter().flat_map(|twin| &twin.phases);
    phases.filter(|phase| phase.kind == PhaseKind::Play).flat_map(moves_of_phase).collect()
}

fn moves_of_phase(phase: &Phase) -> Vec<String> {
    let mut moves: Vec<String> = phase.keys().map(|key| format!("1.{key}!")).collect();
    for line in phase.lines() {
        let (mut text, mut number) = (String::new(), 0);
        for (i, m) in line.iter().enumerate() {
            let gap = if i > 0 { " " } else { "" };
            if m.side() == phase.numbered {
                number += 1;
                text.push_str(&format!("{gap}{number}.{m}"));
            } else if i == 0 {
                number = 1;
                text.push_str(&format!("1...{m}"));
            } else {
                text.push_str(&format!("{gap}{m}"));
            }
        }
        moves.push(text);
    }
    moves
}
