//! Themes of changed play: patterns of threats, answers and refutations in the phases of a two-mover.

use super::facts::{Facts, Genre, MoveName, PlyId, Row, RowKind};
use super::row::{Group, Needs, Shown, Theme, joined};
use crate::problem::Man;
use std::collections::BTreeSet;

const BASE: Theme = Theme {
    name: "",
    aliases: &[],
    group: Group::Changes,
    genres: &[Genre::Battle],
    needs: Needs::Table,
    definition: "",
    source: "J. Rice, Chess Wizardry: the New ABC of Chess Problems",
    disputed: "",
    example: ("", ""),
    counter: "",
    detect: changed,
};

const SAME_MOVE: &str = "Two moves are the same if the man, the arrival square and the promotion are the same; the \
                         departure square does not matter. Tries count if they have exactly one refutation and do not \
                         give check. A pattern that needs a try is formal.";

const FIRST_MOVE: &str = "A first move and a mate are the same if the man, the arrival square and the promotion are \
                          the same, also if the man comes from another square. Tries count if they have exactly one \
                          refutation and do not give check.";

pub static THEMES: &[Theme] = &[
    Theme {
        name: "changed mates",
        aliases: &["changed mate"],
        definition: "A defence allows exactly one mate in one phase, and exactly one different mate in another phase.",
        disputed: SAME_MOVE,
        example: ("mansfield-1915", "Qd3+ set Bxd3#, 1.Rg3! Sxd3#"),
        counter: "taverner-1889",
        detect: changed,
        ..BASE
    },
    Theme {
        name: "transferred mates",
        aliases: &["transferred mate"],
        definition: "A mate answers a defence in one phase; in another phase it answers a different defence, but not \
                     this one.",
        disputed: SAME_MOVE,
        example: ("lacny-1949", "Qe4# set after c3, 1.Sd2! after c1="),
        counter: "lincoln-2003",
        detect: transferred,
        ..BASE
    },
    Theme {
        name: "reciprocal change",
        aliases: &["reciprocal change of mates"],
        definition: "In one phase, defence a is answered by A and b by B; in another, a by B and b by A.",
        disputed: SAME_MOVE,
        example: ("aschwanden-1999", "NAfd6#, NAe4 NAbd6#"),
        counter: "lacny-1949",
        detect: reciprocal,
        ..BASE
    },
    Theme {
        name: "Lacny",
        aliases: &["Lačný", "cyclic change"],
        definition: "Three or more defences exchange their mates in a cycle between two phases: a-A, b-B, c-C \
                     becomes a-B, b-C, c-A.",
        disputed: SAME_MOVE,
        example: ("lacny-1949", "c3 Qe4#"),
        counter: "mansfield-1915",
        detect: lacny,
        ..BASE
    },
    Theme {
        name: "Zagoruiko",
        definition: "In each of at least three phases, at least two defences allow exactly one mate each. The mates \
                     of a defence differ from phase to phase, and the mates of these defences differ within each \
                     phase.",
        disputed: "Tries with exactly one refutation count as phases. The Zagoruiko is exact only if one of three \
                   phases is the play after the key and at most one is a try.",
        example: ("brown-1983", "3x2: 1.Rcf2? Oxh1 R2f4#"),
        counter: "taverner-1889",
        detect: zagoruiko,
        ..BASE
    },
    Theme {
        name: "le Grand",
        definition: "In one phase, A is the only threat, and B answers defence a. In another, B is the only threat, \
                     and A answers a.",
        disputed: SAME_MOVE,
        example: ("nastran-1998", "1.LEgxg1? threat Qd7#, 0-0-0 Qe7#"),
        counter: "lacny-1949",
        detect: le_grand,
        ..BASE
    },
    Theme {
        name: "pseudo le Grand",
        definition: "In one phase, A is the only threat, and B answers defence a. In another, B is the only threat, \
                     and A answers a different defence b.",
        disputed: SAME_MOVE,
        example: ("shire-2007", "threat Qf4#"),
        counter: "lacny-1949",
        detect: pseudo_le_grand,
        ..BASE
    },
    Theme {
        name: "Dombrovskis",
        definition: "One try threatens only A and is refuted by a; another threatens only B and is refuted by b. \
                     After the key, A answers a and B answers b.",
        example: ("lincoln-2003", "1.Bb5? (Qe6#) is refuted by Ke5"),
        counter: "taverner-1889",
        detect: dombrovskis,
        ..BASE
    },
    Theme {
        name: "Hannelius",
        definition: "One try threatens only A and is refuted by a; another threatens only B and is refuted by b. \
                     After the key, B answers a and A answers b.",
        example: ("shire-2007", "1.Sxd3! Bxe3 Sd6#, Bb4 Qf4#"),
        counter: "taverner-1889",
        detect: hannelius,
        ..BASE
    },
    Theme {
        name: "Vladimirov",
        definition: "One try by the move A is refuted by a; another by the move B is refuted by b. After the key, A \
                     answers a and B answers b.",
        source: "M. Velimirović, 20 Years of Theme Vladimirov, Mat Plus 15, 1997",
        disputed: FIRST_MOVE,
        example: ("stojnic-1999", "1.Qf1! Qh4 Se2#, c4 Sg2#"),
        counter: "chepizhny-1997",
        detect: vladimirov,
        ..BASE
    },
    Theme {
        name: "Banny",
        definition: "One try by the move A is refuted by a; another by the move B is refuted by b. After the key, B \
                     answers a and A answers b.",
        disputed: FIRST_MOVE,
        example: ("chepizhny-1997", "1.Sxe6! Rb7 Rd5#, Qa7 Qd5#"),
        counter: "stojnic-1999",
        detect: banny,
        ..BASE
    },
];

