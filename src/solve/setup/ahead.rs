//! What lies ahead: the goals that play has to reach, and what the bounds have left of each.

use crate::position::{Ending, Left};
use crate::problem::{Branch, Play};
use crate::units::{Color, Goal};

/// What play that succeeds has to reach, seen from the side that moved last.
#[derive(Debug)]
pub struct Ahead {
    aims: Vec<Aim>,
    ways: Ways,
    /// The aims without which no play succeeds.
    needed: Vec<usize>,
}

/// A goal that lies ahead.
#[derive(Debug)]
struct Aim {
    goal: Goal,
    /// It is reached by the side that moved last, not by the other.
    by_same: bool,
    /// At most so many moves of that side and of the other lie between.
    moves: [u16; 2],
}

/// Which of the aims it takes.
#[derive(Debug)]
enum Ways {
    Unknown,
    Aim(usize),
    All(Vec<Ways>),
    One(Vec<Ways>),
}

/// From where goals are seen: after so many moves of the side that moved last and of the other, by that side or not.
#[derive(Clone, Copy)]
struct View {
    moves: [u16; 2],
    by_same: bool,
}

impl Ahead {
    pub fn of(play: &Play) -> Ahead {
        let mut aims = Vec::new();
        let ways = Ways::seen(play, View { moves: [0, 0], by_same: true }, &mut aims);
        let mut needed = Vec::new();
        ways.collect_needed(&mut needed);
        Ahead { aims, ways, needed }
    }

    /// The goals that have to be reached in any case, with what is left of each; `last` moved last, and at most `left` is
    /// played until the goals are seen from there.
    pub fn needed<'a, S>(
        &'a self,
        last: Color,
        left: Left,
        scopes: &'a Scopes<S>,
        is_foreseen: impl Fn(&S) -> bool + Clone,
    ) -> impl Iterator<Item = (Ending<'a>, &'a S)> + Clone {
        let foreseen_only = self.any_foreseen(scopes, &is_foreseen);
        self.needed.iter().filter_map(move |&aim| {
            let scope = scopes.of(aim).filter(|scope| !foreseen_only || is_foreseen(scope))?;
            Some((self.aims[aim].ending(last, left), scope))
        })
    }

    /// One of several goals that are needed is foreseen. That leaves so few positions that questions about the others would
    /// take longer than the play that they may spare.
    fn any_foreseen<S>(&self, scopes: &Scopes<S>, is_foreseen: &impl Fn(&S) -> bool) -> bool {
        self.needed.len() > 1 && self.needed.iter().any(|&aim| scopes.of(aim).is_some_and(is_foreseen))
    }

    /// Some play may succeed, as far as `within_reach` tells of each goal. What is left of the goals that were asked about
    /// is told by the scopes.
    pub fn may_be_reached<S>(
        &self,
        last: Color,
        left: Left,
        scopes: &mut Scopes<S>,
        is_foreseen: impl Fn(&S) -> bool,
        mut within_reach: impl FnMut(Ending<'_>, &S) -> Option<S>,
    ) -> bool
    where
        S: Clone + Default,
    {
        scopes.make_room(self.aims.len());
        let foreseen_only = self.any_foreseen(scopes, &is_foreseen);
        let mut may_be = |aim: usize| {
            if foreseen_only && scopes.of(aim).is_some_and(|scope| !is_foreseen(scope)) {
                return true;
            }
            let scope = scopes.of(aim).and_then(|scope| within_reach(self.aims[aim].ending(last, left), scope));
            scopes.set(aim, scope).is_some()
        };
        self.ways.suffice(&mut may_be)
    }
}

impl Aim {
    fn ending(&self, last: Color, left: Left) -> Ending<'_> {
        let mut all = left.moves;
        all[last as usize] += self.moves[0];
        all[!last as usize] += self.moves[1];
        Ending::new(&self.goal, if self.by_same { last } else { !last }, left.and_then(all))
    }
}

impl Ways {
    fn seen(play: &Play, view: View, aims: &mut Vec<Aim>) -> Ways {
        match play {
            Play::Goal(goal) => {
                aims.push(Aim { goal: goal.clone(), by_same: view.by_same, moves: view.moves });
                Ways::Aim(aims.len() - 1)
            }
            Play::And(a, b) => Ways::All([a, b].map(|play| Ways::seen(play, view, aims)).into()),
            Play::Or(a, b) => Ways::One([a, b].map(|play| Ways::seen(play, view, aims)).into()),
            Play::Branch(branch) if !branch.begun_by_reply => {
                let forks = [0, 1].into_iter().filter_map(|letter| Some((letter, branch.forks[letter].as_ref()?)));
                Ways::One(forks.map(|(letter, fork)| Ways::seen(fork, view.after(branch, letter), aims)).collect())
            }
            Play::Not(_) | Play::Branch(_) => Ways::Unknown,
        }
    }

    fn collect_needed(&self, needed: &mut Vec<usize>) {
        match self {
            Ways::Aim(aim) => needed.push(*aim),
            Ways::All(parts) => parts.iter().for_each(|part| part.collect_needed(needed)),
            Ways::One(parts) if parts.len() == 1 => parts[0].collect_needed(needed),
            Ways::One(_) | Ways::Unknown => {}
        }
    }

