//! Counters of the search, for those who want to know where the work went (`--stats`).

use crate::solve::prove::table::Facts;
use std::fmt;

/// What one worker, or all of them together, did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Positions searched, by the number of half-moves left: neither known from the table nor out of reach.
    pub positions: Vec<u64>,
    /// Questions to the table, and how many it answered.
    pub table: Asked,
    /// Positions that were visited once for what the table has answered: they would have been visited again.
    pub saved: u64,
    /// Questions to the lower bounds, and how many of them ended the search of a position.
    pub bounds: Asked,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    pub asked: u64,
    pub answered: u64,
}

impl Asked {
    pub fn count(&mut self, answered: bool) {
        self.asked += 1;
        self.answered += u64::from(answered);
    }

    fn add(&mut self, other: Asked) {
        self.asked += other.asked;
        self.answered += other.answered;
    }
}

impl Stats {
    /// Counts a position that is searched with so many half-moves left.
    pub fn enter(&mut self, n: u16) {
        self.enter_many(n, 1);
    }

    /// Counts so many of them.
    pub fn enter_many(&mut self, n: u16, count: u64) {
        let n = usize::from(n);
        if self.positions.len() <= n {
            self.positions.resize(n + 1, 0);
        }
        self.positions[n] += count;
    }

    /// Counts a question to the table, and the work that its answer has saved.
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
        for (name, Asked { asked, answered }) in [("table", self.table), ("bounds", self.bounds)] {
            let percent = if asked == 0 { 0.0 } else { 100.0 * answered as f64 / asked as f64 };
            writeln!(f, "{name:>10} {asked:>15} asked {answered:>15} answered ({percent:.1} %)")?;
        }
        Ok(())
    }
}
