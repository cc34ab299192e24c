//! Lists of what a problem can ask for, and explanations.

use keymove::{Catalogue, CatalogueItem};
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;

/// An entry of a list, such as a condition.
///
/// >>> import keymove
/// >>> circe = next(entry for entry in keymove.conditions() if entry.name == "Circe")
/// >>> [variant.name for variant in circe.entries][:2]
/// ['Circe RexInclusive', 'Circe RexExclusive']
#[pyclass(frozen, eq, module = "keymove")]
#[derive(PartialEq)]
pub struct Entry(CatalogueItem);

#[pymethods]
impl Entry {
    /// The kind: `play`, `goal`, `condition`, `variant`, `game`, `board`, `option`, `piece` or `theme`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// The entry as it is written in a problem.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// Other ways to write the entry: aliases of a variant; letters, FEN and XBetza of a piece.
    #[getter]
    fn notations(&self) -> Vec<String> {
        self.0.notations.clone()
    }

    /// The definition.
    #[getter]
    fn meaning(&self) -> &str {
        &self.0.meaning
    }

    /// Entries below this one: variants of a condition; board, variants and pieces of a game.
    #[getter]
    fn entries(&self) -> Vec<Entry> {
        self.0.items.iter().cloned().map(Entry).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Entry {}: {}>", self.kind(), self.0.name)
    }
}

fn entries(list: Catalogue) -> Vec<Entry> {
    list.sections().into_iter().flat_map(|section| section.items).map(Entry).collect()
}

/// Lists the conditions with their variants.
///
/// >>> import keymove
/// >>> "Madrasi" in [entry.name for entry in keymove.conditions()]
/// True
#[pyfunction]
pub fn conditions() -> Vec<Entry> {
    entries(Catalogue::Conditions)
}

/// Lists the pieces with their letters.
///
/// >>> import keymove
/// >>> [entry.notations for entry in keymove.pieces() if entry.name == "Grasshopper"]
/// [['G', '{w:G}', 'gQ']]
#[pyfunction]
pub fn pieces() -> Vec<Entry> {
    entries(Catalogue::Pieces)
}

/// Lists the options with their arguments.
///
/// >>> import keymove
/// >>> "SetPlay" in [entry.name for entry in keymove.options()]
/// True
#[pyfunction]
pub fn options() -> Vec<Entry> {
    entries(Catalogue::Options)
}

/// Lists the stipulations: kinds of play, and goals.
///
/// >>> import keymove
/// >>> {entry.kind for entry in keymove.stipulations()} == {"play", "goal"}
/// True
#[pyfunction]
pub fn stipulations() -> Vec<Entry> {
    entries(Catalogue::Stipulations)
}

/// Lists the games other than chess.
///
/// >>> import keymove
/// >>> [entry.name for entry in keymove.games()]
/// ['Magician', 'Mamra', 'Megalomachy']
#[pyfunction]
pub fn games() -> Vec<Entry> {
    entries(Catalogue::Games)
}

/// Explains a stipulation, goal, condition, option, piece, game or word of the output.
///
/// Raises `LookupError`, which names the nearest word, if nothing has this name.
///
/// >>> import keymove
/// >>> keymove.explain("Madrasi").splitlines()[0]
/// 'condition Madrasi'
/// >>> try:
/// ...     keymove.explain("Madrassi")
/// ... except LookupError as error:
/// ...     print(str(error).partition("; ")[2])
/// did you mean `Madrasi`?
#[pyfunction]
pub fn explain(word: &str) -> PyResult<String> {
    keymove::explain(word).map_err(PyLookupError::new_err)
}
