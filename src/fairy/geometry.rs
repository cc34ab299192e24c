//! Which squares exist, and what they mean to pawns, kings and rooks.

use super::squares::{Sq, Squares, at, file, rank};
use crate::pieces::Vector;
use crate::units::Color;

/// A board and its marks.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub squares: Squares,
    pub files: i8,
    pub ranks: i8,
    /// Where men of White and of Black promote.
    pub promotion: [Squares; 2],
    /// Where the pawns of White and of Black may go two steps.
    pub double_step: [Squares; 2],
    /// Pawns go one, two or three steps from the first rank; otherwise they are stuck there.
    pub pawns_leave_first_rank: bool,
    pub castlings: Vec<Castling>,
}

/// A castling: who goes from where to where.
#[derive(Clone, Debug)]
pub struct Castling {
    pub color: Color,
    pub king: Sq,
    pub king_to: Sq,
    pub rook: Sq,
    pub rook_to: Sq,
}

impl Geometry {
    /// A board of so many files and ranks without some of its squares, where the last rank promotes, the second one
    /// lets pawns go two steps, and castling is as on the board of eight files.
    pub fn new(files: i8, ranks: i8, missing: &Squares) -> Geometry {
        let all: Squares = (0..ranks).flat_map(|r| (0..files).filter_map(move |f| at(f, r))).collect();
        let row = |r: i8| (0..files).filter_map(|f| at(f, r)).collect::<Squares>();
        let mut castlings = Vec::new();
        for (color, home) in [(Color::White, 0), (Color::Black, ranks - 1)] {
            for (king_to, rook, rook_to) in [(6, 7, 5), (2, 0, 3)] {
                let on = |f| at(f, home);
                if let (8.., Some(king), Some(king_to), Some(rook), Some(rook_to)) =
                    (files, on(4), on(king_to), on(rook), on(rook_to))
                {
                    castlings.push(Castling { color, king, king_to, rook, rook_to });
                }
            }
        }
        Geometry {
            squares: all.without(missing),
            files,
            ranks,
            promotion: [row(ranks - 1), row(0)],
            double_step: [row(1), row(ranks - 2)],
            pawns_leave_first_rank: false,
            castlings,
        }
    }

    pub fn has(&self, sq: Sq) -> bool {
        self.squares.has(sq)
    }

    /// The square that lies so many files and ranks away, if the board has it.
    pub fn step(&self, sq: Sq, (files, ranks): Vector) -> Option<Sq> {
        at(file(sq) + files, rank(sq) + ranks).filter(|&to| self.squares.has(to))
    }

    /// The rank as its side counts: 0 is the first.
    pub fn rank_for(&self, color: Color, sq: Sq) -> i8 {
        match color {
            Color::White => rank(sq),
            Color::Black => self.ranks - 1 - rank(sq),
        }
    }
}
