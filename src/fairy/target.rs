//! Lower bounds on the moves that a position needs to become the target of a proof game.
//!
//! 1. *Arrivals.* A move brings one man to a square, a castling two, and conditions may bring more
//!    ([`crate::fairy::rules::footprint::Brings`]). The moves left must suffice for the squares on which men have yet
//!    to arrive: for those of each side, or of both together if men may change sides. If conditions bring no man back,
//!    a missing man stays away.
//! 2. *Distances.* If moves have no consequences except promotions, each man comes by its own moves. It needs at least
//!    as many as the nearest man that could become it, if all others are placed favourably
//!    ([`crate::fairy::steps::range`]). Only *fixed* pawns are in the way: those of the target on the second rank of
//!    their side. No other pawn can get there, so they never move, are never captured, and cannot be crossed. A
//!    castling brings two men from their home squares to their squares in one move.
//! 3. *Surplus.* If men vanish only by capture, each surplus man costs one capturing move.
//! 4. *Planes.* If each move crosses to the other of two planes, a man comes to its plane by an even or an odd number
//!    of moves. Castling men cross, too.
//! 5. *Assignment.* Different squares take different men: the cheapest assignment of men to squares
//!    ([`crate::orthodox::assignment`]) is a bound.
//! 6. *Colours.* If men may change their colour ([`Brings::Colours`]), the nearest man may be of either side, and move
//!    in either side's way; kings keep their colour. Only the moves of both sides together count. A castling saves at
//!    most what the furthest rook needs, and the king has to come from its castling square.
//! 7. *Leaps.* If men may go elsewhere than by their ways ([`crate::fairy::rules::stages::Extra::are_steps`]), each
//!    needs one move.
//! 8. *Other arrivals.* If capturing men go elsewhere or change sides, or captured men come back ([`Law`]), no pawn is
//!    fixed. With each capture left to the side, at most one man arrives by that single move; with each left to the
//!    other side, one or two arrive without a move. To be safe, these are the men that need most. A possible castling
//!    brings another two men.
//! 9. *Castling anywhere.* If kings castle from any square ([`crate::fairy::rules::stages::Extra::castlings`]), each
//!    castling is a move of the king and of a rook. With `c` castlings, which include at least `c` moves of rooks, both
//!    need together at least `max(king, c) + max(rooks, c) - c` moves, and so `max(king, rooks)`.

mod approach;
mod arrivals;
mod law;
mod needs;

use crate::fairy::board::geometry::Castling;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares, from_square};
use crate::fairy::moves::effect::Move;
use crate::fairy::position::FairyPosition;
use crate::fairy::rules::footprint::Brings;
use crate::fairy::rules::planes::crossed;
use crate::fairy::rules::rulebook::RuleBook;
use crate::pieces::Piece;
use crate::position::ProofGameBudget;
use crate::units::{Color, Placement, Traits};
use approach::Approach;
use arrivals::{Arrivals, anyone_can_come, side_can_come};
use law::Law;
use needs::{Needs, Wanted};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::sync::OnceLock;

/// The position that a proof game is to reach.
pub struct Target {
    men: Vec<(Sq, Man)>,
    on: [Man; 256],
    /// Lower bounds on the moves of each man to its square of the target; `None` if the rules allow too much for them.
    plan: OnceLock<Option<Plan>>,
}

struct Plan {
    law: Law,
    /// By side: the target's men that belong to this side alone, each with lower bounds on the moves of the men that
    /// may become it.
    wanted: [Vec<Wanted>; 2],
}

/// Facts about the position before a move, with which the position after each move is tested.
struct Outlook<'t> {
    /// By side: the moves that its men need; computed when first needed, because most moves are excluded without them.
    needs: [OnceCell<Needs<'t>>; 2],
    /// By side: whether its men can arrive if the move does not change any of them; computed when first needed.
    untouched: [OnceCell<bool>; 2],
}

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
            // Castlings of other games lead further.
            let mut castlings = book.geometry.castlings.iter();
            let castles_as_usual = castlings
                .all(|castling| !castling.is_fast && (castling.royal, castling.partner) == (Piece::KING, Piece::ROOK));
            let mut law = Law::of(book).filter(|_| castles_as_usual)?;
            law.captures_are_all &= book.diagram.iter().all(|(_, unit)| !book.man(unit).is_neutral())
                && self.men.iter().all(|(_, man)| !man.is_neutral());
            let fixed = if law.is_plain() { self.fixed_pawns(book) } else { Squares::NONE };
            let approach = |sq: Sq, man: Man| match law.men_leap {
                true => Approach::in_one_move(sq),
                false => Approach::new(book, law, sq, man, &fixed),
            };
            let wanted = Color::ALL.map(|color| {
                let own = self.men.iter().filter(|(_, man)| man.is_only_of(color));
                own.map(|&(sq, man)| Wanted { sq, man, approach: approach(sq, man) }).collect()
            });
            Some(Plan { law, wanted })
        };
        self.plan.get_or_init(make).as_ref()
    }

    /// Returns the squares of the target's pawns that certainly have not moved.
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

