//! Themes of the mating positions: pure, model and ideal mates, echoes, pins, batteries.

use super::facts::{Facts, Final, Genre};
use super::row::{Group, Needs, Shown, Theme, joined};
use crate::units::{Placement, Special, Square};

const GENRES: &[Genre] = &[Genre::Battle, Genre::Help];
const BASE: Theme = Theme {
    name: "",
    aliases: &[],
    group: Group::Mates,
    genres: GENRES,
    needs: Needs::Engine,
    definition: "",
    source: "H. Albrecht, Über Musterbilder; Velimirović and Valtonen, Encyclopedia of Chess Problems",
    disputed: "",
    example: ("", ""),
    counter: "",
    detect: pure,
};

pub static THEMES: &[Theme] = &[
    Theme {
        name: "pure mate",
        definition: "Each square around the mated king is barred exactly once, by a man of its own side or by a \
                     single guard, and only one man checks. Guards are counted as if the king were not on the board. \
                     All mates of the actual play except threats count, each position once.",
        disputed: "A blocked square that the pinning man also guards is allowed if the pin is needed. A double check \
                   is never pure.",
        example: ("linss-1984-h3", "1 of 1 mates: 1.Kc4"),
        counter: "kahl-1967-m1",
        detect: pure,
        ..BASE
    },
    Theme {
        name: "economical mate",
        definition: "Every man of the mating side except king and pawns checks, guards a square around the king \
                     that no man of the mated side blocks, or pins a man whose pin is needed.",
        example: ("linss-1984-h3", "1 of 1 mates"),
        counter: "taverner-1889",
        detect: economical,
        ..BASE
    },
    Theme {
        name: "model mate",
        aliases: &["model mates"],
        definition: "A mate that is pure and economical.",
        disputed: "Model mates with needed pins count; double checks do not.",
        example: ("Broodings-50/3", "4 of 4 mates"),
        counter: "kahl-1967-m1",
        detect: model,
        ..BASE
    },
    Theme {
        name: "ideal mate",
        definition: "A model mate in which every man on the board takes part: the men of the mating side, including \
                     king and pawns, as in an economical mate; the men of the mated side by a needed block or a \
                     needed pin.",
        example: ("linss-1984-h3", "1 of 1 mates"),
        counter: "Broodings-50/3",
        detect: ideal,
        ..BASE
    },
    Theme {
        name: "mirror mate",
        definition: "No man is next to the mated king.",
        disputed: "A king on the edge counts, with its five squares; a king in the corner does not.",
        example: ("seneca-1949", "2 of 4 mates"),
        counter: "kahl-1967-m1",
        detect: mirror,
        ..BASE
    },
    Theme {
        name: "echo",
        aliases: &["echo mates"],
        definition: "Two model mates that look the same from the mated king, up to rotation or reflection: the same \
                     men take part, and the same edges of the board are next to the king.",
        disputed: "If the diagram is symmetric, the echo is formal, since it follows from the symmetry.",
        example: ("linss-1990-h3-a", "Kd4 (1.Qd5+"),
        counter: "linss-1984-h3",
        detect: echo,
        ..BASE
    },
    Theme {
        name: "chameleon echo",
        definition: "An echo in which the squares of the mated king have different colours.",
        example: ("linss-1990-h3-a", "Kd5 (1.Be4"),
        counter: "linss-1984-h3",
        detect: chameleon,
        ..BASE
    },
    Theme {
        name: "pin mate",
        aliases: &["pin-mate"],
        definition: "A man of the mated side is pinned, and without the man that pins it, it has a legal move.",
        example: ("mansfield-1922", "f4 pinned by f1"),
        counter: "linss-1984-h3",
        detect: pin,
        ..BASE
    },
    Theme {
        name: "battery mate",
        definition: "The last move opens a line: a man behind the man that moves gives check across the square that \
                     it leaves. Castling and en passant captures do not count.",
        example: ("pw2", "4.Kf7# (royal battery from h8)"),
        counter: "linss-1984-h3",
        detect: battery,
        ..BASE
    },
];

/// Returns the result for the mates that show a theme, those for which `is_shown` is true, or `None` if there are none.
fn shown(facts: &Facts, is_shown: impl Fn(&Final) -> bool) -> Option<Shown> {
    let finals = facts.finals();
    let found: Vec<&Final> = finals.iter().filter(|end| is_shown(end)).collect();
    let moves: Vec<String> = found.iter().map(|end| facts.path_text(end.ply)).collect();
    let text = format!("{} of {} mates: {}", found.len(), finals.len(), joined(&moves));
    (!found.is_empty()).then(|| {
        let squares = found.iter().map(|end| end.king);
        Shown::exact(text).with_count(found.len()).with_squares(squares).with_plies(found.iter().map(|end| end.ply))
    })
}

fn pure(facts: &Facts) -> Option<Shown> {
    shown(facts, Final::is_pure)
}

fn economical(facts: &Facts) -> Option<Shown> {
    shown(facts, Final::is_economical)
}

fn model(facts: &Facts) -> Option<Shown> {
    shown(facts, Final::is_model)
}

