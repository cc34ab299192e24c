//! Tests that compare the answers to queries with the definition on random lines, most of them with moves (`TI~-~`)
//! whose men are not assumed at once. Lines are counted for which a certain behaviour of such a man is necessary.

use super::super::line::Line;
use super::super::men::{Board, Kind, Sq, Squares, bit, squares};
use super::super::query::{Query, QueryAnswer, Requirement};
use super::super::view::PrintedMove;
use super::super::world::World;
use super::{Case, Chance, case};
use crate::board::Color;
use std::collections::{BTreeMap, HashSet};

/// The behaviour of a man that makes an unseen move, as bits.
const CAPTURES_UNSEEN: u8 = 1;
const IS_CAPTURED: u8 = 2;
const PROMOTES: u8 = 4;
const CHECKS: u8 = 8;
const CHECKS_AT_THE_END: u8 = 16;
/// All worlds are mates.
const MATES: u8 = 32;
/// All worlds are mates by such a man.
const CHECKMATES: u8 = 64;
const KINDS: usize = 7;

/// A world, and what the men that have made unseen moves did in the play before.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    world: World,
    /// Squares of these men, and of those that did not make the last move as their first one.
    movers: Squares,
    earlier: Squares,
    did: u8,
}

impl State {
    /// Returns the state after a move that leads to `world`.
    fn after(&self, board: &Board, printed: PrintedMove, mover: Color, world: World) -> State {
        let changed: Vec<Sq> = squares(board.exists).filter(|&sq| self.world.man(sq) != world.man(sq)).collect();
        let (filled, emptied): (Vec<Sq>, Vec<Sq>) = changed.into_iter().partition(|&sq| world.man(sq).is_some());
        let (mut movers, mut did) = (self.movers, self.did);
        let goes_on = emptied.iter().any(|&sq| self.movers & bit(sq) != 0) && emptied.len() == 1;
        emptied.iter().for_each(|&sq| movers &= !bit(sq));
        for &to in &filled {
            if movers & bit(to) != 0 {
                did |= IS_CAPTURED;
            }
            movers &= !bit(to);
            if goes_on {
                movers |= bit(to);
            }
        }
        let earlier = movers;
        if let (PrintedMove::UnseenMoves, [to], [from]) = (printed, filled.as_slice(), emptied.as_slice()) {
            movers |= bit(*to);
            let is_pawn = self.world.man(*from).is_some_and(|man| man.kind == Kind::Pawn);
            for (happened, bits) in [
                (self.world.man(*to).is_some(), CAPTURES_UNSEEN),
                (is_pawn && world.man(*to).is_some_and(|man| man.kind != Kind::Pawn), PROMOTES),
                (world.is_in_check(board, !mover), CHECKS),
            ] {
                did |= if happened { bits } else { 0 };
            }
        }
        State { world, movers, earlier, did }
    }

    /// Returns what they did, and do at the end of a line after a move of `mover`.
    fn did(&self, board: &Board, mover: Color) -> u8 {
        let checks = self.world.checkers(board, !mover) & self.earlier != 0;
        self.did | if checks { CHECKS_AT_THE_END } else { 0 }
    }
}

#[derive(Default)]
struct Counts {
    answers: BTreeMap<&'static str, usize>,
    /// By behaviour (number of the bit), the answers that need it.
    necessary: [usize; KINDS],
}

/// Asserts that the answer is that of the definition with bounds and without, and returns it as a word.
fn compared(case: &Case, line: &Line, aim: Requirement, defined: bool, seed: usize) -> &'static str {
    let mut words = Vec::new();
    for remembers in [true, false] {
        let query = Query { board: &case.board, line, aim, number: case.number, seed, remembers, stopped: &|| false };
        let word = match query.answer() {
            Ok(QueryAnswer::Found(_)) => "found",
            Ok(QueryAnswer::NotFound) => "not found",
            Ok(QueryAnswer::Impossible) => "impossible",
            Err(()) => panic!("there is no limit"),
        };
        let men: Vec<_> = squares(line.view(0).occupied()).map(|sq| (sq, line.view(0).man(sq))).collect();
        let place = || format!("{} besides {men:?} on {:#x}: {:?}", case.number, case.board.exists, line.printed());
        assert_eq!(word == "found", defined, "{}, remembers: {remembers}", place());
        words.push(word);
    }
    words[0]
}

