//! Identifies a condition by its meaning, under whatever name it is written: `Circe Mirror` is `MirrorCirce`.

use super::compared::NEVER_COMPARED;
use crate::conditions::{CONDITIONS, Condition, ConditionDef, Sides};

/// A condition as it is written, with the definitions in the table of conditions that describe it best.
pub struct ConditionIdentity<'a> {
    pub condition: &'a Condition,
    /// The definitions of the same family that fit the condition: it has all variants that they imply. A definition is
    /// left out if another one that fits implies the same variants and more.
    bases: Vec<&'static ConditionDef>,
    variants: Vec<&'static str>,
}

impl<'a> ConditionIdentity<'a> {
    pub fn new(condition: &'a Condition) -> ConditionIdentity<'a> {
        let variants = in_full(condition.def.family, &[&condition.variants, condition.def.preset].concat());
        let is_such = |def: &&&ConditionDef| {
            def.family == condition.def.family
                && !NEVER_COMPARED.contains(&def.name)
                && is_within(&in_full(def.family, def.preset), &variants)
        };
        let fitting: Vec<&ConditionDef> = CONDITIONS.iter().filter(is_such).copied().collect();
        let says_less = |def: &ConditionDef, than: &ConditionDef| {
            let [less, more] = [def, than].map(|def| in_full(def.family, def.preset));
            less.len() < more.len() && is_within(&less, &more)
        };
        let bases = fitting.iter().filter(|def| !fitting.iter().any(|other| says_less(def, other)));
        ConditionIdentity { condition, bases: bases.copied().collect(), variants }
    }

    /// Whether the condition can be called by this name. A name that omits the side stands for the condition of either
    /// side. A name may be followed by a variant: `Maximummer ultra` matches a condition that has the variant `ultra`
    /// and all variants that `Maximummer` implies.
    pub fn is(&self, name: &str) -> bool {
        let (name, variant) = name.split_once(' ').map_or((name, None), |(name, variant)| (name, Some(variant)));
        let is_named = |def: &ConditionDef| def.name == name || sideless(def) == name;
        match variant {
            None => self.bases.iter().any(|def| is_named(def)),
            Some(variant) => {
                let all = CONDITIONS.iter().filter(|def| def.family == self.condition.def.family && is_named(def));
                self.variants.contains(&variant)
                    && all.into_iter().any(|def| is_within(&in_full(def.family, def.preset), &self.variants))
            }
        }
    }

    /// Whether every name by which the condition can be called is one of these. A name that omits the side stands for
    /// the condition of either side.
    pub fn is_among(&self, names: &[&str]) -> bool {
        self.bases.iter().all(|def| names.iter().any(|name| def.name == *name || sideless(def) == *name))
    }

    /// Returns the variants of the condition that the definitions in `bases` do not imply. Variants that only state the
    /// default are left out.
    pub fn further_variants(&self) -> impl Iterator<Item = &'static str> {
        let is_preset = |variant: &str| self.bases.iter().any(|def| in_full(def.family, def.preset).contains(&variant));
        self.variants.iter().copied().filter(move |variant| !is_preset(variant))
    }
}

fn is_within(some: &[&str], all: &[&str]) -> bool {
    some.iter().all(|variant| all.contains(variant))
}

/// Returns the variants with `Parrain` and `ContraParrain` replaced by the variants that they stand for, and without
/// those that only state the default of the family.
fn in_full(family: &str, variants: &[&'static str]) -> Vec<&'static str> {
    let mut full = Vec::new();
    for &variant in variants {
        match (family, variant) {
            ("Circe", "Parrain") => full.extend(["Equipollents", "LastMove"]),
            ("Circe", "ContraParrain") => full.extend(["Equipollents", "LastMove", "Mirror"]),
            // Variants that only state the default (tests/rules/without.txt).
            ("Circe", "RexExclusive" | "Relaxed") | ("AntiCirce", "RexInclusive" | "Calvet" | "Strict") => {}
            _ => full.push(variant),
        }
    }
    full
}

/// Returns the name of the condition without `White` or `Black` for the side that it concerns.
pub fn sideless(def: &ConditionDef) -> &'static str {
    let side = match def.sides {
        Sides::Both => "",
        Sides::White => "White",
        Sides::Black => "Black",
    };
    def.name.strip_prefix(side).unwrap_or(def.name)
}
