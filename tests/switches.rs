//! Tests that every bound, filter and table can be turned off, and that this changes only the time.
//!
//! Random small problems of all plays, goals and rule sets are solved with all optimisations and without each of them.
//! By hand: `KEYMOVE_CASES=20000 cargo test --release --test all switches::`. The number of threads must not change an
//! answer either.

use crate::chance::{Chance, cases, fen_row, seed};
use crate::lines::problem_of;
use keymove::problem::Options;
use keymove::solution::Solution;
use keymove::solve::Technique::{self, *};
use keymove::solve::{Solver, Techniques, Threads};
use keymove::syntax;
use keymove::units::MoveRecord;
use std::collections::BTreeSet;
use std::sync::Arc;

const SHORT: &[&str] = &[
    "#2",
    "#2",
    "#3",
    "s#1",
    "s#2",
    "s#3",
    "r#2",
    "semi-r#2",
    "h#1.5",
    "h#2",
    "h#2.5",
    "h#2",
    "hs#2",
    "hs#2.5",
    "hr#2",
    "ser-#3",
    "ser-h#2",
    "ser-h#3",
    "ser-s#2",
    "ser-r#2",
    "pser-#2",
    "pser-h#2",
    "reci-h#2",
    "reci-h=2",
    "=2",
    "s=2",
    "h=1.5",
    "h=2",
    "h=2.5",
    "ser-h=3",
    "ser-=3",
    "hs=2",
    "+2",
    "h+1.5",
    "x2",
    "hx1.5",
    "za12",
    "hzc31.5",
    "==2",
    "h==1.5",
    "h##1.5",
    "!#2",
    "h#=1.5",
    "exact-#2",
    "phser-s#2",
    "h~1",
];
/// Stipulations that are long enough for threads to share moves beyond the first ones.
const LONGER: &[&str] = &[
    "#3",
    "#3",
    "s#2",
    "s#3",
    "r#3",
    "semi-r#3",
    "h#2.5",
    "h#2",
    "hs#2.5",
    "hs#3",
    "hr#2.5",
    "ser-#4",
    "ser-h#4",
    "ser-s#4",
    "pser-h#4",
    "pser-#4",
    "phser-s#2",
    "=3",
    "h=3",
    "+3",
    "==3",
    "h#=2.5",
];
const RULES: &[&str] = &[
    "",
    "",
    "",
    "",
    " cond \"Madrasi\";",
    " cond \"Madrasi RexInclusive\";",
    " cond \"Isardam\";",
    " cond \"Isardam TypeB\";",
];

/// Returns a random problem: a few men around the kings, pawns often about to promote, sometimes with castling rights.
fn random_problem(chance: &mut Chance, stipulations: &[&str], rules: &[&str], most_men: usize) -> String {
    problem_with_pawns(chance, stipulations, rules, most_men, false)
}

/// Like [`random_problem`]. If `behind` is set, pawns may be on their first rank, where they neither move nor capture.
fn problem_with_pawns(
    chance: &mut Chance,
    stipulations: &[&str],
    rules: &[&str],
    most_men: usize,
    behind: bool,
) -> String {
    let mut board = [[' '; 8]; 8];
    let mut used = BTreeSet::new();
    let castles = chance.below(8) == 0;
    let mut put = |board: &mut [[char; 8]; 8], man: char, at: (usize, usize)| {
        if used.insert(at) {
            board[at.1][at.0] = man;
        }
    };
    let king = if castles { (4, 0) } else { (chance.below(8), chance.below(8)) };
    put(&mut board, 'K', king);
    if castles {
        put(&mut board, 'R', (7 * chance.below(2), 0));
    }
    let other = loop {
        let at = (chance.below(8), chance.below(8));
        if at.0.abs_diff(king.0).max(at.1.abs_diff(king.1)) > 1 {
            break at;
        }
    };
    put(&mut board, 'k', other);
    for men in ["QRBNPPP", "qrbnppp"] {
        for _ in 0..1 + chance.below(most_men) {
            let man = men.as_bytes()[chance.below(men.len())] as char;
            let rank = match man {
                'P' if behind && chance.below(2) == 0 => 0,
                'p' if behind && chance.below(2) == 0 => 7,
                'P' => [1, 6, 6, 5, 4, 3][chance.below(6)],
                'p' => [6, 1, 1, 2, 3, 4][chance.below(6)],
                _ => chance.below(8),
            };
            put(&mut board, man, (chance.below(8), rank));
        }
    }
    let rows: Vec<String> = board.iter().rev().map(|row| fen_row(row)).collect();
    let rights = match (castles, board[0][0], board[0][7]) {
        (true, 'R', _) => "Q",
        (true, _, 'R') => "K",
        _ => "-",
    };
    let options =
        chance.of(&["", "", " opt \"Variations\";", " opt \"Variations SetPlay\";", " opt \"Variations Try\";"]);
    format!("{} ? {rights} - stip \"{}\";{}{options}", rows.join("/"), chance.of(stipulations), chance.of(rules))
}

