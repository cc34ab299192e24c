//! Random plays, goals and lengths.

use super::super::chance::Chance;
use super::Case;
use super::men::{self, Man, Wish};

const BATTLE: &[&str] =
    &["", "", "", "", "exact-", "s", "s", "s", "exact-s", "r", "r", "semi-r", "semi-r", "exact-r", "exact-semi-r"];
const HELP: &[&str] =
    &["h", "h", "h", "exact-h", "hs", "hs", "hr", "exact-hs", "exact-hr", "reci-h", "reci-h", "exact-reci-h"];
const SERIES: &[&str] = &[
    "ser-",
    "ser-h",
    "ser-s",
    "ser-r",
    "ser-hs",
    "ser-reci-h",
    "exact-ser-",
    "exact-ser-h",
    "exact-ser-s",
    "pser-",
    "pser-s",
    "pser-r",
    "pser-semi-r",
    "pser-h",
    "pser-hs",
    "exact-pser-",
    "phser-",
    "phser-s",
    "phser-r",
];
const INTRODUCED: &[&str] = &["", "s", "r", "semi-r", "h", "hs", "hr", "ser-", "ser-h", "ser-s", "ser-r"];

pub const GOALS: &[&str] = &[
    "#", "#", "#", "#", "#", "#", "#", "#", "=", "=", "=", "==", "#=", "+", "+", "x", "x", "z", "z", "ep", "00", "~",
    "%", "%", "ct", "<>", "##", "##!", "!#", "!=", "k", "c81", "ctr", "<>r",
];

/// Returns a random goal, with its square if it needs one.
pub fn goal(chance: &mut Chance, men: &[Man]) -> String {
    let goal = chance.of(GOALS);
    let on = men[chance.below(men.len())].at;
    match goal {
        "z" => format!("z{}", men::name(men::near(chance, on, 2))),
        "k" => format!("k{}", men::name(on)),
        _ => goal.to_string(),
    }
}

pub fn case(chance: &mut Chance) -> Case {
    match chance.below(24) {
        0 => proof_game(chance),
        1 => from_a_to_b(chance),
        _ => usual(chance),
    }
}

fn blank(men: Vec<Man>, play: &str, goal: &str, half_moves: usize) -> Case {
    Case {
        men,
        target: None,
        play: play.to_string(),
        goal: goal.to_string(),
        half_moves,
        options: Vec::new(),
        conditions: String::new(),
        twins: Vec::new(),
    }
}

fn proof_game(chance: &mut Chance) -> Case {
    let men = men::later(chance, &men::array());
    match chance.below(4) {
        0 => blank(men, "ser-", "dia", 2 + 2 * chance.below(2)),
        _ => blank(men, "", "dia", 2 + chance.below(4)),
    }
}

fn from_a_to_b(chance: &mut Chance) -> Case {
    let play = chance.of(&["", "", "ser-", "ser-h"]);
    let men = men::position(chance, &Wish { is_white_weak: false, goal: "a=>b" });
    let half_moves = if play.is_empty() { 1 + chance.below(4) } else { 2 + 2 * chance.below(2) };
    Case { target: Some(men::later(chance, &men)), ..blank(men, play, "a=>b", half_moves) }
}

fn usual(chance: &mut Chance) -> Case {
    let family = [BATTLE, BATTLE, HELP, HELP, SERIES, SERIES][chance.below(6)];
    let mut play = chance.of(family).to_string();
    if chance.below(20) == 0 {
        play = format!("{}->{}", 1 + chance.below(2), chance.of(INTRODUCED));
    } else if play.ends_with("reci-h") && chance.below(3) == 0 {
        play += &format!("({})", chance.of(&["=", "#", "x", "+"]));
    }
    let kind = play.split_once("->").map_or(&*play, |(_, play)| play);
    let kind = kind.strip_prefix("exact-").unwrap_or(kind);
    let is_white_weak = kind.ends_with(['s', 'r']) || kind.ends_with("s-");
    let men = men::position(chance, &Wish { is_white_weak, goal: "" });
    let mut goal = goal(chance, &men);
    let men = match &*goal {
        "ep" | "00" => men::position(chance, &Wish { is_white_weak, goal: &goal }),
        _ => men,
    };
    if goal.starts_with('k') {
        goal = format!("k{}", men::name(men[chance.below(men.len())].at));
    }
    let half_moves = match kind {
        _ if goal == "~" => 2 + chance.below(2) * usize::from(matches!(kind, "h" | "hs")),
        "" | "r" | "semi-r" => [2, 4, 4, 4, 6][chance.below(5)],
        "s" => [2, 4, 4, 6][chance.below(4)],
        "h" | "hs" | "hr" => 2 + chance.below(4),
        _ if kind.starts_with("reci-h") => 2 + chance.below(3),
        "ser-" | "ser-h" | "pser-" | "pser-h" | "phser-" => [2, 4, 4, 6, 6, 8][chance.below(6)],
        _ => [2, 4, 4, 6][chance.below(4)],
    };
    blank(men, &play, &goal, half_moves)
}
