//! Pending goals: the goals that play still has to reach. Each has a goal region, the part of the board where the lower
//! bounds have not excluded it.

use crate::position::{GoalQuery, Left};
use crate::problem::{Branch, Play};
use crate::units::{Color, Goal};

/// The goals that play has to reach to succeed, from the viewpoint of the side that moved last.
#[derive(Debug)]
pub struct PendingGoals {
    goals: Vec<PendingGoal>,
    ways: GoalExpression,
    /// Indices into `goals` of the goals that all successful play reaches.
    needed: Vec<usize>,
}

/// A goal with the side that has to reach it and the number of moves until then.
#[derive(Debug)]
struct PendingGoal {
    goal: Goal,
    /// Whether the goal has to be reached by the side that moved last. Otherwise the other side has to reach it.
    by_same: bool,
    /// Greatest number of moves until the goal: first of the side that moved last, second of the other side.
    moves: [u16; 2],
}

/// The goals needed for success, as an expression of `and` and `or`.
#[derive(Debug)]
enum GoalExpression {
    Unknown,
    PendingGoal(usize),
    All(Vec<GoalExpression>),
    One(Vec<GoalExpression>),
}

/// A place in later play, as seen from the present position: the number of moves until then (first of the side that
/// moved last before the present position, second of the other side), and whether the side that moved last before the
/// present position also makes the last move before the place.
#[derive(Clone, Copy)]
struct GoalView {
    moves: [u16; 2],
    by_same: bool,
}

impl PendingGoals {
    pub fn of(play: &Play) -> PendingGoals {
        let mut goals = Vec::new();
        let ways = GoalExpression::seen(play, GoalView { moves: [0, 0], by_same: true }, &mut goals);
        let mut needed = Vec::new();
        ways.collect_needed(&mut needed);
        PendingGoals { goals, ways, needed }
    }

    /// Returns queries for the goals that all successful play reaches, each with its region. If some of these goals are
    /// foreseen (their final positions are enumerated), returns only those. `last` is the side that makes the last move
    /// of the present branch, and `left` are the moves left in this branch; the goals come after it.
    pub fn needed<'a, S>(
        &'a self,
        last: Color,
        left: Left,
        scopes: &'a GoalRegions<S>,
        is_foreseen: impl Fn(&S) -> bool + Clone,
    ) -> impl Iterator<Item = (GoalQuery<'a>, &'a S)> + Clone {
        let foreseen_only = self.any_foreseen(scopes, &is_foreseen);
        self.needed.iter().filter_map(move |&aim| {
            let scope = scopes.of(aim).filter(|scope| !foreseen_only || is_foreseen(scope))?;
            Some((self.goals[aim].ending(last, left), scope))
        })
    }

    /// Whether there are several needed goals and one of them is foreseen. A foreseen goal leaves few positions, so
    /// queries about the other goals would take longer than the play that they could save.
    fn any_foreseen<S>(&self, scopes: &GoalRegions<S>, is_foreseen: &impl Fn(&S) -> bool) -> bool {
        self.needed.len() > 1 && self.needed.iter().any(|&aim| scopes.of(aim).is_some_and(is_foreseen))
    }

    /// Whether play may still succeed, as far as the lower bounds show. Calls `within_reach` for each goal that
    /// matters, and stores the returned region of the goal in `scopes`. `last` is the side that makes the last move of
    /// the present branch, and `left` are the moves left in this branch; the goals come after it.
    pub fn may_be_reached<S>(
        &self,
        last: Color,
        left: Left,
        scopes: &mut GoalRegions<S>,
        is_foreseen: impl Fn(&S) -> bool,
        mut within_reach: impl FnMut(GoalQuery<'_>, &S) -> Option<S>,
    ) -> bool
    where
        S: Clone + Default,
    {
        scopes.make_room(self.goals.len());
        let foreseen_only = self.any_foreseen(scopes, &is_foreseen);
        let mut may_be = |aim: usize| {
            if foreseen_only && scopes.of(aim).is_some_and(|scope| !is_foreseen(scope)) {
                return true;
            }
            let scope = scopes.of(aim).and_then(|scope| within_reach(self.goals[aim].ending(last, left), scope));
            scopes.set(aim, scope).is_some()
        };
        self.ways.suffice(&mut may_be)
    }
}

