//! The play that a stipulation requires, as a tree. Both forms of stipulation are compiled into it, and the search
//! interprets it.
//!
//! A [`Branch`] is a stage of play: a number of plies made in turn by two sides, with the indices 0 and 1 (`a` and `d`
//! in Popeye's `3a[#]d`). Side 0 makes the first ply. After the ply of a side, its *fork* is tested: a goal, or another
//! branch that begins with the side then to move.

use crate::units::Goal;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// Succeeds if the last move has reached the goal in the current position.
    Goal(Goal),
    Not(Box<Play>),
    And(Box<Play>, Box<Play>),
    Or(Box<Play>, Box<Play>),
    Branch(Box<Branch>),
}

/// A stage of play: plies that the sides 0 and 1 make in turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    pub mode: Mode,
    /// The greatest number of plies. A ply that a series skips counts too, so `n` series moves are `2n-1` plies.
    pub max: u16,
    /// The least number of plies after which forks are tested. With 0, help play also tests the fork of side 1 before
    /// the first ply.
    pub min: u16,
    /// The tests after a ply of side 0 and after a ply of side 1.
    pub forks: [Option<Play>; 2],
    /// Conditions that must hold after a ply of side 0 and after a ply of side 1; otherwise the play fails.
    pub constraints: [Option<Play>; 2],
    /// The action of side 1 at its turn.
    pub reply: Reply,
    /// Whether the first ply is omitted, so that side 1 makes the first move.
    pub begun_by_reply: bool,
    /// Notation `-`: whether the right to move passes to the other side before this branch.
    pub other_side: bool,
    /// Notation `>`: whether a solution of this branch, which is a fork, ends the branch around it.
    pub ends: bool,
    /// Notation `/`: whether the moves of this branch are left out in the output.
    pub hidden: bool,
    /// Whether move numbers start again with this branch, as in the main play after an introductory series.
    pub renumbered: bool,
}

/// The relation between the two sides of a branch, side 0 and side 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Notation `ad`: side 0 attacks, and needs one move that succeeds against all moves of side 1.
    Attack,
    /// Notation `da`: side 0 defends, and side 1 needs one successful move against each of its moves.
    Defence,
    /// Notations `hh` and `s`: both sides help, and every sequence of moves that reaches the end is a solution.
    Help,
}

/// The action of side 1 of a branch at its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    Moves,
    /// Side 1 moves if it is in check, and passes otherwise (notation `?+?`).
    Parries,
    /// Side 1 always passes (series play); the play fails if side 1 is in check.
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

    /// Returns a branch with `moves` consecutive moves of one side.
    pub fn series(moves: u16) -> Branch {
        Branch { reply: Reply::Passes, ..Branch::new(Mode::Help, (2 * moves).saturating_sub(1)) }
    }

    /// Returns the greatest numbers of moves that side 0 and side 1 make in `n` plies if side 0 begins.
    pub fn moves_of_sides(&self, n: u16) -> [u16; 2] {
        [n.div_ceil(2), if self.reply == Reply::Passes { 0 } else { n / 2 }]
    }

    /// Removes the first ply of a branch that follows other play. The two sides are exchanged, and the side that has
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

    pub fn fork(mut self, side_index: usize, play: Play) -> Branch {
        self.forks[side_index] = Some(match self.forks[side_index].take() {
            Some(other) => Play::Or(Box::new(other), Box::new(play)),
            None => play,
        });
        self
    }

    pub fn constraint(mut self, side_index: usize, play: Play) -> Branch {
        self.constraints[side_index] = Some(match self.constraints[side_index].take() {
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
    /// Whether `is_such` holds for the first branch of the play or, in combined play, for the first branch of some
    /// part.
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

    /// Returns a play that succeeds if and only if this play fails.
    pub fn negated(self) -> Play {
        Play::Not(Box::new(self))
    }

    pub fn and(self, other: Play) -> Play {
        Play::And(Box::new(self), Box::new(other))
    }

    /// Whether the play tests a goal in the current position, before further moves.
    pub fn asks_here(&self) -> bool {
        match self {
            Play::Goal(_) => true,
            Play::Not(play) => play.asks_here(),
            Play::And(a, b) | Play::Or(a, b) => a.asks_here() || b.asks_here(),
            Play::Branch(_) => false,
        }
    }

    /// Returns the goal test at the end of the play, after all moves, if any.
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