fn has_something_to_tell(solution: &Solution) -> bool {
    let phases = solution.twins.iter().flat_map(|twin| &twin.phases);
    phases.flat_map(|phase| &phase.groups).any(|group| !group.nodes.is_empty())
}

fn without(techniques: &[Technique]) -> Solver {
    techniques.iter().fold(Solver::default(), |solver, &technique| solver.without(technique))
}

#[test]
fn every_switch_on_or_off_gives_the_same_answers() {
    let (cases, seed) = (cases(150), seed());
    let mut chance = Chance(seed);
    let fast = Solver::default();
    let slow = [
        ("bounds", without(&[Bounds])),
        ("pictures", without(&[FinalPositions])),
        ("checks only", without(&[LastMoves])),
        ("replies", without(&[StandingReplies])),
        ("kernel", without(&[TwoMover])),
        ("kernel or replies", without(&[TwoMover, StandingReplies])),
        ("table", without(&[Table])),
        ("tiny table", Solver { table_bytes: 4096, ..Solver::default() }),
        ("everything", without(&[Bounds, LastMoves, StandingReplies, TwoMover, Table])),
        ("bitboards", without(&[Bitboards])),
        ("bitboards or shortcuts", without(&[Bitboards, Shortcuts])),
        ("sieges", without(&[Sieges])),
        ("bitboards or sieges", without(&[Bitboards, Sieges])),
        ("bitboards or bounds", without(&[Bitboards, Bounds])),
        ("bitboards or table", without(&[Bitboards, Table])),
    ];
    let (mut solved, mut with_solutions) = (0, 0);
    while solved < cases {
        let line = random_problem(&mut chance, SHORT, RULES, 4);
        let problem = problem_of(&line);
        let expected = fast.solve(&problem).unwrap_or_else(|error| panic!("{line}: {error}"));
        for (name, slow) in &slow {
            let other = slow.solve(&problem).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(other.solution == expected.solution, "without {name} other answers: {line}");
        }
        solved += 1;
        with_solutions += usize::from(has_something_to_tell(&expected.solution));
    }
    assert!(with_solutions * 10 > cases, "problems without solutions test little: {with_solutions} of {cases}");
    eprintln!("{solved} problems, {with_solutions} with something to tell");
}

/// Some options limit the defender's replies. Table entries about moves that break such a limit must be valid for play
/// of every length.
#[test]
fn limits_of_options_are_kept_as_without_a_table() {
    const LIMITS: &[&str] = &[
        "NonTrivial 0 0",
        "NonTrivial 1 0",
        "NonTrivial 2 0",
        "NonTrivial 0 1",
        "NonTrivial 1 1",
        "NonTrivial 2 2",
        "MaxFlightsquares 1",
        "Threat 1",
    ];
    let (cases, seed) = (cases(100), seed());
    let mut chance = Chance(seed);
    let mut with_solutions = 0;
    for _ in 0..cases {
        let most_men = 2 + chance.below(4);
        let battles = &["#3", "#4", "s#3", "s#3", "s#4", "r#3", "semi-r#3", "=3", "x3", "exact-#3"];
        let line = random_problem(&mut chance, battles, RULES, most_men);
        let line = format!("{line} opt \"{}\";", chance.of(LIMITS));
        let problem = problem_of(&line);
        let solve = |table_bytes: usize, bitboards: bool| {
            let solver =
                Solver { table_bytes, techniques: Techniques::all().set(Bitboards, bitboards), ..Solver::default() };
            solver.solve(&problem).unwrap_or_else(|error| panic!("{line}: {error}")).solution
        };
        let solution = solve(0, true);
        for (bytes, bitboards) in [(1 << 20, true), (1 << 20, false), (1 << 12, true)] {
            assert!(solve(bytes, bitboards) == solution, "{bytes} bytes, bitboards {bitboards}: {line}");
        }
        with_solutions += usize::from(has_something_to_tell(&solution));
    }
    assert!(with_solutions * 20 > cases, "{with_solutions} of {cases} with solutions");
    eprintln!("{cases} problems, {with_solutions} with something to tell");
}

