//! Tests that the statements of the pages in `docs/` are true.

mod examples;
mod exchange;
mod explore;
mod json;
mod language;
mod links;
mod page;
mod trust;

/// Checks that each command that installs Keymove names the folder of its source (`--path`), because Keymove is not
/// published.
#[test]
fn what_is_installed_is_there() {
    let mut found = 0;
    for name in ["../README.md", "ci.md", "cluster.md"] {
        let text = page::read(name);
        for command in text.lines().filter_map(|line| Some(&line[line.find("cargo install")?..])) {
            assert!(command.split('`').next().is_some_and(|command| command.contains(" --path ")), "{name}: {command}");
            found += 1;
        }
    }
    assert!(found >= 2, "{found} commands");
}
