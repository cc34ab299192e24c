//! How far a position is from the one that a proof game has to reach.
//!
//! A move ends with the man that moves on one square; with two men on theirs if it is a castling; with more, if a
//! condition brings others to squares ([`super::footprint::Brings`]). So there have to be as many moves left as there are
//! squares on which men still have to arrive: of each side, or of both together where men may change sides. And where
//! conditions bring nobody back, a man that is missing stays away.
//!
//! Where nothing follows from moves but promotions, each of these men comes by moves of its own, as many at least as the
//! nearest man that could be it needs on a board where everything stands as well as it may ([`super::range`]), but for
//! *fixed* pawns: those of the target that stand on the second rank of their side. No other pawn can get there, so they
//! never move and are never captured, and nobody goes through them. A castling brings two men to their squares in one
//! move, from where they still stand.
//!
//! Whoever is too many has to be captured, where men vanish in no other way: one move captures one man.
//!
//! Where each move takes a man to the other of two planes, it comes to the plane on which it is wanted by an even or by an
//! odd number of moves.
//!
//! Where men may go elsewhere than their ways lead ([`super::stages::Extra::are_steps`]), each needs one move.
//!
//! Where men go on when they have captured, or go over, or captured men come back ([`Law`]), no pawn is fixed, and some of
//! these men come otherwise: with each capture that the side can still make one at most by that single move, with each
//! that the other side can still make one or two without a move. To be safe these are the ones that would need most. A
//! castling that can still be is another two.
//!
//! Where kings castle wherever they stand ([`super::stages::Extra::castlings`]), each castling is a move of the king and
//! one of a rook. With `c` of them, which take at least `c` moves of rooks, the moves that kings and rooks need together
//! are `max(king, c) + max(rooks, c) - c` or more, and so `max(king, rooks)` or more.

use super::effect::Move;
use super::footprint::{Brings, Captures};
use super::geometry::Castling;
use super::man::Man;
use super::planes::is_beyond;
use super::position::FairyPosition;
use super::range::Range;
use super::rulebook::RuleBook;
use super::squares::{Sq, Squares, from_square};
use crate::pieces::{Piece, Vector};
use crate::position::MovesLeft;
use crate::units::{Color, Placement, Traits};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::sync::OnceLock;

/// The position to be reached.
pub struct Target {
    men: Vec<(Sq, Man)>,
    on: [Man; 256],
    /// What the rules say about it; `None` where they say too little.
    plan: OnceLock<Option<Plan>>,
}

struct Plan {
    law: Law,
    /// How each of the men may come to its square.
    approaches: Vec<Approach>,
}

/// How men may come to squares otherwise than by steps and castlings.
#[derive(Clone, Copy, Default)]
struct Law {
    /// A man may go anywhere with one move.
    men_leap: bool,
    /// There are two planes, and each move of a man takes it to the other.
    men_cross: bool,
    /// A man that captures may end anywhere.
    captors_leap: bool,
    /// And there it may have the right to castle.
    captors_return: bool,
    /// A captured man may come back in its colour, anywhere.
    victims_return: bool,
    /// A man that captures may go over to the other side.
    captors_turn: bool,
    /// A man vanishes only when it is captured, and then for good; with no move more than one. Nobody is neutral.
    captures_are_all: bool,
}

impl Law {
    /// `None` where more may happen.
    fn of(book: &RuleBook) -> Option<Law> {
        let stages = &book.stages;
        if stages.own_men_are_taken || stages.brings() == Brings::Anything {
            return None;
        }
        let captors_leap = stages.ways.iter().any(|ways| ways.spares_moves());
        let captors_return = stages.capturers_are_reborn();
        let men_leap = stages.extra.iter().any(|extra| extra.are_steps());
        let mut law = Law { men_leap, captors_leap, captors_return, captures_are_all: true, ..Law::default() };
        for (_, aftermath) in &stages.aftermath {
            let footprint = aftermath.footprint();
            law.captures_are_all &=
                footprint.keeps_to_chess || footprint.only_crosses || footprint.captures == Captures::TurnTheMover;
            law.men_cross |= footprint.only_crosses;
            match footprint.captures {
                Captures::MoveTheMover => law.captors_leap = true,
                Captures::BringBack => law.victims_return = true,
                Captures::TurnTheMover => law.captors_turn = true,
                Captures::Wait => return None,
                Captures::Anything
                    if !footprint.keeps_to_chess && !footprint.only_removes && !footprint.only_crosses =>
                {
                    return None;
                }
                Captures::Anything => {}
            }
        }
        Some(law).filter(|law| law.is_plain() || stages.castlings_anywhere().is_none())
    }

