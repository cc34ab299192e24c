//! The stages of move generation at which conditions take effect. A condition puts one object into each stage that it
//! changes. A stage without objects costs nothing.

use super::footprint::{Brings, Footprint};
use super::rulebook::RuleBook;
use super::touch::Touch;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::{Effect, Move, Step, StepKind};
use crate::fairy::moves::move_builder::MoveBuilder;
use crate::fairy::position::FairyPosition;
use crate::pieces::{Mode, Piece, Vector};
use crate::units::{Color, MoveRecord, Traits};
use smallvec::SmallVec;

/// A way of moving: the piece as which a man moves, the square from which it moves, and whether it may move, capture or
/// both.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub origin: Sq,
    pub piece: Piece,
    pub mode: Mode,
}

/// The ways of moving of one man; few men have more than fit inline.
pub type WayList = SmallVec<[Way; 6]>;

/// Stage: decides whether a man may move, capture and give check at all.
pub trait Mobility: Send + Sync {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> bool;

    /// Returns whether kings may always move under this rule. `true` is a promise on which shortcuts
    /// ([`RuleBook::shortcuts`]) rely.
    fn spares_kings(&self) -> bool {
        false
    }
}

/// Stage: decides as which pieces and from which squares a man moves.
pub trait Ways: Send + Sync {
    /// Changes `ways`, the list of the man's ways of moving. It holds the ways under the conditions before this one; at
    /// first, the man moves as its own piece from its own square.
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, ways: &mut WayList);

    /// Like [`Ways::ways`], but only ways of capturing on the target are needed; others may be left out.
    fn ways_to(&self, position: &FairyPosition, side: Color, from: Sq, _target: Sq, ways: &mut WayList) {
        self.ways(position, side, from, position.board().man(from), ways);
    }

    /// Returns whether the rule may change the ways of this man. `false` is a promise on which shortcuts
    /// ([`RuleBook::shortcuts`]) rely.
    fn concerns(&self, _man: Man) -> bool {
        true
    }

    /// Whether this rule does not change what men observe: for paralysis and guarding, they still move as their own
    /// piece.
    fn leaves_observation(&self) -> bool {
        false
    }

    /// Returns the pieces as which the rule may let men move from their own squares, besides their own pieces; `None`
    /// if these pieces are not known.
    fn borrowed_ways(&self, _book: &RuleBook) -> Option<Vec<Piece>> {
        None
    }

    /// Whether the rule changes captures only, so that men move without capture as usual.
    fn spares_moves(&self) -> bool {
        false
    }

    /// Returns the squares, other than `from`, on whose content the man's ways of moving depend; `None` if they depend
    /// on anything else.
    fn looks_at(&self, _position: &FairyPosition, _side: Color, _from: Sq, _man: Man) -> Option<Squares> {
        None
    }
}

/// Stage: decides whether a man may make a step, whatever its consequences are. Tests for check ask it, too.
pub trait Restriction: Send + Sync {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, step: &Step) -> bool;

    /// Whether the rule concerns only the step and its capture. If so, a man does not observe a square to which the
    /// rule forbids it to go.
    fn binds_observation(&self) -> bool {
        false
    }

    /// Returns the promises of the rule for this position. If no condition uses slots, they must hold in every
    /// position. A promise about steps of the side that is not to move must also hold after the next move.
    fn footprint(&self, _position: &FairyPosition) -> Footprint {
        Footprint::default()
    }
}

/// The moment at which a consequence takes place within a move. Consequences follow in this order, whatever the order
/// of the conditions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// The moving man has left its square.
    Left,
    /// The moving man has arrived and has captured; it may continue.
    Arrived,
    /// The moving man promotes.
    Promoted,
    /// The moving man changes its piece.
    Changed,
    /// The capturing man is reborn.
    CapturerReborn,
    /// The moving man changes sides because of what it has done.
    Turned,
    /// A volage man changes sides, unless another rule has changed its side in this move.
    Volage,
    /// The moving man changes sides because of the square that it is on.
    OnSquare,
    /// Kings change places.
    KingsSwapped,
    /// A captured man is reborn.
    Reborn,
    /// Men appear, vanish or change elsewhere.
    Elsewhere,
    /// Observed men change their colour.
    Observed,
    /// Men next to the moved man change.
    Beside,
    Last,
    /// The man continues in the same move: all moments follow once more.
    Again,
}

