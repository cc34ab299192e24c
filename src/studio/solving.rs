//! Solves the problem under edit, and reports the solution while it is found.

use super::parts::Parts;
use crate::clock::Instant;
use crate::input::Entry;
use crate::located::{about_rules, bad_twins, finding_diagnostic, refusal};
use crate::notation::Letters;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::report::{
    BoardStyle, LiveWriter, ManDrawings, Notation, PageKind, PageProblem, ProblemInfo, SolutionWriter, TextStyle,
    TextWriter, answer_text,
};
use crate::solution::{Cut, FindingKind, Judgement, Solution, judge, settings_for_check};
use crate::solve::{Allowance, Control, Outcome, PhaseProgress, Progress, Solver, Threads};
use crate::syntax::Diagnostic;
use crate::themes::{Themes, asked_for, settings_for_themes, themes, without_additions};
use crate::units::Tongue;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Receives the events of a search, each an object in JSON with the field `event`.
pub trait Host: fmt::Debug + Send + Sync {
    fn send(&self, event: &str);
}

/// The resources that the host grants to a search.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    /// Number of threads; 0 means the number of cores.
    pub threads: usize,
    /// Greatest size of the transposition table, and of the solution, in bytes.
    pub table: usize,
    pub solution: usize,
    /// Set to end the search.
    pub cancelled: Arc<AtomicBool>,
}

impl Resources {
    /// Returns a solver with these resources.
    pub fn solver(&self, settings: &Settings) -> Solver {
        let threads = Arc::new(Threads::new(self.threads));
        Solver {
            table_bytes: self.table,
            allowance: self.allowance(threads.number()),
            time: settings.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            threads,
            ..Solver::default()
        }
    }

    /// Returns a control that ends with the host, and reports progress to it.
    pub fn control(&self, host: &Arc<dyn Host>) -> Control {
        Control { cancelled: self.cancelled.clone(), progress: Arc::new(reported(host.clone())) }
    }

    /// Returns the limits on memory. Lower bounds get a quarter of what the transposition table gets.
    fn allowance(&self, threads: usize) -> Allowance {
        Allowance {
            most: self.solution,
            thread: (self.table / 4).max(MEMO_BYTES) / threads,
            pool: Arc::new(Pool::of_bytes((self.table / 8).max(POOL_BYTES))),
            ..Allowance::default()
        }
    }
}

/// How the page wants the problem solved and printed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Time limit in seconds.
    seconds: Option<f64>,
    /// Greatest number of solutions of each phase.
    solutions: Option<u32>,
    /// Language of the letters: `en`, `de` or `fr`.
    letters: Option<String>,
    /// Whether moves are written with figures.
    figures: bool,
    /// Whether moves are written with both squares.
    long: bool,
    /// Whether duals leave a problem sound.
    duals: bool,
    /// Whether unverified combinations of conditions are solved.
    unverified: bool,
    /// Whether only the verdict is wanted, without text, play and documents.
    brief: bool,
    /// Whether set play and tries are searched for the themes as well, and themes are wanted even if the answer is
    /// brief.
    themes: bool,
    /// Whether the answer is wanted in the form in which answers are recorded.
    answer: bool,
}

/// Least memory in bytes for the lower bounds of all threads, and for their final positions. It is taken only when it
/// is needed. With less, a helpmate or help stalemate whose final positions do not fit is searched without them, which
/// can take a hundred times as long.
const MEMO_BYTES: usize = 16 << 20;
const POOL_BYTES: usize = 24 << 20;
/// Largest solution, in bytes, of which documents are made: a document of more would not be printed.
const MOST_PRINTED: usize = 8 << 20;
/// Shortest time between two reports of progress.
pub const BETWEEN_REPORTS: Duration = Duration::from_millis(50);

