//! Proof games by strategies: what becomes of each man is settled first, and the play of each strategy is looked for by
//! itself.
//!
//! A *strategy* says of every man as what and on which square he ends, in the target or by being captured, who captures
//! whom where, and who castles. Every game has exactly one strategy, so all games are found when all strategies that the
//! moves allow have been played out (`cast`, `sharing`). Since everybody's way is known then, more can be said of it than
//! of men that may still change their tasks:
//!
//! * A man that has arrived stays, unless his side has two moves to spare, and stands in everybody's way (`course`).
//! * Men without whose leaving somebody cannot arrive leave and come back: that costs two moves (`play`).
//! * Nobody gets past a pawn on the file that it does not leave (`course`).
//! * Each side alone has to find a march among its own men (`alone`).
//!
//! What is found is kept as the positions on the way of a game, and play is looked for among them. Where there are too many
//! strategies or too many games the bounds of the other files serve.

mod alone;
mod cast;
mod course;
mod lengths;
mod play;
mod routes;
mod sharing;

use super::Target;
use super::stage::MIX;
use crate::orthodox::board::bitboard::{RANK_1, RANK_8, Sq, squares};
use crate::orthodox::board::{Board, Right};
use crate::orthodox::position::OrthodoxPosition;
use crate::position::{Crew, MovesLeft};
use crate::units::{Color, Piece};
use course::Course;
use hashbrown::HashSet;
use play::Play;
use std::sync::{Mutex, PoisonError};

/// A man of the diagram that is not a fixed pawn.
#[derive(Clone, Copy, Debug)]
struct Man {
    color: Color,
    piece: Piece,
    from: Sq,
}

/// What becomes of a man: as what and where he ends, in the target or by being captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct End {
    piece: Piece,
    sq: Sq,
    lost: bool,
}

/// Who captures whom, as numbers of men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Take {
    captor: u8,
    victim: u8,
    /// Where the captor arrives.
    on: Sq,
    /// Where the victim stands: elsewhere en passant only.
    at: Sq,
}

/// What becomes of every man.
#[derive(Debug)]
struct Strategy {
    /// By the number of the man.
    ends: Vec<End>,
    takes: Vec<Take>,
    /// The moves that each man makes at least, without castling.
    least: Vec<u8>,
    /// Of White and Black.
    castlings: [Option<Right>; 2],
}

/// How many entries each of those who work may keep in each of two tables: half of the memory for all of them.
fn most_entries(crew: &dyn Crew) -> usize {
    crew.bytes() / 4 / crew.hands().max(1) / ENTRY_BYTES
}

/// How many positions on the way of games may be kept.
fn most_ways(crew: &dyn Crew) -> usize {
    MOST_WAYS.min(crew.bytes() / 4 / ENTRY_BYTES)
}

/// The positions on the way of a game to the target, with the half-moves left after them.
#[derive(Debug, Default)]
pub(super) struct Games(HashSet<u128>);

impl Games {
    pub fn lead_over(&self, key: u128, plies_left: u32) -> bool {
        self.0.contains(&with_left(key, plies_left))
    }
}

/// The key of a position, or a side, with so much left to be played.
fn with_left(key: u128, left: u32) -> u128 {
    key ^ u128::from(left + 1).wrapping_mul(MIX)
}

/// Shorter play is found as soon as the strategies are.
const LEAST_PLIES: u32 = 6;
const MOST_STRATEGIES: usize = 500_000;
/// One of them in memory.
const STRATEGY_BYTES: usize = 256;
/// More positions on the way of games than these are not kept.
const MOST_WAYS: usize = 1 << 20;
/// A position, or an answer, that is remembered.
const ENTRY_BYTES: usize = 64;
/// Men on the board that may move: the bits of a word.
const MOST_MEN: usize = 32;

impl Target {
    /// Looks for all games from the position of one of the lengths, the sides taking turns; whether they are known now, as
    /// far as the crew had time.
    pub fn seek_games(&mut self, position: &OrthodoxPosition, lengths: &[MovesLeft], crew: &dyn Crew) -> bool {
        let board = position.board();
        let side = board.side();
        let is_in_turn = |left: &MovesLeft| {
            let (own, others) = (left.moves[side as usize], left.moves[!side as usize]);
            left.exactly && (own == others || own == others + 1)
        };
        let is_long = |left: &MovesLeft| left.moves[0] + left.moves[1] >= LEAST_PLIES;
        let on_edge = board.all(Piece::PAWN) & (RANK_1 | RANK_8) != 0;
        let men = self.men(board);
        if on_edge || men.len() > MOST_MEN || !lengths.iter().all(is_in_turn) || !lengths.iter().any(is_long) {
            return false;
        }
        let found = Mutex::new(Some(Games::default()));
        for &left in lengths {
            let Some(stages) = self.stages(board, left) else { continue };
            let Some(strategies) = self.strategies(&men, stages, crew) else { return false };
            self.play_out(&strategies, &men, (position, left), crew, &found);
        }
        self.games = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.games.is_some()
    }

    /// All men of the board that may move, White's first.
    fn men(&self, board: &Board) -> Vec<Man> {
        let fixed = self.fixed[0] | self.fixed[1];
        let of_kind =
            |color, piece| squares(board.men(color, piece) & !fixed).map(move |from| Man { color, piece, from });
        Color::ALL
            .into_iter()
            .flat_map(|color| Piece::orthodox().flat_map(move |piece| of_kind(color, piece)))
            .collect()
    }

    /// Adds the games of the strategies to those that are found, until there are too many: then `None` is left.
    fn play_out(
        &self,
        strategies: &[Strategy],
        men: &[Man],
        (position, left): (&OrthodoxPosition, MovesLeft),
        crew: &dyn Crew,
        found: &Mutex<Option<Games>>,
    ) {
        let found = || found.lock().unwrap_or_else(PoisonError::into_inner);
        crew.each(strategies.len(), &|i| {
            if crew.is_late() || found().is_none() {
                return;
            }
            let course = Course::new(men, &strategies[i]);
            let mut play = Play::new(&course, self.fixed[0] | self.fixed[1], crew);
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
    }
}
