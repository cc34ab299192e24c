//! Moves, legality and check.
//!
//! Every answer is found from the men on the board, one after the other; nothing is remembered or prepared.

use super::kinds::{Kind, Term};
use super::state::{Board, Condition, Game, Man, Move, Special, State};
use super::walk::Walk;
use keymove::units::{Color, Square};

impl Game {
    // ── what a man can do by geometry ────────────────────────────────────────────────────────────────────

    /// Returns the moves and captures of the man on `from`, without castling. Its king may be left in check.
    pub fn moves_of(self, state: &State, from: Square) -> Vec<Move> {
        let Some(man) = state.get(from) else { return Vec::new() };
        let mut walk = Walk { game: self, state, from, man, moves: Vec::with_capacity(32) };
        man.kind.terms().iter().for_each(|&term| walk.term(term));
        if self.board == (Board::Magician { amended: false }) && man.kind.is_of_magician_family() {
            walk.term(Term::EdgeTransit);
        }
        let mut moves = walk.moves;
        if matches!(self.board, Board::Magician { .. })
            && man.kind == Kind::Bishop
            && man.moved
            && !state.magician_used[man.color as usize]
        {
            moves.push(Move { special: Special::Switch, ..Move::plain(from, from) });
        }
        let mut unique: Vec<Move> = Vec::with_capacity(moves.len());
        for m in moves {
            let same = |other: &Move| {
                (other.from, other.to, other.victim, other.promotion) == (m.from, m.to, m.victim, m.promotion)
            };
            if !unique.iter().any(same) {
                unique.push(m);
            }
        }
        unique
    }

    /// Whether a man of this kind may capture a man of the victim's kind and colour.
    pub fn may_capture(self, man: Man, victim: Man) -> bool {
        man.color != victim.color && (victim.kind != Kind::Mamra || man.kind == Kind::Pawn)
    }

    // ── conditions ───────────────────────────────────────────────────────────────────────────────────────

    /// Whether an enemy of the same kind attacks the man on `square`. Only the ways of moving count, not check or
    /// paralysis.
    fn is_observed(self, state: &State, square: Square, with_en_passant: bool) -> bool {
        let Some(man) = state.get(square) else { return false };
        state.of(!man.color).filter(|(_, observer)| observer.kind == man.kind).any(|(from, _)| {
            self.moves_of(state, from)
                .iter()
                .any(|m| m.victim == Some(square) && (with_en_passant || m.special != Special::EnPassant))
        })
    }

    pub fn is_paralysed(self, state: &State, square: Square) -> bool {
        let Condition::Madrasi { rex_inclusive, en_passant_paralyses, .. } = self.condition else { return false };
        let is_exempt = !rex_inclusive && state.get(square).is_some_and(|man| man.kind == Kind::King);
        !is_exempt && self.is_observed(state, square, en_passant_paralyses)
    }

    /// Whether Isardam forbids the position: a man of either side is observed by one of its kind.
    fn is_forbidden(self, state: &State) -> bool {
        let Condition::Isardam { rex_inclusive, .. } = self.condition else { return false };
        state
            .all()
            .any(|(square, man)| (rex_inclusive || man.kind != Kind::King) && self.is_observed(state, square, true))
    }

    // ── check ────────────────────────────────────────────────────────────────────────────────────────────

    /// Whether a king of `color` could be captured if the other side were to move.
    pub fn is_in_check(self, state: &State, color: Color) -> bool {
        self.is_attacked(state, color, |square| state.get(square).is_some_and(|man| man.kind == Kind::King))
    }

    /// Whether the other side, if it were to move, could capture a man of `color` on one of `targets`, which count
    /// as kings.
    fn is_attacked(self, state: &State, color: Color, targets: impl Fn(Square) -> bool) -> bool {
        let is_type_a = matches!(self.condition, Condition::Isardam { type_b: false, .. });
        state.of(!color).any(|(from, _)| {
            let captures = self.moves_of(state, from);
            let mut of_targets = captures.iter().filter(|m| m.victim.is_some_and(&targets)).peekable();
            of_targets.peek().is_some()
                && !self.is_paralysed(state, from)
                && of_targets.any(|m| !is_type_a || !self.is_forbidden(&state.after(self, m)))
        })
    }

    pub fn is_check(self, state: &State) -> bool {
        self.is_in_check(state, state.side)
    }

    /// Whether the side to move could capture a king: such a diagram is not solved.
    pub fn can_capture_king(self, state: &State) -> bool {
        self.is_in_check(state, !state.side)
    }

    // ── legality ─────────────────────────────────────────────────────────────────────────────────────────