impl PendingGoal {
    fn ending(&self, last: Color, left: Left) -> GoalQuery<'_> {
        let mut all = left.moves;
        all[last as usize] += self.moves[0];
        all[!last as usize] += self.moves[1];
        GoalQuery::new(&self.goal, if self.by_same { last } else { !last }, left.and_then(all))
    }
}

impl GoalExpression {
    fn seen(play: &Play, view: GoalView, goals: &mut Vec<PendingGoal>) -> GoalExpression {
        match play {
            Play::Goal(goal) => {
                goals.push(PendingGoal { goal: goal.clone(), by_same: view.by_same, moves: view.moves });
                GoalExpression::PendingGoal(goals.len() - 1)
            }
            Play::And(a, b) => GoalExpression::All([a, b].map(|play| GoalExpression::seen(play, view, goals)).into()),
            Play::Or(a, b) => GoalExpression::One([a, b].map(|play| GoalExpression::seen(play, view, goals)).into()),
            Play::Branch(branch) if !branch.begun_by_reply => {
                let forks =
                    [0, 1].into_iter().filter_map(|side_index| Some((side_index, branch.forks[side_index].as_ref()?)));
                GoalExpression::One(
                    forks
                        .map(|(side_index, fork)| GoalExpression::seen(fork, view.after(branch, side_index), goals))
                        .collect(),
                )
            }
            Play::Not(_) | Play::Branch(_) => GoalExpression::Unknown,
        }
    }

    fn collect_needed(&self, needed: &mut Vec<usize>) {
        match self {
            GoalExpression::PendingGoal(aim) => needed.push(*aim),
            GoalExpression::All(parts) => parts.iter().for_each(|part| part.collect_needed(needed)),
            GoalExpression::One(parts) if parts.len() == 1 => parts[0].collect_needed(needed),
            GoalExpression::One(_) | GoalExpression::Unknown => {}
        }
    }

    /// Whether play can succeed if only the goals for which `may_be_reached` returns `true` can be reached. `Unknown`
    /// counts as reachable.
    fn suffice(&self, may_be_reached: &mut impl FnMut(usize) -> bool) -> bool {
        match self {
            GoalExpression::Unknown => true,
            GoalExpression::PendingGoal(aim) => may_be_reached(*aim),
            GoalExpression::All(parts) => parts.iter().all(|part| part.suffice(may_be_reached)),
            GoalExpression::One(parts) => parts.is_empty() || parts.iter().any(|part| part.suffice(may_be_reached)),
        }
    }
}

impl GoalView {
    /// Returns the place after `branch`, which begins at this place and ends with a move of the side with index
    /// `side_index`.
    fn after(self, branch: &Branch, side_index: usize) -> GoalView {
        let [first, second] = branch.moves_of_sides(branch.max);
        // A branch begins with the side that did not move last, except if it is marked otherwise.
        let [same, other] = if branch.other_side == self.by_same { [first, second] } else { [second, first] };
        GoalView {
            moves: [self.moves[0] + same, self.moves[1] + other],
            by_same: ((side_index == 0) == branch.other_side) == self.by_same,
        }
    }
}

/// The goal regions of all pending goals. The region of a goal is the part of the board where the lower bounds have not
/// excluded the goal.
#[derive(Clone)]
pub struct GoalRegions<S> {
    /// Region of the first goal. Mostly there is no other. `None` if the goal is out of reach.
    first: Option<S>,
    /// Regions of the other goals, with `None` for each goal that is out of reach. Empty until one of these goals has
    /// been queried.
    others: Vec<Option<S>>,
}

impl<S: Default> Default for GoalRegions<S> {
    fn default() -> GoalRegions<S> {
        GoalRegions { first: Some(S::default()), others: Vec::new() }
    }
}

impl<S> GoalRegions<S> {
    /// Returns the region of the goal with index `aim`, or `None` if the goal is out of reach or has no entry.
    fn of(&self, aim: usize) -> Option<&S> {
        match aim {
            0 => self.first.as_ref(),
            _ => self.others.get(aim - 1)?.as_ref(),
        }
    }

