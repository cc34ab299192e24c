//! Compiles traditional stipulations into the tree of play, with one function for each kind of play.

use super::options::Options;
use super::play::{Branch, Mode, Play, Reply};
use super::stipulation::{Kind, Series, Stipulation, Traditional};
use crate::units::{Color, Goal};

/// A compiled stipulation: the play, and the side whose moves are numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The side whose moves are numbered. In a branch with `other_side`, the other side moves first.
    pub side: Color,
    pub play: Play,
}

impl Schedule {
    /// Returns the side that moves first, unless the diagram states the side to move.
    pub fn first_mover(&self) -> Color {
        if begun_by_other(&self.play) { !self.side } else { self.side }
    }
}

/// Whether the first ply is made by the side whose moves are not numbered.
fn begun_by_other(play: &Play) -> bool {
    match play {
        Play::Branch(branch) => branch.other_side || branch.begun_by_reply,
        Play::And(a, _) | Play::Or(a, _) => begun_by_other(a),
        Play::Goal(_) | Play::Not(_) => false,
    }
}

impl Stipulation {
    /// Returns the side to which conditions about the defender apply. In battle and help play it is Black. In series
    /// play it is the side that does not play the series, and in structured play the side that does not begin.
    pub fn defender(&self, options: &Options) -> Color {
        match self {
            Stipulation::Traditional(t) if t.series.is_none() && t.intro == 0 => Color::Black,
            _ => !self.schedule(options).side,
        }
    }

    /// Compiles the stipulation. Of the options, only `Quodlibet` and `WhiteToPlay` affect the result.
    ///
    /// ```
    /// use keymove::{problem::Options, syntax, units::Color};
    /// let stipulation = syntax::stipulation("h#2").unwrap();
    /// assert_eq!(stipulation.schedule(&Options::default()).side, Color::Black);
    /// ```
    pub fn schedule(&self, options: &Options) -> Schedule {
        match self {
            Stipulation::Structured { side, play, .. } => {
                let play = if options.quodlibet { with_direct_goal(play) } else { play.clone() };
                Schedule { side: *side, play }
            }
            Stipulation::Traditional(traditional) => traditional.schedule(options),
        }
    }
}

impl Traditional {
    fn schedule(&self, options: &Options) -> Schedule {
        let goal = || Play::from(self.goal.clone());
        let moves = self.half_moves / 2;
        let (side, main) = match self.series {
            None => self.ordinary(options),
            Some(Series::Plain) => {
                let (side, fork) = self.series_end(options);
                if self.kind == Kind::ReciprocalHelp {
                    return self.introduced(side, self.reciprocal_series(moves, fork));
                }
                let mut series = Branch::series(moves).fork(0, fork);
                if self.kind == Kind::Reflex {
                    series = series.constraint(1, mate_in_one(goal()).negated());
                }
                if self.exact {
                    series.min = series.max;
                }
                (side, series.into())
            }
            Some(Series::Parry)
                if matches!(self.kind, Kind::Direct | Kind::SelfPlay | Kind::Reflex | Kind::SemiReflex) =>
            {
                let (side, fork) = self.series_end(options);
                let mut branch =
                    Branch { reply: Reply::Parries, ..Branch::new(Mode::Attack, (2 * moves).saturating_sub(1)) };
                if options.quodlibet && self.kind != Kind::Direct {
                    branch = branch.fork(0, goal());
                }
                branch = branch.fork(0, fork);
                if self.kind == Kind::SelfPlay {
                    // A parry may reach the goal too.
                    branch = branch.fork(1, goal());
                }
                if self.kind == Kind::Reflex {
                    branch = branch.constraint(1, mate_in_one(goal()).negated());
                }
                (side, self.exactly(branch).into())
            }
            Some(Series::Parry | Series::ParryHelp) => {
                let (side, fork) = self.series_end(options);
                let mut branch =
                    Branch { reply: Reply::Parries, ..Branch::new(Mode::Help, (2 * moves).saturating_sub(1)) }
                        .fork(0, fork);
                if self.kind == Kind::Reflex {
                    branch = branch.constraint(1, mate_in_one(goal()).negated());
                }
                (side, self.exactly(branch).into())
            }
        };
        self.introduced(side, main)
    }

    /// Returns the schedule with the introductory series, if there is one, before the main play.
    fn introduced(&self, side: Color, mut main: Play) -> Schedule {
        if self.intro == 0 {
            return Schedule { side, play: main };
        }
        // Short play continues the numbers of the series; a forced last move is a play of its own.
        let numbered_on = if self.kind == Kind::HelpSelf { 3 } else { 2 };
        // The series belongs to the side whose moves the main play does not number, whichever side begins the main
        // play.
        main = match main {
            Play::Branch(mut branch) if branch.begun_by_reply => {
                branch.begin_with_reply();
                if branch.max == 0 { other_side(mate_in_one(self.goal.clone().into())) } else { Play::Branch(branch) }
            }
            Play::Branch(branch) => Branch { renumbered: self.half_moves > numbered_on, ..*branch }.into(),
            other => other,
        };
        Schedule { side: !side, play: Branch::series(self.intro).fork(0, main).into() }
    }

