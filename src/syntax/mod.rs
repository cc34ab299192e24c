//! Text to problems, problems to text.
mod diagnostic;
mod grammar;
mod lookalike;
mod source;
mod stipulation;
mod structured;
pub use diagnostic::{Diagnostic, Severity, nearest, quoted};
pub use source::{Source, Span};
pub use stipulation::stipulation;
pub use structured::structured;
