//! Random small problems under every condition, solved by Keymove and by Popeye. Popeye is used only as a program that
//! reads a file and prints a solution.
//!
//! The tests need Popeye, so they are run by hand: `KEYMOVE_POPEYE=path/to/py KEYMOVE_CASES=2000 KEYMOVE_PER_PROBLEM=2
//! KEYMOVE_SEED=7 cargo test --release --test all black_box:: -- --ignored --nocapture`. `KEYMOVE_PER_PROBLEM` is the
//! number of conditions of each problem (default 1). `KEYMOVE_CONDITION` names a condition for all problems,
//! `KEYMOVE_SCENE=4` puts one of the scenes below into each, and `KEYMOVE_OPTION=setplay` gives each an option. A
//! problem counts only if both programs solve it; nothing follows from the refusal of one. A problem with different
//! answers is made smaller as long as the answers differ, and is printed with both answers. `every_pair` tests all
//! pairs of conditions, `every_attribute` all attributes of men with all conditions.

use crate::chance;
use crate::chance::Chance;
use crate::chance::conditions::{TWO_MEN, condition, square};
use crate::popeye::{Compared, Last, NormalForm, Popeye, Shrinks, compared, ours, shrunk};
use crate::understood;
use keymove::conditions::CONDITIONS;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Number of problems that one process of Popeye solves.
const BATCH: usize = 40;

/// Greatest number of lines of a solution. Longer solutions only repeat similar lines.
const LONGEST: usize = 400;

/// The stipulations of the problems. `~` (any move) is frequent, because its solutions show all moves.
const STIPULATIONS: &[&str] = &[
    "#1", "=1", "==1", "h#1", "h=1", "s#1", "s=1", "r#1", "#2", "h#1.5", "x1", "~1", "~1", "~1", "~1", "h~0.5",
    "h~0.5", "h~1",
];

/// The options of the problems. They exchange the sides or change who begins, and so test a condition of one side for
/// the other side too.
const OPTIONS: &[&str] = &["halfduplex", "duplex", "setplay", "whitetoplay", "postkeyplay", "quodlibet", "nullmoves"];

const TWINS: &[&str] = &["polishtype", "rotate 90", "rotate 180", "mirror a1<-->h1", "mirror a1<-->a8", "shift d4 d5"];

/// A problem in parts, some of which can be removed.
#[derive(Clone)]
struct Case {
    stipulation: &'static str,
    conditions: Vec<String>,
    /// The men of White and of Black in Popeye's notation, kings first.
    men: [Vec<String>; 2],
    neutral: Vec<String>,
    /// The option; empty if there is none.
    option: &'static str,
    twin: &'static str,
}

impl Case {
    fn random(chance: &mut Chance, always: Option<&str>, per_problem: usize) -> Case {
        let named = |text: &str| CONDITIONS.iter().copied().find(|def| def.name == text);
        let mut conditions = Vec::new();
        if let Some(text) = always {
            conditions.push(named(text).map_or_else(|| text.to_string(), |def| condition(chance, def)));
        }
        while conditions.len() < per_problem {
            let def = CONDITIONS[chance.below(CONDITIONS.len())];
            conditions.push(condition(chance, def));
        }
        Case::under(chance, conditions)
    }

    fn under(chance: &mut Chance, conditions: Vec<String>) -> Case {
        let always = std::env::var("KEYMOVE_SCENE").ok().map(|number| number.parse().expect("a number"));
        let scene = match always {
            Some(number) => scene(chance, number),
            None if chance.below(4) == 0 => {
                let number = chance.below(SCENES);
                scene(chance, number)
            }
            None => Scene::default(),
        };
        Case::in_scene(chance, scene, conditions)
    }

    fn in_scene(chance: &mut Chance, scene: Scene, conditions: Vec<String>) -> Case {
        let stipulation = scene.stipulation.unwrap_or_else(|| STIPULATIONS[chance.below(STIPULATIONS.len())]);
        let (men, neutral) = (men(chance, &scene), scene.neutral);
        // Conditions that name the squares of men name these.
        let square = |side: usize| square_of(men[side].last().expect("a king at least"));
        let conditions =
            conditions.into_iter().map(|condition| condition.replace(TWO_MEN, &[square(0), square(1)].concat()));
        let conditions = conditions.collect();
        let always = std::env::var("KEYMOVE_OPTION").ok();
        let of_all = always.map(|name| *OPTIONS.iter().find(|option| **option == name).expect("one of the options"));
        let (option, twin) = match (of_all, chance.below(8)) {
            (Some(option), _) => (option, ""),
            (None, 0) => (chance.of(OPTIONS), ""),
            (None, 1) => ("", chance.of(TWINS)),
            _ => ("", ""),
        };
        Case { stipulation, conditions, men: men.clone(), neutral, option, twin }
    }

