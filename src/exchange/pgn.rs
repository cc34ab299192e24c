//! Reads and writes problems as PGN games with a set-up. The position is in the tag `FEN`, the stipulation in the tag
//! `Stipulation`, and other fields are in tags named like the opcodes of the line format. The moves of the game are the
//! author's solution.

use super::Written;
use super::conventional::{are_one_problem, conventional, rooks_at_home};
use super::splice::{SourcePlace, Splice, TextPiece as Words};
use crate::problem::Problem;
use crate::syntax::{self, ConditionSpan, Diagnostic, Span, quoted};
use crate::units::{Castling, Square};
use std::fmt::Write;

/// The PGN tags of a problem, each with its opcode in the line format. The tag `White` has the author, as is usual in
/// databases.
const TAGS: &[(&str, &str)] = &[
    ("Stipulation", "stip"),
    ("SStipulation", "sstip"),
    ("Start", "start"),
    ("Game", "game"),
    ("Piece", "piece"),
    ("Condition", "cond"),
    ("Option", "opt"),
    ("Twin", "twin"),
    ("Solution", "sol"),
    ("Solutions", "nsol"),
    ("Theme", "theme"),
    ("White", "author"),
    ("Event", "source"),
    ("Title", "title"),
    ("Award", "award"),
    ("Id", "id"),
    ("Remark", "remark"),
];

/// Tags that have no opcode but are not reported as unknown. `FEN` is read separately; the others have no meaning for a
/// problem and are ignored.
const PASSED_OVER: &[&str] = &["SetUp", "FEN", "Site", "Date", "Round", "Black", "Result", "Annotator", "PlyCount"];

/// Results of games. They are ignored, since a problem has no result.
const RESULTS: [&str; 4] = ["*", "1-0", "0-1", "1/2-1/2"];

/// Parses one game as a problem. If there is an error, the problem is `None`.
pub fn problem(text: &str) -> (Option<Problem>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let Some(splice) = line(text, &mut found) else { return (None, found) };
    let (problem, more) = splice.problem();
    found.extend(more);
    found.sort_by_key(|found| found.span.start);
    let problem = problem.filter(|_| !found.iter().any(Diagnostic::is_error));
    (problem, found)
}

/// Converts a range of bytes in the author's solution, `within`, to the span in the game `text`. Returns `None` if the
/// game has no solution.
pub fn solution_span(text: &str, within: Span) -> Option<Span> {
    line(text, &mut Vec::new())?.solution_span(within)
}

/// Returns a problem that contains only the heading and the stipulation of the game.
pub fn named(text: &str) -> Problem {
    line(text, &mut Vec::new()).map_or_else(Problem::default, |splice| splice.named())
}

pub fn condition_spans(text: &str) -> Vec<ConditionSpan> {
    line(text, &mut Vec::new()).map_or_else(Vec::new, |splice| splice.condition_spans(syntax::condition_spans))
}

pub fn begins_tags(line: &str) -> bool {
    line.trim_start().strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// A tag of a game: its name, the span of the name, the value between the quotes, and the offset of the value in the
/// game's text.
struct Tag<'a> {
    name: &'a str,
    span: Span,
    value: &'a str,
    at: usize,
}

fn line(text: &str, found: &mut Vec<Diagnostic>) -> Option<Splice> {
    let (tags, moves) = tags(text, found);
    let first = 0..text.lines().next().map_or(0, str::len);
    let Some(fen) = tags.iter().find(|tag| tag.name == "FEN") else {
        found.push(Diagnostic::error(first, "the game has no tag FEN", "expected `[FEN \"…\"]` with the diagram"));
        return None;
    };
    let mut splice = Splice::default();
    let words = |value: &str, at: usize| Words { text: value.to_string(), place: SourcePlace::Exact(at) };
    splice.quote(&words(fen.value, fen.at));
    let mut said: Vec<&str> = Vec::new();
    for tag in &tags {
        let Some((_, opcode)) = TAGS.iter().find(|(name, _)| *name == tag.name) else {
            if !PASSED_OVER.contains(&tag.name) {
                let message = format!("the tag {} is ignored", quoted(tag.name));
                found.push(Diagnostic::warning(tag.span.clone(), message, "expected a tag that problems use"));
            }
            continue;
        };
        if tag.value.trim().is_empty() || tag.value == "?" {
            continue;
        }
        said.push(opcode);
        splice.say(&format!(" {opcode} \""), &tag.span);
        splice.quote(&words(tag.value, tag.at));
        splice.say("\";", &tag.span);
    }
    if !said.contains(&"stip") && !said.contains(&"sstip") {
        let expected = "expected `[Stipulation \"h#2\"]`: without it, this is a game, not a problem";
        found.push(Diagnostic::error(fen.span.clone(), "the game has no tag Stipulation", expected));
        return None;
    }
    let words = movetext(text, moves.clone());
    let has_moves = words.iter().any(MoveWord::is_move);
    if has_moves && said.contains(&"sol") {
        let expected = "expected no moves in addition to the tag Solution";
        found.push(Diagnostic::warning(
            moves,
            "the moves are ignored: the tag Solution contains the author's \
                                               solution",
            expected,
        ));
    } else if !words.is_empty() {
        // A comment before the first move is about the problem as a whole.
        let opcode = if has_moves { "sol" } else { "remark" };
        splice.say(&format!(" {opcode} \""), &(moves.start..moves.start));
        for word in words {
            splice.quote(&if has_moves { word.words } else { without_braces(word.words) });
            splice.say(" ", &word.span);
        }
        splice.say("\";", &first);
    }
    Some(splice)
}

