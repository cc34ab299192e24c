//! Moves of a solution.

use crate::arguments::{letters, notation, side_name};
use crate::errors::conversion_error;
use keymove::{Found, Letters, Notation, Part, Phase, Solution, WriteError};
use pyo3::prelude::*;
use std::sync::Arc;

/// The owner of a phase: a solution, or a part of one that a running search has found.
#[derive(Clone)]
pub enum Root {
    Solution { solution: Arc<Solution>, twin: usize, phase: usize },
    Found(Arc<Found>),
}

impl Root {
    pub fn phase(&self) -> &Phase {
        match self {
            Root::Solution { solution, twin, phase } => &solution.twins[*twin].phases[*phase],
            Root::Found(found) => &found.phase,
        }
    }

    pub fn move_at(&self, path: Vec<usize>) -> Move {
        Move { root: self.clone(), path }
    }

    /// Returns the first moves that `is_wanted` selects.
    pub fn moves(&self, is_wanted: impl Fn(keymove::Move<'_>) -> bool) -> Vec<Move> {
        let moves = self.phase().moves().enumerate().filter(|(_, move_)| is_wanted(*move_));
        moves.map(|(index, _)| self.move_at(vec![index])).collect()
    }

    pub fn first_moves(&self, part: Part) -> Vec<Move> {
        self.moves(|move_| move_.part() == part && move_.is_solution())
    }

    /// Returns the lines of help and series play. Each contains all its moves.
    pub fn lines<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, pyo3::types::PyTuple>>> {
        let line = |path: Vec<usize>| (1..=path.len()).map(|end| self.move_at(path[..end].to_vec())).collect();
        self.phase()
            .line_paths()
            .map(|path| pyo3::types::PyTuple::new(py, Vec::from_iter::<Vec<Move>>(line(path))))
            .collect()
    }
}

/// A move of a solution, and the play after it.
///
/// `str()` writes it as problem magazines do; `text` has other notations.
///
/// >>> import keymove
/// >>> solution = keymove.solve('2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi";')
/// >>> key = solution.keys[0]
/// >>> key, key.side, key.from_square, key.to_square, key.gives_check
/// (Move('Be5+'), 'white', 'a1', 'e5', True)
/// >>> [(defence, defence.continuations) for defence in key.defences]
/// [(Move('Rc4'), [Move('bxc4#')])]
#[pyclass(frozen, module = "keymove")]
pub struct Move {
    root: Root,
    path: Vec<usize>,
}

impl Move {
    fn inner(&self) -> keymove::Move<'_> {
        self.root.phase().move_at(&self.path).expect("the path was made from this phase")
    }

    fn after(&self, is_wanted: impl Fn(Part) -> bool) -> Vec<Move> {
        let moves = self.inner().moves().enumerate().filter(|(_, move_)| is_wanted(move_.part()));
        moves.map(|(index, _)| self.root.move_at([&self.path[..], &[index]].concat())).collect()
    }
}

#[pymethods]
impl Move {
    /// Returns the move as text.
    ///
    /// `notation` is `short` or `long`; `letters` is `en`, `de` or `fr` for the letters of problem magazines, `game`
    /// for those of game notation (`N` for a knight), or `figurine`.
    ///
    /// >>> import keymove
    /// >>> key = keymove.solve('7k/5K2/8/8/8/8/8/R7 w - - stip "#1";').keys[0]
    /// >>> key.text(), key.text("long"), key.text("long", letters="de"), key.text(letters="figurine")
    /// ('Rh1#', 'Ra1-h1#', 'Ta1-h1#', '♖h1#')
    #[pyo3(signature = (notation="short", letters="en"))]
    fn text(&self, notation: &str, letters: &str) -> PyResult<String> {
        Ok(self.inner().written(self::notation(notation)?, self::letters(letters)?))
    }

    /// The move in the notation of the UCI protocol, such as `e7e8q`; `None` if that notation cannot express it.
    #[getter]
    fn uci(&self) -> Option<String> {
        self.inner().uci()
    }

    /// Returns the move as a `chess.Move` of python-chess.
    ///
    /// Raises `ConversionError` for moves of fairy men, and for moves that a condition changes.
    ///
    /// >>> import keymove
    /// >>> keymove.solve('7k/5K2/8/8/8/8/8/R7 w - - stip "#1";').keys[0].to_chess()
    /// Move.from_uci('a1h1')
    fn to_chess<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let uci = self.uci().ok_or_else(|| {
            let why = format!("UCI cannot express the move {}", self.__str__());
            conversion_error(py, &WriteError { why: vec![why] })
        })?;
        py.import("chess")?.getattr("Move")?.call_method1("from_uci", (uci,))
    }

    /// The side that makes the move: `white` or `black`.
    #[getter]
    fn side(&self) -> &'static str {
        side_name(self.inner().side())
    }

    /// The departure square.
    #[getter]
    fn from_square(&self) -> String {
        self.inner().from().to_string()
    }

    /// The arrival square.
    #[getter]
    fn to_square(&self) -> String {
        self.inner().to().to_string()
    }

    /// The letters of the man that moves, in the notation of chess problems: `S` for a knight.
    #[getter]
    fn piece(&self) -> &'static str {
        self.inner().piece()
    }

    /// The letters of the piece to which a pawn promotes, or `None`.
    #[getter]
    fn promotion(&self) -> Option<&'static str> {
        self.inner().promotion()
    }

    /// The square of the captured man, or `None`.
    #[getter]
    fn captured(&self) -> Option<String> {
        self.inner().captured().map(|square| square.to_string())
    }

    /// Whether the move leaves the other side in check.
    #[getter]
    fn gives_check(&self) -> bool {
        self.inner().gives_check()
    }

    /// Whether the move reaches one of the stipulation's goals.
    #[getter]
    fn reaches_goal(&self) -> bool {
        self.inner().reaches_goal()
    }

    /// Whether the move threatens nothing, and every defence harms the defender.
    #[getter]
    fn is_zugzwang(&self) -> bool {
        self.inner().is_zugzwang()
    }

    /// The part that the move plays: `key`, `try`, `threat`, `defence`, `continuation`, `refutation`, or `help`.
    #[getter]
    fn part(&self) -> &'static str {
        self.inner().part().name()
    }

    /// All moves that follow this one, whatever their parts.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.after(|_| true)
    }

    /// The threats of a key, a try or a continuation.
    #[getter]
    fn threats(&self) -> Vec<Move> {
        self.after(|part| part == Part::Threat)
    }

    /// The defences that begin the variations after the move.
    #[getter]
    fn defences(&self) -> Vec<Move> {
        self.after(|part| part == Part::Defence)
    }

    /// The answers to a defence. More than one answer is a dual.
    #[getter]
    fn continuations(&self) -> Vec<Move> {
        self.after(|part| part == Part::Continuation)
    }

    /// The defences that refute a try.
    #[getter]
    fn refutations(&self) -> Vec<Move> {
        self.after(|part| part == Part::Refutation)
    }

    fn __str__(&self) -> String {
        self.inner().written(Notation::Short, Letters::Problem)
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.__str__())
    }

    /// Moves are equal if they, and the play after them, are.
    fn __eq__(&self, other: &Move) -> bool {
        self.inner() == other.inner()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.inner().to_string().hash(&mut hasher);
        hasher.finish()
    }
}
