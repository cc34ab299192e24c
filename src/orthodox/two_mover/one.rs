//! Mate in one, from masks. A move is played only if it gives check, leaves no open flight, and no free man of the
//! other side can capture the checking man.
//!
//! The side to move is the attacker. Before the move, the king to be mated is not in check. So no line man attacks
//! its square, and lines through that square are the same with and without the king. A move that mates has these
//! properties:
//!
//! 1. It gives check: the man checks from its arrival square, or it was the only man between a line man and the king
//!    (a *battery*).
//! 2. It leaves no unattacked square in the king's *ring*, the squares beside the king on which no man of its side
//!    is. A ring square that is not attacked before the move is *open*. To close it, the moving man has to attack it
//!    from its arrival square (or arrive on it), or has to open a line of a line man to it by leaving. In the second
//!    case the man is an *opener*.
//! 3. The attacks of a man from its arrival square are computed as if its old square were still occupied. This misses
//!    nothing: on a line of the man, no square behind its old square is open.
//! 4. A promotion to rook or bishop mates only if a promotion to queen does.
//!
//! The remaining moves are played on a copy and tested in full: first each flight; then, if one man gives check,
//! captures of this man and interpositions. A man of the defender is *held* if it may be pinned after the move: on
//! the line between its king and a line man of the attacker, it is the only man of its side, and at most one man of
//! the attacker is there.
//!
//! 1. Men that are not held can capture and interpose.
//! 2. Held men are tested for a pin after the move. A pinned man never parries, because the checking man is on another
//!    line.
//! 3. A man that gives check from its arrival square pins no man from there. A man that fires a battery may pin one,
//!    so in that case all men count as held.

use super::men::{BISHOP, KING, KNIGHT, LONG, Men, PAWN, QUEEN, ROOK, SHORT, Step, attacks};
use super::steps::{Safety, any_step, castlings, en_passant, pawn_arrivals};
use crate::orthodox::board::bitboard::{self, RANK_8, Sq, between, bit, squares};
use crate::units::Color;

const OWN_RIGHTS: u8 = SHORT | LONG;
const RANK_6: u64 = 0xff << 40;
const RANK_7: u64 = 0xff << 48;

/// The moves of one man that may give check.
#[derive(Clone, Copy, Default)]
struct CheckingMan {
    kind: u8,
    from: Sq,
    to: u64,
}

/// Whether the side to move mates with one move. Requires that it has at most 16 men and that the other king is not
/// in check.
pub fn mates_in_one(men: &Men) -> bool {
    let aim = MateTarget::new(men);
    let mut candidates = [CheckingMan::default(); super::MOST_MEN as usize];
    let mut count = 0;
    let (mut knights, mut lines) = (0, 0);
    let occupied = men.occupied();
    for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
        for from in squares(men.mine(kind)) {
            let attacked = attacks(kind, from, occupied);
            *(if kind == KNIGHT { &mut knights } else { &mut lines }) |= attacked;
            let to = attacked & aim.wanted(kind, from) & !men.own;
            if to != 0 {
                candidates[count & 15] = CheckingMan { kind, from, to };
                count += 1;
            }
        }
    }
    let promoting = men.mine(PAWN) & RANK_7;
    let pawns = aim.checking_pawns(men) & !promoting;
    let others =
        promoting != 0 || men.passed != 0 || men.castling & OWN_RIGHTS != 0 || aim.batteries & men.mine(KING) != 0;
    if count == 0 && pawns == 0 && !others {
        return false;
    }
    for from in squares(pawns) {
        let to = pawn_arrivals(men, from) & aim.wanted(PAWN, from);
        if to != 0 {
            candidates[count & 15] = CheckingMan { kind: PAWN, from, to };
            count += 1;
        }
    }
    let once = knights | lines | bitboard::pawns(Color::White, men.mine(PAWN)) | bitboard::king(men.king());
    let cover = Cover::new(men, &aim, once, lines);
    let mut test = None;
    let mut new_test = || Test { men, aim: &aim, knights, safety: Safety::new(men) };
    for CheckingMan { kind, from, to } in &candidates[..count.min(16)] {
        let to = to & cover.wanted(men, *kind, *from);
        if to != 0 {
            let test = test.get_or_insert_with(&mut new_test);
            if squares(to & test.safety.of(*from)).any(|to| test.mates(Step::plain(*kind, *from, to))) {
                return true;
            }
        }
    }
    others && test.get_or_insert_with(new_test).others_mate(promoting)
}

/// The king to be mated, and the men that can give check to it.
struct MateTarget {
    king: Sq,
    /// By kind of man: squares from which the man gives check.
    checks: [u64; 6],
    /// Men of the side to move that open the line of a line man to the king by leaving their squares.
    batteries: u64,
    /// *Held* men of the other side: those that may be pinned after a move.
    held: u64,
}

