//! Decides whether a variant, a changed problem, has the same solution as the base, the problem before the changes.
//! docs/explore.md defines this.

use super::symmetry::Symmetry;
use crate::problem::{Change, Problem};
use crate::solution::{AuthorLine, Finding, FindingKind, Part, Path, PhaseKind, Solution, Step, Style, compare, parse};
use crate::solve::ExpectedLine;
use crate::units::{Castling, Color, Piece, Shape, Special, Square, Unit};
use std::collections::BTreeSet;

/// How a variant's solution is related to that of the base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Same,
    /// The solution has some play in common with the base, or has the same keys with other play after them.
    Alike,
    /// The solution has no key and no line in common with the base.
    Other,
}

/// The play of a sound base, for comparison with variants.
#[derive(Clone, Debug, Default)]
pub struct BasePlay {
    phases: Vec<BasePhase>,
    /// The author's solution, if a variant must keep its lines of battle play. If it is `None`, the battle play of a
    /// variant must be that of the base.
    author: Option<Author>,
    /// Whether a man that the variant has on another square keeps its identity: its first move from the new square
    /// counts as the same move as in the base.
    by_idea: bool,
}

#[derive(Clone, Debug)]
struct BasePhase {
    kind: PhaseKind,
    exchanged: bool,
    /// The side that begins the play.
    side: Option<Color>,
    groups: Vec<(Style, Vec<Path>)>,
}

#[derive(Clone, Debug)]
struct Author {
    text: String,
    /// The findings about the author's solution that the base itself has.
    remarks: BTreeSet<String>,
}

impl BasePlay {
    /// Returns the play of a base, taken from its complete solution. `by_idea` is whether moved men keep their identity
    /// in comparisons, see [`BasePlay::relation`].
    pub fn of(base: &Problem, solution: &Solution, by_idea: bool) -> BasePlay {
        let phases = solution.twins.iter().flat_map(|twin| &twin.phases).map(|phase| BasePhase {
            kind: phase.kind,
            exchanged: phase.exchanged,
            side: phase.groups.iter().flat_map(|group| &group.nodes).map(|node| node.record.mover.color).next(),
            groups: phase.groups.iter().map(|group| (group.style, group.paths())).collect(),
        });
        let phases: Vec<BasePhase> = phases.collect();
        let is_battle = phases.iter().any(|phase| phase.groups.iter().any(|(style, _)| *style == Style::Tree));
        // A text that names only the key, or the key and a threat, does not describe the play after a defence.
        let has_variation = |text: &String| {
            let is_variation = |line: &AuthorLine| {
                !line.moves.first().is_some_and(|first| first.is_try) && line.moves.iter().any(|m| m.ply == 1)
            };
            parse(text).lines.iter().any(is_variation)
        };
        let text = base.intent.solution.clone().filter(|text| is_battle && !by_idea && has_variation(text));
        let author = text.map(|text| Author { remarks: lost_of_author(&text, base, solution), text });
        BasePlay { phases, author, by_idea }
    }

    /// Returns the lines of help play, set play included, that a variant with these changes has to have.
    pub fn expected_lines(&self, base: &Problem, changes: &[Change]) -> Vec<ExpectedLine> {
        let relocation = Relocation::of(base, changes, self.by_idea);
        let mut lines = Vec::new();
        for phase in self.phases.iter().filter(|phase| !phase.exchanged) {
            let Some(side) = phase.side else { continue };
            for (_, paths) in phase.groups.iter().filter(|(style, _)| *style == Style::Lines) {
                let steps = paths.iter().map(|path| relocation.moved(path).into_iter().map(|(_, step)| step).collect());
                let is_set_play = phase.kind == PhaseKind::SetPlay;
                lines.extend(steps.map(|steps| ExpectedLine { side, is_set_play, steps }));
            }
        }
        lines
    }

    /// Returns the number of solutions of the phase that has most.
    pub fn most_solutions(&self) -> usize {
        let of_phase = |phase: &BasePhase| {
            let of_group = |(style, paths): &(Style, Vec<Path>)| match style {
                Style::Lines => paths.len(),
                Style::Tree => keys(paths).len(),
            };
            phase.groups.iter().map(of_group).sum()
        };
        self.phases.iter().map(of_phase).max().unwrap_or(0)
    }

