//! Assigns figures to pieces, and draws them. A figure is the picture of a piece. Fairy pieces have rotated figures of
//! orthodox pieces.

use super::markup::{FONT, escaped};
use crate::notation::Letters;
use crate::problem::{Change, Problem};
use crate::units::{Color, Piece, Placement, Traits, Unit};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Outlines of the figures, by colour and figure. The included file names their source.
const OUTLINES: &str = include_str!("noto/figures.tsv");

/// The available figures before rotation: orthodox pieces, the equihopper, and combinations with the knight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Base {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Equihopper,
    KnightQueen,
    KnightRook,
    KnightBishop,
}

/// A figure that is rotated clockwise by `turn` degrees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Figure {
    pub base: Base,
    pub turn: u16,
}

/// The three ways to colour a figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FigureColor {
    White,
    Black,
    Neutral,
}

impl FigureColor {
    pub fn of(unit: Unit) -> FigureColor {
        match unit.color {
            _ if unit.is_neutral() => FigureColor::Neutral,
            Color::White => FigureColor::White,
            Color::Black => FigureColor::Black,
        }
    }

    pub fn letter(self) -> char {
        match self {
            FigureColor::White => 'w',
            FigureColor::Black => 'b',
            FigureColor::Neutral => 'n',
        }
    }
}

impl Base {
    fn name(self) -> &'static str {
        match self {
            Base::King => "K",
            Base::Queen => "Q",
            Base::Rook => "R",
            Base::Bishop => "B",
            Base::Knight => "N",
            Base::Pawn => "P",
            Base::Equihopper => "E",
            Base::KnightQueen => "NQ",
            Base::KnightRook => "NR",
            Base::KnightBishop => "NB",
        }
    }

    /// Returns the angles in degrees by which the figure can be rotated so that the results look different, in order of
    /// preference.
    fn turns(self) -> &'static [u16] {
        match self {
            Base::Knight => &[180, 90, 270, 45, 315, 135, 225],
            Base::King | Base::Queen | Base::Rook | Base::Bishop | Base::Pawn => &[180, 90, 270],
            Base::Equihopper => &[0, 90],
            Base::KnightQueen | Base::KnightRook | Base::KnightBishop => &[0],
        }
    }
}

/// The usual figures of fairy pieces in magazines: figure, rotation, and the letters of the pieces that have this
/// figure. (Magazines have habits, but no rules.) If two pieces of a problem have equal figures, one of them gets
/// another rotation.
const USUAL: &[(Base, u16, &str)] = &[
    (Base::Queen, 180, "G"),
    (Base::Queen, 90, "CG DG EH G2 KL L RT"),
    (Base::Queen, 270, "LE LI EA DO G3 HA HC SE SI EE EN"),
    (Base::Rook, 180, "RH WE WR"),
    (Base::Rook, 90, "DA DK LR RE RM B2 RW"),
    (Base::Rook, 270, "PA RL TR FA"),
    (Base::Bishop, 180, "BH AR FR"),
    (Base::Bishop, 90, "C DB LB BM BE B3 BW"),
    (Base::Bishop, 270, "VA BL AL FE LO ND RB"),
    (Base::Knight, 180, "N KP BN S1 S2 S3 S4 SS DS"),
    (Base::Knight, 90, "MA AN AO BK BU GH GI LN AH ML"),
    (Base::Knight, 270, "NA NH NL Z CA CH CR ZR ZH KA MO MS OH SA 15 16 24 25 35 36 37 RF ZE OA MM"),
    (Base::Knight, 45, "RO RP RN LS RA GN GR"),
    (Base::Knight, 315, "OK BI SQ QN"),
    (Base::King, 180, "KH"),
    (Base::King, 90, "EK ST"),
    (Base::King, 270, "PO KO"),
    (Base::Pawn, 180, "BP PP BS"),
    (Base::Pawn, 90, "SP"),
    (Base::Pawn, 270, "CP MP"),
    (Base::Equihopper, 0, "EQ NE"),
    (Base::Equihopper, 90, "OR NO QE QF"),
    (Base::KnightQueen, 0, "AM SK"),
    (Base::KnightRook, 0, "EM"),
    (Base::KnightBishop, 0, "PR"),
];

fn usual(piece: Piece) -> Option<Figure> {
    const ORTHODOX: [Base; 6] = [Base::Pawn, Base::Knight, Base::Bishop, Base::Rook, Base::Queen, Base::King];
    if piece.is_orthodox() {
        return ORTHODOX.get(piece.index()).map(|&base| Figure { base, turn: 0 });
    }
    if piece.is_own() {
        return None;
    }
    let code = piece.def().code;
    let (base, turn, _) = USUAL.iter().find(|(.., codes)| codes.split(' ').any(|known| known == code))?;
    Some(Figure { base: *base, turn: *turn })
}

