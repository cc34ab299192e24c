//! Tests that the lower bounds of proof games never exclude a game that reaches its target: no position of a random
//! game may be called unreachable from its end. Also tests that solutions are the same with and without bounds, and
//! that the search by strategies (fates of all men) finds the same games.

use crate::chance::Chance;
use keymove::orthodox::{Isardam, Madrasi, Rules};
use keymove::orthodox::{Move, OrthodoxPosition};
use keymove::position::{Oracle, Position, ProofGameBudget, Workers};
use keymove::problem::Problem;
use keymove::solve::{Solver, Technique, Techniques};
use keymove::syntax;
use keymove::units::{Color, Diagram, MoveRecord, Piece, Placement, Special, Square, Unit};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Weights that make rare moves likely, in this order: captures, castling, en passant, promotion, double steps.
type Weights = [usize; 5];
const WEIGHTS: [Weights; 3] = [[3, 20, 30, 8, 4], [12, 20, 30, 20, 4], [1, 40, 10, 2, 2]];

fn weight(record: &MoveRecord, weights: &Weights) -> usize {
    match record.special {
        Special::KingSideCastling | Special::QueenSideCastling => weights[1],
        Special::EnPassant => weights[2],
        _ if record.promotion.is_some() => weights[3],
        _ if record.captured.is_some() => weights[0],
        _ if record.mover.piece == Piece::PAWN && record.from.rank().abs_diff(record.to.rank()) == 2 => weights[4],
        _ => 2,
    }
}

fn choose(position: &OrthodoxPosition, random: &mut Chance, weights: &Weights) -> Option<Move> {
    let moves: Vec<(Move, usize)> =
        position.sorted_moves().iter().map(|(m, record)| (*m, weight(record, weights))).collect();
    pick(moves, random)
}

/// Returns one of the moves, with a probability proportional to its weight; `None` if there are none.
fn pick(moves: Vec<(Move, usize)>, random: &mut Chance) -> Option<Move> {
    let total: usize = moves.iter().map(|(_, weight)| weight).sum();
    let mut left = random.below(total.max(1));
    moves.into_iter().find(|&(_, weight)| left.checked_sub(weight).map(|rest| left = rest).is_none()).map(|(m, _)| m)
}

/// Plays at most `plies` random plies. Returns the moves and the final position.
fn play(start: &OrthodoxPosition, plies: usize, random: &mut Chance, weights: &Weights) -> (Vec<Move>, Placement) {
    fn go(
        at: &mut OrthodoxPosition,
        plies: usize,
        random: &mut Chance,
        weights: &Weights,
        game: &mut Vec<Move>,
    ) -> Placement {
        match if plies == 0 { None } else { choose(at, random, weights) } {
            None => at.board().placement(),
            Some(m) => {
                game.push(m);
                at.with_move(m, |after| go(after, plies - 1, random, weights, game))
            }
        }
    }
    let mut game = Vec::new();
    let end = go(&mut start.clone(), plies, random, weights, &mut game);
    (game, end)
}

/// Returns a random position from which a game begins: a few men on random squares, the game array, or a position near
/// the array. Pawns are on all ranks, so that promotions are near.
fn start(random: &mut Chance, rules: Rules) -> Option<OrthodoxPosition> {
    let mut diagram = Diagram { placement: Placement::game_array(), ..Diagram::default() };
    match random.below(4) {
        0 => {}
        1 => {
            let array = OrthodoxPosition::new(&diagram, Color::White, rules);
            let plies = 2 * (5 + random.below(20));
            diagram.placement = play(&array, plies, random, &WEIGHTS[1]).1;
        }
        2 => {
            for square in Placement::game_array().iter().map(|(square, _)| square) {
                let kept = matches!(diagram.placement.get(square), Some(unit) if unit.piece == Piece::KING);
                if !kept && random.below(2) == 0 {
                    diagram.placement.take(square);
                }
            }
        }
        _ => {
            diagram.placement = Placement::default();
            let kinds =
                [Piece::PAWN, Piece::PAWN, Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN];
            for color in Color::ALL {
                let mut pieces = vec![Piece::KING];
                pieces.extend((0..random.below(6)).map(|_| kinds[random.below(kinds.len())]));
                for piece in pieces {
                    let square = Square::new(random.below(8) as u8, random.below(8) as u8)?;
                    diagram.placement.put(square, Unit::new(color, piece));
                }
            }
            if Color::ALL.iter().any(|&color| diagram.placement.squares_of(color, Piece::KING).count() != 1) {
                return None;
            }
        }
    }
    let side = if random.below(3) == 0 { Color::Black } else { Color::White };
    let position = OrthodoxPosition::new(&diagram, side, rules);
    (!position.can_capture_king()).then_some(position)
}

