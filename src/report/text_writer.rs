//! Writes the text for people in small parts (twin, move, phase), during the search or afterwards.

use super::changed::changed_text;
use super::lines::lines_text;
use super::paint::TextRole;
use super::solution_writer::SolutionWriter;
use super::style::{INDENT, TextStyle};
use super::surroundings::{diagram_text, ending, heading_text, note_text, twin_heading, with_arrows};
use super::variations::{first_move_text, list, variations_text};
use crate::problem::Problem;
use crate::solution::{
    Finding, FindingKind, FirstMove, Group, Node, Note, Part, Phase, PhaseKind, PlayShape, Solution, Style,
    TwinSolution, count_solutions, gathered, judge,
};
use std::fmt::{self, Write};

/// Writes the text for people. It may write each move as soon as the search finds it, or all moves at the end of their
/// phase (set play or solution). The text is the same.
#[derive(Debug)]
pub struct TextWriter {
    problem: Problem,
    style: TextStyle,
    /// Whether the text contains the heading and the diagram and, at its end, the findings about duals and short
    /// solutions. A page shows these elsewhere.
    has_diagram: bool,
    /// Number of twins whose beginning has been written.
    twins: usize,
    /// The form of the current twin's play (directions, lengths, goals). `None` if the twin has no stipulation.
    shape: Option<PlayShape>,
    /// Notes that have been written for earlier twins. They are not repeated.
    known: Vec<Note>,
    /// Whether the line `Sides exchanged` has been written for this twin.
    is_exchanged: bool,
    /// Text that set play or solutions are missing. It is written before the next phase or at the end of the twin. It
    /// is dropped if the twin was not solved because a king can be captured.
    pending: String,
    open_phase: Option<OpenPhase>,
}

/// State of a phase (set play or solution) that has been written in part.
#[derive(Debug, Default)]
struct OpenPhase {
    title: Option<&'static str>,
    /// Whether the first move that was written last has play on lines below it. If so, a blank line must follow.
    is_spaced: bool,
}

impl TextWriter {
    pub fn new(problem: Problem, style: TextStyle) -> TextWriter {
        TextWriter {
            problem,
            style,
            has_diagram: true,
            twins: 0,
            shape: None,
            known: Vec::new(),
            is_exchanged: false,
            pending: String::new(),
            open_phase: None,
        }
    }

    /// Creates a writer for a page, which shows the heading and the diagram itself.
    pub fn below_diagram(problem: Problem, style: TextStyle) -> TextWriter {
        TextWriter { has_diagram: false, ..TextWriter::new(problem, style) }
    }

    /// Writes the heading and the diagram.
    pub fn begin(&self, out: &mut dyn Write) -> fmt::Result {
        heading_text(out, &self.problem, &self.style)?;
        diagram_text(out, &self.problem, &self.style)
    }

    fn notes(&self, out: &mut dyn Write, notes: &[Note]) -> fmt::Result {
        if notes.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> =
            notes.iter().map(|note| self.style.paint().paint(TextRole::Note, &note_text(note))).collect();
        writeln!(out, "\n{}", lines.join("\n"))
    }

    fn has_tries(&self) -> bool {
        self.problem.options.refutations().is_some()
    }

    /// Writes a line of help play, or a first move of battle play with all play after it. If the title of the current
    /// section does not fit it, writes a new title first.
    fn write_moves(
        &self,
        out: &mut dyn Write,
        open_phase: &mut OpenPhase,
        (phase, group): (&Phase, &Group),
        before: &[Node],
        node: &Node,
    ) -> fmt::Result {
        let words = self.style.words();
        let title = match (phase.kind, group.style, node.part) {
            (PhaseKind::SetPlay, ..) => words.set_play,
            (PhaseKind::Play, Style::Lines, _) => words.solution[0],
            (PhaseKind::Play, Style::Tree, Part::Try) => words.r#try[1],
            (PhaseKind::Play, Style::Tree, _) => words.key[0],
        };
        let is_first = open_phase.title != Some(title);
        if is_first {
            self.title(out, title)?;
            *open_phase = OpenPhase { title: Some(title), is_spaced: false };
        }
        let numbers = (phase.numbered, group.first_number);
        match group.style {
            Style::Lines => lines_text(out, numbers, before, node, &self.style),
            Style::Tree => {
                let mut text = String::new();
                let has_play_below = first_move_text(&mut text, numbers, node, &self.style)?;
                if !is_first && (open_phase.is_spaced || has_play_below) {
                    out.write_char('\n')?;
                }
                open_phase.is_spaced = has_play_below;
                out.write_str(&text)
            }
        }
    }

