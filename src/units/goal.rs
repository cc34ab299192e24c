//! Goals: what the last move has to achieve. A new goal needs a variant and a row of [`GOALS`] here, and a line in each
//! engine that decides when the goal is reached.

use super::{Placement, Square};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A goal that the last move has to reach.
///
/// "The mover" is the side that has just moved, "the other" the side to move next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "(String, Option<Square>)", into = "(String, Option<Square>)")]
pub enum Goal {
    /// `#`: the other side is in check and has no legal move.
    Mate,
    /// `=`: the other side is not in check and has no legal move.
    Stalemate,
    /// `==`: both sides are stalemated.
    DoubleStalemate,
    /// `#=`: the other side has no legal move, in check or not.
    MateOrStalemate,
    /// `#!=`: the other side is mated. The mover is not in check, and would have no move except the capture of the
    /// king.
    StalemateMate,
    /// `+`: the other side is in check.
    Check,
    /// `x`: the move is a capture.
    Capture,
    /// `z<sq>`: the move arrives on this square.
    Target(Square),
    /// `ep`: the move is an en passant capture.
    EnPassant,
    /// `00`: the move is castling.
    Castling,
    /// `~`: any move.
    Any,
    /// `%`: the move captures a man that is not reborn.
    WinPiece,
    /// `ct`: the moved man has returned to its square in the diagram.
    Circuit,
    /// `ctr`: the captured man has been reborn on its square in the diagram.
    CircuitByRebirth,
    /// `<>`: the moved man and another man of its side have exchanged their squares in the diagram.
    Exchange,
    /// `<>r`: the captured man, by its rebirth, and another man of its side have exchanged their diagram squares.
    ExchangeByRebirth,
    /// `##`: both sides are mated, and the mover had a legal move before.
    DoubleMate,
    /// `##!`: the mover, which was mated before its move and still is, mates the other side.
    CounterMate,
    /// `!#`: the mover is mated by its own move.
    AutoMate,
    /// `!=`: the mover is stalemated by its own move.
    AutoStalemate,
    /// `k<sq>`: the moved man is the only man adjacent to the one that was on this square in the diagram.
    Kiss(Square),
    /// `c81`: a white man has arrived on the eighth rank, or a black man on the first (Chess 81).
    Chess81,
    /// `dia`: the diagram has been reached from the game array.
    Diagram(Arc<Placement>),
    /// `a=>b`: position B has been reached from position A.
    AToB(Arc<Placement>),
}

/// A row of [`GOALS`]: the notation, meaning and properties of a goal.
#[derive(Clone, Copy)]
pub struct GoalDef {
    pub symbol: &'static str,
    pub doc: &'static str,
    make: Make,
    is_of_this: fn(&Goal) -> bool,
    is_marked: bool,
    hides_check: bool,
    leaves_no_move: bool,
    allows_self_check: bool,
    depends_on_history: bool,
}

#[derive(Clone, Copy)]
enum Make {
    Plain(fn() -> Goal),
    /// A goal with a square, which follows the symbol.
    At(fn(Square) -> Goal),
    /// A goal with a position to be reached. It is empty until the problem has been parsed completely.
    Reaching(fn(Arc<Placement>) -> Goal),
}

/// The constructor of a goal, and the test whether a given goal is of this kind.
type Variant = (Make, fn(&Goal) -> bool);

macro_rules! variant {
    (Plain $name:ident) => {
        (Make::Plain(|| Goal::$name), |goal| matches!(goal, Goal::$name))
    };
    ($make:ident $name:ident) => {
        (Make::$make(Goal::$name), |goal| matches!(goal, Goal::$name(_)))
    };
}

/// All goals with the symbols that stipulations use. Longer symbols come before their prefixes.
pub const GOALS: &[GoalDef] = &[
    GoalDef::new("a=>b", variant!(Reaching AToB), "position B is reached from position A"),
    GoalDef::new("##!", variant!(Plain CounterMate), "countermate: the side that is mated mates")
        .hiding_check()
        .leaving_no_move()
        .allowing_self_check(),
    GoalDef::new(
        "##",
        variant!(Plain DoubleMate),
        "double mate: both sides are mated, and the side that moved had a legal move before",
    )
    .hiding_check()
    .leaving_no_move()
    .allowing_self_check(),
    GoalDef::new(
        "#!=",
        variant!(Plain StalemateMate),
        "stalemate-mate: the side to move is mated, and the other side, if it were to move, could only capture the \
         king",
    )
    .hiding_check()
    .leaving_no_move(),
    GoalDef::new("#=", variant!(Plain MateOrStalemate), "mate or stalemate").hiding_check().leaving_no_move(),
    GoalDef::new("#", variant!(Plain Mate), "mate").hiding_check().leaving_no_move(),
    GoalDef::new("==", variant!(Plain DoubleStalemate), "double stalemate: both sides are stalemated")
        .hiding_check()
        .leaving_no_move(),
    GoalDef::new("=", variant!(Plain Stalemate), "stalemate").hiding_check().leaving_no_move(),
    GoalDef::new("!#", variant!(Plain AutoMate), "automate: the side that moves is mated by its own move")
        .leaving_no_move()
        .allowing_self_check(),
    GoalDef::new(
        "!=",
        variant!(Plain AutoStalemate),
        "autostalemate: the side that moves is stalemated by its own move",
    ),
    GoalDef::new("+", variant!(Plain Check), "check").unmarked(),
    GoalDef::new("x", variant!(Plain Capture), "capture"),
    GoalDef::new("z", variant!(At Target), "a move to the named square"),
    GoalDef::new("ep", variant!(Plain EnPassant), "en passant capture").unmarked(),
    GoalDef::new("00", variant!(Plain Castling), "castling").unmarked(),
    GoalDef::new("~", variant!(Plain Any), "any move").unmarked(),
    GoalDef::new("%", variant!(Plain WinPiece), "win of a piece: a man is captured and not reborn"),
    GoalDef::new("ctr", variant!(Plain CircuitByRebirth), "circuit by rebirth").unmarked().depending_on_history(),
    GoalDef::new("ct", variant!(Plain Circuit), "circuit: the moved man returns to its square in the diagram")
        .unmarked()
        .depending_on_history(),
    GoalDef::new("<>r", variant!(Plain ExchangeByRebirth), "exchange of places by rebirth")
        .unmarked()
        .depending_on_history(),
    GoalDef::new(
        "<>",
        variant!(Plain Exchange),
        "exchange of places: the moved man and another man of its side have exchanged squares",
    )
    .unmarked()
    .depending_on_history(),
    GoalDef::new(
        "k",
        variant!(At Kiss),
        "kiss: the moved man is the only one next to the man that was on the square in the diagram",
    )
    .unmarked()
    .depending_on_history(),
    GoalDef::new(
        "c81",
        variant!(Plain Chess81),
        "a man arrives on the last rank: White on the eighth, Black on the first",
    ),
    GoalDef::new("dia", variant!(Reaching Diagram), "proof game: the diagram is reached from the game array"),
];

