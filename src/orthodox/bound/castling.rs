//! A lower bound on castling, for play in which both sides help: it excludes castling if too few moves are left.
//!
//! 1. The squares between the king and its rook, the *way*, must be empty.
//! 2. A man on the way leaves by a move of its own, which ends off the way, or it is captured there by a move of the
//!    other side, which ends on the way. So each man takes a move of its own: of its side if it leaves, of the other
//!    side if it is captured.
//! 3. The man that makes the last capture on the way leaves it. It may be a man that has to leave in any case.
//!    Otherwise this is one more move of its side.
//!
//! The bound ignores all other conditions of castling.

use crate::orthodox::board::bitboard::between;
use crate::orthodox::board::{Board, RIGHTS, Right};
use crate::orthodox::bound::mate::moves::Useful;
use crate::units::Color;

/// Returns whether `mover` may castle with the last move of play in which White and Black make at most `moves`, in
/// any order. `false` proves that it cannot.
pub fn is_within_reach(board: &Board, mover: Color, moves: [u16; 2]) -> bool {
    rights(board, mover).any(|right| can_be_cleared(board, right, moves))
}

/// Returns, by departure square, the arrival squares of those moves of the side to move after which `mover` may still
/// castle with its last move. `moves` are the most moves of White and Black, the next move included. Returns `None` if
/// the bound excludes no move.
pub fn useful(board: &Board, mover: Color, moves: [u16; 2]) -> Option<Useful> {
    let side = board.side();
    if moves[side as usize] == 0 || side == mover && moves[mover as usize] == 1 {
        return None;
    }
    let mut after = moves;
    after[side as usize] -= 1;
    let mut useful = [0; 64];
    for right in rights(board, mover) {
        if can_be_cleared(board, right, after) {
            return None;
        }
        if can_be_cleared(board, right, moves) {
            // No move can be spared, so each has to help to clear the way.
            let way = between(right.king, right.rook);
            for (from, to) in useful.iter_mut().enumerate() {
                *to |= if way & 1 << from != 0 { !0 } else { way & board.of(!side) };
            }
        }
    }
    Some(useful)
}

fn rights(board: &Board, mover: Color) -> impl Iterator<Item = &'static Right> {
    RIGHTS.iter().filter(move |right| right.color == mover && board.castling() & right.flag != 0)
}

