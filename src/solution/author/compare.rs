//! Compares the author's solution with the solution found, by looking up each of the author's lines in the tree.
//!
//! A missing line is an error only if the author's text is unambiguous and the tree would have to contain the line.

use super::super::finding::{Finding, FindingKind, FindingSeverity, Findings, next_ply};
use super::super::shape::PlayShape;
use super::super::tree::{Annotation, Group, Node, Part, Phase, PhaseKind, Solution, Style, TwinSolution};
use super::read::{has_square, parse_for, parse_in_others};
use super::{AuthorLine, AuthorMove, AuthorSolution, MoveText, UnreadWord};
use crate::problem::Problem;
use crate::units::Color;
use std::collections::HashSet;
use std::ops::Range;
use std::ptr;

/// The parts of the solution found that the author's text names.
#[derive(Default)]
pub struct Intended {
    /// The nodes that the author's text names: keys, and all moves of lines of help play.
    nodes: HashSet<*const Node>,
    /// Labels of the twins for which the author's text gives set play. Empty if the text has no labels.
    set_play: HashSet<String>,
}

impl Intended {
    pub fn contains(&self, node: &Node) -> bool {
        self.nodes.contains(&ptr::from_ref(node))
    }

    /// Whether the author's text gives set play for other twins but not for this one.
    pub fn has_set_play_only_elsewhere(&self, label: &str) -> bool {
        !self.set_play.is_empty() && !self.set_play.contains(label)
    }

    pub fn contains_line(&self, line: &[&Node]) -> bool {
        line.iter().all(|node| self.contains(node))
    }
}

/// Compares the author's solution `text` with the solution found, and returns the findings.
pub fn compare(text: &str, problem: &Problem, solution: &Solution) -> Vec<Finding> {
    examine(text, problem, solution).1
}

/// Like [`compare`], but also returns the parts of the solution found that the author's text names.
pub fn examine(text: &str, problem: &Problem, solution: &Solution) -> (Intended, Vec<Finding>) {
    let examined = |author: &AuthorSolution| examine_reading(text, author, problem, solution);
    let is_right = |(_, findings): &(Intended, Vec<Finding>)| !findings.iter().any(Finding::is_error);
    let first = examined(&parse_for(text, problem));
    if is_right(&first) {
        return first;
    }
    // A text that is wrong in one language may be right in another.
    parse_in_others(text, problem).iter().map(examined).find(is_right).unwrap_or(first)
}

fn examine_reading(
    text: &str,
    author: &AuthorSolution,
    problem: &Problem,
    solution: &Solution,
) -> (Intended, Vec<Finding>) {
    let mut general = Findings::default();
    report_unread(text, author, &mut general);
    let twins = solution.twins.iter().filter_map(|twin| Some((twin, PlayShape::of(twin.problem.as_deref()?)?)));
    let twins: Vec<(&TwinSolution, PlayShape)> = twins.collect();
    let mut comparison = Comparison {
        findings: twins.iter().map(|(twin, _)| Findings::of_twin(&twin.label)).collect(),
        has_labels: author.lines.iter().any(|line| line.twin.is_some()),
        praised: author.lines.iter().filter(|line| names_key(line)).map(|line| line.twin.as_deref()).collect(),
        twins,
        intended: Intended::default(),
        said: HashSet::new(),
        tries: problem.options.tries.then(|| problem.options.defences.unwrap_or(1)),
        avoids_tries: problem.options.trivial_tries_avoid,
        steps: MOST_STEPS,
    };
    for line in &author.lines {
        comparison.line(line);
    }
    let mut findings = general.into_list();
    findings.extend(comparison.findings.into_iter().flat_map(Findings::into_list));
    (comparison.intended, findings)
}

/// Reports the words that could not be read. Words that do not look like moves may be remarks, so they become notes.
fn report_unread(text: &str, author: &AuthorSolution, findings: &mut Findings) {
    let named = |words: &[&UnreadWord]| {
        let shown: Vec<String> = words.iter().take(3).map(|word| format!("`{}`", word.text)).collect();
        let more = words.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", shown.join(", "))
    };
    let (kind, severity) = (FindingKind::AuthorNotRead, FindingSeverity::Warning);
    if text.trim().is_empty() {
        // An empty text is reported when the problem is parsed.
        return;
    }
    if !author.lines.iter().flat_map(|line| &line.moves).any(|m| m.shape != MoveText::UnreadWord) {
        let start = text.len() - text.trim_start().len();
        let why = "author's solution not read: it contains no move".to_string();
        return findings.at(kind, severity, start..text.trim_end().len().max(start), why);
    }
    let (moves, remarks): (Vec<&UnreadWord>, Vec<&UnreadWord>) = author.unread.iter().partition(|word| word.is_move);
    let (moves, elsewhere): (Vec<&UnreadWord>, Vec<&UnreadWord>) =
        moves.into_iter().partition(|word| has_square(&word.text));
    let in_letters = "in letters that are not all English, all German or all French";
    for (words, why) in [(&moves, in_letters), (&elsewhere, "names no square of the board")] {
        if let [first, ..] = words[..] {
            let why = format!("author's solution not read in full: {} {why}", named(words));
            findings.at(kind, severity, first.at..first.at + first.text.len(), why);
        }
    }
    if let [first, ..] = remarks[..] {
        let why = format!("author's solution not read in full: {}", named(&remarks));
        findings.at(kind, FindingSeverity::Note, first.at..first.at + first.text.len(), why);
    }
}

