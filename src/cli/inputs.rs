//! Finds the problems of a run: in files and folders, on standard input, or in a position typed as arguments.

use super::input_args::InputArgs;
use super::problems::InputFeed;
use crate::exchange::Format;
use crate::input::Entry;
use crate::located::place_of;
use crate::pieces::OwnPieces;
use crate::problem::{Options, Problem};
use crate::rules::RuleSet;
use crate::syntax::{self, Diagnostic, Source};
use crate::units::{Castling, Diagram, Shape, Tongue};
use std::path::Path;

/// Returns the input items of a run. If the first argument is no file and looks like a board, the arguments are a
/// position and a stipulation, or a whole problem. Otherwise they name files and folders.
pub fn feed(given: &InputArgs) -> Result<InputFeed, String> {
    let inputs = &given.inputs;
    if is_typed(given) {
        if given.from.is_some() {
            return Err("--from: only for files; a position given as FEN needs no format".to_string());
        }
        if let [line] = &inputs[..]
            && line.contains(';')
        {
            return whole(line, given).map(InputFeed::typed);
        }
        return Ok(InputFeed::typed(typed(given)));
    }
    if let Some(board) = inputs[1..].iter().find(|input| looks_like_board(input))
        && !Path::new(&inputs[0]).exists()
    {
        return Err(format!(
            "{}: no such file; a position comes before its stipulation: keymove solve '{board}' '{}'",
            inputs[0], inputs[0]
        ));
    }
    if !given.condition.is_empty() || !given.option.is_empty() || given.game.is_some() {
        return Err(
            "--condition, --game and --option: only for a position given as FEN; in a file, write them in the problem"
                .to_string(),
        );
    }
    none_is_there(inputs)?;
    Ok(InputFeed::files(inputs, given.from))
}

/// Returns an error if none of the named files and folders exists. The run then ends before it creates an output file.
/// If only some are missing, they are reported later, and the problems of the others are solved.
fn none_is_there(inputs: &[String]) -> Result<(), String> {
    let missing: Vec<String> = inputs
        .iter()
        .filter(|input| *input != "-")
        .filter_map(|input| std::fs::metadata(input).err().map(|error| format!("{input}: {error}")))
        .collect();
    if missing.len() < inputs.len() { Ok(()) } else { Err(missing.join("\nerror: ")) }
}

/// Reads a problem from the argument `line`, which contains the whole problem like a line of a problem file.
fn whole(line: &str, given: &InputArgs) -> Result<Entry, String> {
    if !given.condition.is_empty() || !given.option.is_empty() || !given.piece.is_empty() || given.game.is_some() {
        return Err(
            "--condition, --game, --piece and --option: only for a position given as FEN; write them in the line \
             itself"
                .to_string(),
        );
    }
    let (problem, diagnostics) = syntax::line(line);
    let source = Source::new("<arguments>", line.to_string());
    Ok(Entry { index: 1, source, format: Format::Epd, language: Tongue::English, problem, diagnostics, mishap: None })
}

/// Whether the arguments are a position and a stipulation, not names of files.
pub fn is_typed(given: &InputArgs) -> bool {
    looks_like_board(&given.inputs[0])
}

fn looks_like_board(argument: &str) -> bool {
    let board = argument.split_whitespace().next().unwrap_or("");
    board.matches('/').count() == 7 && !Path::new(argument).exists()
        || argument.contains('/') && argument.contains(' ') && !Path::new(argument).exists()
}

/// Reads a position and its stipulation from the arguments `FEN STIPULATION`. The fields of the FEN may be separate
/// arguments.
fn typed(given: &InputArgs) -> Entry {
    let mut typed = Typed::default();
    typed.read_rules(given);
    let inputs = &given.inputs[..];
    let last = inputs.len().checked_sub(1).filter(|&last| last > 0 && !is_field_of_fen(&inputs[last]));
    let stands = inputs.iter().skip(1).position(|input| is_stipulation(input)).map(|at| at + 1).or(last);
    let (fields, stipulation, rest) = match stands {
        Some(at) => (&inputs[..at], Some(inputs[at].as_str()), &inputs[at + 1..]),
        None => (inputs, None, &[][..]),
    };
    let fen = fields.join(" ");
    typed.read_diagram(&fen);
    typed.read_stipulation(stipulation);
    rest.iter().for_each(|word| typed.part(word, |_| vec![misplaced(word)]));
    given.condition.iter().for_each(|condition| typed.read_condition(condition));
    given.option.iter().for_each(|option| typed.read_option(option));
    let Typed { text, mut problem, rules, mut diagnostics, .. } = typed;
    if !diagnostics.iter().any(Diagnostic::is_error) {
        let at = text.find(&fen).unwrap_or_default();
        let found = syntax::contradictions(&fen, &problem);
        diagnostics.extend(found.into_iter().map(|diagnostic| diagnostic.shifted(at)));
    }
    problem.rules = problem.rules.in_game(rules.game().cloned()).with_own_pieces(rules.own_pieces().clone());
    let (source, problem) = (Source::new("<arguments>", text), Some(problem));
    Entry { index: 1, source, format: Format::Epd, language: Tongue::English, problem, diagnostics, mishap: None }
}

/// Whether the argument is a field of a FEN that follows the board: side to move, castling, en passant or a
/// counter. No stipulation looks like such a field.
fn is_field_of_fen(argument: &str) -> bool {
    let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let is_all = |test: fn(char) -> bool| argument.chars().all(test);
    matches!(argument, "w" | "b" | "-" | "?")
        || is_square(argument)
        || !argument.is_empty() && (is_all(|c| "KQkq".contains(c)) || is_all(|c| c.is_ascii_digit()))
}

