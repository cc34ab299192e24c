use super::Square;
use std::collections::BTreeSet;
use std::fmt;

/// The squares of a board: files and ranks, possibly with missing squares.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    files: u8,
    ranks: u8,
    missing: BTreeSet<Square>,
}

impl Default for Shape {
    /// Returns the orthodox board of eight by eight squares.
    fn default() -> Shape {
        Shape::new(8, 8)
    }
}

impl Shape {
    /// The greatest possible number of files, and also of ranks.
    pub const MOST: u8 = 16;

    /// Returns a complete board. Files and ranks beyond the sixteenth are dropped.
    pub fn new(files: u8, ranks: u8) -> Shape {
        Shape { files: files.min(Shape::MOST), ranks: ranks.min(Shape::MOST), missing: BTreeSet::new() }
    }

    /// Returns this board without `squares`, in addition to the squares already missing.
    pub fn without(mut self, squares: impl IntoIterator<Item = Square>) -> Shape {
        let on_board: Vec<Square> = squares.into_iter().filter(|&square| self.has(square)).collect();
        self.missing.extend(on_board);
        self
    }

    pub fn files(&self) -> u8 {
        self.files
    }

    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    pub fn has(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks && !self.missing.contains(&square)
    }

    /// The missing squares within the board's files and ranks.
    pub fn missing(&self) -> impl Iterator<Item = Square> + '_ {
        self.missing.iter().copied()
    }

    /// Whether the board has eight by eight squares, none of them missing.
    pub fn is_orthodox(&self) -> bool {
        *self == Shape::default()
    }

    /// Returns the board with its missing squares mapped by `to`. If `turned`, the numbers of files and ranks are
    /// exchanged.
    pub fn mapped(&self, turned: bool, to: impl Fn(Square) -> Square) -> Shape {
        let (files, ranks) = if turned { (self.ranks, self.files) } else { (self.files, self.ranks) };
        Shape::new(files, ranks).without(self.missing().map(to))
    }

    /// Formats the first and the last square of a complete board with these files and ranks: `a1 to h8`.
    pub fn range(&self) -> String {
        match Square::new(self.files.saturating_sub(1), self.ranks.saturating_sub(1)) {
            Some(last) => format!("a1 to {last}"),
            None => "no square".to_string(),
        }
    }
}

impl fmt::Display for Shape {
    /// Formats the shape: `8x8`, `9x8 without i2 i3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)?;
        for (i, square) in self.missing().enumerate() {
            write!(f, "{} {square}", if i == 0 { " without" } else { "" })?;
        }
        Ok(())
    }
}
