//! `keymove perft`: counts of legal move sequences, the test of move generators.

use super::Status;
use crate::conditions::{Rules, combine};
use crate::orthodox::OrthodoxPosition;
use crate::position::{Position, perft};
use crate::report::{Letters, long_algebraic};
use crate::syntax::{self, Diagnostic, Source};
use crate::units::Color;
use rayon::prelude::*;
use std::io::{self, Write};

pub fn run(fen: &str, depth: u32, conditions: &[String], divide: bool, out: &mut impl Write) -> io::Result<Status> {
    let mut rules = Rules::default();
    let mut failed = false;
    let mut complain = |name: &str, text: &str, diagnostics: &[Diagnostic]| {
        failed = true;
        for diagnostic in diagnostics {
            eprint!("{}", diagnostic.render(&Source::new(name, text)));
        }
    };
    for condition in conditions {
        let read = syntax::conditions(condition).and_then(|new| {
            combine(rules, new)
                .map_err(|why| vec![Diagnostic::error(0..condition.len(), why, "expected conditions that go together")])
        });
        match read {
            Ok(new) => rules = new,
            Err(errors) => complain("<condition>", condition, &errors),
        }
    }
    let diagram = match syntax::position(fen) {
        Ok(diagram) => diagram,
        Err(errors) => {
            complain("<fen>", fen, &errors);
            return Ok(Status::BadInput);
        }
    };
    if failed {
        return Ok(Status::BadInput);
    }
    let position = OrthodoxPosition::new(&diagram, diagram.side_to_move.unwrap_or(Color::White), rules);
    if position.can_capture_king() {
        eprintln!("error: the side to move can capture the king");
        return Ok(Status::BadInput);
    }
    if depth == 0 {
        writeln!(out, "1")?;
        return Ok(Status::Good);
    }
    let moves = position.told_moves();
    let counts: Vec<u64> =
        moves.par_iter().map(|&(m, _)| position.clone().with_move(m, |after| perft(after, depth - 1))).collect();
    if divide {
        for ((_, record), count) in moves.iter().zip(&counts) {
            writeln!(out, "{:<12} {count}", long_algebraic(record, Letters::Game, 'x'))?;
        }
    }
    writeln!(out, "{}", counts.iter().sum::<u64>())?;
    Ok(Status::Good)
}
