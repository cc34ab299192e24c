//! The ways of all men through a strategy: how many moves are left of each, wherever the man stands.

use super::super::distances::{FAR, Row, officer_walk_to};
use super::{End, MOST_MEN, Man};
use crate::orthodox::bitboard::{Sq, ahead, bit, pawn, squares};
use crate::units::{Color, Piece};

/// Moves to the end of his way from each square, by the captures that are still to be made, as a mask.
#[derive(Debug)]
pub(super) struct Routes {
    rows: Vec<Row>,
    /// The first row of each man as a pawn, and as the officer that he is or becomes.
    pawn: [u32; MOST_MEN],
    officer: [u32; MOST_MEN],
}

/// What is in the way.
pub(super) struct Obstacles {
    /// Who stands there never moves again, nor is he captured.
    pub standing: u64,
    /// By square: where no officer goes in one step.
    pub cut: [u64; 64],
}

impl Routes {
    pub fn new() -> Routes {
        Routes { rows: Vec::with_capacity(MOST_MEN), pawn: [0; MOST_MEN], officer: [0; MOST_MEN] }
    }

    #[inline]
    pub fn row(&self, i: usize, is_pawn: bool, open: u8) -> &Row {
        let first = if is_pawn { self.pawn[i] } else { self.officer[i] };
        &self.rows[first as usize + usize::from(open)]
    }

    /// Adds the ways of a man, who captures on the squares `takes` in any order, as far as they are still open.
    pub fn add(&mut self, i: usize, man: Man, end: End, (takes, open): (&[Sq], u8), obstacles: &Obstacles) {
        if end.piece != Piece::PAWN {
            self.officer[i] = self.rows.len() as u32;
            self.add_officer(Man { piece: end.piece, ..man }, end.sq, takes, open, obstacles);
        }
        if man.piece == Piece::PAWN {
            self.pawn[i] = self.rows.len() as u32;
            self.add_pawn(man.color, (end, self.officer[i] as usize), takes, open, obstacles.standing);
        }
    }

    fn add_officer(&mut self, man: Man, end: Sq, takes: &[Sq], open: u8, Obstacles { standing, cut }: &Obstacles) {
        let first = self.rows.len();
        let walk_to = |sq| officer_walk_to(man.piece, man.color, sq, *standing, cut);
        self.rows.push(walk_to(end));
        if open == 0 {
            return;
        }
        let to_take = |&on: &Sq| {
            let mut row = walk_to(on);
            // He comes to the square by the capture.
            row[on as usize] = 2;
            row
        };
        let to_takes: Vec<Row> = takes.iter().map(to_take).collect();
        for mask in 1..=open {
            let mut row = [FAR; 64];
            for (i, there) in to_takes.iter().enumerate().filter(|(i, _)| mask & 1 << i != 0) {
                let rest = self.rows[first + usize::from(mask & !(1 << i))][takes[i] as usize];
                for (moves, there) in row.iter_mut().zip(there) {
                    *moves = (*moves).min((there + rest).min(FAR));
                }
            }
            self.rows.push(row);
        }
    }

    /// A pawn captures on these squares and nowhere else. On the last rank it becomes the officer of the rows from
    /// `officer` on.
    fn add_pawn(&mut self, color: Color, (end, officer): (End, usize), takes: &[Sq], open: u8, standing: u64) {
        let first = self.rows.len();
        let (last, home) = if color == Color::White { (7, 1) } else { (0, 6) };
        for mask in 0..=open {
            let mut row = [FAR; 64];
            for i in 0..64u8 {
                // From the last rank back.
                let sq = if color == Color::White { 63 - i } else { i };
                let one = ahead(color, bit(sq)) & !standing;
                let two = if sq >> 3 == home { ahead(color, one) & !standing } else { 0 };
                let strikes =
                    takes.iter().enumerate().filter(|&(i, &on)| mask & 1 << i != 0 && pawn(color, sq) & bit(on) != 0);
                row[sq as usize] = match end.piece {
                    Piece::PAWN if sq >> 3 == last => FAR,
                    _ if sq >> 3 == last => self.rows[officer + usize::from(mask)][sq as usize],
                    Piece::PAWN if mask == 0 && sq == end.sq => 0,
                    _ => {
                        let steps = squares(one | two).map(|to| row[to as usize]);
                        let strikes =
                            strikes.map(|(i, &on)| self.rows[first + usize::from(mask & !(1 << i))][on as usize]);
                        steps.chain(strikes).min().map_or(FAR, |rest| (rest + 1).min(FAR))
                    }
                };
            }
            self.rows.push(row);
        }
    }
}
