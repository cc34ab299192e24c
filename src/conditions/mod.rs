//! The conditions: what they are called, what they mean, which of them go together.
//!
//! A condition is a file here with its definition and one line in [`CONDITIONS`]; the parsers, `keymove list`,
//! "did you mean" and the reports all read that list. What a condition does to moves and checks is written
//! where moves are made, in the engine's file of the same name.

mod isardam;
mod madrasi;

pub use isardam::Isardam;
pub use madrasi::Madrasi;

/// A condition as it is named, listed and read.
pub struct ConditionDef {
    pub name: &'static str,
    /// The words that may follow the name, each with its meaning.
    pub variants: &'static [VariantDef],
    pub doc: &'static str,
    /// The rules that the condition makes with the given variants (names as in `variants`).
    pub rules: fn(&[&str]) -> Result<Rules, String>,
}

pub struct VariantDef {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub doc: &'static str,
}

/// All conditions that can be solved.
pub const CONDITIONS: &[&ConditionDef] = &[&isardam::DEF, &madrasi::DEF];

/// The rules of play, chosen once for each problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    #[default]
    Orthodox,
    Madrasi(Madrasi),
    Isardam(Isardam),
}

impl Rules {
    /// The conditions as they are printed under a diagram, in Popeye's spelling; empty for orthodox chess.
    pub fn caption(&self) -> String {
        match self {
            Rules::Orthodox => String::new(),
            Rules::Madrasi(madrasi) => madrasi.caption(),
            Rules::Isardam(isardam) => isardam.caption(),
        }
    }
}

/// The two sets of rules in one, or why they do not go together.
pub fn combine(first: Rules, second: Rules) -> Result<Rules, String> {
    match (first, second) {
        (Rules::Orthodox, rules) | (rules, Rules::Orthodox) => Ok(rules),
        (Rules::Madrasi(_), Rules::Isardam(_)) | (Rules::Isardam(_), Rules::Madrasi(_)) => {
            Err("Isardam forbids every paralysis that Madrasi could cause".into())
        }
        _ => Err("the condition is given twice".into()),
    }
}
