//! The pieces: what they are called and how they go. One row each; parsers, `keymove list`, "did you mean" and the
//! reports all read the table.

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

/// A kind of man: an index into [`PIECES`], or beyond it a hunter, or the letters of a man that a problem defines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece(u16);

/// Where the hunters and the men of problems begin, and where the kinds end.
const HUNTERS: usize = 256;
const OWN: usize = HUNTERS + hunters::COUNT;
const END: usize = OWN + own::COUNT;

const _: () = assert!(COUNT <= HUNTERS && END <= 1 << Piece::BITS);

/// What is said of a kind of man wherever it is read, listed or printed, and how it goes.
#[derive(Debug)]
pub struct PieceDef {
    pub name: &'static str,
    /// Letters in problem notation (Popeye, most magazines), upper case; the knight is `S`, the nightrider `N`. Men of
    /// games have the game's letters and a point before their own.
    pub code: &'static str,
    pub doc: &'static str,
    /// The same in XBetza notation; empty where that has no word for it.
    pub xbetza: &'static str,
    pub walk: fn(&mut dyn Walker),
}

/// A row of the table.
const fn row(
    name: &'static str,
    code: &'static str,
    doc: &'static str,
    xbetza: &'static str,
    walk: fn(&mut dyn Walker),
) -> PieceDef {
    PieceDef { name, code, doc, xbetza, walk }
}

/// The known pieces in the order of their index; the orthodox ones come first.
pub const PIECES: [&PieceDef; COUNT] = join();

/// Those that promote stand together, after the orthodox ones.
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
    /// An index has so many bits.
    pub const BITS: u32 = 13;

    pub const PAWN: Piece = Piece(0);
    pub const KNIGHT: Piece = Piece(1);
    pub const BISHOP: Piece = Piece(2);
    pub const ROOK: Piece = Piece(3);
    pub const QUEEN: Piece = Piece(4);
    pub const KING: Piece = Piece(5);

    /// What stands on the first rank in the game array, from the a-file on.
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

    /// All known kinds, in the order of their index.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..COUNT as u16).map(Piece)
    }

    /// The men of orthodox chess, in the order of their index.
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

    /// Tells the walker how the man goes; of a man that a problem defines [`OwnPieces`] know.
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

    /// The kind with this index. Panics when there can be none.
    pub fn from_index(index: usize) -> Piece {
        assert!(index < COUNT || (HUNTERS..END).contains(&index), "no piece has the index {index}");
        Piece(index as u16)
    }

    /// The same for an index that comes from a piece: nothing is checked, since every look at the board asks.
    pub(crate) fn of_man(index: u16) -> Piece {
        debug_assert_eq!(Piece::from_index(index.into()), Piece(index));
        Piece(index)
    }

    /// A problem says how the man goes.
    pub fn is_own(self) -> bool {
        self.index() >= OWN
    }

    /// The kind that a problem may define with these letters, in either case.
    pub fn own(letters: &str) -> Option<Piece> {
        own::named(letters)
    }

    /// The man is one of orthodox chess.
    pub fn is_orthodox(self) -> bool {
        self <= Piece::KING
    }

    /// The man promotes on the last rank.
    pub fn is_pawn(self) -> bool {
        const FIRST: usize = orthodox::ALL.len();
        const AFTER: usize = FIRST + pawns::ALL.len() + megalomachy::PAWNS.len();
        self == Piece::PAWN || (FIRST..AFTER).contains(&self.index())
    }

    /// The man can be captured en passant: a pawn, and what goes ahead as one and back as something else.
    pub fn is_captured_en_passant(self) -> bool {
        self.is_pawn() || (HUNTERS..OWN).contains(&self.index()) && hunters::goes_ahead_as_pawn(self)
    }

    /// The man captures one that it passes.
    pub fn is_locust(self) -> bool {
        locusts::ALL.iter().any(|def| std::ptr::eq(def, self.def()))
    }

    /// The man goes in one bound, to squares at the same distances in all directions.
    pub fn is_leaper(self) -> bool {
        self == Piece::KNIGHT || self == Piece::KING || leapers::ALL.iter().any(|def| std::ptr::eq(def, self.def()))
    }

    /// The letters in diagrams and moves: those of problem notation, of a man of a game the part after its game's.
    pub fn letters(self) -> &'static str {
        let code = self.def().code;
        code.split_once('.').map_or(code, |(_, own)| own)
    }

    /// The man's moves are told without a letter.
    pub fn is_unnamed(self) -> bool {
        self.letters() == "P"
    }

    /// The man goes as those that observe it, of its own side or of the other.
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

    /// The man promotes on the first rank of its own side.
    pub fn is_reversed(self) -> bool {
        self.is_pawn() && self.def().code == "PP"
    }

    /// A pawn of this kind becomes a marine piece.
    pub fn is_marine_pawn(self) -> bool {
        self.is_pawn() && self.def().code == "MP"
    }

    /// The man is royal by what it is, which no diagram says.
    pub fn is_royal(self) -> bool {
        self == Piece::KING || matches!(self.def().code, "PO" | "ST")
    }

    /// Pawns may become such a piece when the diagram shows one.
    pub fn promotes_to(self) -> bool {
        !self.is_royal() && !self.is_dummy()
    }

    /// The man never moves and attacks nothing.
    pub fn is_dummy(self) -> bool {
        self.def().code == "DU"
    }

    /// Letter in a FEN board, where a single one is enough: the orthodox pieces, the knight as `N`.
    pub fn fen_letter(self) -> Option<char> {
        (self.is_orthodox()).then(|| b"PNBRQK"[self.index()] as char)
    }

    /// The kind that a FEN letter stands for, in either case; `S` is read as knight too.
    pub fn from_fen_letter(letter: char) -> Option<Piece> {
        let upper = letter.to_ascii_uppercase();
        "PNBRQK".find(upper).map(Piece::from_index).or((upper == 'S').then_some(Piece::KNIGHT))
    }

    /// The kind that goes as one piece ahead and as another back, unless these do not go together.
    pub fn hunter(ahead: Piece, back: Piece) -> Option<Piece> {
        hunters::hunter(ahead, back)
    }

    /// The kind with these letters of problem notation, in either case. `N` is the nightrider, `R/B` a hunter.
    pub fn from_code(code: &str) -> Option<Piece> {
        if let Some((ahead, back)) = code.split_once('/') {
            return Piece::hunter(Piece::from_code(ahead)?, Piece::from_code(back)?);
        }
        Piece::all().find(|piece| piece.def().code.eq_ignore_ascii_case(code))
    }
}
