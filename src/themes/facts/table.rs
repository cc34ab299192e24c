//! The phases of a two-mover: threats, single answers to defences, and refutations.

use super::Facts;
use super::plies::PlyId;
use crate::problem::Man;
use crate::solution::Part;
use crate::units::{Piece, Square};
use std::collections::BTreeMap;

/// The name of a move in the comparison of phases: the man, its arrival square and its promotion. The departure square
/// is left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveName {
    pub man: Man,
    pub to: Square,
    pub promotion: Option<Piece>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RowKind {
    SetPlay,
    Try,
    Key,
}

/// A phase of a two-mover.
pub struct Row {
    pub kind: RowKind,
    /// Label of the twin.
    pub twin: String,
    /// The first move; `None` in set play.
    pub first: Option<PlyId>,
    /// The threats, by the names of their moves.
    pub threats: BTreeMap<MoveName, PlyId>,
    /// The defences that have exactly one answer, by name, each with the mate that answers it.
    pub answers: BTreeMap<MoveName, Answer>,
    /// The only refutation of a try.
    pub refutation: Option<(MoveName, PlyId)>,
}

/// The single answer to a defence.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub mate: MoveName,
    pub defence_ply: PlyId,
    pub ply: PlyId,
}

impl Row {
    pub fn mate(&self, defence: MoveName) -> Option<MoveName> {
        self.answers.get(&defence).map(|answer| answer.mate)
    }

    /// Returns the threat if there is exactly one, otherwise `None`.
    pub fn threat(&self) -> Option<MoveName> {
        self.threats.keys().next().copied().filter(|_| self.threats.len() == 1)
    }

    pub fn is_try(&self) -> bool {
        self.kind == RowKind::Try
    }
}

/// Returns the phases of each twin: the set play, the tries that have exactly one refutation and do not check, and the
/// keys.
pub fn rows(facts: &Facts) -> Vec<Row> {
    let mut rows = Vec::new();
    for stage in facts.stages.iter().filter(|stage| !stage.phase.exchanged) {
        let twin = stage.twin.label.clone();
        if stage.is_set_play {
            rows.extend(row(facts, (RowKind::SetPlay, twin), None, &stage.roots));
            continue;
        }
        for &root in &stage.roots {
            let ply = &facts.plies[root];
            let kind = match ply.node.part {
                Part::Key => RowKind::Key,
                Part::Try if !ply.node.record.check => RowKind::Try,
                _ => continue,
            };
            rows.extend(row(facts, (kind, twin.clone()), Some(root), &ply.children));
        }
    }
    rows
}

/// Builds a phase from its moves: the defender's moves and the threats. `first` is the key or try. Returns `None` for a
/// try without exactly one refutation, for a key or set play that is refuted, and if there are no moves.
fn row(facts: &Facts, (kind, twin): (RowKind, String), first: Option<PlyId>, moves: &[PlyId]) -> Option<Row> {
    let (threats, answers) = (BTreeMap::new(), BTreeMap::new());
    let mut row = Row { kind, twin, first, threats, answers, refutation: None };
    let mut refutations = 0;
    for &id in moves {
        let ply = &facts.plies[id];
        let Some(name) = facts.move_name(id) else { continue };
        match ply.node.part {
            Part::Threat => {
                row.threats.insert(name, id);
            }
            Part::Refutation => {
                row.refutation = Some((name, id));
                refutations += 1;
            }
            Part::Defence => {
                let [answer] = ply.children[..] else { continue };
                let Some(mate) = facts.move_name(answer) else { continue };
                row.answers.insert(name, Answer { mate, defence_ply: id, ply: answer });
            }
            _ => {}
        }
    }
    let is_phase = match kind {
        RowKind::Try => refutations == 1,
        RowKind::Key | RowKind::SetPlay => refutations == 0,
    };
    (is_phase && !moves.is_empty()).then_some(row)
}

impl Facts<'_> {
    /// Returns the name of a move, or `None` if its man has no identity.
    pub fn move_name(&self, ply: PlyId) -> Option<MoveName> {
        let of = &self.plies[ply];
        Some(MoveName { man: of.man?, to: of.to(), promotion: of.node.record.promotion })
    }

    /// Returns the text that names a phase: `set`, `1.Rb7?`, `1.Sd2!`.
    pub fn row_name(&self, row: &Row) -> String {
        let twin = if row.twin.is_empty() { String::new() } else { format!("{} ", row.twin) };
        match (row.kind, row.first) {
            (RowKind::Try, Some(first)) => format!("{twin}1.{}?", self.move_text(first)),
            (RowKind::Key, Some(first)) => format!("{twin}1.{}!", self.move_text(first)),
            _ => format!("{twin}set"),
        }
    }
}
