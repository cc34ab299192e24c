//! Compares a solution with what was intended, and gives the verdict on the problem.
//!
//! The verdict depends only on the problem and its solution. This module neither searches nor prints.

use super::author::{self, Intended};
use super::finding::{Finding, FindingKind, FindingSeverity, Findings};
use super::keys::{Expectation, judge_set_play, judge_tree};
use super::lines::{judge_denied, judge_lines};
use super::shape::PlayShape;
use super::tree::{Cut, Note, Phase, PhaseKind, Solution, Style, TwinSolution};
use crate::problem::{Duplex, Problem, Stipulation};
use crate::units::Color;

/// The verdict on a problem, and the findings on which it is based.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    pub verdict: Verdict,
    pub findings: Vec<Finding>,
}

impl Judgement {
    /// Adds findings about the problem as a whole. If there are errors among them, the problem is unsound.
    pub fn with(mut self, findings: Vec<Finding>) -> Judgement {
        let has_error = findings.iter().any(Finding::is_error);
        if has_error && matches!(self.verdict, Verdict::Sound | Verdict::Undecided) {
            self.verdict = Verdict::Unsound;
        }
        self.findings.extend(findings);
        self
    }

    /// Changes all duals to notes, and the verdict accordingly. This is for users who regard a problem with duals as
    /// sound.
    pub fn allowing_duals(mut self, solution: &Solution) -> Judgement {
        for finding in &mut self.findings {
            if matches!(finding.kind, FindingKind::Dual(_)) {
                finding.severity = FindingSeverity::Note;
            }
        }
        if self.verdict == Verdict::Unsound && !self.findings.iter().any(Finding::is_error) {
            let is_cut = solution.twins.iter().any(|twin| twin.cut.is_some());
            self.verdict = if is_cut { Verdict::Undecided } else { Verdict::Sound };
        }
        self
    }
}

/// Whether a problem is sound, or the reason why this is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The problem is sound: its solution is what was intended.
    Sound,
    /// The problem is unsound: its solution differs from what was intended.
    Unsound,
    /// A limit cut the search before a decisive finding was made.
    Undecided,
    /// Nothing could be solved, or one of the twins cannot be set up.
    Invalid,
}

impl Verdict {
    /// Returns the name of the verdict: `sound`, `unsound`, `undecided` or `invalid`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::Unsound => "unsound",
            Verdict::Undecided => "undecided",
            Verdict::Invalid => "invalid",
        }
    }
}

/// Returns the problem with the option Variation, so that its solution has all variations.
pub fn settings_for_reading(problem: &Problem) -> Problem {
    let mut problem = problem.clone();
    // Help play ignores this option.
    problem.options.variations = true;
    problem
}

/// Returns the problem with the options that [`judge`] needs: variations, to find duals, and tries if the author names
/// some. In play of more than two moves a search of tries takes too long, so the problem's own options determine
/// whether there are tries.
pub fn settings_for_check(problem: &Problem) -> Problem {
    let mut problem = settings_for_reading(problem);
    let is_short = matches!(&problem.stipulation, Some(Stipulation::Traditional(traditional))
        if !traditional.kind.is_help() && traditional.series.is_none() && traditional.half_moves <= 4);
    let names_try = |text: &String| author::names_try(text, &problem);
    if is_short && !problem.options.post_key_play && problem.intent.solution.as_ref().is_some_and(names_try) {
        problem.options.tries = true;
    }
    problem
}

