//! Battle play: first moves with threats, variations and refutations, as an indented tree.
//!
//! What is forced from one move to the next stays on one line; a line ends where the play branches.

use super::paint::{Role, pad, width};
use super::style::{INDENT, STEP, TextStyle, WIDTH};
use crate::solution::{Annotation, Group, Node, Part};
use crate::units::Color;
use std::fmt::{self, Write};

/// Replies are set in a column as long as no move is much longer than the others.
const WIDEST_MOVE: usize = 18;

/// The nodes of the group that `wanted` chooses, each with all that follows.
pub fn variations_text(
    out: &mut dyn Write,
    group: &Group,
    numbered: Color,
    style: &TextStyle,
    wanted: impl Fn(&Node) -> bool,
) -> fmt::Result {
    let teller = Teller { style, first_number: usize::from(group.first_number.max(1)) };
    let of_part = |part: Part| group.nodes.iter().filter(move |node| node.part == part);
    let threats: Vec<&Node> = of_part(Part::Threat).collect();
    let others: Vec<&Node> = group
        .nodes
        .iter()
        .filter(|node| wanted(node) && !matches!(node.part, Part::Threat | Part::Refutation))
        .collect();
    let ply_of = |node: &Node| usize::from(node.record.mover.color != numbered);
    let mut line = " ".repeat(INDENT);
    match group.annotation {
        Annotation::None => {}
        Annotation::Zugzwang => {
            writeln!(out, "{line}zugzwang")?;
        }
        Annotation::Check => {
            writeln!(out, "{line}check")?;
        }
        Annotation::Threat => {
            line.push_str("threat:");
            // The threat is the move after one of the defender, whoever's moves are numbered.
            let ply = threats.first().map_or(2, |threat| 2 - ply_of(threat));
            teller.threats(out, line, &threats, ply, INDENT)?;
        }
    }
    let is_first_move = |node: &&Node| matches!(node.part, Part::Key | Part::Try);
    let align = if others.iter().any(is_first_move) { 0 } else { teller.column(&others, 1, INDENT) };
    let mut spaced = false;
    for (i, node) in others.iter().enumerate() {
        let mut text = String::new();
        teller.node(&mut text, node, ply_of(node), INDENT, align)?;
        // A first move with play below it stands for itself.
        let has_play_below = is_first_move(node) && text.lines().nth(1).is_some();
        if i > 0 && (spaced || has_play_below) {
            out.write_char('\n')?;
        }
        out.write_str(&text)?;
        spaced = has_play_below;
    }
    let refutations: Vec<&Node> = of_part(Part::Refutation).collect();
    teller.refutations(out, &refutations, 1, INDENT)
}

struct Teller<'a> {
    style: &'a TextStyle,
    first_number: usize,
}

