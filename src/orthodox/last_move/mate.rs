//! Finds the moves that mate at once, and tests whether every move mates. These are the most frequent questions at
//! the last plies.
//!
//! Only moves that may give check are examined. In orthodox chess the move must also be able to cover all flights,
//! and the check must have no obvious parry. These tests are only filters: each move that passes them is played and
//! tested for mate.

use super::parry::Parry;
use crate::orthodox::Rules;
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::board::moves::Move;
use crate::orthodox::board::pins::snipers;
use crate::orthodox::position::OrthodoxPosition;
use crate::orthodox::rules::judge::{BatchVerdict, MoveJudge};
use crate::orthodox::rules::legal::{has_free_flight, legal_batches, legal_moves, masks_apply, take_judged};
use crate::orthodox::rules::movegen::{BatchKind, MoveBatch, pseudo_legal_batches};
use crate::orthodox::rules::{isardam, madrasi};
use crate::position::Position;
use crate::units::{Color, Piece};

/// Calls `take` for each legal move that mates, until `take` returns `true`. Returns whether `take` returned `true`.
pub fn mating_moves(position: &OrthodoxPosition, take: &mut impl FnMut(Move) -> bool) -> bool {
    match MateTarget::new(position) {
        Some(aim) if masks_apply(position) => aimed_mating_moves(position, &aim, take),
        Some(aim) => judged_mating_moves(position, &aim, take),
        None => legal_moves(position, &mut |m| position.after(m).is_mate() && take(m)),
    }
}

/// Whether the side to move has a legal move and each of its legal moves mates.
pub fn every_move_mates(position: &OrthodoxPosition) -> bool {
    let mut legal = false;
    let spared = match MateTarget::new(position) {
        Some(aim) if masks_apply(position) => {
            let no_check = |batch: &MoveBatch| batch.to & !aim.wanted(batch.piece, batch.from, batch.kind) != 0;
            // The cheapest test comes first and plays nothing: some move does not even give check.
            legal_batches(position, &|_, _, _| !0, &mut |batch| {
                legal = true;
                no_check(&batch)
            }) || legal
                && legal_batches(position, &|_, _, _| !0, &mut |batch| batch.any(&mut |m| !position.after(m).is_mate()))
        }
        Some(aim) => {
            // The king's moves come first. A move without check whose legality is in doubt has to be tried.
            if has_free_flight(position, |king| !aim.wanted(Piece::KING, king, BatchKind::Normal)) {
                return false;
            }
            let judge = MoveJudge::new(position);
            pseudo_legal_batches(position, &mut |batch| {
                let BatchVerdict { legal: known, doubtful } = judge.sort(&batch);
                let checks = aim.wanted(batch.piece, batch.from, batch.kind);
                legal |= known != 0;
                let quiet = MoveBatch { to: doubtful & !checks, ..batch };
                known & !checks != 0 || quiet.to != 0 && quiet.any(&mut |m| position.is_legal_by_playing(m))
            }) || pseudo_legal_batches(position, &mut |batch| {
                take_judged(position, batch, judge.sort(&batch), &mut |m| {
                    legal = true;
                    !position.after(m).is_mate()
                })
            })
        }
        None => legal_moves(position, &mut |m| {
            legal = true;
            !position.after(m).is_mate()
        }),
    };
    legal && !spared
}

