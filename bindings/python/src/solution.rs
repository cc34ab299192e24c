//! Solutions: twins, phases, verdict and findings.

use crate::arguments::side_name;
use crate::moves::{Move, Root};
use crate::problem::Problem;
use keymove::{Checked, Cut, Note, Part, PhaseKind};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// The solution of a problem.
///
/// `keys`, `tries`, `set_play` and `lines` are those of all twins; `twins` and `phases` have them apart. `str()` returns
/// the text that `keymove solve` prints. Jupyter shows diagram and text.
///
/// >>> import keymove
/// >>> solution = keymove.check('7k/5K2/8/8/8/8/8/R7 w - - stip "#1";')
/// >>> solution
/// <Solution of #1: sound, 1 key>
/// >>> solution.keys, solution.is_complete
/// ([Move('Rh1#')], True)
/// >>> for phase in solution.phases:
/// ...     print(phase.kind, phase.keys)
/// play [Move('Rh1#')]
#[pyclass(frozen, module = "keymove")]
pub struct Solution {
    pub problem: Py<Problem>,
    pub solution: Arc<keymove::Solution>,
    /// The verdict and the findings; `None` without a check.
    pub checked: Option<Checked>,
    /// Number of positions visited.
    #[pyo3(get)]
    pub nodes: u64,
    /// Time that the search took, in seconds.
    #[pyo3(get)]
    pub seconds: f64,
}

impl Solution {
    fn roots(&self) -> impl Iterator<Item = Root> {
        let twins = self.solution.twins.iter().enumerate();
        twins.flat_map(move |(twin, found)| (0..found.phases.len()).map(move |phase| self.root(twin, phase)))
    }

    fn root(&self, twin: usize, phase: usize) -> Root {
        Root::Solution { solution: self.solution.clone(), twin, phase }
    }

    fn roots_of(&self, kind: PhaseKind) -> impl Iterator<Item = Root> {
        self.roots().filter(move |root| root.phase().kind == kind)
    }
}

#[pymethods]
impl Solution {
    /// The problem that was solved.
    #[getter]
    fn problem(&self, py: Python<'_>) -> Py<Problem> {
        self.problem.clone_ref(py)
    }

    /// The solutions of the twins. A problem without twins has one, with an empty label.
    #[getter]
    fn twins(&self) -> Vec<Twin> {
        let number = self.solution.twins.len();
        (0..number).map(|index| Twin { solution: self.solution.clone(), index }).collect()
    }

    /// The phases of all twins: set play and play.
    #[getter]
    fn phases(&self) -> Vec<Phase> {
        self.roots().map(|root| Phase { root }).collect()
    }

    /// The keys of battle play in all twins.
    #[getter]
    fn keys(&self) -> Vec<Move> {
        self.roots_of(PhaseKind::Play).flat_map(|root| root.first_moves(Part::Key)).collect()
    }

    /// The tries of battle play in all twins. They are searched only if the problem has the option `Try`, or if the
    /// author's solution names tries and the problem is checked.
    #[getter]
    fn tries(&self) -> Vec<Move> {
        self.roots_of(PhaseKind::Play).flat_map(|root| root.first_moves(Part::Try)).collect()
    }

    /// The first moves of the set play in all twins, if the problem has the option `SetPlay`.
    #[getter]
    fn set_play(&self) -> Vec<Move> {
        self.roots_of(PhaseKind::SetPlay).flat_map(|root| root.moves(|_| true)).collect()
    }