/// Compares a solution with what was intended: the author's solution, the intended numbers, or the convention. (The
/// convention is one key in battle play, and one solution in each phase of help and series play.)
///
/// ```
/// use keymove::solution::{Verdict, judge, settings_for_check};
/// use keymove::{solve::Solver, syntax};
/// let problem = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; sol "1.Rh1#";"##).0.unwrap();
/// let problem = settings_for_check(&problem);
/// let outcome = Solver::default().solve(&problem).unwrap();
/// assert_eq!(judge(&problem, &outcome.solution).verdict, Verdict::Sound);
/// ```
pub fn judge(problem: &Problem, solution: &Solution) -> Judgement {
    let mut all = Vec::new();
    let (mut is_cut, mut is_solved) = (false, false);
    let text = problem.intent.solution.as_deref();
    let (intended, about_author) = match text {
        Some(text) => author::examine(text, problem, solution),
        None => (Intended::default(), Vec::new()),
    };
    for (i, single) in problem.singles().into_iter().enumerate() {
        let twin = solution.twins.get(i);
        let mut findings = Findings::of_twin(twin.map_or("", |twin| &twin.label));
        let shape = match &single {
            Ok(single) => PlayShape::of(&single.problem).ok_or_else(|| "the problem has no stipulation".to_string()),
            Err(bad) => Err(format!("this twin cannot be made: {}", bad.reason)),
        };
        match (single, shape, twin) {
            (Ok(single), Ok(shape), Some(twin)) => {
                is_cut |= twin.cut.is_some();
                is_solved |= Judge { problem: &single.problem, shape, twin, intended: &intended }.judge(&mut findings);
            }
            (_, Err(message), _) => {
                findings.error(FindingKind::Unsolvable, &[], |_| format!("not solvable: {message}"));
            }
            (_, Ok(_), None) | (Err(_), ..) => {
                (is_cut, is_solved) = (true, true);
                let kind = FindingKind::Undecided(Cut::Interrupted);
                findings.note(kind, &[], |_| "undecided: this twin was not solved".to_string());
            }
        }
        all.extend(findings.into_list());
    }
    all.extend(about_author);
    let verdict = if !is_solved || all.iter().any(|finding| finding.kind == FindingKind::Unsolvable) {
        Verdict::Invalid
    } else if all.iter().any(|finding| finding.severity == FindingSeverity::Error) {
        Verdict::Unsound
    } else if is_cut {
        Verdict::Undecided
    } else {
        Verdict::Sound
    };
    Judgement { verdict, findings: all }
}

/// Compares the solution of one twin with what was intended.
struct Judge<'a> {
    problem: &'a Problem,
    shape: PlayShape,
    twin: &'a TwinSolution,
    intended: &'a Intended,
}

