use super::{Placement, Square};
use std::fmt;
use std::sync::Arc;

/// What the last move of the play has to reach.
///
/// "Mover" is the side that has just moved, "the other" the side to move then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// `#`: the other is in check and has no legal move.
    Mate,
    /// `=`: the other is not in check and has no legal move.
    Stalemate,
    /// `==`: both sides are stalemated.
    DoubleStalemate,
    /// `#=`: the other has no legal move.
    MateOrStalemate,
    /// `+`: the other is in check.
    Check,
    /// `x`: the move captured.
    Capture,
    /// `z<sq>`: the move went to this square.
    Target(Square),
    /// `ep`: the move was an en passant capture.
    EnPassant,
    /// `00`: the move was castling.
    Castling,
    /// `~`: any move.
    Any,
    /// `%`: the move captured, and nobody was reborn.
    WinPiece,
    /// `ct`: the moved unit is back on the square where it stood in the diagram.
    Circuit,
    /// `ctr`: the same, by rebirth.
    CircuitByRebirth,
    /// `<>`: the moved unit and another of its side have exchanged their squares of the diagram.
    Exchange,
    /// `<>r`: the same, by rebirth.
    ExchangeByRebirth,
    /// `##`: both sides are mated, and the mover could move before.
    DoubleMate,
    /// `##!`: the mover, mated before and after his move, mates.
    CounterMate,
    /// `!#`: the mover is mated by his own move.
    AutoMate,
    /// `!=`: the mover has stalemated himself.
    AutoStalemate,
    /// `k<sq>`: the move ends beside the unit that stood on this square in the diagram, and nothing else is beside it.
    Kiss(Square),
    /// `c81`: White arrived on his eighth rank, Black on his first (Chess 81).
    Chess81,
    /// `dia`: the diagram is reached from the game array.
    Diagram(Arc<Placement>),
    /// `a=>b`: position B is reached from position A.
    AToB(Arc<Placement>),
}

/// How a goal is written, and what it means: one row for each goal.
pub struct GoalDef {
    pub symbol: &'static str,
    pub needs_square: bool,
    pub doc: &'static str,
}

/// All goals as they are written in a stipulation, longer symbols before their prefixes.
pub const GOALS: &[GoalDef] = &[
    GoalDef { symbol: "a=>b", needs_square: false, doc: "position B is reached from position A" },
    GoalDef { symbol: "##!", needs_square: false, doc: "countermate: the side that is mated mates" },
    GoalDef {
        symbol: "##",
        needs_square: false,
        doc: "double mate: both sides are mated, and the mover could move before",
    },
    GoalDef { symbol: "#=", needs_square: false, doc: "mate or stalemate" },
    GoalDef { symbol: "#", needs_square: false, doc: "mate" },
    GoalDef { symbol: "==", needs_square: false, doc: "double stalemate: both sides are stalemated" },
    GoalDef { symbol: "=", needs_square: false, doc: "stalemate" },
    GoalDef { symbol: "!#", needs_square: false, doc: "automate: the side that moves is mated by its own move" },
    GoalDef {
        symbol: "!=",
        needs_square: false,
        doc: "autostalemate: the side that moves is stalemated by its own move",
    },
    GoalDef { symbol: "+", needs_square: false, doc: "check" },
    GoalDef { symbol: "x", needs_square: false, doc: "capture" },
    GoalDef { symbol: "z", needs_square: true, doc: "a move to the square" },
    GoalDef { symbol: "ep", needs_square: false, doc: "en passant capture" },
    GoalDef { symbol: "00", needs_square: false, doc: "castling" },
    GoalDef { symbol: "~", needs_square: false, doc: "any move" },
    GoalDef { symbol: "%", needs_square: false, doc: "win of a piece: a capture with which nobody is reborn" },
    GoalDef { symbol: "ctr", needs_square: false, doc: "circuit by rebirth" },
    GoalDef { symbol: "ct", needs_square: false, doc: "circuit: the moved unit is back on its square of the diagram" },
    GoalDef { symbol: "<>r", needs_square: false, doc: "exchange of places by rebirth" },
    GoalDef {
        symbol: "<>",
        needs_square: false,
        doc: "exchange of places: the moved unit and another of its side have changed squares",
    },
    GoalDef {
        symbol: "k",
        needs_square: true,
        doc: "kiss: the moved unit is the only one beside the unit that stood on the square in the diagram",
    },
    GoalDef { symbol: "c81", needs_square: false, doc: "White arrives on the eighth rank, Black on the first" },
    GoalDef { symbol: "dia", needs_square: false, doc: "proof game: the diagram is reached from the game array" },
];

