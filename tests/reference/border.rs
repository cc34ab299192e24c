//! Conversion between the vocabulary of the program under test and that of the reference.

use super::kinds::Kind;
use super::plays::Step;
use super::state::{Board, Condition, Game, Man, Passed, State};
use keymove::units::{Castling, Color, Diagram, MoveRecord, Piece, Square};

/// The kinds of men that both know, with the program's names.
const NAMES: &[(Kind, &str)] = &[
    (Kind::Pawn, "Pawn"),
    (Kind::Knight, "Knight"),
    (Kind::Bishop, "Bishop"),
    (Kind::Rook, "Rook"),
    (Kind::Queen, "Queen"),
    (Kind::King, "King"),
];

pub fn piece(kind: Kind) -> Option<Piece> {
    let (_, name) = NAMES.iter().find(|(named, _)| *named == kind)?;
    Piece::all().find(|piece| piece.def().name == *name)
}

pub fn kind(piece: Piece) -> Kind {
    let found = NAMES.iter().find(|(_, name)| piece.def().name == *name);
    found.unwrap_or_else(|| panic!("the reference does not know the {}", piece.def().name)).0
}

/// Returns orthodox chess under a condition; an empty text means no condition.
pub fn game(condition: &str) -> Game {
    let mut words = condition.split_whitespace();
    let name = words.next().unwrap_or_default();
    let variants: Vec<&str> = words.collect();
    let has = |variant: &str| variants.contains(&variant);
    Game::orthodox(match name {
        "" => Condition::None,
        "Madrasi" => Condition::Madrasi {
            rex_inclusive: has("RexInclusive"),
            en_passant_paralyses: !has("MutualParalysis"),
            paralysed_rook_castles: !has("RookNeedsFreedom"),
        },
        "Isardam" => Condition::Isardam { type_b: has("TypeB"), rex_inclusive: has("RexInclusive") },
        other => panic!("the reference does not know {other}"),
    })
}

/// Returns the position of the reference for a diagram of an orthodox board, with `side` to move.
pub fn state(diagram: &Diagram, side: Color) -> State {
    let mut state = State::new(side);
    for (square, unit) in diagram.placement.iter() {
        let home_rank = if unit.color == Color::White { 0 } else { 7 };
        let is_at_home = |piece: Piece, file: u8| {
            let home = Square::new(file, home_rank);
            unit.piece == piece && home == Some(square)
        };
        let may_castle = match &diagram.castling {
            Castling::AtHome => true,
            Castling::Rooks(rooks) => rooks.contains(&square),
        };
        let is_rook_at_home = is_at_home(Piece::ROOK, 0) || is_at_home(Piece::ROOK, 7);
        let moved = !(is_at_home(Piece::KING, 4) || is_rook_at_home && may_castle);
        let man = Man { color: unit.color, kind: kind(unit.piece), moved, promoted: false, home: square };
        state.set(square, Some(man));
    }
    let back = if side == Color::White { -1 } else { 1 };
    state.passed = diagram.en_passant.and_then(|over| Some(Passed { over: vec![over], victim: over.offset(0, back)? }));
    state
}

/// Returns a move record of the program as a step of the reference.
pub fn step(record: &MoveRecord) -> Step {
    (record.from, record.to, record.promotion.map(kind))
}

/// The names of men in the test rows about games.
pub const KIND_NAMES: &[&str] = &[
    "op",
    "n",
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "king",
    "mamra",
    "magician",
    "hp",
    "ab",
    "chan",
    "pm",
    "warrior",
    "ram",
    "scout",
    "zebra",
    "camel",
    "elephant",
    "warmachine",
    "frog",
    "guard",
    "vao",
    "cannon",
    "leo",
    "nightrider",
    "dragonhorse",
    "dragonking",
    "rhino",
    "gryphon",
    "archbishop",
    "marshall",
    "amazon",
    "lion",
    "spearman",
    "archer",
    "bat",
    "raven",
    "eagle",
    "terror",
];

