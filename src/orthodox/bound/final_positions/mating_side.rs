//! Enumeration of candidates, second half: the mating side's men.
//!
//! 1. With the mated side's men in place, the unmet conditions of a stalemate are known: an unguarded flight, a pawn
//!    that is not stopped, an officer that is not pinned, a check that is not interrupted. In the final position some
//!    man of the mating side that has no square yet meets the condition, because those with a square do not. So the
//!    enumeration tries all men without a square, on all squares.
//! 2. Only conditions that are certainly unmet count. Men without a square may obstruct men that have one; then more
//!    conditions are unmet than the enumeration assumes, and the candidate states less than it could. Men without a
//!    square cannot meet a condition before they are tried: guards and pins act along lines without placed men.
//! 3. A dummy may stay or be captured. The enumeration assumes whichever permits more candidates: a dummy stops
//!    pawns, fills a flight, shuts in officers of its side and interrupts checks, but interrupts no guard and no pin.
//! 4. Of several conditions, the one with the fewest choices comes first. Squares that were tried for it are struck
//!    off in later branches: of all men that meet the condition in the final position, one is the first in the order
//!    of trying, and those before it are not there. So no candidate is made twice, and fewer candidates state more.

use super::enumeration::{Enumeration, Placed, Way, can_be_held, is_straight, narrowest};
use super::mating_men::MatingMen;
use super::{FinalRole, LimitExceeded, MOST_MEN, is_officer};
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::bound::stalemate::StalemateQuestion;
use crate::units::{Color, Piece};
use smallvec::{SmallVec, smallvec};

/// One branch of the enumeration: the facts about the final position that are already chosen.
#[derive(Clone, Copy)]
pub struct StalemateBranch {
    mated: Color,
    king: Sq,
    /// Squares of the mated side's men, including the king.
    theirs: u64,
    /// Squares of the mated side's dummies (men that never move), and squares that the board lacks.
    filled: u64,
    /// The squares `filled` and those of the mating side's dummies: all squares that the board lacks or on which a
    /// dummy may be.
    still: u64,
    pawns: u64,
    /// Officers of the mated side that could move if they were not pinned.
    loose: u64,
    knights: u64,
    /// The most men of the mating side, without its king, that can have a final square. Pawns of the mated side that
    /// change files capture the others.
    most_placed: usize,
    /// Number of the mated side's men that can be captured: its captured men and its dummies.
    doomed: usize,
    /// The mating side's placed men.
    own: MatingMen,
    /// The mating side's placed men (those with a final square), one bit for each.
    placed: u32,
    /// Number of file changes that pawns of the mating side still have to make, each by a capture.
    files: usize,
}

/// A condition of a stalemate that the placed men do not meet.
enum StalemateNeed {
    /// Any man has to be on one of these squares.
    Block(u64),
    Guard(Sq),
    /// Any man has to be on `block`, or a line man of the mating side has to be on `straight` (ranks and files) or on
    /// `diagonal`.
    Stop {
        block: u64,
        straight: u64,
        diagonal: u64,
    },
    /// A condition that no man can meet.
    Never,
}

impl StalemateBranch {
    pub fn new(
        placed: &Placed,
        roles: &[FinalRole],
        question: &StalemateQuestion,
        most_placed: usize,
    ) -> StalemateBranch {
        let mated = !question.mating;
        let (mut loose, mut knights) = (0, 0);
        for (piece, sq) in roles.iter().filter_map(|role| role.place()) {
            let steps = bitboard::attacks(piece, mated, sq, !0);
            if is_officer(piece) && steps & !(placed.occupied | question.filled) != 0 {
                loose |= bit(sq);
            }
            if piece == Piece::KNIGHT {
                knights |= bit(sq);
            }
        }
        // If no pin can hold a loose officer, the branch has no stalemate.
        let held = |role: &FinalRole| {
            role.place().is_none_or(|(piece, sq)| loose & bit(sq) == 0 || can_be_held(piece, placed.king, sq))
        };
        let never = !roles[1..].iter().all(held);
        StalemateBranch {
            mated,
            king: placed.king,
            theirs: placed.occupied,
            filled: question.filled,
            still: question.filled | question.posts(),
            pawns: placed.pawns,
            loose: if never { bit(placed.king) } else { loose },
            knights,
            most_placed,
            doomed: placed.doomed + question.dummies[mated as usize].count_ones() as usize,
            own: MatingMen::default(),
            placed: 0,
            files: 0,
        }
    }

