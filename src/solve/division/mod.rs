//! Divides one problem among several runs of the program, on one machine or on many. `parts` decides which run searches
//! which first moves; `others` exchanges the facts that the runs prove.

pub mod others;
pub mod parts;
