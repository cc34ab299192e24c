//! The options of a problem: what is to be shown, what is assumed about the diagram, where solving ends.

use crate::units::{Color, Square};

/// All options, with the values that hold when none is given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub variations: bool,
    pub set_play: bool,
    pub tries: bool,
    /// A first move is a try when at most so many defences refute it; 1 when only `Try` is given.
    pub defences: Option<u16>,
    pub trivial_tries_avoid: bool,
    pub no_threat: bool,
    pub no_short_variations: bool,
    pub post_key_play: bool,
    pub null_moves: bool,
    pub threat: Option<u16>,
    pub max_flight_squares: Option<u16>,
    pub non_trivial: Option<(u16, u16)>,
    pub keep_mating_piece: bool,
    pub quodlibet: bool,
    pub goal_is_end: bool,
    pub mates_in_1: bool,
    pub white_to_play: bool,
    pub duplex: Duplex,
    pub no_white_king: bool,
    pub no_black_king: bool,
    pub no_castling: Vec<Square>,
    pub castling_mutually_exclusive: Vec<(Square, Square)>,
    /// The squares of the pawn move just played: departure, squares passed over, arrival.
    pub en_passant: Vec<Square>,
    pub max_solutions: Option<u32>,
    /// Seconds.
    pub max_time: Option<u32>,
    pub stop_on_short_solutions: bool,
    pub move_numbers: bool,
    /// First half-move to begin with (counted from 1), and second.
    pub start_move_number: Option<(u16, u16)>,
    pub up_to_move_number: Option<(u16, u16)>,
    pub intelligent: bool,
    pub no_board: bool,
}

/// Which sides are to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duplex {
    #[default]
    No,
    /// Both sides, one after the other.
    Yes,
    /// Only with the sides exchanged.
    Half,
}

/// What an option takes after its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arguments {
    None,
    Number,
    OptionalNumber,
    TwoNumbers,
    Squares,
    MoveNumber,
}

/// An option as it is named, listed and read.
pub struct OptionDef {
    pub name: &'static str,
    pub arguments: Arguments,
    pub doc: &'static str,
}

use Arguments as A;

/// All options, under the names that Popeye gives them.
pub const OPTIONS: &[OptionDef] = &[
    OptionDef {
        name: "Variations",
        arguments: A::None,
        doc: "show threats and variations of direct, self and reflex play",
    },
    OptionDef { name: "SetPlay", arguments: A::None, doc: "show the set play" },
    OptionDef { name: "Try", arguments: A::None, doc: "show tries with their refutations" },
    OptionDef { name: "Defence", arguments: A::Number, doc: "a first move is a try when at most n defences refute it" },
    OptionDef { name: "TrivialTriesAvoid", arguments: A::None, doc: "do not show tries that give check" },
    OptionDef { name: "NoThreat", arguments: A::None, doc: "show all variations, without looking for threats" },
    OptionDef { name: "NoShortVariations", arguments: A::None, doc: "do not show variations that end early" },
    OptionDef { name: "PostKeyPlay", arguments: A::None, doc: "the diagram is the position after the key" },
    OptionDef { name: "NullMoves", arguments: A::None, doc: "the side that begins may pass on its first move" },
    OptionDef {
        name: "Threat",
        arguments: A::Number,
        doc: "a move refutes when it leaves no threat in n moves or fewer",
    },
    OptionDef {
        name: "MaxFlightsquares",
        arguments: A::Number,
        doc: "a move refutes when the king has more than n flights",
    },
    OptionDef {
        name: "NonTrivial",
        arguments: A::TwoNumbers,
        doc: "m n: at most m additional defences that are not met within n moves",
    },
    OptionDef { name: "KeepMatingPiece", arguments: A::None, doc: "stop where no piece is left that could mate" },
    OptionDef { name: "Quodlibet", arguments: A::None, doc: "in self and reflex play the direct goal counts as well" },
    OptionDef { name: "GoalIsEnd", arguments: A::None, doc: "play ends when the wrong side reaches the goal" },
    OptionDef { name: "MatesIn1", arguments: A::None, doc: "show mates in one among longer variations of self play" },
    OptionDef { name: "WhiteToPlay", arguments: A::None, doc: "White begins help play" },
    OptionDef { name: "Duplex", arguments: A::None, doc: "solve for both sides" },
    OptionDef { name: "HalfDuplex", arguments: A::None, doc: "solve with the sides exchanged" },
    OptionDef { name: "NoWk", arguments: A::None, doc: "there is no white king" },
    OptionDef { name: "NoBk", arguments: A::None, doc: "there is no black king" },
    OptionDef { name: "NoCastling", arguments: A::Squares, doc: "the kings and rooks on these squares may not castle" },
    OptionDef {
        name: "CastlingMutuallyExclusive",
        arguments: A::Squares,
        doc: "castling with one of the two rooks rules out castling with the other",
    },
    OptionDef {
        name: "EnPassant",
        arguments: A::Squares,
        doc: "the pawn move just played: departure, squares passed over, arrival",
    },
    OptionDef { name: "MaxSolutions", arguments: A::Number, doc: "stop after n solutions" },
    OptionDef { name: "MaxTime", arguments: A::Number, doc: "stop after n seconds" },
    OptionDef {
        name: "StopOnShortSolutions",
        arguments: A::None,
        doc: "do not look for longer solutions when there are short ones",
    },
    OptionDef { name: "MoveNumbers", arguments: A::None, doc: "show each first move as it is tried" },
    OptionDef { name: "StartMoveNumber", arguments: A::MoveNumber, doc: "begin with the m-th first move" },
    OptionDef { name: "UpToMoveNumber", arguments: A::MoveNumber, doc: "end with the m-th first move" },
    OptionDef {
        name: "Intelligent",
        arguments: A::OptionalNumber,
        doc: "accepted; the set of solutions is the same without it",
    },
    OptionDef { name: "NoBoard", arguments: A::None, doc: "do not print the board" },
    OptionDef { name: "Beep", arguments: A::OptionalNumber, doc: "accepted and ignored" },
    OptionDef { name: "SuppressGrid", arguments: A::None, doc: "accepted; grids are not drawn" },
    OptionDef { name: "WriteGrid", arguments: A::None, doc: "accepted; grids are not drawn" },
];