/// A problem that is read from several arguments, one after another.
#[derive(Default)]
struct Typed {
    /// All arguments that have been read, joined by blanks. The spans of the diagnostics are places in this text.
    text: String,
    problem: Problem,
    /// The game and the pieces that the arguments define.
    rules: RuleSet,
    /// Whether the arguments name a game that does not exist.
    game_is_unknown: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Typed {
    /// Appends the argument `written` to the text, then calls `read`. Adds the diagnostics that `read` returns, with
    /// their spans moved from the argument to its place in the text.
    fn part(&mut self, written: &str, read: impl FnOnce(&mut Typed) -> Vec<Diagnostic>) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        let at = self.text.len();
        self.text.push_str(written);
        let found = read(self);
        self.diagnostics.extend(found.into_iter().map(|diagnostic| diagnostic.shifted(at)));
    }

    fn read_rules(&mut self, given: &InputArgs) {
        let mut chosen = None;
        if let Some(game) = &given.game {
            self.part(game, |typed| match syntax::game(game) {
                Ok(game) => {
                    chosen = game;
                    Vec::new()
                }
                Err(errors) => {
                    typed.game_is_unknown = true;
                    errors
                }
            });
        }
        let mut men = OwnPieces::default();
        for piece in &given.piece {
            self.part(piece, |_| syntax::own_pieces(piece, chosen.as_ref(), &mut men));
        }
        self.rules = RuleSet::default().in_game(chosen).with_own_pieces(men);
    }

    fn read_diagram(&mut self, fen: &str) {
        self.part(fen, |typed| match diagram(fen, &typed.rules) {
            Ok(diagram) => {
                typed.problem.diagram = diagram;
                Vec::new()
            }
            // In an unknown game the letters of the pieces cannot be checked.
            Err(_) if typed.game_is_unknown => Vec::new(),
            Err(errors) => errors,
        });
    }

    fn read_stipulation(&mut self, stipulation: Option<&str>) {
        let missing = || {
            Diagnostic::error(
                0..0,
                "there is no stipulation",
                "expected a stipulation, for example \
                                     `#2`",
            )
            .of_missing_stipulation()
        };
        let Some(written) = stipulation else { return self.part("", |_| vec![missing()]) };
        self.part(written, |typed| {
            let first = written.split_whitespace().next().unwrap_or("").to_lowercase();
            let read = if ["white", "black"].contains(&first.as_str()) {
                syntax::structured_on(written, typed.shape())
            } else {
                syntax::stipulation_on(written, typed.shape())
            };
            match read {
                Ok(read) => {
                    typed.problem.stipulation = Some(read);
                    Vec::new()
                }
                Err(error) => vec![error],
            }
        });
    }

    fn read_condition(&mut self, written: &str) {
        let (before, mut other) = (self.text.clone(), None);
        self.part(written, |typed| match syntax::conditions_in(written, &typed.rules) {
            _ if written.trim().is_empty() => nothing("condition"),
            Ok(rules) => match typed.problem.rules.extend(rules) {
                Ok(()) => Vec::new(),
                Err(why) => {
                    other = why.conditions().iter().find_map(|name| place_of(&before, name));
                    let expected = "expected conditions that can be combined";
                    vec![Diagnostic::error(0..written.len(), why.to_string(), expected)]
                }
            },
            Err(errors) => errors,
        });
        if let Some(found) = self.diagnostics.last_mut().filter(|_| other.is_some()) {
            found.also = other;
        }
    }

    fn read_option(&mut self, written: &str) {
        self.part(written, |typed| match written.trim() {
            "" => nothing("option"),
            _ => {
                let shape = typed.shape().clone();
                syntax::options_on(written, &mut typed.problem.options, &shape)
            }
        });
    }

    fn shape(&self) -> &Shape {
        self.problem.diagram.placement.shape()
    }
}

fn is_stipulation(written: &str) -> bool {
    syntax::stipulation(written).is_ok() || syntax::structured(written).is_ok()
}

/// Returns the error for a word after the stipulation. If the word is a condition or an option, the error says which
/// switch must precede it.
fn misplaced(word: &str) -> Diagnostic {
    let options = || syntax::options(word, &mut Options::default()).is_empty();
    let error = |message: String, expected: &str| Diagnostic::error(0..word.len(), message, expected);
    let quoted = syntax::quoted(word);
    if syntax::conditions(word).is_ok_and(|rules| !rules.conditions().is_empty()) {
        return error(format!("{quoted} is a condition"), "expected `-c` before it")
            .with_hint(format!("write `-c '{word}'`"));
    }
    if !word.trim().is_empty() && options() {
        return error(format!("{quoted} is an option"), "expected `-O` before it")
            .with_hint(format!("write `-O '{word}'`"));
    }
    error(format!("unexpected {quoted} after the stipulation"), "expected nothing more")
}

/// Returns the error for an empty argument. `what` is the kind of thing that it should name, such as `condition`.
fn nothing(what: &str) -> Vec<Diagnostic> {
    let article = if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    vec![Diagnostic::error(0..0, format!("there is no {what}"), format!("expected {article} {what}"))]
}

/// Parses a FEN, or only its board. If only the board is given, the stipulation decides which side begins, and men on
/// their squares in the game array may castle.
fn diagram(text: &str, rules: &RuleSet) -> Result<Diagram, Vec<Diagnostic>> {
    if text.split_whitespace().count() > 1 {
        return syntax::position_in(text, rules);
    }
    let placement = syntax::board_in(text, rules)?;
    Ok(Diagram { placement, side_to_move: None, castling: Castling::AtHome, ..Diagram::default() })
}
