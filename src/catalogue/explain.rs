//! Explains a word, from the tables that the parsers use.

use super::list::play_doc;
use crate::conditions::{CONDITIONS, Condition};
use crate::games::GAMES;
use crate::problem::{Branch, Mode, OPTIONS, Options, Play, Reply, Stipulation};
use crate::report::{TERMS, meanings, terms};
use crate::syntax::{self, nearest};
use crate::themes;
use crate::units::{GOALS, Piece, TRAITS, Unit};

/// Returns an explanation of a stipulation, goal, condition, option, piece, attribute, game, theme or term of the
/// output.
///
/// A word with several meanings gets all of them. Each meaning begins on a new line, and its details are indented.
///
/// ```
/// let text = keymove::explain("Madrasi").unwrap();
/// assert!(text.starts_with("condition Madrasi\n  "));
/// assert!(keymove::explain("Madrassi").unwrap_err().ends_with("did you mean `Madrasi`?"));
/// ```
///
/// # Errors
/// The error, if nothing has this name, is one line that suggests the nearest word.
pub fn explain(text: &str) -> Result<String, String> {
    let text = text.trim();
    let meanings = [
        term(text),
        stipulation(text),
        goal(text),
        conditions(text),
        option(text),
        piece(text),
        other(text),
        theme(text),
    ];
    let meanings: Vec<String> = meanings.into_iter().flatten().collect();
    if meanings.is_empty() { Err(unknown(text)) } else { Ok(meanings.join("\n")) }
}

/// The source of most meanings: Popeye, tested as a black box.
const POPEYE: &str = "Popeye 4.104";

/// Returns the explanation of a composition term, or `None` if the text is no such term.
fn term(text: &str) -> Option<String> {
    let text: String = terms(text).map(|term| format!("term {}\n  {}\n", term.names[0], term.doc)).collect();
    (!text.is_empty()).then_some(text)
}

fn stipulation(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let read = match ["white ", "black "].iter().any(|side| lower.starts_with(side)) {
        true => syntax::structured(text),
        false => syntax::stipulation(text),
    };
    let stipulation = read.ok()?;
    let schedule = stipulation.schedule(&Options::default());
    let mut entry = format!("stipulation {stipulation}\n");
    if let Stipulation::Traditional(traditional) = &stipulation {
        entry += &format!("  {}\n", play_doc(traditional));
        let (moves, half) = (traditional.half_moves / 2, traditional.half_moves % 2);
        entry += &format!("  length: {moves}{} moves\n", if half == 1 { ".5" } else { "" });
    }
    entry += &format!("  {} moves first\n", schedule.first_mover().name());
    play(&schedule.play, 1, &mut entry);
    Some(entry + &format!("  source: {POPEYE}, whose stipulations have the same names\n"))
}

/// Appends the play of a stipulation to `entry` as an indented tree, with one line for each branch and each goal.
/// `depth` is the indentation.
fn play(play_: &Play, depth: usize, entry: &mut String) {
    let indent = "  ".repeat(depth);
    match play_ {
        Play::Goal(goal) => *entry += &format!("{indent}goal {goal}: {}\n", goal.def().doc),
        Play::Not(inner) => {
            *entry += &format!("{indent}not\n");
            play(inner, depth + 1, entry);
        }
        Play::And(a, b) | Play::Or(a, b) => {
            play(a, depth, entry);
            *entry += &format!("{indent}{}\n", if matches!(play_, Play::And(..)) { "and" } else { "or" });
            play(b, depth, entry);
        }
        Play::Branch(branch) => self::branch(branch, depth, entry),
    }
}

fn branch(branch: &Branch, depth: usize, entry: &mut String) {
    let indent = "  ".repeat(depth);
    let letters = match branch.mode {
        Mode::Attack => ["the attack", "the defence"],
        Mode::Defence => ["the defence", "the attack"],
        Mode::Help => ["the first side", "the second side"],
    };
    let mode = match (branch.mode, branch.reply) {
        (Mode::Attack, _) => "against every defence",
        (Mode::Defence, _) => "with an answer to every defence",
        (Mode::Help, Reply::Moves) => "both sides help",
        (Mode::Help, _) => "one side moves in series",
    };
    let least = if branch.min > 1 { format!(", not before ply {}", branch.min) } else { String::new() };
    *entry += &format!("{indent}play of at most {} plies, {mode}{least}\n", branch.max);
    let lists = [("after a move of", &branch.forks), ("required after a move of", &branch.constraints)];
    for (words, plays) in lists {
        for (letter, inner) in letters.iter().zip(plays).filter_map(|(letter, inner)| Some((letter, inner.as_ref()?))) {
            *entry += &format!("{indent}  {words} {letter}:\n");
            play(inner, depth + 2, entry);
        }
    }
}

fn goal(text: &str) -> Option<String> {
    let goal = GOALS.iter().find(|goal| goal.symbol.eq_ignore_ascii_case(text))?;
    let square = if goal.needs_square() { ", followed by a square" } else { "" };
    Some(format!("goal {}{square}\n  {}\n  source: {POPEYE}\n", goal.symbol, goal.doc))
}

fn conditions(text: &str) -> Option<String> {
    let rules = syntax::conditions(text).ok()?;
    let text: Vec<String> = rules.conditions().iter().map(condition).collect();
    (!text.is_empty()).then(|| text.concat())
}

