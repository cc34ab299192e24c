//! Tests that the two engines agree on random positions under every rule set of the bitboard engine: in the records of
//! legal moves, in checks, and in the number of positions after three plies. `KEYMOVE_CASES` and `KEYMOVE_SEED` select
//! the positions.

use crate::chance::Chance;
use keymove::fairy::FairyPosition;
use keymove::notation::{Letters, long_algebraic};
use keymove::orthodox::{OrthodoxPosition, Rules};
use keymove::position::{Position, perft};
use keymove::rules::assemble;
use keymove::syntax;
use keymove::units::{Color, Diagram, Piece, Placement, Square, Unit};
use rayon::prelude::*;

/// Returns a random diagram: kings, often at home with rooks, and up to a dozen men, some about to promote.
fn diagram(random: &mut Chance) -> Diagram {
    let mut placement = Placement::default();
    let at = |file: usize, rank: usize| Square::new(file as u8, rank as u8).expect("on the board");
    for (color, home) in [(Color::White, 0), (Color::Black, 7)] {
        let king = if random.below(3) == 0 { at(4, home) } else { at(random.below(8), random.below(8)) };
        placement.put(king, Unit::new(color, Piece::KING));
        if random.below(2) == 0 {
            placement.put(at(7 * random.below(2), home), Unit::new(color, Piece::ROOK));
        }
    }
    for _ in 0..random.below(12) {
        let piece = Piece::from_index(random.below(5));
        let rank = if piece == Piece::PAWN { 1 + random.below(6) } else { random.below(8) };
        let square = at(random.below(8), rank);
        if placement.get(square).is_none() {
            let color = if random.below(2) == 0 { Color::White } else { Color::Black };
            placement.put(square, Unit::new(color, piece));
        }
    }
    Diagram { placement, ..Diagram::default() }
}

fn told<P: Position>(position: &P) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut told: Vec<String> = moves
        .into_iter()
        .map(|m| {
            let record = position.record(m);
            format!("{}{}", long_algebraic(&record, Letters::Problem, '*'), if record.check { "+" } else { "" })
        })
        .collect();
    told.sort();
    told
}

const RULES: [&str; 9] = [
    "",
    "Madrasi",
    "Madrasi RexInclusive",
    "Madrasi MutualParalysis",
    "Madrasi RookNeedsFreedom",
    "Isardam",
    "Isardam TypeB",
    "Isardam RexInclusive",
    "Isardam TypeB RexInclusive",
];

#[test]
fn bitboards_and_the_fairy_engine_agree() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (cases, seed) = (number("KEYMOVE_CASES", 300), number("KEYMOVE_SEED", 1));
    let compared: usize = (0..cases)
        .into_par_iter()
        .map(|case| {
            let mut random = Chance(seed << 32 | case);
            random.below(1);
            let diagram = diagram(&mut random);
            let text = RULES[case as usize % RULES.len()];
            let rules = syntax::conditions(text).expect("a condition");
            let book = assemble(&diagram, &rules).expect("a rule book");
            let mut compared = 0;
            for side in Color::ALL {
                let mut quick = OrthodoxPosition::new(&diagram, side, rules.bitboards().expect("known to bitboards"));
                let mut slow = FairyPosition::new(&book, &diagram, side);
                let place = format!("{} {side:?} {text}", diagram.placement.to_fen());
                assert_eq!(quick.can_capture_king(), slow.can_capture_king(), "{place}");
                assert_eq!(quick.is_check(), slow.is_check(), "{place}");
                if !quick.can_capture_king() {
                    assert_eq!(told(&quick), told(&slow), "{place}");
                    let plies = if quick.count_legal_moves() < 20 { 3 } else { 2 };
                    assert_eq!(perft(&mut quick, plies), perft(&mut slow, plies), "{place}");
                    compared += 1;
                }
            }
            compared
        })
        .sum();
    assert!(compared > cases as usize / 2, "only {compared} positions could be compared");
}

/// Checks that positions have different keys (hash values) if different play is possible from them.
#[test]
fn keys_tell_positions_apart() {
    let key = |fen: &str| {
        let diagram = syntax::position(fen).expect(fen);
        let side = diagram.side_to_move.expect(fen);
        OrthodoxPosition::new(&diagram, side, Rules::Orthodox).key()
    };
    let rows = [
        ("the side to move", "4k3/8/8/8/8/8/8/4K2R w - -", "4k3/8/8/8/8/8/8/4K2R b - -"),
        ("a right to castle", "4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w - -"),
        ("en passant", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6", "4k3/8/8/3Pp3/8/8/8/4K3 w - -"),
        ("a man", "4k3/8/8/8/8/8/8/4K2R w - -", "4k3/8/8/8/8/8/8/4K2N w - -"),
        ("a square", "4k3/8/8/8/8/8/8/4K2R w - -", "4k3/8/8/8/8/8/7R/4K3 w - -"),
        ("a colour", "4k3/8/8/8/8/8/8/4K2R w - -", "4k3/8/8/8/8/8/8/4K2r w - -"),
    ];
    for (what, a, b) in rows {
        assert_ne!(key(a), key(b), "{what}: {a}, {b}");
    }
    // A right that no pawn can use does not count.
    assert_eq!(key("4k3/8/8/4p3/8/8/8/4K3 w - e6"), key("4k3/8/8/4p3/8/8/8/4K3 w - -"));
}
