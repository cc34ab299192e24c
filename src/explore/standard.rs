//! The requirements on variants, and the judgement of a single variant.

use super::sameness::{BasePlay, Relation, lost_of_author};
use super::values::promoted;
use super::variant::Variant;
use crate::problem::{Intent, Options, Problem, Stipulation};
use crate::solution::{Cut, FindingKind, Judgement, PlayShape, Solution, Verdict, judge, parse, settings_for_check};
use crate::solve::{Replayed, Session, SolveError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The relation to the base that a variant has to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Any,
    /// The variant has the solution of the base.
    Same,
    /// The variant has the solution that the author gives in `sol`.
    Stated,
    /// The variant has no key and no line in common with the base.
    Other,
}

/// The requirements on a variant, besides soundness.
#[derive(Clone, Debug)]
pub struct Filters {
    pub wanted: Wanted,
    /// Intended number of keys or solutions; `None` for that of the base.
    pub solutions: Option<u32>,
    pub no_duals: bool,
    pub any_position: bool,
    pub men: RangeInclusive<usize>,
    pub most_promoted: Option<usize>,
}

impl Default for Filters {
    fn default() -> Filters {
        let men = 0..=usize::MAX;
        Filters { wanted: Wanted::Any, solutions: None, no_duals: false, any_position: false, men, most_promoted: None }
    }
}

/// The result for one variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The changes cannot be combined, or another variant with a smaller number has this position.
    Impossible,
    /// The position is illegal.
    Illegal,
    /// The position does not pass the filters.
    Filtered,
    /// The rules cannot be combined with each other or with the men.
    Refused,
    /// There is no solution.
    None,
    /// A part of the base's solution is missing.
    Lost,
    /// There are more keys or solutions than intended.
    Cooked,
    Short,
    Dual,
    /// The variant is unsound for another reason: too few solutions, or missing set play.
    Unsound,
    /// The variant is sound, and its solution has some play in common with that of the base.
    Alike,
    Undecided,
    /// An internal error.
    Failed,
    Sound,
}

impl Status {
    pub const ALL: [Status; 14] = [
        Status::Impossible,
        Status::Illegal,
        Status::Filtered,
        Status::Refused,
        Status::None,
        Status::Lost,
        Status::Cooked,
        Status::Short,
        Status::Dual,
        Status::Unsound,
        Status::Alike,
        Status::Undecided,
        Status::Failed,
        Status::Sound,
    ];

    /// Returns the words that describe this status in a list of counts.
    pub fn words(self) -> &'static str {
        match self {
            Status::Impossible => "impossible or repeated",
            Status::Illegal => "illegal",
            Status::Filtered => "filtered out",
            Status::Refused => "refused",
            Status::None => "without solution",
            Status::Lost => "with the solution lost",
            Status::Cooked => "cooked",
            Status::Short => "short",
            Status::Dual => "with duals",
            Status::Unsound => "otherwise unsound",
            Status::Alike => "with a solution in common",
            Status::Undecided => "undecided",
            Status::Failed => "internal errors",
            Status::Sound => "sound",
        }
    }

    /// Returns the sign for the status on a board map.
    pub fn sign(self) -> char {
        match self {
            Status::Sound => '+',
            Status::Cooked => 'x',
            Status::None => '-',
            Status::Lost | Status::Alike => '~',
            Status::Dual => 'd',
            Status::Short => 's',
            Status::Unsound => 'u',
            Status::Undecided | Status::Failed => '?',
            Status::Impossible | Status::Illegal | Status::Filtered | Status::Refused => '.',
        }
    }
}

/// The status of a variant and, if it is sound, the number of its duals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    pub status: Status,
    pub duals: usize,
}

impl From<Status> for Judged {
    fn from(status: Status) -> Judged {
        Judged { status, duals: 0 }
    }
}

/// The base, and the requirements on its variants.
pub struct Standard {
    base: Problem,
    play: Option<BasePlay>,
    intent: Intent,
    /// The largest number of keys or solutions that may be intended.
    most: usize,
    irregular: BTreeSet<String>,
    filters: Filters,
    /// The options for solving variants that have the stipulation of the base.
    options: Options,
}

impl Standard {
    /// Returns the standard for the variants of a base. `play` is the play of the base, or `None` if the base is
    /// unsound.
    pub fn new(base: &Problem, play: Option<BasePlay>, filters: Filters) -> Standard {
        let found = play.as_ref().map_or(1, BasePlay::most_solutions);
        let is_stated = matches!(filters.wanted, Wanted::Same | Wanted::Stated);
        let solution = base.intent.solution.clone().filter(|_| is_stated);
        let counts = match (filters.solutions, &base.intent.counts[..]) {
            (Some(wanted), _) => vec![wanted],
            (None, []) if solution.is_none() && found > 1 => vec![found as u32],
            (None, counts) => counts.to_vec(),
        };
        let stated = solution.as_deref().filter(|_| play.is_none()).map_or(0, stated);
        let most = match counts[..] {
            [only] => only as usize,
            _ => found.max(stated).max(counts.first().map_or(1, |&n| n as usize)),
        };
        let intent = Intent { solution, counts, twin_counts: Vec::new(), themes: Vec::new() };
        let irregular = base.diagram.irregularities().into_iter().collect();
        let options = settings_for_check(&Problem { intent: intent.clone(), ..base.clone() }).options;
        Standard { base: base.clone(), play, intent, most, irregular, filters, options }
    }

