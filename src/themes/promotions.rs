//! Themes of promotion and of special moves.

use super::facts::{Facts, Genre, Line, PlyId};
use super::row::{Group, Needs, Shown, Theme, joined};
use crate::problem::Man;
use crate::solution::Part;
use crate::units::{Color, Piece, Special};
use std::collections::BTreeMap;

const BASE: Theme = Theme {
    name: "",
    aliases: &[],
    group: Group::Promotions,
    genres: &[Genre::Battle, Genre::Help, Genre::ProofGame],
    needs: Needs::Moves,
    definition: "",
    source: "M. Velimirović and K. Valtonen, Encyclopedia of Chess Problems",
    disputed: "",
    example: ("", ""),
    counter: "",
    detect: allumwandlung,
};

const IN_TREES: &str = "In battle play, where the defender chooses its moves, the theme is formal.";

pub static THEMES: &[Theme] = &[
    Theme {
        name: "Allumwandlung",
        aliases: &["AUW"],
        genres: &[Genre::Battle, Genre::Help],
        definition: "Promotions to queen, rook, bishop and knight in the actual play of one twin or of all: by one \
                     pawn, by one side, or by both sides together.",
        disputed: "A promotion counts only if the play does not contain another promotion of the same pawn on the \
                   same square in its place; the defender's promotions always count. If the defender's four \
                   promotions have the same answer, the theme is formal.",
        example: ("hoeg-1905", "White by one pawn, Pf6: f8=Q, f8=R, f8=B, f8=S"),
        counter: "corrias-1917",
        detect: allumwandlung,
        ..BASE
    },
    Theme {
        name: "Excelsior",
        definition: "In one line, a pawn moves from its home square to the last rank in five moves, or in six (slow), \
                     and promotes.",
        example: ("BEISPIEL_intell_7", "Ph2 in 5 moves"),
        counter: "hoeg-1905",
        detect: excelsior,
        ..BASE
    },
    Theme {
        name: "Valladao",
        aliases: &["Valladão"],
        definition: "The actual play contains castling, an en passant capture and a promotion.",
        example: ("ebert-1991-m3", "0-0-0, cxd6 ep.#, c8=Q (in one line)"),
        counter: "corrias-1917",
        detect: valladao,
        ..BASE
    },
    Theme {
        name: "Phoenix",
        definition: "In one line, a man that is neither a pawn nor promoted is captured, and later a pawn of its side \
                     promotes to the same kind.",
        disputed: IN_TREES,
        example: ("hoeg-1905", "Bd4 is captured and rises as f8=B"),
        counter: "corrias-1917",
        detect: phoenix,
        ..BASE
    },
    Theme {
        name: "Ceriani-Frolkin",
        definition: "In one line, a pawn promotes, the promoted man moves, and is captured.",
        disputed: IN_TREES,
        example: ("bartel-1974-hst3", "Pc2=S is captured"),
        counter: "corrias-1917",
        detect: ceriani_frolkin,
        ..BASE
    },
    Theme {
        name: "Schnoebelen",
        definition: "In one line, a pawn promotes, and the promoted man is captured before it moves.",
        disputed: IN_TREES,
        example: ("avner-1981", "Pf7=Q is captured"),
        counter: "corrias-1917",
        detect: schnoebelen,
        ..BASE
    },
];

const KINDS: [Piece; 4] = [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT];

// ── Allumwandlung ────────────────────────────────────────────────────────────────────────────────────────────────

/// Returns the promotions of the actual play to the four orthodox pieces. A promotion with an alternative on the same
/// square is a dual and left out, unless it is a defence.
fn promotions(facts: &Facts) -> Vec<PlyId> {
    let is_alone = |id: PlyId| {
        let ply = &facts.plies[id];
        let siblings: &[PlyId] = match ply.parent {
            Some(parent) => &facts.plies[parent].children,
            None => &facts.stages[ply.stage].roots,
        };
        // The defender's promotions on one square are different defences; the attacker's are duals.
        matches!(ply.node.part, Part::Defence | Part::Refutation)
            || siblings.iter().all(|&other| {
                let sibling = &facts.plies[other];
                other == id
                    || sibling.man != ply.man
                    || sibling.to() != ply.to()
                    || matches!(sibling.node.part, Part::Try | Part::Threat)
            })
    };
    let promotes = |&id: &PlyId| facts.plies[id].node.record.promotion.is_some_and(|piece| KINDS.contains(&piece));
    (0..facts.plies.len()).filter(promotes).filter(|&id| facts.is_actual(id) && is_alone(id)).collect()
}

