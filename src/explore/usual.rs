//! The changes that are tried if no others are named.

pub const ECONOMY: &str = "remove,weaken";
pub const REPAIR: &str = "remove,move,add=PpSs";
pub const TWINS: &str = "move";
