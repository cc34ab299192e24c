//! No stalemate within so many moves: a lower bound for play in which both sides help.
//!
//! Called *mover* is the side that makes the last move, *victim* the side that is left without a move. When the
//! victim is stalemated, each square next to its king is off the board, guarded, or occupied by a man of the victim;
//! and each of its other men was captured on the way or cannot move where it stands. The bound asks whether the moves
//! of both sides suffice for that on a board where nothing stands in anybody's way:
//!
//! * The mover's moves are split in all ways between the king and the other men (`Split`). A man captures no more men
//!   than it makes moves, and only on squares that it reaches within its moves; the captured man has to come there
//!   in moves of the victim. Different men of the victim make different moves, so their costs add up.
//! * The men that survive as guards guard at most what they would on an empty board from some square within
//!   their moves (`Guards`); what is left open next to the king needs a surviving man of the victim each.
//! * A pawn of the victim that captures nothing stays on its file. So play in which the victim captures nothing is
//!   looked at apart from play in which it captures, where one of the mover's men guards nothing in the end.
//!
//! * Each surviving man next to the king costs at least what brings it (or the man that comes there most cheaply) to that
//!   very square, the others at least their cheapest fates: sums over different men (`Costs`).
//!
//! Play with castling is asked about apart, as play from where king and rook stand then ([`castlings`]).
//!
//! Men that never move (dummies) may stay or be captured, whichever serves, and cost nothing: those of the victim fill their
//! squares, those of the mover stand in the way of pawns and may be what pawns capture. A square that the board lacks is
//! filled, too.
//!
//! Questions repeat, and so do answers: what a position has excluded or left is remembered (`Found`), and where the last
//! stalemate was within reach is looked at first (`Witness`). None of that changes what is a fact.
//!
//! All of it is necessary for the stalemate and, so far, none of it depends on the order of the moves; so when no split
//! will do, no play does. Where the sides take turns until the last move (`Left::in_turn`), their order says more: who is
//! to move has a man that can, and a single helper captures one man after the other ([`schedule`]).

mod fates;
mod guards;
pub(super) mod immobile;
pub(super) mod memo;
pub(super) mod reach;
mod schedule;
mod sealed;

use super::Ground;
use super::cover::beside;
use super::distance::{Castled, Distances, castlings};
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, bit, squares};
use crate::orthodox::board::zobrist;
use crate::position::Left;
use crate::units::{Color, Piece};
use fates::{Costs, Fates};
use guards::{GuardSets, Open, compressed, guards_key, remember_guards};
use immobile::Places;
pub use memo::StalemateMemo;
use memo::Witness;
use reach::{Files, Reach};
use sealed::Counts;

/// Within so many moves every man is wherever it will ever come on an empty board.
pub(super) const LONGEST: usize = 15;

/// `[n]`: the squares within `n` moves.
pub(super) type Within = [u64; LONGEST + 1];

#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    pub(super) piece: Piece,
    pub(super) sq: Sq,
}

/// More moves than any play has.
const NEVER: u8 = 100;

/// Men of one side, kings left out.
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
                // Another man may still stand where this one will.
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

/// With so many half-moves left a position is looked at closely.
const EARLY: usize = 4;

/// The mover's moves: so many for the king, so many for all others.
#[derive(Clone, Copy)]
pub(super) struct Split {
    pub(super) king: usize,
    pub(super) others: usize,
}

pub(super) struct Question {
    pub(super) reach: &'static Reach,
    pub(super) mover: Color,
    pub(super) king: Option<Sq>,
    /// Exactly so many moves are made, the sides taking turns, the mover making the last; nobody castles.
    in_turn: bool,
    /// The king makes a move at least, since the mover is to move and no other man can.
    king_begins: bool,
    /// The same of the others.
    others_begin: bool,
    pub(super) helpers: Men,
    helpers_key: u64,
    pub(super) prey_king: Sq,
    /// From its square to all others.
    king_moves: &'static [u8; 64],
    pub(super) prey: Men,
    /// Squares on which men of the victim stand that never move, and those that the board lacks: if nobody captures these men,
    /// nobody else of the victim's comes there.
    pub(super) filled: u64,
    /// Where men of White and of Black stand that never move.
    pub(super) dummies: [u64; 2],
    pub(super) own: usize,
    pub(super) theirs: usize,
}

