use super::{Color, Piece, Square, Unit};
use std::collections::BTreeMap;

/// Who stands where: the diagram without side to move, rights or rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement(BTreeMap<Square, Unit>);

impl Placement {
    pub fn get(&self, square: Square) -> Option<Unit> {
        self.0.get(&square).copied()
    }

    /// Puts a unit down and returns the one that stood there.
    pub fn put(&mut self, square: Square, unit: Unit) -> Option<Unit> {
        self.0.insert(square, unit)
    }

    pub fn take(&mut self, square: Square) -> Option<Unit> {
        self.0.remove(&square)
    }

    /// How many units there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All units by square, in ascending order (a1, b1, … h8).
    pub fn iter(&self) -> impl Iterator<Item = (Square, Unit)> + '_ {
        self.0.iter().map(|(&square, &unit)| (square, unit))
    }

    pub fn count(&self, color: Color) -> usize {
        self.iter().filter(|(_, unit)| unit.color == color && !unit.is_neutral()).count()
    }

    /// The squares of the given side's men of one kind.
    pub fn squares_of(&self, color: Color, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        self.iter().filter(move |(_, unit)| unit.piece == piece && unit.is_of(color)).map(|(square, _)| square)
    }

    /// The same men on other squares. When two would meet on one square, the later one (in square order) stays.
    pub fn map_squares(&self, to: impl Fn(Square) -> Square) -> Placement {
        Placement(self.0.iter().map(|(&square, &unit)| (to(square), unit)).collect())
    }

    /// The same squares with other men.
    pub fn map_units(&self, to: impl Fn(Unit) -> Unit) -> Placement {
        Placement(self.0.iter().map(|(&square, &unit)| (square, to(unit))).collect())
    }

    /// The array of the orthodox game.
    pub fn game_array() -> Placement {
        let mut placement = Placement::default();
        let officers = [
            Piece::ROOK,
            Piece::KNIGHT,
            Piece::BISHOP,
            Piece::QUEEN,
            Piece::KING,
            Piece::BISHOP,
            Piece::KNIGHT,
            Piece::ROOK,
        ];
        for (file, piece) in officers.into_iter().enumerate() {
            for (color, home, pawns) in [(Color::White, 0, 1), (Color::Black, 7, 6)] {
                let at = |rank| Square::new(file as u8, rank).expect("on the 8x8 board");
                placement.put(at(home), Unit::new(color, piece));
                placement.put(at(pawns), Unit::new(color, Piece::PAWN));
            }
        }
        placement
    }

    /// The first field of a FEN for the 8x8 board.
    pub fn to_fen(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..8 {
                match Square::new(file, rank).and_then(|square| self.get(square)) {
                    Some(unit) => {
                        if empty > 0 {
                            row.push_str(&empty.to_string());
                            empty = 0;
                        }
                        row.push_str(&unit.to_fen());
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        rows.join("/")
    }
}
