//! Reads arguments that several functions share.

use crate::errors::invalid_value;
use crate::problem::{Problem, read};
use keymove::{Color, Format, Letters, Notation, Solver, Tongue};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Duration;

/// A problem, or the text of one.
#[derive(FromPyObject)]
pub enum ProblemArgument {
    Problem(Py<Problem>),
    Text(String),
}

impl ProblemArgument {
    pub fn problem(self, py: Python<'_>) -> PyResult<Py<Problem>> {
        match self {
            ProblemArgument::Problem(problem) => Ok(problem),
            ProblemArgument::Text(text) => {
                let problem = read(py, &text)?;
                Py::new(py, problem)
            }
        }
    }
}

/// The keyword arguments of a search.
pub struct Settings {
    pub solver: Solver,
    pub progress: Option<Py<PyAny>>,
    pub allow_duals: bool,
}

impl Settings {
    /// Reads the keyword arguments. `known` are those that the function has.
    pub fn read(given: Option<&Bound<'_, PyDict>>, known: &[&str]) -> PyResult<Settings> {
        let mut solver = Solver::new();
        let (mut progress, mut allow_duals) = (None, false);
        let mut variations = known.contains(&"variations");
        for (name, value) in given.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
            let name: String = name.extract()?;
            if !known.contains(&&*name) {
                return Err(unknown_keyword(&name, known));
            }
            match &*name {
                "time" => solver = solver.time(seconds(value.extract()?)?),
                "memory" => solver = solver.memory(bytes(value.extract()?)?),
                "threads" => solver = solver.threads(value.extract()?),
                "max_solutions" => match value.extract()? {
                    0 => return Err(invalid_value("max_solutions", "0", "a number of at least 1")),
                    number => solver = solver.max_solutions(number),
                },
                "variations" => variations = value.extract()?,
                "allow_duals" => allow_duals = value.extract()?,
                "progress" if value.is_callable() => progress = Some(value.unbind()),
                _ => return Err(invalid_value("progress", &value.to_string(), "callable")),
            }
        }
        let solver = if variations { solver.variations() } else { solver };
        Ok(Settings { solver, progress, allow_duals })
    }
}

fn seconds(given: f64) -> PyResult<Duration> {
    let wrong = |_| invalid_value("time", &given.to_string(), "a number of seconds that is not negative");
    Duration::try_from_secs_f64(given).map_err(wrong)
}

fn bytes(megabytes: f64) -> PyResult<usize> {
    match (1.0..=1e9).contains(&megabytes) {
        true => Ok((megabytes * f64::from(1 << 20)) as usize),
        false => Err(invalid_value("memory", &megabytes.to_string(), "a number of megabytes of at least 1")),
    }
}

pub fn unknown_keyword(name: &str, known: &[&str]) -> PyErr {
    PyTypeError::new_err(format!("unexpected keyword argument `{name}`; expected one of {}", known.join(", ")))
}

pub fn format(name: &str) -> PyResult<Format> {
    let found = Format::ALL.into_iter().find(|format| format.name() == name || format.endings().contains(&name));
    found.ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
        invalid_value("format", name, &format!("one of {}", names.join(", ")))
    })
}

pub fn notation(name: &str) -> PyResult<Notation> {
    match name {
        "short" => Ok(Notation::Short),
        "long" => Ok(Notation::Long),
        other => Err(invalid_value("notation", other, "`short` or `long`")),
    }
}

pub fn letters(name: &str) -> PyResult<Letters> {
    match name {
        "en" => Ok(Letters::Problem),
        "de" => Ok(Letters::Of(Tongue::German)),
        "fr" => Ok(Letters::Of(Tongue::French)),
        "game" => Ok(Letters::Game),
        "figurine" => Ok(Letters::Figurines(Tongue::English)),
        other => Err(invalid_value("letters", other, "`en`, `de`, `fr`, `game` or `figurine`")),
    }
}

pub fn side(name: &str) -> PyResult<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        other => Err(invalid_value("side_to_move", other, "`white` or `black`")),
    }
}

pub fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Returns the texts of an argument that is a text or a sequence of texts.
pub fn texts(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match value.extract::<String>() {
        Ok(text) => Ok(vec![text]),
        Err(_) => value.extract(),
    }
}
