//! Converts a solution to JSON: twins, phases, trees and lines of moves. The schema describes all members.
//!
//! Nodes are converted while they are written, so that a large solution is not in memory twice.

use super::lines::each_line;
use crate::games::Game;
use crate::notation::{Letters, long_algebraic};
use crate::problem::{Man, Problem};
use crate::solution::{
    Also, Annotation, BoardAfter, Cut, FirstMove, Group, Moved, Node, Note, Part, Phase, PhaseKind, Style, TwinSolution,
};
use crate::solve::first_board;
use crate::units::{Color, MoveRecord, Piece, Placement, Special, Unit};
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};
use std::rc::Rc;

pub fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn piece(piece: Piece) -> String {
    piece.def().name.to_lowercase()
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Formats the placement like the first field of a FEN, with the piece letters of the chess variant `game`, or the
/// usual ones if it is `None`.
pub fn fen(placement: &Placement, game: Option<&Game>) -> String {
    placement.to_fen_by(&|unit: Unit| game.map_or_else(|| unit.to_fen(), |game| game.fen(unit)))
}

/// The board before a move. It records which man of the diagram is on which square.
#[derive(Clone)]
pub struct Before<'a> {
    board: Rc<BoardAfter>,
    game: Option<&'a Game>,
    /// Whether the position after each move is written.
    with_positions: bool,
}

impl<'a> Before<'a> {
    /// Returns the board before the first move of a twin.
    pub fn begin(twin: &TwinSolution, problem: Option<&'a Problem>, with_positions: bool) -> Before<'a> {
        let board = Rc::new(first_board(twin).unwrap_or_default());
        Before { board, game: problem.and_then(|problem| problem.rules.game()), with_positions }
    }

    /// Returns the move as an object, and the board after it.
    fn play(&self, node: &Node) -> (MoveObject, Before<'a>) {
        let mut board = BoardAfter::clone(&self.board);
        let Moved { man, captured, also } = board.moved(&node.record);
        let text = |man: Option<Man>| man.map(|man| man.to_string());
        let mut object = MoveObject::from(node);
        object.man = text(man);
        if let Some(taken) = &mut object.captured {
            taken.man = text(captured);
        }
        object.also = also.iter().map(AlsoObject::from).collect();
        object.position = self.with_positions.then(|| fen(&board.placement, self.game));
        (object, Before { board: Rc::new(board), ..self.clone() })
    }
}

// ── twins and phases ─────────────────────────────────────────────────────────────────────────────────────────

/// A remark about the position of a twin.
#[derive(Serialize)]
pub struct NoteObject {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl From<&Note> for NoteObject {
    fn from(note: &Note) -> NoteObject {
        let (kind, color, text) = match note {
            Note::KingCanBeCaptured(_) => ("king_can_be_captured", None, note.king_capture_in_words()),
            Note::MissingKing(color) => ("missing_king", Some(*color), None),
            Note::SeveralKings(color) => ("several_kings", Some(*color), None),
            Note::CannotBeMade(reason) => ("cannot_be_made", None, Some(reason.clone())),
            Note::IllegalDiagram(reason) => ("illegal_diagram", None, Some(reason.clone())),
            Note::Unverified(text) => ("unverified", None, Some(text.clone())),
            Note::OptionIgnored(text) | Note::OptionMeaningless(text) => ("option_ignored", None, Some(text.clone())),
        };
        NoteObject { kind, side: color.map(side), text }
    }
}

pub fn notes(twin: &TwinSolution) -> Vec<NoteObject> {
    twin.notes.iter().map(NoteObject::from).collect()
}

pub fn cut(cut: Cut) -> &'static str {
    match cut {
        Cut::Time => "time",
        Cut::Memory => "memory",
        Cut::Interrupted => "interrupted",
        Cut::MaxSolutions => "max_solutions",
        Cut::MoveNumbers => "move_numbers",
        Cut::ShortSolutions => "short_solutions",
    }
}

#[derive(Serialize)]
pub struct PhaseObject<'a> {
    kind: &'static str,
    exchanged: bool,
    numbered: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    illegal: bool,
    groups: Vec<GroupObject<'a>>,
}

impl<'a> PhaseObject<'a> {
    pub fn new(phase: &'a Phase, count: Option<usize>, begin: &Before<'a>) -> PhaseObject<'a> {
        PhaseObject {
            kind: match phase.kind {
                PhaseKind::SetPlay => "set_play",
                PhaseKind::Play => "play",
            },
            exchanged: phase.exchanged,
            numbered: side(phase.numbered),
            count,
            illegal: phase.is_illegal,
            groups: phase.groups.iter().map(|group| GroupObject::new(group, begin)).collect(),
        }
    }
}

/// The moves of one branch of a stipulation. It has `nodes` if the play is a tree, or `lines` if it consists of lines.
#[derive(Serialize)]
struct GroupObject<'a> {
    style: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotation: Option<&'static str>,
    first_number: u16,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    first_moves: Vec<FirstMoveObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Nodes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Lines<'a>>,
}

impl<'a> GroupObject<'a> {
    fn new(group: &'a Group, begin: &Before<'a>) -> GroupObject<'a> {
        let is_tree = group.style == Style::Tree;
        GroupObject {
            style: if is_tree { "tree" } else { "lines" },
            annotation: annotation(group.annotation),
            first_number: group.first_number,
            first_moves: group.legal_first_moves().map(FirstMoveObject::from).collect(),
            nodes: is_tree.then(|| Nodes(&group.nodes, begin.clone())),
            lines: (!is_tree).then(|| Lines(&group.nodes, begin.clone())),
        }
    }
}

