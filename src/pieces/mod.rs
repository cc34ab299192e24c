//! The pieces: their names and ways of moving, one row each. The parsers, `keymove list`, "did you mean" and the
//! reports read the table.

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

pub use hoppers::divisor;
pub use movement::{Ends, Leg, Movement, Turns, Vectors, Way, other_images, turned};
pub use own::{OwnPiece, OwnPieces};
pub use tongues::Tongue;
pub use walker::{
    ALFIL, BISHOP, CAMEL, DABBABA, Distance, Hop, KNIGHT, Line, Mode, Pawn, PawnRange, QUEEN, ROOK, Seen, Vector,
    Walker, ZEBRA, leaper, slide,
};

use serde::{Deserialize, Serialize};

/// A piece: an index into [`PIECES`] or, beyond them, a hunter or the letters of a piece that a problem defines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece(u16);

/// The first index of hunters, the first index of pieces defined by problems, and the end of all indices.
const HUNTERS: usize = 256;
const OWN: usize = HUNTERS + hunters::COUNT;
const END: usize = OWN + own::COUNT;

const _: () = assert!(COUNT <= HUNTERS && END <= 1 << Piece::BITS);

/// The definition of a piece: its names and its way of moving.
#[derive(Debug)]
pub struct PieceDef {
    pub name: &'static str,
    /// Letters in problem notation (Popeye, most magazines), upper case; the knight is `S`, the nightrider `N`. For
    /// pieces of games, the game's letters and a point precede them.
    pub code: &'static str,
    pub doc: &'static str,
    /// The way of moving in XBetza notation; empty if that cannot express it.
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

/// The known pieces by index; the orthodox ones come first.
pub const PIECES: [&PieceDef; COUNT] = join();

/// The pieces that promote are contiguous, after the orthodox ones.
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
    /// Number of bits of an index.
    pub const BITS: u32 = 13;

    pub const PAWN: Piece = Piece(0);
    pub const KNIGHT: Piece = Piece(1);
    pub const BISHOP: Piece = Piece(2);
    pub const ROOK: Piece = Piece(3);
    pub const QUEEN: Piece = Piece(4);
    pub const KING: Piece = Piece(5);

    /// The pieces on the first rank in the game array, from the a-file on.
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

    /// All known pieces, by index.
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

    /// Describes the way of moving to the walker. For pieces that a problem defines, [`OwnPieces::walk`] does it.
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

    /// Returns the piece with this index. Panics if there cannot be one.
    pub fn from_index(index: usize) -> Piece {
        assert!(index < COUNT || (HUNTERS..END).contains(&index), "no piece has the index {index}");
        Piece(index as u16)
    }

    /// Like [`Piece::from_index`], for an index that comes from a piece: it is not checked, since every look at the
    /// board passes here.
    pub(crate) fn of_man(index: u16) -> Piece {
        debug_assert_eq!(Piece::from_index(index.into()), Piece(index));
        Piece(index)
    }

    /// Whether a problem defines the piece's way of moving.
    pub fn is_own(self) -> bool {
        self.index() >= OWN
    }

    /// Returns the piece that a problem may define with these letters, in either case.
    pub fn own(letters: &str) -> Option<Piece> {
        own::named(letters)
    }

    pub fn is_orthodox(self) -> bool {
        self <= Piece::KING
    }

    /// Whether the piece promotes on the last rank.
    pub fn is_pawn(self) -> bool {
        const FIRST: usize = orthodox::ALL.len();
        const AFTER: usize = FIRST + pawns::ALL.len() + megalomachy::PAWNS.len();
        self == Piece::PAWN || (FIRST..AFTER).contains(&self.index())
    }

    /// Whether the piece can be captured en passant: pawns, and hunters that move ahead as pawns.
    pub fn is_captured_en_passant(self) -> bool {
        self.is_pawn() || (HUNTERS..OWN).contains(&self.index()) && hunters::goes_ahead_as_pawn(self)
    }

    /// Whether the piece captures men that it passes.
    pub fn is_locust(self) -> bool {
        self.is_among(locusts::ALL)
    }

    /// Whether the piece moves in one leap, over the same distances in all directions.
    pub fn is_leaper(self) -> bool {
        self == Piece::KNIGHT || self == Piece::KING || self.is_among(leapers::ALL)
    }

    /// Whether the piece is defined in this group. Names are compared, since a constant has one address in each unit of
    /// compilation.
    fn is_among(self, group: &[PieceDef]) -> bool {
        PIECES.get(self.index()).is_some_and(|own| group.iter().any(|def| def.code == own.code))
    }

    /// The letters in diagrams and moves: those of problem notation, without the prefix of a game.
    pub fn letters(self) -> &'static str {
        let code = self.def().code;
        code.split_once('.').map_or(code, |(_, own)| own)
    }

    /// Whether the piece's moves are printed without a letter.
    pub fn is_unnamed(self) -> bool {
        self.letters() == "P"
    }

    /// Whether the piece moves as the men that observe it: `Some(true)` for men of its own side, `Some(false)` for
    /// the other.
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

    /// Whether the piece promotes on its side's first rank.
    pub fn is_reversed(self) -> bool {
        self.is_pawn() && self.def().code == "PP"
    }

    /// Whether the piece promotes to marine pieces.
    pub fn is_marine_pawn(self) -> bool {
        self.is_pawn() && self.def().code == "MP"
    }

    /// Whether the piece is royal by its nature, without a mark in the diagram.
    pub fn is_royal(self) -> bool {
        self == Piece::KING || matches!(self.def().code, "PO" | "ST")
    }

    /// Whether pawns may promote to the piece if the diagram has one.
    pub fn promotes_to(self) -> bool {
        !self.is_royal() && !self.is_dummy()
    }

    /// Whether the piece never moves and attacks nothing.
    pub fn is_dummy(self) -> bool {
        self.def().code == "DU"
    }

    /// The letter on a FEN board, for pieces with a single one: the orthodox pieces, the knight as `N`.
    pub fn fen_letter(self) -> Option<char> {
        (self.is_orthodox()).then(|| b"PNBRQK"[self.index()] as char)
    }

    /// Returns the piece of a FEN letter, in either case; `S` is a knight too.
    pub fn from_fen_letter(letter: char) -> Option<Piece> {
        let upper = letter.to_ascii_uppercase();
        "PNBRQK".find(upper).map(Piece::from_index).or((upper == 'S').then_some(Piece::KNIGHT))
    }

    /// Returns the hunter that moves as one piece ahead and as another back, or `None` if there is none.
    pub fn hunter(ahead: Piece, back: Piece) -> Option<Piece> {
        hunters::hunter(ahead, back)
    }

    /// Returns the piece with this code of problem notation, in either case. `N` is the nightrider, `R/B` a hunter.
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
