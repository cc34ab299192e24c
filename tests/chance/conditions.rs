//! Random words for conditions.

use super::Chance;
use keymove::conditions::{Arguments, ConditionDef};

/// A square of the ordinary board.
pub fn square(chance: &mut Chance) -> String {
    format!("{}{}", char::from(b'a' + chance.below(8) as u8), 1 + chance.below(8))
}

/// Placeholder for the squares of two men in the diagram.
pub const TWO_MEN: &str = "two men";

/// A condition, sometimes with variants, and with the arguments that it needs.
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