/// Returns the tags of the game `text`, and the span of the moves that follow them. Adds an error to `found` for each
/// tag that cannot be read.
fn tags<'a>(text: &'a str, found: &mut Vec<Diagnostic>) -> (Vec<Tag<'a>>, Span) {
    let mut tags = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, whole) = (at, line.trim());
        let begin = start + (line.len() - line.trim_start().len());
        if !whole.is_empty() && !begins_tags(line) {
            let end = start + text[start..].trim_end().len();
            return (tags, start..end);
        }
        at += line.len();
        if whole.is_empty() {
            continue;
        }
        let name = whole[1..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        let value = whole.find('"').zip(whole.rfind('"')).filter(|(open, close)| open < close && whole.ends_with(']'));
        let Some((open, close)) = value else {
            let span = begin..begin + whole.len();
            found.push(Diagnostic::error(span, "the tag cannot be read", "expected `[Name \"value\"]` on one line"));
            continue;
        };
        let span = begin + 1..begin + 1 + name.len();
        tags.push(Tag { name, span, value: &whole[open + 1..close], at: begin + open + 1 });
    }
    (tags, text.len()..text.len())
}

/// One word of a game's moves, or a whole comment in braces.
struct MoveWord {
    words: Words,
    span: Span,
    is_comment: bool,
}

impl MoveWord {
    /// Whether the word is a move. It is none if it is a comment or consists only of punctuation.
    fn is_move(&self) -> bool {
        !self.is_comment && self.words.text.contains(|c: char| c.is_alphanumeric())
    }
}

/// Splits the moves of a game into words as they are in an author's solution. Numeric glyphs become signs such as `!`,
/// line ends become blanks, and the result of the game (`1-0`) is left out.
fn movetext(text: &str, moves: Span) -> Vec<MoveWord> {
    let mut list = Vec::new();
    let mut at = moves.start;
    while let Some(start) = text[at..moves.end].find(|c: char| !c.is_whitespace()).map(|skipped| at + skipped) {
        let rest = &text[start..moves.end];
        let is_comment = rest.starts_with('{');
        let length = match is_comment {
            true => rest.find('}').map(|end| end + 1),
            false => rest.find(|c: char| c.is_whitespace() || c == '{'),
        };
        let span = start..start + length.unwrap_or(rest.len());
        at = span.end;
        let word = &text[span.clone()];
        let sign = match word {
            "$1" => "!",
            "$2" => "?",
            "$3" => "!!",
            "$4" => "??",
            "$5" => "!?",
            "$6" => "?!",
            _ => "",
        };
        if is_comment && word.trim_matches(['{', '}']).trim().is_empty() {
            continue;
        }
        let words = match sign {
            "" if word.starts_with('$') || RESULTS.contains(&word) => continue,
            "" => {
                let escaped = word.replace('\\', "\\\\").replace('"', "\\\"").replace(['\r', '\n', '\t'], " ");
                let place =
                    if escaped == word { SourcePlace::Exact(span.start) } else { SourcePlace::Within(span.clone()) };
                Words { text: escaped, place }
            }
            sign => Words { text: sign.to_string(), place: SourcePlace::Within(span.clone()) },
        };
        list.push(MoveWord { words, span, is_comment });
    }
    list
}

