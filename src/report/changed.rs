//! The table of changed play. It lists the defences whose answer in the set play differs from their answer after the
//! key.

use super::paint::{TextRole, pad, width};
use super::style::{INDENT, TextStyle};
use crate::solution::{Node, Part, Phase, PhaseKind, Style, TwinSolution};
use std::fmt::{self, Write};

/// A row of the table: defences that are answered by the same moves in the set play, and by the same moves after the
/// key.
struct Changed {
    defences: Vec<String>,
    set: String,
    key: String,
}

/// Writes the table of changed play with its title. Writes nothing if no play is changed, or if the number of
/// keys is not one.
pub fn changed_text(out: &mut dyn Write, twin: &TwinSolution, style: &TextStyle) -> fmt::Result {
    let words = style.words();
    for exchanged in [false, true] {
        let rows = changed(twin, exchanged, style);
        if rows.is_empty() {
            continue;
        }
        writeln!(out, "\n{}", style.paint().paint(TextRole::Heading, style.words().changed_play))?;
        let defences: Vec<String> = rows.iter().map(|row| format!("1...{}", row.defences.join(", "))).collect();
        let second = INDENT + defences.iter().map(|text| width(text)).max().unwrap_or(0) + 3;
        let third = second + rows.iter().map(|row| width(&row.set)).max().unwrap_or(0) + width(words.set) + 4;
        for (row, defences) in rows.iter().zip(&defences) {
            let mut line = format!("{:INDENT$}{defences}", "");
            pad(&mut line, second);
            let _ = write!(line, "{} {}", words.set, row.set);
            pad(&mut line, third);
            writeln!(out, "{line}{} {}", words.actual, row.key)?;
        }
    }
    Ok(())
}

fn changed(twin: &TwinSolution, exchanged: bool, style: &TextStyle) -> Vec<Changed> {
    let of_kind = |kind: PhaseKind| twin.phases.iter().find(|phase| phase.kind == kind && phase.exchanged == exchanged);
    let (Some(set), Some(play)) = (of_kind(PhaseKind::SetPlay).and_then(tree), of_kind(PhaseKind::Play).and_then(tree))
    else {
        return Vec::new();
    };
    let keys: Vec<&Node> = play.iter().filter(|node| node.part == Part::Key).collect();
    let [key] = keys[..] else { return Vec::new() };
    let mut rows: Vec<Changed> = Vec::new();
    for defence in set.iter().filter(|node| node.part == Part::Defence) {
        let same = |node: &&Node| {
            node.part == Part::Defence && node.record.from == defence.record.from && is_same_move(node, defence)
        };
        let Some(after_key) = key.children.iter().find(same) else { continue };
        let (before, after) = (answers(defence), answers(after_key));
        if before.is_empty() || after.is_empty() || before.iter().any(|a| after.iter().any(|b| is_same_move(a, b))) {
            continue;
        }
        let (text, set, key) = (style.move_text(defence), list(&before, style), list(&after, style));
        match rows.iter_mut().find(|row| (&row.set, &row.key) == (&set, &key)) {
            Some(row) => row.defences.push(text),
            None => rows.push(Changed { defences: vec![text], set, key }),
        }
    }
    rows
}

/// Returns the first moves of the phase, such as the defences of set play or the keys. Returns `None` if the phase has
/// several branches, consists of lines instead of a tree, or begins after move 1.
fn tree(phase: &Phase) -> Option<&[Node]> {
    match &phase.groups[..] {
        [group] if group.style == Style::Tree && group.first_number <= 1 => Some(&group.nodes),
        _ => None,
    }
}

fn answers(defence: &Node) -> Vec<&Node> {
    let is_answer =
        |node: &&Node| node.part == Part::Continuation && node.record.mover.color != defence.record.mover.color;
    defence.children.iter().filter(is_answer).collect()
}

/// Whether the two moves bring the same man to the same square. The comparison ignores the departure square and the
/// captured man, because the key may have changed them.
fn is_same_move(a: &Node, b: &Node) -> bool {
    let (a, b) = (&a.record, &b.record);
    (a.mover, a.to, a.promotion, a.special) == (b.mover, b.to, b.promotion, b.special)
}

fn list(answers: &[&Node], style: &TextStyle) -> String {
    format!("2.{}", answers.iter().map(|node| style.move_text(node)).collect::<Vec<_>>().join(", "))
}
