//! Random twins: one or two, each a change of the diagram or of the previous twin. The first may be a zeroposition.

use super::super::chance::Chance;
use super::men::{name, near, square};
use super::{Case, RULES, plays};

pub fn twins(chance: &mut Chance, case: &Case) -> Vec<String> {
    let goes_on = chance.below(5) < 2;
    let number = [1, 1, 2][chance.below(3)];
    let is_zero = chance.below(4) == 0;
    (0..number)
        .map(|i| match i {
            0 if is_zero => format!("zeroposition {}", twin(chance, case)),
            0 => format!("twin {}", twin(chance, case)),
            _ if goes_on => format!("twin cont {}", twin(chance, case)),
            _ => format!("twin {}", twin(chance, case)),
        })
        .collect()
}

fn twin(chance: &mut Chance, case: &Case) -> String {
    let man = &case.men[chance.below(case.men.len())];
    let other = &case.men[chance.below(case.men.len())];
    let free = loop {
        let at = square(chance);
        if case.men.iter().all(|man| man.at != at) && (1..7).contains(&at.1) {
            break at;
        }
    };
    match chance.below(13) {
        0 | 1 => format!("move {} {}", name(man.at), name(free)),
        2 if man != other => format!("exchange {} {}", name(man.at), name(other.at)),
        3 => format!("remove {}", name(man.at)),
        4 => format!(
            "add {} {}{}",
            chance.of(&["white", "black"]),
            chance.of(&["Q", "R", "B", "S", "P", "P"]),
            name(free)
        ),
        5 => format!("substitute {} {}", man.kind, chance.of(&["Q", "R", "B", "S", "P"])),
        6 => {
            let (play, goal) = (chance.of(&["h", "ser-", "", "s", "ser-h"]), plays::goal(chance, &case.men));
            format!("stipulation {play}{goal}{}", 1 + chance.below(2))
        }
        7 => format!("condition {}", chance.of(&RULES[5..])),
        8 => format!("rotate {}", chance.of(&["90", "180", "270"])),
        9 => format!("mirror {}", chance.of(&["a1<-->h1", "a1<-->a8", "a1<-->h8", "a8<-->h1"])),
        10 => format!("shift d4 {}", name(near(chance, (3, 3), 1))),
        11 => "polishtype".to_string(),
        _ => format!("move {} {} remove {}", name(man.at), name(free), name(other.at)),
    }
}
