//! Tests changes of a problem that keep its answer, or that change it in a known way: exchanged colours, a mirrored
//! board, exchanged sides, a first move made by hand, men without influence, and twins set up as separate problems.
//!
//! By hand: `KEYMOVE_CASES=5000 cargo test --release --test all metamorphic::`.

use crate::chance::{Chance, cases, seed};
use crate::lines::problem_of;
use keymove::orthodox::OrthodoxPosition;
use keymove::position::Position;
use keymove::problem::{Duplex, Kind, Problem, Stipulation, Traditional};
use keymove::solution::{Node, Part, Phase, Solution};
use keymove::solve::Solver;
use keymove::units::{Castling, Color, Diagram, Goal, Piece, Placement, Square, Unit};
use std::collections::BTreeSet;

/// A move: a number for its part in the solution (such as key or defence), its squares and its promotion.
type Step = (u8, Square, Square, Option<Piece>);

type Lines = BTreeSet<Vec<Step>>;

fn solve(problem: &Problem, what: &str) -> Solution {
    let solver = Solver { table_bytes: 1 << 20, ..Solver::default() };
    solver.solve(problem).unwrap_or_else(|error| panic!("{what}: {error}")).solution
}

/// Returns every path from a first move to an end of play, with squares mapped by `to`.
fn lines(phases: &[Phase], to: &impl Fn(Square) -> Square) -> Lines {
    fn collect(node: &Node, to: &impl Fn(Square) -> Square, path: &mut Vec<Step>, lines: &mut Lines) {
        let record = &node.record;
        let part =
            [Part::Key, Part::Try, Part::Threat, Part::Defence, Part::Continuation, Part::Refutation, Part::Help];
        let part = part.iter().position(|&part| part == node.part).unwrap_or_default() as u8;
        path.push((part, to(record.from), to(record.to), record.promotion));
        if node.children.is_empty() {
            lines.insert(path.clone());
        }
        for child in &node.children {
            collect(child, to, path, lines);
        }
        path.pop();
    }
    let mut lines = Lines::new();
    for node in phases.iter().flat_map(|phase| &phase.groups).flat_map(|group| &group.nodes) {
        collect(node, to, &mut Vec::new(), &mut lines);
    }
    lines
}

fn only_phases(solution: &Solution) -> &[Phase] {
    solution.twins.first().map_or(&[], |twin| &twin.phases)
}

fn same(square: Square) -> Square {
    square
}

fn upside_down(square: Square) -> Square {
    Square::new(square.file(), 7 - square.rank()).expect("on the board")
}

fn left_to_right(square: Square) -> Square {
    Square::new(7 - square.file(), square.rank()).expect("on the board")
}

fn traditional(problem: &Problem) -> &Traditional {
    match &problem.stipulation {
        Some(Stipulation::Traditional(traditional)) => traditional,
        other => panic!("{other:?}"),
    }
}

/// Returns the problem with the board mapped by `to` and, if `exchanged`, with exchanged colours.
fn moved(problem: &Problem, to: &impl Fn(Square) -> Square, exchanged: bool) -> Problem {
    let mut moved = problem.clone();
    let diagram = &mut moved.diagram;
    diagram.placement = diagram.placement.map_squares(to);
    if exchanged {
        diagram.placement = diagram.placement.map_units(|unit| Unit { color: !unit.color, ..unit });
        diagram.side_to_move = diagram.side_to_move.map(|side| !side);
    }
    diagram.en_passant = diagram.en_passant.map(to);
    if let Castling::Rooks(rooks) = &mut diagram.castling {
        rooks.iter_mut().for_each(|rook| *rook = to(*rook));
    }
    if let Some(Stipulation::Traditional(traditional)) = &mut moved.stipulation {
        traditional.goal = traditional.goal.map_squares(to);
    }
    moved
}

