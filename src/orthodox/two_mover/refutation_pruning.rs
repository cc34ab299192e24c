//! Mate in two: first moves that change nothing about a reply that was good enough without them.
//!
//! Call the sides Attacker and Defender; the Attacker is to move and has two moves left. Let `s` be a move that the
//! Defender could make now, and `P` the position after it, in which the Attacker (who has not moved) is not in check and
//! has no mate in one. Then a first move of a man from `a` to `b` fails too, whenever `s` is still possible after it and
//! gives a position `Q` without a mate. `Q` differs from `P` in one man, on `b` instead of `a`. Suppose a second move
//! mates in `Q`; from that follows where `a` or `b` has to be, and all other first moves need not be tried.
//!
//! The first move captures nothing, promotes nothing, does not castle: those are always tried. There is no castling, no
//! double step among the replies, so no capture en passant by the Attacker.
//! Let `k` be the king's square in `P`, its ring the squares beside it. Lines "through own men" are those
//! which only men of the Defender stop: the Attacker's men may leave them.
//!
//! *What leaving `a` can do* ([`Standing::leaving`]): open a line to `k` or to a man pinned there (`a` is on such a line),
//! to the ring (`a` is between a line man, as it stands or as it may stand when giving check, and the ring), or make
//! way for the man that gives check (`a` is on its way or where it arrives; pawns: straight ahead). A king that leaves
//! may set free men pinned to it. A battery of a line man may fire in any direction, so then `s` is not used.
//!
//! *What arriving at `b` can do* ([`Standing::arriving`]):
//! * prevent `s`: by check to the king before or after `s`, in its way, on a line to the king (a pin);
//! * prepare a check by the same man: from `b` it goes on to a square from which it checks (not by leaving a line: a line
//!   through `b` would have been open before). It has to attack all of `U`, the squares of the ring that no man of the
//!   Defender holds and no man of the Attacker attacks, not even through own men; those it cannot stand on. (What it
//!   could do by going back over `a` it could have done from `a`, in `P`);
//! * help another man that goes from `c` to `d` with check. What no other man attacks of the ring, and this one does not
//!   from `d`, has to be attacked from `b`, `d` itself included. When nothing of that kind is left to do, all flights are
//!   taken in `P` too, and what is wrong there is that the Defender has an answer or the move is illegal. So `b` is on the
//!   way of a line man or pawn of the Defender to `d` or to a square between `d` and `k`, or the man on `b` pins one
//!   of the Defender, or sets free one of its own.
//!
//! So this holds in orthodox chess with one king each.

use crate::orthodox::Rules;
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, ahead, between, bit, squares};
use crate::orthodox::board::moves::{Move, MoveKind};
use crate::orthodox::board::pins::snipers;
use crate::orthodox::last_move::mate;
use crate::orthodox::position::OrthodoxPosition;
use crate::orthodox::rules::legal::legal_batches;
use crate::orthodox::rules::movegen::BatchKind;
use crate::position::Position;
use crate::units::{Color, Piece};

/// So many replies are looked at, at most.
const MOST_REPLIES: usize = 4;
const ALL: [Piece; KINDS] = [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN, Piece::KING];
const LINE_MEN: [Piece; 3] = [Piece::BISHOP, Piece::ROOK, Piece::QUEEN];
const KINDS: usize = 6;

/// Calls `take` for the legal moves but those after which one of the replies, as is known without trying, is legal and
/// leaves no mate in one; until it answers `true`. `None` where nothing is known.
pub fn moves_unanswered(
    position: &OrthodoxPosition,
    replies: impl Iterator<Item = Move>,
    take: &mut impl FnMut(Move) -> bool,
) -> Option<bool> {
    let board = position.board();
    let king = board.men(board.side(), Piece::KING);
    if position.rules() != Rules::Orthodox
        || !board.has_one_king_each()
        || board.castling() != 0
        || board.is_attacked(king.trailing_zeros() as Sq, !board.side(), board.occupied())
    {
        return None;
    }
    let passed = position.passed();
    let mut standing = [const { Standing::NONE }; MOST_REPLIES];
    let mut count = 0;
    for reply in replies {
        if let Some(found) = Standing::new(position, &passed, reply) {
            standing[count] = found;
            count += 1;
            if count == MOST_REPLIES {
                break;
            }
        }
    }
    if count == 0 {
        return None;
    }
    let captures = board.of(!board.side());
    let wanted = |piece: Piece, from: Sq, kind: BatchKind| match kind {
        BatchKind::Normal | BatchKind::DoubleStep => {
            captures | standing[..count].iter().fold(!0, |all, standing| all & standing.wanted(piece, from))
        }
        BatchKind::Promotion | BatchKind::EnPassant | BatchKind::Castling(_) => !0,
    };
    Some(legal_batches(position, &wanted, &mut |batch| batch.any(take)))
}

