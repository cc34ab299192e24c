//! Random small problems under every condition, answered by Popeye as well, which is nothing but a program that reads a
//! file and prints a solution.
//!
//! By hand, since it takes a program that is not a part of this one: `KEYMOVE_POPEYE=path/to/py KEYMOVE_CASES=2000
//! KEYMOVE_PER_PROBLEM=2 KEYMOVE_SEED=7 cargo test --release --test black_box -- --ignored --nocapture`, where
//! `KEYMOVE_PER_PROBLEM` says how many conditions each problem has (1 if it is silent), and `KEYMOVE_CONDITION` names one
//! that all problems have. Each problem whose two answers differ is printed with both. What one of the two programs
//! refuses says nothing.

mod chance;

use chance::Chance;
use keymove::conditions::{Arguments, CONDITIONS, ConditionDef};
use keymove::report::popeye_text;
use keymove::solve::Solver;
use keymove::syntax::popeye;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const STIPULATIONS: &[&str] = &["#1", "=1", "==1", "h#1", "h=1", "s#1", "s=1", "r#1", "#2", "h#1.5", "~1", "h~1"];

/// What the two programs understand in two ways, with the reason.
const UNDERSTOOD_OTHERWISE: &[(&str, &str)] = &[
    ("MultiCaptures", "Popeye tells mates although the man that checks can be captured"),
    ("NannaChess", "Popeye guards no square that a man could capture on thanks to the man before it"),
    ("Sentinelles PionNeutre", "Popeye's pawns are not neutral"),
    ("TransmutedKing", "whether a king in check attacks the other depends, in Popeye, on what else has been looked at"),
    ("TransmutingKing", "the same"),
    ("ReflectiveKing", "the same"),
    ("VaultingKing", "the same"),
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

/// The lines of a solution from the first move on, in any order.
fn answer(text: &str) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let number = |line: &str| line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    let moves = |line: &String| number(line) || line.starts_with("but");
    let mut lines: Vec<String> = text.lines().map(words).filter(moves).collect();
    lines.sort();
    lines
}

enum Compared {
    Equal,
    Refused,
    Different { ours: String, theirs: String },
}

fn compare(input: &str, popeye_program: &str) -> Compared {
    let (problem, findings) = popeye::problem(input);
    let (true, Some(problem)) = (findings.is_empty(), problem) else { return Compared::Refused };
    let solver = Solver { time: Some(Duration::from_secs(10)), ..Solver::default() };
    let Ok(outcome) = solver.solve(&problem) else { return Compared::Refused };
    let ours = popeye_text(&outcome.solution);
    let folder = std::env::temp_dir().join(format!("keymove-black-box-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("problem.inp");
    fs::write(&file, input).expect("a file");
    let said = |name: &str| folder.join(name);
    let channel = |name: &str| File::create(said(name)).expect("a file");
    let mut running = Command::new(popeye_program)
        .args(["-maxmem", "50M"])
        .arg(&file)
        .stdin(Stdio::null())
        .stdout(channel("out"))
        .stderr(channel("errors"))
        .spawn()
        .expect("Popeye runs");
    let began = Instant::now();
    while running.try_wait().expect("Popeye runs").is_none() {
        if began.elapsed() > Duration::from_secs(10) {
            let _ = running.kill();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let theirs = String::from_utf8_lossy(&fs::read(said("out")).expect("a file")).into_owned();
    let errors = fs::read(said("errors")).expect("a file");
    let is_finished = |text: &str| text.to_lowercase().contains("solution finished");
    // What it passes over, and what does not go together, Popeye says in the channel for errors.
    let is_warned = !errors.is_empty() || theirs.contains("ignored") || theirs.contains("can capture the king");
    match (is_finished(&ours), is_finished(&theirs), is_warned) {
        (true, true, false) if answer(&ours) == answer(&theirs) => Compared::Equal,
        (true, true, false) => Compared::Different { ours, theirs },
        _ => Compared::Refused,
    }
}

#[test]
#[ignore = "needs Popeye: KEYMOVE_POPEYE=path/to/py"]
fn popeye_gives_the_same_answers() {
    let program = std::env::var("KEYMOVE_POPEYE").expect("KEYMOVE_POPEYE names the program");
    let per_problem = std::env::var("KEYMOVE_PER_PROBLEM").map_or(1, |number| number.parse().expect("a number"));
    let always = std::env::var("KEYMOVE_CONDITION").ok();
    let mut chance = Chance::new(chance::seed());
    let (mut refused, mut different) = (0, 0);
    let number = chance::cases(200);
    for case in 0..number {
        let mut conditions: Vec<String> = always.iter().cloned().collect();
        while conditions.len() < per_problem {
            let def = CONDITIONS[chance.below(CONDITIONS.len())];
            conditions.push(condition(&mut chance, def));
        }
        let conditions = conditions.join(" ");
        let [white, black] = men(&mut chance);
        let stipulation = chance.of(STIPULATIONS);
        let has = |names: &[&str]| names.iter().any(|name| conditions.contains(name));
        if UNDERSTOOD_OTHERWISE.iter().any(|(name, _)| has(&[name])) || has(REBORN_AT_HOME) && has(ELSEWHERE) {
            continue;
        }
        let input = format!(
            "beginproblem\npieces\n white{white}\n black{black}\nstipulation {stipulation}\ncondition {conditions}\n\
             option noboard {}\nendproblem\n",
            if stipulation.contains('h') { "" } else { "variation try" },
        );
        match compare(&input, &program) {
            Compared::Equal => {}
            Compared::Refused => refused += 1,
            Compared::Different { ours, theirs } => {
                different += 1;
                println!("case {case}\n{input}--- here\n{ours}\n--- Popeye\n{theirs}\n");
            }
        }
    }
    println!("{number} problems, {refused} refused by one of the two, {different} with two answers");
    assert_eq!(different, 0);
}
