//! Converts a problem to the conventions of a printed diagram: the stipulation decides which side begins, kings and
//! rooks on their squares in the game array may castle, and options state every exception. Formats without fields for
//! the side to move, castling and en passant need this form.

use crate::board::{Color, Square};
use crate::pieces::Piece;
use crate::problem::{Change, Problem, Single, Stipulation};
use crate::units::{Castling, Goal, Placement};

/// Returns the problem in the conventional form that the module describes, or the reasons why this form cannot express
/// it.
pub(super) fn conventional(problem: &Problem) -> Result<Problem, Vec<String>> {
    let mut refused = Vec::new();
    let singles: Vec<Single> = problem.singles().into_iter().flatten().collect();
    if problem.stipulation.is_none() {
        refused.push("there is no stipulation".to_string());
    }
    if let Some(game) = problem.rules.game() {
        refused.push(format!("the game {}", game.caption()));
    }
    if !problem.rules.own_pieces().is_empty() {
        refused.push(format!("men of its own: {}", problem.rules.own_pieces().caption()));
    }
    let shape = problem.diagram.placement.shape();
    if !shape.is_orthodox() {
        refused.push(format!("a board of {shape}"));
    }
    let asks_stalemate_mate = |single: &Single| {
        let mut asks = false;
        if let Some(stipulation) = &single.problem.stipulation {
            let play = stipulation.schedule(&single.problem.options).play;
            play.for_each_goal(&mut |goal| asks |= *goal == Goal::StalemateMate);
        }
        asks
    };
    if singles.iter().any(asks_stalemate_mate) {
        refused.push(format!("the goal `{}`", Goal::StalemateMate));
    }
    let mut plain = problem.clone();
    if let Err(why) = without_side(&mut plain, &singles) {
        refused.push(why);
    }
    if singles.iter().any(|single| single.problem.diagram.castles_elsewhere()) {
        refused.push("castling from unusual squares".to_string());
    } else {
        without_rights(&mut plain, &singles);
    }
    if let Err(why) = without_passed_square(&mut plain) {
        refused.push(why);
    }
    if refused.is_empty() { Ok(plain) } else { Err(refused) }
}

/// Whether two problems mean the same, although they may be written differently: one of them may have fields where the
/// other relies on the conventions of the module.
pub fn are_one_problem(a: &Problem, b: &Problem) -> bool {
    // A problem without a conventional form is compared unchanged.
    let normal = |problem: &Problem| without_words(conventional(problem).unwrap_or_else(|_| problem.clone()));
    normal(a) == normal(b)
}

/// Clears the texts of conditions in twins, so that the comparison of two problems ignores how the conditions are
/// written.
fn without_words(mut problem: Problem) -> Problem {
    let conditions = problem.twins.iter_mut().flat_map(|twin| &mut twin.changes);
    for change in conditions {
        if let Change::Condition { text, .. } = change {
            text.clear();
        }
    }
    problem
}

/// Clears the side to move in the diagram, because the stipulation decides it by convention. `singles` are the diagram
/// and its twins, each as a problem of its own. Returns an error if the stipulation of one of them lets the other side
/// begin.
fn without_side(problem: &mut Problem, singles: &[Single]) -> Result<(), String> {
    let Some(side) = problem.diagram.side_to_move.take() else { return Ok(()) };
    for single in singles {
        let Some(stipulation) = &single.problem.stipulation else { continue };
        // A proof game begins with White, even if the field names Black.
        let first = stipulation.schedule(&single.problem.options).first_mover();
        if first != side && !stipulation.is_proof_game() {
            return Err(format!("{} to move where `{stipulation}` begins with {}", side.name(), first.name()));
        }
    }
    Ok(())
}

/// The four castlings of chess: side, square of the king, square of the rook.
const CASTLINGS: [(Color, &str, &str); 4] =
    [(Color::White, "e1", "h1"), (Color::White, "e1", "a1"), (Color::Black, "e8", "h8"), (Color::Black, "e8", "a8")];

/// Returns the squares of the rooks that may castle by convention: rooks on their squares in the game array whose king
/// is on its square, too.
pub(super) fn rooks_at_home(placement: &Placement) -> Vec<Square> {
    let stands = |color, piece, square| placement.squares_of(color, piece).any(|other| other == square);
    let home = CASTLINGS.iter().filter_map(|&(color, king, rook)| {
        let (king, rook) = (Square::parse(king)?, Square::parse(rook)?);
        (stands(color, Piece::KING, king) && stands(color, Piece::ROOK, rook)).then_some(rook)
    });
    home.collect()
}

/// Sets castling in the diagram to the convention that men at home may castle. Adds the rooks that may not castle to
/// the option `NoCastling`. `singles` are the diagram and its twins, each as a problem of its own.
fn without_rights(problem: &mut Problem, singles: &[Single]) {
    let Castling::Rooks(_) = &problem.diagram.castling else { return };
    // Under a condition, men may return home during the play. The conditions of the bitboard engine (Madrasi, Isardam)
    // never bring a man home.
    let may_come_home =
        problem.rules.bitboards().is_none() || singles.iter().any(|s| s.problem.rules.bitboards().is_none());
    let mut lacking: Vec<Square> = Vec::new();
    for single in singles {
        let Castling::Rooks(rooks) = &single.problem.diagram.castling else { continue };
        let home = rooks_at_home(&beginning(&single.problem));
        for rook in CASTLINGS.iter().filter_map(|(_, _, rook)| Square::parse(rook)) {
            if (home.contains(&rook) || may_come_home) && !rooks.contains(&rook) && !lacking.contains(&rook) {
                lacking.push(rook);
            }
        }
    }
    problem.diagram.castling = Castling::AtHome;
    let listed = problem.options.no_castling.clone();
    problem.options.no_castling.extend(lacking.into_iter().filter(|rook| !listed.contains(rook)));
}

/// Returns the position at which the play begins. In a proof game or a stipulation `a=>b` this is not the diagram.
fn beginning(problem: &Problem) -> Placement {
    match &problem.stipulation {
        Some(stipulation) if stipulation.is_proof_game() => Placement::game_array(),
        Some(Stipulation::Traditional(_)) if problem.diagram.start.is_some() => {
            problem.diagram.start.clone().unwrap_or_default()
        }
        _ => problem.diagram.placement.clone(),
    }
}

/// If the diagram allows a capture en passant with the first move, states this by the option `EnPassant`, which names
/// the three squares of the pawn's double step. Returns an error if there is no pawn where a straight double step over
/// the square ends.
fn without_passed_square(problem: &mut Problem) -> Result<(), String> {
    let Some(passed) = problem.diagram.en_passant else { return Ok(()) };
    if problem.options.passed_over() == Some(passed) {
        return Ok(());
    }
    let away = if passed.rank() < 4 { -1 } else { 1 };
    let squares = (passed.offset(0, away), passed.offset(0, -away));
    let (Some(from), Some(to)) = squares else { return Ok(()) };
    if !problem.diagram.placement.get(to).is_some_and(|unit| unit.piece.is_pawn()) {
        return Err(format!("a double step over {passed} that did not go straight"));
    }
    problem.options.en_passant = vec![from, passed, to];
    Ok(())
}