/// Returns the pairs of phases (set play, tries, keys) within each twin, and the pairs of keys of different twins. The
/// earlier phase is first in each pair.
fn pairs<'f>(facts: &'f Facts<'_>) -> Vec<(&'f Row, &'f Row)> {
    let rows = facts.table();
    let pairs = rows.iter().enumerate().flat_map(|(i, first)| rows[i + 1..].iter().map(move |second| (first, second)));
    pairs.filter(|(first, second)| first.twin == second.twin || is_key_pair(first, second)).collect()
}

/// Returns the [`pairs`] that contain a key. Pairs with a try come last.
fn pairs_with_key<'f>(facts: &'f Facts<'_>) -> Vec<(&'f Row, &'f Row)> {
    let mut pairs = pairs(facts);
    pairs.retain(|(first, second)| first.kind == RowKind::Key || second.kind == RowKind::Key);
    pairs.sort_by_key(|(first, second)| first.is_try() || second.is_try());
    pairs
}

/// Whether both phases are keys. Only keys may be compared between different twins.
fn is_key_pair(first: &Row, second: &Row) -> bool {
    first.kind == RowKind::Key && second.kind == RowKind::Key
}

/// A pattern that was found: its description, the moves that show it, and whether a try is part of it.
struct Found {
    text: String,
    plies: Vec<PlyId>,
    has_try: bool,
}

fn shown(facts: &Facts, found: Vec<Found>) -> Option<Shown> {
    // If some patterns require no try, the others are only counted.
    let formal = found.iter().all(|found| found.has_try);
    let (named, others): (Vec<Found>, Vec<Found>) = found.into_iter().partition(|found| formal || !found.has_try);
    let texts: Vec<String> = named.iter().map(|found| found.text.clone()).collect();
    let more = if others.is_empty() { String::new() } else { format!("; {} more with tries", others.len()) };
    (!named.is_empty()).then(|| {
        let plies: Vec<PlyId> = named.iter().flat_map(|found| found.plies.clone()).collect();
        let men: Vec<Man> = plies.iter().filter_map(|&id| facts.plies[id].man).collect();
        let shown = Shown::exact(joined(&texts) + &more).with_count(named.len()).with_men(men);
        shown.with_plies(plies).formal_if(formal)
    })
}

/// Returns a defence of a phase and the mate that answers it, as text, and the mating move.
fn answer(facts: &Facts, row: &Row, defence: MoveName) -> (String, PlyId) {
    let answer = &row.answers[&defence];
    (format!("{} {}", facts.move_text(answer.defence_ply), facts.move_text(answer.ply)), answer.ply)
}

