//! Tests HTML pages: they are complete, need no network, and have every move playable on the board.

use crate::children::run_on;
use crate::files::{root, temporary};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const PROBLEMS: &str = r##"2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi"; id "a < b"; author "\"Q\" & A"; sol "1.Be5!";
7k/5K2/8/8/8/8/R7/R7 w - - stip "#1"; id "cooked";
8/8/4k3/8/{n:Q}2{b:G}4/3{w:G}4/6{w:AM}1/4K3 ? - - stip "h=1"; cond "Imitator a8"; twin "b) move e1 e2; c) stip h~1"; id "fairy"; opt "MaxSolutions 30";
7k/5K2/8/8/8/p7/1R6/8 w - - stip "#2"; opt "SetPlay Try"; id "phases";
8/8/8/3k4/8/8/8/K6R b - - stip "h~1"; id "secret-7"; title "Many"; opt "MaxSolutions 60";
4k11/16/16/16/16/16/16/16/16/16/8Q7/16/16/16/16/8K7 ? - - stip "h~1"; id "large"; opt "MaxSolutions 8";
rnbqkbnr/1ppppppp/8/p7/P7/8/1PPPPPPP/RNBQKBNR ? - - stip "dia1"; id "game";
8/8/8/8/8/8/8/8 w - - stip "#9x"; id "bad";
"##;

fn page(arguments: &[&str]) -> (String, i32) {
    let arguments = [&["report"], arguments, &["--reproducible", "-"]].concat();
    let (out, _, status) = run_on(root(), arguments, PROBLEMS);
    (out, status)
}

/// An opening tag with its attributes.
struct Tag {
    name: String,
    attributes: BTreeMap<String, String>,
}

/// Returns the opening tags of the page in order. Panics if an element is not closed in order, or if an attribute has
/// no quotes.
fn elements(page: &str) -> Vec<Tag> {
    const VOID: [&str; 2] = ["meta", "input"];
    let (mut tags, mut open) = (Vec::new(), Vec::new());
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document");
    while let Some((text, tag)) = rest.split_once('<') {
        assert!(!text.contains('>') || open.last().is_some_and(|name| name == "style"), "{text}");
        let (tag, after) = tag.split_once('>').expect("an end of the tag");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "{tag}");
            continue;
        }
        let is_closed = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, mut words) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = BTreeMap::new();
        while !words.trim().is_empty() {
            let (name, value) = match words.split_once("=\"") {
                Some((name, value)) if !name.trim().contains(' ') => (name, value),
                _ => {
                    // `open` has no value.
                    let (name, others) = words.split_once(' ').unwrap_or((words, ""));
                    attributes.insert(name.to_string(), String::new());
                    words = others;
                    continue;
                }
            };
            let (value, others) = value.split_once('"').expect("a second quote");
            attributes.insert(name.trim().to_string(), value.to_string());
            words = others;
        }
        if !is_closed && !VOID.contains(&name) {
            open.push(name.to_string());
        }
        if name == "script" {
            rest = rest.split_once("</script>").map(|(_, rest)| rest).expect("the end of the script");
            open.pop();
        }
        tags.push(Tag { name: name.to_string(), attributes });
    }
    assert_eq!(open, Vec::<String>::new());
    tags
}

fn is_square(word: &str) -> bool {
    let (file, rank) = word.split_at(1);
    ("a"..="p").contains(&file) && rank.parse::<u8>().is_ok_and(|rank| (1..=16).contains(&rank))
}

