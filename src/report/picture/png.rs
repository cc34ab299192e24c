//! Writes diagrams as PNG, by rendering the SVG picture to pixels.

use super::svg::svg;
use crate::problem::Problem;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::Arc;

/// The font of the captions: Noto Serif with Latin, Greek and Cyrillic letters. It is part of the program, so that the
/// picture is the same on every machine.
const LETTERS: &[u8] = include_bytes!("noto/NotoSerif-Regular.ttf");
const FAMILY: &str = "Noto Serif";

/// Pixels per unit of the SVG picture. A square of the board has 120 pixels, enough to print the diagram at half the
/// width of a column.
const SCALE: f32 = 2.0;

/// Renders the diagram of a problem with its captions, and returns the PNG file. The error is a message with the
/// reason.
///
/// ```
/// use keymove::{report, syntax};
/// let problem = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##).0.unwrap();
/// assert!(report::png(&problem).unwrap().starts_with(b"\x89PNG"));
/// ```
pub fn png(problem: &Problem) -> Result<Vec<u8>, String> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(LETTERS.to_vec());
    fonts.set_serif_family(FAMILY);
    let options = Options { fontdb: Arc::new(fonts), font_family: FAMILY.to_string(), ..Options::default() };
    let tree = Tree::from_str(&svg(problem), &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or("the picture is too large")?;
    let mut points = Pixmap::new(size.width(), size.height()).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut points.as_mut());
    points.encode_png().map_err(|error| error.to_string())
}
