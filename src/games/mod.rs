//! Games other than chess, as sets of rules: a board, special pieces and other changes. Conditions apply to all games
//! as they do to chess.
//!
//! A game is one file, with its definition and the rule objects that it registers with the fairy engine, and one line
//! in [`GAMES`]; its pieces are in the table of pieces. The parsers, `keymove list`, "did you mean" and the reports
//! read that list.

mod magician;
mod mamra;
mod megalomachy;

use crate::conditions::VariantDef;
use crate::fairy::{Geometry, RuleBook};
use crate::pieces::Piece;
use crate::units::{Diagram, Placement, Shape, Unit};

pub struct GameDef {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub doc: &'static str,
    /// The variants: words with a fixed meaning that may follow the game's name.
    pub variants: &'static [VariantDef],
    /// The prefix before the point in the codes of the game's pieces.
    pub prefix: &'static str,
    pub shape: fn() -> Shape,
    /// Marks the board's squares for promotion, double steps and castling.
    pub board: fn(&Game, &mut Geometry),
    pub install: fn(&Game, &Diagram, &mut RuleBook),
    /// The game array, if it is known.
    pub array: Option<fn() -> Placement>,
}

/// The game of a problem: a definition with the given variants.
#[derive(Clone)]
pub struct Game {
    pub def: &'static GameDef,
    /// The given variants, by their names in the definition.
    pub variants: Vec<&'static str>,
}

/// All games besides chess.
pub const GAMES: &[&GameDef] = &[&magician::DEF, &mamra::DEF, &megalomachy::DEF];

/// Returns the geometry of a board of this shape, with the markings of the game; `game` is `None` for chess.
pub fn geometry(shape: &Shape, game: Option<&Game>) -> Geometry {
    let mut geometry = Geometry::new(shape);
    if let Some(game) = game {
        (game.def.board)(game, &mut geometry);
    }
    geometry
}

impl GameDef {
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }

    /// Returns the game's own piece with these letters, in upper or lower case; `None` if the game has no such piece.
    pub fn own(&self, letters: &str) -> Option<Piece> {
        let is_own = |piece: &Piece| piece.def().code.split_once('.').is_some_and(|(game, _)| game == self.prefix);
        Piece::all().filter(is_own).find(|piece| piece.letters().eq_ignore_ascii_case(letters))
    }
}

impl Game {
    pub fn new(def: &'static GameDef) -> Game {
        Game { def, variants: Vec::new() }
    }

    pub fn has(&self, variant: &str) -> bool {
        self.variants.contains(&variant)
    }

    /// Formats the game with its variants, as printed under a diagram. Parsing the text gives the game again.
    pub fn caption(&self) -> String {
        let variants = self.def.variants.iter().map(|variant| variant.name).filter(|name| self.has(name));
        std::iter::once(self.def.name).chain(variants).collect::<Vec<_>>().join(" ")
    }

    /// Returns the game's own piece with this letter in a FEN board, or `None`. `N` is the letter for the knight, whose
    /// code is `S`.
    pub fn piece_of_letter(&self, letter: char) -> Option<Piece> {
        match letter.to_ascii_uppercase() {
            'N' => self.def.own("S"),
            letter => self.def.own(letter.encode_utf8(&mut [0; 4])),
        }
    }

    /// Returns the game's own piece with this code of problem notation, or `None`.
    pub fn piece_of_code(&self, code: &str) -> Option<Piece> {
        self.def.own(code)
    }

    /// Formats a unit for the board field of a FEN. The game's own pieces have their letters in this game.
    pub fn fen(&self, unit: Unit) -> String {
        let text = unit.to_fen();
        let own = unit.piece.def().code.split_once('.').filter(|(game, _)| *game == self.def.prefix);
        let Some((_, letters)) = own else { return text };
        let is_plain = unit.traits == crate::units::Traits::NONE && letters.len() == 1;
        let letter = if letters == "S" { "N" } else { letters };
        match unit.color {
            crate::units::Color::White if is_plain => letter.to_string(),
            crate::units::Color::Black if is_plain => letter.to_ascii_lowercase(),
            _ => text.replace(unit.piece.def().code, letters),
        }
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.caption() == other.caption()
    }
}

impl Eq for Game {}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.caption())
    }
}
