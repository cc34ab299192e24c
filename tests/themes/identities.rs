//! Tests the identities of men in JSON: they are kept through captures, castling, promotion, rebirth and twins.

use crate::children::run_on;
use crate::files::root;
use serde_json::Value;

/// Returns the moves of each line of each twin as `man`, or `man x captured`. Other men that move are in brackets.
fn lines(line: &str) -> Vec<String> {
    let (out, err, _) = run_on(root(), ["solve", "--format", "jsonl"], line);
    let problem: Value = serde_json::from_str(out.trim()).unwrap_or_else(|error| panic!("{line}: {error}\n{err}"));
    let array = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut lines = Vec::new();
    for twin in array(&problem["twins"]) {
        for group in array(&twin["phases"]).iter().flat_map(|phase| array(&phase["groups"])) {
            for moves in array(&group["lines"]) {
                let told: Vec<String> = array(&moves).iter().map(moved).collect();
                lines.push(
                    format!("{} {}", twin["label"].as_str().unwrap_or_default(), told.join(" ")).trim().to_string(),
                );
            }
        }
    }
    lines
}

fn moved(object: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("?").to_string();
    let mut told = text(&object["man"]);
    if let Some(captured) = object.get("captured") {
        told += &format!("x{}", text(&captured["man"]));
    }
    for also in object["also"].as_array().into_iter().flatten() {
        told += &format!("[{} {}-{}]", text(&also["man"]), text(&also["from"]), text(&also["to"]));
    }
    told
}

#[test]
fn men_keep_their_identities() {
    // Each line, and its lines of play. The moves follow from the rules; the identity is the square in the diagram.
    let rows: [(&str, &[&str]); 4] = [
        // A pawn promotes, and the promoted man captures.
        (r##"1n6/P7/8/8/8/8/8/k1K5 w - - stip "ser-x1";"##, &["a7xb8", "a7xb8", "a7xb8", "a7xb8"]),
        // En passant.
        (r##"8/8/8/3pP3/8/8/8/k1K5 w - d6 stip "ser-ep1";"##, &["e5xd5"]),
        // Twins move, exchange, mirror and add men.
        (
            r##"7k/5K2/8/8/8/8/8/R7 w - - stip "ser-#1"; twin "b) move a1 b1; +c) mirror a1<-->a8; d) remove a1, add white Ra2";"##,
            &["a) a1", "b) a1", "+c) a1", "d) d)a2"],
        ),
        // The captured man is reborn, and goes on with its identity.
        (r##"8/8/8/8/8/n7/1P6/k1K5 w - - stip "ser-x1"; cond "Circe";"##, &["b2xa3[a3 ?-b8]"]),
    ];
    for (line, expected) in rows {
        assert_eq!(lines(line), *expected, "{line}");
    }
}

#[test]
fn castling_moves_the_rook_with_its_identity() {
    // 1.0-0 2.Rf1xf8: the rook of h1 captures.
    let line = r##"5n2/8/8/8/8/8/k7/4K2R w K - stip "ser-x2";"##;
    let found = lines(line);
    assert!(found.contains(&"e1[h1 h1-f1] h1xf8".to_string()), "{found:?}");
}
