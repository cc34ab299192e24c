//! Enumeration of candidates for mates: the checking man, the men that guard or occupy the squares beside the king,
//! and the men that prevent parries.
//!
//! The *mating side* mates, the *mated side* is mated. A man of either side without a role is free: it may do
//! anything, and may be captured. (In candidates for stalemates only men of the mating side are free.) A man with a
//! role is not captured.
//!
//! **No final position is lost.** Take any play that ends in mate, and its final position.
//!
//! 1. In it, a man of the mating side other than the king gives check, with no man between. The enumeration tries all
//!    men on all squares from which they could give check.
//! 2. Then the enumeration looks for conditions of a mate that the placed men do not meet:
//!    * A square beside the king on which no placed man of the mated side is, and which no placed man of the mating
//!      side attacks, if only placed men stop lines. In the final position a man of the mated side is there, or a man
//!      of the mating side attacks it.
//!    * A placed man of the mated side that could capture the checking man, or interpose, if only placed men stop
//!      lines. In the final position a man obstructs it, or a man of the mating side pins it from behind on the line
//!      of the king, or a second man gives check.
//! 3. The man that meets the condition in the final position has no place yet, since all placed men were considered.
//!    It is among the men that are tried, on its square. So on some branch every statement is true of the final
//!    position.
//! 4. That branch ends in a candidate, which may state less than is true, but nothing false. [`super`] describes how
//!    candidates are used: by sums of moves, at each move.
//!
//! Of several conditions, the one that can be met in the fewest ways comes first. Squares that were tried for it are
//! struck off in later branches, as in [`super::mating_side`]. This loses nothing: a branch that places a man states
//! only where the man is, so it covers all final positions in which the man is there. The placement of a checking man
//! is an exception, because it also states that the line is open; for it nothing is struck off.
//!
//! Only positions of orthodox chess in which each side has a king and neither side may castle are handled. The board
//! may lack squares: no man is on them, no line goes through them, and the king cannot go there. No man needs fewer
//! moves than on a whole board.

use super::enumeration::{Way, is_straight, narrowest, ways};
use super::mating_men::MatingMen;
use super::{Candidates, Effort, FinalRole, LimitExceeded, MOST_MEN, Man};
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::bound::Ground;
use crate::orthodox::bound::distance::Distances;
use crate::orthodox::bound::stalemate::LONGEST;
use crate::units::{Color, Piece};
use smallvec::SmallVec;

/// One branch of the enumeration: the facts about the final position that are already chosen.
#[derive(Clone, Copy)]
struct MateBranch {
    mated: Color,
    king: Sq,
    /// Squares of the 8x8 board that the board of the problem lacks.
    missing: u64,
    checker: Sq,
    /// Whether the checking man is a pawn or a knight.
    leaps: bool,
    /// The squares between the checking man and the king, which are empty in the final position.
    line: u64,
    /// Squares of the mated side's placed men, including the king.
    theirs: u64,
    /// The mating side's placed men.
    own: MatingMen,
    /// The placed men (those with a final square), one bit for each.
    placed: u32,
    roles: [FinalRole; MOST_MEN],
    /// Moves that the placed men do not need: first of the mating side, second of the mated side.
    left: [usize; 2],
}

/// A condition of a mate that the placed men do not meet.
#[derive(Clone, Copy)]
enum MateNeed {
    /// The king must not be able to go to `sq`. Either a man of the mating side attacks the square, or, if `filled`
    /// is set, a man of the mated side is on it.
    Closed { sq: Sq, filled: bool },
    /// A man must not parry the check. Either any man is on `block`, or a line man of the mating side pins it from
    /// `straight` (along a rank or file) or `diagonal`, or a second man gives check.
    Parry { block: u64, straight: u64, diagonal: u64 },
}

impl MateBranch {
    /// Returns the squares at which lines end: those of placed men, and squares that the board lacks.
    fn occupied(&self) -> u64 {
        self.theirs | self.own.all | self.missing
    }

    /// Returns the placed men of the mating side that attack the square, with lines stopped by `occupied`.
    fn attackers(&self, sq: Sq, occupied: u64) -> u64 {
        self.own.attackers(self.mated, sq, occupied)
    }

    fn with(&self, man: usize, color: Color, piece: Piece, sq: Sq) -> MateBranch {
        let mut scene = *self;
        scene.placed |= 1 << man;
        scene.roles[man] = FinalRole::on(piece, sq);
        if color == self.mated {
            scene.theirs |= bit(sq);
            return scene;
        }
        scene.own = scene.own.with(piece, sq);
        scene
    }

    /// Adds to `needs` a condition for each square beside the king to which it could still go.
    fn open_squares(&self, needs: &mut SmallVec<[MateNeed; 16]>) {
        let without_king = self.occupied() & !bit(self.king);
        for sq in squares(bitboard::king(self.king) & !self.theirs & !self.missing) {
            if self.attackers(sq, without_king) == 0 {
                let filled = bit(sq) & (self.own.all | self.line) == 0;
                needs.push(MateNeed::Closed { sq, filled });
            }
        }
    }