    fn is_plain(self) -> bool {
        !self.men_leap && !self.men_cross && !self.captors_leap && !self.victims_return && !self.captors_turn
    }

    /// No man comes to have the right to castle.
    fn castlings_lapse(self) -> bool {
        !self.captors_return && !self.victims_return && !self.captors_turn
    }
}

/// How many moves a man needs at least to be a certain man on a certain square.
struct Approach {
    as_itself: Needed,
    as_pawn: Needed,
}

/// By the square where it stands, if their number is even, and if it is odd.
type Needed = [[u8; 256]; 2];

/// It never gets there.
const NEVER: u8 = u8::MAX;

impl Target {
    pub fn new(book: &RuleBook, placement: &Placement) -> Target {
        let men: Vec<(Sq, Man)> =
            placement.iter().map(|(square, unit)| (from_square(square), book.man(unit))).collect();
        let mut on = [Man::NONE; 256];
        for &(sq, man) in &men {
            on[usize::from(sq)] = man;
        }
        Target { men, on, plan: OnceLock::new() }
    }

    fn plan(&self, book: &RuleBook) -> Option<&Plan> {
        let make = || {
            // Castlings of games lead further.
            let mut castlings = book.geometry.castlings.iter();
            let castles_as_usual = castlings.all(|castling| !castling.is_fast && castling.partner == Piece::ROOK);
            let mut law = Law::of(book).filter(|_| castles_as_usual)?;
            law.captures_are_all &= book.diagram.iter().all(|(_, unit)| !book.man(unit).is_neutral())
                && self.men.iter().all(|(_, man)| !man.is_neutral());
            let fixed = if law.is_plain() { self.fixed_pawns(book) } else { Squares::NONE };
            let approach = |&(sq, man): &(Sq, Man)| match law.men_leap {
                true => Approach::in_one_move(sq),
                false => Approach::new(book, sq, man, &fixed),
            };
            let approaches = self.men.iter().map(approach).collect();
            Some(Plan { law, approaches })
        };
        self.plan.get_or_init(make).as_ref()
    }

    /// The pawns of the target that have been where they stand from the beginning.
    fn fixed_pawns(&self, book: &RuleBook) -> Squares {
        let is_fixed = |&&(sq, man): &&(Sq, Man)| {
            man == Man::new(man.color(), Piece::PAWN, Traits::NONE)
                && book.geometry.rank_for(man.color(), sq) == 1
                && book.stages.goes_as_it_is(man)
                && !book.geometry.pawns_leave_first_rank
                && book.geometry.first_rank.is_empty()
        };
        self.men.iter().filter(is_fixed).map(|&(sq, _)| sq).collect()
    }
}

impl Approach {
    /// From everywhere else.
    fn in_one_move(sq: Sq) -> Approach {
        let mut approach = Approach { as_itself: [[2; 256], [1; 256]], as_pawn: [[2; 256], [1; 256]] };
        approach.as_itself[0][usize::from(sq)] = 0;
        approach
    }

    fn new(book: &RuleBook, sq: Sq, man: Man, fixed: &Squares) -> Approach {
        let mut approach = Approach::in_one_move(sq);
        let goes_as = |piece: Piece| goes_as(book, man.with_piece(piece));
        let Some(kinds) = goes_as(man.piece()).filter(|_| !man.is_neutral()) else { return approach };
        let color = man.color();
        let mut arrived = [[NEVER; 256]; 2];
        arrived[0][usize::from(sq)] = 0;
        let leaps: &[Vector] = match book.stages.castlings_anywhere() {
            Some(vectors) if man.piece() == Piece::KING => vectors,
            _ => &[],
        };
        approach.as_itself = moves_needed(book, &kinds, leaps, color, fixed, arrived);
        if man.piece() == Piece::KING && book.stages.promoting.is_empty() && !book.promotions.contains(&Piece::KING) {
            approach.as_pawn = [[NEVER; 256]; 2];
        } else if let Some(kinds) = goes_as(Piece::PAWN).filter(|_| !man.piece().is_pawn()) {
            let mut promoted = [[NEVER; 256]; 2];
            for at in book.geometry.squares.iter().filter(|&at| book.promotes(color, man.with_piece(Piece::PAWN), at)) {
                for (promoted, as_itself) in promoted.iter_mut().zip(&approach.as_itself) {
                    promoted[usize::from(at)] = as_itself[usize::from(at)];
                }
            }
            approach.as_pawn = moves_needed(book, &kinds, &[], color, fixed, promoted);
        }
        approach
    }

