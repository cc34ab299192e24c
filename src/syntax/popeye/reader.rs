//! Builds a problem from the commands of its text.

use super::conditions::add_conditions;
use super::findings::Findings;
use super::forsyth::board;
use super::keywords::{Command, Language, TwinCommand, command_name};
use super::men::{ListedMan, men};
use super::options::set_options;
use super::sections::{HeadedSection, SectionHead, SectionWord, sections};
use super::stipulations::{structured_stipulation, traditional_stipulation};
use super::twins::{change, unused};
use crate::conditions::Condition;
use crate::problem::{Change, Problem, Stipulation, Twin};
use crate::rules::RuleSet;
use crate::syntax::{ConditionSpan, Diagnostic, Span, quoted};
use crate::syntax::{fields, together};
use crate::units::{Placement, Square, Unit};

/// Maximum length of a problem in bytes. Real problems have a few hundred.
const LONGEST: usize = 1 << 18;

/// Parses one problem, from `beginproblem` to the keyword that ends it. Without `beginproblem`, English
/// keywords are expected. If the diagnostics contain an error, the returned problem is not the intended one.
///
/// ```
/// use keymove::syntax::popeye::problem;
///
/// let (problem, diagnostics) = problem("Begin Stip #1 Piec Whit Ka1 Qb6 Blac Ka8 Opti Vari Endp");
/// assert_eq!(problem.unwrap().diagram.placement.to_fen(), "k7/8/1Q6/8/8/8/8/K7");
/// assert_eq!(diagnostics, []);
/// ```
pub fn problem(text: &str) -> (Option<Problem>, Vec<Diagnostic>) {
    problem_in(text, Language::English)
}

/// Like [`problem`], but expects keywords in `language` unless the first keyword is of another language. A
/// problem after `nextproblem` has the language of the whole file, see [`super::Splitter::language`].
pub fn problem_in(text: &str, language: Language) -> (Option<Problem>, Vec<Diagnostic>) {
    if text.len() > LONGEST {
        let message = format!("a problem of {} bytes", text.len());
        return (None, vec![Diagnostic::error(0..0, message, format!("expected at most {LONGEST}"))]);
    }
    let (sections, language) = sections(text, language);
    let mut reader = PopeyeReader { text, language, ..PopeyeReader::default() };
    let mut sections = sections.iter();
    let mut ended = false;
    for section in sections.by_ref() {
        reader.section(section);
        if matches!(section.head, SectionHead::Command(Command::Next | Command::End)) {
            ended = true;
            break;
        }
    }
    if let Some(section) = sections.next() {
        let message = "unexpected text after the end of the problem";
        reader.findings.error(section.keyword.span(), message, "expected only one problem");
    }
    reader.finish(ended)
}

/// Returns the spans of a problem's conditions, including those of its twins.
pub fn condition_spans(text: &str) -> Vec<ConditionSpan> {
    let mut spans = Vec::new();
    for language in Language::ALL {
        let (sections, language) = sections(text, language);
        let mut findings = Findings::default();
        for section in &sections {
            if matches!(
                section.head,
                SectionHead::Command(Command::Condition) | SectionHead::Twin(TwinCommand::Condition)
            ) {
                add_conditions(&section.words, language, RuleSet::default(), &mut findings);
            }
        }
        spans.extend(findings.conditions);
    }
    spans
}

#[derive(Default)]
struct PopeyeReader<'a> {
    text: &'a str,
    language: Language,
    problem: Problem,
    /// Lines of the title. Like origin and award, it may be given on several lines.
    titles: Vec<&'a str>,
    origins: Vec<&'a str>,
    awards: Vec<&'a str>,
    /// Span of the last `option` command.
    options: Span,
    /// Whether a stipulation was given, even a wrong one.
    has_stipulation: bool,
    /// Men placed on occupied squares, each with the man that was there before.
    replacing: Vec<(ListedMan, Unit)>,
    findings: Findings,
}

impl<'a> PopeyeReader<'a> {
    fn section(&mut self, section: &HeadedSection<'a>) {
        match &section.head {
            SectionHead::Command(command) => self.command(*command, section),
            SectionHead::Twin(command) => {
                if let Some(twin) = self.problem.twins.last_mut() {
                    change(*command, self.text, section, self.language, twin, &mut self.findings);
                }
            }
            SectionHead::Ambiguous(names) => self.findings.ambiguous(section.keyword, names),
            SectionHead::Missing => {
                let expected = format!("expected `{}`", command_name(Command::Begin, self.language));
                let names = Language::ALL.map(|language| command_name(Command::Begin, language));
                self.findings.unknown(section.keyword, self.language, "command", &expected, names.into_iter());
            }
        }
    }

