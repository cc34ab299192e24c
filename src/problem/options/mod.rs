//! The options of a problem: what is to be shown, what is assumed about the diagram, where solving ends. [`Options`] holds
//! their values; the [`table`] says of each how it is called, what it takes, what it does, and where it says nothing.

mod def;
mod table;

pub use def::{Arguments, OptionDef, Values};
pub use table::OPTIONS;

use crate::board::Square;

/// All options, with the values that hold when none is given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub variations: bool,
    pub set_play: bool,
    pub tries: bool,
    /// A first move is a try when at most so many defences refute it; 1 when only `Try` is given.
    pub defences: Option<u16>,
    pub trivial_tries_avoid: bool,
    pub no_threat: bool,
    pub no_short_variations: bool,
    pub post_key_play: bool,
    pub null_moves: bool,
    /// Rules that are not verified together are solved, with a warning.
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
    /// The squares of the pawn move just played: departure, squares passed over, arrival.
    pub en_passant: Vec<Square>,
    pub max_solutions: Option<u32>,
    /// Seconds.
    pub max_time: Option<u32>,
    pub stop_on_short_solutions: bool,
    pub move_numbers: bool,
    /// First half-move to begin with (counted from 1), and second.
    /// The numbers of the moves of a line, from the first on; empty where the option is not given.
    pub start_move_number: Vec<u16>,
    pub up_to_move_number: Vec<u16>,
    pub intelligent: bool,
    pub no_board: bool,
}

/// Which sides are to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duplex {
    #[default]
    No,
    /// Both sides, one after the other.
    Yes,
    /// Only with the sides exchanged.
    Half,
}

impl Options {
    /// How many refutations a try may have; `None` when tries are not asked for.
    pub fn refutations(&self) -> Option<usize> {
        self.tries.then(|| usize::from(self.defences.unwrap_or(1)))
    }

    /// The square that a pawn has just passed over in its double step, where option EnPassant tells one.
    pub fn passed_over(&self) -> Option<Square> {
        let [from, passed, to] = self.en_passant[..] else { return None };
        let ranks = (from.rank(), passed.rank(), to.rank());
        // Berolina pawns go diagonally.
        let files = passed.file() as i8 - from.file() as i8;
        let is_straight = files.abs() <= 1 && to.file() as i8 - passed.file() as i8 == files;
        (is_straight && matches!(ranks, (1, 2, 3) | (6, 5, 4))).then_some(passed)
    }

    /// The square that was passed over and where the pawn has come to stand, where option EnPassant tells of another step
    /// than a double step; conditions may have made it.
    pub fn passed_otherwise(&self) -> Option<(Square, Square)> {
        match self.en_passant[..] {
            [_, passed, to] if self.passed_over().is_none() => Some((passed, to)),
            _ => None,
        }
    }

    /// The options that are given, each with its values as they are written, in the order of [`OPTIONS`].
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