    /// Returns reciprocal help play by a series of `moves` moves. The last of these is part of `end`: the series side
    /// reaches its goal with it, or the other side reaches the goal by its reply.
    fn reciprocal_series(&self, moves: u16, end: Play) -> Play {
        if moves <= 1 {
            return end;
        }
        let again = |play: Play| match play {
            Play::And(a, b) => other_side(*a).and(other_side(*b)),
            other => other,
        };
        let mut series = Branch::series(moves - 1).fork(0, again(end));
        if self.exact {
            series.min = series.max;
        }
        series.into()
    }

    fn exactly(&self, mut branch: Branch) -> Branch {
        if self.exact {
            branch.min = branch.max;
        }
        branch
    }

    /// Compiles a stipulation without a series. Returns the side whose moves are numbered, and the play.
    fn ordinary(&self, options: &Options) -> (Color, Play) {
        let n = self.half_moves;
        let goal = || Play::from(self.goal.clone());
        match self.kind {
            // Proof games are help play that White begins.
            Kind::Direct if matches!(self.goal, Goal::Diagram(_)) => {
                (Color::White, self.exactly(help(n, goal())).into())
            }
            Kind::Direct if matches!(self.goal, Goal::AToB(_)) => {
                // Black begins, even with an odd number of plies; the option exchanges the sides.
                (first_of_a_to_b(options), self.exactly(help(n, goal())).into())
            }
            Kind::Direct => {
                (Color::White, self.exactly(Branch::new(Mode::Attack, n.saturating_sub(1)).fork(0, goal())).into())
            }
            Kind::SelfPlay => {
                let mut branch = Branch::new(Mode::Attack, n).fork(1, goal());
                if !options.quodlibet {
                    return (Color::White, self.exactly(branch).into());
                }
                branch = self.exactly(branch.fork(0, goal()));
                // The direct goal takes the same number of moves, and so one ply less.
                branch.min = branch.min.saturating_sub(u16::from(self.exact));
                (Color::White, branch.into())
            }
            Kind::Reflex | Kind::SemiReflex => (Color::White, self.reflex(n, options).into()),
            Kind::Help => self.helped(n, options),
            Kind::ReciprocalHelp => {
                let first = self.reciprocal_goal.clone().unwrap_or_else(|| self.goal.clone());
                let end = Play::from(help(2, goal())).and(help(1, first.into()).into());
                if n <= 2 {
                    return (Color::Black, end);
                }
                (Color::Black, begun_by_white(self.exactly(help_before(n - 2, end)), options).into())
            }
            Kind::HelpSelf => {
                let end = Play::from(Branch::new(Mode::Attack, 2).fork(1, goal()));
                let forced = Branch::new(Mode::Defence, 1).fork(0, goal());
                let forced_already = (Color::White, other_side(forced.clone().into()));
                match n {
                    1 => return forced_already,
                    2 if options.white_to_play => return forced_already,
                    2 => return (Color::White, end),
                    _ => {}
                }
                // The play also ends when Black is forced to reach the goal earlier; in `n.5` moves possibly at
                // once.
                let mut branch = help(n - 1, ending(forced.into()));
                branch.other_side = n % 2 == 1;
                branch.min = 0;
                (Color::White, begun_by_white(self.exactly(branch), options).into())
            }
            Kind::HelpReflex => {
                // White is the first side, so in `n.5` moves the first ply is omitted.
                let mut branch = Branch::new(Mode::Help, n - 1 + n % 2)
                    .fork(0, ending(mate_in_one(goal())))
                    .constraint(1, mate_in_one(goal()).negated());
                branch.begun_by_reply = n % 2 == 1 || options.white_to_play;
                (Color::White, self.exactly(branch).into())
            }
        }
    }

    fn helped(&self, n: u16, options: &Options) -> (Color, Play) {
        if matches!(self.goal, Goal::AToB(_)) && options.white_to_play {
            return (Color::White, self.exactly(help(n, self.goal.clone().into())).into());
        }
        // The option omits the first ply; in `n.5` moves White begins anyway.
        let branch = self.exactly(begun_by_other_if_odd(help(n, self.goal.clone().into())));
        (Color::Black, begun_by_white(branch, options).into())
    }

    fn reflex(&self, n: u16, options: &Options) -> Branch {
        let goal = || Play::from(self.goal.clone());
        let mut branch = Branch::new(Mode::Attack, n.saturating_sub(1));
        if options.quodlibet {
            branch = branch.fork(0, goal());
        }
        branch = branch.fork(0, mate_in_one(goal()));
        if self.kind == Kind::Reflex {
            branch = branch.constraint(1, mate_in_one(goal()).negated());
        }
        self.exactly(branch)
    }

