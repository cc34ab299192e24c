//! The moves of a solution with the identities of their men, and the lines that they form.

use super::Facts;
use crate::notation::{Letters, short_algebraic};
use crate::problem::Man;
use crate::solution::{Also, BoardAfter, Moved, Node, Part, Phase, PhaseKind, Solution, Style, TwinSolution};
use crate::solve::first_board;
use crate::units::{Color, Special, Square, Unit};

/// The index of a move in [`Facts::plies`].
pub type PlyId = usize;

/// A phase of a twin in the solution.
pub struct Stage<'a> {
    pub twin: &'a TwinSolution,
    pub phase: &'a Phase,
    pub is_set_play: bool,
    pub is_tree: bool,
    /// The board before the first move.
    pub begin: BoardAfter,
    /// The first moves.
    pub roots: Vec<PlyId>,
}

/// A move of the solution.
pub struct Ply<'a> {
    pub node: &'a Node,
    pub parent: Option<PlyId>,
    pub children: Vec<PlyId>,
    /// Index of the phase in [`Facts::stages`].
    pub stage: usize,
    /// Number of moves before this one.
    pub depth: usize,
    pub man: Option<Man>,
    pub captured: Option<Man>,
    pub also: Vec<Also>,
}

impl Ply<'_> {
    pub fn side(&self) -> Color {
        self.node.record.mover.color
    }

    pub fn from(&self) -> Square {
        self.node.record.from
    }

    pub fn to(&self) -> Square {
        self.node.record.arrival()
    }

    /// Whether the move is made by a man on the board. Otherwise (for example in a null move) its squares have no
    /// meaning.
    pub fn is_move(&self) -> bool {
        !matches!(self.node.record.special, Special::Null | Special::Unseen | Special::RoleExchange)
    }
}

/// A path from a first move to an end of play.
pub struct Line {
    pub stage: usize,
    pub plies: Vec<PlyId>,
    /// The number of the line within its phase, counted from 1.
    pub number: usize,
}

impl Line {
    pub fn last(&self) -> PlyId {
        *self.plies.last().expect("a line has a move")
    }
}

/// A square that a man visits, and the move by which it arrives there. The move is `None` for the square on which the
/// man is at the beginning of the line.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    pub square: Square,
    pub by: Option<PlyId>,
}

/// Returns the phases and the moves of a solution, or `None` if there are more than `most` moves.
pub fn collect(solution: &Solution, most: usize) -> Option<(Vec<Stage<'_>>, Vec<Ply<'_>>)> {
    let (mut stages, mut plies) = (Vec::new(), Vec::new());
    for twin in &solution.twins {
        let Some(begin) = first_board(twin) else { continue };
        for phase in &twin.phases {
            let mut stage = Stage {
                twin,
                phase,
                is_set_play: phase.kind == PhaseKind::SetPlay,
                is_tree: phase.groups.iter().any(|group| group.style == Style::Tree),
                begin: begin.clone(),
                roots: Vec::new(),
            };
            let number = stages.len();
            for node in phase.groups.iter().flat_map(|group| &group.nodes).filter(|node| !node.is_broken()) {
                stage.roots.push(plies.len());
                add(&mut plies, (node, None), (number, 0), &begin, most)?;
            }
            stages.push(stage);
        }
    }
    Some((stages, plies))
}

/// Appends a move and all moves after it to `plies`. Returns `None` if there would be more than `most` moves.
fn add<'a>(
    plies: &mut Vec<Ply<'a>>,
    (node, parent): (&'a Node, Option<PlyId>),
    (stage, depth): (usize, usize),
    before: &BoardAfter,
    most: usize,
) -> Option<()> {
    if plies.len() >= most {
        return None;
    }
    let mut board = before.clone();
    let Moved { man, captured, also } = board.moved(&node.record);
    let id = plies.len();
    plies.push(Ply { node, parent, children: Vec::new(), stage, depth, man, captured, also });
    for child in node.children.iter().filter(|child| !child.is_broken()) {
        let next = plies.len();
        plies[id].children.push(next);
        add(plies, (child, Some(id)), (stage, depth + 1), &board, most)?;
    }
    Some(())
}

/// Returns the lines of all phases, in the order of the solution.
pub fn lines(facts: &Facts) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (id, ply) in facts.plies.iter().enumerate().filter(|(_, ply)| ply.children.is_empty()) {
        let number = lines.last().filter(|line| line.stage == ply.stage).map_or(1, |line| line.number + 1);
        lines.push(Line { stage: ply.stage, plies: facts.path(id), number });
    }
    lines
}

