//! Parses a problem from one line: the four fields of an EPD, then opcodes. Does not solve the problem and does not
//! check whether the position is legal.

use super::board::board_in;
use super::condition::{ConditionSpan, condition_spans, conditions_in, refused};
use super::counts::{check_labels, counts_on, with_counts};
use super::diagnostic::{Diagnostic, quoted};
use super::fields::{Fields, Unreadable, counters};
use super::findings::Findings;
use super::game::game;
use super::on_board;
use super::opcode::{Opcode, Operand, opcodes};
use super::option::options_on;
use super::piece::own_pieces;
use super::piece_letters::PieceLetters;
use super::source::Span;
use super::stipulation::{stipulation, stipulation_on};
use super::structured::structured_on;
use super::together;
use super::twin::twins_on;
use crate::pieces::OwnPieces;
use crate::problem::{Change, Problem, Stipulation};
use crate::rules::RuleSet;
use crate::units::{Diagram, MOST_INVISIBLE, Shape};

/// Opcodes that describe a problem.
const OPCODES: &[&str] = &[
    "stip",
    "sstip",
    "dm",
    "bm",
    "game",
    "piece",
    "cond",
    "opt",
    "twin",
    "start",
    "invisible",
    "beneath",
    "sol",
    "nsol",
    "theme",
    "id",
    "author",
    "source",
    "title",
    "award",
    "remark",
];

/// Opcodes of the EPD standard that have no meaning for a problem.
#[rustfmt::skip]
const STANDARD: &[&str] = &[
    "acd", "acn", "acs", "am", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "ce",
    "draw_accept", "draw_claim", "draw_offer", "draw_reject", "eco", "fmvn", "hmvc", "nic", "noop", "pm",
    "pv", "rc", "resign", "sm", "tcgs", "tcri", "tcsi", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8",
    "v9",
];

/// Opcodes that may be given only once.
const ONCE: &[&str] =
    &["stip", "sstip", "dm", "game", "start", "invisible", "beneath", "sol", "nsol", "id", "source", "title", "award"];

/// Parses one line and reports all errors at once. The problem is `Some` if there are no errors, or if only the
/// stipulation is missing; there may be warnings.
///
/// ```
/// use keymove::syntax::line;
/// let text = r##"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi"; sol "1.Be5!";"##;
/// let (problem, diagnostics) = line(text);
/// assert_eq!(problem.unwrap().rules.caption(), "Madrasi");
/// assert!(diagnostics.is_empty());
/// assert_eq!(line("8/8/8/8/8/8/8/8 w - -").1[0].message, "the problem has no stipulation");
/// ```
pub fn line(text: &str) -> (Option<Problem>, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let fields = Fields::split(text, is_opcode);
    if let Some(diagnostic) = fields.no_board() {
        // The line is no problem, so what it lacks does not matter.
        return (None, vec![diagnostic]);
    }
    fields.require_all(&mut findings);
    let mut reader = EpdReader { shape: fields.shape(), ..EpdReader::default() };
    let start = counters(text, fields.end, &mut findings);
    reader.begin_letters(text, start, is_opcode);
    opcodes(text, start, is_opcode, &mut findings, |opcode, findings| reader.opcode(opcode, findings));
    let end = text.trim_end().len();
    let lacks_stipulation = !reader.stipulated;
    if lacks_stipulation {
        let expected = "expected `stip \"…\";`, `sstip`, `dm` or `bm #n`";
        findings
            .error(|| Diagnostic::error(end..end, "the problem has no stipulation", expected).of_missing_stipulation());
    }
    if reader.is_unknown_game {
        return (None, findings.into_sorted());
    }
    reader.problem.rules = std::mem::take(&mut reader.problem.rules).with_own_pieces(std::mem::take(&mut reader.men));
    let rules = reader.problem.rules.clone();
    let piece_letters = PieceLetters::from(&rules);
    let mut board = |written: Option<(String, Operand)>| {
        let read = written.map(|(text, operand)| {
            board_in(&text, piece_letters).map_err(|found| {
                findings.extend(found.into_iter().map(|diagnostic| operand.located(diagnostic)));
                Unreadable
            })
        });
        read.transpose()
    };
    let (start, beneath) = (board(reader.start.take()), board(reader.beneath.take()));
    let (invisible, beneath) = (reader.problem.diagram.invisible, beneath.ok().flatten());
    reader.problem.diagram = Diagram { invisible, beneath, ..fields.diagram(start, piece_letters, &mut findings) };
    reader.check_start(end, &mut findings);
    check_labels(&reader.problem, reader.counts_span.as_ref(), &mut findings);
    together::check(&fields, &reader.problem, &mut findings);
    take_en_passant(&mut reader.problem, fields.en_passant_span(), &mut findings);
    // A problem that only lacks its stipulation can still be shown as a diagram.
    let problem = (findings.errors() == usize::from(lacks_stipulation)).then_some(reader.problem);
    (problem, findings.into_sorted())
}

