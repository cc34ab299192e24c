//! What Popeye prints above the solution: heading, board, stipulation, conditions.

use crate::conditions::Condition;
use crate::problem::{Duplex, Options, Problem, Stipulation};
use crate::solution::Note;
use crate::units::{Color, Placement, Square, TRAITS, Tongue, Traits};
use std::fmt::{self, Write};

/// Columns of a square.
const SQUARE: usize = 4;

/// Writes heading, board, stipulation and conditions, with those of the notes that Popeye prints there.
pub fn write_board(out: &mut dyn Write, problem: &Problem, language: Tongue, notes: &[Note]) -> fmt::Result {
    let placement = &problem.diagram.placement;
    let width = usize::from(placement.shape().files()) * SQUARE + 5;
    let heading = &problem.heading;
    for line in heading.id.iter().chain(&heading.remarks) {
        writeln!(out, "{line}")?;
    }
    let meaningless = || {
        notes
            .iter()
            .filter_map(|note| if let Note::OptionMeaningless(text) = note { Some(text.as_str()) } else { None })
    };
    let is_above = |text: &&str| text.ends_with("ignored") || text.starts_with("try play");
    for line in meaningless().filter(is_above) {
        writeln!(out, "{line}")?;
    }
    out.write_char('\n')?;
    for line in heading.authors.iter().chain(&heading.source).chain(&heading.award).chain(&heading.title) {
        centred(out, line, width)?;
    }
    out.write_char('\n')?;
    board(out, problem, placement, language)?;
    foot(out, problem, width)?;
    for line in below(problem, placement) {
        centred(out, &line, width)?;
    }
    for line in meaningless().filter(|text| !is_above(text)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn centred(out: &mut dyn Write, line: &str, width: usize) -> fmt::Result {
    let margin = width.saturating_sub(line.chars().count()) / 2;
    writeln!(out, "{:margin$}{line}", "")
}

fn board(out: &mut dyn Write, problem: &Problem, placement: &Placement, language: Tongue) -> fmt::Result {
    let shape = placement.shape();
    let (files, ranks) = (shape.files(), shape.ranks());
    let digits = ranks.to_string().len();
    let imitators: Vec<Square> = problem
        .rules
        .conditions()
        .iter()
        .filter(|c| c.def.family == "Imitator")
        .flat_map(|c| c.squares.clone())
        .collect();
    let has_grid = problem.rules.conditions().iter().any(|c| c.caption() == "GridChess");
    let mut border = format!("{:->digits$}", "+");
    for file in 0..files {
        write!(border, "---{}", char::from(b'a' + file))?;
    }
    border.push_str("---+");
    let inside = usize::from(files) * SQUARE + 3;
    writeln!(out, "{border}\n|{:inside$}|", "")?;
    for rank in (0..ranks).rev() {
        write!(out, "{:<digits$}", rank + 1)?;
        for square in (0..files).filter_map(|file| Square::new(file, rank)) {
            let told = match placement.get(square) {
                Some(unit) => {
                    let letters = language.letters(unit.piece).to_ascii_uppercase();
                    match unit.color {
                        _ if unit.is_neutral() => format!("={letters}"),
                        Color::White => letters.to_string(),
                        Color::Black => format!("-{letters}"),
                    }
                }
                None if imitators.contains(&square) => "I".to_string(),
                None if shape.has(square) => ".".to_string(),
                None => String::new(),
            };
            let is_beside_line = has_grid && square.file() > 0 && square.file().is_multiple_of(2);
            if is_beside_line {
                write!(out, " |{told:>width$}", width = SQUARE - 2)?;
            } else {
                write!(out, "{told:>SQUARE$}")?;
            }
        }
        writeln!(out, "   {}", rank + 1)?;
        if has_grid && rank > 0 && rank.is_multiple_of(2) {
            writeln!(out, "| {} |", " ---".repeat(usize::from(files)) + " ")?;
        } else {
            writeln!(out, "|{:inside$}|", "")?;
        }
    }
    writeln!(out, "{border}")
}

/// Stipulation and number of men.
fn foot(out: &mut dyn Write, problem: &Problem, width: usize) -> fmt::Result {
    let mut stipulation = match &problem.stipulation {
        Some(Stipulation::Structured { side, text, .. }) => format!("{} {text}", side.name()),
        Some(stipulation) => stipulation.to_string(),
        None => String::new(),
    };
    let Options { threat, max_flight_squares, non_trivial, .. } = &problem.options;
    if let Some(threat) = threat {
        write!(stipulation, "/{threat}")?;
    }
    if let Some(flights) = max_flight_squares {
        write!(stipulation, "{}/{flights}", if threat.is_none() { "/" } else { "" })?;
    }
    if let Some((additional, length)) = non_trivial {
        write!(stipulation, ";{additional},{length}")?;
    }
    let placement = &problem.diagram.placement;
    let mut count = format!("{} + {}", placement.count(Color::White), placement.count(Color::Black));
    let neutral = placement.iter().filter(|(_, unit)| unit.is_neutral()).count();
    if neutral > 0 {
        write!(count, " + {neutral}n")?;
    }
    if problem.diagram.invisible > 0 {
        write!(count, " + {} TI", problem.diagram.invisible)?;
    }
    let room = (width - 4).saturating_sub(stipulation.chars().count());
    writeln!(out, "  {stipulation}{count:>room$}")
}

/// Men with traits, conditions, and the options that change the meaning.
fn below(problem: &Problem, placement: &Placement) -> Vec<String> {
    let mut lines = Vec::new();
    for def in TRAITS {
        let mut squares: Vec<Square> =
            placement.iter().filter(|(_, unit)| unit.traits.has(def.value)).map(|(square, _)| square).collect();
        squares.sort_by_key(|square| (std::cmp::Reverse(square.rank()), square.file()));
        if !squares.is_empty() && def.value != Traits::NEUTRAL {
            let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
            lines.push(format!("{} {}", def.name, squares.join(" ")));
        }
    }
    lines.extend(problem.rules.conditions().iter().map(told));
    let options = &problem.options;
    for (white, black) in &options.castling_mutually_exclusive {
        lines.push(format!("CastlingMutuallyExclusive {white}{black}"));
    }
    match options.duplex {
        Duplex::No => {}
        Duplex::Yes => lines.push("Duplex".into()),
        Duplex::Half => lines.push("HalfDuplex".into()),
    }
    if options.quodlibet {
        lines.push("Quodlibet".into());
    }
    lines
}

fn told(condition: &Condition) -> String {
    if condition.def.family == "Imitator" {
        let squares: Vec<String> = condition.squares.iter().map(Square::to_string).collect();
        return format!("Imitator {}", squares.join(" "));
    }
    condition.told_in_twin()
}

#[cfg(test)]
mod tests {
    use super::write_board;
    use crate::syntax;
    use crate::units::Tongue;

    /// As Popeye 4.104 prints it.
    const BOARD: &str = "
             A. Composer
        Example Magazine 2001
              1st Prize
                Pins

+---a---b---c---d---e---f---g---h---+
|                                   |
8  -S  -S   .   .   .   .   .  =R   8
|                                   |
7   .   .   .   .   .   .   .   .   7
|                                   |
6   .   .   .   .   .   .   .   .   6
|                                   |
5   .  =Q   .   .   .   .   .   .   5
|                                   |
4   .   .   .  -G   .   .   .   .   4
|                                   |
3   .   .   .   .   .   .   .   S   3
|                                   |
2   G   .   .   .   .   .   .   .   2
|                                   |
1   K   .   .   .   .   .   .   .   1
|                                   |
+---a---b---c---d---e---f---g---h---+
  h#1                    3 + 3 + 2n
              Royal d4
        Chameleon a8 b8 b5 h3
                Circe
               Duplex
";

    #[test]
    fn the_board_is_popeyes() {
        let line = r##"{b:chameleon,S}{b:chameleon,S}5{n:R}/8/8/1{n:chameleon,Q}6/3{b:royal,G}4/7{w:chameleon,S}/{w:G}7/K7 b - - stip "h#1"; cond "Circe"; opt "Duplex"; author "A. Composer"; source "Example Magazine 2001"; award "1st Prize"; title "Pins";"##;
        let (problem, diagnostics) = syntax::line(line);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mut text = String::new();
        write_board(&mut text, &problem.expect("no errors"), Tongue::English, &[]).expect("memory takes everything");
        assert_eq!(text, BOARD);
    }
}
