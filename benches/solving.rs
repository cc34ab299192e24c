//! Benchmarks, run by hand: `cargo bench` (all), `cargo bench -- help` (one family).
//!
//! Times depend on the machine and its load. Compare only runs on the same quiet machine or, better, the node
//! counts of `keymove solve --stats`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use keymove::orthodox::OrthodoxPosition;
use keymove::orthodox::Rules;
use keymove::position::{GoalQuery, Left, Oracle, perft};
use keymove::problem::Problem;
use keymove::solve::{Solver, Technique};
use keymove::syntax;
use keymove::units::{Color, Goal};
use std::hint::black_box;

fn position(fen: &str) -> OrthodoxPosition {
    let diagram = syntax::position(fen).expect("a position of the benchmark");
    OrthodoxPosition::new(&diagram, diagram.side_to_move.unwrap_or(Color::White), Rules::Orthodox)
}

fn problem(line: &str) -> Problem {
    let (problem, errors) = syntax::line(line);
    problem.filter(|_| errors.is_empty()).unwrap_or_else(|| panic!("{line}: {errors:?}"))
}

fn moves(c: &mut Criterion) {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    c.bench_function("perft 4", |b| {
        b.iter_batched(|| position(kiwipete), |mut position| black_box(perft(&mut position, 4)), BatchSize::SmallInput);
    });
    for (name, fen) in [
        ("mate in one, none", "1r3N2/1nb3n1/1qbr1p2/1pp1k1p1/2pp1p2/QR2pBP1/4P1NB/3R3K w - -"),
        ("mate in one, there is", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -"),
    ] {
        let position = position(fen);
        c.bench_function(name, |b| b.iter(|| black_box(position.can_reach(&Goal::Mate))));
    }
}

fn bounds(c: &mut Criterion) {
    let position = position("2rR2BK/p1n1q1pp/1nPrb3/3kb3/8/1p1p4/3PP3/8 b - -");
    c.bench_function("bound of a helpmate, remembered", |b| {
        let mut memo = Default::default();
        b.iter(|| {
            // Positions in which the goal is unreachable are not remembered, so each iteration asks again.
            let ending = GoalQuery::new(&Goal::Mate, Color::White, Left::at_most([1, 1]));
            black_box(position.within_reach(ending, &Default::default(), &mut memo))
        });
    });
}

/// One published problem of each family of plays, with the family's name.
const PROBLEMS: &[(&str, &str)] = &[
    ("direct #4", r##"RNBKQBNR/8/8/8/8/8/pppppppp/rnbqkbnr w - - stip "#4";"##),
    ("help h#3", r##"2rR2BK/p1n1q1pp/1nPrb3/3kb3/8/1p1p4/3PP3/8 ? - - stip "h#3";"##),
    ("self s#4", r##"8/4B3/3Rp2p/2Nbk1pP/1Qp2pKn/1N3P1P/3R4/8 w - - stip "s#4";"##),
    ("series ser-h#9", r##"8/8/8/1K1p4/3P4/8/k2p4/2B2B2 ? - - stip "ser-h#9";"##),
    ("proof game", r##"rnbqkbnr/pppp1p1p/8/4p1p1/1PQP4/8/P1PNPPPP/2KR1BNR ? - - stip "dia6";"##),
    ("Madrasi h#2", r##"2qqb3/q7/1Nr1QN2/p1n1n3/8/2pp1kBK/2nqp1n1/6q1 ? - - stip "h#2"; cond "Madrasi";"##),
];

fn problems(c: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let mut group = c.benchmark_group("problems");
    group.sample_size(10);
    for (name, line) in PROBLEMS {
        let problem = problem(line);
        for (how, solver) in [
            ("", Solver::default()),
            (" without bounds", Solver::default().without(Technique::Bounds)),
            (" without table", Solver { table_bytes: 0, ..Solver::default() }),
        ] {
            group.bench_function(format!("{name}{how}"), |b| {
                pool.install(|| b.iter(|| black_box(solver.solve(&problem).map(|outcome| outcome.nodes))));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, moves, bounds, problems);
criterion_main!(benches);
