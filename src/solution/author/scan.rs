//! The author's text cut into moves, numbers and signs, each character looked at a few times at most.

use super::MoveText;
use crate::games::Game;
use crate::pieces::OwnPieces;
use crate::problem::{Change, Problem};
use crate::units::{Piece, Square, TRAITS};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `b)`
    Label(String),
    /// `2.` (ply 2), `2...` (ply 3)
    Number(u16),
    Move(MoveText, &'a str),
    /// `!`, `?`, `+`, `#` and the like.
    Mark(&'a str),
    Open,
    Close,
    /// `;` or `,`: another variation.
    Separator,
    /// `threat:` or `>`
    Threat,
    /// `*` or `set play`
    SetPlay,
    /// `I)`: another solution.
    Restart,
    Word(&'a str),
}

/// Moves beyond this number are not read.
const LAST_NUMBER: u16 = 300;

/// Whose letters the men of chess have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tongue {
    #[default]
    English,
    German,
    French,
}

impl Tongue {
    /// King, queen, rook, bishop, knight, and the pawn where anybody writes a letter for it.
    fn letters(self) -> &'static str {
        match self {
            Tongue::English => "KQRBSP",
            Tongue::German => "KDTLS",
            Tongue::French => "RDTFCP",
        }
    }

    /// The man that begins a move, and the rest of the text.
    fn piece(self, text: &str) -> Option<(Piece, &str)> {
        const MEN: [Piece; 6] = [Piece::KING, Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT, Piece::PAWN];
        let first = text.chars().next()?;
        let place = |letters: &str| letters.chars().position(|letter| letter == first);
        let index = match first {
            'N' if self == Tongue::English => Some(4),
            _ => place(self.letters()).or_else(|| place("♔♕♖♗♘♙")).or_else(|| place("♚♛♜♝♞♟")),
        };
        Some((MEN[index?], &text[first.len_utf8()..]))
    }
}

/// The letters and squares in which moves are written: those of a game, of a board, of a language.
#[derive(Clone, Copy, Debug)]
pub struct Dialect<'g> {
    game: Option<&'g Game>,
    own: Option<&'g OwnPieces>,
    /// The men of fairy chess that take part.
    men: &'g [Piece],
    files: u8,
    ranks: u8,
    /// Nothing but chess: no move goes on after a capture.
    is_orthodox: bool,
    tongue: Tongue,
}

impl Default for Dialect<'_> {
    /// Men of chess on eight by eight squares.
    fn default() -> Self {
        let (files, ranks) = (8, 8);
        Dialect { game: None, own: None, men: &[], files, ranks, is_orthodox: true, tongue: Tongue::English }
    }
}

