//! Writes a page as LaTeX for the package chess-problem-diagrams: a `diagram` for each problem, with the play
//! below it.

use super::super::picture::{Base, Board, Caption, Figure, FigureColor, Figures, mark};
use super::super::text::play_text;
use super::super::words::Words;
use super::{PageProblem, ProblemInfo, ProblemNames};
use crate::notation::Letters;
use crate::solution::{Verdict, gathered};
use crate::units::{Square, Unit};
use std::fmt::Write;

/// Beginning of the LaTeX text. Diagrams use German piece letters, because the package reads `B` as a pawn even
/// if other letters are chosen.
pub const HEAD: &str = r"\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{diagram}
\usepackage[margin=2cm]{geometry}
\setlength{\parindent}{0pt}
\normalnames
\nocomputer
\begin{document}
";

pub fn solved(about: &ProblemInfo, caption: &Caption, shown: PageProblem) -> String {
    let mut text = String::from("\n\\begin{minipage}{\\linewidth}\n");
    let board = Board::of(&shown.problem.diagram.placement, &shown.problem.rules);
    diagram(&mut text, about, caption, &board, shown);
    text.push_str("\\end{minipage}\n\n\\medskip\n");
    let verdict = shown.judgement.verdict;
    let _ = writeln!(text, "\\textbf{{{}}}", shown.style.words().verdict(verdict));
    for finding in gathered(&shown.judgement.findings, usize::MAX) {
        let _ = writeln!(text, "\\\\ {}: {}", finding.severity.word(), escaped(&shown.style.finding(&finding)));
    }
    for theme in shown.themes.iter().flat_map(|themes| &themes.found) {
        let _ = writeln!(text, "\\\\ {}", escaped(&theme.line()));
    }
    let mut play = String::new();
    let _ = play_text(&mut play, shown.problem, shown.solution, &shown.style);
    text.push_str("\n\\begingroup\\small\n");
    for line in play.lines() {
        match line.trim_start() {
            "" => text.push_str("\n\\smallskip\n"),
            words => {
                // The play is indented as in the text.
                let indent = line.len() - words.len();
                let _ = writeln!(text, "\\hspace*{{{}ex}}{}\\\\", indent, escaped(words));
            }
        }
    }
    text.push_str("\\endgroup\n");
    text.push_str(&place(about, caption));
    text
}

pub fn refused(about: &ProblemInfo, caption: &Caption, why: &str, words: &Words) -> String {
    let verdict = words.verdict(Verdict::Invalid);
    let mut text = format!("\n\\textbf{{{}}} {verdict}\n", escaped(&ProblemNames::of(about, caption).first));
    let _ = writeln!(text, "\\\\ error: {}", escaped(why));
    text + &place(about, caption)
}

pub fn changed(difference: &str) -> String {
    difference.lines().map(|line| format!("{}\\\\\n", escaped(line))).collect()
}

pub fn foot(summary: &str) -> String {
    let lines: Vec<String> = summary.lines().map(|line| escaped(line.trim())).collect();
    let counts =
        if lines.is_empty() { String::new() } else { format!("\n\\section*{{Summary}}\n{}\n", lines.join("\\\\\n")) };
    format!("{counts}\n\\end{{document}}\n")
}

fn diagram(text: &mut String, about: &ProblemInfo, caption: &Caption, board: &Board, shown: PageProblem) {
    let shape = board.placement.shape();
    let size = match (shape.files(), shape.ranks()) {
        (8, 8) => String::new(),
        (files, ranks) => format!("[{files}x{ranks}]"),
    };
    let _ = writeln!(text, "\\begin{{diagram}}{size}%");
    // With an author or a title, the diagram keeps the number that the package gives it.
    if caption.authors.is_empty() && caption.title.is_empty() {
        let _ = writeln!(text, "  \\specialdiagnum{{{}}}", escaped(&ProblemNames::of(about, caption).first));
    }
    let mut element = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "  \\{name}{{{value}}}");
        }
    };
    element(
        "author",
        &shown.problem.heading.authors.iter().map(|author| escaped(author)).collect::<Vec<_>>().join("; "),
    );
    element("source", &escaped(shown.problem.heading.source.as_deref().unwrap_or_default()));
    element("award", &escaped(shown.problem.heading.award.as_deref().unwrap_or_default()));
    element("dedic", &escaped(&caption.title));
    let figures = Figures::of_problem(shown.problem);
    let (men, letters) = men(board, &figures);
    element("pieces", &men);
    element("fieldtext", &letters);
    element("nofields", &shape.missing().map(square).collect::<Vec<_>>().join(", "));
    element("gridlines", &lines(board));
    element("stip", &escaped(&caption.stipulation));
    element("cond", &caption.below.iter().map(|line| escaped(line)).collect::<Vec<_>>().join("; "));
    element("twins", &caption.twins.iter().map(|line| escaped(line)).collect::<Vec<_>>().join("; "));
    text.push_str("\\end{diagram}\n");
}

