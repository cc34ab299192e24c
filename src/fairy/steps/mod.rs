//! How men move, before any rule is asked.
//!
//! * `walk`: generates the steps of a man from the verbs of the table of pieces
//! * `line_walk`: the geometry of the lines along which men move
//! * `rays`, `routes`: lines and ways of moving, recorded once for each square
//! * `range`: the squares that a man could reach if all other men were placed as favourably as possible

pub mod line_walk;
pub mod range;
pub mod rays;
pub mod routes;
pub mod walk;
