//! All variants of a base, numbered. They are not stored: a number is converted to its variant when the variant is
//! needed.
//!
//! A number is written in mixed radix: its last digit chooses the conditions, the digit before it the stipulation, and
//! the remaining digits the position. Positions with one change come first, in the order of the changes; then those
//! with two changes, then those with three. Combinations are numbered by the combinatorial number system.

use super::matrix::Matrix;
use super::symmetry::Symmetry;
use super::values::value;
use super::variant::{Variant, made};
use super::written::{Men, Named, Placed, weaker};
use crate::problem::{Change, Heading, Intent, Mirror, Problem, Rotation, Stipulation};
use crate::rules::RuleSet;
use crate::units::{Piece, Placement, Square, Unit};

/// The largest number of changes that are combined.
pub const MOST_STEPS: usize = 3;

/// The variants that the user requests.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub named: Vec<Named>,
    /// The squares to which men move and on which men are added; `None` for all squares.
    pub at: Option<Vec<Square>>,
    /// The squares of men that no change may affect.
    pub fixed: Vec<Square>,
    /// Number of changes that are combined, from 1 to [`MOST_STEPS`].
    pub steps: usize,
    /// Men to be placed on sets of squares. If there are any, they replace the changes.
    pub places: Vec<Placed>,
    /// Whether reflections of a placement are left out.
    pub by_symmetry: bool,
    /// Stipulations to be tried with each position. Empty for that of the base.
    pub stipulations: Vec<Stipulation>,
    /// Conditions to be tried with each position. Empty for those of the base.
    pub conditions: Vec<(String, RuleSet)>,
}

/// All variants of a base.
pub struct Space {
    base: Problem,
    positions: Positions,
    stipulations: Vec<Stipulation>,
    conditions: Vec<(String, RuleSet)>,
}

enum Positions {
    Changed {
        /// The single changes. Each is a list, because a replacement consists of a removal and an addition.
        singles: Vec<Vec<Change>>,
        steps: usize,
        /// Whether the unchanged position comes first.
        with_base: bool,
    },
    Placed(Matrix),
}

impl Space {
    pub fn new(base: &Problem, request: Request) -> Space {
        let positions = if request.places.is_empty() {
            let with_base = !request.stipulations.is_empty() || !request.conditions.is_empty();
            let steps = request.steps.clamp(1, MOST_STEPS);
            Positions::Changed { singles: singles(base, &request), steps, with_base }
        } else {
            Positions::Placed(Matrix::new(base, request.places, request.by_symmetry))
        };
        let Request { stipulations, conditions, .. } = request;
        // The heading and the author's solution belong to the base only.
        let base = Problem { heading: Heading::default(), intent: Intent::default(), ..base.clone() };
        Space { base, positions, stipulations, conditions }
    }

    pub fn base(&self) -> &Problem {
        &self.base
    }

