//! The pieces: their names and ways of moving, as a table with one row for each piece. The parsers, `keymove list`,
//! "did you mean" and the reports read the table.

mod chinese;
mod hoppers;
mod hunters;
mod leapers;
mod locusts;
mod magician;
mod mamra;
mod megalomachy;
mod movement;
mod orthodox;
mod own;
mod pawns;
mod riders;
mod special;
mod tongues;
mod walker;

pub use hoppers::{bounce, difference, divisor, equihop};
pub use movement::{Ends, Leg, Movement, Turns, Vectors, Way, other_images, turned};
pub use own::{OwnPiece, OwnPieces};
pub use tongues::Tongue;
pub use walker::{
    ALFIL, BISHOP, CAMEL, DABBABA, Distance, Equihop, Hop, KNIGHT, Leaps, Line, Mode, Pawn, PawnRange, QUEEN, ROOK,
    Seen, Vector, Walker, ZEBRA, leaper, slide,
};

use serde::{Deserialize, Serialize};

/// A piece, stored as an index. Small indices are rows of [`PIECES`], followed by indices that encode hunters, and then
/// by indices that encode the letters of pieces defined by problems.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece(u16);

/// First index of a hunter. `OWN` is the first index of a piece defined by a problem, and `END` is one more than the
/// greatest index.
const HUNTERS: usize = 256;
const OWN: usize = HUNTERS + hunters::COUNT;
const END: usize = OWN + own::COUNT;

const _: () = assert!(COUNT <= HUNTERS && END <= 1 << Piece::BITS);

/// The definition of a piece: its names and its way of moving.
#[derive(Debug)]
pub struct PieceDef {
    pub name: &'static str,
    /// The code: the letters of the piece in problem notation (Popeye, most magazines), upper case. The knight is `S`,
    /// the nightrider `N`. The code of a piece that belongs to a game begins with the game's letters and a point.
    pub code: &'static str,
    pub doc: &'static str,
    /// The way of moving in XBetza notation; empty if XBetza cannot express it.
    pub xbetza: &'static str,
    pub walk: fn(&mut dyn Walker),
}

const fn row(
    name: &'static str,
    code: &'static str,
    doc: &'static str,
    xbetza: &'static str,
    walk: fn(&mut dyn Walker),
) -> PieceDef {
    PieceDef { name, code, doc, xbetza, walk }
}

/// The definitions of all built-in pieces, indexed by piece. The orthodox pieces come first.
pub const PIECES: [&PieceDef; COUNT] = join();

/// The groups of pieces in the order of their indices. Pieces that promote must be contiguous, directly after the
/// orthodox ones.
const GROUPS: &[&[PieceDef]] = &[
    orthodox::ALL,
    pawns::ALL,
    megalomachy::PAWNS,
    leapers::ALL,
    riders::ALL,
    hoppers::ALL,
    chinese::ALL,
    locusts::ALL,
    special::ALL,
    mamra::ALL,
    magician::ALL,
    megalomachy::ALL,
];

const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].len();
        group += 1;
    }
    count
};

const fn join() -> [&'static PieceDef; COUNT] {
    let mut all = [&orthodox::ALL[0]; COUNT];
    let (mut next, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut i = 0;
        while i < GROUPS[group].len() {
            all[next] = &GROUPS[group][i];
            next += 1;
            i += 1;
        }
        group += 1;
    }
    all
}

impl Piece {
    /// Number of bits that suffice for the index of any piece.
    pub const BITS: u32 = 13;

    pub const PAWN: Piece = Piece(0);
    pub const KNIGHT: Piece = Piece(1);
    pub const BISHOP: Piece = Piece(2);
    pub const ROOK: Piece = Piece(3);
    pub const QUEEN: Piece = Piece(4);
    pub const KING: Piece = Piece(5);

    /// The pieces on the first rank of the game array, from the a-file to the h-file.
    pub const FIRST_RANK: [Piece; 8] = [
        Piece::ROOK,
        Piece::KNIGHT,
        Piece::BISHOP,
        Piece::QUEEN,
        Piece::KING,
        Piece::BISHOP,
        Piece::KNIGHT,
        Piece::ROOK,
    ];