    /// How many moves the man on `at` needs. `law`: where men cross, it comes to its plane by the right number of moves.
    fn moves_of(&self, law: Law, wanted: Man, at: Sq, man: Man) -> u8 {
        const PLAIN: Traits = Traits::ROYAL.with(Traits::ALICE_A).with(Traits::ALICE_B);
        let of = |needed: &Needed| {
            let [even, odd] = [0, 1].map(|parity| needed[parity][usize::from(at)]);
            match law.men_cross && !man.is_neutral() {
                true if is_beyond(man) == is_beyond(wanted) => even,
                true => odd,
                false => even.min(odd),
            }
        };
        if man.piece() == wanted.piece() {
            of(&self.as_itself)
        } else if man.piece() == Piece::PAWN {
            of(&self.as_pawn)
        } else if man.piece().is_pawn() || man.is_neutral() || man.without_traits(PLAIN).traits() != Traits::default() {
            1
        } else {
            NEVER
        }
    }
}

/// As whom the man may go; `None` when that cannot be told.
fn goes_as(book: &RuleBook, man: Man) -> Option<Vec<Piece>> {
    // Who captures in other ways is accounted for by the law.
    let mut concerned = book.stages.ways.iter().filter(|ways| ways.concerns(man) && !ways.spares_moves());
    let mut kinds = vec![man.piece()];
    if let Some(ways) = concerned.next() {
        // What another stage makes of its kinds is not known.
        let others = ways.borrowed_ways(book).filter(|_| book.stages.ways.len() == 1)?;
        kinds.extend(others);
    }
    Some(kinds)
}

/// How many moves a man that goes as one of these needs at least, by its square, if it needs so many from the squares of
/// `arrived`. `castlings`: in which directions it may go two squares besides.
fn moves_needed(
    book: &RuleBook,
    kinds: &[Piece],
    castlings: &[Vector],
    color: Color,
    fixed: &Squares,
    arrived: Needed,
) -> Needed {
    let ranges: Vec<&Range> = kinds.iter().map(|&piece| book.ranges.of(&book.geometry, piece, color)).collect();
    let ends_from = |sq: Sq| {
        let ends = ranges.iter().fold(Squares::NONE, |ends, range| ends.or(&range.ends_past(sq, fixed)));
        let step = |sq: Sq, vector: Vector| book.geometry.step(sq, vector).filter(|&to| !fixed.has(to));
        let castled = castlings.iter().filter_map(|&vector| step(step(sq, vector)?, vector));
        castled.fold(ends, |mut ends, to| {
            ends.add(to);
            ends
        })
    };
    let ends: Vec<(Sq, Squares)> = book.geometry.squares.iter().map(|sq| (sq, ends_from(sq))).collect();
    let mut needed = arrived;
    loop {
        let before = needed;
        for (&(sq, ends), parity) in ends.iter().flat_map(|ends| [(ends, 0), (ends, 1)]) {
            let onward = ends.iter().map(|to| needed[1 - parity][usize::from(to)]).min().unwrap_or(NEVER);
            // A way too long to be counted is one all the same.
            let through = if onward == NEVER { NEVER } else { (onward + 1).min(NEVER - 1) };
            let known = &mut needed[parity][usize::from(sq)];
            *known = through.min(*known);
        }
        if needed == before {
            return needed;
        }
    }
}

/// What a position lacks.
#[derive(Clone, Copy, Default)]
struct Gap {
    /// Squares on which men have to arrive.
    missing: Count,
    /// How many men there are more than wanted.
    surplus: Count,
}

/// Men of White alone, of Black alone, and all.
#[derive(Clone, Copy, Default)]
struct Count {
    alone: [i32; 2],
    all: i32,
}

impl Count {
    fn add(&mut self, man: Man, change: i32) {
        self.all += change;
        for color in Color::ALL.into_iter().filter(|&color| man.is_only_of(color)) {
            self.alone[color as usize] += change;
        }
    }
}

impl Gap {
    fn of(position: &FairyPosition, target: &Target) -> Gap {
        let board = position.board();
        let mut gap = Gap::default();
        board.occupied().iter().for_each(|sq| gap.surplus.add(board.man(sq), 1));
        for &(sq, man) in &target.men {
            gap.surplus.add(man, -1);
            if board.man(sq).as_shown() != man {
                gap.missing.add(man, 1);
            }
        }
        gap
    }