fn without_braces(word: Words) -> Words {
    let place = match word.place {
        SourcePlace::Exact(at) if word.text.starts_with('{') => SourcePlace::Exact(at + 1),
        place => place,
    };
    Words { text: word.text.trim_matches(['{', '}']).to_string(), place }
}

/// Writes the problem as a game without moves; the author's solution goes into a tag.
pub fn written(problem: &Problem) -> Result<Written, Vec<String>> {
    let own = super::line::written(problem)?;
    let (mut said, mut lost) = (own.said, own.lost);
    let mut plain = |what: &str, value: &mut String| {
        let text: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if text != *value {
            lost.push(format!("line breaks in the {what}"));
            *value = text;
        }
    };
    let heading = &mut said.heading;
    heading.remarks.iter_mut().for_each(|remark| plain("remark", remark));
    said.intent.solution.iter_mut().for_each(|solution| plain("author's solution", solution));
    for value in [&mut heading.id, &mut heading.source, &mut heading.title, &mut heading.award] {
        value.iter_mut().for_each(|value| plain("heading", value));
        // In PGN a question mark means an unknown value.
        *value = value.take().filter(|value| !value.trim().is_empty() && value != "?");
    }
    heading.authors.iter_mut().for_each(|author| plain("author", author));
    heading.authors.retain(|author| !author.trim().is_empty() && author != "?");
    heading.remarks.retain(|remark| !remark.trim().is_empty() && remark != "?");
    said.intent.solution = said.intent.solution.take().filter(|text| !text.trim().is_empty() && text != "?");
    let line = syntax::epd(&said);
    let fields: Vec<&str> = line.split(' ').take(4).collect();
    let fen = standard_fen(problem).unwrap_or_else(|| fields.join(" "));
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let values = opcodes(&line[fields.join(" ").len()..]);
    tag("Event", said_by(&values, "source").next().unwrap_or("?"));
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", "?");
    said_by(&values, "author").for_each(|author| tag("White", author));
    if said_by(&values, "author").next().is_none() {
        tag("White", "?");
    }
    tag("Black", "?");
    tag("Result", "*");
    tag("SetUp", "1");
    tag("FEN", &fen);
    for (name, opcode) in TAGS.iter().filter(|(name, _)| !["White", "Event"].contains(name)) {
        said_by(&values, opcode).for_each(|value| tag(name, value));
    }
    text.push_str("\n*\n\n");
    Ok(Written { text, said, lost })
}

/// Returns the FEN of the diagram with the side to move and the castling rights, as other programs write it. Returns
/// `None` if the problem would have another meaning when it is read with this FEN.
fn standard_fen(problem: &Problem) -> Option<String> {
    conventional(problem).ok().filter(|plain| plain.rules.bitboards().is_some())?;
    let side = problem.stipulation.as_ref()?.schedule(&problem.options).first_mover();
    let rooks: Vec<_> = match &problem.diagram.castling {
        Castling::Rooks(rooks) => rooks.clone(),
        Castling::AtHome => {
            let may = |rook: &Square| !problem.options.no_castling.contains(rook);
            rooks_at_home(&problem.diagram.placement).into_iter().filter(may).collect()
        }
    };
    let mut diagram = problem.diagram.clone();
    (diagram.side_to_move, diagram.castling) = (Some(side), Castling::Rooks(rooks));
    // The castling rights of a proof game are those of the game array, not those of the diagram.
    let read = Problem { diagram: diagram.clone(), ..problem.clone() };
    if !are_one_problem(&read, problem) {
        return None;
    }
    let line = syntax::epd(&Problem { diagram, ..Problem::default() });
    Some(format!("{} 0 1", line.split(' ').take(4).collect::<Vec<_>>().join(" ")))
}

/// Iterates over the values of one opcode, in their order in `values`.
fn said_by<'v>(values: &'v [(String, String)], opcode: &'v str) -> impl Iterator<Item = &'v str> {
    values.iter().filter(move |(name, _)| name == opcode).map(|(_, value)| value.as_str())
}

/// Splits the opcodes of a line that this program has written into pairs of a name and a value. Backslashes that escape
/// characters of a value are kept.
fn opcodes(mut text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    while let Some((name, rest)) = text.split_once('"') {
        let mut escaped = false;
        let end = rest.find(|c: char| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let Some(end) = end else { break };
        found.push((name.trim_start_matches(';').trim().to_string(), rest[..end].to_string()));
        text = &rest[end + 1..];
    }
    found
}
