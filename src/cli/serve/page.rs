//! The studio as one HTML page. The server solves the problems, so the page does not contain the solver as a
//! WebAssembly module.

/// The main file of the page. It names all other files, in the order in which they are inserted.
const STUDIO: &str = include_str!("../../studio/page/studio.html");

/// Makes a list of files of the page, each with its name and its content.
macro_rules! files {
    ($($name:literal from $folder:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../", $folder, "/", $name)))),*]
    };
}

const FILES: &[(&str, &str)] = files![
    "play.css" from "report/page",
    "player.js" from "report/page",
    "studio.css" from "studio/page",
    "panels.css" from "studio/page",
    "worker.js" from "studio/page",
    "elements.js" from "studio/page",
    "engine.js" from "studio/page",
    "model.js" from "studio/page",
    "board.js" from "studio/page",
    "palette.js" from "studio/page",
    "rows.js" from "studio/page",
    "form.js" from "studio/page",
    "text.js" from "studio/page",
    "results.js" from "studio/page",
    "solution.js" from "studio/page",
    "collection.js" from "studio/page",
    "folder.js" from "studio/page",
    "saving.js" from "studio/page",
    "explore.js" from "studio/page",
    "studio.js" from "studio/page",
];

/// Returns the page with the contents of all files inserted. `bindings/web/build` makes a page in the same way that
/// contains the solver as a WebAssembly module.
pub fn page() -> String {
    let mut page = String::new();
    for line in STUDIO.lines() {
        let attribute = |name: &str| line.split_once(name)?.1.split_once('"').map(|(value, _)| value);
        let (name, open, close) = match (attribute("href=\""), attribute("src=\"")) {
            (Some(name), _) if line.starts_with("<link") => (name, "<style>".to_string(), "</style>"),
            (_, Some(name)) => {
                (name, line.replace(&format!(" src=\"{name}\""), "").replace("</script>", ""), "</script>")
            }
            _ => {
                page.push_str(line);
                page.push('\n');
                continue;
            }
        };
        let text = FILES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
        page.extend([&open, "\n", text, close, "\n"]);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_in_the_page_once() {
        let page = page();
        for (name, text) in FILES {
            assert_eq!(page.matches(text).count(), 1, "{name}");
            assert_eq!(STUDIO.matches(&format!("\"{name}\"")).count(), 1, "{name}");
        }
        assert!(!page.contains(" src=") && !page.contains("<link"));
    }
}
