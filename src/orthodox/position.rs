//! Implements, for the bitboard engine, the interfaces that the search uses: [`Position`] (the rules of the game) and
//! [`Oracle`] (answers that need no search).

use super::board::bitboard::{self, RANK_1, RANK_8, Sq, bit, squares, to_square};
use super::board::moves::{Move, MoveKind};
use super::board::zobrist;
use super::board::{Board, RIGHTS};
use super::bound::{self, Ground};
use super::last_move::{mate, selfmate, stalemate};
use super::proof_game::Target;
use super::rules::{isardam, legal, madrasi, movegen};
use super::two_mover;
use crate::orthodox::Rules;
use crate::position::{GoalQuery, KingCapture, Oracle, Played, Position, ProofGameBudget, Resources, Workers};
use crate::units::{Castling, Color, Course, Diagram, Goal, MoveRecord, Piece, Placement, Special, Square};

/// A position of orthodox men on the 8x8 board under one of the [`Rules`].
#[derive(Clone, Copy, Debug)]
pub struct OrthodoxPosition {
    board: Board,
    rules: Rules,
    /// By index in [`RIGHTS`]: the castling rights that the other side loses by the castling move with this index.
    excluded_by: [u8; 4],
    last: Option<LastMove>,
}

#[derive(Clone, Copy, Debug)]
struct LastMove {
    m: Move,
    captured: bool,
}

impl OrthodoxPosition {
    /// Makes the position of the diagram with `side` to move. Leaves out men outside the 8x8 board; the caller checks
    /// that there are none.
    pub fn new(diagram: &Diagram, side: Color, rules: Rules) -> OrthodoxPosition {
        let mut board = Board::new(&diagram.placement, side);
        let at_home = board.rights_at_home();
        board.set_castling(match &diagram.castling {
            Castling::AtHome => at_home,
            Castling::Rooks(rooks) => {
                let chosen = |sq| rooks.contains(&to_square(sq));
                RIGHTS.iter().filter(|right| chosen(right.rook)).map(|right| right.flag).sum::<u8>() & at_home
            }
        });
        board.set_en_passant(diagram.en_passant.and_then(bitboard::from_square).filter(|&sq| {
            let passed_by = if side == Color::White { Color::Black } else { Color::White };
            sq >> 3 == if passed_by == Color::White { 2 } else { 5 }
        }));
        OrthodoxPosition { board, rules, excluded_by: [0; 4], last: None }
    }

    /// Removes the castling rights of kings and rooks on the squares `home`.
    pub fn without_castling(mut self, home: &[Square]) -> OrthodoxPosition {
        let lost = |sq: Sq| home.contains(&to_square(sq));
        let rights =
            RIGHTS.iter().filter(|right| !lost(right.king) && !lost(right.rook)).map(|right| right.flag).sum::<u8>();
        self.board.set_castling(self.board.castling() & rights);
        self
    }

    /// Makes castling with one rook of each pair exclude castling with the other. The rooks of a pair are of opposite
    /// sides.
    pub fn with_exclusive_castling(mut self, pairs: &[(Square, Square)]) -> OrthodoxPosition {
        let index = |square: Square| RIGHTS.iter().position(|right| to_square(right.rook) == square);
        for &(a, b) in pairs {
            if let (Some(a), Some(b)) = (index(a), index(b)) {
                self.excluded_by[a] |= RIGHTS[b].flag;
                self.excluded_by[b] |= RIGHTS[a].flag;
            }
        }
        self
    }

    /// Whether some castling move takes away a castling right of the other side.
    pub(super) fn has_exclusive_castling(&self) -> bool {
        self.excluded_by != [0; 4]
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns all legal moves in the order in which reports list them, each with its record.
    pub fn sorted_moves(&self) -> Vec<(Move, MoveRecord)> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.sort_by_key(|&m| self.order(m));
        moves.into_iter().map(|m| (m, self.record(m))).collect()
    }

    /// Whether the condition is known to allow the position, because a legal move led to it. (Forbidden moves are
    /// tried only on a [`Board`], never on a position.)
    pub(super) fn is_known_clean(&self) -> bool {
        self.last.is_some()
    }

