//! Invisible men that parried mates in earlier queries. They are tried before a search, because they often parry the
//! next mate, too. They affect the speed of the search, not its result.

use super::line::Line;
use super::query::{Query, Team};
use super::view::PrintedMove;
use hashbrown::HashMap;
use std::collections::VecDeque;

/// Number of teams (sets of invisible men) that are remembered for each last move of a line, and of the latest teams.
const REMEMBERED: usize = 12;

#[derive(Clone, Default)]
pub struct Escapes {
    by_last_move: HashMap<PrintedMove, VecDeque<Team>>,
    latest: VecDeque<Team>,
}

impl Escapes {
    /// Whether a remembered team is an answer to the query, so that no search is needed.
    pub fn answer(&self, query: &Query) -> bool {
        let same = query.line.printed().last().and_then(|printed| self.by_last_move.get(printed));
        same.into_iter().flatten().chain(&self.latest).any(|team| query.is_answered_by(team))
    }

    /// Remembers `team`, all the invisible men in a world in which the last move of the line does not mate.
    pub fn note(&mut self, line: &Line, team: Team) {
        if let Some(&printed) = line.printed().last() {
            remember(self.by_last_move.entry(printed).or_default(), team.clone());
        }
        remember(&mut self.latest, team);
    }
}

fn remember(teams: &mut VecDeque<Team>, team: Team) {
    teams.truncate(REMEMBERED - 1);
    teams.push_front(team);
}
