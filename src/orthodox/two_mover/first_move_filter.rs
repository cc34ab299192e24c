//! Mate in two: filters the first moves, given a reply that refutes a pass.
//!
//! Let the attacker pass and the defender reply. Suppose that there is no mate in one in the resulting position `P`.
//! Let `k` be the king's square, and the *ring* the squares beside it. Take a first move of a man from `a` to `b` that
//! is no promotion, castling or capture en passant; those are always tried. If the reply is still legal after it, the
//! position `Q` differs from `P` only in this man, and in the man that it captured on `b`; and if there is no mate in
//! `Q`, the first move fails. So a first move is *wanted* only if it prevents the reply, or if some second move mates
//! in `Q` that does not mate in `P`. Lines *through the attacker's men* are those that only men of the defender stop,
//! the king excepted.
//!
//! 1. **The reply is prevented.** One of these holds:
//!    * `b` is on the way of the reply;
//!    * `a` is its arrival square (then it no longer captures);
//!    * the king is attacked in `Q`: from `b`, or by a line man whose line to `k` opens when `a` is left.
//! 2. **The same man moves again**, from `b` to `d`, and checks from there. (A line that opens behind it on `b` was
//!    open in `P` too, unless it captured on `b`: see 4.) Then:
//!    * It attacks all *open* squares: ring squares on which no man of the defender is and that no man of the attacker
//!      attacks, even through the attacker's men. It cannot be on one of them itself.
//!    * Any move back over `a` was possible from `a` in `P`.
//! 3. **Another man moves**, from `c` to `d`.
//!    * Its check from `d` was possible in `P`. Let `left` be the ring squares that the king could then take.
//!      - If `left` is not empty, either the man on `b` attacks all of it, or leaving `a` opens a line to one of these
//!        squares: from `d`, or from a line man with only `a` between, and perhaps the man that moves.
//!      - If `left` is empty, the check is parried in `P`, or is illegal because the man is pinned. So one of these
//!        holds: `b` is on the way of a man of the defender to `d` or to a square between `d` and `k`; the first move
//!        shuts a line on which a man of the attacker is pinned, or moves the attacker's king off such a line; one
//!        more man of the defender is pinned, by a line man that arrives on `b` or whose line opens when `a` is left,
//!        perhaps together with the man that moves; the first move captures on `b` a man that parries, or that pins.
//!    * Its check from `d` was not possible in `P`, because of `a`: `a` is on its way, is `d`, or is between `d` and
//!      `k`.
//!    * It fires a battery: it leaves a line on which it is alone between `k` and a line man. If `P` has a battery,
//!      the reply is not used, because that man might go anywhere. `Q` has one if two men of the attacker were between
//!      and `a` is one of them, or if the line man has come to `b`.
//! 4. **The first move captured.** The captured man stopped a line to `k` or to an open square, which opens when the
//!    man on `b` moves again.
//!
//! No castling in `Q` gives check: neither king nor rook is, or arrives, on a line to `k`.

use super::men::{
    BISHOP, KING, KING_HOME, KNIGHT, LONG, LONG_ROOK, Men, PAWN, QUEEN, ROOK, SHORT, SHORT_ROOK, Step, attacks,
};
use super::one::{captors, mates_in_one, stepping};
use super::steps::play_if_legal;
use crate::orthodox::board::bitboard::{self, FILE_A, Sq, between, bit, squares};
use crate::units::Color;
use std::ops::RangeInclusive;

/// The most replies that filter the first moves of a position. Further replies would cost more time than they save.
const MOST_REPLIES: usize = 2;
const RANK_3: u64 = 0xff << 16;
const RANK_7: u64 = 0xff << 48;
const LINE_MEN: [u8; 3] = [BISHOP, ROOK, QUEEN];
const PIECES: [u8; 5] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN];

/// A filter of first moves. A move passes if it meets at least one of three conditions. For every other move it is
/// proved that a certain reply refutes it.
#[derive(Clone, Copy, Debug)]
pub struct FirstMoveFilter {
    /// Condition 1: the move departs from one of these squares.
    leaving: u64,
    /// Condition 2: the move brings a man of this kind to one of these squares, by kind.
    arriving: [u64; 6],
    /// Condition 3: the move captures on one of these squares.
    capturing: u64,
}

