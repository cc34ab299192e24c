//! Lower bounds: what no play within so many moves can reach.

pub mod distance;
