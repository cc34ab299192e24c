//! The play of a stipulation, compiled for the search: each node gets a number ([`TaskId`]), and its properties are
//! computed once.
//!
//! A compiled branch of the play is called a [`Stage`]. `side_index` is the index of a side within the stage: 0 for the
//! side that begins it, 1 for the other side.

use crate::problem::{Branch, Mode, Play, Reply};
use crate::solve::setup::pending_goals::PendingGoals;
use crate::units::Goal;

/// Number of a node of the compiled play, as an index into [`Tasks`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct TaskId(u16);

#[derive(Debug)]
pub enum Task {
    Goal(Goal),
    Not(TaskId),
    And(TaskId, TaskId),
    Or(TaskId, TaskId),
    Stage(Box<Stage>),
}

/// A compiled [`Branch`] of the stipulation. Its forks (goals or play tested after a move) and its constraints are
/// tasks.
#[derive(Debug)]
pub struct Stage {
    pub id: TaskId,
    pub branch: Branch,
    pub forks: [Option<TaskId>; 2],
    pub constraints: [Option<Constraint>; 2],
    /// By side: whether a move may leave the mover's king in check, because the goal that it reaches allows this.
    pub self_check: [bool; 2],
    /// By side: goals that the other side has to reach. This side must not reach them itself (option GoalIsEnd).
    pub others_goals: [Vec<Goal>; 2],
    /// Goals that the side of a series is forced to reach in the play after the series. Within the series, only its
    /// last move may reach them (option GoalIsEnd).
    pub goals_after_series: Vec<Goal>,
    /// By side: whether play ends when the fork after a move of the side succeeds, because the fork is a goal or is
    /// marked with `>`.
    pub fork_ends: [bool; 2],
    /// Number of plies between the end of this branch and the final position of a proof game. `None` if the play has
    /// another goal.
    pub plies_to_target: Option<u16>,
    /// By side: the goal after a move of the side, if nothing else is tested after the move, and if the goal neither
    /// depends on moves before the last one nor allows a move into check. Otherwise `None`.
    pub plain_goals: [Option<Goal>; 2],
    /// By side: the goal in `plain_goals`, if the play requires nothing else: no test after the other side's move, no
    /// constraint, no pass. Otherwise `None`.
    pub sole_goals: [Option<Goal>; 2],
    /// Greatest number of plies in the play that follows this branch.
    pub rest: u16,
    /// By side: the goals that play has to reach after a move of the side. Goals tested directly after this move are
    /// included.
    pub ahead: [Option<PendingGoals>; 2],
    /// The part of the earlier play on which results depend, besides the position.
    pub depends_on: PathDependence,
}

/// The part of the earlier play on which results depend, besides the position. It decides whether results may be stored
/// in the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathDependence {
    /// Results depend only on the position, and may be stored.
    Nothing,
    /// Results depend on the squares of the men in the diagram. Results of help play may be stored under a key that
    /// includes these squares.
    Origins,
    More,
}

#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    pub task: TaskId,
    /// Whether the constraint is tested after each move of its side (its index in [`Stage::constraints`]), as for a
    /// goal in help play. Otherwise the constraint is tested before each move of the other side, the first move of the
    /// branch included.
    pub about_the_move: bool,
}

#[derive(Debug, Default)]
pub struct Tasks(Vec<Task>);

impl Tasks {
    /// Adds all nodes of `play`, and returns the number of its root node.
    pub fn add(&mut self, play: &Play) -> TaskId {
        let task = match play {
            Play::Goal(goal) => Task::Goal(goal.clone()),
            Play::Not(play) => Task::Not(self.add(play)),
            Play::And(a, b) => Task::And(self.add(a), self.add(b)),
            Play::Or(a, b) => Task::Or(self.add(a), self.add(b)),
            Play::Branch(branch) => return self.add_branch(branch),
        };
        self.push(task)
    }

    /// Adds a branch at the root of the play. Returns its number, and whether the other side begins the branch. The
    /// caller prepares the position for that, so the compiled branch does not record which side begins.
    pub fn add_at_root(&mut self, branch: &Branch) -> (TaskId, bool) {
        (self.add_branch(&Branch { other_side: false, ..branch.clone() }), branch.other_side)
    }

