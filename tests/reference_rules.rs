//! The reference itself against independent answers: published move counts, rows of Popeye's answers, and the
//! positions of the three games.

use crate::files::root;
use crate::reference::border;
use crate::reference::kinds::Kind;
use crate::reference::state::{Board, Condition, Game, Move, Passed, Special, State};
use crate::tables::rows;
use keymove::syntax;
use keymove::units::{Color, Goal, Square};
use std::collections::BTreeSet;

fn position(fen: &str, rules: &str) -> (Game, State) {
    let diagram = syntax::position(fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
    let side = diagram.side_to_move.expect("the rows name the side to move");
    (border::game(rules), border::state(&diagram, side))
}

fn perft(game: Game, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    game.legal_moves(state).iter().map(|m| perft(game, &state.after(game, m), depth - 1)).sum()
}

/// Deeper by hand: `KEYMOVE_PERFT=200000 cargo test --release --test all reference_rules::`.
#[test]
fn counts_the_published_numbers_of_moves() {
    let most = std::env::var("KEYMOVE_PERFT").ok().and_then(|most| most.parse().ok()).unwrap_or(2_000u64);
    let mut compared = 0;
    for row in rows(include_str!("rules/perft.txt"), 4) {
        let (game, state) = position(row[1], row[2]);
        for (depth, count) in (1..).zip(row[3].split_whitespace()) {
            let count: u64 = count.parse().expect("a number");
            if count <= most {
                assert_eq!(perft(game, &state, depth), count, "{} {} at depth {depth}", row[0], row[2]);
                compared += 1;
            }
        }
    }
    assert!(compared >= 100, "{compared}");
    eprintln!("{compared} move counts");
}

/// Rows of one move with Popeye's answers.
#[test]
fn finds_the_moves_that_popeye_finds_in_madrasi_and_isardam() {
    let mut compared = 0;
    for row in rows(include_str!("rules/madrasi_isardam.txt"), 6) {
        let [id, fen, rules, stipulation, _, answer] = row[..] else { panic!("{row:?}") };
        let Some(symbol) = stipulation.strip_suffix('1').filter(|symbol| !symbol.starts_with('h')) else { continue };
        let goal = Goal::from_symbol(symbol, None).expect("a goal");
        let (game, state) = position(fen, rules);
        let told = |m: &Move| match m.special {
            Special::Castling(rook, _) => (if rook.file() == 7 { "0-0" } else { "0-0-0" }).to_string(),
            _ => {
                let initial = match state.get(m.from).map(|man| man.kind) {
                    Some(Kind::Pawn) | None => "",
                    Some(kind) => letter(kind),
                };
                let promotion = m.promotion.map(|kind| format!("={}", letter(kind))).unwrap_or_default();
                let sign = if m.victim.is_some() { '*' } else { '-' };
                format!("{initial}{}{sign}{}{promotion}", m.from, m.to)
            }
        };
        let found: BTreeSet<String> = game.moves_that_reach(&goal, &state).iter().map(told).collect();
        let expected: BTreeSet<String> = answer.split_whitespace().map(String::from).collect();
        assert_eq!(found, expected, "{id} {fen} {rules}");
        compared += 1;
    }
    assert!(compared >= 99, "{compared}");
}

fn letter(kind: Kind) -> &'static str {
    match kind {
        Kind::Knight => "S",
        Kind::Bishop => "B",
        Kind::Rook => "R",
        Kind::Queen => "Q",
        Kind::King => "K",
        other => panic!("{other:?} has no letter"),
    }
}

// ── the three games ──────────────────────────────────────────────────────────────────────────────────────

fn square(text: &str) -> Square {
    Square::parse(text).unwrap_or_else(|| panic!("{text} is no square"))
}

fn name(board: Board, kind: Kind) -> &'static str {
    border::KIND_NAMES
        .iter()
        .copied()
        .find(|name| border::kind_named(board, name) == Some(kind))
        .unwrap_or_else(|| panic!("{kind:?} has no name"))
}

/// Formats a move: `rook@a1->a3`, `terror@h8->g9 x h9 hr`.
fn told(game: Game, state: &State, m: &Move) -> String {
    let kind = state.get(m.from).expect("a man").kind;
    let victim = m.victim.map(|victim| format!(" x {victim}")).unwrap_or_default();
    let on = if m.special == Special::HitAndRun { " hr" } else { "" };
    format!("{}@{}->{}{victim}{on}", name(game.board, kind), m.from, m.to)
}

