//! Writes a problem and its solution as one line of JSON. [`SCHEMA`] describes every member.
//!
//! Members may be added without a new version of the format. A change in the meaning of a member requires a new
//! version.

use super::definitions::{Definition, definitions};
use super::play_json::{Before, NoteObject, PhaseObject, cut, fen, notes, side};
use crate::games::Game;
use crate::notation::{Letters, long_algebraic};
use crate::pieces::OwnPiece;
use crate::problem::{Heading, Problem};
use crate::rules::RuleSet;
use crate::solution::{Finding, Phase, PlayShape, Solution, TwinSolution, count_solutions};
use crate::syntax::epd;
use crate::themes::{FoundPath, FoundTheme, Themes};
use crate::units::{Castling, Diagram, MoveRecord, Placement};
use serde::Serialize;
use serde_json::{Value, json};
use std::io;

/// Name and version of the JSON format. Each line has it as a member.
pub const FORMAT: &str = "keymove-1";

/// JSON Schema (draft 2020-12) of a line of the format.
pub const SCHEMA: &str = include_str!("keymove-1.schema.json");

/// Identification of a problem: its id, and its place in the input.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ProblemIdentity {
    /// Id that the problem contains, or that the caller assigns; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line number, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Index of the problem among all problems of a run, counted from 0.
    pub index: usize,
}

/// Information about a solved problem that does not come from the solution: verdict, findings, statistics,
/// diagnostics.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ResultExtras {
    /// The verdict (`sound`, `unsound`, `undecided` or `invalid`); `None` if the problem was not judged.
    pub verdict: Option<String>,
    /// The findings, as an array of objects; null if there are none to report.
    pub findings: Value,
    /// Number of nodes searched. Like `seconds`, it differs from run to run, and is not written if it is `None`.
    pub nodes: Option<u64>,
    pub seconds: Option<f64>,
    /// Warnings about the input, as an array of objects; null if there are none to report.
    pub diagnostics: Value,
    pub record: Option<RecordMark>,
    /// Whether the position after each move is written.
    pub positions: bool,
    /// The themes, as [`themes_json`] returns them; null if they were not computed.
    pub themes: Value,
}

/// Data about a solved problem in a result file. A later run uses it to recognise the problem, so that it is not solved
/// again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RecordMark {
    /// Text that identifies the problem and its task. It changes whenever anything changes that the answer depends on.
    pub key: String,
    /// Exit status of a run that solves only this problem.
    pub status: u8,
    /// Limits under which the problem was left undecided; `None` if it was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<String>,
}

/// Returns a solved problem as one line of JSON, without the line feed.
///
/// ```
/// use keymove::{report, solve::Solver, syntax};
/// let problem = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##).0.unwrap();
/// let outcome = Solver::default().solve(&problem).unwrap();
/// let extra = report::ResultExtras { nodes: Some(outcome.nodes), ..report::ResultExtras::default() };
/// let line = report::json_line(&report::ProblemIdentity::default(), &problem, &outcome.solution, &extra);
/// assert!(line.starts_with(r#"{"format":"keymove-1","identity":{"index":0},"#));
/// ```
pub fn json_line(input: &ProblemIdentity, problem: &Problem, solution: &Solution, extra: &ResultExtras) -> String {
    let mut line = Vec::new();
    // Writing to memory cannot fail, and JSON is UTF-8.
    let _ = write_json_line(&mut line, input, problem, solution, extra);
    String::from_utf8(line).unwrap_or_default()
}