fn changed(facts: &Facts) -> Option<Shown> {
    let mut found: Vec<Found> = Vec::new();
    let mut defences = BTreeSet::new();
    for (first, second) in pairs_with_key(facts) {
        for (&defence, was) in &first.answers {
            let Some(is) = second.answers.get(&defence).filter(|is| is.mate != was.mate) else { continue };
            if defences.insert(defence) {
                let text = format!(
                    "{} {} {}, {} {}",
                    facts.move_text(was.defence_ply),
                    facts.row_name(first),
                    facts.move_text(was.ply),
                    facts.row_name(second),
                    facts.move_text(is.ply)
                );
                found.push(Found { text, plies: vec![was.ply, is.ply], has_try: first.is_try() || second.is_try() });
            }
        }
    }
    shown(facts, found)
}

fn transferred(facts: &Facts) -> Option<Shown> {
    let mut found: Vec<Found> = Vec::new();
    let mut mates = BTreeSet::new();
    for (first, second) in pairs_with_key(facts) {
        for (&a, was) in &first.answers {
            let is_same = second.mate(a) == Some(was.mate);
            let other = second
                .answers
                .iter()
                .find(|&(&b, is)| b != a && is.mate == was.mate && first.mate(b) != Some(was.mate));
            let Some((_, is)) = other.filter(|_| !is_same) else { continue };
            if mates.insert(was.mate) {
                let text = format!(
                    "{} {} after {}, {} after {}",
                    facts.move_text(was.ply),
                    facts.row_name(first),
                    facts.move_text(was.defence_ply),
                    facts.row_name(second),
                    facts.move_text(is.defence_ply)
                );
                found.push(Found { text, plies: vec![was.ply, is.ply], has_try: first.is_try() || second.is_try() });
            }
        }
    }
    shown(facts, found)
}

/// Returns the cycles of changed mates between two phases. A cycle is a list of defences: the mate that answers a
/// defence in the second phase answers the next defence of the list in the first phase.
fn cycles(first: &Row, second: &Row) -> Vec<Vec<MoveName>> {
    // `next(defence)` takes the mate that answers `defence` in the second phase. It returns a defence that this mate
    // answers in the first phase.
    let next = |defence: MoveName| {
        let mate = second.mate(defence)?;
        let mut owners = first.answers.iter().filter(|(_, answer)| answer.mate == mate).map(|(&owner, _)| owner);
        let owner = owners.find(|&owner| second.mate(owner).is_some() && second.mate(owner) != Some(mate))?;
        Some(owner)
    };
    let mut cycles: Vec<Vec<MoveName>> = Vec::new();
    for &start in first.answers.keys() {
        let mut cycle = vec![start];
        while let Some(at) = next(cycle[cycle.len() - 1]).filter(|at| !cycle.contains(at)) {
            cycle.push(at);
        }
        let closes = cycle.len() > 1 && next(cycle[cycle.len() - 1]) == Some(start);
        let mates: BTreeSet<MoveName> = cycle.iter().filter_map(|&defence| first.mate(defence)).collect();
        if closes && mates.len() == cycle.len() && !cycles.iter().any(|known| known.contains(&start)) {
            cycles.push(cycle);
        }
    }
    cycles
}

fn cyclic(facts: &Facts, is_wanted: impl Fn(usize) -> bool) -> Option<Shown> {
    let mut found = Vec::new();
    for (first, second) in pairs(facts) {
        for cycle in cycles(first, second).into_iter().filter(|cycle| is_wanted(cycle.len())) {
            let told =
                |row: &Row| -> (Vec<String>, Vec<PlyId>) { cycle.iter().map(|&it| answer(facts, row, it)).unzip() };
            let ((was, mut plies), (is, more)) = (told(first), told(second));
            plies.extend(more);
            let text = format!(
                "{} defences: {} {}; {} {}",
                cycle.len(),
                facts.row_name(first),
                was.join(", "),
                facts.row_name(second),
                is.join(", ")
            );
            found.push(Found { text, plies, has_try: first.is_try() || second.is_try() });
        }
    }
    shown(facts, found)
}

fn reciprocal(facts: &Facts) -> Option<Shown> {
    cyclic(facts, |n| n == 2)
}

