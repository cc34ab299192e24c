//! Writes the text above Popeye's solution: heading, board, stipulation, conditions.

use super::PopeyeForm;
use super::captions::captions;
use crate::problem::{Duplex, Options, Problem, Stipulation};
use crate::solution::Note;
use crate::units::{Color, Placement, Square, TRAITS, Tongue, Traits};
use std::fmt::{self, Write};

/// Width of a square in columns of text.
const SQUARE: usize = 4;

/// Writes heading, board, stipulation and conditions. Of `notes`, writes only those about options without meaning,
/// which Popeye prints above and below the board.
pub fn write_board(out: &mut dyn Write, problem: &Problem, form: &PopeyeForm, notes: &[Note]) -> fmt::Result {
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
    let own = heading.authors.iter().chain(&heading.source).chain(&heading.award).chain(&heading.title);
    let lines: Vec<&String> = if form.heading.is_empty() { own.collect() } else { form.heading.iter().collect() };
    for line in lines {
        centred(out, line, width)?;
    }
    out.write_char('\n')?;
    if let Some(start) = &problem.diagram.start {
        board(out, problem, start, form.language)?;
        foot(out, "", &count(start, 0), width)?;
        let side = problem
            .stipulation
            .as_ref()
            .map_or(Color::White, |stipulation| stipulation.schedule(&problem.options).first_mover());
        out.write_char('\n')?;
        centred(out, &format!("=> ({} ->)", side.name()), width)?;
        out.write_str("\n\n")?;
    }
    board(out, problem, placement, form.language)?;
    foot(out, &stipulation(problem), &count(placement, problem.diagram.invisible), width)?;
    for line in below(problem, placement) {
        centred(out, &line, width)?;
    }
    for (white, black) in &problem.options.castling_mutually_exclusive {
        writeln!(out, "CastlingMutuallyExclusive {white}{black}")?;
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
    let squares_of = |family: &str| -> Vec<Square> {
        let conditions = problem.rules.conditions().iter().filter(|c| c.def.family == family);
        conditions.flat_map(|c| c.squares.clone()).collect()
    };
    let (imitators, holes) = (squares_of("Imitator"), squares_of("Hole"));
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
            let text = match placement.get(square) {
                Some(unit) => {
                    let letters = language.letters(unit.piece).to_ascii_uppercase();
                    match unit.color {
                        _ if unit.is_neutral() => format!("={letters}"),
                        Color::White => letters.to_string(),
                        Color::Black => format!("-{letters}"),
                    }
                }
                None if imitators.contains(&square) => "I".to_string(),
                None if shape.has(square) && !holes.contains(&square) => ".".to_string(),
                None => String::new(),
            };
            let is_beside_line = has_grid && square.file() > 0 && square.file().is_multiple_of(2);
            if is_beside_line {
                write!(out, " |{text:>width$}", width = SQUARE - 2)?;
            } else {
                write!(out, "{text:>SQUARE$}")?;
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

/// Writes the line below the board, with the stipulation at the left and the number of men at the right.
fn foot(out: &mut dyn Write, stipulation: &str, count: &str, width: usize) -> fmt::Result {
    let room = (width - 4).saturating_sub(stipulation.chars().count());
    writeln!(out, "  {stipulation}{count:>room$}")
}

fn stipulation(problem: &Problem) -> String {
    let mut text = match &problem.stipulation {
        Some(Stipulation::Structured { side, text, .. }) => format!("{} {text}", side.name()),
        Some(stipulation) if problem.options.white_to_play => half_move_shorter(&stipulation.to_string()),
        Some(stipulation) => stipulation.to_string(),
        None => String::new(),
    };
    let Options { threat, max_flight_squares, non_trivial, .. } = &problem.options;
    if let Some(threat) = threat {
        text.push_str(&format!("/{threat}"));
    }
    if let Some(flights) = max_flight_squares {
        text.push_str(&format!("{}/{flights}", if threat.is_none() { "/" } else { "" }));
    }
    if let Some((additional, length)) = non_trivial {
        text.push_str(&format!(";{additional},{length}"));
    }
    text
}

/// Returns the number of men of each side as Popeye prints it, followed by neutral and total invisible men: `6 + 4 + 1n
/// + 2 TI`.
fn count(placement: &Placement, invisible: u8) -> String {
    let mut count = format!("{} + {}", placement.count(Color::White), placement.count(Color::Black));
    let neutral = placement.iter().filter(|(_, unit)| unit.is_neutral()).count();
    if neutral > 0 {
        count.push_str(&format!(" + {neutral}n"));
    }
    if invisible > 0 {
        count.push_str(&format!(" + {invisible} TI"));
    }
    count
}

/// Returns the stipulation without its first ply, for example `h#1.5` for `h#2`. Popeye prints this form with option
/// WhiteToPlay, under which that ply is not played.
fn half_move_shorter(stipulation: &str) -> String {
    let digits = stipulation.len() - stipulation.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (play, length) = stipulation.split_at(stipulation.len() - digits);
    match length.parse::<u32>() {
        Ok(moves @ 1..) if !play.ends_with('.') => format!("{play}{}.5", moves - 1),
        _ => stipulation.to_string(),
    }
}

/// Returns the lines below the board: the squares of men with attributes such as royal, the conditions, and the options
/// that change the meaning of the problem.
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
    lines.extend(captions(&problem.rules));
    let options = &problem.options;
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

#[cfg(test)]
mod tests {
    use super::{PopeyeForm, write_board};
    use crate::syntax;

    /// The board as Popeye 4.104 prints it.
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
        write_board(&mut text, &problem.expect("no errors"), &PopeyeForm::default(), &[])
            .expect("memory takes everything");
        assert_eq!(text, BOARD);
    }
}
