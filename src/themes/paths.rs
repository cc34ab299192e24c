//! Themes of paths: the squares that a man visits in a line, and the squares to which it moves from one square in
//! different lines.

use super::facts::{Facts, Genre, Line, PlyId};
use super::row::{Group, Needs, Shown, Theme, joined};
use crate::problem::Man;
use crate::solution::Part;
use crate::units::{Color, Piece, Square};
use std::collections::{BTreeMap, BTreeSet};

const ALL: &[Genre] = &[Genre::Battle, Genre::Help, Genre::ProofGame];
const BASE: Theme = Theme {
    name: "",
    aliases: &[],
    group: Group::Paths,
    genres: &[Genre::Battle, Genre::Help],
    needs: Needs::Moves,
    definition: "",
    source: "M. Velimirović and K. Valtonen, Encyclopedia of Chess Problems",
    disputed: "",
    example: ("", ""),
    counter: "",
    detect: switchback,
};
const ONE_NODE: &str = "In battle play, the moves are answers to one move or, for the attacker, moves with the same \
                        number after one first move. In help play, they have the same number in different solutions. \
                        If only set play or tries show the theme, it is formal. For an albino, keys and tries by the \
                        pawn count.";

pub static THEMES: &[Theme] = &[
    Theme {
        name: "switchback",
        genres: ALL,
        definition: "In one line, a man moves away over one or more squares and returns over the same squares to its \
                     starting square.",
        disputed: "In battle play, only men of the attacker count. Other men may move in between.",
        example: ("Broodings-50/6", "Rb2 b2-b1-b2-b1-b2"),
        counter: "taverner-1889",
        detect: switchback,
        ..BASE
    },
    Theme {
        name: "rundlauf",
        aliases: &["round trip"],
        genres: ALL,
        definition: "In one line, a man returns to its square by three or more moves; the squares it visits are all \
                     different and not on one line of the board.",
        disputed: "In battle play, only men of the attacker count.",
        example: ("zagler-1995-hst3", "Kd8 d8-c7-c8-d8"),
        counter: "Broodings-50/6",
        detect: rundlauf,
        ..BASE
    },
    Theme {
        name: "place exchange",
        aliases: &["platzwechsel"],
        genres: ALL,
        definition: "At some point of a line, two or more men have exchanged places in a cycle: each is on the square \
                     where the next one began the line.",
        disputed: "In battle play, only men of the attacker count.",
        example: ("linss-1983-h3-a", "Bd5-Ke6"),
        counter: "taverner-1889",
        detect: place_exchange,
        ..BASE
    },
    Theme {
        name: "corner to corner",
        genres: ALL,
        definition: "A man moves from one corner of the board to another in one move.",
        disputed: "In battle play, only men of the attacker count.",
        example: ("mueller-1989-h2-5", "Ba8 a8-h1"),
        counter: "corrias-1917",
        detect: corner_to_corner,
        ..BASE
    },
    Theme {
        name: "star",
        definition: "A man moves from one square to all four diagonal neighbours; in a big star, to the squares at \
                     distance two.",
        disputed: ONE_NODE,
        example: ("abdurahmanovic-1957", "Kd5 after 1.Se4 Ke6, Kxe4, Kc6, Kc4"),
        counter: "taverner-1889",
        detect: star,
        ..BASE
    },
    Theme {
        name: "cross",
        definition: "A man moves from one square to all four orthogonal neighbours; in a big cross, to the squares \
                     at distance two.",
        disputed: ONE_NODE,
        example: ("poisson-1988", "Kd4 at ply 1 Ke4, Kc4, Kd5, Kd3"),
        counter: "taverner-1889",
        detect: cross,
        ..BASE
    },
    Theme {
        name: "knight wheel",
        aliases: &["wheel"],
        definition: "In the course of the solution, one man moves from the same square to all eight squares a \
            knight's move away.",
        disputed: ONE_NODE,
        example: ("mansfield-1922", "Sf4 after 1.Rg6 Sxg6"),
        counter: "taverner-1889",
        detect: wheel,
        ..BASE
    },
    Theme {
        name: "albino",
        definition: "A white pawn makes all its four moves from its home square: one step, two steps, and both \
                     captures.",
        disputed: ONE_NODE,
        example: ("seneca-1949", "Pc2 after 1.Sb1 c3#, c4#, cxb3#, cxd3#"),
        counter: "taverner-1889",
        detect: albino,
        ..BASE
    },
    Theme {
        name: "pickaninny",
        definition: "A black pawn makes all its four moves from its home square: one step, two steps, and both \
                     captures.",
        disputed: ONE_NODE,
        example: ("maleika-1988-st2", "Pd7 after 1.0-0-0 d6, d5, dxc6, dxe6"),
        counter: "taverner-1889",
        detect: pickaninny,
        ..BASE
    },
];

