//! The rules of a problem, made ready once: board, conditions by stages, promotions.

use super::draft::Promotion;
use super::geometry::Geometry;
use super::man::Man;
use super::position::SLOTS;
use super::range::Ranges;
use super::rays::Rays;
use super::squares::{Sq, from_square};
use super::stages::{Brings, Moment, Stages};
use super::volage::Volage;
use crate::conditions::{CONDITIONS, Condition, RuleSet, Several, imitator};
use crate::pieces::{OwnPieces, Piece};
use crate::units::{Color, Diagram, Placement, Traits, Unit};

/// What holds throughout a problem.
pub struct RuleBook {
    pub geometry: Geometry,
    pub stages: Stages,
    /// The men that the problem defines.
    pub own_pieces: OwnPieces,
    pub promotions: Vec<Piece>,
    /// Pawns do not become imitators.
    pub no_imitator_promotion: bool,
    /// The men at the beginning.
    pub diagram: Placement,
    /// Some rule asks whether a position stood on the board before.
    pub remembers_past: bool,
    /// A side whose men cannot move at all is stalemated, even if it is in check.
    pub paralysis_is_stalemate: bool,
    /// Imitators follow the moves.
    pub has_imitators: bool,
    /// A man may capture several times in a move.
    pub captures_in_series: bool,
    /// The conditions, if any, do nothing but choose among the moves of ordinary chess, on a board that lacks these squares
    /// (as bitboards number them).
    pub only_chooses: Option<u64>,
    /// A man that is captured never comes back, so that no position before a capture can be repeated.
    pub captures_are_final: bool,
    /// What marine pawns become.
    pub marine_promotions: Vec<Piece>,
    /// Who changes sides by coming to a square of the other colour.
    pub volage: Volage,
    /// The squares of rebirth are several.
    pub several: Option<Several>,
    /// It matters where men stood in the diagram.
    pub keeps_origins: bool,
    /// It matters who has promoted.
    pub marks_promoted: bool,
    /// What pawns become with an attribute.
    pub promoted_attributes: Vec<PromotedAttribute>,
    /// Steps say over which man they lead.
    pub tells_hurdles: bool,
    /// What men could capture at best.
    pub ranges: Ranges,
    pub rays: Rays,
    /// Look at once for what answers most questions: whether a man could reach the king at all, whether a move without
    /// consequences gives check. Changes how long it takes and nothing else.
    pub shortcuts: bool,
}

/// Pawns that become this piece may come with the attribute, and perhaps without.
pub struct PromotedAttribute {
    pub piece: Piece,
    pub attribute: Traits,
    pub plain_too: bool,
}