    fn command(&mut self, command: Command, section: &HeadedSection<'a>) {
        if !self.problem.twins.is_empty() && is_of_the_diagram(command) {
            let message = format!("{} comes after a twin", quoted(section.keyword.text));
            self.findings.error(section.keyword.span(), message, "expected this command before the first twin");
            return;
        }
        let (language, words) = (self.language, &section.words[..]);
        match command {
            Command::Begin if self.has_begun(section) => {
                let expected = format!("expected `{}` before it", command_name(Command::Next, language));
                self.findings.error(section.keyword.span(), "a new problem begins before this one ends", expected);
            }
            Command::Begin | Command::Next | Command::End => unused(words, language, &mut self.findings),
            Command::Author => self.problem.heading.authors.extend(line(section).map(str::to_string)),
            Command::Origin => self.origins.extend(line(section)),
            Command::Title => self.titles.extend(line(section)),
            Command::Award => self.awards.extend(line(section)),
            Command::Remark => self.problem.heading.remarks.extend(line(section).map(str::to_string)),
            Command::Protocol | Command::LaTeX | Command::LaTeXPieces => {
                let message = format!("the command {} is ignored", quoted(section.keyword.text));
                self.findings.warning(section.keyword.span(), message, "nothing is written to files");
            }
            Command::Stipulation => {
                let stipulation = traditional_stipulation(self.text, section, language, &mut self.findings);
                self.stipulation(section.keyword, stipulation);
            }
            Command::SStipulation => {
                let stipulation = structured_stipulation(self.text, section, language, &mut self.findings);
                self.stipulation(section.keyword, stipulation);
            }
            Command::Option => {
                self.expect_words(section, "expected an option");
                set_options(words, language, &mut self.problem.options, &mut self.findings);
                self.problem.diagram.en_passant = self.problem.options.passed_over();
                self.options = section.keyword.span();
            }
            Command::Condition => {
                self.expect_words(section, "expected a condition");
                let before = std::mem::take(&mut self.problem.rules);
                self.problem.rules = add_conditions(words, language, before, &mut self.findings);
            }
            Command::Forsyth => match words {
                [] => self.expect_words(section, "expected a board"),
                [word, rest @ ..] => {
                    let men = board(*word, language, &mut self.findings);
                    self.put(men);
                    let (fields, rest) = rest.split_at(fen_fields(rest));
                    if let [first, .., last] | [first @ last] = fields {
                        self.findings.warning(
                            first.start..last.span().end,
                            "the words after the board are ignored, as in Popeye",
                            "expected a command; the stipulation decides who begins, and NoCastling and EnPassant are \
                             options",
                        );
                    }
                    unused(rest, language, &mut self.findings);
                }
            },
            Command::Pieces => {
                self.expect_words(section, "expected a colour and men");
                let found = men(words, language, &mut self.findings);
                self.put(found.men);
                self.problem.diagram.invisible = found.invisible.unwrap_or(self.problem.diagram.invisible);
            }
            Command::GameArray => {
                unused(words, language, &mut self.findings);
                let span = section.keyword.span();
                let man = |(square, unit): (_, Unit)| ListedMan { square, unit, span: span.clone() };
                self.put(Placement::game_array().iter().map(man));
            }
            Command::Twin => self.twin(words),
            Command::ZeroPosition => {
                if !self.problem.twins.is_empty() {
                    let message = format!("{} comes after a twin", quoted(section.keyword.text));
                    self.findings.error(section.keyword.span(), message, "expected `zeroposition` as the first twin");
                }
                self.problem.zeroposition = true;
                self.twin(words);
            }
        }
    }

    fn has_begun(&self, section: &HeadedSection) -> bool {
        self.text[..section.keyword.start].chars().any(|c| !c.is_whitespace() && c != '\u{FEFF}')
    }

    fn expect_words(&mut self, section: &HeadedSection, expected: &str) {
        if section.words.is_empty() {
            let message = format!("there is nothing after {}", quoted(section.keyword.text));
            self.findings.error(section.keyword.span(), message, expected);
        }
    }

    fn stipulation(&mut self, keyword: SectionWord, stipulation: Option<Stipulation>) {
        if self.has_stipulation {
            self.findings.error(keyword.span(), "the stipulation is given twice", "expected one stipulation");
            return;
        }
        self.has_stipulation = true;
        if stipulation.as_ref().is_some_and(Stipulation::is_a_to_b) {
            // The men placed before are position A; those after are position B.
            self.problem.diagram.start = Some(std::mem::take(&mut self.problem.diagram.placement));
        }
        self.problem.stipulation = stipulation;
    }

    /// Places men on the board. A man replaces another one on the same square.
    fn put(&mut self, men: impl IntoIterator<Item = ListedMan>) {
        for man in men {
            if let Some(before) = self.problem.diagram.placement.put(man.square, man.unit) {
                self.replacing.push((man, before));
            }
        }
    }