// ── the way of one man ───────────────────────────────────────────────────────────────────────────────────────────

/// A part of a man's path that shows a theme: the man, the squares in order, and the last move.
type Way = (Man, Vec<Square>, PlyId);

fn ways(facts: &Facts, find: impl Fn(&[(Square, Option<PlyId>)]) -> Vec<(usize, usize)>) -> Vec<Way> {
    let mut found: Vec<Way> = Vec::new();
    for line in facts.actual_lines() {
        for man in facts.movers(line).into_iter().filter(|&man| may_walk(facts, line, man)) {
            let way: Vec<(Square, Option<PlyId>)> =
                facts.way(line, man).into_iter().map(|visit| (visit.square, visit.by)).collect();
            let promotes = |&(_, by): &(Square, Option<PlyId>)| {
                by.is_some_and(|id| facts.plies[id].man == Some(man) && facts.plies[id].node.record.promotion.is_some())
            };
            // A promoted man is not the pawn that started, so it does not return.
            for (from, to) in find(&way).into_iter().filter(|&(from, to)| !way[from + 1..=to].iter().any(promotes)) {
                let squares: Vec<Square> = way[from..=to].iter().map(|(square, _)| *square).collect();
                let is_known = found.iter().any(|(other, known, _)| *other == man && *known == squares);
                if let Some(end) = way[to].1.filter(|_| !is_known) {
                    found.push((man, squares, end));
                }
            }
        }
    }
    found
}

/// Whether the path of a man counts. In battle play only men of the attacker count, because only the attacker has a
/// single move at each point.
fn may_walk(facts: &Facts, line: &Line, man: Man) -> bool {
    let first = facts.plies[line.plies[0]].side();
    let mover = line.plies.iter().find(|&&id| facts.plies[id].man == Some(man)).map(|&id| facts.plies[id].side());
    facts.genre != Genre::Battle || mover == Some(first) && !facts.is_in_threat(line.last())
}

fn way_shown(facts: &Facts, ways: &[Way]) -> Option<Shown> {
    let told = |squares: &[Square]| squares.iter().map(Square::to_string).collect::<Vec<_>>().join("-");
    let text =
        |(man, squares, end): &Way| format!("{} {} ({})", facts.name(*man), told(squares), facts.path_text(*end));
    let texts: Vec<String> = ways.iter().map(text).collect();
    (!ways.is_empty()).then(|| {
        Shown::exact(joined(&texts))
            .with_count(ways.len())
            .with_men(ways.iter().map(|(man, ..)| *man))
            .with_squares(ways.iter().flat_map(|(_, squares, _)| squares.clone()))
            .with_plies(ways.iter().map(|(.., end)| *end))
    })
}

fn switchback(facts: &Facts) -> Option<Shown> {
    let find = |way: &[(Square, Option<PlyId>)]| {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for middle in 1..way.len().saturating_sub(1) {
            let is_mirrored = |k: usize| middle + k < way.len() && way[middle - k].0 == way[middle + k].0;
            let reach = (1..=middle).take_while(|&k| is_mirrored(k)).last();
            found.extend(reach.map(|k| (middle - k, middle + k)));
        }
        found
    };
    way_shown(facts, &ways(facts, find))
}

fn rundlauf(facts: &Facts) -> Option<Shown> {
    let find = |way: &[(Square, Option<PlyId>)]| {
        let mut found = Vec::new();
        for from in 0..way.len() {
            let Some(to) = (from + 1..way.len()).find(|&to| way[to].0 == way[from].0) else { continue };
            let squares: BTreeSet<Square> = way[from..to].iter().map(|(square, _)| *square).collect();
            if to - from >= 3 && squares.len() == to - from && !is_on_one_line(&squares) {
                found.push((from, to));
            }
        }
        found
    };
    way_shown(facts, &ways(facts, find))
}

fn corner_to_corner(facts: &Facts) -> Option<Shown> {
    let shape = facts.problem.diagram.placement.shape();
    let is_corner = |square: Square| {
        let is_edge = |line: u8, lines: u8| line == 0 || line + 1 == lines;
        is_edge(square.file(), shape.files()) && is_edge(square.rank(), shape.ranks())
    };
    let find = |way: &[(Square, Option<PlyId>)]| {
        let is_wanted = |&at: &usize| {
            let (from, to) = (way[at - 1].0, way[at].0);
            let is_one_move = way[at].1.is_some_and(|id| facts.plies[id].from() == from && facts.plies[id].to() == to);
            is_one_move && from != to && is_corner(from) && is_corner(to)
        };
        (1..way.len()).filter(is_wanted).map(|at| (at - 1, at)).collect()
    };
    way_shown(facts, &ways(facts, find))
}

