//! Definitions of the rules and pieces that a problem uses.

use crate::conditions::Condition;
use crate::pieces::Piece;
use crate::problem::{Change, Problem};
use crate::units::Placement;
use serde::Serialize;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Definition {
    pub term: String,
    pub meaning: String,
}

/// Returns the definitions that a problem needs: those of its chess variant (its *game*), of its conditions and of its
/// fairy pieces, in this order. An orthodox problem needs none.
///
/// ```
/// use keymove::{report, syntax};
/// let problem = syntax::line(r##"8/8/8/8/8/8/8/K1k4{w:G} w - - stip "#1"; cond "Isardam";"##).0.unwrap();
/// let terms: Vec<String> = report::definitions(&problem).into_iter().map(|definition| definition.term).collect();
/// assert_eq!(terms, ["Isardam", "G (Grasshopper)"]);
/// ```
pub fn definitions(problem: &Problem) -> Vec<Definition> {
    let mut found = Vec::new();
    if let Some(game) = problem.rules.game() {
        let variants = game.def.variants.iter().filter(|variant| game.has(variant.name));
        let meaning = std::iter::once(game.def.doc).chain(variants.map(|variant| variant.doc));
        found.push(Definition { term: game.caption(), meaning: meaning.collect::<Vec<_>>().join("; ") });
    }
    let twins = problem.twins.iter().flat_map(|twin| &twin.changes);
    let changed = twins.clone().filter_map(|change| match change {
        Change::Condition { rules, .. } => Some(rules),
        _ => None,
    });
    for condition in std::iter::once(&problem.rules).chain(changed).flat_map(|rules| rules.conditions()) {
        let definition = Definition { term: condition.caption(), meaning: meanings(condition).join("; ") };
        if !found.contains(&definition) {
            found.push(definition);
        }
    }
    let mut men: Vec<Piece> = Vec::new();
    let placements = [Some(&problem.diagram.placement), problem.diagram.start.as_ref()];
    men.extend(placements.into_iter().flatten().flat_map(Placement::iter).map(|(_, unit)| unit.piece));
    men.extend(twins.filter_map(|change| match change {
        Change::Add(_, unit) => Some(unit.piece),
        Change::Substitute(_, piece) => Some(*piece),
        _ => None,
    }));
    men.extend(problem.rules.conditions().iter().flat_map(|condition| condition.pieces.iter().copied()));
    men.retain(|piece| !piece.is_orthodox() && !piece.is_own());
    men.sort_unstable();
    men.dedup();
    found.extend(men.into_iter().map(|piece| {
        let def = piece.def();
        Definition { term: format!("{} ({})", piece.letters(), def.name), meaning: def.doc.to_string() }
    }));
    found
}

/// Returns the definition of a condition, followed by the definitions of those of its variants that the problem uses.
pub fn meanings(condition: &Condition) -> Vec<String> {
    let def = condition.def;
    let variants = def.variants.iter().filter(|variant| condition.has(variant.name));
    let variants = variants.map(|variant| format!("{}: {}", variant.name, variant.doc));
    std::iter::once(def.doc.to_string()).chain(variants).collect()
}