/// Formats a move of a known man: `h6`, `xh6`, `xh6ep`, `xh6-g7`; promotions look alike.
fn told_shortly(m: &Move) -> String {
    match (m.victim, m.special) {
        (None, _) => m.to.to_string(),
        (Some(_), Special::EnPassant) => format!("x{}ep", m.to),
        (Some(victim), Special::HitAndRun) => format!("x{victim}-{}", m.to),
        (Some(_), _) => format!("x{}", m.to),
    }
}

/// The rows are outside the repository; the test is skipped without them.
#[test]
fn agrees_with_the_rows_of_the_three_games() {
    let file = root().join("../shared/rules/mamra_magician_megalomachy.jsonl");
    let Ok(text) = std::fs::read_to_string(&file) else {
        eprintln!("skipped: there is no {}", file.display());
        return;
    };
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        compare_row(&row);
        compared += 1;
    }
    assert_eq!(compared, 105);
}

fn compare_row(row: &serde_json::Value) {
    let text = |key: &str| row[key].as_str().unwrap_or_default();
    let words = |value: &serde_json::Value| -> BTreeSet<String> {
        value.as_array().into_iter().flatten().filter_map(|word| word.as_str()).map(String::from).collect()
    };
    let board = match text("variant") {
        "mamra" => Board::Mamra,
        "magician" => Board::Magician { amended: row["options"]["transit"] != true },
        "megalomachy" => Board::Megalomachy,
        other => panic!("{other}"),
    };
    let game = Game { board, condition: Condition::None };
    let unmoved: Vec<Square> = words(&row["options"]["unmoved"]).iter().map(|text| square(text)).collect();
    let side = if text("to_move") == "b" { Color::Black } else { Color::White };
    let mut state = State::new(side);
    border::place(game, &mut state, Color::White, text("white"), &unmoved);
    border::place(game, &mut state, Color::Black, text("black"), &unmoved);
    if let Some(passed) = row["options"]["ep"].as_array() {
        let over = words(&passed[0]).iter().map(|text| square(text)).collect();
        state.passed = Some(Passed { over, victim: square(passed[1].as_str().expect("a square")) });
    }
    let id = text("id");
    match text("kind") {
        "pseudo-moves-of" => {
            let moves = game.moves_of(&state, square(text("from")));
            let found: BTreeSet<String> = moves.iter().map(told_shortly).collect();
            assert_eq!(found, words(&row["moves"]), "{id}");
        }
        "legal-moves" => {
            let moves = game.legal_moves(&state);
            let status = match (game.is_check(&state), moves.is_empty()) {
                (true, true) => "checkmate",
                (true, false) => "check",
                (false, true) => "stalemate",
                (false, false) => "none",
            };
            assert_eq!(status, text("status"), "{id}");
            let only = words(&row["only"]);
            // Pawns that the rows do not call unmoved make no double step, and captures of kings are not listed.
            let wanted = |m: &&Move| {
                let kind = state.get(m.from).expect("a man").kind;
                (only.is_empty() || only.contains(name(board, kind)))
                    && (kind != Kind::Pawn || m.over.is_empty() || unmoved.contains(&m.from))
                    && m.victim.and_then(|at| state.get(at)).is_none_or(|victim| victim.kind != Kind::King)
            };
            let found: BTreeSet<String> = moves.iter().filter(wanted).map(|m| told(game, &state, m)).collect();
            assert_eq!(found, words(&row["moves"]), "{id}");
        }
        "legal-captures-of-square" => {
            let (from, victim) = (square(text("from")), square(text("victim")));
            let moves = game.legal_moves(&state);
            let captures = moves.iter().filter(|m| m.from == from && m.victim == Some(victim));
            let found: BTreeSet<String> = captures.map(|m| m.to.to_string()).collect();
            assert_eq!(found, words(&row["final_squares"]), "{id}");
        }
        other => panic!("{id}: {other}"),
    }
}

fn set_up(board: Board, side: Color, white: &str, black: &str, unmoved: &str) -> (Game, State) {
    let game = Game { board, condition: Condition::None };
    let unmoved: Vec<Square> = unmoved.split_whitespace().map(square).collect();
    let mut state = State::new(side);
    border::place(game, &mut state, Color::White, white, &unmoved);
    border::place(game, &mut state, Color::Black, black, &unmoved);
    (game, state)
}