    /// Returns all built-in pieces in the order of their indices, without hunters and pieces defined by problems.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..COUNT as u16).map(Piece)
    }

    pub fn orthodox() -> impl Iterator<Item = Piece> {
        (0..orthodox::ALL.len() as u16).map(Piece)
    }

    pub fn def(self) -> &'static PieceDef {
        match PIECES.get(self.index()) {
            Some(def) => def,
            None if self.is_own() => own::def(self),
            None => hunters::def(self),
        }
    }

    /// Adds all moves of the piece to the walker. Does nothing for pieces defined by problems, for which
    /// [`OwnPieces::walk`] must be called.
    pub fn walk(self, walker: &mut dyn Walker) {
        match PIECES.get(self.index()) {
            Some(def) => (def.walk)(walker),
            None if self.is_own() => {}
            None => hunters::walk(self, walker),
        }
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the piece with this index. Panics if there is none.
    pub fn from_index(index: usize) -> Piece {
        assert!(index < COUNT || (HUNTERS..END).contains(&index), "no piece has the index {index}");
        Piece(index as u16)
    }

    /// Like [`Piece::from_index`], for an index taken from an existing piece. The index is not checked, because every
    /// access to the board calls this function.
    pub(crate) fn of_man(index: u16) -> Piece {
        debug_assert_eq!(Piece::from_index(index.into()), Piece(index));
        Piece(index)
    }

    /// Whether this is a piece that a problem defines.
    pub fn is_own(self) -> bool {
        self.index() >= OWN
    }

    /// Returns the piece that a problem defines with these letters, in upper or lower case. Returns `None` if problems
    /// may not use these letters.
    pub fn own(letters: &str) -> Option<Piece> {
        own::named(letters)
    }

    pub fn is_orthodox(self) -> bool {
        self <= Piece::KING
    }

    /// Whether the piece is a pawn of any kind that promotes.
    pub fn is_pawn(self) -> bool {
        const FIRST: usize = orthodox::ALL.len();
        const AFTER: usize = FIRST + pawns::ALL.len() + megalomachy::PAWNS.len();
        self == Piece::PAWN || (FIRST..AFTER).contains(&self.index())
    }

    /// Whether the piece can be captured en passant: a pawn, or a hunter that moves ahead as a pawn.
    pub fn is_captured_en_passant(self) -> bool {
        self.is_pawn() || (HUNTERS..OWN).contains(&self.index()) && hunters::goes_ahead_as_pawn(self)
    }

    /// Whether the piece belongs to the locusts and marine pieces, which capture men that they leap over.
    pub fn is_locust(self) -> bool {
        self.is_among(locusts::ALL)
    }

    /// Whether the piece belongs to the leapers: knight, king, or a fairy leaper.
    pub fn is_leaper(self) -> bool {
        self == Piece::KNIGHT || self == Piece::KING || self.is_among(leapers::ALL)
    }

    /// Whether the piece is defined in this group. Compares codes instead of addresses, because a constant may have
    /// several addresses in a program.
    fn is_among(self, group: &[PieceDef]) -> bool {
        PIECES.get(self.index()).is_some_and(|own| group.iter().any(|def| def.code == own.code))
    }

    /// Returns the piece's letters in diagrams and moves: its code without the prefix of a game.
    pub fn letters(self) -> &'static str {
        let code = self.def().code;
        code.split_once('.').map_or(code, |(_, own)| own)
    }

    /// Whether moves of the piece are printed without a letter, as those of the pawn.
    pub fn is_unnamed(self) -> bool {
        self.letters() == "P"
    }

    /// Returns whose way of moving the piece borrows: `Some(true)` if it moves as the men of its own side that observe
    /// it, `Some(false)` if it moves as the enemy men that observe it, `None` if it has its own way of moving.
    pub fn borrows(self) -> Option<bool> {
        if self.is_orthodox() {
            return None;
        }
        match self.def().code {
            "O" => Some(false),
            "F" => Some(true),
            _ => None,
        }
    }

    /// Whether the piece is a pawn that promotes on its side's first rank.
    pub fn is_reversed(self) -> bool {
        self.is_pawn() && self.def().code == "PP"
    }

    /// Whether the piece is a pawn that promotes to marine pieces.
    pub fn is_marine_pawn(self) -> bool {
        self.is_pawn() && self.def().code == "MP"
    }

    /// Whether every man of this piece is royal, without a mark in the diagram.
    pub fn is_royal(self) -> bool {
        self == Piece::KING || matches!(self.def().code, "PO" | "ST")
    }

    /// Whether pawns may promote to the piece if a man of that piece is in the diagram.
    pub fn promotes_to(self) -> bool {
        !self.is_royal() && !self.is_dummy()
    }

    /// Whether the piece is the dummy, which never moves and attacks nothing.
    pub fn is_dummy(self) -> bool {
        self.def().code == "DU"
    }

    /// Returns the FEN letter of an orthodox piece (the knight is `N`), and `None` for all other pieces.
    pub fn fen_letter(self) -> Option<char> {
        (self.is_orthodox()).then(|| b"PNBRQK"[self.index()] as char)
    }

    /// Returns the orthodox piece with this FEN letter, in upper or lower case; `S` stands for the knight too.
    pub fn from_fen_letter(letter: char) -> Option<Piece> {
        let upper = letter.to_ascii_uppercase();
        "PNBRQK".find(upper).map(Piece::from_index).or((upper == 'S').then_some(Piece::KNIGHT))
    }

    /// Returns the hunter that moves as `ahead` up the board and as `back` down it, or `None` if there is no such
    /// hunter.
    pub fn hunter(ahead: Piece, back: Piece) -> Option<Piece> {
        hunters::hunter(ahead, back)
    }

    /// Returns the built-in piece or hunter with this code of problem notation, in upper or lower case. `N` is the
    /// nightrider, and `R/B` a hunter.
    pub fn from_code(code: &str) -> Option<Piece> {
        if let Some((ahead, back)) = code.split_once('/') {
            return Piece::hunter(Piece::from_code(ahead)?, Piece::from_code(back)?);
        }
        Piece::all().find(|piece| piece.def().code.eq_ignore_ascii_case(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_belong_to_the_group_that_defines_them() {
        let among = |is: fn(Piece) -> bool| move |def: &PieceDef| Piece::from_code(def.code).is_some_and(is);
        assert!(leapers::ALL.iter().all(among(Piece::is_leaper)) && locusts::ALL.iter().all(among(Piece::is_locust)));
        assert!(!riders::ALL.iter().any(among(Piece::is_leaper)) && !leapers::ALL.iter().any(among(Piece::is_locust)));
        assert!(Piece::KNIGHT.is_leaper() && !Piece::QUEEN.is_leaper() && !Piece::QUEEN.is_locust());
    }
}
