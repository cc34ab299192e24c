//! Tests that `docs/themes.md` agrees with the table of themes. `KEYMOVE_REWRITE=1` writes the document from the table.

use crate::files::{read, root, write};
use keymove::themes::{self, Group};
use std::fmt::Write;

/// The line of the document below which all text is made from the table.
const MARK: &str = "<!-- The text below is made from the rows of src/themes; a test compares it. -->";

/// Returns the part of the document that is made from the table.
fn made() -> String {
    let mut text = format!("{MARK}\n");
    for group in Group::ALL {
        let _ = writeln!(text, "\n## {}{}\n", group.name()[..1].to_uppercase(), &group.name()[1..]);
        for theme in themes::all().filter(|theme| theme.group == group) {
            let _ = writeln!(text, "### {}\n", theme.name);
            let _ = writeln!(text, "{}\n", theme.definition);
            if !theme.disputed.is_empty() {
                let _ = writeln!(text, "*The choice made here:* {}\n", theme.disputed);
            }
            if !theme.aliases.is_empty() {
                let _ = writeln!(text, "* Other names: {}", theme.aliases.join(", "));
            }
            let _ = writeln!(text, "* Looked for in: {}", themes::genres_in_words(theme.genres));
            let _ = writeln!(text, "* Computed for: {}", theme.needs.words());
            let _ = writeln!(text, "* Example: `{}`; counter-example: `{}`", theme.example.0, theme.counter);
            let _ = writeln!(text, "* Source: {}\n", theme.source);
        }
    }
    text.trim_end().to_string() + "\n"
}

#[test]
fn the_document_is_made_from_the_rows() {
    let document = read(root().join("docs"), "themes.md");
    let (before, _) = document.split_once(MARK).expect("the document has the mark");
    let wanted = format!("{before}{}", made());
    if std::env::var_os("KEYMOVE_REWRITE").is_some() {
        write(root().join("docs"), "themes.md", &wanted);
    } else {
        assert!(document == wanted, "docs/themes.md differs from the rows; run this test with KEYMOVE_REWRITE=1");
    }
}

#[test]
fn the_guide_quotes_a_row_and_a_detector() {
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect()
    };
    let code = lines(&read(root().join("src/themes"), "paths.rs"));
    let guide = read(root().join("docs/guide"), "add-a-theme.md");
    let quoted: Vec<&str> =
        guide.split("```rust\n").skip(1).filter_map(|part| Some(part.split_once("```")?.0)).collect();
    assert_eq!(quoted.len(), 2);
    for part in quoted {
        let part = lines(part);
        assert!(
            code.windows(part.len()).any(|window| window == part),
            "not in src/themes/paths.rs:\n{}",
            part.join("\n")
        );
    }
}
