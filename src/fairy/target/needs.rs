//! A table of lower bounds: the number of moves that each man of a position needs to become each of the target's men of
//! one side.

use super::approach::{Approach, NEVER};
use super::law::Law;
use crate::fairy::board::geometry::Castling;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::Sq;
use crate::pieces::Piece;
use smallvec::SmallVec;

/// A man of the target, with lower bounds on the moves that men on other squares need to become it.
pub struct Wanted {
    pub sq: Sq,
    pub man: Man,
    pub approach: Approach,
}

impl Wanted {
    /// Returns the fewest moves that `man` on `at` needs to become this man of the target; [`NEVER`] if it cannot.
    pub fn moves_of(&self, law: Law, at: Sq, man: Man) -> u8 {
        if at == self.sq && man.as_shown() == self.man {
            0
        } else if [self.man, man].iter().all(|man| man.piece() == Piece::KING) && !man.is_of(self.man.color()) {
            // Kings keep their colour.
            NEVER
        } else {
            self.approach.moves_of(law, self.man, at, man)
        }
    }
}

/// The table: for each man of a position, the moves that it needs to become each of the wanted men.
#[derive(Clone)]
pub struct Needs<'t> {
    pub wanted: &'t [Wanted],
    pub law: Law,
    /// The men of the position, one for each column of the table; [`Man::NONE`] for a column not in use.
    men: SmallVec<[(Sq, Man); 32]>,
    /// Numbers of moves, row by row: a row for each wanted man, a column for each entry of `men`.
    table: SmallVec<[u8; 512]>,
}

/// The columns of the men that a move takes from their squares, and the men that it puts on squares.
#[derive(Clone, Default)]
pub struct Replaced {
    pub gone: SmallVec<[usize; 6]>,
    pub come: SmallVec<[(Sq, Man); 6]>,
}

/// Least number of columns that are left unused in a new table, for men that appear later.
const SPARE: usize = 2;

/// Row lengths are a multiple of this number, so that the search for the least number of a row can be vectorized.
pub const LANES: usize = 16;

impl<'t> Needs<'t> {
    pub fn new(wanted: &'t [Wanted], law: Law, men: impl Iterator<Item = (Sq, Man)>) -> Needs<'t> {
        let mut places: SmallVec<[(Sq, Man); 32]> = men.collect();
        let count = places.len();
        places.resize((count + SPARE).next_multiple_of(LANES), (0, Man::NONE));
        let table = SmallVec::from_elem(NEVER, wanted.len() * places.len());
        let mut needs = Needs { wanted, law, men: places, table };
        (0..count).for_each(|place| needs.put(place, needs.men[place]));
        needs
    }

    fn put(&mut self, place: usize, (at, man): (Sq, Man)) {
        self.men[place] = (at, man);
        let columns = self.men.len();
        for (row, wanted) in self.table.chunks_exact_mut(columns).zip(self.wanted) {
            row[place] = if man.is_some() { wanted.moves_of(self.law, at, man) } else { NEVER };
        }
    }

    /// Returns how the given changes of the board (squares with their new content) replace the table's men. A man on a
    /// changed square is included if `belongs` returns `true` for it.
    pub fn replaced(&self, changed: &[(Sq, Man)], belongs: impl Fn(Man) -> bool) -> Replaced {
        let is_changed = |at: Sq| changed.iter().any(|&(sq, _)| sq == at);
        let gone = self.places().filter(|&place| is_changed(self.men[place].0)).collect();
        let come = changed.iter().copied().filter(|(_, man)| man.is_some() && belongs(*man)).collect();
        Replaced { gone, come }
    }

    /// Returns the table after some of its men have been replaced.
    pub fn after(&self, replaced: &Replaced) -> Needs<'t> {
        let mut after = self.clone();
        replaced.gone.iter().for_each(|&place| after.put(place, (0, Man::NONE)));
        let mut more: SmallVec<[(Sq, Man); 6]> = SmallVec::new();
        let gone = |needs: &Needs| needs.men.iter().position(|(_, man)| !man.is_some());
        for &change in &replaced.come {
            match gone(&after) {
                Some(place) => after.put(place, change),
                None => more.push(change),
            }
        }
        if !more.is_empty() {
            let men = after.men.iter().copied().filter(|(_, man)| man.is_some());
            return Needs::new(after.wanted, after.law, men.chain(more));
        }
        after
    }

    /// Adds a castling to `replaced`. `arrived` turns the king and the rook into the men that they are after it.
    pub fn add_castling(&self, replaced: &mut Replaced, castling: &Castling, arrived: impl Fn(Man) -> Man) {
        for (from, to) in [(castling.king, castling.king_to), (castling.rook, castling.rook_to)] {
            if let Some(place) = self.places().find(|&place| self.men[place].0 == from) {
                replaced.gone.push(place);
                replaced.come.push((to, arrived(self.men[place].1)));
            }
        }
    }

    pub fn men(&self) -> usize {
        self.places().count()
    }

    /// Iterates over the wanted men with their rows, in which unused columns hold [`NEVER`].
    pub fn rows(&self) -> impl Iterator<Item = (&Wanted, &[u8])> {
        self.wanted.iter().zip(self.table.chunks_exact(self.men.len()))
    }

    /// Iterates over the indices of the columns in use.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.men.len()).filter(|&place| self.men[place].1.is_some())
    }
}