/// The figures of a problem's pieces. No two pieces have the same figure.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    of: BTreeMap<Piece, Figure>,
}

impl Figures {
    /// Assigns figures to the pieces. If several pieces usually have the same figure, the first of them gets it, and
    /// the others get it rotated.
    pub fn of(pieces: impl IntoIterator<Item = Piece>) -> Figures {
        let mut figures = Figures::default();
        for piece in pieces {
            figures.add(piece);
        }
        figures
    }

    /// Assigns figures to all pieces of a problem and its twins.
    pub fn of_problem(problem: &Problem) -> Figures {
        let mut pieces: Vec<Piece> = Piece::orthodox().collect();
        let mut men = |placement: &Placement| {
            let mut kinds: Vec<Piece> = placement.iter().map(|(_, unit)| unit.piece).collect();
            kinds.sort();
            pieces.extend(kinds);
        };
        men(&problem.diagram.placement);
        problem.diagram.start.iter().for_each(&mut men);
        for change in problem.twins.iter().flat_map(|twin| &twin.changes) {
            match change {
                Change::Add(_, unit) => pieces.push(unit.piece),
                Change::Substitute(_, piece) => pieces.push(*piece),
                _ => {}
            }
        }
        Figures::of(pieces)
    }

    /// Assigns a figure to a further piece: its usual figure, or the same figure in a rotation that no other piece has.
    /// Does nothing if the piece has no usual figure, or if all its rotations are taken.
    pub fn add(&mut self, piece: Piece) {
        if self.of.contains_key(&piece) {
            return;
        }
        let Some(figure) = usual(piece) else { return };
        let others = figure.base.turns().iter().map(|&turn| Figure { turn, ..figure });
        let is_free = |figure: &Figure| !self.of.values().any(|taken| taken == figure);
        if let Some(figure) = std::iter::once(figure).chain(others).find(is_free) {
            self.of.insert(piece, figure);
        }
    }

    /// Returns the figure of a man, or `None` if its piece has no figure and is drawn as letters.
    pub fn figure(&self, unit: Unit) -> Option<Figure> {
        let figure = *self.of.get(&unit.piece)?;
        outlines(FigureColor::of(unit), figure.base).map(|_| figure)
    }

    /// Returns the id of the drawing of a man: `wQ`, `bN180`, or `n-XY` for a man drawn as letters.
    pub fn id(&self, unit: Unit) -> String {
        let side = FigureColor::of(unit).letter();
        match self.figure(unit) {
            Some(Figure { base, turn: 0 }) => format!("{side}{}", base.name()),
            Some(Figure { base, turn }) => format!("{side}{}{turn}", base.name()),
            None => {
                let letters = Letters::Problem.of(unit.piece);
                let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
                format!("{side}-{}", letters.chars().map(plain).collect::<String>())
            }
        }
    }

    /// Returns the SVG drawing of a man. It is about 800 units wide and high, with its centre at 0,0.
    pub fn drawing(&self, unit: Unit) -> String {
        let side = FigureColor::of(unit);
        let Some((figure, (bounds, within))) =
            self.figure(unit).and_then(|figure| Some((figure, outlines(side, figure.base)?)))
        else {
            return letters_on_disc(side, &Letters::Problem.of(unit.piece));
        };
        // A white background keeps the hatching of the square from showing through.
        let paths = format!("<path fill=\"#fff\" d=\"{bounds}\"/><path d=\"{bounds}{within}\"/>");
        match figure.turn {
            0 => paths,
            turn => format!("<g transform=\"rotate({turn})\">{paths}</g>"),
        }
    }

    /// Returns the Unicode character of a man (perhaps a rotated chess piece), or `None` if there is none.
    pub fn character(&self, unit: Unit) -> Option<char> {
        let Figure { base, turn } = self.figure(unit)?;
        let side = FigureColor::of(unit) as u32;
        let man = match base {
            Base::Equihopper => return char::from_u32(0x1FA48 + 3 * u32::from(turn == 90) + side),
            Base::KnightQueen | Base::KnightRook | Base::KnightBishop => {
                return char::from_u32(0x1FA4E + 3 * side + (base as u32 - Base::KnightQueen as u32));
            }
            man => man as u32,
        };
        char::from_u32(match (turn, side) {
            (0, 2) => 0x1FA00 + man,
            (0, side) => 0x2654 + 6 * side + man,
            (45, side) => 0x1FA06 + side,
            (90, side) => 0x1FA09 + 6 * side + man,
            (135, side) => 0x1FA1B + side,
            (180, side) => 0x1FA1E + 6 * side + man,
            (225, side) => 0x1FA30 + side,
            (270, side) => 0x1FA33 + 6 * side + man,
            (_, side) => 0x1FA45 + side,
        })
    }
}

