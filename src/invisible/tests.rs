//! Tests that compare the search with the definition, for which all possible invisible men are enumerated.

use super::line::Line;
use super::men::{Board, Domain, Kind, Man, Sq, Squares, bit, squares};
use super::play::{InvisiblePlay, PlayedMove};
use super::query::{Query, QueryAnswer, Requirement, Team, Witness};
use super::view::{PrintedMove, View};
use super::world::World;
use crate::board::Color;
use std::collections::{BTreeMap, BTreeSet, HashSet};

mod deferral;

type Lines = BTreeSet<Vec<(PrintedMove, Vec<(Sq, Man)>)>>;

/// A position small enough for all worlds to be enumerated.
struct Case {
    board: Board,
    view: View,
    number: usize,
    plies: usize,
}

impl Case {
    fn searched(&self, follows_trails: bool) -> Lines {
        let mut lines = Lines::new();
        let view = self.view.clone();
        let mut play = InvisiblePlay::new(&self.board, view, self.number, Color::White, follows_trails, &|| false);
        let printed = |part: &PlayedMove| (part.printed, part.uncovered.clone());
        let Ok(beginnings) = play.beginnings(self.plies) else { panic!("there is no limit") };
        for beginning in beginnings {
            let result = beginning.solve(&mut |played, _| {
                lines.insert(played.iter().map(printed).collect());
            });
            assert!(result.is_ok());
        }
        lines
    }

    fn defined(&self) -> Lines {
        let mut worlds = Vec::new();
        self.place(&mut Vec::new(), 0, &mut worlds);
        let mut lines = Lines::new();
        self.go_on(&mut Line::new(self.view.clone(), &self.board, false), worlds, &mut Vec::new(), &mut lines);
        lines
    }

    /// Collects all worlds at the beginning of the play.
    fn place(&self, men: &mut Vec<(Sq, Man)>, from: Sq, worlds: &mut Vec<World>) {
        if men.len() == self.number {
            let unmoved = men.iter().fold(0, |set, (sq, _)| set | bit(*sq));
            let world = World::new(&self.view, &Witness { men: men.clone(), unmoved, team: Team::new() });
            if world.has_kings() && !world.is_in_check(&self.board, !self.view.mover) {
                worlds.push(world);
            }
            return;
        }
        for sq in squares(self.board.exists & !self.view.occupied()).filter(|&sq| sq >= from) {
            for man in Domain::unknown(sq).or(Domain::either(Kind::King)).men() {
                men.push((sq, man));
                self.place(men, sq + 1, worlds);
                men.pop();
            }
        }
    }

    fn go_on(
        &self,
        line: &mut Line,
        worlds: Vec<World>,
        played: &mut Vec<(PrintedMove, Vec<(Sq, Man)>)>,
        lines: &mut Lines,
    ) {
        let view = line.last().clone();
        for world in &worlds {
            for step in world.visible_steps(&self.board, view.mover) {
                let is_printed = |printed: &PrintedMove| match *printed {
                    PrintedMove::Goes { from, to, .. } | PrintedMove::PawnTakes { from, to, .. } => (from, to) == step,
                    _ => false,
                };
                assert!(view.moves(&self.board).iter().any(is_printed), "{step:?} after {:?}", line.printed());
            }
        }
        let mut next: BTreeMap<PrintedMove, HashSet<World>> = BTreeMap::new();
        for printed in view.moves(&self.board) {
            let after = worlds.iter().flat_map(|world| world.after(&self.board, &view, printed));
            next.insert(printed, after.collect());
        }
        for (printed, worlds) in next.into_iter().filter(|(_, worlds)| !worlds.is_empty()) {
            let mut worlds: Vec<World> = worlds.into_iter().collect();
            line.push(printed, &self.board);
            let first = worlds[0].clone();
            let is_common = |&(sq, man): &(Sq, Man)| worlds.iter().all(|world| world.has_unseen(sq, man));
            let mut common: Vec<(Sq, Man)> =
                squares(first.unseen).filter_map(|sq| Some((sq, first.man(sq)?))).filter(is_common).collect();
            for &(sq, man) in &common {
                line.uncover(sq, man);
                worlds.iter_mut().for_each(|world| world.uncover(sq));
            }
            common.reverse();
            played.push((printed, common));
            if view.mover == Color::White && worlds.iter().all(|world| world.is_mate(&self.board, Color::Black)) {
                lines.insert(played.clone());
            } else if played.len() < self.plies {
                self.go_on(line, worlds, played, lines);
            }
            played.pop();
            line.pop();
        }
    }
}

/// Generator of deterministic pseudo-random numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Returns a random case with a few men on a board of the given size, in the corner h1 or h8 of the 8x8 board.
fn case(chance: &mut Chance, number: usize, plies: usize, (files, ranks): (u8, u8)) -> Case {
    let at_e1 = chance.below(2) == 0;
    let exists: Squares = (0..64)
        .filter(|sq| match at_e1 {
            true => (sq & 7) >= 8 - files && (sq >> 3) < ranks,
            false => (sq & 7) >= 8 - files && (sq >> 3) >= 8 - ranks,
        })
        .fold(0, |set, sq| set | bit(sq));
    let mut men: BTreeMap<Sq, Man> = BTreeMap::new();
    let squares: Vec<Sq> = squares(exists).collect();
    let mut put = |man: Man, chance: &mut Chance| {
        let sq = squares[chance.below(squares.len())];
        if man.kind != Kind::Pawn || (8..56).contains(&sq) {
            men.entry(sq).or_insert(man);
        }
    };
    if chance.below(8) > 0 {
        put(Man::new(Color::Black, Kind::King), chance);
    }
    if chance.below(8) > 0 {
        put(Man::new(Color::White, Kind::King), chance);
    }
    for _ in 0..1 + chance.below(3) {
        let kind = [Kind::Queen, Kind::Rook, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn][chance.below(6)];
        put(Man::new(Color::White, kind), chance);
    }
    for _ in 0..chance.below(3) {
        let kind = [Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn, Kind::Pawn][chance.below(5)];
        put(Man::new(Color::Black, kind), chance);
    }
    if exists & bit(4) != 0 && chance.below(3) == 0 {
        // White may be able to castle.
        men.retain(|_, man| *man != Man::new(Color::White, Kind::King));
        men.insert(4, Man::new(Color::White, Kind::King));
    }
    let men: Vec<(Sq, Man)> = men.into_iter().collect();
    let first = if plies.is_multiple_of(2) { Color::Black } else { Color::White };
    Case { board: Board::new(exists), view: View::new(&men, first), number, plies }
}