fn condition(condition: &Condition) -> String {
    let def = condition.def;
    let mut entry = format!("condition {}\n", condition.caption());
    for part in meanings(condition) {
        entry += &format!("  {part}\n");
    }
    let said: Vec<&str> = def.variants.iter().map(|variant| variant.name).filter(|name| !condition.has(name)).collect();
    if !said.is_empty() {
        entry += &format!("  other variants: {}\n", said.join(", "));
    }
    let names = [("German", def.german), ("French", def.french)].into_iter().filter(|(_, name)| !name.is_empty());
    let names: Vec<String> = names.map(|(language, name)| format!("{language} {name}")).collect();
    let source = format!("{POPEYE}, {} ({}), with which its moves were compared", def.name, names.join(", "));
    entry + &format!("  source: {source}\n")
}

fn option(text: &str) -> Option<String> {
    // `set play` means SetPlay.
    let whole = text.replace([' ', '-'], "");
    let named = |name: &str| {
        let called = |known: &&str| known.eq_ignore_ascii_case(name);
        OPTIONS.iter().find(|def| called(&def.name) || def.aliases.iter().any(called))
    };
    let name = text.split_whitespace().next()?;
    let (def, is_alone) = match named(&whole) {
        Some(def) => (def, true),
        None => (named(name)?, name.len() == text.len()),
    };
    let [german, french] = def.translations;
    let mut entry = format!("option {}\n  {}\n", def.name, def.doc);
    if !is_alone {
        let mut options = Options::default();
        if !syntax::options(text, &mut options).is_empty() {
            return None;
        }
        entry += &options.given().map(|(_, words)| format!("  here: {words}\n")).collect::<String>();
    }
    Some(entry + &format!("  source: {POPEYE}, {} (German {german}, French {french})\n", def.name))
}

fn piece(text: &str) -> Option<String> {
    let by_name = || Piece::all().find(|piece| piece.def().name.eq_ignore_ascii_case(text));
    let piece = Piece::from_code(text).or_else(by_name)?;
    let def = piece.def();
    let fen = Unit::new(crate::units::Color::White, piece).to_fen();
    let mut entry = format!("piece {} ({}), on the board {fen}\n  {}\n", def.code, def.name, def.doc);
    if !def.xbetza.is_empty() {
        entry += &format!("  XBetza: {}\n", def.xbetza);
    }
    let source = if def.code.contains('.') { "the game whose letters precede the point" } else { POPEYE };
    Some(entry + &format!("  source: {source}\n"))
}

/// Returns the explanation of an attribute or a game, or `None` if the text is neither.
fn other(text: &str) -> Option<String> {
    if let Some(def) = TRAITS.iter().find(|def| def.name.eq_ignore_ascii_case(text)) {
        return Some(format!("attribute {}\n  {}\n  source: {POPEYE}\n", def.name, def.doc));
    }
    let game = syntax::game(text).ok()??;
    let mut entry = format!("game {} on {}\n  {}\n", game.caption(), (game.def.shape)(), game.def.doc);
    for variant in game.def.variants {
        entry += &format!("  variant {}: {}\n", variant.name, variant.doc);
    }
    Some(entry + "  source: its inventors' rules, as described in docs/guide and `keymove list games`\n")
}

/// Returns the explanation of a theme; `None` if the text names no theme.
fn theme(text: &str) -> Option<String> {
    let theme = themes::find(text)?;
    let mut told = format!("theme {} ({})\n  {}\n", theme.name, theme.group.name(), theme.definition);
    if !theme.aliases.is_empty() {
        told += &format!("  other names: {}\n", theme.aliases.join(", "));
    }
    if !theme.disputed.is_empty() {
        told += &format!("  the choice made here: {}\n", theme.disputed);
    }
    told += &format!("  looked for in: {}\n", themes::genres_in_words(theme.genres));
    told += &format!("  computed for: {}\n", theme.needs.words());
    told += &format!("  example: {}; counter-example: {}\n", theme.example.0, theme.counter);
    Some(told + &format!("  source: {}\n", theme.source))
}

fn unknown(text: &str) -> String {
    if let Some(found) = syntax::conditions(text).err().and_then(|found| found.into_iter().next())
        && found.message.contains("known but not supported")
    {
        return found.message;
    }
    let is_option = |word: &str| OPTIONS.iter().any(|def| def.name.eq_ignore_ascii_case(word));
    if text.split_whitespace().next().is_some_and(is_option)
        && let Some(found) = syntax::options(text, &mut Options::default()).into_iter().next()
    {
        return format!("{}; {}", found.message, found.expected);
    }
    let names = CONDITIONS.iter().map(|def| def.name).chain(OPTIONS.iter().map(|def| def.name));
    let names = names.chain(GAMES.iter().map(|def| def.name)).chain(TRAITS.iter().map(|def| def.name));
    let names = names.chain(Piece::all().map(|piece| piece.def().name));
    let names = names.chain(themes::all().map(|theme| theme.name));
    let names = names.chain(TERMS.iter().flat_map(|term| term.names.iter().copied()));
    let hint = nearest(text, names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    let kinds = "term, stipulation, goal, condition, option, piece, attribute, game nor theme";
    format!("{} is neither a {kinds}{hint}", syntax::quoted(text))
}