fn lacny(facts: &Facts) -> Option<Shown> {
    cyclic(facts, |n| n >= 3)
}

/// The greatest number of phases that are searched for Zagoruiko patterns.
const MOST_PHASES: usize = 40;

fn zagoruiko(facts: &Facts) -> Option<Shown> {
    let rows: Vec<&Row> = facts.table().iter().filter(|row| row.answers.len() > 1).take(MOST_PHASES).collect();
    let is_key = |row: &Row| row.kind == RowKind::Key;
    let mut best: Option<(Vec<&Row>, Vec<MoveName>)> = None;
    for (i, first) in rows.iter().enumerate() {
        for (j, second) in rows.iter().enumerate().skip(i + 1).filter(|(_, row)| row.twin == first.twin || is_key(row))
        {
            for third in
                rows.iter().skip(j + 1).filter(|row| is_key(row) || (row.twin == second.twin && !is_key(second)))
            {
                let phases = vec![*first, *second, *third];
                let defences = all_different(&phases);
                let tries = |phases: &[&Row]| phases.iter().filter(|row| row.is_try()).count();
                let is_better = |(known, number): &(Vec<&Row>, Vec<MoveName>)| {
                    (tries(&phases), std::cmp::Reverse(defences.len()))
                        < (tries(known), std::cmp::Reverse(number.len()))
                };
                if defences.len() > 1 && best.as_ref().is_none_or(is_better) {
                    best = Some((phases, defences));
                }
            }
        }
    }
    let (mut phases, defences) = best?;
    for row in &rows {
        let more: Vec<&Row> = phases.iter().copied().chain([*row]).collect();
        if all_different(&more).iter().filter(|defence| defences.contains(defence)).count() == defences.len() {
            phases.push(row);
        }
    }
    let told: Vec<String> = phases
        .iter()
        .map(|row| {
            let answers: Vec<String> = defences.iter().map(|&it| answer(facts, row, it).0).collect();
            format!("{} {}", facts.row_name(row), answers.join(", "))
        })
        .collect();
    let plies = phases.iter().flat_map(|row| defences.iter().map(|it| row.answers[it].ply));
    let formal = phases.iter().take(3).filter(|row| row.is_try()).count() > 1;
    let text = format!("{}x{}: {}", phases.len(), defences.len(), told.join("; "));
    Some(Shown::exact(text).with_count(phases.len()).with_plies(plies).formal_if(formal))
}

/// Returns defences that have a single mate in every phase. The mates of a defence differ between the phases, and the
/// mates within a phase differ too. A defence is left out if one of its mates repeats that of an earlier defence.
fn all_different(phases: &[&Row]) -> Vec<MoveName> {
    let mut defences: Vec<MoveName> = Vec::new();
    for &defence in phases[0].answers.keys() {
        let mates: Vec<Option<MoveName>> = phases.iter().map(|row| row.mate(defence)).collect();
        let distinct: BTreeSet<_> = mates.iter().collect();
        let is_alone = |row: &&Row| defences.iter().all(|&other| row.mate(other) != row.mate(defence));
        if mates.iter().all(Option::is_some) && distinct.len() == phases.len() && phases.iter().all(is_alone) {
            defences.push(defence);
        }
    }
    defences
}

/// Searches for pairs of phases that each have exactly one threat, A in the first and B in the second, such that B
/// answers a defence in the first phase and A answers a defence in the second. `is_wanted` selects the pairs of
/// defences. Returns `None` if there are no such phases.
fn threats_exchanged(facts: &Facts, is_wanted: impl Fn(MoveName, MoveName) -> bool) -> Option<Shown> {
    let mut found = Vec::new();
    for (first, second) in pairs(facts) {
        let (Some(a), Some(b)) = (first.threat(), second.threat()) else { continue };
        let of = |row: &Row, mate: MoveName| -> Vec<MoveName> {
            row.answers.iter().filter(|(_, answer)| answer.mate == mate).map(|(&defence, _)| defence).collect()
        };
        let (in_first, in_second) = (of(first, b), of(second, a));
        let pair =
            in_first.iter().flat_map(|&x| in_second.iter().map(move |&y| (x, y))).find(|&(x, y)| is_wanted(x, y));
        let Some((x, y)) = pair.filter(|_| a != b) else { continue };
        let ((one, ply), (other, more)) = (answer(facts, first, x), answer(facts, second, y));
        let text = format!(
            "{} threat {}, {one}; {} threat {}, {other}",
            facts.row_name(first),
            facts.move_text(first.threats[&a]),
            facts.row_name(second),
            facts.move_text(second.threats[&b])
        );
        let plies = vec![first.threats[&a], ply, second.threats[&b], more];
        found.push(Found { text, plies, has_try: first.is_try() && second.is_try() });
    }
    shown(facts, found)
}

