//! Problems: read, built, converted, shown.

use crate::arguments::{format, side, side_name, texts, unknown_keyword};
use crate::errors::{Diagnostic, conversion_error, parse_error};
use keymove::{Format, Parsed, ProblemBuilder};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A chess problem: position, stipulation, conditions, options, twins, and what its author says of the solution.
///
/// Problems cannot be changed. They can be compared, used as keys of a dict, and pickled.
///
/// >>> import keymove
/// >>> problem = keymove.Problem.parse('7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; author "A. Author";')
/// >>> problem.stipulation, problem.authors
/// ('#1', ['A. Author'])
/// >>> problem == keymove.Problem.build("#1", white="Kf7 Ra1", black="Kh8", side_to_move="white", castling="-",
/// ...                                  author="A. Author")
/// True
#[pyclass(frozen, module = "keymove")]
pub struct Problem {
    pub parsed: Arc<Parsed>,
}

impl From<Parsed> for Problem {
    fn from(parsed: Parsed) -> Problem {
        Problem { parsed: Arc::new(parsed) }
    }
}

impl Problem {
    pub fn inner(&self) -> &keymove::Problem {
        self.parsed.problem()
    }

    /// Returns the problem as one line.
    fn line(&self, py: Python<'_>) -> PyResult<String> {
        let written = self.inner().write_as(Format::Epd).map_err(|error| conversion_error(py, &error))?;
        Ok(written.text.trim_end().to_string())
    }
}

/// The arguments of `from_fen`, and of `build` beside the men and the board.
const PARTS: &[&str] = &[
    "conditions",
    "options",
    "twins",
    "pieces",
    "game",
    "solution",
    "solutions",
    "author",
    "title",
    "source",
    "award",
    "remark",
    "id",
];

/// The arguments of `build` about the position.
const POSITION: &[&str] =
    &["white", "black", "neutral", "board", "side_to_move", "castling", "en_passant", "start", "beneath", "invisible"];

/// Returns the builder with all keyword arguments, of which `known` are permitted.
fn with_parts(
    mut builder: ProblemBuilder,
    given: Option<&Bound<'_, PyDict>>,
    known: &[&str],
) -> PyResult<ProblemBuilder> {
    for (name, value) in given.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
        let name: String = name.extract()?;
        if !known.contains(&&*name) {
            return Err(unknown_keyword(&name, known));
        }
        if name == "board" {
            let (files, ranks) = value.extract()?;
            builder = builder.board(files, ranks);
            continue;
        }
        if name == "side_to_move" {
            builder = builder.side_to_move(side(&value.extract::<String>()?)?);
            continue;
        }
        let value = match &*name {
            "solutions" | "invisible" if value.extract::<String>().is_err() => {
                vec![value.extract::<u32>()?.to_string()]
            }
            _ => texts(&value)?,
        };
        builder = value.iter().fold(builder, |builder, text| with_part(builder, &name, text));
    }
    Ok(builder)
}

fn with_part(builder: ProblemBuilder, name: &str, text: &str) -> ProblemBuilder {
    match name {
        "white" => builder.white(text),
        "black" => builder.black(text),
        "neutral" => builder.neutral(text),
        "castling" => builder.castling(text),
        "en_passant" => builder.en_passant(text),
        "start" => builder.start(text),
        "beneath" => builder.beneath(text),
        "invisible" => builder.invisible(text),
        "conditions" => builder.condition(text),
        "options" => builder.option(text),
        "twins" => builder.twin(text),
        "pieces" => builder.piece(text),
        "game" => builder.game(text),
        "solution" => builder.solution(text),
        "solutions" => builder.solutions(text),
        "author" => builder.author(text),
        "title" => builder.title(text),
        "source" => builder.source(text),
        "award" => builder.award(text),
        "remark" => builder.remark(text),
        _ => builder.id(text),
    }
}

/// Reads a problem in the line format, in Popeye's format, or as a FEN and a stipulation.
pub fn read(py: Python<'_>, text: &str) -> PyResult<Problem> {
    match typed(text) {
        Some((fen, stipulation)) => built(py, &ProblemBuilder::new(stipulation).fen(&fen)),
        None => keymove::Problem::parse(text).map(Problem::from).map_err(|error| parse_error(py, &error)),
    }
}

