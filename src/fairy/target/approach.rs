//! Lower bounds on the moves after which a man can be a given man on a given square.

use super::law::Law;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::rules::planes::is_beyond;
use crate::fairy::rules::rulebook::RuleBook;
use crate::fairy::steps::range::Range;
use crate::pieces::{Piece, Vector};
use crate::units::{Color, Traits};

pub struct Approach {
    as_itself: Needed,
    as_pawn: Needed,
}

/// Numbers of moves from each square, indexed by parity: the fewest if the number is even, and if it is odd.
type Needed = [[u8; 256]; 2];

/// The number of moves of a man that can never get to the square.
pub const NEVER: u8 = u8::MAX;

impl Approach {
    /// Returns the approach for rules under which one move suffices from every other square.
    pub fn in_one_move(sq: Sq) -> Approach {
        let mut approach = Approach { as_itself: [[2; 256], [1; 256]], as_pawn: [[2; 256], [1; 256]] };
        approach.as_itself[0][usize::from(sq)] = 0;
        approach
    }

    pub fn new(book: &RuleBook, law: Law, sq: Sq, man: Man, fixed: &Squares) -> Approach {
        let mut approach = Approach::in_one_move(sq);
        let goes_as = |piece: Piece| goes_as(book, man.with_piece(piece));
        let Some(kinds) = goes_as(man.piece()).filter(|_| !man.is_neutral()) else { return approach };
        let own = [man.color()];
        let colors = if law.men_turn && man.piece() != Piece::KING { &Color::ALL[..] } else { &own };
        let mut arrived = [[NEVER; 256]; 2];
        arrived[0][usize::from(sq)] = 0;
        let leaps: &[Vector] = match book.stages.castlings_anywhere() {
            Some(vectors) if man.piece() == Piece::KING => vectors,
            _ => &[],
        };
        approach.as_itself = moves_needed(book, &kinds, leaps, colors, fixed, arrived);
        if man.piece() == Piece::KING && book.stages.promoting.is_empty() && !book.promotions.contains(&Piece::KING) {
            approach.as_pawn = [[NEVER; 256]; 2];
        } else if let Some(kinds) = goes_as(Piece::PAWN).filter(|_| !man.piece().is_pawn()) {
            let mut promoted = [[NEVER; 256]; 2];
            let pawn = man.with_piece(Piece::PAWN);
            let promotes = |&at: &Sq| colors.iter().any(|&color| book.promotes(color, pawn.with_color(color), at));
            for at in book.geometry.squares.iter().filter(promotes) {
                for (promoted, as_itself) in promoted.iter_mut().zip(&approach.as_itself) {
                    promoted[usize::from(at)] = as_itself[usize::from(at)];
                }
            }
            approach.as_pawn = moves_needed(book, &kinds, &[], colors, fixed, promoted);
        }
        approach
    }

    /// Returns the fewest moves that `man` on `at` needs to become the man `wanted`. If men cross planes, the parity
    /// of the moves must lead to the right plane.
    pub fn moves_of(&self, law: Law, wanted: Man, at: Sq, man: Man) -> u8 {
        const PLAIN: Traits = Traits::ROYAL.with(Traits::ALICE_A).with(Traits::ALICE_B);
        let of = |needed: &Needed| {
            let [even, odd] = [0, 1].map(|parity| needed[parity][usize::from(at)]);
            match law.men_cross && !man.is_neutral() {
                true if is_beyond(man) == is_beyond(wanted) => even,
                true => odd,
                false => even.min(odd),
            }
        };
        if man.piece() == wanted.piece() {
            of(&self.as_itself)
        } else if man.piece() == Piece::PAWN {
            of(&self.as_pawn)
        } else if man.piece().is_pawn() || man.is_neutral() || man.without_traits(PLAIN).traits() != Traits::default() {
            1
        } else {
            NEVER
        }
    }
}

/// Returns the pieces as which the man may move without capture; `None` if unknown.
fn goes_as(book: &RuleBook, man: Man) -> Option<Vec<Piece>> {
    // Other ways of capturing are left to the law.
    let mut concerned = book.stages.ways.iter().filter(|ways| ways.concerns(man) && !ways.spares_moves());
    let mut kinds = vec![man.piece()];
    if let Some(ways) = concerned.next() {
        // Another stage might change the borrowed pieces.
        let others = ways.borrowed_ways(book).filter(|_| book.stages.ways.len() == 1)?;
        kinds.extend(others);
    }
    Some(kinds)
}

/// Returns, by square, the fewest moves of a man that moves as any of these pieces and colours to become the wanted
/// man. `arrived` holds the numbers of moves known at first. `castlings` are directions in which the man may also go
/// two squares.
fn moves_needed(
    book: &RuleBook,
    kinds: &[Piece],
    castlings: &[Vector],
    colors: &[Color],
    fixed: &Squares,
    arrived: Needed,
) -> Needed {
    let kinds = kinds.iter().flat_map(|&piece| colors.iter().map(move |&color| (piece, color)));
    let ranges: Vec<&Range> = kinds.map(|(piece, color)| book.ranges.of(&book.geometry, piece, color)).collect();
    let ends_from = |sq: Sq| {
        let ends = ranges.iter().fold(Squares::NONE, |ends, range| ends.or(&range.ends_past(sq, fixed)));
        let step = |sq: Sq, vector: Vector| book.geometry.step(sq, vector).filter(|&to| !fixed.has(to));
        let castled = castlings.iter().filter_map(|&vector| step(step(sq, vector)?, vector));
        castled.fold(ends, |mut ends, to| {
            ends.add(to);
            ends
        })
    };
    let ends: Vec<(Sq, Squares)> = book.geometry.squares.iter().map(|sq| (sq, ends_from(sq))).collect();
    let mut needed = arrived;
    loop {
        let before = needed;
        for (&(sq, ends), parity) in ends.iter().flat_map(|ends| [(ends, 0), (ends, 1)]) {
            let onward = ends.iter().map(|to| needed[1 - parity][usize::from(to)]).min().unwrap_or(NEVER);
            // A way too long to count is still a way.
            let through = if onward == NEVER { NEVER } else { (onward + 1).min(NEVER - 1) };
            let known = &mut needed[parity][usize::from(sq)];
            *known = through.min(*known);
        }
        if needed == before {
            return needed;
        }
    }
}
