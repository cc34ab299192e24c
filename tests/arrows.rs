//! Tests the order of modules. A module of `src` imports only modules above it in the list of `docs/architecture.md`,
//! and `src/lib.rs` declares them in that order. Files of one module do not import each other in circles, except those
//! that [`KNOTS`] permits.

use crate::files::{read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// The folders whose files may import each other in a circle, each with the greatest number of files in the circle.
/// These are the two engines: the methods of a position are in many files that call each other, and the rules of the
/// fairy engine are objects that look at positions.
const KNOTS: [(&str, usize); 2] = [("orthodox", 8), ("fairy", 14)];

/// The greatest number of lines of a file.
const MOST_LINES: usize = 600;

/// Returns the modules in the order of the documentation, in which each begins an item of a list.
fn order() -> Vec<String> {
    let text = read(root(), "docs/architecture.md");
    let (_, chapter) = text.split_once("## The order of modules\n").expect("the chapter");
    let chapter = chapter.split("\n## ").next().unwrap_or(chapter);
    chapter.lines().filter_map(|line| Some(line.strip_prefix("* `")?.split_once('`')?.0.to_string())).collect()
}

fn files(folder: PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(path) } else { vec![path] }).collect()
}

/// Returns the text of each source file by its module path: `cli::formats::text` is `src/cli/formats/text.rs`.
fn sources() -> BTreeMap<Vec<String>, String> {
    let root = root().join("src");
    let mut sources = BTreeMap::new();
    for path in files(root.clone()) {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let inside = path.strip_prefix(&root).expect("below it").with_extension("");
        let mut module: Vec<String> = inside.iter().map(|name| name.to_str().expect("a name").to_string()).collect();
        module.pop_if(|name| *name == "mod");
        if !matches!(&module[0][..], "lib" | "main") {
            sources.insert(module, fs::read_to_string(&path).expect("a source"));
        }
    }
    sources
}

/// Returns the paths after `crate::`, `super::` or `self::` in the code: `crate::{a::b, c}` names `crate::a::b` and
/// `crate::c`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let code: String = text.lines().map(|line| format!("{}\n", line.split("//").next().unwrap_or(line))).collect();
    let mut paths = Vec::new();
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(root) {
            if !code[..at].ends_with(|before: char| before.is_alphanumeric() || matches!(before, '_' | ':')) {
                read_paths(&code[at..], Vec::new(), &mut paths);
            }
        }
    }
    paths
}

/// Parses `a::b` or `a::{b, c as d}`, adds each path to `paths` with `path` in front of it, and returns the rest of the
/// text.
fn read_paths<'t>(text: &'t str, mut path: Vec<String>, paths: &mut Vec<Vec<String>>) -> &'t str {
    if let Some(list) = text.strip_prefix('{') {
        let mut rest = list.trim_start();
        while !rest.is_empty() && !rest.starts_with('}') {
            rest = read_paths(rest, path.clone(), paths);
            rest = rest.trim_start_matches(|c| !matches!(c, ',' | '}'));
            rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
        }
        return rest.strip_prefix('}').unwrap_or(rest);
    }
    let length = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(length);
    path.push(name.to_string());
    match rest.strip_prefix("::") {
        Some(rest) => read_paths(rest, path, paths),
        None => {
            paths.push(path);
            rest
        }
    }
}

#[test]
fn paths_are_read() {
    let text =
        "use crate::{units::{Color, Unit as Man}, mishap,\n clock::Clock}; // crate::cli\nlet n = super::super::N;";
    let paths: Vec<String> = paths(text).iter().map(|path| path.join("::")).collect();
    let of_crate = ["crate::units::Color", "crate::units::Unit", "crate::mishap", "crate::clock::Clock"];
    assert_eq!(paths[..4], of_crate);
    assert_eq!(paths[4..], ["super::super::N"]);
}

#[test]
fn modules_are_declared_in_their_order() {
    let text = read(root(), "src/lib.rs");
    let declared: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(declared, order());
}

#[test]
fn arrows_run_upwards() {
    let order = order();
    let place = |name: &str| order.iter().position(|other| other == name);
    let mut against = BTreeSet::new();
    for (module, text) in sources() {
        let own = place(&module[0]).unwrap_or_else(|| panic!("`{}` is not in the list", module[0]));
        for path in paths(&text).iter().filter(|path| path[0] == "crate" && path.len() > 1) {
            if place(&path[1]).is_some_and(|other| other > own) {
                against.insert(format!("{} imports `{}`", module.join("::"), path[1]));
            }
        }
    }
    let against: Vec<String> = against.into_iter().collect();
    assert!(against.is_empty(), "against the order of docs/architecture.md:\n{}", against.join("\n"));
}