#[test]
fn the_page_is_whole_and_asks_for_no_other_file() {
    let (page, status) = page(&["--format", "html"]);
    assert_eq!(status, 2, "one problem cannot be read");
    let tags = elements(&page);
    let ids: Vec<&str> = tags.iter().filter_map(|tag| tag.attributes.get("id")).map(String::as_str).collect();
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(known.len(), ids.len(), "names are given once");
    for tag in &tags {
        assert!(!["link", "img", "iframe", "object"].contains(&tag.name.as_str()), "{}", tag.name);
        assert!(!tag.attributes.contains_key("src"));
        if let Some(to) = tag.attributes.get("href") {
            assert!(to.strip_prefix('#').is_some_and(|name| known.contains(name)), "{to} is on this page");
        }
    }
    for word in ["url(", "@import", "fetch(", "XMLHttpRequest", "WebSocket", "import("] {
        assert!(!page.contains(word), "{word}");
    }
    // The name of a drawing language, not an address.
    assert_eq!(page.matches("://").count(), page.matches("\"http://www.w3.org/2000/svg\"").count());
    assert_eq!(tags.iter().filter(|tag| tag.name == "article").count(), 8);
    for text in
        ["a &lt; b", "&quot;Q&quot; &amp; A", "Grasshopper", "The position to be reached", "wKe1→e2", "is a second key"]
    {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("--&gt;"), "arrows are arrows");
}

#[test]
fn every_move_of_the_page_changes_the_board() {
    let (page, _) = page(&[]);
    let tags = elements(&page);
    let ids: BTreeSet<&str> = tags.iter().filter_map(|tag| tag.attributes.get("id")).map(String::as_str).collect();
    let is_known = |man: &str| ids.contains(man.split('+').next().unwrap_or(man));
    let (mut moves, mut all, mut twin) = (Vec::new(), 0, BTreeMap::new());
    for tag in &tags {
        let words = |name: &str| tag.attributes.get(name).map_or("", String::as_str).split_whitespace();
        let class = tag.attributes.get("class").map_or("", String::as_str);
        if tag.name == "article" {
            moves.clear();
        }
        if class == "twin" {
            twin = words("data-b").map(|word| word.split_once(':').expect("a man on a square")).collect();
            assert!(twin.iter().all(|(square, man)| is_square(square) && is_known(man)), "{twin:?}");
        }
        if class.split(' ').next() != Some("m") {
            continue;
        }
        let parent: i64 = tag.attributes["data-p"].parse().expect("a number");
        let mut board: BTreeMap<&str, &str> = match usize::try_from(parent) {
            Ok(parent) => BTreeMap::clone(&moves[parent]),
            Err(_) => twin.clone(),
        };
        let squares: Vec<&str> = words("data-s").collect();
        assert!(squares.len() == 2 && squares.iter().all(|square| is_square(square)), "{squares:?}");
        assert!(board.contains_key(squares[0]), "somebody stands on {} in {board:?}", squares[0]);
        let before = board.clone();
        for word in words("data-d") {
            match word.split_once(':') {
                Some((square, man)) => {
                    assert!(is_square(square) && is_known(man), "{word}");
                    board.insert(square, man);
                }
                None => assert!(board.remove(word).is_some(), "{word} was empty"),
            }
        }
        assert_ne!(board, before);
        moves.push(board);
        all += 1;
    }
    assert!(all > 40, "{all} moves");
}

#[test]
fn the_same_in_markdown_and_latex() {
    let (markdown, _) = page(&["--format", "markdown"]);
    for text in [
        "## \"Q\" \\& A — sound",
        "## Many — ",
        "1.Be5+!",
        "* error: cook",
        "♚",
        "2 sound, ",
        "1 invalid",
        "## Summary",
        "wKe1→e2",
    ] {
        assert!(markdown.contains(text), "{text}\n{markdown}");
    }
    assert_eq!(markdown.matches("```").count() % 2, 0);
    let (latex, _) = page(&["--format", "latex"]);
    for text in [
        "\\author{\"Q\" \\& A}",
        "wLa1",
        "sDUd4",
        "nDa4",
        "sCa8",
        "[16x16]",
        "1.Be5+!",
        "2 sound, ",
        "\\rightarrow",
        "\\end{document}",
    ] {
        assert!(latex.contains(text), "{text}\n{latex}");
    }
    for name in ["diagram", "minipage", "document"] {
        let count = |what: &str| latex.matches(&format!("\\{what}{{{name}}}")).count();
        assert_eq!(count("begin"), count("end"), "{name}");
    }
}