    /// Returns the number of variants, including impossible combinations of changes. It is at most `u64::MAX`.
    pub fn len(&self) -> u64 {
        self.count_positions().saturating_mul(self.lists())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of variants with at most one change.
    pub fn with_one_change(&self) -> u64 {
        match &self.positions {
            Positions::Changed { singles, with_base, .. } => {
                (singles.len() as u64 + u64::from(*with_base)).saturating_mul(self.lists())
            }
            Positions::Placed(matrix) if matrix.is_of_one_man() => self.len(),
            Positions::Placed(_) => 0,
        }
    }

    /// Whether board maps can show the variants with one change. They can if there is one stipulation and one set of
    /// conditions.
    pub fn has_one_task(&self) -> bool {
        self.lists() == 1
    }

    fn lists(&self) -> u64 {
        (self.stipulations.len().max(1) * self.conditions.len().max(1)) as u64
    }

    fn count_positions(&self) -> u64 {
        match &self.positions {
            Positions::Changed { singles, steps, with_base } => {
                let all = (1..=*steps).map(|k| choose(singles.len() as u64, k));
                all.fold(u64::from(*with_base), u64::saturating_add)
            }
            Positions::Placed(matrix) => matrix.len(),
        }
    }

    /// Returns the variant with this number. Returns `None` if its changes cannot be combined, or if they make a
    /// position that also has a smaller number.
    pub fn variant(&self, number: u64) -> Option<Variant> {
        let (stipulations, conditions) = (self.stipulations.len().max(1) as u64, self.conditions.len().max(1) as u64);
        let position = number / conditions / stipulations;
        let (steps, mut changes, mut problem) = match &self.positions {
            Positions::Changed { singles, steps, with_base } => {
                let (chosen, most) = (position.checked_sub(u64::from(*with_base)), *steps);
                let chosen = chosen.map_or(Vec::new(), |index| combination(index, singles.len() as u64, most));
                let (changes, problem) = combined(&self.base, singles, &chosen)?;
                // Two changes may undo each other.
                if !chosen.is_empty() && problem.diagram == self.base.diagram {
                    return None;
                }
                (chosen.len(), changes, problem)
            }
            Positions::Placed(matrix) => {
                let changes = matrix.placement(position)?;
                let problem = made(&self.base, &changes)?;
                (changes.len(), changes, problem)
            }
        };
        let mut set = |change: Change| {
            problem = problem.changed(std::slice::from_ref(&change)).ok()?;
            changes.push(change);
            Some(())
        };
        let (stipulation, condition) = ((number / conditions % stipulations) as usize, (number % conditions) as usize);
        if let Some(stipulation) = self.stipulations.get(stipulation) {
            set(Change::Stipulation(stipulation.clone()))?;
        }
        if let Some((text, rules)) = self.conditions.get(condition) {
            set(Change::Condition { text: text.clone(), rules: rules.clone() })?;
        }
        Some(Variant { number, steps, changes, problem })
    }
}

/// Makes the chosen single changes in the first possible order. Returns `None` if no order is possible.
fn combined(base: &Problem, singles: &[Vec<Change>], chosen: &[usize]) -> Option<(Vec<Change>, Problem)> {
    orders(chosen).into_iter().find_map(|order| {
        let changes: Vec<Change> = order.iter().flat_map(|&i| singles[i].iter().cloned()).collect();
        made(base, &changes).map(|problem| (changes, problem))
    })
}

/// Returns all orders of the numbers; the given order comes first.
fn orders(chosen: &[usize]) -> Vec<Vec<usize>> {
    if chosen.len() < 2 {
        return vec![chosen.to_vec()];
    }
    let first_of = |i: usize| {
        let rest: Vec<usize> = chosen.iter().copied().enumerate().filter(|&(j, _)| j != i).map(|(_, n)| n).collect();
        orders(&rest).into_iter().map(move |rest| [&[chosen[i]], &rest[..]].concat())
    };
    (0..chosen.len()).flat_map(first_of).collect()
}

/// Returns the number of ways to choose `k` of `n` items, at most `u64::MAX`.
fn choose(n: u64, k: usize) -> u64 {
    let (n, k) = (u128::from(n), k as u128);
    if k > n {
        return 0;
    }
    let ways = (0..k).fold(1u128, |ways, i| ways * (n - i) / (i + 1));
    u64::try_from(ways).unwrap_or(u64::MAX)
}

/// Returns the combination with this index. The order is: all single items, then all pairs, then all triples of `n`
/// items.
fn combination(mut index: u64, n: u64, most: usize) -> Vec<usize> {
    let mut size = 1;
    while size < most && index >= choose(n, size) {
        index -= choose(n, size);
        size += 1;
    }
    let mut chosen = Vec::with_capacity(size);
    for k in (1..=size).rev() {
        // The search finds the greatest item `t` for which at most `index` combinations of `k` items come before it.
        let (mut low, mut high) = (k as u64 - 1, n);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if choose(middle, k) <= index {
                low = middle;
            } else {
                high = middle;
            }
        }
        index -= choose(low, k);
        chosen.push(low as usize);
    }
    chosen.reverse();
    chosen
}

/// Returns all single changes of a request, in the order of its named changes and of the squares. Changes of the whole
/// position come last, because the other changes name squares of the base.
fn singles(base: &Problem, request: &Request) -> Vec<Vec<Change>> {
    let mut all = Vec::new();
    let is_whole = |named: &&Named| matches!(named, Named::Shift | Named::Mirror | Named::Rotate);
    let parts = request.named.iter().filter(|named| !is_whole(named));
    for named in parts.chain(request.named.iter().filter(is_whole)) {
        for change in of_kind(base, request, named) {
            if !all.contains(&change) {
                all.push(change);
            }
        }
    }
    all
}

