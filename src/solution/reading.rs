//! Access to a solution by composition terms: its keys, tries, set play and lines, without iterating over
//! twins, phases and groups.

use super::tree::{Node, Part, Phase, PhaseKind, Solution, Style};
use crate::notation::{Letters, long_algebraic};
use std::fmt;

impl Solution {
    /// Iterates over the keys of battle play of all twins, in their order. A key that breaks the rule of reflex
    /// play is excluded.
    ///
    /// ```
    /// let problem: keymove::Problem = r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##.parse().unwrap();
    /// let keys: Vec<String> = keymove::solve(&problem).unwrap().keys().map(ToString::to_string).collect();
    /// assert_eq!(keys, ["Ra1-h1#"]);
    /// ```
    ///
    /// [`Phase::keys`] returns those of one phase of one twin:
    ///
    /// ```
    /// let problem: keymove::Problem =
    ///     r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; twin "b) move a1 b1";"##.parse().unwrap();
    /// let solution = keymove::solve(&problem).unwrap();
    /// let mut told = Vec::new();
    /// for twin in &solution.twins {
    ///     for phase in &twin.phases {
    ///         told.extend(phase.keys().map(|key| format!("{} {key}", twin.label)));
    ///     }
    /// }
    /// assert_eq!(told, ["a) Ra1-h1#", "b) Rb1-h1#"]);
    /// ```
    pub fn keys(&self) -> impl Iterator<Item = &Node> {
        self.phases(PhaseKind::Play).flat_map(Phase::keys)
    }

    /// Iterates over the tries of battle play of all twins, in their order, each with its
    /// [refutations](Node::refutations).
    pub fn tries(&self) -> impl Iterator<Item = &Node> {
        self.phases(PhaseKind::Play).flat_map(Phase::tries)
    }

    /// Iterates over the set play: the first moves that the other side could play in the diagram, in battle
    /// play and help play.
    pub fn set_play(&self) -> impl Iterator<Item = &Node> {
        self.phases(PhaseKind::SetPlay).flat_map(|phase| &phase.groups).flat_map(|group| &group.nodes)
    }

    /// Iterates over the solutions of help and series play of all twins, in their order, each with all its
    /// moves.
    ///
    /// ```
    /// let problem: keymove::Problem = r##"7k/5K1p/8/8/8/8/8/7R b - - stip "h#1";"##.parse().unwrap();
    /// let solution = keymove::solve(&problem).unwrap();
    /// let lines: Vec<String> = solution.lines().map(|line| format!("{} {}", line[0], line[1])).collect();
    /// assert_eq!(lines, ["h7-h5 Rh1xh5#", "h7-h6 Rh1xh6#"]);
    /// ```
    pub fn lines(&self) -> impl Iterator<Item = Vec<&Node>> {
        self.phases(PhaseKind::Play).flat_map(Phase::lines)
    }

    /// Whether no limit has cut the search, so that no solution is missing.
    pub fn is_complete(&self) -> bool {
        self.twins.iter().all(|twin| twin.cut.is_none())
    }

    fn phases(&self, kind: PhaseKind) -> impl Iterator<Item = &Phase> {
        self.twins.iter().flat_map(|twin| &twin.phases).filter(move |phase| phase.kind == kind)
    }
}

impl Phase {
    /// Iterates over the keys of battle play; set play has none.
    pub fn keys(&self) -> impl Iterator<Item = &Node> {
        self.first_moves(Part::Key)
    }

    /// Iterates over the tries of battle play.
    pub fn tries(&self) -> impl Iterator<Item = &Node> {
        self.first_moves(Part::Try)
    }

    /// Iterates over the lines of help and series play, or of its set play, each with all its moves.
    pub fn lines(&self) -> impl Iterator<Item = Vec<&Node>> {
        self.groups.iter().filter(|group| group.style == Style::Lines).flat_map(|group| lines_of(&group.nodes))
    }

    fn first_moves(&self, part: Part) -> impl Iterator<Item = &Node> {
        let nodes = self.groups.iter().flat_map(|group| &group.nodes);
        nodes.filter(move |node| node.part == part && !node.is_broken())
    }
}

/// Returns every path from a first move to a last one that breaks no rule of the play.
fn lines_of(nodes: &[Node]) -> Vec<Vec<&Node>> {
    let mut lines = Vec::new();
    for node in nodes.iter().filter(|node| !node.is_broken()) {
        match node.children.is_empty() {
            true => lines.push(vec![node]),
            false => lines.extend(lines_of(&node.children).into_iter().map(|rest| [vec![node], rest].concat())),
        }
    }
    lines
}

impl Node {
    /// Iterates over the defences that refute a try.
    pub fn refutations(&self) -> impl Iterator<Item = &Node> {
        self.following(Part::Refutation)
    }

    /// Iterates over the threats of a key or a continuation.
    pub fn threats(&self) -> impl Iterator<Item = &Node> {
        self.following(Part::Threat)
    }

    /// Iterates over the defences, each the beginning of a variation, if the variations were asked for.
    pub fn defences(&self) -> impl Iterator<Item = &Node> {
        self.following(Part::Defence)
    }

    /// Iterates over the answers to a defence; more than one is a dual.
    pub fn continuations(&self) -> impl Iterator<Item = &Node> {
        self.following(Part::Continuation)
    }

    fn following(&self, part: Part) -> impl Iterator<Item = &Node> {
        self.children.iter().filter(move |child| child.part == part)
    }
}

/// Writes the move in long notation with problem letters (S for a knight): `Sg5xf7+`, `e2-e4`, `b7-b8=Q#`.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&long_algebraic(&self.record, Letters::Problem, 'x'))?;
        if self.record.check && !self.goals.iter().any(|goal| goal.hides_check()) {
            f.write_str("+")?;
        }
        self.goals.iter().try_for_each(|goal| f.write_str(goal.sign()))
    }
}