/// Calls `test` with random problems that `accepted` accepts, until the number of cases is reached. Most of these
/// problems have solutions.
fn each_problem(usual: usize, accepted: impl Fn(&Problem) -> bool, test: impl Fn(&Problem, &Solution, &str)) {
    let mut chance = Chance::new(seed());
    let (mut looked_at, mut with_solutions, wanted) = (0, 0, cases(usual));
    while looked_at < wanted {
        let options = ["", " opt \"Variations\";", " opt \"Variations SetPlay Try\";"];
        let line = chance.problem() + chance.of(&options);
        let problem = problem_of(&line);
        if !accepted(&problem) {
            continue;
        }
        let solution = solve(&problem, &line);
        let has_solutions = !lines(only_phases(&solution), &same).is_empty();
        if !has_solutions && chance.below(5) > 0 {
            continue;
        }
        test(&problem, &solution, &line);
        looked_at += 1;
        with_solutions += usize::from(has_solutions);
    }
    assert!(with_solutions * 4 > looked_at, "only {with_solutions} of {looked_at} problems have something to tell");
}

/// The problem with exchanged colours also exchanges the side to move, so the other side begins.
#[test]
fn other_colours_have_the_same_solution_from_the_other_side() {
    each_problem(
        60,
        |_| true,
        |problem, solution, line| {
            let found = solve(&moved(problem, &upside_down, true), line);
            let (found, expected) = (lines(only_phases(&found), &upside_down), lines(only_phases(solution), &same));
            assert_eq!(found, expected, "{line}");
        },
    );
}

#[test]
fn the_board_in_a_mirror_has_the_solution_in_the_mirror() {
    let without_castling =
        |problem: &Problem| matches!(&problem.diagram.castling, Castling::Rooks(rooks) if rooks.is_empty());
    each_problem(60, without_castling, |problem, solution, line| {
        let found = solve(&moved(problem, &left_to_right, false), line);
        let (found, expected) = (lines(only_phases(&found), &left_to_right), lines(only_phases(solution), &same));
        assert_eq!(found, expected, "{line}");
    });
}

#[test]
fn duplex_is_the_problem_and_the_problem_with_the_sides_exchanged() {
    // A pawn that has just made a double step suits one side only.
    let without_passed = |problem: &Problem| problem.diagram.en_passant.is_none();
    each_problem(60, without_passed, |problem, solution, line| {
        let duplex = Problem {
            options: keymove::problem::Options { duplex: Duplex::Yes, ..problem.options.clone() },
            ..problem.clone()
        };
        let both = solve(&duplex, line);
        let flipped = solve(&moved(problem, &upside_down, true).without_side(), line);
        let of = |exchanged: bool| -> Vec<Phase> {
            only_phases(&both).iter().filter(|phase| phase.exchanged == exchanged).cloned().collect()
        };
        assert_eq!(lines(&of(false), &same), lines(only_phases(solution), &same), "{line}");
        assert_eq!(lines(&of(true), &same), lines(only_phases(&flipped), &upside_down), "{line}");
    });
}

trait WithoutSide {
    fn without_side(self) -> Self;
}

impl WithoutSide for Problem {
    /// Returns the problem without a side to move, so that the stipulation decides which side begins.
    fn without_side(mut self) -> Problem {
        self.diagram.side_to_move = None;
        self
    }
}

/// Returns the diagram of a position after a move.
fn diagram_of(position: &OrthodoxPosition) -> Diagram {
    let board = position.board();
    let homes = ["h1", "a1", "h8", "a8"].map(|text| Square::parse(text).expect("a square"));
    let rights = (0..4).filter(|right| board.castling() & 1 << right != 0).map(|right| homes[right]);
    Diagram {
        placement: board.placement(),
        side_to_move: Some(position.side_to_move()),
        castling: Castling::Rooks(rights.collect()),
        en_passant: board.en_passant().and_then(|sq| Square::new(sq & 7, sq >> 3)),
        invisible: 0,
        beneath: None,
        start: None,
    }
}

/// Returns the position of the bitboard engine for the diagram, or `None` if a king can be captured.
fn position_of(problem: &Problem) -> Option<OrthodoxPosition> {
    let side = problem.diagram.side_to_move.expect("the line says who begins");
    let rules = problem.rules.bitboards().expect("rules of bitboards");
    Some(OrthodoxPosition::new(&problem.diagram, side, rules)).filter(|position| !position.can_capture_king())
}

