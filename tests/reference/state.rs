//! A position as an array of squares, and the effect of a move on it.

use super::kinds::Kind;
use keymove::units::{Color, Square};
use std::sync::Arc;

/// The men and the board of a game, with its promotion and castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Board {
    Orthodox,
    Mamra,
    /// The game The Magician. `amended` says whether the amendments at the end of its author's text apply.
    Magician {
        amended: bool,
    },
    Megalomachy,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    pub board: Board,
    pub condition: Condition,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    None,
    Madrasi { rex_inclusive: bool, en_passant_paralyses: bool, paralysed_rook_castles: bool },
    Isardam { type_b: bool, rex_inclusive: bool },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    pub color: Color,
    pub kind: Kind,
    pub moved: bool,
    pub promoted: bool,
    /// The square of the man in the diagram.
    pub home: Square,
}

/// The squares that a pawn has just passed, and its present square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    pub over: Vec<Square>,
    pub victim: Square,
}

#[derive(Clone, Debug)]
pub struct State {
    men: [Option<Man>; 256],
    pub side: Color,
    pub passed: Option<Passed>,
    pub magician_used: [bool; 2],
    /// The earlier positions. A rule about the Eagle of Megalomachy depends on them.
    before: Option<Arc<Before>>,
}

#[derive(Debug)]
struct Before {
    men: [Option<Man>; 256],
    side: Color,
    earlier: Option<Arc<Before>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    pub victim: Option<Square>,
    pub promotion: Option<Kind>,
    pub special: Special,
    /// The squares that a pawn passes.
    pub over: Vec<Square>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    None,
    EnPassant,
    /// The partner's squares before and after.
    Castling(Square, Square),
    /// A bishop becomes the Magician.
    Switch,
    /// A Terror's capture with a step after it.
    HitAndRun,
}

impl Move {
    pub fn plain(from: Square, to: Square) -> Move {
        Move { from, to, victim: None, promotion: None, special: Special::None, over: Vec::new() }
    }
}

impl Game {
    pub fn orthodox(condition: Condition) -> Game {
        Game { board: Board::Orthodox, condition }
    }

    pub fn exists(self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank());
        match self.board {
            Board::Orthodox | Board::Magician { .. } => file < 8 && rank < 8,
            Board::Mamra => file < 8 && rank < 8 || file == 8 && (rank == 0 || rank == 7),
            Board::Megalomachy => true,
        }
    }

    /// Returns the square at this distance, or `None` if it is not on the board.
    pub fn at(self, square: Square, files: i32, ranks: i32) -> Option<Square> {
        square.offset(files, ranks).filter(|&square| self.exists(square))
    }

    pub fn ranks(self) -> u8 {
        if self.board == Board::Megalomachy { 16 } else { 8 }
    }

    pub fn files_and_ranks(self) -> (u8, u8) {
        (if self.board == Board::Mamra { 9 } else { self.ranks() }, self.ranks())
    }

    /// Returns the rank of the square, counted from the side's first rank, which is 0.
    pub fn rank_of(self, color: Color, square: Square) -> u8 {
        match color {
            Color::White => square.rank(),
            Color::Black => self.ranks() - 1 - square.rank(),
        }
    }

    pub fn promotions(self) -> &'static [Kind] {
        use Kind::*;
        match self.board {
            Board::Orthodox | Board::Magician { .. } => &[Queen, Rook, Bishop, Knight],
            Board::Mamra => &[Queen, Rook, Bishop, Knight, Mamra],
            Board::Megalomachy => &[
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
                Bishop,
                Rook,
                Nightrider,
                DragonHorse,
                DragonKing,
                Leo,
                Rhino,
                Gryphon,
                Archbishop,
                Marshall,
                Queen,
                Lion,
                Amazon,
            ],
        }
    }
}

impl State {
    pub fn new(side: Color) -> State {
        State { men: [None; 256], side, passed: None, magician_used: [false; 2], before: None }
    }

