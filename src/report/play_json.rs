//! Converts a solution to JSON: twins, phases, trees and lines of moves. The schema describes all members.
//!
//! Nodes are converted while they are written, so that a large solution is not held in memory twice.

use super::lines::each_line;
use crate::notation::{Letters, long_algebraic};
use crate::solution::{Annotation, Cut, FirstMove, Group, Node, Note, Part, Phase, PhaseKind, Style, TwinSolution};
use crate::units::{Color, MoveRecord, Piece, Special};
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};

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
    pub fn new(phase: &'a Phase, count: Option<usize>) -> PhaseObject<'a> {
        PhaseObject {
            kind: match phase.kind {
                PhaseKind::SetPlay => "set_play",
                PhaseKind::Play => "play",
            },
            exchanged: phase.exchanged,
            numbered: side(phase.numbered),
            count,
            illegal: phase.is_illegal,
            groups: phase.groups.iter().map(GroupObject::from).collect(),
        }
    }
}

/// A group of a phase. It has `nodes` if it is a tree, otherwise `lines`.
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

impl<'a> From<&'a Group> for GroupObject<'a> {
    fn from(group: &'a Group) -> GroupObject<'a> {
        let is_tree = group.style == Style::Tree;
        GroupObject {
            style: if is_tree { "tree" } else { "lines" },
            annotation: annotation(group.annotation),
            first_number: group.first_number,
            first_moves: group.legal_first_moves().map(FirstMoveObject::from).collect(),
            nodes: is_tree.then_some(Nodes(&group.nodes)),
            lines: (!is_tree).then_some(Lines(&group.nodes)),
        }
    }
}

/// A numbered move that is listed because of option MoveNumbers, whether or not it solves.
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

struct Nodes<'a>(&'a [Node]);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(NodeObject::from))
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

impl<'a> From<&'a Node> for NodeObject<'a> {
    fn from(node: &'a Node) -> NodeObject<'a> {
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
            move_object: MoveObject::from(node),
            annotation: annotation(node.annotation),
            children: Nodes(&node.children),
        }
    }
}

struct Lines<'a>(&'a [Node]);

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lines = serializer.serialize_seq(None)?;
        let mut write = |path: &[&Node]| {
            let moves: Vec<MoveObject> = path.iter().map(|&node| MoveObject::from(node)).collect();
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
}

#[derive(Serialize)]
struct CapturedObject {
    side: &'static str,
    piece: String,
    square: String,
}

impl From<&MoveRecord> for MoveObject {
    fn from(record: &MoveRecord) -> MoveObject {
        let is_null = record.special == Special::Null;
        let is_printed = !matches!(record.special, Special::Null | Special::Unseen);
        MoveObject {
            text: if is_null { "null".to_string() } else { long_algebraic(record, Letters::Problem, 'x') },
            side: side(record.mover.color),
            piece: is_printed.then(|| piece(record.mover.piece)),
            from: is_printed.then(|| record.from.to_string()),
            to: (is_printed || record.captured.is_some()).then(|| record.to.to_string()),
            captured: record.captured.map(|(unit, square)| CapturedObject {
                side: side(unit.color),
                piece: piece(unit.piece),
                square: square.to_string(),
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
