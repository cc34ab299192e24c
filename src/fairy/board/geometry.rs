//! The squares of a board, and the squares with a special meaning for pawns, kings and rooks.

use super::squares::{Sq, Squares, at, file, from_square, rank};
use crate::pieces::{PawnRange, Vector};
use crate::units::{Color, Diagram, Piece, Shape};

/// A board: its squares and those with a special meaning.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub squares: Squares,
    pub files: i8,
    pub ranks: i8,
    /// The rank on which pawns promote, for White and for Black. Conditions that let captured men be reborn take this
    /// rank for the rebirth squares of fairy men, too.
    pub last_ranks: [i8; 2],
    /// Squares on which the men of White and of Black promote.
    pub promotion: [Squares; 2],
    /// Squares from which the pawns of White and of Black may go two squares or more.
    pub double_step: [Squares; 2],
    /// Whether a pawn on its first rank may leave it by one, two or three squares. If not, it can leave it only from
    /// the squares in `first_rank`.
    pub pawns_leave_first_rank: bool,
    /// Squares of the first ranks that pawns can leave even if `pawns_leave_first_rank` is `false`.
    pub first_rank: Squares,
    pub castlings: Vec<Castling>,
    /// Home squares of men other than kings and rooks for which a rule depends on whether they have moved: the side,
    /// the piece and the square.
    pub homes: Vec<(Color, Piece, Sq)>,
    /// Whether the men of some games may go from a square at the edge to the one opposite ([`Geometry::doors_from`]).
    pub has_doors: bool,
}

/// A castling: the men, their home squares and their target squares.
#[derive(Clone, Debug)]
pub struct Castling {
    pub color: Color,
    pub king: Sq,
    pub king_to: Sq,
    pub rook: Sq,
    pub rook_to: Sq,
    /// The piece that castles from `king`, usually a king.
    pub royal: Piece,
    /// The piece that castles from `rook`, usually a rook.
    pub partner: Piece,
    /// Whether the castling is possible even if men are between the two men or the squares on the way are attacked.
    pub is_fast: bool,
}

impl Castling {
    /// Whether the rook is on a higher file than the king.
    pub fn is_king_side(&self) -> bool {
        self.rook > self.king
    }
}

impl Geometry {
    /// Returns a board with promotion on the last ranks, double steps from the second ranks and, with eight files, the
    /// usual castlings.
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

    /// Returns the squares of a rank; ranks count from 0.
    pub fn row(&self, rank: i8) -> Squares {
        (0..self.files).filter_map(|file| at(file, rank)).filter(|&sq| self.squares.has(sq)).collect()
    }

    /// Adds castlings of kings on the e-file with rooks on the a- and h-files.
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

    /// Adds the castlings of the diagram whose king or rook has another home square than in chess (Chess960). Their
    /// target squares are the usual ones. Returns whether there are any.
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

    /// Returns the castling in which the king goes from `king` to `king_to`, or `None`.
    pub fn castling_of(&self, king: Sq, king_to: Sq) -> Option<&Castling> {
        self.castlings.iter().find(|castling| (castling.king, castling.king_to) == (king, king_to))
    }

    /// Returns the squares that a man can enter from `sq` across the edge: the mirror image on the opposite edge; from
    /// a corner, the other corners. Empty if the board has no such doors.
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

    /// Returns the square at `sq` plus the vector, or `None` if the board lacks it.
    pub fn step(&self, sq: Sq, (files, ranks): Vector) -> Option<Sq> {
        at(file(sq) + files, rank(sq) + ranks).filter(|&to| self.squares.has(to))
    }

    /// Returns the rank of `sq` seen from the side of `color`; 0 is the side's first rank.
    pub fn rank_for(&self, color: Color, sq: Sq) -> i8 {
        match color {
            Color::White => rank(sq),
            Color::Black => self.ranks - 1 - rank(sq),
        }
    }

    /// Whether a pawn that moves in the direction of `towards` cannot leave `sq`, because this is its first rank.
    /// Riders can always leave it.
    pub fn keeps_pawn(&self, range: PawnRange, towards: Color, sq: Sq) -> bool {
        range != PawnRange::Rider
            && self.rank_for(towards, sq) == 0
            && !self.pawns_leave_first_rank
            && !self.first_rank.has(sq)
    }

    /// Returns the greatest number of squares that a pawn on `sq`, not a rider, may go in one move.
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
