//! Where conditions take hold. A condition puts one object into each stage that it changes; a stage without objects
//! costs nothing.

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

/// A way in which a man goes: as which piece, from where, to do what.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub origin: Sq,
    pub piece: Piece,
    pub mode: Mode,
}

/// The ways of one man: hardly ever more than have their place without memory of their own.
pub type WayList = SmallVec<[Way; 6]>;

/// May this man move, capture and check at all?
pub trait Mobility: Send + Sync {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> bool;

    /// Kings are always free; `true` is a promise.
    fn spares_kings(&self) -> bool {
        false
    }
}

/// As what, and from where, does this man go?
pub trait Ways: Send + Sync {
    /// `ways` holds what earlier conditions said; at first the man's own piece from its own square.
    fn ways(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, ways: &mut WayList);

    /// The same where only captures of what stands on the target matter: ways may be left out by which there are none.
    fn ways_to(&self, position: &FairyPosition, side: Color, from: Sq, _target: Sq, ways: &mut WayList) {
        self.ways(position, side, from, position.board().man(from), ways);
    }

    /// Some men of this kind go otherwise than they would; `false` is a promise.
    fn concerns(&self, _man: Man) -> bool {
        true
    }

    /// Men observe as what they are all the same, as far as paralysis and guards go.
    fn leaves_observation(&self) -> bool {
        false
    }

    /// As whom men that it concerns may go besides themselves, from where they stand; `None` when that cannot be told.
    fn borrowed_ways(&self, _book: &RuleBook) -> Option<Vec<Piece>> {
        None
    }

    /// Where men capture nothing they go as they would otherwise.
    fn spares_moves(&self) -> bool {
        false
    }

    /// The squares besides its own on which it matters for the man on `from` what stands there; `None` when other things
    /// matter too.
    fn looks_at(&self, _position: &FairyPosition, _side: Color, _from: Sq, _man: Man) -> Option<Squares> {
        None
    }
}

/// May the man go there, whatever follows? Asked for checks too.
pub trait Restriction: Send + Sync {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, step: &Step) -> bool;

    /// It is about the step alone and what it takes, so that a man does not observe where it may not go.
    fn binds_observation(&self) -> bool {
        false
    }

    /// What shortcuts may rely on in the position; where the rules keep nothing beside the board, in every position. What
    /// it says of steps of the side that is not to move has to hold after the next move, whatever that uses up.
    fn footprint(&self, _position: &FairyPosition) -> Footprint {
        Footprint::default()
    }
}

/// When consequences follow one another, whatever the order in which the conditions are given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// The man has left its square.
    Left,
    /// The man has arrived, and captured: it may go on.
    Arrived,
    /// It is promoted.
    Promoted,
    /// It changes its piece.
    Changed,
    /// Capturing men are reborn.
    CapturerReborn,
    /// The man goes over to the other side for what it has done.
    Turned,
    /// A volage man goes over, if nothing has turned it.
    Volage,
    /// The man goes over because of the square on which it stands.
    OnSquare,
    /// Kings change places.
    KingsSwapped,
    /// Captured men are reborn.
    Reborn,
    /// Men appear, vanish or change elsewhere.
    Elsewhere,
    /// Men that are observed change their colour.
    Observed,
    /// Men beside the one that has moved change.
    Beside,
    Last,
    /// All of it once more, for a man that goes on.
    Again,
}

/// What follows a move.
pub trait Aftermath: Send + Sync {
    /// Adds consequences with [`MoveBuilder::apply`] and calls `next` for each way in which they may turn out: never, when the
    /// move is impossible. Stops, and answers `true`, when `next` does.
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool;

    /// Nothing follows from this step of a man of the side, which captures nothing, promotes nobody and is no castling. Said
    /// of a king it holds after any step without consequences of the other side, too.
    fn spares(&self, _position: &FairyPosition, _side: Color, _from: Sq, _man: Man, _step: &Step) -> bool {
        self.footprint().spares_quiet_steps
    }

    /// It follows null moves, and the pass by which threats are looked for, too; of one set of rules only one does.
    fn follows_null_moves(&self) -> bool {
        false
    }

    /// Part of every step, also of those that take a king to the squares that he passes when he castles.
    fn goes_along(&self) -> bool {
        false
    }

    /// The man may go on from where its step has led it.
    fn goes_on(&self) -> bool {
        false
    }