fn moves_left(side: Color, plies: usize, exactly: bool) -> ProofGameBudget {
    let (first, second) = (plies.div_ceil(2) as u32, plies as u32 / 2);
    ProofGameBudget { moves: if side == Color::White { [first, second] } else { [second, first] }, exactly }
}

/// Plays a random game, and checks that the bound excludes no position on its way. Returns the number of plies.
fn one_game(seed: u64, rules: Rules) -> usize {
    let mut random = Chance(seed);
    let Some(start) = start(&mut random, rules) else { return 0 };
    let plies = 1 + random.below(10);
    let weights = WEIGHTS[random.below(WEIGHTS.len())];
    let (game, end) = play(&start, plies, &mut random, &weights);
    arrives(&start, &game, &end, seed);
    game.len()
}

type Target = <OrthodoxPosition as Oracle>::Target;

/// Asserts that the next move of the game, if there is one, is among the moves that the engine considers on the way to
/// the target.
fn next_is_among_moves(at: &OrthodoxPosition, game: &[Move], target: &Target, left: ProofGameBudget, seed: u64) {
    let mut moves = Vec::new();
    at.moves_towards(target, left, &mut moves);
    if let Some(next) = game.first() {
        assert!(moves.contains(next), "seed {seed}, {left:?}: {next:?} in {:?}", at.board().placement());
    }
}

/// Asserts that no move and no position of the game is excluded on the way to its end.
fn arrives(start: &OrthodoxPosition, game: &[Move], end: &Placement, seed: u64) {
    let target = start.target(end).expect("a target");
    fn follow(at: &mut OrthodoxPosition, game: &[Move], target: &Target, seed: u64) {
        for exactly in [true, false] {
            let left = moves_left(at.side_to_move(), game.len(), exactly);
            assert!(!target.is_out_of_reach(at.board(), left), "seed {seed}, {left:?}: {:?}", at.board().placement());
            next_is_among_moves(at, game, target, left, seed);
        }
        if let Some((&next, rest)) = game.split_first() {
            at.with_move(next, |after| follow(after, rest, target, seed));
        }
    }
    follow(&mut start.clone(), game, &target, seed);
}

/// The resources of a search: a single worker that has `bytes` of memory, and gives up after `most` positions.
struct Patience {
    most: u64,
    visited: AtomicU64,
    bytes: usize,
}

impl Workers for Patience {
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..pieces).for_each(work);
    }

    fn visited(&self, positions: u64) {
        self.visited.fetch_add(positions, Relaxed);
    }

    fn is_late(&self) -> bool {
        // Each check counts, since it takes time too.
        self.visited.fetch_add(1, Relaxed) > self.most
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn hands(&self) -> usize {
        1
    }
}

/// Memory for all strategies of a short game in one batch, and memory for a few of them.
const MUCH: usize = 64 << 20;
const LITTLE: usize = 1 << 16;