/// Returns the imports of each file, without those of tests. Imports between a file and the files in its folder are
/// omitted: together they are one module.
fn imports() -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let mut sources = sources();
    sources.retain(|module, _| module.iter().all(|name| !name.contains("test")));
    let imported = |module: &[String], path: &[String]| {
        let up = path.iter().take_while(|name| *name == "super").count();
        let rest = &path[up.max(1)..];
        let mut full: Vec<String> = match &path[0][..] {
            "crate" => Vec::new(),
            _ => module[..module.len().saturating_sub(up)].to_vec(),
        };
        full.extend_from_slice(rest);
        (1..=full.len()).rev().map(|length| full[..length].to_vec()).find(|part| sources.contains_key(part))
    };
    let of = |module: &Vec<String>, text: &str| {
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
        let all = paths(code).into_iter().filter_map(|path| imported(module, &path));
        all.filter(|other| !module.starts_with(other) && !other.starts_with(module)).collect()
    };
    sources.iter().map(|(module, text)| (module.clone(), of(module, text))).collect()
}

/// Returns all files that this file imports, directly or through others.
fn reached(from: &[String], imports: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>) -> BTreeSet<Vec<String>> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from.to_vec()]);
    while let Some(file) = next.pop() {
        for other in &imports[&file] {
            if reached.insert(other.clone()) {
                next.push(other.clone());
            }
        }
    }
    reached
}

#[test]
fn files_import_each_other_in_circles_only_where_it_is_said() {
    let imports = imports();
    let name = |names: [&str; 3]| names.map(String::from).to_vec();
    assert!(imports[&name(["cli", "formats", "text"])].contains(&name(["cli", "formats", "printer"])));
    let reached: BTreeMap<_, _> = imports.keys().map(|file| (file, reached(file, &imports))).collect();
    let mut knots: BTreeSet<Vec<&Vec<String>>> = BTreeSet::new();
    for (file, others) in &reached {
        if others.contains(*file) {
            knots.insert(
                reached
                    .keys()
                    .copied()
                    .filter(|&other| others.contains(other) && reached[other].contains(*file))
                    .collect(),
            );
        }
    }
    for knot in &knots {
        let is_said = |&(folder, most): &(&str, usize)| knot.len() <= most && knot.iter().all(|file| file[0] == folder);
        let names: Vec<String> = knot.iter().map(|file| file.join("::")).collect();
        assert!(KNOTS.iter().any(is_said), "{} files lead back to themselves: {}", names.len(), names.join(", "));
    }
    assert_eq!(knots.len(), KNOTS.len(), "a circle is gone, and still in the list");
}

/// Checks that no file except `clock` uses `std::time::Instant`, which compiles for WebAssembly but panics there. `cli`
/// may use it, because it is not built for WebAssembly.
#[test]
fn only_the_clock_has_the_time_of_the_standard_library() {
    let names = |line: &str| line.contains("std::time::") && line.contains("Instant") && !line.contains("//");
    let sources = sources().into_iter().filter(|(module, text)| module[0] != "cli" && text.lines().any(names));
    let found: Vec<String> = sources.map(|(module, _)| module.join("::")).collect();
    assert_eq!(found, ["clock"], "others take it from `crate::clock`");
}

/// Checks that each file below `tests` is a module of the test program. Otherwise its tests would never run.
#[test]
fn every_file_of_tests_is_a_module() {
    let (main, manifest) = (read(root(), "tests/main.rs"), read(root(), "Cargo.toml"));
    let entries = fs::read_dir(root().join("tests")).expect("a folder");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let is_source = path.extension().is_some_and(|extension| extension == "rs") || path.join("mod.rs").is_file();
        let is_built = name == "main"
            || main.contains(&format!("\nmod {name};"))
            || manifest.contains(&format!("name = \"{name}\""));
        assert!(is_built || !is_source, "{} is no module of tests/main.rs", path.display());
    }
}

#[test]
fn no_file_is_long() {
    for folder in ["src", "tests", "benches", "fuzz"] {
        for path in files(root().join(folder)) {
            if path.extension().is_some_and(|extension| extension == "rs") {
                let lines = fs::read_to_string(&path).expect("a source").lines().count();
                assert!(lines <= MOST_LINES, "{} has {lines} lines", path.display());
            }
        }
    }
}