/// Returns the kind of man with this name in the test rows about games.
pub fn kind_named(board: Board, name: &str) -> Option<Kind> {
    use Kind::*;
    let is_large = board == Board::Megalomachy;
    Some(match name {
        "op" => Kind::Pawn,
        "n" => Knight,
        "pawn" if is_large => TriplePawn,
        "knight" if is_large => AirKnight,
        "bishop" => Bishop,
        "rook" => Rook,
        "queen" => Queen,
        "king" => King,
        "mamra" => Mamra,
        "magician" => Magician,
        "hp" => HighPriestess,
        "ab" => MagicArchbishop,
        "chan" => MagicChancellor,
        "pm" => PrimeMinister,
        "warrior" => Warrior,
        "ram" => Ram,
        "scout" => Scout,
        "zebra" => Zebra,
        "camel" => Camel,
        "elephant" => Elephant,
        "warmachine" => WarMachine,
        "frog" => Frog,
        "guard" => Guard,
        "vao" => Vao,
        "cannon" => Cannon,
        "leo" => Leo,
        "nightrider" => Nightrider,
        "dragonhorse" => DragonHorse,
        "dragonking" => DragonKing,
        "rhino" => Rhino,
        "gryphon" => Gryphon,
        "archbishop" => Archbishop,
        "marshall" => Marshall,
        "amazon" => Amazon,
        "lion" => Lion,
        "spearman" => Spearman,
        "archer" => Archer,
        "bat" => Bat,
        "raven" => Raven,
        "eagle" => Eagle,
        "terror" => Terror,
        _ => return None,
    })
}

/// Returns the names of a game's men, without the king.
pub fn names_on(board: Board) -> &'static [&'static str] {
    match board {
        Board::Orthodox => &["op", "n", "bishop", "rook", "queen"],
        Board::Mamra => &["op", "op", "n", "bishop", "rook", "queen", "mamra"],
        Board::Magician { .. } => {
            &["op", "op", "n", "bishop", "bishop", "rook", "queen", "magician", "hp", "ab", "chan", "pm"]
        }
        Board::Megalomachy => &[
            "pawn",
            "pawn",
            "warrior",
            "ram",
            "scout",
            "zebra",
            "camel",
            "elephant",
            "warmachine",
            "frog",
            "knight",
            "guard",
            "vao",
            "cannon",
            "leo",
            "bishop",
            "rook",
            "queen",
            "nightrider",
            "dragonhorse",
            "dragonking",
            "rhino",
            "gryphon",
            "archbishop",
            "marshall",
            "amazon",
            "lion",
            "spearman",
            "archer",
            "bat",
            "raven",
            "eagle",
            "terror",
        ],
    }
}

/// Puts men such as `rook@a1 king@e1` on the board. Pawns count as moved unless `unmoved` contains their square or
/// they are on their squares of the game array.
pub fn place(game: Game, state: &mut State, color: Color, men: &str, unmoved: &[Square]) {
    for text in men.split_whitespace() {
        let (name, square) = text.split_once('@').expect("a man and its square");
        let square = Square::parse(square).expect("a square");
        let kind = kind_named(game.board, name).unwrap_or_else(|| panic!("no man is called {name}"));
        let rank = game.rank_of(color, square);
        let is_at_home = match game.board {
            Board::Megalomachy => kind.is_pawn() && rank == 4,
            Board::Magician { .. } if kind == Kind::Bishop => rank == 0 && matches!(square.file(), 2 | 5),
            _ => {
                rank == 0
                    && (kind == Kind::King && square.file() == 4
                        || kind == Kind::Rook && square.file().is_multiple_of(7))
            }
        };
        let moved = !is_at_home && !unmoved.contains(&square);
        state.set(square, Some(Man { color, kind, moved, promoted: false, home: square }));
    }
}
