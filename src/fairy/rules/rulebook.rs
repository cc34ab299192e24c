//! The rules of a problem, prepared once for all its positions.

use super::stages::{Moment, Stages};
use super::volage::Volage;
use crate::fairy::board::geometry::Geometry;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, to_square};
use crate::fairy::moves::effect::LongMoves;
use crate::fairy::moves::move_builder::Promotion;
use crate::fairy::position::SLOTS;
use crate::fairy::shortcuts::bound::MateBound;
use crate::fairy::steps::range::Ranges;
use crate::fairy::steps::rays::Rays;
use crate::fairy::steps::routes::Routes;
use crate::pieces::{OwnPieces, Piece};
use crate::units::{Color, Diagram, Placement, Traits, Unit};

pub struct RuleBook {
    pub geometry: Geometry,
    pub stages: Stages,
    /// The pieces that the problem itself defines.
    pub own_pieces: OwnPieces,
    pub promotions: Vec<Piece>,
    /// Whether a condition itself lists the pieces to which pawns promote, so that other conditions do not add any.
    pub promotions_are_named: bool,
    /// Replacements in the game array: pairs of an orthodox piece and the piece that takes its place.
    pub stand_ins: Vec<(Piece, Piece)>,
    pub diagram: Placement,
    /// Whether some rule depends on whether a position has occurred before.
    pub remembers_past: bool,
    /// Whether a side without any move, legal or not, is stalemated even if it is in check.
    pub paralysis_is_stalemate: bool,
    /// `Some` if the conditions, if any, only choose among moves of ordinary chess. The value is then the set of
    /// squares that the board lacks, as a bitboard.
    pub only_chooses: Option<u64>,
    /// Whether some pawn of the diagram promotes on its side's first rank, where kings and rooks castle.
    pub pawns_promote_at_home: bool,
    /// Whether the diagram has dummies, which never move.
    pub has_dummies: bool,
    /// Whether captured men never come back, so that no position from before a capture can recur.
    pub captures_are_final: bool,
    /// The pieces that marine pawns promote to.
    pub marine_promotions: Vec<Piece>,
    /// Rule for the men that change sides when they come to a square of the other colour.
    pub volage: Volage,
    /// Whether the rules depend on the diagram squares of men.
    pub keeps_origins: bool,
    /// Whether the rules depend on which men have promoted.
    pub marks_promoted: bool,
    /// The slots that record a captured man that awaits rebirth in the next ply, by index: its man, the capture square
    /// and its diagram square. `None` if no rule delays rebirths.
    pub waiting: Option<[u8; 3]>,
    /// The attributes that pawns may get by promotion, by piece.
    pub promoted_attributes: Vec<PromotedAttribute>,
    /// The cycle of pieces through which chameleons change.
    pub chameleons: Vec<Piece>,
    /// Whether steps must record the hurdle over which they lead.
    pub tells_hurdles: bool,
    /// Upper bounds of what men could capture, by piece and side.
    pub ranges: Ranges,
    pub rays: Rays,
    /// The recorded moves of leapers, riders and hoppers, by piece and side.
    pub routes: Routes,
    /// Lower bounds on the number of moves until mate.
    pub mate_bound: MateBound,
    /// Effects of moves that have too many effects to be stored inline.
    pub long_moves: LongMoves,
    /// Enables shortcuts: tests that spare the engine playing a move, for instance, whether a man could reach the king
    /// or whether a move without consequences gives check. They affect speed only.
    pub shortcuts: bool,
    /// Enables sieges: proofs from the lines of the position that moves do not mate (`siege.rs`). They affect speed
    /// only.
    pub sieges: bool,
}

/// The attributes with which a pawn may promote to a piece: one of `choices`, which may include none at all.
pub struct PromotedAttribute {
    pub piece: Piece,
    pub choices: Vec<Traits>,
}

impl RuleBook {
    /// Whether the diagram has a man of this side and piece on the square.
    pub fn begins_with(&self, color: Color, piece: Piece, sq: Sq) -> bool {
        self.diagram.get(to_square(sq)).is_some_and(|unit| unit.piece == piece && unit.color == color)
    }

