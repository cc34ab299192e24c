//! Judges help and series play by the number and length of the solutions.
//!
//! A solution is a line up to the point from which all play is forced or obligatory. So a selfmate or reflex mate at
//! the end of help play is one solution, however many last moves there are. The two ends of reciprocal play also belong
//! to one solution.

use super::author::Intended;
use super::finding::{FindingKind, FindingSeverity, Findings, moves_with_numbers, ordinal};
use super::keys::{judge_duals, moves_text};
use super::shape::{PlayShape, count, deepest};
use super::tree::{Group, Node, Part, Phase, PhaseKind, Style};

/// Maximum number of solutions that are listed and examined. Further solutions are only counted.
pub const MOST_LINES: usize = 10_000;

/// One solution: the moves from the diagram to the point from which all play is forced.
pub type Line<'a> = Vec<&'a Node>;

#[derive(Default)]
pub struct Lines<'a> {
    pub list: Vec<Line<'a>>,
    /// Number of further solutions that are not in the list.
    pub dropped: usize,
}

/// Judges a phase of help or series play, whose groups are lists of lines. `counts` are the intended numbers of
/// solutions. If it is empty, the intended number is one, or the number that the author names.
pub fn judge_lines(
    phase: &Phase,
    shape: &PlayShape,
    counts: &[u32],
    intended: &Intended,
    is_cut: bool,
    findings: &mut Findings,
) {
    let Lines { list, dropped } = solutions(phase, shape);
    let is_set_play = phase.kind == PhaseKind::SetPlay;
    let full = if is_set_play { shape.set_moves } else { shape.moves };
    let (short, mut long): (Vec<Line>, Vec<Line>) = list.into_iter().partition(|line| {
        let found = length(line, phase);
        // If the search was cut, a line without a goal at its end may be only the beginning of a solution.
        let has_ended = !is_cut || line.last().is_none_or(|end| end.children.is_empty() && !end.goals.is_empty());
        has_ended && full.is_some_and(|full| found < full)
    });
    for line in &short {
        let severity = if is_set_play { FindingSeverity::Note } else { FindingSeverity::Error };
        findings.add_listed(FindingKind::ShortSolution, severity, line, || {
            let (found, wanted) = match shape.help_plies {
                Some(plies) => (half_moves_text(plies_of(line)), half_moves(plies - u16::from(is_set_play))),
                None => (moves_text(length(line, phase)), full.unwrap_or_default().to_string()),
            };
            (format!("{} in {found}", moves_with_numbers(line, phase.numbered)), format!("instead of {wanted}"))
        });
    }
    for group in phase.groups.iter().filter(|group| group.style == Style::Lines) {
        judge_duals(phase, &group.nodes, findings);
    }
    let count = SolutionCount { phase, is_cut, found: long.len() + short.len(), findings };
    if let [_, _, ..] = counts {
        count.levels(&long, counts);
        return;
    }
    long.sort_by_key(|line| !intended.contains_line(line));
    let named = long.iter().filter(|line| intended.contains_line(line)).count();
    let expected = match counts {
        [expected, ..] => *expected as usize,
        [] => named.max(1),
    };
    count.total(&long, dropped, expected);
}

/// Returns the solutions of a phase of help or series play.
pub fn solutions<'a>(phase: &'a Phase, shape: &PlayShape) -> Lines<'a> {
    let mut ends = phase.groups.iter().filter(|group| group.style == Style::Lines).map(|group| {
        let mut lines = Lines::default();
        collect(&group.nodes, shape, &mut Vec::new(), &mut lines);
        lines.dropped += group.dropped;
        lines
    });
    if shape.is_joined && phase.groups.len() > 1 {
        // Each group is one of the required ends, so the solution needs all of them.
        let ends: Vec<Lines> = ends.collect();
        if ends.iter().any(|lines| lines.list.is_empty()) {
            return Lines::default();
        }
        return ends.into_iter().max_by_key(|lines| lines.list.len()).unwrap_or_default();
    }
    let mut all = ends.next().unwrap_or_default();
    for lines in ends {
        all.list.extend(lines.list);
        all.dropped += lines.dropped;
    }
    all
}