/// Returns whether all men between the king and the rook of `right` can leave or be captured before its side castles.
/// White and Black make at most `moves`, the castling move included.
fn can_be_cleared(board: &Board, right: &Right, moves: [u16; 2]) -> bool {
    let way = between(right.king, right.rook);
    let [own_men, their_men] = [right.color, !right.color].map(|color| (way & board.of(color)).count_ones());
    let [own, theirs] = [right.color, !right.color].map(|color| u32::from(moves[color as usize]));
    let Some(own) = own.checked_sub(1) else { return false };
    // Whether the moves suffice if these numbers of men leave and the other men are captured.
    let suffice = |own_leaving: u32, their_leaving: u32| {
        let (own_captures, their_captures) = (their_men - their_leaving, own_men - own_leaving);
        let (own_needed, their_needed) = (own_leaving + own_captures, their_leaving + their_captures);
        let (own_captor, their_captor) = (u32::from(own_leaving == 0), u32::from(their_leaving == 0));
        let fit = |own_more: u32, more: u32| own_needed + own_more <= own && their_needed + more <= theirs;
        own_captures + their_captures == 0 && fit(0, 0)
            || own_captures > 0 && fit(own_captor, 0)
            || their_captures > 0 && fit(0, their_captor)
    };
    (0..=own_men).any(|own_leaving| (0..=their_men).any(|their_leaving| suffice(own_leaving, their_leaving)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orthodox::OrthodoxPosition;
    use crate::orthodox::Rules;
    use crate::position::{GoalQuery, Left, Oracle, Position};
    use crate::units::{Diagram, Goal, Placement};

    /// Reference search: whether some play of exactly `n` plies ends with castling by `mover`. If `narrowed` is
    /// set, only the moves that the bound permits are played.
    fn castling_exists(position: &mut OrthodoxPosition, mover: Color, n: u16, narrowed: bool) -> bool {
        let mut left = [0; 2];
        left[mover as usize] = n.div_ceil(2);
        left[!mover as usize] = n / 2;
        let ending = GoalQuery::new(&Goal::Castling, mover, Left::at_most(left));
        let (scope, mut memo) = Default::default();
        let mut moves = Vec::new();
        if !narrowed {
            position.legal_moves(&mut moves);
        } else if position.within_reach(ending, &scope, &mut memo).is_some() {
            position.moves_within_reach(std::iter::once((ending, &scope)), &mut memo, &mut moves);
        }
        moves.into_iter().any(|m| {
            if n == 1 {
                position.after(m).reached(&Goal::Castling, &[m])
            } else {
                position.with_move(m, |after| castling_exists(after, mover, n - 1, narrowed))
            }
        })
    }

    #[test]
    fn castlings_are_not_excluded() {
        // By number of plies from one to four: whether some play ends with castling.
        for (placement, expected) in [
            ("7k/8/8/8/8/8/8/R3K3", [true, true, false, false]),
            ("7k/8/8/8/8/8/P1P5/R1B1K3", [false, false, true, true]),
            ("7k/8/8/8/8/8/P1P5/Rn2K3", [false, true, true, true]),
            ("7k/8/8/8/8/8/7P/Rnb1K3", [false, false, false, true]),
            ("7k/8/8/8/8/8/8/RnqnK3", [false, false, false, false]),
            ("7k/8/8/8/8/8/1PP1PPPP/RNB1K2R", [true, true, true, true]),
            ("7k/8/8/8/8/8/1PP1PPPP/1NB1KN1R", [false, false, true, true]),
            ("7k/8/8/8/8/6n1/2P1PPPP/1NB1KB1R", [false, false, false, true]),
        ] {
            let diagram = Diagram { placement: Placement::of_letters(placement), ..Diagram::default() };
            for n in 1..=4 {
                let side = if n % 2 == 1 { Color::White } else { Color::Black };
                let mut position = OrthodoxPosition::new(&diagram, side, Rules::Orthodox);
                let exists = castling_exists(&mut position, Color::White, n, false);
                assert_eq!(exists, expected[usize::from(n) - 1], "{placement} {n}");
                assert_eq!(castling_exists(&mut position, Color::White, n, true), exists, "{placement} {n}");
            }
        }
    }

    /// Tests a man that captures on the way before it leaves. In three moves: 1.Qxb1 2.Qb3 3.0-0-0 (Popeye 4.104 prints
    /// eleven such series).
    #[test]
    fn a_man_that_leaves_may_capture_first() {
        let placement = Placement::of_letters("7k/8/8/8/8/8/8/Rn1QK3");
        let position =
            OrthodoxPosition::new(&Diagram { placement, ..Default::default() }, Color::White, Rules::Orthodox);
        assert!(is_within_reach(position.board(), Color::White, [3, 0]));
        assert!(!is_within_reach(position.board(), Color::White, [2, 0]));
    }

    /// Tests a man between king and rook that cannot leave, because its side's only move is to castle. Here Black's
    /// knight captures the bishop on f1 and leaves.
    #[test]
    fn who_cannot_leave_is_captured() {
        let placement = Placement::of_letters("7k/8/8/8/8/6n1/2P1PPPP/1NB1KB1R");
        let position =
            OrthodoxPosition::new(&Diagram { placement, ..Default::default() }, Color::Black, Rules::Orthodox);
        assert!(!is_within_reach(position.board(), Color::White, [1, 1]));
        assert!(is_within_reach(position.board(), Color::White, [1, 2]));
        let useful = useful(position.board(), Color::White, [1, 2]).expect("no move may be wasted");
        let (g3, f1) = (22, 5);
        assert_eq!(useful[g3], 1 << f1);
    }
}
