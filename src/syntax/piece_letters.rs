//! The pieces that a problem may contain, and their letters. The pieces are those of chess, those of another game (such
//! as Mamra) if the problem has one, and those that the problem defines itself.

use crate::games::Game;
use crate::pieces::OwnPieces;
use crate::rules::RuleSet;
use crate::units::Piece;

/// The pieces that letters may mean in a text: those of a game, of the problem itself, and of chess.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceLetters<'a> {
    pub game: Option<&'a Game>,
    own: Option<&'a OwnPieces>,
}

impl<'a> From<Option<&'a Game>> for PieceLetters<'a> {
    fn from(game: Option<&'a Game>) -> PieceLetters<'a> {
        PieceLetters { game, own: None }
    }
}

impl<'a> From<&'a RuleSet> for PieceLetters<'a> {
    fn from(rules: &'a RuleSet) -> PieceLetters<'a> {
        PieceLetters { game: rules.game(), own: Some(rules.own_pieces()) }
    }
}

impl PieceLetters<'_> {
    /// Returns the piece for a letter of a board field; `None` if the letter is unknown. If the letter means a piece of
    /// the game and a piece of chess, returns the piece of the game.
    pub fn of_letter(self, letter: char) -> Option<Piece> {
        self.game.and_then(|game| game.piece_of_letter(letter)).or_else(|| Piece::from_fen_letter(letter))
    }

    /// Returns the piece for its letters in problem notation; `None` if they are unknown. If the letters mean a piece
    /// of the game and another piece, returns the piece of the game.
    pub fn of_code(self, code: &str) -> Option<Piece> {
        let of_game = self.game.and_then(|game| game.piece_of_code(code));
        of_game.or_else(|| Piece::from_code(code)).or_else(|| self.own?.of_code(code))
    }
}
