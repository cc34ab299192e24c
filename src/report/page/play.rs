//! Writes the moves of a solution on an HTML page. Each move is a button with the number of the button before
//! it (`data-p`), its changes to the board (`data-d`), and its squares of departure and arrival (`data-s`).

use super::super::lines::each_line;
use super::super::picture::escaped;
use super::super::style::TextStyle;
use super::super::variations::next_ply;
use super::super::words::plural;
use super::board::Drawings;
use crate::solution::{
    Annotation, BoardAfter, Finding, FirstMove, Group, Node, Part, Phase, PhaseKind, Style, TwinSolution,
};
use crate::themes::FoundPath;
use crate::units::{Color, MoveRecord, Special};
use std::fmt::Write;

/// Maximum number of moves shown for a problem; a cooked helpmate may have millions.
pub const MOST_MOVES: usize = 5000;

/// Maximum number of lines of help play that are shown before the reader unfolds the rest.
const MOST_LINES_OPEN: usize = 20;
const MOST_MOVES_OPEN: usize = 120;

/// Writer of the moves of a problem, in output order.
pub struct PlayWriter<'a> {
    pub text: String,
    pub drawings: Drawings,
    pub style: TextStyle,
    /// The findings, each with a flag that is true if it has been written at its move.
    pub findings: Vec<(&'a Finding, bool)>,
    /// For each theme: the move sequences that show it, and the numbers of the buttons of their last moves. A button's
    /// number is added when the button is written.
    pub themes: Vec<(&'a [FoundPath], Vec<usize>)>,
    /// Number of moves written so far.
    pub moves: usize,
    /// Number of lines of help play, and of first moves of battle play, that were left out because of
    /// [`MOST_MOVES`].
    pub left_out: usize,
}

/// State before a move is written: the preceding button, the board, the moves played so far, and the ply of the move.
#[derive(Clone)]
struct MoveContext<'a> {
    /// Number of the button of the preceding move; `None` before the first move.
    parent: Option<usize>,
    played: BoardAfter,
    path: Vec<&'a MoveRecord>,
    ply: usize,
}

impl MoveContext<'_> {
    fn begin(played: &BoardAfter, ply: usize) -> MoveContext<'static> {
        MoveContext { parent: None, played: played.clone(), path: Vec::new(), ply }
    }
}

impl<'a> PlayWriter<'a> {
    /// Writes the phases (set play, tries, solution) of a twin. `begin` is the board at the beginning of the play.
    pub fn twin(&mut self, twin: &'a TwinSolution, begin: &BoardAfter) {
        let (words, mut exchanged) = (self.style.words(), false);
        for phase in &twin.phases {
            if phase.exchanged && !exchanged {
                let _ = write!(self.text, "<h3>{}</h3>", words.sides_exchanged);
                exchanged = true;
            }
            if phase.is_illegal {
                let _ = write!(self.text, "<p class=\"none\">{}</p>", words.illegal_set_play);
            }
            for (i, group) in phase.groups.iter().enumerate() {
                if phase.groups.len() > 1 {
                    let _ = write!(self.text, "<h3>{}</h3>", words.branch.replace("{}", &(i + 1).to_string()));
                }
                self.group(twin, phase, group, begin);
            }
        }
    }

    fn group(&mut self, twin: &'a TwinSolution, phase: &'a Phase, group: &'a Group, begin: &BoardAfter) {
        self.play_of(twin, phase, group, begin);
        if !group.first_moves.is_empty() {
            let written =
                |first: &FirstMove| format!("{} {}", first.number(), escaped(&self.style.move_text(&first.node)));
            let moves: Vec<String> = group.legal_first_moves().map(written).collect();
            let _ = write!(self.text, "<h3>{}</h3><p>{}</p>", self.style.words().first_moves, moves.join(", "));
        }
    }

