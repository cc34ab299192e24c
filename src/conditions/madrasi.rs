use super::{ConditionDef, Rules, VariantDef};

/// The parameters of Madrasi; the default is Popeye's reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Madrasi {
    /// Kings paralyse each other too.
    pub rex_inclusive: bool,
    /// A pawn that has just made a double step is paralysed by each pawn that could take it en passant.
    pub en_passant_paralyses: bool,
    /// A paralysed rook may castle.
    pub paralysed_rook_castles: bool,
}

impl Default for Madrasi {
    fn default() -> Madrasi {
        Madrasi { rex_inclusive: false, en_passant_paralyses: true, paralysed_rook_castles: true }
    }
}

pub const DEF: ConditionDef = ConditionDef {
    name: "Madrasi",
    variants: &[
        VariantDef {
            name: "RexInclusive",
            aliases: &["RI"],
            doc: "kings paralyse each other; they may stand side by side",
        },
        VariantDef {
            name: "MutualParalysis",
            aliases: &["NoEpParalysis"],
            doc: "only mutual attacks paralyse, so a possible en passant capture does not",
        },
        VariantDef {
            name: "RookNeedsFreedom",
            aliases: &["NoParalysedCastling"],
            doc: "a paralysed rook may not castle",
        },
    ],
    doc: "a unit (not a king) that is observed by an enemy unit of its own kind is paralysed: it does not move, capture, \
          guard or give check, but it blocks lines and paralyses in turn. Observation is geometry: pinned and paralysed \
          units observe. A pawn after its double step is observed by the pawns that could take it en passant; a \
          paralysed rook may castle (both as in Popeye)",
    rules: |variants| {
        let mut madrasi = Madrasi::default();
        for &variant in variants {
            match variant {
                "RexInclusive" => madrasi.rex_inclusive = true,
                "MutualParalysis" => madrasi.en_passant_paralyses = false,
                "RookNeedsFreedom" => madrasi.paralysed_rook_castles = false,
                other => return Err(format!("Madrasi has no variant `{other}`")),
            }
        }
        Ok(Rules::Madrasi(madrasi))
    },
};

impl Madrasi {
    pub(super) fn caption(&self) -> String {
        let mut text = "Madrasi".to_string();
        for (set, word) in [
            (self.rex_inclusive, " RexInclusive"),
            (!self.en_passant_paralyses, " MutualParalysis"),
            (!self.paralysed_rook_castles, " RookNeedsFreedom"),
        ] {
            if set {
                text.push_str(word);
            }
        }
        text
    }
}
