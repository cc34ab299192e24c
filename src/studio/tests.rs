use super::parts::Parts;
use super::{Host, Resources, answer, solve};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

fn ask(question: Value) -> Value {
    serde_json::from_str(&answer(&question.to_string())).expect("JSON")
}

fn parts(board: &str, operations: &[(&str, &str)]) -> Value {
    json!({ "board": board, "side": "?", "castling": "?", "passant": "-", "operations": operations })
}

#[derive(Debug, Default)]
struct Heard(Mutex<Vec<Value>>);

impl Host for Heard {
    fn send(&self, event: &str) {
        self.0.lock().expect("not poisoned").push(serde_json::from_str(event).expect("JSON"));
    }
}

fn events(wanted: &Value) -> Vec<Value> {
    let heard = Arc::new(Heard::default());
    let resources = Resources { threads: 1, table: 1 << 20, solution: 1 << 20, ..Resources::default() };
    solve(&wanted.to_string(), heard.clone(), &resources);
    std::mem::take(&mut *heard.0.lock().expect("not poisoned"))
}

#[test]
fn a_fault_is_located_in_its_part() {
    let found = ask(json!({ "ask": "look", "parts": parts("7k/5K2/8/8/8/8/8/R7", &[
        ("title", "\"é\" \\"), ("stip", "#1"), ("cond", "Circe"), ("cond", "Madrassi"),
    ]) }));
    let found = &found["diagnostics"][0];
    assert_eq!(found["part"], 3);
    assert_eq!((&found["start"], &found["end"]), (&json!(0), &json!(8)));
    assert_eq!(found["hint"], "did you mean `Madrasi`?");
    // The board is shown in spite of the error.
    let found = ask(json!({ "ask": "look", "parts": parts("7k/5K2/8/8/8/8/8/{n:G}7", &[("stip", "#!")]) }));
    assert_eq!(found["board"]["men"]["a1"]["name"], "neutral Grasshopper");
    assert_eq!(found["isSound"], false);
    let found = ask(json!({ "ask": "look", "parts": json!({ "board": "8/8/8/8/8/8/8/8", "side": "w b",
        "castling": "?", "passant": "-", "operations": [["stip", "#1"]] }) }));
    assert_eq!(found["diagnostics"][0]["part"], "side");
}

#[test]
fn a_problem_that_the_solver_refuses_is_refused_before_it_is_solved() {
    let operations = [("stip", "#2"), ("cond", "Volage"), ("cond", "SingleBox Type1")];
    let wanted = parts("7k/8/5K2/8/8/8/8/6R1", &operations);
    let looked = ask(json!({ "ask": "look", "parts": wanted }));
    assert_eq!(looked["diagnostics"][0]["part"], 2);
    let events = events(&json!({ "parts": wanted }));
    assert_eq!(events.last().expect("an event")["diagnostics"], looked["diagnostics"]);
}

/// The parts of the line that a problem is written as are the parts of the problem.
#[test]
fn parts_and_problem_are_the_same() {
    let text = concat!(
        "{}6k/5K2/8/8/8/8/8/{n:royal,G}7 w - - stip \"h#2.5\"; piece \"X=gQ; Y=mRcpR\"; ",
        "cond \"Circe Mirror, Koeko\"; opt \"SetPlay Duplex\"; twin \"b) move a1 b2; c) stip h#2\"; \
         sol \"1.a\\\"\\nb\"; ",
        "author \"A\"; author \"B\";"
    );
    let problem = crate::syntax::line(text).0.unwrap_or_else(|| panic!("{:?}", crate::syntax::line(text).1));
    let parts = Parts::of(&problem);
    assert_eq!(parts.values("cond").collect::<Vec<_>>(), ["Circe Mirror", "KoeKo"]);
    assert_eq!(parts.values("author").count(), 2);
    assert_eq!(parts.entry().problem.as_ref(), Some(&problem));
}

