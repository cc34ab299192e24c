//! Mate in two: where a first move has to go, if a reply that refuted without it is not to refute it, too.
//!
//! Let the attacker pass and the defender reply, and let there be no mate in one then, in the position `P`: the king on
//! `k`, his ring the squares beside him. A first move of a man from `a` to `b` (no promotion, no castling, not en passant;
//! those are always tried) fails as well, if the reply is still legal after it and no mate follows in the position `Q` that
//! differs from `P` in that man alone, and in the man that it captured on `b`. So it is *wanted* only if it prevents the
//! reply, or if some second move mates in `Q`, which did not mate in `P`. Lines *through own men* are those that only men
//! of the defender stop, his king stepping aside.
//!
//! **The reply is prevented.** `b` is on its way, or `a` is where it arrives (then it no longer captures), or the king is
//! attacked in `Q`: from `b`, or by a line man whose line onto `k` leaving `a` opens.
//!
//! **The same man goes on** from `b` to `d` and checks from there (a line that opens behind it on `b` was open in `P`, but
//! where it has captured). It attacks all *open* squares: those of the ring that no man of the defender holds and no man of
//! the attacker attacks, even through own men. It cannot stand on one of them. What it could do by going back over `a` it
//! could have done from `a`, in `P`.
//!
//! **Another man goes** from `c` to `d`. If its check from there was possible in `P`, let `left` be the squares of the ring
//! that the king could then take.
//! * Where `left` is not empty, either the man on `b` attacks all of it, or leaving `a` opens a line onto one of these
//!   squares: from `d`, or from a line man between which and the square stands `a` and perhaps the man that has gone.
//! * Where it is empty the check is parried in `P`, or illegal since the man is pinned. So `b` is on the way of one of the
//!   defender's men to `d` or between `d` and `k`; or it shuts a line on which an own man is pinned, or its king leaves
//!   such a line; or one man more of the defender is pinned, by a line man that arrives on `b`, or whose line leaving `a`
//!   opens, with perhaps the man that has gone; or the move captures on `b` a man that parries, or that pins.
//!
//! If its check was not possible in `P`, `a` is on its way, where it arrives, or between there and `k`. Or the man leaves a
//! line on which it stands alone between `k` and a line man. In `P` there is no such man, else no use is made of the reply:
//! he might go anywhere. In `Q` there is one where two own men stood between, and `a` is one of them, or where the line man
//! has come to `b`.
//!
//! **Captures** do more. The captured man stood in the way of a line onto `k` or onto an open square, and the man on `b`
//! goes on and so opens it.
//!
//! There is no castling in `Q` that gives check: neither king nor rook stand, or arrive, on a line to `k`.

use super::men::{
    BISHOP, KING, KING_HOME, KNIGHT, LONG, LONG_ROOK, Men, PAWN, QUEEN, ROOK, SHORT, SHORT_ROOK, Step, attacks,
};
use super::one::{captors, mates_in_one, stepping};
use super::steps::play_if_legal;
use crate::orthodox::board::bitboard::{self, FILE_A, Sq, between, bit, squares};
use crate::units::Color;
use std::ops::RangeInclusive;

/// So many replies are made use of, at most: more spare less than they take.
const MOST_REPLIES: usize = 2;
const RANK_3: u64 = 0xff << 16;
const RANK_7: u64 = 0xff << 48;
const LINE_MEN: [u8; 3] = [BISHOP, ROOK, QUEEN];
const PIECES: [u8; 5] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN];

/// What a first move has to do, if a reply is not to refute it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// It leaves one of these squares,
    leaving: u64,
    /// or arrives on one of these, by kind of man,
    arriving: [u64; 6],
    /// or captures on one of these.
    capturing: u64,
}

impl Wanted {
    /// All moves are as good.
    const ANYTHING: Wanted = Wanted { leaving: !0, arriving: [!0; 6], capturing: !0 };