/// Returns the SVG paths of a figure: its outer outline and its inner lines. Returns `None` if the figure does not
/// exist.
fn outlines(side: FigureColor, base: Base) -> Option<(&'static str, &'static str)> {
    OUTLINES.lines().find_map(|line| {
        let (name, paths) = line.split_once('\t')?;
        let name = name.strip_prefix(side.letter())?;
        (name == base.name()).then(|| paths.split_once('\t'))?
    })
}

/// Draws the letters of a piece without a figure, on a disc in the man's colour.
fn letters_on_disc(side: FigureColor, letters: &str) -> String {
    let (fill, ink) = match side {
        FigureColor::Black => ("#000", "#fff"),
        FigureColor::White | FigureColor::Neutral => ("#fff", "#000"),
    };
    let mut text = format!("<circle r=\"380\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\"36\"/>");
    if side == FigureColor::Neutral {
        text.push_str("<path fill=\"#bbb\" d=\"M0-362A362 362 0 0 0 0 362z\"/>");
    }
    let size = match letters.chars().count() {
        0 | 1 => 480,
        2 => 400,
        3 => 300,
        _ => 220,
    };
    let _ = write!(
        text,
        "<text font-family=\"{}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" y=\"{}\" \
         fill=\"{ink}\">{}</text>",
        FONT,
        size * 36 / 100,
        escaped(letters)
    );
    text
}

/// Returns the letters of a man's attributes. The attribute neutral is left out, because the figure shows it.
pub fn mark(unit: Unit) -> String {
    unit.traits.without(Traits::NEUTRAL).letters()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_sides(piece: Piece) -> [Unit; 3] {
        [Unit::new(Color::White, piece), Unit::new(Color::Black, piece), Unit::neutral(piece)]
    }

    #[test]
    fn every_man_with_a_usual_figure_exists_and_can_be_drawn() {
        let mut seen = Vec::new();
        for code in USUAL.iter().flat_map(|(.., codes)| codes.split(' ')) {
            let piece = Piece::from_code(code).unwrap_or_else(|| panic!("no man is called {code}"));
            assert!(!seen.contains(&code), "{code} has two figures");
            seen.push(code);
            for unit in all_sides(piece) {
                assert!(Figures::of([piece]).drawing(unit).starts_with("<"), "{code}");
            }
        }
    }

    #[test]
    fn the_outlines_are_whole() {
        let rows: Vec<&str> = OUTLINES.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(rows.len(), 27);
        for row in rows {
            let paths = row.split_once('\t').expect("a name and paths").1;
            assert!(paths.starts_with('M') && paths.ends_with('z'), "{row}");
        }
    }

    #[test]
    fn characters_are_those_with_the_right_names() {
        // Letters of the piece; white, black and neutral.
        let rows = [
            ("K", ['♔', '♚', '\u{1FA00}']),
            ("P", ['♙', '♟', '\u{1FA05}']),
            ("G", ['\u{1FA1F}', '\u{1FA25}', '\u{1FA2B}']),
            ("N", ['\u{1FA22}', '\u{1FA28}', '\u{1FA2E}']),
            ("RO", ['\u{1FA06}', '\u{1FA07}', '\u{1FA08}']),
            ("OK", ['\u{1FA45}', '\u{1FA46}', '\u{1FA47}']),
            ("LI", ['\u{1FA34}', '\u{1FA3A}', '\u{1FA40}']),
            ("EQ", ['\u{1FA48}', '\u{1FA49}', '\u{1FA4A}']),
            ("OR", ['\u{1FA4B}', '\u{1FA4C}', '\u{1FA4D}']),
        ];
        for (code, characters) in rows {
            let piece = Piece::from_code(code).expect(code);
            let figures = Figures::of([piece]);
            assert_eq!(all_sides(piece).map(|unit| figures.character(unit)), characters.map(Some), "{code}");
        }
        let empress = Piece::from_code("EM").expect("the empress");
        let characters = all_sides(empress).map(|unit| Figures::of([empress]).character(unit));
        assert_eq!(characters, [Some('\u{1FA4F}'), Some('\u{1FA52}'), None]);
    }

    #[test]
    fn no_two_kinds_of_men_look_the_same() {
        let pieces: Vec<Piece> = Piece::all().collect();
        let figures = Figures::of(pieces.iter().copied());
        let mut ids: Vec<String> = pieces.iter().map(|&piece| figures.id(Unit::new(Color::White, piece))).collect();
        let count = ids.len();
        ids.sort();
        ids.dedup();
        // Pieces of different games may have the same letters; they are never in one problem.
        assert!(ids.len() + 20 > count, "{} of {count}", ids.len());
        let two = ["CA", "Z"].map(|code| Piece::from_code(code).expect(code));
        let figures = Figures::of(two);
        assert_eq!(two.map(|piece| figures.id(Unit::new(Color::Black, piece))), ["bN270", "bN180"]);
    }
}
