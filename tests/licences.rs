//! What the program is built from may be given away with it: every package has a licence that asks for no more than
//! to be named, and comes from the public registry.

use serde_json::Value;
use std::process::Command;

/// Licences that allow everything as long as their text goes along.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// One choice of an `OR` has to be allowed, every part of an `AND`. `/` is how `OR` was written before.
fn is_allowed(licence: &str) -> bool {
    let licence = licence.replace('/', " OR ").replace(['(', ')'], " ");
    licence.split(" AND ").all(|part| part.split(" OR ").any(|choice| ALLOWED.contains(&choice.trim())))
}

#[test]
fn licences_and_origins_of_all_dependencies() {
    let arguments = ["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform"];
    let host = Command::new("rustc").arg("-vV").output().expect("rustc");
    let host = String::from_utf8(host.stdout).expect("UTF-8");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("the host");
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg(host)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 20, "{}", packages.len());
    for package in packages {
        let name = &package["name"];
        let licence = package["license"].as_str().unwrap_or("");
        assert!(is_allowed(licence), "{name}: {licence}");
        let source = package["source"].as_str();
        let is_public = source == Some("registry+https://github.com/rust-lang/crates.io-index");
        assert!(is_public || source.is_none() && name == "keymove", "{name} comes from {source:?}");
    }
}

#[test]
fn choices_of_licences_are_understood() {
    for (licence, allowed) in [
        ("MIT", true),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0 OR MIT", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("MIT AND GPL-3.0", false),
        ("GPL-3.0", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(licence), allowed, "{licence}");
    }
}
