//! Candidate sets, updated at each move of the play. A candidate is a partial description of a final position. A set
//! has the candidates that can still be reached with the moves left.

use super::{Candidates, Distances, FinalRole, MOST_MEN, budgets};
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{Sq, bit};
use crate::orthodox::board::moves::{Move, MoveKind};
use crate::orthodox::board::zobrist::Key;
use crate::orthodox::bound::distance::FAR;
use crate::orthodox::bound::stalemate::reach::{PawnFiles, Reach};
use crate::orthodox::bound::stalemate::{LONGEST, Man as BoundMan};
use crate::units::{Color, Piece};
use std::sync::Arc;

/// The present kind and square of a man; `None` if it was captured.
type Now = Option<(Piece, Sq)>;

/// The candidates of one position that can still be reached.
pub struct CandidateSet {
    all: Arc<Candidates>,
    men: [Now; MOST_MEN],
    key: Key,
    /// The number of moves that White has left, and that Black has left.
    left: [u16; 2],
    entries: Vec<Entry>,
}

/// One candidate, with the number of moves that White and Black still need to reach it.
#[derive(Clone, Copy)]
pub struct Entry {
    picture: u32,
    needs: [u8; 2],
}

#[derive(Default)]
struct MenChange {
    /// The men that have changed square or kind, with their new square and kind: one man, or two if a side has
    /// castled.
    moved: [Option<(usize, Now)>; 2],
    captured: Option<usize>,
}

impl CandidateSet {
    /// Returns the candidate set of the position: the candidates among `all` that can be reached, judged by the
    /// numbers of moves and captures.
    pub fn new(all: Arc<Candidates>, board: &Board, left: [u16; 2]) -> CandidateSet {
        let distances = Distances::get();
        let mut men = [None; MOST_MEN];
        for (now, man) in men.iter_mut().zip(&all.men) {
            *now = Some((man.piece, man.sq));
        }
        let mut living = CandidateSet { men, key: board.key(), left, entries: Vec::new(), all };
        let budgets = budgets(board, left);
        for picture in 0..living.all.count() as u32 {
            let mut needs = [0u8; 2];
            for (man, role) in living.all.men.iter().zip(living.all.roles(picture)) {
                let need = &mut needs[man.color as usize];
                *need = need.saturating_add(role.cost(distances, man.color, man.piece, man.sq));
            }
            let entry = Entry { picture, needs };
            if living.suits(entry, budgets) && living.captures_suit(entry, board, budgets) {
                living.entries.push(entry);
            }
        }
        living
    }

    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// Returns the squares on which the mated king ends in some candidate.
    pub fn king_squares(&self) -> u64 {
        let on = |entry: &Entry| self.all.roles(entry.picture)[0].place().map_or(!0, |(_, sq)| bit(sq));
        self.entries.iter().fold(0, |all, entry| all | on(entry))
    }

    /// Returns the candidates that remain after one move or a pass led to `board`; `None` if `board` does not
    /// follow from the position of this set in that way.
    pub fn after(&self, board: &Board, mating: Color, left: [u16; 2]) -> Option<CandidateSet> {
        if mating != self.all.mating {
            return None;
        }
        let change = self.change(board, left)?;
        let mut next =
            CandidateSet { all: self.all.clone(), men: self.men, key: board.key(), left, entries: Vec::new() };
        for &(man, now) in change.moved.iter().flatten() {
            next.men[man] = now;
        }
        if let Some(man) = change.captured {
            next.men[man] = None;
        }
        let budgets = budgets(board, left);
        next.entries.reserve(self.entries.len());
        for &entry in &self.entries {
            if let Some(entry) = self.changed(entry, &change, budgets)
                && (change.captured.is_none() || next.suits(entry, budgets))
                && next.captures_suit(entry, board, budgets)
            {
                next.entries.push(entry);
            }
        }
        Some(next)
    }

