//! Compares the bound on stalemates with play that ends in stalemate: the bound must permit stalemate in every
//! position of the play.

use super::*;
use crate::orthodox::Rules;
use crate::orthodox::board::bitboard::to_square;
use crate::orthodox::{Move, OrthodoxPosition};
use crate::position::Position;
use crate::units::{Diagram, Placement, Unit};

pub(in crate::orthodox::bound) struct Random(pub(in crate::orthodox::bound) u64);

impl Random {
    pub(in crate::orthodox::bound) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn usual(board: &Board) -> Ground<'_> {
    Ground::usual(board, Rules::Orthodox)
}

/// Puts a man on the square if the square is free and this kind of man may be there.
fn put(placement: &mut Placement, sq: Sq, color: Color, piece: Piece) {
    let square = to_square(sq);
    if placement.get(square).is_none() && !(piece == Piece::PAWN && bit(sq) & (RANK_1 | RANK_8) != 0) {
        placement.put(square, Unit::new(color, piece));
    }
}

/// Returns the position with `side` to move. Returns `None` if a side does not have exactly one king or if the other
/// side is in check.
fn playable(placement: Placement, side: Color) -> Option<OrthodoxPosition> {
    let diagram = Diagram { placement, ..Diagram::default() };
    let position = OrthodoxPosition::new(&diagram, side, Rules::Orthodox);
    (position.board().has_one_king_each() && !position.can_capture_king()).then_some(position)
}

/// Returns a random position: two kings, sometimes at home with a rook in the corner, and up to `most` other men.
pub(in crate::orthodox::bound) fn random_position(random: &mut Random, most: u64) -> OrthodoxPosition {
    loop {
        let mut placement = Placement::default();
        let mut put = |sq: Sq, color: Color, piece: Piece| put(&mut placement, sq, color, piece);
        for color in Color::ALL {
            let rank = 56 * color as Sq;
            if random.below(8) == 0 {
                put(rank + 4, color, Piece::KING);
                put(rank + if random.below(2) == 0 { 0 } else { 7 }, color, Piece::ROOK);
            } else {
                put(random.below(64) as Sq, color, Piece::KING);
            }
        }
        for _ in 0..random.below(most + 1) {
            let kinds =
                [Piece::PAWN, Piece::PAWN, Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN];
            let piece = kinds[random.below(7) as usize];
            let color = Color::ALL[random.below(2) as usize];
            put(random.below(64) as Sq, color, piece);
        }
        if let Some(position) = playable(placement, Color::ALL[random.below(2) as usize]) {
            return position;
        }
    }
}

/// Returns a random position: two kings, a pawn of one side, and up to three men of the other.
fn lone_pawn(random: &mut Random) -> OrthodoxPosition {
    loop {
        let mut placement = Placement::default();
        let mut put = |sq: u64, color: Color, piece: Piece| put(&mut placement, sq as Sq, color, piece);
        let color = Color::ALL[random.below(2) as usize];
        put(random.below(64), color, Piece::KING);
        put(random.below(64), !color, Piece::KING);
        // Half of the pawns are far enough advanced to promote before play ends.
        let rank = if random.below(2) == 0 { 1 + random.below(6) } else { [6, 1][color as usize] };
        put(8 * rank + random.below(8), color, Piece::PAWN);
        for _ in 0..random.below(4) {
            let piece = [Piece::PAWN, Piece::PAWN, Piece::PAWN, Piece::KNIGHT, Piece::BISHOP][random.below(5) as usize];
            put(random.below(64), !color, piece);
        }
        if let Some(position) = playable(placement, Color::ALL[random.below(2) as usize]) {
            return position;
        }
    }
}

pub(in crate::orthodox::bound) fn stalemating_move(position: &mut OrthodoxPosition) -> Option<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().find(|&m| position.with_move(m, |after| after.is_stalemate()))
}

#[derive(Default)]
struct Seen {
    positions: usize,
    castlings: usize,
}