    fn twin(&mut self, words: &[SectionWord]) {
        self.problem.twins.push(Twin::default());
        unused(words, self.language, &mut self.findings);
    }

    /// Reports each man whose square was given to another man later. If a condition lets covered men reappear,
    /// the earlier man is placed beneath the later one.
    fn report_replaced(&mut self) {
        let changed = self.problem.twins.iter().flat_map(|twin| &twin.changes).filter_map(|change| match change {
            Change::Condition { rules, .. } => Some(rules),
            _ => None,
        });
        let comes_to_light = |condition: &Condition| {
            ["GhostChess", "HauntedChess"].contains(&condition.def.name)
                || condition.has("Volcanic")
                || condition.has("Parachute")
        };
        let come_to_light =
            std::iter::once(&self.problem.rules).chain(changed).flat_map(RuleSet::conditions).any(comes_to_light);
        let mut beneath = Placement::on(self.problem.diagram.placement.shape().clone());
        for (man, before) in std::mem::take(&mut self.replacing) {
            let (above, below, square) = (man.unit.in_words(), before.in_words(), man.square);
            let expected = "expected an empty square";
            if !come_to_light {
                let message = format!("the {above} replaces the {below} on {square}");
                self.findings.warning(man.span, message, expected);
            } else if before.is_royal() || beneath.put(square, before).is_some() {
                let message = format!("a king beneath another man, or more than one man, on {square} is not supported");
                self.findings.error(man.span, message, expected);
            } else {
                let message = format!("the {below} on {square} is beneath the {above}");
                self.findings.warning(man.span, message, expected);
            }
        }
        self.problem.diagram.beneath = Some(beneath).filter(|beneath| beneath.len() > 0);
    }

    /// Whether no command has described any part of a problem.
    fn says_nothing(&self) -> bool {
        !self.has_stipulation && self.problem == Problem::default() && self.titles.is_empty() && self.origins.is_empty()
    }

    fn finish(mut self, ended: bool) -> (Option<Problem>, Vec<Diagnostic>) {
        let end = self.text.trim_end().len();
        if self.says_nothing() {
            if self.findings.has_no_error() {
                let expected = format!("expected `{}`", command_name(Command::Pieces, self.language));
                self.findings.error(last_word(self.text), "the problem is empty", expected);
            }
            return (Some(self.problem), self.findings.into_sorted());
        }
        if !ended {
            let name = |command| command_name(command, self.language);
            let expected = format!("expected `{}` or `{}`", name(Command::Next), name(Command::End));
            self.findings.error(end..end, "the problem does not end", expected);
        }
        if !self.has_stipulation {
            let expected = format!("expected the command `{}`", command_name(Command::Stipulation, self.language));
            let missing = Diagnostic::error(last_word(self.text), "there is no stipulation", expected);
            self.findings.add(|| missing.of_missing_stipulation());
        }
        self.report_replaced();
        if self.findings.has_no_error() && together::is_without_kings(&self.problem) {
            self.findings.add(|| together::no_king(last_word(self.text)));
        }
        let diagram = &self.problem.diagram;
        if let Some(passed) = diagram.en_passant
            && let Err(found) = fields::en_passant(&passed.to_string(), None, Some(&diagram.placement), None)
        {
            self.findings.error(self.options.clone(), found.message, "expected EnPassant with a double step just made");
        }
        let heading = &mut self.problem.heading;
        heading.title = joined(&self.titles, " ");
        heading.source = joined(&self.origins, ", ");
        heading.award = joined(&self.awards, ", ");
        (Some(self.problem), self.findings.into_sorted())
    }
}

/// Whether the command must precede the twins, because it describes the diagram.
fn is_of_the_diagram(command: Command) -> bool {
    use Command::*;
    matches!(command, Stipulation | SStipulation | Option | Condition | Forsyth | Pieces | GameArray)
}

/// Returns how many of the words continue a FEN after its board: side to move, castling, en passant, two
/// counters.
fn fen_fields(words: &[SectionWord]) -> usize {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fields: [fn(&str) -> bool; 5] = [
        |text| matches!(text, "w" | "b"),
        |text| text == "-" || text.bytes().all(|byte| b"KQkq".contains(&byte)),
        |text| text == "-" || Square::parse(text).is_some(),
        is_number,
        is_number,
    ];
    words.iter().zip(fields).take_while(|(word, is_field)| is_field(word.text)).count()
}

fn line<'a>(section: &HeadedSection<'a>) -> Option<&'a str> {
    Some(section.line).filter(|line| !line.is_empty())
}

fn joined(lines: &[&str], with: &str) -> Option<String> {
    (!lines.is_empty()).then(|| lines.join(with))
}

fn last_word(text: &str) -> Span {
    let text = text.trim_end();
    let start = text.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let start = (start..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    start..text.len()
}