/// Returns one promotion to each kind of piece, or `None` if a kind is missing.
fn all_kinds(facts: &Facts, promotions: &[PlyId]) -> Option<Vec<PlyId>> {
    let to = |piece: Piece| promotions.iter().copied().find(|&id| facts.plies[id].node.record.promotion == Some(piece));
    KINDS.into_iter().map(to).collect()
}

/// Whether the promotions are defences to the same move and have the same answers.
fn has_one_answer(facts: &Facts, promotions: &[PlyId]) -> bool {
    let answers = |id: PlyId| {
        let of = facts.plies[id].children.iter().map(|&answer| facts.move_name(answer));
        of.collect::<Vec<_>>()
    };
    let first = promotions[0];
    promotions.iter().all(|&id| {
        facts.plies[id].node.part == Part::Defence
            && facts.plies[id].parent == facts.plies[first].parent
            && answers(id) == answers(first)
    })
}

fn allumwandlung(facts: &Facts) -> Option<Shown> {
    let all = promotions(facts);
    let (mut texts, mut plies, mut formal) = (Vec::new(), Vec::new(), true);
    for color in [Color::White, Color::Black] {
        let side: Vec<PlyId> = all.iter().copied().filter(|&id| facts.plies[id].side() == color).collect();
        let mut by_pawn: BTreeMap<Man, Vec<PlyId>> = BTreeMap::new();
        for &id in &side {
            facts.plies[id].man.into_iter().for_each(|man| by_pawn.entry(man).or_default().push(id));
        }
        let pawn = by_pawn.iter().find_map(|(&man, of_pawn)| Some((man, all_kinds(facts, of_pawn)?)));
        let (by, kinds) = match (pawn, all_kinds(facts, &side)) {
            (Some((man, kinds)), _) => (format!("{} by one pawn, {}", color.name(), facts.name(man)), kinds),
            (None, Some(kinds)) => (color.name().to_string(), kinds),
            (None, None) => continue,
        };
        // Four other promotions with different answers may exist.
        let one_answer = has_one_answer(facts, &kinds);
        formal &= one_answer;
        texts.push(promotions_text(facts, &by, &kinds) + if one_answer { ", all with the same answer" } else { "" });
        plies.extend(kinds);
    }
    if texts.is_empty() {
        let kinds = all_kinds(facts, &all)?;
        formal = false;
        texts.push(promotions_text(facts, "both sides", &kinds));
        plies = kinds;
    }
    let men: Vec<Man> = plies.iter().filter_map(|&id| facts.plies[id].man).collect();
    Some(Shown::exact(joined(&texts)).with_count(texts.len()).with_men(men).with_plies(plies).formal_if(formal))
}

fn promotions_text(facts: &Facts, by: &str, plies: &[PlyId]) -> String {
    let moves: Vec<String> = plies.iter().map(|&id| facts.move_text(id)).collect();
    format!("{by}: {}", moves.join(", "))
}

// ── lines ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Calls `find` for each line of the actual play, and returns all its results as one, or `None` if there are none. A
/// result of `find` is a man, a text about it, and the last move.
fn in_lines(facts: &Facts, find: impl Fn(&Line) -> Vec<(Man, String, PlyId)>) -> Option<Shown> {
    let mut found: Vec<(Man, String, PlyId)> = Vec::new();
    for line in facts.actual_lines() {
        for (man, words, end) in find(line) {
            if !found.iter().any(|(known, same, _)| *known == man && *same == words) {
                found.push((man, words, end));
            }
        }
    }
    let text =
        |(man, words, end): &(Man, String, PlyId)| format!("{}{words} ({})", facts.name(*man), facts.path_text(*end));
    let texts: Vec<String> = found.iter().map(text).collect();
    (!found.is_empty()).then(|| {
        let men: std::collections::BTreeSet<Man> = found.iter().map(|(man, ..)| *man).collect();
        Shown::exact(joined(&texts)).with_count(men.len()).with_men(men).with_plies(found.iter().map(|(.., end)| *end))
    })
}

