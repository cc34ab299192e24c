//! Depth-first proof-number search (Nagai 2002) for one key of a long battle play.
//!
//! Each node has two numbers. The proof number is the least number of open nodes that must succeed to prove the node.
//! The refutation number is the least number of open nodes that must fail to refute it. The search continues where
//! these numbers are smallest. It finds long keys with many checks in a fraction of the time of the ordinary search,
//! but refutes other moves no faster. So it is used only if one solution is enough.
//!
//! A key that this search finds is proved:
//!
//! 1. The key of a node contains the number of plies left, which decreases with each move. So no node occurs below
//!    itself, and none is used in its own proof.
//! 2. If the table of this search loses an entry, the search takes longer; nothing false is proved.
//!
//! Which of several keys is found does not depend on threads, tables or clocks: the search uses no facts of other
//! threads, and its limit is a number of nodes, not a time.

use crate::position::Oracle;
use crate::solve::prove::{Answer, Prover};
use crate::solve::setup::turn::Turn;
use crate::solve::techniques::Technique;

/// Least number of plies for proof numbers. In shorter play the moves are searched in order, so that the first key in
/// this order is found.
pub const LEAST_LENGTH: u16 = 9;
/// With at most this number of plies left, the ordinary search is used.
const LAST_LENGTH: u16 = 3;
/// Number of nodes after which the proof-number search gives up.
const MOST_NODES: u64 = 1 << 20;

/// The number of replies that add one to the proof number. If every reply adds one, the search examines hardly any
/// moves except checks, and finds only six of eight published mates in 8 to 16 moves. With this number it finds all
/// eight.
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

    /// Returns both numbers from the viewpoint of one side (`attack`: the attacker). The first is the number that this
    /// side tries to reduce to 0.
    fn seen_by(self, attack: bool) -> (u32, u32) {
        if attack { (self.proof, self.refutation) } else { (self.refutation, self.proof) }
    }

    fn as_seen_by(attack: bool, (wanted, unwanted): (u32, u32)) -> Numbers {
        let (proof, refutation) = if attack { (wanted, unwanted) } else { (unwanted, wanted) };
        Numbers { proof, refutation }
    }
}

/// Table of fixed size with the proof and refutation numbers of nodes, by key.
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

    /// Stores numbers under a key. In a full bucket, replaces the entry with the least work.
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

impl<P: Oracle> Prover<'_, P> {
    /// Whether proof numbers may be used. This requires that one key is enough, that the attacker has to reach a single
    /// goal for which only the last move matters, and that no option or constraint has to be tested.
    pub fn is_for_proof_numbers(&self, turn: Turn<'_>) -> bool {
        let Turn { stage, side_index, n, least } = turn;
        let settings = self.shared.settings;
        settings.has(Technique::ProofNumbers)
            && settings.max_solutions == Some(1)
            && !settings.move_numbers
            && !settings.numbers_first_moves()
            && settings.refutations.is_none()
            && n >= LEAST_LENGTH
            && least <= 1
            && turn.is_attack()
            && stage.sole_goals[side_index].is_some()
            && !turn.allows_self_check()
            && stage.is_tabled()
            && settings.is_plain()
    }

    /// Returns a first move after which the attacker succeeds, or `None` if the search found none.
    pub fn key_by_proof_numbers(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Option<P::Move>> {
        let mut search = Search { memory: Memory::new(), nodes: 0 };
        self.look_for_proof(position, turn, (NEVER, NEVER), &mut search)
    }

    /// Searches below this node until the node is proved or refuted, or one of its numbers reaches its limit in
    /// `limits`. Returns the attacker's move that is proved to succeed, if there is one.
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
            // The limit is a little above the second best child, so that the search does not jump back and forth.
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
            // If the table has lost the child's entry, the child keeps its old numbers, and the work on it is lost.
            let known = search.memory.probe(child.key);
            child.numbers = known.unwrap_or(child.numbers);
        }
    }

    /// Returns the moves of a node, each with its numbers. Stops after the first move that decides.
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

    /// Returns the initial numbers of a node. If the attacker is to move, they depend on whether it succeeds in two
    /// moves; if the defender is to move, on the number of its replies.
    fn first_numbers(&mut self, position: &mut P, turn: Turn<'_>) -> Answer<Numbers> {
        if turn.is_attack() {
            let succeeds = self.battle(position, turn.within(LAST_LENGTH))?;
            let is_settled = succeeds || turn.n <= LAST_LENGTH;
            return Ok(if is_settled { Numbers::of_answer(succeeds) } else { Numbers { proof: 1, refutation: 1 } });
        }
        // The attacker's preceding node has tested the goal of the move itself.
        Ok(match position.count_legal_moves() {
            0 => Numbers::REFUTED,
            replies => Numbers { proof: 1 + replies as u32 / REPLIES_AS_ONE, refutation: 1 },
        })
    }
}

/// Combines the numbers of the children. Returns the numbers of the node, the index of the best child for the side to
/// move, and the wanted number of the second best child. *Wanted* is the number that the side to move tries to reduce
/// to 0.
///
/// The wanted number of the node is the least wanted number of a child. The unwanted number is the greatest unwanted
/// number of a child, plus one for each other open child. A sum over the children would count a node several times if
/// several children reach it.
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