pub(super) fn is_opcode(word: &str) -> bool {
    OPCODES.iter().chain(STANDARD).any(|known| known.eq_ignore_ascii_case(word))
}

/// Converts spans of conditions in an operand to spans in the line.
pub(super) fn placed(operand: &Operand, spans: Vec<ConditionSpan>) -> Vec<ConditionSpan> {
    spans.into_iter().map(|(name, span)| (name, operand.located_span(span))).collect()
}

/// The problem read so far, and the data needed to read and check the remaining opcodes.
#[derive(Default)]
struct EpdReader<'a> {
    problem: Problem,
    given: Vec<&'static str>,
    /// Whether an opcode gave a stipulation, even a wrong one.
    stipulated: bool,
    /// The board in the opcode `start`, as written, with its operand for the spans of errors. It is position A of the
    /// goal `a=>b`, in which play from position A has to reach the diagram, position B.
    start: Option<(String, Operand<'a>)>,
    start_span: Option<Span>,
    counts_span: Option<Span>,
    /// The board in the opcode `beneath`, as written, with its operand for the spans of errors. Its men are beneath
    /// other men and come to the surface when these leave.
    beneath: Option<(String, Operand<'a>)>,
    /// Whether the line names an unknown game, whose letters cannot be checked.
    is_unknown_game: bool,
    shape: Shape,
    men: OwnPieces,
    conditions: Vec<ConditionSpan>,
}

impl<'a> EpdReader<'a> {
    fn conditions(&mut self, text: &str, operand: &Operand, findings: &mut Findings) {
        match conditions_in(text, &self.problem.rules) {
            Ok(rules) => {
                if let Err(found) = on_board::check(text, on_board::condition_squares(&rules), &self.shape) {
                    findings.error(|| operand.located(found));
                }
                let here = placed(operand, condition_spans(text));
                if let Err(conflict) = self.problem.rules.extend(rules) {
                    let is_meant = |(name, _): &&ConditionSpan| conflict.conditions().contains(name);
                    let span = here.iter().find(is_meant).map_or_else(|| operand.span(), |(_, span)| span.clone());
                    findings.error(|| refused(&conflict, span, &self.conditions));
                }
                self.conditions.extend(here);
            }
            Err(found) => findings.extend(found.into_iter().map(|diagnostic| operand.located(diagnostic))),
        }
    }

    /// Reads the opcodes `game` and `piece` first, because the meaning of letters and squares in all opcodes depends on
    /// them. Errors in these two opcodes are reported later, when all opcodes are read in order.
    fn begin_letters(&mut self, text: &str, start: usize, is_opcode: impl Fn(&str) -> bool) {
        opcodes(text, start, &is_opcode, &mut Findings::default(), |opcode, _| {
            let named = opcode.name.eq_ignore_ascii_case("game");
            if let Some(operand) = opcode.operands.first().filter(|_| named)
                && let Ok(Some(game)) = game(&operand.text)
            {
                let shape = (game.def.shape)();
                if (shape.files(), shape.ranks()) == (self.shape.files(), self.shape.ranks()) {
                    self.shape = shape;
                }
                self.problem.rules = RuleSet::default().in_game(Some(game));
            }
        });
        let mut men = OwnPieces::default();
        opcodes(text, start, is_opcode, &mut Findings::default(), |opcode, _| {
            if opcode.name.eq_ignore_ascii_case("piece") {
                for operand in &opcode.operands {
                    own_pieces(&operand.text, self.problem.rules.game(), &mut men);
                }
            }
        });
        self.problem.rules = std::mem::take(&mut self.problem.rules).with_own_pieces(men);
    }

    fn opcode(&mut self, opcode: Opcode<'a>, findings: &mut Findings) {
        let lower = opcode.name.to_ascii_lowercase();
        let Some(&name) = OPCODES.iter().find(|known| **known == lower) else {
            if !STANDARD.contains(&lower.as_str()) {
                let message = || format!("unknown opcode {}", quoted(opcode.name));
                findings.warning(|| {
                    let found = Diagnostic::warning(opcode.span, message(), "ignored");
                    match stipulation(opcode.name) {
                        Ok(_) => found.with_hint(format!("a stipulation is written `stip \"{}\";`", opcode.name)),
                        Err(_) => found.suggesting(opcode.name, OPCODES.iter().copied()),
                    }
                });
            }
            return;
        };
        if self.given.contains(&name) && ONCE.contains(&name) {
            let message = format!("`{name}` is given twice");
            findings.error(|| Diagnostic::error(opcode.span, message, "expected it once"));
            return;
        }
        if opcode.operands.is_empty() {
            self.stipulated |= matches!(name, "stip" | "sstip" | "dm" | "bm");
            let message = format!("`{name}` has no operand");
            findings.error(|| Diagnostic::error(opcode.span, message, format!("expected `{name} \"…\";`")));
            return;
        }
        if ONCE.contains(&name) && opcode.operands.len() > 1 {
            let message = format!("`{name}` has more than one operand");
            findings.error(|| Diagnostic::error(opcode.operands[1].span(), message, "expected `;`"));
            return;
        }
        if !self.given.contains(&name) {
            self.given.push(name);
        }
        for operand in opcode.operands {
            if operand.text.trim().is_empty() && matches!(name, "cond" | "opt" | "piece" | "theme") {
                let (message, expected) = match name {
                    "cond" => ("there is no condition", "expected a condition"),
                    "opt" => ("there is no option", "expected an option"),
                    "theme" => ("there is no theme", "expected the name of a theme"),
                    _ => ("there is no man", "expected a man"),
                };
                findings.error(|| Diagnostic::error(operand.span(), message, expected));
                continue;
            }
            if operand.text.trim().is_empty() && name == "sol" {
                let message = "the author's solution is empty";
                findings.warning(|| Diagnostic::warning(operand.span(), message, "expected moves"));
            }
            if name == "start" {
                self.start_span = Some(opcode.span.clone());
                self.start = Some((operand.text.to_string(), operand));
                continue;
            }
            if name == "beneath" {
                self.beneath = Some((operand.text.to_string(), operand));
                continue;
            }
            self.operand(name, &operand, opcode.span.clone(), findings);
        }
    }

    fn set_invisible(&mut self, operand: &Operand, findings: &mut Findings) {
        match operand.text.trim().parse().ok().filter(|number| *number <= MOST_INVISIBLE) {
            Some(number) => self.problem.diagram.invisible = number,
            None => findings.error(|| {
                let message = format!("{} does not say how many men are invisible", quoted(&operand.text));
                Diagnostic::error(operand.span(), message, format!("expected a number up to {MOST_INVISIBLE}"))
            }),
        }
    }

    fn operand(&mut self, name: &str, operand: &Operand, opcode: Span, findings: &mut Findings) {
        let text = operand.text.as_ref();
        let heading = &mut self.problem.heading;
        match name {
            "stip" => {
                // In `ser-za8 2` the last number is the length, so the whole text is tried first.
                let mut read = stipulation_on(text, &self.shape);
                if read.is_err()
                    && let Some((before, counts)) = with_counts(text)
                {
                    read = stipulation_on(before, &self.shape);
                    if !self.given.contains(&"nsol") {
                        self.problem.intent.counts = counts;
                    }
                }
                self.stipulation(read, operand, opcode, findings);
            }
            "sstip" => self.stipulation(structured_on(text, &self.shape), operand, opcode, findings),
            "dm" => self.stipulation(direct_mate(text), operand, opcode, findings),
            "bm" if text.starts_with('#') => {
                self.stipulation(direct_mate(&text[1..]).map_err(|found| found.shifted(1)), operand, opcode, findings)
            }
            "bm" => findings.warning(|| {
                let message = format!("`bm` with the move {} is ignored", quoted(text));
                Diagnostic::warning(operand.span(), message, "expected `bm #n`")
            }),
            "game" => match game(text) {
                Ok(game) => self.problem.rules = std::mem::take(&mut self.problem.rules).in_game(game),
                Err(found) => {
                    self.is_unknown_game = true;
                    findings.extend(found.into_iter().map(|diagnostic| operand.located(diagnostic)));
                }
            },
            "piece" => {
                let found = own_pieces(text, self.problem.rules.game(), &mut self.men);
                findings.extend(found.into_iter().map(|diagnostic| operand.located(diagnostic)));
            }
            "cond" => self.conditions(text, operand, findings),
            "opt" => {
                let found = options_on(text, &mut self.problem.options, &self.shape);
                findings.extend(found.into_iter().map(|diagnostic| operand.located(diagnostic)));
            }
            "invisible" => self.set_invisible(operand, findings),
            "twin" => {
                let (twins, zeroposition, found) = twins_on(text, &self.shape, &self.problem.rules);
                findings.extend(found.into_iter().map(|diagnostic| operand.located(diagnostic)));
                if zeroposition && !self.problem.twins.is_empty() {
                    findings.error(|| {
                        Diagnostic::error(
                            operand.span(),
                            "`zeroposition` after a twin",
                            "expected this operation before the first twin",
                        )
                    });
                }
                self.problem.zeroposition |= zeroposition;
                self.problem.twins.extend(twins);
            }
            "sol" => self.problem.intent.solution = Some(text.to_string()),
            "nsol" => {
                self.counts_span = Some(operand.span());
                if let Err(found) = counts_on(text, &mut self.problem.intent) {
                    findings.error(|| operand.located(found));
                }
            }
            "theme" => self.problem.intent.themes.push(text.trim().to_string()),
            "id" => heading.id = Some(text.to_string()),
            "author" => heading.authors.push(text.to_string()),
            "source" => heading.source = Some(text.to_string()),
            "title" => heading.title = Some(text.to_string()),
            "award" => heading.award = Some(text.to_string()),
            _ => heading.remarks.push(text.to_string()),
        }
    }

    fn stipulation(
        &mut self,
        read: Result<Stipulation, Diagnostic>,
        operand: &Operand,
        opcode: Span,
        findings: &mut Findings,
    ) {
        if std::mem::replace(&mut self.stipulated, true) {
            let expected = "expected one of `stip`, `sstip`, `dm`, `bm #n`";
            findings.error(|| Diagnostic::error(opcode, "a second stipulation", expected));
        }
        match read {
            Ok(stipulation) => self.problem.stipulation = Some(stipulation),
            Err(found) => findings.error(|| operand.located(found)),
        }
    }

    /// Checks that the goal `a=>b` and the opcode `start` are given together.
    fn check_start(&self, end: usize, findings: &mut Findings) {
        let Some(stipulation) = &self.problem.stipulation else { return };
        let changed = self.problem.twins.iter().flat_map(|twin| &twin.changes).filter_map(|change| match change {
            Change::Stipulation(stipulation) => Some(stipulation),
            _ => None,
        });
        let needed = std::iter::once(stipulation).chain(changed).any(Stipulation::is_a_to_b);
        match &self.start_span {
            None if needed => findings.error(|| {
                Diagnostic::error(end..end, "`a=>b` without position A", "expected `start \"…\";` with its board")
            }),
            Some(span) if !needed => findings.error(|| {
                Diagnostic::error(
                    span.clone(),
                    "`start` without `a=>b`",
                    "expected `start` only with the stipulation `a=>b`",
                )
            }),
            _ => {}
        }
    }
}

/// Parses a number of moves, given in place of a stipulation, as a direct mate in this number of moves.
fn direct_mate(text: &str) -> Result<Stipulation, Diagnostic> {
    if !text.trim().bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!("{} is not a number of moves", quoted(text));
        return Err(Diagnostic::error(0..text.len(), message, "expected a number"));
    }
    stipulation(&format!("#{text}"))
        .map_err(|found| found.placed(|span| span.start.saturating_sub(1)..span.end.saturating_sub(1)))
}

