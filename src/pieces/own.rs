//! Pieces that a problem defines. Boards, parsers and reports know only the letters of such a piece. The way of moving
//! belongs to the problem, so the same letters may mean another piece in the next problem.

use super::movement::Movement;
use super::{OWN, Piece, PieceDef, Walker};
use std::sync::Arc;

/// The characters that may follow the first letter of a piece with two letters.
const SECOND: &[u8; 36] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
pub const COUNT: usize = 26 * (1 + SECOND.len());

const SPELT: &[[u8; 2]; COUNT] = &{
    let mut all = [[b' '; 2]; COUNT];
    let mut i = 0;
    while i < COUNT {
        all[i] = if i < 26 { [b'A' + i as u8, b' '] } else { [b'A' + ((i - 26) / 36) as u8, SECOND[(i - 26) % 36]] };
        i += 1;
    }
    all
};

static DEFS: [PieceDef; COUNT] = {
    let mut all = [const { PieceDef { name: "", code: "", doc: "", xbetza: "", walk: nowhere } }; COUNT];
    let mut i = 0;
    while i < COUNT {
        let length = if i < 26 { 1 } else { 2 };
        let Ok(letters) = std::str::from_utf8(SPELT[i].split_at(length).0) else { panic!() };
        all[i] = PieceDef { name: letters, code: letters, doc: "as the problem defines it", xbetza: "", walk: nowhere };
        i += 1;
    }
    all
};

/// Placeholder for the way of moving in the definition of such a piece. The real one is stored in the problem.
fn nowhere(_: &mut dyn Walker) {}

/// Returns the piece that a problem may define with these letters, in upper or lower case. Returns `None` unless they
/// are one letter, or a letter followed by a letter or digit.
pub fn named(letters: &str) -> Option<Piece> {
    let upper = letters.to_ascii_uppercase();
    let index = match upper.as_bytes() {
        [first @ b'A'..=b'Z'] => usize::from(first - b'A'),
        [first @ b'A'..=b'Z', second] => {
            let second = SECOND.iter().position(|letter| letter == second)?;
            26 + usize::from(first - b'A') * SECOND.len() + second
        }
        _ => return None,
    };
    Some(Piece((OWN + index) as u16))
}

pub fn def(piece: Piece) -> &'static PieceDef {
    &DEFS[piece.index() - OWN]
}

/// A piece that a problem defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnPiece {
    pub piece: Piece,
    pub movement: Movement,
}

/// All pieces that a problem defines, in the order of definition.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnPieces(Arc<Vec<OwnPiece>>);

impl OwnPieces {
    /// Adds a definition. Returns it as an error if a piece with the same letters is already defined.
    pub fn define(&mut self, own: OwnPiece) -> Result<(), OwnPiece> {
        if self.get(own.piece).is_some() {
            return Err(own);
        }
        Arc::make_mut(&mut self.0).push(own);
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &OwnPiece> {
        self.0.iter()
    }

    pub fn get(&self, piece: Piece) -> Option<&OwnPiece> {
        self.iter().find(|own| own.piece == piece)
    }

    /// Returns the piece that this problem defines with these letters, in upper or lower case; `None` if it defines no
    /// such piece.
    pub fn of_code(&self, code: &str) -> Option<Piece> {
        named(code).filter(|&piece| self.get(piece).is_some())
    }

    /// Adds all moves of a piece to the walker. The piece may be built in or defined by the problem.
    pub fn walk(&self, piece: Piece, walker: &mut dyn Walker) {
        match piece.is_own() {
            true => self.get(piece).into_iter().for_each(|own| own.movement.walk(walker)),
            false => piece.walk(walker),
        }
    }

    /// Formats the definitions: `X=gQ; Y=mRcpR`. Parsing the text gives the same definitions.
    pub fn caption(&self) -> String {
        let written = self.iter().map(OwnPiece::caption);
        written.collect::<Vec<_>>().join("; ")
    }
}

impl OwnPiece {
    pub fn caption(&self) -> String {
        format!("{}={}", self.piece.letters(), self.movement.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_men_belong_together() {
        for index in 0..COUNT {
            let piece = Piece((OWN + index) as u16);
            assert_eq!(named(piece.letters()), Some(piece));
            assert_eq!(named(&piece.letters().to_lowercase()), Some(piece));
        }
        for letters in ["", "1", "1A", "ABC", "A-", "Ä", "a "] {
            assert_eq!(named(letters), None, "{letters}");
        }
    }
}
