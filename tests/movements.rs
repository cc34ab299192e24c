//! Tests that the XBetza texts in the table of pieces describe the pieces, and that no XBetza text makes a piece walk
//! without end.

use crate::chance::Chance;
use keymove::fairy::{FairyPosition, Sq, Step, StepKind, from_square};
use keymove::pieces::{
    Distance, Equihop, Hop, Leaps, Line, Mode, OwnPiece, OwnPieces, Pawn, Piece, Seen, Vector, Walker,
};
use keymove::rules::{RuleSet, assemble};
use keymove::syntax::xbetza;
use keymove::units::{Color, Diagram, Placement, Shape, Square, Unit};
use smallvec::SmallVec;
use std::cell::Cell;

/// Codes of pieces whose XBetza text needs castling, which pieces defined by problems cannot have.
const BEYOND: &[&str] = &["K"];

const POSITIONS: usize = 300;

/// The compared parts of a step: target, square of the victim, and whether it is a capture en passant.
type Told = (Sq, Option<Sq>, bool);

fn steps(position: &FairyPosition, side: Color, from: Sq, target: Option<Sq>) -> Vec<Told> {
    let mut told = Vec::new();
    let mut take = |step: Step| {
        told.push((step.to, step.taken, step.kind == StepKind::EnPassant));
        false
    };
    position.bare_steps(side, from, target, &mut take);
    told.sort_unstable();
    told
}

fn squares_of(shape: &Shape) -> impl Iterator<Item = Square> + use<> {
    let (files, ranks) = (shape.files(), shape.ranks());
    (0..files).flat_map(move |file| (0..ranks).filter_map(move |rank| Square::new(file, rank)))
}

/// Returns a random position with men of both sides, or without men, on a board of this shape.
fn random_position(dice: &mut Chance, shape: &Shape) -> Placement {
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
    placement
}

/// Checks that both pieces have the same steps and observe the same squares on random positions. Returns the number of
/// steps compared.
fn compare(name: &str, own: Piece, other: Piece, men: OwnPieces, seed: u64) -> usize {
    let rules = RuleSet::default().with_own_pieces(men);
    let mut dice = Chance(seed);
    let mut told = 0;
    for case in 0..POSITIONS {
        let shape = if case % 3 == 0 { Shape::new(12, 11) } else { Shape::default() };
        let home = Square::new(dice.below(shape.files().into()) as u8, dice.below(shape.ranks().into()) as u8);
        let home = home.expect("on the board");
        let side = if case % 2 == 0 { Color::White } else { Color::Black };
        let placement = random_position(&mut dice, &shape);
        let diagram_of = |piece| {
            let mut placement = placement.clone();
            placement.put(home, Unit::new(side, piece));
            Diagram { placement, ..Diagram::default() }
        };
        let diagrams = [own, other].map(diagram_of);
        let books = diagrams.each_ref().map(|diagram| assemble(diagram, &rules).expect("a rule book"));
        let [one, two] = [0, 1].map(|i| FairyPosition::new(&books[i], &diagrams[i], side));
        let from = from_square(home);
        let place = || format!("{name}: {} {home}", placement.to_fen());
        let steps_of_one = steps(&one, side, from, None);
        assert_eq!(steps_of_one, steps(&two, side, from, None), "{}", place());
        told += steps_of_one.len();
        for target in squares_of(&shape) {
            if target == home || dice.below(3) != 0 {
                continue;
            }
            let target = Some(from_square(target));
            let sees = |position| !steps(position, side, from, target).is_empty();
            assert_eq!(sees(&one), sees(&two), "{} observes {target:?}", place());
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

/// A board of 16x16 squares with scattered men. It counts the calls of `step`.
struct Counting {
    steps: Cell<u64>,
    told: u64,
}

impl Walker for Counting {
    fn from(&self) -> Square {
        Square::new(7, 7).expect("on the board")
    }

    fn ahead(&self) -> i8 {
        1
    }

    fn step(&self, from: Square, (files, ranks): Vector) -> Option<Square> {
        self.steps.update(|steps| steps + 1);
        assert!(self.steps.get() < 1_000_000, "the same ways are walked again and again");
        let on_board = |at: u8, by: i8| u8::try_from(at as i8 + by).ok().filter(|&at| at < 16);
        Square::new(on_board(from.file(), files)?, on_board(from.rank(), ranks)?)
    }

    fn seen(&self, square: Square) -> Seen {
        match (square.file() * 5 + square.rank() * 3) % 11 {
            0 => Seen::Adverse,
            1 => Seen::Own,
            _ => Seen::Empty,
        }
    }

    fn go(&mut self, _: Square, _: Mode) {
        self.told += 1;
    }

    fn go_over(&mut self, _: Square, _: Square, _: Mode) {
        self.told += 1;
    }

    fn take_on(&mut self, _: Square, _: Square) {
        self.told += 1;
    }

    fn target(&self) -> Option<Square> {
        None
    }

    fn piece_on(&self, _: Square) -> Option<Piece> {
        unreachable!("legs do not ask")
    }

    fn doors(&self) -> Vec<Square> {
        unreachable!("legs do not ask")
    }

    fn men(&self) -> Vec<Square> {
        unreachable!("legs do not ask")
    }

    fn observers(&mut self, _: bool) -> SmallVec<[Piece; 8]> {
        unreachable!("legs do not ask")
    }

    fn along(&mut self, path: &[(Square, bool)], _: Mode) {
        let is_open = |&&(square, _): &&(Square, bool)| self.seen(square) == Seen::Empty;
        let open = path.iter().take_while(is_open).count();
        self.told += path[..path.len().min(open + 1)].iter().filter(|(_, ends)| *ends).count() as u64;
    }

    fn leap(&mut self, _: &[Vector], _: Mode) {
        unreachable!("legs do not leap")
    }

    fn ride_along(&mut self, _: Line, _: &[Vector], _: Mode) {
        unreachable!("legs do not ride")
    }

    fn ride_to(&mut self, _: &[Vector], _: fn(&dyn Walker, Square) -> bool) {
        unreachable!("legs do not ride")
    }

    fn hop(&mut self, _: Hop, _: Mode) {
        unreachable!("legs do not hop")
    }

    fn locust_along(&mut self, _: Line, _: &[Vector], _: Distance) {
        unreachable!("legs are no locusts")
    }

    fn bounce(&mut self, _: &[Vector]) {
        unreachable!("legs do not bounce")
    }

    fn equihop(&mut self, _: Equihop, _: fn(Vector) -> Leaps) {
        unreachable!("legs do not hop")
    }

    fn pawn(&mut self, _: Pawn) {
        unreachable!("legs are no pawns")
    }

    fn castle(&mut self) {
        unreachable!("legs do not castle")
    }

    fn as_piece(&mut self, _: Piece, _: Mode) {
        unreachable!("legs go as nobody else")
    }

    fn as_hunter(&mut self, _: Piece, _: i8) {
        unreachable!("legs go as nobody else")
    }
}

#[test]
fn ways_of_many_legs_are_not_walked_again_and_again() {
    for text in ["aaaaaaaaK", "aaaaaaaaQ", "caaaaaaamQ", "mpampampampampampampampaQ", "aaaaaaaaNN"] {
        let mut board = Counting { steps: Cell::new(0), told: 0 };
        xbetza(text).expect("a movement").walk(&mut board);
        assert!(board.told > 100, "{text}: {}", board.told);
    }
}
