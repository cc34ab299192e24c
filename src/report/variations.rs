//! Writes battle play as an indented tree: first moves with threats, variations and refutations.
//!
//! A forced sequence of moves is on one line. The line ends where the play branches. Threats are in brackets. If there
//! is zugzwang instead of a threat, the brackets contain `zz` or the word of the language. Defences with equal answers
//! are grouped.

use super::grouping::{groups, moves_of};
use super::paint::{TextRole, pad, width};
use super::style::{INDENT, STEP, TextStyle, WIDTH};
use crate::solution::{Annotation, Group, Node, Part};
use crate::units::Color;
use std::fmt::{self, Write};

/// Greatest width of moves after which the replies are aligned in one column. After a wider move, the reply follows
/// directly.
const WIDEST_MOVE: usize = 18;

/// Writes a first move and all play after it. The pair has the side whose moves are numbered, and the number of the
/// first move. Returns whether the text has more than one line.
pub fn first_move_text(
    out: &mut String,
    (numbered, first_number): (Color, u16),
    node: &Node,
    style: &TextStyle,
) -> Result<bool, fmt::Error> {
    let writer = VariationWriter { style, first_number: usize::from(first_number.max(1)) };
    let ply = usize::from(node.record.mover.color != numbered);
    writer.node(out, &VariationBranch { node, ply, moves: vec![writer.numbered(node, ply)] }, INDENT, 0)?;
    Ok(out.lines().nth(1).is_some())
}

/// Writes play that does not begin with a key or try: set play, and play after the key.
pub fn variations_text(out: &mut dyn Write, group: &Group, numbered: Color, style: &TextStyle) -> fmt::Result {
    let writer = VariationWriter { style, first_number: usize::from(group.first_number.max(1)) };
    let of_part = |part: Part| group.nodes.iter().filter(move |node| node.part == part);
    let threats: Vec<&Node> = of_part(Part::Threat).collect();
    let others: Vec<&Node> =
        group.nodes.iter().filter(|node| !matches!(node.part, Part::Threat | Part::Refutation)).collect();
    let ply_of = |node: &Node| usize::from(node.record.mover.color != numbered);
    let line = " ".repeat(INDENT);
    match group.annotation {
        Annotation::None => {}
        Annotation::Zugzwang => {
            writeln!(out, "{line}[{}]", style.words().zugzwang)?;
        }
        Annotation::Check => {
            writeln!(out, "{line}{}", style.words().check)?;
        }
        Annotation::Threat => {
            // A threat comes after a pass of the defender, so its ply is 2, or 1 if the defender's moves are numbered.
            let ply = threats.first().map_or(2, |threat| 2 - ply_of(threat));
            writer.threats(out, line, &threats, ply, INDENT)?;
        }
    }
    let branches = writer.branches_of(&others, ply_of);
    let align = writer.column(&branches, INDENT);
    for branch in &branches {
        writer.node(out, branch, INDENT, align)?;
    }
    let refutations: Vec<&Node> = of_part(Part::Refutation).collect();
    writer.refutations(out, &refutations, 1, INDENT)
}

struct VariationWriter<'a> {
    style: &'a TextStyle,
    first_number: usize,
}

/// Moves that are written together because they have the same play after them.
struct VariationBranch<'a> {
    node: &'a Node,
    ply: usize,
    moves: Vec<String>,
}

