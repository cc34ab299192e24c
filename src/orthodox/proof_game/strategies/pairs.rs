//! Pairs of men that obstruct each other: whether both can still finish, and with how many wasted moves.
//!
//! A move of a man *wastes* as many moves as the rest of its route (`routes`) becomes too long: none if it shortens the
//! rest by one, one if it leaves the rest unchanged.
//!
//! 1. Take any game of the strategy, from one position of the play on (the *beginning*), and two of its men. All that
//!    happens to these two is a walk over pairs of states. Each step is a move of one of them, and its squares are free
//!    of the other.
//! 2. Men that are immovable at the beginning remain so, and pawns that stay on their files only come closer to their
//!    final squares. So each step also avoids these. All other men are ignored.
//! 3. A man that is ready to be captured may vanish at any time, so it neither obstructs nor checks.
//! 4. A man that is not ready cannot be captured now. If it checks the king and no man can be put between, the next
//!    move is one of the king, and no castling. No king enters a square that it attacks. (Orthodox chess only.)
//! 5. A side has as many spare moves as it has more moves left than its men need at least. So the two men waste
//!    together no more than their side can spare; if they are of different sides, each wastes no more than its own side
//!    can spare. If such a walk to the ends of both men does not exist, no game goes over this position.
//! 6. For each pair of states, a table holds the numbers of wasted moves with which such a walk exists. Numbers above
//!    the greatest one stored count as that one: then any walk counts. So walks are only added.
//! 7. Men that have more states than a table can have, and pairs that never meet, have no table: all is allowed.

use super::course::{Course, Progress};
use super::routes::Routes;
use crate::orthodox::board::Right;
use crate::orthodox::board::bitboard::{RANK_1, RANK_8, Sq, attacks, between, bit, pawn, squares};
use crate::orthodox::proof_game::distances::{FAR, pawn_steps};
use crate::units::{Color, Piece};

/// The greatest number of states of one man.
const MOST_STATES: usize = 128;
/// The greatest number of pairs of states of two men. All tables together take at most some megabytes.
const MOST_PAIRS: usize = 4096;
/// The number of all states that a man cannot reach in time.
const NONE: u8 = u8::MAX;
/// The greatest sum of moves wasted by two men of one side that is stored. A greater sum counts as this one.
const MOST_WASTED: i32 = 15;
/// The greatest number of moves wasted by each of two men of different sides that is stored.
pub(super) const MOST_WASTED_EACH: i32 = 3;

/// Numbers of wasted moves that suffice, one bit for each sum, or for each combination of a number of the first man and
/// a number of the second; see [`bit_of`].
type Wastes = u16;

/// One state of a man.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ManState {
    sq: Sq,
    kind: Kind,
    /// The captures that it still has to make, one bit for each.
    open: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Officer,
    Pawn,
    /// A king or rook that still has to castle.
    Castler,
}

impl Kind {
    fn of(course: &Course, progress: &Progress, i: usize) -> Kind {
        match course.castling(progress, i) {
            Some(_) => Kind::Castler,
            None if progress.is_pawn(i) => Kind::Pawn,
            None => Kind::Officer,
        }
    }
}

#[derive(Clone, Copy)]
struct ManMove {
    /// The number of the state after the move.
    to: u8,
    wastes: u8,
    /// The squares that have to be free.
    over: u64,
}

struct StateFacts {
    state: ManState,
    /// The least number of moves to the end.
    rest: i32,
    /// The square on which the man obstructs others; empty if it is ready to be captured.
    blocks: u64,
    /// Squares that the man attacks in any position of the other men; empty if it is ready to be captured.
    attacks: u64,
    moves: Vec<ManMove>,
}

/// All states that one man can reach in time. States from which fewer moves lead to the end come first.
#[derive(Default)]
struct Travels {
    states: Vec<StateFacts>,
    /// The numbers of the states by captures to make, kind and square.
    numbers: Vec<[[u8; 64]; 3]>,
    /// All squares on which the man may obstruct, over which it may go, and which it may attack.
    blocks: u64,
    over: u64,
    attacks: u64,
}

/// Another man that may obstruct this one, and the wastes by the states of this man and of the other.
struct Partner {
    man: usize,
    is_same_side: bool,
    wastes: Box<[Wastes]>,
}

pub(super) struct Pairs {
    travels: Vec<Travels>,
    partners: Vec<Vec<Partner>>,
}

/// The moves left and the routes in one position of the play.
#[derive(Clone, Copy)]
pub(super) struct Schedule<'s> {
    pub progress: &'s Progress,
    pub routes: &'s Routes,
    /// The numbers of moves that White and Black have left.
    pub moves: [i32; 2],
}