impl MateTarget {
    fn new(men: &Men) -> MateTarget {
        let king = men.their_king();
        let occupied = men.occupied();
        let (straight, diagonal) = (bitboard::rook(king, occupied), bitboard::bishop(king, occupied));
        let checks =
            [bitboard::pawn(Color::Black, king), bitboard::knight(king), diagonal, straight, straight | diagonal, 0];
        let (mut batteries, mut held) = (0, 0);
        for sniper in squares(men.snipers(king) & men.own) {
            let line = between(king, sniper) & occupied;
            let (own, theirs) = (line & men.own, line & men.theirs);
            match (own.count_ones(), theirs.count_ones()) {
                (1, 0) => batteries |= own,
                (0 | 1, 1) => held |= theirs,
                _ => {}
            }
        }
        MateTarget { king, checks, batteries, held }
    }

    /// Returns the arrival squares on which the man may give check: all squares if the man opens a line to the king
    /// by leaving its square.
    fn wanted(&self, kind: u8, from: Sq) -> u64 {
        if self.batteries & bit(from) != 0 { !0 } else { self.checks[usize::from(kind)] }
    }

    /// Returns the pawns of the side to move that may give check by a move that is neither a promotion nor a capture en
    /// passant.
    fn checking_pawns(&self, men: &Men) -> u64 {
        let aims = self.checks[usize::from(PAWN)] & !men.own;
        let from = aims >> 8
            | aims >> 16
            | squares(aims & men.theirs).fold(0, |all, sq| all | bitboard::pawn(Color::Black, sq));
        men.mine(PAWN) & (from | self.batteries)
    }
}

/// The *open* squares beside the king (those that are not attacked), and the squares from which one man attacks all
/// of them.
struct Cover {
    open: u64,
    /// By kind of man: squares from which the man attacks all open squares, except one that it occupies.
    complete: [u64; 6],
    /// Men of the side to move that are on lines of its line men. Only these men can be openers, which open a line by
    /// leaving.
    seen: u64,
    occupied: u64,
}

impl Cover {
    fn new(men: &Men, aim: &MateTarget, once: u64, lines: u64) -> Cover {
        let occupied = men.occupied() & !bit(aim.king);
        let open = bitboard::king(aim.king) & !men.theirs & !once;
        let mut complete = [!0; 6];
        for flight in squares(open) {
            let (straight, diagonal) = (bitboard::rook(flight, occupied), bitboard::bishop(flight, occupied));
            for (complete, seen) in complete.iter_mut().zip(bitboard::attacked_from(flight, diagonal, straight)) {
                *complete &= seen | bit(flight);
            }
        }
        Cover { open, complete, seen: if open == 0 { 0 } else { lines & men.own }, occupied }
    }

    /// Returns the arrival squares of the man after which no open square may be left. For an opener, returns all
    /// squares.
    fn wanted(&self, men: &Men, kind: u8, from: Sq) -> u64 {
        if self.seen & bit(from) != 0 && self.is_opener(men, from) { !0 } else { self.complete[usize::from(kind)] }
    }

    /// Whether the man on `from` is an opener: alone between a line man of its side and an open square.
    fn is_opener(&self, men: &Men, from: Sq) -> bool {
        squares(self.open).any(|flight| {
            squares(men.snipers(flight) & men.own).any(|sniper| between(flight, sniper) & self.occupied == bit(from))
        })
    }
}

/// The data for the full test of whether a move mates.
struct Test<'a> {
    men: &'a Men,
    aim: &'a MateTarget,
    /// Squares that the attacker's knights attack before the move.
    knights: u64,
    safety: Safety,
}