    fn add_branch(&mut self, branch: &Branch) -> TaskId {
        let forks = [0, 1].map(|side_index| branch.forks[side_index].as_ref().map(|play| self.add(play)));
        let constraints = [0, 1].map(|side_index| {
            branch.constraints[side_index].as_ref().map(|play| Constraint {
                task: self.add(play),
                about_the_move: branch.mode == Mode::Help && !play.contains_branch(),
            })
        });
        let any_goal = |side_index: usize, test: &dyn Fn(&Goal) -> bool| {
            let mut found = false;
            // A move that has to miss a goal must not leave the mover's king in check.
            if let Some(play) = branch.forks[side_index].as_ref().filter(|play| !matches!(play, Play::Not(_))) {
                play_goals_here(play, &mut |goal| found |= test(goal));
            }
            found
        };
        let mut asks_history = false;
        Play::from(branch.clone()).for_each_goal(&mut |goal| asks_history |= goal.depends_on_history());
        let plain_goals = [0, 1].map(|side_index: usize| match &branch.forks[side_index] {
            Some(Play::Goal(goal)) if !goal.depends_on_history() && !goal.allows_self_check() => Some(goal.clone()),
            _ => None,
        });
        let is_plain = branch.reply == Reply::Moves && constraints.iter().all(Option::is_none);
        let id = TaskId(self.0.len() as u16);
        let stage = Stage {
            id,
            self_check: [0, 1].map(|side_index| any_goal(side_index, &Goal::allows_self_check)),
            others_goals: [0, 1].map(|side_index| others_goals(branch, side_index)),
            goals_after_series: goals_of_helping_series(branch),
            fork_ends: [0, 1].map(|side_index| {
                branch.forks[side_index].as_ref().is_some_and(|fork| ends(fork) && !is_listing(branch, fork))
            }),
            plies_to_target: branch
                .forks
                .iter()
                .flatten()
                .map(plies_to_target)
                .reduce(|a, b| Some(a?.max(b?)))
                .flatten(),
            sole_goals: [0, 1].map(|side_index: usize| {
                plain_goals[side_index].clone().filter(|_| is_plain && forks[1 - side_index].is_none())
            }),
            plain_goals,
            rest: rest(branch),
            ahead: [0, 1].map(|side_index| branch.forks[side_index].as_ref().map(PendingGoals::of)),
            branch: branch.clone(),
            forks,
            constraints,
            depends_on: match (asks_history, branch.mode) {
                (false, _) => PathDependence::Nothing,
                (true, Mode::Help) => PathDependence::Origins,
                (true, _) => PathDependence::More,
            },
        };
        self.push(Task::Stage(Box::new(stage)))
    }

    fn push(&mut self, task: Task) -> TaskId {
        let id = TaskId(u16::try_from(self.0.len()).expect("the parser bounds the size of a stipulation"));
        self.0.push(task);
        id
    }

    pub fn get(&self, id: TaskId) -> &Task {
        &self.0[id.0 as usize]
    }

    /// Whether the result of the task depends only on the position and the last move, so that no play has to be
    /// searched.
    pub fn is_of_goals(&self, id: TaskId) -> bool {
        match self.get(id) {
            Task::Goal(_) => true,
            Task::Not(task) => self.is_of_goals(*task),
            Task::And(a, b) | Task::Or(a, b) => self.is_of_goals(*a) && self.is_of_goals(*b),
            Task::Stage(_) => false,
        }
    }

    /// Returns the stage with this number. Panics if the task is no stage.
    pub fn stage(&self, id: TaskId) -> &Stage {
        match self.get(id) {
            Task::Stage(stage) => stage,
            other => panic!("{other:?} is not a branch"),
        }
    }
}

/// Returns the greatest length of the play in plies.
fn longest(play: &Play) -> u16 {
    match play {
        Play::Goal(_) => 0,
        Play::Not(play) => longest(play),
        Play::And(a, b) | Play::Or(a, b) => longest(a).max(longest(b)),
        Play::Branch(branch) => branch.max.saturating_add(rest(branch)),
    }
}

/// Returns the greatest number of plies in the play that follows the branch.
fn rest(branch: &Branch) -> u16 {
    branch.forks.iter().flatten().map(longest).max().unwrap_or(0)
}

/// Returns the goals that the side other than `side_index` has to reach, in this branch or in the following one.
fn others_goals(branch: &Branch, side_index: usize) -> Vec<Goal> {
    let mut goals = Vec::new();
    let mut collect = |play: &Option<Play>| {
        if let Some(play) = play {
            play_goals_here(play, &mut |goal| goals.push(goal.clone()));
        }
    };
    match (&branch.forks[side_index], &branch.forks[1 - side_index]) {
        // The other side has to reach the goal at the end of the play that follows its own move.
        (None, Some(Play::Branch(next))) if !next.other_side && next.mode == Mode::Defence => collect(&next.forks[1]),
        (None, next) => collect(next),
        (Some(Play::Branch(next)), _) if !next.other_side => collect(&next.forks[0]),
        (Some(_), _) => {}
    }
    if side_index == 1 {
        goals.extend(goals_of_helping_series(branch));
    }
    goals
}