#[test]
fn a_solution_is_sent_while_it_is_found() {
    let wanted = parts("2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2", &[("stip", "#2"), ("cond", "Madrasi")]);
    let events = events(&json!({ "parts": wanted, "settings": { "letters": "de", "answer": true } }));
    let text: String = events.iter().filter_map(|event| event["text"].as_str()).collect();
    assert!(text.contains("1.Le5+!") && text.ends_with("Die Suche war vollständig.\n"), "{text}");
    assert!(events.iter().any(|event| event["event"] == "progress" && event["done"] == event["of"]));
    let done = events.last().expect("the end");
    assert_eq!((&done["event"], &done["verdict"]), (&json!("done"), &json!("sound")));
    assert!(done["page"]["html"].as_str().expect("a page").contains("1.Le5+!"));
    assert!(done["answer"].as_str().expect("an answer").starts_with("sound\n"));
}

#[test]
fn texts_are_read_in_every_format() {
    for (text, format) in [
        ("7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";\n", "epd"),
        ("BeginProblem\nPieces\nWhite Kf7 Ra1\nBlack Kh8\nStipulation #1\nEndProblem\n", "popeye"),
        ("algebraic:\n  white: [Kf7, Ra1]\n  black: [Kh8]\nstipulation: \"#1\"\n", "yaml"),
        ("---\nalgebraic: {white: [Kf7, Ra1], black: [Kh8]}\nstipulation: '#1'\n", "yaml"),
    ] {
        let read = ask(json!({ "ask": "read", "text": text, "format": null }));
        assert_eq!(read["format"], format, "{read}");
        assert_eq!(read["problems"][0]["parts"]["board"], "7k/5K2/8/8/8/8/8/R7", "{read}");
    }
    let read = ask(
        json!({ "ask": "read", "text": "\n7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\"; cond \"Madrassi\";", "format": null }),
    );
    assert_eq!(read["problems"][0]["diagnostics"][0]["from"], json!([2, 44]), "{read}");
}

#[test]
fn a_question_that_is_not_understood_is_an_error() {
    for question in ["", "{}", "{\"ask\":\"lists\",\"more\":1}", "{\"ask\":\"write\",\"format\":\"x\",\"parts\":1}"] {
        let answer: Value = serde_json::from_str(&answer(question)).expect("JSON");
        assert!(answer["error"].is_string(), "{question}");
    }
    assert_eq!(events(&json!({})).last().expect("an event")["event"], "error");
}

#[test]
fn the_palette_has_all_men_and_those_of_the_problem() {
    let men = ask(json!({ "ask": "palette", "parts": parts("8/8/8/8/8/8/8/8", &[("piece", "X=gQ")]) }));
    let list = men["men"].as_array().expect("a list");
    assert!(list.len() > 150 && list.iter().any(|man| man["code"] == "X" && man["isOwn"] == true));
    let queen = list.iter().find(|man| man["code"] == "G").expect("the grasshopper");
    assert_eq!(queen["sides"][2]["text"], "{n:G}");
    assert!(men["drawings"][queen["sides"][0]["id"].as_str().expect("an id")].is_string());
    let lists = ask(json!({ "ask": "lists" }));
    assert!(lists["conditions"].as_array().expect("a list").len() > 150);
}

fn explored(board: &str, operations: &[(&str, &str)], asked: Value) -> (Vec<Value>, Value) {
    let mut events = events(&json!({ "parts": parts(board, operations), "explore": asked }));
    let last = events.pop().expect("an event");
    (events.into_iter().filter(|event| event["event"] == "find").collect(), last)
}

#[test]
fn themes_are_marked_on_the_play() {
    // docs/themes.md, ideal mate.
    let wanted = parts("8/3K4/3B4/3p4/3kN3/4p3/3P4/8", &[("stip", "h#3")]);
    let done = events(&json!({ "parts": wanted })).pop().expect("the end");
    let names: Vec<&str> =
        done["themes"]["found"].as_array().expect("a list").iter().filter_map(|t| t[0].as_str()).collect();
    assert!(names.contains(&"ideal mate"), "{names:?}");
    assert_eq!(done["themes"]["lacks"], false);
    let html = done["page"]["html"].as_str().expect("a page");
    assert!(html.contains("data-moves=") && html.contains("ideal mate"), "{html}");
    // The themes of a two-mover need its set play and its tries.
    let wanted = parts("8/8/8/8/8/5K2/R7/7k", &[("stip", "#2")]);
    let done = events(&json!({ "parts": wanted })).pop().expect("the end");
    assert_eq!(done["themes"]["lacks"], true);
    let done =
        events(&json!({ "parts": wanted, "settings": { "brief": true, "themes": true } })).pop().expect("the end");
    assert_eq!(done["themes"]["lacks"], false);
    // A theme that the problem names and does not show makes it unsound.
    let wanted = parts("8/3K4/3B4/3p4/3kN3/4p3/3P4/8", &[("stip", "h#3"), ("theme", "Zilahi")]);
    let done = events(&json!({ "parts": wanted })).pop().expect("the end");
    assert!(done["findings"].to_string().contains("theme not found: Zilahi"), "{done}");
}

/// The base is that of docs/explore.md, "mend a cook".
#[test]
fn repairs_keep_the_solution_that_the_author_states() {
    let operations = [("stip", "#1"), ("sol", "1.Rh1#!")];
    let (finds, last) = explored("7k/5K2/8/8/8/8/2Q5/R7", &operations, json!({ "what": "repair" }));
    assert_eq!(last["event"], "explored");
    assert_eq!(last["isComplete"], true);
    let removed = finds.iter().find(|find| find["changes"] == "remove c2").expect("the queen can go");
    assert_eq!(removed["parts"]["board"], "7k/5K2/8/8/8/8/8/R7");
    assert_eq!(last["order"].as_array().map(Vec::len), Some(finds.len()));
    assert!(last["order"].as_array().expect("a list").contains(&removed["number"]));
    let (finds, last) = explored("7k/5K2/8/8/8/8/8/R7", &operations, json!({ "what": "repair" }));
    assert!(finds.is_empty());
    assert_eq!(last["reason"], "the problem is sound already");
}

#[test]
fn a_board_map_has_every_free_square() {
    let asked = json!({ "what": "stand", "by": "move=a1" });
    let (finds, last) = explored("7k/5K2/8/8/8/8/8/R7", &[("stip", "#1")], asked);
    assert!(finds.is_empty());
    let map = &last["maps"][0];
    assert_eq!((&map["from"], &map["man"]), (&json!("a1"), &json!("white rook")));
    let squares = map["squares"].as_object().expect("squares");
    // 64 squares without the two kings and the rook's own.
    assert_eq!(squares.len(), 61);
    assert_eq!(squares["b1"][0], "sound");
    assert_eq!(squares["a7"][0], "none");
    assert_eq!(squares["h2"][0], "illegal");
}

#[test]
fn a_problem_that_cannot_be_explored_gets_the_reason() {
    for (operations, what, reason) in [
        (vec![("stip", "#1"), ("twin", "b) move a1 b1")], "twins", "the problem has twins"),
        (vec![("sstip", "white 3a[#]d")], "economy", "structured stipulations are not supported"),
        (vec![("stip", "#2")], "economy", "the problem is unsound"),
        (vec![("stip", "#2"), ("sol", "1.Kg6!")], "twins", "the problem is unsound"),
    ] {
        let (_, last) = explored("7k/5K2/8/8/8/8/8/R7", &operations, json!({ "what": what }));
        assert_eq!(last["event"], "refused");
        assert!(last["reason"].as_str().is_some_and(|text| text.contains(reason)), "{last}");
    }
}
