//! Arranges the tokens of an author's solution in lines. Numbers, brackets and separators show where the text returns
//! to an earlier move.

use super::dialect::{Dialect, fairy_men};
use super::scan::{Token, scan};
use super::{AuthorLine, AuthorMove, AuthorSolution, MoveText, UnreadWord};
use crate::problem::Problem;
use crate::units::Tongue;
use std::iter;

/// Limits on the text: the last ply of a line and, in the next constants, the nesting of brackets and the number of
/// moves in all lines.
const LAST_PLY: u16 = 600;
const MOST_BRACKETS: usize = 12;
const MOST_MOVES: usize = 200_000;
/// Maximum number of alternatives to one move.
const MOST_BESIDE: usize = 12;
/// Maximum number of unreadable words that are listed.
const MOST_WORDS: usize = 100;

/// Parses an author's solution. Accepts any text; words that cannot be read are listed in the result.
///
/// ```
/// use keymove::solution::parse;
/// let lines = parse("1.Be5! (2.bxc4#) Rc4 2.bxc4#").lines;
/// let texts: Vec<Vec<&str>> =
///     lines.iter().map(|line| line.moves.iter().map(|m| m.text.as_str()).collect()).collect();
/// assert_eq!(texts, [["Be5", "bxc4"].to_vec(), ["Be5", "Rc4", "bxc4"].to_vec()]);
/// ```
pub fn parse(text: &str) -> AuthorSolution {
    parse_in(text, Dialect::default())
}

/// Like [`parse`], with the letters and squares of a problem. The letters are English. If some moves cannot be read
/// with them, and all moves can be read with either German or French letters, those are used.
pub fn parse_for(text: &str, problem: &Problem) -> AuthorSolution {
    let men = fairy_men(problem);
    let english = parse_in(text, Dialect::of(problem, &men));
    if is_read(&english) {
        return english;
    }
    // If both languages fit, it is not clear which one is meant.
    match <[AuthorSolution; 1]>::try_from(parse_in_others(text, problem)) {
        Ok([other]) => other,
        Err(_) => english,
    }
}

/// Parses the text with German and with French letters. Returns the results in which every move can be read. For
/// example, `Rf7` is a rook move in English and a king move in French.
pub(super) fn parse_in_others(text: &str, problem: &Problem) -> Vec<AuthorSolution> {
    let men = fairy_men(problem);
    let dialect = Dialect::of(problem, &men);
    let others = [Tongue::German, Tongue::French].map(|tongue| parse_in(text, dialect.in_tongue(tongue)));
    let mut others: Vec<AuthorSolution> = others.into_iter().filter(is_read).collect();
    // Texts that name only rooks and queens are the same in German and French.
    others.dedup();
    others
}

fn is_read(read: &AuthorSolution) -> bool {
    !read.unread.iter().any(|word| word.is_move)
}

/// Whether the text marks a first move as a try.
pub fn names_try(text: &str, problem: &Problem) -> bool {
    let is_try = |m: &AuthorMove| m.ply == 0 && m.is_try;
    text.contains('?') && parse_for(text, problem).lines.iter().any(|line| line.moves.first().is_some_and(is_try))
}

fn parse_in(text: &str, dialect: Dialect) -> AuthorSolution {
    let tokens = scan(text, dialect);
    let mut reader = SolutionReader::default();
    for (i, (at, token)) in tokens.iter().enumerate() {
        reader.at = *at;
        if reader.moves > MOST_MOVES {
            break;
        }
        reader.token(token, &tokens[i + 1..]);
    }
    reader.flush();
    if reader.moves > MOST_MOVES {
        reader.unread("…");
    }
    reader.read
}

#[derive(Default)]
struct SolutionReader {
    read: AuthorSolution,
    twin: Option<String>,
    set_play: bool,
    path: Vec<AuthorMove>,
    /// Whether `path` has moves that no stored line contains yet.
    is_new: bool,
    /// Number of moves at the beginning of `path` that a stored line already contains.
    kept: usize,
    /// For each open bracket: the path that it interrupts, and whether that path has moves that no stored line contains
    /// yet.
    open: Vec<(Vec<AuthorMove>, bool)>,
    /// Number of open brackets above the nesting limit. They are ignored.
    ignored: usize,
    /// The ply that is given by a number before the next move. `None` if there is no number.
    number: Option<u16>,
    after_threat: bool,
    after_separator: bool,
    after_word: bool,
    /// Whether the next move is an alternative to the last move.
    after_or: bool,
    /// Whether the preceding token was a move or a sign after a move.
    after_move: bool,
    /// Whether the present place is between the label of a twin and the first number. The changes of the twin are
    /// written there.
    in_heading: bool,
    moves: usize,
    /// Offset of the current token in the text.
    at: usize,
}