/// Plays random moves and sometimes passes, with a preference for captures and castling, until a stalemate is
/// possible. Then checks the bound in each position of the play, with the moves that were made from there.
fn follow(random: &mut Random, memo: &mut StalemateMemo, first: OrthodoxPosition, longest: usize, seen: &mut Seen) {
    let mut line = vec![(first, None)];
    let mut castlings = 0;
    let passes = random.below(4) == 0;
    while line.len() <= longest {
        let mut position = line[line.len() - 1].0;
        if let Some(m) = stalemating_move(&mut position) {
            line.last_mut().expect("the line is not empty").1 = Some(position.side_to_move());
            let mut moves = [0u16; 2];
            let mating = position.side_to_move();
            let last = position.board().men(!mating, Piece::KING);
            for (_, moved) in &line {
                if let Some(color) = moved {
                    moves[*color as usize] += 1;
                }
            }
            let mut scope = !0;
            for (before, moved) in &line {
                scope =
                    squares_within_reach(usual(before.board()), mating, Left { moves, in_turn: !passes }, scope, memo);
                assert!(
                    scope & last != 0,
                    "{:?} {:?} {moves:?}, at last {m:?}",
                    before.board().placement(),
                    before.side_to_move(),
                );
                if let Some(color) = moved {
                    moves[*color as usize] -= 1;
                }
            }
            seen.positions += line.len();
            seen.castlings += castlings;
            return;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let occupied = position.board().occupied();
        let captures: Vec<Move> = moves.iter().copied().filter(|m| occupied & bit(m.to) != 0).collect();
        let castling: Vec<Move> = moves.iter().copied().filter(|m| m.castling_right().is_some()).collect();
        let pool = match () {
            () if !castling.is_empty() && random.below(2) == 0 => &castling,
            () if !captures.is_empty() && random.below(3) > 0 => &captures,
            () => &moves,
        };
        let next = if passes && random.below(3) == 0 && !position.is_check() {
            position.with_pass(|after| *after)
        } else if pool.is_empty() {
            return;
        } else {
            line.last_mut().expect("the line is not empty").1 = Some(position.side_to_move());
            let m = pool[random.below(pool.len() as u64) as usize];
            castlings += usize::from(m.castling_right().is_some());
            position.with_move(m, |after| *after)
        };
        line.push((next, None));
    }
}

#[test]
fn play_that_ends_in_stalemate_was_never_out_of_reach() {
    let mut random = Random(20);
    let mut memo = StalemateMemo::default();
    let mut seen = Seen::default();
    for i in 0..8000 {
        let first = random_position(&mut random, i % 9);
        follow(&mut random, &mut memo, first, 16, &mut seen);
    }
    assert!(seen.positions > 2000 && seen.castlings > 20, "{} {}", seen.positions, seen.castlings);
    let mut seen = Seen::default();
    for _ in 0..10_000 {
        let first = lone_pawn(&mut random);
        follow(&mut random, &mut memo, first, 16, &mut seen);
    }
    assert!(seen.positions > 1000, "{}", seen.positions);
}

/// Published helpstalemates in which one pawn plays against many men and no move may be wasted (E. Szentai, I.
/// Shanahan, M. McDowell, T. Kardos), and one with castling to both wings (T. Kardos, Themes 64 1957, with its
/// twin). The solutions are Popeye's.
const COMPOSED: [(&str, &str); 6] = [
    ("r3k2r/8/3Pb3/2S5/8/7s/8/R3K2R", "e8-c8 Rh1xh3 Kc8-b8 Rh3xh8 Be6-c8 Rh8xd8"),
    ("r3k2r/8/4b1P1/2S5/8/7s/8/R3K2R", "e8-g8 Ra1xa8 Kg8-h8 Ra8xf8 Be6-g8 Sc5-e6"),
    (
        "8/8/8/8/8/p7/P2p1pp1/1K5k",
        "d2-d1=B Kb1-a1 Bd1-b3 a2xb3 f2-f1=B b3-b4 Bf1-a6 b4-b5 g2-g1=B b5xa6 Bg1-h2 a6-a7 Bh2-b8 a7xb8=Q a3-a2 Qb8-g3",
    ),
    (
        "8/3K2p1/8/8/8/1k5p/2p2p1P/8",
        "f2-f1=S Kd7-c6 Sf1-g3 h2xg3 c2-c1=B g3-g4 Bc1-h6 g4-g5 h3-h2 g5xh6 h2-h1=R h6xg7 Rh1-h8 g7xh8=Q Kb3-a4 Qh8-c3",
    ),
    (
        "8/8/3p4/8/8/P6p/2K1p1p1/k7",
        "e2-e1=B Kc2-c1 Be1-b4 a3xb4 g2-g1=B b4-b5 Bg1-a7 b5-b6 h3-h2 b6xa7 h2-h1=B a7-a8=B Bh1-d5 Ba8xd5",
    ),
    (
        "1k6/8/8/2p5/2K3p1/6p1/2p1p1P1/8",
        "e2-e1=S Kc4xc5 Se1-f3 g2xf3 c2-c1=B f3xg4 Bc1-h6 g4-g5 g3-g2 g5xh6 g2-g1=R h6-h7 Rg1-g8 h7xg8=Q Kb8-a7 Qg8-c8",
    ),
];

#[test]
fn composed_stalemates_were_never_out_of_reach() {
    for (placement, solution) in COMPOSED {
        let diagram = Diagram { placement: Placement::of_letters(placement), ..Diagram::default() };
        let mut position = OrthodoxPosition::new(&diagram, Color::Black, Rules::Orthodox);
        let moves_text: Vec<&str> = solution.split(' ').collect();
        let mut line = Vec::new();
        for moves_text in &moves_text {
            line.push(position);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let is_written = |m: &&Move| {
                let record = position.record(**m);
                let becomes = record.promotion.map_or(String::new(), |piece| format!("={}", piece.letters()));
                let sign = if record.captured.is_some() { 'x' } else { '-' };
                let text = format!("{}{sign}{}{becomes}", record.from, record.to);
                moves_text.trim_start_matches(|c: char| c.is_ascii_uppercase()) == text
            };
            let m = *moves.iter().find(is_written).unwrap_or_else(|| panic!("{moves_text}"));
            position = position.with_move(m, |after| *after);
        }
        assert!(position.is_stalemate(), "{placement}");
        let last = position.board().men(Color::Black, Piece::KING);
        let (mut memo, mut scope) = (StalemateMemo::default(), !0);
        for (ply, before) in line.iter().enumerate() {
            let left = (line.len() - ply) as u16;
            let left = Left { moves: [left.div_ceil(2), left / 2], in_turn: true };
            scope = squares_within_reach(usual(before.board()), Color::White, left, scope, &mut memo);
            assert!(scope & last != 0, "{placement} before {}", moves_text[ply]);
        }
    }
}

/// Returns a random position with White at home with a rook in the corner, and up to three other men on each side.
fn before_castling(random: &mut Random) -> OrthodoxPosition {
    loop {
        let mut placement = Placement::default();
        let mut put = |sq: u64, color: Color, piece: Piece| put(&mut placement, sq as Sq, color, piece);
        put(4, Color::White, Piece::KING);
        put([0, 7][random.below(2) as usize], Color::White, Piece::ROOK);
        put(random.below(64), Color::Black, Piece::KING);
        for color in Color::ALL {
            for _ in 0..random.below(4) {
                let kinds = [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::QUEEN];
                put(random.below(64), color, kinds[random.below(if color == Color::White { 4 } else { 1 }) as usize]);
            }
        }
        if let Some(position) = playable(placement, Color::White) {
            return position;
        }
    }
}

/// Returns the squares on which Black can be stalemated by two moves of White, one of which is castling.
fn stalemated_by_castling(position: &mut OrthodoxPosition) -> u64 {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().fold(0, |all, first| {
        position.with_move(first, |after| {
            if after.is_check() {
                return all;
            }
            let mut after = after.with_pass(|after| *after);
            let mut moves = Vec::new();
            after.legal_moves(&mut moves);
            let castles = |m: &Move| m.castling_right().is_some();
            let stalemates = |m: Move| after.with_move(m, |end| end.is_stalemate());
            let found = moves.into_iter().filter(|m| castles(&first) || castles(m)).any(stalemates);
            all | if found { after.board().men(Color::Black, Piece::KING) } else { 0 }
        })
    })
}

#[test]
fn castling_is_one_move() {
    let (mut random, mut memo) = (Random(3), StalemateMemo::default());
    let left = Left { moves: [2, 0], in_turn: false };
    let mut seen = 0;
    for _ in 0..20_000 {
        let mut position = before_castling(&mut random);
        let on = stalemated_by_castling(&mut position);
        let board = position.board();
        assert_eq!(
            on & !squares_within_reach(usual(board), Color::White, left, !0, &mut memo),
            0,
            "{:?}",
            board.placement()
        );
        seen += u32::from(on != 0);
    }
    assert!(seen > 100, "{seen}");
}

/// Run by hand: `cargo test --release -- --ignored stalemate`.
#[test]
#[ignore = "takes minutes"]
fn much_play_that_ends_in_stalemate_was_never_out_of_reach() {
    for seed in 100..115 {
        let (mut random, mut memo, mut seen) = (Random(seed), StalemateMemo::default(), Seen::default());
        for i in 0..10_000 {
            let first = if i % 2 == 0 { random_position(&mut random, i % 11) } else { lone_pawn(&mut random) };
            follow(&mut random, &mut memo, first, 20, &mut seen);
        }
        eprintln!("seed {seed}: {} positions, {} castlings", seen.positions, seen.castlings);
    }
}

/// Whether some play of exactly `n` plies ends in stalemate, by a full search. In a series one side always passes.
fn ends_in_stalemate(position: &mut OrthodoxPosition, n: u16, series: bool) -> bool {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().any(|m| {
        position.with_move(m, |after| match n {
            1 => after.is_stalemate(),
            _ if !series => ends_in_stalemate(after, n - 1, series),
            _ => !after.is_check() && after.with_pass(|after| ends_in_stalemate(after, n - 1, series)),
        })
    })
}

#[test]
fn what_is_out_of_reach_is_not_found_by_looking_everywhere() {
    let mut random = Random(7);
    let mut memo = StalemateMemo::default();
    let (mut out_of_reach, mut found) = (0, 0);
    for i in 0..1600 {
        let few = i % 2 == 0;
        let longest: u16 = if few { 4 } else { 2 };
        let mut position = if few { lone_pawn(&mut random) } else { random_position(&mut random, i / 2 % 7) };
        for series in [false, true] {
            for n in 1..=longest {
                let side = position.side_to_move();
                let mating = if series || n % 2 == 1 { side } else { !side };
                let mut moves = [0; 2];
                moves[side as usize] = if series { n } else { n.div_ceil(2) };
                moves[!side as usize] = if series { 0 } else { n / 2 };
                if squares_within_reach(
                    usual(position.board()),
                    mating,
                    Left { moves, in_turn: !series },
                    !0,
                    &mut memo,
                ) == 0
                {
                    out_of_reach += 1;
                    let exists = ends_in_stalemate(&mut position, n, series);
                    assert!(!exists, "{:?} {side:?} {n} {series}", position.board().placement());
                } else {
                    found += u32::from(ends_in_stalemate(&mut position, n, series));
                }
            }
        }
    }
    assert!(out_of_reach > 5000 && found > 100, "{out_of_reach} {found}");
}
