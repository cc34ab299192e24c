//! Lower bounds on the moves until a king can be mated, for men of any kind: the set-cover bound of
//! [`crate::orthodox::bound`] with the ranges of [`crate::fairy::steps::range`] in place of tables of chess.
//!
//! The mated side has one royal man, a king that moves as one. Let `t` be its square in the mate.
//!
//! 1. Every existing square next to `t` is held by a man of the mated side alone, or within the range of a man that the
//!    mating side may move. Otherwise the king could go there or capture there. (It captures neutral men like enemy
//!    men. In a range all other men are placed favourably, so the king, gone from `t`, blocks no line.)
//! 2. A man that the mating side may move attacks `t`. If the only royal man of that side is a king, the attacker is
//!    another man, and that king is not next to `t`.
//! 3. Every man came to its square by its own moves, at least as many as its range needs. Both sides move neutral men:
//!    such a man gets as many free moves as the mated side has moves; a neutral king, as many as the mating side has.
//! 4. Different squares are held by different men of the mated side, none of them the king.
//! 5. So for some `t` and some set of squares next to it, the mated side's moves bring the king to `t` and men to the
//!    set, and the mating side's moves bring men to where they attack `t` and all other squares. If this is impossible
//!    for every `t`, no mate can be reached. Sums over different men count no move twice.
//!
//! The rules must grant this: a move changes only the moving and the captured man, promotion apart; attacks on kings
//! follow the ways of men from their squares; a king may go to an adjacent, unattacked square that its side does not
//! hold; and no castling is left, which is tested in each position. [`RuleBook::has_plain_consequences`] ensures the
//! rest: besides promotion, it allows only rules that keep numbers in slots or choose among the legal moves, of which
//! they leave at least one. More rules are admitted:
//!
//! * Rules that restrict moves but leave kings their quiet steps: they add no attack and speed up no man. But the king
//!   may be unable to capture, so a man of the mating side also covers its own square, and kings may be adjacent.
//! * Rules by which not every attack is a check: here, too, a man covers its own square, and kings may be adjacent.
//! * Rules that forbid moves for their results but leave the mated side's kings their quiet steps
//!   ([`Legality::binds_kings`](crate::fairy::rules::stages::Legality::binds_kings)): bans of other moves only help to
//!   mate.
//! * Captured men that wait beneath their capture squares: they came there by their own moves, too. One beneath `t`
//!   surfaces when the king leaves, so `t` is among the squares from which it may cover others.
//! * Squares that vanish when left: any square next to `t` may be gone, so only the check is required.
//!
//! With one move left, more is known, under more rules: see [`last`].

mod kinds;
mod last;

use crate::fairy::board::squares::Sq as Sq256;
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::footprint::Captures;
use crate::fairy::rules::rulebook::RuleBook;
use crate::orthodox::board::bitboard::{Sq, bit, squares};
use crate::orthodox::bound::cover::{
    ALL_REACHED, CHECK, COST_SHIFT, COVERS, Nets, beside, can_hold, close_upwards, counted, spread,
};
use crate::orthodox::bound::worth::Worth;
use crate::orthodox::bound::{self, Scope};
use crate::pieces::Piece;
use crate::position::{Left, Resources};
use crate::units::Color;
use kinds::{Kinds, number};
use smallvec::SmallVec;
use std::sync::OnceLock;

/// Facts about the rules of a problem on which the bounds depend: consequences of moves besides promotions, and
/// restrictions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Law {
    /// Whether a capturing man may end its move on another square than the capture square.
    mover_goes_elsewhere: bool,
    /// Whether a captured man may be reborn.
    returns: bool,
    /// Whether a captured man waits beneath its capture square until that square is left.
    waits: bool,
    /// Whether rules may forbid captures or deny that an attack on a king is check.
    hinders_captures: bool,
    /// Whether squares vanish when men leave them.
    squares_vanish: bool,
}

