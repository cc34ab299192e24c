//! `keymove perft`: counts sequences of legal moves, the standard test of move generators.

use super::status::Status;
use crate::fairy::FairyPosition;
use crate::notation::{Letters, long_algebraic};
use crate::orthodox::OrthodoxPosition;
use crate::pieces::OwnPieces;
use crate::position::{Position, perft};
use crate::rules::{RuleSet, assemble};
use crate::solution::Note;
use crate::syntax::{self, Diagnostic, Source};
use crate::units::Color;
use rayon::prelude::*;
use std::io::{self, Write};

/// The rules that the arguments of the command select: conditions, game and pieces.
pub struct RuleArgs<'a> {
    pub conditions: &'a [String],
    pub game: Option<&'a str>,
    pub pieces: &'a [String],
}

pub fn run(
    fen: &str,
    depth: u32,
    said: &RuleArgs,
    divide: bool,
    bitboards: bool,
    out: &mut impl Write,
) -> io::Result<Status> {
    let mut rules = RuleSet::default();
    let mut failed = false;
    let mut complain = |name: &str, text: &str, diagnostics: &[Diagnostic]| {
        failed |= !diagnostics.is_empty();
        for diagnostic in diagnostics {
            super::complain(&diagnostic.render(&Source::new(name, text)));
        }
    };
    if let Some(game) = said.game {
        match syntax::game(game) {
            Ok(game) => rules = rules.in_game(game),
            Err(errors) => {
                complain("<game>", game, &errors);
                return Ok(Status::BadInput);
            }
        }
    }
    let mut men = OwnPieces::default();
    for piece in said.pieces {
        complain("<piece>", piece, &syntax::own_pieces(piece, rules.game(), &mut men));
    }
    rules = rules.with_own_pieces(men);
    for condition in said.conditions {
        let added = syntax::conditions_in(condition, &rules).and_then(|new| {
            rules.extend(new).map_err(|why| {
                vec![Diagnostic::error(0..condition.len(), why.to_string(), "expected conditions that can be combined")]
            })
        });
        if let Err(errors) = added {
            complain("<condition>", condition, &errors);
        }
    }
    let diagram = match syntax::position_in(fen, &rules) {
        Ok(diagram) => diagram,
        Err(errors) => {
            complain("<fen>", fen, &errors);
            return Ok(Status::BadInput);
        }
    };
    if failed {
        return Ok(Status::BadInput);
    }
    let side = diagram.side_to_move.unwrap_or(Color::White);
    match rules.bitboards().filter(|_| bitboards && diagram.is_for_bitboards()) {
        Some(rules) => count(&OrthodoxPosition::new(&diagram, side, rules), depth, divide, out),
        None => match assemble(&diagram, &rules) {
            Ok(book) => count(&FairyPosition::new(&book, &diagram, side), depth, divide, out),
            Err(why) => {
                super::complain(&format!("error: {why}\n"));
                Ok(Status::BadInput)
            }
        },
    }
}

fn count<P: Position>(position: &P, depth: u32, divide: bool, out: &mut impl Write) -> io::Result<Status> {
    if position.can_capture_king() {
        let why = Note::KingCanBeCaptured(position.king_capture()).king_capture_in_words().unwrap_or_default();
        super::complain(&format!("error: {why}\n"));
        return Ok(Status::BadInput);
    }
    if depth == 0 {
        writeln!(out, "1")?;
        return Ok(Status::Good);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.sort_by_key(|&m| position.order(m));
    let counts: Vec<u64> =
        moves.par_iter().map(|&m| position.clone().with_move(m, |after| perft(after, depth - 1))).collect();
    if divide {
        for (&m, count) in moves.iter().zip(&counts) {
            writeln!(out, "{:<12} {count}", long_algebraic(&position.record(m), Letters::Game, 'x'))?;
        }
    }
    writeln!(out, "{}", counts.iter().sum::<u64>())?;
    Ok(Status::Good)
}
