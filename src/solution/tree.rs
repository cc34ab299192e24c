//! The result of solving as plain data: phases, keys, tries, variations, lines of help play.
//!
//! It contains no position and no search; every printer and the verdict read the same tree.

use crate::position::KingCapture;
use crate::problem::{Men, Problem, Single};
use crate::units::{Color, Goal, MoveRecord, Origin, Piece};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The solution of a problem, with one entry per twin. A problem without twins has a single entry.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Solution {
    /// The results for the twins, in the order of the twins.
    pub twins: Vec<TwinSolution>,
}

/// The result for one twin, or for the position of a problem without twins.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TwinSolution {
    /// Label of the twin, such as `a)`, `b)`, `+c)`; empty without twins.
    pub label: String,
    /// Changes of the twin in the form printed beside the label: `bPf2<-->wPh4`.
    pub changes: String,
    /// The problem with the changes of this twin made; `None` if they cannot be made.
    pub problem: Option<Arc<Problem>>,
    /// The identities of the men of the diagram of this twin.
    pub men: Men,
    /// Remarks about the position, besides the solution.
    pub notes: Vec<Note>,
    /// Set play and actual play; in a duplex, those of each side.
    pub phases: Vec<Phase>,
    /// The limit that cut the search; `None` if the search was complete. The solution of a cut search is
    /// correct, but may be incomplete.
    pub cut: Option<Cut>,
}

impl TwinSolution {
    /// Returns a solution without any play for a twin.
    pub fn of(single: &Single) -> TwinSolution {
        let (label, changes) = (single.label.clone(), single.changes.clone());
        let problem = Some(Arc::new(single.problem.clone()));
        TwinSolution { label, changes, problem, men: single.men.clone(), ..TwinSolution::default() }
    }

    /// Whether there is no play because a king can be captured, and not because of a limit. In a duplex, one
    /// side may still have play; then the result is `false`.
    pub fn is_refused(&self) -> bool {
        let has_play = || self.phases.iter().any(|phase| phase.kind == PhaseKind::Play);
        self.king_capture().is_some() && !has_play()
    }

    /// Whether nothing was searched, because a king can be captured or the twin cannot be made.
    pub fn is_without_search(&self) -> bool {
        self.is_refused() || self.notes.iter().any(|note| matches!(note, Note::CannotBeMade(_)))
    }

    /// Returns the note that the side to move could capture a king; `None` if there is no such note.
    pub fn king_capture(&self) -> Option<&Note> {
        self.notes.iter().find(|note| note.is_king_capture())
    }
}

/// A remark about a position besides its solution.
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

    /// Returns the capture of a king in words, such as `the white queen on h1 can capture the king on h8`.
    /// Returns `None` if the note contains no capture.
    pub fn king_capture_in_words(&self) -> Option<String> {
        let Note::KingCanBeCaptured(capture) = self else { return None };
        let Some(KingCapture { by, king }) = capture else {
            return Some("the side to move can capture the king".to_string());
        };
        let king_name = if king.1.piece == Piece::KING { "king".to_string() } else { king.1.in_words() };
        Some(format!("the {} on {} can capture the {king_name} on {}", by.1.in_words(), by.0, king.0))
    }
}

/// The limit that cut a search.
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

/// The result for one phase: its [keys](Phase::keys) and [tries](Phase::tries), or its [lines](Phase::lines).
#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    /// Whether the phase is set play or actual play.
    pub kind: PhaseKind,
    /// Whether the phase was solved with the sides exchanged (duplex).
    pub exchanged: bool,
    /// The side whose moves have the move numbers.
    pub numbered: Color,
    #[doc(hidden)]
    pub groups: Vec<Group>,
    /// Whether a limit had cut the search when the phase ended, so that more play may exist.
    pub is_cut: bool,
    /// Whether this is set play that does not exist because its first side could capture the king at once. In
    /// actual play, such a position gives the note `KingCanBeCaptured`, and no phase.
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

/// The solution for one branch of the stipulation. A phase has several groups if a structured stipulation joins
/// several branches.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    pub style: Style,
    /// The defender's situation in the diagram (threat, zugzwang or check), if the play begins with a defence.
    pub annotation: Annotation,
    pub nodes: Vec<Node>,
    /// Number of lines that were reported to a listener during the search and then dropped.
    pub dropped: usize,
    /// Number that the first move of the play has, usually 1.
    pub first_number: u16,
    /// All numbered first moves if option MoveNumbers is set, including those that do not solve or are illegal.
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

/// A move with the number that option MoveNumbers prints, usually a first move.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstMove {
    /// Numbers, counted from 1, of the moves that lead to this one, and of this move itself. Options
    /// StartMoveNumber and UpToMoveNumber refer to these numbers.
    pub numbers: Vec<usize>,
    /// The move without the play after it.
    pub node: Node,
    /// Number of moves of the group that come before this one in the output.
    pub at: usize,
    /// Whether the move is legal. A move that leaves its own side's king in check is numbered too.
    pub is_legal: bool,
}

impl FirstMove {
    /// Returns the number as printed: `3`, or `3:5` for a later move.
    pub fn number(&self) -> String {
        self.numbers.iter().map(usize::to_string).collect::<Vec<String>>().join(":")
    }
}

/// Form of a group: a tree of keys and variations, or a list of lines.
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
    /// Whether the move breaks the stipulation's obligation to mate. It is printed with the sign `?!?`.
    pub violation: bool,
    /// The part of the square of departure that short notation has to show.
    pub origin: Origin,
    /// The origin for writing this move and the man's other moves as one word (`B~`). `None` unless all legal
    /// moves of the man are siblings of this one.
    pub random: Option<Origin>,
}

/// Role of a move in the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part {
    /// A first move that fulfils the stipulation against every defence.
    Key,
    /// A first move that only one defence refutes, or as few as the option `Try` permits.
    Try,
    /// A continuation that the attacker would play if the defender could pass.
    Threat,
    /// A move of the side against which battle play is directed.
    Defence,
    /// The attacker's move after a defence.
    Continuation,
    /// A defence after which a try does not fulfil the stipulation.
    Refutation,
    /// A move of help or series play, in which moves have no further roles.
    Help,
}

/// The defender's situation before the defences: threat, zugzwang, or check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Annotation {
    #[default]
    None,
    /// There are threats, which are among the children.
    Threat,
    Zugzwang,
    /// Check, in play that begins with a defence. Elsewhere, the attacker's move itself shows the check.
    Check,
}

impl Part {
    /// Returns the role in one word: `key`, `try`, `threat`, `defence`, `continuation`, `refutation`, or `help` for
    /// a move of help or series play.
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
    /// Bytes that each node counts against the memory limit of the solution, with the overhead of the
    /// allocator.
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

    /// Whether every line through this move breaks a constraint of the play, so that no such line is a
    /// solution.
    pub fn is_broken(&self) -> bool {
        self.violation || !self.children.is_empty() && self.children.iter().all(Node::is_broken)
    }

    /// Whether any of the nodes is a solution. Lines that break a constraint are kept in the tree, but are not
    /// solutions.
    pub fn are_solution(nodes: &[Node]) -> bool {
        nodes.iter().any(|node| !node.is_broken())
    }
}
