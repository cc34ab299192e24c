//! Decides which long problems are divided into parts, and into how many parts. A problem is not divided if that would
//! save too little time.

use super::cost::mode;
use super::measuring::Measured;
use crate::cli::args;
use crate::input::Entry;
use crate::mishap;
use crate::problem::Mode;
use crate::solve::can_be_divided;

/// The largest number of parts of a problem. Hardly any problem has more first moves.
const MOST_PARTS: u32 = 64;
/// Limits for the work that the transposition table saves in help play, as a multiple of the work done. Above the first
/// limit, a problem gets at most [`FEW_PARTS`] parts. Above the second limit, it is not divided.
///
/// If the table saves much, different first moves lead to the same positions. Parts have no common table, so together
/// they would take far longer than one run. In battle play the limits are higher, because most of the saved work is
/// within a single first move, which is searched again for each length of the solution. docs/cluster.md has the
/// measurements.
const SAVED_IN_HELP: [f64; 2] = [0.25, 3.0];
const SAVED_IN_BATTLE: [f64; 2] = [2.5, 5.0];
const FEW_PARTS: usize = 4;
/// The largest amount of work that dividing a problem may add, as a fraction of the work of one run. Each part after
/// the first repeats the work outside of first moves.
const MOST_BESIDE: f64 = 0.25;

/// The decision whether a problem is divided.
pub enum DivisionChoice {
    /// Divide the problem into this number of parts.
    Parts(usize),
    /// Do not divide the problem: its estimated time is at most that of one unit, or at most `--cut-above`.
    Short,
    /// Do not divide the problem, although it takes long. The text is the reason.
    Whole(String),
}

impl DivisionChoice {
    pub fn parts(&self) -> usize {
        match self {
            DivisionChoice::Parts(parts) => *parts,
            DivisionChoice::Short | DivisionChoice::Whole(_) => 1,
        }
    }
}

/// Decides whether a problem is divided, and into how many parts. `cost` is the estimated time of the problem, `share`
/// the estimated time of one unit, and `measured` the result of a short search, if there was one.
pub fn choice(
    entry: &Entry,
    (cost, share): (f64, f64),
    measured: Option<&Measured>,
    arguments: &args::PlanArgs,
) -> DivisionChoice {
    if arguments.units < 2 || cost <= share || cost <= arguments.cut_above.as_secs_f64() {
        return DivisionChoice::Short;
    }
    let most = f64::from(arguments.units.min(MOST_PARTS));
    let divisible = entry.sound_problem().filter(|problem| mishap::caught(|| can_be_divided(problem)).unwrap_or(false));
    let Some(problem) = divisible.filter(|_| arguments.work.limits.max_solutions.is_none()) else {
        return DivisionChoice::Whole("it cannot be divided at its first moves".to_string());
    };
    let wanted = (cost / share).ceil().min(most) as usize;
    match measured {
        None if arguments.probe.is_zero() => DivisionChoice::Parts(wanted),
        None => DivisionChoice::Whole("only the problems with the highest estimates were measured".to_string()),
        Some(measured) => division(wanted, measured, mode(problem)),
    }
}

/// Decides into how many parts a problem is divided that is long enough for `wanted` parts. The measurement may allow
/// fewer parts, or none. `mode` is the kind of play with which the problem begins.
fn division(wanted: usize, measured: &Measured, mode: Mode) -> DivisionChoice {
    let &Measured { first_moves, longest, beside, saved, .. } = measured;
    let [much, most] = if mode == Mode::Help { SAVED_IN_HELP } else { SAVED_IN_BATTLE };
    if saved > most {
        return DivisionChoice::Whole(format!(
            "the transposition table saves {saved:.0} times the work done, and units share no table"
        ));
    }
    let by_table = if saved > much { FEW_PARTS } else { usize::MAX };
    // With more parts, all parts would wait for the one with the longest first move.
    let by_longest = (1.0 / longest).ceil() as usize;
    let by_work_beside = ((MOST_BESIDE / beside) as usize).saturating_add(1);
    let few =
        if first_moves == 0 { "the measurement ended before any first move" } else { "it has only one first move" };
    let reasons = [
        (first_moves, few.to_string()),
        (by_longest, "one first move took all of the measured time".to_string()),
        (
            by_work_beside,
            format!("{:.0} % of the work lies outside the first moves, and each unit would repeat it", 100.0 * beside),
        ),
    ];
    match reasons.into_iter().find(|(most, _)| *most < 2) {
        Some((_, reason)) => DivisionChoice::Whole(reason),
        None => DivisionChoice::Parts(wanted.min(first_moves).min(by_table).min(by_longest).min(by_work_beside)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_first_look_tells_decides_how_many_parts_there_are() {
        // The saved work, the first moves, the longest of them, the work outside of them, and the parts in battle and
        // in help play when sixteen are wanted; 0 means that the problem is not divided.
        let rows = [
            (0.1, 40, 0.05, 0.01, [16, 16]),
            (0.1, 5, 0.05, 0.01, [5, 5]),
            (0.1, 1, 0.05, 0.01, [0, 0]),
            (1.0, 40, 0.05, 0.01, [16, 4]),
            (2.8, 40, 0.05, 0.01, [4, 4]),
            (2.8, 3, 0.05, 0.01, [3, 3]),
            (4.0, 40, 0.05, 0.01, [4, 0]),
            (6.0, 40, 0.05, 0.01, [0, 0]),
            (0.1, 40, 0.19, 0.01, [6, 6]),
            (0.1, 40, 1.0, 0.01, [0, 0]),
            (0.1, 40, 0.05, 0.1, [3, 3]),
            (0.1, 40, 0.05, 0.3, [0, 0]),
            (0.1, 40, 0.0, 0.0, [16, 16]),
        ];
        for (saved, first_moves, longest, beside, expected) in rows {
            let measured = Measured { seconds: 1.0, saved, first_moves, longest, beside };
            let found = [Mode::Attack, Mode::Help].map(|mode| match division(16, &measured, mode) {
                DivisionChoice::Parts(parts) => parts,
                DivisionChoice::Short | DivisionChoice::Whole(_) => 0,
            });
            assert_eq!(found, expected, "{saved} {first_moves} {longest} {beside}");
        }
    }
}
