//! A module of `src` imports only modules above it in the list of `docs/architecture.md`, and `src/lib.rs` declares them
//! in that order.

use std::collections::{BTreeMap, BTreeSet};
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
    named_behind(text, "crate::")
}

/// The same behind another beginning of a path.
fn named_behind(text: &str, path: &str) -> BTreeSet<String> {
    let code: String = text.lines().map(|line| format!("{}\n", line.split("//").next().unwrap_or(line))).collect();
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(path) {
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

/// The files of a folder that each of its files imports, by their names without the ending. The file `mod.rs` of a folder
/// inside has the name of that folder; that of the folder itself holds all others and is left out.
fn imports_inside(folder: &Path, module: &str) -> BTreeMap<String, BTreeSet<String>> {
    let name_of = |path: &Path| {
        let inside = path.strip_prefix(folder).expect("below it").with_extension("");
        inside.to_string_lossy().trim_end_matches("/mod").replace('/', "::")
    };
    let mut imports = BTreeMap::new();
    for path in files(folder.to_path_buf()) {
        let (name, text) = (name_of(&path), fs::read_to_string(&path).expect("a source"));
        if name == "mod" || name.ends_with("tests") {
            continue;
        }
        let is_folder = path.ends_with("mod.rs");
        let beside = if is_folder { None } else { name.rsplit_once("::").map(|(folder, _)| folder) };
        let mut names = named_behind(&text, &format!("crate::{module}::"));
        let near = named_behind(&text, "super::").into_iter();
        names.extend(near.map(|near| beside.map_or(near.clone(), |folder| format!("{folder}::{near}"))));
        let inner = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        names.extend(inner.filter(|_| is_folder).map(|inner| format!("{name}::{inner}")));
        imports.insert(name, names);
    }
    imports
}

#[test]
fn there_are_no_circles_in_the_command_line() {
    let mut imports = imports_inside(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli"), "cli");
    assert!(imports["formats::text"].contains("formats::printer") && imports["batch"].contains("formats"));
    // Again and again those are taken away that import none of the rest.
    loop {
        let known: BTreeSet<String> = imports.keys().cloned().collect();
        let before = imports.len();
        imports.retain(|_, names| names.iter().any(|name| known.contains(name)));
        if imports.len() == before {
            break;
        }
    }
    assert!(imports.is_empty(), "these lead back to themselves: {:?}", imports.keys());
}
