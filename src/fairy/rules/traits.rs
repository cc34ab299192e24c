//! The attributes of men. Each works through the stages like a condition, if the diagram has a man with this
//! attribute.

use super::anda::Anda;
use super::footprint::{Brings, Footprint};
use super::rulebook::RuleBook;
use super::stages::{Aftermath, Mobility, Moment, Restriction, Source};
use super::touch::Touch;
use super::volage::Wavering;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares, file, rank};
use crate::fairy::moves::effect::{Effect, Step, StepKind, Why};
use crate::fairy::moves::move_builder::MoveBuilder;
use crate::fairy::moves::wanted::Wanted;
use crate::fairy::position::FairyPosition;
use crate::fairy::steps::line_walk::BentLine;
use crate::pieces::{QUEEN, Vector};
use crate::units::{Color, Diagram, Piece, Traits};
use smallvec::{SmallVec, smallvec};

/// Installs the rules for the attributes of the diagram's men.
///
/// # Errors
///
/// Returns a message if attributes cannot be combined.
pub fn install(diagram: &Diagram, book: &mut RuleBook) -> Result<(), String> {
    let has = |traits: Traits| diagram.placement.iter().any(|(_, unit)| unit.traits.has(traits));
    let stages = &mut book.stages;
    if has(Traits::KAMIKAZE) {
        stages.by(Source::Attribute(Traits::KAMIKAZE)).follow(Moment::Elsewhere, Kamikaze);
    }
    if has(Traits::PARALYSING) {
        stages.mobility.push(Box::new(Paralysis));
        stages.restrictions.push(Box::new(ParalysingDoesNotCapture));
        book.paralysis_is_stalemate = true;
    }
    if has(Traits::FUNCTIONARY) {
        stages.mobility.push(Box::new(Functionary));
    }
    if has(Traits::PATROL) {
        stages.restrictions.push(Box::new(Patrol));
    }
    for (traits, by_check, concerns) in
        [(Traits::ANDA, true, is_anda as fn(Man) -> bool), (Traits::ANDA_INVERSE, false, is_anda_inverse)]
    {
        if has(traits) {
            stages.by(Source::Attribute(traits)).follow(Moment::Observed, Anda { by_check, concerns });
        }
    }
    if has(Traits::UNCAPTURABLE) {
        stages.restrictions.push(Box::new(Uncapturable));
    }
    if has(Traits::JIGGER) {
        stages.restrictions.push(Box::new(Jigger));
    }
    if has(Traits::PROTEAN) {
        stages
            .by(Source::Attribute(Traits::PROTEAN))
            .follow(Moment::Arrived, Protean { concerns: |man| man.has(Traits::PROTEAN) });
    }
    if has(Traits::CHAMELEON) {
        stages.by(Source::Attribute(Traits::CHAMELEON)).follow(Moment::Changed, ChameleonMen);
    }
    if has(Traits::HALF_NEUTRAL) {
        stages.by(Source::Attribute(Traits::HALF_NEUTRAL)).follow(Moment::Changed, HalfNeutral);
    }
    if has(Traits::VOLAGE) {
        stages.by(Source::Attribute(Traits::VOLAGE)).follow(Moment::Volage, Wavering);
    }
    super::hurdles::install(diagram, book)?;
    super::planes::install_for(diagram, book)?;
    let stages = &mut book.stages;
    if has(Traits::MAGIC) {
        if has(Traits::NEUTRAL) || has(Traits::HALF_NEUTRAL) {
            return Err("magic men cannot be combined with neutral men".into());
        }
        stages.by(Source::Attribute(Traits::MAGIC)).follow(Moment::Last, Magic);
    }
    book.set_chameleons(book.chameleons.clone());
    Ok(())
}

struct Kamikaze;

impl Aftermath for Kamikaze {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if draft.captured.is_some()
            && let Some((man, sq)) = draft.arrived()
            && man.has(Traits::KAMIKAZE)
            // A condition may have led the man elsewhere, or may already have reborn it.
            && sq == draft.step.to
            && !draft.effects.iter().any(|effect| matches!(effect, Effect::Go { why: Why::Condition, .. }))
        {
            draft.apply(Effect::Remove { sq, why: Why::Condition });
        }
        next(draft)
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        if touch.victim(position).is_some() && touch.man.has(Traits::KAMIKAZE) {
            touch.moves_on(Squares::NONE);
        }
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, only_removes: true, brings: Brings::Nothing, ..Footprint::default() }
    }
}

struct Paralysis;

impl Mobility for Paralysis {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, _: Man) -> bool {
        let board = position.board();
        !board.of(!side).iter().any(|sq| board.man(sq).has(Traits::PARALYSING) && position.observes(!side, sq, from))
    }
}

