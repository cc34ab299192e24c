//! Tests that the files exist to which links and paths in the documents lead.

use crate::files::root;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns all Markdown files of the project.
fn pages() -> Vec<PathBuf> {
    let folder =
        |name: &str| fs::read_dir(root().join(name)).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = [".", "docs", "docs/guide"].into_iter().flat_map(folder);
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// Returns the sections of the text between `open` and `close` that contain no line break.
fn between<'t>(text: &'t str, open: &'t str, close: char) -> impl Iterator<Item = &'t str> {
    text.lines().flat_map(move |line| line.split(open).skip(1).filter_map(move |rest| Some(rest.split_once(close)?.0)))
}

/// A file that does not exist, because the reader of a guide is to write it.
const TO_BE_WRITTEN: &str = "src/cli/formats/csv.rs";

fn exists(page: &Path, link: &str) -> bool {
    let (file, _) = link.split_once('#').unwrap_or((link, ""));
    link.contains("://") || file.is_empty() || page.parent().expect("a folder").join(file).exists()
}

#[test]
fn links_lead_to_files() {
    let mut found = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for link in between(&text, "](", ')') {
            assert!(exists(&page, link), "{}: {link}", page.display());
            found += 1;
        }
    }
    assert!(found > 30, "{found} links");
}

/// Checks that each path of a source file in backticks exists below `src`, the folder of the project or `docs`.
#[test]
fn paths_of_sources_exist() {
    let (root, mut found, mut missing) = (root(), 0, Vec::new());
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let is_path =
            |quoted: &&str| quoted.ends_with(".rs") && quoted.contains('/') && !quoted.contains([' ', '*', '<']);
        for quoted in text.split('`').skip(1).step_by(2).filter(is_path) {
            found += 1;
            if quoted != TO_BE_WRITTEN
                && !["src", ".", "docs"].iter().any(|folder| root.join(folder).join(quoted).exists())
            {
                missing.push(format!("{}: {quoted}", page.strip_prefix(&root).unwrap_or(&page).display()));
            }
        }
    }
    assert!(found > 20, "{found} paths");
    assert!(missing.is_empty(), "these do not exist:\n{}", missing.join("\n"));
}