/// The men of fairy chess that a problem names.
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
    /// `men` are those of [`fairy_men`].
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
            tongue: Tongue::English,
        }
    }

    pub fn in_tongue(self, tongue: Tongue) -> Dialect<'g> {
        Dialect { tongue, ..self }
    }

    fn is_orthodox(self) -> bool {
        self.is_orthodox
    }

    fn pawn(self) -> Piece {
        self.game.and_then(|game| game.piece_of_code("P")).unwrap_or(Piece::PAWN)
    }

    /// The piece with the capital letters that begin a text, as many as make one, and the rest of the text.
    fn piece(self, text: &str) -> Option<(Piece, &str)> {
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
            // A nightrider that takes part is the `N`.
            Tongue::English => own.or_else(|| self.fairy(text)).or_else(|| self.tongue.piece(text)),
            _ => own.or_else(|| self.tongue.piece(text)).or_else(|| self.fairy(text)),
        }
    }

    /// The longest letters of a man that the problem defines.
    fn defined(self, text: &str) -> Option<(Piece, &str)> {
        [2, 1].into_iter().find_map(|length| {
            let letters = text.get(..length).filter(|letters| !letters.contains(|c: char| c.is_ascii_lowercase()))?;
            Some((self.own?.of_code(letters)?, &text[length..]))
        })
    }

    /// A man of fairy chess that takes part; one that is named by two letters may come in by promotion or change.
    fn fairy(self, text: &str) -> Option<(Piece, &str)> {
        [2, 1].into_iter().find_map(|length| {
            let code = text.get(..length).filter(|code| code.starts_with(|c: char| c.is_ascii_uppercase()))?;
            let is_named = !code.contains(|c: char| !c.is_ascii_uppercase()) && length == 2;
            let known = self.men.iter().copied().find(|piece| piece.def().code == code);
            let other = || Piece::from_code(code).filter(|piece| is_named && !piece.is_orthodox());
            Some((known.or_else(other)?, &text[length..]))
        })
    }

    fn file(self, text: &str) -> Option<(u8, &str)> {
        let c = text.bytes().next().filter(|c| (b'a'..b'a' + self.files).contains(c))?;
        Some((c - b'a', &text[1..]))
    }

    /// With two digits where the board has so many ranks.
    fn rank(self, text: &str) -> Option<(u8, &str)> {
        [2, 1].into_iter().find_map(|length| {
            let digits = text.get(..length).filter(|digits| digits.bytes().all(|c| c.is_ascii_digit()))?;
            let rank = digits.parse::<u8>().ok().filter(|rank| (1..=self.ranks).contains(rank))?;
            (!digits.starts_with('0')).then_some((rank - 1, &text[length..]))
        })
    }

    fn square(self, text: &str) -> Option<((u8, u8), &str)> {
        let (file, rest) = self.file(text)?;
        let (rank, rest) = self.rank(rest)?;
        Some(((file, rank), rest))
    }
}

/// Everything in the text but blanks, `{comments}` and words without meaning; each with the place where it begins.
pub fn scan<'a>(text: &'a str, dialect: Dialect) -> Vec<(usize, Token<'a>)> {
    let mut scanner = Scanner { text, at: 0, depth: 0, after_move: None, dialect };
    let mut tokens = Vec::new();
    loop {
        let at = scanner.at;
        let Some(found) = scanner.next_token() else { return tokens };
        tokens.extend(found.map(|token| (at, token)));
    }
}

struct Scanner<'a, 'g> {
    text: &'a str,
    at: usize,
    depth: usize,
    /// The place behind the last move, and what is told to happen with it.
    after_move: Option<usize>,
    dialect: Dialect<'g>,
}

