//! Themes that compare the solutions of help play.

use super::facts::{Facts, Genre, Line, MoveName, PlyId};
use super::row::{Group, Needs, Shown, Theme, joined};
use crate::problem::Man;
use crate::units::{Color, Goal};

const BASE: Theme = Theme {
    name: "",
    aliases: &[],
    group: Group::Help,
    genres: &[Genre::Help],
    needs: Needs::Moves,
    definition: "",
    source: "M. Velimirović and K. Valtonen, Encyclopedia of Chess Problems; C. J. Feather, The Art of the Helpmate",
    disputed: "",
    example: ("", ""),
    counter: "",
    detect: zilahi,
};

pub static THEMES: &[Theme] = &[
    Theme {
        name: "Zilahi",
        aliases: &["Zilahi theme"],
        definition: "In one line, a man of the mating side mates and another is captured; in a second line, the other \
                     man mates and the first is captured. Lines of twins and set play count.",
        disputed: "A man that is captured without having moved also counts (passive Zilahi); the output calls it \
                   unmoved.",
        example: ("Broodings-50/3", "Bc5 is captured in a) and mates in c)"),
        counter: "linss-1984-h3",
        detect: zilahi,
        ..BASE
    },
    Theme {
        name: "cyclic Zilahi",
        definition: "Three or more men of the mating side form a cycle: each mates in one line, and is captured in \
                     the line in which the next one mates.",
        example: ("z5x1", "5 lines"),
        counter: "Broodings-50/5",
        detect: cyclic_zilahi,
        ..BASE
    },
    Theme {
        name: "reciprocal change of moves",
        aliases: &["change of moves"],
        definition: "Two solutions contain the same moves of one side, but two of these moves change places. The \
                     moves of the other side differ.",
        disputed: "Two moves are the same if the man, the arrival square and the promotion are the same.",
        example: ("bakcsi-1974-h2", "1.a6 Bg3 2.0-0-0 Sb6# / 1.Rh8 Sb6+ 2.Kb8 Bg3#"),
        counter: "Broodings-50/5",
        detect: reciprocal_moves,
        ..BASE
    },
    Theme {
        name: "cyclic change of moves",
        definition: "Three or more solutions contain the same moves of one side, in orders that are cyclic shifts \
                     of each other.",
        disputed: "Two moves are the same if the man, the arrival square and the promotion are the same.",
        example: ("martoudis-1985", "1.c3 Bf3+ 2.Kd3 Bxh6 3.Qc4 0-0-0#"),
        counter: "bakcsi-1974-h2",
        detect: cyclic_moves,
        ..BASE
    },
    Theme {
        name: "repeated mate",
        definition: "Two solutions end with the same mate: the same man on the same square, with the same promotion.",
        disputed: "This is often a defect rather than a theme.",
        example: ("BEISPIEL_intell_7", "h8=Q# in 2 solutions"),
        counter: "Broodings-50/5",
        detect: repeated_mate,
        ..BASE
    },
];

/// The greatest number of lines that are compared. A problem with more lines is cooked.
const MOST_LINES: usize = 64;

/// Returns the lines of help play that are compared, or none if there are more than [`MOST_LINES`].
fn lines<'f>(facts: &'f Facts<'_>) -> Vec<&'f Line> {
    let ends = |line: &&Line| facts.plies[line.last()].node.goals.contains(&Goal::Mate);
    let lines: Vec<&Line> = facts.lines().iter().filter(ends).collect();
    if lines.len() > MOST_LINES { Vec::new() } else { lines }
}

// ── Zilahi ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// Returns the man that mates in a line.
fn mater(facts: &Facts, line: &Line) -> Option<Man> {
    facts.plies[line.last()].man
}

/// Returns the move in a line by which the other side captures this man of the mating side, or `None` if it is not
/// captured.
fn capture(facts: &Facts, line: &Line, man: Man) -> Option<PlyId> {
    let mating = facts.plies[line.last()].side();
    line.plies.iter().copied().find(|&id| facts.plies[id].captured == Some(man) && facts.plies[id].side() != mating)
}

