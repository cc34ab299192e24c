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

/// Least number of columns that are left unused in a new table, for men that appear later.
const SPARE: usize = 2;

/// Returns the least number of a row.
pub fn least(row: &[u8]) -> u8 {
    let mut least = [NEVER; LANES];
    for some in row.chunks_exact(LANES) {
        least.iter_mut().zip(some).for_each(|(least, &some)| *least = some.min(*least));
    }
    least.into_iter().fold(NEVER, u8::min)
}

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

    /// Returns the table after the given changes of the board (squares with their new content). A man on a changed
    /// square is included if `belongs` returns `true` for it.
    pub fn after(&self, changed: &[(Sq, Man)], belongs: impl Fn(Man) -> bool) -> Needs<'t> {
        let mut after = self.clone();
        let stands_on = |&(at, man): &(Sq, Man)| man.is_some() && changed.iter().any(|&(sq, _)| sq == at);
        while let Some(place) = after.men.iter().position(stands_on) {
            after.put(place, (0, Man::NONE));
        }
        let mut more: SmallVec<[(Sq, Man); 6]> = SmallVec::new();
        let gone = |needs: &Needs| needs.men.iter().position(|(_, man)| !man.is_some());
        for &change in changed.iter().filter(|(_, man)| man.is_some() && belongs(*man)) {
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

    /// Returns the table after a castling. `arrived` turns the king and the rook into the men that they are after it.
    pub fn castled(&self, castling: &Castling, arrived: impl Fn(Man) -> Man) -> Needs<'t> {
        let place_of = |from: Sq| self.men.iter().position(|&(at, man)| at == from && man.is_some());
        let ways = [(castling.king, castling.king_to), (castling.rook, castling.rook_to)];
        let mut castled = self.clone();
        for (place, to) in ways.into_iter().filter_map(|(from, to)| Some((place_of(from)?, to))) {
            castled.put(place, (to, arrived(self.men[place].1)));
        }
        castled
    }

    /// Whether the wanted men need more than `moves` after a castling, if each takes the man nearest to it. The men that
    /// castle may also count as still at home.
    pub fn exceed_after(&self, castling: &Castling, arrived: impl Fn(Man) -> Man, moves: u32) -> bool {
        let man_on = |from: Sq| self.men.iter().find(|(at, man)| *at == from && man.is_some()).map(|(_, man)| *man);
        let ways = [(castling.king, castling.king_to), (castling.rook, castling.rook_to)];
        let castled = ways.map(|(from, to)| man_on(from).map(|man| (to, arrived(man))));
        let mut needed = 0;
        self.rows().any(|(wanted, row)| {
            let least = castled.iter().flatten().fold(least(row), |least, &(at, man)| {
                if least == 0 { 0 } else { least.min(wanted.moves_of(self.law, at, man)) }
            });
            needed += u32::from(least);
            needed > moves
        })
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
