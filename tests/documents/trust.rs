//! Tests that three sections of `docs/trust.md` agree with `tests/differences.txt`. `KEYMOVE_REWRITE=1 cargo test
//! --test all documents::` writes these sections from that file.

use super::page::read;
use crate::differences::rows;
use crate::files::root;
use std::fmt::Write;

const BEGIN: &str = "<!-- made from tests/differences.txt by tests/documents/trust.rs -->\n";
const END: &str = "<!-- to here -->\n";

/// The sections: their name in the table, their heading with introduction, and the headings of their columns.
const SECTIONS: &[(&str, &str, &[&str])] = &[
    (
        "explained",
        "## Where the comparisons expect other answers\n\nThe comparisons pass over problems that have one of these \
         differences, or recognize it. Differences\nwith the answers of both programs follow in the next two sections.\n",
        &["what", "example"],
    ),
    (
        "contradicts",
        "## Where Popeye contradicts itself, with an example each\n\nWe stay as we are in these; each was seen with Popeye \
         4.104.\n",
        &["what", "example", "Popeye", "why we differ"],
    ),
    (
        "open",
        "## Differences that are known and not yet settled\n\nFound by the random comparison and left for now; each was seen \
         with both programs. The two programs do not give the same\nanswer yet.\n",
        &["what", "example", "Popeye 4.104", "here"],
    ),
];

fn made() -> String {
    let mut text = String::new();
    for (section, introduction, columns) in SECTIONS {
        let rule = "|---".repeat(columns.len());
        write!(text, "{introduction}\n| {} |\n{rule}|\n", columns.join(" | ")).expect("a string takes all");
        for row in rows().filter(|row| row.section == *section) {
            let cells = std::iter::once(row.what).chain(row.rest).take(columns.len());
            let cells: Vec<&str> = cells.map(|cell| if cell == "-" { "" } else { cell }).collect();
            writeln!(text, "| {} |", cells.join(" | ")).expect("a string takes all");
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_differences_from_popeye_are_those_of_the_table() {
    let page = read("trust.md");
    let (before, rest) = page.split_once(BEGIN).expect("the mark where they begin");
    let (there, after) = rest.split_once(END).expect("the mark where they end");
    let made = made();
    assert!(SECTIONS.iter().all(|(section, ..)| rows().any(|row| row.section == *section)));
    assert!(rows().all(|row| SECTIONS.iter().any(|(section, ..)| row.section == *section)));
    if std::env::var_os("KEYMOVE_REWRITE").is_some() {
        std::fs::write(root().join("docs/trust.md"), [before, BEGIN, &made, END, after].concat()).expect("written");
    } else {
        assert!(there == made, "docs/trust.md differs from tests/differences.txt: KEYMOVE_REWRITE=1 writes it");
    }
}