    /// Adds to `needs` a condition for each placed man of the mated side that could parry the check.
    fn parries(&self, men: &[Man], needs: &mut SmallVec<[MateNeed; 16]>) {
        if self.theirs == bit(self.king) || self.attackers(self.king, self.occupied()).count_ones() > 1 {
            return;
        }
        for (man, role) in men.iter().zip(&self.roles) {
            if let Some((piece, sq)) = role.place()
                && man.color == self.mated
                && piece != Piece::KING
                && let Some(block) = self.way_to_parry(piece, sq)
            {
                needs.extend(self.need_against(sq, block));
            }
        }
    }

    /// Returns the squares that a man of the mated side passes over to parry the check, or `None` if it cannot parry
    /// the check.
    fn way_to_parry(&self, piece: Piece, sq: Sq) -> Option<u64> {
        if piece != Piece::PAWN {
            let to = bitboard::attacks(piece, self.mated, sq, self.occupied()) & (self.line | bit(self.checker));
            return squares(to).next().map(|to| between(sq, to));
        }
        if bitboard::pawn(self.mated, sq) & bit(self.checker) != 0 {
            return Some(0);
        }
        let one = bitboard::ahead(self.mated, bit(sq)) & !self.occupied();
        if one & self.line != 0 {
            return Some(0);
        }
        let is_home = sq >> 3 == if self.mated == Color::White { 1 } else { 6 };
        let two = bitboard::ahead(self.mated, one) & self.line;
        (is_home && two != 0).then_some(one)
    }

    /// Returns the condition that keeps the man on `sq` from parrying, or `None` if a placed man pins it. `block` has
    /// the squares that the man passes over to parry.
    fn need_against(&self, sq: Sq, block: u64) -> Option<MateNeed> {
        let line = line_through(self.king, sq);
        let way = between(self.king, sq);
        let mut need = MateNeed::Parry { block, straight: 0, diagonal: 0 };
        if line == 0 || way & self.occupied() != 0 {
            return Some(need);
        }
        let (seen, pinners) = match is_straight(self.king, sq) {
            true => (bitboard::rook(sq, self.occupied()), self.own.straight),
            false => (bitboard::bishop(sq, self.occupied()), self.own.diagonal),
        };
        let pinning = seen & line & !way & !bit(self.king);
        if pinning & pinners != 0 {
            return None;
        }
        if let MateNeed::Parry { straight, diagonal, .. } = &mut need {
            *(if is_straight(self.king, sq) { straight } else { diagonal }) = pinning;
        }
        Some(need)
    }

    /// Returns the squares on which a man of the given colour and kind would meet the condition.
    fn wanted(&self, need: MateNeed, color: Color, piece: Piece) -> u64 {
        let free = !(self.occupied() | self.line);
        let wanted = match need {
            MateNeed::Closed { sq, filled } if color == self.mated => {
                if filled {
                    bit(sq)
                } else {
                    0
                }
            }
            MateNeed::Closed { sq, .. } => bitboard::attacks(piece, self.mated, sq, self.occupied() & !bit(self.king)),
            MateNeed::Parry { block, .. } if color == self.mated || piece == Piece::KING => block,
            MateNeed::Parry { block, straight, diagonal } => {
                let is_straight = matches!(piece, Piece::ROOK | Piece::QUEEN);
                let is_diagonal = matches!(piece, Piece::BISHOP | Piece::QUEEN);
                // In a double check one of the checking men is a line man, whose line the other has opened.
                let second = match self.leaps && !is_straight && !is_diagonal {
                    true => 0,
                    false => bitboard::attacks(piece, self.mated, self.king, self.occupied()),
                };
                block | second | if is_straight { straight } else { 0 } | if is_diagonal { diagonal } else { 0 }
            }
        };
        wanted & free & if piece == Piece::KING { !bitboard::king(self.king) } else { !0 }
    }
}

struct MateEnumeration<'a, 'e> {
    mating: Color,
    missing: u64,
    men: Vec<Man>,
    ways: Vec<Vec<Way>>,
    effort: &'a mut Effort<'e>,
    found: Vec<[FinalRole; MOST_MEN]>,
}

fn men_of(board: &Board, color: Color) -> Vec<Man> {
    let king = board.men(color, Piece::KING).trailing_zeros() as Sq;
    let mut men = vec![Man { color, piece: Piece::KING, sq: king }];
    let others = squares(board.of(color) & !bit(king));
    men.extend(others.map(|sq| Man { color, piece: board.piece_at(sq), sq }));
    men
}

