//! How far a position is from the one that a proof game has to reach.
//!
//! A move ends with the man that moves on one square; with two men on theirs if it is a castling; with more, if a
//! condition brings others to squares ([`super::footprint::Brings`]). So there have to be as many moves left as there are
//! squares on which men still have to arrive: of each side, or of both together where men may change sides. And where
//! conditions bring nobody back, a man that is missing stays away.
//!
//! Where nothing follows from moves but promotions, each of these men comes by moves of its own, as many at least as the
//! nearest man that could be it needs on a board where everything stands as well as it may ([`super::range`]), but for
//! *fixed* pawns: those of the target that stand on the second rank of their side. No other pawn can get there, so they
//! never move and are never captured, and nobody goes through them. A castling brings two men to their squares in one
//! move, from where they still stand.

use super::effect::Move;
use super::footprint::Brings;
use super::geometry::Castling;
use super::man::Man;
use super::position::FairyPosition;
use super::range::Range;
use super::rulebook::RuleBook;
use super::squares::{Sq, Squares, from_square};
use crate::pieces::Piece;
use crate::position::MovesLeft;
use crate::units::{Color, Placement, Traits};
use smallvec::SmallVec;
use std::sync::OnceLock;

/// The position to be reached.
pub struct Target {
    men: Vec<(Sq, Man)>,
    on: [Man; 256],
    /// How each of the men may come to its square; of no use, and empty, where more follows from moves than promotions.
    approaches: OnceLock<Vec<Approach>>,
}

/// How many moves a man needs at least to be a certain man on a certain square, by the square where it stands.
struct Approach {
    as_itself: [u8; 256],
    as_pawn: [u8; 256],
}

/// It never gets there.
const NEVER: u8 = u8::MAX;

impl Target {
    pub fn new(book: &RuleBook, placement: &Placement) -> Target {
        let men: Vec<(Sq, Man)> =
            placement.iter().map(|(square, unit)| (from_square(square), book.man(unit))).collect();
        let mut on = [Man::NONE; 256];
        for &(sq, man) in &men {
            on[usize::from(sq)] = man;
        }
        Target { men, on, approaches: OnceLock::new() }
    }

    fn approaches(&self, book: &RuleBook) -> &[Approach] {
        self.approaches.get_or_init(|| {
            // Castlings of games lead further.
            let mut castlings = book.geometry.castlings.iter();
            let castles_as_usual = castlings.all(|castling| !castling.is_fast && castling.partner == Piece::ROOK);
            if !book.captures_are_final || !castles_as_usual {
                return Vec::new();
            }
            let fixed = self.fixed_pawns(book);
            self.men.iter().map(|&(sq, man)| Approach::new(book, sq, man, &fixed)).collect()
        })
    }

    /// The pawns of the target that have been where they stand from the beginning.
    fn fixed_pawns(&self, book: &RuleBook) -> Squares {
        let is_fixed = |&&(sq, man): &&(Sq, Man)| {
            man == Man::new(man.color(), Piece::PAWN, Traits::NONE)
                && book.geometry.rank_for(man.color(), sq) == 1
                && book.stages.goes_as_it_is(man)
                && !book.geometry.pawns_leave_first_rank
                && book.geometry.first_rank.is_empty()
        };
        self.men.iter().filter(is_fixed).map(|&(sq, _)| sq).collect()
    }
}

impl Approach {
    fn new(book: &RuleBook, sq: Sq, man: Man, fixed: &Squares) -> Approach {
        let mut approach = Approach { as_itself: [1; 256], as_pawn: [1; 256] };
        approach.as_itself[usize::from(sq)] = 0;
        let goes_as = |piece: Piece| goes_as(book, man.with_piece(piece));
        let Some(kinds) = goes_as(man.piece()).filter(|_| !man.is_neutral()) else { return approach };
        let color = man.color();
        let mut arrived = [NEVER; 256];
        arrived[usize::from(sq)] = 0;
        approach.as_itself = moves_needed(book, &kinds, color, fixed, arrived);
        if man.piece() == Piece::KING && book.stages.promoting.is_empty() && !book.promotions.contains(&Piece::KING) {
            approach.as_pawn = [NEVER; 256];
        } else if let Some(kinds) = goes_as(Piece::PAWN).filter(|_| !man.piece().is_pawn()) {
            let mut promoted = [NEVER; 256];
            for at in book.geometry.squares.iter().filter(|&at| book.promotes(color, man.with_piece(Piece::PAWN), at)) {
                promoted[usize::from(at)] = approach.as_itself[usize::from(at)];
            }
            approach.as_pawn = moves_needed(book, &kinds, color, fixed, promoted);
        }
        approach
    }