impl VariationWriter<'_> {
    fn branches_of<'a>(&self, nodes: &[&'a Node], ply_of: impl Fn(&Node) -> usize) -> Vec<VariationBranch<'a>> {
        let groups = groups(nodes);
        let branch = |group: &Vec<&'a Node>| {
            let (node, ply) = (group[0], ply_of(group[0]));
            let moves = match group[..] {
                [_] => vec![self.numbered(node, ply)],
                _ => with_number(self.number(ply), moves_of(group, &groups, self.style)),
            };
            VariationBranch { node, ply, moves }
        };
        groups.iter().map(branch).collect()
    }

    /// Writes a branch: its moves and the play after them. A reply on the same line begins in column `align`.
    fn node(&self, out: &mut dyn Write, branch: &VariationBranch, indent: usize, align: usize) -> fmt::Result {
        let mut line = broken(out, indent, &branch.moves)?;
        let (mut node, mut ply) = (branch.node, branch.ply);
        if has_sequel(node) {
            pad(&mut line, align);
        }
        loop {
            let threats: Vec<&Node> = node.children.iter().filter(|child| child.part == Part::Threat).collect();
            let others: Vec<&Node> =
                node.children.iter().filter(|child| !matches!(child.part, Part::Threat | Part::Refutation)).collect();
            let refutations: Vec<&Node> = node.children.iter().filter(|child| child.part == Part::Refutation).collect();
            if node.annotation == Annotation::Zugzwang {
                write!(line, " [{}]", self.style.words().zugzwang)?;
            }
            let is_first_move = matches!(node.part, Part::Key | Part::Try);
            if threats.is_empty() && refutations.is_empty() && !is_first_move {
                match others[..] {
                    [] => break,
                    [child] if width(&line) + 12 <= WIDTH => {
                        let next = next_ply(node, ply, child);
                        if next % 2 == 1 && node.annotation == Annotation::None {
                            write!(line, " {}", self.style.move_text(child))?;
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
            let branches = self.branches_of(&others, |child| next_ply(node, ply, child));
            let align = self.column(&branches, indent + STEP);
            for branch in &branches {
                self.node(out, branch, indent + STEP, align)?;
            }
            return self.refutations(out, &refutations, ply + 1, indent + STEP);
        }
        end_line(out, &line)
    }

    /// Writes threats, whose ply is `ply`, in brackets after the text `line`. If the play after them does not fit
    /// there, writes each threat with its play on lines below.
    fn threats(&self, out: &mut dyn Write, line: String, threats: &[&Node], ply: usize, indent: usize) -> fmt::Result {
        let start = if line.trim().is_empty() { line.clone() } else { format!("{line} ") };
        if threats.iter().all(|threat| is_last(threat)) {
            let moves = threats.iter().map(|threat| self.style.move_text(threat)).collect();
            let mut moves = with_number(self.number(ply), moves);
            moves[0].insert(0, '[');
            if let Some(last) = moves.last_mut() {
                last.push(']');
            }
            return list(out, start, &moves);
        }
        let branches: Vec<VariationBranch> = self.branches_of(threats, |_| ply);
        if let [threat] = &branches[..] {
            let mut text = String::new();
            self.node(&mut text, threat, 0, 0)?;
            if fits(&start, &format!("[{text}]")) {
                return end_line(out, &format!("{start}[{}]", text.trim_end()));
            }
        }
        end_line(out, &format!("{start}{}", self.style.words().threat))?;
        for threat in &branches {
            self.node(out, threat, indent + STEP, 0)?;
        }
        Ok(())
    }

    fn refutations(&self, out: &mut dyn Write, refutations: &[&Node], ply: usize, indent: usize) -> fmt::Result {
        if refutations.is_empty() {
            return Ok(());
        }
        let moves = refutations.iter().map(|refutation| format!("{}!", self.style.move_text(refutation))).collect();
        list(out, format!("{}{} ", " ".repeat(indent), self.style.words().but), &with_number(self.number(ply), moves))?;
        Ok(())
    }

    /// Returns the continuations `children` of `node` on one line, separated by commas, if no play follows any of them.
    /// Otherwise returns `None`.
    fn choice(&self, node: &Node, children: &[&Node], ply: usize) -> Option<String> {
        let is_choice = |child: &&Node| child.part == Part::Continuation && is_last(child);
        children.iter().all(is_choice).then(|| {
            let moves = children.iter().map(|child| self.style.move_text(child)).collect();
            let ply = children.first().map_or(ply, |child| next_ply(node, ply, child));
            with_number(self.number(ply), moves).join(", ")
        })
    }

    /// Returns the column in which the replies to the moves of these branches begin if they are on the same line.
    fn column(&self, branches: &[VariationBranch], indent: usize) -> usize {
        let widths = branches.iter().filter(|b| has_sequel(b.node)).map(|branch| width(&branch.moves.join(", ")));
        indent + widths.filter(|&width| width <= WIDEST_MOVE).max().unwrap_or(0)
    }

    fn number(&self, ply: usize) -> String {
        format!("{}{}", ply / 2 + self.first_number, if ply.is_multiple_of(2) { "." } else { "..." })
    }

    /// Returns the move with its move number, and with the sign of a key, try or refutation.
    fn numbered(&self, node: &Node, ply: usize) -> String {
        let number = self.number(ply);
        let (role, sign) = match node.part {
            Part::Key => (TextRole::Strong, "!"),
            Part::Try => (TextRole::Faint, "?"),
            Part::Refutation => return format!("{number}{}!", self.style.move_text(node)),
            _ => return format!("{number}{}", self.style.move_text(node)),
        };
        let text = format!("{number}{}{sign}", TextStyle { color: false, ..*self.style }.move_text(node));
        self.style.paint().paint(role, &text)
    }
}

/// Returns the ply of `child`, a move directly after `node`, whose ply is `ply`. If both moves are of the same side,
/// the other side has passed in between, and its ply is counted. If the numbering begins again at `child`, its ply is
/// 0.
pub(super) fn next_ply(node: &Node, ply: usize, child: &Node) -> usize {
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

/// Whether both texts have no line break and fit on one line together.
fn fits(start: &str, end: &str) -> bool {
    let single = |text: &str| text.lines().nth(1).is_none();
    single(start) && single(end) && width(start.trim_end()) + 2 + width(end.trim_end()) <= WIDTH
}

fn end_line(out: &mut dyn Write, line: &str) -> fmt::Result {
    writeln!(out, "{}", line.trim_end())?;
    Ok(())
}

/// Returns the texts of alternative moves, with the move number before the first.
fn with_number(number: String, mut moves: Vec<String>) -> Vec<String> {
    if let Some(first) = moves.first_mut() {
        first.insert_str(0, &number);
    }
    moves
}

/// Writes `start` and the items, separated by commas, in as many lines as necessary.
pub(super) fn list(out: &mut dyn Write, start: String, items: &[String]) -> fmt::Result {
    let line = items_behind(out, start, items)?;
    end_line(out, &line)
}

/// Writes the items in as many lines as necessary, indented by `indent` columns. Returns the last line without writing
/// it.
fn broken(out: &mut dyn Write, indent: usize, items: &[String]) -> Result<String, fmt::Error> {
    items_behind(out, " ".repeat(indent), items)
}

fn items_behind(out: &mut dyn Write, start: String, items: &[String]) -> Result<String, fmt::Error> {
    let margin = width(&start);
    let mut line = start;
    for (i, item) in items.iter().enumerate() {
        if i > 0 && width(&line) + 2 + width(item) > WIDTH {
            end_line(out, &line)?;
            line = " ".repeat(margin);
        } else if i > 0 {
            line.push(' ');
        }
        let comma = if i + 1 < items.len() { "," } else { "" };
        write!(line, "{item}{comma}")?;
    }
    Ok(line)
}