impl Schedule<'_> {
    fn spare(&self, color: Color) -> i32 {
        self.moves[color as usize] - self.progress.needs[color as usize]
    }
}

impl Pairs {
    /// Returns the tables for the play after the beginning `from`.
    pub fn new(course: &Course, from: Schedule) -> Pairs {
        let mut travels: Vec<Travels> = course.men.iter().map(|_| Travels::default()).collect();
        let mut partners: Vec<Vec<Partner>> = course.men.iter().map(|_| Vec::new()).collect();
        let cut = course.cut(from.progress);
        for (i, _) in course.present(from.progress) {
            if from.progress.standing & bit(from.progress.at[i]) == 0 {
                travels[i] = Traveller::new(course, from, i, &cut).travels().unwrap_or_default();
            }
        }
        for i in 0..travels.len() {
            for j in 0..i {
                let Some(wastes) = wastes_of(course, from.progress, &travels, [i, j]) else { continue };
                let is_same_side = course.men[i].color == course.men[j].color;
                let (rows, columns) = (travels[i].states.len(), travels[j].states.len());
                let turned = (0..columns).flat_map(|y| (0..rows).map(move |x| x * columns + y));
                let turned =
                    turned.map(|at| if is_same_side { wastes[at] } else { turned_wastes(wastes[at]) }).collect();
                partners[j].push(Partner { man: i, is_same_side, wastes: turned });
                partners[i].push(Partner { man: j, is_same_side, wastes });
            }
        }
        Pairs { travels, partners }
    }

    /// Whether each pair of man `i` and another man can still finish. Only the answer `false` is certain.
    pub fn allow(&self, course: &Course, at: Schedule, i: usize) -> bool {
        self.allow_with(course, at, i, false)
    }

    /// Like [`Pairs::allow`], for pairs of men of one side.
    pub fn allow_own(&self, course: &Course, at: Schedule, i: usize) -> bool {
        self.allow_with(course, at, i, true)
    }

    /// Like [`Pairs::allow`], for all pairs of men.
    pub fn allow_all(&self, course: &Course, at: Schedule) -> bool {
        course.present(at.progress).all(|(i, _)| self.allow(course, at, i))
    }

    fn allow_with(&self, course: &Course, at: Schedule, i: usize, own: bool) -> bool {
        let Some((number, more)) = self.number(course, at, i) else { return true };
        let side = course.men[i].color;
        let allows = |partner: &Partner| {
            let Partner { man, is_same_side, wastes } = partner;
            if own && !is_same_side || at.progress.gone & 1 << man != 0 {
                return true;
            }
            let Some((other, more_of_other)) = self.number(course, at, *man) else { return true };
            let wastes = wastes[number * self.travels[*man].states.len() + other];
            let least = if *is_same_side {
                bit_of(at.spare(side) + more + more_of_other, None)
            } else {
                bit_of(at.spare(side) + more, Some(at.spare(!side) + more_of_other))
            };
            wastes & least != 0
        };
        self.partners[i].iter().all(allows)
    }

    /// Returns the number of the state of man `i`, and the moves by which its present route is longer than that at the
    /// beginning. Returns `None` if nothing is known about the man.
    fn number(&self, course: &Course, at: Schedule, i: usize) -> Option<(usize, i32)> {
        let travels = &self.travels[i];
        let kind = Kind::of(course, at.progress, i);
        let number = travels.numbers.get(usize::from(at.progress.open[i]))?[kind as usize][at.progress.at[i] as usize];
        let facts = travels.states.get(usize::from(number))?;
        Some((usize::from(number), course.to_go(at.progress, at.routes, i) - facts.rest))
    }
}

/// One man with its moves, from which its [`Travels`] are made.
struct Traveller<'a> {
    course: &'a Course<'a>,
    from: Schedule<'a>,
    i: usize,
    side: Color,
    /// The piece that the man is, or becomes by promotion; a pawn if it ends as a pawn.
    officer: Piece,
    cut: &'a [u64; 64],
    guarded: u64,
    castling: Option<&'a Right>,
}