fn of_kind(base: &Problem, request: &Request, named: &Named) -> Vec<Vec<Change>> {
    let placement = &base.diagram.placement;
    let men: Vec<(Square, Unit)> = placement.iter().filter(|(square, _)| !request.fixed.contains(square)).collect();
    let others = |wanted: &Men| -> Vec<(Square, Unit)> {
        men.iter().copied().filter(|&(square, unit)| wanted.contains(square, unit)).collect()
    };
    let leaving = |wanted: &Men| -> Vec<(Square, Unit)> {
        others(wanted).into_iter().filter(|(_, unit)| !unit.is_royal()).collect()
    };
    let targets = targets(placement, request);
    let replaced = |(square, unit): (Square, Unit), by: Unit| {
        (by != unit).then(|| vec![Change::Remove(square), Change::Add(square, by)])
    };
    let pieces_of = |men: Vec<(Square, Unit)>, pieces: &dyn Fn(Unit) -> Vec<Piece>| -> Vec<Vec<Change>> {
        let by = |(square, unit): (Square, Unit)| {
            let kinds = pieces(unit).into_iter().map(move |piece| Unit { piece, ..unit });
            kinds.filter_map(move |other| replaced((square, unit), other))
        };
        men.into_iter().flat_map(by).collect()
    };
    match named {
        Named::Remove(wanted) => leaving(wanted).into_iter().map(|(square, _)| vec![Change::Remove(square)]).collect(),
        Named::Move(wanted) => {
            let moves = |(from, _): (Square, Unit)| {
                targets.iter().filter(move |&&to| to != from).map(move |&to| vec![Change::Move(from, to)])
            };
            others(wanted).into_iter().flat_map(moves).collect()
        }
        Named::Add(units) => {
            let on = |unit: &Unit| targets.iter().map(|&square| vec![Change::Add(square, *unit)]).collect::<Vec<_>>();
            units.iter().flat_map(on).collect()
        }
        Named::Exchange(wanted) => {
            let pairs =
                men.iter().enumerate().flat_map(|(i, &one)| men[i + 1..].iter().map(move |&other| (one, other)));
            // An exchange of two men of one kind has no effect. At least one of the two men must be selected.
            let is_meant = |&((a, one), (b, other)): &((Square, Unit), (Square, Unit))| {
                one != other && (wanted.contains(a, one) || wanted.contains(b, other))
            };
            pairs.filter(is_meant).map(|((a, _), (b, _))| vec![Change::Exchange(a, b)]).collect()
        }
        Named::Replace(pieces) => pieces_of(leaving(&Default::default()), &|_| pieces.clone()),
        Named::Weaken(wanted) => pieces_of(leaving(wanted), &|unit| weaker(unit.piece)),
        Named::Colour(wanted) => {
            let turned = |(square, unit): (Square, Unit)| {
                (!unit.is_neutral()).then(|| replaced((square, unit), Unit { color: !unit.color, ..unit })).flatten()
            };
            leaving(wanted).into_iter().filter_map(turned).collect()
        }
        Named::Shift => shifts(placement),
        Named::Mirror => {
            let mirrors = Mirror::ALL.into_iter().map(|(_, mirror)| Symmetry::Mirror(mirror));
            mirrors.filter(|symmetry| !symmetry.is_without_effect(base)).map(|s| vec![s.change()]).collect()
        }
        Named::Rotate => {
            let rotations = Rotation::ALL.into_iter().map(|(_, rotation)| Symmetry::Rotation(rotation));
            rotations.filter(|symmetry| !symmetry.is_without_effect(base)).map(|s| vec![s.change()]).collect()
        }
    }
}

/// Returns the squares to which men may move. If several changes are combined, occupied squares are included, because
/// another change may empty them.
fn targets(placement: &Placement, request: &Request) -> Vec<Square> {
    let shape = placement.shape();
    let all = (0..shape.ranks()).flat_map(|rank| (0..shape.files()).filter_map(move |file| Square::new(file, rank)));
    let is_meant = |square: &Square| {
        shape.has(*square)
            && (request.steps > 1 || placement.get(*square).is_none())
            && request.at.as_ref().is_none_or(|at| at.contains(square))
    };
    all.filter(is_meant).collect()
}

/// Returns the shifts of the whole position that leave all men on the board.
fn shifts(placement: &Placement) -> Vec<Vec<Change>> {
    let shape = placement.shape();
    let Some((from, _)) = placement.iter().next() else { return Vec::new() };
    let all = (0..shape.ranks()).flat_map(|rank| (0..shape.files()).filter_map(move |file| Square::new(file, rank)));
    let stays = |to: &Square| {
        let files = i32::from(to.file()) - i32::from(from.file());
        let ranks = i32::from(to.rank()) - i32::from(from.rank());
        placement.iter().all(|(square, _)| square.offset(files, ranks).is_some_and(|square| shape.has(square)))
    };
    all.filter(|to| *to != from && stays(to)).map(|to| vec![Change::Shift(from, to)]).collect()
}

/// Returns the distance that the changes move men, in king's moves, plus the values of the added men.
pub fn distance(changes: &[Change]) -> u32 {
    let apart = |a: Square, b: Square| u32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())));
    let of = |change: &Change| match change {
        Change::Move(a, b) | Change::Exchange(a, b) | Change::Shift(a, b) => apart(*a, *b),
        Change::Add(_, unit) => value(unit.piece),
        _ => 0,
    };
    changes.iter().map(of).sum()
}

