//! What the pages in `docs/` say is so.

#[path = "../children/mod.rs"]
mod children;
mod exchange;
mod json;
mod language;
mod page;