    /// Whether a step of a man of `by` that captures a king could be played to its end, so far as this goes, and leave the
    /// side without it; `None` if that has to be tried.
    fn lets_take_king(&self, position: &FairyPosition, by: Color, from: Sq, step: &Step) -> Option<bool> {
        let goes_on = position.book().promotes(by, position.board().man(from), step.to);
        (self.footprint().spares_kings_taken && !goes_on).then_some(true)
    }

    /// What shortcuts may rely on.
    fn footprint(&self) -> Footprint {
        Footprint::default()
    }
}

/// May the position stand in which the move ends?
pub trait Legality: Send + Sync {
    fn is_legal(&self, draft: &MoveBuilder) -> bool;

    /// After a step without consequences of the side to move, but of none of its kings, the king of the other side on
    /// `king` may go to a square on which nobody stands, as long as nobody attacks him there.
    fn spares_kings(&self, _position: &FairyPosition, _king: Sq) -> bool {
        false
    }

    /// The king is in check only from captures that are legal in this sense.
    fn binds_checks(&self) -> bool {
        false
    }

    /// A captured man may be reborn on the square.
    fn lets_be_reborn(&self, _position: &FairyPosition, _sq: Sq) -> bool {
        true
    }

    /// What parries a check has to be legal in this sense to save from mate.
    fn binds_parries(&self) -> bool {
        true
    }

    /// To save from mate, a king of the side that goes to a square on which nobody attacks him has to go there legally in this
    /// sense, though nobody stands there.
    fn binds_kings(&self, _side: Color) -> bool {
        self.binds_parries()
    }

    /// The side to move may play a null move.
    fn allows_null_move(&self, _position: &FairyPosition) -> bool {
        true
    }
}

/// What may a pawn become?
pub trait Promoting: Send + Sync {
    /// `choices` holds what earlier conditions said; at first what the rule book says. The pawn itself stays a pawn.
    fn choose(&self, draft: &MoveBuilder, pawn: Man, choices: &mut Vec<Man>);
}

/// Is the side in check?
pub trait CheckRule: Send + Sync {
    /// `attacked`: its royal units are attacked as in orthodox chess.
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool;

    /// Only those are checks in which a royal unit is attacked.
    fn needs_attack(&self) -> bool {
        false
    }
}

/// Is the side to move mated, or stalemated?
pub trait Immobility: Send + Sync {
    /// It counts as immobile; `without_moves`: it has no legal move.
    fn is_immobile(&self, _: &FairyPosition, without_moves: bool) -> bool {
        without_moves
    }

    /// It is mated, if it is in check and immobile.
    fn allows_mate(&self, _: &FairyPosition) -> bool {
        true
    }
}

/// Which of the legal moves may be played?
pub trait Selection: Send + Sync {
    /// There may be something to choose in the position; `false` is a promise.
    fn concerns(&self, _: &FairyPosition) -> bool {
        true
    }

    /// Of the legal moves those whose steps have the greatest rank may be played.
    fn rank(&self, position: &FairyPosition, from: Sq, step: &Step) -> i32;

    /// The rank of a move as a whole: a man that goes on in the same move counts where it comes to stand.
    fn rank_of_move(&self, position: &FairyPosition, m: &Move) -> i32 {
        match m.step.kind {
            StepKind::Null => self.rank_of_null_move(),
            _ => self.rank(position, m.from, &m.whole(&position.book().long_moves)),
        }
    }

    /// That of a null move, which goes nowhere and captures nothing.
    fn rank_of_null_move(&self) -> i32 {
        0
    }
}

/// What must be changed before a move of the side to move.
pub trait Prelude: Send + Sync {
    /// One of these; nothing when there are none.
    fn changes(&self, position: &FairyPosition) -> Vec<Effect>;
}

/// Moves that no man makes by its way.
pub trait Extra: Send + Sync {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool;

    /// They are castlings and nothing else: a king goes two squares in one of these directions, over a free square, and a
    /// rook of its side goes as it always may.
    fn castlings(&self) -> Option<&'static [Vector]> {
        None
    }

    /// Each is a step of one man of the side to move, wherever it leads, and what follows from every step.
    fn are_steps(&self) -> bool {
        false
    }
}

/// What a condition has to say when a move is told.
pub trait Telling: Send + Sync {
    /// Before the consequences.
    fn begin(&self, _before: &FairyPosition, _m: &Move, _record: &mut MoveRecord) {}

