//! Men (side and piece), sets of men, and tables of the men that attack or reach one square from another.

use crate::board::Color;
use crate::orthodox::board::bitboard;
use crate::units::Piece;

pub use crate::orthodox::board::bitboard::{Sq, bit, squares};

/// A set of squares as a bitboard.
pub type Squares = u64;

/// The six orthodox pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// The pieces to which pawns promote, in the order in which they are printed.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop];

    pub fn piece(self) -> Piece {
        match self {
            Kind::Pawn => Piece::PAWN,
            Kind::Knight => Piece::KNIGHT,
            Kind::Bishop => Piece::BISHOP,
            Kind::Rook => Piece::ROOK,
            Kind::Queen => Piece::QUEEN,
            Kind::King => Piece::KING,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Man {
    pub color: Color,
    pub kind: Kind,
}

impl Man {
    pub const fn new(color: Color, kind: Kind) -> Man {
        Man { color, kind }
    }
}

/// A board with men whose side and piece are known.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The man on each square as an index of [`CONTENTS`]. One byte a square, because boards are copied often.
    men: [u8; 64],
    pub occupied: Squares,
    sides: [Squares; 2],
    kings: [Option<Sq>; 2],
}

/// The possible contents of a square: no man, or one of the twelve men.
static CONTENTS: [Option<Man>; 13] = {
    let mut contents = [None; 13];
    let mut kind = 0;
    while kind < 6 {
        contents[1 + kind] = Some(Man::new(Color::White, Kind::ALL[kind]));
        contents[7 + kind] = Some(Man::new(Color::Black, Kind::ALL[kind]));
        kind += 1;
    }
    contents
};

impl Placed {
    pub const NOBODY: Placed = Placed { men: [0; 64], occupied: 0, sides: [0; 2], kings: [None; 2] };

    pub fn man(&self, sq: Sq) -> Option<Man> {
        CONTENTS[usize::from(self.men[usize::from(sq)])]
    }

    pub fn king(&self, color: Color) -> Option<Sq> {
        self.kings[color as usize]
    }

    /// Returns the squares of the side's men.
    pub fn side(&self, color: Color) -> Squares {
        self.sides[color as usize]
    }

    /// Iterates over the squares from which men of the side attack `sq` if the squares `occupied` are occupied.
    pub fn attackers<'a>(
        &'a self,
        board: &'a Board,
        sq: Sq,
        by: Color,
        occupied: Squares,
    ) -> impl Iterator<Item = Sq> + use<'a> {
        let attacks =
            move |&from: &Sq| self.man(from).is_some_and(|man| board.attackers_past(from, sq, occupied).has(man));
        squares(self.side(by) & board.sources(sq)).filter(attacks)
    }

    /// Puts the man on the square, in place of any man there.
    pub fn put(&mut self, sq: Sq, man: Man) {
        self.clear(sq);
        self.men[usize::from(sq)] = 1 + man.kind as u8 + 6 * man.color as u8;
        self.occupied |= bit(sq);
        self.sides[man.color as usize] |= bit(sq);
        if man.kind == Kind::King {
            self.kings[man.color as usize] = Some(sq);
        }
    }

    pub fn clear(&mut self, sq: Sq) {
        self.men[usize::from(sq)] = 0;
        self.occupied &= !bit(sq);
        self.sides = self.sides.map(|side| side & !bit(sq));
        self.kings = self.kings.map(|king| king.filter(|&king| king != sq));
    }
}

/// Returns the square of the pawn that is captured en passant by a pawn going from `from` to `to`.
pub const fn passed_pawn(from: Sq, to: Sq) -> Sq {
    (from & !7) | (to & 7)
}

/// A set of men, each with side and piece: what an invisible man may be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Domain(u16);

impl Domain {
    pub const NONE: Domain = Domain(0);

    pub const fn of(color: Color, kind: Kind) -> Domain {
        Domain(1 << (kind as u16 + 6 * color as u16))
    }

    /// Returns the set of all men of a side, its king included.
    pub const fn side(color: Color) -> Domain {
        Domain(0x3f << (6 * color as u16))
    }

    /// Returns the set of men that an invisible man on the square may be. Kings are excluded.
    pub fn unknown(sq: Sq) -> Domain {
        let kings = Domain::either(Kind::King);
        let all = Domain(0xfff).without(kings);
        if (8..56).contains(&sq) { all } else { all.without(Domain::either(Kind::Pawn)) }
    }

    pub const fn either(kind: Kind) -> Domain {
        Domain(Domain::of(Color::White, kind).0 | Domain::of(Color::Black, kind).0)
    }

    pub const fn promoted(color: Color) -> Domain {
        Domain(0b01_1110 << (6 * color as u16))
    }

    pub const fn and(self, other: Domain) -> Domain {
        Domain(self.0 & other.0)
    }

    pub const fn or(self, other: Domain) -> Domain {
        Domain(self.0 | other.0)
    }

    pub const fn without(self, other: Domain) -> Domain {
        Domain(self.0 & !other.0)
    }

    /// Returns the set as bits, one for each man.
    pub const fn bits(self) -> u16 {
        self.0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn meets(self, other: Domain) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn has(self, man: Man) -> bool {
        self.meets(Domain::of(man.color, man.kind))
    }

    pub fn men(self) -> impl Iterator<Item = Man> {
        let all = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| Man::new(color, kind)));
        all.filter(move |&man| self.has(man))
    }
}