impl Law {
    /// Returns the facts about the rules for mates of the side `mated`; `None` if the bounds do not hold under these
    /// rules.
    fn of(book: &RuleBook, mated: Color) -> Option<Law> {
        if book.has_plain_consequences() {
            return Some(Law::default());
        }
        let stages = &book.stages;
        // Without numbers beside the board, promises of restrictions hold in every position.
        if !stages.restrictions.is_empty() && !stages.slots.is_empty() {
            return None;
        }
        let hinders_captures =
            !stages.restrictions.is_empty() || !stages.checks.is_empty() || !stages.legality.is_empty();
        let mut law = Law { hinders_captures, ..Law::default() };
        for (_, aftermath) in &book.stages.aftermath {
            let footprint = aftermath.footprint();
            match footprint.captures {
                Captures::MoveTheMover => law.mover_goes_elsewhere = true,
                Captures::BringBack => law.returns = true,
                Captures::Wait => law.waits = true,
                Captures::Anything if footprint.keeps_to_chess => {}
                Captures::Anything if footprint.only_makes_holes => law.squares_vanish = true,
                Captures::Anything | Captures::TurnTheMover => return None,
            }
        }
        book.keeps_to_steps(mated).then_some(law)
    }

    /// Whether kings may capture on every adjacent unattacked square, and moves have no consequences except promotions
    /// and squares that vanish.
    fn is_plain(self) -> bool {
        Law { squares_vanish: false, ..self } == Law::default()
    }

    /// Whether men come to squares only by their own moves, and not by rebirth or as a consequence of a capture.
    fn moves_alone(self) -> bool {
        !self.mover_goes_elsewhere && !self.returns
    }
}

/// The mate bounds of a problem, indexed by the mated side and prepared when first requested.
#[derive(Default)]
pub struct MateBound([OnceLock<Option<Kinds>>; 2]);

impl MateBound {
    /// Returns the kinds of men for mates of the side `mated`; `None` if the bounds do not hold under the rules or on
    /// this board.
    fn kinds(&self, book: &RuleBook, mated: Color) -> Option<&Kinds> {
        let fits = || {
            (book.geometry.files, book.geometry.ranks) == (8, 8)
                && book.promotions.iter().chain(&book.marine_promotions).all(|piece| !piece.is_royal())
        };
        let find = || Law::of(book, mated).filter(|_| fits()).and_then(|law| Kinds::new(book, law));
        self.0[mated as usize].get_or_init(find).as_ref()
    }
}

/// Caches that a thread keeps between evaluations of the bounds. They affect speed, never an answer.
pub struct Memo {
    /// The caches for the bounds of orthodox chess.
    pub chess: bound::Memo,
    worth: Worth,
    nets: NetTable,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo::new(&Resources::default())
    }
}

impl Memo {
    /// Creates caches whose table grows to about `means.bytes` at most.
    pub fn new(means: &Resources) -> Memo {
        let fitting = (means.bytes / size_of::<(u64, Nets)>()).clamp(1, MOST_NETS);
        let nets = NetTable { length: 1 << fitting.ilog2(), entries: Vec::new(), work: 0 };
        // A question costs a tenth of the search for a last move.
        Memo { chess: bound::Memo::new(means), worth: Worth::new(256, &[8, 8, 5, 3, 3]), nets }
    }
}

/// Cache of [`Question::nets`], the sets of squares next to a king that the mating side may leave unguarded. A key
/// identifies the men of the mating side, the number of its moves and the king's square.
struct NetTable {
    length: usize,
    entries: Vec<(u64, Nets)>,
    /// Counter of the work of the current evaluation: combinations of covered squares tried.
    work: u32,
}

/// Work of a typical evaluation of the bound, in combinations tried.
const WORK_OF_A_QUESTION: u32 = 2000;

/// Greatest number of entries of a [`NetTable`]; more would not stay in the processor's cache.
const MOST_NETS: usize = 1 << 15;

impl NetTable {
    fn nets(&mut self, key: u64, find: impl FnOnce(&mut u32) -> Nets) -> Nets {
        if self.entries.is_empty() {
            self.entries = vec![(0, [0; 4]); self.length];
        }
        let entry = &mut self.entries[(key >> 32) as usize & (self.length - 1)];
        if entry.0 != key {
            *entry = (key, find(&mut self.work));
        }
        entry.1
    }
}

