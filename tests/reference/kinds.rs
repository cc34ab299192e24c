//! The kinds of men, each as a list of abilities in the words of its definition.

/// A kind of man: the orthodox ones, and those of the three games under their own names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    // Orthodox chess; the games share bishop, rook, queen and king.
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    // Mamra.
    Mamra,
    // The Magician.
    Magician,
    HighPriestess,
    MagicArchbishop,
    MagicChancellor,
    PrimeMinister,
    // Megalomachy.
    TriplePawn,
    Warrior,
    Ram,
    Scout,
    Zebra,
    Camel,
    Elephant,
    WarMachine,
    Frog,
    AirKnight,
    Guard,
    Vao,
    Cannon,
    Leo,
    Nightrider,
    DragonHorse,
    DragonKing,
    Rhino,
    Gryphon,
    Archbishop,
    Marshall,
    Amazon,
    Lion,
    Spearman,
    Archer,
    Bat,
    Raven,
    Eagle,
    Terror,
}

/// Files and ranks from one square to another; ranks ahead are positive for both sides.
pub type Delta = (i32, i32);

pub const ORTHOGONAL: &[Delta] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const DIAGONAL: &[Delta] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub const ALL: &[Delta] = &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: &[Delta] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const CAMEL: &[Delta] = &[(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];
const ZEBRA: &[Delta] = &[(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)];
const ALFIL: &[Delta] = &[(2, 2), (2, -2), (-2, -2), (-2, 2)];
const DABBABA: &[Delta] = &[(0, 2), (2, 0), (0, -2), (-2, 0)];
const THREE: &[Delta] = &[(0, 3), (3, 0), (0, -3), (-3, 0)];
const TWO_AHEAD_STRAIGHT: &[Delta] = &[(0, 2)];
const KNIGHT_BACK: &[Delta] = &[(1, -2), (2, -1), (-1, -2), (-2, -1)];

/// The kind of moves that a [`Term`] allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Both,
    Move,
    Capture,
}

