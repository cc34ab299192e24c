//! Compares the games of the fairy engine with the slow [`reference`]: moves, victims, checks, mates, and the number of
//! next moves.
//!
//! The positions are random positions of each game, alone and with conditions. By hand: `KEYMOVE_CASES=10000 cargo test
//! --release --test all games:: -- --skip proof_games`; `KEYMOVE_SEED` selects other cases.

use crate::chance::{Chance, cases, seed};
use crate::reference::border;
use crate::reference::state::{Board, Condition, Game, State};
use keymove::fairy::FairyPosition;
use keymove::position::Position;
use keymove::rules::{RuleSet, assemble};
use keymove::syntax;
use keymove::units::{Castling, Color, Diagram, Piece, Placement, Square, Unit};

/// The reference's names of pieces, each with its code in the table of pieces.
const CODES: &[(&str, &str)] = &[
    ("pawn", "MM.P"),
    ("warrior", "MM.W"),
    ("ram", "MM.RM"),
    ("scout", "MM.SC"),
    ("zebra", "Z"),
    ("camel", "CA"),
    ("elephant", "MM.EL"),
    ("warmachine", "MM.WM"),
    ("frog", "MM.FR"),
    ("knight", "MM.S"),
    ("guard", "MM.GU"),
    ("vao", "VA"),
    ("cannon", "MM.CN"),
    ("leo", "LE"),
    ("nightrider", "N"),
    ("dragonhorse", "MM.DH"),
    ("dragonking", "MM.DK"),
    ("rhino", "MM.RH"),
    ("gryphon", "MM.GR"),
    ("archbishop", "MM.AB"),
    ("marshall", "MM.MA"),
    ("amazon", "MM.AM"),
    ("lion", "MM.LI"),
    ("spearman", "MM.SP"),
    ("archer", "MM.AR"),
    ("bat", "MM.BT"),
    ("raven", "MM.RV"),
    ("eagle", "MM.EG"),
    ("terror", "MM.TE"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "K"),
    ("op", "P"),
    ("n", "S"),
    ("mamra", "MR.M"),
    ("magician", "MG.M"),
    ("hp", "MG.H"),
    ("ab", "MG.A"),
    ("chan", "MG.C"),
    ("pm", "MG.PM"),
];

/// Puts men such as `rook@a1 king@e1` on the board.
fn put(placement: &mut Placement, color: Color, men: &str) {
    for text in men.split_whitespace() {
        let (name, square) = text.split_once('@').expect("a man and its square");
        let (_, code) = CODES.iter().find(|(other, _)| *other == name).unwrap_or_else(|| panic!("{name}"));
        let piece = Piece::from_code(code).unwrap_or_else(|| panic!("{code}"));
        placement.put(Square::parse(square).expect("a square"), Unit::new(color, piece));
    }
}

/// The compared parts of a move: from, to, the victim's square, then check, mate and the number of moves after it.
type Told = (Square, Square, Option<Square>, bool, bool, u64);

fn by_engine(position: &mut FairyPosition) -> Vec<Told> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut told: Vec<Told> = moves
        .into_iter()
        .map(|m| {
            let record = position.record(m);
            let victim = record.captured.map(|(_, square)| square);
            position.with_move(m, |after| {
                (record.from, record.to, victim, after.is_check(), after.is_mate(), after.count_legal_moves())
            })
        })
        .collect();
    told.sort();
    told
}

fn by_reference(game: Game, state: &State) -> Vec<Told> {
    let mut told: Vec<Told> = game
        .legal_moves(state)
        .iter()
        .map(|m| {
            let after = state.after(game, m);
            let number = game.legal_moves(&after).len() as u64;
            (m.from, m.to, m.victim, game.is_check(&after), game.is_mate(&after), number)
        })
        .collect();
    told.sort();
    told
}

fn compare(board: Board, name: &str, condition: Condition, words: &str, usual: usize) {
    let game = Game { board, condition };
    let mut chance = Chance::new(seed());
    let mut rules = RuleSet::default();
    rules.extend(syntax::conditions(words).expect(words)).expect(words);
    let rules = rules.in_game(syntax::game(name).expect(name));
    let (wanted, mut compared, mut moves) = (cases(usual), 0, 0);
    while compared < wanted {
        let [white, black] = chance.game_men(game.files_and_ranks(), border::names_on(board));
        let side = if chance.below(2) == 0 { Color::White } else { Color::Black };
        let mut state = State::new(side);
        let mut placement = Placement::on((rules.game().expect("a game").def.shape)());
        for (color, men) in [(Color::White, &white), (Color::Black, &black)] {
            border::place(game, &mut state, color, men, &[]);
            put(&mut placement, color, men);
        }
        // A side with a man of the Magician's family in the diagram has used its Magician.
        for (i, color) in Color::ALL.into_iter().enumerate() {
            let is_in = state.of(color).any(|(_, man)| man.kind.is_of_magician_family());
            state.magician_used[i] = is_in;
        }
        let castling = if board == Board::Megalomachy { Castling::Rooks(Vec::new()) } else { Castling::AtHome };
        let diagram = Diagram { placement, castling, ..Diagram::default() };
        let book = assemble(&diagram, &rules).expect(name);
        let mut position = FairyPosition::new(&book, &diagram, side);
        let what = format!("{name} {words}: white {white} black {black}, {} to move", side.name());
        assert_eq!(position.can_capture_king(), game.can_capture_king(&state), "a king can be captured: {what}");
        if game.can_capture_king(&state) {
            continue;
        }
        assert_eq!(position.is_check(), game.is_check(&state), "check: {what}");
        let told = by_engine(&mut position);
        assert_eq!(told, by_reference(game, &state), "moves: {what}");
        compared += 1;
        moves += told.len();
    }
    assert!(moves > 5 * compared, "{name} {words}: only {moves} moves in {compared} positions");
    eprintln!("{name} {words}: {compared} positions, {moves} moves");
}

const MADRASI: Condition =
    Condition::Madrasi { rex_inclusive: false, en_passant_paralyses: true, paralysed_rook_castles: true };
const ISARDAM: Condition = Condition::Isardam { type_b: false, rex_inclusive: false };
const ISARDAM_B: Condition = Condition::Isardam { type_b: true, rex_inclusive: false };

/// Compares the positions of a game without conditions, and a tenth as many under each of some conditions.
fn alone_and_with_conditions(board: Board, name: &str, usual: usize) {
    compare(board, name, Condition::None, "", usual);
    for (condition, words) in [(MADRASI, "Madrasi"), (ISARDAM, "Isardam"), (ISARDAM_B, "Isardam TypeB")] {
        compare(board, name, condition, words, usual.div_ceil(10));
    }
}

#[test]
fn mamra() {
    alone_and_with_conditions(Board::Mamra, "Mamra", 60);
}

#[test]
fn magician() {
    alone_and_with_conditions(Board::Magician { amended: true }, "Magician", 60);
}

#[test]
fn magician_by_the_original_rules() {
    alone_and_with_conditions(Board::Magician { amended: false }, "Magician Original", 60);
}

#[test]
fn megalomachy() {
    alone_and_with_conditions(Board::Megalomachy, "Megalomachy", 20);
}
