//! Mate in two: where a first move has to go, if a reply that refuted without it is not to refute it, too.
//!
//! The facts and their proof are those of `orthodox/refutation_pruning.rs`, said again in short. Let the attacker pass and the defender reply, and let there be no mate in one then, in the position `P`. A first move of a man from `a`
//! to `b` (no capture, promotion or castling; those are always tried) fails as well, unless one of these holds. Lines
//! *through own men* are those that only men of the defender stop, his king stepping aside.
//!
//! * `a` is where the reply arrives (then it no longer captures), or on a line between a line man of the attacker and
//!   the king or the king's ring, or in the way of the man that is to mate; or the king leaves and sets free a man that
//!   was pinned.
//! * `b` prevents the reply: it is on its way, checks the king, or stands on a line on which it pins a man.
//! * From `b` the same man goes on to check and attacks all *open* squares: those of the ring that no man of the defender
//!   holds and no man of the attacker attacks, even through own men. It cannot stand on one of them.
//! * Another man goes from `c` to `d` with check. What of the ring no other man attacks then, even through own men, has
//!   to be attacked from `b`. If nothing is left to be attacked so, but with the lines as they are, from `b` that has to
//!   be attacked. If nothing is left even so, then that check is parried or illegal in `P`: `b` is on the way of
//!   one of the defender's men to `d` or between `d` and the king, or shuts a line on which an own man is pinned.
//!
//! No use is made of a reply where an own man stands alone between a line man and the king: that one may go anywhere.

use super::men::{BISHOP, KING, KNIGHT, Men, PAWN, QUEEN, ROOK, Step, attacks};
use super::one::mates_in_one;
use super::steps::play_if_legal;
use crate::orthodox::bitboard::{self, RANK_8, Sq, between, bit, squares};
use crate::units::Color;

/// So many replies are looked at, at most: more spare less than they take.
const MOST_REPLIES: usize = 2;
const RANK_7: u64 = 0xff << 48;
const LINE_MEN: [u8; 3] = [BISHOP, ROOK, QUEEN];
const PIECES: [u8; 5] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN];

/// What a first move has to do, if none of some replies is to refute it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// It leaves one of these squares,
    leaving: u64,
    /// or arrives on one of these, by kind of man.
    arriving: [u64; 6],
}

impl Wanted {
    /// All moves are as good.
    const ANYTHING: Wanted = Wanted { leaving: !0, arriving: [!0; 6] };

    /// What the first replies want that are of use. `tests` counts the tests for a mate.
    pub fn by_some(men: &Men, replies: &[Step], tests: &mut u64) -> [Wanted; MOST_REPLIES] {
        let mut all = [Wanted::ANYTHING; MOST_REPLIES];
        if men.castling == 0 && !men.is_attacked(men.king(), men.occupied()) {
            let passed = Men { passed: 0, ..*men }.turned();
            let known = replies.iter().filter_map(|&reply| Wanted::after(men, &passed, reply, tests));
            all.iter_mut().zip(known).for_each(|(place, wanted)| *place = wanted);
        }
        all
    }

    /// Where the man has to arrive, captures aside.
    pub fn of(&self, kind: u8, from: Sq) -> u64 {
        if self.leaving & bit(from) != 0 { !0 } else { self.arriving[usize::from(kind)] }
    }

    /// What the reply wants of the first move of the attacker, whose move it is and who is not in check. `passed`: the
    /// same with the defender to move. `None`: the reply is of no use here.
    pub fn after(men: &Men, passed: &Men, reply: Step, tests: &mut u64) -> Option<Wanted> {
        if reply.kind != reply.becomes || reply.is_double() || reply.is_castling() || reply.from == reply.to {
            return None;
        }
        let after = play_if_legal(passed, reply)?.turned();
        if after.is_attacked(after.king(), after.occupied()) {
            return None;
        }
        let geometry = Geometry::new(men, &after, reply)?;
        *tests += 1;
        (!mates_in_one(&after)).then(|| geometry.wanted())
    }
}

/// A square beside the king, and who attacks it or could.
#[derive(Clone, Copy, Default)]
struct RingSquare {
    sq: Sq,
    /// From where line men attack it through own men: on diagonals, on ranks and files.
    diagonal: u64,
    straight: u64,
    /// The own men that attack it, be it through own men.
    by: u64,
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

/// The men before and after the reply, the king and his ring.
struct Geometry<'a> {
    before: &'a Men,
    after: &'a Men,
    from: Sq,
    to: Sq,
    king: Sq,
    ring: [RingSquare; 8],
    count: usize,
    ring_squares: u64,
    /// What stops lines through own men.
    stops: u64,
    /// By kind: from where a man checks.
    checks: [u64; 6],
    /// Squares of the ring that the defender does not hold, and that no own man attacks.
    open: u64,
}