/// Enumerates the mates that the side `mating` may give on the squares of `scope` with at most `moves` of White and
/// Black. Returns them as candidates; `None` if there are too many, if the enumeration takes too long, or if the
/// position is not handled.
pub fn mates(
    ground: Ground,
    mating: Color,
    moves: [u16; 2],
    scope: u64,
    effort: &mut Effort<'_>,
) -> Option<Candidates> {
    let Ground { board, missing, .. } = ground;
    let most = moves.map(usize::from);
    if !board.has_one_king_each() || board.castling() != 0 || most[0].max(most[1]) > LONGEST {
        return None;
    }
    let mut men = men_of(board, !mating);
    men.extend(men_of(board, mating));
    let ways = men.iter().map(|&man| ways(man)).collect();
    let mut enumeration = MateEnumeration { mating, missing, men, ways, effort, found: Vec::new() };
    let from = enumeration.men[0].sq;
    for king in squares(scope & !missing) {
        let way = usize::from(Distances::get().kings(from)[king as usize]);
        if let Some(theirs) = most[!mating as usize].checked_sub(way) {
            enumeration.with_king_on(king, [most[mating as usize], theirs]).ok()?;
        }
    }
    let count = enumeration.men.len();
    enumeration.found.sort_unstable_by_key(|roles| roles.map(FinalRole::number));
    enumeration.found.dedup();
    let roles = enumeration.found.iter().flat_map(|roles| roles[..count].iter().copied()).collect();
    Some(Candidates { mating, doomed: false, men: enumeration.men, dummies: [0; 2], roles, share: None })
}

impl MateEnumeration<'_, '_> {
    /// Enumerates the mates of a king on `king`: tries every man of the mating side as the checking man, on every
    /// square.
    fn with_king_on(&mut self, king: Sq, left: [usize; 2]) -> Result<(), LimitExceeded> {
        let mated = !self.mating;
        let first = MateBranch {
            mated,
            king,
            missing: self.missing,
            checker: king,
            leaps: false,
            line: 0,
            theirs: bit(king),
            own: MatingMen::default(),
            placed: 1,
            roles: [FinalRole::NONE; MOST_MEN],
            left,
        };
        let first = MateBranch { roles: first.with(0, mated, Piece::KING, king).roles, ..first };
        for man in 1..self.men.len() {
            if self.men[man].color == mated || self.men[man].piece == Piece::KING {
                continue;
            }
            for way in 0..self.ways[man].len() {
                let piece = self.ways[man][way].piece;
                let wanted = bitboard::attacks(piece, mated, king, self.missing) & !self.missing;
                let mut places = self.ways[man][way].nearest(wanted, left[0]);
                while let Some((cost, sq)) = places.next(&self.ways[man][way]) {
                    let mut next = first.with(man, self.mating, piece, sq);
                    next.left[0] -= cost;
                    next.checker = sq;
                    next.leaps = matches!(piece, Piece::KNIGHT | Piece::PAWN);
                    next.line = between(king, sq);
                    self.place(&next)?;
                }
            }
        }
        Ok(())
    }

    /// Places further men on the branch `scene` until all conditions are met, then records the candidate.
    fn place(&mut self, scene: &MateBranch) -> Result<(), LimitExceeded> {
        self.effort.step()?;
        let mut needs = SmallVec::new();
        scene.open_squares(&mut needs);
        scene.parries(&self.men, &mut needs);
        if needs.is_empty() {
            self.found.push(scene.roles);
            return if self.found.len() > self.effort.most_pictures { Err(LimitExceeded) } else { Ok(()) };
        }
        let Some(need) = self.narrowest(scene, &needs) else { return Ok(()) };
        let mut tried: SmallVec<[(usize, usize, u64); 16]> = SmallVec::new();
        for man in (1..self.men.len()).filter(|man| scene.placed & 1 << man == 0) {
            let color = self.men[man].color;
            let side = usize::from(color == scene.mated);
            for way in 0..self.ways[man].len() {
                let Way { piece, struck_off, .. } = self.ways[man][way];
                let wanted = scene.wanted(need, color, piece) & !struck_off;
                let mut places = self.ways[man][way].nearest(wanted, scene.left[side]);
                while let Some((cost, sq)) = places.next(&self.ways[man][way]) {
                    let mut next = scene.with(man, color, piece, sq);
                    next.left[side] -= cost;
                    self.place(&next)?;
                    self.ways[man][way].struck_off |= bit(sq);
                }
                if self.ways[man][way].struck_off != struck_off {
                    tried.push((man, way, struck_off));
                }
            }
        }
        for (man, way, struck_off) in tried {
            self.ways[man][way].struck_off = struck_off;
        }
        Ok(())
    }

    /// Returns the condition that can be met in the fewest ways with the moves left, or `None` if one of them
    /// cannot be met.
    fn narrowest(&self, scene: &MateBranch, needs: &[MateNeed]) -> Option<MateNeed> {
        let mut reached: SmallVec<[(Color, Piece, u64); 24]> = SmallVec::new();
        for man in (1..self.men.len()).filter(|man| scene.placed & 1 << man == 0) {
            let color = self.men[man].color;
            let left = scene.left[usize::from(color == scene.mated)];
            let places = self.ways[man].iter().map(|way| (color, way.piece, way.within[left] & !way.struck_off));
            reached.extend(places.filter(|&(.., places)| places != 0));
        }
        narrowest(needs.iter().copied(), |&need, fewest| {
            let mut count = 0;
            for &(color, piece, places) in &reached {
                count += (places & scene.wanted(need, color, piece)).count_ones();
                if count >= fewest {
                    break;
                }
            }
            count
        })
    }
}
