//! Findings: deviations and remarks on which the verdict is based. Each has its moves and a line of text.
//!
//! `keys`, `lines` and `author` compare the play with what was intended, and record their findings here.

use super::tree::{Cut, Node};
use crate::notation::{Letters, long_algebraic};
use crate::units::{Color, MoveRecord, Origin};
use std::fmt::Write;
use std::ops::Range;

/// A deviation of the solution from what was intended, or a remark about the solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The subject of the finding.
    pub kind: FindingKind,
    /// Whether the finding makes the problem unsound, is a warning, or is a note.
    pub severity: FindingSeverity,
    /// Label of the twin (`b)`); empty without twins.
    pub twin: String,
    /// Whether the finding is about the play with the sides exchanged (duplex).
    pub exchanged: bool,
    /// The side that begins the play that the finding is about. `None` if the problem is not a duplex.
    pub side: Option<Color>,
    /// The moves from the diagram to the place of the finding. Empty if the finding is not about a move.
    pub path: Vec<MoveRecord>,
    /// Number of findings that this entry represents. It is greater than one if several were combined, or if some were
    /// only counted.
    pub count: usize,
    /// The finding's byte range in the author's solution. `None` if the finding is not about the author's solution.
    pub place: Option<Range<usize>>,
    /// The finding in one line for people: `cook: 1.Qa1-a8 is a second key`.
    pub text: String,
    /// The part of `text` that names the moves: `1.Qa1-a8`. A combined finding lists these parts of several findings.
    /// `None` if the finding cannot be combined.
    subject: Option<String>,
    /// The moves that `text` contains, in order, each with its origin for short notation.
    moves: Vec<(MoveRecord, Origin)>,
}

/// Severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingSeverity {
    /// The finding makes the problem unsound.
    Error,
    /// The author's text was not understood, or differs from the solution. The problem may still be sound.
    Warning,
    /// A remark. The problem may still be sound.
    Note,
}

impl FindingSeverity {
    /// Returns the severity as the word that is printed before a finding.
    pub fn word(self) -> &'static str {
        match self {
            FindingSeverity::Error => "error",
            FindingSeverity::Warning => "warning",
            FindingSeverity::Note => "note",
        }
    }
}

/// The subject of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// Nothing can be solved, because there is no stipulation or the twin cannot be set up.
    Unsolvable,
    /// The side to move could capture a king.
    KingCanBeCaptured,
    /// There is no solution.
    NoSolution,
    /// There are fewer solutions, or fewer branches of solutions, than intended.
    MissingSolution,
    /// There is a second key, or more solutions than intended.
    Cook,
    /// The goal is reached in fewer moves than stipulated.
    ShortSolution,
    /// The goal is reached in fewer moves than stipulated after some defences, but not after all.
    ShortVariation,
    /// Several moves lead to the goal, although only one should.
    Dual(DualIn),
    /// Option SetPlay is on, but there is no set play.
    MissingSetPlay,
    /// A move that the author gives as the key is not a key.
    AuthorKeyNotFound,
    /// A line or variation that the author gives is not in the solution.
    AuthorLineNotFound,
    /// A move that the author gives as a try is not a try, or the given defence does not refute the try.
    AuthorTryNotFound,
    /// A part of the author's solution cannot be read.
    AuthorNotRead,
    /// The position of the diagram cannot arise in a game.
    IllegalDiagram,
    /// The combination of the problem's rules has not been verified, so the solution may be wrong.
    Unverified,
    /// The solution does not show a theme that the problem names.
    ThemeNotFound,
    /// A limit has cut the search, so the problem is undecided. Contains the limit.
    Undecided(Cut),
}

/// The place of a dual in the solution, or its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DualIn {
    /// There are several threats, or several continuations of a threat.
    Threat,
    /// There are several answers to a defence before the last move.
    Variation,
    /// Several moves reach the goal.
    LastMove,
    /// The moves differ only in the piece to which a pawn promotes.
    Promotion,
}

/// Maximum number of findings of one kind and severity that are listed. A cooked helpmate may have thousands.
const MOST_OF_A_KIND: usize = 40;

/// Collects the findings of one twin.
#[derive(Default)]
pub struct Findings {
    pub twin: String,
    exchanged: bool,
    /// The side that begins in the diagram, if the findings have to name the side (in a duplex). Otherwise `None`.
    begins: Option<Color>,
    side: Option<Color>,
    list: Vec<Finding>,
    unlisted: Vec<Unlisted>,
}

