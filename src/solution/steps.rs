//! Moves given by their squares. They are used to compare the play of two problems.

use super::tree::{Group, Node, Part, Style};
use crate::units::{MoveRecord, Piece, Special, Square};

/// A move given by its squares. The moving man, captures and the effects of conditions are left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    pub from: Square,
    pub to: Square,
    /// The arrival square of the move. It differs from `to` if the move has several legs.
    pub arrival: Square,
    pub promotion: Option<Piece>,
    pub special: Special,
}

impl Step {
    pub fn of(record: &MoveRecord) -> Step {
        let MoveRecord { from, to, promotion, special, .. } = *record;
        Step { from, to, arrival: record.arrival(), promotion, special }
    }
}

/// A path from a first move to an end of the play. Each move has its role in the solution.
pub type Path = Vec<(Part, Step)>;

impl Group {
    /// Returns all paths from the first moves to the ends of play, except paths that break a rule of the play.
    pub fn paths(&self) -> Vec<Path> {
        let mut paths = Vec::new();
        // In help play the role of a move makes no difference.
        let part = |node: &Node| if self.style == Style::Lines { Part::Help } else { node.part };
        descend(&self.nodes, &part, &mut Vec::new(), &mut paths);
        paths
    }
}

fn descend(nodes: &[Node], part: &dyn Fn(&Node) -> Part, path: &mut Path, paths: &mut Vec<Path>) {
    for node in nodes.iter().filter(|node| !node.is_broken()) {
        path.push((part(node), Step::of(&node.record)));
        if node.children.is_empty() {
            paths.push(path.clone());
        } else {
            descend(&node.children, part, path, paths);
        }
        path.pop();
    }
}
