//! The module `keymove._keymove`: Keymove for Python. The package `keymove` exports its names; `_keymove.pyi` has their
//! types, and a test compares the two.

mod arguments;
mod catalogue;
mod errors;
mod moves;
mod problem;
mod search;
mod solution;

use pyo3::prelude::*;

#[pymodule]
mod _keymove {
    #[pymodule_export]
    use super::catalogue::{Entry, conditions, explain, games, options, pieces, stipulations};
    #[pymodule_export]
    use super::errors::Diagnostic;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::problem::{Converted, Problem};
    #[pymodule_export]
    use super::search::{Progress, Search, check, search, solve};
    #[pymodule_export]
    use super::solution::{Finding, Found, Phase, Solution, Twin};

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