fn le_grand(facts: &Facts) -> Option<Shown> {
    threats_exchanged(facts, |x, y| x == y)
}

fn pseudo_le_grand(facts: &Facts) -> Option<Shown> {
    // A complete le Grand does not count as a pseudo le Grand.
    if le_grand(facts).is_some() {
        return None;
    }
    threats_exchanged(facts, |x, y| x != y)
}

/// Searches for pairs of tries with moves that return as mates after the key: the move of each try is the answer to its
/// own refutation or, if `crossed` is set, to that of the other try. `of_try` selects the move of a try. Returns `None`
/// if there are no such tries.
fn returning(
    facts: &Facts,
    crossed: bool,
    of_try: impl Fn(&Facts, &Row) -> Option<(MoveName, PlyId)>,
) -> Option<Shown> {
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    let rows = facts.table();
    let tries: Vec<&Row> = rows.iter().filter(|row| row.is_try()).collect();
    for (i, first) in tries.iter().enumerate() {
        for second in tries[i + 1..].iter().filter(|second| second.twin == first.twin) {
            let (Some((a, a_ply)), Some((b, b_ply))) = (of_try(facts, first), of_try(facts, second)) else { continue };
            let (Some((x, x_ply)), Some((y, y_ply))) = (first.refutation, second.refutation) else { continue };
            let (to_x, to_y) = if crossed { (b, a) } else { (a, b) };
            for key in rows.iter().filter(|row| row.kind == RowKind::Key && row.twin == first.twin) {
                let is_shown = a != b && x != y && key.mate(x) == Some(to_x) && key.mate(y) == Some(to_y);
                // Further tries with the same moves or the same refutations add nothing.
                if !is_shown || !known.insert((x.min(y), x.max(y))) {
                    continue;
                }
                let ((one, ply), (other, more)) = (answer(facts, key, x), answer(facts, key, y));
                let text = format!(
                    "{} is refuted by {}, {} by {}; {} {one}, {other}",
                    try_name(facts, first, a_ply),
                    facts.move_text(x_ply),
                    try_name(facts, second, b_ply),
                    facts.move_text(y_ply),
                    facts.row_name(key)
                );
                found.push(Found { text, plies: vec![a_ply, x_ply, b_ply, y_ply, ply, more], has_try: false });
            }
        }
    }
    shown(facts, found)
}

/// Returns the text that names a try, with the move that is compared if it is not the first move: `1.Bb5? (Qe6#)`.
fn try_name(facts: &Facts, row: &Row, compared: PlyId) -> String {
    match row.first {
        Some(first) if first == compared => facts.row_name(row),
        _ => format!("{} ({})", facts.row_name(row), facts.move_text(compared)),
    }
}

fn threat_of(_: &Facts, row: &Row) -> Option<(MoveName, PlyId)> {
    row.threat().map(|threat| (threat, row.threats[&threat]))
}

fn first_of(facts: &Facts, row: &Row) -> Option<(MoveName, PlyId)> {
    let first = row.first?;
    Some((facts.move_name(first)?, first))
}

fn dombrovskis(facts: &Facts) -> Option<Shown> {
    returning(facts, false, threat_of)
}

fn hannelius(facts: &Facts) -> Option<Shown> {
    returning(facts, true, threat_of)
}

fn vladimirov(facts: &Facts) -> Option<Shown> {
    returning(facts, false, first_of)
}

fn banny(facts: &Facts) -> Option<Shown> {
    returning(facts, true, first_of)
}