fn judged_mating_moves(position: &OrthodoxPosition, aim: &MateTarget, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
    let may_stay_put = king_may_be_unable_to_go(position, aim.king);
    let mut cover = None;
    let mut judge = None;
    pseudo_legal_batches(position, &mut |batch| {
        let to = batch.to & aim.wanted(batch.piece, batch.from, batch.kind);
        if to == 0 {
            return false;
        }
        let plain = matches!(batch.kind, BatchKind::Normal | BatchKind::DoubleStep);
        let cover = cover.get_or_insert_with(|| Cover::new(board, aim.king));
        let to = if plain
            && !may_stay_put
            && batch.piece != Piece::KING
            && bit(batch.from) & (aim.openers | cover.openers) == 0
        {
            let rivals = match position.rules() {
                Rules::Isardam(_) if isardam::LINE_MEN.contains(&batch.piece) => {
                    board.men(!board.side(), batch.piece) & isardam::lines(batch.piece, aim.king)
                }
                _ => 0,
            };
            let completing = cover.completing(batch.piece, batch.from, batch.kind);
            let complete = |&to: &Sq| completing & bit(to) != 0 || line_through(aim.king, to) & rivals != 0;
            squares(to).filter(complete).fold(0, |all, to| all | bit(to))
        } else {
            to
        };
        if to == 0 {
            return false;
        }
        let batch = MoveBatch { to, ..batch };
        let BatchVerdict { legal, doubtful } = judge.get_or_insert_with(|| MoveJudge::new(position)).sort(&batch);
        legal | doubtful != 0
            && take_judged(position, batch, BatchVerdict { legal, doubtful }, &mut |m| {
                position.after(m).is_mate() && take(m)
            })
    })
}

fn aimed_mating_moves(position: &OrthodoxPosition, aim: &MateTarget, take: &mut impl FnMut(Move) -> bool) -> bool {
    let board = position.board();
    let cover = Cover::new(board, aim.king);
    let openers = aim.openers | cover.openers;
    let wanted = |piece, from, kind| match kind {
        _ if openers & bit(from) != 0 => aim.wanted(piece, from, kind),
        _ => aim.wanted(piece, from, kind) & cover.completing(piece, from, kind),
    };
    let mut parry = None;
    legal_batches(position, &wanted, &mut |batch| {
        let from = batch.from;
        let plain = matches!(batch.kind, BatchKind::Normal | BatchKind::DoubleStep);
        let filtered = plain && bit(from) & openers == 0;
        batch.any(&mut |m| {
            !(filtered && parry.get_or_insert_with(|| Parry::new(board, aim.king)).is_possible(m.from, m.to))
                && position.after(m).is_mate()
                && take(m)
        })
    })
}

/// The king to be mated, and the squares from which men of the side to move give check to it.
pub struct MateTarget {
    pub king: Sq,
    /// By kind of man: squares from which the man attacks the king, with the men as they are now.
    checks: [u64; 6],
    /// Men of the side to move that may open a line to the king by leaving their squares.
    openers: u64,
    occupied: u64,
    orthodox: bool,
}

impl MateTarget {
    /// Returns the target. Returns `None` if the other side does not have exactly one king. Also returns `None` if
    /// this king is attacked without being in check and the reason for that is unknown.
    pub fn new(position: &OrthodoxPosition) -> Option<MateTarget> {
        let board = position.board();
        let side = board.side();
        let kings = board.men(!side, Piece::KING);
        let king = kings.is_power_of_two().then(|| kings.trailing_zeros() as Sq)?;
        let released = match position.rules() {
            Rules::Orthodox => Released::default(),
            Rules::Madrasi(_) | Rules::Isardam(_) => standing_attacks_released(position, king)?,
        };
        let occupied = board.occupied();
        let (bishop, rook) = (bitboard::bishop(king, occupied), bitboard::rook(king, occupied));
        let mut checks = [released.arriving; 6];
        checks[Piece::PAWN.index()] |= bitboard::pawn(!side, king);
        checks[Piece::KNIGHT.index()] |= bitboard::knight(king);
        checks[Piece::BISHOP.index()] |= bishop;
        checks[Piece::ROOK.index()] |= rook;
        checks[Piece::QUEEN.index()] |= bishop | rook;
        if matches!(position.rules(), Rules::Isardam(_)) {
            checks[Piece::KING.index()] |= bitboard::king(king);
        }
        let mut openers = released.leaving;
        for sniper in squares(snipers(board, king, side)) {
            let blockers = between(king, sniper) & occupied;
            // With two men between, only a capture en passant could open the line; these captures are always examined.
            if blockers & blockers.wrapping_sub(1) == 0 {
                openers |= blockers & board.of(side);
            }
        }
        Some(MateTarget { king, checks, openers, occupied, orthodox: position.rules() == Rules::Orthodox })
    }