    /// The solutions of help and series play in all twins. Each is a tuple of its moves.
    ///
    /// >>> import keymove
    /// >>> keymove.solve('7k/5K1p/8/8/8/8/8/7R b - - stip "h#1";').lines
    /// [(Move('h5'), Move('Rxh5#')), (Move('h6'), Move('Rxh6#'))]
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let lines: PyResult<Vec<_>> = self.roots_of(PhaseKind::Play).map(|root| root.lines(py)).collect();
        Ok(lines?.concat())
    }

    /// Whether the search was complete, so that no play is missing because of a limit.
    #[getter]
    fn is_complete(&self) -> bool {
        self.solution.is_complete()
    }

    /// The verdict of `check`: `sound`, `unsound`, `undecided` or `invalid`; `None` from `solve`.
    #[getter]
    fn verdict(&self) -> Option<&'static str> {
        self.checked.as_ref().map(|checked| checked.verdict.name())
    }

    /// The findings of `check`, which are the reasons for the verdict.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        self.checked.iter().flat_map(|checked| &checked.findings).map(|finding| Finding(finding.clone())).collect()
    }

    /// Returns the text that `keymove solve` prints: diagram, play and notes.
    ///
    /// >>> import keymove
    /// >>> print(keymove.solve('7k/5K2/8/8/8/8/8/R7 w - - stip "#1";').text().splitlines()[-3])
    ///   1.Rh1#!
    fn text(&self) -> String {
        self.solution.to_text(self.problem.get().inner())
    }

    /// Returns problem, solution and verdict as one line of JSON, in the format `keymove-1`.
    fn to_json(&self) -> String {
        let parsed = &self.problem.get().parsed;
        match &self.checked {
            Some(checked) => parsed.to_json(checked),
            None => parsed.solution_to_json(&self.solution),
        }
    }

    /// Returns the members of the JSON as a dict.
    ///
    /// >>> import keymove
    /// >>> keymove.check('7k/5K2/8/8/8/8/8/R7 w - - stip "#1";').to_dict()["verdict"]
    /// 'sound'
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.to_json(),))
    }

    /// Returns the diagram of the problem as an SVG picture.
    fn diagram(&self) -> String {
        self.problem.get().inner().to_svg()
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let escape = py.import("html")?.getattr("escape")?;
        // The picture replaces heading and diagram at the beginning of the text.
        let text = self.text();
        let edge = text.rfind("+-a-").unwrap_or(0);
        let play = text[edge..].split_once("\n\n").map_or(&*text, |(_, play)| play);
        let findings = self.checked.iter().flat_map(|checked| &checked.findings).map(keymove::Finding::full_text);
        let verdict: Vec<String> = self.verdict().into_iter().map(String::from).chain(findings).collect();
        let text: String = escape.call1((format!("{play}\n{}", verdict.join("\n")),))?.extract()?;
        Ok(format!("<div>{}</div><pre>{}</pre>", self.diagram(), text.trim_end()))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let counted = |number: usize, name: &str| match number {
            0 => None,
            1 => Some(format!("1 {name}")),
            _ if name == "try" => Some(format!("{number} tries")),
            _ => Some(format!("{number} {name}s")),
        };
        let counts = [
            self.verdict().map(String::from),
            (!self.is_complete() && self.checked.is_none()).then(|| "incomplete".to_string()),
            counted(self.solution.keys().count(), "key"),
            counted(self.solution.tries().count(), "try"),
            counted(self.solution.lines().count(), "line"),
        ];
        let counts: Vec<String> = counts.into_iter().flatten().collect();
        let stipulation = self.problem.get().inner().stipulation.as_ref().map(ToString::to_string);
        let counts = if counts.is_empty() { "no play".to_string() } else { counts.join(", ") };
        format!("<Solution of {}: {counts}>", stipulation.unwrap_or_else(|| "twins".to_string()))
    }

    /// Solutions are equal if problem, play and verdict are; the time that they took does not matter.
    fn __eq__(&self, other: &Solution) -> bool {
        let both = (self.problem.get().inner(), &self.checked, &self.solution);
        both == (other.problem.get().inner(), &other.checked, &other.solution)
    }
}

/// The solution of one twin.
///
/// >>> import keymove
/// >>> solution = keymove.solve('7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; twin "b) move a1 b1";')
/// >>> [(twin.label, twin.changes, twin.phases[0].keys) for twin in solution.twins]
/// [('a)', '', [Move('Rh1#')]), ('b)', 'wRa1-->b1', [Move('Rh1#')])]
#[pyclass(frozen, module = "keymove")]
pub struct Twin {
    solution: Arc<keymove::Solution>,
    index: usize,
}

impl Twin {
    fn inner(&self) -> &keymove::TwinSolution {
        &self.solution.twins[self.index]
    }
}

#[pymethods]
impl Twin {
    /// The label, such as `b)`; empty without twins.
    #[getter]
    fn label(&self) -> &str {
        &self.inner().label
    }

    /// The changes of the twin, such as `bPf2<-->wPh4`.
    #[getter]
    fn changes(&self) -> &str {
        &self.inner().changes
    }

    /// The problem with the changes of the twin made; `None` if they cannot be made.
    #[getter]
    fn problem(&self) -> Option<Problem> {
        self.inner().problem.as_deref().map(|problem| Problem::from(keymove::Parsed::from(problem.clone())))
    }

    /// The phases: set play and play.
    #[getter]
    fn phases(&self) -> Vec<Phase> {
        let (solution, twin) = (&self.solution, self.index);
        let root = |phase| Root::Solution { solution: solution.clone(), twin, phase };
        (0..self.inner().phases.len()).map(|phase| Phase { root: root(phase) }).collect()
    }

    /// The limit that cut the search: `time`, `memory`, `interrupted`, `max-solutions`, `move-numbers` or
    /// `short-solutions`; `None` if the search was complete.
    #[getter]
    fn cut(&self) -> Option<&'static str> {
        self.inner().cut.map(|cut| match cut {
            Cut::Time => "time",
            Cut::Memory => "memory",
            Cut::Interrupted => "interrupted",
            Cut::MaxSolutions => "max-solutions",
            Cut::MoveNumbers => "move-numbers",
            Cut::ShortSolutions => "short-solutions",
        })
    }

    /// Remarks about the position, such as a missing king or rules whose combination is not verified.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.inner().notes.iter().map(note).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Twin {} {}>", self.inner().label, self.inner().changes)
    }
}

