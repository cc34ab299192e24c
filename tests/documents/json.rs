//! Tests `docs/json.md`: it describes the members of the schema and of the output, and its commands print what it says.

use super::page::{self, section, tables, words};
use crate::children::{self, KEYMOVE, printed, run_on};
use crate::files::{root, temporary};
use keymove::report::SCHEMA;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

/// The places where the page describes the objects of the schema: the heading, the number of the table below it, and
/// the path of the object in the schema.
const OBJECTS: &[(&str, usize, &str)] = &[
    ("## A problem: `solved`", 0, "/$defs/solved"),
    ("## A problem without an answer: `invalid`, `failed`", 0, "/$defs/invalid"),
    ("## A problem without an answer: `invalid`, `failed`", 0, "/$defs/failed"),
    ("## Where it comes from: `identity`", 0, "/$defs/identity"),
    ("## What was found: `finding`", 0, "/$defs/finding"),
    ("## What it shows: `themes`", 0, "/$defs/themes"),
    ("### A theme: `theme`", 0, "/$defs/theme"),
    ("### A line of a theme", 0, "/$defs/theme/properties/lines/items"),
    ("### Themes that were not computed", 0, "/$defs/themes/properties/not_computed/items"),
    ("## Above the diagram: `heading`", 0, "/$defs/heading"),
    ("## The diagram: `position`", 0, "/$defs/position"),
    ("## Rules: `game`, `pieces`, `conditions`", 0, "/$defs/game"),
    ("## Rules: `game`, `pieces`, `conditions`", 0, "/$defs/conditions/items"),
    ("## Rules: `game`, `pieces`, `conditions`", 1, "/$defs/pieces/items"),
    ("## Rules: `game`, `pieces`, `conditions`", 2, "/$defs/solved/properties/definitions/items"),
    ("## A position that was solved: `twin`", 0, "/$defs/twin"),
    ("### A note: `note`", 0, "/$defs/note"),
    ("### Set play and play: `phase`", 0, "/$defs/phase"),
    ("### A tree, or lines: `group`", 0, "/$defs/group"),
    ("### A first move", 0, "/$defs/group/properties/first_moves/items"),
    ("### A move: `move`", 0, "/$defs/move"),
    ("### A captured man: `captured`", 0, "/$defs/move/properties/captured"),
    ("### What else a move changes: `also`", 0, "/$defs/move/properties/also/items"),
];

/// The enumerations of the schema, each with the heading under which the page lists its values.
const VALUES: &[(&str, &str)] = &[
    ("## What was found: `finding`", "/$defs/finding/properties/kind/enum"),
    ("## What was found: `finding`", "/$defs/finding/properties/severity/enum"),
    ("## A problem: `solved`", "/$defs/solved/properties/verdict/enum"),
    ("## A position that was solved: `twin`", "/$defs/twin/properties/cut/enum"),
    ("### A note: `note`", "/$defs/note/properties/kind/enum"),
    ("### Set play and play: `phase`", "/$defs/phase/properties/kind/enum"),
    ("### A tree, or lines: `group`", "/$defs/group/properties/style/enum"),
    ("### A move of a tree: `node`", "/$defs/node/properties/part/enum"),
    ("### A move of a tree: `node`", "/$defs/annotation/enum"),
    ("### A move: `move`", "/$defs/move/properties/special/enum"),
    ("### A theme: `theme`", "/$defs/theme/properties/strength/enum"),
];

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("the schema is JSON")
}

/// Returns the members that a table describes: first those that are always present, then the optional ones.
fn described<'p>(page: &'p str, heading: &str, table: usize) -> (BTreeSet<&'p str>, BTreeSet<&'p str>) {
    let cells = tables(section(page, heading)).swap_remove(table).into_iter().skip(1).map(|row| row[0]);
    let (optional, always): (Vec<&str>, Vec<&str>) = cells.partition(|cell| cell.starts_with('*'));
    (always.into_iter().flat_map(words).collect(), optional.into_iter().flat_map(words).collect())
}

#[test]
fn members_are_those_of_the_schema() {
    let (page, schema) = (page::read("json.md"), schema());
    for (heading, table, place) in OBJECTS {
        let object = schema.pointer(place).unwrap_or_else(|| panic!("{place}"));
        let required: BTreeSet<&str> =
            object["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let names = object["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        let optional = names.filter(|name| !required.contains(name)).collect();
        assert_eq!(described(&page, heading, *table), (required, optional), "{heading}");
    }
    // A node has the members of a move, and others.
    let names = |place: &str| -> BTreeSet<String> {
        schema.pointer(place).and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name.clone()).collect()
    };
    let own = &names("/$defs/node/properties") - &names("/$defs/move/properties");
    let (always, optional) = described(&page, "### A move of a tree: `node`", 0);
    assert_eq!(own, always.union(&optional).map(|name| name.to_string()).collect());
}