    /// Whether the man on `from` may open a line to the king by leaving its square.
    pub fn may_open(&self, from: Sq) -> bool {
        self.openers & bit(from) != 0
    }

    /// Returns the arrival squares on which a move of this kind may give check. No check is missed:
    ///
    /// 1. A man gives check from its arrival square, or opens a line.
    /// 2. If a line man arrives on a line through the square that it has left, it gave check along this line before.
    /// 3. Captures en passant and castling always pass.
    pub fn wanted(&self, piece: Piece, from: Sq, kind: BatchKind) -> u64 {
        match kind {
            BatchKind::EnPassant | BatchKind::Castling(_) => !0,
            BatchKind::Promotion if !self.orthodox => !0,
            _ if self.openers & bit(from) != 0 => !0,
            BatchKind::Normal | BatchKind::DoubleStep => self.checks[piece.index()],
            // The square that the pawn has left no longer obstructs the promoted man.
            BatchKind::Promotion => {
                bitboard::attacks(Piece::QUEEN, Color::White, self.king, self.occupied & !bit(from))
                    | bitboard::knight(self.king)
            }
        }
    }
}

/// Whether a rule may forbid the king to go to a square that no man attacks. In Madrasi this may be a square beside
/// the other king, which may paralyse the king; in Isardam, a square on a line between two line men of one kind. The
/// answer `false` still holds after a move of another man, if the move opens no line and does not arrive on a line
/// from the king to a man of its own kind.
fn king_may_be_unable_to_go(position: &OrthodoxPosition, king: Sq) -> bool {
    let board = position.board();
    match position.rules() {
        Rules::Orthodox => false,
        Rules::Madrasi(_) => bitboard::king(king) & board.men(board.side(), Piece::KING) != 0,
        Rules::Isardam(_) => isardam::LINE_MEN.into_iter().any(|piece| {
            let lines = isardam::lines(piece, king);
            let theirs = lines & board.men(!board.side(), piece);
            squares(lines & board.men(board.side(), piece)).any(|sq| line_through(sq, king) & theirs != 0)
        }),
    }
}

/// Departure squares and arrival squares of moves that may turn an existing attack into a check. The attack is no
/// check before the move.
#[derive(Clone, Copy, Default)]
struct Released {
    leaving: u64,
    arriving: u64,
}

/// Returns the squares at which moves may turn existing attacks on the king into checks. Only conditions have attacks
/// on a king that are no checks. Returns `None` if the reason why an attack is no check is unknown.
///
/// * Madrasi: enemy men of its kind paralyse the attacking man. A move releases it by capturing each of them or
///   shutting its line (a paralysed man does not move itself). If a pawn is paralysed because of its double step, any
///   move releases it.
/// * Isardam: the attacker may not capture the king because two men of one kind would observe each other. The attack
///   becomes check only if one of the two leaves, a man comes between them, or the attacker itself moves.
fn standing_attacks_released(position: &OrthodoxPosition, king: Sq) -> Option<Released> {
    let board = position.board();
    let side = board.side();
    let mut released = Released::default();
    for attacker in squares(board.attackers(king, side, board.occupied())) {
        match position.rules() {
            Rules::Madrasi(rules) => {
                let observers = madrasi::observers(board, attacker, side, rules.rex_inclusive);
                if observers == 0 {
                    return None;
                }
                released.arriving |= squares(observers).fold(!0, |all, sq| all & (bit(sq) | between(attacker, sq)));
            }
            Rules::Isardam(rules) if !rules.type_b && position.is_known_clean() => {
                let forbidden = isardam::forbidden_because(board, attacker, king, side, rules)?;
                released.leaving |= forbidden.leaving & board.of(side);
                released.arriving |= forbidden.arriving & !board.of(side);
            }
            Rules::Isardam(_) | Rules::Orthodox => return None,
        }
    }
    Some(released)
}

