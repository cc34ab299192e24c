//! Solves many small problems one after another.
//!
//! For each problem, a [`Solver`] starts a thread with a deep stack, a transposition table and a watched clock. That
//! takes about 0.2 ms, which is more than a mate in two takes. With a [`DeepThread`](super::DeepThread), the solver
//! works on the calling thread and keeps its table.

use crate::clock::Clock;
use crate::position::Oracle;
use crate::problem::{Kind, Problem, Stipulation};
use crate::solution::Step;
use crate::solve::error::SolveError;
use crate::solve::setup::{rules_of_sides, set_up};
use crate::solve::solver::{Control, Outcome, Solver, book_of, fairy, orthodox};
use crate::solve::techniques::Technique;
use crate::solve::threads::Threads;
use crate::units::{Color, Goal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Solves problems on the calling thread, which must have a stack of [`STACK_BYTES`](super::STACK_BYTES).
///
/// ```
/// use keymove::solve::{Session, Solver};
/// use keymove::syntax;
///
/// let mut session = Session::new(Solver { table_bytes: 1 << 20, ..Solver::default() });
/// for (rook, keys) in [("R7", 1), ("7R", 0)] {
///     let line = format!(r##"7k/5K2/8/8/8/8/8/{rook} w - - stip "#1";"##);
///     let outcome = session.solve(&syntax::line(&line).0.unwrap(), None, Default::default()).unwrap();
///     assert_eq!(outcome.solution.keys().count(), keys);
/// }
/// ```
pub struct Session {
    solver: Solver,
}

/// An expected line of help play: the side that begins it, and its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedLine {
    pub side: Color,
    /// Whether the line is set play, in which the side that begins is not the side that begins in the diagram.
    pub is_set_play: bool,
    pub steps: Vec<Step>,
}

/// The result of replaying lines of help play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replayed {
    /// All lines can be played, or the play is of a kind that cannot be replayed.
    Yes,
    No,
    /// The play begins in an illegal position: the side to move could capture the king.
    Illegal,
}

impl Session {
    /// Begins a session with the settings of `solver`. It uses one thread and has no listener.
    pub fn new(solver: Solver) -> Session {
        let on_this_thread = Some(Arc::default());
        let threads = Arc::new(Threads::new(1));
        Session { solver: Solver { threads, listener: None, first_moves: None, on_this_thread, ..solver } }
    }

    /// Solves the problem. If `most` is given, each phase ends after this number of solutions, and the solution is
    /// marked as cut. Setting `cancelled` to `true` ends the search.
    ///
    /// # Errors
    ///
    /// The errors of [`Solver::solve`].
    pub fn solve(
        &mut self,
        problem: &Problem,
        most: Option<u32>,
        cancelled: Arc<AtomicBool>,
    ) -> Result<Outcome, SolveError> {
        self.solver.max_solutions = most;
        self.solver.solve_with(problem, &Control { cancelled, ..Control::default() })
    }

    /// Replays the lines in the problem. Returns whether all of them can be played and reach the goal. A line that
    /// cannot be played is no solution. A line that can be played may still be left out by a search for other reasons.
    /// Only plain help play is replayed.
    ///
    /// # Errors
    ///
    /// The errors of [`Solver::solve`].
    pub fn replay(&self, problem: &Problem, lines: &[ExpectedLine]) -> Result<Replayed, SolveError> {
        let Some(Stipulation::Traditional(stipulation)) = &problem.stipulation else { return Ok(Replayed::Yes) };
        let goal = &stipulation.goal;
        let is_plain = stipulation.kind == Kind::Help && stipulation.series.is_none() && stipulation.intro == 0;
        if !is_plain || problem.diagram.invisible > 0 || goal.allows_self_check() || goal.depends_on_history() {
            return Ok(Replayed::Yes);
        }
        let (diagram, _) = set_up(problem)?;
        let [rules, _] = rules_of_sides(problem);
        let options = &problem.options;
        let rules_of_bitboards = rules
            .bitboards()
            .filter(|_| self.solver.techniques.has(Technique::Bitboards) && diagram.is_for_bitboards());
        if let Some(rules) = rules_of_bitboards {
            return Ok(replayed(lines, goal, |side| orthodox(&diagram, side, rules, options)));
        }
        let (book, _) = book_of(&diagram, &rules, options)?;
        let clock = Arc::<Clock>::default();
        Ok(replayed(lines, goal, |side| fairy(&book, &diagram, side, options, &clock)))
    }
}