    /// Whether Keymove and Popeye are known to interpret a condition, or a pair of conditions, differently.
    fn is_understood_otherwise(&self) -> bool {
        let conditions = self.conditions.join(" ");
        let has = |names: &[&str]| names.iter().any(|name| conditions.contains(name));
        self.has_new_kinds()
            || has(&["EdgeMover", "Immobilio"]) && self.stipulation.contains('#')
            // Popeye captures holes that have changed sides.
            || has(&["Hole"]) && self.twin == "polishtype"
            // `docs/trust.md` explains double stalemate with paralysing men.
            || self.men.iter().flatten().any(|man| man.starts_with("paralysing")) && self.stipulation.contains("==")
            // A locust captures the king under this condition without giving check.
            || has(&["PartialParalysis"]) && self.men.iter().flatten().any(|man| man.starts_with('L'))
            // Popeye prints a king that could castle without its letter, lets it guard nothing, or does not let it
            // castle.
            || has(&["AllInChess", "HalfInChess", "MainlyInChess"]) && self.has_castling()
            || understood::otherwise(&self.conditions)
    }
}

impl Case {
    fn has_castling(&self) -> bool {
        let stands = |side: usize, man: &str| self.men[side].iter().any(|it| it == man);
        [(0, "Ke1", ["Ra1", "Rh1"]), (1, "Ke8", ["Ra8", "Rh8"])]
            .into_iter()
            .any(|(side, king, rooks)| stands(side, king) && rooks.into_iter().any(|rook| stands(side, rook)))
    }

    /// Whether men may become fairy pieces that the diagram does not have. In Popeye such pieces give no check.
    fn has_new_kinds(&self) -> bool {
        self.conditions.iter().any(|condition| {
            let mut words = condition.split(' ');
            let name = words.next().unwrap_or_default();
            (name.starts_with("Chameleon") || condition.contains(" Chameleon"))
                && words.any(|word| word == "N" || word == "G")
        })
    }
}

impl Shrinks for Case {
    fn text(&self) -> String {
        let mut men = String::new();
        for (side, those) in ["white", "black"].into_iter().zip(&self.men) {
            // Attributes follow the colour, and hold until the next one.
            let (special, plain): (Vec<&String>, Vec<&String>) = those.iter().partition(|man| man.contains(' '));
            men += &format!("\n {side} {}", plain.into_iter().map(String::as_str).collect::<Vec<&str>>().join(" "));
            men.extend(special.into_iter().map(|man| format!("\n {side} {man}")));
        }
        if !self.neutral.is_empty() {
            men += &format!("\n neutral {}", self.neutral.join(" "));
        }
        let (stipulation, conditions) = (self.stipulation, self.conditions.join(" "));
        let options = [if stipulation.contains('h') { "" } else { "variation try" }, self.option].join(" ");
        let twin = if self.twin.is_empty() { String::new() } else { format!("twin {}\n", self.twin) };
        format!(
            "beginproblem\npieces{men}\nstipulation {stipulation}\ncondition {conditions}\n\
             option noboard maxtime 5 {options}\n{twin}endproblem\n"
        )
    }

    fn last(&self) -> Last {
        Last::Time
    }

    fn is_explained(&self, ours: &str, theirs: &str) -> bool {
        let forms = [ours, theirs].map(NormalForm::new);
        // Popeye omits first moves of a neutral man that the other side can take back.
        let can_be_taken_back = !self.neutral.is_empty() && !self.stipulation.contains('h');
        let leaves_out = can_be_taken_back && understood::tells_neutral_moves(&forms);
        // After the set play of a parry series, Popeye prints only the solutions of one move.
        let is_cut_short = self.stipulation.starts_with("pser") && self.option.contains("setplay");
        leaves_out || is_cut_short && understood::tells_more(&forms) || understood::explains(&self.conditions, &forms)
    }

