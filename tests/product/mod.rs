//! Random small problems of every combination of plays, goals, options, twins, rule sets and a few fairy pieces.

mod explained;
mod men;
mod options;
mod plays;
mod structured;
mod twins;

pub use explained::explanation;

use super::chance::Chance;
use super::popeye::{Last, Shrinks};
use men::Man;

const RULES: &[&str] = &[
    "",
    "",
    "",
    "",
    "",
    "Madrasi",
    "Madrasi RexInclusive",
    "Isardam",
    "Isardam TypeB",
    "Circe",
    "AntiCirce",
    "BlackMaximummer",
];

/// A problem in parts, some of which can be removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    men: Vec<Man>,
    /// The target position, if the play leads from one position to another (`a=>b`).
    target: Option<Vec<Man>>,
    /// The kind of play, such as `2->ser-h`, or a whole structured stipulation, which includes goals and lengths.
    pub play: String,
    pub goal: String,
    half_moves: usize,
    pub options: Vec<String>,
    pub conditions: String,
    pub twins: Vec<String>,
}

impl Case {
    pub fn random(chance: &mut Chance) -> Case {
        let mut case = match chance.below(14) {
            0 => structured::case(chance),
            _ => plays::case(chance),
        };
        case.options = options::options(chance, &case);
        case.conditions = chance.of(RULES).to_string();
        if case.target.is_none() && chance.below(8) == 0 {
            case.twins = twins::twins(chance, &case);
        }
        case
    }

    pub fn is_structured(&self) -> bool {
        self.goal.is_empty()
    }

    /// Whether the play is structured and combines several branches.
    pub fn joins_branches(&self) -> bool {
        self.is_structured() && [" & ", " | "].iter().any(|sign| self.play.contains(sign))
    }

    pub fn has_neutral_men(&self) -> bool {
        self.men.iter().any(|man| man.side == "neutral")
    }

    /// Returns the kind of play without introduction and `exact-`.
    pub fn kind(&self) -> &str {
        let play = self.play.split_once("->").map_or(&*self.play, |(_, play)| play);
        play.strip_prefix("exact-").unwrap_or(play)
    }

    /// Whether the problem or a twin has one of the goals.
    pub fn has_goal(&self, goals: &[&str]) -> bool {
        let of_twin = |twin: &String| twin.starts_with("stipulation") && goals.iter().any(|goal| twin.contains(goal));
        goals.contains(&&*self.goal) || self.twins.iter().any(of_twin)
    }

    /// Returns a copy of the problem for each twin that has its own stipulation, with that stipulation.
    pub fn with_stipulations_of_twins(&self) -> Vec<Case> {
        let stipulations = self.twins.iter().filter_map(|twin| twin.split_once("stipulation "));
        let parts = stipulations.filter_map(|(_, text)| {
            let text = text.split(' ').next()?;
            let play = ["ser-h", "ser-", "h", "s", ""].into_iter().find(|play| text.starts_with(play))?;
            // The number of moves is one digit.
            Some((play, &text[play.len()..text.len() - 1]))
        });
        parts.map(|(play, goal)| Case { play: play.to_string(), goal: goal.to_string(), ..self.clone() }).collect()
    }

    /// Whether the play is not longer than one move and a reply.
    pub fn is_in_one(&self) -> bool {
        self.half_moves <= 2
    }

    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given.split(' ').next() == Some(option))
    }

    pub fn begins_with_zeroposition(&self) -> bool {
        self.twins.first().is_some_and(|twin| twin.starts_with("zero"))
    }

    fn stipulation(&self) -> String {
        if self.is_structured() {
            return format!("sstipulation {}", self.play);
        }
        let half = if self.half_moves % 2 == 1 { ".5" } else { "" };
        format!("stipulation {}{}{}{half}", self.play, self.goal, self.half_moves / 2)
    }
}

impl Shrinks for Case {
    fn text(&self) -> String {
        let mut text = format!("beginproblem\npieces{}\n{}\n", men::text(&self.men), self.stipulation());
        if !self.conditions.is_empty() {
            text += &format!("condition {}\n", self.conditions);
        }
        text += &format!("option noboard {}\n", self.options.join(" "));
        if let Some(target) = &self.target {
            text += &format!("pieces{}\n", men::text(target));
        }
        self.twins.iter().for_each(|twin| text += &format!("{twin}\n"));
        text + "endproblem\n"
    }

    fn last(&self) -> Last {
        let has = |options: &[&str]| options.iter().any(|option| self.has(option));
        match () {
            () if has(&["StartMoveNumber", "UpToMoveNumber"]) => Last::Nothing,
            () if has(&["MaxSolutions"]) => Last::StopAnywhere,
            () if has(&["StopOnShortSolutions"]) => Last::Stop,
            () => Last::Time,
        }
    }

    fn smaller(&self) -> Vec<Case> {
        let mut smaller = Vec::new();
        let mut push = |change: &dyn Fn(&mut Case)| {
            let mut case = self.clone();
            change(&mut case);
            smaller.push(case);
        };
        (0..self.twins.len()).for_each(|i| push(&|case| drop(case.twins.remove(i))));
        if self.begins_with_zeroposition() {
            push(&|case| case.twins[0] = case.twins[0].replacen("zeroposition", "twin", 1));
        }
        if !self.conditions.is_empty() {
            push(&|case| case.conditions.clear());
        }
        (0..self.options.len()).for_each(|i| push(&|case| drop(case.options.remove(i))));
        if let Some((_, play)) = self.play.split_once("->") {
            push(&|case| case.play = play.to_string());
        }
        if let Some(play) = self.play.strip_prefix("exact-") {
            push(&|case| case.play = play.to_string());
        }
        for less in [1, 2] {
            if !self.is_structured() && self.half_moves > less {
                push(&|case| case.half_moves -= less);
            }
        }
        // The array of a proof game has too many men to try.
        if self.men.len() < 20 {
            for i in 0..self.men.len() {
                push(&|case| {
                    case.men.remove(i);
                });
            }
        }
        for i in (0..self.men.len()).filter(|i| self.men[*i].is_fairy()) {
            push(&|case| case.men[i].kind = "R");
        }
        smaller
    }

    fn is_explained(&self, ours: &str, theirs: &str) -> bool {
        explanation(self, ours, theirs).is_some()
    }
}
