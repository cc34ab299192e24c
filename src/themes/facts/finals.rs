//! The mating positions of the actual play, and the part of each man in them.

use super::engine::Engine;
use super::plies::PlyId;
use super::{Facts, Genre};
use crate::problem::Man;
use crate::solution::BoardAfter;
use crate::units::{Color, Goal, Piece, Square, Unit};
use std::collections::HashSet;

/// A position in which a side is mated.
pub struct Final {
    /// The move that mates.
    pub ply: PlyId,
    pub board: BoardAfter,
    pub engine: Engine,
    pub mated: Color,
    /// The square of the mated king.
    pub king: Square,
    /// The men that check.
    pub checkers: Vec<Square>,
    /// The squares around the king.
    pub field: Vec<FieldSquare>,
    /// Pinned men of the mated side that could otherwise parry the mate, each with the man that pins it.
    pub pins: Vec<(Square, Square)>,
}

/// A square beside the mated king.
pub struct FieldSquare {
    pub square: Square,
    pub unit: Option<Unit>,
    /// The men of the mating side that attack the square if the king is removed from the board.
    pub guards: Vec<Square>,
}

/// Returns the mates of the actual play, without those in threats. Each position is returned once. Returns none for
/// proof games, and none if the rules are not those of chess.
pub fn collect(facts: &Facts) -> Vec<Final> {
    let (mut finals, mut known) = (Vec::new(), HashSet::new());
    if !facts.is_orthodox() || facts.genre == Genre::ProofGame {
        return finals;
    }
    for (id, ply) in facts.plies.iter().enumerate() {
        if !ply.node.goals.contains(&Goal::Mate) || !facts.is_actual(id) || facts.is_in_threat(id) {
            continue;
        }
        let board = facts.after(id);
        if known.insert((facts.stages[ply.stage].twin.label.clone(), board.placement.to_fen())) {
            finals.extend(Final::new(id, board, !ply.side()));
        }
    }
    finals
}

impl Final {
    /// Analyses a mate. Returns `None` if the mated side does not have exactly one king.
    pub fn new(ply: PlyId, board: BoardAfter, mated: Color) -> Option<Final> {
        let engine = Engine::of(&board.placement);
        let king = engine.king(mated)?;
        let checkers = engine.attackers(king, !mated);
        let lifted = engine.without(&[king]);
        let around = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        let shape = board.placement.shape().clone();
        let squares = around.filter(|&step| step != (0, 0)).filter_map(|(files, ranks)| king.offset(files, ranks));
        let field = squares
            .filter(|&square| shape.has(square))
            .map(|square| FieldSquare {
                square,
                unit: board.placement.get(square),
                guards: lifted.attackers(square, !mated),
            })
            .collect();
        let is_needed = |&(man, by): &(Square, Square)| !engine.without(&[by]).moves_from(man).is_empty();
        let pins = engine.pins(mated).into_iter().filter(is_needed).collect();
        Some(Final { ply, board, engine, mated, king, checkers, field, pins })
    }

    /// Returns the man on a square of the final position.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.board.men.get(square)
    }

    fn is_block(&self, square: &FieldSquare) -> bool {
        square.unit.is_some_and(|unit| unit.color == self.mated)
    }

    /// Whether the man on a square takes part in the mate. A man of the mating side takes part if it checks, pins, or
    /// guards a square that no man of the mated side blocks. A man of the mated side takes part if it blocks an
    /// unguarded square beside its king, or if it is pinned and could otherwise parry the mate. The mated king does not
    /// count.
    pub fn takes_part(&self, square: Square) -> bool {
        let guards = |field: &FieldSquare| !self.is_block(field) && field.guards.contains(&square);
        self.checkers.contains(&square)
            || self.field.iter().any(guards)
            || self.pins.iter().any(|&(man, by)| man == square || by == square)
            || self.blocks().any(|block| block == square)
    }

    /// Iterates over the squares beside the king that are closed only by a man of its own side.
    pub fn blocks(&self) -> impl Iterator<Item = Square> + '_ {
        self.field.iter().filter(|field| self.is_block(field) && field.guards.is_empty()).map(|field| field.square)
    }

    /// Whether the mate is pure: one man checks, and each square beside the king is closed exactly once. A man on such
    /// a square may also be guarded if the guarding man pins it and the pin is necessary.
    pub fn is_pure(&self) -> bool {
        let is_once = |field: &FieldSquare| match self.is_block(field) {
            true => field.guards.iter().all(|guard| self.pins.contains(&(field.square, *guard))),
            false => field.guards.len() == 1,
        };
        self.checkers.len() == 1 && self.field.iter().all(is_once)
    }

    /// Whether every man of the mating side takes part, except king and pawns.
    pub fn is_economical(&self) -> bool {
        self.board.placement.iter().all(|(square, unit)| {
            unit.color == self.mated || unit.is_royal() || unit.piece == Piece::PAWN || self.takes_part(square)
        })
    }

    pub fn is_model(&self) -> bool {
        self.is_pure() && self.is_economical()
    }

    /// Whether the mate is a model mate in which every man on the board takes part.
    pub fn is_ideal(&self) -> bool {
        let takes_part = |square: Square| square == self.king || self.takes_part(square);
        self.is_model() && self.board.placement.iter().all(|(square, _)| takes_part(square))
    }

    /// Returns the men that take part in the mate, and the empty squares beside the king; all with coordinates relative
    /// to the king. Two mates with equal results look alike. `symmetry`, below 8, is the number of the reflection or
    /// rotation that is applied first.
    pub fn picture(&self, symmetry: usize) -> Vec<(i32, i32, Option<Unit>)> {
        let turn = |square: Square| {
            let files = i32::from(square.file()) - i32::from(self.king.file());
            let ranks = i32::from(square.rank()) - i32::from(self.king.rank());
            let (files, ranks) = if symmetry & 1 == 0 { (files, ranks) } else { (-files, ranks) };
            let (files, ranks) = if symmetry & 2 == 0 { (files, ranks) } else { (files, -ranks) };
            if symmetry & 4 == 0 { (files, ranks) } else { (ranks, files) }
        };
        let men = self.board.placement.iter().filter(|(square, _)| self.takes_part(*square));
        let mut picture: Vec<(i32, i32, Option<Unit>)> = men
            .map(|(square, unit)| {
                let (files, ranks) = turn(square);
                (files, ranks, Some(unit))
            })
            .collect();
        // The empty squares beside the king that are on the board show where the board ends.
        picture.extend(self.field.iter().filter(|field| field.unit.is_none()).map(|field| {
            let (files, ranks) = turn(field.square);
            (files, ranks, None)
        }));
        picture.sort_by_key(|&(files, ranks, unit)| {
            (files, ranks, unit.map(|unit| (unit.color as u8, unit.piece.index())))
        });
        picture
    }
}