/// The solver may enumerate final positions before the search. Checks that no solution is lost by that.
#[test]
fn final_pictures_lose_no_stalemate() {
    final_pictures_lose_nothing(&[
        "h=2", "h=2.5", "h=3", "ser-h=3", "ser-h=4", "ser-=3", "pser-h=3", "hs=2.5", "hr=2", "reci-h=2", "reci-h=3",
    ]);
}

#[test]
fn final_pictures_lose_no_mate() {
    final_pictures_lose_nothing(&[
        "h#2", "h#2.5", "h#3", "h#2", "h#2.5", "hs#2.5", "hr#2", "reci-h#2", "reci-h#3", "h##2", "h#=2",
    ]);
}

/// Solves random help play with and without the enumeration of final positions, and compares the solutions. Many
/// problems have many solutions.
fn final_pictures_lose_nothing(stipulations: &[&str]) {
    let (cases, seed) = (cases(150), seed());
    let mut chance = Chance(seed);
    let mut with_solutions = 0;
    for _ in 0..cases {
        let most_men = 1 + chance.below(4);
        let line = random_problem(&mut chance, stipulations, &[""], most_men);
        let problem = problem_of(&line);
        let solve = |pictures: bool, threads: usize| {
            let solver = Solver {
                techniques: Techniques::all().set(FinalPositions, pictures),
                threads: Arc::new(Threads::new(threads)),
                ..Solver::default()
            };
            solver.solve(&problem).unwrap_or_else(|error| panic!("{line}: {error}")).solution
        };
        let solution = solve(true, 1);
        assert!(solution == solve(false, 1), "{line}");
        assert!(solution == solve(true, 2), "with two threads: {line}");
        with_solutions += usize::from(has_something_to_tell(&solution));
    }
    assert!(with_solutions * 20 > cases, "{with_solutions} of {cases} with solutions");
}

/// These conditions only select among the moves of chess. So a goal that cannot be reached in chess cannot be reached
/// under them.
#[test]
fn bounds_of_chess_hold_where_moves_are_chosen() {
    const CHOICES: &[&str] = &[
        "BlackMaximummer",
        "WhiteMaximummer",
        "BlackMaximummer\"; cond \"WhiteMaximummer",
        "BlackMinimummer",
        "WhiteMinimummer",
        "DuellistChess",
        "BlackFollowMyLeader",
        "WhiteFollowMyLeader\"; cond \"BlackFollowMyLeader",
        "BlackSynchronMover",
        "WhiteAntiSynchronMover",
        "BlackForcedSquare d4e5c3",
        "BlackMustCapture",
        "AlphabeticChess",
    ];
    bounds_hold(HELP, |chance, line| format!("{line} cond \"{}\";", chance.of(CHOICES)));
}

/// The test replaces some men by dummies, which never move but occupy flights, stop pawns, shut in other men and can be
/// captured.
#[test]
fn bounds_of_chess_hold_beside_dummies() {
    bounds_hold(&[HELP, TO_STALEMATE].concat(), |chance, line| {
        let (board, rest) = line.split_once(' ').expect("a board first");
        let kinds = chance.of(&["N", "NR", "NBQ", "NBRQ"]);
        let mut with_dummies = String::new();
        for letter in board.chars() {
            match kinds.contains(letter.to_ascii_uppercase()) && chance.below(4) > 0 {
                true if letter.is_ascii_uppercase() => with_dummies += "{w:DU}",
                true => with_dummies += "{b:DU}",
                false => with_dummies.push(letter),
            }
        }
        format!("{with_dummies} {rest}")
    });
}

/// The boards lack some squares. Such squares need no guard.
#[test]
fn bounds_of_chess_hold_beside_holes() {
    bounds_hold(&[HELP, TO_STALEMATE].concat(), |chance, line| {
        // A file or a rank, and a few squares elsewhere.
        let (whole, by_file) = (chance.below(8), chance.below(2) == 0);
        let mut holes: BTreeSet<(usize, usize)> = (0..2 + chance.below(6))
            .map(|i| match (i, by_file) {
                (i, true) if i > 2 => (whole, i),
                (i, false) if i > 2 => (i, whole),
                _ => (chance.below(8), chance.below(8)),
            })
            .collect();
        holes.extend((0..chance.below(8)).map(|i| if by_file { (whole, i) } else { (i, whole) }));
        let name = |(file, rank): (usize, usize)| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
        format!("{line} cond \"Hole {}\";", holes.into_iter().map(name).collect::<String>())
    });
}