    fn with(&self, man: usize, piece: Piece, sq: Sq) -> StalemateBranch {
        let mut scene = *self;
        scene.own = scene.own.with(piece, sq);
        scene.placed |= 1 << man;
        scene
    }

    fn occupied(&self) -> u64 {
        self.theirs | self.own.all
    }

    /// Returns the placed men of the mating side that attack the square, with lines stopped by `occupied`.
    fn attackers(&self, sq: Sq, occupied: u64) -> u64 {
        self.own.attackers(self.mated, sq, occupied)
    }

    /// Whether a man attacks the mating side's king in every final position of this branch, so that no such position
    /// is legal.
    fn is_impossible(&self) -> bool {
        squares(self.own.king).any(|sq| {
            bitboard::king(sq) & bit(self.king) != 0
                || bitboard::pawn(!self.mated, sq) & self.pawns != 0
                || bitboard::knight(sq) & self.knights != 0
        })
    }

    /// Returns those conditions of a stalemate that the placed men certainly fail to meet.
    fn needs(&self) -> SmallVec<[StalemateNeed; 16]> {
        if self.loose & bit(self.king) != 0 {
            return smallvec![StalemateNeed::Never];
        }
        let mut needs = SmallVec::new();
        for check in squares(self.attackers(self.king, self.occupied())) {
            let between = between(self.king, check);
            match () {
                () if between == 0 => needs.push(StalemateNeed::Never),
                () if between & self.still == 0 => needs.push(StalemateNeed::Block(between)),
                () => {}
            }
        }
        needs.extend(squares(self.pawns).filter_map(|sq| self.need_of_pawn(sq)));
        needs.extend(squares(self.loose).filter_map(|sq| self.need_of_officer(sq)));
        let without_king = self.occupied() & !bit(self.king);
        let flights = bitboard::king(self.king) & !(self.theirs | self.filled);
        needs.extend(squares(flights).filter(|&sq| self.attackers(sq, without_king) == 0).map(StalemateNeed::Guard));
        needs
    }

    /// Returns the squares from which a line man would pin the man on `sq`, occupied squares included. Empty if a
    /// placed man is between `sq` and the king.
    fn pinning(&self, sq: Sq) -> u64 {
        let way = between(self.king, sq);
        let line = line_through(self.king, sq);
        if line == 0 || way & self.occupied() != 0 {
            return 0;
        }
        let seen = if is_straight(self.king, sq) {
            bitboard::rook(sq, self.occupied())
        } else {
            bitboard::bishop(sq, self.occupied())
        };
        seen & line & !way & !bit(self.king)
    }

    fn need_of_officer(&self, sq: Sq) -> Option<StalemateNeed> {
        let pinning = self.pinning(sq);
        let straight = is_straight(self.king, sq);
        let pinners = if straight { self.own.straight } else { self.own.diagonal };
        if pinning & pinners != 0 {
            return None;
        }
        let free = pinning & !self.occupied();
        Some(if straight {
            StalemateNeed::Stop { block: 0, straight: free, diagonal: 0 }
        } else {
            StalemateNeed::Stop { block: 0, straight: 0, diagonal: free }
        })
    }

    fn need_of_pawn(&self, sq: Sq) -> Option<StalemateNeed> {
        let ahead = bitboard::ahead(self.mated, bit(sq));
        let is_blocked = ahead & (self.occupied() | self.still) != 0;
        let captures = bitboard::pawn(self.mated, sq);
        let pinning = self.pinning(sq);
        let free = pinning & !self.occupied();
        let on_file = self.king & 7 == sq & 7;
        let on_rank = self.king >> 3 == sq >> 3;
        let pinner = pinning & if on_file || on_rank { self.own.straight } else { self.own.diagonal };
        if pinner != 0 {
            return match () {
                // The pawn may still advance along the file, except if the pinning man itself is ahead of it.
                () if on_file => {
                    (!is_blocked).then_some(StalemateNeed::Stop { block: ahead, straight: 0, diagonal: 0 })
                }
                () if pinner & captures != 0 => Some(StalemateNeed::Never),
                () => None,
            };
        }
        let captures_man = captures & self.own.all != 0;
        if is_blocked && !captures_man {
            return None;
        }
        let straight = if on_rank || on_file && is_blocked { free } else { 0 };
        let diagonal = if on_rank || on_file { 0 } else { free & !captures };
        Some(match captures_man {
            // On its file the pawn has to be both pinned and blocked. The blocking man may be placed first, or may be
            // the pinning man itself.
            true if on_file && !is_blocked => StalemateNeed::Stop { block: ahead, straight: 0, diagonal: 0 },
            true => StalemateNeed::Stop { block: 0, straight, diagonal },
            false => StalemateNeed::Stop { block: ahead, straight, diagonal },
        })
    }
}

