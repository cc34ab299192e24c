//! Facts about the rules of a problem on which the ways for men to arrive depend.

use crate::fairy::rules::footprint::{Brings, Captures};
use crate::fairy::rules::rulebook::RuleBook;

#[derive(Clone, Copy, Default)]
pub struct Law {
    /// Whether a man may go to any square in one move.
    pub men_leap: bool,
    /// Whether there are two planes, and each move takes the moving man to the other plane.
    pub men_cross: bool,
    /// Whether a man may end a capturing move on any square.
    pub captors_leap: bool,
    /// Whether a capturing man may be reborn where it has the right to castle.
    pub captors_return: bool,
    /// Whether a pawn may promote where its side castles, so that the promoted man may have the right to castle.
    pub pawns_promote_at_home: bool,
    /// Whether a captured man may come back on any square, as a man of its side.
    pub victims_return: bool,
    /// Whether a capturing man may change sides.
    pub captors_turn: bool,
    /// Whether all men except kings may change their colour.
    pub men_turn: bool,
    /// Whether men vanish only by capture, one in a move, and never come back; also, no man is neutral.
    pub captures_are_all: bool,
}

impl Law {
    /// Returns the facts about the rules; `None` if the rules allow more than these facts describe.
    pub fn of(book: &RuleBook) -> Option<Law> {
        let stages = &book.stages;
        if stages.own_men_are_taken || stages.brings() == Brings::Anything {
            return None;
        }
        let captors_leap = stages.ways.iter().any(|ways| ways.spares_moves());
        let captors_return = stages.capturers_are_reborn();
        let men_leap = stages.extra.iter().any(|extra| extra.are_steps());
        let pawns_promote_at_home = book.pawns_promote_at_home;
        let captures_are_all = true;
        let mut law =
            Law { men_leap, captors_leap, captors_return, pawns_promote_at_home, captures_are_all, ..Law::default() };
        for (_, aftermath) in &stages.aftermath {
            let footprint = aftermath.footprint();
            let only_turns = footprint.brings == Brings::Colours;
            let is_known = footprint.keeps_to_chess || footprint.only_crosses || only_turns;
            law.captures_are_all &= is_known || footprint.captures == Captures::TurnTheMover;
            law.men_cross |= footprint.only_crosses;
            law.men_turn |= only_turns;
            match footprint.captures {
                Captures::MoveTheMover => law.captors_leap = true,
                Captures::BringBack => law.victims_return = true,
                Captures::TurnTheMover => law.captors_turn = true,
                Captures::Anything if is_known || footprint.only_removes => {}
                Captures::Anything | Captures::Wait => return None,
            }
        }
        let turns_alone = !law.men_turn || Law { men_turn: false, ..law }.is_plain();
        Some(law).filter(|law| law.is_plain() || turns_alone && stages.castlings_anywhere().is_none())
    }

    pub fn is_plain(self) -> bool {
        !self.men_leap
            && !self.men_cross
            && !self.captors_leap
            && !self.victims_return
            && !self.captors_turn
            && !self.men_turn
    }

    /// Whether each man arrives only by its own moves and by castlings.
    pub fn all_walk(self) -> bool {
        Law { men_cross: false, ..self }.is_plain()
    }

    /// Whether rights to castle are only lost, never regained.
    pub fn castlings_lapse(self) -> bool {
        !self.captors_return
            && !self.pawns_promote_at_home
            && !self.victims_return
            && !self.captors_turn
            && !self.men_turn
    }
}