impl Findings {
    pub fn of_twin(label: &str) -> Findings {
        Findings { twin: label.to_string(), ..Findings::default() }
    }

    /// Makes the findings name the side that begins the play, as a duplex requires. In the diagram this is `begins`;
    /// with the sides exchanged it is the other side.
    pub fn with_two_sides(&mut self, begins: Color) {
        self.begins = Some(begins);
    }

    /// Sets the play that the next findings are about: `true` with the sides exchanged, `false` for the diagram as it
    /// is, `None` for both.
    pub fn about(&mut self, exchanged: Option<bool>) {
        self.exchanged = exchanged == Some(true);
        self.side = exchanged.and_then(|exchanged| self.begins.map(|side| if exchanged { !side } else { side }));
    }

    fn finding(&self, kind: FindingKind, severity: FindingSeverity, text: String) -> Finding {
        let (twin, exchanged, side) = (self.twin.clone(), self.exchanged, self.side);
        Finding {
            kind,
            severity,
            twin,
            exchanged,
            side,
            path: Vec::new(),
            count: 1,
            place: None,
            text,
            subject: None,
            moves: Vec::new(),
        }
    }

    /// Adds a finding about the last move of `path`. If the finding is only counted, `text` is not called.
    pub fn add<'a>(
        &mut self,
        kind: FindingKind,
        severity: FindingSeverity,
        path: &[&'a Node],
        text: impl FnOnce(&[&'a Node]) -> String,
    ) {
        self.add_beside(kind, severity, path, None, text);
    }

    /// Like [`Findings::add`], for a text that also names the move `also` after the moves of the path.
    pub fn add_beside<'a>(
        &mut self,
        kind: FindingKind,
        severity: FindingSeverity,
        path: &[&'a Node],
        also: Option<&Node>,
        text: impl FnOnce(&[&'a Node]) -> String,
    ) {
        let same = |finding: &&Finding| finding.kind == kind && finding.severity == severity;
        if self.list.iter().filter(same).count() < MOST_OF_A_KIND {
            let records = path.iter().map(|node| node.record.clone()).collect();
            let moves = path.iter().copied().chain(also).map(|node| (node.record.clone(), node.origin)).collect();
            let finding = Finding { path: records, moves, ..self.finding(kind, severity, text(path)) };
            self.list.push(finding);
            return;
        }
        self.add_unlisted(kind, severity, 1);
    }

    /// Adds a finding about a byte range of the author's solution.
    pub fn at(&mut self, kind: FindingKind, severity: FindingSeverity, place: Range<usize>, text: String) {
        let before = self.list.len();
        self.add(kind, severity, &[], |_| text);
        if let Some(finding) = self.list.get_mut(before) {
            finding.place = Some(place);
        }
    }

    pub fn error<'a>(&mut self, kind: FindingKind, path: &[&'a Node], text: impl FnOnce(&[&'a Node]) -> String) {
        self.add(kind, FindingSeverity::Error, path, text);
    }

    /// Adds a finding that [`gathered`] can combine with others. `text` returns two texts: that of the moves, and the
    /// remark about them that follows.
    pub fn add_listed(
        &mut self,
        kind: FindingKind,
        severity: FindingSeverity,
        path: &[&Node],
        text: impl FnOnce() -> (String, String),
    ) {
        let (before, mut subject) = (self.list.len(), None);
        self.add(kind, severity, path, |_| {
            let (moves, remark) = text();
            let text = format!("{}: {moves} {remark}", kind.name());
            subject = Some(moves);
            text
        });
        if let Some(finding) = self.list.get_mut(before) {
            finding.subject = subject;
        }
    }

    pub fn note<'a>(&mut self, kind: FindingKind, path: &[&'a Node], text: impl FnOnce(&[&'a Node]) -> String) {
        self.add(kind, FindingSeverity::Note, path, text);
    }

    /// Adds `number` findings that are only counted.
    pub fn add_unlisted(&mut self, kind: FindingKind, severity: FindingSeverity, number: usize) {
        let side = (self.exchanged, self.side);
        let same =
            |unlisted: &&mut Unlisted| (unlisted.kind, unlisted.severity, unlisted.side) == (kind, severity, side);
        match self.unlisted.iter_mut().find(same) {
            Some(unlisted) => unlisted.number += number,
            None if number > 0 => self.unlisted.push(Unlisted { kind, severity, side, number }),
            None => {}
        }
    }

    pub fn into_list(mut self) -> Vec<Finding> {
        for Unlisted { kind, severity, side, number } in std::mem::take(&mut self.unlisted) {
            (self.exchanged, self.side) = side;
            let text = format!("{}: {number} more", kind.name());
            let finding = Finding { count: number, ..self.finding(kind, severity, text) };
            self.list.push(finding);
        }
        self.list
    }
}

/// Number of findings of one kind, severity and side that are counted but not listed.
struct Unlisted {
    kind: FindingKind,
    severity: FindingSeverity,
    side: (bool, Option<Color>),
    number: usize,
}

impl Finding {
    /// Whether the finding makes the problem unsound.
    pub fn is_error(&self) -> bool {
        self.severity == FindingSeverity::Error
    }

    /// Whether this finding and `other` can be combined, with this finding as the first.
    fn is_listed_with(&self, other: &Finding) -> bool {
        let about = |finding: &Finding| (finding.kind, finding.severity, finding.exchanged, finding.side);
        about(self) == about(other)
            && self.twin == other.twin
            && self.subject.is_some()
            && (other.subject.is_some() || other.count > 1)
    }

    /// Returns a finding about a theme that the problem names and does not show. It is an error, or a note if the
    /// search was cut.
    pub fn about_theme(text: String, is_error: bool) -> Finding {
        let severity = if is_error { FindingSeverity::Error } else { FindingSeverity::Note };
        Findings::default().finding(FindingKind::ThemeNotFound, severity, text)
    }

    /// Like [`Finding::full_text`], but `write` determines the notation of the moves.
    pub fn text_in(&self, write: impl Fn(&MoveRecord, Origin) -> String) -> String {
        let (mut text, mut from) = (self.full_text(), 0);
        for (record, origin) in &self.moves {
            let long = long_algebraic(record, Letters::Problem, 'x');
            let Some(at) = text[from..].find(&long).map(|at| from + at) else { continue };
            let written = write(record, *origin);
            text.replace_range(at..at + long.len(), &written);
            from = at + written.len();
        }
        text
    }

    /// Returns the text of the finding after its twin and side: `b) Black begins: cook: …`.
    pub fn full_text(&self) -> String {
        let twin = if self.twin.is_empty() { String::new() } else { format!("{} ", self.twin) };
        let side = self.side.map(|side| format!("{} begins: ", side.name())).unwrap_or_default();
        format!("{twin}{side}{}", self.text)
    }
}

/// Combines the cooks of each twin and side to one finding for output. Does this with the short solutions, too. A
/// combined finding names at most `most` of its parts: `13 cooks: 1.Qa1-a7; 1.Qa1-a8 and 11 more`.
pub fn gathered(findings: &[Finding], most: usize) -> Vec<Finding> {
    let mut lists: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        match lists.iter_mut().find(|list| list[0].is_listed_with(finding)) {
            Some(list) => list.push(finding),
            None => lists.push(vec![finding]),
        }
    }
    lists.iter().map(|list| listed(list, most)).collect()
}

/// Combines findings of one kind into one, which names at most `most` of them.
fn listed(list: &[&Finding], most: usize) -> Finding {
    let first = list[0];
    if list.len() == 1 {
        return first.clone();
    }
    let count: usize = list.iter().map(|finding| finding.count).sum();
    let shown: Vec<&&Finding> = list.iter().filter(|finding| finding.subject.is_some()).take(most.max(1)).collect();
    let subjects: Vec<&str> = shown.iter().filter_map(|finding| finding.subject.as_deref()).collect();
    let mut text = format!("{count} {}s: {}", first.kind.name(), subjects.join("; "));
    if count > shown.len() {
        let _ = write!(text, " and {} more", count - shown.len());
    }
    let moves = shown.iter().flat_map(|finding| finding.moves.clone()).collect();
    Finding { count, text, moves, subject: None, ..first.clone() }
}

/// Returns a number as an ordinal with its article: `a second`, `a third`, `a 4th`, ….
pub fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    match n {
        1 => "a first".to_string(),
        2 => "a second".to_string(),
        3 => "a third".to_string(),
        8 | 11 | 18 | 80..=89 => format!("an {n}{ending}"),
        n => format!("a {n}{ending}"),
    }
}

/// All kinds of findings. Each row has the kind, its name for programs, and its name for people.
const KINDS: &[(FindingKind, &str, &str)] = &[
    (FindingKind::Unsolvable, "not-solvable", "not solvable"),
    (FindingKind::KingCanBeCaptured, "king-can-be-captured", "king can be captured"),
    (FindingKind::NoSolution, "no-solution", "no solution"),
    (FindingKind::MissingSolution, "missing-solution", "missing solution"),
    (FindingKind::Cook, "cook", "cook"),
    (FindingKind::ShortSolution, "short-solution", "short solution"),
    (FindingKind::ShortVariation, "short-variation", "short variation"),
    (FindingKind::Dual(DualIn::Threat), "dual-in-threat", "dual in the threat"),
    (FindingKind::Dual(DualIn::Variation), "dual", "dual"),
    (FindingKind::Dual(DualIn::LastMove), "dual-in-last-move", "dual in the last move"),
    (FindingKind::Dual(DualIn::Promotion), "promotion-dual", "promotion dual"),
    (FindingKind::MissingSetPlay, "missing-set-play", "missing set play"),
    (FindingKind::AuthorKeyNotFound, "author-key-not-found", "author's key not found"),
    (FindingKind::AuthorLineNotFound, "author-line-not-found", "author's line not found"),
    (FindingKind::AuthorTryNotFound, "author-try-not-found", "author's try not found"),
    (FindingKind::AuthorNotRead, "author-not-read", "author's solution not read in full"),
    (FindingKind::IllegalDiagram, "illegal-diagram", "illegal diagram"),
    (FindingKind::Unverified, "unverified", "unverified"),
    (FindingKind::ThemeNotFound, "theme-not-found", "theme not found"),
    (FindingKind::Undecided(Cut::Time), "undecided", "undecided"),
];

impl FindingKind {
    /// Returns the name of the kind for people. The texts of findings begin with this name.
    pub fn name(&self) -> &'static str {
        self.names().2
    }

    /// Returns the name for programs, which is the same in all versions.
    pub fn slug(&self) -> &'static str {
        self.names().1
    }