/// Returns the men in two texts for the package: those with figures, and the letters. The letters stand for men without
/// a figure, and for attributes of men that have one.
fn men(board: &Board, figures: &Figures) -> (String, String) {
    let (mut drawn, mut letters) = (Vec::new(), Vec::new());
    for (at, unit) in board.placement.iter() {
        match figure(figures, unit) {
            Some(figure) => drawn.push(format!("{figure}{}", square(at))),
            None => letters.push(format!("{{{}}}{}", escaped(&Letters::Problem.on_board(unit)), square(at))),
        }
        if !mark(unit).is_empty() && figure(figures, unit).is_some() {
            letters.push(format!("{{\\raisebox{{1.2ex}}{{\\hspace*{{1.4em}}\\tiny {}}}}}{}", mark(unit), square(at)));
        }
    }
    drawn.extend(board.imitators.iter().map(|&at| format!("sC{}", square(at))));
    (drawn.join(", "), letters.join(", "))
}

/// Returns the package's code for a man's figure, such as `wDU`: colour, piece, rotation. Returns `None` if the
/// package has no such figure.
fn figure(figures: &Figures, unit: Unit) -> Option<String> {
    let Figure { base, turn } = figures.figure(unit)?;
    let side = match FigureColor::of(unit) {
        FigureColor::White => 'w',
        FigureColor::Black => 's',
        FigureColor::Neutral => 'n',
    };
    let turned = match turn {
        0 => "",
        90 => "R",
        180 => "U",
        270 => "L",
        _ => return None,
    };
    let man = match (base, turn) {
        (Base::King, _) => "K",
        (Base::Queen, _) => "D",
        (Base::Rook, _) => "T",
        (Base::Bishop, _) => "L",
        (Base::Knight, _) => "S",
        (Base::Pawn, _) => "B",
        (Base::Equihopper, 0) => return Some(format!("{side}E")),
        (Base::Equihopper, _) => return Some(format!("{side}X")),
        (Base::KnightQueen | Base::KnightRook | Base::KnightBishop, _) => return None,
    };
    Some(format!("{side}{man}{turned}"))
}

/// Returns the name of a square for the package. A rank with two digits is in braces.
fn square(square: Square) -> String {
    let (file, rank) = (char::from(b'a' + square.file()), square.rank() + 1);
    if rank > 9 { format!("{file}{{{rank}}}") } else { format!("{file}{rank}") }
}

/// Returns the lines that a condition such as Grid Chess draws on the board, in the package's notation: direction,
/// beginning and length of each.
fn lines(board: &Board) -> String {
    let number = |n: u8| if n > 9 { format!("{{{n}}}") } else { n.to_string() };
    let line = |&[(x, y), (to_x, to_y)]: &[(u8, u8); 2]| {
        let (direction, length) = if x == to_x { ('v', to_y - y) } else { ('h', to_x - x) };
        format!("{direction}{}{}{}", number(x), number(y), number(length))
    };
    board.lines.iter().map(line).collect::<Vec<_>>().join(", ")
}

fn place(about: &ProblemInfo, caption: &Caption) -> String {
    format!("\n{{\\footnotesize {}}}\n\n\\bigskip\n", escaped(&ProblemNames::of(about, caption).place))
}

/// Escapes the special characters of LaTeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '→' => escaped.push_str("$\\rightarrow$"),
            '↔' => escaped.push_str("$\\leftrightarrow$"),
            '·' => escaped.push_str("\\textperiodcentered{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