impl FairyPosition<'_> {
    /// Whether men may paralyse and the side to move has no move, even if self-check is ignored. As in Popeye, a free
    /// paralysing man that would have a capture, if it could capture, counts as able to move.
    pub fn is_suffocated(&self) -> bool {
        let side = self.side();
        let stages = &self.book().stages;
        let would_capture = |from: Sq| {
            let man = self.board().man(from);
            man.has(Traits::PARALYSING)
                && stages.mobility.iter().all(|stage| stage.is_free(self, side, from, man))
                && self.bare_steps(side, from, None, &mut |step| step.taken.is_some())
        };
        self.book().paralysis_is_stalemate
            && !self.drafts(Wanted::Any, &mut |_| true)
            && !self.board().of(side).iter().any(would_capture)
    }
}

struct ParalysingDoesNotCapture;

impl Restriction for ParalysingDoesNotCapture {
    fn allows(&self, _: &FairyPosition, _: Color, _: Sq, man: Man, step: &Step) -> bool {
        step.taken.is_none() || !man.has(Traits::PARALYSING)
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, spares_quiet_kings: true, ..Footprint::default() }
    }
}

/// Restriction: men with the attribute Uncapturable cannot be captured.
pub struct Uncapturable;

impl Restriction for Uncapturable {
    fn allows(&self, position: &FairyPosition, _: Color, _: Sq, _: Man, step: &Step) -> bool {
        step.taken.is_none_or(|sq| !position.board().man(sq).has(Traits::UNCAPTURABLE))
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { is_local: true, spares_quiet_kings: true, ..Footprint::default() }
    }
}

/// Aftermath: a man with the attribute Chameleon that has moved becomes the next piece of the cycle in
/// [`RuleBook::chameleons`].
pub struct ChameleonMen;

impl Aftermath for ChameleonMen {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && man.has(Traits::CHAMELEON)
            && man.piece() == draft.mover.piece()
            && draft.step.kind != StepKind::Exchange
            && let Some(piece) = draft.before.book().next_chameleon(man.piece())
        {
            draft.change(sq, man.with_piece(piece), Why::Condition);
        }
        next(draft)
    }

    fn spares(&self, position: &FairyPosition, _: Color, _: Sq, man: Man, _: &Step) -> bool {
        !man.has(Traits::CHAMELEON) || position.book().next_chameleon(man.piece()).is_none()
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        if touch.man.has(Traits::CHAMELEON)
            && let Some(piece) = position.book().next_chameleon(touch.man.piece())
        {
            touch.lands_as.iter_mut().for_each(|man| *man = man.with_piece(piece));
        }
        true
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_by_man: true, ..Footprint::default() }
    }
}

struct Functionary;

impl Mobility for Functionary {
    fn is_free(&self, position: &FairyPosition, side: Color, from: Sq, man: Man) -> bool {
        !man.has(Traits::FUNCTIONARY)
            || position.board().of(!side).iter().any(|sq| sq != from && position.observes(!side, sq, from))
    }
}

fn is_anda(man: Man) -> bool {
    man.has(Traits::ANDA)
}

fn is_anda_inverse(man: Man) -> bool {
    man.has(Traits::ANDA_INVERSE)
}

struct Patrol;

impl Restriction for Patrol {
    fn allows(&self, position: &FairyPosition, side: Color, from: Sq, man: Man, step: &Step) -> bool {
        !man.has(Traits::PATROL) || step.taken.is_none() || position.is_observed(from, side)
    }

    fn footprint(&self, _: &FairyPosition) -> Footprint {
        Footprint { spares_quiet_kings: true, ..Footprint::default() }
    }
}

struct Jigger;

impl Restriction for Jigger {
    fn allows(&self, position: &FairyPosition, _: Color, from: Sq, man: Man, step: &Step) -> bool {
        let stays = |sq: Sq| sq != from && step.taken != Some(sq) && !position.board().is_empty(sq);
        let beside = |vector: &Vector| position.book().geometry.step(step.to, *vector).is_some_and(stays);
        !man.has(Traits::JIGGER) || QUEEN.iter().any(beside)
    }
}

/// Aftermath: a capturing man becomes a man of the captured piece.
pub struct Protean {
    /// Returns whether the rule applies to a man.
    pub concerns: fn(Man) -> bool,
}

impl Protean {
    /// Returns the piece that a man becomes by capturing a man of this piece.
    fn becomes(victim: Piece) -> Piece {
        let protean_pawn = Piece::from_code("PP").expect("in the table");
        match victim {
            Piece::PAWN => protean_pawn,
            piece if piece == protean_pawn => Piece::PAWN,
            piece => piece,
        }
    }
}

