//! The goals by their definitions.

use super::state::{Game, Move, Special, State};
use keymove::units::{Goal, Square};

impl Game {
    pub fn reaches(self, goal: &Goal, before: &State, m: &Move, after: &State) -> bool {
        let mover = before.side;
        // The position after a further pass: the mover is to move again.
        let again = || after.passed_over(self);
        let moved = after.get(m.to);
        match goal {
            Goal::Mate => self.is_mate(after),
            Goal::Stalemate => self.is_stalemate(after),
            Goal::MateOrStalemate => !self.has_legal_move(after),
            Goal::DoubleStalemate => self.is_stalemate(after) && self.is_stalemate(&again()),
            Goal::StalemateMate => self.is_mate(after) && self.is_stalemate(&again()),
            Goal::DoubleMate => self.has_legal_move(before) && self.is_mate(after) && self.is_mate(&again()),
            Goal::CounterMate => self.is_mate(before) && self.is_mate(after) && self.is_mate(&again()),
            Goal::AutoMate => self.is_mate(&again()),
            Goal::AutoStalemate => self.is_stalemate(&again()),
            Goal::Check => self.is_check(after),
            Goal::Capture | Goal::WinPiece => m.victim.is_some(),
            Goal::Target(square) => m.to == *square,
            Goal::EnPassant => m.special == Special::EnPassant,
            Goal::Castling => matches!(m.special, Special::Castling(..)),
            Goal::Any => true,
            Goal::Circuit => moved.is_some_and(|man| man.home == m.to),
            Goal::Exchange => moved.is_some_and(|man| {
                man.home != m.to && after.get(man.home).is_some_and(|other| other.color == mover && other.home == m.to)
            }),
            // No man is reborn in these games.
            Goal::CircuitByRebirth | Goal::ExchangeByRebirth => false,
            Goal::Kiss(square) => self.is_kiss(*square, m, after),
            Goal::Chess81 => self.rank_of(mover, m.to) + 1 == self.ranks(),
            Goal::Diagram(placement) | Goal::AToB(placement) => {
                after.all().count() == placement.len()
                    && placement.iter().all(|(square, unit)| {
                        let wanted = (unit.color, Some(unit.piece));
                        after.get(square).is_some_and(|man| (man.color, super::border::piece(man.kind)) == wanted)
                    })
            }
        }
    }

    /// Whether the moved man is beside the man whose square in the diagram was `home`, and no other man is.
    fn is_kiss(self, home: Square, m: &Move, after: &State) -> bool {
        let Some((kissed, _)) = after.all().find(|(_, man)| man.home == home) else { return false };
        let is_beside = |square: Square| {
            let (files, ranks) = (square.file().abs_diff(kissed.file()), square.rank().abs_diff(kissed.rank()));
            files.max(ranks) == 1
        };
        let beside: Vec<Square> = after.all().map(|(square, _)| square).filter(|&square| is_beside(square)).collect();
        beside == [m.to]
    }

    pub fn moves_that_reach(self, goal: &Goal, state: &State) -> Vec<Move> {
        let mut moves = self.candidates(goal, state);
        moves.retain(|m| self.reaches(goal, state, m, &state.after(self, m)));
        moves
    }

    /// Returns the moves that may reach the goal: the legal moves and, for goals in which the moving side itself is
    /// mated, also moves into check.
    fn candidates(self, goal: &Goal, state: &State) -> Vec<Move> {
        if goal.allows_self_check() { self.moves_even_into_check(state) } else { self.legal_moves(state) }
    }

    pub fn can_reach(self, goal: &Goal, state: &State) -> bool {
        !self.moves_that_reach(goal, state).is_empty()
    }

    /// Whether the side to move has legal moves, and all of them reach the goal.
    pub fn must_reach(self, goal: &Goal, state: &State) -> bool {
        let reaching = self.moves_that_reach(goal, state);
        !reaching.is_empty() && self.legal_moves(state).iter().all(|m| reaching.contains(m))
    }
}