/// The difference between a position and the target: numbers of men that have to arrive and to vanish.
#[derive(Clone, Copy, Default)]
struct Gap {
    /// Numbers of those men of the target that are not yet on their squares.
    missing: Count,
    /// Numbers of men that the position has in excess of the target.
    surplus: Count,
}

/// Numbers of men: of White alone and of Black alone (neutral men excluded), and of all together.
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

    /// Updates the gap when `after` replaces `before` as the content of the square.
    fn put(&mut self, target: &Target, sq: Sq, before: Man, after: Man) {
        let wanted = target.on[usize::from(sq)];
        if wanted.is_some() {
            self.missing.add(wanted, i32::from(after.as_shown() != wanted) - i32::from(before.as_shown() != wanted));
        }
        for (man, change) in [(before, -1), (after, 1)].into_iter().filter(|(man, _)| man.is_some()) {
            self.surplus.add(man, change);
        }
    }

    /// Whether the given numbers of moves and castlings of White and Black may suffice to close the gap, if each move
    /// may bring men to squares as `brings` says. `false` is proved.
    fn can_close(&self, brings: Brings, moves: [u32; 2], castlings: [u32; 2]) -> bool {
        let Count { alone, all } = self.missing;
        let arrivals = Color::ALL.map(|color| (moves[color as usize] + castlings[color as usize]) as i32);
        let sides_suffice = || Color::ALL.into_iter().all(|c| alone[c as usize] <= arrivals[c as usize]);
        let suffice = all <= arrivals[0] + arrivals[1] && self.surplus.all >= 0;
        match brings {
            Brings::Nothing => suffice && sides_suffice(),
            Brings::ItsColour => suffice,
            Brings::OneMan => all <= 2 * (arrivals[0] + arrivals[1]),
            Brings::Colours => self.surplus.all >= 0,
            Brings::Anything => true,
        }
    }

    /// Whether the given numbers of moves suffice to capture the surplus men, if men vanish only by capture.
    fn can_be_captured(&self, law: Law, moves: [u32; 2]) -> bool {
        let Count { alone, all } = self.surplus;
        let [white, black] = moves.map(|moves| moves as i32);
        match law.captors_turn || law.men_turn {
            true => (0..=white + black).contains(&all),
            false => (0..=black).contains(&alone[0]) && (0..=white).contains(&alone[1]),
        }
    }
}