impl<'a> Traveller<'a> {
    fn new(course: &'a Course, from: Schedule<'a>, i: usize, cut: &'a [u64; 64]) -> Traveller<'a> {
        let man = course.men[i];
        let officer = if man.piece == Piece::PAWN { course.end(i).piece } else { man.piece };
        let is_king = officer == Piece::KING;
        let guarded = if is_king { course.guarded(from.progress, from.progress.standing, man.color) } else { 0 };
        let castling = course.castling(from.progress, i);
        Traveller { course, from, i, side: man.color, officer, cut, guarded, castling }
    }

    /// Returns the states that the man reaches if it wastes no more moves than its side can spare; `None` if there are
    /// too many.
    fn travels(&self) -> Option<Travels> {
        let Schedule { progress, routes, .. } = self.from;
        let kind = Kind::of(self.course, progress, self.i);
        let start = ManState { sq: progress.at[self.i], kind, open: progress.open[self.i] };
        let spare = self.from.spare(self.side) + self.course.to_go(progress, routes, self.i) - self.rest(start);
        let mut states = self.states(start, spare)?;
        states.sort_by_key(|&state| (self.rest(state), state));
        states.dedup();
        let mut travels = Travels { numbers: vec![[[NONE; 64]; 3]; usize::from(start.open) + 1], ..Travels::default() };
        for (number, state) in states.iter().enumerate() {
            travels.numbers[usize::from(state.open)][state.kind as usize][state.sq as usize] =
                u8::try_from(number).ok()?;
        }
        for state in states {
            travels.add(self.facts(state, &travels.numbers));
        }
        Some(travels)
    }

    /// Returns the states that the man reaches from `start` if it wastes at most `spare` moves, some of them more than
    /// once.
    fn states(&self, start: ManState, spare: i32) -> Option<Vec<ManState>> {
        let mut found = vec![(start, 0)];
        let mut next = 0;
        while let Some(&(state, wasted)) = found.get(next) {
            next += 1;
            for (to, _) in self.moves(state) {
                let wasted = wasted + self.wastes(state, to);
                if wasted <= spare && !found.iter().any(|&(known, before)| known == to && before <= wasted) {
                    found.push((to, wasted));
                }
            }
            if found.len() > 4 * MOST_STATES {
                return None;
            }
        }
        let mut states: Vec<ManState> = found.into_iter().map(|(state, _)| state).collect();
        states.sort();
        states.dedup();
        (states.len() <= MOST_STATES).then_some(states)
    }

    /// Returns the least number of moves from a state to the end, [`FAR`] or more if there is no way.
    fn rest(&self, state: ManState) -> i32 {
        let row = self.from.routes[self.i].row(state.kind == Kind::Pawn, state.open);
        match self.castling.filter(|_| state.kind == Kind::Castler) {
            Some(right) => i32::from(right.king == state.sq) + i32::from(row[right.after(state.sq) as usize]),
            None => i32::from(row[state.sq as usize]),
        }
    }

    fn wastes(&self, from: ManState, to: ManState) -> i32 {
        // Castling is a move of the king.
        let is_led = from.kind == Kind::Castler && self.officer != Piece::KING;
        (self.rest(to) + i32::from(!is_led) - self.rest(from)).max(0)
    }

    /// Returns the states after each move from a state, with the squares that have to be free.
    fn moves(&self, state: ManState) -> Vec<(ManState, u64)> {
        let ManState { sq, kind, open } = state;
        if let Some(right) = self.castling.filter(|_| kind == Kind::Castler) {
            let to = ManState { sq: right.after(sq), kind: Kind::Officer, open };
            return if self.rest(to) < i32::from(FAR) {
                vec![(to, between(right.king, right.rook))]
            } else {
                Vec::new()
            };
        }
        let standing = self.from.progress.standing;
        let (steps, strikes) = if kind == Kind::Pawn {
            // A pawn that ends as a pawn does not go to the last rank.
            let shut = standing | if self.officer == Piece::PAWN { RANK_1 | RANK_8 } else { 0 };
            (pawn_steps(self.side, sq, standing) & !shut, pawn(self.side, sq) & !shut)
        } else {
            let shut = standing | self.cut[sq as usize] | self.guarded;
            [attacks(self.officer, self.side, sq, standing) & !shut; 2].into()
        };
        let mut all = Vec::new();
        let mut go = |to: Sq, open| {
            let kind = if bit(to) & (RANK_1 | RANK_8) == 0 { kind } else { Kind::Officer };
            let to = ManState { sq: to, kind, open };
            if self.rest(to) < i32::from(FAR) {
                all.push((to, between(sq, to.sq) | bit(to.sq)));
            }
        };
        squares(steps).for_each(|to| go(to, open));
        for (b, take) in self.course.takes[self.i].iter().enumerate() {
            if open & 1 << b != 0 && strikes & bit(take.on) != 0 {
                go(take.on, open & !(1 << b));
            }
        }
        all
    }

    fn facts(&self, state: ManState, numbers: &[[[u8; 64]; 3]]) -> StateFacts {
        let end = self.course.end(self.i);
        let piece = if state.kind == Kind::Pawn { Piece::PAWN } else { self.officer };
        let is_ready = end.lost && state.open == 0 && (state.sq, piece) == (end.sq, end.piece);
        let moves = self.moves(state).into_iter().map(|(to, over)| ManMove {
            to: numbers[usize::from(to.open)][to.kind as usize][to.sq as usize],
            wastes: self.wastes(state, to).min(MOST_WASTED + 1) as u8,
            over,
        });
        let attacked = match piece {
            Piece::PAWN => pawn(self.side, state.sq),
            // The attacked squares next to the man, or a jump away.
            _ => attacks(piece, self.side, state.sq, !0),
        };
        StateFacts {
            state,
            rest: self.rest(state),
            blocks: if is_ready { 0 } else { bit(state.sq) },
            attacks: if is_ready { 0 } else { attacked },
            moves: moves.filter(|m| m.to != NONE).collect(),
        }
    }
}

impl Travels {
    fn add(&mut self, facts: StateFacts) {
        self.blocks |= facts.blocks;
        self.attacks |= facts.attacks;
        self.over |= facts.moves.iter().fold(0, |all, m| all | m.over);
        self.states.push(facts);
    }
}

/// Two men that may obstruct or check each other.
struct Meeting<'a> {
    men: [&'a Travels; 2],
    /// Whether the man is a king that the other man may check.
    kings: [bool; 2],
    is_same_side: bool,
}

/// Returns the wastes of two men by their states, or `None` if all is allowed, or if there are too many states.
fn wastes_of(course: &Course, from: &Progress, travels: &[Travels], men: [usize; 2]) -> Option<Box<[Wastes]>> {
    let [a, b] = men.map(|i| &travels[i]);
    let is_same_side = course.men[men[0]].color == course.men[men[1]].color;
    let kings = men.map(|i| course.has_guards && !is_same_side && course.men[i].piece == Piece::KING);
    let is_checked = |king: bool, man: &Travels, other: &Travels| king && man.blocks & other.attacks != 0;
    let meet = a.over & b.blocks | b.over & a.blocks != 0;
    let castle = is_same_side && men.iter().all(|&i| course.castling(from, i).is_some());
    if castle || !meet && !is_checked(kings[0], a, b) && !is_checked(kings[1], b, a) {
        return None;
    }
    let size = a.states.len() * b.states.len();
    if size > MOST_PAIRS {
        return None;
    }
    let wastes = Meeting { men: [a, b], kings, is_same_side }.wastes();
    wastes.iter().any(|&set| set != Wastes::MAX).then_some(wastes)
}

impl Meeting<'_> {
    /// Computes the wastes by the states of both men: repeatedly adds those over one more step.
    fn wastes(&self) -> Box<[Wastes]> {
        let [rows, columns] = self.men.map(|man| man.states.len());
        let mut all = vec![0; rows * columns].into_boxed_slice();
        loop {
            let mut is_settled = true;
            for at in 0..all.len() {
                let wastes = if all[at] == Wastes::MAX { Wastes::MAX } else { self.over_a_step(&all, at) };
                is_settled &= wastes == all[at];
                all[at] = wastes;
            }
            if is_settled {
                return all;
            }
        }
    }

