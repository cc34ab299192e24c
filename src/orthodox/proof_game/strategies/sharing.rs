//! Makes the strategies from the assignments of both sides: each man that is captured gets a captor and a square.
//!
//! The man with the fewest possible captures comes first. The least lengths of the ways of a side's men must not add up
//! to more than its moves, and the further captures that its pawns need must not exceed its captures that have no
//! captor yet.
//!
//! There may be millions of strategies, so they are never all in memory. They are played in *batches*, as soon as they
//! are listed:
//!
//! 1. Each strategy is in exactly one batch, and its games depend on it alone. So the games of all batches together are
//!    the games of all strategies, as if these were played at once.
//! 2. Listing ends early only if there are too many games, too many steps, or no time left. Then the result of the
//!    listing is `None`.

use super::super::Target;
use super::super::army_budget::ArmyBudget;
use super::super::distances::PROMOTIONS;
use super::assignments::Assignment;
use super::lengths::{CaptureSquares, Length};
use super::{ManEnd, MobileMan, PlannedCapture, Strategy};
use crate::orthodox::board::Right;
use crate::orthodox::board::bitboard::squares;
use crate::position::Workers;
use crate::units::{Color, Piece};

/// The greatest number of captures by one man. A man's route is computed for each set of captures still to make.
const MOST_TAKES: usize = 6;
/// The greatest number of strategies in a batch: enough that threads rarely wait for the last strategy of a batch.
const MOST_IN_BATCH: usize = 20_000;
const STRATEGY_BYTES: usize = 256;
/// The greatest number of possible captures that are examined in one search.
const MOST_STEPS: u64 = 100_000_000;

/// One way in which a man can be captured: the capture, and the piece that the man is then.
#[derive(Clone, Copy)]
struct Loss {
    piece: Piece,
    take: PlannedCapture,
}

/// The ways in which one man can still be captured.
struct Losses {
    victim: u8,
    ways: Vec<Loss>,
}

#[derive(Clone)]
struct Sums {
    lengths: Vec<Length>,
    /// For White and Black, the sum of the least moves of the men. The field `captures` has the sums of their further
    /// captures.
    moves: [i32; 2],
    captures: [i32; 2],
}

struct Sharing<'a, 'b> {
    target: &'a Target,
    /// All men, on their squares after castling.
    men: Vec<MobileMan>,
    castlings: [Option<Right>; 2],
    ends: Vec<Option<ManEnd>>,
    takes: Vec<PlannedCapture>,
    sums: Sums,
    /// The moves of White and Black, castling not included. The field `open` has the numbers of their captures that
    /// have no captor yet.
    moves: [i32; 2],
    open: [i32; 2],
    steps: &'a mut u64,
    batch: &'a mut Batch<'b>,
    crew: &'a dyn Workers,
}

/// Strategies that are listed, but not played yet.
pub(super) struct Batch<'b> {
    listed: Vec<Strategy>,
    /// The greatest number of strategies in a batch.
    most: usize,
    /// Plays the strategies of a batch; returns whether more strategies are to be listed.
    play: &'b mut dyn FnMut(&[Strategy]) -> bool,
}