/// Moves of the Defender's king, if only to squares that are free.
pub fn flights(board: &Board) -> impl Iterator<Item = Move> {
    // There may be none.
    squares(board.men(!board.side(), Piece::KING)).take(1).flat_map(move |from| {
        let without_king = board.occupied() ^ bit(from);
        squares(bitboard::king(from) & !without_king)
            .filter(move |&to| !board.is_attacked(to, board.side(), without_king))
            .map(move |to| Move { from, to, kind: MoveKind::Normal })
    })
}

fn seventh(color: Color) -> u64 {
    match color {
        Color::White => RANK_8 >> 8,
        Color::Black => RANK_1 << 8,
    }
}

/// What a first move has to do, if a reply is not to answer it.
struct Standing {
    /// It leaves one of these squares,
    leaving: u64,
    /// or arrives on one of these, by kind of man.
    arriving: [u64; KINDS],
}

impl Standing {
    const NONE: Standing = Standing { leaving: 0, arriving: [0; KINDS] };

    fn wanted(&self, piece: Piece, from: Sq) -> u64 {
        if self.leaving & bit(from) != 0 { !0 } else { self.arriving[piece.index()] }
    }

    /// `None` when the reply is of no use: not legal, not plain, a check, or one that is met by a mate.
    fn new(position: &OrthodoxPosition, passed: &OrthodoxPosition, reply: Move) -> Option<Standing> {
        if reply.kind != MoveKind::Normal {
            return None;
        }
        let mut passed = *passed;
        passed.with_move_if_legal(reply, |after| {
            let quiet = !after.is_check() && !mate::mating_moves(after, &mut |_| true);
            let geometry = quiet.then(|| Geometry::new(position.board(), after.board(), reply)).flatten()?;
            Some(geometry.standing())
        })?
    }
}

/// The board before and after the reply, and the lines on it.
struct Geometry<'a> {
    before: &'a Board,
    after: &'a Board,
    reply: Move,
    side: Color,
    theirs: u64,
    king: Sq,
    ring: u64,
    /// What stops lines through own men; the king does not, since it may step back.
    stops: u64,
    /// By kind: from where a man checks.
    checks: [u64; KINDS],
    /// What the Attacker's men attack through own men, and what two of them do.
    once: u64,
    twice: u64,
    /// Squares of the ring that nobody holds or attacks.
    open: u64,
}