const HELP: &[&str] = &[
    "h#2", "h#2.5", "h#3", "h=2", "h=2.5", "hs#2", "hs#2.5", "hr#2", "ser-h#3", "ser-#3", "ser-=3", "reci-h#2",
    "pser-h#3", "ser-s#3",
];
const TO_STALEMATE: &[&str] = &["h=2", "h=2.5", "ser-h=3", "ser-h=4", "ser-=3", "hs=2.5", "reci-h=2"];

/// Solves random help play, changed by `changed`, with and without bounds, and compares the solutions. Skips invalid
/// problems (with a man on a hole) and unchanged ones.
fn bounds_hold(plays: &[&str], changed: impl Fn(&mut Chance, &str) -> String) {
    let (cases, seed) = (cases(150), seed());
    let mut chance = Chance(seed);
    let (mut solved, mut with_solutions) = (0, 0);
    for _ in 0..20 * cases {
        let behind = chance.below(4) == 0;
        let usual = problem_with_pawns(&mut chance, plays, &[""], 3, behind);
        let line = changed(&mut chance, &usual);
        if line == usual {
            continue;
        }
        let (problem, diagnostics) = syntax::line(&line);
        let Some(problem) = problem.filter(|_| !diagnostics.iter().any(|found| found.is_error())) else { continue };
        let solve = |bounds: bool| {
            Solver { techniques: Techniques::all().set(Bounds, bounds), ..Solver::default() }.solve(&problem)
        };
        let Ok(solved_fast) = solve(true) else { continue };
        let solution = solved_fast.solution;
        assert!(solve(false).is_ok_and(|slow| slow.solution == solution), "{line}");
        solved += 1;
        with_solutions += usize::from(has_something_to_tell(&solution));
        if solved == cases {
            break;
        }
    }
    assert!(solved == cases, "{solved} problems");
    assert!(with_solutions * 20 > cases, "{with_solutions} of {cases} with solutions");
}

/// The direct mates have many men, and so many kinds of replies and of first moves that spoil the mate. The two-mover
/// search must omit the same moves as the search that it replaces, and give the same answers.
#[test]
fn last_moves_of_direct_mates_are_as_without_kernel_and_replies() {
    let (cases, seed) = (cases(400), seed());
    let mut chance = Chance(seed);
    let mut with_solutions = 0;
    for _ in 0..cases {
        let most_men = 1 + chance.below(9);
        let line = random_problem(&mut chance, &["#2", "#3", "#3", "#3"], &[""], most_men);
        let problem = problem_of(&line);
        let solve = |standing_replies: bool, kernel: bool| {
            let solver = Solver {
                techniques: Techniques::all().set(StandingReplies, standing_replies).set(TwoMover, kernel),
                table_bytes: 1 << 18,
                ..Solver::default()
            };
            solver.solve(&problem).unwrap_or_else(|error| panic!("{line}: {error}")).solution
        };
        let solution = solve(false, false);
        for (replies, kernel) in [(true, true), (false, true), (true, false)] {
            assert!(solve(replies, kernel) == solution, "replies {replies}, kernel {kernel}: {line}");
        }
        with_solutions += usize::from(has_something_to_tell(&solution));
    }
    assert!(with_solutions * 30 > cases, "{with_solutions} of {cases} with solutions");
}

