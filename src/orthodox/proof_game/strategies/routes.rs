//! The routes of all men through a strategy: for each square, the number of moves that the man needs from there to the
//! end of its way.

use super::super::distances::{FAR, MoveCounts, officer_walk_to, pawn_steps};
use super::{ManEnd, MobileMan, PlannedCapture};
use crate::orthodox::board::bitboard::{Sq, attacks, bit, pawn, squares};
use crate::units::{Color, Piece};
use std::rc::Rc;

/// The route of each man, by its number.
pub(super) type Routes = Vec<Rc<Route>>;

/// The number of moves that one man needs from each square to the end of its way. Both tables are indexed by the set of
/// captures that the man still has to make: `pawn` is for a man that is a pawn, `officer` for another man or for the
/// pawn after its promotion.
#[derive(Debug, Default)]
pub(super) struct Route {
    pawn: Vec<MoveCounts>,
    officer: Vec<MoveCounts>,
}

pub(super) struct Obstacles {
    /// Squares of men of both sides that never move again and are not captured.
    pub standing: u64,
    /// For each departure square, squares to which no officer (a man that is no pawn) can move because a pawn is in
    /// between.
    pub cut: [u64; 64],
    /// Squares that the man never enters if it is a king, because men that never move again attack them.
    pub guarded: u64,
}

/// What a man still has to do: to make the captures of `takes` whose bits are set in `open`, in any order, and then to
/// reach `end`.
pub(super) struct RemainingTask<'a> {
    pub end: ManEnd,
    pub takes: &'a [PlannedCapture],
    pub open: u8,
    /// The greatest number of moves that matters. A longer way may count as impossible.
    pub most: u8,
}

impl Obstacles {
    /// Returns, for each square, the number of moves in which the man, as an officer, gets from there to `to`. A way of
    /// more than `most` moves may count as impossible.
    fn walk_to(&self, man: MobileMan, to: Sq, most: u8) -> MoveCounts {
        let guarded = if man.piece == Piece::KING { self.guarded } else { 0 };
        let mut row = officer_walk_to(man.piece, man.color, to, (self.standing | guarded, &self.cut), most);
        // A king may be on a guarded square, but not enter it.
        for from in squares(guarded & !bit(to)) {
            let near = attacks(Piece::KING, man.color, from, 0) & !guarded;
            let rest = squares(near).map(|sq| row[sq as usize]).min();
            row[from as usize] = rest.map_or(FAR, |rest| (rest + 1).min(FAR));
        }
        row
    }
}

impl Route {
    pub fn new(man: MobileMan, errand: &RemainingTask, obstacles: &Obstacles) -> Route {
        let mut route = Route::default();
        if errand.end.piece != Piece::PAWN {
            route.lead_officer(MobileMan { piece: errand.end.piece, ..man }, errand, obstacles);
        }
        if man.piece == Piece::PAWN {
            route.lead_pawn(man.color, errand, obstacles.standing);
        }
        route
    }

    #[inline]
    pub fn row(&self, is_pawn: bool, open: u8) -> &MoveCounts {
        if is_pawn { &self.pawn[usize::from(open)] } else { &self.officer[usize::from(open)] }
    }

    /// Whether the man, with the captures `open` still to make, may pass one of the squares `sqs` on a way of at most
    /// `most` moves. It can pass a square only if it needs at most `most` moves from there to its end. This also holds
    /// for a square that it passes on a line: from there it needs no more moves than from the square that it left.
    pub fn leads_over(&self, sqs: u64, is_pawn: bool, open: u8, most: u8) -> bool {
        let is_near = |row: &MoveCounts| squares(sqs).any(|sq| row[sq as usize] <= most);
        let any = |rows: &[MoveCounts]| {
            rows.iter().enumerate().any(|(mask, row)| mask & !usize::from(open) == 0 && is_near(row))
        };
        any(&self.officer) || is_pawn && any(&self.pawn)
    }

    fn lead_officer(&mut self, man: MobileMan, errand: &RemainingTask, obstacles: &Obstacles) {
        let walk_to = |sq| obstacles.walk_to(man, sq, errand.most);
        self.officer.push(walk_to(errand.end.sq));
        if errand.open == 0 {
            return;
        }
        let to_take = |take: &PlannedCapture| {
            let mut row = walk_to(take.on);
            // A man that is on the square already leaves it, and returns with the capture.
            row[take.on as usize] = 2;
            row
        };
        let to_takes: Vec<MoveCounts> = errand.takes.iter().map(to_take).collect();
        for mask in 1..=errand.open {
            let mut row = [FAR; 64];
            for (i, there) in to_takes.iter().enumerate().filter(|(i, _)| mask & 1 << i != 0) {
                let rest = self.officer[usize::from(mask & !(1 << i))][errand.takes[i].on as usize];
                for (moves, there) in row.iter_mut().zip(there) {
                    *moves = (*moves).min((there + rest).min(FAR));
                }
            }
            self.officer.push(row);
        }
    }

    /// Computes the table `pawn` of a man that is a pawn. The pawn captures only on the squares of its task `errand`,
    /// and becomes an officer on the last rank.
    fn lead_pawn(&mut self, color: Color, errand: &RemainingTask, standing: u64) {
        let &RemainingTask { end, takes, open, .. } = errand;
        let last = if color == Color::White { 7 } else { 0 };
        let goes_straight = open == 0 && end.piece == Piece::PAWN;
        for mask in 0..=open {
            let mut row = [FAR; 64];
            let from_last = |i: u8| if color == Color::White { 63 - i } else { i };
            let on_way = |sq: &Sq| !goes_straight || (sq ^ end.sq) & 7 == 0;
            for sq in (0..64).map(from_last).filter(on_way) {
                let strikes = takes
                    .iter()
                    .enumerate()
                    .filter(|(i, take)| mask & 1 << i != 0 && pawn(color, sq) & bit(take.on) != 0);
                row[sq as usize] = match end.piece {
                    Piece::PAWN if sq >> 3 == last => FAR,
                    _ if sq >> 3 == last => self.officer[usize::from(mask)][sq as usize],
                    Piece::PAWN if mask == 0 && sq == end.sq => 0,
                    _ => {
                        let steps = squares(pawn_steps(color, sq, standing)).map(|to| row[to as usize]);
                        let strikes =
                            strikes.map(|(i, take)| self.pawn[usize::from(mask & !(1 << i))][take.on as usize]);
                        steps.chain(strikes).min().map_or(FAR, |rest| (rest + 1).min(FAR))
                    }
                };
            }
            self.pawn.push(row);
        }
    }
}
