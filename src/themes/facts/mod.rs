//! The facts of a solution from which themes are detected. Each kind of fact is computed when a theme first needs it.
//!
//! * `plies`: all moves of the solution with the identities of their men, and their lines
//! * `table`: the phases of a two-mover with threats, answers and refutations
//! * `finals`: the mating positions, and the part of each man in them
//! * `engine`: queries to the engine about a board: attacks, pins, legal moves

mod engine;
mod finals;
mod plies;
mod table;

pub use engine::{Engine, between, is_along};
pub use finals::Final;
pub use plies::{Line, Ply, PlyId, Stage};
pub use table::{MoveName, Row, RowKind};

use crate::problem::{Kind, Man, Problem, Stipulation};
use crate::rules::RuleSet;
use crate::solution::Solution;
use crate::units::{Goal, Unit};
use std::cell::OnceCell;

/// The kind of play. It decides which themes are searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Genre {
    /// Direct, self and reflex play. Their solutions are trees of variations.
    Battle,
    /// Help play and series play. Their solutions are single lines of moves.
    Help,
    /// Proof games, and play from one given position to another.
    ProofGame,
}

/// All facts of a solution.
pub struct Facts<'a> {
    pub problem: &'a Problem,
    pub solution: &'a Solution,
    pub genre: Genre,
    /// The phases of all twins, in the order of the solution.
    pub stages: Vec<Stage<'a>>,
    /// All moves of the solution. Each comes after the move that precedes it in the play.
    pub plies: Vec<Ply<'a>>,
    lines: OnceCell<Vec<Line>>,
    table: OnceCell<Vec<Row>>,
    finals: OnceCell<Vec<Final>>,
}

impl<'a> Facts<'a> {
    /// Returns the facts of a solution, or `None` if it has more than `most` moves.
    pub fn of(problem: &'a Problem, solution: &'a Solution, most: usize) -> Option<Facts<'a>> {
        let (stages, plies) = plies::collect(solution, most)?;
        let is_game = |it: &Stipulation| it.is_proof_game() || it.is_a_to_b();
        let genre = match &problem.stipulation {
            Some(stipulation) if is_game(stipulation) => Genre::ProofGame,
            _ if stages.iter().any(|stage| stage.is_tree) => Genre::Battle,
            _ => Genre::Help,
        };
        let (lines, table, finals) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Some(Facts { problem, solution, genre, stages, plies, lines, table, finals })
    }

    /// Returns the lines (paths from a first move to an end of play) of all phases, including those that lead through
    /// threats.
    pub fn lines(&self) -> &[Line] {
        self.lines.get_or_init(|| plies::lines(self))
    }

    /// Iterates over the lines of the actual play, not those of set play and tries.
    pub fn actual_lines(&self) -> impl Iterator<Item = &Line> {
        self.lines().iter().filter(|line| self.is_actual(line.last()))
    }

    /// Returns the phases of a two-mover: set play, tries with one refutation, and keys. Returns none if the problem is
    /// no two-mover.
    pub fn table(&self) -> &[Row] {
        self.table.get_or_init(|| if self.is_two_mover() { table::rows(self) } else { Vec::new() })
    }

    /// Returns the mating positions of the actual play. Each position is returned once. Returns none for proof games,
    /// and none if the rules are not those of chess.
    pub fn finals(&self) -> &[Final] {
        self.finals.get_or_init(|| finals::collect(self))
    }

    /// Whether the rules are those of chess, so that the engine can answer queries about attacks and pins.
    pub fn is_orthodox(&self) -> bool {
        let is_chess =
            |rules: &RuleSet| rules.game().is_none() && rules.conditions().is_empty() && rules.own_pieces().is_empty();
        self.solution.twins.iter().all(|twin| {
            twin.problem.as_deref().is_none_or(|problem| is_chess(&problem.rules) && problem.diagram.is_for_bitboards())
        })
    }

    /// Whether the stipulation is mate in two moves.
    pub fn is_two_mover(&self) -> bool {
        matches!(&self.problem.stipulation, Some(Stipulation::Traditional(it))
            if it.kind == Kind::Direct && it.goal == Goal::Mate && it.half_moves == 4
                && it.series.is_none() && it.intro == 0)
    }

    /// Whether the stipulation is direct play.
    pub fn is_direct(&self) -> bool {
        matches!(&self.problem.stipulation, Some(Stipulation::Traditional(it))
            if it.kind == Kind::Direct && it.series.is_none())
    }

    /// Whether a limit has cut the search, so that some play may be missing.
    pub fn is_cut(&self) -> bool {
        !self.solution.is_complete()
    }

    /// Returns the piece and the side that a man has where it first appears, or `None` if it is in no position of the
    /// problem.
    pub fn unit(&self, man: Man) -> Option<Unit> {
        self.stages.iter().find_map(|stage| {
            let (square, _) = stage.begin.men.iter().find(|(_, other)| *other == man)?;
            stage.begin.placement.get(square)
        })
    }

    /// Returns the name of a man: its letter and its square in the diagram, such as `Sd4`.
    pub fn name(&self, man: Man) -> String {
        match self.unit(man) {
            Some(unit) => format!("{}{man}", unit.piece.letters()),
            None => man.to_string(),
        }
    }

    /// Returns the names of men, separated by commas.
    pub fn names(&self, men: &[Man]) -> String {
        men.iter().map(|&man| self.name(man)).collect::<Vec<_>>().join(", ")
    }
}