    pub(super) fn board_after(&self, m: Move) -> Board {
        let mut board = self.board;
        let side = board.side();
        let piece = board.piece_at(m.from);
        if let Some(victim) = self.victim(m) {
            board.toggle(!side, board.piece_at(victim), victim);
        }
        board.toggle(side, piece, m.from);
        match m.kind {
            MoveKind::Promotion(promoted) => board.toggle(side, promoted, m.to),
            _ => board.toggle(side, piece, m.to),
        }
        let mut rights = board.castling();
        if let MoveKind::Castling(index) = m.kind {
            let right = &RIGHTS[index as usize];
            board.toggle(side, Piece::ROOK, right.rook);
            board.toggle(side, Piece::ROOK, right.rook_to);
            rights &= !self.excluded_by[index as usize];
        }
        if rights != 0 {
            let touched = bit(m.from) | bit(m.to);
            for right in &RIGHTS {
                if touched & (bit(right.king) | bit(right.rook)) != 0 {
                    rights &= !right.flag;
                }
            }
            board.set_castling(rights);
        }
        board.set_en_passant(None);
        board.set_side(!side);
        if m.kind == MoveKind::DoubleStep {
            board.set_en_passant(Some(m.from.midpoint(m.to)));
        }
        board
    }

    /// Returns the hash key of the board after the move. It equals the key of [`OrthodoxPosition::board_after`].
    pub(super) fn key_after(&self, m: Move) -> u128 {
        let board = &self.board;
        if m.kind != MoveKind::Normal || board.castling() != 0 {
            return self.board_after(m).key();
        }
        let piece = board.piece_at(m.from);
        let mut key = board.key_without_en_passant() ^ zobrist::BLACK_TO_MOVE;
        key ^= zobrist::unit(board.side(), piece, m.from) ^ zobrist::unit(board.side(), piece, m.to);
        if board.occupied() & bit(m.to) != 0 {
            key ^= zobrist::unit(!board.side(), board.piece_at(m.to), m.to);
        }
        key
    }

    pub(super) fn after(&self, m: Move) -> OrthodoxPosition {
        let last = LastMove { m, captured: self.victim(m).is_some() };
        OrthodoxPosition { board: self.board_after(m), last: Some(last), ..*self }
    }

    pub(super) fn passed(&self) -> OrthodoxPosition {
        let mut after = *self;
        // In Madrasi a pawn stays paralysed after its double step until its side has moved again.
        if !matches!(self.rules, Rules::Madrasi(_)) {
            after.board.set_en_passant(None);
        }
        after.board.set_side(!self.board.side());
        after
    }

    /// Whether the side to move is not in check and has no legal move except captures of a king.
    fn can_only_capture_king(&self) -> bool {
        let kings = self.board.men(!self.board.side(), Piece::KING);
        !self.is_check() && !legal::legal_moves(self, &mut |m| kings & bit(m.to) == 0)
    }

    /// Whether the move reaches the goal. The move is played only if the goal depends on the position after it.
    fn would_reach(&self, m: Move, goal: &Goal) -> bool {
        is_reached_by_move(goal, m, self.victim(m).is_some(), self.board.side())
            .unwrap_or_else(|| self.after(m).reached(goal, &[]))
    }

    /// Returns the square of the man that the move captures, or `None` if it captures nothing.
    fn victim(&self, m: Move) -> Option<Sq> {
        match m.kind {
            MoveKind::EnPassant => self.board.en_passant_victim(),
            _ => (self.board.occupied() & bit(m.to) != 0).then_some(m.to),
        }
    }

    fn holds_exactly(&self, placement: &Placement) -> bool {
        let board = &self.board;
        placement.len() == board.occupied().count_ones() as usize
            && placement.iter().all(|(square, unit)| {
                bitboard::from_square(square).is_some_and(|sq| board.men(unit.color, unit.piece) & bit(sq) != 0)
            })
    }

    /// Whether the last move brought its man back to the square on which the man was before the moves of `path`.
    fn is_circuit(&self, path: &[Move]) -> bool {
        let Some(last) = self.last else { return false };
        origin(path, last.m.to) == last.m.to
    }

