//! Prepares one base to be explored: interprets the arguments for it, solves it, and checks that it is sound if it has
//! to be.

use super::args::What;
use crate::explore::{BasePlay, Filters, Request, Selected, Space, Standard, Wanted, is_retro, unsupported};
use crate::explore::{changes_named, men, parts, places, squares};
use crate::input::Entry;
use crate::located::refusal;
use crate::problem::{Problem, Stipulation};
use crate::rules::RuleSet;
use crate::solution::{Judgement, Solution, Verdict, judge, settings_for_check};
use crate::solve::{Control, Solver, Threads};
use crate::syntax::{self, Diagnostic, PieceLetters, Source};
use crate::units::{Square, Unit};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A base, ready to be explored: the problem, its possible variants, and what is looked for among them.
pub struct Task {
    pub space: Space,
    pub standard: Standard,
    pub base: Problem,
    /// Whether the base uses the history of its position, for example by castling. A man may then be needed for the
    /// history although the solution does not need it.
    pub is_retro: bool,
    /// Whether the base has keys but no option for tries. Tries that the author's solution does not mention are then
    /// not compared.
    pub has_unstated_tries: bool,
    /// The solution of an unsound base that is to be repaired, and what is wrong with it. `None` for a sound base, and
    /// for a matrix, whose base is not solved.
    pub unsound: Option<(Solution, Judgement)>,
}

/// The reason why a base is not explored. Both kinds are complete messages for standard error.
pub enum Refused {
    /// An error: the base cannot be explored.
    Error(String),
    Note(String),
}

impl Refused {
    pub fn text(&self) -> &str {
        match self {
            Refused::Error(text) | Refused::Note(text) => text,
        }
    }
}

impl Task {
    /// Prepares a base for exploring. Solves it if its solution is needed. Returns the reason if it is not explored.
    pub fn new(what: &What, entry: &Entry, problem: &Problem, cancelled: &Arc<AtomicBool>) -> Result<Task, Refused> {
        let place = format!("{}:{}", entry.source.name, entry.source.line_and_column(0).0);
        let error = |text: String| Refused::Error(format!("error: not explored: {text}\n --> {place}\n"));
        if let Some(why) = unsupported(problem) {
            return Err(error(why.to_string()));
        }
        let request = request(what, problem).map_err(Refused::Error)?;
        let common = what.common();
        let men = common.men.map_or(0..=usize::MAX, |(least, most)| least..=most);
        let filters = Filters {
            wanted: what.wanted(),
            solutions: common.solutions,
            no_duals: common.no_duals,
            any_position: common.any_position,
            men,
            most_promoted: common.promoted,
        };
        let (mut play, mut unsound, mut is_retro_base, mut has_unstated_tries) = (None, None, false, false);
        if !matches!(what, What::Matrix { .. }) {
            let solution = solved(entry, problem, common, cancelled)?;
            let judgement = judge(&settings_for_check(problem), &solution);
            let judgement = if common.no_duals { judgement } else { judgement.allowing_duals(&solution) };
            is_sound_as_wanted(what, problem, &judgement).map_err(|refused| match refused {
                Refused::Error(text) => error(text),
                Refused::Note(text) => Refused::Note(format!("note: {text}\n --> {place}\n")),
            })?;
            if !matches!(what, What::Repair { .. }) {
                let by_idea = what.changes().is_some_and(|changes| changes.same == super::args::SameBy::Idea);
                play = Some(BasePlay::of(&settings_for_check(problem), &solution, by_idea));
            }
            is_retro_base = is_retro(problem, &solution);
            has_unstated_tries = solution.keys().next().is_some() && !settings_for_check(problem).options.tries;
            if matches!(what, What::Repair { .. }) {
                unsound = Some((solution, judgement));
            }
        }
        let standard = Standard::new(problem, play, filters);
        let space = Space::new(problem, request);
        Ok(Task { space, standard, base: problem.clone(), is_retro: is_retro_base, has_unstated_tries, unsound })
    }

    /// Returns the id of the base, or an empty text if it has none.
    pub fn id(&self) -> &str {
        self.base.heading.id.as_deref().unwrap_or_default()
    }
}

/// Solves the base with the settings of `keymove check`, within the time limit for the whole base.
fn solved(
    entry: &Entry,
    problem: &Problem,
    common: &super::args::Common,
    cancelled: &Arc<AtomicBool>,
) -> Result<Solution, Refused> {
    let threads = Arc::new(Threads::new(usize::from(common.threads)));
    let solver = Solver { threads, time: common.total_time, ..Solver::default() };
    let control = Control { cancelled: cancelled.clone(), ..Control::default() };
    let outcome = solver.solve_with(&settings_for_check(problem), &control);
    let outcome = outcome.map_err(|error| Refused::Error(refusal(entry, problem, &error).render(&entry.source)))?;
    Ok(outcome.solution)
}

