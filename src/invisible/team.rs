//! Plays a line with some assumed invisible men, to find out whether they allow it, and what each of them may be.

use super::line::Line;
use super::men::{Board, Domain, Kind, Sq, Squares, bit, last_rank, squares};
use super::view::{Castling, PrintedMove, View};
use crate::board::Color;
use smallvec::SmallVec;

/// Greatest length of a line, in plies.
pub const MOST_PLIES: usize = 12;

/// An assumed invisible man: its starting square, and those moves of invisible men in the line (`TI~-~`, `TI~*f2`) that
/// it makes.
#[derive(Clone, Copy, Debug)]
pub struct AssumedMan {
    pub start: Sq,
    /// Its side, if the man is assumed to be a king; otherwise `None`.
    pub king: Option<Color>,
    steps: [Option<AssumedMove>; MOST_PLIES],
}

#[derive(Clone, Copy, Debug)]
pub struct AssumedMove {
    pub to: Sq,
    /// Whether the man moves as a pawn and promotes.
    pub promotes: bool,
}

impl AssumedMan {
    pub fn on(start: Sq) -> AssumedMan {
        AssumedMan { start, king: None, steps: [None; MOST_PLIES] }
    }

    pub fn king(color: Color, start: Sq) -> AssumedMan {
        AssumedMan { king: Some(color), ..AssumedMan::on(start) }
    }

    /// Returns the set of men (side and piece) that it may be at the beginning.
    pub fn domain(&self) -> Domain {
        match self.king {
            Some(color) => Domain::of(color, Kind::King),
            None => Domain::unknown(self.start),
        }
    }

    /// Returns a key of the man. Different men have different keys, and different sets of men have different sums of
    /// keys, up to collisions of 128 bits.
    pub fn key(&self) -> u128 {
        let king = self.king.map_or(0, |color| 1 + color as u128);
        let step =
            |step: &Option<AssumedMove>| step.map_or(0, |step| 1 + 2 * u128::from(step.to) + u128::from(step.promotes));
        let steps = self.steps.iter().fold(0, |all, one| all << 8 | step(one));
        mixed(steps << 16 | u128::from(self.start) << 2 | king)
    }

    /// Returns the man's step in the move of index `ply`; `None` if it does not make that move.
    pub fn step(&self, ply: usize) -> Option<AssumedMove> {
        self.steps[ply]
    }

    /// Whether the man makes a move as an invisible man after the move of index `ply`.
    pub fn moves_after(&self, ply: usize) -> bool {
        self.steps[ply + 1..].iter().any(Option::is_some)
    }

    /// Returns the man without its step in the move of index `ply`.
    #[must_use]
    pub fn staying(mut self, ply: usize) -> AssumedMan {
        self.steps[ply] = None;
        self
    }

    #[must_use]
    pub fn moving(mut self, ply: usize, step: AssumedMove) -> AssumedMan {
        self.steps[ply] = Some(step);
        self
    }
}

/// Mixes all bits of a number; different numbers give different results.
pub fn mixed(number: u128) -> u128 {
    const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let once = (number ^ number >> 64).wrapping_mul(FACTOR);
    let twice = (once ^ once >> 61).wrapping_mul(FACTOR);
    twice ^ twice >> 67
}

/// The states of the assumed men at some moment. There are rarely more than four.
pub type Men = SmallVec<[ManState; 4]>;

/// By side, the index of a move (`TI~-~`) of an invisible man that is not assumed.
pub type Deferred = [Option<usize>; 2];

/// The result of playing a line with assumed men.
pub enum Trial {
    Fails(Failure),
    /// The move of index `ply` is one of an invisible man, but no assumed man makes it. `men` are the states of the men
    /// before it.
    Open {
        ply: usize,
        men: Men,
    },
    Possible(Men),
}

/// The failure of a line that the assumed men alone do not allow. A further man on one of some squares may mend it, or
/// a deferred move that captures an assumed man; nothing mends it if both sets are empty.
pub struct Failure {
    /// The index of the move before which or in which the line fails.
    pub ply: usize,
    /// In any play that mends the line by a further man, one begins on one of these squares, or a deferred move made
    /// before leads there.
    pub missing: Squares,
    /// By side, the targets of deferred moves that capture the assumed man at fault.
    pub prey: [Squares; 2],
}

/// The state of an assumed man at some moment of a line.
#[derive(Clone, Copy, Debug)]
pub struct ManState {
    /// The man's square; `None` if it has been captured.
    pub at: Option<Sq>,
    /// The sides and pieces that this man may have if the assumed men are all the invisible men.
    pub domain: Domain,
    /// The sides and pieces that this man may have if there may be further invisible men.
    pub widest: Domain,
    /// Squares on which a further invisible man might let this man be more than `domain` allows.
    pub mend: Squares,
    pub has_moved: bool,
    /// By side, the square on which a deferred move of the side may have captured this man.
    pub prey: [Option<Sq>; 2],
}