    /// Whether the man that moved last and another man of its side have exchanged squares, compared with their
    /// squares before the moves of `path`.
    fn is_exchange(&self, path: &[Move]) -> bool {
        let Some(last) = self.last else { return false };
        let home = origin(path, last.m.to);
        home != last.m.to && self.board.of(!self.board.side()) & bit(home) != 0 && origin(path, home) == last.m.to
    }

    /// Whether the last move ended beside the man that was on `sq` before the moves of `path`, and no other man is
    /// beside that man. `false` if the man was captured, or if no man was there.
    fn is_kiss(&self, sq: Sq, path: &[Move]) -> bool {
        let Some(last) = self.last else { return false };
        let mut at = sq;
        for m in path {
            let rook_home = m.castling_right().filter(|right| right.rook == at);
            if m.from == at {
                at = m.to;
            } else if let Some(right) = rook_home {
                at = right.rook_to;
            } else if m.to == at
                || m.kind == MoveKind::EnPassant && en_passant_victim_of(*m) == at
                || m.castling_right().is_some_and(|right| right.rook_to == at)
            {
                return false;
            }
        }
        self.board.occupied() & bit(at) != 0 && bitboard::king(at) & self.board.occupied() == bit(last.m.to)
    }
}

/// Returns whether the move of `mover` reaches the goal, or `None` if that depends on the position after the move.
/// `captures` states whether the move is a capture.
fn is_reached_by_move(goal: &Goal, m: Move, captures: bool, mover: Color) -> Option<bool> {
    match goal {
        Goal::Capture | Goal::WinPiece => Some(captures),
        Goal::Target(square) => Some(to_square(m.to) == *square),
        Goal::EnPassant => Some(m.kind == MoveKind::EnPassant),
        Goal::Castling => Some(m.castling_right().is_some()),
        Goal::Any => Some(true),
        Goal::Chess81 => Some(bit(m.to) & if mover == Color::White { RANK_8 } else { RANK_1 } != 0),
        _ => None,
    }
}

fn en_passant_victim_of(m: Move) -> Sq {
    (m.from & !7) | (m.to & 7)
}

/// Returns the square that the man now on `sq` had before the moves of `path`.
fn origin(path: &[Move], sq: Sq) -> Sq {
    path.iter().rev().fold(sq, |at, m| match m.castling_right() {
        Some(right) if right.rook_to == at => right.rook,
        _ if m.to == at => m.from,
        _ => at,
    })
}

impl Position for OrthodoxPosition {
    type Move = Move;

    fn side_to_move(&self) -> Color {
        self.board.side()
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        legal::legal_moves(self, &mut |m| {
            out.push(m);
            false
        });
    }

    fn self_check_moves(&self, out: &mut Vec<Move>) {
        let mut take = |m| {
            if self.is_allowed_by_condition(&self.board_after(m)) {
                out.push(m);
            }
            false
        };
        movegen::pseudo_legal_moves(self, &mut take);
        movegen::castlings_into_check(self, &mut |batch| batch.any(&mut take));
    }

    fn has_legal_move(&self) -> bool {
        legal::has_legal_move(self)
    }

    fn count_legal_moves(&self) -> u64 {
        legal::count_legal_moves(self)
    }

    fn is_check(&self) -> bool {
        self.is_in_check(&self.board, self.board.side(), self.is_known_clean())
    }

    fn can_capture_king(&self) -> bool {
        self.is_in_check(&self.board, !self.board.side(), self.is_known_clean())
    }

    fn king_capture(&self) -> Option<KingCapture> {
        let (board, by) = (&self.board, self.board.side());
        let unit = |sq: Sq| Some((to_square(sq), board.unit_at(sq)?));
        let captures = |from: Sq, king: Sq| match self.rules {
            Rules::Orthodox => true,
            Rules::Madrasi(rules) => !madrasi::is_paralysed(board, from, by, rules),
            Rules::Isardam(rules) => {
                rules.type_b || isardam::is_capture_clean(board, from, king, by, rules, self.is_known_clean())
            }
        };
        squares(board.men(!by, Piece::KING)).find_map(|king| {
            let mut attackers = squares(board.attackers(king, by, board.occupied()));
            let from = attackers.find(|&from| captures(from, king))?;
            Some(KingCapture { by: unit(from)?, king: unit(king)? })
        })
    }

