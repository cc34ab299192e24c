//! Checks that the moves selected for stalemate include every move that stalemates.

use super::*;
use crate::orthodox::Rules;
use crate::orthodox::board::bitboard::{RANK_1, RANK_8, bit, to_square};
use crate::position::{Oracle, Position};
use crate::units::{Color, Diagram, Goal, Placement, Unit};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Returns a random position: a king in a corner or anywhere, few men on its side, and up to `most` men on the other
/// side. Some men are about to promote, castle or capture en passant.
fn random_position(random: &mut Random, most: u64) -> OrthodoxPosition {
    let mut placement = Placement::default();
    let mut taken = 0u64;
    let mut put = |sq: Sq, color: Color, piece: Piece| {
        if taken & bit(sq) == 0 && !(piece == Piece::PAWN && bit(sq) & (RANK_1 | RANK_8) != 0) {
            taken |= bit(sq);
            placement.put(to_square(sq), Unit::new(color, piece));
        }
    };
    let side = Color::ALL[random.below(2) as usize];
    let corner = [0, 7, 56, 63][random.below(4) as usize];
    put(if random.below(3) > 0 { corner } else { random.below(64) as Sq }, !side, Piece::KING);
    if random.below(6) == 0 {
        let rank = 56 * side as Sq;
        put(rank + 4, side, Piece::KING);
        put(rank + if random.below(2) == 0 { 0 } else { 7 }, side, Piece::ROOK);
    } else {
        put(random.below(64) as Sq, side, Piece::KING);
    }
    let mut en_passant = None;
    if random.below(6) == 0 {
        let file = random.below(7) as Sq;
        let (rank, behind) = if side == Color::White { (4, 5) } else { (3, 2) };
        put(rank * 8 + file, side, Piece::PAWN);
        put(rank * 8 + file + 1, !side, Piece::PAWN);
        en_passant = Some(to_square(behind * 8 + file + 1));
    }
    for _ in 0..random.below(most + 1) {
        let color = if random.below(4) == 0 { !side } else { side };
        let kinds = [Piece::PAWN, Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN];
        let kinds = if color == side { &kinds[..] } else { &kinds[..4] };
        put(random.below(64) as Sq, color, kinds[random.below(kinds.len() as u64) as usize]);
    }
    OrthodoxPosition::new(&Diagram { placement, en_passant, ..Diagram::default() }, side, Rules::Orthodox)
}

/// Checks random positions. Returns the number of moves that stalemated, of moves that were examined, and of legal
/// moves.
fn no_stalemate_is_overlooked(seed: u64, positions: usize, most: u64) -> [usize; 3] {
    let mut random = Random(seed);
    let mut counts = [0; 3];
    for _ in 0..positions {
        let position = random_position(&mut random, most);
        let kings = |color| position.board().men(color, Piece::KING).count_ones();
        if Color::ALL.iter().any(|&color| kings(color) != 1) || position.can_capture_king() {
            continue;
        }
        let stalemates = |m: &Move| position.after(*m).is_stalemate();
        let (mut all, mut some) = (Vec::new(), Vec::new());
        position.legal_moves(&mut all);
        stalemating_moves(&position, &mut |m| {
            some.push(m);
            false
        });
        counts[1] += some.len();
        counts[2] += all.len();
        all.retain(stalemates);
        some.retain(stalemates);
        assert_eq!(all, some, "{}", position.board().placement().to_fen());
        assert_eq!(position.can_reach(&Goal::Stalemate), !all.is_empty());
        counts[0] += all.len();
    }
    counts
}

#[test]
fn few_moves_are_looked_at_and_all_stalemates_found() {
    for (seed, positions, most) in [(1, 40_000, 4), (2, 40_000, 8), (3, 20_000, 14)] {
        let [found, looked_at, legal] = no_stalemate_is_overlooked(seed, positions, most);
        assert!(found > 100 && looked_at * 3 < legal, "{found} {looked_at} {legal}");
    }
}

/// Run by hand: `cargo test --release -- --ignored stalemates_found`.
#[test]
#[ignore = "takes minutes"]
fn all_stalemates_found_among_many() {
    for most in 0..16 {
        let [found, looked_at, legal] = no_stalemate_is_overlooked(100 + most, 1_000_000, most);
        eprintln!("up to {most} men: {found} stalemates, {looked_at} of {legal} moves looked at");
    }
}
