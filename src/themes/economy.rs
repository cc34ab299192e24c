//! Themes of economy: men that take no part in the play.

use super::facts::{Facts, Genre};
use super::row::{Group, Needs, Shown, Theme};
use crate::problem::Man;
use std::collections::BTreeSet;

pub static THEMES: &[Theme] = &[Theme {
    name: "idle men",
    aliases: &["idle"],
    group: Group::Economy,
    genres: &[Genre::Battle, Genre::Help],
    needs: Needs::Engine,
    definition: "Men that never move and are never captured in the play, including tries and set play, and that \
                 neither check, guard, block nor pin in any mate of the actual play.",
    source: "the project's own definition",
    disputed: "Such a man may still be needed: to stop cooks, or to guard in the middle of the play. The list is a \
               question to the composer, not a verdict, and is therefore always formal. `keymove explore economy` \
               answers with a second search which men have no effect: it removes each man and solves again.",
    example: ("corrias-1917", "Pa3, Ph3"),
    counter: "linss-1984-h3",
    detect: idle,
}];

fn idle(facts: &Facts) -> Option<Shown> {
    let finals = facts.finals();
    // If the search was cut, a man that takes no part in the known play may take part in other play.
    if finals.is_empty() || facts.is_cut() {
        return None;
    }
    let mut active: BTreeSet<Man> = BTreeSet::new();
    for ply in &facts.plies {
        active.extend(ply.man.into_iter().chain(ply.captured).chain(ply.also.iter().filter_map(|also| also.man)));
    }
    for end in finals {
        let parts = end.board.men.iter().filter(|(square, _)| *square == end.king || end.takes_part(*square));
        active.extend(parts.map(|(_, man)| man));
    }
    let mut men: Vec<Man> = Vec::new();
    for (_, man) in facts.stages.iter().flat_map(|stage| stage.begin.men.iter()) {
        let is_king = facts.unit(man).is_some_and(|unit| unit.is_royal());
        if !active.contains(&man) && !is_king && !men.contains(&man) {
            men.push(man);
        }
    }
    men.sort_by_key(|man| (man.square.file(), man.square.rank()));
    let count = men.len();
    (count > 0).then(|| {
        Shown::exact(facts.names(&men))
            .with_count(count)
            .with_squares(men.iter().map(|man| man.square))
            .with_men(men)
            .formal_if(true)
    })
}
