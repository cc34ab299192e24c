//! Tests `docs/explore.md`: its commands work, and its tables name all kinds of changes.

use super::page::{self, blocks, column, section};
use crate::children::{run, words};
use crate::files::root;

/// Whether a message is an error. The findings of a base that is to be repaired are indented.
fn has_error(messages: &str) -> bool {
    messages.lines().any(|line| line.starts_with("error"))
}

#[test]
fn every_command_works() {
    let page = page::read("explore.md");
    let commands = blocks(&page).into_iter().filter(|(tag, _)| *tag == "sh").flat_map(|(_, text)| text.lines());
    let mut count = 0;
    for line in commands.map(|line| line.split(" # ").next().unwrap_or(line).trim()) {
        let arguments = line.strip_prefix("keymove ").unwrap_or_else(|| panic!("{line}"));
        let (out, errors, status) = run(root(), words(arguments));
        assert!(status == 0 && !has_error(&errors), "{line}\n{errors}");
        assert!(!out.is_empty(), "{line}");
        count += 1;
    }
    assert_eq!(count, 8);
}

#[test]
fn the_changes_of_the_table_are_understood() {
    let page = page::read("explore.md");
    let section = section(&page, "## Syntax in five minutes");
    let changes = column(section, 0);
    assert!(changes.len() >= 10, "{changes:?}");
    for change in changes {
        let base = ["explore", "vary", "7k/5K2/8/8/8/8/8/R7 w - -", "#1"];
        let (_, errors, status) = run(root(), [&base[..], &["--by", change]].concat());
        assert!(status == 0 && !has_error(&errors), "{change}: {errors}");
    }
}