/// Like [`json_line`], but writes to `out` in small parts, so that a large solution is not in memory twice.
pub fn write_json_line(
    out: impl io::Write,
    input: &ProblemIdentity,
    problem: &Problem,
    solution: &Solution,
    extra: &ResultExtras,
) -> io::Result<()> {
    let twins = solution
        .twins
        .iter()
        .map(|twin| TwinObject {
            label: &twin.label,
            changes: &twin.changes,
            // Without twins, the problem object has the setting.
            setting: twin.problem.as_deref().filter(|_| !twin.label.is_empty()).map(SettingObject::from),
            notes: notes(twin),
            cut: twin.cut.map(cut),
            phases: phases(twin, twin.problem.as_deref(), extra.positions),
        })
        .collect();
    let object = ProblemObject {
        format: FORMAT,
        identity: input,
        record: extra.record.as_ref(),
        verdict: extra.verdict.as_deref(),
        findings: &extra.findings,
        diagnostics: &extra.diagnostics,
        themes: &extra.themes,
        epd: epd(problem),
        heading: HeadingObject::from(&problem.heading),
        setting: SettingObject::from(problem),
        definitions: definitions(problem),
        options: problem.options.given().map(|(_, words)| words).collect(),
        twins,
        nodes: extra.nodes,
        seconds: extra.seconds,
    };
    Ok(serde_json::to_writer(out, &object)?)
}

pub fn finding_json(finding: &Finding) -> Value {
    let path: Vec<String> = finding.path.iter().map(|record| long_algebraic(record, Letters::Problem, '*')).collect();
    let mut object = json!({
        "kind": finding.kind.slug(),
        "severity": finding.severity.word(),
        "twin": finding.twin,
        "exchanged": finding.exchanged,
        "count": finding.count,
        "path": path,
        "text": finding.text,
    });
    if let Some(color) = finding.side {
        object["side"] = json!(side(color));
    }
    object
}

/// Returns the themes of a problem as an object.
pub fn themes_json(themes: &Themes) -> Value {
    let words = |record: &MoveRecord| long_algebraic(record, Letters::Problem, 'x');
    let line = |path: &FoundPath| {
        json!({
            "twin": path.twin,
            "set_play": path.is_set_play,
            "exchanged": path.exchanged,
            "moves": path.moves.iter().map(words).collect::<Vec<_>>(),
        })
    };
    let found = |told: &FoundTheme| {
        let mut object = json!({
            "name": told.theme.name,
            "group": told.theme.group.name(),
            "strength": told.strength.name(),
            "men": told.men.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "squares": told.squares.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "lines": told.paths.iter().map(line).collect::<Vec<_>>(),
            "text": told.text,
        });
        if let Some(count) = told.count {
            object["count"] = json!(count);
        }
        object
    };
    let missing = |(reason, names): &(&str, Vec<&str>)| json!({ "reason": reason, "names": names });
    json!({
        "found": themes.found.iter().map(found).collect::<Vec<_>>(),
        "not_computed": themes.not_computed.iter().map(missing).collect::<Vec<_>>(),
        "complete": !themes.is_cut,
    })
}

/// Verdict on a problem whose solving ended in a panic of the program.
pub const INTERNAL_ERROR: &str = "internal error";

/// Returns the line for a problem that was not solved, with its identity and diagnostics. `verdict` is `invalid` if the
/// problem could not be read or set up, and [`INTERNAL_ERROR`] if the program failed.
pub fn json_error_line(
    input: &ProblemIdentity,
    verdict: &str,
    diagnostics: &Value,
    record: Option<&RecordMark>,
) -> String {
    let object = ErrorObject { format: FORMAT, identity: input, record, verdict, diagnostics };
    serde_json::to_string(&object).expect("objects of strings and numbers with names as keys can be written")
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    format: &'static str,
    identity: &'a ProblemIdentity,
    #[serde(flatten)]
    record: Option<&'a RecordMark>,
    verdict: &'a str,
    diagnostics: &'a Value,
}

#[derive(Serialize)]
struct ProblemObject<'a> {
    format: &'static str,
    identity: &'a ProblemIdentity,
    #[serde(flatten)]
    record: Option<&'a RecordMark>,
    verdict: Option<&'a str>,
    findings: &'a Value,
    diagnostics: &'a Value,
    #[serde(skip_serializing_if = "Value::is_null")]
    themes: &'a Value,
    epd: String,
    heading: HeadingObject<'a>,
    #[serde(flatten)]
    setting: SettingObject,
    /// Definitions of the rules and pieces; omitted for orthodox chess.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    definitions: Vec<Definition>,
    options: Vec<String>,
    twins: Vec<TwinObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct TwinObject<'a> {
    label: &'a str,
    changes: &'a str,
    #[serde(flatten)]
    setting: Option<SettingObject>,
    notes: Vec<NoteObject>,
    cut: Option<&'static str>,
    phases: Vec<PhaseObject<'a>>,
}