/// Maximum number of nodes that one comparison visits. Without this limit, a text of wildcards could match every line
/// in every possible way.
const MOST_STEPS: usize = 5_000_000;

fn names_key(line: &AuthorLine) -> bool {
    line.moves.first().is_some_and(|first| first.ply == 0 && first.is_praised)
}

struct Comparison<'a, 't> {
    twins: Vec<(&'a TwinSolution, PlayShape)>,
    findings: Vec<Findings>,
    has_labels: bool,
    /// Labels of the twins for which the text marks a key with `!`. For these twins, other first moves are not regarded
    /// as keys.
    praised: HashSet<Option<&'t str>>,
    intended: Intended,
    /// Findings that have been reported. A wrong key occurs in each of its variations, but is reported once.
    said: HashSet<String>,
    /// Maximum number of refutations of a try. `None` if the solution contains no tries.
    tries: Option<u16>,
    /// Whether the solution found omits trivial tries.
    avoids_tries: bool,
    steps: usize,
}

/// Result of looking up a line of the author in a group.
enum Lookup<'a> {
    Found(Vec<&'a Node>),
    /// The group does not show whether the line is in the solution.
    Ignored,
    Missing(Missing),
}

/// The finding about a line of the author that the tree does not contain.
struct Missing {
    kind: FindingKind,
    severity: FindingSeverity,
    place: Range<usize>,
    text: String,
}

impl<'a> Comparison<'a, '_> {
    fn line(&mut self, line: &AuthorLine) {
        let Some(places) = self.places(line) else { return };
        if line.moves.first().is_some_and(|first| first.is_try && first.ply == 0) {
            return self.attempt(line, &places);
        }
        if line.moves.iter().any(|m| m.is_try) {
            return;
        }
        // A twin counts as having set play in the text even if the set play is not found.
        if line.set_play && self.has_labels {
            let labels = places.iter().filter_map(|&place| self.twins.get(place)).map(|(twin, _)| twin.label.clone());
            self.intended.set_play.extend(labels);
        }
        let mut missing: Option<Missing> = None;
        let (mut is_found, mut is_ignored) = (false, false);
        'place: for &place in &places {
            let Some((twin, shape)) = self.twins.get(place).map(|(twin, shape)| (*twin, shape.clone())) else { return };
            is_ignored |= twin.cut.is_some() || shape.is_renumbered;
            for phase in &twin.phases {
                for group in &phase.groups {
                    match self.look_up(line, &shape, phase, group) {
                        Lookup::Found(nodes) => {
                            self.intended.nodes.extend(nodes.into_iter().map(ptr::from_ref));
                            if phase.kind == PhaseKind::SetPlay && self.has_labels {
                                self.intended.set_play.insert(twin.label.clone());
                            }
                            is_found = true;
                            continue 'place;
                        }
                        Lookup::Ignored => {}
                        Lookup::Missing(found) => {
                            if missing.as_ref().is_none_or(|other| other.severity == FindingSeverity::Error) {
                                missing = Some(found);
                            }
                        }
                    }
                }
            }
        }
        is_ignored |= is_found || self.steps == 0;
        if let (Some(missing), false) = (missing, is_ignored) {
            self.report(places.first().copied().unwrap_or_default(), missing);
        }
    }

    /// Returns the indices of the twins to which a line of the author belongs. If the twin is unknown, reports this and
    /// returns `None`.
    fn places(&mut self, line: &AuthorLine) -> Option<Vec<usize>> {
        let Some(label) = &line.twin else {
            return Some(if self.has_labels { vec![0] } else { (0..self.twins.len()).collect() });
        };
        let same = |(twin, _): &(&TwinSolution, PlayShape)| twin.label.trim_matches(['+', ')']) == *label;
        match self.twins.iter().position(same) {
            Some(place) => Some(vec![place]),
            // If there are no twins, labels in the text distinguish solutions.
            None if self.twins.len() == 1 => Some(vec![0]),
            None => {
                let text = format!("author's line not found: there is no twin {label})");
                let (kind, severity) = (FindingKind::AuthorLineNotFound, FindingSeverity::Warning);
                self.report(0, Missing { kind, severity, place: place_of(&line.moves), text });
                None
            }
        }
    }

    fn report(&mut self, place: usize, missing: Missing) {
        let Missing { kind, severity, place: bytes, text } = missing;
        if self.said.insert(format!("{place} {text}"))
            && let Some(findings) = self.findings.get_mut(place)
        {
            findings.at(kind, severity, bytes, text);
        }
    }

    /// Looks up a try of the author with its refutation, if the text gives one. Reports what does not agree with the
    /// tries found.
    fn attempt(&mut self, line: &AuthorLine, places: &[usize]) {
        let [first, rest @ ..] = &line.moves[..] else { return };
        if !first.shape.is_exact() || first.is_uncertain {
            return;
        }
        let mut wrong = None;
        for &place in places {
            let (twin, shape) = &self.twins[place];
            if twin.cut.is_some() || shape.is_renumbered {
                return;
            }
            let groups = twin.phases.iter().filter(|phase| phase.kind == PhaseKind::Play).flat_map(|p| &p.groups);
            for group in groups.filter(|group| group.style == Style::Tree) {
                // `?!?` marks a move that would break an obligation.
                if group.nodes.iter().any(|node| node.violation && first.fits(&node.record)) {
                    return;
                }
                let fitting = |part: Part| group.nodes.iter().find(|n| n.part == part && first.fits(&n.record));
                let moves = match (fitting(Part::Try), fitting(Part::Key), self.tries) {
                    (Some(node), ..) => match wrong_refutation(node, rest) {
                        Some(answer) => (format!("{} does not refute", as_written(&line.moves[..2])), answer),
                        None => return,
                    },
                    (None, Some(_), _) => (format!("{} is a key", as_written(&line.moves[..1])), first),
                    (None, None, Some(defences)) if !self.avoids_tries => {
                        let what = if defences == 1 { "one defence".into() } else { format!("{defences} defences") };
                        let text = as_written(&line.moves[..1]);
                        (format!("{text} is not a move that only {what} can refute"), first)
                    }
                    _ => continue,
                };
                wrong = Some((place, moves));
            }
        }
        if let Some((place, (text, m))) = wrong {
            let (kind, severity) = (FindingKind::AuthorTryNotFound, FindingSeverity::Warning);
            let bytes = place_of(std::slice::from_ref(m));
            self.report(
                place,
                Missing { kind, severity, place: bytes, text: format!("author's try not found: {text}") },
            );
        }
    }

    fn look_up(&mut self, line: &AuthorLine, shape: &PlayShape, phase: &'a Phase, group: &'a Group) -> Lookup<'a> {
        let [first, ..] = &line.moves[..] else { return Lookup::Ignored };
        let in_set_play = phase.kind == PhaseKind::SetPlay;
        let is_late = first.ply % 2 == 1 && !shape.begun_by_other;
        let has_key = group.nodes.iter().any(|node| matches!(node.part, Part::Key | Part::Try));
        let is_post_key = group.style == Style::Tree && !has_key && !group.nodes.is_empty();
        if line.set_play && !in_set_play || is_late && !in_set_play && !is_post_key {
            return Lookup::Ignored;
        }
        if !line.moves.iter().any(|m| m.shape.is_exact()) || self.steps == 0 {
            return Lookup::Ignored;
        }
        match group.style {
            Style::Lines => self.in_lines(line, phase, group),
            Style::Tree if in_set_play || is_post_key => {
                if first.ply == 0 {
                    return Lookup::Ignored;
                }
                let start = Variation { shape, numbered: phase.numbered };
                match start.among(&group.nodes, group.annotation, None, &line.moves, &mut self.steps) {
                    Ok(()) => Lookup::Found(Vec::new()),
                    // Play that the text does not call set play may have another meaning.
                    Err((left, severity)) => {
                        missing_line(&line.moves, left, if line.set_play { severity } else { FindingSeverity::Note })
                    }
                }
            }
            Style::Tree => self.in_tree(line, shape, phase, group),
        }
    }

    // ── help play ────────────────────────────────────────────────────────────────────────────────────────

    fn in_lines(&mut self, line: &AuthorLine, phase: &'a Phase, group: &'a Group) -> Lookup<'a> {
        let is_exact = line.moves.iter().all(|m| m.shape.is_exact() && !m.is_uncertain);
        let mut search = LineSearch { numbered: phase.numbered, steps: &mut self.steps, passed_over: None };
        // If some moves are not exact, two lines of the text could match one line of the tree; they should not.
        let mut found = None;
        if !is_exact {
            search.passed_over = Some(&self.intended);
            found = search.find(&group.nodes, None, &line.moves);
            search.passed_over = None;
        }
        if let Some(nodes) = found.or_else(|| search.find(&group.nodes, None, &line.moves)) {
            return Lookup::Found(nodes);
        }
        // In `1.a b 2.c d# 1...e 2.f g#`, the second line is either set play that follows the play, or a branch of the
        // play.
        let goes_back = line.kept == 1 && line.moves.get(1).is_some_and(|second| second.ply == 1);
        if goes_back
            && phase.kind == PhaseKind::SetPlay
            && let Some(nodes) = search.find(&group.nodes, None, &line.moves[1..])
        {
            return Lookup::Found(nodes);
        }
        let severity = if is_exact && !goes_back { FindingSeverity::Error } else { FindingSeverity::Note };
        missing_line(&line.moves, 0, severity)
    }

    // ── battle play ──────────────────────────────────────────────────────────────────────────────────────

    fn in_tree(&mut self, line: &AuthorLine, shape: &PlayShape, phase: &Phase, group: &'a Group) -> Lookup<'a> {
        let [key, rest @ ..] = &line.moves[..] else { return Lookup::Ignored };
        if key.ply != 0 || !key.shape.is_exact() {
            return Lookup::Ignored;
        }
        if !key.is_praised && self.praised.contains(&line.twin.as_deref()) {
            return Lookup::Ignored;
        }
        let fitting = |part: Part| group.nodes.iter().filter(move |node| node.part == part && key.fits(&node.record));
        let variation = Variation { shape, numbered: phase.numbered };
        let mut missing = None;
        for node in fitting(Part::Key) {
            match variation.below(node, 0, rest, &mut self.steps) {
                Ok(()) => return Lookup::Found(vec![node]),
                Err(found) => missing = Some((node, found)),
            }
        }
        if let Some((node, (left, severity))) = missing {
            // The key itself has been found.
            self.intended.nodes.insert(ptr::from_ref(node));
            return missing_line(&line.moves, left, severity);
        }
        let severity = if key.is_uncertain { FindingSeverity::Note } else { FindingSeverity::Error };
        let only_try = if fitting(Part::Try).next().is_some() { ", it is only a try" } else { "" };
        let text = format!("author's key not found: {}{only_try}", as_written(&line.moves[..1]));
        let place = place_of(&line.moves[..1]);
        Lookup::Missing(Missing { kind: FindingKind::AuthorKeyNotFound, severity, place, text })
    }
}

