//! Computes the themes of a solved problem, and compares them with the themes that the problem names.

use super::facts::{Facts, Genre};
use super::row::{Needs, Shown, Strength, Theme};
use super::{all, find};
use crate::problem::{Kind, Man, Problem, Stipulation};
use crate::solution::{Finding, Judgement, Part, PhaseKind, Solution, settings_for_check};
use crate::syntax::nearest;
use crate::units::{MoveRecord, Square};

/// The greatest number of moves of a solution for which themes are computed.
const MOST_MOVES: usize = 200_000;

/// The themes of a problem.
#[derive(Clone, Debug, Default)]
pub struct Themes {
    /// The themes that were found: exact ones first, then formal ones, each in the order of the table.
    pub found: Vec<FoundTheme>,
    /// The themes that were not computed: pairs of a reason and the names of the themes.
    pub not_computed: Vec<(&'static str, Vec<&'static str>)>,
    /// Whether only some themes were requested. If so, problems without these themes are not printed.
    pub leaves_out_others: bool,
    /// Whether a limit has cut the search. Then themes may be missing and counts may be too small.
    pub is_cut: bool,
}

/// A theme that was found, with its evidence.
#[derive(Clone, Debug)]
pub struct FoundTheme {
    pub theme: &'static Theme,
    pub strength: Strength,
    pub count: Option<usize>,
    pub men: Vec<Man>,
    pub squares: Vec<Square>,
    pub paths: Vec<FoundPath>,
    /// The evidence as text.
    pub text: String,
}

/// The moves from the beginning of a phase to a move that shows a theme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPath {
    /// Label of the twin.
    pub twin: String,
    pub is_set_play: bool,
    pub exchanged: bool,
    pub moves: Vec<MoveRecord>,
}

impl std::fmt::Debug for Theme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl FoundTheme {
    fn new(facts: &Facts, theme: &'static Theme, shown: Shown) -> FoundTheme {
        let Shown { strength, count, men, squares, plies, text } = shown;
        let path = |&ply: &usize| {
            let stage = &facts.stages[facts.plies[ply].stage];
            FoundPath {
                twin: stage.twin.label.clone(),
                is_set_play: stage.is_set_play,
                exchanged: stage.phase.exchanged,
                moves: facts.path(ply).into_iter().map(|at| facts.plies[at].node.record.clone()).collect(),
            }
        };
        FoundTheme { theme, strength, count, men, squares, paths: plies.iter().map(path).collect(), text }
    }

    /// Returns the theme and its evidence in one line: `Zilahi: Sd4 is captured in 2 and mates in 1; …`.
    pub fn line(&self) -> String {
        let formal = if self.strength == Strength::Formal { " (formal)" } else { "" };
        format!("{}{formal}: {}", self.theme.name, self.text)
    }
}

impl Themes {
    /// Returns the names of the themes that were found, separated by commas.
    pub fn names(&self) -> String {
        self.found.iter().map(|told| told.theme.name).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the themes of a solution.
///
/// ```
/// use keymove::{solve::Solver, syntax, themes};
/// let problem = syntax::line(r##"8/3K4/3B4/3p4/3kN3/4p3/3P4/8 b - - stip "h#3";"##).0.unwrap();
/// let problem = themes::settings_for_themes(&problem);
/// let solution = Solver::default().solve(&problem).unwrap().solution;
/// let found = themes::themes(&problem, &solution).found;
/// assert!(found.iter().any(|theme| theme.theme.name == "ideal mate"));
/// ```
pub fn themes(problem: &Problem, solution: &Solution) -> Themes {
    let mut told = Themes { is_cut: !solution.is_complete(), ..Themes::default() };
    if problem.diagram.invisible > 0 {
        told.not_computed.push(("invisible men", all().map(|theme| theme.name).collect()));
        return told;
    }
    let Some(facts) = Facts::of(problem, solution, MOST_MOVES) else {
        told.not_computed.push(("the solution has too many moves", all().map(|theme| theme.name).collect()));
        return told;
    };
    let is_orthodox = facts.is_orthodox();
    for theme in all().filter(|theme| theme.genres.contains(&facts.genre)) {
        let missing = match theme.needs {
            Needs::Engine if !is_orthodox => Some("conditions or fairy pieces"),
            Needs::Table if told.is_cut => Some("the search was cut"),
            _ => None,
        };
        if let Some(reason) = missing {
            match told.not_computed.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, names)) => names.push(theme.name),
                None => told.not_computed.push((reason, vec![theme.name])),
            }
            continue;
        }
        told.found.extend((theme.detect)(&facts).map(|shown| FoundTheme::new(&facts, theme, shown)));
    }
    told.found.sort_by_key(|told| told.strength);
    told
}

