//! The order in which the sound variants are listed.

use super::run::Find;
use super::space::{Space, distance};
use super::values::material;
use super::variant::Variant;
use crate::problem::{Heading, Intent, Problem};
use crate::syntax;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The properties that decide the place of a sound variant in the list, the most important first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank {
    pub steps: usize,
    pub men: usize,
    pub duals: usize,
    pub material: u32,
    pub distance: u32,
    /// The problem as text, without its heading and the author's solution.
    pub text: String,
}

impl Rank {
    pub fn of(variant: &Variant, duals: usize) -> Rank {
        let problem = &variant.problem;
        let bare = Problem { heading: Heading::default(), intent: Intent::default(), ..problem.clone() };
        Rank {
            steps: variant.steps,
            men: problem.diagram.placement.len(),
            duals,
            material: material(&problem.diagram.placement),
            distance: distance(&variant.changes),
            text: syntax::epd(&bare),
        }
    }
}

/// Returns the best `most` of the sound variants `finds`, in their order, and the number of all different ones. Of
/// variants with equal position and task, only the first in this order is kept.
pub fn ranked(space: &Space, finds: &[Find], most: usize) -> (Vec<(Rank, Variant)>, usize) {
    let mut best: HashMap<String, (Rank, u64)> = HashMap::new();
    for find in finds {
        let Some(variant) = space.variant(find.number) else { continue };
        let rank = Rank::of(&variant, find.duals);
        let key = rank.text.clone();
        let is_better = |known: &(Rank, u64)| (&rank, find.number).cmp(&(&known.0, known.1)) == Ordering::Less;
        if best.get(&key).is_none_or(is_better) {
            best.insert(key, (rank, find.number));
        }
    }
    let mut order: Vec<(Rank, u64)> = best.into_values().collect();
    let number = order.len();
    order.sort();
    order.truncate(most);
    let made = order.into_iter().filter_map(|(rank, number)| Some((rank, space.variant(number)?)));
    (made.collect(), number)
}
