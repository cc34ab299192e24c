//! Two answers to the same question are compared: that of an engine and the search, and that of the slow [`reference`].
//!
//! In random positions, legal moves, checks and mates are compared. In random small problems of all plays, goals and
//! rule sets, the solutions are compared: with all optimisations, with each of them turned off, and by brute force. By
//! hand: `KEYMOVE_CASES=100000 cargo test --release --test all differential::positions`, `KEYMOVE_CASES=5000 cargo test
//! --release --test all differential::problems`; `KEYMOVE_SEED` selects other cases.

use crate::chance::{Chance, cases, seed};
use crate::lines::problem_of;
use crate::reference::border;
use crate::reference::plays::{Found, Line, Plays, Step, beginner};
use crate::reference::state::{Board, Condition, Game, State};
use keymove::orthodox::OrthodoxPosition;
use keymove::position::Position;
use keymove::problem::{Kind, Problem, Stipulation};
use keymove::solution::{Node, Part, Solution};
use keymove::solve::{Solver, Technique};
use keymove::syntax;
use keymove::units::{Color, Diagram};
use std::cell::Cell;
use std::collections::BTreeSet;

// ── positions ────────────────────────────────────────────────────────────────────────────────────────────

/// Compares an engine with the reference in one position. Returns the number of comparisons. A test must call it for
/// every engine.
fn compare<P: Position>(engine: &mut P, game: Game, state: &State, what: &str) -> usize {
    let can_capture = game.can_capture_king(state);
    assert_eq!(engine.can_capture_king(), can_capture, "a king can be captured: {what}");
    assert_eq!(engine.is_check(), game.is_check(state), "check: {what}");
    if can_capture {
        return 0;
    }
    let mut moves = Vec::new();
    engine.legal_moves(&mut moves);
    let expected = game.legal_moves(state);
    let found: BTreeSet<Step> = moves.iter().map(|&m| border::step(&engine.record(m))).collect();
    let wanted: BTreeSet<Step> = expected.iter().map(|m| (m.from, m.to, m.promotion)).collect();
    assert_eq!(found, wanted, "legal moves: {what}");
    assert_eq!(moves.len(), expected.len(), "number of legal moves: {what}");
    assert_eq!(engine.count_legal_moves(), expected.len() as u64, "counted legal moves: {what}");
    assert_eq!(engine.has_legal_move(), !expected.is_empty(), "a legal move: {what}");
    assert_eq!(engine.is_mate(), game.is_mate(state), "mate: {what}");
    assert_eq!(engine.is_stalemate(), game.is_stalemate(state), "stalemate: {what}");
    for &m in &moves {
        let record = engine.record(m);
        let told = border::step(&record);
        let reference = expected.iter().find(|m| (m.from, m.to, m.promotion) == told).expect("compared before");
        let after = state.after(game, reference);
        assert_eq!(record.check, game.is_check(&after), "check by {told:?}: {what}");
        assert_eq!(record.captured.map(|(_, square)| square), reference.victim, "victim of {told:?}: {what}");
        let (mate, stalemate) = engine.with_move(m, |after| (after.is_mate(), after.is_stalemate()));
        assert_eq!(mate, game.is_mate(&after), "mate by {told:?}: {what}");
        assert_eq!(stalemate, game.is_stalemate(&after), "stalemate by {told:?}: {what}");
    }
    moves.len()
}

fn engine(diagram: &Diagram, side: Color, condition: &str) -> OrthodoxPosition {
    let rules = syntax::conditions(condition).expect(condition).bitboards();
    OrthodoxPosition::new(diagram, side, rules.expect("a condition that bitboards know"))
}