/// Solves the problem, sends the events to the host, and returns the last one.
pub fn solved(parts: &Parts, settings: &Settings, host: &Arc<dyn Host>, resources: &Resources) -> Value {
    let (composed, entry) = (parts.composed(), parts.entry());
    let Some(original) = entry.sound_problem() else { return refused(parts) };
    let is_for_themes = settings.themes || !original.intent.themes.is_empty();
    let (checked, searched) = (settings_for_check(original), settings_for_themes(original));
    let lacks = checked.options != searched.options && !is_for_themes;
    let mut problem = if is_for_themes { searched } else { checked };
    problem.options.allow_unverified |= settings.unverified;
    let style = settings.style();
    let live = (!settings.brief).then(|| Arc::new(Live::new(&problem, style, host.clone())));
    let solver = Solver {
        max_solutions: settings.solutions,
        listener: live.clone().map(|live| live as _),
        ..resources.solver(settings)
    };
    let outcome = match solver.solve_with(&problem, &resources.control(host)) {
        Ok(outcome) => outcome,
        Err(error) => {
            let found = refusal(&entry, &problem, &error);
            return json!({ "event": "refused", "diagnostics": [composed.located(&found)] });
        }
    };
    let themes = (is_for_themes || !settings.brief).then(|| themes(&problem, &outcome.solution));
    // The verdict does not depend on what was searched for the themes alone.
    let asked = without_additions(original, &outcome.solution);
    let mut judgement = judge(&Problem { options: settings_for_check(original).options, ..problem.clone() }, &asked);
    if let Some(themes) = &themes {
        judgement = asked_for(original, themes, judgement);
    }
    let answer = settings.answer.then(|| answer_text(&asked, &judgement));
    if settings.duals {
        judgement = judgement.allowing_duals(&asked);
    }
    let mut done = json!({
        "event": "done",
        "verdict": judgement.verdict.name(),
        "findings": findings(&judgement, &style),
        "diagnostics": remarks(entry, &problem, &outcome, &judgement, |found| composed.located(found)),
        "cut": outcome.solution.twins.iter().find_map(|twin| twin.cut).map(cut),
        "positions": outcome.nodes,
        "seconds": outcome.seconds,
        "answer": answer,
        "themes": themes.as_ref().map(|themes| told(themes, lacks)),
    });
    if let Some(live) = live {
        live.end(&outcome.solution);
        done["page"] = page(&problem, &outcome, &judgement, themes.as_ref(), style);
    }
    done
}

/// Returns the event for a problem that cannot be read, with what is wrong with it.
pub fn refused(parts: &Parts) -> Value {
    let composed = parts.composed();
    let diagnostics: Vec<Value> = parts.entry().diagnostics.iter().map(|found| composed.located(found)).collect();
    json!({ "event": "refused", "diagnostics": diagnostics })
}

/// Returns the diagnostics of the text, and what the solution adds to them.
fn remarks(
    mut entry: Entry,
    problem: &Problem,
    outcome: &Outcome,
    judgement: &Judgement,
    located: impl Fn(&Diagnostic) -> Value,
) -> Vec<Value> {
    let mut remarks = bad_twins(&entry, problem, &outcome.solution);
    remarks.extend(about_rules(&entry, judgement));
    remarks.extend(judgement.findings.iter().filter_map(|finding| finding_diagnostic(&entry, finding)));
    entry.diagnostics.extend(remarks);
    entry.diagnostics.iter().map(located).collect()
}

/// Returns the themes for the page. `lacks` says whether a search for set play and tries could find more.
fn told(themes: &Themes, lacks: bool) -> Value {
    let found = |told: &crate::themes::FoundTheme| json!([told.theme.name, told.count.unwrap_or(1)]);
    json!({
        "found": themes.found.iter().map(found).collect::<Vec<_>>(),
        "notComputed": themes.not_computed,
        "lacks": lacks,
    })
}

impl Settings {
    pub fn is_unverified_allowed(&self) -> bool {
        self.unverified
    }