impl<'a> Scanner<'a, '_> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        taken
    }

    /// `None` at the end; `Some(None)` for what means nothing.
    fn next_token(&mut self) -> Option<Option<Token<'a>>> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        if let Some(length) = self.effect() {
            self.take(length);
            self.after_move = Some(self.at);
            return Some(None);
        }
        let token = match first {
            '{' => {
                self.take(rest.find('}').map_or(rest.len(), |end| end + 1));
                None
            }
            '(' | '[' => {
                self.depth += 1;
                self.take(1);
                Some(Token::Open)
            }
            ')' | ']' => {
                self.depth = self.depth.saturating_sub(1);
                self.take(1);
                Some(Token::Close)
            }
            ';' | ',' | '&' | '/' | '|' => {
                self.take(1);
                Some(Token::Separator)
            }
            '>' => {
                self.take(1);
                Some(Token::Threat)
            }
            '*' => {
                self.take(1);
                Some(Token::SetPlay)
            }
            _ if is_mark(first) => {
                let end = rest.find(|c| !is_mark(c)).unwrap_or(rest.len());
                Some(Token::Mark(self.take(end)))
            }
            _ if first.is_alphanumeric() || "♔♕♖♗♘♙♚♛♜♝♞♟~".contains(first) => self.word(),
            _ => {
                self.take(first.len_utf8());
                None
            }
        };
        Some(token)
    }

    /// The length of `[+wPb2]`, `[d5=w]`, `[a1->b2]`: what else happens with the move that stands before.
    fn effect(&self) -> Option<usize> {
        let inner = self.rest().strip_prefix('[').filter(|_| self.after_move == Some(self.at))?;
        let inner = &inner[..inner.find(']')?];
        let tells = inner.starts_with(['+', '-']) || ["=", "->"].iter().any(|sign| inner.contains(sign));
        (tells && !inner.contains(|c: char| c.is_whitespace() || c == '.')).then_some(inner.len() + 2)
    }

    fn word(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if let Some((shape, length)) =
            castling(rest).or_else(|| any_move(rest, self.dialect)).or_else(|| step(rest, self.dialect))
        {
            let text = self.take(length);
            self.after_move = Some(self.at);
            return Some(Token::Move(shape, text));
        }
        if let Some((label, length)) = label(rest).filter(|_| self.depth == 0) {
            self.take(length);
            let is_roman = label.chars().all(|c| "IVX".contains(c));
            let is_number = label.starts_with(|c: char| c.is_ascii_digit());
            return Some(if is_roman || is_number { Token::Restart } else { Token::Label(label.to_ascii_lowercase()) });
        }
        if let Some((ply, length)) = number(rest) {
            self.take(length);
            return Some(Token::Number(ply));
        }
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '\'').unwrap_or(rest.len());
        let word = self.take(length.max(rest.chars().next().map_or(0, char::len_utf8)));
        match word.to_lowercase().as_str() {
            "threat" | "threatens" | "threats" | "threatening" | "thr" | "th" | "droht" | "drohung" | "menace"
            | "menaces" => Some(Token::Threat),
            "set" | "setplay" | "satz" | "satzspiel" | "apparent" => Some(Token::SetPlay),
            "and" | "or" | "und" | "oder" | "et" | "ou" => Some(Token::Separator),
            "c81" | "ct" | "ctr" | "dia" | "x" | "z" | "mate" | "stalemate" | "dbl" | "check" | "matt" | "patt"
            | "schach" | "pat" | "échec" => Some(Token::Mark(word)),
            "zugzwang" | "zz" | "but" | "refutes" | "play" | "solution" | "solutions" | "key" | "then" | "e" | "p"
            | "ep" | "main" | "try" | "tries" | "actual" | "block" | "mat" | "any" | "aber" | "beliebig" | "lösung"
            | "loesung" | "verführung" | "verführungen" | "verfuehrung" | "mais" | "blocus" | "essai" | "essais"
            | "jeu" | "réel" | "clé" => None,
            _ => Some(Token::Word(word)),
        }
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '!' | '?' | '+' | '#' | '=' | '‡' | '†' | '±' | '×')
}

/// `a)`, `z1)`, `II)`, `2)`.
fn label(text: &str) -> Option<(String, usize)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric())?;
    let (name, rest) = text.split_at(end);
    if !rest.starts_with(')') {
        return None;
    }
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let is_letter = name.len() - digits.len() == 1 && digits.chars().all(|c| c.is_ascii_digit()) && digits.len() < 4;
    let is_other = name.chars().all(|c| "IVX".contains(c)) || name.chars().all(|c| c.is_ascii_digit());
    ((is_letter || is_other) && name.len() < 6).then(|| (name.to_string(), end + 1))
}

/// `1.`, `1...`, `1…`, `1. ...`: the ply and the length of the text.
fn number(text: &str) -> Option<(u16, usize)> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let n: u16 = text[..digits].parse().ok()?;
    if !(1..=LAST_NUMBER).contains(&n) {
        return None;
    }
    let (mut dots, mut end) = (0usize, digits);
    for (at, c) in text[digits..].char_indices() {
        match c {
            '.' => dots += 1,
            '…' => dots += 3,
            _ if c.is_whitespace() => continue,
            _ => break,
        }
        end = digits + at + c.len_utf8();
    }
    (dots > 0).then(|| ((n - 1) * 2 + u16::from(dots > 1), end))
}

