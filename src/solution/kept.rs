//! Converts the tree of a solution to a flat list of moves that can be serialized, and back. A nested form could be too
//! deep for a deserializer.

use super::tree::{Annotation, Node, Part};
use crate::units::{Goal, MoveRecord, Origin};
use serde::{Deserialize, Serialize};

/// A move in the list. Its children follow it, each followed by its own children.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KeptNode {
    #[serde(rename = "p")]
    part: Part,
    #[serde(rename = "m")]
    record: MoveRecord,
    #[serde(rename = "g", default, skip_serializing_if = "Vec::is_empty")]
    goals: Vec<Goal>,
    #[serde(rename = "a", default, skip_serializing_if = "is_default")]
    annotation: Annotation,
    #[serde(rename = "n", default, skip_serializing_if = "is_default")]
    renumbered: bool,
    #[serde(rename = "v", default, skip_serializing_if = "is_default")]
    violation: bool,
    #[serde(rename = "o", default, skip_serializing_if = "is_default")]
    origin: Origin,
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    random: Option<Origin>,
    /// Number of the move's direct children.
    #[serde(rename = "c", default, skip_serializing_if = "is_default")]
    children: usize,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Returns all moves of the trees `nodes` as a list, each move before its children.
pub fn kept(nodes: &[Node]) -> Vec<KeptNode> {
    fn add(nodes: &[Node], kept: &mut Vec<KeptNode>) {
        for node in nodes {
            let &Node { part, annotation, renumbered, violation, origin, random, .. } = node;
            let (record, goals, children) = (node.record.clone(), node.goals.clone(), node.children.len());
            kept.push(KeptNode { part, record, goals, annotation, renumbered, violation, origin, random, children });
            add(&node.children, kept);
        }
    }
    let mut all = Vec::new();
    add(nodes, &mut all);
    all
}

/// Rebuilds the trees from the list that [`kept`] returns. Returns `None` if the list is incomplete.
pub fn unkept(kept: Vec<KeptNode>) -> Option<Vec<Node>> {
    fn next(kept: &mut impl Iterator<Item = KeptNode>, count: usize) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        for _ in 0..count {
            let node = kept.next()?;
            let children = next(kept, node.children)?;
            let KeptNode { part, record, goals, annotation, renumbered, violation, origin, random, .. } = node;
            nodes.push(Node { part, record, goals, annotation, children, renumbered, violation, origin, random });
        }
        Some(nodes)
    }
    let mut kept = kept.into_iter().peekable();
    let mut nodes = Vec::new();
    while kept.peek().is_some() {
        nodes.extend(next(&mut kept, 1)?);
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Color, Square};

    #[test]
    fn what_is_kept_comes_back() {
        let leaf = |part| Node::new(part, MoveRecord::null(Color::Black));
        let goals = vec![Goal::Mate, Goal::Target(Square::new(3, 4).expect("a square"))];
        let deep = (0..2000).fold(leaf(Part::Help), |node, _| Node { children: vec![node], ..leaf(Part::Help) });
        let key = Node {
            goals,
            annotation: Annotation::Zugzwang,
            random: Some(Origin::File),
            children: vec![leaf(Part::Defence), Node { violation: true, ..leaf(Part::Threat) }],
            ..leaf(Part::Key)
        };
        let nodes = vec![key, deep, leaf(Part::Try)];
        let text = serde_json::to_string(&kept(&nodes)).expect("it can be written");
        let mut read: Vec<KeptNode> = serde_json::from_str(&text).expect("it can be read");
        assert_eq!(unkept(read.clone()).as_ref(), Some(&nodes));
        read.truncate(100);
        assert_eq!(unkept(read), None);
    }
}
