//! Themes of lines and squares: mutual interferences, blocks, cross-checks and clearances.

use super::facts::{Engine, Facts, Genre, Line, PlyId, between, is_along};
use super::row::{Group, Needs, Shown, Theme, joined};
use crate::problem::Man;
use crate::units::{Goal, Piece, Square};
use std::collections::{BTreeMap, BTreeSet};

const BASE: Theme = Theme {
    name: "",
    aliases: &[],
    group: Group::Lines,
    genres: &[Genre::Battle],
    needs: Needs::Engine,
    definition: "",
    source: "M. Velimirović and K. Valtonen, Encyclopedia of Chess Problems",
    disputed: "",
    example: ("", ""),
    counter: "",
    detect: grimshaw,
};
const BOTH: &[Genre] = &[Genre::Battle, Genre::Help];

pub static THEMES: &[Theme] = &[
    Theme {
        name: "Grimshaw",
        genres: BOTH,
        definition: "On the way to two mates, a rook and a bishop of the mated side move to the same square, and \
            each shuts off the other: without the man that moved there, the other man could legally move across the \
            square. In battle play, both moves are defences to the same move and have different answers.",
        disputed: "A queen may replace the rook or the bishop if it moves on the kind of line that the other man does \
                   not use. Men that \
                   interfere on the same kind of line, as in a Plachutta, do not count.",
        example: ("taverner-1889", "Bd8 and Re8 on e7"),
        counter: "barnes-1965",
        detect: grimshaw,
        ..BASE
    },
    Theme {
        name: "pawn Grimshaw",
        definition: "A pawn and a bishop of the mated side move to the same square as answers to the same move, and \
                     the answers to them differ. The pawn shuts off the bishop, as in a Grimshaw; the bishop prevents \
                     the legal double step of the pawn.",
        disputed: "A queen may replace the bishop if it is shut off on a diagonal. A rook does not count.",
        example: ("janet-1916", "Pe7 and Bg8 on e6: e6 Qxa4# / Be6 Qxc7#"),
        counter: "taverner-1889",
        detect: pawn_grimshaw,
        ..BASE
    },
    Theme {
        name: "Novotny",
        aliases: &["Nowotny"],
        definition: "The attacker moves a man to a square where two line men of the defender, on different kinds of \
                     line, can capture it. Each capture interferes with the other man, as in a Grimshaw, and the \
                     captures have different answers. Keys, continuations and tries count; if only tries show the \
                     theme, it is formal.",
        example: ("barnes-1965", "Re7 and Bg7 on e5: Rxe5 Qc3# / Bxe5 Qe3#"),
        counter: "taverner-1889",
        detect: novotny,
        ..BASE
    },
    Theme {
        name: "self-block",
        aliases: &["self-blocks"],
        genres: BOTH,
        definition: "During the line, a man of the mated side moves to a square next to its king that no man of the \
                     mating side guards in the mate.",
        example: ("abdurahmanovic-1979-h2", "Rb6 on f6"),
        counter: "abdurahmanovic-1957",
        detect: self_block,
        ..BASE
    },
    Theme {
        name: "cross-check",
        needs: Needs::Moves,
        definition: "A check is answered by a check that does not capture the man that moved last.",
        example: ("mansfield-1917", "1.Be4 Se5+ 2.Rd3#"),
        counter: "taverner-1889",
        detect: cross_check,
        ..BASE
    },
    Theme {
        name: "Indian",
        aliases: &["Indian theme"],
        genres: BOTH,
        definition: "A line man X moves across a square s. Later another man Y of its side moves to s, and later \
                     still Y leaves s and opens a check by X across s. X does not move in between.",
        disputed: "The purpose of the critical move, such as the relief of stalemate, is not examined.",
        example: ("Broodings-50/4", "Be4 passes over g2 for Re2"),
        counter: "taverner-1889",
        detect: indian,
        ..BASE
    },
    Theme {
        name: "Bristol",
        aliases: &["Bristol clearance"],
        genres: &[Genre::Battle, Genre::Help, Genre::ProofGame],
        needs: Needs::Moves,
        definition: "A line man X moves along a line and does not move again. Later a line man Y of its side moves \
                     in the same direction along the same line, from or across the square that X left, to a square \
                     that X crossed.",
        example: ("mueller-linss-1986", "Bf4 clears g3 for Qd6"),
        counter: "taverner-1889",
        detect: bristol,
        ..BASE
    },
];

// ── mutual interference ──────────────────────────────────────────────────────────────────────────────────────────

