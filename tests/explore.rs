//! Tests `keymove explore`: the variants that it finds are those that `check` calls sound, for any number of threads,
//! after an interruption, and from the units of a plan.

use crate::children::{self, keymove, run, words};
use crate::files::{read, root, temporary, write};
use keymove::explore::{
    BasePlay, Chunk, Filters, Limits, Progress, Relation, Request, Space, Standard, Status, Wanted, changes_named,
    explore, places,
};
use keymove::problem::{Change, Mirror, Problem};
use keymove::solution::{Solution, judge, settings_for_check};
use keymove::solve::Solver;
use keymove::syntax::{PieceLetters, epd};
use keymove::{Parsed, Verdict};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

fn parsed(line: &str) -> Parsed {
    Problem::parse(line).unwrap_or_else(|error| panic!("{error}"))
}

fn space(base: &Problem, by: &str, steps: usize) -> Space {
    let shape = base.diagram.placement.shape();
    let named = changes_named(by, shape, PieceLetters::from(&base.rules)).expect(by);
    Space::new(base, Request { named, steps, ..Request::default() })
}

fn solved(base: &Problem) -> Solution {
    Solver::default().solve(&settings_for_check(base)).expect("rules").solution
}

fn limits(threads: usize) -> Limits {
    Limits {
        threads,
        time: Duration::from_secs(600),
        total_time: None,
        first: None,
        cancelled: Default::default(),
        solver: Solver { table_bytes: 1 << 20, ..Solver::default() },
    }
}

fn explored(space: &Space, standard: &Standard, numbers: &[u64]) -> Chunk {
    let mut chunks = Vec::new();
    let ranges: Vec<_> = numbers.iter().map(|&n| n..n + 1).collect();
    assert!(explore(space, standard, &ranges, &limits(2), &Progress::default(), &mut |chunk| chunks.push(chunk)));
    Chunk::joined(&chunks)
}

/// Returns about `number` indices of variants, far apart, so that all kinds of changes are among them.
fn spread(space: &Space, number: u64) -> Vec<u64> {
    (0..space.len()).step_by((space.len() / number).max(1) as usize).collect()
}

/// Returns the lines of a solution as squares. The computation is independent of the library's.
fn lines(solution: &Solution) -> BTreeSet<String> {
    let line = |moves: Vec<keymove::Move<'_>>| {
        let text = moves.iter().map(|m| format!("{}{}{:?} ", m.from(), m.to(), m.node().record.promotion));
        text.collect::<String>()
    };
    solution.lines().map(line).collect()
}

/// Returns the line of a published problem, by its file and its id.
fn published(file: &str, id: &str) -> String {
    let text = read(root(), &format!("problems/{file}"));
    let line = text.lines().find(|line| line.contains(&format!("id \"{id}\"")));
    line.unwrap_or_else(|| panic!("{file}: {id}")).to_string()
}

/// The problems whose variants are compared with `check`: file, id, changes and number of variants. `KEYMOVE_CASES`
/// replaces that number.
const COMPARED: [(&str, &str, &str, u64); 4] = [
    ("isardam/isardam.epd", "von-meyenfeldt-1989-h2", "move,add=Ss,colour,replace,shift,mirror", 150),
    ("help/helpmates.epd", "kardos-1961-h2", "move,remove,exchange,add=Pp", 40),
    ("madrasi/madrasi.epd", "macleod-1983-m2", "move,remove,add=Pp", 60),
    ("self/selfmates.epd", "rehm-1968-s2", "move,remove", 40),
];

