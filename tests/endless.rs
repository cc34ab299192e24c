//! Tests that no combination of conditions makes the engine recurse without end.
//!
//! Whether a king is in check may depend on the effects of its capture, these on whether another king is in check, and
//! so on through all rules. A chain without end would overflow the stack and abort a whole batch. So these tests ask
//! all questions about a position under pairs and triples of conditions, on a small stack.
//!
//! The last printed line (`--nocapture`) names a combination that does not end. `KEYMOVE_CASES` is the number of pairs,
//! and of triples; 20,000 cover all pairs once. `KEYMOVE_SEED` selects other positions and variants.

use crate::chance;
use crate::chance::Chance;
use keymove::conditions::{Arguments, CONDITIONS, ConditionDef};
use keymove::fairy::FairyPosition;
use keymove::position::Position;
use keymove::rules::assemble;
use keymove::syntax;
use keymove::units::{Color, Diagram, Goal, Piece, Placement, Square, Unit};
use std::thread;

/// Stack size of the tests. It is much less than that of a solver's thread, and enough for the deepest recursion that
/// ends.
const STACK_BYTES: usize = 8 << 20;

const GOALS: [Goal; 5] = [Goal::Mate, Goal::Check, Goal::Stalemate, Goal::DoubleMate, Goal::AutoMate];

/// Returns the condition as text, sometimes with a random variant, and with the arguments that it needs.
fn with_arguments(chance: &mut Chance, def: &ConditionDef) -> String {
    let mut words = def.name.to_string();
    if !def.variants.is_empty() && chance.below(2) == 0 {
        words += " ";
        words += def.variants[chance.below(def.variants.len())].name;
    }
    words += match def.arguments {
        Arguments::None | Arguments::Grid => "",
        Arguments::Squares => " d4e5c3f6",
        Arguments::Men => " d4e5",
        Arguments::Man => " White Bd4",
        Arguments::Pieces => ["", " R S"][usize::from(!words.contains(' '))],
        Arguments::Numbers => " 1",
        Arguments::Lengths => " 40 40",
    };
    words
}

/// Returns a random diagram with kings near each other and a few men of both sides, so that checks, captures and
/// promotions are frequent.
fn diagram(chance: &mut Chance) -> Diagram {
    let mut placement = Placement::default();
    let kinds = ["Q", "R", "B", "S", "P", "P", "G", "N"].map(|code| Piece::from_code(code).expect("in the table"));
    for color in Color::ALL {
        for number in 0..3 + chance.below(3) {
            let piece = if number == 0 { Piece::KING } else { kinds[chance.below(kinds.len())] };
            let square = loop {
                let square = Square::new(1 + chance.below(5) as u8, 1 + chance.below(6) as u8).expect("on the board");
                if placement.get(square).is_none() {
                    break square;
                }
            };
            placement.put(square, Unit::new(color, piece));
        }
    }
    Diagram { placement, ..Diagram::default() }
}

/// Asks the engine all questions about one diagram under these conditions, with each side to move. Returns `false` if
/// the conditions are incompatible.
fn is_asked(names: &str, diagram: &Diagram) -> bool {
    let Ok(rules) = syntax::conditions(names) else { return false };
    let Ok(book) = assemble(diagram, &rules) else { return false };
    for side in Color::ALL {
        let position = FairyPosition::new(&book, diagram, side);
        let (mut moves, mut unsafe_moves) = (Vec::new(), Vec::new());
        position.legal_moves(&mut moves);
        position.self_check_moves(&mut unsafe_moves);
        GOALS.iter().for_each(|goal| assert!(position.reached(goal, &[]) || !position.is_late()));
        for m in moves.into_iter().step_by(3) {
            position.record(m);
        }
    }
    true
}

/// Tests combinations of conditions, given as indices, on random diagrams. Returns the number of compatible
/// combinations.
fn all_are_asked(combinations: Vec<Vec<usize>>, seed: u64) -> usize {
    let asking = move || {
        let mut chance = Chance::new(seed);
        let mut asked = 0;
        for combination in combinations {
            let names: Vec<String> =
                combination.into_iter().map(|at| with_arguments(&mut chance, CONDITIONS[at])).collect();
            let (names, diagram) = (names.join(" "), diagram(&mut chance));
            // An overflow of the stack leaves no other trace.
            println!("{names}: {}", diagram.placement.to_fen());
            asked += usize::from(is_asked(&names, &diagram));
        }
        asked
    };
    thread::Builder::new().stack_size(STACK_BYTES).spawn(asking).expect("a thread").join().expect("no panic")
}

#[test]
fn pairs_of_conditions_come_to_an_end() {
    let count = CONDITIONS.len();
    let pairs: Vec<Vec<usize>> = (0..count).flat_map(|a| (a + 1..count).map(move |b| vec![a, b])).collect();
    let cases = chance::cases(600);
    let stride = (pairs.len() / cases).max(1);
    let first = chance::seed() as usize % stride;
    let pairs: Vec<Vec<usize>> = pairs.into_iter().skip(first).step_by(stride).collect();
    let number = pairs.len();
    let asked = all_are_asked(pairs, chance::seed());
    // More than half of all pairs are refused.
    assert!(asked * 5 > 2 * number, "{asked} of {number} pairs");
}

#[test]
fn triples_of_conditions_come_to_an_end() {
    let mut chance = Chance::new(chance::seed());
    let triples = (0..chance::cases(300)).map(|_| [(); 3].map(|()| chance.below(CONDITIONS.len())).to_vec()).collect();
    let asked = all_are_asked(triples, chance::seed());
    // Each of the three pairs may be refused.
    assert!(asked * 6 > chance::cases(300), "{asked} triples");
}
