//! A lower bound on stalemates, for play in which both sides help.
//!
//! The *mating side* makes the last move and leaves the *mated side* without a move. In a stalemate, each square beside
//! the mated king is off the board, guarded, or occupied by a man of its side. Each other man of its side was captured
//! or cannot move. The bound tests whether both sides have enough moves for that, if no man obstructs another:
//!
//! 1. The mating side's moves are split in all ways between the king and the other men (`MoveSplit`). A man captures at
//!    most as many men as it makes moves, and only on squares that it reaches within its moves. The captured man goes
//!    to that square in moves of the mated side. The costs of different men add up.
//! 2. The mating side's survivors guard at most what they guard on an empty board from squares within their moves
//!    (`Guards`). Each square beside the king that they leave open needs a survivor of the mated side.
//! 3. A pawn of the mated side that captures nothing stays on its file. So play with captures by the mated side is
//!    considered separately: in it, one of the mating side's men is captured and guards nothing in the end.
//! 4. A surviving man on a square beside the king costs at least as many moves as the nearest man needs to that square.
//!    Each other man costs at least its cheapest fate. These are sums over different men (`FateCosts`).
//! 5. Play with castling is considered separately, from the squares of king and rook after it ([`castlings`]).
//! 6. A dummy (a man that never moves) may stay or be captured, at no cost, whichever permits more. Dummies of the
//!    mated side fill squares, like squares that the board lacks. Those of the mating side obstruct pawns.
//! 7. Each condition is necessary, whatever the order of moves. So if no split meets all, no play ends in stalemate.
//! 8. If the sides alternate until the last move (`Left::in_turn`), more is excluded: the side to move must have a man
//!    that can move, and a single man besides the mating king captures one man after the other ([`schedule`]).
//!
//! Queries repeat. So the results for a position are stored (`MemoResult`), and the square of the last stalemate that
//! the bound permitted is tried first (`PermittedStalemate`). Neither changes an answer.

mod fates;
mod guards;
pub(super) mod immobile;
pub(super) mod memo;
pub(super) mod reach;
mod schedule;
mod sealed;

use super::Ground;
use super::cover::{Ring, beside};
use super::distance::{Castled, Distances, castlings};
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, bit, squares};
use crate::orthodox::board::zobrist;
use crate::position::Left;
use crate::units::{Color, Piece};
use fates::{FateCosts, Fates};
use guards::{GuardSets, Open, compressed, guards_key, remember_guards};
use immobile::EndSquares;
use memo::PermittedStalemate;
pub use memo::StalemateMemo;
use reach::{PawnFiles, Reach};
use sealed::Counts;

/// The most moves of a side for which the bound is computed. Within this number of moves every man has reached all
/// squares that it can reach on an empty board.
pub(super) const LONGEST: usize = 15;

/// Entry `n`: the squares that a man, or any man of a group, reaches within `n` moves.
pub(super) type Within = [u64; LONGEST + 1];

#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    pub(super) piece: Piece,
    pub(super) sq: Sq,
}

/// A number of moves that stands for "impossible": it is larger than any play.
const NEVER: u8 = 100;

/// The men of one side except its king.
#[derive(Clone, Copy)]
pub(super) struct Men {
    men: [Man; 16],
    pub(super) count: usize,
}

