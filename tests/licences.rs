//! Tests that the program's dependencies may be distributed with it: each package has a licence that requires only
//! attribution, comes from the public registry, and occurs in one version. `cargo deny check` checks this for all
//! platforms.

use crate::files::{read, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Returns the licences that `deny.toml` allows.
fn allowed() -> Vec<String> {
    let text = read(root(), "deny.toml");
    let (_, list) = text.split_once("allow = [").expect("a list of licences");
    let (list, _) = list.split_once(']').expect("its end");
    list.split(',').map(|name| name.trim().trim_matches('"').to_string()).filter(|name| !name.is_empty()).collect()
}

/// Whether the licence expression is satisfied by allowed licences: one of each `OR`, all of each `AND`. `/` is an old
/// form of `OR`.
fn is_allowed(licence: &str, allowed: &[String]) -> bool {
    let licence = licence.replace('/', " OR ").replace(['(', ')'], " ");
    licence.split(" AND ").all(|part| part.split(" OR ").any(|choice| allowed.iter().any(|name| name == choice.trim())))
}

#[test]
fn licences_and_origins_of_all_dependencies() {
    let arguments = ["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform"];
    let host = Command::new("rustc").arg("-vV").output().expect("rustc");
    let host = String::from_utf8(host.stdout).expect("UTF-8");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("the host");
    let output = Command::new(env!("CARGO")).args(arguments).arg(host).current_dir(root()).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 20, "{}", packages.len());
    let allowed = allowed();
    assert!(allowed.len() > 5 && allowed.iter().any(|name| name == "MIT"), "{allowed:?}");
    for package in packages {
        let name = &package["name"];
        let licence = package["license"].as_str().unwrap_or("");
        assert!(is_allowed(licence, &allowed), "{name}: {licence}");
        let source = package["source"].as_str();
        let is_public = source == Some("registry+https://github.com/rust-lang/crates.io-index");
        assert!(is_public || source.is_none() && name == "keymove", "{name} comes from {source:?}");
    }
    let built_in = of_the_program(&metadata);
    assert!(built_in.len() > 20, "{built_in:?}");
    let names: BTreeSet<&str> = built_in.iter().filter_map(|package| package.split(' ').next()).collect();
    let versions_of = |name: &str| built_in.iter().filter(|package| package.split(' ').next() == Some(name)).count();
    // `deny.toml` skips `syn` too: it only parses macros while the program is built.
    let doubled: Vec<&str> = names.into_iter().filter(|&name| name != "\"syn\"" && versions_of(name) > 1).collect();
    assert!(doubled.is_empty(), "in two versions: {doubled:?}");
}

/// Greatest number of packages in a program that uses only the library.
const MOST_PACKAGES: usize = 36;

#[test]
fn the_library_alone_needs_few_packages() {
    let arguments = ["tree", "--offline", "--locked", "--edges", "normal", "--no-default-features", "--prefix", "none"];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    // A package that was listed before has ` (*)` after its version.
    let packages: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(" (").next()).collect();
    let has = |name: &str| packages.iter().any(|package| package.split(' ').next() == Some(name));
    assert!(has("keymove") && has("nom") && !has("clap") && !has("indicatif"), "{packages:?}");
    assert!(packages.len() <= MOST_PACKAGES, "{} packages: {packages:?}", packages.len());
}

/// Returns the packages of the program, without those of its tests, as `name version`.
fn of_the_program(metadata: &Value) -> BTreeSet<String> {
    let nodes = metadata["resolve"]["nodes"].as_array().expect("nodes");
    let is_built_in = |dependency: &&Value| {
        dependency["dep_kinds"].as_array().expect("kinds").iter().any(|kind| kind["kind"] != "dev")
    };
    let mut found = BTreeSet::new();
    let mut open = vec![metadata["resolve"]["root"].as_str().expect("a root")];
    while let Some(id) = open.pop() {
        if found.insert(id) {
            let node = nodes.iter().find(|node| node["id"] == id).expect("a node");
            let dependencies = node["deps"].as_array().expect("dependencies").iter().filter(is_built_in);
            open.extend(dependencies.filter_map(|dependency| dependency["pkg"].as_str()));
        }
    }
    let packages = metadata["packages"].as_array().expect("packages").iter();
    let found = packages.filter(|package| package["id"].as_str().is_some_and(|id| found.contains(id)));
    found.map(|package| format!("{} {}", package["name"], package["version"])).collect()
}

#[test]
fn choices_of_licences_are_understood() {
    let list = ["MIT", "Apache-2.0", "Unicode-3.0"].map(String::from);
    for (licence, allowed) in [
        ("MIT", true),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0 OR MIT", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("MIT AND GPL-3.0", false),
        ("GPL-3.0", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(licence, &list), allowed, "{licence}");
    }
}

#[test]
fn what_comes_from_a_font_has_its_licence_beside_it() {
    let folder = root().join("src/report/picture/noto");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    let licence = read("OFL.txt");
    for part in
        ["Copyright 2017 Google Inc.", "SIL OPEN FONT LICENSE Version 1.1", "PERMISSION & CONDITIONS", "DISCLAIMER"]
    {
        assert!(licence.contains(part), "{part}");
    }
    assert!(read("figures.tsv").starts_with("# Figures of men, from the font Noto Sans Symbols 2"));
}