fn article<'a>(page: &'a str, words: &str) -> &'a str {
    let mut articles = page.split("<article").skip(1).map(|rest| rest.split("</article>").next().unwrap_or_default());
    articles.find(|article| article.contains(words)).unwrap_or_else(|| panic!("{words}\n{page}"))
}

fn text_of(markup: &str) -> String {
    let words = markup.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    words.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_id_is_a_heading_only_where_there_is_neither_author_nor_title() {
    let (named, _) = page(&[]);
    let (anonymous, _) = page(&["--no-id"]);
    let heading = |page: &str, words: &str| text_of(article(page, words).split("</h2>").next().unwrap_or_default());
    for page in [&named, &anonymous] {
        assert!(heading(page, "Madrasi").starts_with("&quot;Q&quot; &amp; A sound"), "{}", heading(page, "Madrasi"));
        assert!(heading(page, "Many").starts_with("Many "), "{}", heading(page, "Many"));
    }
    assert!(heading(&named, "dia1").starts_with("game "), "{}", heading(&named, "dia1"));
    assert!(heading(&anonymous, "dia1").starts_with("&lt;stdin&gt;:"), "{}", heading(&anonymous, "dia1"));
    assert!(article(&named, "Many").contains("secret-7"), "the id is beside the place");
    for format in ["html", "markdown", "latex"] {
        let (page, _) = page(&["--no-id", "--format", format]);
        for id in ["secret-7", "cooked", "phases", "a &lt; b"] {
            assert!(!page.contains(id), "{format}: {id}");
        }
    }
}

#[test]
fn a_folded_try_shows_its_refutation_and_a_long_list_is_folded() {
    let (page, _) = page(&[]);
    let tries = article(&page, "phases");
    let folded: Vec<&str> = tries.split("<details><summary>").skip(1).collect();
    assert!(!folded.is_empty(), "{tries}");
    for fold in folded {
        let summary = fold.split("</summary>").next().unwrap_or_default();
        assert!(summary.contains("m try") && summary.contains("class=\"refutation\""), "{summary}");
        assert!(text_of(summary).contains("1..."), "{summary}");
    }
    let long = article(&page, "Many");
    let (shown, folded) = long.split_once("<details class=\"more\">").expect("a fold");
    assert_eq!(shown.matches("<li>").count(), 20, "{shown}");
    assert!(folded.contains("start=\"21\"") && text_of(folded).starts_with("40 more"), "{folded}");
}

/// Checks that the diagram of a proof game precedes the initial array from which the game is played.
#[test]
fn a_proof_game_shows_its_diagram_first() {
    let (page, _) = page(&[]);
    let game = article(&page, "dia1");
    let (reached, played) = game.split_once("class=\"played\"").expect("two boards");
    assert!(reached.contains("The position to be reached") && reached.contains("(16+16)"), "{reached}");
    assert!(played.contains("data-go=\"on\"") && !played.contains("(16+16)"), "{played}");
    // Neutral men are counted separately.
    assert!(article(&page, "Imitator").contains("(3+2+1n)"), "{}", text_of(article(&page, "Imitator")));
}

#[test]
fn a_page_in_a_file_is_named_with_its_counts() {
    let folder = temporary();
    for name in ["a.html", "b.md", "c.tex"] {
        let (out, err, _) = run_on(&folder, ["report", "-", "--output", name], PROBLEMS);
        let last = err.lines().last().unwrap_or_default();
        assert_eq!(last, format!("wrote {name}: 2 sound, 5 unsound, 1 invalid"), "{err}");
        assert_eq!(out, "");
    }
}

#[test]
fn the_ending_of_the_output_says_the_form() {
    let folder = temporary();
    for (name, begins) in [("a.html", "<!DOCTYPE html>"), ("a.md", "# "), ("a.tex", "\\documentclass")] {
        let path = folder.path().join(name);
        let (out, _) = page(&["--output", path.to_str().expect("a name")]);
        assert_eq!(out, "");
        assert!(std::fs::read_to_string(&path).expect("a page").starts_with(begins), "{name}");
    }
    let (_, status) = page(&["--output", "a.pdf"]);
    assert!(status == 2 && !Path::new("a.pdf").exists());
}
