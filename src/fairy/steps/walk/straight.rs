//! Riding and hopping along straight lines on boards from which no square has vanished. Most time is spent here, so
//! the lines are read from tables ([`crate::fairy::steps::rays`]) and tested against one set of occupied squares.

use super::Walk;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::moves::effect::StepKind;
use crate::pieces::{Distance, Hop, Mode, Vector};

impl Walk<'_, '_> {
    /// Returns the occupied squares, as far as they block the man's lines.
    fn in_the_way(&self) -> Squares {
        let mut men = self.position.board().occupied();
        if self.origin != self.home {
            men.remove(self.home);
        }
        if let Some(target) = self.target {
            men.add(target);
        }
        men
    }

    /// Calls `follow` for each straight line along one of the vectors. If a target is set, lines that do not lead to it
    /// are left out. `follow` returns the number of squares that it has examined.
    fn each_ray(&mut self, vectors: &[Vector], mut follow: impl FnMut(&mut Self, &Squares, &[Sq]) -> usize) {
        let book = self.position.book();
        let men = self.in_the_way();
        let before = self.looked_at.get();
        let mut all = before;
        for &vector in vectors {
            if !self.aims(vector) {
                continue;
            }
            let ray = book.rays.of(&book.geometry, vector, self.origin);
            let seen = follow(self, &men, ray);
            if self.watches {
                let mut looked_at = before;
                ray[..seen].iter().filter(|&&sq| self.target != Some(sq)).for_each(|&sq| looked_at.add(sq));
                if self.done {
                    self.looked_at.set(looked_at);
                } else {
                    all = all.or(&looked_at);
                }
            }
            if self.done {
                return;
            }
        }
        if self.watches {
            self.looked_at.set(all);
        }
    }

    /// Carries out [`crate::pieces::Walker::ride_along`] on straight lines.
    pub(super) fn ride_rays(&mut self, vectors: &[Vector], mode: Mode) {
        let Some(mode) = mode.and(self.mode) else { return };
        let moves = mode != Mode::Capture && self.target.is_none();
        self.each_ray(vectors, |walk, men, ray| {
            for (seen, &to) in (1..).zip(ray) {
                if men.has(to) {
                    walk.arrive(to, mode);
                    return seen;
                }
                if moves {
                    walk.pass_on(to, None, StepKind::Plain);
                    if walk.done {
                        return seen;
                    }
                }
            }
            ray.len()
        });
    }

    /// Carries out [`crate::pieces::Walker::hop`] on straight lines that do not bend.
    pub(super) fn hop_on_rays(&mut self, hop: Hop, mode: Mode) {
        self.each_ray(hop.vectors, |walk, men, ray| {
            let (mut at, mut hurdles, mut before) = (0, 0, 0);
            while hurdles < hop.hurdles {
                let Some(&sq) = ray.get(at) else { return at };
                at += 1;
                if men.has(sq) {
                    hurdles += 1;
                    if hurdles == 1 {
                        before = at;
                    }
                }
            }
            if matches!(hop.before, Distance::Exactly(n) if usize::from(n) != before) {
                return at;
            }
            let hurdle = ray[at - 1];
            let wanted = match hop.after {
                Distance::Any => None,
                Distance::Exactly(n) => Some(usize::from(n)),
                Distance::Same => Some(before),
            };
            for (bounds, &to) in (1..).zip(&ray[at..]) {
                let ends = wanted.is_none_or(|wanted| bounds == wanted);
                if ends {
                    walk.arrive_over(Some(hurdle), to, mode);
                }
                if walk.done || men.has(to) || ends && wanted.is_some() {
                    return at + bounds;
                }
            }
            ray.len()
        });
    }
}