/// The squares of `scope` on which a king may be stalemated by a move of `mover`: on no other does any play with at most
/// so many moves of White and Black stalemate him.
pub fn squares_within_reach(ground: Ground, mover: Color, left: Left, scope: u64, memo: &mut StalemateMemo) -> u64 {
    let board = ground.board;
    if left.moves[mover as usize] == 0 {
        return 0;
    }
    let [white, black] = left.moves;
    let mut found = 0;
    for white in castlings(board, Color::White, white) {
        for black in castlings(board, Color::Black, black) {
            found |= squares_after(ground, mover, left, [white, black], scope & !found, memo);
        }
    }
    found
}

/// The same for play with these castlings of White and Black.
fn squares_after(
    ground: Ground,
    mover: Color,
    left: Left,
    castled: [Option<Castled>; 2],
    scope: u64,
    memo: &mut StalemateMemo,
) -> u64 {
    let Some(question) = Question::new(ground, mover, left, castled) else { return scope };
    let kind = 2 * usize::from(mover as u8) + usize::from(question.in_turn);
    let moves = 1 + (kind * 64 + question.own.min(LONGEST + 1)) * 64 + question.theirs;
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

/// A man other than the king has a move, legal or not.
fn others_can_step(board: &Board, color: Color) -> bool {
    let (own, free) = (board.of(color), !board.occupied());
    let pawns = board.men(color, Piece::PAWN);
    bitboard::ahead(color, pawns) & free != 0
        || bitboard::pawns(color, pawns) & board.of(!color) != 0
        || [Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN].into_iter().any(|piece| {
            squares(board.men(color, piece)).any(|sq| bitboard::attacks(piece, color, sq, board.occupied()) & !own != 0)
        })
}

/// The king has a move, legal or not.
fn king_can_step(board: &Board, color: Color) -> bool {
    squares(board.men(color, Piece::KING)).any(|sq| bitboard::king(sq) & !board.of(color) != 0)
}

fn key_of(board: &Board, color: Color, castled: Option<Castled>) -> u64 {
    squares(board.of(color))
        .fold(salt(color, castled), |key, sq| key ^ zobrist::unit(color, board.piece_at(sq), sq) as u64)
}

/// Tells questions about play with this castling from others.
fn salt(color: Color, castled: Option<Castled>) -> u64 {
    castled.map_or(0, |castled| (zobrist::unit(color, Piece::ROOK, castled.rook_to) as u64).rotate_left(17))
}

/// A split of the mover's moves, and the squares on which it does not exclude the victim's king.
struct Way {
    split: Split,
    force: Force,
    fates: Fates,
    on: u64,
}

/// What is known of a question for all squares of the victim's king together.
struct Outlook {
    /// What each part of the mover's men could do with all the moves.
    all: Force,
    /// Where the victim's men may stay then.
    places: [Places; 16],
    ways: Vec<Way>,
    /// The squares that are left by some way.
    on: u64,
}

/// What a search leaves of the squares of the victim's king, and those of them for which it found a way.
struct Answer {
    left: u64,
    possible: u64,
}

/// What the mover's men can do within their part of the moves.
#[derive(Clone, Copy)]
pub(super) struct Force {
    /// Squares on which the king, and the others, may capture.
    hunted: [u64; 2],
    /// Where the king, and where any other, may stand in the end.
    pub(super) king_ends: u64,
    pub(super) ends: u64,
    /// How many may pin along ranks and files, along diagonals, and in all.
    pub(super) straight: usize,
    pub(super) diagonal: usize,
    pub(super) pinners: usize,
}

impl Question {
    /// `None` where nothing is known: such men and such positions are not looked at.
    pub(super) fn new(ground: Ground, mover: Color, left: Left, castled: [Option<Castled>; 2]) -> Option<Question> {
        let board = ground.board;
        let victim = !mover;
        let (kings, preys) = (board.men(mover, Piece::KING), board.men(victim, Piece::KING));
        if kings.count_ones() > 1 || preys.count_ones() != 1 || board.en_passant().is_some() {
            return None;
        }
        let of = |color: Color| castled[color as usize];
        let moves = |color: Color| usize::from(left.moves[color as usize]) - usize::from(of(color).is_some());
        let king_on =
            |color: Color, kings: u64| of(color).map_or(kings.trailing_zeros() as Sq, |castled| castled.king_to);
        let prey_king = king_on(victim, preys);
        // What dummies stand in the way of, and what they let others capture, the order of moves says nothing about.
        let in_turn = left.in_turn && castled.iter().all(Option::is_none) && ground.is_usual();
        let question = Question {
            reach: Reach::get(),
            mover,
            king: (kings != 0).then(|| king_on(mover, kings)),
            in_turn,
            king_begins: in_turn && board.side() == mover && !others_can_step(board, mover),
            others_begin: in_turn && board.side() == mover && !king_can_step(board, mover),
            helpers: Men::new(board, mover, of(mover))?,
            helpers_key: key_of(board, mover, of(mover)),
            prey_king,
            king_moves: Distances::get().kings(prey_king),
            prey: Men::new(board, victim, of(victim))?,
            filled: ground.dummies[victim as usize] | ground.missing,
            dummies: ground.dummies,
            own: moves(mover),
            theirs: moves(victim),
        };
        (question.theirs <= LONGEST).then_some(question)
    }

    fn squares_within_reach(&self, scope: u64, memo: &mut StalemateMemo) -> Answer {
        let captures = self.theirs > 0 && (self.helpers.count > 0 || self.posts() != 0);
        if self.is_early() {
            let kept = self.search(Files::Kept, scope, memo).left;
            let any = if captures { self.search(Files::Any, scope & !kept, memo).left } else { 0 };
            return Answer { left: kept | any, possible: kept | any };
        }
        for files in [Files::Kept, Files::Any] {
            if (files == Files::Kept || captures) && self.is_witnessed(files, scope, memo) {
                return Answer { left: scope, possible: bit(memo.witness[files as usize].on) };
            }
        }
        let kept = self.search(Files::Kept, scope, memo);
        if kept.possible != 0 && captures {
            // With captures nothing has been asked of the squares that failed.
            return Answer { left: scope, ..kept };
        }
        if kept.possible != 0 || !captures { kept } else { self.search(Files::Any, scope, memo) }
    }

    /// So many squares beside the king may have men on them, if so many of the men that move survive.
    fn most_beside(&self, men: usize) -> usize {
        (men + self.filled.count_ones() as usize).min(8)
    }

    /// Where men of the mover stand that never move.
    pub(super) fn posts(&self) -> u64 {
        self.dummies[self.mover as usize]
    }

    /// How many of the mover's men have been captured at least, so that they guard nothing in the end.
    fn captured(&self, files: Files) -> usize {
        usize::from(files == Files::Any && self.posts() == 0)
    }

    pub(super) fn splits(&self) -> std::ops::RangeInclusive<usize> {
        let most = self.own.min(LONGEST);
        match (self.king, self.helpers.count) {
            (None, _) => 0..=0,
            (Some(_), 0) => most..=most,
            // With so many moves both parts get as many as make a difference.
            (Some(_), _) if self.own > LONGEST => most..=most,
            (Some(_), _) => usize::from(self.king_begins)..=self.own - usize::from(self.others_begin),
        }
    }

    pub(super) fn split(&self, king: usize) -> Split {
        Split { king, others: if self.own > LONGEST { LONGEST } else { self.own - king } }
    }

    /// What made a stalemate possible last still does.
    fn is_witnessed(&self, files: Files, scope: u64, memo: &mut StalemateMemo) -> bool {
        let Witness { on: t, king } = memo.witness[files as usize];
        let home = self.at_home();
        if scope & home[self.theirs] & bit(t) == 0 || !self.splits().contains(&king) {
            return false;
        }
        let split = self.split(king);
        let open = &self.open(split, memo)[self.captured(files)];
        if open.places[self.most_beside(self.prey.count)] & bit(t) == 0 {
            return false;
        }
        let force = self.force_around(t, split, self.prey.count, self.force(split, true), open);
        self.is_possible_on(t, split, force, files, open)
    }

    /// The splits that do not exclude the victim's king from all of the squares; and what holds for
    /// all of them.
    fn outlook(&self, files: Files, scope: u64, memo: &mut StalemateMemo) -> Option<Outlook> {
        let (own, theirs) = (self.own, self.theirs);
        let most = own.min(LONGEST);
        // Once for all splits: what could stay if each part of the mover's men had all the moves.
        let kings = self.at_home()[theirs] & scope;
        if kings == 0 {
            return None;
        }
        let all = self.force(Split { king: most, others: most }, false);
        let places = self.immobile(files, &all, kings, theirs);
        if places[..self.prey.count].iter().filter(|places| places.all() == 0).count() > own {
            return None;
        }
        let mut outlook = Outlook { all, places, ways: Vec::new(), on: 0 };
        for king in self.splits() {
            let split = self.split(king);
            let open = &self.open(split, memo)[self.captured(files)];
            if open.places[self.most_beside(self.prey.count)] & kings == 0 {
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
                outlook.on |= on;
                outlook.ways.push(Way { split, force, fates, on });
            }
        }
        Some(outlook)
    }

    /// What is left of the squares. Where many moves follow, all are looked at: it is asked again after each of them.
    fn search(&self, files: Files, scope: u64, memo: &mut StalemateMemo) -> Answer {
        let Some(outlook) = self.outlook(files, scope, memo) else { return Answer { left: 0, possible: 0 } };
        let mut answer = Answer { left: outlook.on, possible: 0 };
        for t in squares(outlook.on) {
            if let Some(king) = self.possible_split(t, files, &outlook, memo) {
                memo.witness[files as usize] = Witness { on: t, king };
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

    /// So many moves are left that it pays to know all about a position.
    fn is_early(&self) -> bool {
        self.own + self.theirs >= EARLY
    }

    /// Where the victim's king may end, as far as numbers of squares next to it tell: squares beyond those that may stay
    /// open have to have men.
    fn near(&self, open: &Open, costs: &Costs, budget: usize) -> u64 {
        let home = self.at_home();
        let mut near = 0;
        let mut before = 0;
        for (moves, home) in home.iter().enumerate().take(budget - costs.least + 1) {
            let ring = home & !before & open.places[self.most_beside(self.prey.count)];
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

    /// The king's part of a split with which the victim's king may end on `t`.
    fn possible_split(&self, t: Sq, files: Files, outlook: &Outlook, memo: &mut StalemateMemo) -> Option<usize> {
        let theirs = self.theirs;
        let moves = self.moves_home(t);
        let ways = || outlook.ways.iter().filter(|way| way.on & bit(t) != 0);
        let mut near = None;
        let found = ways().find(|way| {
            let open = &self.open(way.split, memo)[self.captured(files)];
            let force = self.force_around(t, way.split, way.fates.most, way.force, open);
            // First with what could stay if the king were anywhere, or each part of the men had all the moves.
            let fits = |places: &[Places; 16]| {
                let costs = self.costs(files, &force, places, theirs - moves);
                costs.is_some_and(|costs| costs.fit(t, open.of(t as usize), 0, theirs - moves, |_| true))
            };
            fits(&outlook.places)
                && (ways().count() == 1
                    || fits(near.get_or_insert_with(|| self.immobile(files, &outlook.all, bit(t), theirs - moves))))
                && self.is_possible_on(t, way.split, force, files, open)
        });
        found.map(|way| way.split.king)
    }

    /// Where the victim's king may be, by the number of moves.
    pub(super) fn at_home(&self) -> &'static Within {
        &self.reach.officers[Piece::KING.index()][self.prey_king as usize]
    }

    /// The moves of the victim's king to the square.
    pub(super) fn moves_home(&self, t: Sq) -> usize {
        usize::from(self.king_moves[t as usize])
    }

    /// What the mover's men can do with the split, or with fewer moves too.
    pub(super) fn force(&self, split: Split, exactly: bool) -> Force {
        let reach = self.reach;
        let mut force = Force { hunted: [0; 2], king_ends: 0, ends: 0, straight: 0, diagonal: 0, pinners: 0 };
        if let Some(king) = self.king {
            let within = &reach.officers[Piece::KING.index()][king as usize];
            force.hunted[0] = if split.king > 0 { within[split.king] } else { 0 };
            force.king_ends = within[split.king];
        }
        let last_rank = if self.mover == Color::White { RANK_8 } else { RANK_1 };
        for man in self.helpers.iter() {
            force.hunted[1] |= if split.others > 0 { reach.captures(self.mover, man)[split.others] } else { 0 };
            let ends = match self.path() {
                Some(path) if exactly => path.stands[split.others],
                _ => reach.visits(Files::Any, self.mover, man)[split.others],
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

    /// What the mover's men can do when the victim's king ends on `t` and at most `most` of its men survive.
    fn force_around(&self, t: Sq, split: Split, most: usize, mut force: Force, open: &Open) -> Force {
        let Some(king) = self.king else { return force };
        let kings = &self.reach.officers[Piece::KING.index()];
        force.king_ends &= !kings[t as usize][1];
        if open.without_king[self.most_beside(most)] & bit(t) == 0 {
            // The king has to guard something, which it does two squares from the victim's king; so it does not
            // hunt farther than it can return from.
            let returning = |n: usize| kings[king as usize][n] & kings[t as usize][(2 + split.king - n).min(LONGEST)];
            force.hunted[0] &= (1..=split.king).map(returning).fold(0, |all, set| all | set);
            force.king_ends &= kings[t as usize][2];
        }
        force
    }

    /// The victim's king may end on `t`.
    fn is_possible_on(&self, t: Sq, split: Split, force: Force, files: Files, open: &Open) -> bool {
        let budget = self.theirs - self.moves_home(t);
        let places = self.immobile(files, &force, bit(t), budget);
        let Some(costs) = self.costs(files, &force, &places, budget) else { return false };
        let open = open.of(t as usize);
        costs.fit(t, open, 0, budget, |_| true)
            && self.fates(split, &costs, self.most_survivors(files, &force, &places, Some(t)), budget).is_some_and(
                |fates| costs.fit(t, open, 0, budget, |set| fates.fit(set & !beside(self.filled, t), budget)),
            )
            && self.can_be_scheduled(split, files, &costs, budget)
    }

    /// What stays open: when all of the mover's men survive, and when one other than the king does not.
    pub(super) fn open<'m>(&self, split: Split, memo: &'m mut StalemateMemo) -> &'m [Open; 2] {
        let moves = (split.king * (LONGEST + 1) + split.others + 1) as u64;
        memo.open(self.helpers_key ^ moves.wrapping_mul(0x9e37_79b9_7f4a_7c15), |lists| {
            for n in 0..=split.others {
                for man in self.helpers.iter() {
                    remember_guards(lists, self.reach, self.mover, man, n);
                }
            }
            if let Some(sq) = self.king {
                remember_guards(lists, self.reach, self.mover, Man { piece: Piece::KING, sq }, split.king);
            }
            let list = |man: Man, n: usize| &lists[&guards_key(self.mover, man, n)];
            let men = &self.helpers.men;
            let with_king = |t: usize, others: u8, found: &mut dyn FnMut(u8)| match self.king {
                Some(sq) => {
                    list(Man { piece: Piece::KING, sq }, split.king).of(t).iter().for_each(|a| found(a | others))
                }
                None => found(others),
            };
            let none = |t: usize, found: &mut dyn FnMut(u8)| found(compressed(t as Sq, 0));
            let all_survive = |t: usize, found: &mut dyn FnMut(u8)| match self.helpers.count {
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
                _ => found(self.helpers.iter().flat_map(|man| list(man, split.others).of(t)).fold(0, |a, b| a | b)),
            };
            let some_survive = |t: usize, found: &mut dyn FnMut(u8)| match self.helpers.count {
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
