//! Random diagrams for tests.

use crate::conditions::{CONDITIONS, ConditionDef, RuleSet};
use crate::syntax::conditions;
use crate::units::{Color, Diagram, Piece, Placement, Square, Traits, Unit};

/// Numbers that look random and are the same in every run.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    /// Two kings and up to ten men, more often of the orthodox kinds.
    pub fn diagram(&mut self, pieces: &[Piece]) -> Diagram {
        let men = 3 + self.below(8);
        self.diagram_of(pieces, men, |chance| Color::ALL[chance.below(2)])
    }

    /// Two kings, one of them alone or almost.
    pub fn siege(&mut self, pieces: &[Piece]) -> Diagram {
        let men = 2 + self.below(5);
        self.diagram_of(pieces, men, |chance| Color::ALL[usize::from(chance.below(8) == 0)])
    }

    fn diagram_of(&mut self, pieces: &[Piece], men: usize, color: impl Fn(&mut Chance) -> Color) -> Diagram {
        let mut placement = Placement::default();
        let kings = Color::ALL.map(|color| Unit::new(color, Piece::KING));
        let men = (0..men).map(|_| {
            let kinds = if self.below(2) == 0 { pieces } else { &[Piece::QUEEN, Piece::ROOK, Piece::PAWN][..] };
            let mut unit = Unit::new(color(self), kinds[self.below(kinds.len())]);
            if self.below(12) == 0 {
                unit.traits = Traits::NEUTRAL;
            }
            unit
        });
        for unit in kings.into_iter().chain(men.collect::<Vec<_>>()) {
            let free: Vec<Square> = (0..64)
                .filter_map(|i| Square::new(i % 8, i / 8))
                .filter(|&square| placement.get(square).is_none())
                .filter(|square| !unit.piece.is_pawn() || (1..7).contains(&square.rank()))
                .collect();
            placement.put(free[self.below(free.len())], unit);
        }
        Diagram { placement, ..Diagram::default() }
    }
}

/// How many cases a test tries: `few` in the suite.
pub fn cases(few: usize) -> usize {
    std::env::var("KEYMOVE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(few)
}

/// The condition with what has to follow its name.
pub fn with_arguments(def: &ConditionDef) -> String {
    let arguments = match def.name {
        "BGL" => " 40 40",
        "BlackConsequentForcedSquare" | "BlackForcedSquare" | "WhiteConsequentForcedSquare" | "WhiteForcedSquare" => {
            " d4e5c3"
        }
        "AprilChess" | "Football" | "PromOnly" => " R S",
        "Hole" | "Imitator" | "MagicSquares" | "Wormholes" => " d4e5c3",
        _ => "",
    };
    format!("{}{arguments}", def.name)
}

/// Every condition, with the words that name it.
pub fn all_conditions() -> impl Iterator<Item = (&'static ConditionDef, String, RuleSet)> {
    CONDITIONS.iter().map(|&def| {
        let name = with_arguments(def);
        let rules = conditions(&name).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        (def, name, rules)
    })
}
