//! Parses a single written move in any notation.

use super::MoveText;
use super::dialect::Dialect;
use crate::units::{Piece, Square, TRAITS};

pub(super) fn ends_here(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric())
}

pub(super) fn castling(text: &str) -> Option<(MoveText, usize)> {
    let rows = [
        ("0-0-0", MoveText::QueenSideCastling),
        ("O-O-O", MoveText::QueenSideCastling),
        ("0-0", MoveText::KingSideCastling),
        ("O-O", MoveText::KingSideCastling),
    ];
    let (sign, shape) = rows.into_iter().find(|(sign, _)| text.starts_with(sign))?;
    ends_here(&text[sign.len()..]).then_some((shape, sign.len()))
}

/// Parses a wildcard: `~`, `S~`, `Sc~` (treated as any knight) or `a~` (the pawn on the a-file, treated as any pawn).
pub(super) fn any_move(text: &str, dialect: Dialect) -> Option<(MoveText, usize)> {
    let (piece, rest) = match dialect.piece(text) {
        Some((piece, rest)) => (Some(piece), rest),
        None => match dialect.file(text) {
            Some((_, rest)) => (Some(dialect.pawn()), rest),
            None => (None, text),
        },
    };
    let (_, rest) = optional(rest, |text| dialect.file(text).filter(|_| piece.is_some()));
    let (_, rest) = optional(rest, |text| dialect.rank(text).filter(|_| piece.is_some_and(|piece| !piece.is_pawn())));
    let rest = rest.strip_prefix('~')?;
    ends_here(rest).then(|| (MoveText::Any(piece), text.len() - rest.len()))
}

/// Applies `read` to the beginning of the text. Returns the value (`None` if `read` does not match) and the remaining
/// text.
fn optional<T>(text: &str, read: impl Fn(&str) -> Option<(T, &str)>) -> (Option<T>, &str) {
    match read(text) {
        Some((value, rest)) => (Some(value), rest),
        None => (None, text),
    }
}

/// Parses the move of one man: `e4`, `bxc4`, `Sd4`, `Sbd4`, `S1d4`, `Sb3-d4`, `e7*d8=S`, `e7xd8(Q)` or `e5xd6 e.p.`. In
/// games also parses `Bd3=M`, and `TEa1*b2-c3` for a capture on the way.
pub(super) fn step(text: &str, dialect: Dialect) -> Option<(MoveText, usize)> {
    let (named, rest) = optional(without_traits(text), |text| dialect.piece(text));
    let (first_file, rest) = optional(rest, |text| dialect.file(text));
    let (first_rank, rest) = optional(rest, |text| dialect.rank(text));
    let before_sign = rest;
    let rest = rest.strip_prefix(['-', 'x', '*', ':', '×', '–']).unwrap_or(rest);
    let ((file, rank), to, rest) = match (dialect.square(rest), first_file, first_rank) {
        (Some((to, rest)), ..) => ((first_file, first_rank), to, rest),
        (None, Some(to_file), Some(to_rank)) => ((None, None), (to_file, to_rank), before_sign),
        _ => return None,
    };
    let onward = rest.strip_prefix('-').filter(|_| !dialect.is_orthodox()).and_then(|rest| dialect.square(rest));
    let ((to_file, to_rank), rest) = onward.unwrap_or((to, rest));
    let piece = named.unwrap_or(dialect.pawn());
    let is_last = to_rank == 0 || to_rank + 1 == dialect.ranks();
    let (promotion, rest) = if piece.is_pawn() && is_last {
        optional(rest, |text| promotion(text, dialect))
    } else if dialect.is_game() && rest.starts_with('=') {
        optional(rest, |text| promotion(text, dialect))
    } else {
        (None, rest)
    };
    if promotion.is_none() && piece.is_pawn() && is_last && names_another_man(rest) {
        return None;
    }
    let rest = if piece.is_pawn() && file.is_some() { en_passant(rest).unwrap_or(rest) } else { rest };
    // Orthodox pieces cannot move as in `a1*b2-c3`.
    let goes_on = rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()));
    if !ends_here(rest) || goes_on {
        return None;
    }
    let to = Square::new(to_file, to_rank)?;
    Some((MoveText::Step { piece, file, rank, to, promotion }, text.len() - rest.len()))
}

/// Skips lower-case letters of attributes that precede the letter of a piece: `nSa1` is a move of a neutral knight.
fn without_traits(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(0);
    let (letters, rest) = text.split_at(end);
    let is_trait = |letter: char| letter == 'n' || TRAITS.iter().any(|def| def.letter.contains(letter));
    let is_piece = rest.starts_with(|c: char| c.is_ascii_uppercase());
    if is_piece && end <= 6 && letters.chars().all(is_trait) { rest } else { text }
}

/// Parses an alternative promotion after the move `step`: `/N` after `e8=S`.
pub(super) fn other_promotion(text: &str, step: MoveText, dialect: Dialect) -> Option<(MoveText, usize)> {
    let MoveText::Step { piece, file, rank, to, promotion: Some(_) } = step else { return None };
    let (other, rest) = promotion(text, dialect)?;
    ends_here(rest).then(|| (MoveText::Step { piece, file, rank, to, promotion: Some(other) }, text.len() - rest.len()))
}

/// Returns the length of the rebirth of a captured man, `(Sb8)` or `(b8)`, at the beginning of the text, or `None`.
pub(super) fn rebirth(text: &str, dialect: Dialect) -> Option<usize> {
    let inner = text.strip_prefix('(').filter(|_| dialect.has_rebirth())?;
    let (_, rest) = optional(inner, |text| dialect.piece(text));
    let (_, rest) = dialect.square(rest)?;
    rest.starts_with(')').then_some(text.len() - rest.len() + 1)
}

/// Parses the sign of a promotion: `=Q`, `(Q)` or `Q`.
fn promotion<'t>(text: &'t str, dialect: Dialect) -> Option<(Piece, &'t str)> {
    let officer = |text: &'t str| {
        dialect.piece(without_traits(text)).filter(|(piece, _)| *piece != Piece::KING && !piece.is_pawn())
    };
    if let Some(inside) = text.strip_prefix('(') {
        let (piece, rest) = officer(inside.strip_prefix('=').unwrap_or(inside))?;
        return Some((piece, rest.strip_prefix(')')?));
    }
    officer(text.strip_prefix('=').unwrap_or(text))
}

/// Whether the text begins with a promotion in German or French letters: `=D`, `(D)`. A `=` alone means stalemate.
fn names_another_man(text: &str) -> bool {
    let rest = text.strip_prefix("(=").or_else(|| text.strip_prefix(['=', '(']));
    rest.is_some_and(|rest| {
        rest.starts_with(['D', 'T', 'L', 'F', 'C']) && !rest[1..].starts_with(char::is_alphanumeric)
    })
}

fn en_passant(text: &str) -> Option<&str> {
    let trimmed = text.trim_start_matches(' ');
    let rest = ["e.p.", "e.p", "ep.", "ep"].iter().find_map(|sign| trimmed.strip_prefix(sign))?;
    ends_here(rest).then_some(rest)
}
