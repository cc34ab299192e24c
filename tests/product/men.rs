//! Random positions that are likely to have solutions: a king near the edge, with strong men near it.

use super::super::chance::Chance;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Man {
    /// The side: `white`, `black` or `neutral`.
    pub side: &'static str,
    pub kind: &'static str,
    pub at: Square,
}

/// A square: file and rank, counted from 0.
pub type Square = (usize, usize);

impl Man {
    pub fn is_fairy(&self) -> bool {
        !matches!(self.kind, "K" | "Q" | "R" | "B" | "S" | "P")
    }
}

pub fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Returns the men in Popeye's notation, such as ` white Kb3 Rd7`, one line for each side.
pub fn text(men: &[Man]) -> String {
    let mut text = String::new();
    for side in ["white", "black", "neutral"] {
        let of_side = men.iter().filter(|man| man.side == side);
        let men: String = of_side.map(|man| format!(" {}{}", man.kind, name(man.at))).collect();
        if !men.is_empty() {
            text += &format!("\n {side}{men}");
        }
    }
    text
}

pub fn square(chance: &mut Chance) -> Square {
    (chance.below(8), chance.below(8))
}

/// Returns another random square, at most `reach` files and ranks away.
pub fn near(chance: &mut Chance, (file, rank): Square, reach: usize) -> Square {
    loop {
        let mut moved = |from: usize| (from + chance.below(2 * reach + 1)).checked_sub(reach).filter(|to| *to < 8);
        if let (Some(x), Some(y)) = (moved(file), moved(rank))
            && (x, y) != (file, rank)
        {
            return (x, y);
        }
    }
}

/// Returns a random square that is often a corner or on the edge.
fn border(chance: &mut Chance) -> Square {
    let at = square(chance);
    let end = 7 * chance.below(2);
    match chance.below(8) {
        0..3 => (end, 7 * chance.below(2)),
        3..5 => (end, at.1),
        5 | 6 => (at.0, end),
        _ => at,
    }
}

/// The purpose for which a random position is made.
pub struct Wish<'a> {
    /// Whether White is to be mated.
    pub is_white_weak: bool,
    pub goal: &'a str,
}

struct Placing<'a> {
    chance: &'a mut Chance,
    men: Vec<Man>,
}

impl Placing<'_> {
    fn put(&mut self, side: &'static str, kind: &'static str, at: Square) -> bool {
        let fits = (kind != "P" || (1..7).contains(&at.1)) && self.men.iter().all(|man| man.at != at);
        if fits {
            self.men.push(Man { side, kind, at });
        }
        fits
    }

    fn near(&mut self, at: Square, reach: usize) -> Square {
        if self.chance.below(3) > 0 { near(self.chance, at, reach) } else { square(self.chance) }
    }
}

pub fn position(chance: &mut Chance, wish: &Wish) -> Vec<Man> {
    let (weak, strong) = if wish.is_white_weak { ("white", "black") } else { ("black", "white") };
    let has_fairies = chance.below(16) == 0;
    let mut placing = Placing { chance, men: Vec::new() };
    let castles = wish.goal == "00" && placing.chance.below(5) > 0 || placing.chance.below(30) == 0;
    let home = if castles { [0, 0, 0, 7][placing.chance.below(4)] } else { 8 };
    let castler = if home == 0 { "white" } else { "black" };
    let king = if castles && castler == weak { (4, home) } else { border(placing.chance) };
    placing.put(weak, "K", king);
    let other = loop {
        let reach = [2, 2, 3, 4][placing.chance.below(4)];
        let at = if castles && castler == strong { (4, home) } else { near(placing.chance, king, reach) };
        let is_apart = at.0.abs_diff(king.0).max(at.1.abs_diff(king.1)) > 1 || castles;
        if at != king && (is_apart || placing.chance.below(50) == 0) {
            break at;
        }
        if castles {
            return position(chance, wish);
        }
    };
    placing.put(strong, "K", other);
    if castles {
        let file = 7 * placing.chance.below(2);
        placing.put(castler, "R", (file, home));
    }
    let strong_kinds: &[&str] = if has_fairies {
        &["Q", "R", "B", "S", "P", "G", "N", "NE", "AM", "LE", "CA"]
    } else {
        &["Q", "Q", "R", "R", "B", "S", "P", "P"]
    };
    let weak_kinds: &[&str] = if has_fairies {
        &["Q", "R", "B", "S", "P", "G", "N", "LI", "PA"]
    } else {
        &["Q", "R", "B", "S", "P", "P", "P"]
    };
    for _ in 0..1 + placing.chance.below(4) {
        let at = placing.near(king, 4);
        let kind = kind(placing.chance, strong_kinds);
        placing.put(strong, kind, at);
    }
    for _ in 0..placing.chance.below(4).max(usize::from(wish.is_white_weak)) {
        let centre = if wish.is_white_weak { other } else { king };
        let at = placing.near(centre, 3);
        let kind = kind(placing.chance, weak_kinds);
        placing.put(weak, kind, at);
    }
    if wish.goal == "ep" || placing.chance.below(25) == 0 {
        passing_pawns(&mut placing);
    }
    if has_fairies && placing.chance.below(4) == 0 {
        let at = square(placing.chance);
        let kind = kind(placing.chance, &["S", "G", "R", "P"]);
        placing.put("neutral", kind, at);
    }
    placing.men
}