fn is_on_one_line(squares: &BTreeSet<Square>) -> bool {
    let mut vectors = squares.iter().map(|square| (i32::from(square.file()), i32::from(square.rank())));
    let (Some(a), Some(b)) = (vectors.next(), vectors.next()) else { return true };
    vectors.all(|c| (b.0 - a.0) * (c.1 - a.1) == (c.0 - a.0) * (b.1 - a.1))
}

/// Returns the cycles of men that have exchanged their initial squares in a line. Each cycle is given with the move
/// after which the exchange is complete.
fn exchanges(facts: &Facts, line: &Line) -> Vec<(Vec<Man>, PlyId)> {
    let is_counted = |man: &Man| may_walk(facts, line, *man);
    let men: Vec<Man> = facts.movers(line).into_iter().filter(is_counted).collect();
    let ways: Vec<Vec<(Square, Option<PlyId>)>> = men
        .iter()
        .map(|&man| facts.way(line, man).into_iter().map(|visit| (visit.square, visit.by)).collect())
        .collect();
    let mut found: Vec<(Vec<Man>, PlyId)> = Vec::new();
    for (at, &ply) in line.plies.iter().enumerate() {
        let played = &line.plies[..=at];
        let is_taken = |man: &Man| played.iter().any(|&id| facts.plies[id].captured == Some(*man));
        let mut steps: BTreeMap<Square, (Man, Square)> = BTreeMap::new();
        for (man, way) in men.iter().zip(&ways).filter(|(man, _)| !is_taken(man)) {
            let here = way.iter().rev().find(|(_, by)| by.is_none_or(|id| played.contains(&id)));
            if let (Some((start, _)), Some((square, _))) = (way.first(), here)
                && start != square
            {
                steps.insert(*start, (*man, *square));
            }
        }
        for &start in steps.keys() {
            let (mut cycle, mut place) = (Vec::new(), start);
            while let Some((man, to)) = steps.get(&place).filter(|(man, _)| !cycle.contains(man)) {
                cycle.push(*man);
                place = *to;
            }
            let is_first = cycle.iter().all(|man| cycle.first() <= Some(man));
            if place == start && cycle.len() > 1 && is_first && !found.iter().any(|(known, _)| *known == cycle) {
                found.push((cycle, ply));
            }
        }
    }
    found
}

fn place_exchange(facts: &Facts) -> Option<Shown> {
    let mut found: Vec<(Vec<Man>, PlyId)> = Vec::new();
    for line in facts.actual_lines().filter(|line| !facts.is_in_threat(line.last())) {
        for (cycle, end) in exchanges(facts, line) {
            if !found.iter().any(|(known, _)| *known == cycle) {
                found.push((cycle, end));
            }
        }
    }
    let text = |(cycle, end): &(Vec<Man>, PlyId)| {
        let names: Vec<String> = cycle.iter().map(|&man| facts.name(man)).collect();
        format!("{} ({})", names.join("-"), facts.path_text(*end))
    };
    let texts: Vec<String> = found.iter().map(text).collect();
    (!found.is_empty()).then(|| {
        let men = found.iter().flat_map(|(cycle, _)| cycle.clone());
        Shown::exact(joined(&texts)).with_count(found.len()).with_men(men).with_plies(found.iter().map(|(_, end)| *end))
    })
}

// ── the moves of one man from one square ─────────────────────────────────────────────────────────────────────────

/// The moves of one man from one square that are compared. In battle play they are alternatives in the tree; in help
/// play they have the same number in different solutions.
struct Fan {
    man: Man,
    from: Square,
    to: BTreeMap<Square, PlyId>,
    /// Text that names the place in the solution: `after 1.Sd2`, `at ply 2`.
    place: String,
    /// Whether the moves are in the actual play.
    is_actual: bool,
    /// Whether the moves are first moves: keys and tries.
    is_first: bool,
}

