//! Answers the requests of the page on which problems are composed and solved (the studio).

use super::events::Events;
use super::folder::Folder;
use super::guard::{Denied, Guard};
use super::page::page;
use crate::cli::args::ServeArgs;
use crate::cli::formats::internal_error;
use crate::mishap;
use crate::studio::{self, Host, Resources};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use tiny_http::{Header, Method, Request, Response};

/// The server of the studio, with the data that all requests share.
pub struct Studio {
    guard: Guard,
    folder: Folder,
    threads: usize,
    table: usize,
    solution: usize,
    /// For each running search, the flag that ends it. The key is the number that the page has given to the search.
    running: Mutex<BTreeMap<String, Arc<AtomicBool>>>,
}

/// Largest size of a request's body in bytes.
const MOST: u64 = 64 << 20;

/// Headers of every response. They allow the page to run only its own scripts and to send requests only to this server.
/// They also prevent the browser from passing on the address of the page, because it contains the token.
const HEADERS: [(&str, &str); 6] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
];

/// The answer to a request: its content type and its text, or the reason why the request is denied.
type Answer = Result<(&'static str, String), Denied>;

const JSON: &str = "application/json";

impl Studio {
    pub fn new(wanted: &ServeArgs, guard: Guard) -> Studio {
        let memory = usize::try_from(wanted.memory << 20).unwrap_or(usize::MAX);
        Studio {
            guard,
            folder: Folder::new(&wanted.folder),
            threads: usize::from(wanted.threads),
            table: memory / 2,
            solution: memory / 2,
            running: Mutex::default(),
        }
    }

    /// Answers a request. If the page has been closed meanwhile, the answer is dropped.
    pub fn answer(&self, mut request: Request) {
        let answer = match self.path(&request) {
            Ok(path) => match (path.as_str(), body(&mut request)) {
                (_, Err(error)) => Err(error),
                ("solve", Ok(question)) => {
                    let _ = self.solve(request, &question);
                    return;
                }
                (path, Ok(question)) => self.answer_to(path, &question),
            },
            Err(denied) => Err(denied),
        };
        let (code, kind, text) = match answer {
            Ok((kind, text)) => (200, kind, text),
            Err(Denied(code, why)) => (code, "text/plain; charset=utf-8", why.to_string()),
        };
        // The length of the text is known, so it needs no chunks.
        let mut response = Response::from_string(text).with_status_code(code).with_chunked_threshold(usize::MAX);
        for (name, value) in HEADERS.into_iter().chain([("Content-Type", kind)]) {
            response.add_header(header(name, value));
        }
        let _ = request.respond(response);
    }

    /// Returns the path of the request: what follows the token in the address. The page itself must be requested with
    /// GET, everything else with POST.
    fn path(&self, request: &Request) -> Result<String, Denied> {
        let path = self.guard.path(request)?.to_string();
        let wanted = if path.is_empty() { Method::Get } else { Method::Post };
        if *request.method() == wanted { Ok(path) } else { Err(Denied(405, "expected GET or POST\n")) }
    }

    fn answer_to(&self, path: &str, question: &str) -> Answer {
        match path {
            "" => Ok(("text/html; charset=utf-8", page())),
            "ask" => Ok((JSON, answered(question))),
            "about" => Ok((JSON, json!({ "threads": self.cores() }).to_string())),
            "files" => Ok((JSON, json!(self.folder.files()).to_string())),
            "open" => {
                let opened = self.folder.open(&named(question, "name"));
                Ok((
                    JSON,
                    opened.map_or_else(|error| json!({ "error": error }), |text| json!({ "text": text })).to_string(),
                ))
            }
            "save" => {
                let question: Value = serde_json::from_str(question).unwrap_or_default();
                let saved = match (question["name"].as_str(), question["text"].as_str()) {
                    (Some(name), Some(text)) => self.folder.save(name, text, question["before"].as_str()),
                    _ => Err("expected a name and a text".to_string()),
                };
                Ok((JSON, saved.map_or_else(|error| json!({ "error": error }), |()| json!({})).to_string()))
            }
            "cancel" => {
                let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(flag) = running.get(&named(question, "number")) {
                    flag.store(true, Relaxed);
                }
                Ok((JSON, "{}".to_string()))
            }
            _ => Err(Denied(404, "unknown address\n")),
        }
    }

    fn cores(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// Solves the problem that the request `question` contains, and sends each event of the search to the page. Ends
    /// early if the page cancels the search or is closed.
    fn solve(&self, request: Request, question: &str) -> io::Result<()> {
        let mut wanted: Value = serde_json::from_str(question).unwrap_or_default();
        let number = wanted.as_object_mut().and_then(|wanted| wanted.remove("number"));
        let number = number.and_then(|number| number.as_str().map(str::to_string)).unwrap_or_default();
        let cancelled = Arc::new(AtomicBool::new(false));
        let head: String = HEADERS
            .into_iter()
            .chain([("Content-Type", "application/x-ndjson")])
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let events = Arc::new(Events::begin(request.into_writer(), &head, cancelled.clone())?);
        self.running.lock().unwrap_or_else(PoisonError::into_inner).insert(number.clone(), cancelled.clone());
        let resources = Resources { threads: self.threads, table: self.table, solution: self.solution, cancelled };
        let solved = mishap::caught(|| studio::solve(&wanted.to_string(), events.clone(), &resources));
        if let Err(panic) = solved {
            let error = internal_error(&mishap::message(&*panic));
            events.send(&json!({ "event": "error", "error": error }).to_string());
        }
        self.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
        events.end();
        Ok(())
    }
}

/// Returns the answer to a request about a problem, such as its diagram. If the program panics, the answer is an error.
fn answered(question: &str) -> String {
    mishap::caught(|| studio::answer(question))
        .unwrap_or_else(|panic| json!({ "error": internal_error(&mishap::message(&*panic)) }).to_string())
}

/// Returns the text of the field `field` of the request, which is a JSON object. Returns an empty text if there is no
/// such field.
fn named(question: &str, field: &str) -> String {
    let object: Value = serde_json::from_str(question).unwrap_or_default();
    object[field].as_str().unwrap_or_default().to_string()
}

fn body(request: &mut Request) -> Result<String, Denied> {
    let mut text = String::new();
    let read = request.as_reader().take(MOST + 1).read_to_string(&mut text);
    match read {
        Ok(length) if length as u64 <= MOST => Ok(text),
        Ok(_) => Err(Denied(413, "the request is too long\n")),
        Err(_) => Err(Denied(400, "the request is not valid UTF-8\n")),
    }
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("names and values of headers are ASCII")
}