    /// What may be reached is enough. Where no way is known, nothing is known about it.
    fn suffice(&self, may_be_reached: &mut impl FnMut(usize) -> bool) -> bool {
        match self {
            Ways::Unknown => true,
            Ways::Aim(aim) => may_be_reached(*aim),
            Ways::All(parts) => parts.iter().all(|part| part.suffice(may_be_reached)),
            Ways::One(parts) => parts.is_empty() || parts.iter().any(|part| part.suffice(may_be_reached)),
        }
    }
}

impl View {
    /// After the branch has been played, its last move made by the letter.
    fn after(self, branch: &Branch, letter: usize) -> View {
        let [first, second] = branch.moves_of_letters(branch.max);
        // A branch begins with the side that did not move last, unless it says otherwise.
        let [same, other] = if branch.other_side == self.by_same { [first, second] } else { [second, first] };
        View {
            moves: [self.moves[0] + same, self.moves[1] + other],
            by_same: ((letter == 0) == branch.other_side) == self.by_same,
        }
    }
}

/// What the bounds have left of each goal ahead.
#[derive(Clone)]
pub struct Scopes<S> {
    /// There is hardly ever more than one. `None`: it is out of reach.
    first: Option<S>,
    /// None as long as nothing is known about them.
    others: Vec<Option<S>>,
}

impl<S: Default> Default for Scopes<S> {
    fn default() -> Scopes<S> {
        Scopes { first: Some(S::default()), others: Vec::new() }
    }
}

impl<S> Scopes<S> {
    /// What is left of the goal; `None` where it is out of reach, or not known about.
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

    fn make_room(&mut self, aims: usize)
    where
        S: Clone + Default,
    {
        if aims > self.others.len() + 1 {
            self.others.resize(aims - 1, Some(S::default()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Options;
    use crate::syntax;

    const NOTHING: Left = Left { moves: [0, 0], in_turn: false };

    /// Of play before which White moved last.
    fn ahead_of(stipulation: &str) -> Ahead {
        let stipulation = syntax::stipulation(stipulation).expect("a stipulation");
        Ahead::of(&stipulation.schedule(&Options::default()).play)
    }

    #[test]
    fn what_is_needed_is_told_with_who_reaches_it_and_in_how_many_moves_of_white_and_black() {
        use Color::{Black, White};
        type Needed<'a> = &'a [(Goal, Color, [u16; 2])];
        let rows: [(&str, Needed); 4] = [
            ("h#3", &[(Goal::Mate, White, [3, 3])]),
            ("h=2.5", &[(Goal::Stalemate, White, [3, 2])]),
            ("ser-h#4", &[(Goal::Mate, White, [1, 4])]),
            ("reci-h#3", &[(Goal::Mate, White, [3, 3]), (Goal::Mate, Black, [2, 3])]),
        ];
        for (stipulation, expected) in rows {
            let scopes = Scopes::<()> { first: Some(()), others: vec![Some(())] };
            let ahead = ahead_of(stipulation);
            let needed: Vec<_> = ahead
                .needed(White, NOTHING, &scopes, |_| false)
                .map(|(ending, _)| (ending.goal.clone(), ending.mover, ending.left.moves))
                .collect();
            assert_eq!(needed, expected, "{stipulation}");
        }
    }

    /// Asks about the goals in turn, of which these are out of reach; returns whether play may succeed and how many were
    /// asked.
    fn asked(ahead: &Ahead, scopes: &mut Scopes<u32>, out_of_reach: &[Color]) -> (bool, usize) {
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
        let (ahead, mut scopes) = (ahead_of("reci-h#3"), Scopes::default());
        assert_eq!(asked(&ahead, &mut scopes, &[]), (true, 2));
        assert_eq!([scopes.of(0), scopes.of(1)], [Some(&1), Some(&1)]);
        // What is foreseen is asked about alone.
        scopes.set(1, Some(10));
        assert_eq!(asked(&ahead, &mut scopes, &[Color::White]), (true, 1));
        assert_eq!([scopes.of(0), scopes.of(1)], [Some(&1), Some(&11)]);
        assert_eq!(asked(&ahead, &mut scopes, &[Color::Black]), (false, 1));
    }

    #[test]
    fn of_two_goals_one_will_do_and_what_is_out_of_reach_stays_there() {
        let [mate, stalemate] = [Goal::Mate, Goal::Stalemate].map(|goal| Box::new(Play::Goal(goal)));
        let (ahead, mut scopes) = (Ahead::of(&Play::Or(mate, stalemate)), Scopes::default());
        assert_eq!(ahead.needed(Color::White, NOTHING, &scopes, |_| false).count(), 0);
        assert_eq!(asked(&ahead, &mut scopes, &[]), (true, 1), "the second need not be asked about");
        assert_eq!(asked(&ahead, &mut scopes, &[Color::White]), (false, 2));
        assert_eq!(asked(&ahead, &mut scopes, &[]), (false, 0));
    }
}
