//! The result of solving as plain data: phases, keys, tries, variations, lines of help play.
//!
//! The tree has no positions and needs no search. All printers and the verdict use it.

use crate::position::KingCapture;
use crate::problem::{Men, Problem, Single};
use crate::units::{Color, Goal, MoveRecord, Origin, Piece};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The solution of a problem, with one entry for each twin. For a problem without twins it has one entry.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Solution {
    /// The results for the twins, in the order of the twins.
    pub twins: Vec<TwinSolution>,
}

/// The result for one twin, or for the position of a problem without twins.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TwinSolution {
    /// Label of the twin, such as `a)`, `b)`, `+c)`. Empty if the problem has no twins.
    pub label: String,
    /// Changes of the twin in the form printed beside the label: `bPf2<-->wPh4`.
    pub changes: String,
    /// The problem after the changes of this twin. `None` if the changes cannot be made.
    pub problem: Option<Arc<Problem>>,
    /// The identities of the men in the diagram of this twin.
    pub men: Men,
    /// Remarks about the position.
    pub notes: Vec<Note>,
    /// The phases: set play and actual play. In a duplex, there are those of each side.
    pub phases: Vec<Phase>,
    /// The limit that cut the search, or `None` if the search was complete. If the search was cut, the solution has no
    /// wrong play, but may be incomplete.
    pub cut: Option<Cut>,
}

impl TwinSolution {
    /// Returns a solution without any play for a twin.
    pub fn of(single: &Single) -> TwinSolution {
        let (label, changes) = (single.label.clone(), single.changes.clone());
        let problem = Some(Arc::new(single.problem.clone()));
        TwinSolution { label, changes, problem, men: single.men.clone(), ..TwinSolution::default() }
    }

    /// Whether there is no play because a king can be captured. `false` if a limit is the reason, or if one side of a
    /// duplex has play.
    pub fn is_refused(&self) -> bool {
        let has_play = || self.phases.iter().any(|phase| phase.kind == PhaseKind::Play);
        self.king_capture().is_some() && !has_play()
    }

    /// Whether nothing was searched, because a king can be captured or because the twin cannot be made.
    pub fn is_without_search(&self) -> bool {
        self.is_refused() || self.notes.iter().any(|note| matches!(note, Note::CannotBeMade(_)))
    }

    /// Returns the note that the side to move could capture a king, or `None` if there is no such note.
    pub fn king_capture(&self) -> Option<&Note> {
        self.notes.iter().find(|note| note.is_king_capture())
    }
}

/// A remark about a position, in addition to its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The side to move could capture a king, so the position was not solved. Contains the capture if it is
    /// known.
    KingCanBeCaptured(Option<KingCapture>),
    /// A side has no king.
    MissingKing(Color),
    /// A side has more than one king.
    SeveralKings(Color),
    /// The changes of this twin cannot be made, so it was not solved. Contains the reason.
    CannotBeMade(String),
    /// The position cannot arise in a game, for example because of pawns on the first rank. Contains the
    /// reason.
    IllegalDiagram(String),
    /// The combination of rules is not verified, so the solution may be wrong.
    Unverified(String),
    /// An option has no effect on this kind of play. Contains the message in Popeye's words.
    OptionIgnored(String),
    /// Like `OptionIgnored`, for an option that Popeye mentions only if it prints the board.
    OptionMeaningless(String),
}

impl Note {
    /// Whether the side to move could capture a king.
    pub fn is_king_capture(&self) -> bool {
        matches!(self, Note::KingCanBeCaptured(_))
    }

    /// Returns the capture of a king as a text, such as `the white queen on h1 can capture the king on h8`. Returns
    /// `None` if the note contains no capture.
    pub fn king_capture_in_words(&self) -> Option<String> {
        let Note::KingCanBeCaptured(capture) = self else { return None };
        let Some(KingCapture { by, king }) = capture else {
            return Some("the side to move can capture the king".to_string());
        };
        let king_name = if king.1.piece == Piece::KING { "king".to_string() } else { king.1.in_words() };
        Some(format!("the {} on {} can capture the {king_name} on {}", by.1.in_words(), by.0, king.0))
    }
}

/// The reason why a search was cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cut {
    /// The time limit was reached.
    Time,
    /// The solution exceeded its memory limit.
    Memory,
    /// The search was cancelled.
    Interrupted,
    /// The maximum number of solutions was reached.
    MaxSolutions,
    /// Option StartMoveNumber or UpToMoveNumber excluded first moves.
    MoveNumbers,
    /// Option StopOnShortSolutions excluded longer play.
    ShortSolutions,
}

/// The result of one phase: its [keys](Phase::keys) and [tries](Phase::tries), or its [lines](Phase::lines).
#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    /// Whether the phase is set play or actual play.
    pub kind: PhaseKind,
    /// Whether the phase was solved with the sides exchanged (duplex).
    pub exchanged: bool,
    /// The side whose moves have move numbers.
    pub numbered: Color,
    #[doc(hidden)]
    pub groups: Vec<Group>,
    /// Whether a limit had cut the search by the end of the phase. If so, more play may exist.
    pub is_cut: bool,
    /// Whether the phase is set play that does not exist, because its first side could capture the king at once. (If
    /// this happens in actual play, there is a note `KingCanBeCaptured` and no phase.)
    pub is_illegal: bool,
}

