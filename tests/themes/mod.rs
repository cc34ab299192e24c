//! Tests the table of themes: the example of each row shows its theme, and the counter-example does not. The documents
//! are made from the rows.

mod document;
mod identities;
mod in_problems;
mod rows;