    fn group(
        &self,
        out: &mut dyn Write,
        open_phase: &mut OpenPhase,
        (phase, group): (&Phase, &Group),
        was_written: bool,
    ) -> fmt::Result {
        let is_first_move = |node: &Node| matches!(node.part, Part::Key | Part::Try);
        let whole = group.nodes.iter().any(|node| !is_first_move(node));
        match (phase.kind, group.style) {
            _ if group.nodes.is_empty() => self.nothing(out, phase),
            (_, Style::Lines) if was_written => Ok(()),
            (_, Style::Lines) => {
                group.nodes.iter().try_for_each(|node| self.write_moves(out, open_phase, (phase, group), &[], node))
            }
            (PhaseKind::Play, Style::Tree) if !whole => {
                let (tries, keys): (Vec<&Node>, Vec<&Node>) =
                    group.nodes.iter().partition(|node| node.part == Part::Try);
                if !was_written {
                    tries.iter().try_for_each(|node| self.write_moves(out, open_phase, (phase, group), &[], node))?;
                }
                if !was_written || self.has_tries() {
                    keys.iter().try_for_each(|node| self.write_moves(out, open_phase, (phase, group), &[], node))?;
                }
                if keys.is_empty() { self.nothing(out, phase) } else { Ok(()) }
            }
            (kind, Style::Tree) => {
                let words = self.style.words();
                self.title(out, if kind == PhaseKind::SetPlay { words.set_play } else { words.play })?;
                variations_text(out, group, phase.numbered, &self.style)
            }
        }
    }

    fn begin_phase(&mut self, out: &mut dyn Write, phase: &Phase) -> fmt::Result {
        out.write_str(&std::mem::take(&mut self.pending))?;
        if phase.exchanged && !self.is_exchanged {
            self.is_exchanged = true;
            writeln!(out, "\n{}", self.style.words().sides_exchanged)?;
        }
        Ok(())
    }

    fn branch(&self, out: &mut dyn Write, phase: &Phase, index: usize) -> fmt::Result {
        let title = self.style.words().branch;
        if phase.groups.len() > 1 {
            writeln!(out, "\n{}", title.replace("{}", &(index + 1).to_string()))
        } else {
            Ok(())
        }
    }

    fn title(&self, out: &mut dyn Write, title: &str) -> fmt::Result {
        writeln!(out, "\n{}", self.style.paint().paint(TextRole::Heading, title))
    }

    /// Writes that the phase has no play or, if the search was cut, that no play was found before the cut.
    fn nothing(&self, out: &mut dyn Write, phase: &Phase) -> fmt::Result {
        writeln!(out, "\n{}", self.style.words().nothing(phase.kind, phase.is_cut))
    }

    /// Writes the first moves with their numbers, if option MoveNumbers is set.
    fn first_moves(&self, out: &mut dyn Write, phase: &Phase) -> fmt::Result {
        for group in phase.groups.iter().filter(|group| !group.first_moves.is_empty()) {
            self.title(out, self.style.words().first_moves)?;
            let text = |first: &FirstMove| format!("{} {}", first.number(), self.style.move_text(&first.node));
            let moves: Vec<String> = group.legal_first_moves().map(text).collect();
            list(out, format!("{:INDENT$}", ""), &moves)?;
        }
        Ok(())
    }

    /// Writes the number of solutions of a phase if there are several.
    fn count(&self, out: &mut dyn Write, phase: &Phase) -> fmt::Result {
        let Some(shape) = &self.shape else { return Ok(()) };
        let count = count_solutions(phase, shape);
        let what = self.style.words().counted(phase);
        if count < 2 { Ok(()) } else { writeln!(out, "\n{count} {what}") }
    }
}

