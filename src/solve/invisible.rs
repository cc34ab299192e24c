//! Help play with men that nobody sees: what goes into the engine for them, and its lines as a phase of a solution.

use super::SolveError;
use super::limit::Limits;
use crate::invisible::{BISHOP, BLACK, Hidden, KING, KNIGHT, PAWN, Ply, QUEEN, ROOK, Revealed, Told, solve};
use crate::orthodox::Rules;
use crate::problem::{Castling, Goal, Kind, Options, Problem, Stipulation, Traditional};
use crate::solution::{Annotation, Group, Node, Part, Phase, PhaseKind, Style};
use crate::units::{Color, Consequence, MoveRecord, Origin, Piece, Special, Square, Unit};

const KINDS: [(Piece, u8); 6] = [
    (Piece::PAWN, PAWN),
    (Piece::KNIGHT, KNIGHT),
    (Piece::BISHOP, BISHOP),
    (Piece::ROOK, ROOK),
    (Piece::QUEEN, QUEEN),
    (Piece::KING, KING),
];

/// What the engine is to solve; a reason, where the rules of such play are not settled.
pub fn hidden(problem: &Problem) -> Result<Hidden, SolveError> {
    let refused = |what| Err(SolveError::Unsupported(what));
    let options = &problem.options;
    let count = usize::from(options.total_invisible.unwrap_or(0));
    if count != 1 {
        return refused("any number of total invisible men but one");
    }
    let help = match &problem.stipulation {
        Some(Stipulation::Traditional(
            play @ Traditional { kind: Kind::Help, series: None, intro: 0, exact: false, .. },
        )) if play.goal == Goal::Mate && play.half_moves <= 3 => play,
        _ => return refused("total invisible men in other play than helpmates in at most one and a half moves"),
    };
    let diagram = &problem.diagram;
    let is_orthodox = diagram.is_for_bitboards() && matches!(problem.rules.bitboards(), Some(Rules::Orthodox));
    if !is_orthodox {
        return refused("total invisible men with conditions or fairy men");
    }
    let plain = Options {
        total_invisible: None,
        no_board: false,
        intelligent: false,
        variations: false,
        max_time: None,
        max_solutions: None,
        ..options.clone()
    };
    if plain != Options::default() {
        return refused("total invisible men with this option");
    }
    let black = help.half_moves.is_multiple_of(2);
    let first = if black { Color::Black } else { Color::White };
    if diagram.castling != Castling::AtHome || diagram.en_passant.is_some() {
        return refused("total invisible men with a field for castling or en passant");
    }
    if diagram.side_to_move.is_some_and(|side| side != first) {
        return refused("total invisible men with the sides exchanged");
    }
    if Color::ALL.iter().any(|&color| diagram.placement.squares_of(color, Piece::KING).count() != 1) {
        return refused("total invisible men without one visible king a side");
    }
    let mut men = [0; 64];
    for (square, unit) in diagram.placement.iter() {
        let kind = KINDS.iter().find(|(piece, _)| *piece == unit.piece).map_or(0, |(_, kind)| *kind);
        let color = if unit.color == Color::Black { BLACK } else { 0 };
        men[usize::from(square.rank() * 8 + square.file())] = kind | color;
    }
    Ok(Hidden { men, count, black, half_moves: usize::from(help.half_moves) })
}

/// All solutions, as far as the limits allow.
pub fn solve_hidden(hidden: &Hidden, numbered: Color, limits: &Limits, wanted: Option<u32>) -> Phase {
    let mut nodes: Vec<Node> = Vec::new();
    let first = if hidden.black { Color::Black } else { Color::White };
    limits.progress.begin("play".to_string());
    let mut found = |line: &[Ply]| {
        let mut beside = &mut nodes;
        let mut color = first;
        for (number, ply) in line.iter().enumerate() {
            let is_last = number + 1 == line.len();
            let record = record(ply, color, is_last);
            // Lines come one after the other, those that begin alike together.
            let is_told = beside.last().is_some_and(|node| node.record == record && node.goals.is_empty() && !is_last);
            if !is_told {
                let goals = if is_last { vec![Goal::Mate] } else { Vec::new() };
                let origin = origin(ply);
                limits.tell(Node::TOLD_BYTES);
                beside.push(Node { goals, origin, ..Node::new(Part::Help, record) });
            }
            beside = &mut beside.last_mut().expect("there is one now").children;
            color = !color;
        }
        if let Some(wanted) = wanted {
            limits.count_solutions(1, wanted);
        }
    };
    if !solve(hidden, &mut found, &|| limits.is_expired() || limits.max_solutions_reached())
        && !limits.max_solutions_reached()
    {
        limits.expire();
    }
    let group =
        Group { style: Style::Lines, annotation: Annotation::None, nodes, first_number: 1, first_moves: Vec::new() };
    let is_cut = limits.is_expired() || limits.max_solutions_reached();
    Phase { kind: PhaseKind::Play, exchanged: false, numbered, groups: vec![group], is_cut }
}

fn square(number: u8) -> Square {
    Square::new(number & 7, number >> 3).expect("one of sixty-four")
}

fn unit(man: u8) -> Unit {
    let piece = KINDS.iter().find(|(_, kind)| *kind == man & 7).map_or(Piece::PAWN, |(piece, _)| *piece);
    Unit::new(if man & BLACK != 0 { Color::Black } else { Color::White }, piece)
}

/// Men of whom not all is known are told with the square that they come from.
fn origin(ply: &Ply) -> Origin {
    match ply.told {
        Told::Man { captures, .. } if captures || !matches!(ply.man & 7, PAWN | KING) => Origin::Square,
        _ => Origin::Plain,
    }
}

fn record(ply: &Ply, color: Color, mates: bool) -> MoveRecord {
    let mut record = MoveRecord { special: Special::None, check: mates, ..MoveRecord::null(color) };
    let taken = |at: u8| (ply.taken != 0).then(|| (unit(ply.taken), square(at)));
    match ply.told {
        Told::Man { from, to, promotion, captures, adds } => {
            record.mover = unit(ply.man);
            (record.from, record.to) = (square(from), square(to));
            record.promotion = (promotion != 0).then(|| unit(promotion).piece);
            record.captured = taken(to).filter(|_| captures);
            if ply.passed {
                record.special = Special::EnPassant;
                record.captured = Some((Unit::new(!color, Piece::PAWN), square(from / 8 * 8 + to % 8)));
            } else if captures && record.captured.is_none() {
                record.consequences.push(Consequence::TookUnseen(!color, square(to), adds));
            }
        }
        Told::Castling { from, to } => {
            record.mover = Unit::new(color, Piece::KING);
            (record.from, record.to) = (square(from), square(to));
            record.special = if to > from { Special::KingSideCastling } else { Special::QueenSideCastling };
        }
        Told::Captures(at) => {
            record.special = Special::Unseen;
            record.captured = taken(at);
            if record.captured.is_none() {
                record.consequences.push(Consequence::TookUnseen(!color, square(at), false));
            }
        }
        Told::Somewhere => record.special = Special::Unseen,
    }
    let revealed =
        ply.revealed.iter().map(|&Revealed { square: at, man }| Consequence::Revealed(unit(man), square(at)));
    record.consequences.extend(revealed);
    record
}
