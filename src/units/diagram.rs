use super::{Color, Piece, Placement, Square, Traits, Unit};

/// Greatest supported number of total invisible men; no known problem has more.
pub const MOST_INVISIBLE: u8 = 9;

/// A position, with castling rights and other known facts about the play before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    pub placement: Placement,
    /// The side that moves first. `None` means the side that the stipulation requires: White in direct play, Black in
    /// help play.
    pub side_to_move: Option<Color>,
    pub castling: Castling,
    /// The square that a pawn has passed by its double step in the last move.
    pub en_passant: Option<Square>,
    /// Number of total invisible men, whose squares and pieces are unknown.
    pub invisible: u8,
    /// Men beneath those of `placement`; each comes to the surface when the man above it leaves.
    pub beneath: Option<Placement>,
    /// The position from which play has to reach `placement` in the goal `a=>b` (position A); `None` for other goals.
    pub start: Option<Placement>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Castling {
    /// The convention of problems: a king and a rook on their home squares may castle.
    #[default]
    AtHome,
    /// Only castling with the rooks on these squares is allowed.
    Rooks(Vec<Square>),
}

/// A castling from unusual squares (Chess960): the side, the square of the king and the square of the rook.
pub type CastlingElsewhere = (Color, Square, Square);

/// Returns the castling with the rook on this square if its king or the rook is not on the usual square, and `None` if
/// both are or if the board is not eight by eight squares. Of several kings on the rank, the one nearest to the rook
/// castles.
pub fn castling_elsewhere(placement: &Placement, rook: Square) -> Option<CastlingElsewhere> {
    let color = match rook.rank() {
        _ if !placement.shape().is_orthodox() => return None,
        0 => Color::White,
        7 => Color::Black,
        _ => return None,
    };
    let stands = |square: Square, piece: Piece| placement.get(square) == Some(Unit::new(color, piece));
    let on_rank = |file: u8| Square::new(file, rook.rank());
    let is_usual = matches!(rook.file(), 0 | 7) && on_rank(4).is_some_and(|home| stands(home, Piece::KING));
    if is_usual || !stands(rook, Piece::ROOK) {
        return None;
    }
    let kings = (0..8).filter_map(on_rank).filter(|&square| stands(square, Piece::KING));
    Some((color, kings.min_by_key(|king| king.file().abs_diff(rook.file()))?, rook))
}

impl Diagram {
    /// Whether the bitboard engine supports the diagram. It requires orthodox men, the board of eight by eight squares,
    /// usual castling, and no pawn on its first rank. Such a pawn neither moves nor checks, and a test for it in every
    /// position would cost too much.
    pub fn is_for_bitboards(&self) -> bool {
        let fits = |placement: &Placement| {
            placement.shape().is_orthodox()
                && placement.iter().all(|(square, unit)| {
                    let first_rank = if unit.color == Color::White { 0 } else { 7 };
                    placement.shape().has(square)
                        && unit.piece.is_orthodox()
                        && unit.traits == Traits::NONE
                        && !(unit.piece.is_pawn() && square.rank() == first_rank)
                })
        };
        fits(&self.placement) && self.start.as_ref().is_none_or(fits) && !self.castles_elsewhere()
    }

    /// Returns the castlings in which king or rook start from unusual squares (Chess960).
    pub fn castlings_elsewhere(&self) -> Vec<CastlingElsewhere> {
        let placement = self.start.as_ref().unwrap_or(&self.placement);
        let Castling::Rooks(rooks) = &self.castling else { return Vec::new() };
        rooks.iter().filter_map(|&rook| castling_elsewhere(placement, rook)).collect()
    }

    pub fn castles_elsewhere(&self) -> bool {
        !self.castlings_elsewhere().is_empty()
    }

    /// Returns remarks about unusual men: missing or surplus kings, pawns on impossible squares, more men than a game
    /// can have. They never make a problem invalid.
    pub fn irregularities(&self) -> Vec<String> {
        let mut found = Vec::new();
        for color in Color::ALL {
            let name = color.name();
            match self.placement.squares_of(color, Piece::KING).count() {
                // The king may be one of the invisible men.
                0 if self.invisible > 0 => {}
                // Another man is royal.
                0 if self.placement.iter().any(|(_, unit)| unit.is_of(color) && unit.is_royal()) => {}
                0 => found.push(format!("{name} has no king")),
                1 => {}
                n => found.push(format!("{name} has {n} kings")),
            }
            let pawns = self.placement.squares_of(color, Piece::PAWN).count();
            let last = self.placement.shape().ranks().saturating_sub(1);
            if let Some(square) =
                self.placement.squares_of(color, Piece::PAWN).find(|s| s.rank() == 0 || s.rank() == last)
            {
                found.push(format!("a {} pawn is on {square}", name.to_lowercase()));
            }
            // The number of men at the start is known only for the orthodox board.
            if !self.placement.shape().is_orthodox() {
                continue;
            }
            if pawns > 8 {
                found.push(format!("{name} has {pawns} pawns"));
            }
            let extra =
                |piece: Piece, usual: usize| self.placement.squares_of(color, piece).count().saturating_sub(usual);
            let bishops = |light: bool| {
                let on = |s: Square| ((s.file() + s.rank()) % 2 == 1) == light;
                self.placement.squares_of(color, Piece::BISHOP).filter(|&s| on(s)).count().saturating_sub(1)
            };
            let promoted = extra(Piece::QUEEN, 1)
                + extra(Piece::ROOK, 2)
                + extra(Piece::KNIGHT, 2)
                + bishops(true)
                + bishops(false);
            if pawns <= 8 && promoted > 8 - pawns {
                found.push(format!("{name} has {promoted} promoted men and {pawns} pawns"));
            }
        }
        found
    }
}
