//! Splits the author's text into tokens: moves, numbers, signs. The time is linear in the length of the text, because
//! each character is visited a bounded number of times.

use super::MoveText;
use super::dialect::Dialect;
use super::moves::{any_move, castling, other_promotion, rebirth, step};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// The label of a twin: `b)`.
    Label(String),
    /// The number before a move, as a ply: `2.` is ply 2, `2...` is ply 3.
    Number(u16),
    Move(MoveText, &'a str),
    /// A sign after a move: `!`, `?`, `+`, `#` and the like.
    Mark(&'a str),
    Open,
    Close,
    /// A separator (`;` or `,`) after which another variation begins.
    Separator,
    /// `/` between two alternative moves. The play that follows belongs to both moves.
    Or,
    /// The sign that a threat follows: `threat:` or `>`.
    Threat,
    /// The sign that set play follows: `*` or `set play`.
    SetPlay,
    /// The number of a solution, such as `I)`. A new line begins after it.
    Restart,
    Word(&'a str),
}

/// Greatest move number that is read.
const LAST_NUMBER: u16 = 300;

/// Returns the tokens of the text, each with its offset. Leaves out blanks, `{comments}` and words without a meaning.
pub fn scan<'a>(text: &'a str, dialect: Dialect) -> Vec<(usize, Token<'a>)> {
    let mut scanner = Scanner { text, at: 0, depth: 0, after_move: None, after_signs: None, last: None, dialect };
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
    /// Offset after the last move and the effects that are written with it. `None` before the first move.
    after_move: Option<usize>,
    /// Offset after the last move, its effects and its signs. `None` before the first move.
    after_signs: Option<usize>,
    /// The last move read; `None` before the first one.
    last: Option<MoveText>,
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

    /// Returns `Some(Some(token))`, or `Some(None)` after text without a meaning, or `None` at the end of the text.
    fn next_token(&mut self) -> Option<Option<Token<'a>>> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        if let Some(length) = self.effect() {
            self.take(length);
            (self.after_move, self.after_signs) = (Some(self.at), Some(self.at));
            return Some(None);
        }
        if let Some(length) = self.theme_letter() {
            self.take(length);
            self.after_signs = Some(self.at);
            return Some(None);
        }
        if let Some((label, length)) = self.label_in_parentheses() {
            self.take(length);
            return Some(Some(Token::Label(label)));
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
            '/' if self.after_signs == Some(self.at) && !rest[1..].starts_with(char::is_whitespace) => {
                self.take(1);
                // The next token may belong to the move: `e8=S/N`.
                self.after_move = Some(self.at);
                Some(Token::Or)
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
                let is_behind = self.after_signs == Some(self.at);
                let mark = self.take(end);
                self.after_signs = is_behind.then_some(self.at);
                Some(Token::Mark(mark))
            }
            _ if first.is_alphanumeric() || "♔♕♖♗♘♙♚♛♜♝♞♟~".contains(first) => self.word(),
            _ => {
                self.take(first.len_utf8());
                None
            }
        };
        Some(token)
    }

    /// Returns the length of a theme letter at this place, or `None` if there is none. With a theme letter such as
    /// `[a]` or `[B2]`, comments refer to the preceding move.
    fn theme_letter(&self) -> Option<usize> {
        let inner = self.rest().strip_prefix('[').filter(|_| self.after_signs == Some(self.at))?;
        let inner = &inner[..inner.find(']')?];
        let mut letters = inner.chars();
        let is_letter = letters.next().is_some_and(char::is_alphabetic);
        (is_letter && letters.all(|c| c.is_ascii_digit() || c == '\'') && inner.len() < 4).then_some(inner.len() + 2)
    }

    /// Returns the length of an effect of the preceding move (`[+wPb2]`, `[d5=w]` or `[a1->b2]`) at this place, or
    /// `None` if there is none.
    fn effect(&self) -> Option<usize> {
        if self.after_move == Some(self.at)
            && let Some(length) = rebirth(self.rest(), self.dialect)
        {
            return Some(length);
        }
        let inner = self.rest().strip_prefix('[').filter(|_| self.after_move == Some(self.at))?;
        let inner = &inner[..inner.find(']')?];
        let is_evaluation = inner.starts_with(['+', '-']) || ["=", "->"].iter().any(|sign| inner.contains(sign));
        (is_evaluation && !inner.contains(|c: char| c.is_whitespace() || c == '.')).then_some(inner.len() + 2)
    }

    /// Parses the label of a twin in parentheses, such as `(b)`, which precedes the first move of the twin. At other
    /// places, `(b)` is a remark about the preceding move.
    fn label_in_parentheses(&self) -> Option<(String, usize)> {
        let (name, after) = self.rest().strip_prefix('(')?.split_once(')')?;
        let is_letter = name.len() == 1 && name.starts_with(|c: char| c.is_ascii_lowercase());
        let next = after.trim_start();
        let begins = next.starts_with("1.") && !next.starts_with("1..");
        // If the text begins with `(a)`, all labels have this form.
        let is_usual = self.text.trim_start().starts_with("(a)");
        (is_letter && self.depth == 0 && (begins || is_usual)).then(|| (name.to_string(), name.len() + 2))
    }

    fn a_move(&self) -> Option<(MoveText, usize)> {
        let (rest, dialect) = (self.rest(), self.dialect);
        let other = || {
            let before = self.last.filter(|_| self.after_move == Some(self.at))?;
            other_promotion(rest, before, dialect)
        };
        castling(rest).or_else(|| any_move(rest, dialect)).or_else(|| step(rest, dialect)).or_else(other)
    }

    fn word(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if let Some(length) = before_the_first(rest) {
            self.take(length);
            // A move that was played before the diagram does not belong to the solution.
            if let Some((_, length)) = self.a_move() {
                self.take(length);
            }
            return None;
        }
        if let Some((shape, length)) = self.a_move() {
            let text = self.take(length);
            (self.after_move, self.after_signs, self.last) = (Some(self.at), Some(self.at), Some(shape));
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
            "threat" | "threatens" | "threats" | "threatening" | "thr" | "th" | "droht" | "drohung" | "dr"
            | "menace" | "menaces" => Some(Token::Threat),
            "set" | "setplay" | "satz" | "satzspiel" | "apparent" => Some(Token::SetPlay),
            "and" | "or" | "und" | "oder" | "et" | "ou" => Some(Token::Separator),
            "c81" | "ct" | "ctr" | "dia" | "x" | "z" | "mate" | "stalemate" | "dbl" | "check" | "matt" | "patt"
            | "schach" | "pat" | "échec" => Some(Token::Mark(word)),
            "zugzwang" | "zz" | "but" | "refutes" | "play" | "solution" | "solutions" | "key" | "then" | "e" | "p"
            | "ep" | "main" | "try" | "tries" | "actual" | "block" | "mat" | "any" | "waiting" | "attente" | "aber"
            | "beliebig" | "lösung" | "loesung" | "verführung" | "verführungen" | "verfuehrung" | "mais" | "blocus"
            | "essai" | "essais" | "jeu" | "réel" | "clé" => None,
            _ => Some(Token::Word(word)),
        }
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '!' | '?' | '+' | '#' | '=' | '‡' | '†' | '±' | '×')
}