impl Aftermath for Protean {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let (Some((victim, _)), Some((man, sq))) = (draft.captured, draft.arrived())
            && (self.concerns)(man)
        {
            let piece = Protean::becomes(victim.piece());
            if piece == man.piece() {
                draft.renew(sq);
            } else {
                draft.change(sq, man.with_piece(piece), Why::Condition);
            }
        }
        next(draft)
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        let Some(victim) = touch.victim(position).filter(|_| (self.concerns)(touch.man)) else { return true };
        let man = touch.man.with_piece(Protean::becomes(victim.piece()));
        touch.lands_as.push(man);
        // A man that becomes a pawn on its last rank promotes there.
        !position.book().promotes(touch.side, man, touch.step.to)
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_quiet_steps: true, brings: Brings::Nothing, ..Footprint::default() }
    }
}

struct HalfNeutral;

impl Aftermath for HalfNeutral {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && man.has(Traits::HALF_NEUTRAL)
        {
            let man = man.with_neutrality_turned(draft.side);
            draft.change(sq, man, Why::Condition);
        }
        next(draft)
    }

    fn spares(&self, _: &FairyPosition, _: Color, _: Sq, man: Man, _: &Step) -> bool {
        !man.has(Traits::HALF_NEUTRAL)
    }

    /// Adds nothing to the touch: a man that becomes neutral still attacks for its mover.
    fn touch(&self, _: &FairyPosition, touch: &mut Touch) -> bool {
        !touch.man.is_royal()
    }

    /// A royal man that becomes neutral would be one more king of the other side.
    fn lets_take_king(&self, position: &FairyPosition, by: Color, from: Sq, step: &Step) -> Option<bool> {
        let man = position.board().man(from);
        (!man.is_royal() && !position.book().promotes(by, man, step.to)).then_some(true)
    }

    fn footprint(&self) -> Footprint {
        Footprint { spares_by_man: true, ..Footprint::default() }
    }
}

/// Aftermath: a man changes its colour if the move creates an odd number of lines on which magic men observe it. Lines
/// that existed before the move do not count.
struct Magic;

/// Whether the piece may observe a square on several lines from one square.
fn bends(piece: Piece) -> bool {
    const BENDING: &[&str] = &["EA", "RE", "BE", "SW", "RW", "BW", "M", "RM", "BM", "DG"];
    BENDING.contains(&piece.def().code) || piece.def().code.starts_with("RO")
}

impl Magic {
    /// Returns the square, before the move, of the man that is now on `sq`.
    fn origin(draft: &MoveBuilder, sq: Sq) -> Sq {
        if draft.at == Some(sq) {
            return draft.from;
        }
        match draft.step.kind {
            StepKind::Castling(index) => {
                let castling = &draft.before.book().geometry.castlings[usize::from(index)];
                if castling.rook_to == sq { castling.rook } else { sq }
            }
            _ => sq,
        }
    }

    /// Returns the lines on which the man on `magic` observes `target`; none if it is not magic.
    fn lines(position: &FairyPosition, magic: Sq, target: Sq) -> SmallVec<[BentLine; 4]> {
        let man = position.board().man(magic);
        if magic == target || !man.has(Traits::MAGIC) || !position.observes(man.color(), magic, target) {
            return SmallVec::new();
        }
        if bends(man.piece()) {
            return position.bent_lines(magic, target);
        }
        let (files, ranks) = (file(target) - file(magic), rank(target) - rank(magic));
        let divisor = (1..=15).rev().find(|n| files % n == 0 && ranks % n == 0).unwrap_or(1);
        smallvec![[files / divisor, ranks / divisor, 0, 0]]
    }

    /// Returns the number of lines on which the man now on `magic` observes the man now on `sq` but did not before this
    /// move.
    fn begun(draft: &MoveBuilder, magic: Sq, sq: Sq) -> usize {
        let now = Magic::lines(&draft.after, magic, sq);
        if now.is_empty() {
            return 0;
        }
        let before = Magic::lines(draft.before, Magic::origin(draft, magic), Magic::origin(draft, sq));
        now.iter().filter(|line| !before.contains(line)).count()
    }
}

impl Aftermath for Magic {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let board = draft.after.board();
        let men = board.occupied();
        let (magic, others): (Vec<Sq>, Vec<Sq>) = men.iter().partition(|&sq| board.man(sq).has(Traits::MAGIC));
        let mut changed = Squares::NONE;
        for by in magic {
            let man = board.man(by);
            let range = draft.after.range(man.piece(), man.color()).captures(by);
            for &sq in others.iter().filter(|&&sq| !board.man(sq).is_royal()) {
                let is_far = draft.after.is_ranged(man, sq) && !range.has(sq);
                if !is_far && Magic::begun(draft, by, sq) % 2 == 1 {
                    changed.set(sq, !changed.has(sq));
                }
            }
        }
        for sq in changed.iter() {
            let man = draft.after.board().man(sq);
            draft.change(sq, man.with_color(!man.color()), Why::Apart);
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        Footprint { brings: Brings::Colours, ..Footprint::default() }
    }
}