fn cases(usual: u64) -> u64 {
    std::env::var("KEYMOVE_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

#[test]
fn the_finds_are_those_of_check() {
    for (file, id, by, number) in COMPARED {
        let base = parsed(&published(file, id)).into_problem();
        let space = space(&base, by, 1);
        for no_duals in [false, true] {
            let standard = Standard::new(&base, None, Filters { no_duals, any_position: true, ..Filters::default() });
            let numbers = spread(&space, cases(number));
            let chunk = explored(&space, &standard, &numbers);
            let found: Vec<u64> = chunk.finds.iter().map(|find| find.number).collect();
            let is_sound = |&&number: &&u64| {
                let Some(variant) = space.variant(number) else { return false };
                let text = epd(&standard.written(&variant));
                let problem = parsed(&text).into_problem();
                let solution = solved(&problem);
                let judgement = judge(&settings_for_check(&problem), &solution);
                let judgement = if no_duals { judgement } else { judgement.allowing_duals(&solution) };
                judgement.verdict == Verdict::Sound
            };
            let sound: Vec<u64> = numbers.iter().filter(is_sound).copied().collect();
            assert_eq!(found, sound, "{id} {by}, duals refused: {no_duals}");
            assert!(!sound.is_empty() && sound.len() < numbers.len(), "{id}: {} of {}", sound.len(), numbers.len());
            let counted: u64 = chunk.counts.values().sum();
            assert_eq!((counted, chunk.count(Status::Undecided)), (numbers.len() as u64, 0), "{id}");
        }
    }
}

#[test]
fn kept_lines_are_the_same_lines() {
    let (file, id, ..) = COMPARED[0];
    let base = parsed(&published(file, id)).into_problem();
    let solution = solved(&base);
    let play = BasePlay::of(&base, &solution, false);
    let space = space(&base, "move,add=PpSs,colour,replace", 1);
    let numbers = spread(&space, 200);
    let filters = Filters { wanted: Wanted::Same, any_position: true, ..Filters::default() };
    let standard = Standard::new(&base, Some(play), filters);
    let found: Vec<u64> = explored(&space, &standard, &numbers).finds.iter().map(|find| find.number).collect();
    let is_same = |&number: &u64| {
        let Some(variant) = space.variant(number) else { return false };
        let problem = parsed(&epd(&standard.written(&variant))).into_problem();
        let theirs = solved(&problem);
        let is_sound = judge(&settings_for_check(&problem), &theirs).verdict == Verdict::Sound;
        is_sound && lines(&theirs) == lines(&solution)
    };
    let same: Vec<u64> = numbers.iter().copied().filter(is_same).collect();
    assert_eq!(found, same);
    assert!(!same.is_empty());
}

/// The expected answers follow from the definition of the same solution in docs/explore.md.
#[test]
fn the_same_solution_of_battle_play() {
    const TWO: &str = r##"7k/p7/5K2/8/8/8/8/6R1 w - - stip "#2";"##;
    const STATED: &str = r##"7k/p7/5K2/8/8/8/8/6R1 w - - stip "#2"; sol "1.Kf7! threat 2.Rh1#";"##;
    const MATE: &str = r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##;
    let rows = [
        // 1.Kf7 threatens 2.Rh1#, and nothing helps against it, with the pawn or without it.
        (TWO, "remove a7", false, Relation::Same),
        (STATED, "remove a7", false, Relation::Same),
        // The pawn promotes and checks, so there is no key.
        (TWO, "move a7 a2", false, Relation::Other),
        // 1.Kf7 is still a key, but after 1.Kg6 the rook mates on the back rank too.
        (TWO, "move g1 b1", false, Relation::Alike),
        // The rook mates from another square.
        (MATE, "move a1 b1", false, Relation::Other),
        (MATE, "move a1 b1", true, Relation::Same),
        (MATE, "mirror a1<-->a8", false, Relation::Same),
        // A second rook is a second key.
        (MATE, "add white Ra2", false, Relation::Alike),
    ];
    for (line, changes, by_idea, expected) in rows {
        let base = parsed(line).into_problem();
        let play = BasePlay::of(&settings_for_check(&base), &solved(&base), by_idea);
        let twin = keymove::syntax::twins(changes).0.remove(0);
        let variant = base.changed(&twin.changes).expect(changes);
        let solution = solved(&variant);
        assert_eq!(play.relation(&base, &twin.changes, &variant, &solution), expected, "{line} {changes}");
    }
}

const HELP: &str = r##"2K5/5k2/8/8/8/1q6/8/2Q5 b - - stip "h#2"; cond "Isardam"; id "von-meyenfeldt";"##;

#[test]
fn the_output_is_the_same_for_any_number_of_threads_and_after_an_interruption() {
    let folder = temporary();
    let path = folder.path();
    write(path, "h.epd", format!("{HELP}\n"));
    let explore = |more: &[&str]| {
        let usual = ["explore", "vary", "h.epd", "--by", "move,add=Ss", "--show", "jsonl"];
        run(path, [&usual[..], more].concat())
    };
    let (one, errors, status) = explore(&["-j", "1"]);
    assert_eq!(status, 0, "{errors}");
    assert!(one.lines().count() > 5, "{one}");
    assert_eq!(explore(&["-j", "3"]).0, one);
    assert_eq!(explore(&["-j", "2", "--resume", "r"]).0, one);
    let whole = read(path, "r");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert!(lines.len() > 10, "{whole}");
    // A kill has left half of the lines and a piece of the next one.
    let half: String = lines[..lines.len() / 2].concat();
    fs::write(path.join("r"), format!("{half}{}", &lines[lines.len() / 2][..20])).expect("a file");
    assert_eq!(explore(&["-j", "2", "--resume", "r"]).0, one);
    // Everything is known now, so nothing is judged and added.
    let before = read(path, "r");
    assert_eq!(explore(&["--resume", "r"]).0, one);
    assert_eq!(read(path, "r"), before);
    // Other arguments have other results, which the same file keeps too.
    let (other, _, _) = run(path, words("explore vary h.epd --by remove --show jsonl --resume r"));
    assert!(other.contains("\"variants\":2"), "{other}");
    fs::write(path.join("foreign"), "a line\n").expect("a file");
    let (_, errors, status) = explore(&["--resume", "foreign"]);
    assert!(status == 2 && errors.contains("nothing was written"), "{errors}");
    assert_eq!(read(path, "foreign"), "a line\n");
}

#[test]
fn the_first_finds_are_those_with_the_smallest_numbers() {
    let folder = temporary();
    let path = folder.path();
    write(path, "h.epd", format!("{HELP}\n"));
    let numbers = |more: &str| -> BTreeSet<u64> {
        let (out, errors, status) =
            run(path, words(&format!("explore vary h.epd --by move,add=Ss --show jsonl {more}")));
        assert_eq!(status, 0, "{errors}");
        let lines = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        lines.filter_map(|line| line["number"].as_u64()).collect()
    };
    let all = numbers("");
    for threads in [1, 3] {
        let first = numbers(&format!("--first 3 -j {threads}"));
        assert_eq!(first, all.iter().copied().take(3).collect::<BTreeSet<u64>>());
    }
}

#[test]
fn units_of_a_plan_give_the_output_of_one_run() {
    let folder = temporary();
    let path = folder.path();
    write(path, "two.epd", format!("{HELP}\n{}\n", r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##));
    for command in [
        "explore vary two.epd --by move,add=Ss --show list",
        "explore matrix '8/8/8/8/8/8/8/7k b - -' 'h#1' --place 'K:f6-h7 R:*' --show list",
    ] {
        let _ = fs::remove_dir_all(path.join("p.results"));
        let (one, _, status) = run(path, words(command));
        assert_eq!(status, 0);
        let (_, errors, status) = run(path, words(&format!("{command} --plan p --units 3")));
        assert!(status == 0 && errors.contains("in 3 units"), "{errors}");
        assert_eq!(run(path, words("merge p")).2, 75, "no unit is there yet");
        let mut seen = Vec::new();
        for unit in ["3", "1", "2"] {
            seen.push(run(path, words("work p --left")).0.split_whitespace().map(String::from).collect::<Vec<_>>());
            assert_eq!(run(path, ["work", "p", unit]).2, 0);
        }
        assert_eq!(seen, [vec!["1", "2", "3"], vec!["1", "2"], vec!["2"]]);
        let (merged, errors, status) = run(path, words("merge p"));
        assert_eq!((merged, status), (one, 0), "{command}\n{errors}");
    }
    // No plan is written if every problem is refused.
    let (out, errors, status) = run(path, words("explore economy 8/8/8/8/8/8/8/7k #1 --plan none --units 2"));
    assert!(status == 2 && out.is_empty() && errors.starts_with("error: "), "{errors}");
    assert!(!errors.contains("units") && !path.join("none").exists(), "{errors}");
    // A problem that has changed is noticed.
    run(path, words("explore vary two.epd --by move --plan p --units 2"));
    write(path, "two.epd", r##"7k/5K2/8/8/8/8/8/1R6 w - - stip "#1";"##);
    let (_, errors, status) = run(path, words("work p 1 --results other"));
    assert!(status == 2 && errors.contains("have changed since the plan was made"), "{errors}");
}

/// Damages published problems by a change. They were sound, so the change that undoes the damage must be found.
#[test]
fn a_spoiled_problem_is_repaired() {
    // The base is the problem of HELP with its author's solution, after the black queen went from b3 to c3.
    let spoiled =
        r##"2K5/5k2/8/8/8/2q5/8/2Q5 b - - stip "h#2"; cond "Isardam"; sol "1.Ke7 Qc7+ 2.Qf7 Kd8#"; nsol "1";"##;
    let (out, errors, status) = run(root(), ["explore", "repair", spoiled, "--by", "move", "--show", "list"]);
    assert_eq!(status, 0, "{errors}");
    assert!(out.contains("move c3 b3"), "{out}");
    // All finds are sound, and `check` says so.
    let (found, _, _) = run(root(), ["explore", "repair", spoiled, "--by", "move", "--show", "epd"]);
    let (verdicts, _, status) = children::run_on(root(), ["check", "-"], &found);
    assert_eq!(status, 0, "{verdicts}");
    assert_eq!(verdicts.lines().filter(|line| line.starts_with("sound")).count(), found.lines().count(), "{verdicts}");
}

/// The findings are those of `check -v`.
#[test]
fn a_repair_begins_with_the_faults_of_the_base() {
    let cooked = r##"7k/5K2/8/8/8/8/2Q5/R7 w - - stip "#1"; sol "1.Rh1#"; id "x";"##;
    let repaired = |more: &str| run(root(), words(&format!("explore repair '{cooked}' {more}")));
    let (out, errors, status) = repaired("--by remove --show list");
    assert_eq!((status, errors.as_str()), (0, ""));
    let expected = "\
x (<arguments>:1): unsound, 2 errors
  error: 2 cooks: 1.Ra8; 1.Qh2
x (<arguments>:1): 1 found among 2 variants
   1  remove c2  3 men
  tries were not compared: neither `sol` nor an option mentions them
  1 sound, 1 with the solution lost
";
    assert_eq!(out, expected);
    let (checked, _, _) = children::run_on(root(), ["check", "-v", "-"], cooked);
    assert_eq!(checked.lines().nth(1).map(str::trim), out.lines().nth(1).map(str::trim));
    let (out, _, _) = repaired("--by remove --show jsonl");
    let base: serde_json::Value = serde_json::from_str(out.lines().next().unwrap_or_default()).expect("JSON");
    assert_eq!((&base["format"], &base["verdict"]), (&"keymove-explore-base-1".into(), &"unsound".into()));
    let texts: Vec<_> = base["findings"].as_array().expect("findings").iter().map(|one| one["text"].as_str()).collect();
    let cooks = ["cook: 1.Ra1-a8 is a second key", "cook: 1.Qc2-h2 is a third key"].map(Some);
    assert_eq!(texts, cooks, "{out}");
    // Lines of problems and board maps stay readable for programs, so the findings are on standard error.
    for form in ["epd", "board"] {
        let (out, errors, _) = repaired(&format!("--by move=Qc2 --show {form}"));
        assert!(errors.starts_with("note: x: unsound, 2 errors\n  error: 2 cooks: 1.Ra8; 1.Qh2\n"), "{errors}");
        assert!(!out.is_empty() && !out.contains("cooks"), "{out}");
    }
    let (page, _, _) = repaired("--by remove --show page");
    assert_eq!(page.matches("data-verdict=\"unsound\"").count(), 1, "the base is on the page");
    // Duals make a base unsound only if they are refused.
    let line = published("isardam/isardam.epd", "emmerson-1997-m2-b");
    let (_, errors, _) = run(root(), ["explore", "repair", &line, "--by", "remove", "--show", "list"]);
    assert!(errors.starts_with("note: the base is already sound"), "{errors}");
    let (out, _, _) = run(root(), ["explore", "repair", &line, "--by", "remove", "--show", "list", "--no-duals"]);
    let expected = "emmerson-1997-m2-b (<arguments>:1): unsound, 1 error\n  error: dual in the last move: 1.Rxd4 Bb1 2.Qg7 \
                    beside Qa1\n";
    assert!(out.starts_with(expected), "{out}");
}

#[test]
fn bases_that_cannot_be_explored_are_refused_with_the_reason() {
    let rows = [
        (r##"7k/5K2/8/8/8/8/2Q5/R7 w - - stip "#1";"##, "economy", "the base is unsound: cook"),
        (r##"7k/5K2/8/8/8/8/2Q5/R7 w - - stip "#1";"##, "repair", "the base has no `sol`"),
        (r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; sol "1.Rh1#";"##, "repair", "the base is already sound"),
        (r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; twin "b) move a1 b1";"##, "economy", "the problem has twins"),
        (
            r##"7k/5K2/8/8/8/8/8/R7 w - - sstip "white 3a[#]d";"##,
            "economy",
            "structured stipulations are not supported",
        ),
        (r##"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR ? ? - stip "dia0.5";"##, "economy", "proof games"),
        (r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; invisible "1";"##, "economy", "invisible men"),
    ];
    for (line, command, reason) in rows {
        let (out, errors, status) = run(root(), ["explore", command, line, "--show", "list"]);
        assert!(errors.contains(reason) && errors.contains("<arguments>:1"), "{line} {command}: {errors}");
        assert!(out.is_empty() && status == if errors.starts_with("note") { 0 } else { 2 }, "{line}: {status} {out}");
    }
}

#[test]
fn mistakes_in_arguments_are_shown_at_their_place() {
    let base = r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##;
    let rows: [(&[&str], &str, &str); 9] = [
        (&["vary", base, "--by", "remove,mov"], "unknown change `mov`", "--by:1:8"),
        (&["vary", base, "--by", "move=Q"], "the diagram has no white queen", "--by:1:1"),
        (&["vary", base, "--by", "move", "--at", "a1-z9"], "is not a set of squares", "--at:1:1"),
        (&["vary", base, "--by", "move", "--fixed", "x"], "`x` is not a man", "--fixed:1:1"),
        (&["vary", base, "--stip", "#1,#"], "the number of moves is missing", "--stip:1:5"),
        (&["vary", base, "--cond", "Circe,Madrassi"], "unknown condition `Madrassi`", "--cond:1:7"),
        (&["vary", base], "nothing to vary; expected --by, --stip or --cond", ""),
        (&["matrix", base, "--place", "R"], "`R` has no squares", "--place:1:2"),
        (&["vary", base, "--by", "move", "--most", "10"], "183 variants; use --most 183", "<arguments>:1"),
    ];
    for (arguments, message, place) in rows {
        let (_, errors, status) = run(root(), [&["explore"], arguments, &["--show", "list"]].concat());
        assert!(status == 2 && errors.contains(message) && errors.contains(place), "{arguments:?}: {errors}");
    }
}

#[test]
fn nothing_found_is_said() {
    let base = r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##;
    let rows = [
        ("vary", "remove", "0 found among 1 variants: 1 without solution"),
        ("vary", "remove=K", "0 found among 0 variants: none of these changes can be made"),
    ];
    for (command, by, expected) in rows {
        let (out, errors, status) = run(root(), ["explore", command, base, "--by", by]);
        assert_eq!((out.as_str(), status), ("", 0));
        assert_eq!(errors, format!("note: <arguments>:1: {expected}\n"));
        let (out, errors, _) = run(root(), ["explore", command, base, "--by", by, "--show", "list"]);
        assert_eq!(out, format!("<arguments>:1: {}\n", expected.replacen(": ", "\n  ", 1)));
        assert_eq!(errors, "");
    }
}

#[test]
fn a_limit_leaves_variants_undecided() {
    // Bishop and knight need more moves, and to prove that takes minutes.
    let base = "8/8/8/3k4/8/8/8/K1B5 w - -";
    let command =
        ["explore", "matrix", base, "#15", "--place", "S:a2-b2", "--time", "0.02", "--show", "list", "--undecided"];
    let (out, errors, status) = run(root(), command);
    assert_eq!(status, 3, "{out}{errors}");
    assert!(out.contains("0 found") && out.contains("undecided"), "{out}");
    assert!(errors.contains("undecided: add white N"), "{errors}");
}

#[test]
fn a_signal_keeps_what_is_found() {
    if !cfg!(unix) {
        return;
    }
    let folder = temporary();
    let place = ["explore", "matrix", "8/8/8/8/8/8/8/7k b - -", "h#2", "--place", "K:* R:* s:*", "--symmetry", "none"];
    let mut command = keymove(folder.path(), [&place[..], &["--show", "list", "--resume", "r", "-j", "1"]].concat());
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = children::spawn(&mut command);
    let has_begun = || Path::new(&folder.path().join("r")).is_file() && read(folder.path(), "r").lines().count() > 2;
    while !has_begun() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    let (out, errors, status) = children::printed(children::output_of(child));
    assert_eq!(status, 130, "{errors}");
    assert!(out.contains("found among") && out.ends_with(" not judged\n"), "{out}");
}

#[test]
fn pages_and_board_maps_show_what_a_man_does() {
    let folder = temporary();
    let path = folder.path();
    let base = ["explore", "vary", "7k/5K2/8/8/8/8/8/R7 w - -", "#1", "--by", "move=R"];
    let (board, _, _) = run(path, [&base[..], &["--show", "board"]].concat());
    // The rook mates on the h-file from every square from which it can go there, except behind its king.
    let expected = "\
white rook of a1
  8 . . . . . . . k
  7 - - - - - K - .
  6 + + + + + + + .
  5 + + + + + + + .
  4 + + + + + + + .
  3 + + + + + + + .
  2 + + + + + + + .
  1 o + + + + + + .
    a b c d e f g h
   + sound 41, - no solution 6, . not possible 14
";
    assert_eq!(board, expected);
    let (_, errors, status) = run(path, [&base[..], &["-o", "map.svg"]].concat());
    assert_eq!(status, 0, "{errors}");
    let picture = read(path, "map.svg");
    assert!(picture.starts_with("<svg") && picture.contains("sound: 41"), "{picture}");
    run(path, [&base[..], &["-o", "page.html", "--best", "3"]].concat());
    let page = read(path, "page.html");
    assert_eq!(page.matches("<article").count(), 3);
    assert!(page.contains("sound: 41") && page.contains("41 found among 61 variants") && page.ends_with("</html>\n"));
    let (_, errors, status) = run(path, [&base[..3], &["#1", "--by", "shift", "--show", "board"]].concat());
    assert!(status == 2 && errors.contains("no board map"), "{errors}");
}

/// Without reflections, a matrix (a search through placements) finds one of each two positions that are reflections of
/// each other.
#[test]
fn a_matrix_without_reflections_loses_nothing() {
    let base = parsed(r##"8/8/8/8/8/8/8/7k w - - stip "#1";"##).into_problem();
    let places =
        places("K:e1-h4 R:e1-h4 R:e1-h4", base.diagram.placement.shape(), PieceLetters::default()).expect("men");
    let found = |by_symmetry| -> Vec<Problem> {
        let space = Space::new(&base, Request { places: places.clone(), by_symmetry, ..Request::default() });
        let numbers: Vec<u64> = (0..space.len()).collect();
        let chunk = explored(&space, &Standard::new(&base, None, Filters::default()), &numbers);
        chunk.finds.iter().filter_map(|find| Some(space.variant(find.number)?.problem)).collect()
    };
    // The diagonal a8-h1 goes through the black king.
    let turn = |problem: &Problem| problem.changed(&[Change::Mirror(Mirror::A1H8)]).expect("a reflection");
    let board = |problem: &Problem| problem.diagram.placement.to_fen();
    let (all, some) = (found(false), found(true));
    assert!(some.len() < all.len() && some.len() > 10, "{} {}", some.len(), all.len());
    let kept: BTreeSet<String> = some.iter().map(board).collect();
    assert_eq!(kept.len(), some.len());
    for problem in &all {
        let (this, other) = (board(problem), board(&turn(problem)));
        assert!(kept.contains(&this) != kept.contains(&other) || this == other && kept.contains(&this), "{this}");
    }
}

/// Without the black rook, the reply to a stated variation of Emmerson's mate in two becomes a second threat.
#[test]
fn a_new_threat_is_another_solution() {
    let base = parsed(&published("isardam/isardam.epd", "emmerson-1997-m2-e")).into_problem();
    let play = BasePlay::of(&settings_for_check(&base), &solved(&base), false);
    let relation = |changes: &str| {
        let changes = keymove::syntax::twins(changes).0.remove(0).changes;
        let variant = base.changed(&changes).expect("men");
        let variant = Problem { intent: base.intent.clone(), ..variant };
        play.relation(&base, &changes, &variant, &solved(&variant))
    };
    assert_eq!(relation("unchanged"), Relation::Same);
    assert_eq!(relation("remove h8"), Relation::Alike);
}

/// Without the white rook, Black has another defence, 1...Kf1. The problem states some defences, but not this one.
#[test]
fn a_threat_alone_does_not_state_the_variations() {
    let stated = parsed(&published("games/mamra.epd", "mamra-1")).into_problem();
    let relation = |sol: Option<&str>| {
        let mut base = stated.clone();
        base.intent.solution = sol.map(String::from).or(base.intent.solution);
        let play = BasePlay::of(&settings_for_check(&base), &solved(&base), false);
        let changes = keymove::syntax::twins("remove e6").0.remove(0).changes;
        let variant = Problem { intent: base.intent.clone(), ..base.changed(&changes).expect("a man") };
        play.relation(&base, &changes, &variant, &solved(&variant))
    };
    assert_eq!(relation(None), Relation::Same);
    assert_eq!(relation(Some("1.Mg3! threat 2.Mxg2#")), Relation::Alike);
    assert_eq!(relation(Some("1.Mg3!")), Relation::Alike);
}

/// In Dawson's problem, Black's last move decides about castling. In Kahl's, the key is a capture en passant, which is
/// legal only because other men show which move was the last.
#[test]
fn problems_with_a_history_are_marked() {
    for id in ["dawson-1913-m2", "kahl-1967-m1"] {
        let line = published("direct/twomovers.epd", id);
        let (out, errors, status) = run(root(), ["explore", "economy", &line, "--show", "list"]);
        assert_eq!(status, 0, "{errors}");
        assert!(out.contains("retro: men may be needed for the history"), "{out}");
    }
    let line = published("isardam/isardam.epd", "von-meyenfeldt-1989-h2");
    let (out, _, _) = run(root(), ["explore", "vary", &line, "--by", "add=p", "--keep", "--show", "list"]);
    assert!(!out.contains("retro") && out.contains("add black P"), "{out}");
}
