//! Reflections and rotations of the board, and tests whether they give an equivalent problem.

use crate::problem::{Change, Mirror, Problem, Rotation, Stipulation};
use crate::units::{Castling, Color, Goal, Piece, Placement, Shape, Square, Unit};

/// A reflection or rotation of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    Mirror(Mirror),
    Rotation(Rotation),
}

impl Symmetry {
    /// Returns all reflections and rotations except the identity.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        let mirrors = Mirror::ALL.into_iter().map(|(_, mirror)| Symmetry::Mirror(mirror));
        mirrors.chain(Rotation::ALL.into_iter().map(|(_, rotation)| Symmetry::Rotation(rotation)))
    }

    pub fn change(self) -> Change {
        match self {
            Symmetry::Mirror(mirror) => Change::Mirror(mirror),
            Symmetry::Rotation(rotation) => Change::Rotate(rotation),
        }
    }

    /// Returns the square to which a man on `square` is moved.
    pub fn of(self, square: Square, shape: &Shape) -> Square {
        match self {
            Symmetry::Mirror(mirror) => mirror.of(square, shape),
            Symmetry::Rotation(rotation) => rotation.of(square, shape),
        }
    }

    /// Whether the problem with this change is certainly equivalent to `problem`.
    pub fn is_without_effect(self, problem: &Problem) -> bool {
        let units = problem.diagram.placement.iter().map(|(_, unit)| unit).collect::<Vec<_>>();
        self.preserves_rules(problem, &units)
    }

    /// Whether every position with these men is certainly equivalent to its image. This is so if the stipulation, the
    /// rules and the options name no squares, if no side can castle and, with pawns, if the symmetry only exchanges
    /// left and right.
    pub fn preserves_rules(self, problem: &Problem, units: &[Unit]) -> bool {
        let (diagram, options) = (&problem.diagram, &problem.options);
        let has = |color: Color, piece: Piece| units.iter().any(|unit| unit.color == color && unit.piece == piece);
        let may_castle = match &diagram.castling {
            Castling::AtHome => Color::ALL.into_iter().any(|color| has(color, Piece::KING) && has(color, Piece::ROOK)),
            Castling::Rooks(rooks) => !rooks.is_empty(),
        };
        let is_usual = |goal: &Goal| matches!(goal, Goal::Mate | Goal::Stalemate);
        let is_plain = matches!(&problem.stipulation, Some(Stipulation::Traditional(traditional))
            if is_usual(&traditional.goal) && traditional.reciprocal_goal.as_ref().is_none_or(is_usual));
        let names_squares = !options.no_castling.is_empty()
            || !options.castling_mutually_exclusive.is_empty()
            || !options.en_passant.is_empty()
            || diagram.en_passant.is_some();
        let is_upright = self == Symmetry::Mirror(Mirror::A1H1);
        is_plain
            && problem.rules.bitboards().is_some()
            && diagram.is_for_bitboards()
            && diagram.invisible == 0
            && !may_castle
            && !names_squares
            && units.iter().all(|unit| unit.piece.is_orthodox() && (is_upright || !unit.piece.is_pawn()))
    }

    /// Whether each man of the placement is mapped to a man of the same kind and side.
    pub fn preserves(self, placement: &Placement) -> bool {
        placement.iter().all(|(square, unit)| placement.get(self.of(square, placement.shape())) == Some(unit))
    }
}
