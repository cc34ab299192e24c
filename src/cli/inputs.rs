//! Where problems come from: files, folders, standard input, or a position typed as arguments.

use super::args::Given;
use super::problems::Feed;
use crate::exchange::Format;
use crate::input::Entry;
use crate::pieces::OwnPieces;
use crate::problem::Problem;
use crate::rules::RuleSet;
use crate::syntax::{self, Diagnostic, Source};
use crate::units::{Castling, Diagram, Shape};
use std::path::Path;

/// A first argument that is no file and looks like a board begins a position; everything else names files and folders.
pub fn feed(given: &Given) -> Result<Feed, String> {
    let inputs = &given.inputs;
    if is_typed(given) {
        if given.from.is_some() {
            return Err("--from is about files; a position given as FEN has the form of our own lines".to_string());
        }
        if let [line] = &inputs[..]
            && line.contains(';')
        {
            return whole(line, given).map(Feed::typed);
        }
        return Ok(Feed::typed(typed(given)));
    }
    if let Some(board) = inputs[1..].iter().find(|input| looks_like_board(input))
        && !Path::new(&inputs[0]).exists()
    {
        return Err(format!(
            "{}: no such file; a position comes before its stipulation: keymove solve '{board}' '{}'",
            inputs[0], inputs[0]
        ));
    }
    if !given.condition.is_empty() || !given.option.is_empty() || given.game.is_some() {
        return Err(
            "--condition, --game and --option belong to a position given as FEN; in a file they stand in the problem"
                .to_string(),
        );
    }
    Ok(Feed::files(inputs, given.from))
}

/// A problem as it stands in a file.
fn whole(line: &str, given: &Given) -> Result<Entry, String> {
    if !given.condition.is_empty() || !given.option.is_empty() || !given.piece.is_empty() || given.game.is_some() {
        return Err("--condition, --game, --piece and --option belong to a FEN and a stipulation; a whole line says them itself"
            .to_string());
    }
    let (problem, diagnostics) = syntax::line(line);
    let source = Source::new("<arguments>", line.to_string());
    Ok(Entry { index: 1, source, format: Format::Epd, problem, diagnostics, mishap: None })
}

/// The arguments are a position and a stipulation.
pub fn is_typed(given: &Given) -> bool {
    looks_like_board(&given.inputs[0])
}

fn looks_like_board(argument: &str) -> bool {
    let board = argument.split_whitespace().next().unwrap_or("");
    board.matches('/').count() == 7 && !Path::new(argument).exists()
        || argument.contains('/') && argument.contains(' ') && !Path::new(argument).exists()
}

/// Reads `FEN STIPULATION`, where the fields of the FEN may be separate arguments.
fn typed(given: &Given) -> Entry {
    let mut problem = Problem::default();
    let mut text = String::new();
    let mut diagnostics = Vec::new();
    let mut part = |written: &str, f: &mut dyn FnMut(&str) -> Vec<Diagnostic>| {
        if !text.is_empty() {
            text.push(' ');
        }
        let at = text.len();
        text.push_str(written);
        diagnostics.extend(f(written).into_iter().map(|diagnostic| diagnostic.shifted(at)));
    };
    let mut chosen = None;
    let mut is_known = true;
    if let Some(game) = &given.game {
        part(game, &mut |written| match syntax::game(written) {
            Ok(game) => {
                chosen = game;
                Vec::new()
            }
            Err(errors) => {
                is_known = false;
                errors
            }
        });
    }
    let mut men = OwnPieces::default();
    for piece in &given.piece {
        part(piece, &mut |written| syntax::own_pieces(written, chosen.as_ref(), &mut men));
    }
    let rules = RuleSet::default().in_game(chosen).with_own_pieces(men);
    let mut shape = Shape::default();
    let (fen, stipulation) = match given.inputs.split_last() {
        Some((last, fields)) if !fields.is_empty() => (fields.join(" "), Some(last)),
        _ => (given.inputs.join(" "), None),
    };
    part(&fen, &mut |written| match diagram(written, &rules) {
        Ok(diagram) => {
            shape = diagram.placement.shape().clone();
            problem.diagram = diagram;
            Vec::new()
        }
        // In the letters of an unknown game nothing is right or wrong.
        Err(_) if !is_known => Vec::new(),
        Err(errors) => errors,
    });
    match stipulation {
        Some(stipulation) => part(stipulation, &mut |written| {
            let first = written.split_whitespace().next().unwrap_or("").to_lowercase();
            let read = if ["white", "black"].contains(&first.as_str()) {
                syntax::structured_on(written, &shape)
            } else {
                syntax::stipulation_on(written, &shape)
            };
            match read {
                Ok(read) => {
                    problem.stipulation = Some(read);
                    Vec::new()
                }
                Err(error) => vec![error],
            }
        }),
        None => {
            part("", &mut |_| vec![Diagnostic::error(0..0, "there is no stipulation", "expected one, for example #2")])
        }
    }
    let nothing =
        |what: &str| vec![Diagnostic::error(0..0, format!("there is no {what}"), format!("expected a {what}"))];
    for condition in &given.condition {
        part(condition, &mut |written| match syntax::conditions_in(written, &rules) {
            _ if written.trim().is_empty() => nothing("condition"),
            Ok(rules) => match problem.rules.extend(rules) {
                Ok(()) => Vec::new(),
                Err(why) => vec![Diagnostic::error(0..written.len(), why, "expected conditions that go together")],
            },
            Err(errors) => errors,
        });
    }
    for option in &given.option {
        part(option, &mut |written| match written.trim() {
            "" => nothing("option"),
            _ => syntax::options_on(written, &mut problem.options, &shape),
        });
    }
    if !diagnostics.iter().any(Diagnostic::is_error) {
        let at = text.find(&fen).unwrap_or_default();
        let found = syntax::contradictions(&fen, &problem);
        diagnostics.extend(found.into_iter().map(|diagnostic| diagnostic.shifted(at)));
    }
    problem.rules = problem.rules.in_game(rules.game().cloned()).with_own_pieces(rules.own_pieces().clone());
    let (source, problem) = (Source::new("<arguments>", text), Some(problem));
    Entry { index: 1, source, format: Format::Epd, problem, diagnostics, mishap: None }
}

/// A FEN, or a board alone: then the stipulation says who begins, and castling is as in problems.
fn diagram(text: &str, rules: &RuleSet) -> Result<Diagram, Vec<Diagnostic>> {
    if text.split_whitespace().count() > 1 {
        return syntax::position_in(text, rules);
    }
    let placement = syntax::board_in(text, rules)?;
    Ok(Diagram { placement, side_to_move: None, castling: Castling::AtHome, ..Diagram::default() })
}