    /// Returns the wastes in one pair of states, as far as they follow from those in `all` after one step.
    fn over_a_step(&self, all: &[Wastes], at: usize) -> Wastes {
        let columns = self.men[1].states.len();
        let numbers = [at / columns, at % columns];
        let facts = [0, 1].map(|man| &self.men[man].states[numbers[man]]);
        if facts.iter().all(|facts| facts.rest == 0) {
            return Wastes::MAX;
        }
        let is_checked = [0, 1].map(|man| self.is_checked(man, facts[man], facts[1 - man]));
        let mut wastes = all[at];
        for man in 0..2 {
            let other = facts[1 - man];
            if is_checked[1 - man] || is_checked[man] && facts[man].state.kind == Kind::Castler {
                continue;
            }
            for m in facts[man].moves.iter().filter(|m| m.over & other.blocks == 0) {
                let to = usize::from(m.to);
                if self.is_checked(man, &self.men[man].states[to], other) {
                    continue;
                }
                let after = if man == 0 { to * columns + numbers[1] } else { numbers[0] * columns + to };
                wastes |= self.with_more(all[after], man, m.wastes);
            }
        }
        wastes
    }

    /// Whether the man is a king and the other man checks it, so that no third man can be put between.
    fn is_checked(&self, man: usize, facts: &StateFacts, other: &StateFacts) -> bool {
        self.kings[man] && other.attacks & bit(facts.state.sq) != 0
    }