/// Returns the target, prepared with the strategies of all games of this length from the start. Returns `None` if these
/// are too many or take too long.
fn sought(start: &OrthodoxPosition, end: &Placement, plies: usize, bytes: usize) -> Option<Target> {
    let mut target = start.target(end)?;
    let crew = Patience { most: 10_000, visited: AtomicU64::new(0), bytes };
    let found = start.seek(&mut target, &[moves_left(start.side_to_move(), plies, true)], &crew);
    (found && !crew.is_late()).then_some(target)
}

/// Asserts that the search by strategies excludes no move of the game. Returns 1 if that search finishes, otherwise 0.
fn is_found(start: &OrthodoxPosition, game: &[Move], end: &Placement, seed: u64) -> usize {
    let Some(target) = sought(start, end, game.len(), MUCH) else { return 0 };
    fn follow(at: &mut OrthodoxPosition, game: &[Move], target: &Target, seed: u64) {
        let Some((next, rest)) = game.split_first() else { return };
        next_is_among_moves(at, game, target, moves_left(at.side_to_move(), game.len(), true), seed);
        at.with_move(*next, |after| follow(after, rest, target, seed));
    }
    follow(&mut start.clone(), game, &target, seed);
    1
}

/// Collects all games of `plies` plies to the target: `found` has the number of positions visited, and the games.
/// Returns `false` if that takes too long.
fn collect(
    at: &mut OrthodoxPosition,
    target: &Target,
    end: &Placement,
    path: &mut Vec<Move>,
    plies: usize,
    found: &mut (u64, Vec<Vec<Move>>),
) -> bool {
    found.0 += 1;
    if plies == 0 {
        if at.board().placement() == *end {
            found.1.push(path.clone());
        }
        return true;
    }
    let mut moves = Vec::new();
    at.moves_towards(target, moves_left(at.side_to_move(), plies, true), &mut moves);
    found.0 < 1_000
        && moves.into_iter().all(|m| {
            path.push(m);
            let goes_on = at.with_move(m, |after| collect(after, target, end, path, plies - 1, found));
            path.pop();
            goes_on
        })
}

/// Returns a random game with its start and its end: for odd seeds a game of 6 to 8 plies, for even seeds a tight game
/// of 6 to 12 plies in which kings move often, so that men guard squares against them.
fn game_to_find(seed: u64) -> Option<(OrthodoxPosition, Vec<Move>, Placement)> {
    if seed.is_multiple_of(2) {
        return Some(one_tight_game(seed, 6 + seed as usize / 2 % 7, WALKING));
    }
    let mut random = Chance(seed);
    let start = start(&mut random, rules()[(seed % 5) as usize])?;
    let weights = WEIGHTS[random.below(WEIGHTS.len())];
    let (game, end) = play(&start, 6 + random.below(3), &mut random, &weights);
    Some((start, game, end))
}

/// Whether the search by strategies finds exactly the games that the search with bounds finds; `None` if that takes too
/// long.
fn finds_the_same(seed: u64) -> Option<bool> {
    let (start, game, end) = game_to_find(seed)?;
    let plies = game.len();
    let all = |target: &Target| {
        let mut found = (0, Vec::new());
        collect(&mut start.clone(), target, &end, &mut Vec::new(), plies, &mut found).then_some(found.1)
    };
    let bytes = if seed.is_multiple_of(3) { LITTLE } else { MUCH };
    let (mut with, mut without) = (all(&sought(&start, &end, plies, bytes)?)?, all(&start.target(&end)?)?);
    with.sort_by_key(|game| format!("{game:?}"));
    without.sort_by_key(|game| format!("{game:?}"));
    assert!(without.contains(&game), "seed {seed}: the game is not found");
    Some(with == without)
}