/// Splits a text into a FEN and a stipulation of one word; `None` if it is not of this form.
fn typed(text: &str) -> Option<(String, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_field = |at: usize, word: &str| match at {
        0 => word.contains('/'),
        1 => matches!(word, "w" | "b" | "?"),
        2 => matches!(word, "-" | "?") || word.chars().all(|c| c.is_ascii_alphabetic()),
        3 => matches!(word.as_bytes(), b"-" | [b'a'..=b'h', b'1'..=b'8']),
        _ => word.chars().all(|c| c.is_ascii_digit()),
    };
    let (stipulation, fen) = words.split_last().filter(|(_, fen)| (1..=6).contains(&fen.len()))?;
    let is_fen = fen.iter().enumerate().all(|(at, word)| is_field(at, word));
    (is_fen && !is_field(fen.len(), stipulation)).then(|| (fen.join(" "), *stipulation))
}

fn built(py: Python<'_>, builder: &ProblemBuilder) -> PyResult<Problem> {
    builder.build().map(Problem::from).map_err(|error| parse_error(py, &error))
}

#[pymethods]
impl Problem {
    /// Reads a problem.
    ///
    /// Without a format, the text is one line in Keymove's language, a FEN with a stipulation behind it, or a problem in
    /// Popeye's format, from `BeginProblem` to `EndProblem`. The formats are `epd` (a line), `popeye`, `yaml` (Olive,
    /// YACPDB), `pgn`, `ffen` and `xfen`. Raises `ParseError` if the text has an error, is empty, or contains a second
    /// problem.
    ///
    /// >>> import keymove
    /// >>> keymove.Problem.parse("7k/5K2/8/8/8/8/8/R7 w - - #1")
    /// Problem('7k/5K2/8/8/8/8/8/R7 w - - stip "#1";')
    /// >>> keymove.Problem.parse('''
    /// ... BeginProblem
    /// ... Pieces
    /// ...   White Kf7 Ra1
    /// ...   Black Kh8
    /// ... Stipulation #1
    /// ... EndProblem''')
    /// Problem('7k/5K2/8/8/8/8/8/R7 ? ? - stip "#1";')
    #[staticmethod]
    #[pyo3(signature = (text, format=None))]
    fn parse(py: Python<'_>, text: &str, format: Option<&str>) -> PyResult<Problem> {
        let Some(name) = format else { return read(py, text) };
        keymove::Problem::parse_as(text, self::format(name)?)
            .map(Problem::from)
            .map_err(|error| parse_error(py, &error))
    }

    /// Reads all problems of a text, such as a file.
    ///
    /// A problem that cannot be read is a `ParseError` in the list, and costs no other problem. Lines and columns are
    /// those of the whole text.
    ///
    /// >>> import keymove
    /// >>> text = '7k/5K2/8/8/8/8/8/R7 w - - stip "#1";\n7k/5K2/8/8/8/8/8/R7 w - - stip "#?";\n'
    /// >>> good, bad = keymove.Problem.parse_each(text)
    /// >>> good.stipulation, bad.line, bad.column
    /// ('#1', 2, 33)
    #[staticmethod]
    #[pyo3(signature = (text, format=None))]
    fn parse_each(py: Python<'_>, text: &str, format: Option<&str>) -> PyResult<Vec<Py<PyAny>>> {
        let format = format.map(self::format).transpose()?;
        let each = keymove::Problem::parse_each(text, format).map(|parsed| match parsed {
            Ok(parsed) => Ok(Py::new(py, Problem::from(parsed))?.into_any()),
            Err(error) => Ok(parse_error(py, &error).into_value(py).into_any()),
        });
        each.collect()
    }