    /// The same when a man, or nothing, has taken the place of another.
    fn put(&mut self, target: &Target, sq: Sq, before: Man, after: Man) {
        let wanted = target.on[usize::from(sq)];
        if wanted.is_some() {
            self.missing.add(wanted, i32::from(after.as_shown() != wanted) - i32::from(before.as_shown() != wanted));
        }
        for (man, change) in [(before, -1), (after, 1)].into_iter().filter(|(man, _)| man.is_some()) {
            self.surplus.add(man, change);
        }
    }

    /// It can be closed in so many moves of White and Black, each side castling so often.
    fn can_close(&self, brings: Brings, moves: [u32; 2], castlings: [u32; 2]) -> bool {
        let Count { alone, all } = self.missing;
        let arrivals = Color::ALL.map(|color| (moves[color as usize] + castlings[color as usize]) as i32);
        let sides_suffice = || Color::ALL.into_iter().all(|c| alone[c as usize] <= arrivals[c as usize]);
        let suffice = all <= arrivals[0] + arrivals[1] && self.surplus.all >= 0;
        match brings {
            Brings::Nothing => suffice && sides_suffice(),
            Brings::ItsColour => suffice,
            Brings::OneMan => all <= 2 * (arrivals[0] + arrivals[1]),
            Brings::Anything => true,
        }
    }

    /// With so many moves no man is left that is too many; where each that vanishes is captured.
    fn can_be_captured(&self, law: Law, moves: [u32; 2]) -> bool {
        let Count { alone, all } = self.surplus;
        let [white, black] = moves.map(|moves| moves as i32);
        match law.captors_turn {
            true => (0..=white + black).contains(&all),
            false => (0..=black).contains(&alone[0]) && (0..=white).contains(&alone[1]),
        }
    }
}

impl FairyPosition<'_> {
    /// Appends the legal moves without those after which the target is out of reach. `left` is counted before the move.
    pub fn moves_to_target(&self, target: &Target, left: MovesLeft, out: &mut Vec<Move>) {
        let (book, side) = (self.book(), self.side());
        let brings = if book.shortcuts { book.stages.brings() } else { Brings::Anything };
        let mut moves = left.moves;
        moves[side as usize] = moves[side as usize].saturating_sub(1);
        let gap = Gap::of(self, target);
        let plan = target.plan(book);
        let castlings = Color::ALL.map(|color| self.castlings_left(plan, color, moves[color as usize]));
        let mut is_in_reach = |m: &Move| {
            brings == Brings::Anything
                || self.men_after(m).is_none_or(|changed| {
                    let mut gap = gap;
                    changed.iter().for_each(|&(sq, man)| gap.put(target, sq, self.board().man(sq), man));
                    gap.can_close(brings, moves, castlings)
                        && plan.is_none_or(|plan| {
                            (!plan.law.captures_are_all || gap.can_be_captured(plan.law, moves))
                                && self.can_come(target, plan, &changed, moves)
                        })
                })
        };
        self.each_legal_move_that(&mut is_in_reach, &mut |m| {
            out.push(m);
            false
        });
    }

    /// After these changes, the men that have to arrive can be there after so many moves.
    fn can_come(&self, target: &Target, plan: &Plan, changed: &[(Sq, Man)], moves: [u32; 2]) -> bool {
        let men = Color::ALL.map(|color| {
            let mut men: SmallVec<[(Sq, Man); 32]> = SmallVec::new();
            let unchanged = self.board().of(color).iter().filter(|sq| changed.iter().all(|(other, _)| other != sq));
            men.extend(unchanged.map(|sq| (sq, self.board().man(sq))));
            men.extend(changed.iter().copied().filter(|(_, man)| man.is_of(color)));
            men
        });
        Color::ALL.into_iter().all(|color| {
            let own = &men[color as usize];
            let left = moves[color as usize];
            let has_come = |sq: Sq, wanted: Man| self.man_among(changed, sq).as_shown() == wanted;
            let mut arrivals = Arrivals { moves: left, ..Arrivals::default() };
            let castlings = self.castlings_to_come(color, changed);
            let law = plan.law;
            if self.book().stages.castlings_anywhere().is_some() {
                arrivals.kings_castle = true;
            } else if !law.is_plain() {
                let captures = |side: Color| {
                    let left = moves[side as usize];
                    let is_victim = |man: Man| law.captors_turn || man.is_of(!side);
                    let wanted = target.men.iter().filter(|(_, man)| is_victim(*man)).count();
                    let there = if law.captors_turn { men[0].len() + men[1].len() } else { men[!side as usize].len() };
                    if law.victims_return { left } else { left.min(there.saturating_sub(wanted) as u32) }
                };
                if law.captors_leap {
                    arrivals.leaps = captures(color);
                }
                let ways_back = u32::from(law.victims_return) + u32::from(law.captors_turn);
                arrivals.returns = ways_back * captures(!color);
                let castlings = self.castlings_left(Some(plan), color, left);
                arrivals.leaps += castlings;
                arrivals.returns += castlings;
            }
            side_can_come(target, plan, own, color, arrivals, has_come)
                || law.is_plain()
                    && left > 0
                    && castlings.into_iter().any(|castling| {
                        let later = Arrivals { moves: left - 1, ..Arrivals::default() };
                        // Another man may still stand where king or rook will.
                        let mut castled = own.clone();
                        for (at, _) in castled.iter_mut() {
                            if *at == castling.king {
                                *at = castling.king_to;
                            } else if *at == castling.rook {
                                *at = castling.rook_to;
                            }
                        }
                        side_can_come(target, plan, &castled, color, later, |_, _| false)
                    })
        })
    }

    /// The castlings for which the side's king and rook still stand ready after these changes.
    fn castlings_to_come(&self, color: Color, changed: &[(Sq, Man)]) -> impl Iterator<Item = &Castling> {
        let is_ready = |sq: Sq| self.unmoved().has(sq) && changed.iter().all(|&(other, _)| other != sq);
        let castlings = self.book().geometry.castlings.iter();
        castlings.filter(move |castling| castling.color == color && is_ready(castling.king) && is_ready(castling.rook))
    }

    /// How often at most the side can castle with so many moves: once, or, where kings may come home again, with every
    /// other move.
    fn castlings_left(&self, plan: Option<&Plan>, color: Color, moves: u32) -> u32 {
        let castlings = &self.book().geometry.castlings;
        let can_castle = match plan.map(|plan| plan.law) {
            _ if self.book().stages.castlings_anywhere().is_some() => return moves,
            Some(law) if law.castlings_lapse() => self.castlings_to_come(color, &[]).next().is_some(),
            Some(Law { captors_return: false, .. }) => {
                castlings.iter().any(|castling| castling.color == color && self.unmoved().has(castling.king))
            }
            _ => {
                let can_castle = castlings.iter().any(|castling| castling.color == color);
                return if can_castle { moves.div_ceil(2) } else { 0 };
            }
        };
        u32::from(moves > 0 && can_castle)
    }
}

