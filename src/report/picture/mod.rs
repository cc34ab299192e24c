//! Diagrams as pictures: figures of the men, captions, SVG, PNG and Unicode characters.

mod caption;
mod drawing;
mod figures;
mod map;
mod markup;
#[cfg(feature = "png")]
mod png;
mod svg;
mod unicode;

pub use caption::Caption;
pub use drawing::{BoardDrawing, ManDrawing};
pub use figures::{Base, Figure, FigureColor, Figures, mark};
pub use map::{map_svg, map_text, maps_page};
pub use markup::escaped;
#[cfg(feature = "png")]
pub use png::png;
pub use svg::{Board, IMITATOR, SQUARE, definition, svg};
pub use unicode::{unicode, unicode_board};