/// The *open* flights of the king (those not guarded before the move), and the men that can guard all of them with
/// one move.
pub struct Cover {
    open: u64,
    occupied_without_king: u64,
    /// Men of the side to move that, by leaving their squares, open the line of another man to an open flight.
    openers: u64,
    /// By kind of man: squares from which the man guards all open flights, except one on which it may be itself. The
    /// square that the man leaves can be ignored: if it obstructed the man's line, the squares behind it were not
    /// open.
    completing: [u64; 6],
}

impl Cover {
    pub fn new(board: &Board, king: Sq) -> Cover {
        let side = board.side();
        let own = board.of(side);
        let occupied_without_king = board.occupied() ^ bit(king);
        let mut guarded = bitboard::pawns(side, board.men(side, Piece::PAWN));
        for piece in [Piece::KNIGHT, Piece::KING] {
            for sq in squares(board.men(side, piece)) {
                guarded |= bitboard::attacks(piece, side, sq, 0);
            }
        }
        let mut seen = 0;
        for piece in [Piece::BISHOP, Piece::ROOK, Piece::QUEEN] {
            for sq in squares(board.men(side, piece)) {
                seen |= bitboard::attacks(piece, side, sq, occupied_without_king);
            }
        }
        let open = bitboard::king(king) & !board.of(!side) & !(guarded | seen);
        let candidates = seen & own;
        let mut openers = 0;
        let mut completing = [!0; 6];
        for flight in squares(open) {
            for (all, guarding) in completing.iter_mut().zip(guarding(side, flight, occupied_without_king)) {
                *all &= guarding | bit(flight);
            }
            for sniper in squares(if candidates == 0 { 0 } else { snipers(board, flight, side) }) {
                let blockers = between(flight, sniper) & occupied_without_king;
                if blockers.is_power_of_two() {
                    openers |= blockers & own;
                }
            }
        }
        Cover { open, occupied_without_king, openers, completing }
    }

    /// Returns the arrival squares of the man after which no flight may be open. A man that opens no line adds only
    /// the guards from its arrival square, so any other open flight stays open after the move.
    pub fn completing(&self, piece: Piece, from: Sq, kind: BatchKind) -> u64 {
        match kind {
            BatchKind::EnPassant | BatchKind::Castling(_) => !0,
            _ if self.openers & bit(from) != 0 => !0,
            BatchKind::Normal | BatchKind::DoubleStep => self.completing[piece.index()],
            // The promoted man sees through the square that the pawn has left. Each promoted man sees only squares
            // that a queen or a knight sees.
            BatchKind::Promotion => {
                let occupied = self.occupied_without_king & !bit(from);
                let queen = |flight| bitboard::attacks(Piece::QUEEN, Color::White, flight, occupied);
                let all_from = |seen: &dyn Fn(Sq) -> u64| {
                    squares(self.open).fold(!0, |all, flight| all & (seen(flight) | bit(flight)))
                };
                all_from(&queen) | all_from(&bitboard::knight)
            }
        }
    }
}

/// Returns, by kind of man, the squares from which a man of `side` guards `flight`.
fn guarding(side: Color, flight: Sq, occupied: u64) -> [u64; 6] {
    let (bishop, rook) = (bitboard::bishop(flight, occupied), bitboard::rook(flight, occupied));
    let mut guarding = [0; 6];
    guarding[Piece::PAWN.index()] = bitboard::pawn(!side, flight);
    guarding[Piece::KNIGHT.index()] = bitboard::knight(flight);
    guarding[Piece::BISHOP.index()] = bishop;
    guarding[Piece::ROOK.index()] = rook;
    guarding[Piece::QUEEN.index()] = bishop | rook;
    guarding[Piece::KING.index()] = bitboard::king(flight);
    guarding
}
