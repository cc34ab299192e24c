//! Tests whether one side alone can reach the target, move by move, with its men obstructing each other.
//!
//! 1. Take the moves of one side in any play that leads to the target. If none of its men is captured, these moves
//!    alone are a *march*: its men and the fixed pawns of the other side are on the same squares as in the play, so any
//!    man that passes them in the play passes them here.
//! 2. Everything else is ignored: the men of the other side neither obstruct nor check nor paralyse.
//! 3. So if there is no march of exactly the given number of moves, there is no play. For example, a side that has one
//!    move too many and no way to lose a move has no march.

use super::Target;
use super::army::Army;
use super::army_budget::{ARRIVAL, ArmyBudget, MARCH};
use super::distances::{PROMOTIONS, arrivals, pawn_steps};
use crate::orthodox::board::bitboard::{RANK_1, RANK_8, between, bit, pawn, squares};
use crate::orthodox::board::moves::{Move, MoveKind};
use crate::units::Piece;

const NO: u8 = 1;
const YES: u8 = 2;
/// Answer: unknown, because the search was given up.
const PERHAPS: u8 = 3;

/// The greatest number of states of the side (its men and the moves left) that one search examines before it is given
/// up.
const EFFORT: u32 = 200;

impl Target {
    /// Whether the side may still reach the target from the state `stage`; only the answer `false` is certain.
    pub(super) fn may_arrive(&self, stage: &ArmyBudget) -> bool {
        if !self.has_to_march(stage) {
            return self.needs_allow(stage);
        }
        let key = stage.army.key() ^ stage.salt(ARRIVAL);
        match self.answers.get(key) {
            Some(known) => known != NO,
            None => self.find_arrival(stage, key),
        }
    }

    /// Like [`Target::may_arrive`], for the side after the move `m`, with the given numbers of captures and moves left.
    /// Most answers are `false`; they are mostly found in the table of answers before the army after the move is made.
    pub(super) fn may_arrive_after(&self, before: &ArmyBudget, m: Move, captures: u32, moves: u32) -> bool {
        let army = &before.army;
        let Some(piece) = army.piece_at(m.from) else { return true };
        let becomes = match m.kind {
            MoveKind::Promotion(piece) => piece,
            _ => piece,
        };
        let right = m.castling_right();
        if self.has_to_march(before) && right.is_none() && !army.loses_right(m.from) {
            let salt = ArmyBudget { captures, moves, ..*before }.salt(ARRIVAL);
            if self.answers.get(army.key_after(piece, m.from, becomes, m.to) ^ salt) == Some(NO) {
                return false;
            }
        }
        let after = match right {
            Some(right) => army.castled(right),
            None => army.moved(piece, m.from, becomes, m.to),
        };
        self.may_arrive(&ArmyBudget { army: after, captures, moves, ..*before })
    }

    fn needs_allow(&self, stage: &ArmyBudget) -> bool {
        stage.captures <= stage.moves && self.needs(stage) <= stage.moves
    }

    fn find_arrival(&self, stage: &ArmyBudget, key: u128) -> bool {
        let mut effort = EFFORT;
        let may = self.needs_allow(stage) && self.march(stage, &mut effort) != NO;
        self.answers.put(key, if may { YES } else { NO });
        may
    }

    /// Whether to search for a march. The search pays only if the number of moves is fixed and no man of the side is to
    /// be captured. In other cases there is nearly always a march.
    fn has_to_march(&self, stage: &ArmyBudget) -> bool {
        stage.exactly && stage.army.count() == self.count[stage.army.color as usize]
    }

    /// Searches for a march from the state `stage`; returns one of the answers `YES`, `NO` and [`PERHAPS`]. `effort` is
    /// the number of states that may still be examined. The caller ensures that the side has the moves that it needs at
    /// least ([`Target::needs`]).
    fn march(&self, stage: &ArmyBudget, effort: &mut u32) -> u8 {
        let needed = self.needs(stage);
        if stage.moves == 0 {
            return if needed == 0 { YES } else { NO };
        }
        let key = stage.army.key() ^ stage.salt(MARCH);
        if let Some(known) = self.answers.get(key) {
            return known;
        }
        if *effort == 0 {
            return PERHAPS;
        }
        *effort -= 1;
        let mut answer = NO;
        for next in self.next_stages(stage) {
            match self.march(&next, effort) {
                YES => {
                    answer = YES;
                    break;
                }
                PERHAPS => answer = PERHAPS,
                _ => {}
            }
        }
        self.answers.put(key, answer);
        answer
    }

    /// Returns the states of the side after each of its moves, except those from which it is known not to reach the
    /// target, mostly because it needs too many moves ([`Target::needs`]). States that need the fewest moves come
    /// first.
    fn next_stages(&self, stage: &ArmyBudget) -> Vec<ArmyBudget> {
        let army = &stage.army;
        let mut found: Vec<(u32, ArmyBudget)> = Vec::with_capacity(32);
        let mut try_stage = |army: Army, captures: u32, moves: u32| {
            let captures = captures.min(moves);
            let next = ArmyBudget { army, captures, moves, ..*stage };
            if self.answers.get(army.key() ^ next.salt(ARRIVAL)) == Some(NO) {
                return;
            }
            let needed = self.needs(&next);
            if needed <= moves {
                found.push((needed, next));
            }
        };
        self.for_each_move(army, stage.captures, |after, captures| try_stage(after, captures, stage.moves - 1));
        found.sort_by_key(|&(needed, _)| needed);
        found.into_iter().map(|(_, stage)| stage).collect()
    }

    /// Calls `f` for each move of the army if the board has no other men than the army and the fixed pawns of the other
    /// side. `f` gets the army after the move and the number of captures that may still be made. Only captures by pawns
    /// are counted, because those of other men look like any other move.
    fn for_each_move(&self, army: &Army, captures: u32, mut f: impl FnMut(Army, u32)) {
        let (color, own) = (army.color, army.all());
        let occupied = own | self.fixed[!color as usize];
        for piece in Piece::orthodox().filter(|&piece| piece != Piece::PAWN) {
            for from in squares(army.men(piece)) {
                for to in squares(arrivals(piece, color, from, occupied) & !occupied) {
                    f(army.moved(piece, from, piece, to), captures);
                }
            }
        }
        for from in squares(army.men(Piece::PAWN) & !self.fixed[color as usize]) {
            let steps = pawn_steps(color, from, occupied);
            let strikes = if captures > 0 { pawn(color, from) & !occupied } else { 0 };
            for to in squares(steps | strikes) {
                let captures = captures - u32::from(strikes & bit(to) != 0);
                if bit(to) & (RANK_1 | RANK_8) == 0 {
                    f(army.moved(Piece::PAWN, from, Piece::PAWN, to), captures);
                } else {
                    PROMOTIONS.iter().for_each(|&piece| f(army.moved(Piece::PAWN, from, piece, to), captures));
                }
            }
        }
        for right in army.rights() {
            if between(right.king, right.rook) & occupied == 0 {
                f(army.castled(right), captures);
            }
        }
    }
}