    /// How many moves the man on `at` needs.
    fn moves_of(&self, wanted: Man, at: Sq, man: Man) -> u8 {
        const PLAIN: Traits = Traits::ROYAL;
        if man.piece() == wanted.piece() {
            self.as_itself[usize::from(at)]
        } else if man.piece() == Piece::PAWN {
            self.as_pawn[usize::from(at)]
        } else if man.piece().is_pawn() || man.is_neutral() || man.without_traits(PLAIN).traits() != Traits::default() {
            1
        } else {
            NEVER
        }
    }
}

/// As whom the man may go; `None` when that cannot be told.
fn goes_as(book: &RuleBook, man: Man) -> Option<Vec<Piece>> {
    let mut concerned = book.stages.ways.iter().filter(|ways| ways.concerns(man));
    let mut kinds = vec![man.piece()];
    if let Some(ways) = concerned.next() {
        // What another stage makes of its kinds is not known.
        let others = ways.borrowed_ways(book).filter(|_| book.stages.ways.len() == 1)?;
        kinds.extend(others);
    }
    Some(kinds)
}

/// How many moves a man that goes as one of these needs at least, by its square, if it needs so many from the squares of
/// `arrived`.
fn moves_needed(book: &RuleBook, kinds: &[Piece], color: Color, fixed: &Squares, arrived: [u8; 256]) -> [u8; 256] {
    let ranges: Vec<&Range> = kinds.iter().map(|&piece| book.ranges.of(&book.geometry, piece, color)).collect();
    let ends_from = |sq: Sq| ranges.iter().fold(Squares::NONE, |ends, range| ends.or(&range.ends_past(sq, fixed)));
    let ends: Vec<(Sq, Squares)> = book.geometry.squares.iter().map(|sq| (sq, ends_from(sq))).collect();
    let mut needed = arrived;
    loop {
        let before = needed;
        for &(sq, ends) in &ends {
            let onward = ends.iter().map(|to| needed[usize::from(to)]).min().unwrap_or(NEVER);
            // A way too long to be counted is one all the same.
            let through = if onward == NEVER { NEVER } else { (onward + 1).min(NEVER - 1) };
            needed[usize::from(sq)] = needed[usize::from(sq)].min(through);
        }
        if needed == before {
            return needed;
        }
    }
}

/// What a position lacks.
#[derive(Clone, Copy)]
struct Gap {
    /// Squares on which men have to arrive: of White alone, of Black alone, and all.
    alone: [i32; 2],
    all: i32,
    /// How many men there are more than wanted.
    surplus: i32,
}

impl Gap {
    fn of(position: &FairyPosition, target: &Target) -> Gap {
        let board = position.board();
        let men = board.occupied().count() as i32;
        let mut gap = Gap { alone: [0; 2], all: 0, surplus: men - target.men.len() as i32 };
        for &(_, man) in target.men.iter().filter(|&&(sq, man)| board.man(sq).as_shown() != man) {
            gap.count(man, 1);
        }
        gap
    }

    fn count(&mut self, man: Man, change: i32) {
        self.all += change;
        for color in Color::ALL.into_iter().filter(|&color| man.is_only_of(color)) {
            self.alone[color as usize] += change;
        }
    }

    /// The same when a man, or nothing, has taken the place of another.
    fn put(&mut self, target: &Target, sq: Sq, before: Man, after: Man) {
        let wanted = target.on[usize::from(sq)];
        if wanted.is_some() {
            self.count(wanted, i32::from(after.as_shown() != wanted) - i32::from(before.as_shown() != wanted));
        }
        self.surplus += i32::from(after.is_some()) - i32::from(before.is_some());
    }

    /// It can be closed in so many moves of White and Black, each side castling so often.
    fn can_close(&self, brings: Brings, moves: [u32; 2], castlings: [u32; 2]) -> bool {
        let arrivals = Color::ALL.map(|color| (moves[color as usize] + castlings[color as usize]) as i32);
        let sides_suffice = || Color::ALL.into_iter().all(|c| self.alone[c as usize] <= arrivals[c as usize]);
        let suffice = self.all <= arrivals[0] + arrivals[1] && self.surplus >= 0;
        match brings {
            Brings::Nothing => suffice && sides_suffice(),
            Brings::ItsColour => suffice,
            Brings::OneMan => self.all <= 2 * (arrivals[0] + arrivals[1]),
            Brings::Anything => true,
        }
    }
}

