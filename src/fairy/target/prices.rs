//! Quick lower bounds on the moves that a side needs after a move, from the assignment before the move.
//!
//! The cheapest assignment of a position's men to the tasks has *prices* for tasks and men. The tasks are the wanted
//! men, and one task without cost for each surplus man. No cost is less than the price of its task plus that of its
//! man, so the sum of all prices is a lower bound on the cost of every assignment. If some men are replaced by others,
//! the same holds with other prices of these men: a new man's price is the least difference between its cost of a task
//! and the price of that task. If one man vanishes, one of the tasks without cost falls away with it.

use super::needs::{Needs, Replaced};
use crate::orthodox::assignment::{Costs, MOST, Prices, cheapest};
use smallvec::SmallVec;

/// Prices of the cheapest assignment for a table of needs.
pub struct Priced {
    prices: Prices,
    /// The columns of the men, in the order of their prices.
    places: SmallVec<[usize; 32]>,
    /// The least price of a task without cost; `None` if there is no such task.
    spare: Option<i32>,
}

impl Needs<'_> {
    /// Returns the costs of all tasks for all men, and the columns of the men; `None` if there are too many men, or too
    /// few for the wanted men.
    pub fn costs(&self) -> Option<(Costs, SmallVec<[usize; 32]>)> {
        let places: SmallVec<[usize; 32]> = self.places().collect();
        if !(self.wanted.len()..=MOST).contains(&places.len()) {
            return None;
        }
        let mut costs: Costs = [[0; MOST]; MOST];
        for (costs, (_, row)) in costs.iter_mut().zip(self.rows()) {
            for (cost, &place) in costs.iter_mut().zip(&places) {
                *cost = row[place].into();
            }
        }
        Some((costs, places))
    }
}

impl Priced {
    /// Returns the prices for the table; `None` if it has too many men for an assignment, or too few for the wanted
    /// men.
    pub fn new(needs: &Needs) -> Option<Priced> {
        let (costs, places) = needs.costs()?;
        let prices = cheapest(&costs, places.len());
        let spare = prices.tasks[needs.wanted.len()..places.len()].iter().min().copied();
        Some(Priced { prices, places, spare })
    }

    /// Returns a lower bound on the moves that the men need after some of them have been replaced. `None` if the number
    /// of men grows, or falls by more than one.
    pub fn least_after(&self, needs: &Needs, replaced: &Replaced) -> Option<i32> {
        let Replaced { gone, come } = replaced;
        let tasks = &self.prices.tasks[..self.places.len()];
        let price_of = |place: &usize| {
            let index = self.places.iter().position(|other| other == place)?;
            Some(self.prices.men[index])
        };
        let mut least = self.prices.total;
        match gone.len().checked_sub(come.len())? {
            0 => {}
            // Without a surplus man, a wanted man has no man left.
            1 => match self.spare {
                Some(price) => least -= price,
                None => return Some(i32::MAX),
            },
            _ => return None,
        }
        for place in gone {
            least -= price_of(place)?;
        }
        for &(at, man) in come {
            let wanted = needs.wanted.iter().map(|wanted| i32::from(wanted.moves_of(needs.law, at, man)));
            let costs = wanted.chain(std::iter::repeat(0));
            least += costs.zip(tasks).map(|(cost, price)| cost - price).min().unwrap_or(0);
        }
        Some(least)
    }
}