impl FairyPosition<'_> {
    /// Appends the legal moves after which the target may still be reached. `left` is the budget before the move.
    pub fn moves_to_target(&self, target: &Target, left: ProofGameBudget, out: &mut Vec<Move>) {
        let (book, side) = (self.book(), self.side());
        let brings = if book.shortcuts { book.stages.brings() } else { Brings::Anything };
        let mut moves = left.moves;
        moves[side as usize] = moves[side as usize].saturating_sub(1);
        let gap = Gap::of(self, target);
        let plan = target.plan(book);
        let castlings = Color::ALL.map(|color| self.castlings_left(plan, color, moves[color as usize]));
        let outlook = Outlook { needs: Default::default(), untouched: Default::default() };
        let mut is_in_reach = |m: &Move| {
            brings == Brings::Anything
                || self.men_after(m).is_none_or(|changed| {
                    let mut gap = gap;
                    changed.iter().for_each(|&(sq, man)| gap.put(target, sq, self.board().man(sq), man));
                    gap.can_close(brings, moves, castlings)
                        && plan.is_none_or(|plan| {
                            (!plan.law.captures_are_all || gap.can_be_captured(plan.law, moves))
                                && self.can_come(plan, &outlook, &changed, moves)
                        })
                })
        };
        self.each_legal_move_that(&mut is_in_reach, &mut |m| {
            out.push(m);
            false
        });
    }

    /// Returns how many moves each man of the position needs to become each of the target's men of side `color`. Men of
    /// the other side are included only if men may change sides.
    fn needs_of<'t>(&self, plan: &'t Plan, color: Color) -> Needs<'t> {
        let board = self.board();
        let men = if plan.law.men_turn { board.occupied() } else { *board.of(color) };
        Needs::new(&plan.wanted[color as usize], plan.law, men.iter().map(|sq| (sq, board.man(sq))))
    }

    /// Whether the target's men can arrive on their squares within `moves` after the given changes of the board
    /// (squares with their new content). `false` is proved.
    fn can_come<'t>(&self, plan: &'t Plan, outlook: &Outlook<'t>, changed: &[(Sq, Man)], moves: [u32; 2]) -> bool {
        let law = plan.law;
        let needs = |color: Color| outlook.needs[color as usize].get_or_init(|| self.needs_of(plan, color));
        let is_touched =
            |color: Color| changed.iter().any(|&(sq, man)| man.is_of(color) || self.board().man(sq).is_of(color));
        let after = |color: Color| needs(color).after(changed, |man| law.men_turn || man.is_of(color));
        if law.men_turn {
            let needs = Color::ALL.map(after);
            let kings_to = Color::ALL.map(|color| self.kings_castle_to(color, changed));
            return anyone_can_come(&needs, &kings_to, moves[0] + moves[1]);
        }
        if law.all_walk() {
            return Color::ALL.into_iter().all(|color| match is_touched(color) {
                true => self.side_can_walk(&after(color), color, changed, moves[color as usize]),
                false => *outlook.untouched[color as usize]
                    .get_or_init(|| self.side_can_walk(needs(color), color, &[], moves[color as usize])),
            });
        }
        let needs = Color::ALL.map(after);
        let captures = |side: Color| {
            let left = moves[side as usize];
            let victims = if law.captors_turn { &needs[..] } else { &needs[!side as usize..][..1] };
            let men: usize = victims.iter().map(Needs::men).sum();
            let wanted: usize = victims.iter().map(|needs| needs.wanted.len()).sum();
            let surplus = men.saturating_sub(wanted);
            if law.victims_return { left } else { left.min(surplus as u32) }
        };
        Color::ALL.into_iter().all(|color| {
            let left = moves[color as usize];
            let ways_back = u32::from(law.victims_return) + u32::from(law.captors_turn);
            let castlings = self.castlings_left(Some(plan), color, left);
            let arrivals = Arrivals {
                moves: left,
                leaps: castlings + if law.captors_leap { captures(color) } else { 0 },
                returns: castlings + ways_back * captures(!color),
                kings_castle: false,
            };
            side_can_come(&needs[color as usize], arrivals)
        })
    }

    /// Like [`FairyPosition::can_come`], for the men of side `color`, which arrive only by their own moves and by
    /// castlings. `left` is the number of the side's moves.
    fn side_can_walk(&self, needs: &Needs, color: Color, changed: &[(Sq, Man)], left: u32) -> bool {
        let kings_castle = self.book().stages.castlings_anywhere().is_some();
        let castles = |castling: &Castling| {
            // Another man may still be where king or rook will be.
            let arrived = |man| if needs.law.men_cross { crossed(man) } else { man };
            let arrivals = Arrivals { moves: left - 1, ..Arrivals::default() };
            !needs.exceed_after(castling, arrived, left - 1)
                && side_can_come(&needs.castled(castling, arrived), arrivals)
        };
        side_can_come(needs, Arrivals { moves: left, kings_castle, ..Arrivals::default() })
            || left > 0 && self.castlings_to_come(color, changed).any(castles)
    }

    /// Whether the man on the square has not moved yet, and the given changes do not affect it.
    fn has_stayed(&self, sq: Sq, changed: &[(Sq, Man)]) -> bool {
        self.unmoved().has(sq) && changed.iter().all(|&(other, _)| other != sq)
    }

    /// Returns the squares to which the side's king may castle; empty if the king has moved or the given changes
    /// affect it.
    fn kings_castle_to(&self, color: Color, changed: &[(Sq, Man)]) -> SmallVec<[Sq; 4]> {
        let castlings = self.book().geometry.castlings.iter();
        let to_come = castlings.filter(|castling| castling.color == color && self.has_stayed(castling.king, changed));
        to_come.map(|castling| castling.king_to).collect()
    }

    /// Returns the side's castlings whose king and rook are still at home after the given changes.
    fn castlings_to_come(&self, color: Color, changed: &[(Sq, Man)]) -> impl Iterator<Item = &Castling> {
        let has_stayed = |sq: Sq| self.has_stayed(sq, changed);
        let castlings = self.book().geometry.castlings.iter();
        castlings
            .filter(move |castling| castling.color == color && has_stayed(castling.king) && has_stayed(castling.rook))
    }

    /// Returns an upper bound on the side's castlings within `moves`: all moves if kings castle from any square; half
    /// of them, rounded up, if rights can be regained; otherwise one.
    fn castlings_left(&self, plan: Option<&Plan>, color: Color, moves: u32) -> u32 {
        let castlings = &self.book().geometry.castlings;
        let can_castle = match plan.map(|plan| plan.law) {
            _ if self.book().stages.castlings_anywhere().is_some() => return moves,
            Some(law) if law.castlings_lapse() => self.castlings_to_come(color, &[]).next().is_some(),
            Some(Law { captors_return: false, pawns_promote_at_home: false, .. }) => {
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