impl FirstMoveFilter {
    /// The filter that every move passes.
    const ANYTHING: FirstMoveFilter = FirstMoveFilter { leaving: !0, arriving: [!0; 6], capturing: !0 };

    /// Returns the filters made from the first usable moves of `replies` and, if there are too few, from moves of the
    /// king. Adds the number of tests for mate to `tests`.
    pub fn by_some(men: &Men, replies: &[Step], tests: &mut u64) -> [FirstMoveFilter; MOST_REPLIES] {
        let mut all = [FirstMoveFilter::ANYTHING; MOST_REPLIES];
        if !men.is_attacked(men.king(), men.occupied()) {
            let passed = Men { passed: 0, ..*men }.turned();
            let candidates = replies.iter().copied().chain(flights(&passed));
            let known = candidates.filter_map(|reply| FirstMoveFilter::after(&passed, reply, tests));
            all.iter_mut().zip(known).for_each(|(place, wanted)| *place = wanted);
        }
        all
    }

    /// Returns the arrival squares with which a first move of a man of this kind from `from` passes the filter.
    pub fn of(&self, kind: u8, from: Sq) -> u64 {
        if self.leaving & bit(from) != 0 { !0 } else { self.arriving[usize::from(kind)] | self.capturing }
    }

    /// Returns the filter of the first moves that `reply` may fail to refute, or `None` if the reply cannot be used
    /// here. `passed` is the position after a pass of the attacker, who must not be in check.
    pub fn after(passed: &Men, reply: Step, tests: &mut u64) -> Option<FirstMoveFilter> {
        if reply.kind != reply.becomes || reply.is_double() || reply.is_castling() || reply.from == reply.to {
            return None;
        }
        let after = play_if_legal(passed, reply)?.turned();
        if after.is_attacked(after.king(), after.occupied()) || may_check_by_castling(&after) {
            return None;
        }
        if has_battery(&after) {
            return None;
        }
        *tests += 1;
        (!mates_in_one(&after)).then(|| Geometry::new(&after, reply).wanted())
    }
}

/// Returns the moves of the king of the side to move to empty squares, legal or not.
fn flights(men: &Men) -> impl Iterator<Item = Step> {
    let king = men.king();
    squares(bitboard::king(king) & !men.occupied()).map(move |to| Step::plain(KING, king, to))
}

/// Whether castling may give check, now or after another man of the side to move has moved.
fn may_check_by_castling(men: &Men) -> bool {
    let king = men.their_king();
    [(SHORT, SHORT_ROOK, KING_HOME + 1), (LONG, LONG_ROOK, KING_HOME - 1)].into_iter().any(|(right, rook, rook_to)| {
        let lines = bitboard::rook_lines(king) | bitboard::bishop_lines(king);
        men.castling & right != 0 && lines & (bit(rook_to) | bit(KING_HOME) | bit(rook)) != 0
    })
}

/// Whether the side to move has a battery: a man alone between one of its line men and the other king.
fn has_battery(men: &Men) -> bool {
    let (king, occupied) = (men.their_king(), men.occupied());
    squares(men.snipers(king) & men.own).any(|sniper| {
        let line = between(sniper, king) & occupied;
        line.is_power_of_two() && line & men.own != 0
    })
}

/// A square beside the king to be mated, with the squares from which line men attack it.
#[derive(Clone, Copy, Default)]
struct RingSquare {
    sq: Sq,
    /// Squares from which line men attack the square on diagonals, through the attacker's men.
    diagonal: u64,
    /// Squares from which line men attack the square on ranks and files, through the attacker's men.
    straight: u64,
}

impl RingSquare {
    /// Returns the squares from which a man of this kind attacks the ring square, through the attacker's men.
    fn attacking(&self, kind: u8) -> u64 {
        match kind {
            PAWN => bitboard::pawn(Color::Black, self.sq),
            KNIGHT => bitboard::knight(self.sq),
            BISHOP => self.diagonal,
            ROOK => self.straight,
            QUEEN => self.diagonal | self.straight,
            _ => bitboard::king(self.sq),
        }
    }
}

