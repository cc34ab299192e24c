//! What solving finds, as plain data: phases, keys, tries, variations, lines of help play.
//!
//! No position and no search in here; every printer and the verdict read the same tree.

use crate::position::KingCapture;
use crate::units::{Color, Goal, MoveRecord, Origin, Piece};
use serde::{Deserialize, Serialize};

/// Everything found for a problem: one entry for each twin, or a single one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Solution {
    pub twins: Vec<TwinSolution>,
}

/// What was found for one twin (or for the only position of a problem without twins).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TwinSolution {
    /// `a)`, `b)`, `+c)`; empty without twins.
    pub label: String,
    /// What was changed, as it is printed beside the label: `bPf2<-->wPh4`.
    pub changes: String,
    pub notes: Vec<Note>,
    pub phases: Vec<Phase>,
    /// A limit has cut the search: what is here is true, but it may not be all.
    pub cut: Option<Cut>,
}

impl TwinSolution {
    /// A king can be captured, and there is no play, whatever a limit has cut. With two sides one of them may have some.
    pub fn is_refused(&self) -> bool {
        let has_play = || self.phases.iter().any(|phase| phase.kind == PhaseKind::Play);
        self.king_capture().is_some() && !has_play()
    }

    /// Nothing was searched: a king can be captured, or the twin cannot be made.
    pub fn is_without_search(&self) -> bool {
        self.is_refused() || self.notes.iter().any(|note| matches!(note, Note::CannotBeMade(_)))
    }

    /// The note that the side to move could capture a king.
    pub fn king_capture(&self) -> Option<&Note> {
        self.notes.iter().find(|note| note.is_king_capture())
    }
}

/// What is to be said about a position besides its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The side to move could capture a king: not solved. The capture, if it is known.
    KingCanBeCaptured(Option<KingCapture>),
    MissingKing(Color),
    SeveralKings(Color),
    /// The changes of this twin cannot be made, for this reason: not solved.
    CannotBeMade(String),
    /// More men of a kind than promotions can explain, pawns on the first or last rank, and the like.
    IllegalDiagram(String),
    /// Rules whose combination is not verified: the solution may be wrong.
    Unverified(String),
    /// An option that says nothing about this kind of play; in Popeye's words.
    OptionIgnored(String),
    /// The same, of an option that Popeye mentions above the board only.
    OptionMeaningless(String),
}

impl Note {
    /// The side to move could capture a king.
    pub fn is_king_capture(&self) -> bool {
        matches!(self, Note::KingCanBeCaptured(_))
    }

    /// `the white queen on h1 can capture the king on h8`, if this is what it says.
    pub fn king_capture_in_words(&self) -> Option<String> {
        let Note::KingCanBeCaptured(capture) = self else { return None };
        let Some(KingCapture { by, king }) = capture else {
            return Some("the side to move can capture the king".to_string());
        };
        let king_name = if king.1.piece == Piece::KING { "king".to_string() } else { king.1.in_words() };
        Some(format!("the {} on {} can capture the {king_name} on {}", by.1.in_words(), by.0, king.0))
    }
}

/// Which limit cut the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cut {
    Time,
    /// The solution is larger than the memory that it may take.
    Memory,
    Interrupted,
    MaxSolutions,
    /// StartMoveNumber or UpToMoveNumber left out first moves.
    MoveNumbers,
    /// StopOnShortSolutions left out longer play.
    ShortSolutions,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    pub kind: PhaseKind,
    /// Solved with the sides exchanged (duplex).
    pub exchanged: bool,
    /// The side whose moves carry the move numbers.
    pub numbered: Color,
    pub groups: Vec<Group>,
    /// A limit had cut the search when the phase was over: what is not here may still exist.
    pub is_cut: bool,
    /// Set play whose first side could capture the king at once, so that there is none. Play of which that is true is no
    /// phase at all: `Note::KingCanBeCaptured`.
    pub is_illegal: bool,
}