    /// Whether some candidate may remain after the legal move `m` on `board`.
    pub fn any_after(&self, board: &Board, m: Move) -> bool {
        let side = board.side();
        let man_on = |sq: Sq| self.men.iter().position(|man| man.is_some_and(|(_, at)| at == sq));
        let left = self.left[side as usize];
        if matches!(m.kind, MoveKind::Castling(_)) || left == 0 || self.key != board.key() {
            return true;
        }
        let Some(man) = man_on(m.from) else { return true };
        let victim = if m.kind == MoveKind::EnPassant { board.en_passant_victim() } else { Some(m.to) };
        let piece = match m.kind {
            MoveKind::Promotion(piece) => piece,
            _ => board.piece_at(m.from),
        };
        let change = MenChange { moved: [Some((man, Some((piece, m.to)))), None], captured: victim.and_then(man_on) };
        let mut then = self.left;
        then[side as usize] -= 1;
        let budgets = budgets(board, then);
        self.entries.iter().any(|&entry| self.changed(entry, &change, budgets).is_some())
    }

    /// Returns the entry updated for one move. Returns `None` if the candidate is excluded, because a man with a role
    /// was captured, or because a side needs more moves than it has.
    #[inline]
    fn changed(&self, mut entry: Entry, change: &MenChange, budgets: [u16; 2]) -> Option<Entry> {
        let roles = self.all.roles(entry.picture);
        if let Some(man) = change.captured
            && roles[man] != FinalRole::NONE
        {
            return None;
        }
        let distances = Distances::get();
        for &(man, now) in change.moved.iter().flatten() {
            let color = self.all.men[man].color;
            let (Some((old, from)), Some((piece, to))) = (self.men[man], now) else { continue };
            let new = roles[man].cost(distances, color, piece, to);
            if new == FAR {
                return None;
            }
            let need = &mut entry.needs[color as usize];
            *need = (*need - roles[man].cost(distances, color, old, from)).saturating_add(new);
        }
        let [white, black] = entry.needs.map(u16::from);
        (white <= budgets[0] && black <= budgets[1]).then_some(entry)
    }

    /// Returns the men that moved or were captured between the position of this set and `board`; `None` if the
    /// difference is not one move or a pass.
    fn change(&self, board: &Board, left: [u16; 2]) -> Option<MenChange> {
        let mut change = MenChange::default();
        let mut known = 0;
        let mut gone = [None; 3];
        let mut count = 0;
        for (man, now) in self.men.iter().enumerate().take(self.all.men.len()) {
            let &Some((piece, sq)) = now else { continue };
            if board.men(self.all.men[man].color, piece) & bit(sq) != 0 {
                known |= bit(sq);
            } else {
                *gone.get_mut(count)? = Some(man);
                count += 1;
            }
        }
        let arrived = board.occupied() & !known;
        if count == 0 {
            return (arrived == 0 && left[0] <= self.left[0] && left[1] <= self.left[1]).then_some(change);
        }
        // The side that has moved has a man on a square where this set knows of no man.
        let side = Color::ALL.into_iter().find(|&color| board.of(color) & arrived != 0)?;
        let mut moves = self.left;
        moves[side as usize] = moves[side as usize].checked_sub(1)?;
        if moves != left || arrived & !board.of(side) != 0 {
            return None;
        }
        let movers = gone.iter().flatten().filter(|&&man| self.all.men[man].color == side).count();
        let mut places = arrived;
        for &man in gone.iter().flatten() {
            if self.all.men[man].color != side {
                if change.captured.replace(man).is_some() {
                    return None;
                }
                continue;
            }
            let (piece, _) = self.men[man]?;
            let same = places & board.all(piece);
            // A pawn that has disappeared may have promoted to any kind.
            let to = if same != 0 || piece != Piece::PAWN { same } else { places };
            if to == 0 || to & (to - 1) != 0 && movers == 1 {
                return None;
            }
            let sq = to.trailing_zeros() as Sq;
            places &= !bit(sq);
            *change.moved.iter_mut().find(|moved| moved.is_none())? = Some((man, Some((board.piece_at(sq), sq))));
        }
        // Castling is the only move of two men of one side.
        let castled = movers == 2 && change.captured.is_none() && arrived & board.all(Piece::KING) != 0;
        (places == 0 && (movers == 1 || castled)).then_some(change)
    }

