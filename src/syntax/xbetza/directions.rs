//! Converts the direction modifiers of a leg to vectors. Those of the first leg are relative to the board,
//! those of a later leg to the leg before it.

use super::Atom;
use crate::pieces::{QUEEN, Turns, Vector, leaper};
use crate::syntax::diagnostic::quoted;
use crate::syntax::grammar::Fault;

/// Returns the vectors that the first leg of a move may take.
pub(super) fn starts<'a>(
    text: &'a str,
    written: &str,
    directions: &str,
    atom: &Atom,
) -> Result<Vec<Vector>, nom::Err<Fault<'a>>> {
    let all: Vec<Vector> = atom.leaps.iter().flat_map(|&(a, b)| images(a, b)).collect();
    // The vectors are in the order of rotation, on which lines that bend rely.
    let all = if atom.compound { QUEEN.to_vec() } else { all };
    if directions.is_empty() {
        return Ok(all);
    }
    if atom.compound {
        let message = format!("the directions of the compound atom in {} are ambiguous", quoted(written));
        return Err(Fault::new(
            text,
            written.len(),
            message,
            "expected the parts of the atom, such as `fWfF` for `fK`",
        )
        .stop());
    }
    let &(a, b) = &atom.leaps[0];
    let meaning: fn(&str, Vector) -> Option<bool> = match (a, b) {
        (0, _) => orthogonal,
        (a, b) if a == b => diagonal,
        _ => oblique,
    };
    let mut chosen = vec![false; all.len()];
    let mut rest = directions;
    while !rest.is_empty() {
        let length = [2, 1].into_iter().find(|&length| {
            rest.get(..length).is_some_and(|word| all.iter().all(|&vector| meaning(word, vector).is_some()))
        });
        let Some(length) = length else { return Err(unclear(text, written, rest)) };
        for (chosen, &vector) in chosen.iter_mut().zip(&all) {
            *chosen |= meaning(&rest[..length], vector) == Some(true);
        }
        rest = &rest[length..];
    }
    Ok(all.into_iter().zip(chosen).filter_map(|(vector, chosen)| chosen.then_some(vector)).collect())
}

fn unclear<'a>(text: &'a str, written: &str, directions: &str) -> nom::Err<Fault<'a>> {
    let message = format!("the directions {} in {} are ambiguous", quoted(directions), quoted(written));
    Fault::new(text, written.len(), message, "expected directions that docs/xbetza.md describes").stop()
}

/// Whether a direction modifier such as `f` (forward) or `s` (sideways) allows this orthogonal vector; `None` if
/// orthogonal leaps have no such modifier.
fn orthogonal(word: &str, (files, ranks): Vector) -> Option<bool> {
    Some(match word {
        "f" => ranks > 0,
        "b" => ranks < 0,
        "l" => files < 0,
        "r" => files > 0,
        "v" => files == 0,
        "s" => ranks == 0,
        _ => return None,
    })
}

fn diagonal(word: &str, (files, ranks): Vector) -> Option<bool> {
    Some(match word {
        "f" | "fs" => ranks > 0,
        "b" | "bs" => ranks < 0,
        "l" | "lv" => files < 0,
        "r" | "rv" => files > 0,
        "v" | "s" => true,
        "fl" | "lf" => files < 0 && ranks > 0,
        "fr" | "rf" => files > 0 && ranks > 0,
        "bl" | "lb" => files < 0 && ranks < 0,
        "br" | "rb" => files > 0 && ranks < 0,
        _ => return None,
    })
}

/// Whether a direction modifier such as `fh` (forward half) allows this oblique vector, such as (1,2); `None` if
/// oblique leaps have no such modifier. In a modifier that allows one vector only, the second letter is the longer
/// component: `rfN` is (1,2), `frN` is (2,1).
fn oblique(word: &str, (files, ranks): Vector) -> Option<bool> {
    let long = ranks.abs() > files.abs();
    Some(match word {
        "f" | "ff" => ranks > 0 && long,
        "b" | "bb" => ranks < 0 && long,
        "l" | "ll" => files < 0 && !long,
        "r" | "rr" => files > 0 && !long,
        "v" => long,
        "s" => !long,
        "fh" => ranks > 0,
        "bh" => ranks < 0,
        "lh" => files < 0,
        "rh" => files > 0,
        "fs" => ranks > 0 && !long,
        "bs" => ranks < 0 && !long,
        "lv" => files < 0 && long,
        "rv" => files > 0 && long,
        "fl" => files < 0 && ranks > 0 && !long,
        "fr" => files > 0 && ranks > 0 && !long,
        "bl" => files < 0 && ranks < 0 && !long,
        "br" => files > 0 && ranks < 0 && !long,
        "lf" => files < 0 && ranks > 0 && long,
        "rf" => files > 0 && ranks > 0 && long,
        "lb" => files < 0 && ranks < 0 && long,
        "rb" => files > 0 && ranks < 0 && long,
        _ => return None,
    })
}

/// Returns the turns that a further leg makes from the direction of the leg before it.
pub(super) fn turns<'a>(
    text: &'a str,
    written: &str,
    directions: &str,
    atom: &Atom,
) -> Result<Turns, nom::Err<Fault<'a>>> {
    const BACK: u8 = 1 << 4;
    if directions.is_empty() {
        return Ok(match (atom.compound, atom.is_straight()) {
            (true, _) => Turns::Eighths(!BACK),
            (false, true) => Turns::Eighths(1 | 1 << 2 | 1 << 6),
            (false, false) => Turns::Images,
        });
    }
    let word = |word: &str| {
        let eighths: &[u8] = match word {
            "f" => &[0],
            "b" => &[4],
            "v" => &[0, 4],
            "s" => &[2, 6],
            "l" if atom.is_straight() => &[2],
            "r" if atom.is_straight() => &[6],
            "fl" | "lf" if atom.is_straight() => &[1],
            "bl" | "lb" if atom.is_straight() => &[3],
            "br" | "rb" if atom.is_straight() => &[5],
            "fr" | "rf" if atom.is_straight() => &[7],
            "fs" if atom.is_straight() => &[1, 7],
            "bs" if atom.is_straight() => &[3, 5],
            "lv" if atom.is_straight() => &[1, 3],
            "rv" if atom.is_straight() => &[5, 7],
            _ => return None,
        };
        Some(eighths.iter().fold(0u8, |set, eighth| set | 1 << eighth))
    };
    let mut set = 0;
    let mut rest = directions;
    while !rest.is_empty() {
        // Two letters are read together if they mean something together; `sf` is ambiguous.
        let doubtful = matches!(rest.get(..2), Some("sf" | "sb" | "vl" | "vr"));
        let found = [2, 1].into_iter().find_map(|length| Some((length, word(rest.get(..length)?)?)));
        let Some((length, eighths)) = found.filter(|_| !doubtful) else { return Err(unclear(text, written, rest)) };
        set |= eighths;
        rest = &rest[length..];
    }
    Ok(Turns::Eighths(set))
}

/// Returns the vectors of a leap in all directions, in order of rotation.
fn images(a: i8, b: i8) -> Vec<Vector> {
    if a == 0 || a == b { leaper::<4>(a, b).to_vec() } else { leaper::<8>(a, b).to_vec() }
}