/// Checks that the solutions of `h#2.5` are the first moves, each followed by the solutions of `h#2` after it. A line
/// that ends with the first move counts as it is.
#[test]
fn help_play_is_each_first_move_with_what_follows_it() {
    let is_help = |problem: &Problem| {
        let stipulation = traditional(problem);
        stipulation.series.is_none()
            && matches!(stipulation.kind, Kind::Help | Kind::HelpSelf)
            && (3..=4).contains(&stipulation.half_moves)
            && !stipulation.exact
            && !stipulation.goal.depends_on_history()
            && !problem.options.set_play
    };
    each_problem(12, is_help, |problem, solution, line| {
        let expected = lines(only_phases(solution), &same);
        let stipulation = traditional(problem);
        let Some(mut position) = position_of(problem) else { return };
        let mut found: Lines = expected.iter().filter(|line| line.len() == 1).cloned().collect();
        let ends: BTreeSet<Step> = found.iter().map(|line| line[0]).collect();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for m in moves {
            let record = position.record(m);
            let first = (6, record.from, record.to, record.promotion);
            if ends.contains(&first) {
                continue;
            }
            let after = position.with_move(m, |after| diagram_of(after));
            let shorter = Traditional { half_moves: stipulation.half_moves - 1, ..stipulation.clone() };
            let rest =
                Problem { diagram: after, stipulation: Some(Stipulation::Traditional(shorter)), ..problem.clone() };
            for rest in lines(only_phases(&solve(&rest, line)), &same) {
                found.insert([first].into_iter().chain(rest).collect());
            }
        }
        // `hs#1` has no help play, so the longer problem does not include such short solutions.
        if stipulation.kind == Kind::Help || stipulation.half_moves > 3 {
            assert_eq!(found, expected, "{line}");
        }
    });
}

/// Checks that the solutions of a series are the first moves that give no check, each followed by the solutions of the
/// series that is shorter by a move.
#[test]
fn series_play_is_each_first_move_with_what_follows_it() {
    let is_series = |problem: &Problem| {
        let stipulation = traditional(problem);
        stipulation.series == Some(keymove::problem::Series::Plain)
            && matches!(stipulation.kind, Kind::Direct | Kind::Help | Kind::SelfPlay)
            && stipulation.half_moves >= 4
            && matches!(stipulation.goal, Goal::Mate | Goal::Stalemate | Goal::Check | Goal::Capture)
            && problem.rules.bitboards() == Some(keymove::orthodox::Rules::Orthodox)
            && !problem.options.set_play
    };
    each_problem(25, is_series, |problem, solution, line| {
        let expected = lines(only_phases(solution), &same);
        let stipulation = traditional(problem);
        let Some(mut position) = position_of(problem) else { return };
        let ends_at_once = stipulation.kind == Kind::Direct && matches!(stipulation.goal, Goal::Check | Goal::Capture);
        let one = Traditional { half_moves: 2, exact: false, ..stipulation.clone() };
        let short = solve(&Problem { stipulation: Some(Stipulation::Traditional(one)), ..problem.clone() }, line);
        let short = lines(only_phases(&short), &same);
        let mut found = if stipulation.exact { Lines::new() } else { short.clone() };
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for m in moves {
            let record = position.record(m);
            let first = (6, record.from, record.to, record.promotion);
            if record.check || ends_at_once && short.contains(&vec![first]) {
                continue;
            }
            let side = position.side_to_move();
            let mut after = position.with_move(m, |after| diagram_of(after));
            (after.side_to_move, after.en_passant) = (Some(side), None);
            let shorter = Traditional { half_moves: stipulation.half_moves - 2, ..stipulation.clone() };
            let rest =
                Problem { diagram: after, stipulation: Some(Stipulation::Traditional(shorter)), ..problem.clone() };
            for rest in lines(only_phases(&solve(&rest, line)), &same) {
                found.insert([first].into_iter().chain(rest).collect());
            }
        }
        assert_eq!(found, expected, "{line}");
    });
}

