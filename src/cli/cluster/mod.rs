//! Work for many machines: `keymove plan` cuts problems into units, any scheduler runs `keymove work` for each of them, and
//! `keymove merge` writes what one run would have written.
//!
//! Nothing is shared but files: the problems, the plan, and a file of results for each unit.

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