/// A mate, together with an earlier move by which a man of the mated side has arrived on a square.
struct Arrival {
    /// The move that mates.
    end: PlyId,
    man: Man,
    square: Square,
    /// The move by which the man arrives.
    by: PlyId,
    /// In battle play, the move before `by`, so that only defences to the same move are compared. `None` in help play.
    after: Option<PlyId>,
}

/// The greatest number of [`Arrival`]s that are compared. A problem with more is cooked, or has very long play.
const MOST_ARRIVALS: usize = 20_000;

/// Returns the mates of the actual play (and of tries if `with_tries` is set), each with the defence that it answers.
/// In help play, returns each mate once for each move of the mated side. Returns nothing if there are more than
/// [`MOST_ARRIVALS`] results.
fn arrivals(facts: &Facts, with_tries: bool) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    let is_tree = facts.genre == Genre::Battle;
    for (end, ply) in facts.plies.iter().enumerate() {
        let is_end = ply.node.goals.contains(&Goal::Mate) && !facts.is_in_threat(end);
        if !is_end || !facts.is_actual(end) && (!with_tries || facts.stages[ply.stage].is_set_play) {
            continue;
        }
        let movers: Vec<PlyId> = match is_tree {
            // The defender's last move counts if it has a single answer.
            true => ply.parent.into_iter().filter(|&parent| facts.plies[parent].children.len() == 1).collect(),
            false => facts.path(end),
        };
        for by in movers {
            let mover = &facts.plies[by];
            if let Some(man) = mover.man.filter(|_| mover.side() != ply.side()) {
                let after = if is_tree { mover.parent } else { None };
                arrivals.push(Arrival { end, square: mover.to(), man, by, after });
            }
        }
    }
    if arrivals.len() > MOST_ARRIVALS { Vec::new() } else { arrivals }
}

/// Whether the man that has arrived interferes with the man `other` in the mating position: if the first man were
/// removed, `other` would have a legal move over its square. The move must be on a diagonal if `diagonally` is set,
/// otherwise on a rank or file.
fn cuts(facts: &Facts, arrival: &Arrival, other: Man, diagonally: bool) -> bool {
    let board = facts.after(arrival.end);
    let square = arrival.square;
    let place = board.men.iter().find(|(_, man)| *man == other).map(|(place, _)| place);
    let Some(place) = place.filter(|place| *place != square && board.men.get(square) == Some(arrival.man)) else {
        return false;
    };
    let is_diagonal = place.file() != square.file() && place.rank() != square.rank();
    let lifted = Engine::of(&board.placement).without(&[square]);
    is_diagonal == diagonally
        && lifted.moves_from(place).iter().any(|course| between(place, course.to).contains(&square))
}

/// Returns the pairs of mates in which two men interfere with each other on one square, one of them on a diagonal and
/// the other on a rank or file.
fn mutual<'a>(facts: &Facts, arrivals: &'a [Arrival]) -> Vec<(&'a Arrival, &'a Arrival)> {
    let mut groups: BTreeMap<(Option<PlyId>, Square), Vec<&Arrival>> = BTreeMap::new();
    for arrival in arrivals {
        groups.entry((arrival.after, arrival.square)).or_default().push(arrival);
    }
    let mut pairs: Vec<(&Arrival, &Arrival)> = Vec::new();
    for group in groups.values() {
        // Each pair of men counts once.
        let mut known: BTreeSet<(Man, Man)> = BTreeSet::new();
        for (i, x) in group.iter().enumerate() {
            for y in &group[i + 1..] {
                let is_pair =
                    x.man != y.man && x.end != y.end && !known.contains(&(x.man.min(y.man), x.man.max(y.man)));
                let cut = |diagonally: bool| cuts(facts, x, y.man, diagonally) && cuts(facts, y, x.man, !diagonally);
                if is_pair && pairs.len() < MOST_ARRIVALS && (cut(true) || cut(false)) {
                    known.insert((x.man.min(y.man), x.man.max(y.man)));
                    pairs.push((x, y));
                }
            }
        }
    }
    pairs
}

fn has_other_answer(facts: &Facts, x: &Arrival, y: &Arrival) -> bool {
    x.after.is_none() || facts.move_name(x.end) != facts.move_name(y.end)
}