    fn smaller(&self) -> Vec<Case> {
        let mut smaller = Vec::new();
        let mut push = |change: &dyn Fn(&mut Case)| {
            let mut case = self.clone();
            change(&mut case);
            smaller.push(case);
        };
        for at in 0..self.conditions.len() {
            if self.conditions.len() > 1 {
                push(&|case| drop(case.conditions.remove(at)));
            }
            let words: Vec<&str> = self.conditions[at].split(' ').collect();
            for word in 1..words.len() {
                let fewer = [&words[..word], &words[word + 1..]].concat().join(" ");
                push(&|case| case.conditions[at] = fewer.clone());
            }
        }
        for side in [0, 1] {
            for man in 1..self.men[side].len() {
                push(&|case| drop(case.men[side].remove(man)));
            }
        }
        for man in 0..self.neutral.len() {
            push(&|case| drop(case.neutral.remove(man)));
        }
        if !self.option.is_empty() {
            push(&|case| case.option = "");
        }
        if !self.twin.is_empty() {
            push(&|case| case.twin = "");
        }
        for plain in ["~1", "h~0.5"] {
            if !["~1", "h~0.5"].contains(&self.stipulation) {
                push(&|case| case.stipulation = plain);
            }
        }
        smaller
    }
}

const SCENES: usize = 7;

/// Men of White and of Black in positions that chance rarely produces, with the stipulation for which they matter.
#[derive(Default)]
struct Scene {
    men: [Vec<String>; 2],
    neutral: Vec<String>,
    stipulation: Option<&'static str>,
}

/// Returns the scene with this number: en passant, castling, other pieces (a grasshopper, a nightrider, or a locust,
/// which captures away from its target), neutral men, men with attributes, longer play of other kinds, or a capturing
/// promotion.
fn scene(chance: &mut Chance, number: usize) -> Scene {
    let mut scene = Scene::default();
    let file = 1 + chance.below(6) as u8;
    let beside = if chance.below(2) == 0 { file - 1 } else { file + 1 };
    let at = |file: u8, rank: u8| format!("{}{rank}", char::from(b'a' + file));
    let side = chance.below(2);
    match number {
        0 => {
            scene.men = [vec![format!("P{}", at(file, 5))], vec![format!("P{}", at(beside, 7))]];
            scene.stipulation = Some("h~1");
        }
        1 => {
            let rank = [1, 8][side];
            scene.men[side] = vec![format!("K{}", at(4, rank)), format!("R{}", at([0, 7][chance.below(2)], rank))];
        }
        2 => {
            scene.men[side] = vec![format!("{}{}", chance.of(&["G", "N", "L"]), square(chance))];
        }
        3 => scene.neutral = vec![format!("{}{}", chance.of(&["Q", "R", "B", "S", "G"]), square(chance))],
        4 => {
            let attribute = chance.of(ATTRIBUTES);
            scene.men[side] = vec![with_attribute(chance, attribute)];
        }
        5 => {
            const LONGER: &[&str] = &[
                "ser-~2", "ser-h~1", "ser-h#2", "ser-#2", "ser-s#2", "pser-#2", "pser-h#1", "phser-#2", "s#2", "r#2",
                "semi-r#2", "h=2", "hs#1.5", "hr#1.5", "reci-h#1", "exact-#2", "ser-x2", "ser-hx1",
            ];
            scene.stipulation = Some(chance.of(LONGER));
        }
        _ => {
            scene.men[side] = vec![format!("P{}", at(file, [7, 2][side]))];
            scene.men[1 - side] = vec![format!("{}{}", chance.of(&["Q", "R", "B", "S"]), at(beside, [8, 1][side]))];
        }
    }
    scene
}

/// The attributes of men. Those of Alice Chess (boards A and B) are omitted, and so is `protean`: in Popeye, one
/// protean man makes all men protean (docs/trust.md).
const ATTRIBUTES: &[&str] = &[
    "royal",
    "kamikaze",
    "paralysing",
    "chameleon",
    "jigger",
    "volage",
    "functionary",
    "halfneutral",
    "hurdlecolourchanging",
    "bul",
    "dob",
    "magic",
    "uncapturable",
    "patrol",
    "frischauf",
    "anda",
    "andainverse",
];

