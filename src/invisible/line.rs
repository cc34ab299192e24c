//! The moves told so far, and what is seen before and after each.

use super::men::{Board, Domain, Man, Sq, Squares, bit, squares};
use super::trails;
use super::view::{Told, View};
use crate::board::Color;

#[derive(Clone)]
pub struct Line {
    views: Vec<View>,
    told: Vec<Told>,
    /// Before each move: at least so many invisible men of each side have taken part, and so many have been captured.
    needed: Vec<[usize; 2]>,
    lost: Vec<[usize; 2]>,
    /// The first of these, from what has happened to the men one after the other, if that is followed.
    trails: Vec<[usize; 2]>,
    follows_trails: bool,
}

impl Line {
    /// `follows_trails`: more is found out about how many men have taken part, and so fewer lines are looked at.
    pub fn new(mut view: View, board: &Board, follows_trails: bool) -> Line {
        let certain = lines_to_king(&view, board).into_iter().filter(|line| line.count_ones() == 1);
        view.fill(certain.fold(0, |squares, line| squares | line));
        let kings = Color::ALL.map(|color| usize::from(view.king(color).is_none()));
        Line {
            views: vec![view],
            told: Vec::new(),
            needed: vec![kings],
            lost: vec![[0; 2]],
            trails: vec![kings],
            follows_trails,
        }
    }

    pub fn told(&self) -> &[Told] {
        &self.told
    }

    /// What was seen before the move of this number, counted from 0.
    pub fn view(&self, ply: usize) -> &View {
        &self.views[ply]
    }

    pub fn last(&self) -> &View {
        self.views.last().expect("there is a view at the beginning")
    }

    /// What is seen does not say already that so many invisible men cannot have played the last move.
    pub fn may_end_so(&self, board: &Board, number: usize) -> bool {
        self.men_needed() <= number && self.closed_lines(board).is_some_and(|lines| lines <= number)
    }

    /// Where the invisible man goes in this move, if it is the last of all whose place is open: onto each line that a visible
    /// man attacks a king on later. `others`: the invisible men besides; that some are captured later is left out of
    /// account, since they close lines only.
    pub fn squares_left(&self, board: &Board, ply: usize, others: Squares) -> Squares {
        let is_open = |told: &Told| matches!(told, Told::UnseenMoves | Told::UnseenTakes(_));
        if self.told[ply + 1..].iter().any(is_open) {
            return !0;
        }
        let mut left = !0;
        for view in &self.views[ply + 1..] {
            let Some(king) = view.king(!view.mover) else { continue };
            let occupied = view.occupied() | others;
            for from in squares(view.occupied()) {
                let man = view.man(from).expect("a visible man");
                if man.color == view.mover && board.attackers_past(from, king, occupied).has(man) {
                    left &= board.between(from, king);
                }
            }
        }
        left
    }

    /// How many invisible men close the lines of the visible men that attack the king of the side that has just moved;
    /// `None` if one is next to it. Lines to one square have no square in common, so each takes a man of its own.
    fn closed_lines(&self, board: &Board) -> Option<usize> {
        let lines = lines_to_king(self.last(), board);
        lines.iter().all(|&line| line != 0).then_some(lines.len())
    }

    /// At least so many invisible men have taken part: those that each side needed, or those that have been captured and
    /// those that stand somewhere for certain.
    fn men_needed(&self) -> usize {
        let by_sides: usize = Color::ALL.map(|color| self.needed_of(color)).iter().sum();
        let lost: usize = self.lost[self.told.len()].iter().sum();
        by_sides.max(lost + self.last().certain().count_ones() as usize)
    }

    /// At most so many of the invisible men are of this side, since the other needs the rest.
    pub fn most(&self, color: Color, number: usize) -> usize {
        number.saturating_sub(self.needed_of(!color))
    }

    fn needed_of(&self, color: Color) -> usize {
        let ply = self.told.len();
        self.needed[ply][color as usize].max(self.trails[ply][color as usize])
    }

    /// Where the invisible man goes that makes the move of this number, if it is the only one of its side: whatever happens
    /// later to invisible men of this side happens to it.
    pub fn goal_of_only(&self, board: &Board, ply: usize) -> Squares {
        let color = self.views[ply].mover;
        for (view, &told) in self.views[ply + 1..].iter().zip(&self.told[ply + 1..]) {
            let uncovered = squares(view.uncovered).find(|&sq| view.man(sq).is_some_and(|man| man.color == color));
            if let Some(sq) = uncovered {
                return bit(sq);
            }
            match told {
                Told::UnseenMoves if view.mover == color => return !0,
                Told::UnseenTakes(to) if view.mover == color => {
                    let leads = |&from: &Sq| board.attackers(from, to).meets(Domain::side(color));
                    return squares(board.exists & !bit(to)).filter(leads).fold(0, |set, sq| set | bit(sq));
                }
                // A rook that castles has not moved.
                Told::Castles { short } if view.mover == color && view.unseen_rook(short).is_some() => return 0,
                Told::PawnTakes { to, .. } if view.mover != color => return bit(to),
                _ => {}
            }
        }
        !0
    }

