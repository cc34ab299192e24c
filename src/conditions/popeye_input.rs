//! Formats conditions as input for Popeye. The form differs from the text that Popeye prints under a diagram, because
//! Popeye does not read all of that.

use super::grid::{GRID, Words};
use super::{Arguments, Condition};
use crate::units::Square;

/// Conditions, each with the variant that holds by default. Popeye has no word for these variants, so its input omits
/// them.
const UNSAID: [(&str, &str); 6] = [
    ("Woozles", "RexInclusive"),
    ("BiWoozles", "RexInclusive"),
    ("Heffalumps", "RexInclusive"),
    ("BiHeffalumps", "RexInclusive"),
    ("PADChess", "RexExclusive"),
    ("PowerTransfer", "RexExclusive"),
];

/// Pairs of a condition and a variant that Popeye does not support.
const UNKNOWN: [(&str, &str); 2] = [("Madrasi", "MutualParalysis"), ("Madrasi", "RookNeedsFreedom")];

/// Groups of variants of which Popeye accepts only one for each condition.
const ALTERNATIVES: [&[&str]; 2] = [&["Type1", "Type2", "Type3", "TypeA", "TypeB", "TypeC"], &["White", "Black"]];

impl Condition {
    /// Returns the condition without redundant words that Popeye does not read. Returns an error if Popeye cannot
    /// express the condition.
    pub fn for_popeye(&self) -> Result<Condition, String> {
        let is_in = |list: &[(&str, &str)], variant: &str| list.contains(&(self.def.name, variant));
        if let Some(variant) = self.variants.iter().find(|variant| is_in(&UNKNOWN, variant)) {
            return Err(format!("`{} {variant}`, which Popeye does not know", self.def.name));
        }
        for alternatives in ALTERNATIVES {
            let given: Vec<&str> = self.variants.iter().copied().filter(|name| alternatives.contains(name)).collect();
            if let [one, other, ..] = given[..] {
                return Err(format!("`{one}` and `{other}` after `{}`", self.def.name));
            }
        }
        if self.def.variants.is_empty() && self.def.arguments == Arguments::Numbers && self.numbers.len() > 1 {
            return Err(format!("several numbers after `{}`", self.def.name));
        }
        let mut plain = self.clone();
        plain.variants.retain(|variant| !is_in(&UNSAID, variant));
        if self.def.name == GRID.name {
            let Words { orthogonal, groups, lines } = Words::of(self);
            plain.words = orthogonal.into_iter().chain(groups).chain(lines).map(String::from).collect();
        }
        Ok(plain)
    }

    /// Formats the condition as input for Popeye.
    pub fn popeye_input(&self) -> String {
        let squares: String = self.squares.iter().map(Square::to_string).collect();
        match self.def.arguments {
            // The squares are one word, followed by the variants.
            Arguments::Squares | Arguments::Men if !squares.is_empty() => {
                let mut words = vec![self.def.family.to_string(), squares];
                words.extend(self.all_variants().into_iter().map(String::from));
                words.join(" ")
            }
            Arguments::Grid => self.grid_input(),
            // Each number follows its variant.
            Arguments::Numbers if self.variants.iter().any(|name| name.starts_with("Maximum")) => {
                let mut numbers = self.numbers.iter().map(u32::to_string);
                let mut words = vec![self.def.family.to_string()];
                for variant in self.all_variants() {
                    words.push(variant.to_string());
                    if variant.starts_with("Maximum") {
                        words.extend(numbers.next());
                    }
                }
                words.extend(numbers);
                words.join(" ")
            }
            _ => self.caption(),
        }
    }

    /// Formats a grid as input for Popeye, in which each word follows the variant to which it belongs.
    fn grid_input(&self) -> String {
        let Words { orthogonal, groups, lines } = Words::of(self);
        let mut words = vec![self.def.family];
        let before = self.variants.iter().filter(|name| !["Orthogonal", "Irregular", "GridLine"].contains(name));
        words.extend(before);
        if self.has("Orthogonal") {
            words.push("Orthogonal");
            words.extend(orthogonal);
        }
        if self.has("Irregular") {
            words.push("Irregular");
        }
        words.extend(groups);
        if self.has("GridLine") {
            words.push("GridLine");
            words.extend(lines);
        }
        words.join(" ")
    }
}