/// Judges play that the stipulation denies (structured stipulations with `!`), so that it must have no solution. A
/// solution is an error.
pub fn judge_denied(phase: &Phase, shape: &PlayShape, findings: &mut Findings) {
    let is_key = |node: &&Node| node.part == Part::Key && !node.violation;
    let trees = phase.groups.iter().filter(|group| group.style == Style::Tree);
    let key = trees.flat_map(|group| &group.nodes).find(is_key).map(|key| vec![key]);
    let Some(line) = key.or_else(|| solutions(phase, shape).list.into_iter().next()) else { return };
    findings.error(FindingKind::NoSolution, &line, |path| {
        format!(
            "no solution: {} fulfils the play that the stipulation denies",
            moves_with_numbers(path, phase.numbered)
        )
    });
}

/// Returns the number of keys of a phase of battle play. For other phases, returns the number of solutions (of lines in
/// set play), including those that are not listed.
pub fn count_solutions(phase: &Phase, shape: &PlayShape) -> usize {
    let of_keys = |group: &Group| group.nodes.iter().filter(|node| node.part == Part::Key && !node.violation).count();
    let keys = phase.groups.iter().filter(|group| group.style == Style::Tree).map(of_keys).sum();
    if phase.groups.iter().any(|group| group.style == Style::Tree) {
        return keys;
    }
    let found = solutions(phase, shape);
    found.list.len() + found.dropped
}

fn collect<'a>(nodes: &'a [Node], shape: &PlayShape, path: &mut Line<'a>, lines: &mut Lines<'a>) {
    // In reciprocal play, the ends of both sides are children of one node. The side with more ends counts.
    let is_leaf = |node: &&Node| node.children.is_empty();
    let (leaves, longer) = (nodes.iter().filter(is_leaf).count(), nodes.iter().filter(|node| !is_leaf(node)));
    let is_joint = shape.is_joined && leaves > 0 && leaves < nodes.len();
    let leaves_count = is_joint && leaves >= longer.map(Node::lines).sum();
    for node in nodes.iter().filter(|node| !node.is_broken() && (!is_joint || is_leaf(node) == leaves_count)) {
        path.push(node);
        if !node.children.is_empty() && !shape.ends_after(node) {
            collect(&node.children, shape, path, lines);
        } else if lines.list.len() < MOST_LINES {
            lines.list.push(path.clone());
        } else {
            lines.dropped += 1;
        }
        path.pop();
    }
}

/// Removes all lines that begin with `node` except the first line. Returns the number of lines removed. Removes none if
/// `node` or a move after it is not plain help play, because such lines have to be examined.
pub fn keep_first_line(node: &mut Node) -> usize {
    fn is_help(node: &Node) -> bool {
        node.part == Part::Help && !node.violation && node.children.iter().all(is_help)
    }
    if !is_help(node) {
        return 0;
    }
    let gone = node.lines() - 1;
    let mut last = node;
    loop {
        last.children.truncate(1);
        last.children.shrink_to_fit();
        match last.children.first_mut() {
            Some(next) => last = next,
            None => return gone,
        }
    }
}

/// Returns the length of a solution in moves of the numbered side. The forced play after the line is included.
fn length(line: &[&Node], phase: &Phase) -> u16 {
    let (mut numbered, mut moves) = (phase.numbered, 0);
    for node in line {
        (numbered, moves) = count(node, numbered, moves);
    }
    line.last().map_or(0, |end| deepest(&end.children, numbered, moves))
}

/// Returns the length of a solution in plies. The forced play after the line is included.
fn plies_of(line: &[&Node]) -> u16 {
    fn below(nodes: &[Node]) -> usize {
        let moves_with_numbers = nodes.iter().filter(|node| !node.violation && node.part != Part::Refutation);
        moves_with_numbers.map(|node| 1 + below(&node.children)).max().unwrap_or(0)
    }
    let plies = line.len() + line.last().map_or(0, |end| below(&end.children));
    u16::try_from(plies).unwrap_or(u16::MAX)
}