/// Compares the answers on the line, whose states are given, and counts.
fn examined(case: &Case, line: &Line, states: &HashSet<State>, counts: &mut Counts, seed: usize) {
    let mover = !line.last().mover;
    let is_deferred = |ply: usize| line.printed()[ply] == PrintedMove::UnseenMoves;
    let unseen = (0..line.printed().len() - 1).any(is_deferred);
    let escapes = |state: &&State| !state.world.is_mate(&case.board, !mover);
    for (aim, answering) in [
        (Requirement::Any, states.iter().collect::<Vec<_>>()),
        (Requirement::Escape, states.iter().filter(escapes).collect()),
    ] {
        let word = compared(case, line, aim, !answering.is_empty(), seed);
        assert!(word != "impossible" || states.is_empty(), "the line is possible: {:?}", line.printed());
        *counts.answers.entry(word).or_default() += 1;
        let is_mate = answering.is_empty() && !states.is_empty();
        let among = if is_mate { states.iter().collect() } else { answering };
        if unseen && !among.is_empty() {
            let mut all = among.iter().fold(!(MATES | CHECKMATES), |all, state| all & state.did(&case.board, mover));
            if is_mate {
                all |= MATES | if all & CHECKS_AT_THE_END != 0 { CHECKMATES } else { 0 };
            }
            for (index, count) in counts.necessary.iter_mut().enumerate() {
                *count += usize::from(all & 1 << index != 0);
            }
        }
    }
    let Some(state) = states.iter().min_by_key(|state| state.world.unseen) else { return };
    for sq in squares(state.world.unseen) {
        let Some(man) = state.world.man(sq) else { continue };
        let differs = states.iter().any(|state| !state.world.has_unseen(sq, man));
        compared(case, line, Requirement::Differs(sq, man), differs, seed);
    }
}

/// Compares the answers on the beginnings of random lines with `number` invisible men. Counts in `counts`.
fn on_random_lines(seed: u64, cases: usize, number: usize, size: (u8, u8), counts: &mut Counts) {
    let mut chance = Chance(seed);
    for i in 0..cases {
        let case = case(&mut chance, number, 4 + i % 2, size);
        let mut worlds = Vec::new();
        case.place(&mut Vec::new(), 0, &mut worlds);
        let mut states: HashSet<State> =
            worlds.into_iter().map(|world| State { world, movers: 0, earlier: 0, did: 0 }).collect();
        let mut line = Line::new(case.view.clone(), &case.board, true);
        for _ in 0..case.plies {
            let view = line.last().clone();
            let moves = view.moves(&case.board);
            let mut next: Vec<(PrintedMove, HashSet<State>)> = Vec::new();
            let tries = if view.mover == Color::White { moves.len() } else { 6 };
            for index in 0..tries {
                let printed = match (view.mover, chance.below(3)) {
                    (Color::White, _) => moves[index],
                    (Color::Black, 0) => PrintedMove::UnseenMoves,
                    (Color::Black, _) => moves[chance.below(moves.len())],
                };
                if next.iter().any(|(other, _)| *other == printed) {
                    continue;
                }
                let after = states.iter().flat_map(|state| {
                    let worlds = state.world.after(&case.board, &view, printed).into_iter();
                    worlds.map(|world| state.after(&case.board, printed, view.mover, world))
                });
                next.push((printed, after.collect()));
            }
            // Lines that almost mate are the best test.
            let escapes = |(_, states): &(PrintedMove, HashSet<State>)| {
                let escape = |state: &&State| !state.world.is_mate(&case.board, Color::Black);
                (states.is_empty(), states.iter().filter(escape).count())
            };
            if view.mover == Color::White {
                next.sort_by_cached_key(escapes);
                next.truncate(8);
            }
            for (printed, after) in &next {
                line.push(*printed, &case.board);
                examined(&case, &line, after, counts, i);
                line.pop();
            }
            next.retain(|(_, states)| !states.is_empty());
            if view.mover == Color::White && !next.is_empty() && chance.below(2) == 0 {
                let at = chance.below(next.len());
                next.swap(0, at);
            }
            // Lines that few plays allow are the best test.
            if chance.below(3) > 0 {
                next.sort_by_key(|(_, states)| states.len());
            }
            let Some((printed, after)) = next.into_iter().next() else { break };
            line.push(printed, &case.board);
            states = after;
        }
    }
}

#[test]
fn deferred_moves_change_no_answer() {
    let mut counts = Counts::default();
    for seed in [30_000, 31_000] {
        on_random_lines(seed + 31, 400, 1, (4, 4), &mut counts);
        on_random_lines(seed + 32, 300, 2, (3, 3), &mut counts);
        on_random_lines(seed + 33, 10, 2, (4, 4), &mut counts);
        on_random_lines(seed + 34, 50, 3, (3, 3), &mut counts);
        on_random_lines(seed + 35, 2, 4, (3, 3), &mut counts);
    }
    // Two men of one side move one after the other where one man cannot make both moves.
    on_random_lines(52_034, 50, 3, (3, 3), &mut counts);
    assert!(counts.answers.values().all(|&count| count > 30), "{:?}", counts.answers);
    let [captures, captured, promotes, checks, checks_at_the_end, mates, checkmates] = counts.necessary;
    assert!(captures > 100 && captured > 500 && checks > 200 && mates > 30, "{:?}", counts.necessary);
    assert!(promotes > 10 && checks_at_the_end > 10 && checkmates > 2, "{:?}", counts.necessary);
}
