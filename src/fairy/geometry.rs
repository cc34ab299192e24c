//! Which squares exist, and what they mean to pawns, kings and rooks.

use super::squares::{Sq, Squares, at, file, from_square, rank};
use crate::pieces::{PawnRange, Vector};
use crate::units::{Color, Diagram, Piece, Shape};

/// A board and its marks.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub squares: Squares,
    pub files: i8,
    pub ranks: i8,
    /// The ranks on which pawns of White and of Black promote, and to which what has promoted belongs.
    pub last_ranks: [i8; 2],
    /// Where men of White and of Black promote.
    pub promotion: [Squares; 2],
    /// Where the pawns of White and of Black may go two steps, or more.
    pub double_step: [Squares; 2],
    /// Pawns go one, two or three steps from the first rank; otherwise they are stuck there.
    pub pawns_leave_first_rank: bool,
    /// Where pawns can act that stand on the first rank of their side.
    pub first_rank: Squares,
    pub castlings: Vec<Castling>,
    /// Men of which it matters besides kings and rooks whether they have moved, and their home squares.
    pub homes: Vec<(Color, Piece, Sq)>,
    /// Men of certain games go from edge to opposite edge.
    pub has_doors: bool,
}

/// A castling: who goes from where to where.
#[derive(Clone, Debug)]
pub struct Castling {
    pub color: Color,
    pub king: Sq,
    pub king_to: Sq,
    pub rook: Sq,
    pub rook_to: Sq,
    /// What stands on the king's square.
    pub royal: Piece,
    /// What stands on the rook's square.
    pub partner: Piece,
    /// Men between do not hinder it, nor do attacks on the way.
    pub is_fast: bool,
}

impl Castling {
    /// With a rook that stands on the side of the last file.
    pub fn is_king_side(&self) -> bool {
        self.rook > self.king
    }
}

impl Geometry {
    /// A board where the last rank promotes, the second one lets pawns go two steps, and castling is as usual when
    /// there are eight files.
    pub fn new(shape: &Shape) -> Geometry {
        let (files, ranks) = (shape.files() as i8, shape.ranks() as i8);
        let missing: Squares = shape.missing().map(from_square).collect();
        let all: Squares = (0..ranks).flat_map(|r| (0..files).filter_map(move |f| at(f, r))).collect();
        let mut geometry = Geometry {
            squares: all.without(&missing),
            files,
            ranks,
            last_ranks: [ranks - 1, 0],
            promotion: [Squares::NONE; 2],
            double_step: [Squares::NONE; 2],
            pawns_leave_first_rank: false,
            first_rank: Squares::NONE,
            castlings: Vec::new(),
            homes: Vec::new(),
            has_doors: false,
        };
        geometry.promotion = geometry.last_ranks.map(|rank| geometry.row(rank));
        geometry.double_step = [geometry.row(1), geometry.row(ranks - 2)];
        if files == 8 {
            geometry.castle_as_usual();
        }
        geometry
    }

    /// The squares of a rank, counted from 0.
    pub fn row(&self, rank: i8) -> Squares {
        (0..self.files).filter_map(|file| at(file, rank)).filter(|&sq| self.squares.has(sq)).collect()
    }

    /// Kings on the e-file castle with rooks on the a- and h-files.
    pub fn castle_as_usual(&mut self) {
        for (color, home) in [(Color::White, 0), (Color::Black, self.ranks - 1)] {
            for (king_to, rook, rook_to) in [(6, 7, 5), (2, 0, 3)] {
                let on = |f| at(f, home);
                if let (Some(king), Some(king_to), Some(rook), Some(rook_to)) =
                    (on(4), on(king_to), on(rook), on(rook_to))
                {
                    let (royal, partner, is_fast) = (Piece::KING, Piece::ROOK, false);
                    self.castlings.push(Castling { color, king, king_to, rook, rook_to, royal, partner, is_fast });
                }
            }
        }
    }

    /// Castlings of kings and rooks that stand elsewhere than usual (Chess960): they arrive where they would otherwise. Says
    /// whether there are any.
    pub fn add_castlings_elsewhere(&mut self, diagram: &Diagram) -> bool {
        let elsewhere = diagram.castlings_elsewhere();
        for &(color, king, rook) in &elsewhere {
            let (king, rook) = (from_square(king), from_square(rook));
            let (king_file, rook_file) = if rook > king { (6, 5) } else { (2, 3) };
            if let (Some(king_to), Some(rook_to)) = (at(king_file, rank(rook)), at(rook_file, rank(rook))) {
                let (royal, partner, is_fast) = (Piece::KING, Piece::ROOK, false);
                self.castlings.push(Castling { color, king, king_to, rook, rook_to, royal, partner, is_fast });
            }
        }
        !elsewhere.is_empty()
    }

    /// The castling whose king goes so.
    pub fn castling_of(&self, king: Sq, king_to: Sq) -> Option<&Castling> {
        self.castlings.iter().find(|castling| (castling.king, castling.king_to) == (king, king_to))
    }

    /// The squares to which men that use doors go from here: the mirror image on the opposite edge; from a corner the
    /// other corners.
    pub fn doors_from(&self, sq: Sq) -> Vec<Sq> {
        if !self.has_doors {
            return Vec::new();
        }
        let mirrored = |at: i8, last: i8| (at == 0 || at == last).then_some(last - at);
        let (across, along) = (mirrored(file(sq), self.files - 1), mirrored(rank(sq), self.ranks - 1));
        let ways = [
            across.and_then(|f| at(f, rank(sq))),
            along.and_then(|r| at(file(sq), r)),
            across.zip(along).and_then(|(f, r)| at(f, r)),
        ];
        ways.into_iter().flatten().filter(|&to| to != sq && self.squares.has(to)).collect()
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

    /// A pawn that goes the way of this side's pawns can do nothing on the square: it stands on its first rank, and does not
    /// capture from there as a locust.
    pub fn keeps_pawn(&self, range: PawnRange, towards: Color, sq: Sq) -> bool {
        !matches!(range, PawnRange::Rider | PawnRange::Locust)
            && self.rank_for(towards, sq) == 0
            && !self.pawns_leave_first_rank
            && !self.first_rank.has(sq)
    }

    /// How many steps it may make at most, unless it is a rider.
    pub fn most_pawn_steps(&self, range: PawnRange, towards: Color, sq: Sq) -> u8 {
        let first = self.pawns_leave_first_rank && self.rank_for(towards, sq) == 0;
        let initial = self.double_step[towards as usize].has(sq);
        match range {
            PawnRange::Initial(most) if initial => most,
            PawnRange::Always(most) => most,
            _ if first => 3,
            _ if initial => 2,
            _ => 1,
        }
    }
}