fn note(note: &Note) -> String {
    match note {
        Note::KingCanBeCaptured(_) => note.king_capture_in_words().unwrap_or_default(),
        Note::MissingKing(color) => format!("{} has no king", color.name()),
        Note::SeveralKings(color) => format!("{} has more than one king", color.name()),
        Note::CannotBeMade(reason) => format!("the twin cannot be made: {reason}"),
        Note::IllegalDiagram(text)
        | Note::Unverified(text)
        | Note::OptionIgnored(text)
        | Note::OptionMeaningless(text) => text.clone(),
    }
}

/// Set play or actual play of a twin.
///
/// >>> import keymove
/// >>> solution = keymove.solve('7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; opt "SetPlay";')
/// >>> [phase.kind for phase in solution.phases], solution.phases[1]
/// (['set play', 'play'], <Phase play: Kf7>)
#[pyclass(frozen, module = "keymove")]
pub struct Phase {
    root: Root,
}

#[pymethods]
impl Phase {
    /// `set play` or `play`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.root.phase().kind {
            PhaseKind::SetPlay => "set play",
            PhaseKind::Play => "play",
        }
    }

    /// The side whose moves have the move numbers: `white` or `black`.
    #[getter]
    fn numbered(&self) -> &'static str {
        side_name(self.root.phase().numbered)
    }

    /// Whether the phase was solved with the sides exchanged (duplex).
    #[getter]
    fn exchanged(&self) -> bool {
        self.root.phase().exchanged
    }

    /// Whether a limit had cut the search when the phase ended, so that more play may exist.
    #[getter]
    fn is_cut(&self) -> bool {
        self.root.phase().is_cut
    }

    /// All first moves, whatever their parts.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.root.moves(|_| true)
    }

    /// The keys of battle play.
    #[getter]
    fn keys(&self) -> Vec<Move> {
        self.root.first_moves(Part::Key)
    }

    /// The tries of battle play.
    #[getter]
    fn tries(&self) -> Vec<Move> {
        self.root.first_moves(Part::Try)
    }

    /// The lines of help and series play. Each is a tuple of its moves.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.root.lines(py)
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.root.phase().moves().take(4).map(short).collect();
        let more = if self.root.phase().moves().nth(4).is_some() { " …" } else { "" };
        format!("<Phase {}: {}{more}>", self.kind(), moves.join(" "))
    }
}

fn short(move_: keymove::Move<'_>) -> String {
    move_.written(keymove::Notation::Short, keymove::Letters::Problem)
}

/// A part of a solution that a running search has found: a first move with the play after it, or a line.
///
/// `str()` returns its moves: those of the line, or the first move.
#[pyclass(frozen, module = "keymove")]
pub struct Found {
    pub found: Arc<keymove::Found>,
}

impl Found {
    fn root(&self) -> Root {
        Root::Found(self.found.clone())
    }
}

#[pymethods]
impl Found {
    /// The label of the twin, such as `b)`; empty without twins.
    #[getter]
    fn twin(&self) -> &str {
        &self.found.twin
    }

    /// The phase to which the part belongs. It contains this part alone.
    #[getter]
    fn phase(&self) -> Phase {
        Phase { root: self.root() }
    }

    /// The first move, with the play after it.
    #[getter]
    fn first_move(&self) -> Move {
        self.root().move_at(vec![0])
    }

    /// The lines of help and series play; empty in battle play.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.root().lines(py)
    }

    fn __str__(&self) -> String {
        let lines = self.found.phase.lines().map(|line| line.into_iter().map(short).collect::<Vec<_>>().join(" "));
        let lines: Vec<String> = lines.collect();
        if !lines.is_empty() {
            return lines.join("\n");
        }
        self.found
            .phase
            .moves()
            .next()
            .map(|move_| format!("{} ({})", short(move_), move_.part().name()))
            .unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        format!("<Found {}>", self.__str__())
    }
}

/// A reason for a verdict, such as a cook.
///
/// >>> import keymove
/// >>> [cook] = keymove.check('7k/5K2/8/8/8/8/R7/R7 w - - stip "#1";').findings
/// >>> cook.kind, cook.severity, cook.path
/// ('cook', 'error', ['Ra2-h2+'])
/// >>> print(cook)
/// cook: 1.Ra2-h2 is a second key
#[pyclass(frozen, eq, module = "keymove")]
#[derive(PartialEq)]
pub struct Finding(keymove::Finding);

#[pymethods]
impl Finding {
    /// The kind, such as `cook`, `dual` or `no-solution` (docs/json.md lists them all).
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.slug()
    }

    /// `error` if the finding makes the problem unsound, `warning` or `note`.
    #[getter]
    fn severity(&self) -> &'static str {
        self.0.severity.word()
    }

    /// The label of the twin; empty without twins.
    #[getter]
    fn twin(&self) -> &str {
        &self.0.twin
    }

    /// The moves from the diagram to the place of the finding, in long notation.
    #[getter]
    fn path(&self) -> Vec<String> {
        self.0.path.iter().map(ToString::to_string).collect()
    }

    /// Number of moves or lines that the finding stands for.
    #[getter]
    fn count(&self) -> usize {
        self.0.count
    }

    /// The finding in one line.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    fn __str__(&self) -> String {
        self.0.full_text()
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}: {}>", self.0.severity.word(), self.0.full_text())
    }
}
