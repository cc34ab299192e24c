//! Groups defences with the same answer for printing: `1...Bc6, Bd5`, or `1...B~` for all other moves of a man.

use super::style::TextStyle;
use crate::solution::{Node, Part};
use crate::units::{Origin, Special};

/// Groups defences that have the same play after them. Every other move is a group of its own. The groups are in the
/// order of their first moves.
pub fn groups<'a>(nodes: &[&'a Node]) -> Vec<Vec<&'a Node>> {
    let mut groups: Vec<Vec<&Node>> = Vec::new();
    for &node in nodes {
        match groups.iter_mut().find(|group| go_on_alike(group[0], node)) {
            Some(group) => group.push(node),
            None => groups.push(vec![node]),
        }
    }
    groups
}

fn go_on_alike(a: &Node, b: &Node) -> bool {
    let is_defence = |node: &Node| node.part == Part::Defence && !node.renumbered && !node.violation;
    is_defence(a) && is_defence(b) && a.annotation == b.annotation && a.goals == b.goals && is_same_play(a, b)
}

/// Whether the play after `a` and the play after `b` are equal in print.
fn is_same_play(a: &Node, b: &Node) -> bool {
    let is_same = |a: &Node, b: &Node| {
        (a.part, a.annotation, a.renumbered, a.violation) == (b.part, b.annotation, b.renumbered, b.violation)
            && (a.origin, &a.goals) == (b.origin, &b.goals)
            && is_same_move(a, b)
            && is_same_play(a, b)
    };
    a.children.len() == b.children.len() && a.children.iter().zip(&b.children).all(|(a, b)| is_same(a, b))
}

/// Whether two moves are written alike. The kind of a captured man is ignored, because it is not written.
fn is_same_move(a: &Node, b: &Node) -> bool {
    let (a, b) = (&a.record, &b.record);
    (a.mover, a.from, a.to, a.promotion, a.special, a.via, a.check)
        == (b.mover, b.from, b.to, b.promotion, b.special, b.via, b.check)
        && a.captured.map(|(_, square)| square) == b.captured.map(|(_, square)| square)
        && a.onward == b.onward
        && a.consequences == b.consequences
}

/// Returns the texts of a group's moves. Moves of one man are combined into one text such as `B~` if [`at_random`]
/// permits it. `all` contains every group of moves that are alternatives at this point of the play.
pub fn moves_of(group: &[&Node], all: &[Vec<&Node>], style: &TextStyle) -> Vec<String> {
    let mut text = Vec::new();
    for (i, node) in group.iter().enumerate() {
        let same = |other: &&&Node| is_same_man(other, node);
        match at_random(group, all, node) {
            Some(_) if group[..i].iter().any(|other| is_same_man(other, node)) => {}
            Some(origin) if group.iter().filter(same).count() > 1 => {
                text.push(style.move_text_with_origin(node, origin))
            }
            _ => text.push(style.move_text(node)),
        }
    }
    text
}

fn is_same_man(a: &Node, b: &Node) -> bool {
    a.record.from == b.record.from && !is_special(a) && !is_special(b)
}

fn is_special(node: &Node) -> bool {
    matches!(node.record.special, Special::Null | Special::RoleExchange | Special::Exchange(_) | Special::Unseen)
}

/// Decides whether all moves in `group` of the man that makes the move `node` are written as a single text such as
/// `B~`. If so, returns the part of the departure square that this text needs; if each move is written separately,
/// returns `None`. `all` contains every group of alternatives at this point. A single text is used if:
///
/// 1. the group has at least three of the man's moves, or all of them;
/// 2. no other group has more of the man's moves, and no earlier group has as many; and
/// 3. the moves agree in check, goals and changes beside the move itself (such as rebirths).
///
/// The man's moves in other groups are then written separately.
fn at_random(group: &[&Node], all: &[Vec<&Node>], node: &Node) -> Option<Origin> {
    let origin = node.random.filter(|_| !is_special(node))?;
    let count = |group: &[&Node]| group.iter().filter(|other| is_same_man(other, node)).count();
    let here = count(group);
    let counts: Vec<usize> = all.iter().map(|group| count(group)).collect();
    let most = counts.iter().max().copied().unwrap_or_default();
    let is_first =
        counts.iter().position(|&n| n == most) == all.iter().position(|other| std::ptr::eq(other[0], group[0]));
    let alike = group.iter().filter(|other| is_same_man(other, node)).all(|other| {
        (other.record.check, &other.goals, other.record.mover) == (node.record.check, &node.goals, node.record.mover)
            && other.record.consequences == node.record.consequences
    });
    (alike && is_first && here == most && (here >= 3 || here == counts.iter().sum::<usize>())).then_some(origin)
}
