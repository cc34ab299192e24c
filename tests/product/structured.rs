//! Random structured stipulations.

use super::super::chance::Chance;
use super::Case;
use super::men::{self, Man, Wish};
use super::plays::goal;

pub fn case(chance: &mut Chance) -> Case {
    let is_white_weak = chance.below(3) == 0;
    let men = men::position(chance, &Wish { is_white_weak, goal: "" });
    let side = chance.of(&["white", "white", "white", "black"]);
    let other_begins = chance.of(&["", "", "", "", "", "", "", "- "]);
    let depth = [1, 1, 2][chance.below(3)];
    let mut play = format!("{side} {other_begins}{}", branch(chance, &men, depth));
    if chance.below(12) == 0 {
        play += &format!("{}{}", chance.of(&[" & ", " | "]), branch(chance, &men, 0));
    }
    Case {
        men,
        target: None,
        play,
        goal: String::new(),
        half_moves: 0,
        options: Vec::new(),
        conditions: String::new(),
        twins: Vec::new(),
    }
}

fn leaf(chance: &mut Chance, men: &[Man]) -> String {
    let simple = loop {
        let goal = goal(chance, men);
        if !matches!(&*goal, "ctr" | "<>r") {
            break goal;
        }
    };
    match chance.below(14) {
        0 => format!("!{simple}"),
        1 => format!("{simple}&{}", leaf(chance, men)),
        2 => format!("{simple}|{}", leaf(chance, men)),
        _ => simple,
    }
}

/// Returns what must hold after a ply of a structured stipulation: a random goal, or a further branch.
fn fork(chance: &mut Chance, men: &[Man], depth: usize) -> String {
    if depth > 0 && chance.below(20) == 0 {
        // The forced play of zugzwang stipulations, which is not shown.
        return format!("/1d[{}]a{{!+}}", leaf(chance, men));
    }
    if depth > 0 && chance.below(5) < 2 {
        let sign = chance.of(&["", "", "", ">", "-"]);
        return format!("{sign}{}", branch(chance, men, depth - 1));
    }
    leaf(chance, men)
}

fn branch(chance: &mut Chance, men: &[Man], depth: usize) -> String {
    let to = fork(chance, men, depth);
    let constraint = match chance.below(24) {
        0 => format!("{{!{}}}", leaf(chance, men)),
        1 => format!("{{!1a[{}]d}}", leaf(chance, men)),
        2 => "{!+}".to_string(),
        3 => format!("{{{}}}", leaf(chance, men)),
        4 => format!("{{1a[{}]d}}", leaf(chance, men)),
        _ => String::new(),
    };
    let in_check = chance.of(&["", "", "", "", "", "", "", "", "", "", "", "", "?+?"]);
    let (length, play) = match chance.below(18) {
        0..4 => ([1, 1, 3][chance.below(3)], format!("a[{to}]{in_check}d")),
        4..6 => ([2, 2, 4][chance.below(3)], format!("ad[{to}]")),
        6..9 => ([1, 3][chance.below(2)], format!("h[{to}]{in_check}h")),
        9..11 => (2, format!("hh[{to}]")),
        11..14 => (1 + chance.below(3), format!("s[{to}]")),
        14 => ([2, 4][chance.below(2)], format!("da[{to}]")),
        15 => ([1, 3][chance.below(2)], format!("d[{to}]a")),
        16 => (1, format!("a[{to}]d[{}]", leaf(chance, men))),
        _ => (2, format!("a[{}]d[{to}]", leaf(chance, men))),
    };
    let least = match chance.below(14) {
        0 => format!("{length}:"),
        1 if length > 2 => format!("{}:", length - 2),
        _ => String::new(),
    };
    format!("{least}{length}{play}{constraint}")
}