/// Returns the result for a line of the author that the tree does not contain. The last `left` moves are not quoted,
/// because a move before them was not found.
fn missing_line<'a>(moves: &[AuthorMove], left: usize, severity: FindingSeverity) -> Lookup<'a> {
    let moves = &moves[..moves.len() - left.min(moves.len())];
    let is_clear = moves.iter().all(|m| !m.is_uncertain && m.shape.is_exact());
    let severity = if is_clear { severity } else { FindingSeverity::Note };
    let text = format!("author's line not found: {}", as_written(moves));
    Lookup::Missing(Missing { kind: FindingKind::AuthorLineNotFound, severity, place: place_of(moves), text })
}

/// Returns the byte range of the last of `moves` in the author's text.
fn place_of(moves: &[AuthorMove]) -> Range<usize> {
    moves.last().map_or(0..0, |last| last.at..last.at + last.text.len())
}

/// Returns the author's answer to the try `node` if it is marked `!` but does not refute the try, otherwise `None`.
fn wrong_refutation<'m>(node: &Node, rest: &'m [AuthorMove]) -> Option<&'m AuthorMove> {
    let answer = rest.first().filter(|m| m.ply == 1 && m.is_praised && m.shape.is_exact() && !m.is_uncertain)?;
    let is_it = |child: &Node| child.part == Part::Refutation && answer.fits(&child.record);
    (!node.children.iter().any(is_it)).then_some(answer)
}

