//! The abilities of a man by geometry, term by term.

use super::kinds::{ALL, Delta, FAR, Kind, Mode, Steps, Term};
use super::state::{Board, Game, Man, Move, Special, State};
use keymove::units::{Color, Square};

/// A man on its square, with the moves and captures collected for it.
pub struct Walk<'a> {
    pub game: Game,
    pub state: &'a State,
    pub from: Square,
    pub man: Man,
    pub moves: Vec<Move>,
}

impl Walk<'_> {
    pub fn term(&mut self, term: Term) {
        match term {
            Term::Leap(deltas, mode) => deltas.iter().for_each(|&delta| self.leap(delta, mode)),
            Term::Ride(deltas, most, mode) => deltas.iter().for_each(|&delta| self.ride(self.from, delta, most, mode)),
            Term::CaptureOverOne(deltas) => deltas.iter().for_each(|&delta| self.capture_over_one(delta)),
            Term::Grasshopper(deltas) => deltas.iter().for_each(|&delta| self.hop(delta)),
            Term::AirLift(deltas, least) => deltas.iter().for_each(|&delta| self.air_lift(delta, least)),
            Term::Fly(deltas) => deltas.iter().for_each(|&delta| self.fly(delta)),
            Term::Bent(deltas) => deltas.iter().for_each(|&delta| self.bent(delta)),
            Term::HitAndRun => ALL.iter().for_each(|&delta| self.hit_and_run(delta)),
            Term::Pawn(steps) => self.pawn(steps),
            Term::EdgeTransit => self.edge_transit(),
        }
    }

    /// Returns the square one step away, if the board has it. `delta` is from the viewpoint of the man's side.
    fn step(&self, square: Square, delta: Delta) -> Option<Square> {
        let ahead = if self.man.color == Color::White { 1 } else { -1 };
        self.game.at(square, delta.0, delta.1 * ahead)
    }

    fn is_free(&self, square: Square) -> bool {
        self.state.get(square).is_none()
    }

    fn is_prey(&self, square: Square) -> bool {
        self.state.get(square).is_some_and(|victim| self.game.may_capture(self.man, victim))
    }

    fn go(&mut self, to: Square, mode: Mode) {
        if mode != Mode::Capture && self.is_free(to) {
            self.moves.push(Move::plain(self.from, to));
        }
        if mode != Mode::Move && self.is_prey(to) {
            self.moves.push(Move { victim: Some(to), ..Move::plain(self.from, to) });
        }
    }

    /// Returns the square of the first man on a line, the last empty square before it, and the number of empty squares
    /// between; `None` if there is no man.
    fn first_man(&self, delta: Delta) -> Option<(Square, Square, u8)> {
        let (mut at, mut free) = (self.from, 0);
        loop {
            let next = self.step(at, delta)?;
            if !self.is_free(next) {
                return Some((next, at, free));
            }
            (at, free) = (next, free + 1);
        }
    }

    fn leap(&mut self, delta: Delta, mode: Mode) {
        if let Some(to) = self.step(self.from, delta) {
            self.go(to, mode);
        }
    }

    fn ride(&mut self, mut at: Square, delta: Delta, most: u8, mode: Mode) {
        for _ in 0..most {
            let Some(next) = self.step(at, delta) else { break };
            self.go(next, mode);
            if !self.is_free(next) {
                break;
            }
            at = next;
        }
    }

    fn capture_over_one(&mut self, delta: Delta) {
        let Some((mut at, ..)) = self.first_man(delta) else { return };
        while let Some(next) = self.step(at, delta) {
            if !self.is_free(next) {
                self.go(next, Mode::Capture);
                break;
            }
            at = next;
        }
    }

    fn hop(&mut self, delta: Delta) {
        if let Some(to) = self.first_man(delta).and_then(|(hurdle, ..)| self.step(hurdle, delta)) {
            self.go(to, Mode::Move);
        }
    }

    fn air_lift(&mut self, delta: Delta, least: u8) {
        if let Some((_, to, distance)) = self.first_man(delta)
            && distance >= least
        {
            self.go(to, Mode::Move);
        }
    }

    fn fly(&mut self, delta: Delta) {
        let mut at = self.from;
        while let Some(next) = self.step(at, delta) {
            self.go(next, Mode::Capture);
            if self.state.get(next).is_some_and(|man| man.kind.stops_flyers()) {
                break;
            }
            at = next;
        }
    }

    fn bent(&mut self, (x, y): Delta) {
        let Some(corner) = self.step(self.from, (x, y)) else { return };
        self.go(corner, Mode::Both);
        if !self.is_free(corner) {
            return;
        }
        let outwards: [Delta; 2] = match (x, y) {
            (0, y) => [(1, y), (-1, y)],
            (x, 0) => [(x, 1), (x, -1)],
            (x, y) => [(x, 0), (0, y)],
        };
        outwards.iter().for_each(|&delta| self.ride(corner, delta, FAR, Mode::Both));
    }

    fn hit_and_run(&mut self, delta: Delta) {
        let Some(victim) = self.step(self.from, delta).filter(|&square| self.is_prey(square)) else { return };
        for &on in ALL {
            if let Some(to) = self.step(victim, on).filter(|&square| self.is_free(square)) {
                let special = Special::HitAndRun;
                self.moves.push(Move { victim: Some(victim), special, ..Move::plain(self.from, to) });
            }
        }
    }

    fn pawn(&mut self, steps: Steps) {
        let (state, man, from) = (self.state, self.man, self.from);
        let most = match steps {
            Steps::Orthodox if self.game.rank_of(man.color, from) == 1 => 2,
            Steps::Triple if !man.moved => 3,
            Steps::Two => 2,
            Steps::Orthodox | Steps::Triple => 1,
        };
        let (mut at, mut over) = (from, Vec::new());
        for _ in 0..most {
            let Some(to) = self.step(at, (0, 1)).filter(|&square| self.is_free(square)) else { break };
            self.pawn_move(Move { over: over.clone(), ..Move::plain(from, to) });
            over.push(to);
            at = to;
        }
        for delta in [(-1, 1), (1, 1)] {
            let Some(to) = self.step(from, delta) else { continue };
            if self.is_prey(to) {
                self.pawn_move(Move { victim: Some(to), ..Move::plain(from, to) });
            }
            if let Some(passed) = &state.passed
                && passed.over.contains(&to)
                && self.is_free(to)
                && self.is_prey(passed.victim)
            {
                let victim = Some(passed.victim);
                self.pawn_move(Move { victim, special: Special::EnPassant, ..Move::plain(from, to) });
            }
        }
    }

    /// Adds a pawn's move, with each promotion on the last rank.
    fn pawn_move(&mut self, m: Move) {
        let game = self.game;
        if game.rank_of(self.man.color, m.to) + 1 < game.ranks() {
            self.moves.push(m);
            return;
        }
        for &kind in game.promotions() {
            self.moves.push(Move { promotion: Some(kind), ..m.clone() });
        }
        if matches!(game.board, Board::Magician { .. }) && !self.state.magician_used[self.man.color as usize] {
            self.moves.push(Move { promotion: Some(Kind::Magician), ..m });
        }
    }

    fn edge_transit(&mut self) {
        let (file, rank) = (i32::from(self.from.file()), i32::from(self.from.rank()));
        let on_side = file == 0 || file == 7;
        let on_end = rank == 0 || rank == 7;
        let mut goals = Vec::new();
        if on_side {
            goals.push((7 - 2 * file, 0));
        }
        if on_end {
            goals.push((0, 7 - 2 * rank));
        }
        if on_side && on_end {
            goals.push((7 - 2 * file, 7 - 2 * rank));
        }
        for (files, ranks) in goals {
            if let Some(to) = self.game.at(self.from, files, ranks) {
                self.go(to, Mode::Both);
            }
        }
    }
}
