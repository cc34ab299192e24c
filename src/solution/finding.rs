//! What the verdict rests on: findings, each with the moves that lead to it and a line for people.
//!
//! Decides nothing: which play makes which finding is the business of `keys`, `lines` and `author`.

use super::tree::{Cut, Node};
use crate::report::{Letters, long_algebraic};
use crate::units::{Color, MoveRecord};
use std::fmt::Write;

/// Something that was not as intended, or that is worth saying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub kind: FindingKind,
    pub severity: FindingSeverity,
    /// The label of the twin (`b)`); empty without twins.
    pub twin: String,
    /// Found with the sides exchanged (duplex).
    pub exchanged: bool,
    /// The moves from the diagram on; empty where no move is meant.
    pub path: Vec<MoveRecord>,
    /// One line for people: `cook: 1.Qa1-a8 is a second key`.
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingSeverity {
    /// The problem is not sound.
    Error,
    /// The problem may well be sound.
    Note,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// There is neither a stipulation nor a way to make a twin: nothing can be solved.
    Unsolvable,
    /// The side to move could capture a king.
    KingCanBeCaptured,
    NoSolution,
    /// Fewer solutions (or branches of them) than intended.
    MissingSolution,
    /// A second key, or a solution too many.
    Cook,
    /// The goal is reached in fewer moves than stipulated.
    ShortSolution,
    /// The same after one defence only.
    ShortVariation,
    Dual(DualIn),
    /// Option SetPlay is on, and there is none.
    MissingSetPlay,
    /// The author's key is none.
    AuthorKeyNotFound,
    /// A line or variation of the author is not in the solution.
    AuthorLineNotFound,
    /// Something in the author's solution is not readable as a move.
    AuthorNotRead,
    IllegalDiagram,
    Undecided(Cut),
}

/// Where more than one move leads on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DualIn {
    /// Several threats, or several continuations of a threat.
    Threat,
    Variation,
    /// Several moves reach the goal.
    LastMove,
    /// The moves differ in the promotion only.
    Promotion,
}

/// Findings of one kind beyond so many are counted, not told: a cooked helpmate may have thousands.
const MOST_OF_A_KIND: usize = 40;

/// Collects the findings of one twin.
#[derive(Default)]
pub struct Findings {
    pub twin: String,
    pub exchanged: bool,
    list: Vec<Finding>,
    untold: Vec<(FindingKind, FindingSeverity, usize)>,
}

impl Findings {
    pub fn of_twin(label: &str) -> Findings {
        Findings { twin: label.to_string(), ..Findings::default() }
    }

    /// `path` and `text` are made only when the finding is told.
    pub fn add<'a>(
        &mut self,
        kind: FindingKind,
        severity: FindingSeverity,
        path: &[&'a Node],
        text: impl FnOnce(&[&'a Node]) -> String,
    ) {
        let same = |finding: &&Finding| finding.kind == kind && finding.severity == severity;
        if self.list.iter().filter(same).count() < MOST_OF_A_KIND {
            let records = path.iter().map(|node| node.record.clone()).collect();
            let (twin, exchanged) = (self.twin.clone(), self.exchanged);
            self.list.push(Finding { kind, severity, twin, exchanged, path: records, text: text(path) });
            return;
        }
        match self.untold.iter_mut().find(|(other, weight, _)| *other == kind && *weight == severity) {
            Some((.., number)) => *number += 1,
            None => self.untold.push((kind, severity, 1)),
        }
    }

    pub fn error<'a>(&mut self, kind: FindingKind, path: &[&'a Node], text: impl FnOnce(&[&'a Node]) -> String) {
        self.add(kind, FindingSeverity::Error, path, text);
    }

    pub fn note<'a>(&mut self, kind: FindingKind, path: &[&'a Node], text: impl FnOnce(&[&'a Node]) -> String) {
        self.add(kind, FindingSeverity::Note, path, text);
    }

    /// Counts what is not looked at one by one.
    pub fn add_untold(&mut self, kind: FindingKind, severity: FindingSeverity, number: usize) {
        if number > 0 {
            self.untold.push((kind, severity, number));
        }
    }

    pub fn into_list(mut self) -> Vec<Finding> {
        for (kind, severity, number) in self.untold {
            let text = format!("{}: {number} more", kind.name());
            let (twin, exchanged) = (self.twin.clone(), self.exchanged);
            self.list.push(Finding { kind, severity, twin, exchanged, path: Vec::new(), text });
        }
        self.list
    }
}

impl Finding {
    /// The finding makes the problem unsound.
    pub fn is_error(&self) -> bool {
        self.severity == FindingSeverity::Error
    }
}

impl FindingKind {
    /// The kind in words, as findings begin.
    pub fn name(&self) -> &'static str {
        match self {
            FindingKind::Unsolvable => "not solvable",
            FindingKind::KingCanBeCaptured => "king can be captured",
            FindingKind::NoSolution => "no solution",
            FindingKind::MissingSolution => "missing solution",
            FindingKind::Cook => "cook",
            FindingKind::ShortSolution => "short solution",
            FindingKind::ShortVariation => "short variation",
            FindingKind::Dual(DualIn::Threat) => "dual in the threat",
            FindingKind::Dual(DualIn::Variation) => "dual",
            FindingKind::Dual(DualIn::LastMove) => "dual in the last move",
            FindingKind::Dual(DualIn::Promotion) => "promotion dual",
            FindingKind::MissingSetPlay => "missing set play",
            FindingKind::AuthorKeyNotFound => "author's key not found",
            FindingKind::AuthorLineNotFound => "author's line not found",
            FindingKind::AuthorNotRead => "author's solution not read in full",
            FindingKind::IllegalDiagram => "illegal diagram",
            FindingKind::Undecided(_) => "undecided",
        }
    }
}

/// The ply of the next move by the numbered side (even) or the other (odd); a side may move twice in a row.
pub fn next_ply(last: Option<u16>, is_numbered: bool) -> u16 {
    let parity = u16::from(!is_numbered);
    match last {
        None => parity,
        Some(last) if last % 2 == parity => last.saturating_add(2),
        Some(last) => last.saturating_add(1),
    }
}

/// `1.Ke1-e2 Ka8-a7 2.Qd1xd8`, without signs of check and goal.
pub fn told(path: &[&Node], numbered: Color) -> String {
    let (mut numbered, mut ply, mut text) = (numbered, None, String::new());
    for node in path {
        if node.renumbered {
            (numbered, ply) = (node.record.mover.color, None);
        }
        if !text.is_empty() {
            text.push(' ');
        }
        let next = next_ply(ply, node.record.mover.color == numbered);
        let number = next / 2 + 1;
        let _ = match (next % 2, ply) {
            (0, _) => write!(text, "{number}."),
            (_, None) => write!(text, "{number}..."),
            _ => Ok(()),
        };
        text.push_str(&long_algebraic(&node.record, Letters::Problem, 'x'));
        ply = Some(next);
    }
    text
}
