//! Random small problems under every condition, answered by Popeye as well, which is nothing but a program that reads a
//! file and prints a solution.
//!
//! By hand, since it takes a program that is not a part of this one: `KEYMOVE_POPEYE=path/to/py KEYMOVE_CASES=2000
//! KEYMOVE_PER_PROBLEM=2 KEYMOVE_SEED=7 cargo test --release --test black_box -- --ignored --nocapture`, where
//! `KEYMOVE_PER_PROBLEM` says how many conditions each problem has (1 if it is silent), and `KEYMOVE_CONDITION` names one
//! that all problems have. Each problem whose two answers differ is printed with both. What one of the two programs
//! refuses says nothing.

mod chance;
mod popeye;

use chance::Chance;
use keymove::conditions::{Arguments, CONDITIONS, ConditionDef};
use popeye::{Compared, Last, Popeye, compare, ours};
use std::collections::BTreeSet;

/// Popeye is started for so many problems at once.
const BATCH: usize = 40;

const STIPULATIONS: &[&str] = &["#1", "=1", "==1", "h#1", "h=1", "s#1", "s=1", "r#1", "#2", "h#1.5", "~1", "h~1"];

/// What the two programs understand in two ways, with the reason.
const UNDERSTOOD_OTHERWISE: &[(&str, &str)] = &[
    ("CheekToCheek", "Popeye's men go as those beside them, but give check as themselves, too"),
    ("MultiCaptures", "Popeye tells mates although the man that checks can be captured"),
    ("NannaChess", "Popeye guards no square that a man could capture on thanks to the man before it"),
    ("Sentinelles PionNeutre", "Popeye's pawns are not neutral"),
    ("TransmutedKing", "whether a king in check attacks the other depends, in Popeye, on what else has been looked at"),
    ("TransmutingKing", "the same"),
    ("ReflectiveKing", "the same"),
    ("VaultingKing", "the same"),
];

/// Pairs that the two programs understand in two ways; a condition may have other words between these.
const TOGETHER_OTHERWISE: &[([&str; 2], &str)] = &[
    (["GridChess", "VerticalShift"], "Popeye gives some fields of the shifted grid one number"),
    (["GridChess", "DiagonalShift"], "the same"),
    (["SchachZwang", "FuddledMen"], "Popeye takes moves of fuddled men for checks, which it does not mark as such"),
    (["SeriesCapture", "Bichrom"], "Popeye asks rules about squares of the first capture only"),
    (["SeriesCapture", "Monochrom"], "the same"),
    (["SeriesCapture", "Grid"], "the same"),
    (["RoleExchange", "Mars"], "Popeye leaves out the word"),
    (["Rokagogo", "Mars"], "Popeye castles with rooks that stand anywhere"),
    (["AntiMars", "mummer"], "Popeye has pawns come back by a double step from their home square"),
    (["ReversalEinstein", "Influencer"], "Popeye has pawns on the first rank"),
];

/// Conditions of which Popeye passes over squares of rebirth other than the home squares and those of the mirror.
const REBORN_AT_HOME: &[&str] = &["Mars", "PhantomChess"];
const ELSEWHERE: &[&str] = &[
    "File",
    "Rank",
    "Symmetry",
    "Antipod",
    "Equipollents",
    "PWC",
    "Diagram",
    "CaptureSquare",
    "Diametral",
    "VerticalMirror",
    "Frischauf",
];

fn square(chance: &mut Chance) -> String {
    format!("{}{}", char::from(b'a' + chance.below(8) as u8), 1 + chance.below(8))
}

/// A condition with variants now and then, and with arguments where it takes some.
fn condition(chance: &mut Chance, def: &ConditionDef) -> String {
    let mut words = def.name.to_string();
    for _ in 0..[0, 0, 1, 1, 2][chance.below(5)] {
        if !def.variants.is_empty() {
            words += " ";
            words += def.variants[chance.below(def.variants.len())].name;
        }
    }
    let number = 1 + chance.below(4);
    match def.arguments {
        Arguments::None | Arguments::Grid => {}
        Arguments::Squares => {
            words += " ";
            (0..number).for_each(|_| words += &square(chance));
        }
        Arguments::Pieces => (0..number).for_each(|_| {
            words += " ";
            words += chance.of(&["Q", "R", "B", "S", "P", "G", "N"]);
        }),
        Arguments::Numbers => words += &format!(" {}", chance.below(3)),
        Arguments::Lengths => words += &format!(" {}.5 {}", chance.below(8), chance.below(30)),
    }
    words
}

