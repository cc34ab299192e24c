//! Explores variants of the problem under edit, and reports what is found while it is found.

use super::parts::Parts;
use super::solving::{BETWEEN_REPORTS, Host, Resources, Settings, refused};
use crate::clock::Instant;
use crate::explore::{
    BasePlay, BoardMap, Chunk, Filters, Limits, Progress, Rank, Request, Space, Standard, Status, TABLE_BYTES, Variant,
    Wanted, board_maps, changes_named, explore, is_retro, ranked, stated, unsupported, usual,
};
use crate::located::refusal;
use crate::problem::{Intent, Problem};
use crate::solution::{Solution, Verdict, judge, settings_for_check};
use crate::solve::{Session, Solver};
use crate::syntax::{self, Diagnostic, PieceLetters, Source};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The variants that the page asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    what: What,
    /// The changes, as `keymove explore --by` names them; `None` for the usual ones.
    by: Option<String>,
    /// Number of changes that are combined.
    #[serde(default = "one")]
    steps: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Economy,
    Repair,
    Twins,
    /// All squares for one man.
    Stand,
}

/// The largest number of variants.
const MOST_VARIANTS: u64 = 1_000_000;
/// Time for each variant. A variant that it cuts is undecided.
const TIME: Duration = Duration::from_secs(10);
/// The largest number of finds that are sent, and of those that the last list orders.
const MOST_FINDS: usize = 500;

fn one() -> usize {
    1
}

/// A base with its variants.
struct Task {
    base: Problem,
    space: Space,
    standard: Standard,
    /// Whether men may be needed for the history of the position.
    is_retro: bool,
    /// Whether finds have to keep the solution that the author states.
    keeps_stated: bool,
}

/// Explores the problem, sends the events to the host, and returns the last one.
pub fn explored(
    parts: &Parts,
    settings: &Settings,
    asked: &Asked,
    host: &Arc<dyn Host>,
    resources: &Resources,
) -> Value {
    let entry = parts.entry();
    let Some(problem) = entry.sound_problem() else { return refused(parts) };
    if let Some(why) = unsupported(problem) {
        return not_explored(why);
    }
    let mut wanted = settings_for_check(problem);
    wanted.options.allow_unverified |= settings.is_unverified_allowed();
    let solver = Solver { time: None, ..resources.solver(settings) };
    let solution = match solver.solve_with(&wanted, &resources.control(host)) {
        Ok(outcome) => outcome.solution,
        Err(error) => {
            let found = refusal(&entry, problem, &error);
            return json!({ "event": "refused", "diagnostics": [parts.composed().located(&found)] });
        }
    };
    let task = match Task::new(asked, &wanted, &solution) {
        Ok(task) => task,
        Err(why) => return not_explored(&why),
    };
    let all = task.space.len();
    if all > MOST_VARIANTS {
        return not_explored(&format!("there are {all} variants; at most {MOST_VARIANTS} are explored in the studio"));
    }
    host.send(&json!({ "event": "begun", "variants": all, "keepsStated": task.keeps_stated }).to_string());
    let limits = Limits {
        threads: solver.threads.number(),
        time: TIME,
        total_time: None,
        first: None,
        cancelled: resources.cancelled.clone(),
        solver: Solver { table_bytes: TABLE_BYTES, ..Solver::default() },
    };
    let (mut chunks, mut sent, mut last) = (Vec::new(), 0, Instant::now());
    let mut session = Session::new(limits.solver.clone());
    let progress = Progress::default();
    // One range: the library cuts it into chunks, each of which is passed on when it is finished.
    let range = 0..all;
    let is_complete =
        explore(&task.space, &task.standard, std::slice::from_ref(&range), &limits, &progress, &mut |chunk| {
            for find in chunk.finds.iter().filter(|_| asked.what != What::Stand) {
                let Some(variant) = task.space.variant(find.number).filter(|_| sent < MOST_FINDS) else { continue };
                sent += 1;
                host.send(&task.find(asked, &variant, find.duals, &mut session).to_string());
            }
            chunks.push(chunk);
            if last.elapsed() >= BETWEEN_REPORTS {
                last = Instant::now();
                let (done, found) = (progress.done.load(Relaxed), progress.found.load(Relaxed));
                let event =
                    json!({ "event": "progress", "phase": "variants", "done": done, "of": all, "found": found });
                host.send(&event.to_string());
            }
        });
    task.summary(&Chunk::joined(&chunks), is_complete)
}

fn not_explored(why: &str) -> Value {
    json!({ "event": "refused", "reason": why, "diagnostics": [] })
}

