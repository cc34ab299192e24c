//! What the table of pieces says in XBetza notation is what it does.

use super::effect::{Step, StepKind};
use super::position::FairyPosition;
use super::rulebook::RuleBook;
use super::squares::{Sq, from_square};
use super::walk::Walk;
use crate::conditions::RuleSet;
use crate::pieces::{Mode, OwnPiece, OwnPieces, Piece};
use crate::syntax::xbetza;
use crate::units::{Color, Diagram, Placement, Shape, Square, Unit};

/// Their strings need what own men cannot have: castling.
const BEYOND: &[&str] = &["K"];

const POSITIONS: usize = 300;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Where a step leads, and what it captures.
type Told = (Sq, Option<Sq>, bool);

fn steps(position: &FairyPosition, side: Color, from: Sq, piece: Piece, target: Option<Sq>) -> Vec<Told> {
    let mut told = Vec::new();
    let mut tell = |step: Step| {
        told.push((step.to, step.taken, step.kind == StepKind::EnPassant));
        false
    };
    Walk::new(position, side, from, target, &mut tell).go_as(piece, from, Mode::Both);
    told.sort_unstable();
    told
}

fn squares_of(shape: &Shape) -> impl Iterator<Item = Square> + use<> {
    let (files, ranks) = (shape.files(), shape.ranks());
    (0..files).flat_map(move |file| (0..ranks).filter_map(move |rank| Square::new(file, rank)))
}

/// Men of both sides, or of none, on a board of one size or another.
fn random_position(dice: &mut Dice, man: Unit, from: Square, shape: &Shape) -> Placement {
    let mut placement = Placement::on(shape.clone());
    let kinds = [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN, Piece::KING];
    let area = usize::from(shape.files()) * usize::from(shape.ranks());
    for _ in 0..area * [1, 2, 4, 7, 10][dice.below(5)] / 16 {
        let square = Square::new(dice.below(shape.files().into()) as u8, dice.below(shape.ranks().into()) as u8);
        let piece = kinds[dice.below(kinds.len())];
        let unit = match dice.below(9) {
            0 => Unit::neutral(piece),
            n if n % 2 == 1 => Unit::new(Color::White, piece),
            _ => Unit::new(Color::Black, piece),
        };
        if let Some(square) = square {
            placement.put(square, unit);
        }
    }
    placement.put(from, man);
    placement
}

/// Both men tell the same steps, and observe the same squares, on random positions. How many steps that were.
fn compare(name: &str, own: Piece, other: Piece, men: OwnPieces, seed: u64) -> usize {
    let rules = RuleSet::default().with_own_pieces(men);
    let mut dice = Dice(seed);
    let mut told = 0;
    for case in 0..POSITIONS {
        let shape = if case % 3 == 0 { Shape::new(12, 11) } else { Shape::default() };
        let home = Square::new(dice.below(shape.files().into()) as u8, dice.below(shape.ranks().into()) as u8);
        let home = home.expect("on the board");
        let side = if case % 2 == 0 { Color::White } else { Color::Black };
        let placement = random_position(&mut dice, Unit::new(side, own), home, &shape);
        let diagram = Diagram { placement, ..Diagram::default() };
        let book = RuleBook::new(&diagram, &rules).expect("a rule book");
        let position = FairyPosition::new(&book, &diagram, side);
        let from = from_square(home);
        let place = || format!("{name}: {} {home}", diagram.placement.to_fen());
        let (one, two) = (steps(&position, side, from, own, None), steps(&position, side, from, other, None));
        assert_eq!(one, two, "{}", place());
        told += one.len();
        for target in squares_of(&shape) {
            if target == home || dice.below(3) != 0 {
                continue;
            }
            let target = Some(from_square(target));
            let sees = |piece| !steps(&position, side, from, piece, target).is_empty();
            assert_eq!(sees(own), sees(other), "{} observes {target:?}", place());
        }
    }
    told
}

fn defined(letters: &str, text: &str, men: &mut OwnPieces) -> Option<Piece> {
    let piece = Piece::own(letters).expect("letters");
    men.define(OwnPiece { piece, movement: xbetza(text).ok()? }).expect("other letters");
    Some(piece)
}

#[test]
fn strings_of_the_table_are_what_the_pieces_do() {
    let mut compared = 0;
    for piece in Piece::all() {
        let (text, mut men) = (piece.def().xbetza, OwnPieces::default());
        if text.is_empty() {
            continue;
        }
        let Some(own) = defined("X", text, &mut men) else {
            assert!(BEYOND.contains(&piece.def().code), "{} is not read", piece.def().name);
            continue;
        };
        assert!(!BEYOND.contains(&piece.def().code), "{} is not beyond us", piece.def().name);
        compared += 1;
        let told = compare(&format!("{} {text}", piece.def().name), own, piece, men, piece.index() as u64 + 1);
        assert!(told > POSITIONS / 5, "{} has moved only {told} times", piece.def().name);
    }
    assert!(compared >= 100, "only {compared} pieces were compared");
}

#[test]
fn what_can_be_said_in_two_ways_is_the_same() {
    let rows = [
        ("FyafsF", "[F?R]"),
        ("WyafsW", "[W?B]"),
        ("yafsF", "[F-R]"),
        ("afsW", "[W-F]"),
        ("nN", "afsK"),
        ("nN", "[W-F][F-W]"),
        ("nD", "afW"),
        ("nA", "afF"),
        ("nH", "afafW"),
        ("nG", "afafF"),
        ("jD", "pW"),
        ("jA", "pF"),
        ("gQ", "gafQ"),
        ("pQ", "pafQ"),
        ("mgQcpK", "gafmQpafcK"),
        ("R2", "WafW"),
        ("R3", "WafWafafW"),
        ("jR", "mpyafW"),
        ("jB3", "mpafFmpafafF"),
        ("fhN", "fNfsN"),
        ("rhC", "frCrfCbrCrbC"),
        ("fWfFbW", "fWflFfrFbW"),
        ("flNbrZ", "flNbrJ"),
        ("lR", "mlRclR"),
        ("camF", "cafmFcasmF"),
        ("cafsmW", "cafrmWcaflmW"),
        ("mpafW", "D"),
        ("mpasW", "F"),
        ("mpafsW", "N"),
    ];
    for (index, (one, two)) in rows.into_iter().enumerate() {
        let mut men = OwnPieces::default();
        let defined = [defined("X", one, &mut men), defined("Y", two, &mut men)];
        let [Some(a), Some(b)] = defined else { panic!("{one} or {two} is not read") };
        assert!(compare(&format!("{one} {two}"), a, b, men, index as u64 + 1000) > POSITIONS / 5, "{one} {two}");
    }
}