fn ideal(facts: &Facts) -> Option<Shown> {
    shown(facts, Final::is_ideal)
}

fn mirror(facts: &Facts) -> Option<Shown> {
    shown(facts, |end| end.field.len() > 3 && end.field.iter().all(|field| field.unit.is_none()))
}

/// Returns the groups of model mates that look alike under some reflection or rotation. Each group has at least two
/// positions.
fn echoes<'f>(facts: &'f Facts<'_>) -> Vec<Vec<&'f Final>> {
    let mut groups: Vec<(Vec<_>, Vec<&Final>)> = Vec::new();
    for end in facts.finals().iter().filter(|end| end.is_model()) {
        let picture = end.picture(0);
        let pictures: Vec<_> = (0..8).map(|symmetry| end.picture(symmetry)).collect();
        match groups.iter_mut().find(|(known, _)| pictures.contains(known)) {
            Some((_, group)) => group.push(end),
            None => groups.push((picture, vec![end])),
        }
    }
    groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1).collect()
}

fn echo(facts: &Facts) -> Option<Shown> {
    let groups: Vec<Vec<&Final>> =
        echoes(facts).into_iter().filter(|group| group.iter().any(|end| end.king != group[0].king)).collect();
    echo_of(facts, &groups)
}

fn chameleon(facts: &Facts) -> Option<Shown> {
    let is_light = |end: &Final| (end.king.file() + end.king.rank()) % 2 == 1;
    let mut groups = echoes(facts);
    groups.retain(|group| group.iter().any(|end| is_light(end) != is_light(group[0])));
    echo_of(facts, &groups)
}

fn echo_of(facts: &Facts, groups: &[Vec<&Final>]) -> Option<Shown> {
    let text = |group: &Vec<&Final>| {
        let ends: Vec<String> =
            group.iter().map(|end| format!("K{} ({})", end.king, facts.path_text(end.ply))).collect();
        joined(&ends)
    };
    let texts: Vec<String> = groups.iter().map(text).collect();
    let ends = groups.iter().flatten();
    let symmetric = facts.stages.iter().any(|stage| is_symmetric(&stage.begin.placement));
    (!groups.is_empty()).then(|| {
        Shown::exact(joined(&texts))
            .with_count(groups.iter().map(Vec::len).sum())
            .with_squares(ends.clone().map(|end| end.king))
            .with_plies(ends.map(|end| end.ply))
            .formal_if(symmetric)
    })
}

/// Whether a reflection of the board leaves the position unchanged.
fn is_symmetric(placement: &Placement) -> bool {
    let mirrored = |square: Square| Square::new(7 - square.file().min(7), square.rank());
    placement.iter().all(|(square, unit)| mirrored(square).and_then(|other| placement.get(other)) == Some(unit))
}

fn pin(facts: &Facts) -> Option<Shown> {
    let ends: Vec<&Final> = facts.finals().iter().filter(|end| !end.pins.is_empty()).collect();
    let told = |end: &&Final| {
        let pinned: Vec<String> = end.pins.iter().map(|&(man, by)| format!("{man} pinned by {by}")).collect();
        format!("{} ({})", facts.path_text(end.ply), pinned.join(", "))
    };
    let texts: Vec<String> = ends.iter().map(told).collect();
    let men = ends.iter().flat_map(|end| end.pins.iter().filter_map(|&(man, _)| end.man(man)));
    let squares = ends.iter().flat_map(|end| end.pins.iter().map(|&(man, _)| man));
    let text = format!("{} of {} mates: {}", ends.len(), facts.finals().len(), joined(&texts));
    (!ends.is_empty()).then(|| {
        let plies = ends.iter().map(|end| end.ply);
        Shown::exact(text).with_count(ends.len()).with_men(men).with_squares(squares).with_plies(plies)
    })
}

fn battery(facts: &Facts) -> Option<Shown> {
    let rear = |end: &Final| {
        let ply = &facts.plies[end.ply];
        let is_plain = ply.node.record.special == Special::None;
        end.checkers.iter().copied().find(|&checker| is_plain && checker != ply.to())
    };
    let mut found = Vec::new();
    for end in facts.finals() {
        let Some(checker) = rear(end) else { continue };
        let ply = &facts.plies[end.ply];
        let kind = match (end.checkers.len() > 1, ply.node.record.mover.is_royal()) {
            (true, _) => "double check",
            (_, true) => "royal battery",
            _ => "battery",
        };
        found.push((end, checker, format!("{} ({kind} from {checker})", facts.path_text(end.ply))));
    }
    let texts: Vec<String> = found.iter().map(|(_, _, text)| text.clone()).collect();
    let men = found.iter().flat_map(|(end, checker, _)| [end.man(*checker), facts.plies[end.ply].man]).flatten();
    (!found.is_empty()).then(|| {
        Shown::exact(joined(&texts))
            .with_count(found.len())
            .with_men(men)
            .with_squares(found.iter().map(|(end, ..)| end.king))
            .with_plies(found.iter().map(|(end, ..)| end.ply))
    })
}