impl Facts<'_> {
    /// Returns the moves from the first move of the line to `ply`, both included.
    pub fn path(&self, ply: PlyId) -> Vec<PlyId> {
        let mut path: Vec<PlyId> = std::iter::successors(Some(ply), |&at| self.plies[at].parent).collect();
        path.reverse();
        path
    }

    /// Returns the first move of the line that contains this move.
    pub fn root(&self, ply: PlyId) -> PlyId {
        self.path(ply)[0]
    }

    /// Returns the board before a move.
    pub fn before(&self, ply: PlyId) -> BoardAfter {
        let mut board = self.stages[self.plies[ply].stage].begin.clone();
        let path = self.path(ply);
        path[..path.len() - 1].iter().for_each(|&at| board.play(&self.plies[at].node.record));
        board
    }

    /// Returns the board after a move.
    pub fn after(&self, ply: PlyId) -> BoardAfter {
        let mut board = self.before(ply);
        board.play(&self.plies[ply].node.record);
        board
    }

    /// Whether a move belongs to the actual play: it is a key, comes after a key, or belongs to a solution of help
    /// play.
    pub fn is_actual(&self, ply: PlyId) -> bool {
        let part = self.plies[self.root(ply)].node.part;
        !self.stages[self.plies[ply].stage].is_set_play && !matches!(part, Part::Try | Part::Refutation)
    }

    /// Whether a move is a threat or comes after a threat.
    pub fn is_in_threat(&self, ply: PlyId) -> bool {
        self.path(ply).iter().any(|&at| self.plies[at].node.part == Part::Threat)
    }

    /// Returns the squares that a man visits in a line: the square on which it begins, and every square to which it
    /// moves. Castling also moves the rook.
    pub fn way(&self, line: &Line, man: Man) -> Vec<Visit> {
        let begin = &self.stages[line.stage].begin;
        let start = begin.men.iter().find(|(_, other)| *other == man).map(|(square, _)| square);
        let mut way: Vec<Visit> = start.map(|square| Visit { square, by: None }).into_iter().collect();
        for &id in &line.plies {
            let ply = &self.plies[id];
            if ply.man == Some(man) && ply.is_move() {
                way.push(Visit { square: ply.to(), by: Some(id) });
            }
            for also in ply.also.iter().filter(|also| also.man == Some(man)) {
                if let Some(square) = also.to.filter(|&to| also.from != Some(to)) {
                    way.push(Visit { square, by: Some(id) });
                }
            }
        }
        way
    }

    /// Returns the men that move in a line, each once, in the order of their first moves.
    pub fn movers(&self, line: &Line) -> Vec<Man> {
        let mut men = Vec::new();
        for man in line.plies.iter().filter_map(|&id| self.plies[id].man) {
            if !men.contains(&man) {
                men.push(man);
            }
        }
        men
    }

    /// Returns a short name for a line: the label of the twin and, if there are several solutions, the number of the
    /// solution.
    pub fn label(&self, line: &Line) -> String {
        let stage = &self.stages[line.stage];
        let several = self.lines().iter().filter(|other| other.stage == line.stage).count() > 1;
        let number = if several { line.number.to_string() } else { String::new() };
        let set = if stage.is_set_play { "set play" } else { "" };
        let words: Vec<&str> = [stage.twin.label.trim_start_matches('+'), set, &number]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect();
        if words.is_empty() { "the solution".to_string() } else { words.join(" ") }
    }

    /// Returns a move in short notation, with the signs of check and goal: `Qxg2#`.
    pub fn move_text(&self, ply: PlyId) -> String {
        let node = self.plies[ply].node;
        let mut text = match node.record.special {
            Special::Null => "null".to_string(),
            _ => short_algebraic(&node.record, node.origin, Letters::Problem, 'x'),
        };
        if node.record.check && !node.goals.iter().any(|goal| goal.hides_check()) {
            text.push('+');
        }
        node.goals.iter().for_each(|goal| text.push_str(goal.sign()));
        text
    }

    /// Returns the moves from the first move to this one, with their numbers: `1.Rc4 Bb4 2.axb4 Sb5#`.
    pub fn path_text(&self, ply: PlyId) -> String {
        let stage = &self.stages[self.plies[ply].stage];
        let mut text = String::new();
        let (mut numbered, mut number, mut last) = (stage.phase.numbered, 0, None);
        for id in self.path(ply) {
            let node = self.plies[id].node;
            if node.renumbered {
                (numbered, number, last) = (node.record.mover.color, 0, None);
            }
            if !text.is_empty() {
                text.push(' ');
            }
            let side = node.record.mover.color;
            let is_threat = node.part == Part::Threat;
            if side == numbered || last == Some(side) || is_threat {
                number += 1;
                text.push_str(&format!("{number}."));
            } else if last.is_none() {
                number += 1;
                text.push_str(&format!("{number}..."));
            }
            last = Some(side);
            text.push_str(&self.move_text(id));
        }
        text
    }

    /// Returns the man on the arrival square after a move, with the kind to which it has promoted.
    pub fn arriving(&self, ply: PlyId) -> Unit {
        let record = &self.plies[ply].node.record;
        Unit { piece: record.promotion.unwrap_or(record.mover.piece), ..record.mover }
    }
}
