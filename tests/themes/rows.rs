//! Tests that every example shows its theme with the part of the evidence that the row states, and that no
//! counter-example shows it.

use crate::files::{read, root};
use crate::lines::problem_of;
use keymove::problem::Problem;
use keymove::solve::Solver;
use keymove::themes::{self, Theme, Themes};
use std::collections::BTreeMap;

/// Returns the problems of the file of examples.
fn problems() -> Vec<Problem> {
    let text = read(root().join("tests/themes"), "examples.epd");
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(problem_of).collect()
}

/// Returns the themes of all examples that the table names, by the id of the problem.
fn examples() -> BTreeMap<String, Themes> {
    let wanted: Vec<&str> = themes::all().flat_map(|theme| [theme.example.0, theme.counter]).collect();
    let mut found = BTreeMap::new();
    for problem in problems() {
        let id = problem.heading.id.clone().expect("every example has an id");
        assert!(problem.heading.source.is_some(), "{id}: every example has a source");
        assert!(wanted.contains(&id.as_str()), "{id}: no row names this example");
        let problem = themes::settings_for_themes(&problem);
        let solution = Solver::default().solve(&problem).expect(&id).solution;
        found.insert(id, themes::themes(&problem, &solution));
    }
    found
}

#[test]
fn examples_show_their_themes_and_counter_examples_do_not() {
    let examples = examples();
    let of = |theme: &Theme, id: &str| {
        examples.get(id).unwrap_or_else(|| panic!("{}: no example has the id `{id}`", theme.name)).clone()
    };
    let text = |themes: &Themes, theme: &Theme| {
        let mut found = themes.found.iter().filter(|told| told.theme.name == theme.name);
        found.next().map(|told| told.text.clone())
    };
    let mut wrong = Vec::new();
    for theme in themes::all() {
        let (id, words) = theme.example;
        assert!(!words.is_empty(), "{}: the row states no evidence", theme.name);
        match text(&of(theme, id), theme) {
            Some(text) if text.contains(words) => {}
            Some(text) => wrong.push(format!("{}: `{id}` shows `{text}` without `{words}`", theme.name)),
            None => wrong.push(format!("{}: the example `{id}` does not show it", theme.name)),
        }
        if let Some(text) = text(&of(theme, theme.counter), theme) {
            wrong.push(format!("{}: the counter-example `{}` shows `{text}`", theme.name, theme.counter));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_are_distinct_and_rows_are_complete() {
    let mut names: Vec<String> = Vec::new();
    for theme in themes::all() {
        for name in std::iter::once(&theme.name).chain(theme.aliases) {
            assert!(!names.contains(&name.to_lowercase()), "{name}: two themes have this name");
            names.push(name.to_lowercase());
            assert!(themes::find(name).is_some_and(|found| found.name == theme.name), "{name}");
        }
        assert!(
            theme.definition.ends_with('.') && !theme.source.is_empty() && !theme.genres.is_empty(),
            "{}",
            theme.name
        );
    }
}

#[test]
fn a_search_that_was_cut_denies_nothing() {
    let problem = problems().into_iter().find(|problem| problem.heading.id.as_deref() == Some("lacny-1949"));
    let problem = themes::settings_for_themes(&problem.expect("an example"));
    let solver = Solver { max_solutions: Some(1), ..Solver::default() };
    let themes = themes::themes(&problem, &solver.solve(&problem).expect("solved").solution);
    assert!(themes.is_cut);
    assert!(themes.not_computed.iter().any(|(_, names)| names.contains(&"Lacny")), "{:?}", themes.not_computed);
    assert!(!themes.found.iter().any(|told| told.theme.name == "idle men"));
}
