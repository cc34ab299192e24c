//! A lower bound on the number of invisible men of a side that a line needs.
//!
//! 1. Every unseen move, capture of an invisible man, and square known to hold an invisible man is an event of exactly
//!    one man.
//! 2. Of two successive events of one man, the later must be possible for a man on the square where the earlier one
//!    left it.
//! 3. So the line needs at least as many men as there are sequences of events if each event is in one sequence: the
//!    number of events less the greatest number of successive pairs, in which each event is the earlier one of at most
//!    one pair and the later one of at most one pair (a maximum matching).
//!
//! Constraints that are ignored here allow more pairs, and so the bound is too low rather than too high.

use super::men::{Board, Domain, Kind, Man, Sq, bit, last_rank, squares};
use super::view::{Castling, PrintedMove, View};
use crate::board::Color;
use smallvec::SmallVec;

/// A fact of a line that concerns exactly one invisible man of the side: the man moves, is captured, or is on a certain
/// square at the end.
#[derive(Clone, Copy)]
struct TrailEvent {
    /// Index of the move; for facts about the end of the line, the number of moves.
    ply: usize,
    before: Before,
    after: After,
}

/// The state that the man must be in for the event to be possible.
#[derive(Clone, Copy)]
enum Before {
    Anywhere,
    /// The man is on this square and is one of these men (side and piece).
    On(Sq, Domain),
    /// The man can capture on this square.
    Attacks(Sq),
    /// The man has had no event before.
    Untouched,
}

/// The state in which an event leaves the man.
#[derive(Clone, Copy)]
enum After {
    Anywhere,
    On(Sq, Domain),
    /// The man has no further events.
    Nowhere,
}

/// The events of a line. There are rarely more than eight.
type Events = SmallVec<[TrailEvent; 8]>;

/// Returns a lower bound on the number of invisible men of the side that took part in the line `printed`. `views` holds
/// the view before each move and at the end.
pub fn men_needed(board: &Board, printed: &[PrintedMove], views: &[View], color: Color) -> usize {
    let trails = Trails { board, printed, views, color };
    let events = trails.events();
    let captured = events.iter().filter(|event| matches!(event.after, After::Nowhere) && event.ply < printed.len());
    // An invisible king cannot be captured.
    let with_king = captured.count() + usize::from(views[0].king(color).is_none());
    with_king.max(events.len() - trails.pairs(&events))
}

struct Trails<'a> {
    board: &'a Board,
    printed: &'a [PrintedMove],
    views: &'a [View],
    color: Color,
}

