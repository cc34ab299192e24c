//! Judges battle play: compares the keys with the intended ones, and finds the duals after the keys. A try is never a
//! finding.

use super::author::Intended;
use super::finding::{DualIn, FindingKind, FindingSeverity, Findings, moves_with_numbers, ordinal};
use super::shape::{PlayShape, count, deepest};
use super::tree::{Annotation, Group, Node, Part, Phase, TwinSolution};
use crate::notation::{Letters, long_algebraic};
use crate::units::{Color, Piece};

/// The result that a phase of battle play should have, according to the problem and the author's solution.
pub struct Expectation<'a> {
    pub shape: &'a PlayShape,
    pub twin: &'a TwinSolution,
    pub intended: &'a Intended,
    /// Intended number of keys, if the problem states it. If it is `None`, the intended keys are those that the
    /// author's solution names, or one key if it names none.
    pub keys: Option<usize>,
}

/// Judges the keys of a group (their number and length) and the play after them.
pub fn judge_tree(phase: &Phase, group: &Group, expectation: &Expectation, findings: &mut Findings) {
    let is_first_move = |node: &Node| matches!(node.part, Part::Key | Part::Try) || node.violation;
    if group.nodes.iter().any(|node| !is_first_move(node)) {
        return judge_post_key_play(phase, group, expectation, findings);
    }
    let is_cut = expectation.twin.cut.is_some();
    let keys: Vec<&Node> = group.nodes.iter().filter(|node| node.part == Part::Key && !node.violation).collect();
    if let Some(broken) = group.nodes.iter().find(|node| node.violation) {
        if keys.is_empty() {
            findings.error(FindingKind::NoSolution, &[broken], |path| {
                format!("no solution: {} must be played at once", moves_with_numbers(path, phase.numbered))
            });
        }
        return;
    }
    let full = expectation.shape.moves;
    let length = |key: &Node| moves_of(key, phase.numbered);
    // If the search was cut, the play after a key may be longer than the play found.
    let is_short =
        |key: &Node| full.zip(length(key)).is_some_and(|(full, n)| n < full && (!is_cut || key.children.is_empty()));
    let (short, mut long): (Vec<&Node>, Vec<&Node>) = keys.iter().partition(|key| is_short(key));
    for key in &short {
        findings.add_listed(FindingKind::ShortSolution, FindingSeverity::Error, &[key], || {
            let (found, wanted) = (length(key).unwrap_or_default(), full.unwrap_or_default());
            (
                format!("{} in {}", moves_with_numbers(&[key], phase.numbered), moves_text(found)),
                format!("instead of {wanted}"),
            )
        });
    }
    long.sort_by_key(|key| !expectation.intended.contains(key));
    let named = |keys: &[&Node]| keys.iter().filter(|key| expectation.intended.contains(key)).count();
    // If the author names only short keys, every key of full length is a cook.
    let convention = if named(&short) > 0 { named(&long) } else { named(&long).max(1) };
    let expected = expectation.keys.unwrap_or(convention);
    let wanted = expectation.keys.unwrap_or(1);
    if keys.len() < wanted && !is_cut {
        let (kind, found) = if keys.is_empty() {
            (FindingKind::NoSolution, "no solution: there is no key".to_string())
        } else {
            (FindingKind::MissingSolution, format!("missing solution: {} of {wanted} keys", keys.len()))
        };
        findings.error(kind, &[], |_| found);
    }
    for (i, key) in long.iter().enumerate().skip(expected) {
        findings.add_listed(FindingKind::Cook, FindingSeverity::Error, &[key], || {
            let what =
                if i == 0 { "a key where none is intended".to_string() } else { format!("{} key", ordinal(i + 1)) };
            (moves_with_numbers(&[key], phase.numbered), format!("is {what}"))
        });
    }
    let review = TreeReview { numbered: phase.numbered, full, findings };
    review.variations_of(long.into_iter().take(expected));
}

