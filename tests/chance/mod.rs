//! Random positions and problems that are the same in every run.

pub mod conditions;

use std::collections::BTreeSet;

/// A pseudo-random number generator.
pub struct Chance(pub u64);

/// Returns the number of cases of a test: the value of `KEYMOVE_CASES` or, if it is not set, `usual`.
pub fn cases(usual: usize) -> usize {
    std::env::var("KEYMOVE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

pub fn seed() -> u64 {
    std::env::var("KEYMOVE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

type Board = [[char; 8]; 8];

const PLAYS: &[&str] = &[
    "",
    "",
    "exact-",
    "s",
    "s",
    "exact-s",
    "r",
    "semi-r",
    "h",
    "h",
    "h",
    "exact-h",
    "hs",
    "hr",
    "reci-h",
    "ser-",
    "ser-",
    "exact-ser-",
    "ser-h",
    "exact-ser-h",
    "ser-s",
    "ser-r",
    "ser-reci-h",
    "pser-",
    "pser-s",
    "pser-r",
    "pser-h",
    "phser-",
    "phser-s",
    "phser-",
    "ser-hs",
    "pser-hs",
    "phser-r",
];

const GOALS: &[&str] = &[
    "#", "#", "#", "#", "#", "#", "#", "=", "=", "=", "==", "#=", "+", "x", "z", "ep", "00", "~", "%", "ct", "<>",
    "##", "##!", "!#", "!=", "k", "c81",
];

const RULES: &[&str] = &[
    "",
    "",
    "",
    " cond \"Madrasi\";",
    " cond \"Madrasi\";",
    " cond \"Madrasi RexInclusive\";",
    " cond \"Madrasi MutualParalysis RookNeedsFreedom\";",
    " cond \"Isardam\";",
    " cond \"Isardam TypeB\";",
    " cond \"Isardam RexInclusive\";",
];

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    pub fn of<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }

    fn square(&mut self) -> (usize, usize) {
        (self.below(8), self.below(8))
    }

    /// Returns a random FEN with both kings and up to `most` other men of each side, sometimes with castling rights or
    /// after a double step of a pawn.
    fn fen(&mut self, most: usize, officers: [&str; 2], side: &str) -> String {
        let mut board: Board = [[' '; 8]; 8];
        let mut taken = BTreeSet::new();
        let mut put = |board: &mut Board, man: char, at: (usize, usize)| {
            let is_free = taken.insert(at);
            if is_free {
                board[at.1][at.0] = man;
            }
            is_free
        };
        let mut rights = String::new();
        let mut kings = Vec::new();
        for (king, rook, home, letters) in [('K', 'R', 0, ['K', 'Q']), ('k', 'r', 7, ['k', 'q'])] {
            let mut castles = self.below(6) == 0;
            let at = loop {
                let at = if castles { (4, home) } else { self.square() };
                let apart = |&(x, y): &(usize, usize)| x.abs_diff(at.0).max(y.abs_diff(at.1)) > 1;
                if kings.iter().all(apart) || self.below(20) == 0 && !kings.contains(&at) {
                    break at;
                }
                castles = false;
            };
            kings.push(at);
            put(&mut board, king, at);
            for (file, letter) in [(7, letters[0]), (0, letters[1])] {
                if castles && self.below(3) > 0 && put(&mut board, rook, (file, home)) {
                    rights.push(letter);
                }
            }
        }
        for men in officers {
            for _ in 0..1 + self.below(most) {
                let man = men.as_bytes()[self.below(men.len())] as char;
                let rank = match man {
                    'P' => [1, 6, 6, 5, 4, 3][self.below(6)],
                    'p' => [6, 1, 1, 2, 3, 4][self.below(6)],
                    _ => self.below(8),
                };
                let file = self.below(8);
                put(&mut board, man, (file, rank));
            }
        }
        // A pawn that may just have made a double step, beside one that may capture it.
        let mut passed = "-".to_string();
        if self.below(4) == 0 {
            let (pawn, taker, from, over, to) = if side == "w" { ('p', 'P', 6, 5, 4) } else { ('P', 'p', 1, 2, 3) };
            let file = self.below(8);
            let beside = if file == 0 || file < 7 && self.below(2) == 0 { file + 1 } else { file - 1 };
            if ![from, over, to].iter().any(|&rank| taken.contains(&(file, rank))) && taken.insert((beside, to)) {
                board[to][file] = pawn;
                board[to][beside] = taker;
                passed = format!("{}{}", (b'a' + file as u8) as char, over + 1);
            }
        }
        let rows: Vec<String> = board.iter().rev().map(|row| fen_row(row)).collect();
        let rights = if rights.is_empty() { "-".to_string() } else { rights };
        format!("{} {side} {rights} {passed}", rows.join("/"))
    }

    /// Returns random men of White and of Black on a board of this size, as `king@a1 rook@b7`. On a board of nine
    /// files, the ninth file has only the squares on its first and last rank.
    pub fn game_men(&mut self, (files, ranks): (u8, u8), names: &[&str]) -> [String; 2] {
        let mut taken = BTreeSet::new();
        [(); 2].map(|()| {
            let number = 1 + self.below(if ranks > 8 { 10 } else { 6 });
            let mut men = String::new();
            for i in 0..=number {
                let name = if i == 0 { "king" } else { self.of(names) };
                let is_pawn = matches!(name, "op" | "pawn" | "warrior");
                let at = loop {
                    let (file, rank) = (self.below(usize::from(files)), self.below(usize::from(ranks)));
                    let exists = file < 8 || files > 9 || rank == 0 || rank + 1 == usize::from(ranks);
                    let fits = !is_pawn || rank > 0 && rank + 1 < usize::from(ranks);
                    if exists && fits && taken.insert((file, rank)) {
                        break format!("{}{}", (b'a' + file as u8) as char, rank + 1);
                    }
                };
                men += &format!("{name}@{at} ");
            }
            men.trim_end().to_string()
        })
    }

    pub fn position(&mut self) -> String {
        let most = [2, 4, 6, 10, 14][self.below(5)];
        let side = self.of(&["w", "b"]);
        self.fen(most, ["QRRBBNNPPPPPP", "qrrbbnnpppppp"], side)
    }

    /// Returns a random problem with few men, short enough for brute force.
    pub fn problem(&mut self) -> String {
        let most = [1, 2, 3, 4][self.below(4)];
        let play = self.of(PLAYS);
        let mut goal = self.of(GOALS).to_string();
        if matches!(goal.as_str(), "z" | "k") {
            let (file, rank) = self.square();
            goal = format!("{goal}{}{}", (b'a' + file as u8) as char, rank + 1);
        }
        let longest = match play {
            "" | "exact-" | "s" | "exact-s" | "r" | "semi-r" => 2,
            "h" | "exact-h" | "hs" | "hr" | "reci-h" => 2,
            _ => 3,
        };
        let moves = 1 + self.below(longest);
        let is_help = matches!(play, "h" | "exact-h" | "hs" | "hr");
        let half = if is_help && self.below(2) == 0 { ".5" } else { "" };
        let rules = self.of(RULES);
        // Black begins help play except in `n.5` moves, and help play to self and reflex mates only in `n.5` moves.
        let black = match play {
            "h" | "exact-h" | "reci-h" => half.is_empty(),
            "hs" | "hr" => !half.is_empty(),
            _ => matches!(play, "ser-h" | "exact-ser-h" | "ser-reci-h" | "pser-h" | "ser-hs" | "pser-hs"),
        };
        let fen = self.fen(most, ["QRBNPPP", "qrbnppp"], if black { "b" } else { "w" });
        format!("{fen} stip \"{play}{goal}{moves}{half}\";{rules}")
    }
}

pub fn fen_row(row: &[char]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| *a == ' ' && *b == ' ') {
        match run[0] {
            ' ' => text += &run.len().to_string(),
            man => text.push(man),
        }
    }
    text
}