/// If the changes affect a single man (moved, added or replaced), returns this man with its old square (`None` if
/// added) and its new square.
pub fn lone_man(base: &Placement, changes: &[Change]) -> Option<(Unit, Option<Square>, Square)> {
    match changes {
        [Change::Move(from, to)] => Some((base.get(*from)?, Some(*from), *to)),
        [Change::Add(to, unit)] => Some((*unit, None, *to)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::written::{changes_named, places};
    use crate::syntax::{self, PieceLetters};
    use crate::units::Shape;
    use std::collections::BTreeSet;

    fn space(line: &str, by: &str, steps: usize) -> Space {
        let base = syntax::line(line).0.expect(line);
        let named = changes_named(by, &Shape::default(), PieceLetters::from(&base.rules)).expect(by);
        Space::new(&base, Request { named, steps, ..Request::default() })
    }

    fn texts(space: &Space) -> Vec<String> {
        (0..space.len()).filter_map(|n| space.variant(n)).map(|variant| syntax::changes(&variant.changes)).collect()
    }

    const MATE: &str = r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##;

    #[test]
    fn combinations_are_counted_once_each() {
        for (n, most) in [(5, 1), (5, 2), (6, 3), (2, 3), (1, 3)] {
            let all: u64 = (1..=most).map(|k| choose(n, k)).sum();
            let different: BTreeSet<Vec<usize>> = (0..all).map(|i| combination(i, n, most)).collect();
            assert_eq!(different.len() as u64, all, "{n} {most}");
            assert!(different.iter().all(|one| one.is_sorted() && one.iter().all(|&i| (i as u64) < n)));
        }
    }

    #[test]
    fn each_kind_of_change_makes_its_variants() {
        let rows = [
            ("remove", 1),
            // Three men, 61 empty squares.
            ("move", 3 * 61),
            ("move=Ra1", 61),
            ("add", 2 * 61),
            // Of three men, two are kings.
            ("exchange", 3),
            ("replace", 4),
            ("weaken", 3),
            ("colour", 1),
            // There are men on a1 and h8, so no shift is possible.
            ("shift", 0),
            // Without castling and pawns, all reflections and rotations give the same problem.
            ("mirror,rotate", 0),
        ];
        for (by, expected) in rows {
            let texts = texts(&space(MATE, by, 1));
            assert_eq!(texts.len(), expected, "{by}: {texts:?}");
            assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), expected, "{by}: each once");
        }
        let pawn = r##"8/8/7k/5K2/8/8/1P6/8 w - - stip "#1";"##;
        assert_eq!(texts(&space(pawn, "mirror,rotate", 1)).len(), 6, "only left and right are the same");
        // The men are within b2 to h6, so they can be shifted one file to the left, one rank down and two ranks up.
        assert_eq!(texts(&space(pawn, "shift", 1)).len(), 2 * 4 - 1);
    }

    #[test]
    fn two_changes_may_meet_on_a_square() {
        let space = space(MATE, "remove,add=Q,move=R", 2);
        let texts = texts(&space);
        assert!(texts.contains(&"remove a1, add white Qa1".to_string()), "{texts:?}");
        assert!(texts.contains(&"move a1 b1, add white Qa1".to_string()));
        assert!(!texts.contains(&"remove a1, move a1 b1".to_string()));
    }

    #[test]
    fn changes_that_undo_each_other_are_no_variant() {
        let space = space(r##"8/8/7k/5K2/8/8/1P6/8 w - - stip "#1";"##, "shift", 2);
        let base = space.base().diagram.clone();
        assert_eq!(space.len(), 7 + 7 * 6 / 2);
        let variants: Vec<Variant> = (0..space.len()).filter_map(|n| space.variant(n)).collect();
        assert!(variants.len() > 7 && variants.iter().all(|variant| variant.problem.diagram != base));
    }

    #[test]
    fn lists_are_tried_with_each_position() {
        let base = syntax::line(MATE).0.expect("a problem");
        let conditions = ["Circe", "Madrasi"].map(|text| (text.to_string(), syntax::conditions(text).expect(text)));
        let request = Request { conditions: conditions.to_vec(), ..Request::default() };
        let space = Space::new(&base, request);
        assert_eq!(texts(&space), ["cond Circe", "cond Madrasi"]);
    }

    #[test]
    fn placements_leave_out_reflections_and_occupied_squares() {
        let base = syntax::line(r##"8/8/8/8/8/8/8/7k w - - stip "#1";"##).0.expect("a problem");
        let placed = |text: &str, by_symmetry: bool| {
            let places = places(text, &Shape::default(), PieceLetters::default()).expect(text);
            texts(&Space::new(&base, Request { places, by_symmetry, ..Request::default() })).len()
        };
        assert_eq!(placed("K:*", false), 63);
        // The diagonal a8-h1 has seven squares without that of the black king.
        assert_eq!(placed("K:*", true), 7 + 28);
        assert_eq!(placed("R:* R:*", false), 63 * 62 / 2);
        assert_eq!(placed("P:a2-h7", true), 48, "pawns know the direction");
        assert_eq!(placed("K:a1-b2", true), 4, "the set is not symmetrical");
    }
}