    pub fn get(&self, square: Square) -> Option<Man> {
        self.men[index(square)]
    }

    pub fn set(&mut self, square: Square, man: Option<Man>) {
        self.men[index(square)] = man;
    }

    pub fn all(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        let men = self.men.iter().enumerate().filter_map(|(i, man)| Some((i, (*man)?)));
        men.map(|(i, man)| (Square::new((i & 15) as u8, (i >> 4) as u8).expect("in the universe"), man))
    }

    pub fn of(&self, color: Color) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.all().filter(move |(_, man)| man.color == color)
    }

    /// Returns the position after the move, whether the move is legal or not.
    pub fn after(&self, game: Game, m: &Move) -> State {
        let mut after = self.clone();
        let before = Before { men: self.men, side: self.side, earlier: self.before.clone() };
        after.before = (game.board == Board::Megalomachy).then(|| Arc::new(before));
        let mut man = self.get(m.from).expect("a move starts from a man");
        man.moved = true;
        if let Some(victim) = m.victim {
            after.set(victim, None);
        }
        after.set(m.from, None);
        if let Special::Castling(from, to) = m.special {
            let partner = self.get(from).map(|man| Man { moved: true, ..man });
            after.set(from, None);
            after.set(to, partner);
        }
        if m.special == Special::Switch {
            man.kind = Kind::Magician;
            after.magician_used[man.color as usize] = true;
        }
        if let Some(kind) = m.promotion {
            man.kind = kind;
            man.promoted = true;
            if kind == Kind::Magician {
                after.magician_used[man.color as usize] = true;
            }
        }
        after.set(m.to, Some(man));
        if let Board::Magician { amended } = game.board {
            let arrives = self.get(m.from).is_some_and(|man| man.kind == Kind::Pawn)
                && m.promotion.is_none()
                && game.rank_of(man.color, m.to) == 5;
            let enters = m.promotion == Some(Kind::Magician);
            if arrives || enters {
                after.promote_magicians(man.color, amended);
            }
        }
        after.passed = (!m.over.is_empty()).then(|| Passed { over: m.over.clone(), victim: m.to });
        after.side = !self.side;
        after
    }

    /// Turns the Magician of `color` into the piece that corresponds to the strongest officer of the enemy.
    fn promote_magicians(&mut self, color: Color, amended: bool) {
        let has = |kind: Kind| self.of(!color).any(|(_, man)| man.kind == kind);
        let rank = if has(Kind::Queen) {
            Kind::PrimeMinister
        } else if has(Kind::Rook) {
            Kind::MagicChancellor
        } else if has(Kind::Bishop) {
            Kind::MagicArchbishop
        } else if has(Kind::Knight) || !amended {
            Kind::HighPriestess
        } else {
            return;
        };
        let squares: Vec<Square> =
            self.of(color).filter(|(_, man)| man.kind == Kind::Magician).map(|(square, _)| square).collect();
        for square in squares {
            let man = self.get(square).map(|man| Man { kind: rank, ..man });
            self.set(square, man);
        }
    }

    /// Returns the position after a pass. In Madrasi a pawn that has made a double step can still be captured en
    /// passant until its side has moved again (as Popeye interprets the rule).
    pub fn passed_over(&self, game: Game) -> State {
        let mut after = self.clone();
        if !matches!(game.condition, Condition::Madrasi { .. }) {
            after.passed = None;
        }
        after.side = !self.side;
        after
    }

    /// Whether the same men were on the same squares before, with the same side to move.
    pub fn occurred_before(&self) -> bool {
        let bare = |men: &[Option<Man>; 256]| men.map(|man| man.map(|man| (man.color, man.kind)));
        let mut earlier = self.before.as_ref();
        while let Some(before) = earlier {
            if before.side == self.side && bare(&before.men) == bare(&self.men) {
                return true;
            }
            earlier = before.earlier.as_ref();
        }
        false
    }
}

fn index(square: Square) -> usize {
    usize::from(square.rank()) * 16 + usize::from(square.file())
}
