use super::{Color, Piece, Placement, Square, Traits, Unit};

/// More total invisible men nobody has used in a problem.
pub const MOST_INVISIBLE: u8 = 9;

/// The position, and what is known of the moves before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    pub placement: Placement,
    /// Who makes the first move; `None`: as the stipulation says (White in direct play, Black in help play).
    pub side_to_move: Option<Color>,
    pub castling: Castling,
    /// The square that a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// So many total invisible men stand somewhere besides.
    pub invisible: u8,
    /// Men beneath those of `placement`, who come to light when their squares are left.
    pub beneath: Option<Placement>,
    /// Position A of `a=>b`, where `placement` is position B.
    pub start: Option<Placement>,
}

/// Who may still castle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Castling {
    /// The convention of problems: whoever has king and rook at home.
    #[default]
    AtHome,
    /// The squares of the rooks that may castle.
    Rooks(Vec<Square>),
}

/// Whose castling it is, and where king and rook stand.
pub type CastlingElsewhere = (Color, Square, Square);

/// The castling with the rook on this square, if it or its king do not stand where they usually do, on the board of eight
/// by eight squares. Of several kings it is the one next to the rook.
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
    /// Nothing but orthodox men on the board of eight by eight squares, and no pawn on its own first rank: there it
    /// neither moves nor checks, which is not worth a question in every position of a game that never has it.
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

    /// The castlings of which king or rook do not stand where they usually do (Chess960).
    pub fn castlings_elsewhere(&self) -> Vec<CastlingElsewhere> {
        let placement = self.start.as_ref().unwrap_or(&self.placement);
        let Castling::Rooks(rooks) = &self.castling else { return Vec::new() };
        rooks.iter().filter_map(|&rook| castling_elsewhere(placement, rook)).collect()
    }

    pub fn castles_elsewhere(&self) -> bool {
        !self.castlings_elsewhere().is_empty()
    }

    /// What is unusual about the men: kings that are missing or too many, pawns where none can stand, more men than
    /// a game can have. A finding, never a refusal.
    pub fn irregularities(&self) -> Vec<String> {
        let mut found = Vec::new();
        for color in Color::ALL {
            let name = color.name();
            match self.placement.squares_of(color, Piece::KING).count() {
                // It may be one of those that are not seen.
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
                found.push(format!("a {} pawn stands on {square}", name.to_lowercase()));
            }
            // How many men other boards begin with is not known.
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
