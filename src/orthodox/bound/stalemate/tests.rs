//! The bound against play that does end in stalemate: wherever such play passes, the bound must not say "never".

use super::*;
use crate::conditions::Rules;
use crate::orthodox::bitboard::to_square;
use crate::orthodox::{Move, OrthodoxPosition};
use crate::position::Position;
use crate::problem::Diagram;
use crate::units::{Placement, Unit};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Two kings, now and then at home with a rook in the corner, and up to `most` other men.
fn random_position(random: &mut Random, most: u64) -> OrthodoxPosition {
    loop {
        let mut placement = Placement::default();
        let mut taken = 0u64;
        let mut put = |sq: Sq, color: Color, piece: Piece| {
            if taken & bit(sq) == 0 && !(piece == Piece::PAWN && bit(sq) & (RANK_1 | RANK_8) != 0) {
                taken |= bit(sq);
                placement.put(to_square(sq), Unit::new(color, piece));
            }
        };
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
        let diagram = Diagram { placement, ..Diagram::default() };
        let side = Color::ALL[random.below(2) as usize];
        let position = OrthodoxPosition::new(&diagram, side, Rules::Orthodox);
        let kings = Color::ALL.iter().all(|&color| position.board().men(color, Piece::KING).count_ones() == 1);
        if kings && !position.can_capture_king() {
            return position;
        }
    }
}

/// Some move with which the side to move stalemates.
fn stalemating_move(position: &mut OrthodoxPosition) -> Option<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().find(|&m| position.with_move(m, |after| after.is_stalemate()))
}

/// Plays at random, with a liking for captures, now and then passing, until a stalemate is to be had; then looks at
/// each position on the way with the moves that were made from there on. Tells how many positions that were.
fn follow(random: &mut Random, memo: &mut Memo, most: u64, longest: usize) -> usize {
    let mut line = vec![(random_position(random, most), None)];
    let passes = random.below(4) == 0;
    while line.len() <= longest {
        let mut position = line[line.len() - 1].0;
        if let Some(m) = stalemating_move(&mut position) {
            line.last_mut().expect("the line is not empty").1 = Some(position.side_to_move());
            let mut moves = [0u16; 2];
            let mover = position.side_to_move();
            let last = position.board().men(!mover, Piece::KING);
            for (_, moved) in &line {
                if let Some(color) = moved {
                    moves[*color as usize] += 1;
                }
            }
            let mut scope = !0;
            for (before, moved) in &line {
                scope = look_for_squares(before.board(), mover, moves, scope, memo);
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
            return line.len();
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let occupied = position.board().occupied();
        let captures: Vec<Move> = moves.iter().copied().filter(|m| occupied & bit(m.to) != 0).collect();
        let pool = if !captures.is_empty() && random.below(3) > 0 { &captures } else { &moves };
        let next = if passes && random.below(3) == 0 && !position.is_check() {
            position.with_pass(|after| *after)
        } else if pool.is_empty() {
            return 0;
        } else {
            line.last_mut().expect("the line is not empty").1 = Some(position.side_to_move());
            position.with_move(pool[random.below(pool.len() as u64) as usize], |after| *after)
        };
        line.push((next, None));
    }
    0
}

#[test]
fn play_that_ends_in_stalemate_was_never_out_of_reach() {
    let mut random = Random(20);
    let mut memo = Memo::default();
    let mut seen = 0;
    for i in 0..4000 {
        seen += follow(&mut random, &mut memo, i % 9, 16);
    }
    assert!(seen > 1000, "{seen}");
}

/// By hand: `cargo test --release -- --ignored stalemate`.
#[test]
#[ignore = "takes minutes"]
fn much_play_that_ends_in_stalemate_was_never_out_of_reach() {
    for seed in 100..115 {
        let (mut random, mut memo, mut seen) = (Random(seed), Memo::default(), 0);
        for i in 0..10_000 {
            seen += follow(&mut random, &mut memo, i % 11, 20);
        }
        eprintln!("seed {seed}: {seen} positions");
    }
}

/// A stalemate after exactly so many half-moves; in a series one side passes all the time.
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
    let longest: u16 = 2;
    let mut random = Random(7);
    let mut memo = Memo::default();
    let (mut out_of_reach, mut found) = (0, 0);
    for i in 0..800 {
        let mut position = random_position(&mut random, i % 7);
        for series in [false, true] {
            for n in 1..=longest {
                let side = position.side_to_move();
                let mover = if series || n % 2 == 1 { side } else { !side };
                let mut moves = [0; 2];
                moves[side as usize] = if series { n } else { n.div_ceil(2) };
                moves[!side as usize] = if series { 0 } else { n / 2 };
                if look_for_squares(position.board(), mover, moves, !0, &mut memo) == 0 {
                    out_of_reach += 1;
                    let exists = ends_in_stalemate(&mut position, n, series);
                    assert!(!exists, "{:?} {side:?} {n} {series}", position.board().placement());
                } else {
                    found += u32::from(ends_in_stalemate(&mut position, n, series));
                }
            }
        }
    }
    assert!(out_of_reach > 1000 && found > 10, "{out_of_reach} {found}");
}