/// Returns the moves in the author's notation, with move numbers.
fn as_written(moves: &[AuthorMove]) -> String {
    let mut text = String::new();
    let mut before = None;
    for m in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        let number = m.ply / 2 + 1;
        if m.ply % 2 == 0 {
            text.push_str(&format!("{number}."));
        } else if before.is_none_or(|before| before + 1 != m.ply) {
            text.push_str(&format!("{number}..."));
        }
        text.push_str(&m.text);
        before = Some(m.ply);
    }
    text
}

/// A search for one line of the author in a tree of help or series play.
struct LineSearch<'s> {
    numbered: Color,
    steps: &'s mut usize,
    /// The lines of the tree that earlier lines of the author have named. If given, the search skips these lines.
    passed_over: Option<&'s Intended>,
}

impl LineSearch<'_> {
    /// Returns a complete line of the tree that begins with the author's `moves`, or `None`. `last` is the ply of the
    /// move before `nodes`.
    fn find<'a>(&mut self, nodes: &'a [Node], last: Option<u16>, moves: &[AuthorMove]) -> Option<Vec<&'a Node>> {
        let (wanted, rest) = moves.split_first()?;
        for node in nodes.iter().filter(|node| !node.is_broken()) {
            *self.steps = self.steps.saturating_sub(1);
            if *self.steps == 0 {
                return None;
            }
            let ply = next_ply(last, node.record.mover.color == self.numbered);
            if ply != wanted.ply || !wanted.fits(&node.record) {
                continue;
            }
            let mut line = vec![node];
            if rest.is_empty() {
                let mut end = node;
                while let Some(next) = end.children.first() {
                    line.push(next);
                    end = next;
                }
            } else {
                let Some(below) = self.find(&node.children, Some(ply), rest) else { continue };
                line.extend(below);
            }
            let is_new = self.passed_over.is_none_or(|named| !named.contains_line(&line));
            if is_new {
                return Some(line);
            }
        }
        None
    }
}

