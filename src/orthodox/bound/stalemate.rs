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
//! Castling is one move that does what two moves of the king and one of the rook do: the bound grants a side that may
//! castle two moves more instead.
//!
//! Questions repeat, and so do answers: what a position has excluded or left is remembered (`Found`), and where the last
//! stalemate was within reach is looked at first (`Witness`). Where the bound has answered few questions, it is
//! asked seldom (`Level`). None of that changes what is a fact.
//!
//! All of it is necessary for the stalemate and none of it depends on the order of the moves, so when no split will
//! do, no play does.

use super::distance::{Distances, FAR, PROMOTED};
use super::mate::beside;
use crate::orthodox::bitboard::{self, RANK_1, RANK_8, Sq, between, bit, line_through, squares};
use crate::orthodox::board::{Board, RIGHTS};
use crate::orthodox::zobrist;
use crate::units::{Color, Piece};
use hashbrown::HashMap;
use std::sync::OnceLock;

/// Within so many moves every man is wherever it will ever come on an empty board.
const LONGEST: usize = 15;

/// `[n]`: the squares within `n` moves.
type Within = [u64; LONGEST + 1];

/// Where men may be after some moves, as sets of squares.
struct Reach {
    /// Kings and officers by kind.
    officers: [[Within; 64]; 6],
    /// Pawns as whatever they may be by then, by `[color]`: of any pawn, and of one that captures nothing as a pawn.
    visits: [[[Within; 64]; 2]; 2],
    /// The same before they promote.
    pawns: [[[Within; 64]; 2]; 2],
    /// The same after they promote.
    promoted: [[[Within; 64]; 2]; 2],
    /// Where a pawn may capture within so many moves, before or after it promotes.
    captures: [[Within; 64]; 2],
}

/// How pawns of the victim go: index into the tables of [`Reach`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Files {
    /// They capture where they like.
    Any,
    /// They capture nothing.
    Kept,
}

