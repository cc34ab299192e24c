//! Writes a problem as an input file for Popeye.

use super::Written;
use super::conventional::conventional;
use crate::board::{Color, Square};
use crate::conditions::Condition;
use crate::problem::{Change, Problem, Stipulation, Twin};
use crate::rules::RuleSet;
use crate::units::{Placement, Traits, Unit};
use std::fmt::Write;

/// Writes the problem as commands between `beginproblem` and `endproblem`.
pub(super) fn written(problem: &Problem) -> Result<Written, Vec<String>> {
    let mut said = in_popeyes_words(conventional(problem)?)?;
    let mut lost = Vec::new();
    if std::mem::take(&mut said.options.allow_unverified) {
        lost.push("the option AllowUnverified".to_string());
    }
    if !std::mem::take(&mut said.intent.themes).is_empty() {
        lost.push("the themes".to_string());
    }
    if let Some(id) = said.heading.id.take() {
        lost.push(format!("the id `{id}`"));
    }
    if said.intent.solution.take().is_some() {
        lost.push("the author's solution".to_string());
    }
    let of_twins = !std::mem::take(&mut said.intent.twin_counts).is_empty();
    if !std::mem::take(&mut said.intent.counts).is_empty() || of_twins {
        lost.push("the intended number of solutions".to_string());
    }
    let mut text = "beginproblem\n".to_string();
    heading(&mut said, &mut text, &mut lost);
    if let Some(start) = &said.diagram.start {
        pieces(start, &mut text);
        text += &stipulation(&said);
        pieces(&said.diagram.placement, &mut text);
    } else {
        // If two men are on one square, Popeye takes the first one as the man beneath.
        said.diagram.beneath.iter().for_each(|beneath| pieces(beneath, &mut text));
        pieces(&said.diagram.placement, &mut text);
        text += &stipulation(&said);
    }
    if said.diagram.invisible > 0 {
        let _ = writeln!(text, "pieces\n  TotalInvisible {}", said.diagram.invisible);
    }
    for condition in said.rules.conditions() {
        let _ = writeln!(text, "condition {}", condition.popeye_input());
    }
    let options: Vec<String> = options(&said).collect();
    if !options.is_empty() {
        let _ = writeln!(text, "option {}", options.join(" "));
    }
    for (i, twin) in said.twins.iter().enumerate() {
        let command = if i == 0 && said.zeroposition { "zeroposition" } else { "twin" };
        let _ = writeln!(text, "{command} {}", changes(twin));
    }
    text += "endproblem\n";
    Ok(Written { text, said, lost })
}

/// Rewrites the problem's conditions in words that Popeye reads. The error contains a reason for each condition for
/// which Popeye has no words.
pub(super) fn in_popeyes_words(mut problem: Problem) -> Result<Problem, Vec<String>> {
    let mut refused = Vec::new();
    let mut reword = |rules: &mut RuleSet| match std::mem::take(rules).reworded(Condition::for_popeye) {
        Ok(reworded) => *rules = reworded,
        Err(why) => refused.push(why),
    };
    reword(&mut problem.rules);
    for change in problem.twins.iter_mut().flat_map(|twin| &mut twin.changes) {
        if let Change::Condition { rules, .. } = change {
            reword(rules);
        }
    }
    if refused.is_empty() { Ok(problem) } else { Err(refused) }
}

/// Iterates over the problem's options with their values, as Popeye reads them.
pub(super) fn options(problem: &Problem) -> impl Iterator<Item = String> + '_ {
    problem.options.given().map(|(def, words)| match def.name {
        // Popeye and Olive use the singular.
        "Variations" => "Variation".to_string(),
        _ => words,
    })
}

fn stipulation(problem: &Problem) -> String {
    match &problem.stipulation {
        Some(stipulation @ Stipulation::Traditional(_)) => format!("stipulation {stipulation}\n"),
        Some(stipulation @ Stipulation::Structured { .. }) => format!("sstipulation {stipulation}\n"),
        None => String::new(),
    }
}

