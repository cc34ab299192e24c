//! A line: the moves made, with the views (visible parts of the position) before and after each.

use super::men::{Board, Domain, Kind, Man, Sq, Squares, bit, squares};
use super::trails;
use super::view::{PrintedMove, View};
use crate::board::Color;
use smallvec::SmallVec;

#[derive(Clone)]
pub struct Line {
    views: Vec<View>,
    printed: Vec<PrintedMove>,
    /// Before each move and by side, a lower bound on the number of invisible men that have taken part. The field
    /// `lost` has lower bounds on the number of those captured.
    needed: Vec<[usize; 2]>,
    lost: Vec<[usize; 2]>,
    /// Like `needed`, but derived from the events of the men in the line ([`trails`]). Stays at its first value unless
    /// `follows_trails` is set.
    trails: Vec<[usize; 2]>,
    follows_trails: bool,
}

impl Line {
    /// Creates the line without moves. `follows_trails` turns on better bounds, which exclude more lines from the
    /// search.
    pub fn new(mut view: View, board: &Board, follows_trails: bool) -> Line {
        let certain = lines_to_king(&view, board).into_iter().filter(|line| line.count_ones() == 1);
        view.fill(certain.fold(0, |squares, line| squares | line));
        let kings = Color::ALL.map(|color| usize::from(view.king(color).is_none()));
        Line {
            views: vec![view],
            printed: Vec::new(),
            needed: vec![kings],
            lost: vec![[0; 2]],
            trails: vec![kings],
            follows_trails,
        }
    }

    pub fn printed(&self) -> &[PrintedMove] {
        &self.printed
    }

    /// Returns the view before the move of index `ply`, counted from 0.
    pub fn view(&self, ply: usize) -> &View {
        &self.views[ply]
    }

    pub fn last(&self) -> &View {
        self.views.last().expect("there is a view at the beginning")
    }

    /// Whether the line may end here if there are `number` invisible men in all, judged by what is visible. Only the
    /// answer `false` is certain.
    pub fn may_end_so(&self, board: &Board, number: usize) -> bool {
        self.men_needed() <= number && self.closed_lines(board).is_some_and(|lines| lines <= number)
    }

    /// Returns the squares to which an invisible man may go in the move of index `ply` so that the rest of the line
    /// remains possible: all squares, if an invisible man moves again later. Otherwise the man must go onto each line
    /// on which a visible man would attack the king of a side that has just moved. `others` holds the squares of the
    /// other invisible men; their later captures are ignored, since men only close lines.
    pub fn squares_left(&self, board: &Board, ply: usize, others: Squares) -> Squares {
        let is_open = |printed: &PrintedMove| matches!(printed, PrintedMove::UnseenMoves | PrintedMove::UnseenTakes(_));
        if self.printed[ply + 1..].iter().any(is_open) {
            return !0;
        }
        let mut left = !0;
        for view in &self.views[ply + 1..] {
            let Some(king) = view.king(!view.mover) else { continue };
            let occupied = view.occupied() | others;
            for from in view.placed().attackers(board, king, view.mover, occupied) {
                left &= board.between(from, king);
            }
        }
        left
    }

    /// Returns the number of invisible men that must be on lines between visible men and the king of the side that has
    /// just moved, so that it is not in check. Returns `None` if such a line has no square for an invisible man. The
    /// lines have no square in common, so each takes a man of its own.
    fn closed_lines(&self, board: &Board) -> Option<usize> {
        let lines = lines_to_king(self.last(), board);
        lines.iter().all(|&line| line != 0).then_some(lines.len())
    }

    /// Returns a lower bound on the invisible men that have taken part: the sum of those needed by the sides, or of
    /// those captured and those on certain squares.
    fn men_needed(&self) -> usize {
        let by_sides: usize = Color::ALL.map(|color| self.needed_of(color)).iter().sum();
        let lost: usize = self.lost[self.printed.len()].iter().sum();
        by_sides.max(lost + self.last().certain().count_ones() as usize)
    }