/// Adds pawns that block each other on the h-file. They have no influence: kings and knights on the a- and b-files come
/// no further than the f-file in two moves, and pawns do not promote.
#[test]
fn men_without_influence_change_nothing() {
    let mut chance = Chance::new(seed());
    let stipulations = [
        "+2", "=2", "#2", "x2", "s=2", "h+2", "h=2", "h=2.5", "hx1.5", "h#2", "ser-=2", "ser-h=2", "pser-+2", "hs=1.5",
        "r=2",
    ];
    let conditions = ["", "", " cond \"Madrasi\";", " cond \"Madrasi RI\";", " cond \"Isardam\";"];
    let (mut looked_at, mut with_solutions) = (0, 0);
    while looked_at < cases(80) {
        let mut placement = Placement::default();
        for (piece, color) in [(Piece::KING, Color::White), (Piece::KING, Color::Black)].into_iter().chain(
            [Piece::KNIGHT, Piece::PAWN, Piece::KNIGHT, Piece::PAWN, Piece::PAWN].into_iter().zip([
                Color::White,
                Color::Black,
                Color::Black,
                Color::White,
                Color::White,
            ]),
        ) {
            let rank = if piece == Piece::PAWN { 2 + chance.below(3) } else { chance.below(8) } as u8;
            let square = Square::new(chance.below(2) as u8, rank).expect("on the board");
            if placement.get(square).is_none() && (piece == Piece::KING || chance.below(3) > 0) {
                placement.put(square, Unit::new(color, piece));
            }
        }
        let kings = |color| placement.squares_of(color, Piece::KING).count();
        if kings(Color::White) != 1 || kings(Color::Black) != 1 {
            continue;
        }
        let line =
            format!("{} ? - - stip \"{}\";{}", placement.to_fen(), chance.of(&stipulations), chance.of(&conditions));
        let problem = problem_of(&line);
        let mut with_pair = problem.clone();
        let rank = 2 + chance.below(3) as u8;
        for (color, rank) in [(Color::White, rank), (Color::Black, rank + 1)] {
            let square = Square::new(7, rank).expect("on the board");
            with_pair.diagram.placement.put(square, Unit::new(color, Piece::PAWN));
        }
        let (alone, together) = (solve(&problem, &line), solve(&with_pair, &line));
        let (alone, together) = (lines(only_phases(&alone), &same), lines(only_phases(&together), &same));
        assert_eq!(alone, together, "{line} with pawns on the h-file");
        looked_at += 1;
        with_solutions += usize::from(!alone.is_empty());
    }
    assert!(with_solutions * 10 > looked_at, "only {with_solutions} of {looked_at} problems have solutions");
}

/// The test sets up each twin by hand, from the text of its change.
#[test]
fn twins_are_the_positions_that_they_describe() {
    let mut chance = Chance::new(seed());
    let (mut looked_at, mut with_solutions) = (0, 0);
    while looked_at < cases(60) {
        let line = chance.problem();
        let problem = problem_of(&line);
        if problem.diagram.en_passant.is_some() || problem.diagram.castling != Castling::Rooks(Vec::new()) {
            continue;
        }
        let men: Vec<(Square, Unit)> = problem.diagram.placement.iter().collect();
        let (from, man) = men[chance.below(men.len())];
        let (other, second) = men[chance.below(men.len())];
        let free = Square::new(chance.below(8) as u8, 1 + chance.below(6) as u8).expect("on the board");
        let mut placement = problem.diagram.placement.clone();
        if placement.get(free).is_some() || from == other || man.piece == Piece::KING {
            continue;
        }
        let twin = match chance.below(5) {
            0 => {
                placement.take(from);
                placement.put(free, man);
                format!("move {from} {free}")
            }
            1 => {
                placement.put(from, second);
                placement.put(other, man);
                format!("exchange {from} {other}")
            }
            2 => {
                placement.take(from);
                format!("remove {from}")
            }
            3 => {
                placement.put(free, Unit::new(Color::Black, Piece::KNIGHT));
                format!("add black S{free}")
            }
            _ => {
                placement = placement.map_units(|unit| Unit { color: !unit.color, ..unit });
                "polish".to_string()
            }
        };
        let with_twin = problem_of(&format!("{line} twin \"b) {twin}\";"));
        let both = solve(&with_twin, &line);
        let alone = Problem { diagram: Diagram { placement, ..problem.diagram.clone() }, ..problem.clone() };
        assert_eq!(both.twins.len(), 2, "{line}");
        assert_eq!(both.twins[0].phases, solve(&problem, &line).twins[0].phases, "a) of {line} {twin}");
        assert_eq!(both.twins[1].phases, solve(&alone, &line).twins[0].phases, "b) of {line} {twin}");
        looked_at += 1;
        with_solutions += usize::from(both.twins.iter().any(|twin| !lines(&twin.phases, &same).is_empty()));
    }
    assert!(with_solutions * 10 > looked_at, "only {with_solutions} of {looked_at} pairs have something to tell");
}
