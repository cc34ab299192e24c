//! Parses the definitions of pieces that a problem defines itself: `X=gQ; Y=mRcpR`.

use super::diagnostic::{Diagnostic, quoted};
use super::findings::Findings;
use super::lookalike::check_characters;
use super::piece_letters::PieceLetters;
use super::xbetza::xbetza;
use crate::games::Game;
use crate::pieces::{Movement, OwnPiece, OwnPieces};
use crate::units::Piece;

/// Adds the pieces defined in `text` to `men` and returns the diagnostics. A definition cannot reuse the
/// letters of a known piece.
///
/// ```
/// use keymove::{pieces::OwnPieces, syntax::own_pieces};
/// let mut men = OwnPieces::default();
/// assert_eq!(own_pieces("x=gQ; Y2 = mRcpR", None, &mut men), []);
/// assert_eq!(men.caption(), "X=gQ; Y2=mRcpR");
/// assert_eq!(own_pieces("G=gQ", None, &mut men)[0].message, "`G` is the grasshopper");
/// ```
pub fn own_pieces(text: &str, game: Option<&Game>, men: &mut OwnPieces) -> Vec<Diagnostic> {
    if let Err(diagnostic) = check_characters(text) {
        return vec![diagnostic];
    }
    let mut findings = Findings::default();
    let mut start = 0;
    for part in text.split(';') {
        if findings.is_full() {
            break;
        }
        let at = start + part.len() - part.trim_start().len();
        start += part.len() + 1;
        if part.trim().is_empty() && text.contains(';') {
            continue;
        }
        match definition(part.trim(), game) {
            Ok((own, wrong)) => {
                // The piece is defined even if its movement is wrong, so that the board does not report it as
                // unknown.
                if let Some(found) = wrong {
                    findings.error(|| found.shifted(at));
                }
                if let Err(own) = men.define(own) {
                    let letters = own.piece.letters();
                    findings.error(|| {
                        let message = format!("{} is defined twice", quoted(letters));
                        Diagnostic::error(at..at + letters.len(), message, "expected other letters")
                    });
                }
            }
            Err(found) => findings.error(|| found.shifted(at)),
        }
    }
    findings.into_sorted()
}

/// Parses the definition of one piece, such as `X=gQ`. If only the movement is wrong, its diagnostic is
/// returned beside the piece, not as `Err`.
fn definition(text: &str, game: Option<&Game>) -> Result<(OwnPiece, Option<Diagnostic>), Diagnostic> {
    let Some((before, after)) = text.split_once('=') else {
        let message = format!("{} does not define a piece", quoted(text));
        return Err(Diagnostic::error(0..text.len(), message, "expected letters, `=` and a movement such as `X=gQ`"));
    };
    let letters = before.trim_end();
    let wrong =
        |message: String| Diagnostic::error(0..before.len().max(1).min(text.len()), message, "expected other letters");
    let Some(piece) = Piece::own(letters) else {
        let message = format!("{} cannot be the letters of a piece", quoted(letters));
        let expected = "expected one letter, or two, or a letter and a digit";
        return Err(Diagnostic { expected: expected.into(), ..wrong(message) });
    };
    if let Some(other) = PieceLetters::from(game).of_code(letters) {
        return Err(wrong(format!("{} is the {}", quoted(letters), other.def().name.to_lowercase())));
    }
    let written = after.trim();
    let start = text.len() - after.trim_start().len();
    let (movement, wrong) = match xbetza(written) {
        Ok(movement) => (movement, None),
        Err(found) => (Movement::default(), Some(found.shifted(start))),
    };
    Ok((OwnPiece { piece, movement }, wrong))
}