impl<'a> Geometry<'a> {
    /// `None` where an own man stands alone between a line man and the king.
    fn new(before: &'a Men, after: &'a Men, reply: Step) -> Option<Geometry<'a>> {
        let occupied = after.occupied();
        let king = after.their_king();
        for sniper in squares(after.snipers(king) & after.own) {
            let line = between(sniper, king) & occupied;
            if line.is_power_of_two() && line & after.own != 0 {
                return None;
            }
        }
        let stops = after.theirs & !bit(king);
        let (diagonal, straight) = (bitboard::bishop(king, occupied), bitboard::rook(king, occupied));
        let checks =
            [bitboard::pawn(Color::Black, king), bitboard::knight(king), diagonal, straight, diagonal | straight, 0];
        let ring_squares = bitboard::king(king);
        let mut ring = [RingSquare::default(); 8];
        let mut count = 0;
        let mut open = 0;
        for sq in squares(ring_squares) {
            let mut here =
                RingSquare { sq, diagonal: bitboard::bishop(sq, stops), straight: bitboard::rook(sq, stops), by: 0 };
            here.by = after.own
                & (here.diagonal & after.diagonal()
                    | here.straight & after.straight()
                    | bitboard::knight(sq) & after.kinds[usize::from(KNIGHT)]
                    | bitboard::pawn(Color::Black, sq) & after.kinds[usize::from(PAWN)]
                    | bitboard::king(sq) & after.kinds[usize::from(KING)]);
            if here.by == 0 {
                open |= bit(sq) & !after.theirs;
            }
            ring[count & 7] = here;
            count += 1;
        }
        // The reply is seen from the other side of the board.
        let (from, to) = (reply.from ^ 56, reply.to ^ 56);
        Some(Geometry { before, after, from, to, king, ring, count, ring_squares, stops, checks, open })
    }

    fn ring(&self) -> &[RingSquare] {
        &self.ring[..self.count.min(8)]
    }

    fn wanted(&self) -> Wanted {
        let mut wanted = Wanted { leaving: bit(self.to), arriving: [0; 6] };
        self.prevent_the_reply(&mut wanted);
        self.make_way(&mut wanted);
        self.go_on_to_check(&mut wanted);
        self.help_to_check(&mut wanted);
        wanted
    }

    fn prevent_the_reply(&self, wanted: &mut Wanted) {
        let before = self.before.their_king();
        let in_the_way = bit(self.from) | bit(self.to) | between(self.from, self.to);
        let promotes = self.after.mine(PAWN) & RANK_7 != 0;
        for (king, stops) in [(before, self.before.theirs & !bit(before)), (self.king, self.stops)] {
            let (diagonal, straight) = (bitboard::bishop(king, stops), bitboard::rook(king, stops));
            // On beyond one man, whom a line man then pins.
            let diagonal = diagonal | bitboard::bishop(king, stops & !diagonal);
            let straight = straight | bitboard::rook(king, stops & !straight);
            for (arriving, seen) in wanted.arriving.iter_mut().zip(bitboard::attacked_from(king, diagonal, straight)) {
                *arriving |= in_the_way | seen;
            }
            if promotes || self.after.diagonal() & self.after.own != 0 {
                wanted.leaving |= diagonal;
            }
            if promotes || self.after.straight() & self.after.own != 0 {
                wanted.leaving |= straight;
            }
        }
    }

    /// The squares between this one and those of the ring that a man attacks from it through own men.
    fn ways_to_ring(&self, kind: u8, sq: Sq) -> u64 {
        let reached = attacks(kind, sq, self.stops) & self.ring_squares;
        squares(reached).fold(0, |all, end| all | between(sq, end))
    }

    fn make_way(&self, wanted: &mut Wanted) {
        let pawns = self.after.mine(PAWN);
        let one = pawns << 8;
        wanted.leaving |= one | one << 8;
        for from in squares(self.after.mine(KNIGHT)) {
            wanted.leaving |= bitboard::knight(from) & self.checks[usize::from(KNIGHT)];
        }
        for sq in squares((one | bitboard::pawns(Color::White, pawns)) & RANK_8) {
            wanted.leaving |= self.ways_to_ring(QUEEN, sq);
        }
        for kind in LINE_MEN {
            for from in squares(self.after.mine(kind)) {
                wanted.leaving |= self.ways_to_ring(kind, from);
                let reached = attacks(kind, from, self.after.theirs) & self.checks[usize::from(kind)];
                for sq in squares(reached) {
                    wanted.leaving |= between(from, sq) | bit(sq) | self.ways_to_ring(kind, sq);
                }
            }
        }
        if self.pinned_lines() != 0 {
            wanted.leaving |= self.after.mine(KING);
        }
    }

    /// The squares between own pinned men, or the king, and what pins them.
    fn pinned_lines(&self) -> u64 {
        let king = self.after.king();
        squares(self.after.snipers(king) & self.after.theirs)
            .map(|sniper| between(sniper, king))
            .filter(|line| (line & self.after.occupied()).is_power_of_two())
            .fold(0, |all, line| all | line)
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
                wanted.arriving[usize::from(kind)] |= match kind {
                    PAWN => bit(sq) >> 8 | bit(sq) >> 16 | bitboard::pawn(Color::Black, sq),
                    _ => attacks(kind, sq, occupied),
                };
            }
        }
        // It promotes next.
        wanted.arriving[usize::from(PAWN)] |= RANK_7;
    }

    /// Another man checks next, and this one does what is left to do.
    fn help_to_check(&self, wanted: &mut Wanted) {
        for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
            for from in squares(self.after.mine(kind)) {
                let reached = attacks(kind, from, self.after.theirs);
                self.help_man_to_check(wanted, from, kind, reached & self.checks[usize::from(kind)]);
            }
        }
        for from in squares(self.after.mine(PAWN)) {
            let one = bit(from) << 8;
            let captures = bitboard::pawn(Color::White, from);
            if bit(from) & RANK_7 == 0 {
                let reached = one | one << 8 | captures;
                self.help_man_to_check(wanted, from, PAWN, reached & self.checks[usize::from(PAWN)]);
                continue;
            }
            // Queen and knight together do what any promoted man does.
            for becomes in [QUEEN, KNIGHT] {
                let checks = attacks(becomes, self.king, self.after.occupied() & !bit(from));
                self.help_man_to_check(wanted, from, becomes, (one | captures) & checks);
            }
        }
    }

    /// The man from `from` goes to one of the squares `checks`, and is a man of the kind there.
    fn help_man_to_check(&self, wanted: &mut Wanted, from: Sq, kind: u8, checks: u64) {
        for to in squares(checks) {
            let to_be_taken = self.ring_squares & !(self.after.theirs & !bit(to));
            let from_there = attacks(kind, to, self.stops);
            let is_left =
                |flight: &&RingSquare| bit(flight.sq) & to_be_taken & !from_there != 0 && flight.by & !bit(from) == 0;
            let mut together = [!0; 6];
            let mut is_any_left = false;
            for flight in self.ring().iter().filter(is_left) {
                is_any_left = true;
                add(&mut together, flight);
            }
            if !is_any_left {
                let after = self.attacked_after(from, kind, to, to_be_taken);
                for flight in self.ring().iter().filter(|flight| to_be_taken & !after & bit(flight.sq) != 0) {
                    is_any_left = true;
                    add(&mut together, flight);
                }
            }
            if !is_any_left {
                together = [self.ways_to_parry(to) | self.pinned_lines(); 6];
            }
            for (arriving, together) in wanted.arriving.iter_mut().zip(together) {
                *arriving |= together;
            }
        }
    }

    /// Which of the squares the attacker attacks when the man from `from` stands on `to`, and the king steps aside.
    fn attacked_after(&self, from: Sq, kind: u8, to: Sq, squares_asked: u64) -> u64 {
        let occupied = self.after.occupied() & !bit(from) & !bit(self.king) | bit(to);
        let others = self.after.own & !bit(from);
        let mut attacked = attacks(kind, to, occupied)
            | bitboard::pawns(Color::White, self.after.mine(PAWN) & others)
            | bitboard::king(self.after.king());
        for knight in squares(self.after.mine(KNIGHT) & others) {
            attacked |= bitboard::knight(knight);
        }
        for sq in squares(squares_asked & !attacked) {
            if self.after.is_seen(sq, others, occupied) {
                attacked |= bit(sq);
            }
        }
        attacked
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
}

/// The man that helps has to attack this square, too.
fn add(together: &mut [u64; 6], flight: &RingSquare) {
    for (kind, together) in together.iter_mut().enumerate() {
        *together &= flight.attacking(kind as u8);
    }
}
