//! One strategy prepared for play: how far each man has got, which men never move again, and which squares the kings
//! avoid.
//!
//! Kings avoid *guarded* squares, in orthodox chess only:
//!
//! 1. A man that stands never moves again and is not captured. So it attacks the same squares from now on, whatever
//!    else moves: those of a pawn, a knight or a king, and of a man that moves on lines the squares next to it.
//! 2. No legal move, capture or castling takes a king to a square that a man of the other side attacks. So a king never
//!    enters a guarded square.
//! 3. A king may be on such a square already, checked by the move after which the man stands. Then its next move leads
//!    to a square that is not guarded.
//! 4. Under Madrasi and Isardam some attacks are no checks, so no square is guarded there.

use super::super::distances::FAR;
use super::routes::{Obstacles, RemainingTask, Route, Routes};
use super::{MOST_MEN, ManEnd, MobileMan, PlannedCapture, Strategy};
use crate::orthodox::board::Right;
use crate::orthodox::board::bitboard::{self, Sq, bit, squares};
use crate::orthodox::board::zobrist;
use crate::orthodox::rules::Rules;
use crate::units::{Color, Piece};
use std::rc::Rc;

pub(super) struct Course<'a> {
    pub men: &'a [MobileMan],
    pub strategy: &'a Strategy,
    /// The captures that each man makes in the strategy, in the order of the bits of [`Progress::open`].
    pub takes: Vec<Vec<PlannedCapture>>,
    /// The pawns of White and Black that never move.
    fixed: [u64; 2],
    /// Whether every attack on a king is a check, so that a king never enters an attacked square.
    pub has_guards: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// The present square of each man.
    pub at: [Sq; MOST_MEN],
    /// The captures that each man still has to make, one bit for each.
    pub open: [u8; MOST_MEN],
    pub pawns: u32,
    /// Men that have been captured, one bit for each.
    pub gone: u32,
    /// Men that are on their final squares from the beginning, have to leave them and return, and have not left yet;
    /// one bit for each man.
    pub leaving: u32,
    /// Whether White and Black still have to castle.
    pub castles: [bool; 2],
    /// Hash keys of the state (squares, captures, promotions, castling, men that have to leave): one for the men of
    /// White and one for those of Black.
    pub keys: [u128; 2],
    /// The least numbers of moves that White and Black need to finish the strategy.
    pub needs: [i32; 2],
    /// Squares of men of both sides that never move again and are not captured.
    pub standing: u64,
}

/// A change in the state of a man, other than a move to another square, that changes the hash key of its side.
#[derive(Clone, Copy)]
enum ManStateChange {
    Promoted,
    Castled,
    Left,
    Taken(u8),
}

#[derive(Clone, Copy, Default)]
pub(super) struct CourseStep {
    pub to: Sq,
    pub promotes: bool,
    /// The index of the capture among the captures of the man, or `None` if the move captures nothing.
    pub takes: Option<usize>,
}