    /// Returns an upper bound on the number of invisible men of this side if there are `number` in all. The bound holds
    /// because the other side needs some of them.
    pub fn most(&self, color: Color, number: usize) -> usize {
        number.saturating_sub(self.needed_of(!color))
    }

    fn needed_of(&self, color: Color) -> usize {
        let ply = self.printed.len();
        self.needed[ply][color as usize].max(self.trails[ply][color as usize])
    }

    /// Returns the squares to which an invisible man can go in the move of index `ply` if it is the only one of its
    /// side. In this case, whatever happens later to an invisible man of this side happens to this man.
    pub fn goal_of_only(&self, board: &Board, ply: usize) -> Squares {
        let color = self.views[ply].mover;
        for (view, &printed) in self.views[ply + 1..].iter().zip(&self.printed[ply + 1..]) {
            let uncovered = squares(view.uncovered & view.side(color)).next();
            if let Some(sq) = uncovered {
                return bit(sq);
            }
            match printed {
                PrintedMove::UnseenMoves if view.mover == color => return !0,
                PrintedMove::UnseenTakes(to) if view.mover == color => {
                    let leads = |&from: &Sq| board.attackers(from, to).meets(Domain::side(color));
                    return squares(board.exists & !bit(to)).filter(leads).fold(0, |set, sq| set | bit(sq));
                }
                // A castling rook has not moved.
                PrintedMove::Castles { short } if view.mover == color && view.unseen_rook(short).is_some() => return 0,
                PrintedMove::PawnTakes { to, .. } if view.mover != color => return bit(to),
                _ => {}
            }
        }
        !0
    }

    /// Whether the side may still have an invisible man that is neither captured nor visible, by Popeye's way of
    /// counting.
    pub fn has_unseen(&self, color: Color, number: usize) -> bool {
        let ply = self.printed.len();
        let most = number.saturating_sub(self.needed[ply][!color as usize]);
        most > self.lost[ply][color as usize] + self.uncovered(color)
    }

    /// Returns the number of the side's invisible men that have become visible.
    fn uncovered(&self, color: Color) -> usize {
        let view = self.last();
        (view.uncovered & view.side(color)).count_ones() as usize
    }

    /// Returns lower bounds after the move: first, by side, on the number of invisible men that have taken part; then,
    /// by side, on the number of those captured.
    ///
    /// The men that have taken part are those captured for certain, those now visible and those on known squares. If
    /// none is on a known square, one counts for a man that has just made an unseen move, or for an invisible king. A
    /// castling rook counts, and another man if an unseen man of the side has moved.
    fn needed_after(&self, printed: PrintedMove) -> ([usize; 2], [usize; 2]) {
        let (view, mut lost) = (self.last(), self.lost[self.printed.len()]);
        let mover = view.mover;
        let mut needed = self.needed[self.printed.len()];
        match printed {
            PrintedMove::UnseenTakes(_) | PrintedMove::UnseenMoves => {
                let others = view.known_standing(mover).count_ones() as usize;
                let least = lost[mover as usize] + self.uncovered(mover) + others.max(1);
                needed[mover as usize] = needed[mover as usize].max(least);
            }
            PrintedMove::Castles { short } if view.unseen_rook(short).is_some() => {
                let has_moved = self.printed.iter().zip(&self.views).any(|(printed, view)| {
                    view.mover == mover && matches!(printed, PrintedMove::UnseenTakes(_) | PrintedMove::UnseenMoves)
                });
                let least = (lost[mover as usize] + self.uncovered(mover) + 1).max(1 + usize::from(has_moved));
                needed[mover as usize] = needed[mover as usize].max(least);
            }
            PrintedMove::Goes { to, .. } if (view.uncovered | view.felt) & bit(to) != 0 => lost[!mover as usize] += 1,
            PrintedMove::PawnTakes { to, .. } => {
                lost[!mover as usize] += 1;
                let king = usize::from(self.views[0].king(!mover).is_none());
                let others = self.uncovered(!mover) + (view.known_standing(!mover) & !bit(to)).count_ones() as usize;
                needed[!mover as usize] = needed[!mover as usize].max(lost[!mover as usize] + others.max(king));
            }
            PrintedMove::Goes { .. } | PrintedMove::Castles { .. } => {}
        }
        (needed, lost)
    }

