//! Tests whether the men of the target can arrive on their squares within the moves left.

use super::approach::NEVER;
use super::needs::{Needs, least};
use crate::fairy::board::squares::Sq;
use crate::orthodox::assignment::{Costs, MOST, cheapest};
use crate::pieces::Piece;
use crate::units::Color;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// The means by which the men of a side may arrive on their squares of the target.
#[derive(Clone, Copy, Default)]
pub struct Arrivals {
    /// Number of moves of the side.
    pub moves: u32,
    /// Number of men that may arrive by a single move, whatever their piece and square are now.
    pub leaps: u32,
    /// Number of men that may arrive without a move of the side, for instance by rebirth.
    pub returns: u32,
    /// Whether kings may castle with rooks from any square.
    pub kings_castle: bool,
}

/// Whether a side's men can reach their target squares by the means in `arrivals`. The castlings of ordinary chess are
/// not considered. `false` is certain; `true` is not.
pub fn side_can_come(needs: &Needs, arrivals: Arrivals) -> bool {
    if arrivals.leaps + arrivals.returns > 0 {
        return some_can_come_otherwise(needs, arrivals);
    }
    let (mut kings, mut rooks, mut others) = (0, 0, 0);
    for (wanted, row) in needs.rows() {
        let least = least(row);
        *match wanted.man.piece() {
            Piece::KING if arrivals.kings_castle => &mut kings,
            Piece::ROOK if arrivals.kings_castle => &mut rooks,
            _ => &mut others,
        } += u32::from(least);
        if least == NEVER || others + kings.max(rooks) > arrivals.moves {
            return false;
        }
    }
    arrivals.kings_castle || each_comes_for_one(needs, arrivals.moves)
}

/// Like [`side_can_come`], if some men may arrive otherwise than by their own moves ([`Arrivals::leaps`],
/// [`Arrivals::returns`]). To be safe, these are taken to be the men that need most moves.
fn some_can_come_otherwise(needs: &Needs, arrivals: Arrivals) -> bool {
    let mut all: SmallVec<[u32; 32]> = needs.rows().map(|(_, row)| u32::from(least(row))).collect();
    all.sort_unstable_by_key(|&least| Reverse(least));
    let mut all = all.into_iter().skip(arrivals.returns as usize);
    let leaps: u32 = all.by_ref().take(arrivals.leaps as usize).map(|least| least.min(1)).sum();
    let mut needed = leaps;
    all.all(|least| {
        needed += least;
        least != u32::from(NEVER)
    }) && needed <= arrivals.moves
}

/// Like [`side_can_come`], if all men arrive by their own moves: each target square is assigned a man of its own, with
/// the least total of moves.
fn each_comes_for_one(needs: &Needs, moves: u32) -> bool {
    let places: SmallVec<[usize; 32]> = needs.places().collect();
    let men = places.len();
    if men < needs.wanted.len() {
        return false;
    }
    // With that many moves, even [`NEVER`] would be soon enough.
    if men > MOST || moves >= NEVER.into() {
        return true;
    }
    let mut costs: Costs = [[0; MOST]; MOST];
    for (costs, (_, row)) in costs.iter_mut().zip(needs.rows()) {
        for (cost, &place) in costs.iter_mut().zip(&places) {
            *cost = row[place].into();
        }
    }
    cheapest(&costs, men).total <= moves as i32
}

/// Whether both sides' men can arrive within `moves` of both sides together, if all men except kings may change their
/// colour. `needs` holds, by side of the target's men, the moves of all men of the position to them. `kings_to` holds,
/// by side, the squares to which its king may castle.
pub fn anyone_can_come(needs: &[Needs; 2], kings_to: &[SmallVec<[Sq; 4]>; 2], moves: u32) -> bool {
    let (mut needed, mut furthest_rook) = (0, 0);
    // By side: the moves that a castling saves its king; `None` if it cannot castle.
    let mut saved_by_kings = kings_to.each_ref().map(|to| (!to.is_empty()).then_some(-1));
    for color in Color::ALL {
        let side = color as usize;
        for (wanted, row) in needs[side].rows() {
            let least = i32::from(least(row));
            needed += least;
            if wanted.man.piece() == Piece::ROOK {
                furthest_rook = furthest_rook.max(least);
            } else if wanted.man.piece() == Piece::KING {
                let castled = |to: &Sq| i32::from(wanted.moves_of(needs[side].law, *to, wanted.man));
                saved_by_kings[side] = kings_to[side].iter().map(castled).min().map(|after| least - 1 - after);
            }
        }
    }
    let saved = saved_by_kings.into_iter().flatten().map(|saved| (saved + furthest_rook).max(0)).sum::<i32>();
    needed - saved <= moves as i32
}