    fn with_move<R>(&mut self, m: Move, f: impl FnOnce(&mut Self) -> R) -> R {
        f(&mut self.after(m))
    }

    fn with_pass<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        f(&mut self.passed())
    }

    fn reached(&self, goal: &Goal, path: &[Move]) -> bool {
        let mover = !self.board.side();
        let last = self.last;
        match goal {
            Goal::Mate => self.is_mate(),
            Goal::Stalemate => self.is_stalemate(),
            Goal::MateOrStalemate => !self.has_legal_move(),
            Goal::StalemateMate => self.is_mate() && self.passed().can_only_capture_king(),
            Goal::DoubleStalemate => self.is_stalemate() && self.passed().is_stalemate(),
            Goal::DoubleMate => self.is_mate() && self.passed().is_mate(),
            // Popeye's definition: the mated side is still mated if the other side is to move.
            Goal::CounterMate => self.is_mate() && self.passed().is_mate(),
            Goal::AutoMate => self.passed().is_mate(),
            Goal::AutoStalemate => self.passed().is_stalemate(),
            Goal::Check => self.is_check(),
            Goal::Capture
            | Goal::WinPiece
            | Goal::Target(_)
            | Goal::EnPassant
            | Goal::Castling
            | Goal::Any
            | Goal::Chess81 => {
                last.is_some_and(|last| is_reached_by_move(goal, last.m, last.captured, mover) == Some(true))
            }
            Goal::Circuit => self.is_circuit(path),
            Goal::Exchange => self.is_exchange(path),
            // Without a Circe condition no man is reborn.
            Goal::CircuitByRebirth | Goal::ExchangeByRebirth => false,
            Goal::Kiss(square) => bitboard::from_square(*square).is_some_and(|sq| self.is_kiss(sq, path)),
            Goal::Diagram(placement) | Goal::AToB(placement) => self.holds_exactly(placement),
        }
    }

    fn key(&self) -> u128 {
        self.board.key()
    }

    fn key_of_origins(&self, path: &[Move]) -> Option<u128> {
        let moved =
            squares(self.board.occupied()).map(|sq| (sq, origin(path, sq))).filter(|&(sq, origin)| origin != sq);
        Some(moved.fold(0, |key, (sq, origin)| key ^ zobrist::origin(sq, origin)))
    }

    fn record(&self, m: Move) -> MoveRecord {
        let mover = self.board.unit_at(m.from).expect("a move starts from a man");
        let after = self.after(m);
        MoveRecord {
            mover,
            from: to_square(m.from),
            to: to_square(m.to),
            captured: self.victim(m).and_then(|sq| Some((self.board.unit_at(sq)?, to_square(sq)))),
            promotion: match m.kind {
                MoveKind::Promotion(piece) => Some(piece),
                _ => None,
            },
            special: match m.kind {
                MoveKind::EnPassant => Special::EnPassant,
                MoveKind::Castling(_) if m.to > m.from => Special::KingSideCastling,
                MoveKind::Castling(_) => Special::QueenSideCastling,
                _ => Special::None,
            },
            via: None,
            onward: Vec::new(),
            consequences: Vec::new(),
            idle: Vec::new(),
            undecided: false,
            check: after.is_check(),
        }
    }

    fn course(&self, m: Move) -> Course {
        let mover = self.board.unit_at(m.from).expect("a move starts from a man");
        Course { mover, from: to_square(m.from), to: to_square(m.to) }
    }

    fn order(&self, m: Move) -> u32 {
        m.order(self.board.piece_at(m.from))
    }

    fn flights(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.iter().filter(|m| self.board.piece_at(m.from) == Piece::KING).count()
    }

    fn has_mating_unit(&self, color: Color) -> bool {
        self.board.of(color) & !self.board.all(Piece::KING) != 0
            || squares(self.board.men(color, Piece::KING)).count() > 1
    }
}

impl Oracle for OrthodoxPosition {
    type Target = Target;
    type Scope = bound::Scope;
    type Memo = bound::Memo;
    type TwoMoverMemo = two_mover::Killers;

