//! Riding and hopping on the straight lines of a whole board, which takes most of the time: the lines are looked up
//! ([`crate::fairy::rays`]), and who stands on them is asked of one set.

use super::Walk;
use crate::fairy::effect::StepKind;
use crate::fairy::squares::{Sq, Squares};
use crate::pieces::{Distance, Hop, Mode, Vector};

impl Walk<'_, '_> {
    /// Where somebody stands in the way.
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

    /// The lines that begin with one of the vectors, only if they lead to the target.
    fn each_ray(&mut self, vectors: &[Vector], mut follow: impl FnMut(&mut Self, &Squares, &[Sq], &mut Squares)) {
        let book = self.position.book();
        let men = self.in_the_way();
        let before = self.looked_at.get();
        let mut all = before;
        for &vector in vectors {
            if !self.aims(vector) {
                continue;
            }
            let mut looked_at = before;
            follow(self, &men, book.rays.of(&book.geometry, vector, self.origin), &mut looked_at);
            if let Some(target) = self.target.filter(|&target| !before.has(target)) {
                looked_at.remove(target);
            }
            if self.done {
                self.looked_at.set(looked_at);
                return;
            }
            all = all.or(&looked_at);
        }
        self.looked_at.set(all);
    }

    /// [`crate::pieces::Walker::ride_along`] on straight lines.
    pub(super) fn ride_rays(&mut self, vectors: &[Vector], mode: Mode) {
        let Some(mode) = mode.and(self.mode) else { return };
        let moves = mode != Mode::Capture && self.target.is_none();
        self.each_ray(vectors, |walk, men, ray, looked_at| {
            for &to in ray {
                looked_at.add(to);
                if men.has(to) {
                    return walk.arrive(to, mode);
                }
                if moves {
                    walk.tell(to, None, StepKind::Plain);
                    if walk.done {
                        return;
                    }
                }
            }
        });
    }

    /// [`crate::pieces::Walker::hop`] on straight lines that do not bend.
    pub(super) fn hop_on_rays(&mut self, hop: Hop, mode: Mode) {
        self.each_ray(hop.vectors, |walk, men, ray, looked_at| {
            let (mut at, mut hurdles, mut before) = (0, 0, 0);
            while hurdles < hop.hurdles {
                let Some(&sq) = ray.get(at) else { return };
                looked_at.add(sq);
                at += 1;
                if men.has(sq) {
                    hurdles += 1;
                    if hurdles == 1 {
                        before = at;
                    }
                }
            }
            if matches!(hop.before, Distance::Exactly(n) if usize::from(n) != before) {
                return;
            }
            let hurdle = ray[at - 1];
            let wanted = match hop.after {
                Distance::Any => None,
                Distance::Exactly(n) => Some(usize::from(n)),
                Distance::Same => Some(before),
            };
            for (bounds, &to) in (1..).zip(&ray[at..]) {
                looked_at.add(to);
                let ends = wanted.is_none_or(|wanted| bounds == wanted);
                if ends {
                    walk.arrive_over(Some(hurdle), to, mode);
                }
                if walk.done || men.has(to) || ends && wanted.is_some() {
                    return;
                }
            }
        });
    }
}
