//! The bound of proof games never cuts off play that arrives: random games are played, and on their way to the final
//! position nothing may be called out of reach. And what is solved with the bound is solved the same without it.

use keymove::orthodox::{Isardam, Madrasi, Rules};
use keymove::orthodox::{Move, OrthodoxPosition};
use keymove::position::{MovesLeft, Position};
use keymove::problem::Problem;
use keymove::solve::Solver;
use keymove::syntax;
use keymove::units::{Color, Diagram, MoveRecord, Piece, Placement, Special, Square, Unit};
use rayon::prelude::*;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// How the rare things are made likely: captures, castling, capture en passant, promotion, double steps.
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

fn choose(position: &OrthodoxPosition, random: &mut Random, weights: &Weights) -> Option<Move> {
    let moves: Vec<(Move, usize)> =
        position.told_moves().iter().map(|(m, record)| (*m, weight(record, weights))).collect();
    pick(moves, random)
}

/// One of the moves, each as likely as it weighs.
fn pick(moves: Vec<(Move, usize)>, random: &mut Random) -> Option<Move> {
    let total: usize = moves.iter().map(|(_, weight)| weight).sum();
    let mut left = random.below(total.max(1));
    moves.into_iter().find(|&(_, weight)| left.checked_sub(weight).map(|rest| left = rest).is_none()).map(|(m, _)| m)
}

/// Plays so many half-moves, or until no move is left; the moves and the final position.
fn play(start: &OrthodoxPosition, plies: usize, random: &mut Random, weights: &Weights) -> (Vec<Move>, Placement) {
    fn go(
        at: &mut OrthodoxPosition,
        plies: usize,
        random: &mut Random,
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

/// A few men on random squares, or the game array, or what comes of it; pawns on all ranks, promotion is near.
fn start(random: &mut Random, rules: Rules) -> Option<OrthodoxPosition> {
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

fn moves_left(side: Color, plies: usize, exactly: bool) -> MovesLeft {
    let (first, second) = (plies.div_ceil(2) as u32, plies as u32 / 2);
    MovesLeft { moves: if side == Color::White { [first, second] } else { [second, first] }, exactly }
}

/// Plays a game and asks on the way whether it can arrive.
fn one_game(seed: u64, rules: Rules) -> usize {
    let mut random = Random(seed);
    let Some(start) = start(&mut random, rules) else { return 0 };
    let plies = 1 + random.below(10);
    let weights = WEIGHTS[random.below(WEIGHTS.len())];
    let (game, end) = play(&start, plies, &mut random, &weights);
    arrives(&start, &game, &end, seed);
    game.len()
}

/// No move of the game is left out on its way to its end.
fn arrives(start: &OrthodoxPosition, game: &[Move], end: &Placement, seed: u64) {
    let target = start.target(end);
    fn follow(at: &mut OrthodoxPosition, game: &[Move], target: &<OrthodoxPosition as Position>::Target, seed: u64) {
        for exactly in [true, false] {
            let left = moves_left(at.side_to_move(), game.len(), exactly);
            assert!(!target.is_out_of_reach(at.board(), left), "seed {seed}, {left:?}: {:?}", at.board().placement());
            let mut moves = Vec::new();
            at.moves_towards(target, left, &mut moves);
            if let Some(next) = game.first() {
                assert!(moves.contains(next), "seed {seed}, {left:?}: {next:?} in {:?}", at.board().placement());
            }
        }
        if let Some((&next, rest)) = game.split_first() {
            at.with_move(next, |after| follow(after, rest, target, seed));
        }
    }
    follow(&mut start.clone(), game, &target, seed);
}

/// A long game from the array that wastes few moves: who has moved hardly moves again. So the sides have little to spare,
/// men stand for good, pawns have to capture, and the bound leaves out what it can.
fn one_tight_game(seed: u64) -> usize {
    fn go(
        at: &mut OrthodoxPosition,
        plies: usize,
        moved: [u8; 64],
        random: &mut Random,
        game: &mut Vec<Move>,
    ) -> Placement {
        let moves: Vec<(Move, usize)> = at
            .told_moves()
            .iter()
            .map(|(m, record)| {
                let dear = 6 + weight(record, &WEIGHTS[0]);
                (*m, (dear * 16) >> (2 * moved[m.from as usize].min(3)))
            })
            .collect();
        let Some(m) = pick(moves, random).filter(|_| plies > 0) else { return at.board().placement() };
        let mut moved = moved;
        moved[m.to as usize] = moved[m.from as usize] + 1;
        moved[m.from as usize] = 0;
        game.push(m);
        at.with_move(m, |after| go(after, plies - 1, moved, random, game))
    }
    let mut random = Random(seed);
    let array = Diagram { placement: Placement::game_array(), ..Diagram::default() };
    let start = OrthodoxPosition::new(&array, Color::White, Rules::Orthodox);
    let mut game = Vec::new();
    let plies = 8 + random.below(33);
    let end = go(&mut start.clone(), plies, [0; 64], &mut random, &mut game);
    arrives(&start, &game, &end, seed);
    game.len()
}

/// The rules as they are written.
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
    let played: usize = (0..120u64).into_par_iter().map(one_tight_game).sum();
    assert!(played > 1200, "the games are too short: {played}");
}

#[test]
#[ignore = "takes minutes"]
fn no_game_of_many_is_out_of_reach_of_its_end() {
    games(1_000_000..1_030_000);
}

fn solutions(problem: &Problem, bounds: bool) -> Option<String> {
    let solver = Solver { bounds, table_bytes: 1 << 22, ..Solver::default() };
    let outcome = solver.solve(problem).ok()?;
    Some(format!("{:?}", outcome.solution))
}

/// Random games as problems: all ways from the start to the end in so many moves.
fn solved_with_and_without(seeds: std::ops::Range<u64>) {
    let games = seeds.clone().count();
    let differences: Vec<Option<String>> = seeds
        .into_par_iter()
        .filter_map(|seed| {
            let mut random = Random(seed);
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
            // A pawn on its own first rank plays for the bitboards, which are not asked about such diagrams.
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