fn ends_here(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric())
}

fn castling(text: &str) -> Option<(MoveText, usize)> {
    let rows = [
        ("0-0-0", MoveText::QueenSideCastling),
        ("O-O-O", MoveText::QueenSideCastling),
        ("0-0", MoveText::KingSideCastling),
        ("O-O", MoveText::KingSideCastling),
    ];
    let (sign, shape) = rows.into_iter().find(|(sign, _)| text.starts_with(sign))?;
    ends_here(&text[sign.len()..]).then_some((shape, sign.len()))
}

/// `~`, `S~`, `Sb~` and `a~` (the knight and the pawn on a file, read as any knight and any pawn).
fn any_move(text: &str, dialect: Dialect) -> Option<(MoveText, usize)> {
    let (piece, rest) = match dialect.piece(text) {
        Some((piece, rest)) => {
            let (_, rest) = optional(rest, |text| dialect.file(text));
            let (_, rest) = optional(rest, |text| dialect.rank(text));
            (Some(piece), rest)
        }
        None => match dialect.file(text) {
            Some((_, rest)) => (Some(dialect.pawn()), rest),
            None => (None, text),
        },
    };
    let rest = rest.strip_prefix('~')?;
    ends_here(rest).then(|| (MoveText::Any(piece), text.len() - rest.len()))
}

/// What `read` finds at the beginning, and the rest after it.
fn optional<T>(text: &str, read: impl Fn(&str) -> Option<(T, &str)>) -> (Option<T>, &str) {
    match read(text) {
        Some((value, rest)) => (Some(value), rest),
        None => (None, text),
    }
}

/// `e4`, `bxc4`, `Sd4`, `Sbd4`, `S1d4`, `Sb3-d4`, `e7*d8=S`, `e7xd8(Q)`, `e5xd6 e.p.`; in games also `Bd3=M`, and
/// `TEa1*b2-c3` for a capture on the way.
fn step(text: &str, dialect: Dialect) -> Option<(MoveText, usize)> {
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
    let is_last = to_rank == 0 || to_rank + 1 == dialect.ranks;
    let (promotion, rest) = if piece.is_pawn() && is_last {
        optional(rest, |text| promotion(text, dialect))
    } else if dialect.game.is_some() && rest.starts_with('=') {
        optional(rest, |text| promotion(text, dialect))
    } else {
        (None, rest)
    };
    let rest = if piece.is_pawn() && file.is_some() { en_passant(rest).unwrap_or(rest) } else { rest };
    // `a1*b2-c3` is no move of orthodox men.
    let goes_on = rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()));
    if !ends_here(rest) || goes_on {
        return None;
    }
    let to = Square::new(to_file, to_rank)?;
    Some((MoveText::Step { piece, file, rank, to, promotion }, text.len() - rest.len()))
}

/// A move without the small letters for what a man is besides its kind: `nSa1` is a neutral knight.
fn without_traits(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(0);
    let (letters, rest) = text.split_at(end);
    let is_trait = |letter: char| letter == 'n' || TRAITS.iter().any(|def| def.letter.contains(letter));
    let is_piece = rest.starts_with(|c: char| c.is_ascii_uppercase());
    if is_piece && end <= 6 && letters.chars().all(is_trait) { rest } else { text }
}

/// `=Q`, `(Q)`, `Q`.
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