impl Enumeration<'_, '_> {
    /// Places further men of the mating side until all conditions are met, and records the candidate.
    pub fn with_mating_side(
        &mut self,
        scene: &StalemateBranch,
        roles: &[FinalRole; MOST_MEN],
        left: usize,
        men_placed: usize,
    ) -> Result<(), LimitExceeded> {
        self.effort.step()?;
        let needs = scene.needs();
        if needs.is_empty() {
            self.found.push(*roles);
            return if self.found.len() > self.effort.most_pictures { Err(LimitExceeded) } else { Ok(()) };
        }
        let Some(need) = self.narrowest(scene, &needs, left, men_placed) else { return Ok(()) };
        let mut tried: SmallVec<[(usize, usize, u64); 16]> = SmallVec::new();
        for man in self.mated_count..self.men.len() {
            if !self.is_unplaced(scene, man, men_placed) {
                continue;
            }
            let men_placed = men_placed + usize::from(self.men[man].piece != Piece::KING);
            for way in 0..self.ways[man].len() {
                let Way { piece, struck_off, .. } = self.ways[man][way];
                let wanted = scene.wanted(need, piece) & !scene.occupied() & !struck_off;
                let mut places = self.ways[man][way].nearest(wanted, left);
                while let Some((cost, sq)) = places.next(&self.ways[man][way]) {
                    let mut next = scene.with(man, piece, sq);
                    let role = FinalRole::on(piece, sq);
                    next.files += usize::from(role.files(self.men[man].piece, self.men[man].sq));
                    if next.files > scene.doomed || next.is_impossible() {
                        continue;
                    }
                    let mut roles = *roles;
                    roles[man] = role;
                    self.with_mating_side(&next, &roles, left - cost, men_placed)?;
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

    /// Whether the man has no final square yet and may get one.
    fn is_unplaced(&self, scene: &StalemateBranch, man: usize, men_placed: usize) -> bool {
        scene.placed & 1 << man == 0 && (self.men[man].piece == Piece::KING || men_placed < scene.most_placed)
    }

    /// Returns the condition that can be met in the fewest ways with the moves left, or `None` if one of them
    /// cannot be met.
    fn narrowest<'n>(
        &self,
        scene: &StalemateBranch,
        needs: &'n [StalemateNeed],
        left: usize,
        men_placed: usize,
    ) -> Option<&'n StalemateNeed> {
        let empty = !scene.occupied();
        let mut reached: SmallVec<[(Piece, u64); 24]> = SmallVec::new();
        for man in (self.mated_count..self.men.len()).filter(|&man| self.is_unplaced(scene, man, men_placed)) {
            let places = self.ways[man].iter().map(|way| (way.piece, way.within[left] & !way.struck_off & empty));
            reached.extend(places.filter(|&(_, places)| places != 0));
        }
        narrowest(needs, |need, fewest| {
            let mut wanted = [None; 6];
            let mut count = 0;
            for &(piece, places) in &reached {
                let wanted = *wanted[piece.index()].get_or_insert_with(|| scene.wanted(need, piece));
                count += (places & wanted).count_ones();
                if count >= fewest {
                    break;
                }
            }
            count
        })
    }
}

impl StalemateBranch {
    /// Returns the squares on which a man of the given kind would meet the condition.
    fn wanted(&self, need: &StalemateNeed, piece: Piece) -> u64 {
        let is_straight = matches!(piece, Piece::ROOK | Piece::QUEEN);
        let is_diagonal = matches!(piece, Piece::BISHOP | Piece::QUEEN);
        match *need {
            StalemateNeed::Never => 0,
            StalemateNeed::Block(squares) => squares,
            StalemateNeed::Stop { block, straight, diagonal } => {
                block | if is_straight { straight } else { 0 } | if is_diagonal { diagonal } else { 0 }
            }
            // Attacks are symmetric, with pawns of the other colour.
            StalemateNeed::Guard(flight) => {
                bitboard::attacks(piece, self.mated, flight, self.occupied() & !bit(self.king))
            }
        }
    }
}