impl Trails<'_> {
    /// Returns the set of men (side and piece) that an invisible man of the side may be.
    fn any(&self) -> Domain {
        let king = self.views[0].king(self.color).map_or(Domain::NONE, |_| Domain::of(self.color, Kind::King));
        Domain::side(self.color).without(king)
    }

    fn events(&self) -> Events {
        let mut events = Events::new();
        for (ply, &printed) in self.printed.iter().enumerate() {
            let event = match self.views[ply].mover == self.color {
                true => self.moves(ply, printed),
                false => self.is_captured(ply, printed),
            };
            events.extend(event.map(|(before, after)| TrailEvent { ply, before, after }));
        }
        let view = &self.views[self.printed.len()];
        let ply = self.printed.len();
        for sq in squares(view.uncovered) {
            let man = view.man(sq).expect("an uncovered man is seen");
            if man.color == self.color {
                let before = Before::On(sq, Domain::of(man.color, man.kind));
                events.push(TrailEvent { ply, before, after: After::Nowhere });
            }
        }
        for sq in squares(view.standing(self.color)) {
            events.push(TrailEvent { ply, before: Before::On(sq, self.any()), after: After::Nowhere });
        }
        events
    }

    /// Returns the event of an invisible man of the side that takes part in a move of the side, as the states of the
    /// man before and after it. Returns `None` if no such man certainly takes part.
    fn moves(&self, ply: usize, printed: PrintedMove) -> Option<(Before, After)> {
        let view = &self.views[ply];
        match printed {
            PrintedMove::UnseenMoves => Some((Before::Anywhere, After::Anywhere)),
            PrintedMove::UnseenTakes(to) => Some((Before::Attacks(to), After::On(to, self.any()))),
            PrintedMove::Castles { short } => view.unseen_rook(short).map(|_| {
                let rook_to = Castling::of(self.color, short).rook_to;
                (Before::Untouched, After::On(rook_to, Domain::of(self.color, Kind::Rook)))
            }),
            PrintedMove::Goes { from, to, promotion, .. } | PrintedMove::PawnTakes { from, to, promotion } => {
                let is_uncovered = view.uncovered & bit(from) != 0;
                let man = view.man(from).filter(|_| is_uncovered)?;
                let then = Domain::of(man.color, promotion.unwrap_or(man.kind));
                Some((Before::On(from, Domain::of(man.color, man.kind)), After::On(to, then)))
            }
        }
    }

    /// Returns the event of an invisible man of the side that a move of the other side certainly captures, as the
    /// states of the man before and after it. Returns `None` if no capture is certain.
    fn is_captured(&self, ply: usize, printed: PrintedMove) -> Option<(Before, After)> {
        let view = &self.views[ply];
        let (to, is_certain) = match printed {
            PrintedMove::PawnTakes { to, .. } => (to, true),
            PrintedMove::Goes { to, .. } => (to, (view.uncovered | view.felt) & bit(to) != 0),
            PrintedMove::UnseenTakes(to) => (to, view.uncovered & bit(to) != 0),
            PrintedMove::Castles { .. } | PrintedMove::UnseenMoves => return None,
        };
        is_certain.then_some((Before::On(to, self.any()), After::Nowhere))
    }

    /// Returns the greatest number of pairs of events that may be successive events of one man. Each event is the
    /// earlier one of at most one pair and the later one of at most one pair.
    fn pairs(&self, events: &[TrailEvent]) -> usize {
        let follows =
            |earlier: &TrailEvent, later: &TrailEvent| earlier.ply < later.ply && self.may_follow(earlier, later);
        let next: SmallVec<[u32; 8]> = events
            .iter()
            .map(|earlier| {
                let later = events.iter().enumerate().filter(|(_, later)| follows(earlier, later));
                later.fold(0, |set, (index, _)| set | 1 << index)
            })
            .collect();
        let mut earlier_of: SmallVec<[Option<usize>; 8]> = events.iter().map(|_| None).collect();
        (0..events.len()).filter(|&event| matched(event, &next, &mut earlier_of, &mut 0)).count()
    }

    /// Whether one man may have both events, and no other event between them. Only the answer `false` is certain.
    fn may_follow(&self, earlier: &TrailEvent, later: &TrailEvent) -> bool {
        let (at, domain) = match earlier.after {
            After::Nowhere => return false,
            After::Anywhere => return !matches!(later.before, Before::Untouched),
            After::On(at, domain) => (at, domain),
        };
        if self.is_driven_out(at, earlier.ply + 1..later.ply) {
            return false;
        }
        let quiet = domain.without(self.checkers(at, earlier.ply + 1..later.ply + 1));
        match later.before {
            Before::Untouched => false,
            Before::Anywhere => !quiet.is_empty(),
            Before::On(sq, among) => sq == at && quiet.meets(among),
            Before::Attacks(to) => {
                let occupied = self.views[later.ply].occupied();
                self.captures_quietly(quiet.and(self.board.attackers_past(at, to, occupied)), to, later.ply)
            }
        }
    }

    /// Whether one of these men can capture on `to` in the move of index `ply`. If the man is still on `to` after the
    /// reply, it must not give check there, because the reply would have left the king in check.
    fn captures_quietly(&self, men: Domain, to: Sq, ply: usize) -> bool {
        let pawn = Man::new(self.color, Kind::Pawn);
        if men.has(pawn) && to >> 3 == last_rank(self.color) {
            return true;
        }
        let stays = match self.printed.get(ply + 1) {
            None | Some(PrintedMove::UnseenMoves | PrintedMove::Castles { .. }) => false,
            Some(
                PrintedMove::UnseenTakes(taken)
                | PrintedMove::Goes { to: taken, .. }
                | PrintedMove::PawnTakes { to: taken, .. },
            ) => *taken != to,
        };
        let checkers = if stays { self.checkers(to, ply + 2..ply + 3) } else { Domain::NONE };
        !men.without(checkers).is_empty()
    }

    /// Whether a visible man crosses or enters the square in one of these moves, so that no invisible man stays there.
    fn is_driven_out(&self, at: Sq, mut plies: std::ops::Range<usize>) -> bool {
        plies.any(|ply| match self.printed[ply] {
            PrintedMove::Goes { from, to, .. } | PrintedMove::PawnTakes { from, to, .. } => {
                (self.board.between(from, to) | bit(to)) & bit(at) != 0
            }
            _ => false,
        })
    }

    /// Returns the men (side and piece) that cannot stay on `at` during these views, because in one of them the
    /// other side has just moved and would be in check. Only checks with no square between count.
    fn checkers(&self, at: Sq, views: std::ops::Range<usize>) -> Domain {
        let mut men = Domain::NONE;
        for view in views.filter(|&view| view <= self.printed.len()).map(|view| &self.views[view]) {
            let king = view.king(!self.color).filter(|_| view.mover == self.color);
            if let Some(king) = king.filter(|&king| king != at && self.board.between(at, king) == 0) {
                men = men.or(self.board.attackers(at, king));
            }
        }
        men
    }
}

/// Tries to pair the event with a later one, and pairs other earlier events anew if necessary. Returns whether it
/// succeeded. By event, `next` has the set of events that may follow, and `earlier_of` the earlier event of the present
/// pair. `seen` is the set of later events that have been tried.
fn matched(event: usize, next: &[u32], earlier_of: &mut [Option<usize>], seen: &mut u32) -> bool {
    for later in 0..next.len() {
        if next[event] & !*seen & 1 << later == 0 {
            continue;
        }
        *seen |= 1 << later;
        if earlier_of[later].is_none_or(|other| matched(other, next, earlier_of, seen)) {
            earlier_of[later] = Some(event);
            return true;
        }
    }
    false
}