/// Returns an error if the base must be sound and is not. For a repair, returns a note if the base is sound already,
/// and an error if it lacks the author's solution that the repair has to keep.
fn is_sound_as_wanted(what: &What, problem: &Problem, judgement: &Judgement) -> Result<(), Refused> {
    let reason = || {
        let errors = judgement.findings.iter().filter(|finding| finding.is_error());
        errors.map(|finding| finding.full_text()).next().unwrap_or_default()
    };
    if let What::Repair { .. } = what {
        if judgement.verdict == Verdict::Sound {
            return Err(Refused::Note("the base is already sound".to_string()));
        }
        if what.wanted() == Wanted::Stated && problem.intent.solution.is_none() {
            let why = "the base has no `sol`, the solution that a repair keeps; add it, or use --keep none";
            return Err(Refused::Error(why.to_string()));
        }
        return Ok(());
    }
    match judgement.verdict {
        Verdict::Sound => Ok(()),
        Verdict::Undecided => Err(Refused::Error("a limit cut the search of the base".to_string())),
        Verdict::Unsound | Verdict::Invalid => {
            let hint = "use `keymove explore repair` to find sound versions";
            Err(Refused::Error(format!("the base is unsound: {}\n  = hint: {hint}", reason())))
        }
    }
}

/// Interprets the arguments for this base. An error is a complete message that points at its place in the argument.
fn request(what: &What, base: &Problem) -> Result<Request, String> {
    let (shape, cast) = (base.diagram.placement.shape(), PieceLetters::from(&base.rules));
    let shown = |option: &str, text: &str, wrong: Diagnostic| wrong.render(&Source::new(option, text));
    let standing: Vec<(Square, Unit)> = base.diagram.placement.iter().collect();
    let is_there = |men: &crate::explore::Men, option: &str, text: &str| match men.stranger(&standing) {
        Some(stranger) => Err(shown(option, text, no_such_man(stranger, text))),
        None => Ok(()),
    };
    let lists = what.lists();
    let stipulations = stipulations(lists.stip.as_deref().unwrap_or_default(), shape)
        .map_err(|wrong| shown("--stip", lists.stip.as_deref().unwrap_or_default(), wrong))?;
    let conditions = conditions(lists.cond.as_deref().unwrap_or_default(), cast)
        .map_err(|wrong| shown("--cond", lists.cond.as_deref().unwrap_or_default(), wrong))?;
    let mut request = Request { steps: 1, stipulations, conditions, ..Request::default() };
    if let What::Matrix { place, symmetry, .. } = what {
        request.places = places(place, shape, cast).map_err(|wrong| shown("--place", place, wrong))?;
        request.by_symmetry = *symmetry == super::args::BySymmetry::Auto;
        return Ok(request);
    }
    let Some(changes) = what.changes() else { return Ok(request) };
    request.steps = usize::from(changes.steps);
    if let Some(by) = changes.by.as_deref().or(what.usual_changes()) {
        request.named = changes_named(by, shape, cast).map_err(|wrong| shown("--by", by, wrong))?;
        for named in &request.named {
            named.men().map_or(Ok(()), |men| is_there(men, "--by", by))?;
        }
    } else if request.stipulations.is_empty() && request.conditions.is_empty() {
        return Err("error: nothing to vary; expected --by, --stip or --cond\n".to_string());
    }
    if let Some(at) = &changes.at {
        request.at = Some(squares(at, 0, shape).map_err(|wrong| shown("--at", at, wrong))?);
    }
    if let Some(fixed) = &changes.fixed {
        let men = men(fixed, 0, shape, cast).map_err(|wrong| shown("--fixed", fixed, wrong))?;
        is_there(&men, "--fixed", fixed)?;
        request.fixed = standing.iter().filter(|(s, unit)| men.contains(*s, *unit)).map(|(s, _)| *s).collect();
    }
    Ok(request)
}

fn no_such_man(stranger: Selected, text: &str) -> Diagnostic {
    Diagnostic::error(0..text.len(), format!("the diagram has no {stranger}"), "expected men that are in the diagram")
}

fn stipulations(text: &str, shape: &crate::units::Shape) -> Result<Vec<Stipulation>, Diagnostic> {
    let read = |(at, part): (usize, &str)| syntax::stipulation_on(part, shape).map_err(|wrong| wrong.shifted(at));
    parts(text, ',').map(read).collect()
}

/// Parses the list of `--cond`. Each entry is `none` or conditions joined by `+`. Returns the rules of each entry with
/// their name.
fn conditions(text: &str, cast: PieceLetters) -> Result<Vec<(String, RuleSet)>, Diagnostic> {
    let read = |(at, part): (usize, &str)| {
        if part.eq_ignore_ascii_case("none") {
            return Ok(("none".to_string(), RuleSet::default()));
        }
        let joined = part.replace('+', ",");
        let rules = syntax::conditions_in(&joined, cast).map_err(|found| {
            let first = found.into_iter().next();
            first
                .unwrap_or_else(|| Diagnostic::error(0..part.len(), "no condition", "expected a condition"))
                .shifted(at)
        })?;
        Ok((rules.caption(), rules))
    };
    parts(text, ',').map(read).collect()
}
