//! What the pages in `docs/` say is so.

mod exchange;
mod json;
mod language;
mod page;