/// A man, on its square, that the mating side may move.
#[derive(Clone, Copy)]
struct Attacker {
    kind: usize,
    sq: Sq,
    /// Whether the man is a king, and the only royal man of its side.
    is_king: bool,
    /// Number of free moves of this man, which do not count as moves of the mating side: if the man is neutral, the
    /// mated side may make them.
    granted: u8,
}

/// The squares that one man can cover: its options ([`Kinds::options`]), which are sets of squares with the number of
/// moves for each, and the number of its free moves ([`Attacker::granted`]).
type Ways<'a> = (&'a [u16], u8);

impl FairyPosition<'_> {
    /// Returns those squares of `scope` on which `mover` may still mate the other side's king within the move budgets
    /// `left`. `None` if there are none: a mate is proved impossible.
    pub(in crate::fairy) fn mate_within_reach(
        &self,
        mover: Color,
        left: Left,
        scope: &Scope,
        memo: &mut Memo,
    ) -> Option<Scope> {
        let plies = usize::from(left.moves[0]) + usize::from(left.moves[1]);
        if plies <= 1 {
            return (mover != self.side() || self.could_mate_at_once()).then(|| scope.clone());
        }
        let holds = |kinds: &&Kinds| kinds.law.moves_alone() && self.has_its_squares(kinds) && !self.may_castle();
        let Some(kinds) = self.bound_kinds(!mover).filter(holds) else { return Some(scope.clone()) };
        let look = || {
            let nets = &mut memo.nets;
            nets.work = 0;
            let squares = self.ask(kinds, mover, left.moves, scope.squares(), nets).unwrap_or(scope.squares());
            (squares, 1 + nets.work / WORK_OF_A_QUESTION)
        };
        let squares = memo.worth.ask_weighed(plies, scope.squares(), look);
        (squares != 0).then(|| Scope::of(squares))
    }

    /// Returns the kinds of men for mates of the side `mated`. `None` if the bounds do not hold in this position, for
    /// instance because a restriction may forbid a king a step that is no capture.
    fn bound_kinds(&self, mated: Color) -> Option<&Kinds> {
        let mut restrictions = self.book().stages.restrictions.iter();
        restrictions
            .all(|restriction| restriction.footprint(self).spares_quiet_kings)
            .then(|| self.book().mate_bound.kinds(self.book(), mated))
            .flatten()
    }

    /// Whether all squares on which the bounds rely still exist.
    fn has_its_squares(&self, kinds: &Kinds) -> bool {
        self.is_whole() || kinds.law.squares_vanish
    }

    /// Returns the square of the side's only royal man if that man is a king, otherwise `None`.
    fn single_king(&self, side: Color) -> Option<Sq256> {
        let royals = self.board().royals(side);
        royals.first().filter(|&sq| royals.count() == 1 && self.board().man(sq).piece() == Piece::KING)
    }

    /// Whether a castling may still be possible for either side.
    fn may_castle(&self) -> bool {
        let unmoved = self.unmoved();
        self.book().pawns_promote_at_home
            || self
                .book()
                .geometry
                .castlings
                .iter()
                .any(|castling| unmoved.has(castling.king) && unmoved.has(castling.rook))
    }

    /// Returns those squares of `scope`, a bitboard, on which `mover` may mate the other side's king within the given
    /// numbers of moves of White and Black. `None` if the bound does not apply to this position.
    fn ask(&self, kinds: &Kinds, mover: Color, moves: [u16; 2], scope: u64, memo: &mut NetTable) -> Option<u64> {
        let (book, board) = (self.book(), self.board());
        let moves = counted(moves)?;
        let [white, black] = [mover, !mover].map(|side| moves[side as usize]);
        let king = self.single_king(!mover)?;
        // If captures are hindered, kings may be adjacent.
        let other_king = self.single_king(mover).filter(|&sq| sq != king && kinds.law.is_plain());
        let waiting = || self.all_beneath().filter(|_| kinds.law.waits);
        let mut attackers: SmallVec<[Attacker; 32]> = SmallVec::new();
        let seen = board.of(mover).iter().filter(|&sq| sq != king).map(|sq| (sq, board.man(sq)));
        for (sq, man) in seen.chain(waiting().filter(|(_, man)| man.is_of(mover))) {
            let granted = if man.is_neutral() { black } else { 0 };
            attackers.push(Attacker {
                kind: kinds.of(man, mover)?,
                sq: number(sq),
                is_king: other_king == Some(sq) && !man.is_neutral(),
                granted,
            });
        }
        let closed = if kinds.law.squares_vanish { !0 } else { kinds.missing };
        let mut held = [closed; ALL_REACHED + 1];
        let seen = board.of(!mover).without(board.of(mover)).iter().filter(|&sq| sq != king);
        let waiting = waiting().filter(|(_, man)| man.is_of(!mover) && !man.is_of(mover));
        for (sq, man) in seen.map(|sq| (sq, board.man(sq))).chain(waiting) {
            let within = &kinds.from(book, kinds.of(man, !mover)?, number(sq)).within;
            held.iter_mut().zip(within).for_each(|(held, within)| *held |= within);
        }
        let granted = if board.man(king).is_neutral() { white } else { 0 };
        let question = Question { kinds, book, attackers: &attackers, held: &held, white, key: key(&attackers, white) };
        Some(question.answer(number(king), black, granted, scope, memo))
    }
}

