//! The play that a stipulation asks for, as a tree: what both forms of stipulation mean, and what the search runs.
//!
//! A [`Branch`] is a stretch of half-moves with two *letters* that take turns, as in Popeye's structured form
//! (`3a[#]d`: the letters are `a` and `d`). After the half-move of a letter its *fork* may be what the play is
//! for: a goal, or another branch that begins with the side then to move.

use crate::units::Goal;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// Tested in the position that the last move has led to.
    Goal(Goal),
    Not(Box<Play>),
    And(Box<Play>, Box<Play>),
    Or(Box<Play>, Box<Play>),
    Branch(Box<Branch>),
}

/// A stretch of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    pub mode: Mode,
    /// At most so many half-moves. A move that a series passes over counts as one, so `n` series moves are `2n-1`.
    pub max: u16,
    /// A fork counts only after at least so many half-moves; 0: the fork of the second letter of help play counts where the
    /// branch begins, too.
    pub min: u16,
    /// What is tested after the half-move of the first and of the second letter.
    pub forks: [Option<Play>; 2],
    /// What has to hold after the half-move of each letter, else the play is lost.
    pub constraints: [Option<Play>; 2],
    /// What the second letter does.
    pub reply: Reply,
    /// The first half-move is left out: the second letter begins, and the side that begins is the other one.
    pub begun_by_reply: bool,
    /// `-`: before this branch the right to move changes.
    pub other_side: bool,
    /// `>`: when this branch (a fork) has a solution, the branch around it ends there.
    pub ends: bool,
    /// `/`: the moves of this branch are not shown.
    pub hidden: bool,
    /// Move numbers begin again (the main play after an introductory series).
    pub renumbered: bool,
}

/// How the two letters of a branch stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// `ad`: some move of the attacker against all of the defender's; the attacker begins.
    Attack,
    /// `da`: the same, the defender begins.
    Defence,
    /// `hh` and `s`: every sequence of moves that leads there is a solution.
    Help,
}

/// What happens when the second letter has its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    Moves,
    /// Moves when in check, passes otherwise (`?+?`).
    Parries,
    /// Always passes (series play): the play is lost when it is in check.
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

    /// `n` moves in a row by one side.
    pub fn series(moves: u16) -> Branch {
        Branch { reply: Reply::Passes, ..Branch::new(Mode::Help, (2 * moves).saturating_sub(1)) }
    }

    /// At most so many moves are made by each letter in `n` half-moves, of which the first letter makes the first.
    pub fn moves_of_letters(&self, n: u16) -> [u16; 2] {
        [n.div_ceil(2), if self.reply == Reply::Passes { 0 } else { n / 2 }]
    }

    /// The same play without its first half-move, for a branch that follows other play: the second letter becomes the first,
    /// and the side that has just moved begins.
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
    /// One of the branches that it begins with is such.
    pub fn begins_with(&self, is_such: &impl Fn(&Branch) -> bool) -> bool {
        match self {
            Play::Goal(_) => false,
            Play::Not(play) => play.begins_with(is_such),
            Play::And(a, b) | Play::Or(a, b) => a.begins_with(is_such) || b.begins_with(is_such),
            Play::Branch(branch) => is_such(branch),
        }
    }

    /// It is more than goals.
    pub fn contains_branch(&self) -> bool {
        self.begins_with(&|_| true)
    }

    /// The play that succeeds where this one does not.
    pub fn negated(self) -> Play {
        Play::Not(Box::new(self))
    }

    pub fn and(self, other: Play) -> Play {
        Play::And(Box::new(self), Box::new(other))
    }

    /// A goal of it is tested in the position itself, not further on.
    pub fn asks_here(&self) -> bool {
        match self {
            Play::Goal(_) => true,
            Play::Not(play) => play.asks_here(),
            Play::And(a, b) | Play::Or(a, b) => a.asks_here() || b.asks_here(),
            Play::Branch(_) => false,
        }
    }

    /// What is tested at the end of it, after all moves.
    pub fn end(&self) -> Option<&Play> {
        match self {
            Play::Branch(branch) => branch.forks.iter().flatten().find_map(Play::end),
            _ if self.asks_here() => Some(self),
            Play::And(a, b) | Play::Or(a, b) => a.end().or_else(|| b.end()),
            Play::Not(_) | Play::Goal(_) => None,
        }
    }

    /// Calls `f` for every goal in the tree.
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

    /// The same tree with every goal replaced.
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