impl SolutionWriter for TextWriter {
    fn twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result {
        if self.twins == 0 && self.has_diagram {
            self.begin(out)?;
        }
        let changes = if self.has_diagram { twin.changes.clone() } else { with_arrows(&twin.changes) };
        twin_heading(out, &self.problem, self.twins, (twin, &changes), &self.style)?;
        self.shape = twin.problem.as_deref().and_then(PlayShape::of);
        self.twins += 1;
        self.is_exchanged = false;
        let is_new = |note: &&Note| !note.is_king_capture() && !self.known.contains(note);
        let new: Vec<Note> = twin.notes.iter().filter(is_new).cloned().collect();
        self.notes(out, &new)?;
        self.known.extend(new);
        Ok(())
    }

    fn node(&mut self, out: &mut dyn Write, phase: &Phase, group: &Group, before: &[Node], node: &Node) -> fmt::Result {
        let mut open_phase = match self.open_phase.take() {
            Some(open_phase) => open_phase,
            None => {
                self.begin_phase(out, phase)?;
                OpenPhase::default()
            }
        };
        // Keys are written after all tries.
        let waits = group.style == Style::Tree && node.part != Part::Try && self.has_tries();
        if !waits {
            self.write_moves(out, &mut open_phase, (phase, group), before, node)?;
        }
        self.open_phase = Some(open_phase);
        Ok(())
    }

    fn phase(&mut self, out: &mut dyn Write, phase: &Phase) -> fmt::Result {
        if phase.groups.iter().all(|group| group.nodes.is_empty()) {
            let mut text = std::mem::take(&mut self.pending);
            self.begin_phase(&mut text, phase)?;
            if phase.is_illegal {
                writeln!(text, "\n{}", self.style.words().illegal_set_play)?;
            }
            for (i, _) in phase.groups.iter().enumerate() {
                self.branch(&mut text, phase, i)?;
                self.nothing(&mut text, phase)?;
            }
            self.first_moves(&mut text, phase)?;
            self.pending = text;
            return Ok(());
        }
        let open_phase = self.open_phase.take();
        if open_phase.is_none() {
            self.begin_phase(out, phase)?;
        }
        let was_written = open_phase.is_some();
        let mut open_phase = open_phase.unwrap_or_default();
        for (i, group) in phase.groups.iter().enumerate() {
            self.branch(out, phase, i)?;
            if phase.groups.len() > 1 {
                open_phase = OpenPhase::default();
            }
            self.group(out, &mut open_phase, (phase, group), was_written)?;
        }
        self.count(out, phase)?;
        self.first_moves(out, phase)
    }

    fn end_twin(&mut self, out: &mut dyn Write, twin: &TwinSolution) -> fmt::Result {
        let pending = std::mem::take(&mut self.pending);
        if let Some(note) = twin.king_capture() {
            return self.notes(out, std::slice::from_ref(note));
        }
        out.write_str(&pending)?;
        changed_text(out, twin, &self.style)
    }

    fn end(&self, out: &mut dyn Write, solution: &Solution) -> fmt::Result {
        let judgement = judge(&self.problem, solution);
        let is_about_play =
            |kind| matches!(kind, FindingKind::Dual(_) | FindingKind::ShortSolution | FindingKind::ShortVariation);
        // On a page, all findings are above the play.
        let is_printed = |finding: &&Finding| self.has_diagram && is_about_play(finding.kind);
        let mut findings = gathered(&judgement.findings, usize::MAX);
        findings.retain(|finding| is_printed(&finding));
        if !findings.is_empty() {
            self.title(out, self.style.words().duals)?;
        }
        for finding in findings {
            writeln!(out, "  {}", self.style.finding(&finding))?;
        }
        match ending(solution, &self.style) {
            ending if ending.is_empty() => Ok(()),
            ending => write!(out, "\n{ending}"),
        }
    }
}
