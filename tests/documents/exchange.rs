//! Tests `docs/exchange.md`: its commands work, its tables name all formats, and its example is one problem in all
//! formats.

use super::page::{self, column};
use crate::children::run;
use crate::files::root;
use keymove::exchange::{Format, are_one_problem, read, write};
use keymove::problem::Problem;

#[test]
fn every_command_works() {
    let page = page::read("exchange.md");
    let mut count = 0;
    for line in page.lines().filter_map(|line| line.strip_prefix("    keymove ")) {
        let (out, errors, status) = run(root(), line.split_whitespace());
        assert!(status == 0 && !out.is_empty(), "{line}\n{errors}");
        assert!(!errors.contains("error"), "{line}\n{errors}");
        count += 1;
    }
    assert!(count >= 3, "{count} commands");
}

#[test]
fn the_table_names_all_formats_with_their_endings() {
    let page = page::read("exchange.md");
    let (table, _) = page.split_once("\n## ").expect("sections below the table");
    let names = column(table, 0);
    for format in Format::ALL {
        assert!(names.contains(&format.name()), "{}", format.name());
        for ending in format.endings() {
            assert!(column(table, 1).contains(&format!(".{ending}").as_str()), "{ending}");
        }
    }
}

/// Returns the problem after a conversion to PGN and back.
fn through(problem: &Problem) -> Problem {
    let text = write(problem, Format::Pgn).expect("a game").text;
    read(&text, Format::Pgn).0.expect("a problem")
}

#[test]
fn the_example_is_one_problem_in_all_formats() {
    let page = page::read("exchange.md");
    let blocks = page::blocks(&page);
    let block = |tag: &str| blocks.iter().find(|block| block.0 == tag).expect(tag).1;
    let (problem, found) = read(block("yaml"), Format::Yaml);
    assert_eq!(found, []);
    let problem = problem.expect("a problem");
    assert_eq!(write(&problem, Format::Epd).expect("a line").text, block("keymove"));
    assert_eq!(write(&problem, Format::Popeye).expect("a file").text, block("popeye"));
    let (game, found) = read(block("pgn"), Format::Pgn);
    assert_eq!(found, []);
    let game = game.expect("a problem");
    assert_eq!(game.intent.solution.as_deref(), Some("1. Kf7 ! {quiet} Kh7 2. Rh1# "));
    assert!(are_one_problem(&through(&game), &game));
    let again = write(&problem, Format::Yaml).expect("a document").text;
    assert!(are_one_problem(&read(&again, Format::Yaml).0.expect("a problem"), &problem), "{again}");
}
