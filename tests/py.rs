//! Tests the front end for clients of Popeye (programs that start Popeye): recorded dialogues with them, and Popeye
//! 4.104's output.

use crate::children::{self, Printed, keymove, printed};
use crate::files::{root, temporary, write};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Time limit of each test. It is far longer than the solution of these small problems takes.
const PATIENCE: Duration = Duration::from_secs(60);

const TWO_MOVER: &str =
    "BeginProblem\nPieces White Kf6 Ra2 Black Kh8\nStipulation #2\nOption Variation NoBoard\nEndProblem\n";

/// Popeye's output for the play of [`TWO_MOVER`].
const TWO_MOVER_PLAY: &str = "
   1.Kf6-f7 ! threat:
          2.Ra2-h2 #

   1.Kf6-g6 ! threat:
          2.Ra2-a8 #

";

fn py(arguments: &[&str]) -> Command {
    let mut command = keymove(root(), [&["py"], arguments].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Writes the input to a file, as the client Olive does, and runs the front end on it.
fn run_file(arguments: &[&str], input: &str) -> Printed {
    let folder = temporary();
    let path = write(&folder, "problem", input);
    let mut arguments = arguments.to_vec();
    arguments.push(path.to_str().expect("a plain name"));
    printed(py(&arguments).stdin(Stdio::null()).output().expect("the program runs"))
}

/// Returns the output with `Time = T` in place of each time.
fn without_times(text: &str) -> String {
    let mut parts = text.split(" = ");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let is_time = part.starts_with(|c: char| c.is_ascii_digit());
        let rest = part.find(" s").map(|end| &part[end..]).filter(|_| is_time);
        out.push_str(" = ");
        out.push_str(&rest.map_or_else(|| part.to_string(), |rest| format!("T{rest}")));
    }
    out
}

fn banner(memory: &str) -> String {
    format!("Popeye Keymove-{} v4.104 ({memory})\n", env!("CARGO_PKG_VERSION"))
}

/// What the clients Olive and fen-tool do: a file without an extension, memory in megabytes, and use of the text
/// between the first and the last line.
#[test]
fn a_file_is_solved_with_banner_and_closing_line() {
    let (out, err, status) = run_file(&["-maxmem", "64M"], TWO_MOVER);
    let expected = format!("{}{TWO_MOVER_PLAY}\nsolution finished. Time = T s\n\n\n", banner("64 MB"));
    assert_eq!((without_times(&out), err.as_str(), status), (expected, "", 0));
}

/// What the client ChessBench does: no argument, the problem on standard input. It expects exit status 0 and the
/// version in the first line.
#[test]
fn standard_input_is_read_without_arguments() {
    let mut child = py(&[]).stdin(Stdio::piped()).spawn().expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(TWO_MOVER.as_bytes()).expect("it reads");
    let (out, _, status) = printed(child.wait_with_output().expect("it ends"));
    assert!(out.starts_with(&banner("1024 MB")) && out.contains(TWO_MOVER_PLAY), "{out}");
    assert_eq!(status, 0);
}

/// What Popeye's own scripts do: they compare outputs that have neither banner nor times.
#[test]
fn a_regression_run_prints_neither_banner_nor_times() {
    let (out, _, _) = run_file(&["-maxmem", "64M", "-maxtrace", "0", "-regression"], TWO_MOVER);
    assert_eq!(out, format!("{TWO_MOVER_PLAY}\nsolution finished.\n\n\n"));
}

/// A running program to which a test writes input, and whose output the test reads line by line.
struct Dialogue {
    child: Child,
    lines: mpsc::Receiver<String>,
}

impl Dialogue {
    fn begin(arguments: &[&str]) -> Dialogue {
        let mut child = py(arguments).stdin(Stdio::piped()).spawn().expect("the program runs");
        let lines = children::lines(child.stdout.take().expect("a pipe"));
        Dialogue { child, lines }
    }

    fn send(&mut self, text: &str) {
        let input = self.child.stdin.as_mut().expect("a pipe");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("it reads");
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    /// Reads lines up to one that begins with this text, and returns them.
    fn read_to(&self, beginning: &str) -> Vec<String> {
        let mut read = vec![self.line()];
        while !read.last().is_some_and(|line| line.starts_with(beginning)) {
            read.push(self.line());
        }
        read
    }

    /// Waits until the program ends and so closes its output. Returns the output and the exit status. Standard input
    /// stays open.
    fn end(mut self) -> (String, i32) {
        let rest = self.lines.recv_timeout(PATIENCE);
        assert!(!matches!(rest, Err(mpsc::RecvTimeoutError::Timeout)), "the program does not end");
        while self.lines.recv_timeout(PATIENCE).is_ok() {}
        let status = self.child.wait().expect("it ends");
        let mut err = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("UTF-8");
        (err, status.code().expect("no signal"))
    }
}

/// What the client spinach does: it waits for the greeting, sends a problem, reads numbered first moves with times, and
/// keeps its end of the pipe open while the program ends.
#[test]
fn an_interactive_client_gets_greeting_numbered_moves_and_an_end() {
    let mut dialogue = Dialogue::begin(&["-maxmem", "65536k", "-heartbeat", "500000"]);
    assert_eq!(format!("{}\n", dialogue.line()), banner("64 MB"));
    dialogue.send("BeginProblem\nOption NoBoard MoveNumbers StartMoveNumber 1\n");
    dialogue.send("stip h#1.5\npieces white Kf6 Ra2 black Kh8\nEndProblem\n");
    let read = dialogue.read_to("solution finished.");
    let numbered: Vec<&String> = read.iter().filter(|line| line.contains("Time = ") && line.contains('(')).collect();
    assert_eq!(numbered.len(), 22, "{read:?}");
    assert!(without_times(numbered[0]).starts_with("  1  (") && numbered[0].ends_with(" s)"), "{}", numbered[0]);
    assert!(read.iter().any(|line| line == "  1...Kf6-f7   2.Kh8-h7 Ra2-h2 #"), "{read:?}");
    let (err, status) = dialogue.end();
    assert_eq!((err.as_str(), status), ("", 0));
}

/// The client Scacchi Painter expects lines during the search.
#[test]
fn the_first_problem_is_answered_before_the_next_one_is_known() {
    let mut dialogue = Dialogue::begin(&["-maxmem", "64M", "-maxtime", "600"]);
    dialogue.send(&TWO_MOVER.replace("EndProblem", "NextProblem"));
    dialogue.read_to("solution finished.");
    dialogue.send("Pieces White Kf6 Ra2 Black Kh8\nStipulation h#1.5\nOption NoBoard\nEndProblem\n");
    let read = dialogue.read_to("solution finished.");
    assert!(read.iter().any(|line| line.ends_with("Ra2-h2 #")), "{read:?}");
    assert_eq!(dialogue.end().1, 0);
}

/// The client spinach requests the banner with an input that ends after `BeginProblem`, and requests parts of the play
/// to find the last first move. Every first move has its line, and a part ends like a whole problem.
#[test]
fn slices_of_the_play_end_as_in_popeye() {
    let mut dialogue = Dialogue::begin(&["-maxmem", "64M"]);
    dialogue.send("BeginProblem\n");
    drop(dialogue.child.stdin.take());
    assert_eq!(format!("{}\n", dialogue.line()), banner("64 MB"));
    assert_eq!(dialogue.end(), (String::new(), 0));
    let problem = "beginproblem\nstipulation h#1\npieces white kc2 sa5 black ka1 pa2 ph7\noption noboard movenumbers ";
    // Rows of the part and the numbered moves that Popeye 4.104 prints.
    let rows = [
        ("startmovenumber 1 uptomovenumber 2", "\n  1  (Ka1-b2 + )\n  2  (Ka1-b1 + )\n\nsolution finished.\n\n\n"),
        (
            "startmovenumber 3 uptomovenumber 4",
            "\n  3  (h7-h5 )\n  1.h7-h5 Sa5-b3 #\n  4  (h7-h6 )\n  1.h7-h6 Sa5-b3 #\n\nsolution finished.\n\n\n",
        ),
        ("uptomovenumber 0", "\n\nsolution finished.\n\n\n"),
    ];
    for (slice, expected) in rows {
        let (out, err, status) = run_file(&["-regression"], &format!("{problem}{slice}\nendproblem\n"));
        assert_eq!((out.as_str(), err.as_str(), status), (expected, "", 0), "{slice}");
    }
}

#[test]
fn heartbeats_are_printed_until_the_end() {
    let long = TWO_MOVER.replace("#2", "#30").replace("Ra2", "Sa2 Bb2").replace("Kh8", "Kh8 Pa3");
    let (out, err, status) = run_file(&["-maxmem", "16M", "-maxtime", "1", "-heartbeat", "5000"], &long);
    assert!(err.starts_with("heartbeat:    1\nheartbeat:    2\n"), "{err}");
    assert!(without_times(&out).ends_with("solving interrupted. Time = T s\n\n\n"), "{out}");
    assert_eq!(status, 0);
}

/// The client Brutus and Popeye's scripts read the protocol file. A file that is named later replaces the first.
#[test]
fn the_protocol_file_holds_the_output() {
    let folder = temporary();
    let path = |name| folder.path().join(name);
    let command = |name: &str| format!("Protocol {}\n", folder.path().join(name).display());
    let begin = |name| TWO_MOVER.replace("Stipulation", &(command(name) + "Stipulation"));
    let second = TWO_MOVER.replace("BeginProblem\n", &command("b.txt"));
    let input = begin("a.txt").replace("EndProblem\n", "NextProblem\n") + &second;
    let (out, err, status) = run_file(&["-maxmem", "64M"], &input);
    assert_eq!((err.as_str(), status), ("", 0));
    let read = |path: &Path| fs::read_to_string(path).expect("a protocol");
    let (a, b) = (read(&path("a.txt")), read(&path("b.txt")));
    assert!(a.starts_with(&banner("64 MB")) && b.starts_with(&banner("64 MB")));
    assert_eq!(format!("{a}{}", b.replace(&banner("64 MB"), "")), out);
    // A file that cannot be written is reported; the problem is still solved.
    let (out, err, status) = run_file(&[], &begin("no/such/folder.txt"));
    assert!(out.contains(TWO_MOVER_PLAY) && err.starts_with("error: protocol file "), "{out}{err}");
    assert_eq!(status, 0);
}

/// Checks that messages go to standard error and the exit status is 0, as with Popeye.
#[test]
fn messages_go_to_standard_error() {
    // Rows of input, output, and a part of standard error.
    let rows = [
        ("Pieces White Kg7 Ra2 Black Kh8\nStipulation #2", "", "the side to play can capture the king\n"),
        ("Pieces White Qf3 Black Kc4\nStipulation #2", "\n", "both sides need a king\n"),
        ("Pieces White Kf6 Ra2 Black Kh8\nStipulation #2\nCondition Xyz", "", "problem ignored\n"),
    ];
    for (input, play, message) in rows {
        let input = format!("BeginProblem\n{input}\nOption NoBoard\nEndProblem\n");
        let (out, err, status) = run_file(&["-regression"], &input);
        assert_eq!(out, format!("{play}\nsolution finished.\n\n\n"), "{input}");
        assert!(err.contains(message), "{input}{err}");
        assert_eq!(status, 0);
    }
}

#[test]
fn bad_arguments_are_usage_errors() {
    let rows = [
        (&["-maxmen", "5M"][..], "error: -maxmen: unknown switch; expected one of -maxmem,"),
        (&["no/such/file.inp"][..], "error opening input file: no/such/file.inp: "),
    ];
    for (arguments, expected) in rows {
        let (out, err, status) = printed(py(arguments).stdin(Stdio::null()).output().expect("the program runs"));
        assert!(out.is_empty() && err.starts_with(expected), "{out}{err}");
        assert_eq!(status, 2);
    }
}

/// Checks that the front end prints in the language of the input, as Popeye does.
#[test]
fn the_language_of_the_input_is_that_of_the_output() {
    let german =
        "Anfang\nSteine Weiss Kf6 Ta2 Schwarz Kh8\nForderung #2\nOption Varianten Verfuehrung ohneBrett\nEnde\n";
    let (out, _, _) = run_file(&["-maxmem", "64M"], german);
    let play = "\n   1.Kf6-f7 ! Drohung:\n          2.Ta2-h2 #\n";
    assert!(out.contains(play) && out.contains("\n    Aber\n      1...Kh8-h7 !\n"), "{out}");
    assert!(out.contains("\nLoesung beendet. Zeit = "), "{out}");
    let french = "DebutProbleme\nPieces Blanc Rf6 Ta2 Noir Rh8\nEnonce h#1.5\nOption sansechiquier\nFinProbleme\n";
    let (out, _, _) = run_file(&["-regression"], french);
    let expected = "\n  1...Rf6-f7   2.Rh8-h7 Ta2-h2 #\n  1...Rf6-g6   2.Rh8-g8 Ta2-a8 #\n\nsolution terminee.\n\n\n";
    assert_eq!(out, expected);
}
