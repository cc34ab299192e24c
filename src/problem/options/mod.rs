//! The options of a problem: output, assumptions about the diagram, limits of solving. [`Options`] holds their values.
//! The [`table`] has a row for each option, with names, arguments, effect, and the situations in which the option is
//! ignored.

mod def;
mod table;

pub use def::{Arguments, OptionDef, Values};
pub use table::OPTIONS;

use crate::board::Square;

/// The values of all options. The default value stands for no options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub variations: bool,
    pub set_play: bool,
    pub tries: bool,
    /// The greatest number of refutations of a try (option Defence). `None` means 1 if tries are requested by option
    /// Try.
    pub defences: Option<u16>,
    pub trivial_tries_avoid: bool,
    pub no_threat: bool,
    pub no_short_variations: bool,
    pub post_key_play: bool,
    pub null_moves: bool,
    /// Whether to solve problems that combine conditions in a way that has not been verified, with a warning.
    pub allow_unverified: bool,
    pub threat: Option<u16>,
    pub max_flight_squares: Option<u16>,
    pub non_trivial: Option<(u16, u16)>,
    pub keep_mating_piece: bool,
    pub quodlibet: bool,
    pub goal_is_end: bool,
    pub mates_in_1: bool,
    pub white_to_play: bool,
    pub duplex: Duplex,
    pub no_white_king: bool,
    pub no_black_king: bool,
    pub no_castling: Vec<Square>,
    pub castling_mutually_exclusive: Vec<(Square, Square)>,
    /// The squares of the last pawn move: departure, passed squares, arrival.
    pub en_passant: Vec<Square>,
    pub max_solutions: Option<u32>,
    /// The time limit in seconds.
    pub max_time: Option<u32>,
    pub stop_on_short_solutions: bool,
    pub move_numbers: bool,
    /// The move numbers at which to start: one for each ply, counted from 1. Empty without the option.
    pub start_move_number: Vec<u16>,
    pub up_to_move_number: Vec<u16>,
    pub intelligent: bool,
    pub no_board: bool,
}

/// Option Duplex: the sides for which the problem is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duplex {
    #[default]
    No,
    /// Solve as given and with the sides exchanged.
    Yes,
    /// Solve only with the sides exchanged.
    Half,
}

impl Options {
    /// Returns the greatest number of refutations of a try, or `None` if tries are not requested.
    pub fn refutations(&self) -> Option<usize> {
        self.tries.then(|| usize::from(self.defences.unwrap_or(1)))
    }

    /// Returns the square passed by the last move if option EnPassant describes an orthodox double step, otherwise
    /// `None`.
    pub fn passed_over(&self) -> Option<Square> {
        let [from, passed, to] = self.en_passant[..] else { return None };
        let ranks = (from.rank(), passed.rank(), to.rank());
        // Berolina pawns move diagonally.
        let files = passed.file() as i8 - from.file() as i8;
        let is_straight = files.abs() <= 1 && to.file() as i8 - passed.file() as i8 == files;
        (is_straight && matches!(ranks, (1, 2, 3) | (6, 5, 4))).then_some(passed)
    }

    /// Returns the passed square and the pawn's square if option EnPassant gives three squares that do not form an
    /// ordinary double step, as some conditions allow. Otherwise `None`.
    pub fn passed_otherwise(&self) -> Option<(Square, Square)> {
        match self.en_passant[..] {
            [_, passed, to] if self.passed_over().is_none() => Some((passed, to)),
            _ => None,
        }
    }

    /// Returns the definitions of all given options, each with its text, in the order of [`OPTIONS`].
    ///
    /// ```
    /// use keymove::problem::Options;
    /// let options = Options { set_play: true, threat: Some(2), ..Options::default() };
    /// let words: Vec<String> = options.given().map(|(_, words)| words).collect();
    /// assert_eq!(words, ["SetPlay", "Threat 2"]);
    /// ```
    pub fn given(&self) -> impl Iterator<Item = (&'static OptionDef, String)> + '_ {
        OPTIONS.iter().flat_map(|def| def.written(self).into_iter().map(move |words| (def, words)))
    }
}