    /// Returns the problem with the options that are needed to judge it.
    fn with_settings(&self, problem: Problem) -> Problem {
        if problem.stipulation == self.base.stipulation {
            Problem { options: self.options.clone(), ..problem }
        } else {
            settings_for_check(&problem)
        }
    }

    /// Returns a number of solutions that is certainly too large, so that the search may end there.
    fn enough(&self) -> u32 {
        u32::try_from(self.most).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// Returns the variant as a separate problem, with the intended numbers and the author's solution. `keymove check`
    /// would judge this problem.
    pub fn written(&self, variant: &Variant) -> Problem {
        Problem { intent: self.intent.clone(), ..variant.problem.clone() }
    }

    /// Judges a variant in three steps: tests without a search, a search that ends at the first cook, and, if
    /// necessary, a search of all play. Setting `cancelled` makes the result undecided.
    pub fn judge(&self, session: &mut Session, variant: &Variant, cancelled: &Arc<AtomicBool>) -> Judged {
        self.judged(session, variant, cancelled).unwrap_or(Status::Refused.into())
    }

    fn judged(
        &self,
        session: &mut Session,
        variant: &Variant,
        cancelled: &Arc<AtomicBool>,
    ) -> Result<Judged, SolveError> {
        if let Some(status) = self.rejected(variant) {
            return Ok(status.into());
        }
        let problem = self.with_settings(self.written(variant));
        let keeps = self.filters.wanted == Wanted::Same;
        if let Some(play) = self.play.as_ref().filter(|_| keeps) {
            match session.replay(&problem, &play.expected_lines(&self.base, &variant.changes))? {
                Replayed::Yes => {}
                Replayed::No => return Ok(Status::Lost.into()),
                Replayed::Illegal => return Ok(Status::Illegal.into()),
            }
        }
        let is_tree = matches!(&problem.stipulation, Some(Stipulation::Traditional(traditional))
            if !traditional.kind.is_help() && traditional.series.is_none() && traditional.intro == 0);
        if is_tree && !problem.options.post_key_play {
            if let Some(status) = self.rejected_by_keys(session, &problem, cancelled)? {
                return Ok(status.into());
            }
        } else {
            let solution = session.solve(&problem, Some(self.enough()), cancelled.clone())?.solution;
            let judgement = self.judgement(&problem, &solution);
            if solution.is_complete() || judgement.verdict != Verdict::Undecided {
                return Ok(self.status(variant, &problem, &solution, &judgement));
            }
            if solution.twins.iter().any(|twin| is_cut_by_limit(twin.cut)) {
                return Ok(Status::Undecided.into());
            }
        }
        let solution = session.solve(&problem, None, cancelled.clone())?.solution;
        let judgement = self.judgement(&problem, &solution);
        Ok(self.status(variant, &problem, &solution, &judgement))
    }

    /// Returns the status of a variant that is rejected without a search.
    fn rejected(&self, variant: &Variant) -> Option<Status> {
        let placement = &variant.problem.diagram.placement;
        let faults = || variant.problem.diagram.irregularities();
        if !self.filters.any_position && faults().iter().any(|fault| !self.irregular.contains(fault)) {
            return Some(Status::Illegal);
        }
        let is_promoted = self.filters.most_promoted.is_some_and(|most| promoted(placement) > most);
        (is_promoted || !self.filters.men.contains(&placement.len())).then_some(Status::Filtered)
    }

    /// Searches only the keys. Returns the status if the number of keys is wrong or the search is undecided, otherwise
    /// `None`.
    fn rejected_by_keys(
        &self,
        session: &mut Session,
        problem: &Problem,
        cancelled: &Arc<AtomicBool>,
    ) -> Result<Option<Status>, SolveError> {
        let mut quick = problem.clone();
        quick.options.variations = false;
        quick.options.tries = false;
        quick.options.set_play = false;
        let solution = session.solve(&quick, Some(self.enough()), cancelled.clone())?.solution;
        let is_refused = solution.twins.iter().any(|twin| twin.is_refused());
        let keys = solution.keys().count();
        let is_cut = solution.twins.iter().any(|twin| is_cut_by_limit(twin.cut));
        Ok(match keys {
            _ if is_refused => Some(Status::Illegal),
            _ if keys > self.most => Some(Status::Cooked),
            _ if is_cut => Some(Status::Undecided),
            0 if solution.is_complete() && self.most > 0 => Some(Status::None),
            _ => None,
        })
    }

    fn judgement(&self, problem: &Problem, solution: &Solution) -> Judgement {
        let judgement = judge(problem, solution);
        if self.filters.no_duals { judgement } else { judgement.allowing_duals(solution) }
    }

    fn status(&self, variant: &Variant, problem: &Problem, solution: &Solution, judgement: &Judgement) -> Judged {
        let has = |wanted: &dyn Fn(FindingKind) -> bool| {
            judgement.findings.iter().any(|finding| finding.is_error() && wanted(finding.kind))
        };
        if solution.twins.iter().any(|twin| twin.is_refused()) {
            return Status::Illegal.into();
        }
        let status = match judgement.verdict {
            Verdict::Sound => self.related(variant, problem, solution),
            Verdict::Undecided => Status::Undecided,
            Verdict::Invalid => Status::Refused,
            Verdict::Unsound if has(&|kind| kind == FindingKind::NoSolution) => Status::None,
            Verdict::Unsound if has(&is_about_author) => Status::Lost,
            Verdict::Unsound if has(&|kind| kind == FindingKind::Cook) => Status::Cooked,
            Verdict::Unsound if has(&|kind| kind == FindingKind::ShortSolution) => Status::Short,
            Verdict::Unsound if has(&|kind| matches!(kind, FindingKind::Dual(_))) => Status::Dual,
            Verdict::Unsound => Status::Unsound,
        };
        let is_dual = |kind: FindingKind| matches!(kind, FindingKind::Dual(_));
        let duals =
            judgement.findings.iter().filter(|finding| is_dual(finding.kind)).map(|finding| finding.count).sum();
        Judged { status, duals: if status == Status::Sound { duals } else { 0 } }
    }

    /// Returns the status of a sound variant. It depends on the relation of its solution to that of the base.
    fn related(&self, variant: &Variant, problem: &Problem, solution: &Solution) -> Status {
        let relation = |play: &BasePlay| play.relation(&self.base, &variant.changes, problem, solution);
        let stated = self.intent.solution.as_deref();
        match (self.filters.wanted, self.play.as_ref()) {
            (Wanted::Any, _) => Status::Sound,
            (Wanted::Stated, _) => match stated.is_none_or(|text| lost_of_author(text, problem, solution).is_empty()) {
                true => Status::Sound,
                false => Status::Lost,
            },
            (Wanted::Same, Some(play)) if relation(play) == Relation::Same => Status::Sound,
            (Wanted::Same, _) => Status::Lost,
            (Wanted::Other, Some(play)) if relation(play) == Relation::Other => Status::Sound,
            (Wanted::Other, _) => Status::Alike,
        }
    }
}

fn is_cut_by_limit(cut: Option<Cut>) -> bool {
    matches!(cut, Some(Cut::Time | Cut::Memory | Cut::Interrupted))
}

fn is_about_author(kind: FindingKind) -> bool {
    matches!(kind, FindingKind::AuthorKeyNotFound | FindingKind::AuthorLineNotFound | FindingKind::AuthorTryNotFound)
}

/// Returns the largest number of keys or lines that the author's solution may contain.
fn stated(text: &str) -> usize {
    let lines = parse(text).lines;
    // Variations after one key are lines with the same beginning. So are lines of help play that branch.
    let is_tree = lines.iter().any(|line| line.moves.iter().any(|m| m.is_praised));
    let firsts = lines.iter().filter_map(|line| line.moves.first()).filter(|first| first.ply == 0 && !first.is_try);
    let firsts: BTreeSet<&str> = firsts.map(|first| first.text.trim_end_matches(['!', '+', '#'])).collect();
    if is_tree { firsts.len() } else { lines.len() }
}

/// Returns the reason why the variants of a base cannot be explored, or `None`.
pub fn unsupported(base: &Problem) -> Option<&'static str> {
    let stipulation = base.stipulation.as_ref();
    if !base.twins.is_empty() || base.zeroposition {
        return Some("the problem has twins; write the twin that you want to vary as a problem of its own");
    }
    if matches!(stipulation, Some(Stipulation::Structured { .. })) {
        return Some("structured stipulations are not supported");
    }
    if stipulation.is_some_and(|stipulation| stipulation.is_proof_game() || stipulation.is_a_to_b()) {
        return Some("proof games are not supported");
    }
    if base.diagram.invisible > 0 {
        return Some("problems with invisible men are not supported");
    }
    if base.diagram.beneath.is_some() {
        return Some("men beneath others are not supported");
    }
    if PlayShape::of(base).is_none() {
        return Some("the problem has no stipulation");
    }
    None
}