impl RuleBook {
    /// The rules for a diagram under conditions. The error says why the conditions do not go together.
    pub fn new(diagram: &Diagram, rules: &RuleSet) -> Result<RuleBook, String> {
        let shape = diagram.placement.shape();
        let orthodox = [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT];
        let marine = ["SI", "TR", "ND", "MS"].map(|code| Piece::from_code(code).expect("in the table"));
        let mut book = RuleBook {
            geometry: Geometry::of(shape, rules.game()),
            stages: Stages::default(),
            own_pieces: rules.own_pieces().clone(),
            promotions: promotions(diagram, &orthodox),
            no_imitator_promotion: false,
            diagram: diagram.placement.clone(),
            remembers_past: false,
            paralysis_is_stalemate: false,
            has_imitators: false,
            captures_in_series: false,
            captures_are_final: false,
            only_chooses: None,
            marine_promotions: promotions(diagram, &marine),
            volage: Volage::default(),
            several: None,
            keeps_origins: false,
            marks_promoted: false,
            promoted_attributes: Vec::new(),
            tells_hurdles: false,
            ranges: Ranges::default(),
            rays: Rays::default(),
            shortcuts: true,
        };
        book.stages.follow(Moment::Promoted, Promotion);
        super::traits::install(diagram, &mut book)?;
        if let Some(game) = rules.game() {
            if *shape != (game.def.shape)() {
                return Err(format!("{} is played on {}, not on {shape}", game.def.name, (game.def.shape)()));
            }
            (game.def.install)(game, diagram, &mut book);
        }
        let mut others_follow = false;
        for condition in in_order(rules) {
            let before = book.stages.aftermath.len();
            (condition.def.install)(condition, &mut book)?;
            others_follow |= condition.def.name != "SingleBox" && book.stages.aftermath.len() > before;
        }
        if book.stages.slots.len() > SLOTS {
            return Err("too many conditions that keep something beside the board".into());
        }
        if book.stages.aftermath.iter().filter(|(_, aftermath)| aftermath.brings() == Brings::OneMan).count() > 1 {
            return Err("a captured man is reborn in one way only".into());
        }
        if book.stages.aftermath.iter().filter(|(moment, _)| *moment == Moment::CapturerReborn).count() > 1 {
            return Err("a capturing man is reborn in one way only".into());
        }
        let has = |name: &str| rules.conditions().iter().any(|condition| condition.def.name == name);
        if has("SingleBox") && others_follow {
            return Err("what goes back to a single box when moves have consequences is not settled".into());
        }
        if has("Take&MakeChess") && rules.conditions().iter().any(|condition| condition.has("ultra")) {
            return Err("which of the moves that leave the king in check is the longest is not settled".into());
        }
        let names = rules.conditions().iter().map(|condition| condition.def.name);
        if let Some(why) = book.several.and_then(|several| several.conflict(&book.stages, names)) {
            return Err(why.into());
        }
        if book.has_imitators {
            // Promotion, two stages of the imitators themselves, and those of conditions that are known to go with them.
            let known = rules.conditions().iter().filter(|condition| imitator::goes_with(condition)).count();
            if book.stages.aftermath.len() > 3 + known || !book.stages.ways.is_empty() {
                return Err("how imitators go with the other conditions is not settled".into());
            }
        }
        // Promotion and the series itself; whatever else there is would follow each capture of a series.
        if book.captures_in_series && book.stages.aftermath.len() > 2 {
            return Err("what follows the captures of a series is not settled".into());
        }
        book.captures_are_final = book.stages.aftermath.len() == 1;
        book.only_chooses = (rules.game().is_none() && book.only_chooses_moves()).then(|| book.squares_missing());
        if let Some((square, _)) = diagram.placement.iter().find(|(square, _)| !book.geometry.has(from_square(*square)))
        {
            return Err(format!("the board has no square {square}"));
        }
        Ok(book)
    }

    /// No rule looks at a move or at the position after it but the one that forbids self-check, and those that follow
    /// from captures and promotions.
    pub fn spares_quiet_steps(&self) -> bool {
        let stages = &self.stages;
        stages.aftermath.iter().all(|(_, aftermath)| !aftermath.follows_quiet_steps())
            && stages.legality.is_empty()
            && stages.extra.is_empty()
            && stages.prelude.is_none()
            && !self.remembers_past
    }

    /// Shortcuts may be taken, and all moves are made from the position as it stands: nothing is changed beforehand.
    pub fn foresees(&self) -> bool {
        self.shortcuts && self.stages.prelude.is_none()
    }

    /// Nothing follows from a capture.
    pub fn spares_captures(&self) -> bool {
        self.stages.aftermath.len() == 1
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
        if self.stages.kings_are_common { man.without_traits(Traits::ROYAL) } else { man }
    }
}

/// The conditions in the order of their list, so that it does not matter in which they are given.
fn in_order(rules: &RuleSet) -> Vec<&Condition> {
    let mut conditions: Vec<&Condition> = rules.conditions().iter().collect();
    conditions.sort_by_key(|condition| CONDITIONS.iter().position(|def| def.name == condition.def.name));
    conditions
}

/// The usual pieces, and what others the diagram shows.
fn promotions(diagram: &Diagram, usual: &[Piece]) -> Vec<Piece> {
    let mut pieces = usual.to_vec();
    for (_, unit) in diagram.placement.iter() {
        let piece = unit.piece;
        if !piece.is_pawn() && piece.promotes_to() && !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    pieces
}