/// The position after the reply, with squares around the king to be mated that are computed once.
struct Geometry<'a> {
    after: &'a Men,
    from: Sq,
    to: Sq,
    king: Sq,
    ring: [RingSquare; 8],
    count: usize,
    ring_squares: u64,
    /// Men that stop lines through the attacker's men: those of the defender, the king excepted.
    stops: u64,
    /// By kind: squares from which a man gives check.
    checks: [u64; 6],
    /// By kind: squares from which a man gives check through the attacker's men.
    checks_through: [u64; 6],
    /// Ring squares that no man of the defender occupies and no man of the attacker attacks.
    open: u64,
    /// Squares that the attacker's pawns, knights and king attack.
    once: u64,
    /// Squares that two of the attacker's pawns, knights and king attack.
    twice: u64,
}

impl<'a> Geometry<'a> {
    fn new(after: &'a Men, reply: Step) -> Geometry<'a> {
        let (king, occupied) = (after.their_king(), after.occupied());
        let stops = after.theirs & !bit(king);
        let (diagonal, straight) = (bitboard::bishop(king, occupied), bitboard::rook(king, occupied));
        let checks =
            [bitboard::pawn(Color::Black, king), bitboard::knight(king), diagonal, straight, diagonal | straight, 0];
        let (diagonal, straight) = (bitboard::bishop(king, stops), bitboard::rook(king, stops));
        let checks_through = [checks[0], checks[1], diagonal, straight, diagonal | straight, 0];
        // The reply is given from the defender's point of view.
        let (from, to) = (reply.from ^ 56, reply.to ^ 56);
        let mut geometry = Geometry {
            after,
            from,
            to,
            king,
            ring: [RingSquare::default(); 8],
            count: 0,
            ring_squares: bitboard::king(king),
            stops,
            checks,
            checks_through,
            open: 0,
            once: 0,
            twice: 0,
        };
        geometry.look_at_leapers();
        geometry.look_at_ring();
        geometry
    }

    fn look_at_leapers(&mut self) {
        let (pawns, king) = (self.after.mine(PAWN), self.after.king());
        let knights = squares(self.after.mine(KNIGHT)).map(bitboard::knight);
        let sets = squares(pawns).map(|from| bitboard::pawn(Color::White, from)).chain(knights);
        for attacked in sets.chain([bitboard::king(king)]) {
            self.twice |= self.once & attacked;
            self.once |= attacked;
        }
    }

    fn look_at_ring(&mut self) {
        let (after, stops) = (self.after, self.stops);
        for sq in squares(self.ring_squares) {
            let here = RingSquare { sq, diagonal: bitboard::bishop(sq, stops), straight: bitboard::rook(sq, stops) };
            let by_lines = after.own & (here.diagonal & after.diagonal() | here.straight & after.straight());
            if by_lines == 0 && (self.once | after.theirs) & bit(sq) == 0 {
                self.open |= bit(sq);
            }
            self.ring[self.count & 7] = here;
            self.count += 1;
        }
    }

    fn ring(&self) -> &[RingSquare] {
        &self.ring[..self.count.min(8)]
    }

    fn wanted(&self) -> FirstMoveFilter {
        let mut wanted = FirstMoveFilter { leaving: bit(self.to), arriving: [0; 6], capturing: 0 };
        self.prevent_the_reply(&mut wanted);
        self.go_on_to_check(&mut wanted);
        let left = self.help_to_check(&mut wanted);
        self.open_lines(left, &mut wanted);
        wanted
    }

    /// Adds the first moves that prevent the reply (step 1 of the proof). These include moves of line men that pin,
    /// or that give check through men of the attacker.
    fn prevent_the_reply(&self, wanted: &mut FirstMoveFilter) {
        let in_the_way = bit(self.from) | bit(self.to) | between(self.from, self.to);
        let (diagonal, straight) = (self.checks_through[usize::from(BISHOP)], self.checks_through[usize::from(ROOK)]);
        // The line goes on beyond one man of the defender, which a line man there pins.
        let diagonal = diagonal | bitboard::bishop(self.king, self.stops & !diagonal);
        let straight = straight | bitboard::rook(self.king, self.stops & !straight);
        for (arriving, seen) in wanted.arriving.iter_mut().zip(bitboard::attacked_from(self.king, diagonal, straight)) {
            *arriving |= in_the_way | seen;
        }
    }

    /// Adds the first moves after which the same man may mate (step 2).
    fn go_on_to_check(&self, wanted: &mut FirstMoveFilter) {
        let occupied = self.after.occupied();
        for kind in PIECES {
            if self.after.mine(kind) == 0 {
                continue;
            }
            let mut complete = self.checks[usize::from(kind)] & !self.open;
            for flight in self.ring().iter().filter(|flight| self.open & bit(flight.sq) != 0) {
                complete &= flight.attacking(kind);
            }
            for sq in squares(complete) {
                // A man that has captured may move back over the square that it left.
                wanted.arriving[usize::from(kind)] |= match kind {
                    PAWN => bit(sq) >> 8 | bit(sq) >> 16 | bitboard::pawn(Color::Black, sq),
                    _ => attacks(kind, sq, occupied) | attacks(kind, sq, self.stops) & self.after.theirs,
                };
            }
        }
        // The pawn promotes with the second move.
        wanted.arriving[usize::from(PAWN)] |= RANK_7;
        for sq in squares(self.open | bit(self.king)) {
            wanted.capturing |= self.stopping(sq, 1..=1, 0..=1) & self.after.theirs;
        }
    }

    /// Returns the men, except the king, that are between `sq` and line men of the attacker. A line counts only if
    /// the number of the defender's men on it is in `theirs`, and the number of the attacker's men in `own`.
    fn stopping(&self, sq: Sq, theirs: RangeInclusive<u32>, own: RangeInclusive<u32>) -> u64 {
        let occupied = self.after.occupied() & !bit(self.king);
        squares(self.after.snipers(sq) & self.after.own)
            .map(|sniper| between(sniper, sq) & occupied)
            .filter(|line| theirs.contains(&(line & self.after.theirs).count_ones()))
            .filter(|line| own.contains(&(line & self.after.own).count_ones()))
            .fold(0, |all, line| all | line)
    }

    /// Adds the first moves that open a line by leaving a square. The line leads to the king, or to one of the
    /// squares `left` that some check leaves to the king, or lets a pinned man move.
    fn open_lines(&self, left: u64, wanted: &mut FirstMoveFilter) {
        wanted.leaving |= self.stopping(self.king, 0..=1, 1..=2) & self.after.own;
        for sq in squares(left) {
            wanted.leaving |= self.stopping(sq, 0..=0, 1..=2);
        }
        let pinning = self.pinning();
        if pinning != 0 {
            wanted.leaving |= self.after.mine(KING);
        }
        wanted.capturing |= pinning;
    }

    /// Returns the line men of the defender with exactly one man between them and the attacker's king.
    fn pinning(&self) -> u64 {
        let king = self.after.king();
        squares(self.after.snipers(king) & self.after.theirs)
            .filter(|&sniper| (between(sniper, king) & self.after.occupied()).is_power_of_two())
            .fold(0, |all, sniper| all | bit(sniper))
    }

    /// Adds the first moves after which another man may mate (step 3). Returns the squares to which the king can go
    /// after at least one check.
    fn help_to_check(&self, wanted: &mut FirstMoveFilter) -> u64 {
        let mut left = 0;
        for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
            for from in squares(self.after.mine(kind)) {
                let reached = attacks(kind, from, self.stops);
                left |= self.help_man_to_check(wanted, from, kind, reached);
            }
        }
        for from in squares(self.after.mine(PAWN)) {
            let one = bit(from) << 8 & !self.after.theirs;
            let captures = bitboard::pawn(Color::White, from) & self.after.theirs;
            if bit(from) & RANK_7 == 0 {
                let two = (one & RANK_3) << 8 & !self.after.theirs;
                left |= self.help_man_to_check(wanted, from, PAWN, one | two | captures);
                continue;
            }
            // A promoted man sees only squares that a queen or a knight sees.
            for becomes in [QUEEN, KNIGHT] {
                left |= self.help_man_to_check(wanted, from, becomes, one | captures);
            }
        }
        left
    }