fn en_passant(text: &str) -> Option<&str> {
    let trimmed = text.trim_start_matches(' ');
    let rest = ["e.p.", "e.p", "ep.", "ep"].iter().find_map(|sign| trimmed.strip_prefix(sign))?;
    ends_here(rest).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_every_notation() {
        let step = |piece, from: &str, to: &str, promotion| {
            let at = |c: Option<char>, zero: u8| c.map(|c| c as u8 - zero);
            let file = at(from.chars().find(char::is_ascii_lowercase), b'a');
            let rank = at(from.chars().find(char::is_ascii_digit), b'1');
            MoveText::Step { piece, file, rank, to: Square::parse(to).unwrap(), promotion }
        };
        let (pawn, knight, queen) = (Piece::PAWN, Piece::KNIGHT, Piece::QUEEN);
        let rows = [
            ("e4", step(pawn, "", "e4", None)),
            ("e2-e4", step(pawn, "e2", "e4", None)),
            ("e2e4", step(pawn, "e2", "e4", None)),
            ("exd4", step(pawn, "e", "d4", None)),
            ("e:d4", step(pawn, "e", "d4", None)),
            ("e3*d4", step(pawn, "e3", "d4", None)),
            ("exd6 e.p.", step(pawn, "e", "d6", None)),
            ("e5*d6 ep.", step(pawn, "e5", "d6", None)),
            ("exd6ep", step(pawn, "e", "d6", None)),
            ("Nd4", step(knight, "", "d4", None)),
            ("Sd4", step(knight, "", "d4", None)),
            ("Sxd4", step(knight, "", "d4", None)),
            ("Sbd4", step(knight, "b", "d4", None)),
            ("Sb:d4", step(knight, "b", "d4", None)),
            ("S3d4", step(knight, "3", "d4", None)),
            ("Sb3-d4", step(knight, "b3", "d4", None)),
            ("Sb3*d4", step(knight, "b3", "d4", None)),
            ("♘d4", step(knight, "", "d4", None)),
            ("Bb4", step(Piece::BISHOP, "", "b4", None)),
            ("e8=Q", step(pawn, "", "e8", Some(queen))),
            ("e8Q", step(pawn, "", "e8", Some(queen))),
            ("e8(Q)", step(pawn, "", "e8", Some(queen))),
            ("e8(=Q)", step(pawn, "", "e8", Some(queen))),
            ("dxe1=S", step(pawn, "d", "e1", Some(knight))),
            ("e7*d8=N", step(pawn, "e7", "d8", Some(knight))),
            ("0-0", MoveText::KingSideCastling),
            ("O-O-O", MoveText::QueenSideCastling),
            ("~", MoveText::Any(None)),
            ("S~", MoveText::Any(Some(knight))),
            ("Sb~", MoveText::Any(Some(knight))),
            ("S1~", MoveText::Any(Some(knight))),
            ("b~", MoveText::Any(Some(pawn))),
        ];
        for (text, shape) in rows {
            assert_eq!(scan(text, Dialect::default()), [(0, Token::Move(shape, text))], "{text}");
            let in_brackets = format!("({text}+!)");
            assert_eq!(scan(&in_brackets, Dialect::default())[1], (1, Token::Move(shape, text)), "{text}");
        }
    }

    #[test]
    fn moves_of_games_have_their_letters() {
        let game = |name: &str| crate::syntax::game(name).expect(name).expect(name);
        let rows = [
            ("Magician", 8, "Bd3=M", "B", "d3", Some("M")),
            ("Magician", 8, "PMxd4", "PM", "d4", None),
            ("Magician", 8, "b8=M", "P", "b8", Some("M")),
            ("Mamra", 8, "Mh1-i1", "M", "i1", None),
            ("Megalomachy", 16, "TEm13*n14-m15", "TE", "m15", None),
            ("Megalomachy", 16, "a15-a16=EL", "P", "a16", Some("EL")),
            ("Megalomachy", 16, "Sh12", "S", "h12", None),
        ];
        for (name, ranks, text, piece, to, promotion) in rows {
            let game = game(name);
            let dialect = Dialect { game: Some(&game), files: 16, ranks, is_orthodox: false, ..Dialect::default() };
            let man = |code: &str| game.piece_of_code(code).or(Piece::from_code(code)).expect(code);
            let tokens = scan(text, dialect);
            let [(0, Token::Move(MoveText::Step { piece: p, to: t, promotion: q, .. }, whole))] = tokens[..] else {
                panic!("{text}: {tokens:?}")
            };
            assert_eq!((p, t.to_string().as_str(), q, whole), (man(piece), to, promotion.map(man), text));
        }
    }

    #[test]
    fn what_is_no_move_is_a_word() {
        for text in ["Dd5", "sd4", "e9", "Kd4zz", "bd", "hello", "e4e", "Qd", "17", "Ké4", "a1*b2-c3"] {
            assert!(
                !scan(text, Dialect::default()).iter().take(1).any(|(_, token)| matches!(token, Token::Move(..))),
                "{text}"
            );
        }
    }

    #[test]
    fn numbers_and_signs() {
        let rows: [(&str, &[Token]); 10] = [
            ("1.", &[Token::Number(0)]),
            ("12...", &[Token::Number(23)]),
            ("2 …", &[Token::Number(3)]),
            ("1. ... ", &[Token::Number(1)]),
            ("b) I) 2)", &[Token::Label("b".into()), Token::Restart, Token::Restart]),
            ("z1)", &[Token::Label("z1".into())]),
            ("*1...", &[Token::SetPlay, Token::Number(1)]),
            ("{a comment (1.e4)} ; {", &[Token::Separator]),
            ("!? + # c81", &[Token::Mark("!?"), Token::Mark("+"), Token::Mark("#"), Token::Mark("c81")]),
            (
                "99999999999999999999. 0. 301.",
                &[Token::Word("99999999999999999999"), Token::Word("0"), Token::Word("301")],
            ),
        ];
        for (text, tokens) in rows {
            let found: Vec<Token> = scan(text, Dialect::default()).into_iter().map(|(_, token)| token).collect();
            assert_eq!(found, tokens, "{text}");
        }
    }

    #[test]
    fn other_letters() {
        let line = |men: &str| format!("{{w:G}}6k/8/{{n:N}}7/8/8/8/8/K7 ? - - stip \"h#2\"; {men}");
        let problem = crate::syntax::line(&line("")).0.expect("a problem");
        let men = fairy_men(&problem);
        let english = Dialect::of(&problem, &men);
        let (german, french) = (english.in_tongue(Tongue::German), english.in_tongue(Tongue::French));
        let rows = [
            (english, "Ga4", "G", "a4"),
            (english, "nNa6-b8", "N", "b8"),
            (english, "NHa6-b8", "NH", "b8"),
            (english, "Sa4", "S", "a4"),
            (english, "Rd4*e5-e1", "R", "e1"),
            (german, "Ta6", "R", "a6"),
            (german, "Dd4*e5", "Q", "e5"),
            (german, "Lc1xb2", "B", "b2"),
            (german, "Ga4", "G", "a4"),
            (german, "a8=D", "P", "a8"),
            (french, "Rb6", "K", "b6"),
            (french, "Fc4", "B", "c4"),
            (french, "Cb1-c3", "S", "c3"),
        ];
        for (dialect, text, code, square) in rows {
            let tokens = scan(text, dialect);
            let [(0, Token::Move(MoveText::Step { piece, to, .. }, whole))] = tokens[..] else {
                panic!("{text}: {tokens:?}")
            };
            assert_eq!((piece.def().code, to.to_string().as_str(), whole), (code, square, text));
        }
        for (dialect, text) in [(english, "Ta6"), (german, "Qa6"), (french, "Ka6"), (french, "La6")] {
            assert!(matches!(scan(text, dialect)[..], [(0, Token::Word(_))]), "{text}");
        }
    }

    #[test]
    fn effects_belong_to_their_move() {
        let count = |text: &str| scan(text, Dialect::default()).len();
        for (text, tokens) in [("Ra1*b1[+bSb8]", 1), ("Ra1*b1[+bSb8][b1=b]+", 2), ("Ra1 [Rb1]", 4), ("Ra1[2.Rb1#]", 6)]
        {
            assert_eq!(count(text), tokens, "{text}");
        }
    }
}
