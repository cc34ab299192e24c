//! Random conditions with random arguments, as text.

use super::Chance;
use keymove::conditions::{Arguments, ConditionDef};

/// Returns a random square of the 8x8 board.
pub fn square(chance: &mut Chance) -> String {
    format!("{}{}", char::from(b'a' + chance.below(8) as u8), 1 + chance.below(8))
}

/// Placeholder in the text of a condition for the squares of two men. It is replaced when the diagram is known.
pub const TWO_MEN: &str = "two men";

/// Returns the condition as text, sometimes with random variants, and with the arguments that it needs.
pub fn condition(chance: &mut Chance, def: &ConditionDef) -> String {
    let mut words = def.name.to_string();
    for _ in 0..[0, 0, 1, 1, 2][chance.below(5)] {
        if !def.variants.is_empty() {
            words += " ";
            words += def.variants[chance.below(def.variants.len())].name;
        }
    }
    let number = 1 + chance.below(4);
    match def.arguments {
        Arguments::None | Arguments::Grid | Arguments::Man => {}
        Arguments::Squares => {
            words += " ";
            (0..number).for_each(|_| words += &square(chance));
        }
        Arguments::Men => words += &format!(" {TWO_MEN}"),
        Arguments::Pieces => (0..number).for_each(|_| {
            words += " ";
            words += chance.of(&["Q", "R", "B", "S", "P", "G", "N"]);
        }),
        Arguments::Numbers => words += &format!(" {}", chance.below(3)),
        Arguments::Lengths if number == 1 => words += &format!(" {}.5", chance.below(30)),
        Arguments::Lengths => words += &format!(" {}.5 {}", chance.below(8), chance.below(30)),
    }
    words
}