    /// Returns the home squares and the sides of invisible rooks that have castled, and so were at home from the
    /// beginning.
    pub fn rooks_needed(&self) -> impl Iterator<Item = (Sq, Color)> {
        self.printed.iter().zip(&self.views).filter_map(|(&printed, view)| match printed {
            PrintedMove::Castles { short } => view.unseen_rook(short).map(|rook| (rook, view.mover)),
            _ => None,
        })
    }

    /// Returns squares on which invisible men, no kings, certainly were at the beginning.
    ///
    /// 1. An invisible man that a visible pawn captures was on the target square. A man that has become visible without
    ///    a move that shows it was on its square.
    /// 2. If its side has made no unseen move before, and no unseen capture on that square, the man has not moved.
    pub fn certain_men(&self) -> SmallVec<[Sq; 8]> {
        let mut certain = SmallVec::new();
        for (ply, view) in self.views.iter().enumerate() {
            let before = ply.checked_sub(1).map(|last| (self.printed[last], &self.views[last]));
            let shown = match before {
                Some((PrintedMove::Castles { .. }, _)) => 0,
                Some((PrintedMove::Goes { to, .. } | PrintedMove::PawnTakes { to, .. }, old)) => {
                    view.uncovered & !old.uncovered & !bit(to)
                }
                Some((_, old)) => view.uncovered & !old.uncovered,
                None => view.uncovered,
            };
            let shown = squares(shown).filter_map(|sq| view.man(sq).map(|man| (sq, man)));
            let shown = shown.filter(|(_, man)| man.kind != Kind::King).map(|(sq, man)| (sq, man.color));
            let captured = match self.printed.get(ply) {
                Some(&PrintedMove::PawnTakes { to, .. }) => Some((to, !view.mover)),
                _ => None,
            };
            for (sq, color) in shown.chain(captured) {
                let may_bring = |(printed, view): (&PrintedMove, &View)| {
                    view.mover == color && [PrintedMove::UnseenMoves, PrintedMove::UnseenTakes(sq)].contains(printed)
                };
                if !self.printed[..ply].iter().zip(&self.views).any(may_bring) && !certain.contains(&sq) {
                    certain.push(sq);
                }
            }
        }
        certain
    }

    pub fn push(&mut self, printed: PrintedMove, board: &Board) {
        let mut next = self.last().after(printed, board);
        let certain = lines_to_king(&next, board).into_iter().filter(|line| line.count_ones() == 1);
        next.fill(certain.fold(0, |squares, line| squares | line));
        let (needed, lost) = self.needed_after(printed);
        self.needed.push(needed);
        self.lost.push(lost);
        self.printed.push(printed);
        self.views.push(next);
        let mut least = self.trails[self.printed.len() - 1];
        if self.follows_trails {
            least = Color::ALL
                .map(|color| least[color as usize].max(trails::men_needed(board, &self.printed, &self.views, color)));
        }
        self.trails.push(least);
    }

    pub fn pop(&mut self) {
        self.printed.pop();
        self.views.pop();
        self.needed.pop();
        self.lost.pop();
        self.trails.pop();
    }

    /// Makes the invisible man on the square visible, because its side and piece are certain.
    pub fn uncover(&mut self, sq: Sq, man: Man) {
        self.views.last_mut().expect("there is a view at the beginning").uncover(sq, man);
    }
}

/// Returns lines on each of which an invisible man must be, as sets of the squares where it may be. On these lines,
/// visible men would otherwise attack the king of the side that has just moved.
fn lines_to_king(view: &View, board: &Board) -> Vec<Squares> {
    let Some(king) = view.king(!view.mover) else { return Vec::new() };
    let attackers = view.placed().attackers(board, king, view.mover, view.occupied());
    attackers.map(|from| board.between(from, king) & !view.void).collect()
}
