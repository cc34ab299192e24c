//! One key of long play, found by proof numbers: how little is still to be proved, and how little to be refuted.
//!
//! Depth-first proof-number search (Nagai 2002). Each node has two numbers: at least so many open nodes must succeed until
//! it is proved, and so many fail until it is refuted. The search goes where the least is missing. That finds long keys full
//! of checks in a fraction of the time; it does not refute the other moves any faster, so it is asked only where one
//! solution is enough.
//!
//! What it finds is proved. The number of half-moves left is part of a node's key and becomes smaller with each move, so
//! no position comes back, and nothing is taken as proved by itself. Its table forgets, which costs time and proves
//! nothing. It uses nothing that others remember, and a number of nodes limits it, not a time: which of several keys it
//! finds does not depend on threads, tables or clocks.

use super::turn::Turn;
use super::worker::{Answer, Worker};
use crate::position::Oracle;
use crate::problem::Reply;

/// Shorter play is searched in no time, and so its first key in the order of the moves is told.
pub const LEAST_LENGTH: u16 = 9;
/// With so few half-moves left the ordinary search answers.
const LAST_LENGTH: u16 = 3;
/// Nodes that are looked at before it gives up.
const MOST_NODES: u64 = 1 << 20;

/// So many replies count as one more that is to be proved. If each counted, hardly anything but checks would be looked at: of
/// eight published mates in 8 to 16 moves six were found so, and all eight with this.
const REPLIES_AS_ONE: u32 = 4;

const NEVER: u32 = 1 << 30;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    refutation: u32,
}

impl Numbers {
    const PROVED: Numbers = Numbers { proof: 0, refutation: NEVER };
    const REFUTED: Numbers = Numbers { proof: NEVER, refutation: 0 };

    fn is_settled(self) -> bool {
        self.proof == 0 || self.refutation == 0
    }

    fn of_answer(succeeds: bool) -> Numbers {
        if succeeds { Numbers::PROVED } else { Numbers::REFUTED }
    }

    /// The same as the side to move sees it: first what it wants.
    fn seen_by(self, attack: bool) -> (u32, u32) {
        if attack { (self.proof, self.refutation) } else { (self.refutation, self.proof) }
    }

    fn as_seen_by(attack: bool, (wanted, unwanted): (u32, u32)) -> Numbers {
        let (proof, refutation) = if attack { (wanted, unwanted) } else { (unwanted, wanted) };
        Numbers { proof, refutation }
    }
}

/// What is known of nodes, in a fixed number of places.
struct Memory {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    check: u64,
    proof: u32,
    refutation: u32,
    work: u32,
}

const PLACES: usize = 1 << 18;
const BUCKET: usize = 4;

impl Memory {
    fn new() -> Memory {
        Memory { entries: vec![Entry::default(); PLACES] }
    }

    fn bucket(key: u128) -> usize {
        key as usize % (PLACES / BUCKET) * BUCKET
    }

    fn probe(&self, key: u128) -> Option<Numbers> {
        let check = (key >> 64) as u64;
        let entry = self.entries[Memory::bucket(key)..][..BUCKET].iter().find(|entry| entry.check == check)?;
        (entry.work > 0).then_some(Numbers { proof: entry.proof, refutation: entry.refutation })
    }

    /// What took the least work gives way.
    fn store(&mut self, key: u128, numbers: Numbers, work: u64) {
        let check = (key >> 64) as u64;
        let bucket = &mut self.entries[Memory::bucket(key)..][..BUCKET];
        let known = bucket.iter().position(|entry| entry.check == check);
        let cheapest = || (0..BUCKET).min_by_key(|&i| bucket[i].work).unwrap_or(0);
        let entry = &mut bucket[known.unwrap_or_else(cheapest)];
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let work = if entry.check == check { work.max(entry.work) } else { work };
        *entry = Entry { check, proof: numbers.proof, refutation: numbers.refutation, work };
    }
}

struct Search {
    memory: Memory,
    nodes: u64,
}

struct Child<M> {
    m: M,
    key: u128,
    numbers: Numbers,
}