    /// Some of the invisible men may be of this side and neither captured nor visible by now, as Popeye counts them.
    pub fn has_unseen(&self, color: Color, number: usize) -> bool {
        let ply = self.told.len();
        let most = number.saturating_sub(self.needed[ply][!color as usize]);
        most > self.lost[ply][color as usize] + self.uncovered(color)
    }

    /// So many men of the side have become visible.
    fn uncovered(&self, color: Color) -> usize {
        let view = self.last();
        squares(view.uncovered).filter(|&sq| view.man(sq).is_some_and(|man| man.color == color)).count()
    }

    /// For each side those that have been captured for certain, those that have become visible, those that stand unseen on
    /// squares that are known, and one more if there is an invisible king, or if one that is not seen has just moved; with
    /// a rook that castles one more if another has moved.
    fn needed_after(&self, told: Told) -> ([usize; 2], [usize; 2]) {
        let (view, mut lost) = (self.last(), self.lost[self.told.len()]);
        let mover = view.mover;
        let mut needed = self.needed[self.told.len()];
        match told {
            Told::UnseenTakes(_) | Told::UnseenMoves => {
                let others = view.known_standing(mover).count_ones() as usize;
                let least = lost[mover as usize] + self.uncovered(mover) + others.max(1);
                needed[mover as usize] = needed[mover as usize].max(least);
            }
            Told::Castles { short } if view.unseen_rook(short).is_some() => {
                let has_moved = self.told.iter().zip(&self.views).any(|(told, view)| {
                    view.mover == mover && matches!(told, Told::UnseenTakes(_) | Told::UnseenMoves)
                });
                let least = (lost[mover as usize] + self.uncovered(mover) + 1).max(1 + usize::from(has_moved));
                needed[mover as usize] = needed[mover as usize].max(least);
            }
            Told::Goes { to, .. } if (view.uncovered | view.felt) & bit(to) != 0 => lost[!mover as usize] += 1,
            Told::PawnTakes { to, .. } => {
                lost[!mover as usize] += 1;
                let king = usize::from(self.views[0].king(!mover).is_none());
                let others = self.uncovered(!mover) + (view.known_standing(!mover) & !bit(to)).count_ones() as usize;
                needed[!mover as usize] = needed[!mover as usize].max(lost[!mover as usize] + others.max(king));
            }
            Told::Goes { .. } | Told::Castles { .. } => {}
        }
        (needed, lost)
    }

    /// Where rooks that are not seen must have stood since the beginning, for a king has castled with them.
    pub fn rooks_needed(&self) -> impl Iterator<Item = (Sq, Color)> {
        self.told.iter().zip(&self.views).filter_map(|(&told, view)| match told {
            Told::Castles { short } => view.unseen_rook(short).map(|rook| (rook, view.mover)),
            _ => None,
        })
    }

    pub fn push(&mut self, told: Told, board: &Board) {
        let mut next = self.last().after(told, board);
        let certain = lines_to_king(&next, board).into_iter().filter(|line| line.count_ones() == 1);
        next.fill(certain.fold(0, |squares, line| squares | line));
        let (needed, lost) = self.needed_after(told);
        self.needed.push(needed);
        self.lost.push(lost);
        self.told.push(told);
        self.views.push(next);
        let mut least = self.trails[self.told.len() - 1];
        if self.follows_trails {
            least = Color::ALL
                .map(|color| least[color as usize].max(trails::men_needed(board, &self.told, &self.views, color)));
        }
        self.trails.push(least);
    }

    pub fn pop(&mut self) {
        self.told.pop();
        self.views.pop();
        self.needed.pop();
        self.lost.pop();
        self.trails.pop();
    }

    /// There is no doubt who stands there now.
    pub fn uncover(&mut self, sq: Sq, man: Man) {
        self.views.last_mut().expect("there is a view at the beginning").uncover(sq, man);
    }
}

/// For each visible man that would attack the king of the side that has just moved, if nobody invisible stood between: the
/// squares where somebody does.
fn lines_to_king(view: &View, board: &Board) -> Vec<Squares> {
    let Some(king) = view.king(!view.mover) else { return Vec::new() };
    let is_attacker = |&from: &Sq| {
        let man = view.man(from).expect("a visible man");
        man.color == view.mover && board.attackers_past(from, king, view.occupied()).has(man)
    };
    squares(view.occupied()).filter(is_attacker).map(|from| board.between(from, king) & !view.void).collect()
}