    /// Compares the complete solution of a variant with that of the base.
    pub fn relation(&self, base: &Problem, changes: &[Change], variant: &Problem, solution: &Solution) -> Relation {
        let relocation = Relocation::of(base, changes, self.by_idea);
        let phases: Vec<_> = solution.twins.iter().flat_map(|twin| &twin.phases).collect();
        let (mut is_same, mut has_common) = (phases.len() == self.phases.len(), false);
        for (mine, theirs) in self.phases.iter().zip(&phases) {
            is_same &=
                (mine.kind, mine.exchanged, mine.groups.len()) == (theirs.kind, theirs.exchanged, theirs.groups.len());
            for ((style, paths), group) in mine.groups.iter().zip(&theirs.groups) {
                let old: Vec<Path> = paths.iter().map(|path| relocation.moved(path)).collect();
                let new = group.paths();
                if *style == Style::Tree && mine.kind == PhaseKind::Play {
                    has_common |= !keys(&old).is_disjoint(&keys(&new));
                    is_same &= keys(&old) == keys(&new);
                } else if mine.kind == PhaseKind::Play {
                    has_common |= !lines(&old).is_disjoint(&lines(&new));
                }
                is_same &= *style == group.style
                    && match (style, &self.author) {
                        // A variation that a new threat answers is in no tree, even if the author gives the variation.
                        // So the threats are compared, too.
                        (Style::Tree, Some(_)) => threats(&old) == threats(&new),
                        (Style::Tree, None) => relocation.compared(&old, true) == relocation.compared(&new, false),
                        (Style::Lines, _) => lines(&old) == lines(&new),
                    };
            }
        }
        if let Some(author) = self.author.as_ref().filter(|_| is_same) {
            is_same = lost_of_author(&author.text, variant, solution).is_subset(&author.remarks);
        }
        match (is_same, has_common) {
            (true, _) => Relation::Same,
            (false, true) => Relation::Alike,
            (false, false) => Relation::Other,
        }
    }
}

/// Returns the texts of all findings that a part of the author's solution is missing in the solution found. The
/// severity of the findings is ignored.
pub fn lost_of_author(text: &str, problem: &Problem, solution: &Solution) -> BTreeSet<String> {
    let is_lost = |finding: &Finding| {
        use FindingKind::{AuthorKeyNotFound, AuthorLineNotFound, AuthorTryNotFound};
        matches!(finding.kind, AuthorKeyNotFound | AuthorLineNotFound | AuthorTryNotFound)
    };
    compare(text, problem, solution).into_iter().filter(is_lost).map(|finding| finding.full_text()).collect()
}

/// A move in a form that can be sorted: its role ([`Part`]), departure square, target square, arrival square, and a
/// text for promotion and special moves.
type Sorted = (u8, Square, Square, Square, String);

fn sorted(&(part, step): &(Part, Step)) -> Sorted {
    let more = format!("{:?} {:?}", step.promotion, step.special);
    (part as u8, step.from, step.to, step.arrival, more)
}

fn lines(paths: &[Path]) -> BTreeSet<Vec<Sorted>> {
    paths.iter().map(|path| path.iter().map(sorted).collect()).collect()
}

fn keys(paths: &[Path]) -> BTreeSet<Sorted> {
    let firsts = paths.iter().filter_map(|path| path.first());
    firsts.filter(|(part, _)| *part == Part::Key).map(sorted).collect()
}

/// Returns each key in the paths together with each of its threats.
fn threats(paths: &[Path]) -> BTreeSet<Vec<Sorted>> {
    let with_threat = paths.iter().filter(|path| path.get(1).is_some_and(|(part, _)| *part == Part::Threat));
    with_threat.map(|path| path[..2].iter().map(sorted).collect()).collect()
}

/// The relation between the squares of the base and those of a variant.
struct Relocation {
    shape: Shape,
    /// The changes of the whole position (shifts, rotations and reflections), in their order.
    whole: Vec<Change>,
    /// The moved men, each with its old and new square. Empty if a move from another square counts as another move.
    moved: Vec<(Square, Square)>,
    /// The squares of the changed men: first in the base (after the changes of the whole position), second in the
    /// variant.
    touched: [Vec<Square>; 2],
}

impl Relocation {
    fn of(base: &Problem, changes: &[Change], by_idea: bool) -> Relocation {
        let shape = base.diagram.placement.shape().clone();
        let is_whole = |change: &&Change| matches!(change, Change::Mirror(_) | Change::Rotate(_) | Change::Shift(..));
        let mut relocation = Relocation {
            shape,
            whole: changes.iter().filter(is_whole).cloned().collect(),
            moved: Vec::new(),
            touched: [Vec::new(), Vec::new()],
        };
        let there = |square: Square| relocation.everywhere(square);
        let (mut before, mut after, mut moved) = (Vec::new(), Vec::new(), Vec::new());
        for change in changes {
            match *change {
                Change::Move(from, to) => {
                    before.push(there(from));
                    after.push(there(to));
                    moved.push((there(from), there(to)));
                }
                Change::Exchange(a, b) => {
                    before.extend([there(a), there(b)]);
                    after.extend([there(a), there(b)]);
                    moved.extend([(there(a), there(b)), (there(b), there(a))]);
                }
                Change::Remove(square) => before.push(there(square)),
                Change::Add(square, _) => {
                    after.push(there(square));
                }
                _ => {}
            }
        }
        relocation.touched = [before, after];
        relocation.moved = if by_idea { moved } else { Vec::new() };
        relocation
    }