impl Test<'_> {
    /// Whether the side to move mates with a special move: a king's move that fires a battery, a promotion, castling,
    /// or a capture en passant.
    fn others_mate(&self, promoting: u64) -> bool {
        let (men, safety) = (self.men, &self.safety);
        if self.aim.batteries & bit(safety.king) != 0 {
            let mut steps = squares(bitboard::king(safety.king) & !men.own);
            if steps.any(|to| safety.lets_king_go(men, to) && self.mates(Step::plain(KING, safety.king, to))) {
                return true;
            }
        }
        for from in squares(promoting) {
            for to in squares(pawn_arrivals(men, from) & safety.of(from) & RANK_8) {
                if [QUEEN, KNIGHT].into_iter().any(|becomes| self.mates(Step { from, to, kind: PAWN, becomes })) {
                    return true;
                }
            }
        }
        if men.castling & OWN_RIGHTS != 0 && !safety.is_check {
            let mates = |step: Step| is_mated(&men.play(step).turned());
            if castlings(men).into_iter().flatten().any(mates) {
                return true;
            }
        }
        men.passed != 0
            && squares(men.mine(PAWN)).any(|from| {
                en_passant(men, from).is_some_and(|step| {
                    let after = men.play(step).turned();
                    is_mated(&after)
                })
            })
    }

    /// Whether the legal move `step` mates.
    fn mates(&self, step: Step) -> bool {
        let after = self.men.play(step);
        let occupied = after.occupied();
        let king = self.aim.king;
        let lifted = occupied & !bit(king);
        let from_there = attacks(step.becomes, step.to, lifted);
        let mut checkers = if from_there & bit(king) != 0 { bit(step.to) } else { 0 };
        if self.aim.batteries & bit(step.from) != 0 {
            checkers |= after.seeing(king, after.own, occupied);
        }
        if checkers == 0 || self.leaves_flight(step, &after, from_there, lifted) {
            return false;
        }
        let held = if self.aim.batteries & bit(step.from) != 0 { !0 } else { self.aim.held };
        let is_double = checkers & (checkers - 1) != 0;
        let is_answered = self.is_parried(&after, checkers.trailing_zeros() as Sq, occupied, held)
            || after.passed != 0 && is_answered_en_passant(&after);
        is_double || !is_answered
    }

    /// Whether the king can go to some square after the move.
    fn leaves_flight(&self, step: Step, after: &Men, from_there: u64, lifted: u64) -> bool {
        let knights = match (step.kind, step.becomes) {
            (KNIGHT, _) | (_, KNIGHT) => squares(after.mine(KNIGHT)).fold(0, |all, sq| all | bitboard::knight(sq)),
            _ => self.knights,
        };
        let by_leapers = knights | bitboard::pawns(Color::White, after.mine(PAWN)) | bitboard::king(after.king());
        let left = bitboard::king(self.aim.king) & !after.theirs & !(from_there | by_leapers);
        squares(left).any(|sq| !after.is_seen(sq, after.own, lifted))
    }

    /// Whether a man of the other side, except its king, can capture the checking man or interpose. Captures en passant
    /// are ignored.
    fn is_parried(&self, after: &Men, checker: Sq, occupied: u64, held: u64) -> bool {
        let king = self.aim.king;
        let free = after.theirs & !bit(king);
        let mut by_held = captors(after, checker, occupied) & free;
        if by_held & !held != 0 {
            return true;
        }
        for sq in squares(between(king, checker)) {
            let there = stepping(after, sq, occupied) & free;
            if there & !held != 0 {
                return true;
            }
            by_held |= there;
        }
        by_held != 0 && by_held & !pinned(after, king, occupied) != 0
    }
}

/// Returns the men of the other side, except its king, that can capture on `sq`. Pins and captures en passant are
/// ignored.
pub(super) fn captors(men: &Men, sq: Sq, occupied: u64) -> u64 {
    men.theirs
        & (bitboard::knight(sq) & men.kinds[usize::from(KNIGHT)]
            | bitboard::pawn(Color::White, sq) & men.kinds[usize::from(PAWN)])
        | men.seeing(sq, men.theirs, occupied)
}

/// Returns the men of the other side, except its king, that can go to the empty square `sq`. Pins and captures en
/// passant are ignored.
pub(super) fn stepping(men: &Men, sq: Sq, occupied: u64) -> u64 {
    let pawns = men.others(PAWN);
    let ahead = bit(sq) << 8;
    let mut stepping = ahead & pawns;
    if ahead & RANK_6 & !occupied != 0 {
        stepping |= ahead << 8 & pawns;
    }
    stepping | bitboard::knight(sq) & men.others(KNIGHT) | men.seeing(sq, men.theirs, occupied)
}

/// Returns the pinned men of the other side: those alone between their king on `king` and a line man of the side to
/// move.
fn pinned(men: &Men, king: Sq, occupied: u64) -> u64 {
    squares(men.snipers(king) & men.own)
        .map(|sniper| between(king, sniper) & occupied)
        .filter(|line| line.is_power_of_two())
        .fold(0, |all, line| all | line & men.theirs)
}

/// Whether the other side can legally capture the pawn en passant after its double step.
fn is_answered_en_passant(after: &Men) -> bool {
    let reply = after.turned();
    squares(reply.mine(PAWN)).any(|from| en_passant(&reply, from).is_some())
}

/// Whether the side to move is in check and has no legal move. This is mate by definition, tested without shortcuts.
pub fn is_mated(men: &Men) -> bool {
    men.is_attacked(men.king(), men.occupied()) && !any_step(men, &mut |_| true)
}
