//! Keymove.
pub mod units;
pub mod conditions;
pub mod problem;
pub mod syntax;
pub mod position;
pub mod orthodox;
pub mod solve;
pub mod solution;
pub mod report;