#[test]
fn castles_fast_in_megalomachy() {
    // Rows of White's men, Black's men, the unmoved ones, and the squares to which the king may castle.
    let rows = [
        ("king@i1 dragonking@a1 dragonking@p1", "king@i16", "i1 a1 p1", "b1 c1 d1 e1 f1 g1 h1 j1 k1 l1 m1 n1 o1"),
        (
            "king@i1 dragonking@a1 dragonking@p1 bishop@h1 knight@k1",
            "king@i16",
            "i1 a1 p1",
            "b1 c1 d1 e1 f1 g1 j1 l1 m1 n1 o1",
        ),
        ("king@i1 dragonking@p1", "king@a16 rook@l8", "i1 p1", "j1 k1 m1 n1 o1"),
        ("king@i1 dragonking@p1", "king@a16 rook@i8", "i1 p1", ""),
        ("king@i1 dragonking@p1", "king@a16", "i1", ""),
    ];
    for (white, black, unmoved, expected) in rows {
        let (game, state) = set_up(Board::Megalomachy, Color::White, white, black, unmoved);
        let castlings: BTreeSet<String> = game
            .legal_moves(&state)
            .iter()
            .filter(|m| matches!(m.special, Special::Castling(..)))
            .map(|m| m.to.to_string())
            .collect();
        let expected: BTreeSet<String> = expected.split_whitespace().map(String::from).collect();
        assert_eq!(castlings, expected, "{white} | {black}");
    }
}

#[test]
fn promotes_the_magician() {
    // Rows of White's men, Black's men, the move, a square, and the piece on it afterwards, in the amended game and
    // in the original one.
    let rows = [
        ("king@a1 magician@d4 op@e5", "king@h8 rook@h2", "e5e6", "d4", Kind::MagicChancellor, Kind::MagicChancellor),
        ("king@a1 magician@d4 op@e5", "king@h8 op@h3", "e5e6", "d4", Kind::Magician, Kind::HighPriestess),
        ("king@a1 magician@d4 op@e5", "king@h8 queen@f6", "e5f6", "d4", Kind::Magician, Kind::HighPriestess),
        ("king@a1 magician@d4 op@e6", "king@h8 rook@h2", "e6e7", "d4", Kind::Magician, Kind::Magician),
    ];
    for (white, black, wanted, at, amended, original) in rows {
        for (board, expected) in
            [(Board::Magician { amended: true }, amended), (Board::Magician { amended: false }, original)]
        {
            let (game, state) = set_up(board, Color::White, white, black, "");
            let moves = game.legal_moves(&state);
            let m = moves.iter().find(|m| format!("{}{}", m.from, m.to) == wanted).expect("a legal move");
            assert_eq!(state.after(game, m).get(square(at)).map(|man| man.kind), Some(expected), "{white} {black}");
        }
    }
    let (game, state) =
        set_up(Board::Magician { amended: true }, Color::White, "king@a1 op@b7", "king@h7 queen@e2", "");
    let moves = game.legal_moves(&state);
    let m = moves.iter().find(|m| m.promotion == Some(Kind::Magician)).expect("a promotion");
    let after = state.after(game, m);
    assert_eq!(after.get(square("b8")).map(|man| man.kind), Some(Kind::PrimeMinister));
    assert!(after.magician_used[0]);
}

#[test]
fn a_moved_bishop_becomes_the_magician_once() {
    let (game, state) =
        set_up(Board::Magician { amended: true }, Color::White, "king@a1 bishop@c1 bishop@e4", "king@h8", "");
    let switches = |state: &State| -> Vec<Move> {
        game.legal_moves(state).into_iter().filter(|m| m.special == Special::Switch).collect()
    };
    let first = switches(&state);
    assert_eq!(first.iter().map(|m| m.from).collect::<Vec<_>>(), [square("e4")]);
    let after = state.after(game, &first[0]);
    assert_eq!(after.get(square("e4")).map(|man| man.kind), Some(Kind::Magician));
    assert!(switches(&after.passed_over(game)).is_empty());
}

/// The fifth move would be a check in a position that occurred after the first.
#[test]
fn an_eagle_does_not_repeat_the_position_with_check() {
    let (game, mut state) = set_up(Board::Megalomachy, Color::White, "king@a1 eagle@n10", "king@o16 pawn@a9", "");
    let find =
        |state: &State, text: &str| game.legal_moves(state).into_iter().find(|m| format!("{}{}", m.from, m.to) == text);
    for text in ["n10o10", "o16p16", "o10p10", "p16o16"] {
        let m = find(&state, text).unwrap_or_else(|| panic!("{text} is legal"));
        state = state.after(game, &m);
    }
    assert!(find(&state, "p10o10").is_none());
    assert!(find(&state, "p10n10").is_some());
}
