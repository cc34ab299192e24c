//! Messages about a text, and the exceptions. The classes of the exceptions are in `python/keymove/_errors.py`, since
//! a binary for many versions of Python cannot define subclasses of exceptions.

use keymove::{ParseError, Parsed, Severity};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A message about the text of a problem: an error or a warning, with its place.
///
/// >>> import keymove
/// >>> keymove.Problem.parse('7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; publisher "P.";').warnings
/// [Diagnostic(warning at 1:38: unknown opcode `publisher`)]
#[pyclass(frozen, eq, module = "keymove")]
#[derive(Clone, PartialEq)]
pub struct Diagnostic {
    /// `error` or `warning`.
    #[pyo3(get)]
    severity: String,
    /// The line, counted from 1.
    #[pyo3(get)]
    line: usize,
    /// The column, counted from 1 in characters.
    #[pyo3(get)]
    column: usize,
    /// The fault in one line.
    #[pyo3(get)]
    message: String,
    /// The text that was expected at this place.
    #[pyo3(get)]
    expected: String,
    /// How to correct the text; `None` if there is no suggestion.
    #[pyo3(get)]
    hint: Option<String>,
}

#[pymethods]
impl Diagnostic {
    fn __repr__(&self) -> String {
        format!("Diagnostic({self})")
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    #[new]
    #[pyo3(signature = (severity, line, column, message, expected, hint=None))]
    fn of_parts(
        severity: String,
        line: usize,
        column: usize,
        message: String,
        expected: String,
        hint: Option<String>,
    ) -> Diagnostic {
        Diagnostic { severity, line, column, message, expected, hint }
    }

    fn __getnewargs__(&self) -> (&str, usize, usize, &str, &str, Option<&str>) {
        (&self.severity, self.line, self.column, &self.message, &self.expected, self.hint.as_deref())
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}:{}: {}", self.severity, self.line, self.column, self.message)
    }
}

impl Diagnostic {
    pub fn new(found: &keymove::Diagnostic, (line, column): (usize, usize)) -> Diagnostic {
        let severity = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let severity = severity.to_string();
        let (message, expected, hint) = (found.message.clone(), found.expected.clone(), found.hint.clone());
        Diagnostic { severity, line, column, message, expected, hint }
    }
}

/// Returns an exception of the class with this name.
fn exception(py: Python<'_>, class: &str, arguments: impl for<'py> pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = py.import("keymove._errors").and_then(|module| module.getattr(class)?.call1(arguments));
    made.map_or_else(|failure| failure, PyErr::from_value)
}

/// Returns the exception for a text that cannot be read as a problem.
pub fn parse_error(py: Python<'_>, error: &ParseError) -> PyErr {
    let found = error.diagnostics().iter().map(|found| Diagnostic::new(found, error.place(found)));
    exception(py, "ParseError", (error.to_string(), found.collect::<Vec<_>>()))
}

/// Returns the exception for a problem that cannot be solved.
pub fn solve_error(py: Python<'_>, parsed: &Parsed, error: &keymove::SolveError) -> PyErr {
    let refusal = parsed.refusal(error);
    let found = Diagnostic::new(&refusal, parsed.place(&refusal));
    exception(py, "SolveError", (parsed.render(&refusal), vec![found]))
}

/// Returns the exception for a problem that another format cannot express.
pub fn conversion_error(py: Python<'_>, error: &keymove::WriteError) -> PyErr {
    exception(py, "ConversionError", (error.to_string(), error.why.clone()))
}

/// Returns the exception for a failure inside Keymove.
pub fn internal_error(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "InternalError", (message.to_string(),))
}

/// Returns the exception for an argument with a wrong value.
pub fn invalid_value(argument: &str, value: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{argument}: `{value}` is not {expected}"))
}