    /// Makes a problem of a FEN and a stipulation.
    ///
    /// Fields that the FEN lacks follow from the stipulation and the home squares. The keyword arguments are those of
    /// `build` that are not about the position.
    ///
    /// >>> import keymove
    /// >>> problem = keymove.Problem.from_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "#2", conditions="Circe")
    /// >>> [str(key) for key in keymove.solve(problem).keys]
    /// ['Kf7']
    #[staticmethod]
    #[pyo3(
        signature = (fen, stipulation, **parts),
        text_signature = "(fen, stipulation, *, conditions=(), options=(), twins=(), pieces=(), game=None, \
            solution=None, solutions=None, author=(), title=None, source=None, award=None, remark=(), id=None)"
    )]
    fn from_fen(py: Python<'_>, fen: &str, stipulation: &str, parts: Option<&Bound<'_, PyDict>>) -> PyResult<Problem> {
        built(py, &with_parts(ProblemBuilder::new(stipulation).fen(fen), parts, PARTS)?)
    }

    /// Makes a problem of a `chess.Board` of python-chess and a stipulation.
    ///
    /// The keyword arguments are those of `from_fen`. Raises `ValueError` if the board plays a variant of chess.
    ///
    /// >>> import chess, keymove
    /// >>> board = chess.Board("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")
    /// >>> problem = keymove.Problem.from_board(board, "#2")
    /// >>> [key.to_chess() for key in keymove.solve(problem).keys]
    /// [Move.from_uci('f6f7')]
    #[staticmethod]
    #[pyo3(
        signature = (board, stipulation, **parts),
        text_signature = "(board, stipulation, *, conditions=(), options=(), twins=(), pieces=(), game=None, \
            solution=None, solutions=None, author=(), title=None, source=None, award=None, remark=(), id=None)"
    )]
    fn from_board(
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        stipulation: &str,
        parts: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Problem> {
        let variant: String = board.getattr("uci_variant")?.extract()?;
        if variant != "chess" {
            return Err(PyValueError::new_err(format!("board: `{variant}` is a variant, only chess can be solved")));
        }
        Problem::from_fen(py, &board.call_method0("fen")?.extract::<String>()?, stipulation, parts)
    }

    /// Builds a problem of its parts.
    ///
    /// Men are written with the letters of chess problems (`S` is the knight, `P` the pawn). Conditions, options,
    /// twins, own pieces, authors and remarks are a text or a sequence of texts. Without `side_to_move` and `castling`,
    /// the stipulation and the home squares decide.
    ///
    /// >>> import keymove
    /// >>> problem = keymove.Problem.build("h#2", white="Ka1 Rh8", black="Kc1 Pc2", conditions="Circe",
    /// ...                                 options=["SetPlay"], twins="move a1 b3")
    /// >>> print(problem)
    /// 7R/8/8/8/8/8/2p5/K1k5 ? ? - stip "h#2"; cond "Circe"; opt "SetPlay"; twin "b) move a1 b3";
    /// >>> keymove.Problem.build("#2", white="Ka1 Xj8", black="royal Ge5", board=(10, 8), pieces="X=gQ").conditions
    /// []
    #[staticmethod]
    #[pyo3(
        signature = (stipulation, **parts),
        text_signature = "(stipulation, *, white=(), black=(), neutral=(), board=(8, 8), side_to_move=None, \
            castling=None, en_passant=None, start=None, beneath=None, invisible=None, conditions=(), options=(), \
            twins=(), pieces=(), game=None, solution=None, solutions=None, author=(), title=None, source=None, \
            award=None, remark=(), id=None)"
    )]
    fn build(py: Python<'_>, stipulation: &str, parts: Option<&Bound<'_, PyDict>>) -> PyResult<Problem> {
        let known = [POSITION, PARTS].concat();
        built(py, &with_parts(ProblemBuilder::new(stipulation), parts, &known)?)
    }

    /// The stipulation, such as `h#2.5`; `None` if every twin has its own.
    #[getter]
    fn stipulation(&self) -> Option<String> {
        self.inner().stipulation.as_ref().map(ToString::to_string)
    }

    /// The board as in a FEN, with fairy men in braces. Of a proof game, it is the final position.
    #[getter]
    fn placement(&self) -> String {
        self.inner().diagram.placement.to_fen()
    }

    /// The side that makes the first move, `white` or `black`; `None` if the stipulation decides.
    #[getter]
    fn side_to_move(&self) -> Option<&'static str> {
        self.inner().diagram.side_to_move.map(side_name)
    }

    /// The position in which play begins as a FEN of six fields; `None` if a FEN cannot express it.
    ///
    /// >>> import keymove
    /// >>> keymove.Problem.parse('4k3/8/8/8/8/8/8/4K2R ? ? - stip "h#2";').fen
    /// '4k3/8/8/8/8/8/8/4K2R b K - 0 1'
    #[getter]
    fn fen(&self) -> Option<String> {
        self.inner().to_fen()
    }

    /// The conditions with their variants and arguments, such as `Circe Mirror`.
    #[getter]
    fn conditions(&self) -> Vec<String> {
        self.inner().rules.conditions().iter().map(|condition| condition.caption()).collect()
    }

    /// The game with its variants, such as `Mamra`; `None` for chess.
    #[getter]
    fn game(&self) -> Option<String> {
        self.inner().rules.game().map(|game| game.caption())
    }

    /// The options with their values, such as `Defence 2`.
    #[getter]
    fn options(&self) -> Vec<String> {
        self.inner().options.given().map(|(_, words)| words).collect()
    }

    /// The id that the problem contains.
    #[getter]
    fn id(&self) -> Option<&str> {
        self.inner().heading.id.as_deref()
    }

    /// The authors.
    #[getter]
    fn authors(&self) -> Vec<String> {
        self.inner().heading.authors.clone()
    }

    /// The title.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.inner().heading.title.as_deref()
    }

    /// The place of publication.
    #[getter]
    fn source(&self) -> Option<&str> {
        self.inner().heading.source.as_deref()
    }

    /// The distinction that the problem has won.
    #[getter]
    fn award(&self) -> Option<&str> {
        self.inner().heading.award.as_deref()
    }

    /// The remarks.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.inner().heading.remarks.clone()
    }

    /// The author's solution as it was written, with which `check` compares what it finds.
    #[getter]
    fn solution(&self) -> Option<&str> {
        self.inner().intent.solution.as_deref()
    }

    /// The warnings about the text from which the problem was read.
    #[getter]
    fn warnings(&self) -> Vec<Diagnostic> {
        self.parsed.warnings().iter().map(|found| Diagnostic::new(found, self.parsed.place(found))).collect()
    }

    /// Writes the problem in a format: `epd`, `popeye`, `yaml`, `pgn`, `ffen` or `xfen`.
    ///
    /// Raises `ConversionError` if the text would be read as another problem.
    ///
    /// >>> import keymove
    /// >>> problem = keymove.Problem.parse('7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; id "x";')
    /// >>> converted = problem.convert("popeye")
    /// >>> print(converted, end="")
    /// beginproblem
    /// pieces
    ///   white Kf7 Ra1
    ///   black Kh8
    /// stipulation #1
    /// endproblem
    /// >>> converted.lost
    /// ['the id `x`']
    fn convert(&self, py: Python<'_>, format: &str) -> PyResult<Converted> {
        let written = self.inner().write_as(self::format(format)?).map_err(|error| conversion_error(py, &error))?;
        Ok(Converted { text: written.text, lost: written.lost })
    }

    /// Returns the diagram as an SVG picture. Jupyter shows it for a problem.
    ///
    /// >>> import keymove
    /// >>> keymove.Problem.build("#1", white="Kf7 Ra1", black="Kh8").diagram()[:4]
    /// '<svg'
    fn diagram(&self) -> String {
        self.inner().to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.diagram()
    }

    /// Returns the position in which play begins as a `chess.Board` of python-chess.
    ///
    /// The board does not know the conditions of the problem. Raises `ConversionError` if it cannot express the
    /// position: boards of other sizes, fairy men, castling from unusual squares.
    ///
    /// >>> import keymove
    /// >>> keymove.Problem.build("h#2", white="Ke1 Rh1", black="Ke8").to_board()
    /// Board('4k3/8/8/8/8/8/8/4K2R b K - 0 1')
    fn to_board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let why = "no FEN can express the position in which play begins";
        let fen =
            self.fen().ok_or_else(|| conversion_error(py, &keymove::WriteError { why: vec![why.to_string()] }))?;
        py.import("chess")?.getattr("Board")?.call1((fen,))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.line(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Problem({})", self.line(py)?.into_pyobject(py)?.repr()?))
    }

    fn __eq__(&self, other: &Problem) -> bool {
        self.inner() == other.inner()
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.line(py)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, &'static str))> {
        Ok((py.get_type::<Problem>().getattr("parse")?, (self.line(py)?, Format::Epd.name())))
    }
}

/// A problem as a text in some format. `str()` returns the text.
///
/// >>> import keymove
/// >>> keymove.Problem.build("#1", white="Kf7 Ra1", black="Kh8").convert("epd")
/// Converted('7k/5K2/8/8/8/8/8/R7 ? ? - stip "#1";\n', lost=[])
#[pyclass(frozen, eq, module = "keymove")]
#[derive(PartialEq)]
pub struct Converted {
    /// The text, with a line end.
    #[pyo3(get)]
    text: String,
    /// The elements of the problem that the format cannot express.
    #[pyo3(get)]
    lost: Vec<String>,
}

#[pymethods]
impl Converted {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (text, lost) = (self.text.as_str().into_pyobject(py)?, self.lost.clone().into_pyobject(py)?);
        Ok(format!("Converted({}, lost={})", text.repr()?, lost.repr()?))
    }
}