    /// Returns the wastes before a move of the man that wastes `more` moves. The greatest number stands for all above.
    fn with_more(&self, wastes: Wastes, man: usize, more: u8) -> Wastes {
        if self.is_same_side {
            return wastes.checked_shl(u32::from(more)).unwrap_or(0) | wastes & 1 << MOST_WASTED;
        }
        if man == 0 {
            return wastes.checked_shl(4 * u32::from(more)).unwrap_or(0) | wastes & 0xf000;
        }
        let kept = match more {
            0 => 0xffff,
            1 => 0x7777,
            2 => 0x3333,
            3 => 0x1111,
            _ => 0,
        };
        (wastes & kept) << more.min(3) | wastes & 0x8888
    }
}

/// Returns the bit of [`Wastes`] for the greatest numbers of moves that may be wasted: by both men of one side
/// together, or by the first and the second man if they are of different sides.
fn bit_of(most: i32, of_other: Option<i32>) -> Wastes {
    match of_other {
        None => 1 << most.clamp(0, MOST_WASTED),
        Some(of_other) => 1 << (4 * most.clamp(0, MOST_WASTED_EACH) + of_other.clamp(0, MOST_WASTED_EACH)),
    }
}

/// Returns the wastes of two men of different sides, with the men exchanged.
fn turned_wastes(wastes: Wastes) -> Wastes {
    let numbers = (0..=MOST_WASTED_EACH).flat_map(|first| (0..=MOST_WASTED_EACH).map(move |second| (first, second)));
    let kept = numbers.filter(|&(first, second)| wastes & bit_of(first, Some(second)) != 0);
    kept.fold(0, |all, (first, second)| all | bit_of(second, Some(first)))
}

#[cfg(test)]
mod tests {
    use super::super::{ManEnd, MobileMan, Strategy};
    use super::*;
    use crate::orthodox::rules::Rules;

    const A3: Sq = 16;
    const A4: Sq = 24;
    const A5: Sq = 32;

    /// White's pawn goes from a3 to a5, and Black's knight on a4 is on its final square. So the knight has to leave and
    /// return, for two moves. The pawn cannot avoid it.
    #[test]
    fn a_knight_lets_a_pawn_pass() {
        let men = [
            MobileMan { color: Color::White, piece: Piece::PAWN, from: A3 },
            MobileMan { color: Color::Black, piece: Piece::KNIGHT, from: A4 },
        ];
        let ends = vec![
            ManEnd { piece: Piece::PAWN, sq: A5, lost: false },
            ManEnd { piece: Piece::KNIGHT, sq: A4, lost: false },
        ];
        let strategy = Strategy { ends, takes: Vec::new(), least: vec![2, 0], castlings: [None; 2] };
        let course = Course::new(&men, &strategy, [0; 2], Rules::Orthodox);
        let (mut progress, moves) = (course.beginning(), [6, 6]);
        let routes = course.settled(&mut progress, moves, None).unwrap();
        let pairs = Pairs::new(&course, Schedule { progress: &progress, routes: &routes, moves });
        let may = |progress: &Progress, moves: [i32; 2]| {
            let at = Schedule { progress, routes: &routes, moves };
            [0, 1].map(|i| pairs.allow(&course, at, i))
        };
        for (moves, expected) in [([2, 0], false), ([6, 0], false), ([6, 1], false), ([2, 2], true), ([2, 6], true)] {
            assert_eq!(may(&progress, moves), [expected; 2], "{moves:?}");
        }
        // The two moves of a knight that has to leave are among those that Black needs.
        course.mark_leaving(&mut progress, 1);
        progress.needs[1] += 2;
        assert_eq!(may(&progress, [2, 2]), [true; 2]);
    }

    #[test]
    fn the_greatest_numbers_of_wasted_moves_count_for_all_above() {
        let none = Travels::default();
        let after = |is_same_side, wastes, man, more| {
            Meeting { men: [&none; 2], kings: [false; 2], is_same_side }.with_more(wastes, man, more)
        };
        for (man, expected) in [(0, bit_of(3, Some(1))), (1, bit_of(1, Some(3)))] {
            assert_eq!(after(false, bit_of(1, Some(1)), man, 2), expected);
            assert_eq!(after(false, bit_of(3, Some(3)), man, 1), bit_of(3, Some(3)));
            assert_eq!(after(true, bit_of(2, None), man, 3), bit_of(5, None));
            assert_eq!(after(true, bit_of(MOST_WASTED, None), man, 3), bit_of(MOST_WASTED, None));
        }
    }
}
