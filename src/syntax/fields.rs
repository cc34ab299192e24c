//! Parses the four fields at the beginning of a line: board, side to move, castling, en passant. The opcodes
//! after them are parsed in `epd`.

use super::board::{board, board_in, of_a_link, shape};
use super::diagnostic::{Diagnostic, quoted};
use super::findings::Findings;
use super::grammar::is_blank;
use super::lookalike::check_characters;
use super::piece_letters::PieceLetters;
use super::source::Span;
use super::stipulation::stipulation;
use crate::fairy::{Geometry, to_square};
use crate::games::{self, Game};
use crate::units::{Castling, Color, Diagram, Piece, Placement, Shape, Square, Unit, castling_elsewhere};

const NAMES: [&str; 4] = ["board", "side to move", "castling", "en passant"];

/// The four fields as written, and the offset at which the last one ends.
pub(super) struct Fields<'a> {
    written: [Option<(usize, &'a str)>; 4],
    pub end: usize,
}

/// Marker for a board that was given but could not be read.
pub(super) struct Unreadable;

/// Parses a FEN: the board, then side to move, castling, en passant and two counters. Fields may be missing
/// from the end.
///
/// ```
/// use keymove::syntax::position;
/// use keymove::units::Color;
/// assert_eq!(position("4k3/8/8/8/8/8/8/R3K3 b Q - 3 17").unwrap().side_to_move, Some(Color::Black));
/// assert_eq!(position("4k3/8/8/8/8/8/8/R3K3 b K -").unwrap_err()[0].message, "no white rook on h1 for `K`");
/// ```
pub fn position(fen: &str) -> Result<Diagram, Vec<Diagnostic>> {
    position_in(fen, PieceLetters::default())
}

/// Like [`position`], but with the board of the game, if there is one, and with the letters of a game's or problem's
/// own pieces, see [`PieceLetters`].
pub fn position_in<'a>(fen: &str, piece_letters: impl Into<PieceLetters<'a>>) -> Result<Diagram, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let fields = Fields::split(fen, |_| false);
    let end = counters(fen, fields.end, &mut findings);
    let rest = fen[end..].trim();
    if !rest.is_empty() {
        let start = end + fen[end..].len() - fen[end..].trim_start().len();
        let message = format!("unexpected {} after the position", quoted(rest));
        findings.error(|| Diagnostic::error(start..start + rest.len(), message, "expected the end of the FEN"));
    }
    let diagram = fields.diagram(Ok(None), piece_letters.into(), &mut findings);
    findings.result(diagram)
}