/// Returns a hash key of the attackers and the number of moves of their side.
fn key(attackers: &[Attacker], moves: u8) -> u64 {
    attackers.iter().fold(u64::from(moves) + 1, |key, man| {
        let word =
            (man.kind as u64) << 16 | u64::from(man.sq) << 8 | u64::from(man.is_king) << 7 | u64::from(man.granted);
        mixed(key ^ word)
    })
}

fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (word ^ word >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

struct Question<'a> {
    kinds: &'a Kinds,
    book: &'a RuleBook,
    attackers: &'a [Attacker],
    /// By number of moves: the squares that men of the mated side other than the king can occupy.
    held: &'a [u64; ALL_REACHED + 1],
    white: u8,
    key: u64,
}

impl Question<'_> {
    /// Returns those squares of `scope` on which the king, now on `king`, may be mated. `black` is the number of moves
    /// of the mated side. `granted` is the number of moves that the mating side may make with the king, if it is
    /// neutral.
    fn answer(&self, king: Sq, black: u8, granted: u8, mut scope: u64, memo: &mut NetTable) -> u64 {
        let (mut ring, mut found) = (bit(king), 0);
        let top = usize::from(black).min(ALL_REACHED);
        for distance in 0..=black + granted {
            let moves = black - distance.saturating_sub(granted);
            for t in squares(ring & scope) {
                let nets = memo.nets(mixed(self.key ^ (u64::from(t) + 1)), |work| self.nets(t, work));
                if can_hold(moves, &nets, &|moves| beside(self.held[usize::from(moves).min(top)], t)) {
                    found |= bit(t);
                }
            }
            scope &= !ring;
            if scope == 0 {
                break;
            }
            let before = ring;
            ring = spread(ring) & !self.kinds.missing;
            if ring == before {
                break;
            }
        }
        found
    }

    /// Returns the sets of squares next to `t` that the mating side may leave unguarded if it attacks a king on `t` and
    /// guards all other squares next to it. Adds the number of combinations tried to `work`.
    fn nets(&self, t: Sq, work: &mut u32) -> Nets {
        // Squares off the board need no cover.
        let edge = u16::from(!beside(!0, t));
        let mut ways: SmallVec<[Ways; 32]> = SmallVec::new();
        let mut start: Ways = (&[0], 0);
        for man in self.attackers {
            let options = self.kinds.options(self.book, man.kind, man.sq, t, man.is_king);
            if man.is_king {
                start = (options, 0);
            } else if !options.is_empty() {
                ways.push((options, man.granted));
            }
        }
        covered(start, &ways, edge, self.white, work)
    }
}