impl SolutionReader {
    fn token(&mut self, token: &Token, following: &[(usize, Token)]) {
        self.in_heading &= !matches!(token, Token::Number(_) | Token::SetPlay | Token::Label(_));
        if self.in_heading {
            return;
        }
        let after_move = std::mem::replace(&mut self.after_move, false);
        let after_or = std::mem::replace(&mut self.after_or, false);
        match token {
            Token::Label(label) => {
                self.restart();
                self.open.clear();
                (self.set_play, self.twin) = (false, Some(label.clone()));
                // The changes of the twin are between its label and the first number: `b) wPh2-->g2 1.Ke4`.
                let mut begins = following
                    .iter()
                    .map(|(_, token)| token)
                    .filter(|token| matches!(token, Token::Number(_) | Token::Label(_) | Token::SetPlay));
                self.in_heading = matches!(begins.next(), Some(Token::Number(_) | Token::SetPlay));
            }
            Token::Restart => self.restart(),
            Token::Number(ply) => {
                self.number = Some(*ply);
                // After play that the text has called set play, `1.` begins the actual play.
                if *ply == 0 && self.set_play && self.open.is_empty() && !self.path.is_empty() {
                    self.restart();
                    (self.set_play, self.number) = (false, Some(0));
                }
            }
            Token::Move(shape, text) if after_or => self.add_beside(*shape, text),
            Token::Move(shape, text) => self.add(*shape, text, following),
            Token::Or => (self.after_or, self.after_move) = (true, after_move),
            Token::Mark(mark) => {
                self.after_move = after_move;
                if let Some(last) = self.path.last_mut().filter(|_| after_move) {
                    last.is_try |= mark.contains('?');
                    last.is_praised |= mark.contains('!');
                    last.is_praised &= !last.is_try;
                }
            }
            Token::Open if self.open.len() >= MOST_BRACKETS => self.ignored += 1,
            Token::Open => self.open.push((self.path.clone(), self.is_new)),
            Token::Close if self.ignored > 0 => self.ignored -= 1,
            Token::Close => {
                if let Some((path, is_new)) = self.open.pop() {
                    self.flush();
                    self.kept = if is_new { self.kept.min(path.len()) } else { path.len() };
                    (self.path, self.is_new) = (path, is_new);
                    (self.number, self.after_threat, self.after_separator) = (None, false, false);
                }
            }
            Token::Separator => self.after_separator = true,
            Token::Threat => self.after_threat = true,
            Token::SetPlay => {
                self.restart();
                self.set_play = true;
            }
            Token::Word(word) => {
                self.unread(word);
                self.after_word = true;
                // The word is reported if it is where a move is expected, or if it looks like a move with unknown
                // letters.
                if self.number.is_some() || looks_like_move(word) {
                    self.add(MoveText::UnreadWord, word, following);
                }
            }
        }
    }

    fn add(&mut self, shape: MoveText, text: &str, following: &[(usize, Token)]) {
        let last = self.path.last().map(|m| m.ply);
        let follows = last.map_or(0, |last| last + 1);
        let (mut ply, mut is_uncertain) = (follows, self.after_word && shape != MoveText::UnreadWord);
        if let Some(number) = self.number.take() {
            (ply, is_uncertain) = (number, false);
        } else if self.after_threat {
            // A threat is a move of the side that has just moved.
            ply = follows + follows % 2;
        } else if self.after_separator && last.is_some() {
            // In `1...a 2.b, c 2.d`, the number after the move `c` determines its ply. Without a number, a move
            // replaces the last one.
            match number_after(following) {
                Some(next) if next > 0 => ply = next - 1,
                _ => (ply, is_uncertain) = (last.unwrap_or(0), true),
            }
        } else if !self.open.is_empty() && self.path.len() == self.open.last().map_or(0, |(path, _)| path.len()) {
            // `(Qd4#)` is either a threat or an alternative to the last move.
            is_uncertain = true;
        }
        (self.after_threat, self.after_separator, self.after_word) = (false, false, false);
        if ply > LAST_PLY {
            return self.unread(text);
        }
        if self.path.last().is_some_and(|last| last.ply >= ply) {
            self.flush();
            self.path.retain(|m| m.ply < ply);
            self.kept = self.path.len();
        }
        let is_uncertain =
            is_uncertain || self.path.last().is_some_and(|last| last.is_uncertain && last.ply + 1 == ply);
        let (text, is_praised, is_try, others) = (text.to_string(), false, false, Vec::new());
        self.path.push(AuthorMove { ply, shape, is_praised, is_try, is_uncertain, text, at: self.at, others });
        (self.is_new, self.after_move) = (true, true);
    }

