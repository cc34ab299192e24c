//! Tests the messages about inputs. Each row of `tests/messages.txt` has an input and its messages.
//!
//! A row has three parts between bars: the kind of input, the input (`\n` ends a line), and all messages. A message is
//! `severity: text`, then the marked words in brackets (of two, the first in the text comes first), then `= hint`.
//! Messages are joined by ` // `; `(nothing)` means that there are none. The kinds are
//!
//! * `stdin`, or a format such as `popeye`: the input is standard input of `keymove check`, and the messages are on
//!   standard error;
//! * `verdict`: the same, together with the standard output of `check -v`;
//! * `args`: the input is the arguments of `keymove`, and the messages are on standard error; `output`: the same with
//!   standard output.

use crate::children::{run_on, words};
use crate::files::root;

const ROWS: &str = include_str!("messages.txt");

struct Run {
    out: String,
    err: String,
}

fn run(arguments: &[String], input: &str) -> Run {
    let (out, err, _) = run_on(root(), arguments, input);
    Run { out, err }
}

/// Returns the messages in a text that marks words with carets: each message on one line, with the marked words in
/// brackets.
fn told(text: &str) -> String {
    let mut messages: Vec<String> = Vec::new();
    let mut quoted = "";
    for line in text.lines() {
        let last = messages.last_mut();
        let bar = line.find(" | ").filter(|at| line[..*at].trim().bytes().all(|byte| byte.is_ascii_digit()));
        match (bar, last) {
            _ if line.trim_start().starts_with("--> ") => {}
            (Some(at), Some(last)) if line[..at].trim().is_empty() => {
                let carets = line[at + 3..].trim_end();
                for word in marked(quoted, carets) {
                    last.push_str(&format!(" [{word}]"));
                }
            }
            (Some(at), Some(_)) => quoted = &line[at + 3..],
            (None, Some(last)) if line.trim_start().starts_with("= ") => {
                last.push_str(&format!(
                    " = {}",
                    line.trim_start().trim_start_matches("= ").trim_start_matches("hint: ")
                ));
            }
            _ => messages.push(line.trim().to_string()),
        }
    }
    messages.join(" // ")
}

/// Returns the words of `quoted` that are above the carets.
fn marked(quoted: &str, carets: &str) -> Vec<String> {
    let (quoted, carets): (Vec<char>, Vec<char>) = (quoted.chars().collect(), carets.chars().collect());
    let end = carets.iter().position(|c| !matches!(c, '^' | ' ')).unwrap_or(carets.len());
    let mut words: Vec<String> = Vec::new();
    for at in 0..end {
        if carets[at] != '^' {
            continue;
        }
        if at == 0 || carets[at - 1] != '^' {
            words.push(String::new());
        }
        words.last_mut().expect("begun").extend(quoted.get(at));
    }
    words
}

/// Returns the messages about the input of a row.
fn answer(kind: &str, input: &str) -> String {
    let input = input.replace("\\n", "\n");
    let check = |more: &[&str], input: &str| {
        let arguments = [&["check", "--reproducible"], more].concat();
        run(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>(), input)
    };
    match kind {
        "stdin" => told(&check(&[], &input).err),
        "verdict" => {
            let Run { out, err } = check(&["-v"], &input);
            let out = out.lines().filter(|line| !line.contains(" undecided, ")).collect::<Vec<_>>().join("\n");
            told(&format!("{err}{out}"))
        }
        "args" => told(&run(&words(&input), "").err),
        "output" => told(&run(&words(&input), "").out),
        format => told(&check(&["--from", format], &input).err),
    }
}

#[test]
fn what_is_said_about_an_input() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in ROWS.lines().filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let parts: Vec<&str> = row.splitn(3, " | ").map(str::trim_end).collect();
        let [kind, input, expected] = parts[..] else { panic!("three parts: {row}") };
        let answer = answer(kind, input);
        let found = answer.trim_end();
        let expected = if expected == "(nothing)" { "" } else { expected };
        if found != expected {
            wrong.push(format!("{kind} | {input} | {found}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty() && count >= 40, "{} of {count} rows differ; they are\n{}", wrong.len(), wrong.join("\n"));
}