/// Tables of lines and attacks for an 8x8 board, from which squares may be missing.
pub struct Board {
    pub exists: Squares,
    /// The squares between two squares. This table and the next two are indexed by pairs of squares.
    between: Vec<Squares>,
    attackers: Vec<Domain>,
    goers: Vec<Domain>,
    /// By square: the squares from which some man attacks it on an empty board.
    sources: [Squares; 64],
    /// By square: the squares to which some man goes from it on an empty board, with a capture or without.
    targets: [Squares; 64],
}

/// The kind of line on which two squares lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineRelation {
    None,
    Straight,
    Diagonal,
}

/// Returns the square at the given numbers of files and ranks from `sq`; `None` if it is off the board.
pub fn offset(sq: Sq, files: i8, ranks: i8) -> Option<Sq> {
    let (file, rank) = ((sq & 7) as i8 + files, (sq >> 3) as i8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as Sq)
}

/// Returns the number of ranks by which a pawn of the side moves in one step: 1 or -1.
pub const fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Returns the rank on which the pawns of a side start, counted from 0.
pub const fn home_rank(color: Color) -> u8 {
    match color {
        Color::White => 1,
        Color::Black => 6,
    }
}

/// Returns the rank on which the pawns of a side promote, counted from 0.
pub const fn last_rank(color: Color) -> u8 {
    match color {
        Color::White => 7,
        Color::Black => 0,
    }
}

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

impl Board {
    pub fn new(exists: Squares) -> Board {
        let mut board = Board {
            exists,
            between: vec![0; 64 * 64],
            attackers: vec![Domain::NONE; 64 * 64],
            goers: vec![Domain::NONE; 64 * 64],
            sources: [0; 64],
            targets: [0; 64],
        };
        let mut lines = vec![LineRelation::None; 64 * 64];
        for sq in squares(exists) {
            for (line, steps) in [(LineRelation::Straight, STRAIGHT), (LineRelation::Diagonal, DIAGONAL)] {
                for (files, ranks) in steps {
                    let mut passed = 0;
                    let mut at = sq;
                    while let Some(to) = offset(at, files, ranks).filter(|&to| exists & bit(to) != 0) {
                        let index = usize::from(sq) * 64 + usize::from(to);
                        board.between[index] = passed;
                        lines[index] = line;
                        passed |= bit(to);
                        at = to;
                    }
                }
            }
        }
        for from in squares(exists) {
            for to in squares(exists) {
                let index = usize::from(from) * 64 + usize::from(to);
                board.attackers[index] = board.attackers_on(lines[index], from, to);
                board.goers[index] = board.goers_on(from, to, board.attackers[index]);
                if !board.attackers[index].is_empty() {
                    board.sources[usize::from(to)] |= bit(from);
                }
                if !board.attackers[index].or(board.goers[index]).is_empty() {
                    board.targets[usize::from(from)] |= bit(to);
                }
            }
        }
        board
    }

    /// Returns the squares strictly between two squares of one line; empty if there is no such line.
    pub fn between(&self, a: Sq, b: Sq) -> Squares {
        self.between[usize::from(a) * 64 + usize::from(b)]
    }

    pub fn pawn_attacks(&self, color: Color, sq: Sq) -> Squares {
        bitboard::pawn(color, sq) & self.exists
    }

    /// Returns the men that, on `from`, attack `to` if no man is between.
    pub fn attackers(&self, from: Sq, to: Sq) -> Domain {
        self.attackers[usize::from(from) * 64 + usize::from(to)]
    }

    /// Returns the squares from which some man attacks `to` on an empty board.
    pub fn sources(&self, to: Sq) -> Squares {
        self.sources[usize::from(to)]
    }

    /// Returns the squares to which some man can go from `from` on an empty board, with a capture or without.
    pub fn targets(&self, from: Sq) -> Squares {
        self.targets[usize::from(from)]
    }

    /// Returns the men that, on `from`, attack `to`; none if an occupied square is between.
    pub fn attackers_past(&self, from: Sq, to: Sq, occupied: Squares) -> Domain {
        if self.between(from, to) & occupied != 0 { Domain::NONE } else { self.attackers(from, to) }
    }

    /// Returns the men that can go from `from` to `to` without a capture if no man is between, promotions included.
    pub fn goers(&self, from: Sq, to: Sq) -> Domain {
        self.goers[usize::from(from) * 64 + usize::from(to)]
    }

    fn attackers_on(&self, line: LineRelation, from: Sq, to: Sq) -> Domain {
        let mut men = match line {
            LineRelation::None if bitboard::knight(from) & bit(to) != 0 => return Domain::either(Kind::Knight),
            LineRelation::None => return Domain::NONE,
            LineRelation::Straight => Domain::either(Kind::Rook),
            LineRelation::Diagonal => Domain::either(Kind::Bishop),
        }
        .or(Domain::either(Kind::Queen));
        if bitboard::king(from) & bit(to) != 0 {
            men = men.or(Domain::either(Kind::King));
        }
        for color in Color::ALL {
            if self.pawn_attacks(color, from) & bit(to) != 0 {
                men = men.or(Domain::of(color, Kind::Pawn));
            }
        }
        men
    }

    fn goers_on(&self, from: Sq, to: Sq, attackers: Domain) -> Domain {
        let mut men = attackers.without(Domain::either(Kind::Pawn));
        for color in Color::ALL {
            let one = offset(from, 0, forward(color)).filter(|&one| self.exists & bit(one) != 0);
            let two = one.filter(|_| from >> 3 == home_rank(color)).and_then(|one| offset(one, 0, forward(color)));
            if one == Some(to) || two == Some(to) {
                men = men.or(Domain::of(color, Kind::Pawn));
            }
        }
        men
    }
}