/// The values that stand behind the name of an option.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values {
    pub numbers: Vec<u32>,
    pub squares: Vec<Square>,
}

impl Options {
    /// Sets the option called `name` (as in [`OPTIONS`]). The message says what is wrong with its values.
    pub fn set(&mut self, name: &str, values: &Values) -> Result<(), String> {
        let number = || -> Result<u16, String> {
            let n = *values.numbers.first().ok_or("expected a number")?;
            u16::try_from(n).map_err(|_| format!("expected a number up to {}", u16::MAX))
        };
        let pair = || -> Result<(u16, u16), String> {
            let second = values.numbers.get(1).copied().unwrap_or(1);
            Ok((number()?, u16::try_from(second).map_err(|_| format!("expected a number up to {}", u16::MAX))?))
        };
        match name {
            "Variations" => self.variations = true,
            "SetPlay" => self.set_play = true,
            "Try" => self.tries = true,
            "Defence" => {
                self.tries = true;
                self.defences = Some(number()?);
            }
            "TrivialTriesAvoid" => self.trivial_tries_avoid = true,
            "NoThreat" => self.no_threat = true,
            "NoShortVariations" => self.no_short_variations = true,
            "PostKeyPlay" => self.post_key_play = true,
            "NullMoves" => self.null_moves = true,
            "Threat" => self.threat = Some(number()?),
            "MaxFlightsquares" => self.max_flight_squares = Some(number()?),
            "NonTrivial" => {
                if values.numbers.len() != 2 {
                    return Err("expected two numbers".into());
                }
                self.non_trivial = Some(pair()?);
            }
            "KeepMatingPiece" => self.keep_mating_piece = true,
            "Quodlibet" => self.quodlibet = true,
            "GoalIsEnd" => self.goal_is_end = true,
            "MatesIn1" => self.mates_in_1 = true,
            "WhiteToPlay" => self.white_to_play = true,
            "Duplex" => self.duplex = Duplex::Yes,
            "HalfDuplex" => self.duplex = Duplex::Half,
            "NoWk" => self.no_white_king = true,
            "NoBk" => self.no_black_king = true,
            "NoCastling" => {
                if values.squares.is_empty() {
                    return Err("expected squares".into());
                }
                self.no_castling.extend(&values.squares);
            }
            "CastlingMutuallyExclusive" => match values.squares[..] {
                [white, black] if is_rook_home(white, Color::White) && is_rook_home(black, Color::Black) => {
                    self.castling_mutually_exclusive.push((white, black));
                }
                _ => return Err("expected the square of a white rook (a1 or h1) and of a black one (a8 or h8)".into()),
            },
            "EnPassant" => {
                if values.squares.is_empty() {
                    return Err("expected the squares of the pawn move just played".into());
                }
                self.en_passant = values.squares.clone();
            }
            "MaxSolutions" => self.max_solutions = Some(*values.numbers.first().ok_or("expected a number")?),
            "MaxTime" => self.max_time = Some(*values.numbers.first().ok_or("expected a number of seconds")?),
            "StopOnShortSolutions" => self.stop_on_short_solutions = true,
            "MoveNumbers" => self.move_numbers = true,
            "StartMoveNumber" => self.start_move_number = Some(pair()?),
            "UpToMoveNumber" => {
                self.up_to_move_number = Some((
                    number()?,
                    values.numbers.get(1).map_or(Ok(u16::MAX), |&n| {
                        u16::try_from(n).map_err(|_| "expected a smaller number".to_string())
                    })?,
                ))
            }
            "Intelligent" => self.intelligent = true,
            "NoBoard" => self.no_board = true,
            "Beep" | "SuppressGrid" | "WriteGrid" => {}
            other => return Err(format!("`{other}` is not an option")),
        }
        Ok(())
    }

    /// How many refutations a try may have; `None` when tries are not asked for.
    pub fn refutations(&self) -> Option<usize> {
        self.tries.then(|| usize::from(self.defences.unwrap_or(1)))
    }
}

fn is_rook_home(square: Square, color: Color) -> bool {
    let rank = if color == Color::White { 0 } else { 7 };
    square.rank() == rank && (square.file() == 0 || square.file() == 7)
}
