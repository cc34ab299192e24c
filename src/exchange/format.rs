//! The file formats and their names.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// Format of the problems in a file. All problems of a file have one format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Format {
    /// One problem per line: extended FEN with opcodes.
    Epd,
    /// Popeye's problem files.
    Popeye,
    /// The YAML of Olive and YACPDB, one document per problem.
    Yaml,
    /// PGN games that begin with a set-up and have a stipulation among their tags.
    Pgn,
    /// Lines with boards in the figures of FEN Tool.
    Ffen,
    /// Lines with boards in the figures of YACPDB.
    Xfen,
}

impl Format {
    pub const ALL: [Format; 6] = [Format::Epd, Format::Popeye, Format::Yaml, Format::Pgn, Format::Ffen, Format::Xfen];

    /// Returns the name of the format on the command line.
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

    /// Returns the description of the format for the help text.
    pub fn doc(self) -> &'static str {
        match self {
            Format::Epd => "Keymove's problem lines, and mate suites in EPD",
            Format::Popeye => "Popeye's problem files",
            Format::Yaml => "YAML of Olive and YACPDB",
            Format::Pgn => "PGN with a set-up and a stipulation",
            Format::Ffen => "Lines with boards in the figures of FEN Tool (FFEN)",
            Format::Xfen => "Lines with boards in the figures of YACPDB (xfen)",
        }
    }

    /// Returns the file name extensions of the format.
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

    /// Returns the format that the extension of a file determines. Returns `None` if the extension does not determine
    /// it: the file then has the line format or Popeye's problems, and the first word of the text decides.
    ///
    /// ```
    /// use keymove::Format;
    /// assert_eq!(Format::of_file("a.olv".as_ref()), Some(Format::Yaml));
    /// assert_eq!(Format::of_file("a.inp".as_ref()), None);
    /// ```
    pub fn of_file(path: &Path) -> Option<Format> {
        Format::of_path(path).filter(|format| !matches!(format, Format::Epd | Format::Popeye))
    }

    /// Returns the format with the extension of this path, or `None` if no format has it.
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
