//! Writes the page for a browser: an overview, and for each problem its diagram, captions, verdict, findings,
//! play and definitions.

use super::super::picture::{Board, Caption, Figures};
use super::super::style::TextStyle;
use super::super::surroundings::{note_text, with_arrows};
use super::super::words::Words;
use super::board::{Drawings, board};
use super::play::PlayWriter;
use super::{ManDrawings, PageProblem, ProblemInfo, ProblemNames};
use crate::problem::{Men, Problem};
use crate::solution::{BoardAfter, Finding, Note, Solution, TwinSolution, Verdict, gathered};
use crate::solve::beginning;
use crate::themes::{FoundPath, FoundTheme, Strength};
use crate::units::GOALS;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = concat!(include_str!("play.css"), include_str!("style.css"));
const SCRIPT: &str = concat!(include_str!("player.js"), include_str!("script.js"));

/// Returns the HTML before the first problem.
pub fn head() -> String {
    let markup = html! {
        (DOCTYPE)
        // [`foot`] closes the elements opened here.
        (PreEscaped("<html lang=\"en\">\n"))
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="generator" content=(concat!("Keymove ", env!("CARGO_PKG_VERSION")));
            title { "Chess problems: solutions and verdicts" }
            style { (PreEscaped(STYLE)) }
        }
        (PreEscaped("\n<body>\n<main>\n"))
    };
    markup.into_string()
}

/// Returns the HTML after the last problem: the drawings of the men, and the script that builds the overview.
pub fn foot(summary: &str, drawn: &ManDrawings) -> String {
    let figures: String = drawn.values().map(String::as_str).collect();
    let markup = html! {
        (PreEscaped("</main>\n"))
        footer {
            @for line in summary.lines() { p { (line) } }
            p {
                "Solved by Keymove " (env!("CARGO_PKG_VERSION")) ". Figures: Noto Sans Symbols 2, Copyright 2017 Google \
                 Inc., SIL Open Font License 1.1."
            }
        }
        svg .figures aria-hidden="true" width="0" height="0" { defs { (PreEscaped(figures)) } }
        script { (PreEscaped(SCRIPT)) }
        (PreEscaped("\n</body>\n</html>\n"))
    };
    markup.into_string()
}

pub fn solved(about: &ProblemInfo, caption: &Caption, full_text: PageProblem, drawn: &mut ManDrawings) -> String {
    let PageProblem { problem, solution, judgement, themes, style, .. } = full_text;
    let themes = themes.map(|themes| &themes.found[..]).unwrap_or_default();
    let mut writer = PlayWriter {
        text: String::new(),
        drawings: Drawings { figures: Figures::of_problem(problem), known: std::mem::take(drawn) },
        style,
        findings: judgement.findings.iter().map(|finding| (finding, false)).collect(),
        themes: themes.iter().map(|told| (&told.paths[..], Vec::new())).collect(),
        moves: 0,
        left_out: 0,
    };
    let first = twins(&mut writer, solution);
    let in_the_end = Board::of(&problem.diagram.placement, &problem.rules);
    // In a proof game, play does not begin at the diagram.
    let is_reached = first.as_ref().is_some_and(|first| !first.placement.iter().eq(in_the_end.placement.iter()))
        && !problem.zeroposition;
    let is_large = in_the_end.placement.shape().files() > 10;
    let of = format!("The board of {}", caption.name());
    let played = board(first.as_ref().unwrap_or(&in_the_end), &mut writer.drawings, &of);
    let reached = is_reached.then(|| board(&in_the_end, &mut writer.drawings, "The position to be reached"));
    let begins_in_array = is_reached && problem.diagram.start.is_none();
    let PlayWriter { text: play, drawings, findings, themes: marked, left_out, .. } = writer;
    *drawn = drawings.known;
    let verdict = judgement.verdict;
    let markup = html! {
        article .problem data-verdict=(verdict.name()) data-findings=(kinds(&judgement.findings))
            data-seconds=[seconds(about)] data-themes=[counted(themes)] {
            (heading(about, caption, verdict, style.words()))
            div .columns .wide[is_large] {
                div .left .two[is_reached] {
                    @match &reached {
                        // For a proof game, the diagram comes first, then the game array from which it is
                        // played.
                        Some(reached) if begins_in_array => {
                            figure { (reached) }
                            (below(caption))
                            figure .played { (played) (controls()) }
                        }
                        Some(reached) => {
                            figure .played { (played) (controls()) }
                            (below(caption))
                            p .note { "To be reached:" }
                            figure { (reached) }
                        }
                        None => {
                            figure .played { (played) (controls()) }
                            (below(caption))
                        }
                    }
                }
                div .right {
                    (list_of(&judgement.findings, &findings, &style))
                    (chips(themes, &marked))
                    (PreEscaped(play))
                    @if left_out > 0 { p .note { (left_out) " more are not shown here." } }
                    (cuts(solution, style.words()))
                    (definitions(problem))
                    (place(about, caption))
                }
            }
        }
    };
    markup.into_string() + "\n"
}

