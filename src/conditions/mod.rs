//! The conditions: what they are called, what they mean, what they do.
//!
//! A condition is a file here with its definition, the objects that it puts into the stages of the fairy engine, and
//! one line in [`CONDITIONS`]; the parsers, `keymove list`, "did you mean" and the reports all read that list. What
//! Madrasi and Isardam do to bitboards is written in that engine's files of the same names.

mod isardam;
mod madrasi;

pub use isardam::Isardam;
pub use madrasi::Madrasi;

use crate::fairy::RuleBook;
use crate::games::Game;
use crate::pieces::Piece;
use crate::units::Square;

/// A condition as it is named, listed and read.
pub struct ConditionDef {
    pub name: &'static str,
    /// Other names of the same.
    pub aliases: &'static [&'static str],
    /// The words that may follow the name, each with its meaning.
    pub variants: &'static [VariantDef],
    /// What else may follow it.
    pub arguments: Arguments,
    pub doc: &'static str,
    /// Puts the condition into the stages of the rules, or says why that cannot be.
    pub install: fn(&Condition, &mut RuleBook) -> Result<(), String>,
    /// The same for bitboards, if they know the condition.
    pub bitboards: Option<fn(&Condition) -> Rules>,
    /// Conditions with which it does not go together, and why.
    pub excludes: &'static [(&'static str, &'static str)],
}

pub struct VariantDef {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub doc: &'static str,
}

/// What may follow the name of a condition besides its variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arguments {
    None,
    Squares,
    Pieces,
    Numbers,
}

/// A condition with what was said of it.
#[derive(Clone)]
pub struct Condition {
    pub def: &'static ConditionDef,
    /// Names as in the definition.
    pub variants: Vec<&'static str>,
    pub squares: Vec<Square>,
    pub pieces: Vec<Piece>,
    pub numbers: Vec<u32>,
}

/// All conditions that can be solved.
pub const CONDITIONS: &[&ConditionDef] = &[&isardam::DEF, &madrasi::DEF];

/// The rules of a problem: the game, when it is not chess, and the conditions under which it is played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleSet {
    game: Option<Game>,
    conditions: Vec<Condition>,
}

/// The rules that the bitboard engine knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    #[default]
    Orthodox,
    Madrasi(Madrasi),
    Isardam(Isardam),
}

impl ConditionDef {
    /// The definition without what only some conditions have.
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        install: fn(&Condition, &mut RuleBook) -> Result<(), String>,
    ) -> ConditionDef {
        ConditionDef {
            name,
            aliases: &[],
            variants: &[],
            arguments: Arguments::None,
            doc,
            install,
            bitboards: None,
            excludes: &[],
        }
    }

    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }
}

impl Condition {
    pub fn new(def: &'static ConditionDef) -> Condition {
        Condition { def, variants: Vec::new(), squares: Vec::new(), pieces: Vec::new(), numbers: Vec::new() }
    }

    pub fn has(&self, variant: &str) -> bool {
        self.variants.contains(&variant)
    }

    /// As it is printed under a diagram, in Popeye's spelling, and read again.
    pub fn caption(&self) -> String {
        let mut text = self.def.name.to_string();
        let variants = self.def.variants.iter().filter(|def| self.has(def.name)).map(|def| def.name.to_string());
        let squares: String = self.squares.iter().map(Square::to_string).collect();
        let pieces = self.pieces.iter().map(|piece| piece.def().code.to_string());
        let numbers = self.numbers.iter().map(u32::to_string);
        for word in variants.chain((!squares.is_empty()).then_some(squares)).chain(pieces).chain(numbers) {
            text.push(' ');
            text.push_str(&word);
        }
        text
    }
}

impl PartialEq for Condition {
    fn eq(&self, other: &Condition) -> bool {
        self.caption() == other.caption()
    }
}

impl Eq for Condition {}

impl std::fmt::Debug for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.caption())
    }
}

impl RuleSet {
    /// Adds a condition, or says why it does not go with the others.
    pub fn add(&mut self, condition: Condition) -> Result<(), String> {
        for other in &self.conditions {
            if other.def.name == condition.def.name {
                return Err("the condition is given twice".into());
            }
            for (a, b) in [(other, &condition), (&condition, other)] {
                if let Some((_, why)) = a.def.excludes.iter().find(|(name, _)| b.def.is_called(name)) {
                    return Err((*why).into());
                }
            }
        }
        self.conditions.push(condition);
        Ok(())
    }

    /// Adds all conditions of another set.
    pub fn extend(&mut self, others: RuleSet) -> Result<(), String> {
        others.conditions.into_iter().try_for_each(|condition| self.add(condition))
    }

    /// The same conditions in another game, or in chess.
    pub fn in_game(self, game: Option<Game>) -> RuleSet {
        RuleSet { game, ..self }
    }

    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// The conditions as they are printed under a diagram, in Popeye's spelling; empty for orthodox chess.
    pub fn caption(&self) -> String {
        self.conditions.iter().map(Condition::caption).collect::<Vec<_>>().join(", ")
    }

    /// The same rules for bitboards, if they know them.
    pub fn bitboards(&self) -> Option<Rules> {
        if self.game.is_some() {
            return None;
        }
        match self.conditions.as_slice() {
            [] => Some(Rules::Orthodox),
            [condition] => condition.def.bitboards.map(|rules| rules(condition)),
            _ => None,
        }
    }
}