/// Writes the heading (author, source, title, …) to `text`, one line per entry. Changes `said` to the heading that is
/// read from this text, and adds to `lost` what has been changed.
fn heading(said: &mut Problem, text: &mut String, lost: &mut Vec<String>) {
    let heading = &mut said.heading;
    let mut line = |command: &str, value: &mut String| {
        // Surrounding blanks carry no meaning.
        let plain: String = value.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if plain != value.trim() {
            lost.push(format!("line breaks in the {command} `{plain}`"));
        }
        *value = plain;
        if !value.is_empty() {
            let _ = writeln!(text, "{command} {value}");
        }
    };
    heading.authors.iter_mut().for_each(|author| line("author", author));
    heading.source.iter_mut().for_each(|source| line("origin", source));
    heading.title.iter_mut().for_each(|title| line("title", title));
    heading.award.iter_mut().for_each(|award| line("award", award));
    heading.remarks.iter_mut().for_each(|remark| line("remark", remark));
    // Popeye would not read empty entries.
    heading.authors.retain(|author| !author.is_empty());
    heading.remarks.retain(|remark| !remark.is_empty());
    for value in [&mut heading.source, &mut heading.title, &mut heading.award] {
        *value = value.take().filter(|value| !value.is_empty());
    }
}

/// Writes the command `pieces`, with a line for each side and each set of attributes.
fn pieces(placement: &Placement, text: &mut String) {
    let lines = groups(placement);
    if !lines.is_empty() {
        text.push_str("pieces\n");
    }
    for line in lines {
        let men: Vec<String> =
            line.men.iter().map(|(letters, squares)| format!("{letters}{}", joined(squares))).collect();
        let _ = writeln!(text, "  {}{} {}", line.side, line.attributes, men.join(" "));
    }
}

/// Men of one side that have the same attributes, such as `royal`. They are grouped by piece letters, kings first.
pub(super) struct Group {
    pub side: &'static str,
    /// The names of the attributes, each with a blank before it. Empty for ordinary men.
    pub attributes: String,
    pub men: Vec<(&'static str, Vec<Square>)>,
}

pub(super) fn groups(placement: &Placement) -> Vec<Group> {
    let mut groups: Vec<(Traits, Group)> = Vec::new();
    let mut units: Vec<(Square, Unit)> = placement.iter().collect();
    // The order of squares is from the eighth rank down, as boards are read; the strongest orthodox pieces come first.
    units.sort_by_key(|(square, unit)| {
        let kind = if unit.piece.is_orthodox() { 5 - unit.piece.index() } else { 6 + unit.piece.index() };
        (side_of(*unit).0, unit.traits.bits(), kind, std::cmp::Reverse(square.rank()), square.file())
    });
    for (square, unit) in units {
        let (_, side) = side_of(unit);
        if groups.last().is_none_or(|(traits, group)| *traits != unit.traits || group.side != side) {
            let attributes = unit.traits.names().map(|name| format!(" {name}")).collect();
            groups.push((unit.traits, Group { side, attributes, men: Vec::new() }));
        }
        let Some((_, group)) = groups.last_mut() else { continue };
        match group.men.last_mut().filter(|(letters, _)| *letters == unit.piece.def().code) {
            Some((_, squares)) => squares.push(square),
            None => group.men.push((unit.piece.def().code, vec![square])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn side_of(unit: Unit) -> (u8, &'static str) {
    match unit.color {
        _ if unit.is_neutral() => (2, "neutral"),
        Color::White => (0, "white"),
        Color::Black => (1, "black"),
    }
}

fn joined(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect()
}

pub(super) fn changes(twin: &Twin) -> String {
    let continued = twin.continued.then(|| "continued".to_string());
    continued.into_iter().chain(twin.changes.iter().map(change)).collect::<Vec<_>>().join(" ")
}

fn change(change: &Change) -> String {
    match change {
        Change::Move(from, to) => format!("move {from} {to}"),
        Change::Exchange(a, b) => format!("exchange {a} {b}"),
        Change::Remove(square) => format!("remove {square}"),
        Change::Add(square, unit) => {
            let traits: String = unit.traits.names().map(|name| format!("{name} ")).collect();
            format!("add {} {traits}{}{square}", side_of(*unit).1, unit.piece.def().code)
        }
        Change::Substitute(from, to) => format!("substitute {} {}", from.def().code, to.def().code),
        Change::Rotate(rotation) => format!("rotate {}", rotation.degrees()),
        Change::Mirror(mirror) => format!("mirror {}", mirror.squares()),
        Change::Shift(from, to) => format!("shift {from} {to}"),
        Change::PolishType => "polishtype".into(),
        Change::Invisible(number) => format!("add TotalInvisible {number}"),
        Change::Stipulation(stipulation @ Stipulation::Traditional(_)) => format!("stipulation {stipulation}"),
        Change::Stipulation(stipulation @ Stipulation::Structured { .. }) => format!("sstipulation {stipulation}"),
        Change::Condition { rules, .. } => {
            let captions: Vec<String> = rules.conditions().iter().map(Condition::popeye_input).collect();
            format!("condition {}", captions.join(" "))
        }
    }
}