    /// Returns the side that plays the series, and the play that follows the series.
    fn series_end(&self, options: &Options) -> (Color, Play) {
        let goal = || Play::from(self.goal.clone());
        match self.kind {
            // In `ser-` and `phser-` play to `a=>b`, the series belongs to the side that does not begin; in `ser-h`
            // play, to the one that does.
            Kind::Direct if matches!(self.goal, Goal::AToB(_)) && self.series != Some(Series::Parry) => {
                (!first_of_a_to_b(options), goal())
            }
            Kind::Direct => (Color::White, goal()),
            Kind::Help if matches!(self.goal, Goal::AToB(_)) => (first_of_a_to_b(options), help(1, goal()).into()),
            Kind::Help if matches!(self.goal, Goal::Diagram(_)) => (Color::White, help(1, goal()).into()),
            Kind::Help => (Color::Black, help(1, goal()).into()),
            // A series does not continue once Black is forced to reach the goal, except a parry series.
            Kind::SelfPlay => {
                let end = Play::from(Branch::new(Mode::Defence, 1).fork(0, goal()));
                (Color::White, if self.series == Some(Series::Parry) { end } else { ending(end) })
            }
            // The series helps; the move after it forces the goal.
            Kind::HelpSelf => (Color::Black, Branch::new(Mode::Attack, 2).fork(1, goal()).into()),
            Kind::Reflex | Kind::SemiReflex | Kind::HelpReflex => (Color::White, ending(mate_in_one(goal()))),
            Kind::ReciprocalHelp => {
                let first = self.reciprocal_goal.clone().unwrap_or_else(|| self.goal.clone());
                (Color::Black, Play::from(help(2, goal())).and(help(1, first.into()).into()))
            }
        }
    }
}

/// Applies option Quodlibet to structured play: an attacker that must force a goal at the end may also reach it by its
/// own moves.
fn with_direct_goal(play: &Play) -> Play {
    let both = |a: &Play, b: &Play| (Box::new(with_direct_goal(a)), Box::new(with_direct_goal(b)));
    match play {
        Play::Branch(branch)
            if branch.mode == Mode::Attack && !branch.forks[0].as_ref().is_some_and(Play::asks_here) =>
        {
            let mut branch = branch.clone();
            if let Some(goal) = branch.forks.iter().flatten().find_map(Play::end).cloned() {
                branch.forks[0] = Some(match branch.forks[0].take() {
                    Some(fork) => Play::Or(Box::new(goal), Box::new(fork)),
                    None => goal,
                });
            }
            Play::Branch(branch)
        }
        Play::And(a, b) => {
            let (a, b) = both(a, b);
            Play::And(a, b)
        }
        Play::Or(a, b) => {
            let (a, b) = both(a, b);
            Play::Or(a, b)
        }
        Play::Not(_) | Play::Goal(_) | Play::Branch(_) => play.clone(),
    }
}

/// Returns the side that moves first in `a=>b`.
fn first_of_a_to_b(options: &Options) -> Color {
    if options.white_to_play { Color::White } else { Color::Black }
}

/// Returns help play of `n` plies, with the test `end` after the last ply.
fn help(n: u16, end: Play) -> Branch {
    Branch::new(Mode::Help, n).fork(usize::from(n.is_multiple_of(2)), end)
}

/// Like [`help`], for an `end` that has moves of its own. If `n` is even, the end may also begin without any help, as a
/// short solution.
fn help_before(n: u16, end: Play) -> Branch {
    let mut branch = begun_by_other_if_odd(help(n, end));
    if n.is_multiple_of(2) {
        branch.min = 0;
    }
    branch
}

/// Applies option WhiteToPlay to help play: the first ply is omitted, unless it is White's.
fn begun_by_white(mut branch: Branch, options: &Options) -> Branch {
    branch.begun_by_reply = options.white_to_play && !branch.other_side;
    branch
}

/// Lets the other side make the first ply if the number of plies is odd (`n.5` moves).
fn begun_by_other_if_odd(mut branch: Branch) -> Branch {
    branch.other_side = branch.max % 2 == 1;
    branch
}

/// Lets the play begin with the side that has just moved.
fn other_side(play: Play) -> Play {
    match play {
        Play::Branch(branch) => Branch { other_side: true, ..*branch }.into(),
        other => other,
    }
}

/// Marks the play so that a solution of it ends the surrounding play, for sides that must mate if they can.
fn ending(play: Play) -> Play {
    match play {
        Play::Branch(branch) => Branch { ends: true, ..*branch }.into(),
        other => other,
    }
}

/// Returns the play in which the side to move reaches the goal by one move.
fn mate_in_one(goal: Play) -> Play {
    Branch::new(Mode::Attack, 1).fork(0, goal).into()
}
