/// A kind of man: an index into [`PIECES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Piece(u8);

/// What is said of a kind of man wherever it is read, listed or printed.
#[derive(Debug)]
pub struct PieceDef {
    pub name: &'static str,
    /// Letter in FEN boards and in game notation, upper case.
    pub fen: char,
    /// Letter in problem notation (Popeye, most magazines), upper case; the knight is `S`.
    pub problem: char,
    pub doc: &'static str,
}

/// The men that are known, in the order of their index.
pub const PIECES: &[PieceDef] = &[
    PieceDef {
        name: "Pawn",
        fen: 'P',
        problem: 'P',
        doc: "one step ahead, two from its second rank; captures one step diagonally ahead, also en passant; promotes on the last rank",
    },
    PieceDef { name: "Knight", fen: 'N', problem: 'S', doc: "(1,2)-leaper" },
    PieceDef { name: "Bishop", fen: 'B', problem: 'B', doc: "(1,1)-rider" },
    PieceDef { name: "Rook", fen: 'R', problem: 'R', doc: "(0,1)-rider" },
    PieceDef { name: "Queen", fen: 'Q', problem: 'Q', doc: "rook and bishop" },
    PieceDef {
        name: "King",
        fen: 'K',
        problem: 'K',
        doc: "(0,1)- and (1,1)-leaper, royal; castles with an unmoved rook",
    },
];

impl Piece {
    pub const PAWN: Piece = Piece(0);
    pub const KNIGHT: Piece = Piece(1);
    pub const BISHOP: Piece = Piece(2);
    pub const ROOK: Piece = Piece(3);
    pub const QUEEN: Piece = Piece(4);
    pub const KING: Piece = Piece(5);

    /// All known kinds, in the order of their index.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..PIECES.len() as u8).map(Piece)
    }

    pub fn def(self) -> &'static PieceDef {
        &PIECES[self.0 as usize]
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind with this index. Panics when there is none.
    pub fn from_index(index: usize) -> Piece {
        assert!(index < PIECES.len(), "no piece has the index {index}");
        Piece(index as u8)
    }

    /// The kind that a FEN letter stands for, in either case; `S` is read as knight too.
    pub fn from_fen_letter(letter: char) -> Option<Piece> {
        let upper = letter.to_ascii_uppercase();
        Piece::all().find(|piece| piece.def().fen == upper || piece.def().problem == upper)
    }

    /// The kind that a letter of problem notation stands for. `N` is none of them: there it is the nightrider.
    pub fn from_problem_letter(letter: char) -> Option<Piece> {
        let upper = letter.to_ascii_uppercase();
        Piece::all().find(|piece| piece.def().problem == upper)
    }
}