    /// What the first replies want that are of use. `tests` counts the tests for a mate.
    pub fn by_some(men: &Men, replies: &[Step], tests: &mut u64) -> [Wanted; MOST_REPLIES] {
        let mut all = [Wanted::ANYTHING; MOST_REPLIES];
        if !men.is_attacked(men.king(), men.occupied()) {
            let passed = Men { passed: 0, ..*men }.turned();
            let candidates = replies.iter().copied().chain(flights(&passed));
            let known = candidates.filter_map(|reply| Wanted::after(&passed, reply, tests));
            all.iter_mut().zip(known).for_each(|(place, wanted)| *place = wanted);
        }
        all
    }

    /// Where the man on the square has to arrive.
    pub fn of(&self, kind: u8, from: Sq) -> u64 {
        if self.leaving & bit(from) != 0 { !0 } else { self.arriving[usize::from(kind)] | self.capturing }
    }

    /// What the reply wants of the first move of the attacker, who is to move, not in check, and has passed. `None`: it is
    /// of no use here.
    pub fn after(passed: &Men, reply: Step, tests: &mut u64) -> Option<Wanted> {
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

/// Moves of the king of the side to move, if only to squares that are free.
fn flights(men: &Men) -> impl Iterator<Item = Step> {
    let king = men.king();
    squares(bitboard::king(king) & !men.occupied()).map(move |to| Step::plain(KING, king, to))
}

/// Castling might give check, perhaps after another man has moved.
fn may_check_by_castling(men: &Men) -> bool {
    let king = men.their_king();
    [(SHORT, SHORT_ROOK, KING_HOME + 1), (LONG, LONG_ROOK, KING_HOME - 1)].into_iter().any(|(right, rook, rook_to)| {
        let lines = bitboard::rook_lines(king) | bitboard::bishop_lines(king);
        men.castling & right != 0 && lines & (bit(rook_to) | bit(KING_HOME) | bit(rook)) != 0
    })
}

/// An own man stands alone between a line man and the king.
fn has_battery(men: &Men) -> bool {
    let (king, occupied) = (men.their_king(), men.occupied());
    squares(men.snipers(king) & men.own).any(|sniper| {
        let line = between(sniper, king) & occupied;
        line.is_power_of_two() && line & men.own != 0
    })
}

/// A square beside the king.
#[derive(Clone, Copy, Default)]
struct RingSquare {
    sq: Sq,
    /// From where line men attack it through own men: on diagonals, on ranks and files.
    diagonal: u64,
    straight: u64,
}

impl RingSquare {
    /// From where a man of the kind attacks the square through own men.
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

/// The men after the reply, the king and his ring.
struct Geometry<'a> {
    after: &'a Men,
    from: Sq,
    to: Sq,
    king: Sq,
    ring: [RingSquare; 8],
    count: usize,
    ring_squares: u64,
    /// What stops lines through own men.
    stops: u64,
    /// By kind: from where a man checks, and from where it would through own men.
    checks: [u64; 6],
    checks_through: [u64; 6],
    /// Squares of the ring that the defender does not hold, and that no own man attacks.
    open: u64,
    /// What own pawns, knights and the king attack, and what two of them do.
    once: u64,
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
        // The reply is seen from the other side of the board.
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

    fn wanted(&self) -> Wanted {
        let mut wanted = Wanted { leaving: bit(self.to), arriving: [0; 6], capturing: 0 };
        self.prevent_the_reply(&mut wanted);
        self.go_on_to_check(&mut wanted);
        let left = self.help_to_check(&mut wanted);
        self.open_lines(left, &mut wanted);
        wanted
    }

    /// Also pins, and line men that arrive behind an own man.
    fn prevent_the_reply(&self, wanted: &mut Wanted) {
        let in_the_way = bit(self.from) | bit(self.to) | between(self.from, self.to);
        let (diagonal, straight) = (self.checks_through[usize::from(BISHOP)], self.checks_through[usize::from(ROOK)]);
        // On beyond one man, whom a line man then pins.
        let diagonal = diagonal | bitboard::bishop(self.king, self.stops & !diagonal);
        let straight = straight | bitboard::rook(self.king, self.stops & !straight);
        for (arriving, seen) in wanted.arriving.iter_mut().zip(bitboard::attacked_from(self.king, diagonal, straight)) {
            *arriving |= in_the_way | seen;
        }
    }

    /// The same man checks next, and attacks all open squares.
    fn go_on_to_check(&self, wanted: &mut Wanted) {
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
                // Who has captured may go back over where he came from.
                wanted.arriving[usize::from(kind)] |= match kind {
                    PAWN => bit(sq) >> 8 | bit(sq) >> 16 | bitboard::pawn(Color::Black, sq),
                    _ => attacks(kind, sq, occupied) | attacks(kind, sq, self.stops) & self.after.theirs,
                };
            }
        }
        // It promotes next.
        wanted.arriving[usize::from(PAWN)] |= RANK_7;
        for sq in squares(self.open | bit(self.king)) {
            wanted.capturing |= self.stopping(sq, 1..=1, 0..=1) & self.after.theirs;
        }
    }