    fn set(&mut self, aim: usize, scope: Option<S>) -> &Option<S> {
        let place = if aim == 0 { &mut self.first } else { &mut self.others[aim - 1] };
        *place = scope;
        place
    }

    fn make_room(&mut self, goals: usize)
    where
        S: Clone + Default,
    {
        if goals > self.others.len() + 1 {
            self.others.resize(goals - 1, Some(S::default()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Options;
    use crate::syntax;

    const NOTHING: Left = Left { moves: [0, 0], in_turn: false };

    /// Returns the pending goals of the play of `stipulation`, if White moved last before the play.
    fn ahead_of(stipulation: &str) -> PendingGoals {
        let stipulation = syntax::stipulation(stipulation).expect("a stipulation");
        PendingGoals::of(&stipulation.schedule(&Options::default()).play)
    }

    #[test]
    fn pending_goals_have_their_sides_and_numbers_of_moves() {
        use Color::{Black, White};
        type Needed<'a> = &'a [(Goal, Color, [u16; 2])];
        let rows: [(&str, Needed); 4] = [
            ("h#3", &[(Goal::Mate, White, [3, 3])]),
            ("h=2.5", &[(Goal::Stalemate, White, [3, 2])]),
            ("ser-h#4", &[(Goal::Mate, White, [1, 4])]),
            ("reci-h#3", &[(Goal::Mate, White, [3, 3]), (Goal::Mate, Black, [2, 3])]),
        ];
        for (stipulation, expected) in rows {
            let scopes = GoalRegions::<()> { first: Some(()), others: vec![Some(())] };
            let ahead = ahead_of(stipulation);
            let needed: Vec<_> = ahead
                .needed(White, NOTHING, &scopes, |_| false)
                .map(|(ending, _)| (ending.goal.clone(), ending.mover, ending.left.moves))
                .collect();
            assert_eq!(needed, expected, "{stipulation}");
        }
    }

    /// Queries the goals in turn, as if the goals of the sides in `out_of_reach` were unreachable. Returns whether play
    /// may succeed, and the number of queries.
    fn asked(ahead: &PendingGoals, scopes: &mut GoalRegions<u32>, out_of_reach: &[Color]) -> (bool, usize) {
        let mut count = 0;
        let may_be = ahead.may_be_reached(
            Color::White,
            NOTHING,
            scopes,
            |&scope| scope >= 10,
            |ending, scope| {
                count += 1;
                (!out_of_reach.contains(&ending.mover)).then_some(scope + 1)
            },
        );
        (may_be, count)
    }

    #[test]
    fn each_goal_has_a_scope_of_its_own() {
        let (ahead, mut scopes) = (ahead_of("reci-h#3"), GoalRegions::default());
        assert_eq!(asked(&ahead, &mut scopes, &[]), (true, 2));
        assert_eq!([scopes.of(0), scopes.of(1)], [Some(&1), Some(&1)]);
        // A foreseen goal is the only one queried.
        scopes.set(1, Some(10));
        assert_eq!(asked(&ahead, &mut scopes, &[Color::White]), (true, 1));
        assert_eq!([scopes.of(0), scopes.of(1)], [Some(&1), Some(&11)]);
        assert_eq!(asked(&ahead, &mut scopes, &[Color::Black]), (false, 1));
    }

    #[test]
    fn of_two_goals_one_will_do_and_what_is_out_of_reach_stays_there() {
        let [mate, stalemate] = [Goal::Mate, Goal::Stalemate].map(|goal| Box::new(Play::Goal(goal)));
        let (ahead, mut scopes) = (PendingGoals::of(&Play::Or(mate, stalemate)), GoalRegions::default());
        assert_eq!(ahead.needed(Color::White, NOTHING, &scopes, |_| false).count(), 0);
        assert_eq!(asked(&ahead, &mut scopes, &[]), (true, 1), "the second need not be asked about");
        assert_eq!(asked(&ahead, &mut scopes, &[Color::White]), (false, 2));
        assert_eq!(asked(&ahead, &mut scopes, &[]), (false, 0));
    }
}