/// The origin of a rule: what puts objects into the stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    #[default]
    Chess,
    /// The rule of an attribute that men of the diagram have.
    Attribute(Traits),
    Game,
    /// The condition with this name.
    Condition(&'static str),
}

/// Stage: adds consequences to a move.
pub trait Aftermath: Send + Sync {
    /// Adds consequences to the move with [`MoveBuilder::apply`] and calls `next` for each outcome, or not at all if
    /// the move is impossible. Stops and returns `true` as soon as `next` does.
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool;

    /// Whether the object adds no consequence to this step of `side`, which is no capture, promotion or castling. For
    /// a king, `true` must also hold after any enemy step without consequences.
    fn spares(&self, _position: &FairyPosition, _side: Color, _from: Sq, _man: Man, _step: &Step) -> bool {
        self.footprint().spares_quiet_steps
    }

    /// Adds to `touch` the consequences that the object may give to a step of the side to move. Returns `true` if the
    /// object may give no others; `true` is a promise on which shortcuts ([`RuleBook::shortcuts`]) rely. `touch`
    /// already contains the step and its promotion, if it promotes. No other object adds consequences to this step.
    /// Returns `false` if a royal man may change sides: it would be one more king of the other side, and a flight of
    /// that side's first king would refute nothing.
    fn touch(&self, _position: &FairyPosition, _touch: &mut Touch) -> bool {
        false
    }

    /// Whether the object also acts on null moves and on the pass that finds threats. At most one object does.
    fn follows_null_moves(&self) -> bool {
        false
    }

    /// Whether the object adds consequences to every step of a man, even to the king's steps over squares in castling.
    fn goes_along(&self) -> bool {
        false
    }

    /// Whether the object may let a man continue from its target square.
    fn goes_on(&self) -> bool {
        false
    }

    /// Whether a side really loses its king when `by` captures it by this step: this object must neither forbid the
    /// move nor bring the king back. `None` if the move must be played to find out.
    fn lets_take_king(&self, position: &FairyPosition, by: Color, from: Sq, step: &Step) -> Option<bool> {
        let goes_on = position.book().promotes(by, position.board().man(from), step.to);
        (self.footprint().spares_kings_taken && !goes_on).then_some(true)
    }

    fn footprint(&self) -> Footprint {
        Footprint::default()
    }
}

/// Stage: decides whether a move is legal, judged by the position after it.
pub trait Legality: Send + Sync {
    fn is_legal(&self, draft: &MoveBuilder) -> bool;

    /// Whether the rule allows every move that gives no check. `true` is a promise on which shortcuts
    /// ([`RuleBook::shortcuts`]) rely.
    fn judges_only_checks(&self) -> bool {
        false
    }

    /// Returns whether the rule allows the enemy king on `king` every move to an empty, unattacked square in the next
    /// ply, after any step of the side to move without consequences, except by its own kings. `true` is a promise on
    /// which shortcuts ([`RuleBook::shortcuts`]) rely.
    fn spares_kings(&self, _position: &FairyPosition, _king: Sq) -> bool {
        false
    }

    /// Whether an attack on a king is a check only if this rule allows the capture of the king.
    fn binds_checks(&self) -> bool {
        false
    }

    /// If the rule binds checks: whether it allows `by` to capture a king by this step, which is no promotion and has no
    /// consequences. `None` if the step must be played to find out.
    fn lets_take_king(&self, _position: &FairyPosition, _by: Color, _from: Sq, _step: &Step) -> Option<bool> {
        None
    }