/// Returns the goals that the side of a series is forced to reach in the play after the series. No move of the series
/// but the last may reach them.
fn goals_of_helping_series(branch: &Branch) -> Vec<Goal> {
    let mut goals = Vec::new();
    if let Some(Play::Branch(next)) = &branch.forks[0]
        && branch.reply != Reply::Moves
        && next.mode == Mode::Attack
        && let Some(play) = &next.forks[1]
    {
        play_goals_here(play, &mut |goal| goals.push(goal.clone()));
    }
    goals
}

/// Returns the number of plies until the final position of a proof game, or `None` if the play has another goal.
fn plies_to_target(play: &Play) -> Option<u16> {
    match play {
        Play::Goal(Goal::Diagram(_) | Goal::AToB(_)) => Some(0),
        Play::Branch(branch) => {
            let later = branch.forks.iter().flatten().map(plies_to_target).reduce(|a, b| Some(a?.max(b?))).flatten()?;
            Some(later + branch.max)
        }
        _ => None,
    }
}

/// Calls `f` for each goal that is tested in the present position. Goals of later play are left out.
fn play_goals_here(play: &Play, f: &mut dyn FnMut(&Goal)) {
    match play {
        Play::Goal(goal) => f(goal),
        Play::Not(play) => play_goals_here(play, f),
        Play::And(a, b) | Play::Or(a, b) => {
            play_goals_here(a, f);
            play_goals_here(b, f);
        }
        Play::Branch(_) => {}
    }
}

/// Whether the branch is help play of an exact length with the goal "any move", which lists all play. In such play,
/// reaching the goal does not end the play; otherwise every line would end with its first move.
fn is_listing(branch: &Branch, fork: &Play) -> bool {
    branch.mode == Mode::Help && branch.min == branch.max && matches!(fork, Play::Goal(Goal::Any))
}

/// Whether play ends when `play` (a goal or other play) succeeds.
fn ends(play: &Play) -> bool {
    match play {
        Play::Branch(branch) => branch.ends,
        // If goals are joined by "and", each has to end the play.
        Play::And(a, b) if !a.contains_branch() && !b.contains_branch() => ends(a) && ends(b),
        Play::And(a, b) | Play::Or(a, b) => ends(a) || ends(b),
        Play::Goal(goal) => !goal.leaves_no_move(),
        Play::Not(play) => matches!(&**play, Play::Goal(goal) if !goal.leaves_no_move()),
    }
}

impl Stage {
    /// Whether results of this stage depend only on the position, and so may be stored in the table.
    pub fn is_tabled(&self) -> bool {
        self.depends_on == PathDependence::Nothing
    }

    /// Whether the side with index `side_index` is the attacker. In `ad` this is the first side, in `da` the second.
    pub fn is_attack(&self, side_index: usize) -> bool {
        match self.branch.mode {
            Mode::Attack => side_index == 0,
            Mode::Defence => side_index == 1,
            Mode::Help => false,
        }
    }

    /// Whether a goal or other play is tested after at least one of the next `n` plies. The side with index
    /// `side_index` makes the first of these plies.
    pub fn can_end_within(&self, side_index: usize, n: u16) -> bool {
        n >= 1 && self.forks[side_index].is_some() || n >= 2 && self.forks[1 - side_index].is_some()
    }

    /// Whether a goal or other play is tested after exactly `n` plies. The side with index `side_index` makes the first
    /// ply.
    pub fn can_end_at(&self, side_index: usize, n: u16) -> bool {
        n >= 1 && self.forks[(side_index + usize::from(n) + 1) % 2].is_some()
    }

    /// Calls `f` for each goal that is tested directly after a move of the side with index `side_index`.
    pub fn for_each_goal_after(&self, side_index: usize, tasks: &Tasks, f: &mut dyn FnMut(&Goal)) {
        fn visit(tasks: &Tasks, task: TaskId, f: &mut dyn FnMut(&Goal)) {
            match tasks.get(task) {
                Task::Goal(goal) => f(goal),
                Task::And(a, b) | Task::Or(a, b) => {
                    visit(tasks, *a, f);
                    visit(tasks, *b, f);
                }
                Task::Not(_) | Task::Stage(_) => {}
            }
        }
        if let Some(fork) = self.forks[side_index] {
            visit(tasks, fork, f);
        }
    }

    /// Returns a value to combine with position keys. It makes the keys of different stages and sides differ, and also
    /// those of different blocks: in battle play the least number of plies until success, in help play the number of
    /// plies divided by 48.
    pub fn salt(&self, side_index: usize, block: u16) -> u128 {
        let n = u128::from(self.id.0) << 32 | u128::from(block) << 8 | (side_index as u128) << 1 | 1;
        n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }
}