fn phases<'a>(twin: &'a TwinSolution, problem: Option<&'a Problem>, positions: bool) -> Vec<PhaseObject<'a>> {
    let shape = problem.and_then(PlayShape::of);
    let count = |phase: &Phase| shape.as_ref().map(|shape| count_solutions(phase, shape));
    let begin = Before::begin(twin, problem, positions);
    twin.phases.iter().map(|phase| PhaseObject::new(phase, count(phase), &begin)).collect()
}

#[derive(Serialize)]
struct HeadingObject<'a> {
    authors: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    award: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    remarks: &'a [String],
}

impl<'a> From<&'a Heading> for HeadingObject<'a> {
    fn from(heading: &'a Heading) -> HeadingObject<'a> {
        HeadingObject {
            authors: &heading.authors,
            title: heading.title.as_deref(),
            source: heading.source.as_deref(),
            award: heading.award.as_deref(),
            remarks: &heading.remarks,
        }
    }
}

/// The problem as it was given: position, stipulation and rules.
#[derive(Serialize)]
struct SettingObject {
    position: PositionObject,
    stipulation: Option<String>,
    /// The chess variant, such as Megalomachy; omitted for chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<ConditionObject>,
    /// The pieces that the problem defines itself; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<PieceObject>,
    conditions: Vec<ConditionObject>,
}

#[derive(Serialize)]
struct PieceObject {
    letters: &'static str,
    xbetza: String,
}

#[derive(Serialize)]
struct PositionObject {
    placement: String,
    side: Option<&'static str>,
    /// Squares of the rooks that may castle; `None` if castling follows the convention of problems.
    castling: Option<Vec<String>>,
    en_passant: Option<String>,
    /// Number of total invisible men, whose pieces and squares are unknown; omitted if zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    total_invisible: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beneath: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
}

#[derive(Serialize)]
struct ConditionObject {
    name: String,
    variants: Vec<String>,
    caption: String,
}

impl From<&Problem> for SettingObject {
    fn from(problem: &Problem) -> SettingObject {
        SettingObject {
            position: PositionObject::new(&problem.diagram, problem.rules.game()),
            stipulation: problem.stipulation.as_ref().map(ToString::to_string),
            game: problem.rules.game().map(|game| object(game.def.name, game.caption())),
            pieces: pieces(&problem.rules),
            conditions: conditions(&problem.rules),
        }
    }
}

impl PositionObject {
    fn new(diagram: &Diagram, game: Option<&Game>) -> PositionObject {
        let fen = |placement: &Placement| fen(placement, game);
        PositionObject {
            placement: fen(&diagram.placement),
            side: diagram.side_to_move.map(side),
            castling: match &diagram.castling {
                Castling::AtHome => None,
                Castling::Rooks(rooks) => Some(rooks.iter().map(ToString::to_string).collect()),
            },
            en_passant: diagram.en_passant.map(|square| square.to_string()),
            total_invisible: Some(diagram.invisible).filter(|&number| number > 0),
            beneath: diagram.beneath.as_ref().map(fen),
            start: diagram.start.as_ref().map(fen),
        }
    }
}

fn pieces(rules: &RuleSet) -> Vec<PieceObject> {
    let object = |own: &OwnPiece| PieceObject { letters: own.piece.letters(), xbetza: own.movement.text().to_string() };
    rules.own_pieces().iter().map(object).collect()
}

/// Returns the conditions as objects, each with its name and the text of its variants and arguments.
fn conditions(rules: &RuleSet) -> Vec<ConditionObject> {
    rules.conditions().iter().map(|condition| object(condition.def.name, condition.caption())).collect()
}

fn object(name: &str, caption: String) -> ConditionObject {
    let variants = caption.split_whitespace().skip(1).map(str::to_string).collect();
    ConditionObject { name: name.to_string(), variants, caption }
}