impl Phase {
    /// One in which nothing has been found yet.
    pub fn empty(kind: PhaseKind, numbered: Color) -> Phase {
        Phase { kind, exchanged: false, numbered, groups: Vec::new(), is_cut: false, is_illegal: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseKind {
    SetPlay,
    Play,
}

/// Play of one branch of the stipulation; more than one where a structured stipulation joins several.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    pub style: Style,
    /// Play that the defender begins (post-key play) has a threat or is zugzwang as a whole.
    pub annotation: Annotation,
    pub nodes: Vec<Node>,
    /// Lines that were told while they were found, and are not kept.
    pub untold: usize,
    /// The move number of the first half-move, counted from 1.
    pub first_number: u16,
    /// Option MoveNumbers: every first move, those that solve nothing and those that are not legal too.
    pub first_moves: Vec<FirstMove>,
}

impl Group {
    /// The first moves that may be played.
    pub fn legal_first_moves(&self) -> impl Iterator<Item = &FirstMove> {
        self.first_moves.iter().filter(|first| first.is_legal)
    }

    /// Nothing has been found yet.
    pub fn empty(style: Style) -> Group {
        Group {
            style,
            annotation: Annotation::None,
            nodes: Vec::new(),
            untold: 0,
            first_number: 1,
            first_moves: Vec::new(),
        }
    }
}

/// A first move with its number, or a move after it that has one.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstMove {
    /// Of the moves before it, and its own; counted from 1, as options StartMoveNumber and UpToMoveNumber count.
    pub numbers: Vec<usize>,
    /// The move alone.
    pub node: Node,
    /// So many moves of the group are told before it is tried.
    pub at: usize,
    /// Whether the move may be played. One that leaves the king of its side in check has a number, too.
    pub is_legal: bool,
}

impl FirstMove {
    /// `3`, `3:5`.
    pub fn number(&self) -> String {
        self.numbers.iter().map(usize::to_string).collect::<Vec<String>>().join(":")
    }
}

/// How a group is told: a tree of keys and variations, or a list of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Tree,
    Lines,
}

/// A move that belongs to the solution, and what follows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    pub part: Part,
    pub record: MoveRecord,
    /// Goals that the move reaches.
    pub goals: Vec<Goal>,
    pub annotation: Annotation,
    pub children: Vec<Node>,
    /// Move numbers begin again with this move.
    pub renumbered: bool,
    /// The move is forbidden by the stipulation (the obligation to mate), and shown as such: `?!?`.
    pub violation: bool,
    /// What short notation has to say of where the man comes from.
    pub origin: Origin,
    /// Where the man has no other legal moves than those that stand beside this one: what tells it from the other men
    /// that can move, for moves told together (`B~`).
    pub random: Option<Origin>,
}

/// What a move is in the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part {
    Key,
    Try,
    Threat,
    Defence,
    Continuation,
    Refutation,
    /// A move of help or series play.
    Help,
}

/// What a quiet attacking move leaves the defender with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Annotation {
    #[default]
    None,
    /// The threats stand among the children.
    Threat,
    Zugzwang,
    /// Only where play begins after the key: elsewhere the move tells it.
    Check,
}

impl Node {
    /// What it counts against the memory for what is told: with what the allocator adds to it.
    pub const TOLD_BYTES: usize = size_of::<Node>() * 7 / 4;

    pub fn new(part: Part, record: MoveRecord) -> Node {
        Node {
            part,
            record,
            goals: Vec::new(),
            annotation: Annotation::None,
            children: Vec::new(),
            renumbered: false,
            violation: false,
            origin: Origin::Plain,
            random: None,
        }
    }

    /// How many moves there are from here on, this one included.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Node::count).sum::<usize>()
    }

    /// The number of different lines from here to an end.
    pub fn lines(&self) -> usize {
        if self.children.is_empty() { 1 } else { self.children.iter().map(Node::lines).sum() }
    }

    /// Every line through this move breaks a constraint of the play, so that none is a solution.
    pub fn is_broken(&self) -> bool {
        self.violation || !self.children.is_empty() && self.children.iter().all(Node::is_broken)
    }

    /// Some of them solve: what is told of a constraint that is broken does not.
    pub fn are_solution(nodes: &[Node]) -> bool {
        nodes.iter().any(|node| !node.is_broken())
    }
}