impl<'a> Fields<'a> {
    /// Splits off up to four words, the fields. The fields end before a word that `is_opcode` accepts, or that contains
    /// a quote or a semicolon. The words `c3` and `c6` are also names of opcodes for comments; as the fourth word, they
    /// are en passant squares.
    pub fn split(line: &'a str, is_opcode: impl Fn(&str) -> bool) -> Fields<'a> {
        let mut fields = Fields { written: [None; 4], end: 0 };
        for (index, field) in fields.written.iter_mut().enumerate() {
            let Some((span, word)) = word(line, fields.end) else { break };
            let is_passed = index == 3 && matches!(word, "c3" | "c6");
            if is_opcode(word) && !is_passed || index > 0 && word.contains(['"', ';']) {
                break;
            }
            *field = Some((span.start, word));
            fields.end = span.end;
        }
        fields
    }

    /// Returns the diagnostic for a line that does not begin with a board; `None` if it begins with one.
    pub fn no_board(&self) -> Option<Diagnostic> {
        let (at, text) = self.written[0]?;
        if text.contains('/') {
            return of_a_link(text).map(|found| found.shifted(at));
        }
        let found = board(text).err()?.into_iter().next()?.shifted(at);
        let is_exchanged = self.written[1].is_some_and(|(_, next)| next.contains('/')) && stipulation(text).is_ok();
        Some(if is_exchanged { found.with_hint("the position comes before its stipulation") } else { found })
    }

    /// Returns the size and missing squares of the written board, or the largest board if the written one
    /// cannot be read.
    pub fn shape(&self) -> Shape {
        let written = self.written[0].and_then(|(_, text)| shape(text));
        written.unwrap_or_else(|| Shape::new(Shape::MOST, Shape::MOST))
    }

    /// Reports all missing fields of the line in a single error.
    pub fn require_all(&self, findings: &mut Findings) {
        let missing: Vec<_> =
            NAMES.iter().zip(&self.written).filter(|(_, written)| written.is_none()).map(|(name, _)| *name).collect();
        if !missing.is_empty() {
            let message = format!("the position has no {}", missing.join(", "));
            findings.error(|| {
                Diagnostic::error(self.end..self.end, message, "expected board, side to move, castling, en passant")
                    .with_hint("without castling and en passant, write `… w - -`")
            });
        }
    }

    /// Builds the diagram from the fields. `start` is a position before the diagram (see [`Diagram::start`]), to which
    /// castling and en passant refer instead of the board; it is `Err` if this position was given but could not be
    /// read.
    pub fn diagram(
        &self,
        start: Result<Option<Placement>, Unreadable>,
        piece_letters: PieceLetters,
        findings: &mut Findings,
    ) -> Diagram {
        let game = piece_letters.game;
        let [written_board, written_side, written_castling, written_en_passant] = self.written;
        let start_readable = start.is_ok();
        let mut diagram = Diagram { start: start.unwrap_or(None), ..Diagram::default() };
        let mut placed = false;
        if let Some((at, text)) = written_board {
            match board_in(text, piece_letters) {
                Ok(placement) => (diagram.placement, placed) = (placement, true),
                Err(found) => findings.extend(found.into_iter().map(|diagnostic| diagnostic.shifted(at))),
            }
        }
        let board = (placed && start_readable).then(|| diagram.placement.clone());
        let first = diagram.start.clone().or(board);
        let mut side_known = true;
        if let Some((at, text)) = written_side {
            match side(text) {
                Ok(side) => diagram.side_to_move = side,
                Err(found) => {
                    side_known = false;
                    findings.error(|| found.shifted(at));
                }
            }
        }
        if let Some((at, text)) = written_castling {
            match castling(text, first.as_ref(), game) {
                Ok(castling) => diagram.castling = castling,
                Err(found) => findings.extend(found.into_iter().map(|diagnostic| diagnostic.shifted(at))),
            }
        }
        if let Some((at, text)) = written_en_passant {
            match en_passant(text, diagram.side_to_move, first.as_ref().filter(|_| side_known), game) {
                Ok(square) => diagram.en_passant = square,
                Err(found) => findings.error(|| found.shifted(at)),
            }
        }
        diagram
    }

    pub fn en_passant_span(&self) -> Span {
        self.written[3].map_or(self.end..self.end, |(at, text)| at..at + text.len())
    }

    pub fn board_span(&self) -> Span {
        self.written[0].map_or(0..0, |(at, text)| at..at + text.len())
    }

    pub fn side_span(&self) -> Span {
        self.written[1].map_or(self.end..self.end, |(at, text)| at..at + text.len())
    }
}

/// Skips the two counters at the end of a FEN, half-moves and moves, and returns the offset after them. They
/// have no meaning for a problem.
pub(super) fn counters(line: &str, start: usize, findings: &mut Findings) -> usize {
    let mut end = start;
    for is_move_number in [false, true] {
        match word(line, end) {
            Some((span, digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                end = span.end;
                if digits.parse::<u32>().is_err() {
                    let message = format!("{} is too large", quoted(digits));
                    findings.error(|| Diagnostic::error(span, message, "expected a number of moves"));
                } else if is_move_number && digits.bytes().all(|byte| byte == b'0') {
                    findings.warning(|| Diagnostic::warning(span, "the move number is 0", "expected a number from 1"));
                }
            }
            _ => break,
        }
    }
    end
}

fn word(line: &str, start: usize) -> Option<(Span, &str)> {
    let rest = line[start..].trim_start_matches(is_blank);
    let from = line.len() - rest.len();
    let word = &rest[..rest.find(is_blank).unwrap_or(rest.len())];
    (!word.is_empty()).then(|| (from..from + word.len(), word))
}

fn side(text: &str) -> Result<Option<Color>, Diagnostic> {
    check_characters(text)?;
    let unknown = || {
        let message = format!("{} is not a side to move", quoted(text));
        Diagnostic::error(0..text.len(), message, "expected `w`, `b`, or `?` to leave it to the stipulation")
    };
    match text {
        "w" => Ok(Some(Color::White)),
        "b" => Ok(Some(Color::Black)),
        "?" => Ok(None),
        "W" | "white" | "White" => Err(unknown().with_hint("write `w`")),
        "B" | "black" | "Black" => Err(unknown().with_hint("write `b`")),
        "-" => Err(unknown().with_hint("write `?`")),
        _ => Err(unknown()),
    }
}

/// Parses the castling field. If `placement` is `None` because the board cannot be read, the rights are not
/// compared with the board.
fn castling(text: &str, placement: Option<&Placement>, game: Option<&Game>) -> Result<Castling, Vec<Diagnostic>> {
    check_characters(text).map_err(|diagnostic| vec![diagnostic])?;
    match text {
        "-" => return Ok(Castling::Rooks(Vec::new())),
        "?" => return Ok(Castling::AtHome),
        _ => {}
    }
    let shape = placement.map_or_else(Shape::default, |placement| placement.shape().clone());
    let homes = homes(&games::geometry(&shape, game));
    let mut findings = Findings::default();
    let mut rooks = Vec::new();
    for (at, letter) in text.char_indices() {
        if findings.is_full() {
            break;
        }
        match right(letter, at, placement, &homes) {
            Ok(rook) if rooks.contains(&rook) => findings.error(|| {
                let message = format!("the right to castle with {rook} is given twice");
                Diagnostic::error(at..at + 1, message, "expected it once")
            }),
            Ok(rook) => rooks.push(rook),
            Err(found) => findings.error(|| found),
        }
    }
    // In the order of `KQkq`.
    rooks.sort_by_key(|rook| (rook.rank(), Shape::MOST - rook.file()));
    findings.result(Castling::Rooks(rooks))
}

/// A castling with king and partner on their usual squares: side, square of the king, square of the partner,
/// and the partner's piece (usually a rook).
type Home = (Color, Square, Square, Piece);

fn homes(geometry: &Geometry) -> Vec<Home> {
    let mut homes: Vec<Home> = geometry
        .castlings
        .iter()
        .map(|castling| (castling.color, to_square(castling.king), to_square(castling.rook), castling.partner))
        .collect();
    homes.dedup();
    homes
}

/// Returns the rook's square for a castling letter: `K` is the rook on the last file, `Q` the one on the first, any
/// other letter is the file of the rook. `homes` are the castlings with men on their usual squares.
fn right(letter: char, at: usize, placement: Option<&Placement>, homes: &[Home]) -> Result<Square, Diagnostic> {
    let expected = "expected `-`, `?`, or some of `KQkq`";
    let error = |message: String, expected: &str| Diagnostic::error(at..at + letter.len_utf8(), message, expected);
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let own = || homes.iter().filter(|(side, ..)| *side == color);
    let first = own().map(|home| home.2.file()).min().unwrap_or(0);
    let last = own().map(|home| home.2.file()).max().unwrap_or(7);
    let file = match letter.to_ascii_lowercase() {
        'k' => last,
        'q' => first,
        file @ 'a'..='p' if (file as u8 - b'a') <= last.max(7) => file as u8 - b'a',
        _ => return Err(error(format!("{} is not a right to castle", quoted(&letter.to_string())), expected)),
    };
    if let Some(rook) = placement.and_then(|placement| rook_elsewhere(letter, color, placement)) {
        return Ok(rook);
    }
    let Some(&(_, king, rook, partner)) = own().find(|home| home.2.file() == file) else {
        let rank = own().map(|home| home.2.rank()).next();
        let Some(rook) = rank.and_then(|rank| Square::new(file, rank)) else {
            return Err(error("castling is not possible on this board".into(), "expected `-` or `?`"));
        };
        if placement.is_none() {
            return Ok(rook);
        }
        let message = format!("no {} king and rook for `{letter}` on their first rank", color.name().to_lowercase());
        return Err(error(message, &format!("expected a rook on {rook} and its king on the same rank")));
    };
    if let Some(placement) = placement {
        let name = color.name().to_lowercase();
        let partner_name = partner.def().name.to_lowercase();
        for (square, piece, what) in [(king, Piece::KING, "king"), (rook, partner, partner_name.as_str())] {
            if placement.get(square) != Some(Unit::new(color, piece)) {
                let message = format!("no {name} {what} on {square} for `{letter}`");
                return Err(error(message, "expected a right for a king and a rook on their home squares").with_hint(
                    "`-` for no right, `?` for all kings and rooks on their home squares, the file of the rook in \
                     Chess960",
                ));
            }
        }
    }
    Ok(rook)
}

/// Returns the square of the rook for a castling with king or rook away from their usual squares (Chess960), otherwise
/// `None`. The letter must be the file of the rook. `K` and `Q` are not accepted here: if king and rook are not at
/// home, these letters are more often a mistake than names of the outermost rooks.
fn rook_elsewhere(letter: char, color: Color, placement: &Placement) -> Option<Square> {
    let rank = if color == Color::White { 0 } else { 7 };
    let file = match letter.to_ascii_lowercase() {
        file @ 'a'..='h' => file as u8 - b'a',
        _ => return None,
    };
    Square::new(file, rank).filter(|&rook| castling_elsewhere(placement, rook).is_some())
}

/// Parses the en passant field, the square that a pawn has just passed over. If `placement` is `None`, the
/// square is not compared with the board.
pub fn en_passant(
    text: &str,
    side: Option<Color>,
    placement: Option<&Placement>,
    game: Option<&Game>,
) -> Result<Option<Square>, Diagnostic> {
    check_characters(text)?;
    if text == "-" || text == "?" {
        return Ok(None);
    }
    if let Some(placement) = placement.filter(|placement| game.is_some() || !placement.shape().is_orthodox()) {
        return passed_over(text, side, placement);
    }
    let expected = "expected `-`, `?`, or a square on the third or sixth rank";
    let error = |message: String| Diagnostic::error(0..text.len(), message, expected);
    let square = Square::parse(text).filter(|square| square.file() < 8 && matches!(square.rank(), 2 | 5));
    let Some(square) = square else {
        return Err(error(format!("{} is not an en passant square", quoted(text))));
    };
    let Some(placement) = placement else { return Ok(Some(square)) };
    let mover = if square.rank() == 2 { Color::White } else { Color::Black };
    if side == Some(mover) {
        return Err(error(format!("{} cannot have just passed over {square}: it is to move", mover.name()))
            .with_hint("the square is on the sixth rank with White to move, on the third with Black to move"));
    }
    let ahead = i32::from(mover.ahead());
    let name = mover.name().to_lowercase();
    let stands = |files: i32, piece: Option<Piece>| {
        let unit = square.offset(files, ahead).and_then(|square| placement.get(square));
        unit.is_some() && unit == piece.map(|piece| Unit::new(mover, piece))
    };
    let berolina = Piece::from_code("BP");
    let mut ways = [(0, Some(Piece::PAWN)), (-1, berolina), (1, berolina)].into_iter();
    let Some((files, _)) = ways.find(|&(files, piece)| stands(files, piece)) else {
        return Err(error(format!("no {name} pawn has passed over {square}")));
    };
    if ways.any(|(files, piece)| stands(files, piece)) {
        return Err(error(format!("more than one {name} pawn may have passed over {square}")));
    }
    for passed in [Some(square), square.offset(-files, -ahead)].into_iter().flatten() {
        if placement.get(passed).is_some() {
            return Err(error(format!("{passed} is occupied: no {name} pawn has just passed over {square}")));
        }
    }
    Ok(Some(square))
}

/// Like [`en_passant`], for a board of any size: parses the first square that the pawn passed over. The pawn is
/// one or two squares beyond this square.
fn passed_over(text: &str, side: Option<Color>, placement: &Placement) -> Result<Option<Square>, Diagnostic> {
    let expected = "expected `-`, `?`, or the first square that a pawn has just passed over";
    let error = |message: String| Diagnostic::error(0..text.len(), message, expected);
    let shape = placement.shape();
    let Some(square) = Square::parse(text).filter(|&square| shape.has(square)) else {
        return Err(error(format!("{} is not an en passant square", quoted(text))));
    };
    let lower_half = square.rank() < shape.ranks() / 2;
    let mover = side.map_or(if lower_half { Color::White } else { Color::Black }, |side| !side);
    let ahead = i32::from(mover.ahead());
    for passed in [Some(square), square.offset(0, -ahead)].into_iter().flatten() {
        if placement.get(passed).is_some() {
            return Err(error(format!("{passed} is occupied: no pawn has just passed over {square}")));
        }
    }
    let beyond = [1, 2].into_iter().filter_map(|steps| square.offset(0, steps * ahead));
    match beyond.into_iter().find_map(|square| placement.get(square)) {
        Some(unit) if unit.piece.is_pawn() && unit.is_of(mover) => Ok(Some(square)),
        _ => Err(error(format!("no {} pawn has passed over {square}", mover.name().to_lowercase()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_positions() {
        // FEN; rooks that may castle (`None`: all at home); en passant square.
        type Row = (&'static str, Option<&'static [&'static str]>, Option<&'static str>);
        let rows: [Row; 12] = [
            ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", Some(&["h1", "a1", "h8", "a8"]), None),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha -", Some(&["h1", "a1", "h8", "a8"]), None),
            ("r3k2r/8/8/8/8/8/8/R3K2R w - ?", Some(&[]), None),
            // Chess960.
            ("1r3kr1/8/8/8/8/8/8/RK5R w HAgb -", Some(&["h1", "a1", "g8", "b8"]), None),
            ("4k3/8/8/8/8/8/8/1K2R1RR w E -", Some(&["e1"]), None),
            ("4k3/8/8/8/8/8/8/RR2K3 w B -", Some(&["b1"]), None),
            ("r3k2r/8/8/8/8/8/8/R3K2R", None, None),
            ("r3k2r/8/8/8/8/8/8/R3K2R ? ? - 7", None, None),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", Some(&[]), Some("d6")),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", Some(&[]), Some("e3")),
            ("4k3/8/8/8/3pP3/8/8/4K3 ? - e3", Some(&[]), Some("e3")),
            ("4k3/8/8/3{b:BP}{w:BP}3/8/8/8/4K3 w - e6", Some(&[]), Some("e6")),
        ];
        for (fen, rooks, passed) in rows {
            let diagram = position(fen).unwrap_or_else(|e| panic!("{fen}: {e:?}"));
            let expected = match rooks {
                Some(rooks) => Castling::Rooks(rooks.iter().filter_map(|square| Square::parse(square)).collect()),
                None => Castling::AtHome,
            };
            assert_eq!((diagram.castling, diagram.en_passant), (expected, passed.and_then(Square::parse)), "{fen}");
        }
    }

    #[test]
    fn bad_positions_say_where_and_what() {
        let board = "r3k2r/8/8/3pP3/8/8/8/4K2R";
        // Text after the board; offset and message of each error.
        type Row = (&'static str, &'static [(usize, &'static str)]);
        let rows: [Row; 17] = [
            ("x - -", &[(0, "`x` is not a side to move")]),
            ("W - -", &[(0, "`W` is not a side to move")]),
            ("w KQ -", &[(3, "no white rook on a1 for `Q`")]),
            ("w KK -", &[(3, "the right to castle with h1 is given twice")]),
            ("w KH -", &[(3, "the right to castle with h1 is given twice")]),
            ("w Kx -", &[(3, "`x` is not a right to castle")]),
            ("w b -", &[(2, "no black king and rook for `b` on their first rank")]),
            ("w К -", &[(2, "`К` is not `K` but CYRILLIC CAPITAL LETTER KA")]),
            ("w - d5", &[(4, "`d5` is not an en passant square")]),
            ("w - e3", &[(4, "White cannot have just passed over e3: it is to move")]),
            ("b - d6", &[(4, "Black cannot have just passed over d6: it is to move")]),
            ("w - c6", &[(4, "no black pawn has passed over c6")]),
            ("w - x9", &[(4, "`x9` is not an en passant square")]),
            ("w - - 0 99999999999", &[(8, "`99999999999` is too large")]),
            ("w - - 0 1 x", &[(10, "unexpected `x` after the position")]),
            ("w - - 0 1 2", &[(10, "unexpected `2` after the position")]),
            (
                "x Q e4",
                &[
                    (0, "`x` is not a side to move"),
                    (2, "no white rook on a1 for `Q`"),
                    (4, "`e4` is not an en passant square"),
                ],
            ),
        ];
        for (rest, expected) in rows {
            let found = position(&format!("{board} {rest}")).expect_err(rest);
            let found: Vec<_> = found.iter().map(|d| (d.span.start - board.len() - 1, d.message.as_str())).collect();
            assert_eq!(found, expected, "{rest}");
        }
        let occupied = position("4k3/3b4/8/3pP3/8/8/8/4K3 w - d6").unwrap_err();
        assert_eq!(occupied[0].message, "d7 is occupied: no black pawn has just passed over d6");
    }
}