    fn play_of(&mut self, twin: &'a TwinSolution, phase: &'a Phase, group: &'a Group, begin: &BoardAfter) {
        let of = |is_try: bool| group.nodes.iter().filter(move |node| (node.part == Part::Try) == is_try);
        let words = self.style.words();
        let nothing = format!("<p class=\"none\">{}</p>", words.nothing(phase.kind, twin.cut.is_some()));
        match (phase.kind, group.style) {
            _ if group.nodes.is_empty() => self.text.push_str(&nothing),
            (PhaseKind::SetPlay, Style::Lines) => self.lines(words.set_play, phase, group, begin, twin),
            (PhaseKind::SetPlay, Style::Tree) => self.tree(words.set_play, (twin, phase), group, of(false), begin),
            (PhaseKind::Play, Style::Lines) => {
                let count = group.nodes.iter().map(Node::lines).sum();
                self.lines(plural(count, words.solution), phase, group, begin, twin);
            }
            (PhaseKind::Play, Style::Tree) => {
                let tries = of(true).count();
                if tries > 0 {
                    self.tree(plural(tries, words.r#try), (twin, phase), group, of(true), begin);
                }
                let keys = group.nodes.len() - tries;
                let has_key = group.nodes.iter().any(|node| node.part == Part::Key);
                match keys {
                    0 => self.text.push_str(&nothing),
                    _ if has_key => self.tree(plural(keys, words.key), (twin, phase), group, of(false), begin),
                    _ => self.tree(words.play, (twin, phase), group, of(false), begin),
                }
            }
        }
    }

    // ── battle play ──────────────────────────────────────────────────────────────────────────────────────

    fn tree(
        &mut self,
        title: &str,
        (twin, phase): (&TwinSolution, &Phase),
        group: &'a Group,
        nodes: impl Iterator<Item = &'a Node>,
        begin: &BoardAfter,
    ) {
        let _ = write!(self.text, "<section class=\"phase\"><h3>{title}</h3>");
        let said = match group.annotation {
            Annotation::Zugzwang => format!("[{}]", self.style.words().zugzwang),
            Annotation::Check => self.style.words().check.to_string(),
            Annotation::Threat | Annotation::None => String::new(),
        };
        if !said.is_empty() {
            let _ = write!(self.text, "<p class=\"note\">{said}</p>");
        }
        self.text.push_str("<ul class=\"tree\">");
        let first = usize::from(group.first_number.max(1)) - 1;
        let nodes: Vec<&Node> = nodes.collect();
        let is_long = nodes.iter().map(|node| moves_of(node)).sum::<usize>() > MOST_MOVES_OPEN;
        for node in nodes {
            if self.moves >= MOST_MOVES {
                self.left_out += 1;
                continue;
            }
            let ply = usize::from(node.record.mover.color != phase.numbered);
            // The threat is the move after one of the defender, whichever side's moves are numbered.
            let ply = if node.part == Part::Threat { 2 - ply } else { ply };
            let fold = if is_long { Fold::Variations } else { Fold::Nothing };
            self.item(node, MoveContext::begin(begin, ply + 2 * first), (twin, phase), fold);
        }
        self.text.push_str("</ul></section>");
    }

    /// Writes a move as an item of a list, with all play after it. `at` is the state before the move, `of` is the twin
    /// and the phase of the move, and `fold` is the part of its play that is folded at first.
    fn item(&mut self, node: &'a Node, mut at: MoveContext<'a>, of: (&TwinSolution, &Phase), fold: Fold) {
        let class = match node.part {
            Part::Threat => "threat",
            Part::Refutation => "refutation",
            _ => "",
        };
        let _ = write!(self.text, "<li class=\"{class}\">");
        // Only after the move is written is it known whether it branches; its opening tag is then inserted
        // here.
        let begins = self.text.len();
        let mut node = node;
        loop {
            self.numbered(node, &mut at, of);
            let mut others = node.children.iter();
            match (others.next(), others.next()) {
                (Some(child), None) if !matches!(child.part, Part::Threat | Part::Refutation) && !is_first(node) => {
                    at.ply = next_ply(node, at.ply, child);
                    self.text.push(' ');
                    node = child;
                }
                _ => break,
            }
        }
        match node.annotation {
            Annotation::Zugzwang => {
                let _ = write!(self.text, " <span class=\"note\">[{}]</span>", self.style.words().zugzwang);
            }
            Annotation::None | Annotation::Threat | Annotation::Check => {}
        }
        let (refutations, mut children): (Vec<&Node>, Vec<&Node>) =
            node.children.iter().partition(|child| node.part == Part::Try && child.part == Part::Refutation);
        // The refutations of a try are visible even while it is folded.
        for (i, refutation) in refutations.into_iter().enumerate() {
            self.text.push_str(if i == 0 { " <span class=\"refutation\">" } else { ", <span>" });
            self.numbered(refutation, &mut MoveContext { ply: at.ply + 1, ..at.clone() }, of);
            self.text.push_str("</span>");
        }
        if !children.is_empty() {
            // Tries are folded at first.
            let open = if node.part == Part::Try || fold == Fold::All { "" } else { " open" };
            self.text.insert_str(begins, &format!("<details{open}><summary>"));
            self.text.push_str("</summary><ul>");
            let rank = |child: &&Node| match child.part {
                Part::Threat => 0,
                Part::Refutation => 2,
                _ => 1,
            };
            children.sort_by_key(rank);
            let fold = if fold == Fold::Variations { Fold::All } else { fold };
            for child in children {
                let ply = match child.part {
                    Part::Threat => at.ply + 2,
                    Part::Refutation => at.ply + 1,
                    _ => next_ply(node, at.ply, child),
                };
                self.item(child, MoveContext { ply, ..at.clone() }, of, fold);
            }
            self.text.push_str("</ul></details>");
        }
        self.text.push_str("</li>");
    }

    /// Writes the button of a move, with the move number and the sign of a key, try or refutation. Updates `at` to the
    /// state after the move.
    fn numbered(&mut self, node: &'a Node, at: &mut MoveContext<'a>, of: (&TwinSolution, &Phase)) {
        let dots = if at.ply.is_multiple_of(2) { "." } else { "..." };
        let (class, sign) = match node.part {
            Part::Key => ("m key", "!"),
            Part::Try => ("m try", "?"),
            Part::Refutation => ("m", "!"),
            _ => ("m", ""),
        };
        let words = format!("{}{dots}{}{sign}", at.ply / 2 + 1, self.style.move_text(node));
        self.button(node, &words, class, at, of);
    }

    // ── help and series play ─────────────────────────────────────────────────────────────────────────────

    fn lines(&mut self, title: &str, phase: &Phase, group: &'a Group, begin: &BoardAfter, twin: &TwinSolution) {
        let _ = write!(self.text, "<section class=\"phase\"><h3>{title}</h3><ol class=\"lines\">");
        let passed = usize::from(group.first_number.saturating_sub(1));
        let all: usize = group.nodes.iter().map(Node::lines).sum();
        let (mut shown, mut folds) = (0, "");
        let written: Result<(), std::convert::Infallible> = each_line(&group.nodes, &mut |path| {
            if self.moves >= MOST_MOVES {
                self.left_out += 1;
                return Ok(());
            }
            // Folding only one or two lines is not worth it.
            if shown == MOST_LINES_OPEN && all > MOST_LINES_OPEN + 2 {
                let _ = write!(
                    self.text,
                    "</ol><details class=\"more\"><summary>{} more</summary><ol class=\"lines\" start=\"{}\">",
                    all - shown,
                    shown + 1
                );
                folds = "</details>";
            }
            shown += 1;
            self.text.push_str("<li>");
            let mut at = MoveContext::begin(begin, 0);
            let (mut numbered, mut number) = (phase.numbered, passed);
            for (i, node) in path.iter().enumerate() {
                let words = self.style.move_text(node);
                let words = match place(node, &mut numbered, &mut number, i == 0) {
                    Some(number) => format!("{number}{words}"),
                    None => words,
                };
                self.button(node, &words, "m", &mut at, (twin, phase));
                self.text.push(' ');
            }
            self.text.push_str("</li>");
            Ok(())
        });
        let Ok(()) = written;
        let _ = write!(self.text, "</ol>{folds}</section>");
    }

    // ── a move ───────────────────────────────────────────────────────────────────────────────────────────

    fn button(
        &mut self,
        node: &'a Node,
        words: &str,
        class: &str,
        at: &mut MoveContext<'a>,
        of: (&TwinSolution, &Phase),
    ) {
        let mut after = at.played.clone();
        after.play(&node.record);
        let changes = self.drawings.changes(&at.played, &after);
        let squares = match node.record.special {
            Special::Null | Special::RoleExchange | Special::Unseen => String::new(),
            _ => format!("{} {}", node.record.from, node.record.to),
        };
        let parent = at.parent.map_or("-1".to_string(), |parent| parent.to_string());
        let _ = write!(
            self.text,
            "<button type=\"button\" class=\"{class}\" data-p=\"{parent}\" data-d=\"{changes}\" data-s=\"{squares}\">{}</button>",
            escaped(words)
        );
        at.parent = Some(self.moves);
        at.played = after;
        at.path.push(&node.record);
        self.mark_themes(&at.path, of);
        self.moves += 1;
        self.say_findings(&at.path, of);
    }

    /// Adds the number of the current button to each theme that is shown by exactly the moves of `path`.
    fn mark_themes(&mut self, path: &[&MoveRecord], (twin, phase): (&TwinSolution, &Phase)) {
        let is_meant = |told: &FoundPath| {
            told.moves.len() == path.len()
                && told.twin == twin.label
                && told.exchanged == phase.exchanged
                && told.is_set_play == (phase.kind == PhaseKind::SetPlay)
                && told.moves.iter().zip(path).all(|(a, b)| a == *b)
        };
        for (paths, marks) in &mut self.themes {
            if paths.iter().any(is_meant) {
                marks.push(self.moves);
            }
        }
    }

    /// Writes the findings about the last move of `path` that have not been written yet.
    fn say_findings(&mut self, path: &[&MoveRecord], (twin, phase): (&TwinSolution, &Phase)) {
        for (number, (finding, is_said)) in self.findings.iter_mut().enumerate() {
            let is_meant = !*is_said
                && finding.twin == twin.label
                && finding.exchanged == phase.exchanged
                && finding.path.len() == path.len()
                && finding.path.iter().zip(path).all(|(a, b)| a == *b);
            if is_meant {
                *is_said = true;
                let _ = write!(
                    self.text,
                    " <span class=\"finding {}\" data-f=\"{number}\" title=\"{}\">{}</span>",
                    finding.severity.word(),
                    escaped(&finding.text),
                    finding.kind.name()
                );
            }
        }
    }
}

/// The part of a tree that is folded at first, until the reader unfolds it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fold {
    Nothing,
    /// Only the play after each defence to a key.
    Variations,
    All,
}

fn moves_of(node: &Node) -> usize {
    1 + node.children.iter().map(moves_of).sum::<usize>()
}

fn is_first(node: &Node) -> bool {
    matches!(node.part, Part::Key | Part::Try)
}

/// Returns the text of the move number before a move in a line, `2.` or `1...`; `None` if no number is written.
/// `numbered` is the side whose moves are numbered, and `number` the last number; both are updated. `begins` says
/// whether the move is the first of its line.
fn place(node: &Node, numbered: &mut Color, number: &mut usize, begins: bool) -> Option<String> {
    if node.renumbered {
        *numbered = node.record.mover.color;
        *number = 0;
    }
    if node.record.mover.color == *numbered {
        *number += 1;
        return Some(format!("{number}."));
    }
    if begins {
        *number = 1;
        return Some("1...".to_string());
    }
    None
}
