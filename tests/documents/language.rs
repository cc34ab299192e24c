//! Tests `docs/language.md`: each problem in its boxes has the answer given there, and every goal, option and attribute
//! is named.
//!
//! The comment below a problem has words of the solution (`…` stands for further text), or a verdict with its findings.
//! Error messages about the line come before them.

use super::page::{self, column, section};
use keymove::input;
use keymove::problem::{OPTIONS, Problem};
use keymove::report::{TextStyle, text};
use keymove::solution::{gathered, settings_for_reading};
use keymove::solve::Solver;
use keymove::syntax;
use keymove::units::{GOALS, TRAITS};
use rayon::prelude::*;

const VERDICTS: [&str; 4] = ["sound", "unsound", "undecided", "invalid"];

/// Returns the problems as written, each with the words of the comment below it.
fn examples(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut examples: Vec<(&str, Vec<&str>)> = Vec::new();
    for (_, block) in page::blocks(page).into_iter().filter(|(tag, _)| *tag == "keymove") {
        for line in block.lines().filter(|line| !line.is_empty()) {
            match line.strip_prefix('#') {
                None => examples.push((line, Vec::new())),
                Some(comment) => {
                    let (_, words) = examples.last_mut().expect("a comment stands below its problem");
                    words.extend(comment.split_whitespace());
                }
            }
        }
    }
    examples
}

fn solution(problem: &Problem) -> Result<String, String> {
    let mut problem = settings_for_reading(problem);
    problem.options.no_board = true;
    let solved = Solver::default().solve(&problem).map_err(|error| format!("error: {error}"))?;
    let text = text(&problem, &solved.solution, &TextStyle::default());
    // The text above the play: heading, stipulation, conditions.
    let foot = text.find(&format!("  {}", problem.stipulation.as_ref().map_or_else(String::new, ToString::to_string)));
    let below = text[foot.unwrap_or_default()..].split_once("\n\n").map_or("", |(_, below)| below);
    Ok(below.trim_end().trim_end_matches("The search was complete.").to_string())
}

fn verdict(problem: &Problem) -> Result<String, String> {
    let checked = problem.check().map_err(|error| format!("error: {error}"))?;
    let told = gathered(&checked.findings, usize::MAX);
    let style = TextStyle::default();
    let findings = told.iter().map(|finding| format!(" {}: {}", finding.severity.word(), style.finding(finding)));
    Ok(checked.verdict.name().to_string() + &findings.collect::<String>())
}

/// Returns the diagnostics of a line, about its syntax or its meaning, and the answer.
fn answer(line: &str, is_checked: bool) -> String {
    let (problem, diagnostics) = syntax::line(line);
    let said = diagnostics.iter().map(|diagnostic| {
        let severity = if diagnostic.is_error() { "error" } else { "warning" };
        format!("{severity}: {}\n", diagnostic.message)
    });
    let answer = problem.map(|problem| if is_checked { verdict(&problem) } else { solution(&problem) });
    said.collect::<String>() + &answer.map_or_else(String::new, |answer| answer.unwrap_or_else(|error| error))
}

fn is_answered(told: &[&str], expected: &[&str]) -> bool {
    match expected {
        [begin @ .., "…"] => told.starts_with(begin),
        _ => told == expected,
    }
}

#[test]
fn every_example_is_answered_as_the_page_says() {
    let page = page::read("language.md");
    let examples = examples(&page);
    assert!(examples.len() > 100, "{} examples", examples.len());
    let wrong: Vec<String> = examples
        .par_iter()
        .filter_map(|(line, expected)| {
            let is_checked = expected.iter().any(|word| VERDICTS.contains(word));
            let told = answer(line, is_checked);
            let told: Vec<&str> = told.split_whitespace().collect();
            (!is_answered(&told, expected)).then(|| format!("{line}\n  told: {}", told.join(" ")))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn popeyes_files_are_answered_as_the_page_says() {
    let page = page::read("language.md");
    let blocks = page::blocks(&page);
    let mut count = 0;
    for pair in blocks.windows(2).filter(|pair| pair[0].0 == "popeye") {
        let [(_, file), (tag, expected)] = pair else { continue };
        assert_eq!(*tag, "answer", "below\n{file}");
        let mut reader = input::ProblemReader::new("a file", file.as_bytes());
        let mut told = String::new();
        while let Some(entry) = reader.next_entry().expect("a text can be read") {
            assert_eq!(entry.diagnostics, [], "{file}");
            told += &solution(entry.problem.as_ref().expect("a problem")).expect("a solution");
            count += 1;
        }
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(words(&told), words(expected));
    }
    assert!(count >= 3, "{count} problems");
}

#[test]
fn the_tables_are_whole_and_say_what_can_be_read() {
    let page = page::read("language.md");
    let has = |words: &[&str], name: &str| words.iter().any(|word| word.split(['<', ' ']).next() == Some(name));
    let goals = column(section(&page, "### Goals"), 0);
    let symbols = GOALS.iter().map(|goal| goal.symbol);
    let untold: Vec<&str> =
        symbols.filter(|symbol| !goals.iter().any(|word| word.trim_end_matches("<square>") == *symbol)).collect();
    assert_eq!(untold, [""; 0], "goals");
    let options = column(section(&page, "## Options"), 0);
    let untold: Vec<&str> = OPTIONS.iter().map(|def| def.name).filter(|name| !has(&options, name)).collect();
    assert_eq!(untold, [""; 0], "options");
    let attributes = column(section(&page, "## Board and men"), 0);
    let untold: Vec<&str> = TRAITS.iter().map(|def| def.name).filter(|name| !has(&attributes, name)).collect();
    assert_eq!(untold, [""; 0], "attributes");
    for text in column(section(&page, "### Play"), 0) {
        assert!(syntax::stipulation(text).is_ok(), "{text}");
    }
    for text in column(section(&page, "### Structured stipulations"), 1) {
        assert!(syntax::structured(text).is_ok(), "{text}");
    }
    for text in column(section(&page, "## Conditions"), 2) {
        assert!(syntax::conditions(text).is_ok(), "{text}");
    }
    for change in column(section(&page, "## Twins"), 0) {
        let (twins, _, found) = syntax::twins(change);
        assert!(twins.len() == 1 && found.is_empty(), "{change}: {found:?}");
    }
}
