//! Mate in two: tests each first move against the killer moves, then against all replies.

use super::men::{Men, Step};
use super::one::mates_in_one;
use super::steps::{any_step, play_if_legal};
use crate::position::Played;

const MOST_KILLERS: usize = 4;

/// Killer moves: the last replies that refuted a first move, the latest first. If a killer move is legal in a later
/// position, it is likely to refute there, too.
#[derive(Clone, Copy, Default, Debug)]
pub struct Killers {
    pub replies: [Step; MOST_KILLERS],
}

impl Killers {
    fn remember(&mut self, reply: Step) {
        let at = self.replies.iter().position(|&known| known == reply).unwrap_or(MOST_KILLERS - 1);
        self.replies[at] = reply;
        self.replies[..=at].rotate_right(1);
    }
}

/// Whether the first move `step` forces mate: after every reply there is a mate in one.
pub fn mates_next(men: &Men, step: Step, killers: &mut Killers, played: &mut Played) -> bool {
    played.attacks += 1;
    every_reply_is_mated(&men.play(step).turned(), killers, played)
}

/// Whether the side to move has a legal move, and after each of its legal moves the other side mates in one. Tries
/// the killer moves first, and stores the move that refutes.
fn every_reply_is_mated(men: &Men, killers: &mut Killers, played: &mut Played) -> bool {
    let mut refutes = |after: &Men| {
        played.replies += 1;
        !mates_in_one(&after.turned())
    };
    let known = killers.replies;
    let mut is_refuting = |&reply: &Step| play_if_legal(men, reply).is_some_and(|after| refutes(&after));
    if let Some(refuting) = known.iter().find(|&reply| is_refuting(reply)).copied() {
        killers.remember(refuting);
        return false;
    }
    let mut met = false;
    let mut refuting = None;
    any_step(men, &mut |reply| {
        met = true;
        if !known.contains(&reply) && refutes(&men.play(reply)) {
            refuting = Some(reply);
        }
        refuting.is_some()
    });
    if let Some(refuting) = refuting {
        killers.remember(refuting);
    }
    met && refuting.is_none()
}
