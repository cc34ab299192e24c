use serde::{Deserialize, Serialize};
use std::fmt;

/// A square among 16 files and 16 ranks, `a1` to `p16`.
///
/// A board decides which of the 256 squares it has; the orthodox board has `a1` to `h8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Square(u8);

impl Square {
    /// Returns the square on `file` and `rank`, both counted from 0; `None` beyond `p16`.
    pub fn new(file: u8, rank: u8) -> Option<Square> {
        (file < 16 && rank < 16).then_some(Square(rank << 4 | file))
    }

    /// File counted from 0 (`a` is 0).
    pub fn file(self) -> u8 {
        self.0 & 15
    }

    /// Rank counted from 0 (rank 1 is 0).
    pub fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// Returns the square `files` to the right and `ranks` up, or `None` beyond `a1` to `p16`.
    pub fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let file = u8::try_from(i32::from(self.file()) + files).ok()?;
        let rank = u8::try_from(i32::from(self.rank()) + ranks).ok()?;
        Square::new(file, rank)
    }

    /// Parses a square such as `e4`; `None` if the text is not exactly one square.
    ///
    /// ```
    /// use keymove::units::Square;
    /// assert_eq!(Square::parse("e4").unwrap().to_string(), "e4");
    /// assert_eq!(Square::parse("e0"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Square> {
        let (file, rank) = text.split_at_checked(1)?;
        let file = file.chars().next()?.to_ascii_lowercase();
        if !file.is_ascii_lowercase() || rank.starts_with('+') || rank.starts_with('0') {
            return None;
        }
        Square::new(file as u8 - b'a', rank.parse::<u8>().ok()?.checked_sub(1)?)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