/// With a limit of one solution, the solver may find any solution, but must find one if there are any.
#[test]
fn proof_numbers_find_a_key_where_there_is_one() {
    let (cases, seed) = (cases(60), seed());
    let mut chance = Chance(seed);
    let mut with_keys = 0;
    for _ in 0..cases {
        let line = random_problem(&mut chance, &["#5", "#5", "=5"], &["", "", " cond \"Madrasi\";"], 3);
        let mut problem = problem_of(&line);
        problem.options = Options::default();
        let keys = |solver: Solver| -> Vec<MoveRecord> {
            let solution = solver.solve(&problem).unwrap_or_else(|error| panic!("{line}: {error}")).solution;
            solution
                .twins
                .iter()
                .flat_map(|twin| &twin.phases)
                .flat_map(|phase| &phase.groups)
                .flat_map(|group| &group.nodes)
                .map(|node| node.record.clone())
                .collect()
        };
        let all = keys(Solver::default());
        for table_bytes in [0, 1 << 20] {
            let one = keys(Solver { max_solutions: Some(1), table_bytes, ..Solver::default() });
            assert_eq!(one.len(), all.len().min(1), "{line}");
            assert!(one.iter().all(|key| all.contains(key)), "{line}: {one:?}");
        }
        with_keys += usize::from(!all.is_empty());
    }
    assert!(with_keys * 20 > cases, "{with_keys} of {cases} with keys");
}

/// In these problems the men are far from their final squares and need more than 15 moves in all, so a bound must not
/// count longer play as play of 15 moves. The problems were made by taking moves back from a mate, and Popeye's
/// intelligent mode finds solutions of 16 to 20 moves.
#[test]
fn long_series_are_not_excluded() {
    for (men, length) in [
        ("8/ppp5/8/7K/2k5/8/8/4N3", 17),
        ("1b2k3/6pp/8/8/8/8/5N2/4K3", 20),
        ("8/p3K2N/n7/8/8/8/8/7k", 19),
        ("8/8/1K5b/pp6/8/7k/8/2N5", 17),
        ("b4kn1/3K2p1/8/8/8/7N/8/8", 18),
        ("2k5/pp5p/p7/8/8/8/2N5/3K4", 24),
    ] {
        let problem = problem_of(&format!("{men} b - - stip \"ser-h#{length}\";"));
        for bitboards in [true, false] {
            let techniques = Techniques::all().set(Bitboards, bitboards);
            let solver = Solver { max_solutions: Some(1), techniques, ..Solver::default() };
            let solution = solver.solve(&problem).unwrap_or_else(|error| panic!("{men}: {error}")).solution;
            assert!(has_something_to_tell(&solution), "{men}, bitboards {bitboards}");
        }
    }
}

/// The problems are published and random ones. Some are solved with a transposition table that is much too small.
#[test]
fn any_number_of_threads_gives_the_same_answers() {
    let (cases, seed) = (cases(48), seed());
    let mut chance = Chance(seed);
    let mut lines: Vec<String> = [
        "1r6/7B/4k3/1p2n3/3b2p1/2p5/5RpP/6Kb ? - - stip \"h#3.5\";",
        "8/4B3/3Rp2p/2Nbk1pP/1Qp2pKn/1N3P1P/3R4/8 ? - - stip \"s#4\"; opt \"Variations\";",
        "8/8/8/8/3p4/3p2N1/1R1p1pB1/B1kNbK2 ? - - stip \"s#5\";",
        "RNBKQBNR/8/8/8/8/8/pppppppp/rnbqkbnr ? - - stip \"#4\"; opt \"Variations\";",
        "7B/2p5/5p2/2P1kP2/4B3/4K3/8/8 ? - - stip \"#6\"; opt \"Variations Try\";",
        "rnbqkr1K/pppppp1p/5npb/8/5P2/4P3/PPPP2PP/RNBQ1BNR ? - - stip \"dia8.5\";",
    ]
    .map(String::from)
    .into();
    let published = lines.len();
    lines.extend((0..cases).map(|_| random_problem(&mut chance, LONGER, RULES, 4)));
    let mut with_solutions = 0;
    for (index, line) in lines.iter().enumerate() {
        let problem = problem_of(line);
        let (table_bytes, bitboards) = match index < published {
            true => (1 << 24, true),
            false => ([1 << 20, 1 << 14, 0][chance.below(3)], chance.below(4) > 0),
        };
        let solve = |threads: usize| {
            let solver = Solver {
                table_bytes,
                techniques: Techniques::all().set(Bitboards, bitboards),
                threads: Arc::new(Threads::new(threads)),
                ..Solver::default()
            };
            solver.solve(&problem).unwrap_or_else(|error| panic!("{line}: {error}")).solution
        };
        let expected = solve(1);
        for threads in [2, 3, 8] {
            assert!(solve(threads) == expected, "with {threads} threads other answers: {line}");
        }
        with_solutions += usize::from(has_something_to_tell(&expected));
    }
    assert!(with_solutions * 10 > lines.len(), "{with_solutions} of {} with solutions", lines.len());
}