impl<'a> Geometry<'a> {
    /// `None` when a line man stands before another that would give check if it left.
    fn new(before: &'a Board, after: &'a Board, reply: Move) -> Option<Geometry<'a>> {
        let side = after.side();
        let (own, theirs, occupied) = (after.of(side), after.of(!side), after.occupied());
        let king = after.men(!side, Piece::KING).trailing_zeros() as Sq;
        let batteries = squares(snipers(after, king, side))
            .map(|sniper| between(sniper, king) & occupied)
            .filter(|men| men.is_power_of_two())
            .fold(0, |all, man| all | man & own);
        if batteries != 0 {
            return None;
        }
        let stops = theirs & !bit(king);
        let ring = bitboard::king(king);
        let (mut once, mut twice) = (0, 0);
        for piece in ALL {
            for sq in squares(after.men(side, piece)) {
                let attacked = bitboard::attacks(piece, side, sq, stops);
                twice |= once & attacked;
                once |= attacked;
            }
        }
        let mut checks = [0; KINDS];
        for piece in [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN] {
            // From where a man attacks the king is what such a man attacks from there (pawns look the other way).
            checks[piece.index()] = bitboard::attacks(piece, !side, king, occupied);
        }
        let open = ring & !theirs & !once;
        Some(Geometry { before, after, reply, side, theirs, king, ring, stops, checks, once, twice, open })
    }

    /// The squares from which a man attacks this one, be it through own men.
    fn attacking(&self, piece: Piece, sq: Sq) -> u64 {
        bitboard::attacks(piece, !self.side, sq, self.stops)
    }

    fn standing(&self) -> Standing {
        let mut standing = Standing { leaving: bit(self.reply.to), arriving: [0; KINDS] };
        self.prevent_the_reply(&mut standing);
        self.make_way(&mut standing);
        self.go_on_to_check(&mut standing);
        self.help_to_check(&mut standing);
        standing
    }

    /// The lines to a king, through own men and one of the Defender's: diagonals, and ranks and files.
    fn lines_to(&self, king: Sq, board: &Board) -> [u64; 2] {
        let stops = board.of(!self.side) & !bit(king);
        let through = |lines: &dyn Fn(u64) -> u64| lines(stops & !lines(stops));
        [through(&|stops| bitboard::bishop(king, stops)), through(&|stops| bitboard::rook(king, stops))]
    }

    fn prevent_the_reply(&self, standing: &mut Standing) {
        let Move { from, to, .. } = self.reply;
        let promotes = self.after.men(self.side, Piece::PAWN) & seventh(self.side) != 0;
        let before = self.before.men(!self.side, Piece::KING).trailing_zeros() as Sq;
        let in_the_way = bit(from) | bit(to) | between(from, to);
        let through_own = self.before.of(!self.side);
        for piece in [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN] {
            standing.arriving[piece.index()] |= in_the_way
                | bitboard::attacks(piece, !self.side, before, through_own)
                | self.attacking(piece, self.king);
        }
        standing.arriving[Piece::KING.index()] |= in_the_way | bitboard::king(self.king) | bitboard::king(before);
        for (king, board) in [(before, self.before), (self.king, self.after)] {
            let [diagonal, straight] = self.lines_to(king, board);
            standing.arriving[Piece::BISHOP.index()] |= diagonal;
            standing.arriving[Piece::ROOK.index()] |= straight;
            standing.arriving[Piece::QUEEN.index()] |= diagonal | straight;
            let of = |piece| promotes || self.after.men(self.side, piece) != 0;
            standing.leaving |= if of(Piece::QUEEN) || of(Piece::BISHOP) { diagonal } else { 0 };
            standing.leaving |= if of(Piece::QUEEN) || of(Piece::ROOK) { straight } else { 0 };
        }
    }

    fn make_way(&self, standing: &mut Standing) {
        let pawns = self.after.men(self.side, Piece::PAWN);
        let one = ahead(self.side, pawns);
        standing.leaving |= one | ahead(self.side, one);
        for from in squares(self.after.men(self.side, Piece::KNIGHT)) {
            standing.leaving |= bitboard::knight(from) & self.checks[Piece::KNIGHT.index()];
        }
        let to_the_ring = |piece: Piece, sq: Sq| {
            let reached = bitboard::attacks(piece, self.side, sq, self.stops) & self.ring;
            squares(reached).fold(0, |all, end| all | between(sq, end))
        };
        for sq in squares(one | bitboard::pawns(self.side, pawns)).filter(|&sq| bit(sq) & (RANK_1 | RANK_8) != 0) {
            standing.leaving |= to_the_ring(Piece::QUEEN, sq);
        }
        for piece in LINE_MEN {
            for from in squares(self.after.men(self.side, piece)) {
                standing.leaving |= to_the_ring(piece, from);
                let reached = bitboard::attacks(piece, self.side, from, self.theirs);
                for sq in squares(reached & self.checks[piece.index()]) {
                    standing.leaving |= between(from, sq) | bit(sq) | to_the_ring(piece, sq);
                }
            }
        }
        if self.pinned_lines() != 0 {
            standing.leaving |= self.after.men(self.side, Piece::KING);
        }
    }

    /// The squares between own pinned men, or the king, and what pins them.
    fn pinned_lines(&self) -> u64 {
        let king = self.after.men(self.side, Piece::KING).trailing_zeros() as Sq;
        squares(snipers(self.after, king, !self.side))
            .map(|sniper| between(sniper, king))
            .filter(|line| (line & self.after.occupied()).is_power_of_two())
            .fold(0, |all, line| all | line)
    }

    /// The same man checks next, and attacks all open squares.
    fn go_on_to_check(&self, standing: &mut Standing) {
        let occupied = self.after.occupied();
        for piece in [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN] {
            if self.after.men(self.side, piece) == 0 {
                continue;
            }
            let complete = squares(self.open)
                .fold(self.checks[piece.index()] & !self.open, |all, sq| all & self.attacking(piece, sq));
            for sq in squares(complete) {
                standing.arriving[piece.index()] |= match piece {
                    Piece::PAWN => {
                        let one = ahead(!self.side, bit(sq));
                        one | ahead(!self.side, one) | bitboard::pawn(!self.side, sq)
                    }
                    _ => bitboard::attacks(piece, self.side, sq, occupied),
                };
            }
        }
        // It promotes next.
        standing.arriving[Piece::PAWN.index()] |= seventh(self.side);
    }

    /// Another man checks next, and this one does what is left to do.
    fn help_to_check(&self, standing: &mut Standing) {
        for piece in [Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN] {
            for from in squares(self.after.men(self.side, piece)) {
                let reached = bitboard::attacks(piece, self.side, from, self.theirs);
                self.help_man_to_check(standing, from, piece, reached & self.checks[piece.index()]);
            }
        }
        for from in squares(self.after.men(self.side, Piece::PAWN)) {
            let one = ahead(self.side, bit(from));
            let captures = bitboard::pawn(self.side, from);
            if bit(from) & seventh(self.side) == 0 {
                let reached = one | ahead(self.side, one) | captures;
                self.help_man_to_check(standing, from, Piece::PAWN, reached & self.checks[Piece::PAWN.index()]);
                continue;
            }
            // Queen and knight together do what any promoted man does.
            for piece in [Piece::QUEEN, Piece::KNIGHT] {
                let checks = bitboard::attacks(piece, self.side, self.king, self.after.occupied() & !bit(from));
                self.help_man_to_check(standing, from, piece, (one | captures) & checks);
            }
        }
    }

    /// The man from `from` goes to one of the squares `checks`, and is a `piece` there.
    fn help_man_to_check(&self, standing: &mut Standing, from: Sq, piece: Piece, checks: u64) {
        if checks == 0 {
            return;
        }
        let by_this = bitboard::attacks(self.after.piece_at(from), self.side, from, self.stops);
        for check in squares(checks) {
            let to_be_taken = self.ring & !(self.theirs & !bit(check));
            let attacked = self.twice | self.once & !by_this | bitboard::attacks(piece, self.side, check, self.stops);
            let mut left = to_be_taken & !attacked;
            if left == 0 {
                left = to_be_taken & !self.attacked_after(from, piece, check);
            }
            if left != 0 {
                for piece in ALL {
                    standing.arriving[piece.index()] |=
                        squares(left).fold(!0, |all, sq| all & self.attacking(piece, sq));
                }
            } else {
                let shut = self.ways_to_parry(check) | self.pinned_lines();
                standing.arriving.iter_mut().for_each(|arriving| *arriving |= shut);
            }
        }
    }

    /// What the Attacker attacks when the man from `from` stands on `to` as a `piece`, and the king steps aside.
    fn attacked_after(&self, from: Sq, piece: Piece, to: Sq) -> u64 {
        let occupied = self.after.occupied() & !bit(from) & !bit(self.king) | bit(to);
        let mut attacked = bitboard::attacks(piece, self.side, to, occupied);
        for piece in ALL {
            for sq in squares(self.after.men(self.side, piece) & !bit(from)) {
                attacked |= bitboard::attacks(piece, self.side, sq, occupied);
            }
        }
        attacked
    }

    /// The squares through which a man of the Defender can come to capture the man that gives check, or between it and the
    /// king.
    fn ways_to_parry(&self, check: Sq) -> u64 {
        let wanted = bit(check) | between(check, self.king);
        let mut ways = 0;
        for piece in LINE_MEN {
            for from in squares(self.after.men(!self.side, piece)) {
                let reached = bitboard::attacks(piece, !self.side, from, self.theirs) & wanted;
                ways |= squares(reached).fold(0, |all, to| all | between(from, to));
            }
        }
        // A pawn's double step.
        ways | ahead(!self.side, self.after.men(!self.side, Piece::PAWN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Color;
    use crate::units::Placement;

    #[test]
    fn who_has_no_king_has_no_flights() {
        let replies = |fen: &str| flights(&Board::new(&Placement::of_letters(fen), Color::White)).count();
        assert_eq!(replies("8/8/8/8/8/8/8/n1K4Q"), 0);
        assert_eq!(replies("7k/8/8/8/8/8/8/n1K4Q"), 2);
    }
}