/// Plays a long game from the array that wastes few moves: a man that has moved rarely moves again. So the sides have
/// few spare moves, and the bound can exclude much. A king moves `kings` times as often as other men, however often it
/// has moved.
fn one_tight_game(seed: u64, plies: usize, kings: usize) -> (OrthodoxPosition, Vec<Move>, Placement) {
    fn go(
        at: &mut OrthodoxPosition,
        (plies, kings): (usize, usize),
        moved: [u8; 64],
        random: &mut Chance,
        game: &mut Vec<Move>,
    ) -> Placement {
        let moves: Vec<(Move, usize)> = at
            .sorted_moves()
            .iter()
            .map(|(m, record)| {
                let dear = 16 * (6 + weight(record, &WEIGHTS[0]));
                let is_walk = kings > 0 && record.mover.piece == Piece::KING;
                (*m, if is_walk { dear * kings } else { dear >> (2 * moved[m.from as usize].min(3)) })
            })
            .collect();
        let Some(m) = pick(moves, random).filter(|_| plies > 0) else { return at.board().placement() };
        let mut moved = moved;
        moved[m.to as usize] = moved[m.from as usize] + 1;
        moved[m.from as usize] = 0;
        game.push(m);
        at.with_move(m, |after| go(after, (plies - 1, kings), moved, random, game))
    }
    let mut random = Chance(seed);
    let array = Diagram { placement: Placement::game_array(), ..Diagram::default() };
    let start = OrthodoxPosition::new(&array, Color::White, Rules::Orthodox);
    let mut game = Vec::new();
    let end = go(&mut start.clone(), (plies, kings), [0; 64], &mut random, &mut game);
    (start, game, end)
}

/// How many times as often as other men kings move in some tight games.
const WALKING: usize = 6;

/// Returns the number of plies of a tight game for this seed: 8 to 40.
fn long(seed: u64) -> usize {
    8 + Chance(seed).below(33)
}

fn caption(rules: Rules) -> &'static str {
    match rules {
        Rules::Orthodox => "",
        Rules::Madrasi(Madrasi { rex_inclusive: false, .. }) => "Madrasi",
        Rules::Madrasi(_) => "Madrasi RexInclusive",
        Rules::Isardam(Isardam { type_b: false, .. }) => "Isardam",
        Rules::Isardam(_) => "Isardam TypeB",
    }
}

fn rules() -> [Rules; 5] {
    let madrasi = Madrasi { rex_inclusive: false, en_passant_paralyses: true, paralysed_rook_castles: true };
    let isardam = Isardam { type_b: false, rex_inclusive: false };
    [
        Rules::Orthodox,
        Rules::Madrasi(madrasi),
        Rules::Madrasi(Madrasi { rex_inclusive: true, ..madrasi }),
        Rules::Isardam(isardam),
        Rules::Isardam(Isardam { type_b: true, ..isardam }),
    ]
}

fn games(seeds: std::ops::Range<u64>) {
    let played: usize = seeds.clone().into_par_iter().map(|seed| one_game(seed, rules()[(seed % 5) as usize])).sum();
    assert!(played > 2 * seeds.count(), "the games are too short: {played}");
}

#[test]
fn no_game_is_out_of_reach_of_its_end() {
    games(0..250);
}

#[test]
fn no_tight_game_is_out_of_reach_of_its_end() {
    let games = (0..120u64).into_par_iter().map(|seed| {
        let (start, game, end) = one_tight_game(seed, long(seed), if seed % 4 == 0 { WALKING } else { 0 });
        arrives(&start, &game, &end, seed);
        game.len()
    });
    let played: usize = games.sum();
    assert!(played > 1200, "the games are too short: {played}");
}

fn tight_games_are_found(seeds: std::ops::Range<u64>, kings: usize) {
    let games = seeds.clone().count();
    let found = seeds.into_par_iter().map(|seed| {
        let (start, game, end) = one_tight_game(seed, long(seed), kings);
        is_found(&start, &game, &end, seed)
    });
    let found: usize = found.sum();
    assert!(found * 8 > games, "few are found in time: {found} of {games}");
}

#[test]
fn strategies_find_tight_games() {
    tight_games_are_found(0..150, 0);
}

#[test]
fn strategies_find_games_in_which_kings_walk() {
    tight_games_are_found(0..150, WALKING);
}