    /// Whether the numbers of captures permit the candidate. There must be enough moves to capture the doomed men
    /// (men of the mated side without a final square), and enough men that pawns can capture when they change files.
    fn suits(&self, entry: Entry, budgets: [u16; 2]) -> bool {
        let roles = self.all.roles(entry.picture);
        let mating = self.all.mating;
        let dummies = self.all.dummies;
        let (mut doomed, mut free, mut files) = (0u16, 0u16, [0u16; 2]);
        for ((man, now), &role) in self.all.men.iter().zip(&self.men).zip(roles) {
            let &Some((piece, sq)) = now else { continue };
            files[man.color as usize] += u16::from(role.files(piece, sq));
            match role == FinalRole::NONE {
                true if man.color != mating => doomed += 1,
                true => free += u16::from(piece != Piece::KING),
                false => {}
            }
        }
        (0..2).all(|color| u16::from(entry.needs[color]) <= budgets[color])
            && (!self.all.doomed || doomed <= self.left[mating as usize])
            && files[mating as usize] <= doomed + dummies[!mating as usize]
            && files[!mating as usize] <= free + dummies[mating as usize]
    }

    /// Whether all doomed men (men of the mated side without a final square) can reach squares on which they are
    /// captured.
    ///
    /// 1. A man of the mating side captures on squares that it passes in the moves that it needs for its role and the
    ///    spare moves of its side.
    /// 2. A doomed man gets to such a square in spare moves of the mated side. Each doomed man only has to reach some
    ///    square on which some man may capture, independently of the others.
    /// 3. A man that has left a square returns to it in two moves.
    /// 4. A pawn that may be captured en passant could also have moved one step and been captured there. So en passant
    ///    matters only if the double step has already been made.
    fn captures_suit(&self, entry: Entry, board: &Board, budgets: [u16; 2]) -> bool {
        if !self.all.doomed {
            return true;
        }
        let mating = self.all.mating;
        let doomed = u16::from(self.doomed(entry));
        if doomed > self.left[mating as usize] {
            return false;
        }
        if doomed == 0 || board.en_passant().is_some() {
            return true;
        }
        let spare = |color: Color| usize::from(budgets[color as usize] - u16::from(entry.needs[color as usize]));
        let hunted = self.hunted(entry, spare(mating));
        let reach = Reach::get();
        let mut rest = spare(!mating).min(LONGEST);
        for ((man, now), &role) in self.all.men.iter().zip(&self.men).zip(self.all.roles(entry.picture)) {
            let &Some((piece, sq)) = now else { continue };
            if man.color == mating || role != FinalRole::NONE {
                continue;
            }
            let visits = reach.visits(PawnFiles::Any, !mating, BoundMan { piece, sq });
            match (0..=rest).find(|&moves| visits[moves] & hunted != 0) {
                Some(moves) => rest -= moves,
                None => return false,
            }
        }
        true
    }

    fn doomed(&self, entry: Entry) -> u8 {
        let roles = self.all.roles(entry.picture);
        let mating = self.all.mating;
        let is_doomed =
            |i: usize| self.all.men[i].color != mating && self.men[i].is_some() && roles[i] == FinalRole::NONE;
        (0..self.all.men.len()).filter(|&i| is_doomed(i)).count() as u8
    }

    /// Returns the squares on which some man of the mating side may capture, if it makes `spare` moves more than its
    /// role needs.
    fn hunted(&self, entry: Entry, spare: usize) -> u64 {
        let reach = Reach::get();
        let distances = Distances::get();
        let mating = self.all.mating;
        let mut hunted = 0;
        for ((man, now), &role) in self.all.men.iter().zip(&self.men).zip(self.all.roles(entry.picture)) {
            let &Some((piece, sq)) = now else { continue };
            if man.color != mating {
                continue;
            }
            let moves = spare + usize::from(role.cost(distances, mating, piece, sq));
            let moves = moves.min(LONGEST);
            if moves == 0 {
                continue;
            }
            if piece == Piece::PAWN {
                hunted |= reach.captures(mating, BoundMan { piece, sq })[moves];
                continue;
            }
            let go = &reach.officers[piece.index()][sq as usize];
            let passed = match role.place() {
                None => go[moves],
                Some((_, to)) => {
                    let back = &reach.officers[piece.index()][to as usize];
                    (1..=moves).fold(0, |all, n| all | go[n] & back[moves - n])
                }
            };
            hunted |= if spare >= 2 { passed } else { passed & !bit(sq) };
        }
        hunted
    }
}
