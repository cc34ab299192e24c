//! Runs the targets of `fuzz/` without a fuzzer: on their collections of inputs, and on random changes of these.
//!
//! By hand: `KEYMOVE_FUZZ=1000000 KEYMOVE_SEED=7 cargo test --release --test all fuzz::`.

#[path = "../fuzz/targets.rs"]
mod targets;

use crate::chance::Chance;
use crate::files::root;
use std::fs;

const WORDS: &[&str] = &[
    " stip \"",
    "\";",
    " opt \"",
    " cond \"",
    " twin \"",
    "b) ",
    "c) continued ",
    "move ",
    "a1",
    "h8",
    " w ",
    " b ",
    " ? ",
    "KQkq",
    " - ",
    "#2",
    "h#2.5",
    "s#3",
    "ser-h=4",
    "hzg7",
    "reci-",
    "semi-r",
    "exact-",
    "dia3.5",
    "a=>b",
    "Madrasi",
    "Isardam",
    "RexInclusive",
    "SetPlay",
    "Variations",
    "Try",
    "Defence 2",
    "Duplex",
    "NoThreat",
    "[",
    "]",
    "{",
    "}",
    "white ",
    "3a[#]d",
    "&",
    "|",
    "!",
    "beginproblem\n",
    "endproblem\n",
    "nextproblem\n",
    "pieces\n",
    "stipulation ",
    "option ",
    "condition ",
    "Ka1",
    "/8/",
    "\0",
    "ü",
    "\u{feff}",
    "65535",
    "999999999999",
    "-1",
    "\\",
];

fn inputs(target: &str) -> Vec<Vec<u8>> {
    let folder = root().join("fuzz/corpus").join(target);
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a corpus").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// Returns one of the inputs, changed in a few places: bytes, words, or parts of another input.
fn changed(chance: &mut Chance, inputs: &[Vec<u8>]) -> Vec<u8> {
    let mut data = inputs[chance.below(inputs.len())].clone();
    for _ in 0..1 + chance.below(4) {
        let at = chance.below(data.len() + 1);
        let to = (at + chance.below(12)).min(data.len());
        let new: Vec<u8> = match chance.below(6) {
            0 => vec![chance.below(256) as u8],
            1 => vec![b" ~#=/KQRBNPkqrbnp12345678\";"[chance.below(27)]],
            2 | 3 => WORDS[chance.below(WORDS.len())].bytes().collect(),
            4 => Vec::new(),
            _ => {
                let other = &inputs[chance.below(inputs.len())];
                let from = chance.below(other.len().max(1));
                other[from..(from + chance.below(40)).min(other.len())].to_vec()
            }
        };
        let to = if chance.below(2) == 0 { at } else { to };
        data.splice(at..to, new);
    }
    data
}

/// Runs a target on its inputs and on changed ones: `KEYMOVE_FUZZ` of them or, if it is not set, `few`. Asserts that at
/// least one input in `one_in` is valid enough for a comparison.
fn run(name: &str, target: fn(&[u8]) -> bool, few: usize, one_in: usize) {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let count = number("KEYMOVE_FUZZ").unwrap_or(few);
    let mut chance = Chance(number("KEYMOVE_SEED").unwrap_or(1) as u64);
    let inputs = inputs(name);
    assert!(!inputs.is_empty());
    let mut compared = inputs.iter().filter(|input| target(input)).count();
    for _ in 0..count {
        let data = changed(&mut chance, &inputs);
        match std::panic::catch_unwind(|| target(&data)) {
            Ok(more) => compared += usize::from(more),
            Err(_) => panic!("{name} does not hold for {:?}", String::from_utf8_lossy(&data)),
        }
    }
    let all = inputs.len() + count;
    assert!(compared * one_in >= all, "{name}: only {compared} of {all} inputs say anything");
    eprintln!("{name}: {compared} of {all} inputs say something");
}

#[test]
fn line() {
    run("line", targets::line, 3000, 2);
}

#[test]
fn popeye() {
    run("popeye", targets::popeye, 3000, 10);
}

#[test]
fn stipulation() {
    run("stipulation", targets::stipulation, 20_000, 30);
}

#[test]
fn round_trip() {
    run("round_trip", targets::round_trip, 3000, 10);
}

#[test]
fn solve() {
    run("solve", targets::solve, 60, 10);
}