/// A lookup of one variation of the author in a tree of battle play.
struct Variation<'s> {
    shape: &'s PlayShape,
    numbered: Color,
}

/// The result if a move is not found: the number of the author's moves after it, and the severity.
type NotFound = (usize, FindingSeverity);

impl Variation<'_> {
    fn below(&self, node: &Node, ply: u16, rest: &[AuthorMove], steps: &mut usize) -> Result<(), NotFound> {
        if node.children.is_empty() {
            // A goal ends the play. If the move reaches no goal, the tree may lack the continuation.
            let is_over = !rest.is_empty() && !node.goals.is_empty();
            return if is_over { Err((rest.len() - 1, FindingSeverity::Error)) } else { Ok(()) };
        }
        self.among(&node.children, node.annotation, Some(ply), rest, steps)
    }

    fn among(
        &self,
        nodes: &[Node],
        annotation: Annotation,
        last: Option<u16>,
        moves: &[AuthorMove],
        steps: &mut usize,
    ) -> Result<(), NotFound> {
        let Some((wanted, rest)) = moves.split_first() else { return Ok(()) };
        let ply_of = |node: &Node| next_ply(last, node.record.mover.color == self.numbered);
        let mut deepest: Option<NotFound> = None;
        for node in nodes {
            *steps = steps.saturating_sub(1);
            // A threat follows a pass, which counts as a move.
            let ply = if node.part == Part::Threat { ply_of(node).max(2) } else { ply_of(node) };
            if *steps == 0 {
                return Ok(());
            }
            if ply == wanted.ply && wanted.fits(&node.record) {
                match self.below(node, ply, rest, steps) {
                    Ok(()) => return Ok(()),
                    Err(found) if deepest.is_none_or(|other| found.0 < other.0) => deepest = Some(found),
                    Err(_) => {}
                }
            }
        }
        if let Some(found) = deepest {
            return Err(found);
        }
        let is_threat = |node: &&Node| node.part == Part::Threat;
        let threatened = nodes.iter().any(|node| is_threat(&node));
        let severity = if wanted.ply % 2 == 1 {
            // A defence that parries no threat, or has no effect, is not in the tree.
            let Some(answer) = rest.first() else {
                return if threatened { Ok(()) } else { Err((0, self.of_unlisted_defence(false))) };
            };
            for node in nodes.iter().filter(is_threat).filter(|node| answer.fits(&node.record)) {
                if self.below(node, answer.ply, &rest[1..], steps).is_ok() {
                    return Ok(());
                }
            }
            self.of_unlisted_defence(threatened)
        } else if last.is_none_or(|last| last % 2 == 0) && annotation == Annotation::None {
            // The move is a threat after a check, or in play for which threats are not searched.
            FindingSeverity::Note
        } else {
            FindingSeverity::Error
        };
        Err((rest.len(), severity))
    }

    fn of_unlisted_defence(&self, threatened: bool) -> FindingSeverity {
        if threatened || self.shape.leaves_out_defences { FindingSeverity::Note } else { FindingSeverity::Error }
    }
}
