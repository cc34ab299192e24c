//! Invisible men that parried mates, which often parry the next one. They are tried before a search, whose result
//! does not depend on them.

use super::line::Line;
use super::query::{Query, Team};
use super::view::Told;
use hashbrown::HashMap;
use std::collections::VecDeque;

/// Number of teams kept for each last move, and of the latest.
const REMEMBERED: usize = 4;

#[derive(Clone, Default)]
pub struct Escapes {
    by_last_move: HashMap<Told, VecDeque<Team>>,
    latest: VecDeque<Team>,
}

impl Escapes {
    /// Whether a remembered team answers the query.
    pub fn answer(&self, query: &Query) -> bool {
        let same = query.line.told().last().and_then(|told| self.by_last_move.get(told));
        same.into_iter().flatten().chain(&self.latest).any(|team| query.is_answered_by(team))
    }

    /// Keeps all invisible men, which parry the last move of the line.
    pub fn note(&mut self, line: &Line, team: Team) {
        if let Some(&told) = line.told().last() {
            remember(self.by_last_move.entry(told).or_default(), team.clone());
        }
        remember(&mut self.latest, team);
    }
}

fn remember(teams: &mut VecDeque<Team>, team: Team) {
    teams.truncate(REMEMBERED - 1);
    teams.push_front(team);
}
