use super::combinations::{refused_with, unverified_with};
use super::conflict::Conflict;
use crate::conditions::{Condition, Following};
use crate::games::Game;
use crate::orthodox::Rules;
use crate::pieces::OwnPieces;
use crate::units::Square;

/// The rules of a problem: the game if other than chess, the pieces that the problem defines, the conditions, and
/// whether null moves are allowed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleSet {
    game: Option<Game>,
    own_pieces: OwnPieces,
    conditions: Vec<Condition>,
    null_moves: bool,
}

impl RuleSet {
    /// Adds a condition. Returns the conflict as an error if the condition is given twice or cannot be combined with an
    /// earlier one.
    pub fn add(&mut self, condition: Condition) -> Result<(), Conflict> {
        if let Some(same) = self.conditions.iter_mut().find(|other| other.def.name == condition.def.name) {
            // Holes may be given a few at a time.
            if condition.def.name != "Hole" {
                return Err(format!("`{}` is given twice", condition.def.name).into());
            }
            same.squares.extend(condition.squares);
            return Ok(());
        }
        self.conditions.iter().try_for_each(|other| refused_with(other, &condition))?;
        self.conditions.push(condition);
        Ok(())
    }

    /// Adds all conditions of another set. Returns the first conflict, as [`RuleSet::add`] does.
    pub fn extend(&mut self, others: RuleSet) -> Result<(), Conflict> {
        others.conditions.into_iter().try_for_each(|condition| self.add(condition))
    }

    pub(super) fn with_only<'a>(&self, conditions: impl IntoIterator<Item = &'a Condition>) -> RuleSet {
        RuleSet { conditions: conditions.into_iter().cloned().collect(), ..self.clone() }
    }

    /// Returns the conflict of each pair of conditions whose combination is not verified.
    pub(super) fn unverified_pairs(&self) -> Vec<Conflict> {
        let pairs =
            self.conditions.iter().enumerate().flat_map(|(i, one)| {
                self.conditions[i + 1..].iter().filter_map(move |other| unverified_with(one, other))
            });
        pairs.collect()
    }

    /// Sets the game. `None` stands for chess.
    pub fn in_game(self, game: Option<Game>) -> RuleSet {
        RuleSet { game, ..self }
    }

    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Sets the pieces that the problem defines.
    pub fn with_own_pieces(self, own_pieces: OwnPieces) -> RuleSet {
        RuleSet { own_pieces, ..self }
    }

    /// Allows each side to pass instead of making a move.
    pub fn with_null_moves(self) -> RuleSet {
        RuleSet { null_moves: true, ..self }
    }

    pub fn has_null_moves(&self) -> bool {
        self.null_moves
    }

    pub fn own_pieces(&self) -> &OwnPieces {
        &self.own_pieces
    }

    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Returns the conditions as printed under a diagram, in Popeye's spelling; empty for orthodox chess.
    pub fn caption(&self) -> String {
        self.conditions.iter().map(Condition::caption).collect::<Vec<_>>().join(", ")
    }

    /// Returns the rules with `reword` applied to each condition, or the first error of `reword`.
    pub fn reworded(self, reword: impl Fn(&Condition) -> Result<Condition, String>) -> Result<RuleSet, String> {
        let conditions = self.conditions.iter().map(reword).collect::<Result<_, _>>()?;
        Ok(RuleSet { conditions, ..self })
    }

    /// Returns the rules with the sides exchanged. A condition such as `Maximummer`, which binds Black without naming
    /// it, is replaced by the one that binds White.
    pub fn with_sides_exchanged(&self) -> RuleSet {
        RuleSet { conditions: self.conditions.iter().map(Condition::with_sides_exchanged).collect(), ..self.clone() }
    }

    /// Returns references to those squares named in conditions that move when a twin applies a change of the kind
    /// `change` (such as a rotation) to the whole position.
    pub fn squares_moved_by(&mut self, change: Following) -> impl Iterator<Item = &mut Square> {
        let following = self.conditions.iter_mut().filter(move |condition| condition.def.follows >= change);
        following.flat_map(|condition| &mut condition.squares)
    }

    /// Returns the rules for the orthodox engine, or `None` if it does not support them.
    pub fn bitboards(&self) -> Option<Rules> {
        if self.game.is_some() || !self.own_pieces.is_empty() || self.null_moves {
            return None;
        }
        match self.conditions.as_slice() {
            [] => Some(Rules::Orthodox),
            [condition] => condition.def.bitboards.map(|rules| rules(condition)),
            _ => None,
        }
    }
}