    /// Whether the rule forbids the side to move this step of a man of side `by`, whatever its consequences are. If
    /// `step` is `None`, whether it forbids every step of the man. `true` is a promise on which shortcuts
    /// ([`RuleBook::shortcuts`]) rely.
    fn forbids(&self, _position: &FairyPosition, _by: Color, _from: Sq, _step: Option<&Step>) -> bool {
        false
    }

    /// Whether [`Legality::forbids`] decides about every step of the side to move that only takes a man to its target
    /// square and captures nothing but a man there ([`FairyPosition::leaves_all_else`]): the rule forbids no other.
    fn judges_plain_steps(&self) -> bool {
        false
    }

    /// Whether the rule allows the rebirth of a captured man on the square.
    fn lets_be_reborn(&self, _position: &FairyPosition, _sq: Sq) -> bool {
        true
    }

    /// Whether a parry counts only if this rule allows it. If so, a side may be mated although only this rule forbids
    /// its parries.
    fn binds_parries(&self) -> bool {
        true
    }

    /// Whether the side `_side` may be mated although its king has an empty, unattacked square, because only this rule
    /// forbids the king to go there.
    fn binds_kings(&self, _side: Color) -> bool {
        self.binds_parries()
    }

    /// Whether the rule allows the side to move a null move.
    fn allows_null_move(&self, _position: &FairyPosition) -> bool {
        true
    }
}

/// Stage: decides to which pieces a pawn may promote.
pub trait Promoting: Send + Sync {
    /// Changes `choices`, the men to which the pawn may promote. It holds the choices under the conditions before this
    /// one; at first, those of the rule book. A choice equal to the pawn means no promotion; [`Man::NONE`], promotion
    /// to an imitator.
    fn choose(&self, draft: &MoveBuilder, pawn: Man, choices: &mut Vec<Man>);
}

/// Stage: decides whether a side is in check.
pub trait CheckRule: Send + Sync {
    /// Returns whether the side is in check. `attacked` is what the rule before this one returned; for the first
    /// rule, whether the side's royal men are attacked.
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool;

    /// Whether this rule lets a side be in check only if a royal man of the side is attacked.
    fn needs_attack(&self) -> bool {
        false
    }
}

/// Stage: decides whether the side to move is mated or stalemated.
pub trait Immobility: Send + Sync {
    /// Returns whether the side to move counts as immobile. `without_moves` is the result of the rules before this
    /// one; at first, whether the side has no legal move.
    fn is_immobile(&self, _: &FairyPosition, without_moves: bool) -> bool {
        without_moves
    }

    /// Whether the side to move, if it is in check and immobile, is mated under this rule.
    fn allows_mate(&self, _: &FairyPosition) -> bool {
        true
    }
}

/// Stage: decides which of the legal moves may be played.
pub trait Selection: Send + Sync {
    /// Returns whether the rule may exclude legal moves in this position. `false` is a promise on which shortcuts
    /// ([`RuleBook::shortcuts`]) rely.
    fn concerns(&self, _: &FairyPosition) -> bool {
        true
    }

    /// Returns the rank of a step. Only the legal moves of the greatest rank may be played.
    fn rank(&self, position: &FairyPosition, from: Sq, step: &Step) -> i32;

    /// Returns the rank of a whole move. If the man continues in the same move, this is the rank of a step from its
    /// departure to its final square.
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

/// Stage: a change of the position that must precede each move of the side to move.
pub trait Prelude: Send + Sync {
    /// Returns the possible changes, one of which must be made; empty if none is demanded.
    fn changes(&self, position: &FairyPosition) -> Vec<Effect>;
}

/// Stage: generates additional moves that do not follow a man's way of moving.
pub trait Extra: Send + Sync {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool;

    /// Returns the directions in which kings castle if all moves of this rule are castlings in which the king goes two
    /// squares over a free square and a rook of its side moves as in chess. Otherwise returns `None`.
    fn castlings(&self) -> Option<&'static [Vector]> {
        None
    }

    /// Whether each move of this rule is a step of one man of the side to move, to any square, with the consequences
    /// that other steps have.
    fn are_steps(&self) -> bool {
        false
    }