impl<'b> Batch<'b> {
    pub fn new(crew: &dyn Workers, play: &'b mut dyn FnMut(&[Strategy]) -> bool) -> Batch<'b> {
        let most = MOST_IN_BATCH.min(crew.bytes() / 4 / STRATEGY_BYTES).max(1);
        Batch { listed: Vec::new(), most, play }
    }

    /// Adds a strategy, and plays the batch if it is full. Returns `None` if no more strategies are to be listed.
    fn push(&mut self, strategy: Strategy) -> Option<()> {
        self.listed.push(strategy);
        if self.listed.len() < self.most { Some(()) } else { self.play() }
    }

    fn play(&mut self) -> Option<()> {
        let goes_on = (self.play)(&self.listed);
        self.listed.clear();
        goes_on.then_some(())
    }
}

impl Target {
    /// Lists all strategies for which both sides have enough moves, and plays them in batches. Returns `None` if the
    /// listing is not complete: a batch has ended it, it takes too many steps, or the time is over.
    pub(super) fn play_strategies(
        &self,
        men: &[MobileMan],
        stages: [ArmyBudget; 2],
        mut batch: Batch<'_>,
        crew: &dyn Workers,
    ) -> Option<()> {
        let Some((losses, _)) = self.losses(stages) else { return Some(()) };
        let [white, black] = [0, 1].map(|side| self.casts(&stages[side], losses[side]));
        let (white, black, mut steps) = (white?, black?, 0);
        for white in &white {
            for black in &black {
                let moves = stages.map(|stage| stage.moves as i32);
                Sharing::new(self, men, [white, black], moves, (&mut steps, &mut batch), crew).share(losses)?;
            }
        }
        batch.play()
    }
}

impl<'a, 'b> Sharing<'a, 'b> {
    fn new(
        target: &'a Target,
        men: &[MobileMan],
        casts: [&Assignment; 2],
        moves: [i32; 2],
        (steps, batch): (&'a mut u64, &'a mut Batch<'b>),
        crew: &'a dyn Workers,
    ) -> Sharing<'a, 'b> {
        let castlings = casts.map(|cast| cast.castling);
        let castled = |man: &MobileMan| {
            let from = castlings[man.color as usize].map_or(man.from, |right| right.after(man.from));
            MobileMan { from, ..*man }
        };
        let ends = casts.iter().flat_map(|cast| &cast.ends);
        let ends: Vec<_> = ends.map(|end| end.map(|(piece, sq)| ManEnd { piece, sq, lost: false })).collect();
        let mut open = [0; 2];
        for (man, _) in men.iter().zip(&ends).filter(|(_, end)| end.is_none()) {
            open[!man.color as usize] += 1;
        }
        let sums = Sums { lengths: vec![Length::default(); men.len()], moves: [0; 2], captures: [0; 2] };
        let moves = [0, 1].map(|side: usize| moves[side] - i32::from(castlings[side].is_some()));
        let men = men.iter().map(castled).collect();
        Sharing { target, men, castlings, ends, takes: Vec::new(), sums, moves, open, steps, batch, crew }
    }

    fn share(mut self, losses: [u64; 2]) -> Option<()> {
        for i in 0..self.men.len() {
            self.put(i, self.length(i, None, self.ends[i]));
        }
        if !self.fits() {
            return Some(());
        }
        let victims = (0..self.men.len() as u8).filter(|&v| self.ends[v as usize].is_none());
        let open = victims.map(|victim| Losses { victim, ways: self.ways_to_lose(victim, losses) }).collect();
        self.share_rest(open)
    }

    fn share_rest(&mut self, mut open: Vec<Losses>) -> Option<()> {
        let fewest = (0..open.len()).min_by_key(|&i| open[i].ways.len());
        let Some(fewest) = fewest else {
            let Some(ends) = self.ends.iter().copied().collect() else { return Some(()) };
            return self.batch.push(Strategy {
                ends,
                takes: self.takes.clone(),
                least: self.sums.lengths.iter().map(|length| length.moves as u8).collect(),
                castlings: self.castlings,
            });
        };
        if *self.steps > MOST_STEPS || self.crew.is_late() {
            return None;
        }
        let Losses { victim, ways } = open.swap_remove(fewest);
        for loss in ways {
            let (captor, victim) = (loss.take.captor as usize, victim as usize);
            let side = self.men[captor].color as usize;
            let before = self.sums.clone();
            self.ends[victim] = Some(loss.end());
            self.takes.push(loss.take);
            self.open[side] -= 1;
            for i in [victim, captor] {
                self.put(i, self.length(i, None, self.ends[i]));
            }
            if self.takes.iter().filter(|take| take.captor == loss.take.captor).count() > MOST_TAKES {
                return None;
            }
            if self.fits() {
                let narrowed = |losses: &Losses| Losses {
                    victim: losses.victim,
                    ways: losses.ways.iter().copied().filter(|&loss| self.allows(loss)).collect(),
                };
                let rest: Vec<Losses> = open.iter().map(narrowed).collect();
                self.count_steps(&open);
                if rest.iter().all(|losses| !losses.ways.is_empty()) {
                    self.share_rest(rest)?;
                }
            }
            self.open[side] += 1;
            self.takes.pop();
            self.ends[victim] = None;
            self.sums = before;
        }
        Some(())
    }

    fn count_steps(&mut self, open: &[Losses]) {
        *self.steps += open.iter().map(|losses| losses.ways.len() as u64).sum::<u64>();
    }

    /// Returns the least length of man `i`'s way to `end` with its captures so far, and with the capture `more` if it
    /// is the captor.
    fn length(&self, i: usize, more: Option<PlannedCapture>, end: Option<ManEnd>) -> Length {
        let own = self.takes.iter().chain(&more).filter(|take| take.captor as usize == i);
        let on: CaptureSquares = own.map(|take| take.on).collect();
        self.target.length(self.men[i], &on, end)
    }

    fn put(&mut self, i: usize, length: Length) {
        let side = self.men[i].color as usize;
        self.sums.moves[side] += length.moves - self.sums.lengths[i].moves;
        self.sums.captures[side] += length.captures - self.sums.lengths[i].captures;
        self.sums.lengths[i] = length;
    }

    fn fits(&self) -> bool {
        (0..2).all(|side| self.sums.moves[side] <= self.moves[side] && self.sums.captures[side] <= self.open[side])
    }

    /// Whether the side of man `i` has enough moves and captures if the man's way has this length. The further captures
    /// that pawns need must be among the side's captures without a captor, of which `used` are no longer available.
    fn fits_with(&self, i: usize, length: Length, used: i32) -> bool {
        let (side, old) = (self.men[i].color as usize, self.sums.lengths[i]);
        self.sums.moves[side] - old.moves + length.moves <= self.moves[side]
            && self.sums.captures[side] - old.captures + length.captures <= self.open[side] - used
    }

    fn ways_to_lose(&self, victim: u8, losses: [u64; 2]) -> Vec<Loss> {
        let MobileMan { color, piece, .. } = self.men[victim as usize];
        let promoted = PROMOTIONS.into_iter().filter(|_| piece == Piece::PAWN);
        let mut ways = Vec::new();
        for piece in promoted.chain([piece]) {
            for at in squares(losses[color as usize]) {
                let end = ManEnd { piece, sq: at, lost: true };
                if self.allows_end(victim, end) {
                    self.add_captors(victim, end, &mut ways);
                }
            }
        }
        ways
    }

    fn add_captors(&self, victim: u8, ManEnd { piece, sq: at, .. }: ManEnd, ways: &mut Vec<Loss>) {
        let color = self.men[victim as usize].color;
        let (passed, behind) = if color == Color::White { (3, -8) } else { (4, 8) };
        for captor in (0..self.men.len() as u8).filter(|&i| self.men[i as usize].color != color) {
            let are_pawns = (piece, self.men[captor as usize].piece) == (Piece::PAWN, Piece::PAWN);
            let en_passant = (are_pawns && at >> 3 == passed).then(|| at.wrapping_add_signed(behind));
            let takes =
                [Some(at), en_passant].into_iter().flatten().map(|on| PlannedCapture { captor, victim, on, at });
            ways.extend(takes.filter(|&take| self.allows_take(take)).map(|take| Loss { piece, take }));
        }
    }

    fn allows(&self, loss: Loss) -> bool {
        self.allows_end(loss.take.victim, loss.end()) && self.allows_take(loss.take)
    }

    fn allows_end(&self, victim: u8, end: ManEnd) -> bool {
        let victim = victim as usize;
        self.fits_with(victim, self.length(victim, None, Some(end)), 0)
    }

    fn allows_take(&self, take: PlannedCapture) -> bool {
        let captor = take.captor as usize;
        self.fits_with(captor, self.length(captor, Some(take), self.ends[captor]), 1)
    }
}

impl Loss {
    fn end(self) -> ManEnd {
        ManEnd { piece: self.piece, sq: self.take.at, lost: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orthodox::position::OrthodoxPosition;
    use crate::orthodox::rules::Rules;
    use crate::position::ProofGameBudget;
    use crate::units::{Diagram, Placement, Square};

    struct OneThread;

    impl Workers for OneThread {
        fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
            (0..pieces).for_each(work);
        }

        fn visited(&self, _: u64) {}

        fn is_late(&self) -> bool {
            false
        }

        fn bytes(&self) -> usize {
            1 << 20
        }

        fn hands(&self) -> usize {
            1
        }
    }

    /// Returns the sizes of the batches and all strategies for a dia4: after 1.e4 d5 2.exd5 Qxd5 3.Nc3 Qd8 4.Nb1, or in
    /// another way, both sides lack a pawn. `ends_with` is the batch after which no more strategies are listed.
    fn strategies(most: usize, ends_with: usize) -> (Vec<usize>, Vec<String>, bool) {
        let mut diagram = Diagram { placement: Placement::game_array(), ..Diagram::default() };
        let start = OrthodoxPosition::new(&diagram, Color::White, Rules::Orthodox);
        for square in ["e2", "d7"] {
            diagram.placement.take(Square::parse(square).unwrap());
        }
        let target = Target::new(&diagram.placement);
        let left = ProofGameBudget { moves: [4, 3], exactly: true };
        let stages = target.stages(start.board(), left).unwrap();
        let (mut sizes, mut all) = (Vec::new(), Vec::new());
        let mut play = |batch: &[Strategy]| {
            sizes.push(batch.len());
            all.extend(batch.iter().map(|strategy| format!("{strategy:?}")));
            sizes.len() != ends_with
        };
        let batch = Batch { most, ..Batch::new(&OneThread, &mut play) };
        let is_complete = target.play_strategies(&target.men(start.board()), stages, batch, &OneThread).is_some();
        (sizes, all, is_complete)
    }

    #[test]
    fn batches_contain_each_strategy_once() {
        let (_, all, is_complete) = strategies(1000, 0);
        assert!(is_complete && all.len() > 6, "{}", all.len());
        let (sizes, in_batches, is_complete) = strategies(3, 0);
        assert_eq!(in_batches, all);
        assert!(is_complete && sizes.len() > 2 && sizes.iter().all(|&size| size <= 3), "{sizes:?}");
    }

    #[test]
    fn a_batch_can_end_the_list() {
        let (sizes, _, is_complete) = strategies(3, 2);
        assert_eq!((sizes, is_complete), (vec![3, 3], false));
    }
}
