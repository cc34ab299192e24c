//! Determines whether two problems count as the same problem.

use super::hash::hash64;
use crate::mishap;
use crate::problem::{Options, Problem};
use crate::syntax;

/// Returns a hash that is equal for two problems if they count as the same. It depends on position, stipulation,
/// conditions and twins, but not on the heading, the author's solution, or options that only affect the search and the
/// output. Returns `None` if the problem cannot be written as text.
pub fn sameness(problem: &Problem) -> Option<u64> {
    let options = Options {
        variations: false,
        set_play: false,
        tries: false,
        defences: None,
        trivial_tries_avoid: false,
        no_threat: false,
        no_short_variations: false,
        move_numbers: false,
        max_solutions: None,
        max_time: None,
        intelligent: false,
        no_board: false,
        ..problem.options.clone()
    };
    let Problem { heading: _, intent: _, options: _, .. } = problem;
    let bare = Problem { heading: Default::default(), intent: Default::default(), options, ..problem.clone() };
    // If writing the problem panics here, solving it fails and reports the failure.
    mishap::caught(|| syntax::epd(&bare)).ok().map(|text| hash64(&text))
}