    /// Whether the moves of this rule are all steps of the other side's men that are not neutral, as that side could
    /// make them, with the consequences that its steps have.
    fn are_enemy_steps(&self) -> bool {
        false
    }
}

/// Stage: adds facts to the record of a move.
pub trait Recording: Send + Sync {
    /// Changes the record before the consequences are recorded.
    fn begin(&self, _before: &FairyPosition, _m: &Move, _record: &mut MoveRecord) {}

    /// Changes the record after the consequences have been recorded.
    fn end(&self, _after: &FairyPosition, _record: &mut MoveRecord) {}
}

/// The stages of a set of rules, with the objects of the conditions in each.
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
    pub recording: Vec<Box<dyn Recording>>,
    /// Whether attacks on kings are tested by playing the capture of the king with all consequences. An attack is a
    /// check only if the side really loses the king by the capture.
    pub checks_are_played: bool,
    /// Whether a diagram is legal even if the king of the side not to move is attacked.
    pub kings_are_spared: bool,
    /// Whether kings are ordinary men, so that no man is royal.
    pub kings_are_common: bool,
    /// Whether kings are royal only when a side has a single one.
    pub kings_are_royal_alone: bool,
    /// Whether men may also capture men of their own side.
    pub own_men_are_taken: bool,
    /// Whether the output omits the square from which a condition lets a man make a step. If so, the same step from
    /// several such squares is one move.
    pub origins_are_silent: bool,
    /// Whether a step that a man makes from its own square and the same step made from another square are two moves.
    pub other_origins_are_printed: bool,
    /// Whether the men are on two planes, as in Alice Chess.
    pub has_planes: bool,
    /// Initial values of the slots. A slot holds a number that a condition keeps in addition to the men on the board.
    pub slots: Vec<u32>,
    /// Indices of the slots that are changed to the given values when a side passes.
    pub forgotten: Vec<(u8, u32)>,
    /// Like `forgotten`, for null moves, but not when a side merely passes.
    pub lapsing: Vec<(u8, u32)>,
    /// Whether a rule may let the moving side choose among effects of one move: another choice is another threat, and so
    /// is a move with a single choice beside one with none.
    pub offers_choice: bool,
    /// Whether either side may play null moves (option NullMoves).
    pub has_null_moves: bool,
    /// The rule whose objects are being put into the stages.
    source: Source,
    /// The rules with objects in `aftermath`, each listed once.
    sources: Vec<Source>,
}

impl Stages {
    /// Reserves a slot, a number that [`crate::fairy::moves::effect::Effect::Slot`] changes, and sets its initial
    /// value. Returns the slot's index.
    pub fn slot(&mut self, initial: u32) -> u8 {
        self.slots.push(initial);
        (self.slots.len() - 1) as u8
    }

    /// Whether no condition may let the man move as another piece or from another square.
    pub fn goes_as_it_is(&self, man: Man) -> bool {
        self.ways.iter().all(|ways| !ways.concerns(man))
    }

    pub fn all_quiet_steps_are_spared(&self) -> bool {
        self.aftermath.iter().all(|(_, aftermath)| aftermath.footprint().spares_quiet_steps)
    }