/// How the men of a side may come.
#[derive(Clone, Copy, Default)]
struct Arrivals {
    /// The moves that the side has.
    moves: u32,
    /// So many come with one move from wherever they are, as whatever they are.
    leaps: u32,
    /// So many come without a move.
    returns: u32,
    /// The king castles with rooks wherever they stand.
    kings_castle: bool,
}

/// The men of a side can be in so many moves where they are wanted, without the castlings of chess. `has_come`: a man is
/// there.
fn side_can_come(
    target: &Target,
    plan: &Plan,
    men: &[(Sq, Man)],
    color: Color,
    arrivals: Arrivals,
    has_come: impl Fn(Sq, Man) -> bool,
) -> bool {
    let (mut kings, mut rooks, mut others) = (0, 0, 0);
    let mut needs: SmallVec<[u32; 32]> = SmallVec::new();
    let all_walk = arrivals.leaps + arrivals.returns == 0;
    for (&(sq, wanted), approach) in target.men.iter().zip(&plan.approaches) {
        if !wanted.is_only_of(color) || has_come(sq, wanted) {
            continue;
        }
        let least = men.iter().map(|&(at, man)| approach.moves_of(plan.law, wanted, at, man)).min().unwrap_or(NEVER);
        needs.push(u32::from(least));
        *match wanted.piece() {
            Piece::KING if arrivals.kings_castle => &mut kings,
            Piece::ROOK if arrivals.kings_castle => &mut rooks,
            _ => &mut others,
        } += u32::from(least);
        if all_walk && (least == NEVER || others + kings.max(rooks) > arrivals.moves) {
            return false;
        }
    }
    if all_walk {
        return true;
    }
    needs.sort_unstable_by_key(|&least| Reverse(least));
    let mut needs = needs.into_iter().skip(arrivals.returns as usize);
    let leaps: u32 = needs.by_ref().take(arrivals.leaps as usize).map(|least| least.min(1)).sum();
    let mut needed = leaps;
    needs.all(|least| {
        needed += least;
        least != u32::from(NEVER)
    }) && needed <= arrivals.moves
}
