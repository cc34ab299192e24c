//! Random small problems of every play with every goal, option, twin and rule set, solved by Keymove and by Popeye.
//! Popeye is used only as a program that reads a file and prints a solution. `black_box.rs` tests conditions.
//!
//! The test needs Popeye, so it is run by hand: `KEYMOVE_POPEYE=path/to/py KEYMOVE_CASES=2000 KEYMOVE_SEED=7 cargo test
//! --release --test all cross_product:: -- --ignored --nocapture`. A problem counts only if both programs solve it;
//! nothing follows from the refusal of one. Solutions are compared as trees: the defences of each key, refutations,
//! threats, set play, and the twins in order. The order of sibling moves and the move numbers are ignored. A problem
//! with different answers is made smaller as long as the answers differ, and is printed with both answers. Differences
//! with a known reason (`tests/product/explained.rs`) are only counted.

use crate::chance;
use crate::chance::Chance;
use crate::popeye;
use crate::popeye::{Compared, Popeye, Shrinks, compared, ours, shrunk};
use crate::product::{Case, explanation};
use std::collections::BTreeMap;

/// Number of problems that one process of Popeye solves.
const BATCH: usize = 40;

/// Most random problems have no solution. Of those, only one in this number is compared.
const ONE_UNSOLVED_IN: usize = 4;

/// Greatest number of lines of a solution. Longer solutions only repeat similar lines.
const LONGEST: usize = 150;

struct Count {
    answered: usize,
    with_solutions: usize,
    /// Numbers of problems that Keymove and Popeye refuse.
    refused: [usize; 2],
    explained: BTreeMap<&'static str, usize>,
    different: usize,
}

/// Returns random problems that Keymove solves, with its answers. `KEYMOVE_WITH` lists parts that each of them must
/// have, separated by commas: options, conditions, parts of the stipulation. Counts the problems that Keymove refuses
/// in `refused`.
fn batch(chance: &mut Chance, refused: &mut usize) -> Vec<(Case, String)> {
    let with = std::env::var("KEYMOVE_WITH").unwrap_or_default();
    let mut batch = Vec::new();
    while batch.len() < BATCH {
        let case = Case::random(chance);
        if !with.split(',').all(|part| case.text().contains(part)) {
            continue;
        }
        let Some(answer) = ours(&case.text()) else {
            *refused += 1;
            continue;
        };
        let has_solutions = popeye::NormalForm::new(&answer).has_solutions();
        let is_wanted = has_solutions || chance.below(ONE_UNSOLVED_IN) == 0;
        if is_wanted && answer.lines().count() < LONGEST {
            batch.push((case, answer));
        }
    }
    batch
}

#[test]
#[ignore = "needs Popeye: KEYMOVE_POPEYE=path/to/py"]
fn popeye_gives_the_same_answers() {
    let popeye = Popeye::new();
    let mut chance = Chance::new(chance::seed());
    let number = chance::cases(200);
    let mut count = Count { answered: 0, with_solutions: 0, refused: [0; 2], explained: BTreeMap::new(), different: 0 };
    while count.answered < number {
        let batch = batch(&mut chance, &mut count.refused[0]);
        for (case, compared) in compared(&popeye, batch) {
            match compared {
                Compared::Refused => count.refused[1] += 1,
                Compared::Equal { has_solutions, with_table } => {
                    count.answered += 1;
                    count.with_solutions += usize::from(has_solutions);
                    if with_table {
                        let reason = "Popeye has two answers, and with a table gives the other one";
                        *count.explained.entry(reason).or_default() += 1;
                    }
                }
                Compared::Different { ours, theirs } => {
                    count.answered += 1;
                    count.with_solutions += usize::from(popeye::NormalForm::new(&theirs).has_solutions());
                    if let Some(reason) = explanation(&case, &ours, &theirs) {
                        *count.explained.entry(reason).or_default() += 1;
                        continue;
                    }
                    count.different += 1;
                    let (case, (ours, theirs)) = shrunk(&popeye, case, (ours, theirs));
                    println!("{}--- here\n{ours}\n--- Popeye\n{theirs}\n", case.text());
                }
            }
        }
    }
    for (reason, problems) in &count.explained {
        println!("{problems} explained: {reason}");
    }
    println!(
        "{} problems that both answer, {} of them with solutions; {} refused here, {} by Popeye; {} with two answers",
        count.answered, count.with_solutions, count.refused[0], count.refused[1], count.different
    );
    assert_eq!(count.different, 0);
}
