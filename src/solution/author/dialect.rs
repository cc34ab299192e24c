//! The letters and squares with which moves are written. They depend on the game, the board and the language.

use crate::games::Game;
use crate::pieces::OwnPieces;
use crate::problem::{Change, Problem};
use crate::units::{Piece, Tongue};

impl Tongue {
    /// Returns the letters of king, queen, rook, bishop and knight in this language, followed by that of the pawn if it
    /// has one.
    fn read_letters(self) -> &'static str {
        match self {
            Tongue::English => "KQRBSP",
            Tongue::German => "KDTLS",
            Tongue::French => "RDTFCP",
        }
    }

    /// Returns the piece with whose letter the text begins, and the remaining text. Returns `None` if there is none.
    pub(super) fn piece(self, text: &str) -> Option<(Piece, &str)> {
        const MEN: [Piece; 6] = [Piece::KING, Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT, Piece::PAWN];
        let first = text.chars().next()?;
        let place = |letters: &str| letters.chars().position(|letter| letter == first);
        let index = match first {
            'N' if self == Tongue::English => Some(4),
            _ => place(self.read_letters()).or_else(|| place("♔♕♖♗♘♙")).or_else(|| place("♚♛♜♝♞♟")),
        };
        Some((MEN[index?], &text[first.len_utf8()..]))
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Dialect<'g> {
    game: Option<&'g Game>,
    own: Option<&'g OwnPieces>,
    /// The fairy pieces that occur in the problem.
    men: &'g [Piece],
    files: u8,
    ranks: u8,
    /// Whether the rules are those of chess. Under other rules, a move may continue after a capture.
    is_orthodox: bool,
    /// Whether captured men may be reborn. A rebirth is written in parentheses.
    has_rebirth: bool,
    tongue: Tongue,
}

impl Default for Dialect<'_> {
    /// Returns the dialect of chess: its pieces with English letters, on a board of 8 by 8 squares.
    fn default() -> Self {
        let (files, ranks) = (8, 8);
        Dialect {
            game: None,
            own: None,
            men: &[],
            files,
            ranks,
            is_orthodox: true,
            has_rebirth: false,
            tongue: Tongue::English,
        }
    }
}

/// Returns the fairy pieces that occur in a problem: in its diagram, rules or twins.
pub fn fairy_men(problem: &Problem) -> Vec<Piece> {
    let boards = [Some(&problem.diagram.placement), problem.diagram.start.as_ref()].into_iter().flatten();
    let on_boards = boards.flat_map(|board| board.iter().map(|(_, unit)| unit.piece));
    let changes = problem.twins.iter().flat_map(|twin| &twin.changes).filter_map(|change| match change {
        Change::Add(_, unit) => Some(unit.piece),
        Change::Substitute(_, piece) => Some(*piece),
        _ => None,
    });
    let named = problem.rules.conditions().iter().flat_map(|condition| condition.pieces.iter().copied());
    let mut men: Vec<Piece> = on_boards.chain(changes).chain(named).filter(|piece| !piece.is_orthodox()).collect();
    men.sort_unstable_by_key(|piece| piece.index());
    men.dedup();
    men
}