/// Parses the label of a twin or the number of a solution: `a)`, `z1)`, `II)` or `2)`.
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

/// Returns the length of `0...`, which is the number of the move that led to the diagram. Returns `None` if the text
/// does not begin with it.
fn before_the_first(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('0')?;
    let rest = rest.strip_prefix("...").or_else(|| rest.strip_prefix('…'))?;
    Some(text.len() - rest.trim_start().len())
}

/// Parses the number before a move: `1.`, `1...`, `1…`, `1. ...` or `1.-`. Returns the ply and the length of the
/// number.
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
            // A dash that is followed by a blank stands for an omitted move.
            '-' | '–' | '—' if dots > 0 && text[digits + at + c.len_utf8()..].starts_with([' ', '\u{a0}']) => {
                dots += 3
            }
            _ if c.is_whitespace() => continue,
            _ => break,
        }
        end = digits + at + c.len_utf8();
    }
    (dots > 0).then(|| ((n - 1) * 2 + u16::from(dots > 1), end))
}

#[cfg(test)]
mod tests {
    use super::super::dialect::fairy_men;
    use super::*;
    use crate::units::Tongue;
    use crate::units::{Piece, Square};

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
            ("S1~", MoveText::Any(Some(knight))),
            ("b~", MoveText::Any(Some(pawn))),
            ("Sb~", MoveText::Any(Some(knight))),
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
            let dialect = Dialect::of_game(&game, ranks);
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
        let rows: [(&str, &[Token]); 13] = [
            ("1.", &[Token::Number(0)]),
            ("12...", &[Token::Number(23)]),
            ("2 …", &[Token::Number(3)]),
            ("1. ... ", &[Token::Number(1)]),
            ("b) I) 2)", &[Token::Label("b".into()), Token::Restart, Token::Restart]),
            ("z1)", &[Token::Label("z1".into())]),
            ("2.- ", &[Token::Number(3)]),
            ("0...g7-g5 1.", &[Token::Number(0)]),
            ("dr. droht: waiting", &[Token::Threat, Token::Threat]),
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
    fn moves_in_groups_and_with_letters() {
        let shapes = |text: &str| -> String {
            let tokens = scan(text, Dialect::default()).into_iter().map(|(_, token)| match token {
                Token::Move(_, text) => text.to_string(),
                Token::Or => "|".to_string(),
                Token::Mark(mark) => mark.to_string(),
                other => format!("{other:?}"),
            });
            tokens.collect::<Vec<_>>().join(" ")
        };
        let rows = [
            ("fxe5/Sxe5[a]", "fxe5 | Sxe5"),
            ("Rd5[c]/Rxb5[c]#[B2]", "Rd5 | Rxb5 #"),
            ("e8=S/Q+", "e8=S | Q +"),
            ("Ra1 / Rb1", "Ra1 Separator Rb1"),
            ("Se6/Sh5?", "Se6 | Sh5 ?"),
        ];
        for (text, expected) in rows {
            assert_eq!(shapes(text), expected, "{text}");
        }
        let line = r##"k7/8/8/8/8/8/8/K7 ? - - stip "h#2"; cond "Circe";"##;
        let problem = crate::syntax::line(line).0.expect("a problem");
        assert_eq!(scan("Rxd7(Sb8) (Sb8)", Dialect::of(&problem, &[])).len(), 4);
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