/// Kings and a few men of both sides, as Popeye writes them.
fn men(chance: &mut Chance) -> [String; 2] {
    let mut taken = BTreeSet::new();
    ["K", "K"].map(|king| {
        let mut men = String::new();
        let officers = ["Q", "R", "R", "B", "S", "P", "P", "P"];
        let kinds: Vec<&str> =
            std::iter::once(king).chain((0..1 + chance.below(5)).map(|_| chance.of(&officers))).collect();
        for kind in kinds {
            let at = loop {
                let at = square(chance);
                if !(kind == "P" && (at.ends_with('1') || at.ends_with('8'))) && taken.insert(at.clone()) {
                    break at;
                }
            };
            men += &format!(" {kind}{at}");
        }
        men
    })
}

/// A problem with so many conditions; `None` if the two programs understand one of them in two ways.
fn problem(chance: &mut Chance, always: Option<&str>, per_problem: usize) -> Option<String> {
    let mut conditions: Vec<String> = always.map(str::to_string).into_iter().collect();
    while conditions.len() < per_problem {
        let def = CONDITIONS[chance.below(CONDITIONS.len())];
        conditions.push(condition(chance, def));
    }
    let conditions = conditions.join(" ");
    let [white, black] = men(chance);
    let stipulation = chance.of(STIPULATIONS);
    let has = |names: &[&str]| names.iter().any(|name| conditions.contains(name));
    if UNDERSTOOD_OTHERWISE.iter().any(|(name, _)| has(&[name])) || has(REBORN_AT_HOME) && has(ELSEWHERE) {
        return None;
    }
    if TOGETHER_OTHERWISE.iter().any(|(words, _)| words.iter().all(|word| conditions.contains(word))) {
        return None;
    }
    let options = if stipulation.contains('h') { "" } else { "variation try" };
    Some(format!(
        "beginproblem\npieces\n white{white}\n black{black}\nstipulation {stipulation}\ncondition {conditions}\n\
         option noboard maxtime 5 {options}\nendproblem\n"
    ))
}

#[test]
#[ignore = "needs Popeye: KEYMOVE_POPEYE=path/to/py"]
fn popeye_gives_the_same_answers() {
    let popeye = Popeye::new();
    let per_problem = std::env::var("KEYMOVE_PER_PROBLEM").map_or(1, |number| number.parse().expect("a number"));
    let always = std::env::var("KEYMOVE_CONDITION").ok();
    let mut chance = Chance::new(chance::seed());
    let (mut answered, mut with_solutions, mut refused, mut different) = (0, 0, 0, 0);
    let number = chance::cases(200);
    let mut made = 0;
    while made < number {
        let mut inputs = Vec::new();
        while inputs.len() < BATCH && made < number {
            made += 1;
            inputs.extend(problem(&mut chance, always.as_deref(), per_problem));
        }
        for (input, theirs) in inputs.iter().zip(popeye.answers(&inputs)) {
            match compare(ours(input), theirs, Last::Time) {
                Compared::Refused => refused += 1,
                Compared::Equal { has_solutions } => {
                    answered += 1;
                    with_solutions += usize::from(has_solutions);
                }
                Compared::Different { ours, theirs } => {
                    answered += 1;
                    different += 1;
                    println!("{input}--- here\n{ours}\n--- Popeye\n{theirs}\n");
                }
            }
        }
    }
    println!(
        "{answered} problems that both answer, {with_solutions} of them with solutions; {refused} refused by one of the \
         two; {different} with two answers"
    );
    assert_eq!(different, 0);
    assert!(answered * 10 > number && with_solutions * 20 > answered, "little was compared");
}