fn pair_shown(facts: &Facts, pairs: &[(&Arrival, &Arrival)]) -> Option<Shown> {
    let line = |it: &Arrival| match it.after {
        Some(after) if !facts.is_actual(after) => facts.path_text(it.end),
        Some(_) => format!("{} {}", facts.move_text(it.by), facts.move_text(it.end)),
        None => facts.path_text(it.end),
    };
    let text = |(x, y): &(&Arrival, &Arrival)| {
        format!("{} and {} on {}: {} / {}", facts.name(x.man), facts.name(y.man), x.square, line(x), line(y))
    };
    let texts: Vec<String> = pairs.iter().map(text).collect();
    (!pairs.is_empty()).then(|| {
        Shown::exact(joined(&texts))
            .with_count(pairs.len())
            .with_men(pairs.iter().flat_map(|(x, y)| [x.man, y.man]))
            .with_squares(pairs.iter().map(|(x, _)| x.square))
            .with_plies(pairs.iter().flat_map(|(x, y)| [x.end, y.end]))
    })
}

fn grimshaw(facts: &Facts) -> Option<Shown> {
    let captures = |it: &Arrival| facts.plies[it.by].captured.is_some() && it.after.is_some();
    grimshaw_of(facts, |x, y, pawns| pawns == 0 && !(captures(x) && captures(y)))
}

fn pawn_grimshaw(facts: &Facts) -> Option<Shown> {
    grimshaw_of(facts, |_, _, pawns| pawns == 1)
}

/// Searches for two men that shut each other off on one square, with different answers. `is_wanted` selects the pairs
/// by their arrivals and the number of pawns among them.
fn grimshaw_of(facts: &Facts, is_wanted: impl Fn(&Arrival, &Arrival, usize) -> bool) -> Option<Shown> {
    let arrivals = arrivals(facts, false);
    let is_pawn = |it: &&Arrival| facts.arriving(it.by).piece == Piece::PAWN;
    let pairs: Vec<_> = mutual(facts, &arrivals)
        .into_iter()
        .filter(|(x, y)| {
            is_wanted(x, y, [*x, *y].iter().filter(|it| is_pawn(it)).count()) && has_other_answer(facts, x, y)
        })
        .collect();
    pair_shown(facts, &pairs)
}

fn novotny(facts: &Facts) -> Option<Shown> {
    let arrivals = arrivals(facts, true);
    let pairs: Vec<_> = mutual(facts, &arrivals)
        .into_iter()
        .filter(|(x, y)| {
            let Some(after) = x.after else { return false };
            let bait = &facts.plies[after];
            let takes = |it: &Arrival| facts.plies[it.by].captured.is_some() && facts.plies[it.by].captured == bait.man;
            bait.to() == x.square && takes(x) && takes(y) && has_other_answer(facts, x, y)
        })
        .collect();
    let formal = pairs.iter().all(|(x, _)| !facts.is_actual(x.end));
    Some(pair_shown(facts, &pairs)?.formal_if(formal))
}

// ── blocks and checks ────────────────────────────────────────────────────────────────────────────────────────────

fn self_block(facts: &Facts) -> Option<Shown> {
    let (mut men, mut squares, mut plies, mut texts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for end in facts.finals() {
        let path = facts.path(end.ply);
        for square in end.blocks() {
            let Some(man) = end.man(square) else { continue };
            let comes = |&&id: &&PlyId| facts.plies[id].man == Some(man) && facts.plies[id].to() == square;
            if let Some(&by) = path.iter().rev().find(comes) {
                texts.push(format!("{} on {square} ({})", facts.name(man), facts.path_text(end.ply)));
                men.push(man);
                squares.push(square);
                plies.extend([by, end.ply]);
            }
        }
    }
    let places: BTreeSet<Square> = squares.iter().copied().collect();
    (!men.is_empty()).then(|| {
        Shown::exact(joined(&texts)).with_count(places.len()).with_men(men).with_squares(squares).with_plies(plies)
    })
}

fn cross_check(facts: &Facts) -> Option<Shown> {
    let mut found = Vec::new();
    for (id, ply) in facts.plies.iter().enumerate() {
        let Some(parent) = ply.parent else { continue };
        let before = &facts.plies[parent];
        let checks = |at: PlyId| facts.plies[at].node.record.check;
        let is_answer = before.side() != ply.side() && checks(parent) && checks(id) && facts.is_actual(id);
        if is_answer && (ply.captured.is_none() || ply.captured != before.man) {
            found.push((parent, id));
        }
    }
    let texts: Vec<String> = found.iter().map(|&(_, id)| facts.path_text(id)).collect();
    (!found.is_empty()).then(|| {
        Shown::exact(joined(&texts))
            .with_count(found.len())
            .with_plies(found.iter().flat_map(|&(check, id)| [check, id]))
    })
}

// ── critical moves and clearances ────────────────────────────────────────────────────────────────────────────────

/// Returns the moves of a line that White makes if `white` is set, otherwise those that Black makes, without null
/// moves.
fn moves_of<'f>(facts: &'f Facts<'_>, line: &'f Line, white: bool) -> impl Iterator<Item = PlyId> + 'f {
    let is_side = move |&id: &PlyId| {
        let ply = &facts.plies[id];
        ply.is_move() && (ply.side() == crate::units::Color::White) == white && ply.man.is_some()
    };
    line.plies.iter().copied().filter(is_side)
}