impl Men {
    fn new(board: &Board, color: Color, castled: Option<Castled>) -> Option<Men> {
        let set = board.of(color) & !board.all(Piece::KING);
        if set.count_ones() > 15 || set & board.all(Piece::PAWN) & (RANK_1 | RANK_8) != 0 {
            return None;
        }
        let mut men = Men { men: [Man { piece: Piece::PAWN, sq: 0 }; 16], count: 0 };
        for piece in [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN] {
            for sq in squares(board.men(color, piece)) {
                // Another man may still be on this square.
                let sq = castled.filter(|castled| castled.rook == sq).map_or(sq, |castled| castled.rook_to);
                men.men[men.count] = Man { piece, sq };
                men.count += 1;
            }
        }
        Some(men)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Man> {
        self.men[..self.count].iter().copied()
    }
}

/// With at least this number of plies left, the bound tests every final square of the mated king. With fewer, it stops
/// at the first square that it does not exclude.
const EARLY: usize = 4;

/// A split of the mating side's moves into the king's moves and the moves of all other men.
#[derive(Clone, Copy)]
pub(super) struct MoveSplit {
    pub(super) king: usize,
    pub(super) others: usize,
}

pub(super) struct StalemateQuestion {
    pub(super) reach: &'static Reach,
    pub(super) mating: Color,
    pub(super) king: Option<Sq>,
    /// Whether the sides alternate and make all their moves, none castles, and the board is usual ([`Ground::usual`]).
    in_turn: bool,
    /// Whether the king must make a move: the mating side is to move and none of its other men can.
    king_begins: bool,
    /// Whether a man other than the king must make a move: the mating side is to move and its king cannot.
    others_begin: bool,
    pub(super) mating_men: Men,
    mating_key: u64,
    pub(super) mated_king: Sq,
    /// The number of moves of the mated king to each square.
    king_moves: &'static [u8; 64],
    pub(super) mated_men: Men,
    /// Squares of the mated side's dummies, and squares that the board lacks. Another man of the mated side reaches
    /// such a square only after the dummy has been captured.
    pub(super) filled: u64,
    /// Squares of White's and Black's dummies.
    pub(super) dummies: [u64; 2],
    pub(super) mating_moves: usize,
    pub(super) mated_moves: usize,
}

/// Returns the squares of `scope` on which `mating` may stalemate a king in play with the moves `left`. A stalemate
/// on any other square is proved impossible.
pub fn squares_within_reach(ground: Ground, mating: Color, left: Left, scope: u64, memo: &mut StalemateMemo) -> u64 {
    let board = ground.board;
    if left.moves[mating as usize] == 0 {
        return 0;
    }
    let [white, black] = left.moves;
    let mut found = 0;
    for white in castlings(board, Color::White, white) {
        for black in castlings(board, Color::Black, black) {
            found |= squares_after(ground, mating, left, [white, black], scope & !found, memo);
        }
    }
    found
}

/// Like [`squares_within_reach`], for play in which White and Black make the castling moves `castled`, if any.
fn squares_after(
    ground: Ground,
    mating: Color,
    left: Left,
    castled: [Option<Castled>; 2],
    scope: u64,
    memo: &mut StalemateMemo,
) -> u64 {
    let Some(question) = StalemateQuestion::new(ground, mating, left, castled) else { return scope };
    let kind = 2 * usize::from(mating as u8) + usize::from(question.in_turn);
    let moves = 1 + (kind * 64 + question.mating_moves) * 64 + question.mated_moves;
    let castled = Color::ALL.iter().fold(0, |key, &color| key ^ salt(color, castled[color as usize]));
    let still =
        question.filled.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ question.posts().wrapping_mul(0xa076_1d64_78bd_642f);
    let key = ground.board.key() as u64 ^ (moves as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ castled ^ still;
    let found = memo.found(key);
    let left = scope & !found.excluded;
    if left == 0 || left & found.possible != 0 {
        return left;
    }
    let Answer { left, possible } = question.squares_within_reach(left, memo);
    let found = memo.found(key);
    found.excluded |= scope & !left;
    found.possible |= possible;
    left
}

/// Whether a man of `color` other than the king has a pseudo-legal move.
fn others_can_step(board: &Board, color: Color) -> bool {
    let (own, free) = (board.of(color), !board.occupied());
    let pawns = board.men(color, Piece::PAWN);
    bitboard::ahead(color, pawns) & free != 0
        || bitboard::pawns(color, pawns) & board.of(!color) != 0
        || [Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN].into_iter().any(|piece| {
            squares(board.men(color, piece)).any(|sq| bitboard::attacks(piece, color, sq, board.occupied()) & !own != 0)
        })
}

/// Whether the king of `color` has a pseudo-legal move.
fn king_can_step(board: &Board, color: Color) -> bool {
    squares(board.men(color, Piece::KING)).any(|sq| bitboard::king(sq) & !board.of(color) != 0)
}

fn key_of(board: &Board, color: Color, castled: Option<Castled>) -> u64 {
    squares(board.of(color))
        .fold(salt(color, castled), |key, sq| key ^ zobrist::unit(color, board.piece_at(sq), sq) as u64)
}

/// Returns a number to mix into hash keys, so that play with this castling move has keys of its own.
fn salt(color: Color, castled: Option<Castled>) -> u64 {
    castled.map_or(0, |castled| (zobrist::unit(color, Piece::ROOK, castled.rook_to) as u64).rotate_left(17))
}

/// A division of the mating side's moves between its king and its other men that may permit stalemate, with results.
struct Way {
    split: MoveSplit,
    force: Force,
    fates: Fates,
    /// The final squares of the mated king that this split does not exclude.
    on: u64,
}

/// Results for one query that hold for all final squares of the mated king.
struct QueryState {
    /// The powers of the mating side if its king and its other men could each make all its moves.
    all: Force,
    /// The squares on which each man of the mated side may stay if the mating side can do all of that (`all`).
    places: [EndSquares; 16],
    ways: Vec<Way>,
    /// The final squares of the mated king that some entry of `ways` does not exclude.
    on: u64,
}

/// The final squares of the mated king that a search has not excluded (`left`), and those of them on which some split
/// permits the stalemate by all tests (`possible`).
struct Answer {
    left: u64,
    possible: u64,
}

/// The powers of the mating side's men with the moves of a [`MoveSplit`]: where they capture and end, and how many pin.
#[derive(Clone, Copy)]
pub(super) struct Force {
    /// Squares on which the king may capture, and squares on which the other men may capture.
    hunted: [u64; 2],
    /// Squares on which the mating king may end.
    pub(super) king_ends: u64,
    /// Squares on which some other man of the mating side may end.
    pub(super) ends: u64,
    /// The most men that may pin along ranks and files.
    pub(super) straight: usize,
    /// The most men that may pin along diagonals.
    pub(super) diagonal: usize,
    /// The most men that may pin along any line.
    pub(super) pinners: usize,
}

impl StalemateQuestion {
    /// Prepares a query. Returns `None` if the position (several kings of a side, an en passant capture, pawns on a
    /// first or last rank, more than 15 men besides a king) or the number of moves is not supported.
    pub(super) fn new(
        ground: Ground,
        mating: Color,
        left: Left,
        castled: [Option<Castled>; 2],
    ) -> Option<StalemateQuestion> {
        let board = ground.board;
        let mated = !mating;
        let (kings, mated_kings) = (board.men(mating, Piece::KING), board.men(mated, Piece::KING));
        if kings.count_ones() > 1 || mated_kings.count_ones() != 1 || board.en_passant().is_some() {
            return None;
        }
        let of = |color: Color| castled[color as usize];
        let moves = |color: Color| usize::from(left.moves[color as usize]) - usize::from(of(color).is_some());
        let king_on =
            |color: Color, kings: u64| of(color).map_or(kings.trailing_zeros() as Sq, |castled| castled.king_to);
        let mated_king = king_on(mated, mated_kings);
        // The proofs about the order of moves do not hold with dummies, which obstruct men and may be captured.
        let in_turn = left.in_turn && castled.iter().all(Option::is_none) && ground.is_usual();
        let question = StalemateQuestion {
            reach: Reach::get(),
            mating,
            king: (kings != 0).then(|| king_on(mating, kings)),
            in_turn,
            king_begins: in_turn && board.side() == mating && !others_can_step(board, mating),
            others_begin: in_turn && board.side() == mating && !king_can_step(board, mating),
            mating_men: Men::new(board, mating, of(mating))?,
            mating_key: key_of(board, mating, of(mating)),
            mated_king,
            king_moves: Distances::get().kings(mated_king),
            mated_men: Men::new(board, mated, of(mated))?,
            filled: ground.dummies[mated as usize] | ground.missing,
            dummies: ground.dummies,
            mating_moves: moves(mating),
            mated_moves: moves(mated),
        };
        (question.mating_moves.max(question.mated_moves) <= LONGEST).then_some(question)
    }

    fn squares_within_reach(&self, scope: u64, memo: &mut StalemateMemo) -> Answer {
        let captures = self.mated_moves > 0 && (self.mating_men.count > 0 || self.posts() != 0);
        if self.is_early() {
            let kept = self.search(PawnFiles::Kept, scope, memo).left;
            let any = if captures { self.search(PawnFiles::Any, scope & !kept, memo).left } else { 0 };
            return Answer { left: kept | any, possible: kept | any };
        }
        for files in [PawnFiles::Kept, PawnFiles::Any] {
            if (files == PawnFiles::Kept || captures) && self.is_witnessed(files, scope, memo) {
                return Answer { left: scope, possible: bit(memo.witness[files as usize].on) };
            }
        }
        let kept = self.search(PawnFiles::Kept, scope, memo);
        if kept.possible != 0 && captures {
            // The squares that this search excluded have not been tested for play with captures.
            return Answer { left: scope, ..kept };
        }
        if kept.possible != 0 || !captures { kept } else { self.search(PawnFiles::Any, scope, memo) }
    }

    /// Returns the most squares beside the king that are occupied if `men` of the mated side's movable men survive.
    fn most_beside(&self, men: usize) -> usize {
        (men + self.filled.count_ones() as usize).min(8)
    }

    /// Returns the squares of the mating side's dummies.
    pub(super) fn posts(&self) -> u64 {
        self.dummies[self.mating as usize]
    }

    /// Returns the least number of the mating side's men that are captured: one if pawns of the mated side may leave
    /// their files and there are no dummies to capture, otherwise none.
    fn captured(&self, files: PawnFiles) -> usize {
        usize::from(files == PawnFiles::Any && self.posts() == 0)
    }

    pub(super) fn splits(&self) -> std::ops::RangeInclusive<usize> {
        match (self.king, self.mating_men.count) {
            (None, _) => 0..=0,
            (Some(_), 0) => self.mating_moves..=self.mating_moves,
            (Some(_), _) => usize::from(self.king_begins)..=self.mating_moves - usize::from(self.others_begin),
        }
    }

    pub(super) fn split(&self, king: usize) -> MoveSplit {
        MoveSplit { king, others: self.mating_moves - king }
    }

    /// Whether the last stalemate that the bound permitted, with its split, is permitted in this position, too.
    fn is_witnessed(&self, files: PawnFiles, scope: u64, memo: &mut StalemateMemo) -> bool {
        let PermittedStalemate { on: t, king } = memo.witness[files as usize];
        let home = self.at_home();
        if scope & home[self.mated_moves] & bit(t) == 0 || !self.splits().contains(&king) {
            return false;
        }
        let split = self.split(king);
        let open = &self.open(split, memo)[self.captured(files)];
        if open.places[self.most_beside(self.mated_men.count)] & bit(t) == 0 {
            return false;
        }
        let force = self.force_around(t, split, self.mated_men.count, self.force(split, true), open);
        self.is_possible_on(t, split, force, files, open)
    }

    /// Returns those splits of the mating side's moves that permit a stalemate on some square of `scope` by quick
    /// tests, with the results that all splits share. Returns `None` if no split can permit one.
    fn query_state(&self, files: PawnFiles, scope: u64, memo: &mut StalemateMemo) -> Option<QueryState> {
        let (own, theirs) = (self.mating_moves, self.mated_moves);
        // Computed once for all splits: the men that could stay if the king and the other men each had all of the
        // mating side's moves.
        let kings = self.at_home()[theirs] & scope;
        if kings == 0 {
            return None;
        }
        let all = self.force(MoveSplit { king: own, others: own }, false);
        let places = self.immobile(files, &all, kings, theirs);
        if places[..self.mated_men.count].iter().filter(|places| places.all() == 0).count() > own {
            return None;
        }
        let mut query_state = QueryState { all, places, ways: Vec::new(), on: 0 };
        for king in self.splits() {
            let split = self.split(king);
            let open = &self.open(split, memo)[self.captured(files)];
            if open.places[self.most_beside(self.mated_men.count)] & kings == 0 {
                continue;
            }
            let force = self.force(split, true);
            let Some(costs) = self.costs(files, &force, &places, theirs) else { continue };
            let near = self.near(open, &costs, theirs) & kings;
            let fits = |t: &Sq| costs.fit(*t, open.of(*t as usize), self.moves_home(*t), theirs, |_| true);
            let near = squares(near).filter(fits).fold(0, |all, t| all | bit(t));
            if near == 0 {
                continue;
            }
            let most = self.most_survivors(files, &force, &places, None);
            let Some(fates) = self.fates(split, &costs, most, theirs) else { continue };
            let on = open.places[self.most_beside(fates.most)] & near;
            if on != 0 {
                query_state.on |= on;
                query_state.ways.push(Way { split, force, fates, on });
            }
        }
        Some(query_state)
    }

    /// Tests the final squares of the mated king in `scope`: all of them if many plies are left ([`EARLY`]), because
    /// the query is repeated after each move, otherwise until one is possible.
    fn search(&self, files: PawnFiles, scope: u64, memo: &mut StalemateMemo) -> Answer {
        let Some(query_state) = self.query_state(files, scope, memo) else { return Answer { left: 0, possible: 0 } };
        let mut answer = Answer { left: query_state.on, possible: 0 };
        for t in squares(query_state.on) {
            if let Some(king) = self.possible_split(t, files, &query_state, memo) {
                memo.witness[files as usize] = PermittedStalemate { on: t, king };
                answer.possible |= bit(t);
                if !self.is_early() {
                    return answer;
                }
            } else {
                answer.left &= !bit(t);
            }
        }
        answer
    }

    /// Whether at least [`EARLY`] plies are left.
    fn is_early(&self) -> bool {
        self.mating_moves + self.mated_moves >= EARLY
    }

    /// Returns the final squares of the mated king beside which its men can occupy enough squares. The test compares
    /// only numbers: of the squares that the mating side cannot guard, and of those that men can occupy in time.
    fn near(&self, open: &Open, costs: &FateCosts, budget: usize) -> u64 {
        let home = self.at_home();
        let mut near = 0;
        let mut before = 0;
        for (moves, home) in home.iter().enumerate().take(budget - costs.least + 1) {
            let ring = home & !before & open.places[self.most_beside(self.mated_men.count)];
            before = *home;
            if ring & !open.places[0] == 0 {
                near |= ring;
                continue;
            }
            let beside = Counts::around(costs.excess[budget - costs.least - moves]);
            let enough = (1..=3).fold(open.places[0], |all, n| all | open.places[n] & !beside.at_most(n - 1));
            near |= ring & (enough | !beside.at_most(3));
        }
        near
    }

    /// Tests whether the mated king may end on `t`. Returns the number of the mating king's moves in a split that
    /// permits it, or `None` if no split does.
    fn possible_split(
        &self,
        t: Sq,
        files: PawnFiles,
        query_state: &QueryState,
        memo: &mut StalemateMemo,
    ) -> Option<usize> {
        let theirs = self.mated_moves;
        let moves = self.moves_home(t);
        let ways = || query_state.ways.iter().filter(|way| way.on & bit(t) != 0);
        let mut near = None;
        let found = ways().find(|way| {
            let open = &self.open(way.split, memo)[self.captured(files)];
            let force = self.force_around(t, way.split, way.fates.most, way.force, open);
            // The quick test first: the men that could stay wherever the king is, if the king and the other men each
            // had all moves.
            let fits = |places: &[EndSquares; 16]| {
                let costs = self.costs(files, &force, places, theirs - moves);
                costs.is_some_and(|costs| costs.fit(t, open.of(t as usize), 0, theirs - moves, |_| true))
            };
            fits(&query_state.places)
                && (ways().count() == 1
                    || fits(near.get_or_insert_with(|| self.immobile(files, &query_state.all, bit(t), theirs - moves))))
                && self.is_possible_on(t, way.split, force, files, open)
        });
        found.map(|way| way.split.king)
    }

    /// Returns the squares that the mated king reaches within each number of moves.
    pub(super) fn at_home(&self) -> &'static Within {
        &self.reach.officers[Piece::KING.index()][self.mated_king as usize]
    }

    /// Returns the number of moves of the mated king to `t`.
    pub(super) fn moves_home(&self, t: Sq) -> usize {
        usize::from(self.king_moves[t as usize])
    }

    /// Returns what the mating side's men can do with the moves of this split, or with fewer if `exactly` is `false`.
    pub(super) fn force(&self, split: MoveSplit, exactly: bool) -> Force {
        let reach = self.reach;
        let mut force = Force { hunted: [0; 2], king_ends: 0, ends: 0, straight: 0, diagonal: 0, pinners: 0 };
        if let Some(king) = self.king {
            let within = &reach.officers[Piece::KING.index()][king as usize];
            force.hunted[0] = if split.king > 0 { within[split.king] } else { 0 };
            force.king_ends = within[split.king];
        }
        let last_rank = if self.mating == Color::White { RANK_8 } else { RANK_1 };
        for man in self.mating_men.iter() {
            force.hunted[1] |= if split.others > 0 { reach.captures(self.mating, man)[split.others] } else { 0 };
            let ends = match self.path() {
                Some(path) if exactly => path.stands[split.others],
                _ => reach.visits(PawnFiles::Any, self.mating, man)[split.others],
            };
            force.ends |= ends;
            let (straight, diagonal) = match man.piece {
                Piece::PAWN => (ends & last_rank != 0, ends & last_rank != 0),
                Piece::BISHOP => (false, true),
                Piece::ROOK => (true, false),
                Piece::QUEEN => (true, true),
                _ => (false, false),
            };
            force.straight += usize::from(straight);
            force.diagonal += usize::from(diagonal);
            force.pinners += usize::from(straight || diagonal);
        }
        force
    }

    /// Returns `force` reduced to what the mating side can do if the mated king ends on `t`. The mating king never ends
    /// beside `t`. If the other men leave more squares beside `t` unguarded (`open`) than `most` survivors of the mated
    /// side can fill, the king ends two squares from `t`, and captures only where it can do so in time.
    fn force_around(&self, t: Sq, split: MoveSplit, most: usize, mut force: Force, open: &Open) -> Force {
        let Some(king) = self.king else { return force };
        let kings = &self.reach.officers[Piece::KING.index()];
        force.king_ends &= !kings[t as usize][1];
        if open.without_king[self.most_beside(most)] & bit(t) == 0 {
            // The king has to guard from two squares away, so it captures no farther away than it can return from.
            let returning = |n: usize| kings[king as usize][n] & kings[t as usize][(2 + split.king - n).min(LONGEST)];
            force.hunted[0] &= (1..=split.king).map(returning).fold(0, |all, set| all | set);
            force.king_ends &= kings[t as usize][2];
        }
        force
    }

    /// Whether this split permits a stalemate with the mated king on `t`, by all tests of the bound. `force` has the
    /// powers of the mating side, and `open` the squares that it leaves unguarded.
    fn is_possible_on(&self, t: Sq, split: MoveSplit, force: Force, files: PawnFiles, open: &Open) -> bool {
        let budget = self.mated_moves - self.moves_home(t);
        let places = self.immobile(files, &force, bit(t), budget);
        let Some(costs) = self.costs(files, &force, &places, budget) else { return false };
        let open = open.of(t as usize);
        costs.fit(t, open, 0, budget, |_| true)
            && self.fates(split, &costs, self.most_survivors(files, &force, &places, Some(t)), budget).is_some_and(
                |fates| costs.fit(t, open, 0, budget, |set| fates.fit(set & !beside(self.filled, t), budget)),
            )
            && self.can_be_scheduled(split, files, &costs, budget)
    }

    /// Returns the squares beside the mated king that the mating side leaves unguarded with this split of its moves:
    /// first if all its men survive, second if one of its men other than the king is captured.
    pub(super) fn open<'m>(&self, split: MoveSplit, memo: &'m mut StalemateMemo) -> &'m [Open; 2] {
        let moves = (split.king * (LONGEST + 1) + split.others + 1) as u64;
        memo.open(self.mating_key ^ moves.wrapping_mul(0x9e37_79b9_7f4a_7c15), |lists| {
            for n in 0..=split.others {
                for man in self.mating_men.iter() {
                    remember_guards(lists, self.reach, self.mating, man, n);
                }
            }
            if let Some(sq) = self.king {
                remember_guards(lists, self.reach, self.mating, Man { piece: Piece::KING, sq }, split.king);
            }
            let list = |man: Man, n: usize| &lists[&guards_key(self.mating, man, n)];
            let men = &self.mating_men.men;
            let with_king = |t: usize, others: Ring, found: &mut dyn FnMut(Ring)| match self.king {
                Some(sq) => {
                    list(Man { piece: Piece::KING, sq }, split.king).of(t).iter().for_each(|&a| found(a | others))
                }
                None => found(others),
            };
            let none = |t: usize, found: &mut dyn FnMut(Ring)| found(compressed(t as Sq, 0));
            let all_survive = |t: usize, found: &mut dyn FnMut(Ring)| match self.mating_men.count {
                0 => none(t, found),
                1 => list(men[0], split.others).of(t).iter().for_each(|&a| found(a)),
                2 => {
                    for n in 0..=split.others {
                        for &a in list(men[0], n).of(t) {
                            for &b in list(men[1], split.others - n).of(t) {
                                found(a | b);
                            }
                        }
                    }
                }
                _ => found(
                    self.mating_men
                        .iter()
                        .flat_map(|man| list(man, split.others).of(t))
                        .fold(Ring::EMPTY, |a, &b| a | b),
                ),
            };
            let some_survive = |t: usize, found: &mut dyn FnMut(Ring)| match self.mating_men.count {
                0 | 1 => none(t, found),
                2 => men[..2].iter().flat_map(|&man| list(man, split.others).of(t)).for_each(|&a| found(a)),
                _ => all_survive(t, found),
            };
            let open = |others: &GuardSets| {
                let mut open = Open::new(|t, found| others(t, &mut |set| with_king(t, set, found)));
                open.without_king = Open::new(others).places;
                open
            };
            [open(&all_survive), open(&some_survive)]
        })
    }
}

#[cfg(test)]
pub(super) mod tests;
