//! The stages at which conditions take effect. A condition puts one object into each stage that it changes. A stage
//! without objects costs nothing.

use super::effect::{Effect, Move, Step, StepKind};
use super::footprint::{Brings, Footprint};
use super::man::Man;
use super::move_builder::MoveBuilder;
use super::position::FairyPosition;
use super::rulebook::RuleBook;
use super::squares::{Sq, Squares};
use crate::pieces::{Mode, Piece, Vector};
use crate::units::{Color, MoveRecord};
use smallvec::SmallVec;

/// A way of moving: as which piece, from where, to move or to capture.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub origin: Sq,
    pub piece: Piece,
    pub mode: Mode,
}

/// The ways of one man; hardly ever more than fit inline.
pub type WayList = SmallVec<[Way; 6]>;

/// Decides whether a man may move, capture and check at all.
pub trait Mobility: Send + Sync {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> bool;

    /// Whether kings are always free; `true` is a promise.
    fn spares_kings(&self) -> bool {
        false
    }
}

/// Decides as which piece and from where a man moves.
pub trait Ways: Send + Sync {
    /// Changes `ways`: the result of earlier conditions, at first the man's own piece from its own square.
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, ways: &mut WayList);

    /// Like [`Ways::ways`], for captures on the target only; other ways may be left out.
    fn ways_to(&self, position: &FairyPosition, side: Color, from: Sq, _target: Sq, ways: &mut WayList) {
        self.ways(position, side, from, position.board().man(from), ways);
    }

    /// Whether some men of this kind move differently; `false` is a promise.
    fn concerns(&self, _man: Man) -> bool {
        true
    }

    /// Whether men still observe as their own piece, for paralysis and guards.
    fn leaves_observation(&self) -> bool {
        false
    }

    /// Returns the other pieces as which the men concerned may move from their squares; `None` if unknown.
    fn borrowed_ways(&self, _book: &RuleBook) -> Option<Vec<Piece>> {
        None
    }

    /// Whether men move as usual when they do not capture.
    fn spares_moves(&self) -> bool {
        false
    }

    /// Returns the other squares whose content affects the ways of the man on `from`; `None` if anything else does.
    fn looks_at(&self, _position: &FairyPosition, _side: Color, _from: Sq, _man: Man) -> Option<Squares> {
        None
    }
}

/// Decides whether a man may make a step, whatever follows. Also asked for checks.
pub trait Restriction: Send + Sync {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, step: &Step) -> bool;

    /// Whether the rule concerns only the step and its capture, so that a man does not observe where it must not
    /// go.
    fn binds_observation(&self) -> bool {
        false
    }

    /// Returns what shortcuts may rely on in this position; in every position if the rules keep nothing beside the
    /// board. Promises about steps of the side not to move must survive the next move, whatever it uses up.
    fn footprint(&self, _position: &FairyPosition) -> Footprint {
        Footprint::default()
    }
}

/// The order of consequences, whatever the order of the conditions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// The man has left its square.
    Left,
    /// The man has arrived, and has captured; it may continue.
    Arrived,
    /// The man promotes.
    Promoted,
    /// The man changes its piece.
    Changed,
    /// Capturing men are reborn.
    CapturerReborn,
    /// The man changes sides because of what it has done.
    Turned,
    /// A volage man changes sides, unless something else has changed its side.
    Volage,
    /// The man changes sides because of its square.
    OnSquare,
    /// Kings change places.
    KingsSwapped,
    /// Captured men are reborn.
    Reborn,
    /// Men appear, vanish or change elsewhere.
    Elsewhere,
    /// Observed men change their colour.
    Observed,
    /// Men next to the moved man change.
    Beside,
    Last,
    /// The whole sequence again, for a man that continues.
    Again,
}

/// A consequence of moves.
pub trait Aftermath: Send + Sync {
    /// Adds consequences with [`MoveBuilder::apply`] and calls `next` for each outcome; never, if the move is
    /// impossible. Stops and returns `true` as soon as `next` does.
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool;

    /// Whether nothing follows this step of `side`, which is no capture, promotion or castling. For a king, the
    /// promise includes the position after any enemy step without consequences.
    fn spares(&self, _position: &FairyPosition, _side: Color, _from: Sq, _man: Man, _step: &Step) -> bool {
        self.footprint().spares_quiet_steps
    }

    /// Whether the object also follows null moves, and the pass that finds threats. At most one object does.
    fn follows_null_moves(&self) -> bool {
        false
    }

    /// Whether this is part of every step, also of the king's steps in castling.
    fn goes_along(&self) -> bool {
        false
    }

    /// Whether the man may continue from its target square.
    fn goes_on(&self) -> bool {
        false
    }

    /// Whether a step of `by` that captures a king could be played to its end, as far as this object is concerned,
    /// and leave the side without that king; `None` if this must be tried.
    fn lets_take_king(&self, position: &FairyPosition, by: Color, from: Sq, step: &Step) -> Option<bool> {
        let goes_on = position.book().promotes(by, position.board().man(from), step.to);
        (self.footprint().spares_kings_taken && !goes_on).then_some(true)
    }