    /// Returns the moves of the side to move, including those that leave its king in check.
    pub fn moves_even_into_check(self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, _) in state.of(state.side) {
            if !self.is_paralysed(state, from) {
                moves.extend(self.moves_of(state, from));
                moves.extend(self.castlings(state, from));
            }
        }
        moves.retain(|m| self.is_allowed(state, m));
        moves
    }

    /// Whether condition and game allow the move; it may leave its side's king in check.
    fn is_allowed(self, state: &State, m: &Move) -> bool {
        let after = state.after(self, m);
        !self.is_forbidden(&after) && self.allows_terror(state, m, &after) && self.allows_eagle(state, m, &after)
    }

    pub fn legal_moves(self, state: &State) -> Vec<Move> {
        let mut moves = self.moves_even_into_check(state);
        moves.retain(|m| !self.is_in_check(&state.after(self, m), state.side));
        moves
    }

    pub fn has_legal_move(self, state: &State) -> bool {
        state.of(state.side).any(|(from, _)| {
            let mut moves = self.moves_of(state, from);
            moves.extend(self.castlings(state, from));
            let is_legal = |m: &Move| self.is_allowed(state, m) && !self.is_in_check(&state.after(self, m), state.side);
            !moves.is_empty() && !self.is_paralysed(state, from) && moves.iter().any(is_legal)
        })
    }

    pub fn is_mate(self, state: &State) -> bool {
        self.is_check(state) && !self.has_legal_move(state)
    }

    pub fn is_stalemate(self, state: &State) -> bool {
        !self.is_check(state) && !self.has_legal_move(state)
    }

    fn castlings(self, state: &State, from: Square) -> Vec<Move> {
        let king = state.get(from).filter(|man| man.kind == Kind::King && !man.moved);
        let Some(king) = king else { return Vec::new() };
        if self.is_in_check(state, king.color) {
            return Vec::new();
        }
        if self.board == Board::Megalomachy {
            self.fast_castlings(state, from)
        } else {
            self.old_castlings(state, from)
        }
    }

    /// Returns the castlings of chess: the king moves two squares towards an unmoved rook, which comes to its other
    /// side. No man is between them, and the king is in check neither on the way nor at its end.
    fn old_castlings(self, state: &State, from: Square) -> Vec<Move> {
        let Some(king) = state.get(from) else { return Vec::new() };
        let mut castlings = Vec::new();
        let is_at_home = from.file() == 4 && self.rank_of(king.color, from) == 0;
        for (corner, direction) in [(7, 1), (0, -1)] {
            let Some(home) = Square::new(corner, from.rank()).filter(|_| is_at_home) else { continue };
            let is_partner = |man: &Man| man.kind == Kind::Rook && man.color == king.color && !man.moved;
            if state.get(home).filter(is_partner).is_none() {
                continue;
            }
            let between = (from.file().min(corner) + 1)..from.file().max(corner);
            let is_blocked =
                between.filter_map(|file| Square::new(file, from.rank())).any(|square| state.get(square).is_some());
            let is_held = matches!(self.condition, Condition::Madrasi { paralysed_rook_castles: false, .. })
                && self.is_paralysed(state, home);
            let (Some(over), Some(to)) = (from.offset(direction, 0), from.offset(2 * direction, 0)) else { continue };
            if is_blocked || is_held {
                continue;
            }
            let mut on_the_way = state.clone();
            on_the_way.set(from, None);
            on_the_way.set(over, Some(king));
            if !self.is_in_check(&on_the_way, king.color) {
                castlings.push(Move { special: Special::Castling(home, over), ..Move::plain(from, to) });
            }
        }
        castlings
    }

    /// Returns the castlings of Megalomachy: the king moves to any empty square between it and an unmoved Dragon King,
    /// which takes its place.
    fn fast_castlings(self, state: &State, from: Square) -> Vec<Move> {
        let Some(king) = state.get(from) else { return Vec::new() };
        let mut castlings = Vec::new();
        let partners = state.of(king.color).filter(|(square, man)| {
            man.kind == Kind::DragonKing && !man.moved && !man.promoted && square.rank() == from.rank()
        });
        for (home, _) in partners {
            let between = (from.file().min(home.file()) + 1)..from.file().max(home.file());
            for to in between.filter_map(|file| Square::new(file, from.rank())) {
                if state.get(to).is_none() {
                    castlings.push(Move { special: Special::Castling(home, from), ..Move::plain(from, to) });
                }
            }
        }
        castlings
    }

    /// A Terror or an Eagle may capture a Terror only if a king of its side would be safe there afterwards.
    fn allows_terror(self, state: &State, m: &Move, after: &State) -> bool {
        let kind = |square: Square| state.get(square).map(|man| man.kind);
        if !matches!(kind(m.from), Some(Kind::Terror | Kind::Eagle)) || m.victim.and_then(kind) != Some(Kind::Terror) {
            return true;
        }
        let mut with_king = after.clone();
        with_king.set(m.to, after.get(m.to).map(|man| Man { kind: Kind::King, ..man }));
        !self.is_attacked(&with_king, state.side, |square| square == m.to)
    }

    /// An Eagle may not give check with a move that repeats the position.
    fn allows_eagle(self, state: &State, m: &Move, after: &State) -> bool {
        let is_eagle = state.get(m.from).is_some_and(|man| man.kind == Kind::Eagle);
        !(is_eagle && self.is_check(after) && after.occurred_before())
    }
}