impl<'g> Dialect<'g> {
    /// Creates the dialect of a problem. `men` must be the result of [`fairy_men`].
    pub fn of(problem: &'g Problem, men: &'g [Piece]) -> Dialect<'g> {
        let (shape, rules) = (problem.diagram.placement.shape(), &problem.rules);
        let (files, ranks) = (shape.files(), shape.ranks());
        let is_plain = rules.own_pieces().is_empty() && men.is_empty() && rules.conditions().is_empty();
        Dialect {
            game: rules.game(),
            own: Some(rules.own_pieces()),
            men,
            files,
            ranks,
            is_orthodox: is_plain && rules.game().is_none() && (files, ranks) == (8, 8),
            has_rebirth: rules.conditions().iter().any(|condition| condition.def.name.contains("Circe")),
            tongue: Tongue::English,
        }
    }

    pub fn in_tongue(self, tongue: Tongue) -> Dialect<'g> {
        Dialect { tongue, ..self }
    }

    pub(super) fn is_orthodox(self) -> bool {
        self.is_orthodox
    }

    pub(super) fn has_rebirth(self) -> bool {
        self.has_rebirth
    }

    pub(super) fn is_game(self) -> bool {
        self.game.is_some()
    }

    pub(super) fn ranks(self) -> u8 {
        self.ranks
    }

    pub(super) fn pawn(self) -> Piece {
        self.game.and_then(|game| game.piece_of_code("P")).unwrap_or(Piece::PAWN)
    }

    /// Returns the piece with whose letters the text begins, and the remaining text. Longer letters take precedence
    /// over shorter ones. Returns `None` if no piece fits.
    pub(super) fn piece(self, text: &str) -> Option<(Piece, &str)> {
        let letters = text.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(text.len());
        let own = self.game.and_then(|game| {
            (1..=letters.min(3)).rev().find_map(|length| {
                let code = if &text[..length] == "N" { "S" } else { &text[..length] };
                let other = || Piece::from_code(&text[..length]).filter(|_| length > 1);
                Some((game.piece_of_code(code).or_else(other)?, &text[length..]))
            })
        });
        let own = own.or_else(|| self.defined(text));
        match self.tongue {
            // A nightrider in the problem has the letter `N`, so it comes before the knight.
            Tongue::English => own.or_else(|| self.fairy(text)).or_else(|| self.tongue.piece(text)),
            _ => own.or_else(|| self.tongue.piece(text)).or_else(|| self.fairy(text)),
        }
    }

    /// Like [`Dialect::piece`], but only for pieces that the problem itself defines. Two letters take precedence over
    /// one.
    fn defined(self, text: &str) -> Option<(Piece, &str)> {
        [2, 1].into_iter().find_map(|length| {
            let letters = text.get(..length).filter(|letters| !letters.contains(|c: char| c.is_ascii_lowercase()))?;
            Some((self.own?.of_code(letters)?, &text[length..]))
        })
    }

    /// Like [`Dialect::piece`], but only for fairy pieces. A piece with one letter must occur in the problem. A piece
    /// with two letters need not, because it may appear by promotion or by a change of kind.
    fn fairy(self, text: &str) -> Option<(Piece, &str)> {
        [2, 1].into_iter().find_map(|length| {
            let code = text.get(..length).filter(|code| code.starts_with(|c: char| c.is_ascii_uppercase()))?;
            let is_named = !code.contains(|c: char| !c.is_ascii_uppercase()) && length == 2;
            let known = self.men.iter().copied().find(|piece| piece.def().code == code);
            let other = || Piece::from_code(code).filter(|piece| is_named && !piece.is_orthodox());
            Some((known.or_else(other)?, &text[length..]))
        })
    }

    pub(super) fn file(self, text: &str) -> Option<(u8, &str)> {
        let c = text.bytes().next().filter(|c| (b'a'..b'a' + self.files).contains(c))?;
        Some((c - b'a', &text[1..]))
    }

    /// Parses the rank at the beginning of the text, which may have two digits on large boards. Returns the rank,
    /// counted from 0, and the remaining text.
    pub(super) fn rank(self, text: &str) -> Option<(u8, &str)> {
        [2, 1].into_iter().find_map(|length| {
            let digits = text.get(..length).filter(|digits| digits.bytes().all(|c| c.is_ascii_digit()))?;
            let rank = digits.parse::<u8>().ok().filter(|rank| (1..=self.ranks).contains(rank))?;
            (!digits.starts_with('0')).then_some((rank - 1, &text[length..]))
        })
    }

    pub(super) fn square(self, text: &str) -> Option<((u8, u8), &str)> {
        let (file, rest) = self.file(text)?;
        let (rank, rest) = self.rank(rest)?;
        Some(((file, rank), rest))
    }
}

#[cfg(test)]
impl<'g> Dialect<'g> {
    /// Creates the dialect of a game, for a board with `ranks` ranks.
    pub(super) fn of_game(game: &'g Game, ranks: u8) -> Dialect<'g> {
        Dialect { game: Some(game), files: 16, ranks, is_orthodox: false, ..Dialect::default() }
    }
}