/// One ability of a kind of man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    Leap(&'static [Delta], Mode),
    /// Repetition of a step over empty squares, up to a number of times.
    Ride(&'static [Delta], u8, Mode),
    /// Captures the next man after exactly one other man on the line.
    CaptureOverOne(&'static [Delta]),
    /// Moves to the empty square behind the first man on the line.
    Grasshopper(&'static [Delta]),
    /// Moves to the square before the first man on the line, at least this number of squares away.
    AirLift(&'static [Delta], u8),
    /// Captures any enemy on the line over any men except those that stop flyers.
    Fly(&'static [Delta]),
    /// A step, which may continue as a ride at 45 degrees outwards.
    Bent(&'static [Delta]),
    /// Captures a neighbour and goes one step on from there, to an empty square.
    HitAndRun,
    /// Moves straight ahead over empty squares; captures one square diagonally ahead, also en passant.
    Pawn(Steps),
    /// From an edge to the mirror square on the opposite edge, from a corner to any other corner.
    EdgeTransit,
}

/// The distance that a pawn may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// Two from the second rank of its side, otherwise one.
    Orthodox,
    /// Three if it has not moved, otherwise one.
    Triple,
    /// Always up to two.
    Two,
}

pub const FAR: u8 = 16;

impl Kind {
    pub fn terms(self) -> &'static [Term] {
        use Kind::*;
        use Mode::{Both, Capture, Move};
        use Term::*;
        match self {
            Kind::Pawn => &[Term::Pawn(Steps::Orthodox)],
            Kind::Knight => &[Leap(KNIGHT, Both)],
            Bishop => &[Ride(DIAGONAL, FAR, Both)],
            Rook => &[Ride(ORTHOGONAL, FAR, Both)],
            Queen => &[Ride(ALL, FAR, Both)],
            King | Mamra => &[Leap(ALL, Both)],
            Magician => &[Ride(DIAGONAL, 2, Move), Leap(ALL, Capture), Leap(ALFIL, Capture), Leap(DABBABA, Capture)],
            HighPriestess => &[
                Ride(ALL, 2, Move),
                Leap(ALL, Capture),
                Leap(ALFIL, Capture),
                Leap(DABBABA, Capture),
                Leap(KNIGHT, Capture),
            ],
            MagicArchbishop => &[
                Ride(ORTHOGONAL, 2, Move),
                Ride(DIAGONAL, FAR, Both),
                Leap(ALL, Capture),
                Leap(ALFIL, Capture),
                Leap(DABBABA, Capture),
                Leap(KNIGHT, Capture),
            ],
            MagicChancellor => &[
                Ride(DIAGONAL, 2, Move),
                Ride(ORTHOGONAL, FAR, Both),
                Leap(ALL, Capture),
                Leap(ALFIL, Capture),
                Leap(DABBABA, Capture),
                Leap(KNIGHT, Capture),
            ],
            PrimeMinister => {
                &[Ride(ALL, FAR, Both), Leap(ALFIL, Capture), Leap(DABBABA, Capture), Leap(KNIGHT, Capture)]
            }
            TriplePawn => &[Term::Pawn(Steps::Triple)],
            Warrior => &[Term::Pawn(Steps::Two), Leap(KNIGHT_BACK, Capture)],
            Ram => &[Grasshopper(ALL), Leap(TWO_AHEAD_STRAIGHT, Capture)],
            Scout => &[Leap(KNIGHT, Move), Leap(ALFIL, Capture)],
            Zebra => &[Leap(ZEBRA, Both)],
            Camel => &[Leap(CAMEL, Both)],
            Elephant => &[Leap(DIAGONAL, Both), Leap(ALFIL, Both), AirLift(DIAGONAL, 1)],
            WarMachine => &[Leap(ORTHOGONAL, Both), Leap(DABBABA, Both), AirLift(ORTHOGONAL, 1)],
            Frog => &[Leap(DIAGONAL, Both), Leap(THREE, Both)],
            AirKnight => &[Leap(KNIGHT, Both), AirLift(DIAGONAL, 3)],
            Guard => &[Leap(ALL, Both), AirLift(ORTHOGONAL, 1)],
            Vao => &[Ride(DIAGONAL, FAR, Move), CaptureOverOne(DIAGONAL)],
            Cannon => &[Ride(ORTHOGONAL, FAR, Move), CaptureOverOne(ORTHOGONAL)],
            Leo => &[Ride(ALL, FAR, Move), CaptureOverOne(ALL)],
            Nightrider => &[Ride(KNIGHT, FAR, Both)],
            DragonHorse => &[Ride(DIAGONAL, FAR, Both), Leap(ORTHOGONAL, Both)],
            DragonKing => &[Ride(ORTHOGONAL, FAR, Both), Leap(DIAGONAL, Both)],
            Rhino => &[Bent(ORTHOGONAL)],
            Gryphon => &[Bent(DIAGONAL)],
            Archbishop => &[Ride(DIAGONAL, FAR, Both), Leap(KNIGHT, Both)],
            Marshall => &[Ride(ORTHOGONAL, FAR, Both), Leap(KNIGHT, Both)],
            Amazon => &[Ride(ALL, FAR, Both), Leap(KNIGHT, Both)],
            Lion => &[Leap(ALL, Both), Leap(KNIGHT, Both), Leap(ALFIL, Both), Leap(DABBABA, Both)],
            Spearman => &[Leap(DIAGONAL, Both), Leap(DABBABA, Both)],
            Archer => &[Leap(ORTHOGONAL, Both), Leap(ALFIL, Both)],
            Bat => &[Ride(DIAGONAL, FAR, Both), Term::Fly(DIAGONAL)],
            Raven => &[Ride(ORTHOGONAL, FAR, Both), Term::Fly(ORTHOGONAL)],
            Eagle => &[Ride(ALL, FAR, Both), Term::Fly(ALL)],
            Terror => &[Ride(ALL, FAR, Both), Leap(KNIGHT, Both), Leap(ALFIL, Both), Leap(DABBABA, Both), HitAndRun],
        }
    }

    /// Whether the man moves as a pawn, and captures and is captured en passant.
    pub fn is_pawn(self) -> bool {
        matches!(self, Kind::Pawn | Kind::TriplePawn | Kind::Warrior)
    }

    /// Whether no flyer captures beyond the man.
    pub fn stops_flyers(self) -> bool {
        matches!(self, Kind::Eagle | Kind::Raven | Kind::Bat | Kind::Spearman | Kind::Archer)
    }

    pub fn is_of_magician_family(self) -> bool {
        use Kind::*;
        matches!(self, Magician | HighPriestess | MagicArchbishop | MagicChancellor | PrimeMinister)
    }
}
