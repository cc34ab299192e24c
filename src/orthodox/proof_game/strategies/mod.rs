//! Proof games by strategies: first the fate of each man is determined, then the play of each strategy is searched
//! separately.
//!
//! A *strategy* determines for each man its final piece and square, in the target or when it is captured; all captures
//! with captor, victim and square; and who castles. Every game has exactly one strategy. So all games are found when
//! the play of all strategies for which there are enough moves has been searched. `assignments` and `sharing` list
//! these strategies. As the way of each man is known, stronger bounds hold than for men that may still change their
//! tasks:
//!
//! * A man that has arrived stays and obstructs the others, unless its side has two spare moves (`course`).
//! * A man leaves and returns, for two moves, if some man cannot arrive while it stays (`play`).
//! * No man passes a pawn on the file that the pawn does not leave (`course`).
//! * A king avoids squares that are attacked by a man that never moves again (`course`).
//! * Each side alone has to find a march among its men (`alone`).
//! * Each pair of men has to finish although the two obstruct each other (`pairs`).
//!
//! The positions of the games found are stored, and the search for printed play visits only these. If it takes
//! too long to list the strategies, or there are too many games, the bounds of `march`, `abilities` and `closure` are
//! used instead.

mod alone;
mod assignments;
mod course;
mod facts;
mod lengths;
mod pairs;
mod play;
mod routes;
mod sharing;

use super::Target;
use super::army_budget::MIX;
use crate::orthodox::board::bitboard::{RANK_1, RANK_8, Sq, squares};
use crate::orthodox::board::{Board, Right};
use crate::orthodox::position::OrthodoxPosition;
use crate::position::{ProofGameBudget, Workers};
use crate::units::{Color, Piece};
use course::Course;
use hashbrown::HashSet;
use play::StrategyPlay;
use sharing::Batch;
use std::sync::{Mutex, PoisonError};

/// A man of the diagram that may move: any man except a pawn that never moves because the target has it on its home
/// square.
#[derive(Clone, Copy, Debug)]
struct MobileMan {
    color: Color,
    piece: Piece,
    from: Sq,
}

/// The final piece and square of a man: in the target, or when it is captured (`lost`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ManEnd {
    piece: Piece,
    sq: Sq,
    lost: bool,
}

/// A capture of a strategy: the captor and the victim, as indices in the list of men, and the squares of the capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PlannedCapture {
    captor: u8,
    victim: u8,
    /// The arrival square of the captor.
    on: Sq,
    /// The square of the victim, which differs from `on` only en passant.
    at: Sq,
}

/// A strategy: for each man its final piece and square, all captures, and the castling moves.
#[derive(Debug)]
struct Strategy {
    ends: Vec<ManEnd>,
    takes: Vec<PlannedCapture>,
    /// The least number of moves of each man, castling not included.
    least: Vec<u8>,
    /// The castling moves of White and Black; `None` for a side that does not castle.
    castlings: [Option<Right>; 2],
}

/// Returns the greatest size in bytes of each of the two tables of a worker. The tables of all workers together take
/// half of the memory.
fn table_bytes(crew: &dyn Workers) -> usize {
    crew.bytes() / 4 / crew.hands().max(1)
}

/// Returns the greatest number of positions of found games that may be stored.
fn most_ways(crew: &dyn Workers) -> usize {
    MOST_WAYS.min(crew.bytes() / 4 / ENTRY_BYTES)
}

/// The set of all positions in the games that lead to the target, as keys made by [`with_left`].
#[derive(Debug, Default)]
pub(super) struct Games(HashSet<u128>);

impl Games {
    pub fn lead_over(&self, key: u128, plies_left: u32) -> bool {
        self.0.contains(&with_left(key, plies_left))
    }
}

/// Returns the key of a position, or of one side of it, combined with the number of moves left.
fn with_left(key: u128, left: u32) -> u128 {
    key ^ u128::from(left + 1).wrapping_mul(MIX)
}

/// The least number of plies for a search by strategies. Shorter play is found sooner without them.
const LEAST_PLIES: u32 = 6;
/// The greatest number of positions of found games that are stored, however much memory there is.
const MOST_WAYS: usize = 1 << 20;
/// Bytes that one stored position takes.
const ENTRY_BYTES: usize = 64;
/// The greatest number of men that may move, so that a set of men fits into a word.
const MOST_MEN: usize = 32;

impl Target {
    /// Searches for all games from the position to the target that have one of the lengths, with the sides alternating.
    /// Returns whether the target now stores all games, or those that were found before the time ran out. If so, no other
    /// play need be searched. Returns `false` if this search does not suit the position or the lengths, cannot list all
    /// strategies, finds too many games, or finds none before the time runs out.
    pub fn seek_games(&mut self, position: &OrthodoxPosition, lengths: &[ProofGameBudget], crew: &dyn Workers) -> bool {
        let board = position.board();
        let side = board.side();
        let is_in_turn = |left: &ProofGameBudget| {
            let (own, others) = (left.moves[side as usize], left.moves[!side as usize]);
            left.exactly && (own == others || own == others + 1)
        };
        let is_long = |left: &ProofGameBudget| left.moves[0] + left.moves[1] >= LEAST_PLIES;
        let on_edge = board.all(Piece::PAWN) & (RANK_1 | RANK_8) != 0;
        let men = self.men(board);
        if on_edge || men.len() > MOST_MEN || !lengths.iter().all(is_in_turn) || !lengths.iter().any(is_long) {
            return false;
        }
        let found = Mutex::new(Some(Games::default()));
        for &left in lengths {
            let Some(stages) = self.stages(board, left) else { continue };
            let mut play = |batch: &[Strategy]| self.play_out(batch, &men, (position, left), crew, &found);
            let are_all = self.play_strategies(&men, stages, Batch::new(crew, &mut play), crew).is_some();
            let has_found = || found.lock().is_ok_and(|found| found.as_ref().is_some_and(|games| !games.0.is_empty()));
            if !are_all && (!crew.is_late() || !has_found()) {
                return false;
            }
        }
        self.games = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.games.is_some()
    }

    /// Returns all men of the board except the fixed pawns, White's first.
    fn men(&self, board: &Board) -> Vec<MobileMan> {
        let fixed = self.fixed[0] | self.fixed[1];
        let of_kind =
            |color, piece| squares(board.men(color, piece) & !fixed).map(move |from| MobileMan { color, piece, from });
        Color::ALL
            .into_iter()
            .flat_map(|color| Piece::orthodox().flat_map(move |piece| of_kind(color, piece)))
            .collect()
    }

    /// Plays out the strategies in parallel and adds their games to `found`; sets `found` to `None` if there are
    /// too many. Returns `false` in this case, or if the time is over.
    fn play_out(
        &self,
        strategies: &[Strategy],
        men: &[MobileMan],
        (position, left): (&OrthodoxPosition, ProofGameBudget),
        crew: &dyn Workers,
        found: &Mutex<Option<Games>>,
    ) -> bool {
        let found = || found.lock().unwrap_or_else(PoisonError::into_inner);
        crew.each(strategies.len(), &|i| {
            if crew.is_late() || found().is_none() {
                return;
            }
            let course = Course::new(men, &strategies[i], self.fixed, position.rules());
            let mut play = StrategyPlay::new(&course, crew);
            play.run(position, left);
            let mut found = found();
            if let Some(games) = found.as_mut() {
                let has_too_many = play.has_too_many();
                games.0.extend(play.ways);
                if has_too_many || games.0.len() > most_ways(crew) {
                    *found = None;
                }
            }
        });
        found().is_some() && !crew.is_late()
    }
}