    /// After them.
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
    /// A king is in check only if its capture, played to the end with all its consequences, leaves the side without it.
    pub checks_are_played: bool,
    /// The king of the side that is not to move may be attacked in the diagram.
    pub kings_are_spared: bool,
    /// Nobody is royal.
    pub kings_are_common: bool,
    /// Of several kings of one side none is royal.
    pub kings_are_royal_alone: bool,
    /// Men capture those of their own side, too.
    pub own_men_are_taken: bool,
    /// A step is the same, and is told the same, from whatever square a condition lets the man make it.
    pub origins_are_silent: bool,
    /// What a man can do from its own square and from another is two moves.
    pub other_origins_are_told: bool,
    /// There are two planes, whose men do not see each other.
    pub has_planes: bool,
    /// What conditions keep beside the board, at the beginning.
    pub slots: Vec<u32>,
    /// The slots that are as at the beginning when a side passes.
    pub forgotten: Vec<u8>,
    /// Those that are so after a null move too.
    pub lapsing: Vec<u8>,
    /// Each side may play null moves (option NullMoves).
    pub has_null_moves: bool,
}

impl Stages {
    /// Room for a number that belongs to the position; written by [`super::effect::Effect::Slot`].
    pub fn slot(&mut self, initial: u32) -> u8 {
        self.slots.push(initial);
        (self.slots.len() - 1) as u8
    }

    /// Conditions let the man go as what it is, from where it stands.
    pub fn goes_as_it_is(&self, man: Man) -> bool {
        self.ways.iter().all(|ways| !ways.concerns(man))
    }

    /// Nothing follows from quiet steps.
    pub fn all_quiet_steps_are_spared(&self) -> bool {
        self.aftermath.iter().all(|(_, aftermath)| aftermath.footprint().spares_quiet_steps)
    }

    /// Kings may castle in these directions, wherever they stand and as often as they like.
    pub fn castlings_anywhere(&self) -> Option<&'static [Vector]> {
        self.extra.iter().find_map(|extra| extra.castlings())
    }

    /// What a move and all that follows from it bring to squares, a castling apart, which brings its two men.
    pub fn brings(&self) -> Brings {
        let are_castlings_or_steps = self.extra.iter().all(|extra| extra.castlings().is_some() || extra.are_steps());
        if !are_castlings_or_steps || self.prelude.is_some() {
            return Brings::Anything;
        }
        self.aftermath.iter().map(|(_, aftermath)| aftermath.footprint().brings).max().unwrap_or(Brings::Nothing)
    }

    /// Every capture of a king comes to its end and leaves the side without it, as far as checks are concerned.
    fn all_kings_can_be_taken(&self, position: &FairyPosition) -> bool {
        let choices = [&position.book().promotions, &position.book().marine_promotions];
        let pawns_promote = || self.promoting.is_empty() && choices.iter().all(|pieces| !pieces.is_empty());
        !self.checks_are_played
            || self.legality.iter().all(|rule| !rule.binds_checks())
                && self.aftermath.iter().all(|(_, aftermath)| aftermath.footprint().spares_kings_taken)
                && pawns_promote()
    }

    /// The step of a man of `by`, which captures a king, could be played to its end; `None` if that has to be tried.
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

    /// Whether a man attacks a king depends on nothing but the squares that it, and its ways, look at; as far as the ways
    /// say what these are.
    pub fn sight_is_local(&self, position: &FairyPosition) -> bool {
        self.all_kings_can_be_taken(position)
            && !self.has_planes
            && self.mobility.is_empty()
            && self.restrictions.iter().all(|restriction| restriction.footprint(position).is_local)
    }

    /// Whether a man attacks a square depends on nothing but its piece and what stands on the board, and not on who would
    /// be captured.
    pub fn sight_is_plain(&self) -> bool {
        !self.checks_are_played
            && !self.has_planes
            && self.mobility.is_empty()
            && self.restrictions.is_empty()
            && self.ways.is_empty()
    }

    /// A man that captures is reborn.
    pub fn capturers_are_reborn(&self) -> bool {
        self.aftermath.iter().any(|(moment, _)| *moment == Moment::CapturerReborn)
    }

    /// Men may go on from where their steps have led them.
    pub fn men_go_on(&self) -> bool {
        self.aftermath.iter().any(|(_, aftermath)| aftermath.goes_on())
    }

    pub fn follow(&mut self, moment: Moment, aftermath: impl Aftermath + 'static) {
        let at = self.aftermath.partition_point(|(other, _)| *other <= moment);
        self.aftermath.insert(at, (moment, Box::new(aftermath)));
    }
}