/// Returns the moves of each man from one square, in groups of moves that may be compared. The text [`ONE_NODE`] says
/// which they are.
fn fans(facts: &Facts) -> Vec<Fan> {
    type Place = (usize, Option<PlyId>, usize, Man, Square);
    let mut groups: BTreeMap<Place, BTreeMap<Square, PlyId>> = BTreeMap::new();
    for (id, ply) in facts.plies.iter().enumerate() {
        let is_counted = ply.is_move() && !facts.is_in_threat(id);
        let Some(man) = ply.man.filter(|_| is_counted) else { continue };
        let (stage, place) = match facts.genre {
            // In help play, moves in the solutions of all twins are compared.
            _ if facts.genre != Genre::Battle && !facts.is_actual(id) => continue,
            Genre::Help | Genre::ProofGame => (0, None),
            Genre::Battle if ply.parent.is_none() => (ply.stage, None),
            Genre::Battle if ply.node.part == Part::Continuation => (ply.stage, Some(facts.root(id))),
            Genre::Battle => (ply.stage, ply.parent),
        };
        let depth = if matches!(ply.node.part, Part::Defence | Part::Refutation) { 0 } else { ply.depth };
        groups.entry((stage, place, depth, man, ply.from())).or_default().entry(ply.to()).or_insert(id);
    }
    let fan = |((_, place, depth, man, from), to): (Place, BTreeMap<Square, PlyId>)| {
        let is_first = to.values().any(|&id| matches!(facts.plies[id].node.part, Part::Key | Part::Try));
        let place = match place {
            Some(place) => format!("after {}", facts.path_text(place)),
            None if is_first => "as first move".to_string(),
            None if facts.genre == Genre::Battle => "in the set play".to_string(),
            None => format!("at ply {}", depth + 1),
        };
        let is_actual = to.values().all(|&id| facts.is_actual(id));
        Fan { man, from, to, place, is_actual, is_first }
    };
    groups.into_iter().map(fan).collect()
}

/// Searches for [`Fan`]s that `is_wanted` accepts and whose moves include all steps of a pattern. `patterns` has a name
/// and the steps of each. The result names each fan with its pattern. Returns `None` if there are no such fans.
fn fans_with(facts: &Facts, patterns: &[(&str, &[(i32, i32)])], is_wanted: impl Fn(&Fan) -> bool) -> Option<Shown> {
    let (mut men, mut squares, mut plies, mut texts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let fans = fans(facts);
    let has_all = |fan: &Fan| {
        let has =
            |&(files, ranks): &(i32, i32)| fan.from.offset(files, ranks).is_some_and(|to| fan.to.contains_key(&to));
        is_wanted(fan) && patterns.iter().any(|(_, steps)| steps.iter().all(has))
    };
    // If no such [`Fan`] is in the actual play, the theme is formal.
    let formal = !fans.iter().any(|fan| fan.is_actual && has_all(fan));
    for fan in fans.iter().filter(|fan| has_all(fan) && (formal || fan.is_actual)) {
        for (name, steps) in patterns {
            let targets: Vec<PlyId> = steps
                .iter()
                .filter_map(|&(files, ranks)| fan.from.offset(files, ranks).and_then(|to| fan.to.get(&to)).copied())
                .collect();
            if targets.len() == steps.len() {
                let moves: Vec<String> = targets.iter().map(|&id| facts.move_text(id)).collect();
                texts.push(format!("{name}{} {} {}", facts.name(fan.man), fan.place, moves.join(", ")));
                men.push(fan.man);
                squares.extend(targets.iter().map(|&id| facts.plies[id].to()));
                plies.extend(targets);
            }
        }
    }
    let count = texts.len();
    (count > 0).then(|| {
        Shown::exact(joined(&texts))
            .with_count(count)
            .with_men(men)
            .with_squares(squares)
            .with_plies(plies)
            .formal_if(formal)
    })
}

fn star(facts: &Facts) -> Option<Shown> {
    let patterns: [(&str, &[(i32, i32)]); 2] =
        [("", &[(1, 1), (1, -1), (-1, 1), (-1, -1)]), ("big star: ", &[(2, 2), (2, -2), (-2, 2), (-2, -2)])];
    fans_with(facts, &patterns, |fan| !fan.is_first)
}

fn cross(facts: &Facts) -> Option<Shown> {
    let patterns: [(&str, &[(i32, i32)]); 2] =
        [("", &[(1, 0), (-1, 0), (0, 1), (0, -1)]), ("big cross: ", &[(2, 0), (-2, 0), (0, 2), (0, -2)])];
    fans_with(facts, &patterns, |fan| !fan.is_first)
}

fn wheel(facts: &Facts) -> Option<Shown> {
    let steps: &[(i32, i32)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    fans_with(facts, &[("", steps)], |fan| !fan.is_first)
}

/// Whether a fan is that of a pawn of the side `color` on its initial square.
fn is_home_pawn(facts: &Facts, fan: &Fan, color: Color) -> bool {
    let home = if color == Color::White { 1 } else { 6 };
    let first = fan.to.values().next().map(|&id| facts.plies[id].node.record.mover);
    fan.from.rank() == home && first.is_some_and(|unit| unit.piece == Piece::PAWN && unit.color == color)
}

fn albino(facts: &Facts) -> Option<Shown> {
    fans_with(facts, &[("", &[(0, 1), (0, 2), (-1, 1), (1, 1)])], |fan| is_home_pawn(facts, fan, Color::White))
}

fn pickaninny(facts: &Facts) -> Option<Shown> {
    fans_with(facts, &[("", &[(0, -1), (0, -2), (-1, -1), (1, -1)])], |fan| is_home_pawn(facts, fan, Color::Black))
}