impl Phase {
    #[doc(hidden)]
    pub fn empty(kind: PhaseKind, numbered: Color) -> Phase {
        Phase { kind, exchanged: false, numbered, groups: Vec::new(), is_cut: false, is_illegal: false }
    }
}

/// Whether a phase is set play or actual play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseKind {
    /// Play from the diagram after a pass by the side to move.
    SetPlay,
    /// Actual play, which begins in the diagram.
    Play,
}

/// The solution of one branch of the stipulation. A phase has several groups if a structured stipulation joins
/// branches.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    pub style: Style,
    /// If the play begins with a defence: whether the diagram has threats, zugzwang or check.
    pub annotation: Annotation,
    pub nodes: Vec<Node>,
    /// Number of lines that were reported to a listener during the search and then dropped.
    pub dropped: usize,
    /// Move number of the first move, usually 1.
    pub first_number: u16,
    /// All numbered first moves if option MoveNumbers is set. Moves that do not solve and moves that are illegal are
    /// included.
    pub first_moves: Vec<FirstMove>,
}

impl Group {
    pub fn legal_first_moves(&self) -> impl Iterator<Item = &FirstMove> {
        self.first_moves.iter().filter(|first| first.is_legal)
    }

    pub fn empty(style: Style) -> Group {
        Group {
            style,
            annotation: Annotation::None,
            nodes: Vec::new(),
            dropped: 0,
            first_number: 1,
            first_moves: Vec::new(),
        }
    }
}

/// A move with the number that option MoveNumbers prints. Usually it is a first move.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstMove {
    /// The numbers, counted from 1, of the moves that lead to this move, and of this move. Options StartMoveNumber and
    /// UpToMoveNumber refer to these numbers.
    pub numbers: Vec<usize>,
    /// The move without the play after it.
    pub node: Node,
    /// Number of moves of the group that precede this move in the output.
    pub at: usize,
    /// Whether the move is legal. Moves that leave the mover's king in check are numbered, too.
    pub is_legal: bool,
}

impl FirstMove {
    /// Returns the number as printed: `3`, or `3:5` for a later move.
    pub fn number(&self) -> String {
        self.numbers.iter().map(usize::to_string).collect::<Vec<String>>().join(":")
    }
}

/// The form of a group: a tree of keys and variations, or a list of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Tree,
    Lines,
}

/// A move of the solution, with the play after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    pub part: Part,
    pub record: MoveRecord,
    /// Goals that the move reaches.
    pub goals: Vec<Goal>,
    pub annotation: Annotation,
    pub children: Vec<Node>,
    /// Whether the move numbers begin again at 1 with this move.
    pub renumbered: bool,
    /// Whether the move violates an obligation to mate in the stipulation. Such a move is printed with the sign `?!?`.
    pub violation: bool,
    /// The part of the departure square that short notation has to show.
    pub origin: Origin,
    /// The origin for a text such as `B~` that represents this move and the man's other moves. `None` if some legal
    /// move of the man is not a sibling of this move.
    pub random: Option<Origin>,
}

/// The role of a move in the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part {
    /// A first move that fulfils the stipulation against every defence.
    Key,
    /// A first move that only one defence refutes, or no more defences than the option `Try` permits.
    Try,
    /// A continuation that the attacker would play if the defender could pass.
    Threat,
    /// A move of the side against which battle play is directed.
    Defence,
    /// The attacker's move after a defence.
    Continuation,
    /// A defence after which a try does not fulfil the stipulation.
    Refutation,
    /// A move of help or series play. Such moves have no other role.
    Help,
}

/// The situation of the defender before the defences: threat, zugzwang or check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Annotation {
    #[default]
    None,
    /// There are threats. They are among the children.
    Threat,
    Zugzwang,
    /// Check, in play that begins with a defence. In other play, the check is part of the attacker's move.
    Check,
}

impl Part {
    /// Returns the name of the role: `key`, `try`, `threat`, `defence`, `continuation`, `refutation` or `help`.
    pub fn name(self) -> &'static str {
        match self {
            Part::Key => "key",
            Part::Try => "try",
            Part::Threat => "threat",
            Part::Defence => "defence",
            Part::Continuation => "continuation",
            Part::Refutation => "refutation",
            Part::Help => "help",
        }
    }
}

impl Node {
    /// Bytes by which each node counts against the memory limit of the solution. The overhead of the allocator is
    /// included.
    pub const PRINTED_BYTES: usize = size_of::<Node>() * 7 / 4;

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

    /// Returns the number of moves in the tree that begins with this node, including the node itself.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Node::count).sum::<usize>()
    }

    /// Returns the number of paths from this move to an end of play.
    pub fn lines(&self) -> usize {
        if self.children.is_empty() { 1 } else { self.children.iter().map(Node::lines).sum() }
    }

    /// Whether every line through this move violates a constraint of the play, so that none is a solution.
    pub fn is_broken(&self) -> bool {
        self.violation || !self.children.is_empty() && self.children.iter().all(Node::is_broken)
    }

    /// Whether at least one of the nodes is a solution. Lines that violate a constraint are in the tree, but are no
    /// solutions.
    pub fn are_solution(nodes: &[Node]) -> bool {
        nodes.iter().any(|node| !node.is_broken())
    }
}
