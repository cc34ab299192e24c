//! A module of `src` imports only modules above it in the list of `docs/architecture.md`, and `src/lib.rs` declares them
//! in that order.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of the project")
}

/// The modules as the documentation lists them: each stands at the beginning of a bullet.
fn order() -> Vec<String> {
    let text = read("docs/architecture.md");
    let (_, chapter) = text.split_once("## The order of modules\n").expect("the chapter");
    let chapter = chapter.split("\n## ").next().unwrap_or(chapter);
    chapter.lines().filter_map(|line| Some(line.strip_prefix("* `")?.split_once('`')?.0.to_string())).collect()
}

/// All files below a folder of the project.
fn files(folder: PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(path) } else { vec![path] }).collect()
}

/// What a text names behind `crate::`, comments aside: `crate::a::b` names `a`, `crate::{a::b, c}` both `a` and `c`.
fn named(text: &str) -> BTreeSet<String> {
    let code: String = text.lines().map(|line| format!("{}\n", line.split("//").next().unwrap_or(line))).collect();
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = BTreeSet::new();
    for (at, path) in code.match_indices("crate::") {
        let rest = &code[at + path.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            names.insert(word(rest));
            continue;
        };
        let (mut depth, mut begins) = (1, true);
        for (at, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' => begins = depth == 1,
                c if begins && !c.is_whitespace() => {
                    names.insert(word(&list[at..]));
                    begins = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    names
}

#[test]
fn lists_of_imports_are_read() {
    let text = "use crate::{units::{Color, Unit}, mishap,\n clock::Clock}; // crate::cli\nlet n = crate::board::N;";
    let names: Vec<String> = named(text).into_iter().collect();
    assert_eq!(names, ["board", "clock", "mishap", "units"]);
}

#[test]
fn modules_are_declared_in_their_order() {
    let text = read("src/lib.rs");
    let declared: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(declared, order());
}

#[test]
fn arrows_run_upwards() {
    let order = order();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut against = Vec::new();
    for path in files(root.clone()) {
        let inside = path.strip_prefix(&root).expect("below it").with_extension("");
        let module = inside.iter().next().and_then(|name| name.to_str()).expect("a name");
        if path.extension().is_none_or(|extension| extension != "rs") || matches!(module, "lib" | "main") {
            continue;
        }
        let place = |name: &str| order.iter().position(|other| other == name);
        let own = place(module).unwrap_or_else(|| panic!("`{module}` is not in the list"));
        let names = named(&fs::read_to_string(&path).expect("a source"));
        let wrong = names.iter().filter(|name| place(name).is_some_and(|other| other > own));
        against.extend(wrong.map(|name| format!("{} imports `{name}`", inside.display())));
    }
    assert!(against.is_empty(), "against the order of docs/architecture.md:\n{}", against.join("\n"));
}
