//! The table of themes: every row's example shows its theme, and its counter-example does not. The documents are made
//! from the rows.

mod document;
mod identities;
mod in_problems;
mod rows;