    /// Adds an alternative to the last move. The play that follows belongs to both moves.
    fn add_beside(&mut self, shape: MoveText, text: &str) {
        if let Some(last) = self.path.last_mut() {
            let other = AuthorMove { shape, text: text.to_string(), at: self.at, others: Vec::new(), ..last.clone() };
            last.others.push(other);
        }
        self.after_move = true;
    }

    fn flush(&mut self) {
        if std::mem::replace(&mut self.is_new, false) && !self.path.is_empty() {
            let (twin, set_play) = (self.twin.clone(), self.set_play);
            for (kept, moves) in alternatives(&self.path, self.kept) {
                self.moves += moves.len();
                if self.moves > MOST_MOVES {
                    break;
                }
                self.read.lines.push(AuthorLine { twin: twin.clone(), set_play, kept, moves });
            }
        }
    }

    fn restart(&mut self) {
        self.flush();
        self.path.clear();
        self.kept = 0;
        (self.number, self.after_threat, self.after_separator, self.after_word) = (None, false, false, false);
    }

    fn unread(&mut self, word: &str) {
        let is_move = looks_like_move(word);
        let text: String = word.chars().take(40).collect();
        if self.read.unread.len() < MOST_WORDS && self.read.unread.iter().all(|known| known.text != text) {
            self.read.unread.push(UnreadWord { text, at: self.at, is_move });
        }
    }
}

/// Expands a path with alternative moves to one line for each alternative. The first line has the first move of every
/// group of alternatives. Each further line replaces one of these moves by an alternative. The number in each item is
/// the number of moves at the beginning that an earlier line also has.
fn alternatives(path: &[AuthorMove], kept: usize) -> impl Iterator<Item = (usize, Vec<AuthorMove>)> {
    let alone = |m: &AuthorMove| AuthorMove { others: Vec::new(), ..m.clone() };
    let first: Vec<AuthorMove> = path.iter().map(alone).collect();
    let others = path.iter().enumerate().flat_map(|(i, m)| m.others.iter().take(MOST_BESIDE).map(move |o| (i, m, o)));
    iter::once((kept, first.clone())).chain(others.map(move |(i, m, other)| {
        let mut moves = first.clone();
        // In the text, signs follow the last alternative.
        moves[i] = AuthorMove { is_try: m.is_try, is_praised: m.is_praised, ..alone(other) };
        (kept.min(i), moves)
    }))
}

/// Returns the ply of the number that follows a move and its signs, or `None` if no number follows.
fn number_after(following: &[(usize, Token)]) -> Option<u16> {
    match following.iter().map(|(_, token)| token).take(4).find(|token| !matches!(token, Token::Mark(_))) {
        Some(Token::Number(ply)) => Some(*ply),
        _ => None,
    }
}

pub(super) fn has_square(word: &str) -> bool {
    word.as_bytes().windows(2).any(|pair| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'8').contains(&pair[1]))
}

/// Whether the word contains a square, or has the form of a move to a square that does not exist: `Kh9`.
fn looks_like_move(word: &str) -> bool {
    has_square(word) || is_off_board(word)
}

