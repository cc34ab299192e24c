//! The forms and what they are called.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// How problems are written in a file; a file has one format throughout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Format {
    /// One problem a line: extended FEN with opcodes.
    Epd,
    /// Popeye's own problem files.
    Popeye,
    /// The YAML of Olive and YACPDB, a document for each problem.
    Yaml,
    /// Games that begin with a set-up, and a stipulation among their tags.
    Pgn,
    /// Lines with boards in the figures of FEN Tool.
    Ffen,
    /// Lines with boards in the figures of YACPDB.
    Xfen,
}

impl Format {
    pub const ALL: [Format; 6] = [Format::Epd, Format::Popeye, Format::Yaml, Format::Pgn, Format::Ffen, Format::Xfen];

    /// As it is named.
    pub fn name(self) -> &'static str {
        match self {
            Format::Epd => "epd",
            Format::Popeye => "popeye",
            Format::Yaml => "yaml",
            Format::Pgn => "pgn",
            Format::Ffen => "ffen",
            Format::Xfen => "xfen",
        }
    }

    /// What it is.
    pub fn doc(self) -> &'static str {
        match self {
            Format::Epd => "Lines of our own, and mate suites in EPD",
            Format::Popeye => "Popeye's problem files",
            Format::Yaml => "YAML of Olive and YACPDB",
            Format::Pgn => "PGN with a set-up and a stipulation",
            Format::Ffen => "Lines with boards in the figures of FEN Tool (FFEN)",
            Format::Xfen => "Lines with boards in the figures of YACPDB (xfen)",
        }
    }

    /// The endings of files that have this format.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Format::Epd => &["epd", "fen"],
            Format::Popeye => &["inp"],
            Format::Yaml => &["olv", "yaml", "yml"],
            Format::Pgn => &["pgn"],
            Format::Ffen => &["ffen"],
            Format::Xfen => &["xfen"],
        }
    }

    /// Returns the format of a file if its ending says which, or `None` if the text has to say it. Files of any ending may
    /// hold lines or Popeye's problems: the first word tells them apart.
    ///
    /// ```
    /// use keymove::Format;
    /// assert_eq!(Format::of_file("a.olv".as_ref()), Some(Format::Yaml));
    /// assert_eq!(Format::of_file("a.inp".as_ref()), None);
    /// ```
    pub fn of_file(path: &Path) -> Option<Format> {
        Format::of_path(path).filter(|format| !matches!(format, Format::Epd | Format::Popeye))
    }

    /// The format that the ending of a file tells.
    ///
    /// ```
    /// use keymove::exchange::Format;
    /// assert_eq!(Format::of_path("a/b.OLV".as_ref()), Some(Format::Yaml));
    /// assert_eq!(Format::of_path("a.txt".as_ref()), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.endings().contains(&ending.as_str()))
    }
}