    /// Returns the directions in which kings may castle from any square, any number of times; `None` if no rule allows
    /// that.
    pub fn castlings_anywhere(&self) -> Option<&'static [Vector]> {
        self.extra.iter().find_map(|extra| extra.castlings())
    }

    /// Returns which men a move may bring to squares with all its consequences. The two men of a castling are not
    /// considered.
    pub fn brings(&self) -> Brings {
        let are_castlings_or_steps = self.extra.iter().all(|extra| extra.castlings().is_some() || extra.are_steps());
        if !are_castlings_or_steps || self.prelude.is_some() {
            return Brings::Anything;
        }
        self.aftermath.iter().map(|(_, aftermath)| aftermath.footprint().brings).max().unwrap_or(Brings::Nothing)
    }

    /// Whether every capture of a king would leave its side without the king, so that every attack on a king is a
    /// check.
    fn all_kings_can_be_taken(&self, position: &FairyPosition) -> bool {
        let choices = [&position.book().promotions, &position.book().marine_promotions];
        let pawns_promote = || self.promoting.is_empty() && choices.iter().all(|pieces| !pieces.is_empty());
        !self.checks_are_played
            || self.legality.iter().all(|rule| !rule.binds_checks())
                && self.aftermath.iter().all(|(_, aftermath)| aftermath.footprint().spares_kings_taken)
                && pawns_promote()
    }

    /// Whether the king is really lost when `by` plays this step, which captures it, with all consequences; `None` if
    /// the step has to be played to find out.
    pub fn lets_take_king(&self, position: &FairyPosition, by: Color, from: Sq, step: &Step) -> Option<bool> {
        let mut can = true;
        for (_, aftermath) in &self.aftermath {
            can &= aftermath.lets_take_king(position, by, from, step)?;
        }
        for rule in self.legality.iter().filter(|rule| rule.binds_checks()) {
            let is_plain = |(_, aftermath): &(Moment, Box<dyn Aftermath>)| aftermath.footprint().takes_kings_plainly();
            can &= rule.lets_take_king(position, by, from, step).filter(|_| self.aftermath.iter().all(is_plain))?;
        }
        Some(can)
    }

    /// Whether a man's attack on a king depends only on the squares that are examined by the man's way of moving and by
    /// the rules that give it other ways. If such a rule depends on anything else, its [`Ways::looks_at`] says so.
    pub fn sight_is_local(&self, position: &FairyPosition) -> bool {
        self.all_kings_can_be_taken(position)
            && !self.has_planes
            && self.mobility.is_empty()
            && self.restrictions.iter().all(|restriction| restriction.footprint(position).is_local)
    }

    /// Whether a man's attack on a square depends only on the man's piece and on the occupied squares, and not on the
    /// man to be captured.
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

    /// Whether some rule may let men continue from their target squares.
    pub fn men_go_on(&self) -> bool {
        self.aftermath.iter().any(|(_, aftermath)| aftermath.goes_on())
    }

    pub fn follow(&mut self, moment: Moment, aftermath: impl Aftermath + 'static) {
        let at = self.aftermath.partition_point(|(other, _)| *other <= moment);
        self.aftermath.insert(at, (moment, Box::new(aftermath)));
        if !self.sources.contains(&self.source) {
            self.sources.push(self.source);
        }
    }

    /// Sets the rule to which the objects belong that are put into the stages from now on. Returns the stages.
    pub fn by(&mut self, source: Source) -> &mut Stages {
        self.source = source;
        self
    }

    /// Whether a rule for whose origin `is_expected` returns `false` adds consequences to moves.
    pub fn has_consequences_beyond(&self, is_expected: impl Fn(Source) -> bool) -> bool {
        self.sources.iter().any(|source| !is_expected(*source))
    }

    /// Whether any rule besides those of chess adds consequences to moves.
    pub fn has_consequences_beyond_promotion(&self) -> bool {
        self.has_consequences_beyond(|source| source == Source::Chess)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairy::Promotion;

    #[test]
    fn consequences_are_known_by_their_rule_and_not_by_their_number() {
        let mut stages = Stages::default();
        stages.follow(Moment::Promoted, Promotion);
        stages.follow(Moment::Last, Promotion);
        assert!(!stages.has_consequences_beyond_promotion());
        let is_expected = |source| matches!(source, Source::Chess | Source::Condition("one"));
        for _ in 0..3 {
            stages.by(Source::Condition("one")).follow(Moment::Last, Promotion);
            assert!(stages.has_consequences_beyond_promotion());
            assert!(!stages.has_consequences_beyond(is_expected));
        }
        stages.by(Source::Attribute(Traits::MAGIC)).follow(Moment::Last, Promotion);
        assert!(stages.has_consequences_beyond(is_expected));
    }
}