/// Sets the en passant square of the diagram from the option `EnPassant`, or checks that it is the same if the en
/// passant field also gives it.
fn take_en_passant(problem: &mut Problem, span: Span, findings: &mut Findings) {
    let Some(passed) = problem.options.passed_over() else { return };
    match problem.diagram.en_passant {
        Some(square) if square != passed => {
            let message = format!("the pawn move of the option EnPassant does not pass over {square}");
            findings.error(|| Diagnostic::error(span, message, "expected the same pawn move in both"));
        }
        Some(_) => {}
        None => match super::fields::en_passant(&passed.to_string(), None, Some(&problem.diagram.placement), None) {
            Ok(square) => problem.diagram.en_passant = square,
            Err(found) => findings.error(|| {
                Diagnostic::error(span, found.message, "expected the option EnPassant with a double step just made")
            }),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "4k3/8/8/8/8/8/8/R3K3";

    #[test]
    fn good_lines_say_what_they_mean() {
        // Text after the board; stipulation; caption of the conditions.
        let rows = [
            (r##"w Q - stip "#2";"##, "#2", ""),
            (r##"w - - 0 1 stip "#2"; cond "madrasi ri""##, "#2", "Madrasi RexInclusive"),
            ("w - - stip h#2.5; cond Isardam TypeB; nsol 2.1.1; opt setplay", "h#2.5", "Isardam TypeB"),
            ("w - - dm 3;", "#3", ""),
            ("w - - bm #2;", "#2", ""),
            ("w - - bm #2; acd 3; ce 32000; c0 \"hello\"; id \"x\"; pv Ra8 Ke7;", "#2", ""),
            (r##"? ? ? sstip "white 3a[#]d";"##, "white 3a[#]d", ""),
            (r##"w - - sstip white 3a[#]d & - 4hh[#]; cond Madrasi;"##, "white 3a[#]d&-4hh[#]", "Madrasi"),
            (r##"w - - stip "dia4.5""##, "dia4.5", ""),
            (r##"b Q - stip "a=>b2"; start "4k3/8/8/8/8/8/8/R3K3";"##, "a=>b2", ""),
            (r##"w - - stip "#2"; piece "X=gQ" "Y=N"; piece "y2 = mRcpR ; ZZ=(1,4)";"##, "#2", ""),
            (r##"w - - stip "#2"; author "A" "B"; author "C"; twin "b) move a1 b1" ; twin c) remove a1"##, "#2", ""),
        ];
        for (rest, stipulation, caption) in rows {
            let (problem, found) = line(&format!("{BOARD} {rest}"));
            assert_eq!(found, [], "{rest}");
            let problem = problem.expect(rest);
            assert_eq!(problem.stipulation.unwrap().to_string(), stipulation);
            assert_eq!(problem.rules.caption(), caption);
        }
    }

    /// The text after the board of a wrong line, and its findings. Each finding has its offset from the end of
    /// the board, and its message.
    type BadLine = (&'static str, &'static [(usize, &'static str)]);

    const BAD_LINES: [BadLine; 43] = [
        ("", &[(0, "the position has no side to move, castling, en passant"), (0, "the problem has no stipulation")]),
        (" w - -", &[(6, "the problem has no stipulation")]),
        (r##" stip "#2";"##, &[(0, "the position has no side to move, castling, en passant")]),
        (r##" w - stip "#2";"##, &[(4, "the position has no en passant")]),
        (r##" w - - stip "#";"##, &[(14, "the number of moves is missing")]),
        (r##" w - - stip;"##, &[(7, "`stip` has no operand")]),
        (r##" w - - stip "#2"; stip "#3";"##, &[(18, "`stip` is given twice")]),
        (r##" w - - stip "#2"; sstip "white 1a[#]d";"##, &[(18, "a second stipulation")]),
        (r##" w - - stip "#2"; dm 2;"##, &[(18, "a second stipulation")]),
        (r##" w - - dm 2; bm #2;"##, &[(13, "a second stipulation")]),
        (r##" w - - dm 0;"##, &[(10, "the length is 0")]),
        (r##" w - - dm "-1";"##, &[(11, "`-1` is not a number of moves")]),
        (r##" w - - bm #x;"##, &[(11, "`x` is not a number of moves")]),
        (r##" w - - bm Ra8; dm 2;"##, &[(10, "`bm` with the move `Ra8` is ignored")]),
        (r##" w - - stip "#2"; foo "x"; 00:00;"##, &[(18, "unknown opcode `foo`"), (27, "unknown opcode `00:00`")]),
        (
            r##" w - - stip "#2" "#3";"##,
            &[(18, "`stip` has more than one operand"), (22, "the problem has no stipulation")],
        ),
        (r##" w - - stip "#2" cond "Madrasi";"##, &[(17, "the operation before `cond` is not closed")]),
        (r##" w - - stip "#2"; id "x"##, &[(21, "the string does not end")]),
        (
            r##" w - - stip "#2"; cond "Madrasi"; cond "RI";"##,
            &[(40, "`RI` is a variant of a condition, not a condition")],
        ),
        (
            r##" w - - stip "#2"; cond "Madrasi"; cond "Isardam";"##,
            &[(
                40,
                "`Madrasi` cannot be combined with `Isardam`: Isardam forbids every paralysis that Madrasi could cause",
            )],
        ),
        (r##" w - - stip "#2"; cond "";"##, &[(24, "there is no condition")]),
        (
            r##" w - - stip "#2"; opt " "; piece ""; sol "";"##,
            &[(23, "there is no option"), (34, "there is no man"), (42, "the author's solution is empty")],
        ),
        (
            r##" w - - 99999999999 4294967296 stip "#2";"##,
            &[(7, "`99999999999` is too large"), (19, "`4294967296` is too large")],
        ),
        (r##" w - - stip "#2"; opt "\tsetpaly";"##, &[(25, "unknown option `setpaly`")]),
        (r##" w - - stip "#2"; nsol 2.x;"##, &[(25, "`x` is not a number of solutions")]),
        (r##" w - - stip "#2"; nsol 2.;"##, &[(25, "`` is not a number of solutions")]),
        (r##" w - - stip "#2"; twin "b) mov a1 b2";"##, &[(27, "unknown change `mov`")]),
        (r##" w - - stip "#2"; twin "polish"; twin "zeroposition polish";"##, &[(39, "`zeroposition` after a twin")]),
        (r##" b - - stip "a=>b2";"##, &[(20, "`a=>b` without position A")]),
        (r##" w - - stip "#2"; start "8/8";"##, &[(18, "`start` without `a=>b`"), (28, "the board has 2 rows")]),
        (
            r##" b - - sstip "white 3a[#]d";"##,
            &[(1, "the stipulation begins with White, but the field says otherwise")],
        ),
        (
            r##" x KQ e4 stip "#0"; cond "Foo"; opt "bar";"##,
            &[
                (1, "`x` is not a side to move"),
                (3, "no white rook on h1 for `K`"),
                (6, "`e4` is not an en passant square"),
                (16, "the length is 0"),
                (26, "unknown condition `Foo`"),
                (37, "unknown option `bar`"),
            ],
        ),
        (r##" w - - stip "#2"; piece "X=gQ; g=gQ";"##, &[(31, "`g` is the grasshopper")]),
        (r##" w - - stip "#2"; piece "X=gQ"; piece "X=N";"##, &[(39, "`X` is defined twice")]),
        (
            r##" w - - stip "#2"; piece "1X=gQ" "QQQ=N" "=N" "X";"##,
            &[
                (25, "`1X` cannot be the letters of a piece"),
                (33, "`QQQ` cannot be the letters of a piece"),
                (41, "`` cannot be the letters of a piece"),
                (46, "`X` does not define a piece"),
            ],
        ),
        (
            r##" w - - stip "#2"; piece "X = mRcoR";"##,
            &[(32, "the modifier `o` (around the sides of a cylinder) is known but not supported yet")],
        ),
        (r##" w - - stip "#2"; cond "Imitator d9";"##, &[(33, "`d9` is not a square of the board")]),
        (r##" w - - stip "#2"; cond "Imitator";"##, &[(32, "Imitator needs squares")]),
        (r##" w - - stip "#2"; nsol "a) 1; c) 2";"##, &[(24, "there is no twin a)"), (24, "there is no twin c)")]),
        (r##" w - - stip "#2"; piece "X=";"##, &[(27, "a movement without a move")]),
        (r##" w - - stip "#2"; piece "Y=N"; twin "b) add {w:X}a2";"##, &[(47, "unknown piece `X`")]),
        (r##" w - - stip "h＃2";"##, &[(14, "`＃` is not `#` but FULLWIDTH NUMBER SIGN")]),
        (r##" w - - ; stip "#2";"##, &[(7, "a semicolon without an opcode")]),
    ];

    #[test]
    fn bad_lines_say_where_and_what() {
        for (rest, expected) in BAD_LINES {
            let (problem, found) = line(&format!("{BOARD}{rest}"));
            let is_wrong = |found: &Diagnostic| found.is_error() && !found.lacks_stipulation;
            assert_eq!(problem.is_none(), found.iter().any(is_wrong), "{rest}");
            let found: Vec<_> = found.iter().map(|d| (d.span.start - BOARD.len(), d.message.as_str())).collect();
            assert_eq!(found, expected, "{rest}");
        }
    }

    #[test]
    fn a_line_that_is_no_problem_has_one_error() {
        for text in ["hello", "{\"id\": 3}", "\0\0", "beginproblem", "♔♚ w - -"] {
            assert_eq!(line(text).1.len(), 1, "{text}");
        }
    }

    #[test]
    fn a_stipulation_before_the_position_is_named() {
        for (text, hint) in [
            ("h#2 8/8/8/8/8/8/8/K6k w - -", Some("the position comes before its stipulation")),
            ("hello 8/8/8/8/8/8/8/K6k w - -", None),
            ("h#2", None),
            ("8/8/8/8/8/8/8/K6k w - - #2", Some("a stipulation is written `stip \"#2\";`")),
            ("8/8/8/8/8/8/8/K6k w - - stip \"#2\"; solution \"1.Ka2\";", Some("did you mean `sol`?")),
        ] {
            assert_eq!(line(text).1[0].hint.as_deref(), hint, "{text}");
        }
    }

    #[test]
    fn the_field_and_the_option_mean_one_pawn_move() {
        let text =
            |field, option| format!("4k3/8/8/3pP3/8/8/8/4K3 w - {field} stip \"#2\"; opt \"EnPassant {option}\";");
        for (field, option, good) in [("d6", "d7d6d5", true), ("-", "d7d6d5", true), ("d6", "c7c6c5", false)] {
            assert_eq!(line(&text(field, option)).0.is_some(), good, "{field} {option}");
        }
    }

    #[test]
    fn men_of_the_problem_stand_in_all_its_parts() {
        let text = r##"4k3/8/8/{b:y2}{n:royal,x}6/8/8/8/{w:X}3K3 b - - stip "h#2"; cond "PromOnly X Q"; twin "b) add {b:Y2}a3; c) substitute {X} {y2}; d) cond PromOnly Y2"; piece "X=gQ; Y2=cyafmQ";"##;
        let (problem, found) = line(text);
        assert_eq!(found, []);
        let problem = problem.expect("a problem");
        let own = crate::units::Piece::own("X").expect("letters");
        let corner = crate::units::Square::parse("a1").expect("a square");
        assert_eq!(problem.diagram.placement.get(corner).map(|unit| unit.piece), Some(own));
        assert_eq!(problem.rules.own_pieces().caption(), "X=gQ; Y2=cyafmQ");
        let written = super::super::epd(&problem);
        assert_eq!(line(&written), (Some(problem.clone()), Vec::new()), "{written}");
        for single in problem.singles() {
            assert_eq!(single.expect("a twin").problem.rules.own_pieces(), problem.rules.own_pieces());
        }
        // A definition applies to its own line only.
        assert_eq!(line(&text.replace("piece \"X=gQ; Y2=cyafmQ\";", "")).1[0].message, "unknown piece `y2`");
    }
}
