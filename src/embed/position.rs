//! Converts positions to FEN and moves to UCI for chess programs, and diagrams to pictures.

use crate::problem::Problem;
use crate::report;
use crate::solution::Move;
use crate::solve::beginning;
use crate::units::{Castling, Color, MoveRecord, Piece, Special, Square, Traits, Unit};

impl Problem {
    /// Returns the diagram as an SVG picture, with author, source, stipulation and conditions around it.
    ///
    /// ```
    /// let problem = keymove::Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?.into_problem();
    /// assert!(problem.to_svg().starts_with("<svg"));
    /// # Ok::<(), keymove::ParseError>(())
    /// ```
    pub fn to_svg(&self) -> String {
        report::svg(self)
    }

    /// Returns the position in which play begins as a FEN of six fields, for other chess programs. The FEN contains
    /// the side to move and the castling rights that the stipulation and the home squares imply.
    ///
    /// Returns `None` if a FEN cannot express the position: the board is not 8x8, a man is not orthodox, squares or
    /// kinds of men are unknown, a king or rook may castle from an unusual square, or there is no stipulation. The
    /// conditions of the problem are not part of the FEN.
    ///
    /// ```
    /// use keymove::Problem;
    ///
    /// let problem = Problem::parse(r##"4k3/8/8/8/8/8/8/4K2R ? ? - stip "h#2";"##)?.into_problem();
    /// assert_eq!(problem.to_fen().unwrap(), "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
    /// let fairy = Problem::parse(r##"4k3/8/8/8/8/8/8/4K2{w:G} w - - stip "#2";"##)?.into_problem();
    /// assert_eq!(fairy.to_fen(), None);
    /// # Ok::<(), keymove::ParseError>(())
    /// ```
    pub fn to_fen(&self) -> Option<String> {
        let placement = beginning(self)?;
        let is_plain = |(_, unit): (Square, Unit)| unit.piece.is_orthodox() && unit.traits == Traits::NONE;
        let diagram = &self.diagram;
        let is_known = diagram.invisible == 0 && diagram.beneath.is_none() && !diagram.castles_elsewhere();
        if !placement.shape().is_orthodox() || !is_known || !placement.iter().all(is_plain) {
            return None;
        }
        let stipulation = self.stipulation.as_ref()?;
        let named = diagram.side_to_move.filter(|_| !stipulation.is_proof_game());
        let side = named.unwrap_or_else(|| stipulation.schedule(&self.options).first_mover());
        let is_at =
            |file: u8, rank: u8, unit: Unit| Square::new(file, rank).is_some_and(|at| placement.get(at) == Some(unit));
        let may_castle = |(color, file, _): &(Color, u8, char)| {
            let rank = if *color == Color::White { 0 } else { 7 };
            let is_home =
                is_at(4, rank, Unit::new(*color, Piece::KING)) && is_at(*file, rank, Unit::new(*color, Piece::ROOK));
            is_home
                && match &diagram.castling {
                    Castling::AtHome => true,
                    Castling::Rooks(rooks) => rooks.iter().any(|rook| (rook.file(), rook.rank()) == (*file, rank)),
                }
        };
        let rights: String = RIGHTS.iter().filter(|right| may_castle(right)).map(|(.., letter)| letter).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let en_passant = diagram.en_passant.map_or("-".to_string(), |square| square.to_string());
        Some(format!("{} {} {rights} {en_passant} 0 1", placement.to_fen(), side.letter()))
    }
}

/// The castling rights of a FEN, in the order in which they are written: side, file of the rook (0 is the a-file),
/// letter.
const RIGHTS: [(Color, u8, char); 4] =
    [(Color::White, 7, 'K'), (Color::White, 0, 'Q'), (Color::Black, 7, 'k'), (Color::Black, 0, 'q')];

impl Move<'_> {
    /// Returns the move in the notation of the UCI protocol: `e2e4`, `b7b8n`, and `e1g1` for castling.
    ///
    /// Returns `None` if the notation cannot express the move, because the man is not orthodox, the board is not 8x8,
    /// or a condition changes the move.
    ///
    /// ```
    /// let solution = keymove::Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?.problem().solve()?;
    /// assert_eq!(solution.keys().next().unwrap().uci().as_deref(), Some("a1h1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uci(self) -> Option<String> {
        let MoveRecord { mover, from, to, special, promotion, .. } = &self.node().record;
        let MoveRecord { via, onward, consequences, idle, undecided, .. } = &self.node().record;
        let is_plain = via.is_none() && onward.is_empty() && consequences.is_empty() && idle.is_empty() && !undecided;
        let is_chess = mover.piece.is_orthodox() && mover.traits == Traits::NONE;
        let is_step = matches!(special, Special::None | Special::EnPassant) || self.node().record.is_castling();
        let is_on_board = [from, to].iter().all(|square| square.file() < 8 && square.rank() < 8);
        if !(is_plain && is_chess && is_step && is_on_board) {
            return None;
        }
        let promoted = match promotion {
            Some(piece) => piece.fen_letter()?.to_ascii_lowercase().to_string(),
            None => String::new(),
        };
        Some(format!("{from}{to}{promoted}"))
    }
}

#[cfg(test)]
mod tests {
    use crate::Problem;

    fn fen(line: &str) -> Option<String> {
        Problem::parse(line).expect("a problem").problem().to_fen()
    }

    #[test]
    fn positions_become_fens_with_their_rights() {
        for (line, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R ? ? - stip \"#2\";", Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")),
            ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - stip \"#2\";", Some("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1")),
            ("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 stip \"h#1.5\";", Some("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1")),
            ("4k3/8/8/8/8/8/8/4K3 ? - - stip \"h#1.5\";", Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
            // A proof game begins in the game array.
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR ? ? - stip \"dia0.5\";",
                Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ),
            ("5k4/10/10/10/10/10/10/R4K4 w - - stip \"#2\";", None),
            ("4k3/8/8/8/8/8/8/4K2{n:R} w - - stip \"#2\";", None),
            ("5k2/8/8/8/8/8/8/1R1K4 w B - stip \"#2\";", None),
        ] {
            assert_eq!(fen(line).as_deref(), expected, "{line}");
        }
    }

    /// The expected moves follow from the rules of UCI.
    #[test]
    fn moves_become_uci_if_it_can_express_them() {
        for (line, expected) in [
            ("6k1/P7/6K1/8/8/8/8/8 w - - stip \"#1\";", vec![Some("a7a8q"), Some("a7a8r")]),
            ("3k4/8/8/8/8/8/8/R3K3 w Q - stip \"+1\";", vec![Some("a1a8"), Some("a1d1"), Some("e1c1")]),
            ("8/8/8/3pP3/2k5/8/8/K7 w - d6 stip \"zd61\";", vec![Some("e5d6")]),
            ("7k/5K2/8/8/8/8/8/{w:G}Q6 w - - stip \"#1\";", vec![Some("b1h1")]),
            ("7k/5K2/7p/8/8/8/8/7R w - - stip \"x1\"; cond \"Circe\";", vec![None]),
        ] {
            let solution = Problem::parse(line).expect("a problem").problem().solve().expect("a solution");
            let mut found: Vec<Option<String>> = solution.keys().map(|key| key.uci()).collect();
            found.sort();
            assert_eq!(found.iter().map(Option::as_deref).collect::<Vec<_>>(), expected, "{line}");
        }
    }
}