/// Writes the play of all twins. Returns the board on which the play of the first twin begins, or `None` if no twin can
/// be set up.
fn twins<'a>(writer: &mut PlayWriter<'a>, solution: &'a Solution) -> Option<Board> {
    let mut known: Vec<&Note> = Vec::new();
    let mut first: Option<Board> = None;
    for twin in &solution.twins {
        let Some(problem) = &twin.problem else { continue };
        let position = beginning(problem).unwrap_or_else(|| problem.diagram.placement.clone());
        let drawn = Board::of(&position, &problem.rules);
        let begin = BoardAfter::begin(drawn.placement.clone(), Men::default()).with_imitators(drawn.imitators.clone());
        open_twin(writer, twin, &begin, &mut known);
        writer.twin(twin, &begin);
        writer.text.push_str("</section>");
        first.get_or_insert(drawn);
    }
    first
}

pub fn refused(about: &ProblemInfo, caption: &Caption, why: &str, words: &Words) -> String {
    let markup = html! {
        article .problem data-verdict=(Verdict::Invalid.name()) data-findings="" {
            (heading(about, caption, Verdict::Invalid, words))
            ul .findings { li .error { (why) } }
            @if !caption.stipulation.is_empty() { (below(caption)) }
            (place(about, caption))
        }
    };
    markup.into_string() + "\n"
}

pub fn changed(difference: &str) -> String {
    html! { pre .changed { (difference) } }.into_string() + "\n"
}

fn seconds(about: &ProblemInfo) -> Option<String> {
    about.seconds.map(|seconds| format!("{seconds:.2}"))
}

/// Returns the names of the kinds of findings (such as `cook`), separated by commas, without duplicates.
fn kinds(findings: &[Finding]) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for finding in findings {
        if !kinds.contains(&finding.kind.name()) {
            kinds.push(finding.kind.name());
        }
    }
    kinds.join(", ")
}

fn place(about: &ProblemInfo, caption: &Caption) -> Markup {
    html! {
        p .place { (ProblemNames::of(about, caption).place) @if let Some(seconds) = seconds(about) { " · " (seconds) " s" } }
    }
}

fn heading(about: &ProblemInfo, caption: &Caption, verdict: Verdict, words: &Words) -> Markup {
    let names = ProblemNames::of(about, caption);
    html! {
        header {
            h2 {
                span .title { (names.first) }
                " " span class=(format!("verdict {}", verdict.name())) { (words.verdict(verdict)) }
            }
            @if !caption.source.is_empty() { p .source { (caption.source) } }
            @if let Some(title) = &names.title { p .name-of { "“" (title) "”" } }
            @for remark in &caption.remarks { p .remark { "(" (remark) ")" } }
        }
    }
}

fn controls() -> Markup {
    html! {
        div .controls {
            button type="button" data-go="start" title="The diagram (Home)" { "|◀" }
            button type="button" data-go="back" title="One move back (←)" { "◀" }
            button type="button" data-go="on" title="One move on (→)" { "▶" }
            button type="button" data-go="end" title="To the end of the line (End)" { "▶|" }
            output aria-live="polite" {}
        }
    }
}

fn below(caption: &Caption) -> Markup {
    html! {
        div .below {
            p .foot { span .stipulation { (caption.stipulation) } " " span .count { (caption.count) } }
            @for line in caption.below.iter().chain(&caption.twins) { p { (line) } }
        }
    }
}

/// Maximum number of cooks that one entry of the list of findings names. In the play, each cook is marked.
const MOST_LISTED: usize = 5;

/// Writes the list of all findings. `marked` pairs each finding with a flag that is true if the play shows it at its
/// move. Such an entry of the list links to that move. An entry for several findings links to the first of them.
fn list_of(findings: &[Finding], marked: &[(&Finding, bool)], style: &TextStyle) -> Markup {
    let about = |finding: &Finding| (finding.kind, finding.twin.clone(), finding.exchanged, finding.path.clone());
    html! {
        @if !findings.is_empty() {
            ul .findings {
                @for finding in gathered(findings, MOST_LISTED) {
                    li class=(finding.severity.word()) {
                        @match marked.iter().position(|(marked, is_said)| *is_said && about(marked) == about(&finding)) {
                            Some(number) => button type="button" .to data-f=(number) { (style.finding(&finding)) }
                            None => (style.finding(&finding))
                        }
                    }
                }
            }
        }
    }
}

