//! Tests `keymove serve` as a program: the page, the requests that the page sends, and the requests that are refused.
//! The tests in a browser are in `bindings/web/tests`.

use crate::children::{KEYMOVE, spawn};
use crate::files::root;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Served {
    child: Child,
    port: u16,
    token: String,
}

impl Served {
    fn begin(folder: &str) -> Served {
        let mut command = Command::new(KEYMOVE);
        command.args(["serve", folder, "--no-open", "--threads", "1"]).current_dir(root());
        let mut child = spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()));
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
        let address = line.trim().strip_prefix("http://127.0.0.1:").expect("an address on loopback");
        let (port, path) = address.split_once('/').expect("a path");
        let token = path.strip_suffix('/').expect("a folder").to_string();
        Served { child, port: port.parse().expect("a port"), token }
    }

    /// Sends a request. Returns the status and the body of the response.
    fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a server");
        let host = if headers.contains("Host:") { String::new() } else { format!("Host: 127.0.0.1:{}\r\n", self.port) };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("a server that reads");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("UTF-8");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, body.to_string())
    }

    fn ask(&self, path: &str, question: &Value) -> (u16, String) {
        self.request("POST", &format!("/{}/{path}", self.token), "", &question.to_string())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_is_served_and_its_questions_are_answered() {
    let served = Served::begin("problems/isardam");
    let (status, page) = served.request("GET", &format!("/{}/", served.token), "", "");
    assert_eq!(status, 200);
    assert!(page.contains("<title>Keymove Studio</title>") && page.contains("</html>"), "{}", page.len());
    let (_, files) = served.ask("files", &json!({}));
    assert_eq!(files, "[\"isardam.epd\"]");
    let (_, opened) = served.ask("open", &json!({ "name": "isardam.epd" }));
    let text = serde_json::from_str::<Value>(&opened).expect("JSON")["text"].as_str().expect("a text").to_string();
    let (_, read) = served.ask("ask", &json!({ "ask": "read", "text": text, "format": null }));
    let parts = serde_json::from_str::<Value>(&read).expect("JSON")["problems"][0]["parts"].clone();
    let (status, events) = served.ask("solve", &json!({ "parts": parts, "number": "1" }));
    assert_eq!(status, 200);
    let last = events.lines().rfind(|line| line.starts_with('{')).expect("an event");
    let last: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!((&last["event"], &last["verdict"]), (&json!("done"), &json!("sound")), "{events}");
}

#[test]
fn nobody_else_gets_an_answer() {
    let served = Served::begin("problems/isardam");
    let (ask, body) = (format!("/{}/ask", served.token), "{\"ask\":\"lists\"}");
    assert_eq!(served.request("POST", &ask, "", body).0, 200);
    for (path, headers) in [
        ("/ask", ""),
        ("/0123456789abcdef0123456789abcdef/ask", ""),
        (&*ask, "Origin: http://example.org\r\n"),
        (&*ask, "Origin: null\r\n"),
        (&*ask, "Host: example.org\r\n"),
    ] {
        let (status, text) = served.request("POST", path, headers, body);
        assert_eq!(status, 403, "{path} {headers}");
        assert!(!text.contains("Madrasi") && !text.contains(&served.token), "{text}");
    }
    let (_, refused) = served.ask("open", &json!({ "name": "../help/reciprocal.epd" }));
    assert!(refused.contains("no such problem file"), "{refused}");
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let (out, err, status) = crate::children::run(root(), ["serve", "no-such-folder"]);
    assert_eq!((&*out, &*err, status), ("", "error: no-such-folder: expected a folder\n", 2));
}

#[test]
fn files_are_saved_in_the_folder_and_nowhere_else() {
    let outer = tempfile::tempdir().expect("a folder");
    let folder = outer.path().join("served");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(outer.path().join("secret.epd"), "secret").expect("a file");
    let served = Served::begin(folder.to_str().expect("UTF-8"));
    let save = |question: Value| served.ask("save", &question);
    let line = "7k/5K2/8/8/8/8/8/R7 w - - stip \"#1\";\n";
    assert_eq!(save(json!({ "name": "a.epd", "text": line, "before": null })), (200, "{}".to_string()));
    assert_eq!(std::fs::read_to_string(folder.join("a.epd")).expect("a file"), line);
    for name in ["../secret.epd", "../new.epd", "/new.epd", "%2e%2e/secret.epd", "a.txt", "", "below/../../new.epd"] {
        for before in [Value::Null, json!("secret")] {
            let (_, answer) = save(json!({ "name": name, "text": "written", "before": before }));
            assert!(answer.contains("error"), "{name}: {answer}");
        }
    }
    let (status, _) = served.request("POST", "/0/save", "", "{\"name\":\"b.epd\",\"text\":\"\"}");
    assert_eq!(status, 403);
    assert_eq!(std::fs::read_to_string(outer.path().join("secret.epd")).expect("a file"), "secret");
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
    assert_eq!(std::fs::read_dir(outer.path()).expect("a folder").count(), 2);
    // A file that another program has changed meanwhile is not overwritten.
    std::fs::write(folder.join("a.epd"), "theirs").expect("a file");
    let (_, answer) = save(json!({ "name": "a.epd", "text": "ours", "before": line }));
    assert!(answer.contains("changed since"), "{answer}");
    assert_eq!(std::fs::read_to_string(folder.join("a.epd")).expect("a file"), "theirs");
}