    /// Returns the square to which the changes of the whole position move this square.
    fn everywhere(&self, square: Square) -> Square {
        self.whole.iter().fold(square, |square, change| match change {
            Change::Mirror(mirror) => Symmetry::Mirror(*mirror).of(square, &self.shape),
            Change::Rotate(rotation) => Symmetry::Rotation(*rotation).of(square, &self.shape),
            Change::Shift(from, to) => {
                let files = i32::from(to.file()) - i32::from(from.file());
                let ranks = i32::from(to.rank()) - i32::from(from.rank());
                square.offset(files, ranks).unwrap_or(square)
            }
            _ => square,
        })
    }

    /// Returns the path of the variant that corresponds to this path of the base.
    fn moved(&self, path: &Path) -> Path {
        // The men that are on other squares in the variant and have not moved in this path.
        let mut waiting = self.moved.clone();
        let renamed = |&(part, step): &(Part, Step)| {
            let Step { from, to, arrival, .. } = step;
            let mut step = Step {
                from: self.everywhere(from),
                to: self.everywhere(to),
                arrival: self.everywhere(arrival),
                ..step
            };
            let old_from = step.from;
            if let Some(i) = waiting.iter().position(|&(old, _)| old == old_from) {
                step.from = waiting.remove(i).1;
            }
            // A move to the square of such a man captures it.
            if let Some(i) = waiting.iter().position(|&(old, _)| old == step.to) {
                let new = waiting.remove(i).1;
                step.arrival = if step.arrival == step.to { new } else { step.arrival };
                step.to = new;
            }
            (part, step)
        };
        path.iter().map(renamed).collect()
    }

    /// Returns the paths to compare, in a form that can be sorted. Paths in which a changed man defends are left out.
    /// `is_base` states whether the paths are those of the base.
    fn compared(&self, paths: &[Path], is_base: bool) -> BTreeSet<Vec<Sorted>> {
        let touched = &self.touched[if is_base && self.moved.is_empty() { 0 } else { 1 }];
        let begins_with = |path: &&Path| {
            let mut squares = touched.clone();
            !path.iter().any(|&(part, step)| {
                let is_changed = squares.contains(&step.from);
                squares.retain(|&square| square != step.to);
                if is_changed {
                    squares.retain(|&square| square != step.from);
                    squares.push(step.arrival);
                }
                is_changed && part == Part::Defence
            })
        };
        paths.iter().filter(begins_with).map(|path| path.iter().map(sorted).collect()).collect()
    }
}

/// Whether the history of the position matters, so that it may require men. This is so if the solution castles, if the
/// first move may capture en passant, if the castling rights are not those that the squares imply, or if an option
/// describes earlier moves.
pub fn is_retro(base: &Problem, solution: &Solution) -> bool {
    let (diagram, options) = (&base.diagram, &base.options);
    let placement = &diagram.placement;
    let has = |file: u8, rank: u8, unit: Unit| Square::new(file, rank).is_some_and(|s| placement.get(s) == Some(unit));
    let lost = |rook: Square, color: Color| match &diagram.castling {
        Castling::AtHome => false,
        Castling::Rooks(rooks) => {
            has(rook.file(), rook.rank(), Unit::new(color, Piece::ROOK))
                && has(4, rook.rank(), Unit::new(color, Piece::KING))
                && !rooks.contains(&rook)
        }
    };
    let homes = [(0, Color::White), (7, Color::Black)];
    let corners = homes.into_iter().flat_map(|(rank, color)| [0, 7].map(|file| (Square::new(file, rank), color)));
    let has_lost = corners.filter_map(|(square, color)| Some((square?, color))).any(|(rook, color)| lost(rook, color));
    let has_options = !options.no_castling.is_empty()
        || !options.castling_mutually_exclusive.is_empty()
        || !options.en_passant.is_empty();
    let groups = solution.twins.iter().flat_map(|twin| &twin.phases).flat_map(|phase| &phase.groups);
    let mut paths = groups.flat_map(|group| group.paths());
    let castles =
        |(_, step): &(Part, Step)| matches!(step.special, Special::KingSideCastling | Special::QueenSideCastling);
    let is_of_history = has_lost || has_options || diagram.en_passant.is_some();
    is_of_history || paths.any(|path| path.iter().any(castles))
}