/// Returns a number of moves in words: `1 move`, `2 moves`, ….
pub fn moves_text(n: u16) -> String {
    if n == 1 { "1 move".to_string() } else { format!("{n} moves") }
}

/// Returns the number of moves of the numbered side, from `key` to the end of the play. Returns `None` if the tree has
/// no play after the key.
fn moves_of(key: &Node, numbered: Color) -> Option<u16> {
    let (numbered, first) = count(key, numbered, 0);
    (!key.children.is_empty() || !key.goals.is_empty()).then(|| deepest(&key.children, numbered, first))
}

/// Judges the play of a problem whose diagram is the position after the key (option PostKeyPlay). A refutation is an
/// error.
fn judge_post_key_play(phase: &Phase, group: &Group, expectation: &Expectation, findings: &mut Findings) {
    for refutation in group.nodes.iter().filter(|node| node.part == Part::Refutation) {
        findings.error(FindingKind::NoSolution, &[refutation], |path| {
            format!("no solution: {} refutes", moves_with_numbers(path, phase.numbered))
        });
    }
    let mut review = TreeReview { numbered: phase.numbered, full: expectation.shape.moves, findings };
    review.below(&group.nodes, &mut Vec::new(), false);
}

/// Reports the duals in the battle play that follows moves of help or series play, as in a direct mate after an
/// introductory series. `nodes` are the first moves of the whole play.
pub fn judge_duals(phase: &Phase, nodes: &[Node], findings: &mut Findings) {
    let mut review = TreeReview { numbered: phase.numbered, full: None, findings };
    review.below(nodes, &mut Vec::new(), false);
}

/// Judges set play. Duals in set play are only notes.
pub fn judge_set_play(phase: &Phase, nodes: &[Node], findings: &mut Findings) {
    let mut review = TreeReview { numbered: phase.numbered, full: None, findings };
    review.below(nodes, &mut Vec::new(), true);
}

/// Visits trees of variations and records findings.
struct TreeReview<'f> {
    numbered: Color,
    full: Option<u16>,
    findings: &'f mut Findings,
}

