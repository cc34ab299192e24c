//! Distributed runs. `keymove plan` divides the problems into units. A scheduler of your choice runs `keymove work` for
//! each unit. `keymove merge` writes the output that a single run would have written.
//!
//! The machines share only files: the problems, the plan, and a result file for each unit.

mod choice;
mod cost;
mod fact_files;
mod fact_records;
mod measuring;
mod merging;
mod parts;
mod plan;
mod planning;
mod result_file;
mod results;
mod unit;
mod unit_feed;
mod unit_writer;

pub use merging::merge;
pub use planning::plan;
pub use unit::work;