    /// Adds the first moves that help the man on `from` to mate, as a man of kind `kind`, from one of the squares
    /// `reached`. Returns the squares to which the king can go after at least one of these checks.
    fn help_man_to_check(&self, wanted: &mut FirstMoveFilter, from: Sq, kind: u8, reached: u64) -> u64 {
        let own = self.after.own & !bit(from);
        let mut all_left = 0;
        for to in squares(reached & self.checks_through[usize::from(kind)]) {
            let in_the_way = own & (between(from, to) | bit(to) | between(to, self.king));
            if in_the_way != 0 {
                // The first move removes one man from the way, not two.
                if in_the_way.is_power_of_two() {
                    wanted.leaving |= in_the_way;
                }
                continue;
            }
            let left = self.left_to_king(from, kind, to);
            all_left |= left;
            let mut together = [!0; 6];
            if left == 0 {
                together = [self.ways_to_parry(to) | self.pinned_lines(); 6];
                wanted.capturing |= self.parrying(from, to);
            }
            // For men other than line men no square is between.
            for sq in squares(left & attacks(kind, to, self.stops)) {
                wanted.leaving |= own & between(to, sq);
            }
            for flight in self.ring().iter().filter(|flight| left & bit(flight.sq) != 0) {
                for (kind, together) in together.iter_mut().enumerate() {
                    *together &= flight.attacking(kind as u8);
                }
            }
            for (arriving, together) in wanted.arriving.iter_mut().zip(together) {
                *arriving |= together;
            }
        }
        all_left
    }