impl<'a> Course<'a> {
    pub fn new(men: &'a [MobileMan], strategy: &'a Strategy, fixed: [u64; 2], rules: Rules) -> Course<'a> {
        let of = |i| strategy.takes.iter().copied().filter(move |take| usize::from(take.captor) == i);
        let takes = (0..men.len()).map(|i| of(i).collect()).collect();
        Course { men, strategy, takes, fixed, has_guards: rules == Rules::Orthodox }
    }

    pub fn beginning(&self) -> Progress {
        let mut progress = Progress {
            at: [0; MOST_MEN],
            open: [0; MOST_MEN],
            pawns: 0,
            gone: 0,
            leaving: 0,
            castles: self.strategy.castlings.map(|right| right.is_some()),
            keys: [0; 2],
            needs: [0; 2],
            standing: self.fixed[0] | self.fixed[1],
        };
        for (i, man) in self.men.iter().enumerate() {
            progress.at[i] = man.from;
            progress.open[i] = ((1u32 << self.takes[i].len()) - 1) as u8;
            progress.pawns |= u32::from(man.piece == Piece::PAWN) << i;
            progress.keys[man.color as usize] ^= zobrist::origin(man.from, i as u8);
        }
        progress
    }

    pub fn end(&self, i: usize) -> ManEnd {
        self.strategy.ends[i]
    }

    /// Returns the men that have not been captured, with their numbers.
    pub fn present(&self, progress: &Progress) -> impl Iterator<Item = (usize, &'a MobileMan)> + use<'a> {
        let gone = progress.gone;
        self.men.iter().enumerate().filter(move |(i, _)| gone & 1 << i == 0)
    }

    pub fn present_of(&self, progress: &Progress, color: Color) -> impl Iterator<Item = usize> + use<'a> {
        self.present(progress).filter(move |(_, man)| man.color == color).map(|(i, _)| i)
    }

    /// Returns the piece that man `i` is now.
    pub fn piece(&self, progress: &Progress, i: usize) -> Piece {
        match self.men[i].piece {
            Piece::PAWN if !progress.is_pawn(i) => self.end(i).piece,
            piece => piece,
        }
    }

    /// Returns the castling move in which man `i` still has to take part, or `None`. The man makes no other move before
    /// it.
    pub fn castling(&self, progress: &Progress, i: usize) -> Option<&'a Right> {
        let MobileMan { color, from, .. } = self.men[i];
        let right = self.strategy.castlings[color as usize].as_ref().filter(|_| progress.castles[color as usize])?;
        (right.king == from || right.rook == from).then_some(right)
    }

    /// Whether man `i` is ready to be captured: it is captured in the strategy, has its final piece and square, and has
    /// no captures left to make.
    pub fn is_ready(&self, progress: &Progress, i: usize) -> bool {
        let end = self.end(i);
        end.lost && progress.at[i] == end.sq && progress.open[i] == 0 && self.piece(progress, i) == end.piece
    }

    /// Returns the least number of moves that man `i` still needs to finish its part of the strategy.
    pub fn to_go(&self, progress: &Progress, routes: &Routes, i: usize) -> i32 {
        if progress.leaving & 1 << i != 0 {
            return 2;
        }
        let row = routes[i].row(progress.is_pawn(i), progress.open[i]);
        let at = progress.at[i];
        match self.castling(progress, i) {
            None => i32::from(row[at as usize]),
            Some(right) => i32::from(right.king == at) + i32::from(row[right.after(at) as usize]),
        }
    }

    pub fn step(&self, progress: &Progress, i: usize, step: CourseStep) -> Progress {
        let side = self.men[i].color as usize;
        let mut next = *progress;
        next.place(side, i, step.to);
        if progress.leaving & 1 << i != 0 {
            next.leaving &= !(1 << i);
            next.keys[side] ^= key_of(i, ManStateChange::Left);
        }
        if step.promotes {
            next.pawns &= !(1 << i);
            next.keys[side] ^= key_of(i, ManStateChange::Promoted);
        }
        if let Some(bit) = step.takes {
            next.open[i] &= !(1 << bit);
            next.keys[side] ^= key_of(i, ManStateChange::Taken(bit as u8));
        }
        next
    }

    pub fn castle(&self, progress: &Progress, right: &Right) -> Progress {
        let side = right.color as usize;
        let mut next = *progress;
        next.castles[side] = false;
        next.keys[side] ^= key_of(side, ManStateChange::Castled);
        for i in self.present_of(progress, right.color) {
            let at = progress.at[i];
            if at == right.king || at == right.rook {
                next.place(side, i, right.after(at));
            }
        }
        next
    }

    pub fn capture(&self, progress: &mut Progress, victim: usize) {
        progress.gone |= 1 << victim;
        progress.keys[self.men[victim].color as usize] ^= zobrist::origin(progress.at[victim], victim as u8);
    }

    pub fn mark_leaving(&self, progress: &mut Progress, i: usize) {
        progress.leaving |= 1 << i;
        progress.keys[self.men[i].color as usize] ^= key_of(i, ManStateChange::Left);
    }

    /// Marks in `progress` the men that never move again: men that have arrived, if they are pawns or their side has
    /// fewer than the two spare moves to leave and return. Returns the routes of all men around these, or `None` if a
    /// side has fewer moves than it needs. `known` are the routes in an earlier state.
    pub fn settled(&self, progress: &mut Progress, moves: [i32; 2], known: Option<&Rc<Routes>>) -> Option<Rc<Routes>> {
        let mut routes = match known {
            Some(known) => known.clone(),
            None => self.routes(progress, moves, None, !0)?,
        };
        loop {
            let mut standing = progress.standing;
            for (i, man) in self.present(progress) {
                let spare = moves[man.color as usize] - progress.needs[man.color as usize];
                if (spare < 2 || progress.is_pawn(i)) && self.has_arrived(progress, &routes, i) {
                    standing |= bit(progress.at[i]);
                }
            }
            let fresh = standing & !progress.standing;
            if fresh == 0 {
                return Some(routes);
            }
            progress.standing = standing;
            routes = self.routes(progress, moves, Some(&routes), fresh)?;
        }
    }

    /// Whether man `i` has its final piece and square and has nothing left to do.
    pub fn has_arrived(&self, progress: &Progress, routes: &Routes, i: usize) -> bool {
        !self.end(i).lost && self.castling(progress, i).is_none() && self.to_go(progress, routes, i) == 0
    }

    /// Returns the routes of all men in the present state, and sets the needs in `progress` to match. Returns `None` if
    /// a side needs more than its number of `moves`. A man keeps its route from `known` if it has arrived, or if none
    /// of its ways that are short enough leads over the squares `fresh`, on which men have become immovable since. A
    /// king keeps its route only if these ways also avoid the squares that the new immovable men guard.
    ///
    /// 1. A route states the least number of moves among some obstacles. Obstacles are never removed: immovable men
    ///    stay, and the pawns that [`Course::cut`] considers only come closer to their final squares.
    /// 2. So an older route never states too many moves. To keep it may only exclude too little play.
    fn routes(
        &self,
        progress: &mut Progress,
        moves: [i32; 2],
        known: Option<&Rc<Routes>>,
        fresh: u64,
    ) -> Option<Rc<Routes>> {
        let mut obstacles = Obstacles { standing: progress.standing, cut: self.cut(progress), guarded: 0 };
        let mut routes = known.map_or_else(|| vec![Rc::default(); self.men.len()], |known| known.to_vec());
        let needed = |i| known.map_or_else(|| self.least(progress, i), |known| self.to_go(progress, known, i));
        let mut spare = moves;
        self.present(progress).for_each(|(i, man)| spare[man.color as usize] -= needed(i));
        let mut needs = [0; 2];
        for (i, man) in self.present(progress) {
            let side = man.color as usize;
            if known.is_some() && needed(i) == 0 {
                continue;
            }
            // Spare moves never increase.
            let most = (needed(i) + spare[side]).clamp(0, i32::from(FAR) - 1) as u8;
            let piece = self.piece(progress, i);
            let mut shut = fresh;
            if piece == Piece::KING && known.is_some() {
                shut |= self.guarded(progress, fresh, man.color);
            }
            let is_kept = |known: &Rc<Routes>| !known[i].leads_over(shut, progress.is_pawn(i), progress.open[i], most);
            if !known.is_some_and(is_kept) {
                if piece == Piece::KING {
                    obstacles.guarded = self.guarded(progress, progress.standing, man.color);
                }
                let errand = RemainingTask { end: self.end(i), takes: &self.takes[i], open: progress.open[i], most };
                routes[i] = Rc::new(Route::new(MobileMan { piece, ..*man }, &errand, &obstacles));
            }
            needs[side] += self.to_go(progress, &routes, i);
            if needs[side] > moves[side] {
                return None;
            }
        }
        progress.needs = needs;
        Some(Rc::new(routes))
    }

    /// Returns the least number of moves that man `i` needs, as estimated when the search begins and its route is not
    /// known.
    fn least(&self, progress: &Progress, i: usize) -> i32 {
        if progress.leaving & 1 << i != 0 {
            return 2;
        }
        let castles = self.castling(progress, i).is_some_and(|right| right.king == self.men[i].from);
        i32::from(self.strategy.least[i]) + i32::from(castles)
    }

    /// Returns the squares that the king of `side` never enters, because men of the other side on the squares
    /// `standing` attack them.
    pub fn guarded(&self, progress: &Progress, standing: u64, side: Color) -> u64 {
        if !self.has_guards {
            return 0;
        }
        let by_fixed = squares(self.fixed[!side as usize] & standing).map(|sq| bitboard::pawn(!side, sq));
        let by_men = self.present_of(progress, !side).filter(|&i| standing & bit(progress.at[i]) != 0).map(|i| {
            let at = progress.at[i];
            match self.piece(progress, i) {
                Piece::PAWN => bitboard::pawn(!side, at),
                piece => bitboard::attacks(piece, !side, at, !0),
            }
        });
        by_fixed.chain(by_men).fold(0, |all, set| all | set)
    }

    /// Returns, for each departure square, squares to which no officer (a man that is no pawn) can move because a pawn
    /// is in between. A pawn that stays on its file is always between its present and its final square, so no man
    /// passes it on the file.
    pub fn cut(&self, progress: &Progress) -> [u64; 64] {
        let mut cut = [0; 64];
        for (i, _) in self.present(progress).filter(|&(i, _)| progress.is_pawn(i) && progress.open[i] == 0) {
            let (at, end) = (progress.at[i], self.end(i));
            if end.lost || end.piece != Piece::PAWN {
                continue;
            }
            let file = 0x0101_0101_0101_0101 << (at & 7);
            let (low, high) = (bit(at.min(end.sq)), bit(at.max(end.sq)));
            let (below, above) = (file & (2 * low - 1), file & !(high - 1));
            squares(below).for_each(|sq| cut[sq as usize] |= above);
            squares(above).for_each(|sq| cut[sq as usize] |= below);
        }
        cut
    }
}

impl Progress {
    pub fn is_pawn(&self, i: usize) -> bool {
        self.pawns & 1 << i != 0
    }

    fn place(&mut self, side: usize, i: usize, to: Sq) {
        self.keys[side] ^= zobrist::origin(self.at[i], i as u8) ^ zobrist::origin(to, i as u8);
        self.at[i] = to;
    }
}

/// Returns the random number that is combined with the hash key when the change `deed` happens to man `i`. Numbers of
/// men are below 32.
fn key_of(i: usize, deed: ManStateChange) -> u128 {
    let deed = match deed {
        ManStateChange::Promoted => 32,
        ManStateChange::Castled => 33,
        ManStateChange::Left => 34,
        ManStateChange::Taken(bit) => 35 + bit,
    };
    zobrist::origin(i as u8, deed)
}
