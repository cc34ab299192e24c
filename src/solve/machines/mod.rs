//! One problem solved by several runs, on one machine or on many: which run looks at which first moves, and what the others
//! have proved.

pub mod cutting;
pub mod others;
