//! The search settings: the options of a problem that affect the search, and the techniques that are used.

use crate::problem::Options;
use crate::solve::techniques::{Technique, Techniques};

#[derive(Clone, Debug)]
pub struct SearchSettings {
    pub techniques: Techniques,
    pub no_threat: bool,
    pub no_short_variations: bool,
    /// Whether short variations are omitted in play that is printed as lines because it follows an introductory series.
    pub leaves_out_in_lines: bool,
    pub mates_in_1: bool,
    /// Greatest number of refutations of a try, or `None` if tries are not searched.
    pub refutations: Option<usize>,
    pub trivial_tries_avoid: bool,
    pub set_play: bool,
    pub max_solutions: Option<u32>,
    pub max_flight_squares: Option<u16>,
    pub max_threat: Option<u16>,
    pub non_trivial: Option<(u16, u16)>,
    pub keep_mating_piece: bool,
    pub goal_is_end: bool,
    pub stop_on_short_solutions: bool,
    pub move_numbers: bool,
    pub start_move_number: Vec<u16>,
    pub up_to_move_number: Vec<u16>,
}

impl From<&Options> for SearchSettings {
    fn from(options: &Options) -> SearchSettings {
        SearchSettings {
            techniques: Techniques::all(),
            no_threat: options.no_threat,
            no_short_variations: options.no_short_variations,
            leaves_out_in_lines: false,
            mates_in_1: options.mates_in_1,
            refutations: options.refutations(),
            trivial_tries_avoid: options.trivial_tries_avoid,
            set_play: options.set_play,
            max_solutions: options.max_solutions,
            max_flight_squares: options.max_flight_squares,
            max_threat: options.threat,
            non_trivial: options.non_trivial,
            keep_mating_piece: options.keep_mating_piece,
            goal_is_end: options.goal_is_end,
            stop_on_short_solutions: options.stop_on_short_solutions,
            move_numbers: options.move_numbers,
            start_move_number: options.start_move_number.clone(),
            up_to_move_number: options.up_to_move_number.clone(),
        }
    }
}

impl SearchSettings {
    /// Whether the search uses the technique.
    pub fn has(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Whether option StartMoveNumber or UpToMoveNumber restricts the first moves.
    pub fn numbers_first_moves(&self) -> bool {
        !self.start_move_number.is_empty() || !self.up_to_move_number.is_empty()
    }

    /// Returns the number of move numbers in StartMoveNumber or UpToMoveNumber, whichever has more.
    pub fn longest_move_number(&self) -> usize {
        self.start_move_number.len().max(self.up_to_move_number.len())
    }

    /// Whether none of the options GoalIsEnd, Threat, MaxFlightsquares and NonTrivial is set.
    pub fn is_plain(&self) -> bool {
        !self.goal_is_end
            && self.max_threat.is_none()
            && self.max_flight_squares.is_none()
            && self.non_trivial.is_none()
    }
}
