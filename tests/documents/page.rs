//! Parser for a page of `docs/`: sections, tables and boxes.

use crate::files::{self, root};

pub fn read(name: &str) -> String {
    files::read(root().join("docs"), name)
}

/// Returns the fenced blocks of a page in order, each with the tag behind its opening fence.
pub fn blocks(page: &str) -> Vec<(&str, &str)> {
    let parts = page.split("```").skip(1).step_by(2);
    parts.map(|block| block.split_once('\n').expect("a fence stands at the end of its line")).collect()
}

/// Returns the text under a heading, up to the next heading of the same or a higher level.
pub fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let marks = |line: &str| line.len() - line.trim_start_matches('#').len();
    let level = marks(heading);
    let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no `{heading}`")) + heading.len() + 2;
    let (mut is_fenced, mut end) = (false, start);
    for line in page[start..].split_inclusive('\n') {
        is_fenced ^= line.starts_with("```");
        if !is_fenced && (1..=level).contains(&marks(line)) {
            break;
        }
        end += line.len();
    }
    &page[start..end]
}

/// Returns the tables of a section, each as rows of cells. The first row is the heading.
pub fn tables(section: &str) -> Vec<Vec<Vec<&str>>> {
    let mut tables: Vec<Vec<Vec<&str>>> = Vec::new();
    let mut is_open = false;
    for line in section.lines() {
        let Some(row) = line.strip_prefix("| ") else {
            is_open &= line.starts_with("|--");
            continue;
        };
        if !is_open {
            tables.push(Vec::new());
        }
        is_open = true;
        tables.last_mut().expect("a table is open").push(row.split(" |").map(str::trim).collect());
    }
    tables
}

/// Returns the words between backticks in a cell.
pub fn words(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns the words between backticks in the column with this index, from all tables of a section.
pub fn column(section: &str, index: usize) -> Vec<&str> {
    let rows = tables(section).into_iter().flatten();
    rows.filter_map(|row| row.get(index).copied()).flat_map(words).collect()
}
