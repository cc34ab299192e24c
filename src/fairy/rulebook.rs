//! The rules of a problem, made ready once: board, conditions by stages, promotions.

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

/// What holds throughout a problem.
pub struct RuleBook {
    pub geometry: Geometry,
    pub stages: Stages,
    /// The men that the problem defines.
    pub own_pieces: OwnPieces,
    pub promotions: Vec<Piece>,
    /// Pawns become these and nothing else, whatever other conditions add.
    pub promotions_are_named: bool,
    /// Pieces that stand in for others in the game array: in whose place, and who.
    pub stand_ins: Vec<(Piece, Piece)>,
    /// The men at the beginning.
    pub diagram: Placement,
    /// Some rule asks whether a position stood on the board before.
    pub remembers_past: bool,
    /// A side whose men cannot move at all is stalemated, even if it is in check.
    pub paralysis_is_stalemate: bool,
    /// The conditions, if any, do nothing but choose among the moves of ordinary chess, on a board that lacks these squares
    /// (as bitboards number them).
    pub only_chooses: Option<u64>,
    /// Some pawn of the diagram promotes on the first rank of its side, where kings and rooks castle.
    pub pawns_promote_at_home: bool,
    /// Some men never move.
    pub has_dummies: bool,
    /// A man that is captured never comes back, so that no position before a capture can be repeated.
    pub captures_are_final: bool,
    /// What marine pawns become.
    pub marine_promotions: Vec<Piece>,
    /// Who changes sides by coming to a square of the other colour.
    pub volage: Volage,
    /// It matters where men stood in the diagram.
    pub keeps_origins: bool,
    /// It matters who has promoted.
    pub marks_promoted: bool,
    /// The slots of a man that was captured with the last half-move, of its square and of its origin, where it waits.
    pub waiting: Option<[u8; 3]>,
    /// What pawns become with an attribute.
    pub promoted_attributes: Vec<PromotedAttribute>,
    /// The cycle along which chameleons change.
    pub chameleons: Vec<Piece>,
    /// Steps say over which man they lead.
    pub tells_hurdles: bool,
    /// What men could capture at best.
    pub ranges: Ranges,
    pub rays: Rays,
    /// How men go that leap, ride and hop.
    pub routes: Routes,
    /// How many moves it takes at least to mate a king.
    pub mate_bound: MateBound,
    /// What moves change that have no place for it.
    pub long_moves: LongMoves,
    /// Look at once for what answers most questions: whether a man could reach the king at all, whether a move without
    /// consequences gives check. Changes how long it takes and nothing else.
    pub shortcuts: bool,
}

/// Pawns that become this piece come with one of these attributes, or perhaps with none of them.
pub struct PromotedAttribute {
    pub piece: Piece,
    pub choices: Vec<Traits>,
}

impl RuleBook {
    /// Such a man stands there in the diagram.
    pub fn begins_with(&self, color: Color, piece: Piece, sq: Sq) -> bool {
        self.diagram.get(to_square(sq)).is_some_and(|unit| unit.piece == piece && unit.color == color)
    }

    /// The rules of chess for a diagram on such a board, with what its men bring by their attributes. More may be put into
    /// the book then; [`RuleBook::settle`] comes last. The error says why the men do not go together.
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

    /// Says what follows from the rules when all of them are in the book. The error says why no play can be made of them.
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

    /// No rule looks at a move or at the position after it but the one that forbids self-check, and those that follow
    /// from captures and promotions.
    pub fn spares_quiet_steps(&self) -> bool {
        let stages = &self.stages;
        self.spares_some_steps() && stages.all_quiet_steps_are_spared()
    }

    /// The same, but that something may follow from some quiet steps: [`super::stages::Aftermath::spares`] says from which.
    pub fn spares_some_steps(&self) -> bool {
        let stages = &self.stages;
        stages.legality.is_empty() && stages.extra.is_empty() && stages.prelude.is_none() && !self.remembers_past
    }

    /// Shortcuts may be taken, and all moves are made from the position as it stands: nothing is changed beforehand.
    pub fn foresees(&self) -> bool {
        self.shortcuts && self.stages.prelude.is_none()
    }

    /// Nothing follows from a capture.
    pub fn spares_captures(&self) -> bool {
        self.stages.aftermath.len() == 1
    }

    /// The piece of ordinary chess that stands in the game array where this one does; `None` for one that stands nowhere.
    pub fn usual(&self, piece: Piece) -> Option<Piece> {
        if let Some(&(usual, _)) = self.stand_ins.iter().find(|(_, stand_in)| *stand_in == piece) {
            return Some(usual);
        }
        let is_replaced = self.stand_ins.iter().any(|(usual, _)| *usual == piece);
        ((piece.is_orthodox() || piece.is_pawn()) && !is_replaced).then_some(piece)
    }

    /// Pawns may become kings too, or what stands in for them.
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

    /// Pawns become these, and what else the diagram shows.
    pub fn promote_to(&mut self, usual: &[Piece]) {
        self.promotions = promotions(&self.diagram, usual);
    }

    /// Chameleons change along this cycle.
    pub fn set_chameleons(&mut self, cycle: Vec<Piece>) {
        self.chameleons = cycle;
        if self.diagram.iter().any(|(_, unit)| unit.traits.has(Traits::CHAMELEON)) {
            let choices = vec![Traits::CHAMELEON, Traits::NONE];
            self.promoted_attributes.retain(|with| with.choices != choices);
            let comes = self.chameleons.iter().map(|&piece| PromotedAttribute { piece, choices: choices.clone() });
            self.promoted_attributes.extend(comes);
        }
    }

    /// What a chameleon becomes that is such a piece.
    pub fn next_chameleon(&self, piece: Piece) -> Option<Piece> {
        next_in(&self.chameleons, piece)
    }

    /// The man has to promote where it stands.
    pub fn promotes(&self, side: Color, man: Man, sq: Sq) -> bool {
        let piece = man.piece();
        let towards = if piece.is_reversed() { !side } else { side };
        piece.is_pawn() && self.geometry.promotion[towards as usize].has(sq)
    }

    /// What the pawn can become.
    pub fn promotions_of(&self, pawn: Man) -> &[Piece] {
        if pawn.piece().is_marine_pawn() { &self.marine_promotions } else { &self.promotions }
    }

    /// What the pawn becomes as that piece.
    pub fn promoted(&self, pawn: Man, piece: Piece) -> Man {
        let man = pawn.with_piece(piece);
        let man = if self.marks_promoted { man.with_traits(Traits::FRISCHAUF) } else { man };
        if piece.is_royal() && !self.stages.kings_are_common { man.with_traits(Traits::ROYAL) } else { man }
    }

    /// The man that stands for a unit of the diagram.
    pub fn man(&self, unit: Unit) -> Man {
        let man = Man::from(unit);
        // Where all are volage nobody is told to be.
        let man = if self.volage == Volage::Marked { man } else { man.without_traits(Traits::VOLAGE) };
        // Who is not on the other board is on this one.
        let man = man.without_traits(Traits::ALICE_A);
        if self.stages.kings_are_common { man.without_traits(Traits::ROYAL) } else { man }
    }
}

/// What follows the piece in a cycle that has it.
pub fn next_in(cycle: &[Piece], piece: Piece) -> Option<Piece> {
    let at = cycle.iter().position(|&other| other == piece)?;
    Some(cycle[(at + 1) % cycle.len()])
}

/// The usual pieces, and what others the diagram shows.
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