impl<P: Oracle> Worker<'_, P> {
    /// The play is one of which a single key may be found by proof numbers: the attacker reaches one goal that the last
    /// move decides, and no option or constraint asks for more.
    pub fn is_for_proof_numbers(&self, turn: Turn<'_>) -> bool {
        let Turn { stretch, letter, n, least } = turn;
        let settings = self.shared.settings;
        settings.proof_numbers
            && settings.max_solutions == Some(1)
            && !settings.move_numbers
            && !settings.numbers_first_moves()
            && settings.refutations.is_none()
            && n >= LEAST_LENGTH
            && least <= 1
            && turn.is_attack()
            && stretch.plain_goals[letter].is_some()
            && stretch.forks[1 - letter].is_none()
            && stretch.branch.reply == Reply::Moves
            && stretch.constraints.iter().all(Option::is_none)
            && !turn.allows_self_check()
            && stretch.is_tabled()
            && settings.is_plain()
    }

    /// A first move after which the attacker succeeds; `None` where there is none, or none was found.
    pub fn key_by_proof_numbers(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Option<P::Move>> {
        let mut search = Search { memory: Memory::new(), nodes: 0 };
        self.look_for_proof(position, turn, (NEVER, NEVER), &mut search)
    }

    /// Goes on below this node until one of its numbers reaches its limit or it is settled; for the attacker the move that
    /// succeeds. `limits`: proof and refutation.
    fn look_for_proof(
        &mut self,
        position: &mut P,
        turn: Turn<'_>,
        limits: (u32, u32),
        search: &mut Search,
    ) -> Answer<Option<P::Move>> {
        let attack = turn.is_attack();
        let key = turn.key(position);
        let before = search.nodes;
        let limits = Numbers { proof: limits.0, refutation: limits.1 }.seen_by(attack);
        let mut children = self.children(position, turn, search)?;
        loop {
            let (numbers, best, second) = summary(&children, attack);
            let (wanted, unwanted) = numbers.seen_by(attack);
            let is_over = search.nodes > MOST_NODES;
            if is_over || numbers.is_settled() || wanted >= limits.0 || unwanted >= limits.1 {
                let work = search.nodes - before;
                search.memory.store(key, numbers, work);
                if numbers.is_settled() {
                    let succeeds = numbers.proof == 0;
                    let key = position.key() ^ self.battle_salt(turn);
                    self.shared.table.store(key, work, |facts| facts.with_result(turn.n, succeeds));
                }
                return Ok(best.filter(|_| numbers.proof == 0).map(|best| children[best].m));
            }
            let Some(best) = best else { return Ok(None) };
            let child = &mut children[best];
            let (_, of_child) = child.numbers.seen_by(attack);
            // A little beyond the second best, so that it need not go back and forth.
            let most_wanted = limits.0.min(second.saturating_add(second / 4).saturating_add(1));
            let most_unwanted = limits.1.saturating_sub(unwanted - of_child);
            let of_child = Numbers::as_seen_by(attack, (most_wanted, most_unwanted));
            let m = child.m;
            self.path.push(m);
            let answer = position.with_move(m, |after| {
                self.look_for_proof(after, turn.next(), (of_child.proof, of_child.refutation), search)
            });
            self.path.pop();
            answer?;
            // What memory has just forgotten is open as it was, but has cost more.
            let known = search.memory.probe(child.key);
            child.numbers = known.unwrap_or(child.numbers);
        }
    }

    /// The moves with what is known after each.
    fn children(&mut self, position: &mut P, turn: Turn<'_>, search: &mut Search) -> Answer<Vec<Child<P::Move>>> {
        let attack = turn.is_attack();
        let next = turn.next();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for m in moves {
            self.path.push(m);
            let child = position.with_move(m, |after| -> Answer<_> {
                let key = next.key(after);
                let numbers = match search.memory.probe(key) {
                    Some(numbers) => numbers,
                    None => {
                        search.nodes += 1;
                        self.meter.tick()?;
                        let numbers = self.first_numbers(after, next)?;
                        search.memory.store(key, numbers, 1);
                        numbers
                    }
                };
                Ok(Child { m, key, numbers })
            });
            self.path.pop();
            let child = child?;
            let decides = if attack { child.numbers.proof == 0 } else { child.numbers.refutation == 0 };
            children.push(child);
            if decides {
                break;
            }
        }
        Ok(children)
    }

    /// What can be said of a node at once. Before the attacker's move: whether he succeeds in two moves. After it: how many
    /// replies are to be met.
    fn first_numbers(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Numbers> {
        if turn.is_attack() {
            let succeeds = self.battle(position, turn.within(LAST_LENGTH))?;
            let is_settled = succeeds || turn.n <= LAST_LENGTH;
            return Ok(if is_settled { Numbers::of_answer(succeeds) } else { Numbers { proof: 1, refutation: 1 } });
        }
        // The goal itself is not reached here: the attacker's node before has looked.
        Ok(match position.count_legal_moves() {
            0 => Numbers::REFUTED,
            replies => Numbers { proof: 1 + replies as u32 / REPLIES_AS_ONE, refutation: 1 },
        })
    }
}

/// The numbers of a node from those of its children, the child that is the nearest to what the side to move wants, and how
/// near the next one is. Of what is not wanted the greatest counts, and one for each other child: children often lead to the
/// same nodes, which a sum would count again and again.
fn summary<M>(children: &[Child<M>], attack: bool) -> (Numbers, Option<usize>, u32) {
    let (mut best, mut least, mut second) = (None, NEVER, NEVER);
    let (mut greatest, mut open) = (0, 0);
    for (i, child) in children.iter().enumerate() {
        let (wanted, unwanted) = child.numbers.seen_by(attack);
        if wanted < least {
            (second, least, best) = (least, wanted, Some(i));
        } else {
            second = second.min(wanted);
        }
        if unwanted > 0 {
            open += 1;
            greatest = greatest.max(unwanted);
        }
    }
    let unwanted = match (least, open) {
        (0, _) => NEVER,
        (_, 0) => 0,
        _ => (greatest + open - 1).min(NEVER - 1),
    };
    (Numbers::as_seen_by(attack, (least, unwanted)), best, second)
}