    /// The men between the square and each own line man that looks its way, where there are so many of the defender and so
    /// many own ones.
    fn stopping(&self, sq: Sq, theirs: RangeInclusive<u32>, own: RangeInclusive<u32>) -> u64 {
        let occupied = self.after.occupied() & !bit(self.king);
        squares(self.after.snipers(sq) & self.after.own)
            .map(|sniper| between(sniper, sq) & occupied)
            .filter(|line| theirs.contains(&(line & self.after.theirs).count_ones()))
            .filter(|line| own.contains(&(line & self.after.own).count_ones()))
            .fold(0, |all, line| all | line)
    }

    /// Leaving opens lines onto the king, to those whom the other man's move has left open, and for pinned men.
    fn open_lines(&self, left: u64, wanted: &mut Wanted) {
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

    /// Line men of the defender between whom and the own king one man stands.
    fn pinning(&self) -> u64 {
        let king = self.after.king();
        squares(self.after.snipers(king) & self.after.theirs)
            .filter(|&sniper| (between(sniper, king) & self.after.occupied()).is_power_of_two())
            .fold(0, |all, sniper| all | bit(sniper))
    }

    /// Another man checks next, and this one does what is left to do. Answers what some check leaves to the king.
    fn help_to_check(&self, wanted: &mut Wanted) -> u64 {
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
            // Queen and knight together do what any promoted man does.
            for becomes in [QUEEN, KNIGHT] {
                left |= self.help_man_to_check(wanted, from, becomes, one | captures);
            }
        }
        left
    }

    /// The man from `from` goes to one of the squares, where it is a man of the kind.
    fn help_man_to_check(&self, wanted: &mut Wanted, from: Sq, kind: u8, reached: u64) -> u64 {
        let own = self.after.own & !bit(from);
        let mut all_left = 0;
        for to in squares(reached & self.checks_through[usize::from(kind)]) {
            let in_the_way = own & (between(from, to) | bit(to) | between(to, self.king));
            if in_the_way != 0 {
                // One man leaves, not two.
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
            // Of men that are no line men nothing is between.
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

    /// Where the king can go when the man from `from` stands on `to`.
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

    /// The squares between own pinned men, or the king, and what pins them.
    fn pinned_lines(&self) -> u64 {
        let king = self.after.king();
        squares(self.pinning()).fold(0, |all, sniper| all | between(sniper, king))
    }

    /// The squares through which a man of the defender can come to capture the man that gives check, or between it and the
    /// king.
    fn ways_to_parry(&self, check: Sq) -> u64 {
        let wanted = bit(check) | between(check, self.king);
        let mut ways = 0;
        for kind in LINE_MEN {
            for from in squares(self.after.others(kind)) {
                let reached = attacks(kind, from, self.after.theirs) & wanted;
                ways |= squares(reached).fold(0, |all, to| all | between(from, to));
            }
        }
        // A pawn's double step.
        ways | self.after.others(PAWN) >> 8
    }

    /// The men of the defender that capture the man that has come from `from` to give check, or step between; perhaps by
    /// capture en passant.
    fn parrying(&self, from: Sq, check: Sq) -> u64 {
        let occupied = self.after.occupied() & !bit(from) | bit(check);
        let between = squares(between(check, self.king)).fold(0, |all, sq| all | stepping(self.after, sq, occupied));
        let beside = (bit(check) & !FILE_A) >> 1 | (bit(check) << 1) & !FILE_A;
        captors(self.after, check, occupied) | between | beside & self.after.others(PAWN)
    }
}