    const FORESEES_KEYS: bool = true;

    fn memo(means: &Resources) -> bound::Memo {
        bound::Memo::new(means)
    }

    fn can_force(&self, goal: &Goal, tested: &mut u64) -> bool {
        let mut forces = |m| {
            *tested += 1;
            self.after(m).must_reach(goal)
        };
        match goal {
            Goal::Mate => selfmate::forcing_moves(self, &mut forces),
            _ => legal::legal_moves(self, &mut forces),
        }
    }

    fn can_reach(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Mate => mate::mating_moves(self, &mut |_| true),
            Goal::Stalemate | Goal::DoubleStalemate => {
                stalemate::stalemating_moves(self, &mut |m| self.after(m).reached(goal, &[]))
            }
            _ => legal::legal_moves(self, &mut |m| self.would_reach(m, goal)),
        }
    }

    fn must_reach(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Mate => mate::every_move_mates(self),
            _ => {
                let mut legal = false;
                let spared = legal::legal_moves(self, &mut |m| {
                    legal = true;
                    !self.would_reach(m, goal)
                });
                legal && !spared
            }
        }
    }

    fn mates_in_two(&self, prunes: bool, killers: &mut two_mover::Killers, played: &mut Played) -> Option<bool> {
        two_mover::mates_in_two(self, prunes, killers, played)
    }

    fn with_move_if_legal<R>(&mut self, m: Move, f: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if !legal::is_possible(self, m) {
            return None;
        }
        let mut after = self.after(m);
        self.allows(&after.board).then(|| f(&mut after))
    }

    fn reversed(m: Move) -> Option<Move> {
        (m.kind == MoveKind::Normal).then_some(Move { from: m.to, to: m.from, kind: m.kind })
    }

    fn target(&self, placement: &Placement) -> Option<Target> {
        Some(Target::new(placement))
    }

    fn seek(&self, target: &mut Target, lengths: &[ProofGameBudget], crew: &dyn Workers) -> bool {
        target.seek_games(self, lengths, crew)
    }

    fn moves_towards(&self, target: &Target, left: ProofGameBudget, out: &mut Vec<Move>) {
        if target.has_games() {
            let plies_after = left.moves[0] + left.moves[1] - 1;
            legal::legal_moves(self, &mut |m| {
                if target.has_game_over(self.key_after(m), plies_after) {
                    out.push(m);
                }
                false
            });
            return;
        }
        let Some(leading) = target.leading(&self.board, left) else { return };
        // Under a condition, testing legality takes longer than testing where a move leads.
        let by_masks = self.rules == Rules::Orthodox;
        let take = &mut |m| {
            if leading.contains(m) && (by_masks || self.is_legal_by_playing(m)) {
                out.push(m);
            }
            false
        };
        if by_masks {
            legal::legal_moves(self, take);
        } else {
            movegen::pseudo_legal_moves(self, take);
        }
    }

    fn within_reach(
        &self,
        ending: GoalQuery<'_>,
        scope: &bound::Scope,
        memo: &mut bound::Memo,
    ) -> Option<bound::Scope> {
        bound::within_reach(Ground::usual(&self.board, self.rules), ending, scope, memo)
    }

    fn is_foreseen(scope: &bound::Scope) -> bool {
        scope.has_pictures()
    }

    fn moves_within_reach<'a>(
        &self,
        endings: impl Iterator<Item = (GoalQuery<'a>, &'a bound::Scope)> + Clone,
        memo: &mut bound::Memo,
        out: &mut Vec<Move>,
    ) {
        let may_follow = |m: Move| endings.clone().all(|(_, scope)| scope.may_follow(&self.board, m));
        let take = &mut |m| {
            if may_follow(m) {
                out.push(m);
            }
            false
        };
        match bound::useful_moves(&self.board, self.rules, endings.clone(), memo) {
            Some(useful) => legal::legal_moves_among(self, &useful, take),
            None => legal::legal_moves(self, take),
        };
    }

    fn keys_after(&mut self, moves: &[Move], out: &mut Vec<u128>) {
        out.extend(moves.iter().map(|&m| self.key_after(m)));
    }
}