    fn footprint(&self) -> Footprint {
        Footprint::default()
    }
}

/// Decides whether a move may end in its final position.
pub trait Legality: Send + Sync {
    fn is_legal(&self, draft: &MoveBuilder) -> bool;

    /// Whether the rule allows the enemy king on `king` every move to an empty, unattacked square after any step of
    /// the side to move that has no consequences and is not made by one of its kings. `true` is a promise.
    fn spares_kings(&self, _position: &FairyPosition, _king: Sq) -> bool {
        false
    }

    /// Whether a king is in check only from captures that this rule allows.
    fn binds_checks(&self) -> bool {
        false
    }

    /// Whether a captured man may be reborn on the square.
    fn lets_be_reborn(&self, _position: &FairyPosition, _sq: Sq) -> bool {
        true
    }

    /// Whether a parry must be legal under this rule to save from mate.
    fn binds_parries(&self) -> bool {
        true
    }

    /// Whether a king of `side` that goes to an empty, unattacked square must do so legally under this rule to save
    /// from mate.
    fn binds_kings(&self, _side: Color) -> bool {
        self.binds_parries()
    }

    /// Whether the side to move may play a null move.
    fn allows_null_move(&self, _position: &FairyPosition) -> bool {
        true
    }
}

/// Decides which pieces a pawn may promote to.
pub trait Promoting: Send + Sync {
    /// Changes `choices`: the result of earlier conditions, at first that of the rule book. A choice of the pawn
    /// itself means no promotion.
    fn choose(&self, draft: &MoveBuilder, pawn: Man, choices: &mut Vec<Man>);
}

/// Decides whether a side is in check.
pub trait CheckRule: Send + Sync {
    /// Returns whether the side is in check. `attacked`: its royal men are attacked as in orthodox chess.
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool;

    /// Whether only attacks on royal men are checks.
    fn needs_attack(&self) -> bool {
        false
    }
}

/// Decides whether the side to move is mated or stalemated.
pub trait Immobility: Send + Sync {
    /// Whether the side to move counts as immobile. `without_moves`: whether it has no legal move.
    fn is_immobile(&self, _: &FairyPosition, without_moves: bool) -> bool {
        without_moves
    }

    /// Whether the side to move is mated if in check and immobile.
    fn allows_mate(&self, _: &FairyPosition) -> bool {
        true
    }
}

/// Decides which of the legal moves may be played.
pub trait Selection: Send + Sync {
    /// Whether there may be a choice in this position; `false` is a promise.
    fn concerns(&self, _: &FairyPosition) -> bool {
        true
    }

    /// Returns the rank of a step. Only legal moves of the greatest rank may be played.
    fn rank(&self, position: &FairyPosition, from: Sq, step: &Step) -> i32;

    /// Returns the rank of a whole move: if the man continues, its final square counts.
    fn rank_of_move(&self, position: &FairyPosition, m: &Move) -> i32 {
        match m.step.kind {
            StepKind::Null => self.rank_of_null_move(),
            _ => self.rank(position, m.from, &m.whole(&position.book().long_moves)),
        }
    }

    fn rank_of_null_move(&self) -> i32 {
        0
    }
}

/// A change that must precede a move of the side to move.
pub trait Prelude: Send + Sync {
    /// Returns the alternatives; empty if nothing must be changed.
    fn changes(&self, position: &FairyPosition) -> Vec<Effect>;
}

/// Moves that no man makes by its own way.
pub trait Extra: Send + Sync {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool;

    /// Returns the king's directions if these moves are castlings only: a king goes two squares in such a
    /// direction, over a free square, and a rook of its side moves as usual.
    fn castlings(&self) -> Option<&'static [Vector]> {
        None
    }

    /// Whether each move is a step of one man of the side to move, to any square, with the usual consequences.
    fn are_steps(&self) -> bool {
        false
    }
}

/// Additions of a condition to a move's record.
pub trait Telling: Send + Sync {
    /// Called before the consequences are recorded.
    fn begin(&self, _before: &FairyPosition, _m: &Move, _record: &mut MoveRecord) {}

    /// Called after the consequences are recorded.
    fn end(&self, _after: &FairyPosition, _record: &mut MoveRecord) {}
}

