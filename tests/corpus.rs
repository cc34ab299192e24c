//! Tests the published problems in `problems/`: each line is read without a finding, and each solution agrees with the
//! author's and with the recorded one.

use crate::files::root;
use keymove::problem::Problem;
use keymove::report::{ProblemIdentity, ResultExtras, TextStyle, json_line, popeye_text, text};
use keymove::solution::{FindingKind, Solution, judge, settings_for_reading};
use keymove::solve::Solver;
use keymove::syntax;
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of problems with its name, such as `help/helpmates`.
struct File {
    name: String,
    lines: Vec<String>,
}

fn corpus() -> Vec<File> {
    let root = root().join("problems");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    let file = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a readable file");
        let name = path.strip_prefix(&root).expect("a file below the root").with_extension("");
        // One name on every system.
        let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let is_problem = |line: &&str| !line.starts_with('#') && !line.trim().is_empty();
        File { name: parts.join("/"), lines: text.lines().filter(is_problem).map(String::from).collect() }
    };
    paths.iter().map(file).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "epd") {
            paths.push(path);
        }
    }
}

fn read(line: &str) -> Problem {
    let (problem, diagnostics) = syntax::line(line);
    assert!(diagnostics.is_empty(), "{line}\n{diagnostics:#?}");
    problem.expect("a line without errors")
}

fn id(problem: &Problem) -> &str {
    problem.heading.id.as_deref().unwrap_or_default()
}

#[test]
fn every_line_is_a_whole_problem() {
    let mut ids = HashSet::new();
    for file in corpus() {
        assert!(!file.lines.is_empty(), "{} holds no problem", file.name);
        for line in &file.lines {
            let problem = read(line);
            let heading = &problem.heading;
            let id = id(&problem);
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(!id.is_empty() && id.chars().all(is_plain), "no id, or a strange one: {line}");
            assert!(ids.insert(id.to_string()), "{id} stands twice");
            assert!(heading.authors.iter().all(|author| !author.is_empty()), "{id}");
            assert!(!heading.authors.is_empty() && heading.source.is_some(), "{id} has no author or no source");
            assert!(problem.intent.solution.is_some(), "{id} has no solution");
            assert!(problem.diagram.side_to_move.is_some(), "{id} does not say who moves first");
            assert_eq!(syntax::epd(&problem), *line, "{id} is not in the canonical form");
        }
    }
    assert!(ids.len() >= 120, "only {} problems", ids.len());
}

#[test]
fn solutions_are_the_authors_and_stay_the_same() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/corpus");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for file in corpus() {
        let told: Vec<[String; 3]> = file.lines.par_iter().map(|line| told(&read(line))).collect();
        let name = file.name.replace('/', "-");
        settings.bind(|| {
            for (i, format) in ["", "-text", "-jsonl"].into_iter().enumerate() {
                let texts: String = told.iter().map(|formats| formats[i].as_str()).collect();
                insta::assert_snapshot!(format!("{name}{format}"), texts);
            }
        });
    }
}

/// Returns the solution as Popeye prints it, as text for people, and as JSON. Asserts that the author's statements
/// about it are true.
fn told(problem: &Problem) -> [String; 3] {
    let id = id(problem);
    let solved = |problem: &Problem| {
        let outcome = Solver::default().solve(problem);
        outcome.unwrap_or_else(|error| panic!("{id}: {error}")).solution
    };
    let plain = solved(problem);
    let wrong = unlike_the_author(problem, &plain);
    assert!(wrong.is_empty(), "{id}: {wrong:?}");
    // The readable text always has variations.
    let whole = settings_for_reading(problem);
    let solution = if whole == *problem { plain.clone() } else { solved(&whole) };
    let identity = ProblemIdentity { id: Some(id.to_string()), ..ProblemIdentity::default() };
    let verdict = judge(&whole, &solution).verdict.name().to_string();
    let extra = ResultExtras { verdict: Some(verdict), ..ResultExtras::default() };
    [
        format!("== {id}\n{}\n", popeye_text(&plain)),
        format!("== {id}\n{}\n", text(&whole, &solution, &TextStyle::default())),
        json_line(&identity, &whole, &solution, &extra) + "\n",
    ]
}

/// Returns the findings about keys and lines that are missing or that the author does not have, and about the author's
/// statements. Duals are left out.
fn unlike_the_author(problem: &Problem, solution: &Solution) -> Vec<String> {
    let is_wrong = |kind: FindingKind| {
        matches!(
            kind,
            FindingKind::Unsolvable
                | FindingKind::KingCanBeCaptured
                | FindingKind::NoSolution
                | FindingKind::MissingSolution
                | FindingKind::MissingSetPlay
                | FindingKind::Cook
                | FindingKind::AuthorKeyNotFound
                | FindingKind::AuthorLineNotFound
                | FindingKind::AuthorTryNotFound
                | FindingKind::AuthorNotRead
                | FindingKind::Undecided(_)
        )
    };
    let findings = judge(problem, solution).findings;
    findings.into_iter().filter(|finding| is_wrong(finding.kind)).map(|finding| finding.text).collect()
}