    /// Returns the flights of the king after the man on `from` has moved to `to` as a man of kind `kind`.
    fn left_to_king(&self, from: Sq, kind: u8, to: Sq) -> u64 {
        let occupied = self.after.occupied() & !bit(from) & !bit(self.king) | bit(to);
        let others = self.after.own & !bit(from);
        let by_itself = if self.after.mine(PAWN) & bit(from) != 0 {
            bitboard::pawn(Color::White, from)
        } else if kind == KNIGHT {
            bitboard::knight(from)
        } else {
            0
        };
        let attacked = attacks(kind, to, occupied) | self.twice | self.once & !by_itself;
        let to_be_taken = self.ring_squares & !(self.after.theirs & !bit(to)) & !attacked;
        squares(to_be_taken).filter(|&sq| !self.after.is_seen(sq, others, occupied)).fold(0, |all, sq| all | bit(sq))
    }

    /// Returns the squares between the attacker's king and men of the defender that pin a man to this king.
    fn pinned_lines(&self) -> u64 {
        let king = self.after.king();
        squares(self.pinning()).fold(0, |all, sniper| all | between(sniper, king))
    }

    /// Returns the squares that men of the defender pass over when they capture the checking man on `check` or
    /// interpose.
    fn ways_to_parry(&self, check: Sq) -> u64 {
        let wanted = bit(check) | between(check, self.king);
        let mut ways = 0;
        for kind in LINE_MEN {
            for from in squares(self.after.others(kind)) {
                let reached = attacks(kind, from, self.after.theirs) & wanted;
                ways |= squares(reached).fold(0, |all, to| all | between(from, to));
            }
        }
        // The squares that pawns pass over in a double step.
        ways | self.after.others(PAWN) >> 8
    }

    /// Returns the men of the defender that can interpose, or capture (also en passant) the checking man, which has
    /// moved from `from` to `check`.
    fn parrying(&self, from: Sq, check: Sq) -> u64 {
        let occupied = self.after.occupied() & !bit(from) | bit(check);
        let between = squares(between(check, self.king)).fold(0, |all, sq| all | stepping(self.after, sq, occupied));
        let beside = (bit(check) & !FILE_A) >> 1 | (bit(check) << 1) & !FILE_A;
        captors(self.after, check, occupied) | between | beside & self.after.others(PAWN)
    }
}