impl GoalDef {
    const fn new(symbol: &'static str, (make, is_of_this): Variant, doc: &'static str) -> GoalDef {
        GoalDef {
            symbol,
            doc,
            make,
            is_of_this,
            is_marked: true,
            hides_check: false,
            leaves_no_move: false,
            allows_self_check: false,
            depends_on_history: false,
        }
    }

    /// Returns this row with no sign after the move, because the move itself shows the goal.
    const fn unmarked(self) -> GoalDef {
        GoalDef { is_marked: false, ..self }
    }

    /// Returns this row with a goal sign that replaces the check sign. (A stalemate may be a check if all men are
    /// paralysed.)
    const fn hiding_check(self) -> GoalDef {
        GoalDef { hides_check: true, ..self }
    }

    const fn leaving_no_move(self) -> GoalDef {
        GoalDef { leaves_no_move: true, ..self }
    }

    const fn allowing_self_check(self) -> GoalDef {
        GoalDef { allows_self_check: true, ..self }
    }

    const fn depending_on_history(self) -> GoalDef {
        GoalDef { depends_on_history: true, ..self }
    }

    pub fn needs_square(&self) -> bool {
        matches!(self.make, Make::At(_))
    }

    /// Returns the goal of this row; `None` if it needs a square and `square` is `None`. Positions to be reached are
    /// left empty and filled in later.
    pub fn goal(&self, square: Option<Square>) -> Option<Goal> {
        Some(match self.make {
            Make::Plain(make) => make(),
            Make::At(make) => make(square?),
            Make::Reaching(make) => make(Arc::default()),
        })
    }
}

impl Goal {
    /// Returns the goal with this symbol; `None` if the symbol is unknown, or if the goal needs a square and `square`
    /// is `None`.
    pub fn from_symbol(symbol: &str, square: Option<Square>) -> Option<Goal> {
        GOALS.iter().find(|def| def.symbol == symbol)?.goal(square)
    }

    pub fn def(&self) -> &'static GoalDef {
        GOALS.iter().find(|def| (def.is_of_this)(self)).expect("every goal has a row")
    }

    /// Returns the goal's symbol in [`GOALS`], without a square.
    pub fn symbol(&self) -> &'static str {
        self.def().symbol
    }

    /// Returns the sign that is printed after the move; empty if the move itself shows the goal.
    pub fn sign(&self) -> &'static str {
        let def = self.def();
        if def.is_marked { def.symbol } else { "" }
    }

    /// Whether the goal sign replaces the check sign.
    pub fn hides_check(&self) -> bool {
        self.def().hides_check
    }

    /// Returns the goal with its square, if any, mapped by `to`. The position of `dia` and `a=>b` needs no mapping,
    /// since it is the diagram of the problem.
    pub fn map_squares(&self, to: &impl Fn(Square) -> Square) -> Goal {
        match self {
            Goal::Target(square) => Goal::Target(to(*square)),
            Goal::Kiss(square) => Goal::Kiss(to(*square)),
            other => other.clone(),
        }
    }

    /// Whether the other side has no move once the goal is reached, so that no play can follow.
    pub fn leaves_no_move(&self) -> bool {
        self.def().leaves_no_move
    }

    /// Whether the move that reaches the goal may leave the mover's king in check.
    pub fn allows_self_check(&self) -> bool {
        self.def().allows_self_check
    }

    /// Whether the goal depends on moves before the last one, so that position and last move do not suffice.
    pub fn depends_on_history(&self) -> bool {
        self.def().depends_on_history
    }
}

/// Converts a goal to its form in files: symbol and square. A position to be reached is lost.
impl From<Goal> for (String, Option<Square>) {
    fn from(goal: Goal) -> (String, Option<Square>) {
        let square = match goal {
            Goal::Target(square) | Goal::Kiss(square) => Some(square),
            _ => None,
        };
        (goal.symbol().to_string(), square)
    }
}

impl TryFrom<(String, Option<Square>)> for Goal {
    type Error = &'static str;

    fn try_from((symbol, square): (String, Option<Square>)) -> Result<Goal, &'static str> {
        Goal::from_symbol(&symbol, square).ok_or("expected the symbol of a goal")
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