    /// Returns the name for people of the kind whose name for programs is `slug`, or `None` if there is no such kind.
    pub fn name_of(slug: &str) -> Option<&'static str> {
        KINDS.iter().find(|(_, known, _)| *known == slug).map(|(.., name)| *name)
    }

    /// Iterates over the names for programs of all kinds.
    pub fn slugs() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|(_, slug, _)| *slug)
    }

    fn names(&self) -> &'static (FindingKind, &'static str, &'static str) {
        // All limits have the same name.
        let kind = if let FindingKind::Undecided(_) = self { FindingKind::Undecided(Cut::Time) } else { *self };
        KINDS.iter().find(|(known, ..)| *known == kind).expect("every kind has a row")
    }
}

/// Returns the ply of the move that follows the ply `last`. Plies of the numbered side are even, those of the other
/// side odd. So if a side moves twice in a row, a ply is skipped.
pub fn next_ply(last: Option<u16>, is_numbered: bool) -> u16 {
    let parity = u16::from(!is_numbered);
    match last {
        None => parity,
        Some(last) if last % 2 == parity => last.saturating_add(2),
        Some(last) => last.saturating_add(1),
    }
}

/// Returns the moves of a path with their numbers: `1.Ke1-e2 Ka8-a7 2.Qd1xd8`, without signs of check and goal.
pub fn moves_with_numbers(path: &[&Node], numbered: Color) -> String {
    let (mut numbered, mut ply, mut text) = (numbered, None, String::new());
    for node in path {
        if node.renumbered {
            (numbered, ply) = (node.record.mover.color, None);
        }
        if !text.is_empty() {
            text.push(' ');
        }
        let next = next_ply(ply, node.record.mover.color == numbered);
        let number = next / 2 + 1;
        let _ = match (next % 2, ply) {
            (0, _) => write!(text, "{number}."),
            (_, None) => write!(text, "{number}..."),
            _ => Ok(()),
        };
        text.push_str(&long_algebraic(&node.record, Letters::Problem, 'x'));
        ply = Some(next);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn ordinals() {
        let rows = [
            (1, "a first"),
            (2, "a second"),
            (3, "a third"),
            (4, "a 4th"),
            (8, "an 8th"),
            (11, "an 11th"),
            (12, "a 12th"),
            (13, "a 13th"),
            (18, "an 18th"),
            (21, "a 21st"),
            (22, "a 22nd"),
            (33, "a 33rd"),
            (80, "an 80th"),
            (111, "a 111th"),
        ];
        for (n, text) in rows {
            assert_eq!(super::ordinal(n), text);
        }
    }
}