/// The reason why a trial ends early; see [`Trial`].
enum Stop {
    /// The line needs a further man on one of the squares. If there is none, nothing helps unless the man of index
    /// `culprit` has been captured before.
    Fails {
        missing: Squares,
        culprit: Option<usize>,
    },
    Open,
}

impl Stop {
    const IMPOSSIBLE: Stop = Stop::missing(0);

    const fn missing(squares: Squares) -> Stop {
        Stop::Fails { missing: squares, culprit: None }
    }
}

/// Plays the line with the men of `team` and no other invisible men.
///
/// The possibilities of each man are determined separately, because no requirement of the line on one man depends on
/// what another man is: any man closes a line, and the side of a man that captures or is captured is known.
pub fn try_team(board: &Board, line: &Line, team: &[AssumedMan]) -> Trial {
    try_with(board, line, team, [None; 2])
}

/// Like [`try_team`], but no man makes the deferred moves.
pub fn try_with(board: &Board, line: &Line, team: &[AssumedMan], deferred: Deferred) -> Trial {
    let mut men: Men = team.iter().map(ManState::at_first).collect();
    for (sq, color) in line.rooks_needed() {
        let Some(index) = team.iter().position(|man| man.start == sq) else { return failed(&men, 0, bit(sq), None) };
        if men[index].keep(Domain::of(color, Kind::Rook)).is_err() {
            return failed(&men, 0, 0, None);
        }
    }
    for ply in 0..=line.printed().len() {
        let mut moment = Moment { board, view: line.view(ply), men: &mut men };
        let result = moment.check();
        let result = result.and_then(|()| match line.printed().get(ply) {
            Some(_) if deferred.contains(&Some(ply)) => {
                moment.defer(ply, team);
                Ok(())
            }
            Some(&printed) => moment.play(printed, ply, team),
            None => Ok(()),
        });
        match result {
            Ok(()) => {}
            Err(Stop::Fails { missing, culprit }) => return failed(&men, ply, missing, culprit),
            Err(Stop::Open) => return Trial::Open { ply, men },
        }
    }
    Trial::Possible(men)
}

fn failed(men: &[ManState], ply: usize, missing: Squares, culprit: Option<usize>) -> Trial {
    let prey = culprit.map_or([0; 2], |index| prey_of(&men[index..=index]));
    Trial::Fails(Failure { ply, missing, prey })
}

/// Returns, by side, the squares on which deferred moves of the side may have captured one of the men.
pub fn prey_of(men: &[ManState]) -> [Squares; 2] {
    let of = |side: usize| men.iter().filter_map(|man| man.prey[side]).fold(0, |set, sq| set | bit(sq));
    [of(0), of(1)]
}

impl ManState {
    fn at_first(unseen: &AssumedMan) -> ManState {
        let domain = unseen.domain();
        ManState { at: Some(unseen.start), domain, widest: domain, mend: 0, has_moved: false, prey: [None; 2] }
    }

    /// Restricts what the man may be to `domain`, with or without further invisible men. If no possibility is left,
    /// returns the squares `mend` as an error.
    fn keep(&mut self, domain: Domain) -> Result<(), Squares> {
        self.widest = self.widest.and(domain);
        self.keep_here(domain)
    }

    /// Like [`ManState::keep`], for the case that there are no further invisible men.
    fn keep_here(&mut self, domain: Domain) -> Result<(), Squares> {
        self.domain = self.domain.and(domain);
        if self.domain.is_empty() { Err(self.mend) } else { Ok(()) }
    }

    /// Returns a key of the man's state: square, `domain`, and whether it has moved. Returns `None` if the man has been
    /// captured.
    pub fn key(&self) -> Option<u128> {
        let at = u128::from(self.at?);
        Some(mixed(1 << 32 | at << 16 | u128::from(self.domain.bits()) << 1 | u128::from(self.has_moved)))
    }

    /// Returns what the man may be. `all_assumed`: whether there are no other invisible men.
    pub fn may_be(&self, all_assumed: bool) -> Domain {
        if all_assumed { self.domain } else { self.widest }
    }

    fn promote(&mut self, color: Color) {
        (self.domain, self.widest) = (Domain::promoted(color), Domain::promoted(color));
    }

    fn go(&mut self, to: Sq) {
        self.at = Some(to);
        self.has_moved = true;
    }
}