impl Teller<'_> {
    /// The node and what follows it. Its reply, if there is one on the same line, begins in column `align`.
    fn node(&self, out: &mut dyn Write, node: &Node, ply: usize, indent: usize, align: usize) -> fmt::Result {
        let mut line = " ".repeat(indent);
        line.push_str(&self.numbered(node, ply));
        if has_sequel(node) {
            pad(&mut line, align);
        }
        let (mut node, mut ply) = (node, ply);
        loop {
            let threats: Vec<&Node> = node.children.iter().filter(|child| child.part == Part::Threat).collect();
            let others: Vec<&Node> =
                node.children.iter().filter(|child| !matches!(child.part, Part::Threat | Part::Refutation)).collect();
            let refutations: Vec<&Node> = node.children.iter().filter(|child| child.part == Part::Refutation).collect();
            match node.annotation {
                Annotation::None | Annotation::Check => {}
                Annotation::Zugzwang => line.push_str("  zugzwang"),
                Annotation::Threat => line.push_str("  threat:"),
            }
            let is_first_move = matches!(node.part, Part::Key | Part::Try);
            if threats.is_empty() && refutations.is_empty() && !is_first_move {
                match others[..] {
                    [] => break,
                    [child] if width(&line) + 12 <= WIDTH => {
                        let next = next_ply(node, ply, child);
                        if next % 2 == 1 && node.annotation == Annotation::None {
                            write!(line, " {}", self.style.told(child))?;
                        } else {
                            write!(line, "  {}", self.numbered(child, next))?;
                        }
                        (node, ply) = (child, next);
                        continue;
                    }
                    _ => {}
                }
                if let Some(list) = self.choice(node, &others, ply)
                    && width(&line) + 2 + width(&list) <= WIDTH
                {
                    write!(line, "  {list}")?;
                    break;
                }
            }
            let mut start = String::new();
            if threats.is_empty() {
                end_line(&mut start, &line)?;
            } else {
                self.threats(&mut start, line, &threats, ply + 2, indent + STEP)?;
            }
            if others.is_empty() && !refutations.is_empty() {
                let mut end = String::new();
                self.refutations(&mut end, &refutations, ply + 1, 0)?;
                if fits(&start, &end) {
                    return write!(out, "{}  {end}", start.trim_end());
                }
            }
            out.write_str(&start)?;
            self.branches(out, node, &others, ply, indent + STEP)?;
            return self.refutations(out, &refutations, ply + 1, indent + STEP);
        }
        end_line(out, &line)
    }

    /// Threats behind `line` if each of them ends at once, below it otherwise.
    fn threats(&self, out: &mut dyn Write, line: String, threats: &[&Node], ply: usize, indent: usize) -> fmt::Result {
        if threats.iter().all(|threat| is_last(threat)) {
            let items: Vec<String> = threats.iter().map(|threat| self.numbered(threat, ply)).collect();
            return list(out, line, &items);
        }
        if let [threat] = threats {
            let mut text = String::new();
            self.node(&mut text, threat, ply, 0, 0)?;
            if fits(&line, &text) {
                return end_line(out, &format!("{line} {text}"));
            }
        }
        end_line(out, &line)?;
        for threat in threats {
            self.node(out, threat, ply, indent + STEP, 0)?;
        }
        Ok(())
    }

    /// The moves after `node`, a line or more for each.
    fn branches(&self, out: &mut dyn Write, node: &Node, children: &[&Node], ply: usize, indent: usize) -> fmt::Result {
        let align = self.column(children, ply + 1, indent);
        for child in children {
            self.node(out, child, next_ply(node, ply, child), indent, align)?;
        }
        Ok(())
    }

    fn refutations(&self, out: &mut dyn Write, refutations: &[&Node], ply: usize, indent: usize) -> fmt::Result {
        if refutations.is_empty() {
            return Ok(());
        }
        let items: Vec<String> = refutations.iter().map(|refutation| self.numbered(refutation, ply)).collect();
        list(out, format!("{}but", " ".repeat(indent)), &items)?;
        Ok(())
    }

    /// Several last moves to choose from, on one line.
    fn choice(&self, node: &Node, children: &[&Node], ply: usize) -> Option<String> {
        let is_choice = |child: &&Node| child.part == Part::Continuation && is_last(child);
        children.iter().all(is_choice).then(|| {
            let items: Vec<String> =
                children.iter().map(|child| self.numbered(child, next_ply(node, ply, child))).collect();
            items.join(", ")
        })
    }

    /// Where the replies to these moves begin.
    fn column(&self, nodes: &[&Node], ply: usize, indent: usize) -> usize {
        let widths = nodes.iter().filter(|node| has_sequel(node)).map(|node| width(&self.numbered(node, ply)));
        indent + widths.filter(|&width| width <= WIDEST_MOVE).max().unwrap_or(0)
    }

    /// The move with its number, and with the sign of a key, try or refutation.
    fn numbered(&self, node: &Node, ply: usize) -> String {
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        let number = format!("{}{dots}", ply / 2 + self.first_number);
        let (role, sign) = match node.part {
            Part::Key => (Role::Strong, "!"),
            Part::Try => (Role::Faint, "?"),
            Part::Refutation => return format!("{number}{}!", self.style.told(node)),
            _ => return format!("{number}{}", self.style.told(node)),
        };
        let text = format!("{number}{}{sign}", TextStyle { color: false, ..*self.style }.told(node));
        self.style.paint().paint(role, &text)
    }
}

/// A side that moves twice in a row (after a threat, the other side has passed) skips a half-move.
fn next_ply(node: &Node, ply: usize, child: &Node) -> usize {
    match child {
        _ if child.renumbered => 0,
        _ if child.record.mover.color == node.record.mover.color => ply + 2,
        _ => ply + 1,
    }
}

fn is_last(node: &Node) -> bool {
    node.children.is_empty() && node.annotation == Annotation::None
}

fn has_sequel(node: &Node) -> bool {
    !is_last(node)
}

/// Two texts that are each a single line at most, and go on one line together.
fn fits(start: &str, end: &str) -> bool {
    let single = |text: &str| text.lines().nth(1).is_none();
    single(start) && single(end) && width(start.trim_end()) + 2 + width(end.trim_end()) <= WIDTH
}

fn end_line(out: &mut dyn Write, line: &str) -> fmt::Result {
    writeln!(out, "{}", line.trim_end())?;
    Ok(())
}

/// The items behind `start`, in as many lines as they take.
fn list(out: &mut dyn Write, start: String, items: &[String]) -> fmt::Result {
    let margin = width(&start) + 1;
    let mut line = start;
    for (i, item) in items.iter().enumerate() {
        if i > 0 && width(&line) + 2 + width(item) > WIDTH {
            end_line(out, &line)?;
            line = " ".repeat(margin - 1);
        }
        let comma = if i + 1 < items.len() { "," } else { "" };
        write!(line, " {item}{comma}")?;
    }
    end_line(out, &line)
}