impl FairyPosition<'_> {
    /// Appends the legal moves without those after which the target is out of reach. `left` is counted before the move.
    pub fn moves_to_target(&self, target: &Target, left: MovesLeft, out: &mut Vec<Move>) {
        let (book, side) = (self.book(), self.side());
        let brings = if book.shortcuts { book.stages.brings() } else { Brings::Anything };
        let mut moves = left.moves;
        moves[side as usize] = moves[side as usize].saturating_sub(1);
        let gap = Gap::of(self, target);
        let castlings = Color::ALL.map(|color| self.castlings_left(color, moves[color as usize]));
        self.each_legal_move(&mut |m| {
            let is_in_reach = brings == Brings::Anything
                || self.men_after(&m).is_none_or(|changed| {
                    let mut gap = gap;
                    changed.iter().for_each(|&(sq, man)| gap.put(target, sq, self.board().man(sq), man));
                    gap.can_close(brings, moves, castlings) && self.can_come(target, &changed, moves)
                });
            if is_in_reach {
                out.push(m);
            }
            false
        });
    }

    /// After these changes, the men that have to arrive can be there after so many moves.
    fn can_come(&self, target: &Target, changed: &[(Sq, Man)], moves: [u32; 2]) -> bool {
        let approaches = target.approaches(self.book());
        approaches.is_empty()
            || Color::ALL.into_iter().all(|color| {
                let mut men: SmallVec<[(Sq, Man); 32]> = SmallVec::new();
                let unchanged = self.board().of(color).iter().filter(|sq| changed.iter().all(|(other, _)| other != sq));
                men.extend(unchanged.map(|sq| (sq, self.board().man(sq))));
                men.extend(changed.iter().copied().filter(|(_, man)| man.is_of(color)));
                let left = moves[color as usize];
                let has_come = |sq: Sq, wanted: Man| self.man_among(changed, sq).as_shown() == wanted;
                side_can_come(target, approaches, &men, color, left, has_come)
                    || left > 0
                        && self.castlings_to_come(color, changed).any(|castling| {
                            // Another man may still stand where king or rook will.
                            let mut castled = men.clone();
                            for (at, _) in castled.iter_mut() {
                                if *at == castling.king {
                                    *at = castling.king_to;
                                } else if *at == castling.rook {
                                    *at = castling.rook_to;
                                }
                            }
                            side_can_come(target, approaches, &castled, color, left - 1, |_, _| false)
                        })
            })
    }

    /// The castlings for which the side's king and rook still stand ready after these changes.
    fn castlings_to_come(&self, color: Color, changed: &[(Sq, Man)]) -> impl Iterator<Item = &Castling> {
        let is_ready = |sq: Sq| self.unmoved().has(sq) && changed.iter().all(|&(other, _)| other != sq);
        let castlings = self.book().geometry.castlings.iter();
        castlings.filter(move |castling| castling.color == color && is_ready(castling.king) && is_ready(castling.rook))
    }

    /// How often at most the side can castle with so many moves: once, or, where men may come home again, with every
    /// other move.
    fn castlings_left(&self, color: Color, moves: u32) -> u32 {
        if self.book().captures_are_final {
            return u32::from(moves > 0 && self.castlings_to_come(color, &[]).next().is_some());
        }
        let can_castle = self.book().geometry.castlings.iter().any(|castling| castling.color == color);
        if can_castle { moves.div_ceil(2) } else { 0 }
    }
}

/// The men of a side, which does not castle, can be in so many moves where they are wanted. `has_come`: a man is there.
fn side_can_come(
    target: &Target,
    approaches: &[Approach],
    men: &[(Sq, Man)],
    color: Color,
    mut left: u32,
    has_come: impl Fn(Sq, Man) -> bool,
) -> bool {
    target.men.iter().zip(approaches).all(|(&(sq, wanted), approach)| {
        if !wanted.is_only_of(color) || has_come(sq, wanted) {
            return true;
        }
        let least = men.iter().map(|&(at, man)| approach.moves_of(wanted, at, man)).min().unwrap_or(NEVER);
        let suffices = u32::from(least) <= left && least != NEVER;
        left = left.saturating_sub(u32::from(least));
        suffices
    })
}
