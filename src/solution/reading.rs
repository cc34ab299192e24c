//! Access to a solution by composition terms: iterates over keys, tries, set play and lines, so that callers
//! need not go through twins, phases and groups.

use super::tree::{Node, Part, Phase, PhaseKind, Solution, Style};
use crate::notation::{Letters, long_algebraic};
use crate::units::{Color, Square};
use std::fmt;

impl Solution {
    /// Iterates over the keys of battle play in all twins, in the order of the twins. A move that breaks an
    /// obligation of reflex play is no key.
    ///
    /// ```
    /// let parsed = keymove::Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##).unwrap();
    /// let solution = parsed.problem().solve().unwrap();
    /// let keys: Vec<String> = solution.keys().map(|key| key.to_string()).collect();
    /// assert_eq!(keys, ["Ra1-h1#"]);
    /// ```
    ///
    /// [`Phase::keys`] returns the keys of one phase of one twin:
    ///
    /// ```
    /// let text = r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; twin "b) move a1 b1";"##;
    /// let solution = keymove::Problem::parse(text).unwrap().problem().solve().unwrap();
    /// let mut keys = Vec::new();
    /// for twin in &solution.twins {
    ///     for phase in &twin.phases {
    ///         keys.extend(phase.keys().map(|key| format!("{} {key}", twin.label)));
    ///     }
    /// }
    /// assert_eq!(keys, ["a) Ra1-h1#", "b) Rb1-h1#"]);
    /// ```
    pub fn keys(&self) -> impl Iterator<Item = Move<'_>> {
        self.phases(PhaseKind::Play).flat_map(Phase::keys)
    }

    /// Iterates over the tries of battle play in all twins, in the order of the twins. [`Move::refutations`]
    /// returns what refutes a try.
    pub fn tries(&self) -> impl Iterator<Item = Move<'_>> {
        self.phases(PhaseKind::Play).flat_map(Phase::tries)
    }

    /// Iterates over the first moves of the set play in all twins, in battle play and in help play.
    pub fn set_play(&self) -> impl Iterator<Item = Move<'_>> {
        let groups = self.phases(PhaseKind::SetPlay).flat_map(|phase| &phase.groups);
        groups.flat_map(|group| &group.nodes).map(|node| Move { node })
    }

    /// Iterates over the solutions of help and series play in all twins, in the order of the twins. Each item
    /// contains all moves of a solution.
    ///
    /// ```
    /// let parsed = keymove::Problem::parse(r##"7k/5K1p/8/8/8/8/8/7R b - - stip "h#1";"##).unwrap();
    /// let solution = parsed.problem().solve().unwrap();
    /// let lines: Vec<String> = solution.lines().map(|line| format!("{} {}", line[0], line[1])).collect();
    /// assert_eq!(lines, ["h7-h5 Rh1xh5#", "h7-h6 Rh1xh6#"]);
    /// ```
    pub fn lines(&self) -> impl Iterator<Item = Vec<Move<'_>>> {
        self.phases(PhaseKind::Play).flat_map(Phase::lines)
    }

    /// Whether the search was complete, so that no play is missing because of a limit.
    pub fn is_complete(&self) -> bool {
        self.twins.iter().all(|twin| twin.cut.is_none())
    }

    fn phases(&self, kind: PhaseKind) -> impl Iterator<Item = &Phase> {
        self.twins.iter().flat_map(|twin| &twin.phases).filter(move |phase| phase.kind == kind)
    }
}

impl Phase {
    /// Iterates over the keys of battle play in this phase. Set play has no keys.
    pub fn keys(&self) -> impl Iterator<Item = Move<'_>> {
        self.first_moves(Part::Key)
    }

    /// Iterates over the tries of battle play in this phase.
    pub fn tries(&self) -> impl Iterator<Item = Move<'_>> {
        self.first_moves(Part::Try)
    }

    /// Iterates over the lines of help and series play in this phase. Each item contains all moves of a line.
    pub fn lines(&self) -> impl Iterator<Item = Vec<Move<'_>>> {
        self.groups.iter().filter(|group| group.style == Style::Lines).flat_map(|group| lines_of(&group.nodes))
    }

    fn first_moves(&self, part: Part) -> impl Iterator<Item = Move<'_>> {
        let nodes = self.groups.iter().flat_map(|group| &group.nodes);
        nodes.filter(move |node| node.part == part && !node.is_broken()).map(|node| Move { node })
    }
}

/// Returns the paths from the first moves `nodes` to the ends of play, except those that break a rule of the
/// play.
fn lines_of(nodes: &[Node]) -> Vec<Vec<Move<'_>>> {
    let mut lines = Vec::new();
    for node in nodes.iter().filter(|node| !node.is_broken()) {
        match node.children.is_empty() {
            true => lines.push(vec![Move { node }]),
            false => {
                lines.extend(lines_of(&node.children).into_iter().map(|rest| [vec![Move { node }], rest].concat()))
            }
        }
    }
    lines
}

/// A move of a solution, and the play after it.
///
/// ```
/// use keymove::{Color, Problem};
///
/// let text = r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; opt "Variation";"##;
/// let solution = Problem::parse(text)?.problem().solve()?;
/// let key = solution.keys().next().unwrap();
/// assert_eq!((key.side(), key.to_string()), (Color::White, "Kf6-f7".to_string()));
/// for defence in key.defences() {
///     let continuation = defence.continuations().next().unwrap();
///     assert_eq!(format!("{defence} {continuation}"), "Kh8-h7 Rg1-h1#");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Move<'s> {
    node: &'s Node,
}

impl<'s> Move<'s> {
    /// Returns the side that makes the move.
    pub fn side(self) -> Color {
        self.node.record.mover.color
    }

    /// Returns the departure square.
    pub fn from(self) -> Square {
        self.node.record.from
    }

    /// Returns the arrival square.
    pub fn to(self) -> Square {
        self.node.record.to
    }

    /// Whether the move reaches one of the stipulation's goals.
    pub fn reaches_goal(self) -> bool {
        !self.node.goals.is_empty()
    }

    /// Iterates over the defences that refute a try.
    pub fn refutations(self) -> impl Iterator<Item = Move<'s>> {
        self.following(Part::Refutation)
    }

    /// Iterates over the threats of a key or of a continuation.
    pub fn threats(self) -> impl Iterator<Item = Move<'s>> {
        self.following(Part::Threat)
    }

    /// Iterates over the defences that begin the variations after the move. It is empty unless the problem has
    /// the option `Variation`.
    pub fn defences(self) -> impl Iterator<Item = Move<'s>> {
        self.following(Part::Defence)
    }

    /// Iterates over the answers to a defence. More than one answer is a dual.
    pub fn continuations(self) -> impl Iterator<Item = Move<'s>> {
        self.following(Part::Continuation)
    }

    fn following(self, part: Part) -> impl Iterator<Item = Move<'s>> {
        self.node.children.iter().filter(move |child| child.part == part).map(|node| Move { node })
    }

    #[doc(hidden)]
    pub fn node(self) -> &'s Node {
        self.node
    }
}

/// Writes the move in long notation with the letters of chess problems (S for a knight): `Sg5xf7+`, `e2-e4`,
/// `b7-b8=Q#`.
impl fmt::Display for Move<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Node { record, goals, .. } = self.node;
        f.write_str(&long_algebraic(record, Letters::Problem, 'x'))?;
        if record.check && !goals.iter().any(|goal| goal.hides_check()) {
            f.write_str("+")?;
        }
        goals.iter().try_for_each(|goal| f.write_str(goal.sign()))
    }
}