    /// Returns the rules of chess for this board, with the rules of the attributes in the diagram. After further rules
    /// have been added, [`RuleBook::settle`] must be called.
    ///
    /// # Errors
    ///
    /// Returns a message if the attributes in the diagram cannot be combined.
    pub fn new(diagram: &Diagram, geometry: Geometry, own_pieces: OwnPieces) -> Result<RuleBook, String> {
        let orthodox = [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT];
        let marine = ["SI", "TR", "ND", "MS"].map(|code| Piece::from_code(code).expect("in the table"));
        let mut book = RuleBook {
            geometry,
            stages: Stages::default(),
            own_pieces,
            promotions: promotions(&diagram.placement, &orthodox),
            promotions_are_named: false,
            stand_ins: Vec::new(),
            diagram: diagram.placement.clone(),
            remembers_past: false,
            paralysis_is_stalemate: false,
            captures_are_final: false,
            only_chooses: None,
            pawns_promote_at_home: diagram.placement.iter().any(|(_, unit)| unit.piece.is_reversed()),
            has_dummies: diagram.placement.iter().any(|(_, unit)| unit.piece.is_dummy()),
            marine_promotions: promotions(&diagram.placement, &marine),
            volage: Volage::default(),
            keeps_origins: false,
            marks_promoted: false,
            waiting: None,
            promoted_attributes: Vec::new(),
            chameleons: vec![Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN],
            tells_hurdles: false,
            ranges: Ranges::default(),
            rays: Rays::default(),
            routes: Routes::default(),
            mate_bound: MateBound::default(),
            long_moves: LongMoves::default(),
            shortcuts: true,
            sieges: true,
        };
        book.stages.follow(Moment::Promoted, Promotion);
        super::traits::install(diagram, &mut book)?;
        Ok(book)
    }