impl Judge<'_> {
    /// Adds the findings of the twin. Returns whether there was any play to judge.
    fn judge(&self, findings: &mut Findings) -> bool {
        if self.problem.options.duplex != Duplex::No
            && let Some(stipulation) = &self.problem.stipulation
        {
            let field = self.problem.diagram.side_to_move.filter(|_| !stipulation.is_proof_game());
            findings.with_two_sides(field.unwrap_or(stipulation.schedule(&self.problem.options).first_mover()));
        }
        self.diagram(findings);
        for phase in &self.twin.phases {
            findings.about(Some(phase.exchanged));
            match phase.kind {
                PhaseKind::SetPlay => self.set_play(phase, findings),
                PhaseKind::Play => self.play(phase, findings),
            }
        }
        findings.about(None);
        if let Some(cut) = self.twin.cut {
            let why = match cut {
                Cut::Time => "the time limit was reached",
                Cut::Memory => "the memory limit was reached",
                Cut::Interrupted => "interrupted",
                Cut::MaxSolutions => "the maximum number of solutions was reached",
                Cut::MoveNumbers => "some first moves were left out",
                Cut::ShortSolutions => "longer solutions were not searched",
            };
            findings.note(FindingKind::Undecided(cut), &[], |_| format!("undecided: {why}"));
        }
        let has_play = || self.twin.phases.iter().any(|phase| phase.kind == PhaseKind::Play);
        !self.twin.is_refused() && (self.twin.cut.is_some() || has_play())
    }

    fn diagram(&self, findings: &mut Findings) {
        let options = &self.problem.options;
        let is_left_out = |color: Color| match color {
            Color::White => options.no_white_king,
            Color::Black => options.no_black_king,
        };
        let no_king = |color: Color| format!("{} has no king", color.name());
        for note in &self.twin.notes {
            let mut say = |text: &str| {
                findings.note(FindingKind::IllegalDiagram, &[], |_| format!("illegal diagram: {text}"));
            };
            match note {
                Note::Unverified(text) => {
                    findings
                        .add(FindingKind::Unverified, FindingSeverity::Warning, &[], |_| format!("unverified: {text}"));
                }
                Note::MissingKing(color) if !is_left_out(*color) => say(&no_king(*color)),
                Note::SeveralKings(color) => say(&format!("{} has several kings", color.name())),
                Note::IllegalDiagram(text) => {
                    // The option states that the king is missing on purpose.
                    if !Color::ALL.into_iter().any(|color| is_left_out(color) && *text == no_king(color)) {
                        say(text);
                    }
                }
                Note::MissingKing(_)
                | Note::CannotBeMade(_)
                | Note::KingCanBeCaptured(_)
                | Note::OptionIgnored(_)
                | Note::OptionMeaningless(_) => {}
            }
        }
        if let Some(why) = self.twin.king_capture().and_then(Note::king_capture_in_words) {
            // In a duplex, each side has to be solved; one solved side is not enough.
            let solved = |exchanged| {
                let is_its_play = |phase: &Phase| phase.kind == PhaseKind::Play && phase.exchanged == exchanged;
                self.twin.phases.iter().any(is_its_play)
            };
            findings.about(Some(match options.duplex {
                Duplex::No => false,
                Duplex::Half => true,
                Duplex::Yes => solved(false),
            }));
            findings.error(FindingKind::KingCanBeCaptured, &[], |_| why);
            findings.about(None);
        }
    }

    fn play(&self, phase: &Phase, findings: &mut Findings) {
        let is_cut = self.twin.cut.is_some();
        if self.shape.is_denied {
            return judge_denied(phase, &self.shape, findings);
        }
        let is_alternative = !self.shape.is_joined && phase.groups.len() > 1;
        let has_solution = phase.groups.iter().any(|group| !group.nodes.is_empty());
        if phase.groups.iter().any(|group| group.style == Style::Lines) {
            let counts = self.counts();
            judge_lines(phase, &self.shape, counts, self.intended, is_cut, findings);
        }
        for group in phase.groups.iter().filter(|group| group.style == Style::Tree) {
            if is_alternative && group.nodes.is_empty() && has_solution {
                continue;
            }
            let keys = self.counts().first().map(|&n| n as usize);
            let (shape, twin, intended) = (&self.shape, self.twin, self.intended);
            judge_tree(phase, group, &Expectation { shape, twin, intended, keys }, findings);
        }
    }

    /// Returns the intended numbers of solutions of this twin. A 0 at the beginning is removed: it stands for the
    /// omitted first ply (`0.2.1.1` in `h#2.5`).
    fn counts(&self) -> &[u32] {
        let intent = &self.problem.intent;
        let label = self.twin.label.trim_start_matches('+').trim_end_matches(')');
        let of_twin = intent.twin_counts.iter().find(|(known, _)| known == label);
        match of_twin.map_or(&intent.counts[..], |(_, counts)| counts) {
            [0, rest @ ..] if self.shape.begun_by_other && !rest.is_empty() => rest,
            counts => counts,
        }
    }

    fn set_play(&self, phase: &Phase, findings: &mut Findings) {
        let is_cut = self.twin.cut.is_some();
        if phase.groups.iter().all(|group| group.nodes.is_empty()) {
            let is_its_play = |other: &Phase| other.kind == PhaseKind::Play && other.exchanged == phase.exchanged;
            if is_cut || self.problem.options.post_key_play || !self.twin.phases.iter().any(is_its_play) {
                return;
            }
            // The option applies to all twins, but the author may have meant it only for some of them.
            if self.intended.has_set_play_only_elsewhere(&self.twin.label) {
                return;
            }
            let severity = if self.shape.is_help { FindingSeverity::Error } else { FindingSeverity::Note };
            let why = if phase.is_illegal { ": its first move could capture the king" } else { "" };
            findings.add(FindingKind::MissingSetPlay, severity, &[], |_| format!("missing set play{why}"));
            return;
        }
        for group in phase.groups.iter().filter(|group| group.style == Style::Tree) {
            judge_set_play(phase, &group.nodes, findings);
        }
        if phase.groups.iter().any(|group| group.style == Style::Lines) {
            judge_lines(phase, &self.shape, &[], self.intended, is_cut, findings);
        }
    }
}