/// Returns the problem with the options that must be set to find themes: variations and, in two-movers, set play and
/// (except in games) tries. In longer and in help play no theme is looked for in set play that the problem does not ask
/// for.
pub fn settings_for_themes(problem: &Problem) -> Problem {
    let mut wanted = settings_for_check(problem);
    let Some(stipulation) = &wanted.stipulation else { return wanted };
    let ignored = |options: &crate::problem::Options, names: &[&str]| {
        stipulation.inapplicable_options(options).iter().any(|name| names.contains(name))
    };
    let is_two_mover = matches!(stipulation, Stipulation::Traditional(it)
        if it.kind == Kind::Direct && it.series.is_none() && it.intro == 0 && it.half_moves == 4);
    let mut options = wanted.options.clone();
    options.set_play |= is_two_mover && problem.diagram.invisible == 0;
    if ignored(&options, &["SetPlay"]) {
        options.set_play = wanted.options.set_play;
    }
    // In a game such as Megalomachy the variations of the tries would take most of the time.
    options.tries |= is_two_mover && !options.post_key_play && problem.rules.game().is_none();
    if ignored(&options, &["Try", "Defence"]) {
        options.tries = wanted.options.tries;
    }
    wanted.options = options;
    wanted
}

/// Returns the solution without the set play and the tries that [`settings_for_themes`] has added. It can be judged
/// like the solution of the original problem.
pub fn without_additions(problem: &Problem, solution: &Solution) -> Solution {
    let asked = settings_for_check(problem).options;
    let mut solution = solution.clone();
    for twin in &mut solution.twins {
        twin.phases.retain(|phase| asked.set_play || phase.kind != PhaseKind::SetPlay);
        for group in twin.phases.iter_mut().flat_map(|phase| &mut phase.groups).filter(|_| !asked.tries) {
            group.nodes.retain(|node| node.part != Part::Try);
        }
    }
    solution
}

/// Returns the name of the first theme that the problem names and that is not in the table of themes, with a message
/// about it. Returns `None` if all named themes are known.
pub fn unknown_theme(problem: &Problem) -> Option<(String, String)> {
    let unknown = problem.intent.themes.iter().find(|name| find(name).is_none())?;
    let names = all().flat_map(|theme| std::iter::once(theme.name).chain(theme.aliases.iter().copied()));
    let hint = nearest(unknown, names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    Some((unknown.clone(), format!("unknown theme `{unknown}`{hint}")))
}

/// Adds to the judgement a finding for each theme that the problem names but does not show.
pub fn asked_for(problem: &Problem, themes: &Themes, judgement: Judgement) -> Judgement {
    let mut findings = Vec::new();
    for name in &problem.intent.themes {
        let theme = find(name);
        if theme.is_some_and(|theme| themes.found.iter().any(|told| told.theme.name == theme.name)) {
            continue;
        }
        let why = themes.not_computed.iter().find(|(_, names)| theme.is_some_and(|theme| names.contains(&theme.name)));
        findings.push(match (theme, why) {
            (None, _) => Finding::about_theme(format!("theme not found: no theme has the name {name}"), true),
            (Some(theme), _) if themes.is_cut => {
                Finding::about_theme(format!("theme not found: {}; the search was cut", theme.name), false)
            }
            (Some(theme), Some((reason, _))) => {
                Finding::about_theme(format!("theme not found: {} is not computed: {reason}", theme.name), true)
            }
            (Some(theme), None) => Finding::about_theme(format!("theme not found: {}", theme.name), true),
        });
    }
    judgement.with(findings)
}

/// Returns the names of kinds of play, as lists and documents print them.
pub fn genres_in_words(genres: &[Genre]) -> String {
    let word = |genre: &Genre| match genre {
        Genre::Battle => "direct, self and reflex play",
        Genre::Help => "help and series play",
        Genre::ProofGame => "proof games",
    };
    genres.iter().map(word).collect::<Vec<_>>().join("; ")
}
