//! Search statistics (`--stats`).

use crate::solve::prove::table::Facts;
use std::fmt;

/// Search statistics of one worker, or the sum of those of all workers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Number of positions searched, by the number of plies left. Positions that the table or a bound has decided are
    /// not counted.
    pub positions: Vec<u64>,
    /// Number of probes of the transposition table, and how many of them decided the position.
    pub table: QueryCount,
    /// Number of positions that the table has saved: the positions visited to prove the facts that decided a probe.
    pub saved: u64,
    /// Number of queries to the lower bounds, and how many of them proved that the goal is out of reach.
    pub bounds: QueryCount,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QueryCount {
    pub asked: u64,
    pub answered: u64,
}

impl QueryCount {
    pub fn count(&mut self, answered: bool) {
        self.asked += 1;
        self.answered += u64::from(answered);
    }

    fn add(&mut self, other: QueryCount) {
        self.asked += other.asked;
        self.answered += other.answered;
    }
}

impl Stats {
    /// Adds 1 to the number of positions searched with `n` plies left.
    pub fn enter(&mut self, n: u16) {
        self.enter_many(n, 1);
    }

    pub fn enter_many(&mut self, n: u16, count: u64) {
        let n = usize::from(n);
        if self.positions.len() <= n {
            self.positions.resize(n + 1, 0);
        }
        self.positions[n] += count;
    }

    /// Counts a probe of the table. If the entry decided the position, also adds the number of nodes saved.
    pub fn ask_table(&mut self, known: Facts, is_answer: bool) {
        self.table.count(is_answer);
        if is_answer {
            self.saved += known.nodes();
        }
    }

    pub fn add(&mut self, other: &Stats) {
        if self.positions.len() < other.positions.len() {
            self.positions.resize(other.positions.len(), 0);
        }
        for (all, more) in self.positions.iter_mut().zip(&other.positions) {
            *all += more;
        }
        self.table.add(other.table);
        self.saved += other.saved;
        self.bounds.add(other.bounds);
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "positions searched, by half-moves left")?;
        for (n, count) in self.positions.iter().enumerate().filter(|(_, count)| **count > 0) {
            writeln!(f, "{n:>10} {count:>15}")?;
        }
        for (name, QueryCount { asked, answered }) in [("table", self.table), ("bounds", self.bounds)] {
            let percent = if asked == 0 { 0.0 } else { 100.0 * answered as f64 / asked as f64 };
            writeln!(f, "{name:>10} {asked:>15} asked {answered:>15} answered ({percent:.1} %)")?;
        }
        Ok(())
    }
}
