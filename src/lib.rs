//! Keymove.
pub mod conditions;
pub mod orthodox;
pub mod position;
pub mod problem;
pub mod report;
pub mod solution;
pub mod solve;
pub mod syntax;
pub mod units;
