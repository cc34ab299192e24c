//! Diagrams as pictures: which figure stands for which man, the captions, SVG, characters of a terminal.

mod caption;
mod figures;
mod svg;
mod unicode;

pub use svg::svg;
pub use unicode::unicode;