/// Returns the cycles of lines in which the man that mates in one line is captured in the next line. A cycle has at
/// least two and at most `most` lines, with different mating men.
fn cycles<'f>(facts: &'f Facts<'_>, most: usize) -> Vec<Vec<&'f Line>> {
    let lines = lines(facts);
    let next = |at: usize| -> Vec<usize> {
        let Some(man) = mater(facts, lines[at]) else { return Vec::new() };
        (0..lines.len()).filter(|&other| other != at && capture(facts, lines[other], man).is_some()).collect()
    };
    let steps: Vec<Vec<usize>> = (0..lines.len()).map(next).collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut paths: Vec<Vec<usize>> = (0..lines.len()).map(|at| vec![at]).collect();
    // Each cycle begins with its smallest line. The number of paths is limited; a problem with more paths is cooked.
    for _ in 1..most {
        let mut longer = Vec::new();
        for path in &paths {
            for &to in &steps[path[path.len() - 1]] {
                let is_new_man = path.iter().all(|&at| mater(facts, lines[at]) != mater(facts, lines[to]));
                if to > path[0] && !path.contains(&to) && is_new_man && longer.len() < 10_000 {
                    longer.push([path.clone(), vec![to]].concat());
                }
            }
        }
        found.extend(longer.iter().filter(|path| steps[path[path.len() - 1]].contains(&path[0])).cloned());
        paths = longer;
    }
    found.into_iter().map(|path| path.into_iter().map(|at| lines[at]).collect()).collect()
}

fn cycles_shown(facts: &Facts, cycles: &[Vec<&Line>]) -> Option<Shown> {
    let mut men: Vec<Man> = Vec::new();
    let (mut texts, mut plies) = (Vec::new(), Vec::new());
    for cycle in cycles {
        for (i, line) in cycle.iter().enumerate() {
            let other = cycle[(i + 1) % cycle.len()];
            let Some(man) = mater(facts, line) else { continue };
            let Some(taken) = capture(facts, other, man) else { continue };
            let before: Vec<PlyId> = facts.path(taken);
            let moved = before.iter().any(|&id| facts.plies[id].man == Some(man));
            let passive = if moved { "" } else { " unmoved" };
            let (captured_in, mates_in) = (facts.label(other), facts.label(line));
            texts.push(format!("{} is captured{passive} in {captured_in} and mates in {mates_in}", facts.name(man)));
            men.push(man);
            plies.extend([line.last(), taken]);
        }
    }
    (!men.is_empty()).then(|| Shown::exact(joined(&texts)).with_men(men).with_plies(plies))
}

fn zilahi(facts: &Facts) -> Option<Shown> {
    let mut all = cycles(facts, 2);
    // Two men may exchange roles in several pairs of lines. Such pairs count once.
    let mut known: Vec<Vec<Option<Man>>> = Vec::new();
    all.retain(|cycle| {
        let mut men: Vec<Option<Man>> = cycle.iter().map(|line| mater(facts, line)).collect();
        men.sort();
        let is_new = !known.contains(&men);
        known.push(men);
        is_new
    });
    Some(cycles_shown(facts, &all)?.with_count(all.len()))
}

fn cyclic_zilahi(facts: &Facts) -> Option<Shown> {
    let all = cycles(facts, 6);
    let longest = all.iter().filter(|cycle| cycle.len() > 2).max_by_key(|cycle| cycle.len())?;
    let shown = cycles_shown(facts, std::slice::from_ref(longest))?;
    let text = format!("{} lines: {}", longest.len(), shown.text);
    Some(Shown { text, ..shown }.with_count(longest.len()))
}

// ── the same moves in several solutions ──────────────────────────────────────────────────────────────────────────

