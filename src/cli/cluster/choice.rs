//! Which long problems are cut, and into how many parts: one is cut well or not at all.

use super::measuring::Measured;
use crate::cli::args;
use crate::input::Entry;
use crate::mishap;
use crate::solve::can_be_cut;

/// A problem is cut into no more parts: there are hardly more first moves.
const MOST_PARTS: u32 = 64;
/// Where the table answers more of the questions than this, first moves lead to the same positions again and again, and parts
/// that do not share it work far longer than one run does. docs/cluster.md has what was measured.
const MOST_FROM_TABLE: f64 = 0.45;
/// Where it answers more than this, more parts than so many work too long together.
const MUCH_FROM_TABLE: f64 = 0.25;
const FEW_PARTS: usize = 8;

/// What becomes of a problem.
pub enum Choice {
    /// It is cut into so many.
    Parts(usize),
    /// It is no longer than its share, or takes little time.
    Short,
    /// It is long, and not cut for this reason.
    Whole(String),
}

impl Choice {
    pub fn parts(&self) -> usize {
        match self {
            Choice::Parts(parts) => *parts,
            Choice::Short | Choice::Whole(_) => 1,
        }
    }
}

/// As many parts as there are shares in it, if it is long enough. `measured`: what a short look at it has told.
pub fn choice(entry: &Entry, (cost, share): (f64, f64), measured: Option<&Measured>, arguments: &args::Plan) -> Choice {
    if arguments.units < 2 || cost <= share || cost <= arguments.cut_above.as_secs_f64() {
        return Choice::Short;
    }
    let most = f64::from(arguments.units.min(MOST_PARTS));
    let is_whole = arguments.work.limits.max_solutions.is_some()
        || !entry.sound_problem().is_some_and(|problem| mishap::caught(|| can_be_cut(problem)).unwrap_or(false));
    if is_whole {
        return Choice::Whole("it cannot be cut at its first moves".to_string());
    }
    let wanted = (cost / share).ceil().min(most) as usize;
    match measured {
        None if arguments.probe.is_zero() => Choice::Parts(wanted),
        None => Choice::Whole("too many others seem to take longer, and were looked at".to_string()),
        Some(measured) => cut(wanted, measured),
    }
}

/// What was measured decides into how many of the parts that are wanted it is cut.
fn cut(wanted: usize, measured: &Measured) -> Choice {
    if measured.from_table > MOST_FROM_TABLE {
        return Choice::Whole(format!(
            "the table answers {:.0} % of its questions, and units have no table in common",
            100.0 * measured.from_table
        ));
    }
    let most = if measured.from_table > MUCH_FROM_TABLE { FEW_PARTS } else { usize::MAX };
    Choice::Parts(wanted.min(measured.first_moves).clamp(1, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_again_and_again_is_cut_into_few_parts_or_not_at_all() {
        // From the table, first moves, parts that are wanted, and those that it is cut into; `None`: none.
        let rows = [
            (0.1, 40, 16, Some(16)),
            (0.1, 5, 16, Some(5)),
            (0.1, 0, 16, Some(1)),
            (0.3, 40, 16, Some(8)),
            (0.3, 5, 16, Some(5)),
            (0.5, 40, 16, None),
        ];
        for (from_table, first_moves, wanted, expected) in rows {
            let measured = Measured { seconds: 1.0, from_table, first_moves };
            let found = match cut(wanted, &measured) {
                Choice::Parts(parts) => Some(parts),
                Choice::Short | Choice::Whole(_) => None,
            };
            assert_eq!(found, expected, "{from_table} {first_moves}");
        }
    }
}