/// Whether the man of a move is a queen, rook or bishop.
fn is_line_man(facts: &Facts, id: PlyId) -> bool {
    matches!(facts.plies[id].node.record.mover.piece, Piece::QUEEN | Piece::ROOK | Piece::BISHOP)
}

/// A manoeuvre of two men X and Y in which X moves over a square that Y enters later. The parts are X, Y, that square,
/// and the last move.
type Manoeuvre = (Man, Man, Square, PlyId);

fn manoeuvres(facts: &Facts, find: impl Fn(&[PlyId]) -> Vec<Manoeuvre>, verb: &str) -> Option<Shown> {
    let mut found: Vec<Manoeuvre> = Vec::new();
    for line in facts.actual_lines() {
        for white in [true, false] {
            let moves: Vec<PlyId> = moves_of(facts, line, white).collect();
            for new in find(&moves) {
                if !found.iter().any(|known| (known.0, known.1, known.2) == (new.0, new.1, new.2)) {
                    found.push(new);
                }
            }
        }
    }
    let text = |&(x, y, square, id): &Manoeuvre| {
        format!("{} {verb} {square} for {} ({})", facts.name(x), facts.name(y), facts.path_text(id))
    };
    let texts: Vec<String> = found.iter().map(text).collect();
    (!found.is_empty()).then(|| {
        Shown::exact(joined(&texts))
            .with_count(found.len())
            .with_men(found.iter().flat_map(|&(x, y, ..)| [x, y]))
            .with_squares(found.iter().map(|&(_, _, square, _)| square))
            .with_plies(found.iter().map(|&(.., id)| id))
    })
}

fn indian(facts: &Facts) -> Option<Shown> {
    let find = |moves: &[PlyId]| {
        let ply = |at: usize| &facts.plies[moves[at]];
        let mut found = Vec::new();
        for x in (0..moves.len()).filter(|&x| is_line_man(facts, moves[x])) {
            let passed = between(ply(x).from(), ply(x).to());
            for y in (x + 1..moves.len()).filter(|&y| ply(y).man != ply(x).man && passed.contains(&ply(y).to())) {
                let square = ply(y).to();
                for z in (y + 1..moves.len()).filter(|&z| ply(z).man == ply(y).man && ply(z).from() == square) {
                    let rests = (x + 1..z).all(|at| ply(at).man != ply(x).man);
                    if rests && checks_over(facts, moves[z], ply(x).to(), square) {
                        found.extend(ply(x).man.zip(ply(y).man).map(|(x, y)| (x, y, square, moves[z])));
                    }
                }
            }
        }
        found
    };
    manoeuvres(facts, find, "passes over")
}

/// Whether, after the move, the man on `from` checks along a line over the square `left` that the move has left.
fn checks_over(facts: &Facts, id: PlyId, from: Square, left: Square) -> bool {
    let ply = &facts.plies[id];
    if !ply.node.record.check && ply.node.goals.is_empty() {
        return false;
    }
    let engine = Engine::of(&facts.after(id).placement);
    engine
        .king(!ply.side())
        .is_some_and(|king| engine.attackers(king, ply.side()).contains(&from) && between(from, king).contains(&left))
}

fn bristol(facts: &Facts) -> Option<Shown> {
    let find = |moves: &[PlyId]| {
        let ply = |at: usize| &facts.plies[moves[at]];
        let mut found = Vec::new();
        for x in (0..moves.len()).filter(|&x| is_line_man(facts, moves[x])) {
            let passed = between(ply(x).from(), ply(x).to());
            for y in (x + 1..moves.len()).filter(|&y| is_line_man(facts, moves[y]) && ply(y).man != ply(x).man) {
                let (from, to) = (ply(y).from(), ply(y).to());
                let follows = passed.contains(&to)
                    && (from == ply(x).from() || between(from, to).contains(&ply(x).from()))
                    && is_along(from, to, ply(x).to());
                let rests = (x + 1..moves.len()).all(|at| ply(at).man != ply(x).man);
                if follows && rests {
                    found.extend(ply(x).man.zip(ply(y).man).map(|(first, second)| (first, second, to, moves[y])));
                }
            }
        }
        found
    };
    manoeuvres(facts, find, "clears")
}
