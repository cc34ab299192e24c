use super::{ConditionDef, Rules, VariantDef};

/// The parameters of Isardam; the default (type A) is Popeye's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Isardam {
    /// Checks are ordinary; otherwise a unit checks only if the capture of the king would be legal in Isardam.
    pub type_b: bool,
    /// Kings may not observe each other either.
    pub rex_inclusive: bool,
}

pub const DEF: ConditionDef = ConditionDef {
    name: "Isardam",
    variants: &[
        VariantDef {
            name: "TypeB",
            aliases: &["B"],
            doc: "checks are ordinary, even where the capture of the king would be illegal",
        },
        VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings may not stand side by side" },
    ],
    doc: "a move is illegal when it leaves any unit (not a king) observed by an enemy unit of its own kind, as it would be \
          paralysed in Madrasi. A unit gives check only if its capture of the king would be legal in this sense",
    rules: |variants| {
        let mut isardam = Isardam::default();
        for &variant in variants {
            match variant {
                "TypeB" => isardam.type_b = true,
                "RexInclusive" => isardam.rex_inclusive = true,
                other => return Err(format!("Isardam has no variant `{other}`")),
            }
        }
        Ok(Rules::Isardam(isardam))
    },
};

impl Isardam {
    pub(super) fn caption(&self) -> String {
        let mut text = "Isardam".to_string();
        for (set, word) in [(self.type_b, " TypeB"), (self.rex_inclusive, " RexInclusive")] {
            if set {
                text.push_str(word);
            }
        }
        text
    }
}
