//! The rules of a problem, prepared once.

use super::bound::MateBound;
use super::effect::LongMoves;
use super::geometry::Geometry;
use super::man::Man;
use super::move_builder::Promotion;
use super::position::SLOTS;
use super::range::Ranges;
use super::rays::Rays;
use super::routes::Routes;
use super::squares::{Sq, to_square};
use super::stages::{Moment, Stages};
use super::volage::Volage;
use crate::pieces::{OwnPieces, Piece};
use crate::units::{Color, Diagram, Placement, Traits, Unit};

pub struct RuleBook {
    pub geometry: Geometry,
    pub stages: Stages,
    /// The pieces that the problem defines.
    pub own_pieces: OwnPieces,
    pub promotions: Vec<Piece>,
    /// Pawns promote to `promotions` only, whatever other conditions add.
    pub promotions_are_named: bool,
    /// Replacements in the game array: the usual piece, and the piece in its place.
    pub stand_ins: Vec<(Piece, Piece)>,
    pub diagram: Placement,
    /// Some rule asks whether a position occurred before.
    pub remembers_past: bool,
    /// A side without any move, legal or not, is stalemated even if it is in check.
    pub paralysis_is_stalemate: bool,
    /// Set if the conditions, if any, only choose among moves of ordinary chess: the squares that its board lacks
    /// here, numbered as in bitboards.
    pub only_chooses: Option<u64>,
    /// Some pawn of the diagram promotes on the first rank of its side, where kings and rooks castle.
    pub pawns_promote_at_home: bool,
    /// Some men never move.
    pub has_dummies: bool,
    /// A captured man never comes back, so no position before a capture can recur.
    pub captures_are_final: bool,
    /// The pieces that marine pawns promote to.
    pub marine_promotions: Vec<Piece>,
    /// Which men change sides by coming to a square of the other colour.
    pub volage: Volage,
    /// The rules need the men's diagram squares.
    pub keeps_origins: bool,
    /// The rules need to know which men have promoted.
    pub marks_promoted: bool,
    /// Slots of a captured man that awaits rebirth in the next ply: man, capture square, diagram square.
    pub waiting: Option<[u8; 3]>,
    /// Attributes of promoted men.
    pub promoted_attributes: Vec<PromotedAttribute>,
    /// The cycle along which chameleons change.
    pub chameleons: Vec<Piece>,
    /// Steps record the hurdle that they lead over.
    pub tells_hurdles: bool,
    /// Upper bounds of what men could capture.
    pub ranges: Ranges,
    pub rays: Rays,
    /// Routes of leapers, riders and hoppers.
    pub routes: Routes,
    /// Lower bounds on the number of moves until mate.
    pub mate_bound: MateBound,
    /// Effects of moves too long to store them inline.
    pub long_moves: LongMoves,
    /// Enables shortcuts, which decide early whether a man could reach the king, or whether a move without
    /// consequences gives check. They affect speed only.
    pub shortcuts: bool,
}

/// A pawn that promotes to this piece gets one of these attributes, or perhaps none of them.
pub struct PromotedAttribute {
    pub piece: Piece,
    pub choices: Vec<Traits>,
}

impl RuleBook {
    /// Whether the diagram has such a man on the square.
    pub fn begins_with(&self, color: Color, piece: Piece, sq: Sq) -> bool {
        self.diagram.get(to_square(sq)).is_some_and(|unit| unit.piece == piece && unit.color == color)
    }

    /// Returns the rules of chess for this board, with those of the diagram's attributes. More rules may be added;
    /// then [`RuleBook::settle`] must be called.
    ///
    /// # Errors
    ///
    /// Returns why the men cannot be combined.
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
        };
        book.stages.follow(Moment::Promoted, Promotion);
        super::traits::install(diagram, &mut book)?;
        Ok(book)
    }

    /// Derives the remaining facts when all rules are in the book.
    ///
    /// # Errors
    ///
    /// Returns why these rules cannot be played.
    pub fn settle(&mut self) -> Result<(), &'static str> {
        let aftermath = &self.stages.aftermath;
        if self.stages.slots.len() > SLOTS {
            return Err("too many conditions that keep something beside the board");
        }
        let count = |wanted| aftermath.iter().filter(|(moment, _)| *moment == wanted).count();
        if count(Moment::Reborn) > 1 {
            return Err("a captured man is reborn in one way only");
        }
        if count(Moment::CapturerReborn) > 1 {
            return Err("a capturing man is reborn in one way only");
        }
        self.captures_are_final = aftermath.len() == 1 && !self.stages.own_men_are_taken;
        self.only_chooses = self.only_chooses_moves().then(|| self.squares_missing());
        Ok(())
    }

    /// Whether no rule examines a move or its result, except the ban of self-check and consequences of captures and
    /// promotions.
    pub fn spares_quiet_steps(&self) -> bool {
        let stages = &self.stages;
        self.spares_some_steps() && stages.all_quiet_steps_are_spared()
    }

    /// Like [`RuleBook::spares_quiet_steps`], but some quiet steps, excluded by
    /// [`super::stages::Aftermath::spares`], may have consequences.
    pub fn spares_some_steps(&self) -> bool {
        let stages = &self.stages;
        stages.legality.is_empty() && stages.extra.is_empty() && stages.prelude.is_none() && !self.remembers_past
    }

    /// Whether shortcuts may be taken and no change precedes the moves.
    pub fn foresees(&self) -> bool {
        self.shortcuts && self.stages.prelude.is_none()
    }

    pub fn spares_captures(&self) -> bool {
        self.stages.aftermath.len() == 1
    }

    /// Returns the piece of ordinary chess whose place in the game array this piece takes, or `None`.
    pub fn usual(&self, piece: Piece) -> Option<Piece> {
        if let Some(&(usual, _)) = self.stand_ins.iter().find(|(_, stand_in)| *stand_in == piece) {
            return Some(usual);
        }
        let is_replaced = self.stand_ins.iter().any(|(usual, _)| *usual == piece);
        ((piece.is_orthodox() || piece.is_pawn()) && !is_replaced).then_some(piece)
    }

    /// Lets pawns promote to kings, or their replacement, too.
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

    /// Lets pawns promote to these pieces and to those that the diagram adds.
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

    /// Returns the piece that a chameleon becomes.
    pub fn next_chameleon(&self, piece: Piece) -> Option<Piece> {
        next_in(&self.chameleons, piece)
    }

    /// Whether the man must promote on this square.
    pub fn promotes(&self, side: Color, man: Man, sq: Sq) -> bool {
        let piece = man.piece();
        let towards = if piece.is_reversed() { !side } else { side };
        piece.is_pawn() && self.geometry.promotion[towards as usize].has(sq)
    }

    pub fn promotions_of(&self, pawn: Man) -> &[Piece] {
        if pawn.piece().is_marine_pawn() { &self.marine_promotions } else { &self.promotions }
    }

    /// Returns the pawn promoted to that piece.
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

/// Returns the successor of the piece in the cycle; `None` if the cycle lacks it.
pub fn next_in(cycle: &[Piece], piece: Piece) -> Option<Piece> {
    let at = cycle.iter().position(|&other| other == piece)?;
    Some(cycle[(at + 1) % cycle.len()])
}

/// Returns the usual pieces and those that the diagram adds.
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
        assert_eq!(book.settle(), Err("too many conditions that keep something beside the board"));
    }
}
