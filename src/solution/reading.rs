//! Access to a solution by composition terms: keys, tries, set play and lines. Callers need not go through twins,
//! phases and groups.

use super::tree::{Annotation, Node, Part, Phase, PhaseKind, Solution, Style};
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

    /// Iterates over the tries of battle play in all twins, in the order of the twins. [`Move::refutations`] returns
    /// the refutations of a try.
    pub fn tries(&self) -> impl Iterator<Item = Move<'_>> {
        self.phases(PhaseKind::Play).flat_map(Phase::tries)
    }

    /// Iterates over the first moves of the set play in all twins, for battle play and help play.
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

    /// Whether the search was complete. If not, a limit may have left out play.
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
        self.places_of_lines().map(|line| line.into_iter().map(|(_, node)| Move { node }).collect())
    }

    /// Iterates over the paths of the lines of help and series play. [`Phase::move_at`] returns the move at the end of
    /// a path.
    ///
    /// ```
    /// let parsed = keymove::Problem::parse(r##"7k/5K1p/8/8/8/8/8/7R b - - stip "h#1";"##).unwrap();
    /// let solution = parsed.problem().solve().unwrap();
    /// let phase = &solution.twins[0].phases[0];
    /// assert_eq!(phase.line_paths().collect::<Vec<_>>(), [[0, 0], [1, 0]]);
    /// assert_eq!(phase.move_at(&[1, 0]).unwrap().to_string(), "Rh1xh6#");
    /// ```
    pub fn line_paths(&self) -> impl Iterator<Item = Vec<usize>> {
        self.places_of_lines().map(|line| line.into_iter().map(|(index, _)| index).collect())
    }

    /// Returns the move at the end of a path, or `None` if the path is empty or leads to no move. A path consists of
    /// the index of one of [`Phase::moves`], then the index of one of the [`Move::moves`] after it, and so on. A
    /// program can store a path to refer to a move.
    pub fn move_at(&self, path: &[usize]) -> Option<Move<'_>> {
        let (&first, rest) = path.split_first()?;
        let mut index = first;
        let mut groups = self.groups.iter();
        let first = loop {
            let nodes = &groups.next()?.nodes;
            match nodes.get(index) {
                Some(node) => break node,
                None => index -= nodes.len(),
            }
        };
        let node = rest.iter().try_fold(first, |node, &index| node.children.get(index))?;
        Some(Move { node })
    }

    /// Iterates over the lines. Each move has its index among its siblings.
    fn places_of_lines(&self) -> impl Iterator<Item = Vec<(usize, &Node)>> {
        let mut before = 0;
        self.groups.iter().flat_map(move |group| {
            let first = before;
            before += group.nodes.len();
            if group.style == Style::Lines { lines_of(&group.nodes, first) } else { Vec::new() }
        })
    }

    /// Iterates over all first moves of the phase, in the order of the output: keys and tries, defences of set play, or
    /// first moves of lines.
    pub fn moves(&self) -> impl Iterator<Item = Move<'_>> {
        self.groups.iter().flat_map(|group| &group.nodes).map(|node| Move { node })
    }

    fn first_moves(&self, part: Part) -> impl Iterator<Item = Move<'_>> {
        let nodes = self.groups.iter().flat_map(|group| &group.nodes);
        nodes.filter(move |node| node.part == part && !node.is_broken()).map(|node| Move { node })
    }
}

/// Returns the paths from the moves `nodes` to the ends of play. Paths that break a rule of the play are left out. Each
/// move has its index among its siblings; that of the first of `nodes` is `first`.
fn lines_of(nodes: &[Node], first: usize) -> Vec<Vec<(usize, &Node)>> {
    let mut lines = Vec::new();
    for (index, node) in nodes.iter().enumerate().filter(|(_, node)| !node.is_broken()) {
        let step = vec![(first + index, node)];
        match node.children.is_empty() {
            true => lines.push(step),
            false => lines.extend(lines_of(&node.children, 0).into_iter().map(|rest| [step.clone(), rest].concat())),
        }
    }
    lines
}

/// A move of a solution, and the play after it.
///
/// ```
/// use keymove::{Color, Problem};
///
/// // Wikipedia's example of Madrasi.
/// let text = r##"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi"; opt "Variation";"##;
/// let solution = Problem::parse(text)?.problem().solve()?;
/// let key = solution.keys().next().unwrap();
/// assert_eq!((key.side(), key.to_string()), (Color::White, "Ba1-e5+".to_string()));
/// let defence = key.defences().next().unwrap();
/// let continuation = defence.continuations().next().unwrap();
/// assert_eq!(format!("{defence} {continuation}"), "Rh4-c4 b3xc4#");
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

    /// Returns the letters of the man that moves, in the notation of chess problems: `S` for a knight.
    pub fn piece(self) -> &'static str {
        self.node.record.mover.piece.letters()
    }

    /// Returns the letters of the piece to which a pawn promotes, or `None` if the move is no promotion.
    pub fn promotion(self) -> Option<&'static str> {
        self.node.record.promotion.map(|piece| piece.letters())
    }

    /// Returns the square of the captured man, which may differ from the arrival square. Returns `None` if the move
    /// captures nothing.
    pub fn captured(self) -> Option<Square> {
        self.node.record.captured.map(|(_, square)| square)
    }

    /// Whether the move leaves the other side in check.
    pub fn gives_check(self) -> bool {
        self.node.record.check
    }

    /// Whether the move puts the defender in zugzwang: there is no threat, but the defender has no harmless move.
    pub fn is_zugzwang(self) -> bool {
        self.node.annotation == Annotation::Zugzwang
    }

    /// Whether some line with this move fulfils all obligations of reflex play. Lines that violate an obligation are
    /// printed, but are no solutions.
    pub fn is_solution(self) -> bool {
        !self.node.is_broken()
    }

    /// Returns the role of the move in the solution.
    pub fn part(self) -> Part {
        self.node.part
    }

    /// Iterates over all moves that follow this one in the solution, in all roles.
    pub fn moves(self) -> impl Iterator<Item = Move<'s>> {
        self.node.children.iter().map(|node| Move { node })
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

    /// Iterates over the defences that begin the variations after the move. There are none if the problem does not have
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