#[test]
#[ignore = "takes minutes"]
fn strategies_find_many_tight_games() {
    tight_games_are_found(1_000_000..1_001_000, 0);
    tight_games_are_found(1_000_000..1_001_000, WALKING);
}

fn the_same_is_found(seeds: std::ops::Range<u64>) {
    let games = seeds.clone().count();
    let answers: Vec<(u64, bool)> =
        seeds.into_par_iter().filter_map(|seed| Some((seed, finds_the_same(seed)?))).collect();
    let differ: Vec<u64> = answers.iter().filter(|(_, same)| !same).map(|&(seed, _)| seed).collect();
    assert!(differ.is_empty(), "other games are found: {differ:?}");
    assert!(answers.len() * 4 > games, "few are compared: {} of {games}", answers.len());
}

#[test]
fn strategies_find_what_the_bounds_find() {
    the_same_is_found(0..300);
}

#[test]
#[ignore = "takes minutes"]
fn strategies_find_what_the_bounds_find_in_many() {
    the_same_is_found(1_000_000..1_010_000);
}

#[test]
#[ignore = "takes minutes"]
fn no_game_of_many_is_out_of_reach_of_its_end() {
    games(1_000_000..1_030_000);
}

fn solutions(problem: &Problem, bounds: bool) -> Option<String> {
    let solver = Solver {
        techniques: Techniques::all().set(Technique::Bounds, bounds),
        table_bytes: 1 << 22,
        ..Solver::default()
    };
    let outcome = solver.solve(problem).ok()?;
    Some(format!("{:?}", outcome.solution))
}

/// Solves random games as problems, with and without bounds. Each problem asks for all games of the same length with
/// the same start and end.
fn solved_with_and_without(seeds: std::ops::Range<u64>) {
    let games = seeds.clone().count();
    let differences: Vec<Option<String>> = seeds
        .into_par_iter()
        .filter_map(|seed| {
            let mut random = Chance(seed);
            let rules = rules()[(seed % 5) as usize];
            let start = start(&mut random, rules)?;
            let weights = WEIGHTS[random.below(WEIGHTS.len())];
            let (game, end) = play(&start, 2 + random.below(3), &mut random, &weights);
            let stipulation = match (start.side_to_move(), game.len()) {
                (_, 0) => return None,
                (Color::Black, n) if n % 2 == 1 => format!("stip \"a=>b{}.5\";", n / 2),
                (Color::White, n) if n % 2 == 0 => format!("stip \"a=>b{}\"; opt \"WhiteToPlay\";", n / 2),
                _ => return None,
            };
            let fen = |placement: &Placement| placement.to_fen();
            let line = format!("{} ? ? - start \"{}\"; {stipulation}", fen(&end), fen(&start.board().placement()));
            let (problem, errors) = syntax::line(&line);
            assert!(errors.is_empty(), "{line}: {errors:?}");
            // The bitboard engine is not used for a pawn on its first rank, though it lets such a pawn move.
            if !problem.as_ref()?.diagram.is_for_bitboards() {
                return None;
            }
            let rules = syntax::conditions(caption(rules)).expect("a condition");
            let problem = Problem { rules, ..problem? };
            let (with, without) = (solutions(&problem, true)?, solutions(&problem, false)?);
            assert!(without.contains("record"), "seed {seed}: no solution of {line}");
            Some((with != without).then(|| format!("seed {seed}: {line}")))
        })
        .collect();
    let compared = differences.len();
    let differences: Vec<String> = differences.into_iter().flatten().collect();
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(compared * 4 > games, "only {compared} of {games} games are problems");
}

#[test]
fn the_bound_changes_no_solution() {
    solved_with_and_without(0..150);
}

#[test]
#[ignore = "takes minutes"]
fn the_bound_changes_no_solution_of_many() {
    solved_with_and_without(1_000_000..1_005_000);
}