/// Asserts that search and definition find the same lines in random cases, and returns their number.
fn compared(seed: u64, cases: usize, number: usize, plies: usize, size: (u8, u8)) -> usize {
    let mut chance = Chance(seed);
    let mut found = 0;
    for i in 0..cases {
        let case = case(&mut chance, number, plies, size);
        let (searched, defined) = (case.searched(true), case.defined());
        let men: Vec<_> = squares(case.view.occupied()).map(|sq| (sq, case.view.man(sq))).collect();
        assert_eq!(case.searched(false), defined, "case {i} of {seed} without trails");
        assert_eq!(searched, defined, "case {i} of {seed}: {number} besides {men:?} on {:#x}", case.board.exists);
        found += defined.len();
    }
    found
}

#[test]
fn one_invisible_man() {
    let lines = compared(1, 120, 1, 3, (4, 4)) + compared(2, 60, 1, 2, (5, 5)) + compared(15, 10, 1, 4, (5, 4));
    assert!(lines > 100, "{lines}");
}

#[test]
fn two_invisible_men() {
    let lines = compared(3, 60, 2, 3, (4, 3)) + compared(4, 30, 2, 2, (4, 4)) + compared(13, 20, 2, 4, (3, 3));
    assert!(lines > 30, "{lines}");
}

#[test]
fn three_invisible_men() {
    let lines = compared(11, 80, 3, 2, (3, 3)) + compared(12, 50, 3, 3, (3, 3));
    assert!(lines > 10, "{lines}");
}

/// Returns two answers to a query: of a search that remembers failures, and of one that does not.
fn answers(board: &Board, line: &Line, number: usize, aim: Requirement) -> [&'static str; 2] {
    [true, false].map(|remembers| {
        let query = Query { board, line, aim, number, seed: 0, remembers, stopped: &|| false };
        match query.answer() {
            Ok(QueryAnswer::Found(_)) => "found",
            Ok(QueryAnswer::NotFound) => "not found",
            Ok(QueryAnswer::Impossible) => "impossible",
            Err(()) => panic!("there is no limit"),
        }
    })
}

/// Remembering failures does not change answers, tested on random lines, most of which are impossible.
#[test]
fn what_has_failed_fails_again() {
    let mut chance = Chance(21);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for i in 0..400 {
        let case = case(&mut chance, 2 + i % 2, 5, (4, 4));
        let mut line = Line::new(case.view.clone(), &case.board, true);
        for _ in 0..case.plies {
            let moves = line.last().moves(&case.board);
            // Unseen moves come last; they leave most possibilities open.
            let unseen = chance.below(3) > 0;
            let printed = if unseen { moves[moves.len() - 1] } else { moves[chance.below(moves.len())] };
            line.push(printed, &case.board);
            for aim in [Requirement::Any, Requirement::Escape] {
                let [with, without] = answers(&case.board, &line, case.number, aim);
                assert_eq!(with, without, "case {i}: {} besides, {:?}", case.number, line.printed());
                *counts.entry(with).or_default() += 1;
            }
        }
    }
    assert!(
        ["found", "impossible"].iter().all(|kind| counts.get(kind).is_some_and(|&count| count > 100)),
        "{counts:?}"
    );
}

/// An invisible man that has captured stays on its square while its side captures where this man cannot.
#[test]
fn a_captor_who_cannot_capture_again_stays() {
    let man = |color, kind| Man::new(color, kind);
    // White: king a1, knight c3, rook h8; Black: king e5.
    let men = [
        (0, man(Color::White, Kind::King)),
        (18, man(Color::White, Kind::Knight)),
        (63, man(Color::White, Kind::Rook)),
        (36, man(Color::Black, Kind::King)),
    ];
    let board = Board::new(!0);
    let after = |printed: &[PrintedMove]| {
        printed.iter().fold(View::new(&men, Color::Black), |view, &printed| view.after(printed, &board))
    };
    // No man on c3 can capture on h8 while the king is on e5.
    let stays = after(&[PrintedMove::UnseenTakes(18), PrintedMove::UnseenMoves, PrintedMove::UnseenTakes(63)]);
    assert_eq!(stays.certain(), bit(18) | bit(63));
    // A knight on c3 can capture on a2, so it may be gone.
    let mut men = men;
    men[2].0 = 8;
    let after = |printed: &[PrintedMove]| {
        printed.iter().fold(View::new(&men, Color::Black), |view, &printed| view.after(printed, &board))
    };
    let may_go = after(&[PrintedMove::UnseenTakes(18), PrintedMove::UnseenMoves, PrintedMove::UnseenTakes(8)]);
    assert_eq!(may_go.certain(), bit(8));
}
