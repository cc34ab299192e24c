//! The play that a stipulation asks for, as a tree: the common meaning of both forms of stipulation, and the input
//! of the search.
//!
//! A [`Branch`] is a stage of play: a number of plies made in turn by two sides, which are called its *letters*
//! after Popeye's structured form (in `3a[#]d` they are `a` and `d`). Letter 0 makes the first ply. After the ply
//! of a letter, its *fork* is tested: a goal, or another branch that begins with the side then to move.

use crate::units::Goal;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// Tested in the position after the last move.
    Goal(Goal),
    Not(Box<Play>),
    And(Box<Play>, Box<Play>),
    Or(Box<Play>, Box<Play>),
    Branch(Box<Branch>),
}

/// A stage of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    pub mode: Mode,
    /// The greatest number of plies. A ply that a series passes over counts, so `n` series moves are `2n-1`.
    pub max: u16,
    /// The number of plies from which forks count. If 0, the fork of the second letter of help play also counts at
    /// the start of the branch.
    pub min: u16,
    /// The tests after a ply of the first letter and of the second.
    pub forks: [Option<Play>; 2],
    /// Conditions that must hold after a ply of each letter; otherwise the play fails.
    pub constraints: [Option<Play>; 2],
    /// The action of the second letter.
    pub reply: Reply,
    /// Whether the first ply is omitted: the second letter begins, so the other side moves first.
    pub begun_by_reply: bool,
    /// `-`: the right to move passes to the other side before this branch.
    pub other_side: bool,
    /// `>`: if this branch (a fork) has a solution, the surrounding branch ends there.
    pub ends: bool,
    /// `/`: the moves of this branch are not shown.
    pub hidden: bool,
    /// Whether move numbers start again (in the main play after an introductory series).
    pub renumbered: bool,
}

/// The relation between the two letters of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// `ad`: the attacker begins, and needs one move against all of the defender's.
    Attack,
    /// `da`: as `Attack`, but the defender begins.
    Defence,
    /// `hh` and `s`: every sequence of moves that reaches the end is a solution.
    Help,
}

/// The action of the second letter in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    Moves,
    /// Moves if in check, passes otherwise (`?+?`).
    Parries,
    /// Always passes (series play); the play fails if it is in check.
    Passes,
}

impl Branch {
    pub fn new(mode: Mode, max: u16) -> Branch {
        Branch {
            mode,
            max,
            min: 1,
            forks: [None, None],
            constraints: [None, None],
            reply: Reply::Moves,
            begun_by_reply: false,
            other_side: false,
            ends: false,
            hidden: false,
            renumbered: false,
        }
    }

    /// Returns a branch of `moves` consecutive moves by one side.
    pub fn series(moves: u16) -> Branch {
        Branch { reply: Reply::Passes, ..Branch::new(Mode::Help, (2 * moves).saturating_sub(1)) }
    }

    /// Returns the greatest number of moves of each letter in `n` plies, of which the first letter makes the first.
    pub fn moves_of_letters(&self, n: u16) -> [u16; 2] {
        [n.div_ceil(2), if self.reply == Reply::Passes { 0 } else { n / 2 }]
    }

    /// Removes the first ply of a branch that follows other play: the letters are exchanged, and the side that has
    /// just moved begins.
    pub fn begin_with_reply(&mut self) {
        self.forks.swap(0, 1);
        self.constraints.swap(0, 1);
        self.max = self.max.saturating_sub(1);
        self.min = self.min.saturating_sub(1);
        self.begun_by_reply = false;
        self.other_side = true;
        self.renumbered = self.max > 2;
    }

    pub fn fork(mut self, letter: usize, play: Play) -> Branch {
        self.forks[letter] = Some(match self.forks[letter].take() {
            Some(other) => Play::Or(Box::new(other), Box::new(play)),
            None => play,
        });
        self
    }

    pub fn constraint(mut self, letter: usize, play: Play) -> Branch {
        self.constraints[letter] = Some(match self.constraints[letter].take() {
            Some(other) => Play::And(Box::new(other), Box::new(play)),
            None => play,
        });
        self
    }
}

impl From<Branch> for Play {
    fn from(branch: Branch) -> Play {
        Play::Branch(Box::new(branch))
    }
}

impl From<Goal> for Play {
    fn from(goal: Goal) -> Play {
        Play::Goal(goal)
    }
}

impl Play {
    /// Whether one of the branches with which the play begins satisfies `is_such`.
    pub fn begins_with(&self, is_such: &impl Fn(&Branch) -> bool) -> bool {
        match self {
            Play::Goal(_) => false,
            Play::Not(play) => play.begins_with(is_such),
            Play::And(a, b) | Play::Or(a, b) => a.begins_with(is_such) || b.begins_with(is_such),
            Play::Branch(branch) => is_such(branch),
        }
    }

    pub fn contains_branch(&self) -> bool {
        self.begins_with(&|_| true)
    }

    /// Returns the play that succeeds if and only if this one fails.
    pub fn negated(self) -> Play {
        Play::Not(Box::new(self))
    }

    pub fn and(self, other: Play) -> Play {
        Play::And(Box::new(self), Box::new(other))
    }

    /// Whether one of the play's goals is tested in the current position, without further moves.
    pub fn asks_here(&self) -> bool {
        match self {
            Play::Goal(_) => true,
            Play::Not(play) => play.asks_here(),
            Play::And(a, b) | Play::Or(a, b) => a.asks_here() || b.asks_here(),
            Play::Branch(_) => false,
        }
    }

    /// Returns the test at the end of the play, after all moves.
    pub fn end(&self) -> Option<&Play> {
        match self {
            Play::Branch(branch) => branch.forks.iter().flatten().find_map(Play::end),
            _ if self.asks_here() => Some(self),
            Play::And(a, b) | Play::Or(a, b) => a.end().or_else(|| b.end()),
            Play::Not(_) | Play::Goal(_) => None,
        }
    }

    pub fn for_each_goal(&self, f: &mut impl FnMut(&Goal)) {
        match self {
            Play::Goal(goal) => f(goal),
            Play::Not(play) => play.for_each_goal(f),
            Play::And(a, b) | Play::Or(a, b) => {
                a.for_each_goal(f);
                b.for_each_goal(f);
            }
            Play::Branch(branch) => {
                for play in branch.forks.iter().chain(&branch.constraints).flatten() {
                    play.for_each_goal(f);
                }
            }
        }
    }

    pub fn map_goals(&self, f: &impl Fn(&Goal) -> Goal) -> Play {
        let boxed = |play: &Play| Box::new(play.map_goals(f));
        match self {
            Play::Goal(goal) => Play::Goal(f(goal)),
            Play::Not(play) => Play::Not(boxed(play)),
            Play::And(a, b) => Play::And(boxed(a), boxed(b)),
            Play::Or(a, b) => Play::Or(boxed(a), boxed(b)),
            Play::Branch(branch) => {
                let mut branch = branch.clone();
                for play in branch.forks.iter_mut().chain(&mut branch.constraints).flatten() {
                    *play = play.map_goals(f);
                }
                Play::Branch(branch)
            }
        }
    }
}