impl Task {
    /// Prepares a base with its complete solution. Returns the reason if it cannot be explored.
    fn new(asked: &Asked, base: &Problem, solution: &Solution) -> Result<Task, String> {
        let judgement = judge(base, solution).allowing_duals(solution);
        let first = judgement.findings.iter().find(|finding| finding.is_error());
        let reason = first.map(|finding| finding.full_text()).unwrap_or_default();
        if !solution.is_complete() {
            return Err("the search of the problem itself was cut".to_string());
        }
        let is_sound = judgement.verdict == Verdict::Sound;
        match asked.what {
            What::Repair if is_sound => return Err("the problem is sound already".to_string()),
            What::Economy | What::Twins if !is_sound => {
                return Err(format!("the problem is unsound: {reason}. Repair looks for sound versions."));
            }
            _ => {}
        }
        let keeps_stated = asked.what == What::Repair && base.intent.solution.is_some();
        let wanted = match asked.what {
            What::Economy => Wanted::Same,
            What::Twins => Wanted::Other,
            What::Repair if keeps_stated => Wanted::Stated,
            What::Repair | What::Stand => Wanted::Any,
        };
        let usual = match asked.what {
            What::Economy => usual::ECONOMY,
            What::Repair => usual::REPAIR,
            What::Twins | What::Stand => usual::TWINS,
        };
        let by = asked.by.as_deref().unwrap_or(usual);
        let (shape, letters) = (base.diagram.placement.shape(), PieceLetters::from(&base.rules));
        let in_words = |wrong: Diagnostic| wrong.render(&Source::new("the changes", by));
        let named = changes_named(by, shape, letters).map_err(in_words)?;
        let play = is_sound.then(|| BasePlay::of(base, solution, false));
        let standard = Standard::new(base, play, Filters { wanted, ..Filters::default() });
        let space = Space::new(base, Request { named, steps: asked.steps, ..Request::default() });
        Ok(Task { base: base.clone(), space, standard, is_retro: is_retro(base, solution), keeps_stated })
    }

    /// Returns the event for a find. The solution of a twin is searched again, so that it can be shown.
    fn find(&self, asked: &Asked, variant: &Variant, duals: usize, session: &mut Session) -> Value {
        let written = self.standard.written(variant);
        let mut moves = Vec::new();
        if asked.what == What::Twins || self.is_any() {
            let solved = session.solve(&settings_for_check(&written), None, Arc::default());
            moves = solved.map(|outcome| stated(&outcome.solution)).unwrap_or_default();
        }
        let solution = written.intent.solution.clone().or_else(|| (!moves.is_empty()).then(|| moves.join(" ")));
        let intent = Intent { solution, ..written.intent };
        let problem = Problem { heading: self.base.heading.clone(), intent, ..variant.problem.clone() };
        json!({
            "event": "find",
            "number": variant.number,
            "changes": syntax::changes(&variant.changes),
            "squares": touched(variant),
            "men": problem.diagram.placement.len(),
            "duals": duals,
            "moves": moves,
            "line": syntax::epd(&problem),
            "parts": Parts::of(&problem),
        })
    }

    /// Whether finds may have any solution.
    fn is_any(&self) -> bool {
        !self.keeps_stated && self.base.intent.solution.is_none()
    }

    /// Returns the last event: the finds in their order, the counts, and the board maps.
    fn summary(&self, total: &Chunk, is_complete: bool) -> Value {
        let (order, found) = ranked(&self.space, &total.finds, MOST_FINDS);
        let counts: Vec<Value> = total.by_status().map(|(status, count)| json!([status.words(), count])).collect();
        let number = |(_, variant): &(Rank, Variant)| variant.number;
        json!({
            "event": "explored",
            "isComplete": is_complete,
            "found": found,
            "judged": total.judged(),
            "order": order.iter().map(number).collect::<Vec<_>>(),
            "counts": counts,
            "undecided": total.count(Status::Undecided),
            "failures": total.failures,
            "isRetro": self.is_retro,
            "maps": board_maps(&self.space, &total.statuses).iter().map(map).collect::<Vec<_>>(),
        })
    }
}

/// Returns the squares on which the variant differs from the base.
fn touched(variant: &Variant) -> Vec<String> {
    use crate::problem::Change;
    let squares = variant.changes.iter().flat_map(|change| match change {
        Change::Move(a, b) | Change::Exchange(a, b) => vec![*a, *b],
        Change::Remove(square) | Change::Add(square, _) => vec![*square],
        _ => Vec::new(),
    });
    squares.map(|square| square.to_string()).collect()
}

/// Returns a board map for the page: a status and its words for each square.
fn map(map: &BoardMap) -> Value {
    let statuses = map.statuses.iter();
    let squares = statuses.map(|(square, status)| (square.to_string(), json!([status, status.sign(), status.words()])));
    json!({
        "man": map.unit.in_words(),
        "text": map.unit.to_fen(),
        "from": map.from.map(|from| from.to_string()),
        "squares": squares.collect::<serde_json::Map<String, Value>>(),
    })
}