fn kind(chance: &mut Chance, kinds: &[&'static str]) -> &'static str {
    kinds[chance.below(kinds.len())]
}

/// Puts two pawns so that one may pass the other by a double step, or has just done so.
fn passing_pawns(placing: &mut Placing) {
    let file = placing.chance.below(7);
    let (taker, passer) = if placing.chance.below(2) == 0 { (file, file + 1) } else { (file + 1, file) };
    let (sides, to, from) =
        if placing.chance.below(2) == 0 { (["white", "black"], 4, 6) } else { (["black", "white"], 3, 1) };
    placing.put(sides[0], "P", (taker, to));
    let rank = [from, from, to][placing.chance.below(3)];
    placing.put(sides[1], "P", (passer, rank));
}

/// Returns the men as they may be after some random moves, which need not be legal.
pub fn later(chance: &mut Chance, men: &[Man]) -> Vec<Man> {
    let mut men = men.to_vec();
    let mut side = ["white", "black"][chance.below(2)];
    for _ in 0..1 + chance.below(3) {
        let own: Vec<usize> = (0..men.len()).filter(|i| men[*i].side == side).collect();
        if own.is_empty() {
            continue;
        }
        let mover = own[chance.below(own.len())];
        let (x, y): (isize, isize) = match men[mover].kind {
            "K" => [(1, 0), (0, 1), (1, 1), (1, -1)][chance.below(4)],
            "S" => [(1, 2), (2, 1), (-1, 2), (-2, 1)][chance.below(4)],
            "R" => [(1, 0), (0, 1), (2, 0), (0, 2)][chance.below(4)],
            "B" => [(1, 1), (1, -1), (2, 2)][chance.below(3)],
            "P" => (0, 1),
            _ => [(1, 0), (1, 1), (0, 2), (2, 2)][chance.below(4)],
        };
        let is_forward = if men[mover].kind == "P" { side == "white" } else { chance.below(2) == 0 };
        let sign = if is_forward { 1 } else { -1 };
        let (file, rank) = men[mover].at;
        let to = (file.checked_add_signed(sign * x), rank.checked_add_signed(sign * y));
        if let (Some(file @ 0..8), Some(rank @ 0..8)) = to
            && men.iter().all(|man| man.at != (file, rank) || man.side != side)
        {
            men[mover].at = (file, rank);
            if men[mover].kind == "P" && matches!(rank, 0 | 7) {
                men[mover].kind = kind(chance, &["Q", "R", "B", "S"]);
            }
            let mover = men[mover].clone();
            men.retain(|man| man.at != mover.at || *man == mover);
        }
        if chance.below(6) > 0 {
            side = if side == "white" { "black" } else { "white" };
        }
    }
    men
}

pub fn array() -> Vec<Man> {
    let officers = ["R", "S", "B", "Q", "K", "B", "S", "R"];
    let side = |side, home, pawns| {
        (0..8).flat_map(move |file| {
            [Man { side, kind: officers[file], at: (file, home) }, Man { side, kind: "P", at: (file, pawns) }]
        })
    };
    side("white", 0, 1).chain(side("black", 7, 6)).collect()
}