impl Goal {
    /// The goal that a symbol of [`GOALS`] stands for. `square` is used where the symbol needs one;
    /// `dia` and `a=>b` get an empty placement, filled in when the problem is complete.
    pub fn from_symbol(symbol: &str, square: Option<Square>) -> Option<Goal> {
        Some(match symbol {
            "#" => Goal::Mate,
            "=" => Goal::Stalemate,
            "==" => Goal::DoubleStalemate,
            "#=" => Goal::MateOrStalemate,
            "+" => Goal::Check,
            "x" => Goal::Capture,
            "z" => Goal::Target(square?),
            "ep" => Goal::EnPassant,
            "00" => Goal::Castling,
            "~" => Goal::Any,
            "%" => Goal::WinPiece,
            "ct" => Goal::Circuit,
            "ctr" => Goal::CircuitByRebirth,
            "<>" => Goal::Exchange,
            "<>r" => Goal::ExchangeByRebirth,
            "##" => Goal::DoubleMate,
            "##!" => Goal::CounterMate,
            "!#" => Goal::AutoMate,
            "!=" => Goal::AutoStalemate,
            "k" => Goal::Kiss(square?),
            "c81" => Goal::Chess81,
            "dia" => Goal::Diagram(Arc::default()),
            "a=>b" => Goal::AToB(Arc::default()),
            _ => return None,
        })
    }

    /// The symbol of [`GOALS`], without a square.
    pub fn symbol(&self) -> &'static str {
        match self {
            Goal::Mate => "#",
            Goal::Stalemate => "=",
            Goal::DoubleStalemate => "==",
            Goal::MateOrStalemate => "#=",
            Goal::Check => "+",
            Goal::Capture => "x",
            Goal::Target(_) => "z",
            Goal::EnPassant => "ep",
            Goal::Castling => "00",
            Goal::Any => "~",
            Goal::WinPiece => "%",
            Goal::Circuit => "ct",
            Goal::CircuitByRebirth => "ctr",
            Goal::Exchange => "<>",
            Goal::ExchangeByRebirth => "<>r",
            Goal::DoubleMate => "##",
            Goal::CounterMate => "##!",
            Goal::AutoMate => "!#",
            Goal::AutoStalemate => "!=",
            Goal::Kiss(_) => "k",
            Goal::Chess81 => "c81",
            Goal::Diagram(_) => "dia",
            Goal::AToB(_) => "a=>b",
        }
    }

    /// The same goal with its squares and target positions mapped (twins that move the whole board).
    pub fn map_squares(&self, to: &impl Fn(Square) -> Square) -> Goal {
        match self {
            Goal::Target(square) => Goal::Target(to(*square)),
            Goal::Kiss(square) => Goal::Kiss(to(*square)),
            other => other.clone(),
        }
    }

    /// The other side has no move then, so nothing can follow anyway.
    pub fn leaves_no_move(&self) -> bool {
        use Goal::*;
        matches!(self, Mate | Stalemate | MateOrStalemate | DoubleStalemate | DoubleMate | CounterMate | AutoMate)
    }

    /// The mover may leave his own king in check on the move that reaches this goal.
    pub fn allows_self_check(&self) -> bool {
        matches!(self, Goal::CounterMate | Goal::DoubleMate | Goal::AutoMate)
    }

    /// Whether it was reached depends on the way to the position, not on the position and the last move alone.
    pub fn depends_on_history(&self) -> bool {
        matches!(
            self,
            Goal::Circuit | Goal::CircuitByRebirth | Goal::Exchange | Goal::ExchangeByRebirth | Goal::Kiss(_)
        )
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())?;
        match self {
            Goal::Target(square) | Goal::Kiss(square) if square.rank() > 8 => write!(f, "({square})"),
            Goal::Target(square) | Goal::Kiss(square) => write!(f, "{square}"),
            _ => Ok(()),
        }
    }
}