fn replayed<P: Oracle>(lines: &[ExpectedLine], goal: &Goal, begin: impl Fn(Color) -> P) -> Replayed {
    let is_refused = |line: &ExpectedLine| !line.is_set_play && begin(line.side).can_capture_king();
    if lines.iter().any(is_refused) {
        return Replayed::Illegal;
    }
    let plays = |line: &ExpectedLine| {
        let mut position = begin(line.side);
        !position.can_capture_king() && played_on(&mut position, &line.steps, goal, &mut Vec::new())
    };
    if lines.iter().all(plays) { Replayed::Yes } else { Replayed::No }
}

/// Returns whether the moves can be played one after another, and the last one reaches the goal. If several legal moves
/// look like an expected move, all of them are tried.
fn played_on<P: Oracle>(position: &mut P, steps: &[Step], goal: &Goal, path: &mut Vec<P::Move>) -> bool {
    let Some((step, rest)) = steps.split_first() else { return position.reached(goal, path) };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().any(|m| {
        let course = position.course(m);
        if course.from != step.from || Step::of(&position.record(m)) != *step {
            return false;
        }
        path.push(m);
        let is_played = position.with_move(m, |after| played_on(after, rest, goal, path));
        path.pop();
        is_played
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Solution;
    use crate::syntax;

    fn problem(line: &str) -> Problem {
        syntax::line(line).0.expect(line)
    }

    fn session() -> Session {
        Session::new(Solver { table_bytes: 1 << 20, ..Solver::default() })
    }

    fn lines_of(solution: &Solution) -> Vec<ExpectedLine> {
        let lines = solution.lines().map(|line| ExpectedLine {
            side: line[0].side(),
            is_set_play: false,
            steps: line.iter().map(|m| Step::of(&m.node().record)).collect(),
        });
        lines.collect()
    }

    #[test]
    fn a_session_finds_what_the_solver_finds_in_any_order() {
        let lines = [
            r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; opt "SetPlay Variation Try";"##,
            r##"2K5/5k2/8/8/8/1q6/8/2Q5 b - - stip "h#2"; cond "Isardam";"##,
            r##"8/8/8/8/8/5K2/7R/7k w - - stip "#2"; opt "SetPlay Try";"##,
            r##"8/8/8/8/8/1k6/8/K1q5 b - - stip "h#2"; cond "Circe";"##,
        ];
        let mut session = session();
        for line in lines.iter().chain(lines.iter().rev()) {
            let problem = problem(line);
            let alone = Solver::default().solve(&problem).expect(line).solution;
            assert_eq!(session.solve(&problem, None, Arc::default()).expect(line).solution, alone, "{line}");
        }
    }

    #[test]
    fn lines_are_replayed_where_they_are_solutions_and_nowhere_else() {
        let base = problem(r##"2K5/5k2/8/8/8/1q6/8/2Q5 b - - stip "h#2"; cond "Isardam";"##);
        let solution = Solver::default().solve(&base).expect("rules").solution;
        let lines = lines_of(&solution);
        assert!(!lines.is_empty());
        let session = session();
        assert_eq!(session.replay(&base, &lines), Ok(Replayed::Yes));
        let without = problem(r##"2K5/5k2/8/8/8/8/8/2Q5 b - - stip "h#2"; cond "Isardam";"##);
        assert_eq!(session.replay(&without, &lines), Ok(Replayed::No));
        let orthodox = problem(r##"2K5/5k2/8/8/8/1q6/8/2Q5 b - - stip "h#2";"##);
        assert_eq!(session.replay(&orthodox, &lines), Ok(Replayed::No));
        let stalemate = problem(r##"2K5/5k2/8/8/8/1q6/8/2Q5 b - - stip "h=2"; cond "Isardam";"##);
        assert_eq!(session.replay(&stalemate, &lines), Ok(Replayed::No), "the goal is another");
        let check = problem(r##"2K5/5k2/8/8/8/1q6/8/2Q2r2 b - - stip "h#2"; cond "Circe";"##);
        assert_eq!(session.replay(&check, &lines), Ok(Replayed::No));
        let capture = problem(r##"2K5/2q2k2/8/8/8/8/8/2Q5 b - - stip "h#2";"##);
        assert_eq!(session.replay(&capture, &lines), Ok(Replayed::Illegal));
    }

    #[test]
    fn a_search_ends_after_the_solutions_that_are_asked_for() {
        let cooked = problem(r##"7k/5K2/8/8/8/8/R7/R7 w - - stip "#1";"##);
        let mut session = session();
        let two = session.solve(&cooked, Some(2), Arc::default()).expect("chess").solution;
        assert!(!two.is_complete() && two.keys().count() == 2);
        let all = session.solve(&cooked, None, Arc::default()).expect("chess").solution;
        assert!(all.is_complete());
        let cancelled = Arc::new(AtomicBool::new(true));
        assert!(!session.solve(&cooked, None, cancelled).expect("chess").solution.is_complete());
    }
}