    /// Computes the facts that depend on all rules together. Must be called once all rules are in the book.
    ///
    /// # Errors
    ///
    /// Returns a message if these rules cannot be played together.
    pub fn settle(&mut self) -> Result<(), &'static str> {
        let aftermath = &self.stages.aftermath;
        if self.stages.slots.len() > SLOTS {
            return Err("too many conditions depend on the course of the play");
        }
        let count = |wanted| aftermath.iter().filter(|(moment, _)| *moment == wanted).count();
        if count(Moment::Reborn) > 1 {
            return Err("only one condition can determine how captured men are reborn");
        }
        if count(Moment::CapturerReborn) > 1 {
            return Err("only one condition can determine how capturing men are reborn");
        }
        self.captures_are_final = self.spares_captures() && !self.stages.own_men_are_taken;
        self.only_chooses = self.only_chooses_moves().then(|| self.squares_missing());
        Ok(())
    }

    /// Whether quiet steps (neither captures nor promotions nor castlings) have no consequences, and no rule judges
    /// moves by their results, except the ban of self-check.
    pub fn spares_quiet_steps(&self) -> bool {
        let stages = &self.stages;
        self.spares_some_steps() && stages.all_quiet_steps_are_spared()
    }

    /// Like [`RuleBook::spares_quiet_steps`], but some quiet steps may have consequences: those for which an object's
    /// [`super::stages::Aftermath::spares`] returns `false`.
    pub fn spares_some_steps(&self) -> bool {
        self.stages.legality.is_empty() && self.spares_some_but_checks()
    }

    /// Like [`RuleBook::spares_some_steps`], but some rules may judge the results of moves that give check, and others may
    /// forbid steps before they are made.
    pub fn spares_some_but_checks(&self) -> bool {
        let stages = &self.stages;
        stages.legality.iter().all(|rule| rule.judges_only_checks() || rule.judges_plain_steps())
            && stages.extra.is_empty()
            && stages.prelude.is_none()
            && !self.remembers_past
    }

    /// Whether rules judge moves by their results, and allow every move that gives no check. Other rules, if any, judge
    /// steps before they are made.
    pub fn judges_checks(&self) -> bool {
        self.stages.legality.iter().any(|rule| rule.judges_only_checks()) && self.spares_some_but_checks()
    }

    /// Whether rules forbid steps before they are made, and nothing else if the steps have no consequences.
    pub fn judges_steps(&self) -> bool {
        self.stages.legality.iter().any(|rule| rule.judges_plain_steps())
    }

    /// Whether shortcuts may be used: they are enabled, and no rule demands a change of the position before the move.
    pub fn foresees(&self) -> bool {
        self.shortcuts && self.stages.prelude.is_none()
    }

    pub fn spares_captures(&self) -> bool {
        !self.stages.has_consequences_beyond_promotion()
    }

    /// Returns the piece of ordinary chess that `piece` replaces in the game array; `piece` itself if it is orthodox
    /// or a pawn and is not replaced; otherwise `None`.
    pub fn usual(&self, piece: Piece) -> Option<Piece> {
        if let Some(&(usual, _)) = self.stand_ins.iter().find(|(_, stand_in)| *stand_in == piece) {
            return Some(usual);
        }
        let is_replaced = self.stand_ins.iter().any(|(usual, _)| *usual == piece);
        ((piece.is_orthodox() || piece.is_pawn()) && !is_replaced).then_some(piece)
    }

    /// Adds the king, or the piece that replaces it in the game array, to the pieces to which pawns promote. Does
    /// nothing if a condition itself lists these pieces.
    pub fn promote_to_kings_too(&mut self) {
        if self.promotions_are_named {
            return;
        }
        let stand_in = self.stand_ins.iter().find(|(usual, _)| *usual == Piece::KING);
        let king = stand_in.map_or(Piece::KING, |&(_, stand_in)| stand_in);
        if !self.promotions.contains(&king) {
            self.promotions.insert(0, king);
        }
    }

    /// Sets the pieces to which pawns promote: those in `usual`, and the fairy pieces in the diagram that pawns may
    /// become.
    pub fn promote_to(&mut self, usual: &[Piece]) {
        self.promotions = promotions(&self.diagram, usual);
    }

    pub fn set_chameleons(&mut self, cycle: Vec<Piece>) {
        self.chameleons = cycle;
        if self.diagram.iter().any(|(_, unit)| unit.traits.has(Traits::CHAMELEON)) {
            let choices = vec![Traits::CHAMELEON, Traits::NONE];
            self.promoted_attributes.retain(|with| with.choices != choices);
            let comes = self.chameleons.iter().map(|&piece| PromotedAttribute { piece, choices: choices.clone() });
            self.promoted_attributes.extend(comes);
        }
    }

    /// Returns the piece that a chameleon of this piece becomes; `None` if the piece is not in the cycle.
    pub fn next_chameleon(&self, piece: Piece) -> Option<Piece> {
        next_in(&self.chameleons, piece)
    }

    /// Whether the man must promote on the square when `side` moves it there.
    pub fn promotes(&self, side: Color, man: Man, sq: Sq) -> bool {
        let piece = man.piece();
        let towards = if piece.is_reversed() { !side } else { side };
        piece.is_pawn() && self.geometry.promotion[towards as usize].has(sq)
    }

    pub fn promotions_of(&self, pawn: Man) -> &[Piece] {
        if pawn.piece().is_marine_pawn() { &self.marine_promotions } else { &self.promotions }
    }

    /// Returns the man that the pawn becomes by promotion to `piece`.
    pub fn promoted(&self, pawn: Man, piece: Piece) -> Man {
        let man = pawn.with_piece(piece);
        let man = if self.marks_promoted { man.with_traits(Traits::FRISCHAUF) } else { man };
        if piece.is_royal() && !self.stages.kings_are_common { man.with_traits(Traits::ROYAL) } else { man }
    }

    pub fn man(&self, unit: Unit) -> Man {
        let man = Man::from(unit);
        // If all men are volage, none is marked.
        let man = if self.volage == Volage::Marked { man } else { man.without_traits(Traits::VOLAGE) };
        // A man that is not on the other plane is on this one.
        let man = man.without_traits(Traits::ALICE_A);
        if self.stages.kings_are_common { man.without_traits(Traits::ROYAL) } else { man }
    }
}

/// Returns the next piece of the cycle; `None` if the cycle does not contain `piece`.
pub fn next_in(cycle: &[Piece], piece: Piece) -> Option<Piece> {
    let at = cycle.iter().position(|&other| other == piece)?;
    Some(cycle[(at + 1) % cycle.len()])
}

/// Returns the pieces of `usual` and the pieces of the fairy men in the diagram to which pawns promote.
fn promotions(diagram: &Placement, usual: &[Piece]) -> Vec<Piece> {
    let mut pieces = usual.to_vec();
    for (_, unit) in diagram.iter() {
        let piece = unit.piece;
        if !piece.is_pawn() && piece.promotes_to() && !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Shape;

    #[test]
    fn there_is_room_for_what_conditions_keep_or_they_are_refused() {
        let geometry = Geometry::new(&Shape::default());
        let mut book = RuleBook::new(&Diagram::default(), geometry, OwnPieces::default()).expect("chess");
        for _ in 0..SLOTS {
            book.stages.slot(0);
        }
        assert_eq!(book.settle(), Ok(()));
        book.stages.slot(0);
        assert_eq!(book.settle(), Err("too many conditions depend on the course of the play"));
    }
}