#[test]
fn values_are_those_of_the_schema() {
    let (page, schema) = (page::read("json.md"), schema());
    for (heading, place) in VALUES {
        let told: Vec<&str> = words(section(&page, heading)).collect();
        for value in schema.pointer(place).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            assert!(told.contains(&value), "{heading}: {value}");
        }
    }
    let section = section(&page, "## What was found: `finding`");
    let kinds: Vec<&str> = tables(section)[1].iter().flat_map(|row| words(row[0])).collect();
    let known = schema.pointer("/$defs/finding/properties/kind/enum").and_then(Value::as_array).map_or(0, Vec::len);
    assert_eq!(kinds.len(), known);
}

fn gather(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                names.insert(name.clone());
                gather(member, names);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, names)),
        _ => {}
    }
}

/// Checks that every member on the page is printed for one of the problems: the examples of `docs/language.md` and
/// those below.
#[test]
fn members_are_those_that_the_program_prints() {
    let (page, language) = (page::read("json.md"), page::read("language.md"));
    let boxes = page::blocks(&language).into_iter().filter(|(tag, _)| *tag == "keymove").map(|(_, lines)| lines);
    let heading = "title \"a\"; source \"b\"; award \"c\"; author \"d\"; remark \"e\";";
    let numbered = format!("7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; opt \"MoveNumbers\"; {heading}\n");
    let in_check = "8/8/8/8/8/k7/8/K6r w - - stip \"#1\"; opt \"SetPlay\";\n";
    let lines = boxes.collect::<String>() + &numbered + in_check;
    let broken = "beginproblem\npieces white Kg3 Qd8 black Kh1\nstip pser-r#2\noption quodlibet\nendproblem\n";
    let folder = temporary();
    let results = folder.path().join("results.jsonl");
    let results = results.to_str().expect("UTF-8");
    let cut = "7k/8/8/6K1/8/8/8/R7 b - - stip \"h#2\"; opt \"MaxSolutions 1\";\n";
    run_on(root(), ["check", "--resume", results], cut);
    let shown =
        "8/3K4/3B4/3p4/3kN3/4p3/3P4/8 b - - stip \"h#3\";\n7k/5K1p/8/8/8/8/8/7R b - - stip \"h#1\"; cond \"Circe\";\n";
    let part = cut.replace("MaxSolutions 1", "MoveNumbers StartMoveNumber 1:1");
    let outputs = [
        run_on(root(), ["check", "--format", "jsonl"], lines).0,
        run_on(root(), ["solve", "--format", "jsonl"], broken).0,
        run_on(root(), ["solve", "--format", "jsonl"], part).0,
        run_on(root(), ["themes", "--positions", "--format", "jsonl"], shown).0,
        std::fs::read_to_string(results).expect("the results"),
    ];
    let mut printed = BTreeSet::new();
    for line in outputs.iter().flat_map(|output| output.lines()) {
        gather(&serde_json::from_str(line).expect("JSON"), &mut printed);
    }
    let rows =
        tables(&page).into_iter().filter(|table| table[0][0] == "Member").flat_map(|table| table.into_iter().skip(1));
    let told: BTreeSet<String> = rows.flat_map(|row| words(row[0]).map(String::from).collect::<Vec<_>>()).collect();
    assert_eq!(told, printed);
}

#[test]
fn recipes_print_what_the_page_says() {
    let page = page::read("json.md");
    let has =
        |tool: &str| Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    let blocks = page::blocks(&page);
    let recipes: Vec<_> = blocks.windows(2).filter(|pair| pair[0].0 == "sh").collect();
    assert!(recipes.len() >= 6, "{} recipes", recipes.len());
    for pair in recipes {
        let [(_, command), (tag, expected)] = pair else { continue };
        assert_eq!(*tag, "text", "below\n{command}");
        let tools = ["bash", "jq", "python3"].into_iter().filter(|&tool| tool == "bash" || command.contains(tool));
        if let Some(missing) = tools.into_iter().find(|tool| !has(tool)) {
            eprintln!("not run, {missing} is not installed: {command}");
            continue;
        }
        let script = format!("keymove() {{ '{KEYMOVE}' \"$@\"; }}\n{command}");
        let bash = &mut Command::new("bash");
        let (out, err, _) = printed(children::output(bash.args(["-c", &script]).current_dir(root())));
        assert_eq!(out, *expected, "{command}\n{err}");
    }
}