/// Whether the word has the form of a move, but with a square that the chess board does not have: `Kh9`, `Rxi4` or
/// `Sbd0`.
fn is_off_board(word: &str) -> bool {
    let [first, middle @ .., file, rank] = word.as_bytes() else { return false };
    let is_from = |byte: &u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x');
    first.is_ascii_uppercase()
        && middle.len() < 3
        && middle.iter().all(is_from)
        && file.is_ascii_lowercase()
        && rank.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes each line of the text: its twin, `*` for set play, and each move with its ply or, if the ply is
    /// uncertain, with `~`.
    fn lines_text(text: &str) -> Vec<String> {
        let line = |line: &AuthorLine| {
            let mut lines_text = line.twin.as_ref().map(|twin| format!("{twin}) ")).unwrap_or_default();
            lines_text.push_str(if line.set_play { "*" } else { "" });
            let moves = line.moves.iter().map(|m| {
                let sign = if m.is_uncertain { "~" } else { "" };
                format!("{}{sign}{}", m.ply, m.text)
            });
            lines_text + &moves.collect::<Vec<_>>().join(" ")
        };
        parse(text).lines.iter().map(line).collect()
    }

    #[test]
    fn lines_of_texts() {
        let rows: [(&str, &[&str]); 25] = [
            ("", &[]),
            ("1.Be5! 1...Kd1/Kd2[a] 2.Qb1#[A]", &["0Be5 1Kd1 2Qb1", "0Be5 1Kd2 2Qb1"]),
            ("1.Be5! (2.Qa1/Qb1#)", &["0Be5 2Qa1", "0Be5 2Qb1", "0Be5"]),
            ("1.Be5! 2.- Kd1 3.e8=S/Q#", &["0Be5 3Kd1 4e8=S", "0Be5 3Kd1 4Q"]),
            ("1.Be5!", &["0Be5"]),
            ("1.Be5! zz 1...Kd1 2.Qa1#", &["0Be5 1Kd1 2Qa1"]),
            ("1.Be5! (2.Qa1#) Kd1 2.Qb1#", &["0Be5 2Qa1", "0Be5 1Kd1 2Qb1"]),
            ("1.Be5! [2.Qa1#] 1...Kd1 2.Qb1#", &["0Be5 2Qa1", "0Be5 1Kd1 2Qb1"]),
            ("1.Be5! threat: Qa1# 1...Kd1 2.Qb1#", &["0Be5 2Qa1", "0Be5 1Kd1 2Qb1"]),
            ("1.Be5 > Qa1#, 1...Kd1 2.Qb1", &["0Be5 2Qa1", "0Be5 1Kd1 2Qb1"]),
            ("1.Be5! Kd1 2.Qb1#; Ke2 2.Qb2#", &["0Be5 1Kd1 2Qb1", "0Be5 1Ke2 2Qb2"]),
            ("1.Be5! Kd1,Kd2 2.Qb1#", &["0Be5 1Kd1", "0Be5 1Kd2 2Qb1"]),
            ("1.Be5! Kd1 2.Qb1#,Qc1#", &["0Be5 1Kd1 2Qb1", "0Be5 1Kd1 2~Qc1"]),
            ("1.Ke7 Qc7+ 2.Qf7 Kd8#", &["0Ke7 1Qc7 2Qf7 3Kd8"]),
            ("1.a5-a4 Rh2-h5   2.Bc5-b6 b7-b8=S #", &["0a5-a4 1Rh2-h5 2Bc5-b6 3b7-b8=S"]),
            ("1.Ka1 2.Kb1 3.Kc1 Qd4=", &["0Ka1 2Kb1 4Kc1 5Qd4"]),
            ("1...Ka1 2.Kb1 Kc1#", &["1Ka1 2Kb1 3Kc1"]),
            ("*1...Ka1 2.Kb1 Kc1# 1.Ka2 Kc1#", &["*1Ka1 2Kb1 3Kc1", "0Ka2 1Kc1"]),
            ("a) 1.Ka1 Kb1# b) 1.Kc1 Kd1#", &["a) 0Ka1 1Kb1", "b) 0Kc1 1Kd1"]),
            ("a) 1.Ka1 Kb1# b) wPh2-->g2 1.Kc1 Kd1#", &["a) 0Ka1 1Kb1", "b) 0Kc1 1Kd1"]),
            ("a) Ka1! b) Kc1!", &["a) 0Ka1", "b) 0Kc1"]),
            ("I) 1.Ka1 Kb1# II) 1.Kc1 Kd1#", &["0Ka1 1Kb1", "0Kc1 1Kd1"]),
            ("1.Dd5 Ka1 2.Kb1 Tc1", &["0Dd5 1Ka1 2Kb1 3Tc1"]),
            ("1.Ka1 which is fine Kb1", &["0Ka1 1~Kb1"]),
            ("1.Ka1! {not 1.Kb1? Kc1} 1...~ 2.Kb1", &["0Ka1 1~ 2Kb1"]),
        ];
        for (text, lines) in rows {
            assert_eq!(lines_text(text), lines, "{text}");
        }
    }

    #[test]
    fn tries_and_keys_are_marked() {
        let rows =
            [("1.Ka1!", true, false), ("1.Ka1 + !", true, false), ("1.Ka1!?", false, true), ("1.Ka1", false, false)];
        for (text, is_praised, is_try) in rows {
            let first = &parse(text).lines[0].moves[0];
            assert_eq!((first.is_praised, first.is_try), (is_praised, is_try), "{text}");
        }
    }

    #[test]
    fn hostile_texts_are_read_in_time() {
        let parts =
            ["(", "1.Ka1 ", ")", "1.Ka1 (", "Ka1 ", "300.Ka1 ", "999...", "a) ", "é", "{", "\0", "~", ";Ka1 2."];
        for part in parts {
            let _ = parse(&part.repeat(200_000 / part.len()));
        }
        let deep: String = (1..=300).map(|n| format!("{n}.Ka1 Ka2 ")).collect();
        let _ = parse(&(deep + &"300...Ka3 ".repeat(100_000)));
    }
}