impl TreeReview<'_> {
    fn variations_of<'a>(mut self, keys: impl Iterator<Item = &'a Node>) {
        for key in keys {
            self.threats(key);
            self.short_variations(key);
            self.below(&key.children, &mut vec![key], false);
        }
    }

    /// Adds a note if the key has several threats. This is no fault.
    fn threats(&mut self, key: &Node) {
        let threats: Vec<&Node> = key.children.iter().filter(|node| node.part == Part::Threat).collect();
        if let [first, second, ..] = threats[..] {
            let (kind, numbered) = (FindingKind::Dual(DualIn::Threat), self.numbered);
            self.findings.add_beside(kind, FindingSeverity::Note, &[key, second], Some(first), |path| {
                let also = move_text(first);
                format!(
                    "dual in the threat: {} beside {also}, {} threats",
                    moves_with_numbers(path, numbered),
                    threats.len()
                )
            });
        }
    }

    /// Adds a note for each defence after which the goal is reached earlier than stipulated. If a short threat also
    /// reaches the goal as early, the defence is left out.
    fn short_variations(&mut self, key: &Node) {
        let Some(full) = self.full else { return };
        let (numbered, first) = count(key, self.numbered, 0);
        let length = |node: &Node| deepest(&node.children, numbered, count(node, numbered, first).1);
        let threat = key.children.iter().filter(|node| node.part == Part::Threat).map(length).max();
        for defence in key.children.iter().filter(|node| node.part == Part::Defence && !node.children.is_empty()) {
            let found = length(defence);
            if found < full && threat.is_none_or(|threat| found < threat || threat == full) {
                self.findings.note(FindingKind::ShortVariation, &[key, defence], |path| {
                    let after = moves_with_numbers(path, numbered);
                    format!("short variation: {after} in {} instead of {full}", moves_text(found))
                });
            }
        }
    }

    fn below<'a>(&mut self, nodes: &'a [Node], path: &mut Vec<&'a Node>, is_minor: bool) {
        for node in nodes.iter().filter(|node| !matches!(node.part, Part::Try | Part::Refutation)) {
            let is_minor = is_minor || node.part == Part::Threat;
            let threats: Vec<&Node> = match path.last() {
                Some(before) => before.children.iter().filter(|node| node.part == Part::Threat).collect(),
                None => nodes.iter().filter(|node| node.part == Part::Threat).collect(),
            };
            path.push(node);
            if node.part == Part::Defence && node.annotation == Annotation::None {
                self.continuations(node, &threats, path, is_minor);
            }
            self.below(&node.children, path, is_minor);
            path.pop();
        }
    }

    /// Reports a dual if a defence has more than one continuation. `threats` are the threats before the defence, and
    /// `path` are the moves up to the defence. If `is_minor` is `true`, the dual is only a note.
    fn continuations<'a>(&mut self, defence: &'a Node, threats: &[&Node], path: &mut Vec<&'a Node>, is_minor: bool) {
        let continuations: Vec<&Node> =
            defence.children.iter().filter(|node| node.part == Part::Continuation && !node.violation).collect();
        let mut different: Vec<&Node> = Vec::new();
        for &node in &continuations {
            match different.iter().find(|other| differ_in_promotion(other, node)) {
                None => different.push(node),
                Some(other) => {
                    let severity = if is_minor || is_minor_promotion(other, node) {
                        FindingSeverity::Note
                    } else {
                        FindingSeverity::Error
                    };
                    self.dual(DualIn::Promotion, severity, other, node, path);
                }
            }
        }
        let is_threat = |node: &&Node| threats.iter().any(|threat| threat.record == node.record);
        let (place, severity) = if is_minor || different.iter().all(is_threat) {
            // The defence parries only some of several threats. The remaining threats are not a new dual.
            (DualIn::Threat, FindingSeverity::Note)
        } else if different.iter().all(|node| is_last_move(node)) {
            (DualIn::LastMove, FindingSeverity::Error)
        } else {
            (DualIn::Variation, FindingSeverity::Error)
        };
        if let [first, others @ ..] = &different[..] {
            for node in others {
                self.dual(place, severity, first, node, path);
            }
        }
    }

    fn dual<'a>(
        &mut self,
        place: DualIn,
        severity: FindingSeverity,
        first: &Node,
        second: &'a Node,
        path: &mut Vec<&'a Node>,
    ) {
        let (kind, numbered, also) = (FindingKind::Dual(place), self.numbered, move_text(first));
        path.push(second);
        let name = kind.name();
        let text = |path: &[&'a Node]| format!("{name}: {} beside {also}", moves_with_numbers(path, numbered));
        self.findings.add_beside(kind, severity, path, Some(first), text);
        path.pop();
    }
}

fn move_text(node: &Node) -> String {
    long_algebraic(&node.record, Letters::Problem, 'x')
}

/// Whether the move is the last move of the attacker. In self and reflex play, the defender's move that reaches the
/// goal may follow it.
fn is_last_move(node: &Node) -> bool {
    node.children.iter().all(|reply| reply.children.is_empty() && reply.part != Part::Threat)
}

fn differ_in_promotion(a: &Node, b: &Node) -> bool {
    (a.record.from, a.record.to) == (b.record.from, b.record.to) && a.record.promotion.is_some()
}

/// Whether one move promotes to a queen and the other to a rook or bishop. A queen can make all moves of these pieces.
fn is_minor_promotion(a: &Node, b: &Node) -> bool {
    let weaker = |piece| piece == Some(Piece::ROOK) || piece == Some(Piece::BISHOP);
    let pair = [a.record.promotion, b.record.promotion];
    pair.contains(&Some(Piece::QUEEN)) && pair.into_iter().any(weaker)
}
