//! Writes the conditions as Popeye prints them below the board.

use crate::conditions::{Arguments, CONDITIONS, Condition};
use crate::rules::RuleSet;
use crate::units::Square;

/// Conditions for which Popeye prints four blanks between the name and the variant.
const WIDE: [&str; 4] = ["SingleBox", "RepublicanChess", "BlackOscillatingKings", "WhiteOscillatingKings"];

/// Returns a line for each condition, in Popeye's order.
pub fn captions(rules: &RuleSet) -> Vec<String> {
    let mut conditions: Vec<&Condition> = rules.conditions().iter().collect();
    conditions.sort_by_key(|condition| CONDITIONS.iter().position(|def| def.name == condition.def.name));
    conditions.into_iter().filter_map(caption).collect()
}

/// Returns the line for a condition. Returns `None` for holes, which Popeye shows on the board only.
fn caption(condition: &Condition) -> Option<String> {
    let family = condition.def.family;
    let without_squares = Condition { squares: Vec::new(), ..condition.clone() };
    let text = match (family, condition.def.arguments) {
        ("Hole", _) => return None,
        ("GridChess", _) => family.to_string(),
        ("SAT" | "StrictSAT", _) => return Some(with_roman_number(&condition.text_in_twin())),
        (_, Arguments::Lengths) => {
            let text = condition.text_in_twin();
            let (name, lengths) = text.split_once(' ').unwrap_or((&text, ""));
            return Some(format!("{name} {}", lengths.replace(' ', "/")).trim_end().to_string());
        }
        _ if WIDE.contains(&family) => condition.text_in_twin().replacen(' ', "    ", 1),
        _ if condition.variants == ["ultra"] => condition.text_in_twin().replacen(' ', "  ", 1),
        ("AntiCirce", _) if condition.variants == ["Calvet"] => family.to_string(),
        _ if condition.squares.is_empty() => condition.text_in_twin(),
        (_, Arguments::Men) => return Some(condition.text_in_twin()),
        _ => without_squares.text_in_twin(),
    };
    let mut squares = condition.squares.clone();
    if !family.ends_with("Dister") {
        squares.sort_by_key(|square| (square.rank(), square.file()));
    }
    let squares = squares.iter().map(Square::to_string);
    Some(std::iter::once(text).chain(squares).collect::<Vec<_>>().join(" "))
}

/// Returns the changes of a twin, with four blanks between a condition and its variant where Popeye prints four.
pub fn spaced(changes: &str) -> String {
    WIDE.iter()
        .fold(changes.to_string(), |text, family| text.replace(&format!("{family} Type"), &format!("{family}    Type")))
}

/// Replaces the number at the end of the text by a Roman number: `SAT 8` becomes `SAT VIII`.
fn with_roman_number(text: &str) -> String {
    const ROMAN: [&str; 13] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII"];
    let number = text.rsplit_once(' ').and_then(|(name, number)| Some((name, number.parse::<usize>().ok()?)));
    let roman = number.and_then(|(name, number)| Some(format!("{name} {}", ROMAN.get(number.checked_sub(1)?)?)));
    roman.unwrap_or_else(|| text.to_string())
}

#[cfg(test)]
mod tests {
    use super::{captions, spaced};
    use crate::syntax;

    #[test]
    fn variants_in_twins_have_popeyes_blanks() {
        assert_eq!(spaced("wRa2-->b2  RepublicanChess Type2"), "wRa2-->b2  RepublicanChess    Type2");
    }

    /// Checks the lines of conditions against those that Popeye 4.104 prints.
    #[test]
    fn conditions_have_popeyes_form() {
        let rows = [
            ("BGL 2 6", &["BGL 2/6"][..]),
            ("SAT 8", &["SAT VIII"]),
            ("SingleBox Type3", &["SingleBox    Type3"]),
            ("Wormholes h1e1f8", &["Wormholes e1 h1 f8"]),
            ("MagicSquares a3a6h3h6", &["MagicSquares a3 h3 a6 h6"]),
            ("BlackMinDister a7g3", &["BlackMinDister a7 g3"]),
            ("AntiCirce Calvet", &["AntiCirce"]),
            ("WhiteMaximummer ultra", &["WhiteMaximummer  ultra"]),
            ("Hole d1", &[]),
            ("GridChess Orthogonal 1234567", &["GridChess"]),
            ("EinsteinChess, Circe", &["Circe", "EinsteinChess"]),
        ];
        for (written, expected) in rows {
            let line = format!("7k/8/5K2/8/8/8/8/6R1 w - - stip \"#1\"; cond \"{written}\";");
            let (problem, found) = syntax::line(&line);
            assert_eq!(captions(&problem.unwrap_or_else(|| panic!("{found:?}")).rules), expected, "{written}");
        }
    }
}