/// Returns a random man with this attribute. It is a grasshopper if the attribute is about hurdles.
fn with_attribute(chance: &mut Chance, attribute: &str) -> String {
    let is_about_hurdles = ["hurdlecolourchanging", "bul", "dob"].contains(&attribute);
    let kind = if is_about_hurdles { "G" } else { chance.of(&["Q", "R", "B", "S", "G"]) };
    format!("{attribute} {kind}{}", square(chance))
}

fn square_of(man: &str) -> &str {
    &man[man.len() - 2..]
}

/// Returns the kings and a few random men of White and of Black, including those of the scene, in Popeye's notation.
fn men(chance: &mut Chance, scene: &Scene) -> [Vec<String>; 2] {
    let there = scene.men.iter().flatten().chain(&scene.neutral);
    let mut taken: BTreeSet<String> = there.map(|man| square_of(man).to_string()).collect();
    scene.men.clone().map(|mut men| {
        let officers = ["Q", "R", "R", "B", "S", "P", "P", "P"];
        let mut place = |chance: &mut Chance, kind: &str| loop {
            let at = square(chance);
            if !(kind == "P" && (at.ends_with('1') || at.ends_with('8'))) && taken.insert(at.clone()) {
                break format!("{kind}{at}");
            }
        };
        if !men.first().is_some_and(|man| man.starts_with('K')) {
            men.insert(0, place(chance, "K"));
        }
        for _ in 0..1 + chance.below(5) {
            let kind = chance.of(&officers);
            men.push(place(chance, kind));
        }
        men
    })
}

#[derive(Default)]
struct Count {
    answered: usize,
    with_solutions: usize,
    /// Numbers of problems that Keymove and Popeye refuse.
    refused: [usize; 2],
    explained: usize,
    different: usize,
    /// Numbers of problems under each condition: solved by both, with solutions, and with different answers.
    by_condition: BTreeMap<String, [usize; 3]>,
}

impl Count {
    fn answered_under(&mut self, case: &Case, has_solutions: bool, differs: bool) {
        for condition in &case.conditions {
            let name = condition.split(' ').next().unwrap_or(condition).to_string();
            let counts = self.by_condition.entry(name).or_default();
            for (count, is_one) in counts.iter_mut().zip([true, has_solutions, differs]) {
                *count += usize::from(is_one);
            }
        }
    }

    fn table(&self) -> String {
        let line =
            |(name, [both, solved, differ]): (&String, &[usize; 3])| format!("{name} {both} {solved} {differ}\n");
        self.by_condition.iter().map(line).collect()
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} problems that both answer, {} of them with solutions; {} refused here, {} by Popeye; {} explained, {} with \
             two answers",
            self.answered, self.with_solutions, self.refused[0], self.refused[1], self.explained, self.different
        )
    }
}

/// Returns random problems that Keymove solves, with its answers. `always` is a condition for all of them. Counts the
/// problems that Keymove refuses in `refused`.
fn batch(chance: &mut Chance, always: Option<&str>, per_problem: usize, refused: &mut usize) -> Vec<(Case, String)> {
    let mut batch = Vec::new();
    while batch.len() < BATCH {
        let case = Case::random(chance, always, per_problem);
        if case.is_understood_otherwise() {
            continue;
        }
        match ours(&case.text()) {
            Some(answer) if answer.lines().count() <= LONGEST => batch.push((case, answer)),
            Some(_) => {}
            None => *refused += 1,
        }
    }
    batch
}

/// Lets Popeye solve the problems, counts the results in `count`, and prints differences.
fn compare_all(popeye: &Popeye, problems: Vec<(Case, String)>, count: &mut Count) {
    for (case, compared) in compared(popeye, problems) {
        match compared {
            Compared::Refused => count.refused[1] += 1,
            Compared::Equal { has_solutions, with_table } => {
                count.answered += 1;
                count.with_solutions += usize::from(has_solutions);
                count.explained += usize::from(with_table);
                count.answered_under(&case, has_solutions, false);
            }
            Compared::Different { ours, theirs } => {
                count.answered += 1;
                if case.is_explained(&ours, &theirs) {
                    count.explained += 1;
                    count.answered_under(&case, true, false);
                    continue;
                }
                count.different += 1;
                count.answered_under(&case, true, true);
                let (case, (ours, theirs)) = shrunk(popeye, case, (ours, theirs));
                println!("{}--- here\n{ours}\n--- Popeye\n{theirs}\n", case.text());
            }
        }
    }
}