/// Writes the themes as buttons. A click marks their men, squares and moves on the page. `marked` has the numbers of
/// each theme's moves.
fn chips(themes: &[FoundTheme], marked: &[(&[FoundPath], Vec<usize>)]) -> Markup {
    let words = |squares: &mut dyn Iterator<Item = String>| squares.collect::<Vec<_>>().join(" ");
    html! {
        @if !themes.is_empty() {
            div .themes {
                @for (told, (_, moves)) in themes.iter().zip(marked) {
                    button type="button" .chip .formal[told.strength == Strength::Formal] title=(told.line())
                        data-men=(words(&mut told.men.iter().map(|man| man.square.to_string())))
                        data-squares=(words(&mut told.squares.iter().map(ToString::to_string)))
                        data-moves=(words(&mut moves.iter().map(ToString::to_string))) {
                        (told.theme.name)
                        @if let Some(count) = told.count.filter(|&count| count > 1) { " " (count) }
                    }
                }
                p .evidence aria-live="polite" {}
            }
        }
    }
}

/// Returns the names of the themes with their counts, as the filter of the page reads them: `model mate=4;Zilahi=1`.
/// Returns `None` if there are no themes.
fn counted(themes: &[FoundTheme]) -> Option<String> {
    let told = |told: &FoundTheme| format!("{}={}", told.theme.name, told.count.unwrap_or(1));
    let all: Vec<String> = themes.iter().map(told).collect();
    (!all.is_empty()).then(|| all.join(";"))
}

/// Writes the heading of a twin, and those notes on its position that are not yet in `known`, the notes of earlier
/// twins. A note about a king that can be captured is always written.
fn open_twin<'a>(writer: &mut PlayWriter, twin: &'a TwinSolution, begin: &BoardAfter, known: &mut Vec<&'a Note>) {
    let position = writer.drawings.position(begin);
    let mut notes: Vec<String> = Vec::new();
    for note in &twin.notes {
        if note.is_king_capture() || !known.contains(&note) {
            notes.push(note_text(note));
            known.push(note);
        }
    }
    let title = format!("{} {}", twin.label, with_arrows(&twin.changes));
    // The section is closed after the play.
    let markup = html! {
        (PreEscaped(format!("<section class=\"twin\" data-b=\"{position}\">")))
        @if !twin.label.is_empty() { h3 .label { (title.trim()) } }
        @for note in notes { p .note { (note) } }
    };
    writer.text.push_str(&markup.into_string());
}

/// Writes, for each twin whose search was cut, the limit that cut it (such as time).
fn cuts(solution: &Solution, words: &Words) -> Markup {
    html! {
        @for twin in &solution.twins {
            @if let Some(cut) = twin.cut { p .cut { (words.undecided) " " (twin.label) " " (words.cut(cut)) } }
        }
    }
}

/// Lists the definitions of the problem's goals, conditions and fairy pieces.
fn definitions(problem: &Problem) -> Markup {
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut add = |name: String, doc: &str| {
        if !rows.iter().any(|(known, _)| *known == name) {
            rows.push((name, doc.to_string()));
        }
    };
    if let Some(stipulation) = &problem.stipulation {
        stipulation.schedule(&problem.options).play.for_each_goal(&mut |goal| {
            if let Some(def) = GOALS.iter().find(|def| def.symbol == goal.symbol()) {
                add(def.symbol.to_string(), def.doc);
            }
        });
    }
    for condition in problem.rules.conditions() {
        add(condition.def.name.to_string(), condition.def.doc);
        for variant in condition.def.variants.iter().filter(|variant| condition.has(variant.name)) {
            add(format!("{} {}", condition.def.name, variant.name), variant.doc);
        }
    }
    for (_, unit) in problem.diagram.placement.iter() {
        if !unit.piece.is_orthodox() && !unit.piece.is_own() {
            add(unit.piece.def().name.to_string(), unit.piece.def().doc);
        }
    }
    html! {
        @if !rows.is_empty() {
            details .definitions {
                summary { "Definitions" }
                dl { @for (name, doc) in rows { dt { (name) } dd { (doc) } } }
            }
        }
    }
}
