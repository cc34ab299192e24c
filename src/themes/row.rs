//! The definition of a theme as a row of a table, and the result of its detector.

use super::facts::{Facts, Genre, PlyId};
use crate::problem::Man;
use crate::units::Square;

/// A theme. Lists, explanations and documents are made from these rows.
pub struct Theme {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub group: Group,
    /// The kinds of play in which the theme is searched for.
    pub genres: &'static [Genre],
    pub needs: Needs,
    /// The exact definition.
    pub definition: &'static str,
    /// The origin of the definition.
    pub source: &'static str,
    /// If the definition is disputed, the interpretation that is used here; otherwise empty.
    pub disputed: &'static str,
    /// A problem that shows the theme: its id among the examples, and a part of the expected evidence.
    pub example: (&'static str, &'static str),
    /// The id of an example problem that does not show the theme.
    pub counter: &'static str,
    pub detect: fn(&Facts) -> Option<Shown>,
}

/// The groups of themes, in the order of output.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    Mates,
    Key,
    Changes,
    Lines,
    Paths,
    Promotions,
    Help,
    Economy,
}

impl Group {
    pub const ALL: [Group; 8] = [
        Group::Mates,
        Group::Key,
        Group::Changes,
        Group::Lines,
        Group::Paths,
        Group::Promotions,
        Group::Help,
        Group::Economy,
    ];

    /// Returns the name of the group, as it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Group::Mates => "mates",
            Group::Key => "key",
            Group::Changes => "changed play",
            Group::Lines => "lines and squares",
            Group::Paths => "paths",
            Group::Promotions => "promotions and special moves",
            Group::Help => "help play",
            Group::Economy => "economy",
        }
    }
}

/// The facts that a theme needs. They determine the problems in which the theme can be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// The moves with the identities of their men. Available with any rules and pieces.
    Moves,
    /// The phases of a two-mover. Available with any rules and pieces, but only after a complete search.
    Table,
    /// Attacks, pins and legal moves. Available only with the rules of chess.
    Engine,
}

impl Needs {
    /// Returns this requirement as text for lists and documents.
    pub fn words(self) -> &'static str {
        match self {
            Needs::Moves => "any rules and pieces",
            Needs::Table => "two-movers with any rules and pieces, after a complete search",
            Needs::Engine => "chess without conditions and fairy pieces",
        }
    }
}

/// How certain it is that a judge would recognise the theme that was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// The definition is met completely.
    Exact,
    /// The pattern of moves exists, but only in tries or set play, or perhaps by chance.
    Formal,
}

impl Strength {
    pub fn name(self) -> &'static str {
        match self {
            Strength::Exact => "exact",
            Strength::Formal => "formal",
        }
    }
}

/// The result of a detector: a theme that was found.
pub struct Shown {
    pub strength: Strength,
    /// A number that belongs to the theme, such as the number of model mates.
    pub count: Option<usize>,
    pub men: Vec<Man>,
    pub squares: Vec<Square>,
    /// The moves that show the theme. Each stands for the line of play that ends with it.
    pub plies: Vec<PlyId>,
    /// The evidence as text.
    pub text: String,
}

impl Shown {
    pub fn exact(text: impl Into<String>) -> Shown {
        let (men, squares, plies) = (Vec::new(), Vec::new(), Vec::new());
        Shown { strength: Strength::Exact, count: None, men, squares, plies, text: text.into() }
    }

    /// Sets the strength of the theme to formal if `is_formal` is true.
    pub fn formal_if(self, is_formal: bool) -> Shown {
        Shown { strength: if is_formal { Strength::Formal } else { self.strength }, ..self }
    }

    pub fn with_count(self, count: usize) -> Shown {
        Shown { count: Some(count), ..self }
    }

    pub fn with_men(mut self, men: impl IntoIterator<Item = Man>) -> Shown {
        for man in men {
            if !self.men.contains(&man) {
                self.men.push(man);
            }
        }
        self
    }

    pub fn with_squares(mut self, squares: impl IntoIterator<Item = Square>) -> Shown {
        for square in squares {
            if !self.squares.contains(&square) {
                self.squares.push(square);
            }
        }
        self
    }

    pub fn with_plies(mut self, plies: impl IntoIterator<Item = PlyId>) -> Shown {
        for ply in plies {
            if !self.plies.contains(&ply) {
                self.plies.push(ply);
            }
        }
        self
    }
}

/// The number of parts of the evidence that are written as text. The number of further parts is written instead of
/// them.
const MOST_NAMED: usize = 4;

/// Joins the parts of the evidence. Writes the first [`MOST_NAMED`] different parts, and the number of the others.
pub fn joined(parts: &[String]) -> String {
    let mut distinct: Vec<&String> = Vec::new();
    for part in parts {
        if !distinct.contains(&part) {
            distinct.push(part);
        }
    }
    let named: Vec<&str> = distinct.iter().take(MOST_NAMED).map(|part| part.as_str()).collect();
    let more = distinct.len() - named.len();
    if more > 0 { format!("{} and {more} more", named.join("; ")) } else { named.join("; ") }
}
