//! What the pages in `docs/` say is so.

mod json;
mod language;
mod page;