fn excelsior(facts: &Facts) -> Option<Shown> {
    in_lines(facts, |line| {
        let mut found = Vec::new();
        for man in facts.movers(line) {
            let way = facts.way(line, man);
            let is_pawn = facts.unit(man).is_some_and(|unit| {
                unit.piece == Piece::PAWN && way[0].square.rank() == if unit.color == Color::White { 1 } else { 6 }
            });
            let moves: Vec<PlyId> = way.iter().filter_map(|visit| visit.by).collect();
            let promotes = |&id: &PlyId| facts.plies[id].node.record.promotion.is_some();
            if let (true, Some(at)) = (is_pawn, moves.iter().position(promotes))
                && at >= 4
            {
                let slow = if at > 4 { ", slow" } else { "" };
                found.push((man, format!(" in {} moves{slow}", at + 1), moves[at]));
            }
        }
        found
    })
}

fn valladao(facts: &Facts) -> Option<Shown> {
    let actual: Vec<PlyId> = (0..facts.plies.len()).filter(|&id| facts.is_actual(id)).collect();
    let record = |id: PlyId| &facts.plies[id].node.record;
    let is = [
        |record: &crate::units::MoveRecord| record.is_castling(),
        |record: &crate::units::MoveRecord| record.special == Special::EnPassant,
        |record: &crate::units::MoveRecord| record.promotion.is_some(),
    ];
    let in_line = facts.actual_lines().find_map(|line| {
        is.iter().map(|is| line.plies.iter().copied().find(|&id| is(record(id)))).collect::<Option<Vec<PlyId>>>()
    });
    let anywhere =
        || is.iter().map(|is| actual.iter().copied().find(|&id| is(record(id)))).collect::<Option<Vec<PlyId>>>();
    let (place, plies) = match in_line {
        Some(plies) => ("in one line", plies),
        None => ("in the play as a whole", anywhere()?),
    };
    let moves: Vec<String> = plies.iter().map(|&id| facts.move_text(id)).collect();
    Some(Shown::exact(format!("{} ({place})", moves.join(", "))).with_plies(plies))
}

fn phoenix(facts: &Facts) -> Option<Shown> {
    let shown = in_lines(facts, |line| {
        let mut found = Vec::new();
        for (at, &id) in line.plies.iter().enumerate() {
            let ply = &facts.plies[id];
            let Some((man, unit)) = ply.captured.zip(ply.node.record.captured.map(|(unit, _)| unit)) else { continue };
            // A promoted man does not count as the man of that kind in the diagram.
            if unit.piece == Piece::PAWN || facts.unit(man).is_none_or(|first| first.piece != unit.piece) {
                continue;
            }
            let rises = |&&later: &&PlyId| {
                let later = &facts.plies[later];
                later.side() == unit.color && later.node.record.promotion == Some(unit.piece)
            };
            if let Some(&end) = line.plies[at + 1..].iter().find(rises) {
                found.push((man, format!(" is captured and rises as {}", facts.move_text(end)), end));
            }
        }
        found
    });
    Some(shown?.formal_if(facts.genre == Genre::Battle))
}

/// Returns the promoted men that are captured later in the line, if their number of moves between promotion and capture
/// is at least `least` and at most `most`.
fn captured_after(facts: &Facts, line: &Line, (least, most): (usize, usize)) -> Vec<(Man, String, PlyId)> {
    let mut found = Vec::new();
    for (at, &id) in line.plies.iter().enumerate() {
        let Some(piece) = facts.plies[id].node.record.promotion else { continue };
        let Some(man) = facts.plies[id].man else { continue };
        let later = &line.plies[at + 1..];
        let Some(taken) = later.iter().position(|&other| facts.plies[other].captured == Some(man)) else { continue };
        let moves = later[..taken].iter().filter(|&&other| facts.plies[other].man == Some(man)).count();
        if (least..=most).contains(&moves) {
            found.push((man, format!("={} is captured", piece.letters()), later[taken]));
        }
    }
    found
}

fn ceriani_frolkin(facts: &Facts) -> Option<Shown> {
    let shown = in_lines(facts, |line| captured_after(facts, line, (1, usize::MAX)));
    Some(shown?.formal_if(facts.genre == Genre::Battle))
}

fn schnoebelen(facts: &Facts) -> Option<Shown> {
    let shown = in_lines(facts, |line| captured_after(facts, line, (0, 0)));
    Some(shown?.formal_if(facts.genre == Genre::Battle))
}