fn compare_random_positions(condition: &str) {
    let wanted = cases(400);
    let mut chance = Chance::new(seed());
    let (mut compared, mut moves) = (0, 0);
    while compared < wanted {
        let fen = chance.position();
        let diagram = syntax::position(&fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
        let side = diagram.side_to_move.expect("a FEN names it");
        let game = border::game(condition);
        let mut state = border::state(&diagram, side);
        let mut engine = engine(&diagram, side, condition);
        // A few moves are played from the position, so that castling rights and double steps arise as in play.
        for ply in 0..4 {
            compared += 1;
            let number = compare(&mut engine, game, &state, &format!("{fen} {condition} after {ply} moves"));
            moves += number;
            if number == 0 {
                break;
            }
            let mut legal = Vec::new();
            engine.legal_moves(&mut legal);
            let m = legal[chance.below(legal.len())];
            let told = border::step(&engine.record(m));
            let reference = game.legal_moves(&state);
            let same = reference.iter().find(|m| (m.from, m.to, m.promotion) == told).expect("compared before");
            state = state.after(game, same);
            engine = engine.with_move(m, |after| *after);
        }
    }
    assert!(moves > compared, "only {moves} moves in {compared} positions");
    eprintln!("{compared} positions, {moves} moves");
}

#[test]
fn positions_of_orthodox_chess() {
    compare_random_positions("");
}

#[test]
fn positions_of_madrasi() {
    compare_random_positions("Madrasi");
}

#[test]
fn positions_of_madrasi_rex_inclusive() {
    compare_random_positions("Madrasi RexInclusive");
}

#[test]
fn positions_of_madrasi_with_mutual_paralysis() {
    compare_random_positions("Madrasi MutualParalysis RookNeedsFreedom");
}

#[test]
fn positions_of_isardam() {
    compare_random_positions("Isardam");
}

#[test]
fn positions_of_isardam_type_b() {
    compare_random_positions("Isardam TypeB");
}

#[test]
fn positions_of_isardam_rex_inclusive() {
    compare_random_positions("Isardam RexInclusive");
}

/// Calls `test` with random positions of one of the games, and with their description as text. A new engine for a game
/// can be set up from this text (see [`border::place`]) and compared.
fn each_position_of(board: Board, usual: usize, mut test: impl FnMut(Game, &State, &str)) {
    let game = Game { board, condition: Condition::None };
    let mut chance = Chance::new(seed());
    for _ in 0..cases(usual) {
        let [white, black] = chance.game_men(game.files_and_ranks(), border::names_on(board));
        let side = if chance.below(2) == 0 { Color::White } else { Color::Black };
        let mut state = State::new(side);
        border::place(game, &mut state, Color::White, &white, &[]);
        border::place(game, &mut state, Color::Black, &black, &[]);
        test(game, &state, &format!("white {white} black {black}, {} to move", side.name()));
    }
}

/// Checks that the reference agrees with itself: no move occurs twice, no king remains in check, and its quick answers
/// equal its thorough ones.
fn agrees_with_itself(board: Board) {
    let (mut positions, mut looked_at, mut moves) = (0, 0, 0);
    each_position_of(board, 40, |game, state, what| {
        positions += 1;
        if game.can_capture_king(state) {
            return;
        }
        looked_at += 1;
        let legal = game.legal_moves(state);
        assert_eq!(game.has_legal_move(state), !legal.is_empty(), "{what}");
        for (i, m) in legal.iter().enumerate() {
            assert!(!legal[..i].contains(m), "{m:?} twice: {what}");
            let after = state.after(game, m);
            assert!(!game.is_in_check(&after, state.side), "{m:?}: {what}");
            let captured = m.victim.is_some();
            assert_eq!(after.all().count() + usize::from(captured), state.all().count(), "{m:?}: {what}");
        }
        moves += legal.len();
    });
    assert!(looked_at * 4 > positions && moves > 5 * looked_at, "{looked_at} of {positions} positions, {moves} moves");
}

#[test]
fn positions_of_mamra() {
    agrees_with_itself(Board::Mamra);
}

#[test]
fn positions_of_the_magician() {
    agrees_with_itself(Board::Magician { amended: true });
    agrees_with_itself(Board::Magician { amended: false });
}

#[test]
fn positions_of_megalomachy() {
    agrees_with_itself(Board::Megalomachy);
}

// ── problems ─────────────────────────────────────────────────────────────────────────────────────────────

/// Returns the program's solution in the form of the reference, as keys or lines like `expected`.
fn found(solution: &Solution, expected: &Found) -> Found {
    let nodes: Vec<&Node> = solution
        .twins
        .iter()
        .flat_map(|twin| &twin.phases)
        .flat_map(|phase| &phase.groups)
        .flat_map(|group| &group.nodes)
        .filter(|node| !node.violation)
        .collect();
    match expected {
        Found::Keys(_) => {
            let is_key = |node: &&&Node| node.part != Part::Try;
            Found::Keys(nodes.iter().filter(is_key).map(|node| border::step(&node.record)).collect())
        }
        Found::Lines(_) => {
            let mut lines = BTreeSet::new();
            for node in nodes {
                collect(node, &mut Vec::new(), &mut lines);
            }
            Found::Lines(lines)
        }
    }
}

fn collect(node: &Node, path: &mut Line, lines: &mut BTreeSet<Line>) {
    path.push(border::step(&node.record));
    if node.children.is_empty() {
        lines.insert(path.clone());
    }
    for child in &node.children {
        collect(child, path, lines);
    }
    path.pop();
}

/// Returns the answer of the reference, or `None` if it would examine more than `most` positions, or if a king can be
/// captured.
fn by_brute_force(line: &str, problem: &Problem, most: u64) -> Option<Found> {
    let Some(Stipulation::Traditional(stipulation)) = &problem.stipulation else { return None };
    let condition = line.split_once("cond \"").and_then(|(_, rest)| Some(rest.split_once('"')?.0));
    let game = border::game(condition.unwrap_or_default());
    let side = problem.diagram.side_to_move.unwrap_or(beginner(stipulation));
    let state = border::state(&problem.diagram, side);
    if game.can_capture_king(&state) {
        return None;
    }
    // The last move is examined from the position before it, so it does not count.
    let sides = [&state, &state.passed_over(game)].map(|state| game.legal_moves(state).len() as u64);
    let plies = match stipulation.series {
        Some(_) => stipulation.half_moves / 2,
        None => stipulation.half_moves - u16::from(!matches!(stipulation.kind, Kind::SelfPlay | Kind::Reflex)),
    };
    let size = (1..plies).fold(1u64, |size, ply| size * sides[usize::from((ply + 1) % 2)].max(1));
    if size > most {
        return None;
    }
    let plays = Plays { game, stipulation, left: Cell::new(most) };
    plays.solve(&state).ok()
}

#[test]
fn problems_have_the_solutions_that_brute_force_finds() {
    let wanted = cases(40);
    let most = std::env::var("KEYMOVE_NODES").ok().and_then(|most| most.parse().ok()).unwrap_or(400);
    let mut chance = Chance::new(seed());
    let usual = Solver { table_bytes: 1 << 20, ..Solver::default() };
    let solvers = [
        ("everything on", usual.clone()),
        ("without bounds", usual.clone().without(Technique::Bounds)),
        ("without checks only", usual.without(Technique::LastMoves)),
        ("without table", Solver { table_bytes: 0, ..Solver::default() }),
        ("with a tiny table", Solver { table_bytes: 4096, ..Solver::default() }),
        (
            "plain",
            Solver { table_bytes: 0, ..Solver::default() }.without(Technique::Bounds).without(Technique::LastMoves),
        ),
    ];
    let (mut compared, mut with_solutions, mut too_large, mut wrong) = (0, 0, 0, 0);
    while compared < wanted {
        let line = chance.problem();
        let problem = problem_of(&line);
        let Some(expected) = by_brute_force(&line, &problem, most) else {
            too_large += 1;
            continue;
        };
        // Few of the problems without solution suffice.
        if expected.len() == 0 && chance.below(4) > 0 {
            continue;
        }
        for (name, solver) in &solvers {
            let outcome = solver.solve(&problem).unwrap_or_else(|error| panic!("{line}: {error}"));
            let found = found(&outcome.solution, &expected);
            if found != expected {
                eprintln!("other answers {name}: {line}\n{}", difference(&found, &expected));
                wrong += 1;
                break;
            }
        }
        compared += 1;
        with_solutions += usize::from(expected.len() > 0);
    }
    assert_eq!(wrong, 0, "problems with other answers");
    assert!(with_solutions * 5 > compared, "problems without solutions test little: {with_solutions} of {compared}");
    eprintln!("{compared} problems, {with_solutions} with solutions; {too_large} more were too large");
}

fn difference(found: &Found, expected: &Found) -> String {
    fn of<T: Ord + std::fmt::Debug>(found: &BTreeSet<T>, expected: &BTreeSet<T>) -> String {
        let some =
            |a: &BTreeSet<T>, b: &BTreeSet<T>| a.difference(b).take(4).map(|x| format!("{x:?} ")).collect::<String>();
        let (extra, missing) = (some(found, expected), some(expected, found));
        format!("  {} found, {} expected; too many: {extra}; missing: {missing}", found.len(), expected.len())
    }
    match (found, expected) {
        (Found::Keys(found), Found::Keys(expected)) => of(found, expected),
        (Found::Lines(found), Found::Lines(expected)) => of(found, expected),
        _ => format!("  {found:?} instead of {expected:?}"),
    }
}