/// Returns a number of plies as a number of moves: `2`, `2.5`.
fn half_moves(plies: u16) -> String {
    format!("{}{}", plies / 2, if plies % 2 == 1 { ".5" } else { "" })
}

/// Returns a number of plies as a text: `1 move`, `1.5 moves`, ….
fn half_moves_text(plies: u16) -> String {
    format!("{} {}", half_moves(plies), if plies == 2 { "move" } else { "moves" })
}

/// Compares the numbers of solutions of a phase with the intended numbers, and records findings.
struct SolutionCount<'a, 'f> {
    phase: &'a Phase,
    is_cut: bool,
    /// Number of listed solutions, short ones included.
    found: usize,
    findings: &'f mut Findings,
}

impl SolutionCount<'_, '_> {
    fn total(mut self, long: &[Line], dropped: usize, expected: usize) {
        let found = self.found + dropped;
        self.missing(found, expected);
        for (i, line) in long.iter().enumerate().skip(expected) {
            self.findings.add_listed(FindingKind::Cook, FindingSeverity::Error, line, || {
                let what = match (self.phase.kind, expected) {
                    (_, 0) => "a solution where none is intended".to_string(),
                    (PhaseKind::SetPlay, 1) => format!("{} line of set play", ordinal(i + 1)),
                    (PhaseKind::SetPlay, _) => format!("set play beyond the intended {expected} lines"),
                    (PhaseKind::Play, 1) => format!("{} solution", ordinal(i + 1)),
                    (PhaseKind::Play, _) => format!("a solution beyond the intended {expected}"),
                };
                (moves_with_numbers(line, self.phase.numbered), format!("is {what}"))
            });
        }
        self.findings.add_unlisted(FindingKind::Cook, FindingSeverity::Error, dropped);
    }

    fn missing(&mut self, found: usize, expected: usize) {
        // In set play, only the lack of all lines is a fault, and it is reported elsewhere.
        if self.is_cut || self.phase.kind == PhaseKind::SetPlay || found >= expected {
            return;
        }
        if found == 0 {
            self.findings.error(FindingKind::NoSolution, &[], |_| "no solution".to_string());
        } else {
            self.findings
                .error(FindingKind::MissingSolution, &[], |_| format!("missing solution: {found} of {expected}"));
        }
    }

    /// Compares the number of branches at each ply with the intended number at this ply.
    fn levels(mut self, long: &[Line], counts: &[u32]) {
        if long.is_empty() && self.found == 0 {
            self.missing(0, counts[0] as usize);
            return;
        }
        self.level(long, 0, counts);
    }

    fn level(&mut self, lines: &[Line], depth: usize, counts: &[u32]) {
        // Lines are in tree order, so those with a common move are adjacent.
        let branches: Vec<&[Line]> = lines
            .chunk_by(|a, b| a.get(depth).map(|node| &node.record) == b.get(depth).map(|node| &node.record))
            .filter(|branch| branch[0].len() > depth)
            .collect();
        if branches.is_empty() {
            return;
        }
        let expected = counts.get(depth).map_or(1, |&n| n as usize);
        let (numbered, half_move) = (self.phase.numbered, depth + 1);
        for (i, branch) in branches.iter().enumerate().skip(expected) {
            self.findings.error(FindingKind::Cook, &branch[0][..=depth], |path| {
                let (moves, n) = (moves_with_numbers(path, numbered), i + 1);
                format!("cook: {moves} is branch {n} of {expected} at half-move {half_move}")
            });
        }
        if branches.len() < expected && !self.is_cut {
            self.findings.error(FindingKind::MissingSolution, &branches[0][0][..depth], |path| {
                let (after, found) = (moves_with_numbers(path, numbered), branches.len());
                let place =
                    if after.is_empty() { "at the first half-move".to_string() } else { format!("after {after}") };
                format!("missing solution: {found} of {expected} branches {place}")
            });
        }
        for branch in branches {
            self.level(branch, depth + 1, counts);
        }
    }
}