impl Reach {
    fn get() -> &'static Reach {
        static TABLE: OnceLock<Box<Reach>> = OnceLock::new();
        TABLE.get_or_init(Reach::new)
    }

    fn new() -> Box<Reach> {
        let distances = Distances::get();
        let none = [[0; LONGEST + 1]; 64];
        let mut all = Box::new(Reach {
            officers: [none; 6],
            visits: [[none; 2]; 2],
            pawns: [[none; 2]; 2],
            promoted: [[none; 2]; 2],
            captures: [none; 2],
        });
        let within = |distance: &dyn Fn(Sq) -> u8| -> Within {
            let mut sets = [0; LONGEST + 1];
            for to in 0..64 {
                if let Some(set) = sets.get_mut(usize::from(distance(to))) {
                    *set |= bit(to);
                }
            }
            for n in 1..=LONGEST {
                sets[n] |= sets[n - 1];
            }
            sets
        };
        for from in 0..64u8 {
            for piece in Piece::orthodox().filter(|&piece| piece != Piece::PAWN) {
                all.officers[piece.index()][from as usize] =
                    within(&|to| distances.as_it_is(Color::White, piece, from, to));
            }
        }
        for color in Color::ALL {
            let c = color as usize;
            let last_rank = if color == Color::White { RANK_8 } else { RANK_1 };
            let home = if color == Color::White { 1 } else { 6 };
            for from in 0..64u8 {
                let at = from as usize;
                let free = within(&|to| distances.as_it_is(color, Piece::PAWN, from, to));
                // A double step counts as two squares for one move.
                let straight = within(&|to| {
                    let steps = if color == Color::White {
                        (to >> 3).wrapping_sub(from >> 3)
                    } else {
                        (from >> 3).wrapping_sub(to >> 3)
                    };
                    if to & 7 != from & 7 || steps > 7 { FAR } else { steps - u8::from(from >> 3 == home && steps > 1) }
                });
                for (files, steps) in [(Files::Any, free), (Files::Kept, straight)] {
                    for n in 0..=LONGEST {
                        all.pawns[files as usize][c][at][n] = steps[n] & !last_rank;
                        for (m, arrivals) in steps.iter().enumerate().take(n + 1).skip(1) {
                            for on in squares(arrivals & last_rank) {
                                for piece in PROMOTED {
                                    all.promoted[files as usize][c][at][n] |=
                                        all.officers[piece.index()][on as usize][n - m];
                                }
                            }
                        }
                        all.visits[files as usize][c][at][n] =
                            all.pawns[files as usize][c][at][n] | all.promoted[files as usize][c][at][n];
                    }
                }
                for n in 1..=LONGEST {
                    let mut set = bitboard::pawns(color, free[n - 1] & !last_rank);
                    for (m, arrivals) in free.iter().enumerate().take(n).skip(1) {
                        for on in squares(arrivals & last_rank) {
                            for piece in PROMOTED {
                                set |= all.officers[piece.index()][on as usize][n - m];
                            }
                        }
                    }
                    all.captures[c][at][n] = set;
                }
            }
        }
        all
    }

    fn visits(&self, files: Files, color: Color, man: Man) -> &Within {
        if man.piece == Piece::PAWN {
            &self.visits[files as usize][color as usize][man.sq as usize]
        } else {
            &self.officers[man.piece.index()][man.sq as usize]
        }
    }

    fn captures(&self, color: Color, man: Man) -> &Within {
        if man.piece == Piece::PAWN {
            &self.captures[color as usize][man.sq as usize]
        } else {
            &self.officers[man.piece.index()][man.sq as usize]
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Man {
    piece: Piece,
    sq: Sq,
}

/// More moves than any play has.
const NEVER: u8 = 100;

/// Men of one side, kings left out.
#[derive(Clone, Copy)]
struct Men {
    men: [Man; 16],
    count: usize,
}

impl Men {
    fn new(board: &Board, color: Color) -> Option<Men> {
        let set = board.of(color) & !board.all(Piece::KING);
        if set.count_ones() > 15 || set & board.all(Piece::PAWN) & (RANK_1 | RANK_8) != 0 {
            return None;
        }
        let mut men = Men { men: [Man { piece: Piece::PAWN, sq: 0 }; 16], count: 0 };
        for piece in [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN] {
            for sq in squares(board.men(color, piece)) {
                men.men[men.count] = Man { piece, sq };
                men.count += 1;
            }
        }
        Some(men)
    }

    fn iter(&self) -> impl Iterator<Item = Man> {
        self.men[..self.count].iter().copied()
    }
}

/// What the mover's men leave open next to the victim's king.
struct Open {
    /// For each number of squares that may stay open: where the king may stand.
    places: [u64; 9],
    /// The same if the mover's king guards nothing.
    without_king: [u64; 9],
    /// For each place the smallest sets of directions that stay open.
    first: [u16; 65],
    sets: Vec<u8>,
}

/// Calls back with each set of directions that may be guarded around a place.
type GuardSets<'a> = dyn Fn(usize, &mut dyn FnMut(u8)) + 'a;

impl Open {
    fn of(&self, t: usize) -> &[u8] {
        &self.sets[usize::from(self.first[t])..usize::from(self.first[t + 1])]
    }

    fn new(mut guarded: impl FnMut(usize, &mut dyn FnMut(u8))) -> Open {
        let mut open = Open { places: [0; 9], without_king: [0; 9], first: [0; 65], sets: Vec::new() };
        for t in 0..64 {
            let begin = open.sets.len();
            let sets = &mut open.sets;
            guarded(t, &mut |set| {
                let set = !set;
                if sets[begin..].iter().any(|&other| other & !set == 0) {
                    return;
                }
                let mut i = begin;
                while i < sets.len() {
                    if set & !sets[i] == 0 {
                        sets.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
                sets.push(set);
            });
            let fewest = sets[begin..].iter().map(|set| set.count_ones() as usize).min().unwrap_or(9);
            for places in open.places.iter_mut().skip(fewest) {
                *places |= bit(t as Sq);
            }
            open.first[t + 1] = sets.len() as u16;
        }
        open
    }
}

/// What was found out about the men of one side alone, and where a stalemate was within reach last.
pub struct Memo {
    /// How many entries `open` and `found` have at most, and `guards` before it is emptied.
    most_open: usize,
    most_found: usize,
    most_guards: usize,
    guards: HashMap<u32, Guards>,
    open: Vec<(u64, Option<Box<[Open; 2]>>)>,
    found: Vec<Found>,
    looked_up: usize,
    witness: [Witness; 2],
    /// By the moves of both sides together.
    levels: [Level; MOST_PLIES],
}

/// Where and how a stalemate was within reach.
#[derive(Clone, Copy, Default)]
struct Witness {
    on: Sq,
    king: usize,
}

/// Half-moves beyond which all are counted together.
const MOST_PLIES: usize = 32;

/// How often the bound was asked with so many moves left, and how often it excluded something.
#[derive(Clone, Copy, Default)]
struct Level {
    asked: u32,
    excluded: u32,
    skipped: u32,
}

impl Level {
    /// Whether a question is worth its time: where few are answered, only some are asked.
    fn is_worth_asking(&mut self, plies: usize) -> bool {
        if self.asked < TRIED || u64::from(self.excluded) * 100 >= u64::from(self.asked) * LEAST_PERCENT[plies.min(5)] {
            return true;
        }
        self.skipped += 1;
        self.skipped.is_multiple_of(SAMPLED)
    }

    fn count(&mut self, excluded: bool) {
        self.asked += 1;
        self.excluded += u32::from(excluded);
        if self.asked == 1 << 16 {
            self.asked /= 2;
            self.excluded /= 2;
        }
    }
}

const TRIED: u32 = 64;
const SAMPLED: u32 = 64;

/// By half-moves left: so many questions in a hundred have to be answered to be worth the time.
const LEAST_PERCENT: [u64; 6] = [100, 100, 50, 10, 3, 1];

/// How many entries of `open` there are at most, and what one takes in the end.
const OPEN: usize = 1 << 12;
const OPEN_BYTES: usize = 2 << 10;
/// The same of `guards`.
const GUARDS: usize = 1 << 13;
const GUARDS_BYTES: usize = 384;

/// What is known of a position with so many moves left: squares on which the king cannot be stalemated, and some on which
/// the bound thinks that he can.
#[derive(Clone, Copy, Default)]
struct Found {
    key: u64,
    excluded: u64,
    possible: u64,
}

/// So many positions are remembered at first, and at most: short play is over before a large memory would pay.
const FOUND: [usize; 2] = [1 << 8, 1 << 16];

impl Default for Memo {
    fn default() -> Memo {
        Memo::of_bytes(usize::MAX)
    }
}

impl Memo {
    /// Grows to about so many bytes at most.
    pub fn of_bytes(bytes: usize) -> Memo {
        let power = |fitting: usize| 1 << fitting.max(1).ilog2();
        Memo {
            most_open: power((bytes / 2 / OPEN_BYTES).min(OPEN)),
            most_found: power((bytes / 4 / size_of::<Found>()).min(FOUND[1])),
            most_guards: (bytes / 4 / GUARDS_BYTES).min(GUARDS),
            guards: HashMap::new(),
            open: Vec::new(),
            found: Vec::new(),
            looked_up: 0,
            witness: Default::default(),
            levels: [Level::default(); MOST_PLIES],
        }
    }

    fn found(&mut self, key: u64) -> &mut Found {
        self.looked_up += 1;
        if self.looked_up > 4 * self.found.len() && self.found.len() < self.most_found {
            let size = (16 * self.found.len()).max(FOUND[0]).min(self.most_found);
            self.found = vec![Found::default(); size];
        }
        let place = (key >> 40) as usize & (self.found.len() - 1);
        let found = &mut self.found[place];
        if found.key != key {
            *found = Found { key, ..Found::default() };
        }
        found
    }

    fn open(&mut self, key: u64, make: impl FnOnce(&mut HashMap<u32, Guards>) -> [Open; 2]) -> &[Open; 2] {
        if self.open.is_empty() {
            self.open.resize_with(self.most_open, || (0, None));
        }
        if self.guards.len() > self.most_guards {
            self.guards.clear();
        }
        let (known, open) = &mut self.open[(key >> 40) as usize & (self.most_open - 1)];
        if *known != key {
            (*known, *open) = (key, None);
        }
        open.get_or_insert_with(|| Box::new(make(&mut self.guards)))
    }
}

/// For each square of the victim's king the sets of neighbouring squares that a man may guard in the end, one bit for
/// each direction; directions that lead off the board count as guarded. Only maximal sets.
struct Guards {
    first: [u16; 65],
    sets: Vec<u8>,
}

impl Guards {
    fn of(&self, t: usize) -> &[u8] {
        &self.sets[usize::from(self.first[t])..usize::from(self.first[t + 1])]
    }

    fn new(reach: &Reach, color: Color, man: Man, n: usize) -> Guards {
        let mut guards = Guards { first: [0; 65], sets: Vec::new() };
        for t in 0..64u8 {
            let begin = guards.sets.len();
            guards.add(begin, compressed(t, 0));
            if man.piece == Piece::PAWN {
                for s in squares(reach.pawns[Files::Any as usize][color as usize][man.sq as usize][n]) {
                    guards.add(begin, guarded(Piece::PAWN, color, s, t));
                }
                let distances = Distances::get();
                for piece in PROMOTED {
                    for s in (0..64).filter(|&s| usize::from(distances.promoted(color, piece, man.sq, s)) <= n) {
                        guards.add(begin, guarded(piece, color, s, t));
                    }
                }
            } else {
                for s in squares(reach.officers[man.piece.index()][man.sq as usize][n]) {
                    guards.add(begin, guarded(man.piece, color, s, t));
                }
            }
            guards.first[t as usize + 1] = guards.sets.len() as u16;
        }
        guards
    }

    fn add(&mut self, begin: usize, set: u8) {
        if self.sets[begin..].iter().any(|&other| other & set == set) {
            return;
        }
        let mut i = begin;
        while i < self.sets.len() {
            if self.sets[i] & set == self.sets[i] {
                self.sets.swap_remove(i);
            } else {
                i += 1;
            }
        }
        self.sets.push(set);
    }
}

/// One bit for each direction from `t` whose next square is in the set or off the board.
fn compressed(t: Sq, set: u64) -> u8 {
    beside(set, t) | !beside(!0, t)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

fn east(set: u64) -> u64 {
    (set & !(FILE_A << 7)) << 1
}

fn west(set: u64) -> u64 {
    (set & !FILE_A) >> 1
}

/// How many of a set of squares lie next to each square, as bits: up to three, or more.
#[derive(Clone, Copy, Default)]
struct Counts {
    ones: u64,
    twos: u64,
    more: u64,
}

impl Counts {
    fn add(&mut self, set: u64) {
        let carry = self.ones & set;
        self.ones ^= set;
        self.more |= self.twos & carry;
        self.twos ^= carry;
    }

    fn at_most(&self, n: usize) -> u64 {
        match n {
            0 => !(self.ones | self.twos | self.more),
            1 => !(self.twos | self.more),
            2 => !(self.ones & self.twos | self.more),
            3 => !self.more,
            _ => !0,
        }
    }

    /// For each square how many of the set are next to it.
    fn around(set: u64) -> Counts {
        let mut counts = Counts::default();
        let row = [east(set), west(set), set];
        for side in row {
            counts.add(side << 8);
            counts.add(side >> 8);
        }
        counts.add(row[0]);
        counts.add(row[1]);
        counts
    }

    /// For each square how many of the set an officer could reach from there with a first step.
    fn of(piece: Piece, set: u64) -> Counts {
        let mut counts = Counts::default();
        let (e, w) = (east(set), west(set));
        if piece == Piece::KNIGHT {
            let (ee, ww) = (east(e), west(w));
            for near in [e, w] {
                counts.add(near << 16);
                counts.add(near >> 16);
            }
            for far in [ee, ww] {
                counts.add(far << 8);
                counts.add(far >> 8);
            }
        }
        if piece == Piece::BISHOP || piece == Piece::QUEEN {
            for side in [e, w] {
                counts.add(side << 8);
                counts.add(side >> 8);
            }
        }
        if piece == Piece::ROOK || piece == Piece::QUEEN {
            for next in [e, w, set << 8, set >> 8] {
                counts.add(next);
            }
        }
        counts
    }
}

/// The squares from which an officer's first steps lead to the set.
fn steps_to(piece: Piece, set: u64) -> u64 {
    let (e, w) = (east(set), west(set));
    let mut all = 0;
    if piece == Piece::KNIGHT {
        let (near, far) = (e | w, east(e) | west(w));
        all |= near << 16 | near >> 16 | far << 8 | far >> 8;
    }
    if piece == Piece::BISHOP || piece == Piece::QUEEN {
        all |= (e | w) << 8 | (e | w) >> 8;
    }
    if piece == Piece::ROOK || piece == Piece::QUEEN {
        all |= e | w | set << 8 | set >> 8;
    }
    all
}

/// Where an officer that visits these squares may be shut in by men of its own side, within `budget` moves of
/// them all: on no square of its first steps that is `never` filled, and with one move of another man for each that is
/// still `empty`.
fn sealed(piece: Piece, visits: &Within, never: u64, empty: u64, budget: usize) -> u64 {
    let shut = visits[budget] & !steps_to(piece, never);
    if shut == 0 {
        return 0;
    }
    let empty = Counts::of(piece, empty);
    (0..=budget).fold(0, |all, own| all | visits[own] & empty.at_most(budget - own)) & shut
}

/// What a man on `s` guards next to a king on `t` that is not in check.
fn guarded(piece: Piece, color: Color, s: Sq, t: Sq) -> u8 {
    let field = bitboard::king(t);
    let attacked = bitboard::attacks(piece, color, s, 0);
    if s == t || piece == Piece::KING && field & bit(s) != 0 {
        return 0;
    }
    if attacked & bit(t) == 0 {
        return compressed(t, attacked & field);
    }
    // The line has to be interrupted, so the man guards nothing behind the king; next to it there is no room.
    let way = between(s, t);
    if way == 0 {
        return 0;
    }
    compressed(t, attacked & field & !(line_through(s, t) & !way))
}

/// The mover's moves: so many for the king, so many for all others.
#[derive(Clone, Copy)]
struct Split {
    king: usize,
    others: usize,
}

struct Question {
    reach: &'static Reach,
    mover: Color,
    king: Option<Sq>,
    helpers: Men,
    helpers_key: u64,
    prey_king: Sq,
    /// From its square to all others.
    king_moves: &'static [u8; 64],
    prey: Men,
    own: usize,
    theirs: usize,
}

/// The squares of `scope` on which a king may be stalemated by a move of `mover`: on no other does any play with at most
/// so many moves of White and Black stalemate him.
pub fn squares_within_reach(board: &Board, mover: Color, moves: [u16; 2], scope: u64, memo: &mut Memo) -> u64 {
    let plies = usize::from(moves[0]) + usize::from(moves[1]);
    let level = plies.min(MOST_PLIES - 1);
    if plies < 2 || !memo.levels[level].is_worth_asking(plies) {
        return scope;
    }
    let found = look_for_squares(board, mover, moves, scope, memo);
    memo.levels[level].count(found == 0);
    found
}

fn look_for_squares(board: &Board, mover: Color, moves: [u16; 2], scope: u64, memo: &mut Memo) -> u64 {
    if moves[mover as usize] == 0 {
        return 0;
    }
    let victim = !mover;
    let (kings, preys) = (board.men(mover, Piece::KING), board.men(victim, Piece::KING));
    if kings.count_ones() > 1 || preys.count_ones() != 1 || board.en_passant().is_some() {
        return scope;
    }
    let (Some(helpers), Some(prey)) = (Men::new(board, mover), Men::new(board, victim)) else { return scope };
    let granted = |color: Color| {
        let castles = RIGHTS.iter().any(|right| right.color == color && board.castling() & right.flag != 0);
        usize::from(moves[color as usize]) + if castles { 2 } else { 0 }
    };
    let question = Question {
        reach: Reach::get(),
        mover,
        king: (kings != 0).then(|| kings.trailing_zeros() as Sq),
        helpers,
        helpers_key: key_of(board, mover),
        prey_king: preys.trailing_zeros() as Sq,
        king_moves: Distances::get().kings(preys.trailing_zeros() as Sq),
        prey,
        own: granted(mover),
        theirs: granted(victim),
    };
    if question.theirs > LONGEST {
        return scope;
    }
    let moves = 1 + (usize::from(mover as u8) * 64 + question.own.min(LONGEST + 1)) * 64 + question.theirs;
    let key = board.key() as u64 ^ (moves as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
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

fn key_of(board: &Board, color: Color) -> u64 {
    squares(board.of(color)).fold(0, |key, sq| key ^ zobrist::unit(color, board.piece_at(sq), sq) as u64)
}

/// Where a man of the victim may stand in the end, unable to move.
#[derive(Clone, Copy, Default)]
struct Places {
    pawn: u64,
    officer: u64,
}

impl Places {
    fn all(self) -> u64 {
        self.pawn | self.officer
    }
}

/// What may become of the victim's men, in numbers.
struct Fates {
    /// How many survive at most.
    most: usize,
    /// `[s]`: no fewer moves of the men when at least `s` survive.
    cheapest: [u8; 17],
}

/// What the fates of each of the victim's men cost it, when it is captured by the king, captured by another, or stays.
struct Costs {
    captured: [[u8; 16]; 2],
    stays: [u8; 16],
    /// No fewer moves bring all of them to their fates.
    least: usize,
    /// `[k]`: where some man may stand unable to move, for no more than `k` moves more than its cheapest fate takes.
    /// Men on different squares are different men, so what they cost above `least` adds up.
    excess: Within,
}

impl Fates {
    /// The men that survive and the moves suffice for so many open squares, when the king makes `moves` moves.
    fn fit(&self, open: u8, budget: usize) -> bool {
        let men = open.count_ones() as usize;
        men <= self.most && usize::from(self.cheapest[men]) <= budget
    }
}

impl Costs {
    /// There are men for one of these sets of squares next to `t`.
    fn fit(&self, t: Sq, open: &[u8], moves: usize, budget: usize, wanted: impl Fn(u8) -> bool) -> bool {
        let Some(left) = budget.checked_sub(moves + self.least) else { return false };
        let last = beside(self.excess[left], t);
        open.iter().any(|&held| {
            if held & !last != 0 || !wanted(held) {
                return false;
            }
            let mut left = left;
            for near in &self.excess {
                let farther = held & !beside(*near, t);
                if farther == 0 {
                    return true;
                }
                let men = farther.count_ones() as usize;
                if men > left {
                    return false;
                }
                left -= men;
            }
            false
        })
    }
}

/// A split of the mover's moves with which nothing speaks against the victim's king being on one of the squares.
struct Way {
    split: Split,
    force: Force,
    fates: Fates,
    on: u64,
}

/// What a search leaves of the squares of the victim's king, and the one of them at which it stopped, if any.
struct Answer {
    left: u64,
    possible: u64,
}

/// What the mover's men can do within their part of the moves.
#[derive(Clone, Copy)]
struct Force {
    /// Squares on which the king, and the others, may capture.
    hunted: [u64; 2],
    /// Where the king, and where any other, may stand in the end.
    king_ends: u64,
    ends: u64,
    /// How many may pin along ranks and files, along diagonals, and in all.
    straight: usize,
    diagonal: usize,
    pinners: usize,
}

impl Question {
    fn squares_within_reach(&self, scope: u64, memo: &mut Memo) -> Answer {
        let captures = self.theirs > 0 && self.helpers.count > 0;
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

    fn splits(&self) -> std::ops::RangeInclusive<usize> {
        let most = self.own.min(LONGEST);
        match (self.king, self.helpers.count) {
            (None, _) => 0..=0,
            (Some(_), 0) => most..=most,
            // With so many moves both parts get as many as make a difference.
            (Some(_), _) if self.own > LONGEST => most..=most,
            (Some(_), _) => 0..=self.own,
        }
    }

    fn split(&self, king: usize) -> Split {
        Split { king, others: if self.own > LONGEST { LONGEST } else { self.own - king } }
    }

    /// What made a stalemate possible last still does.
    fn is_witnessed(&self, files: Files, scope: u64, memo: &mut Memo) -> bool {
        let Witness { on: t, king } = memo.witness[files as usize];
        let home = self.at_home();
        if scope & home[self.theirs] & bit(t) == 0 || !self.splits().contains(&king) {
            return false;
        }
        let moves = self.moves_home(t);
        let split = self.split(king);
        let open = &self.open(split, memo)[usize::from(files == Files::Any)];
        if open.places[self.prey.count.min(8)] & bit(t) == 0 {
            return false;
        }
        let force = self.force_around(t, split, self.prey.count, self.force(split), files, memo);
        let open = &self.open(split, memo)[usize::from(files == Files::Any)];
        self.is_possible_on(t, moves, split, force, files, open)
    }

    fn search(&self, files: Files, scope: u64, memo: &mut Memo) -> Answer {
        const NOWHERE: Answer = Answer { left: 0, possible: 0 };
        let (own, theirs) = (self.own, self.theirs);
        let most = own.min(LONGEST);
        // Once for all splits: what could stay if each part of the mover's men had all the moves.
        let kings = self.at_home()[theirs] & scope;
        if kings == 0 {
            return NOWHERE;
        }
        let all = self.force(Split { king: most, others: most });
        let places = self.immobile(files, &all, kings, theirs);
        if places[..self.prey.count].iter().filter(|places| places.all() == 0).count() > own {
            return NOWHERE;
        }
        let mut ways: Vec<Way> = Vec::new();
        let mut squares_of_king = 0;
        for king in self.splits() {
            let split = self.split(king);
            let open = &self.open(split, memo)[usize::from(files == Files::Any)];
            if open.places[self.prey.count.min(8)] & kings == 0 {
                continue;
            }
            let force = self.force(split);
            let Some(costs) = self.costs(files, &force, &places, theirs) else { continue };
            let near = self.near(open, &costs, theirs) & kings;
            let fits = |t: &Sq| costs.fit(*t, open.of(*t as usize), self.moves_home(*t), theirs, |_| true);
            let near = squares(near).filter(fits).fold(0, |all, t| all | bit(t));
            if near == 0 {
                continue;
            }
            let Some(fates) = self.fates(split, files, &force, &places, &costs, None, theirs) else { continue };
            let on = open.places[fates.most.min(8)] & near;
            if on != 0 {
                squares_of_king |= on;
                ways.push(Way { split, force, fates, on });
            }
        }
        let mut left = squares_of_king;
        for t in squares(squares_of_king) {
            if let Some(king) = self.possible_split(t, files, &all, &places, &ways, memo) {
                memo.witness[files as usize] = Witness { on: t, king };
                return Answer { left, possible: bit(t) };
            }
            left &= !bit(t);
        }
        NOWHERE
    }

    /// Where the victim's king may end, as far as numbers of squares next to it tell: squares beyond those that may stay
    /// open have to have men.
    fn near(&self, open: &Open, costs: &Costs, budget: usize) -> u64 {
        let home = self.at_home();
        let mut near = 0;
        let mut before = 0;
        for (moves, home) in home.iter().enumerate().take(budget - costs.least + 1) {
            let ring = home & !before & open.places[self.prey.count.min(8)];
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
    fn possible_split(
        &self,
        t: Sq,
        files: Files,
        all: &Force,
        anywhere: &[Places; 16],
        ways: &[Way],
        memo: &mut Memo,
    ) -> Option<usize> {
        let theirs = self.theirs;
        let moves = self.moves_home(t);
        let ways = || ways.iter().filter(|way| way.on & bit(t) != 0);
        let mut near = None;
        let found = ways().find(|way| {
            let force = self.force_around(t, way.split, way.fates.most, way.force, files, memo);
            let open = &self.open(way.split, memo)[usize::from(files == Files::Any)];
            // First with what could stay if the king were anywhere, or each part of the men had all the moves.
            let fits = |places: &[Places; 16]| {
                let costs = self.costs(files, &force, places, theirs - moves);
                costs.is_some_and(|costs| costs.fit(t, open.of(t as usize), 0, theirs - moves, |_| true))
            };
            fits(anywhere)
                && (ways().count() == 1
                    || fits(near.get_or_insert_with(|| self.immobile(files, all, bit(t), theirs - moves))))
                && self.is_possible_on(t, moves, way.split, force, files, open)
        });
        found.map(|way| way.split.king)
    }

    /// Where the victim's king may be, by the number of moves.
    fn at_home(&self) -> &'static Within {
        &self.reach.officers[Piece::KING.index()][self.prey_king as usize]
    }

    /// The moves of the victim's king to the square.
    fn moves_home(&self, t: Sq) -> usize {
        usize::from(self.king_moves[t as usize])
    }

    fn force(&self, split: Split) -> Force {
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
            let ends = reach.visits(Files::Any, self.mover, man)[split.others];
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

    /// Where each man of the victim may be immobile after at most `budget` moves, its king being on one of `kings`.
    ///
    /// A man is immobile where it is pinned, where it is an officer with men of its own side on all squares of its
    /// first steps (men of the other side it could capture), or where it is a pawn with something ahead of it. What
    /// stands there of its own side is immobile too, so places that need a man where none can be immobile are struck
    /// out until nothing changes. A queen is never pinned so that it cannot move: it can capture the pinner.
    fn immobile(&self, files: Files, force: &Force, kings: u64, budget: usize) -> [Places; 16] {
        let victim = !self.mover;
        let reach = self.reach;
        let (mut straight, mut diagonal) = (0, 0);
        if kings & (kings - 1) == 0 {
            let t = kings.trailing_zeros() as Sq;
            straight = if force.straight > 0 { bitboard::rook(t, 0) } else { 0 };
            diagonal = if force.diagonal > 0 { bitboard::bishop(t, 0) } else { 0 };
        } else if force.pinners > 0 {
            (straight, diagonal) = (!0, !0);
        }
        let mut places = [Places::default(); 16];
        let mut pinned = [Places::default(); 16];
        let not_king = if kings & (kings - 1) == 0 { !kings } else { !0 };
        for (u, man) in self.prey.iter().enumerate() {
            if man.piece == Piece::PAWN {
                let (c, at) = (victim as usize, man.sq as usize);
                places[u].pawn = reach.pawns[files as usize][c][at][budget] & not_king;
                places[u].officer = reach.promoted[files as usize][c][at][budget] & not_king;
            } else {
                places[u].officer = reach.officers[man.piece.index()][man.sq as usize][budget] & not_king;
            }
            let lines = match man.piece {
                Piece::QUEEN => 0,
                Piece::ROOK => diagonal,
                Piece::BISHOP => straight,
                _ => straight | diagonal,
            };
            pinned[u] = Places { pawn: places[u].pawn & lines, officer: places[u].officer & lines };
        }
        loop {
            let (mut once, mut twice, mut unmoved) = (0, 0, 0);
            for (man, place) in self.prey.iter().zip(&places) {
                twice |= once & place.all();
                once |= place.all();
                unmoved |= bit(man.sq) & place.all();
            }
            let mut changed = false;
            for (u, man) in self.prey.iter().enumerate() {
                let filled = kings | twice | once & !places[u].all();
                let mut next = places[u];
                if next.pawn != 0 {
                    let stopped = filled | force.ends | force.king_ends;
                    next.pawn &= pinned[u].pawn | if victim == Color::White { stopped >> 8 } else { stopped << 8 };
                }
                if next.officer != 0 {
                    let empty = !(kings | unmoved & !bit(man.sq));
                    let visits = if man.piece == Piece::PAWN {
                        &reach.promoted[files as usize][victim as usize][man.sq as usize]
                    } else {
                        &reach.officers[man.piece.index()][man.sq as usize]
                    };
                    let sealed = |piece: Piece| sealed(piece, visits, !filled, empty, budget);
                    next.officer &= pinned[u].officer
                        | if man.piece == Piece::PAWN {
                            sealed(Piece::KNIGHT) | sealed(Piece::BISHOP) | sealed(Piece::ROOK)
                        } else {
                            sealed(man.piece)
                        };
                }
                changed |= next.all() != places[u].all();
                places[u] = next;
            }
            if !changed {
                return places;
            }
        }
    }

    /// What the mover's men can do when the victim's king ends on `t` and at most `most` of its men survive.
    fn force_around(&self, t: Sq, split: Split, most: usize, mut force: Force, files: Files, memo: &mut Memo) -> Force {
        let Some(king) = self.king else { return force };
        let open = &self.open(split, memo)[usize::from(files == Files::Any)];
        let kings = &self.reach.officers[Piece::KING.index()];
        force.king_ends &= !kings[t as usize][1];
        if open.without_king[most.min(8)] & bit(t) == 0 {
            // The king has to guard something, which it does two squares from the victim's king; so it does not
            // hunt farther than it can return from.
            let returning = |n: usize| kings[king as usize][n] & kings[t as usize][(2 + split.king - n).min(LONGEST)];
            force.hunted[0] &= (1..=split.king).map(returning).fold(0, |all, set| all | set);
            force.king_ends &= kings[t as usize][2];
        }
        force
    }

    /// The victim's king, `moves` moves away, may end on `t`.
    fn is_possible_on(&self, t: Sq, moves: usize, split: Split, force: Force, files: Files, open: &Open) -> bool {
        let theirs = self.theirs;
        let places = self.immobile(files, &force, bit(t), theirs - moves);
        let budget = theirs - moves;
        let Some(costs) = self.costs(files, &force, &places, budget) else { return false };
        let open = open.of(t as usize);
        costs.fit(t, open, 0, budget, |_| true)
            && self
                .fates(split, files, &force, &places, &costs, Some(t), budget)
                .is_some_and(|fates| costs.fit(t, open, 0, budget, |set| fates.fit(set, budget)))
    }

    /// The places that a man comes to within `n` moves.
    fn stands_within(&self, files: Files, man: Man, places: Places, n: usize) -> u64 {
        let reach = self.reach;
        if man.piece == Piece::PAWN {
            let (c, at) = ((!self.mover) as usize, man.sq as usize);
            reach.pawns[files as usize][c][at][n] & places.pawn
                | reach.promoted[files as usize][c][at][n] & places.officer
        } else {
            reach.officers[man.piece.index()][man.sq as usize][n] & places.officer
        }
    }

    /// The moves of a man to one of its places.
    fn moves_to(&self, files: Files, man: Man, places: Places) -> u8 {
        (0..=LONGEST).find(|&n| self.stands_within(files, man, places, n) != 0).map_or(NEVER, |n| n as u8)
    }

    /// What it costs the victim's men, within `budget` moves, to be captured on the hunted squares or to stay on their
    /// places; `None` when that is too much.
    fn costs(&self, files: Files, force: &Force, places: &[Places; 16], budget: usize) -> Option<Costs> {
        let victim = !self.mover;
        let mut costs = Costs { captured: [[NEVER; 16]; 2], stays: [NEVER; 16], least: 0, excess: [0; LONGEST + 1] };
        let mut cheapest = [NEVER; 16];
        for (u, man) in self.prey.iter().enumerate() {
            let visits = self.reach.visits(files, victim, man);
            for (captured, hunted) in costs.captured.iter_mut().zip(force.hunted) {
                if hunted & visits[budget] != 0 {
                    captured[u] = visits.iter().position(|set| set & hunted != 0).map_or(NEVER, |n| n as u8);
                }
            }
            if places[u].all() != 0 {
                costs.stays[u] = self.moves_to(files, man, places[u]);
            }
            cheapest[u] = costs.stays[u].min(costs.captured[0][u]).min(costs.captured[1][u]);
            costs.least += usize::from(cheapest[u]);
            if costs.least > budget {
                return None;
            }
        }
        let left = budget - costs.least;
        for (u, man) in self.prey.iter().enumerate().filter(|&(u, _)| costs.stays[u] < NEVER) {
            for k in 0..=left {
                costs.excess[k] |=
                    self.stands_within(files, man, places[u], (usize::from(cheapest[u]) + k).min(LONGEST));
            }
        }
        for k in left + 1..=LONGEST {
            costs.excess[k] = costs.excess[left];
        }
        Some(costs)
    }

    /// What may become of the victim's men at these costs; `None` when there is no way for all of them.
    #[allow(clippy::too_many_arguments)]
    fn fates(
        &self,
        split: Split,
        files: Files,
        force: &Force,
        places: &[Places; 16],
        costs: &Costs,
        king: Option<Sq>,
        budget: usize,
    ) -> Option<Fates> {
        let victim = !self.mover;
        let count = self.prey.count;
        let Costs { captured, stays, .. } = costs;
        let (mut staying, mut officers, mut pawns, mut per_file) = (0, 0, 0, [0usize; 8]);
        for (man, places) in self.prey.iter().zip(places) {
            staying += usize::from(places.all() != 0);
            officers += usize::from(places.officer != 0);
            if places.pawn != 0 {
                pawns |= places.pawn;
                per_file[usize::from(man.sq & 7)] += 1;
            }
        }
        let mut most = staying;
        if files == Files::Kept {
            // Each file of blocked pawns has one that is not blocked by a pawn of its own side, and whatever
            // else is ahead of it is ahead of no other.
            let mut heads = self.helpers.count + force.pinners + officers;
            let mut blocked = 0;
            let mut behind = |set: u64| {
                let set = if victim == Color::White { set >> 8 } else { set << 8 };
                let files = (0..8).filter(|&file| pawns & set & FILE_A << file != 0);
                let best = files.max_by_key(|&file| per_file[file]);
                blocked += best.map_or(0, |file| std::mem::take(&mut per_file[file]));
            };
            match king {
                Some(t) => {
                    behind(bit(t));
                    behind(force.king_ends);
                }
                None => heads += 1 + usize::from(self.king.is_some()),
            }
            per_file.sort_unstable();
            blocked += per_file.iter().rev().take(heads).sum::<usize>();
            most = most.min(blocked + force.pinners + officers);
        }
        if count > most + split.king + split.others {
            return None;
        }
        // costs[a][s]: the least moves of the victim when the king has captured `a` men and `s` have stayed.
        let (by_king, by_others) = (split.king.min(count), split.others.min(count));
        let mut costs = [[NEVER; 17]; 17];
        costs[0][0] = 0;
        for u in 0..count {
            for a in (0..=by_king.min(u + 1)).rev() {
                let fewest = (u + 1 - a).saturating_sub(by_others);
                for s in (fewest..=most.min(u + 1 - a)).rev() {
                    let others = u + 1 - a - s;
                    let mut best = NEVER;
                    if others > 0 {
                        best = costs[a][s].saturating_add(captured[1][u]);
                    }
                    if a > 0 {
                        best = best.min(costs[a - 1][s].saturating_add(captured[0][u]));
                    }
                    if s > 0 {
                        best = best.min(costs[a][s - 1].saturating_add(stays[u]));
                    }
                    costs[a][s] = best.min(NEVER);
                }
                if fewest > 0 {
                    // Now the others would have to capture more than they can.
                    costs[a][fewest - 1] = NEVER;
                }
            }
        }
        let mut cheapest = [NEVER; 17];
        for s in (0..=most).rev() {
            cheapest[s] = costs[..=by_king].iter().map(|row| row[s]).min().unwrap_or(NEVER).min(cheapest[s + 1]);
        }
        (usize::from(cheapest[0]) <= budget).then_some(Fates { most, cheapest })
    }

    /// What stays open: when all of the mover's men survive, and when one other than the king does not.
    fn open<'m>(&self, split: Split, memo: &'m mut Memo) -> &'m [Open; 2] {
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
            let open = |others: &GuardSets| Open {
                without_king: Open::new(others).places,
                ..Open::new(|t, found| others(t, &mut |set| with_king(t, set, found)))
            };
            [open(&all_survive), open(&some_survive)]
        })
    }
}

fn guards_key(color: Color, man: Man, n: usize) -> u32 {
    ((color as u32 * 6 + man.piece.index() as u32) * 64 + u32::from(man.sq)) * 16 + n as u32
}

fn remember_guards(lists: &mut HashMap<u32, Guards>, reach: &Reach, color: Color, man: Man, n: usize) {
    lists.entry(guards_key(color, man, n)).or_insert_with(|| Guards::new(reach, color, man, n));
}

#[cfg(test)]
mod tests;