/// Returns `number` problems that `such` makes and Keymove solves, with its answers. Returns fewer if too many are
/// refused.
fn answered(number: usize, mut such: impl FnMut() -> Case) -> Vec<(Case, String)> {
    let mut answered = Vec::new();
    for tries in 0..4 * number {
        if answered.len() == number || tries == 2 * number && answered.is_empty() {
            break;
        }
        let case = such();
        if case.is_understood_otherwise() {
            continue;
        }
        if let Some(answer) = ours(&case.text()).filter(|answer| answer.lines().count() <= LONGEST) {
            answered.push((case, answer));
        }
    }
    answered
}

/// Tests each pair of conditions with `KEYMOVE_CASES` problems. `KEYMOVE_SHARD=1/4` tests only every fourth pair,
/// starting with the second.
#[test]
#[ignore = "needs Popeye: KEYMOVE_POPEYE=path/to/py"]
fn every_pair_has_the_same_answers() {
    let popeye = Popeye::new();
    let mut chance = Chance::new(chance::seed());
    let number = chance::cases(6);
    let shard = std::env::var("KEYMOVE_SHARD").unwrap_or("0/1".to_string());
    let (shard, shards) = shard.split_once('/').expect("a shard is written 1/4");
    let [shard, shards] = [shard, shards].map(|text| text.parse::<usize>().expect("a number"));
    let pairs = (0..CONDITIONS.len()).flat_map(|one| (0..one).map(move |other| [CONDITIONS[other], CONDITIONS[one]]));
    let mut count = Count::default();
    for (_, pair) in pairs.enumerate().filter(|(at, _)| at % shards == shard) {
        let problems = answered(number, || {
            let conditions = pair.map(|def| condition(&mut chance, def)).to_vec();
            Case::under(&mut chance, conditions)
        });
        let before = count.different;
        if !problems.is_empty() {
            compare_all(&popeye, problems, &mut count);
        }
        if count.different > before {
            println!("{} with {}: {} differ\n", pair[0].name, pair[1].name, count.different - before);
        }
    }
    println!("{count}");
    assert_eq!(count.different, 0);
}

/// Tests each attribute together with each condition, with `KEYMOVE_CASES` problems each.
#[test]
#[ignore = "needs Popeye: KEYMOVE_POPEYE=path/to/py"]
fn every_attribute_has_the_same_answers() {
    let popeye = Popeye::new();
    let mut chance = Chance::new(chance::seed());
    let number = chance::cases(6);
    let mut count = Count::default();
    for (attribute, def) in ATTRIBUTES.iter().flat_map(|attribute| CONDITIONS.iter().map(move |def| (attribute, def))) {
        let problems = answered(number, || {
            let mut scene = Scene::default();
            scene.men[chance.below(2)] = vec![with_attribute(&mut chance, attribute)];
            let conditions = vec![condition(&mut chance, def)];
            Case::in_scene(&mut chance, scene, conditions)
        });
        let before = count.different;
        compare_all(&popeye, problems, &mut count);
        if count.different > before {
            println!("{attribute} with {}: {} differ\n", def.name, count.different - before);
        }
    }
    println!("{count}");
    assert_eq!(count.different, 0);
}

#[test]
#[ignore = "needs Popeye: KEYMOVE_POPEYE=path/to/py"]
fn popeye_gives_the_same_answers() {
    let popeye = Popeye::new();
    let per_problem = std::env::var("KEYMOVE_PER_PROBLEM").map_or(1, |number| number.parse().expect("a number"));
    let always = std::env::var("KEYMOVE_CONDITION").ok();
    let mut chance = Chance::new(chance::seed());
    let number = chance::cases(200);
    let mut count = Count::default();
    while count.answered < number {
        let batch = batch(&mut chance, always.as_deref(), per_problem, &mut count.refused[0]);
        compare_all(&popeye, batch, &mut count);
    }
    println!("{}{per_problem} conditions: {count}", count.table());
    assert_eq!(count.different, 0);
    assert!(count.with_solutions * 20 > count.answered, "little was compared");
}