/// A legal first move with its number, which is listed under option MoveNumbers. It need not be a solution.
#[derive(Serialize)]
struct FirstMoveObject {
    /// Numbers of the moves that lead to this one; empty if it is a first move.
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    after: Vec<usize>,
    number: usize,
    #[serde(rename = "move")]
    move_object: MoveObject,
}

impl From<&FirstMove> for FirstMoveObject {
    fn from(first: &FirstMove) -> FirstMoveObject {
        let (number, after) = first.numbers.split_last().map_or((0, &[][..]), |(last, before)| (*last, before));
        FirstMoveObject { after: after.to_vec(), number, move_object: MoveObject::from(&first.node) }
    }
}

fn annotation(annotation: Annotation) -> Option<&'static str> {
    match annotation {
        Annotation::None => None,
        Annotation::Threat => Some("threat"),
        Annotation::Zugzwang => Some("zugzwang"),
        Annotation::Check => Some("check"),
    }
}

// ── trees and lines ──────────────────────────────────────────────────────────────────────────────────────────

struct Nodes<'a>(&'a [Node], Before<'a>);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|node| NodeObject::new(node, &self.1)))
    }
}

#[derive(Serialize)]
struct NodeObject<'a> {
    part: &'static str,
    #[serde(flatten)]
    move_object: MoveObject,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotation: Option<&'static str>,
    children: Nodes<'a>,
}

impl<'a> NodeObject<'a> {
    fn new(node: &'a Node, before: &Before<'a>) -> NodeObject<'a> {
        let (move_object, after) = before.play(node);
        NodeObject {
            part: match node.part {
                Part::Key => "key",
                Part::Try => "try",
                Part::Threat => "threat",
                Part::Defence => "defence",
                Part::Continuation => "continuation",
                Part::Refutation => "refutation",
                Part::Help => "help",
            },
            move_object,
            annotation: annotation(node.annotation),
            children: Nodes(&node.children, after),
        }
    }
}

struct Lines<'a>(&'a [Node], Before<'a>);

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lines = serializer.serialize_seq(None)?;
        let mut write = |path: &[&Node]| {
            let mut before = self.1.clone();
            let mut moves = Vec::with_capacity(path.len());
            for node in path {
                let (object, after) = before.play(node);
                moves.push(object);
                before = after;
            }
            lines.serialize_element(&moves).map_err(|error| error.to_string())
        };
        each_line(self.0, &mut write).map_err(S::Error::custom)?;
        lines.end()
    }
}

#[derive(Serialize)]
struct MoveObject {
    text: String,
    side: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    man: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<CapturedObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    special: Option<&'static str>,
    #[serde(skip_serializing_if = "is_false")]
    check: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    goals: Vec<String>,
    #[serde(skip_serializing_if = "is_false")]
    violation: bool,
    #[serde(skip_serializing_if = "is_false")]
    renumbered: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<AlsoObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

#[derive(Serialize)]
struct CapturedObject {
    side: &'static str,
    piece: String,
    square: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    man: Option<String>,
}

/// A change in addition to the move itself, such as the rook's move in castling, or a rebirth.
#[derive(Serialize)]
struct AlsoObject {
    side: &'static str,
    piece: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    man: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
}

impl From<&Also> for AlsoObject {
    fn from(also: &Also) -> AlsoObject {
        AlsoObject {
            side: if also.unit.is_neutral() { "neutral" } else { side(also.unit.color) },
            piece: piece(also.unit.piece),
            man: also.man.map(|man| man.to_string()),
            from: also.from.map(|square| square.to_string()),
            to: also.to.map(|square| square.to_string()),
        }
    }
}

impl From<&MoveRecord> for MoveObject {
    fn from(record: &MoveRecord) -> MoveObject {
        let is_null = record.special == Special::Null;
        let is_printed = !matches!(record.special, Special::Null | Special::Unseen);
        MoveObject {
            text: if is_null { "null".to_string() } else { long_algebraic(record, Letters::Problem, 'x') },
            side: side(record.mover.color),
            piece: is_printed.then(|| piece(record.mover.piece)),
            man: None,
            from: is_printed.then(|| record.from.to_string()),
            to: (is_printed || record.captured.is_some()).then(|| record.to.to_string()),
            captured: record.captured.map(|(unit, square)| CapturedObject {
                side: side(unit.color),
                piece: piece(unit.piece),
                square: square.to_string(),
                man: None,
            }),
            promotion: record.promotion.map(piece),
            special: match record.special {
                Special::None => None,
                Special::EnPassant => Some("en_passant"),
                Special::KingSideCastling => Some("castling_king_side"),
                Special::QueenSideCastling => Some("castling_queen_side"),
                Special::LikeKingSideCastling => Some("like_castling_king_side"),
                Special::LikeQueenSideCastling => Some("like_castling_queen_side"),
                Special::RoleExchange => Some("role_exchange"),
                Special::Exchange(_) => Some("exchange"),
                Special::InPlace => Some("in_place"),
                Special::Unseen => Some("invisible"),
                Special::TakesUnseen => Some("captures_invisible"),
                Special::Null => Some("null_move"),
            },
            check: record.check,
            goals: Vec::new(),
            violation: false,
            renumbered: false,
            also: Vec::new(),
            position: None,
        }
    }
}

impl From<&Node> for MoveObject {
    fn from(node: &Node) -> MoveObject {
        MoveObject {
            goals: node.goals.iter().map(ToString::to_string).collect(),
            violation: node.violation,
            renumbered: node.renumbered,
            ..MoveObject::from(&node.record)
        }
    }
}