pub fn squares_of(men: &[ManState]) -> Squares {
    men.iter().filter_map(|man| man.at).fold(0, |set, sq| set | bit(sq))
}

/// Returns the square of the side's king, visible or assumed; `None` if it is invisible and not assumed.
pub fn king_of(view: &View, men: &[ManState], color: Color) -> Option<Sq> {
    let unseen = || men.iter().find(|man| man.domain == Domain::of(color, Kind::King)).and_then(|man| man.at);
    view.king(color).or_else(unseen)
}

/// Returns a function that makes the squares of [`ManState::keep`] the failure of the man of this index.
fn fault(index: usize) -> impl Fn(Squares) -> Stop {
    move |missing| Stop::Fails { missing, culprit: Some(index) }
}

/// One position of a line during a trial, in which the possibilities of the men are restricted.
struct Moment<'a> {
    board: &'a Board,
    view: &'a View,
    men: &'a mut [ManState],
}

impl Moment<'_> {
    /// Restricts what the man of this index may be, as [`ManState::keep`].
    fn keep(&mut self, index: usize, domain: Domain) -> Result<(), Stop> {
        self.men[index].keep(domain).map_err(fault(index))
    }

    /// Notes for each assumed man whether the deferred move `ply` may have captured it: it may be of the other side and
    /// no king, and makes no later move as an invisible man.
    fn defer(&mut self, ply: usize, team: &[AssumedMan]) {
        let color = self.view.mover;
        for (man, assumed) in self.men.iter_mut().zip(team) {
            let may_be_prey = man.widest.meets(Domain::side(!color).without(Domain::either(Kind::King)));
            man.prey[color as usize] = man.at.filter(|_| may_be_prey && !assumed.moves_after(ply));
        }
    }

    fn unseen(&self) -> Squares {
        squares_of(self.men)
    }

    fn occupied(&self) -> Squares {
        self.view.plain() | self.unseen()
    }

    fn on(&self, sq: Sq) -> Option<usize> {
        self.men.iter().position(|man| man.at == Some(sq))
    }

    /// Restricts the men to what this position allows: no assumed man is on the square of a visible man, each man that
    /// has become visible is assumed, and the side not to move is not in check. Returns an error if that is impossible.
    fn check(&mut self) -> Result<(), Stop> {
        if self.unseen() & self.view.plain() != 0 {
            return Err(Stop::IMPOSSIBLE);
        }
        for sq in squares(self.view.uncovered) {
            let man = self.view.man(sq).expect("an uncovered man is seen");
            let index = self.on(sq).ok_or(Stop::missing(bit(sq)))?;
            self.keep(index, Domain::of(man.color, man.kind))?;
        }
        self.safe(!self.view.mover)
    }

    /// Restricts the men so that they do not attack the king of the side, if its square is known. Returns an error if
    /// that is impossible.
    fn safe(&mut self, color: Color) -> Result<(), Stop> {
        match king_of(self.view, self.men, color) {
            Some(king) => self.unattacked(king, !color),
            None => Ok(()),
        }
    }

    fn unattacked(&mut self, sq: Sq, by: Color) -> Result<(), Stop> {
        let occupied = self.occupied();
        if let Some(from) = self.view.plain_attackers(self.board, sq, by, occupied).next() {
            return Err(Stop::missing(self.board.between(from, sq)));
        }
        for (index, man) in self.men.iter_mut().enumerate() {
            let Some(at) = man.at else { continue };
            let attackers = self.board.attackers_past(at, sq, occupied).and(Domain::side(by));
            let others = Domain::side(Color::White).or(Domain::side(Color::Black)).without(attackers);
            match self.board.between(at, sq) {
                0 => man.keep(others).map_err(fault(index))?,
                line => {
                    man.mend |= if man.widest.meets(attackers) { line } else { 0 };
                    man.keep_here(others).map_err(fault(index))?;
                }
            }
        }
        Ok(())
    }

    fn play(&mut self, printed: PrintedMove, ply: usize, team: &[AssumedMan]) -> Result<(), Stop> {
        match printed {
            PrintedMove::Goes { from, to, .. } => self.go(from, to),
            PrintedMove::PawnTakes { to, .. } => {
                let taken = self.on(to).ok_or(Stop::missing(bit(to)))?;
                self.capture(taken)
            }
            PrintedMove::Castles { short } => self.castle(short),
            PrintedMove::UnseenTakes(sq) => {
                let mover = team.iter().position(|man| man.steps[ply].is_some()).ok_or(Stop::Open)?;
                let step = team[mover].steps[ply].expect("found by it");
                debug_assert_eq!(step.to, sq);
                let ways = self.ways(mover, step.to)?;
                // The captured man may be an invisible man that has become visible.
                if let Some(taken) = self.on(sq) {
                    self.capture(taken)?;
                }
                self.step(mover, ways, step)
            }
            PrintedMove::UnseenMoves => {
                let mover = team.iter().position(|man| man.steps[ply].is_some()).ok_or(Stop::Open)?;
                let step = team[mover].steps[ply].expect("found by it");
                self.move_somewhere(mover, step)
            }
        }
    }

    fn capture(&mut self, index: usize) -> Result<(), Stop> {
        self.keep(index, Domain::side(!self.view.mover).without(Domain::either(Kind::King)))?;
        self.men[index].at = None;
        Ok(())
    }

    /// Moves a visible man, which may be an assumed man that has become visible.
    fn go(&mut self, from: Sq, to: Sq) -> Result<(), Stop> {
        let man = self.view.man(from).expect("a visible man moves");
        let is_push = man.kind == Kind::Pawn && from & 7 == to & 7;
        let free = self.board.between(from, to) | if is_push { bit(to) } else { 0 };
        if self.unseen() & free != 0 {
            return Err(Stop::IMPOSSIBLE);
        }
        let mover = self.on(from);
        if let Some(taken) = self.on(to) {
            self.capture(taken)?;
        }
        if let Some(mover) = mover {
            let promotes = man.kind == Kind::Pawn && to >> 3 == last_rank(man.color);
            self.men[mover].go(to);
            if promotes {
                self.men[mover].promote(man.color);
            }
        }
        Ok(())
    }

    fn castle(&mut self, short: bool) -> Result<(), Stop> {
        let color = self.view.mover;
        let Castling { king, rook, rook_to, .. } = Castling::of(color, short);
        if self.unseen() & self.board.between(king, rook) != 0 {
            return Err(Stop::IMPOSSIBLE);
        }
        let partner = if self.view.has(rook, color, Kind::Rook) { None } else { Some(self.on(rook)) };
        if let Some(partner) = partner {
            let partner = partner.ok_or(Stop::missing(bit(rook)))?;
            if self.men[partner].has_moved {
                return Err(Stop::IMPOSSIBLE);
            }
            self.keep(partner, Domain::of(color, Kind::Rook))?;
        }
        self.unattacked(king, !color)?;
        self.unattacked(rook_to, !color)?;
        if let Some(Some(partner)) = partner {
            self.men[partner].go(rook_to);
        }
        Ok(())
    }

    /// Returns what the assumed man `mover` must be (side and piece) to be able to capture on `to`.
    fn ways(&self, mover: usize, to: Sq) -> Result<Domain, Stop> {
        let at = self.men[mover].at.ok_or(Stop::IMPOSSIBLE)?;
        if self.view.uncovered & bit(at) != 0 || self.board.between(at, to) & self.occupied() != 0 {
            return Err(Stop::IMPOSSIBLE);
        }
        Ok(self.board.attackers(at, to))
    }

    fn move_somewhere(&mut self, mover: usize, step: AssumedMove) -> Result<(), Stop> {
        if self.view.occupied() & bit(step.to) != 0 {
            return Err(Stop::IMPOSSIBLE);
        }
        let captures = self.ways(mover, step.to)?;
        let at = self.men[mover].at.ok_or(Stop::IMPOSSIBLE)?;
        match self.on(step.to) {
            Some(taken) => {
                self.capture(taken)?;
                self.step(mover, captures, step)
            }
            None if captures.meets(Domain::either(Kind::Pawn)) => {
                // A man there would allow it to be a pawn.
                let man = &mut self.men[mover];
                let pawn = man.widest.and(captures).and(Domain::of(self.view.mover, Kind::Pawn));
                man.mend |= bit(step.to);
                self.step(mover, self.board.goers(at, step.to), step)?;
                let man = &mut self.men[mover];
                man.widest = if step.promotes { man.widest } else { man.widest.or(pawn) };
                Ok(())
            }
            None => self.step(mover, self.board.goers(at, step.to), step),
        }
    }

    fn step(&mut self, mover: usize, ways: Domain, step: AssumedMove) -> Result<(), Stop> {
        let color = self.view.mover;
        let pawn = Domain::either(Kind::Pawn);
        let ways = match (step.promotes, step.to >> 3 == last_rank(color)) {
            (true, true) => ways.and(pawn),
            (false, true) => ways.without(pawn),
            (false, false) => ways,
            (true, false) => return Err(Stop::IMPOSSIBLE),
        };
        self.keep(mover, ways.and(Domain::side(color)))?;
        let man = &mut self.men[mover];
        if step.promotes {
            man.promote(color);
        }
        man.go(step.to);
        Ok(())
    }
}