/// Returns the sets of squares that may remain unguarded, as [`Question::nets`] does. The man of `start` uses exactly
/// one of its options, each other man at most one, and all of them together cost at most `moves`. The squares in `edge`
/// count as guarded.
fn covered(start: Ways, men: &[Ways], edge: u16, moves: u8, work: &mut u32) -> Nets {
    let union = men.iter().flat_map(|(options, _)| options.iter()).fold(0, |all, option| all | option);
    let mut nets = [0; 4];
    if union & CHECK == 0 {
        return nets;
    }
    let add = |covered: u16| {
        if covered & CHECK != 0 {
            let open = !covered as u8;
            nets[usize::from(open >> 6)] |= 1 << (open & 63);
        }
    };
    if moves <= 1 {
        cover_in_one(start, men, edge, moves, add)
    } else {
        cover_in_more(start, men, edge, moves, work, add)
    }
    close_upwards(&mut nets);
    nets
}

/// Returns the number of moves that the option costs beyond the `granted` free moves of its man.
fn cost(option: u16, granted: u8) -> u8 {
    ((option >> COST_SHIFT) as u8).saturating_sub(granted)
}

/// Calls `take` with every set of squares that the men can cover together if at most one of them makes one move beyond
/// its free moves. The others cover what they can with their free moves alone. The squares in `edge` are in every set.
fn cover_in_one(start: Ways, men: &[Ways], edge: u16, moves: u8, mut take: impl FnMut(u16)) {
    let free = |&(options, granted): &Ways| {
        options.iter().take_while(|&&option| cost(option, granted) == 0).fold(0, |all, option| all | option & COVERS)
    };
    let with_one_move = |&(options, granted): &Ways, others: u16, take: &mut dyn FnMut(u16)| {
        let costs = options.iter().map(|&option| (option, cost(option, granted)));
        costs.skip_while(|&(_, cost)| cost == 0).take_while(|&(_, cost)| cost == 1).for_each(|(option, _)| {
            take(others | option & COVERS);
        });
    };
    // Squares covered by at least one man, and by at least two.
    let (mut once, mut twice) = (edge, edge);
    for way in men.iter().chain([&start]) {
        let free = free(way);
        twice |= once & free;
        once |= free;
    }
    let stays = start.0.first().is_some_and(|&option| cost(option, start.1) == 0);
    if stays {
        take(once);
    }
    if moves == 0 {
        return;
    }
    let others = |way: &Ways| twice | once & !free(way);
    with_one_move(&start, others(&start), &mut take);
    // If the first man must move, that is the only move.
    for way in men.iter().filter(|_| stays) {
        with_one_move(way, others(way), &mut take);
    }
}

/// Like [`cover_in_one`], but for `moves` (two or more) beyond the free ones, which any of the men may make. Adds the
/// number of combinations tried to `work`.
fn cover_in_more(start: Ways, men: &[Ways], edge: u16, moves: u8, work: &mut u32, take: impl FnMut(u16)) {
    let mut reached = Reached { least: [NONE; COVERS as usize + 1], covers: SmallVec::new() };
    for &option in start.0.iter().take_while(|&&option| cost(option, start.1) <= moves) {
        reached.lower(edge | option & COVERS, cost(option, start.1));
    }
    for &(options, granted) in men {
        // A man's options extend only covers that were made without it.
        let before = reached.least;
        for i in 0..reached.covers.len() {
            let from = reached.covers[i];
            for &option in options {
                let cost = before[usize::from(from)] + cost(option, granted);
                if cost > moves {
                    break;
                }
                *work += 1;
                reached.lower(from | option & COVERS, cost);
            }
        }
    }
    reached.covers.into_iter().for_each(take);
}

const NONE: u8 = u8::MAX;

/// The sets of squares that men can cover together. `least` holds, for each set, the fewest moves, or [`NONE`] if the
/// set cannot be covered.
struct Reached {
    least: [u8; COVERS as usize + 1],
    /// The sets that can be covered: those with an entry in `least`.
    covers: SmallVec<[u16; 64]>,
}

impl Reached {
    fn lower(&mut self, cover: u16, cost: u8) {
        let least = &mut self.least[usize::from(cover)];
        if *least == NONE {
            self.covers.push(cover);
        }
        *least = cost.min(*least);
    }
}