/// Returns the names of the moves of a side in a line.
fn names(facts: &Facts, line: &Line, side: Color) -> Vec<MoveName> {
    line.plies.iter().filter(|&&id| facts.plies[id].side() == side).filter_map(|&id| facts.move_name(id)).collect()
}

/// Searches the solutions for groups with related moves of one side, for each side. `find` gets the moves of this side
/// in each solution, and those of the other side; it returns groups of indices of solutions. Returns `None` if it finds
/// no group.
fn same_moves(facts: &Facts, find: impl Fn(&[Vec<MoveName>], &[Vec<MoveName>]) -> Vec<Vec<usize>>) -> Option<Shown> {
    let lines: Vec<&Line> = lines(facts).into_iter().filter(|line| !facts.stages[line.stage].is_set_play).collect();
    let (mut texts, mut plies) = (Vec::new(), Vec::new());
    for side in [Color::White, Color::Black] {
        let of = |side: Color| lines.iter().map(|line| names(facts, line, side)).collect::<Vec<_>>();
        for group in find(&of(side), &of(!side)) {
            let told: Vec<String> = group.iter().map(|&at| facts.path_text(lines[at].last())).collect();
            texts.push(format!("{}: {}", side.name(), told.join(" / ")));
            plies.extend(group.iter().map(|&at| lines[at].last()));
        }
    }
    let count = texts.len();
    (count > 0).then(|| Shown::exact(joined(&texts)).with_count(count).with_plies(plies))
}

fn reciprocal_moves(facts: &Facts) -> Option<Shown> {
    let is_exchanged = |a: &[MoveName], b: &[MoveName]| {
        let differing: Vec<usize> = (0..a.len().min(b.len())).filter(|&at| a[at] != b[at]).collect();
        a.len() == b.len() && matches!(differing[..], [i, j] if a[i] == b[j] && a[j] == b[i])
    };
    same_moves(facts, |moves, others| {
        let pairs = (0..moves.len()).flat_map(|i| (i + 1..moves.len()).map(move |j| vec![i, j]));
        pairs.filter(|p| is_exchanged(&moves[p[0]], &moves[p[1]]) && others[p[0]] != others[p[1]]).collect()
    })
}

fn cyclic_moves(facts: &Facts) -> Option<Shown> {
    let is_shift = |a: &[MoveName], b: &[MoveName]| {
        let shifted = |by: usize| (0..a.len()).all(|at| a[(at + by) % a.len()] == b[at]);
        a.len() == b.len() && a.len() > 2 && a != b && (1..a.len()).any(shifted)
    };
    same_moves(facts, |moves, _| {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for i in 0..moves.len() {
            let shifts = (i + 1..moves.len()).filter(|&j| is_shift(&moves[i], &moves[j]));
            let mut group = vec![i];
            for j in shifts {
                if group.iter().all(|&known| moves[known] != moves[j]) {
                    group.push(j);
                }
            }
            if group.len() > 2 && !groups.iter().any(|known| known.contains(&i)) {
                groups.push(group);
            }
        }
        groups
    })
}

fn repeated_mate(facts: &Facts) -> Option<Shown> {
    let lines: Vec<&Line> = lines(facts).into_iter().filter(|line| !facts.stages[line.stage].is_set_play).collect();
    let mut groups: Vec<(MoveName, Vec<PlyId>)> = Vec::new();
    for line in lines {
        let Some(name) = facts.move_name(line.last()) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.push(line.last()),
            None => groups.push((name, vec![line.last()])),
        }
    }
    groups.retain(|(_, group)| group.len() > 1);
    let texts: Vec<String> =
        groups.iter().map(|(_, group)| format!("{} in {} solutions", facts.move_text(group[0]), group.len())).collect();
    (!groups.is_empty()).then(|| {
        Shown::exact(joined(&texts))
            .with_count(groups.len())
            .with_men(groups.iter().map(|(name, _)| name.man))
            .with_plies(groups.iter().flat_map(|(_, group)| group.clone()))
    })
}
