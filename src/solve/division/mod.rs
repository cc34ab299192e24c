//! Shares one problem among several runs, on one machine or on many: which run searches which first moves, and what the
//! others have proved.

pub mod others;
pub mod parts;
