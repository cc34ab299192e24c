//! Queries to the orthodox engine about a board: attacks, pins, legal moves.

use crate::orthodox::{Board, OrthodoxPosition, Rules};
use crate::position::Position;
use crate::units::{Castling, Color, Course, Diagram, Piece, Placement, Square};

/// A board whose attacks, pins and legal moves can be queried. Captures en passant are not included.
#[derive(Clone)]
pub struct Engine {
    pub placement: Placement,
    castling: Castling,
}

impl Engine {
    /// Returns a board for queries, without castling rights.
    pub fn of(placement: &Placement) -> Engine {
        Engine { placement: placement.clone(), castling: Castling::Rooks(Vec::new()) }
    }

    /// Returns the board of a diagram for queries, with the castling rights of the diagram.
    pub fn of_diagram(diagram: &Diagram) -> Engine {
        Engine { placement: diagram.placement.clone(), castling: diagram.castling.clone() }
    }

    /// Returns the board without the men on these squares.
    pub fn without(&self, squares: &[Square]) -> Engine {
        let mut placement = self.placement.clone();
        for &square in squares {
            placement.take(square);
        }
        Engine { placement, castling: self.castling.clone() }
    }

    /// Returns the square of the only king of a side, or `None` if it has none or several.
    pub fn king(&self, color: Color) -> Option<Square> {
        let mut kings = self.placement.squares_of(color, Piece::KING);
        kings.next().filter(|_| kings.next().is_none())
    }

    fn position(&self, side: Color) -> OrthodoxPosition {
        let (placement, castling) = (self.placement.clone(), self.castling.clone());
        let diagram = Diagram { placement, castling, ..Diagram::default() };
        OrthodoxPosition::new(&diagram, side, Rules::Orthodox)
    }

    /// Returns the squares of the men of `by` that attack a square.
    pub fn attackers(&self, square: Square, by: Color) -> Vec<Square> {
        Board::new(&self.placement, by).attackers_of(square, by)
    }

    /// Returns the legal moves of a side.
    pub fn moves(&self, side: Color) -> Vec<Course> {
        let position = self.position(side);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.into_iter().map(|m| position.course(m)).collect()
    }

    /// Returns the legal moves of the man on a square.
    pub fn moves_from(&self, square: Square) -> Vec<Course> {
        let Some(unit) = self.placement.get(square) else { return Vec::new() };
        self.moves(unit.color).into_iter().filter(|course| course.from == square).collect()
    }

    /// Returns the pinned men of a side, each with the square of the rider (queen, rook or bishop) that pins it.
    pub fn pins(&self, color: Color) -> Vec<(Square, Square)> {
        let Some(king) = self.king(color) else { return Vec::new() };
        let men: Vec<Square> =
            self.placement.iter().filter(|(_, unit)| unit.color == color).map(|(square, _)| square).collect();
        let before = self.attackers(king, !color);
        let mut pins = Vec::new();
        for man in men.into_iter().filter(|&man| man != king) {
            let opened = self.without(&[man]).attackers(king, !color);
            pins.extend(opened.into_iter().filter(|by| !before.contains(by)).map(|by| (man, by)));
        }
        pins
    }

    /// Returns the legal moves of `side` after which the other side cannot mate at once.
    pub fn unmated_moves(&self, side: Color) -> Vec<Course> {
        let mut position = self.position(side);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let is_mated = |position: &mut OrthodoxPosition, m| {
            position.with_move(m, |after| {
                let mut answers = Vec::new();
                after.legal_moves(&mut answers);
                answers.into_iter().any(|answer| after.with_move(answer, |end| end.is_mate()))
            })
        };
        moves.retain(|&m| !is_mated(&mut position, m));
        moves.into_iter().map(|m| position.course(m)).collect()
    }

    /// Returns whether the side could capture a king if it were to move.
    pub fn can_capture_king(&self, side: Color) -> bool {
        self.position(side).can_capture_king()
    }
}

/// Returns the squares strictly between two squares, or none if they are not on one line.
pub fn between(a: Square, b: Square) -> Vec<Square> {
    let Some((files, ranks)) = direction(a, b) else { return Vec::new() };
    let next = |square: &Square| square.offset(files, ranks);
    std::iter::successors(next(&a), next).take_while(|&square| square != b).take(16).collect()
}

/// Whether `c` is on the line from `a` through `b`, in this direction.
pub fn is_along(a: Square, b: Square, c: Square) -> bool {
    direction(a, b).is_some() && direction(a, b) == direction(a, c)
}

/// Returns the step of one square from `a` towards `b` along a rank, file or diagonal, or `None` if they are not on one
/// line.
fn direction(a: Square, b: Square) -> Option<(i32, i32)> {
    let files = i32::from(b.file()) - i32::from(a.file());
    let ranks = i32::from(b.rank()) - i32::from(a.rank());
    let is_line = (files, ranks) != (0, 0) && (files == 0 || ranks == 0 || files.abs() == ranks.abs());
    is_line.then_some((files.signum(), ranks.signum()))
}
