use super::{Color, Piece, Shape, Square, Unit};
use std::collections::BTreeMap;

/// A board with the units on it, without side to move, castling rights or rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    shape: Shape,
    units: BTreeMap<Square, Unit>,
}

impl Placement {
    /// Returns an empty board of this shape.
    pub fn on(shape: Shape) -> Placement {
        Placement { shape, units: BTreeMap::new() }
    }

    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the same units on a board of this shape.
    pub fn with_shape(self, shape: Shape) -> Placement {
        Placement { shape, ..self }
    }

    pub fn get(&self, square: Square) -> Option<Unit> {
        self.units.get(&square).copied()
    }

    /// Puts a unit on a square, and returns the unit that it replaces, if any.
    pub fn put(&mut self, square: Square, unit: Unit) -> Option<Unit> {
        self.units.insert(square, unit)
    }

    pub fn take(&mut self, square: Square) -> Option<Unit> {
        self.units.remove(&square)
    }

    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Returns all units with their squares, in ascending order of squares (a1, b1, … h8).
    pub fn iter(&self) -> impl Iterator<Item = (Square, Unit)> + '_ {
        self.units.iter().map(|(&square, &unit)| (square, unit))
    }

    pub fn count(&self, color: Color) -> usize {
        self.iter().filter(|(_, unit)| unit.color == color && !unit.is_neutral()).count()
    }

    /// Returns the squares of all units of a side and piece, neutral units included.
    pub fn squares_of(&self, color: Color, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        self.iter().filter(move |(_, unit)| unit.piece == piece && unit.is_of(color)).map(|(square, _)| square)
    }

    /// Returns the placement with the squares of units mapped by `to`. If two units come to one square, only the later
    /// one (in the order of their old squares) remains.
    pub fn map_squares(&self, to: impl Fn(Square) -> Square) -> Placement {
        let units = self.units.iter().map(|(&square, &unit)| (to(square), unit)).collect();
        Placement { shape: self.shape.clone(), units }
    }

    /// Returns the placement with the units mapped by `to`, on the same squares.
    pub fn map_units(&self, to: impl Fn(Unit) -> Unit) -> Placement {
        let units = self.units.iter().map(|(&square, &unit)| (square, to(unit))).collect();
        Placement { shape: self.shape.clone(), units }
    }

    /// Returns the game array of orthodox chess.
    pub fn game_array() -> Placement {
        let mut placement = Placement::default();
        for (file, piece) in Piece::FIRST_RANK.into_iter().enumerate() {
            for (color, home, pawns) in [(Color::White, 0, 1), (Color::Black, 7, 6)] {
                let at = |rank| Square::new(file as u8, rank).expect("on the 8x8 board");
                placement.put(at(home), Unit::new(color, piece));
                placement.put(at(pawns), Unit::new(color, Piece::PAWN));
            }
        }
        placement
    }

    /// Parses a FEN board with orthodox men only, for tests of modules that do not depend on the parser.
    #[cfg(test)]
    pub(crate) fn of_letters(board: &str) -> Placement {
        let mut placement = Placement::default();
        for (row, rank) in board.split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as u8;
                    continue;
                }
                let color = if letter.is_uppercase() { Color::White } else { Color::Black };
                let piece = Piece::from_fen_letter(letter).expect(board);
                placement.put(Square::new(file, rank).expect(board), Unit::new(color, piece));
                file += 1;
            }
        }
        placement
    }

    /// Formats the board field of a FEN; a missing square is `{}`.
    pub fn to_fen(&self) -> String {
        self.to_fen_by(&Unit::to_fen)
    }

    /// Like [`Placement::to_fen`], with `letters` to format the units.
    pub fn to_fen_by(&self, letters: &dyn Fn(Unit) -> String) -> String {
        let row = |rank| {
            let (mut row, mut empty) = (String::new(), 0);
            let flush = |row: &mut String, empty: &mut u32| {
                if *empty > 0 {
                    row.push_str(&empty.to_string());
                    *empty = 0;
                }
            };
            for square in (0..self.shape.files()).filter_map(|file| Square::new(file, rank)) {
                match self.get(square) {
                    Some(unit) => {
                        flush(&mut row, &mut empty);
                        row.push_str(&letters(unit));
                    }
                    None if !self.shape.has(square) => {
                        flush(&mut row, &mut empty);
                        row.push_str("{}");
                    }
                    None => empty += 1,
                }
            }
            flush(&mut row, &mut empty);
            row
        };
        (0..self.shape.ranks()).rev().map(row).collect::<Vec<_>>().join("/")
    }
}