/// The stages of a set of rules.
#[derive(Default)]
pub struct Stages {
    pub mobility: Vec<Box<dyn Mobility>>,
    pub ways: Vec<Box<dyn Ways>>,
    pub restrictions: Vec<Box<dyn Restriction>>,
    pub aftermath: Vec<(Moment, Box<dyn Aftermath>)>,
    pub promoting: Vec<Box<dyn Promoting>>,
    pub legality: Vec<Box<dyn Legality>>,
    pub checks: Vec<Box<dyn CheckRule>>,
    pub immobility: Vec<Box<dyn Immobility>>,
    pub selection: Vec<Box<dyn Selection>>,
    pub prelude: Option<Box<dyn Prelude>>,
    pub extra: Vec<Box<dyn Extra>>,
    pub telling: Vec<Box<dyn Telling>>,
    /// A king is in check only if its capture, played to the end, leaves the side without it.
    pub checks_are_played: bool,
    /// The king of the side not to move may be attacked in the diagram.
    pub kings_are_spared: bool,
    /// No man is royal.
    pub kings_are_common: bool,
    /// If a side has several kings, none of them is royal.
    pub kings_are_royal_alone: bool,
    /// Men may also capture men of their own side.
    pub own_men_are_taken: bool,
    /// A step is the same move from whichever square a condition lets the man make it, and is printed alike.
    pub origins_are_silent: bool,
    /// A step from the man's own square and the same from another are two moves.
    pub other_origins_are_told: bool,
    /// There are two planes, whose men do not see each other.
    pub has_planes: bool,
    /// Initial values of the numbers kept beside the board.
    pub slots: Vec<u32>,
    /// Slots that are reset when a side passes.
    pub forgotten: Vec<u8>,
    /// Slots that are also reset after a null move.
    pub lapsing: Vec<u8>,
    /// Either side may play null moves (option NullMoves).
    pub has_null_moves: bool,
}

impl Stages {
    /// Reserves a number in the position, changed by [`super::effect::Effect::Slot`]. Returns its index.
    pub fn slot(&mut self, initial: u32) -> u8 {
        self.slots.push(initial);
        (self.slots.len() - 1) as u8
    }

    /// Whether no condition lets the man move as another piece or from another square.
    pub fn goes_as_it_is(&self, man: Man) -> bool {
        self.ways.iter().all(|ways| !ways.concerns(man))
    }

    pub fn all_quiet_steps_are_spared(&self) -> bool {
        self.aftermath.iter().all(|(_, aftermath)| aftermath.footprint().spares_quiet_steps)
    }

    /// Returns the directions in which kings may castle from any square, any number of times.
    pub fn castlings_anywhere(&self) -> Option<&'static [Vector]> {
        self.extra.iter().find_map(|extra| extra.castlings())
    }

    /// Returns what a move and its consequences bring to squares, apart from the two men of a castling.
    pub fn brings(&self) -> Brings {
        let are_castlings_or_steps = self.extra.iter().all(|extra| extra.castlings().is_some() || extra.are_steps());
        if !are_castlings_or_steps || self.prelude.is_some() {
            return Brings::Anything;
        }
        self.aftermath.iter().map(|(_, aftermath)| aftermath.footprint().brings).max().unwrap_or(Brings::Nothing)
    }

    /// Whether every capture of a king can be played to its end and leaves the side without it, for the purpose of
    /// checks.
    fn all_kings_can_be_taken(&self, position: &FairyPosition) -> bool {
        let choices = [&position.book().promotions, &position.book().marine_promotions];
        let pawns_promote = || self.promoting.is_empty() && choices.iter().all(|pieces| !pieces.is_empty());
        !self.checks_are_played
            || self.legality.iter().all(|rule| !rule.binds_checks())
                && self.aftermath.iter().all(|(_, aftermath)| aftermath.footprint().spares_kings_taken)
                && pawns_promote()
    }

    /// Whether the step of `by`, which captures a king, could be played to its end; `None` if this must be tried.
    pub fn lets_take_king(&self, position: &FairyPosition, by: Color, from: Sq, step: &Step) -> Option<bool> {
        if self.legality.iter().any(|rule| rule.binds_checks()) {
            return None;
        }
        let mut can = true;
        for (_, aftermath) in &self.aftermath {
            can &= aftermath.lets_take_king(position, by, from, step)?;
        }
        Some(can)
    }

    /// Whether a man's attack on a king depends only on the squares that it and its ways look at, as far as the
    /// ways know them.
    pub fn sight_is_local(&self, position: &FairyPosition) -> bool {
        self.all_kings_can_be_taken(position)
            && !self.has_planes
            && self.mobility.is_empty()
            && self.restrictions.iter().all(|restriction| restriction.footprint(position).is_local)
    }

    /// Whether a man's attack on a square depends only on its piece and the board, and not on the man to be
    /// captured.
    pub fn sight_is_plain(&self) -> bool {
        !self.checks_are_played
            && !self.has_planes
            && self.mobility.is_empty()
            && self.restrictions.is_empty()
            && self.ways.is_empty()
    }

    pub fn capturers_are_reborn(&self) -> bool {
        self.aftermath.iter().any(|(moment, _)| *moment == Moment::CapturerReborn)
    }

    /// Whether men may continue from their target squares.
    pub fn men_go_on(&self) -> bool {
        self.aftermath.iter().any(|(_, aftermath)| aftermath.goes_on())
    }

    pub fn follow(&mut self, moment: Moment, aftermath: impl Aftermath + 'static) {
        let at = self.aftermath.partition_point(|(other, _)| *other <= moment);
        self.aftermath.insert(at, (moment, Box::new(aftermath)));
    }
}