    fn style(&self) -> TextStyle {
        let tongue = match self.letters.as_deref() {
            Some("de") => Tongue::German,
            Some("fr") => Tongue::French,
            _ => Tongue::English,
        };
        let letters = if self.figures { Letters::Figurines(tongue) } else { Letters::Of(tongue) };
        let notation = if self.long { Notation::Long } else { Notation::Short };
        TextStyle { color: false, board: BoardStyle::Letters, letters, notation }
    }
}

/// Returns a progress that is reported to the host, but not more often than a reader can see.
fn reported(host: Arc<dyn Host>) -> Progress {
    let last = Mutex::new(None::<Instant>);
    Progress::watched_by(move |doing: &PhaseProgress| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = doing.done == doing.total;
        if !is_over && last.is_some_and(|last| last.elapsed() < BETWEEN_REPORTS) {
            return;
        }
        *last = Some(Instant::now());
        let PhaseProgress { what, done, total, positions, .. } = doing;
        let event = json!({ "event": "progress", "phase": what, "done": done, "of": total, "positions": positions });
        host.send(&event.to_string());
    })
}

fn findings(judgement: &Judgement, style: &TextStyle) -> Vec<Value> {
    let shown = judgement.findings.iter().filter(|finding| finding.kind != FindingKind::Unverified);
    let object = |finding: &crate::solution::Finding| {
        json!({
            "severity": finding.severity.word(),
            "kind": finding.kind.name(),
            "text": style.finding(finding),
        })
    };
    shown.map(object).collect()
}

fn cut(cut: Cut) -> &'static str {
    match cut {
        Cut::Time => "time",
        Cut::Memory => "memory",
        Cut::Interrupted => "cancelled",
        Cut::MaxSolutions => "number of solutions",
        Cut::MoveNumbers => "numbers of first moves",
        Cut::ShortSolutions => "short solutions",
    }
}

/// Returns the play as HTML with the drawings of its men, and the documents that can be saved. `null` stands for a
/// document that would be too long.
fn page(
    problem: &Problem,
    outcome: &Outcome,
    judgement: &Judgement,
    themes: Option<&Themes>,
    style: TextStyle,
) -> Value {
    let about = ProblemInfo::default();
    let style = TextStyle { board: BoardStyle::None, ..style };
    let shown =
        PageProblem { problem, solution: &outcome.solution, judgement, themes, style, board: BoardStyle::Letters };
    let mut drawn = ManDrawings::new();
    let html = PageKind::Html.solved(&about, shown, &mut drawn);
    let latex = (outcome.printed_bytes <= MOST_PRINTED).then(|| {
        let kind = PageKind::Latex;
        [kind.head(), kind.solved(&about, shown, &mut ManDrawings::new()), kind.foot("", &ManDrawings::new())].concat()
    });
    json!({
        "head": PageKind::Html.head(),
        "html": html,
        "foot": PageKind::Html.foot("", &drawn),
        "drawings": drawn,
        "latex": latex,
    })
}

/// Prints the solution for the host while it is found.
struct Live {
    writer: Mutex<TextWriter>,
    host: Arc<dyn Host>,
}

impl Live {
    fn new(problem: &Problem, style: TextStyle, host: Arc<dyn Host>) -> Live {
        Live { writer: Mutex::new(TextWriter::below_diagram(problem.clone(), style)), host }
    }

    /// Prints what follows the last twin.
    fn end(&self, solution: &Solution) {
        self.write(&|writer, out| writer.end(out, solution));
    }
}

impl LiveWriter for Live {
    fn write(&self, write: &dyn Fn(&mut dyn SolutionWriter, &mut String) -> fmt::Result) {
        let mut text = String::new();
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Writing to a string cannot fail.
        let _ = write(&mut *writer, &mut text);
        if !text.is_empty() {
            self.host.send(&json!({ "event": "text", "text": text }).to_string());
        }
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").finish_non_exhaustive()
    }
}
